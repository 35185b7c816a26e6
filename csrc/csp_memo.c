/* csp_memo.c - the memory of failed calls, for backtracking that repeats itself.
 *
 * Buckets of four entries, a cache line each. A new entry takes the place of the one with the
 * fewest steps, since that is the cheapest to search again. */
#include <stdlib.h>
#include <string.h>

#include "csp_impl.h"

enum { LINE = 64 };

fq_error fq_csp_memo_new(fq_csp_memo *memo, uint64_t max_bytes)
{
    const uint64_t bucket = FQ_CSP_WAYS * sizeof(fq_csp_entry);
    memo->buckets = 1;
    while (memo->buckets <= max_bytes / bucket / 2 && memo->buckets < UINT64_C(1) << 40)
        memo->buckets *= 2;
    if (memo->buckets > (SIZE_MAX - LINE) / bucket) return FQ_NO_MEMORY;
    /* calloc, and not aligned_alloc, because its pages cost nothing until they are touched. */
    memo->memory = calloc(1, memo->buckets * bucket + LINE);
    if (!memo->memory) return FQ_NO_MEMORY;
    uintptr_t place = (uintptr_t)memo->memory;
    memo->entry = (fq_csp_entry *)((char *)memo->memory + (LINE - place % LINE) % LINE);
    return FQ_OK;
}

void fq_csp_remember(fq_csp_memo *memo, const uint64_t hash[2], uint64_t steps)
{
    if (steps > fq_ones(48)) return; /* so large a call hardly comes again */
    fq_csp_entry *entry = fq_csp_bucket(memo, hash), *least = entry;
    for (int i = 1; i < FQ_CSP_WAYS; i++)
        if ((entry[i].tag_steps & fq_ones(48)) < (least->tag_steps & fq_ones(48)))
            least = &entry[i];
    *least = (fq_csp_entry){hash[0], (hash[1] & ~fq_ones(48)) | steps};
}

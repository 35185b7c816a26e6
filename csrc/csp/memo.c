/* memo.c - the memory of failed calls (nogoods) of backtracking.
 *
 * The table has buckets of four entries, one cache line each. A new entry replaces the entry with
 * the fewest steps, which is the cheapest to search again. All memory is allocated at the start,
 * but used only when needed: a search starts with a few buckets and doubles their number when half
 * of the entries are in use. Doubling moves no entries. Half of the entries then lie in the wrong
 * bucket, so their calls are searched once more. In return, no step has to copy a large table, and
 * small searches stay in the cache. Tried: with all buckets in use from the start, small boards
 * took 20 times as long; with large pages, 1.5 GB were freed in 16 ms instead of 400 ms, but a
 * doubling touched so much new memory in one step that Ctrl-C waited for 3 s. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define FQ_STEPS fq_ones(FQ_CSP_STEP_BITS)

enum { LINE = 64, FIRST = 256 };

fq_error fq_csp_memo_new(fq_csp_memo *memo, uint64_t max_bytes)
{
    const uint64_t bucket = FQ_CSP_WAYS * sizeof(fq_csp_entry);
    memo->capacity = 1;
    while (memo->capacity <= max_bytes / bucket / 2 && memo->capacity < UINT64_C(1) << 40)
        memo->capacity *= 2;
    if (memo->capacity > (SIZE_MAX - LINE) / bucket) return FQ_NO_MEMORY;
    memo->buckets = memo->capacity < FIRST ? memo->capacity : FIRST;
    memo->memory = calloc(1, memo->capacity * bucket + LINE);
    if (!memo->memory) return FQ_NO_MEMORY;
    uintptr_t place = (uintptr_t)memo->memory;
    memo->entry = (fq_csp_entry *)((char *)memo->memory + (LINE - place % LINE) % LINE);
    return FQ_OK;
}

void fq_csp_store_nogood(fq_csp_memo *memo, const uint64_t hash[2], uint64_t steps)
{
    if (steps > FQ_STEPS) return; /* such a call takes years, so it does not occur twice */
    fq_csp_entry *entry = fq_csp_bucket(memo, hash), *least = entry;
    for (int i = 1; i < FQ_CSP_WAYS; i++)
        if ((entry[i].tag_steps & FQ_STEPS) < (least->tag_steps & FQ_STEPS)) least = &entry[i];
    memo->filled += !least->tag_steps;
    *least = (fq_csp_entry){hash[0], (hash[1] & ~FQ_STEPS) | steps};
    if (memo->filled > memo->buckets * (FQ_CSP_WAYS / 2) && memo->buckets < memo->capacity)
        memo->buckets *= 2;
}

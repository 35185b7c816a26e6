/* dp_table.h - the hash tables of the dynamic programs: they count the ways to reach each state.
 *
 * A template for one .c file. The file makes these definitions before it includes this header:
 *
 *     typedef struct { ... } fq_entry;                        zeroed memory is an empty entry
 *     static uint64_t fq_entry_hash(const fq_entry *);
 *     static int fq_entry_used(const fq_entry *);             whether the entry is not empty
 *     static int fq_entry_is(const fq_entry *, const fq_entry *state);
 *                                                             whether it is empty or holds `state`
 *
 * A table uses linear probing; its size is a power of two. The states of a layer are distributed
 * over many parts by the top bits of their hash. Each part grows on its own, so no step has to wait
 * until one big table is rehashed. Each part is freed as soon as it has been read. The caller
 * decides when a part grows. */
#ifndef FQ_DP_TABLE_H
#define FQ_DP_TABLE_H

#include <stdint.h>
#include <stdlib.h>

#include "common/checked_math.h"

#define FQ_PART_FIRST 16 /* number of entries of a new part */

typedef struct fq_part {
    fq_entry *entry;
    uint64_t size, used; /* numbers of entries; size is 0 or a power of two */
} fq_part;

/* Finds the entry of a state, or the empty entry into which the state must be written. The part
 * must have an empty entry. */
static inline fq_entry *fq_part_find(const fq_part *part, uint64_t hash, const fq_entry *state)
{
    for (uint64_t i = hash & (part->size - 1);; i = (i + 1) & (part->size - 1))
        if (fq_entry_is(&part->entry[i], state)) return &part->entry[i];
}

/* Whether part `number` of 256 can take another state before it must grow. The parts have different
 * limits, from 44% to 81% full. With one limit for all, they would all grow within the same step,
 * and that step would be too long for a prompt Ctrl-C. */
static inline int fq_part_has_room(const fq_part *part, uint64_t number)
{
    return part->used < part->size * (112 + number * 3 / 8) >> 8;
}

/* Doubles a part and adds the bytes it gains to *bytes. Returns 0 and changes nothing if the total
 * would exceed max_bytes or if no memory is left. While a part is copied, both copies count towards
 * the total. */
static int fq_part_grow(fq_part *part, uint64_t *bytes, uint64_t max_bytes)
{
    fq_part larger = {NULL, part->size ? 2 * part->size : FQ_PART_FIRST, part->used};
    const uint64_t more = larger.size * sizeof(fq_entry);
    if (fq_add_capped(*bytes, more) > max_bytes) return 0;
    larger.entry = calloc(larger.size, sizeof(fq_entry));
    if (!larger.entry) return 0;
    for (uint64_t i = 0; i < part->size; i++) {
        const fq_entry *e = &part->entry[i];
        if (fq_entry_used(e)) *fq_part_find(&larger, fq_entry_hash(e), e) = *e;
    }
    free(part->entry);
    *bytes += more - part->size * sizeof(fq_entry);
    *part = larger;
    return 1;
}

static void fq_part_drop(fq_part *part, uint64_t *bytes)
{
    free(part->entry);
    *bytes -= part->size * sizeof(fq_entry);
    *part = (fq_part){NULL, 0, 0};
}

#endif

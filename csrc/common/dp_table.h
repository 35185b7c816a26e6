/* dp_table.h - the hash tables of the dynamic programs: states, and the ways to reach each.
 *
 * A template for one .c file, which defines before it includes this:
 *
 *     typedef struct { ... } fq_entry;                        zeroed memory is an empty entry
 *     static uint64_t fq_entry_hash(const fq_entry *);
 *     static int fq_entry_used(const fq_entry *);             not empty
 *     static int fq_entry_is(const fq_entry *, const fq_entry *state);    empty, or that state
 *
 * Linear probing in a power of two of entries. The states of a layer are spread over many parts by
 * the top bits of their hash. Each part grows alone, so that no step waits until one big table is
 * rehashed, and it is freed as soon as it has been read. When to grow is the caller's choice. */
#ifndef FQ_DP_TABLE_H
#define FQ_DP_TABLE_H

#include <stdint.h>
#include <stdlib.h>

#include "common/checked_math.h"

#define FQ_PART_FIRST 16 /* entries of a new part */

typedef struct fq_part {
    fq_entry *entry;
    uint64_t size, used; /* size is 0 or a power of two */
} fq_part;

/* Where a state is, or where it goes. The part must have an empty entry. */
static inline fq_entry *fq_part_find(const fq_part *part, uint64_t hash, const fq_entry *state)
{
    for (uint64_t i = hash & (part->size - 1);; i = (i + 1) & (part->size - 1))
        if (fq_entry_is(&part->entry[i], state)) return &part->entry[i];
}

/* Whether part `number` of 256 takes another state before it grows. Parts fill up between 44% and
 * 81%, each to its own point: with one threshold all of them would grow within one step, which then
 * took longer than Ctrl-C should wait. */
static inline int fq_part_has_room(const fq_part *part, uint64_t number)
{
    return part->used < part->size * (112 + number * 3 / 8) >> 8;
}

/* Doubles a part and adds to *bytes what it takes. 0, and nothing is changed, where that is more
 * than max_bytes or than there is. While a part is copied, both copies count. */
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

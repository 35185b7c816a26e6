/* memo_table.h - the table of counted states.
 *
 * An entry has the whole key of a state, so that two states are never confused; then the number of
 * solutions in two words, and the nodes that bitset needs to count them (0: the entry is empty).
 *
 * The states are distributed over FQ_MEMO_PARTS parts by the top bits of their hash. A part grows
 * on its own, so that no step has to wait until one big table is rehashed. A state may be in
 * FQ_MEMO_WINDOW consecutive entries of its part. If the table may not grow and all these entries
 * are full, the new state replaces the one with the fewest nodes. */
#ifndef FQ_COVER_MEMO_TABLE_H
#define FQ_COVER_MEMO_TABLE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/checked_math.h"

#define FQ_MEMO_PARTS  256
#define FQ_MEMO_WINDOW 16 /* also the number of entries of a new part */

typedef struct fq_memo_part {
    uint64_t *entry;
    uint64_t size, used; /* numbers of entries; size is 0 or a power of two */
} fq_memo_part;

typedef struct fq_memo_table {
    uint32_t key, words; /* the words of a key, and of an entry */
    uint64_t bytes, max_bytes;
    fq_memo_part part[FQ_MEMO_PARTS];
} fq_memo_table;

typedef struct fq_memo_value {
    uint64_t low, high, nodes;
} fq_memo_value;

static inline uint64_t fq_memo_hash(const uint64_t *key, uint32_t words)
{
    uint64_t h = 0;
    for (uint32_t w = 0; w < words; w++) {
        h = (h ^ key[w]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return h * UINT64_C(0xd6e8feb86659fd93);
}

static inline uint64_t *fq_memo_entry(const fq_memo_table *t, const fq_memo_part *part, uint64_t i)
{
    return part->entry + (i & (part->size - 1)) * t->words;
}

/* Returns the value of a state, or NULL if the table does not have the state. */
static inline const uint64_t *fq_memo_find(const fq_memo_table *t, uint64_t hash,
                                           const uint64_t *key)
{
    const fq_memo_part *part = &t->part[hash >> 56];
    for (uint64_t i = 0; i < FQ_MEMO_WINDOW && part->size; i++) {
        const uint64_t *entry = fq_memo_entry(t, part, hash + i);
        if (!entry[t->key + 2]) return NULL;
        uint64_t differences = 0;
        for (uint32_t w = 0; w < t->key; w++) differences |= entry[w] ^ key[w];
        if (!differences) return entry + t->key;
    }
    return NULL;
}

/* Finds the entry for a state that the part does not have: an empty one, or the one of its window
 * with the fewest nodes. */
static uint64_t *fq_memo_place(const fq_memo_table *t, const fq_memo_part *part, uint64_t hash)
{
    uint64_t *least = fq_memo_entry(t, part, hash);
    for (uint64_t i = 0; i < FQ_MEMO_WINDOW; i++) {
        uint64_t *entry = fq_memo_entry(t, part, hash + i);
        if (entry[t->key + 2] < least[t->key + 2]) least = entry;
        if (!entry[t->key + 2]) break;
    }
    return least;
}

/* Doubles a part. Returns 0 and changes nothing if an allocation fails. */
static int fq_memo_grow(fq_memo_table *t, fq_memo_part *part)
{
    fq_memo_part larger = {NULL, part->size ? 2 * part->size : FQ_MEMO_WINDOW, 0};
    larger.entry = calloc(larger.size, 8 * (uint64_t)t->words);
    if (!larger.entry) return 0;
    for (uint64_t i = 0; i < part->size; i++) {
        const uint64_t *entry = part->entry + i * t->words;
        if (!entry[t->key + 2]) continue;
        uint64_t *to = fq_memo_place(t, &larger, fq_memo_hash(entry, t->key));
        larger.used += !to[t->key + 2];
        memcpy(to, entry, 8 * (uint64_t)t->words);
    }
    free(part->entry);
    t->bytes += 8 * (larger.size - part->size) * t->words;
    *part = larger;
    return 1;
}

/* Adds a state that the table does not have. The parts grow when they are 50% to 75% full, each at
 * its own limit, so that they do not all grow within the same step. Returns 0 if an allocation
 * fails. */
static int fq_memo_add(fq_memo_table *t, uint64_t hash, const uint64_t *key, fq_memo_value value)
{
    uint64_t number = hash >> 56;
    fq_memo_part *part = &t->part[number];
    if (part->used >= part->size * (128 + number / 4) >> 8) {
        /* While a part is copied, both copies exist. */
        uint64_t size = part->size ? 2 * part->size : FQ_MEMO_WINDOW;
        if (fq_add_capped(t->bytes, 8 * size * t->words) <= t->max_bytes &&
            !fq_memo_grow(t, part))
            return 0;
        if (!part->size) return 1;
    }
    uint64_t *entry = fq_memo_place(t, part, hash);
    part->used += !entry[t->key + 2];
    memcpy(entry, key, 8 * (uint64_t)t->key);
    entry[t->key] = value.low;
    entry[t->key + 1] = value.high;
    entry[t->key + 2] = value.nodes;
    return 1;
}

#endif

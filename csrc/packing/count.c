/* count.c - counts the packings of pieces by a profile dynamic program over the cells.
 *
 * States are expanded in the order of their first empty cell c. All cells before c are filled, and
 * all cells from c + span on are empty, so a state fits into one word:
 *
 *     bit 63                     span                0
 *      | copies used, by kind     | filled? c+span-1 ... c |      (bit 0 is 0: c is empty)
 *
 * Each kind of piece has a counter of w + 1 bits for its used copies. It counts upwards from 2^w -
 * k, where k is the number of copies of the kind and 2^w is the smallest power of 2 that is at
 * least k. So when all k copies are used, the counter is 2^w and its highest bit is set. A
 * placement fits if its cells and the highest bit of its kind's counter are all 0; testing this
 * takes one AND.
 *
 * These methods were tried on two problems: the pieces of IQ Puzzler Pro on 5 x 11 cells, where
 * this method takes 2.0 million states and 50 MB, and the pentominoes on 6 x 10 cells, where it
 * takes 3.3 million states.
 *   - A depth-first search with a table of known states took 1.6 times as long (with AVX-512 tests
 *     of eight placements at once), 2.4 times as many nodes, and 800 MB.
 *   - Meeting in the middle took 1.5 times as many states on 5 x 11, and 2.4 times as many on 6 x
 *     10, because the search of the back half learns only at its end whether its pieces are those
 *     that the front half leaves. With a table of the remaining pieces for each boundary of the
 *     front half, it took 0.9 and 0.35 times as many states, but this works only for at most 14
 *     pieces and needs four times as much code. */
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "packing.h"

#define FQ_PARTS 32 /* for each cell, the hash of a state selects one of this many tables */

typedef struct fq_entry {
    /* A state, and the number of partial packings that lead to it. In an empty entry this number is
     * 0. */
    uint64_t key, low, high;
} fq_entry;

static inline uint64_t fq_hash(uint64_t key)
{
    uint64_t x = key * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static inline uint64_t fq_entry_hash(const fq_entry *e) { return fq_hash(e->key); }
static inline int fq_entry_used(const fq_entry *e) { return (e->low | e->high) != 0; }
static inline int fq_entry_is(const fq_entry *e, const fq_entry *state)
{
    return e->key == state->key || !(e->low | e->high);
}

#include "common/dp_table.h"

/* A placement as bits, relative to its first cell. */
typedef struct fq_option {
    uint64_t taken; /* the bits of its cells, and the highest bit of the counter of its kind */
    uint64_t one;   /* added to a state, this counts one more used copy of its kind */
} fq_option;

typedef struct fq_child {
    uint64_t key, hash;
    uint32_t cell;
} fq_child;

struct fq_packing_count {
    uint32_t cells, span;
    int full;
    uint64_t max_bytes;
    uint64_t all;    /* the bits of a state with every copy used */
    uint32_t *first; /* [cells + 1]: index of the first option whose first cell is this cell */
    fq_option *option;
    fq_child *child;     /* room for the longest list of options */
    uint32_t cell, part; /* where the next step resumes */
    uint64_t index;
    uint64_t total_low, total_high;
    fq_packing_count_counters counts;
    fq_part table[FQ_PACKING_MAX_CELLS][FQ_PARTS];
};

/* Adds the 128-bit number (more_low, more_high) to (low, high). Returns 0 if the sum needs more
 * than 128 bits. */
static int fq_add(uint64_t *low, uint64_t *high, uint64_t more_low, uint64_t more_high)
{
    *low += more_low;
    uint64_t carry = *low < more_low, sum = *high + more_high;
    int over = sum < more_high || (carry && sum == UINT64_MAX);
    *high = sum + carry;
    return !over;
}

/* Adds the number of partial packings that lead to the state `from` to the number of those that
 * lead to its child `to`. Returns 0 if the memory limit is reached or the number overflows. */
static int fq_add_ways(fq_packing_count *s, const fq_entry *from, const fq_child *to)
{
    if (to->cell == s->cells)
        return to->key != s->all || fq_add(&s->total_low, &s->total_high, from->low, from->high);
    fq_part *part = &s->table[to->cell][to->hash >> 59];
    if (4 * part->used >= 3 * part->size && !fq_part_grow(part, &s->counts.bytes, s->max_bytes))
        return 0;
    const fq_entry state = {to->key, from->low, from->high};
    fq_entry *e = fq_part_find(part, to->hash, &state);
    if (e->low | e->high) return fq_add(&e->low, &e->high, from->low, from->high);
    *e = state;
    part->used++;
    return 1;
}

/* Expands a state of the current cell. This function first finds all children and prefetches their
 * table entries. (Prefetching, together with testing a fit by a single AND, made the count 1.6
 * times as fast.) */
static int fq_expand(fq_packing_count *s, const fq_entry *e)
{
    const uint64_t window = fq_ones(s->span), key = e->key;
    const fq_option *option = s->option + s->first[s->cell];
    const fq_option *const end = s->option + s->first[s->cell + 1];
    uint32_t children = 0;
    for (; option < end; option++) {
        const uint64_t after = key | option->taken;
        /* span is below 64, so some bit is 0 */
        const uint32_t step = fq_lowest(~(after & window));
        fq_child *c = &s->child[children];
        if (option->taken & key) continue;
        c->cell = s->cell + step;
        c->key = (after & window) >> step | ((key & ~window) + option->one);
        c->hash = fq_hash(c->key);
        children++;
        if (c->cell < s->cells) {
            const fq_part *part = &s->table[c->cell][c->hash >> 59];
            if (part->size) __builtin_prefetch(&part->entry[c->hash & (part->size - 1)], 1);
        }
    }
    s->counts.placements += children;
    for (uint32_t i = 0; i < children; i++)
        if (!fq_add_ways(s, e, &s->child[i])) return 0;
    return 1;
}

fq_status fq_packing_count_step(fq_packing_count *s, uint64_t budget)
{
    if (s->full) return FQ_FULL;
    for (; s->cell < s->cells; s->cell++, s->part = 0) {
        for (; s->part < FQ_PARTS; s->part++, s->index = 0) {
            fq_part *part = &s->table[s->cell][s->part];
            for (; s->index < part->size; s->index++) {
                const fq_entry *e = &part->entry[s->index];
                if (!(e->low | e->high)) continue;
                if (!budget--) return FQ_RUNNING;
                s->counts.states++;
                if (!fq_expand(s, e)) {
                    s->full = 1;
                    return FQ_FULL;
                }
            }
            fq_part_drop(part, &s->counts.bytes);
        }
    }
    return FQ_DONE;
}

/* Returns the w of the comment at the head of this file: the smallest w such that 2^w is at least
 * `copies`. */
static uint32_t fq_width(uint32_t copies)
{
    uint32_t width = 0;
    while (UINT32_C(1) << width < copies) width++;
    return width;
}

static int fq_is_problem(const fq_packing_problem *p)
{
    if (p->cells < 1 || p->cells > FQ_PACKING_MAX_CELLS) return 0;
    if (p->kinds < 1 || p->kinds > FQ_PACKING_MAX_PIECES) return 0;
    if (p->placements > UINT32_C(1) << 24 || p->start[0] != 0) return 0;
    for (uint32_t k = 0; k < p->kinds; k++)
        if (p->copies[k] < 1 || p->copies[k] > FQ_PACKING_MAX_CELLS) return 0;
    for (uint32_t i = 0; i < p->placements; i++) {
        if (p->start[i + 1] <= p->start[i] || p->start[i + 1] > p->start[p->placements]) return 0;
        if (p->start[i + 1] - p->start[i] > p->cells || p->kind[i] >= p->kinds) return 0;
        for (uint32_t j = p->start[i]; j < p->start[i + 1]; j++)
            if (p->cell[j] >= p->cells) return 0;
    }
    return 1;
}

static uint32_t fq_least(const fq_packing_problem *p, uint32_t placement)
{
    uint32_t least = p->cells;
    for (uint32_t j = p->start[placement]; j < p->start[placement + 1]; j++)
        if (p->cell[j] < least) least = p->cell[j];
    return least;
}

static uint32_t fq_span(const fq_packing_problem *p)
{
    uint32_t span = 1;
    for (uint32_t i = 0; i < p->placements; i++) {
        uint32_t least = fq_least(p, i);
        for (uint32_t j = p->start[i]; j < p->start[i + 1]; j++)
            if (p->cell[j] - least + 1 > span) span = p->cell[j] - least + 1;
    }
    return span;
}

uint32_t fq_packing_bits(const fq_packing_problem *p)
{
    if (!fq_is_problem(p)) return 0;
    uint32_t bits = fq_span(p);
    for (uint32_t k = 0; k < p->kinds; k++) bits += fq_width(p->copies[k]) + 1;
    return bits;
}

fq_packing_count *fq_packing_count_new(const fq_packing_problem *p, uint64_t max_bytes,
                                       fq_error *error)
{
    *error = FQ_BAD_SIZE;
    uint32_t bits = fq_packing_bits(p);
    if (bits < 1 || bits > 64) return NULL;
    *error = FQ_NO_MEMORY;
    fq_packing_count *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->cells = p->cells;
    s->span = fq_span(p);
    s->max_bytes = max_bytes;
    s->first = calloc((size_t)p->cells + 2, sizeof *s->first);
    s->option = calloc((size_t)p->placements + 1, sizeof *s->option);
    if (!s->first || !s->option || !fq_part_grow(&s->table[0][0], &s->counts.bytes, max_bytes)) {
        fq_packing_count_free(s);
        return NULL;
    }

    uint64_t one[FQ_PACKING_MAX_PIECES], used_up[FQ_PACKING_MAX_PIECES], empty = 0;
    uint32_t shift = s->span;
    for (uint32_t k = 0; k < p->kinds; k++) { /* shift + width is below 64 */
        uint32_t width = fq_width(p->copies[k]);
        one[k] = UINT64_C(1) << shift;
        used_up[k] = one[k] << width;
        empty |= used_up[k] - p->copies[k] * one[k];
        s->all |= used_up[k];
        shift += width + 1;
    }

    /* A counting sort of the options by their first cell. At first, first[c + 2] is the number of
     * options of cell c. While the options are written, first[c + 1] is the index where the next
     * option of cell c goes. In the end, first[c + 1] is the index of the first option of cell c +
     * 1. */
    uint32_t longest = 0;
    for (uint32_t i = 0; i < p->placements; i++) s->first[fq_least(p, i) + 2]++;
    for (uint32_t c = 2; c < p->cells + 2; c++) {
        if (s->first[c] > longest) longest = s->first[c];
        s->first[c] += s->first[c - 1];
    }
    for (uint32_t i = 0; i < p->placements; i++) {
        uint32_t least = fq_least(p, i);
        fq_option option = {used_up[p->kind[i]], one[p->kind[i]]};
        for (uint32_t j = p->start[i]; j < p->start[i + 1]; j++)
            option.taken |= UINT64_C(1) << (p->cell[j] - least);
        s->option[s->first[least + 1]++] = option;
    }
    s->child = calloc((size_t)longest + 1, sizeof *s->child);
    if (!s->child) {
        fq_packing_count_free(s);
        return NULL;
    }
    s->table[0][0].entry[0] = (fq_entry){empty, 1, 0};
    s->table[0][0].used = 1;
    *error = FQ_OK;
    return s;
}

void fq_packing_count_peek(const fq_packing_count *s, uint64_t *high, uint64_t *low)
{
    *high = s->total_high;
    *low = s->total_low;
}

uint64_t fq_packing_count_spent(const fq_packing_count *s) { return s->counts.states; }
fq_packing_count_counters fq_packing_count_counts(const fq_packing_count *s) { return s->counts; }

void fq_packing_count_free(fq_packing_count *s)
{
    if (!s) return;
    for (uint32_t c = 0; c < FQ_PACKING_MAX_CELLS; c++)
        for (uint32_t i = 0; i < FQ_PARTS; i++) free(s->table[c][i].entry);
    free(s->first);
    free(s->option);
    free(s->child);
    free(s);
}

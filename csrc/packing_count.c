/* packing_count.c - arrangements of pieces counted by a dynamic program over the cells.
 *
 * States are worked off in the order of their first empty cell c. All cells before c are filled,
 * and none behind c + span, so a state is one word:
 *
 *     bit 63                     span                0
 *      | copies used, by kind     | filled? c+span-1 ... c |      (bit 0 is 0: c is empty)
 *
 * A kind of k copies has as many bits as the number k needs. The states of a cell live in hash
 * tables, in parts that grow alone, so that no step waits for the rehashing of one big table;
 * they are freed once read.
 *
 * Tried and lost, on IQ Puzzler Pro's pieces on 5 x 11 (2.0 million states, 0.55 s, 50 MB) and the
 * pentominoes on 6 x 10 (3.3 million):
 *   - depth first, with a table of what is known: 1.1 times as long with AVX-512 tests of eight
 *     placements at once, 2.4 times the nodes, 800 MB;
 *   - meeting in the middle: from both ends, and the cells between, less than a span of them, either
 *     filled from the back or left to a way in which the front hangs over. 1.5 times the states on
 *     5 x 11, 2.4 times on 6 x 10, because nothing tells the back early which pieces are gone. With
 *     a table, for each partial overhang, of the pieces that some state of the front has left: 0.9
 *     and 0.35 times the states, but for up to 14 pieces only and at four times the code, while
 *     6 x 10 is a board for the exact cover anyhow. */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "packing.h"

#define FQ_PARTS      32
#define FQ_FIRST_SIZE 16 /* entries of a new table */

typedef struct fq_entry {
    uint64_t key, low, high; /* a state and its ways; no ways: the entry is empty */
} fq_entry;

typedef struct fq_part {
    fq_entry *entry;
    uint64_t size, used; /* size is 0 or a power of two */
} fq_part;

typedef struct fq_kind {
    uint64_t mask, full, one; /* bits of the count of copies, all copies, one copy */
} fq_kind;

struct fq_packing_count {
    uint32_t cells, kinds, span;
    int full;
    uint64_t max_bytes;
    fq_kind kind[FQ_PACKING_MAX_PIECES];
    uint64_t all;    /* every copy used */
    uint32_t *first; /* cells x kinds + 1: where the masks begin of placements of a kind whose */
    uint64_t *mask;  /* first cell is a cell; masks are relative to that cell */
    uint32_t cell, part; /* where reading goes on */
    uint64_t index;
    uint64_t total_low, total_high;
    fq_packing_count_counters work;
    fq_part table[FQ_PACKING_MAX_CELLS][FQ_PARTS];
};

static uint64_t fq_hash(uint64_t key)
{
    uint64_t x = key * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static fq_entry *fq_find(const fq_part *part, uint64_t hash, uint64_t key)
{
    for (uint64_t i = hash & (part->size - 1);; i = (i + 1) & (part->size - 1)) {
        fq_entry *e = &part->entry[i];
        if (e->key == key || !(e->low | e->high)) return e;
    }
}

/* Doubles a table. 0 where memory or the allowance is spent; nothing is changed then. */
static int fq_grow(fq_packing_count *s, fq_part *part)
{
    fq_part larger = {NULL, part->size ? 2 * part->size : FQ_FIRST_SIZE, part->used};
    uint64_t bytes = larger.size * sizeof(fq_entry);
    if (s->work.bytes + bytes > s->max_bytes) return 0;
    larger.entry = calloc(larger.size, sizeof(fq_entry));
    if (!larger.entry) return 0;
    for (uint64_t i = 0; i < part->size; i++) {
        const fq_entry *e = &part->entry[i];
        if (e->low | e->high) *fq_find(&larger, fq_hash(e->key), e->key) = *e;
    }
    free(part->entry);
    s->work.bytes += bytes - part->size * sizeof(fq_entry);
    *part = larger;
    return 1;
}

/* (low, high) += (more_low, more_high); 0 where 128 bits overflow. */
static int fq_add(uint64_t *low, uint64_t *high, uint64_t more_low, uint64_t more_high)
{
    *low += more_low;
    uint64_t carry = *low < more_low, sum = *high + more_high;
    int over = sum < more_high || (carry && sum == UINT64_MAX);
    *high = sum + carry;
    return !over;
}

/* Adds the ways of `from` to the state `key` at `cell`. */
static int fq_arrive(fq_packing_count *s, const fq_entry *from, uint32_t cell, uint64_t key)
{
    if (cell == s->cells)
        return key != s->all || fq_add(&s->total_low, &s->total_high, from->low, from->high);
    uint64_t hash = fq_hash(key);
    fq_part *part = &s->table[cell][hash >> 59];
    if (4 * part->used >= 3 * part->size && !fq_grow(s, part)) return 0;
    fq_entry *e = fq_find(part, hash, key);
    if (e->low | e->high) return fq_add(&e->low, &e->high, from->low, from->high);
    *e = (fq_entry){key, from->low, from->high};
    part->used++;
    return 1;
}

/* Goes on from a state of the current cell. */
static int fq_expand(fq_packing_count *s, const fq_entry *e)
{
    const uint64_t window = fq_ones(s->span), filled = e->key & window, copies = e->key & ~window;
    const uint32_t *first = s->first + (size_t)s->cell * s->kinds;
    for (uint32_t k = 0; k < s->kinds; k++) {
        const fq_kind *kind = &s->kind[k];
        if ((copies & kind->mask) == kind->full) continue;
        for (uint32_t i = first[k]; i < first[k + 1]; i++) {
            const uint64_t mask = s->mask[i];
            if (mask & filled) continue;
            uint64_t after = filled | mask;
            /* span is below 64, so there is a bit 0 */
            uint32_t step = fq_lowest(~after);
            s->work.placements++;
            if (!fq_arrive(s, e, s->cell + step, after >> step | (copies + kind->one))) return 0;
        }
    }
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
                s->work.states++;
                if (!fq_expand(s, e)) {
                    s->full = 1;
                    return FQ_FULL;
                }
            }
            free(part->entry);
            s->work.bytes -= part->size * sizeof(fq_entry);
            *part = (fq_part){NULL, 0, 0};
        }
    }
    return FQ_DONE;
}

static uint32_t fq_width(uint64_t number)
{
    uint32_t bits = 0;
    for (; number; number >>= 1) bits++;
    return bits;
}

static int fq_is_problem(const fq_packing_problem *p)
{
    if (p->cells < 1 || p->cells > FQ_PACKING_MAX_CELLS) return 0;
    if (p->kinds < 1 || p->kinds > FQ_PACKING_MAX_PIECES) return 0;
    if (p->placements > UINT32_C(1) << 24 || p->start[0] != 0) return 0;
    for (uint32_t k = 0; k < p->kinds; k++)
        if (p->copies[k] < 1 || p->copies[k] > FQ_PACKING_MAX_CELLS) return 0;
    for (uint32_t i = 0; i < p->placements; i++) {
        if (p->start[i + 1] <= p->start[i]) return 0;
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
    for (uint32_t k = 0; k < p->kinds; k++) bits += fq_width(p->copies[k]);
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
    s->kinds = p->kinds;
    s->span = fq_span(p);
    s->max_bytes = max_bytes;
    const size_t lists = (size_t)p->cells * p->kinds;
    s->first = calloc(lists + 2, sizeof *s->first);
    s->mask = calloc((size_t)p->placements + 1, sizeof *s->mask);
    if (!s->first || !s->mask || !fq_grow(s, &s->table[0][0])) {
        fq_packing_count_free(s);
        return NULL;
    }
    uint32_t shift = s->span;
    for (uint32_t k = 0; k < p->kinds; k++) {
        uint32_t width = fq_width(p->copies[k]); /* shift + width is at most 64, width at least 1 */
        s->kind[k].one = UINT64_C(1) << shift;
        s->kind[k].mask = fq_ones(width) << shift;
        s->kind[k].full = (uint64_t)p->copies[k] << shift;
        s->all |= s->kind[k].full;
        shift += width;
    }

    /* A counting sort of the placements by (least cell, kind): first[i + 2] counts list i, then */
    /* first[i + 1] is where the next of list i goes, and in the end where list i + 1 begins. */
    for (uint32_t i = 0; i < p->placements; i++)
        s->first[(size_t)fq_least(p, i) * p->kinds + p->kind[i] + 2]++;
    for (size_t i = 2; i < lists + 2; i++) s->first[i] += s->first[i - 1];
    for (uint32_t i = 0; i < p->placements; i++) {
        uint32_t least = fq_least(p, i);
        uint64_t mask = 0;
        for (uint32_t j = p->start[i]; j < p->start[i + 1]; j++)
            mask |= UINT64_C(1) << (p->cell[j] - least);
        s->mask[s->first[(size_t)least * p->kinds + p->kind[i] + 1]++] = mask;
    }

    s->table[0][0].entry[0] = (fq_entry){0, 1, 0}; /* the empty board */
    s->table[0][0].used = 1;
    *error = FQ_OK;
    return s;
}

void fq_packing_count_peek(const fq_packing_count *s, uint64_t *high, uint64_t *low)
{
    *high = s->total_high;
    *low = s->total_low;
}

fq_packing_count_counters fq_packing_count_work(const fq_packing_count *s) { return s->work; }

void fq_packing_count_free(fq_packing_count *s)
{
    if (!s) return;
    for (uint32_t c = 0; c < FQ_PACKING_MAX_CELLS; c++)
        for (uint32_t i = 0; i < FQ_PARTS; i++) free(s->table[c][i].entry);
    free(s->first);
    free(s->mask);
    free(s);
}

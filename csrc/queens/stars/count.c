/* count.c - counts the solutions of a Star Battle board with a dynamic program over the cells
 * (count.h).
 *
 * Three simple bounds remove states that cannot be completed: each missing star of a column needs
 * two rows, each missing star of a row needs two columns, and each missing star of a region needs
 * one cell. */
#include <stdlib.h>
#include <string.h>

#include "queens/board/geometry.h"
#include "queens/board/labels.h"
#include "count.h"

#define FQ_PARTS 256 /* number of hash tables that share the states */
#define FQ_COUNT_MAX_N 32

/* A state and the number of placements that lead to this state, high * 2^64 + low. `columns` and
 * `regions` hold the numbers of missing stars. Bit c of `ahead` means that the next cell in column
 * c cannot have a star. The upper bits of `ahead` are: FQ_BESIDE, set if the cell to the left has a
 * star; the number of missing stars of the row, from bit FQ_ROW on; and FQ_USED, which is set in
 * every state, so an entry of zeros is empty. */
typedef struct fq_entry {
    uint64_t columns, regions, ahead, low, high;
} fq_entry;

#define FQ_BESIDE (UINT64_C(1) << 32)
#define FQ_ROW    33
#define FQ_USED   (UINT64_C(1) << 63)

static inline uint64_t fq_entry_hash(const fq_entry *e)
{
    uint64_t x = e->columns * UINT64_C(0x9e3779b97f4a7c15) + e->ahead;
    x = (x ^ x >> 32 ^ e->regions) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 29 ^ e->ahead << 7) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 32;
}

static inline int fq_entry_used(const fq_entry *e) { return e->ahead != 0; }
static inline int fq_entry_is(const fq_entry *e, const fq_entry *state)
{
    return !e->ahead || (e->ahead == state->ahead && e->columns == state->columns &&
                         e->regions == state->regions);
}

#include "common/dp_table.h"

struct fq_stars_count {
    uint32_t n, stars, bits, cell; /* `cell` is the cell to fill next */
    int full;
    uint64_t max_bytes;
    fq_part above[FQ_PARTS], below[FQ_PARTS]; /* states before and after `cell` */
    uint32_t part; /* the state to read next: above[part], entry `index` */
    uint64_t index;
    uint64_t states; /* number of states in `below` */
    uint64_t total_high, total_low;
    fq_regions_count_counters counts;
    uint8_t region_of[FQ_COUNT_MAX_N * FQ_COUNT_MAX_N];
    /* for each cell: the number of later cells of the same region */
    uint16_t later_cells[FQ_COUNT_MAX_N * FQ_COUNT_MAX_N];
};

/* Adds (more_high, more_low) to (high, low); returns 0 if the sum needs more than 128 bits. */
static int fq_add_counts(uint64_t *high, uint64_t *low, uint64_t more_high, uint64_t more_low)
{
    *low += more_low;
    more_high += *low < more_low;
    *high += more_high;
    return *high >= more_high;
}

/* Fills the current cell with or without a star and adds the count of `from` to the resulting
 * state. Returns 0 if the memory limit is reached or the count overflows. */
static int fq_add_transition(fq_stars_count *s, const fq_entry *from, uint64_t star)
{
    const uint32_t n = s->n, bits = s->bits, r = s->cell / n, c = s->cell % n;
    const uint32_t g = s->region_of[s->cell];
    const uint64_t few = fq_ones(bits), here = UINT64_C(1) << c;
    fq_entry to = *from;
    to.columns -= star << c * bits;
    to.regions -= star << g * bits;
    uint64_t row = (from->ahead >> FQ_ROW & few) - star;
    const uint64_t column = to.columns >> c * bits & few, region = to.regions >> g * bits & few;
    if (row > (n - c) / 2 || column > (n - r) / 2 || region > s->later_cells[s->cell]) return 1;
    if (s->cell + 1 == n * n)
        return fq_add_counts(&s->total_high, &s->total_low, from->high, from->low);

    /* From here on, bit c of `ahead` stands for the cell in column c of the row below. */
    uint64_t ahead = from->ahead & fq_ones(n) & ~here;
    if (from->ahead & FQ_BESIDE) ahead |= here;
    if (star) ahead |= here | here >> 1 | (here << 1 & fq_ones(n));
    if (!column) ahead |= here;
    if (c + 1 == n)
        row = s->stars;
    else if (star)
        ahead |= FQ_BESIDE;
    if (r + 1 == n) ahead &= ~(here | (here - 1)); /* the last row has no row below */
    to.ahead = ahead | row << FQ_ROW | FQ_USED;

    const uint64_t hash = fq_entry_hash(&to);
    fq_part *part = &s->below[hash >> 56];
    if (!fq_part_has_room(part, hash >> 56) &&
        !fq_part_grow(part, &s->counts.bytes, s->max_bytes))
        return 0;
    fq_entry *e = fq_part_find(part, hash, &to);
    if (fq_entry_used(e)) return fq_add_counts(&e->high, &e->low, from->high, from->low);
    *e = to;
    part->used++;
    s->states++;
    return 1;
}

fq_status fq_stars_count_step(fq_stars_count *s, uint64_t budget)
{
    const uint32_t cells = s->n * s->n, bits = s->bits;
    uint64_t left = budget;
    if (s->full) return FQ_FULL;
    while (s->cell < cells) {
        const uint32_t c = s->cell % s->n, g = s->region_of[s->cell];
        const uint64_t few = fq_ones(bits);
        for (; s->part < FQ_PARTS; s->part++, s->index = 0) {
            fq_part *part = &s->above[s->part];
            for (; s->index < part->size; s->index++) {
                const fq_entry *e = &part->entry[s->index];
                if (!fq_entry_used(e)) continue;
                if (!left--) return FQ_RUNNING;
                const int open = !(e->ahead >> c & 1) && e->ahead >> FQ_ROW & few &&
                                 e->regions >> g * bits & few;
                s->counts.reads++;
                s->counts.transitions += 1 + (uint64_t)open;
                if (!fq_add_transition(s, e, 0) || (open && !fq_add_transition(s, e, 1))) {
                    s->full = 1;
                    return FQ_FULL;
                }
            }
            fq_part_drop(part, &s->counts.bytes);
        }
        memcpy(s->above, s->below, sizeof s->above);
        memset(s->below, 0, sizeof s->below);
        if (s->states > s->counts.states) s->counts.states = s->states;
        s->states = 0;
        s->part = 0;
        s->counts.rows = ++s->cell / s->n;
    }
    return FQ_DONE;
}

/* Counts, for every cut between two rows, the regions with cells on both sides of the cut. Returns
 * the sum of these counts. */
static uint32_t fq_count_crossings(uint32_t n, const uint8_t *region_of)
{
    uint64_t below[FQ_COUNT_MAX_N + 1] = {0}, above = 0;
    uint32_t sum = 0;
    for (uint32_t i = n * n; i-- > 0;) {
        if (i % n == n - 1) below[i / n] = below[i / n + 1];
        below[i / n] |= UINT64_C(1) << region_of[i];
    }
    for (uint32_t i = 0; i < n * n; i++) {
        above |= UINT64_C(1) << region_of[i];
        if (i % n == n - 1) sum += fq_popcount(above & below[i / n + 1]);
    }
    return sum;
}

fq_stars_count *fq_stars_count_new(uint32_t n, const uint8_t *labels, const fq_rules *rules,
                                   uint64_t max_bytes, fq_error *error)
{
    const uint32_t stars = rules->stars, bits = stars <= 3 ? 2 : 3;
    uint8_t across[FQ_COUNT_MAX_N * FQ_COUNT_MAX_N] = {0};
    uint16_t size[FQ_COUNT_MAX_N] = {0};
    *error = FQ_BAD_SIZE;
    if (n < 1 || stars < 2 || stars > 7 || n * bits > 64 || rules->allow_empty_regions) return NULL;
    *error = FQ_NO_MEMORY;
    fq_stars_count *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->n = n;
    s->stars = stars;
    s->bits = bits;
    s->max_bytes = max_bytes;
    if (fq_number_labels(n, labels, s->region_of) != n) {
        *error = FQ_BAD_REGIONS;
        free(s);
        return NULL;
    }
    /* Transpose the board if this sum is smaller for the transposed board. */
    for (uint32_t i = 0; i < n * n; i++) across[i % n * n + i / n] = s->region_of[i];
    if (fq_count_crossings(n, across) < fq_count_crossings(n, s->region_of))
        memcpy(s->region_of, across, (size_t)n * n);
    for (uint32_t i = n * n; i-- > 0;) s->later_cells[i] = size[s->region_of[i]]++;
    if (!fq_part_grow(&s->above[0], &s->counts.bytes, max_bytes)) {
        free(s);
        return NULL;
    }
    fq_entry root = {0, 0, (uint64_t)stars << FQ_ROW | FQ_USED, 1, 0};
    for (uint32_t i = 0; i < n; i++) root.columns |= (uint64_t)stars << i * bits;
    root.regions = root.columns;
    s->above[0].entry[0] = root;
    s->above[0].used = 1;
    *error = FQ_OK;
    return s;
}

void fq_stars_count_peek(const fq_stars_count *s, uint64_t *high, uint64_t *low)
{
    *high = s->total_high;
    *low = s->total_low;
}

uint64_t fq_stars_count_spent(const fq_stars_count *s) { return s->counts.reads; }

fq_regions_count_counters fq_stars_count_counts(const fq_stars_count *s) { return s->counts; }

void fq_stars_count_free(fq_stars_count *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < FQ_PARTS; i++) {
        free(s->above[i].entry);
        free(s->below[i].entry);
    }
    free(s);
}

/* count.c - counts solutions of coloured Queens with a dynamic program over the rows.
 *
 * A state after row r consists of the used columns, the column of the last queen, and the used
 * regions among those with cells both above and below the cut after row r. A region whose last cell
 * is in row r needs no bit after row r: it has its queen by then, or it may stay empty. */
#include <stdlib.h>
#include <string.h>

#include "queens/board/labels.h"
#include "state.h"

#define FQ_PARTS 256 /* the states are spread over this many tables by their hash */

/* A state and the number of placements that lead to this state, in 32 bytes. The number has 120
 * bits: `low` and the lower 56 bits of `high`. The top byte of `high` is 1 plus the column of the
 * last queen, so it is never 0 in a state; an entry of zeros is empty. */
typedef struct fq_entry {
    uint64_t columns, regions, low, high;
} fq_entry;

static inline uint64_t fq_last_column(const fq_entry *e) { return e->high >> 56; }

static inline uint64_t fq_entry_hash(const fq_entry *e)
{
    uint64_t x = e->columns * UINT64_C(0x9e3779b97f4a7c15) + fq_last_column(e);
    x = (x ^ x >> 32 ^ e->regions) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 32;
}

static inline int fq_entry_used(const fq_entry *e) { return fq_last_column(e) != 0; }
static inline int fq_entry_is(const fq_entry *e, const fq_entry *state)
{
    return !fq_last_column(e) || (fq_last_column(e) == fq_last_column(state) &&
                                  e->columns == state->columns && e->regions == state->regions);
}

#include "common/dp_table.h"

struct fq_regions_count {
    uint32_t n, row; /* `row` is the row that gets its queen now */
    int allow_empty_regions, full;
    uint64_t max_bytes;
    uint64_t open_after[FQ_REGIONS_MAX_N]; /* regions with cells above and below the cut */
    uint64_t end_at[FQ_REGIONS_MAX_N];     /* regions whose last row is this row */
    fq_part above[FQ_PARTS], below[FQ_PARTS]; /* states before and after `row` */
    uint32_t part;   /* the state that is read now: above[part], entry `index` */
    uint64_t index;
    uint64_t left;   /* columns of this state that are not tried yet */
    int opened;      /* nonzero: `left` is set for this state */
    uint64_t states; /* number of states in `below` */
    uint64_t total_high, total_low;
    fq_regions_count_counters counts;
    uint8_t region_of[FQ_REGIONS_MAX_N * FQ_REGIONS_MAX_N];
};

#define FQ_HIGH_MASK ((UINT64_C(1) << 56) - 1)

/* Adds (high, low) to the total; returns 0 if the sum needs more than 120 bits. */
static int fq_add_counts(uint64_t *total_high, uint64_t *total_low, uint64_t high, uint64_t low)
{
    *total_low += low;
    uint64_t sum = (*total_high & FQ_HIGH_MASK) + high + (*total_low < low);
    if (sum > FQ_HIGH_MASK) return 0;
    *total_high = (*total_high & ~FQ_HIGH_MASK) | sum;
    return 1;
}

/* Puts a queen on `column` of the current row and adds the count of `from` to the new state.
 * Returns 0 if the memory limit is reached or the count overflows. */
static int fq_add_transition(fq_regions_count *s, const fq_entry *from, uint32_t column)
{
    const uint32_t r = s->row;
    uint64_t columns = from->columns | UINT64_C(1) << column;
    uint64_t regions = from->regions | UINT64_C(1) << s->region_of[r * s->n + column];
    uint64_t high = from->high & FQ_HIGH_MASK;
    if (!s->allow_empty_regions && s->end_at[r] & ~regions) return 1;
    if (r + 1 == s->n) return fq_add_counts(&s->total_high, &s->total_low, high, from->low);

    regions &= s->open_after[r];
    const fq_entry state = {columns, regions, from->low, high | (uint64_t)(column + 1) << 56};
    uint64_t hash = fq_entry_hash(&state);
    fq_part *part = &s->below[hash >> 56];
    if (!fq_part_has_room(part, hash >> 56) &&
        !fq_part_grow(part, &s->counts.bytes, s->max_bytes))
        return 0;
    fq_entry *e = fq_part_find(part, hash, &state);
    if (fq_entry_used(e)) return fq_add_counts(&e->high, &e->low, high, from->low);
    *e = state;
    part->used++;
    s->states++;
    return 1;
}

fq_status fq_regions_count_step(fq_regions_count *s, uint64_t budget)
{
    /* Reading a state uses budget too, because a state may have no transition. */
    uint64_t left = budget;
    if (s->full) return FQ_FULL;
    while (s->row < s->n) {
        for (; s->part < FQ_PARTS; s->part++, s->index = 0) {
            fq_part *part = &s->above[s->part];
            for (; s->index < part->size; s->index++) {
                const fq_entry *e = &part->entry[s->index];
                uint64_t last = fq_last_column(e);
                if (!last) continue;
                if (!s->opened) {
                    if (!left--) return FQ_RUNNING;
                    s->counts.reads++;
                    /* The root has no last queen. Its top byte n + 2 stands for no column. */
                    uint64_t bit = last <= s->n ? UINT64_C(1) << (last - 1) : 0;
                    s->left = fq_ones(s->n) & ~(e->columns | bit << 1 | bit >> 1);
                    s->opened = 1;
                }
                for (; s->left; s->left &= s->left - 1) {
                    uint32_t c = fq_lowest(s->left);
                    if (e->regions >> s->region_of[s->row * s->n + c] & 1) continue;
                    if (!left--) return FQ_RUNNING;
                    s->counts.transitions++;
                    if (!fq_add_transition(s, e, c)) {
                        s->full = 1;
                        return FQ_FULL;
                    }
                }
                s->opened = 0;
            }
            fq_part_drop(part, &s->counts.bytes);
        }
        memcpy(s->above, s->below, sizeof s->above);
        memset(s->below, 0, sizeof s->below);
        if (s->states > s->counts.states) s->counts.states = s->states;
        s->states = 0;
        s->part = 0;
        s->counts.rows = ++s->row;
    }
    return FQ_DONE;
}

/* Counts, for every cut between two rows, the regions that have cells on both sides of the cut, and
 * returns the sum. A smaller sum means fewer states. Also sets `open_after` and `end_at`. */
static uint64_t fq_count_crossings(uint32_t n, const uint8_t *region_of, uint64_t *open_after,
                             uint64_t *end_at)
{
    uint64_t above = 0, sum = 0;
    uint64_t rows[FQ_REGIONS_MAX_N] = {0}, below[FQ_REGIONS_MAX_N + 1] = {0};
    for (uint32_t r = n; r-- > 0;) {
        for (uint32_t c = 0; c < n; c++) rows[r] |= UINT64_C(1) << region_of[r * n + c];
        below[r] = below[r + 1] | rows[r];
    }
    for (uint32_t r = 0; r < n; r++) {
        above |= rows[r];
        open_after[r] = above & below[r + 1];
        end_at[r] = rows[r] & ~below[r + 1];
        sum += fq_popcount(open_after[r]);
    }
    return sum;
}

fq_regions_count *fq_regions_count_new(uint32_t n, const uint8_t *labels, const fq_rules *rules,
                                       uint64_t max_bytes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_REGIONS_MAX_N || rules->stars != 1) return NULL;
    *error = FQ_NO_MEMORY;
    fq_regions_count *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    uint8_t numbers[FQ_REGIONS_MAX_N * FQ_REGIONS_MAX_N];
    uint32_t regions = fq_number_labels(n, labels, s->region_of);
    if (!fq_rules_allow_regions(rules, n, regions) || regions > 64) {
        free(s);
        *error = FQ_BAD_REGIONS;
        return NULL;
    }
    s->n = n;
    s->allow_empty_regions = regions != n;
    s->max_bytes = max_bytes;

    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) numbers[c * n + r] = s->region_of[r * n + c];
    /* Transpose the board if the sum is smaller for the transposed board. */
    uint64_t across = fq_count_crossings(n, numbers, s->open_after, s->end_at);
    if (fq_count_crossings(n, s->region_of, s->open_after, s->end_at) > across) {
        memcpy(s->region_of, numbers, (size_t)n * n);
        fq_count_crossings(n, s->region_of, s->open_after, s->end_at);
    }
    /* The root is the state of the empty placement, with the count 1. */
    if (!fq_part_grow(&s->above[0], &s->counts.bytes, max_bytes)) {
        free(s);
        return NULL;
    }
    s->above[0].entry[0] = (fq_entry){0, 0, 1, (uint64_t)(n + 2) << 56};
    s->above[0].used = 1;
    *error = FQ_OK;
    return s;
}

void fq_regions_count_peek(const fq_regions_count *s, uint64_t *high, uint64_t *low)
{
    *high = s->total_high;
    *low = s->total_low;
}

uint64_t fq_regions_count_spent(const fq_regions_count *s)
{
    return s->counts.reads + s->counts.transitions;
}

fq_regions_count_counters fq_regions_count_counts(const fq_regions_count *s) { return s->counts; }

void fq_regions_count_free(fq_regions_count *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < FQ_PARTS; i++) {
        free(s->above[i].entry);
        free(s->below[i].entry);
    }
    free(s);
}

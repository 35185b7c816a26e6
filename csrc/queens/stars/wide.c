/* wide.c - the counting search for n >= 22 or more than 3 stars: one word of candidates per row.
 *
 * The search branches by the same rules as narrow.h. The candidates of all columns are counted
 * together, by adding the words of all rows in saturating counters. The candidates of a region are
 * counted row by row; the count stops when a larger count would make no difference. */
#include <string.h>

#include "state.h"

enum { FQ_REGION, FQ_ROW, FQ_COLUMN };

static inline uint64_t fq_open_units(const fq_stars_lines *kind)
{
    uint64_t open = 0;
    for (uint32_t m = 0; m < FQ_MAX_STARS; m++) open |= kind->missing[m];
    return open;
}

/* Sets least[j] to the units of one kind with more than j candidates, for j up to stars + 1. The
 * bits of units without missing stars are undefined. */
static void fq_count_candidates(const fq_stars *s, uint32_t kind, uint64_t *least)
{
    const fq_stars_wide *b = s->wide;
    const uint64_t *cand = b->now.cand;
    const uint32_t n = s->n, most = s->stars + 2;
    memset(least, 0, most * sizeof *least);
    if (kind == FQ_COLUMN) {
        for (uint32_t r = 0; r < n; r++) {
            for (uint32_t j = most - 1; j > 0; j--) least[j] |= least[j - 1] & cand[r];
            least[0] |= cand[r];
        }
        return;
    }
    for (uint64_t left = fq_open_units(&b->now.kind[kind]); left; left &= left - 1) {
        uint32_t i = fq_lowest(left), size = 0;
        if (kind == FQ_ROW)
            size = fq_popcount(cand[i]);
        else
            for (uint32_t r = b->region.first[i]; r <= b->region.last[i] && size < most; r++)
                size += fq_popcount(cand[r] & b->region.cells[i * n + r]);
        for (uint32_t j = 0; j < most && j < size; j++) least[j] |= UINT64_C(1) << i;
    }
}

/* The candidates of unit i that are in row r. */
static inline uint64_t fq_candidates_in_row(const fq_stars *s, uint32_t kind, uint32_t i,
                                            uint32_t r)
{
    const fq_stars_wide *b = s->wide;
    if (kind == FQ_REGION) return b->now.cand[r] & b->region.cells[i * s->n + r];
    if (kind == FQ_ROW) return r == i ? b->now.cand[r] : 0;
    return b->now.cand[r] & UINT64_C(1) << i;
}

/* The lowest candidate of a unit, or UINT32_MAX if it has none. */
static uint32_t fq_find_lowest_cell(const fq_stars *s, uint32_t kind, uint32_t i)
{
    for (uint32_t r = 0; r < s->n; r++) {
        uint64_t cells = fq_candidates_in_row(s, kind, i, r);
        if (cells) return r * s->n + fq_lowest(cells);
    }
    return UINT32_MAX;
}

void fq_place_star_wide(fq_stars *s, uint32_t cell)
{
    fq_stars_wide *b = s->wide;
    uint64_t *cand = b->now.cand;
    const uint32_t n = s->n, row = cell / n, column = cell % n, g = s->region_of[cell];
    const uint64_t bit = UINT64_C(1) << column;
    const uint64_t unit[3] = {UINT64_C(1) << g, UINT64_C(1) << row, bit};
    fq_prune_touched(cand, n, row, bit);
    if (b->now.kind[FQ_REGION].missing[0] & unit[FQ_REGION])
        for (uint32_t r = b->region.first[g]; r <= b->region.last[g]; r++)
            cand[r] &= ~b->region.cells[g * n + r];
    if (b->now.kind[FQ_ROW].missing[0] & unit[FQ_ROW]) cand[row] = 0;
    if (b->now.kind[FQ_COLUMN].missing[0] & bit)
        for (uint32_t r = 0; r < n; r++) cand[r] &= ~bit;
    for (uint32_t kind = 0; kind < 3; kind++) {
        uint64_t *missing = b->now.kind[kind].missing, u = unit[kind];
        for (uint32_t m = 0; m + 1 < s->stars; m++)
            missing[m] = (missing[m] & ~u) | (missing[m + 1] & u);
        missing[s->stars - 1] &= ~u;
    }
    s->trail[b->now.placed++] = (uint16_t)cell;
}

/* Places forced stars until no star is forced; returns 0 at a dead end. */
static int fq_propagate(fq_stars *s)
{
    fq_stars_state *now = &s->wide->now;
    for (int again = 1; again;) {
        again = 0;
        for (uint32_t kind = 0; kind < 3; kind++) {
            uint64_t least[FQ_MAX_STARS + 2], dead = 0, forced = 0;
            const uint64_t *missing = now->kind[kind].missing;
            fq_count_candidates(s, kind, least);
            for (uint32_t m = 0; m < s->stars; m++) {
                dead |= missing[m] & ~least[m];
                forced |= missing[m] & ~least[m + 1];
            }
            if (dead) return 0;
            for (; forced; forced &= fq_open_units(&now->kind[kind])) {
                uint32_t cell = fq_find_lowest_cell(s, kind, fq_lowest(forced));
                if (cell == UINT32_MAX) return 0;
                fq_place_star_wide(s, cell);
                again = 1;
            }
        }
    }
    return 1;
}

/* Chooses at random among the candidates of a unit whose stars would remove the fewest other
 * candidates. */
static uint32_t fq_choose_random_cell(fq_stars *s, uint32_t kind, uint32_t i)
{
    const uint64_t *cand = s->wide->now.cand;
    const uint32_t n = s->n;
    uint32_t best = UINT32_MAX, least = UINT32_MAX, ties = 0;
    for (uint32_t r = 0; r < n; r++)
        for (uint64_t left = fq_candidates_in_row(s, kind, i, r); left; left &= left - 1) {
            const uint64_t bit = left & (0 - left), near = fq_touched(bit);
            uint32_t pruned = fq_popcount(cand[r] & near);
            if (r) pruned += fq_popcount(cand[r - 1] & near);
            if (r + 1 < n) pruned += fq_popcount(cand[r + 1] & near);
            if (pruned > least) continue;
            if (pruned < least) least = pruned, ties = 0;
            if (!fq_rng_below(&s->rng, ++ties)) best = r * n + fq_lowest(bit);
        }
    return best;
}

/* Chooses the cell to branch on, by the same rules as narrow.h. Among equal units, regions come
 * before rows and rows before columns. */
static uint32_t fq_choose_cell(fq_stars *s)
{
    const fq_stars_state *now = &s->wide->now;
    uint32_t best = 0, at = 0, least = UINT32_MAX;
    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t m = 0; m < s->stars; m++)
            for (uint64_t left = now->kind[kind].missing[m]; left; left &= left - 1) {
                uint32_t i = fq_lowest(left), size = 0;
                for (uint32_t r = 0; r < s->n; r++)
                    size += fq_popcount(fq_candidates_in_row(s, kind, i, r));
                uint32_t key = FQ_MAX_STARS * (size - m) + m; /* compares slack, then missing */
                if (key < least) least = key, best = kind, at = i;
            }
    return s->random ? fq_choose_random_cell(s, best, at) : fq_find_lowest_cell(s, best, at);
}

fq_status fq_run_stars_wide(fq_stars *s, uint64_t stop)
{
    fq_stars_wide *b = s->wide;
    fq_status status = FQ_DONE;
    if (s->resume == FQ_AT_END) return FQ_DONE;
    if (s->resume == FQ_AT_BACKTRACK) goto back;
    s->counts.nodes++;

    for (;;) {
        if (!fq_propagate(s)) {
            s->counts.backtracks++;
            goto back;
        }
        if (b->now.placed == s->n * s->stars) {
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            status = FQ_FOUND;
            break;
        }
        uint32_t cell = fq_choose_cell(s);
        b->frame[s->depth] = b->now;
        b->frame[s->depth++].cand[cell / s->n] &= ~(UINT64_C(1) << cell % s->n);
        fq_place_star_wide(s, cell);
        if (s->counts.nodes >= stop) {
            s->resume = FQ_AT_NODE;
            status = FQ_RUNNING;
            break;
        }
        s->counts.nodes++;
        continue;

    back:
        if (!s->depth) {
            s->resume = FQ_AT_END;
            break;
        }
        b->now = b->frame[--s->depth];
    }
    s->placed = b->now.placed;
    return status;
}

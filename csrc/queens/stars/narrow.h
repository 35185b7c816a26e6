/* narrow.h - the counting search for n <= 21 and up to 3 stars. This file is included once for each
 * kind of narrow board (board/narrow_kinds.h). `run` is compiled once for each number of stars, so
 * `stars` is a constant there and the compiler unrolls the loops over stars.
 *
 * `run` continues the depth-first search until it finds a solution, completes the search, or would
 * count more than `stop` nodes. `stop` must be larger than the current node count. The instruction
 * sets differ only in how they count candidates, so the tree and all counters are the same. */

/* Speed compared with portable C on 10 x 10 boards with two stars: AVX2 is 1.1 to 1.4 times as fast
 * (the same code, compiled with the popcnt instruction), AVX-512 is 3 to 4 times as fast.
 *
 * Tried on the same boards:
 * - Removing each candidate whose star would leave a unit with too few candidates, for units of
 *   slack one (one candidate more than missing stars): half the nodes (288 instead of 588). The
 *   speed changes by a factor of 1.0 to 1.4 in portable C, but 0.76 to 0.96 with AVX-512.
 * - The same removal for units of slack one and two: 157 nodes. The speed changes by a factor of
 *   0.87 to 1.0 in portable C and AVX2, and 0.76 to 0.81 with AVX-512.
 * - Branching on the cell that is in the most units of slack one: not fewer nodes. */

/* Whether boards of this kind may restart (n > FQ_NO_RESTART_MAX_N). Because this is a constant,
 * the search of smaller boards has no test for restarts at run time. */
#ifndef FQ_MAY_RESTART
#define FQ_MAY_RESTART (W > 3)
#endif

#include "queens/board/narrow_counts.h"

typedef struct NAME(scan) {
    uint64_t least[FQ_NARROW_MAX_STARS + 2]; /* least[j]: units with more than j candidates */
#if defined(__AVX512VPOPCNTDQ__)
    __m512i counts; /* number of candidates of each unit, one byte per unit */
#endif
} NAME(scan);

#if defined(__AVX512VPOPCNTDQ__)

static inline NAME(scan)
    NAME(scan_units)(const fq_stars_narrow *b, const uint64_t *cand, uint32_t stars)
{
    NAME(scan) found = {.counts = NAME(count_candidates)(&b->unit, cand)};
    for (uint32_t j = 0; j < stars + 2; j++)
        found.least[j] = _mm512_cmpgt_epu8_mask(found.counts, _mm512_set1_epi8((char)j));
    return found;
}

#else

/* Counts the candidates of each unit, up to stars + 2, by adding the unit masks of all candidates:
 * bit u of least[j] is set when unit u has more than j candidates. */
static inline NAME(scan)
    NAME(scan_units)(const fq_stars_narrow *b, const uint64_t *cand, uint32_t stars)
{
    NAME(scan) found;
    uint64_t least[FQ_NARROW_MAX_STARS + 2] = {0};
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *units = b->units + 64 * w;
        for (uint64_t left = cand[w]; left; left &= left - 1) {
            uint64_t u = units[fq_lowest(left)];
            for (uint32_t j = stars + 1; j > 0; j--) least[j] |= least[j - 1] & u;
            least[0] |= u;
        }
    }
    for (uint32_t j = 0; j < stars + 2; j++) found.least[j] = least[j];
    return found;
}

#endif

/* Returns the unit to branch on: a unit with the smallest slack (candidates minus missing stars).
 * Among equal units it takes one with the fewest missing stars, then the one with the lowest
 * bit. */
static inline uint32_t NAME(find_least_slack)(const fq_stars_narrow *b, const NAME(scan) * found,
                                      const uint64_t *cand, const uint64_t *missing, uint32_t stars)
{
    for (uint32_t m = 0; m < stars; m++) {
        uint64_t units = missing[m] & found->least[m + 1] & ~found->least[m + 2];
        if (units) return fq_lowest(units);
    }
#if defined(__AVX512VPOPCNTDQ__)
    (void)b, (void)cand;
    for (uint32_t slack = 2;; slack++)
        for (uint32_t m = 0; m < stars; m++) {
            uint64_t units =
                _mm512_cmpeq_epi8_mask(found->counts, _mm512_set1_epi8((char)(slack + m + 1))) &
                missing[m];
            if (units) return fq_lowest(units);
        }
#else
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t m = 0; m < stars; m++)
        for (uint64_t units = missing[m]; units; units &= units - 1) {
            uint32_t bit = fq_lowest(units), size = 0;
            for (int w = 0; w < W; w++) size += fq_popcount(cand[w] & b->cells[bit * W + w]);
            uint32_t key = 4 * (size - m) + m;
            if (key < least) least = key, best = bit;
        }
    return best;
#endif
}

/* The lowest candidate of a unit, or UINT32_MAX if it has none. */
static inline uint32_t NAME(lowest_cell)(const fq_stars_narrow *b, const uint64_t *cand,
                                         uint32_t bit)
{
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & b->cells[bit * W + w];
        if (cells) return 64 * w + fq_lowest(cells);
    }
    return UINT32_MAX;
}

/* Chooses at random among the candidates of a unit whose stars would remove the fewest other
 * candidates. Such cells are close to other stars, so more space remains for later stars. */
__attribute__((unused)) static uint32_t NAME(random_cell)(fq_stars *s, const uint64_t *cand,
                                                          uint32_t bit)
{
    const fq_stars_narrow *b = s->narrow;
    uint32_t best = UINT32_MAX, least = UINT32_MAX, ties = 0;
    for (uint32_t w = 0; w < W; w++)
        for (uint64_t left = cand[w] & b->cells[bit * W + w]; left; left &= left - 1) {
            const uint32_t cell = 64 * w + fq_lowest(left);
            uint32_t pruned = 0;
            for (uint32_t x = 0; x < W; x++) pruned += fq_popcount(cand[x] & b->near[cell * W + x]);
            if (pruned > least) continue;
            if (pruned < least) least = pruned, ties = 0;
            if (!fq_rng_below(&s->rng, ++ties)) best = cell;
        }
    return best;
}

/* Puts a star on `cell`. Removes from the candidates this cell, the cells around it, and all cells
 * of each unit that now has all its stars. */
static inline void NAME(place)(fq_stars *s, uint64_t *cand, uint64_t *missing, uint32_t *placed,
                               uint32_t cell, uint32_t stars)
{
    const fq_stars_narrow *b = s->narrow;
    const uint64_t units = b->units[cell];
    for (uint32_t w = 0; w < W; w++) cand[w] &= ~b->near[cell * W + w];
    for (uint64_t full = missing[0] & units; full; full &= full - 1) {
        const uint64_t *cells = b->cells + fq_lowest(full) * W;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~cells[w];
    }
    for (uint32_t m = 0; m + 1 < stars; m++)
        missing[m] = (missing[m] & ~units) | (missing[m + 1] & units);
    missing[stars - 1] &= ~units;
    s->trail[(*placed)++] = (uint16_t)cell;
}

static inline __attribute__((always_inline)) fq_status NAME(run)(fq_stars *s, uint64_t stop,
                                                                 uint32_t stars)
{
    fq_stars_narrow *b = s->narrow;
    uint64_t nodes = s->counts.nodes, backtracks = s->counts.backtracks;
    uint64_t cand[W], missing[FQ_NARROW_MAX_STARS];
    uint32_t depth = s->depth, placed = s->placed;
    fq_status status = FQ_DONE;
    fq_stars_frame *frame;
    for (int w = 0; w < W; w++) cand[w] = b->cand[w];
    for (uint32_t m = 0; m < stars; m++) missing[m] = b->missing[m];
    if (s->resume == FQ_AT_END) return FQ_DONE;
    if (s->resume == FQ_AT_BACKTRACK) goto back;
    nodes++;

    for (;;) {
        NAME(scan) found = NAME(scan_units)(b, cand, stars);
        uint64_t dead = 0, forced = 0;
        for (uint32_t m = 0; m < stars; m++) {
            dead |= missing[m] & ~found.least[m];
            forced |= missing[m] & ~found.least[m + 1];
        }
        if (dead) {
            backtracks++;
            goto back;
        }
        if (forced) {
            uint64_t open;
            do {
                uint32_t cell = NAME(lowest_cell)(b, cand, fq_lowest(forced));
                if (cell == UINT32_MAX) { /* another forced star removed a needed candidate */
                    backtracks++;
                    goto back;
                }
                NAME(place)(s, cand, missing, &placed, cell, stars);
                open = missing[0];
                for (uint32_t m = 1; m < stars; m++) open |= missing[m];
                forced &= open;
            } while (forced);
            if (open) continue;
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            status = FQ_FOUND;
            goto leave;
        }
        uint32_t bit = NAME(find_least_slack)(b, &found, cand, missing, stars);
        uint32_t cell = FQ_MAY_RESTART && s->random ? NAME(random_cell)(s, cand, bit)
                                                    : NAME(lowest_cell)(b, cand, bit);
        frame = &b->frame[depth++];
        for (int w = 0; w < W; w++) frame->cand[w] = cand[w];
        frame->cand[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
        for (uint32_t m = 0; m < stars; m++) frame->missing[m] = missing[m];
        frame->placed = placed;
        NAME(place)(s, cand, missing, &placed, cell, stars);
        if (nodes >= stop) { /* the next call counts the new node */
            s->resume = FQ_AT_NODE;
            status = FQ_RUNNING;
            goto leave;
        }
        nodes++;
        continue;

    back:
        if (!depth) {
            s->resume = FQ_AT_END;
            goto leave;
        }
        frame = &b->frame[--depth];
        for (int w = 0; w < W; w++) cand[w] = frame->cand[w];
        for (uint32_t m = 0; m < stars; m++) missing[m] = frame->missing[m];
        placed = frame->placed;
    }

leave:
    for (int w = 0; w < W; w++) b->cand[w] = cand[w];
    for (uint32_t m = 0; m < stars; m++) b->missing[m] = missing[m];
    s->depth = depth;
    s->placed = placed;
    s->counts.nodes = nodes;
    s->counts.backtracks = backtracks;
    return status;
}

static fq_status NAME(run1)(fq_stars *s, uint64_t stop) { return NAME(run)(s, stop, 1); }
static fq_status NAME(run2)(fq_stars *s, uint64_t stop) { return NAME(run)(s, stop, 2); }
static fq_status NAME(run3)(fq_stars *s, uint64_t stop) { return NAME(run)(s, stop, 3); }

/* Sets the masks of the regions from region_of, which is padded to a multiple of 64 bytes. */
static void NAME(load)(fq_stars *s)
{
    fq_stars_narrow *b = s->narrow;
#if defined(__AVX512BW__)
    for (uint32_t w = 0; w < W; w++) {
        __m512i labels = _mm512_load_si512(s->region_of + 64 * w);
        for (uint32_t g = 0; g < s->n; g++) {
            uint64_t cells = _mm512_cmpeq_epi8_mask(labels, _mm512_set1_epi8((char)g)) & b->all[w];
            b->cells[b->region_bit[g] * W + w] = cells;
            b->unit.word[w][fq_unit_slot(b->region_bit[g])] = cells;
        }
    }
#else
    for (uint32_t g = 0; g < s->n; g++)
        for (uint32_t w = 0; w < W; w++) b->cells[b->region_bit[g] * W + w] = 0;
    for (uint32_t i = 0; i < s->n * s->n; i++)
        b->cells[b->region_bit[s->region_of[i]] * W + i / 64] |= UINT64_C(1) << i % 64;
#endif
    for (uint32_t i = 0; i < s->n * s->n; i++)
        b->units[i] = b->lines[i] | UINT64_C(1) << b->region_bit[s->region_of[i]];
}

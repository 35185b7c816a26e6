/* narrow.h - the search for n <= 21 that looks at all units, included once for each number
 * of words W and registers V (see state.h), with NAME(x) giving the functions their names.
 *
 * `run` continues the depth-first search until it finds a solution, has nothing left, or would
 * enter a node beyond `stop`, which must be more than the nodes counted so far. Propagation always
 * runs to its fixpoint, which does not depend on the order of steps; so the tree, and every
 * counter, is the same for every instruction set. */

#include "queens/board/narrow_counts.h"

#if defined(__AVX512VPOPCNTDQ__)

typedef struct NAME(scan) {
    uint64_t none, one; /* units with no candidate; with at most one (inactive units included) */
    __m512i counts;     /* a byte a unit */
} NAME(scan);

static inline NAME(scan) NAME(look)(const fq_regions *s, const uint64_t *cand)
{
    const __m512i counts = NAME(counts)(&s->narrow->unit, cand);
    NAME(scan) found = {_mm512_testn_epi8_mask(counts, counts),
                        _mm512_cmple_epu8_mask(counts, _mm512_set1_epi8(1)), counts};
    return found;
}

/* The lowest of the active units with the fewest candidates, which are two at least. */
static inline uint32_t NAME(smallest)(const fq_regions *s, const NAME(scan) * found,
                                      const uint64_t *cand, uint64_t active)
{
    (void)s, (void)cand;
    for (char size = 2;; size++) {
        uint64_t units = _mm512_cmple_epu8_mask(found->counts, _mm512_set1_epi8(size)) & active;
        if (units) return fq_lowest(units);
    }
}

#else

typedef struct NAME(scan) {
    uint64_t none, one;
    uint64_t two; /* units with at most two candidates */
} NAME(scan);

/* Adds up the unit masks of the candidate cells in a counter that saturates at three: each unit
 * has one bit in each of the three planes. That costs a few operations a candidate, and most
 * nodes have few; population counts of 3n units took 1.4 times as long even with the
 * instruction, which portable code cannot assume. */
static inline NAME(scan) NAME(look)(const fq_regions *s, const uint64_t *cand)
{
    const fq_regions_narrow *b = s->narrow;
    uint64_t some = 0, more = 0, many = 0; /* units with 1+, 2+, 3+ candidates */
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *units = b->units + 64 * w;
        for (uint64_t left = cand[w]; left; left &= left - 1) {
            uint64_t u = units[fq_lowest(left)];
            many |= more & u;
            more |= some & u;
            some |= u;
        }
    }
    NAME(scan) found = {~some, ~more, ~many};
    return found;
}

static inline uint32_t NAME(smallest)(const fq_regions *s, const NAME(scan) * found,
                                      const uint64_t *cand, uint64_t active)
{
    if (found->two & active) return fq_lowest(found->two & active);
    uint32_t best = 0, least = UINT32_MAX;
    for (uint64_t units = active; units; units &= units - 1) {
        uint32_t bit = fq_lowest(units), size = 0;
        for (int w = 0; w < W; w++)
            size += fq_popcount(cand[w] & s->narrow->unit.word[w][fq_slot(bit)]);
        if (size < least) least = size, best = bit;
    }
    return best;
}

#endif

/* The lowest candidate cell of a unit, or UINT32_MAX. */
static inline uint32_t NAME(cell)(const fq_regions_narrow *b, const uint64_t *cand, uint32_t bit)
{
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & b->unit.word[w][fq_slot(bit)];
        if (cells) return 64 * w + fq_lowest(cells);
    }
    return UINT32_MAX;
}

static uint32_t NAME(random_cell)(fq_regions *s, const uint64_t *cand, uint32_t bit)
{
    const fq_regions_narrow *b = s->narrow;
    uint32_t size = 0;
    for (int w = 0; w < W; w++) size += fq_popcount(cand[w] & b->unit.word[w][fq_slot(bit)]);
    uint32_t k = fq_rng_below(&s->rng, size);
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & b->unit.word[w][fq_slot(bit)];
        uint32_t here = fq_popcount(cells);
        if (k < here) return 64 * w + fq_nth(cells, k);
        k -= here;
    }
    return UINT32_MAX;
}

/* Puts a queen on `cell`: it takes its row, column, region and neighbours. */
static inline void NAME(place)(fq_regions *s, uint64_t *cand, uint64_t *active, uint32_t *placed,
                               uint32_t cell)
{
    const fq_regions_narrow *b = s->narrow;
    uint32_t g = s->region_of[cell];
    for (uint32_t w = 0; w < W; w++) cand[w] &= ~(b->attack[cell * W + w] | b->region[g * W + w]);
    *active &= ~(b->lines[cell] | b->region_unit[g]);
    s->trail[(*placed)++] = (uint16_t)cell;
}

static fq_status NAME(run)(fq_regions *s, uint64_t stop)
{
    fq_regions_narrow *b = s->narrow;
    uint64_t nodes = s->counts.nodes, backtracks = s->counts.backtracks;
    uint64_t cand[W], active = b->active;
    uint32_t depth = s->depth, placed = s->placed;
    fq_status status = FQ_DONE;
    for (int w = 0; w < W; w++) cand[w] = b->cand[w];
    if (s->resume == FQ_AT_END) return FQ_DONE;
    if (s->resume == FQ_AT_BACK) goto back;
    nodes++;

    for (;;) {
        NAME(scan) found = NAME(look)(s, cand);
        if (found.none & active) {
            backtracks++;
            goto back;
        }
        uint64_t forced = found.one & active;
        if (forced) {
            do {
                uint32_t cell = NAME(cell)(b, cand, fq_lowest(forced));
                if (cell == UINT32_MAX) { /* an earlier one took it */
                    backtracks++;
                    goto back;
                }
                NAME(place)(s, cand, &active, &placed, cell);
                forced &= active;
            } while (forced);
            if (placed < s->n) continue;
            s->counts.solutions++;
            s->resume = FQ_AT_BACK;
            status = FQ_FOUND;
            goto leave;
        }
        uint32_t bit = NAME(smallest)(s, &found, cand, active);
        uint32_t cell = s->random ? NAME(random_cell)(s, cand, bit) : NAME(cell)(b, cand, bit);
        fq_regions_frame *frame = &b->frame[depth++];
        for (int w = 0; w < W; w++) frame->cand[w] = cand[w];
        frame->cand[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
        frame->active = active;
        frame->placed = placed;
        NAME(place)(s, cand, &active, &placed, cell);
        if (nodes >= stop) { /* the new node is counted when it is entered */
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
        active = frame->active;
        placed = frame->placed;
    }

leave:
    for (int w = 0; w < W; w++) b->cand[w] = cand[w];
    b->active = active;
    s->depth = depth;
    s->placed = placed;
    s->counts.nodes = nodes;
    s->counts.backtracks = backtracks;
    return status;
}

/* Sets the unit masks of the regions from region_of, which is padded to whole words. */
static void NAME(load)(fq_regions *s)
{
    fq_regions_narrow *b = s->narrow;
#if defined(__AVX512BW__)
    for (uint32_t w = 0; w < W; w++) {
        __m512i labels = _mm512_load_si512(s->region_of + 64 * w);
        for (uint32_t g = 0; g < s->regions; g++)
            b->region[g * W + w] =
                _mm512_cmpeq_epi8_mask(labels, _mm512_set1_epi8((char)g)) & b->all[w];
    }
#else
    for (uint32_t g = 0; g < s->regions * W; g++) b->region[g] = 0;
    for (uint32_t i = 0; i < s->n * s->n; i++) {
        uint32_t g = s->region_of[i];
        b->region[g * W + i / 64] |= UINT64_C(1) << i % 64;
        b->units[i] = b->lines[i] | b->region_unit[g];
    }
#endif
    if (b->region_units && !s->small)
        for (uint32_t g = 0; g < s->n; g++)
            for (uint32_t w = 0; w < W; w++)
                b->unit.word[w][fq_slot(fq_lowest(b->region_unit[g]))] = b->region[g * W + w];
}

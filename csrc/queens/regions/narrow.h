/* narrow.h - the search for n <= 21 with regions, rows and columns as units. This file is included
 * once for each kind of narrow board (board/narrow_kinds.h).
 *
 * `run` continues the depth-first search until it finds a solution, completes the search, or would
 * count more than `stop` nodes. `stop` must be larger than the current node count. Propagation
 * places forced queens until there are none. The result does not depend on their order. Therefore
 * the tree and all counters are the same for every instruction set. */

#include "queens/board/narrow_counts.h"

#if defined(__AVX512VPOPCNTDQ__)

typedef struct NAME(scan) {
    uint64_t none;  /* units with no candidate, including units that have a queen */
    uint64_t one;   /* units with at most one candidate */
    __m512i counts; /* number of candidates of each unit, one byte per unit */
} NAME(scan);

static inline NAME(scan) NAME(scan_units)(const fq_regions *s, const uint64_t *cand)
{
    const __m512i counts = NAME(count_candidates)(&s->narrow->unit, cand);
    NAME(scan) found = {_mm512_testn_epi8_mask(counts, counts),
                        _mm512_cmple_epu8_mask(counts, _mm512_set1_epi8(1)), counts};
    return found;
}

/* The first active unit with the fewest candidates. Every active unit has at least two
 * candidates. */
static inline uint32_t NAME(find_smallest)(const fq_regions *s, const NAME(scan) * found,
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
    uint64_t none, one, two; /* units with 0, at most 1, and at most 2 candidates */
} NAME(scan);

/* Counts the candidates of each unit, up to three, by adding the unit masks of all candidates. The
 * counter of a unit is its bit in each of three masks. This takes a few operations per candidate,
 * and most nodes have few candidates. (Tried: counting the bits of each of the 3n units takes 1.4
 * times as long, even with the popcnt instruction.) */
static inline NAME(scan) NAME(scan_units)(const fq_regions *s, const uint64_t *cand)
{
    const fq_regions_narrow *b = s->narrow;
    uint64_t some = 0, more = 0, many = 0; /* units with at least 1, 2 and 3 candidates */
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

static inline uint32_t NAME(find_smallest)(const fq_regions *s, const NAME(scan) * found,
                                      const uint64_t *cand, uint64_t active)
{
    if (found->two & active) return fq_lowest(found->two & active);
    uint32_t best = 0, least = UINT32_MAX;
    for (uint64_t units = active; units; units &= units - 1) {
        uint32_t bit = fq_lowest(units), size = 0;
        for (int w = 0; w < W; w++)
            size += fq_popcount(cand[w] & s->narrow->unit.word[w][fq_unit_slot(bit)]);
        if (size < least) least = size, best = bit;
    }
    return best;
}

#endif

/* The lowest candidate of a unit, or UINT32_MAX if it has none. */
static inline uint32_t NAME(lowest_cell)(const fq_regions_narrow *b, const uint64_t *cand,
                                         uint32_t bit)
{
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & b->unit.word[w][fq_unit_slot(bit)];
        if (cells) return 64 * w + fq_lowest(cells);
    }
    return UINT32_MAX;
}

static uint32_t NAME(random_cell)(fq_regions *s, const uint64_t *cand, uint32_t bit)
{
    const fq_regions_narrow *b = s->narrow;
    uint32_t size = 0;
    for (int w = 0; w < W; w++) size += fq_popcount(cand[w] & b->unit.word[w][fq_unit_slot(bit)]);
    uint32_t k = fq_rng_below(&s->rng, size);
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & b->unit.word[w][fq_unit_slot(bit)];
        uint32_t here = fq_popcount(cells);
        if (k < here) return 64 * w + fq_nth(cells, k);
        k -= here;
    }
    return UINT32_MAX;
}

/* Puts a queen on `cell` and removes the attacked cells from the candidates. */
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
    if (s->resume == FQ_AT_BACKTRACK) goto back;
    nodes++;

    for (;;) {
        NAME(scan) found = NAME(scan_units)(s, cand);
        if (found.none & active) {
            backtracks++;
            goto back;
        }
        uint64_t forced = found.one & active;
        if (forced) {
            do {
                uint32_t cell = NAME(lowest_cell)(b, cand, fq_lowest(forced));
                if (cell == UINT32_MAX) { /* a queen placed just now attacks the only candidate */
                    backtracks++;
                    goto back;
                }
                NAME(place)(s, cand, &active, &placed, cell);
                forced &= active;
            } while (forced);
            if (placed < s->n) continue;
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            status = FQ_FOUND;
            goto leave;
        }
        uint32_t bit = NAME(find_smallest)(s, &found, cand, active);
        uint32_t cell =
            s->random ? NAME(random_cell)(s, cand, bit) : NAME(lowest_cell)(b, cand, bit);
        fq_regions_frame *frame = &b->frame[depth++];
        for (int w = 0; w < W; w++) frame->cand[w] = cand[w];
        frame->cand[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
        frame->active = active;
        frame->placed = placed;
        NAME(place)(s, cand, &active, &placed, cell);
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

/* Sets the masks of the regions from region_of, which is padded to a multiple of 64 bytes. */
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
                b->unit.word[w][fq_unit_slot(fq_lowest(b->region_unit[g]))] = b->region[g * W + w];
}

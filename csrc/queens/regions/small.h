/* small.h - the search for n <= 12 with n regions. This file is included once for each number of
 * words W; NAME(x) makes the function names.
 *
 * Only regions are units here: if n regions have one queen each and no queen attacks another, all
 * rows and columns have a queen too. (Tried: rows and columns as units save 1 to 3 % of the nodes
 * but take half of the running time.) Propagation goes through the regions without a queen and
 * places a queen at once if a region has only one candidate. The result does not depend on the
 * order. The search branches on the first of the regions with the fewest candidates; with other
 * rules for this choice the tree is 1.4 to 3 times as large. Bit g of `active` means that region g
 * has no queen yet. lockstep.h searches the same tree. */

/* Copies all cells of `cells` except the lowest cell to `rest`. */
static inline void NAME(drop_lowest)(const uint64_t *cells, uint64_t *rest)
{
    uint64_t below = 0;
    for (int w = 0; w < W; w++) {
        rest[w] = cells[w] & (cells[w] - (below == 0));
        below |= cells[w];
    }
}

static inline int NAME(any_cell)(const uint64_t *cells)
{
    uint64_t any = 0;
    for (int w = 0; w < W; w++) any |= cells[w];
    return any != 0;
}

static inline uint32_t NAME(lowest_cell)(const uint64_t *cells)
{
    uint32_t w = 0;
    while (w + 1 < W && !cells[w]) w++;
    return 64 * w + fq_lowest(cells[w]);
}

static inline void NAME(remove_cells)(uint64_t *cand, const uint64_t *cells)
{
    for (int w = 0; w < W; w++) cand[w] &= ~cells[w];
}

static inline uint32_t NAME(count_cells)(const uint64_t *cand, const uint64_t *region)
{
    uint32_t size = 0;
    for (int w = 0; w < W; w++) size += fq_popcount(cand[w] & region[w]);
    return size;
}

static uint32_t NAME(random_cell)(fq_rng *rng, const uint64_t *cells)
{
    uint32_t k = fq_rng_below(rng, NAME(count_cells)(cells, cells)), w = 0;
    for (uint32_t here; k >= (here = fq_popcount(cells[w])); w++) k -= here;
    return 64 * w + fq_nth(cells[w], k);
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
    nodes += s->resume == FQ_AT_NODE;

    for (;;) {
        const uint64_t before = active;
        uint64_t cells[W], rest[W], last[W];
        uint32_t pair = UINT32_MAX; /* the first region with two candidates */
        for (uint64_t left = before; left; left &= left - 1) {
            const uint32_t g = fq_lowest(left);
            for (int w = 0; w < W; w++) cells[w] = cand[w] & b->region[g * W + w];
            NAME(drop_lowest)(cells, rest);
            if (!NAME(any_cell)(rest)) {
                if (!NAME(any_cell)(cells)) {
                    backtracks++;
                    goto back;
                }
                const uint32_t cell = NAME(lowest_cell)(cells);
                NAME(remove_cells)(cand, b->attack + cell * W);
                active &= ~(UINT64_C(1) << g);
                s->trail[placed++] = (uint16_t)cell;
            } else if (pair == UINT32_MAX) {
                NAME(drop_lowest)(rest, last);
                if (!NAME(any_cell)(last)) pair = g;
            }
        }
        if (!active) {
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            status = FQ_FOUND;
            goto leave;
        }
        if (active != before) continue;

        uint32_t g = pair;
        if (g == UINT32_MAX) {
            uint32_t least = UINT32_MAX;
            for (uint64_t left = active; left; left &= left - 1) {
                const uint32_t i = fq_lowest(left);
                const uint32_t size = NAME(count_cells)(cand, b->region + i * W);
                if (size < least) least = size, g = i;
            }
        }
        const uint64_t *region = b->region + g * W;
        for (int w = 0; w < W; w++) cells[w] = cand[w] & region[w];
        const uint32_t cell =
            s->random ? NAME(random_cell)(&s->rng, cells) : NAME(lowest_cell)(cells);
        const uint64_t others = active & ~(UINT64_C(1) << g);
        fq_regions_frame *frame = &b->frame[depth++];
        for (int w = 0; w < W; w++) frame->cand[w] = cand[w];
        frame->placed = placed;
        frame->forced = g == pair && !s->random;
        if (frame->forced) { /* after the return to this frame, only the other cell is left */
            NAME(drop_lowest)(cells, rest);
            frame->cell = NAME(lowest_cell)(rest);
            frame->active = others;
            NAME(remove_cells)(frame->cand, b->attack + frame->cell * W);
            NAME(remove_cells)(frame->cand, region);
        } else {
            frame->active = active;
            frame->cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
        }
        NAME(remove_cells)(cand, b->attack + cell * W);
        NAME(remove_cells)(cand, region);
        active = others;
        s->trail[placed++] = (uint16_t)cell;
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
        if (frame->forced) s->trail[placed++] = (uint16_t)frame->cell;
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

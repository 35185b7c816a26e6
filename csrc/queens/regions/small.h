/* small.h - the search for n <= 12 with n regions, included once for each number of words W
 * (see state.h), with NAME(x) giving the functions their names.
 *
 * It looks at regions only. n queens in n regions that do not attack each other fill all rows and
 * columns, so these need no look: looking at them too saved 1 to 3 % of the nodes and took half of
 * the time. What is branched on must be a smallest region, the lowest-numbered of them here, or the
 * tree is 1.4 to 3 times as large.
 *
 * A look goes through the regions without a queen. One with a single candidate is placed at once,
 * and those after it are looked at with what is left; the fixpoint does not depend on the order.
 * Bit g of `active` is region g. The search in lockstep (lockstep.h) walks the same tree. */

/* The cells without the lowest one. */
static inline void NAME(drop_lowest)(const uint64_t *cells, uint64_t *rest)
{
    uint64_t below = 0;
    for (int w = 0; w < W; w++) {
        rest[w] = cells[w] & (cells[w] - (below == 0));
        below |= cells[w];
    }
}

static inline int NAME(any)(const uint64_t *cells)
{
    uint64_t any = 0;
    for (int w = 0; w < W; w++) any |= cells[w];
    return any != 0;
}

static inline uint32_t NAME(lowest)(const uint64_t *cells)
{
    uint32_t w = 0;
    while (w + 1 < W && !cells[w]) w++;
    return 64 * w + fq_lowest(cells[w]);
}

static inline void NAME(remove)(uint64_t *cand, const uint64_t *cells)
{
    for (int w = 0; w < W; w++) cand[w] &= ~cells[w];
}

static inline uint32_t NAME(size_of)(const uint64_t *cand, const uint64_t *region)
{
    uint32_t size = 0;
    for (int w = 0; w < W; w++) size += fq_popcount(cand[w] & region[w]);
    return size;
}

static uint32_t NAME(random_in)(fq_rng *rng, const uint64_t *cells)
{
    uint32_t k = fq_rng_below(rng, NAME(size_of)(cells, cells)), w = 0;
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
    if (s->resume == FQ_AT_BACK) goto back;
    nodes += s->resume == FQ_AT_NODE;

    for (;;) {
        const uint64_t before = active;
        uint64_t cells[W], rest[W], last[W];
        uint32_t pair = UINT32_MAX; /* the first region with two candidates */
        for (uint64_t left = before; left; left &= left - 1) {
            const uint32_t g = fq_lowest(left);
            for (int w = 0; w < W; w++) cells[w] = cand[w] & b->region[g * W + w];
            NAME(drop_lowest)(cells, rest);
            if (!NAME(any)(rest)) {
                if (!NAME(any)(cells)) {
                    backtracks++;
                    goto back;
                }
                const uint32_t cell = NAME(lowest)(cells);
                NAME(remove)(cand, b->attack + cell * W);
                active &= ~(UINT64_C(1) << g);
                s->trail[placed++] = (uint16_t)cell;
            } else if (pair == UINT32_MAX) {
                NAME(drop_lowest)(rest, last);
                if (!NAME(any)(last)) pair = g;
            }
        }
        if (!active) {
            s->counts.solutions++;
            s->resume = FQ_AT_BACK;
            status = FQ_FOUND;
            goto leave;
        }
        if (active != before) continue;

        uint32_t g = pair;
        if (g == UINT32_MAX) {
            uint32_t least = UINT32_MAX;
            for (uint64_t left = active; left; left &= left - 1) {
                const uint32_t i = fq_lowest(left);
                const uint32_t size = NAME(size_of)(cand, b->region + i * W);
                if (size < least) least = size, g = i;
            }
        }
        const uint64_t *region = b->region + g * W;
        for (int w = 0; w < W; w++) cells[w] = cand[w] & region[w];
        const uint32_t cell = s->random ? NAME(random_in)(&s->rng, cells) : NAME(lowest)(cells);
        const uint64_t others = active & ~(UINT64_C(1) << g);
        fq_regions_frame *frame = &b->frame[depth++];
        for (int w = 0; w < W; w++) frame->cand[w] = cand[w];
        frame->placed = placed;
        frame->forced = g == pair && !s->random;
        if (frame->forced) { /* the other cell is what a look would place first */
            NAME(drop_lowest)(cells, rest);
            frame->cell = NAME(lowest)(rest);
            frame->active = others;
            NAME(remove)(frame->cand, b->attack + frame->cell * W);
            NAME(remove)(frame->cand, region);
        } else {
            frame->active = active;
            frame->cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
        }
        NAME(remove)(cand, b->attack + cell * W);
        NAME(remove)(cand, region);
        active = others;
        s->trail[placed++] = (uint16_t)cell;
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

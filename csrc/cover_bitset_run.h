/* cover_bitset_run.h - the bitset search, included once for each kind of row: ROW is the type of a
 * row of items or, where BLOCKS is not 1, of each of the blocks that it consists of. LANES is how
 * many words a ROW has.
 */

/* Finds the active item with the fewest live options, the first of those: its number in *best, and
 * how many it has.
 *
 * The sizes of all items are summed up side by side, one bit of each in every plane: plane[p] has
 * bit p of the size of each item. Eight options at a time go through carry-save adders (the
 * population count of Harley and Seal, turned by a quarter), so an option costs about two adders of
 * five operations, whatever the number of items. */
static inline uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *active, uint32_t count,
                                    uint32_t *best)
{
    const uint16_t *list = b->list;
    uint32_t planes = 64 - (uint32_t)__builtin_clzll((uint64_t)count | 7), least = UINT32_MAX;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        const ROW *mask = (const ROW *)b->mask + block;
        ROW zero = {0}, one = zero, two = zero, four = zero, plane[17];
        for (uint32_t p = 3; p < planes; p++) plane[p] = zero;
        for (uint32_t k = 0; k < count; k += 8) {
            ROW a, c, d, e, sum;
#define MASK(i)              mask[(uint32_t)list[k + (i)] * BLOCKS]
#define ADD(high, low, x, y) sum = (low) ^ (x), high = ((low) & (x)) | (sum & (y)), low = sum ^ (y)
            ADD(a, one, MASK(0), MASK(1));
            ADD(c, one, MASK(2), MASK(3));
            ADD(d, two, a, c);
            ADD(a, one, MASK(4), MASK(5));
            ADD(c, one, MASK(6), MASK(7));
            ADD(e, two, a, c);
            ADD(a, four, d, e);
#undef ADD
#undef MASK
            for (uint32_t p = 3; p < planes; p++) {
                c = plane[p] & a;
                plane[p] ^= a;
                a = c;
            }
        }
        plane[0] = one;
        plane[1] = two;
        plane[2] = four;

        uint64_t among[LANES], any = 0;
        for (uint32_t i = 0; i < LANES; i++) any |= among[i] = active[block * LANES + i];
        if (!any) continue;
        uint32_t size = 0;
        for (uint32_t p = planes; p-- > 0;) {
            uint64_t bits[LANES], without[LANES];
            memcpy(bits, &plane[p], sizeof bits);
            any = 0;
            for (uint32_t i = 0; i < LANES; i++) any |= without[i] = among[i] & ~bits[i];
            if (any)
                memcpy(among, without, sizeof among);
            else
                size |= UINT32_C(1) << p;
        }
        if (size >= least) continue;
        least = size;
        for (uint32_t i = LANES; i-- > 0;)
            if (among[i]) *best = (block * LANES + i) * 64 + fq_lowest(among[i]);
        if (!least) break;
    }
    return least;
}

static fq_status NAME(run)(fq_cover *m, uint64_t stop)
{
    const fq_cover_bits *b = m->kernel;
    const uint32_t words = b->words, row = LANES * BLOCKS;
    uint64_t nodes = m->work.nodes, tried = m->work.updates, solutions = m->work.solutions;
    uint32_t depth = m->depth;
    uint64_t *live = b->live + (uint64_t)depth * words;
    uint64_t *active = b->active + (uint64_t)depth * row;
    fq_status status = FQ_RUNNING;
    if (m->resume == FQ_COVER_AT_BACK) goto back;

    for (;;) {
        if (nodes >= stop) {
            m->resume = FQ_COVER_AT_NODE;
            break;
        }
        nodes++;
        uint64_t any = 0;
        for (uint32_t i = 0; i < row; i++) any |= active[i];
        if (!any) {
            solutions++;
            if (m->count_only) goto back;
            m->resume = FQ_COVER_AT_BACK;
            status = FQ_FOUND;
            break;
        }
        uint32_t count = 0, item = 0;
        for (uint32_t w = 0; w < words; w++)
            for (uint64_t left = live[w]; left; left &= left - 1)
                b->list[count++] = (uint16_t)(64 * w + fq_lowest(left));
        for (uint32_t k = 0; k < 7; k++) b->list[count + k] = (uint16_t)b->options;
        if (!count || !NAME(choose)(b, active, count, &item)) goto back;
        fq_cover_branch *branch = &b->branch[depth];
        branch->item = item;
        branch->word = 0;
        branch->rest = live[0] & b->column[(uint64_t)item * words];

    next:
        branch = &b->branch[depth];
        const uint64_t *column = b->column + (uint64_t)branch->item * words;
        uint32_t w = branch->word;
        uint64_t rest = branch->rest;
        while (!rest) {
            if (++w == words) goto back;
            rest = live[w] & column[w];
        }
        uint32_t option = 64 * w + fq_lowest(rest);
        branch->word = w;
        branch->rest = rest & (rest - 1);
        m->choice[depth++] = option;
        tried++;
        const uint64_t *compatible = b->compatible + (uint64_t)option * words;
        const uint64_t *mask = b->mask + (uint64_t)option * row;
        uint64_t *below = live + words, *uncovered = active + row;
        for (uint32_t i = 0; i < words; i++) below[i] = live[i] & compatible[i];
        for (uint32_t i = 0; i < row; i++) uncovered[i] = active[i] & ~mask[i];
        live = below;
        active = uncovered;
        continue;

    back:
        if (!depth) {
            m->resume = FQ_COVER_AT_END;
            status = FQ_DONE;
            break;
        }
        depth--;
        live -= words;
        active -= row;
        goto next;
    }
    m->depth = depth;
    m->work.nodes = nodes;
    m->work.updates = tried;
    m->work.solutions = solutions;
    return status;
}

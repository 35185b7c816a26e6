/* bitset_bound.h - the lower bound of the cost of the items left, for the bitset search.
 *
 * The bound of an item is the least share of its live options. Options are ordered by their share,
 * so this is the share of its first live option. One walk along the live options finds the first
 * option of every item; it usually ends after a few options per item. */

/* Whether the chosen options, `bound`, and the bounds of the active items together cost more than
 * a solution may. */
static inline int fq_cover_above_bound(const fq_cover *m, const fq_cover_bits *b,
                                       const uint64_t *live, const uint64_t *active,
                                       const uint32_t row, int64_t bound)
{
    if (fq_cover_too_dear(m, bound)) return 1;
    int64_t budget = (m->max_cost - m->cost) * FQ_SHARES - bound;
    uint64_t *left = b->left;
    uint32_t count = 0;
    for (uint32_t i = 0; i < row; i++) count += fq_popcount(left[i] = active[i]);
    for (uint32_t w = 0; w < b->words; w++)
        for (uint64_t x = live[w]; x; x &= x - 1) {
            if (!count) return 0;
            uint32_t o = 64 * w + fq_lowest(x), fresh = 0;
            int64_t share = m->set.share[o], rest;
            /* All items left cost at least this share. */
            if (__builtin_mul_overflow(share, (int64_t)count, &rest) || rest > budget) return 1;
            const uint64_t *mask = b->mask + (uint64_t)o * row;
            for (uint32_t i = 0; i < row; i++) {
                fresh += fq_popcount(left[i] & mask[i]);
                left[i] &= ~mask[i];
            }
            budget -= share * fresh;
            count -= fresh;
        }
    return 0;
}

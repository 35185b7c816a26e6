/* bitset_planes.h - chooses an item. This file is included once for each length of a row. A row is
 * a set of items; it has BLOCKS blocks of the type SET, each of WIDE words.
 *
 * With many options (words > 8), bitset_bytes.h is faster. With few options, most items have only
 * one or two live options. So the search first computes three sets from the rows of the live
 * options: the items with at least one, at least two and at least three live options. This takes
 * five operations per option. Only if every active item has at least three live options does the
 * search compute the sizes of all items: plane[p] has bit p of the size of each item. Carry-save
 * adders add the rows of eight options at a time (the transposed population count of Harley and
 * Seal). This takes about two adders of five operations per option.
 *
 * Tried: for queens and Langford pairs, planes without the three sets took 1.3 times as long, and
 * bitset_bytes.h took 1.1 times as long. For packings of 2,000 options, this file took 1.15 times
 * as long as bitset_bytes.h. */
static inline __attribute__((always_inline)) uint32_t
NAME(choose_any)(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
                 uint32_t *best, const int multi)
{
    if (b->words > 8) {
#if SLICED
        if (fq_find_dead_end(b, live, active, best)) return 0;
#endif
        return fq_choose_by_bytes(b, live, active, best, multi);
    }
    if (BLOCKS == 1) {
        const SET *mask = (const SET *)b->mask;
        SET some = {0}, more = some, many = some;
        for (uint32_t w = 0; w < b->words; w++)
            for (uint64_t left = live[w]; left; left &= left - 1) {
                SET x = mask[64 * w + fq_lowest(left)];
                many |= more & x;
                more |= some & x;
                some |= x;
            }
        uint64_t set[WIDE];
        memcpy(set, &some, sizeof set);
        for (uint32_t i = 0; i < WIDE; i++)
            if (active[i] & ~set[i]) return *best = 64 * i + fq_lowest(active[i] & ~set[i]), 0;
        memcpy(set, &more, sizeof set);
        for (uint32_t i = 0; i < WIDE; i++)
            if (active[i] & ~set[i]) return *best = 64 * i + fq_lowest(active[i] & ~set[i]), 1;
        memcpy(set, &many, sizeof set);
        for (uint32_t i = 0; i < WIDE; i++)
            if (active[i] & ~set[i]) return *best = 64 * i + fq_lowest(active[i] & ~set[i]), 2;
    }
    uint16_t *list = b->list;
    uint32_t count = fq_list_live_options(b, live, list);
    if (!count) return 0;
    uint32_t planes = 64 - (uint32_t)__builtin_clzll((uint64_t)count | 7), least = UINT32_MAX;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        const SET *mask = (const SET *)b->mask + block;
        SET zero = {0}, one = zero, two = zero, four = zero, plane[17];
        for (uint32_t p = 3; p < planes; p++) plane[p] = zero;
        for (uint32_t k = 0; k < count; k += 8) {
            SET a, c, d, e, sum;
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

        uint64_t among[WIDE], any = 0;
        for (uint32_t i = 0; i < WIDE; i++) any |= among[i] = active[block * WIDE + i];
        if (!any) continue;
        uint32_t size = 0;
        for (uint32_t p = planes; p-- > 0;) {
            uint64_t bits[WIDE], without[WIDE];
            memcpy(bits, &plane[p], sizeof bits);
            any = 0;
            for (uint32_t i = 0; i < WIDE; i++) any |= without[i] = among[i] & ~bits[i];
            if (any)
                memcpy(among, without, sizeof among);
            else
                size |= UINT32_C(1) << p;
        }
        if (size >= least) continue;
        least = size;
        for (uint32_t i = WIDE; i-- > 0;)
            if (among[i]) *best = (block * WIDE + i) * 64 + fq_lowest(among[i]);
        if (!least) break;
    }
    return least;
}

static inline uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *live,
                                    const uint64_t *active, uint32_t *best)
{
    return NAME(choose_any)(b, live, active, best, 0);
}

static inline uint32_t NAME(choose_multi)(const fq_cover_bits *b, const uint64_t *live,
                                          const uint64_t *active, uint32_t *best)
{
    return NAME(choose_any)(b, live, active, best, 1);
}

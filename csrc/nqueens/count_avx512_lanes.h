/* count_avx512_lanes.h - the functions grow and close for AVX-512, for one width of lanes.
 * count_avx512.c includes this file once for each width. */

/* Port 5 of the CPU is the bottleneck. (On Ice Lake, ports 0 and 5 run 32 operations per vector of
 * nodes. Shared evenly, these would take 16 cycles; 22 are measured.) Of the operations on port 5,
 * 6 load nodes into idle lanes, 5 pack the children and 3 are tests. These changes were tried and
 * brought no gain:
 *   - VPERMW, which is two operations where VPERMB is one: 10% slower at n = 16. So was expanding
 * an index and gathering the three words by it.
 *   - Ternary logic for "x | (todo & ~fewer)": fewer operations, but copies, because it overwrites
 *     an operand; no difference.
 *   - Aligned loads and no stores (as an experiment): no difference, so memory is not the limit. */
/* ~a & ~b & c */
#define NAME_NEITHER(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x02)
/* ~a & b & c */
#define NAME_WITHOUT(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x08)

static inline uint32_t NAME(bits)(MASK m) { return (uint32_t)__builtin_popcount((uint32_t)m); }

/* `far` says whether four rows are left below row k, which need more pruning; see
 * count_levels.h. */
static inline __attribute__((always_inline)) bool
NAME(grow_rows)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally, const bool far)
{
    enum { STREAMS = FQ_NQ_STREAMS };
    NAME(list) *const from = &s->lists[k], *const to = &s->lists[k + 1];
    const LANE *const from_free = from->free, *const from_left = from->left,
                      *const from_right = from->right;
    LANE *const to_free = to->free, *const to_left = to->left, *const to_right = to->right;
    uint32_t i = from->begin, m = to->end;
    const uint32_t n = from->end;
    uint64_t nodes = 0;
    const __m512i places = PLACES(), minus_one = OP(set1)(-1);
    const __m512i gap = OP(set1)((LANE)s->rows.gap[k]), gap1 = OP(set1)((LANE)s->rows.gap[k + 1]);
    const __m512i open0 = OP(set1)((LANE)s->rows.open[k]),
                  open1 = OP(set1)((LANE)s->rows.open[k + 1]);
    const __m512i open2 = OP(set1)((LANE)s->rows.open[k + 2]);
    const uint32_t k3 = far ? k + 3 : k, k4 = far ? k + 4 : k;
    const __m512i gap2 = OP(set1)((LANE)s->rows.gap[k + 2]), gap3 = OP(set1)((LANE)s->rows.gap[k3]);
    const __m512i open3 = OP(set1)((LANE)s->rows.open[k3]),
                  open4 = OP(set1)((LANE)s->rows.open[k4]);
    __m512i free[STREAMS], left[STREAMS], right[STREAMS], todo[STREAMS];
    MASK idle[STREAMS];
#pragma GCC unroll 4
    for (int j = 0; j < STREAMS; j++) {
        free[j] = _mm512_load_si512(from->streams[j].free);
        left[j] = _mm512_load_si512(from->streams[j].left);
        right[j] = _mm512_load_si512(from->streams[j].right);
        todo[j] = _mm512_load_si512(from->streams[j].todo);
        idle[j] = MASK_OF(testn)(todo[j], todo[j]);
    }

/* Loads nodes of the list, from index i on, into the lanes of the set `take`, in order. */
#define REFILL(j, take)                                                                            \
    do {                                                                                           \
        free[j] = OP(mask_expand)(free[j], take, _mm512_loadu_si512(from_free + i));               \
        left[j] = OP(mask_expand)(left[j], take, _mm512_loadu_si512(from_left + i));               \
        right[j] = OP(mask_expand)(right[j], take, _mm512_loadu_si512(from_right + i));            \
        i += NAME(bits)(take);                                                                     \
        todo[j] = OP(mask_mov)(todo[j], take,                                                      \
                               NAME_WITHOUT(_mm512_or_si512(left[j], right[j]), free[j], open0));  \
    } while (0)

/* Places a queen in every lane that has a column to try, and appends the children that survive the
 * pruning. */
#define PLACE(j, among)                                                                            \
    do {                                                                                           \
        const __m512i fewer = OP(add)(todo[j], minus_one);                                         \
        const __m512i queen = _mm512_andnot_si512(fewer, todo[j]);                                 \
        const __m512i f = _mm512_andnot_si512(queen, free[j]);                                     \
        const __m512i l = OP(sllv)(_mm512_or_si512(left[j], queen), gap);                          \
        const __m512i r = OP(srlv)(_mm512_or_si512(right[j], queen), gap);                         \
        todo[j] = _mm512_and_si512(todo[j], fewer);                                                \
        idle[j] = MASK_OF(testn)(todo[j], todo[j]);                                                \
        const __m512i l2 = OP(sllv)(l, gap1), r2 = OP(srlv)(r, gap1);                              \
        const __m512i row1 = _mm512_andnot_si512(_mm512_or_si512(l, r), f);                        \
        const __m512i row2 = NAME_NEITHER(l2, r2, f);                                              \
        MASK live = MASK_OF(mask_test)(among, row1, open1);                                        \
        live = MASK_OF(mask_test)(live, row2, open2);                                              \
        if (far) {                                                                                 \
            const __m512i l3 = OP(sllv)(l2, gap2), r3 = OP(srlv)(r2, gap2);                        \
            const __m512i row3 = NAME_NEITHER(l3, r3, f);                                          \
            const __m512i row4 = NAME_NEITHER(OP(sllv)(l3, gap3), OP(srlv)(r3, gap3), f);          \
            live = MASK_OF(mask_test)(live, row3, open3);                                          \
            live = MASK_OF(mask_test)(live, row4, open4);                                          \
            const __m512i rows12 =                                                                 \
                _mm512_or_si512(_mm512_and_si512(row1, open1), _mm512_and_si512(row2, open2));     \
            const __m512i rows34 =                                                                 \
                _mm512_or_si512(_mm512_and_si512(row3, open3), _mm512_and_si512(row4, open4));     \
            live = MASK_OF(mask_cmpeq)(live, _mm512_or_si512(rows12, rows34), f);                  \
        }                                                                                          \
        const __m512i which = OP(maskz_compress)(live, places);                                    \
        _mm512_storeu_si512(to_free + m, GATHER(which, f));                                        \
        _mm512_storeu_si512(to_left + m, GATHER(which, l));                                        \
        _mm512_storeu_si512(to_right + m, GATHER(which, r));                                       \
        m += NAME(bits)(live);                                                                     \
    } while (0)

    bool full = false, more = true;
    while (n - i >= STREAMS * WIDTH) {
#pragma GCC unroll 4
        for (int j = 0; j < STREAMS; j++) {
            REFILL(j, idle[j]);
            PLACE(j, (MASK)-1);
        }
        nodes += STREAMS * WIDTH;
        if (m >= FQ_NQ_FULL) {
            full = true;
            break;
        }
    }
    if (last && !full) {
        do {
            more = false;
#pragma GCC unroll 4
            for (int j = 0; j < STREAMS; j++) {
                const uint32_t there = n - i;
                const MASK take =
                    there >= WIDTH ? idle[j] : (MASK)_pdep_u32((UINT32_C(1) << there) - 1, idle[j]);
                REFILL(j, take);
                const MASK busy = MASK_OF(test)(todo[j], todo[j]);
                nodes += NAME(bits)(busy);
                PLACE(j, busy);
                more |= busy != 0;
            }
            full = m >= FQ_NQ_FULL;
        } while (more && !full);
    }
#undef REFILL
#undef PLACE

    to->end = m;
    tally->nodes += nodes;
    if (last && !more) {
        from->begin = from->end = 0;
        return false;
    }
#pragma GCC unroll 4
    for (int j = 0; j < STREAMS; j++) {
        _mm512_store_si512(from->streams[j].free, free[j]);
        _mm512_store_si512(from->streams[j].left, left[j]);
        _mm512_store_si512(from->streams[j].right, right[j]);
        _mm512_store_si512(from->streams[j].todo, todo[j]);
    }
    if (!full) {
        /* More nodes will be appended: move the remaining ones, less than STREAMS vectors, to the
         * front. */
        for (uint32_t q = 0; i + q < n; q += WIDTH) {
            _mm512_store_si512(from->free + q, _mm512_loadu_si512(from->free + i + q));
            _mm512_store_si512(from->left + q, _mm512_loadu_si512(from->left + i + q));
            _mm512_store_si512(from->right + q, _mm512_loadu_si512(from->right + i + q));
        }
        from->end = n - i;
        i = 0;
    }
    from->begin = i;
    return full;
}

static bool NAME(grow)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally)
{
    return k + 5 == s->rows.count ? NAME(grow_rows)(s, k, last, tally, true)
                                  : NAME(grow_rows)(s, k, last, tally, false);
}

static void NAME(close)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally)
{
    NAME(list) *const list = &s->lists[k];
    const uint32_t n = list->end, stop = last ? n : n / WIDTH * WIDTH;
    const __m512i zero = _mm512_setzero_si512(), gap = OP(set1)((LANE)s->rows.gap[k]);
    const __m512i open0 = OP(set1)((LANE)s->rows.open[k]),
                  open1 = OP(set1)((LANE)s->rows.open[k + 1]);
    uint64_t solutions = 0;
    uint32_t i = 0;
    for (; i < stop; i += WIDTH) {
        const MASK there = stop - i >= WIDTH ? (MASK)-1 : (MASK)((UINT32_C(1) << (stop - i)) - 1);
        const __m512i f = _mm512_load_si512(list->free + i);
        const __m512i l = _mm512_load_si512(list->left + i), r = _mm512_load_si512(list->right + i);
        const __m512i first = NAME_WITHOUT(_mm512_or_si512(l, r), f, open0);
        const __m512i second =
            _mm512_and_si512(NAME_NEITHER(OP(sllv)(l, gap), OP(srlv)(r, gap), f), open1);
        /* Two columns are left. The two rows can use them as (low, high) or (high, low), unless the
         * two queens would share a diagonal. */
        const __m512i low = _mm512_and_si512(f, OP(sub)(zero, f)), high = _mm512_xor_si512(f, low);
        const MASK apart = MASK_OF(mask_testn)(there, OP(sllv)(low, gap), high);
        const MASK low_first =
            MASK_OF(mask_test)(MASK_OF(mask_test)(apart, first, low), second, high);
        const MASK high_first =
            MASK_OF(mask_test)(MASK_OF(mask_test)(apart, first, high), second, low);
        solutions += NAME(bits)(low_first) + NAME(bits)(high_first);
    }
    if (i > n) i = n;
    if (i < n) {
        _mm512_store_si512(list->free, _mm512_loadu_si512(list->free + i));
        _mm512_store_si512(list->left, _mm512_loadu_si512(list->left + i));
        _mm512_store_si512(list->right, _mm512_loadu_si512(list->right + i));
    }
    list->begin = 0;
    list->end = n - i;
    tally->solutions += solutions;
}

#undef NAME_NEITHER
#undef NAME_WITHOUT

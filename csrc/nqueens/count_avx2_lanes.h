/* count_avx2_lanes.h - the AVX2 functions that place queens in the next row (grow) or in the last
 * rows (close), for one width of lanes. count_avx2.c includes it once for each width. */

/* `far` says whether four rows are left below row k, which need more pruning; see
 * count_levels.h. */
static inline __attribute__((always_inline)) bool
NAME(grow_rows)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally, const bool far)
{
    enum { STREAMS = FQ_NQ_STREAMS, ALL = (1 << WIDTH) - 1 };
    NAME(list) *const from = &s->lists[k], *const to = &s->lists[k + 1];
    const tables *const t = &s->tables;
    uint32_t i = from->begin, m = to->end;
    const uint32_t n = from->end;
    uint64_t nodes = 0;
    const __m256i zero = _mm256_setzero_si256();
    const FOR(shift) gap = FOR(shift_by)(s->rows.gap[k]), gap1 = FOR(shift_by)(s->rows.gap[k + 1]);
    const __m256i open0 = OP(set1)((LANE)s->rows.open[k]),
                  open1 = OP(set1)((LANE)s->rows.open[k + 1]);
    const __m256i open2 = OP(set1)((LANE)s->rows.open[k + 2]);
    const uint32_t k3 = far ? k + 3 : k, k4 = far ? k + 4 : k;
    const FOR(shift) gap2 = FOR(shift_by)(far ? s->rows.gap[k + 2] : 1),
                     gap3 = FOR(shift_by)(far ? s->rows.gap[k3] : 1);
    const __m256i open3 = OP(set1)((LANE)s->rows.open[k3]),
                  open4 = OP(set1)((LANE)s->rows.open[k4]);
    __m256i free[STREAMS], left[STREAMS], right[STREAMS], todo[STREAMS], idle[STREAMS];
#pragma GCC unroll 4
    for (int j = 0; j < STREAMS; j++) {
        free[j] = load(from->streams[j].free);
        left[j] = load(from->streams[j].left);
        right[j] = load(from->streams[j].right);
        todo[j] = load(from->streams[j].todo);
        idle[j] = FOR(is_zero)(todo[j]);
    }

/* Loads nodes of the list, from index i on, into the lanes of the set `take`, in order. The vector
 * idle[j] has all ones in the same lanes. */
#define REFILL(j, take)                                                                            \
    do {                                                                                           \
        const FOR(spread) where = FOR(spread_for)(t, take);                                        \
        free[j] = _mm256_blendv_epi8(free[j], SPREAD_FROM(from->free + i, where), idle[j]);        \
        left[j] = _mm256_blendv_epi8(left[j], SPREAD_FROM(from->left + i, where), idle[j]);        \
        right[j] = _mm256_blendv_epi8(right[j], SPREAD_FROM(from->right + i, where), idle[j]);     \
        i += bits(take);                                                                           \
        const __m256i open = _mm256_and_si256(                                                     \
            _mm256_andnot_si256(_mm256_or_si256(left[j], right[j]), free[j]), open0);              \
        todo[j] = _mm256_or_si256(todo[j], _mm256_and_si256(open, idle[j]));                       \
    } while (0)

/* Places a queen in every lane that has a column to try, and appends the children that survive the
 * pruning. */
#define PLACE(j, among)                                                                            \
    do {                                                                                           \
        const __m256i queen = _mm256_and_si256(todo[j], OP(sub)(zero, todo[j]));                   \
        const __m256i f = _mm256_andnot_si256(queen, free[j]);                                     \
        const __m256i l = FOR(up)(_mm256_or_si256(left[j], queen), gap);                           \
        const __m256i r = FOR(down)(_mm256_or_si256(right[j], queen), gap);                        \
        todo[j] = _mm256_xor_si256(todo[j], queen);                                                \
        idle[j] = FOR(is_zero)(todo[j]);                                                           \
        const __m256i row1 =                                                                       \
            _mm256_and_si256(_mm256_andnot_si256(_mm256_or_si256(l, r), f), open1);                \
        const __m256i l2 = FOR(up)(l, gap1), r2 = FOR(down)(r, gap1);                              \
        const __m256i row2 =                                                                       \
            _mm256_and_si256(_mm256_andnot_si256(_mm256_or_si256(l2, r2), f), open2);              \
        __m256i dead = _mm256_or_si256(FOR(is_zero)(row1), FOR(is_zero)(row2));                    \
        if (far) {                                                                                 \
            const __m256i l3 = FOR(up)(l2, gap2), r3 = FOR(down)(r2, gap2);                        \
            const __m256i l4 = FOR(up)(l3, gap3), r4 = FOR(down)(r3, gap3);                        \
            const __m256i row3 =                                                                   \
                _mm256_and_si256(_mm256_andnot_si256(_mm256_or_si256(l3, r3), f), open3);          \
            const __m256i row4 =                                                                   \
                _mm256_and_si256(_mm256_andnot_si256(_mm256_or_si256(l4, r4), f), open4);          \
            const __m256i any =                                                                    \
                _mm256_or_si256(_mm256_or_si256(row1, row2), _mm256_or_si256(row3, row4));         \
            const __m256i all = OP(cmpeq)(any, f);                                                 \
            dead = _mm256_or_si256(dead, _mm256_or_si256(FOR(is_zero)(row3), FOR(is_zero)(row4))); \
            dead = _mm256_or_si256(dead, FOR(is_zero)(all));                                       \
        }                                                                                          \
        const uint32_t live = ~FOR(mask)(dead) & (among);                                          \
        const FOR(spread) where = FOR(pack_for)(t, live);                                          \
        PACK_TO(to->free + m, f, where);                                                           \
        PACK_TO(to->left + m, l, where);                                                           \
        PACK_TO(to->right + m, r, where);                                                          \
        m += bits(live);                                                                           \
    } while (0)

    bool full = false, more = true;
    while (n - i >= STREAMS * WIDTH) {
#pragma GCC unroll 4
        for (int j = 0; j < STREAMS; j++) {
            const uint32_t take = FOR(mask)(idle[j]);
            REFILL(j, take);
            PLACE(j, ALL);
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
                uint32_t take = FOR(mask)(idle[j]);
                if (bits(take) > there) {
                    take = _pdep_u32((UINT32_C(1) << there) - 1, take);
                    LANE chosen[WIDTH];
                    for (int lane = 0; lane < WIDTH; lane++)
                        chosen[lane] = (LANE)(0 - (take >> lane & 1));
                    idle[j] = loadu(chosen);
                }
                REFILL(j, take);
                const uint32_t busy = ~FOR(mask)(FOR(is_zero)(todo[j])) & ALL;
                nodes += bits(busy);
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
        _mm256_store_si256((__m256i *)(void *)from->streams[j].free, free[j]);
        _mm256_store_si256((__m256i *)(void *)from->streams[j].left, left[j]);
        _mm256_store_si256((__m256i *)(void *)from->streams[j].right, right[j]);
        _mm256_store_si256((__m256i *)(void *)from->streams[j].todo, todo[j]);
    }
    if (!full) {
        /* More nodes will be appended: move the remaining ones, less than STREAMS vectors, to the
         * front. */
        const size_t rest = (n - i) * sizeof(LANE);
        memmove(from->free, from->free + i, rest);
        memmove(from->left, from->left + i, rest);
        memmove(from->right, from->right + i, rest);
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
    const __m256i zero = _mm256_setzero_si256();
    const FOR(shift) gap = FOR(shift_by)(s->rows.gap[k]);
    const __m256i open0 = OP(set1)((LANE)s->rows.open[k]),
                  open1 = OP(set1)((LANE)s->rows.open[k + 1]);
    uint64_t solutions = 0;
    uint32_t i = 0;
    for (; i < stop; i += WIDTH) {
        const uint32_t there =
            stop - i >= WIDTH ? (UINT32_C(1) << WIDTH) - 1 : (UINT32_C(1) << (stop - i)) - 1;
        const __m256i f = load(list->free + i), l = load(list->left + i), r = load(list->right + i);
        const __m256i first =
            _mm256_and_si256(_mm256_andnot_si256(_mm256_or_si256(l, r), f), open0);
        const __m256i second = _mm256_and_si256(
            _mm256_andnot_si256(_mm256_or_si256(FOR(up)(l, gap), FOR(down)(r, gap)), f), open1);
        /* Two columns are left. The two rows can use them as (low, high) or (high, low), unless the
         * two queens would share a diagonal. */
        const __m256i low = _mm256_and_si256(f, OP(sub)(zero, f)), high = _mm256_xor_si256(f, low);
        const __m256i touch = OP(cmpeq)(FOR(up)(low, gap), high);
        const __m256i not_low_first = _mm256_or_si256(FOR(is_zero)(_mm256_and_si256(first, low)),
                                                      FOR(is_zero)(_mm256_and_si256(second, high)));
        const __m256i not_high_first = _mm256_or_si256(FOR(is_zero)(_mm256_and_si256(first, high)),
                                                       FOR(is_zero)(_mm256_and_si256(second, low)));
        solutions += bits(~FOR(mask)(_mm256_or_si256(touch, not_low_first)) & there);
        solutions += bits(~FOR(mask)(_mm256_or_si256(touch, not_high_first)) & there);
    }
    if (i > n) i = n;
    const size_t rest = (n - i) * sizeof(LANE);
    memmove(list->free, list->free + i, rest);
    memmove(list->left, list->left + i, rest);
    memmove(list->right, list->right + i, rest);
    list->begin = 0;
    list->end = n - i;
    tally->solutions += solutions;
}

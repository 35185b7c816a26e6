/* narrow_counts.h - counts the candidates of all units of a narrow board with AVX-512. The narrow
 * searches include it once for each kind of board (narrow_kinds.h). */
#if defined(__AVX512VPOPCNTDQ__)

/* Returns one count per byte: byte fq_unit_bit(u, V) is the count of unit u. All counts are packed
 * into one register, so a search needs 2 comparisons per node. With 8 counts per register it would
 * need 2 * V comparisons, all on the same CPU port.
 *
 * Counts fit a byte up to n = 16, where a region has at most 241 cells. On larger boards the
 * counts saturate at 255. This does not change the choice of a unit: a row or column has at most 21
 * cells, so it is chosen before a unit with 255 or more candidates. */
static inline __m512i NAME(count_candidates)(const fq_units *unit, const uint64_t *cand)
{
    __m512i packed = _mm512_setzero_si512();
    const uint64_t(*cells)[64] = unit->word;
    __m512i word[W];
    for (int w = 0; w < W; w++) word[w] = _mm512_set1_epi64((long long)cand[w]);
    for (int v = V - 1; v >= 0; v--) {
        __m512i sum =
            _mm512_popcnt_epi64(_mm512_and_si512(word[0], _mm512_load_si512(&cells[0][8 * v])));
        for (int w = 1; w < W; w++)
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(
                                            word[w], _mm512_load_si512(&cells[w][8 * v]))));
        if (W > 4) sum = _mm512_min_epu64(sum, _mm512_set1_epi64(255));
        packed = _mm512_or_si512(_mm512_slli_epi64(packed, 8), sum);
    }
    return packed;
}

#endif

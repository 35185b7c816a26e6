/* narrow_counts.h - the candidates of all units, counted at once with AVX-512. Included at the
 * beginning of a narrow search (see narrow_kinds.h). */
#if defined(__AVX512VPOPCNTDQ__)

/* One byte a unit, 8 * lane + register, from V * W population counts. Comparing the packed bytes
 * takes two compares where one a register would take 2 * V, and they all want the same port. A
 * region of a 16 x 16 board has at most 241 cells; above, counts saturate at 255 so as not to spill
 * into the next byte (rows and columns are smaller, so this changes no choice). */
static inline __m512i NAME(counts)(const fq_units *unit, const uint64_t *cand)
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

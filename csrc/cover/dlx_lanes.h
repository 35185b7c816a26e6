/* dlx_lanes.h - finds the first least number of an array of sizes, a vector at a time: 64 bytes
 * with AVX-512, 32 with AVX2, and 16 with SSE2, NEON or portable code.
 *
 * The numbers are compared as signed numbers, because SSE2 has a minimum of 16-bit numbers only for
 * signed ones. */
#ifndef FQ_COVER_DLX_LANES_H
#define FQ_COVER_DLX_LANES_H

#include <stdint.h>

#include "common/bits.h"

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if defined(__AVX512BW__)
#define FQ_VECTOR 64 /* bytes of a vector */
#elif defined(__AVX2__)
#define FQ_VECTOR 32
#else
#define FQ_VECTOR 16
#endif

#define FQ_INLINE static inline __attribute__((always_inline))

typedef int16_t __attribute__((vector_size(FQ_VECTOR), may_alias)) fq_lanes_16;
typedef int32_t __attribute__((vector_size(FQ_VECTOR), may_alias)) fq_lanes_32;

/* fq_min: lane by lane, the smaller number.
 * fq_least: the smallest number of all lanes.
 * fq_equal: a mask of the lanes where a and b are equal. A lane has FQ_MASK_BITS(bits) bits. */
#if defined(__AVX512BW__)

#define FQ_MASK_BITS(bits) 1
FQ_INLINE fq_lanes_16 fq_min_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (fq_lanes_16)_mm512_min_epi16((__m512i)a, (__m512i)b);
}
FQ_INLINE fq_lanes_32 fq_min_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return (fq_lanes_32)_mm512_min_epi32((__m512i)a, (__m512i)b);
}
FQ_INLINE uint64_t fq_equal_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return _mm512_cmpeq_epi16_mask((__m512i)a, (__m512i)b);
}
FQ_INLINE uint64_t fq_equal_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
}
FQ_INLINE __m256i fq_halve_16(fq_lanes_16 x)
{
    return _mm256_min_epi16(_mm512_castsi512_si256((__m512i)x),
                            _mm512_extracti64x4_epi64((__m512i)x, 1));
}
FQ_INLINE int32_t fq_least_32(fq_lanes_32 x) { return _mm512_reduce_min_epi32((__m512i)x); }

#elif defined(__AVX2__)

#define FQ_MASK_BITS(bits) (bits / 8)
FQ_INLINE fq_lanes_16 fq_min_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (fq_lanes_16)_mm256_min_epi16((__m256i)a, (__m256i)b);
}
FQ_INLINE fq_lanes_32 fq_min_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return (fq_lanes_32)_mm256_min_epi32((__m256i)a, (__m256i)b);
}
FQ_INLINE uint64_t fq_equal_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (uint32_t)_mm256_movemask_epi8((__m256i)(a == b));
}
FQ_INLINE uint64_t fq_equal_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return (uint32_t)_mm256_movemask_epi8((__m256i)(a == b));
}
FQ_INLINE __m256i fq_halve_16(fq_lanes_16 x) { return (__m256i)x; }
FQ_INLINE int32_t fq_least_32(fq_lanes_32 x)
{
    __m128i y = _mm_min_epi32(_mm256_castsi256_si128((__m256i)x),
                              _mm256_extracti128_si256((__m256i)x, 1));
    y = _mm_min_epi32(y, _mm_shuffle_epi32(y, 0x4e));
    return _mm_cvtsi128_si32(_mm_min_epi32(y, _mm_shuffle_epi32(y, 0xb1)));
}

#elif defined(__SSE2__)

#define FQ_MASK_BITS(bits) (bits / 8)
FQ_INLINE fq_lanes_16 fq_min_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (fq_lanes_16)_mm_min_epi16((__m128i)a, (__m128i)b);
}
FQ_INLINE fq_lanes_32 fq_min_32(fq_lanes_32 a, fq_lanes_32 b)
{
    const fq_lanes_32 less = a < b;
    return (a & less) | (b & ~less);
}
FQ_INLINE uint64_t fq_equal_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (uint32_t)_mm_movemask_epi8((__m128i)(a == b));
}
FQ_INLINE uint64_t fq_equal_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return (uint32_t)_mm_movemask_epi8((__m128i)(a == b));
}
FQ_INLINE int16_t fq_least_16(fq_lanes_16 x)
{
    __m128i y = (__m128i)x;
    y = _mm_min_epi16(y, _mm_shuffle_epi32(y, 0x4e));
    y = _mm_min_epi16(y, _mm_shuffle_epi32(y, 0xb1));
    y = _mm_min_epi16(y, _mm_srli_epi32(y, 16));
    return (int16_t)_mm_cvtsi128_si32(y);
}
FQ_INLINE int32_t fq_least_32(fq_lanes_32 x)
{
    x = fq_min_32(x, (fq_lanes_32)_mm_shuffle_epi32((__m128i)x, 0x4e));
    x = fq_min_32(x, (fq_lanes_32)_mm_shuffle_epi32((__m128i)x, 0xb1));
    return x[0];
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

#define FQ_MASK_BITS(bits) (bits / 2)
FQ_INLINE fq_lanes_16 fq_min_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return (fq_lanes_16)vminq_s16((int16x8_t)a, (int16x8_t)b);
}
FQ_INLINE fq_lanes_32 fq_min_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return (fq_lanes_32)vminq_s32((int32x4_t)a, (int32x4_t)b);
}
/* Keeps 4 bits of each byte, because NEON cannot collect the top bits of all bytes. */
FQ_INLINE uint64_t fq_nibbles(uint8x16_t x)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(x), 4)), 0);
}
FQ_INLINE uint64_t fq_equal_16(fq_lanes_16 a, fq_lanes_16 b)
{
    return fq_nibbles((uint8x16_t)(a == b));
}
FQ_INLINE uint64_t fq_equal_32(fq_lanes_32 a, fq_lanes_32 b)
{
    return fq_nibbles((uint8x16_t)(a == b));
}
FQ_INLINE int16_t fq_least_16(fq_lanes_16 x) { return vminvq_s16((int16x8_t)x); }
FQ_INLINE int32_t fq_least_32(fq_lanes_32 x) { return vminvq_s32((int32x4_t)x); }

#else

#define FQ_MASK_BITS(bits) 1
#define FQ_PORTABLE_LANES(bits)                                                                    \
    FQ_INLINE fq_lanes_##bits fq_min_##bits(fq_lanes_##bits a, fq_lanes_##bits b)                  \
    {                                                                                              \
        const fq_lanes_##bits less = a < b;                                                        \
        return (a & less) | (b & ~less);                                                           \
    }                                                                                              \
    FQ_INLINE uint64_t fq_equal_##bits(fq_lanes_##bits a, fq_lanes_##bits b)                       \
    {                                                                                              \
        uint64_t mask = 0;                                                                         \
        for (int l = 0; l < 8 * FQ_VECTOR / bits; l++) mask |= (uint64_t)(a[l] == b[l]) << l;      \
        return mask;                                                                               \
    }                                                                                              \
    FQ_INLINE int##bits##_t fq_least_##bits(fq_lanes_##bits x)                                     \
    {                                                                                              \
        int##bits##_t least = x[0];                                                                \
        for (int l = 1; l < 8 * FQ_VECTOR / bits; l++) least = x[l] < least ? x[l] : least;        \
        return least;                                                                              \
    }
FQ_PORTABLE_LANES(16)
FQ_PORTABLE_LANES(32)
#undef FQ_PORTABLE_LANES

#endif

#if defined(__AVX2__)
/* One instruction finds the least of 8 unsigned numbers. Flipping the top bit of signed numbers
 * keeps their order as unsigned numbers. */
FQ_INLINE int16_t fq_least_16(fq_lanes_16 x)
{
    const __m256i half = fq_halve_16(x);
    const __m128i top = _mm_set1_epi16(INT16_MIN);
    __m128i y = _mm_min_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    y = _mm_minpos_epu16(_mm_xor_si128(y, top));
    return (int16_t)_mm_cvtsi128_si32(_mm_xor_si128(y, top));
}
#endif

/* The index of the first least number of `vectors` vectors, compared as signed numbers. */
#define FQ_FIRST_LEAST(bits)                                                                       \
    FQ_INLINE uint32_t fq_first_least_##bits(const uint##bits##_t *numbers, uint32_t vectors)      \
    {                                                                                              \
        const fq_lanes_##bits *x = (const fq_lanes_##bits *)numbers;                               \
        fq_lanes_##bits least = x[0];                                                              \
        for (uint32_t v = 1; v < vectors; v++) least = fq_min_##bits(least, x[v]);                 \
        const fq_lanes_##bits all = fq_least_##bits(least) - (fq_lanes_##bits){0};                 \
        uint32_t v = 0;                                                                            \
        uint64_t equal;                                                                            \
        while (!(equal = fq_equal_##bits(x[v], all))) v++;                                         \
        return v * (8 * FQ_VECTOR / bits) + fq_lowest(equal) / FQ_MASK_BITS(bits);                 \
    }
FQ_FIRST_LEAST(16)
FQ_FIRST_LEAST(32)
#undef FQ_FIRST_LEAST

#endif

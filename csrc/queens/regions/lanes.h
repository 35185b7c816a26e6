/* lanes.h - vectors of 64-bit lanes: 8 lanes with AVX-512, 4 with AVX2, and 2 with SSE2, NEON or
 * portable code.
 *
 * GCC's vector extensions have no operators for these functions, or only slower ones. A mask
 * selects lanes. With AVX-512 a mask has one bit per lane; otherwise each lane of the mask is all
 * ones or all zeros. The operators & | ~ work on both kinds of masks. */
#ifndef FQ_QUEENS_REGIONS_LANES_H
#define FQ_QUEENS_REGIONS_LANES_H

#include <stdint.h>
#include <string.h>

#include "common/bits.h"

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if defined(__AVX512VPOPCNTDQ__)
#define FQ_LANES 8
#elif defined(__AVX2__)
#define FQ_LANES 4
#else
#define FQ_LANES 2
#endif

#define FQ_INLINE static inline __attribute__((always_inline))

/* Makes the compiler keep x in a register instead of computing it again at every use. */
#if defined(__x86_64__)
#define FQ_KEEP_IN_REGISTER(x) __asm__("" : "+v"(x))
#elif defined(__aarch64__)
#define FQ_KEEP_IN_REGISTER(x) __asm__("" : "+w"(x))
#else
#define FQ_KEEP_IN_REGISTER(x) ((void)0)
#endif

typedef uint64_t fq_lanes __attribute__((vector_size(8 * FQ_LANES)));
typedef uint32_t fq_lanes_32 __attribute__((vector_size(8 * FQ_LANES)));
typedef uint16_t fq_lanes_16 __attribute__((vector_size(8 * FQ_LANES)));
typedef uint8_t fq_lanes_8 __attribute__((vector_size(8 * FQ_LANES)));

FQ_INLINE fq_lanes fq_broadcast(uint64_t x) { return x - (fq_lanes){0}; }

#if FQ_LANES == 8

#define FQ_EVEN_NUMBERS {0, 2, 4, 6, 8, 10, 12, 14}

/* Sets all bits of each byte, or of each pair of bytes, that is not 0. */
FQ_INLINE fq_lanes fq_fill_bytes(fq_lanes x)
{
    return (fq_lanes)-(fq_lanes_8)_mm512_min_epu8((__m512i)x, _mm512_set1_epi8(1));
}
FQ_INLINE fq_lanes fq_fill_byte_pairs(fq_lanes x)
{
    return (fq_lanes)-(fq_lanes_16)_mm512_min_epu16((__m512i)x, _mm512_set1_epi16(1));
}

typedef __mmask8 fq_mask;
#define FQ_ALL_LANES ((fq_mask)0xff)

/* Return the lanes of `mask` where a and b are equal, or where a and b differ. */
FQ_INLINE fq_mask fq_equal(fq_mask mask, fq_lanes a, fq_lanes b)
{
    return _mm512_mask_cmpeq_epi64_mask(mask, (__m512i)a, (__m512i)b);
}
FQ_INLINE fq_mask fq_not_equal(fq_mask mask, fq_lanes a, fq_lanes b)
{
    return _mm512_mask_cmpneq_epi64_mask(mask, (__m512i)a, (__m512i)b);
}
FQ_INLINE fq_mask fq_and_not(fq_mask a, fq_mask b) { return _kandn_mask8(b, a); }
/* Lane by lane: `yes` where the mask is set, otherwise `no`. */
FQ_INLINE fq_lanes fq_select(fq_mask mask, fq_lanes yes, fq_lanes no)
{
    return (fq_lanes)_mm512_mask_mov_epi64((__m512i)no, mask, (__m512i)yes);
}
/* Lane by lane: x where the mask is set, otherwise 0. */
FQ_INLINE fq_lanes fq_select_or_zero(fq_mask mask, fq_lanes x)
{
    return (fq_lanes)_mm512_maskz_mov_epi64(mask, (__m512i)x);
}
/* The smaller of the two numbers in each lane. Every number must be below 2^32 or all ones. */
FQ_INLINE fq_lanes fq_min(fq_lanes a, fq_lanes b)
{
    return (fq_lanes)_mm512_min_epu32((__m512i)a, (__m512i)b);
}
/* The number of set bits in each lane, added over `words` vectors. */
FQ_INLINE fq_lanes fq_popcounts(const fq_lanes *x, int words)
{
    __m512i sum = _mm512_popcnt_epi64((__m512i)x[0]);
    for (int w = 1; w < words; w++)
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64((__m512i)x[w]));
    return (fq_lanes)sum;
}
FQ_INLINE uint32_t fq_mask_bits(fq_mask mask) { return mask; }
FQ_INLINE fq_mask fq_mask_from_bits(uint32_t bits) { return (fq_mask)bits; }
#else

#if FQ_LANES == 4
#define FQ_EVEN_NUMBERS {0, 2, 4, 6}
#else
#define FQ_EVEN_NUMBERS {0, 2}
#endif

FQ_INLINE fq_lanes fq_fill_bytes(fq_lanes x) { return (fq_lanes)((fq_lanes_8)x != 0); }
FQ_INLINE fq_lanes fq_fill_byte_pairs(fq_lanes x) { return (fq_lanes)((fq_lanes_16)x != 0); }

typedef fq_lanes fq_mask;
#define FQ_ALL_LANES fq_broadcast(~UINT64_C(0))

FQ_INLINE fq_mask fq_equal(fq_mask mask, fq_lanes a, fq_lanes b)
{
    return mask & (fq_mask)(a == b);
}
FQ_INLINE fq_mask fq_not_equal(fq_mask mask, fq_lanes a, fq_lanes b)
{
    return mask & (fq_mask)(a != b);
}
FQ_INLINE fq_mask fq_and_not(fq_mask a, fq_mask b) { return a & ~b; }
FQ_INLINE fq_lanes fq_select_or_zero(fq_mask mask, fq_lanes x) { return mask & x; }

#if defined(__AVX2__)
FQ_INLINE fq_lanes fq_select(fq_mask mask, fq_lanes yes, fq_lanes no)
{
    return (fq_lanes)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
}
FQ_INLINE fq_lanes fq_min(fq_lanes a, fq_lanes b)
{
    return (fq_lanes)_mm256_min_epu32((__m256i)a, (__m256i)b);
}
/* The number of set bits in each byte, of which only the lower four bits may be set. */
FQ_INLINE __m256i fq_look_up_counts(__m256i x)
{
    return _mm256_shuffle_epi8(
        _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4), x);
}
FQ_INLINE __m256i fq_byte_counts(fq_lanes x)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    return _mm256_add_epi8(fq_look_up_counts(_mm256_and_si256((__m256i)x, nibble)),
                           fq_look_up_counts(_mm256_and_si256((__m256i)(x >> 4), nibble)));
}
FQ_INLINE fq_lanes fq_popcounts(const fq_lanes *x, int words)
{
    __m256i sum = fq_byte_counts(x[0]);
    for (int w = 1; w < words; w++) sum = _mm256_add_epi8(sum, fq_byte_counts(x[w]));
    return (fq_lanes)_mm256_sad_epu8(sum, _mm256_setzero_si256());
}
/* As fq_popcounts, for vectors in which only the lower four bits of each byte may be set. */
FQ_INLINE fq_lanes fq_nibble_counts(const fq_lanes *x, int parts)
{
    __m256i sum = fq_look_up_counts((__m256i)x[0]);
    for (int p = 1; p < parts; p++)
        sum = _mm256_add_epi8(sum, fq_look_up_counts((__m256i)x[p]));
    return (fq_lanes)_mm256_sad_epu8(sum, _mm256_setzero_si256());
}
FQ_INLINE uint32_t fq_mask_bits(fq_mask mask)
{
    return (uint32_t)_mm256_movemask_pd((__m256d)mask);
}
#else
FQ_INLINE fq_lanes fq_select(fq_mask mask, fq_lanes yes, fq_lanes no)
{
    return (yes & mask) | (no & ~mask);
}
#if defined(__ARM_NEON)
FQ_INLINE fq_lanes fq_min(fq_lanes a, fq_lanes b)
{
    return (fq_lanes)vminq_u32((uint32x4_t)a, (uint32x4_t)b);
}
FQ_INLINE fq_lanes fq_popcounts(const fq_lanes *x, int words)
{
    uint8x16_t sum = vcntq_u8((uint8x16_t)x[0]);
    for (int w = 1; w < words; w++) sum = vaddq_u8(sum, vcntq_u8((uint8x16_t)x[w]));
    return (fq_lanes)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(sum)));
}
#else
FQ_INLINE fq_lanes fq_min(fq_lanes a, fq_lanes b)
{
    return fq_select((fq_mask)((fq_lanes_32)a < (fq_lanes_32)b), a, b);
}
FQ_INLINE fq_lanes fq_popcounts(const fq_lanes *x, int words)
{
    fq_lanes sum = {0};
    for (int w = 0; w < words; w++) {
        fq_lanes y = x[w];
        y -= y >> 1 & UINT64_C(0x5555555555555555);
        y = (y & UINT64_C(0x3333333333333333)) + (y >> 2 & UINT64_C(0x3333333333333333));
        sum += (y + (y >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    }
    sum += sum >> 8;
    sum += sum >> 16;
    return (sum + (sum >> 32)) & 0xff;
}
#endif
FQ_INLINE uint32_t fq_mask_bits(fq_mask mask) { return (mask[0] & 1) | (mask[1] & 2); }
#endif

FQ_INLINE fq_mask fq_mask_from_bits(uint32_t bits)
{
    fq_mask mask = {0};
    for (int l = 0; l < FQ_LANES; l++) mask[l] = -(uint64_t)(bits >> l & 1);
    return mask;
}
#endif

#if FQ_LANES != 4
FQ_INLINE fq_lanes fq_nibble_counts(const fq_lanes *x, int parts) { return fq_popcounts(x, parts); }
#endif

FQ_INLINE fq_lanes fq_rotate(fq_lanes x, int bits) { return x << bits | x >> (64 - bits); }

/* Stores lane l of x and y in base[at[l]] and base[at[l] + 1]. The lanes are first arranged in
 * pairs, so each pair takes one load or store. */
FQ_INLINE void fq_store_pairs(uint64_t *base, fq_lanes at, fq_lanes x, fq_lanes y)
{
#if FQ_LANES == 8
    const __m512i even = _mm512_unpacklo_epi64((__m512i)x, (__m512i)y);
    const __m512i odd = _mm512_unpackhi_epi64((__m512i)x, (__m512i)y);
#define FQ_STORE_PAIR(l)                                                                           \
    _mm_storeu_si128((__m128i *)(base + at[l]),                                                    \
                     _mm512_extracti64x2_epi64(l & 1 ? odd : even, l / 2))
    FQ_STORE_PAIR(0), FQ_STORE_PAIR(1), FQ_STORE_PAIR(2), FQ_STORE_PAIR(3);
    FQ_STORE_PAIR(4), FQ_STORE_PAIR(5), FQ_STORE_PAIR(6), FQ_STORE_PAIR(7);
#undef FQ_STORE_PAIR
#elif FQ_LANES == 4
    const __m256i even = _mm256_unpacklo_epi64((__m256i)x, (__m256i)y);
    const __m256i odd = _mm256_unpackhi_epi64((__m256i)x, (__m256i)y);
    _mm_storeu_si128((__m128i *)(base + at[0]), _mm256_castsi256_si128(even));
    _mm_storeu_si128((__m128i *)(base + at[1]), _mm256_castsi256_si128(odd));
    _mm_storeu_si128((__m128i *)(base + at[2]), _mm256_extracti128_si256(even, 1));
    _mm_storeu_si128((__m128i *)(base + at[3]), _mm256_extracti128_si256(odd, 1));
#else
    for (int l = 0; l < FQ_LANES; l++) {
        const fq_lanes pair = {x[l], y[l]};
        memcpy(base + at[l], &pair, sizeof pair);
    }
#endif
}
/* Loads lane l of x and y from base[at[l]] and base[at[l] + 1]. */
FQ_INLINE void fq_load_pairs(const uint64_t *base, fq_lanes at, fq_lanes *x, fq_lanes *y)
{
#if FQ_LANES == 8
#define FQ_LOAD_PAIR(l) _mm_loadu_si128((const __m128i *)(base + at[l]))
#define FQ_LOAD_PAIRS(l)                                                                           \
    _mm512_inserti64x4(                                                                            \
        _mm512_castsi256_si512(_mm256_inserti128_si256(_mm256_castsi128_si256(FQ_LOAD_PAIR(l)),    \
                                                       FQ_LOAD_PAIR(l + 2), 1)),                   \
        _mm256_inserti128_si256(_mm256_castsi128_si256(FQ_LOAD_PAIR(l + 4)), FQ_LOAD_PAIR(l + 6),  \
                                1),                                                                \
        1)
    const __m512i even = FQ_LOAD_PAIRS(0), odd = FQ_LOAD_PAIRS(1);
#undef FQ_LOAD_PAIRS
#undef FQ_LOAD_PAIR
    *x = (fq_lanes)_mm512_unpacklo_epi64(even, odd);
    *y = (fq_lanes)_mm512_unpackhi_epi64(even, odd);
#elif FQ_LANES == 4
    const __m256i even = _mm256_loadu2_m128i((const __m128i *)(base + at[2]),
                                             (const __m128i *)(base + at[0]));
    const __m256i odd = _mm256_loadu2_m128i((const __m128i *)(base + at[3]),
                                            (const __m128i *)(base + at[1]));
    *x = (fq_lanes)_mm256_unpacklo_epi64(even, odd);
    *y = (fq_lanes)_mm256_unpackhi_epi64(even, odd);
#else
    for (int l = 0; l < FQ_LANES; l++) {
        fq_lanes pair;
        memcpy(&pair, base + at[l], sizeof pair);
        (*x)[l] = pair[0];
        (*y)[l] = pair[1];
    }
#endif
}

/* A block of 64 bytes. */
typedef struct fq_bytes {
    fq_lanes_8 part[8 / FQ_LANES];
} fq_bytes;

/* Loads `rows` rows of n bytes each. Row r begins at byte r * apart of the result. The bytes
 * between the rows are undefined. */
FQ_INLINE fq_bytes fq_load_rows(const uint8_t *from, int apart, int n, int rows)
{
    fq_bytes x;
#if FQ_LANES == 8
    uint64_t there = 0;
    for (int r = 0; r < rows; r++) there |= fq_ones((uint32_t)n) << r * apart;
    const __mmask64 some = fq_ones((uint32_t)(n * rows));
    x.part[0] = (fq_lanes_8)_mm512_maskz_expand_epi8(there, _mm512_maskz_loadu_epi8(some, from));
#else
    uint8_t bytes[64] = {0};
    for (int r = 0; r < rows; r++) memcpy(bytes + r * apart, from + r * n, (size_t)n);
    memcpy(&x, bytes, sizeof x);
#endif
    return x;
}

/* For each of the first n bytes of `bytes`: writes the position of its lowest set bit. */
FQ_INLINE void fq_lowest_columns(uint64_t bytes, int n, int16_t *columns)
{
#if FQ_LANES == 8
    const __m128i x = _mm_cvtsi64_si128((long long)bytes);
    const __m128i below = _mm_andnot_si128(x, _mm_sub_epi8(x, _mm_set1_epi8(1)));
    _mm_mask_storeu_epi16(columns, (__mmask8)fq_ones((uint32_t)n),
                          _mm_cvtepu8_epi16(_mm_popcnt_epi8(below)));
#else
    for (int r = 0; r < n; r++) columns[r] = (int16_t)fq_lowest(bytes >> 8 * r);
#endif
}

/* Bit i of the result is set if byte i of x equals `label`. */
FQ_INLINE uint64_t fq_match_bytes(const fq_bytes *x, uint8_t label)
{
    const fq_lanes_8 all = label - (fq_lanes_8){0};
#if FQ_LANES == 8
    return _mm512_cmpeq_epi8_mask((__m512i)x->part[0], (__m512i)all);
#elif defined(__AVX2__)
    return (uint32_t)_mm256_movemask_epi8((__m256i)(x->part[0] == all)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8((__m256i)(x->part[1] == all)) << 32;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    const uint8x16_t bit = (uint8x16_t)fq_broadcast(UINT64_C(0x8040201008040201));
    uint8x16_t same[4];
    for (int i = 0; i < 4; i++) same[i] = (uint8x16_t)(x->part[i] == all) & bit;
    const uint8x16_t sum = vpaddq_u8(vpaddq_u8(same[0], same[1]), vpaddq_u8(same[2], same[3]));
    return vgetq_lane_u64((uint64x2_t)vpaddq_u8(sum, sum), 0);
#else
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        const fq_lanes_8 same = (fq_lanes_8)(x->part[i] == all);
#if defined(__SSE2__)
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8((__m128i)same) << 16 * i;
#else
        for (int k = 0; k < 16; k++) bits |= (uint64_t)(same[k] & 1) << (16 * i + k);
#endif
    }
    return bits;
#endif
}

#endif

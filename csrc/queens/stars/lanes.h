/* lanes.h - the vector types of the Star Battle searches. A vector has 64, 32 or 16 bytes.
 *
 * Tried: vectors of 64 bytes for every instruction set, which the compiler splits. gcc then
 * compares the lanes one by one. With AVX2 the search takes 4 times as long as with AVX-512, and
 * longer than with SSE2. */
#ifndef FQ_QUEENS_STARS_LANES_H
#define FQ_QUEENS_STARS_LANES_H

#include <stdint.h>
#include <string.h>

#include "common/bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define FQ_VECTOR 64 /* bytes of a vector */
#elif defined(__AVX2__)
#define FQ_VECTOR 32
#else
#define FQ_VECTOR 16
#endif

typedef uint16_t fq_lanes16 __attribute__((vector_size(FQ_VECTOR)));
typedef uint32_t fq_lanes32 __attribute__((vector_size(FQ_VECTOR)));
typedef uint64_t fq_lanes64 __attribute__((vector_size(FQ_VECTOR)));
typedef fq_lanes64 fq_block; /* a set of placements, one bit per placement */

/* Lane by lane: x where `a` and `b` have a common bit, otherwise 0. */
#if defined(__AVX512BW__)
#define FQ_SELECT_COMMON(bits, epi)                                                                \
    static inline fq_lanes##bits fq_select_common##bits(fq_lanes##bits a, fq_lanes##bits b,        \
                                               fq_lanes##bits x)                                   \
    {                                                                                              \
        return (fq_lanes##bits)_mm512_maskz_mov_##epi(                                             \
            _mm512_test_##epi##_mask((__m512i)a, (__m512i)b), (__m512i)x);                         \
    }
#else
#define FQ_SELECT_COMMON(bits, epi)                                                                \
    static inline fq_lanes##bits fq_select_common##bits(fq_lanes##bits a, fq_lanes##bits b,        \
                                               fq_lanes##bits x)                                   \
    {                                                                                              \
        return x & ~(fq_lanes##bits)((a & b) == 0);                                                \
    }
#endif
FQ_SELECT_COMMON(16, epi16)
FQ_SELECT_COMMON(32, epi32)
FQ_SELECT_COMMON(64, epi64)

/* Whether any bit of a block is set. */
static inline int fq_any_bit(fq_block x)
{
#if FQ_VECTOR == 64
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif FQ_VECTOR == 32
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#else
    return (x[0] | x[1]) != 0;
#endif
}

static inline uint32_t fq_count_bits(fq_block x)
{
#if FQ_VECTOR == 64
    return (uint32_t)_mm512_reduce_add_epi64(_mm512_popcnt_epi64((__m512i)x));
#else
    uint32_t count = 0;
    for (uint32_t i = 0; i < FQ_VECTOR / 8; i++) count += fq_popcount(x[i]);
    return count;
#endif
}

#endif

/* count_avx512.c - the kernels for AVX-512. They process lists of placements in 512-bit vectors of
 * 32 nodes with 16 bits each, or of 16 nodes with 32 bits each. They need VBMI2, available from Ice
 * Lake and Zen 4 on. This file is compiled with its own flags; see CMakeLists.txt. */
#include "count_kernel.h"

#ifdef FQ_NQ_SIMD

#include <immintrin.h>

/* The functions that move lanes. `places` is a vector of lane numbers. Compressing this vector by a
 * mask gives the shuffle indices that pack the lanes of the mask in any other vector. 16-bit lanes
 * are moved as pairs of bytes, because on Ice Lake VPERMB takes one operation and VPERMW takes
 * two. */
static inline __m512i places_w16(void)
{
    uint16_t place[32];
    for (int i = 0; i < 32; i++) place[i] = (uint16_t)(2 * i | (2 * i + 1) << 8);
    return _mm512_loadu_si512(place);
}

static inline __m512i places_w32(void)
{
    return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

#define WIDTH      32
#define PLACES     places_w16
#define GATHER     _mm512_permutexvar_epi8
#define LANE       uint16_t
#define MASK       __mmask32
#define NAME(x)    fq_w16_##x
#define OP(x)      _mm512_##x##_epi16
#define MASK_OF(x) _mm512_##x##_epi16_mask
#include "count_levels.h"
#include "count_avx512_lanes.h"
const fq_nq_kernel fq_nq_avx512_16 = {sizeof(NAME(state)), NAME(start), NAME(run), NAME(done)};
#undef WIDTH
#undef PLACES
#undef GATHER
#undef LANE
#undef MASK
#undef NAME
#undef OP
#undef MASK_OF

#define WIDTH      16
#define PLACES     places_w32
#define GATHER     _mm512_permutexvar_epi32
#define LANE       uint32_t
#define MASK       __mmask16
#define NAME(x)    fq_w32_##x
#define OP(x)      _mm512_##x##_epi32
#define MASK_OF(x) _mm512_##x##_epi32_mask
#include "count_levels.h"
#include "count_avx512_lanes.h"
const fq_nq_kernel fq_nq_avx512_32 = {sizeof(NAME(state)), NAME(start), NAME(run), NAME(done)};

#else
typedef int fq_nq_no_avx512;
#endif

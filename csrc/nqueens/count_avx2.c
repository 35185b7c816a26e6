/* count_avx2.c - the kernels for AVX2. They process lists of placements in 256-bit vectors of 16
 * nodes with 16 bits each, or of 8 nodes with 32 bits each. AVX2 is available from Haswell and Zen
 * on. This file is compiled with its own flags; see CMakeLists.txt.
 *
 * AVX2 has neither an expand instruction nor a compress instruction. This file does both with
 * shuffle instructions; the mask of 8 lanes is the index of the shuffle control in a table. Vectors
 * of 16-bit lanes take two controls from the table, one for each half of the vector. */
#include "count_kernel.h"

#ifdef FQ_NQ_SIMD

#include <immintrin.h>
#include <string.h>

/* For each subset of 8 lanes, two lists of lane numbers that control a shuffle. `pack` moves the
 * lanes of the subset, in order, to the front. `spread` moves the first lanes, in order, to the
 * lanes of the subset. Unused entries are 0. */
typedef struct tables {
    bool ready;
    _Alignas(64) uint8_t pack[256][8];
    uint8_t spread[256][8];
    /* the same lists for 16-bit lanes: each entry holds two byte numbers */
    _Alignas(64) uint16_t pack16[256][8];
    uint16_t spread16[256][8];
} tables;

static void fill_tables(tables *t)
{
    if (t->ready) return;
    t->ready = true;
    memset(t->pack, 0, sizeof t->pack);
    memset(t->spread, 0, sizeof t->spread);
    for (int set = 0; set < 256; set++) {
        uint8_t count = 0;
        for (uint8_t lane = 0; lane < 8; lane++) {
            if (!(set >> lane & 1)) continue;
            t->spread[set][lane] = count;
            t->pack[set][count++] = lane;
        }
        for (int i = 0; i < 8; i++) {
            t->pack16[set][i] = (uint16_t)(0x0100 + 0x0202 * t->pack[set][i]);
            t->spread16[set][i] = (uint16_t)(0x0100 + 0x0202 * t->spread[set][i]);
        }
    }
}

static inline __m256i load(const void *p) { return _mm256_load_si256(p); }
static inline __m256i loadu(const void *p) { return _mm256_loadu_si256(p); }
static inline __m128i load_half(const void *p) { return _mm_loadu_si128(p); }
static inline __m256i join(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}
static inline uint32_t bits(uint32_t mask) { return (uint32_t)__builtin_popcount(mask); }

/* ---- 16-bit lanes ---- */

/* Returns one bit per lane of a vector, each of whose lanes is all ones or all zeros. */
static inline uint32_t mask_w16(__m256i x)
{
    return (uint32_t)_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1)));
}
static inline __m256i is_zero_w16(__m256i x)
{
    return _mm256_cmpeq_epi16(x, _mm256_setzero_si256());
}

/* The factors for shifting 16-bit lanes by multiplication. A multiplication is one operation; a
 * shift of these lanes by a variable count takes two. */
typedef struct shift_w16 {
    __m256i up, down;
} shift_w16;
static inline shift_w16 shift_by_w16(uint32_t gap)
{
    return (shift_w16){_mm256_set1_epi16((short)(UINT32_C(1) << gap)),
                       _mm256_set1_epi16((short)(UINT32_C(0x10000) >> gap))};
}
static inline __m256i up_w16(__m256i x, shift_w16 s) { return _mm256_mullo_epi16(x, s.up); }
static inline __m256i down_w16(__m256i x, shift_w16 s) { return _mm256_mulhi_epu16(x, s.down); }

typedef struct spread_w16 {
    __m256i control;
    uint32_t low; /* number of nodes in the low half of the vector */
} spread_w16;
static inline spread_w16 spread_for_w16(const tables *t, uint32_t take)
{
    return (spread_w16){join(load_half(t->spread16[take & 255]), load_half(t->spread16[take >> 8])),
                        bits(take & 255)};
}
static inline __m256i spread_w16_from(const uint16_t *p, spread_w16 s)
{
    return _mm256_shuffle_epi8(join(load_half(p), load_half(p + s.low)), s.control);
}
static inline spread_w16 pack_for_w16(const tables *t, uint32_t live)
{
    return (spread_w16){join(load_half(t->pack16[live & 255]), load_half(t->pack16[live >> 8])),
                        bits(live & 255)};
}
static inline void pack_w16_to(uint16_t *p, __m256i x, spread_w16 s)
{
    const __m256i packed = _mm256_shuffle_epi8(x, s.control);
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128(packed));
    _mm_storeu_si128((__m128i *)(void *)(p + s.low), _mm256_extracti128_si256(packed, 1));
}

/* ---- 32-bit lanes ---- */

static inline uint32_t mask_w32(__m256i x)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(x));
}
static inline __m256i is_zero_w32(__m256i x)
{
    return _mm256_cmpeq_epi32(x, _mm256_setzero_si256());
}
typedef __m256i shift_w32;
static inline shift_w32 shift_by_w32(uint32_t gap) { return _mm256_set1_epi32((int)gap); }
static inline __m256i up_w32(__m256i x, shift_w32 s) { return _mm256_sllv_epi32(x, s); }
static inline __m256i down_w32(__m256i x, shift_w32 s) { return _mm256_srlv_epi32(x, s); }
typedef __m256i spread_w32;
static inline __m256i lanes_of(const uint8_t *p)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
static inline spread_w32 spread_for_w32(const tables *t, uint32_t take)
{
    return lanes_of(t->spread[take]);
}
static inline __m256i spread_w32_from(const uint32_t *p, spread_w32 s)
{
    return _mm256_permutevar8x32_epi32(loadu(p), s);
}
static inline spread_w32 pack_for_w32(const tables *t, uint32_t live)
{
    return lanes_of(t->pack[live]);
}
static inline void pack_w32_to(uint32_t *p, __m256i x, spread_w32 s)
{
    _mm256_storeu_si256((__m256i *)(void *)p, _mm256_permutevar8x32_epi32(x, s));
}

#define FQ_NQ_STATE_EXTRA    tables tables;
#define FQ_NQ_STATE_START(s) fill_tables(&(s)->tables)

#define WIDTH       16
#define LANE        uint16_t
#define NAME(x)     fq_y16_##x
#define OP(x)       _mm256_##x##_epi16
#define FOR(x)      x##_w16
#define SPREAD_FROM spread_w16_from
#define PACK_TO     pack_w16_to
#include "count_levels.h"
#include "count_avx2_lanes.h"
const fq_nq_kernel fq_nq_avx2_16 = {sizeof(NAME(state)), NAME(start), NAME(run), NAME(done)};
#undef WIDTH
#undef LANE
#undef NAME
#undef OP
#undef FOR
#undef SPREAD_FROM
#undef PACK_TO

#define WIDTH       8
#define LANE        uint32_t
#define NAME(x)     fq_y32_##x
#define OP(x)       _mm256_##x##_epi32
#define FOR(x)      x##_w32
#define SPREAD_FROM spread_w32_from
#define PACK_TO     pack_w32_to
#include "count_levels.h"
#include "count_avx2_lanes.h"
const fq_nq_kernel fq_nq_avx2_32 = {sizeof(NAME(state)), NAME(start), NAME(run), NAME(done)};

#else
typedef int fq_nq_no_avx2;
#endif

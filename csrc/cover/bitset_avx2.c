/* bitset_avx2.c - the bitset search in portable C, compiled for AVX2. Before it chooses an item, it
 * searches for dead ends, 8 items at a time, in the groups of options that bitset_avx512.c
 * explains. */
#define FQ_PICK fq_cover_pick_avx2
#define LANES   4
#define SLICED  1
#define SUSPECT 1
#include <immintrin.h>

#include "common/bits.h"
#include "bitset.h"

typedef uint8_t __attribute__((may_alias)) fq_byte; /* smaller parts of the 64-bit words of a set */
typedef uint32_t __attribute__((may_alias)) fq_group;

/* A mask of the groups with live options, for at most 64 groups starting at `first`. */
static inline uint64_t fq_nonempty_groups(const fq_cover_bits *b, const uint64_t *live,
                                          uint32_t first)
{
    uint64_t groups = 0;
    uint32_t end = 2 * b->words - first < 64 ? 2 * b->words - first : 64;
    for (uint32_t g = 0; g < end; g += 8) {
        __m256i x = _mm256_load_si256((const __m256i *)(live + (first + g) / 2));
        x = _mm256_cmpeq_epi32(x, _mm256_setzero_si256());
        groups |= (uint64_t)(_mm256_movemask_ps(_mm256_castsi256_ps(x)) ^ 255) << g;
    }
    return groups;
}

/* Whether any of the items of `wide` vectors, starting at vector `block`, has no option. Stores
 * that item in *item. */
static inline __attribute__((always_inline)) int
fq_find_item_without_options(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
                             uint32_t block, const uint32_t wide, uint32_t *item)
{
    const fq_group *groups = (const fq_group *)live;
    const uint32_t pitch = b->pitch;
    const uint32_t *slices = b->slice + 8 * block;
    __m256i any_option[12];
    for (uint32_t i = 0; i < wide; i++) any_option[i] = _mm256_setzero_si256();
    for (uint32_t first = 0; first < 2 * b->words; first += 64)
        for (uint64_t left = fq_nonempty_groups(b, live, first); left; left &= left - 1) {
            uint32_t g = first + fq_lowest(left);
            __m256i x = _mm256_set1_epi32((int)groups[g]);
            const __m256i *slice = (const __m256i *)(slices + (uint64_t)g * pitch);
            for (uint32_t i = 0; i < wide; i++)
                any_option[i] = _mm256_or_si256(any_option[i], _mm256_and_si256(x, slice[i]));
        }
    for (uint32_t i = 0; i < wide; i++) {
        __m256i x = _mm256_cmpeq_epi32(any_option[i], _mm256_setzero_si256());
        uint32_t none = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(x)) &
                        (uint32_t)((const fq_byte *)active)[block + i];
        if (none) return *item = 8 * (block + i) + fq_lowest(none), 1;
    }
    return 0;
}

static inline int fq_find_dead_end(const fq_cover_bits *b, const uint64_t *live,
                                   const uint64_t *active, uint32_t *item)
{
    uint32_t block = 0, vectors = (b->primary + 7) / 8;
    for (; vectors - block > 12; block += 12)
        if (fq_find_item_without_options(b, live, active, block, 12, item)) return 1;
    switch (vectors - block) {
#define CASE(wide)                                                                                 \
    case wide:                                                                                     \
        return fq_find_item_without_options(b, live, active, block, wide, item)
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(8);
        CASE(9);
        CASE(10);
        CASE(11);
#undef CASE
    default:
        return fq_find_item_without_options(b, live, active, block, 12, item);
    }
}

#include "bitset_scalar.h"

/* bitset_avx512.c - the bitset search with population counts of 16 items at a time.
 *
 * Options are handled in groups of 32: slice[g][i] is the set of options of group g that have item
 * i. The search ANDs this set with the live options of the group and counts the bits. The result is
 * the number of live options of group g that have item i. Each vector instruction handles 16 items.
 *
 *     live, group g           7 6 5 4 3 2 1 0            broadcast to 16 lanes
 *     slice[g][i], item i     . x . . x . x .            one lane per item
 *
 * Most states are dead ends: an item has no options. To detect dead ends, the search combines these
 * ANDs with OR: one ternary instruction per group and 16 items. It counts bits only in the other
 * states. (With up to 512 options this test does not pay, so it is skipped.) Groups without a live
 * option are skipped.
 *
 * Tried: one byte per item with saturating additions (bitset_bytes.h), instead of groups of 32
 * options, took 1.2 times as long. A test of a suspect item first (bitset_run.h) made no
 * difference. */
#include <immintrin.h>
#include <string.h>

#include "common/bits.h"
#include "bitset.h"
#include "bitset_bound.h"

typedef uint16_t __attribute__((may_alias)) fq_half; /* smaller parts of the words of a set */
typedef uint32_t __attribute__((may_alias)) fq_group;

/* A mask of the groups with live options, for at most 64 groups starting at `first`. */
static inline uint64_t fq_nonempty_groups(const fq_cover_bits *b, const uint64_t *live,
                                          uint32_t first)
{
    uint64_t groups = 0;
    uint32_t vectors = b->words / 8 - first / 16;
    if (vectors > 4) vectors = 4;
    for (uint32_t v = 0; v < vectors; v++) {
        __m512i x = _mm512_load_si512(live + first / 2 + 8 * v);
        groups |= (uint64_t)_mm512_test_epi32_mask(x, x) << 16 * v;
    }
    return groups;
}

/* Lists the live options of an item. */
static inline void fq_list_options_of_item(const fq_cover_bits *b, const uint64_t *live,
                                           const uint64_t *column, uint16_t *tries)
{
    for (uint32_t v = 0; v < b->words; v += 8) {
        __m512i x = _mm512_and_si512(_mm512_load_si512(live + v), _mm512_load_si512(column + v));
        for (uint32_t some = _mm512_test_epi64_mask(x, x); some; some &= some - 1) {
            uint32_t w = v + fq_lowest(some);
            for (uint64_t left = live[w] & column[w]; left; left &= left - 1)
                *tries++ = (uint16_t)(64 * w + fq_lowest(left));
        }
    }
}

/* Whether any of the items of `wide` vectors, starting at vector `block`, has no option. Stores
 * that item in *item. */
static inline __attribute__((always_inline)) int
fq_find_dead_end(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
                 uint32_t block, const uint32_t wide, uint32_t *item)
{
    const fq_group *groups = (const fq_group *)live;
    const uint32_t pitch = b->pitch;
    const uint32_t *slices = b->slice + 16 * block;
    __m512i some[8];
    for (uint32_t i = 0; i < wide; i++) some[i] = _mm512_setzero_si512();
    for (uint32_t first = 0; first < 2 * b->words; first += 64)
        for (uint64_t left = fq_nonempty_groups(b, live, first); left; left &= left - 1) {
            uint32_t g = first + fq_lowest(left);
            __m512i x = _mm512_set1_epi32((int)groups[g]);
            const uint32_t *slice = slices + (uint64_t)g * pitch;
            for (uint32_t i = 0; i < wide; i++)
                some[i] =
                    _mm512_ternarylogic_epi32(some[i], x, _mm512_load_si512(slice + 16 * i), 0xf8);
        }
    for (uint32_t i = 0; i < wide; i++) {
        uint32_t none = (uint32_t)_mm512_testn_epi32_mask(some[i], some[i]) &
                        (uint32_t)((const fq_half *)active)[block + i];
        if (none) return *item = 16 * (block + i) + fq_lowest(none), 1;
    }
    return 0;
}

static inline __attribute__((always_inline)) uint32_t
fq_choose_by_count(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
                   uint32_t block, const uint32_t wide, uint32_t *item)
{
    const fq_group *groups = (const fq_group *)live;
    const uint32_t pitch = b->pitch;
    const uint32_t *slices = b->slice + 16 * block;
    __m512i size[8], least = _mm512_set1_epi32(-1);
    for (uint32_t i = 0; i < wide; i++) size[i] = _mm512_setzero_si512();
    for (uint32_t first = 0; first < 2 * b->words; first += 64)
        for (uint64_t left = fq_nonempty_groups(b, live, first); left; left &= left - 1) {
            uint32_t g = first + fq_lowest(left);
            __m512i x = _mm512_set1_epi32((int)groups[g]);
            const uint32_t *slice = slices + (uint64_t)g * pitch;
            for (uint32_t i = 0; i < wide; i++)
                size[i] = _mm512_add_epi32(size[i], _mm512_popcnt_epi32(_mm512_and_si512(
                                                        x, _mm512_load_si512(slice + 16 * i))));
        }
    const fq_half *among = (const fq_half *)active + block;
    for (uint32_t i = 0; i < wide; i++)
        least = _mm512_mask_min_epu32(least, among[i], least, size[i]);
    uint32_t found = _mm512_reduce_min_epu32(least);
    if (found == UINT32_MAX) return found;
    least = _mm512_set1_epi32((int)found);
    for (uint32_t i = wide; i-- > 0;) {
        uint32_t equal = _mm512_mask_cmpeq_epi32_mask(among[i], size[i], least);
        if (equal) *item = 16 * (block + i) + fq_lowest(equal);
    }
    return found;
}

#define VECTOR  __m512i
#define LANES   8
#define SUSPECT 0
/* The masks of the active items exclude all other items, with multiplicities too. */
#define CHOOSE_MULTI NAME(choose)
#define CHOOSER(wide)                                                                              \
    static inline uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *live,              \
                                        const uint64_t *active, uint32_t *item)                    \
    {                                                                                              \
        if (b->words > 8 && fq_find_dead_end(b, live, active, 0, wide, item)) return 0;            \
        return fq_choose_by_count(b, live, active, 0, wide, item);                                 \
    }

#define NAME(x) fq_cover1_##x
#define ROW     1
CHOOSER(1)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#define NAME(x) fq_cover2_##x
CHOOSER(2)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#define NAME(x) fq_cover3_##x
CHOOSER(3)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#define NAME(x) fq_cover4_##x
CHOOSER(4)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#undef ROW
#define NAME(x) fq_cover5_##x
#define ROW     2
CHOOSER(5)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#define NAME(x) fq_cover6_##x
CHOOSER(6)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#define NAME(x) fq_cover8_##x
CHOOSER(8)
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#undef ROW

#define NAME(x) fq_cover_many_##x
#define ROW     (b->row)
static inline uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *live,
                                    const uint64_t *active, uint32_t *item)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t block = 0; block < b->pitch / 16; block += 8)
        if (fq_find_dead_end(b, live, active, block, 8, item)) return 0;
    for (uint32_t block = 0; block < b->pitch / 16; block += 8) {
        uint32_t there = 0, size = fq_choose_by_count(b, live, active, block, 8, &there);
        if (size < least) least = size, *item = there;
    }
    return least;
}
#include "bitset_run.h"
#include "bitset_multi.h"

fq_cover_run *fq_cover_pick_avx512(fq_cover_bits *b, int multi)
{
    switch (b->pitch / 16) {
#define CASE(wide)                                                                                 \
    case wide:                                                                                     \
        b->choose = fq_cover##wide##_choose;                                                       \
        return multi ? fq_cover##wide##_run_multi : fq_cover##wide##_run
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(8);
#undef CASE
    default:
        b->choose = fq_cover_many_choose;
        return multi ? fq_cover_many_run_multi : fq_cover_many_run;
    }
}

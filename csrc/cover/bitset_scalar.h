/* bitset_scalar.h - the bitset search in portable C, for every size of row. The including file
 * compiles it for its instruction set and defines FQ_PICK (the name of its fq_cover_pick function),
 * LANES (the number of 64-bit words of its widest vector), SLICED (1 if it defines
 * fq_find_dead_end) and SUSPECT (bitset_run.h). On 64-bit ARM, gcc and clang compile the vector
 * types to NEON (with gcc 12 -O3, about 870 of 9,500 instructions), so there is no separate NEON
 * kernel. */
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "common/bits.h"
#include "bitset.h"

/* A mask of the words first to first + 63 that contain an option. Most words are empty. A branch on
 * each word would be mispredicted at each change between empty and non-empty words. */
static inline uint64_t fq_nonempty_words(const fq_cover_bits *b, const uint64_t *live,
                                         uint32_t first)
{
    uint64_t filled = 0;
    uint32_t many = b->words - first < 64 ? b->words - first : 64;
    live += first;
#if defined(__AVX2__)
    for (uint32_t w = 0; w < many; w += 4) {
        __m256i x = _mm256_load_si256((const __m256i *)(live + w));
        x = _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
        filled |= (uint64_t)(_mm256_movemask_pd(_mm256_castsi256_pd(x)) ^ 15) << w;
    }
#else
    for (uint32_t w = 0; w < many; w++) filled |= (uint64_t)(live[w] != 0) << w;
#endif
    return filled;
}

/* Lists the live options as numbers, padded to a multiple of 8 with the number of the empty row.
 * The number of live options per word is hard to predict, so eight options at a time are extracted
 * without a test. (An exhausted word yields bit 63; that entry is overwritten later.) */
static inline uint32_t fq_list_live_options(const fq_cover_bits *b, const uint64_t *live,
                                            uint16_t *list)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < b->words; w++) {
        uint64_t left = live[w];
        if (!left) continue;
        uint32_t many = fq_popcount(left), done = 0;
        do {
            for (uint32_t k = 0; k < 8; k++) {
                list[count + done + k] = (uint16_t)(64 * w + fq_lowest(left | UINT64_C(1) << 63));
                left &= left - 1;
            }
            done += 8;
        } while (done < many);
        count += many;
    }
    for (uint32_t k = 0; k < 8; k++) list[count + k] = (uint16_t)b->options;
    return count;
}

/* Lists the live options of an item. */
static inline void fq_list_options_of_item(const fq_cover_bits *b, const uint64_t *live,
                                           const uint64_t *column, uint16_t *tries)
{
    for (uint32_t w = 0; w < b->words; w++)
        for (uint64_t left = live[w] & column[w]; left; left &= left - 1)
            *tries++ = (uint16_t)(64 * w + fq_lowest(left));
}

#include "bitset_bytes.h"
#include "bitset_bound.h"

typedef uint64_t fq_row2 __attribute__((vector_size(16), may_alias));
typedef uint64_t fq_row4 __attribute__((vector_size(32), may_alias));
typedef uint64_t fq_row8 __attribute__((vector_size(64), may_alias));
typedef uint64_t fq_vector __attribute__((vector_size(8 * LANES), may_alias));
#define VECTOR       fq_vector
#define CHOOSE_MULTI NAME(choose_multi)

#define NAME(x) fq_cover1_##x
#define SET     uint64_t
#define WIDE    1
#define BLOCKS  1
#define ROW     1
#include "bitset_planes.h"
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#undef SET
#undef WIDE
#undef ROW
#define NAME(x) fq_cover2_##x
#define SET     fq_row2
#define WIDE    2
#define ROW     2
#include "bitset_planes.h"
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#undef SET
#undef WIDE
#undef ROW
#define NAME(x) fq_cover4_##x
#define SET     fq_row4
#define WIDE    4
#define ROW     4
#include "bitset_planes.h"
#include "bitset_run.h"
#include "bitset_multi.h"
#undef NAME
#undef SET
#undef WIDE
#undef BLOCKS
#undef ROW
#define NAME(x) fq_cover8_##x
#define SET     fq_row8
#define WIDE    8
#define BLOCKS  (b->row / 8)
#define ROW     (b->row)
#include "bitset_planes.h"
#include "bitset_run.h"
#include "bitset_multi.h"

fq_cover_run *FQ_PICK(fq_cover_bits *b, int multi)
{
    switch (b->row) {
#define CASE(row)                                                                                  \
    b->choose = fq_cover##row##_choose;                                                            \
    return multi ? fq_cover##row##_run_multi : fq_cover##row##_run
    case 1:
        CASE(1);
    case 2:
        CASE(2);
    case 4:
        CASE(4);
    default:
        CASE(8);
#undef CASE
    }
}

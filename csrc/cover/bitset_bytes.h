/* bitset_bytes.h - chooses an item if there are many options. The size of an item is its number of
 * live options. A vector holds the sizes of 16 or 32 items, one byte for each. Every live option
 * adds its row of bytes, which are 1 for its items and 0 for the other items. The additions
 * saturate at 255. If the smallest size is 255, all sizes are counted again exactly.
 *
 * An item already covered has no option left, so its size is 0. Subtracting 1 turns this size into
 * 255, so it cannot be the minimum. An item that is not covered and has size 0 is a dead end.
 *
 * With multiplicities (`multi`), a covered item may have options left, so its size is set to 0. */
#if defined(__AVX2__)
#include <immintrin.h>
#define FQ_BYTES 32
typedef __m256i fq_bytes;
static inline fq_bytes fq_add(fq_bytes a, fq_bytes b) { return _mm256_adds_epu8(a, b); }
static inline fq_bytes fq_min(fq_bytes a, fq_bytes b) { return _mm256_min_epu8(a, b); }
static inline fq_bytes fq_broadcast(uint32_t x) { return _mm256_set1_epi8((char)x); }
static inline fq_bytes fq_decrement(fq_bytes a) { return _mm256_sub_epi8(a, fq_broadcast(1)); }
static inline uint32_t fq_equal_lanes(fq_bytes a, fq_bytes b)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b));
}
static inline uint32_t fq_minimum_lane(fq_bytes a)
{
    __m128i x = _mm_min_epu8(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    x = _mm_minpos_epu16(_mm_min_epu8(x, _mm_srli_epi16(x, 8)));
    return (uint32_t)_mm_cvtsi128_si32(x) & 255;
}
#elif defined(__SSE2__)
#include <emmintrin.h>
#define FQ_BYTES 16
typedef __m128i fq_bytes;
static inline fq_bytes fq_add(fq_bytes a, fq_bytes b) { return _mm_adds_epu8(a, b); }
static inline fq_bytes fq_min(fq_bytes a, fq_bytes b) { return _mm_min_epu8(a, b); }
static inline fq_bytes fq_broadcast(uint32_t x) { return _mm_set1_epi8((char)x); }
static inline fq_bytes fq_decrement(fq_bytes a) { return _mm_sub_epi8(a, fq_broadcast(1)); }
static inline uint32_t fq_equal_lanes(fq_bytes a, fq_bytes b)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
}
static inline uint32_t fq_minimum_lane(fq_bytes a)
{
    a = _mm_min_epu8(a, _mm_srli_si128(a, 8));
    a = _mm_min_epu8(a, _mm_srli_si128(a, 4));
    a = _mm_min_epu8(a, _mm_srli_si128(a, 2));
    a = _mm_min_epu8(a, _mm_srli_si128(a, 1));
    return (uint32_t)_mm_cvtsi128_si32(a) & 255;
}
#else
#define FQ_BYTES 16
typedef uint8_t fq_bytes __attribute__((vector_size(16), may_alias));
static inline fq_bytes fq_add(fq_bytes a, fq_bytes b)
{
    fq_bytes sum = a + b;
    return sum | (fq_bytes)(sum < a);
}
static inline fq_bytes fq_min(fq_bytes a, fq_bytes b)
{
    fq_bytes less = (fq_bytes)(a < b);
    return (a & less) | (b & ~less);
}
static inline fq_bytes fq_broadcast(uint32_t x) { return (fq_bytes){0} + (uint8_t)x; }
static inline fq_bytes fq_decrement(fq_bytes a) { return a - 1; }
static inline uint32_t fq_equal_lanes(fq_bytes a, fq_bytes b)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < FQ_BYTES; i++) mask |= (uint32_t)(a[i] == b[i]) << i;
    return mask;
}
static inline uint32_t fq_minimum_lane(fq_bytes a)
{
    uint32_t least = 255;
    for (uint32_t i = 0; i < FQ_BYTES; i++) least = a[i] < least ? a[i] : least;
    return least;
}
#endif

static inline uint32_t fq_items_of_vector(const uint64_t *set, uint32_t vector)
{
    uint32_t bit = vector * FQ_BYTES;
    return (uint32_t)(set[bit / 64] >> bit % 64 & fq_ones(FQ_BYTES));
}

/* Sets the bytes of some items to 0. */
static inline fq_bytes fq_clear_lanes(fq_bytes a, uint32_t lanes)
{
    uint8_t bytes[FQ_BYTES];
    memcpy(bytes, &a, sizeof bytes);
    lanes &= (uint32_t)fq_ones(FQ_BYTES);
    for (; lanes; lanes &= lanes - 1) bytes[fq_lowest(lanes)] = 0;
    memcpy(&a, bytes, sizeof bytes);
    return a;
}

/* Chooses among the items of `wide` vectors, starting at vector `block`. Returns the smallest size,
 * which is 0 at a dead end. */
static inline __attribute__((always_inline)) uint32_t
fq_choose_in_block(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
                   uint32_t block, const uint32_t wide, uint32_t *item, const int multi)
{
    const uint32_t pitch = b->pitch;
    const uint8_t *rows = b->bytes + (uint64_t)block * FQ_BYTES;
    const fq_bytes zero = fq_broadcast(0);
    fq_bytes size[12], least = fq_broadcast(255);
    for (uint32_t i = 0; i < wide; i++) size[i] = zero;
    for (uint32_t base = 0; base < b->words; base += 64)
        for (uint64_t filled = fq_nonempty_words(b, live, base); filled; filled &= filled - 1) {
            uint32_t w = base + fq_lowest(filled);
            for (uint64_t left = live[w]; left; left &= left - 1) {
                const fq_bytes *row =
                    (const fq_bytes *)(rows + (uint64_t)(64 * w + fq_lowest(left)) * pitch);
                for (uint32_t i = 0; i < wide; i++) size[i] = fq_add(size[i], row[i]);
            }
        }
    for (uint32_t i = 0; i < wide; i++) {
        uint32_t none = fq_equal_lanes(size[i], zero) & fq_items_of_vector(active, block + i);
        if (none) return *item = FQ_BYTES * (block + i) + fq_lowest(none), 0;
        if (multi) size[i] = fq_clear_lanes(size[i], ~fq_items_of_vector(active, block + i));
        size[i] = fq_decrement(size[i]);
        least = fq_min(least, size[i]);
    }
    uint32_t found = fq_minimum_lane(least);
    for (uint32_t i = wide; i-- > 0;) {
        uint32_t equal =
            fq_equal_lanes(size[i], fq_broadcast(found)) & fq_items_of_vector(active, block + i);
        if (equal) *item = FQ_BYTES * (block + i) + fq_lowest(equal);
    }
    return found + 1;
}

/* Chooses the item with the fewest live options; counts the options of each item exactly. */
static uint32_t fq_choose_by_exact_size(const fq_cover_bits *b, const uint64_t *live,
                                        const uint64_t *active, uint32_t *item)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < 64 * b->row; i++) {
        if (!(active[i / 64] >> i % 64 & 1)) continue;
        const uint64_t *column = b->column + (uint64_t)i * b->words;
        uint32_t size = 0;
        for (uint32_t w = 0; w < b->words; w++) size += fq_popcount(live[w] & column[w]);
        if (size < least) least = size, *item = i;
    }
    return least;
}

static inline uint32_t fq_choose_by_bytes(const fq_cover_bits *b, const uint64_t *live,
                                          const uint64_t *active, uint32_t *item, const int multi)
{
    uint32_t least = UINT32_MAX, vectors = b->pitch / FQ_BYTES;
    for (uint32_t block = 0; block < vectors; block += 12) {
        uint32_t size, there = 0;
        switch (vectors - block) {
#define CASE(wide)                                                                                 \
    case wide:                                                                                     \
        size = fq_choose_in_block(b, live, active, block, wide, &there, multi);                    \
        break
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
            size = fq_choose_in_block(b, live, active, block, 12, &there, multi);
            break;
        }
        if (!size) return *item = there, 0;
        if (size < least) least = size, *item = there;
    }
    return least < 255 ? least : fq_choose_by_exact_size(b, live, active, item);
}

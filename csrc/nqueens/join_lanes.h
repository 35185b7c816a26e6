/* join_lanes.h - the kernel that pairs half boards, for FQ_JOIN_LANES 64-bit lanes. Included once
 * for each instruction set. */
#include <string.h>

#include "common/bits.h"
#include "join_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum {
    LANES = FQ_JOIN_LANES,
    SHIFT = LANES == 8 ? 6 : LANES == 4 ? 5 : 4, /* log2 of the bytes of a vector */
    DIGIT_SIZE = 1 << FQ_JOIN_DIGIT_BITS
};

typedef uint64_t vec __attribute__((vector_size(8 * FQ_JOIN_LANES), may_alias));
typedef uint64_t vec_u __attribute__((vector_size(8 * FQ_JOIN_LANES), may_alias, aligned(8)));

typedef struct tables {
    vec digit[FQ_JOIN_DIGITS][DIGIT_SIZE];
    vec key[1 << FQ_JOIN_TABLE_KEY];
    vec column[64];
} tables;

INLINE vec broadcast(uint64_t x) { return x - (vec){0}; }

/* ---- Pairs ---------------------------------------------------------------------------------- */

static size_t pair(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b, uint64_t *out)
{
    uint64_t *const begin = out;
    if (n_a > n_b) { /* the inner loop runs over the longer list */
        const uint64_t *const list = a;
        const size_t n = n_a;
        a = b, n_a = n_b;
        b = list, n_b = n;
    }
    for (size_t i = 0; i < n_a; i++) {
        const uint64_t x = a[i];
        size_t j = 0;
#if FQ_JOIN_LANES == 8
        const __m512i all = _mm512_set1_epi64((long long)x);
        for (; j < n_b; j += 8) {
            const __mmask8 real = n_b - j >= 8 ? 0xff : (__mmask8)((1u << (n_b - j)) - 1);
            const __m512i y = _mm512_maskz_loadu_epi64(real, b + j);
            const __mmask8 fit = _mm512_mask_testn_epi64_mask(real, all, y);
            _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(fit, _mm512_or_si512(all, y)));
            out += fq_popcount(fit);
        }
#elif FQ_JOIN_LANES == 4
        /* The shuffle that moves the chosen lanes to the front, as numbers of 32-bit halves. */
        static const uint32_t front[16] = {
            0x00000000, 0x00000010, 0x00000032, 0x00003210, 0x00000054, 0x00005410,
            0x00005432, 0x00543210, 0x00000076, 0x00007610, 0x00007632, 0x00763210,
            0x00007654, 0x00765410, 0x00765432, 0x76543210,
        };
        const __m256i all = _mm256_set1_epi64x((long long)x), zero = _mm256_setzero_si256();
        const __m256i digit = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
        for (; j + 4 <= n_b; j += 4) {
            const __m256i y = _mm256_loadu_si256((const __m256i *)(b + j));
            const __m256i free = _mm256_cmpeq_epi64(_mm256_and_si256(all, y), zero);
            const uint32_t fit = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(free));
            const __m256i order =
                _mm256_srlv_epi32(_mm256_set1_epi32((int)front[fit]), digit);
            _mm256_storeu_si256(
                (__m256i *)out, _mm256_permutevar8x32_epi32(_mm256_or_si256(all, y), order));
            out += fq_popcount(fit);
        }
#endif
        for (; j < n_b; j++) {
            *out = x | b[j];
            out += (x & b[j]) == 0;
        }
    }
    return (size_t)(out - begin);
}

static void expand(const fq_join_layout *layout, const uint64_t *words, size_t n, uint64_t *items)
{
    const uint32_t g = layout->stride;
    const uint64_t mask = fq_ones(g) << SHIFT;
    for (size_t i = 0; i < n; i++) {
        const uint64_t x = words[i] << SHIFT;
        items[i] = (x & mask) | (x >> g & mask) << 16 | (x >> 2 * g & mask) << 32 |
                   (x >> 3 * g & mask) << 48;
    }
}

/* ---- Counting bits ---------------------------------------------------------------------------- */

#if FQ_JOIN_LANES == 8

typedef struct sums {
    vec even, odd;
} sums;
INLINE vec count_bits(vec x) { return (vec)_mm512_popcnt_epi64((__m512i)x); }
INLINE vec sums_total(const sums *s) { return s->even + s->odd; }

#else

/* Carry-save counters: `one`, `two`, `four` and `eight` hold one binary digit of the count of each
 * of the bits, and `rest` holds the number of sixteens of each lane. */
typedef struct sums {
    vec one, two, four, eight, rest;
} sums;

INLINE vec count_bits(vec x)
{
#if FQ_JOIN_LANES == 4
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                            2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, _mm256_and_si256((__m256i)x, low)),
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), low)));
    return (vec)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
#elif defined(__aarch64__) && defined(__ARM_NEON)
    return (vec)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8((uint8x16_t)x))));
#else
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x += x >> 8;
    x += x >> 16;
    return (x + (x >> 32)) & 0x7f;
#endif
}

/* Adds three bits to a sum bit, which stays in *low, and returns the carry. */
INLINE vec add_two(vec *low, vec a, vec b)
{
    const vec x = *low ^ a, carry = (*low & a) | (x & b);
    *low = x ^ b;
    return carry;
}

INLINE vec sums_total(const sums *s)
{
    return count_bits(s->one) + (count_bits(s->two) << 1) + (count_bits(s->four) << 2) +
           (count_bits(s->eight) << 3) + (s->rest << 4);
}

#endif

/* ---- Matching --------------------------------------------------------------------------------- */

/* The patterns that fit to an item; with `keyed`, only those of the set `key`. */
INLINE vec fitting(const tables *t, uint64_t item, const bool keyed, vec key)
{
    const char *const base = (const char *)t->digit;
    const vec *a = (const vec *)(base + (item & 0xffff)),
              *b = (const vec *)(base + sizeof t->digit[0] + (item >> 16 & 0xffff)),
              *c = (const vec *)(base + 2 * sizeof t->digit[0] + (item >> 32 & 0xffff)),
              *d = (const vec *)(base + 3 * sizeof t->digit[0] + (item >> 48));
    const vec fit = *a & *b & *c & *d;
    return keyed ? (vec)(fit & key) : fit;
}

/* Counts the fitting patterns of a run of items. With `keyed`, only the patterns of the set `key`
 * count. */
INLINE void count_run(const tables *t, const uint64_t *item, size_t n, const bool keyed, vec key,
                      sums *total)
{
    sums s = *total;
    const uint64_t *const end = item + n;
#define FIT(i) fitting(t, item[i], keyed, key)
#if FQ_JOIN_LANES == 8
    for (; end - item >= 2; item += 2) {
        s.even += count_bits(FIT(0));
        s.odd += count_bits(FIT(1));
    }
    if (item < end) s.even += count_bits(FIT(0));
#else
    for (; end - item >= 16; item += 16) {
        vec a = add_two(&s.one, FIT(0), FIT(1)), b = add_two(&s.one, FIT(2), FIT(3));
        vec c = add_two(&s.two, a, b);
        a = add_two(&s.one, FIT(4), FIT(5)), b = add_two(&s.one, FIT(6), FIT(7));
        vec e = add_two(&s.four, c, add_two(&s.two, a, b));
        a = add_two(&s.one, FIT(8), FIT(9)), b = add_two(&s.one, FIT(10), FIT(11));
        c = add_two(&s.two, a, b);
        a = add_two(&s.one, FIT(12), FIT(13)), b = add_two(&s.one, FIT(14), FIT(15));
        s.rest += count_bits(add_two(&s.eight, e, add_two(&s.four, c, add_two(&s.two, a, b))));
    }
    const vec zero = {0};
    for (; end - item >= 4; item += 4) {
        const vec a = add_two(&s.one, FIT(0), FIT(1)), b = add_two(&s.one, FIT(2), FIT(3));
        const vec c = add_two(&s.two, a, b);
        const vec e = s.four & c;
        s.four ^= c;
        s.rest += count_bits(s.eight & e);
        s.eight ^= e;
    }
    if (item < end) {
        const vec x = FIT(0), y = item + 1 < end ? FIT(1) : zero,
                  z = item + 2 < end ? FIT(2) : zero;
        const vec a = add_two(&s.one, x, y), b = add_two(&s.one, z, zero);
        const vec c = add_two(&s.two, a, b);
        const vec e = s.four & c;
        s.four ^= c;
        s.rest += count_bits(s.eight & e);
        s.eight ^= e;
    }
#endif
#undef FIT
    *total = s;
}

/* Counts the items whose first `depth` key bits share none with `prefix`. */
static uint64_t count_items(const tables *t, const fq_join_items *items, uint32_t key_bits,
                            uint32_t prefix, uint32_t depth, sums *total)
{
    const uint64_t *const list = items->items;
    const uint32_t *const start = items->start;
    const uint32_t open = ((UINT32_C(1) << depth) - 1) & ~prefix, below = key_bits - depth;
    uint64_t compared = 0;
    sums s = *total;
    if (below == 0) {
        /* Keys that differ only in the lowest open bits are neighbours: one run. */
        const uint32_t same = open & ~(open + 1), outer = open & ~same;
        for (uint32_t k = outer;; k = (k - 1) & outer) {
            const uint32_t first = start[k], last = start[k + same + 1];
            compared += last - first;
            count_run(t, list + first, last - first, false, broadcast(0), &s);
            if (k == 0) break;
        }
    } else {
        for (uint32_t k = open;; k = (k - 1) & open) {
            const uint32_t *const group = start + ((size_t)k << below);
            compared += group[UINT32_C(1) << below] - group[0];
            for (uint32_t i = 0; i < UINT32_C(1) << below; i++) {
                const uint32_t first = group[i], last = group[i + 1];
                if (first != last)
                    count_run(t, list + first, last - first, true, t->key[i], &s);
            }
            if (k == 0) break;
        }
    }
    *total = s;
    return compared;
}

/* Exchanges bit blocks: column b of the rows 0 to 63 becomes row b, in each lane. With `half`,
 * only the 32 lowest bits of each row are wanted, and only 32 rows are made. */
INLINE void transpose(vec *row, const bool half)
{
    if (half)
        for (int i = 0; i < 32; i++)
            row[i] = (row[i] & UINT64_C(0xffffffff)) | row[i + 32] << 32;
    uint64_t mask = half ? UINT64_C(0x0000ffff0000ffff) : UINT64_C(0xffffffff);
    for (int d = half ? 16 : 32; d; d >>= 1, mask ^= mask << d)
        for (int o = 0; o < (half ? 32 : 64); o += 2 * d)
            for (int i = o; i < o + d; i++) {
                const vec x = ((row[i] >> d) ^ row[i + d]) & mask;
                row[i + d] ^= x;
                row[i] ^= x << d;
            }
}

/* Puts the patterns of the lanes into rows: pattern i of lane l into lane l of row i. */
static void load_rows(tables *t, const fq_join_lane *lanes, vec *valid)
{
    uint64_t *const rows = (uint64_t *)t->column;
    uint64_t *const real = (uint64_t *)valid;
    for (int l = 0; l < LANES; l++) {
        const uint32_t n = lanes[l].count;
        const uint64_t *const from = lanes[l].patterns;
        real[l] = fq_ones(n);
        uint32_t i = 0;
        for (; i < n; i++) rows[(size_t)i * LANES + (size_t)l] = from[i];
        for (; i < 64; i++) rows[(size_t)i * LANES + (size_t)l] = 0;
    }
}

static uint64_t match(void *scratch, const fq_join_layout *layout, const fq_join_items *items,
                      const fq_join_lane *lanes, uint32_t prefix, uint32_t depth,
                      uint64_t *compared)
{
    tables *const t = scratch;
    const uint32_t below = layout->key_bits - depth, g = layout->stride;
    bool whole = true; /* one run of patterns, all of one weight */
    for (int l = 0; l < LANES; l++)
        whole &= lanes[l].count == 64 && lanes[l].weight == lanes[0].weight &&
                 lanes[l].patterns == lanes[0].patterns + 64 * l;
    vec valid = broadcast(~UINT64_C(0));
    if (whole) { /* the order of the patterns does not matter */
        const vec_u *const from = (const vec_u *)lanes[0].patterns;
        for (int i = 0; i < 64; i++) t->column[i] = from[i];
    } else {
        load_rows(t, lanes, &valid);
    }
    if (FQ_JOIN_DIGITS * g + below <= 32)
        transpose(t->column, true);
    else
        transpose(t->column, false);

    for (uint32_t c = 0; c < FQ_JOIN_DIGITS; c++) {
        vec *const table = t->digit[c];
        table[0] = c ? broadcast(~UINT64_C(0)) : valid;
        for (uint32_t b = 0; b < layout->width[c]; b++) {
            const vec not = ~t->column[c * g + b];
            vec *const to = table + (UINT32_C(1) << b);
            for (uint32_t v = 0; v < UINT32_C(1) << b; v++) to[v] = table[v] & not;
        }
    }
    t->key[0] = broadcast(~UINT64_C(0));
    for (uint32_t b = 0; b < below; b++) {
        const vec not = ~t->column[FQ_JOIN_DIGITS * g + b];
        for (uint32_t v = 0; v < UINT32_C(1) << b; v++)
            t->key[v + (UINT32_C(1) << b)] = t->key[v] & not;
    }

    sums s;
    memset(&s, 0, sizeof s);
    *compared += count_items(t, items, layout->key_bits, prefix, depth, &s);
    const vec total = sums_total(&s);
    uint64_t sum = 0;
    for (int l = 0; l < LANES; l++) sum += total[l] * lanes[l].weight;
    return sum;
}

const fq_join_kernel FQ_JOIN_KERNEL = {LANES, sizeof(tables), pair, expand, match};

/* bits.h - bit operations that all kernels share. Every shift count is less than the width of the
 * shifted word. */
#ifndef FQ_BITS_H
#define FQ_BITS_H

#include <stdint.h>

/* Index of the lowest set bit; x must not be 0. */
static inline uint32_t fq_lowest(uint64_t x) { return (uint32_t)__builtin_ctzll(x); }

/* A mask of the `count` lowest bits, for count from 0 to 64. */
static inline uint64_t fq_ones(uint32_t count)
{
    return count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
}

static inline uint32_t fq_popcount(uint64_t x)
{
#if defined(__POPCNT__) || !defined(__x86_64__)
    return (uint32_t)__builtin_popcountll(x);
#else
    /* Without a popcount instruction the compiler would call a function that looks up a table.
     * Adding neighbouring fields of 2, 4 and 8 bits is faster and is inlined. */
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* Index of the k-th set bit, counted from 0; x must have more than k bits set. */
static inline uint32_t fq_nth(uint64_t x, uint32_t k)
{
    while (k--) x &= x - 1;
    return fq_lowest(x);
}

#endif

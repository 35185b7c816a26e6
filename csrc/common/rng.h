/* rng.h - a small reproducible random number generator: SplitMix64 (Steele, Lea and Flood,
 * 2014). */
#ifndef FQ_RNG_H
#define FQ_RNG_H

#include <stdint.h>

typedef struct fq_rng {
    uint64_t state;
} fq_rng;

static inline uint64_t fq_rng_next(fq_rng *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Skips the next `count` numbers. */
static inline void fq_rng_skip(fq_rng *rng, uint64_t count)
{
    rng->state += count * UINT64_C(0x9e3779b97f4a7c15);
}

/* Returns a random number from 0 to bound - 1: the high half of the product of a random 32-bit
 * number and `bound`. `bound` is from 1 to 2^32 - 1. The bias is below bound / 2^32, which does not
 * matter for choosing a branch. */
static inline uint32_t fq_rng_below(fq_rng *rng, uint32_t bound)
{
    return (uint32_t)((fq_rng_next(rng) >> 32) * bound >> 32);
}

#endif

/* checked_math.h - sums of sizes and counters that cannot overflow. */
#ifndef FQ_CHECKED_MATH_H
#define FQ_CHECKED_MATH_H

#include <stdint.h>

/* Returns a + b, or UINT64_MAX if the sum is larger. */
static inline uint64_t fq_add_capped(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

#endif

/* shared_number.h - numbers that one thread writes while other threads read them, without a lock.
 *
 * A thread that reads a number also sees all that the writer had written before it. */
#ifndef FQ_SHARED_NUMBER_H
#define FQ_SHARED_NUMBER_H

#include <stdint.h>

static inline uint64_t fq_load_number(const uint64_t *number)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

static inline void fq_store_number(uint64_t *number, uint64_t value)
{
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

static inline double fq_load_double(const double *number)
{
    double value;
    __atomic_load(number, &value, __ATOMIC_ACQUIRE);
    return value;
}

static inline void fq_store_double(double *number, double value)
{
    __atomic_store(number, &value, __ATOMIC_RELEASE);
}

/* Sets a flag; returns whether it was set before. */
static inline int fq_set_flag(int *flag)
{
    return __atomic_exchange_n(flag, 1, __ATOMIC_ACQUIRE);
}

static inline void fq_clear_flag(int *flag)
{
    __atomic_store_n(flag, 0, __ATOMIC_RELEASE);
}

#endif

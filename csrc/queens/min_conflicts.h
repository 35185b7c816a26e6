/* min_conflicts.h - one placement of coloured Queens by min-conflicts; see csp/min_conflicts.h. */
#ifndef FQ_QUEENS_MIN_CONFLICTS_H
#define FQ_QUEENS_MIN_CONFLICTS_H

#include "csp/min_conflicts.h"

#define FQ_QUEENS_MIN_CONFLICTS_MAX_N 64

/* `regions`: n * n region numbers, any byte values, for n from 1 to the maximum; for any other n
 * the error is FQ_BAD_SIZE.
 * No two queens may stand in one region. If n is 2 or 3, or there are fewer regions than rows,
 * every step returns FQ_DONE. */
fq_min_conflicts *fq_queens_min_conflicts_new(uint32_t n, const uint8_t *regions, uint64_t seed,
                                              fq_error *error);

#endif

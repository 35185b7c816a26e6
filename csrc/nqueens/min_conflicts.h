/* min_conflicts.h - finds one placement of n queens by the min-conflicts method; see
 * csp/min_conflicts.h. */
#ifndef FQ_NQUEENS_MIN_CONFLICTS_H
#define FQ_NQUEENS_MIN_CONFLICTS_H

#include "csp/min_conflicts.h"

#define FQ_NQUEENS_MIN_CONFLICTS_MAX_N 4096

/* Returns NULL and FQ_BAD_SIZE unless n is from 1 to the maximum of the method. For n = 2 and 3
 * every step returns FQ_DONE. */
fq_min_conflicts *fq_nqueens_min_conflicts_new(uint32_t n, uint64_t seed, fq_error *error);

#endif

/* min_conflicts.c - the rule of N-Queens for the min-conflicts search. The search exchanges columns
 * between rows; two queens are in conflict if they stand on one diagonal. */
#include "min_conflicts.h"

#include "csp/min_conflicts_state.h"

enum { OWN_PAIRS = 2 }; /* a queen stands on two diagonals */

/* These two functions return the counters of the two diagonals through a cell. In memory, the
 * counters of all rising diagonals come first, then those of the falling ones. */
static inline uint32_t *rising(const fq_min_conflicts *s, uint32_t row, uint32_t column)
{
    return &s->count[row + column];
}

static inline uint32_t *falling(const fq_min_conflicts *s, uint32_t row, uint32_t column)
{
    return &s->count[2 * s->n + row + s->n - column];
}

/* Counts the conflicting pairs of queens to which a queen on this cell belongs (or would belong, if
 * the cell has no queen). */
static inline uint64_t count_pairs(const fq_min_conflicts *s, uint32_t row, int32_t column)
{
    const uint32_t c = (uint32_t)column;
    return (uint64_t)*rising(s, row, c) + *falling(s, row, c);
}

static inline void add_to_lines(fq_min_conflicts *s, uint32_t row, uint32_t column, uint32_t by)
{
    *rising(s, row, column) += by;
    *falling(s, row, column) += by;
}

#include "csp/min_conflicts_moves.h"

fq_min_conflicts *fq_nqueens_min_conflicts_new(uint32_t n, uint64_t seed, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_NQUEENS_MIN_CONFLICTS_MAX_N) return NULL;
    return fq_min_conflicts_make(n, 4 * n, NULL, n == 2 || n == 3, seed, &rules, error);
}

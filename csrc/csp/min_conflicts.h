/* min_conflicts.h - local search for one placement of n queens, one in each row and each column.
 *
 * The method is min-conflicts (Minton, Johnston, Philips and Laird, 1992). A step picks a random
 * queen that is in conflict and exchanges its column with the column of another row. It chooses the
 * row that leaves the fewest pairs of queens in conflict, at random among equals, even if that is
 * no improvement. Now and then it chooses a random row instead. After a while without improvement
 * it draws a new random placement. Such a search often finds a solution quickly; it never proves
 * that a board has no solution.
 *
 * Each puzzle creates the search with its own rule, which decides which queens are in conflict: see
 * nqueens/min_conflicts.h and queens/min_conflicts.h.
 */
#ifndef FQ_MIN_CONFLICTS_H
#define FQ_MIN_CONFLICTS_H

#include <stdint.h>

#include "common/search.h"

typedef struct fq_min_conflicts fq_min_conflicts;

typedef struct fq_min_conflicts_counters {
    uint64_t steps;
    uint64_t restarts;
} fq_min_conflicts_counters;

/* The budget counts steps; each step evaluates n exchanges. A step after FQ_FOUND draws a new
 * placement and searches on, so the same solution may be found again. */
fq_status fq_min_conflicts_step(fq_min_conflicts *search, uint64_t budget);
/* The column of the queen in each row: a solution after FQ_FOUND. */
void fq_min_conflicts_peek(const fq_min_conflicts *search, int16_t *queens);
/* The row of the queen that was moved last; n if none was moved since the placement was drawn. */
uint32_t fq_min_conflicts_moved(const fq_min_conflicts *search);
/* The number of pairs of queens in conflict now. */
uint64_t fq_min_conflicts_cost(const fq_min_conflicts *search);
/* The fewest pairs in conflict so far, and the placement that had them. */
uint64_t fq_min_conflicts_best(const fq_min_conflicts *search);
void fq_min_conflicts_peek_best(const fq_min_conflicts *search, int16_t *queens);
uint64_t fq_min_conflicts_spent(const fq_min_conflicts *search); /* number of steps */
fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *search);
void fq_min_conflicts_free(fq_min_conflicts *search);

#endif

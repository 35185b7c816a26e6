/* min_conflicts.h - local search for one placement, after Minton, Johnston, Philips and Laird
 * (1992).
 *
 * All n queens stand, one in each row and each column. A step takes a queen that is in conflict,
 * at random, and exchanges its column with that of another row: the row that leaves the fewest
 * pairs of queens in conflict, at random among equals, whether or not that is fewer than before;
 * now and then any row at all. When nothing better was found for a while, a new placement is
 * drawn. Such a search finds placements, often quickly; it never proves that there are none.
 */
#ifndef FQ_MIN_CONFLICTS_H
#define FQ_MIN_CONFLICTS_H

#include <stdint.h>

#include "common/search.h"

#define FQ_MIN_CONFLICTS_MAX_N       4096 /* N-Queens */
#define FQ_MIN_CONFLICTS_BOARD_MAX_N 64

typedef struct fq_min_conflicts fq_min_conflicts;

typedef struct fq_min_conflicts_counters {
    uint64_t steps;
    uint64_t restarts;
} fq_min_conflicts_counters;

/* `regions`: n * n region numbers of coloured Queens, any byte values, for n from 1 to
 * FQ_MIN_CONFLICTS_BOARD_MAX_N; NULL for N-Queens, n from 1 to FQ_MIN_CONFLICTS_MAX_N. No two
 * queens may stand in one region. FQ_DONE at once where n is 2 or 3, or regions are fewer than
 * rows. */
fq_min_conflicts *fq_min_conflicts_new(uint32_t n, const uint8_t *regions, uint64_t seed,
                                       fq_error *error);
/* The budget counts steps, each of which looks at n exchanges. After FQ_FOUND a new placement is
 * drawn and the search goes on: it may find the same solution again. */
fq_status fq_min_conflicts_step(fq_min_conflicts *search, uint64_t budget);
/* The column of the queen in each row: a solution after FQ_FOUND. */
void fq_min_conflicts_peek(const fq_min_conflicts *search, int16_t *queens);
/* The row whose queen was moved last, n where the placement is as it was drawn. */
uint32_t fq_min_conflicts_moved(const fq_min_conflicts *search);
/* Pairs of queens in conflict: now, and the fewest so far; the placement that had so few. */
uint64_t fq_min_conflicts_cost(const fq_min_conflicts *search);
uint64_t fq_min_conflicts_best(const fq_min_conflicts *search);
void fq_min_conflicts_peek_best(const fq_min_conflicts *search, int16_t *queens);
uint64_t fq_min_conflicts_spent(const fq_min_conflicts *search); /* steps */
fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *search);
void fq_min_conflicts_free(fq_min_conflicts *search);

#endif

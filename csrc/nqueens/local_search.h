/* local_search.h - one placement of very many queens, found by local search.
 *
 *     fq_nqueens_local_search *m = fq_nqueens_local_search_new(1000000, seed, &err);
 *     while (fq_nqueens_local_search_step(m, 1000000) == FQ_RUNNING) { }
 *     fq_nqueens_local_search_peek(m, columns);
 *
 * The same n and seed give the same placement on every machine. Not all solutions are equally
 * likely: no efficient way to draw them uniformly is known.
 */
#ifndef FQ_NQUEENS_LOCAL_SEARCH_H
#define FQ_NQUEENS_LOCAL_SEARCH_H

#include <stdint.h>

#include "common/search.h"

enum { FQ_NQUEENS_LOCAL_SEARCH_MAX = 100000000 };

typedef struct fq_nqueens_local_search fq_nqueens_local_search;

/* Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 10^8. Allocates 4.5 n bytes; the steps write to
 * this memory later. */
fq_nqueens_local_search *fq_nqueens_local_search_new(int64_t n, uint64_t seed, fq_error *error);
void fq_nqueens_local_search_free(fq_nqueens_local_search *m);

/* Does at most `budget` units of work. A unit of work sets up a column or tries a square. A search
 * takes about 4 n units; at n = 10^7, each unit takes 3 to 20 ns. Returns FQ_FOUND when all queens
 * are placed. A machine finds only one solution, and every later step returns FQ_FOUND again. For n
 * = 2 and 3, which have no solution, returns FQ_DONE. */
fq_status fq_nqueens_local_search_step(fq_nqueens_local_search *m, uint64_t budget);

/* Writes the current placement to `columns`: the column of the queen in each of the n rows, or -1
 * for a row without a queen. */
void fq_nqueens_local_search_peek(const fq_nqueens_local_search *m, int32_t *columns);

typedef struct fq_nqueens_local_search_counters {
    uint64_t units, swaps, restarts;
    int64_t queens; /* number of the n queens placed without a conflict */
} fq_nqueens_local_search_counters;
uint64_t fq_nqueens_local_search_spent(const fq_nqueens_local_search *m); /* number of units */
fq_nqueens_local_search_counters fq_nqueens_local_search_counts(const fq_nqueens_local_search *m);

#endif

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

/* FQ_BAD_SIZE unless 1 <= n <= 10^8. Takes 4.5 n bytes, which it does not touch yet. */
fq_nqueens_local_search *fq_nqueens_local_search_new(int64_t n, uint64_t seed, fq_error *error);
void fq_nqueens_local_search_free(fq_nqueens_local_search *m);

/* Does at most `budget` units: a column set up, or a square tried; there are some 4 n in all, of
 * 3 to 20 ns (n = 10^7). FQ_FOUND once all queens stand, and again from then on: there is one
 * solution a machine. FQ_DONE for n = 2 and 3, which have none. */
fq_status fq_nqueens_local_search_step(fq_nqueens_local_search *m, uint64_t budget);

/* The placement as it is: n entries, -1 for a row without a queen. */
void fq_nqueens_local_search_peek(const fq_nqueens_local_search *m, int32_t *columns);

typedef struct fq_nqueens_local_search_counters {
    uint64_t units, swaps, restarts;
    int64_t queens; /* standing without a conflict, of n */
} fq_nqueens_local_search_counters;
uint64_t fq_nqueens_local_search_spent(const fq_nqueens_local_search *m); /* units */
fq_nqueens_local_search_counters fq_nqueens_local_search_counts(const fq_nqueens_local_search *m);

#endif

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

/* FQ_BAD_SIZE unless 1 <= n <= 10^8. Allocates 4.5 n bytes but does not touch them yet. */
fq_nqueens_local_search *fq_nqueens_local_search_new(int64_t n, uint64_t seed, fq_error *error);
void fq_nqueens_local_search_free(fq_nqueens_local_search *m);

/* Does at most `budget` units of work. A unit sets up a column or tries a square; a search takes
 * about 4 n units of 3 to 20 ns (n = 10^7). Returns FQ_FOUND once all queens are placed, and again
 * in every later step: each machine finds one solution. Returns FQ_DONE for n = 2 and 3, which have
 * none. */
fq_status fq_nqueens_local_search_step(fq_nqueens_local_search *m, uint64_t budget);

/* Writes the current placement: n entries, -1 for a row without a queen. */
void fq_nqueens_local_search_peek(const fq_nqueens_local_search *m, int32_t *columns);

typedef struct fq_nqueens_local_search_counters {
    uint64_t units, swaps, restarts;
    int64_t queens; /* queens placed without a conflict, of n */
} fq_nqueens_local_search_counters;
uint64_t fq_nqueens_local_search_spent(const fq_nqueens_local_search *m); /* number of units */
fq_nqueens_local_search_counters fq_nqueens_local_search_counts(const fq_nqueens_local_search *m);

#endif

/* random.h - a random placement of very many queens, by local search.
 *
 *     fq_nqueens_random *m = fq_nqueens_random_new(1000000, seed, &err);
 *     while (fq_nqueens_random_step(m, 1000000) == FQ_RUNNING) { }
 *     const int32_t *columns = fq_nqueens_random_columns(m);
 *
 * The same n and seed give the same placement on every machine. Not every solution is equally
 * likely: nobody knows how to draw evenly.
 */
#ifndef FQ_NQUEENS_RANDOM_H
#define FQ_NQUEENS_RANDOM_H

#include <stdint.h>

#include "common/search.h"

enum { FQ_NQUEENS_RANDOM_MAX = 100000000 };

typedef struct fq_nqueens_random fq_nqueens_random;

/* FQ_BAD_SIZE unless 1 <= n <= 10^8. Takes 4.5 n bytes, which it does not touch yet. */
fq_nqueens_random *fq_nqueens_random_new(int64_t n, uint64_t seed, fq_error *error);
void fq_nqueens_random_free(fq_nqueens_random *m);

/* Does at most `budget` units: a column set up, or a square tried; there are some 4 n in all, of
 * 3 to 20 ns (n = 10^7). FQ_FOUND once all queens stand, and again from then on: there is one
 * solution a machine. FQ_DONE for n = 2 and 3, which have none. */
fq_status fq_nqueens_random_step(fq_nqueens_random *m, uint64_t budget);

/* The placement as it is: n entries, -1 for a row without a queen. */
void fq_nqueens_random_peek(const fq_nqueens_random *m, int32_t *columns);

/* The columns themselves, n of them, a permutation from the start on; a solution after FQ_FOUND.
 * Valid until the machine is freed. */
const int32_t *fq_nqueens_random_columns(const fq_nqueens_random *m);

typedef struct fq_nqueens_random_counters {
    uint64_t units, swaps, restarts;
    int64_t queens; /* standing without a conflict, of n */
} fq_nqueens_random_counters;
uint64_t fq_nqueens_random_spent(const fq_nqueens_random *m); /* units */
fq_nqueens_random_counters fq_nqueens_random_counts(const fq_nqueens_random *m);

#endif

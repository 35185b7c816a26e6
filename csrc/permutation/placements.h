/* placements.h - N-Queens by generating placements and testing each one. This works only for tiny
 * boards; courses compare it with permutations.
 *
 *     tuples        one queen in each row, in any column: n^n placements, in lexicographic order
 *                   of the columns by row;
 *     combinations  n of the n * n cells: C(n * n, n) placements, in lexicographic order of the
 *                   cells (increasing, row by row from 0).
 *
 * Every placement is tested, whatever is known about its beginning. The budget counts
 * placements. */
#ifndef FQ_PLACEMENTS_H
#define FQ_PLACEMENTS_H

#include <stdint.h>

#include "common/search.h"

typedef enum fq_placements_kind { FQ_TUPLES = 0, FQ_COMBINATIONS = 1 } fq_placements_kind;

/* The largest n: the lines of the board must fit in 64 bits. Larger boards would take too long
 * anyway (13^13 is 3e14, C(121, 11) is 1e15). */
#define FQ_TUPLES_MAX_N       13
#define FQ_COMBINATIONS_MAX_N 11

typedef struct fq_placements fq_placements;

typedef struct fq_placements_counters {
    uint64_t tested;
} fq_placements_counters;

/* FQ_BAD_SIZE unless the kind exists and n is from 1 to the maximum of its kind. */
fq_placements *fq_placements_new(uint32_t n, fq_placements_kind kind, fq_error *error);

/* The budget counts placements. The call that tests the last placement already returns FQ_DONE,
 * unless that placement is a solution; then the next call returns FQ_DONE. */
fq_status fq_placements_step(fq_placements *m, uint64_t budget);

/* Writes the n cells of the placement tested last, increasing. Returns their number: n, or 0 before
 * the first placement. After FQ_FOUND cell i is in row i. */
uint32_t fq_placements_peek(const fq_placements *m, int16_t *cells);

uint64_t fq_placements_spent(const fq_placements *m);
fq_placements_counters fq_placements_counts(const fq_placements *m);
void fq_placements_free(fq_placements *m);

#endif

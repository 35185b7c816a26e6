/* placements.h - N-Queens by generating placements and testing each one. This works only for tiny
 * boards. Courses on algorithms compare this method with testing permutations.
 *
 *     tuples        one queen in each row, in any column: n^n placements, in lexicographic order
 *                   of their lists of columns, from the first row to the last;
 *     combinations  n of the n * n cells: C(n * n, n) placements, in lexicographic order of their
 *                   increasing lists of cells (cells are numbered row by row, from 0).
 *
 * Every placement is tested, even if its first queens already attack each other. The budget counts
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

/* Returns NULL and FQ_BAD_SIZE unless the kind exists and n is from 1 to the maximum of the
 * kind. */
fq_placements *fq_placements_new(uint32_t n, fq_placements_kind kind, fq_error *error);

/* The budget counts placements. The call that tests the last placement already returns FQ_DONE,
 * unless that placement is a solution; then the next call returns FQ_DONE. */
fq_status fq_placements_step(fq_placements *m, uint64_t budget);

/* Writes the n cells of the placement tested last, in increasing order. Returns the number of cells
 * written: n, or 0 before the first test. After FQ_FOUND, cells[i] is in row i. */
uint32_t fq_placements_peek(const fq_placements *m, int16_t *cells);

uint64_t fq_placements_spent(const fq_placements *m);
fq_placements_counters fq_placements_counts(const fq_placements *m);
void fq_placements_free(fq_placements *m);

#endif

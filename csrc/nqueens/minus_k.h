/* minus_k.h - lists every placement of n - k queens on an n x n board, in order.
 *
 * No two queens attack each other, and k rows stay empty. The order: read the board cell by cell,
 * row by row. Where two placements first differ, a queen comes before an empty cell. This is the
 * lexicographic order of the lists (column of row 0, column of row 1, ...), where an empty row has
 * column n. */
#ifndef FQ_NQUEENS_MINUS_K_H
#define FQ_NQUEENS_MINUS_K_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_MINUS_K_MAX = 27 };

typedef struct fq_nqueens_minus_k fq_nqueens_minus_k;

/* `given` are `givens` cells (row * n + column) that must hold a queen, in any order (NULL if there
 * are no such cells). A cell that is listed twice counts once. Too many given queens, or given
 * queens that attack each other, are not an error, but there is no solution. If `least` is nonzero,
 * lists only the placements that are the smallest of their 8 symmetric images in the order above.
 * `missing` is k. Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 27, 0 <= missing < n and 0 <=
 * given[i] < n * n. The machine takes 1 KiB. */
fq_nqueens_minus_k *fq_nqueens_minus_k_new(int n, int missing, const int16_t *given, size_t givens,
                                           int least, fq_error *error);
void fq_nqueens_minus_k_free(fq_nqueens_minus_k *m);

/* Searches for the next solution. Deciding a row, with or without a queen, costs 1 unit of the
 * budget. */
fq_status fq_nqueens_minus_k_step(fq_nqueens_minus_k *m, uint64_t budget);

/* Writes the cells of the queens that are now on the board, in increasing order. There are n -
 * missing queens after FQ_FOUND, otherwise fewer. The array needs room for n entries. */
void fq_nqueens_minus_k_peek(const fq_nqueens_minus_k *m, int16_t *queens, size_t *count);

uint64_t fq_nqueens_minus_k_spent(const fq_nqueens_minus_k *m); /* number of nodes: rows decided */
fq_nqueens_counters fq_nqueens_minus_k_counts(const fq_nqueens_minus_k *m);

#endif

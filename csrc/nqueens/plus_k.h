/* plus_k.h - lists every placement of n + k queens and k pawns on an n x n board, in order.
 *
 * No two queens attack each other. A queen attacks along a row, column or diagonal as far as the
 * next pawn. Every piece is given by its cell number, row * n + column.
 *
 * The order: read the board cell by cell, row by row. Where two placements first differ, a queen
 * comes before a pawn, and a pawn before an empty cell. */
#ifndef FQ_NQUEENS_PLUS_K_H
#define FQ_NQUEENS_PLUS_K_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_PLUS_K_MAX = 27, FQ_NQUEENS_PLUS_K_PAWNS_MAX = 32 };

typedef struct fq_nqueens_plus_k fq_nqueens_plus_k;

/* `given` is an array of `givens` cells that must hold a queen, in any order (NULL if there are no
 * such cells). A cell that is listed twice counts once. If given queens attack each other for every
 * choice of pawns, this is not an error, but there is no solution. If `least` is nonzero, lists
 * only the placements that are the smallest of their 8 symmetric images in the order above. `pawns`
 * is k. Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 27, 0 <= pawns <= 32 and 0 <= given[i] < n *
 * n. The machine takes 3 KiB. */
fq_nqueens_plus_k *fq_nqueens_plus_k_new(int n, int pawns, const int16_t *given, size_t givens,
                                         int least, fq_error *error);
void fq_nqueens_plus_k_free(fq_nqueens_plus_k *m);

/* Searches for the next solution. Placing a piece costs 1 unit of the budget. */
fq_status fq_nqueens_plus_k_step(fq_nqueens_plus_k *m, uint64_t budget);

/* Writes the cells of the queens and of the pawns that are now on the board, each in increasing
 * order. After FQ_FOUND there are n + k queens and k pawns, otherwise fewer. The array `queens`
 * needs room for n + k entries, the array `pawns` for k entries. */
void fq_nqueens_plus_k_peek(const fq_nqueens_plus_k *m, int16_t *queens, size_t *queen_count,
                            int16_t *pawns, size_t *pawn_count);

uint64_t fq_nqueens_plus_k_spent(const fq_nqueens_plus_k *m); /* number of nodes: pieces placed */
fq_nqueens_counters fq_nqueens_plus_k_counts(const fq_nqueens_plus_k *m);

#endif

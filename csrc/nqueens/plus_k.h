/* plus_k.h - n + k queens and k pawns: every placement, in order.
 *
 * No two queens attack each other. A queen attacks along a line up to the next pawn. Every piece is
 * given by its cell number, row * n + column.
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

/* `given` is an array of `givens` cells that must hold a queen, in any order (NULL: no such cells).
 * A cell that is listed twice counts once. If given queens attack each other for every choice of
 * pawns, this is not an error, but there is no solution. With `least`, only the placements that are
 * the smallest of their 8 symmetric images in the order above are listed. FQ_BAD_SIZE unless
 * 1 <= n <= 27, 0 <= pawns <= 32 and 0 <= given[i] < n * n. Takes 3 KiB. */
fq_nqueens_plus_k *fq_nqueens_plus_k_new(int n, int pawns, const int16_t *given, size_t givens,
                                         int least, fq_error *error);
void fq_nqueens_plus_k_free(fq_nqueens_plus_k *m);

/* Searches for the next solution. Placing a piece costs 1 unit of the budget. */
fq_status fq_nqueens_plus_k_step(fq_nqueens_plus_k *m, uint64_t budget);

/* Writes the cells of the pieces on the board, increasing: n + pawns queens and `pawns` pawns after
 * FQ_FOUND, fewer otherwise. The arrays need room for n + pawns and `pawns` entries. */
void fq_nqueens_plus_k_peek(const fq_nqueens_plus_k *m, int16_t *queens, size_t *queen_count,
                            int16_t *pawns, size_t *pawn_count);

uint64_t fq_nqueens_plus_k_spent(const fq_nqueens_plus_k *m); /* nodes: pieces placed */
fq_nqueens_counters fq_nqueens_plus_k_counts(const fq_nqueens_plus_k *m);

#endif

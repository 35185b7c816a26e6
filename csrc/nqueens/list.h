/* list.h - lists every placement of n queens, one after the other, in lexicographic order.
 *
 * A placement is an array of n columns: columns[r] is the column of the queen in row r. Solutions
 * come in strictly increasing lexicographic order of these columns.
 *
 *     fq_nqueens_list *m = fq_nqueens_list_new(8, FQ_QUEENS, NULL, 0, &err);
 *     fq_status status;
 *     while ((status = fq_nqueens_list_step(m, 100000)) != FQ_DONE)
 *         if (status == FQ_FOUND) fq_nqueens_list_peek(m, columns);
 *     fq_nqueens_list_free(m); */
#ifndef FQ_NQUEENS_LIST_H
#define FQ_NQUEENS_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_LIST_MAX = 64 };

/* Options, combined with |. */
enum {
    /* Lists only the lexicographically first half of the solutions. The other half consists of
     * their mirror images, in reverse order. Not allowed with given queens, nor for FQ_SEMIQUEENS,
     * because the mirror image of such a solution need not be a solution. The option has no effect
     * for n = 1. */
    FQ_NQUEENS_LIST_HALF = 1,
    /* Lists only solutions that are the smallest of their images under the symmetries of the board:
     * 8 symmetries, or 4 for FQ_SEMIQUEENS (half turn and mirroring in the two diagonals). */
    FQ_NQUEENS_LIST_LEAST = 2
};

typedef struct fq_nqueens_list fq_nqueens_list;

/* `placed` is NULL or has n entries: the column of the given queen of each row, or -1. If given
 * queens attack one another, this is not an error, but there is no solution. Returns NULL and
 * FQ_BAD_SIZE unless 1 <= n <= 64, -1 <= placed[i] < n, the variant is not FQ_PLUS_K (plus_k.h
 * lists that variant), and the options exist and are allowed. The machine takes about 200 KiB. */
fq_nqueens_list *fq_nqueens_list_new(int n, fq_nqueens_variant variant, const int16_t *placed,
                                     unsigned options, fq_error *error);
void fq_nqueens_list_free(fq_nqueens_list *m);

/* Searches for the next solution. Placing a queen costs 1 unit of the budget. In the careful search
 * (see list.c) a decision, including all queens that it forces, costs FQ_NQUEENS_LIST_CAREFUL
 * units. If a budget is too small for the next decision, its unused units are carried over to the
 * next step. A step that returns FQ_FOUND or FQ_DONE drops its unused units. */
enum { FQ_NQUEENS_LIST_CAREFUL = 32 };
fq_status fq_nqueens_list_step(fq_nqueens_list *m, uint64_t budget);

/* Continues the search and writes solutions to `out`, n bytes for each solution and at most
 * `capacity` solutions. Sets *written to the number of solutions written. Returns FQ_FOUND if the
 * array is full, FQ_RUNNING if the budget is spent, and FQ_DONE if there are no more solutions.
 * Calls of this function and of fq_nqueens_list_step continue the same search and may be mixed. */
fq_status fq_nqueens_list_fill(fq_nqueens_list *m, uint64_t budget, int8_t *out, size_t capacity,
                               size_t *written);

/* Writes the current placement to `columns`: the column of the queen in each of the n rows, or -1
 * for an empty row. After FQ_FOUND, the placement is the solution. */
void fq_nqueens_list_peek(const fq_nqueens_list *m, int16_t *columns);

/* number of nodes: queens placed, plus decisions of the careful search */
uint64_t fq_nqueens_list_spent(const fq_nqueens_list *m);
fq_nqueens_counters fq_nqueens_list_counts(const fq_nqueens_list *m);

#endif

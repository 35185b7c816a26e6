/* list.h - every placement of n queens, one after the other, in lexicographic order.
 *
 * A placement is a column a row: columns[0] belongs to the first row. Solutions come in strictly
 * increasing lexicographic order of that list.
 *
 *     fq_nqueens_list *m = fq_nqueens_list_new(8, FQ_QUEENS, NULL, 0, &err);
 *     fq_status status;
 *     while ((status = fq_nqueens_list_step(m, 100000)) != FQ_DONE)
 *         if (status == FQ_FOUND) fq_nqueens_list_peek(m, columns);
 *     fq_nqueens_list_free(m);
 */
#ifndef FQ_NQUEENS_LIST_H
#define FQ_NQUEENS_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_LIST_MAX = 64 };

/* Options, to be or-ed. */
enum {
    /* Only the lexicographically first half of the solutions; the mirror images of the half, the
     * last one first, are the other half. Not with given queens, nor for FQ_SEMIQUEENS, which has
     * no mirror image; ignored for n = 1. */
    FQ_NQUEENS_LIST_HALF = 1,
    /* Only solutions that are the least of their images under the symmetries of the board: 8, and 4
     * for FQ_SEMIQUEENS (half turn and the two diagonals as mirrors). */
    FQ_NQUEENS_LIST_LEAST = 2
};

typedef struct fq_nqueens_list fq_nqueens_list;

/* placed: NULL, or n entries, the column of a given queen or -1 where the row is free. Given
 * queens that attack one another are no error: there is no solution. FQ_BAD_SIZE unless
 * 1 <= n <= 64, -1 <= placed[i] < n, the variant is not FQ_PLUS_K (plus_k.h lists that one), and
 * options are known and allowed. The machine takes about 200 KiB. */
fq_nqueens_list *fq_nqueens_list_new(int n, fq_nqueens_variant variant, const int16_t *placed,
                                     unsigned options, fq_error *error);
void fq_nqueens_list_free(fq_nqueens_list *m);

/* Searches to the next solution. A queen put down costs 1 unit of the budget; while the careful
 * search is at work (see list.c) a decision, with all that it forces, costs
 * FQ_NQUEENS_LIST_CAREFUL units, and what is left of a budget counts towards the next step.
 * FQ_FOUND and FQ_DONE forget what is left. */
enum { FQ_NQUEENS_LIST_CAREFUL = 32 };
fq_status fq_nqueens_list_step(fq_nqueens_list *m, uint64_t budget);

/* Searches on and writes the solutions to out, n bytes each, `capacity` of them at most; *written
 * is how many. FQ_FOUND: the array is full; FQ_RUNNING: the budget is spent; FQ_DONE: there are
 * no more. The same search as step: the calls may be mixed. */
fq_status fq_nqueens_list_fill(fq_nqueens_list *m, uint64_t budget, int8_t *out, size_t capacity,
                               size_t *written);

/* The placement as it is, n entries, -1 for an empty row; after FQ_FOUND, the solution. */
void fq_nqueens_list_peek(const fq_nqueens_list *m, int16_t *columns);

uint64_t fq_nqueens_list_spent(const fq_nqueens_list *m); /* nodes: queens placed, and decisions */
fq_nqueens_counters fq_nqueens_list_counts(const fq_nqueens_list *m);

#endif

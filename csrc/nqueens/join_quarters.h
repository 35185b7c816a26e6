/* join_quarters.h - lists quarter boards. Private to this folder.
 *
 * A *quarter board* places queens in some rows X of a quarter and in as many of its m columns C.
 * All quarter boards are listed by X and C. Columns are numbered from the centre outwards, so the
 * west half has the same lists as the east half, except that its two kinds of diagonals change
 * places. */
#ifndef FQ_NQUEENS_JOIN_QUARTERS_H
#define FQ_NQUEENS_JOIN_QUARTERS_H

#include "join_plan.h"

/* The quarter boards of one set of rows. The boards with column set number i (in increasing order)
 * are boards[cut[2 i]] to boards[cut[2 i + 2]]; those from cut[2 i + 1] on use a long diagonal. */
typedef struct fq_join_list {
    const uint32_t *cut;
    const uint64_t *boards;
} fq_join_list;

/* Lists the quarter boards of one quarter: for all sets of rows, or for one set. */
typedef struct fq_join_lister {
    int n, half;
    uint32_t odd, n_rows;
    uint32_t rows[FQ_JOIN_MAX_HALF + 1];  /* rows of the board */
    uint32_t names[FQ_JOIN_MAX_HALF + 1]; /* the bit of each row in a set of rows of this quarter */
    bool subsets;              /* every subset of `rows`, not only all of them */
    uint32_t least_row, least; /* in row `least_row`, the first `least` columns are closed */
    uint64_t anti, diag;       /* the diagonals of the centre queen, by row + column and by
                                  column - row + n - 1 */
    uint64_t long_diagonals;
    const uint32_t *rank;   /* number of each column set among the sets of equal size */
    const size_t *base;     /* index of the first cell of each set of rows in `cells` */
    uint32_t *cells;        /* counts boards, or holds the next free index of each cell */
    uint64_t *boards;       /* NULL: only count */
    uint64_t listed;        /* boards counted in the first pass and written in the second one */
    uint32_t first, second; /* the next choice of the first two queens; 0 is no queen */
    uint64_t sign[FQ_JOIN_MAX_HALF + 1][FQ_JOIN_MAX_HALF]; /* the signature of a queen */
} fq_join_lister;

/* Prepares the listing of a north or a south quarter beside a centre queen in the start row. */
void fq_join_lister_init(fq_join_lister *, const fq_nqueens_join_plan *, uint32_t start_row,
                         bool south, const uint32_t *rank);

/* Walks below the next choice of the first two queens, so that one call takes less than a
 * millisecond. Returns false if all choices are done. */
bool fq_join_walk_branch(fq_join_lister *);

#endif

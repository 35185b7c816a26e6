/* variants_kernels.h - the interface between variants.c, which divides the search tree into
 * prefixes, and the two variants that do not use its search: fewer queens than rows, and
 * semi-queens. Private to this folder.
 *
 * A search is set up for one prefix, a number from 0 to size - 1, and runs in steps. `begin`
 * returns whether anything is left to search below the prefix. `run` searches about `budget` nodes
 * and returns whether the prefix is finished. Both functions add to the counters. One solution
 * found adds the number of its symmetric images to the number of solutions. */
#ifndef FQ_NQUEENS_VARIANTS_KERNELS_H
#define FQ_NQUEENS_VARIANTS_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "count.h"

/* ---- count_minus_k.c: n - k queens on an empty board -------------------------------------- */

typedef struct fq_nq_minus_frame {
    uint32_t todo;                 /* columns to try; bit n: the choice of no queen */
    uint32_t columns, left, right; /* attacked columns */
    uint32_t spare;                /* how many of the rows from this row on must stay empty */
} fq_nq_minus_frame;

typedef struct fq_nq_minus {
    uint32_t n;
    /* number of rows without those that are known to be empty */
    uint32_t rows;
    uint32_t low, high; /* rows low to high - 1 may stay empty */
    /* gap[k]: distance on the board from row k to row k + 1, more than 1 if rows between them are
     * known to be empty; 0 for the last row */
    uint8_t gap[FQ_NQUEENS_MAX];
    /* choice[k][spare]: the choices of row k if `spare` of the rows from row k on must stay
     * empty */
    uint32_t choice[FQ_NQUEENS_MAX][FQ_NQUEENS_MAX];
    uint32_t first_queen; /* the choices allowed until the first queen is placed */
    int depth;            /* frames 0 to depth are in use */
    uint64_t weight;
    fq_nq_minus_frame frames[FQ_NQUEENS_MAX];
} fq_nq_minus;

uint64_t fq_nq_minus_size(uint32_t n, uint32_t missing);
bool fq_nq_minus_begin(fq_nq_minus *s, uint32_t n, uint32_t missing, uint64_t prefix,
                       fq_nqueens_counters *counts);
bool fq_nq_minus_run(fq_nq_minus *s, uint64_t budget, fq_nqueens_counters *counts);

/* ---- count_semiqueens.c: toroidal semi-queens ---------------------------------------------- */

/* Returns NULL if there is not enough memory. The search takes up to 100 MiB at n = 27 and 1 MiB at
 * n = 19. n must be odd. */
typedef struct fq_nq_semi fq_nq_semi;
fq_nq_semi *fq_nq_semi_new(uint32_t n);
void fq_nq_semi_free(fq_nq_semi *s);

uint64_t fq_nq_semi_size(uint32_t n);
bool fq_nq_semi_begin(fq_nq_semi *s, uint64_t prefix, fq_nqueens_counters *counts);
bool fq_nq_semi_run(fq_nq_semi *s, uint64_t budget, fq_nqueens_counters *counts);

#endif

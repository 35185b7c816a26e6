/* variants_kernels.h - between variants.c, which cuts counts into prefixes, and the searches that
 * have a loop of their own: fewer queens than rows, and semi-queens. Private to this room.
 *
 * A search is set up for one prefix, a number from 0 to size - 1, and run in steps: `begin` says
 * whether anything is left to do below it, `run` does about `budget` nodes and says whether it is
 * done. Both add to the counters; solutions count with their images. */
#ifndef FQ_NQUEENS_VARIANTS_KERNELS_H
#define FQ_NQUEENS_VARIANTS_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "count.h"

/* ---- count_minus_k.c: n - k queens on an empty board -------------------------------------- */

typedef struct fq_nq_minus_frame {
    uint32_t todo;                 /* columns to try; bit n: no queen */
    uint32_t columns, left, right; /* attacked */
    uint32_t spare;                /* rows that are to stay empty, from this one on */
} fq_nq_minus_frame;

typedef struct fq_nq_minus {
    uint32_t n, rows;            /* rows that are not known to be empty; */
    uint32_t low, high;          /* those numbered low .. high - 1 may be */
    uint8_t gap[FQ_NQUEENS_MAX]; /* from each of them to the next */
    uint32_t choice[FQ_NQUEENS_MAX][FQ_NQUEENS_MAX];
    uint32_t first_queen; /* what a row may hold before there is a queen */
    int depth;            /* frames 0 .. depth are alive */
    uint64_t weight;
    fq_nq_minus_frame frames[FQ_NQUEENS_MAX];
} fq_nq_minus;

uint64_t fq_nq_minus_size(uint32_t n, uint32_t missing);
bool fq_nq_minus_begin(fq_nq_minus *s, uint32_t n, uint32_t missing, uint64_t prefix,
                       fq_nqueens_counters *counts);
bool fq_nq_minus_run(fq_nq_minus *s, uint64_t budget, fq_nqueens_counters *counts);

/* ---- count_semiqueens.c: toroidal semi-queens ---------------------------------------------- */

/* NULL if there is no memory: up to 100 MiB at n = 27, 1 at n = 19. n must be odd. */
typedef struct fq_nq_semi fq_nq_semi;
fq_nq_semi *fq_nq_semi_new(uint32_t n);
void fq_nq_semi_free(fq_nq_semi *s);

uint64_t fq_nq_semi_size(uint32_t n);
bool fq_nq_semi_begin(fq_nq_semi *s, uint64_t prefix, fq_nqueens_counters *counts);
bool fq_nq_semi_run(fq_nq_semi *s, uint64_t budget, fq_nqueens_counters *counts);

#endif

/* state.h - what the two ways of generate_and_test.h share. */
#ifndef FQ_PERMUTATION_IMPL_H
#define FQ_PERMUTATION_IMPL_H

#include "common/bits.h"
#include "generate_and_test.h"

/* See generate_and_test.c for the names. */
#define FQ_WINDOW 8
#define FQ_TAIL   4
#define FQ_TAILS  24 /* 4! */
#define FQ_MIDDLE (FQ_WINDOW - FQ_TAIL)

typedef struct fq_plain {
    uint32_t top, middle, tail; /* rows: top + middle + tail = n */
    uint32_t tails;             /* tail! */
    uint64_t total;             /* n!, or 2^64 - 1 where that is too large to matter */

    uint64_t open;                            /* columns of the window, */
    uint8_t column_of[FQ_WINDOW];             /* in order */
    uint64_t conflict[FQ_WINDOW * FQ_WINDOW]; /* cell -> cells that it attacks */

    uint32_t free[FQ_MIDDLE + 1];   /* middle row -> places free above it; last: the tail's */
    uint32_t left[FQ_MIDDLE];       /* middle row -> those of them still to come */
    uint64_t attack[FQ_MIDDLE + 1]; /* middle row -> cells attacked from above it */
    uint32_t pos;                   /* tails of this group that have been tested */

    uint8_t sets[FQ_TAIL + 1][70];   /* size -> the sets of so many places, */
    uint32_t set_count[FQ_TAIL + 1]; /* how many there are */
    uint16_t start[1 << FQ_WINDOW];  /* set of places -> its arrangements in one of: */
    uint32_t two[28 * 2], three[56 * 6], four[70 * FQ_TAILS];
    uint32_t one[FQ_WINDOW];
} fq_plain;

typedef struct fq_skip {
    uint32_t depth;   /* queens standing; the row whose columns are being tried */
    uint64_t columns; /* that they stand in */
    /* By row; nothing in row n. */
    uint64_t left[FQ_PERMUTATION_MAX_N + 1];     /* columns to be tried, */
    uint64_t good[FQ_PERMUTATION_MAX_N + 1];     /* those of them that will pass */
    uint64_t fall[FQ_PERMUTATION_MAX_N + 1];     /* N-Queens: columns attacked along falling, */
    uint64_t rise[FQ_PERMUTATION_MAX_N + 1];     /* and along rising diagonals */
    const uint64_t *cells[FQ_PERMUTATION_MAX_N]; /* row of a queen -> its region's columns by row */
    uint64_t *columns_of;                        /* region -> n words, the columns in each row */
} fq_skip;

struct fq_permutation {
    uint32_t n;
    int queens, skip, done; /* queens: the rule is that of N-Queens */
    uint64_t spent;
    uint8_t column[FQ_PERMUTATION_MAX_N]; /* row -> column, of the rows that have one */
    union {
        fq_plain plain;
        fq_skip skipping;
    } way;
    uint8_t region[FQ_PERMUTATION_MAX_N * FQ_PERMUTATION_MAX_N];
};

/* 0 where there is no memory. */
int fq_permutation_skip_begin(fq_permutation *m);
fq_status fq_permutation_skip_step(fq_permutation *m, uint64_t budget);

#endif

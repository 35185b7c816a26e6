/* state.h - the state of a search, which the files of the plain method and of the skipping method
 * share. */
#ifndef FQ_PERMUTATION_IMPL_H
#define FQ_PERMUTATION_IMPL_H

#include "common/bits.h"
#include "generate_and_test.h"

/* generate_and_test.c explains these names. */
#define FQ_WINDOW 8
#define FQ_TAIL   4
#define FQ_TAILS  24 /* 4!, the arrangements of a full tail */
#define FQ_MIDDLE (FQ_WINDOW - FQ_TAIL)

typedef struct fq_plain {
    uint32_t top, middle, tail; /* number of rows in each part; top + middle + tail = n */
    uint32_t tails;             /* tail!, the number of arrangements of the tail */
    uint64_t total;             /* n!, or 2^64 - 1 if n! is too large to matter */

    uint64_t open;                            /* the set of columns of the window */
    uint8_t column_of[FQ_WINDOW];             /* column_of[place]: the column of the board */
    uint64_t conflict[FQ_WINDOW * FQ_WINDOW]; /* conflict[cell]: the cells that it attacks */

    /* free[r]: the places without a queen above middle row r; last entry: the places of the tail */
    uint32_t free[FQ_MIDDLE + 1];
    uint32_t left[FQ_MIDDLE];       /* left[r]: the places still to be tried in middle row r */
    uint64_t attack[FQ_MIDDLE + 1]; /* attack[r]: cells attacked by the rows above middle row r */
    uint32_t pos;                   /* number of tail arrangements tested in this group */

    uint8_t sets[FQ_TAIL + 1][70];   /* sets[k]: all sets of k places */
    uint32_t set_count[FQ_TAIL + 1]; /* set_count[k]: the number of these sets */
    /* start[set of places]: index of the set's first arrangement in the array of its size */
    uint16_t start[1 << FQ_WINDOW];
    /* the arrangements of all sets of 1, 2, 3 and 4 places */
    uint32_t two[28 * 2], three[56 * 6], four[70 * FQ_TAILS];
    uint32_t one[FQ_WINDOW];
} fq_plain;

typedef struct fq_skip {
    uint32_t depth;   /* number of queens placed; also the row whose columns are being tried */
    uint64_t columns; /* the columns of the queens placed */
    /* The following arrays are indexed by row; row n is empty. */
    uint64_t left[FQ_PERMUTATION_MAX_N + 1]; /* columns still to be tried */
    uint64_t good[FQ_PERMUTATION_MAX_N + 1]; /* columns still to be tried that will pass the test */
    /* N-Queens: columns attacked along falling diagonals */
    uint64_t fall[FQ_PERMUTATION_MAX_N + 1];
    uint64_t rise[FQ_PERMUTATION_MAX_N + 1]; /* N-Queens: columns attacked along rising diagonals */
    /* cells[row of a queen][row]: the columns of the queen's region in that row */
    const uint64_t *cells[FQ_PERMUTATION_MAX_N];
    uint64_t *columns_of; /* n words for each region: its columns in each row */
} fq_skip;

struct fq_permutation {
    uint32_t n;
    int queens, skip, done; /* queens: whether the puzzle is N-Queens */
    uint64_t spent;
    uint8_t column[FQ_PERMUTATION_MAX_N]; /* column[row], for rows that have a queen */
    union {
        fq_plain plain;
        fq_skip skipping;
    } method;
    uint8_t region[FQ_PERMUTATION_MAX_N * FQ_PERMUTATION_MAX_N];
};

/* Returns 0 if there is no memory. */
int fq_permutation_skip_begin(fq_permutation *m);
fq_status fq_permutation_skip_step(fq_permutation *m, uint64_t budget);

#endif

/* given.h - begins boards with given cells, queens or sizes, and boards with a symmetry. */
#ifndef FQ_QUEENS_GENERATE_GIVEN_H
#define FQ_QUEENS_GENERATE_GIVEN_H

#include "state.h"

/* A board at its start. The labels of given regions are 0 to given - 1. The region of another queen
 * has the label given + row of the queen. */
typedef struct fq_partial_board {
    fq_generate *m;
    const uint8_t *mask;                   /* the given cells of this board, or NULL */
    uint8_t *labels;                       /* the label of each cell, or FQ_FREE */
    uint32_t given;                        /* number of given regions */
    uint8_t image[2 * FQ_GENERATE_MAX_N];  /* the image of each label */
    uint8_t single[2 * FQ_GENERATE_MAX_N]; /* whether a label keeps its only cell */
    uint64_t enclosed; /* given regions that cannot get a queen outside their given cells */
    uint64_t last[FQ_GENERATE_MAX_N]; /* enclosed regions whose last given cell is in this row */
    uint64_t hit;                     /* given regions with a queen on a given cell */
    uint64_t columns;                 /* columns with a queen */
    uint8_t column[FQ_GENERATE_MAX_N]; /* column of the queen of each row */
    uint32_t tries;                    /* cells still to be tried for a queen */
} fq_partial_board;

/* Reads the given cells of the next board into `labels`. Draws another variant of the symmetry if
 * the given cells do not have it. Returns 0 if no variant was found. */
int fq_read_given(fq_generate *m, fq_partial_board *p, uint8_t *labels);

/* Draws m->solution: contains the given queens, and has at most one queen on the cells of each given
 * region, exactly one if the region cannot grow. It has the symmetry, except for FQ_GENERATE_MIRROR. Returns
 * 0 if this attempt failed. */
int fq_draw_given_queens(fq_partial_board *p);

/* Sets the bounds of the region sizes of a board that the solver has loaded. `p` is NULL if all
 * regions may grow. */
void fq_set_bounds(fq_generate *m, const fq_partial_board *p);

/* Adds the given cells to m->fixed. */
void fq_fix_given(const fq_partial_board *p);

/* Begins a board with one star, except a mirror board. */
fq_error fq_start_given(fq_partial_board *p);

/* Begins a board with mirror symmetry. */
fq_error fq_start_mirror(fq_partial_board *p);

/* Moves one cell of a second solution of the start board to another region. Returns 0 if no move was
 * found. */
int fq_repair_start(fq_generate *m, const uint16_t *rival);

#endif

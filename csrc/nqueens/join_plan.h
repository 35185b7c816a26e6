/* join_plan.h - the units of a count by joined half boards. Private to this folder.
 *
 * The four quarters of the board, for n = 8 and for n = 7. The middle row belongs to the south:
 *
 *      n = 8    w w w w | e e e e        n = 7   w w w | c | e e e
 *       north   w w w w | e e e e         north  w w w | c | e e e     e: east half
 *               w w w w | e e e e                w w w | c | e e e     w: west half
 *               w w w w | e e e e                -------+---+------     c: centre column, with
 *               --------+--------                w w w | c | e e e        one queen, in the
 *               w w w w | e e e e         south  w w w | c | e e e        start row
 *       south   w w w w | e e e e                w w w | c | e e e
 *               w w w w | e e e e                w w w | c | e e e
 *               w w w w | e e e e
 *
 * A unit is a start row (odd n only) and a set R of rows for the east half. Of the eight mirror
 * images of a solution only one is counted.
 *
 * Even n: no queen of the east half stands on a long diagonal. A solution with one queen of the
 * west half on a long diagonal stands for 2 boards, one with two of them for 4; without any, R and
 * its complement are mirror images, so one of them is enough. Of R and its image upside down one is
 * enough too. Odd n: let the queen of the centre column stand `offset` rows above the middle; the
 * queen of the middle row is then placed in the east half, farther from the centre than `offset`.
 * This chooses one of 8 images. For offset 0, R is the smallest of its four images. */
#ifndef FQ_NQUEENS_JOIN_PLAN_H
#define FQ_NQUEENS_JOIN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "join.h"

enum {
    FQ_JOIN_MAX_HALF = FQ_NQUEENS_JOIN_MAX / 2,
    FQ_JOIN_CLASSES = 3 /* patterns with 0, 1 and 2 queens on long diagonals */
};

/* The units with one start row and one set of rows in the north-east quarter. */
typedef struct fq_join_group {
    uint32_t start_row, north;
    uint64_t first;  /* number of the first unit */
    double before;   /* the estimated work of all earlier groups */
} fq_join_group;

struct fq_nqueens_join_plan {
    int n, half, south; /* columns of a half; rows of the south */
    size_t count;
    fq_join_group *groups; /* one more entry for the ends */
    uint64_t choose[FQ_NQUEENS_JOIN_MAX + 1][FQ_NQUEENS_JOIN_MAX + 1];
};

static inline bool fq_join_is_odd(const fq_nqueens_join_plan *plan) { return plan->n & 1; }

/* One unit: the rows of both halves, the weight of all its solutions and the weights of the
 * classes of patterns. */
typedef struct fq_join_unit {
    uint32_t start_row; /* 0 for even n */
    uint32_t east, west;
    uint32_t weight; /* 0: a mirror image of the unit is counted */
    uint32_t class_weight[FQ_JOIN_CLASSES];
} fq_join_unit;

fq_join_unit fq_join_find_unit(const fq_nqueens_join_plan *plan, uint64_t number);

#endif

/* beam.h - short solutions of sliding tiles by beam search.
 *
 * The boards that are d moves from the start form level d. From each level the `width` boards with
 * the least lower bounds on the moves left (additive.h) are kept, and of boards with equal bounds
 * those that were found first. The children of the boards kept, without repetitions, are the next
 * level. The search ends at the first level that contains the goal. Its solution need not be
 * shortest, but it becomes shorter on average when the width grows.
 *
 * The search also proves a lower bound. A board that is not kept, on level d with the bound h,
 * belongs to solutions of d + h moves or more. So no solution is shorter than the least of these
 * sums and the length of the solution found. If all boards were kept, the solution is shortest.
 *
 * The unit of work is a node: a board that a move leads to, whether it is kept or not.
 *
 *     fq_beam *m = fq_beam_new(5, 5, tiles, goal, &options, &error);
 *     while ((status = fq_beam_step(m, 1000000)) == FQ_RUNNING) continue;
 *     if (status == FQ_FOUND) length = fq_beam_peek(m, moves);
 *     fq_beam_free(m); */
#ifndef FQ_SLIDING_BEAM_H
#define FQ_SLIDING_BEAM_H

#include <stdint.h>

#include "additive.h"
#include "common/search.h"

#define FQ_BEAM_MAX_MOVES 511 /* the largest number of moves of a path */
#define FQ_BEAM_MAX_WIDTH (UINT32_C(1) << 22)

typedef struct fq_beam_options {
    /* built databases for the size of the board and for the cell of the goal's blank; they belong
     * to the caller and must outlive the search */
    const fq_additive *additive;
    uint32_t width;     /* 1 to FQ_BEAM_MAX_WIDTH */
    uint32_t below;     /* only solutions of fewer moves are searched; 0 for any length */
    uint64_t max_bytes; /* the search ends with FQ_FULL if it needs more memory */
} fq_beam_options;

typedef struct fq_beam_counters {
    uint64_t nodes;    /* nodes generated */
    uint64_t expanded; /* boards kept, whose children were generated */
} fq_beam_counters;

typedef struct fq_beam fq_beam;

/* The error is FQ_BAD_SIZE if sizes, tiles, options and databases do not fit together. */
fq_beam *fq_beam_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                     const fq_beam_options *options, fq_error *error);
/* FQ_FOUND means that a solution was found; the next step returns FQ_DONE. FQ_DONE without FQ_FOUND
 * means that the boards kept lead to no solution of fewer than `below` moves. A budget too small
 * for the next board is carried over. */
fq_status fq_beam_step(fq_beam *m, uint64_t budget);
/* The number of nodes, plus the part of the budget that is carried over. */
uint64_t fq_beam_spent(const fq_beam *m);
fq_beam_counters fq_beam_counts(const fq_beam *m);
/* A lower bound, after the end: no solution has fewer moves. Before the end, and after FQ_FULL, it
 * is the bound of the start. UINT32_MAX if the search has proved that there is no solution. */
uint32_t fq_beam_bound(const fq_beam *m);
/* The bytes in use. */
uint64_t fq_beam_bytes(const fq_beam *m);
/* Writes the moves (fq_direction) to the board expanded last, at most FQ_BEAM_MAX_MOVES; after
 * FQ_FOUND they are the solution. Returns the number of moves. */
uint32_t fq_beam_peek(const fq_beam *m, uint8_t *moves);
void fq_beam_free(fq_beam *m);

#endif

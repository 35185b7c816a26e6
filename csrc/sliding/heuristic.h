/* heuristic.h - lower bounds on the moves that a sliding-tile board is from its goal.
 *
 * For searches that want the bound of a board as such; IDA* (sliding.h) keeps it up move by move.
 *
 *     FQ_MISPLACED          tiles that are not in their cells
 *     FQ_MANHATTAN          the sum of the tiles' distances from their cells
 *     FQ_LINEAR_CONFLICT    FQ_MANHATTAN, plus 2 for each tile that must leave its row or column
 *                           for others to pass: the fewest in each line [1]
 *     FQ_WALKING_DISTANCE   4 x 4 only. Forgets the columns: how many tiles of each goal row stand
 *                           in each row, and the row of the blank, say how many vertical moves
 *                           are needed at least; likewise for the columns [2]
 *
 *     FQ_PATTERNS           4 x 4 only: what pattern databases see (sliding.h)
 *
 * All are consistent: a move changes them by 1 at most (FQ_MISPLACED, too, as the blank does not
 * count).
 *
 * [1] O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful
 *     admissible heuristics, Information Sciences 63 (1992).
 * [2] K. Takahashi, 2002 (in Japanese), who named it.
 */
#ifndef FQ_SLIDING_ESTIMATE_H
#define FQ_SLIDING_ESTIMATE_H

#include <stdint.h>

#include "common/search.h"
#include "sliding.h"

#define FQ_SLIDING_MAX_SIDE  5
#define FQ_SLIDING_MAX_CELLS 25

typedef enum fq_sliding_bound {
    FQ_MISPLACED = 0,
    FQ_MANHATTAN = 1,
    FQ_LINEAR_CONFLICT = 2,
    FQ_WALKING_DISTANCE = 3,
    FQ_PATTERNS = 4
} fq_sliding_bound;

typedef struct fq_sliding_estimate fq_sliding_estimate;

/* Tables for a goal: a permutation of 0 to rows * columns - 1. FQ_BAD_SIZE if it is not, if rows
 * or columns are not 2 to 5, or for a bound that this board has not. Walking distance takes 1 MB
 * and about 5 ms, the others nothing to speak of. `tables`: for FQ_PATTERNS, built and of the
 * goal's home; the caller's, and must outlive the estimate. */
fq_sliding_estimate *fq_sliding_estimate_new(uint32_t rows, uint32_t columns, const uint8_t *goal,
                                             fq_sliding_bound bound, const fq_tables *tables,
                                             fq_error *error);

/* The bound for a board: a permutation of the goal's tiles. */
uint32_t fq_sliding_estimate_of(const fq_sliding_estimate *e, const uint8_t *tiles);

/* FQ_PATTERNS takes microseconds, but a look for the boards one move on from one whose two sums
 * are known (a byte each, the bound is the larger one):
 *
 *     sums = fq_sliding_sums(e, tiles);                     of the first board
 *     falls = fq_sliding_falls(e, tiles);                   once for a board that is gone on from
 *     sums = fq_sliding_sums_after(e, falls, sums, tile, move);
 *
 * where `tile` changes places with the blank, which makes `move`. For FQ_PATTERNS only. */
typedef struct fq_sliding_fall {
    uint64_t side[2]; /* four bits a tile: by the move of the blank, whether its sum falls */
} fq_sliding_fall;

uint32_t fq_sliding_sums(const fq_sliding_estimate *e, const uint8_t *tiles);
fq_sliding_fall fq_sliding_falls(const fq_sliding_estimate *e, const uint8_t *tiles);
uint32_t fq_sliding_sums_after(const fq_sliding_estimate *e, fq_sliding_fall falls, uint32_t sums,
                               uint32_t tile, uint32_t move);
static inline uint32_t fq_sliding_larger(uint32_t sums)
{
    return (sums & 255) > sums >> 8 ? sums & 255 : sums >> 8;
}

void fq_sliding_estimate_free(fq_sliding_estimate *e);

#endif

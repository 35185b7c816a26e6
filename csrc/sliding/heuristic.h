/* heuristic.h - lower bounds on the number of moves from a sliding-tile board to its goal.
 *
 * The functions are for searches that evaluate whole boards. IDA* (sliding.h) updates its heuristic
 * move by move.
 *
 *     FQ_MISPLACED          the number of tiles that are not in their cells
 *     FQ_MANHATTAN          the sum of the tiles' distances from their cells
 *     FQ_LINEAR_CONFLICT    FQ_MANHATTAN, plus 2 for each tile that must leave its row or column
 *                           to let other tiles pass; each line counts the smallest possible
 *                           number of such tiles [1]
 *     FQ_WALKING_DISTANCE   4x4 only: the least number of vertical moves if columns are ignored,
 *                           plus the least number of horizontal moves if rows are ignored. The
 *                           first number depends only on the row of the blank and on the number
 *                           of tiles of each goal row in each row; the second likewise [2]
 *     FQ_PATTERN_DATABASE   4x4 only: a sum of the least numbers of moves of patterns (sliding.h)
 *
 * All of them are consistent: a move changes the value by at most 1. (This includes FQ_MISPLACED,
 * because the blank is not counted.)
 *
 * [1] O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful
 * admissible heuristics, Information Sciences 63 (1992).
 *
 * [2] K. Takahashi, 2002 (in Japanese), who introduced the name walking distance. */
#ifndef FQ_SLIDING_HEURISTIC_H
#define FQ_SLIDING_HEURISTIC_H

#include <stdint.h>

#include "common/search.h"
#include "sliding.h"

typedef struct fq_heuristic fq_heuristic;

/* Creates a heuristic for one goal, a permutation of 0 to rows * columns - 1. The error is
 * FQ_BAD_SIZE if the goal is no permutation, if rows or columns are not 2 to 5, or if this kind
 * does not exist for this board size. Walking distance takes 1 MB and about 5 ms, the others almost
 * nothing. FQ_PATTERN_DATABASE needs `pdb`, a built database of kind FQ_PDB_555 for the home of the
 * goal's blank. The database belongs to the caller and must outlive the heuristic. */
fq_heuristic *fq_heuristic_new(uint32_t rows, uint32_t columns, const uint8_t *goal,
                               fq_heuristic_kind kind, const fq_pdb *pdb, fq_error *error);

/* The heuristic value of a board, which must be a permutation of the goal's tiles. */
uint32_t fq_heuristic_value(const fq_heuristic *h, const uint8_t *tiles);

/* An incremental form of FQ_PATTERN_DATABASE. Computing the value of a board takes microseconds;
 * updating it after a move takes O(1). `sums` holds the sums of both sides, one byte for each; the
 * heuristic value is the larger sum:
 *
 *     sums = fq_heuristic_sums(h, tiles);                for the first board
 *     nearer = fq_heuristic_nearer_bits(h, tiles);       once for each board that is expanded
 *     sums = fq_heuristic_sums_after(h, nearer, sums, tile, move);
 *
 * The last call returns the sums of the board in which the blank has made `move` and so changed
 * places with `tile`. */
typedef struct fq_nearer_bits {
    /* for each side: four bits per tile, one for each move of the blank that exchanges the blank
     * with this tile. A bit is 1 if the move brings the tile nearer home */
    uint64_t side[2];
} fq_nearer_bits;

uint32_t fq_heuristic_sums(const fq_heuristic *h, const uint8_t *tiles);
fq_nearer_bits fq_heuristic_nearer_bits(const fq_heuristic *h, const uint8_t *tiles);
uint32_t fq_heuristic_sums_after(const fq_heuristic *h, fq_nearer_bits nearer, uint32_t sums,
                                 uint32_t tile, uint32_t move);
static inline uint32_t fq_larger_sum(uint32_t sums)
{
    return (sums & 255) > sums >> 8 ? sums & 255 : sums >> 8;
}

void fq_heuristic_free(fq_heuristic *h);

#endif

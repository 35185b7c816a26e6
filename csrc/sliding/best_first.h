/* best_first.h - sliding tiles by best-first search, the method of a first course.
 *
 * Boards that have been reached wait in a queue; the most promising one is taken off, and those
 * one move away from it are put on, until the goal is taken off. Two ways:
 *
 *     FQ_BRANCH_AND_BOUND   The queue is ordered by (cost, depth, board, path). The cost is the
 *                           depth plus the number of cells that differ from the goal, the blank's
 *                           counted too. Boards compare cell by cell, the blank as the largest
 *                           tile; paths compare as lists of words, so DOWN < LEFT < RIGHT < UP. A
 *                           board that is on the visited list is not put on the queue. It enters
 *                           that list when it is put on the queue, or with `late` when it is taken
 *                           off (copies of it may wait by then; those are dropped).
 *     FQ_A_STAR             The cost is the depth plus a lower bound on the moves left; of equal
 *                           cost the deepest comes first, and of those the one put on last. A
 *                           board that was reached before is put on again only if it has been
 *                           reached in fewer moves now. The path found is a shortest one.
 *
 * The cost of branch and bound can exceed the length of a shortest solution by 1. With `late` its
 * answer is a shortest one all the same (best_first.c says why). Without, a board can enter the
 * list in more moves than it needs, and then it stays there: of the 181,440 boards of 3x3, 14 are
 * solved in 2 moves more than they need (2 7 1 / 0 6 5 / 8 4 3 in 25).
 *
 * The budget counts boards put on the queue ("nodes"), the first one included. The search ends
 * with FQ_FOUND; the step after that says FQ_DONE. FQ_DONE alone: the goal cannot be reached.
 *
 *     fq_sliding_queue *m = fq_sliding_queue_new(4, 4, tiles, goal, &options, &error);
 *     while ((status = fq_sliding_queue_step(m, 1000000)) == FQ_RUNNING) continue;
 *     if (status == FQ_FOUND) length = fq_sliding_queue_moves(m, moves, sizeof moves);
 *     fq_sliding_queue_free(m);
 */
#ifndef FQ_SLIDING_QUEUE_H
#define FQ_SLIDING_QUEUE_H

#include <stdint.h>

#include "common/search.h"
#include "heuristic.h"

#define FQ_SLIDING_QUEUE_MAX_LENGTH 511 /* moves of a path */

typedef enum fq_sliding_order { FQ_BRANCH_AND_BOUND = 0, FQ_A_STAR = 1 } fq_sliding_order;

typedef struct fq_sliding_queue_options {
    fq_sliding_order order;
    fq_sliding_bound bound;  /* of FQ_A_STAR */
    const fq_tables *tables; /* of FQ_PATTERNS: see fq_sliding_estimate_new */
    int late;                /* of FQ_BRANCH_AND_BOUND: nonzero to mark a board when taken off */
    uint64_t max_bytes;      /* FQ_FULL comes before the boards and the queue take more */
} fq_sliding_queue_options;

typedef struct fq_sliding_queue fq_sliding_queue;

/* `tiles` and `goal`: rows * columns numbers, each of 0 (the blank) to rows * columns - 1 once;
 * copied. FQ_BAD_SIZE if they are not, or rows or columns are not 2 to 5. */
fq_sliding_queue *fq_sliding_queue_new(uint32_t rows, uint32_t columns, const uint8_t *tiles,
                                       const uint8_t *goal, const fq_sliding_queue_options *options,
                                       fq_error *error);

fq_status fq_sliding_queue_step(fq_sliding_queue *m, uint64_t budget);

/* The moves of the blank (0 up, 1 down, 2 left, 3 right) to the board taken off last, after
 * FQ_FOUND the goal: writes at most `room` of them, returns how many there are. */
uint32_t fq_sliding_queue_moves(const fq_sliding_queue *m, uint8_t *moves, uint32_t room);

/* The board taken off last (before that the first board): rows * columns numbers. */
void fq_sliding_queue_peek(const fq_sliding_queue *m, uint8_t *tiles);

/* Boards put on the queue; those taken off and gone on from; bytes held now. */
uint64_t fq_sliding_queue_work(const fq_sliding_queue *m);
uint64_t fq_sliding_queue_expanded(const fq_sliding_queue *m);
uint64_t fq_sliding_queue_bytes(const fq_sliding_queue *m);

/* The cost of the board taken off last, 0 before: for FQ_A_STAR no solution is shorter. */
uint32_t fq_sliding_queue_cost(const fq_sliding_queue *m);

void fq_sliding_queue_free(fq_sliding_queue *m);

#endif

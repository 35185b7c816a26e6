/* best_first.h - sliding tiles by best-first search, the method of a first course.
 *
 * Boards that have been reached wait in a queue. The most promising one is taken off and expanded:
 * the boards one move away from it are put on. This ends when the goal is taken off. Two orders:
 *
 *     FQ_BRANCH_AND_BOUND   The queue is ordered by (cost, depth, board, path). The cost is the
 *                           depth plus the number of cells that differ from the goal, the blank's
 *                           counted too. Boards compare cell by cell, the blank as the largest
 *                           tile; paths compare as lists of words, so DOWN < LEFT < RIGHT < UP. A
 *                           board on the visited list is not put on the queue. It enters that list
 *                           when it is put on the queue, or with `close_on_expansion` when it is
 *                           taken off (copies of it may wait by then; those are dropped).
 *     FQ_A_STAR             The cost is the depth plus the heuristic; of equal cost the deepest
 *                           comes first, and of those the one put on last. A board that was
 *                           reached before is put on again only if it has been reached in fewer
 *                           moves now. The path found is a shortest one.
 *
 * The cost of branch and bound can exceed the length of a shortest solution by 1. With
 * `close_on_expansion` its answer is a shortest one all the same (best_first.c says why). Without
 * it, a board can enter the list in more moves than it needs, and then it stays there: of the
 * 181,440 boards of 3x3, 14 are solved in 2 moves more than they need (2 7 1/0 6 5/8 4 3 in 25).
 *
 * The budget counts boards put on the queue ("nodes"), the first one included. The search ends
 * with FQ_FOUND; the step after that says FQ_DONE. FQ_DONE alone: the goal cannot be reached.
 * Where the table of boards has to grow, part of the budget goes into that: a step returns with
 * fewer boards, at times none, and large tables take many steps.
 *
 *     fq_best_first *m = fq_best_first_new(4, 4, tiles, goal, &options, &error);
 *     while ((status = fq_best_first_step(m, 1000000)) == FQ_RUNNING) continue;
 *     if (status == FQ_FOUND) length = fq_best_first_peek(m, moves, sizeof moves);
 *     fq_best_first_free(m);
 */
#ifndef FQ_SLIDING_BEST_FIRST_H
#define FQ_SLIDING_BEST_FIRST_H

#include <stdint.h>

#include "common/search.h"
#include "heuristic.h"

#define FQ_BEST_FIRST_MAX_MOVES 511 /* of a path */

typedef enum fq_best_first_order { FQ_BRANCH_AND_BOUND = 0, FQ_A_STAR = 1 } fq_best_first_order;

typedef struct fq_best_first_options {
    fq_best_first_order order;
    fq_heuristic_kind heuristic; /* of FQ_A_STAR */
    const fq_pdb *pdb;           /* of FQ_PATTERN_DATABASE: see fq_heuristic_new */
    int close_on_expansion;      /* of FQ_BRANCH_AND_BOUND: a board is visited when taken off */
    uint64_t max_bytes;          /* FQ_FULL comes before the boards and the queue take more */
} fq_best_first_options;

typedef struct fq_best_first_counters {
    uint64_t nodes;    /* boards put on the queue */
    uint64_t expanded; /* boards taken off, the goal not counted */
    uint64_t bytes;    /* held now */
} fq_best_first_counters;

typedef struct fq_best_first fq_best_first;

/* `tiles` and `goal`: rows * columns numbers, each of 0 (the blank) to rows * columns - 1 once;
 * copied. FQ_BAD_SIZE if they are not, or rows or columns are not 2 to 5. */
fq_best_first *fq_best_first_new(uint32_t rows, uint32_t columns, const uint8_t *tiles,
                                 const uint8_t *goal, const fq_best_first_options *options,
                                 fq_error *error);
fq_status fq_best_first_step(fq_best_first *m, uint64_t budget);
/* Nodes. */
uint64_t fq_best_first_spent(const fq_best_first *m);
fq_best_first_counters fq_best_first_counts(const fq_best_first *m);
/* The moves (fq_direction) to the board taken off last, after FQ_FOUND the goal: writes at most
 * `room` of them, returns how many there are. */
uint32_t fq_best_first_peek(const fq_best_first *m, uint8_t *moves, uint32_t room);
/* That board, before any is taken off the first one: rows * columns numbers. */
void fq_best_first_board(const fq_best_first *m, uint8_t *tiles);
/* Its cost, 0 before: for FQ_A_STAR no solution is shorter. */
uint32_t fq_best_first_cost(const fq_best_first *m);
void fq_best_first_free(fq_best_first *m);

#endif

/* best_first.h - sliding tiles by best-first search, the method of introductory AI courses.
 *
 * Boards that have been reached wait in a queue. The most promising board is removed and expanded:
 * the boards one move away from it are added to the queue. The search ends when the goal is
 * removed. There are two orders:
 *
 *     FQ_BRANCH_AND_BOUND   The queue is ordered by (cost, depth, board, path). The cost is the
 *                           depth plus the number of cells that differ from the goal, including
 *                           the blank's cell. Boards compare cell by cell, with the blank as 0;
 *                           paths compare move by move, with UP < LEFT < RIGHT < DOWN. A board on
 *                           the visited list is not added to the queue. The option `visited` says
 *                           when a board is marked as visited.
 *     FQ_A_STAR             The cost is the depth plus the heuristic. Among equal costs the
 *                           deepest board comes first, and among those the board added last. A
 *                           board that was reached before is added again only if it is now reached
 *                           in fewer moves. The path found is a shortest path.
 *
 * The cost of branch and bound can exceed the length of a shortest solution by 1. If boards are
 * marked when they are removed, its answer is nevertheless a shortest solution (best_first.c proves
 * this). With FQ_GENERATED, a board can be marked as visited at the end of a longer path than
 * necessary, and then the shorter path is lost: for 14 of the 181,440 boards of 3x3, the
 * solution is 2 moves too long (for example, 25 moves for the board 2 7 1/0 6 5/8 4 3).
 *
 * The 15-puzzle report uses FQ_EXPANDED_AGAIN. Its search goes on until the queue is empty, passes
 * over boards that cost more than the best solution, and counts the boards removed. This search
 * ends when the goal is first removed, and counts the boards added. The two counts are equal,
 * because the report's search removes every board that it adds, and adds none after this moment:
 * let d be the depth of the goal, which is also its cost. Every board that still waits costs d or
 * more. If it costs more than d, the report passes over it. If it costs d, its depth is at least d,
 * so none of its cells differs from the goal: it is a copy of the goal, which is not expanded.
 *
 * The budget counts boards added to the queue ("nodes"), including the first one. The search ends
 * with FQ_FOUND, and the next step returns FQ_DONE. FQ_DONE without FQ_FOUND means that the goal
 * cannot be reached. When the table of boards has to grow, part of the budget is used to move the
 * table: such a step adds fewer boards, sometimes none, and large tables take many steps.
 *
 *     fq_best_first *m = fq_best_first_new(4, 4, tiles, goal, &options, &error);
 *     while ((status = fq_best_first_step(m, 1000000)) == FQ_RUNNING) continue;
 *     if (status == FQ_FOUND) length = fq_best_first_peek(m, moves, sizeof moves);
 *     fq_best_first_free(m); */
#ifndef FQ_SLIDING_BEST_FIRST_H
#define FQ_SLIDING_BEST_FIRST_H

#include <stdint.h>

#include "common/search.h"
#include "heuristic.h"

#define FQ_BEST_FIRST_MAX_MOVES 511 /* the largest number of moves of a path */

typedef enum fq_best_first_order { FQ_BRANCH_AND_BOUND = 0, FQ_A_STAR = 1 } fq_best_first_order;

/* When branch and bound marks a board as visited. A board may wait several times in the queue, at
 * the end of different paths, if it is marked only when it is removed. */
typedef enum fq_visited {
    FQ_EXPANDED_AGAIN = 0, /* when it is removed; it is expanded each time that it is removed */
    FQ_EXPANDED_ONCE = 1,  /* when it is removed; it is expanded only the first time */
    FQ_GENERATED = 2       /* when it is added to the queue */
} fq_visited;

typedef struct fq_best_first_options {
    fq_best_first_order order;
    fq_heuristic_kind heuristic; /* for FQ_A_STAR */
    const fq_pdb *pdb;           /* for FQ_PATTERN_DATABASE: see fq_heuristic_new */
    fq_visited visited;          /* for FQ_BRANCH_AND_BOUND */
    /* limit for the boards and the queue; beyond it, a step returns FQ_FULL */
    uint64_t max_bytes;
} fq_best_first_options;

typedef struct fq_best_first_counters {
    uint64_t nodes;    /* boards added to the queue */
    uint64_t expanded; /* boards removed, not counting the goal */
    uint64_t bytes;    /* bytes allocated now */
} fq_best_first_counters;

typedef struct fq_best_first fq_best_first;

/* Creates a search. `tiles` and `goal` are copied; each is a permutation of 0 (the blank) to rows *
 * columns - 1. The error is FQ_BAD_SIZE if `tiles` or `goal` is not such a permutation, or if
 * `rows` or `columns` is not 2 to 5. */
fq_best_first *fq_best_first_new(uint32_t rows, uint32_t columns, const uint8_t *tiles,
                                 const uint8_t *goal, const fq_best_first_options *options,
                                 fq_error *error);
fq_status fq_best_first_step(fq_best_first *m, uint64_t budget);
/* The number of nodes, which is the budget used so far. */
uint64_t fq_best_first_spent(const fq_best_first *m);
fq_best_first_counters fq_best_first_counts(const fq_best_first *m);
/* Writes the moves (fq_direction) to the board removed last; after FQ_FOUND this board is the goal.
 * Writes at most `room` moves, but returns the number of all moves. */
uint32_t fq_best_first_peek(const fq_best_first *m, uint8_t *moves, uint32_t room);
/* Writes the board removed last, or the first board if none was removed: rows * columns numbers. */
void fq_best_first_board(const fq_best_first *m, uint8_t *tiles);
/* The cost of the board removed last, or 0 if none was removed. With FQ_A_STAR, no solution has
 * fewer moves than this cost. */
uint32_t fq_best_first_cost(const fq_best_first *m);
void fq_best_first_free(fq_best_first *m);

#endif

/* join.h - counting the placements of N queens by joining half boards.
 *
 * The board is cut between its west and its east half; for odd n the centre column lies between
 * them. A half board is a placement of queens in the columns of one half. A *unit* fixes the row
 * of the queen in the centre column (the start row; odd n only) and the set of the rows that the
 * east half uses. All half boards of both sides are listed, and the pairs that share no diagonal
 * are counted. docs/how/kernels.md explains the method.
 *
 * A *plan* numbers the units from 0 to plan_size - 1, and a *task* is a range of units, as in
 * count.h. If the tasks together contain every unit exactly once, the sum of their counts is the
 * number of all solutions. */
#ifndef FQ_NQUEENS_JOIN_H
#define FQ_NQUEENS_JOIN_H

#include <stdint.h>

#include "common/search.h"
#include "count.h"

enum { FQ_NQUEENS_JOIN_MIN = 6, FQ_NQUEENS_JOIN_MAX = 27 };

typedef struct fq_nqueens_join_plan fq_nqueens_join_plan;

/* Returns NULL and FQ_BAD_SIZE unless 6 <= n <= 27. A plan takes less than 4 MiB and a few
 * milliseconds. It never changes: any number of threads and machines may share it. */
fq_nqueens_join_plan *fq_nqueens_join_plan_new(int n, fq_error *error);
void fq_nqueens_join_plan_free(fq_nqueens_join_plan *plan);

/* The number of units. */
uint64_t fq_nqueens_join_plan_size(const fq_nqueens_join_plan *plan);

/* Cuts the plan into `tasks` tasks of about equal estimated work and returns task number `index`
 * (index < tasks; some tasks may be empty). */
fq_nqueens_task fq_nqueens_join_plan_task(const fq_nqueens_join_plan *plan, uint64_t index,
                                          uint64_t tasks);

/* The estimated work of the units [first, last) as a share, 0 to 1, of the whole work. */
double fq_nqueens_join_plan_share(const fq_nqueens_join_plan *plan, uint64_t first, uint64_t last);

typedef struct fq_nqueens_join fq_nqueens_join;

/* The plan must live until the last step; freeing the machine does not read the plan. The machine
 * never holds more than `max_bytes` bytes: every size is computed before it is allocated. If the
 * lists of all quarter boards do not fit, the lists are made again for each unit. If even that does
 * not fit, a step returns FQ_FULL. The error is FQ_BAD_SIZE if the task is not a range of units of
 * the plan. */
fq_nqueens_join *fq_nqueens_join_new(const fq_nqueens_join_plan *plan, fq_nqueens_task task,
                                     fq_isa isa, uint64_t max_bytes, fq_error *error);
void fq_nqueens_join_free(fq_nqueens_join *machine);

/* Starts another task of the same plan. The machine keeps its lists of quarter boards. Returns
 * FQ_BAD_SIZE if the task is not a range of units of the plan. */
fq_error fq_nqueens_join_restart(fq_nqueens_join *machine, fq_nqueens_task task);

/* Works for about `budget` nanoseconds of a modern processor, in a deterministic estimate, and
 * returns FQ_RUNNING, FQ_DONE or FQ_FULL. The final numbers of solutions and nodes do not depend
 * on the budgets of the steps. */
fq_status fq_nqueens_join_step(fq_nqueens_join *machine, uint64_t budget);

/* The number of nodes so far. A node is a half board. The final number is the same for every
 * instruction set. */
uint64_t fq_nqueens_join_spent(const fq_nqueens_join *machine);
fq_nqueens_counters fq_nqueens_join_counts(const fq_nqueens_join *machine);

/* The first unit of the task that is not finished yet; the `last` of the task when it is done. */
uint64_t fq_nqueens_join_position(const fq_nqueens_join *machine);

/* The largest number of bytes that the machine has held at a time. */
uint64_t fq_nqueens_join_most_bytes(const fq_nqueens_join *machine);

/* For tests: the number of solutions whose queens in the centre column and in the east half use
 * the rows of this unit; 0 and a weight of 0 if a mirror image of the unit is counted instead. */
typedef struct fq_nqueens_join_unit {
    int start_row; /* the row of the centre queen; -1 for even n */
    uint32_t rows; /* the rows of the east half */
    uint32_t weight;
} fq_nqueens_join_unit;
fq_nqueens_join_unit fq_nqueens_join_plan_unit(const fq_nqueens_join_plan *plan, uint64_t unit);

#endif

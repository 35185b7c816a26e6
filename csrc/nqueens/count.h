/* count.h - counting the placements of N queens that do not attack each other.
 *
 * The work is cut before it starts. A *plan* lists the ways to fill the centre rows and columns of
 * the board, one from each class of 8 mirror images. A *prefix* is an entry of that list (for some
 * n with a few more queens fixed) and is identified by its index alone, 0 to plan_size - 1. A
 * *task* is a range of prefixes: three integers that mean the same on every machine. A search
 * *machine* searches one task, in steps.
 *
 *     fq_nqueens_plan *plan = fq_nqueens_plan_new(16, &err);
 *     for (uint64_t i = 0; i < 64; i++) {
 *         fq_nqueens_task task = fq_nqueens_plan_task(plan, i, 64);
 *         fq_nqueens *m = fq_nqueens_new(plan, task, fq_isa_best(), &err);
 *         while (fq_nqueens_step(m, 1000000) == FQ_RUNNING) { }
 *         total += fq_nqueens_counts(m).solutions;
 *         fq_nqueens_free(m);
 *     }
 *     fq_nqueens_plan_free(plan);
 *
 * If the tasks together contain every prefix exactly once, the sum of their counts is the number of
 * all solutions. This sum does not depend on how the work was cut into tasks, on the order of the
 * tasks or on the instruction sets. */
#ifndef FQ_NQUEENS_H
#define FQ_NQUEENS_H

#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_MAX = 27 };

/* ---- Plans and tasks ---------------------------------------------------------------------- */

typedef struct fq_nqueens_plan fq_nqueens_plan;

/* The prefixes [first, last) of the plan for n. Any range is a task; ranges may be split and joined
 * freely. */
typedef struct fq_nqueens_task {
    uint32_t n;
    uint64_t first, last;
} fq_nqueens_task;

/* Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 27. Making a plan takes 5 ms at n = 16 and less
 * than a second for the slowest n, which is 26. A plan takes at most 16 MiB of memory (n = 26; less
 * than 8 MiB for every other n). A plan never changes: any number of threads and machines may share
 * it. */
fq_nqueens_plan *fq_nqueens_plan_new(int n, fq_error *error);
void fq_nqueens_plan_free(fq_nqueens_plan *plan);

/* The number of prefixes of the plan. Many prefixes may turn out to have no solution; each of these
 * costs only nanoseconds. */
uint64_t fq_nqueens_plan_size(const fq_nqueens_plan *plan);

/* Cuts the plan into `tasks` tasks and returns task number `index` (index < tasks; some tasks may
 * be empty). The cuts follow an estimate of the work, so a task takes between about half and twice
 * the estimated time. Tasks with equal numbers of prefixes would differ much more, because one
 * prefix can take a thousand times as long as another. Use at least about ten tasks per worker, and
 * give a worker its next task when it has finished one. */
fq_nqueens_task fq_nqueens_plan_task(const fq_nqueens_plan *plan, uint64_t index, uint64_t tasks);

/* The estimated work of the prefixes [first, last) as a share, 0 to 1, of the work of the whole
 * plan. */
double fq_nqueens_plan_share(const fq_nqueens_plan *plan, uint64_t first, uint64_t last);

/* The estimated share, 0 to 1, of the work in the prefixes [first, last), for progress bars. Here
 * empty prefixes count as no work, whereas fq_nqueens_plan_share spreads the work of a cross over
 * all its prefixes, even the empty ones. With 23 rows and more, some prefixes take seconds while
 * many others are empty. The result is exact to one prefix; the call takes up to a few
 * milliseconds. */
double fq_nqueens_plan_done(const fq_nqueens_plan *plan, uint64_t first, uint64_t last);

/* ---- Counting one task -------------------------------------------------------------------- */

typedef struct fq_nqueens fq_nqueens;

/* The plan must outlive the machine. The error is FQ_BAD_SIZE if the task is not a range of
 * prefixes of this plan. If this CPU lacks the instruction set, the best instruction set of this
 * CPU is used. A machine takes less than 1 MiB. */
fq_nqueens *fq_nqueens_new(const fq_nqueens_plan *plan, fq_nqueens_task task, fq_isa isa,
                           fq_error *error);
void fq_nqueens_free(fq_nqueens *machine);

/* Searches about `budget` nodes and returns FQ_RUNNING or FQ_DONE. A step exceeds its budget by at
 * most about ten thousand nodes (20 microseconds; 300 microseconds with the scalar kernel). The
 * final numbers of solutions and nodes do not depend on the budgets of the steps. */
fq_status fq_nqueens_step(fq_nqueens *machine, uint64_t budget);

/* The number of nodes so far. A node is a queen placed below a prefix; the queens of the last two
 * rows are not placed but counted by a formula, so they are not nodes. The number of nodes is the
 * same for every instruction set. */
uint64_t fq_nqueens_spent(const fq_nqueens *machine);

/* The numbers of nodes and solutions so far. The number of solutions includes the mirror images:
 * the solutions of each prefix are multiplied by the size of its orbit. */
fq_nqueens_counters fq_nqueens_counts(const fq_nqueens *machine);

/* The number of the first prefix of the task that is not finished yet; the `last` of the task when
 * the task is done. */
uint64_t fq_nqueens_position(const fq_nqueens *machine);

/* How much of the prefix fq_nqueens_position is done: an estimated share, 0 to 1. */
double fq_nqueens_inside(const fq_nqueens *machine);

/* ---- Solutions that are their own image ---------------------------------------------------- */

typedef enum fq_nqueens_turn {
    FQ_HALF_TURN = 0, /* placements that a turn by 180 degrees leaves unchanged (A032522) */
    /* placements that a turn by 90 degrees leaves unchanged (A033148); only n = 0, 1 mod 4 have
     * any */
    FQ_QUARTER_TURN = 1
} fq_nqueens_turn;

/* For n > 1, the number of solutions up to symmetry is (all + half-turn + 2 * quarter-turn) / 8,
 * because no placement of more than one queen equals its mirror image. (For n = 1 it is 1.) */
typedef struct fq_nqueens_symmetric fq_nqueens_symmetric;

/* Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 27. */
fq_nqueens_symmetric *fq_nqueens_symmetric_new(int n, fq_nqueens_turn turn, fq_error *error);
void fq_nqueens_symmetric_free(fq_nqueens_symmetric *machine);

/* Searches at most `budget` nodes (a node is an orbit of queens that is placed at once). Two steps
 * with budgets a and b leave the machine in the same state as one step with a + b. */
fq_status fq_nqueens_symmetric_step(fq_nqueens_symmetric *machine, uint64_t budget);
uint64_t fq_nqueens_symmetric_spent(const fq_nqueens_symmetric *machine); /* nodes */
fq_nqueens_counters fq_nqueens_symmetric_counts(const fq_nqueens_symmetric *machine);

/* ---- Variants -------------------------------------------------------------------------------- */

enum { FQ_NQUEENS_PAWNS_MAX = 32 };

/* A task of a variant: the prefixes [first, last) out of the prefixes 0 to fq_nqueens_variants_size
 * - 1. A prefix fixes the queen of the first row and the first queen of the second row. (Variants
 * that have their own search fix other choices.) For FQ_PLUS_K, pawns = -k means n - k queens and
 * no pawns. */
typedef struct fq_nqueens_variants_task {
    uint32_t n, variant;
    int32_t pawns;
    uint64_t first, last;
} fq_nqueens_variants_task;

/* The number of prefixes. Returns 0 if an argument is bad (1 <= n <= 27, -n < pawns <= 32, and
 * pawns = 0 except for FQ_PLUS_K), or if a theorem says that there is no solution (toroidal: n must
 * have no factor 2 or 3; semi-queens: n must be odd). */
uint64_t fq_nqueens_variants_size(int n, fq_nqueens_variant variant, int pawns);

typedef struct fq_nqueens_variants fq_nqueens_variants;

fq_nqueens_variants *fq_nqueens_variants_new(fq_nqueens_variants_task task, fq_error *error);
void fq_nqueens_variants_free(fq_nqueens_variants *machine);

/* Searches about `budget` nodes. A node is a queen placed; if there are fewer queens than rows, it
 * is a row for which a queen or no queen was chosen. Two steps with budgets a and b leave the
 * machine in the same state as one step with a + b. */
fq_status fq_nqueens_variants_step(fq_nqueens_variants *machine, uint64_t budget);
uint64_t fq_nqueens_variants_spent(const fq_nqueens_variants *machine); /* nodes */
fq_nqueens_counters fq_nqueens_variants_counts(const fq_nqueens_variants *machine);
/* the first prefix not finished yet */
uint64_t fq_nqueens_variants_position(const fq_nqueens_variants *machine);

#endif

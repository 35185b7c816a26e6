/* count.h - counting the placements of N queens that do not attack each other.
 *
 * The work is cut before it starts. A *plan* lists the ways to fill the centre rows and columns
 * of the board, one of each class of 8 mirror images; a *prefix* is an entry of that list (for
 * some n with a few more queens fixed) and is known by its index alone, 0 .. plan_size - 1. A
 * *unit* is a range of prefixes: three integers that mean the same on every machine. A *machine*
 * searches one unit, in steps.
 *
 *     fq_nqueens_plan *plan = fq_nqueens_plan_new(16, &err);
 *     for (uint64_t i = 0; i < 64; i++) {
 *         fq_nqueens_unit unit = fq_nqueens_plan_unit(plan, i, 64);
 *         fq_nqueens *m = fq_nqueens_new(plan, unit, fq_isa_best(), &err);
 *         while (fq_nqueens_step(m, 1000000) == FQ_RUNNING) { }
 *         total += fq_nqueens_counts(m).solutions;
 *         fq_nqueens_free(m);
 *     }
 *     fq_nqueens_plan_free(plan);
 *
 * The sum over units that cover every prefix once is the number of all solutions, whatever the
 * cut, the order and the instruction sets.
 */
#ifndef FQ_NQUEENS_H
#define FQ_NQUEENS_H

#include <stdint.h>

#include "common/search.h"
#include "variant.h"

enum { FQ_NQUEENS_MAX = 27 };

/* ---- Plans and units ---------------------------------------------------------------------- */

typedef struct fq_nqueens_plan fq_nqueens_plan;

/* The prefixes [first, last) of the plan for n. Any range is a unit; ranges may be split and
 * joined freely. */
typedef struct fq_nqueens_unit {
    uint32_t n;
    uint64_t first, last;
} fq_nqueens_unit;

/* NULL and FQ_BAD_SIZE unless 1 <= n <= 27. Takes 5 ms at n = 16, under a second at worst
 * (n = 26), and at most 16 MiB (n = 26; the others less than 8). A plan never changes: any number
 * of threads and machines may share it. */
fq_nqueens_plan *fq_nqueens_plan_new(int n, fq_error *error);
void fq_nqueens_plan_free(fq_nqueens_plan *plan);

/* The number of prefixes. Many of them may turn out empty: that costs nanoseconds each. */
uint64_t fq_nqueens_plan_size(const fq_nqueens_plan *plan);

/* Unit number `index` of `parts` (index < parts; some may be empty). The cut is by a guess of the
 * work, which is off by a factor of 2 or so either way; without it one prefix can take a thousand
 * times as long as another. Take some ten units per worker or more, and hand them out on demand. */
fq_nqueens_unit fq_nqueens_plan_unit(const fq_nqueens_plan *plan, uint64_t index, uint64_t parts);

/* The guessed share, 0 to 1, that prefixes [first, last) have of the whole work. */
double fq_nqueens_plan_share(const fq_nqueens_plan *plan, uint64_t first, uint64_t last);

/* The same, for progress bars: prefixes that are empty count for nothing here, where the share
 * above spreads the work of a cross over them too; 23 rows and more have prefixes that take seconds
 * beside many that take nothing. Exact to a prefix; takes up to a few milliseconds. */
double fq_nqueens_plan_done(const fq_nqueens_plan *plan, uint64_t first, uint64_t last);

/* ---- Counting one unit -------------------------------------------------------------------- */

typedef struct fq_nqueens fq_nqueens;

/* The plan must outlive the machine. FQ_BAD_SIZE if the unit is not a range of this plan. An
 * instruction set that this CPU lacks falls back to the best one below it. Less than 1 MiB. */
fq_nqueens *fq_nqueens_new(const fq_nqueens_plan *plan, fq_nqueens_unit unit, fq_isa isa,
                           fq_error *error);
void fq_nqueens_free(fq_nqueens *machine);

/* Searches about `budget` nodes and returns FQ_RUNNING, or FQ_DONE. A step goes past its budget
 * by some ten thousand nodes at most (20 microseconds; scalar 300). Solutions and nodes at the end
 * do not depend on how the work was cut into steps. */
fq_status fq_nqueens_step(fq_nqueens *machine, uint64_t budget);

/* Nodes so far: queens placed below the prefixes, except in the last two rows, which are closed
 * by a formula. The same for every instruction set. */
uint64_t fq_nqueens_spent(const fq_nqueens *machine);

/* Nodes, and solutions so far, mirror images included: each prefix counts with the size of its
 * orbit. */
fq_nqueens_counters fq_nqueens_counts(const fq_nqueens *machine);

/* The first prefix of the task that is not finished yet; `last` when the task is done. */
uint64_t fq_nqueens_position(const fq_nqueens *machine);

/* The share of the prefix at `position` that is done, a guess, 0 to 1. */
double fq_nqueens_inside(const fq_nqueens *machine);

/* ---- Solutions that are their own image ---------------------------------------------------- */

typedef enum fq_nqueens_turn {
    FQ_HALF_TURN = 0,   /* placements equal to themselves turned by 180 degrees (A032522) */
    FQ_QUARTER_TURN = 1 /* ... by 90 degrees (A033148); only n = 0, 1 mod 4 have any */
} fq_nqueens_turn;

/* For n > 1, solutions up to symmetry = (all + half-turn + 2 * quarter-turn) / 8: no placement of
 * more than one queen equals its mirror image. (n = 1: one.) */
typedef struct fq_nqueens_symmetric fq_nqueens_symmetric;

/* 1 <= n <= 27, else FQ_BAD_SIZE. */
fq_nqueens_symmetric *fq_nqueens_symmetric_new(int n, fq_nqueens_turn turn, fq_error *error);
void fq_nqueens_symmetric_free(fq_nqueens_symmetric *machine);

/* Searches at most `budget` nodes (orbits of queens placed): two steps of a and b leave the
 * machine as one of a + b does. */
fq_status fq_nqueens_symmetric_step(fq_nqueens_symmetric *machine, uint64_t budget);
uint64_t fq_nqueens_symmetric_spent(const fq_nqueens_symmetric *machine); /* nodes */
fq_nqueens_counters fq_nqueens_symmetric_counts(const fq_nqueens_symmetric *machine);

/* ---- Variants -------------------------------------------------------------------------------- */

enum { FQ_NQUEENS_PAWNS_MAX = 32 };

/* A unit of a variant: prefixes [first, last) of fq_nqueens_variants_size. Prefix i fixes the queen
 * of the first row and the first queen of the second row, or what the search of the variant begins
 * with. For FQ_PLUS_K, pawns < 0 means so many queens fewer than rows, and no pawns. */
typedef struct fq_nqueens_variants_unit {
    uint32_t n, variant;
    int32_t pawns;
    uint64_t first, last;
} fq_nqueens_variants_unit;

/* The number of prefixes, 0 if the arguments are bad (1 <= n <= 27, -n < pawns <= 32 and 0 except
 * for FQ_PLUS_K) or if there is no solution by a theorem (toroidal: n must have no factor 2 or 3;
 * semi-queens: n must be odd). */
uint64_t fq_nqueens_variants_size(int n, fq_nqueens_variant variant, int pawns);

typedef struct fq_nqueens_variants fq_nqueens_variants;

fq_nqueens_variants *fq_nqueens_variants_new(fq_nqueens_variants_unit unit, fq_error *error);
void fq_nqueens_variants_free(fq_nqueens_variants *machine);

/* Searches about `budget` nodes (queens placed; with fewer queens than rows, rows decided): two
 * steps of a and b leave the machine as one of a + b does. */
fq_status fq_nqueens_variants_step(fq_nqueens_variants *machine, uint64_t budget);
uint64_t fq_nqueens_variants_spent(const fq_nqueens_variants *machine); /* nodes */
fq_nqueens_counters fq_nqueens_variants_counts(const fq_nqueens_variants *machine);
uint64_t fq_nqueens_variants_position(const fq_nqueens_variants *machine); /* as above */

#endif

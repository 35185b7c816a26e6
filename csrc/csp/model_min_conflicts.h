/* model_min_conflicts.h - local search for one solution of any constraint problem.
 *
 * The method is min-conflicts (Minton, Johnston, Philips and Laird 1992). Every variable always has
 * a value. The cost is the number of pairs of values in conflict, plus the violation of each
 * table and count constraint: the number of values that differ from the nearest row of the table,
 * and the distance of the number of variables with the counted value from `least` to `most`. An
 * all-different constraint is a set of pairs.
 *
 * A step picks a random variable that has two values or more and is in conflict: its value is in a
 * conflict, or it belongs to a violated constraint. It then takes the value with the smallest cost
 * among its other values, at random among equals, even if that is no improvement. One step in 20
 * takes a random value instead. After 40 steps per variable without improvement, a step draws new
 * random values for all variables. Such a search often finds a solution quickly. It proves that
 * there is none only if a variable has no values. */
#ifndef FQ_CSP_MODEL_MIN_CONFLICTS_H
#define FQ_CSP_MODEL_MIN_CONFLICTS_H

#include "csp/csp.h"

typedef struct fq_csp_local fq_csp_local;

typedef struct fq_csp_local_counters {
    uint64_t steps;
    uint64_t restarts; /* times that new values were drawn, without the first time */
} fq_csp_local_counters;

/* The model must outlive the search. */
fq_csp_local *fq_csp_local_new(const fq_csp_model *model, uint64_t seed, fq_error *error);
/* The budget counts steps. A step after FQ_FOUND draws new values and searches on, so the same
 * solution may be found again. */
fq_status fq_csp_local_step(fq_csp_local *search, uint64_t budget);
uint64_t fq_csp_local_spent(const fq_csp_local *search);
fq_csp_local_counters fq_csp_local_counts(const fq_csp_local *search);
/* Writes the value of each variable: a solution after FQ_FOUND. Writes -1 for every variable if a
 * variable has no values. */
void fq_csp_local_peek(const fq_csp_local *search, int32_t *values);
uint64_t fq_csp_local_cost(const fq_csp_local *search); /* the cost of the values now */
uint64_t fq_csp_local_best(const fq_csp_local *search); /* the smallest cost so far */
void fq_csp_local_free(fq_csp_local *search);

#endif

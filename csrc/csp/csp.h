/* csp.h - constraint problems: backtracking, forward checking, MAC.
 *
 * A problem has variables, each with a domain of values numbered from 0, and conflicts: pairs of
 * values of two variables that exclude each other. It may also have constraints of several
 * variables: all-different, table and count constraints. A solution gives every variable a value,
 * without a conflict, and satisfies every constraint. For coloured Queens the variables are the
 * regions (or the rows) and the values are their cells. For N-Queens the variables are the rows and
 * the values are the columns.
 *
 * A model is compiled once and then stays unchanged; any number of searches can share it. */
#ifndef FQ_CSP_H
#define FQ_CSP_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

/* ------------------------------------------------------------------------------------ the model */

/* The largest number of values of all variables together. A model stores one bit for each pair of
 * values: 2 to 4 GB for the largest models. */
#define FQ_CSP_MAX_VALUES (1u << 17)
#define FQ_CSP_MAX_N      64 /* the largest number of rows of a board */
#define FQ_CSP_NO_VALUE   UINT32_MAX

typedef struct fq_csp_model fq_csp_model;

/* Creates a model in which variable x has sizes[x] values (0 is allowed). The order of the
 * variables is the static order of the search. The error is FQ_BAD_SIZE if there are no variables,
 * or more than FQ_CSP_MAX_VALUES variables or values. */
fq_csp_model *fq_csp_model_new(uint32_t variables, const uint32_t *sizes, fq_error *error);
/* Adds a conflict: value a of variable x and value b of variable y (x != y) exclude each other. Do
 * not add conflicts while a search uses the model. Returns FQ_BAD_SIZE if these values or variables
 * do not exist. */
fq_error fq_csp_model_conflict(fq_csp_model *model, uint32_t x, uint32_t a, uint32_t y, uint32_t b);
/* Adds an all-different constraint: `count` variables take different values. `numbers` has an entry
 * for each value of the first variable, then of the second and so on; values with the same number
 * are equal. Numbers are below FQ_CSP_MAX_VALUES. Pairs of equal values become conflicts, which
 * every method obeys; MAC also filters by the whole constraint. Returns FQ_BAD_SIZE if an argument
 * is out of range, if a variable is listed twice, or if all such constraints of the model together
 * have more than 2^24 variables and values. */
fq_error fq_csp_model_all_different(fq_csp_model *model, uint32_t count, const uint32_t *variables,
                                    const uint32_t *numbers);
/* Adds a table constraint: the values of `count` variables form one of the rows. Row r has the
 * values entries[r * count] to entries[r * count + count - 1], in the order of `variables`. Returns
 * FQ_BAD_SIZE if an argument is out of range, if a variable is listed twice, or if the tables of
 * the model are too large: together they may have 2^24 entries, variables and values of these
 * variables, and 2^26 words of supports. (A table has a bit for each row and each value of its
 * variables.) */
fq_error fq_csp_model_table(fq_csp_model *model, uint32_t count, const uint32_t *variables,
                            uint32_t rows, const uint32_t *entries);
/* Adds a count constraint: at least `least` and at most `most` of `count` variables take the
 * counted value. values[i] is the number of this value in the domain of variables[i], or
 * FQ_CSP_NO_VALUE if the variable does not have the value. Returns FQ_BAD_SIZE if an argument is
 * out of range, if a variable is listed twice, if least > most, or if all count constraints of the
 * model together have more than 2^24 variables. */
fq_error fq_csp_model_count(fq_csp_model *model, uint32_t count, const uint32_t *variables,
                            const uint32_t *values, uint32_t least, uint32_t most);
/* The number of all-different, table and count constraints. */
uint32_t fq_csp_model_constraints(const fq_csp_model *model);
void fq_csp_model_free(fq_csp_model *model);
uint32_t fq_csp_model_variables(const fq_csp_model *model);
uint32_t fq_csp_model_size(const fq_csp_model *model, uint32_t variable);

/* The cell (row * n + column) of a value on a board, and the n of the board. Both functions return
 * 0 if the model is not of a board. */
uint32_t fq_csp_model_cell(const fq_csp_model *model, uint32_t variable, uint32_t value);
uint32_t fq_csp_model_n(const fq_csp_model *model);

/* ----------------------------------------------------------------------------------- the search
 *
 * The search is depth first. A *call* picks the next variable and tries its values one after
 * another. A *step* is the start of a call. The first call is at the root. Later, a call follows
 * every chosen value, unless the method rejects the value at once or all variables have values (so
 * a solution does not count as a step). The methods differ in how a call tries values:
 *
 *   backtracking      Tries the values that conflict with no value chosen before, and that violate
 *                     no table or count constraint whose other variables all have values.
 *   backtracking-memo The same search, with the same steps and backtracks, but it remembers each
 *                     failed call (a nogood) by its depth and by the values still free for the
 *                     remaining variables. If a later call has the same depth and free values, the
 *                     steps of the failed call are added without a search. The memory stores 72
 *                     bits of a hash besides the bits that choose the bucket: the chance that one
 *                     of 10^10 look-ups is wrong is below 10^-10. (The 20x20 board of the coloured
 *                     Queens thesis takes 4 * 10^8 look-ups.) Whole keys would take four times the
 *                     memory. New entries replace old ones; calls of more than 2^56 steps are not
 *                     remembered.
 *   forward-checking  Prunes the values that conflict with the chosen value from the domains of
 *                     the remaining variables, in static order. Then, for each table and count
 *                     constraint in which the choice left only one variable without a value, prunes
 *                     the values of this variable that violate the constraint (the algorithm nFC0
 *                     of Bessiere, Meseguer, Freuder and Larrosa 2002). If a domain becomes empty,
 *                     the next value is tried without a step.
 *   mac               Maintains arc consistency by AC-3, with a first-in first-out queue of arcs
 *                     (x, y). Revising an arc prunes from x the values that conflict with all
 *                     values of y. If any value was pruned, the arcs (z, x) with z != y and z not
 *                     yet chosen are queued, unless they are already in the queue. Before the first
 *                     step all arcs are queued; after a choice for x, the arcs (y, x) are queued
 *                     for all neighbours y of x that are not yet chosen. These loops always follow
 *                     the static order. All-different constraints have no arcs of their own. When
 *                     the queue of arcs is empty, the next constraint of a second queue is
 *                     filtered: every value that is in no solution of this one constraint is pruned
 *                     (generalised arc consistency). For an all-different constraint these are the
 *                     values in no matching (Regin 1994), for a table the values in no row whose
 *                     values are all left (Demeulenaere et al. 2016). Before the first step all
 *                     constraints are queued: all-different, table, then count constraints, each
 *                     kind in the order in which they were added. Later, if a choice, an arc or the
 *                     filter of another constraint removes values of a variable, the constraints of
 *                     this variable are queued in the same order. If a constraint has no solution,
 *                     its filter prunes nothing and ends the propagation like an empty domain.
 *
 * Table and count constraints of one variable are applied when a search is created, without being
 * counted; MAC filters them like the others.
 *
 * Variable orders: the static order, or first the variable with the smallest domain (in
 * backtracking: with the fewest free values), or first the variable with the smallest quotient of
 * that size and its number of neighbours in the whole problem (Bessiere and Regin 1996), with
 * variables without neighbours last. The other variables of each table and count constraint are
 * neighbours too; they are counted once for each constraint. Ties follow the static order. Value
 * orders: the static order, or first the value that conflicts with the fewest values left to the
 * remaining variables (ties in static order; tables and count constraints do not matter), or a
 * random order (a shuffle). A shuffle depends only on the seed and the number of steps so far, so
 * both kinds of backtracking shuffle in the same way.
 *
 * Restarts: until the first solution is found, a run that reaches its limit of steps is abandoned.
 * The next run has a limit 1.5 times as large and shuffles the values (in the fewest-conflicts
 * order, it shuffles ties). The run that finds the first solution is not abandoned, so every
 * solution is found exactly once, and a run that ends by itself proves that there are no other
 * solutions, as without restarts. Values pruned before the first step stay pruned. */

typedef enum fq_csp_method {
    FQ_CSP_BACKTRACKING = 0,
    FQ_CSP_MEMO = 1,
    FQ_CSP_FORWARD = 2,
    FQ_CSP_MAC = 3
} fq_csp_method;

typedef enum fq_csp_order { FQ_CSP_STATIC = 0, FQ_CSP_MRV = 1, FQ_CSP_DOM_DEG = 2 } fq_csp_order;

typedef enum fq_csp_values { FQ_CSP_IN_ORDER = 0, FQ_CSP_LCV = 1, FQ_CSP_RANDOM = 2 } fq_csp_values;

typedef struct fq_csp_options {
    fq_csp_method method;
    fq_csp_order order;
    fq_csp_values values;
    int restarts;
    uint64_t seed;
    uint64_t max_bytes; /* FQ_CSP_MEMO: bytes of the table, rounded down to a power of two */
    int keep_domains;   /* 1: keep domains, even if backtracking is faster without them */
} fq_csp_options;

typedef struct fq_csp_counters {
    /* Number of steps, at most 2^64 - 1. Only the steps that look-ups add can exceed this maximum;
     * `backtracks` has the same maximum. */
    uint64_t steps;
    uint64_t backtracks; /* choices undone for any reason (a restart undoes all choices) */
    uint64_t nodes;      /* FQ_CSP_MEMO: steps that were searched */
    uint64_t hits;       /* FQ_CSP_MEMO: calls not searched, because they were in the memory */
    uint64_t revisions;  /* FQ_CSP_MAC: arcs revised */
    uint64_t filters;    /* FQ_CSP_MAC: all-different, table and count constraints filtered */
    /* FQ_CSP_FORWARD, FQ_CSP_MAC: values pruned, without the values that a choice removes from its
     * own variable */
    uint64_t prunes;
    uint64_t restarts;
    uint64_t solutions;
} fq_csp_counters;

typedef struct fq_csp fq_csp;

/* The model must outlive the search. The error is FQ_BAD_SIZE if an option is invalid or if there
 * are more than 2^24 arcs. */
fq_csp *fq_csp_new(const fq_csp_model *model, const fq_csp_options *options, fq_error *error);
/* The budget counts steps. With FQ_CSP_MEMO it counts nodes; with FQ_CSP_MAC it counts steps,
 * revisions and filters. The budget is never exceeded. With a budget of 0, a search that has found
 * a solution continues up to the next choice, but no further. */
fq_status fq_csp_step(fq_csp *search, uint64_t budget);
/* FQ_CSP_MAC: searches like fq_csp_step, but stops before the first step. Returns FQ_FOUND if all
 * arcs are then consistent and FQ_DONE if there is no solution. Other methods return FQ_FOUND or
 * FQ_DONE without propagation. */
fq_status fq_csp_propagate_first(fq_csp *search, uint64_t budget);
/* Removes a value from its variable's domain for good. Call it only before the first step, with a
 * variable and a value that exist. */
void fq_csp_remove_value(fq_csp *search, uint32_t variable, uint32_t value);
/* The part of all budgets that the search has used so far. */
uint64_t fq_csp_spent(const fq_csp *search);
fq_csp_counters fq_csp_counts(const fq_csp *search);
/* Writes the chosen value of each variable, or -1 for a variable without a choice. */
void fq_csp_peek(const fq_csp *search, int32_t *values);
/* Writes 1 for each value of the variable that is in its domain now, else 0. Backtracking in static
 * order keeps no domains: for this method, the function writes 1 for the values without a conflict,
 * and the result is meaningful only for variables not yet chosen. */
void fq_csp_domain(const fq_csp *search, uint32_t variable, uint8_t *left);
/* Writes the domains of all variables of a board: 1 for each of the n * n cells that is in its
 * variable's domain, else 0. (A chosen variable has only the cell of its queen.) Writes nothing if
 * the model is not of a board. */
void fq_csp_cells(const fq_csp *search, uint8_t *left);
/* Finds the last step that was made while `depth` values were chosen; there must be such a step.
 * Writes the variable that this step picked and the values tried so far, in order, and returns the
 * number of these values. `values` needs room for all values of any variable. Needs keep_domains or
 * a method that always keeps domains; otherwise returns 0. */
uint32_t fq_csp_tried_values(const fq_csp *search, uint32_t depth, uint32_t *variable,
                             uint32_t *values);
/* Writes the last choice that has not been undone. Returns 0 and writes nothing if there is no such
 * choice. */
int fq_csp_last_choice(const fq_csp *search, uint32_t *variable, uint32_t *value);
/* FQ_CSP_MAC: the variable whose domain is revised next, or the number of variables if no arc is
 * queued. Writes the variable in which the revision looks for support, if an arc is queued. */
uint32_t fq_csp_next_revised(const fq_csp *search, uint32_t *support);
void fq_csp_free(fq_csp *search);

#endif

/* csp.h - binary constraint problems: backtracking, forward checking, MAC.
 *
 * A problem has variables, each with a domain of values numbered from 0, and conflicts: pairs of
 * values of two variables that cannot stand together. A solution gives every variable a value
 * without a conflict. Coloured Queens has the regions (or the rows) as variables and their cells
 * as values; N-Queens the rows and their columns.
 *
 * The model is compiled once and does not change afterwards; any number of searches may share it.
 */
#ifndef FQ_CSP_H
#define FQ_CSP_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

/* ------------------------------------------------------------------------------------ the model */

#define FQ_CSP_MAX_VALUES 32768 /* of all variables together */
#define FQ_CSP_MAX_N      64    /* rows of a board */

typedef struct fq_csp_model fq_csp_model;

/* `sizes[x]` values for variable x, 0 allowed; their order is the static order of the search.
 * FQ_BAD_SIZE for no variables, or more than FQ_CSP_MAX_VALUES variables or values. */
fq_csp_model *fq_csp_model_new(uint32_t variables, const uint32_t *sizes, fq_error *error);
/* Value a of variable x and value b of variable y, x != y, cannot both be chosen. Nothing may be
 * added while a search uses the model. FQ_BAD_SIZE where there is no such pair. */
fq_error fq_csp_model_conflict(fq_csp_model *model, uint32_t x, uint32_t a, uint32_t y, uint32_t b);
/* `count` variables take different values. `numbers`, one for each value of the first, then of the
 * second and so on, tell which values are equal; below FQ_CSP_MAX_VALUES. The pairs of equal values
 * are conflicts, which every method keeps to; mac filters by the whole set. FQ_BAD_SIZE also for a
 * variable given twice, or more than 2^24 variables and values in all such sets. */
fq_error fq_csp_model_all_different(fq_csp_model *model, uint32_t count, const uint32_t *variables,
                                    const uint32_t *numbers);
/* How many such sets there are. */
uint32_t fq_csp_model_all_differents(const fq_csp_model *model);
void fq_csp_model_free(fq_csp_model *model);
uint32_t fq_csp_model_variables(const fq_csp_model *model);
uint32_t fq_csp_model_size(const fq_csp_model *model, uint32_t variable);

/* Coloured Queens, n from 1 to FQ_CSP_MAX_N. `regions`: n * n numbers from 0 to `count` - 1, each
 * used. The variables are the regions in the order of `order` (a permutation of them), their
 * values the cells row by row; or, where `order` is NULL, the rows from the top, their values the
 * columns. Where regions are fewer than rows n queens do not fit, and every search is done at
 * once. Where they are more, only rows will do: a region may stay empty then, a row may not
 * (FQ_BAD_REGIONS otherwise). */
fq_csp_model *fq_csp_model_board(uint32_t n, const uint8_t *regions, uint32_t count,
                                 const uint8_t *order, fq_error *error);
/* N-Queens: the variables are the rows. */
fq_csp_model *fq_csp_model_nqueens(uint32_t n, fq_error *error);
/* The cell (row * n + column) of a value on a board, and its n; 0 on other models. */
uint32_t fq_csp_model_cell(const fq_csp_model *model, uint32_t variable, uint32_t value);
uint32_t fq_csp_model_n(const fq_csp_model *model);

/* ----------------------------------------------------------------------------------- the search
 *
 * Depth first. A *step* is a call for the next variable: the first one, and one after every value
 * chosen that leaves variables to choose for (so a solution is no step). The call picks a
 * variable, and tries its values one after another:
 *
 *   backtracking      the values that conflict with no value chosen before.
 *   backtracking-memo the same, with the same steps and backtracks, but a call that failed is
 *                     remembered (a nogood) by its depth and the values still free for the
 *                     variables to come. Where both come again its steps are added, not searched.
 *                     The memory has 72 bits of a hash besides those that choose the bucket: the
 *                     chance that one of 10^10 look-ups is wrong is below 10^-10 (the thesis's
 *                     20x20 board takes 4 * 10^8). Whole keys would take four times the memory.
 *                     Old entries are replaced by new ones; calls of more than 2^56 steps are not
 *                     remembered.
 *   forward-checking  what conflicts with the value chosen is pruned from the domains of the
 *                     variables to come, in static order. Where one becomes empty the next value
 *                     is tried, without a step.
 *   mac               maintains arc consistency by AC-3, with a first-in first-out queue of arcs
 *                     (x, y). Revising an arc prunes from x the values that conflict with all
 *                     values of y; if there were any, the arcs (z, x) with z != y and z not chosen
 *                     yet are queued, unless they are queued already. Before the first step all
 *                     arcs are queued; after a choice for x, the arcs (y, x) of its neighbours
 *                     that are not chosen yet. Always in static order.
 *                     Sets that take different values have no arcs for that. While no arc waits,
 *                     the next set of a second such queue is filtered: all values go that are in
 *                     no matching of the set (Regin 1994). Before the first step all sets are
 *                     queued; later those of a variable that a choice, an arc or the filter of
 *                     another set has taken values from. A filter that finds no matching prunes
 *                     nothing, and ends the propagation as an empty domain does.
 *
 * Orders: the variables in static order, or the smallest domain (or number of free values) first,
 * or the smallest quotient of that and the variable's number of neighbours in the whole problem
 * (Bessiere and Regin 1996), those without neighbours last; ties go to the static order. Values: in
 * static order, or those first that conflict with the fewest values left to the variables to come
 * (ties in static order), or shuffled. A shuffle depends on the seed and the number of steps so
 * far, nothing else, so that the two kinds of backtracking draw the same.
 *
 * Restarts: until the first solution is found, a run that reaches its limit of steps is given up.
 * The next run has a limit half as large again, and shuffled values (in the fewest-conflicts
 * order: shuffled ties). The run that finds the first solution is not given up, so all solutions
 * are found, each once; a run that ends by itself is a proof as without restarts. Values pruned
 * before the first step stay pruned.
 */

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
    uint64_t max_bytes; /* FQ_CSP_MEMO: of the table, rounded down to a power of two */
    int keep_domains;   /* also where backtracking could do without, which is faster */
} fq_csp_options;

typedef struct fq_csp_counters {
    uint64_t steps;      /* calls for the next variable; at most 2^64 - 1, which only look-ups
                            reach, and backtracks with them */
    uint64_t backtracks; /* choices undone, for whatever reason (a restart undoes them all) */
    uint64_t nodes;      /* FQ_CSP_MEMO: steps that were searched */
    uint64_t hits;       /* FQ_CSP_MEMO: calls that were looked up instead */
    uint64_t revisions;  /* FQ_CSP_MAC: arcs revised */
    uint64_t filters;    /* FQ_CSP_MAC: sets filtered */
    uint64_t prunes;     /* FQ_CSP_FORWARD, FQ_CSP_MAC: values pruned, except by a choice for
                            their own variable */
    uint64_t restarts;
    uint64_t solutions;
} fq_csp_counters;

typedef struct fq_csp fq_csp;

/* The model must outlive the search. FQ_BAD_SIZE for options that do not exist, or more than 2^24
 * arcs. */
fq_csp *fq_csp_new(const fq_csp_model *model, const fq_csp_options *options, fq_error *error);
/* The budget counts steps; with FQ_CSP_MEMO nodes; with FQ_CSP_MAC steps, revisions and filters. It
 * is never exceeded. With none, the search goes on from a solution to the next choice alone. */
fq_status fq_csp_step(fq_csp *search, uint64_t budget);
/* FQ_CSP_MAC: the same, but no further than to the first step. FQ_FOUND if all is consistent then,
 * FQ_DONE if there is no solution; elsewhere one of the two, at once. */
fq_status fq_csp_propagate_first(fq_csp *search, uint64_t budget);
/* Takes a value out of its variable's domain for good. Only before the first step, and only a
 * variable and a value that there are. */
void fq_csp_cross(fq_csp *search, uint32_t variable, uint32_t value);
/* Units of budget spent. */
uint64_t fq_csp_spent(const fq_csp *search);
fq_csp_counters fq_csp_counts(const fq_csp *search);
/* The value of each variable, -1 where none is chosen. */
void fq_csp_peek(const fq_csp *search, int32_t *values);
/* Writes 1 for each value of the variable that is left in its domain now, else 0. Backtracking
 * in static order does not keep domains: then 1 for the values free of conflicts, for variables
 * not yet chosen. */
void fq_csp_domain(const fq_csp *search, uint32_t variable, uint8_t *left);
/* The same for all variables of a board: 1 for each of the n * n cells that is left to its variable
 * (of a variable chosen, the cell of its queen alone), else 0. Nothing on other models. */
void fq_csp_cells(const fq_csp *search, uint8_t *left);
/* The last call that came when `depth` values were chosen, which there must have been: writes its
 * variable and the values tried so far in order, and returns how many. `values` has room for all
 * values of any variable. With keep_domains, or a method that does anyway; else 0. */
uint32_t fq_csp_tried(const fq_csp *search, uint32_t depth, uint32_t *variable, uint32_t *values);
/* The choice made last, of those that stand: 0, and nothing written, if none does. */
int fq_csp_hand(const fq_csp *search, uint32_t *variable, uint32_t *value);
/* FQ_CSP_MAC: the variable whose domain is revised next; if none is, the number of variables. */
uint32_t fq_csp_revising(const fq_csp *search);
void fq_csp_free(fq_csp *search);

#endif

/* cover.h - exact cover, with secondary items, colours, multiplicities and costs.
 *
 * There are items and options; an option is a set of items. A solution is a set of options. Every
 * primary item is in exactly one of these options. Every secondary item is in at most one of them,
 * or in several if all of these give it the same colour. (Knuth, The Art of Computer Programming,
 * volume 4B, section 7.2.2.1, calls this XCC.)
 *
 *     fq_cover *m = fq_cover_new(&problem, &options, &error);
 *     fq_status status;
 *     while ((status = fq_cover_step(m, 100000)) != FQ_DONE)
 *         if (status == FQ_FOUND) count = fq_cover_peek(m, chosen);
 *     fq_cover_free(m);
 *
 * Three kernels search the same tree. They branch on the active primary item with the fewest
 * options (the first such item) and try its options in the given order.
 *
 *     dlx      Dancing links. A choice unlinks the options that it excludes; backtracking links
 *              them again. The time depends on the number of options that change, the memory on
 *              the size of the input.
 *     bitset   Every option has a bit set of the options compatible with it. A choice is one AND
 *              of two such sets, and backtracking costs nothing. At each node, the live options of
 *              every item are counted again. This kernel needs options^2 / 8 bytes and allows at
 *              most FQ_COVER_BITSET_MAX options. It is several times as fast as dlx if there are
 *              few items and each option has many of them (packings of 70 items: 16 times as
 *              fast), but slower with hundreds of items (sudoku: 0.4 times as fast).
 *     memo     Counts only. It searches like bitset, and stores the number of solutions of each
 *              state in which every item has two or more options left. If the search reaches a
 *              stored state again, it adds the stored number (Knuth's Algorithm Z counts in the
 *              same way). This is several to thousands of times as fast if the same states come
 *              back: dominoes, Latin squares, colourings. Otherwise it is slower than bitset.
 *              Not for problems with multiplicities or costs.
 *
 * Multiplicities (Knuth's Algorithm M): a primary item may have bounds; a solution then has at
 * least `lower` and at most `upper` options with this item. A solution is a set of options, so the
 * order in which they are chosen does not matter. Equal options can be declared as copies; a solution
 * then contains the first copies, so that solutions that differ only in copies are counted once.
 *
 * Costs (Knuth's Algorithm X$): an option may have a cost. The search then finds only solutions of
 * at most `max_cost`. With `keep`, it finds only solutions that belong to the `keep` cheapest ones
 * found so far (the solutions found last contain the cheapest ones). A lower bound of the cost of
 * the items left cuts branches off.
 *
 * Problems with multiplicities or costs have searches of their own (dlx_multi.c, bitset_multi.h),
 * so that the other problems do not pay for them.
 *
 * A node is a state that the search visits: the root, and one state for each option tried,
 * including solutions and dead ends, as Knuth counts them. The budget counts nodes. The first
 * two kernels and all instruction sets visit the same nodes and find the same solutions in the same
 * order. memo visits fewer nodes; all instruction sets visit the same ones. */
#ifndef FQ_COVER_H
#define FQ_COVER_H

#include <stdint.h>

#include "common/search.h"

typedef struct fq_cover fq_cover;

typedef enum fq_cover_method {
    FQ_COVER_DLX = 0,
    FQ_COVER_BITSET = 1,
    FQ_COVER_MEMO = 2
} fq_cover_method;

/* Option o has the entries start[o] to start[o + 1] - 1. The arrays are copied. An option without a
 * primary item is part of a solution only if it is required. */
typedef struct fq_cover_problem {
    uint32_t options, items;
    uint32_t primary;      /* items 0 to primary - 1 are primary, the others secondary */
    const int32_t *start;  /* [options + 1]: index of each option's first entry */
    const int32_t *item;   /* [start[options]]: the item of each entry */
    const int32_t *colour; /* colour of each entry; 0 means none. NULL: no entry has a colour */
    uint32_t required_size;
    const int32_t *required; /* options that every solution must contain */
    uint32_t excluded_size;
    const int32_t *excluded; /* options that no solution may contain */
    /* [primary]: how many options of a solution have each item; both NULL: exactly one */
    const int32_t *lower, *upper;
    const int32_t *copy_of; /* [options]: the equal option before this one, or -1; NULL: none */
    const int64_t *cost;    /* [options], not negative; NULL: no costs */
} fq_cover_problem;

typedef struct fq_cover_options {
    fq_cover_method method;
    fq_isa isa;
    int count_only; /* nonzero: the search only counts solutions and never returns FQ_FOUND; memo
                       always does so */
    /* Memory limit of the kernel; FQ_NO_MEMORY if it needs more. With memo, the stored states take
     * the memory that is left, and new states replace those that cost the fewest nodes. */
    uint64_t max_bytes;
    /* With costs: the highest cost of a solution, and how many of the cheapest solutions to find,
     * at most FQ_COVER_MAX_KEEP; 0: all. */
    int64_t max_cost;
    uint32_t keep;
} fq_cover_options;

typedef struct fq_cover_counters {
    uint64_t nodes;
    uint64_t updates; /* dlx: items and entries unlinked, as Knuth counts them; bitset: 0 */
    uint64_t solutions;
    uint64_t solutions_high; /* memo: bits 64 to 127 of the number of solutions; others: 0 */
    int overflow;            /* memo: whether the number of solutions reached 2^128 */
    uint64_t hits;           /* memo: states that were found in the table */
    uint64_t states;         /* memo: states that were stored, including replaced states */
    uint64_t saved; /* memo: nodes that bitset visits and memo did not; at most UINT64_MAX */
} fq_cover_counters;

/* The approximate number of bytes that a method needs for a problem of this size. */
uint64_t fq_cover_bytes(fq_cover_method method, uint32_t options, uint32_t items, uint32_t primary,
                        uint64_t entries);

/* The error is FQ_BAD_SIZE if the problem is malformed: more than FQ_COVER_MAX options, items or
 * entries, starts that do not ascend from 0, an item out of range or twice in one option, a
 * negative colour, a colour on a primary item, a required or excluded option that does not exist,
 * bounds that are negative or descending, a copy of a later option, or costs that are negative or
 * have a sum above FQ_COVER_MAX_COST; or if memo gets bounds, costs or excluded options. Required
 * options that exclude each other are not an error; the problem then has no solution. */
#define FQ_COVER_MAX        0x3fffffff
#define FQ_COVER_BITSET_MAX 65535
#define FQ_COVER_MAX_COST   (INT64_C(1) << 50)
#define FQ_COVER_MAX_KEEP   (1 << 20)
fq_cover *fq_cover_new(const fq_cover_problem *problem, const fq_cover_options *options,
                       fq_error *error);
/* memo returns FQ_FULL if an allocation fails or if the number of solutions reaches 2^128. */
fq_status fq_cover_step(fq_cover *m, uint64_t budget);

/* After FQ_FOUND, writes the options of the solution; otherwise writes the options chosen so far.
 * The required options come first, then the other options in the order of choice. Returns the
 * number of options written, which is at most fq_cover_max_chosen. */
uint32_t fq_cover_peek(const fq_cover *m, int32_t *options);
uint32_t fq_cover_max_chosen(const fq_cover *m);
uint64_t fq_cover_spent(const fq_cover *m); /* number of nodes */
int64_t fq_cover_cost(const fq_cover *m);  /* the cost of the options that peek writes */
fq_cover_counters fq_cover_counts(const fq_cover *m);
void fq_cover_free(fq_cover *m);

#endif

/* state.h - the types and functions that the files of the exact cover share.
 *
 *     search.c         the machine: checks the input, applies required options, picks the kernel
 *     dlx.c            set-up of dancing links
 *     dlx_links.h      the search and its links, for one width of links; dlx_widths.h: for both
 *     dlx_lanes.h      chooses an item by vectors
 *     dlx_ISA.c        the search for one instruction set; dlx_kernels.h has its functions
 *     dlx_multi.c      dancing links with multiplicities and costs
 *     multi.c          what both kernels need for multiplicities and costs
 *     bitset.c         set-up of the bitset kernel
 *     bitset_run.h     its search, for each way to choose an item
 *     bitset_multi.h   its search with multiplicities and costs
 *     bitset_planes.h  chooses an item if there are few options
 *     bitset_bytes.h   chooses an item if there are many options
 *     memo.c           the search that remembers the states it has counted; it uses the sets and
 *                      the choice of the item of the bitset kernel
 *     memo_table.h     the table of these states
 *     bitset_ISA.c     the search for one instruction set. All but AVX-512, which chooses items in
 *                      its own way, include bitset_scalar.h */
#ifndef FQ_COVER_IMPL_H
#define FQ_COVER_IMPL_H

#include "cover.h"

/* The problem that remains after the required options have been chosen. Items that the required
 * options cover are removed. Options that no longer fit and options without primary items are
 * removed too. */
typedef struct fq_cover_set {
    uint32_t options, items, primary;
    uint64_t entries;
    int coloured;       /* whether any remaining entry has a colour */
    int impossible;     /* 1: the required options exclude each other */
    uint32_t *start;    /* [options + 1]: index of each option's first entry */
    uint32_t *item;     /* the item of each entry; the order of an option's entries is kept */
    uint32_t *colour;   /* the colour of each entry */
    uint32_t *original; /* [options]: the number of each option in the whole problem */
    uint32_t required_size;
    uint32_t *required;
    uint32_t depth; /* the greatest number of options in a solution, without the required ones */

    /* The fields below are used only if `multi` is nonzero: the problem has multiplicities, costs
     * or excluded options. Items are then numbered in this order:
     *
     *     0 .. primary - 1        items that need exactly one more option
     *     primary .. needy - 1    items that need two or more
     *     needy .. columns - 1    primary items that need no option, and the item `any`
     *     columns .. items - 1    secondary items
     *
     * Options are ordered by their share. */
    int multi;
    uint32_t needy, columns;
    /* [items]: the number of options of an item that a solution still needs (not positive if it
     * needs none), and the number that it may still have (FQ_UNLIMITED: any number) */
    int32_t *need, *room;
    uint32_t any;        /* an item of all options without bounds, or UINT32_MAX */
    uint32_t *next_copy; /* [options]: the next copy of an option, or UINT32_MAX */
    int64_t *cost;       /* [options] */
    /* [options]: the cost of an option divided by its number of items that need an option, as a
     * multiple of 1 / FQ_SHARES; rounded down */
    int64_t *share;
} fq_cover_set;

#define FQ_UNLIMITED INT32_MAX
#define FQ_SHARES    1024

/* Where the next step resumes. */
typedef enum fq_cover_resume {
    FQ_COVER_AT_NODE, /* at a state that has not been counted yet */
    FQ_COVER_AT_BACK, /* after a solution: backtrack to the last choice */
    FQ_COVER_AT_MORE, /* after a solution: add options that no item needs */
    FQ_COVER_AT_FULL, /* memo: no memory is left, or the number of solutions is too large */
    FQ_COVER_AT_END   /* the search is finished */
} fq_cover_resume;

typedef struct fq_cover_bits fq_cover_bits;
typedef struct fq_cover_memo fq_cover_memo;

struct fq_cover {
    fq_cover_set set;
    fq_cover_method method;
    int count_only;
    fq_cover_resume resume;
    fq_cover_counters counts;
    uint32_t depth;   /* number of options chosen */
    /* dlx: a node of each chosen option; bitset, and dlx with multiplicities or costs: each chosen
     * option */
    uint32_t *choice;
    int priced;         /* whether the options have costs */
    int64_t cost;       /* with costs: the cost of the chosen options */
    int64_t max_cost;   /* the search looks for solutions of at most this cost; -1: none are left */
    int64_t *cheapest;  /* [keep]: a heap of the costs of the cheapest solutions; NULL: find all */
    uint32_t kept, keep;
    fq_status (*run)(fq_cover *, uint64_t stop);
    void *kernel; /* the links of dlx, or an fq_cover_bits */
    fq_cover_memo *memo; /* memo only: the states and the branches */
};

/* fq_cover_dlx_new and fq_cover_bitset_new create a kernel: they set `run` and `kernel` of m. The
 * `set` of m must be complete. fq_cover_memo_new adds the memo to a bitset kernel. */
fq_error fq_cover_dlx_new(fq_cover *m, fq_isa isa);
uint32_t fq_cover_dlx_option(const fq_cover *m, uint32_t node);
void fq_cover_dlx_free(fq_cover *m);
uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries);

fq_error fq_cover_multi_dlx_new(fq_cover *m);
uint64_t fq_cover_multi_dlx_bytes(const fq_cover_set *set);

/* multi.c: the functions for multiplicities and costs. */
int fq_cover_multi_valid(const fq_cover_problem *p);
fq_error fq_cover_multi_reduce(const fq_cover_problem *p, fq_cover_set *set);
fq_error fq_cover_multi_begin(fq_cover *m, const fq_cover_options *options);
void fq_cover_multi_free(fq_cover *m);
/* Records the cost of a solution, which lowers max_cost if enough solutions were found. */
void fq_cover_record(fq_cover *m);

/* Whether the cost of the chosen options plus a lower bound of the rest, in multiples of
 * 1 / FQ_SHARES, is above the highest cost. */
static inline int fq_cover_too_dear(const fq_cover *m, int64_t bound)
{
    return m->cost * FQ_SHARES + bound > m->max_cost * FQ_SHARES;
}

fq_error fq_cover_bitset_new(fq_cover *m, fq_isa isa);
void fq_cover_bitset_free(fq_cover *m);
uint64_t fq_cover_bitset_bytes(uint32_t options, uint32_t primary, uint64_t entries);
uint64_t fq_cover_multi_bitset_bytes(const fq_cover_set *set);

fq_error fq_cover_memo_new(fq_cover *m, uint64_t max_bytes);
void fq_cover_memo_free(fq_cover *m);
uint64_t fq_cover_memo_bytes(uint32_t primary); /* without the table */

#endif

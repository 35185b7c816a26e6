/* state.h - the types and functions that the files of the exact cover share.
 *
 *     search.c         the machine: checks the input, applies required options, picks the kernel
 *     dlx.c            set-up of dancing links
 *     dlx_links.h      the search and its links, for one width of links; dlx_widths.h: for both
 *     dlx_lanes.h      chooses an item by vectors
 *     dlx_ISA.c        the search for one instruction set; dlx_kernels.h has its functions
 *     bitset.c         set-up of the bitset kernel
 *     bitset_run.h     its search, for each way to choose an item
 *     bitset_planes.h  chooses an item if there are few options
 *     bitset_bytes.h   chooses an item if there are many options
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
} fq_cover_set;

/* Where the next step resumes. */
typedef enum fq_cover_resume {
    FQ_COVER_AT_NODE, /* at a state that has not been counted yet */
    FQ_COVER_AT_BACK, /* after a solution: backtrack to the last choice */
    FQ_COVER_AT_END   /* the search is finished */
} fq_cover_resume;

typedef struct fq_cover_bits fq_cover_bits;

struct fq_cover {
    fq_cover_set set;
    fq_cover_method method;
    int count_only;
    fq_cover_resume resume;
    fq_cover_counters counts;
    uint32_t depth;   /* number of options chosen */
    uint32_t *choice; /* dlx: a node of each chosen option; bitset: each chosen option */
    fq_status (*run)(fq_cover *, uint64_t stop);
    void *kernel; /* the links of dlx, or an fq_cover_bits */
};

/* fq_cover_dlx_new and fq_cover_bitset_new create a kernel: they set `run` and `kernel` of m. The
 * `set` of m must be complete. */
fq_error fq_cover_dlx_new(fq_cover *m, fq_isa isa);
uint32_t fq_cover_dlx_option(const fq_cover *m, uint32_t node);
void fq_cover_dlx_free(fq_cover *m);
uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries);

fq_error fq_cover_bitset_new(fq_cover *m, fq_isa isa);
void fq_cover_bitset_free(fq_cover *m);
uint64_t fq_cover_bitset_bytes(uint32_t options, uint32_t primary, uint64_t entries);

#endif

/* state.h - what the files of the exact cover share among themselves.
 *
 *   search.c         the machine: checks, required options, choice of kernel
 *   dlx.c            dancing links; dlx_links.h is the search, for one width of links
 *   bitset.c         set-up of the bitset kernel
 *   bitset_run.h     its search, whichever way it chooses an item:
 *   bitset_planes.h  where options are few
 *   bitset_bytes.h   where they are many
 *   bitset_ISA.c     the search for one instruction set; all but AVX-512, which chooses items in
 *                    its own way, include bitset_scalar.h
 */
#ifndef FQ_COVER_IMPL_H
#define FQ_COVER_IMPL_H

#include "cover.h"

/* What is left of a problem when the required options have been taken: items covered are gone, and
 * so are the options that no longer fit and those without primary items. */
typedef struct fq_cover_set {
    uint32_t options, items, primary;
    uint64_t entries;
    int coloured;       /* whether any colour is left */
    int impossible;     /* the required options exclude each other */
    uint32_t *start;    /* options + 1 */
    uint32_t *item;     /* entries; within an option in the order given */
    uint32_t *colour;   /* entries */
    uint32_t *original; /* the number that each option had */
    uint32_t required_size;
    uint32_t *required;
} fq_cover_set;

/* Where `run` goes on. */
typedef enum fq_cover_resume {
    FQ_COVER_AT_NODE, /* look at a state not yet counted */
    FQ_COVER_AT_BACK, /* done with the state (a solution): back to the last choice */
    FQ_COVER_AT_END   /* nothing left */
} fq_cover_resume;

typedef struct fq_cover_bits fq_cover_bits;

struct fq_cover {
    fq_cover_set set;
    fq_cover_method method;
    int count_only;
    fq_cover_resume resume;
    fq_cover_counters counts;
    uint32_t depth;   /* options chosen */
    uint32_t *choice; /* dlx: the node in its item's column; bitset: the option */
    fq_status (*run)(fq_cover *, uint64_t stop);
    void *kernel; /* the links, or an fq_cover_bits */
};

/* Set-up of a kernel: `run` and `kernel` of m, whose set is ready. */
fq_error fq_cover_dlx_set(fq_cover *m);
uint32_t fq_cover_dlx_option(const fq_cover *m, uint32_t node);
void fq_cover_dlx_free(fq_cover *m);
uint64_t fq_cover_dlx_bytes(uint32_t options, uint32_t items, uint64_t entries);

fq_error fq_cover_bitset_set(fq_cover *m, fq_isa isa);
void fq_cover_bitset_free(fq_cover *m);
uint64_t fq_cover_bitset_bytes(uint32_t options, uint32_t primary, uint64_t entries);

#endif

/* bitset.h - the layout of the bitset kernel.
 *
 * A set of options has `words` 64-bit words: option o is bit o % 64 of word o / 64. Zero bits pad a
 * set to a whole number of vectors. A set of primary items has `row` words: 1, 2, 4 or a multiple
 * of 8. Option numbers fit in 16 bits, including one extra number for an empty option. */
#ifndef FQ_COVER_BITSET_H
#define FQ_COVER_BITSET_H

#include "state.h"

/* A branch of the search. The options not tried yet are todo[next] to todo[end - 1]. */
typedef struct fq_cover_branch {
    uint32_t next, end;
    uint32_t depth; /* number of options chosen above this branch */
    /* The item that had no option at the last dead end of this level. It often causes the next
     * dead end as well. */
    uint32_t suspect;
} fq_cover_branch;

struct fq_cover_bits {
    uint32_t options, primary, words, row;
    uint32_t pitch; /* entries in a row of `bytes` or `slice`: a multiple of the vector size */
    uint32_t level; /* number of branches that have untried options */
    uint32_t columns;
    /* [options][words]: for each option: the set of other options that are compatible with it */
    uint64_t *compatible;
    uint64_t *column; /* [columns][words]: for each item, the set of options that have it */
    uint64_t *mask;   /* [options + 1][row]: the items of each option; the last row is empty */
    uint64_t *live;   /* [level][words]: the options compatible with the choices so far */
    uint64_t *active; /* [level][row]: the items not covered yet */
    fq_cover_branch *branch; /* [level]: the branches */
    uint16_t *todo;  /* the untried options of all branches; an option is in at most one branch */
    uint16_t *list;  /* portable: the live options as numbers, with room for 16 more */
    uint8_t *bytes;  /* portable, AVX2: [options][pitch], 1 if the option has the item */
    /* With multiplicities: the items of each option whose options are counted, and the item of each
     * branch. `left` is a set of items that fq_cover_above_bound uses. */
    uint32_t *counted_start, *counted, *branch_item;
    uint64_t *left;
    uint32_t *slice; /* AVX-512 and AVX2: [words * 2][pitch]; bitset_avx512.c has a diagram */
    uint32_t (*choose)(const fq_cover_bits *, const uint64_t *live, const uint64_t *active,
                       uint32_t *item); /* bitset_run.h explains it */
};

typedef fq_status fq_cover_run(fq_cover *, uint64_t stop);

/* Each function returns the search for one instruction set and sets b->choose. A search is compiled
 * for one number of words of a row, or for one pitch. With `multi`, it is the search of
 * bitset_multi.h. */
fq_cover_run *fq_cover_pick_scalar(fq_cover_bits *b, int multi);
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
fq_cover_run *fq_cover_pick_avx2(fq_cover_bits *b, int multi);
fq_cover_run *fq_cover_pick_avx512(fq_cover_bits *b, int multi);
#endif

#endif

/* bitset.h - the layout of the bitset kernel.
 *
 * Sets of options are `words` 64-bit words, bit o % 64 of word o / 64 for option o, padded to a
 * whole number of vectors with zeros. Sets of primary items are `row` words: 1, 2, 4 or a multiple
 * of 8. Numbers of options fit in 16 bits, and so does one more, that of an empty option.
 */
#ifndef FQ_COVER_BITSET_H
#define FQ_COVER_BITSET_H

#include "state.h"

/* A branch: the options not tried yet are todo[next] to todo[end - 1]. */
typedef struct fq_cover_branch {
    uint32_t next, end;
    uint32_t depth; /* options chosen before */
    uint32_t
        suspect; /* the item that made the last dead end of this level: likely the next one's */
} fq_cover_branch;

struct fq_cover_bits {
    uint32_t options, primary, words, row;
    uint32_t pitch;          /* items of a row of bytes or slices, whole vectors */
    uint32_t level;          /* branches to come back to */
    uint64_t *compatible;    /* [options][words]: the options that go with an option, not itself */
    uint64_t *column;        /* [primary][words]: the options of an item */
    uint64_t *mask;          /* [options + 1][row]: the items of an option; the last is empty */
    uint64_t *live;          /* [level][words]: the options that go with the choices so far */
    uint64_t *active;        /* [level][row]: the items not covered yet */
    fq_cover_branch *branch; /* [level] */
    uint16_t *todo;          /* those of all branches: one option is in one branch at most */
    uint16_t *list;          /* portable: the live options as numbers, and room for 16 more */
    uint8_t *bytes;          /* portable, AVX2: [options][pitch], 1 where the option has the item */
    uint32_t *slice;         /* AVX-512: [words * 2][pitch], see there */
};

typedef fq_status fq_cover_run(fq_cover *, uint64_t stop);

/* The search of an instruction set: by the words of a row, or the pitch. */
fq_cover_run *fq_cover_pick_scalar(uint32_t row);
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
fq_cover_run *fq_cover_pick_avx2(uint32_t row);
fq_cover_run *fq_cover_pick_avx512(uint32_t pitch);
#endif

#endif

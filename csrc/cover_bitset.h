/* cover_bitset.h - the layout of the bitset kernel.
 *
 * Sets of options are `words` 64-bit words, bit o % 64 of word o / 64 for option o, padded to a
 * multiple of 8 words with zeros. Sets of primary items are `row` words: 1, 2, 4 or a multiple
 * of 8.
 */
#ifndef FQ_COVER_BITSET_H
#define FQ_COVER_BITSET_H

#include "cover_impl.h"

enum { FQ_COVER_BITSET_MOST = 65535 }; /* options: their numbers fit in 16 bits, padding included */

/* A branch: the item branched on and the options of it not tried yet. */
typedef struct fq_cover_branch {
    uint64_t rest; /* those in word `word` */
    uint32_t word, item;
} fq_cover_branch;

struct fq_cover_bits {
    uint32_t options, words, row;
    uint64_t *compatible;    /* [options][words]: the options that go with an option, not itself */
    uint64_t *column;        /* [primary][words]: the options of an item */
    uint64_t *mask;          /* [options + 1][row]: the items of an option; the last is empty */
    uint64_t *live;          /* [depth][words]: the options that go with the choices so far */
    uint64_t *active;        /* [depth][row]: the items not covered yet */
    fq_cover_branch *branch; /* [depth] */
    uint16_t *list;          /* the live options as numbers, padded to a multiple of 8 */
};

typedef fq_status fq_cover_run(fq_cover *, uint64_t stop);

/* The searches of one instruction set, for rows of 1, 2, 4 and more words. */
extern fq_cover_run *const fq_cover_bitset_scalar[4];
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
extern fq_cover_run *const fq_cover_bitset_avx2[4];
extern fq_cover_run *const fq_cover_bitset_avx512[4];
#endif

#endif

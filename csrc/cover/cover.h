/* cover.h - exact cover, with secondary items and colours.
 *
 * Items and options: an option is a set of items. A solution is a set of options in which every
 * primary item lies in exactly one option, and every secondary item in at most one - or in several,
 * if all of them give it the same colour. (Knuth, The Art of Computer Programming, volume 4B,
 * section 7.2.2.1, calls this XCC.)
 *
 *     fq_cover *m = fq_cover_new(&problem, &options, &error);
 *     fq_status status;
 *     while ((status = fq_cover_step(m, 100000)) != FQ_DONE)
 *         if (status == FQ_FOUND) many = fq_cover_peek(m, chosen);
 *     fq_cover_free(m);
 *
 * Two kernels walk the same tree: branch on the active primary item with the fewest options (the
 * first of those), try its options in the order given.
 *
 *     dlx      Dancing links: what a choice takes away is unlinked, and linked again on the way
 *              back. Its cost follows the options that change; its memory the size of the input.
 *     bitset   Every option has the set of the options that go with it, one bit each; a choice is
 *              one AND over all options, the way back is free, and the sizes of all items are
 *              counted anew at each node. Needs options^2 / 8 bytes, FQ_COVER_BITSET_MOST
 *              options at most. Several times as fast as dlx where items are few and options have
 *              many of them (packings of 70 items: 16 times), slower where there are hundreds of
 *              items (sudoku: 0.4 times).
 *
 * A node is a state of the search looked at: the root, and one for each option tried, solutions
 * and dead ends included, as Knuth counts them. The budget counts nodes. Both kernels and all
 * instruction sets have the same nodes and find the same solutions in the same order.
 */
#ifndef FQ_COVER_H
#define FQ_COVER_H

#include <stdint.h>

#include "common/search.h"

typedef struct fq_cover fq_cover;

typedef enum fq_cover_method { FQ_COVER_DLX = 0, FQ_COVER_BITSET = 1 } fq_cover_method;

/* Option o has the entries start[o] to start[o + 1] - 1. The arrays are copied. An option without
 * a primary item takes part in no solution unless it is required. */
typedef struct fq_cover_problem {
    uint32_t options, items;
    uint32_t primary;      /* items 0 to primary - 1 are primary, the others secondary */
    const int32_t *start;  /* options + 1 */
    const int32_t *item;   /* start[options] */
    const int32_t *colour; /* the same number; 0 is no colour. NULL: no colours at all */
    uint32_t required_size;
    const int32_t *required; /* options that every solution must contain */
} fq_cover_problem;

typedef struct fq_cover_options {
    fq_cover_method method;
    fq_isa isa;
    int count_only;     /* nonzero: solutions are counted, and FQ_FOUND is never returned */
    uint64_t max_bytes; /* memory the kernel may take; FQ_NO_MEMORY beyond it */
} fq_cover_options;

typedef struct fq_cover_counters {
    uint64_t nodes;
    uint64_t updates; /* dlx: items and entries unlinked, as Knuth counts them; bitset: 0 */
    uint64_t solutions;
} fq_cover_counters;

/* The bytes that a method would take for this problem (without reading its arrays), roughly. */
uint64_t fq_cover_bytes(fq_cover_method method, uint32_t options, uint32_t items, uint32_t primary,
                        uint64_t entries);

/* FQ_BAD_SIZE for anything that is not as described above: more than FQ_COVER_MAX of anything,
 * starts that do not ascend from 0, an item out of range or twice in an option, a negative colour
 * or one on a primary item, a required option that does not exist. Required options that exclude
 * each other are no error: there is no solution. */
#define FQ_COVER_MAX         0x3fffffff
#define FQ_COVER_BITSET_MOST 65535
fq_cover *fq_cover_new(const fq_cover_problem *problem, const fq_cover_options *options,
                       fq_error *error);
fq_status fq_cover_step(fq_cover *m, uint64_t budget);

/* The options of the solution after FQ_FOUND, those chosen so far otherwise: the required ones
 * first, then in the order of choice. Returns how many, at most fq_cover_most. */
uint32_t fq_cover_peek(const fq_cover *m, int32_t *options);
uint32_t fq_cover_most(const fq_cover *m);
uint64_t fq_cover_spent(const fq_cover *m); /* nodes */
fq_cover_counters fq_cover_counts(const fq_cover *m);
void fq_cover_free(fq_cover *m);

#endif

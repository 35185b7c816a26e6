/* join_kernel.h - the interface between join.c, which lists half boards, and the kernels, which
 * pair them. Private to this folder.
 *
 * A *signature* is the set of the diagonals of a half board, with one bit for each diagonal that
 * reaches the other half. Before matching, each signature is rearranged to a *word*:
 *
 *      bit    0 .. g-1    g .. 2g-1   2g .. 3g-1   3g .. 4g-1   4g .. 4g+K-1
 *             digit 0     digit 1     digit 2      digit 3      key
 *
 * The east words ("items") are sorted by their key. The west words ("patterns") are taken in
 * blocks of 64 patterns a lane. For each digit a table holds, for each of its values, the set of
 * the patterns of the block whose digit shares no bit with this value. The AND of four entries is
 * then the set of the patterns that fit to an item, and its bits are counted. */
#ifndef FQ_NQUEENS_JOIN_KERNEL_H
#define FQ_NQUEENS_JOIN_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

enum {
    FQ_JOIN_DIGITS = 4,
    FQ_JOIN_DIGIT_BITS = 9,
    FQ_JOIN_MAX_LANES = 8,
    FQ_JOIN_MAX_KEY = 13,
    FQ_JOIN_TABLE_KEY = 8 /* the most key bits in which the patterns of a block may differ */
};

/* The layout of the words of a unit. */
typedef struct fq_join_layout {
    uint32_t key_bits;               /* K */
    uint32_t stride;                 /* g: the bits of the longest digit */
    uint32_t width[FQ_JOIN_DIGITS];  /* the bits of each digit */
} fq_join_layout;

/* One lane of a block: up to 64 patterns of equal weight. */
typedef struct fq_join_lane {
    const uint64_t *patterns;
    uint32_t count;
    uint32_t weight;
} fq_join_lane;

/* The items of a unit, sorted by key: those of key k are items[start[k]] to items[start[k + 1]].
 * Each item has its digits in 16 bits each, multiplied by the size of a table entry. */
typedef struct fq_join_items {
    const uint64_t *items;
    const uint32_t *start;
} fq_join_items;

typedef struct fq_join_kernel {
    uint32_t lanes;      /* 64-bit lanes in a block */
    size_t scratch;      /* bytes of the tables of a block, aligned to 64 */
    /* Writes a | b for each pair of the two lists that shares no bit. `out` has room for 8 more
     * than all pairs. Returns the number of pairs written. */
    size_t (*pair)(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b, uint64_t *out);
    /* Turns words into items. */
    void (*expand)(const fq_join_layout *, const uint64_t *words, size_t n, uint64_t *items);
    /* Counts the pairs of a pattern of the block and an item that share no bit, times the weight
     * of the lane. The first `depth` bits of the key are `prefix` in all patterns of the block.
     * Adds the number of items compared to *compared. */
    uint64_t (*match)(void *scratch, const fq_join_layout *, const fq_join_items *,
                      const fq_join_lane *lanes, uint32_t prefix, uint32_t depth,
                      uint64_t *compared);
} fq_join_kernel;

extern const fq_join_kernel fq_join_scalar;
#ifdef FQ_X86_KERNELS
extern const fq_join_kernel fq_join_avx2, fq_join_avx512;
#endif

#endif

/* count_kernel.h - the interface between count.c, which fixes prefixes, and the kernels, which
 * search below one prefix. Private to this folder.
 *
 * A kernel places one queen in each remaining row, top to bottom. The masks of a kernel are 16 or
 * 32 bits wide (its lanes). They have one bit for each remaining column, starting at bit 0:
 *
 *                      bit   7 6 5 4 3 2 1 0
 *     open[0]  row 0         . # . # . . # .     '#': taken by the prefix, along a column or a
 *     open[1]  row 1         # . . # . # . .          diagonal: that bit of open[] is 0
 *              row 2   Q     the prefix has a queen here: the row does not exist for the kernel
 *     open[2]  row 3         . . # . # . . .     gap[1] = 2: from open[1] it is two rows to open[2]
 *
 * For the queens that it placed itself, a kernel keeps three sets: the columns that are still free,
 * the squares of the next row that are attacked from the upper right (this set moves left from row
 * to row, l << gap), and the squares that are attacked from the upper left (this set moves right, r
 * >> gap). */
#ifndef FQ_NQUEENS_KERNEL_H
#define FQ_NQUEENS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count.h"

typedef struct fq_nq_rows {
    uint32_t count;                /* number of rows to fill, at least 3 */
    uint32_t free;                 /* columns to fill: a set of `count` bits */
    uint32_t open[FQ_NQUEENS_MAX]; /* the squares of each row that the prefix leaves open */
    uint32_t gap[FQ_NQUEENS_MAX];  /* distance from this row to the next row; 0 for the last row */
} fq_nq_rows;

/* The counters of one prefix. A kernel adds its solutions and nodes to them. */
typedef struct fq_nq_tally {
    uint64_t solutions, nodes;
} fq_nq_tally;

/* A kernel searches below one prefix at a time. It keeps its state in `size` bytes of memory,
 * aligned to 64 bytes; `state` points to this memory. */
typedef struct fq_nq_kernel {
    size_t size;
    void (*start)(void *state, const fq_nq_rows *rows);
    /* Searches until it has added `budget` nodes or more (returns false) or the prefix is finished
     * (returns true). */
    bool (*run)(void *state, uint64_t budget, fq_nq_tally *tally);
    /* Estimates the share of the prefix that is done: multiplies, over all lists of nodes, the
     * share of the nodes of the list that have been expanded. */
    double (*done)(const void *state);
} fq_nq_kernel;

/* The kernels for 16-bit and for 32-bit lanes. The scalar kernel serves both widths. */
extern const fq_nq_kernel fq_nq_scalar;
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
#define FQ_NQ_SIMD 1
extern const fq_nq_kernel fq_nq_avx2_16, fq_nq_avx2_32;
extern const fq_nq_kernel fq_nq_avx512_16, fq_nq_avx512_32;
#endif

#endif

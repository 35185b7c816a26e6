/* geometry.h - what the searches of regions/ and stars/ have in common.
 *
 * Up to 21 rows a board is narrow: W words of cells, bit i % 64 of word i / 64 for cell
 * i = row * n + column, and one bit for each of the 3n units (regions 0..n-1, rows, columns) in a
 * 64-bit mask. Larger boards are wide: one word a row.
 *
 * An AVX-512 register holds the counts of 8 units, and V registers are packed into one by giving
 * each a byte of the 64-bit lanes; comparing bytes then yields the mask of all units at once.
 * Hence unit u sits in register u % V, lane u / V: */
#ifndef FQ_QUEENS_BOARD_GEOMETRY_H
#define FQ_QUEENS_BOARD_GEOMETRY_H

#include "common/bits.h"
#include "common/search.h"
#include "neighbours.h"

/* The bit of unit u in a mask: it does not depend on V which of two units has the lower one. */
static inline uint32_t fq_unit_bit(uint32_t u, uint32_t vectors)
{
    return u / vectors * 8 + u % vectors;
}

/* Where the cells of the unit of that bit are: unit.word[w][8 * register + lane]. */
static inline uint32_t fq_slot(uint32_t bit) { return (bit & 7) << 3 | bit >> 3; }

/* Where a search goes on. */
typedef enum fq_resume {
    FQ_AT_NODE, /* propagate and branch */
    FQ_AT_LOOK, /* the same at a node that is counted already */
    FQ_AT_BACK, /* the current placement is done with: backtrack to the last branch */
    FQ_AT_END   /* nothing left */
} fq_resume;

/* ------------------------------------------------------------------------------- narrow boards */

#define FQ_NARROW_N 21    /* the largest n: 3n units in a 64-bit mask */
#define FQ_NARROW_WORDS 7 /* words of its board of 21 * 21 bits */
#define FQ_NARROW_CELLS (FQ_NARROW_N * FQ_NARROW_N)

/* X(kind, n, W, V): up to n rows there are W words of n * n cells, V registers of 3n counts. */
#define FQ_NARROW_TABLE(X)                                                                         \
    X(1, 8, 1, 3)                                                                                  \
    X(2, 10, 2, 4)                                                                                 \
    X(3, 11, 2, 5)                                                                                 \
    X(4, 13, 3, 5)                                                                                 \
    X(5, 16, 4, 6)                                                                                 \
    X(6, 17, 5, 7)                                                                                 \
    X(7, 21, 7, 8)

enum {
#define FQ_NARROW_SIZE(kind, n, words, vectors)                                                    \
    FQ_WORDS_##kind = words, FQ_VECTORS_##kind = vectors,
    FQ_NARROW_TABLE(FQ_NARROW_SIZE)
#undef FQ_NARROW_SIZE
#define FQ_NARROW_ONE(kind, n, words, vectors) +1
    FQ_NARROW_KINDS = 0 FQ_NARROW_TABLE(FQ_NARROW_ONE)
#undef FQ_NARROW_ONE
};

/* The cells of each unit: word[w][fq_slot(bit)]. */
typedef struct fq_units {
    _Alignas(64) uint64_t word[FQ_NARROW_WORDS][64];
} fq_units;

typedef struct fq_narrow_kind {
    uint32_t n, words, vectors;
} fq_narrow_kind;

extern const fq_narrow_kind fq_narrow_kinds[FQ_NARROW_KINDS];

/* The kind of a board of n rows, an index of fq_narrow_kinds and of the tables of kernels. */
uint32_t fq_narrow_kind_of(uint32_t n);

/* Sets what depends on n alone: the cells of rows and columns, the row and column of each cell,
 * and the mask of all cells. The first and the last must be 0 before. */
void fq_narrow_lines(uint32_t n, uint32_t vectors, fq_units *unit, uint64_t *lines, uint64_t *all);

/* --------------------------------------------------------------------------------- wide boards */

/* The cells of region g lie in the rows first[g] to last[g], as cells[g * n + r]. */
typedef struct fq_wide_regions {
    uint8_t first[256], last[256];
    uint64_t *cells;
} fq_wide_regions;

void fq_wide_load(fq_wide_regions *regions, uint32_t n, uint32_t count, const uint8_t *region_of);
/* Moves a cell; `from` must keep one. */
void fq_wide_give(fq_wide_regions *regions, uint32_t n, uint32_t cell, uint32_t from, uint32_t to);

#endif

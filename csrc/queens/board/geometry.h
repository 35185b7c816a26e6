/* geometry.h - the bitboard layouts of the searches in regions/ and stars/.
 *
 * A unit is a region, row or column. Units 0 to n - 1 are the regions, then come the rows and then
 * the columns.
 *
 * A board of up to 21 rows is narrow. It has W words: cell i = row * n + column is bit i % 64 of
 * word i / 64. A set of units is one 64-bit mask. A larger board is wide: it has one word per
 * row. */
#ifndef FQ_QUEENS_BOARD_GEOMETRY_H
#define FQ_QUEENS_BOARD_GEOMETRY_H

#include "common/bits.h"
#include "common/search.h"
#include "rules.h"

/* The bit of unit u in a mask of units. The number of vectors, V, depends on the board. For every
 * V, a unit with a larger number has a higher bit.
 *
 * An AVX-512 register holds the candidate counts of 8 units in 64-bit lanes. V such registers are
 * packed into one register: register k uses byte k of each lane. One
 * comparison of all bytes with a number then gives the mask of the units that have this count.
 * Therefore unit u is in register u % V and lane u / V. */
static inline uint32_t fq_unit_bit(uint32_t u, uint32_t vectors)
{
    return u / vectors * 8 + u % vectors;
}

/* The second index of fq_units.word for the unit whose bit is `bit`: 8 * register + lane. */
static inline uint32_t fq_unit_slot(uint32_t bit) { return (bit & 7) << 3 | bit >> 3; }

/* The point at which a search resumes. */
typedef enum fq_resume {
    FQ_AT_NODE,         /* the search must count the node, propagate and branch */
    FQ_AT_COUNTED_NODE, /* the node is counted; the search must propagate and branch */
    FQ_AT_BACKTRACK,    /* the search must go back to the last branch */
    FQ_AT_END           /* the search is complete */
} fq_resume;

/* ------------------------------------------------------------------------------- narrow boards */

#define FQ_NARROW_N 21    /* largest n whose 3n units fit a 64-bit mask */
#define FQ_NARROW_WORDS 7 /* number of 64-bit words for 21 * 21 cells */
#define FQ_NARROW_CELLS (FQ_NARROW_N * FQ_NARROW_N)

/* X(kind, n, W, V): a board of up to n rows, and of more rows than the kind before, has its cells
 * in W words and its candidate counts in V registers. */
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

/* The cells of each unit: word[w][fq_unit_slot(bit)] is word w for the unit whose bit is `bit`. */
typedef struct fq_units {
    _Alignas(64) uint64_t word[FQ_NARROW_WORDS][64];
} fq_units;

typedef struct fq_narrow_kind {
    uint32_t n, words, vectors;
} fq_narrow_kind;

extern const fq_narrow_kind fq_narrow_kinds[FQ_NARROW_KINDS];

/* The kind of a board of n rows: an index into fq_narrow_kinds and into the tables of kernels. */
uint32_t fq_narrow_kind_of(uint32_t n);

/* Sets the masks that depend on n alone: the cells of each row and column (`unit`), the row and
 * column of each cell (`lines`), and all cells (`all`). The caller must set `unit` and `all` to
 * zero before. */
void fq_set_narrow_lines(uint32_t n, uint32_t vectors, fq_units *unit, uint64_t *lines,
                         uint64_t *all);

/* --------------------------------------------------------------------------------- wide boards */

/* The regions of a wide board. Region g has cells in the rows first[g] to last[g] only. Its mask
 * for row r is cells[g * n + r]. */
typedef struct fq_wide_regions {
    uint8_t first[256], last[256];
    uint64_t *cells;
} fq_wide_regions;

void fq_load_wide_regions(fq_wide_regions *regions, uint32_t n, uint32_t count,
                          const uint8_t *region_of);
/* Moves a cell to another region. Region `from` must have a second cell. */
void fq_move_wide_cell(fq_wide_regions *regions, uint32_t n, uint32_t cell, uint32_t from,
                       uint32_t to);

#endif

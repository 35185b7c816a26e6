/* stars.h - Star Battle: each row, column and region gets several stars, and no two stars touch.
 *
 * There are two searches. The counting search is fast on easy boards. Boards that it does not
 * finish in a few nodes are searched again from the start with placement tables (table_search.h),
 * up to 32 rows and 7 stars. A node is one branch; the root of each search counts as a node.
 *
 * The functions follow common/search.h. Cells are numbered as in regions/regions.h. */
#ifndef FQ_QUEENS_STARS_H
#define FQ_QUEENS_STARS_H

#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"
#include "queens/board/rules.h"

/* ------------------------------------------------------------------------- the counting search
 *
 * Depth-first search on the bitboard of candidate cells. The units are the rows, columns and
 * regions. If a unit has exactly as many candidates as missing stars, all these candidates get
 * stars. When a unit has all its stars, its other candidates are removed. When a cell gets a star,
 * the cells around it are removed from the candidates. A unit with fewer candidates than missing
 * stars is a dead end. If no star is forced, the search branches on the first candidate of a unit
 * with the smallest slack (candidates minus missing stars): it first tries a star on this cell, and
 * then no star.
 *
 * Boards of 14 and more rows that are too large for tables are searched in runs with a node limit.
 * If a run reaches its limit without a solution, the next run starts again from the root with
 * random choices. Each random run has a higher limit than the random run before. After the first
 * solution there are no more restarts, so no solution is found twice. */

#define FQ_STARS_MAX_N 64
#define FQ_MAX_STARS   16 /* k stars per row need a board of at least 4k - 1 columns */

typedef struct fq_stars fq_stars;

typedef struct fq_stars_options {
    fq_isa isa;
    fq_rules rules;   /* 1 to FQ_MAX_STARS stars, no empty regions */
    uint64_t seed;    /* seed of the random choices */
    uint64_t opening; /* node limit of the opening (state.h); usually FQ_STARS_OPENING */
} fq_stars_options;

/* The usual node limit of the opening. Tried: limits of 0, 16, 32 and 256 nodes, which are the four
 * columns below. The figures are microseconds per board with AVX-512.
 *
 *     easy 10 x 10 boards of the generator    9.4   2.8   1.8   1.4
 *     10 x 10 boards from other sources        23    25    29    31
 *     14 x 14, 3 stars, other sources         47    46    47    77
 */
#define FQ_STARS_OPENING 32

typedef fq_board_counters fq_stars_counters;

/* Makes a search of one board. `labels` are n * n region labels (any byte values) and n is 1 to 64.
 * The error is FQ_BAD_REGIONS if there are not n regions, and FQ_BAD_SIZE if n or the number of
 * stars is out of range. */
fq_stars *fq_stars_new(uint32_t n, const uint8_t *labels, const fq_stars_options *options,
                       fq_error *error);
/* Puts a star on a cell before the first step. Returns 0 and changes nothing if the cell is not a
 * candidate. */
int fq_stars_place(fq_stars *search, uint32_t cell);
/* Forbids stars on a cell; allowed only before the first step. */
void fq_stars_eliminate(fq_stars *search, uint32_t cell);
/* The budget counts nodes. */
fq_status fq_stars_step(fq_stars *search, uint64_t budget);
/* Writes the current stars as n * stars pairs of row and column, row by row. The remaining pairs
 * are -1, -1. After FQ_FOUND the stars are the solution. */
void fq_stars_peek(const fq_stars *search, int16_t *pairs);
/* Writes the cells (row * n + column) of the current stars and returns their number, at most
 * n * stars. The counting search writes them in the order of placement. */
uint32_t fq_stars_cells(const fq_stars *search, uint16_t *cells);
/* Writes n * n entries: 1 for each cell with a star and for each candidate, else 0. */
void fq_stars_possible_cells(const fq_stars *search, uint8_t *possible);
/* The cell of the star that was placed last, or -1 if there is none. During the table search: the
 * cell of the last branch. */
int fq_stars_last_star(const fq_stars *search);
uint64_t fq_stars_spent(const fq_stars *search);
fq_stars_counters fq_stars_counts(const fq_stars *search);
void fq_stars_free(fq_stars *search);

/* Makes a search of many boards of one size (board/batch.h). */
fq_batch *fq_stars_batch_new(uint32_t n, const fq_batch_boards *boards,
                             const fq_stars_options *options, fq_error *error);

#endif

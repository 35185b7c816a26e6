/* stars.h - Star Battle: `stars` stars in each row, column and region, no two touching.
 *
 * Coloured Queens with several queens a unit. A board is first searched by counting, depth first on
 * the bitboard of candidate cells: a unit (row, column or region) with as many candidates as stars
 * missing takes them all, a full unit prunes its other candidates, a star prunes its neighbours,
 * and a unit with too few candidates is a dead end. Where nothing is forced, it tries the first
 * candidate of a unit with the least slack (candidates less stars missing), then goes on without
 * that candidate. What a few nodes of that do not settle is searched anew with far stronger
 * propagation (ways.h), up to 32 rows and 7 stars. A node is one branch (a star put down by
 * choice, or struck), the root of either search being the first.
 *
 * Beyond those sizes, from 14 rows on, counting that finds nothing restarts, with random choices and
 * more nodes every time: on boards with many solutions a search in a fixed order may take for ever.
 * Once a solution is known the run goes on to its end, so that no solution comes twice.
 *
 * The interface is that of common/search.h; conventions are those of regions/regions.h.
 */
#ifndef FQ_QUEENS_STARS_H
#define FQ_QUEENS_STARS_H

#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"

#define FQ_STARS_MAX_N    64
#define FQ_MAX_STARS 16 /* in 64 rows; a row needs 4k - 1 columns */

typedef struct fq_stars fq_stars;

typedef struct fq_stars_options {
    fq_isa isa;
    uint32_t stars; /* stars in each unit, 1 to FQ_MAX_STARS */
    uint64_t seed; /* of the random choices */
    uint64_t opening; /* nodes of counting before the ways take over: FQ_STARS_OPENING */
} fq_stars_options;

/* Tried, microseconds a board with AVX-512: on easy 10x10 boards of the generator 9.4 with 0 nodes, 2.8
 * with 16, 1.8 with 32 and 1.4 with 256; on those of others 23, 25, 29 and 31; on 14x14 boards of 3
 * stars of others 47, 46, 47 and 77. */
#define FQ_STARS_OPENING 32

typedef fq_board_counters fq_stars_counters;

/* `labels`: n * n region labels, any byte values. n is 1 to 64. FQ_BAD_REGIONS where the number
 * of distinct labels is not n, FQ_BAD_SIZE for n or `stars` out of range. */
fq_stars *fq_stars_new(uint32_t n, const uint8_t *labels, const fq_stars_options *options,
                       fq_error *error);
/* Before the first step: puts a star that is given (0, and nothing done, unless the cell is a
 * candidate), and crosses out a cell. */
int fq_stars_place(fq_stars *search, uint32_t cell);
void fq_stars_cross(fq_stars *search, uint32_t cell);
/* The budget counts nodes. */
fq_status fq_stars_step(fq_stars *search, uint64_t budget);
/* The stars standing now, a solution after FQ_FOUND: n * stars pairs of row and column, row by
 * row; the pairs beyond those placed so far are -1, -1. */
void fq_stars_peek(const fq_stars *search, int16_t *pairs);
/* Their cells (row * n + column), in the order of placement while counting; returns how many,
 * n * stars at most. */
uint32_t fq_stars_cells(const fq_stars *search, uint16_t *cells);
/* Writes n * n entries: 1 for each cell that has a star or can have one still, else 0. */
void fq_stars_left(const fq_stars *search, uint8_t *left);
/* The cell of the star that was tried last of those standing, -1 for none. */
int fq_stars_hand(const fq_stars *search);
uint64_t fq_stars_spent(const fq_stars *search);
fq_stars_counters fq_stars_counts(const fq_stars *search);
void fq_stars_free(fq_stars *search);

/* The same search over many boards of one size: see board/batch.h. */
fq_batch *fq_stars_batch_new(uint32_t n, const fq_batch_boards *boards,
                             const fq_stars_options *options, fq_error *error);

#endif

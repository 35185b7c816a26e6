/* regions.h - coloured Queens: searches one board or a batch of boards, and counts solutions.
 *
 * Cells are numbered row by row from 0. A placement is an array with the column of the queen in
 * each row, or -1 for a row without a queen. */
#ifndef FQ_QUEENS_REGIONS_H
#define FQ_QUEENS_REGIONS_H

#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"
#include "queens/board/rules.h"

/* -------------------------------------------------------------------------------------- search
 *
 * The board has n x n cells. Each row, column and region gets one queen, and no two queens touch.
 *
 * Depth-first search on the bitboard of candidate cells. A unit is a row, column or region. If a
 * unit has only one candidate, a queen is placed there. If there is no such unit, the search
 * branches on a unit with the fewest candidates. On boards with n regions and n <= 12, only regions
 * are used as units. A node is one branch; the root counts as the first node.
 *
 * Each run has a node limit. If a run reaches the limit without a solution, the next run starts
 * again from the root with random choices and twice the limit. The search therefore finds a
 * solution quickly on large boards with many solutions. After the first solution there are no more
 * restarts, so the search finds every solution. */

#define FQ_REGIONS_MAX_N 64
#define FQ_REGIONS_MAX_REGIONS 256

typedef struct fq_regions fq_regions;

typedef struct fq_regions_options {
    fq_isa isa;
    fq_rules rules; /* `stars` must be 1 */
    uint64_t seed;  /* seed of the random choices after the first run */
} fq_regions_options;

typedef fq_board_counters fq_regions_counters;

/* Makes a search of one board. `labels` are n * n region labels (any byte values) and n is 1 to 64.
 * The error is FQ_BAD_REGIONS if the rules do not allow this number of regions. */
fq_regions *fq_regions_new(uint32_t n, const uint8_t *labels, const fq_regions_options *options,
                           fq_error *error);
/* Forbids queens on a cell. Allowed only before the first step. Returns 0 and changes nothing after
 * the first step, or if the cell is not on the board. */
int fq_regions_eliminate(fq_regions *search, uint32_t cell);
fq_status fq_regions_step(fq_regions *search, uint64_t budget);
/* Writes the current placement (n columns). After FQ_FOUND it is the solution. */
void fq_regions_peek(const fq_regions *search, int16_t *queens);
/* The cell (row * n + column) of the queen that was placed last, or UINT32_MAX if there is none. */
uint32_t fq_regions_last_queen(const fq_regions *search);
/* Writes n * n entries: 1 for each cell with a queen and for each candidate, else 0. */
void fq_regions_possible_cells(const fq_regions *search, uint8_t *possible);
uint64_t fq_regions_spent(const fq_regions *search); /* number of nodes */
fq_regions_counters fq_regions_counts(const fq_regions *search);
void fq_regions_free(fq_regions *search);

/* Makes a search of many boards of one size (board/batch.h). Boards of 4 to 12 rows are searched in
 * lockstep where that is faster. The first solution of each board is written as n columns. */
fq_batch *fq_regions_batch_new(uint32_t n, const fq_batch_boards *boards,
                               const fq_regions_options *options, fq_error *error);

/* --------------------------------------------------------------------------------- exact count
 *
 * A dynamic program goes through the rows. Two partial placements belong to the same state if they
 * have the same used columns, the same column of the last queen, and the same used regions among
 * the regions with cells in later rows; they can then be completed in the same ways. The program
 * can count solutions even if there are too many to enumerate (such as 5e12), if the states fit in
 * `max_bytes`. The budget counts the states that are read, plus the transitions. Boards with more
 * than 64 regions are refused with FQ_BAD_REGIONS. */

typedef struct fq_regions_count fq_regions_count;

typedef struct fq_regions_count_counters {
    uint64_t reads; /* number of states that were read */
    uint64_t transitions;
    uint64_t states; /* largest number of states after any row */
    uint32_t rows;   /* number of finished rows */
    uint64_t bytes;  /* memory that the states use now */
} fq_regions_count_counters;

fq_regions_count *fq_regions_count_new(uint32_t n, const uint8_t *labels, const fq_rules *rules,
                                       uint64_t max_bytes, fq_error *error);
/* Returns FQ_DONE when the count is known, and FQ_FULL if the states need more than `max_bytes` or
 * the count exceeds 2^120. */
fq_status fq_regions_count_step(fq_regions_count *count, uint64_t budget);
/* Gets the number of solutions after FQ_DONE: high * 2^64 + low. */
void fq_regions_count_peek(const fq_regions_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_regions_count_spent(const fq_regions_count *count); /* reads + transitions */
fq_regions_count_counters fq_regions_count_counts(const fq_regions_count *count);
void fq_regions_count_free(fq_regions_count *count);

#endif

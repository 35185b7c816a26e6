/* regions.h - coloured Queens: search, batches and exact counts.
 *
 * Cells are numbered row by row from 0; queens are given as the column of each row, -1 where the
 * row has none.
 */
#ifndef FQ_QUEENS_REGIONS_H
#define FQ_QUEENS_REGIONS_H

#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"

/* ------------------------------------------------------------------- coloured Queens: search
 *
 * An n x n board cut into regions, one queen in each row, column and region, no two touching.
 * Depth-first search on the bitboard of candidate cells: unit propagation, then a branch on a
 * smallest unit. Up to n = 12, boards with n regions have these for units; others have rows and
 * columns too. A node is one branch (a queen put down by choice), the root being the first. Until
 * the first solution is found, a run that spends its node limit is given up and begun anew with
 * random choices and a larger limit (see search.c), so large boards with many solutions are
 * solved at once and the search stays complete.
 */

#define FQ_REGIONS_MAX_N 64
#define FQ_REGIONS_MAX_REGIONS 256

typedef struct fq_regions fq_regions;

typedef struct fq_regions_options {
    fq_isa isa;
    int allow_empty_regions; /* nonzero: any number of regions, each with at most one queen */
    uint64_t seed;   /* of the random choices after the first run */
} fq_regions_options;

typedef fq_board_counters fq_regions_counters;

/* `labels`: n * n region labels, any byte values. n is 1 to 64. FQ_BAD_REGIONS where the number
 * of distinct labels is not n and allow_empty_regions is not set. */
fq_regions *fq_regions_new(uint32_t n, const uint8_t *labels, const fq_regions_options *options,
                           fq_error *error);
/* Before the first step: no queen may stand on this cell. 0, and nothing done, afterwards. */
int fq_regions_cross(fq_regions *search, uint32_t cell);
fq_status fq_regions_step(fq_regions *search, uint64_t budget);
/* The solution after FQ_FOUND, the placement so far otherwise: n columns. */
void fq_regions_peek(const fq_regions *search, int16_t *queens);
/* The cell (row * n + column) of the queen placed last, UINT32_MAX while there is none. */
uint32_t fq_regions_hand(const fq_regions *search);
/* Writes n * n entries: 1 for each cell that has a queen or can have one still, else 0. */
void fq_regions_left(const fq_regions *search, uint8_t *left);
uint64_t fq_regions_spent(const fq_regions *search); /* nodes */
fq_regions_counters fq_regions_counts(const fq_regions *search);
void fq_regions_free(fq_regions *search);

/* The same search over many boards of one size, up to n = 12 several at once, at most one solution
 * shown as n columns: see board/batch.h. */
fq_batch *fq_regions_batch_new(uint32_t n, const fq_batch_boards *boards,
                               const fq_regions_options *options, fq_error *error);

/* -------------------------------------------------------------- coloured Queens: exact count
 *
 * A dynamic program over the rows: boards that agree on the columns used, on the regions used
 * among those that go on below, and on the last queen have the same completions. Counts where
 * enumeration cannot (5e12 solutions), as long as the states fit in `max_bytes`. The budget
 * counts states read and transitions. Up to 64 regions (FQ_BAD_REGIONS above).
 */

typedef struct fq_regions_count fq_regions_count;

typedef struct fq_regions_count_counters {
    uint64_t reads; /* states expanded */
    uint64_t transitions;
    uint64_t states; /* largest number of states after a row */
    uint32_t rows;   /* rows done */
    uint64_t bytes;  /* memory in use */
} fq_regions_count_counters;

fq_regions_count *fq_regions_count_new(uint32_t n, const uint8_t *labels, int allow_empty_regions,
                                       uint64_t max_bytes, fq_error *error);
/* FQ_DONE: the count is known. FQ_FULL: it needs more than max_bytes (or exceeds 2^120). */
fq_status fq_regions_count_step(fq_regions_count *count, uint64_t budget);
/* The number of solutions, after FQ_DONE: high * 2^64 + low. */
void fq_regions_count_peek(const fq_regions_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_regions_count_spent(const fq_regions_count *count); /* reads and transitions */
fq_regions_count_counters fq_regions_count_counts(const fq_regions_count *count);
void fq_regions_count_free(fq_regions_count *count);

#endif

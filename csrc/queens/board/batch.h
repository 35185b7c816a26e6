/* batch.h - a search of many boards of one size.
 *
 * fq_regions_batch_new and fq_stars_batch_new make batches. The budget counts nodes. Boards that
 * are searched in lockstep may exceed the budget by one node per board. */
#ifndef FQ_QUEENS_BOARD_BATCH_H
#define FQ_QUEENS_BOARD_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

/* The counters of one search, or of all boards of a batch together. */
typedef struct fq_board_counters {
    uint64_t nodes;      /* branches, including the root */
    uint64_t backtracks; /* dead ends */
    uint64_t restarts;
    uint64_t solutions;
} fq_board_counters;

/* The boards and their results. The caller owns the three arrays and must keep them until the batch
 * is freed. */
typedef struct fq_batch_boards {
    size_t count;
    const uint8_t *labels; /* count * n * n region labels */
    int64_t *counts; /* number of solutions of each board, up to `limit`; -1: invalid board */
    int16_t *first;  /* first solution of each board, written by `peek`; all -1 if there is none */
    uint64_t limit;
} fq_batch_boards;

typedef struct fq_batch fq_batch;

fq_status fq_batch_step(fq_batch *batch, uint64_t budget);
uint64_t fq_batch_spent(const fq_batch *batch);
fq_board_counters fq_batch_counts(const fq_batch *batch);
/* The number of boards whose results are complete. */
size_t fq_batch_done(const fq_batch *batch);
/* The index of the board that is being searched, so its results are not complete yet. Returns
 * `count` if there is no such board. */
size_t fq_batch_unfinished(const fq_batch *batch);
void fq_batch_free(fq_batch *batch);

#endif

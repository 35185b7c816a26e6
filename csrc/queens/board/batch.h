/* batch.h - many boards of one size searched one after the other, or several together, for
 * regions/regions.h and stars/stars.h.
 *
 * For each board: the number of solutions up to `limit` in counts[i], and the first one found in
 * first[i * entries ...], as the search's peek gives it, -1 throughout where there is none. A board
 * that cannot be used has counts[i] = -1. The three arrays are the caller's and must outlive the
 * machine. The budget counts nodes; boards that are searched together may exceed it by one each.
 * fq_regions_batch_new and fq_stars_batch_new make batches.
 */
#ifndef FQ_QUEENS_BOARD_BATCH_H
#define FQ_QUEENS_BOARD_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

/* The counters of a search of boards, or of all boards of a batch. */
typedef struct fq_board_counters {
    uint64_t nodes;      /* branches, the root included */
    uint64_t backtracks; /* dead ends met */
    uint64_t restarts;
    uint64_t solutions;
} fq_board_counters;

typedef struct fq_batch_boards {
    size_t count;
    const uint8_t *labels; /* count * n * n */
    int64_t *counts;
    int16_t *first;
    uint64_t limit;
} fq_batch_boards;

typedef struct fq_batch fq_batch;

fq_status fq_batch_step(fq_batch *batch, uint64_t budget);
uint64_t fq_batch_spent(const fq_batch *batch);
fq_board_counters fq_batch_counts(const fq_batch *batch);
/* Number of boards that have their answer. */
size_t fq_batch_done(const fq_batch *batch);
/* The board whose answer is not complete though it has an entry; `count` if there is none. */
size_t fq_batch_held(const fq_batch *batch);
void fq_batch_free(fq_batch *batch);

#endif

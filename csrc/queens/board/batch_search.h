/* batch_search.h - what a search must do for batch.c. */
#ifndef FQ_QUEENS_BOARD_BATCH_SEARCH_H
#define FQ_QUEENS_BOARD_BATCH_SEARCH_H

#include "batch.h"

/* How far a batch is. */
typedef struct fq_batch_place {
    size_t next;  /* the first board that is not begun */
    size_t done;  /* how many have their answer */
    size_t board; /* the one that the search holds */
} fq_batch_place;

/* The verbs of a search. `together`, if any, takes many boards at once: it answers them, and counts
 * them as done, or leaves one in the search with FQ_FOUND, to go on alone. */
typedef struct fq_batch_verbs {
    fq_error (*load)(void *search, const uint8_t *labels); /* a new board */
    fq_status (*together)(void *search, const fq_batch_boards *, fq_batch_place *, uint64_t budget);
    fq_status (*step)(void *search, uint64_t budget);
    void (*peek)(const void *search, int16_t *first);
    void (*free)(void *search);
} fq_batch_verbs;

/* Takes over the search, which is freed with the batch or where there is no memory for one. Its
 * counters run on from board to board. A board has `cells` labels, a solution `entries` numbers. */
fq_batch *fq_batch_new(const fq_batch_verbs *verbs, void *search, const fq_board_counters *counts,
                       size_t cells, size_t entries, const fq_batch_boards *boards,
                       fq_error *error);

#endif

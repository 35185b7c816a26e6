/* batch_search.h - the interface between batch.c and a search. */
#ifndef FQ_QUEENS_BOARD_BATCH_SEARCH_H
#define FQ_QUEENS_BOARD_BATCH_SEARCH_H

#include "batch.h"

/* The progress of a batch. */
typedef struct fq_batch_progress {
    size_t next;  /* index of the next board to load */
    size_t done;  /* number of boards whose results are complete */
    size_t board; /* index of the board that was loaded last */
} fq_batch_progress;

/* The functions of a search. `step_many` searches many boards at once, writes their results and
 * adds their number to `done`; it may be NULL. If `step_many` returns FQ_FOUND, it has loaded one
 * unfinished board into the search, and `step` then continues with this board alone. */
typedef struct fq_search_functions {
    fq_error (*load)(void *search, const uint8_t *labels); /* replaces the board */
    fq_status (*step_many)(void *search, const fq_batch_boards *, fq_batch_progress *,
                           uint64_t budget);
    fq_status (*step)(void *search, uint64_t budget);
    void (*peek)(const void *search, int16_t *first);
    void (*free)(void *search);
} fq_search_functions;

/* Makes a batch, which from now on owns the search. If there is no memory, this function frees the
 * search and returns NULL. `counts` are the counters of the search, added up over all boards. A
 * board has `cells` labels, and a solution has `entries` numbers. */
fq_batch *fq_batch_new(const fq_search_functions *functions, void *search,
                       const fq_board_counters *counts, size_t cells, size_t entries,
                       const fq_batch_boards *boards, fq_error *error);

#endif

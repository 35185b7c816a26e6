/* batch.c - searches many boards of one size, either one after the other or several boards
 * at a time. */
#include "batch_search.h"

#include <stdlib.h>

#include "common/checked_math.h"

struct fq_batch {
    const fq_search_functions *functions;
    void *search;
    const fq_board_counters *counts; /* the counters of the search */
    size_t cells, entries;
    fq_batch_boards boards;
    fq_batch_progress progress;
    int loaded; /* nonzero: the search works on board `progress.board` */
};

fq_batch *fq_batch_new(const fq_search_functions *functions, void *search,
                       const fq_board_counters *counts, size_t cells, size_t entries,
                       const fq_batch_boards *boards, fq_error *error)
{
    fq_batch *batch = malloc(sizeof *batch);
    if (!batch) {
        functions->free(search);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *batch = (fq_batch){.functions = functions, .search = search, .counts = counts, .cells = cells,
                        .entries = entries, .boards = *boards};
    return batch;
}

/* Loads the next board that needs a search. Writes the results of the boards before it, which need
 * no search (they are invalid, or the limit is 0). Returns FQ_FOUND if a board was loaded, and
 * FQ_DONE if no board is left. */
static fq_status fq_load_next_board(fq_batch *batch)
{
    const fq_batch_boards *boards = &batch->boards;
    fq_batch_progress *progress = &batch->progress;
    while (progress->next < boards->count) {
        const size_t i = progress->board = progress->next++;
        for (size_t k = 0; k < batch->entries; k++) boards->first[i * batch->entries + k] = -1;
        const fq_error error =
            batch->functions->load(batch->search, boards->labels + i * batch->cells);
        boards->counts[i] = error ? -1 : 0;
        if (!error && boards->limit) return FQ_FOUND;
        progress->done++;
    }
    return FQ_DONE;
}

fq_status fq_batch_step(fq_batch *batch, uint64_t budget)
{
    const fq_search_functions *functions = batch->functions;
    const fq_batch_boards *boards = &batch->boards;
    fq_batch_progress *progress = &batch->progress;
    const uint64_t end = fq_add_capped(fq_batch_spent(batch), budget);
    while (progress->done < boards->count) {
        uint64_t spent = fq_batch_spent(batch);
        if (!batch->loaded) {
            if (spent >= end) return FQ_RUNNING;
            const fq_status status =
                functions->step_many
                    ? functions->step_many(batch->search, boards, progress, end - spent)
                    : fq_load_next_board(batch);
            if (status != FQ_FOUND) return status;
            batch->loaded = 1;
            spent = fq_batch_spent(batch);
        }
        if (spent >= end) return FQ_RUNNING;
        const size_t i = progress->board;
        const fq_status status = functions->step(batch->search, end - spent);
        if (status == FQ_RUNNING || status == FQ_FULL) return status;
        if (status == FQ_FOUND) {
            if (!boards->counts[i]++)
                functions->peek(batch->search, boards->first + i * batch->entries);
            if ((uint64_t)boards->counts[i] < boards->limit) continue;
        }
        batch->loaded = 0;
        progress->done++;
    }
    return FQ_DONE;
}

uint64_t fq_batch_spent(const fq_batch *batch) { return batch->counts->nodes; }

fq_board_counters fq_batch_counts(const fq_batch *batch) { return *batch->counts; }

size_t fq_batch_done(const fq_batch *batch) { return batch->progress.done; }

size_t fq_batch_unfinished(const fq_batch *batch)
{
    return batch->loaded ? batch->progress.board : batch->boards.count;
}

void fq_batch_free(fq_batch *batch)
{
    if (!batch) return;
    batch->functions->free(batch->search);
    free(batch);
}

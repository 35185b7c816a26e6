/* batch.c - many boards of one size searched one after the other, or together. */
#include "batch_search.h"

#include <stdlib.h>

#include "common/checked_math.h"

struct fq_batch {
    const fq_batch_verbs *verbs;
    void *search;
    const fq_board_counters *counts; /* of the search */
    size_t cells, entries;
    fq_batch_boards boards;
    fq_batch_place place;
    int loaded; /* the search holds board `place.board` */
};

fq_batch *fq_batch_new(const fq_batch_verbs *verbs, void *search, const fq_board_counters *counts,
                       size_t cells, size_t entries, const fq_batch_boards *boards,
                       fq_error *error)
{
    fq_batch *batch = malloc(sizeof *batch);
    if (!batch) {
        verbs->free(search);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *batch = (fq_batch){.verbs = verbs, .search = search, .counts = counts, .cells = cells,
                        .entries = entries, .boards = *boards};
    return batch;
}

/* Has the search hold the next board. FQ_FOUND if there is one that is to be searched. */
static fq_status fq_next(fq_batch *batch)
{
    const fq_batch_boards *boards = &batch->boards;
    fq_batch_place *place = &batch->place;
    while (place->next < boards->count) {
        const size_t i = place->board = place->next++;
        for (size_t k = 0; k < batch->entries; k++) boards->first[i * batch->entries + k] = -1;
        const fq_error error = batch->verbs->load(batch->search, boards->labels + i * batch->cells);
        boards->counts[i] = error ? -1 : 0;
        if (!error && boards->limit) return FQ_FOUND;
        place->done++;
    }
    return FQ_DONE;
}

fq_status fq_batch_step(fq_batch *batch, uint64_t budget)
{
    const fq_batch_verbs *verbs = batch->verbs;
    const fq_batch_boards *boards = &batch->boards;
    fq_batch_place *place = &batch->place;
    const uint64_t end = fq_add_capped(fq_batch_spent(batch), budget);
    while (place->done < boards->count) {
        uint64_t spent = fq_batch_spent(batch);
        if (!batch->loaded) {
            if (spent >= end) return FQ_RUNNING;
            const fq_status status =
                verbs->together ? verbs->together(batch->search, boards, place, end - spent)
                                : fq_next(batch);
            if (status != FQ_FOUND) return status;
            batch->loaded = 1;
            spent = fq_batch_spent(batch);
        }
        if (spent >= end) return FQ_RUNNING;
        const size_t i = place->board;
        const fq_status status = verbs->step(batch->search, end - spent);
        if (status == FQ_RUNNING || status == FQ_FULL) return status;
        if (status == FQ_FOUND) {
            if (!boards->counts[i]++)
                verbs->peek(batch->search, boards->first + i * batch->entries);
            if ((uint64_t)boards->counts[i] < boards->limit) continue;
        }
        batch->loaded = 0;
        place->done++;
    }
    return FQ_DONE;
}

uint64_t fq_batch_spent(const fq_batch *batch) { return batch->counts->nodes; }

fq_board_counters fq_batch_counts(const fq_batch *batch) { return *batch->counts; }

size_t fq_batch_done(const fq_batch *batch) { return batch->place.done; }

size_t fq_batch_held(const fq_batch *batch)
{
    return batch->loaded ? batch->place.board : batch->boards.count;
}

void fq_batch_free(fq_batch *batch)
{
    if (!batch) return;
    batch->verbs->free(batch->search);
    free(batch);
}

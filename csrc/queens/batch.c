/* batch.c - many boards of one size searched one after the other. */
#include "batch_impl.h"

#include <stdlib.h>

struct fq_batch {
    const fq_batch_verbs *verbs;
    void *search;
    const fq_board_counters *counts; /* of the search */
    size_t cells, entries;
    fq_batch_boards boards;
    size_t next;
    int loaded; /* the search holds board `next` */
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

fq_status fq_batch_step(fq_batch *batch, uint64_t budget)
{
    const fq_batch_verbs *verbs = batch->verbs;
    const fq_batch_boards *boards = &batch->boards;
    void *search = batch->search;
    while (batch->next < boards->count) {
        const size_t i = batch->next;
        int16_t *first = boards->first + i * batch->entries;
        if (!batch->loaded) {
            if (!budget) return FQ_RUNNING;
            for (size_t k = 0; k < batch->entries; k++) first[k] = -1;
            const fq_error error = verbs->load(search, boards->labels + i * batch->cells);
            boards->counts[i] = error ? -1 : 0;
            if (error || !boards->limit) {
                batch->next++;
                continue;
            }
            batch->loaded = 1;
        }
        const uint64_t before = fq_batch_spent(batch);
        const fq_status status = verbs->step(search, budget);
        budget -= fq_batch_spent(batch) - before;
        if (status == FQ_RUNNING) return FQ_RUNNING;
        if (status == FQ_FOUND) {
            if (!boards->counts[i]++) verbs->peek(search, first);
            if ((uint64_t)boards->counts[i] < boards->limit) continue;
        }
        batch->loaded = 0;
        batch->next++;
    }
    return FQ_DONE;
}

uint64_t fq_batch_spent(const fq_batch *batch) { return batch->counts->nodes; }

fq_board_counters fq_batch_counts(const fq_batch *batch) { return *batch->counts; }

size_t fq_batch_done(const fq_batch *batch) { return batch->next; }

void fq_batch_free(fq_batch *batch)
{
    if (!batch) return;
    batch->verbs->free(batch->search);
    free(batch);
}

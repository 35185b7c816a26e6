/* table_search.c - set-up of the table search. */
#include "table_search.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* The largest number of placements in a table, a multiple of 512. Boards with more stars need
 * larger tables. */
static size_t fq_max_placements(uint32_t n, uint32_t stars)
{
    return n <= 16 && stars <= 3 ? 1024 : 2048;
}

fq_tables *fq_tables_new(uint32_t n, uint32_t stars, fq_isa isa, fq_board_counters *counts)
{
    fq_tables *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    const fq_tables_kernel (*kernels)[2] = FQ_FOR_ISA(isa, fq_tables);
    w->n = n;
    w->stars = stars;
    w->counts = counts;
    w->kernel = &(*kernels)[n <= 16 && stars <= 3 ? 0 : 1];
    w->table_bytes = fq_max_placements(n, stars) / 8;

    const size_t table = w->table_bytes;
    const size_t levels = (size_t)2 * n * (3 + stars) * table; /* bytes of the levels of a region */
    const size_t near = FQ_TABLES_MAX_OUTSIDE * table;
    w->state_bytes = w->kernel->state_bytes + n * table;
    const size_t depths = (size_t)n * stars + 1;
    const size_t with = (size_t)n * n * table, placements = table * 8 * sizeof *w->placement;
    w->memory =
        fq_aligned_alloc(with + n * (levels + near) + placements + depths * w->state_bytes);
    w->node_at_depth = malloc(depths * sizeof *w->node_at_depth);
    if (!w->memory || !w->node_at_depth) {
        fq_tables_free(w);
        return NULL;
    }
    char *at = w->memory;
    w->states = at;
    at += depths * w->state_bytes;
    w->with_cell[0] = at;
    at += with;
    for (uint32_t g = 0; g < n; g++, at += levels + near) {
        w->levels[g] = at;
        w->near_cell[g] = at + levels;
    }
    w->placement = (void *)at;
    return w;
}

void fq_tables_load(fq_tables *w, const uint8_t *region_of, const uint64_t *cand,
                  const uint16_t *placed, uint32_t count)
{
    const uint32_t n = w->n;
    uint32_t size[FQ_TABLES_MAX_N] = {0};
    w->region_of = region_of;
    memset(w->region, 0, sizeof w->region);
    memset(w->failures, 0, sizeof w->failures);
    memset(w->first_row, 0xff, sizeof w->first_row);
    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t g = region_of[i], r = i / n;
        w->region[g][r] |= UINT32_C(1) << i % n;
        if (w->first_row[g] > r) w->first_row[g] = (uint8_t)r;
        w->last_row[g] = (uint8_t)r;
        w->index[i] = (uint16_t)size[g]++;
    }
    for (uint32_t g = 0; g + 1 < n; g++)
        w->with_cell[g + 1] = (char *)w->with_cell[g] + size[g] * w->table_bytes;
    w->depth = w->floor = 0;
    w->resume = FQ_AT_NODE;
    w->kernel->load_root(w, cand, placed, count);
}

fq_status fq_tables_run(fq_tables *w, uint64_t stop) { return w->kernel->run(w, stop); }

uint32_t fq_tables_cells(const fq_tables *w, uint16_t *cells)
{
    return w->kernel->list_stars(w, cells);
}

void fq_tables_possible_cells(const fq_tables *w, uint8_t *left)
{
    w->kernel->possible_cells(w, left);
}

int fq_tables_last_star(const fq_tables *w) { return w->kernel->last_star(w); }

int fq_tables_refine_root(fq_tables *w, const uint32_t *cand, const uint32_t *star)
{
    w->depth = w->floor = 0;
    return w->kernel->refine_root(w, cand, star);
}

int fq_tables_assume(fq_tables *w, uint32_t cell) { return w->kernel->assume(w, cell); }

fq_chain_end fq_tables_follow_chain(fq_tables *w, uint32_t cell, uint32_t limit)
{
    return w->kernel->follow_chain(w, cell, limit);
}

void fq_tables_read_state(const fq_tables *w, uint32_t depth, uint32_t *cand, uint32_t *star)
{
    w->kernel->read_state(w, depth, cand, star);
}

void fq_tables_free(fq_tables *w)
{
    if (!w) return;
    fq_aligned_free(w->memory);
    free(w->node_at_depth);
    free(w);
}

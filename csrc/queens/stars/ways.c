/* ways.c - set-up of the search over ways. */
#include "ways.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* Most ways of a table, a multiple of 512: the more stars, the more have the regions that matter. */
static size_t fq_ways_most(uint32_t n, uint32_t stars)
{
    return n <= 16 && stars <= 3 ? 1024 : 2048;
}

fq_ways *fq_ways_new(uint32_t n, uint32_t stars, fq_isa isa, fq_board_counters *counts)
{
    fq_ways *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    const fq_ways_kernel (*kernels)[2] = FQ_FOR_ISA(isa, fq_ways);
    w->n = n;
    w->stars = stars;
    w->counts = counts;
    w->kernel = &(*kernels)[n <= 16 && stars <= 3 ? 0 : 1];
    w->table = fq_ways_most(n, stars) / 8;

    const size_t table = w->table;
    const size_t levels = (size_t)2 * n * (3 + stars) * table; /* of a region */
    const size_t touch = FQ_WAYS_TOUCH * table;
    w->stride = w->kernel->state + n * table;
    const size_t depths = (size_t)n * stars + 1;
    const size_t with = (size_t)n * n * table, ways = table * 8 * sizeof *w->way;
    w->memory = fq_aligned_alloc(with + n * (levels + touch) + ways + depths * w->stride);
    w->entered = malloc(depths * sizeof *w->entered);
    if (!w->memory || !w->entered) {
        fq_ways_free(w);
        return NULL;
    }
    char *at = w->memory;
    w->states = at;
    at += depths * w->stride;
    w->with[0] = at;
    at += with;
    for (uint32_t g = 0; g < n; g++, at += levels + touch) {
        w->levels[g] = at;
        w->touch[g] = at + levels;
    }
    w->way = (void *)at;
    return w;
}

void fq_ways_load(fq_ways *w, const uint8_t *region_of, const uint64_t *cand,
                  const uint16_t *placed, uint32_t count)
{
    const uint32_t n = w->n;
    uint32_t size[FQ_WAYS_N] = {0};
    w->region_of = region_of;
    memset(w->region, 0, sizeof w->region);
    memset(w->failures, 0, sizeof w->failures);
    memset(w->first, 0xff, sizeof w->first);
    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t g = region_of[i], r = i / n;
        w->region[g][r] |= UINT32_C(1) << i % n;
        if (w->first[g] > r) w->first[g] = (uint8_t)r;
        w->last[g] = (uint8_t)r;
        w->index[i] = (uint16_t)size[g]++;
    }
    for (uint32_t g = 0; g + 1 < n; g++)
        w->with[g + 1] = (char *)w->with[g] + size[g] * w->table;
    w->depth = w->floor = 0;
    w->resume = FQ_AT_NODE;
    w->kernel->begin(w, cand, placed, count);
}

fq_status fq_ways_run(fq_ways *w, uint64_t stop) { return w->kernel->run(w, stop); }

uint32_t fq_ways_cells(const fq_ways *w, uint16_t *cells) { return w->kernel->cells(w, cells); }

void fq_ways_left(const fq_ways *w, uint8_t *left) { w->kernel->left(w, left); }

int fq_ways_hand(const fq_ways *w) { return w->kernel->hand(w); }

int fq_ways_settle(fq_ways *w, const uint32_t *cand, const uint32_t *star)
{
    w->depth = w->floor = 0;
    return w->kernel->settle(w, cand, star);
}

int fq_ways_suppose(fq_ways *w, uint32_t cell) { return w->kernel->suppose(w, cell); }

fq_chain_end fq_ways_follow(fq_ways *w, uint32_t cell, uint32_t limit)
{
    return w->kernel->follow(w, cell, limit);
}

void fq_ways_show(const fq_ways *w, uint32_t depth, uint32_t *cand, uint32_t *star)
{
    w->kernel->show(w, depth, cand, star);
}

void fq_ways_free(fq_ways *w)
{
    if (!w) return;
    fq_aligned_free(w->memory);
    free(w->entered);
    free(w);
}

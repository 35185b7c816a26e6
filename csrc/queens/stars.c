/* stars.c - Star Battle: the machine around the searches (see stars_impl.h). */
#include <stdlib.h>
#include <string.h>

#include "common/sizes.h"
#include "stars_impl.h"

/* Nodes of the first run, which takes cells in order and settles most boards with one solution, and
 * of the second, the first one with random choices. From then on runs grow by half: doubling finds
 * no fewer boards of 3 stars and 14 to 20 rows at an end within 500,000 nodes, growing by a quarter
 * a few more, but runs that are given up then cost 5 times the last one instead of 3. */
#define FQ_FIRST_RUN  1000
#define FQ_SECOND_RUN 64

/* The largest n of each kind, W and V: as stars_kernels.h instantiates them. */
static const struct {
    uint32_t n, words, vectors;
} fq_stars_kind[FQ_STARS_KINDS] = {{8, 1, 3},  {10, 2, 4}, {11, 2, 5},
                                   {13, 3, 5}, {16, 4, 6}, {21, 7, 8}};

static const fq_stars_kernels *fq_kernels(fq_isa isa)
{
    switch (fq_isa_usable(isa)) {
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
    case FQ_AVX512:
        return &fq_stars_avx512;
    case FQ_AVX2:
        return &fq_stars_avx2;
#endif
    default:
        return &fq_stars_scalar;
    }
}

/* ------------------------------------------------------------------------------------ set-up */

/* What depends on n alone. */
static void fq_stars_geometry(fq_stars *s)
{
    fq_stars_narrow *b = s->narrow;
    const uint32_t n = s->n, words = s->words;
    uint32_t bit_of[3 * FQ_NARROW_N];
    memset(b, 0, offsetof(fq_stars_narrow, cand));
    for (uint32_t u = 0; u < 3 * n; u++) {
        bit_of[u] = u / s->vectors * 8 + u % s->vectors;
        b->every |= UINT64_C(1) << bit_of[u];
        if (u < n) b->region_bit[u] = (uint8_t)bit_of[u];
    }
    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t r = i / n, c = i % n, unit[2] = {bit_of[n + r], bit_of[2 * n + c]};
        const uint64_t cell = UINT64_C(1) << i % 64;
        b->all[i / 64] |= cell;
        for (uint32_t t = 0; t < 2; t++) {
            b->lines[i] |= UINT64_C(1) << unit[t];
            b->cells[unit[t] * words + i / 64] |= cell;
            b->unit[i / 64][fq_slot(unit[t])] |= cell;
        }
        for (uint32_t y = r ? r - 1 : 0; y <= r + 1 && y < n; y++)
            for (uint32_t x = c ? c - 1 : 0; x <= c + 1 && x < n; x++)
                b->near[i * words + (y * n + x) / 64] |= UINT64_C(1) << (y * n + x) % 64;
    }
}

/* The empty board as the root. */
static void fq_empty_root(fq_stars *s)
{
    if (s->narrow) {
        fq_stars_frame *root = &s->narrow->root;
        memcpy(root->cand, s->narrow->all, sizeof root->cand);
        memset(root->missing, 0, sizeof root->missing);
        root->missing[s->stars - 1] = s->narrow->every;
        root->placed = 0;
    } else {
        fq_stars_state *root = &s->wide->root;
        memset(root, 0, sizeof *root);
        for (uint32_t r = 0; r < s->n; r++) root->cand[r] = fq_ones(s->n);
        for (uint32_t kind = 0; kind < 3; kind++)
            root->kind[kind].missing[s->stars - 1] = fq_ones(s->n);
    }
}

/* Back to the root, with `limit` nodes before the run is given up. */
static void fq_begin_run(fq_stars *s, uint64_t limit)
{
    s->depth = 0;
    s->resume = FQ_AT_NODE;
    s->run_limit = limit;
    s->run_end = fq_add_capped(s->counts.nodes, limit);
    if (s->narrow) {
        fq_stars_narrow *b = s->narrow;
        for (uint32_t w = 0; w < s->words; w++) b->cand[w] = b->root.cand[w];
        for (uint32_t m = 0; m < s->stars; m++) b->missing[m] = b->root.missing[m];
        s->placed = b->root.placed;
    } else {
        s->wide->now = s->wide->root;
        s->placed = s->wide->root.placed;
    }
}

/* The state now becomes the one that every run begins with. */
static void fq_keep_root(fq_stars *s)
{
    if (s->narrow) {
        fq_stars_narrow *b = s->narrow;
        memcpy(b->root.cand, b->cand, sizeof b->cand);
        memcpy(b->root.missing, b->missing, sizeof b->missing);
        b->root.placed = s->placed;
    } else {
        s->wide->root = s->wide->now;
    }
}

fq_error fq_stars_load(fq_stars *s, const uint8_t *labels)
{
    if (fq_number_labels(s->n, labels, s->region_of) != s->n) return FQ_BAD_REGIONS;
    s->load(s);
    s->random = 0;
    s->rng.state = s->seed;
    s->solutions_before = s->counts.solutions;
    fq_empty_root(s);
    fq_begin_run(s, s->n <= FQ_STARS_PLAIN ? UINT64_MAX : FQ_FIRST_RUN);
    return FQ_OK;
}

void fq_stars_give(fq_stars *s, uint32_t cell, uint32_t region)
{
    const uint32_t n = s->n, from = s->region_of[cell];
    s->region_of[cell] = (uint8_t)region;
    if (s->narrow) {
        fq_stars_narrow *b = s->narrow;
        const uint32_t w = cell / 64, old = b->region_bit[from], new = b->region_bit[region];
        const uint64_t bit = UINT64_C(1) << cell % 64;
        b->cells[old * s->words + w] &= ~bit;
        b->cells[new * s->words + w] |= bit;
        b->unit[w][fq_slot(old)] &= ~bit;
        b->unit[w][fq_slot(new)] |= bit;
        b->units[cell] = b->lines[cell] | UINT64_C(1) << new;
    } else {
        fq_stars_wide *b = s->wide;
        const uint32_t row = cell / n;
        const uint64_t bit = UINT64_C(1) << cell % n;
        b->region[from * n + row] &= ~bit;
        b->region[region * n + row] |= bit;
        if (row < b->first[region]) b->first[region] = (uint8_t)row;
        if (row > b->last[region]) b->last[region] = (uint8_t)row;
        while (!b->region[from * n + b->first[from]]) b->first[from]++;
        while (!b->region[from * n + b->last[from]]) b->last[from]--;
    }
}

/* A star on a candidate cell, as `place` in stars_narrow.h for any W. */
static void fq_stars_put(fq_stars *s, uint32_t cell)
{
    if (!s->narrow) {
        fq_stars_wide_put(s, cell);
        s->placed = s->wide->now.placed;
        return;
    }
    fq_stars_narrow *b = s->narrow;
    const uint32_t words = s->words;
    const uint64_t units = b->units[cell];
    for (uint32_t w = 0; w < words; w++) b->cand[w] &= ~b->near[cell * words + w];
    for (uint64_t full = b->missing[0] & units; full; full &= full - 1)
        for (uint32_t w = 0; w < words; w++) b->cand[w] &= ~b->cells[fq_lowest(full) * words + w];
    for (uint32_t m = 0; m < s->stars; m++)
        b->missing[m] =
            (b->missing[m] & ~units) | (m + 1 < s->stars ? b->missing[m + 1] & units : 0);
    s->trail[s->placed++] = (uint16_t)cell;
}

void fq_stars_begin_at(fq_stars *s, uint32_t cell)
{
    fq_begin_run(s, UINT64_MAX);
    fq_stars_put(s, cell);
}

static fq_stars *fq_stars_alloc(uint32_t n, const fq_stars_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_STARS_MAX_N) return NULL;
    if (options->stars < 1 || options->stars > FQ_MAX_STARS) return NULL;
    *error = FQ_NO_MEMORY;
    fq_stars *s = aligned_alloc(64, sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    s->n = n;
    s->stars = options->stars;
    s->seed = options->seed;
    if (n <= FQ_NARROW_N) {
        const fq_stars_kernels *kernels = fq_kernels(options->isa);
        uint32_t kind = 0;
        while (n > fq_stars_kind[kind].n) kind++;
        s->words = fq_stars_kind[kind].words;
        s->vectors = fq_stars_kind[kind].vectors;
        s->load = kernels->load[kind];
        s->run = kernels->run[kind][s->stars - 1];
        s->narrow = aligned_alloc(64, sizeof *s->narrow);
        if (s->narrow) fq_stars_geometry(s);
    } else {
        s->load = fq_stars_wide_load;
        s->run = fq_stars_wide_run;
        s->wide = malloc(sizeof *s->wide);
    }
    if (!s->narrow && !s->wide) {
        fq_stars_free(s);
        return NULL;
    }
    *error = FQ_OK;
    return s;
}

/* --------------------------------------------------------------------------------- the machine */

fq_stars *fq_stars_new(uint32_t n, const uint8_t *labels, const fq_stars_options *options,
                       fq_error *error)
{
    fq_stars *s = fq_stars_alloc(n, options, error);
    if (!s) return NULL;
    *error = fq_stars_load(s, labels);
    if (*error) {
        fq_stars_free(s);
        return NULL;
    }
    return s;
}

static int fq_is_candidate(const fq_stars *s, uint32_t cell)
{
    if (s->narrow) return (int)(s->narrow->cand[cell / 64] >> cell % 64 & 1);
    return (int)(s->wide->now.cand[cell / s->n] >> cell % s->n & 1);
}

int fq_stars_place(fq_stars *s, uint32_t cell)
{
    if (!fq_is_candidate(s, cell)) return 0;
    fq_stars_put(s, cell);
    fq_keep_root(s);
    return 1;
}

void fq_stars_cross(fq_stars *s, uint32_t cell)
{
    if (s->narrow)
        s->narrow->cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    else
        s->wide->now.cand[cell / s->n] &= ~(UINT64_C(1) << cell % s->n);
    fq_keep_root(s);
}

fq_status fq_stars_step(fq_stars *s, uint64_t budget)
{
    const uint64_t spent = s->counts.nodes;
    const uint64_t end = fq_add_capped(spent, budget);
    while (s->counts.nodes < end) {
        if (s->resume == FQ_AT_NODE && s->placed == s->n * s->stars) { /* all stood already */
            s->counts.nodes++;
            s->counts.solutions++;
            s->resume = FQ_AT_BACK;
            return FQ_FOUND;
        }
        /* Once a solution is known the run goes on to its end, or solutions would come twice. */
        const int patient = s->counts.solutions > s->solutions_before;
        const fq_status status = s->run(s, !patient && s->run_end < end ? s->run_end : end);
        if (status != FQ_RUNNING) return status;
        if (!patient && s->counts.nodes >= s->run_end) {
            fq_begin_run(s, s->random ? s->run_limit + s->run_limit / 2 : FQ_SECOND_RUN);
            s->random = 1;
            s->counts.restarts++;
        }
    }
    return s->resume == FQ_AT_END ? FQ_DONE : FQ_RUNNING;
}

void fq_stars_peek(const fq_stars *s, int16_t *pairs)
{
    uint64_t rows[FQ_STARS_MAX_N] = {0};
    for (uint32_t i = 0; i < s->placed; i++)
        rows[s->trail[i] / s->n] |= UINT64_C(1) << s->trail[i] % s->n;
    uint32_t at = 0;
    for (uint32_t r = 0; r < s->n; r++)
        for (uint64_t left = rows[r]; left; left &= left - 1) {
            pairs[at++] = (int16_t)r;
            pairs[at++] = (int16_t)fq_lowest(left);
        }
    while (at < 2 * s->n * s->stars) pairs[at++] = -1;
}

uint32_t fq_stars_cells(const fq_stars *s, uint16_t *cells)
{
    memcpy(cells, s->trail, s->placed * sizeof *cells);
    return s->placed;
}

uint64_t fq_stars_spent(const fq_stars *s) { return s->counts.nodes; }

fq_stars_counters fq_stars_counts(const fq_stars *s) { return s->counts; }

void fq_stars_free(fq_stars *s)
{
    if (!s) return;
    free(s->narrow);
    free(s->wide);
    free(s);
}

/* ------------------------------------------------------------------------------------- batches */

struct fq_stars_batch {
    fq_stars *search; /* its counters run on from board to board */
    const uint8_t *labels;
    int64_t *counts;
    int16_t *first;
    size_t count, next;
    uint64_t limit;
    int loaded; /* the search holds board `next` */
};

fq_stars_batch *fq_stars_batch_new(uint32_t n, size_t count, const uint8_t *labels, int64_t *counts,
                                   int16_t *first, uint64_t limit, const fq_stars_options *options,
                                   fq_error *error)
{
    fq_stars *search = fq_stars_alloc(n, options, error);
    if (!search) return NULL;
    fq_stars_batch *batch = malloc(sizeof *batch);
    if (!batch) {
        fq_stars_free(search);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *batch = (fq_stars_batch){.search = search,
                              .labels = labels,
                              .counts = counts,
                              .first = first,
                              .count = count,
                              .limit = limit};
    return batch;
}

fq_status fq_stars_batch_step(fq_stars_batch *batch, uint64_t budget)
{
    fq_stars *s = batch->search;
    const size_t cells = (size_t)s->n * s->n, entries = (size_t)2 * s->n * s->stars;
    while (batch->next < batch->count) {
        const size_t i = batch->next;
        int16_t *first = batch->first + i * entries;
        if (!batch->loaded) {
            if (!budget) return FQ_RUNNING;
            for (size_t k = 0; k < entries; k++) first[k] = -1;
            batch->counts[i] = 0;
            if (fq_stars_load(s, batch->labels + i * cells)) {
                batch->counts[i] = -1;
                batch->next++;
                continue;
            }
            batch->loaded = 1;
        }
        fq_status status = FQ_DONE;
        if (batch->limit) {
            uint64_t before = s->counts.nodes;
            status = fq_stars_step(s, budget);
            budget -= s->counts.nodes - before;
        }
        if (status == FQ_RUNNING) return FQ_RUNNING;
        if (status == FQ_FOUND) {
            if (!batch->counts[i]++) fq_stars_peek(s, first);
            if ((uint64_t)batch->counts[i] < batch->limit) continue;
        }
        batch->loaded = 0;
        batch->next++;
    }
    return FQ_DONE;
}

fq_stars_counters fq_stars_batch_counts(const fq_stars_batch *batch) { return batch->search->counts; }

uint64_t fq_stars_batch_spent(const fq_stars_batch *batch) { return batch->search->counts.nodes; }

size_t fq_stars_batch_done(const fq_stars_batch *batch) { return batch->next; }

void fq_stars_batch_free(fq_stars_batch *batch)
{
    if (!batch) return;
    fq_stars_free(batch->search);
    free(batch);
}

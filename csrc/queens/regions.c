/* regions.c - coloured Queens: the machine around the searches.
 *
 * Set-up, restarts and batches live here; the tree search is in regions_narrow.h and
 * regions_wide.h. */
#include <stdlib.h>
#include <string.h>

#include "common/sizes.h"
#include "regions_impl.h"

/* Nodes of the first run, which takes cells in order, before the search begins anew with random
 * choices. Boards of up to 16 rows are nearly always done by then (the sample boards take 7 to
 * 600 nodes), so their order of solutions stays the natural one. */
#define FQ_FIRST_RUN_SMALL 20000
#define FQ_FIRST_RUN_LARGE 32

/* The largest n of each kind, W and V: as regions_kernels.h instantiates them. */
static const struct {
    uint32_t n, words, vectors;
} fq_narrow_kind[FQ_NARROW_KINDS] = {{8, 1, 3},  {10, 2, 4}, {11, 2, 5}, {13, 3, 5},
                                     {16, 4, 6}, {17, 5, 7}, {21, 7, 8}};

static const fq_regions_kernels *fq_kernels(fq_isa isa)
{
    switch (fq_isa_usable(isa)) {
#if defined(__x86_64__) && !defined(FQ_PORTABLE_ONLY)
    case FQ_AVX512:
        return &fq_regions_avx512;
    case FQ_AVX2:
        return &fq_regions_avx2;
#endif
    default:
        return &fq_regions_scalar;
    }
}

/* ------------------------------------------------------------------------------------ set-up */

/* What depends on n alone. */
static void fq_narrow_geometry(fq_regions *s)
{
    fq_narrow *b = s->narrow;
    const uint32_t n = s->n, words = s->words;
    uint32_t bit_of[3 * FQ_NARROW_N];
    for (uint32_t u = 0; u < 3 * n; u++) bit_of[u] = u / s->vectors * 8 + u % s->vectors;
    memset(b->unit, 0, sizeof b->unit);
    memset(b->all, 0, sizeof b->all);
    b->line_units = b->region_units = 0;

    uint64_t *row_cells[FQ_NARROW_N], *column_cells[FQ_NARROW_N];
    for (uint32_t i = 0; i < n; i++) {
        row_cells[i] = &b->unit[0][fq_slot(bit_of[n + i])];
        column_cells[i] = &b->unit[0][fq_slot(bit_of[2 * n + i])];
        b->line_units |= UINT64_C(1) << bit_of[n + i] | UINT64_C(1) << bit_of[2 * n + i];
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t r = i / n, c = i % n;
        uint64_t cell = UINT64_C(1) << i % 64;
        b->all[i / 64] |= cell;
        row_cells[r][64 * (i / 64)] |= cell;
        column_cells[c][64 * (i / 64)] |= cell;
        b->lines[i] = UINT64_C(1) << bit_of[n + r] | UINT64_C(1) << bit_of[2 * n + c];
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t r = i / n, c = i % n;
        uint64_t *attack = b->attack + (size_t)i * words;
        for (uint32_t w = 0; w < words; w++)
            attack[w] = row_cells[r][64 * w] | column_cells[c][64 * w];
        for (uint32_t y = r ? r - 1 : 0; y <= r + 1 && y < n; y++)
            for (uint32_t x = c ? c - 1 : 0; x <= c + 1 && x < n; x++)
                attack[(y * n + x) / 64] |= UINT64_C(1) << (y * n + x) % 64;
    }
    for (uint32_t g = 0; g < FQ_REGIONS_MAX_REGIONS; g++)
        b->region_unit[g] = g < n ? UINT64_C(1) << bit_of[g] : 0;
}

static void fq_narrow_root(fq_regions *s)
{
    memcpy(s->narrow->cand, s->narrow->all, sizeof s->narrow->cand);
    s->narrow->active = s->narrow->line_units | s->narrow->region_units;
}

static void fq_wide_load(fq_regions *s)
{
    fq_wide *b = s->wide;
    const uint32_t n = s->n;
    memset(b->region, 0, (size_t)s->regions * n * sizeof *b->region);
    memset(b->first, 0xff, sizeof b->first);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            uint32_t g = s->region_of[r * n + c];
            b->region[g * n + r] |= UINT64_C(1) << c;
            if (b->first[g] == 0xff) b->first[g] = (uint8_t)r;
            b->last[g] = (uint8_t)r;
        }
}

static void fq_wide_root(fq_regions *s)
{
    fq_wide *b = s->wide;
    for (uint32_t r = 0; r < s->n; r++) b->cand[r] = fq_ones(s->n) & ~b->crossed[r];
    b->rows = b->columns = fq_ones(s->n);
    b->regions = s->regions == s->n ? fq_ones(s->n) : 0;
}

/* Back to the empty board, with `limit` nodes before it is given up. */
static void fq_begin_run(fq_regions *s, uint64_t limit)
{
    s->depth = s->placed = 0;
    s->resume = FQ_AT_NODE;
    s->run_limit = limit;
    s->run_end = s->counts.nodes + limit;
    if (s->narrow)
        fq_narrow_root(s);
    else
        fq_wide_root(s);
    if (s->regions < s->n) s->resume = FQ_AT_END; /* too few for n queens: nothing to search */
}

uint32_t fq_number_labels(uint32_t n, const uint8_t *labels, uint8_t *numbers)
{
    uint32_t count = 0, i = 0;
    for (; i < n * n && labels[i] <= count; i++) { /* most boards come numbered */
        numbers[i] = labels[i];
        count += labels[i] == count;
    }
    if (i == n * n) return count;

    uint16_t number[256] = {0}; /* plus one */
    count = 0;
    for (i = 0; i < n * n; i++) {
        uint8_t label = labels[i];
        if (!number[label]) number[label] = (uint16_t)++count;
        numbers[i] = (uint8_t)(number[label] - 1);
    }
    return count;
}

/* Takes a new board of the same size. */
fq_error fq_regions_load(fq_regions *s, const uint8_t *labels)
{
    const uint32_t n = s->n;
    s->regions = fq_number_labels(n, labels, s->region_of);
    if (s->regions != n && !s->at_most_one) return FQ_BAD_REGIONS;
    if (s->wide && !s->wide->region) {
        /* as many as an at-most-one board may have, since a batch reuses the memory */
        size_t most = s->at_most_one ? FQ_REGIONS_MAX_REGIONS : n;
        s->wide->region = malloc(most * n * sizeof *s->wide->region);
        if (!s->wide->region) return FQ_NO_MEMORY;
    }
    if (s->narrow) {
        s->narrow->region_units = 0;
        if (s->regions == n)
            for (uint32_t g = 0; g < n; g++) s->narrow->region_units |= s->narrow->region_unit[g];
    }
    s->load(s);
    s->random = 0;
    s->rng.state = s->seed;
    fq_begin_run(s, n <= 16 ? FQ_FIRST_RUN_SMALL : FQ_FIRST_RUN_LARGE);
    return FQ_OK;
}

void fq_regions_give(fq_regions *s, uint32_t cell, uint32_t region)
{
    const uint32_t n = s->n, from = s->region_of[cell];
    s->region_of[cell] = (uint8_t)region;
    if (s->narrow) {
        fq_narrow *b = s->narrow;
        const uint32_t w = cell / 64;
        const uint64_t bit = UINT64_C(1) << cell % 64;
        b->region[from * s->words + w] &= ~bit;
        b->region[region * s->words + w] |= bit;
        b->unit[w][fq_slot(fq_lowest(b->region_unit[from]))] &= ~bit;
        b->unit[w][fq_slot(fq_lowest(b->region_unit[region]))] |= bit;
        b->units[cell] = b->lines[cell] | b->region_unit[region];
    } else {
        fq_wide *b = s->wide;
        const uint32_t row = cell / n;
        b->region[from * n + row] &= ~(UINT64_C(1) << cell % n);
        b->region[region * n + row] |= UINT64_C(1) << cell % n;
        if (row < b->first[region]) b->first[region] = (uint8_t)row;
        if (row > b->last[region]) b->last[region] = (uint8_t)row;
        while (!b->region[from * n + b->first[from]]) b->first[from]++; /* it keeps a cell */
        while (!b->region[from * n + b->last[from]]) b->last[from]--;
    }
}

void fq_regions_begin_at(fq_regions *s, uint32_t cell)
{
    const uint32_t n = s->n, g = s->region_of[cell];
    fq_begin_run(s, UINT64_MAX - s->counts.nodes);
    if (s->narrow) {
        fq_narrow *b = s->narrow;
        for (uint32_t w = 0; w < s->words; w++)
            b->cand[w] &= ~(b->attack[cell * s->words + w] | b->region[g * s->words + w]);
        b->active &= ~(b->lines[cell] | b->region_unit[g]);
    } else {
        fq_wide *b = s->wide;
        const uint32_t row = cell / n;
        const uint64_t bit = UINT64_C(1) << cell % n, near = bit << 1 | bit >> 1;
        for (uint32_t r = 0; r < n; r++) b->cand[r] &= ~(bit | b->region[g * n + r]);
        b->cand[row] = 0;
        if (row) b->cand[row - 1] &= ~near;
        if (row + 1 < n) b->cand[row + 1] &= ~near;
        b->rows &= ~(UINT64_C(1) << row);
        b->columns &= ~bit;
        b->regions &= ~(UINT64_C(1) << g);
    }
    s->trail[s->placed++] = (uint16_t)cell;
}

static fq_regions *fq_regions_alloc(uint32_t n, const fq_regions_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_REGIONS_MAX_N) return NULL;
    *error = FQ_NO_MEMORY;
    fq_regions *s = aligned_alloc(64, sizeof *s);
    if (!s) return NULL;
    memset(s, 0, offsetof(fq_regions, region_of));
    s->n = n;
    s->at_most_one = options->at_most_one;
    s->seed = options->seed;
    const fq_regions_kernels *kernels = fq_kernels(options->isa);
    if (n <= FQ_NARROW_N) {
        uint32_t kind = 0;
        while (n > fq_narrow_kind[kind].n) kind++;
        s->words = fq_narrow_kind[kind].words;
        s->vectors = fq_narrow_kind[kind].vectors;
        s->load = kernels->load_narrow[kind];
        s->run = kernels->run_narrow[kind];
        s->narrow = aligned_alloc(64, sizeof *s->narrow);
        if (s->narrow) {
            fq_narrow_geometry(s);
            memset(s->region_of, 0, FQ_NARROW_WORDS * 64);
        }
    } else {
        s->load = fq_wide_load;
        s->run = kernels->run_wide;
        s->wide = calloc(1, sizeof *s->wide);
        if (s->wide) s->wide->frame = malloc((size_t)n * (n + 4) * sizeof *s->wide->frame);
    }
    if (!s->narrow && !(s->wide && s->wide->frame)) {
        fq_regions_free(s);
        return NULL;
    }
    *error = FQ_OK;
    return s;
}

/* --------------------------------------------------------------------------------- the machine */

fq_regions *fq_regions_new(uint32_t n, const uint8_t *labels, const fq_regions_options *options,
                           fq_error *error)
{
    fq_regions *s = fq_regions_alloc(n, options, error);
    if (!s) return NULL;
    *error = fq_regions_load(s, labels);
    if (*error) {
        fq_regions_free(s);
        return NULL;
    }
    return s;
}

int fq_regions_cross(fq_regions *s, uint32_t cell)
{
    if (cell >= s->n * s->n || s->counts.nodes) return 0;
    if (s->narrow) {
        uint64_t bit = UINT64_C(1) << cell % 64;
        s->narrow->all[cell / 64] &= ~bit;
        s->narrow->cand[cell / 64] &= ~bit;
    } else {
        uint64_t bit = UINT64_C(1) << cell % s->n;
        s->wide->crossed[cell / s->n] |= bit;
        s->wide->cand[cell / s->n] &= ~bit;
    }
    return 1;
}

fq_status fq_regions_step(fq_regions *s, uint64_t budget)
{
    const uint64_t spent = s->counts.nodes;
    const uint64_t end = fq_add_capped(spent, budget);
    while (s->counts.nodes < end) {
        /* Once a solution is known the run goes on to its end, or solutions would come twice. */
        int patient = s->counts.solutions > 0;
        fq_status status = s->run(s, !patient && s->run_end < end ? s->run_end : end);
        if (status != FQ_RUNNING) return status;
        if (!patient && s->counts.nodes >= s->run_end) {
            s->random = 1;
            s->counts.restarts++;
            fq_begin_run(s, s->run_limit * 2);
        }
    }
    return s->resume == FQ_AT_END ? FQ_DONE : FQ_RUNNING;
}

void fq_regions_peek(const fq_regions *s, int16_t *queens)
{
    for (uint32_t r = 0; r < s->n; r++) queens[r] = -1;
    for (uint32_t i = 0; i < s->placed; i++)
        queens[s->trail[i] / s->n] = (int16_t)(s->trail[i] % s->n);
}

uint64_t fq_regions_spent(const fq_regions *s) { return s->counts.nodes; }

fq_regions_counters fq_regions_counts(const fq_regions *s) { return s->counts; }

void fq_regions_free(fq_regions *s)
{
    if (!s) return;
    if (s->wide) {
        free(s->wide->region);
        free(s->wide->frame);
        free(s->wide);
    }
    free(s->narrow);
    free(s);
}

/* ------------------------------------------------------------------------------------- batches */

struct fq_regions_batch {
    fq_regions *search;
    const uint8_t *labels;
    int64_t *counts;
    int16_t *first;
    size_t count, next;
    uint64_t limit;
    int loaded; /* the search holds board `next` */
    fq_regions_counters sum; /* of the boards before `next` */
};

fq_regions_batch *fq_regions_batch_new(uint32_t n, size_t count, const uint8_t *labels,
                                       int64_t *counts, int16_t *first, uint64_t limit,
                                       const fq_regions_options *options, fq_error *error)
{
    fq_regions *search = fq_regions_alloc(n, options, error);
    if (!search) return NULL;
    fq_regions_batch *batch = malloc(sizeof *batch);
    if (!batch) {
        fq_regions_free(search);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *batch = (fq_regions_batch){.search = search, .labels = labels, .counts = counts,
                                .first = first, .count = count, .limit = limit};
    return batch;
}

static void fq_batch_finish(fq_regions_batch *batch)
{
    fq_regions_counters *sum = &batch->sum, *one = &batch->search->counts;
    sum->nodes += one->nodes;
    sum->backtracks += one->backtracks;
    sum->restarts += one->restarts;
    sum->solutions += one->solutions;
    *one = (fq_regions_counters){0};
    batch->loaded = 0;
    batch->next++;
}

fq_status fq_regions_batch_step(fq_regions_batch *batch, uint64_t budget)
{
    fq_regions *s = batch->search;
    const size_t n = s->n;
    while (batch->next < batch->count) {
        const size_t i = batch->next;
        if (!batch->loaded) {
            if (!budget) return FQ_RUNNING;
            for (size_t r = 0; r < n; r++) batch->first[i * n + r] = -1;
            batch->counts[i] = 0;
            fq_error error = fq_regions_load(s, batch->labels + i * n * n);
            if (error == FQ_NO_MEMORY) return FQ_FULL;
            if (error || !batch->limit) {
                if (error) batch->counts[i] = -1;
                batch->next++;
                continue;
            }
            batch->loaded = 1;
        }
        uint64_t before = s->counts.nodes;
        fq_status status = fq_regions_step(s, budget);
        uint64_t spent = s->counts.nodes - before;
        budget = spent < budget ? budget - spent : 0;
        if (status == FQ_FOUND) {
            if (!batch->counts[i]++) fq_regions_peek(s, batch->first + i * n);
            if ((uint64_t)batch->counts[i] >= batch->limit) fq_batch_finish(batch);
        } else if (status == FQ_DONE) {
            fq_batch_finish(batch);
        } else {
            return FQ_RUNNING;
        }
    }
    return FQ_DONE;
}

fq_regions_counters fq_regions_batch_counts(const fq_regions_batch *batch)
{
    fq_regions_counters sum = batch->sum, one = batch->search->counts;
    sum.nodes += one.nodes;
    sum.backtracks += one.backtracks;
    sum.restarts += one.restarts;
    sum.solutions += one.solutions;
    return sum;
}

uint64_t fq_regions_batch_spent(const fq_regions_batch *batch)
{
    return batch->sum.nodes + batch->search->counts.nodes;
}

size_t fq_regions_batch_done(const fq_regions_batch *batch) { return batch->next; }

void fq_regions_batch_free(fq_regions_batch *batch)
{
    if (!batch) return;
    fq_regions_free(batch->search);
    free(batch);
}

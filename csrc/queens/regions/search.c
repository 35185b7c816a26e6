/* search.c - coloured Queens: set-up, restarts and batches.
 *
 * The depth-first searches themselves are in small.h, narrow.h and wide.h. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/checked_math.h"
#include "queens/board/batch_search.h"
#include "queens/board/labels.h"
#include "state.h"

/* ------------------------------------------------------------------------------------ set-up */

/* Sets the masks that depend only on n. */
static void fq_set_narrow_geometry(fq_regions *s)
{
    fq_regions_narrow *b = s->narrow;
    const uint32_t n = s->n, words = s->words;
    memset(&b->unit, 0, sizeof b->unit);
    memset(b->all, 0, sizeof b->all);
    fq_set_narrow_lines(n, s->vectors, &b->unit, b->lines, b->all);
    b->line_units = b->region_units = 0;
    uint32_t slot[3 * FQ_NARROW_N];
    for (uint32_t u = n; u < 3 * n; u++) slot[u] = fq_unit_slot(fq_unit_bit(u, s->vectors));
    for (uint32_t r = 0, i = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++, i++) {
            uint64_t *attack = b->attack + (size_t)i * words;
            b->line_units |= b->lines[i];
            for (uint32_t w = 0; w < words; w++)
                attack[w] = b->unit.word[w][slot[n + r]] | b->unit.word[w][slot[2 * n + c]];
            fq_add_touched(attack, n, i);
        }
    memset(b->region_unit, 0, sizeof b->region_unit);
    for (uint32_t g = 0; g < n; g++)
        b->region_unit[g] = UINT64_C(1) << (n <= FQ_SMALL_N ? g : fq_unit_bit(g, s->vectors));
}

static void fq_set_narrow_root(fq_regions *s)
{
    memcpy(s->narrow->cand, s->narrow->all, sizeof s->narrow->cand);
    s->narrow->active = s->narrow->region_units | (s->small ? 0 : s->narrow->line_units);
}

static void fq_regions_wide_load(fq_regions *s)
{
    fq_load_wide_regions(&s->wide->region, s->n, s->regions, s->region_of);
}

static void fq_set_wide_root(fq_regions *s)
{
    fq_regions_wide *b = s->wide;
    for (uint32_t r = 0; r < s->n; r++) b->cand[r] = fq_ones(s->n) & ~b->eliminated[r];
    b->rows = b->columns = fq_ones(s->n);
    b->regions = s->regions == s->n ? fq_ones(s->n) : 0;
}

/* Starts a run from the empty board. */
static void fq_begin_run(fq_regions *s, uint64_t limit)
{
    s->depth = s->placed = 0;
    s->resume = FQ_AT_NODE;
    s->run_limit = limit;
    s->run_end = fq_add_capped(s->counts.nodes, limit);
    if (s->narrow)
        fq_set_narrow_root(s);
    else
        fq_set_wide_root(s);
    if (s->regions < s->n) s->resume = FQ_AT_END; /* too few regions for n queens */
}

/* Replaces the board by another board of the same size. */
fq_error fq_regions_load(fq_regions *s, const uint8_t *labels)
{
    const uint32_t n = s->n;
    s->regions = fq_number_labels(n, labels, s->region_of);
    if (!fq_rules_allow_regions(&s->rules, n, s->regions)) return FQ_BAD_REGIONS;
    if (s->narrow) {
        s->small = n <= FQ_SMALL_N && s->regions == n;
        s->run = s->small ? s->kernels->run_small[s->words - 1] : s->kernels->run_narrow[s->kind];
        s->narrow->region_units = 0;
        if (s->regions == n)
            for (uint32_t g = 0; g < n; g++) s->narrow->region_units |= s->narrow->region_unit[g];
    }
    s->load(s);
    fq_regions_restart(s);
    return FQ_OK;
}

void fq_regions_restart(fq_regions *s)
{
    s->random = 0;
    s->rng.state = s->seed;
    s->solutions_before = s->counts.solutions;
    fq_begin_run(s, s->n <= 16 ? FQ_FIRST_RUN : FQ_FIRST_RUN_LARGE);
}

void fq_regions_move_cell(fq_regions *s, uint32_t cell, uint32_t region)
{
    const uint32_t n = s->n, from = s->region_of[cell];
    s->region_of[cell] = (uint8_t)region;
    if (s->narrow) {
        fq_regions_narrow *b = s->narrow;
        const uint32_t w = cell / 64;
        const uint64_t bit = UINT64_C(1) << cell % 64;
        b->region[from * s->words + w] &= ~bit;
        b->region[region * s->words + w] |= bit;
        if (s->small) return;
        b->unit.word[w][fq_unit_slot(fq_lowest(b->region_unit[from]))] &= ~bit;
        b->unit.word[w][fq_unit_slot(fq_lowest(b->region_unit[region]))] |= bit;
        b->units[cell] = b->lines[cell] | b->region_unit[region];
    } else {
        fq_move_wide_cell(&s->wide->region, n, cell, from, region);
    }
}

void fq_regions_restart_with(fq_regions *s, uint32_t cell)
{
    const uint32_t n = s->n, g = s->region_of[cell];
    fq_begin_run(s, UINT64_MAX);
    if (s->narrow) {
        fq_regions_narrow *b = s->narrow;
        for (uint32_t w = 0; w < s->words; w++)
            b->cand[w] &= ~(b->attack[cell * s->words + w] | b->region[g * s->words + w]);
        b->active &= ~(b->lines[cell] | b->region_unit[g]);
    } else {
        fq_regions_wide *b = s->wide;
        const uint32_t row = cell / n;
        const uint64_t bit = UINT64_C(1) << cell % n;
        for (uint32_t r = 0; r < n; r++) b->cand[r] &= ~(bit | b->region.cells[g * n + r]);
        b->cand[row] = 0;
        fq_prune_touched(b->cand, n, row, bit);
        b->rows &= ~(UINT64_C(1) << row);
        b->columns &= ~bit;
        b->regions &= ~(UINT64_C(1) << g);
    }
    s->trail[s->placed++] = (uint16_t)cell;
}

static fq_regions *fq_regions_alloc(uint32_t n, const fq_regions_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_REGIONS_MAX_N || options->rules.stars != 1) return NULL;
    *error = FQ_NO_MEMORY;
    fq_regions *s = fq_aligned_alloc(sizeof *s);
    if (!s) return NULL;
    memset(s, 0, offsetof(fq_regions, region_of));
    s->n = n;
    s->rules = options->rules;
    s->seed = options->seed;
    const fq_regions_kernels *kernels = FQ_FOR_ISA(options->isa, fq_regions);
    if (n <= FQ_NARROW_N) {
        s->kernels = kernels;
        s->kind = fq_narrow_kind_of(n);
        s->words = fq_narrow_kinds[s->kind].words;
        s->vectors = fq_narrow_kinds[s->kind].vectors;
        s->load = kernels->load_narrow[s->kind];
        s->narrow = fq_aligned_alloc(sizeof *s->narrow);
        if (s->narrow) {
            fq_set_narrow_geometry(s);
            memset(s->region_of, 0, FQ_NARROW_WORDS * 64);
        }
    } else {
        /* The next boards of a batch use the same memory. They may have any allowed number of
         * regions. */
        const size_t regions = s->rules.allow_empty_regions ? FQ_REGIONS_MAX_REGIONS : n;
        s->load = fq_regions_wide_load;
        s->run = kernels->run_wide;
        s->wide = calloc(1, sizeof *s->wide);
        if (s->wide) {
            s->wide->region.cells = malloc(regions * n * sizeof *s->wide->region.cells);
            s->wide->frame = malloc((size_t)n * (n + 4) * sizeof *s->wide->frame);
        }
    }
    if (!s->narrow && !(s->wide && s->wide->frame && s->wide->region.cells)) {
        fq_regions_free(s);
        return NULL;
    }
    *error = FQ_OK;
    return s;
}

/* ---------------------------------------------------------------------------- public functions */

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

int fq_regions_eliminate(fq_regions *s, uint32_t cell)
{
    if (cell >= s->n * s->n || s->counts.nodes) return 0;
    if (s->narrow) {
        uint64_t bit = UINT64_C(1) << cell % 64;
        s->narrow->all[cell / 64] &= ~bit;
        s->narrow->cand[cell / 64] &= ~bit;
    } else {
        uint64_t bit = UINT64_C(1) << cell % s->n;
        s->wide->eliminated[cell / s->n] |= bit;
        s->wide->cand[cell / s->n] &= ~bit;
    }
    return 1;
}

fq_status fq_regions_step(fq_regions *s, uint64_t budget)
{
    const uint64_t spent = s->counts.nodes;
    const uint64_t end = fq_add_capped(spent, budget);
    while (s->counts.nodes < end) {
        /* No restart after a solution: a new run would find the same solution again. */
        const int keep_run = s->counts.solutions > s->solutions_before;
        fq_status status = s->run(s, !keep_run && s->run_end < end ? s->run_end : end);
        if (status != FQ_RUNNING) return status;
        if (!keep_run && s->counts.nodes >= s->run_end) {
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

uint32_t fq_regions_last_queen(const fq_regions *s)
{
    return s->placed ? s->trail[s->placed - 1] : UINT32_MAX;
}

void fq_regions_possible_cells(const fq_regions *s, uint8_t *left)
{
    const uint32_t n = s->n;
    for (uint32_t i = 0; i < n * n; i++)
        left[i] = s->narrow ? s->narrow->cand[i / 64] >> i % 64 & 1
                            : s->wide->cand[i / n] >> i % n & 1;
    for (uint32_t i = 0; i < s->placed; i++) left[s->trail[i]] = 1;
}

uint64_t fq_regions_spent(const fq_regions *s) { return s->counts.nodes; }

fq_regions_counters fq_regions_counts(const fq_regions *s) { return s->counts; }

void fq_regions_free(fq_regions *s)
{
    if (!s) return;
    if (s->wide) {
        free(s->wide->region.cells);
        free(s->wide->frame);
        free(s->wide);
    }
    fq_aligned_free(s->narrow);
    fq_aligned_free(s->lockstep);
    fq_aligned_free(s);
}

/* ------------------------------------------------------------------------------------- batches */

static fq_error fq_load(void *s, const uint8_t *labels) { return fq_regions_load(s, labels); }
static fq_status fq_step(void *s, uint64_t budget) { return fq_regions_step(s, budget); }
static void fq_peek(const void *s, int16_t *queens) { fq_regions_peek(s, queens); }
static void fq_free(void *s) { fq_regions_free(s); }

/* Continues the search of a board that left the lockstep search. The nodes of this board are
 * already counted. Returns 0 if the caller has changed the labels since and the board is now
 * invalid. */
static int fq_resume_board(fq_regions *s, const uint8_t *labels, uint64_t found,
                           const fq_unfinished_board *unfinished)
{
    const uint32_t n = s->n;
    fq_regions_narrow *b = s->narrow;
    if (fq_regions_load(s, labels)) return 0;
    s->run_end = s->counts.nodes - unfinished->nodes + FQ_FIRST_RUN;
    s->counts.solutions += found;
    for (uint32_t d = 0; d <= unfinished->branches; d++) {
        uint64_t *cand = d < unfinished->branches ? b->frame[d].cand : b->cand;
        for (uint32_t w = 0; w < s->words; w++) cand[w] = 0;
        for (uint32_t r = 0; r < n; r++)
            for (uint32_t c = 0; c < n; c++)
                if (unfinished->rows[d][r] >> c & 1)
                    cand[(r * n + c) / 64] |= UINT64_C(1) << (r * n + c) % 64;
        /* The frame has no queens, and all its regions are active. The cell of each queen is the
         * only candidate of its region, so the next propagation places the queen again. */
        b->frame[d].active = b->region_units;
        b->frame[d].placed = b->frame[d].forced = 0;
    }
    s->depth = unfinished->branches;
    s->resume = FQ_AT_COUNTED_NODE;
    return 1;
}

static fq_status fq_step_many(void *search, const fq_batch_boards *boards,
                              fq_batch_progress *progress, uint64_t budget)
{
    fq_regions *s = search;
    fq_unfinished_board unfinished;
    const fq_status status =
        s->step_lockstep(s->lockstep, boards, progress, &s->counts, &unfinished, budget);
    if (status == FQ_FOUND) {
        const size_t i = progress->board = unfinished.board;
        const uint8_t *labels = boards->labels + i * s->n * s->n;
        if (!fq_resume_board(s, labels, (uint64_t)boards->counts[i], &unfinished)) {
            boards->counts[i] = -1;
            progress->done++;
            return FQ_RUNNING;
        }
    }
    return status;
}

static const fq_search_functions fq_functions = {fq_load, NULL, fq_step, fq_peek, fq_free};
static const fq_search_functions fq_lockstep_functions = {fq_load, fq_step_many, fq_step, fq_peek,
                                                          fq_free};

/* The lockstep kernels for this batch, or NULL if searching the boards one by one is faster. */
static const fq_lockstep_kernels *fq_choose_lockstep(uint32_t n, const fq_batch_boards *boards,
                                            const fq_regions_options *options)
{
    const fq_lockstep_kernels *kernels = FQ_LOCKSTEP_FOR_ISA(options->isa);
    if (n < FQ_LOCKSTEP_MIN_N || n > FQ_SMALL_N) return NULL;
    if (options->rules.allow_empty_regions || !boards->limit) return NULL;
    return kernels && boards->count >= kernels->min_boards ? kernels : NULL;
}

fq_batch *fq_regions_batch_new(uint32_t n, const fq_batch_boards *boards,
                               const fq_regions_options *options, fq_error *error)
{
    fq_regions *search = fq_regions_alloc(n, options, error);
    if (!search) return NULL;
    const fq_lockstep_kernels *lockstep = fq_choose_lockstep(n, boards, options);
    if (lockstep) {
        search->lockstep = lockstep->create();
        search->step_lockstep = lockstep->step[n - FQ_LOCKSTEP_MIN_N];
        if (!search->lockstep) {
            fq_regions_free(search);
            *error = FQ_NO_MEMORY;
            return NULL;
        }
    }
    return fq_batch_new(lockstep ? &fq_lockstep_functions : &fq_functions, search, &search->counts,
                        (size_t)n * n, n, boards, error);
}

/* search.c - Star Battle: set-up, phases, restarts and batches (state.h). */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/checked_math.h"
#include "queens/board/batch_search.h"
#include "queens/board/labels.h"
#include "state.h"

/* Node limits of the first and second run. The first run tries cells in order; it is long enough
 * for most boards that have one solution. Later runs choose cells at random. From the third run on,
 * the limit of a run is 1.5 times the limit of the run before.
 *
 * Tried on boards with 3 stars and 14 to 20 rows: with a factor of 2 instead of 1.5, as many boards
 * are solved within 500,000 nodes. With a factor of 1.25 a few more boards are solved, but the
 * unsuccessful runs together then cost 5 times as much as the last run, instead of 3 times. */
#define FQ_FIRST_RUN  1000
#define FQ_SECOND_RUN 64

/* ------------------------------------------------------------------------------------ set-up */

/* Sets the masks that depend only on n. */
static void fq_set_geometry(fq_stars *s)
{
    fq_stars_narrow *b = s->narrow;
    const uint32_t n = s->n, words = s->words;
    memset(b, 0, offsetof(fq_stars_narrow, cand));
    fq_set_narrow_lines(n, s->vectors, &b->unit, b->lines, b->all);
    for (uint32_t u = 0; u < 3 * n; u++) b->all_units |= UINT64_C(1) << fq_unit_bit(u, s->vectors);
    for (uint32_t g = 0; g < n; g++) b->region_bit[g] = (uint8_t)fq_unit_bit(g, s->vectors);
    for (uint32_t i = 0; i < n * n; i++) {
        for (uint64_t left = b->lines[i]; left; left &= left - 1)
            b->cells[fq_lowest(left) * words + i / 64] |= UINT64_C(1) << i % 64;
        fq_add_touched(b->near + i * words, n, i);
    }
}

static void fq_load_wide(fq_stars *s)
{
    fq_load_wide_regions(&s->wide->region, s->n, s->n, s->region_of);
}

/* Makes the empty board the root. */
static void fq_set_empty_root(fq_stars *s)
{
    if (s->narrow) {
        fq_stars_frame *root = &s->narrow->root;
        memcpy(root->cand, s->narrow->all, sizeof root->cand);
        memset(root->missing, 0, sizeof root->missing);
        root->missing[s->stars - 1] = s->narrow->all_units;
        root->placed = 0;
    } else {
        fq_stars_state *root = &s->wide->root;
        memset(root, 0, sizeof *root);
        for (uint32_t r = 0; r < s->n; r++) root->cand[r] = fq_ones(s->n);
        for (uint32_t kind = 0; kind < 3; kind++)
            root->kind[kind].missing[s->stars - 1] = fq_ones(s->n);
    }
}

/* Starts a run of at most `limit` nodes from the root. */
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

/* Makes the current state the root. */
static void fq_save_root(fq_stars *s)
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

int fq_stars_uses_tables(const fq_stars *s)
{
    return s->stars > 1 && s->stars <= FQ_TABLES_MAX_STARS && s->n <= FQ_TABLES_MAX_N;
}

fq_error fq_stars_load(fq_stars *s, const uint8_t *labels)
{
    if (fq_number_labels(s->n, labels, s->region_of) != s->n) return FQ_BAD_REGIONS;
    s->load(s);
    s->phase = fq_stars_uses_tables(s) ? FQ_OPENING : FQ_COUNTING;
    s->opening_end = fq_add_capped(s->counts.nodes, s->opening);
    s->stored = s->returned = 0;
    s->random = 0;
    s->rng.state = s->seed;
    s->solutions_before = s->counts.solutions;
    fq_set_empty_root(s);
    fq_begin_run(s, s->n <= FQ_NO_RESTART_MAX_N ? UINT64_MAX : FQ_FIRST_RUN);
    return FQ_OK;
}

void fq_stars_move_cell(fq_stars *s, uint32_t cell, uint32_t region)
{
    const uint32_t from = s->region_of[cell];
    s->region_of[cell] = (uint8_t)region;
    if (s->narrow) {
        fq_stars_narrow *b = s->narrow;
        const uint32_t w = cell / 64, old = b->region_bit[from], new = b->region_bit[region];
        const uint64_t bit = UINT64_C(1) << cell % 64;
        b->cells[old * s->words + w] &= ~bit;
        b->cells[new * s->words + w] |= bit;
        b->unit.word[w][fq_unit_slot(old)] &= ~bit;
        b->unit.word[w][fq_unit_slot(new)] |= bit;
        b->units[cell] = b->lines[cell] | UINT64_C(1) << new;
    } else {
        fq_move_wide_cell(&s->wide->region, s->n, cell, from, region);
    }
}

/* Puts a star on a candidate. Works like `place` in narrow.h, but for every W and for wide
 * boards. */
static void fq_place_star(fq_stars *s, uint32_t cell)
{
    if (!s->narrow) {
        fq_place_star_wide(s, cell);
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

void fq_stars_restart_with(fq_stars *s, uint32_t cell)
{
    fq_begin_run(s, UINT64_MAX);
    fq_place_star(s, cell);
}

static fq_stars *fq_stars_alloc(uint32_t n, const fq_stars_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_STARS_MAX_N) return NULL;
    const uint32_t stars = options->rules.stars;
    if (stars < 1 || stars > FQ_MAX_STARS || options->rules.allow_empty_regions) return NULL;
    *error = FQ_NO_MEMORY;
    fq_stars *s = fq_aligned_alloc(sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    s->n = n;
    s->stars = stars;
    s->seed = options->seed;
    s->isa = options->isa;
    s->opening = options->opening;
    if (n <= FQ_NARROW_N && stars <= FQ_NARROW_MAX_STARS) {
        const fq_stars_kernels *kernels = FQ_FOR_ISA(options->isa, fq_stars);
        const uint32_t kind = fq_narrow_kind_of(n);
        s->words = fq_narrow_kinds[kind].words;
        s->vectors = fq_narrow_kinds[kind].vectors;
        s->load = kernels->load[kind];
        s->run = kernels->run[kind][s->stars - 1];
        s->narrow = fq_aligned_alloc(sizeof *s->narrow);
        if (s->narrow) fq_set_geometry(s);
    } else {
        s->load = fq_load_wide;
        s->run = fq_run_stars_wide;
        s->wide = malloc(sizeof *s->wide);
        if (s->wide) s->wide->region.cells = s->wide->cells;
    }
    if (!s->narrow && !s->wide) {
        fq_stars_free(s);
        return NULL;
    }
    *error = FQ_OK;
    return s;
}

/* ---------------------------------------------------------------------------- public functions */

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
    fq_place_star(s, cell);
    fq_save_root(s);
    return 1;
}

void fq_stars_eliminate(fq_stars *s, uint32_t cell)
{
    if (s->narrow)
        s->narrow->cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    else
        s->wide->now.cand[cell / s->n] &= ~(UINT64_C(1) << cell % s->n);
    fq_save_root(s);
}

/* Continues the counting search, with restarts, until the node counter reaches `end`. */
static fq_status fq_continue_counting(fq_stars *s, uint64_t end)
{
    while (s->counts.nodes < end) {
        /* All stars are already on the board: the caller placed them with fq_stars_place. */
        if (s->resume == FQ_AT_NODE && s->placed == s->n * s->stars) {
            s->counts.nodes++;
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            return FQ_FOUND;
        }
        /* No restart after a solution: a new run would find the same solution again. */
        const int keep_run = s->counts.solutions > s->solutions_before;
        const fq_status status = s->run(s, !keep_run && s->run_end < end ? s->run_end : end);
        if (status != FQ_RUNNING) return status;
        if (!keep_run && s->counts.nodes >= s->run_end) {
            fq_begin_run(s, s->random ? s->run_limit + s->run_limit / 2 : FQ_SECOND_RUN);
            s->random = 1;
            s->counts.restarts++;
        }
    }
    return s->resume == FQ_AT_END ? FQ_DONE : FQ_RUNNING;
}

/* Continues the opening. Its solutions are stored; fq_stars_step returns them later. The opening
 * ends early if it finds more solutions than it can store. */
static void fq_run_opening(fq_stars *s, uint64_t end)
{
    while (s->phase == FQ_OPENING && s->counts.nodes < end && s->counts.nodes < s->opening_end) {
        const fq_status status =
            fq_continue_counting(s, end < s->opening_end ? end : s->opening_end);
        if (status == FQ_DONE) s->phase = FQ_RETURNING;
        if (status != FQ_FOUND) return;
        s->counts.solutions--;
        if (s->stored == FQ_OPENING_SOLUTIONS) {
            s->opening_end = s->counts.nodes;
            return;
        }
        memcpy(s->solutions[s->stored++], s->trail, s->placed * sizeof *s->trail);
    }
}

/* Loads the current state into the table search; returns 0 if there is no memory. */
static int fq_load_tables(fq_stars *s)
{
    const uint32_t n = s->n;
    uint64_t cand[FQ_STARS_MAX_N];
    if (!s->tables) s->tables = fq_tables_new(n, s->stars, s->isa, &s->counts);
    if (!s->tables) return 0;
    s->tables->may_look_ahead = 1;
    if (s->narrow) {
        memset(cand, 0, n * sizeof *cand);
        for (uint32_t i = 0; i < n * n; i++)
            cand[i / n] |= (s->narrow->cand[i / 64] >> i % 64 & 1) << i % n;
    } else {
        memcpy(cand, s->wide->now.cand, n * sizeof *cand);
    }
    fq_tables_load(s->tables, s->region_of, cand, s->trail, s->placed);
    return 1;
}

int fq_stars_restart_tables_with(fq_stars *s, uint32_t cell)
{
    fq_stars_restart_with(s, cell);
    return fq_load_tables(s);
}

/* Starts the table search from the root. Returns 0 if there is no memory; the next call of
 * fq_stars_step then tries again. */
static int fq_switch_to_tables(fq_stars *s)
{
    fq_begin_run(s, UINT64_MAX);
    if (!fq_load_tables(s)) return 0;
    s->phase = FQ_SEARCHING_TABLES;
    return 1;
}

fq_status fq_stars_step(fq_stars *s, uint64_t budget)
{
    const uint64_t spent = s->counts.nodes;
    const uint64_t end = fq_add_capped(spent, budget);
    if (s->phase == FQ_COUNTING) return fq_continue_counting(s, end);
    if (s->phase == FQ_OPENING) {
        fq_run_opening(s, end);
        if (s->phase == FQ_OPENING && s->counts.nodes < s->opening_end) return FQ_RUNNING;
        if (s->phase == FQ_OPENING && !fq_switch_to_tables(s)) return FQ_FULL;
    }
    if (s->phase == FQ_RETURNING) {
        if (s->returned == s->stored) return FQ_DONE;
        s->placed = s->n * s->stars;
        memcpy(s->trail, s->solutions[s->returned++], s->placed * sizeof *s->trail);
        s->counts.solutions++;
        return FQ_FOUND;
    }
    const fq_status status = fq_tables_run(s->tables, end);
    s->placed = fq_tables_cells(s->tables, s->trail);
    return status;
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

void fq_stars_possible_cells(const fq_stars *s, uint8_t *left)
{
    const uint32_t n = s->n;
    if (s->phase == FQ_SEARCHING_TABLES) {
        fq_tables_possible_cells(s->tables, left);
        return;
    }
    for (uint32_t i = 0; i < n * n; i++)
        left[i] = s->phase == FQ_RETURNING ? 0
                  : s->narrow ? s->narrow->cand[i / 64] >> i % 64 & 1
                            : s->wide->now.cand[i / n] >> i % n & 1;
    for (uint32_t i = 0; i < s->placed; i++) left[s->trail[i]] = 1;
}

int fq_stars_last_star(const fq_stars *s)
{
    if (s->phase == FQ_SEARCHING_TABLES) return fq_tables_last_star(s->tables);
    return s->placed ? s->trail[s->placed - 1] : -1;
}

uint64_t fq_stars_spent(const fq_stars *s) { return s->counts.nodes; }

fq_stars_counters fq_stars_counts(const fq_stars *s) { return s->counts; }

void fq_stars_free(fq_stars *s)
{
    if (!s) return;
    fq_aligned_free(s->narrow);
    free(s->wide);
    fq_tables_free(s->tables);
    fq_aligned_free(s);
}

/* ------------------------------------------------------------------------------------- batches */

static fq_error fq_load(void *s, const uint8_t *labels) { return fq_stars_load(s, labels); }
static fq_status fq_step(void *s, uint64_t budget) { return fq_stars_step(s, budget); }
static void fq_peek(const void *s, int16_t *pairs) { fq_stars_peek(s, pairs); }
static void fq_free(void *s) { fq_stars_free(s); }

static const fq_search_functions fq_functions = {fq_load, NULL, fq_step, fq_peek, fq_free};

fq_batch *fq_stars_batch_new(uint32_t n, const fq_batch_boards *boards,
                             const fq_stars_options *options, fq_error *error)
{
    fq_stars *search = fq_stars_alloc(n, options, error);
    if (!search) return NULL;
    const size_t entries = (size_t)2 * n * options->rules.stars;
    return fq_batch_new(&fq_functions, search, &search->counts, (size_t)n * n, entries, boards,
                        error);
}

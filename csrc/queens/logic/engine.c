/* engine.c - the logic engine: creation, order of the rules, scores, batches. */
#include <stdlib.h>
#include <string.h>

#include "common/checked_math.h"
#include "queens/board/canonical.h"
#include "queens/board/rules.h"
#include "queens/stars/table_search.h"
#include "state.h"
#include "star_rules.h"

const fq_logic_about fq_logic_rules[FQ_LOGIC_RULES] = {
#define FQ_LOGIC_ABOUT(id, name, tiers, cost, text) {name, text, tiers, cost},
    FQ_LOGIC_TABLE(FQ_LOGIC_ABOUT)
#undef FQ_LOGIC_ABOUT
};

fq_logic_tier fq_logic_tier_of(uint32_t rule, uint32_t n, uint32_t stars)
{
    static const uint8_t rows[FQ_LOGIC_CLASSES] = {0, 10, 12, 17, 21, 25};
    uint32_t kind = FQ_LOGIC_CLASSES - 1;
    while (kind && (stars == 1 || n < rows[kind])) kind--;
    switch (fq_logic_rules[rule].tiers[kind]) {
    case 'e': return FQ_LOGIC_EASY;
    case 'm': return FQ_LOGIC_MEDIUM;
    case 'h': return FQ_LOGIC_HARD;
    default: return FQ_LOGIC_EXPERT;
    }
}

/* ---------------------------------------------------------------------------------- creation */

/* Fills the tables that depend on n alone. */
static void fq_build_geometry(fq_logic *l)
{
    const uint32_t n = l->n, words = l->words;
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t r = i / n, c = i % n, row = l->stride + r, column = 2 * l->stride + c;
        l->cell_units[i].unit[1] = (uint8_t)row;
        l->cell_units[i].unit[2] = (uint8_t)column;
        l->unit_cells[row * words + i / 64] |= UINT64_C(1) << i % 64;
        l->unit_cells[column * words + i / 64] |= UINT64_C(1) << i % 64;
    }
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t r = i / n, c = i % n;
        uint64_t *line_attacks = l->line_attacks + (size_t)i * words;
        for (uint32_t w = 0; w < words && l->stars == 1; w++)
            line_attacks[w] =
                l->unit_cells[(l->stride + r) * words + w] |
                l->unit_cells[(2 * l->stride + c) * words + w];
        fq_add_touched(line_attacks, n, i);
        if (l->stars > 1) line_attacks[i / 64] &= ~(UINT64_C(1) << i % 64);
    }
}

fq_logic *fq_logic_new(uint32_t n, const fq_rules *board_rules, fq_error *error)
{
    const uint32_t stars = board_rules->stars;
    const int allow_empty_regions = board_rules->allow_empty_regions;
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_LOGIC_MAX_N || stars < 1 || stars > FQ_LOGIC_MAX_STARS) return NULL;
    if (stars > 1 && allow_empty_regions) return NULL;
    *error = FQ_NO_MEMORY;
    fq_logic *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    const fq_logic_size *const *sizes = stars > 1 ? fq_logic_several_stars : fq_logic_one_star;
    const uint32_t last = FQ_LOGIC_SIZES - 1;
    uint32_t kind = 0;
    while (n > sizes[kind]->max_n || (allow_empty_regions && kind < last)) kind++;
    const int wide = kind == last;
    l->size = sizes[kind];
    l->stars = stars;
    l->board_rules = *board_rules;
    l->n = n;
    l->cells = n * n;
    l->words = wide ? (n * n + 63) / 64 : l->size->words;
    l->stride = wide ? 64 : n;
    l->set_words = wide ? 3 : 1;

    const size_t cells = l->cells, words = l->words, units = 3 * l->stride, set = l->set_words;
    l->line_attacks = calloc(2 * cells * words + units * words + cells * set + units * set,
                             sizeof *l->line_attacks);
    l->cell_units = calloc(cells, sizeof *l->cell_units + 2 * sizeof *l->region_of);
    const int star_rules =
        stars > 1 && stars <= FQ_TABLES_MAX_STARS && n > 1 && n <= FQ_TABLES_MAX_N;
    if (star_rules) l->star_rules = fq_star_rules_new(n, stars);
    if (!l->line_attacks || !l->cell_units || (star_rules && !l->star_rules)) {
        fq_logic_free(l);
        return NULL;
    }
    l->attacks = l->line_attacks + cells * words;
    l->unit_cells = l->attacks + cells * words;
    l->units_of = l->unit_cells + units * words;
    l->candidate_units = l->units_of + cells * set;
    l->region_of = (uint8_t *)(l->cell_units + cells);
    l->labels = l->region_of + cells;
    fq_build_geometry(l);
    *error = FQ_OK;
    return l;
}

void fq_logic_free(fq_logic *l)
{
    if (!l) return;
    free(l->line_attacks);
    free(l->cell_units);
    fq_star_rules_free(l->star_rules);
    free(l);
}

uint32_t fq_logic_words(const fq_logic *l) { return l->words; }

fq_error fq_logic_load(fq_logic *l, const uint8_t *labels, uint32_t rules)
{
    const uint32_t n = l->n;
    /* Until this function succeeds no step is possible, because the outcome is FQ_LOGIC_DEAD. */
    l->rating = (fq_logic_rating){.tier = FQ_LOGIC_GUESS, .outcome = FQ_LOGIC_DEAD};
    /* A caller may change the labels of a batch during the search, so they are read once. */
    memcpy(l->labels, labels, l->cells);
    uint32_t regions;
    l->image = fq_canonical(n, l->labels, l->region_of, &regions);
    if (!fq_rules_allow_regions(&l->board_rules, n, regions) || regions > 64) return FQ_BAD_REGIONS;
    l->rules = rules < FQ_LOGIC_RULES ? rules : FQ_LOGIC_RULES;
    l->size->load(l);
    if (l->star_rules) fq_star_rules_load(l);

    for (uint32_t w = 0; w < l->words; w++) {
        uint32_t left = l->cells - (64 * w < l->cells ? 64 * w : l->cells);
        l->cand[w] = fq_ones(left < 64 ? left : 64);
    }
    memset(l->open, 0, sizeof l->open);
    memset(l->need, 0, sizeof l->need);
    for (uint32_t kind = regions == n ? FQ_LOGIC_REGION : FQ_LOGIC_ROW; kind < 3; kind++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t unit = kind * l->stride + i;
            l->open[unit / 64] |= UINT64_C(1) << unit % 64;
        }
    memcpy(l->need[l->stars - 1], l->open, sizeof l->open);
    l->placed = l->pending = 0;
    l->level = l->start = l->cursor = 0;
    l->wrapped = l->exhausted_valid = l->choice.running = 0;
    l->surveyed = 0;
    memset(l->common_checked, 0, sizeof l->common_checked);
    l->rating.outcome = FQ_LOGIC_OPEN;
    return FQ_OK;
}

int fq_logic_place(fq_logic *l, uint32_t cell)
{
    if (cell >= l->cells || l->placed == l->n * l->stars) return 0;
    if (!l->size->place(l, fq_cell_of_image(l->n, l->image, cell))) return 0;
    /* Keep the queens sorted, so that the steps do not depend on the order of these calls. */
    for (uint32_t i = l->placed - 1; i && l->queens[i - 1] > l->queens[i]; i--) {
        const uint16_t moved = l->queens[i];
        l->queens[i] = l->queens[i - 1];
        l->queens[i - 1] = moved;
    }
    return 1;
}

static void fq_eliminate_cell(fq_logic *l, uint32_t cell)
{
    l->cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    l->surveyed = 0;
}

void fq_logic_eliminate(fq_logic *l, uint32_t cell)
{
    if (cell < l->cells) fq_eliminate_cell(l, fq_cell_of_image(l->n, l->image, cell));
}

/* ------------------------------------------------------------------------------------- steps */

static fq_status fq_end_search(fq_logic *l, fq_logic_outcome outcome)
{
    l->rating.outcome = outcome;
    if (outcome != FQ_LOGIC_SOLVED)
        l->rating.tier = FQ_LOGIC_GUESS;
    else {
        l->rating.tier = FQ_LOGIC_EASY;
        for (uint32_t r = 0; r < FQ_LOGIC_RULES; r++)
            if (l->rating.steps[r] && fq_logic_tier_of(r, l->n, l->stars) > l->rating.tier)
                l->rating.tier = fq_logic_tier_of(r, l->n, l->stars);
    }
    return FQ_DONE;
}

static void fq_clear_note(fq_logic *l)
{
    l->note.to = 0;
    l->note.placed_count = l->note.rounds = l->note.chain_count = 0;
    memset(l->note.full, 0, sizeof l->note.full);
}

fq_logic_fired fq_logic_apply_rules(fq_logic *l, uint32_t rules, uint64_t end)
{
    const fq_logic_size *size = l->size;
    fq_clear_note(l);
    for (uint32_t r = 0; r < rules; r++) {
        l->note.rule = (fq_logic_rule)r;
        if (r == FQ_LOGIC_single) { /* this and later rules need the tables of survey_units */
            if (!l->surveyed) size->survey_units(l);
            fq_logic_fired fired = size->find_conflict(l);
            if (fired) return fired;
            if (l->placed == l->n * l->stars) return FQ_NOTHING;
        }
        fq_logic_fired fired = size->rule[r](l, end);
        if (fired) return fired;
    }
    return FQ_NOTHING;
}

void fq_logic_save(const fq_logic *l, fq_logic_saved *saved)
{
    memcpy(saved->cand, l->cand, l->words * sizeof *l->cand);
    memcpy(saved->open, l->open, sizeof saved->open);
    memcpy(saved->need, l->need, sizeof saved->need);
    saved->placed = l->placed;
}

void fq_logic_restore(fq_logic *l, const fq_logic_saved *saved)
{
    memcpy(l->cand, saved->cand, l->words * sizeof *l->cand);
    memcpy(l->open, saved->open, sizeof saved->open);
    memcpy(l->need, saved->need, sizeof saved->need);
    l->placed = l->pending = saved->placed;
    l->surveyed = 0;
}

/* Eliminates `cell`, applies all rules that are easier than forcing-chain, and takes everything
 * back. Removes from `untried` the cells that these rules eliminate. Returns the number of
 * candidates that are left; 0 if the rules solve the board or find a contradiction. */
static uint32_t fq_try_elimination(fq_logic *l, uint32_t cell, uint64_t *untried)
{
    fq_logic_saved saved;
    fq_logic_save(l, &saved);
    fq_eliminate_cell(l, cell);
    fq_logic_fired fired;
    while ((fired = fq_logic_apply_rules(l, FQ_LOGIC_forcing_chain, UINT64_MAX)) == FQ_FIRED) {}
    uint32_t left = 0;
    for (uint32_t w = 0; w < l->words; w++) {
        left += fq_popcount(l->cand[w]);
        untried[w] &= l->cand[w];
    }
    fq_logic_restore(l, &saved);
    return fired == FQ_REFUTED ? 0 : left;
}

/* Returns the cell of a set that has the fewest rounds, or UINT32_MAX if the set is empty. */
static uint32_t fq_fewest_rounds(const fq_logic *l, const uint64_t *set, const uint16_t *rounds)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t w = 0; w < l->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            const uint32_t cell = 64 * w + fq_lowest(left);
            if (best == UINT32_MAX || rounds[cell] < rounds[best]) best = cell;
        }
    return best;
}

static int fq_is_only_cell(const fq_logic *l, const uint64_t *set, uint32_t cell)
{
    uint64_t others = 0;
    for (uint32_t w = 0; w < l->words; w++)
        others |= set[w] & ~(w == cell / 64 ? UINT64_C(1) << cell % 64 : 0);
    return !others;
}

/* If the elimination of cell A leads to the elimination of cell B, then B leads no further than A.
 * So cells that are eliminated after a cell with fewer rounds need not be tried. */
fq_logic_fired fq_logic_choose(fq_logic *l, fq_logic_choice *choice, const uint64_t *refuted,
                               const uint16_t *rounds, uint64_t end)
{
    const fq_logic_rule rule = l->note.rule;
    if (!choice->running) {
        choice->running = 1;
        choice->left = UINT32_MAX;
        for (uint32_t w = 0; w < l->words; w++) choice->untried[w] = refuted[w] & l->cand[w];
    }
    while (choice->left) {
        const uint32_t cell = fq_fewest_rounds(l, choice->untried, rounds);
        if (cell == UINT32_MAX) break;
        if (choice->left == UINT32_MAX && fq_is_only_cell(l, choice->untried, cell)) {
            choice->best = cell;
            break;
        }
        if (l->rating.work >= end) return FQ_PAUSED;
        l->rating.work++;
        const uint32_t left = fq_try_elimination(l, cell, choice->untried);
        if (left < choice->left) choice->left = left, choice->best = cell;
    }
    choice->running = 0;
    fq_clear_note(l); /* the tried rules have written to the note */
    l->note.rule = rule;
    return FQ_FIRED;
}

static void fq_add_score(fq_logic *l)
{
    const fq_logic_note *note = &l->note;
    uint32_t times = 1;
    if (note->rule == FQ_LOGIC_pair || note->rule == FQ_LOGIC_set || note->rule == FQ_LOGIC_fish)
        times = fq_popcount(note->from);
    else if (note->rule >= FQ_LOGIC_forcing_chain && note->rule <= FQ_LOGIC_forcing_net)
        times = note->rounds + 1;
    else if (note->rule >= FQ_LOGIC_cases_256)
        for (uint32_t left = note->rounds; left > 1; left >>= 1) times++;
    l->rating.score += fq_logic_rules[note->rule].cost * times;
    l->rating.steps[note->rule]++;
}

/* Makes one step, or ends the search. */
static fq_status fq_make_step(fq_logic *l, uint64_t end)
{
    fq_logic_fired fired = fq_logic_apply_rules(l, l->rules, end);
    if (fired == FQ_PAUSED) return FQ_RUNNING;
    if (fired == FQ_NOTHING) {
        const int solved = l->placed == l->n * l->stars;
        return fq_end_search(l, solved ? FQ_LOGIC_SOLVED : FQ_LOGIC_STUCK);
    }
    /* forcing-chain and the rules after it count their own work */
    if (l->note.rule < FQ_LOGIC_forcing_chain) l->rating.work++;
    if (fired == FQ_REFUTED) {
        l->note.rule = FQ_LOGIC_contradiction;
        return fq_end_search(l, FQ_LOGIC_DEAD);
    }
    fq_add_score(l);
    l->level = 0;
    l->start = l->cursor;
    l->wrapped = l->exhausted_valid = 0;
    return FQ_FOUND;
}

fq_status fq_logic_step(fq_logic *l, uint64_t budget)
{
    const uint64_t end = fq_add_capped(l->rating.work, budget);
    if (l->rating.outcome != FQ_LOGIC_OPEN) return FQ_DONE;
    l->note_wanted = 1;
    return budget ? fq_make_step(l, end) : FQ_RUNNING;
}

/* ------------------------------------------------------- from the canonical form to the board */

static void fq_map_cells(const fq_logic *l, uint64_t *set)
{
    uint64_t own[FQ_LOGIC_MAX_N] = {0};
    for (uint32_t w = 0; w < l->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            const uint32_t cell = fq_cell_of_board(l->n, l->image, 64 * w + fq_lowest(left));
            own[cell / 64] |= UINT64_C(1) << cell % 64;
        }
    memcpy(set, own, l->words * sizeof *set);
}

static void fq_map_list(const fq_logic *l, uint16_t *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cells[i] = (uint16_t)fq_cell_of_board(l->n, l->image, cells[i]);
}

/* The numbers that the regions of the canonical form have on the board. */
typedef struct fq_own_regions {
    uint8_t number[64];
} fq_own_regions;

static void fq_find_own_regions(const fq_logic *l, fq_own_regions *own)
{
    uint64_t seen = 0;
    uint8_t count = 0;
    for (uint32_t cell = 0; cell < l->cells; cell++) {
        const uint8_t region = l->region_of[fq_cell_of_image(l->n, l->image, cell)];
        if (seen >> region & 1) continue;
        seen |= UINT64_C(1) << region;
        own->number[region] = count++;
    }
}

static uint32_t fq_map_unit(const fq_logic *l, const fq_own_regions *own, fq_logic_kind kind,
                            uint32_t i)
{
    if (kind == FQ_LOGIC_REGION) return own->number[i];
    return l->image & (kind == FQ_LOGIC_ROW ? 2 : 1) ? l->n - 1 - i : i;
}

static fq_logic_kind fq_map_kind(const fq_logic *l, fq_logic_kind kind)
{
    if (kind == FQ_LOGIC_REGION || !(l->image & 4)) return kind;
    return kind == FQ_LOGIC_ROW ? FQ_LOGIC_COLUMN : FQ_LOGIC_ROW;
}

static uint64_t fq_map_units(const fq_logic *l, const fq_own_regions *own, fq_logic_kind kind,
                             uint64_t set)
{
    uint64_t mapped = 0;
    for (; set; set &= set - 1) mapped |= UINT64_C(1) << fq_map_unit(l, own, kind, fq_lowest(set));
    return mapped;
}

void fq_logic_last(const fq_logic *l, fq_logic_note *note)
{
    fq_own_regions own;
    fq_find_own_regions(l, &own);
    *note = l->note;
    note->from_kind = fq_map_kind(l, l->note.from_kind);
    note->to_kind = fq_map_kind(l, l->note.to_kind);
    note->from = fq_map_units(l, &own, l->note.from_kind, l->note.from);
    note->to = fq_map_units(l, &own, l->note.to_kind, l->note.to);
    for (uint32_t kind = 0; kind < 3; kind++) {
        const fq_logic_kind from = (fq_logic_kind)kind;
        const uint32_t unit = l->note.full[kind];
        note->full[fq_map_kind(l, from)] =
            unit ? (uint8_t)(fq_map_unit(l, &own, from, unit - 1) + 1) : 0;
    }
    fq_map_list(l, note->placed, note->placed_count);
    fq_map_list(l, note->chain, note->chain_count);
    fq_map_cells(l, note->cells);
    fq_map_cells(l, note->eliminated);
}

uint64_t fq_logic_spent(const fq_logic *l) { return l->rating.work; }

fq_logic_rating fq_logic_counts(const fq_logic *l) { return l->rating; }

uint32_t fq_logic_cells(const fq_logic *l, uint16_t *cells)
{
    memcpy(cells, l->queens, l->placed * sizeof *cells);
    fq_map_list(l, cells, l->placed);
    return l->placed;
}

/* Makes steps until the rules have finished, or until l->rating.work reaches `end`. */
static fq_status fq_run_until(fq_logic *l, uint64_t end)
{
    l->note_wanted = 0;
    while (l->rating.outcome == FQ_LOGIC_OPEN) {
        if (l->rating.work >= end) return FQ_RUNNING;
        fq_make_step(l, end);
    }
    return FQ_DONE;
}

fq_status fq_logic_run(fq_logic *l, uint64_t budget)
{
    return fq_run_until(l, fq_add_capped(l->rating.work, budget));
}

/* ----------------------------------------------------------------------------------- batches */

struct fq_logic_batch {
    fq_logic *logic;
    const uint8_t *labels;
    uint8_t *tiers;
    uint32_t *scores;
    size_t count, next;
    uint32_t rules;
    int loaded;          /* whether `logic` holds board number `next` */
    fq_logic_rating sum; /* sum of the ratings of the boards before `next` */
};

fq_logic_batch *fq_logic_batch_new(uint32_t n, uint32_t stars, size_t count, const uint8_t *labels,
                                   uint32_t rules, uint8_t *tiers, uint32_t *scores,
                                   fq_error *error)
{
    fq_logic *logic = fq_logic_new(n, &(fq_rules){.stars = stars}, error);
    if (!logic) return NULL;
    fq_logic_batch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        fq_logic_free(logic);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    batch->logic = logic;
    batch->labels = labels;
    batch->tiers = tiers;
    batch->scores = scores;
    batch->count = count;
    batch->rules = rules;
    return batch;
}

static void fq_add_rating(fq_logic_rating *sum, const fq_logic_rating *one)
{
    for (uint32_t r = 0; r < FQ_LOGIC_RULES; r++) sum->steps[r] += one->steps[r];
    sum->work += one->work;
}

fq_status fq_logic_batch_step(fq_logic_batch *batch, uint64_t budget)
{
    fq_logic *l = batch->logic;
    const size_t cells = l->cells;
    while (batch->next < batch->count) {
        const size_t i = batch->next;
        if (!batch->loaded) {
            if (!budget) return FQ_RUNNING;
            batch->scores[i] = 0;
            batch->tiers[i] = FQ_LOGIC_GUESS;
            if (fq_logic_load(l, batch->labels + i * cells, batch->rules)) {
                batch->tiers[i] = FQ_LOGIC_UNUSABLE;
                batch->next++;
                continue;
            }
            batch->loaded = 1;
        }
        uint64_t before = l->rating.work;
        fq_status status = fq_run_until(l, fq_add_capped(before, budget));
        uint64_t spent = l->rating.work - before;
        budget = spent < budget ? budget - spent : 0;
        if (status == FQ_RUNNING) return status;
        batch->tiers[i] = (uint8_t)l->rating.tier;
        batch->scores[i] = l->rating.score;
        fq_add_rating(&batch->sum, &l->rating);
        batch->loaded = 0;
        batch->next++;
    }
    return FQ_DONE;
}

size_t fq_logic_batch_done(const fq_logic_batch *batch) { return batch->next; }

uint64_t fq_logic_batch_spent(const fq_logic_batch *batch)
{
    return batch->sum.work + (batch->loaded ? batch->logic->rating.work : 0);
}

fq_logic_rating fq_logic_batch_counts(const fq_logic_batch *batch)
{
    fq_logic_rating sum = batch->sum;
    if (batch->loaded) fq_add_rating(&sum, &batch->logic->rating);
    return sum;
}

void fq_logic_batch_free(fq_logic_batch *batch)
{
    if (!batch) return;
    fq_logic_free(batch->logic);
    free(batch);
}

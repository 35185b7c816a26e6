/* forcing.c - the rules forcing-chain, long-chain, forcing-net and cases-256 to cases-all.
 *
 * These rules run in stages of growing effort. A stage makes a pass over the candidates and tries a
 * star on each of them; the search in stars/table_search.h finds the stars and eliminations that
 * this star forces. If the star leads to a contradiction, its cell is refuted. The refuted cells of
 * a pass are reported one step at a time, and easier rules are applied between these steps;
 * starting a new pass after each step took 3 times as long. A pass by cases is expensive, so it
 * ends at the first refuted cell. Each stage by cases allows four times as many cases as the stage
 * before. If more than FEW_CASES cases failed to refute a cell, the same number of cases is tried
 * again only after 1 / OPEN_SHARE of the open cells have been decided; trying them again without
 * this delay took twice as long on 21 x 21 boards.
 *
 * Tried: reporting first the refuted cell that leads furthest (fq_logic_choose), as on boards of
 * one star. On 14 x 14 boards this took 3 times as long and saved only one of five chains. */
#include <string.h>

#include "bounds.h"
#include "cases.h"
#include "line_pairs.h"
#include "star_rules_state.h"

/* The stages. fq_logic.level holds the number of the current stage. */
enum {
    STAGE_FORCING_CHAIN,
    STAGE_LONG_CHAIN,
    STAGE_FORCING_NET,
    STAGE_CASES_256,      /* rule cases-256: this stage and the next three stages */
    STAGE_CASES_4096 = 7, /* rule cases-4096: this stage and the next stage */
    STAGE_CASES_ALL = 9   /* rule cases-all: this stage and all later stages */
};
enum { SHORT_ROUNDS = 1, LONG_ROUNDS = 4, OPEN_SHARE = 16 };

static uint32_t fq_rule_of_stage(uint32_t stage)
{
    return stage < STAGE_CASES_256    ? FQ_LOGIC_forcing_chain + stage
           : stage < STAGE_CASES_4096 ? FQ_LOGIC_cases_256
           : stage < STAGE_CASES_ALL  ? FQ_LOGIC_cases_4096
                                      : FQ_LOGIC_cases_all;
}

/* Copies the current candidates and stars to the root of the search tree, and propagates their
 * consequences at the root. */
static void fq_update_root(fq_logic *l)
{
    fq_star_rules *v = l->star_rules;
    const fq_position *p = fq_read_position(l, &v->position);
    if (!v->loaded) {
        uint64_t cand[ROWS];
        for (uint32_t r = 0; r < l->n; r++) cand[r] = p->cand[0][r];
        fq_tables_load(v->search, l->region_of, cand, l->queens, l->placed);
        v->loaded = 1;
    }
    v->dead = v->dead || !fq_tables_refine_root(v->search, p->cand[0], p->star);
}

/* ------------------------------------------------------------------------------ explanations */

/* Writes to the note which units cannot be filled in the position in which a forcing chain ended: a
 * unit with too few candidates, or a region without a placement, or two lines without a
 * placement. */
static void fq_note_contradiction(fq_logic *l, fq_position *p)
{
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    fq_complete_position(l, p);
    fq_note_units(l, FQ_LOGIC_REGION, 0, FQ_LOGIC_REGION, 0);
    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t count = 0;
            if (kind)
                count = fq_popcount(p->cand[kind - 1][i]);
            else
                for (uint32_t r = v->first[i]; r <= v->last[i]; r++)
                    count += fq_popcount(p->cand[0][r] & v->region[i][r]);
            if (p->missing[kind][i] > l->stars || count >= p->missing[kind][i]) continue;
            fq_note_units(l, (fq_logic_kind)kind, UINT64_C(1) << i, FQ_LOGIC_REGION, 0);
            return;
        }
    for (uint32_t g = 0; g < n; g++)
        if (p->missing[FQ_LOGIC_REGION][g] && !fq_list_placements(v, p, n, g)) {
            fq_note_units(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_REGION, 0);
            return;
        }
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t i = 0; i + 1 < n; i++) {
            const uint32_t *line = p->cand[side] + i;
            const uint8_t *missing = p->missing[FQ_LOGIC_ROW + side] + i;
            fq_line_pair pair;
            if (fq_solve_line_pair(n, line[0], line[1], missing[0], missing[1], &pair)) continue;
            fq_note_units(l, (fq_logic_kind)(FQ_LOGIC_ROW + side), UINT64_C(3) << i,
                          FQ_LOGIC_REGION, 0);
            return;
        }
}

/* Adds the stars that are not in `listed` to the chain of the note and to `listed`. */
static void fq_extend_chain(fq_logic *l, const uint32_t *star, uint32_t *listed)
{
    for (uint32_t r = 0; r < l->n; r++) {
        for (uint32_t left = star[r] & ~listed[r]; left; left &= left - 1)
            l->note.chain[l->note.chain_count++] = (uint16_t)(r * l->n + fq_lowest(left));
        listed[r] |= star[r];
    }
}

/* Writes the eliminated cell and the stars in `then` to the chain of the note, in the order of the
 * rounds in which a star on `cell` forces them. To learn this order, follows the chain again with
 * every smaller number of rounds. */
static void fq_list_chain(fq_logic *l, uint32_t cell, const fq_position *then)
{
    fq_star_rules *v = l->star_rules;
    uint32_t listed[ROWS], cand[ROWS], star[ROWS];
    memcpy(listed, v->position.star, sizeof listed);
    listed[cell / l->n] |= UINT32_C(1) << cell % l->n;
    for (uint32_t limit = 1;; limit++) {
        const fq_chain_end end = fq_tables_follow_chain(v->search, cell, limit);
        if (end != FQ_CHAIN_UNFINISHED || v->search->rounds < limit) break;
        fq_tables_read_state(v->search, 1, cand, star);
        fq_extend_chain(l, star, listed);
    }
    fq_extend_chain(l, then->star, listed);
}

/* Follows the chain from a refuted cell again, because the board may have changed since the cell
 * was refuted. Writes the contradiction at the end of the chain to the note, and the stars that the
 * chain forces to `then`. Returns 0 if the chain no longer leads to a contradiction. */
static int fq_explain_chain(fq_logic *l, uint32_t cell, fq_position *then)
{
    fq_star_rules *v = l->star_rules;
    const int shown = fq_tables_follow_chain(v->search, cell, UINT32_MAX) == FQ_CHAIN_REFUTED &&
                      v->search->rounds;
    fq_tables_read_state(v->search, 1, then->cand[0], then->star);
    if (shown) fq_note_contradiction(l, then);
    return shown;
}

/* Explains a proof by cases: writes to the note the region whose placements are the first cases,
 * and writes to `then` the stars that are forced before the first case. Returns 0 if there is no
 * such explanation. */
static int fq_explain_cases(fq_logic *l, uint32_t cell, fq_position *then)
{
    fq_star_rules *v = l->star_rules;
    if (!fq_tables_assume(v->search, cell)) return 0;
    const int shown = fq_tables_run(v->search, v->counts.nodes + 1) == FQ_RUNNING;
    const int hand = fq_tables_last_star(v->search);
    fq_tables_read_state(v->search, 1, then->cand[0], then->star);
    if (shown && hand >= 0)
        fq_note_units(l, FQ_LOGIC_REGION, UINT64_C(1) << l->region_of[hand], FQ_LOGIC_REGION, 0);
    return shown;
}

/* Eliminates a refuted cell. Writes the explanation if the caller needs the note. */
static fq_logic_fired fq_eliminate_refuted(fq_logic *l, uint32_t cell, uint32_t rounds, int chain)
{
    fq_star_rules *v = l->star_rules;
    uint32_t cells[ROWS] = {0}, gone[ROWS] = {0};
    const uint32_t none[ROWS] = {0};
    gone[cell / l->n] = cells[cell / l->n] = UINT32_C(1) << cell % l->n;
    l->note.chain[l->note.chain_count++] = (uint16_t)cell;
    fq_note_units(l, FQ_LOGIC_REGION, 0, FQ_LOGIC_REGION, 0);
    fq_position then;
    int shown = 0;
    if (l->note_wanted) {
        fq_update_root(l);
        if (!v->dead)
            shown = chain ? fq_explain_chain(l, cell, &then) : fq_explain_cases(l, cell, &then);
    }
    if (shown) fq_list_chain(l, cell, &then);
    for (uint32_t i = 0; i < l->note.chain_count; i++)
        cells[l->note.chain[i] / l->n] |= UINT32_C(1) << l->note.chain[i] % l->n;
    l->note.rounds = rounds;
    return fq_apply_step(l, cells, gone, none);
}

/* ------------------------------------------------------------------------------------ passes */

/* Returns the first refuted cell that is still a candidate, or UINT32_MAX if there is none. */
static uint32_t fq_next_refuted(const fq_logic *l)
{
    for (uint32_t w = 0; w < l->words; w++) {
        const uint64_t left = l->cand[w] & l->star_rules->refuted[w];
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* Follows the chain from a star on `cell` for at most `limit` rounds. */
static void fq_try_chain(fq_logic *l, uint32_t cell, uint32_t limit)
{
    fq_star_rules *v = l->star_rules;
    l->rating.work++;
    const fq_chain_end found = fq_tables_follow_chain(v->search, cell, limit);
    if (found == FQ_CHAIN_REFUTED) fq_record_refuted(l, cell, v->search->rounds);
    if (found == FQ_CHAIN_STUCK) l->exhausted[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* Begins a pass. A pass by cases begins after the cell that the last pass by cases refuted. */
static void fq_begin_pass(fq_logic *l, uint32_t stage)
{
    fq_star_rules *v = l->star_rules;
    const int by_cases = stage >= STAGE_CASES_256;
    l->start = l->cursor = by_cases ? v->case_start : 0;
    l->wrapped = 0;
    v->case_regions = UINT32_MAX;
    if (by_cases) fq_choose_case_region(l);
    v->open_cells = 0;
    for (uint32_t w = 0; w < l->words; w++) v->open_cells += fq_popcount(l->cand[w]);
}

/* Whether a pass by cases leaves out `cell`. */
static int fq_skips_cell(const fq_logic *l, uint32_t cell, uint64_t max_cases)
{
    const fq_star_rules *v = l->star_rules;
    if (!(v->case_regions >> l->region_of[cell] & 1)) return 1;
    return max_cases > FEW_CASES && v->failed_cases[cell] >= max_cases &&
           v->open_cells + v->open_cells / OPEN_SHARE > v->failed_open[cell];
}

/* Runs the pass of a stage to its end. Returns 0 if l->rating.work reached `end` first. */
static int fq_run_pass(fq_logic *l, uint32_t stage, uint64_t end)
{
    fq_star_rules *v = l->star_rules;
    const uint32_t doublings = stage < STAGE_CASES_256 ? 0 : 2 * (stage - STAGE_FORCING_NET);
    const uint64_t max_cases = UINT64_C(1) << (doublings < 60 ? doublings : 60);
    for (;;) {
        const uint32_t cell = fq_next_trial(l, l->cursor);
        if (l->wrapped && cell >= l->start) return 1;
        if (cell == UINT32_MAX) {
            l->wrapped = 1;
            l->cursor = 0;
            continue;
        }
        l->cursor = cell;
        if (fq_skips_cell(l, cell, max_cases)) {
            l->cursor++;
            continue;
        }
        if (l->rating.work >= end) return 0;
        if (v->dead) {
            l->rating.work++;
            fq_record_refuted(l, cell, 0);
        } else if (stage < STAGE_FORCING_NET) {
            fq_try_chain(l, cell, stage == STAGE_FORCING_CHAIN ? SHORT_ROUNDS : LONG_ROUNDS);
        } else if (!fq_try_cases(l, cell, max_cases, end)) {
            return 0;
        }
        l->cursor++;
        if (stage < STAGE_CASES_256 || fq_next_refuted(l) == UINT32_MAX) continue;
        v->case_start = cell + 1;
        return 1;
    }
}

/* Makes a step by `rule`, which reports a refuted cell. If no refuted cell is recorded, first makes
 * a pass over the candidates. If the pass refutes no cell, the next stage begins. */
static fq_logic_fired fq_run_stage(fq_logic *l, uint64_t end, uint32_t rule)
{
    fq_star_rules *v = l->star_rules;
    uint32_t cell = fq_next_refuted(l);
    if (cell == UINT32_MAX || v->pass_running) {
        const uint32_t stage = l->level;
        if (fq_rule_of_stage(stage) != rule) return FQ_NOTHING;
        if (!v->solution_running) {
            if (!v->pass_running) fq_begin_pass(l, stage);
            v->pass_running = 1;
            if (!fq_run_pass(l, stage, end)) return FQ_PAUSED;
        }
        v->pass_running = 0;
        l->cursor = 0;
        v->refuted_by = stage;
        cell = fq_next_refuted(l);
        if (cell == UINT32_MAX) {
            if (!v->solution_done && !fq_find_solution(l, end)) return FQ_PAUSED;
            if (++l->level == STAGE_CASES_256) memset(l->exhausted, 0, sizeof l->exhausted);
            return FQ_NOTHING;
        }
    }
    if (fq_rule_of_stage(v->refuted_by) != rule) return FQ_NOTHING;
    v->refuted[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    return fq_eliminate_refuted(l, cell, v->rounds[cell], v->refuted_by < STAGE_CASES_256);
}

/* Runs all stages of a rule by cases until one of them makes a step. */
static fq_logic_fired fq_run_stages(fq_logic *l, uint64_t end, uint32_t rule)
{
    while (fq_rule_of_stage(l->level) == rule && fq_next_trial(l, 0) != UINT32_MAX) {
        const fq_logic_fired fired = fq_run_stage(l, end, rule);
        if (fired != FQ_NOTHING) return fired;
    }
    return FQ_NOTHING;
}

/* ------------------------------------------------------------------------------------- rules */

fq_logic_fired fq_logic_forcing_chain(fq_logic *l, uint64_t end)
{
    if (!l->exhausted_valid && fq_next_refuted(l) == UINT32_MAX) {
        fq_update_root(l);
        memset(l->exhausted, 0, sizeof l->exhausted);
        memset(l->star_rules->refuted, 0, sizeof l->star_rules->refuted);
        l->exhausted_valid = 1;
        l->level = STAGE_FORCING_CHAIN;
        l->cursor = 0;
    }
    return fq_run_stage(l, end, FQ_LOGIC_forcing_chain);
}

fq_logic_fired fq_logic_long_chain(fq_logic *l, uint64_t end)
{
    return fq_run_stage(l, end, FQ_LOGIC_long_chain);
}

fq_logic_fired fq_logic_forcing_net(fq_logic *l, uint64_t end)
{
    return fq_run_stage(l, end, FQ_LOGIC_forcing_net);
}

fq_logic_fired fq_logic_cases_256(fq_logic *l, uint64_t end)
{
    return fq_run_stages(l, end, FQ_LOGIC_cases_256);
}

fq_logic_fired fq_logic_cases_4096(fq_logic *l, uint64_t end)
{
    return fq_run_stages(l, end, FQ_LOGIC_cases_4096);
}

fq_logic_fired fq_logic_cases_all(fq_logic *l, uint64_t end)
{
    return fq_run_stages(l, end, FQ_LOGIC_cases_all);
}

/* Tried: instead of the cells of one region, the rules cases-256, cases-4096 and cases-all tried
 * only the 1, 2, 3 or 5 cells of the board whose forcing nets leave the fewest candidates. This
 * took 1 to 1.6 times as long as the present choice, and 2.4 times as long on the worst board. */

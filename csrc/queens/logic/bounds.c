/* bounds.c - rule bounds: counts the stars that all regions together can have in some lines.
 *
 * A lane is a set of rows or columns (see star_rules_state.h). For each region and each lane the
 * rule finds the fewest and the most stars that a placement of the region has in the lane. The
 * number of stars that the lines of the lane hold must lie between the sum of the fewest stars and
 * the sum of the most stars over all regions. The distance of this number from each of the two sums
 * is called slack. A placement of a region that exceeds the slack is impossible. */
#include "bounds.h"

#include <string.h>

/* --------------------------------------------------------------------- placements of a region */

typedef struct fq_placement_search {
    const fq_star_rules *v;
    const fq_position *p;
    uint16_t (*placement)[8];
    uint32_t n, g, count;
    uint32_t here[ROWS];  /* columns of the stars of the partial placement in each row */
    uint8_t column[ROWS]; /* number of stars that each column still needs */
    uint16_t cell[8];     /* cells of the partial placement */
} fq_placement_search;

/* Lists all ways to put `need` more stars of the region on row r and the rows below. `open` holds
 * the candidates of row r that are still to be tried, `room` is the number of stars that row r
 * still needs, and `depth` is the number of stars placed so far. Returns 0 if there are more than
 * MAX_PLACEMENTS placements. The depth of the recursion is at most the number of missing stars. */
static int fq_extend_placement(fq_placement_search *e, uint32_t r, uint32_t open, uint32_t need,
                               uint32_t room, uint32_t depth)
{
    const fq_star_rules *v = e->v;
    for (;;) {
        for (; open && room; open &= open - 1) {
            const uint32_t c = fq_lowest(open), bit = UINT32_C(1) << c;
            if (!e->column[c]) continue;
            e->cell[depth] = (uint16_t)(r * e->n + c);
            if (need == 1) {
                if (e->count == MAX_PLACEMENTS) return 0;
                memcpy(e->placement[e->count++], e->cell, sizeof e->cell);
                continue;
            }
            e->here[r] |= bit;
            e->column[c]--;
            const int fits =
                fq_extend_placement(e, r, open & ~(bit | bit << 1), need - 1, room - 1, depth + 1);
            e->here[r] &= ~bit;
            e->column[c]++;
            if (!fits) return 0;
        }
        if (r >= v->last[e->g]) return 1;
        const uint32_t above = e->here[r++];
        e->here[r] = 0;
        open = e->p->cand[0][r] & v->region[e->g][r] & ~(above | above << 1 | above >> 1);
        room = e->p->missing[FQ_LOGIC_ROW][r];
    }
}

uint32_t fq_list_placements(fq_star_rules *v, const fq_position *p, uint32_t n, uint32_t g)
{
    const uint32_t first = v->first[g];
    fq_placement_search e = {.v = v, .p = p, .placement = v->placement, .n = n, .g = g};
    memcpy(e.column, p->missing[FQ_LOGIC_COLUMN], sizeof e.column);
    const int fits = fq_extend_placement(&e, first, p->cand[0][first] & v->region[g][first],
                                   p->missing[FQ_LOGIC_REGION][g], p->missing[FQ_LOGIC_ROW][first], 0);
    return fits ? e.count : MAX_PLACEMENTS + 1;
}

/* -------------------------------------------------------------------------------------- lanes */

/* Counts the stars of a placement in each lane. `placed` holds the counts of the stars that the
 * region already has. */
static inline void fq_count_lanes(const uint16_t *placement, uint32_t stars, uint32_t n,
                                  const uint8_t *placed, uint8_t *lanes)
{
    memcpy(lanes, placed, LANES);
    for (uint32_t j = 0; j < stars; j++) {
        const uint32_t r = placement[j] / n, c = placement[j] % n;
        lanes[ROWS + r]++;
        lanes[3 * ROWS + c]++;
        for (uint32_t i = 0; i < ROWS; i++) lanes[i] = (uint8_t)(lanes[i] + (i >= r));
        for (uint32_t i = 0; i < ROWS; i++)
            lanes[2 * ROWS + i] = (uint8_t)(lanes[2 * ROWS + i] + (i >= c));
    }
}

/* Counts the stars that region g already has in each lane. */
static void fq_count_placed(const fq_star_rules *v, const fq_position *p, uint32_t n, uint32_t g,
                            uint8_t *lanes)
{
    memset(lanes, 0, LANES);
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
        for (uint32_t left = p->star[r] & v->region[g][r]; left; left &= left - 1) {
            const uint16_t cell = (uint16_t)(r * n + fq_lowest(left));
            uint8_t before[LANES];
            memcpy(before, lanes, LANES);
            fq_count_lanes(&cell, 1, n, before, lanes);
        }
}

/* Returns the largest number of stars that fit on the given cells of a line without touching. */
static uint32_t fq_line_capacity(uint32_t cells)
{
    uint32_t count = 0;
    for (; cells; count++) {
        const uint32_t bit = cells & (0 - cells);
        cells &= ~(bit | bit << 1);
    }
    return count;
}

/* Computes least[g] and most[g] from the candidates alone, for a region g that has more than
 * MAX_PLACEMENTS placements. */
static void fq_bound_by_candidates(fq_star_rules *v, const fq_position *p, uint32_t n, uint32_t g,
                                   const uint8_t *placed)
{
    const uint32_t missing = p->missing[FQ_LOGIC_REGION][g];
    uint32_t lines[2][ROWS] = {{0}};
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
        lines[0][r] = p->cand[0][r] & v->region[g][r];
    fq_transpose_rows(n, lines[0], lines[1]);
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t lane = 2 * side * ROWS;
        uint32_t room[ROWS], total = 0, so_far = 0;
        for (uint32_t i = 0; i < n; i++) {
            room[i] = fq_line_capacity(lines[side][i]);
            if (room[i] > missing) room[i] = missing;
            total += room[i];
        }
        for (uint32_t i = 0; i < n; i++) {
            so_far += room[i];
            const uint32_t rest = total - so_far;
            v->least[g][lane + i] = (uint8_t)(placed[lane + i] + (rest < missing ? missing - rest : 0));
            v->most[g][lane + i] = (uint8_t)(placed[lane + i] + (so_far < missing ? so_far : missing));
            v->least[g][lane + ROWS + i] = placed[lane + ROWS + i];
            v->most[g][lane + ROWS + i] = (uint8_t)(placed[lane + ROWS + i] + room[i]);
        }
    }
}

/* Updates placement_count, least and most of region g if its candidates have changed. Returns 0 if
 * the region has no placement. */
static int fq_update_region(const fq_logic *l, const fq_position *p, uint32_t g)
{
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    uint32_t changed = 0;
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++) {
        const uint32_t has = p->cand[0][r] & v->region[g][r];
        changed |= has ^ v->region_cand[g][r];
        v->region_cand[g][r] = has;
    }
    if (v->region_valid[g] && !changed) return 1;
    v->region_valid[g] = 1;
    v->no_effect[g] = 0;
    uint8_t placed[LANES];
    fq_count_placed(v, p, n, g, placed);
    const uint32_t missing = p->missing[FQ_LOGIC_REGION][g];
    if (!missing) {
        v->placement_count[g] = 1;
        memcpy(v->least[g], placed, LANES);
        memcpy(v->most[g], placed, LANES);
        return 1;
    }
    const uint32_t count = fq_list_placements(v, p, n, g);
    v->placement_count[g] = count > MAX_PLACEMENTS ? 0 : count;
    if (!count) return v->region_valid[g] = 0;
    if (count > MAX_PLACEMENTS) {
        fq_bound_by_candidates(v, p, n, g, placed);
        return 1;
    }
    uint8_t *least = v->least[g], *most = v->most[g];
    memset(least, 0xff, LANES);
    memset(most, 0, LANES);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t lanes[LANES];
        fq_count_lanes(v->placement[i], missing, n, placed, lanes);
        for (uint32_t k = 0; k < LANES; k++) {
            least[k] = least[k] < lanes[k] ? least[k] : lanes[k];
            most[k] = most[k] > lanes[k] ? most[k] : lanes[k];
        }
    }
    return 1;
}

/* Computes the slack of each lane: the number of stars by which one region may exceed its `least`
 * (written to `up`) or stay below its `most` (written to `down`). Returns a lane whose sums
 * contradict the number of stars of its lines, or LANES if there is no such lane. */
static uint32_t fq_compute_slack(const fq_logic *l, uint8_t *up, uint8_t *down)
{
    const fq_star_rules *v = l->star_rules;
    uint32_t wrong = LANES;
    uint16_t least[LANES] = {0}, most[LANES] = {0};
    for (uint32_t g = 0; g < l->n; g++)
        for (uint32_t i = 0; i < LANES; i++) {
            least[i] = (uint16_t)(least[i] + v->least[g][i]);
            most[i] = (uint16_t)(most[i] + v->most[g][i]);
        }
    for (uint32_t i = 0; i < LANES; i++) {
        up[i] = down[i] = 0xff;
        if (i % ROWS >= l->n) continue;
        const uint32_t stars = l->stars * (i / ROWS & 1 ? 1 : i % ROWS + 1);
        if ((least[i] > stars || most[i] < stars) && wrong == LANES) wrong = i;
        up[i] = (uint8_t)(stars - least[i]);
        down[i] = (uint8_t)(most[i] - stars);
    }
    return wrong;
}

/* --------------------------------------------------------------------------------------- rule */

/* A region whose placements are tested against the slack of the lanes. */
typedef struct fq_slack_test {
    const fq_star_rules *v;
    const fq_position *p;
    uint32_t n, g, count;     /* count: number of placements of region g in v->placement */
    uint8_t placed[LANES];    /* number of stars of region g in each lane */
    const uint8_t *up, *down; /* the slack of each lane */
} fq_slack_test;

/* Tests the placements against the slack of one lane, or of all lanes if `lane` is LANES. A
 * placement that exceeds no tested slack is possible. Writes the candidates that no possible
 * placement uses to `gone`, and the candidates that every possible placement uses to `must`.
 * Returns the number of possible placements. */
static uint32_t fq_filter_placements(const fq_slack_test *t, uint32_t lane, uint32_t *gone,
                                     uint32_t *must)
{
    const fq_star_rules *v = t->v;
    const uint32_t n = t->n, g = t->g;
    const uint8_t *least = v->least[g], *most = v->most[g];
    const uint32_t missing = t->p->missing[FQ_LOGIC_REGION][g];
    uint8_t fewest[LANES], greatest[LANES];
    uint32_t possible = 0;
    for (uint32_t k = 0; k < LANES; k++) {
        const int tested = k % ROWS < n && (lane == k || lane == LANES);
        fewest[k] = tested && most[k] > t->down[k] ? (uint8_t)(most[k] - t->down[k]) : 0;
        greatest[k] = tested && t->up[k] < most[k] - least[k] ? (uint8_t)(least[k] + t->up[k]) : 0xff;
    }
    for (uint32_t r = 0; r < n; r++) {
        gone[r] = r >= v->first[g] && r <= v->last[g] ? t->p->cand[0][r] & v->region[g][r] : 0;
        must[r] = gone[r];
    }
    for (uint32_t i = 0; i < t->count; i++) {
        uint8_t lanes[LANES];
        fq_count_lanes(v->placement[i], missing, n, t->placed, lanes);
        uint8_t beyond = 0;
        for (uint32_t k = 0; k < LANES; k++)
            beyond |= (uint8_t)((lanes[k] < fewest[k]) | (lanes[k] > greatest[k]));
        if (beyond) continue;
        possible++;
        uint32_t has[ROWS] = {0};
        for (uint32_t j = 0; j < missing; j++) {
            const uint32_t cell = v->placement[i][j];
            has[cell / n] |= UINT32_C(1) << cell % n;
        }
        for (uint32_t r = v->first[g]; r <= v->last[g]; r++) gone[r] &= ~has[r], must[r] &= has[r];
    }
    return possible;
}

static int fq_any_cell(uint32_t n, const uint32_t *a, const uint32_t *b)
{
    uint32_t any = 0;
    for (uint32_t r = 0; r < n; r++) any |= a[r] | b[r];
    return any != 0;
}

static void fq_region_candidates(const fq_star_rules *v, const fq_position *p, uint32_t n,
                                 uint32_t g, uint32_t *cells)
{
    for (uint32_t r = 0; r < n; r++) cells[r] = p->cand[0][r] & v->region[g][r];
}

/* Adds the rows or columns of `lane` to the note of the step. If g < ROWS, adds region g too. */
static void fq_note_lane(fq_logic *l, uint32_t g, uint32_t lane)
{
    const uint32_t i = lane % ROWS;
    const uint64_t lines = lane / ROWS & 1 ? UINT64_C(1) << i : fq_ones(i + 1);
    fq_note_units(l, FQ_LOGIC_REGION, g < ROWS ? UINT64_C(1) << g : 0,
                  lane / ROWS < 2 ? FQ_LOGIC_ROW : FQ_LOGIC_COLUMN, lines);
}

/* Looks for a single lane whose slack is enough to change region g, because a single lane makes a
 * shorter explanation. If there is such a lane, writes its lines to the note, and the cells that
 * this lane alone eliminates or forces to `gone` and `must`. */
static void fq_explain_by_one_lane(fq_logic *l, const fq_slack_test *t, uint32_t possible,
                                   uint32_t *gone, uint32_t *must)
{
    const uint32_t n = t->n, g = t->g;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t own_gone[ROWS], own_must[ROWS];
        const uint32_t slack = t->v->most[g][lane] - t->v->least[g][lane];
        if (lane % ROWS >= n || (slack <= t->up[lane] && slack <= t->down[lane])) continue;
        const uint32_t own = fq_filter_placements(t, lane, own_gone, own_must);
        if (possible ? !fq_any_cell(n, own_gone, own_must) : own != 0) continue;
        memcpy(gone, own_gone, sizeof own_gone);
        memcpy(must, own_must, sizeof own_must);
        fq_note_lane(l, g, lane);
        return;
    }
}

/* Rules out the placements of region g that exceed the slack, and makes a step if candidates of
 * the region are then eliminated or forced. */
static fq_logic_fired fq_bound_region(fq_logic *l, const fq_position *p, uint32_t g,
                                      const uint8_t *up, const uint8_t *down)
{
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    const uint32_t none[ROWS] = {0};
    uint32_t cells[ROWS], gone[ROWS], must[ROWS];
    uint8_t own_up[LANES], own_down[LANES], beyond = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        const uint8_t slack = (uint8_t)(v->most[g][i] - v->least[g][i]);
        own_up[i] = slack > up[i] ? up[i] : 0xff;
        own_down[i] = slack > down[i] ? down[i] : 0xff;
        beyond |= (uint8_t)((slack > up[i]) | (slack > down[i]));
    }
    if (!beyond || !v->placement_count[g]) return FQ_NOTHING;
    if (v->no_effect[g] && !memcmp(own_up, v->no_effect_up[g], LANES) &&
        !memcmp(own_down, v->no_effect_down[g], LANES))
        return FQ_NOTHING;
    fq_slack_test t = {.v = v, .p = p, .n = n, .g = g, .up = up, .down = down};
    fq_count_placed(v, p, n, g, t.placed);
    t.count = fq_list_placements(v, p, n, g);
    const uint32_t possible = fq_filter_placements(&t, LANES, gone, must);
    if (possible && !fq_any_cell(n, gone, must)) {
        v->no_effect[g] = 1;
        memcpy(v->no_effect_up[g], own_up, LANES);
        memcpy(v->no_effect_down[g], own_down, LANES);
        return FQ_NOTHING;
    }
    fq_note_units(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_ROW, 0);
    fq_explain_by_one_lane(l, &t, possible, gone, must);
    fq_region_candidates(v, p, n, g, cells);
    if (possible) return fq_apply_step(l, cells, gone, must);
    fq_apply_step(l, cells, none, none);
    return FQ_REFUTED;
}

fq_logic_fired fq_logic_bounds(fq_logic *l, uint64_t end)
{
    (void)end;
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    const fq_position *p = fq_read_position(l, &v->position);
    const uint32_t none[ROWS] = {0};
    /* If a line has got a star since the last call, fewer placements fit in the regions that have
     * candidates in this line. */
    if (memcmp(v->row_need, p->missing[FQ_LOGIC_ROW], ROWS) ||
        memcmp(v->column_need, p->missing[FQ_LOGIC_COLUMN], ROWS))
        memset(v->region_valid, 0, sizeof v->region_valid);
    memcpy(v->row_need, p->missing[FQ_LOGIC_ROW], ROWS);
    memcpy(v->column_need, p->missing[FQ_LOGIC_COLUMN], ROWS);
    for (uint32_t g = 0; g < n; g++)
        if (!fq_update_region(l, p, g)) {
            uint32_t cells[ROWS];
            fq_region_candidates(v, p, n, g, cells);
            fq_note_units(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_REGION, 0);
            fq_apply_step(l, cells, none, none);
            return FQ_REFUTED;
        }
    uint8_t up[LANES], down[LANES];
    const uint32_t wrong = fq_compute_slack(l, up, down);
    if (wrong < LANES) {
        fq_note_lane(l, ROWS, wrong);
        fq_note_units(l, l->note.to_kind, l->note.to, l->note.to_kind, 0);
        fq_apply_step(l, none, none, none);
        return FQ_REFUTED;
    }
    for (uint32_t g = 0; g < n; g++) {
        const fq_logic_fired fired = fq_bound_region(l, p, g, up, down);
        if (fired) return fired;
    }
    return FQ_NOTHING;
}

/* one_star.h - the rules for one star in each unit. This header is included once for each board
 * size, after board.h. A set of cells has W words (at most W_MAX), a set of units has S words, and
 * NAME(x) is the name of function x for this size. See state.h for the layout of the sets.
 *
 * If a rule applies, it eliminates candidates or places a queen, writes the note and returns
 * FQ_FIRED. Otherwise it changes nothing and returns FQ_NOTHING. */

/* Finds the units with at least one candidate and the units with at least two candidates. Also
 * finds for each unit the units in which its candidates lie. `some` and `more` count the candidates
 * of all units at the same time; this count stops at two. */
static void NAME(survey_units)(fq_logic *l)
{
    const uint32_t units = 3 * l->stride * S;
    NAME(units) some = {{0}}, more = {{0}};
    uint64_t *candidate_units = l->candidate_units;
    for (uint32_t u = 0; u < units; u++) candidate_units[u] = 0;
    for (uint32_t w = 0; w < W; w++) {
        const fq_cell_units *cell_units = l->cell_units + 64 * w;
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        for (uint64_t left = l->cand[w]; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            for (uint32_t k = 0; k < S; k++) {
                uint64_t u = units_of[i * S + k];
                more.w[k] |= some.w[k] & u;
                some.w[k] |= u;
                candidate_units[cell_units[i].unit[0] * S + k] |= u;
                candidate_units[cell_units[i].unit[1] * S + k] |= u;
                candidate_units[cell_units[i].unit[2] * S + k] |= u;
            }
        }
    }
    for (uint32_t k = 0; k < S; k++) l->have_one[k] = some.w[k], l->have_two[k] = more.w[k];
    l->surveyed = 1;
}

/* Looks for a unit that needs a queen and has no candidate. */
static fq_logic_fired NAME(find_conflict)(fq_logic *l)
{
    NAME(units) open = NAME(load_units)(l->open);
    NAME(units) none = NAME(in_both_without)(open, open, NAME(load_units)(l->have_one));
    if (!NAME(any_unit)(none)) return FQ_NOTHING;
    NAME(note_unit)(l, NAME(take_lowest)(&none));
    for (uint32_t w = 0; w < W; w++) l->note.cells[w] = l->note.eliminated[w] = 0;
    return FQ_REFUTED;
}

/* Places a queen on a candidate. The rule `queen` eliminates the attacked cells later. */
static int NAME(place)(fq_logic *l, uint32_t cell)
{
    uint64_t bit = UINT64_C(1) << cell % 64;
    if (!(l->cand[cell / 64] & bit)) return 0;
    for (uint32_t p = l->pending; p < l->placed; p++)
        if (l->attacks[l->queens[p] * W + cell / 64] & bit) return 0;
    l->cand[cell / 64] &= ~bit;
    for (uint32_t k = 0; k < S; k++) l->open[k] &= ~l->units_of[cell * S + k];
    l->queens[l->placed++] = (uint16_t)cell;
    l->surveyed = 0;
    return 1;
}

/* -------------------------------------------------------------------------------- the rules */

static fq_logic_fired NAME(queen)(fq_logic *l, uint64_t end)
{
    (void)end;
    while (l->pending < l->placed) {
        uint32_t cell = l->queens[l->pending++];
        uint64_t gone[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) any |= gone[w] = l->cand[w] & l->attacks[cell * W + w];
        if (!any) continue;
        NAME(eliminate)(l, gone);
        for (uint32_t w = 0; w < W; w++) l->note.cells[w] = 0;
        l->note.cells[cell / 64] = UINT64_C(1) << cell % 64;
        l->note.from = l->note.to = 0;
        return FQ_FIRED;
    }
    return FQ_NOTHING;
}

static fq_logic_fired NAME(single)(fq_logic *l, uint64_t end)
{
    (void)end;
    NAME(units)
    forced = NAME(in_both_without)(NAME(load_units)(l->open), NAME(load_units)(l->have_one),
                                   NAME(load_units)(l->have_two));
    if (!NAME(any_unit)(forced)) return FQ_NOTHING;
    uint32_t unit = NAME(take_lowest)(&forced);
    uint32_t cell = NAME(lowest_candidate)(l, l->cand, unit);
    NAME(place)(l, cell);
    NAME(note_unit)(l, unit);
    for (uint32_t w = 0; w < W; w++) l->note.cells[w] = l->note.eliminated[w] = 0;
    l->note.cells[cell / 64] = UINT64_C(1) << cell % 64;
    l->note.placed[l->note.placed_count++] = (uint16_t)cell;
    return FQ_FIRED;
}

static fq_logic_fired NAME(confined)(fq_logic *l, uint64_t end)
{
    (void)end;
    for (uint32_t pair = 0; pair < 4; pair++) {
        uint32_t from = NAME(kind_pairs)[pair][0], to = NAME(kind_pairs)[pair][1];
        for (uint64_t left = NAME(units_of_kind)(l, l->open, from); left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            uint64_t in = NAME(units_of_kind)(l, l->candidate_units + (from * l->stride + i) * S, to);
            if (in & (in - 1)) continue;
            uint32_t other = to * l->stride + fq_lowest(in);
            uint64_t others = NAME(units_of_kind)(l, l->candidate_units + other * S, from);
            if (others & (others - 1)) return NAME(confine)(l, from, UINT64_C(1) << i, to, in);
        }
    }
    return FQ_NOTHING;
}

/* Writes to `gone` the candidates that every candidate of a unit attacks. Returns 0 if there are no
 * such candidates. */
static inline int NAME(attacked_by_all)(const fq_logic *l, const uint64_t *cand, uint32_t unit,
                               uint64_t *gone)
{
    uint64_t any = 1;
    for (uint32_t w = 0; w < W; w++) gone[w] = cand[w];
    for (uint32_t v = 0; v < W; v++) {
        for (uint64_t left = cand[v] & l->unit_cells[unit * W + v]; left && any; left &= left - 1) {
            const uint64_t *attacks = l->attacks + (size_t)(64 * v + fq_lowest(left)) * W;
            any = 0;
            for (uint32_t w = 0; w < W; w++) any |= gone[w] &= attacks[w];
        }
        if (!any) return 0;
    }
    return 1;
}

static fq_logic_fired NAME(attacked)(fq_logic *l, uint64_t end)
{
    (void)end;
    uint64_t gone[W_MAX];
    for (NAME(units) left = NAME(load_units)(l->open); NAME(any_unit)(left);) {
        uint32_t unit = NAME(take_lowest)(&left);
        if (!NAME(attacked_by_all)(l, l->cand, unit, gone)) continue;
        NAME(note_unit)(l, unit);
        for (uint32_t w = 0; w < W; w++) l->note.cells[w] = l->cand[w] & l->unit_cells[unit * W + w];
        NAME(eliminate)(l, gone);
        return FQ_FIRED;
    }
    return FQ_NOTHING;
}

static fq_logic_fired NAME(pair)(fq_logic *l, uint64_t end)
{
    (void)end;
    for (uint32_t pair = 0; pair < 4; pair++) {
        uint32_t from = NAME(kind_pairs)[pair][0], to = NAME(kind_pairs)[pair][1];
        uint64_t in[64], two = 0, open = NAME(units_of_kind)(l, l->open, from);
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            in[i] = NAME(units_of_kind)(l, l->candidate_units + (from * l->stride + i) * S, to);
            uint64_t rest = in[i] & (in[i] - 1);
            if (rest && !(rest & (rest - 1))) two |= UINT64_C(1) << i;
        }
        for (; two; two &= two - 1) {
            uint32_t i = fq_lowest(two);
            for (uint64_t left = two & (two - 1); left; left &= left - 1) {
                uint32_t j = fq_lowest(left);
                if (in[i] != in[j]) continue;
                uint64_t both = UINT64_C(1) << i | UINT64_C(1) << j, others = 0;
                for (uint64_t rest = open & ~both; rest; rest &= rest - 1)
                    others |= in[fq_lowest(rest)];
                if (others & in[i]) return NAME(confine)(l, from, both, to, in[i]);
            }
        }
    }
    return FQ_NOTHING;
}

/* Applies the smallest Hall set of the pairs of kinds `first` to `last` - 1. Let a Hall set consist
 * of k regions in k rows. Then the other rows and the other regions form a Hall set of the opposite
 * pair of kinds, which eliminates the same cells. So if one pair of kinds has no Hall set, the
 * opposite pair is skipped. (If the opposite Hall set has only one unit, it is not counted as a
 * Hall set; but then the rule confined applies, and confined has been applied before.) */
static fq_logic_fired NAME(hall_set)(fq_logic *l, uint32_t first, uint32_t last)
{
    static const uint8_t dual[6] = {0, 1, 0, 1, 4, 4};
    uint32_t found = 0; /* pairs of kinds with a Hall set, or that could not be tested */
    uint32_t best = UINT32_MAX, best_pair = 0;
    uint64_t best_from = 0, best_to = 0;
    for (uint32_t pair = first; pair < last; pair++) {
        uint32_t kind = NAME(kind_pairs)[pair][0], to_kind = NAME(kind_pairs)[pair][1];
        uint64_t in[64], back[64], from, to, open = NAME(units_of_kind)(l, l->open, kind);
        uint64_t rights = NAME(units_of_kind)(l, l->open, to_kind);
        /* if regions may stay without a queen, no region is in l->open, so a pair of kinds with
         * regions on the left cannot be tested */
        if (!open) found |= UINT32_C(1) << pair;
        if (dual[pair] != pair && !(found >> dual[pair] & 1)) continue;
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            in[i] = NAME(units_of_kind)(l, l->candidate_units + (kind * l->stride + i) * S, to_kind);
        }
        for (uint64_t right = rights; right; right &= right - 1) {
            uint32_t i = fq_lowest(right);
            back[i] = NAME(units_of_kind)(l, l->candidate_units + (to_kind * l->stride + i) * S, kind);
        }
        uint32_t size = fq_find_hall_set(in, rights ? back : NULL, open, &from, &to);
        if (size == UINT32_MAX) {
            /* There is no solution. This call only writes the note; the next line removes the
             * eliminations from the note. */
            NAME(confine)(l, kind, from, to_kind, to);
            for (uint32_t w = 0; w < W; w++) l->note.eliminated[w] = 0;
            return FQ_REFUTED;
        }
        if (size) found |= UINT32_C(1) << pair;
        if (size && size < best) best = size, best_pair = pair, best_from = from, best_to = to;
    }
    if (best == UINT32_MAX) return FQ_NOTHING;
    const uint8_t *kinds = NAME(kind_pairs)[best_pair];
    return NAME(confine)(l, kinds[0], best_from, kinds[1], best_to);
}

static fq_logic_fired NAME(set)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(hall_set)(l, 0, 4);
}

static fq_logic_fired NAME(fish)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(hall_set)(l, 4, 6);
}

/* See board.h. In each round, every unit with only one candidate gets its queen there. If there is
 * no such unit and `depth` is FQ_WITH_ATTACKED, it applies the rule attacked to all units. */
static uint32_t NAME(follow_chain)(fq_logic *l, uint32_t cell, uint32_t limit, fq_logic_depth depth)
{
    uint64_t cand[W_MAX];
    uint32_t count = 0; /* cells in note.chain */
    NAME(units) open = NAME(load_units)(l->open);
    NAME(remove_units)(&open, NAME(load_units)(l->units_of + cell * S));
    for (uint32_t w = 0; w < W; w++) cand[w] = l->cand[w] & ~l->attacks[cell * W + w];
    cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    l->note.chain[count++] = (uint16_t)cell;

    for (uint32_t round = 0;; round++) {
        NAME(units) some = {{0}}, more = {{0}};
        for (uint32_t w = 0; w < W; w++) {
            const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
            for (uint64_t left = cand[w]; left; left &= left - 1) {
                const uint64_t *units = units_of + fq_lowest(left) * S;
                for (uint32_t k = 0; k < S; k++) {
                    more.w[k] |= some.w[k] & units[k];
                    some.w[k] |= units[k];
                }
            }
        }
        NAME(units) none = NAME(in_both_without)(open, open, some);
        if (NAME(any_unit)(none)) {
            NAME(note_unit)(l, NAME(take_lowest)(&none));
            NAME(end_chain)(l, count);
            return round;
        }
        if (round == limit) return FQ_LIMIT_REACHED;
        NAME(units) forced = NAME(in_both_without)(open, some, more);
        if (NAME(any_unit)(forced)) {
            while (NAME(any_unit)(forced)) {
                uint32_t unit = NAME(take_lowest)(&forced);
                uint32_t here = NAME(lowest_candidate)(l, cand, unit);
                /* the next round finds that this unit has no candidate */
                if (here == UINT32_MAX) break;
                for (uint32_t w = 0; w < W; w++) cand[w] &= ~l->attacks[here * W + w];
                cand[here / 64] &= ~(UINT64_C(1) << here % 64);
                l->note.chain[count++] = (uint16_t)here;
                NAME(units) own = NAME(load_units)(l->units_of + here * S);
                NAME(remove_units)(&open, own);
                NAME(remove_units)(&forced, own);
            }
            continue;
        }
        if (depth == FQ_SINGLES) return FQ_NO_CONTRADICTION;
        uint64_t gone[W_MAX], all[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) all[w] = 0;
        for (NAME(units) left = open; NAME(any_unit)(left);)
            if (NAME(attacked_by_all)(l, cand, NAME(take_lowest)(&left), gone))
                for (uint32_t w = 0; w < W; w++) any |= all[w] |= gone[w];
        if (!any) return FQ_NO_CONTRADICTION;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~all[w];
    }
}

/* Marks the candidates at which no forcing chain begins, because a queen there would force no other
 * queen at once. Nine of ten candidates are marked; the levels with FQ_SINGLES skip them. For each
 * unit this function counts how many candidates of the unit would be left if a queen stood on a
 * cell. It counts for all cells at the same time, and each count stops at two. If at most one
 * candidate of a unit would be left, the cell is not marked. */
static void NAME(mark_exhausted)(fq_logic *l)
{
    uint64_t force[W_MAX];
    for (uint32_t w = 0; w < W; w++) force[w] = 0;
    for (NAME(units) open = NAME(load_units)(l->open); NAME(any_unit)(open);) {
        const uint64_t *cells = l->unit_cells + NAME(take_lowest)(&open) * W;
        uint64_t some[W_MAX], more[W_MAX], any = 1;
        for (uint32_t w = 0; w < W; w++) {
            some[w] = 0;
            more[w] = ~l->cand[w] | cells[w];
        }
        for (uint32_t v = 0; v < W && any; v++) {
            for (uint64_t left = l->cand[v] & cells[v]; left && any; left &= left - 1) {
                const uint64_t *attacks = l->attacks + (size_t)(64 * v + fq_lowest(left)) * W;
                any = 0;
                for (uint32_t w = 0; w < W; w++) {
                    more[w] |= some[w] & ~attacks[w];
                    some[w] |= ~attacks[w];
                    any |= ~more[w];
                }
            }
        }
        for (uint32_t w = 0; w < W; w++) force[w] |= ~more[w];
    }
    for (uint32_t w = 0; w < W; w++) l->exhausted[w] = ~force[w];
}

/* several_stars.h - the rules for several stars in each unit. A file includes board.h before
 * this header, in the same way as for one_star.h.
 *
 * The numbers of stars that the units need are stored as sets of units: need[m] is the set of units
 * that need m + 1 stars. The numbers of candidates are stored in the same way: least[j] is the set
 * of units with more than j candidates (see stars/state.h). So these formulas give sets of units:
 *
 *     units with too few candidates               need[m] & ~least[m]
 *     units in which each candidate is a star     need[m] &  least[m] & ~least[m + 1]
 *
 * A placement of a unit puts the missing stars of the unit on some of its candidates. */

typedef struct NAME(need) {
    NAME(units) m[FQ_LOGIC_MAX_STARS]; /* units that need m + 1 stars */
    uint32_t stars;
} NAME(need);

static inline NAME(need) NAME(load_need)(const fq_logic *l)
{
    NAME(need) need;
    need.stars = l->stars;
    for (uint32_t m = 0; m < need.stars; m++) need.m[m] = NAME(load_units)(l->need[m]);
    return need;
}

static inline uint32_t NAME(missing_stars)(const NAME(need) * need, uint32_t unit)
{
    const uint32_t k = unit / 64 % S, bit = unit % 64;
    uint32_t missing = 0;
    for (uint32_t m = 0; m < need->stars; m++)
        missing += (uint32_t)(need->m[m].w[k] >> bit & 1) * (m + 1);
    return missing;
}

/* Reduces by one the number of stars that the units `own` need, after a star was placed in them.
 * Returns the units that have all their stars now. */
static inline NAME(units) NAME(add_star)(NAME(need) * need, NAME(units) own)
{
    NAME(units) full;
    for (uint32_t k = 0; k < S; k++) {
        full.w[k] = need->m[0].w[k] & own.w[k];
        for (uint32_t m = 0; m + 1 < need->stars; m++)
            need->m[m].w[k] = (need->m[m].w[k] & ~own.w[k]) | (need->m[m + 1].w[k] & own.w[k]);
        need->m[need->stars - 1].w[k] &= ~own.w[k];
    }
    return full;
}

/* Places a star on `cell` in `cand` and `need`: removes the candidates that this star excludes,
 * including `cell`, from `cand`, and updates `need`. */
static inline void NAME(prune_for_star)(const fq_logic *l, uint64_t *cand, NAME(need) * need,
                                        uint32_t cell)
{
    NAME(units) full = NAME(add_star)(need, NAME(load_units)(l->units_of + cell * S));
    for (uint32_t w = 0; w < W; w++) cand[w] &= ~l->attacks[cell * W + w];
    cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    while (NAME(any_unit)(full)) {
        const uint64_t *cells = l->unit_cells + NAME(take_lowest)(&full) * W;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~cells[w];
    }
}

/* The number of candidates of each unit: least[j] is the set of units with more than j
 * candidates. */
typedef struct NAME(counts) {
    NAME(units) least[FQ_LOGIC_MAX_STARS + 1];
    uint32_t stars;
} NAME(counts);

static inline void NAME(count_candidate)(NAME(counts) * room, const uint64_t *units_of)
{
    for (uint32_t k = 0; k < S; k++) {
        for (uint32_t j = room->stars; j > 0; j--)
            room->least[j].w[k] |= room->least[j - 1].w[k] & units_of[k];
        room->least[0].w[k] |= units_of[k];
    }
}

/* Returns the units that have fewer candidates than they need stars. Writes to `forced` the units
 * that have exactly as many candidates as they need stars. */
static inline NAME(units)
    NAME(find_short_units)(const NAME(counts) * room, const NAME(need) * need, NAME(units) * forced)
{
    NAME(units) few = {{0}}, all = {{0}};
    for (uint32_t m = 0; m < need->stars; m++)
        for (uint32_t k = 0; k < S; k++) {
            few.w[k] |= need->m[m].w[k] & ~room->least[m].w[k];
            all.w[k] |= need->m[m].w[k] & room->least[m].w[k] & ~room->least[m + 1].w[k];
        }
    *forced = all;
    return few;
}

static void NAME(survey_units)(fq_logic *l)
{
    const NAME(need) need = NAME(load_need)(l);
    NAME(counts) room = {.stars = l->stars};
    uint64_t *candidate_units = l->candidate_units;
    for (uint32_t u = 0; u < 3 * l->stride * S; u++) candidate_units[u] = 0;
    for (uint32_t w = 0; w < W; w++) {
        const fq_cell_units *cell_units = l->cell_units + 64 * w;
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        for (uint64_t left = l->cand[w]; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            NAME(count_candidate)(&room, units_of + i * S);
            for (uint32_t t = 0; t < 3; t++)
                for (uint32_t k = 0; k < S; k++)
                    candidate_units[cell_units[i].unit[t] * S + k] |= units_of[i * S + k];
        }
    }
    NAME(units) forced, few = NAME(find_short_units)(&room, &need, &forced);
    for (uint32_t k = 0; k < S; k++) l->too_few[k] = few.w[k], l->just_enough[k] = forced.w[k];
    l->surveyed = 1;
}

/* Looks for a unit that has fewer candidates than it needs stars. */
static fq_logic_fired NAME(find_conflict)(fq_logic *l)
{
    NAME(units) few = NAME(load_units)(l->too_few);
    if (!NAME(any_unit)(few)) return FQ_NOTHING;
    uint32_t unit = NAME(take_lowest)(&few);
    NAME(note_unit)(l, unit);
    for (uint32_t w = 0; w < W; w++) {
        l->note.cells[w] = l->cand[w] & l->unit_cells[unit * W + w];
        l->note.eliminated[w] = 0;
    }
    return FQ_REFUTED;
}

/* Places a star on a candidate. The rule `queen` eliminates the attacked cells later. */
static int NAME(place)(fq_logic *l, uint32_t cell)
{
    const uint64_t bit = UINT64_C(1) << cell % 64, *units = l->units_of + cell * S;
    if (!(l->cand[cell / 64] & bit)) return 0;
    for (uint32_t k = 0; k < S; k++)
        if (units[k] & ~l->open[k]) return 0;
    for (uint32_t p = l->pending; p < l->placed; p++)
        if (l->attacks[l->queens[p] * W + cell / 64] & bit) return 0;
    NAME(need) need = NAME(load_need)(l);
    NAME(units) full = NAME(add_star)(&need, NAME(load_units)(units));
    for (uint32_t k = 0; k < S; k++) {
        l->open[k] &= ~full.w[k];
        for (uint32_t m = 0; m < need.stars; m++) l->need[m][k] = need.m[m].w[k];
    }
    l->cand[cell / 64] &= ~bit;
    l->queens[l->placed++] = (uint16_t)cell;
    l->surveyed = 0;
    return 1;
}

/* Places a star and adds it to the note. */
static void NAME(place_and_note)(fq_logic *l, uint32_t cell)
{
    if (NAME(place)(l, cell)) l->note.placed[l->note.placed_count++] = (uint16_t)cell;
}

/* -------------------------------------------------------------------------------- the rules */

static fq_logic_fired NAME(queen)(fq_logic *l, uint64_t end)
{
    (void)end;
    while (l->pending < l->placed) {
        const uint32_t cell = l->queens[l->pending++];
        const fq_cell_units *cell_units = l->cell_units + cell;
        uint64_t gone[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) any |= gone[w] = l->cand[w] & l->attacks[cell * W + w];
        for (uint32_t t = 0; t < 3; t++) {
            const uint32_t unit = cell_units->unit[t];
            if (l->open[unit / 64 % S] >> unit % 64 & 1) continue;
            for (uint32_t w = 0; w < W; w++) any |= gone[w] |= l->cand[w] & l->unit_cells[unit * W + w];
            l->note.full[t] = (uint8_t)(unit - t * l->stride + 1);
        }
        if (!any) {
            l->note.full[0] = l->note.full[1] = l->note.full[2] = 0;
            continue;
        }
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
    NAME(units) forced = NAME(load_units)(l->just_enough);
    if (!NAME(any_unit)(forced)) return FQ_NOTHING;
    const uint32_t unit = NAME(take_lowest)(&forced);
    NAME(note_unit)(l, unit);
    for (uint32_t w = 0; w < W; w++) {
        l->note.cells[w] = l->cand[w] & l->unit_cells[unit * W + w];
        l->note.eliminated[w] = 0;
    }
    for (uint32_t w = 0; w < W; w++)
        for (uint64_t left = l->note.cells[w]; left; left &= left - 1)
            NAME(place_and_note)(l, 64 * w + fq_lowest(left));
    return FQ_FIRED;
}

/* Finds a unit whose candidates all lie in one other unit that needs the same number of stars. */
static fq_logic_fired NAME(confined)(fq_logic *l, uint64_t end)
{
    (void)end;
    const NAME(need) need = NAME(load_need)(l);
    for (uint32_t pair = 0; pair < 4; pair++) {
        const uint32_t from = NAME(kind_pairs)[pair][0], to = NAME(kind_pairs)[pair][1];
        for (uint64_t left = NAME(units_of_kind)(l, l->open, from); left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            const uint32_t unit = from * l->stride + i;
            const uint64_t in = NAME(units_of_kind)(l, l->candidate_units + unit * S, to);
            if (in & (in - 1)) continue;
            const uint32_t other = to * l->stride + fq_lowest(in);
            const uint64_t others = NAME(units_of_kind)(l, l->candidate_units + other * S, from);
            if (others & (others - 1) &&
                NAME(missing_stars)(&need, unit) == NAME(missing_stars)(&need, other))
                return NAME(confine)(l, from, UINT64_C(1) << i, to, in);
        }
    }
    return FQ_NOTHING;
}

/* The common properties of the placements of a unit that were tried so far. */
typedef struct NAME(common) {
    const uint64_t *cand; /* candidates before the stars are placed */
    uint64_t gone[W_MAX]; /* candidates that every placement eliminates */
    uint64_t must[W_MAX]; /* cells that have a star in every placement */
    uint32_t number;      /* number of placements tried so far */
    int nothing_common;   /* whether `gone` and `must` are empty */
} NAME(common);

/* Adds one placement to the common properties. `stand` holds the stars of the placement; `after`
 * holds the candidates that these stars leave. */
static inline void NAME(add_placement)(const fq_logic *l, NAME(common) * all, const uint64_t *after,
                              const uint64_t *stand)
{
    uint64_t any = 0;
    (void)l; /* the macro W uses l only for large boards */
    for (uint32_t w = 0; w < W; w++) {
        any |= all->gone[w] &= all->cand[w] & ~after[w] & ~stand[w];
        any |= all->must[w] &= stand[w];
    }
    all->number++;
    all->nothing_common = !any;
}

/* Tries all ways to put `stars` more stars of a unit on the cells of the unit with numbers from
 * `first` on. `taken` holds the stars placed so far; `cand` and `need` describe the board with
 * these stars. */
static void NAME(enumerate_placements)(const fq_logic *l, NAME(common) * all, uint32_t unit,
                                 uint32_t stars, uint32_t first, const uint64_t *cand,
                                 const NAME(need) * need, const uint64_t *taken)
{
    const uint64_t *cells = l->unit_cells + unit * W;
    for (uint32_t w = first / 64; w < W && !all->nothing_common; w++) {
        uint64_t left = cand[w] & cells[w];
        if (w == first / 64) left &= ~fq_ones(first % 64);
        for (; left && !all->nothing_common; left &= left - 1) {
            const uint32_t cell = 64 * w + fq_lowest(left);
            uint64_t after[W_MAX], stand[W_MAX];
            for (uint32_t v = 0; v < W; v++) stand[v] = taken[v];
            stand[cell / 64] |= UINT64_C(1) << cell % 64;
            if (stars > 1) {
                NAME(need) missing = *need;
                for (uint32_t v = 0; v < W; v++) after[v] = cand[v];
                NAME(prune_for_star)(l, after, &missing, cell);
                NAME(enumerate_placements)(l, all, unit, stars - 1, cell + 1, after, &missing, stand);
                continue;
            }
            /* the same as prune_for_star, but the need is not updated after the last star */
            const uint64_t *attacks = l->attacks + (size_t)cell * W;
            for (uint32_t v = 0; v < W; v++) after[v] = cand[v] & ~attacks[v];
            NAME(units) full = NAME(load_units)(l->units_of + (size_t)cell * S);
            for (uint32_t k = 0; k < S; k++) full.w[k] &= need->m[0].w[k];
            while (NAME(any_unit)(full)) {
                const uint64_t *out = l->unit_cells + NAME(take_lowest)(&full) * W;
                for (uint32_t v = 0; v < W; v++) after[v] &= ~out[v];
            }
            NAME(add_placement)(l, all, after, stand);
        }
    }
}

/* Tries one placement: puts a star on `cell`, then each further star on the last cell that is still
 * possible. If the stars do not fit, this function adds no placement to the common properties. */
static void NAME(try_one_placement)(const fq_logic *l, NAME(common) * all, uint32_t unit,
                                    uint32_t stars, const NAME(need) * need, uint32_t cell)
{
    const uint64_t *cells = l->unit_cells + unit * W;
    NAME(need) missing = *need;
    uint64_t after[W_MAX], stand[W_MAX];
    for (uint32_t w = 0; w < W; w++) after[w] = all->cand[w], stand[w] = 0;
    for (;;) {
        NAME(prune_for_star)(l, after, &missing, cell);
        stand[cell / 64] |= UINT64_C(1) << cell % 64;
        if (!--stars) break;
        uint32_t w = W;
        while (w && !(after[w - 1] & cells[w - 1])) w--;
        if (!w) return;
        cell = 64 * w - 1 - (uint32_t)__builtin_clzll(after[w - 1] & cells[w - 1]);
    }
    NAME(add_placement)(l, all, after, stand);
}

/* For each cell of a unit that no earlier placement used, tries one placement that uses the cell.
 * These placements have so little in common that for most units no more placements need to be
 * tried. Tried: only the order of enumerate_placements, in which many successive placements share a
 * star. A board of 64 rows and three stars with few eliminated cells then took 100 times as
 * long. */
static void NAME(sample_placements)(const fq_logic *l, NAME(common) * all, uint32_t unit,
                                    uint32_t stars, const NAME(need) * need)
{
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *cells = l->unit_cells + unit * W;
        for (uint64_t left = all->cand[w] & cells[w]; left && !all->nothing_common;) {
            NAME(try_one_placement)(l, all, unit, stars, need, 64 * w + fq_lowest(left));
            left &= left - 1;
            if (all->number) left &= all->gone[w];
        }
    }
}

/* Finds the cells that have a star in every placement of a unit, and the candidates that every
 * placement of the unit eliminates.
 * Returns FQ_REFUTED if the unit has no placement. */
static fq_logic_fired NAME(find_common)(const fq_logic *l, const uint64_t *cand,
                                        const NAME(need) * need, uint32_t unit,
                                        NAME(common) * all)
{
    uint64_t none[W_MAX];
    all->cand = cand;
    all->number = 0;
    all->nothing_common = 0;
    for (uint32_t w = 0; w < W; w++) {
        all->gone[w] = all->must[w] = UINT64_MAX;
        none[w] = 0;
    }
    const uint32_t stars = NAME(missing_stars)(need, unit);
    uint32_t size = 0;
    for (uint32_t w = 0; w < W; w++) size += fq_popcount(cand[w] & l->unit_cells[unit * W + w]);
    /* in a smaller unit, sampling would take more time than it saves */
    if (size > 16) NAME(sample_placements)(l, all, unit, stars, need);
    if (!all->nothing_common) NAME(enumerate_placements)(l, all, unit, stars, 0, cand, need, none);
    return !all->number ? FQ_REFUTED : all->nothing_common ? FQ_NOTHING : FQ_FIRED;
}

/* Removes from `common_checked` the units whose placements may have more in common now than at the
 * last check. A unit is removed if it lost candidates since, or if some of its candidates lie in a
 * unit that needs fewer stars now. */
static void NAME(update_checked)(fq_logic *l, const NAME(need) * need)
{
    NAME(units) changed = {{0}};
    uint64_t more = 0;
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        more |= l->cand[w] & ~l->common_cand[w];
        for (uint64_t left = l->common_cand[w] & ~l->cand[w]; left; left &= left - 1)
            for (uint32_t k = 0; k < S; k++) changed.w[k] |= units_of[fq_lowest(left) * S + k];
        l->common_cand[w] = l->cand[w];
    }
    for (uint32_t m = 0; m < need->stars; m++) {
        NAME(units) left = need->m[m];
        for (uint32_t k = 0; k < S; k++) {
            left.w[k] ^= l->common_need[m][k];
            l->common_need[m][k] = need->m[m].w[k];
        }
        while (NAME(any_unit)(left)) {
            const uint32_t unit = NAME(take_lowest)(&left);
            for (uint32_t k = 0; k < S; k++) changed.w[k] |= l->candidate_units[unit * S + k];
            changed.w[unit / 64 % S] |= UINT64_C(1) << unit % 64;
        }
    }
    for (uint32_t k = 0; k < S; k++)
        l->common_checked[k] = more ? 0 : l->common_checked[k] & ~changed.w[k];
}

static fq_logic_fired NAME(attacked)(fq_logic *l, uint64_t end)
{
    (void)end;
    const NAME(need) need = NAME(load_need)(l);
    NAME(update_checked)(l, &need);
    NAME(units) left = NAME(load_units)(l->open);
    NAME(remove_units)(&left, NAME(load_units)(l->common_checked));
    while (NAME(any_unit)(left)) {
        NAME(common) all;
        const uint32_t unit = NAME(take_lowest)(&left);
        const fq_logic_fired fired = NAME(find_common)(l, l->cand, &need, unit, &all);
        if (fired == FQ_NOTHING) {
            l->common_checked[unit / 64 % S] |= UINT64_C(1) << unit % 64;
            continue;
        }
        NAME(note_unit)(l, unit);
        for (uint32_t w = 0; w < W; w++) {
            l->note.cells[w] = l->cand[w] & l->unit_cells[unit * W + w];
            l->note.eliminated[w] = 0;
        }
        if (fired == FQ_REFUTED) return fired;
        NAME(eliminate)(l, all.gone);
        for (uint32_t w = 0; w < W; w++)
            for (uint64_t must = all.must[w]; must; must &= must - 1)
                NAME(place_and_note)(l, 64 * w + fq_lowest(must));
        return FQ_FIRED;
    }
    return FQ_NOTHING;
}

/* Applies the smallest weighted Hall set: units of one kind whose candidates all lie in units of
 * another kind that together need the same number of stars. `most` is the maximum number of units
 * of either kind. */
static fq_logic_fired NAME(hall_set)(fq_logic *l, uint32_t first, uint32_t last, uint32_t most)
{
    const NAME(need) need = NAME(load_need)(l);
    uint32_t best = most + 1, best_pair = 0;
    uint64_t best_from = 0, best_to = 0;
    for (uint32_t pair = first; pair < last; pair++) {
        const uint32_t kind = NAME(kind_pairs)[pair][0], to_kind = NAME(kind_pairs)[pair][1];
        const uint64_t open = NAME(units_of_kind)(l, l->open, kind);
        uint64_t in[64], from, to;
        uint8_t left_needs[64], right_needs[64];
        for (uint64_t left = open; left; left &= left - 1) {
            const uint32_t i = fq_lowest(left), unit = kind * l->stride + i;
            in[i] = NAME(units_of_kind)(l, l->candidate_units + unit * S, to_kind);
            left_needs[i] = (uint8_t)NAME(missing_stars)(&need, unit);
        }
        for (uint64_t left = NAME(units_of_kind)(l, l->open, to_kind); left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            right_needs[i] = (uint8_t)NAME(missing_stars)(&need, to_kind * l->stride + i);
        }
        const uint32_t size = fq_find_weighted_hall_set(in, left_needs, right_needs, open, &from, &to);
        if (size == UINT32_MAX) {
            if (most < FQ_LOGIC_MAX_N) continue; /* a later rule finds this contradiction */
            NAME(confine)(l, kind, from, to_kind, to); /* only writes the note */
            for (uint32_t w = 0; w < W; w++) l->note.eliminated[w] = 0;
            return FQ_REFUTED;
        }
        if (size && size < best) best = size, best_pair = pair, best_from = from, best_to = to;
    }
    if (best > most) return FQ_NOTHING;
    const uint8_t *kinds = NAME(kind_pairs)[best_pair];
    return NAME(confine)(l, kinds[0], best_from, kinds[1], best_to);
}

static fq_logic_fired NAME(pair)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(hall_set)(l, 0, 4, 2);
}

static fq_logic_fired NAME(set)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(hall_set)(l, 0, 4, FQ_LOGIC_MAX_N);
}

static fq_logic_fired NAME(fish)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(hall_set)(l, 4, 6, FQ_LOGIC_MAX_N);
}

static uint32_t NAME(follow_chain)(fq_logic *l, uint32_t cell, uint32_t limit, fq_logic_depth depth)
{
    uint64_t cand[W_MAX];
    uint32_t count = 0; /* cells in note.chain */
    NAME(need) need = NAME(load_need)(l);
    for (uint32_t w = 0; w < W; w++) cand[w] = l->cand[w];
    NAME(prune_for_star)(l, cand, &need, cell);
    l->note.chain[count++] = (uint16_t)cell;

    for (uint32_t round = 0;; round++) {
        NAME(counts) room = {.stars = l->stars};
        for (uint32_t w = 0; w < W; w++) {
            const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
            for (uint64_t left = cand[w]; left; left &= left - 1)
                NAME(count_candidate)(&room, units_of + fq_lowest(left) * S);
        }
        NAME(units) forced, few = NAME(find_short_units)(&room, &need, &forced);
        if (NAME(any_unit)(few)) {
            NAME(note_unit)(l, NAME(take_lowest)(&few));
            NAME(end_chain)(l, count);
            return round;
        }
        if (round == limit) return FQ_LIMIT_REACHED;
        if (NAME(any_unit)(forced)) {
            while (NAME(any_unit)(forced)) {
                const uint32_t unit = NAME(take_lowest)(&forced);
                /* if two of these stars touch, the next round finds a contradiction */
                for (;;) {
                    const uint32_t here = NAME(lowest_candidate)(l, cand, unit);
                    if (here == UINT32_MAX) break;
                    NAME(prune_for_star)(l, cand, &need, here);
                    l->note.chain[count++] = (uint16_t)here;
                }
            }
            continue;
        }
        if (depth == FQ_SINGLES) return FQ_NO_CONTRADICTION;
        NAME(units) open = {{0}};
        for (uint32_t m = 0; m < need.stars; m++)
            for (uint32_t k = 0; k < S; k++) open.w[k] |= need.m[m].w[k];
        uint64_t gone[W_MAX], must[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) gone[w] = must[w] = 0;
        while (NAME(any_unit)(open)) {
            NAME(common) all;
            const uint32_t unit = NAME(take_lowest)(&open);
            const fq_logic_fired fired = NAME(find_common)(l, cand, &need, unit, &all);
            if (fired == FQ_REFUTED) {
                NAME(note_unit)(l, unit);
                NAME(end_chain)(l, count);
                return round + 1;
            }
            if (fired == FQ_FIRED)
                for (uint32_t w = 0; w < W; w++) {
                    any |= gone[w] |= all.gone[w];
                    any |= must[w] |= all.must[w];
                }
        }
        if (!any) return FQ_NO_CONTRADICTION;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~gone[w];
        for (uint32_t v = 0; v < W; v++)
            for (; must[v]; must[v] &= must[v] - 1) {
                const uint32_t here = 64 * v + fq_lowest(must[v]);
                /* If this cell has just been eliminated, no star is placed on it. The next round
                 * then finds a unit that needs a star here and has too few candidates. */
                if (!(cand[v] >> here % 64 & 1)) continue;
                NAME(prune_for_star)(l, cand, &need, here);
                l->note.chain[count++] = (uint16_t)here;
            }
    }
}

/* Marks no candidate, because a forcing chain may begin at every candidate. */
static void NAME(mark_exhausted)(fq_logic *l)
{
    for (uint32_t w = 0; w < W; w++) l->exhausted[w] = 0;
}

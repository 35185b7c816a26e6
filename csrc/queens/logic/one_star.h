/* one_star.h - the rules for one queen a unit, included after board.h once for each size
 * of board: W words a board (at most W_MAX), S words a set of units, NAME(x) names the functions.
 * See state.h for the layout.
 *
 * A rule prunes candidates, fills the note and returns FQ_FIRED; or it changes nothing. */

/* Which units have no candidate, one or more; and for each unit the units of its candidates. A
 * counter that saturates at two adds up the unit masks of the cells. */
static void NAME(survey)(fq_logic *l)
{
    const uint32_t units = 3 * l->stride * S;
    NAME(units) some = {{0}}, more = {{0}};
    uint64_t *seen = l->seen;
    for (uint32_t u = 0; u < units; u++) seen[u] = 0;
    for (uint32_t w = 0; w < W; w++) {
        const fq_logic_where *where = l->where + 64 * w;
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        for (uint64_t left = l->cand[w]; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            for (uint32_t k = 0; k < S; k++) {
                uint64_t u = units_of[i * S + k];
                more.w[k] |= some.w[k] & u;
                some.w[k] |= u;
                seen[where[i].unit[0] * S + k] |= u;
                seen[where[i].unit[1] * S + k] |= u;
                seen[where[i].unit[2] * S + k] |= u;
            }
        }
    }
    for (uint32_t k = 0; k < S; k++) l->some[k] = some.w[k], l->more[k] = more.w[k];
    l->fresh = 1;
}

/* A unit without a queen and without a candidate. */
static fq_logic_fired NAME(empty)(fq_logic *l)
{
    NAME(units) open = NAME(get)(l->open);
    NAME(units) none = NAME(both)(open, open, NAME(get)(l->some));
    if (!NAME(any)(none)) return FQ_NOTHING;
    NAME(note_unit)(l, NAME(take)(&none));
    for (uint32_t w = 0; w < W; w++) l->note.cells[w] = l->note.eliminated[w] = 0;
    return FQ_REFUTED;
}

/* Puts a queen on a candidate; the rule `queen` draws the consequences. */
static int NAME(place)(fq_logic *l, uint32_t cell)
{
    uint64_t bit = UINT64_C(1) << cell % 64;
    if (!(l->cand[cell / 64] & bit)) return 0;
    for (uint32_t p = l->pending; p < l->placed; p++)
        if (l->hit[l->queens[p] * W + cell / 64] & bit) return 0;
    l->cand[cell / 64] &= ~bit;
    for (uint32_t k = 0; k < S; k++) l->open[k] &= ~l->units_of[cell * S + k];
    l->queens[l->placed++] = (uint16_t)cell;
    l->fresh = 0;
    return 1;
}

/* -------------------------------------------------------------------------------- the rules */

static fq_logic_fired NAME(queen)(fq_logic *l, uint64_t end)
{
    (void)end;
    while (l->pending < l->placed) {
        uint32_t cell = l->queens[l->pending++];
        uint64_t gone[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) any |= gone[w] = l->cand[w] & l->hit[cell * W + w];
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
    NAME(units) forced = NAME(both)(NAME(get)(l->open), NAME(get)(l->some), NAME(get)(l->more));
    if (!NAME(any)(forced)) return FQ_NOTHING;
    uint32_t unit = NAME(take)(&forced);
    uint32_t cell = NAME(cell)(l, l->cand, unit);
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
    for (uint32_t way = 0; way < 4; way++) {
        uint32_t from = NAME(ways)[way][0], to = NAME(ways)[way][1];
        for (uint64_t left = NAME(part)(l, l->open, from); left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            uint64_t in = NAME(part)(l, l->seen + (from * l->stride + i) * S, to);
            if (in & (in - 1)) continue;
            uint64_t others = NAME(part)(l, l->seen + (to * l->stride + fq_lowest(in)) * S, from);
            if (others & (others - 1)) return NAME(confine)(l, from, UINT64_C(1) << i, to, in);
        }
    }
    return FQ_NOTHING;
}

/* What every candidate of a unit attacks. 0 if that is nothing. */
static inline int NAME(common)(const fq_logic *l, const uint64_t *cand, uint32_t unit,
                               uint64_t *gone)
{
    uint64_t any = 1;
    for (uint32_t w = 0; w < W; w++) gone[w] = cand[w];
    for (uint32_t v = 0; v < W; v++) {
        for (uint64_t left = cand[v] & l->unit[unit * W + v]; left && any; left &= left - 1) {
            const uint64_t *hit = l->hit + (size_t)(64 * v + fq_lowest(left)) * W;
            any = 0;
            for (uint32_t w = 0; w < W; w++) any |= gone[w] &= hit[w];
        }
        if (!any) return 0;
    }
    return 1;
}

static fq_logic_fired NAME(attacked)(fq_logic *l, uint64_t end)
{
    (void)end;
    uint64_t gone[W_MAX];
    for (NAME(units) left = NAME(get)(l->open); NAME(any)(left);) {
        uint32_t unit = NAME(take)(&left);
        if (!NAME(common)(l, l->cand, unit, gone)) continue;
        NAME(note_unit)(l, unit);
        for (uint32_t w = 0; w < W; w++) l->note.cells[w] = l->cand[w] & l->unit[unit * W + w];
        NAME(eliminate)(l, gone);
        return FQ_FIRED;
    }
    return FQ_NOTHING;
}

static fq_logic_fired NAME(pair)(fq_logic *l, uint64_t end)
{
    (void)end;
    for (uint32_t way = 0; way < 4; way++) {
        uint32_t from = NAME(ways)[way][0], to = NAME(ways)[way][1];
        uint64_t in[64], two = 0, open = NAME(part)(l, l->open, from);
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            in[i] = NAME(part)(l, l->seen + (from * l->stride + i) * S, to);
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

/* The smallest Hall set over some ways. The units outside a Hall set, and what it does not claim,
 * are a Hall set the other way round that says the same; so where one way finds nothing its dual
 * is not asked (a dual set of one unit is the rule confined, which has nothing to say by now). */
static fq_logic_fired NAME(hall_set)(fq_logic *l, uint32_t first, uint32_t last)
{
    static const uint8_t dual[6] = {0, 1, 0, 1, 4, 4};
    uint32_t found = 0; /* ways that found a set, or could not be asked */
    uint32_t best = UINT32_MAX, best_way = 0;
    uint64_t best_from = 0, best_to = 0;
    for (uint32_t way = first; way < last; way++) {
        uint32_t kind = NAME(ways)[way][0], to_kind = NAME(ways)[way][1];
        uint64_t in[64], back[64], from, to, open = NAME(part)(l, l->open, kind);
        uint64_t rights = NAME(part)(l, l->open, to_kind);
        if (!open) found |= UINT32_C(1) << way; /* regions that may stay empty */
        if (dual[way] != way && !(found >> dual[way] & 1)) continue;
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            in[i] = NAME(part)(l, l->seen + (kind * l->stride + i) * S, to_kind);
        }
        for (uint64_t right = rights; right; right &= right - 1) {
            uint32_t i = fq_lowest(right);
            back[i] = NAME(part)(l, l->seen + (to_kind * l->stride + i) * S, kind);
        }
        uint32_t size = fq_hall_set(in, rights ? back : NULL, open, &from, &to);
        if (size == UINT32_MAX) {
            NAME(confine)(l, kind, from, to_kind, to); /* for the note: it is over */
            for (uint32_t w = 0; w < W; w++) l->note.eliminated[w] = 0;
            return FQ_REFUTED;
        }
        if (size) found |= UINT32_C(1) << way;
        if (size && size < best) best = size, best_way = way, best_from = from, best_to = to;
    }
    if (best == UINT32_MAX) return FQ_NOTHING;
    return NAME(confine)(l, NAME(ways)[best_way][0], best_from, NAME(ways)[best_way][1], best_to);
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

/* The forcing chain from a queen on `cell`, at most `limit` rounds long: the rule single alone, or
 * with FQ_CROSSES attacked too where single does not apply; a round does all that applies at once.
 * Returns the number of rounds after which a unit has no candidate left; FQ_AT_REST if that does
 * not happen, FQ_GOES_ON if it might with more rounds. The empty unit and the queens go to the
 * note. */
static uint32_t NAME(refute)(fq_logic *l, uint32_t cell, uint32_t limit, fq_logic_depth depth)
{
    uint64_t cand[W_MAX], queens[W_MAX];
    NAME(units) open = NAME(get)(l->open);
    NAME(drop)(&open, NAME(get)(l->units_of + cell * S));
    for (uint32_t w = 0; w < W; w++) {
        cand[w] = l->cand[w] & ~l->hit[cell * W + w];
        queens[w] = 0;
    }
    cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    queens[cell / 64] |= UINT64_C(1) << cell % 64;

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
        NAME(units) none = NAME(both)(open, open, some);
        if (NAME(any)(none)) {
            NAME(note_unit)(l, NAME(take)(&none));
            for (uint32_t w = 0; w < W; w++) l->note.cells[w] = queens[w];
            return round;
        }
        if (round == limit) return FQ_GOES_ON;
        NAME(units) forced = NAME(both)(open, some, more);
        if (NAME(any)(forced)) {
            while (NAME(any)(forced)) {
                uint32_t unit = NAME(take)(&forced), here = NAME(cell)(l, cand, unit);
                if (here == UINT32_MAX) break; /* seen as an empty unit in the next round */
                for (uint32_t w = 0; w < W; w++) cand[w] &= ~l->hit[here * W + w];
                cand[here / 64] &= ~(UINT64_C(1) << here % 64);
                queens[here / 64] |= UINT64_C(1) << here % 64;
                NAME(units) own = NAME(get)(l->units_of + here * S);
                NAME(drop)(&open, own);
                NAME(drop)(&forced, own);
            }
            continue;
        }
        if (depth == FQ_SINGLES) return FQ_AT_REST;
        uint64_t gone[W_MAX], all[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) all[w] = 0;
        for (NAME(units) left = open; NAME(any)(left);)
            if (NAME(common)(l, cand, NAME(take)(&left), gone))
                for (uint32_t w = 0; w < W; w++) any |= all[w] |= gone[w];
        if (!any) return FQ_AT_REST;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~all[w];
    }
}

/* Settles the candidates from which no forcing chain begins, as a queen there forces no other at
 * once: nine of ten, and the levels without crosses leave them out. For one unit, a counter that
 * saturates at two adds up, for all cells at the same time, how many of its candidates a queen
 * there would leave; the cells that leave at most one would force. */
static void NAME(settle)(fq_logic *l)
{
    uint64_t force[W_MAX];
    for (uint32_t w = 0; w < W; w++) force[w] = 0;
    for (NAME(units) open = NAME(get)(l->open); NAME(any)(open);) {
        const uint64_t *cells = l->unit + NAME(take)(&open) * W;
        uint64_t some[W_MAX], more[W_MAX], any = 1;
        for (uint32_t w = 0; w < W; w++) {
            some[w] = 0;
            more[w] = ~l->cand[w] | cells[w];
        }
        for (uint32_t v = 0; v < W && any; v++) {
            for (uint64_t left = l->cand[v] & cells[v]; left && any; left &= left - 1) {
                const uint64_t *hit = l->hit + (size_t)(64 * v + fq_lowest(left)) * W;
                any = 0;
                for (uint32_t w = 0; w < W; w++) {
                    more[w] |= some[w] & ~hit[w];
                    some[w] |= ~hit[w];
                    any |= ~more[w];
                }
            }
        }
        for (uint32_t w = 0; w < W; w++) force[w] |= ~more[w];
    }
    for (uint32_t w = 0; w < W; w++) l->settled[w] = ~force[w];
}

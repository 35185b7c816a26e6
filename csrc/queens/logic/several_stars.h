/* several_stars.h - the rules for several stars a unit; one_star.h has those for one, and
 * both begin with board.h.
 *
 * How many stars a unit misses is told by masks, need[m] for m + 1 stars, and how many candidates
 * it has by masks again, least[j] for more than j (see stars/state.h). So
 *
 *     too few    need[m] & ~least[m]
 *     forced     need[m] &  least[m] & ~least[m + 1]
 *
 * The rule `single` places all that such a unit has left; `confined`, `pair`, `set` and `fish` ask
 * whether the units on both sides miss the same number of stars; and `attacked` looks at every way
 * to put the stars of a unit, for cells that all of them attack or all of them take. */

typedef struct NAME(need) {
    NAME(units) m[FQ_LOGIC_MAX_STARS]; /* units that miss m + 1 stars, for m < stars */
    uint32_t stars;
} NAME(need);

static inline NAME(need) NAME(needs)(const fq_logic *l)
{
    NAME(need) need;
    need.stars = l->stars;
    for (uint32_t m = 0; m < need.stars; m++) need.m[m] = NAME(get)(l->need[m]);
    return need;
}

static inline uint32_t NAME(missing)(const NAME(need) * need, uint32_t unit)
{
    const uint32_t k = unit / 64 % S, bit = unit % 64;
    uint32_t missing = 0;
    for (uint32_t m = 0; m < need->stars; m++)
        missing += (uint32_t)(need->m[m].w[k] >> bit & 1) * (m + 1);
    return missing;
}

/* Three units miss one star less; returns those that are full now. */
static inline NAME(units) NAME(fill)(NAME(need) * need, NAME(units) own)
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

/* Prunes the candidates that a star on `cell` leaves no room for, the cell itself included. */
static inline void NAME(prune)(const fq_logic *l, uint64_t *cand, NAME(need) * need, uint32_t cell)
{
    NAME(units) full = NAME(fill)(need, NAME(get)(l->units_of + cell * S));
    for (uint32_t w = 0; w < W; w++) cand[w] &= ~l->hit[cell * W + w];
    cand[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    while (NAME(any)(full)) {
        const uint64_t *cells = l->unit + NAME(take)(&full) * W;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~cells[w];
    }
}

/* What the candidates leave to the units. */
typedef struct NAME(room) {
    NAME(units) least[FQ_LOGIC_MAX_STARS + 1];
    uint32_t stars;
} NAME(room);

static inline void NAME(count)(NAME(room) * room, const uint64_t *units_of)
{
    for (uint32_t k = 0; k < S; k++) {
        for (uint32_t j = room->stars; j > 0; j--)
            room->least[j].w[k] |= room->least[j - 1].w[k] & units_of[k];
        room->least[0].w[k] |= units_of[k];
    }
}

/* The units with too few candidates, and those whose candidates are all stars. */
static inline NAME(units)
    NAME(compare)(const NAME(room) * room, const NAME(need) * need, NAME(units) * forced)
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

static void NAME(survey)(fq_logic *l)
{
    const NAME(need) need = NAME(needs)(l);
    NAME(room) room = {.stars = l->stars};
    uint64_t *seen = l->seen;
    for (uint32_t u = 0; u < 3 * l->stride * S; u++) seen[u] = 0;
    for (uint32_t w = 0; w < W; w++) {
        const fq_logic_where *where = l->where + 64 * w;
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        for (uint64_t left = l->cand[w]; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            NAME(count)(&room, units_of + i * S);
            for (uint32_t t = 0; t < 3; t++)
                for (uint32_t k = 0; k < S; k++)
                    seen[where[i].unit[t] * S + k] |= units_of[i * S + k];
        }
    }
    NAME(units) forced, few = NAME(compare)(&room, &need, &forced);
    for (uint32_t k = 0; k < S; k++) l->some[k] = few.w[k], l->more[k] = forced.w[k];
    l->fresh = 1;
}

/* A unit with fewer candidates than stars missing. */
static fq_logic_fired NAME(empty)(fq_logic *l)
{
    NAME(units) few = NAME(get)(l->some);
    if (!NAME(any)(few)) return FQ_NOTHING;
    uint32_t unit = NAME(take)(&few);
    NAME(note_unit)(l, unit);
    for (uint32_t w = 0; w < W; w++) {
        l->note.cells[w] = l->cand[w] & l->unit[unit * W + w];
        l->note.eliminated[w] = 0;
    }
    return FQ_REFUTED;
}

/* Puts a star on a candidate; the rule `queen` draws the consequences. */
static int NAME(place)(fq_logic *l, uint32_t cell)
{
    const uint64_t bit = UINT64_C(1) << cell % 64, *units = l->units_of + cell * S;
    if (!(l->cand[cell / 64] & bit)) return 0;
    for (uint32_t k = 0; k < S; k++)
        if (units[k] & ~l->open[k]) return 0;
    for (uint32_t p = l->pending; p < l->placed; p++)
        if (l->hit[l->queens[p] * W + cell / 64] & bit) return 0;
    NAME(need) need = NAME(needs)(l);
    NAME(units) full = NAME(fill)(&need, NAME(get)(units));
    for (uint32_t k = 0; k < S; k++) {
        l->open[k] &= ~full.w[k];
        for (uint32_t m = 0; m < need.stars; m++) l->need[m][k] = need.m[m].w[k];
    }
    l->cand[cell / 64] &= ~bit;
    l->queens[l->placed++] = (uint16_t)cell;
    l->fresh = 0;
    return 1;
}

/* As a step. */
static void NAME(put)(fq_logic *l, uint32_t cell)
{
    if (NAME(place)(l, cell)) l->note.placed[l->note.placed_count++] = (uint16_t)cell;
}

/* -------------------------------------------------------------------------------- the rules */

static fq_logic_fired NAME(queen)(fq_logic *l, uint64_t end)
{
    (void)end;
    while (l->pending < l->placed) {
        const uint32_t cell = l->queens[l->pending++];
        const fq_logic_where *where = l->where + cell;
        uint64_t gone[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) any |= gone[w] = l->cand[w] & l->hit[cell * W + w];
        for (uint32_t t = 0; t < 3; t++) {
            const uint32_t unit = where->unit[t];
            if (l->open[unit / 64 % S] >> unit % 64 & 1) continue;
            for (uint32_t w = 0; w < W; w++) any |= gone[w] |= l->cand[w] & l->unit[unit * W + w];
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
    NAME(units) forced = NAME(get)(l->more);
    if (!NAME(any)(forced)) return FQ_NOTHING;
    const uint32_t unit = NAME(take)(&forced);
    NAME(note_unit)(l, unit);
    for (uint32_t w = 0; w < W; w++) {
        l->note.cells[w] = l->cand[w] & l->unit[unit * W + w];
        l->note.eliminated[w] = 0;
    }
    for (uint32_t w = 0; w < W; w++)
        for (uint64_t left = l->note.cells[w]; left; left &= left - 1)
            NAME(put)(l, 64 * w + fq_lowest(left));
    return FQ_FIRED;
}

/* A unit whose candidates lie in one other unit that misses as many stars. */
static fq_logic_fired NAME(confined)(fq_logic *l, uint64_t end)
{
    (void)end;
    const NAME(need) need = NAME(needs)(l);
    for (uint32_t way = 0; way < 4; way++) {
        const uint32_t from = NAME(ways)[way][0], to = NAME(ways)[way][1];
        for (uint64_t left = NAME(part)(l, l->open, from); left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            const uint64_t in = NAME(part)(l, l->seen + (from * l->stride + i) * S, to);
            if (in & (in - 1)) continue;
            const uint32_t other = to * l->stride + fq_lowest(in);
            const uint64_t others = NAME(part)(l, l->seen + other * S, from);
            if (others & (others - 1) &&
                NAME(missing)(&need, from * l->stride + i) == NAME(missing)(&need, other))
                return NAME(confine)(l, from, UINT64_C(1) << i, to, in);
        }
    }
    return FQ_NOTHING;
}

/* Of all ways to put the stars of a unit: the cells that each attacks, and those that each takes,
 * as far as the ways looked at go. */
typedef struct NAME(ways_of) {
    const uint64_t *cand; /* before any of them */
    uint64_t gone[W_MAX], must[W_MAX];
    uint32_t number; /* ways */
    int idle;        /* nothing is left to say */
} NAME(ways_of);

/* One way more: the stars `stand`, which leave the candidates `after`. */
static inline void NAME(meet)(const fq_logic *l, NAME(ways_of) * all, const uint64_t *after,
                              const uint64_t *stand)
{
    uint64_t any = 0;
    (void)l; /* W, on the largest boards */
    for (uint32_t w = 0; w < W; w++) {
        any |= all->gone[w] &= all->cand[w] & ~after[w] & ~stand[w];
        any |= all->must[w] &= stand[w];
    }
    all->number++;
    all->idle = !any;
}

/* Puts `stars` more stars of a unit on its cells from `first` on. `cand` and `need` are those after
 * the stars put so far, which are in `taken`. */
static void NAME(spread)(const fq_logic *l, NAME(ways_of) * all, uint32_t unit, uint32_t stars,
                         uint32_t first, const uint64_t *cand, const NAME(need) * need,
                         const uint64_t *taken)
{
    const uint64_t *cells = l->unit + unit * W;
    for (uint32_t w = first / 64; w < W && !all->idle; w++) {
        uint64_t left = cand[w] & cells[w];
        if (w == first / 64) left &= ~fq_ones(first % 64);
        for (; left && !all->idle; left &= left - 1) {
            const uint32_t cell = 64 * w + fq_lowest(left);
            uint64_t after[W_MAX], stand[W_MAX];
            for (uint32_t v = 0; v < W; v++) stand[v] = taken[v];
            stand[cell / 64] |= UINT64_C(1) << cell % 64;
            if (stars > 1) {
                NAME(need) missing = *need;
                for (uint32_t v = 0; v < W; v++) after[v] = cand[v];
                NAME(prune)(l, after, &missing, cell);
                NAME(spread)(l, all, unit, stars - 1, cell + 1, after, &missing, stand);
                continue;
            }
            /* as prune does, but nobody needs to know what is missing then */
            const uint64_t *hit = l->hit + (size_t)cell * W;
            for (uint32_t v = 0; v < W; v++) after[v] = cand[v] & ~hit[v];
            NAME(units) full = NAME(get)(l->units_of + (size_t)cell * S);
            for (uint32_t k = 0; k < S; k++) full.w[k] &= need->m[0].w[k];
            while (NAME(any)(full)) {
                const uint64_t *out = l->unit + NAME(take)(&full) * W;
                for (uint32_t v = 0; v < W; v++) after[v] &= ~out[v];
            }
            NAME(meet)(l, all, after, stand);
        }
    }
}

/* Looks at one way: a star on `cell`, the others as far down as they go. Nothing if they do not go
 * at all. */
static void NAME(probe)(const fq_logic *l, NAME(ways_of) * all, uint32_t unit, uint32_t stars,
                        const NAME(need) * need, uint32_t cell)
{
    const uint64_t *cells = l->unit + unit * W;
    NAME(need) missing = *need;
    uint64_t after[W_MAX], stand[W_MAX];
    for (uint32_t w = 0; w < W; w++) after[w] = all->cand[w], stand[w] = 0;
    for (;;) {
        NAME(prune)(l, after, &missing, cell);
        stand[cell / 64] |= UINT64_C(1) << cell % 64;
        if (!--stars) break;
        uint32_t w = W;
        while (w && !(after[w - 1] & cells[w - 1])) w--;
        if (!w) return;
        cell = 64 * w - 1 - (uint32_t)__builtin_clzll(after[w - 1] & cells[w - 1]);
    }
    NAME(meet)(l, all, after, stand);
}

/* Looks at one way for each cell of a unit that has not been in one. These have little in common,
 * so that most units are done with here; in the order of `spread` the ways that share a star come
 * one after the other, and three stars on a loose board of 64 rows take 100 times as long. */
static void NAME(sample)(const fq_logic *l, NAME(ways_of) * all, uint32_t unit, uint32_t stars,
                         const NAME(need) * need)
{
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *cells = l->unit + unit * W;
        for (uint64_t left = all->cand[w] & cells[w]; left && !all->idle;) {
            NAME(probe)(l, all, unit, stars, need, 64 * w + fq_lowest(left));
            left &= left - 1;
            if (all->number) left &= all->gone[w];
        }
    }
}

/* Whether the ways to put the stars of a unit have something in common; no way at all is
 * FQ_REFUTED. */
static fq_logic_fired NAME(common)(const fq_logic *l, const uint64_t *cand, const NAME(need) * need,
                                   uint32_t unit, NAME(ways_of) * all)
{
    uint64_t none[W_MAX];
    all->cand = cand;
    all->number = 0;
    all->idle = 0;
    for (uint32_t w = 0; w < W; w++) {
        all->gone[w] = all->must[w] = UINT64_MAX;
        none[w] = 0;
    }
    const uint32_t stars = NAME(missing)(need, unit);
    uint32_t size = 0;
    for (uint32_t w = 0; w < W; w++) size += fq_popcount(cand[w] & l->unit[unit * W + w]);
    if (size > 16) NAME(sample)(l, all, unit, stars, need); /* below it does not pay */
    if (!all->idle) NAME(spread)(l, all, unit, stars, 0, cand, need, none);
    return !all->number ? FQ_REFUTED : all->idle ? FQ_NOTHING : FQ_FIRED;
}

/* Brings `quiet` up to date. What the ways of a unit have in common changes with its candidates, and
 * with what the units that these lie in miss; fewer candidates elsewhere only leave less to rule out. */
static void NAME(listen)(fq_logic *l, const NAME(need) * need)
{
    NAME(units) loud = {{0}};
    uint64_t more = 0;
    for (uint32_t w = 0; w < W; w++) {
        const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
        more |= l->cand[w] & ~l->heard[w];
        for (uint64_t left = l->heard[w] & ~l->cand[w]; left; left &= left - 1)
            for (uint32_t k = 0; k < S; k++) loud.w[k] |= units_of[fq_lowest(left) * S + k];
        l->heard[w] = l->cand[w];
    }
    for (uint32_t m = 0; m < need->stars; m++) {
        NAME(units) left = need->m[m];
        for (uint32_t k = 0; k < S; k++) {
            left.w[k] ^= l->lacked[m][k];
            l->lacked[m][k] = need->m[m].w[k];
        }
        while (NAME(any)(left)) {
            const uint32_t unit = NAME(take)(&left);
            for (uint32_t k = 0; k < S; k++) loud.w[k] |= l->seen[unit * S + k];
            loud.w[unit / 64 % S] |= UINT64_C(1) << unit % 64;
        }
    }
    for (uint32_t k = 0; k < S; k++) l->quiet[k] = more ? 0 : l->quiet[k] & ~loud.w[k];
}

static fq_logic_fired NAME(attacked)(fq_logic *l, uint64_t end)
{
    (void)end;
    const NAME(need) need = NAME(needs)(l);
    NAME(listen)(l, &need);
    NAME(units) left = NAME(get)(l->open);
    NAME(drop)(&left, NAME(get)(l->quiet));
    while (NAME(any)(left)) {
        NAME(ways_of) all;
        const uint32_t unit = NAME(take)(&left);
        const fq_logic_fired fired = NAME(common)(l, l->cand, &need, unit, &all);
        if (fired == FQ_NOTHING) {
            l->quiet[unit / 64 % S] |= UINT64_C(1) << unit % 64;
            continue;
        }
        NAME(note_unit)(l, unit);
        for (uint32_t w = 0; w < W; w++) {
            l->note.cells[w] = l->cand[w] & l->unit[unit * W + w];
            l->note.eliminated[w] = 0;
        }
        if (fired == FQ_REFUTED) return fired;
        NAME(eliminate)(l, all.gone);
        for (uint32_t w = 0; w < W; w++)
            for (uint64_t must = all.must[w]; must; must &= must - 1)
                NAME(put)(l, 64 * w + fq_lowest(must));
        return FQ_FIRED;
    }
    return FQ_NOTHING;
}

/* The smallest set of units, of at most `most` on either side, that lie in units of another kind
 * which miss as many stars in all. */
static fq_logic_fired NAME(hall_set)(fq_logic *l, uint32_t first, uint32_t last, uint32_t most)
{
    const NAME(need) need = NAME(needs)(l);
    uint32_t best = most + 1, best_way = 0;
    uint64_t best_from = 0, best_to = 0;
    for (uint32_t way = first; way < last; way++) {
        const uint32_t kind = NAME(ways)[way][0], to_kind = NAME(ways)[way][1];
        const uint64_t open = NAME(part)(l, l->open, kind);
        uint64_t in[64], from, to;
        uint8_t left_needs[64], right_needs[64];
        for (uint64_t left = open; left; left &= left - 1) {
            const uint32_t i = fq_lowest(left), unit = kind * l->stride + i;
            in[i] = NAME(part)(l, l->seen + unit * S, to_kind);
            left_needs[i] = (uint8_t)NAME(missing)(&need, unit);
        }
        for (uint64_t left = NAME(part)(l, l->open, to_kind); left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            right_needs[i] = (uint8_t)NAME(missing)(&need, to_kind * l->stride + i);
        }
        const uint32_t size = fq_weighted_hall_set(in, left_needs, right_needs, open, &from, &to);
        if (size == UINT32_MAX) {
            if (most < FQ_LOGIC_MAX_N) continue;       /* the rule set will see it */
            NAME(confine)(l, kind, from, to_kind, to); /* for the note: it is over */
            for (uint32_t w = 0; w < W; w++) l->note.eliminated[w] = 0;
            return FQ_REFUTED;
        }
        if (size && size < best) best = size, best_way = way, best_from = from, best_to = to;
    }
    if (best > most) return FQ_NOTHING;
    return NAME(confine)(l, NAME(ways)[best_way][0], best_from, NAME(ways)[best_way][1], best_to);
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

static uint32_t NAME(refute)(fq_logic *l, uint32_t cell, uint32_t limit, fq_logic_depth depth)
{
    uint64_t cand[W_MAX], queens[W_MAX];
    NAME(need) need = NAME(needs)(l);
    for (uint32_t w = 0; w < W; w++) {
        cand[w] = l->cand[w];
        queens[w] = 0;
    }
    NAME(prune)(l, cand, &need, cell);
    queens[cell / 64] |= UINT64_C(1) << cell % 64;

    for (uint32_t round = 0;; round++) {
        NAME(room) room = {.stars = l->stars};
        for (uint32_t w = 0; w < W; w++) {
            const uint64_t *units_of = l->units_of + (size_t)64 * w * S;
            for (uint64_t left = cand[w]; left; left &= left - 1)
                NAME(count)(&room, units_of + fq_lowest(left) * S);
        }
        NAME(units) forced, few = NAME(compare)(&room, &need, &forced);
        if (NAME(any)(few)) {
            NAME(note_unit)(l, NAME(take)(&few));
            for (uint32_t w = 0; w < W; w++) l->note.cells[w] = queens[w];
            return round;
        }
        if (round == limit) return FQ_GOES_ON;
        if (NAME(any)(forced)) {
            while (NAME(any)(forced)) {
                const uint32_t unit = NAME(take)(&forced);
                for (;;) { /* what touches a star put just now is seen in the next round */
                    const uint32_t here = NAME(cell)(l, cand, unit);
                    if (here == UINT32_MAX) break;
                    NAME(prune)(l, cand, &need, here);
                    queens[here / 64] |= UINT64_C(1) << here % 64;
                }
            }
            continue;
        }
        if (depth == FQ_SINGLES) return FQ_AT_REST;
        NAME(units) open = {{0}};
        for (uint32_t m = 0; m < need.stars; m++)
            for (uint32_t k = 0; k < S; k++) open.w[k] |= need.m[m].w[k];
        uint64_t gone[W_MAX], must[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) gone[w] = must[w] = 0;
        while (NAME(any)(open)) {
            NAME(ways_of) all;
            const uint32_t unit = NAME(take)(&open);
            const fq_logic_fired fired = NAME(common)(l, cand, &need, unit, &all);
            if (fired == FQ_REFUTED) {
                NAME(note_unit)(l, unit);
                for (uint32_t w = 0; w < W; w++) l->note.cells[w] = queens[w];
                return round + 1;
            }
            if (fired == FQ_FIRED)
                for (uint32_t w = 0; w < W; w++) {
                    any |= gone[w] |= all.gone[w];
                    any |= must[w] |= all.must[w];
                }
        }
        if (!any) return FQ_AT_REST;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~gone[w];
        for (uint32_t v = 0; v < W; v++)
            for (; must[v]; must[v] &= must[v] - 1) {
                const uint32_t here = 64 * v + fq_lowest(must[v]);
                if (!(cand[v] >> here % 64 & 1)) continue; /* its unit will have too few */
                NAME(prune)(l, cand, &need, here);
                queens[v] |= UINT64_C(1) << here % 64;
            }
    }
}

/* A forcing chain may begin at every candidate. */
static void NAME(settle)(fq_logic *l)
{
    for (uint32_t w = 0; w < W; w++) l->settled[w] = 0;
}

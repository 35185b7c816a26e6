/* logic_rules.h - the rules, included once for each size of board: W words a board (at most
 * W_MAX), S words a set of units, NAME(x) names the functions. See logic_impl.h for the layout.
 *
 * A rule changes the candidates, fills the note, and returns FQ_FIRED; or leaves all as it is. */

typedef struct NAME(units) {
    uint64_t w[S];
} NAME(units);

static inline NAME(units) NAME(get)(const uint64_t *from)
{
    NAME(units) a;
    for (uint32_t k = 0; k < S; k++) a.w[k] = from[k];
    return a;
}

static inline int NAME(any)(NAME(units) a)
{
    uint64_t all = 0;
    for (uint32_t k = 0; k < S; k++) all |= a.w[k];
    return all != 0;
}

/* a & b & ~c */
static inline NAME(units) NAME(both)(NAME(units) a, NAME(units) b, NAME(units) c)
{
    for (uint32_t k = 0; k < S; k++) a.w[k] &= b.w[k] & ~c.w[k];
    return a;
}

/* Takes the lowest unit out of a set that has one. */
static inline uint32_t NAME(take)(NAME(units) * a)
{
    uint32_t k = 0;
    while (S > 1 && !a->w[k]) k++;
    uint32_t bit = fq_lowest(a->w[k]);
    a->w[k] &= a->w[k] - 1;
    return 64 * k + bit;
}

static inline void NAME(drop)(NAME(units) * a, NAME(units) b)
{
    for (uint32_t k = 0; k < S; k++) a->w[k] &= ~b.w[k];
}

/* The units of one kind, from bit 0. */
static inline uint64_t NAME(part)(const fq_logic *l, const uint64_t *set, uint32_t kind)
{
    return S == 1 ? set[0] >> kind * l->n & fq_ones(l->n) : set[kind % S];
}

static inline fq_logic_kind NAME(kind)(const fq_logic *l, uint32_t unit)
{
    return unit < l->stride       ? FQ_LOGIC_REGION
           : unit < 2 * l->stride ? FQ_LOGIC_ROW
                                  : FQ_LOGIC_COLUMN;
}

static inline void NAME(note_unit)(fq_logic *l, uint32_t unit)
{
    fq_logic_kind kind = NAME(kind)(l, unit);
    l->note.from_kind = l->note.to_kind = kind;
    l->note.from = UINT64_C(1) << (unit - kind * l->stride);
    l->note.to = 0;
}

/* Takes cells away. */
static inline void NAME(eliminate)(fq_logic *l, const uint64_t *gone)
{
    for (uint32_t w = 0; w < W; w++) {
        l->note.eliminated[w] = gone[w];
        l->cand[w] &= ~gone[w];
    }
    l->fresh = 0;
}

/* The lowest candidate of a unit, or UINT32_MAX. */
static inline uint32_t NAME(cell)(const fq_logic *l, const uint64_t *cand, uint32_t unit)
{
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & l->unit[unit * W + w];
        if (cells) return 64 * w + fq_lowest(cells);
    }
    return UINT32_MAX;
}

/* ------------------------------------------------------------------------------- the tables */

static void NAME(load)(fq_logic *l)
{
    for (uint32_t w = 0; w < l->stride * W; w++) l->unit[w] = 0;
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t g = l->region_of[i];
        l->where[i].unit[0] = (uint8_t)g;
        l->unit[g * W + i / 64] |= UINT64_C(1) << i % 64;
    }
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t g = l->region_of[i];
        for (uint32_t w = 0; w < W; w++)
            l->hit[i * W + w] = l->attack[i * W + w] | l->unit[g * W + w];
        l->hit[i * W + i / 64] &= ~(UINT64_C(1) << i % 64);
        for (uint32_t k = 0; k < S; k++) l->units_of[i * S + k] = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t unit = l->where[i].unit[k];
            l->units_of[i * S + unit / 64] |= UINT64_C(1) << unit % 64;
        }
    }
}

/* Which units have no candidate, one or more; and for each unit the units of its candidates. The
 * first comes from adding the unit masks of the cells in a counter that saturates at two. */
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
    l->note.placed = (int32_t)cell;
    return FQ_FIRED;
}

/* All candidates of the units `from` lie in the units `to`: those of other units in `to` go. */
static fq_logic_fired NAME(confine)(fq_logic *l, uint32_t from_kind, uint64_t from,
                                    uint32_t to_kind, uint64_t to)
{
    uint64_t own[W_MAX], gone[W_MAX];
    for (uint32_t w = 0; w < W; w++) own[w] = gone[w] = 0;
    for (uint64_t left = from; left; left &= left - 1) {
        const uint64_t *cells = l->unit + (from_kind * l->stride + fq_lowest(left)) * W;
        for (uint32_t w = 0; w < W; w++) own[w] |= cells[w];
    }
    for (uint64_t left = to; left; left &= left - 1) {
        const uint64_t *cells = l->unit + (to_kind * l->stride + fq_lowest(left)) * W;
        for (uint32_t w = 0; w < W; w++) gone[w] |= cells[w];
    }
    for (uint32_t w = 0; w < W; w++) {
        gone[w] &= l->cand[w] & ~own[w];
        l->note.cells[w] = l->cand[w] & own[w];
    }
    NAME(eliminate)(l, gone);
    l->note.from_kind = (fq_logic_kind)from_kind;
    l->note.to_kind = (fq_logic_kind)to_kind;
    l->note.from = from;
    l->note.to = to;
    return FQ_FIRED;
}

/* Which kinds are played against each other: regions and lines both ways, then lines. */
static const uint8_t NAME(ways)[6][2] = {
    {FQ_LOGIC_REGION, FQ_LOGIC_ROW}, {FQ_LOGIC_REGION, FQ_LOGIC_COLUMN},
    {FQ_LOGIC_ROW, FQ_LOGIC_REGION}, {FQ_LOGIC_COLUMN, FQ_LOGIC_REGION},
    {FQ_LOGIC_ROW, FQ_LOGIC_COLUMN}, {FQ_LOGIC_COLUMN, FQ_LOGIC_ROW},
};

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

/* The smallest tight set over some ways. Units outside a tight set, and what it does not claim,
 * are a tight set the other way round that says the same; so where one way finds nothing its dual
 * is not asked (a dual set of one unit is the rule confined, which has nothing to say by now). */
static fq_logic_fired NAME(tight)(fq_logic *l, uint32_t first, uint32_t last)
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
        uint32_t size = fq_logic_tight(in, rights ? back : NULL, open, &from, &to);
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
    return NAME(tight)(l, 0, 4);
}

static fq_logic_fired NAME(fish)(fq_logic *l, uint64_t end)
{
    (void)end;
    return NAME(tight)(l, 4, 6);
}

/* Supposes a queen on `cell` and lets the rules work for at most `limit` rounds: single alone, or
 * with `crosses` confined and attacked too where it has nothing to do; in a round all that applies
 * is done at once. The number of rounds after which a unit is left without a candidate; FQ_AT_REST
 * if that does not happen, FQ_GOES_ON if it might with more rounds. The emptied unit and the
 * queens go to the note. */
static uint32_t NAME(refute)(fq_logic *l, uint32_t cell, uint32_t limit, int crosses)
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
        if (!crosses) return FQ_AT_REST;
        uint64_t gone[W_MAX], all[W_MAX], any = 0;
        for (uint32_t w = 0; w < W; w++) all[w] = 0;
        for (NAME(units) left = open; NAME(any)(left);)
            if (NAME(common)(l, cand, NAME(take)(&left), gone))
                for (uint32_t w = 0; w < W; w++) any |= all[w] |= gone[w];
        if (!any) return FQ_AT_REST;
        for (uint32_t w = 0; w < W; w++) cand[w] &= ~all[w];
    }
}

/* The first candidate from a cell on whose supposition has not come to rest, or UINT32_MAX. */
static inline uint32_t NAME(next)(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < W; w++) {
        uint64_t left = l->cand[w] & ~l->settled[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* The candidates whose supposition forces no other queen at once: all levels without crosses can
 * leave them out, and they are nine of ten. For one unit, a counter that saturates at two adds up,
 * for all cells at the same time, how many of its candidates a queen there would leave; then those
 * not beyond one would force. */
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

/* Short explanations first: few rounds before many, queens alone before queens and crosses. The
 * cells are tried in a ring that goes on where the last step was found: those before it have
 * just been tried in vain. Beginning at the first cell each time, with crosses at every level,
 * took 2.9 times as long on 11 x 11 boards. */
static fq_logic_fired NAME(suppose)(fq_logic *l, uint64_t end)
{
    if (!l->settling) {
        NAME(settle)(l);
        l->settling = 1;
    }
    for (; l->level < FQ_LOGIC_LEVELS; l->level++) {
        const uint32_t limit = fq_logic_levels[l->level].rounds;
        const int crosses = fq_logic_levels[l->level].crosses;
        for (;;) {
            uint32_t cell = NAME(next)(l, l->cursor);
            if (l->turned && cell >= l->start) break;
            if (cell == UINT32_MAX) {
                l->turned = 1;
                l->cursor = 0;
                continue;
            }
            l->cursor = cell;
            if (l->work.work >= end) return FQ_PAUSED;
            l->work.work++;
            l->cursor++;
            uint32_t rounds = NAME(refute)(l, cell, limit, crosses);
            if (rounds == FQ_AT_REST) {
                l->settled[cell / 64] |= UINT64_C(1) << cell % 64;
            } else if (rounds != FQ_GOES_ON) {
                uint64_t gone[W_MAX];
                for (uint32_t w = 0; w < W; w++) gone[w] = 0;
                gone[cell / 64] = UINT64_C(1) << cell % 64;
                NAME(eliminate)(l, gone);
                l->note.rounds = rounds;
                return FQ_FIRED;
            }
        }
        l->turned = 0;
        l->cursor = l->start;
        if (l->level + 1 < FQ_LOGIC_LEVELS && fq_logic_levels[l->level + 1].crosses != crosses)
            for (uint32_t w = 0; w < W; w++) l->settled[w] = 0;
    }
    return FQ_NOTHING;
}

#define FQ_LOGIC_FUNCTION(name, tier, cost, text) NAME(name),
static const fq_logic_size NAME(size) = {
    N_MAX,
    W_MAX,
    NAME(load),
    NAME(survey),
    NAME(place),
    NAME(empty),
    {NAME(queen), NAME(single), NAME(confined), NAME(attacked), NAME(pair), NAME(set), NAME(fish),
     NAME(suppose)},
};
#undef FQ_LOGIC_FUNCTION

/* board.h - what the rules for one star and for several have in common: sets of units, boards
 * of cells, and the forcing chains. Included before either of them by board_sizes.h. */

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
            l->hit[i * W + w] = l->attack[i * W + w] | (l->stars > 1 ? 0 : l->unit[g * W + w]);
        l->hit[i * W + i / 64] &= ~(UINT64_C(1) << i % 64);
        for (uint32_t k = 0; k < S; k++) l->units_of[i * S + k] = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t unit = l->where[i].unit[k];
            l->units_of[i * S + unit / 64] |= UINT64_C(1) << unit % 64;
        }
    }
}

/* ---------------------------------------------------------------------- what rules share */

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

/* Which kinds of units are compared: regions and lines both ways, then lines. */
static const uint8_t NAME(ways)[6][2] = {
    {FQ_LOGIC_REGION, FQ_LOGIC_ROW}, {FQ_LOGIC_REGION, FQ_LOGIC_COLUMN},
    {FQ_LOGIC_ROW, FQ_LOGIC_REGION}, {FQ_LOGIC_COLUMN, FQ_LOGIC_REGION},
    {FQ_LOGIC_ROW, FQ_LOGIC_COLUMN}, {FQ_LOGIC_COLUMN, FQ_LOGIC_ROW},
};

/* -------------------------------------------------------------------------- forcing chains */

/* Of the rules: follows the forcing chain from a queen on `cell` for at most `limit` rounds; with
 * FQ_CROSSES the rules that only cross cells out take part. Returns the number of rounds after
 * which a unit has too few candidates; FQ_AT_REST if that does not happen, FQ_GOES_ON if it might
 * with more rounds. That unit and the queens go to the note. */
static uint32_t NAME(refute)(fq_logic *l, uint32_t cell, uint32_t limit, fq_logic_depth depth);
static fq_logic_fired NAME(band)(fq_logic *l, uint64_t end)
{
    (void)end;
    return l->ways ? fq_logic_band(l) : FQ_NOTHING;
}

static fq_logic_fired NAME(counting)(fq_logic *l, uint64_t end)
{
    (void)end;
    return l->ways ? fq_logic_counting(l) : FQ_NOTHING;
}

static fq_logic_fired NAME(chain)(fq_logic *l, uint64_t end)
{
    return l->ways ? fq_logic_chain(l, end) : FQ_NOTHING;
}

static fq_logic_fired NAME(net)(fq_logic *l, uint64_t end)
{
    return l->ways ? fq_logic_net(l, end) : FQ_NOTHING;
}

static fq_logic_fired NAME(cases)(fq_logic *l, uint64_t end)
{
    return l->ways ? fq_logic_cases(l, end) : FQ_NOTHING;
}

static fq_logic_fired NAME(tree)(fq_logic *l, uint64_t end)
{
    return l->ways ? fq_logic_tree(l, end) : FQ_NOTHING;
}

static fq_logic_fired NAME(search)(fq_logic *l, uint64_t end)
{
    return l->ways ? fq_logic_search(l, end) : FQ_NOTHING;
}

/* Of the rules: sets `settled` for the candidates that force nothing. */
static void NAME(settle)(fq_logic *l);
static int NAME(place)(fq_logic *l, uint32_t cell);

/* The first candidate from a cell on that is not settled, or UINT32_MAX. */
static inline uint32_t NAME(next)(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < W; w++) {
        uint64_t left = l->cand[w] & ~l->settled[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* Follows the forcing chain from a queen on `cell` by all rules but this one. As refute, but a
 * round is a step, and more than one unit may be named. */
static uint32_t NAME(refute_by_rules)(fq_logic *l, uint32_t cell)
{
    uint64_t cand[W_MAX], open[3], need[FQ_LOGIC_MAX_STARS][3];
    const uint32_t placed = l->placed;
    uint32_t rounds = 0;
    for (uint32_t w = 0; w < W; w++) cand[w] = l->cand[w];
    memcpy(open, l->open, sizeof open);
    memcpy(need, l->need, sizeof need);
    NAME(place)(l, cell);
    fq_logic_fired fired;
    while ((fired = fq_logic_fire(l, FQ_LOGIC_suppose, UINT64_MAX)) == FQ_FIRED)
        rounds += l->note.rule != FQ_LOGIC_queen;
    for (uint32_t w = 0; w < W; w++) {
        l->cand[w] = cand[w];
        l->note.cells[w] = 0;
    }
    for (uint32_t i = placed; i < l->placed; i++)
        l->note.cells[l->queens[i] / 64] |= UINT64_C(1) << l->queens[i] % 64;
    memcpy(l->open, open, sizeof open);
    memcpy(l->need, need, sizeof need);
    l->placed = l->pending = placed;
    l->fresh = 0;
    l->note.rule = FQ_LOGIC_suppose;
    l->note.to = 0;
    l->note.placed_count = 0;
    memset(l->note.full, 0, sizeof l->note.full);
    return fired == FQ_REFUTED ? rounds : FQ_AT_REST;
}

/* The forcing chains, short explanations first: few rounds before many, queens alone before queens
 * and crosses. The cells are tried in a ring that starts where the last step was found: those
 * before it have just been tried in vain.
 *
 * Tried: beginning at the first cell each time, with crosses at every level, took 2.9 times as long
 * on 11 x 11 boards. */
static fq_logic_fired NAME(suppose)(fq_logic *l, uint64_t end)
{
    if (l->ways) return fq_logic_suppose(l, end);
    if (!l->settling) {
        NAME(settle)(l);
        l->settling = 1;
    }
    for (; l->level < FQ_LOGIC_LEVELS; l->level++) {
        const uint32_t limit = fq_logic_levels[l->level].rounds;
        const fq_logic_depth depth = fq_logic_levels[l->level].depth;
        for (;;) {
            uint32_t cell = NAME(next)(l, l->cursor);
            if (l->turned && cell >= l->start) break;
            if (cell == UINT32_MAX) {
                l->turned = 1;
                l->cursor = 0;
                continue;
            }
            l->cursor = cell;
            if (l->rating.work >= end) return FQ_PAUSED;
            l->rating.work++;
            l->cursor++;
            uint32_t rounds = depth == FQ_ALL_RULES ? NAME(refute_by_rules)(l, cell)
                                                    : NAME(refute)(l, cell, limit, depth);
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
        if (l->level + 1 < FQ_LOGIC_LEVELS && fq_logic_levels[l->level + 1].depth != depth)
            for (uint32_t w = 0; w < W; w++) l->settled[w] = 0;
    }
    return FQ_NOTHING;
}

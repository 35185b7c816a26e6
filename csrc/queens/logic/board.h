/* board.h - the functions that the rules for one star and for several stars share: sets of units,
 * elimination of cells, and forcing chains. board_sizes.h includes it before the rules. */

typedef struct NAME(units) {
    uint64_t w[S];
} NAME(units);

static inline NAME(units) NAME(load_units)(const uint64_t *from)
{
    NAME(units) a;
    for (uint32_t k = 0; k < S; k++) a.w[k] = from[k];
    return a;
}

static inline int NAME(any_unit)(NAME(units) a)
{
    uint64_t all = 0;
    for (uint32_t k = 0; k < S; k++) all |= a.w[k];
    return all != 0;
}

/* a & b & ~c */
static inline NAME(units) NAME(in_both_without)(NAME(units) a, NAME(units) b, NAME(units) c)
{
    for (uint32_t k = 0; k < S; k++) a.w[k] &= b.w[k] & ~c.w[k];
    return a;
}

/* Removes the lowest unit from a set that is not empty, and returns it. */
static inline uint32_t NAME(take_lowest)(NAME(units) * a)
{
    uint32_t k = 0;
    while (S > 1 && !a->w[k]) k++;
    uint32_t bit = fq_lowest(a->w[k]);
    a->w[k] &= a->w[k] - 1;
    return 64 * k + bit;
}

static inline void NAME(remove_units)(NAME(units) * a, NAME(units) b)
{
    for (uint32_t k = 0; k < S; k++) a->w[k] &= ~b.w[k];
}

/* Returns the units of one kind from `set`. Bit 0 of the result is unit 0 of this kind. */
static inline uint64_t NAME(units_of_kind)(const fq_logic *l, const uint64_t *set, uint32_t kind)
{
    return S == 1 ? set[0] >> kind * l->n & fq_ones(l->n) : set[kind % S];
}

static inline fq_logic_kind NAME(kind_of)(const fq_logic *l, uint32_t unit)
{
    return unit < l->stride       ? FQ_LOGIC_REGION
           : unit < 2 * l->stride ? FQ_LOGIC_ROW
                                  : FQ_LOGIC_COLUMN;
}

static inline void NAME(note_unit)(fq_logic *l, uint32_t unit)
{
    fq_logic_kind kind = NAME(kind_of)(l, unit);
    l->note.from_kind = l->note.to_kind = kind;
    l->note.from = UINT64_C(1) << (unit - kind * l->stride);
    l->note.to = 0;
}

/* Eliminates the cells `gone`, and writes them to the note of the step. */
static inline void NAME(eliminate)(fq_logic *l, const uint64_t *gone)
{
    for (uint32_t w = 0; w < W; w++) {
        l->note.eliminated[w] = gone[w];
        l->cand[w] &= ~gone[w];
    }
    l->surveyed = 0;
}

/* Returns the candidate of a unit with the lowest cell number, or UINT32_MAX if the unit has no
 * candidate. */
static inline uint32_t NAME(lowest_candidate)(const fq_logic *l, const uint64_t *cand,
                                               uint32_t unit)
{
    for (uint32_t w = 0; w < W; w++) {
        uint64_t cells = cand[w] & l->unit_cells[unit * W + w];
        if (cells) return 64 * w + fq_lowest(cells);
    }
    return UINT32_MAX;
}

/* ------------------------------------------------------------------- tables from the labels */

static void NAME(load)(fq_logic *l)
{
    for (uint32_t w = 0; w < l->stride * W; w++) l->unit_cells[w] = 0;
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t g = l->region_of[i];
        l->cell_units[i].unit[0] = (uint8_t)g;
        l->unit_cells[g * W + i / 64] |= UINT64_C(1) << i % 64;
    }
    for (uint32_t i = 0; i < l->cells; i++) {
        uint32_t g = l->region_of[i];
        for (uint32_t w = 0; w < W; w++)
            l->attacks[i * W + w] =
                l->line_attacks[i * W + w] | (l->stars > 1 ? 0 : l->unit_cells[g * W + w]);
        l->attacks[i * W + i / 64] &= ~(UINT64_C(1) << i % 64);
        for (uint32_t k = 0; k < S; k++) l->units_of[i * S + k] = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t unit = l->cell_units[i].unit[k];
            l->units_of[i * S + unit / 64] |= UINT64_C(1) << unit % 64;
        }
    }
}

/* ------------------------------------------------------------------------------- confinement */

/* Makes a step for units `from` whose candidates all lie in the units `to`: eliminates the other
 * candidates of `to`, and writes the note of the step. */
static fq_logic_fired NAME(confine)(fq_logic *l, uint32_t from_kind, uint64_t from,
                                    uint32_t to_kind, uint64_t to)
{
    uint64_t own[W_MAX], gone[W_MAX];
    for (uint32_t w = 0; w < W; w++) own[w] = gone[w] = 0;
    for (uint64_t left = from; left; left &= left - 1) {
        const uint64_t *cells = l->unit_cells + (from_kind * l->stride + fq_lowest(left)) * W;
        for (uint32_t w = 0; w < W; w++) own[w] |= cells[w];
    }
    for (uint64_t left = to; left; left &= left - 1) {
        const uint64_t *cells = l->unit_cells + (to_kind * l->stride + fq_lowest(left)) * W;
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

/* The pairs of kinds of units that the rules compare: regions with rows or columns, rows or columns
 * with regions, rows with columns, and columns with rows. */
static const uint8_t NAME(kind_pairs)[6][2] = {
    {FQ_LOGIC_REGION, FQ_LOGIC_ROW}, {FQ_LOGIC_REGION, FQ_LOGIC_COLUMN},
    {FQ_LOGIC_ROW, FQ_LOGIC_REGION}, {FQ_LOGIC_COLUMN, FQ_LOGIC_REGION},
    {FQ_LOGIC_ROW, FQ_LOGIC_COLUMN}, {FQ_LOGIC_COLUMN, FQ_LOGIC_ROW},
};

/* ---------------------------------------- the rules of star_rules.h, which do nothing on boards
 * with one star in each unit */

#define FQ_STAR_RULE(id)                                          \
    static fq_logic_fired NAME(id)(fq_logic *l, uint64_t end)        \
    {                                                                \
        return l->star_rules ? fq_logic_##id(l, end) : FQ_NOTHING;         \
    }
FQ_STAR_RULE(line_pair)
FQ_STAR_RULE(bounds)
FQ_STAR_RULE(long_chain)
FQ_STAR_RULE(forcing_net)
FQ_STAR_RULE(cases_256)
FQ_STAR_RULE(cases_4096)
FQ_STAR_RULE(cases_all)
#undef FQ_STAR_RULE

/* ---------------------------------------------------------------------------- forcing chains */

/* Ends the list of the cells of a chain after `count` cells, and writes the same cells to
 * note.cells. */
static inline void NAME(end_chain)(fq_logic *l, uint32_t count)
{
    l->note.chain_count = count;
    for (uint32_t w = 0; w < W; w++) l->note.cells[w] = 0;
    for (uint32_t i = 0; i < count; i++)
        l->note.cells[l->note.chain[i] / 64] |= UINT64_C(1) << l->note.chain[i] % 64;
}

/* Follows the forcing chain from a queen on `cell` for at most `limit` rounds. (one_star.h and
 * several_stars.h define this function.) If a unit then has too few candidates, writes this unit
 * and the forced queens to the note and returns the number of rounds. Returns FQ_NO_CONTRADICTION
 * if the chain ends without a contradiction, and FQ_LIMIT_REACHED if more rounds might lead to a
 * contradiction. */
static uint32_t NAME(follow_chain)(fq_logic *l, uint32_t cell, uint32_t limit,
                                   fq_logic_depth depth);

/* Marks in `exhausted` the candidates at which no forcing chain can begin. one_star.h and
 * several_stars.h define this function. */
static void NAME(mark_exhausted)(fq_logic *l);
static int NAME(place)(fq_logic *l, uint32_t cell);

/* Returns the first candidate, starting at `cell`, that is not marked in `exhausted`. Returns
 * UINT32_MAX if there is none. */
static inline uint32_t NAME(next_cell)(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < W; w++) {
        uint64_t left = l->cand[w] & ~l->exhausted[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* Follows the forcing chain from a queen on `cell` with all rules that are easier than
 * forcing-chain; each step of such a rule is a round. Returns the same values as follow_chain. The
 * note may name more than one unit with too few candidates. */
static uint32_t NAME(follow_chain_by_rules)(fq_logic *l, uint32_t cell)
{
    fq_logic_saved saved;
    uint32_t rounds = 0;
    fq_logic_save(l, &saved);
    NAME(place)(l, cell);
    fq_logic_fired fired;
    while ((fired = fq_logic_apply_rules(l, FQ_LOGIC_forcing_chain, UINT64_MAX)) == FQ_FIRED)
        rounds += l->note.rule != FQ_LOGIC_queen;
    const uint32_t count = l->placed - saved.placed;
    memcpy(l->note.chain, l->queens + saved.placed, count * sizeof *l->queens);
    fq_logic_restore(l, &saved);
    NAME(end_chain)(l, count);
    l->note.rule = FQ_LOGIC_forcing_chain;
    l->note.to = 0;
    l->note.placed_count = 0;
    memset(l->note.full, 0, sizeof l->note.full);
    return fired == FQ_REFUTED ? rounds : FQ_NO_CONTRADICTION;
}

/* Follows the forcing chain from a queen on `cell` with the rules of the current level. */
static uint32_t NAME(follow_chain_of_level)(fq_logic *l, uint32_t cell)
{
    const fq_logic_depth depth = fq_logic_levels[l->level].depth;
    return depth == FQ_ALL_RULES
               ? NAME(follow_chain_by_rules)(l, cell)
               : NAME(follow_chain)(l, cell, fq_logic_levels[l->level].rounds, depth);
}

/* Follows the chains of the current level from all candidates, and records the refuted cells.
 * Returns 0 if l->rating.work reached `end` first. */
static int NAME(refute_cells)(fq_logic *l, uint64_t end)
{
    uint32_t cell;
    while ((cell = NAME(next_cell)(l, l->cursor)) != UINT32_MAX) {
        l->cursor = cell;
        if (l->rating.work >= end) return 0;
        l->rating.work++;
        l->cursor++;
        const uint32_t rounds = NAME(follow_chain_of_level)(l, cell);
        const uint64_t bit = UINT64_C(1) << cell % 64;
        if (rounds == FQ_NO_CONTRADICTION) {
            l->exhausted[cell / 64] |= bit;
        } else if (rounds != FQ_LIMIT_REACHED) {
            l->refuted[cell / 64] |= bit;
            l->refuted_rounds[cell] = (uint16_t)rounds;
        }
    }
    return 1;
}

/* Tries the levels of forcing chains in order, so that the shortest explanation is found first:
 * chains of few rounds before chains of many rounds, and chains that use only the rule `single`
 * before chains that use more rules. The first level that refutes cells makes the step, with the
 * refuted cell that leads furthest.
 *
 * Tried: every level used FQ_WITH_ATTACKED. This took 2.9 times as long on 11 x 11 boards. */
static fq_logic_fired NAME(forcing_chain)(fq_logic *l, uint64_t end)
{
    if (l->star_rules) return fq_logic_forcing_chain(l, end);
    if (!l->exhausted_valid) {
        NAME(mark_exhausted)(l);
        l->exhausted_valid = 1;
        l->cursor = 0;
        for (uint32_t w = 0; w < W; w++) l->refuted[w] = 0;
    }
    for (; l->level < FQ_LOGIC_LEVELS; l->level++) {
        if (!l->choice.running && !NAME(refute_cells)(l, end)) return FQ_PAUSED;
        uint64_t any = 0;
        for (uint32_t w = 0; w < W; w++) any |= l->refuted[w];
        if (any) {
            if (fq_logic_choose(l, &l->choice, l->refuted, l->refuted_rounds, end) == FQ_PAUSED)
                return FQ_PAUSED;
            const uint32_t cell = l->choice.best;
            uint64_t gone[W_MAX];
            for (uint32_t w = 0; w < W; w++) gone[w] = 0;
            l->note.rounds = NAME(follow_chain_of_level)(l, cell); /* writes the note again */
            gone[cell / 64] = UINT64_C(1) << cell % 64;
            NAME(eliminate)(l, gone);
            return FQ_FIRED;
        }
        l->cursor = 0;
        if (l->level + 1 < FQ_LOGIC_LEVELS &&
            fq_logic_levels[l->level + 1].depth != fq_logic_levels[l->level].depth)
            for (uint32_t w = 0; w < W; w++) l->exhausted[w] = 0;
    }
    return FQ_NOTHING;
}

/* branching.h - chooses the cell to branch on, for one size of board.
 *
 * If few placements are left, the search branches on a cell of the region with the fewest
 * placements: the cell that most of these placements use. Otherwise it looks ahead: it tries a few
 * cells. For each of these cells it propagates two cases, one with a star on the cell and one
 * without. If one case leads to a contradiction, the other case is true and is applied at once.
 * Among the other cells, the search branches on the cell whose two cases remove the most
 * placements.
 *
 * The size of a state is the sum of the weights of its regions. The weight of a region depends on
 * log2 of its number of placements; one bit of this log2 counts more in a region
 * with few placements. */

/* The cells to try:
 * - for each of the REGIONS regions with the fewest placements: the cell that most placements use,
 *   and the cell that is used by nearest to half of the placements;
 * - for each of the LINES lines with the fewest candidates per missing star: the cell that is used
 *   by the largest share of its region's placements.
 *
 * Rounds of propagation with look-ahead, divided by the rounds without look-ahead, over all
 * symmetries of a board: 0.45 at 17 x 17, 0.47 at 21 x 21 (0.25 to 0.55 on slightly changed
 * boards), 0.65 at 14 x 14 with 3 stars (0.33 for the slowest symmetry).
 *
 * Tried, on boards that fastqueens did not generate and on slightly changed boards. The figures are
 * the rounds at 21 x 21, divided by the rounds of this code, if nothing else is said:
 * - One cell per region and no lines: 1.5. On one board this takes more rounds than no look-ahead.
 * - No lines: 1.1 to 1.7. Lines instead of most of the regions: 1.3 to 1.9. 4 lines: 1.3.
 * - The cell used by nearest to a quarter, or three quarters, of the placements: 1.5 to 2.
 * - All cells of six regions: 5 times fewer nodes, but each node costs 12 times as much. All cells
 *   of the board: even slower.
 * - Trying twice as many cells at the top of the tree and half as many cells below: 1.0.
 * - Looking ahead only in the first 6 to 8 levels: 1.05 to 1.2.
 * - No look-ahead, but other weights of the regions (ratios of the nodes): weights by failures on
 *   boards with 4 and more stars: 0.85 to 1.3; placements per missing star: 0.8 to 1.6;
 *   weights that include the neighbours of a cell: 0.95.
 * - Trying each cell only with a star: 2.4. Trying it without a star only if it can still become
 *   the best cell: 1.4, because the case without a star often removes more. Two or three rounds of
 *   propagation per trial: 1.3.
 * - Starting again with the first cell after each contradiction: 1.15.
 * - Using a cell's reduction in other nodes (impacts) instead of trying the cell: 1.2 to 2.
 * - Plain logarithms as weights: 0.9 on most boards, but 1.8 on the hardest board. Counting
 *   candidates instead of placements: 1.1 to 1.3.
 * - Looking ahead on smaller states too: 1.03 times the instructions on easy 14 x 14 boards if
 *   LOOK_AHEAD_MIN is 58 bits, 1.2 times the rounds on 10 x 10 boards if every node looks ahead. */

enum {
    NAME(REGIONS) = 4,
    NAME(LINES) = 6,
    NAME(CELLS) = 2 * NAME(REGIONS) + NAME(LINES),
    NAME(LOG_UNIT) = 16, /* fixed-point unit of logarithms */
    NAME(HALF_WEIGHT) = 10 * NAME(LOG_UNIT), /* the log2 whose weight is half of the largest */
    NAME(LOOK_AHEAD_MIN) = 64 * NAME(LOG_UNIT), /* look ahead if the sum of log2 is at least this */
};

/* Fixed-point log2 of x, which is at least 1. */
static inline uint32_t NAME(fixed_log2)(uint64_t x)
{
    const uint32_t whole = 63 - (uint32_t)__builtin_clzll(x);
    return whole * NAME(LOG_UNIT) + (uint32_t)((x << (63 - whole)) >> 59 & (NAME(LOG_UNIT) - 1));
}

/* The weight of a region with this number of placements. For small numbers the weight grows like
 * the logarithm; for large numbers it grows more slowly. */
static inline uint32_t NAME(weight)(uint64_t placements)
{
    const uint32_t bits = NAME(fixed_log2)(placements + 1);
    return (bits << 16) / (bits + NAME(HALF_WEIGHT));
}

static inline uint64_t NAME(count_placements)(const fq_tables *w, const NAME(state) * s, uint32_t g)
{
    if (!(s->tables >> g & 1)) {
        const uint64_t guess = NAME(estimate_placements)(w, s, g);
        return guess < UINT32_MAX ? guess : UINT32_MAX;
    }
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->blocks[g]; b++)
        count += fq_count_bits(NAME(placements)(w, s, g)[b]);
    return count;
}

/* The number of placements of the region that use a cell; 0 if the region has no table. */
static inline uint32_t NAME(count_placements_with)(const fq_tables *w, const NAME(state) * s,
                                                   uint32_t g, uint32_t cell)
{
    if (!(s->tables >> g & 1)) return 0;
    const fq_block *placements = NAME(placements)(w, s, g),
                   *with_cell = NAME(placements_with)(w, g, cell);
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->blocks[g]; b++)
        count += fq_count_bits(placements[b] & with_cell[b]);
    return count;
}

/* Returns the cell that most placements of the region use. Sets `half` to the cell that
 * is used by nearest to half of the placements. */
static uint32_t NAME(find_most_used)(const fq_tables *w, const NAME(state) * s, uint32_t g,
                                     uint32_t placements, uint32_t *half)
{
    uint32_t cell = UINT32_MAX, most = 0, nearest = UINT32_MAX;
    for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
        for (uint32_t open = s->cand[r] & w->region[g][r]; open; open &= open - 1) {
            const uint32_t at = r * w->n + fq_lowest(open),
                           count = NAME(count_placements_with)(w, s, g, at);
            const uint32_t off =
                2 * count > placements ? 2 * count - placements : placements - 2 * count;
            if (cell == UINT32_MAX || count > most) most = count, cell = at;
            if (off < nearest) nearest = off, *half = at;
        }
    return cell;
}

/* ------------------------------------------------------------------------------- looking ahead */

typedef struct NAME(lookahead) {
    uint64_t placements[ROWS]; /* number of placements of each region; 0 if no star is missing */
    uint32_t weight[ROWS];     /* weight of each region */
    uint32_t bits;             /* sum over all regions of the fixed-point log2 of the placements */
    uint32_t cell_count;       /* number of cells to try */
    uint16_t cell[NAME(CELLS)];
} NAME(lookahead);

static void NAME(measure)(const fq_tables *w, const NAME(state) * s, NAME(lookahead) * o)
{
    o->bits = 0;
    for (uint32_t g = 0; g < w->n; g++) {
        o->placements[g] = s->region_missing[g] ? NAME(count_placements)(w, s, g) : 0;
        o->bits += NAME(fixed_log2)(o->placements[g] + 1);
        o->weight[g] = NAME(weight)(o->placements[g]);
    }
}

/* The total weight that a state lost since NAME(measure) was called on its parent. */
static uint64_t NAME(reduction)(const fq_tables *w, const NAME(state) * s,
                                const NAME(lookahead) * o)
{
    int64_t less = 0;
    for (uint32_t g = 0; g < w->n; g++) {
        if (!o->placements[g] || !(s->changed_since_copy >> g & 1 || !(s->tables >> g & 1)))
            continue;
        const uint64_t placements = s->region_missing[g] ? NAME(count_placements)(w, s, g) : 0;
        less += (int64_t)o->weight[g] - NAME(weight)(placements);
    }
    return less > 0 ? (uint64_t)less : 0;
}

static void NAME(add_cell)(NAME(lookahead) * o, uint32_t cell)
{
    for (uint32_t i = 0; i < o->cell_count; i++)
        if (o->cell[i] == cell) return;
    o->cell[o->cell_count++] = (uint16_t)cell;
}

static void NAME(add_region_cells)(const fq_tables *w, const NAME(state) * s, NAME(lookahead) * o)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < NAME(REGIONS); i++) {
        uint32_t g = UINT32_MAX, half;
        for (uint32_t h = 0; h < w->n; h++)
            if (o->placements[h] && !(taken >> h & 1) &&
                (g == UINT32_MAX || o->placements[h] < o->placements[g]))
                g = h;
        if (g == UINT32_MAX) return;
        taken |= UINT32_C(1) << g;
        NAME(add_cell)(o, NAME(find_most_used)(w, s, g, (uint32_t)o->placements[g], &half));
        NAME(add_cell)(o, half);
    }
}

static void NAME(add_line_cells)(const fq_tables *w, const NAME(state) * s, NAME(lookahead) * o)
{
    const uint32_t n = w->n;
    uint32_t open[2 * ROWS], missing[2 * ROWS];
    for (uint32_t i = 0; i < n; i++) open[i] = s->cand[i];
    for (uint32_t i = 0; i < n; i++) {
        open[n + i] = NAME(column_bits)(open, 0, n - 1, i);
        missing[i] = s->row_missing[i];
        missing[n + i] = s->column_missing[i];
    }
    for (uint32_t i = 0; i < NAME(LINES); i++) {
        uint32_t line = UINT32_MAX, cells = 0;
        for (uint32_t l = 0; l < 2 * n; l++) {
            if (!missing[l]) continue;
            const uint32_t count = fq_popcount(open[l]);
            if (line == UINT32_MAX || count * missing[line] < cells * missing[l])
                line = l, cells = count;
        }
        if (line == UINT32_MAX) return;
        uint32_t best = UINT32_MAX;
        uint64_t most = 0, of = 1;
        for (uint32_t left = open[line]; left; left &= left - 1) {
            const uint32_t j = fq_lowest(left), cell = line < n ? line * n + j : j * n + line - n;
            const uint32_t g = w->region_of[cell],
                           count = NAME(count_placements_with)(w, s, g, cell);
            if (best == UINT32_MAX || count * of > most * o->placements[g])
                best = cell, most = count, of = o->placements[g];
        }
        missing[line] = 0;
        NAME(add_cell)(o, best);
    }
}

/* Puts a star on a cell (if `star` is set) or forbids a star there, and propagates. Returns 0 at a
 * dead end. */
static int NAME(try_cell)(fq_tables *w, NAME(state) * s, uint32_t cell, int star)
{
    const uint32_t r = cell / w->n, c = cell % w->n;
    if (star)
        NAME(place)(w, s, r, c);
    else
        s->cand[r] &= (LINE)~(UINT32_C(1) << c);
    return NAME(propagate)(w, s);
}

/* Chooses a cell by looking ahead; returns 0 at a dead end. If one case of a cell leads to a
 * contradiction, the other case is applied to the state. If this places the last star, no cell is
 * chosen. */
static int NAME(look_ahead)(fq_tables *w, NAME(state) * s, NAME(lookahead) * o, uint32_t *chosen)
{
    NAME(state) *child = NAME(state_at)(w, w->depth + 1);
    for (;;) {
        uint64_t with_star[NAME(CELLS)], best = 0;
        int found = 0;
        o->cell_count = 0;
        NAME(add_region_cells)(w, s, o);
        NAME(add_line_cells)(w, s, o);
        for (int star = 1; star >= 0; star--)
            for (uint32_t i = 0; i < o->cell_count; i++) {
                const uint32_t cell = o->cell[i];
                if (!(s->cand[cell / w->n] >> cell % w->n & 1)) continue;
                NAME(copy_state)(w, child, s);
                child->changed_since_copy = 0;
                if (!NAME(try_cell)(w, child, cell, star)) {
                    if (!NAME(try_cell)(w, s, cell, !star)) return 0;
                    if (!s->stars_left) return 1;
                    NAME(measure)(w, s, o);
                    continue;
                }
                const uint64_t less = NAME(reduction)(w, child, o);
                if (star) {
                    with_star[i] = less;
                    continue;
                }
                const uint64_t score = 1 + less + with_star[i] + less * with_star[i] * 4;
                if (score > best) best = score, found = 1, *chosen = cell;
            }
        if (found && s->cand[*chosen / w->n] >> *chosen % w->n & 1) return 1;
    }
}

/* Chooses the cell to branch on; returns 0 at a dead end. Looking ahead may place the last star;
 * then there is no cell to choose. */
static int NAME(choose_cell)(fq_tables *w, NAME(state) * s, uint32_t *cell)
{
    NAME(lookahead) o;
    NAME(measure)(w, s, &o);
    if (w->may_look_ahead && o.bits >= (uint32_t)NAME(LOOK_AHEAD_MIN))
        return NAME(look_ahead)(w, s, &o, cell);
    uint64_t fewest = 0, weight = 0;
    uint32_t g = 0, half;
    for (uint32_t i = 0; i < w->n; i++) {
        if (!o.placements[i]) continue;
        const uint64_t times = w->stars <= 3 ? w->failures[i] + UINT64_C(1) : 1;
        if (!weight || o.placements[i] * weight < fewest * times)
            fewest = o.placements[i], weight = times, g = i;
    }
    *cell = NAME(find_most_used)(w, s, g, (uint32_t)fewest, &half);
    return 1;
}

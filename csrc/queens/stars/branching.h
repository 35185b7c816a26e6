/* branching.h - the cell to branch on (see ways.h), for one size of board.
 *
 * A node where little is left takes the region with the fewest ways, and its cell in most of them.
 * Where more is left looking ahead pays: a few cells are tried, with a star and without one, as far
 * as that goes without a choice. A cell that fails one way is settled the other way; of the rest, the
 * one is taken whose two sides leave least. What is left is measured in bits, the logarithms of the
 * regions' ways, where those of a region with few ways weigh more. The cells tried are
 *
 *   of the REGIONS with fewest ways                   the one in most of them, and the one in
 *                                                     nearest to half of them
 *   of the LINES with fewest cells for what they miss the one in the largest part of its
 *                                                     region's ways
 *
 * Rounds of propagation against none ahead, over all turns of a board: 0.45 at 17 x 17, 0.47 at
 * 21 x 21 (0.25 to 0.55 on those boards changed a little), 0.65 at 14 x 14 with 3 stars, whose worst
 * takes a third.
 *
 * Tried on boards made by others and on those with a few cells moved, in rounds at 21 x 21:
 * - One cell a region, no lines: 1.5 times; on one board more than with no look ahead.
 * - No lines: 1.1 to 1.7 times. Lines in place of most regions: 1.3 to 1.9 times.
 * - A cell in a quarter of the ways, or in three quarters, in place of a half: 1.5 to 2 times.
 * - All cells of six regions: 5 times fewer nodes, 12 times the cost of one; all cells: worse still.
 * - Twice as many cells on top, half as many below: the same. Only the first 6 to 8 levels: 1.05 to
 *   1.2 times.
 * - Trying with a star only: 2.4 times. Without one only where that may yet win: 1.4 times, as it
 *   often leaves less than the star does. Two or three rounds a try: 1.3 times.
 * - From the start after each cell that failed: 1.15 times.
 * - What a cell gained elsewhere in place of trying it again (impacts): 1.2 to 2 times.
 * - Plain logarithms: 0.9 on most boards, but 1.8 times on the hardest, and twice that from one turn
 *   of it to the next. Measuring by candidates: 1.1 to 1.3 times. 4 lines: 1.3 times.
 * - Instead of looking ahead: weights by failures at 4 stars and more, 0.85 to 1.3 times the nodes;
 *   ways for each star missing, 0.8 to 1.6; a cell's neighbours counted in, 0.95.
 * - From 58 bits on: 1.03 times the instructions on easy 14 x 14 boards; from none on, 1.2 times the
 *   rounds on 10 x 10 boards. */

enum {
    NAME(REGIONS) = 4,
    NAME(LINES) = 6,
    NAME(CELLS) = 2 * NAME(REGIONS) + NAME(LINES),
    NAME(BIT) = 16,              /* parts of a bit that are counted */
    NAME(HALF) = 10 * NAME(BIT), /* a region of so many bits is worth half of the most */
    NAME(WIDE) = 64 * NAME(BIT), /* from here on looking ahead pays */
};

/* The logarithm of x, 1 at least, in parts of a bit. */
static inline uint32_t NAME(bits)(uint64_t x)
{
    const uint32_t whole = 63 - (uint32_t)__builtin_clzll(x);
    return whole * NAME(BIT) + (uint32_t)((x << (63 - whole)) >> 59 & (NAME(BIT) - 1));
}

/* What that many ways are worth: a bit of a region that has few of them more than one of many. */
static inline uint32_t NAME(worth)(uint64_t ways)
{
    const uint32_t bits = NAME(bits)(ways + 1);
    return (bits << 16) / (bits + NAME(HALF));
}

static inline uint64_t NAME(count_ways)(const fq_ways *w, const NAME(state) * s, uint32_t g)
{
    if (!(s->tables >> g & 1)) {
        const uint64_t guess = NAME(estimate)(w, s, g);
        return guess < UINT32_MAX ? guess : UINT32_MAX;
    }
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->used[g]; b++) count += fq_count(NAME(ways)(w, s, g)[b]);
    return count;
}

/* How many ways of its region have a cell; 0 without a table. */
static inline uint32_t NAME(count_with)(const fq_ways *w, const NAME(state) * s, uint32_t g,
                                        uint32_t cell)
{
    if (!(s->tables >> g & 1)) return 0;
    const fq_block *ways = NAME(ways)(w, s, g), *with = NAME(with)(w, g, cell);
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->used[g]; b++) count += fq_count(ways[b] & with[b]);
    return count;
}

/* The cell in most of a region's `ways`, and the one in nearest to half of them. */
static uint32_t NAME(most_used)(const fq_ways *w, const NAME(state) * s, uint32_t g, uint32_t ways,
                                uint32_t *half)
{
    uint32_t cell = UINT32_MAX, most = 0, nearest = UINT32_MAX;
    for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
        for (uint32_t open = s->cand[r] & w->region[g][r]; open; open &= open - 1) {
            const uint32_t at = r * w->n + fq_lowest(open), count = NAME(count_with)(w, s, g, at);
            const uint32_t off = 2 * count > ways ? 2 * count - ways : ways - 2 * count;
            if (cell == UINT32_MAX || count > most) most = count, cell = at;
            if (off < nearest) nearest = off, *half = at;
        }
    return cell;
}

/* --------------------------------------------------------------------------------- looking ahead */

typedef struct NAME(outlook) {
    uint64_t ways[ROWS]; /* of the regions; 0 where no star is missing */
    uint32_t worth[ROWS];
    uint32_t bits;       /* the sum of their logarithms */
    uint32_t many;       /* cells to try */
    uint16_t cell[NAME(CELLS)];
} NAME(outlook);

static void NAME(weigh)(const fq_ways *w, const NAME(state) * s, NAME(outlook) * o)
{
    o->bits = 0;
    for (uint32_t g = 0; g < w->n; g++) {
        o->ways[g] = s->region_missing[g] ? NAME(count_ways)(w, s, g) : 0;
        o->bits += NAME(bits)(o->ways[g] + 1);
        o->worth[g] = NAME(worth)(o->ways[g]);
    }
}

/* How much less is left in a state that came from the one weighed. */
static uint64_t NAME(less)(const fq_ways *w, const NAME(state) * s, const NAME(outlook) * o)
{
    int64_t less = 0;
    for (uint32_t g = 0; g < w->n; g++) {
        if (!o->ways[g] || !(s->moved >> g & 1 || !(s->tables >> g & 1))) continue;
        const uint64_t ways = s->region_missing[g] ? NAME(count_ways)(w, s, g) : 0;
        less += (int64_t)o->worth[g] - NAME(worth)(ways);
    }
    return less > 0 ? (uint64_t)less : 0;
}

static void NAME(add_cell)(NAME(outlook) * o, uint32_t cell)
{
    for (uint32_t i = 0; i < o->many; i++)
        if (o->cell[i] == cell) return;
    o->cell[o->many++] = (uint16_t)cell;
}

static void NAME(add_regions)(const fq_ways *w, const NAME(state) * s, NAME(outlook) * o)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < NAME(REGIONS); i++) {
        uint32_t g = UINT32_MAX, half;
        for (uint32_t h = 0; h < w->n; h++)
            if (o->ways[h] && !(taken >> h & 1) && (g == UINT32_MAX || o->ways[h] < o->ways[g])) g = h;
        if (g == UINT32_MAX) return;
        taken |= UINT32_C(1) << g;
        NAME(add_cell)(o, NAME(most_used)(w, s, g, (uint32_t)o->ways[g], &half));
        NAME(add_cell)(o, half);
    }
}

static void NAME(add_lines)(const fq_ways *w, const NAME(state) * s, NAME(outlook) * o)
{
    const uint32_t n = w->n;
    uint32_t open[2 * ROWS], missing[2 * ROWS];
    for (uint32_t i = 0; i < n; i++) open[i] = s->cand[i];
    for (uint32_t i = 0; i < n; i++) {
        open[n + i] = NAME(column)(open, 0, n - 1, i);
        missing[i] = s->row_missing[i];
        missing[n + i] = s->column_missing[i];
    }
    for (uint32_t i = 0; i < NAME(LINES); i++) {
        uint32_t line = UINT32_MAX, cells = 0;
        for (uint32_t l = 0; l < 2 * n; l++) {
            if (!missing[l]) continue;
            const uint32_t count = fq_popcount(open[l]);
            if (line == UINT32_MAX || count * missing[line] < cells * missing[l]) line = l, cells = count;
        }
        if (line == UINT32_MAX) return;
        uint32_t best = UINT32_MAX;
        uint64_t most = 0, of = 1;
        for (uint32_t left = open[line]; left; left &= left - 1) {
            const uint32_t j = fq_lowest(left), cell = line < n ? line * n + j : j * n + line - n;
            const uint32_t g = w->region_of[cell], count = NAME(count_with)(w, s, g, cell);
            if (best == UINT32_MAX || count * of > most * o->ways[g])
                best = cell, most = count, of = o->ways[g];
        }
        missing[line] = 0;
        NAME(add_cell)(o, best);
    }
}

/* A state as far as it goes with a star on a cell, or without one; 0 at a dead end. */
static int NAME(try_cell)(fq_ways *w, NAME(state) * s, uint32_t cell, int star)
{
    const uint32_t r = cell / w->n, c = cell % w->n;
    if (star)
        NAME(place)(w, s, r, c);
    else
        s->cand[r] &= (LINE)~(UINT32_C(1) << c);
    return NAME(propagate)(w, s);
}

/* Looks ahead from a state; returns 0 at a dead end, else the cell, unless no star is missing now. */
static int NAME(look_ahead)(fq_ways *w, NAME(state) * s, NAME(outlook) * o, uint32_t *chosen)
{
    NAME(state) *then = NAME(state_at)(w, w->depth + 1);
    for (;;) {
        uint64_t with_star[NAME(CELLS)], best = 0;
        int found = 0;
        o->many = 0;
        NAME(add_regions)(w, s, o);
        NAME(add_lines)(w, s, o);
        for (int star = 1; star >= 0; star--)
            for (uint32_t i = 0; i < o->many; i++) {
                const uint32_t cell = o->cell[i];
                if (!(s->cand[cell / w->n] >> cell % w->n & 1)) continue;
                NAME(copy)(w, then, s);
                then->moved = 0;
                if (!NAME(try_cell)(w, then, cell, star)) {
                    if (!NAME(try_cell)(w, s, cell, !star)) return 0;
                    if (!s->left) return 1;
                    NAME(weigh)(w, s, o);
                    continue;
                }
                const uint64_t less = NAME(less)(w, then, o);
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

/* The cell to branch on; returns 0 if looking ahead met a dead end. It may also place the last star. */
static int NAME(choose)(fq_ways *w, NAME(state) * s, uint32_t *cell)
{
    NAME(outlook) o;
    NAME(weigh)(w, s, &o);
    if (w->ahead && o.bits >= (uint32_t)NAME(WIDE)) return NAME(look_ahead)(w, s, &o, cell);
    uint64_t fewest = 0, weight = 0;
    uint32_t g = 0, half;
    for (uint32_t i = 0; i < w->n; i++) {
        if (!o.ways[i]) continue;
        const uint64_t times = w->stars <= 3 ? w->failures[i] + UINT64_C(1) : 1;
        if (!weight || o.ways[i] * weight < fewest * times) fewest = o.ways[i], weight = times, g = i;
    }
    *cell = NAME(most_used)(w, s, g, (uint32_t)fewest, &half);
    return 1;
}

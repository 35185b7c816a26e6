/* table_search_sized.h - propagation and search (table_search.h), for one size of board.
 *
 * If ROWS is 16, a line has 16 bits, and all bands are solved in 64 bytes of vectors: lane i is the
 * band of rows i and i + 1, lane 16 + i is the band of columns i and i + 1. If ROWS is 32, a line
 * has 32 bits, and only bands whose lines changed are solved, in lanes of 32 or 64 bits. */

typedef struct NAME(state) {
    LINE cand[ROWS], star[ROWS];
    LINE table_cand[ROWS]; /* candidates at the last update of the tables */
    LINE band_cand[ROWS];  /* candidates after the bands were last solved */
#if ROWS == 16
    uint16_t legal[32], goal[32]; /* the masks of each band (bands.h) */
#endif
    uint8_t row_missing[32], column_missing[32], region_missing[32];
    uint32_t stars_left; /* number of stars still to place */
    uint32_t tables;     /* set of the regions with a table */
    /* Three sets of regions: those whose placements changed since the last check of the tables,
     * since the last check of the sums, and since looking ahead copied this state. */
    uint32_t changed, changed_since_sums, changed_since_copy;
    uint16_t tried_cell; /* the cell on which this state branched */
    /* The bounds of each region for each lane (tables.h). The set of possible placements of each
     * region follows in memory after this struct. */
    _Alignas(64) uint8_t least[ROWS][4 * ROWS];
    uint8_t most[ROWS][4 * ROWS];
} NAME(state);

#include "tables.h"

static inline NAME(state) * NAME(state_at)(const fq_tables *w, uint32_t depth)
{
    return (NAME(state) *)(void *)(w->states + depth * w->state_bytes);
}

/* -------------------------------------------------------------------------------------- bands */

#if ROWS == 16

static inline void NAME(set_band)(NAME(state) * s, const uint8_t *missing, uint32_t side,
                                  uint32_t i)
{
    s->legal[16 * side + i] = fq_legal16(missing[i], missing[i + 1]);
    s->goal[16 * side + i] = fq_goal16(missing[i], missing[i + 1]);
}

/* Updates the two bands of line i after one of its missing stars was placed. */
static inline void NAME(update_bands)(NAME(state) * s, uint32_t n, uint32_t side, uint32_t i)
{
    const uint8_t *missing = side ? s->column_missing : s->row_missing;
    if (i) NAME(set_band)(s, missing, side, i - 1);
    if (i + 1 < n) NAME(set_band)(s, missing, side, i);
}

/* Transposes a square of 16 x 16 bits, which has four rows per word. */
static inline void NAME(transpose)(const uint16_t *from, uint16_t *to)
{
    uint64_t x[4];
    memcpy(x, from, sizeof x);
    /* Quarters of 8 x 8 bits: rows 0 to 7 are in x[0] and x[1], rows 8 to 15 in x[2] and x[3]. */
    for (uint32_t i = 0; i < 2; i++) {
        const uint64_t t = (x[i] >> 8 ^ x[i + 2]) & UINT64_C(0x00ff00ff00ff00ff);
        x[i + 2] ^= t;
        x[i] ^= t << 8;
    }
    for (uint32_t i = 0; i < 4; i += 2) {
        const uint64_t t = (x[i] >> 4 ^ x[i + 1]) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        x[i + 1] ^= t;
        x[i] ^= t << 4;
    }
    for (uint32_t i = 0; i < 4; i++) { /* exchanges between rows of the same word */
        uint64_t t = (x[i] >> 2 ^ x[i] >> 32) & UINT64_C(0x33333333);
        x[i] ^= t << 32 ^ t << 2;
        t = (x[i] >> 1 ^ x[i] >> 16) & UINT64_C(0x0000555500005555);
        x[i] ^= t << 16 ^ t << 1;
    }
    memcpy(to, x, sizeof x);
}

/* Solves all bands if a candidate was removed since they were last solved. Returns 0 at a dead
 * end. */
static int NAME(check_bands)(const fq_tables *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    if (!memcmp(s->band_cand, s->cand, sizeof s->band_cand)) return 1;
    uint16_t lines[33];
    fq_bands16 bands;
    memcpy(lines, s->cand, 32);
    NAME(transpose)(s->cand, lines + 16);
    lines[32] = 0;
    memcpy(bands.above, lines, 64);
    memcpy(bands.below, lines + 1, 64);
    memcpy(bands.legal, s->legal, 64);
    memcpy(bands.goal, s->goal, 64);
    for (uint32_t v = 0; v < 64 / FQ_VECTOR; v++)
        if (!fq_bands16_solve(&bands, v, n)) return 0;

    /* A candidate stays if both bands of its line keep it. Lanes without a band keep all
     * candidates. */
    uint16_t above[32], below[33], forced_above[32], forced_below[33], keep[32], forced[32];
    memcpy(above, bands.keep_above, 64);
    memcpy(below + 1, bands.keep_below, 64);
    memcpy(forced_above, bands.forced_above, 64);
    memcpy(forced_below + 1, bands.forced_below, 64);
    below[0] = below[16] = above[n - 1] = above[16 + n - 1] = 0xffff;
    forced_below[0] = forced_below[16] = forced_above[n - 1] = forced_above[16 + n - 1] = 0;
    uint32_t some = 0;
    for (uint32_t i = 0; i < 32; i++) {
        keep[i] = above[i] & below[i] & lines[i];
        forced[i] = forced_above[i] | forced_below[i];
        some |= forced[i];
    }
    uint16_t across[16];
    NAME(transpose)(keep + 16, across);
    uint32_t gone = 0;
    for (uint32_t r = 0; r < n; r++) {
        const uint16_t kept = keep[r] & across[r];
        gone |= kept ^ s->cand[r];
        s->cand[r] = s->band_cand[r] = kept;
    }
    if (gone) *changed |= FQ_ELIMINATED;
    if (some) {
        NAME(transpose)(forced + 16, across);
        for (uint32_t r = 0; r < n; r++) stars[r] |= forced[r] | across[r];
        *changed |= FQ_STARS_FOUND;
    }
    return 1;
}

#else

/* Exchanges the bits of `mask` with the bits that are `j` rows below and `j` columns to the left.
 * The compiler vectorises this if j is a constant. */
static inline void NAME(exchange_bits)(uint32_t *x, uint32_t j, uint32_t mask)
{
    for (uint32_t base = 0; base < 32; base += 2 * j)
        for (uint32_t i = base; i < base + j; i++) {
            const uint32_t t = (x[i] >> j ^ x[i + j]) & mask;
            x[i + j] ^= t;
            x[i] ^= t << j;
        }
}

static inline void NAME(transpose)(const uint32_t *from, uint32_t *to)
{
    if (to != from) memcpy(to, from, 32 * sizeof *to);
    NAME(exchange_bits)(to, 16, UINT32_C(0x0000ffff));
    NAME(exchange_bits)(to, 8, UINT32_C(0x00ff00ff));
    NAME(exchange_bits)(to, 4, UINT32_C(0x0f0f0f0f));
    NAME(exchange_bits)(to, 2, UINT32_C(0x33333333));
    NAME(exchange_bits)(to, 1, UINT32_C(0x55555555));
}

static int NAME(check_bands)(const fq_tables *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    fq_lines lines[2]; /* rows and columns */
    uint32_t dirty[2] = {0, 0};
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t gone = s->band_cand[r] ^ s->cand[r];
        dirty[0] |= (uint32_t)(gone != 0) << r;
        dirty[1] |= gone;
    }
    if (!dirty[0]) return 1;
    memcpy(lines[0].cand, s->cand, sizeof s->cand);
    NAME(transpose)(lines[0].cand, lines[1].cand);

    /* Bands whose lines miss at most 4 stars fit lanes of 32 bits. */
    uint16_t narrow[64], wide[64];
    uint32_t narrows = 0, wides = 0;
    for (uint32_t k = 0; k < 2; k++) {
        const uint8_t *missing = lines[k].missing = k ? s->column_missing : s->row_missing;
        memcpy(lines[k].keep, lines[k].cand, sizeof lines[k].keep);
        memset(lines[k].forced, 0, sizeof lines[k].forced);
        const uint32_t bands = (dirty[k] | dirty[k] >> 1) & (uint32_t)fq_ones(n - 1);
        for (uint32_t left = bands; left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            const uint16_t id = (uint16_t)(32 * k + i);
            if (missing[i] <= 4 && missing[i + 1] <= 4)
                narrow[narrows++] = id;
            else
                wide[wides++] = id;
        }
    }
    if (!fq_solve_bands32(lines, narrow, narrows, n)) return 0;
    if (!fq_solve_bands64(lines, wide, wides, n)) return 0;

    uint32_t gone = 0, across = 0, some = 0, turned[ROWS];
    uint32_t *keep = lines[0].keep, *forced = lines[0].forced;
    for (uint32_t i = 0; i < n; i++) {
        gone |= keep[i] ^ lines[0].cand[i];
        across |= lines[1].keep[i] ^ lines[1].cand[i];
        some |= lines[1].forced[i];
    }
    memcpy(s->band_cand, s->cand, sizeof s->band_cand);
    if (across) {
        NAME(transpose)(lines[1].keep, turned);
        for (uint32_t r = 0; r < n; r++) keep[r] &= turned[r];
    }
    if (gone | across) {
        memcpy(s->cand, keep, n * sizeof *s->cand);
        *changed |= FQ_ELIMINATED;
    }
    if (some) {
        NAME(transpose)(lines[1].forced, turned);
        for (uint32_t r = 0; r < n; r++) forced[r] |= turned[r];
    }
    some = 0;
    for (uint32_t r = 0; r < n; r++) some |= forced[r], stars[r] |= forced[r];
    if (some) *changed |= FQ_STARS_FOUND;
    return 1;
}

#endif

/* -------------------------------------------------------------------------------------- stars */

static void NAME(place)(const fq_tables *w, NAME(state) * s, uint32_t r, uint32_t c)
{
    const uint32_t n = w->n, bit = UINT32_C(1) << c, near = ~NAME(with_neighbours)(bit);
    const uint32_t cell = r * n + c, g = w->region_of[cell];
    s->cand[r] &= (LINE)near;
    if (r) s->cand[r - 1] &= (LINE)near;
    if (r + 1 < n) s->cand[r + 1] &= (LINE)near;
    s->star[r] |= (LINE)bit;
    s->stars_left--;
    if (!--s->row_missing[r]) s->cand[r] = 0;
    if (!--s->column_missing[c])
        for (uint32_t y = 0; y < n; y++) s->cand[y] &= (LINE)~bit;
    if (!--s->region_missing[g])
        for (uint32_t y = w->first_row[g]; y <= w->last_row[g]; y++)
            s->cand[y] &= (LINE)~w->region[g][y];
#if ROWS == 16
    NAME(update_bands)(s, n, 0, r);
    NAME(update_bands)(s, n, 1, c);
#endif
    if (s->tables >> g & 1) {
        s->table_cand[r] &= (LINE)~bit; /* check_tables must not treat the star as eliminated */
        fq_block *placements = NAME(placements)(w, s, g);
        const fq_block *with_cell = NAME(placements_with)(w, g, cell);
        for (uint32_t b = 0; b < w->blocks[g]; b++) placements[b] &= with_cell[b];
        s->changed |= UINT32_C(1) << g;
    }
}

/* Places the stars in `stars`, which one of the check functions found. Returns 0 if two of these
 * stars exclude each other. */
static int NAME(place_all)(const fq_tables *w, NAME(state) * s, const uint32_t *stars)
{
    for (uint32_t r = 0; r < w->n; r++)
        for (uint32_t left = stars[r]; left; left &= left - 1) {
            const uint32_t c = fq_lowest(left);
            if (!(s->cand[r] >> c & 1)) return 0;
            NAME(place)(w, s, r, c);
        }
    return 1;
}

/* Checks the regions that have no table. A region with fewer candidates than missing stars is a
 * dead end. If a region has exactly as many candidates as missing stars, all its candidates get
 * stars. */
static int NAME(check_counts)(const fq_tables *w, const NAME(state) * s, uint32_t *stars,
                              int *changed)
{
    for (uint32_t left = (uint32_t)fq_ones(w->n) & ~s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left), missing = s->region_missing[g];
        if (!missing) continue;
        uint32_t count = 0;
        for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
            count += fq_popcount(s->cand[r] & w->region[g][r]);
        if (count < missing) return 0;
        if (count > missing) continue;
        for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
            stars[r] |= s->cand[r] & w->region[g][r];
        *changed |= FQ_STARS_FOUND;
    }
    return 1;
}

static int NAME(check_tables)(fq_tables *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t gone = s->table_cand[r] & ~(uint32_t)s->cand[r];
        if (!gone) continue;
        s->table_cand[r] &= s->cand[r];
        for (uint32_t left = gone; left; left &= left - 1) {
            const uint32_t cell = r * n + fq_lowest(left), g = w->region_of[cell];
            fq_block *placements = NAME(placements)(w, s, g);
            const fq_block *with_cell = NAME(placements_with)(w, g, cell);
            for (uint32_t b = 0; b < w->blocks[g]; b++) placements[b] &= ~with_cell[b];
            s->changed |= UINT32_C(1) << g;
        }
    }
    s->changed_since_sums |= s->changed;
    s->changed_since_copy |= s->changed;
    for (uint32_t left = s->changed & s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        const fq_block *placements = NAME(placements)(w, s, g);
        fq_block any = placements[0];
        for (uint32_t b = 1; b < w->blocks[g]; b++) any |= placements[b];
        if (!fq_any_bit(any)) return 0;
        switch (w->blocks[g]) {
        case 1: NAME(check_cells)(w, s, g, 1, stars, changed); break;
        case 2: NAME(check_cells)(w, s, g, 2, stars, changed); break;
        case 4: NAME(check_cells)(w, s, g, 4, stars, changed); break;
        default: NAME(check_cells)(w, s, g, w->blocks[g], stars, changed);
        }
    }
    s->changed = 0;
    return 1;
}

/* --------------------------------------------------------------------------------------- sums */

/* Removes the placements or candidates of a region that would put too many or too few stars on a
 * lane. In each lane the region must have at least most - `down` and at most least + `up` stars. */
static void NAME(remove_excess)(const fq_tables *w, NAME(state) * s, uint32_t g, const uint8_t *up,
                         const uint8_t *down, int *changed)
{
    const uint32_t n = w->n, blocks = w->blocks[g];
    const uint8_t *least = s->least[g], *most = s->most[g];
    if (s->tables >> g & 1) {
        fq_block *placements = NAME(placements)(w, s, g);
        for (uint32_t i = 0; i < w->level_count[g]; i++) {
            const fq_level level = w->level[g][i];
            const uint32_t lane = level.lane, slack = most[lane] - least[lane];
            if (slack <= up[lane] && slack <= down[lane]) continue;
            const fq_block *sets =
                (const fq_block *)w->levels[g] + (size_t)level.first_set * blocks;
            if (slack > up[lane]) {
                const fq_block *set = sets + (size_t)(least[lane] + up[lane] - level.base) * blocks;
                for (uint32_t b = 0; b < blocks; b++) placements[b] &= ~set[b];
            }
            if (slack > down[lane]) {
                const fq_block *set =
                    sets + (size_t)(most[lane] - down[lane] - level.base - 1) * blocks;
                for (uint32_t b = 0; b < blocks; b++) placements[b] &= set[b];
            }
            s->changed |= UINT32_C(1) << g;
            *changed |= FQ_ELIMINATED;
        }
        return;
    }
    /* The region has no table: remove its candidates from the lanes that allow no further star of
     * this region. */
    for (uint32_t side = 0; side < 4; side++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t lane = side * ROWS + i;
            const uint32_t to = side & 1 ? i : 0; /* the lane covers lines `to` to i */
            const uint32_t columns =
                (uint32_t)(fq_ones(i + 1) & ~fq_ones(to)), all = (uint32_t)fq_ones(n);
            if (up[lane] || most[lane] == least[lane]) continue;
            uint32_t present = 0;
            for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
                present += fq_popcount(s->star[r] & w->region[g][r] &
                                     (side < 2 ? (r >= to && r <= i ? all : 0) : columns));
            if (present != least[lane]) continue;
            for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++) {
                const uint32_t go = s->cand[r] & w->region[g][r] &
                                    (side < 2 ? (r >= to && r <= i ? all : 0) : columns);
                if (!go) continue;
                s->cand[r] &= (LINE)~go;
                *changed |= FQ_ELIMINATED;
            }
        }
    }
}

static int NAME(check_sums)(const fq_tables *w, NAME(state) * s, int *changed)
{
    const uint32_t n = w->n;
    for (uint32_t left = s->changed_since_sums & s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        switch (w->blocks[g]) {
        case 1: NAME(tighten_bounds)(w, s, g, 1); break;
        case 2: NAME(tighten_bounds)(w, s, g, 2); break;
        case 4: NAME(tighten_bounds)(w, s, g, 4); break;
        default: NAME(tighten_bounds)(w, s, g, w->blocks[g]);
        }
    }
    s->changed_since_sums = 0;
    for (uint32_t left = (uint32_t)fq_ones(n) & ~s->tables; left; left &= left - 1)
        NAME(bound_by_candidates)(w, s, fq_lowest(left));

    uint8_t least[4 * ROWS] = {0}, most[4 * ROWS] = {0}, up[4 * ROWS], down[4 * ROWS],
                      slack[4 * ROWS];
    for (uint32_t g = 0; g < n; g++)
        for (uint32_t i = 0; i < 4 * ROWS; i++) {
            least[i] = (uint8_t)(least[i] + s->least[g][i]);
            most[i] = (uint8_t)(most[i] + s->most[g][i]);
        }
    uint8_t wrong = 0;
    for (uint32_t i = 0; i < 4 * ROWS; i++) {
        wrong |= (uint8_t)((least[i] > w->required[i]) | (most[i] < w->required[i]));
        up[i] = (uint8_t)(w->required[i] - least[i]);
        down[i] = (uint8_t)(most[i] - w->required[i]);
        slack[i] = up[i] < down[i] ? up[i] : down[i];
    }
    if (wrong) return 0;
    for (uint32_t g = 0; g < n; g++) {
        uint8_t beyond = 0;
        for (uint32_t i = 0; i < 4 * ROWS; i++)
            beyond |= (uint8_t)((uint8_t)(s->most[g][i] - s->least[g][i]) > slack[i]);
        if (beyond) NAME(remove_excess)(w, s, g, up, down, changed);
    }
    return 1;
}

/* ------------------------------------------------------------------------------------- search */

/* Propagates until nothing changes; returns 0 at a dead end. Cheap checks come first.
 *
 * Tried, on boards that fastqueens did not generate:
 * - Checking sums before the first tables are built: the same number of nodes, 1.12 times the
 *   instructions (10 x 10).
 * - Checking tables before bands: 0.92 of the time from 17 rows on, so ROWS 32 uses this order. On
 *   14 x 14 boards this order takes 1.3 times as long.
 * - Solving all bands with 4 or more stars in 64-bit lanes: twice the time for bands (21 x 21).
 * - Testing a table from its first block instead of from the block with the last match: 1.04 times
 *   the instructions (21 x 21). */
static int NAME(propagate)(fq_tables *w, NAME(state) * s)
{
    while (s->stars_left) {
        uint32_t stars[ROWS] = {0};
        int changed = 0;
        w->rounds++;
        if (!NAME(check_counts)(w, s, stars, &changed)) return 0;
#if ROWS == 16
        if (!changed && !NAME(check_bands)(w, s, stars, &changed)) return 0;
        if (!changed && !NAME(check_tables)(w, s, stars, &changed)) return 0;
#else
        if (!changed && !NAME(check_tables)(w, s, stars, &changed)) return 0;
        if (!changed && !NAME(check_bands)(w, s, stars, &changed)) return 0;
#endif
        if (!changed && s->tables && !NAME(check_sums)(w, s, &changed)) return 0;
        if (!changed) return 1;
        if (changed & FQ_STARS_FOUND && !NAME(place_all)(w, s, stars)) return 0;
    }
    return 1;
}

/* An upper bound for the number of placements of a region that has no table: a binomial
 * coefficient. */
static uint64_t NAME(estimate_placements)(const fq_tables *w, const NAME(state) * s, uint32_t g)
{
    uint64_t count = 0, placements = 1;
    for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
        count += fq_popcount(s->cand[r] & w->region[g][r]);
    for (uint64_t i = 0; i < s->region_missing[g]; i++)
        placements = placements * (count - i) / (i + 1);
    return placements;
}

/* Builds tables for the regions that have no table, small tables first. Propagates after each group
 * of tables. Returns 0 at a dead end. */
static int NAME(build_tables)(fq_tables *w, NAME(state) * s, int root)
{
    /* A table is built if the estimated number of placements is within a limit. The limit begins at
     * FIRST and is multiplied by GROWTH in each round. At the root, a table is tried even if the
     * estimate is up to HOPE times the table size: the estimate is only an upper bound, so the
     * placements may still fit. */
    enum { FIRST = 200, GROWTH = 8, HOPE = 16 };
    const uint64_t most = w->table_bytes * 8;
    for (uint64_t limit = FIRST;; limit *= GROWTH) {
        int built = 0, more = 0;
        for (uint32_t left = (uint32_t)fq_ones(w->n) & ~s->tables; left; left &= left - 1) {
            const uint32_t g = fq_lowest(left);
            if (!s->region_missing[g]) continue;
            const uint64_t guess = NAME(estimate_placements)(w, s, g);
            if (guess > limit) {
                more |= guess < most * HOPE;
                continue;
            }
            if (!NAME(build_table)(w, s, g, (uint32_t)(root || most < FIRST ? most : FIRST)))
                return 0;
            built = 1;
        }
        if (built && !NAME(propagate)(w, s)) return 0;
        if (!root || !more || !s->stars_left) return 1;
    }
}

static void NAME(copy_state)(const fq_tables *w, NAME(state) * to, const NAME(state) * from)
{
    memcpy(to, from, offsetof(NAME(state), least));
    memcpy(to->least, from->least, w->n * sizeof *to->least);
    memcpy(to->most, from->most, w->n * sizeof *to->most);
    for (uint32_t left = from->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        fq_block *placements = NAME(placements)(w, to, g);
        const fq_block *old = NAME(placements)(w, from, g);
        for (uint32_t b = 0; b < w->blocks[g]; b++) placements[b] = old[b];
    }
}

#include "branching.h"

static void NAME(load_root)(fq_tables *w, const uint64_t *cand, const uint16_t *placed,
                            uint32_t count)
{
    const uint32_t n = w->n;
    NAME(state) *s = NAME(state_at)(w, 0);
    memset(s, 0, offsetof(NAME(state), least));
    memset(s->least, 0, n * sizeof *s->least);
    memset(s->most, 0, n * sizeof *s->most);
    memset(w->required, 0, sizeof w->required);
    for (uint32_t i = 0; i < n; i++) {
        w->required[i] = w->required[2 * ROWS + i] = (uint8_t)(w->stars * (i + 1));
        w->required[ROWS + i] = w->required[3 * ROWS + i] = (uint8_t)w->stars;
        s->row_missing[i] = s->column_missing[i] = s->region_missing[i] = (uint8_t)w->stars;
        s->cand[i] = (LINE)fq_ones(n);
    }
    s->stars_left = n * w->stars;
#if ROWS == 16
    for (uint32_t i = 0; i < 32; i++) s->legal[i] = s->goal[i] = 1;
    for (uint32_t i = 0; i + 1 < n; i++)
        for (uint32_t side = 0; side < 2; side++) NAME(set_band)(s, s->row_missing, side, i);
#endif
    for (uint32_t i = 0; i < count; i++) NAME(place)(w, s, placed[i] / n, placed[i] % n);
    for (uint32_t r = 0; r < n; r++) s->cand[r] &= (LINE)cand[r];
}

static fq_status NAME(run)(fq_tables *w, uint64_t stop)
{
    fq_board_counters *counts = w->counts;
    while (w->resume != FQ_AT_END) {
        NAME(state) *s = NAME(state_at)(w, w->depth);
        if (w->resume == FQ_AT_NODE) {
            if (counts->nodes >= stop) return FQ_RUNNING;
            counts->nodes++;
            uint32_t cell = 0;
            int alive = NAME(propagate)(w, s) &&
                        (!s->stars_left || NAME(build_tables)(w, s, w->depth == 0));
            if (alive && s->stars_left) alive = NAME(choose_cell)(w, s, &cell);
            if (alive && !s->stars_left) {
                counts->solutions++;
                w->resume = FQ_AT_BACKTRACK;
                return FQ_FOUND;
            }
            if (alive) {
                NAME(state) *next = NAME(state_at)(w, w->depth + 1);
                s->tried_cell = (uint16_t)cell;
                NAME(copy_state)(w, next, s);
                NAME(place)(w, next, cell / w->n, cell % w->n);
                w->node_at_depth[++w->depth] = counts->nodes;
                continue;
            }
            counts->backtracks++;
            if (w->depth && w->node_at_depth[w->depth] + 1 == counts->nodes)
                w->failures[w->region_of[NAME(state_at)(w, w->depth - 1)->tried_cell]]++;
        }
        /* Go back to the last branch and continue without a star on its cell. */
        if (w->depth == w->floor) {
            w->resume = FQ_AT_END;
            break;
        }
        s = NAME(state_at)(w, --w->depth);
        s->cand[s->tried_cell / w->n] &= (LINE)~(UINT32_C(1) << s->tried_cell % w->n);
        w->resume = FQ_AT_NODE;
    }
    return FQ_DONE;
}

static uint32_t NAME(list_stars)(const fq_tables *w, uint16_t *cells)
{
    const NAME(state) *s = NAME(state_at)(w, w->depth);
    uint32_t count = 0;
    for (uint32_t r = 0; r < w->n; r++)
        for (uint32_t left = s->star[r]; left; left &= left - 1)
            cells[count++] = (uint16_t)(r * w->n + fq_lowest(left));
    return count;
}

static void NAME(possible_cells)(const fq_tables *w, uint8_t *left)
{
    const NAME(state) *s = NAME(state_at)(w, w->depth);
    for (uint32_t i = 0; i < w->n * w->n; i++)
        left[i] = (s->cand[i / w->n] | s->star[i / w->n]) >> i % w->n & 1;
}

static int NAME(last_star)(const fq_tables *w)
{
    return w->depth ? NAME(state_at)(w, w->depth - 1)->tried_cell : -1;
}

/* ------------------------------------------------------------------------------ forcing chains */

static int NAME(refine_root)(fq_tables *w, const uint32_t *cand, const uint32_t *star)
{
    NAME(state) *s = NAME(state_at)(w, 0);
    for (uint32_t r = 0; r < w->n; r++) {
        if (s->star[r] & ~(star[r] | cand[r])) return 0;
        for (uint32_t more = star[r] & ~s->star[r]; more; more &= more - 1) {
            const uint32_t c = fq_lowest(more);
            if (!(s->cand[r] >> c & 1)) return 0;
            NAME(place)(w, s, r, c);
        }
        s->cand[r] &= (LINE)cand[r];
    }
    return NAME(propagate)(w, s) && (!s->stars_left || NAME(build_tables)(w, s, 1));
}

static int NAME(assume)(fq_tables *w, uint32_t cell)
{
    NAME(state) *s = NAME(state_at)(w, 0), *next = NAME(state_at)(w, 1);
    const int any = cell == UINT32_MAX;
    if (any) cell = 0;
    const uint32_t r = cell / w->n, c = cell % w->n;
    w->resume = FQ_AT_END;
    const int stands = any || s->star[r] >> c & 1; /* the root already has this star */
    if (!stands && !(s->cand[r] >> c & 1)) return 0;
    s->tried_cell = (uint16_t)cell;
    NAME(copy_state)(w, next, s);
    if (!stands) NAME(place)(w, next, r, c);
    w->depth = w->floor = 1;
    w->node_at_depth[1] = w->counts->nodes;
    w->resume = FQ_AT_NODE;
    return 1;
}

/* Runs every check once, even if an earlier check found something. A forcing chain from fewer
 * candidates then never needs more rounds. */
static int NAME(run_all_checks)(fq_tables *w, NAME(state) * s, int *changed)
{
    for (uint32_t check = 0; check < 4 && s->stars_left; check++) {
        uint32_t stars[ROWS] = {0};
        int found = 0;
        if (!(check == 0   ? NAME(check_counts)(w, s, stars, &found)
              : check == 1 ? NAME(check_bands)(w, s, stars, &found)
              : check == 2 ? NAME(check_tables)(w, s, stars, &found)
                          : NAME(check_sums)(w, s, &found)))
            return 0;
        if (found & FQ_STARS_FOUND && !NAME(place_all)(w, s, stars)) return 0;
        *changed |= found;
    }
    return 1;
}

static fq_chain_end NAME(follow_chain)(fq_tables *w, uint32_t cell, uint32_t limit)
{
    w->rounds = 0;
    if (!NAME(assume)(w, cell)) return FQ_CHAIN_REFUTED;
    NAME(state) *s = NAME(state_at)(w, 1);
    while (w->rounds < limit) {
        int changed = 0;
        w->rounds++;
        if (!NAME(run_all_checks)(w, s, &changed)) return FQ_CHAIN_REFUTED;
        if (changed) continue;
        uint32_t without = 0; /* number of regions that may still get a table */
        for (uint32_t g = 0; g < w->n; g++)
            without += s->region_missing[g] && !(s->tables >> g & 1);
        return without ? FQ_CHAIN_UNFINISHED : FQ_CHAIN_STUCK;
    }
    return FQ_CHAIN_UNFINISHED;
}

static void NAME(read_state)(const fq_tables *w, uint32_t depth, uint32_t *cand, uint32_t *star)
{
    const NAME(state) *s = NAME(state_at)(w, depth);
    for (uint32_t r = 0; r < w->n; r++) cand[r] = s->cand[r], star[r] = s->star[r];
}

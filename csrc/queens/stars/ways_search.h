/* ways_search.h - propagation and the search over ways (see ways.h), for one size of board.
 *
 * ROWS 16: lines of 16 bits; lane i of one vector has row i and the row below it, lane 16 + i has the
 * columns: all bands at once. ROWS 32: lines of 32 bits; bands whose lines changed are gathered into
 * lanes of 32 or 64 bits. */

typedef struct NAME(state) {
    LINE cand[ROWS], star[ROWS];
    LINE tabled[ROWS]; /* candidates as the tables know them */
    LINE seen[ROWS];   /* candidates as the bands left them */
#if ROWS == 16
    uint16_t legal[32], goal[32]; /* of bands, see bands.h */
#endif
    uint8_t row_missing[32], column_missing[32], region_missing[32];
    uint32_t left;     /* stars missing */
    uint32_t tables;   /* regions that have a table, */
    uint32_t changed;  /* whose ways were changed, */
    uint32_t unsummed; /* or were since the last sums, */
    uint32_t moved;    /* or since somebody set it to 0 */
    uint16_t chosen;   /* the cell that was tried from here */
    _Alignas(64) uint8_t least[ROWS][4 * ROWS];
    uint8_t most[ROWS][4 * ROWS];
    /* then the ways left of each region, `table` bytes a region */
} NAME(state);

#include "tables.h"

static inline NAME(state) * NAME(state_at)(const fq_ways *w, uint32_t depth)
{
    return (NAME(state) *)(void *)(w->states + depth * w->stride);
}

/* -------------------------------------------------------------------------------------- bands */

#if ROWS == 16

static inline void NAME(set_band)(NAME(state) * s, const uint8_t *missing, uint32_t side, uint32_t i)
{
    s->legal[16 * side + i] = fq_legal16(missing[i], missing[i + 1]);
    s->goal[16 * side + i] = fq_goal16(missing[i], missing[i + 1]);
}

/* Line i of one orientation misses a star less. */
static inline void NAME(touch_bands)(NAME(state) * s, uint32_t n, uint32_t side, uint32_t i)
{
    const uint8_t *missing = side ? s->column_missing : s->row_missing;
    if (i) NAME(set_band)(s, missing, side, i - 1);
    if (i + 1 < n) NAME(set_band)(s, missing, side, i);
}

/* Exchanges rows and columns of 16 x 16 bits, four rows a word. */
static inline void NAME(transpose)(const uint16_t *from, uint16_t *to)
{
    uint64_t x[4];
    memcpy(x, from, sizeof x);
    /* quarters of 8 x 8: rows 0..7 are x[0], x[1], rows 8..15 x[2], x[3] */
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
    for (uint32_t i = 0; i < 4; i++) { /* rows two apart, then one, in the same word */
        uint64_t t = (x[i] >> 2 ^ x[i] >> 32) & UINT64_C(0x33333333);
        x[i] ^= t << 32 ^ t << 2;
        t = (x[i] >> 1 ^ x[i] >> 16) & UINT64_C(0x0000555500005555);
        x[i] ^= t << 16 ^ t << 1;
    }
    memcpy(to, x, sizeof x);
}

/* Returns 0 at a dead end. */
static int NAME(look_at_bands)(const fq_ways *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    if (!memcmp(s->seen, s->cand, sizeof s->seen)) return 1;
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

    /* A line stays where both its bands keep it; the lanes without a band keep all. */
    uint16_t above[32], below[33], must_above[32], must_below[33], keep[32], must[32];
    memcpy(above, bands.keep_above, 64);
    memcpy(below + 1, bands.keep_below, 64);
    memcpy(must_above, bands.must_above, 64);
    memcpy(must_below + 1, bands.must_below, 64);
    below[0] = below[16] = above[n - 1] = above[16 + n - 1] = 0xffff;
    must_below[0] = must_below[16] = must_above[n - 1] = must_above[16 + n - 1] = 0;
    uint32_t some = 0;
    for (uint32_t i = 0; i < 32; i++) {
        keep[i] = above[i] & below[i] & lines[i];
        must[i] = must_above[i] | must_below[i];
        some |= must[i];
    }
    uint16_t across[16];
    NAME(transpose)(keep + 16, across);
    uint32_t gone = 0;
    for (uint32_t r = 0; r < n; r++) {
        const uint16_t kept = keep[r] & across[r];
        gone |= kept ^ s->cand[r];
        s->cand[r] = s->seen[r] = kept;
    }
    if (gone) *changed |= FQ_WAYS_GONE;
    if (some) {
        NAME(transpose)(must + 16, across);
        for (uint32_t r = 0; r < n; r++) stars[r] |= must[r] | across[r];
        *changed |= FQ_WAYS_STAR;
    }
    return 1;
}

#else

/* Exchanges the bits of `mask` with those `j` rows below and `j` columns to the left; a constant j
 * makes vectors of it. */
static inline void NAME(exchange)(uint32_t *x, uint32_t j, uint32_t mask)
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
    NAME(exchange)(to, 16, UINT32_C(0x0000ffff));
    NAME(exchange)(to, 8, UINT32_C(0x00ff00ff));
    NAME(exchange)(to, 4, UINT32_C(0x0f0f0f0f));
    NAME(exchange)(to, 2, UINT32_C(0x33333333));
    NAME(exchange)(to, 1, UINT32_C(0x55555555));
}

static int NAME(look_at_bands)(const fq_ways *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    fq_lines lines[2]; /* rows, columns */
    uint32_t dirty[2] = {0, 0};
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t gone = s->seen[r] ^ s->cand[r];
        dirty[0] |= (uint32_t)(gone != 0) << r;
        dirty[1] |= gone;
    }
    if (!dirty[0]) return 1;
    memcpy(lines[0].cand, s->cand, sizeof s->cand);
    NAME(transpose)(lines[0].cand, lines[1].cand);

    /* Bands whose lines miss 4 stars at most fit lanes of 32 bits. */
    uint16_t narrow[64], wide[64];
    uint32_t narrows = 0, wides = 0;
    for (uint32_t k = 0; k < 2; k++) {
        const uint8_t *missing = lines[k].missing = k ? s->column_missing : s->row_missing;
        memcpy(lines[k].keep, lines[k].cand, sizeof lines[k].keep);
        memset(lines[k].must, 0, sizeof lines[k].must);
        const uint32_t bands = (dirty[k] | dirty[k] >> 1) & (uint32_t)fq_ones(n - 1);
        for (uint32_t left = bands; left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            const uint16_t name = (uint16_t)(32 * k + i);
            if (missing[i] <= 4 && missing[i + 1] <= 4)
                narrow[narrows++] = name;
            else
                wide[wides++] = name;
        }
    }
    if (!fq_solve_bands32(lines, narrow, narrows, n)) return 0;
    if (!fq_solve_bands64(lines, wide, wides, n)) return 0;

    uint32_t gone = 0, across = 0, some = 0, turned[ROWS];
    uint32_t *keep = lines[0].keep, *must = lines[0].must;
    for (uint32_t i = 0; i < n; i++) {
        gone |= keep[i] ^ lines[0].cand[i];
        across |= lines[1].keep[i] ^ lines[1].cand[i];
        some |= lines[1].must[i];
    }
    memcpy(s->seen, s->cand, sizeof s->seen);
    if (across) {
        NAME(transpose)(lines[1].keep, turned);
        for (uint32_t r = 0; r < n; r++) keep[r] &= turned[r];
    }
    if (gone | across) {
        memcpy(s->cand, keep, n * sizeof *s->cand);
        *changed |= FQ_WAYS_GONE;
    }
    if (some) {
        NAME(transpose)(lines[1].must, turned);
        for (uint32_t r = 0; r < n; r++) must[r] |= turned[r];
    }
    some = 0;
    for (uint32_t r = 0; r < n; r++) some |= must[r], stars[r] |= must[r];
    if (some) *changed |= FQ_WAYS_STAR;
    return 1;
}

#endif

/* -------------------------------------------------------------------------------------- stars */

static void NAME(place)(const fq_ways *w, NAME(state) * s, uint32_t r, uint32_t c)
{
    const uint32_t n = w->n, bit = UINT32_C(1) << c, near = ~NAME(beside)(bit);
    const uint32_t cell = r * n + c, g = w->region_of[cell];
    s->cand[r] &= (LINE)near;
    if (r) s->cand[r - 1] &= (LINE)near;
    if (r + 1 < n) s->cand[r + 1] &= (LINE)near;
    s->star[r] |= (LINE)bit;
    s->left--;
    if (!--s->row_missing[r]) s->cand[r] = 0;
    if (!--s->column_missing[c])
        for (uint32_t y = 0; y < n; y++) s->cand[y] &= (LINE)~bit;
    if (!--s->region_missing[g])
        for (uint32_t y = w->first[g]; y <= w->last[g]; y++) s->cand[y] &= (LINE)~w->region[g][y];
#if ROWS == 16
    NAME(touch_bands)(s, n, 0, r);
    NAME(touch_bands)(s, n, 1, c);
#endif
    if (s->tables >> g & 1) {
        s->tabled[r] &= (LINE)~bit; /* the ways without it go here, those with it stay */
        fq_block *ways = NAME(ways)(w, s, g);
        const fq_block *with = NAME(with)(w, g, cell);
        for (uint32_t b = 0; b < w->used[g]; b++) ways[b] &= with[b];
        s->changed |= UINT32_C(1) << g;
    }
}

/* Places what a look found; returns 0 if two of them exclude each other. */
static int NAME(place_all)(const fq_ways *w, NAME(state) * s, const uint32_t *stars)
{
    for (uint32_t r = 0; r < w->n; r++)
        for (uint32_t left = stars[r]; left; left &= left - 1) {
            const uint32_t c = fq_lowest(left);
            if (!(s->cand[r] >> c & 1)) return 0;
            NAME(place)(w, s, r, c);
        }
    return 1;
}

/* Regions without a table: too few candidates, or just enough. */
static int NAME(look_at_counts)(const fq_ways *w, const NAME(state) * s, uint32_t *stars, int *changed)
{
    for (uint32_t left = (uint32_t)fq_ones(w->n) & ~s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left), missing = s->region_missing[g];
        if (!missing) continue;
        uint32_t count = 0;
        for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
            count += fq_popcount(s->cand[r] & w->region[g][r]);
        if (count < missing) return 0;
        if (count > missing) continue;
        for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
            stars[r] |= s->cand[r] & w->region[g][r];
        *changed |= FQ_WAYS_STAR;
    }
    return 1;
}

static int NAME(look_at_tables)(fq_ways *w, NAME(state) * s, uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t gone = s->tabled[r] & ~(uint32_t)s->cand[r];
        if (!gone) continue;
        s->tabled[r] &= s->cand[r];
        for (uint32_t left = gone; left; left &= left - 1) {
            const uint32_t cell = r * n + fq_lowest(left), g = w->region_of[cell];
            fq_block *ways = NAME(ways)(w, s, g);
            const fq_block *with = NAME(with)(w, g, cell);
            for (uint32_t b = 0; b < w->used[g]; b++) ways[b] &= ~with[b];
            s->changed |= UINT32_C(1) << g;
        }
    }
    s->unsummed |= s->changed;
    s->moved |= s->changed;
    for (uint32_t left = s->changed & s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        const fq_block *ways = NAME(ways)(w, s, g);
        fq_block any = ways[0];
        for (uint32_t b = 1; b < w->used[g]; b++) any |= ways[b];
        if (!fq_any(any)) return 0;
        switch (w->used[g]) {
        case 1: NAME(look_at_cells)(w, s, g, 1, stars, changed); break;
        case 2: NAME(look_at_cells)(w, s, g, 2, stars, changed); break;
        case 4: NAME(look_at_cells)(w, s, g, 4, stars, changed); break;
        default: NAME(look_at_cells)(w, s, g, w->used[g], stars, changed);
        }
    }
    s->changed = 0;
    return 1;
}

/* --------------------------------------------------------------------------------------- sums */

/* Strikes what a region may not have on a line, or on the first lines: `up` more than its least, or
 * `down` less than its most, is too much. */
static void NAME(strike)(const fq_ways *w, NAME(state) * s, uint32_t g, const uint8_t *up,
                         const uint8_t *down, int *changed)
{
    const uint32_t n = w->n, blocks = w->used[g];
    const uint8_t *least = s->least[g], *most = s->most[g];
    if (s->tables >> g & 1) {
        fq_block *ways = NAME(ways)(w, s, g);
        for (uint32_t i = 0; i < w->level_count[g]; i++) {
            const fq_level level = w->level[g][i];
            const uint32_t lane = level.lane, slack = most[lane] - least[lane];
            if (slack <= up[lane] && slack <= down[lane]) continue;
            const fq_block *sets = (const fq_block *)w->levels[g] + (size_t)level.at * blocks;
            if (slack > up[lane]) {
                const fq_block *set = sets + (size_t)(least[lane] + up[lane] - level.base) * blocks;
                for (uint32_t b = 0; b < blocks; b++) ways[b] &= ~set[b];
            }
            if (slack > down[lane]) {
                const fq_block *set = sets + (size_t)(most[lane] - down[lane] - level.base - 1) * blocks;
                for (uint32_t b = 0; b < blocks; b++) ways[b] &= set[b];
            }
            s->changed |= UINT32_C(1) << g;
            *changed |= FQ_WAYS_GONE;
        }
        return;
    }
    /* Without a table: where no further star may stand, the candidates go. */
    for (uint32_t side = 0; side < 4; side++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t lane = side * ROWS + i;
            const uint32_t to = side & 1 ? i : 0; /* the lines are `to` to i */
            const uint32_t columns =
                (uint32_t)(fq_ones(i + 1) & ~fq_ones(to)), all = (uint32_t)fq_ones(n);
            if (up[lane] || most[lane] == least[lane]) continue;
            uint32_t stood = 0;
            for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
                stood += fq_popcount(s->star[r] & w->region[g][r] &
                                     (side < 2 ? (r >= to && r <= i ? all : 0) : columns));
            if (stood != least[lane]) continue;
            for (uint32_t r = w->first[g]; r <= w->last[g]; r++) {
                const uint32_t go = s->cand[r] & w->region[g][r] &
                                    (side < 2 ? (r >= to && r <= i ? all : 0) : columns);
                if (!go) continue;
                s->cand[r] &= (LINE)~go;
                *changed |= FQ_WAYS_GONE;
            }
        }
    }
}

static int NAME(look_at_sums)(const fq_ways *w, NAME(state) * s, int *changed)
{
    const uint32_t n = w->n;
    for (uint32_t left = s->unsummed & s->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        switch (w->used[g]) {
        case 1: NAME(narrow_levels)(w, s, g, 1); break;
        case 2: NAME(narrow_levels)(w, s, g, 2); break;
        case 4: NAME(narrow_levels)(w, s, g, 4); break;
        default: NAME(narrow_levels)(w, s, g, w->used[g]);
        }
    }
    s->unsummed = 0;
    for (uint32_t left = (uint32_t)fq_ones(n) & ~s->tables; left; left &= left - 1)
        NAME(loose_levels)(w, s, fq_lowest(left));

    uint8_t least[4 * ROWS] = {0}, most[4 * ROWS] = {0}, up[4 * ROWS], down[4 * ROWS], slack[4 * ROWS];
    for (uint32_t g = 0; g < n; g++)
        for (uint32_t i = 0; i < 4 * ROWS; i++) {
            least[i] = (uint8_t)(least[i] + s->least[g][i]);
            most[i] = (uint8_t)(most[i] + s->most[g][i]);
        }
    uint8_t wrong = 0;
    for (uint32_t i = 0; i < 4 * ROWS; i++) {
        wrong |= (uint8_t)((least[i] > w->takes[i]) | (most[i] < w->takes[i]));
        up[i] = (uint8_t)(w->takes[i] - least[i]);
        down[i] = (uint8_t)(most[i] - w->takes[i]);
        slack[i] = up[i] < down[i] ? up[i] : down[i];
    }
    if (wrong) return 0;
    for (uint32_t g = 0; g < n; g++) {
        uint8_t beyond = 0;
        for (uint32_t i = 0; i < 4 * ROWS; i++)
            beyond |= (uint8_t)((uint8_t)(s->most[g][i] - s->least[g][i]) > slack[i]);
        if (beyond) NAME(strike)(w, s, g, up, down, changed);
    }
    return 1;
}

/* ------------------------------------------------------------------------------------- search */

/* Looks until nothing changes; returns 0 at a dead end. */
static int NAME(propagate)(fq_ways *w, NAME(state) * s)
{
    while (s->left) {
        uint32_t stars[ROWS] = {0};
        int changed = 0;
        w->rounds++;
        if (!NAME(look_at_counts)(w, s, stars, &changed)) return 0;
#if ROWS == 16 /* what costs less comes first */
        if (!changed && !NAME(look_at_bands)(w, s, stars, &changed)) return 0;
        if (!changed && !NAME(look_at_tables)(w, s, stars, &changed)) return 0;
#else
        if (!changed && !NAME(look_at_tables)(w, s, stars, &changed)) return 0;
        if (!changed && !NAME(look_at_bands)(w, s, stars, &changed)) return 0;
#endif
        if (!changed && s->tables && !NAME(look_at_sums)(w, s, &changed)) return 0;
        if (!changed) return 1;
        if (changed & FQ_WAYS_STAR && !NAME(place_all)(w, s, stars)) return 0;
    }
    return 1;
}

/* How many ways a region without a table may have: candidates choose stars. */
static uint64_t NAME(estimate)(const fq_ways *w, const NAME(state) * s, uint32_t g)
{
    uint64_t count = 0, ways = 1;
    for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
        count += fq_popcount(s->cand[r] & w->region[g][r]);
    for (uint64_t i = 0; i < s->region_missing[g]; i++) ways = ways * (count - i) / (i + 1);
    return ways;
}

/* Builds tables, the small ones first and with propagation between. Returns 0 at a dead end. */
static int NAME(build_tables)(fq_ways *w, NAME(state) * s, int root)
{
    enum { FIRST = 200, GROWTH = 8, HOPE = 16 };
    const uint64_t most = w->table * 8;
    for (uint64_t limit = FIRST;; limit *= GROWTH) {
        int built = 0, more = 0;
        for (uint32_t left = (uint32_t)fq_ones(w->n) & ~s->tables; left; left &= left - 1) {
            const uint32_t g = fq_lowest(left);
            if (!s->region_missing[g]) continue;
            const uint64_t guess = NAME(estimate)(w, s, g);
            if (guess > limit) {
                more |= guess < most * HOPE;
                continue;
            }
            if (!NAME(build)(w, s, g, (uint32_t)(root || most < FIRST ? most : FIRST))) return 0;
            built = 1;
        }
        if (built && !NAME(propagate)(w, s)) return 0;
        if (!root || !more || !s->left) return 1;
    }
}

static void NAME(copy)(const fq_ways *w, NAME(state) * to, const NAME(state) * from)
{
    memcpy(to, from, offsetof(NAME(state), least));
    memcpy(to->least, from->least, w->n * sizeof *to->least);
    memcpy(to->most, from->most, w->n * sizeof *to->most);
    for (uint32_t left = from->tables; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left);
        fq_block *ways = NAME(ways)(w, to, g);
        const fq_block *old = NAME(ways)(w, from, g);
        for (uint32_t b = 0; b < w->used[g]; b++) ways[b] = old[b];
    }
}

#include "branching.h"

static void NAME(begin)(fq_ways *w, const uint64_t *cand, const uint16_t *placed, uint32_t count)
{
    const uint32_t n = w->n;
    NAME(state) *s = NAME(state_at)(w, 0);
    memset(s, 0, offsetof(NAME(state), least));
    memset(s->least, 0, n * sizeof *s->least);
    memset(s->most, 0, n * sizeof *s->most);
    memset(w->takes, 0, sizeof w->takes);
    for (uint32_t i = 0; i < n; i++) {
        w->takes[i] = w->takes[2 * ROWS + i] = (uint8_t)(w->stars * (i + 1));
        w->takes[ROWS + i] = w->takes[3 * ROWS + i] = (uint8_t)w->stars;
        s->row_missing[i] = s->column_missing[i] = s->region_missing[i] = (uint8_t)w->stars;
        s->cand[i] = (LINE)fq_ones(n);
    }
    s->left = n * w->stars;
#if ROWS == 16
    for (uint32_t i = 0; i < 32; i++) s->legal[i] = s->goal[i] = 1;
    for (uint32_t i = 0; i + 1 < n; i++)
        for (uint32_t side = 0; side < 2; side++) NAME(set_band)(s, s->row_missing, side, i);
#endif
    for (uint32_t i = 0; i < count; i++) NAME(place)(w, s, placed[i] / n, placed[i] % n);
    for (uint32_t r = 0; r < n; r++) s->cand[r] &= (LINE)cand[r];
}

static fq_status NAME(run)(fq_ways *w, uint64_t stop)
{
    fq_board_counters *counts = w->counts;
    while (w->resume != FQ_AT_END) {
        NAME(state) *s = NAME(state_at)(w, w->depth);
        if (w->resume == FQ_AT_NODE) {
            if (counts->nodes >= stop) return FQ_RUNNING;
            counts->nodes++;
            uint32_t cell = 0;
            int alive = NAME(propagate)(w, s) &&
                        (!s->left || NAME(build_tables)(w, s, w->depth == 0));
            if (alive && s->left) alive = NAME(choose)(w, s, &cell);
            if (alive && !s->left) {
                counts->solutions++;
                w->resume = FQ_AT_BACK;
                return FQ_FOUND;
            }
            if (alive) {
                NAME(state) *next = NAME(state_at)(w, w->depth + 1);
                s->chosen = (uint16_t)cell;
                NAME(copy)(w, next, s);
                NAME(place)(w, next, cell / w->n, cell % w->n);
                w->entered[++w->depth] = counts->nodes;
                continue;
            }
            counts->backtracks++;
            if (w->depth && w->entered[w->depth] + 1 == counts->nodes)
                w->failures[w->region_of[NAME(state_at)(w, w->depth - 1)->chosen]]++;
        }
        /* Back to the last choice, and on without its cell. */
        if (w->depth == w->floor) {
            w->resume = FQ_AT_END;
            break;
        }
        s = NAME(state_at)(w, --w->depth);
        s->cand[s->chosen / w->n] &= (LINE)~(UINT32_C(1) << s->chosen % w->n);
        w->resume = FQ_AT_NODE;
    }
    return FQ_DONE;
}

static uint32_t NAME(cells)(const fq_ways *w, uint16_t *cells)
{
    const NAME(state) *s = NAME(state_at)(w, w->depth);
    uint32_t count = 0;
    for (uint32_t r = 0; r < w->n; r++)
        for (uint32_t left = s->star[r]; left; left &= left - 1)
            cells[count++] = (uint16_t)(r * w->n + fq_lowest(left));
    return count;
}

static void NAME(left)(const fq_ways *w, uint8_t *left)
{
    const NAME(state) *s = NAME(state_at)(w, w->depth);
    for (uint32_t i = 0; i < w->n * w->n; i++)
        left[i] = (s->cand[i / w->n] | s->star[i / w->n]) >> i % w->n & 1;
}

static int NAME(hand)(const fq_ways *w)
{
    return w->depth ? NAME(state_at)(w, w->depth - 1)->chosen : -1;
}

/* ------------------------------------------------------------------------------ forcing chains */

static int NAME(settle)(fq_ways *w, const uint32_t *cand, const uint32_t *star)
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
    return NAME(propagate)(w, s) && (!s->left || NAME(build_tables)(w, s, 1));
}

static int NAME(suppose)(fq_ways *w, uint32_t cell)
{
    NAME(state) *s = NAME(state_at)(w, 0), *next = NAME(state_at)(w, 1);
    const int any = cell == UINT32_MAX;
    if (any) cell = 0;
    const uint32_t r = cell / w->n, c = cell % w->n;
    w->resume = FQ_AT_END;
    const int stands = any || s->star[r] >> c & 1; /* the root found so itself */
    if (!stands && !(s->cand[r] >> c & 1)) return 0;
    s->chosen = (uint16_t)cell;
    NAME(copy)(w, next, s);
    if (!stands) NAME(place)(w, next, r, c);
    w->depth = w->floor = 1;
    w->entered[1] = w->counts->nodes;
    w->resume = FQ_AT_NODE;
    return 1;
}

/* Every look in turn, whatever the others found, so that with fewer candidates a chain is never
 * longer. */
static int NAME(sweep)(fq_ways *w, NAME(state) * s, int *changed)
{
    for (uint32_t look = 0; look < 4 && s->left; look++) {
        uint32_t stars[ROWS] = {0};
        int found = 0;
        if (!(look == 0   ? NAME(look_at_counts)(w, s, stars, &found)
              : look == 1 ? NAME(look_at_bands)(w, s, stars, &found)
              : look == 2 ? NAME(look_at_tables)(w, s, stars, &found)
                          : NAME(look_at_sums)(w, s, &found)))
            return 0;
        if (found & FQ_WAYS_STAR && !NAME(place_all)(w, s, stars)) return 0;
        *changed |= found;
    }
    return 1;
}

static fq_chain_end NAME(follow)(fq_ways *w, uint32_t cell, uint32_t limit)
{
    w->rounds = 0;
    if (!NAME(suppose)(w, cell)) return FQ_CHAIN_REFUTED;
    NAME(state) *s = NAME(state_at)(w, 1);
    while (w->rounds < limit) {
        int changed = 0;
        w->rounds++;
        if (!NAME(sweep)(w, s, &changed)) return FQ_CHAIN_REFUTED;
        if (changed) continue;
        uint32_t without = 0; /* regions that may yet get a table */
        for (uint32_t g = 0; g < w->n; g++) without += s->region_missing[g] && !(s->tables >> g & 1);
        return without ? FQ_CHAIN_GOES_ON : FQ_CHAIN_RESTS;
    }
    return FQ_CHAIN_GOES_ON;
}

static void NAME(show)(const fq_ways *w, uint32_t depth, uint32_t *cand, uint32_t *star)
{
    const NAME(state) *s = NAME(state_at)(w, depth);
    for (uint32_t r = 0; r < w->n; r++) cand[r] = s->cand[r], star[r] = s->star[r];
}

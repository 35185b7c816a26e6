/* tables.h - the ways of a region as sets of bits, and what they say about lines.
 *
 * A way is a choice of cells for the stars that a region misses. A table numbers them, a bit each;
 * `ways` of a state are those left, and for each cell `with` has those that use it, for each
 * cell outside with two neighbours or more in the region `touch` has those that touch it. A level is
 * "at least so many stars on this line" or "on the first lines", again as the set of such ways.
 *
 * Lanes of `least` and `most` of a region, ROWS each: rows up to r, row r, columns up to c, column c.
 *
 * Included for each size of board, with ROWS and NAME(x). */

/* Ways while they are enumerated. */
typedef struct NAME(search_ways) {
    const fq_ways *w;
    const uint8_t *row_missing;
    uint32_t cand[ROWS]; /* candidates in the region */
    uint32_t here[ROWS]; /* stars of the way so far */
    uint32_t last, count, most;
    uint16_t cell[8];
} NAME(search_ways);

static inline uint32_t NAME(beside)(uint32_t bits) { return bits | bits << 1 | bits >> 1; }

/* Enumerates the ways with `need` more stars, from candidates `open` of row r down, of which the row
 * takes `room`. Recursion goes as deep as the stars of a region. Returns 0 beyond `most` ways. */
static int NAME(enumerate)(NAME(search_ways) * e, uint32_t r, uint32_t open, uint32_t need,
                           uint32_t room, uint32_t depth)
{
    const uint32_t n = e->w->n;
    for (;;) {
        for (; open && room; open &= open - 1) {
            const uint32_t bit = open & (0 - open);
            e->cell[depth] = (uint16_t)(r * n + fq_lowest(bit));
            if (need == 1) {
                if (e->count >= e->most) return 0;
                memcpy(e->w->way[e->count++], e->cell, sizeof e->cell);
                continue;
            }
            e->here[r] |= bit;
            const uint32_t rest = open & ~bit & ~(bit << 1);
            const int fits = NAME(enumerate)(e, r, rest, need - 1, room - 1, depth + 1);
            e->here[r] &= ~bit;
            if (!fits) return 0;
        }
        if (r >= e->last) return 1;
        const uint32_t above = e->here[r++];
        e->here[r] = 0;
        open = e->cand[r] & ~NAME(beside)(above);
        room = e->row_missing[r];
    }
}

/* The most stars that candidates of a line have room for. */
static inline uint32_t NAME(room)(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; count++) {
        const uint32_t bit = bits & (0 - bits);
        bits &= ~(bit | bit << 1);
    }
    return count;
}

static inline uint32_t NAME(column)(const uint32_t *rows, uint32_t from, uint32_t to, uint32_t c)
{
    uint32_t bits = 0;
    for (uint32_t r = from; r <= to; r++) bits |= (rows[r] >> c & 1) << r;
    return bits;
}

static inline fq_block *NAME(with)(const fq_ways *w, uint32_t g, uint32_t cell)
{
    return (fq_block *)w->with[g] + (size_t)w->index[cell] * w->used[g];
}

static inline fq_block *NAME(ways)(const fq_ways *w, const NAME(state) * s, uint32_t g)
{
    return (fq_block *)(void *)((char *)(uintptr_t)s + sizeof *s + g * w->table);
}

/* The cells outside that ways of the region touch, and which ways. */
static inline void NAME(build_touch)(fq_ways *w, const NAME(state) * s, uint32_t g, uint32_t blocks,
                                     const NAME(search_ways) * e, uint32_t first)
{
    const uint32_t n = w->n;
    fq_block *touch = w->touch[g];
    const fq_block none = {0};
    uint32_t count = 0;
    for (uint32_t r = first ? first - 1 : 0; r <= e->last + 1 && r < n; r++) {
        uint32_t rows[3];
        for (uint32_t i = 0; i < 3; i++)
            rows[i] = r + i >= first + 1 && r + i <= e->last + 1 ? e->cand[r + i - 1] : 0;
        uint32_t open = NAME(beside)(rows[0] | rows[1] | rows[2]) & s->cand[r] & ~rows[1];
        for (; open && count < FQ_WAYS_TOUCH; open &= open - 1) {
            const uint32_t c = fq_lowest(open), near = NAME(beside)(UINT32_C(1) << c);
            if (fq_popcount((rows[0] & near) | (uint64_t)(rows[1] & near) << 32) +
                    fq_popcount(rows[2] & near) < 2)
                continue;
            fq_block set[256 / FQ_VECTOR];
            for (uint32_t b = 0; b < blocks; b++) set[b] = none;
            for (uint32_t i = 0; i < 3; i++)
                for (uint32_t left = rows[i] & near; left; left &= left - 1) {
                    const uint32_t cell = (r + i - 1) * n + fq_lowest(left);
                    const fq_block *with =
                        (const fq_block *)w->with[g] + (size_t)w->index[cell] * blocks;
                    for (uint32_t b = 0; b < blocks; b++) set[b] |= with[b];
                }
            for (uint32_t b = 0; b < blocks; b++) touch[(size_t)count * blocks + b] = set[b];
            w->touched[g][count++] = (uint16_t)(r * n + c);
        }
    }
    w->touches[g] = count;
}

enum { NAME(SINGLE) = 3 }; /* stars on one line that have a level */

/* Levels of one orientation: rows if `turned` is 0, else columns; lines[i] are the candidates of
 * line i, stood[i] the stars that stand there. `blocks` and `single`, the stars on a line that can
 * matter, are constants where it matters. */
static inline void NAME(build_levels)(fq_ways *w, NAME(state) * s, uint32_t g, uint32_t blocks,
                                      uint32_t single, int turned, const uint32_t *lines,
                                      const uint8_t *stood, uint32_t *next)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    const uint32_t first_lane = (uint32_t)turned * 2 * ROWS;
    fq_block *levels = w->levels[g];
    fq_block so_far[FQ_WAYS_STARS][256 / FQ_VECTOR], line[NAME(SINGLE)][256 / FQ_VECTOR];
    const fq_block none = {0};
    uint32_t before = 0, open = 0;
    for (uint32_t i = 0; i < n; i++) open |= (uint32_t)(lines[i] != 0) << i;
    const uint32_t last = 31 - (uint32_t)__builtin_clz(open);
    for (uint32_t t = 0; t < missing; t++)
        for (uint32_t b = 0; b < blocks; b++) so_far[t][b] = none;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t sum = first_lane + i, lane = first_lane + ROWS + i, base = stood[i];
        before += base;
        s->least[g][lane] = s->most[g][lane] = (uint8_t)base;
        const uint32_t begun = (open & ((UINT32_C(2) << i) - 1)) != 0;
        s->least[g][sum] = s->most[g][sum] = (uint8_t)(before + (begun ? missing : 0));
        if (!begun || i > last) continue;
        for (uint32_t t = 0; t < single; t++)
            for (uint32_t b = 0; b < blocks; b++) line[t][b] = none;
        for (uint32_t left = lines[i]; left; left &= left - 1) {
            const uint32_t j = fq_lowest(left);
            const fq_block *with = (const fq_block *)w->with[g] +
                                   (size_t)w->index[turned ? j * n + i : i * n + j] * blocks;
            for (uint32_t b = 0; b < blocks; b++) {
                for (uint32_t t = missing - 1; t > 0; t--) so_far[t][b] |= so_far[t - 1][b] & with[b];
                so_far[0][b] |= with[b];
                for (uint32_t t = single - 1; t > 0; t--) line[t][b] |= line[t - 1][b] & with[b];
                line[0][b] |= with[b];
            }
        }
        uint32_t most = NAME(room)(lines[i]);
        if (most > missing) most = missing;
        s->most[g][lane] = (uint8_t)(base + most);
        if (most && most <= single) { /* more on one line: left out */
            w->level[g][w->level_count[g]++] =
                (fq_level){(uint8_t)lane, (uint8_t)base, (uint8_t)most, (uint16_t)*next};
            for (uint32_t t = 0; t < most; t++)
                for (uint32_t b = 0; b < blocks; b++)
                    levels[(size_t)(*next + t) * blocks + b] = line[t][b];
            *next += most;
        }
        if (i == last) continue;
        s->least[g][sum] = (uint8_t)before;
        s->most[g][sum] = (uint8_t)(before + missing);
        w->level[g][w->level_count[g]++] =
            (fq_level){(uint8_t)sum, (uint8_t)before, (uint8_t)missing, (uint16_t)*next};
        for (uint32_t t = 0; t < missing; t++)
            for (uint32_t b = 0; b < blocks; b++)
                levels[(size_t)(*next + t) * blocks + b] = so_far[t][b];
        *next += missing;
    }
}

/* Builds the table of a region, unless it has more than `most` ways. Returns 0 if it has none. */
static int NAME(build)(fq_ways *w, NAME(state) * s, uint32_t g, uint32_t most)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    NAME(search_ways) e = {.w = w, .row_missing = s->row_missing, .most = most};
    uint32_t first = ROWS;
    for (uint32_t r = w->first[g]; r <= w->last[g]; r++) {
        e.cand[r] = s->cand[r] & w->region[g][r];
        if (!e.cand[r]) continue;
        if (first == ROWS) first = r;
        e.last = r;
    }
    if (first == ROWS) return 0;
    if (!NAME(enumerate)(&e, first, e.cand[first], missing, s->row_missing[first], 0)) return 1;
    if (!e.count) return 0;

    for (uint32_t r = first; r <= e.last; r++)
        for (uint32_t open = e.cand[r]; open; open &= open - 1) {
            const uint32_t cell = r * n + fq_lowest(open);
            w->seen_with[cell] = w->seen_without[cell] = 0;
        }
    memset(w->seen_apart[g], 0, sizeof w->seen_apart[g]);
    const uint32_t blocks = w->used[g] = (e.count + 8 * FQ_VECTOR - 1) / (8 * FQ_VECTOR);
    uint64_t *left = (uint64_t *)(void *)NAME(ways)(w, s, g);
    for (uint32_t i = 0; i < blocks * FQ_VECTOR / 8; i++)
        left[i] = e.count > 64 * i ? fq_ones(e.count - 64 * i < 64 ? e.count - 64 * i : 64) : 0;
    for (uint32_t r = first; r <= e.last; r++)
        for (uint32_t open = e.cand[r]; open; open &= open - 1)
            memset(NAME(with)(w, g, r * n + fq_lowest(open)), 0, blocks * sizeof(fq_block));
    uint64_t *sets = w->with[g];
    const size_t words = (size_t)blocks * (FQ_VECTOR / 8);
    for (uint32_t i = 0; i < e.count; i++)
        for (uint32_t j = 0; j < missing; j++)
            sets[w->index[w->way[i][j]] * words + i / 64] |= UINT64_C(1) << i % 64;
    if (blocks == 1)
        NAME(build_touch)(w, s, g, 1, &e, first);
    else
        NAME(build_touch)(w, s, g, blocks, &e, first);

    uint32_t columns[ROWS], next = 0;
    uint8_t row_stars[ROWS], column_stars[ROWS];
    memset(column_stars, 0, sizeof column_stars);
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t stars = s->star[r] & w->region[g][r];
        row_stars[r] = (uint8_t)fq_popcount(stars);
        for (uint32_t x = stars; x; x &= x - 1) column_stars[fq_lowest(x)]++;
    }
    for (uint32_t c = 0; c < n; c++) columns[c] = NAME(column)(e.cand, first, e.last, c);
    w->level_count[g] = 0;
    const uint32_t single = missing < NAME(SINGLE) ? missing : NAME(SINGLE);
    for (int turned = 0; turned < 2; turned++) {
        const uint32_t *lines = turned ? columns : e.cand;
        const uint8_t *stood = turned ? column_stars : row_stars;
        if (blocks == 1 && single == 2)
            NAME(build_levels)(w, s, g, 1, 2, turned, lines, stood, &next);
        else if (blocks == 1 && single == 3)
            NAME(build_levels)(w, s, g, 1, 3, turned, lines, stood, &next);
        else
            NAME(build_levels)(w, s, g, blocks, single, turned, lines, stood, &next);
    }

    s->tables |= UINT32_C(1) << g;
    s->changed |= UINT32_C(1) << g;
    for (uint32_t r = first; r <= e.last; r++) s->tabled[r] |= (LINE)e.cand[r];
    return 1;
}

/* Whether a way has a cell (`flip` 0), or lacks it (all ones), with the block where one was seen. */
static inline int NAME(some_way)(const fq_block *ways, const fq_block *set, fq_block flip,
                                 uint32_t blocks, uint8_t *seen)
{
    if (blocks == 1) return fq_any(ways[0] & (set[0] ^ flip));
    if (fq_any(ways[*seen] & (set[*seen] ^ flip))) return 1;
    for (uint32_t b = 0; b < blocks; b++)
        if (fq_any(ways[b] & (set[b] ^ flip))) {
            *seen = (uint8_t)b;
            return 1;
        }
    return 0;
}

/* Cells of a region that no way has go; those that all ways have are stars, and so go cells outside
 * that all ways touch. `blocks` is a constant where it matters. */
static inline void NAME(look_at_cells)(fq_ways *w, NAME(state) * s, uint32_t g, uint32_t blocks,
                                       uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    const fq_block *ways = NAME(ways)(w, s, g), none = {0}, every = ~none;
    for (uint32_t r = w->first[g]; r <= w->last[g]; r++)
        for (uint32_t open = s->cand[r] & w->region[g][r]; open; open &= open - 1) {
            const uint32_t bit = open & (0 - open), cell = r * n + fq_lowest(open);
            const fq_block *with = (const fq_block *)w->with[g] + (size_t)w->index[cell] * blocks;
            if (!NAME(some_way)(ways, with, none, blocks, &w->seen_with[cell])) {
                s->cand[r] &= (LINE)~bit;
                s->tabled[r] &= (LINE)~bit;
                *changed |= FQ_WAYS_GONE;
            } else if (!NAME(some_way)(ways, with, every, blocks, &w->seen_without[cell])) {
                stars[r] |= bit;
                *changed |= FQ_WAYS_STAR;
            }
        }
    for (uint32_t i = 0; i < w->touches[g]; i++) {
        const uint32_t cell = w->touched[g][i], r = cell / n;
        const LINE bit = (LINE)(UINT32_C(1) << cell % n);
        if (!(s->cand[r] & bit)) continue;
        const fq_block *touch = (const fq_block *)w->touch[g] + (size_t)i * blocks;
        if (NAME(some_way)(ways, touch, every, blocks, &w->seen_apart[g][i])) continue;
        s->cand[r] &= (LINE)~bit;
        *changed |= FQ_WAYS_GONE;
    }
}

/* The least and the most stars of a region by its ways. */
static inline void NAME(narrow_levels)(const fq_ways *w, NAME(state) * s, uint32_t g, uint32_t blocks)
{
    const fq_block *ways = NAME(ways)(w, s, g);
    for (uint32_t i = 0; i < w->level_count[g]; i++) {
        const fq_level level = w->level[g][i];
        uint32_t least = s->least[g][level.lane], most = s->most[g][level.lane];
        if (least == most) continue;
        /* levels[t * blocks]: ways with t stars there, or more */
        const fq_block *sets = (const fq_block *)w->levels[g] + (size_t)level.at * blocks;
        for (; most > least; most--) {
            const fq_block *set = sets + (size_t)(most - level.base - 1) * blocks;
            fq_block in = ways[0] & set[0];
            for (uint32_t b = 1; b < blocks; b++) in |= ways[b] & set[b];
            if (fq_any(in)) break;
        }
        for (; least < most; least++) {
            const fq_block *set = sets + (size_t)(least - level.base) * blocks;
            fq_block out = ways[0] & ~set[0];
            for (uint32_t b = 1; b < blocks; b++) out |= ways[b] & ~set[b];
            if (fq_any(out)) break;
        }
        s->least[g][level.lane] = (uint8_t)least;
        s->most[g][level.lane] = (uint8_t)most;
    }
}

/* The same for a region without a table, by its candidates. */
static void NAME(loose_levels)(const fq_ways *w, NAME(state) * s, uint32_t g)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    uint32_t rows[ROWS] = {0}, stars[ROWS] = {0};
    for (uint32_t r = w->first[g]; r <= w->last[g]; r++) {
        rows[r] = s->cand[r] & w->region[g][r];
        stars[r] = s->star[r] & w->region[g][r];
    }
    for (uint32_t turned = 0; turned < 2; turned++) {
        uint8_t *least = s->least[g] + turned * 2 * ROWS, *most = s->most[g] + turned * 2 * ROWS;
        uint32_t room[ROWS], total = 0, so_far = 0, stood = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t line = turned ? NAME(column)(rows, w->first[g], w->last[g], i) : rows[i];
            const uint32_t base =
                turned ? fq_popcount(NAME(column)(stars, w->first[g], w->last[g], i))
                       : fq_popcount(stars[i]);
            room[i] = NAME(room)(line);
            if (room[i] > missing) room[i] = missing;
            total += room[i];
            least[ROWS + i] = (uint8_t)base;
            most[ROWS + i] = (uint8_t)(base + room[i]);
        }
        for (uint32_t i = 0; i < n; i++) {
            so_far += room[i];
            stood += least[ROWS + i];
            const uint32_t rest = total - so_far;
            least[i] = (uint8_t)(stood + (rest < missing ? missing - rest : 0));
            most[i] = (uint8_t)(stood + (so_far < missing ? so_far : missing));
        }
    }
}

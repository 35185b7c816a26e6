/* tables.h - the placement tables of regions, and the bounds derived from them.
 *
 * A placement is a choice of cells for the missing stars of a region. The table of a region gives
 * each placement a number, so a set of placements is a bitset. Each state has, for each region, the
 * set of the placements that are still possible. Bounds are the smallest and largest number of
 * stars that a region can have on a line.
 *
 * This file is included once for each size of board, with the constant ROWS; NAME(x) makes the
 * function names. */

/* fq_tables has three kinds of sets: with_cell (the placements that use a cell), near_cell (the
 * placements that touch a cell outside the region, for cells with at least two neighbours in the
 * region), and levels (the placements with at least t stars in a lane).
 *
 * The bounds `least` and `most` of a region have 4 * ROWS entries, one per lane. There are
 * four kinds of lanes, with ROWS entries each, in this order: rows 0 to r together, row r alone,
 * columns 0 to c together, column c alone. */

/* The enumeration of the placements of a region. */
typedef struct NAME(enumeration) {
    const fq_tables *w;
    const uint8_t *row_missing;
    uint32_t cand[ROWS]; /* candidates in the region */
    uint32_t stars[ROWS]; /* stars of the current placement */
    uint32_t last, count, limit;
    uint16_t cell[8];
} NAME(enumeration);

static inline uint32_t NAME(with_neighbours)(uint32_t bits) { return bits | bits << 1 | bits >> 1; }

/* Enumerates the placements with `need` more stars, at most `room` of them in row r. The stars go
 * on the candidates `open` of row r and on candidates of later rows. The recursion is as deep as
 * the number of stars. Returns 0 if there are more placements than `limit`. */
static int NAME(enumerate)(NAME(enumeration) * e, uint32_t r, uint32_t open, uint32_t need,
                           uint32_t room, uint32_t depth)
{
    const uint32_t n = e->w->n;
    for (;;) {
        for (; open && room; open &= open - 1) {
            const uint32_t bit = open & (0 - open);
            e->cell[depth] = (uint16_t)(r * n + fq_lowest(bit));
            if (need == 1) {
                if (e->count >= e->limit) return 0;
                memcpy(e->w->placement[e->count++], e->cell, sizeof e->cell);
                continue;
            }
            e->stars[r] |= bit;
            const uint32_t rest = open & ~bit & ~(bit << 1);
            const int fits = NAME(enumerate)(e, r, rest, need - 1, room - 1, depth + 1);
            e->stars[r] &= ~bit;
            if (!fits) return 0;
        }
        if (r >= e->last) return 1;
        const uint32_t above = e->stars[r++];
        e->stars[r] = 0;
        open = e->cand[r] & ~NAME(with_neighbours)(above);
        room = e->row_missing[r];
    }
}

/* The largest number of stars that fit on the candidates of a line without touching. */
static inline uint32_t NAME(max_stars)(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; count++) {
        const uint32_t bit = bits & (0 - bits);
        bits &= ~(bit | bit << 1);
    }
    return count;
}

static inline uint32_t NAME(column_bits)(const uint32_t *rows, uint32_t from, uint32_t to,
                                         uint32_t c)
{
    uint32_t bits = 0;
    for (uint32_t r = from; r <= to; r++) bits |= (rows[r] >> c & 1) << r;
    return bits;
}

static inline fq_block *NAME(placements_with)(const fq_tables *w, uint32_t g, uint32_t cell)
{
    return (fq_block *)w->with_cell[g] + (size_t)w->index[cell] * w->blocks[g];
}

static inline fq_block *NAME(placements)(const fq_tables *w, const NAME(state) * s, uint32_t g)
{
    return (fq_block *)(void *)((char *)(uintptr_t)s + sizeof *s + g * w->table_bytes);
}

/* For cells outside the region: builds the set of the placements that touch the cell. */
static inline void NAME(build_outside_table)(fq_tables *w, const NAME(state) * s, uint32_t g,
                                             uint32_t blocks, const NAME(enumeration) * e,
                                             uint32_t first)
{
    const uint32_t n = w->n;
    fq_block *near_cell = w->near_cell[g];
    const fq_block none = {0};
    uint32_t count = 0;
    for (uint32_t r = first ? first - 1 : 0; r <= e->last + 1 && r < n; r++) {
        uint32_t rows[3];
        for (uint32_t i = 0; i < 3; i++)
            rows[i] = r + i >= first + 1 && r + i <= e->last + 1 ? e->cand[r + i - 1] : 0;
        uint32_t open = NAME(with_neighbours)(rows[0] | rows[1] | rows[2]) & s->cand[r] & ~rows[1];
        for (; open && count < FQ_TABLES_MAX_OUTSIDE; open &= open - 1) {
            const uint32_t c = fq_lowest(open), near = NAME(with_neighbours)(UINT32_C(1) << c);
            if (fq_popcount((rows[0] & near) | (uint64_t)(rows[1] & near) << 32) +
                    fq_popcount(rows[2] & near) < 2)
                continue;
            fq_block set[256 / FQ_VECTOR];
            for (uint32_t b = 0; b < blocks; b++) set[b] = none;
            for (uint32_t i = 0; i < 3; i++)
                for (uint32_t left = rows[i] & near; left; left &= left - 1) {
                    const uint32_t cell = (r + i - 1) * n + fq_lowest(left);
                    const fq_block *with_cell =
                        (const fq_block *)w->with_cell[g] + (size_t)w->index[cell] * blocks;
                    for (uint32_t b = 0; b < blocks; b++) set[b] |= with_cell[b];
                }
            for (uint32_t b = 0; b < blocks; b++) near_cell[(size_t)count * blocks + b] = set[b];
            w->outside_cell[g][count++] = (uint16_t)(r * n + c);
        }
    }
    w->outside_count[g] = count;
}

enum { NAME(LINE_LEVELS) = 3 }; /* most levels of a single line */

/* Builds the levels of the rows, or of the columns if `turned` is set. lines[i] are the candidates
 * of line i and present[i] is the number of stars of the region that are already on this line. A
 * single line on which more than `single` stars fit gets no levels. Callers pass `blocks` and
 * `single` as constants in the cases that need speed. */
static inline void NAME(build_levels)(fq_tables *w, NAME(state) * s, uint32_t g, uint32_t blocks,
                                      uint32_t single, int turned, const uint32_t *lines,
                                      const uint8_t *present, uint32_t *next)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    const uint32_t first_lane = (uint32_t)turned * 2 * ROWS;
    fq_block *levels = w->levels[g];
    fq_block so_far[FQ_TABLES_MAX_STARS][256 / FQ_VECTOR], line[NAME(LINE_LEVELS)][256 / FQ_VECTOR];
    const fq_block none = {0};
    uint32_t before = 0, open = 0;
    for (uint32_t i = 0; i < n; i++) open |= (uint32_t)(lines[i] != 0) << i;
    const uint32_t last = 31 - (uint32_t)__builtin_clz(open);
    for (uint32_t t = 0; t < missing; t++)
        for (uint32_t b = 0; b < blocks; b++) so_far[t][b] = none;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t sum = first_lane + i, lane = first_lane + ROWS + i, base = present[i];
        before += base;
        s->least[g][lane] = s->most[g][lane] = (uint8_t)base;
        const uint32_t begun = (open & ((UINT32_C(2) << i) - 1)) != 0;
        s->least[g][sum] = s->most[g][sum] = (uint8_t)(before + (begun ? missing : 0));
        if (!begun || i > last) continue;
        for (uint32_t t = 0; t < single; t++)
            for (uint32_t b = 0; b < blocks; b++) line[t][b] = none;
        for (uint32_t left = lines[i]; left; left &= left - 1) {
            const uint32_t j = fq_lowest(left);
            const fq_block *with_cell = (const fq_block *)w->with_cell[g] +
                                   (size_t)w->index[turned ? j * n + i : i * n + j] * blocks;
            for (uint32_t b = 0; b < blocks; b++) {
                for (uint32_t t = missing - 1; t > 0; t--)
                    so_far[t][b] |= so_far[t - 1][b] & with_cell[b];
                so_far[0][b] |= with_cell[b];
                for (uint32_t t = single - 1; t > 0; t--)
                    line[t][b] |= line[t - 1][b] & with_cell[b];
                line[0][b] |= with_cell[b];
            }
        }
        uint32_t most = NAME(max_stars)(lines[i]);
        if (most > missing) most = missing;
        s->most[g][lane] = (uint8_t)(base + most);
        if (most && most <= single) { /* lines with room for more stars get no levels */
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

/* Builds the table of a region, unless the region has more than `most` placements. Returns 0 if the
 * region has no placement. */
static int NAME(build_table)(fq_tables *w, NAME(state) * s, uint32_t g, uint32_t most)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    NAME(enumeration) e = {.w = w, .row_missing = s->row_missing, .limit = most};
    uint32_t first = ROWS;
    for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++) {
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
            w->block_with[cell] = w->block_without[cell] = 0;
        }
    memset(w->block_clear[g], 0, sizeof w->block_clear[g]);
    const uint32_t blocks = w->blocks[g] = (e.count + 8 * FQ_VECTOR - 1) / (8 * FQ_VECTOR);
    uint64_t *left = (uint64_t *)(void *)NAME(placements)(w, s, g);
    for (uint32_t i = 0; i < blocks * FQ_VECTOR / 8; i++)
        left[i] = e.count > 64 * i ? fq_ones(e.count - 64 * i < 64 ? e.count - 64 * i : 64) : 0;
    for (uint32_t r = first; r <= e.last; r++)
        for (uint32_t open = e.cand[r]; open; open &= open - 1)
            memset(NAME(placements_with)(w, g, r * n + fq_lowest(open)), 0,
                   blocks * sizeof(fq_block));
    uint64_t *sets = w->with_cell[g];
    const size_t words = (size_t)blocks * (FQ_VECTOR / 8);
    for (uint32_t i = 0; i < e.count; i++)
        for (uint32_t j = 0; j < missing; j++)
            sets[w->index[w->placement[i][j]] * words + i / 64] |= UINT64_C(1) << i % 64;
    if (blocks == 1)
        NAME(build_outside_table)(w, s, g, 1, &e, first);
    else
        NAME(build_outside_table)(w, s, g, blocks, &e, first);

    uint32_t columns[ROWS], next = 0;
    uint8_t row_stars[ROWS], column_stars[ROWS];
    memset(column_stars, 0, sizeof column_stars);
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t stars = s->star[r] & w->region[g][r];
        row_stars[r] = (uint8_t)fq_popcount(stars);
        for (uint32_t x = stars; x; x &= x - 1) column_stars[fq_lowest(x)]++;
    }
    for (uint32_t c = 0; c < n; c++) columns[c] = NAME(column_bits)(e.cand, first, e.last, c);
    w->level_count[g] = 0;
    const uint32_t single = missing < NAME(LINE_LEVELS) ? missing : NAME(LINE_LEVELS);
    for (int turned = 0; turned < 2; turned++) {
        const uint32_t *lines = turned ? columns : e.cand;
        const uint8_t *present = turned ? column_stars : row_stars;
        if (blocks == 1 && single == 2)
            NAME(build_levels)(w, s, g, 1, 2, turned, lines, present, &next);
        else if (blocks == 1 && single == 3)
            NAME(build_levels)(w, s, g, 1, 3, turned, lines, present, &next);
        else
            NAME(build_levels)(w, s, g, blocks, single, turned, lines, present, &next);
    }

    s->tables |= UINT32_C(1) << g;
    s->changed |= UINT32_C(1) << g;
    for (uint32_t r = first; r <= e.last; r++) s->table_cand[r] |= (LINE)e.cand[r];
    return 1;
}

/* If `flip` is zero: whether one of `placements` is in `set`. If `flip` is all ones: whether one of
 * `placements` is not in `set`. The test starts at the block `seen`, where the last match was. */
static inline int NAME(has_placement)(const fq_block *placements, const fq_block *set,
                                      fq_block flip, uint32_t blocks, uint8_t *seen)
{
    if (blocks == 1) return fq_any_bit(placements[0] & (set[0] ^ flip));
    if (fq_any_bit(placements[*seen] & (set[*seen] ^ flip))) return 1;
    for (uint32_t b = 0; b < blocks; b++)
        if (fq_any_bit(placements[b] & (set[b] ^ flip))) {
            *seen = (uint8_t)b;
            return 1;
        }
    return 0;
}

/* Checks the cells of a region against its placements. A cell that no placement uses is eliminated.
 * A cell that all placements use gets a star. A cell outside the region that all placements touch
 * is eliminated. Callers pass small values of `blocks` as constants. */
static inline void NAME(check_cells)(fq_tables *w, NAME(state) * s, uint32_t g, uint32_t blocks,
                                       uint32_t *stars, int *changed)
{
    const uint32_t n = w->n;
    const fq_block *placements = NAME(placements)(w, s, g), none = {0}, every = ~none;
    for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++)
        for (uint32_t open = s->cand[r] & w->region[g][r]; open; open &= open - 1) {
            const uint32_t bit = open & (0 - open), cell = r * n + fq_lowest(open);
            const fq_block *with_cell =
                (const fq_block *)w->with_cell[g] + (size_t)w->index[cell] * blocks;
            if (!NAME(has_placement)(placements, with_cell, none, blocks, &w->block_with[cell])) {
                s->cand[r] &= (LINE)~bit;
                s->table_cand[r] &= (LINE)~bit;
                *changed |= FQ_ELIMINATED;
            } else if (!NAME(has_placement)(placements, with_cell, every, blocks,
                                            &w->block_without[cell])) {
                stars[r] |= bit;
                *changed |= FQ_STARS_FOUND;
            }
        }
    for (uint32_t i = 0; i < w->outside_count[g]; i++) {
        const uint32_t cell = w->outside_cell[g][i], r = cell / n;
        const LINE bit = (LINE)(UINT32_C(1) << cell % n);
        if (!(s->cand[r] & bit)) continue;
        const fq_block *near_cell = (const fq_block *)w->near_cell[g] + (size_t)i * blocks;
        if (NAME(has_placement)(placements, near_cell, every, blocks, &w->block_clear[g][i]))
            continue;
        s->cand[r] &= (LINE)~bit;
        *changed |= FQ_ELIMINATED;
    }
}

/* Tightens the bounds of a region, so that they are the smallest and the largest number of stars
 * that the placements that are still possible have in each lane. */
static inline void NAME(tighten_bounds)(const fq_tables *w, NAME(state) * s, uint32_t g,
                                        uint32_t blocks)
{
    const fq_block *placements = NAME(placements)(w, s, g);
    for (uint32_t i = 0; i < w->level_count[g]; i++) {
        const fq_level level = w->level[g][i];
        uint32_t least = s->least[g][level.lane], most = s->most[g][level.lane];
        if (least == most) continue;
        /* Set t, at sets[t * blocks], holds the placements with at least base + t + 1 stars. */
        const fq_block *sets = (const fq_block *)w->levels[g] + (size_t)level.first_set * blocks;
        for (; most > least; most--) {
            const fq_block *set = sets + (size_t)(most - level.base - 1) * blocks;
            fq_block in = placements[0] & set[0];
            for (uint32_t b = 1; b < blocks; b++) in |= placements[b] & set[b];
            if (fq_any_bit(in)) break;
        }
        for (; least < most; least++) {
            const fq_block *set = sets + (size_t)(least - level.base) * blocks;
            fq_block out = placements[0] & ~set[0];
            for (uint32_t b = 1; b < blocks; b++) out |= placements[b] & ~set[b];
            if (fq_any_bit(out)) break;
        }
        s->least[g][level.lane] = (uint8_t)least;
        s->most[g][level.lane] = (uint8_t)most;
    }
}

/* Computes `least` and `most` of a region that has no table, from its stars and candidates. */
static void NAME(bound_by_candidates)(const fq_tables *w, NAME(state) * s, uint32_t g)
{
    const uint32_t n = w->n, missing = s->region_missing[g];
    uint32_t rows[ROWS] = {0}, stars[ROWS] = {0};
    for (uint32_t r = w->first_row[g]; r <= w->last_row[g]; r++) {
        rows[r] = s->cand[r] & w->region[g][r];
        stars[r] = s->star[r] & w->region[g][r];
    }
    for (uint32_t turned = 0; turned < 2; turned++) {
        uint8_t *least = s->least[g] + turned * 2 * ROWS, *most = s->most[g] + turned * 2 * ROWS;
        uint32_t room[ROWS], total = 0, so_far = 0, present = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t line =
                turned ? NAME(column_bits)(rows, w->first_row[g], w->last_row[g], i) : rows[i];
            const uint32_t base =
                turned ? fq_popcount(NAME(column_bits)(stars, w->first_row[g], w->last_row[g], i))
                       : fq_popcount(stars[i]);
            room[i] = NAME(max_stars)(line);
            if (room[i] > missing) room[i] = missing;
            total += room[i];
            least[ROWS + i] = (uint8_t)base;
            most[ROWS + i] = (uint8_t)(base + room[i]);
        }
        for (uint32_t i = 0; i < n; i++) {
            so_far += room[i];
            present += least[ROWS + i];
            const uint32_t rest = total - so_far;
            least[i] = (uint8_t)(present + (rest < missing ? missing - rest : 0));
            most[i] = (uint8_t)(present + (so_far < missing ? so_far : missing));
        }
    }
}

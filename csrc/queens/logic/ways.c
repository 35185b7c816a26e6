/* ways.c - see ways.h.
 *
 * The bands and the ways of regions are looked at here a step at a time, so that each can be told.
 * The forcing chains are followed by the search over ways (stars/ways.h), which looks at the same
 * things at once and far faster; what such a chain ends in is found out here again. */
#include "ways.h"

#include <stdlib.h>
#include <string.h>

#include "queens/stars/ways.h"

enum {
    ROWS = FQ_WAYS_N,
    LANES = 4 * FQ_WAYS_N, /* rows up to r, row r, columns up to c, column c */
    MOST_WAYS = 2048       /* of a region */
};

typedef struct fq_position { /* candidates, stars standing, and what lines and regions miss */
    uint32_t cand[2][ROWS];  /* rows, columns */
    uint32_t star[ROWS];
    uint8_t missing[3][ROWS]; /* as fq_logic_kind */
} fq_position;

struct fq_logic_ways {
    fq_ways *search;
    fq_board_counters counts;
    int loaded, dead; /* the root of the search is of this board; has no solution */
    int running;      /* a supposition is under way, */
    int passing;      /* or a stage */
    uint64_t begun;   /* counts.nodes when it began */
    uint32_t region[ROWS][ROWS];
    uint8_t first[ROWS], last[ROWS];
    int hinting, hinted;                 /* a solution is looked for, or was: */
    uint64_t hint[ROWS * ROWS / 64];     /* its stars, if it was found */
    uint32_t focus;                      /* regions whose cells are tried by cases */
    uint32_t after;                      /* the cell after that of the last step by cases */
    uint64_t tried[ROWS * ROWS];         /* cases that did not do for a cell, */
    uint16_t open_then[ROWS * ROWS];     /* when so many cells were open */
    uint32_t open;                       /* cells now */
    uint32_t stage;                      /* that refuted cells that were not told yet: */
    uint64_t refuted[ROWS * ROWS / 64];  /* those cells, */
    uint16_t rounds[ROWS * ROWS];        /* and in how many rounds */
    fq_position now;
    uint32_t looked[2][ROWS][2]; /* bands that had nothing to say, by their lines, */
    uint8_t lacked[2][ROWS][2];  /* and what those missed */
    /* of a region, by its ways: */
    int known[ROWS];
    uint32_t had[ROWS][ROWS]; /* its candidates then */
    uint8_t rows_missed[ROWS], columns_missed[ROWS];
    uint32_t number[ROWS];                             /* its ways; 0: too many */
    uint8_t least[ROWS][LANES], most[ROWS][LANES];     /* stars of its ways in lines */
    int idle[ROWS];               /* leaving out ways by counting had nothing to say */
    uint8_t idle_up[ROWS][LANES]; /* with these limits */
    uint8_t idle_down[ROWS][LANES];
    uint16_t way[MOST_WAYS][8];
};

fq_logic_ways *fq_logic_ways_new(uint32_t n, uint32_t stars)
{
    fq_logic_ways *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->search = fq_ways_new(n, stars, fq_isa_best(), &v->counts);
    if (v->search) return v;
    free(v);
    return NULL;
}

void fq_logic_ways_free(fq_logic_ways *v)
{
    if (!v) return;
    fq_ways_free(v->search);
    free(v);
}

void fq_logic_ways_load(fq_logic *l)
{
    fq_logic_ways *v = l->ways;
    const uint32_t n = l->n;
    memset(v->region, 0, sizeof v->region);
    memset(v->first, 0xff, sizeof v->first);
    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t g = l->region_of[i], r = i / n;
        v->region[g][r] |= UINT32_C(1) << i % n;
        if (v->first[g] > r) v->first[g] = (uint8_t)r;
        v->last[g] = (uint8_t)r;
    }
    v->loaded = v->dead = v->running = v->passing = v->hinting = v->hinted = 0;
    v->after = 0;
    memset(v->tried, 0, sizeof v->tried);
    memset(v->hint, 0, sizeof v->hint);
    memset(v->refuted, 0, sizeof v->refuted);
    memset(v->lacked, 0xff, sizeof v->lacked);
    memset(v->known, 0, sizeof v->known);
}

/* ----------------------------------------------------------------------------------- positions */

static void fq_turn(uint32_t n, const uint32_t *from, uint32_t *to)
{
    for (uint32_t c = 0; c < n; c++) to[c] = 0;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t left = from[r]; left; left &= left - 1)
            to[fq_lowest(left)] |= UINT32_C(1) << r;
}

/* Candidates and stars of a position; the rest follows. */
static void fq_complete(const fq_logic *l, fq_position *p)
{
    const uint32_t n = l->n;
    fq_turn(n, p->cand[0], p->cand[1]);
    memset(p->missing, (int)l->stars, sizeof p->missing);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t left = p->star[r]; left; left &= left - 1) {
            const uint32_t c = fq_lowest(left);
            p->missing[FQ_LOGIC_REGION][l->region_of[r * n + c]]--;
            p->missing[FQ_LOGIC_ROW][r]--;
            p->missing[FQ_LOGIC_COLUMN][c]--;
        }
}

/* The current one, into ways->now. */
static fq_position *fq_read(fq_logic *l)
{
    fq_position *p = &l->ways->now;
    const uint32_t n = l->n;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t at = r * n;
        uint64_t bits = l->cand[at / 64] >> at % 64;
        if (at % 64 + n > 64) bits |= l->cand[at / 64 + 1] << (64 - at % 64);
        p->cand[0][r] = (uint32_t)(bits & fq_ones(n));
        p->star[r] = 0;
    }
    for (uint32_t i = 0; i < l->placed; i++)
        p->star[l->queens[i] / n] |= UINT32_C(1) << l->queens[i] % n;
    fq_complete(l, p);
    return p;
}

/* A set of cells, a row a word, as a board. */
static void fq_as_board(const fq_logic *l, const uint32_t *rows, uint64_t *board)
{
    for (uint32_t w = 0; w < l->words; w++) board[w] = 0;
    for (uint32_t r = 0; r < l->n; r++)
        for (uint32_t left = rows[r]; left; left &= left - 1) {
            const uint32_t cell = r * l->n + fq_lowest(left);
            board[cell / 64] |= UINT64_C(1) << cell % 64;
        }
}

/* Tells what a rule found: cells that go, and stars. */
static fq_logic_fired fq_tell(fq_logic *l, const uint32_t *cells, const uint32_t *gone,
                              const uint32_t *must)
{
    fq_as_board(l, cells, l->note.cells);
    fq_as_board(l, gone, l->note.eliminated);
    for (uint32_t w = 0; w < l->words; w++) l->cand[w] &= ~l->note.eliminated[w];
    l->fresh = 0;
    for (uint32_t r = 0; r < l->n; r++)
        for (uint32_t left = must[r]; left; left &= left - 1) {
            const uint32_t cell = r * l->n + fq_lowest(left);
            if (l->size->place(l, cell)) l->note.placed[l->note.placed_count++] = (uint16_t)cell;
        }
    return FQ_FIRED;
}

static void fq_name(fq_logic *l, fq_logic_kind from_kind, uint64_t from, fq_logic_kind to_kind,
                    uint64_t to)
{
    l->note.from_kind = from_kind;
    l->note.to_kind = to_kind;
    l->note.from = from;
    l->note.to = to;
}

/* --------------------------------------------------------------------------------------- bands
 *
 * As in stars/bands.h, one at a time: bit a + 8 * b of a set of pairs stands for a stars above and b
 * below. */

typedef struct fq_band {
    uint32_t keep[2], must[2]; /* cells of the two lines in some placement, in all of them */
} fq_band;

/* Returns 0 if the lines have no placement. */
static int fq_solve_band(uint32_t n, uint32_t above, uint32_t below, uint32_t above_misses,
                         uint32_t below_misses, fq_band *band)
{
    const uint64_t edge = UINT64_C(0x0101010101010101);
    const uint64_t legal = ((UINT64_C(2) << above_misses) - 1) * (edge & fq_ones(8 * below_misses + 1));
    const uint64_t inner = legal & ~edge, goal = UINT64_C(1) << (above_misses + 8 * below_misses);
    uint64_t free[ROWS + 1], full[ROWS + 1]; /* pairs before position i: i - 1 has no star, or one */
    free[0] = 1;
    full[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t up = above >> i & 1 ? free[i] << 1 & inner : 0;
        const uint64_t down = below >> i & 1 ? free[i] << 8 & legal : 0;
        free[i + 1] = free[i] | full[i];
        full[i + 1] = up | down;
    }
    if (!((free[n] | full[n]) & goal)) return 0;
    uint64_t to_free = goal, to_full = goal;
    *band = (fq_band){{0, 0}, {0, 0}};
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t bit = UINT32_C(1) << i;
        const int up = above & bit && free[i] << 1 & inner & to_full;
        const int down = below & bit && free[i] << 8 & legal & to_full;
        const int none = ((free[i] | full[i]) & to_free) != 0;
        if (up) band->keep[0] |= bit;
        if (down) band->keep[1] |= bit;
        if (up && !down && !none) band->must[0] |= bit;
        if (down && !up && !none) band->must[1] |= bit;
        uint64_t before = 0;
        if (above & bit) before |= (to_full & inner) >> 1;
        if (below & bit) before |= to_full >> 8 & legal;
        to_full = to_free;
        to_free |= before;
    }
    return 1;
}

fq_logic_fired fq_logic_band(fq_logic *l)
{
    fq_logic_ways *v = l->ways;
    const uint32_t n = l->n;
    const fq_position *p = fq_read(l);
    for (uint32_t side = 0; side < 2; side++) {
        const uint8_t *missing = p->missing[FQ_LOGIC_ROW + side];
        for (uint32_t i = 0; i + 1 < n; i++) {
            const uint32_t *line = p->cand[side] + i;
            uint32_t *looked = v->looked[side][i];
            uint8_t *lacked = v->lacked[side][i];
            if (looked[0] == line[0] && looked[1] == line[1] && lacked[0] == missing[i] &&
                lacked[1] == missing[i + 1])
                continue;
            fq_band band;
            const int fits = fq_solve_band(n, line[0], line[1], missing[i], missing[i + 1], &band);
            if (fits && band.keep[0] == line[0] && band.keep[1] == line[1] && !band.must[0] &&
                !band.must[1]) {
                memcpy(looked, line, 2 * sizeof *looked);
                memcpy(lacked, missing + i, 2);
                continue;
            }
            uint32_t cells[ROWS] = {0}, gone[ROWS] = {0}, must[ROWS] = {0}, turned[3][ROWS];
            memcpy(cells + i, line, 2 * sizeof *line);
            for (uint32_t k = 0; k < 2 && fits; k++) {
                gone[i + k] = line[k] & ~band.keep[k];
                must[i + k] = band.must[k];
            }
            fq_name(l, (fq_logic_kind)(FQ_LOGIC_ROW + side), UINT64_C(3) << i, FQ_LOGIC_ROW, 0);
            if (side) {
                fq_turn(n, cells, turned[0]);
                fq_turn(n, gone, turned[1]);
                fq_turn(n, must, turned[2]);
                fq_tell(l, turned[0], turned[1], turned[2]);
            } else {
                fq_tell(l, cells, gone, must);
            }
            return fits ? FQ_FIRED : FQ_REFUTED;
        }
    }
    return FQ_NOTHING;
}

/* ------------------------------------------------------------------------------ ways of regions */

typedef struct fq_walk {
    const fq_logic_ways *v;
    const fq_position *p;
    uint16_t (*way)[8];
    uint32_t n, g, count;
    uint32_t here[ROWS];
    uint8_t column[ROWS]; /* stars that it still takes */
    uint16_t cell[8];
} fq_walk;

/* All ways to put `need` more stars from row r on, whose candidates `open` are left and which takes
 * `room`; 0 beyond MOST_WAYS. Goes as deep as the stars of a region. */
static int fq_enumerate(fq_walk *e, uint32_t r, uint32_t open, uint32_t need, uint32_t room,
                        uint32_t depth)
{
    const fq_logic_ways *v = e->v;
    for (;;) {
        for (; open && room; open &= open - 1) {
            const uint32_t c = fq_lowest(open), bit = UINT32_C(1) << c;
            if (!e->column[c]) continue;
            e->cell[depth] = (uint16_t)(r * e->n + c);
            if (need == 1) {
                if (e->count == MOST_WAYS) return 0;
                memcpy(e->way[e->count++], e->cell, sizeof e->cell);
                continue;
            }
            e->here[r] |= bit;
            e->column[c]--;
            const int fits = fq_enumerate(e, r, open & ~(bit | bit << 1), need - 1, room - 1, depth + 1);
            e->here[r] &= ~bit;
            e->column[c]++;
            if (!fits) return 0;
        }
        if (r >= v->last[e->g]) return 1;
        const uint32_t above = e->here[r++];
        e->here[r] = 0;
        open = e->p->cand[0][r] & v->region[e->g][r] & ~(above | above << 1 | above >> 1);
        room = e->p->missing[FQ_LOGIC_ROW][r];
    }
}

/* Fills ways->way with the ways of a region; returns their number, or MOST_WAYS + 1 if there are
 * more. */
static uint32_t fq_ways_of(fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g)
{
    const uint32_t first = v->first[g];
    fq_walk e = {.v = v, .p = p, .way = v->way, .n = n, .g = g};
    memcpy(e.column, p->missing[FQ_LOGIC_COLUMN], sizeof e.column);
    const int fits = fq_enumerate(&e, first, p->cand[0][first] & v->region[g][first],
                                  p->missing[FQ_LOGIC_REGION][g], p->missing[FQ_LOGIC_ROW][first], 0);
    return fits ? e.count : MOST_WAYS + 1;
}

/* The stars of a way on lines, from those `stood` of its region. */
static inline void fq_lanes_of(const uint16_t *way, uint32_t stars, uint32_t n, const uint8_t *stood,
                               uint8_t *lanes)
{
    memcpy(lanes, stood, LANES);
    for (uint32_t j = 0; j < stars; j++) {
        const uint32_t r = way[j] / n, c = way[j] % n;
        lanes[ROWS + r]++;
        lanes[3 * ROWS + c]++;
        for (uint32_t i = 0; i < ROWS; i++) lanes[i] = (uint8_t)(lanes[i] + (i >= r));
        for (uint32_t i = 0; i < ROWS; i++)
            lanes[2 * ROWS + i] = (uint8_t)(lanes[2 * ROWS + i] + (i >= c));
    }
}

/* The stars of a region that stand, on lines. */
static void fq_stood(const fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g,
                     uint8_t *lanes)
{
    memset(lanes, 0, LANES);
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
        for (uint32_t left = p->star[r] & v->region[g][r]; left; left &= left - 1) {
            const uint16_t cell = (uint16_t)(r * n + fq_lowest(left));
            uint8_t before[LANES];
            memcpy(before, lanes, LANES);
            fq_lanes_of(&cell, 1, n, before, lanes);
        }
}

/* The most stars that candidates of a line have room for. */
static uint32_t fq_room(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; count++) {
        const uint32_t bit = bits & (0 - bits);
        bits &= ~(bit | bit << 1);
    }
    return count;
}

/* The least and the most of a region with too many ways, by its candidates. */
static void fq_bounds(fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g,
                      const uint8_t *stood)
{
    const uint32_t missing = p->missing[FQ_LOGIC_REGION][g];
    uint32_t lines[2][ROWS] = {{0}};
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
        lines[0][r] = p->cand[0][r] & v->region[g][r];
    fq_turn(n, lines[0], lines[1]);
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t lane = 2 * side * ROWS;
        uint32_t room[ROWS], total = 0, so_far = 0;
        for (uint32_t i = 0; i < n; i++) {
            room[i] = fq_room(lines[side][i]);
            if (room[i] > missing) room[i] = missing;
            total += room[i];
        }
        for (uint32_t i = 0; i < n; i++) {
            so_far += room[i];
            const uint32_t rest = total - so_far;
            v->least[g][lane + i] = (uint8_t)(stood[lane + i] + (rest < missing ? missing - rest : 0));
            v->most[g][lane + i] = (uint8_t)(stood[lane + i] + (so_far < missing ? so_far : missing));
            v->least[g][lane + ROWS + i] = stood[lane + ROWS + i];
            v->most[g][lane + ROWS + i] = (uint8_t)(stood[lane + ROWS + i] + room[i]);
        }
    }
}

/* Brings what is known of a region up to date. Returns 0 if it has no way. */
static int fq_know(const fq_logic *l, const fq_position *p, uint32_t g)
{
    fq_logic_ways *v = l->ways;
    const uint32_t n = l->n;
    uint32_t gone = 0;
    for (uint32_t r = v->first[g]; r <= v->last[g]; r++) {
        const uint32_t has = p->cand[0][r] & v->region[g][r];
        gone |= has ^ v->had[g][r];
        v->had[g][r] = has;
    }
    if (v->known[g] && !gone) return 1;
    v->known[g] = 1;
    v->idle[g] = 0;
    uint8_t stood[LANES];
    fq_stood(v, p, n, g, stood);
    const uint32_t missing = p->missing[FQ_LOGIC_REGION][g];
    if (!missing) {
        v->number[g] = 1;
        memcpy(v->least[g], stood, LANES);
        memcpy(v->most[g], stood, LANES);
        return 1;
    }
    const uint32_t count = fq_ways_of(v, p, n, g);
    v->number[g] = count > MOST_WAYS ? 0 : count;
    if (!count) return v->known[g] = 0;
    if (count > MOST_WAYS) {
        fq_bounds(v, p, n, g, stood);
        return 1;
    }
    uint8_t *least = v->least[g], *most = v->most[g];
    memset(least, 0xff, LANES);
    memset(most, 0, LANES);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t lanes[LANES];
        fq_lanes_of(v->way[i], missing, n, stood, lanes);
        for (uint32_t k = 0; k < LANES; k++) {
            least[k] = least[k] < lanes[k] ? least[k] : lanes[k];
            most[k] = most[k] > lanes[k] ? most[k] : lanes[k];
        }
    }
    return 1;
}

/* The lines that a lane counts. */
static void fq_lines_of(fq_logic *l, uint32_t g, uint32_t lane)
{
    const uint32_t i = lane % ROWS;
    const uint64_t lines = lane / ROWS & 1 ? UINT64_C(1) << i : fq_ones(i + 1);
    fq_name(l, FQ_LOGIC_REGION, g < ROWS ? UINT64_C(1) << g : 0,
            lane / ROWS < 2 ? FQ_LOGIC_ROW : FQ_LOGIC_COLUMN, lines);
}

/* What the regions have to have and can have on lines, and what that is above and below what the
 * lines take. Returns a lane that does not come out, or LANES. */
static uint32_t fq_sum(const fq_logic *l, uint8_t *up, uint8_t *down)
{
    const fq_logic_ways *v = l->ways;
    uint32_t wrong = LANES;
    uint16_t least[LANES] = {0}, most[LANES] = {0};
    for (uint32_t g = 0; g < l->n; g++)
        for (uint32_t i = 0; i < LANES; i++) {
            least[i] = (uint16_t)(least[i] + v->least[g][i]);
            most[i] = (uint16_t)(most[i] + v->most[g][i]);
        }
    for (uint32_t i = 0; i < LANES; i++) {
        up[i] = down[i] = 0xff;
        if (i % ROWS >= l->n) continue;
        const uint32_t takes = l->stars * (i / ROWS & 1 ? 1 : i % ROWS + 1);
        if ((least[i] > takes || most[i] < takes) && wrong == LANES) wrong = i;
        up[i] = (uint8_t)(takes - least[i]);
        down[i] = (uint8_t)(most[i] - takes);
    }
    return wrong;
}

/* Of the ways of a region, in ways->way, those that a lane (or with LANES all of them) leaves: the
 * cells that none has, and those that all have. Returns their number. */
static uint32_t fq_sift(const fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g,
                        uint32_t count, const uint8_t *stood, uint32_t lane, const uint8_t *up,
                        const uint8_t *down, uint32_t *gone, uint32_t *must)
{
    const uint8_t *least = v->least[g], *most = v->most[g];
    const uint32_t missing = p->missing[FQ_LOGIC_REGION][g];
    uint8_t fewest[LANES], greatest[LANES];
    uint32_t left = 0;
    for (uint32_t k = 0; k < LANES; k++) {
        const int asked = k % ROWS < n && (lane == k || lane == LANES);
        fewest[k] = asked && most[k] > down[k] ? (uint8_t)(most[k] - down[k]) : 0;
        greatest[k] = asked && up[k] < most[k] - least[k] ? (uint8_t)(least[k] + up[k]) : 0xff;
    }
    for (uint32_t r = 0; r < n; r++) {
        gone[r] = r >= v->first[g] && r <= v->last[g] ? p->cand[0][r] & v->region[g][r] : 0;
        must[r] = gone[r];
    }
    for (uint32_t i = 0; i < count; i++) {
        uint8_t lanes[LANES];
        fq_lanes_of(v->way[i], missing, n, stood, lanes);
        uint8_t beyond = 0;
        for (uint32_t k = 0; k < LANES; k++)
            beyond |= (uint8_t)((lanes[k] < fewest[k]) | (lanes[k] > greatest[k]));
        if (beyond) continue;
        left++;
        uint32_t has[ROWS] = {0};
        for (uint32_t j = 0; j < missing; j++) has[v->way[i][j] / n] |= UINT32_C(1) << v->way[i][j] % n;
        for (uint32_t r = v->first[g]; r <= v->last[g]; r++) gone[r] &= ~has[r], must[r] &= has[r];
    }
    return left;
}

static int fq_some(uint32_t n, const uint32_t *a, const uint32_t *b)
{
    uint32_t any = 0;
    for (uint32_t r = 0; r < n; r++) any |= a[r] | b[r];
    return any != 0;
}

static void fq_cells_of(const fq_logic_ways *v, const fq_position *p, uint32_t n, uint32_t g,
                        uint32_t *cells)
{
    for (uint32_t r = 0; r < n; r++) cells[r] = p->cand[0][r] & v->region[g][r];
}

fq_logic_fired fq_logic_counting(fq_logic *l)
{
    fq_logic_ways *v = l->ways;
    const uint32_t n = l->n;
    const fq_position *p = fq_read(l);
    const uint32_t none[ROWS] = {0};
    uint32_t cells[ROWS], gone[ROWS], must[ROWS];
    /* A line that misses fewer stars may leave a region fewer ways. */
    if (memcmp(v->rows_missed, p->missing[FQ_LOGIC_ROW], ROWS) ||
        memcmp(v->columns_missed, p->missing[FQ_LOGIC_COLUMN], ROWS))
        memset(v->known, 0, sizeof v->known);
    memcpy(v->rows_missed, p->missing[FQ_LOGIC_ROW], ROWS);
    memcpy(v->columns_missed, p->missing[FQ_LOGIC_COLUMN], ROWS);
    for (uint32_t g = 0; g < n; g++)
        if (!fq_know(l, p, g)) {
            fq_cells_of(v, p, n, g, cells);
            fq_name(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_REGION, 0);
            fq_tell(l, cells, none, none);
            return FQ_REFUTED;
        }
    uint8_t up[LANES], down[LANES];
    const uint32_t wrong = fq_sum(l, up, down);
    if (wrong < LANES) {
        fq_lines_of(l, ROWS, wrong);
        fq_name(l, l->note.to_kind, l->note.to, l->note.to_kind, 0);
        fq_tell(l, none, none, none);
        return FQ_REFUTED;
    }
    for (uint32_t g = 0; g < n; g++) {
        uint8_t own_up[LANES], own_down[LANES], beyond = 0;
        for (uint32_t i = 0; i < LANES; i++) {
            const uint8_t slack = (uint8_t)(v->most[g][i] - v->least[g][i]);
            own_up[i] = slack > up[i] ? up[i] : 0xff;
            own_down[i] = slack > down[i] ? down[i] : 0xff;
            beyond |= (uint8_t)((slack > up[i]) | (slack > down[i]));
        }
        if (!beyond || !v->number[g]) continue;
        if (v->idle[g] && !memcmp(own_up, v->idle_up[g], LANES) &&
            !memcmp(own_down, v->idle_down[g], LANES))
            continue;
        uint8_t stood[LANES];
        fq_stood(v, p, n, g, stood);
        const uint32_t count = fq_ways_of(v, p, n, g);
        const uint32_t left = fq_sift(v, p, n, g, count, stood, LANES, up, down, gone, must);
        if (left && !fq_some(n, gone, must)) {
            v->idle[g] = 1;
            memcpy(v->idle_up[g], own_up, LANES);
            memcpy(v->idle_down[g], own_down, LANES);
            continue;
        }
        fq_name(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_ROW, 0);
        for (uint32_t lane = 0; lane < LANES; lane++) { /* one kind of lines that does it alone */
            uint32_t own_gone[ROWS], own_must[ROWS];
            const uint32_t slack = v->most[g][lane] - v->least[g][lane];
            if (lane % ROWS >= n || (slack <= up[lane] && slack <= down[lane])) continue;
            const uint32_t own =
                fq_sift(v, p, n, g, count, stood, lane, up, down, own_gone, own_must);
            if (left ? !fq_some(n, own_gone, own_must) : own != 0) continue;
            memcpy(gone, own_gone, sizeof gone);
            memcpy(must, own_must, sizeof must);
            fq_lines_of(l, g, lane);
            break;
        }
        fq_cells_of(v, p, n, g, cells);
        if (!left) {
            fq_tell(l, cells, none, none);
            return FQ_REFUTED;
        }
        return fq_tell(l, cells, gone, must);
    }
    return FQ_NOTHING;
}

/* ------------------------------------------------------------------------------- forcing chains */

/* Says what a position, in which the chain from a cell ended, has no room for. */
static void fq_blame(fq_logic *l, fq_position *p)
{
    fq_logic_ways *v = l->ways;
    const uint32_t n = l->n;
    fq_complete(l, p);
    fq_name(l, FQ_LOGIC_REGION, 0, FQ_LOGIC_REGION, 0);
    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t count = 0;
            if (kind)
                count = fq_popcount(p->cand[kind - 1][i]);
            else
                for (uint32_t r = v->first[i]; r <= v->last[i]; r++)
                    count += fq_popcount(p->cand[0][r] & v->region[i][r]);
            if (p->missing[kind][i] > l->stars || count >= p->missing[kind][i]) continue;
            fq_name(l, (fq_logic_kind)kind, UINT64_C(1) << i, FQ_LOGIC_REGION, 0);
            return;
        }
    for (uint32_t g = 0; g < n; g++)
        if (p->missing[FQ_LOGIC_REGION][g] && !fq_ways_of(v, p, n, g)) {
            fq_name(l, FQ_LOGIC_REGION, UINT64_C(1) << g, FQ_LOGIC_REGION, 0);
            return;
        }
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t i = 0; i + 1 < n; i++) {
            const uint32_t *line = p->cand[side] + i;
            const uint8_t *missing = p->missing[FQ_LOGIC_ROW + side] + i;
            fq_band band;
            if (fq_solve_band(n, line[0], line[1], missing[0], missing[1], &band)) continue;
            fq_name(l, (fq_logic_kind)(FQ_LOGIC_ROW + side), UINT64_C(3) << i, FQ_LOGIC_REGION, 0);
            return;
        }
}

/* Brings the root of the search up to date. */
static void fq_settle(fq_logic *l)
{
    fq_logic_ways *v = l->ways;
    const fq_position *p = fq_read(l);
    if (!v->loaded) {
        uint64_t cand[ROWS];
        for (uint32_t r = 0; r < l->n; r++) cand[r] = p->cand[0][r];
        fq_ways_load(v->search, l->region_of, cand, l->queens, l->placed);
        v->loaded = 1;
    }
    v->dead = v->dead || !fq_ways_settle(v->search, p->cand[0], p->star);
}

/* The first candidate from a cell on that is not settled. */
static uint32_t fq_next(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < l->words; w++) {
        uint64_t left = l->cand[w] & ~l->settled[w] & ~l->ways->hint[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* A star on the cell was refuted: the cell goes. */
static fq_logic_fired fq_refuted(fq_logic *l, uint32_t cell, uint32_t rounds, int chain)
{
    fq_logic_ways *v = l->ways;
    uint32_t cells[ROWS] = {0}, gone[ROWS] = {0};
    const uint32_t none[ROWS] = {0};
    gone[cell / l->n] = cells[cell / l->n] = UINT32_C(1) << cell % l->n;
    fq_name(l, FQ_LOGIC_REGION, 0, FQ_LOGIC_REGION, 0);
    fq_position then;
    int shown = 0;
    if (l->telling) { /* what it forces as of now, */
        fq_settle(l);
        if (!v->dead && chain) { /* and where it ends */
            shown = fq_ways_follow(v->search, cell, UINT32_MAX) == FQ_CHAIN_REFUTED &&
                    v->search->rounds;
            fq_ways_show(v->search, 1, then.cand[0], then.star);
            if (shown) fq_blame(l, &then);
        } else if (!v->dead && fq_ways_suppose(v->search, cell)) { /* and where the cases begin */
            shown = fq_ways_run(v->search, v->counts.nodes + 1) == FQ_RUNNING;
            const int hand = fq_ways_hand(v->search);
            fq_ways_show(v->search, 1, then.cand[0], then.star);
            if (shown && hand >= 0)
                fq_name(l, FQ_LOGIC_REGION, UINT64_C(1) << l->region_of[hand], FQ_LOGIC_REGION, 0);
        }
    }
    for (uint32_t r = 0; r < l->n && shown; r++) cells[r] |= then.star[r] & ~v->now.star[r];
    l->note.rounds = rounds;
    return fq_tell(l, cells, gone, none);
}

/* The stages that suppositions go through; from FQ_STAGE_CASES on, with four times as many cases from
 * one to the next. A stage tries a star on each candidate. What it refutes is told in as many steps,
 * with whatever easier rules say in between; starting anew after each took 3 times as long. Of cases,
 * which are dear, only the first is told; and unless they are few, as many as did not do for a cell
 * are not tried again before one in FQ_SHARE of the open cells has gone. Trying them at once took twice
 * as long on 21 x 21 boards.
 *
 * Tried: cells in any regions whose nets leave the fewest cells open, the first 1, 2, 3 or 5 of them,
 * took 1 to 1.6 times as long as those of one region, and up to 2.4 times on the worst board. */
enum { FQ_STAGE_SHORT, FQ_STAGE_LONG, FQ_STAGE_NET, FQ_STAGE_CASES, FQ_STAGE_TREE = 7, FQ_STAGE_SEARCH = 9 };
enum { FQ_SHORT = 1, FQ_LONG = 4 }; /* rounds */
enum { FQ_FEW = 16, FQ_SHARE = 16 };

static uint32_t fq_rule_of(uint32_t stage)
{
    return stage < FQ_STAGE_CASES    ? FQ_LOGIC_suppose + stage
           : stage < FQ_STAGE_TREE   ? FQ_LOGIC_cases
           : stage < FQ_STAGE_SEARCH ? FQ_LOGIC_tree
                                     : FQ_LOGIC_search;
}

/* The first cell refuted that is still a candidate, or UINT32_MAX. */
static uint32_t fq_told_next(const fq_logic *l)
{
    for (uint32_t w = 0; w < l->words; w++) {
        const uint64_t left = l->cand[w] & l->ways->refuted[w];
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

static void fq_refute(fq_logic *l, uint32_t cell, uint64_t rounds)
{
    l->ways->refuted[cell / 64] |= UINT64_C(1) << cell % 64;
    l->ways->rounds[cell] = (uint16_t)(rounds < UINT16_MAX ? rounds : UINT16_MAX);
}

static void fq_try_chain(fq_logic *l, uint32_t cell, uint32_t limit)
{
    fq_logic_ways *v = l->ways;
    l->rating.work++;
    const fq_chain_end found = fq_ways_follow(v->search, cell, limit);
    if (found == FQ_CHAIN_REFUTED) fq_refute(l, cell, v->search->rounds);
    if (found == FQ_CHAIN_RESTS) l->settled[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* Up to `end` of the work; returns 0 if that came first. */
static int fq_try_cases(fq_logic *l, uint32_t cell, uint64_t most, uint64_t end)
{
    fq_logic_ways *v = l->ways;
    if (!v->running) {
        v->begun = v->counts.nodes;
        v->search->rounds = 0;
        if (!fq_ways_suppose(v->search, cell)) {
            l->rating.work++;
            fq_refute(l, cell, 0);
            return 1;
        }
        v->running = 1;
    }
    const uint64_t before = v->counts.nodes, room = end - l->rating.work;
    uint64_t stop = v->begun + most;
    if (stop - before > room) stop = before + room;
    const fq_status status = fq_ways_run(v->search, stop);
    l->rating.work += v->counts.nodes - before;
    const uint64_t nodes = v->counts.nodes - v->begun;
    if (status == FQ_RUNNING && nodes < most) return 0;
    v->running = 0;
    if (status == FQ_DONE) fq_refute(l, cell, most == 1 ? v->search->rounds : nodes);
    if (status == FQ_FOUND) l->settled[cell / 64] |= UINT64_C(1) << cell % 64;
    if (status == FQ_RUNNING && most > FQ_FEW) {
        v->tried[cell] = most;
        v->open_then[cell] = (uint16_t)v->open;
    }
    return 1;
}

/* Looks for a solution, so that no chain is followed from its stars in vain: of what is left of a
 * board they are nearly half. Up to `end` of the work; returns 0 if that came first. */
static int fq_find_hint(fq_logic *l, uint64_t end)
{
    enum { NODES = 20000 };
    fq_logic_ways *v = l->ways;
    if (!v->hinting && !v->dead) {
        v->begun = v->counts.nodes;
        fq_ways_suppose(v->search, UINT32_MAX);
    }
    v->hinting = 1;
    fq_status status = FQ_DONE;
    if (!v->dead) {
        const uint64_t before = v->counts.nodes, room = end - l->rating.work;
        const uint64_t last = v->begun + NODES;
        status = fq_ways_run(v->search, last - before < room ? last : before + room);
        l->rating.work += v->counts.nodes - before;
        if (status == FQ_RUNNING && v->counts.nodes < last) return 0;
    }
    v->hinting = 0;
    v->hinted = 1;
    if (status != FQ_FOUND) return 1;
    uint16_t cells[ROWS * FQ_WAYS_STARS];
    for (uint32_t i = fq_ways_cells(v->search, cells); i-- > 0;)
        v->hint[cells[i] / 64] |= UINT64_C(1) << cells[i] % 64;
    return 1;
}

/* The region that a search would branch on: the one with the fewest ways, as far as candidates tell.
 * Tried: three regions took 3 times as long on 21 x 21 boards, all of them 10 times. */
static void fq_focus(fq_logic *l)
{
    fq_logic_ways *v = l->ways;
    const fq_position *p = fq_read(l);
    uint32_t open = 0, best = 0;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t cell = 0; (cell = fq_next(l, cell)) != UINT32_MAX; cell++)
        open |= UINT32_C(1) << l->region_of[cell];
    for (uint32_t left = open; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left), missing = p->missing[FQ_LOGIC_REGION][g];
        uint32_t size = 0;
        for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
            size += fq_popcount(p->cand[0][r] & v->region[g][r]);
        uint64_t ways = 1;
        for (uint32_t k = 0; k < missing; k++) ways = ways * (size - k) / (k + 1);
        if (ways < fewest) fewest = ways, best = g;
    }
    v->focus = UINT32_C(1) << best;
}

static fq_logic_fired fq_stage(fq_logic *l, uint64_t end, uint32_t rule)
{
    fq_logic_ways *v = l->ways;
    uint32_t cell = fq_told_next(l);
    if (cell == UINT32_MAX || v->passing) {
        const uint32_t stage = l->level;
        const uint32_t doublings = stage < FQ_STAGE_CASES ? 0 : 2 * (stage - FQ_STAGE_NET);
        const uint64_t most = UINT64_C(1) << (doublings < 60 ? doublings : 60);
        if (fq_rule_of(stage) != rule) return FQ_NOTHING;
        if (!v->passing && !v->hinting) { /* cases go on behind the last one */
            l->start = l->cursor = stage >= FQ_STAGE_CASES ? v->after : 0;
            l->turned = 0;
            v->focus = UINT32_MAX;
            if (stage >= FQ_STAGE_CASES) fq_focus(l);
            v->open = 0;
            for (uint32_t w = 0; w < l->words; w++) v->open += fq_popcount(l->cand[w]);
        }
        for (v->passing = !v->hinting; v->passing;) {
            cell = fq_next(l, l->cursor);
            if (l->turned && cell >= l->start) break;
            if (cell == UINT32_MAX) {
                l->turned = 1;
                l->cursor = 0;
                continue;
            }
            l->cursor = cell;
            if (!(v->focus >> l->region_of[cell] & 1) ||
                (most > FQ_FEW && v->tried[cell] >= most &&
                 v->open + v->open / FQ_SHARE > v->open_then[cell])) {
                l->cursor++;
                continue;
            }
            if (l->rating.work >= end) return FQ_PAUSED;
            if (v->dead) {
                l->rating.work++;
                fq_refute(l, cell, 0);
            } else if (stage < FQ_STAGE_NET) {
                fq_try_chain(l, cell, stage == FQ_STAGE_SHORT ? FQ_SHORT : FQ_LONG);
            } else if (!fq_try_cases(l, cell, most, end)) {
                return FQ_PAUSED;
            }
            l->cursor++;
            if (stage < FQ_STAGE_CASES || fq_told_next(l) == UINT32_MAX) continue;
            v->after = cell + 1;
            break;
        }
        v->passing = 0;
        l->cursor = 0;
        v->stage = stage;
        cell = fq_told_next(l);
        if (cell == UINT32_MAX) {
            if (!v->hinted && !fq_find_hint(l, end)) return FQ_PAUSED;
            if (++l->level == FQ_STAGE_CASES) memset(l->settled, 0, sizeof l->settled);
            return FQ_NOTHING;
        }
    }
    if (fq_rule_of(v->stage) != rule) return FQ_NOTHING;
    v->refuted[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    return fq_refuted(l, cell, v->rounds[cell], v->stage < FQ_STAGE_CASES);
}

fq_logic_fired fq_logic_suppose(fq_logic *l, uint64_t end)
{
    if (!l->settling && fq_told_next(l) == UINT32_MAX) {
        fq_settle(l);
        memset(l->settled, 0, sizeof l->settled);
        memset(l->ways->refuted, 0, sizeof l->ways->refuted);
        l->settling = 1;
        l->level = FQ_STAGE_SHORT;
        l->cursor = 0;
    }
    return fq_stage(l, end, FQ_LOGIC_suppose);
}

fq_logic_fired fq_logic_chain(fq_logic *l, uint64_t end)
{
    return fq_stage(l, end, FQ_LOGIC_chain);
}

fq_logic_fired fq_logic_net(fq_logic *l, uint64_t end) { return fq_stage(l, end, FQ_LOGIC_net); }

/* All stages of a rule. */
static fq_logic_fired fq_stages(fq_logic *l, uint64_t end, uint32_t rule)
{
    while (fq_rule_of(l->level) == rule && fq_next(l, 0) != UINT32_MAX) {
        const fq_logic_fired fired = fq_stage(l, end, rule);
        if (fired != FQ_NOTHING) return fired;
    }
    return FQ_NOTHING;
}

fq_logic_fired fq_logic_cases(fq_logic *l, uint64_t end)
{
    return fq_stages(l, end, FQ_LOGIC_cases);
}

fq_logic_fired fq_logic_tree(fq_logic *l, uint64_t end) { return fq_stages(l, end, FQ_LOGIC_tree); }

fq_logic_fired fq_logic_search(fq_logic *l, uint64_t end)
{
    return fq_stages(l, end, FQ_LOGIC_search);
}

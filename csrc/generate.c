/* generate.c - boards with one solution, made by moving borders on a board that has one. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "regions_impl.h"
#include "rng.h"

enum { FQ_UP, FQ_RIGHT, FQ_DOWN, FQ_LEFT, FQ_SIDES }; /* where a neighbour lies */

#define FQ_SIDE    66 /* rows of a padded board, one cell around it */
#define FQ_SMALL_N 11
__extension__ typedef unsigned __int128 fq_board; /* bit i is cell i, for n <= FQ_SMALL_N */
#define FQ_OUTSIDE 0xff                           /* the region of the padding */
#define FQ_NOWHERE UINT16_MAX

typedef enum fq_generate_state {
    FQ_GENERATE_START, /* begin the next board */
    FQ_GENERATE_MOVE,  /* try a move */
    FQ_GENERATE_ASK    /* the solver is at work on a move that was made for trial */
} fq_generate_state;

struct fq_generate {
    uint32_t n;
    fq_generate_options options;
    uint64_t first;
    size_t count, done;
    uint8_t *labels;
    int16_t *queens;
    fq_generate_state state;
    fq_generate_counters work;
    fq_rng rng;
    int32_t heat;
    uint64_t moves_left; /* of this board */
    uint64_t stop;       /* node count of the solver at which the move is given up */
    uint32_t cell, from; /* the move being looked at, and the region that the cell left */
    fq_regions *solver;  /* its region_of is the board */
    fq_board first_column, last_column;  /* for n <= FQ_SMALL_N */
    uint16_t columns[FQ_GENERATE_MAX_N]; /* the solution */
    uint16_t size[FQ_GENERATE_MAX_N];    /* of the regions */
    uint16_t target[FQ_GENERATE_MAX_N];
    /* Moves that change something: border[0 .. borders - 1] are 4 * cell + side for every cell,
     * not a queen's, whose neighbour on that side is of another region. `place` says where in the
     * list a move stands. Drawing from the list instead of from all cells and sides saves two
     * draws of three. */
    uint32_t borders;
    uint16_t border[4 * FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    uint16_t place[4 * FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    uint8_t padded[FQ_SIDE * FQ_SIDE]; /* the board again, cell (r, c) at (r + 1, c + 1) */
    uint64_t rows[FQ_GENERATE_MAX_N][FQ_GENERATE_MAX_N]; /* bit c of rows[g][r]: (r, c) is of g */
};

/* ------------------------------------------------------------------------------- the start board
 */

/* A random placement: permutations are drawn until no two queens of neighbouring rows touch,
 * which takes e^2 of them on a large board and 12 for n = 4; all placements are equally likely. */
static void fq_draw_queens(fq_generate *m)
{
    uint16_t *columns = m->columns;
    for (int apart = 0; !apart;) {
        for (uint32_t r = 0; r < m->n; r++) {
            uint32_t k = fq_rng_below(&m->rng, r + 1);
            columns[r] = columns[k];
            columns[k] = (uint16_t)r;
        }
        apart = 1;
        for (uint32_t r = 1; r < m->n; r++)
            apart &= columns[r] > columns[r - 1] + 1 || columns[r - 1] > columns[r] + 1;
    }
}

/* Shares out the n * n cells in proportion to random weights. */
static void fq_draw_targets(fq_generate *m)
{
    const uint32_t n = m->n;
    uint32_t weight[FQ_GENERATE_MAX_N], sum = 0;
    for (uint32_t g = 0; g < n; g++) {
        uint32_t u = fq_rng_below(&m->rng, 1024);
        weight[g] = m->options.style == FQ_GENERATE_BALANCED   ? 1024
                    : m->options.style == FQ_GENERATE_LOPSIDED ? 64 + (u * u / 1024 * u >> 8)
                                                               : 256 + 3 * u / 2;
        sum += weight[g];
    }
    for (uint32_t g = 0; g < n; g++) m->target[g] = (uint16_t)((weight[g] * n * n + sum / 2) / sum);
}

static uint32_t fq_neighbour(uint32_t n, uint32_t cell, uint32_t side)
{
    return side == FQ_UP     ? cell - n
           : side == FQ_DOWN ? cell + n
           : side == FQ_LEFT ? cell - 1
                             : cell + 1;
}

static inline uint32_t fq_padded(uint32_t n, uint32_t cell)
{
    return (cell / n + 1) * FQ_SIDE + cell % n + 1;
}

/* Puts a move on the list or takes it off. */
static inline void fq_list(fq_generate *m, uint32_t move, int wanted)
{
    uint32_t at = m->place[move];
    if (wanted == (at != FQ_NOWHERE)) return;
    if (wanted) {
        m->place[move] = (uint16_t)m->borders;
        m->border[m->borders++] = (uint16_t)move;
    } else {
        uint16_t last = m->border[--m->borders];
        m->border[at] = last;
        m->place[last] = (uint16_t)at;
        m->place[move] = FQ_NOWHERE;
    }
}

/* Brings the list up to date where `cell` has a new region. */
static inline void fq_list_around(fq_generate *m, uint32_t cell)
{
    const uint32_t n = m->n;
    const uint8_t *at = m->padded + fq_padded(n, cell);
    static const int step[FQ_SIDES] = {-FQ_SIDE, 1, FQ_SIDE, -1};
    for (uint32_t side = 0; side < FQ_SIDES; side++) {
        uint8_t other = at[step[side]];
        if (other == FQ_OUTSIDE) continue;
        uint32_t near = fq_neighbour(n, cell, side);
        if (m->columns[cell / n] != cell % n) fq_list(m, 4 * cell + side, other != *at);
        if (m->columns[near / n] != near % n) fq_list(m, 4 * near + (side ^ 2), other != *at);
    }
}

static fq_error fq_start_board(fq_generate *m)
{
    const uint32_t n = m->n;
    uint8_t *labels = m->labels + m->done * n * n; /* not yet in use */
    fq_rng mix = {m->options.seed};
    m->rng.state = fq_rng_next(&mix) ^ (m->first + m->done) * UINT64_C(0xd1342543de82ef95);
    m->rng.state = fq_rng_next(&m->rng);
    fq_draw_queens(m);
    fq_draw_targets(m);
    uint32_t rest = fq_rng_below(&m->rng, n);
    memset(labels, (int)rest, (size_t)n * n);
    for (uint32_t r = 0; r < n; r++) labels[r * n + m->columns[r]] = (uint8_t)r;
    fq_error error = fq_regions_load(m->solver, labels);
    if (error) return error;
    const uint8_t *board = m->solver->region_of;
    memset(m->size, 0, sizeof m->size);
    memset(m->rows, 0, n * sizeof m->rows[0]);
    memset(m->place, 0xff, 4 * n * n * sizeof m->place[0]);
    m->borders = 0;
    for (uint32_t cell = 0; cell < n * n; cell++) {
        m->size[board[cell]]++;
        m->rows[board[cell]][cell / n] |= UINT64_C(1) << cell % n;
        m->padded[fq_padded(n, cell)] = board[cell];
    }
    for (uint32_t r = 0; r < n; r++) fq_list_around(m, r * n + m->columns[r]);
    m->moves_left = (uint64_t)m->options.moves * n * n;
    return FQ_OK;
}

/* ------------------------------------------------------------------------------------- the moves
 */

static void fq_give(fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint32_t n = m->n, from = m->solver->region_of[cell], row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    fq_regions_give(m->solver, cell, to);
    m->padded[fq_padded(n, cell)] = (uint8_t)to;
    m->rows[from][row] &= ~bit;
    m->rows[to][row] |= bit;
    m->size[from]--;
    m->size[to]++;
}

/* Fills the region of `cell`, without it, from one of the neighbours that it has there, and tells
 * whether the others are reached. The whole board in one number, for n * n <= 128: shifts that
 * leave a row at its end come in on the next one's other end, which `from_left` and `from_right`
 * forbid. */
static int fq_fill_small(const fq_generate *m, uint32_t cell, int up, int down, int left, int right)
{
    const uint32_t n = m->n;
    const uint64_t *region =
        m->solver->narrow->region + m->solver->words * m->solver->region_of[cell];
    const fq_board bit = (fq_board)1 << cell;
    fq_board cells = region[0], wanted = 0, fill;
    if (m->solver->words > 1) cells |= (fq_board)region[1] << 64;
    cells &= ~bit;
    if (up) wanted |= bit >> n;
    if (down) wanted |= bit << n;
    if (left) wanted |= bit >> 1;
    if (right) wanted |= bit << 1;
    fill = wanted & -wanted;
    const fq_board from_left = cells & ~m->first_column, from_right = cells & ~m->last_column;
    for (;;) {
        fq_board more = fill | (cells & (fill << n | fill >> n)) | (from_left & fill << 1) |
                        (from_right & fill >> 1);
        if (!(wanted & ~more)) return 1;
        if (more == fill) return 0;
        fill = more;
    }
}

static int fq_fill_rows(const fq_generate *m, uint32_t cell, int up, int down, int left, int right)
{
    /* Fill the region from one of them until all are reached. */
    const uint32_t row = cell / m->n, n = m->n, g = m->solver->region_of[cell];
    const uint64_t bit = UINT64_C(1) << cell % n;
    const uint64_t *cells = m->rows[g];
    uint64_t fill[FQ_GENERATE_MAX_N];
    uint32_t top = row, bottom = row;
    fill[row] = 0;
    if (up)
        fill[--top] = bit;
    else if (down)
        fill[++bottom] = bit;
    else
        fill[row] = bit >> 1;
    const uint64_t beside = (left ? bit >> 1 : 0) | (right ? bit << 1 : 0);
    for (int again = 1; again;) {
        again = 0;
        uint64_t above = 0;
        for (uint32_t r = top; r < n; r++) { /* downwards, then upwards */
            uint64_t was = r <= bottom ? fill[r] : 0;
            uint64_t mine = cells[r] & ~(r == row ? bit : 0), now = was | (above & mine);
            if (now != was || !again)
                for (uint64_t more; (more = now | ((now << 1 | now >> 1) & mine)) != now;)
                    now = more;
            if (r > bottom) {
                if (!now) break;
                bottom = r;
            }
            fill[r] = above = now;
            again |= now != was;
        }
        uint64_t below = 0;
        for (uint32_t r = bottom + 1; r-- > 0;) {
            uint64_t was = r >= top ? fill[r] : 0;
            uint64_t mine = cells[r] & ~(r == row ? bit : 0), now = was | (below & mine);
            if (now != was)
                for (uint64_t more; (more = now | ((now << 1 | now >> 1) & mine)) != now;)
                    now = more;
            if (r < top) {
                if (!now) break;
                top = r;
            }
            fill[r] = below = now;
            again |= now != was;
        }
        if ((fill[row] & beside) == beside && (!down || (bottom > row && (fill[row + 1] & bit))))
            return 1;
    }
    return 0;
}

/* Whether the neighbours of `cell` in its region hang together without it. */
static int fq_can_leave(const fq_generate *m, uint32_t cell)
{
    const uint8_t *at = m->padded + fq_padded(m->n, cell), g = *at;
    const int up = at[-FQ_SIDE] == g, down = at[FQ_SIDE] == g, left = at[-1] == g,
              right = at[1] == g;
    const int sides = up + down + left + right;
    if (sides == 1) return 1;
    const int corners =
        (up & left & (at[-FQ_SIDE - 1] == g)) + (up & right & (at[-FQ_SIDE + 1] == g)) +
        (down & left & (at[FQ_SIDE - 1] == g)) + (down & right & (at[FQ_SIDE + 1] == g));
    if (corners >= sides - 1) return 1; /* they touch round the cell's corners */

    const uint32_t n = m->n;
    if (n <= FQ_SMALL_N) return fq_fill_small(m, cell, up, down, left, right);
    return fq_fill_rows(m, cell, up, down, left, right);
}

/* Whether sizes may change so: always where they come nearer to their targets, else with a
 * probability that halves with every `heat` that the sum of squared distances grows. */
static inline int fq_wanted(fq_generate *m, uint32_t from, uint32_t to, uint64_t random)
{
    int32_t worse = 2 * (m->size[to] - m->target[to] - m->size[from] + m->target[from] + 1);
    if (worse <= 0) return 1;
    int32_t luck = (int32_t)fq_lowest(random | UINT64_C(1) << 40);
    return worse <= m->heat * luck;
}

static void fq_finish_board(fq_generate *m)
{
    const uint32_t n = m->n;
    fq_number_labels(n, m->solver->region_of, m->labels + m->done * n * n);
    for (uint32_t r = 0; r < n; r++) m->queens[m->done * n + r] = (int16_t)m->columns[r];
    m->done++;
    m->work.boards++;
    m->state = FQ_GENERATE_START;
}

fq_status fq_generate_step(fq_generate *m, uint64_t budget)
{
    fq_regions *s = m->solver;
    while (m->done < m->count) {
        if (m->state == FQ_GENERATE_START) {
            if (!budget) return FQ_RUNNING;
            if (fq_start_board(m)) return FQ_FULL;
            m->state = FQ_GENERATE_MOVE;
        }
        if (m->state == FQ_GENERATE_MOVE) {
            if (!m->moves_left) {
                fq_finish_board(m);
                continue;
            }
            if (!budget) return FQ_RUNNING;
            budget--;
            m->moves_left--;
            m->work.moves++;
            uint32_t move = m->border[fq_rng_below(&m->rng, m->borders)];
            uint32_t cell = move / 4;
            uint32_t from = s->region_of[cell];
            uint32_t to = s->region_of[fq_neighbour(m->n, cell, move % 4)];
            if (!fq_wanted(m, from, to, fq_rng_next(&m->rng))) continue;
            if (!m->options.scattered && !fq_can_leave(m, cell)) continue;
            m->cell = cell;
            m->from = from;
            fq_give(m, cell, to);
            fq_regions_begin_at(s, cell);
            m->stop = s->work.nodes + m->options.patience;
            m->state = FQ_GENERATE_ASK;
        }
        if (!budget) return FQ_RUNNING;
        const uint64_t before = s->work.nodes;
        uint64_t left = m->stop - before;
        fq_status status = s->run(s, before + (left < budget ? left : budget));
        const uint64_t spent = s->work.nodes - before;
        budget -= spent;
        m->work.nodes += spent;
        if (status == FQ_RUNNING && s->work.nodes < m->stop) return FQ_RUNNING;
        m->state = FQ_GENERATE_MOVE;
        if (status == FQ_DONE) {
            m->work.accepted++;
            fq_list_around(m, m->cell);
        } else {
            m->work.rivals += status == FQ_FOUND;
            m->work.given_up += status == FQ_RUNNING;
            fq_give(m, m->cell, m->from);
        }
    }
    return FQ_DONE;
}

/* ----------------------------------------------------------------------------------- the machine
 */

fq_generate *fq_generate_new(uint32_t n, uint64_t first, size_t count, uint8_t *labels,
                             int16_t *queens, const fq_generate_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < FQ_GENERATE_MIN_N || n > FQ_GENERATE_MAX_N) return NULL;
    *error = FQ_NO_MEMORY;
    fq_generate *m = malloc(sizeof *m);
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    memset(m->padded, FQ_OUTSIDE, sizeof m->padded);
    m->n = n;
    m->options = *options;
    if (!m->options.moves)
        m->options.moves = (n > 12 ? 32 : 8) * (options->style == FQ_GENERATE_BALANCED ? 4 : 1);
    if (!m->options.patience) m->options.patience = 300;
    m->heat = (int32_t)(n * n / 16);
    m->first = first;
    m->count = count;
    m->labels = labels;
    m->queens = queens;
    for (uint32_t r = 0; r < n && n <= FQ_SMALL_N; r++) {
        m->first_column |= (fq_board)1 << r * n;
        m->last_column |= (fq_board)1 << (r * n + n - 1);
    }
    uint8_t rows[FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    for (uint32_t i = 0; i < n * n; i++) rows[i] = (uint8_t)(i / n);
    fq_regions_options solver = {options->isa, 0, 0};
    m->solver = fq_regions_new(n, rows, &solver, error);
    if (!m->solver) {
        free(m);
        return NULL;
    }
    return m;
}

void fq_generate_free(fq_generate *m)
{
    if (!m) return;
    fq_regions_free(m->solver);
    free(m);
}

size_t fq_generate_done(const fq_generate *m) { return m->done; }

void fq_generate_peek(const fq_generate *m, uint8_t *labels, int16_t *queens)
{
    fq_number_labels(m->n, m->solver->region_of, labels);
    for (uint32_t r = 0; r < m->n; r++) queens[r] = (int16_t)m->columns[r];
}

fq_generate_counters fq_generate_work(const fq_generate *m) { return m->work; }

/* generator.c - boards with one solution, made by moving borders on a board that has one.
 *
 * Tried (boards a second on one core):
 * - Regions grown at random from a solution's queens, then the cells of a second solution given
 *   away one by one until there is none: 8,800, 325 and 4 for n = 8, 11 and 14 with an AVX-512
 *   solver, against 23,000, 5,900 and 300 this way, for boards a little easier at that. Most of
 *   its boards never come to an end, and every step proves the board anew.
 * - Drawing moves from all cells and sides instead of from the list of borders: two draws of
 *   three move nothing; 0.78 times as fast at n = 8, 0.84 at 11.
 * - Filling a region row by row to see whether it stays in one piece, on small boards too: 0.69
 *   times as fast at n = 8 as the whole board in one word, 0.80 at n = 11 as in two.
 * - Exact probabilities exp(-worse / heat) instead of powers of two: the same boards to look at,
 *   and another result on another machine's libm.
 * - With 2 stars, patience of 300 nodes as for one instead of 100: 0.4 times as fast at n = 14, and
 *   the largest region 5 % smaller; 30 nodes are 2.5 times as fast, and it is 15 % larger.
 * - More patience with the solver on large boards: 10,000 nodes a move instead of 1,000 make a 30 x
 *   30 board 8 times as slow, and its largest region no smaller; four times the moves do.
 * With several stars, where boards are to be hard (nodes of the search by ways, milliseconds each):
 * - Heat as for others, 24 moves a cell: 21x21 with 5 stars 2,400 nodes in 2,200 ms; two units of
 *   heat 1,000 in 1,700 ms; none, and every exchange between equals, 700 in 550 ms. Half of the moves
 *   made are noise, which the solver has to look at while the largest region stays large. With one of
 *   8 exchanges between equals, as it is, 4,400 to 11,600 in 850 to 1,000 ms; without any 1,400 in
 *   170 ms, and no more later: regions get stuck.
 * - Cells led along shortest ways from regions with too many to those with too few: no difference,
 *   sizes alone lead them.
 * - The stars of the last group wherever they are left, so that it must reach over the whole board:
 *   with 4 stars its 29 cells are no fewer after 4 times as many moves, instead of 19.
 * - Patience of 500 nodes instead of 1,000 with 5 stars: 0.6 times the time and a third of the nodes.
 */
#include <stdlib.h>
#include <string.h>

#include "queens/board/labels.h"
#include "star_placements.h"
#include "state.h"

#define FQ_AFRESH 16    /* ratings after which a board without the tier is given up, */
#define FQ_SOON   2     /* the same of cold boards, which are rated when they are as they stay */
#define FQ_ENOUGH 8     /* nodes of counting before ways look at a move */
#define FQ_STARTS 10000 /* boards in a row that could not be joined before it gives up */

/* ------------------------------------------------------------------------------- the start board
 */

/* A random placement: permutations are drawn until no two queens of neighbouring rows touch,
 * which takes e^2 of them on a large board and 12 for n = 4; all placements are equally likely. */
static void fq_draw_queens(fq_generate *m)
{
    uint16_t columns[FQ_GENERATE_MAX_N] = {0};
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
    for (uint32_t r = 0; r < m->n; r++) m->solution[r] = UINT64_C(1) << columns[r];
}

/* Shares out the n * n cells in proportion to random weights. Mixed ones are nearer to each other
 * where boards are to be hard: small regions give much away, and large ones take it. */
static void fq_draw_targets(fq_generate *m)
{
    const uint32_t n = m->n;
    uint32_t weight[FQ_GENERATE_MAX_N], sum = 0;
    for (uint32_t g = 0; g < n; g++) {
        uint32_t u = fq_rng_below(&m->rng, 1024);
        weight[g] = m->options.style == FQ_GENERATE_BALANCED   ? 1024
                    : m->options.style == FQ_GENERATE_LOPSIDED ? 64 + (u * u / 1024 * u >> 8)
                    : m->cold                                  ? 896 + u / 4
                                                               : 256 + 3 * u / 2;
        sum += weight[g];
    }
    for (uint32_t g = 0; g < n; g++) m->target[g] = (uint16_t)((weight[g] * n * n + sum / 2) / sum);
}

/* Board i has the same random numbers whoever makes it. */
static void fq_seed_board(fq_generate *m)
{
    fq_rng mix = {m->options.seed};
    m->rng.state = fq_rng_next(&mix) ^ (m->first + m->done) * UINT64_C(0xd1342543de82ef95);
    m->rng.state = fq_rng_next(&m->rng);
}

/* Begins a board. The state stays as it is where no placement or no groups were found. */
static fq_error fq_start_board(fq_generate *m)
{
    const uint32_t n = m->n, stars = m->options.stars;
    uint8_t *labels = m->labels + m->done * n * n; /* not yet in use */
    fq_error error;
    if (stars == 1) {
        m->knowns = 0;
        fq_draw_queens(m);
        fq_draw_targets(m);
        uint32_t rest = fq_rng_below(&m->rng, n);
        memset(labels, (int)rest, (size_t)n * n);
        for (uint32_t r = 0; r < n; r++) labels[r * n + fq_lowest(m->solution[r])] = (uint8_t)r;
        error = fq_regions_load(m->solver, labels);
    } else {
        uint64_t rows[FQ_GENERATE_MAX_N];
        if (!fq_draw_stars(n, stars, &m->rng, rows)) return FQ_OK;
        if (!fq_group_stars(n, stars, m->cold, &m->rng, rows, labels)) return FQ_OK;
        memcpy(m->solution, rows, n * sizeof *rows);
        fq_draw_targets(m);
        error = fq_stars_load(m->star_solver, labels);
    }
    if (error) return error;
    const uint8_t *board = m->board;
    memset(m->size, 0, sizeof m->size);
    memset(m->rows, 0, n * sizeof m->rows[0]);
    memset(m->place, 0xff, 4 * n * n * sizeof m->place[0]);
    m->borders = 0;
    for (uint32_t cell = 0; cell < n * n; cell++) {
        m->size[board[cell]]++;
        m->rows[board[cell]][cell / n] |= UINT64_C(1) << cell % n;
        m->padded[fq_padded(n, cell)] = board[cell];
    }
    for (uint32_t r = 0; r < n; r++)
        for (uint64_t left = m->solution[r]; left; left &= left - 1)
            fq_list_around(m, r * n + fq_lowest(left));
    m->counts.starts++;
    if (stars == 1 || m->options.scattered) {
        fq_begin_moves(m);
    } else {
        for (uint32_t cell = 0; cell < n * n; cell++) m->order[labels[cell]] = board[cell];
        m->rest = m->order[n - 1];
        memset(m->refused, 0, sizeof m->refused);
        m->join = m->attempts = 0;
        m->state = FQ_GENERATE_JOIN;
    }
    return FQ_OK;
}

/* ------------------------------------------------------------------------------------- the moves
 */

/* Metropolis test of a move: always accepted where the sizes come nearer to their targets, else
 * with a probability that halves with every `heat` that the sum of squared distances grows. */
static inline int fq_wanted(fq_generate *m, uint32_t from, uint32_t to, uint64_t random)
{
    int32_t worse = 2 * (m->size[to] - m->target[to] - m->size[from] + m->target[from] + 1);
    if (m->cold) return worse < 0 || (!worse && random >> 61 == 0);
    if (worse <= 0) return 1;
    int32_t luck = (int32_t)fq_lowest(random | UINT64_C(1) << 40);
    return worse <= m->heat * luck;
}

static void fq_show(const fq_generate *m, uint8_t *labels, int16_t *queens)
{
    fq_number_labels(m->n, m->board, labels);
    if (!m->counts.starts)
        for (uint32_t i = 0; i < m->n * m->options.stars; i++) queens[i] = -1;
    for (uint32_t r = 0; r < m->n; r++)
        for (uint64_t left = m->solution[r]; left; left &= left - 1)
            *queens++ = (int16_t)fq_lowest(left);
}

static void fq_finish_board(fq_generate *m)
{
    const size_t n = m->n;
    fq_show(m, m->labels + m->done * n * n, m->queens + m->done * n * m->options.stars);
    m->done++;
    m->ratings = 0;
    m->counts.boards++;
    m->state = FQ_GENERATE_START;
}

/* The engine has the rules of the tier and no harder ones, so that it soon stops on a board that
 * needs those. */
static void fq_rate(fq_generate *m, uint64_t *budget)
{
    const uint64_t before = fq_logic_counts(m->logic).work;
    const fq_status status = fq_logic_run(m->logic, *budget);
    const fq_logic_rating rating = fq_logic_counts(m->logic);
    *budget -= rating.work - before;
    m->counts.logic += rating.work - before;
    if (status == FQ_RUNNING) return;
    if ((int)rating.tier == m->options.tier) {
        fq_finish_board(m);
    } else if (m->ratings == FQ_GENERATE_RATINGS) {
        m->state = FQ_GENERATE_END;
    } else if (m->ratings % (m->cold ? FQ_SOON : FQ_AFRESH) == 0 ||
               (m->cold && (int)rating.tier > m->options.tier)) { /* it gets no easier */
        m->state = FQ_GENERATE_START;
    } else {
        m->state = FQ_GENERATE_MOVE;
        m->moves_left = m->n * m->n;
    }
}

/* Whether a placement that was a second solution of this board once, before other moves, is one
 * again when `cell` goes to a region. Three of four moves that leave a second solution are known so
 * without a search; what is refused is the same. */
static int fq_known_rival(const fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint32_t n = m->n, row = cell / n, column = cell % n;
    const uint32_t kept = m->knowns < FQ_KNOWN ? m->knowns : FQ_KNOWN;
    for (uint32_t k = 0; k < kept; k++) {
        if (m->known[row][k] != column) continue;
        uint64_t regions = UINT64_C(1) << to;
        for (uint32_t r = 0; r < n; r++)
            if (r != row) regions |= UINT64_C(1) << m->board[r * n + m->known[r][k]];
        if (regions == fq_ones(n)) return 1;
    }
    return 0;
}

static void fq_keep_rival(fq_generate *m)
{
    const uint32_t k = m->knowns++ % FQ_KNOWN;
    for (uint32_t i = 0; i < m->n; i++) {
        const uint32_t cell = m->solver->trail[i];
        m->known[cell / m->n][k] = (uint8_t)(cell % m->n);
    }
}

static fq_status fq_ask(fq_generate *m, uint64_t end)
{
    if (m->solver) return m->solver->run(m->solver, end);
    if (m->by_ways) return fq_ways_run(m->star_solver->ways, end);
    return m->star_solver->run(m->star_solver, end);
}

fq_status fq_generate_step(fq_generate *m, uint64_t budget)
{
    while (m->done < m->count) {
        if (m->state == FQ_GENERATE_START) {
            if (!budget) return FQ_RUNNING;
            if (!m->ratings && !m->failures) fq_seed_board(m);
            if (m->star_solver) {
                budget--;
                m->counts.moves++;
                if (++m->failures == FQ_STARTS) {
                    m->state = FQ_GENERATE_END;
                    continue;
                }
            }
            if (fq_start_board(m)) return FQ_FULL;
            continue;
        }
        if (m->state == FQ_GENERATE_END) return FQ_DONE;
        if (m->state == FQ_GENERATE_RATE) {
            if (!budget) return FQ_RUNNING;
            fq_rate(m, &budget);
            continue;
        }
        if (m->state == FQ_GENERATE_JOIN || m->state == FQ_GENERATE_POCKET) {
            if (!budget) return FQ_RUNNING;
            budget--;
            m->counts.moves++;
            if (m->state == FQ_GENERATE_JOIN)
                fq_join(m);
            else
                fq_pocket(m);
            if (m->state != FQ_GENERATE_ASK) continue;
        }
        if (m->state == FQ_GENERATE_MOVE) {
            if (!m->moves_left) {
                if (!m->logic) {
                    fq_finish_board(m);
                } else {
                    m->ratings++;
                    m->counts.rated++;
                    fq_logic_load(m->logic, m->board, m->rules);
                    m->state = FQ_GENERATE_RATE;
                }
                continue;
            }
            if (!budget) return FQ_RUNNING;
            budget--;
            m->moves_left--;
            m->counts.moves++;
            uint32_t move = m->border[fq_rng_below(&m->rng, m->borders)];
            uint32_t cell = move / 4;
            uint32_t from = m->board[cell];
            uint32_t to = m->board[fq_neighbour(m->n, cell, move % 4)];
            if (!fq_wanted(m, from, to, fq_rng_next(&m->rng))) continue;
            if (!m->options.scattered && !fq_can_leave(m, cell)) continue;
            if (m->solver && fq_known_rival(m, cell, to)) {
                m->counts.rivals++;
                continue;
            }
            m->after = FQ_GENERATE_MOVE;
            fq_try(m, cell, to);
        }
        if (!budget) return FQ_RUNNING;
        const uint64_t before = fq_nodes(m);
        const uint64_t stop = m->by_ways || m->stop < m->turn ? m->stop : m->turn;
        const uint64_t left = stop - before, end = before + (left < budget ? left : budget);
        const fq_status status = fq_ask(m, end);
        const uint64_t spent = fq_nodes(m) - before;
        budget -= spent;
        m->counts.nodes += spent;
        if (status == FQ_RUNNING && fq_nodes(m) < stop) return FQ_RUNNING;
        if (status == FQ_RUNNING && stop < m->stop) {
            if (!fq_stars_ways_at(m->star_solver, m->cell)) return FQ_FULL;
            m->by_ways = 1;
            continue;
        }
        m->state = m->after;
        if (status == FQ_DONE) {
            m->counts.accepted++;
            fq_list_around(m, m->cell);
        } else {
            m->counts.rivals += status == FQ_FOUND;
            if (status == FQ_FOUND && m->solver) fq_keep_rival(m);
            m->counts.given_up += status == FQ_RUNNING;
            fq_give(m, m->cell, m->from);
            if (m->after == FQ_GENERATE_JOIN)
                m->refused[m->cell / m->n] |= UINT64_C(1) << m->cell % m->n;
        }
    }
    return FQ_DONE;
}

/* ----------------------------------------------------------------------------------- the machine
 */

/* Whether sizes only come nearer to their targets, which are alike (`cold`), and moves are looked at
 * by ways: boards as hard as those that people make. From 4 stars on all are made so, with fewer those
 * of medium difficulty and above. */
static int fq_is_cold(const fq_generate_options *o, uint32_t n)
{
    if (o->stars == 1 || n > FQ_WAYS_N) return 0;
    return o->stars > 3 || o->tier >= FQ_LOGIC_MEDIUM;
}

/* What was not asked for: moves, patience, and when the ways look at a move.
 *
 * Easy boards with 2 and 3 stars are rare, 1 of 25 at n = 10 where only such moves are made that the
 * solver refutes at once, and not many; of others, 1 of several hundred.
 *
 * A cold board gets harder with every move, so a tier is a number of moves. With 2 stars, those
 * below expert are made sooner where counting alone looks at moves. */
static void fq_choose_effort(fq_generate_options *o, uint32_t n)
{
    static const uint8_t moves[][5] = {/* any, easy, medium, hard, expert: with 2 stars and more */
                                       {0, 0, 3, 6, 7},
                                       {0, 0, 2, 6, 12},
                                       {16, 3, 8, 12, 30},
                                       {12, 3, 6, 12, 36},
                                       {6, 1, 3, 6, 12}};
    static const uint16_t patience[] = {100, 300, 1000, 1000, 1000};
    if (fq_is_cold(o, n)) {
        const uint32_t more = o->stars - 2;
        const int sooner = o->stars == 2 && o->tier < FQ_LOGIC_EXPERT;
        if (!o->moves) o->moves = moves[more][o->tier < 0 ? 0 : o->tier + 1];
        if (!o->patience) o->patience = patience[more];
        if (!o->opening) o->opening = sooner ? o->patience : FQ_ENOUGH;
    } else {
        const int plain = o->stars > 1 && o->tier == FQ_LOGIC_EASY;
        const uint32_t times = o->style == FQ_GENERATE_BALANCED ? 4 : 1;
        if (!o->moves) o->moves = plain ? 2 : (n > 12 ? 32 : 8) * times;
        if (!o->patience) o->patience = plain ? 2 : o->stars > 1 ? 100 : 300;
        if (!o->opening || o->stars == 1) o->opening = o->patience; /* one star has no ways */
    }
}

fq_generate *fq_generate_new(uint32_t n, uint64_t first, size_t count, uint8_t *labels,
                             int16_t *queens, const fq_generate_options *options, fq_error *error)
{
    const uint32_t stars = options->stars ? options->stars : 1;
    *error = FQ_BAD_SIZE;
    if (stars > FQ_GENERATE_STARS || n < 4 * stars || n > FQ_GENERATE_MAX_N) return NULL;
    if (options->tier > FQ_LOGIC_EXPERT) return NULL;
    if (options->tier >= 0 && stars > FQ_LOGIC_MAX_STARS) return NULL;
    *error = FQ_NO_MEMORY;
    fq_generate *m = malloc(sizeof *m);
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    memset(m->padded, FQ_OUTSIDE, sizeof m->padded);
    m->n = n;
    m->options = *options;
    m->options.stars = stars;
    fq_choose_effort(&m->options, n);
    while (m->rules < FQ_LOGIC_RULES && (int)fq_logic_tier_of(m->rules, n, stars) <= options->tier)
        m->rules++;
    m->heat = (int32_t)(n * n / 16);
    m->cold = fq_is_cold(&m->options, n);
    m->first = first;
    m->count = count;
    m->labels = labels;
    m->queens = queens;
    for (uint32_t i = 0; i < n * n && n <= 11; i += n) {
        m->first_column[i / 64] |= UINT64_C(1) << i % 64;
        m->last_column[(i + n - 1) / 64] |= UINT64_C(1) << (i + n - 1) % 64;
    }
    uint8_t rows[FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    for (uint32_t i = 0; i < n * n; i++) rows[i] = (uint8_t)(i / n);
    if (stars == 1) {
        const fq_regions_options solver = {.isa = options->isa};
        m->solver = fq_regions_new(n, rows, &solver, error);
        if (m->solver) m->board = m->solver->region_of;
    } else {
        const fq_stars_options solver = {
            .isa = options->isa, .stars = stars, .opening = FQ_STARS_OPENING};
        m->star_solver = fq_stars_new(n, rows, &solver, error);
        if (m->star_solver) m->board = m->star_solver->region_of;
        if (m->star_solver && !fq_stars_has_ways(m->star_solver))
            m->options.opening = m->options.patience;
    }
    if (m->board && options->tier >= 0) m->logic = fq_logic_new(n, stars, 0, error);
    if (!m->board || (options->tier >= 0 && !m->logic)) {
        fq_generate_free(m);
        return NULL;
    }
    return m;
}

void fq_generate_free(fq_generate *m)
{
    if (!m) return;
    fq_logic_free(m->logic);
    fq_regions_free(m->solver);
    fq_stars_free(m->star_solver);
    free(m);
}

int fq_generate_gave_up(const fq_generate *m) { return m->state == FQ_GENERATE_END; }

size_t fq_generate_done(const fq_generate *m) { return m->done; }

void fq_generate_peek(const fq_generate *m, uint8_t *labels, int16_t *queens)
{
    fq_show(m, labels, queens);
}

uint64_t fq_generate_spent(const fq_generate *m)
{
    return m->counts.moves + m->counts.nodes + m->counts.logic;
}

fq_generate_counters fq_generate_counts(const fq_generate *m) { return m->counts; }

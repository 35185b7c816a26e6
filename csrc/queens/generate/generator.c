/* generator.c - moves cells between regions until a board is finished, see generate.h. */
#include <stdlib.h>
#include <string.h>

#include "given.h"
#include "moves.h"
#include "orbits.h"
#include "queens/board/connected.h"
#include "queens/board/labels.h"
#include "star_placements.h"

#define FQ_MAX_REJECTIONS 16 /* a board is given up after this many rejections */
/* the same limit at temperature 0, where later moves hardly change a board */
#define FQ_MAX_REJECTIONS_AT_ZERO 2
/* at temperature 0: number of nodes of the counting search before the table search begins */
#define FQ_OPENING_AT_ZERO 8
#define FQ_MAX_STARTS 10000 /* gives up if so many start boards in a row cannot be used */
#define FQ_MAX_WISHED_STARTS 50000 /* the same limit for one star */
#define FQ_FLAW_DRAWS 8     /* draws / n of a flawed cell before a mirror board is rejected */
/* style "drawn": moves for each cell, and the temperature of the first and of the last of them, in
 * sixteenths */
#define FQ_LOOK_MOVES 32
#define FQ_LOOK_HOT   144
#define FQ_LOOK_COLD  16

/* Combines a random number with a value. */
static uint64_t fq_mix(uint64_t state, uint64_t value)
{
    fq_rng rng = {state ^ value};
    return fq_rng_next(&rng);
}

/* Combines the seed with all options that describe the boards. So the boards of one seed have
 * nothing in common if another tier, style or size is requested. */
static uint64_t fq_mix_options(const fq_generate *m)
{
    const fq_generate_options *o = &m->options;
    const uint64_t values[] = {
        m->n, o->stars, o->pieces, (uint64_t)o->style, (uint64_t)o->symmetry, (uint64_t)(o->tier + 1)};
    uint64_t state = o->seed;
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) state = fq_mix(state, values[i]);
    const uint64_t wishes[] = {o->single_cells, o->least, o->largest, (uint64_t)o->complete};
    for (uint32_t i = 0; i < 4; i++)
        if (wishes[i]) state = fq_mix(state, wishes[i] << 8 | i);
    for (size_t i = 0; o->given && i < o->given_count * m->n * m->n; i++)
        state = fq_mix(state, o->given[i]);
    for (uint32_t r = 0; o->placed && r < m->n; r++) state = fq_mix(state, (uint64_t)o->placed[r]);
    return state;
}

/* Seeds the random numbers of a board by the number of the board, so that the board does not depend
 * on the batch. */
static void fq_seed_board(fq_generate *m)
{
    m->rng.state = fq_mix(m->stream, (m->first + m->done) * UINT64_C(0xd1342543de82ef95));
}

/* ------------------------------------------------------------------------------------- moves */

/* Number of cells that a region of this size has too many or too few. */
static int32_t fq_excess(const fq_generate *m, uint32_t region, int32_t size)
{
    return size < m->least[region]     ? m->least[region] - size
           : size > m->largest[region] ? size - m->largest[region]
                                       : 0;
}

/* By how many cells a move brings the sizes of two regions nearer to their bounds; negative if it
 * takes them farther away. */
static int32_t fq_nearer_bounds(const fq_generate *m, uint32_t from, uint32_t to, int32_t lost,
                                int32_t gained)
{
    return fq_excess(m, from, m->size[from]) - fq_excess(m, from, m->size[from] - lost) +
           fq_excess(m, to, m->size[to]) - fq_excess(m, to, m->size[to] + gained);
}

static int fq_keeps_bounds(const fq_generate *m)
{
    for (uint32_t g = 0; m->bounded && g < m->n; g++)
        if (fq_excess(m, g, m->size[g])) return 0;
    return 1;
}

/* Metropolis test of a move that takes `lost` cells from region `from` and gives `gained` cells to
 * region `to`. Accepts a move that does not increase the sum of the squared distances between sizes
 * and target sizes. Accepts another move with a probability that halves each time this sum, divided
 * by the number of moved cells, grows by `temperature`. At temperature 0, accepts a move that
 * reduces the sum, and one of eight moves that leave it unchanged. */
static inline int fq_accept_sizes(fq_generate *m, uint32_t from, uint32_t to, int32_t lost,
                                  int32_t gained, uint64_t random)
{
    const int32_t worse =
        lost + gained + 2 * (m->size[to] - m->target[to] - m->size[from] + m->target[from]);
    if (m->zero_temperature) return worse < 0 || (!worse && random >> 61 == 0);
    if (worse <= 0) return 1;
    int32_t luck = (int32_t)fq_lowest(random | UINT64_C(1) << 40);
    return worse <= m->temperature * luck;
}

/* Accepts a move that brings sizes nearer to their bounds, and refuses a move that takes them farther
 * away. Otherwise does the Metropolis test. */
static int fq_accept_bounds(fq_generate *m, uint32_t from, uint32_t to, int32_t lost,
                            int32_t gained, uint64_t random)
{
    const int32_t nearer = m->bounded ? fq_nearer_bounds(m, from, to, lost, gained) : 0;
    return nearer ? nearer > 0 : fq_accept_sizes(m, from, to, lost, gained, random);
}

/* Metropolis test of a move of a drawn board. The temperature falls with the moves left; after a
 * rejection it is nearly the last one. */
static int fq_accept_look(fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint64_t all = (uint64_t)m->options.moves * m->n * m->n;
    const uint64_t above = (FQ_LOOK_HOT - FQ_LOOK_COLD) * m->moves_left / all;
    return fq_look_accepts(m->look, cell, to, FQ_LOOK_COLD + (int32_t)above, fq_rng_next(&m->rng));
}

static void fq_copy_board(const fq_generate *m, uint8_t *labels, int16_t *queens)
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
    fq_copy_board(m, m->labels + m->done * n * n, m->queens + m->done * n * m->options.stars);
    m->done++;
    m->rejected = 0;
    m->counts.boards++;
    m->state = FQ_GENERATE_START;
}

/* Called when a board does not have the requested properties. Makes more moves on the board. After
 * some rejections, or if more moves cannot help, begins another board. */
static void fq_reject_board(fq_generate *m, int hopeless)
{
    const uint32_t most = m->zero_temperature ? FQ_MAX_REJECTIONS_AT_ZERO : FQ_MAX_REJECTIONS;
    m->rejected++;
    fq_undo_flaw(m);
    if (m->rejected == FQ_GENERATE_REJECTIONS) {
        m->state = FQ_GENERATE_END;
    } else if (m->rejected % most == 0 || hopeless) {
        m->state = FQ_GENERATE_START;
    } else {
        m->state = FQ_GENERATE_MOVE;
        m->moves_left = m->n * m->n;
    }
}

/* Whether a region has more than one connected piece. */
static int fq_has_divided_region(const fq_generate *m)
{
    for (uint32_t g = 0; g < m->n; g++)
        if (fq_count_pieces(m->n, m->rows[g], 1) > 1) return 1;
    return 0;
}

/* Whether a property of the rating is requested, apart from the tier. */
static int fq_filters_rating(const fq_generate_options *o)
{
    return o->use || o->avoid || o->score[0] || o->score[1] || o->steps[0] || o->steps[1];
}

static int fq_lies_between(uint32_t value, const uint32_t *range)
{
    return value >= range[0] && (!range[1] || value <= range[1]);
}

/* Whether a rating has the requested tier and the other requested properties. */
static int fq_accept_rating(const fq_generate_options *o, const fq_logic_rating *rating)
{
    if (o->tier >= 0 ? (int)rating->tier != o->tier : rating->tier > FQ_LOGIC_EXPERT) return 0;
    uint32_t used = 0, steps = 0;
    for (uint32_t r = 0; r < FQ_LOGIC_RULES; r++) {
        if (rating->steps[r]) used |= UINT32_C(1) << r;
        steps += rating->steps[r];
    }
    return !(o->use & ~used) && !(o->avoid & used) && fq_lies_between(rating->score, o->score) &&
           fq_lies_between(steps, o->steps);
}

/* Continues the rating of the board. The engine uses only rules up to the requested tier, so on a
 * harder board it soon stops. */
static void fq_rate_board(fq_generate *m, uint64_t *budget)
{
    const uint64_t before = fq_logic_counts(m->logic).work;
    const fq_status status = fq_logic_run(m->logic, *budget);
    const fq_logic_rating rating = fq_logic_counts(m->logic);
    *budget -= rating.work - before;
    m->counts.logic += rating.work - before;
    if (status == FQ_RUNNING) return;
    /* if the board is too hard at temperature 0, more moves do not make it easier */
    const int too_hard = m->options.tier >= 0 && (int)rating.tier > m->options.tier;
    if (fq_accept_rating(&m->options, &rating))
        fq_finish_board(m);
    else
        fq_reject_board(m, m->zero_temperature && too_hard);
}

/* Whether a second solution that was found earlier would be valid again if `cell` moved to region
 * `to`, or is valid again after this move. Without a search, this test finds three of four moves
 * that allow a second solution. The solver would refuse the same moves, so the test only saves
 * time. */
static int fq_is_known_rival(const fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint32_t n = m->n, row = cell / n, column = cell % n;
    const uint32_t kept = m->rival_count < FQ_MAX_RIVALS ? m->rival_count : FQ_MAX_RIVALS;
    for (uint32_t k = 0; k < kept; k++) {
        if (m->rival[row][k] != column) continue;
        uint64_t regions = UINT64_C(1) << to;
        for (uint32_t r = 0; r < n; r++)
            if (r != row) regions |= UINT64_C(1) << m->board[r * n + m->rival[r][k]];
        if (regions == fq_ones(n)) return 1;
    }
    return 0;
}

/* Keeps the second solution that the solver has found, and its images. */
static void fq_record_rival(fq_generate *m)
{
    uint16_t cells[FQ_GENERATE_MAX_N];
    memcpy(cells, m->solver->trail, m->n * sizeof *cells);
    for (uint32_t turn = 0; turn < m->turns; turn++) {
        const uint32_t k = m->rival_count++ % FQ_MAX_RIVALS;
        for (uint32_t i = 0; i < m->n; i++) {
            m->rival[cells[i] / m->n][k] = (uint8_t)(cells[i] % m->n);
            if (m->turns > 1) cells[i] = m->image[cells[i]];
        }
    }
}

/* Begins a board. Returns FQ_RUNNING, or FQ_FULL if memory ran out. */
static fq_status fq_step_start(fq_generate *m, uint64_t *budget)
{
    if (!m->rejected && !m->failures) fq_seed_board(m);
    if (m->star_solver || fq_has_wishes(&m->options)) {
        --*budget;
        m->counts.moves++;
        if (++m->failures == (m->star_solver ? FQ_MAX_STARTS : FQ_MAX_WISHED_STARTS)) {
            m->state = FQ_GENERATE_END;
            return FQ_RUNNING;
        }
    }
    return fq_start_board(m) ? FQ_FULL : FQ_RUNNING;
}

/* Counts the solutions of the start board, up to one more than expected. Then begins the joining of
 * the regions or the moves, or begins another board. */
static void fq_step_prove(fq_generate *m, uint64_t *budget)
{
    const uint64_t before = m->solver->counts.nodes, left = m->prove_until - before;
    const fq_status status = fq_regions_step(m->solver, left < *budget ? left : *budget);
    const uint64_t spent = m->solver->counts.nodes - before;
    *budget -= spent;
    m->counts.nodes += spent;
    if (status == FQ_RUNNING && m->solver->counts.nodes < m->prove_until) return;
    if (status == FQ_FOUND) {
        uint16_t cells[FQ_GENERATE_MAX_N];
        memcpy(cells, m->solver->trail, m->n * sizeof *cells);
        uint32_t fixed = 0;
        for (uint32_t i = 0; i < m->n; i++)
            fixed += m->fixed[cells[i] / m->n] >> cells[i] % m->n & 1;
        if (fixed == m->n && ++m->solutions <= m->expected) return;
        fq_record_rival(m);
        if (fq_repair_start(m, cells)) {
            m->solutions = 0;
            fq_regions_restart(m->solver);
            return;
        }
    }
    if (status != FQ_DONE || m->solutions != m->expected)
        m->state = FQ_GENERATE_START;
    else if (m->symmetry != FQ_GENERATE_MIRROR)
        fq_begin_moves(m);
    else
        m->state = m->joins ? FQ_GENERATE_JOIN : FQ_GENERATE_POCKET;
}

/* Does one unit of the work that joins the regions. */
static void fq_step_join(fq_generate *m, uint64_t *budget)
{
    --*budget;
    m->counts.moves++;
    if (m->state == FQ_GENERATE_JOIN)
        fq_join_region(m);
    else
        fq_fill_pocket(m);
}

/* Called when all moves of a board have been tried. Finishes the board, starts its rating, or
 * rejects the board. */
static void fq_end_moves(fq_generate *m)
{
    if (m->options.pieces > 1 && !fq_has_divided_region(m)) {
        fq_reject_board(m, 0);
        return;
    }
    if (!fq_keeps_bounds(m)) {
        fq_reject_board(m, 0);
        return;
    }
    if (m->symmetry == FQ_GENERATE_MIRROR && !m->flawed) {
        m->moves_left = FQ_FLAW_DRAWS * m->n;
        m->state = FQ_GENERATE_FLAW;
        return;
    }
    if (m->look && !fq_look_fits(m->look)) {
        fq_reject_board(m, 0);
        return;
    }
    if (!m->logic) {
        fq_finish_board(m);
        return;
    }
    m->counts.rated++;
    fq_logic_load(m->logic, m->board, m->rules);
    m->state = FQ_GENERATE_RATE;
}

static int fq_may_leave_region(fq_generate *m, uint32_t cell)
{
    return fq_can_leave_region(m, cell);
}

/* Tries to move a cell and its images. */
static void fq_try_orbit_move(fq_generate *m, uint32_t cell, uint32_t beside)
{
    const uint32_t from = m->board[cell], to = m->board[beside];
    uint32_t cells = 1, same = 0;
    if (fq_is_image(m, cell, beside)) return; /* `beside` would move too */
    for (uint32_t x = m->image[cell]; x != cell; x = m->image[x]) cells++;
    for (uint32_t g = m->region_image[from]; g != from; g = m->region_image[g]) same |= g == to;
    const int32_t lost = (int32_t)(cells / fq_region_orbit(m, from));
    const int32_t gained = (int32_t)(cells / fq_region_orbit(m, to));
    const uint64_t random = fq_rng_next(&m->rng);
    /* between two images of one region, cells move in a circle and no size changes */
    if (!same && !fq_accept_bounds(m, from, to, lost, gained, random)) return;
    if (!fq_give_orbit(m, cell, to, fq_may_leave_region)) return;
    if (fq_is_known_rival(m, cell, to)) {
        m->counts.rivals++;
        fq_undo_move(m);
        return;
    }
    fq_begin_check(m, cell);
}

/* Tries to move a cell to the region of a neighbour, on a board without symmetry. */
static inline void fq_try_cell_move(fq_generate *m, uint32_t cell, uint32_t to)
{
    if (!fq_can_leave_region(m, cell)) return;
    if (m->solver && fq_is_known_rival(m, cell, to)) {
        m->counts.rivals++;
        return;
    }
    if (m->look && !fq_accept_look(m, cell, to)) return;
    m->after = FQ_GENERATE_MOVE;
    fq_try_move(m, cell, to);
}

/* Tries a move of a board with a symmetry, bounds of sizes, given cells or the style "drawn". */
static void fq_step_special_move(fq_generate *m)
{
    if (!m->move_count) { /* every cell is fixed */
        m->moves_left = 0;
        return;
    }
    const uint32_t move = m->moves[fq_rng_below(&m->rng, m->move_count)];
    const uint32_t cell = move / 4, beside = fq_neighbour(m->n, cell, move % 4);
    const uint32_t from = m->board[cell], to = m->board[beside];
    if (m->turns > 1) {
        m->after = FQ_GENERATE_MOVE;
        fq_try_orbit_move(m, cell, beside);
    } else if (m->look || fq_accept_bounds(m, from, to, 1, 1, fq_rng_next(&m->rng))) {
        fq_try_cell_move(m, cell, to);
    }
}

/* Draws a move. Tries the move unless it can be refused without a search. */
static inline void fq_step_move(fq_generate *m, uint64_t *budget)
{
    --*budget;
    m->moves_left--;
    m->counts.moves++;
    if (m->special) {
        fq_step_special_move(m);
        return;
    }
    const uint32_t move = m->moves[fq_rng_below(&m->rng, m->move_count)];
    const uint32_t cell = move / 4, from = m->board[cell];
    const uint32_t to = m->board[fq_neighbour(m->n, cell, move % 4)];
    if (fq_accept_sizes(m, from, to, 1, 1, fq_rng_next(&m->rng))) fq_try_cell_move(m, cell, to);
}

/* Draws a cell that may become the flaw of a board with mirror symmetry, and tries it. After some
 * draws, rejects the board. */
static void fq_step_flaw(fq_generate *m, uint64_t *budget)
{
    if (!m->moves_left) {
        fq_reject_board(m, 0);
        return;
    }
    --*budget;
    m->moves_left--;
    m->counts.moves++;
    m->after = FQ_GENERATE_FLAW;
    fq_try_flaw(m);
}

static fq_status fq_run_solver(fq_generate *m, uint64_t end)
{
    if (m->solver) return m->solver->run(m->solver, end);
    if (m->tables_used) return fq_tables_run(m->star_solver->tables, end);
    return m->star_solver->run(m->star_solver, end);
}

/* Keeps the tried move if the solver has found no second solution; otherwise undoes the move. */
static void fq_end_check(fq_generate *m, fq_status status)
{
    m->state = m->after;
    if (status == FQ_DONE) {
        m->counts.accepted++;
        if (m->look) fq_look_moved(m->look, m->moved[0], m->left[0]);
        for (uint32_t i = 0; i < m->moved_count; i++) fq_list_moves_around(m, m->moved[i]);
        if (m->after == FQ_GENERATE_FLAW) {
            m->flawed = 1;
            m->moves_left = 0;
            m->state = FQ_GENERATE_MOVE;
        }
        return;
    }
    m->counts.rivals += status == FQ_FOUND;
    if (status == FQ_FOUND && m->solver) fq_record_rival(m);
    m->counts.given_up += status == FQ_RUNNING;
    fq_undo_move(m);
    if (m->after != FQ_GENERATE_JOIN) return;
    for (uint32_t i = 0; i < m->moved_count; i++)
        m->refused[m->moved[i] / m->n] |= UINT64_C(1) << m->moved[i] % m->n;
}

/* Runs the solver on a tried move. Returns FQ_DONE if the check has ended or the table search takes
 * over from the counting search, FQ_RUNNING if the budget is spent, FQ_FULL if memory ran out. */
static inline fq_status fq_step_check(fq_generate *m, uint64_t *budget)
{
    const uint64_t before = fq_solver_nodes(m);
    const uint64_t stop = m->tables_used || m->give_up_at < m->tables_at ? m->give_up_at : m->tables_at;
    const uint64_t left = stop - before, end = before + (left < *budget ? left : *budget);
    const fq_status status = fq_run_solver(m, end);
    const uint64_t spent = fq_solver_nodes(m) - before;
    *budget -= spent;
    m->counts.nodes += spent;
    if (status == FQ_RUNNING && fq_solver_nodes(m) < stop) return FQ_RUNNING;
    if (status == FQ_RUNNING && stop < m->give_up_at) {
        if (!fq_stars_restart_tables_with(m->star_solver, m->moved[0])) return FQ_FULL;
        m->tables_used = 1;
        return FQ_DONE;
    }
    fq_end_check(m, status);
    return FQ_DONE;
}

fq_status fq_generate_step(fq_generate *m, uint64_t budget)
{
    while (m->done < m->count) {
        if (m->state == FQ_GENERATE_END) return FQ_DONE;
        if (m->state == FQ_GENERATE_MOVE && !m->moves_left) {
            fq_end_moves(m);
            continue;
        }
        if (!budget) return FQ_RUNNING;
        if (m->state == FQ_GENERATE_START) {
            if (fq_step_start(m, &budget) == FQ_FULL) return FQ_FULL;
            continue;
        }
        if (m->state == FQ_GENERATE_RATE) {
            fq_rate_board(m, &budget);
            continue;
        }
        if (m->state == FQ_GENERATE_PROVE) {
            fq_step_prove(m, &budget);
            continue;
        }
        if (m->state == FQ_GENERATE_JOIN || m->state == FQ_GENERATE_POCKET)
            fq_step_join(m, &budget);
        else if (m->state == FQ_GENERATE_MOVE)
            fq_step_move(m, &budget);
        else if (m->state == FQ_GENERATE_FLAW)
            fq_step_flaw(m, &budget);
        if (m->state != FQ_GENERATE_CHECK) continue;
        if (!budget) return FQ_RUNNING;
        const fq_status status = fq_step_check(m, &budget);
        if (status != FQ_DONE) return status;
    }
    return FQ_DONE;
}

/* ------------------------------------------------------------------------ creation and access */

/* Whether the temperature is 0 and the table search checks the moves. Such boards are as hard as
 * boards that people make. With 4 stars and more, all boards are made in this way; with 2 and 3
 * stars, only boards for which a tier of medium or above is requested. */
static int fq_uses_zero_temperature(const fq_generate_options *o, uint32_t n)
{
    if (o->stars == 1 || n > FQ_TABLES_MAX_N) return 0;
    return o->stars > 3 || o->tier >= FQ_LOGIC_MEDIUM;
}

/* Fills in the options that were not given: moves, patience and opening.
 *
 * The tier of a board must not show in its looks: with several stars, the numbers below were chosen
 * so that the largest region has the same share of the board at every tier, within 0.05. Easy
 * boards give up a move after fewer nodes of the solver: this is faster, and more of the boards are
 * easy. With 9 rows and 2 stars the largest region of easy boards is 0.11 larger, because with smaller
 * regions 1 of thousands of boards is easy.
 *
 * If the temperature is 0, a board gets harder with every move, so the number of moves decides the
 * tier. With 2 stars and a tier below expert, boards are made faster if only the counting search
 * checks the moves. */
static void fq_fill_defaults(fq_generate_options *o, uint32_t n)
{
    /* moves for each cell. rows: 2, 3, ... stars; columns: any tier, easy, medium, hard, expert */
    static const uint8_t moves[][5] = {
                                       {0, 0, 8, 8, 7},
                                       {0, 0, 4, 6, 12},
                                       {16, 12, 8, 12, 30},
                                       {12, 6, 6, 12, 36},
                                       {6, 3, 3, 6, 12}};
    static const uint16_t patience[] = {100, 300, 1000, 1000, 1000};
    if (fq_uses_zero_temperature(o, n)) {
        const uint32_t more = o->stars - 2;
        const int sooner = o->stars == 2 && o->tier < FQ_LOGIC_EXPERT;
        if (!o->moves) o->moves = moves[more][o->tier < 0 ? 0 : o->tier + 1];
        if (!o->patience) o->patience = patience[more];
        if (!o->opening) o->opening = sooner ? o->patience : FQ_OPENING_AT_ZERO;
    } else {
        const uint32_t usual = o->stars > 1 ? 100 : 300;
        const uint32_t easy = n < 10 ? 5 : o->stars == 2 ? 20 : 50;
        const uint32_t times = o->style == FQ_GENERATE_BALANCED ? 4 : 1;
        if (!o->moves && o->style == FQ_GENERATE_DRAWN) o->moves = FQ_LOOK_MOVES;
        if (!o->moves) o->moves = (n > 12 ? 32 : 8) * times;
        if (!o->patience) o->patience = o->stars > 1 && o->tier == FQ_LOGIC_EASY ? easy : usual;
        /* with one star there is no table search */
        if (!o->opening || o->stars == 1) o->opening = o->patience;
    }
}

/* Whether given cells, queens and sizes are in their ranges. */
static int fq_has_valid_cells(const fq_generate_options *o, uint32_t n)
{
    for (size_t i = 0; o->given && i < o->given_count * n * n; i++)
        if (o->given[i] >= n && o->given[i] != FQ_NOT_GIVEN) return 0;
    for (uint32_t r = 0; o->placed && r < n; r++)
        if (o->placed[r] < -1 || o->placed[r] >= (int32_t)n) return 0;
    const int grows = !o->complete && o->symmetry == FQ_GENERATE_MIRROR;
    if (o->given && (!o->given_count || grows)) return 0;
    if ((uint32_t)o->symmetry > FQ_GENERATE_ANY_SYMMETRY) return 0;
    return o->least <= n && o->largest <= n * n && o->single_cells <= n + 1;
}

fq_generate *fq_generate_new(uint32_t n, uint64_t first, size_t count, uint8_t *labels,
                             int16_t *queens, const fq_generate_options *options, fq_error *error)
{
    const uint32_t stars = options->stars ? options->stars : 1;
    *error = FQ_BAD_SIZE;
    if (stars > FQ_GENERATE_STARS || n < 4 * stars || n > FQ_GENERATE_MAX_N) return NULL;
    if (options->tier > FQ_LOGIC_EXPERT) return NULL;
    if (fq_has_wishes(options) && (stars > 1 || options->pieces > 1)) return NULL;
    if (!fq_size_permits(n, options->symmetry)) return NULL;
    if (!fq_has_valid_cells(options, n)) return NULL;
    const int drawn = options->style == FQ_GENERATE_DRAWN;
    if (drawn && (stars > 1 || fq_has_wishes(options) || options->least > 1 || options->largest))
        return NULL;
    if (stars > FQ_LOGIC_MAX_STARS) return NULL;
    *error = FQ_NO_MEMORY;
    fq_generate *m = malloc(sizeof *m);
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    memset(m->padded, FQ_OUTSIDE, sizeof m->padded);
    m->n = n;
    m->options = *options;
    m->options.stars = stars;
    m->options.pieces = options->pieces ? options->pieces : 1;
    m->stream = fq_mix_options(m);
    fq_fill_defaults(&m->options, n);
    fq_set_symmetry(m, FQ_GENERATE_NO_SYMMETRY, 0);
    const int rated = options->tier >= 0 || fq_filters_rating(options);
    while (m->rules < FQ_LOGIC_RULES &&
           (options->tier < 0 || (int)fq_logic_tier_of(m->rules, n, stars) <= options->tier))
        m->rules++;
    m->temperature = (int32_t)(n * n / 16);
    m->zero_temperature = fq_uses_zero_temperature(&m->options, n);
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
    const fq_rules rules = {.stars = stars};
    if (stars == 1) {
        const fq_regions_options solver = {.isa = options->isa, .rules = rules};
        m->solver = fq_regions_new(n, rows, &solver, error);
        if (m->solver) m->board = m->solver->region_of;
    } else {
        const fq_stars_options solver = {
            .isa = options->isa, .rules = rules, .opening = FQ_STARS_OPENING};
        m->star_solver = fq_stars_new(n, rows, &solver, error);
        if (m->star_solver) m->board = m->star_solver->region_of;
        if (m->star_solver && !fq_stars_uses_tables(m->star_solver))
            m->options.opening = m->options.patience;
    }
    if (m->board && rated) m->logic = fq_logic_new(n, &rules, error);
    if (m->board && drawn)
        m->look = fq_look_new(n, m->board, (const uint64_t(*)[FQ_LOOK_MAX_N])m->rows, m->size,
                              options->look_weights);
    if (m->board && drawn && !m->look) *error = FQ_NO_MEMORY;
    if (!m->board || (rated && !m->logic) || (drawn && !m->look)) {
        fq_generate_free(m);
        return NULL;
    }
    return m;
}

void fq_generate_free(fq_generate *m)
{
    if (!m) return;
    fq_logic_free(m->logic);
    fq_look_free(m->look);
    fq_regions_free(m->solver);
    fq_stars_free(m->star_solver);
    free(m);
}

int fq_generate_gave_up(const fq_generate *m) { return m->state == FQ_GENERATE_END; }

size_t fq_generate_done(const fq_generate *m) { return m->done; }

void fq_generate_peek(const fq_generate *m, uint8_t *labels, int16_t *queens)
{
    fq_copy_board(m, labels, queens);
}

fq_look_counts fq_generate_look(const fq_generate *m)
{
    return m->look ? fq_look_count(m->look) : (fq_look_counts){0};
}

uint64_t fq_generate_spent(const fq_generate *m)
{
    return m->counts.moves + m->counts.nodes + m->counts.logic;
}

fq_generate_counters fq_generate_counts(const fq_generate *m) { return m->counts; }

/* Tried (boards per second on one core):
 * - Growing regions at random from the queens of a solution, then looking for another solution and
 *   moving its cells to other regions, until there is no other solution. This makes 8,800, 325 and 4 boards
 *   for n = 8, 11 and 14; the method of this file makes 23,000, 5,900 and 300. Most boards begun by
 *   growing regions are never finished.
 * - Drawing moves from all cells and sides instead of the list of moves. Two of three draws are
 *   then useless; 0.78 times as fast at n = 8, 0.84 times at n = 11.
 * - The flood fill row by row (fq_connected_by_rows) on small boards too: 0.69 times as fast at n =
 *   8, 0.80 times at n = 11.
 * - Exact probabilities exp(-worse / temperature) instead of powers of two: the boards look the
 *   same, but the results depend on the C library.
 * - With 2 stars at n = 14, patience of 300 nodes instead of 100: 0.4 times as fast, and the
 *   largest region is 5 % smaller. With 30 nodes: 2.5 times as fast, and the largest region is 15 %
 *   larger.
 * - More patience on large boards. With 10,000 nodes for each move instead of 1,000, a 30 x 30
 *   board takes 8 times as long, and its largest region gets no smaller. Trying four times as many
 *   moves makes the largest region smaller.
 *
 * Tried for hard boards of several stars (the figures are the nodes of the table search that solves
 * the board, and the milliseconds to make a board):
 * - On 21 x 21 boards with 5 stars, the same temperature as for other boards: 2,400 nodes, 2,200
 *   ms. Temperature 0, accepting every move that leaves the sum of squares unchanged: 700 nodes,
 *   550 ms. Accepting one of 8 such moves, as now: 4,400 to 11,600 nodes, 850 to 1,000 ms.
 *   Accepting no such move: 1,400 nodes, 170 ms.
 * - Moving cells along shortest paths from regions that are too large to regions that are too
 *   small: no difference.
 * - Leaving the stars of the last group far apart: with 4 stars the last region still has 29 cells
 *   after 4 times as many moves, instead of 19 cells.
 * - Patience of 500 nodes instead of 1,000 with 5 stars: making a board takes 0.6 times as long,
 *   and the boards need a third of the nodes.
 */

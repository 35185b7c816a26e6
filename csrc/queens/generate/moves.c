/* moves.c - the list of moves, trial moves, and the test whether a cell can leave its region. */
#include "moves.h"

#include <string.h>

#include "queens/board/connected.h"

/* style "drawn": after this many rejections, another plan replaces the plan of the board */
#define FQ_PLAN_REJECTIONS 1024

/* Puts a move on the list or removes it. */
static inline void fq_list_move(fq_generate *m, uint32_t move, int wanted)
{
    uint32_t at = m->list_index[move];
    if (wanted == (at != FQ_NOT_LISTED)) return;
    if (wanted) {
        m->list_index[move] = (uint16_t)m->move_count;
        m->moves[m->move_count++] = (uint16_t)move;
    } else {
        uint16_t last = m->moves[--m->move_count];
        m->moves[at] = last;
        m->list_index[last] = (uint16_t)at;
        m->list_index[move] = FQ_NOT_LISTED;
    }
}

static inline int fq_is_fixed(const fq_generate *m, uint32_t cell)
{
    return (int)(m->fixed[cell / m->n] >> cell % m->n & 1);
}

void fq_list_moves_around(fq_generate *m, uint32_t cell)
{
    const uint32_t n = m->n;
    const uint8_t *at = m->padded + fq_padded_index(n, cell);
    static const int step[FQ_SIDES] = {-FQ_PADDED_ROWS, 1, FQ_PADDED_ROWS, -1};
    for (uint32_t side = 0; side < FQ_SIDES; side++) {
        uint8_t other = at[step[side]];
        if (other == FQ_OUTSIDE) continue;
        uint32_t near = fq_neighbour(n, cell, side);
        const int differ = other != *at;
        if (!fq_is_fixed(m, cell))
            fq_list_move(m, 4 * cell + side, differ && !(m->closed >> other & 1));
        if (!fq_is_fixed(m, near))
            fq_list_move(m, 4 * near + (side ^ 2), differ && !(m->closed >> *at & 1));
    }
}

void fq_give_cell(fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint32_t n = m->n, from = m->board[cell], row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    if (m->solver)
        fq_regions_move_cell(m->solver, cell, to);
    else
        fq_stars_move_cell(m->star_solver, cell, to);
    m->padded[fq_padded_index(n, cell)] = (uint8_t)to;
    m->rows[from][row] &= ~bit;
    m->rows[to][row] |= bit;
    m->size[from]--;
    m->size[to]++;
}

void fq_try_move(fq_generate *m, uint32_t cell, uint32_t to)
{
    m->moved_count = 1;
    m->moved[0] = (uint16_t)cell;
    m->left[0] = m->board[cell];
    fq_give_cell(m, cell, to);
    fq_begin_check(m, cell);
}

void fq_undo_move(fq_generate *m)
{
    for (uint32_t i = m->moved_count; i--;) fq_give_cell(m, m->moved[i], m->left[i]);
}

void fq_begin_check(fq_generate *m, uint32_t cell)
{
    if (m->solver)
        fq_regions_restart_with(m->solver, cell);
    else
        fq_stars_restart_with(m->star_solver, cell);
    m->tables_at = fq_solver_nodes(m) + m->options.opening;
    m->give_up_at = fq_solver_nodes(m) + m->options.patience;
    m->tables_used = 0;
    m->state = FQ_GENERATE_CHECK;
}

void fq_begin_moves(fq_generate *m)
{
    m->failures = 0;
    if (m->look) {
        if (m->rejected % FQ_PLAN_REJECTIONS == 0) fq_look_draw_plan(m->look, &m->rng);
        fq_look_begin(m->look, m->target);
    }
    m->moves_left = (uint64_t)m->options.moves * m->n * m->n;
    m->state = FQ_GENERATE_MOVE;
}

/* ------------------------------------------------------------------------------- connectedness
 *
 * Each of the three functions tests whether the connected piece of `cell` stays connected without
 * `cell`. `sides` is the set of the sides (bits FQ_UP to FQ_LEFT) on which the neighbour of `cell`
 * is in the same region. A flood fill starts at one of these neighbours; the piece stays connected
 * if the fill reaches the other neighbours. Small boards fit into one word (n <= 8) or two (n <=
 * 11). There a shift by n moves the filled cells up or down. A shift by 1 moves them sideways; the
 * masks of the first and the last column prevent a move from the end of one row to the next row. */

static const uint64_t *fq_region_words(const fq_generate *m, uint32_t g, uint32_t words)
{
    if (m->solver) return m->solver->narrow->region + words * g;
    return m->star_solver->narrow->cells + words * m->star_solver->narrow->region_bit[g];
}

static int fq_connected_in_1_word(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n;
    const uint64_t bit = UINT64_C(1) << cell;
    const uint64_t region = *fq_region_words(m, m->board[cell], 1) & ~bit;
    const uint64_t from_left = region & ~m->first_column[0],
                   from_right = region & ~m->last_column[0];
    uint64_t wanted = 0;
    if (sides & 1 << FQ_UP) wanted |= bit >> n;
    if (sides & 1 << FQ_DOWN) wanted |= bit << n;
    if (sides & 1 << FQ_LEFT) wanted |= bit >> 1;
    if (sides & 1 << FQ_RIGHT) wanted |= bit << 1;
    for (uint64_t fill = wanted & (0 - wanted);;) {
        const uint64_t more = fill | (region & (fill << n | fill >> n)) | (from_left & fill << 1) |
                              (from_right & fill >> 1);
        if (!(wanted & ~more)) return 1;
        if (more == fill) return 0;
        fill = more;
    }
}

static int fq_connected_in_2_words(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n;
    const uint64_t *region = fq_region_words(m, m->board[cell], 2);
    uint64_t cells[2] = {region[0], region[1]}, wanted[2] = {0, 0}, fill[2] = {0, 0};
    cells[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    for (uint32_t side = 0; side < FQ_SIDES; side++) {
        if (!(sides >> side & 1)) continue;
        const uint32_t near = fq_neighbour(n, cell, side);
        wanted[near / 64] |= UINT64_C(1) << near % 64;
        if (sides >> side == 1) fill[near / 64] = UINT64_C(1) << near % 64;
    }
    for (;;) {
        const uint64_t a = fill[0], b = fill[1];
        fill[0] |= (cells[0] & (a << n | a >> n | b << (64 - n))) |
                   (cells[0] & ~m->first_column[0] & a << 1) |
                   (cells[0] & ~m->last_column[0] & (a >> 1 | b << 63));
        fill[1] |= (cells[1] & (b << n | b >> n | a >> (64 - n))) |
                   (cells[1] & ~m->first_column[1] & (b << 1 | a >> 63)) |
                   (cells[1] & ~m->last_column[1] & b >> 1);
        if (!((wanted[0] & ~fill[0]) | (wanted[1] & ~fill[1]))) return 1;
        if (fill[0] == a && fill[1] == b) return 0;
    }
}

/* The flood fill for larger boards: row by row, alternately downwards and upwards. */
static int fq_connected_by_rows(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n, row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    const uint64_t *cells = m->rows[m->board[cell]];
    uint64_t fill[FQ_GENERATE_MAX_N] = {0}, beside = 0;
    if (sides & 1 << FQ_LEFT) beside |= bit >> 1;
    if (sides & 1 << FQ_RIGHT) beside |= bit << 1;
    if (sides & 1 << FQ_UP)
        fill[row - 1] = bit;
    else if (sides & 1 << FQ_DOWN)
        fill[row + 1] = bit;
    else
        fill[row] = beside & (0 - beside);
    for (uint32_t pass = 0, quiet = 0; quiet < 2; pass++) {
        uint64_t before = 0, changed = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t r = pass & 1 ? n - 1 - i : i;
            const uint64_t mine = r == row ? cells[r] & ~bit : cells[r];
            uint64_t now = fill[r] | (before & mine);
            for (uint64_t more; (more = now | ((now << 1 | now >> 1) & mine)) != now;) now = more;
            changed |= now ^ fill[r];
            fill[r] = before = now;
        }
        if (!(beside & ~fill[row]) && (!(sides & 1 << FQ_DOWN) || fill[row + 1] & bit)) return 1;
        quiet = changed ? 0 : quiet + 1;
    }
    return 0;
}

int fq_piece_stays_connected(const fq_generate *m, uint32_t cell)
{
    const uint8_t *at = m->padded + fq_padded_index(m->n, cell), g = *at;
    const uint8_t *above = at - FQ_PADDED_ROWS, *below = at + FQ_PADDED_ROWS;
    const uint32_t up = *above == g, right = at[1] == g, down = *below == g, left = at[-1] == g;
    const uint32_t count = up + right + down + left;
    if (count <= 1) return 1;
    const uint32_t corners = (up & right & (above[1] == g)) + (right & down & (below[1] == g)) +
                             (down & left & (below[-1] == g)) + (left & up & (above[-1] == g));
    /* the neighbours are connected through the cells diagonally next to `cell` */
    if (corners + 1 >= count) return 1;
    const uint32_t sides = up << FQ_UP | right << FQ_RIGHT | down << FQ_DOWN | left << FQ_LEFT;
    if (m->n <= 8) return fq_connected_in_1_word(m, cell, sides);
    if (m->n <= 11) return fq_connected_in_2_words(m, cell, sides);
    return fq_connected_by_rows(m, cell, sides);
}

int fq_can_leave_region(const fq_generate *m, uint32_t cell)
{
    if (fq_piece_stays_connected(m, cell)) return 1;
    const uint32_t n = m->n, region = m->board[cell], most = m->options.pieces;
    if (most == 1) return 0;
    if (m->size[region] <= most + 1) return 1; /* each piece has at least one cell */
    uint64_t cells[FQ_GENERATE_MAX_N];
    memcpy(cells, m->rows[region], n * sizeof *cells);
    cells[cell / n] &= ~(UINT64_C(1) << cell % n);
    return fq_count_pieces(n, cells, most) <= most;
}

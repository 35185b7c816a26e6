/* join.c - joins the stars of each region of a new Star Battle board.
 *
 * At first each region consists only of its stars, except one region, the background region, which
 * also has all cells without stars and is connected. A region is joined by the cells of a shortest
 * path from one star to the next; the solver checks each of these cells in the same way as a move.
 * A region that may have several pieces counts as joined when it has no more pieces than that.
 * If a cell would allow a second solution, another path is tried. If no path is short enough, the
 * region returns its cells to the background region and exchanges a star with a region that is
 * joined later. The background region may fall apart as long as its stars stay connected; in the
 * end, the cells that are cut off from its stars go to neighbouring regions. For each finished
 * board, 1.0 to 1.4 boards are begun with 2 stars on 8 to 30 rows, and 1.6 to 3.3 boards with 3
 * stars on 14 to 30 rows. */
#include <string.h>

#include "moves.h"
#include "orbits.h"
#include "queens/board/connected.h"
#include "star_placements.h"

#define FQ_MAX_EXCHANGES    8  /* exchanges of stars before the board is given up */
#define FQ_MAX_POCKET_DRAWS 40 /* draws / n before the board is given up */

/* Finds the connected piece of the background region that contains the stars of the region. Returns
 * 0 if several pieces contain stars. */
static int fq_piece_with_stars(const fq_generate *m, uint64_t *piece)
{
    const uint64_t *mine = m->rows[m->background];
    uint32_t r = 0;
    while (!(mine[r] & m->fixed[r])) r++;
    const uint64_t stars = mine[r] & m->fixed[r];
    fq_find_component(m->n, mine, r, stars & (0 - stars), piece);
    for (r = 0; r < m->n; r++)
        if (mine[r] & m->fixed[r] & ~piece[r]) return 0;
    return 1;
}

/* Whether the stars of the background region stay connected without `cell`. */
static int fq_stars_stay_connected(fq_generate *m, uint32_t cell)
{
    if (fq_piece_stays_connected(m, cell)) return 1;
    uint64_t piece[FQ_GENERATE_MAX_N], *row = &m->rows[m->background][cell / m->n];
    const uint64_t keep = *row;
    *row &= ~(UINT64_C(1) << cell % m->n);
    const int stay = fq_piece_with_stars(m, piece);
    *row = keep;
    return stay;
}

/* Draws the next cell of a path between two pieces of a region. Returns UINT32_MAX if there is no
 * path, and n * n if the region has at most options.pieces pieces. */
static uint32_t fq_draw_path_cell(fq_generate *m, uint32_t region)
{
    const uint32_t n = m->n;
    const uint64_t *mine = m->rows[region];
    uint64_t piece[FQ_GENERATE_MAX_N], others[FQ_GENERATE_MAX_N], open[FQ_GENERATE_MAX_N];
    uint64_t left = 0;
    uint32_t r = 0;
    while (!mine[r]) r++;
    fq_find_component(n, mine, r, mine[r] & (0 - mine[r]), piece);
    for (r = 0; r < n; r++) left |= others[r] = mine[r] & ~piece[r];
    if (!left) return n * n;
    const uint32_t most = m->options.pieces;
    if (most > 1 && fq_count_pieces(n, mine, most) <= most) return n * n;
    for (r = 0; r < n; r++) open[r] = m->rows[m->background][r] & ~m->fixed[r] & ~m->refused[r];
    return fq_draw_path_step(n, piece, others, open, &m->rng);
}

/* Moves all cells of a region except its stars back to the background region. */
static void fq_undo_join(fq_generate *m, uint32_t region)
{
    for (uint32_t r = 0; r < m->n; r++)
        for (uint64_t left = m->rows[region][r] & ~m->fixed[r]; left; left &= left - 1) {
            const uint32_t cell = r * m->n + fq_lowest(left);
            fq_give_cell(m, cell, m->background);
            fq_list_moves_around(m, cell);
        }
}

/* Exchanges one star of the next region for a star of a later region. Chooses the two stars so that
 * the stars of each of these regions lie as close together as possible. Both regions have no other
 * cells, so every solution has stars on all their cells, and the exchange creates no new solution.
 * Returns 0 if there is no later region. */
static int fq_exchange_star(fq_generate *m)
{
    const uint32_t n = m->n, stars = m->options.stars, count = m->joins - m->joined;
    uint16_t group[FQ_GENERATE_MAX_N][FQ_GENERATE_STARS];
    uint32_t least = UINT32_MAX, best = 0, mine = fq_rng_below(&m->rng, stars);
    if (count < 2 || m->symmetry) return 0;
    for (uint32_t g = 0; g < count; g++) {
        const uint64_t *cells = m->rows[m->order[m->joined + g]];
        uint32_t i = 0;
        for (uint32_t r = 0; r < n; r++)
            for (uint64_t left = cells[r]; left; left &= left - 1)
                group[g][i++] = (uint16_t)(r * n + fq_lowest(left));
    }
    const uint16_t cell = group[0][mine];
    for (uint32_t k = stars; k < count * stars; k++) {
        uint16_t *other = &group[k / stars][k % stars];
        const uint16_t there = *other;
        group[0][mine] = there, *other = cell;
        const uint32_t cost =
            fq_group_spread(n, stars, group[0]) + fq_group_spread(n, stars, group[k / stars]);
        group[0][mine] = cell, *other = there;
        if (cost < least) least = cost, best = k;
    }
    const uint16_t there = group[best / stars][best % stars];
    const uint32_t from = m->board[cell], to = m->board[there];
    fq_give_cell(m, cell, to);
    fq_give_cell(m, there, from);
    fq_list_moves_around(m, cell);
    fq_list_moves_around(m, there);
    return 1;
}

/* If the region cannot be joined, the next call exchanges a star or another board begins. If the
 * region is joined, the next call continues with the next region. */
void fq_join_region(fq_generate *m)
{
    const uint32_t n = m->n, region = m->order[m->joined];
    const uint32_t cell = fq_draw_path_cell(m, region);
    if (cell == UINT32_MAX || m->size[region] > m->join_size) {
        memset(m->refused, 0, sizeof m->refused);
        fq_undo_join(m, region);
        if (++m->attempts == FQ_MAX_EXCHANGES || !fq_exchange_star(m)) m->state = FQ_GENERATE_START;
    } else if (cell == n * n) {
        memset(m->refused, 0, sizeof m->refused);
        m->attempts = 0;
        if (++m->joined == m->joins) {
            m->attempts = 0;
            m->state = FQ_GENERATE_POCKET;
        }
    } else if (!fq_give_orbit(m, cell, region, fq_stars_stay_connected)) {
        m->refused[cell / n] |= UINT64_C(1) << cell % n;
    } else {
        m->after = FQ_GENERATE_JOIN;
        fq_begin_check(m, cell);
    }
}

/* A cell of a pocket may leave its region. */
static int fq_is_cut_off(fq_generate *m, uint32_t cell)
{
    (void)m, (void)cell;
    return 1;
}

/* Draws a cell that is cut off from the stars of the background region, and a side of this cell.
 * Tries to move the cell to the region on that side. */
void fq_fill_pocket(fq_generate *m)
{
    const uint32_t n = m->n;
    uint64_t piece[FQ_GENERATE_MAX_N], next[FQ_GENERATE_MAX_N];
    uint32_t count = 0, r = 0;
    if (!fq_piece_with_stars(m, piece)) {
        /* on a mirror board, given cells can separate the cells of the background region */
        m->state = FQ_GENERATE_START;
        return;
    }
    for (r = 0; r < n; r++) {
        next[r] = m->rows[m->background][r] & ~piece[r];
        count += fq_popcount(next[r]);
    }
    if (!count) {
        fq_begin_moves(m);
        return;
    }
    if (++m->attempts == FQ_MAX_POCKET_DRAWS * n) {
        m->state = FQ_GENERATE_START;
        return;
    }
    uint32_t luck = fq_rng_below(&m->rng, count), here;
    for (r = 0; luck >= (here = fq_popcount(next[r])); r++) luck -= here;
    const uint32_t cell = r * n + fq_nth(next[r], luck);
    static const int step[FQ_SIDES] = {-FQ_PADDED_ROWS, 1, FQ_PADDED_ROWS, -1};
    const int beside = (int)fq_padded_index(n, cell) + step[fq_rng_below(&m->rng, FQ_SIDES)];
    const uint8_t to = m->padded[beside];
    if (to == FQ_OUTSIDE || to == m->background || m->closed >> to & 1) return;
    if (!fq_give_orbit(m, cell, to, fq_is_cut_off)) return;
    m->after = FQ_GENERATE_POCKET;
    fq_begin_check(m, cell);
}

/* Tried (the figures are the boards begun for each finished board):
 * - No exchange of stars, and the background region always in one piece. With 2 stars: 1.5 boards
 *   at n = 10 and 41 at n = 30. With 3 stars: 28 boards at n = 20; at n = 30 thousands of boards
 *   were begun and no board was finished. Stars of other regions block most paths, or a path would
 *   cut off a corner of the background region.
 * - Joining the same region again instead of exchanging a star: 3 boards with 2 stars at n = 30, 11
 *   boards with 3 stars at n = 20.
 * - Joining compact regions first: the other regions then often find no path, so 5 times as many
 *   exchanges are needed.
 * - Drawing stars without preferring cells close to other stars. With 3 stars, this took 2 to 6
 *   times as many boards at n = 20, and 20 to 200 times as many at n = 30. (Stars that are two
 *   steps apart are joined by cells that cannot hold a star, so the solver has nothing to search.)
 * - Accepting background regions whose stars could stand on other cells of the same lines: 3 of 100
 *   boards then had a second solution from the start. In this solution, two stars of the background
 *   region move to the other two corners of their rectangle. */

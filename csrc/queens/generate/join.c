/* join.c - the regions of a new Star Battle board, brought into one piece.
 *
 * At first all regions but one, the rest, have only their stars, and the rest is connected. A
 * region is joined by the cells of a shortest path from one of its stars to the next, each after
 * asking the solver as for any move. Where a cell would bring a second solution another path is taken;
 * where none is short enough, the region gives its cells back and exchanges a star with a region
 * that is joined later. The rest may fall apart as long as its stars stay connected; what is cut
 * off is given to the regions beside it in the end. Most boards begun are finished: 1 of 1.0 to 1.4
 * with 2 stars on 8 to 30 rows, 1 of 1.6 to 3.3 with 3 stars on 14 to 30 rows.
 *
 * Tried (boards begun for one that is finished):
 * - No exchange, and the rest always in one piece: with 2 stars 1.5 at n = 10, 41 at n = 30; with 3
 *   stars 28 at n = 20, and none found in thousands at n = 30. Most paths are blocked by stars
 *   of other regions and by corners that would be cut off.
 * - The same region again instead of an exchange: 3 and 11 at n = 30 and n = 20 with 2 and 3 stars.
 * - Regions that lie close joined first: the others then find no path, 5 times as many exchanges.
 * - Stars drawn without regard to where others are: 2 to 6 times as many boards begun at n = 20
 * with 3 stars, and 20 to 200 times at n = 30. Stars two steps apart are joined by cells that can
 * hold none, so the solver has nothing to search.
 * - The last group of stars, which the rest has, chosen freely: 3 of 100 boards then had a second
 *   solution from the start, with two stars of the rest on the other corners of their rectangle.
 */
#include <string.h>

#include "queens/board/connected.h"
#include "star_placements.h"
#include "state.h"

#define FQ_JOIN_SIZE(stars) (4 * (stars) + 4) /* cells a region may need to be in one piece, */
#define FQ_JOIN_TRIES       8  /* and how often one that needs more is given another star */
#define FQ_POCKET_TRIES     40 /* times n cells offered to regions, and the board is begun anew */

/* The piece of the rest that has its stars; 0 where they are not connected. */
static int fq_main_piece(const fq_generate *m, uint64_t *piece)
{
    const uint64_t *mine = m->rows[m->rest];
    uint32_t r = 0;
    while (!(mine[r] & m->solution[r])) r++;
    const uint64_t stars = mine[r] & m->solution[r];
    fq_piece(m->n, mine, r, stars & (0 - stars), piece);
    for (r = 0; r < m->n; r++)
        if (mine[r] & m->solution[r] & ~piece[r]) return 0;
    return 1;
}

/* Whether the rest's stars are connected without `cell`, which is of the rest. */
static int fq_stars_stay(fq_generate *m, uint32_t cell)
{
    uint64_t piece[FQ_GENERATE_MAX_N], *row = &m->rows[m->rest][cell / m->n];
    const uint64_t keep = *row;
    *row &= ~(UINT64_C(1) << cell % m->n);
    const int stay = fq_main_piece(m, piece);
    *row = keep;
    return stay;
}

/* The next cell of a path between two pieces of a region, UINT32_MAX where there is no path, or
 * n * n where the region is in one piece. */
static uint32_t fq_next_join(fq_generate *m, uint32_t region)
{
    const uint32_t n = m->n;
    const uint64_t *mine = m->rows[region];
    uint64_t piece[FQ_GENERATE_MAX_N], others[FQ_GENERATE_MAX_N], open[FQ_GENERATE_MAX_N];
    uint64_t left = 0;
    uint32_t r = 0;
    while (!mine[r]) r++;
    fq_piece(n, mine, r, mine[r] & (0 - mine[r]), piece);
    for (r = 0; r < n; r++) left |= others[r] = mine[r] & ~piece[r];
    if (!left) return n * n;
    for (r = 0; r < n; r++) open[r] = m->rows[m->rest][r] & ~m->solution[r] & ~m->refused[r];
    return fq_draw_step(n, piece, others, open, &m->rng);
}

/* Gives back the cells between a region's stars: the board is as it was before the join. */
static void fq_backtrack(fq_generate *m, uint32_t region)
{
    for (uint32_t r = 0; r < m->n; r++)
        for (uint64_t left = m->rows[region][r] & ~m->solution[r]; left; left &= left - 1) {
            const uint32_t cell = r * m->n + fq_lowest(left);
            fq_give(m, cell, m->rest);
            fq_list_around(m, cell);
        }
}

/* Exchanges one of the next region's stars for one of a region that is joined later, so that their
 * stars lie as near together as they can. These regions have no other cells, so any solution has
 * stars on all of them, and none is new. 0 where there is no later region. */
static int fq_exchange(fq_generate *m)
{
    const uint32_t n = m->n, stars = m->options.stars, count = n - 1 - m->join;
    uint16_t group[FQ_GENERATE_MAX_N][FQ_GENERATE_STARS];
    uint32_t least = UINT32_MAX, best = 0, mine = fq_rng_below(&m->rng, stars);
    if (count < 2) return 0;
    for (uint32_t g = 0; g < count; g++) {
        const uint64_t *cells = m->rows[m->order[m->join + g]];
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
        const uint32_t cost = fq_spread(n, stars, group[0]) + fq_spread(n, stars, group[k / stars]);
        group[0][mine] = cell, *other = there;
        if (cost < least) least = cost, best = k;
    }
    const uint16_t there = group[best / stars][best % stars];
    const uint32_t from = m->board[cell], to = m->board[there];
    fq_give(m, cell, to);
    fq_give(m, there, from);
    fq_list_around(m, cell);
    fq_list_around(m, there);
    return 1;
}

/* Tries a cell; or goes on to the next region or to the pockets; or begins another board. */
void fq_join(fq_generate *m)
{
    const uint32_t n = m->n, region = m->order[m->join];
    const uint32_t cell = fq_next_join(m, region);
    if (cell == UINT32_MAX || m->size[region] > FQ_JOIN_SIZE(m->options.stars)) {
        memset(m->refused, 0, sizeof m->refused);
        fq_backtrack(m, region);
        if (++m->attempts == FQ_JOIN_TRIES || !fq_exchange(m)) m->state = FQ_GENERATE_START;
    } else if (cell == n * n) {
        memset(m->refused, 0, sizeof m->refused);
        m->attempts = 0;
        if (++m->join == n - 1) {
            m->attempts = 0;
            m->state = FQ_GENERATE_POCKET;
        }
    } else if (!fq_can_leave(m, cell) && !fq_stars_stay(m, cell)) {
        m->refused[cell / n] |= UINT64_C(1) << cell % n;
    } else {
        m->after = FQ_GENERATE_JOIN;
        fq_try(m, cell, region);
    }
}

/* Offers a cell that is cut off from the rest to a region beside it, or goes on to the moves where
 * there is none. */
void fq_pocket(fq_generate *m)
{
    const uint32_t n = m->n;
    uint64_t piece[FQ_GENERATE_MAX_N], next[FQ_GENERATE_MAX_N];
    uint32_t count = 0, r = 0;
    fq_main_piece(m, piece);
    for (r = 0; r < n; r++) {
        next[r] = m->rows[m->rest][r] & ~piece[r];
        count += fq_popcount(next[r]);
    }
    if (!count) {
        fq_begin_moves(m);
        return;
    }
    if (++m->attempts == FQ_POCKET_TRIES * n) {
        m->state = FQ_GENERATE_START;
        return;
    }
    uint32_t luck = fq_rng_below(&m->rng, count), here;
    for (r = 0; luck >= (here = fq_popcount(next[r])); r++) luck -= here;
    const uint32_t cell = r * n + fq_nth(next[r], luck);
    static const int step[FQ_SIDES] = {-FQ_SIDE, 1, FQ_SIDE, -1};
    const uint8_t to = m->padded[(int)fq_padded(n, cell) + step[fq_rng_below(&m->rng, FQ_SIDES)]];
    if (to == FQ_OUTSIDE || to == m->rest) return;
    m->after = FQ_GENERATE_POCKET;
    fq_try(m, cell, to);
}

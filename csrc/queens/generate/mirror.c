/* mirror.c - boards with mirror symmetry.
 *
 * No placement is its own mirror image, so a symmetric board has solutions in pairs. The generator
 * keeps exactly two: the solution and its image. Both must have one cell in each region, so a region
 * needs the cell of a queen and the image of the queen of its image region. There are two kinds of
 * regions: a region that is its own image crosses the axis; the other regions form pairs, and their
 * queens are on different sides of the axis.
 *
 * The comments speak of rows, and of an axis from top to bottom. For the other axis, rows and
 * columns are exchanged.
 *
 * A board begins with two cells in each region, except the background region, which is its own image
 * and has all other cells. The solver counts the solutions: these are the ways to choose one of the
 * two cells of each region. If there are only two, each region is joined by a path (join.c). */
#include <string.h>

#include "given.h"
#include "moves.h"
#include "orbits.h"

/* The columns of the queens, and the row whose region is the image of the region of each row. */
typedef struct fq_mirror_rows {
    uint32_t n;
    int turned; /* rows and columns are exchanged */
    uint8_t column[FQ_GENERATE_MAX_N];
    uint8_t partner[FQ_GENERATE_MAX_N];
    uint8_t given[FQ_GENERATE_MAX_N]; /* whether the queen is in a given region */
} fq_mirror_rows;

static void fq_read_rows(const fq_generate *m, fq_mirror_rows *rows)
{
    rows->n = m->n;
    rows->turned = m->image[0] != m->n - 1;
    for (uint32_t r = 0; r < m->n; r++) {
        const uint32_t c = fq_lowest(m->solution[r]);
        if (rows->turned)
            rows->column[c] = (uint8_t)r;
        else
            rows->column[r] = (uint8_t)c;
    }
}

static uint32_t fq_queen_of_row(const fq_mirror_rows *rows, uint32_t row)
{
    const uint32_t column = rows->column[row];
    return rows->turned ? column * rows->n + row : row * rows->n + column;
}

static uint32_t fq_distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* Draws the pairs of regions: a queen on the left side, and a queen on the right side whose image is
 * near. Queens of given regions get no partner here. Leaves at least one other region that is its
 * own image, and draws the background region among these regions. Returns n if there is none. */
static uint32_t fq_draw_pairs(fq_generate *m, fq_mirror_rows *rows)
{
    const uint32_t n = m->n;
    uint8_t left[FQ_GENERATE_MAX_N], right[FQ_GENERATE_MAX_N];
    uint32_t lefts = 0, rights = 0, alone = 0;
    for (uint32_t r = 0; r < n; r++) {
        rows->partner[r] = (uint8_t)r;
        if (rows->given[r]) continue;
        alone++;
        if (rows->column[r] < n / 2)
            left[lefts++] = (uint8_t)r;
        else if (rows->column[r] > (n - 1) / 2)
            right[rights++] = (uint8_t)r;
    }
    uint32_t pairs = lefts < rights ? lefts : rights;
    if (pairs && 2 * pairs == alone) pairs--;
    const uint32_t fewer = fq_rng_below(&m->rng, 3);
    if (fewer < pairs) pairs -= fewer;
    if (alone == 2 * pairs) return n;
    alone -= 2 * pairs;
    for (; pairs; pairs--) {
        const uint32_t i = fq_rng_below(&m->rng, lefts), a = left[i];
        uint32_t best = 0, least = UINT32_MAX;
        for (uint32_t k = 0; k < rights; k++) {
            const uint32_t gap = fq_distance(a, right[k]) +
                                 fq_distance(rows->column[a], n - 1 - rows->column[right[k]]);
            if (gap < least) least = gap, best = k;
        }
        const uint32_t b = right[best];
        rows->partner[a] = (uint8_t)b;
        rows->partner[b] = (uint8_t)a;
        left[i] = left[--lefts];
        right[best] = right[--rights];
    }
    uint32_t luck = fq_rng_below(&m->rng, alone), r = 0;
    for (;; r++)
        if (!rows->given[r] && rows->partner[r] == r && !luck--) return r;
}

/* Chooses the region that keeps one cell: only the queen on the axis can have such a region. Returns
 * 0 if the requested number of regions with one cell is impossible. */
static int fq_choose_single(const fq_generate *m, const fq_mirror_rows *rows, uint32_t background,
                            fq_partial_board *p)
{
    const uint32_t n = m->n;
    uint32_t size[FQ_GENERATE_MAX_N] = {0}, found = 0;
    if (!m->options.single_cells) return 1;
    for (uint32_t cell = 0; p->mask && cell < n * n; cell++)
        if (p->mask[cell] != FQ_FREE) size[p->mask[cell]]++;
    for (uint32_t g = 0; g < n; g++) found += size[g] == 1;
    if (found + 1 == m->options.single_cells) return 1;
    if (found + 2 != m->options.single_cells) return 0;
    for (uint32_t r = 0; r < n; r++) {
        if (rows->given[r] || r == background || 2U * rows->column[r] != n - 1) continue;
        p->single[p->given + r] = 1;
        return 1;
    }
    return 0;
}

fq_error fq_start_mirror(fq_partial_board *p)
{
    fq_generate *m = p->m;
    uint8_t *labels = p->labels;
    const uint32_t n = m->n;
    fq_mirror_rows rows;
    if (!m->options.given && !m->options.placed)
        fq_draw_queens(m);
    else if (!fq_draw_given_queens(p))
        return FQ_OK;
    fq_read_rows(m, &rows);
    for (uint32_t r = 0; r < n; r++) rows.given[r] = labels[fq_queen_of_row(&rows, r)] != FQ_FREE;
    const uint32_t background = fq_draw_pairs(m, &rows);
    if (background == n || !fq_choose_single(m, &rows, background, p)) return FQ_OK;
    memset(m->fixed, 0, n * sizeof *m->fixed);
    fq_fix_given(p);
    for (uint32_t r = 0; r < n; r++) {
        if (rows.given[r]) continue;
        const uint32_t cell = fq_queen_of_row(&rows, r), image = m->image[cell];
        labels[cell] = (uint8_t)(p->given + r);
        labels[image] = (uint8_t)(p->given + rows.partner[r]);
        m->fixed[cell / n] |= UINT64_C(1) << cell % n;
        m->fixed[image / n] |= UINT64_C(1) << image % n;
    }
    for (uint32_t cell = 0; cell < n * n; cell++)
        if (labels[cell] == FQ_FREE) labels[cell] = (uint8_t)(p->given + background);
    const fq_error error = fq_regions_load(m->solver, labels);
    if (error) return error;
    fq_set_bounds(m, p);
    fq_load_board(m);
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t cell = fq_queen_of_row(&rows, r), region = m->board[cell];
        m->region_image[region] = m->board[m->image[cell]];
        if (r == background)
            m->background = region;
        else if (!rows.given[r] && rows.partner[r] >= r)
            m->order[m->joins++] = (uint8_t)region;
    }
    fq_draw_targets(m);
    fq_list_all_moves(m);
    memset(m->refused, 0, sizeof m->refused);
    m->joined = m->attempts = 0;
    m->join_size = 2 * n;
    m->repairs = 0;
    fq_begin_proof(m, 2);
    return FQ_OK;
}

void fq_try_flaw(fq_generate *m)
{
    const uint32_t n = m->n, row = fq_rng_below(&m->rng, n);
    const uint32_t side = fq_rng_below(&m->rng, FQ_SIDES);
    const uint32_t queen = row * n + fq_lowest(m->solution[row]), cell = m->image[queen];
    static const int step[FQ_SIDES] = {-FQ_PADDED_ROWS, 1, FQ_PADDED_ROWS, -1};
    const uint8_t to = m->padded[(int)fq_padded_index(n, cell) + step[side]];
    if (cell == queen || to == FQ_OUTSIDE || to == m->board[cell]) return;
    if (m->closed >> to & 1 || m->closed >> m->board[cell] & 1) return;
    if (m->bounded && (m->size[to] == m->largest[to] ||
                       m->size[m->board[cell]] == m->least[m->board[cell]]))
        return;
    if (!fq_can_leave_region(m, cell)) return;
    m->flaw = (uint16_t)cell;
    m->flaw_from = m->board[cell];
    fq_try_move(m, cell, to);
}

void fq_undo_flaw(fq_generate *m)
{
    if (!m->flawed) return;
    m->flawed = 0;
    fq_give_cell(m, m->flaw, m->flaw_from);
    fq_list_moves_around(m, m->flaw);
}

/* given.c - begins boards with given cells, queens or sizes, and boards with a symmetry.
 *
 *  1. The given cells are read. Pieces of a given region that may grow are joined by paths.
 *  2. The solution is drawn: one queen in each given region. If a given region that may grow has no
 *     queen, a path from the region to a queen joins it.
 *  3. Each other queen gets a region of one cell.
 *  4. A region next to the free cells, and its images, grow over these cells; another region too, if
 *     there are several areas of free cells.
 *  5. The solver looks for another solution. If there is one, one of its cells moves to another
 *     region, and the solver looks again; after some such repairs, another board begins.
 *
 * Each cell that gets a region is followed by its images, so the board has the symmetry all the
 * time. */
#include "given.h"

#include <string.h>

#include "moves.h"
#include "orbits.h"
#include "queens/board/connected.h"

#define FQ_NO_COLUMN     0xff
#define FQ_DRAW_TRIES    40 /* cells / n tried for the queens before an attempt is given up */
#define FQ_VARIANT_TRIES 16 /* draws of a symmetry that the given cells have */
#define FQ_REPAIRS       40 /* cells / n tried to move before a start board is given up */

/* Gives a cell and its images to a region and its images. Returns 0 and changes nothing if one of
 * the cells has another region. */
static int fq_label_images(fq_partial_board *p, uint32_t cell, uint32_t label)
{
    const fq_generate *m = p->m;
    uint32_t here = cell, name = label;
    do {
        if (p->labels[here] != FQ_FREE && p->labels[here] != name) return 0;
        here = m->image[here];
        name = p->image[name];
    } while (here != cell);
    if (name != label) return 0; /* the cell is its own image, but the region is not */
    do {
        p->labels[here] = (uint8_t)name;
        here = m->image[here];
        name = p->image[name];
    } while (here != cell);
    return 1;
}

/* Finds the image of each given region. Returns 0 if the given cells do not have the symmetry. */
static int fq_find_given_images(fq_partial_board *p)
{
    const fq_generate *m = p->m;
    const uint32_t cells = m->n * m->n;
    for (uint32_t cell = 0; cell < cells; cell++)
        if (p->labels[cell] != FQ_FREE) p->image[p->labels[cell]] = p->labels[m->image[cell]];
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint8_t label = p->labels[cell], there = p->labels[m->image[cell]];
        if (label == FQ_FREE ? there != FQ_FREE : p->image[label] != there) return 0;
    }
    return 1;
}

int fq_read_given(fq_generate *m, fq_partial_board *p, uint8_t *labels)
{
    const size_t cells = (size_t)m->n * m->n;
    memset(p, 0, sizeof *p);
    p->m = m;
    p->labels = labels;
    if (!m->options.given) {
        memset(labels, FQ_FREE, cells);
        return 1;
    }
    const uint64_t number = (m->first + m->done) % FQ_GENERATE_STRIDE;
    p->mask = m->options.given + number % m->options.given_count * cells;
    memcpy(labels, p->mask, cells);
    for (size_t cell = 0; cell < cells; cell++) {
        if (labels[cell] == FQ_FREE) continue;
        if (labels[cell] >= p->given) p->given = labels[cell] + 1U;
    }
    for (uint32_t tries = FQ_VARIANT_TRIES; tries; tries--) {
        if (fq_find_given_images(p)) return 1;
        fq_draw_symmetry(m);
    }
    return 0;
}

static void fq_cells_with_label(const fq_partial_board *p, uint32_t label, uint64_t *rows)
{
    const uint32_t n = p->m->n;
    for (uint32_t r = 0; r < n; r++) {
        rows[r] = 0;
        for (uint32_t c = 0; c < n; c++)
            rows[r] |= (uint64_t)(p->labels[r * n + c] == label) << c;
    }
}

/* Joins the pieces of each given region by shortest paths. Returns 0 if a path is blocked. */
static int fq_join_given(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n, first = p->given ? fq_rng_below(&m->rng, p->given) : 0;
    for (uint32_t i = 0; i < p->given; i++) {
        const uint32_t label = (first + i) % p->given;
        for (;;) {
            uint64_t mine[FQ_GENERATE_MAX_N], piece[FQ_GENERATE_MAX_N], open[FQ_GENERATE_MAX_N];
            uint64_t left = 0;
            uint32_t r = 0;
            fq_cells_with_label(p, label, mine);
            while (r < n && !mine[r]) r++;
            if (r == n) return 0; /* a number without cells */
            fq_find_component(n, mine, r, mine[r] & (0 - mine[r]), piece);
            for (r = 0; r < n; r++) left |= mine[r] &= ~piece[r];
            if (!left) break;
            fq_cells_with_label(p, FQ_FREE, open);
            const uint32_t cell = fq_draw_path_step(n, piece, mine, open, &m->rng);
            if (cell == UINT32_MAX || !fq_label_images(p, cell, label)) return 0;
        }
    }
    return 1;
}

/* ------------------------------------------------------------------------------------- queens */

static void fq_take_queen(fq_partial_board *p, uint32_t cell)
{
    const uint32_t n = p->m->n, label = p->labels[cell];
    p->column[cell / n] = (uint8_t)(cell % n);
    p->columns |= UINT64_C(1) << cell % n;
    if (label != FQ_FREE) p->hit |= UINT64_C(1) << label;
}

static void fq_drop_queen(fq_partial_board *p, uint32_t cell)
{
    const uint32_t n = p->m->n, label = p->labels[cell];
    p->column[cell / n] = FQ_NO_COLUMN;
    p->columns &= ~(UINT64_C(1) << cell % n);
    if (label != FQ_FREE) p->hit &= ~(UINT64_C(1) << label);
}

static int fq_may_take_queen(const fq_partial_board *p, uint32_t cell)
{
    const fq_generate *m = p->m;
    const uint32_t n = m->n, row = cell / n, column = cell % n, label = p->labels[cell];
    if (p->column[row] != FQ_NO_COLUMN || p->columns >> column & 1) return 0;
    if (label != FQ_FREE && p->hit >> label & 1) return 0;
    if (m->options.placed && m->options.placed[row] >= 0 &&
        m->options.placed[row] != (int16_t)column)
        return 0;
    for (uint32_t other = row ? row - 1 : 1; other <= row + 1 && other < n; other += 2)
        if (p->column[other] != FQ_NO_COLUMN && p->column[other] + 1U >= column &&
            p->column[other] <= column + 1)
            return 0;
    return 1;
}

/* Places queens on a cell and, if the solution has the symmetry, on its images. Returns their number,
 * or 0 if a queen is impossible. */
static uint32_t fq_place_orbit(fq_partial_board *p, uint32_t cell, uint32_t *placed)
{
    const fq_generate *m = p->m;
    uint32_t count = 0, here = cell;
    do {
        if (!fq_may_take_queen(p, here)) {
            while (count) fq_drop_queen(p, placed[--count]);
            return 0;
        }
        fq_take_queen(p, here);
        placed[count++] = here;
        here = m->image[here];
    } while (here != cell && m->symmetry != FQ_GENERATE_MIRROR);
    return count;
}

/* Places queens on rows `row` to n - 1. */
static int fq_place_rows(fq_partial_board *p, uint32_t row)
{
    const uint32_t n = p->m->n;
    for (; row < n && p->column[row] != FQ_NO_COLUMN; row++)
        if (p->last[row] & ~p->hit) return 0;
    if (row == n) return 1;
    for (uint64_t open = fq_ones(n) & ~p->columns; open;) {
        const uint32_t column = fq_nth(open, fq_rng_below(&p->m->rng, fq_popcount(open)));
        open &= ~(UINT64_C(1) << column);
        if (!p->tries) return 0;
        p->tries--;
        uint32_t placed[FQ_MAX_ORBIT];
        uint32_t count = fq_place_orbit(p, row * n + column, placed);
        if (!count) continue;
        if (!(p->last[row] & ~p->hit) && fq_place_rows(p, row + 1)) return 1;
        while (count) fq_drop_queen(p, placed[--count]);
    }
    return 0;
}

/* The given regions that cannot get a queen outside their given cells. */
static uint64_t fq_find_enclosed(const fq_partial_board *p)
{
    const fq_generate *m = p->m;
    const uint32_t n = m->n;
    uint64_t grows = 0;
    if (m->options.complete) return p->given ? fq_ones(p->given) : 0;
    for (uint32_t cell = 0; cell < n * n; cell++) {
        if (p->labels[cell] == FQ_FREE) continue;
        const uint64_t bit = UINT64_C(1) << p->labels[cell];
        if (cell >= n && p->labels[cell - n] == FQ_FREE) grows |= bit;
        if (cell + n < n * n && p->labels[cell + n] == FQ_FREE) grows |= bit;
        if (cell % n && p->labels[cell - 1] == FQ_FREE) grows |= bit;
        if (cell % n < n - 1 && p->labels[cell + 1] == FQ_FREE) grows |= bit;
    }
    return (p->given ? fq_ones(p->given) : 0) & ~grows;
}

int fq_draw_given_queens(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    uint64_t seen = 0;
    p->enclosed = fq_find_enclosed(p);
    memset(p->column, FQ_NO_COLUMN, sizeof p->column);
    p->columns = p->hit = 0;
    p->tries = FQ_DRAW_TRIES * n;
    for (uint32_t r = n; r--;) {
        uint64_t here = 0;
        for (uint32_t c = 0; c < n; c++)
            if (p->labels[r * n + c] != FQ_FREE) here |= UINT64_C(1) << p->labels[r * n + c];
        p->last[r] = here & p->enclosed & ~seen;
        seen |= here;
    }
    if (!fq_place_rows(p, 0)) return 0;
    for (uint32_t r = 0; r < n; r++) m->solution[r] = UINT64_C(1) << p->column[r];
    return 1;
}

/* ------------------------------------------------------------------------------------ regions */

/* Joins a given region without a queen to the nearest queen without a region. */
static int fq_join_queen(fq_partial_board *p, uint32_t label)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    for (;;) {
        uint64_t mine[FQ_GENERATE_MAX_N], open[FQ_GENERATE_MAX_N], queens[FQ_GENERATE_MAX_N];
        fq_cells_with_label(p, label, mine);
        fq_cells_with_label(p, FQ_FREE, open);
        for (uint32_t r = 0; r < n; r++) {
            if (mine[r] & m->solution[r]) return 1;
            queens[r] = open[r] & m->solution[r];
            open[r] &= ~m->solution[r];
        }
        uint32_t cell = UINT32_MAX;
        for (uint32_t r = 0; r < n; r++) {
            const uint64_t near = fq_neighbours_in_row(n, mine, r) & queens[r];
            if (near) cell = r * n + fq_lowest(near);
        }
        if (cell == UINT32_MAX) cell = fq_draw_path_step(n, mine, queens, open, &m->rng);
        if (cell == UINT32_MAX || !fq_label_images(p, cell, label)) return 0;
    }
}

/* Gives each queen a region. Returns 0 if a given region gets no queen, or two. */
static int fq_give_queens(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    uint64_t queens = 0;
    for (uint32_t label = 0; label < p->given; label++)
        if (!fq_join_queen(p, label)) return 0;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t cell = r * n + fq_lowest(m->solution[r]), there = m->image[cell];
        if (p->labels[cell] == FQ_FREE) {
            p->labels[cell] = (uint8_t)(p->given + r);
            p->image[p->given + r] = (uint8_t)(p->given + there / n);
        } else if (queens >> p->labels[cell] & 1) {
            return 0;
        } else {
            queens |= UINT64_C(1) << p->labels[cell];
        }
    }
    return 1;
}

/* Chooses the regions that keep one cell, so that the board has exactly as many of them as
 * requested. Returns 0 if this is impossible with these queens. */
static int fq_choose_single_cells(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    int32_t wanted = (int32_t)m->options.single_cells - 1;
    uint8_t rows[FQ_GENERATE_MAX_N] = {0};
    uint32_t size[FQ_GENERATE_MAX_N] = {0};
    for (uint32_t cell = 0; cell < n * n; cell++)
        if (p->labels[cell] < p->given) size[p->labels[cell]]++;
    for (uint32_t label = 0; label < p->given && m->options.complete; label++)
        if (size[label] == 1) wanted--;
    fq_shuffle(&m->rng, n, rows);
    for (uint32_t i = 0; i < n && wanted > 0; i++) {
        const uint32_t label = p->labels[rows[i] * n + fq_lowest(m->solution[rows[i]])];
        int32_t count = 1;
        if (label < p->given || p->single[label]) continue;
        for (uint32_t other = p->image[label]; other != label; other = p->image[other]) count++;
        if (count > wanted) continue;
        wanted -= count;
        for (uint32_t other = label; !p->single[other]; other = p->image[other])
            p->single[other] = 1;
    }
    return !wanted;
}

static int fq_may_grow(const fq_partial_board *p, uint32_t label)
{
    if (label == FQ_FREE) return 0;
    return label < p->given ? !p->m->options.complete : !p->single[label];
}

/* Chooses a region next to an area of free cells. Prefers a region that is its own image. Returns
 * FQ_FREE if no region next to this area may grow. */
static uint32_t fq_choose_seed(fq_partial_board *p, const uint64_t *free_cells, uint32_t start)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    uint64_t area[FQ_GENERATE_MAX_N];
    uint32_t chosen = FQ_FREE, best = 0, count = 0;
    fq_find_component(n, free_cells, start / n, UINT64_C(1) << start % n, area);
    for (uint32_t r = 0; r < n; r++)
        for (uint64_t near = fq_neighbours_in_row(n, area, r) & fq_ones(n) & ~area[r]; near;
             near &= near - 1) {
            const uint32_t label = p->labels[r * n + fq_lowest(near)];
            if (!fq_may_grow(p, label)) continue;
            const uint32_t rank = p->image[label] == label ? 2 : 1;
            if (rank > best) best = rank, count = 0;
            if (rank == best && !fq_rng_below(&m->rng, ++count)) chosen = label;
        }
    return chosen;
}

/* Grows a region and its images over free cells, until no cell can join them. Returns the number of
 * cells that joined. */
static uint32_t fq_grow_region(fq_partial_board *p, uint32_t label)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    uint16_t edge[FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    uint32_t count = 0, grown = 0;
    for (uint32_t cell = 0; cell < n * n; cell++)
        if (p->labels[cell] == label) edge[count++] = (uint16_t)cell;
    while (count) {
        const uint32_t i = fq_rng_below(&m->rng, count), cell = edge[i];
        const uint32_t first = fq_rng_below(&m->rng, FQ_SIDES);
        uint32_t side = 0;
        for (; side < FQ_SIDES; side++) {
            const uint32_t turned = (first + side) % FQ_SIDES;
            if (turned == FQ_UP ? cell < n
                : turned == FQ_DOWN ? cell >= n * (n - 1)
                : turned == FQ_LEFT ? cell % n == 0
                                    : cell % n == n - 1)
                continue;
            const uint32_t near = fq_neighbour(n, cell, turned);
            if (p->labels[near] != FQ_FREE || !fq_label_images(p, near, label)) continue;
            /* a region that is its own image also got the images of the cell */
            uint32_t here = near;
            do {
                if (p->labels[here] == label) edge[count++] = (uint16_t)here;
                grown++;
                here = m->image[here];
            } while (here != near);
            break;
        }
        if (side == FQ_SIDES) edge[i] = edge[--count];
    }
    return grown;
}

/* Gives all free cells to regions. */
static int fq_fill_free_cells(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    for (;;) {
        uint64_t free_cells[FQ_GENERATE_MAX_N];
        uint32_t count = 0, r = 0;
        fq_cells_with_label(p, FQ_FREE, free_cells);
        for (r = 0; r < n; r++) count += fq_popcount(free_cells[r]);
        if (!count) return 1;
        uint32_t luck = fq_rng_below(&m->rng, count), here;
        for (r = 0; luck >= (here = fq_popcount(free_cells[r])); r++) luck -= here;
        const uint32_t start = r * n + fq_nth(free_cells[r], luck);
        const uint32_t seed = fq_choose_seed(p, free_cells, start);
        if (seed == FQ_FREE || !fq_grow_region(p, seed)) return 0;
    }
}

/* -------------------------------------------------------------------------------------- start */

void fq_set_bounds(fq_generate *m, const fq_partial_board *p)
{
    const fq_generate_options *o = &m->options;
    const uint32_t n = m->n;
    const uint16_t least = (uint16_t)(o->least > 1 || !o->single_cells ? o->least : 2);
    m->bounded = o->least > 1 || o->largest || o->single_cells;
    m->closed = 0;
    for (uint32_t g = 0; g < n; g++) {
        m->least[g] = least;
        m->largest[g] = (uint16_t)(o->largest ? o->largest : n * n);
    }
    if (!p) return;
    for (uint32_t cell = 0; cell < n * n; cell++) {
        const uint32_t label = p->labels[cell], g = m->board[cell];
        if (fq_may_grow(p, label)) continue;
        m->closed |= UINT64_C(1) << g;
        m->least[g] = 0;
        m->largest[g] = (uint16_t)(n * n);
    }
}

void fq_fix_given(const fq_partial_board *p)
{
    const uint32_t n = p->m->n;
    for (uint32_t cell = 0; p->mask && cell < n * n; cell++)
        if (p->mask[cell] != FQ_FREE) p->m->fixed[cell / n] |= UINT64_C(1) << cell % n;
}

/* Draws the solution and the regions. Returns 0 if this attempt failed. */
static int fq_draw_regions(fq_partial_board *p)
{
    fq_generate *m = p->m;
    if (!m->options.complete && !fq_join_given(p)) return 0;
    if (m->options.given || m->options.placed) {
        if (!fq_draw_given_queens(p)) return 0;
    } else if (m->symmetry) {
        if (!fq_draw_symmetric_queens(m)) return 0;
    } else {
        fq_draw_queens(m);
    }
    if (!fq_give_queens(p)) return 0;
    if (m->options.single_cells && !fq_choose_single_cells(p)) return 0;
    return fq_fill_free_cells(p);
}

fq_error fq_start_given(fq_partial_board *p)
{
    fq_generate *m = p->m;
    const uint32_t n = m->n;
    if (!fq_draw_regions(p)) return FQ_OK;
    memcpy(m->fixed, m->solution, n * sizeof *m->fixed);
    fq_fix_given(p);
    const fq_error error = fq_regions_load(m->solver, p->labels);
    if (error) return error;
    fq_set_bounds(m, p);
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t cell = r * n + fq_lowest(m->solution[r]);
        m->region_image[m->board[cell]] = m->board[m->image[cell]];
    }
    fq_load_board(m);
    fq_draw_targets(m);
    fq_list_all_moves(m);
    uint32_t large = 0;
    for (uint32_t g = 0; g < n; g++) large += m->size[g] > 1;
    m->repairs = FQ_REPAIRS * n;
    if (large == 1) /* one cell of each other region, so one row and one column are left */
        fq_begin_moves(m);
    else
        fq_begin_proof(m, 1);
    return FQ_OK;
}

/* Whether a second solution that was found earlier is valid on this board. */
static int fq_has_known_rival(const fq_generate *m)
{
    const uint32_t n = m->n;
    const uint32_t kept = m->rival_count < FQ_MAX_RIVALS ? m->rival_count : FQ_MAX_RIVALS;
    for (uint32_t k = 0; k < kept; k++) {
        uint64_t regions = 0;
        for (uint32_t r = 0; r < n; r++)
            regions |= UINT64_C(1) << m->board[r * n + m->rival[r][k]];
        if (regions == fq_ones(n)) return 1;
    }
    return 0;
}

static int fq_may_leave(fq_generate *m, uint32_t cell) { return fq_can_leave_region(m, cell); }

int fq_repair_start(fq_generate *m, const uint16_t *rival)
{
    static const int step[FQ_SIDES] = {-FQ_PADDED_ROWS, 1, FQ_PADDED_ROWS, -1};
    for (uint32_t tries = 4 * m->n; tries; tries--) {
        if (!m->repairs) return 0;
        m->repairs--;
        const uint32_t cell = rival[fq_rng_below(&m->rng, m->n)];
        const uint32_t side = fq_rng_below(&m->rng, FQ_SIDES);
        const uint8_t to = m->padded[(int)fq_padded_index(m->n, cell) + step[side]];
        if (m->fixed[cell / m->n] >> cell % m->n & 1) continue;
        if (to == FQ_OUTSIDE || to == m->board[cell] || m->closed >> to & 1) continue;
        if (fq_is_image(m, cell, fq_neighbour(m->n, cell, side))) continue;
        if (!fq_give_orbit(m, cell, to, fq_may_leave)) continue;
        if (fq_has_known_rival(m)) {
            fq_undo_move(m);
            continue;
        }
        for (uint32_t i = 0; i < m->moved_count; i++) fq_list_moves_around(m, m->moved[i]);
        return 1;
    }
    return 0;
}

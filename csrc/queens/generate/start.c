/* start.c - begins boards: draws a solution, and the regions before the first move.
 *
 * A board with one star begins with regions of one cell, the cells of the queens, and one region
 * with all other cells, the background region. Boards with several stars begin in the same way and
 * are joined next (join.c). given.c and mirror.c begin the other boards. */
#include <string.h>

#include "given.h"
#include "moves.h"
#include "orbits.h"
#include "star_placements.h"

#define FQ_PROVE_NODES 10000 /* a start board is given up after this many nodes of the solver */

/* Draws permutations until no two queens of
 * neighbouring rows touch. On average this takes e^2 permutations on a large board, and 12
 * permutations for n = 4. */
void fq_draw_queens(fq_generate *m)
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

/* For the style "mixed" the weights are closer to each other if a hard board is requested. */
static uint32_t fq_draw_weight(fq_generate *m)
{
    const uint32_t u = fq_rng_below(&m->rng, 1024);
    if (m->options.style == FQ_GENERATE_BALANCED) return 1024;
    if (m->options.style == FQ_GENERATE_LOPSIDED) return 64 + (u * u / 1024 * u >> 8);
    return m->zero_temperature ? 896 + u / 4 : 256 + 3 * u / 2;
}

/* Returns the percentage of the cells that the background keeps at least; 0: no such rule. With it,
 * the largest region of hard boards is as large as the largest region of easier boards; without it,
 * hard boards would be recognised by their equal regions. The table holds 2 and 3 stars, because
 * boards of 4 and more stars are made in the same way at every tier. */
static uint32_t fq_least_background(const fq_generate *m)
{
    const uint32_t n = m->n;
    if (m->options.style != FQ_GENERATE_MIXED || !m->zero_temperature) return 0;
    if (m->options.stars == 2) return n < 10 ? 13 : 0;
    if (m->options.stars == 3) return n < 13 ? 0 : n == 13 ? 10 : 18;
    return 0;
}

void fq_draw_targets(fq_generate *m)
{
    const uint32_t n = m->n;
    uint32_t weight[FQ_GENERATE_MAX_N] = {0}, sum = 0, cells = n * n;
    for (uint32_t g = 0; g < n; g++) {
        if (m->closed >> g & 1) cells -= m->size[g];
        if (weight[g] || m->closed >> g & 1) continue; /* drawn with its image, or needs no size */
        const uint32_t drawn = fq_draw_weight(m);
        uint32_t image = g;
        do {
            weight[image] = drawn;
            sum += drawn;
        } while (m->turns > 1 && (image = m->region_image[image]) != g);
    }
    const uint32_t least = fq_least_background(m);
    if (least) {
        const uint32_t percent = least + fq_rng_below(&m->rng, least * 5 / 8 + 1);
        sum -= weight[m->background];
        weight[m->background] = sum * percent / (100 - percent);
        sum += weight[m->background];
    }
    for (uint32_t g = 0; g < n; g++) {
        if (m->closed >> g & 1) continue;
        m->target[g] = (uint16_t)((weight[g] * cells + sum / 2) / sum);
        if (m->target[g] < m->least[g]) m->target[g] = m->least[g];
        if (m->target[g] > m->largest[g]) m->target[g] = m->largest[g];
    }
}

void fq_load_board(fq_generate *m)
{
    const uint32_t n = m->n;
    const uint8_t *board = m->board;
    memset(m->size, 0, sizeof m->size);
    memset(m->rows, 0, n * sizeof m->rows[0]);
    memset(m->list_index, 0xff, 4 * n * n * sizeof m->list_index[0]);
    m->move_count = 0;
    for (uint32_t cell = 0; cell < n * n; cell++) {
        m->size[board[cell]]++;
        m->rows[board[cell]][cell / n] |= UINT64_C(1) << cell % n;
        m->padded[fq_padded_index(n, cell)] = board[cell];
    }
    m->special = m->turns > 1 || m->look || m->bounded || m->options.given;
    m->rival_count = 0;
    m->joins = 0;
    m->flawed = 0;
    m->counts.starts++;
}

void fq_begin_proof(fq_generate *m, uint32_t solutions)
{
    m->expected = solutions;
    m->solutions = 0;
    m->prove_until = m->solver->counts.nodes + FQ_PROVE_NODES;
    m->state = FQ_GENERATE_PROVE;
}

/* Begins a board with several stars. */
static fq_error fq_start_stars(fq_generate *m, uint8_t *labels)
{
    const uint32_t n = m->n, stars = m->options.stars;
    uint64_t rows[FQ_GENERATE_MAX_N];
    if (!fq_draw_stars(n, stars, &m->rng, rows)) return FQ_OK;
    if (!fq_group_stars(n, stars, m->zero_temperature, &m->rng, rows, labels)) return FQ_OK;
    memcpy(m->solution, rows, n * sizeof *rows);
    memcpy(m->fixed, rows, n * sizeof *rows);
    const fq_error error = fq_stars_load(m->star_solver, labels);
    if (error) return error;
    fq_set_bounds(m, NULL);
    fq_load_board(m);
    for (uint32_t r = 0; r < n; r++)
        for (uint64_t left = m->solution[r]; left; left &= left - 1)
            fq_list_moves_around(m, r * n + fq_lowest(left));
    for (uint32_t cell = 0; cell < n * n; cell++) m->order[labels[cell]] = m->board[cell];
    m->background = m->order[n - 1];
    fq_draw_targets(m);
    memset(m->refused, 0, sizeof m->refused);
    m->joined = m->attempts = 0;
    m->joins = n - 1;
    m->join_size = 4 * stars + 4;
    m->state = FQ_GENERATE_JOIN;
    return FQ_OK;
}

/* Begins a board with one star and no symmetry. */
static fq_error fq_start_plain(fq_generate *m, uint8_t *labels)
{
    const uint32_t n = m->n;
    fq_draw_queens(m);
    memcpy(m->fixed, m->solution, n * sizeof *m->fixed);
    const uint32_t background = fq_rng_below(&m->rng, n);
    memset(labels, (int)background, (size_t)n * n);
    for (uint32_t r = 0; r < n; r++) labels[r * n + fq_lowest(m->solution[r])] = (uint8_t)r;
    const fq_error error = fq_regions_load(m->solver, labels);
    if (error) return error;
    fq_set_bounds(m, NULL);
    fq_load_board(m);
    fq_draw_targets(m);
    for (uint32_t r = 0; r < n; r++) fq_list_moves_around(m, r * n + fq_lowest(m->solution[r]));
    fq_begin_moves(m);
    return FQ_OK;
}

void fq_list_all_moves(fq_generate *m)
{
    for (uint32_t cell = 0; cell < m->n * m->n; cell++) fq_list_moves_around(m, cell);
}

int fq_has_wishes(const fq_generate_options *o)
{
    return o->symmetry || o->given || o->placed || o->single_cells;
}

fq_error fq_start_board(fq_generate *m)
{
    /* uses the place of the finished board as scratch space */
    uint8_t *labels = m->labels + m->done * m->n * m->n;
    if (m->options.stars > 1) return fq_start_stars(m, labels);
    if (!fq_has_wishes(&m->options)) return fq_start_plain(m, labels);
    fq_partial_board p;
    if (m->options.symmetry) fq_draw_symmetry(m);
    if (!fq_read_given(m, &p, labels)) return FQ_OK;
    return m->symmetry == FQ_GENERATE_MIRROR ? fq_start_mirror(&p) : fq_start_given(&p);
}

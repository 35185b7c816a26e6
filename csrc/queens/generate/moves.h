/* moves.h - moves of cells between regions. */
#ifndef FQ_QUEENS_GENERATE_MOVES_H
#define FQ_QUEENS_GENERATE_MOVES_H

#include "state.h"

static inline uint32_t fq_neighbour(uint32_t n, uint32_t cell, uint32_t side)
{
    return side == FQ_UP     ? cell - n
           : side == FQ_DOWN ? cell + n
           : side == FQ_LEFT ? cell - 1
                             : cell + 1;
}

static inline uint32_t fq_padded_index(uint32_t n, uint32_t cell)
{
    return (cell / n + 1) * FQ_PADDED_ROWS + cell % n + 1;
}

static inline uint64_t fq_solver_nodes(const fq_generate *m)
{
    return m->solver ? m->solver->counts.nodes : m->star_solver->counts.nodes;
}

/* Updates the list of moves after `cell` has changed its region. */
void fq_list_moves_around(fq_generate *m, uint32_t cell);

/* Moves `cell` to region `to`. The list of moves is not updated. */
void fq_give_cell(fq_generate *m, uint32_t cell, uint32_t to);

/* Prepares the solver to search for a second solution of the board, which would have a queen on
 * `cell`. */
void fq_begin_check(fq_generate *m, uint32_t cell);

/* Tries a move: moves the cell and begins its check. */
void fq_try_move(fq_generate *m, uint32_t cell, uint32_t to);

/* Moves the cells of the last move back. */
void fq_undo_move(fq_generate *m);

/* Whether the connected piece of `cell` stays connected without `cell`. */
int fq_piece_stays_connected(const fq_generate *m, uint32_t cell);

/* Whether the region of `cell` has at most options.pieces connected pieces without `cell`. The
 * region that gets the cell has a cell next to it, so the number of its pieces does not grow. */
int fq_can_leave_region(const fq_generate *m, uint32_t cell);

/* Sets the number of moves to try on this board, draws its plan if it shall look drawn, and sets
 * m->state so that the moves begin. */
void fq_begin_moves(fq_generate *m);

#endif

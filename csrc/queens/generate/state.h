/* state.h - what the files of the generator share among themselves.
 *
 *   generator.c        the machine: placements of queens, moves of borders, rating
 *   star_placements.c  placements of several stars a row, and which stars go together
 *   join.c             regions of several stars brought into one piece
 *   moves.c            whether a region stays connected when it loses a cell
 */
#ifndef FQ_QUEENS_GENERATE_STATE_H
#define FQ_QUEENS_GENERATE_STATE_H

#include "common/bits.h"
#include "common/rng.h"
#include "queens/regions/state.h"
#include "queens/stars/state.h"
#include "generate.h"

enum { FQ_UP, FQ_RIGHT, FQ_DOWN, FQ_LEFT, FQ_SIDES }; /* where a neighbour lies */

#define FQ_SIDE    66   /* rows of a padded board, one cell around it */
#define FQ_OUTSIDE 0xff /* the region of the padding */
#define FQ_NOWHERE UINT16_MAX
#define FQ_KNOWN   32   /* second solutions kept */

typedef enum fq_generate_state {
    FQ_GENERATE_START,  /* begin the next board */
    FQ_GENERATE_JOIN,   /* bring the pieces of a region together */
    FQ_GENERATE_POCKET, /* give away what is cut off from the rest */
    FQ_GENERATE_MOVE,   /* try a move */
    FQ_GENERATE_RATE,   /* the logic engine is at work on the board */
    FQ_GENERATE_END,    /* given up */
    FQ_GENERATE_ASK     /* the solver is at work on a move that was made for trial */
} fq_generate_state;

struct fq_generate {
    uint32_t n;
    fq_generate_options options;
    uint64_t first;
    size_t count, done;
    uint8_t *labels;
    int16_t *queens;
    fq_generate_state state;
    fq_generate_counters counts;
    fq_rng rng;
    int32_t heat;
    int cold; /* sizes come ever nearer to their targets, as boards are to be hard */
    uint64_t moves_left;     /* of this board */
    uint64_t turn, stop;     /* node counts of the solver at which it turns to ways, and at which */
                             /* the move is given up */
    int by_ways;             /* whether it has turned */
    uint32_t cell, from;     /* the move being looked at, and the region that the cell left */
    fq_generate_state after; /* what comes after it */
    uint32_t join;           /* how many regions are in one piece, and how often */
    uint32_t attempts;       /* the next one came to nothing */
    uint32_t rest;           /* the region that has all cells at first */
    uint32_t failures;       /* boards begun since one could be joined */
    uint32_t ratings;        /* of this board, since it was begun first */
    uint32_t rules;          /* those of the tier asked for and easier ones */
    fq_logic *logic;         /* NULL where no tier is asked for */
    fq_regions *solver;      /* for one star, */
    fq_stars *star_solver;   /* or more; NULL if not in use */
    const uint8_t *board;    /* regions: region_of of the solver */
    uint64_t first_column[2], last_column[2]; /* as boards of n <= 11 */
    uint64_t solution[FQ_GENERATE_MAX_N];     /* its columns, row by row */
    uint64_t refused[FQ_GENERATE_MAX_N];      /* cells that the region could not take */
    uint8_t known[FQ_GENERATE_MAX_N][FQ_KNOWN]; /* columns of placements that were second */
    uint32_t knowns;         /* solutions, row by row, and how many of this board there were */
    uint8_t order[FQ_GENERATE_MAX_N];         /* in which regions are joined */
    uint16_t size[FQ_GENERATE_MAX_N];         /* of the regions */
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

static inline uint32_t fq_neighbour(uint32_t n, uint32_t cell, uint32_t side)
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

static inline int fq_is_star(const fq_generate *m, uint32_t cell)
{
    return (int)(m->solution[cell / m->n] >> cell % m->n & 1);
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
        if (!fq_is_star(m, cell)) fq_list(m, 4 * cell + side, other != *at);
        if (!fq_is_star(m, near)) fq_list(m, 4 * near + (side ^ 2), other != *at);
    }
}

static inline void fq_give(fq_generate *m, uint32_t cell, uint32_t to)
{
    const uint32_t n = m->n, from = m->board[cell], row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    if (m->solver)
        fq_regions_give(m->solver, cell, to);
    else
        fq_stars_give(m->star_solver, cell, to);
    m->padded[fq_padded(n, cell)] = (uint8_t)to;
    m->rows[from][row] &= ~bit;
    m->rows[to][row] |= bit;
    m->size[from]--;
    m->size[to]++;
}

static inline uint64_t fq_nodes(const fq_generate *m)
{
    return m->solver ? m->solver->counts.nodes : m->star_solver->counts.nodes;
}

/* Makes a move for trial, and has the solver begin with a star on its cell. */
static inline void fq_try(fq_generate *m, uint32_t cell, uint32_t to)
{
    m->cell = cell;
    m->from = m->board[cell];
    fq_give(m, cell, to);
    if (m->solver)
        fq_regions_begin_at(m->solver, cell);
    else
        fq_stars_begin_at(m->star_solver, cell);
    m->turn = fq_nodes(m) + m->options.opening;
    m->stop = fq_nodes(m) + m->options.patience;
    m->by_ways = 0;
    m->state = FQ_GENERATE_ASK;
}

static inline void fq_begin_moves(fq_generate *m)
{
    m->failures = 0;
    m->moves_left = (uint64_t)m->options.moves * m->n * m->n;
    m->state = FQ_GENERATE_MOVE;
}

/* Whether the neighbours of `cell` in its region are connected without it (moves.c). */
int fq_can_leave(const fq_generate *m, uint32_t cell);

/* One unit of work each: a cell given for trial, or one step nearer to the next state. */
void fq_join(fq_generate *m);
void fq_pocket(fq_generate *m);

#endif

/* state.h - the state of the generator.
 *
 *   generator.c        draws and checks moves, rates boards
 *   start.c            begins boards
 *   orbits.c           symmetries: moves of a cell together with its images
 *   given.c            begins boards with a symmetry, given cells, queens or sizes
 *   mirror.c           begins boards with mirror symmetry, and moves the flawed cell
 *   look.c             style "drawn": plans boards, and accepts moves that follow the plan
 *   star_placements.c  placements of several stars in a row, and groups of stars
 *   join.c             joins the stars of each region by cells
 *   moves.c            the list of possible moves; makes and tries moves
 */
#ifndef FQ_QUEENS_GENERATE_STATE_H
#define FQ_QUEENS_GENERATE_STATE_H

#include "common/bits.h"
#include "common/rng.h"
#include "generate.h"
#include "queens/regions/state.h"
#include "queens/stars/state.h"

enum { FQ_UP, FQ_RIGHT, FQ_DOWN, FQ_LEFT, FQ_SIDES }; /* the sides of a cell */

#define FQ_PADDED_ROWS 66         /* rows of a board with one more cell on every side */
#define FQ_OUTSIDE     0xff       /* region number of the padding */
#define FQ_FREE        0xff       /* label of a cell that has no region yet */
#define FQ_NOT_LISTED  UINT16_MAX /* list_index of a move that is not on the list */
#define FQ_MAX_RIVALS  32         /* maximum number of second solutions that are kept */
#define FQ_MAX_ORBIT   4          /* maximum number of images of a cell */

typedef enum fq_generate_state {
    FQ_GENERATE_START,  /* begin the next board */
    FQ_GENERATE_PROVE,  /* the solver counts the solutions of the start board */
    FQ_GENERATE_JOIN,   /* join the cells of a region */
    FQ_GENERATE_POCKET, /* move cells cut off from the background region to other regions */
    FQ_GENERATE_MOVE,   /* try a move */
    FQ_GENERATE_FLAW,   /* try to move the flawed cell of a board with mirror symmetry */
    FQ_GENERATE_RATE,   /* the logic engine rates the board */
    FQ_GENERATE_END,    /* the generator gave up */
    FQ_GENERATE_CHECK   /* the solver checks the move that was just tried */
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

    int32_t temperature;     /* temperature of simulated annealing */
    int zero_temperature;    /* whether the temperature is 0 (fq_uses_zero_temperature) */
    uint64_t moves_left;     /* moves still to be tried on this board */
    uint64_t tables_at;      /* node count at which the table search takes over */
    uint64_t give_up_at;     /* node count at which the move is given up */
    int tables_used;         /* whether the table search has taken over */
    /* the move being checked: a cell and its images, and the regions that they left */
    uint32_t moved_count;
    uint16_t moved[FQ_MAX_ORBIT];
    uint8_t left[FQ_MAX_ORBIT];
    fq_generate_state after; /* the state after the check */
    uint32_t expected;       /* number of solutions that the start board must have */
    uint32_t solutions;      /* number of solutions found so far */
    uint64_t prove_until;    /* node count at which the start board is given up */
    uint32_t repairs;        /* cells still to be tried to repair the start board */
    uint32_t joins;          /* number of regions to join */
    uint32_t joined;         /* number of joined regions */
    uint32_t join_size;      /* maximum size of a region that was just joined */
    uint32_t attempts;       /* failed attempts to join the next region */
    uint32_t background;     /* the region that has all cells without stars before the joining */
    uint32_t failures;       /* consecutive start boards that could not be used, and this one */
    /* rejections of this board and of the boards given up before it: the board had another tier or
     * another look, or no region in several pieces */
    uint32_t rejected;
    uint32_t rules;          /* number of logic rules up to the requested tier */
    fq_logic *logic;         /* NULL if no tier is requested */
    fq_look *look;           /* NULL unless the style is FQ_GENERATE_DRAWN */
    fq_regions *solver;      /* the solver for one star, or NULL */
    fq_stars *star_solver;   /* the solver for several stars, or NULL */
    const uint8_t *board;    /* region of each cell: region_of of the solver */
    uint64_t first_column[2], last_column[2]; /* cell sets, for n <= 11 */
    uint64_t stream;                          /* random number made of all options */
    uint64_t solution[FQ_GENERATE_MAX_N];     /* columns of the solution in each row */
    uint64_t fixed[FQ_GENERATE_MAX_N];        /* cells that never change their region */
    uint64_t refused[FQ_GENERATE_MAX_N];      /* cells that the region being joined cannot take */
    /* second solutions: rival[row][k] is a column */
    uint8_t rival[FQ_GENERATE_MAX_N][FQ_MAX_RIVALS];
    uint32_t rival_count;               /* second solutions found on this board */
    /* the symmetry of this board: the image of each cell and region. Most cells have `turns`
     * images, including the cell itself. Without a symmetry, turns is 1. */
    fq_generate_symmetry symmetry;
    uint32_t turns;
    uint16_t image[FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    uint8_t region_image[FQ_GENERATE_MAX_N];
    int flawed;                         /* whether a mirror board has its flawed cell */
    uint16_t flaw;                      /* the flawed cell */
    uint8_t flaw_from;                  /* the region that the flawed cell left */
    uint64_t closed;                    /* regions that get no more cells */
    int special;                        /* whether fq_step_special_move makes the moves */
    int bounded;                        /* whether the sizes of the regions have bounds */
    uint16_t least[FQ_GENERATE_MAX_N], largest[FQ_GENERATE_MAX_N]; /* the bounds of each region */
    uint8_t order[FQ_GENERATE_MAX_N];   /* regions in the order of joining */
    uint16_t size[FQ_GENERATE_MAX_N];   /* number of cells of each region */
    uint16_t target[FQ_GENERATE_MAX_N]; /* target size of each region */

    /* The moves that change the board: moves[0 .. move_count - 1] are 4 * cell + side, for every
     * cell that is not fixed and whose neighbour on that side is in another region. list_index[move]
     * is the position of a move in the list. If moves were drawn from all
     * cells and sides instead, two of three drawn moves would be useless. */
    uint32_t move_count;
    uint16_t moves[4 * FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    uint16_t list_index[4 * FQ_GENERATE_MAX_N * FQ_GENERATE_MAX_N];
    /* region numbers of the board with one more cell on every side: cell (r, c) is at
     * (r + 1, c + 1) */
    uint8_t padded[FQ_PADDED_ROWS * FQ_PADDED_ROWS];
    /* cell (r, c) of region g: bit c of rows[g][r] */
    uint64_t rows[FQ_GENERATE_MAX_N][FQ_GENERATE_MAX_N];
};

/* Draws target sizes of the regions, in proportion to random weights. */
void fq_draw_targets(fq_generate *m);

/* Prepares all counts and lists for the board that the solver has loaded. `fixed` must be set. */
void fq_load_board(fq_generate *m);

/* Whether the options need more than a random start: a symmetry, given cells, queens or sizes. */
int fq_has_wishes(const fq_generate_options *options);

/* Begins a board: draws a solution and the first regions. If this attempt failed, m->state does not
 * change, and the next call tries again. */
fq_error fq_start_board(fq_generate *m);

/* Draws a placement; all placements are equally likely. */
void fq_draw_queens(fq_generate *m);

/* Puts all possible moves of a loaded board on the list. */
void fq_list_all_moves(fq_generate *m);

/* Sets m->state so that the solver counts the solutions of the board just loaded. If there are not
 * exactly `solutions` of them, the board is repaired, or another board begins. */
void fq_begin_proof(fq_generate *m, uint32_t solutions);

/* Draws a cell of the image of the solution, and tries to move it to a neighbouring region. */
void fq_try_flaw(fq_generate *m);

/* Moves the flawed cell back, if there is one. */
void fq_undo_flaw(fq_generate *m);

/* Does one unit of work to join the stars of the next region: tries a cell, or sets m->state. */
void fq_join_region(fq_generate *m);

/* Tries to move one cell that is cut off from the background region to a neighbouring region. If no
 * cell is cut off, begins the moves. */
void fq_fill_pocket(fq_generate *m);

#endif

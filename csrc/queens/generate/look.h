/* look.h - makes boards look as if a person had drawn them (style "drawn").
 *
 * Each board has a plan: target sizes of its regions, a symmetry, the share of its borders that the
 * symmetry keeps, and how much the board prefers symmetric regions and repeated shapes. An energy
 * says how far the board is from its plan. It is a weighted sum of these numbers:
 *
 *     sizes      squared distance between the size of a region and its target size
 *     pairs      regions of two cells that should be larger
 *     borders    pairs of neighbouring cells of different regions
 *     kept       borders whose image under the symmetry is a border too
 *     symmetric  regions of at least 4 cells whose shape has a symmetry
 *     repeated   regions of at least 3 cells whose shape occurs again, also turned or mirrored
 *     dead ends  cells with exactly one neighbour of their region
 *     frame      cells of the first row and column in the region of the first cell, and cells of
 *                the last row and column in the region of the last cell
 *
 * The generator accepts a move by a Metropolis test on the energy, and it finishes a board only if
 * the board has the planned symmetry and the planned kind of smallest region (fq_look_fits).
 *
 * All numbers are integers, so that the boards are the same on every machine. */
#ifndef FQ_QUEENS_GENERATE_LOOK_H
#define FQ_QUEENS_GENERATE_LOOK_H

#include <stdint.h>

#include "common/rng.h"

enum { FQ_LOOK_MAX_N = 64 };

typedef enum fq_look_symmetry {
    FQ_LOOK_LEFT_RIGHT, /* reflection that exchanges left and right */
    FQ_LOOK_MAIN_DIAGONAL,
    FQ_LOOK_HALF_TURN,
    FQ_LOOK_OTHER_DIAGONAL,
    FQ_LOOK_TOP_BOTTOM,
    FQ_LOOK_SYMMETRIES
} fq_look_symmetry;

/* The constants of the plan and of the energy; look.c has their values. */
typedef enum fq_look_weight {
    FQ_LOOK_BORDERS,   /* energy of a border, and so on */
    FQ_LOOK_DEAD_ENDS,
    FQ_LOOK_FRAME,
    FQ_LOOK_SYMMETRIC, /* mean of the random energies of the boards */
    FQ_LOOK_REPEATED,  /* the same */
    FQ_LOOK_PAIRS,
    FQ_LOOK_LARGEST,   /* smallest target size of the largest region, in 1024ths of the board */
    FQ_LOOK_EVEN,      /* makes the other target sizes more equal */
    FQ_LOOK_KEPT,      /* smallest planned share of the kept borders, in 1024ths */
    FQ_LOOK_WEIGHTS
} fq_look_weight;

typedef struct fq_look_counts {
    uint32_t symmetry; /* an fq_look_symmetry */
    int32_t borders, kept, symmetric, repeated, dead_ends, frame;
} fq_look_counts;

typedef struct fq_look fq_look;

/* Creates the look of boards with n rows. `board` has the region of each cell, `rows[g][r]` the
 * columns of region g in row r, and `size` the number of cells of each region. These arrays belong
 * to the caller, who changes them. `weights` has FQ_LOOK_WEIGHTS numbers; NULL means the usual
 * ones. Returns NULL if memory ran out. */
fq_look *fq_look_new(uint32_t n, const uint8_t *board, const uint64_t (*rows)[FQ_LOOK_MAX_N],
                     const uint16_t *size, const int16_t *weights);
void fq_look_free(fq_look *look);

/* Draws the plan of a board. */
void fq_look_draw_plan(fq_look *look, fq_rng *rng);

/* Called when the generator has begun a board. Writes the target sizes of the plan; the largest
 * one belongs to the region that is the largest one now. */
void fq_look_begin(fq_look *look, uint16_t *target);

/* Metropolis test: whether a move of `cell` to region `to` is accepted. The cell has not moved yet.
 * `temperature` is in sixteenths. A move that increases the energy by `e` is accepted with the
 * probability 2^(-e / temperature). */
int fq_look_accepts(fq_look *look, uint32_t cell, uint32_t to, int32_t temperature,
                    uint64_t random);

/* Called when the move that was just accepted has been made. `from` is the old region of `cell`. */
void fq_look_moved(fq_look *look, uint32_t cell, uint32_t from);

/* Whether the board has the planned symmetry, and a region of one cell if and only if planned. */
int fq_look_fits(const fq_look *look);

/* The numbers of the board, and the symmetry for which `kept` was counted. */
fq_look_counts fq_look_count(const fq_look *look);

#endif

/* orbits.h - symmetries of the board. */
#ifndef FQ_QUEENS_GENERATE_ORBITS_H
#define FQ_QUEENS_GENERATE_ORBITS_H

#include "state.h"

/* Whether boards of this size have placements with a symmetry (or pairs of placements, for
 * FQ_GENERATE_MIRROR). */
int fq_size_permits(uint32_t n, fq_generate_symmetry symmetry);

/* Sets the symmetry of the board. `variant` 1 stands for the reflection in the other diagonal, and
 * for the reflection of top and bottom. */
void fq_set_symmetry(fq_generate *m, fq_generate_symmetry symmetry, uint32_t variant);

/* Draws m->symmetry by the options. For FQ_GENERATE_ANY_SYMMETRY, all start boards of a board have the same
 * symmetry; otherwise nearly no board would have a symmetry that needs many start boards. */
void fq_draw_symmetry(fq_generate *m);

/* Whether two cells are different images of one cell. */
int fq_is_image(const fq_generate *m, uint32_t cell, uint32_t other);

/* Draws a permutation of the first `count` numbers. */
void fq_shuffle(fq_rng *rng, uint32_t count, uint8_t *numbers);

/* Draws a placement with the symmetry of the board, which is not FQ_GENERATE_MIRROR. Returns 0 if queens
 * touch; call again. */
int fq_draw_symmetric_queens(fq_generate *m);

/* Number of different images of a region. */
uint32_t fq_region_orbit(const fq_generate *m, uint32_t region);

/* Moves `cell` to region `to`, and each image of the cell to the image of the region. Calls
 * `can_leave` before each of these cells moves. If it returns 0, or if an image is impossible,
 * undoes everything and returns 0. The list of moves is not updated. */
int fq_give_orbit(fq_generate *m, uint32_t cell, uint32_t to,
                  int (*can_leave)(fq_generate *, uint32_t));

#endif

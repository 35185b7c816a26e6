/* star_placements.h - draws the stars of a new Star Battle board, and divides them into regions. */
#ifndef FQ_QUEENS_GENERATE_STAR_PLACEMENTS_H
#define FQ_QUEENS_GENERATE_STAR_PLACEMENTS_H

#include <stdint.h>

#include "common/rng.h"

#define FQ_GENERATE_STARS 6 /* maximum number of stars in a row */

/* Draws a placement: `stars` columns for each of n rows, as masks. Every column has the same number
 * of stars, and no two stars touch. n is 4 * stars to 64; on fewer rows there is no placement.
 * Returns 0 if this attempt failed; call again. */
int fq_draw_stars(uint32_t n, uint32_t stars, fq_rng *rng, uint64_t *rows);

/* Divides the stars of a placement with at least 2 stars in each row into n groups of the same
 * size. Writes the group of each star to group[row * n + column], and n - 1 to all other cells. The
 * stars of each of the groups 0 to n - 2 are close to each other, and closer in later groups. Group
 * n - 1 gets all other cells of the board and the remaining stars; with `compact`, these stars are
 * also close to each other. Returns 0 if the board would have other solutions; the caller must then
 * draw another placement. */
int fq_group_stars(uint32_t n, uint32_t stars, int compact, fq_rng *rng, const uint64_t *rows,
                   uint8_t *group);

/* Returns how far apart the stars of a group are: the lowest cost of a tree of paths that connects
 * the stars, where a path costs the square of the number of cells between its two stars. */
uint32_t fq_group_spread(uint32_t n, uint32_t stars, const uint16_t *group);

#endif

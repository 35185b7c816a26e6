/* star_placements.h - where the stars of a new Star Battle board stand, and which go together. */
#ifndef FQ_QUEENS_GENERATE_STAR_PLACEMENTS_H
#define FQ_QUEENS_GENERATE_STAR_PLACEMENTS_H

#include <stdint.h>

#include "common/rng.h"

#define FQ_GENERATE_STARS 6 /* in a row, at most */

/* Draws `stars` columns for each of n rows, as masks, so that every column has as many
 * and no two stars touch. n is 4 * stars to 64; on fewer rows there are none. 0 where this attempt
 * came to nothing: call again. */
int fq_draw_stars(uint32_t n, uint32_t stars, fq_rng *rng, uint64_t *rows);

/* Cuts the stars of a placement, 2 or more a row, into n groups of a row's number each. Writes the
 * group of each star's cell to group[row * n + column] and n - 1 to all other cells. The stars of
 * groups 0 to n - 2 stand near each other, those of later groups nearer. 0 where this board has
 * other solutions: draw again. Those of group n - 1, which has the rest of the board, stand wherever
 * they are left, or with `compact` near each other as well. */
int fq_group_stars(uint32_t n, uint32_t stars, int compact, fq_rng *rng, const uint64_t *rows,
                   uint8_t *group);

/* How far the stars of a group (their cells) are apart: what lies between two stars, squared, over
 * the ways that connect them all and are shortest together. */
uint32_t fq_spread(uint32_t n, uint32_t stars, const uint16_t *group);

#endif

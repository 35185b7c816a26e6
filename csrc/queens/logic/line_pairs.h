/* line_pairs.h - all placements of the missing stars of two neighbouring lines. */
#ifndef FQ_QUEENS_LOGIC_LINE_PAIRS_H
#define FQ_QUEENS_LOGIC_LINE_PAIRS_H

#include <stdint.h>

typedef struct fq_line_pair {
    uint32_t keep[2]; /* cells of each line that have a star in some placement */
    uint32_t must[2]; /* cells of each line that have a star in every placement */
} fq_line_pair;

/* Finds the cells of two lines that have a star in some placement, and the cells that have a star
 * in every placement. `above` and `below` are the candidates of the two lines; `above_needs` and
 * `below_needs` are the numbers of stars that the lines still need. Returns 0 if there is no
 * placement. */
int fq_solve_line_pair(uint32_t n, uint32_t above, uint32_t below, uint32_t above_needs,
                       uint32_t below_needs, fq_line_pair *pair);

#endif

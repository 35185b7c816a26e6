/* connected.h - connected cells. A set of cells is one mask for each of n rows. Two cells are
 * connected if they share a side. */
#ifndef FQ_QUEENS_BOARD_CONNECTED_H
#define FQ_QUEENS_BOARD_CONNECTED_H

#include <stdint.h>

#include "common/rng.h"

enum { FQ_CONNECTED_MAX_N = 64 };

/* Returns the cells of row r that share a side with one of `cells`. The result may have bits for
 * columns outside the board. */
static inline uint64_t fq_neighbours_in_row(uint32_t n, const uint64_t *cells, uint32_t r)
{
    return cells[r] << 1 | cells[r] >> 1 | (r ? cells[r - 1] : 0) | (r + 1 < n ? cells[r + 1] : 0);
}

/* Finds the connected component of `cells` that contains one given cell: `row` is its row and `bit`
 * the mask of its column. */
void fq_find_component(uint32_t n, const uint64_t *cells, uint32_t row, uint64_t bit,
                       uint64_t *component);

/* Returns the number of connected components of `cells`. Stops counting after `most` + 1. */
uint32_t fq_count_pieces(uint32_t n, const uint64_t *cells, uint32_t most);

/* Chooses at random the first cell of a shortest path from the set `from` to the set `to` through
 * cells of `open`. The chosen cell is in `open` and next to a cell of `from`. Returns UINT32_MAX if
 * there is no path. */
uint32_t fq_draw_path_step(uint32_t n, const uint64_t *from, const uint64_t *to,
                           const uint64_t *open, fq_rng *rng);

#endif

/* connected.h - connected cells of a board given as masks of n rows. Cells with a side in common
 * are connected. */
#ifndef FQ_QUEENS_BOARD_CONNECTED_H
#define FQ_QUEENS_BOARD_CONNECTED_H

#include <stdint.h>

#include "common/rng.h"

enum { FQ_CONNECTED_MAX_N = 64 };

/* The neighbours in row r of `cells`; column 63 has no end. */
static inline uint64_t fq_beside(uint32_t n, const uint64_t *cells, uint32_t r)
{
    return cells[r] << 1 | cells[r] >> 1 | (r ? cells[r - 1] : 0) | (r + 1 < n ? cells[r + 1] : 0);
}

/* The cells of `cells` connected with one of them, `bit` of a row. */
void fq_piece(uint32_t n, const uint64_t *cells, uint32_t row, uint64_t bit, uint64_t *piece);

/* Draws one of the cells of `open` beside `from` on a shortest path from there to `to` over cells
 * of `open`. UINT32_MAX where there is no path. */
uint32_t fq_draw_step(uint32_t n, const uint64_t *from, const uint64_t *to, const uint64_t *open,
                      fq_rng *rng);

#endif

/* neighbours.h - the rule "no two touch": a piece leaves the eight cells around it free.
 *
 *     . x x x .
 *     . x Q x .      a word a row: fq_touched(Q) is the three columns
 *     . x x x .
 *
 * In a row's word the column 63 has no right-hand neighbour, and others may have one beyond the
 * board: mask it off where that matters. */
#ifndef FQ_QUEENS_BOARD_NEIGHBOURS_H
#define FQ_QUEENS_BOARD_NEIGHBOURS_H

#include <stdint.h>

/* The columns of the pieces of a row and those beside them. */
static inline uint64_t fq_touched(uint64_t row) { return row | row << 1 | row >> 1; }

/* The columns of row r that touch a piece of a board, or have one. */
static inline uint64_t fq_touched_in(const uint64_t *rows, uint32_t n, uint32_t r)
{
    return fq_touched(rows[r] | (r ? rows[r - 1] : 0) | (r + 1 < n ? rows[r + 1] : 0));
}

/* Prunes the candidates that touch the pieces put into row r, and the pieces themselves. */
static inline void fq_prune_touched(uint64_t *rows, uint32_t n, uint32_t r, uint64_t pieces)
{
    const uint64_t touched = fq_touched(pieces);
    rows[r] &= ~touched;
    if (r) rows[r - 1] &= ~touched;
    if (r + 1 < n) rows[r + 1] &= ~touched;
}

/* Adds a cell and its neighbours to a board of a bit a cell: bit i % 64 of word i / 64. */
static inline void fq_add_touched(uint64_t *board, uint32_t n, uint32_t cell)
{
    const uint32_t r = cell / n, c = cell % n;
    for (uint32_t y = r ? r - 1 : 0; y <= r + 1 && y < n; y++)
        for (uint32_t x = c ? c - 1 : 0; x <= c + 1 && x < n; x++)
            board[(y * n + x) / 64] |= UINT64_C(1) << (y * n + x) % 64;
}

#endif

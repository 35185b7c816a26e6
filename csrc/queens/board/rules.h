/* rules.h - the rules of a board.
 *
 * The searches, the solution counters, the logic engine and the generator get their rules from this
 * file. To add a variant of the puzzle, begin here: add a field to fq_rules, or change the
 * functions below, which say which cells a piece keeps empty. */
#ifndef FQ_QUEENS_BOARD_RULES_H
#define FQ_QUEENS_BOARD_RULES_H

#include <stdint.h>

typedef struct fq_rules {
    uint32_t stars;          /* number of pieces in each row, column and region; 1: queens */
    int allow_empty_regions; /* nonzero: any number of regions, each with at most one queen */
} fq_rules;

/* Whether a board of n rows may have this number of regions. */
static inline int fq_rules_allow_regions(const fq_rules *rules, uint32_t n, uint32_t regions)
{
    return regions == n || rules->allow_empty_regions;
}

/* ---------------------------------------------------------------------------- no two touch
 *
 * The eight cells around a piece stay empty. For a row with one piece Q, fq_touched gives the three
 * columns that are not dots:
 *
 *     . x x x .
 *     . x Q x .      one word per row
 *     . x x x .
 *
 * The shifts may set bits for columns outside the board. The caller must remove these bits if they
 * could do harm. */

/* The columns of the pieces in a row and the columns next to them. */
static inline uint64_t fq_touched(uint64_t row) { return row | row << 1 | row >> 1; }

/* The columns of row r that contain a piece or touch a piece of the board. */
static inline uint64_t fq_touched_in(const uint64_t *rows, uint32_t n, uint32_t r)
{
    return fq_touched(rows[r] | (r ? rows[r - 1] : 0) | (r + 1 < n ? rows[r + 1] : 0));
}

/* Removes the cells of the pieces in row r, and all cells that touch them, from the candidates. */
static inline void fq_prune_touched(uint64_t *rows, uint32_t n, uint32_t r, uint64_t pieces)
{
    const uint64_t touched = fq_touched(pieces);
    rows[r] &= ~touched;
    if (r) rows[r - 1] &= ~touched;
    if (r + 1 < n) rows[r + 1] &= ~touched;
}

/* Adds a cell and its neighbours to a bitboard, in which cell i is bit i % 64 of word i / 64. */
static inline void fq_add_touched(uint64_t *board, uint32_t n, uint32_t cell)
{
    const uint32_t r = cell / n, c = cell % n;
    for (uint32_t y = r ? r - 1 : 0; y <= r + 1 && y < n; y++)
        for (uint32_t x = c ? c - 1 : 0; x <= c + 1 && x < n; x++)
            board[(y * n + x) / 64] |= UINT64_C(1) << (y * n + x) % 64;
}

#endif

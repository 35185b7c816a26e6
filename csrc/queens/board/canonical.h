/* canonical.h - one representative for all symmetric images of a board. */
#ifndef FQ_QUEENS_BOARD_CANONICAL_H
#define FQ_QUEENS_BOARD_CANONICAL_H

#include <stdint.h>

enum { FQ_CANONICAL_MAX_N = 64 };

/* Writes the canonical form of a board: the lexicographically smallest of its eight symmetric
 * images, each with its regions numbered from 0 in order of first appearance. `labels` are n * n
 * region labels (any byte values) and n is 1 to FQ_CANONICAL_MAX_N. `canonical` has room for n *
 * n numbers and must not overlap `labels`. Returns three bits that say how the image
 * is made from the board: bit 2 means that the board is transposed first, bit 1 that the order of
 * the rows is then reversed, bit 0 that the order of the columns is reversed. */
uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical);

#endif

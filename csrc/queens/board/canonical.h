/* canonical.h - one representative for all symmetric images of a board. */
#ifndef FQ_QUEENS_BOARD_CANONICAL_H
#define FQ_QUEENS_BOARD_CANONICAL_H

#include <stdint.h>

enum { FQ_CANONICAL_MAX_N = 64 };

/* Writes the canonical form of a board: the lexicographically smallest of its eight symmetric
 * images, each with its regions numbered from 0 in order of first appearance. `labels` are n * n
 * region labels (any byte values) and n is 1 to FQ_CANONICAL_MAX_N. `canonical` has room for n * n
 * numbers and must not overlap `labels`. *regions becomes the number of regions. Returns three bits
 * that say how the image is made from the board: bit 2 means that the board is transposed first,
 * bit 1 that the order of the rows is then reversed, bit 0 that the order of the columns is
 * reversed. */
uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical, uint32_t *regions);

/* Return the cell of the board that becomes `cell` of an image, and the cell of the image that
 * `cell` of the board becomes. `image` is a value that fq_canonical returned. */
static inline uint32_t fq_cell_of_board(uint32_t n, uint32_t image, uint32_t cell)
{
    const uint32_t row = image & 2 ? n - 1 - cell / n : cell / n;
    const uint32_t column = image & 1 ? n - 1 - cell % n : cell % n;
    return image & 4 ? column * n + row : row * n + column;
}

static inline uint32_t fq_cell_of_image(uint32_t n, uint32_t image, uint32_t cell)
{
    const uint32_t row = image & 4 ? cell % n : cell / n, column = image & 4 ? cell / n : cell % n;
    return (image & 2 ? n - 1 - row : row) * n + (image & 1 ? n - 1 - column : column);
}

#endif

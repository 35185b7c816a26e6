/* canonical.h - one board for all that are the same puzzle. */
#ifndef FQ_QUEENS_BOARD_CANONICAL_H
#define FQ_QUEENS_BOARD_CANONICAL_H

#include <stdint.h>

enum { FQ_CANONICAL_MAX_N = 64 };

/* Of the board turned and mirrored in the eight ways, with regions numbered from 0 in order of
 * first appearance, the one that comes first in lexicographic order. `labels` are n * n region
 * labels, any byte values; n is 1 to FQ_CANONICAL_MAX_N. `canonical` takes n * n numbers and must
 * not overlap them. Returns which way it was: bit 2 for transposed, and after that bit 1 for rows
 * and bit 0 for columns in reverse order. */
uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical);

#endif

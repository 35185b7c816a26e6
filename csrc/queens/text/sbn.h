/* sbn.h - boards in Star Battle Notation, a word a line, many at a time.
 *
 * The word of a board of n rows, digits being 0-9 A-Z a-z - _ for 0 to 63:
 *
 *     n n k W  borders           the board, k stars a unit
 *     n n k e  borders  cells    and what stands on it
 *
 * borders: 2 n (n - 1) bits, six a digit, zeros in front: those to the right of cells, row by row,
 * then those below cells, column by column. cells: three a digit, 16 a + 4 b + c; 0 empty, 1
 * crossed out, 2 a star. Whatever is not strictly so is left to the reader of all formats.
 */
#ifndef FQ_QUEENS_TEXT_SBN_H
#define FQ_QUEENS_TEXT_SBN_H

#include <stddef.h>
#include <stdint.h>

#include "json_lines.h"

/* As fq_lines_read; blank lines and those that begin with # are none. `labels` has room for
 * 4 * length. */
size_t fq_sbn_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                   uint8_t *labels);

/* Whether SBN can hold a board: 5 to 25 rows, 9 stars at most, and regions in one piece. */
int fq_sbn_holds(const uint8_t *labels, const fq_line *line);

/* Writes boards with their solutions, as fq_lines_solved has them, a line for each number from
 * `from` to `end`: a comment where there is no board. Returns how long that is; `out` has room for
 * fq_sbn_room. */
size_t fq_sbn_room(const fq_line *lines, size_t count, int64_t from, int64_t end);
size_t fq_sbn_solved(const uint8_t *labels, const fq_line *lines, size_t count,
                     const int64_t *counts, const int16_t *first, size_t width, int64_t from,
                     int64_t end, uint8_t *out);

#endif

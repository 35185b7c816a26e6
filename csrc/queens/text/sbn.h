/* sbn.h - reads and writes many boards in Star Battle Notation (SBN), one word on each line.
 *
 *     n n k W  borders           a board of n rows with k stars in each unit
 *     n n k e  borders  cells    the board with its stars and eliminated cells
 *
 * The digits 0-9 A-Z a-z - _ stand for 0 to 63. `borders` consists of 2 n (n - 1) bits with
 * leading zeros, six bits in a digit. First come the right sides of the cells, row by row, then the
 * lower sides, column by column. `cells` has three cells a, b, c in a digit 16 a + 4 b + c, where 0
 * is an empty cell, 1 an eliminated cell and 2 a star. This reader leaves any other word to the
 * general reader, which is written in Python. */
#ifndef FQ_QUEENS_TEXT_SBN_H
#define FQ_QUEENS_TEXT_SBN_H

#include <stddef.h>
#include <stdint.h>

#include "json_lines.h"

/* Reads lines as fq_lines_read does; skips blank lines and lines that begin with #. `labels` must
 * have room for 4 * length bytes. */
size_t fq_sbn_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                   uint8_t *labels);

/* Whether SBN can represent a board: it has 5 to 25 rows, at most 9 stars, and connected
 * regions. */
int fq_sbn_can_hold(const uint8_t *labels, const fq_line *line);

/* Writes boards with their solutions, in the form of fq_lines_write_solved. Writes one line for
 * each line number from `from` to `end`; the line is a comment if no board has this number. Returns
 * the length of the text; `out` must have fq_sbn_max_size bytes. */
size_t fq_sbn_max_size(const fq_line *lines, size_t count, int64_t from, int64_t end);
size_t fq_sbn_write_solved(const uint8_t *labels, const fq_line *lines, size_t count,
                     const int64_t *counts, const int16_t *first, size_t width, int64_t from,
                     int64_t end, uint8_t *out);

#endif

/* json_lines.h - reads and writes many boards as JSON, one object on each line.
 *
 * This reader accepts only the form that the package itself writes, called the plain form: one
 * object on a line, whose "regions" are n strings of n visible ASCII characters without escapes.
 * The object may have "stars" and other keys, but no key may occur twice, no value may be an
 * object, and no other key may describe the board. Such a line is checked completely. All other
 * lines, valid or not, are left to the general reader, which is a hundred times as slow and
 * explains errors. An answer is also one line: the object that was read, with the result added at
 * its end. */
#ifndef FQ_QUEENS_TEXT_JSON_LINES_H
#define FQ_QUEENS_TEXT_JSON_LINES_H

#include <stddef.h>
#include <stdint.h>

/* A line that is not blank. All fields have 64 bits, because NumPy holds them as six columns. */
typedef struct fq_line {
    int64_t start, end; /* begin and end of the line in the text; equal if the line has no text */
    int64_t number;     /* line number, from 1 */
    int64_t cells;      /* index of the first of the n * n labels of the board */
    int64_t n;          /* number of rows; 0 if the line is not in the plain form */
    int64_t stars;
} fq_line;

/* What an answer contains besides a solution. */
typedef enum fq_line_facts {
    FQ_LINE_UNIQUE = 1, /* whether the solution is the only one */
    FQ_LINE_COUNT = 2   /* the number of solutions up to a limit */
} fq_line_facts;

/* Returns the number of lines of a text. The last line may end without a newline. */
size_t fq_lines_count(const uint8_t *text, size_t length);

/* Reads at most `room` lines and returns the number of lines that are not blank. `first` is the
 * number of the first line. `labels` must have room for `length` bytes. */
size_t fq_lines_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                     uint8_t *labels);

/* Whether a board has room for its stars: it needs 4 rows for each star of a row, and each region
 * needs at least as many cells as stars. */
int fq_lines_stars_fit(const uint8_t *labels, int64_t n, int64_t stars);

/* Returns the number of rows of the boards if all boards have the same number of rows and the same
 * number of stars, and the labels of each board follow the labels of the board before. Otherwise
 * returns 0. */
int64_t fq_lines_common_rows(const fq_line *lines, size_t count);

/* These functions write answers to `out` and return the length of the text; `out` must have
 * fq_lines_max_size bytes. The solution of board i begins at first[i * width], in the form that a
 * batch writes. */
size_t fq_lines_max_size(const fq_line *lines, size_t count);
size_t fq_lines_write_solved(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                       size_t count, const int64_t *counts, const int16_t *first, size_t width,
                       uint32_t facts, uint64_t limit, uint8_t *out);
size_t fq_lines_write_rated(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                      size_t count, const uint8_t *tiers, const uint32_t *scores, uint8_t *out);
/* Writes the boards without answers. */
size_t fq_lines_write_boards(const uint8_t *labels, const fq_line *lines, size_t count,
                             uint8_t *out);

#endif

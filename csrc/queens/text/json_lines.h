/* json_lines.h - boards as JSON, an object a line, many at a time: reading them, and writing answers.
 *
 * Only the plain form is read here, that in which the package itself writes boards: one object a
 * line whose "regions" are n strings of n visible characters of ASCII, none of them escaped. It may
 * have "stars" and any other keys, but none that changes what the board is, none twice, and no
 * object within. Such a line is strictly checked. Every other one, good or bad, is left to the
 * reader of all formats, which is a hundred times as slow and says what is wrong.
 *
 * An answer is a line too: the object that was read, with what was found added to its end.
 */
#ifndef FQ_QUEENS_TEXT_JSON_LINES_H
#define FQ_QUEENS_TEXT_JSON_LINES_H

#include <stddef.h>
#include <stdint.h>

/* A line that is not blank. 64 bits each, as NumPy has them in a table of six columns. */
typedef struct fq_line {
    int64_t start, end; /* of what is on it, in the text; equal: the board is written anew */
    int64_t number;     /* of the line, from 1 */
    int64_t cells;      /* where its n * n labels begin */
    int64_t n;          /* rows; 0 if it has not the plain form */
    int64_t stars;
} fq_line;

/* What an answer says beside a solution. */
typedef enum fq_line_facts {
    FQ_LINE_UNIQUE = 1, /* whether there is no other */
    FQ_LINE_COUNT = 2   /* how many there are, up to a limit */
} fq_line_facts;

/* How many lines a text has; the last one need not end. */
size_t fq_lines_count(const uint8_t *text, size_t length);

/* Reads the lines of a text, of which the first has a number, and returns how many are not blank;
 * no more than there is room for. `labels` has room for `length`. */
size_t fq_lines_read(const uint8_t *text, size_t length, int64_t first, fq_line *lines, size_t room,
                     uint8_t *labels);

/* Whether a board has room for its stars: 4 rows for each, and as many cells in each region. */
int fq_lines_fit(const uint8_t *labels, int64_t n, int64_t stars);

/* The rows of all boards, if they have as many rows and stars and their labels follow each other;
 * else 0. */
int64_t fq_lines_alike(const fq_line *lines, size_t count);

/* Writes answers and returns how long they are; `out` has room for fq_lines_room of them.
 * solved: solution i is in first[i * width ...], as a batch gives it. */
size_t fq_lines_room(const fq_line *lines, size_t count);
size_t fq_lines_solved(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                       size_t count, const int64_t *counts, const int16_t *first, size_t width,
                       uint32_t facts, uint64_t limit, uint8_t *out);
size_t fq_lines_rated(const uint8_t *text, const uint8_t *labels, const fq_line *lines,
                      size_t count, const uint8_t *tiers, const uint32_t *scores, uint8_t *out);
/* The boards alone. */
size_t fq_lines_boards(const uint8_t *labels, const fq_line *lines, size_t count, uint8_t *out);

#endif

/* text.h - reads the options of an exact cover from text: lines of names in the format of Knuth's
 * programs, and rows of 0 and 1 in CSV.
 *
 *     fq_cover_text *t = fq_cover_text_new(primary);
 *     for each item: fq_cover_text_add(t, FQ_COVER_ITEMS, name, length);
 *     at = fq_cover_text_read(t, text, size, &options);
 *     fq_cover_text_free(t);
 *
 * The reader knows only the common form of a line. It stops before any other line: one with a
 * mistake, with a blank that is not a space or tab, or with a form that is rarely used. The caller
 * then reads this line itself, or reports the mistake. */
#ifndef FQ_COVER_TEXT_H
#define FQ_COVER_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct fq_cover_text fq_cover_text;

/* The options read so far, appended by each call. The text of one call may add one option for every
 * two bytes, and one entry for every two bytes; the arrays need room for them. */
typedef struct fq_cover_text_options {
    uint32_t options;
    uint32_t entries;
    int32_t *start;  /* start[o + 1] is the end of option o; start[0] is not written */
    int32_t *item;
    int32_t *colour; /* 0: none, c: the colour c - 1; NULL: stop before a line with a colour */
    int64_t *cost;   /* 0 for an option without cost; NULL: stop before a line with a cost */
} fq_cover_text_options;

typedef enum fq_cover_names { FQ_COVER_ITEMS, FQ_COVER_COLOURS } fq_cover_names;

/* Returns NULL if no memory is left. */
fq_cover_text *fq_cover_text_new(uint32_t primary);
void fq_cover_text_free(fq_cover_text *t);

/* Adds a name to a table. Returns its number, counted from 0, or -1 if no memory is left. The name
 * must not be in the table. */
int64_t fq_cover_text_add(fq_cover_text *t, fq_cover_names table, const uint8_t *name, size_t size);

/* The number of names in a table, and one of these names. */
uint32_t fq_cover_text_count(const fq_cover_text *t, fq_cover_names table);
const uint8_t *fq_cover_text_name(const fq_cover_text *t, fq_cover_names table, uint32_t number,
                                  size_t *size);

/* Read whole lines; the last byte of the text must be a newline. Return the number of bytes read:
 * less than `size` if the next line must be read by the caller, and SIZE_MAX if no memory is left.
 * The second function reads rows of `columns` fields, of which the first `skipped` are not read. */
size_t fq_cover_text_read(fq_cover_text *t, const uint8_t *text, size_t size,
                          fq_cover_text_options *out);
size_t fq_cover_text_read_rows(const uint8_t *text, size_t size, uint8_t separator,
                               uint32_t columns, uint32_t skipped, fq_cover_text_options *out);

#endif

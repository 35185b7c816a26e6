/* count.h - Star Battle: how many solutions a board has, without visiting them.
 *
 * A dynamic program over the cells, row by row: fillings of the cells so far have the same
 * completions if they agree on the stars that are missing in each column, in each region that goes
 * on, and in the row, and on the cells of the next n that stars above or beside them rule out.
 * The missing stars are three bits a line, two up to 3 stars, and have to fit a word: up to 32 rows
 * and 3 stars, or 21 rows and 5.
 *
 * The interface is that of fq_regions_count in regions/regions.h.
 */
#ifndef FQ_QUEENS_STARS_COUNT_H
#define FQ_QUEENS_STARS_COUNT_H

#include "queens/regions/regions.h"

typedef struct fq_stars_count fq_stars_count;

/* FQ_BAD_SIZE for larger boards, and for fewer than two stars. */
fq_stars_count *fq_stars_count_new(uint32_t n, const uint8_t *labels, uint32_t stars,
                                   uint64_t max_bytes, fq_error *error);
fq_status fq_stars_count_step(fq_stars_count *count, uint64_t budget);
void fq_stars_count_peek(const fq_stars_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_stars_count_spent(const fq_stars_count *count);
fq_regions_count_counters fq_stars_count_counts(const fq_stars_count *count);
void fq_stars_count_free(fq_stars_count *count);

#endif

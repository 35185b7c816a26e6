/* count.h - Star Battle: counts the solutions of a board exactly.
 *
 * A dynamic program goes through the cells, row by row. A state consists of the missing stars of
 * each column, of each unfinished region and of the current row. It also says which of the next n
 * cells touch a star. Placements with the same state can be completed in the same ways.
 *
 * A number of missing stars takes 2 bits on boards with up to 3 stars per row, and 3 bits on other
 * boards. The n numbers of a state must fit a 64-bit word, so a board can have 32 rows with up to 3
 * stars, and 21 rows with more stars. The functions work like
 * those of fq_regions_count in regions/regions.h. */
#ifndef FQ_QUEENS_STARS_COUNT_H
#define FQ_QUEENS_STARS_COUNT_H

#include "queens/regions/regions.h"

typedef struct fq_stars_count fq_stars_count;

/* The error is FQ_BAD_SIZE if the board is too large or has fewer than two stars per row. */
fq_stars_count *fq_stars_count_new(uint32_t n, const uint8_t *labels, const fq_rules *rules,
                                   uint64_t max_bytes, fq_error *error);
fq_status fq_stars_count_step(fq_stars_count *count, uint64_t budget);
void fq_stars_count_peek(const fq_stars_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_stars_count_spent(const fq_stars_count *count);
fq_regions_count_counters fq_stars_count_counts(const fq_stars_count *count);
void fq_stars_count_free(fq_stars_count *count);

#endif

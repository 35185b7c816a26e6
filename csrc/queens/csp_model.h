/* csp_model.h - coloured Queens as a constraint problem; see csp/csp.h. */
#ifndef FQ_QUEENS_CSP_MODEL_H
#define FQ_QUEENS_CSP_MODEL_H

#include "csp/csp.h"

/* A board of coloured Queens, n from 1 to FQ_CSP_MAX_N. `regions` has n * n numbers from 0 to
 * `count` - 1, each of them used. If `order` is a permutation of the regions, the variables are the
 * regions in that order and their values are the cells row by row. If `order` is NULL, the
 * variables are the rows from the top and their values are the columns. With fewer regions than
 * rows n queens do not fit, and every search ends at once. With more regions than rows, only rows
 * can be the variables, because a region may stay empty but a row may not; if `order` is not NULL,
 * the error is then FQ_BAD_REGIONS. */
fq_csp_model *fq_queens_csp_model_new(uint32_t n, const uint8_t *regions, uint32_t count,
                                      const uint8_t *order, fq_error *error);

#endif

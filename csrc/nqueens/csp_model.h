/* csp_model.h - N-Queens as a constraint problem; see csp/csp.h. */
#ifndef FQ_NQUEENS_CSP_MODEL_H
#define FQ_NQUEENS_CSP_MODEL_H

#include "csp/csp.h"

/* Creates the model: the variables are the rows, and the values of a variable are the columns.
 * Returns NULL and FQ_BAD_SIZE unless n is from 1 to FQ_CSP_MAX_N. */
fq_csp_model *fq_nqueens_csp_model_new(uint32_t n, fq_error *error);

#endif

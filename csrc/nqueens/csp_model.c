/* csp_model.c - N-Queens as a constraint problem. */
#include "csp_model.h"

#include "csp/board_model.h"

fq_csp_model *fq_nqueens_csp_model_new(uint32_t n, fq_error *error)
{
    uint16_t variable_of[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_CSP_MAX_N) return NULL;
    for (uint32_t i = 0; i < n * n; i++) variable_of[i] = (uint16_t)(i / n);
    fq_csp_board *b = fq_csp_begin_board(n, n, variable_of, error);
    if (!b) return NULL;
    for (uint32_t d = 0; d < 2 * n - 1; d++) {
        for (uint32_t r = 0; r < n; r++)
            if (d >= r && d - r < n) fq_csp_add_cell(b, r * n + (d - r));
        fq_csp_end_line(b);
        for (uint32_t r = 0; r < n; r++)
            if (d + r + 1 >= n && d + r + 1 - n < n) fq_csp_add_cell(b, r * n + (d + r + 1 - n));
        fq_csp_end_line(b);
    }
    return fq_csp_end_board(b, 0);
}

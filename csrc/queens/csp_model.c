/* csp_model.c - coloured Queens as a constraint problem. */
#include "csp_model.h"

#include "csp/board_model.h"

fq_csp_model *fq_queens_csp_model_new(uint32_t n, const uint8_t *regions, uint32_t count,
                                      const uint8_t *order, fq_error *error)
{
    uint16_t variable_of[FQ_CSP_MAX_N * FQ_CSP_MAX_N], place[256] = {0};
    uint8_t seen[256] = {0};
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_CSP_MAX_N || count < 1 || count > 256 || count > n * n) return NULL;
    for (uint32_t i = 0; i < n * n; i++) {
        if (regions[i] >= count) return NULL;
        seen[regions[i]] |= 1;
    }
    for (uint32_t g = 0; g < count; g++) {
        if (!seen[g]) return NULL;
        if (!order) continue;
        if (order[g] >= count || seen[order[g]] & 2) return NULL;
        seen[order[g]] |= 2;
        place[order[g]] = (uint16_t)g;
    }
    if (order && count > n) {
        *error = FQ_BAD_REGIONS;
        return NULL;
    }
    for (uint32_t i = 0; i < n * n; i++)
        variable_of[i] = order ? place[regions[i]] : (uint16_t)(i / n);
    fq_csp_board *b = fq_csp_begin_board(n, order ? count : n, variable_of, error);
    if (!b) return NULL;
    for (uint32_t g = 0; g < count && !order; g++) {
        for (uint32_t i = 0; i < n * n; i++)
            if (regions[i] == g) fq_csp_add_cell(b, i);
        fq_csp_end_line(b);
    }
    for (uint32_t r = 0; r + 1 < n; r++)
        for (uint32_t c = 0; c + 1 < n; c++) {
            uint32_t i = r * n + c;
            const uint32_t square[4] = {i, i + 1, i + n, i + n + 1};
            for (int k = 0; k < 4; k++) fq_csp_add_cell(b, square[k]);
            fq_csp_end_line(b);
        }
    return fq_csp_end_board(b, count < n);
}

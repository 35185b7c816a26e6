/* board_model.h - builds models of the boards of any puzzle; the source file of each puzzle uses
 * these functions.
 *
 * Every cell of the board is a value of a variable. A line is a set of cells of which at most one
 * may be chosen: a row, a column, a diagonal, a region, or a square of two by two (two cells that
 * touch lie in such a square). */
#ifndef FQ_CSP_BOARD_MODEL_H
#define FQ_CSP_BOARD_MODEL_H

#include "csp/csp.h"

typedef struct fq_csp_board {
    fq_csp_model *model;
    uint64_t *line; /* the values of the current line, as a set */
    uint16_t variable[FQ_CSP_MAX_N * FQ_CSP_MAX_N], value[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    uint16_t cells[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    uint32_t count; /* number of cells of the current line */
} fq_csp_board;

/* Starts a model: cell i is a value of variable_of[i]. Adds the rows and columns as lines. */
fq_csp_board *fq_csp_begin_board(uint32_t n, uint32_t variables, const uint16_t *variable_of,
                                 fq_error *error);
/* Adds a cell to the current line. */
static inline void fq_csp_add_cell(fq_csp_board *b, uint32_t cell)
{
    b->cells[b->count++] = (uint16_t)cell;
}
/* Ends the current line: its cells conflict with one another. */
void fq_csp_end_line(fq_csp_board *b);
/* Ends the model. `impossible`: 1 if the board is known to have no solution. */
fq_csp_model *fq_csp_end_board(fq_csp_board *b, int impossible);

#endif

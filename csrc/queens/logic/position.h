/* position.h - the current board as one word of bits for each row and each column. */
#ifndef FQ_QUEENS_LOGIC_POSITION_H
#define FQ_QUEENS_LOGIC_POSITION_H

#include "queens/stars/table_search.h"
#include "state.h"

enum { ROWS = FQ_TABLES_MAX_N };

typedef struct fq_position {
    uint32_t cand[2][ROWS];   /* candidates: [0] by row, [1] by column */
    uint32_t star[ROWS];      /* placed stars: one word per row */
    uint8_t missing[3][ROWS]; /* missing[kind][unit]: stars that it still needs */
} fq_position;

/* Transposes the board: turns one word per row into one word per column. */
void fq_transpose_rows(uint32_t n, const uint32_t *from, uint32_t *to);

/* Computes p->cand[1] and p->missing from p->cand[0] and p->star. */
void fq_complete_position(const fq_logic *l, fq_position *p);

/* Copies the current board of `l` to `p`, and returns `p`. */
const fq_position *fq_read_position(const fq_logic *l, fq_position *p);

/* Writes a step to the note and applies the step. The cells `cells` justify the step; the step
 * eliminates the candidates `gone` and places stars on the cells `must`. Each of these arguments is
 * a set of cells with one word for each row. */
fq_logic_fired fq_apply_step(fq_logic *l, const uint32_t *cells, const uint32_t *gone,
                             const uint32_t *must);

/* Writes the units of a step to the note. */
void fq_note_units(fq_logic *l, fq_logic_kind from_kind, uint64_t from, fq_logic_kind to_kind,
                   uint64_t to);

#endif

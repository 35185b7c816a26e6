/* position.h - the current board as one word of bits for each row and each column. */
#ifndef FQ_QUEENS_LOGIC_POSITION_H
#define FQ_QUEENS_LOGIC_POSITION_H

#include "queens/stars/table_search.h"
#include "state.h"

enum { ROWS = FQ_TABLES_MAX_N };

typedef struct fq_position {
    uint32_t cand[2][ROWS];   /* candidates: one word per row, one per column */
    uint32_t star[ROWS];      /* placed stars: one word per row */
    uint8_t missing[3][ROWS]; /* missing[fq_logic_kind][unit]: stars to place */
} fq_position;

/* Transposes the board: turns one word per row into one word per column. */
void fq_transpose_rows(uint32_t n, const uint32_t *from, uint32_t *to);

/* Computes the columns and the missing stars from the rows of candidates and stars. */
void fq_complete_position(const fq_logic *l, fq_position *p);

/* Copies the current board of `l` to `p`; returns p. */
const fq_position *fq_read_position(const fq_logic *l, fq_position *p);

/* Writes a step to the note and applies it: `cells` justify it, the candidates `gone` are
 * eliminated, and stars are placed on `must`. Each is a set of cells, one word for each row. */
fq_logic_fired fq_apply_step(fq_logic *l, const uint32_t *cells, const uint32_t *gone,
                             const uint32_t *must);

/* Writes the units of a step to the note. */
void fq_note_units(fq_logic *l, fq_logic_kind from_kind, uint64_t from, fq_logic_kind to_kind,
                   uint64_t to);

#endif

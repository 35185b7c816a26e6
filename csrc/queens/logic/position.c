/* position.c - reads the current board from the engine, and writes the step that a rule has found
 * to the engine. */
#include "position.h"

#include <string.h>

void fq_transpose_rows(uint32_t n, const uint32_t *from, uint32_t *to)
{
    for (uint32_t c = 0; c < n; c++) to[c] = 0;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t left = from[r]; left; left &= left - 1)
            to[fq_lowest(left)] |= UINT32_C(1) << r;
}

void fq_complete_position(const fq_logic *l, fq_position *p)
{
    const uint32_t n = l->n;
    fq_transpose_rows(n, p->cand[0], p->cand[1]);
    memset(p->missing, (int)l->stars, sizeof p->missing);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t left = p->star[r]; left; left &= left - 1) {
            const uint32_t c = fq_lowest(left);
            p->missing[FQ_LOGIC_REGION][l->region_of[r * n + c]]--;
            p->missing[FQ_LOGIC_ROW][r]--;
            p->missing[FQ_LOGIC_COLUMN][c]--;
        }
}

const fq_position *fq_read_position(const fq_logic *l, fq_position *p)
{
    const uint32_t n = l->n;
    for (uint32_t r = 0; r < n; r++) {
        const uint32_t at = r * n;
        uint64_t bits = l->cand[at / 64] >> at % 64;
        if (at % 64 + n > 64) bits |= l->cand[at / 64 + 1] << (64 - at % 64);
        p->cand[0][r] = (uint32_t)(bits & fq_ones(n));
        p->star[r] = 0;
    }
    for (uint32_t i = 0; i < l->placed; i++)
        p->star[l->queens[i] / n] |= UINT32_C(1) << l->queens[i] % n;
    fq_complete_position(l, p);
    return p;
}

/* Converts rows of bits to a board, one bit for each cell. */
static void fq_rows_to_board(const fq_logic *l, const uint32_t *rows, uint64_t *board)
{
    for (uint32_t w = 0; w < l->words; w++) board[w] = 0;
    for (uint32_t r = 0; r < l->n; r++)
        for (uint32_t left = rows[r]; left; left &= left - 1) {
            const uint32_t cell = r * l->n + fq_lowest(left);
            board[cell / 64] |= UINT64_C(1) << cell % 64;
        }
}

fq_logic_fired fq_apply_step(fq_logic *l, const uint32_t *cells, const uint32_t *gone,
                             const uint32_t *must)
{
    fq_rows_to_board(l, cells, l->note.cells);
    fq_rows_to_board(l, gone, l->note.eliminated);
    for (uint32_t w = 0; w < l->words; w++) l->cand[w] &= ~l->note.eliminated[w];
    l->surveyed = 0;
    for (uint32_t r = 0; r < l->n; r++)
        for (uint32_t left = must[r]; left; left &= left - 1) {
            const uint32_t cell = r * l->n + fq_lowest(left);
            if (l->size->place(l, cell)) l->note.placed[l->note.placed_count++] = (uint16_t)cell;
        }
    return FQ_FIRED;
}

void fq_note_units(fq_logic *l, fq_logic_kind from_kind, uint64_t from, fq_logic_kind to_kind,
                   uint64_t to)
{
    l->note.from_kind = from_kind;
    l->note.to_kind = to_kind;
    l->note.from = from;
    l->note.to = to;
}

/* board_model.c - builds models of boards: a cell becomes a value, and cells of one line
 * conflict. */
#include "board_model.h"

#include <stdlib.h>

#include "state.h"

void fq_csp_end_line(fq_csp_board *b)
{
    fq_csp_model *m = b->model;
    uint32_t low = m->words, high = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const fq_csp_variable *x = &m->variable[b->variable[b->cells[i]]];
        uint32_t bit = x->bit + b->value[b->cells[i]], word = x->word + bit / 64;
        b->line[word] |= UINT64_C(1) << bit % 64;
        if (word < low) low = word;
        if (word >= high) high = word + 1;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        const fq_csp_variable *x = &m->variable[b->variable[b->cells[i]]];
        uint64_t *row = m->conflict + (size_t)(x->first + b->value[b->cells[i]]) * m->words;
        for (uint32_t w = low; w < high; w++) {
            row[w] |= b->line[w];
            fq_csp_note_conflict(m, b->variable[b->cells[i]], w);
        }
    }
    for (uint32_t w = low; w < high; w++) b->line[w] = 0;
    b->count = 0;
}

/* Clears the conflicts between values of one variable: these values exclude each other anyway. */
static void clear_own_conflicts(fq_csp_model *m)
{
    for (uint32_t x = 0; x < m->variables; x++) {
        const fq_csp_variable *v = &m->variable[x];
        for (uint32_t a = 0; a < v->size; a++)
            for (uint32_t w = 0; w < v->words; w++)
                m->conflict[(size_t)(v->first + a) * m->words + v->word + w] &= ~v->mask;
    }
}

fq_csp_board *fq_csp_begin_board(uint32_t n, uint32_t variables, const uint16_t *variable_of,
                                 fq_error *error)
{
    uint32_t sizes[256] = {0};
    *error = FQ_NO_MEMORY;
    fq_csp_board *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    for (uint32_t i = 0; i < n * n; i++) {
        b->variable[i] = variable_of[i];
        b->value[i] = (uint16_t)sizes[variable_of[i]]++;
    }
    b->model = fq_csp_model_new(variables, sizes, error);
    if (!b->model) {
        free(b);
        return NULL;
    }
    b->model->n = n;
    b->model->cell = calloc((size_t)n * n, sizeof *b->model->cell);
    b->line = calloc(b->model->words, sizeof *b->line);
    if (!b->model->cell || !b->line) {
        fq_csp_model_free(b->model);
        free(b->line);
        free(b);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    for (uint32_t i = 0; i < n * n; i++)
        b->model->cell[b->model->variable[variable_of[i]].first + b->value[i]] = (uint16_t)i;
    for (uint32_t r = 0; r < n; r++) {
        for (uint32_t c = 0; c < n; c++) fq_csp_add_cell(b, r * n + c);
        fq_csp_end_line(b);
        for (uint32_t c = 0; c < n; c++) fq_csp_add_cell(b, c * n + r);
        fq_csp_end_line(b);
    }
    return b;
}

fq_csp_model *fq_csp_end_board(fq_csp_board *b, int impossible)
{
    fq_csp_model *m = b->model;
    clear_own_conflicts(m);
    m->impossible = impossible;
    free(b->line);
    free(b);
    return m;
}

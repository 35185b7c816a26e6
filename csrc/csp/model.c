/* model.c - compiles constraint problems: the set of values that conflict with each value. */
#include <stdlib.h>

#include "state.h"

fq_csp_model *fq_csp_model_new(uint32_t variables, const uint32_t *sizes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    uint32_t values = 0, words = 0, used = 64; /* number of bits in use in the last word */
    if (variables < 1 || variables > FQ_CSP_MAX_VALUES) return NULL;
    for (uint32_t x = 0; x < variables; x++) {
        if (sizes[x] > FQ_CSP_MAX_VALUES - values) return NULL;
        values += sizes[x];
    }
    *error = FQ_NO_MEMORY;
    fq_csp_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->variable = calloc(variables, sizeof *m->variable);
    if (!m->variable) {
        fq_csp_model_free(m);
        return NULL;
    }
    m->variables = variables;
    for (uint32_t x = 0; x < variables; x++) {
        fq_csp_variable *v = &m->variable[x];
        v->first = m->values;
        v->size = sizes[x];
        m->values += sizes[x];
        if (!sizes[x]) continue;
        v->words = (sizes[x] + 63) / 64;
        if (sizes[x] > 64 - used || v->words > 1) {
            words += v->words;
            used = 0;
        }
        v->word = words - v->words;
        v->bit = used;
        v->mask = v->words > 1 ? ~UINT64_C(0) : fq_ones(sizes[x]) << used;
        used = v->words > 1 ? 64 : used + sizes[x];
    }
    m->words = words;
    m->block_words = words > 64 ? (words + 63) / 64 : 1;
    m->blocks = calloc(variables, sizeof *m->blocks);
    m->conflict = calloc(m->values ? m->values : 1, (words ? words : 1) * sizeof *m->conflict);
    if (!m->blocks || !m->conflict) {
        fq_csp_model_free(m);
        return NULL;
    }
    *error = FQ_OK;
    return m;
}

void fq_csp_model_free(fq_csp_model *m)
{
    if (!m) return;
    free(m->variable);
    free(m->conflict);
    free(m->blocks);
    free(m->cell);
    fq_csp_all_different_free(m);
    fq_csp_tables_free(m);
    fq_csp_counts_free(m);
    free(m);
}

static void add_one_way(fq_csp_model *m, uint32_t x, uint32_t a, uint32_t y, uint32_t b)
{
    const uint32_t bit = m->variable[y].bit + b, word = m->variable[y].word + bit / 64;
    const size_t row = (size_t)(m->variable[x].first + a) * m->words;
    m->conflict[row + word] |= UINT64_C(1) << bit % 64;
    fq_csp_note_conflict(m, x, word);
}

fq_error fq_csp_model_conflict(fq_csp_model *m, uint32_t x, uint32_t a, uint32_t y, uint32_t b)
{
    if (x >= m->variables || y >= m->variables || x == y) return FQ_BAD_SIZE;
    if (a >= m->variable[x].size || b >= m->variable[y].size) return FQ_BAD_SIZE;
    add_one_way(m, x, a, y, b);
    add_one_way(m, y, b, x, a);
    return FQ_OK;
}

uint32_t fq_csp_model_constraints(const fq_csp_model *m)
{
    return m->all_differents + m->tables + m->counts;
}

uint32_t fq_csp_model_variables(const fq_csp_model *m) { return m->variables; }

uint32_t fq_csp_model_size(const fq_csp_model *m, uint32_t x)
{
    return x < m->variables ? m->variable[x].size : 0;
}

uint32_t fq_csp_model_n(const fq_csp_model *m) { return m->n; }

uint32_t fq_csp_model_cell(const fq_csp_model *m, uint32_t x, uint32_t a)
{
    return m->cell && x < m->variables && a < m->variable[x].size
               ? m->cell[m->variable[x].first + a]
               : 0;
}

/* model.c - compiles constraint problems: the set of values that conflict with each value. */
#include <stdlib.h>

#include "state.h"

fq_csp_model *fq_csp_model_new(uint32_t variables, const uint32_t *sizes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    uint32_t values = 0, words = 0, used = 64; /* bits of the last word in use */
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
    m->conflict = calloc(m->values ? m->values : 1, (words ? words : 1) * sizeof *m->conflict);
    if (!m->conflict) {
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
    free(m->cell);
    fq_csp_all_different_free(m);
    free(m);
}

static void add_one_way(fq_csp_model *m, const fq_csp_variable *x, uint32_t a,
                        const fq_csp_variable *y, uint32_t b)
{
    uint32_t bit = y->bit + b;
    m->conflict[(size_t)(x->first + a) * m->words + y->word + bit / 64] |= UINT64_C(1) << bit % 64;
}

fq_error fq_csp_model_conflict(fq_csp_model *m, uint32_t x, uint32_t a, uint32_t y, uint32_t b)
{
    if (x >= m->variables || y >= m->variables || x == y) return FQ_BAD_SIZE;
    const fq_csp_variable *v = &m->variable[x], *w = &m->variable[y];
    if (a >= v->size || b >= w->size) return FQ_BAD_SIZE;
    add_one_way(m, v, a, w, b);
    add_one_way(m, w, b, v, a);
    return FQ_OK;
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

/* --------------------------------------------------------------------------------------- boards */

/* Builds the model of a board. Every cell is a value of a variable. A line is a set of cells of
 * which at most one holds a queen: a row, a column, a diagonal, a region, or a square of two by two
 * (two cells that touch lie in such a square). */
typedef struct fq_csp_board {
    fq_csp_model *model;
    uint64_t *line; /* the values of the current line, as a set */
    uint16_t variable[FQ_CSP_MAX_N * FQ_CSP_MAX_N], value[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    uint16_t cells[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    uint32_t count; /* number of cells of the current line */
} fq_csp_board;

static void add_line(fq_csp_board *b)
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
        for (uint32_t w = low; w < high; w++) row[w] |= b->line[w];
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

/* Creates the part that all boards share: maps cells to values and adds rows and columns. */
static fq_csp_board *begin_board(uint32_t n, uint32_t variables, const uint16_t *variable_of,
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
        for (uint32_t c = 0; c < n; c++) b->cells[b->count++] = (uint16_t)(r * n + c);
        add_line(b);
        for (uint32_t c = 0; c < n; c++) b->cells[b->count++] = (uint16_t)(c * n + r);
        add_line(b);
    }
    return b;
}

static fq_csp_model *end_board(fq_csp_board *b)
{
    fq_csp_model *m = b->model;
    clear_own_conflicts(m);
    free(b->line);
    free(b);
    return m;
}

fq_csp_model *fq_csp_model_board(uint32_t n, const uint8_t *regions, uint32_t count,
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
    fq_csp_board *b = begin_board(n, order ? count : n, variable_of, error);
    if (!b) return NULL;
    b->model->impossible = count < n;
    for (uint32_t g = 0; g < count && !order; g++) {
        for (uint32_t i = 0; i < n * n; i++)
            if (regions[i] == g) b->cells[b->count++] = (uint16_t)i;
        add_line(b);
    }
    for (uint32_t r = 0; r + 1 < n; r++)
        for (uint32_t c = 0; c + 1 < n; c++) {
            uint32_t i = r * n + c;
            const uint32_t square[4] = {i, i + 1, i + n, i + n + 1};
            for (int k = 0; k < 4; k++) b->cells[b->count++] = (uint16_t)square[k];
            add_line(b);
        }
    return end_board(b);
}

fq_csp_model *fq_csp_model_nqueens(uint32_t n, fq_error *error)
{
    uint16_t variable_of[FQ_CSP_MAX_N * FQ_CSP_MAX_N];
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_CSP_MAX_N) return NULL;
    for (uint32_t i = 0; i < n * n; i++) variable_of[i] = (uint16_t)(i / n);
    fq_csp_board *b = begin_board(n, n, variable_of, error);
    if (!b) return NULL;
    for (uint32_t d = 0; d < 2 * n - 1; d++) {
        for (uint32_t r = 0; r < n; r++)
            if (d >= r && d - r < n) b->cells[b->count++] = (uint16_t)(r * n + (d - r));
        add_line(b);
        for (uint32_t r = 0; r < n; r++)
            if (d + r + 1 >= n && d + r + 1 - n < n)
                b->cells[b->count++] = (uint16_t)(r * n + (d + r + 1 - n));
        add_line(b);
    }
    return end_board(b);
}

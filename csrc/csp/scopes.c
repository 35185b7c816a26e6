/* scopes.c - the constraints of several variables: which variables they have, and which filter.
 *
 * Constraints have numbers: first the all-different constraints, then the tables, then the count
 * constraints, each in the order in which they were added to the model. */
#include <stdlib.h>
#include <string.h>

#include "domains.h"
#include "queue.h"

int fq_csp_are_distinct(const fq_csp_model *m, uint32_t count, const uint32_t *variables,
                        uint8_t *seen)
{
    for (uint32_t i = 0; i < count; i++) {
        if (variables[i] >= m->variables || seen[variables[i]]) return 0;
        seen[variables[i]] = 1;
    }
    for (uint32_t i = 0; i < count; i++) seen[variables[i]] = 0;
    return 1;
}

/* Returns the variables of a constraint and writes their number. */
static const uint32_t *scope_of(const fq_csp_model *m, uint32_t constraint, uint32_t *count)
{
    if (constraint < m->all_differents) {
        *count = m->all_different[constraint].count;
        return m->all_different[constraint].variable;
    }
    constraint -= m->all_differents;
    if (constraint < m->tables) {
        *count = m->table[constraint].count;
        return m->table[constraint].variable;
    }
    *count = m->count[constraint - m->tables].count;
    return m->count[constraint - m->tables].variable;
}

/* The first constraint that the search lists. */
static uint32_t first_listed(const fq_csp *s)
{
    return s->options.method == FQ_CSP_MAC ? 0 : s->model->all_differents;
}

/* Prunes the values of the last variable without a value that violate a table or a count
 * constraint, and returns this variable. */
static uint32_t filter_last(fq_csp *s, uint32_t constraint)
{
    const fq_csp_model *m = s->model;
    uint32_t count, last = 0;
    const uint32_t *variable = scope_of(m, constraint, &count);
    while (s->value[variable[last]] >= 0) last++;
    const uint32_t table = constraint - m->all_differents;
    if (table < m->tables) fq_csp_filter_last_of_table(s, table, last);
    else fq_csp_filter_last_of_count(s, table - m->tables, last);
    return variable[last];
}

fq_error fq_csp_scopes_new(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    fq_csp_scopes *f = &s->scopes;
    const uint32_t begin = first_listed(s), end = fq_csp_model_constraints(m);
    if (begin == end) return FQ_OK;
    uint32_t count;
    size_t members = 0; /* at most 3 * 2^24 */
    f->first = calloc((size_t)m->variables + 1, sizeof *f->first);
    if (!f->first) return FQ_NO_MEMORY;
    for (uint32_t c = begin; c < end; c++) {
        const uint32_t *variable = scope_of(m, c, &count);
        members += count;
        for (uint32_t k = 0; k < count; k++) f->first[variable[k] + 1]++;
    }
    f->constraint_of = malloc(members * sizeof *f->constraint_of);
    f->position = malloc(members * sizeof *f->position);
    if (!f->constraint_of || !f->position) return FQ_NO_MEMORY;
    for (uint32_t x = 0; x < m->variables; x++) f->first[x + 1] += f->first[x];
    for (uint32_t c = begin; c < end; c++) {
        const uint32_t *variable = scope_of(m, c, &count);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t place = f->first[variable[k]]++;
            f->constraint_of[place] = c;
            f->position[place] = k;
        }
    }
    for (uint32_t x = m->variables; x; x--) f->first[x] = f->first[x - 1];
    f->first[0] = 0;
    f->count = end;
    if (s->options.method == FQ_CSP_MAC) return FQ_OK;
    f->left = calloc(end, sizeof *f->left);
    if (!f->left) return FQ_NO_MEMORY;
    for (uint32_t c = begin; c < end; c++) {
        scope_of(m, c, &f->left[c]);
        if (f->left[c] == 1) filter_last(s, c);
    }
    s->counts.prunes = 0; /* the values pruned here do not count */
    return FQ_OK;
}

void fq_csp_scopes_free(fq_csp_scopes *f)
{
    free(f->first);
    free(f->constraint_of);
    free(f->position);
    free(f->left);
}

void fq_csp_add_scopes_to_degrees(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    uint32_t count;
    for (uint32_t c = m->all_differents; c < fq_csp_model_constraints(m); c++) {
        const uint32_t *variable = scope_of(m, c, &count);
        for (uint32_t k = 0; k < count; k++) s->arcs.degree[variable[k]] += count - 1;
    }
}

/* --------------------------------------------------------------------------------------- MAC */

void fq_csp_queue_dependents(fq_csp *s, uint32_t x)
{
    fq_csp_queue_arcs_towards(s, x);
    fq_csp_queue_filters_of(s, x);
}

int fq_csp_filter_next(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    const uint32_t constraint = fq_csp_dequeue(&s->filter_queue);
    const uint32_t table = constraint - m->all_differents; /* has a meaning for tables only */
    /* Mark the constraint as waiting in the queue, so that the values pruned here do not queue it
     * again. */
    s->filter_queue.waiting[constraint] = 1;
    const int fine = constraint < m->all_differents ? fq_csp_filter_all_different(s, constraint)
                     : table < m->tables            ? fq_csp_filter_table(s, table)
                                                    : fq_csp_filter_count(s, table - m->tables);
    s->filter_queue.waiting[constraint] = 0;
    if (!fine) fq_csp_clear_queues(s);
    return fine;
}

/* ------------------------------------------------------- backtracking and forward checking */

int fq_csp_assign_in_scopes(fq_csp *s, uint32_t x, int apply)
{
    const fq_csp_scopes *f = &s->scopes;
    const uint32_t begin = f->first[x], end = f->first[x + 1];
    for (uint32_t i = begin; i < end; i++) f->left[f->constraint_of[i]]--;
    if (!apply) return 0;
    for (uint32_t i = begin; i < end; i++) {
        if (f->left[f->constraint_of[i]] != 1) continue;
        const uint32_t y = filter_last(s, f->constraint_of[i]);
        if (!s->size[y] && s->options.method == FQ_CSP_FORWARD) return 0;
    }
    return 1;
}

void fq_csp_unassign_in_scopes(fq_csp *s, uint32_t x)
{
    const fq_csp_scopes *f = &s->scopes;
    for (uint32_t i = f->first[x]; i < f->first[x + 1]; i++) f->left[f->constraint_of[i]]++;
}

uint32_t fq_csp_scope_words(const fq_csp_model *m)
{
    uint32_t words = m->counts; /* together with the variables below 2^26 */
    for (uint32_t t = 0; t < m->tables; t++) words += m->table[t].count;
    return words;
}

void fq_csp_write_scopes(const fq_csp *s, uint64_t *words)
{
    const fq_csp_model *m = s->model;
    for (uint32_t t = 0; t < m->tables; t++) {
        const fq_csp_table *c = &m->table[t];
        const int open = s->scopes.left[m->all_differents + t] > 1;
        for (uint32_t i = 0; i < c->count; i++)
            *words++ = open ? (uint64_t)(s->value[c->variable[i]] + 1) : 0;
    }
    for (uint32_t k = 0; k < m->counts; k++)
        *words++ = s->scopes.left[m->all_differents + m->tables + k] > 1
                       ? (uint64_t)fq_csp_counted(s, k) + 1
                       : 0;
}

/* arcs.c - finds which variables are in conflict with each other, once for a search. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define MAX_ARCS (1u << 24)

/* Writes the neighbours of x to `other`, unless `other` is NULL, and returns the number of
 * neighbours. If `equal` is not NULL, it is scratch memory, and variables that conflict with x only
 * through equal values are left out. */
static uint32_t neighbours(const fq_csp *s, uint32_t x, uint64_t *union_of, uint64_t *equal,
                           uint32_t *other)
{
    const fq_csp_model *m = s->model;
    uint32_t count = 0;
    memset(union_of, 0, m->words * sizeof *union_of);
    for (uint32_t a = 0; a < m->variable[x].size; a++) {
        const uint64_t *row = fq_csp_row(m, m->variable[x].first + a);
        if (!equal) {
            for (uint32_t w = 0; w < m->words; w++) union_of[w] |= row[w];
            continue;
        }
        memset(equal, 0, m->words * sizeof *equal);
        fq_csp_mark_equal(s, x, a, equal);
        for (uint32_t w = 0; w < m->words; w++) union_of[w] |= row[w] & ~equal[w];
    }
    for (uint32_t y = 0; y < m->variables; y++) {
        uint64_t any = 0;
        for (uint32_t k = 0; k < m->variable[y].words; k++)
            any |= union_of[m->variable[y].word + k] & m->variable[y].mask;
        if (!any) continue;
        if (other) other[count] = y;
        count++;
    }
    return count;
}

fq_error fq_csp_find_arcs(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    fq_csp_arcs *arcs = &s->arcs;
    const size_t words = m->words ? m->words : 1;
    uint64_t total = 0;
    uint64_t *union_of = malloc(2 * words * sizeof *union_of);
    uint64_t *equal = s->filters.count ? union_of + words : NULL;
    uint32_t *next = calloc(m->variables, sizeof *next);
    arcs->arc = calloc((size_t)m->variables + 1, sizeof *arcs->arc);
    arcs->degree = malloc(m->variables * sizeof *arcs->degree);
    fq_error error = FQ_NO_MEMORY;
    if (!union_of || !next || !arcs->arc || !arcs->degree) goto end;
    for (uint32_t x = 0; x < m->variables; x++) {
        const uint32_t degree = neighbours(s, x, union_of, NULL, NULL);
        arcs->degree[x] = degree;
        total += equal ? neighbours(s, x, union_of, equal, NULL) : degree;
        if (total > MAX_ARCS) {
            error = FQ_BAD_SIZE;
            goto end;
        }
        arcs->arc[x + 1] = (uint32_t)total;
    }
    arcs->count = (uint32_t)total;
    arcs->other = malloc((total + 1) * sizeof *arcs->other);
    arcs->back = malloc((total + 1) * sizeof *arcs->back);
    arcs->own = malloc((total + 1) * sizeof *arcs->own);
    if (!arcs->other || !arcs->back || !arcs->own) goto end;
    for (uint32_t x = 0; x < m->variables; x++) {
        neighbours(s, x, union_of, equal, arcs->other + arcs->arc[x]);
        for (uint32_t i = arcs->arc[x]; i < arcs->arc[x + 1]; i++) {
            arcs->own[i] = x;
            /* The outer loop visits x in static order, and the arcs of y are in the same order. So
             * the arc (y, x) is the next arc of y. */
            uint32_t y = arcs->other[i];
            arcs->back[i] = arcs->arc[y] + next[y]++;
        }
    }
    error = FQ_OK;
end:
    free(union_of);
    free(next);
    return error;
}

/* domains.c - the domains of a search, and what a choice prunes from them.
 *
 * Domains are restored from a trail of pruned values, not from copies: a choice prunes values from
 * a handful of words, fewer the deeper it is. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define MAX_ARCS (1u << 24)

/* -------------------------------------------------------------------------------------- arcs */

/* Writes the neighbours of x to `other`, unless it is NULL, and returns how many there are. */
static uint32_t neighbours(const fq_csp_model *m, uint32_t x, uint64_t *union_of, uint32_t *other)
{
    uint32_t count = 0;
    memset(union_of, 0, m->words * sizeof *union_of);
    for (uint32_t a = 0; a < m->variable[x].size; a++) {
        const uint64_t *row = fq_csp_row(m, m->variable[x].first + a);
        for (uint32_t w = 0; w < m->words; w++) union_of[w] |= row[w];
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
    uint64_t total = 0;
    uint64_t *union_of = malloc((m->words ? m->words : 1) * sizeof *union_of);
    uint32_t *next = calloc(m->variables, sizeof *next);
    arcs->arc = calloc((size_t)m->variables + 1, sizeof *arcs->arc);
    fq_error error = FQ_NO_MEMORY;
    if (!union_of || !next || !arcs->arc) goto end;
    for (uint32_t x = 0; x < m->variables; x++) {
        total += neighbours(m, x, union_of, NULL);
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
        neighbours(m, x, union_of, arcs->other + arcs->arc[x]);
        for (uint32_t i = arcs->arc[x]; i < arcs->arc[x + 1]; i++) {
            arcs->own[i] = x;
            /* Neighbours come in order on both sides, so the arcs back to y are met in order. */
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

/* ----------------------------------------------------------------------------------- domains */

void fq_csp_prune_values(fq_csp *s, uint32_t x, uint32_t word, uint64_t bits)
{
    s->domain[word] &= ~bits;
    s->size[x] -= fq_popcount(bits);
    s->trail[s->trail_length++] = (fq_csp_prune){bits, x, word};
}

void fq_csp_undo(fq_csp *s, uint32_t length)
{
    while (s->trail_length > length) {
        const fq_csp_prune *prune = &s->trail[--s->trail_length];
        s->domain[prune->word] |= prune->bits;
        s->size[prune->variable] += fq_popcount(prune->bits);
    }
}

void fq_csp_set_open(fq_csp *s, uint32_t x, int open)
{
    const fq_csp_variable *v = &s->model->variable[x];
    for (uint32_t w = v->word; w < v->word + v->words; w++)
        s->open[w] = open ? s->open[w] | v->mask : s->open[w] & ~v->mask;
}

/* Prunes from y what conflicts with a value, whose row is given. */
static inline void prune_conflicts(fq_csp *s, uint32_t y, const uint64_t *row)
{
    const fq_csp_variable *v = &s->model->variable[y];
    for (uint32_t w = v->word; w < v->word + v->words; w++) {
        uint64_t lost = s->domain[w] & v->mask & row[w];
        if (!lost) continue;
        fq_csp_prune_values(s, y, w, lost);
        s->counts.prunes += fq_popcount(lost);
    }
}

void fq_csp_choose(fq_csp *s, uint32_t x, uint32_t a)
{
    const fq_csp_variable *v = &s->model->variable[x];
    const uint32_t bit = v->bit + a;
    s->value[x] = (int32_t)a;
    fq_csp_set_open(s, x, 0);
    for (uint32_t w = v->word; w < v->word + v->words; w++) {
        uint64_t others = s->domain[w] & v->mask;
        if (w == v->word + bit / 64) others &= ~(UINT64_C(1) << bit % 64);
        if (others) fq_csp_prune_values(s, x, w, others);
    }
}

int fq_csp_propagate(fq_csp *s, uint32_t x, uint32_t a)
{
    const uint64_t *row = fq_csp_row(s->model, s->model->variable[x].first + a);
    const fq_csp_method method = s->options.method;
    if (method == FQ_CSP_MAC) {
        fq_csp_queue_towards(s, x);
        return 1;
    }
    for (uint32_t i = s->arcs.arc[x]; i < s->arcs.arc[x + 1]; i++) {
        uint32_t y = s->arcs.other[i];
        if (s->value[y] >= 0) continue;
        prune_conflicts(s, y, row);
        if (!s->size[y] && method == FQ_CSP_FORWARD) return 0;
    }
    return 1;
}

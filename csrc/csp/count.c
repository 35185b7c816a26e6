/* count.c - count constraints: at least and at most so many variables take a value.
 *
 * Let `must` be the number of variables whose only value is the counted one, and `may` the number
 * of variables that still have it. The constraint has a solution if and only if must <= most and
 * may >= least. If must = most, no other variable can take the value; if may = least, each of the
 * `may` variables must take it. No other value can be pruned. */
#include <stdlib.h>

#include "domains.h"

#define MAX_COUNTED (1u << 24)

/* --------------------------------------------------------------------------------- in a model */

fq_error fq_csp_model_count(fq_csp_model *m, uint32_t count, const uint32_t *variables,
                            const uint32_t *values, uint32_t least, uint32_t most)
{
    if (count < 1 || count > m->variables || least > most) return FQ_BAD_SIZE;
    if (count > MAX_COUNTED - m->counted) return FQ_BAD_SIZE;
    uint8_t *seen = calloc(m->variables, 1);
    if (!seen) return FQ_NO_MEMORY;
    int fine = fq_csp_are_distinct(m, count, variables, seen);
    free(seen);
    for (uint32_t i = 0; fine && i < count; i++)
        fine = values[i] == FQ_CSP_NO_VALUE || values[i] < m->variable[variables[i]].size;
    if (!fine) return FQ_BAD_SIZE;
    fq_csp_count *grown = realloc(m->count, ((size_t)m->counts + 1) * sizeof *grown);
    if (!grown) return FQ_NO_MEMORY;
    m->count = grown;
    fq_csp_count c = {.count = count, .least = least, .most = most};
    c.variable = malloc(count * sizeof *c.variable);
    c.value = malloc(count * sizeof *c.value);
    if (!c.variable || !c.value) {
        free(c.variable);
        free(c.value);
        return FQ_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        c.variable[i] = variables[i];
        c.value[i] = values[i];
    }
    m->count[m->counts++] = c;
    m->counted += count;
    return FQ_OK;
}

void fq_csp_counts_free(fq_csp_model *m)
{
    for (uint32_t k = 0; k < m->counts; k++) {
        free(m->count[k].variable);
        free(m->count[k].value);
    }
    free(m->count);
}

/* -------------------------------------------------------------------------------- in a search */

/* The word and the bit of the counted value of variable number i. */
static inline uint32_t word_of(const fq_csp_model *m, const fq_csp_count *c, uint32_t i)
{
    const fq_csp_variable *v = &m->variable[c->variable[i]];
    return v->word + (v->bit + c->value[i]) / 64;
}

static inline uint64_t bit_of(const fq_csp_model *m, const fq_csp_count *c, uint32_t i)
{
    return UINT64_C(1) << (m->variable[c->variable[i]].bit + c->value[i]) % 64;
}

static inline int has_value(const fq_csp *s, const fq_csp_count *c, uint32_t i)
{
    return c->value[i] != FQ_CSP_NO_VALUE &&
           (s->domain[word_of(s->model, c, i)] & bit_of(s->model, c, i));
}

/* Prunes the counted value of variable number i, which must be left. */
static void prune_value(fq_csp *s, const fq_csp_count *c, uint32_t i)
{
    fq_csp_prune_values(s, c->variable[i], word_of(s->model, c, i), bit_of(s->model, c, i));
    s->counts.prunes++;
}

/* Prunes all other values of variable number i. */
static void prune_others(fq_csp *s, const fq_csp_count *c, uint32_t i)
{
    const uint32_t x = c->variable[i];
    const fq_csp_variable *v = &s->model->variable[x];
    const int counted = c->value[i] != FQ_CSP_NO_VALUE;
    for (uint32_t w = v->word; w < v->word + v->words; w++) {
        uint64_t lost = s->domain[w] & v->mask;
        if (counted && w == word_of(s->model, c, i)) lost &= ~bit_of(s->model, c, i);
        if (!lost) continue;
        fq_csp_prune_values(s, x, w, lost);
        s->counts.prunes += fq_popcount(lost);
    }
}

int fq_csp_filter_count(fq_csp *s, uint32_t count)
{
    const fq_csp_count *c = &s->model->count[count];
    uint32_t must = 0, may = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!has_value(s, c, i)) continue;
        may++;
        must += s->size[c->variable[i]] == 1;
    }
    if (must > c->most || may < c->least) return 0;
    if (must == may || (must < c->most && may > c->least)) return 1;
    for (uint32_t i = 0; i < c->count; i++) {
        if (s->size[c->variable[i]] == 1 || !has_value(s, c, i)) continue;
        if (must == c->most) prune_value(s, c, i);
        else prune_others(s, c, i);
        fq_csp_queue_dependents(s, c->variable[i]);
    }
    return 1;
}

uint32_t fq_csp_counted(const fq_csp *s, uint32_t count)
{
    const fq_csp_count *c = &s->model->count[count];
    uint32_t counted = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const int32_t value = s->value[c->variable[i]];
        counted += value >= 0 && (uint32_t)value == c->value[i];
    }
    return counted;
}

void fq_csp_filter_last_of_count(fq_csp *s, uint32_t count, uint32_t last)
{
    const fq_csp_count *c = &s->model->count[count];
    const uint32_t k = fq_csp_counted(s, count);
    if (k < c->least || k > c->most) prune_others(s, c, last);
    if ((k + 1 < c->least || k + 1 > c->most) && has_value(s, c, last)) prune_value(s, c, last);
}

/* min_conflicts.c - the min-conflicts machine, for the rules of any puzzle. */
#include "min_conflicts.h"

#include <stdlib.h>
#include <string.h>

#include "min_conflicts_state.h"

enum { PATIENCE = 40 }; /* steps per row without improvement before a new placement is drawn */

/* Saves the placement if it is the best so far. */
static void save_if_best(fq_min_conflicts *s)
{
    if (s->cost >= s->best) return;
    s->best = s->cost;
    memcpy(s->least, fq_column_of(s, 0), s->n * sizeof *s->least);
}

fq_min_conflicts *fq_min_conflicts_make(uint32_t n, uint32_t counters, const uint8_t *labels,
                                        int impossible, uint64_t seed,
                                        const fq_min_conflicts_rules *rules, fq_error *error)
{
    *error = FQ_NO_MEMORY;
    fq_min_conflicts *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rules = rules;
    s->n = n;
    s->counters = counters;
    s->impossible = impossible;
    s->rng.state = seed;
    s->column = malloc(((size_t)n + 2) * sizeof *s->column);
    s->least = malloc(n * sizeof *s->least);
    s->count = malloc(counters * sizeof *s->count);
    if (labels) s->label = malloc((size_t)n * n);
    if (!s->column || !s->least || !s->count || (labels && !s->label)) {
        fq_min_conflicts_free(s);
        return NULL;
    }
    if (labels) memcpy(s->label, labels, (size_t)n * n);
    s->column[0] = s->column[n + 1] = FQ_NO_COLUMN;
    rules->draw(s);
    s->best = UINT64_MAX;
    save_if_best(s);
    *error = FQ_OK;
    return s;
}

void fq_min_conflicts_free(fq_min_conflicts *s)
{
    if (!s) return;
    free(s->column);
    free(s->least);
    free(s->count);
    free(s->label);
    free(s);
}

fq_status fq_min_conflicts_step(fq_min_conflicts *s, uint64_t budget)
{
    if (s->impossible) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    if (s->found) {
        s->found = 0;
        s->counts.restarts++;
        s->rules->draw(s);
    }
    while (s->cost) {
        if (!budget--) return FQ_RUNNING;
        if (s->idle >= (uint64_t)PATIENCE * s->n) {
            s->counts.restarts++;
            s->rules->draw(s);
        } else {
            s->rules->move(s);
            s->idle++;
        }
        s->counts.steps++;
        if (s->cost < s->run_best) {
            s->run_best = s->cost;
            s->idle = 0;
        }
        save_if_best(s);
    }
    save_if_best(s);
    s->found = 1;
    return FQ_FOUND;
}

void fq_min_conflicts_peek(const fq_min_conflicts *s, int16_t *queens)
{
    for (uint32_t r = 0; r < s->n; r++) queens[r] = (int16_t)*fq_column_of(s, r);
}

void fq_min_conflicts_peek_best(const fq_min_conflicts *s, int16_t *queens)
{
    for (uint32_t r = 0; r < s->n; r++) queens[r] = (int16_t)s->least[r];
}

uint32_t fq_min_conflicts_moved(const fq_min_conflicts *s) { return s->moved; }

uint64_t fq_min_conflicts_cost(const fq_min_conflicts *s) { return s->cost; }
uint64_t fq_min_conflicts_best(const fq_min_conflicts *s) { return s->best; }

uint64_t fq_min_conflicts_spent(const fq_min_conflicts *s) { return s->counts.steps; }

fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *s) { return s->counts; }

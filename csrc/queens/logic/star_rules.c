/* star_rules.c - creates, frees and resets the state of the rules of star_rules.h. */
#include <stdlib.h>
#include <string.h>

#include "star_rules_state.h"

fq_star_rules *fq_star_rules_new(uint32_t n, uint32_t stars)
{
    fq_star_rules *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->search = fq_tables_new(n, stars, fq_isa_best(), &v->counts);
    if (v->search) return v;
    free(v);
    return NULL;
}

void fq_star_rules_free(fq_star_rules *v)
{
    if (!v) return;
    fq_tables_free(v->search);
    free(v);
}

void fq_star_rules_load(fq_logic *l)
{
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    memset(v->region, 0, sizeof v->region);
    memset(v->first, 0xff, sizeof v->first);
    for (uint32_t i = 0; i < n * n; i++) {
        const uint32_t g = l->region_of[i], r = i / n;
        v->region[g][r] |= UINT32_C(1) << i % n;
        if (v->first[g] > r) v->first[g] = (uint8_t)r;
        v->last[g] = (uint8_t)r;
    }
    v->loaded = v->dead = v->case_running = v->pass_running = 0;
    v->solution_running = v->solution_done = 0;
    v->case_start = 0;
    memset(v->failed_cases, 0, sizeof v->failed_cases);
    memset(v->solution, 0, sizeof v->solution);
    memset(v->refuted, 0, sizeof v->refuted);
    memset(v->pair_need, 0xff, sizeof v->pair_need);
    memset(v->region_valid, 0, sizeof v->region_valid);
}

/* mac.c - arc consistency: AC-3 (Mackworth 1977) on sets of values.
 *
 * Revising (x, y) prunes the values of x that have no support in y, because they conflict with all
 * values of y. In each word, the pruned values are
 *
 *     domain of x  &  conflicts of b1  &  conflicts of b2  & ...      b1, b2, ... in y
 *
 * The result is usually empty after two or three values of y. To search for a support of each value
 * of x in turn would take at least one memory access per value of x. */
#include "domains.h"
#include "queue.h"

/* The values in word `w` of x that conflict with all values of y. */
static inline uint64_t unsupported(const fq_csp *s, const fq_csp_variable *x, uint32_t w,
                                   const fq_csp_variable *y)
{
    const fq_csp_model *m = s->model;
    uint64_t lost = s->domain[w] & x->mask;
    for (uint32_t k = 0; k < y->words; k++) {
        uint64_t others = s->domain[y->word + k] & y->mask;
        /* The index of the value in bit 0 of this word. It may wrap around, but the sum below is
         * correct. */
        const uint32_t first = y->first + 64 * k - y->bit;
        for (; others && lost; others &= others - 1)
            lost &= fq_csp_row(m, first + fq_lowest(others))[w];
    }
    return lost;
}

int fq_csp_revise_next(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    const uint32_t arc = fq_csp_dequeue(&s->arc_queue), x = s->arcs.own[arc],
                   y = s->arcs.other[arc];
    int changed = 0;
    for (uint32_t w = m->variable[x].word; w < m->variable[x].word + m->variable[x].words; w++) {
        uint64_t lost = unsupported(s, &m->variable[x], w, &m->variable[y]);
        if (!lost) continue;
        fq_csp_prune_values(s, x, w, lost);
        s->counts.prunes += fq_popcount(lost);
        changed = 1;
    }
    /* This also holds if the domain of x was empty from the start. */
    if (!s->size[x]) {
        fq_csp_clear_queues(s);
        return 0;
    }
    if (!changed) return 1;
    for (uint32_t i = s->arcs.arc[x]; i < s->arcs.arc[x + 1]; i++)
        if (i != arc && s->value[s->arcs.other[i]] < 0)
            fq_csp_enqueue(&s->arc_queue, s->arcs.back[i]);
    fq_csp_queue_filters_of(s, x);
    return 1;
}

/* domains.h - the domains of a search, and how a choice prunes them.
 *
 * Domains are restored from a trail of pruned values, not from copies: a choice prunes values from
 * only a handful of words, and choices at deeper levels prune from even fewer words. These
 * functions are in a header so that the compiler inlines them: with the functions in a .c file,
 * forward checking took 1.04 times as long. */
#ifndef FQ_CSP_DOMAINS_H
#define FQ_CSP_DOMAINS_H

#include "state.h"

/* Prunes the values `bits` from one word of the domain of x and records them on the trail. All of
 * these values must be in the domain. */
static inline void fq_csp_prune_values(fq_csp *s, uint32_t x, uint32_t word, uint64_t bits)
{
    s->domain[word] &= ~bits;
    s->size[x] -= fq_popcount(bits);
    s->trail[s->trail_length++] = (fq_csp_prune){bits, x, word};
}

/* Undoes the last prunes until the trail is as short as `length`. */
static inline void fq_csp_undo(fq_csp *s, uint32_t length)
{
    while (s->trail_length > length) {
        const fq_csp_prune *prune = &s->trail[--s->trail_length];
        s->domain[prune->word] |= prune->bits;
        s->size[prune->variable] += fq_popcount(prune->bits);
    }
}

/* Marks all values of a variable as open, or as not open. */
static inline void fq_csp_set_open(fq_csp *s, uint32_t x, int open)
{
    const fq_csp_variable *v = &s->model->variable[x];
    for (uint32_t w = v->word; w < v->word + v->words; w++)
        s->open[w] = open ? s->open[w] | v->mask : s->open[w] & ~v->mask;
}

/* Prunes from y all values that conflict with one value of another variable; `row` is the row of
 * conflicts of that value. */
static inline void fq_csp_prune_conflicts(fq_csp *s, uint32_t y, const uint64_t *row)
{
    const fq_csp_variable *v = &s->model->variable[y];
    for (uint32_t w = v->word; w < v->word + v->words; w++) {
        uint64_t lost = s->domain[w] & v->mask & row[w];
        if (!lost) continue;
        fq_csp_prune_values(s, y, w, lost);
        s->counts.prunes += fq_popcount(lost);
    }
}

/* Chooses a value: removes all other values from its variable's domain. */
static inline void fq_csp_choose(fq_csp *s, uint32_t x, uint32_t a)
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

#endif

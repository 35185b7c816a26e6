/* all_different.c - variables that take different values: the filter of Regin (1994).
 *
 * A value of a variable is kept if and only if some matching gives this value to this variable and
 * gives every other variable of the constraint a different value. One matching decides this for all
 * values. Take the graph whose nodes are the variables and a sink T, with these edges:
 *
 *     x -> y   x could take the value that is matched to y
 *     x -> T   x could take a value that is matched to no variable
 *     T -> x   x could give up its value
 *
 * A variable can take a value if its edge lies on a cycle, that is, if both ends of the edge are in
 * one strongly connected component. T has an edge to every variable, so one search from T finds all
 * components (Tarjan 1972).
 *
 * The last matching of each constraint is kept and repaired when domains have changed. After a
 * backtrack it is still valid, because backtracking only restores values. The result of the filter
 * does not depend on which matching is used. */
#include <stdlib.h>
#include <string.h>

#include "domains.h"

#define NONE        UINT32_MAX
#define MAX_ENTRIES (1u << 24)

/* --------------------------------------------------------------------------------- in a model */

static void free_constraint(fq_csp_all_different *c)
{
    free(c->variable);
    free(c->start);
    free(c->number);
    free(c->group);
    free(c->place);
}

void fq_csp_all_different_free(fq_csp_model *m)
{
    for (uint32_t i = 0; i < m->all_differents; i++) free_constraint(&m->all_different[i]);
    free(m->all_different);
}

/* Sorts the entries by number and adds conflicts between values with equal numbers. `variable_of`
 * and `value` are scratch memory: the variable and the value of each entry. */
static void add_equal_conflicts(fq_csp_model *m, fq_csp_all_different *c, uint32_t *variable_of,
                                uint32_t *value)
{
    for (uint32_t e = 0; e < c->start[c->count]; e++) c->group[c->number[e] + 1]++;
    for (uint32_t p = 0; p < c->values; p++) c->group[p + 1] += c->group[p];
    for (uint32_t i = 0; i < c->count; i++) {
        const fq_csp_variable *v = &m->variable[c->variable[i]];
        for (uint32_t a = 0; a < v->size; a++) {
            const uint32_t e = c->group[c->number[c->start[i] + a]]++;
            value[e] = v->first + a;
            c->place[e] = 64 * v->word + v->bit + a;
            variable_of[e] = i;
        }
    }
    for (uint32_t p = c->values; p; p--) c->group[p] = c->group[p - 1];
    c->group[0] = 0;
    for (uint32_t p = 0; p < c->values; p++)
        for (uint32_t e = c->group[p]; e < c->group[p + 1]; e++) {
            uint64_t *row = m->conflict + (size_t)value[e] * m->words;
            for (uint32_t f = c->group[p]; f < c->group[p + 1]; f++)
                if (variable_of[e] != variable_of[f]) {
                    row[c->place[f] / 64] |= UINT64_C(1) << c->place[f] % 64;
                    fq_csp_note_conflict(m, c->variable[variable_of[e]], c->place[f] / 64);
                }
        }
}

fq_error fq_csp_model_all_different(fq_csp_model *m, uint32_t count, const uint32_t *variables,
                                    const uint32_t *numbers)
{
    if (count < 1 || count > m->variables) return FQ_BAD_SIZE;
    fq_csp_all_different c = {.count = count};
    fq_csp_all_different *grown = NULL;
    fq_error error = FQ_NO_MEMORY;
    uint8_t *seen = calloc(m->variables, 1);
    uint32_t *variable_of = NULL, *value = NULL;
    c.variable = malloc(count * sizeof *c.variable);
    c.start = malloc(((size_t)count + 1) * sizeof *c.start);
    if (!seen || !c.variable || !c.start) goto end;
    error = FQ_BAD_SIZE;
    if (!fq_csp_are_distinct(m, count, variables, seen)) goto end;
    c.start[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        c.variable[i] = variables[i];
        c.start[i + 1] = c.start[i] + m->variable[variables[i]].size; /* at most m->values */
    }
    const uint32_t entries = c.start[count];
    if (entries + count > MAX_ENTRIES - m->entries) goto end;
    for (uint32_t e = 0; e < entries; e++) {
        if (numbers[e] >= FQ_CSP_MAX_VALUES) goto end;
        if (numbers[e] >= c.values) c.values = numbers[e] + 1;
    }
    error = FQ_NO_MEMORY;
    const size_t bytes = (entries ? entries : 1) * sizeof(uint32_t);
    c.number = malloc(bytes);
    c.place = malloc(bytes);
    c.group = calloc((size_t)c.values + 1, sizeof *c.group);
    variable_of = malloc(bytes);
    value = malloc(bytes);
    if (!c.number || !c.place || !c.group || !variable_of || !value) goto end;
    grown = realloc(m->all_different, ((size_t)m->all_differents + 1) * sizeof *grown);
    if (!grown) goto end;
    m->all_different = grown;
    for (uint32_t e = 0; e < entries; e++) c.number[e] = numbers[e];
    add_equal_conflicts(m, &c, variable_of, value);
    m->all_different[m->all_differents++] = c;
    m->entries += entries + count;
    error = FQ_OK;
end:
    if (error) free_constraint(&c);
    free(seen);
    free(variable_of);
    free(value);
    return error;
}

/* -------------------------------------------------------------------------------- in a search */

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

fq_error fq_csp_filters_new(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    fq_csp_filters *f = &s->filters;
    uint32_t members = 0, values = 0, most = 0, most_values = 0, most_edges = 0;
    for (uint32_t i = 0; i < m->all_differents; i++) {
        const fq_csp_all_different *c = &m->all_different[i];
        members += c->count;
        values += c->values;
        most = larger(most, c->count + 1); /* including the sink */
        most_values = larger(most_values, c->values);
        most_edges = larger(most_edges, c->start[c->count]);
    }
    f->matching = malloc(m->all_differents * sizeof *f->matching);
    f->matched = malloc(members * sizeof *f->matched);
    f->owner = malloc(((size_t)values + 1) * sizeof *f->owner);
    f->edge = malloc(((size_t)most_edges + 1) * sizeof *f->edge);
    f->begin = malloc(((size_t)most + 1) * sizeof *f->begin);
    f->node = malloc(most * sizeof *f->node);
    f->stack = malloc(most * sizeof *f->stack);
    f->path = malloc(most * sizeof *f->path);
    f->from = malloc(((size_t)most_values + 1) * sizeof *f->from);
    f->seen = calloc((size_t)most_values + 1, sizeof *f->seen);
    if (!f->matching || !f->matched || !f->owner || !f->edge || !f->begin || !f->node ||
        !f->stack || !f->path || !f->from || !f->seen)
        return FQ_NO_MEMORY;
    for (uint32_t i = 0; i < members; i++) f->matched[i] = NONE;
    for (uint32_t i = 0; i < values; i++) f->owner[i] = NONE;
    members = values = 0;
    for (uint32_t i = 0; i < m->all_differents; i++) {
        const fq_csp_all_different *c = &m->all_different[i];
        f->matching[i] = (fq_csp_matching){f->matched + members, f->owner + values};
        members += c->count;
        values += c->values;
    }
    return FQ_OK;
}

void fq_csp_filters_free(fq_csp_filters *f)
{
    free(f->matching);
    free(f->matched);
    free(f->owner);
    free(f->edge);
    free(f->begin);
    free(f->node);
    free(f->stack);
    free(f->path);
    free(f->from);
    free(f->seen);
}

void fq_csp_mark_equal(const fq_csp *s, uint32_t x, uint32_t a, uint64_t *set)
{
    const fq_csp_scopes *f = &s->scopes;
    for (uint32_t i = f->first[x]; i < f->first[x + 1]; i++) {
        if (f->constraint_of[i] >= s->model->all_differents) return; /* the others come later */
        const fq_csp_all_different *c = &s->model->all_different[f->constraint_of[i]];
        const uint32_t p = c->number[c->start[f->position[i]] + a];
        for (uint32_t e = c->group[p]; e < c->group[p + 1]; e++)
            set[c->place[e] / 64] |= UINT64_C(1) << c->place[e] % 64;
    }
}

/* --------------------------------------------------------------------------------- the filter */

/* Lists the numbers of the values left to each variable, and unmatches variables whose value was
 * pruned. */
static void list_edges(fq_csp *s, const fq_csp_all_different *c, fq_csp_matching *t)
{
    fq_csp_filters *f = &s->filters;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const fq_csp_variable *v = &s->model->variable[c->variable[i]];
        const uint32_t *number = c->number + c->start[i];
        int holds = 0;
        f->begin[i] = count;
        for (uint32_t k = 0; k < v->words; k++) {
            uint64_t left = s->domain[v->word + k] & v->mask;
            for (; left; left &= left - 1) {
                const uint32_t p = number[64 * k + fq_lowest(left) - v->bit];
                holds |= p == t->matched[i];
                f->edge[count++] = p;
            }
        }
        if (holds || t->matched[i] == NONE) continue;
        t->owner[t->matched[i]] = NONE;
        t->matched[i] = NONE;
    }
    f->begin[c->count] = count;
}

/* Matches variable `root` by a shortest augmenting path. Returns 0 if there is no such path. */
static int augment(fq_csp_filters *f, fq_csp_matching *t, uint32_t values, uint32_t root)
{
    if (!++f->stamp) {
        memset(f->seen, 0, values * sizeof *f->seen);
        f->stamp = 1;
    }
    uint32_t head = 0, tail = 0;
    f->path[tail++] = root;
    while (head < tail) {
        const uint32_t x = f->path[head++];
        for (uint32_t e = f->begin[x]; e < f->begin[x + 1]; e++) {
            uint32_t p = f->edge[e];
            if (f->seen[p] == f->stamp) continue;
            f->seen[p] = f->stamp;
            f->from[p] = x;
            if (t->owner[p] != NONE) {
                f->path[tail++] = t->owner[p];
                continue;
            }
            for (;;) { /* each variable on the path takes the next value on the path */
                const uint32_t y = f->from[p], given_up = t->matched[y];
                t->matched[y] = p;
                t->owner[p] = y;
                if (y == root) return 1;
                p = given_up;
            }
        }
    }
    return 0;
}

/* The node that the edge of value p leads to; the sink is node `count`. */
static inline uint32_t target(const fq_csp_matching *t, uint32_t p, uint32_t count)
{
    return t->owner[p] == NONE ? count : t->owner[p];
}

/* Finds the component of each variable and of the sink. */
static void find_components(fq_csp_filters *f, const fq_csp_matching *t, const uint32_t count)
{
    uint32_t depth = 0, top = 0, visited = 0, components = 0, y = count;
    memset(f->node, 0, ((size_t)count + 1) * sizeof *f->node);
    for (;;) {
        if (!f->node[y].index) {
            f->node[y].index = f->node[y].low = ++visited;
            f->node[y].next = y == count ? 0 : f->begin[y];
            f->stack[top++] = f->path[depth++] = y;
        }
        const uint32_t x = f->path[depth - 1];
        fq_csp_node *node = &f->node[x];
        if (node->next < (x == count ? count : f->begin[x + 1])) {
            y = node->next++;
            if (x != count) y = target(t, f->edge[y], count);
            const fq_csp_node *other = &f->node[y];
            if (other->index && !other->component && other->index < node->low)
                node->low = other->index;
            continue;
        }
        if (node->low == node->index) {
            components++;
            do f->node[f->stack[--top]].component = components;
            while (f->stack[top] != x);
        }
        if (!--depth) return;
        fq_csp_node *above = &f->node[f->path[depth - 1]];
        if (node->low < above->low) above->low = node->low;
        y = x; /* this node is finished: continue with its parent */
    }
}

/* Prunes from variable i the values whose edges connect different components. */
static int prune_across(fq_csp *s, const fq_csp_all_different *c, const fq_csp_matching *t,
                        uint32_t i)
{
    const fq_csp_filters *f = &s->filters;
    const uint32_t x = c->variable[i], own = f->node[i].component;
    const fq_csp_variable *v = &s->model->variable[x];
    const uint32_t *edge = f->edge + f->begin[i];
    int changed = 0;
    for (uint32_t w = v->word; w < v->word + v->words; w++) {
        uint64_t lost = 0;
        for (uint64_t left = s->domain[w] & v->mask; left; left &= left - 1)
            if (f->node[target(t, *edge++, c->count)].component != own) lost |= left & -left;
        if (!lost) continue;
        fq_csp_prune_values(s, x, w, lost);
        s->counts.prunes += fq_popcount(lost);
        changed = 1;
    }
    return changed;
}

int fq_csp_filter_all_different(fq_csp *s, uint32_t constraint)
{
    fq_csp_filters *f = &s->filters;
    const fq_csp_all_different *c = &s->model->all_different[constraint];
    fq_csp_matching *t = &f->matching[constraint];
    list_edges(s, c, t);
    for (uint32_t i = 0; i < c->count; i++)
        if (t->matched[i] == NONE && !augment(f, t, c->values, i)) return 0;
    find_components(f, t, c->count);
    for (uint32_t i = 0; i < c->count; i++)
        if (prune_across(s, c, t, i)) fq_csp_queue_dependents(s, c->variable[i]);
    return 1;
}

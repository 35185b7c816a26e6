/* model_min_conflicts.c - min-conflicts on a model.
 *
 * `clash` has, for each value, the number of values chosen now that conflict with it, so the pairs
 * in conflict of every value of a variable are known at once. For a table, `agree` has for each row
 * the number of variables that have its value; the violation is the number of variables less the
 * largest entry. One pass over the rows gives the violation for every value of one variable. */
#include "model_min_conflicts.h"

#include <stdlib.h>
#include <string.h>

#include "state.h"

enum { NOISE = 20, PATIENCE = 40 };

/* A table or a count constraint that contains a variable, and the variable's position in it. Tables
 * have the first numbers. */
typedef struct membership {
    uint32_t constraint, position;
} membership;

struct fq_csp_local {
    const fq_csp_model *model;
    int impossible, found;
    uint32_t *value;  /* of each variable */
    uint32_t *clash;  /* for each bit of a set of values: conflicts with the chosen values */
    uint32_t *first;  /* variable x: member[first[x]] to member[first[x + 1] - 1] */
    membership *member;
    uint32_t **agree;    /* for each table: the variables that agree with each row */
    uint32_t *counted;   /* for each count constraint: the variables with the counted value */
    uint32_t *violation; /* of each table and count constraint */
    uint8_t *touched;    /* scratch memory: the variables of violated constraints */
    uint64_t *price;     /* scratch memory: the cost of each value of one variable */
    uint32_t *nearest;   /* scratch memory: the largest agreement with each value */
    uint64_t cost, best, run_best, idle;
    fq_rng rng;
    fq_csp_local_counters counts;
};

static uint32_t count_violation(const fq_csp_count *c, uint32_t counted)
{
    return counted < c->least ? c->least - counted : counted > c->most ? counted - c->most : 0;
}

static uint32_t table_violation(const fq_csp_table *c, const uint32_t *agree)
{
    uint32_t most = 0;
    for (uint32_t r = 0; r < c->rows; r++)
        if (agree[r] > most) most = agree[r];
    return c->count - most;
}

/* The place of the bit of a value in a set of all values. */
static uint32_t place_of(const fq_csp_model *m, uint32_t x, uint32_t a)
{
    return 64 * m->variable[x].word + m->variable[x].bit + a;
}

/* Adds `by` (1, or -1 modulo 2^32) to the conflicts and constraints of a value that is chosen or
 * given up. */
static void add_value(fq_csp_local *s, uint32_t x, uint32_t a, uint32_t by)
{
    const fq_csp_model *m = s->model;
    const uint64_t *row = fq_csp_row(m, m->variable[x].first + a);
    for (uint32_t w = 0; w < m->words; w++)
        for (uint64_t bits = row[w]; bits; bits &= bits - 1)
            s->clash[64 * w + fq_lowest(bits)] += by;
    for (uint32_t k = s->first[x]; k < s->first[x + 1]; k++) {
        const uint32_t number = s->member[k].constraint, i = s->member[k].position;
        if (number >= m->tables) {
            s->counted[number - m->tables] += m->count[number - m->tables].value[i] == a ? by : 0;
            continue;
        }
        const fq_csp_table *c = &m->table[number];
        const uint64_t *support = c->support + (size_t)(c->start[i] + a) * c->words;
        for (uint32_t w = 0; w < c->words; w++)
            for (uint64_t bits = support[w]; bits; bits &= bits - 1)
                s->agree[number][64 * w + fq_lowest(bits)] += by;
    }
}

static uint32_t find_violation(const fq_csp_local *s, uint32_t number)
{
    const fq_csp_model *m = s->model;
    return number < m->tables
               ? table_violation(&m->table[number], s->agree[number])
               : count_violation(&m->count[number - m->tables], s->counted[number - m->tables]);
}

/* Notes the cost after it has changed. */
static void note_cost(fq_csp_local *s)
{
    if (s->cost < s->best) s->best = s->cost;
    if (s->cost >= s->run_best) return;
    s->run_best = s->cost;
    s->idle = 0;
}

/* Draws a random value for every variable. */
static void draw(fq_csp_local *s)
{
    const fq_csp_model *m = s->model;
    memset(s->clash, 0, 64 * (size_t)m->words * sizeof *s->clash);
    for (uint32_t t = 0; t < m->tables; t++)
        memset(s->agree[t], 0, m->table[t].rows * sizeof **s->agree);
    for (uint32_t k = 0; k < m->counts; k++) s->counted[k] = 0;
    for (uint32_t x = 0; x < m->variables; x++) {
        s->value[x] = fq_rng_below(&s->rng, m->variable[x].size);
        add_value(s, x, s->value[x], 1);
    }
    uint64_t pairs = 0; /* each pair twice */
    for (uint32_t x = 0; x < m->variables; x++) pairs += s->clash[place_of(m, x, s->value[x])];
    s->cost = pairs / 2;
    for (uint32_t k = 0; k < m->tables + m->counts; k++)
        s->cost += s->violation[k] = find_violation(s, k);
    s->run_best = UINT64_MAX;
    note_cost(s);
}

/* Picks a random variable that is in conflict and has two values or more. Returns the number of
 * variables if there is none. */
static uint32_t pick_variable(fq_csp_local *s)
{
    const fq_csp_model *m = s->model;
    uint32_t picked = m->variables, conflicts = 0;
    for (uint32_t k = 0; k < m->tables + m->counts; k++) {
        if (!s->violation[k]) continue;
        const int table = k < m->tables;
        const uint32_t count = table ? m->table[k].count : m->count[k - m->tables].count;
        const uint32_t *variable = table ? m->table[k].variable : m->count[k - m->tables].variable;
        for (uint32_t i = 0; i < count; i++) s->touched[variable[i]] = 1;
    }
    for (uint32_t x = 0; x < m->variables; x++) {
        const int touched = s->touched[x];
        s->touched[x] = 0;
        if (m->variable[x].size < 2) continue;
        if (!touched && !s->clash[place_of(m, x, s->value[x])]) continue;
        if (!fq_rng_below(&s->rng, ++conflicts)) picked = x;
    }
    return picked;
}

/* Adds the violations of table number `number` to the prices of the values of its variable number
 * i, whose value now is `now`. */
static void add_table_prices(fq_csp_local *s, uint32_t number, uint32_t i, uint32_t now)
{
    const fq_csp_table *c = &s->model->table[number];
    const uint32_t *agree = s->agree[number], size = c->start[i + 1] - c->start[i];
    uint32_t without = 0; /* the largest agreement of the other variables */
    memset(s->nearest, 0, size * sizeof *s->nearest);
    for (uint32_t r = 0; r < c->rows; r++) {
        const uint32_t a = c->entry[(size_t)r * c->count + i], others = agree[r] - (a == now);
        if (others > without) without = others;
        if (others + 1 > s->nearest[a]) s->nearest[a] = others + 1;
    }
    for (uint32_t a = 0; a < size; a++)
        s->price[a] += c->count - (s->nearest[a] > without ? s->nearest[a] : without);
}

/* Writes the cost of each value of x: its conflicts, and the violations of the constraints of x. */
static void find_prices(fq_csp_local *s, uint32_t x)
{
    const fq_csp_model *m = s->model;
    const uint32_t size = m->variable[x].size, now = s->value[x];
    for (uint32_t a = 0; a < size; a++) s->price[a] = s->clash[place_of(m, x, a)];
    for (uint32_t k = s->first[x]; k < s->first[x + 1]; k++) {
        const uint32_t number = s->member[k].constraint, i = s->member[k].position;
        if (number < m->tables) {
            add_table_prices(s, number, i, now);
            continue;
        }
        const fq_csp_count *c = &m->count[number - m->tables];
        const uint32_t others = s->counted[number - m->tables] - (c->value[i] == now);
        for (uint32_t a = 0; a < size; a++)
            s->price[a] += count_violation(c, others + (c->value[i] == a));
    }
}

/* Gives x another value. */
static void move_to(fq_csp_local *s, uint32_t x, uint32_t a)
{
    const fq_csp_model *m = s->model;
    s->cost -= s->clash[place_of(m, x, s->value[x])];
    add_value(s, x, s->value[x], UINT32_MAX);
    s->value[x] = a;
    add_value(s, x, a, 1);
    s->cost += s->clash[place_of(m, x, a)];
    for (uint32_t k = s->first[x]; k < s->first[x + 1]; k++) {
        const uint32_t number = s->member[k].constraint;
        s->cost -= s->violation[number];
        s->cost += s->violation[number] = find_violation(s, number);
    }
}

static void move(fq_csp_local *s)
{
    const uint32_t x = pick_variable(s);
    if (x == s->model->variables) return;
    const uint32_t size = s->model->variable[x].size, now = s->value[x];
    uint32_t other = 0, ties = 0;
    if (!fq_rng_below(&s->rng, NOISE)) {
        other = fq_rng_below(&s->rng, size - 1);
        other += other >= now;
    } else {
        uint64_t least = UINT64_MAX;
        find_prices(s, x);
        for (uint32_t a = 0; a < size; a++) {
            if (a == now || s->price[a] > least) continue;
            if (s->price[a] < least) ties = 0;
            least = s->price[a];
            if (!fq_rng_below(&s->rng, ++ties)) other = a;
        }
    }
    move_to(s, x, other);
}

/* Lists the tables and count constraints of each variable. */
static fq_error list_members(fq_csp_local *s)
{
    const fq_csp_model *m = s->model;
    size_t members = 0;
    s->first = calloc((size_t)m->variables + 1, sizeof *s->first);
    if (!s->first) return FQ_NO_MEMORY;
    for (uint32_t k = 0; k < m->tables; k++) {
        members += m->table[k].count;
        for (uint32_t i = 0; i < m->table[k].count; i++) s->first[m->table[k].variable[i] + 1]++;
    }
    for (uint32_t k = 0; k < m->counts; k++) {
        members += m->count[k].count;
        for (uint32_t i = 0; i < m->count[k].count; i++) s->first[m->count[k].variable[i] + 1]++;
    }
    s->member = malloc((members + 1) * sizeof *s->member);
    if (!s->member) return FQ_NO_MEMORY;
    for (uint32_t x = 0; x < m->variables; x++) s->first[x + 1] += s->first[x];
    for (uint32_t k = 0; k < m->tables; k++)
        for (uint32_t i = 0; i < m->table[k].count; i++)
            s->member[s->first[m->table[k].variable[i]]++] = (membership){k, i};
    for (uint32_t k = 0; k < m->counts; k++)
        for (uint32_t i = 0; i < m->count[k].count; i++)
            s->member[s->first[m->count[k].variable[i]]++] = (membership){m->tables + k, i};
    for (uint32_t x = m->variables; x; x--) s->first[x] = s->first[x - 1];
    s->first[0] = 0;
    return FQ_OK;
}

static fq_error set_up(fq_csp_local *s)
{
    const fq_csp_model *m = s->model;
    uint32_t most = 1;
    s->impossible = m->impossible;
    for (uint32_t x = 0; x < m->variables; x++) {
        if (!m->variable[x].size) s->impossible = 1;
        if (m->variable[x].size > most) most = m->variable[x].size;
    }
    s->value = calloc(m->variables, sizeof *s->value);
    s->clash = calloc(64 * (size_t)m->words + 1, sizeof *s->clash);
    s->agree = calloc((size_t)m->tables + 1, sizeof *s->agree);
    s->counted = calloc((size_t)m->counts + 1, sizeof *s->counted);
    s->violation = calloc((size_t)m->tables + m->counts + 1, sizeof *s->violation);
    s->touched = calloc(m->variables, 1);
    s->price = malloc(most * sizeof *s->price);
    s->nearest = malloc(most * sizeof *s->nearest);
    if (!s->value || !s->clash || !s->agree || !s->counted || !s->violation || !s->touched ||
        !s->price || !s->nearest)
        return FQ_NO_MEMORY;
    for (uint32_t t = 0; t < m->tables; t++) {
        s->agree[t] = calloc((size_t)m->table[t].rows + 1, sizeof **s->agree);
        if (!s->agree[t]) return FQ_NO_MEMORY;
    }
    return list_members(s);
}

fq_csp_local *fq_csp_local_new(const fq_csp_model *model, uint64_t seed, fq_error *error)
{
    *error = FQ_NO_MEMORY;
    fq_csp_local *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->model = model;
    s->rng.state = seed;
    s->best = UINT64_MAX;
    *error = set_up(s);
    if (*error) {
        fq_csp_local_free(s);
        return NULL;
    }
    if (!s->impossible) draw(s);
    return s;
}

void fq_csp_local_free(fq_csp_local *s)
{
    if (!s) return;
    for (uint32_t t = 0; s->agree && t < s->model->tables; t++) free(s->agree[t]);
    free(s->value);
    free(s->clash);
    free(s->first);
    free(s->member);
    free(s->agree);
    free(s->counted);
    free(s->violation);
    free(s->touched);
    free(s->price);
    free(s->nearest);
    free(s);
}

fq_status fq_csp_local_step(fq_csp_local *s, uint64_t budget)
{
    if (s->impossible) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    if (s->found) {
        s->found = 0;
        s->counts.restarts++;
        draw(s);
    }
    while (s->cost) {
        if (!budget--) return FQ_RUNNING;
        s->counts.steps++;
        if (s->idle >= (uint64_t)PATIENCE * s->model->variables) {
            s->counts.restarts++;
            draw(s);
        } else {
            s->idle++;
            move(s);
            note_cost(s);
        }
    }
    s->found = 1;
    return FQ_FOUND;
}

uint64_t fq_csp_local_spent(const fq_csp_local *s) { return s->counts.steps; }

fq_csp_local_counters fq_csp_local_counts(const fq_csp_local *s) { return s->counts; }

void fq_csp_local_peek(const fq_csp_local *s, int32_t *values)
{
    for (uint32_t x = 0; x < s->model->variables; x++)
        values[x] = s->impossible ? -1 : (int32_t)s->value[x];
}

uint64_t fq_csp_local_cost(const fq_csp_local *s) { return s->cost; }
uint64_t fq_csp_local_best(const fq_csp_local *s) { return s->best; }

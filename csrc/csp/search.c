/* search.c - the constraint search as a machine: set-up, choices and restarts.
 *
 * One loop serves all methods and options except plain backtracking in static order. That method
 * has its own loop in backtrack.c, which keeps no domains and is 25 times as fast. In the loop of
 * this file, backtracking prunes domains as forward checking does, so that the variable and value
 * orders know which values are free of conflicts. But backtracking ignores an empty domain until it
 * picks the variable of that domain. */
#include <stdlib.h>
#include <string.h>

#include "domains.h"
#include "queue.h"

/* Number of steps allowed in the first run, in addition to one step per variable. The limit of each
 * further run is 1.5 times as large. On the 30x30 board of the coloured Queens thesis, with MAC and
 * the smallest domain first, the median and the worst time of 300 seeds are 0.23 and 3.1 ms. Tried:
 * with 32 steps 0.25 and 5.8 ms; with 128 steps 0.44 and 8.5 ms; with 512 steps 1.1 and 40 ms; with
 * 8 steps and limits that double 0.23 and 7.5 ms. */
#define FIRST_RUN 8
#define NO_LIMIT  UINT64_MAX
/* Three numbers of values, each at most FQ_CSP_MAX_VALUES, fit a sorting key of 64 bits. */
#define VALUE_BITS 20
_Static_assert(FQ_CSP_MAX_VALUES <= 1u << VALUE_BITS, "a value must fit its part of a sorting key");

/* ------------------------------------------------------------------------------------ set-up */

static fq_error general_new(fq_csp *s)
{
    const fq_csp_model *m = s->model;
    const size_t variables = m->variables, values = m->values ? m->values : 1;
    const size_t words = m->words ? m->words : 1;
    const size_t hashed = words + fq_csp_scope_words(m);
    s->domain = calloc(words, sizeof *s->domain);
    s->open = calloc(words, sizeof *s->open);
    s->size = malloc(variables * sizeof *s->size);
    s->value = malloc(variables * sizeof *s->value);
    s->level = calloc(variables, sizeof *s->level);
    s->order = malloc(values * sizeof *s->order);
    s->trail = malloc(values * sizeof *s->trail);
    s->keys = malloc((values > hashed ? values : hashed) * sizeof *s->keys);
    if (!s->domain || !s->open || !s->size || !s->value || !s->level || !s->order || !s->trail ||
        !s->keys)
        return FQ_NO_MEMORY;
    for (uint32_t x = 0; x < variables; x++) {
        const fq_csp_variable *v = &m->variable[x];
        s->size[x] = v->size;
        s->value[x] = -1;
        for (uint32_t k = 0; k < v->words; k++)
            s->domain[v->word + k] |= v->words > 1 ? fq_ones(v->size - 64 * k) : v->mask;
    }
    memcpy(s->open, s->domain, m->words * sizeof *s->open);
    s->run_limit = s->options.restarts ? (uint64_t)m->variables + FIRST_RUN : NO_LIMIT;
    const int mac = s->options.method == FQ_CSP_MAC;
    fq_error error = mac && m->all_differents ? fq_csp_filters_new(s) : FQ_OK;
    if (!error && m->tables) error = fq_csp_tables_new(s);
    if (!error) error = fq_csp_scopes_new(s);
    if (!error) error = fq_csp_find_arcs(s);
    if (!error) fq_csp_add_scopes_to_degrees(s);
    if (error || !mac) return error;
    error = fq_csp_queues_new(s);
    if (error) return error;
    s->resume = FQ_CSP_AT_REVISE;
    for (uint32_t x = 0; x < variables; x++) /* an empty domain is a dead end even without arcs */
        if (!s->size[x]) s->resume = FQ_CSP_AT_END;
    return FQ_OK;
}

fq_csp *fq_csp_new(const fq_csp_model *model, const fq_csp_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if ((unsigned)options->method > FQ_CSP_MAC || (unsigned)options->order > FQ_CSP_DOM_DEG ||
        (unsigned)options->values > FQ_CSP_RANDOM)
        return NULL;
    *error = FQ_NO_MEMORY;
    fq_csp *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->model = model;
    s->options = *options;
    s->resume = FQ_CSP_AT_CALL;
    *error = fq_csp_plain_applies(model, options) ? fq_csp_plain_new(s) : general_new(s);
    if (!*error && options->method == FQ_CSP_MEMO)
        *error = fq_csp_memo_new(&s->memo, options->max_bytes);
    if (*error) {
        fq_csp_free(s);
        return NULL;
    }
    if (model->impossible) s->resume = FQ_CSP_AT_END;
    return s;
}

void fq_csp_free(fq_csp *s)
{
    if (!s) return;
    free(s->plain);
    free(s->free);
    free(s->domain);
    free(s->open);
    free(s->size);
    free(s->value);
    free(s->order);
    free(s->level);
    free(s->trail);
    free(s->keys);
    free(s->arcs.arc);
    free(s->arcs.other);
    free(s->arcs.back);
    free(s->arcs.own);
    free(s->arcs.degree);
    fq_csp_queues_free(s);
    fq_csp_scopes_free(&s->scopes);
    fq_csp_filters_free(&s->filters);
    fq_csp_tables_end(&s->tables);
    free(s->memo.memory);
    free(s);
}

/* ----------------------------------------------------------------------------------- choices */

static uint32_t next_variable(const fq_csp *s)
{
    const uint32_t variables = s->model->variables;
    if (s->options.order == FQ_CSP_STATIC) return s->depth;
    const int by_degree = s->options.order == FQ_CSP_DOM_DEG;
    uint32_t best = variables;
    uint64_t best_size = 0, best_degree = 0;
    for (uint32_t x = 0; x < variables; x++) {
        if (s->value[x] >= 0) continue;
        uint64_t size = s->size[x];
        uint64_t degree = by_degree ? s->arcs.degree[x] : 1;
        const int better = (degree && !best_degree) || size * best_degree < best_size * degree;
        if (best < variables && !better) continue;
        best = x;
        best_size = size;
        best_degree = degree;
    }
    return best;
}

static void shuffle(const fq_csp *s, uint32_t *values, uint32_t count)
{
    fq_rng rng = {s->options.seed +
                  (s->tally.nodes + s->tally.looked_up) * UINT64_C(0xd1342543de82ef95)};
    for (; count > 1; count--) {
        uint32_t pick = fq_rng_below(&rng, count), value = values[pick];
        values[pick] = values[count - 1];
        values[count - 1] = value;
    }
}

/* Sorts the values by the number of values that they would prune from the remaining variables. */
static void sort_least_constraining(const fq_csp *s, uint32_t x, uint32_t *values, uint32_t count)
{
    static const uint32_t gaps[] = {9841, 3280, 1093, 364, 121, 40, 13, 4, 1};
    const fq_csp_model *m = s->model;
    uint64_t *keys = s->keys;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *row = fq_csp_row(m, m->variable[x].first + values[i]);
        uint64_t taken = 0;
        for (uint32_t w = 0; w < m->words; w++)
            taken += fq_popcount(s->domain[w] & s->open[w] & row[w]);
        /* The key is the number of conflicts, then the position, then the value. All keys differ,
         * so any sorting method keeps ties in order. */
        keys[i] = taken << 2 * VALUE_BITS | (uint64_t)i << VALUE_BITS | values[i];
    }
    for (uint32_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t i = gaps[g]; i < count; i++) {
            uint64_t key = keys[i];
            uint32_t j = i;
            for (; j >= gaps[g] && keys[j - gaps[g]] > key; j -= gaps[g])
                keys[j] = keys[j - gaps[g]];
            keys[j] = key;
        }
    for (uint32_t i = 0; i < count; i++) values[i] = keys[i] & fq_ones(VALUE_BITS);
}

/* Picks the next variable and lists its values. csp.h names this a call. */
static void call_next_variable(fq_csp *s)
{
    const uint32_t x = next_variable(s);
    const fq_csp_variable *v = &s->model->variable[x];
    fq_csp_level *level = &s->level[s->depth];
    uint32_t *values = s->order + (s->depth ? s->level[s->depth - 1].end : 0), count = 0;
    for (uint32_t k = 0; k < v->words; k++) {
        uint64_t left = s->domain[v->word + k] & v->mask;
        for (; left; left &= left - 1) values[count++] = 64 * k + fq_lowest(left) - v->bit;
    }
    if (s->options.values == FQ_CSP_RANDOM || s->counts.restarts) shuffle(s, values, count);
    if (s->options.values == FQ_CSP_LCV) sort_least_constraining(s, x, values, count);
    level->variable = x;
    level->next = (uint32_t)(values - s->order);
    level->end = level->next + count;
}

/* ------------------------------------------------------------------------------------ memory */

/* FQ_CSP_MEMO: looks up the next call. Returns the number of steps of this call, or 0 if the call
 * is unknown. */
static uint64_t look_up_call(fq_csp *s)
{
    const uint32_t words = s->model->words;
    fq_csp_level *level = &s->level[s->depth];
    for (uint32_t w = 0; w < words; w++) s->keys[w] = s->domain[w] & s->open[w];
    fq_csp_write_scopes(s, s->keys + words);
    fq_csp_hash(s->depth, s->keys, words + fq_csp_scope_words(s->model), level->hash);
    level->tally = s->tally;
    level->solutions = s->counts.solutions;
    return fq_csp_find_nogood(&s->memo, level->hash);
}

/* FQ_CSP_MEMO: remembers the current call if it led to no solution. */
static void remember_call(fq_csp *s)
{
    const fq_csp_level *level = &s->level[s->depth];
    if (s->depth && level->solutions == s->counts.solutions)
        fq_csp_store_nogood(&s->memo, level->hash, fq_csp_steps_between(&s->tally, &level->tally));
}

/* -------------------------------------------------------------------------------- the machine */

/* The steps left in this run before a restart. */
static uint64_t steps_left(const fq_csp *s)
{
    return s->run_limit == NO_LIMIT ? NO_LIMIT : s->run_limit - s->run_steps;
}

/* Undoes the last choice. */
static void backtrack(fq_csp *s)
{
    fq_csp_level *level = &s->level[--s->depth];
    fq_csp_undo(s, level->trail);
    if (s->tables.trail_length) fq_csp_undo_tables(s, level->table_trail);
    if (s->scopes.left) fq_csp_unassign_in_scopes(s, level->variable);
    s->value[level->variable] = -1;
    fq_csp_set_open(s, level->variable, 1);
    s->counts.backtracks = fq_add_capped(s->counts.backtracks, 1);
}

/* The number of queued arcs and filters. */
static inline uint32_t count_queued(const fq_csp *s)
{
    return s->arc_queue.length + s->filter_queue.length;
}

/* Applies a choice to the neighbours of its variable. MAC queues arcs, and also filters if the
 * choice changed the domain of the variable; the other methods prune values. Returns 0 if forward
 * checking empties a domain. */
static inline int propagate(fq_csp *s, uint32_t x, uint32_t a, int changed)
{
    const uint64_t *row = fq_csp_row(s->model, s->model->variable[x].first + a);
    const fq_csp_method method = s->options.method;
    if (method == FQ_CSP_MAC) {
        fq_csp_queue_arcs_towards(s, x);
        if (changed) fq_csp_queue_filters_of(s, x);
        return 1;
    }
    int fine = 1;
    for (uint32_t i = s->arcs.arc[x]; fine && i < s->arcs.arc[x + 1]; i++) {
        uint32_t y = s->arcs.other[i];
        if (s->value[y] >= 0) continue;
        fq_csp_prune_conflicts(s, y, row);
        fine = s->size[y] || method != FQ_CSP_FORWARD;
    }
    return s->scopes.left ? fq_csp_assign_in_scopes(s, x, fine) : fine;
}

/* Tries the values of the current variable until a choice does not fail at once. If no value is
 * left, backtracks to the previously chosen variable. */
static void advance(fq_csp *s)
{
    for (;;) {
        fq_csp_level *level = &s->level[s->depth];
        if (level->next == level->end) {
            if (s->options.method == FQ_CSP_MEMO) remember_call(s);
            if (!s->depth) {
                s->resume = FQ_CSP_AT_END;
                return;
            }
            backtrack(s);
            continue;
        }
        const uint32_t x = level->variable, a = s->order[level->next++];
        level->trail = s->trail_length;
        level->table_trail = s->tables.trail_length;
        fq_csp_choose(s, x, a);
        s->depth++;
        if (!propagate(s, x, a, s->trail_length > level->trail)) {
            backtrack(s);
            continue;
        }
        if (count_queued(s)) {
            s->resume = FQ_CSP_AT_REVISE;
            return;
        }
        s->resume = FQ_CSP_AT_CALL;
        if (s->depth == s->model->variables) {
            s->resume = FQ_CSP_AT_FOUND;
            return;
        }
        if (s->options.method != FQ_CSP_MEMO) return;
        const uint64_t known = look_up_call(s), left = steps_left(s);
        if (!known) return;
        s->counts.hits++;
        /* In the failed call, every step except the first followed a choice, and that choice was
         * undone. If the run ends within the call, the choice before the next step has also been
         * made; the restart undoes it. */
        const uint64_t taken = known < left ? known : left;
        fq_csp_add_looked_up_steps(&s->tally, taken);
        s->run_steps += taken; /* has no meaning without a limit and may wrap around */
        s->counts.backtracks = fq_add_capped(s->counts.backtracks, taken - (known <= left));
        if (known > left) return;
        backtrack(s);
    }
}

/* Abandons the run: returns to the state before the first call. */
static void restart(fq_csp *s)
{
    while (s->depth) backtrack(s);
    s->counts.restarts++;
    s->run_steps = 0;
    s->run_limit = fq_add_capped(s->run_limit, s->run_limit / 2);
}

/* Counts the solution if the last choice completed one, and returns whether it did. */
static int count_solution_if_found(fq_csp *s)
{
    if (s->resume != FQ_CSP_AT_FOUND) return 0;
    s->counts.solutions++;
    s->run_limit = NO_LIMIT; /* a restart would find the same solutions again */
    return 1;
}

static fq_status general_step(fq_csp *s, uint64_t budget)
{
    if (s->resume == FQ_CSP_AT_FOUND) {
        backtrack(s);
        advance(s);
        if (count_solution_if_found(s)) return FQ_FOUND;
    }
    while (s->resume != FQ_CSP_AT_END) {
        if (s->resume == FQ_CSP_AT_REVISE) {
            int fine = 1;
            while (fine && s->arc_queue.length) {
                if (!budget--) return FQ_RUNNING;
                s->counts.revisions++;
                fine = fq_csp_revise_next(s);
            }
            if (fine && s->filter_queue.length) {
                if (!budget--) return FQ_RUNNING;
                s->counts.filters++;
                fine = fq_csp_filter_next(s);
                if (fine) continue;
            }
            if (fine) {
                s->resume = s->depth == s->model->variables ? FQ_CSP_AT_FOUND : FQ_CSP_AT_CALL;
            } else if (!s->depth) {
                s->resume = FQ_CSP_AT_END;
                return FQ_DONE;
            } else {
                backtrack(s);
                advance(s);
            }
        } else {
            if (steps_left(s) == 0) restart(s);
            if (!budget--) return FQ_RUNNING;
            s->tally.nodes++;
            s->run_steps++;
            call_next_variable(s);
            advance(s);
        }
        if (count_solution_if_found(s)) return FQ_FOUND;
    }
    return FQ_DONE;
}

fq_status fq_csp_propagate_first(fq_csp *s, uint64_t budget)
{
    while (s->resume == FQ_CSP_AT_REVISE && !s->depth && count_queued(s)) {
        if (!budget--) return FQ_RUNNING;
        const int arc = s->arc_queue.length > 0;
        s->counts.revisions += arc;
        s->counts.filters += !arc;
        if (!(arc ? fq_csp_revise_next(s) : fq_csp_filter_next(s))) s->resume = FQ_CSP_AT_END;
    }
    return s->resume == FQ_CSP_AT_END ? FQ_DONE : FQ_FOUND;
}

void fq_csp_remove_value(fq_csp *s, uint32_t x, uint32_t a)
{
    const fq_csp_variable *v = &s->model->variable[x];
    const uint32_t word = v->word + (v->bit + a) / 64;
    const uint64_t bit = UINT64_C(1) << (v->bit + a) % 64;
    if (s->plain) {
        s->free[word] &= ~bit;
    } else if (s->domain[word] & bit) {
        fq_csp_prune_values(s, x, word, bit);
        if (!s->size[x] && s->options.method == FQ_CSP_MAC) s->resume = FQ_CSP_AT_END;
    }
}

fq_status fq_csp_step(fq_csp *s, uint64_t budget)
{
    if (s->resume == FQ_CSP_AT_END) return FQ_DONE;
    if (!budget && s->resume != FQ_CSP_AT_FOUND) return FQ_RUNNING;
    return s->plain ? fq_csp_plain_step(s, budget) : general_step(s, budget);
}

uint64_t fq_csp_spent(const fq_csp *s)
{
    return s->tally.nodes + s->counts.revisions + s->counts.filters;
}

fq_csp_counters fq_csp_counts(const fq_csp *s)
{
    fq_csp_counters counts = s->counts;
    counts.nodes = s->tally.nodes;
    counts.steps = fq_csp_count_steps(&s->tally);
    if (s->plain) counts.backtracks = fq_csp_plain_backtracks(s);
    if (s->options.method == FQ_CSP_BACKTRACKING || s->options.method == FQ_CSP_MEMO)
        counts.prunes = 0; /* domains are used only for the orders of variables and values */
    return counts;
}

void fq_csp_peek(const fq_csp *s, int32_t *values)
{
    const fq_csp_model *m = s->model;
    for (uint32_t x = 0; x < m->variables; x++) {
        if (s->plain)
            values[x] = x < s->depth ? (int32_t)(s->plain[x].bit - m->variable[x].bit) : -1;
        else
            values[x] = s->value[x];
    }
}

/* Whether value a of x is left in `set`, which current_set has returned. */
static inline uint8_t is_left(const fq_csp *s, const uint64_t *set, uint32_t x, uint32_t a)
{
    const fq_csp_variable *v = &s->model->variable[x];
    const uint32_t bit = v->bit + a;
    if (s->plain && x < s->depth) return s->plain[x].bit == bit;
    return set[v->word + bit / 64] >> bit % 64 & 1;
}

static const uint64_t *current_set(const fq_csp *s)
{
    return s->plain ? s->free + (size_t)s->depth * s->model->words : s->domain;
}

void fq_csp_domain(const fq_csp *s, uint32_t x, uint8_t *left)
{
    const uint64_t *set = current_set(s);
    for (uint32_t a = 0; a < s->model->variable[x].size; a++) left[a] = is_left(s, set, x, a);
}

void fq_csp_cells(const fq_csp *s, uint8_t *left)
{
    const fq_csp_model *m = s->model;
    const uint64_t *set = current_set(s);
    if (!m->cell) return;
    for (uint32_t x = 0; x < m->variables; x++)
        for (uint32_t a = 0; a < m->variable[x].size; a++)
            left[m->cell[m->variable[x].first + a]] = is_left(s, set, x, a);
}

uint32_t fq_csp_tried_values(const fq_csp *s, uint32_t depth, uint32_t *variable, uint32_t *values)
{
    if (s->plain || depth >= s->model->variables) return 0;
    const fq_csp_level *level = &s->level[depth];
    const uint32_t first = depth ? level[-1].end : 0;
    uint32_t count = 0;
    *variable = level->variable;
    for (uint32_t i = first; i < level->next; i++) values[count++] = s->order[i];
    return count;
}

int fq_csp_last_choice(const fq_csp *s, uint32_t *variable, uint32_t *value)
{
    if (!s->depth) return 0;
    const uint32_t x = s->plain ? s->depth - 1 : s->level[s->depth - 1].variable;
    *variable = x;
    *value = s->plain ? s->plain[x].bit - s->model->variable[x].bit : (uint32_t)s->value[x];
    return 1;
}

uint32_t fq_csp_next_revised(const fq_csp *s, uint32_t *support)
{
    if (!s->arc_queue.length) return s->model->variables;
    const uint32_t arc = s->arc_queue.item[s->arc_queue.head];
    *support = s->arcs.other[arc];
    return s->arcs.own[arc];
}

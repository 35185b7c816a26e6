/* search.c - the exact-cover machine: checks the input, applies required options, picks a kernel.
 *
 * Required options are applied once, before the search. The kernels get a smaller problem: it lacks
 * the items that the required options cover, and the options that the required options exclude. */
#include <stdlib.h>
#include <string.h>

#include "common/checked_math.h"
#include "state.h"

static int fq_cover_valid(const fq_cover_problem *p)
{
    if (p->options > FQ_COVER_MAX || p->items > FQ_COVER_MAX || p->primary > p->items ||
        p->start[0] != 0)
        return 0;
    for (uint32_t o = 0; o < p->options; o++)
        if (p->start[o + 1] < p->start[o] || p->start[o + 1] > FQ_COVER_MAX) return 0;
    for (uint32_t i = 0; i < (uint32_t)p->start[p->options]; i++) {
        if (p->item[i] < 0 || (uint32_t)p->item[i] >= p->items) return 0;
        if (p->colour && (p->colour[i] < 0 || (p->colour[i] && (uint32_t)p->item[i] < p->primary)))
            return 0;
    }
    for (uint32_t r = 0; r < p->required_size; r++)
        if (p->required[r] < 0 || (uint32_t)p->required[r] >= p->options) return 0;
    return fq_cover_multi_valid(p);
}

static uint32_t fq_colour(const fq_cover_problem *p, uint32_t entry)
{
    return p->colour ? (uint32_t)p->colour[entry] : 0;
}

/* The state of an item after the required options: free, taken, or the colour that other options
 * must give the item. */
#define FREE  0u
#define TAKEN UINT32_MAX /* any other value is the colour */

/* Whether option o can still be chosen, given the state of each item. */
static int fq_cover_fits(const fq_cover_problem *p, const uint32_t *state, uint32_t o)
{
    for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
        uint32_t now = state[p->item[e]];
        if (now != FREE && (now == TAKEN || now != fq_colour(p, e))) return 0;
    }
    return 1;
}

/* Fills `set` from the problem. `state` and `number` have one entry per item; on entry `state` is
 * all FREE and `number` is all 0. */
static fq_error fq_cover_reduce(const fq_cover_problem *p, fq_cover_set *set, uint32_t *state,
                                uint32_t *number)
{
    for (uint32_t o = 0; o < p->options; o++)
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
            /* the item is twice in one option */
            if (number[p->item[e]] == o + 1) return FQ_BAD_SIZE;
            number[p->item[e]] = o + 1;
        }

    uint8_t *required = calloc(p->options ? p->options : 1, 1);
    if (!required) return FQ_NO_MEMORY;
    for (uint32_t r = 0; r < p->required_size; r++) {
        uint32_t o = (uint32_t)p->required[r];
        if (required[o]) continue; /* the option was listed twice */
        required[o] = 1;
        if (!fq_cover_fits(p, state, o)) {
            set->impossible = 1;
            break;
        }
        set->required[set->required_size++] = o;
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++)
            state[p->item[e]] = fq_colour(p, e) ? fq_colour(p, e) : TAKEN;
    }

    for (uint32_t i = 0; i < p->items; i++) {
        if (state[i] != FREE) continue;
        number[i] = set->items++;
        set->primary += i < p->primary;
    }
    for (uint32_t o = 0; o < p->options && !set->impossible; o++) {
        if (required[o] || !fq_cover_fits(p, state, o)) continue;
        uint32_t first = (uint32_t)set->entries;
        int has_primary_item = 0;
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
            uint32_t item = (uint32_t)p->item[e];
            /* A required option gave this item the same colour, so the entry can be omitted. */
            if (state[item] != FREE) continue;
            set->item[set->entries] = number[item];
            set->colour[set->entries++] = fq_colour(p, e);
            has_primary_item |= item < p->primary;
        }
        if (!has_primary_item) {
            set->entries = first;
            continue;
        }
        for (uint64_t e = first; e < set->entries; e++) set->coloured |= set->colour[e] != 0;
        set->original[set->options] = o;
        set->start[++set->options] = (uint32_t)set->entries;
    }
    free(required);
    return FQ_OK;
}

uint64_t fq_cover_bytes(fq_cover_method method, uint32_t options, uint32_t items, uint32_t primary,
                        uint64_t entries)
{
    uint64_t copy = 8 * entries + 8 * (uint64_t)options + 12 * (uint64_t)items;
    if (method == FQ_COVER_DLX) return copy + fq_cover_dlx_bytes(options, items, entries);
    copy += fq_cover_bitset_bytes(options, primary, entries);
    return method == FQ_COVER_MEMO ? copy + fq_cover_memo_bytes(primary) : copy;
}

static uint64_t fq_set_bytes(const fq_cover *m)
{
    const fq_cover_set *set = &m->set;
    if (!set->multi)
        return fq_cover_bytes(m->method, set->options, set->items, set->primary, set->entries);
    uint64_t copy = 8 * set->entries + 32 * (uint64_t)set->options + 20 * (uint64_t)set->items;
    return copy + (m->method == FQ_COVER_DLX ? fq_cover_multi_dlx_bytes(set)
                                             : fq_cover_multi_bitset_bytes(set));
}

static fq_error fq_new_kernel(fq_cover *m, const fq_cover_options *options)
{
    if (m->method == FQ_COVER_DLX)
        return m->set.multi ? fq_cover_multi_dlx_new(m) : fq_cover_dlx_new(m, options->isa);
    fq_error error = fq_cover_bitset_new(m, options->isa);
    if (error == FQ_OK && m->method == FQ_COVER_MEMO)
        error = fq_cover_memo_new(m, options->max_bytes);
    return error;
}

static void *fq_array(uint64_t entries) { return calloc(entries ? entries : 1, sizeof(uint32_t)); }

fq_cover *fq_cover_new(const fq_cover_problem *problem, const fq_cover_options *options,
                       fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (!fq_cover_valid(problem)) return NULL;
    int multi = problem->lower || problem->cost || problem->excluded_size;
    if (multi && options->method == FQ_COVER_MEMO) return NULL;
    *error = FQ_NO_MEMORY;
    uint64_t entries = (uint64_t)problem->start[problem->options];
    if (problem->required_size > FQ_COVER_MAX) return NULL;
    fq_cover *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    fq_cover_set *set = &m->set;
    m->method = options->method;
    m->count_only = options->count_only;
    m->priced = problem->cost != NULL;
    set->start = fq_array((uint64_t)problem->options + 1);
    set->original = fq_array(problem->options);
    /* with multiplicities, an option may get one more item */
    set->item = fq_array(entries + (multi ? problem->options : 0));
    set->colour = fq_array(entries + (multi ? problem->options : 0));
    set->required = fq_array(problem->required_size);
    uint32_t *state = fq_array(problem->items), *number = fq_array(problem->items);
    if (set->start && set->original && set->item && set->colour && set->required && state && number)
        *error = multi ? fq_cover_multi_reduce(problem, set)
                       : fq_cover_reduce(problem, set, state, number);
    free(state);
    free(number);
    if (*error == FQ_OK && multi) *error = fq_cover_multi_begin(m, options);
    if (*error == FQ_OK) {
        if (set->impossible) {
            m->resume = FQ_COVER_AT_END;
        } else if (fq_set_bytes(m) > options->max_bytes) {
            *error = FQ_NO_MEMORY;
        } else {
            if (!multi) set->depth = set->primary;
            m->choice = fq_array((uint64_t)set->depth + 1);
            *error = m->choice ? fq_new_kernel(m, options) : FQ_NO_MEMORY;
            for (uint32_t r = 0; m->priced && r < set->required_size; r++)
                m->cost += problem->cost[set->required[r]];
        }
    }
    if (*error == FQ_OK) return m;
    fq_cover_free(m);
    return NULL;
}

fq_status fq_cover_step(fq_cover *m, uint64_t budget)
{
    if (m->resume == FQ_COVER_AT_END) return FQ_DONE;
    if (m->resume == FQ_COVER_AT_FULL) return FQ_FULL;
    if (!budget) return FQ_RUNNING;
    return m->run(m, fq_add_capped(m->counts.nodes, budget));
}

uint32_t fq_cover_peek(const fq_cover *m, int32_t *options)
{
    const fq_cover_set *set = &m->set;
    uint32_t count = 0;
    for (uint32_t r = 0; r < set->required_size; r++) options[count++] = (int32_t)set->required[r];
    for (uint32_t d = 0; d < m->depth; d++) {
        int linked = m->method == FQ_COVER_DLX && !set->multi;
        uint32_t o = linked ? fq_cover_dlx_option(m, m->choice[d]) : m->choice[d];
        options[count++] = (int32_t)set->original[o];
    }
    return count;
}

uint32_t fq_cover_max_chosen(const fq_cover *m) { return m->set.required_size + m->set.depth; }

int64_t fq_cover_cost(const fq_cover *m) { return m->cost; }

uint64_t fq_cover_spent(const fq_cover *m) { return m->counts.nodes; }

fq_cover_counters fq_cover_counts(const fq_cover *m) { return m->counts; }

void fq_cover_free(fq_cover *m)
{
    if (!m) return;
    fq_cover_memo_free(m);
    if (m->kernel) {
        if (m->method == FQ_COVER_DLX)
            fq_cover_dlx_free(m);
        else
            fq_cover_bitset_free(m);
    }
    free(m->set.start);
    free(m->set.item);
    free(m->set.colour);
    free(m->set.original);
    free(m->set.required);
    free(m->choice);
    fq_cover_multi_free(m);
    free(m);
}

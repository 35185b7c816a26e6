/* multi.c - set-up of exact covers with multiplicities and costs, and the costs of the cheapest
 * solutions.
 *
 * Most items with multiplicities need no counter during the search. An upper bound that can never
 * be reached is dropped; then an item with the lower bound 1 is covered by its first option, and an
 * item with the lower bound 0 makes no difference. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define NONE UINT32_MAX

int fq_cover_multi_valid(const fq_cover_problem *p)
{
    if (!p->lower != !p->upper) return 0;
    for (uint32_t i = 0; p->lower && i < p->primary; i++)
        if (p->lower[i] < 0 || p->upper[i] < p->lower[i]) return 0;
    for (uint32_t k = 0; k < p->excluded_size; k++)
        if (p->excluded[k] < 0 || (uint32_t)p->excluded[k] >= p->options) return 0;
    int64_t sum = 0;
    for (uint32_t o = 0; o < p->options; o++) {
        if (p->copy_of && (p->copy_of[o] < -1 || p->copy_of[o] >= (int64_t)o)) return 0;
        if (!p->cost) continue;
        if (p->cost[o] < 0 || p->cost[o] > FQ_COVER_MAX_COST - sum) return 0;
        sum += p->cost[o];
    }
    return 1;
}

/* The arrays of the reduction. An item has `need` and `room` as in fq_cover_set; `colour` is the
 * colour that the required options give a secondary item. */
typedef struct fq_reduction {
    const fq_cover_problem *p;
    int32_t *need, *room;    /* [items] */
    uint32_t *colour;        /* [items] */
    uint32_t *size, *number; /* [items]: the number of options left, the number in the set */
    uint8_t *state;          /* [options]: one of the values below */
    uint32_t *position;      /* [options]: the number in the set */
    struct fq_ranked *order; /* [options] */
} fq_reduction;

enum { FQ_OPEN, FQ_REQUIRED, FQ_DROPPED };

/* An option left, with its share. */
struct fq_ranked {
    int64_t share;
    uint32_t option;
};

static int fq_compare_ranks(const void *a, const void *b)
{
    const struct fq_ranked *x = a, *y = b;
    if (x->share != y->share) return x->share < y->share ? -1 : 1;
    return x->option < y->option ? -1 : x->option > y->option;
}

static uint32_t fq_entry_colour(const fq_cover_problem *p, uint32_t entry)
{
    return p->colour ? (uint32_t)p->colour[entry] : 0;
}

/* Whether option o can still be chosen. */
static int fq_fits(const fq_reduction *r, uint32_t o)
{
    const fq_cover_problem *p = r->p;
    for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
        uint32_t item = (uint32_t)p->item[e];
        if (r->colour[item] ? r->colour[item] != fq_entry_colour(p, e) : r->room[item] == 0)
            return 0;
    }
    return 1;
}

static int fq_has_primary_item(const fq_cover_problem *p, uint32_t o)
{
    for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++)
        if ((uint32_t)p->item[e] < p->primary) return 1;
    return 0;
}

/* Chooses the required options. Returns 0 if they exclude each other. */
static int fq_choose_required(const fq_reduction *r, fq_cover_set *set)
{
    const fq_cover_problem *p = r->p;
    for (uint32_t k = 0; k < p->excluded_size; k++) r->state[p->excluded[k]] = FQ_DROPPED;
    for (uint32_t k = 0; k < p->required_size; k++) {
        uint32_t o = (uint32_t)p->required[k];
        if (r->state[o] == FQ_REQUIRED) continue; /* the option was listed twice */
        if (r->state[o] == FQ_DROPPED || !fq_fits(r, o)) return 0;
        r->state[o] = FQ_REQUIRED;
        set->required[set->required_size++] = o;
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
            uint32_t item = (uint32_t)p->item[e];
            if (fq_entry_colour(p, e)) {
                r->colour[item] = fq_entry_colour(p, e);
                continue;
            }
            r->need[item]--;
            r->room[item]--;
        }
    }
    return 1;
}

/* Drops the options that cannot be chosen any more, and counts the options of each item. */
static void fq_drop_options(const fq_reduction *r)
{
    const fq_cover_problem *p = r->p;
    for (uint32_t o = 0; o < p->options; o++) {
        if (r->state[o] != FQ_OPEN) continue;
        int32_t earlier = p->copy_of ? p->copy_of[o] : -1;
        while (earlier >= 0 && r->state[earlier] == FQ_REQUIRED) earlier = p->copy_of[earlier];
        /* A copy is chosen only after the copies before it. */
        if (!fq_fits(r, o) || !fq_has_primary_item(p, o) ||
            (earlier >= 0 && r->state[earlier] == FQ_DROPPED)) {
            r->state[o] = FQ_DROPPED;
            continue;
        }
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++)
            r->size[p->item[e]]++;
    }
}

/* Makes the upper bounds unlimited that no choice of options can exceed. An item cannot exceed its
 * bound if each of its options also has an item with a bound that is no higher. Only the item with
 * the most options is tried for this. */
static void fq_drop_upper_bounds(const fq_reduction *r)
{
    const fq_cover_problem *p = r->p;
    uint32_t most = NONE;
    for (uint32_t i = 0; i < p->primary; i++)
        if (r->size[i] && (most == NONE || r->size[i] > r->size[most])) most = i;
    if (most == NONE) return;
    uint32_t *with = r->number; /* the options that an item shares with the item `most` */
    memset(with, 0, (uint64_t)p->items * sizeof *with);
    for (uint32_t o = 0; o < p->options; o++) {
        if (r->state[o] != FQ_OPEN) continue;
        int has = 0;
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++)
            has |= (uint32_t)p->item[e] == most;
        for (uint32_t e = (uint32_t)p->start[o]; has && e < (uint32_t)p->start[o + 1]; e++)
            with[p->item[e]]++;
    }
    for (uint32_t i = 0; i < p->primary; i++)
        if (i != most && r->room[i] >= r->room[most] && with[i] == r->size[i] && r->room[i] > 1)
            r->room[i] = FQ_UNLIMITED;
    for (uint32_t i = 0; i < p->primary; i++)
        if (r->room[i] > 1 && (uint32_t)r->room[i] >= r->size[i]) r->room[i] = FQ_UNLIMITED;
}

static int fq_is_left(const fq_reduction *r, uint32_t item)
{
    if (item >= r->p->primary) return r->room[item] > 0 && !r->colour[item];
    return r->need[item] > 0 || r->room[item] > 0;
}

/* Whether a solution may have options that no item needs. */
static int fq_may_be_optional(const fq_reduction *r)
{
    uint32_t options = 0;
    int may = 0;
    for (uint32_t o = 0; o < r->p->options; o++) options += r->state[o] == FQ_OPEN;
    for (uint32_t i = 0; i < r->p->primary; i++) {
        if (r->need[i] == r->room[i] && r->size[i] == options) return 0;
        may |= r->need[i] < r->room[i];
    }
    return may;
}

/* Numbers the items of the set. */
static void fq_number_items(const fq_reduction *r, fq_cover_set *set)
{
    const fq_cover_problem *p = r->p;
    set->any = NONE;
    for (int pass = 0; pass < 4; pass++) {
        for (uint32_t i = 0; i < p->items; i++) {
            int32_t need = r->need[i];
            int group = i >= p->primary ? 3 : need == 1 ? 0 : need > 1 ? 1 : 2;
            if (!fq_is_left(r, i) || pass != group) continue;
            set->need[set->items] = need;
            set->room[set->items] = r->room[i];
            r->number[i] = set->items++;
        }
        if (pass == 0) set->primary = set->items;
        if (pass == 1) set->needy = set->items;
        if (pass != 2) continue;
        if (fq_may_be_optional(r)) {
            set->any = set->items;
            set->room[set->items++] = FQ_UNLIMITED;
        }
        set->columns = set->items;
    }
}

static uint32_t fq_count_needy(const fq_reduction *r, uint32_t o)
{
    const fq_cover_problem *p = r->p;
    uint32_t count = 0;
    for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++)
        count += (uint32_t)p->item[e] < p->primary && r->need[p->item[e]] > 0;
    return count;
}

/* Writes the options that are left, ordered by their share. */
static void fq_write_options(const fq_reduction *r, fq_cover_set *set)
{
    const fq_cover_problem *p = r->p;
    uint32_t count = 0;
    for (uint32_t o = 0; o < p->options; o++) {
        if (r->state[o] != FQ_OPEN) continue;
        uint32_t needy = fq_count_needy(r, o);
        int64_t share = p->cost ? p->cost[o] * FQ_SHARES / (needy ? needy : 1) : 0;
        r->order[count].share = share;
        r->order[count++].option = o;
    }
    if (p->cost) qsort(r->order, count, sizeof *r->order, fq_compare_ranks);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t o = r->order[k].option;
        r->position[o] = k;
        set->original[k] = o;
        set->share[k] = r->order[k].share;
        set->cost[k] = p->cost ? p->cost[o] : 0;
        set->next_copy[k] = NONE;
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
            uint32_t item = (uint32_t)p->item[e];
            /* A required option gave this item the same colour, so the entry can be omitted. */
            if (!fq_is_left(r, item)) continue;
            set->item[set->entries] = r->number[item];
            set->colour[set->entries++] = fq_entry_colour(p, e);
            set->coloured |= fq_entry_colour(p, e) != 0;
        }
        if (set->any != NONE) set->item[set->entries++] = set->any;
        set->start[k + 1] = (uint32_t)set->entries;
    }
    set->options = count;
    for (uint32_t o = 0; p->copy_of && o < p->options; o++) {
        if (r->state[o] != FQ_OPEN) continue;
        int32_t earlier = p->copy_of[o];
        while (earlier >= 0 && r->state[earlier] != FQ_OPEN) earlier = p->copy_of[earlier];
        if (earlier >= 0) set->next_copy[r->position[earlier]] = r->position[o];
    }
}

/* An upper bound of the number of options in a solution: each has a primary item. */
static uint32_t fq_greatest_depth(const fq_reduction *r, const fq_cover_set *set)
{
    uint64_t sum = 0, least = set->options;
    for (uint32_t i = 0; i < r->p->primary; i++) {
        uint64_t most = r->room[i] < 0 ? 0 : (uint64_t)r->room[i];
        if (most > r->size[i]) most = r->size[i];
        sum += most;
        if (r->size[i] == set->options && most < least) least = most;
    }
    return (uint32_t)(sum < least ? sum : least);
}

static void *fq_items(uint64_t count, uint64_t size) { return calloc(count ? count : 1, size); }

fq_error fq_cover_multi_reduce(const fq_cover_problem *p, fq_cover_set *set)
{
    fq_reduction r = {.p = p};
    fq_error error = FQ_NO_MEMORY;
    set->multi = 1;
    r.need = fq_items(p->items, sizeof *r.need);
    r.room = fq_items(p->items, sizeof *r.room);
    r.colour = fq_items(p->items, sizeof *r.colour);
    r.size = fq_items(p->items, sizeof *r.size);
    r.number = fq_items(p->items, sizeof *r.number);
    r.state = fq_items(p->options, sizeof *r.state);
    r.position = fq_items(p->options, sizeof *r.position);
    r.order = fq_items(p->options, sizeof *r.order);
    set->need = fq_items((uint64_t)p->items + 1, sizeof *set->need);
    set->room = fq_items((uint64_t)p->items + 1, sizeof *set->room);
    set->next_copy = fq_items(p->options, sizeof *set->next_copy);
    set->cost = fq_items(p->options, sizeof *set->cost);
    set->share = fq_items(p->options, sizeof *set->share);
    if (!r.need || !r.room || !r.colour || !r.size || !r.number || !r.state || !r.position ||
        !r.order || !set->need || !set->room || !set->next_copy || !set->cost || !set->share)
        goto end;

    error = FQ_BAD_SIZE;
    for (uint32_t o = 0; o < p->options; o++)
        for (uint32_t e = (uint32_t)p->start[o]; e < (uint32_t)p->start[o + 1]; e++) {
            if (r.number[p->item[e]] == o + 1) goto end; /* the item is twice in one option */
            r.number[p->item[e]] = o + 1;
        }
    error = FQ_OK;
    for (uint32_t i = 0; i < p->items; i++) {
        int bounded = p->lower && i < p->primary;
        r.need[i] = bounded ? p->lower[i] : i < p->primary;
        r.room[i] = bounded ? p->upper[i] : 1;
    }
    set->impossible = !fq_choose_required(&r, set);
    if (set->impossible) goto end;
    fq_drop_options(&r);
    if (p->lower) fq_drop_upper_bounds(&r);
    fq_number_items(&r, set);
    fq_write_options(&r, set);
    set->depth = fq_greatest_depth(&r, set);

end:
    free(r.need);
    free(r.room);
    free(r.colour);
    free(r.size);
    free(r.number);
    free(r.state);
    free(r.position);
    free(r.order);
    return error;
}

fq_error fq_cover_multi_begin(fq_cover *m, const fq_cover_options *options)
{
    m->max_cost = FQ_COVER_MAX_COST;
    if (!m->priced) return FQ_OK;
    if (options->max_cost < m->max_cost)
        m->max_cost = options->max_cost < 0 ? -1 : options->max_cost;
    m->keep = options->keep;
    if (!m->keep) return FQ_OK;
    if (m->keep > FQ_COVER_MAX_KEEP) return FQ_BAD_SIZE;
    m->cheapest = calloc(m->keep, sizeof *m->cheapest);
    return m->cheapest ? FQ_OK : FQ_NO_MEMORY;
}

/* The heap has the highest cost at its root. */
void fq_cover_record(fq_cover *m)
{
    if (!m->keep) return;
    int64_t *heap = m->cheapest;
    uint32_t at;
    if (m->kept < m->keep) {
        for (at = m->kept++; at && heap[(at - 1) / 2] < m->cost; at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
    } else {
        for (at = 0;;) {
            uint32_t child = 2 * at + 1;
            if (child >= m->kept) break;
            if (child + 1 < m->kept && heap[child + 1] > heap[child]) child++;
            if (heap[child] <= m->cost) break;
            heap[at] = heap[child];
            at = child;
        }
    }
    heap[at] = m->cost;
    if (m->kept == m->keep && heap[0] - 1 < m->max_cost) m->max_cost = heap[0] - 1;
}

void fq_cover_multi_free(fq_cover *m)
{
    free(m->set.need);
    free(m->set.room);
    free(m->set.next_copy);
    free(m->set.cost);
    free(m->set.share);
    free(m->cheapest);
}

/* dlx_multi.c - dancing links with multiplicities and costs (Knuth's Algorithms M and X$).
 *
 * The search branches on the active item with the fewest choices. An item of `size` options that
 * needs `need` of them has size - need + 1 choices: one of these options is the first that is
 * chosen, and the options before it are removed. So every set of options is found once.
 *
 *     options of the item   a b c d      need 2: a first, or b first without a, or c first
 *                                        without a and b
 *
 * Options removed and items covered are recorded on a trail. Backtracking undoes the trail down to
 * a mark, in reverse order, so that every link finds its neighbours unchanged. */
#include <stdlib.h>

#include "state.h"

#define NONE UINT32_MAX

typedef struct fq_link {
    uint32_t up, down, item;
} fq_link;

/* A branch: its item, and the length of the trail before the branch and before its last choice. */
typedef struct fq_level {
    uint32_t item, base, mark;
} fq_level;

typedef struct fq_multi {
    /* Nodes 0 to items - 1 are the heads of the columns; node items + e is entry e. The options of
     * a column are in ascending order. */
    fq_link *node;
    uint32_t *size;        /* [items] */
    uint32_t *left, *right; /* [needy + 1]: the active items; item i is at i + 1, the root at 0 */
    uint32_t *option;      /* the option of each entry */
    uint8_t *gone;         /* [options]: whether the option is removed */
    uint32_t *trail;       /* an option, or options + item */
    uint32_t top;
    fq_level *level;
} fq_multi;

static void fq_remove(const fq_cover_set *set, fq_multi *d, uint32_t o, uint64_t *updates)
{
    if (d->gone[o]) return;
    d->gone[o] = 1;
    d->trail[d->top++] = o;
    for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
        fq_link *n = &d->node[set->items + e];
        d->node[n->up].down = n->down;
        d->node[n->down].up = n->up;
        d->size[n->item]--;
    }
    *updates += set->start[o + 1] - set->start[o];
}

static void fq_deactivate(const fq_cover_set *set, fq_multi *d, uint32_t item)
{
    d->trail[d->top++] = set->options + item;
    d->right[d->left[item + 1]] = d->right[item + 1];
    d->left[d->right[item + 1]] = d->left[item + 1];
}

static void fq_undo(const fq_cover_set *set, fq_multi *d, uint32_t mark)
{
    while (d->top > mark) {
        uint32_t x = d->trail[--d->top];
        if (x >= set->options) {
            x -= set->options - 1;
            d->right[d->left[x]] = d->left[d->right[x]] = x;
            continue;
        }
        d->gone[x] = 0;
        for (uint32_t e = set->start[x + 1]; e-- > set->start[x];) {
            uint32_t node = set->items + e;
            const fq_link *n = &d->node[node];
            d->node[n->up].down = d->node[n->down].up = node;
            d->size[n->item]++;
        }
    }
}

static void fq_choose_option(fq_cover *m, fq_multi *d, uint32_t o, uint64_t *updates)
{
    const fq_cover_set *set = &m->set;
    m->cost += set->cost[o];
    fq_remove(set, d, o, updates);
    for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
        uint32_t item = set->item[e], colour = set->colour[e];
        if (!colour) {
            if (--set->need[item] == 0) fq_deactivate(set, d, item);
            if (set->room[item] == FQ_UNLIMITED || --set->room[item] > 0) continue;
        }
        for (uint32_t q = d->node[item].down; q != item; q = d->node[q].down)
            if (!colour || set->colour[q - set->items] != colour)
                fq_remove(set, d, d->option[q - set->items], updates);
    }
}

static void fq_unchoose_option(fq_cover *m, fq_multi *d, uint32_t o, uint32_t mark)
{
    const fq_cover_set *set = &m->set;
    m->cost -= set->cost[o];
    fq_undo(set, d, mark);
    for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
        uint32_t item = set->item[e];
        if (set->colour[e]) continue;
        set->need[item]++;
        if (set->room[item] != FQ_UNLIMITED) set->room[item]++;
    }
}

/* Chooses the item to branch on. Returns 0 if the state is a dead end or too dear. */
static int fq_choose_item(const fq_cover *m, const fq_multi *d, uint32_t *best)
{
    const fq_cover_set *set = &m->set;
    uint32_t least = UINT32_MAX;
    int64_t bound = 0;
    for (uint32_t k = d->right[0]; k; k = d->right[k]) {
        uint32_t item = k - 1, size = d->size[item], need = (uint32_t)set->need[item];
        if (size < need) return 0;
        if (size - need < least) least = size - need, *best = item;
        uint32_t first = d->option[d->node[item].down - set->items];
        bound += set->share[first] * need;
    }
    return !fq_cover_too_dear(m, bound);
}

static fq_status fq_run(fq_cover *m, uint64_t stop)
{
    const fq_cover_set *set = &m->set;
    fq_multi *d = m->kernel;
    uint64_t nodes = m->counts.nodes, updates = m->counts.updates;
    fq_status status = FQ_RUNNING;
    uint32_t item = set->any;
    if (m->resume == FQ_COVER_AT_BACK) goto back;
    if (m->resume == FQ_COVER_AT_MORE) goto more;

    for (;;) {
        if (nodes >= stop) {
            m->resume = FQ_COVER_AT_NODE;
            break;
        }
        nodes++;
        if (!d->right[0]) {
            if (fq_cover_too_dear(m, 0)) goto back;
            m->counts.solutions++;
            fq_cover_record(m);
            if (!m->count_only) {
                m->resume = FQ_COVER_AT_MORE;
                status = FQ_FOUND;
                break;
            }
        more:
            item = set->any;
            if (item == NONE || !d->size[item]) goto back;
        } else if (!fq_choose_item(m, d, &item)) {
            goto back;
        }
        d->level[m->depth].item = item;
        d->level[m->depth].base = d->top;

    next:; /* the first option of the item that is left */
        uint32_t o = d->option[d->node[item].down - set->items];
        d->level[m->depth].mark = d->top;
        m->choice[m->depth++] = o;
        fq_choose_option(m, d, o, &updates);
        continue;

    back:
        if (!m->depth) {
            m->resume = FQ_COVER_AT_END;
            status = FQ_DONE;
            break;
        }
        fq_level *level = &d->level[--m->depth];
        o = m->choice[m->depth];
        fq_unchoose_option(m, d, o, level->mark);
        for (; o != NONE; o = set->next_copy[o]) fq_remove(set, d, o, &updates);
        item = level->item;
        uint32_t need = set->need[item] > 0 ? (uint32_t)set->need[item] : 1;
        if (d->size[item] >= need) goto next;
        fq_undo(set, d, level->base);
        goto back;
    }
    m->counts.nodes = nodes;
    m->counts.updates = updates;
    return status;
}

/* Divides one block of memory into the arrays; returns its size. With `memory` NULL, only computes
 * the size. */
static uint64_t fq_place(const fq_cover_set *set, fq_multi *d, char *memory)
{
    uint64_t size = 0;
#define PLACE(field, count)                                                                        \
    do {                                                                                           \
        if (memory) d->field = (void *)(memory + size);                                            \
        size += ((uint64_t)(count) * sizeof *d->field + 7) / 8 * 8;                                \
    } while (0)
    PLACE(node, set->items + set->entries);
    PLACE(size, set->items);
    PLACE(left, set->needy + UINT64_C(1));
    PLACE(right, set->needy + UINT64_C(1));
    PLACE(option, set->entries);
    PLACE(trail, (uint64_t)set->options + set->needy);
    PLACE(level, set->depth + UINT64_C(1));
    PLACE(gone, set->options);
#undef PLACE
    return size;
}

uint64_t fq_cover_multi_dlx_bytes(const fq_cover_set *set)
{
    return sizeof(fq_multi) + fq_place(set, &(fq_multi){0}, NULL);
}

fq_error fq_cover_multi_dlx_new(fq_cover *m)
{
    const fq_cover_set *set = &m->set;
    if (set->entries + set->items + set->options >= NONE) return FQ_BAD_SIZE;
    m->kernel = calloc(1, fq_cover_multi_dlx_bytes(set));
    if (!m->kernel) return FQ_NO_MEMORY;
    fq_multi *d = m->kernel;
    fq_place(set, d, (char *)m->kernel + sizeof *d);
    for (uint32_t i = 0; i < set->items; i++) d->node[i].up = d->node[i].down = i;
    for (uint32_t i = 0; i <= set->needy; i++) {
        d->left[i] = i ? i - 1 : set->needy;
        d->right[i] = i < set->needy ? i + 1 : 0;
    }
    for (uint32_t o = 0; o < set->options; o++)
        for (uint32_t e = set->start[o]; e < set->start[o + 1]; e++) {
            uint32_t node = set->items + e, item = set->item[e];
            fq_link *n = &d->node[node];
            d->option[e] = o;
            n->item = item;
            n->up = d->node[item].up;
            n->down = item;
            d->node[n->up].down = node;
            d->node[item].up = node;
            d->size[item]++;
        }
    m->run = fq_run;
    return FQ_OK;
}

/* dlx_links.h - dancing links, included once for each width of LINK. NAME(x) makes the function
 * names for that width, and SETTLED is the largest value of LINK. Each function is compiled twice,
 * for problems with and without colours (`coloured`).
 *
 * All nodes are in one array:
 *
 *     0             the root of the circular list of active primary items
 *     1 .. items    the items; each is the head of the column of its options
 *     items + 1 ..  a spacer, the entries of option 0, a spacer, those of option 1, ... a spacer
 *
 * The `item` of a spacer is 0. Its `up` is the first entry of the option before the spacer, and its
 * `down` is the last entry of the option after it. So a walk along an option wraps round at both
 * ends. */

typedef struct NAME(node) {
    LINK up, down, item;
    /* 0: none; SETTLED: a chosen option has the same colour. The field also pads the node to 2^n
     * bytes */
    LINK colour;
} NAME(node);

struct NAME(fq) {
    NAME(node) * node;
    /* [items + 1]: `left` and `right`: the neighbours of each item in the list of active items;
     * `size`: the number of options in each column */
    LINK *left, *right, *size;
};

/* Removes all entries except p of p's option from their columns. Returns the number of updates. */
FQ_INLINE uint64_t NAME(hide)(struct NAME(fq) * d, uint32_t p, const int coloured)
{
    NAME(node) *node = d->node;
    uint64_t updates = 0;
    for (uint32_t q = p + 1; q != p;) {
        uint32_t item = node[q].item;
        if (!item) {
            q = node[q].up;
            continue;
        }
        if (!coloured || node[q].colour != SETTLED) {
            LINK up = node[q].up, down = node[q].down;
            node[up].down = down;
            node[down].up = up;
            d->size[item]--;
            updates++;
        }
        q++;
    }
    return updates;
}

FQ_INLINE void NAME(unhide)(struct NAME(fq) * d, uint32_t p, const int coloured)
{
    NAME(node) *node = d->node;
    for (uint32_t q = p - 1; q != p;) {
        uint32_t item = node[q].item;
        if (!item) {
            q = node[q].down;
            continue;
        }
        if (!coloured || node[q].colour != SETTLED) {
            node[node[q].up].down = (LINK)q;
            node[node[q].down].up = (LINK)q;
            d->size[item]++;
        }
        q--;
    }
}

/* Removes an item from the list of active items, and removes the options of its column from all
 * other columns. Returns the number of updates. */
FQ_INLINE uint64_t NAME(cover)(struct NAME(fq) * d, uint32_t item, const int coloured)
{
    LINK left = d->left[item], right = d->right[item];
    d->right[left] = right;
    d->left[right] = left;
    uint64_t updates = 1;
    for (uint32_t p = d->node[item].down; p != item; p = d->node[p].down)
        updates += NAME(hide)(d, p, coloured);
    return updates;
}

FQ_INLINE void NAME(uncover)(struct NAME(fq) * d, uint32_t item, const int coloured)
{
    for (uint32_t p = d->node[item].up; p != item; p = d->node[p].up) NAME(unhide)(d, p, coloured);
    d->right[d->left[item]] = (LINK)item;
    d->left[d->right[item]] = (LINK)item;
}

/* Updates the item of entry p after p's option was chosen. The first option that gives the item a
 * colour fixes that colour: entries with another colour are hidden, entries with the same colour
 * are marked SETTLED. (p itself is not in the column: covering the item of the branch has hidden
 * its option.) */
FQ_INLINE uint64_t NAME(commit)(struct NAME(fq) * d, uint32_t p, const int coloured)
{
    uint32_t item = d->node[p].item;
    if (!coloured || !d->node[p].colour) return NAME(cover)(d, item, coloured);
    LINK colour = d->node[p].colour;
    uint64_t updates = 0;
    if (colour == SETTLED) return 0;
    for (uint32_t q = d->node[item].down; q != item; q = d->node[q].down)
        if (d->node[q].colour != colour)
            updates += NAME(hide)(d, q, coloured);
        else
            d->node[q].colour = SETTLED;
    return updates;
}

FQ_INLINE void NAME(uncommit)(struct NAME(fq) * d, uint32_t p, const int coloured)
{
    uint32_t item = d->node[p].item;
    if (!coloured || !d->node[p].colour) {
        NAME(uncover)(d, item, coloured);
        return;
    }
    LINK colour = d->node[p].colour;
    if (colour == SETTLED) return;
    for (uint32_t q = d->node[item].up; q != item; q = d->node[q].up)
        if (d->node[q].colour == SETTLED)
            d->node[q].colour = colour;
        else
            NAME(unhide)(d, q, coloured);
}

FQ_INLINE fq_status NAME(dance)(fq_cover *m, uint64_t stop, const int coloured)
{
    struct NAME(fq) dance =
        *(struct NAME(fq) *)m->kernel; /* a copy of the pointers, so that they stay in registers */
    struct NAME(fq) *d = &dance;
    NAME(node) *node = d->node;
    uint64_t nodes = m->counts.nodes, updates = m->counts.updates, solutions = m->counts.solutions;
    uint32_t depth = m->depth, *choice = m->choice, p;
    fq_status status = FQ_RUNNING;
    if (m->resume == FQ_COVER_AT_BACK) goto back;

    for (;;) {
        if (nodes >= stop) {
            m->resume = FQ_COVER_AT_NODE;
            break;
        }
        nodes++;
        if (!d->right[0]) {
            solutions++;
            if (m->count_only) goto back;
            m->resume = FQ_COVER_AT_BACK;
            status = FQ_FOUND;
            break;
        }
        uint32_t best = 0, least = UINT32_MAX;
        for (uint32_t i = d->right[0]; i; i = d->right[i]) {
            if (d->size[i] >= least) continue;
            best = i;
            least = d->size[i];
            if (!least) break;
        }
        updates += NAME(cover)(d, best, coloured);
        p = node[best].down;

    next: /* p: the next option of the branching item, or the item itself after its last option */
        if (p != node[p].item) {
            for (uint32_t q = p + 1; q != p;) {
                if (!node[q].item) {
                    q = node[q].up;
                    continue;
                }
                updates += NAME(commit)(d, q, coloured);
                q++;
            }
            choice[depth++] = p;
            continue;
        }
        NAME(uncover)(d, p, coloured);

    back:
        if (!depth) {
            m->resume = FQ_COVER_AT_END;
            status = FQ_DONE;
            break;
        }
        p = choice[--depth];
        for (uint32_t q = p - 1; q != p;) {
            if (!node[q].item) {
                q = node[q].down;
                continue;
            }
            NAME(uncommit)(d, q, coloured);
            q--;
        }
        p = node[p].down;
        goto next;
    }
    m->depth = depth;
    m->counts.nodes = nodes;
    m->counts.updates = updates;
    m->counts.solutions = solutions;
    return status;
}

static fq_status NAME(run)(fq_cover *m, uint64_t stop) { return NAME(dance)(m, stop, 0); }

static fq_status NAME(run_coloured)(fq_cover *m, uint64_t stop) { return NAME(dance)(m, stop, 1); }

/* The number of bytes that NAME(fill) fills. The caller must have set this memory to zero. */
static uint64_t NAME(bytes)(uint64_t nodes, uint64_t items)
{
    return sizeof(struct NAME(fq)) + nodes * sizeof(NAME(node)) + 3 * (items + 1) * sizeof(LINK);
}

static void NAME(fill)(const fq_cover_set *set, uint64_t nodes, void *memory)
{
    struct NAME(fq) *d = memory;
    char *next = (char *)memory + sizeof *d;
    uint32_t items = set->items;
    d->node = (NAME(node) *)next;
    d->left = (LINK *)(next + nodes * sizeof(NAME(node)));
    d->right = d->left + items + 1;
    d->size = d->right + items + 1;

    for (uint32_t i = 0; i <= items; i++) {
        d->node[i].up = d->node[i].down = d->node[i].item = (LINK)i;
        d->left[i] = (LINK)(i <= set->primary ? (i ? i - 1 : set->primary) : i);
        d->right[i] = (LINK)(i <= set->primary ? (i < set->primary ? i + 1 : 0) : i);
    }
    uint32_t p = items + 1;
    for (uint32_t o = 0; o < set->options; o++) {
        uint32_t size = set->start[o + 1] - set->start[o];
        d->node[p].down = (LINK)(p + size);
        for (uint32_t k = 0; k < size; k++) {
            uint32_t item = set->item[set->start[o] + k] + 1;
            NAME(node) *n = &d->node[++p];
            n->item = (LINK)item;
            n->up = d->node[item].up;
            n->down = (LINK)item;
            d->node[n->up].down = (LINK)p;
            d->node[item].up = (LINK)p;
            d->size[item]++;
            n->colour = (LINK)set->colour[set->start[o] + k];
        }
        ++p;
        d->node[p].up = (LINK)(p - size);
    }
}

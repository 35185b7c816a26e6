/* dlx_links.h - dancing links, included once for each width of LINK. NAME(x) makes the function
 * names for that width, SETTLED is the largest value of LINK, and ACTIVE is its top bit. Each
 * function is compiled twice, for problems with and without colours (`coloured`). BY_VECTORS is 1
 * if the sizes of items are compared by vectors, and 0 if the list of active items is walked.
 *
 * All nodes are in one array:
 *
 *     0           the root of the circular list of active primary items
 *     1 ..        the primary items; each is the head of the column of its options. Unused heads
 *                 follow them, up to a multiple of FQ_DLX_BLOCK
 *     ..          the secondary items
 *     heads ..    a spacer, the entries of option 0, a spacer, those of option 1, ... a spacer
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
    /* [heads]: `left` and `right`: the neighbours of each item in the list of active items; `size`:
     * the number of options in each column. BY_VECTORS: plus ACTIVE unless the item is covered, so
     * that active items have the least sizes as signed numbers. The size of a covered item never
     * changes, because its options are in no other column. Only sizes of primary items are used. */
    LINK *left, *right, *size;
    uint32_t primary;
    uint32_t active; /* BY_VECTORS: number of active primary items */
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
    if (BY_VECTORS) {
        d->size[item] ^= ACTIVE;
        d->active -= item <= d->primary;
    }
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
    if (BY_VECTORS) {
        d->size[item] ^= ACTIVE;
        d->active += item <= d->primary;
    }
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

/* Returns the first active primary item with the fewest options. At least one item is active. */
FQ_INLINE uint32_t NAME(choose)(const struct NAME(fq) * d)
{
    const uint32_t vectors = d->primary / (FQ_VECTOR / sizeof(LINK)) + 1;
    if (BY_VECTORS && d->active > FQ_DLX_FEW + (FQ_VECTOR == 16 ? 2 * vectors : 0))
        return NAME(fq_first_least)(d->size, vectors);
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = d->right[0]; i; i = d->right[i]) {
        if (d->size[i] >= least) continue;
        best = i;
        least = d->size[i];
        if (least == ACTIVE) break;
    }
    return best;
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
    if (BY_VECTORS) {
        d->active = 0;
        for (uint32_t i = d->right[0]; i; i = d->right[i]) d->active++;
    }
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
        uint32_t best = NAME(choose)(d);
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

static inline fq_status NAME(run)(fq_cover *m, uint64_t stop) { return NAME(dance)(m, stop, 0); }

static inline fq_status NAME(run_coloured)(fq_cover *m, uint64_t stop)
{
    return NAME(dance)(m, stop, 1);
}

/* The number of bytes that NAME(fill) fills. The caller must have set this memory to zero. */
static inline uint64_t NAME(bytes)(uint64_t nodes, uint64_t heads)
{
    return FQ_LINE * (sizeof(struct NAME(fq)) / FQ_LINE + 1) + nodes * sizeof(NAME(node)) +
           3 * heads * sizeof(LINK);
}

static inline void NAME(fill)(const fq_cover_set *set, uint32_t heads, void *memory)
{
    struct NAME(fq) *d = memory;
    const uint32_t primary = set->primary, unused = heads - 1 - set->items;
    d->primary = primary;
    d->size = (LINK *)memory + FQ_LINE * (sizeof *d / FQ_LINE + 1) / sizeof(LINK);
    d->left = d->size + heads;
    d->right = d->left + heads;
    d->node = (NAME(node) *)(d->right + heads);

    for (uint32_t i = 0; i < heads; i++) {
        d->node[i].up = d->node[i].down = d->node[i].item = (LINK)i;
        d->left[i] = (LINK)(i <= primary ? (i ? i - 1 : primary) : i);
        d->right[i] = (LINK)(i <= primary ? (i < primary ? i + 1 : 0) : i);
        d->size[i] = i && i <= primary ? ACTIVE : ACTIVE - 1;
    }
    uint32_t p = heads;
    for (uint32_t o = 0; o < set->options; o++) {
        uint32_t size = set->start[o + 1] - set->start[o];
        d->node[p].down = (LINK)(p + size);
        for (uint32_t k = 0; k < size; k++) {
            uint32_t item = set->item[set->start[o] + k] + 1;
            if (item > primary) item += unused;
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

/* count_scalar.c - the portable kernel, which processes lists of placements one node at a time.
 *
 * A depth-first search spends most of its time on mispredicted branches: whether a child is pruned,
 * and whether a node has another child, are hard to predict. If every row has a list of nodes,
 * neither of these decisions needs a branch. A child is always written after the last node of the
 * next list, and the end of that list then moves by 0 nodes if the child is pruned, or else by 1
 * node. The step to the next node of the current list is a conditional move.
 *
 *      list k      [ done | node | ...            end: todo = 0 ]
 *                           ^ in, with `todo` in a register
 *      list k + 1  [ children ...               | . ]
 *                                                 ^ out
 *
 * The lists are grown in the order of count_levels.h. On Ice Lake, n = 16 takes 0.51 s. Tried: a
 * depth-first search took 0.96 s. Three arrays, one for each mask, instead of one array of nodes
 * were 5% slower. With conditional expressions instead of masks, gcc used branches.
 *
 * There is no version for NEON, which has neither gathers nor a compressing store. A depth-first
 * search in each of two lanes would take 30 cycles per node on Neoverse N1 and 22 cycles on Apple's
 * A14 (llvm-mca); a search without vectors takes 12 and 16 cycles on these CPUs. */
#include "count_kernel.h"

enum { FULL = 512 };

typedef struct node {
    uint32_t free, left, right, todo; /* todo: the columns still to try in the next row */
} node;

typedef struct list {
    node *in;             /* next node to grow */
    node *out;            /* end of the list */
    node nodes[FULL + 1]; /* one more node, whose todo = 0 marks the end of the list */
} list;

typedef struct scalar_state {
    fq_nq_rows rows;
    uint32_t level, floor;
    /* Number of nodes written to each list so far. The estimate of the progress needs it. */
    uint64_t written[FQ_NQUEENS_MAX - 1];
    list lists[FQ_NQUEENS_MAX - 1];
} scalar_state;

/* The factors for shifting by multiplication. On x86, a shift by a variable count would take three
 * operations. */
typedef struct shift {
    uint32_t up, down;
} shift;
static inline shift shift_by(uint32_t gap)
{
    return (shift){UINT32_C(1) << gap, UINT32_C(1) << (32 - gap)};
}
static inline uint32_t up(uint32_t x, shift s) { return x * s.up; }
static inline uint32_t down(uint32_t x, shift s) { return (uint32_t)((uint64_t)x * s.down >> 32); }

static void scalar_start(void *opaque, const fq_nq_rows *rows)
{
    scalar_state *s = opaque;
    s->rows = *rows;
    s->level = s->floor = 0;
    for (uint32_t k = 0; k + 1 < rows->count; k++) {
        s->lists[k].in = s->lists[k].out = s->lists[k].nodes;
        s->written[k] = k == 0;
    }
    *s->lists[0].out++ = (node){rows->free, 0, 0, rows->free & rows->open[0]};
}

/* Grows list k. Returns true if list k + 1 is full, false if list k is empty. `far` says whether
 * four rows are left below row k, which need more pruning; see count_levels.h. */
static inline bool grow_rows(scalar_state *s, uint32_t k, uint64_t *nodes, const bool far)
{
    list *const from = &s->lists[k], *const to = &s->lists[k + 1];
    const shift gap = shift_by(s->rows.gap[k]), gap1 = shift_by(s->rows.gap[k + 1]);
    const uint32_t open1 = s->rows.open[k + 1], open2 = s->rows.open[k + 2];
    const shift gap2 = shift_by(far ? s->rows.gap[k + 2] : 1),
                gap3 = shift_by(far ? s->rows.gap[k + 3] : 1);
    const uint32_t open3 = far ? s->rows.open[k + 3] : 0, open4 = far ? s->rows.open[k + 4] : 0;
    const node *in = from->in;
    node *out = to->out, *const full = to->nodes + FULL;
    uint64_t count = 0;

    from->out->todo = 0;
    uint32_t todo = in->todo;
    while (todo != 0 && out < full) {
        const uint32_t queen = todo & (0u - todo);
        const uint32_t f = in->free ^ queen, l = up(in->left | queen, gap),
                       r = down(in->right | queen, gap);
        const uint32_t l2 = up(l, gap1), r2 = down(r, gap1);
        const uint32_t first = f & open1 & ~(l | r), second = f & open2 & ~(l2 | r2);
        uint32_t live = (uint32_t)(first != 0) & (uint32_t)(second != 0);
        if (far) {
            const uint32_t l3 = up(l2, gap2), r3 = down(r2, gap2);
            const uint32_t third = f & open3 & ~(l3 | r3),
                           fourth = f & open4 & ~(up(l3, gap3) | down(r3, gap3));
            live &= (uint32_t)(third != 0) & (uint32_t)(fourth != 0) &
                    (uint32_t)((first | second | third | fourth) == f);
        }
        const uint32_t next =
            /* never reads past the end: the last node is followed by one with a todo of 0 */
            in[1].todo;
        *out = (node){f, l, r, first};
        out += live;
        todo ^= queen;
        const uint32_t idle = todo == 0;
        todo |= next & (0u - idle);
        in += idle;
        count++;
    }
    to->out = out;
    *nodes += count;
    if (todo == 0) {
        from->in = from->out = from->nodes;
        return false;
    }
    from->in = from->nodes + (in - from->nodes);
    from->nodes[in - from->nodes].todo = todo;
    return true;
}

static bool grow(scalar_state *s, uint32_t k, uint64_t *nodes)
{
    return k + 5 == s->rows.count ? grow_rows(s, k, nodes, true) : grow_rows(s, k, nodes, false);
}

/* Counts the solutions of list k, whose nodes have two rows left, and empties the list. */
static uint64_t close(scalar_state *s, uint32_t k)
{
    list *const from = &s->lists[k];
    const shift gap = shift_by(s->rows.gap[k]);
    const uint32_t open = s->rows.open[k + 1];
    uint64_t solutions = 0;
    for (const node *in = from->in; in < from->out; in++) {
        const uint32_t first = in->todo,
                       second = in->free & open & ~(up(in->left, gap) | down(in->right, gap));
        /* Two columns are left. The two rows can use them as (low, high) or (high, low), unless the
         * two queens would share a diagonal. */
        const uint32_t low = in->free & (0u - in->free), high = in->free ^ low;
        const uint32_t low_first =
            (uint32_t)((first & low) != 0) & (uint32_t)((second & high) != 0);
        const uint32_t high_first =
            (uint32_t)((first & high) != 0) & (uint32_t)((second & low) != 0);
        const uint32_t apart = up(low, gap) != high;
        solutions += (apart & low_first) + (apart & high_first);
    }
    from->in = from->out = from->nodes;
    return solutions;
}

static bool scalar_run(void *opaque, uint64_t budget, fq_nq_tally *tally)
{
    scalar_state *const s = opaque;
    const uint32_t bottom = s->rows.count - 2;
    const uint64_t stop = tally->nodes + budget;
    while (tally->nodes < stop) {
        const uint32_t k = s->level;
        const bool last = k == s->floor;
        if (k == bottom) {
            tally->solutions += close(s, k);
            if (last) return true;
            s->level--;
            continue;
        }
        const node *before = s->lists[k + 1].out;
        const bool full = grow(s, k, &tally->nodes);
        s->written[k + 1] += (uint64_t)(s->lists[k + 1].out - before);
        if (full) {
            s->level++;
        } else if (last) {
            s->floor++;
            s->level++;
        } else {
            s->level--;
        }
    }
    return false;
}

static double scalar_done(const void *opaque)
{
    const scalar_state *s = opaque;
    double share = 1;
    for (uint32_t k = s->floor; k + 2 < s->rows.count && s->written[k]; k++)
        share *= 1 - (double)(s->lists[k].out - s->lists[k].in) / (double)s->written[k];
    return share;
}

const fq_nq_kernel fq_nq_scalar = {sizeof(scalar_state), scalar_start, scalar_run, scalar_done};

/* count_levels.h - the order of the search in the vector kernels: one list of placements per row.
 *
 * A template. Define LANE (uint16_t or uint32_t), WIDTH (lanes per vector) and NAME(x) (which turns
 * x into a name for this lane width), include this file, then write the functions NAME(grow) and
 * NAME(close).
 *
 * List k holds nodes: placements that fill rows 0 to k-1. Growing list k means: for each node of
 * list k, place a queen in row k in every possible way, and append the new placements (the
 * children) to list k+1. When list k+1 is full (FULL nodes), it is grown next. When list k cannot
 * fill a vector any more, list k-1 is grown again. This is a depth-first search of many nodes at
 * once, enough to fill vectors:
 *
 *      list 0   .                              empty
 *      list 1   ######                         `floor`: all lists above it are empty
 *      list 2   ##################
 *      list 3   #########
 *      list 4   ##############################   full: grow this list now
 *      list 5   #
 *
 * All kernels prune in the same way, so that all count the same nodes. A child is kept if each of
 * the next two rows has an open square. If four rows are left, each of the four must have an open
 * square, and every free column must be open in at least one of them. (This check of four rows
 * saves 15% of the nodes and 4 to 10% of the time.)
 *
 * Tried at n = 16: with FULL = 256, the lists fit into the first-level cache, but the count took 39
 * ms instead of 32 ms. STREAMS = 1 was 20% slower, and STREAMS = 3 and 4 were 5 to 20% slower.
 * Checking all rows also when three rows are left took 4% fewer nodes but was no faster. */
#include "count_kernel.h"

#include <string.h>

#ifndef FQ_NQ_STATE_EXTRA
#define FQ_NQ_STATE_EXTRA
#define FQ_NQ_STATE_START(s) (void)(s)
#endif
#ifndef FQ_NQ_FULL
#define FQ_NQ_FULL 2048
#endif
/* The number of streams: vectors of nodes that are processed together to hide latency. */
#ifndef FQ_NQ_STREAMS
#define FQ_NQ_STREAMS 2
#endif

/* The last children of a list can be STREAMS whole vectors, appended when the list is one node
 * short of FULL. Loads and stores of whole vectors may reach one vector further. */
enum { NAME(CAPACITY) = FQ_NQ_FULL + (FQ_NQ_STREAMS + 2) * WIDTH };

/* A vector of nodes in progress. `todo` holds the columns still to try for each node. */
typedef struct NAME(stream) {
    _Alignas(64) LANE free[WIDTH];
    LANE left[WIDTH], right[WIDTH], todo[WIDTH];
} NAME(stream);

typedef struct NAME(list) {
    _Alignas(64) LANE free[NAME(CAPACITY)];
    _Alignas(64) LANE left[NAME(CAPACITY)];
    _Alignas(64) LANE right[NAME(CAPACITY)];
    NAME(stream) streams[FQ_NQ_STREAMS];
    uint32_t begin, end; /* the nodes begin to end - 1 are not loaded yet */
} NAME(list);

typedef struct NAME(state) {
    NAME(list) lists[FQ_NQUEENS_MAX - 1];
    fq_nq_rows rows;
    uint32_t level, floor;
    uint64_t written[FQ_NQUEENS_MAX - 1]; /* number of nodes written to each list so far */
    FQ_NQ_STATE_EXTRA
} NAME(state);

/* Grows list k. Returns true if list k + 1 is full. Returns false if list k cannot be grown
 * further: with `last`, this means that list k is empty; without `last`, that it has too few nodes
 * to fill a vector. */
static bool NAME(grow)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally);

/* Counts the solutions of list k, whose nodes have two rows left. With `last`, the function
 * processes all nodes; otherwise it processes only whole vectors of nodes. */
static void NAME(close)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally);

static void NAME(start)(void *opaque, const fq_nq_rows *rows)
{
    NAME(state) *s = opaque;
    FQ_NQ_STATE_START(s);
    s->rows = *rows;
    s->level = s->floor = 0;
    for (uint32_t k = 0; k + 1 < rows->count; k++) {
        s->lists[k].begin = s->lists[k].end = 0;
        s->written[k] = k == 0;
        for (int j = 0; j < FQ_NQ_STREAMS; j++)
            memset(s->lists[k].streams[j].todo, 0, sizeof s->lists[k].streams[j].todo);
    }
    s->lists[0].free[0] = (LANE)rows->free;
    s->lists[0].left[0] = s->lists[0].right[0] = 0;
    s->lists[0].end = 1;
}

static bool NAME(run)(void *opaque, uint64_t budget, fq_nq_tally *tally)
{
    NAME(state) *s = opaque;
    const uint32_t bottom = s->rows.count - 2;
    const uint64_t stop = tally->nodes + budget;
    while (tally->nodes < stop) {
        const uint32_t k = s->level;
        const bool last = k == s->floor;
        if (k == bottom) {
            NAME(close)(s, k, last, tally);
            if (last) return true;
            s->level--;
            continue;
        }
        const uint32_t before = s->lists[k + 1].end;
        const bool full = NAME(grow)(s, k, last, tally);
        s->written[k + 1] += s->lists[k + 1].end - before;
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

static double NAME(done)(const void *opaque)
{
    const NAME(state) *s = opaque;
    double share = 1;
    for (uint32_t k = s->floor; k + 2 < s->rows.count && s->written[k]; k++) {
        const NAME(list) *list = &s->lists[k];
        double waiting = list->end - list->begin;
        for (int j = 0; j < FQ_NQ_STREAMS; j++)
            /* a node counts as half done while some of its columns are tried and some are not */
            for (int i = 0; i < WIDTH; i++)
                if (list->streams[j].todo[i]) waiting += 0.5;
        share *= 1 - waiting / (double)s->written[k];
    }
    return share;
}

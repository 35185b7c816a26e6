/* count_levels.h - the schedule that the vector kernels share: one list of placements per row.
 *
 * A template. Define LANE (uint16_t or uint32_t), WIDTH (lanes in a vector) and NAME(x) (what to
 * call x), include this file, then write the two functions that do the work: NAME(grow) and
 * NAME(close).
 *
 * List k holds placements that fill rows 0 .. k-1. Growing list k places a queen in row k of its
 * nodes, in every way, and appends the children to list k+1. A list is grown when it has FULL
 * nodes, enough to fill vectors, and before more are appended. So the search goes down whenever a
 * list is full and back up when it runs out, a depth-first search of many nodes at once:
 *
 *      list 0   .                       exhausted: floor
 *      list 1   ######                  floor = 1: nothing can arrive any more, so it is grown
 *      list 2   ##################       to the end when everything below is less than full
 *      list 3   #########
 *      list 4   ##############################   full: grow this one now
 *      list 5   #
 *
 * Pruning is the same in every kernel, so that all count the same nodes: a child lives if the next
 * two rows keep an open square each, and, where four rows are left, if all four do and every free
 * column is open in one of them (15% fewer nodes, 4 to 10% less time).
 *
 * Tried, at n = 16: FULL = 256, which fits the first-level cache, 39 ms instead of 32 (lists of
 * 2048, 12 or 24 KiB each, live in the second); STREAMS = 1, 20% slower, 3 and 4, 5 to 20%; the
 * larger pruning again with three rows left, 4% fewer nodes and no faster. Not done: lists of many
 * prefixes at once, against the idle lanes at the end of a prefix (8%); they would need the masks
 * open[] per lane, six operations more on some thirty.
 */
#include "count_kernel.h"

#include <string.h>

#ifndef FQ_NQ_STATE_EXTRA
#define FQ_NQ_STATE_EXTRA
#define FQ_NQ_STATE_START(s) (void)(s)
#endif
#ifndef FQ_NQ_FULL
#define FQ_NQ_FULL 2048
#endif
/* Streams: vectors of nodes in flight at once, to hide latency. */
#ifndef FQ_NQ_STREAMS
#define FQ_NQ_STREAMS 2
#endif

/* A list gets at most STREAMS vectors after it is one node short of full; loads and stores of whole
 * vectors may reach one vector further. */
enum { NAME(CAPACITY) = FQ_NQ_FULL + (FQ_NQ_STREAMS + 2) * WIDTH };

/* A vector of nodes under way: the columns still to try in their row are in `todo`. */
typedef struct NAME(stream) {
    _Alignas(64) LANE free[WIDTH];
    LANE left[WIDTH], right[WIDTH], todo[WIDTH];
} NAME(stream);

typedef struct NAME(list) {
    _Alignas(64) LANE free[NAME(CAPACITY)];
    _Alignas(64) LANE left[NAME(CAPACITY)];
    _Alignas(64) LANE right[NAME(CAPACITY)];
    NAME(stream) streams[FQ_NQ_STREAMS];
    uint32_t begin, end; /* nodes not loaded yet */
} NAME(list);

typedef struct NAME(state) {
    NAME(list) lists[FQ_NQUEENS_MAX - 1];
    fq_nq_rows rows;
    uint32_t level, floor;
    uint64_t made[FQ_NQUEENS_MAX - 1]; /* nodes that each list has had, for `done` */
    FQ_NQ_STATE_EXTRA
} NAME(state);

/* Grows list k until list k + 1 is full (true) or list k cannot go on (false): at the end (`last`)
 * because it is empty, before it because a vector cannot be filled any more. */
static bool NAME(grow)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally);

/* Counts the solutions of the list above the last two rows: of all its nodes at the end, of whole
 * vectors before it. */
static void NAME(close)(NAME(state) * s, uint32_t k, bool last, fq_nq_tally *tally);

static void NAME(start)(void *opaque, const fq_nq_rows *rows)
{
    NAME(state) *s = opaque;
    FQ_NQ_STATE_START(s);
    s->rows = *rows;
    s->level = s->floor = 0;
    for (uint32_t k = 0; k + 1 < rows->count; k++) {
        s->lists[k].begin = s->lists[k].end = 0;
        s->made[k] = k == 0;
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
        s->made[k + 1] += s->lists[k + 1].end - before;
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
    for (uint32_t k = s->floor; k + 2 < s->rows.count && s->made[k]; k++) {
        const NAME(list) *list = &s->lists[k];
        double waiting = list->end - list->begin;
        for (int j = 0; j < FQ_NQ_STREAMS; j++)
            for (int i = 0; i < WIDTH; i++)
                if (list->streams[j].todo[i]) waiting += 0.5; /* under way: half done, say */
        share *= 1 - waiting / (double)s->made[k];
    }
    return share;
}

/* min_conflicts_moves.h - drawing and moving, compiled once for the rule of each puzzle.
 *
 * A puzzle counts the queens on each of its lines (regions or diagonals). A queen placed on a line
 * with k queens makes k new pairs in conflict. So an exchange is evaluated as follows: make it, add
 * up the conflicts, and undo it. This takes a dozen additions. A puzzle's file must define these
 * names before it includes this header:
 *
 *     enum { OWN_PAIRS };      pairs that count_pairs finds between a queen and itself
 *     static uint64_t count_pairs(const fq_min_conflicts *, uint32_t row, int32_t column);
 *     static void add_to_lines(fq_min_conflicts *, uint32_t row, uint32_t column, uint32_t by);
 */
#include <string.h>

#include "csp/min_conflicts_state.h"

/* Tuned by the mean number of steps on the coloured sample boards of 16 rows with eight seeds. The
 * mean is 76 thousand steps with this value and a PATIENCE of 40, and 180 thousand with a NOISE of
 * 4. Without random exchanges and with a PATIENCE of 10 the mean is 67 thousand, but the smallest
 * boards then take 1.5 times as long. No pair of values is best for all sizes. */
enum { NOISE = 20 }; /* on average, one step in NOISE exchanges with a random row */

/* Places a queen in a row that has no queen. Returns the number of new pairs in conflict. */
static inline uint64_t place_queen(fq_min_conflicts *s, uint32_t row, int32_t column)
{
    const uint64_t made = count_pairs(s, row, column);
    *fq_column_of(s, row) = column;
    add_to_lines(s, row, (uint32_t)column, 1);
    return made;
}

/* Removes the queen of a row. Returns the number of pairs in conflict that contained this queen. */
static inline uint64_t remove_queen(fq_min_conflicts *s, uint32_t row)
{
    const int32_t column = *fq_column_of(s, row);
    *fq_column_of(s, row) = FQ_NO_COLUMN;
    add_to_lines(s, row, (uint32_t)column, UINT32_MAX); /* -1, modulo 2^32 */
    return count_pairs(s, row, column);
}

static inline void exchange(fq_min_conflicts *s, uint32_t a, uint32_t b)
{
    const int32_t column_a = *fq_column_of(s, a), column_b = *fq_column_of(s, b);
    s->cost -= remove_queen(s, a);
    s->cost -= remove_queen(s, b);
    s->cost += place_queen(s, a, column_b);
    s->cost += place_queen(s, b, column_a);
}

static int in_conflict(const fq_min_conflicts *s, uint32_t row)
{
    return count_pairs(s, row, *fq_column_of(s, row)) > OWN_PAIRS;
}

static void draw(fq_min_conflicts *s)
{
    const uint32_t n = s->n;
    memset(s->count, 0, s->counters * sizeof *s->count);
    for (uint32_t r = 0; r < n; r++) *fq_column_of(s, r) = (int32_t)r;
    for (uint32_t r = n; r-- > 1;) {
        uint32_t pick = fq_rng_below(&s->rng, r + 1);
        int32_t column = *fq_column_of(s, pick);
        *fq_column_of(s, pick) = *fq_column_of(s, r);
        *fq_column_of(s, r) = column;
    }
    s->cost = 0;
    for (uint32_t r = 0; r < n; r++) { /* the rows below have no queens yet */
        int32_t column = *fq_column_of(s, r), below = *fq_column_of(s, r + 1);
        *fq_column_of(s, r + 1) = FQ_NO_COLUMN;
        s->cost += place_queen(s, r, column);
        *fq_column_of(s, r + 1) = below;
    }
    s->run_best = s->cost;
    s->idle = 0;
    s->moved = n;
}

static void move(fq_min_conflicts *s)
{
    const uint32_t n = s->n;
    uint32_t row = 0, other = 0, conflicts = 0, ties = 0;
    for (uint32_t r = 0; r < n; r++)
        if (in_conflict(s, r) && !fq_rng_below(&s->rng, ++conflicts)) row = r;
    if (!fq_rng_below(&s->rng, NOISE)) {
        other = fq_rng_below(&s->rng, n - 1);
        other += other >= row;
    } else {
        uint64_t least = UINT64_MAX;
        for (uint32_t r = 0; r < n; r++) {
            if (r == row) continue;
            const uint64_t before = s->cost;
            exchange(s, row, r);
            const uint64_t cost = s->cost;
            exchange(s, row, r);
            s->cost = before;
            if (cost > least) continue;
            if (cost < least) ties = 0;
            least = cost;
            if (!fq_rng_below(&s->rng, ++ties)) other = r;
        }
    }
    exchange(s, row, other);
    s->moved = row;
}

static const fq_min_conflicts_rules rules = {draw, move};

/* min_conflicts.c - coloured Queens and N-Queens by exchanging columns.
 *
 * Pairs in conflict are counted by counters of queens: one a region, or one a diagonal. A queen
 * put on a line where k stand makes k new pairs. So the worth of an exchange is found by making
 * it, adding up, and making it back: a dozen additions. Touching queens (on coloured boards) can
 * only be those of neighbouring rows. */
#include "min_conflicts.h"

#include <stdlib.h>
#include <string.h>

#include "common/rng.h"

/* Mean steps on the sample boards of 16 rows, eight seeds: 76 thousand with these; 180 with a row
 * at random in 4; 67 without any and a patience of 10, but the smallest boards then take 1.5 times
 * as long. No pair of values is best for all sizes. */
enum {
    NOISE = 20,   /* one step in so many takes any row */
    PATIENCE = 40 /* steps a row without anything better before a new placement */
};
enum { OFF = -4 }; /* the column of a row without a queen: touches nothing */

struct fq_min_conflicts {
    uint32_t n;
    uint32_t moved; /* row of the last move, n before the first one */
    int impossible, found;
    int32_t *column;  /* of rows -1 to n, so that neighbours need no test: see `at` */
    int32_t *least;   /* the columns of the best placement so far */
    uint32_t *count;  /* queens of each region; or of rising, then of falling diagonals */
    uint8_t *regions; /* NULL for N-Queens */
    uint64_t cost, best, run_best, idle;
    fq_rng rng;
    fq_min_conflicts_counters counts;
};

static inline int32_t *at(const fq_min_conflicts *s, uint32_t row) { return s->column + row + 1; }

/* The pairs in conflict that a queen on (row, column) adds, or would add. */
static inline uint64_t pairs(const fq_min_conflicts *s, uint32_t row, int32_t column)
{
    const uint32_t n = s->n, c = (uint32_t)column;
    if (!s->regions) return (uint64_t)s->count[row + c] + s->count[2 * n + row + n - c];
    const int32_t up = at(s, row)[-1] - column, down = at(s, row)[1] - column;
    return (uint64_t)s->count[s->regions[row * n + c]] + (up >= -1 && up <= 1) +
           (down >= -1 && down <= 1);
}

/* Puts a queen down (by 1) or takes it away (by -1); the pairs in conflict with the others. */
static inline uint64_t put(fq_min_conflicts *s, uint32_t row, int32_t column)
{
    const uint32_t n = s->n, c = (uint32_t)column;
    const uint64_t made = pairs(s, row, column);
    *at(s, row) = column;
    if (s->regions) {
        s->count[s->regions[row * n + c]]++;
    } else {
        s->count[row + c]++;
        s->count[2 * n + row + n - c]++;
    }
    return made;
}

static inline uint64_t take(fq_min_conflicts *s, uint32_t row)
{
    const int32_t column = *at(s, row);
    const uint32_t n = s->n, c = (uint32_t)column;
    *at(s, row) = OFF;
    if (s->regions) {
        s->count[s->regions[row * n + c]]--;
    } else {
        s->count[row + c]--;
        s->count[2 * n + row + n - c]--;
    }
    return pairs(s, row, column);
}

static inline void exchange(fq_min_conflicts *s, uint32_t a, uint32_t b)
{
    const int32_t column_a = *at(s, a), column_b = *at(s, b);
    s->cost -= take(s, a);
    s->cost -= take(s, b);
    s->cost += put(s, a, column_b);
    s->cost += put(s, b, column_a);
}

/* Keeps the placement if it is the best so far. */
static void keep(fq_min_conflicts *s)
{
    if (s->cost >= s->best) return;
    s->best = s->cost;
    memcpy(s->least, at(s, 0), s->n * sizeof *s->least);
}

/* A new placement at random. */
static void draw(fq_min_conflicts *s)
{
    const uint32_t n = s->n;
    memset(s->count, 0, (s->regions ? 256 : 4 * (size_t)n) * sizeof *s->count);
    for (uint32_t r = 0; r < n; r++) *at(s, r) = (int32_t)r;
    for (uint32_t r = n; r-- > 1;) {
        uint32_t pick = fq_rng_below(&s->rng, r + 1);
        int32_t column = *at(s, pick);
        *at(s, pick) = *at(s, r);
        *at(s, r) = column;
    }
    s->cost = 0;
    for (uint32_t r = 0; r < n; r++) { /* the rows below are not there yet */
        int32_t column = *at(s, r), below = *at(s, r + 1);
        *at(s, r + 1) = OFF;
        s->cost += put(s, r, column);
        *at(s, r + 1) = below;
    }
    s->run_best = s->cost;
    s->idle = 0;
    s->moved = n;
}

/* Whether there are fewer regions than rows. */
static int too_few(uint32_t n, const uint8_t *regions)
{
    uint8_t seen[256] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < n * n; i++) {
        count += !seen[regions[i]];
        seen[regions[i]] = 1;
    }
    return count < n;
}

fq_min_conflicts *fq_min_conflicts_new(uint32_t n, const uint8_t *regions, uint64_t seed,
                                       fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > (regions ? FQ_MIN_CONFLICTS_BOARD_MAX_N : FQ_MIN_CONFLICTS_MAX_N)) return NULL;
    *error = FQ_NO_MEMORY;
    fq_min_conflicts *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->n = n;
    s->rng.state = seed;
    s->column = malloc(((size_t)n + 2) * sizeof *s->column);
    s->least = malloc(n * sizeof *s->least);
    s->count = malloc((regions ? 256 : 4 * (size_t)n) * sizeof *s->count);
    if (regions) s->regions = malloc((size_t)n * n);
    if (!s->column || !s->least || !s->count || (regions && !s->regions)) {
        fq_min_conflicts_free(s);
        return NULL;
    }
    if (regions) memcpy(s->regions, regions, (size_t)n * n);
    s->column[0] = s->column[n + 1] = OFF;
    s->impossible = n == 2 || n == 3 || (regions && too_few(n, regions));
    draw(s);
    s->best = UINT64_MAX;
    keep(s);
    *error = FQ_OK;
    return s;
}

void fq_min_conflicts_free(fq_min_conflicts *s)
{
    if (!s) return;
    free(s->column);
    free(s->least);
    free(s->count);
    free(s->regions);
    free(s);
}

static int in_conflict(fq_min_conflicts *s, uint32_t row)
{
    const uint32_t n = s->n, c = (uint32_t)*at(s, row);
    if (!s->regions) return s->count[row + c] > 1 || s->count[2 * n + row + n - c] > 1;
    return pairs(s, row, (int32_t)c) > 1; /* it counts itself among the queens of its region */
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

fq_status fq_min_conflicts_step(fq_min_conflicts *s, uint64_t budget)
{
    if (s->impossible) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    if (s->found) {
        s->found = 0;
        s->counts.restarts++;
        draw(s);
    }
    while (s->cost) {
        if (!budget--) return FQ_RUNNING;
        if (s->idle >= (uint64_t)PATIENCE * s->n) {
            s->counts.restarts++;
            draw(s);
        } else {
            move(s);
            s->idle++;
        }
        s->counts.steps++;
        if (s->cost < s->run_best) {
            s->run_best = s->cost;
            s->idle = 0;
        }
        keep(s);
    }
    keep(s);
    s->found = 1;
    return FQ_FOUND;
}

void fq_min_conflicts_peek(const fq_min_conflicts *s, int16_t *queens)
{
    for (uint32_t r = 0; r < s->n; r++) queens[r] = (int16_t)*at(s, r);
}

void fq_min_conflicts_peek_best(const fq_min_conflicts *s, int16_t *queens)
{
    for (uint32_t r = 0; r < s->n; r++) queens[r] = (int16_t)s->least[r];
}

uint32_t fq_min_conflicts_moved(const fq_min_conflicts *s) { return s->moved; }

uint64_t fq_min_conflicts_cost(const fq_min_conflicts *s) { return s->cost; }
uint64_t fq_min_conflicts_best(const fq_min_conflicts *s) { return s->best; }

uint64_t fq_min_conflicts_spent(const fq_min_conflicts *s) { return s->counts.steps; }

fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *s) { return s->counts; }

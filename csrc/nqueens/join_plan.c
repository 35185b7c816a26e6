/* join_plan.c - numbers the units, estimates their work and cuts them into tasks. */
#include "join_plan.h"

#include <stdlib.h>

#include "common/bits.h"

/* ---- Plans ------------------------------------------------------------------------------------ */

/* The rows of the south that the east half may choose from, the number of rows that it must
 * choose, and the rows that it always uses. */
static uint32_t south_choice(const fq_nqueens_join_plan *plan, const fq_join_group *g,
                             uint32_t *need, uint32_t *fixed)
{
    const uint32_t all = (UINT32_C(1) << plan->south) - 1;
    *need = (uint32_t)plan->half - fq_popcount(g->north);
    *fixed = 0;
    if (!fq_join_is_odd(plan)) return all;
    if (g->start_row < (uint32_t)plan->half) {
        *fixed = 1; /* the queen of the middle row stands in the east half */
        --*need;
    }
    return all & ~UINT32_C(1);
}

/* An estimate of the work of a unit: its pairs of quarter boards. A list of k queens on given k
 * rows and columns has about k! * q^(k (k - 1) / 2) boards. */
static double unit_work(const fq_nqueens_join_plan *plan, uint32_t north)
{
    const int m = plan->half, k = (int)north;
    double cell[2] = {1, 1};
    const double apart = 1 - 4.0 / 3 / m;
    double pairs = (double)plan->choose[m][k];
    for (int side = 0; side < 2; side++) {
        double odds = 1;
        for (int i = 1; i <= (side ? k : m - k); i++, odds *= apart)
            cell[side] *= (double)i * odds;
        if (cell[side] < 1) cell[side] = 0.5 + cell[side] / 2;
    }
    pairs *= cell[0] * cell[1];
    return 2000 + pairs;
}

static void add_group(fq_nqueens_join_plan *plan, uint32_t start_row, uint32_t north)
{
    fq_join_group *const g = &plan->groups[plan->count];
    g->start_row = start_row;
    g->north = north;
    uint32_t need, fixed;
    const uint32_t open = south_choice(plan, g, &need, &fixed), k = fq_popcount(north);
    const uint64_t units = plan->choose[fq_popcount(open)][need];
    g[1].first = g->first + units;
    g[1].before = g->before + (double)units * unit_work(plan, k);
    plan->count++;
}

fq_nqueens_join_plan *fq_nqueens_join_plan_new(int n, fq_error *error)
{
    if (n < FQ_NQUEENS_JOIN_MIN || n > FQ_NQUEENS_JOIN_MAX) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    const int half = n / 2;
    const size_t most = ((size_t)1 << half) * (n & 1 ? (size_t)half : 1) + 1;
    fq_nqueens_join_plan *plan = calloc(1, sizeof *plan);
    if (plan) plan->groups = calloc(most, sizeof *plan->groups);
    if (!plan || !plan->groups) {
        free(plan);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    plan->n = n;
    plan->half = half;
    plan->south = n - half;
    for (int i = 0; i <= FQ_NQUEENS_JOIN_MAX; i++) {
        plan->choose[i][0] = 1;
        for (int j = 1; j <= i; j++)
            plan->choose[i][j] = plan->choose[i - 1][j - 1] + plan->choose[i - 1][j];
    }
    const uint32_t sets = UINT32_C(1) << half;
    for (uint32_t row = n & 1; row <= (n & 1 ? (uint32_t)half : 0); row++) {
        const bool centred = !(n & 1) || row == (uint32_t)half;
        for (uint32_t k = 0; k <= (uint32_t)half; k++) {
            /* Upside down, a centred unit with more rows in the north has more in the south. */
            if (centred && 2 * k > (uint32_t)half) break;
            for (uint32_t north = 0; north < sets; north++) {
                if (fq_popcount(north) != k) continue;
                if (!centred && (north >> row & 1 || k == (uint32_t)half)) continue;
                add_group(plan, row, north);
            }
        }
    }
    *error = FQ_OK;
    return plan;
}

void fq_nqueens_join_plan_free(fq_nqueens_join_plan *plan)
{
    if (!plan) return;
    free(plan->groups);
    free(plan);
}

uint64_t fq_nqueens_join_plan_size(const fq_nqueens_join_plan *plan)
{
    return plan->groups[plan->count].first;
}

/* The group of a unit. */
static const fq_join_group *find_group(const fq_nqueens_join_plan *plan, uint64_t unit)
{
    size_t low = 0, high = plan->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (plan->groups[middle].first <= unit)
            low = middle;
        else
            high = middle;
    }
    return &plan->groups[low];
}

static double work_before(const fq_nqueens_join_plan *plan, uint64_t unit)
{
    const fq_join_group *const end = &plan->groups[plan->count];
    if (unit >= end->first) return end->before;
    const fq_join_group *const g = find_group(plan, unit);
    return g->before + (g[1].before - g->before) * (double)(unit - g->first) /
                           (double)(g[1].first - g->first);
}

double fq_nqueens_join_plan_share(const fq_nqueens_join_plan *plan, uint64_t first, uint64_t last)
{
    if (first >= last) return 0;
    return (work_before(plan, last) - work_before(plan, first)) /
           plan->groups[plan->count].before;
}

static uint64_t task_begin(const fq_nqueens_join_plan *plan, uint64_t index, uint64_t tasks)
{
    const uint64_t size = fq_nqueens_join_plan_size(plan);
    if (index >= tasks) return size;
    const double work = plan->groups[plan->count].before * ((double)index / (double)tasks);
    uint64_t low = 0, high = size; /* the first unit with at least this work before it */
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (work_before(plan, middle) < work)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

fq_nqueens_task fq_nqueens_join_plan_task(const fq_nqueens_join_plan *plan, uint64_t index,
                                          uint64_t tasks)
{
    const uint64_t size = fq_nqueens_join_plan_size(plan);
    fq_nqueens_task task = {(uint32_t)plan->n, size, size};
    if (index >= tasks) return task;
    task.first = task_begin(plan, index, tasks);
    task.last = task_begin(plan, index + 1, tasks);
    return task;
}

/* ---- Units ------------------------------------------------------------------------------------ */

static uint32_t upside_down(uint32_t rows, int n)
{
    uint32_t image = 0;
    for (; rows; rows &= rows - 1) image |= UINT32_C(1) << ((uint32_t)n - 1 - fq_lowest(rows));
    return image;
}

/* The smaller of a set of rows and its image upside down, where a set with fewer rows in the north
 * is smaller. */
static uint64_t smaller_image(const fq_nqueens_join_plan *plan, uint32_t rows)
{
    const uint32_t north = (UINT32_C(1) << plan->half) - 1, image = upside_down(rows, plan->n);
    const uint64_t a = (uint64_t)fq_popcount(rows & north) << 32 | rows,
                   b = (uint64_t)fq_popcount(image & north) << 32 | image;
    return a < b ? a : b;
}

static uint32_t nth_choice(const fq_nqueens_join_plan *plan, uint64_t rank, uint32_t need,
                           uint32_t open)
{
    uint32_t chosen = 0;
    for (int i = (int)fq_popcount(open) - 1; need; i--) { /* sets in increasing order */
        const uint64_t without = plan->choose[i][need];
        if (rank < without) continue;
        rank -= without;
        need--;
        chosen |= UINT32_C(1) << fq_nth(open, (uint32_t)i);
    }
    return chosen;
}

fq_join_unit fq_join_find_unit(const fq_nqueens_join_plan *plan, uint64_t number)
{
    const fq_join_group *const g = find_group(plan, number);
    uint32_t need, fixed;
    const uint32_t open = south_choice(plan, g, &need, &fixed);
    const uint32_t south = fixed | nth_choice(plan, number - g->first, need, open);
    const uint32_t all = (UINT32_C(1) << plan->n) - 1;
    const uint32_t centre = fq_join_is_odd(plan) ? UINT32_C(1) << g->start_row : 0;
    fq_join_unit u = {.start_row = g->start_row, .east = g->north | south << plan->half};
    u.west = all & ~centre & ~u.east;
    if (fq_join_is_odd(plan) && g->start_row < (uint32_t)plan->half) {
        u.weight = 8;
        u.class_weight[0] = 1;
        return u;
    }
    const uint64_t self = (uint64_t)fq_popcount(g->north) << 32 | u.east;
    const uint64_t east = smaller_image(plan, u.east), west = smaller_image(plan, u.west);
    if (self != east) return u;
    const uint32_t images = upside_down(u.east, plan->n) == u.east ? 1 : 2;
    if (fq_join_is_odd(plan)) {
        if (east > west) return u;
        u.weight = images * (east == west ? 1 : 2);
        u.class_weight[0] = 1;
    } else {
        u.weight = images;
        u.class_weight[0] = east < west ? 2 : east == west;
        u.class_weight[1] = 2;
        u.class_weight[2] = 4;
    }
    return u;
}

fq_nqueens_join_unit fq_nqueens_join_plan_unit(const fq_nqueens_join_plan *plan, uint64_t number)
{
    const fq_join_unit u = fq_join_find_unit(plan, number);
    return (fq_nqueens_join_unit){fq_join_is_odd(plan) ? (int)u.start_row : -1, u.east, u.weight};
}

/* swarm.c - the discrete particle swarm of swarm.h.
 *
 * The cells are numbered region by region, and row by row within a region. (The coloured Queens
 * thesis numbers the cells of each region from 0: its positions are x[k] - first[k].) location[]
 * maps a cell to its row and column:
 *
 *     region     0 0 0 0 1 1 1 1 1 2 2 ...
 *     cell       0 1 2 3 4 5 6 7 8 9 ...           first[] = 0, 4, 9, ...
 *
 * Each particle counts its queens in every row, every column, and the 3 x 3 cells around every
 * cell. (There are n + 2 rows of n + 2 such counts, so that cells at the edge need no special
 * code.) When a queen moves, these counts give the change of `touching` and `attacking`, the
 * numbers of pairs in conflict. The conflicts of a queen on a cell follow from three of these
 * counts. */
#include "swarm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/rng.h"

/* Where x, pbest and nbest agree, v shrinks in every iteration. Subnormal numbers multiply very
 * slowly, and 0.7 times the smallest of them is rounded to the same number. Without this lower
 * limit of v, an iteration of a swarm that has converged took 12 times as long. */
#define TINY 0x1p-200

enum { MAX_CELLS = FQ_SWARM_MAX_N * FQ_SWARM_MAX_N, FIRST_CAPACITY = 1024 };

typedef struct location {
    uint8_t row, column;
    uint16_t near; /* index in board.near of the count for the 3 x 3 cells around this cell */
} location;

struct fq_swarm {
    uint32_t n, width; /* width: n + 2 */
    fq_swarm_options options;
    fq_rng rng;
    /* For each particle: n entries of x, pbest, v, rows and columns, and width^2 entries of
     * near. */
    uint16_t *x, *pbest;
    double *v;
    uint8_t *rows, *columns, *near;
    uint32_t *touching, *attacking; /* number of ordered pairs of queens of x */
    double *score, *pbest_score;
    uint32_t *nbest; /* the particle with the best pbest in each neighbourhood */
    int given_x, given_v, given_pbest;

    uint32_t next; /* number of the next particle */
    int placing;   /* whether this iteration places the particles at random */
    int placed;    /* whether the last evaluation placed its particle at random */
    int found, gave_up;
    uint32_t leader; /* the particle with the best pbest */
    double lowest;
    uint64_t idle; /* number of iterations since `lowest` decreased */
    fq_swarm_counters counts;

    double best_score; /* best fitness since the last solution */
    uint16_t best[FQ_SWARM_MAX_N];

    double *history;
    size_t length, capacity;
    uint64_t stride;

    double touch_weight[10], attack_weight[2 * FQ_SWARM_MAX_N + 1]; /* w1 * i, w2 * i */
    uint32_t first[FQ_SWARM_MAX_N + 1];                             /* first cell of each region */
    location location[MAX_CELLS];
};

static inline double uniform(fq_rng *rng) { return (double)(fq_rng_next(rng) >> 11) * 0x1p-53; }

/* ----------------------------------------------------------------- the counts of one particle */

typedef struct board {
    uint8_t *rows, *columns, *near;
    uint32_t touching, attacking;
} board;

static inline board board_of(const fq_swarm *m, uint32_t p)
{
    const size_t n = m->n, width = m->width;
    return (board){m->rows + p * n, m->columns + p * n, m->near + p * width * width, m->touching[p],
                   m->attacking[p]};
}

static inline void add_queen(const fq_swarm *m, board *b, uint32_t cell)
{
    const location at = m->location[cell];
    uint8_t *near = b->near + at.near;
    b->touching += 2u * *near;
    b->attacking += 2 * ((uint32_t)b->rows[at.row]++ + b->columns[at.column]++);
    uint8_t *above = near - m->width, *below = near + m->width;
    above[-1]++, above[0]++, above[1]++;
    near[-1]++, near[0]++, near[1]++;
    below[-1]++, below[0]++, below[1]++;
}

static inline void remove_queen(const fq_swarm *m, board *b, uint32_t cell)
{
    const location at = m->location[cell];
    uint8_t *near = b->near + at.near;
    b->touching -= 2u * *near - 2;
    b->attacking -= 2 * ((uint32_t)--b->rows[at.row] + --b->columns[at.column]);
    uint8_t *above = near - m->width, *below = near + m->width;
    above[-1]--, above[0]--, above[1]--;
    near[-1]--, near[0]--, near[1]--;
    below[-1]--, below[0]--, below[1]--;
}

/* The weighted conflicts of a queen on the cell. `self` is 1 if this queen already stands on the
 * cell, 0 otherwise. */
static inline double conflicts(const fq_swarm *m, const board *b, uint32_t cell, uint32_t self)
{
    const location at = m->location[cell];
    return m->touch_weight[b->near[at.near] - self] +
           m->attack_weight[b->rows[at.row] + b->columns[at.column] - 2 * self];
}

static inline double weighted_sum(const fq_swarm *m, uint32_t touching, uint32_t attacking)
{
    return m->options.w1 * touching + m->options.w2 * attacking;
}

/* Sets the counts of particle p to the counts for queens on `cells`. */
static board set_board(const fq_swarm *m, uint32_t p, const uint16_t *cells)
{
    const size_t n = m->n, width = m->width;
    board b = board_of(m, p);
    b.touching = b.attacking = 0;
    memset(b.rows, 0, n);
    memset(b.columns, 0, n);
    memset(b.near, 0, width * width);
    for (size_t k = 0; k < n; k++) add_queen(m, &b, cells[k]);
    return b;
}

/* --------------------------------------------------------------------- the update of a particle */

static inline uint16_t random_cell(fq_swarm *m, uint32_t k)
{
    return (uint16_t)(m->first[k] + fq_rng_below(&m->rng, m->first[k + 1] - m->first[k]));
}

static board place_particle(fq_swarm *m, uint32_t p)
{
    const uint32_t n = m->n;
    uint16_t *x = m->x + (size_t)p * n;
    double *v = m->v + (size_t)p * n;
    if (!m->given_x)
        for (uint32_t k = 0; k < n; k++) x[k] = random_cell(m, k);
    if (!m->given_v)
        for (uint32_t k = 0; k < n; k++) v[k] = uniform(&m->rng);
    if (!m->given_pbest) m->pbest_score[p] = INFINITY;
    return set_board(m, p, x);
}

static void mutate(fq_swarm *m, uint16_t *x, board *b)
{
    for (uint32_t k = 0; k < m->n; k++) {
        if (!(uniform(&m->rng) < m->options.mutation)) continue;
        remove_queen(m, b, x[k]);
        add_queen(m, b, x[k] = random_cell(m, k));
        m->counts.mutations++;
    }
}

/* Keeps a list of the entries with the least value: adds i if its value equals *least, and restarts
 * the list with i if its value is smaller. */
static inline void keep_least(uint16_t *equal, uint32_t *count, double *least, double value,
                           uint32_t i)
{
    /* conditional moves instead of branches, which would be mispredicted */
    *count = value < *least ? 0 : *count;
    *least = value < *least ? value : *least;
    equal[*count] = (uint16_t)i;
    *count += value == *least;
}

static void repair(fq_swarm *m, uint16_t *x, board *b)
{
    if (!(b->touching | b->attacking)) return;
    uint16_t equal[MAX_CELLS + 1];
    uint32_t count = 0;
    double least = INFINITY;
    for (uint32_t k = 0; k < m->n; k++)
        keep_least(equal, &count, &least, -conflicts(m, b, x[k], 1), k);
    const uint32_t worst = equal[fq_rng_below(&m->rng, count)];

    const uint32_t old = x[worst];
    remove_queen(m, b, old);
    count = 0;
    least = INFINITY;
    for (uint32_t i = m->first[worst]; i < m->first[worst + 1]; i++)
        keep_least(equal, &count, &least, conflicts(m, b, i, 0), i);
    if (count > 1) { /* do not choose the old cell if other cells are as good */
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            equal[kept] = equal[i];
            kept += equal[i] != old;
        }
        count = kept;
    }
    add_queen(m, b, x[worst] = equal[fq_rng_below(&m->rng, count)]);
    m->counts.repairs++;
}

static board move_particle(fq_swarm *m, uint32_t p)
{
    const uint32_t n = m->n;
    const fq_swarm_options *o = &m->options;
    uint16_t *x = m->x + (size_t)p * n;
    const uint16_t *pbest = m->pbest + (size_t)p * n;
    const uint16_t *nbest = m->pbest + (size_t)m->nbest[p] * n;
    double *v = m->v + (size_t)p * n;
    const double w = o->w, vmax = o->vmax;
    const double to_pbest = o->c1 * (o->r1 < 0 ? uniform(&m->rng) : o->r1);
    const double to_nbest = o->c2 * (o->r2 < 0 ? uniform(&m->rng) : o->r2);
    const double pull_to_pbest[2] = {0, to_pbest}, pull_to_nbest[2] = {0, to_nbest};
    uint64_t differ = 0;
    for (uint32_t k = 0; k < n; k++) {
        double speed = w * v[k] + pull_to_pbest[x[k] != pbest[k]] + pull_to_nbest[x[k] != nbest[k]];
        speed = speed < TINY ? 0.0 : speed;
        v[k] = speed > vmax ? vmax : speed;
        differ |= (uint64_t)(x[k] != nbest[k]) << k;
    }
    board b = board_of(m, p);
    for (; differ; differ &= differ - 1) {
        const uint32_t k = fq_lowest(differ);
        if (v[k] < 1.0) {
            fq_rng ahead = m->rng;
            fq_rng_skip(&ahead, k);
            if (!(uniform(&ahead) < v[k])) continue;
        }
        remove_queen(m, &b, x[k]);
        add_queen(m, &b, x[k] = nbest[k]);
    }
    fq_rng_skip(&m->rng, n);
    if (o->mutation > 0) mutate(m, x, &b);
    if (o->repair == FQ_SWARM_REPAIR_EACH || (o->repair == FQ_SWARM_REPAIR_BEST && p == m->leader))
        repair(m, x, &b);
    return b;
}

/* ----------------------------------------------------------------------------- the iteration */

/* Appends a score to the history. If the history is full, every second entry is removed first. */
static void record_history(fq_swarm *m, double score)
{
    if ((m->counts.iterations & (m->stride - 1)) != 0) return;
    if (m->length == m->capacity) {
        double *larger = NULL;
        if (m->capacity < FQ_SWARM_HISTORY)
            larger = realloc(m->history, 2 * m->capacity * sizeof *larger);
        if (larger) {
            m->history = larger;
            m->capacity *= 2;
        } else {
            for (size_t i = 0; i < m->length / 2; i++) m->history[i] = m->history[2 * i];
            m->length /= 2;
            m->stride *= 2;
        }
    }
    /* The capacity is even, so the iteration after a halving is a multiple of the new stride. */
    m->history[m->length++] = score;
}

static uint32_t best_neighbour(const fq_swarm *m, uint32_t p)
{
    const double *score = m->pbest_score;
    uint32_t best = p;
    if (m->options.topology == FQ_SWARM_GLOBAL) {
        if (score[m->leader] < score[p]) best = m->leader;
    } else {
        const uint32_t last = m->options.size - 1;
        const uint32_t before = p ? p - 1 : last, after = p < last ? p + 1 : 0;
        if (score[before] < score[best]) best = before;
        if (score[after] < score[best]) best = after;
    }
    return best;
}

static void end_iteration(fq_swarm *m)
{
    const uint32_t n = m->n, size = m->options.size;
    uint32_t leader = 0;
    for (uint32_t p = 0; p < size; p++) {
        if (m->score[p] < m->pbest_score[p]) {
            m->pbest_score[p] = m->score[p];
            memcpy(m->pbest + (size_t)p * n, m->x + (size_t)p * n, n * sizeof *m->x);
        }
        if (m->pbest_score[p] < m->pbest_score[leader]) leader = p;
    }
    m->leader = leader;
    for (uint32_t p = 0; p < size; p++) m->nbest[p] = best_neighbour(m, p);

    const double lowest = m->pbest_score[leader];
    m->idle = m->placing || lowest < m->lowest ? 0 : m->idle + 1;
    m->lowest = lowest;
    record_history(m, lowest);
    m->next = 0;
    m->placing = m->given_x = m->given_v = m->given_pbest = 0;
    if (m->counts.iterations == m->options.iterations) {
        m->gave_up = 1;
    } else if (m->options.stagnation && m->idle >= m->options.stagnation) {
        m->placing = 1;
        m->counts.restarts++;
    }
}

fq_status fq_swarm_step(fq_swarm *m, uint64_t budget)
{
    const uint32_t n = m->n;
    while (!m->gave_up) {
        if (!budget--) return FQ_RUNNING;
        if (m->found) { /* begins the search for the next solution */
            m->found = 0;
            if (m->counts.iterations == m->options.iterations) {
                m->gave_up = 1;
                break;
            }
            m->best_score = INFINITY;
            m->next = 0;
            m->placing = 1;
        }
        const uint32_t p = m->next;
        if (p == 0 && m->counts.evaluations) m->counts.iterations++;
        m->placed = m->placing;
        const board b = m->placing ? place_particle(m, p) : move_particle(m, p);
        const double score = weighted_sum(m, b.touching, b.attacking);
        m->touching[p] = b.touching;
        m->attacking[p] = b.attacking;
        m->score[p] = score;
        m->counts.evaluations++;
        m->next++;
        m->found = !(b.touching | b.attacking);
        if (score < m->best_score || m->found) {
            m->best_score = score;
            memcpy(m->best, m->x + (size_t)p * n, n * sizeof *m->best);
        }
        if (m->found) {
            record_history(m, score);
            return FQ_FOUND;
        }
        if (m->next == m->options.size) end_iteration(m);
    }
    return FQ_DONE;
}

/* ---------------------------------------------------------------- creation, access and release */

/* Whether x is from `least` to `most`; the comparisons are false for NaN. */
static int in_range(double x, double least, double most) { return x >= least && x <= most; }

static int options_valid(const fq_swarm_options *o)
{
    const double most = FQ_SWARM_MAX_WEIGHT;
    return o->size >= 1 && o->size <= FQ_SWARM_MAX_SIZE && o->iterations >= 1 &&
           in_range(o->w, 0, most) && in_range(o->c1, 0, most) && in_range(o->c2, 0, most) &&
           o->r1 <= 1 && o->r2 <= 1 && in_range(o->w1, 0, most) && in_range(o->w2, 0, most) &&
           (o->topology == FQ_SWARM_RING || o->topology == FQ_SWARM_GLOBAL) && o->vmax > 0 &&
           in_range(o->mutation, 0, 1) &&
           (o->repair == FQ_SWARM_NO_REPAIR || o->repair == FQ_SWARM_REPAIR_BEST ||
            o->repair == FQ_SWARM_REPAIR_EACH);
}

/* Sorts the cells by region, and row by row within a region. Returns the number of regions; if
 * it is not n, only first[] is written. */
static uint32_t sort_cells(fq_swarm *m, const uint8_t *labels)
{
    const uint32_t n = m->n;
    uint32_t size[256] = {0}, number[256], regions = 0, next[FQ_SWARM_MAX_N];
    for (uint32_t i = 0; i < n * n; i++) size[labels[i]]++;
    for (uint32_t label = 0; label < 256; label++) {
        if (!size[label]) continue;
        number[label] = regions;
        if (regions < n) m->first[regions + 1] = m->first[regions] + size[label];
        regions++;
    }
    if (regions != n) return regions;
    memcpy(next, m->first, n * sizeof *next);
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t k = number[labels[i]], row = i / n, column = i % n;
        uint32_t near = (row + 1) * m->width + column + 1;
        m->location[next[k]++] = (location){(uint8_t)row, (uint8_t)column, (uint16_t)near};
    }
    return n;
}

/* Converts indices within regions to cells. Returns 0 if an index is too large. */
static int load_cells(const fq_swarm *m, const uint16_t *indices, uint16_t *cells)
{
    for (size_t i = 0; i < (size_t)m->options.size * m->n; i++) {
        size_t k = i % m->n;
        if (indices[i] >= m->first[k + 1] - m->first[k]) return 0;
        cells[i] = (uint16_t)(m->first[k] + indices[i]);
    }
    return 1;
}

static int load_start(fq_swarm *m, const fq_swarm_start *start)
{
    const size_t n = m->n, all = m->options.size * n;
    if (start->positions) {
        m->given_x = 1;
        if (!load_cells(m, start->positions, m->x)) return 0;
    }
    if (start->velocities) {
        m->given_v = 1;
        for (size_t i = 0; i < all; i++) {
            if (!in_range(start->velocities[i], 0, FQ_SWARM_MAX_WEIGHT)) return 0;
            m->v[i] = start->velocities[i];
        }
    }
    if (start->bests) {
        m->given_pbest = 1;
        if (!load_cells(m, start->bests, m->pbest)) return 0;
        for (uint32_t p = 0; p < m->options.size; p++) {
            board b = set_board(m, p, m->pbest + p * n);
            m->pbest_score[p] = weighted_sum(m, b.touching, b.attacking);
        }
    }
    return 1;
}

fq_swarm *fq_swarm_new(uint32_t n, const uint8_t *labels, const fq_swarm_options *options,
                       const fq_swarm_start *start, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_SWARM_MAX_N || !options_valid(options)) return NULL;
    *error = FQ_NO_MEMORY;
    fq_swarm *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n;
    m->width = n + 2;
    m->options = *options;
    m->rng.state = options->seed;
    if (sort_cells(m, labels) != n) {
        free(m);
        *error = FQ_BAD_REGIONS;
        return NULL;
    }
    const size_t size = options->size, all = size * n;
    m->x = calloc(all, sizeof *m->x);
    m->pbest = calloc(all, sizeof *m->pbest);
    m->v = calloc(all, sizeof *m->v);
    m->rows = calloc(all, 1);
    m->columns = calloc(all, 1);
    m->near = calloc(size * m->width, m->width);
    m->touching = calloc(size, sizeof *m->touching);
    m->attacking = calloc(size, sizeof *m->attacking);
    m->score = calloc(size, sizeof *m->score);
    m->pbest_score = calloc(size, sizeof *m->pbest_score);
    m->nbest = calloc(size, sizeof *m->nbest);
    m->capacity = FIRST_CAPACITY;
    m->history = calloc(m->capacity, sizeof *m->history);
    m->stride = 1;
    m->best_score = m->lowest = INFINITY;
    m->placing = 1;
    if (!m->x || !m->pbest || !m->v || !m->rows || !m->columns || !m->near || !m->touching ||
        !m->attacking || !m->score || !m->pbest_score || !m->nbest || !m->history) {
        fq_swarm_free(m);
        return NULL;
    }
    /* Before the first step, fq_swarm_state shows the first cell of every region. */
    for (size_t i = 0; i < all; i++) m->x[i] = m->pbest[i] = (uint16_t)m->first[i % n];
    for (int i = 0; i < 10; i++) m->touch_weight[i] = options->w1 * i;
    for (int i = 0; i <= 2 * FQ_SWARM_MAX_N; i++) m->attack_weight[i] = options->w2 * i;
    if (start && !load_start(m, start)) {
        fq_swarm_free(m);
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    *error = FQ_OK;
    return m;
}

void fq_swarm_free(fq_swarm *m)
{
    if (!m) return;
    free(m->x);
    free(m->pbest);
    free(m->v);
    free(m->rows);
    free(m->columns);
    free(m->near);
    free(m->touching);
    free(m->attacking);
    free(m->score);
    free(m->pbest_score);
    free(m->nbest);
    free(m->history);
    free(m);
}

void fq_swarm_peek(const fq_swarm *m, int16_t *columns)
{
    for (uint32_t r = 0; r < m->n; r++) columns[r] = -1;
    if (m->best_score == INFINITY) return;
    for (uint32_t k = 0; k < m->n; k++) {
        const location at = m->location[m->best[k]];
        int16_t *queen = columns + at.row, column = at.column;
        if (*queen < 0 || column < *queen) *queen = column;
    }
}

static size_t copy_cells(const fq_swarm *m, const uint16_t *x, uint16_t *cells)
{
    for (uint32_t k = 0; k < m->n; k++) {
        const location at = m->location[x[k]];
        cells[k] = (uint16_t)(at.row * m->n + at.column);
    }
    return m->n;
}

size_t fq_swarm_cells(const fq_swarm *m, uint16_t *cells)
{
    return m->best_score == INFINITY ? 0 : copy_cells(m, m->best, cells);
}

size_t fq_swarm_particle(const fq_swarm *m, uint16_t *cells)
{
    const uint32_t last = m->next ? m->next - 1 : m->options.size - 1;
    return m->counts.evaluations ? copy_cells(m, m->x + (size_t)last * m->n, cells) : 0;
}

int fq_swarm_placed(const fq_swarm *m) { return m->placed; }

double fq_swarm_fitness(const fq_swarm *m) { return m->best_score; }

int fq_swarm_gave_up(const fq_swarm *m) { return m->gave_up; }

uint64_t fq_swarm_spent(const fq_swarm *m) { return m->counts.evaluations; }

fq_swarm_counters fq_swarm_counts(const fq_swarm *m) { return m->counts; }

const double *fq_swarm_history(const fq_swarm *m, size_t *length, uint64_t *stride)
{
    *length = m->length;
    *stride = m->stride;
    return m->history;
}

void fq_swarm_state(const fq_swarm *m, uint16_t *positions, double *velocities, uint16_t *pbest,
                    uint16_t *nbest)
{
    const size_t n = m->n, all = m->options.size * n;
    for (size_t i = 0; i < all; i++) {
        const uint32_t first = m->first[i % n];
        positions[i] = (uint16_t)(m->x[i] - first);
        pbest[i] = (uint16_t)(m->pbest[i] - first);
        nbest[i] = (uint16_t)(m->pbest[m->nbest[i / n] * n + i % n] - first);
    }
    memcpy(velocities, m->v, all * sizeof *velocities);
}

uint64_t fq_swarm_stream(const fq_swarm *m) { return m->rng.state; }

const double *fq_swarm_scores(const fq_swarm *m) { return m->score; }

/* Tried:
 * - One word for each row instead of the counts of neighbours. With repairs this took 1.4 to 1.7
 *   times as long: moves are faster, but counting conflicts is slower.
 * - One loop for each step of the velocities, so that the compiler can vectorise the loops. This
 *   was half as fast, even with AVX2, because a particle has few components.
 * - Drawing u for every component. This was 0.67 to 0.77 times as fast. (The swarm does not compute
 *   u for a component that already equals nbest: SplitMix64 hashes a counter, so numbers can be
 *   skipped.)
 */

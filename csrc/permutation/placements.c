/* placements.c - tests all tuples of columns, or all sets of n cells, one by one.
 *
 * Each cell has a word in which the bits of the lines through the cell are set. For n = 11, which
 * uses all 64 bits:
 *
 *     bit  63        43 42        22 21     11 10      0
 *         |  falling   |   rising   | columns |  rows   |     (tuples: no rows, so n = 13 fits)
 *
 * The words of the first n - 1 cells are combined into one word of taken lines, which is set to all
 * ones if two of these cells share a line. Then all possible last cells are tried, and testing each
 * of these placements takes one AND. */
#include <stdlib.h>

#include "common/bits.h"
#include "placements.h"

#define FQ_MAX_CELLS (FQ_TUPLES_MAX_N * FQ_TUPLES_MAX_N)
#define FQ_MAX_DEPTH FQ_TUPLES_MAX_N

struct fq_placements {
    uint32_t n;
    int combinations, done;
    uint64_t spent, total;
    /* taken[i]: the lines of cells 0 to i - 1; all ones if two of these cells share a line */
    uint64_t taken[FQ_MAX_DEPTH];
    uint16_t cell[FQ_MAX_DEPTH]; /* the cells of the placement tested last */
    uint64_t lines[FQ_MAX_CELLS];
};

/* These two functions return the first cell that number `depth` of a placement can be, and 1 more
 * than the last cell that it can be. */
static uint32_t fq_first(const fq_placements *m, uint32_t depth)
{
    if (!m->combinations) return depth * m->n;
    return depth ? m->cell[depth - 1] + UINT32_C(1) : 0;
}

static uint32_t fq_end(const fq_placements *m, uint32_t depth)
{
    return m->combinations ? m->n * m->n - (m->n - 1 - depth) : (depth + 1) * m->n;
}

/* This function is always inlined, because gcc 12 with -O1 wrongly assumes that a call of it
 * changes nothing, and drops the call. */
static inline __attribute__((always_inline)) void fq_fill(fq_placements *m, uint32_t depth)
{
    for (; depth + 1 < m->n; depth++) {
        const uint64_t lines = m->lines[m->cell[depth]], taken = m->taken[depth];
        m->taken[depth + 1] = taken & lines ? ~UINT64_C(0) : taken | lines;
        m->cell[depth + 1] = (uint16_t)fq_first(m, depth + 1);
    }
}

/* Moves to the next combination of all cells except the last cell, in lexicographic order. There
 * must be a next combination. */
static void fq_advance(fq_placements *m)
{
    uint32_t depth = m->n - 2;
    while (m->cell[depth] + UINT32_C(1) == fq_end(m, depth)) depth--;
    m->cell[depth]++;
    fq_fill(m, depth);
}

fq_placements *fq_placements_new(uint32_t n, fq_placements_kind kind, fq_error *error)
{
    const uint32_t most = kind == FQ_TUPLES         ? FQ_TUPLES_MAX_N
                          : kind == FQ_COMBINATIONS ? FQ_COMBINATIONS_MAX_N
                                                    : 0;
    if (n < 1 || n > most) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_placements *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *error = FQ_OK;
    m->n = n;
    m->combinations = kind == FQ_COMBINATIONS;
    const uint32_t rows = m->combinations ? n : 0;
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            uint64_t *lines = &m->lines[row * n + column];
            *lines = UINT64_C(1) << (rows + column);
            *lines |= UINT64_C(1) << (rows + n + row + column);
            *lines |= UINT64_C(1) << (rows + 3 * n - 1 + row + n - 1 - column);
            if (rows) *lines |= UINT64_C(1) << row;
        }
    m->total = 1; /* every division below has remainder 0 */
    for (uint32_t i = 1; i <= n; i++)
        m->total = m->combinations ? m->total * (n * n - n + i) / i : m->total * n;
    fq_fill(m, 0);
    return m;
}

fq_status fq_placements_step(fq_placements *m, uint64_t budget)
{
    if (m->done) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    const uint32_t last = m->n - 1, end = fq_end(m, last);
    const uint64_t most = m->total - m->spent, given = budget < most ? budget : most;
    uint64_t rest = given;
    uint32_t next = m->spent ? m->cell[last] + UINT32_C(1) : fq_first(m, last);
    fq_status status = FQ_RUNNING;
    while (rest && status != FQ_FOUND) {
        if (next == end) {
            fq_advance(m);
            next = fq_first(m, last);
        }
        const uint64_t taken = m->taken[last];
        const uint32_t stop = rest < end - next ? next + (uint32_t)rest : end, from = next;
        while (next < stop)
            if (!(m->lines[next++] & taken)) {
                status = FQ_FOUND;
                break;
            }
        rest -= next - from;
    }
    if (given) m->cell[last] = (uint16_t)(next - 1);
    m->spent += given - rest;
    if (m->spent == m->total && status != FQ_FOUND) {
        m->done = 1;
        status = FQ_DONE;
    }
    return status;
}

uint32_t fq_placements_peek(const fq_placements *m, int16_t *cells)
{
    if (!m->spent) return 0;
    for (uint32_t i = 0; i < m->n; i++) cells[i] = (int16_t)m->cell[i];
    return m->n;
}

uint64_t fq_placements_spent(const fq_placements *m) { return m->spent; }

fq_placements_counters fq_placements_counts(const fq_placements *m)
{
    return (fq_placements_counters){m->spent};
}

void fq_placements_free(fq_placements *m) { free(m); }

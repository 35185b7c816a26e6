/* skip.c - visits permutations in order, skipping those whose beginning fails.
 *
 * This is a depth-first search row by row, with columns from the left. The number of permutations
 * visited can be computed from the current position of the search (fq_permutation_progress), so the
 * search does not add it up.
 *
 * When the search enters a row, it computes all columns of the row that pass the test, from one
 * word for each queen above, which holds the columns that this queen attacks. The search jumps from
 * one such column to the next and counts the columns between them, which fail the test, as tested.
 * Tried: testing one column after another, with a branch for each column, took twice as long. */
#include <stdlib.h>

#include "state.h"

int fq_permutation_skip_begin(fq_permutation *m)
{
    fq_skip *s = &m->method.skipping;
    const uint32_t n = m->n;
    s->left[0] = s->good[0] = fq_ones(n);
    if (m->queens) return 1;
    uint32_t regions = 0;
    for (uint32_t cell = 0; cell < n * n; cell++)
        if (m->region[cell] >= regions) regions = m->region[cell] + UINT32_C(1);
    s->columns_of = calloc((size_t)regions * n, sizeof *s->columns_of);
    if (!s->columns_of) return 0;
    for (uint32_t cell = 0; cell < n * n; cell++)
        s->columns_of[m->region[cell] * n + cell / n] |= UINT64_C(1) << cell % n;
    return 1;
}

/* `queens` is a constant at each call, so the compiler makes one loop for each of the two rules. */
static inline fq_status fq_run(fq_permutation *m, uint64_t budget, int queens)
{
    fq_skip *s = &m->method.skipping;
    const uint32_t n = m->n;
    const uint64_t all = fq_ones(n);
    uint32_t row = s->depth;
    uint64_t columns = s->columns, rest = budget, left = s->left[row], good = s->good[row];
    fq_status status = FQ_RUNNING;
    for (;;) {
        /* The columns up to and including the next column that passes the test. */
        const uint64_t bit = good & (0 - good), tried = left & (bit | (bit - 1));
        const uint32_t cost = fq_popcount(tried);
        if (cost > rest) {
            for (; rest; rest--) left &= left - 1;
            break;
        }
        rest -= cost;
        left ^= tried;
        if (!bit) { /* no column passes: remove the queen above */
            if (!row) {
                m->done = 1;
                status = FQ_DONE;
                break;
            }
            row--;
            columns ^= UINT64_C(1) << m->column[row];
            left = s->left[row];
            good = s->good[row];
            continue;
        }
        s->left[row] = left;
        s->good[row] = good ^ bit;
        const uint32_t column = fq_lowest(bit);
        m->column[row] = (uint8_t)column;
        columns ^= bit;
        uint64_t attacked;
        if (queens) {
            s->fall[row + 1] = (s->fall[row] | bit) << 1;
            s->rise[row + 1] = (s->rise[row] | bit) >> 1;
            attacked = s->fall[row + 1] | s->rise[row + 1];
        } else {
            s->cells[row] = &s->columns_of[m->region[row * n + column] * n];
            attacked = bit << 1 | bit >> 1;
            if (row + 1 < n)
                for (uint32_t above = 0; above <= row; above++)
                    attacked |= s->cells[above][row + 1];
        }
        row++;
        left = all & ~columns;
        good = left & ~attacked;
        if (row == n) {
            status = FQ_FOUND;
            break;
        }
    }
    s->depth = row;
    s->columns = columns;
    s->left[row] = left;
    s->good[row] = good;
    m->spent += budget - rest;
    return status;
}

fq_status fq_permutation_skip_step(fq_permutation *m, uint64_t budget)
{
    return m->queens ? fq_run(m, budget, 1) : fq_run(m, budget, 0);
}

int32_t fq_permutation_last_cell(const fq_permutation *m)
{
    if (!m->skip || m->done) return -1;
    const fq_skip *s = &m->method.skipping;
    const int32_t n = (int32_t)m->n, row = (int32_t)s->depth;
    if (row < n) {
        /* The columns tried in this row: the queen removed last was in the highest of them. */
        uint64_t tried = fq_ones(m->n) & ~s->columns & ~s->left[row];
        int32_t column = -1;
        for (; tried; tried &= tried - 1) column = (int32_t)fq_lowest(tried);
        if (column >= 0) return row * n + column;
    }
    return row ? (row - 1) * n + m->column[row - 1] : -1;
}

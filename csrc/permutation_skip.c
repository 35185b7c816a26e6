/* permutation_skip.c - permutations in order, leaving out those whose beginning fails.
 *
 * This is depth-first search row by row, columns from the left. What makes it "permutations" is
 * only the account: the number of permutations gone through is read off the position (see
 * fq_permutation_reviewed), so nothing has to be added up on the way. */
#include "permutation_impl.h"

void fq_permutation_skip_begin(fq_permutation *m) { m->way.skipping.left[0] = fq_ones(m->n); }

/* `queens` is a constant where this is called, so each rule gets its own loop. */
static inline fq_status fq_run(fq_permutation *m, uint64_t budget, int queens)
{
    fq_skip *s = &m->way.skipping;
    const uint32_t n = m->n;
    const uint64_t all = fq_ones(n);
    uint32_t row = s->depth;
    uint64_t columns = s->columns, rest = budget, left = s->left[row];
    fq_status status = FQ_RUNNING;
    for (;;) {
        while (!left) { /* no column remains: take the queen above away */
            if (!row) {
                m->done = 1;
                status = FQ_DONE;
                goto out;
            }
            row--;
            left = s->left[row];
            columns &= ~(UINT64_C(1) << m->column[row]);
            if (!queens) s->taken[m->region[row * n + m->column[row]]] = 0;
        }
        const uint64_t attacked = queens ? s->fall[row] | s->rise[row] : s->fall[row];
        const uint8_t *region = &m->region[row * n];
        uint64_t bit;
        uint32_t column;
        do {
            if (!rest) goto out;
            rest--;
            bit = left & (0 - left);
            column = fq_lowest(left);
            left ^= bit;
            if (!(bit & attacked) && (queens || !s->taken[region[column]])) break;
            bit = 0;
        } while (left);
        if (!bit) continue;

        m->column[row] = (uint8_t)column;
        columns |= bit;
        s->left[row] = left;
        if (queens) {
            s->fall[row + 1] = (s->fall[row] | bit) << 1;
            s->rise[row + 1] = (s->rise[row] | bit) >> 1;
        } else {
            s->fall[row + 1] = bit << 1 | bit >> 1;
            s->taken[region[column]] = 1;
        }
        row++;
        left = all & ~columns;
        if (row == n) {
            status = FQ_FOUND;
            break;
        }
    }
out:
    s->depth = row;
    s->columns = columns;
    s->left[row] = left;
    m->work += budget - rest;
    return status;
}

fq_status fq_permutation_skip_step(fq_permutation *m, uint64_t budget)
{
    return m->queens ? fq_run(m, budget, 1) : fq_run(m, budget, 0);
}

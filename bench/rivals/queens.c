/* queens.c - the rival: coloured Queens by plain row-by-row backtracking on bitmasks.
 *
 * What a good programmer writes first: a mask of the columns used, a mask of the regions used, and
 * the previous queen's column, which forbids its neighbours in the next row. Rows are taken in
 * order, columns from the left. No propagation, no choice of the next unit. Not part of the
 * package. */
#include <stdint.h>

typedef struct plain {
    uint32_t n;
    uint32_t all;              /* the n columns */
    int64_t limit, found;
    uint64_t nodes;            /* queens put down */
    uint32_t region[32][32];   /* the bit of each cell's region */
} plain;

static void search(plain *p, uint32_t row, uint32_t columns, uint32_t regions, uint32_t last)
{
    uint32_t open = p->all & ~(columns | last << 1 | last | last >> 1);
    for (; open; open &= open - 1) {
        uint32_t c = (uint32_t)__builtin_ctz(open), region = p->region[row][c];
        if (regions & region) continue;
        p->nodes++;
        if (row + 1 == p->n) {
            p->found++;
        } else {
            uint32_t queen = UINT32_C(1) << c;
            search(p, row + 1, columns | queen, regions | region, queen);
        }
        if (p->found >= p->limit) return;
    }
}

/* Counts the solutions of each of `count` boards up to `limit` (at least 1). Labels are 0 to
 * n - 1, n at most 32. Returns the number of queens put down over all boards, or -1 for boards
 * that it cannot take. */
int64_t plain_many(int64_t count, uint32_t n, const uint8_t *boards, int64_t limit,
                   int64_t *counts)
{
    plain p = {.n = n, .limit = limit};
    if (n < 1 || n > 32) return -1;
    p.all = n == 32 ? UINT32_MAX : (UINT32_C(1) << n) - 1;
    for (int64_t i = 0; i < count; i++, boards += n * n) {
        for (uint32_t k = 0; k < n * n; k++) {
            if (boards[k] >= n) return -1;
            p.region[k / n][k % n] = UINT32_C(1) << boards[k];
        }
        p.found = 0;
        search(&p, 0, 0, 0, 0);
        counts[i] = p.found;
    }
    return (int64_t)p.nodes;
}

/* nqueens.c - the rivals: N-Queens by the plain recursion on bitmasks.
 *
 * One mask of the columns and two of the diagonals, which move by a column each row; rows from the
 * top, columns from the right; half of the first row, for the mirror image. `published` is the form
 * found everywhere. `quick` was the fastest of a dozen ways to write the same search (globals,
 * return values, where the last row is told, ...); all were within 15% of each other. Counting
 * nodes costs neither anything that can be measured. Not part of the package. */
#include <stdint.h>

typedef struct tally {
    uint64_t found, nodes;
} tally;

static void published(tally *t, uint32_t all, uint32_t columns, uint32_t left, uint32_t right)
{
    t->nodes++;
    if (columns == all) {
        t->found++;
        return;
    }
    for (uint32_t open = all & ~(columns | left | right); open; open &= open - 1) {
        const uint32_t queen = open & (0u - open);
        published(t, all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
}

static tally quick(uint32_t rest, uint32_t left, uint32_t right)
{
    tally sum = {0, 0};
    for (uint32_t open = rest & ~(left | right); open; open &= open - 1) {
        const uint32_t queen = open & (0u - open);
        sum.nodes++;
        if (rest == queen) {
            sum.found++;
            continue;
        }
        const tally part = quick(rest ^ queen, (left | queen) << 1, (right | queen) >> 1);
        sum.found += part.found;
        sum.nodes += part.nodes;
    }
    return sum;
}

/* Returns the number of solutions, and puts the number of queens put down into *nodes. 0 unless
 * 2 <= n <= 31. */
uint64_t plain_nqueens(uint32_t n, int be_quick, uint64_t *nodes)
{
    uint64_t found = *nodes = 0;
    if (n < 2 || n > 31) return 0;
    const uint32_t all = (UINT32_C(1) << n) - 1;
    for (uint32_t c = 0; c < (n + 1) / 2; c++) {
        const uint32_t queen = UINT32_C(1) << c;
        tally part = {0, 0};
        if (be_quick) {
            part = quick(all ^ queen, queen << 1, queen >> 1);
            part.nodes++;
        } else {
            published(&part, all, queen, queen << 1, queen >> 1);
        }
        found += part.found << (c < n / 2); /* twice, but for the middle */
        *nodes += part.nodes;
    }
    return found;
}

/* A chain of 16 * `many` additions, each of which waits for the one before: a cycle each, so its
 * time tells the clock. (What it adds is in a register, as newer CPUs add constants faster.) */
uint64_t plain_additions(uint64_t many)
{
    uint64_t x = 0, one = 1;
#define ADD x += one; __asm__ volatile("" : "+r"(x), "+r"(one));
    for (uint64_t i = 0; i < many; i++) {
        ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
    }
#undef ADD
    return x;
}

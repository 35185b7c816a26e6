/* plain_nqueens.c - the rival: N-Queens by the plain recursion on bitmasks, as published everywhere.
 *
 * One mask of the columns that are free and two of the diagonals, which move by a column each row;
 * rows from the top, columns from the right; half of the first row, for the mirror image. Of a
 * dozen ways to write it (masks of used columns, globals, where the last row is told, with and
 * without counting nodes, ...), all within 10% of each other, this was the fastest. Not part of
 * the package; plain.py builds it for bench/nqueens_ratios.py. */
#include <stdint.h>

typedef struct tally {
    uint64_t found, nodes;
} tally;

static tally below(uint32_t columns, uint32_t left, uint32_t right)
{
    tally sum = {0, 0};
    for (uint32_t open = columns & ~(left | right); open; open &= open - 1) {
        const uint32_t queen = open & (0u - open), rest = columns ^ queen;
        sum.nodes++;
        if (!rest) {
            sum.found++;
            continue;
        }
        const tally part = below(rest, (left | queen) << 1, (right | queen) >> 1);
        sum.found += part.found;
        sum.nodes += part.nodes;
    }
    return sum;
}

/* Returns the number of solutions, and puts the number of queens put down into *nodes. 0 unless
 * 2 <= n <= 31. */
uint64_t plain_nqueens(uint32_t n, uint64_t *nodes)
{
    uint64_t found = *nodes = 0;
    if (n < 2 || n > 31) return 0;
    const uint32_t all = (UINT32_C(1) << n) - 1;
    for (uint32_t c = 0; c < (n + 1) / 2; c++) {
        const uint32_t queen = UINT32_C(1) << c;
        const tally part = below(all ^ queen, queen << 1, queen >> 1);
        found += part.found << (c < n / 2); /* twice, but for the middle */
        *nodes += part.nodes + 1;
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

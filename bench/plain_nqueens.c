/* plain_nqueens.c - the rival: N-Queens by the plain recursion on bitmasks, as published everywhere.
 *
 * One mask of the columns used and two of the diagonals, which move by a column each row; rows from
 * the top, columns from the right; the left half of the first row counts twice, for the mirror
 * image. Not part of the package; plain.py builds it for bench/nqueens_ratios.py. */
#include <stdint.h>

static uint64_t below(uint32_t full, uint32_t columns, uint32_t left, uint32_t right)
{
    if (columns == full) return 1;
    uint64_t found = 0;
    for (uint32_t open = full & ~(columns | left | right); open; open &= open - 1) {
        const uint32_t queen = open & (0u - open);
        found += below(full, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return found;
}

/* The number of solutions, 0 unless 1 <= n <= 31. */
uint64_t plain_nqueens(uint32_t n)
{
    if (n < 1 || n > 31) return 0;
    const uint32_t full = (UINT32_C(1) << n) - 1;
    uint64_t found = 0;
    for (uint32_t c = 0; c < n / 2; c++) {
        const uint32_t queen = UINT32_C(1) << c;
        found += below(full, queen, queen << 1, queen >> 1);
    }
    found *= 2;
    if (n % 2) {
        const uint32_t queen = UINT32_C(1) << n / 2;
        found += below(full, queen, queen << 1, queen >> 1);
    }
    return found;
}

/* The same once more with a counter, which would cost the function above a few percent. */
static uint64_t nodes_below(uint32_t full, uint32_t columns, uint32_t left, uint32_t right)
{
    uint64_t nodes = 1;
    for (uint32_t open = full & ~(columns | left | right); open; open &= open - 1) {
        const uint32_t queen = open & (0u - open);
        nodes += nodes_below(full, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return nodes;
}

/* The number of queens that plain_nqueens puts down. */
uint64_t plain_nqueens_nodes(uint32_t n)
{
    if (n < 1 || n > 31) return 0;
    const uint32_t full = (UINT32_C(1) << n) - 1;
    uint64_t nodes = 0;
    for (uint32_t c = 0; c < (n + 1) / 2; c++) {
        const uint32_t queen = UINT32_C(1) << c;
        nodes += nodes_below(full, queen, queen << 1, queen >> 1);
    }
    return nodes;
}

/* A chain of `many` x 16 additions, each of which waits for the one before: one cycle each, so
 * its time tells the clock. (The addend is a register's: newer CPUs make several additions of
 * constants in one cycle.) */
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

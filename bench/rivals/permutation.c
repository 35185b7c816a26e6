/* permutation.c - the rival: coloured Queens by the next permutation and a test of it.
 *
 * What a good programmer writes first: the lexicographic successor in place (find the last ascent,
 * swap, reverse the tail), then a walk down the rows that ends at the first queen that shares a
 * region with one above or touches the last. Not part of the package. */
#include <stdint.h>

static int next(uint32_t n, uint8_t *p)
{
    uint32_t i = n - 1, j = n - 1;
    while (i && p[i - 1] > p[i]) i--;
    if (!i) return 0;
    while (p[j] < p[i - 1]) j--;
    uint8_t swap = p[i - 1];
    p[i - 1] = p[j], p[j] = swap;
    for (j = n - 1; i < j; i++, j--) swap = p[i], p[i] = p[j], p[j] = swap;
    return 1;
}

static int test(uint32_t n, const uint8_t *p, const uint64_t *region)
{
    uint64_t taken = 0;
    int last = -2;
    for (uint32_t row = 0; row < n; row++) {
        const uint64_t bit = region[row * n + p[row]];
        const int apart = p[row] - last;
        if (taken & bit || (apart >= -1 && apart <= 1)) return 0;
        taken |= bit;
        last = p[row];
    }
    return 1;
}

/* Returns the number of solutions of an n x n board, labels 0 to 63, n from 1 to 20; and puts the
 * number of permutations into *reviewed. */
uint64_t plain_permutation(uint32_t n, const uint8_t *board, uint64_t *reviewed)
{
    uint64_t region[400], found = 0;
    uint8_t p[20];
    *reviewed = 0;
    if (n < 1 || n > 20) return 0;
    for (uint32_t i = 0; i < n * n; i++) region[i] = UINT64_C(1) << (board[i] & 63);
    for (uint32_t i = 0; i < n; i++) p[i] = (uint8_t)i;
    do {
        ++*reviewed;
        found += (uint64_t)test(n, p, region);
    } while (next(n, p));
    return found;
}

/* sudoku.c - the rival: Sudoku by backtracking on bitmasks.
 *
 * One mask of used digits for each row, column and box. The search fills an empty cell that has the
 * fewest candidates, and scans all empty cells to find it. It counts solutions up to a limit. Not
 * part of the package. */
#include <stdint.h>

typedef struct grid {
    uint16_t row[9], column[9], box[9]; /* bit d - 1: digit d is used */
    uint8_t empty[81];                  /* numbers of the empty cells, in any order */
    uint32_t left;                      /* how many there are */
    uint64_t nodes;
} grid;

static uint64_t search(grid *g, uint64_t limit)
{
    g->nodes++;
    if (g->left == 0) return 1;
    uint32_t best = 0, fewest = 10, open = 0;
    for (uint32_t k = 0; k < g->left && fewest > 1; k++) {
        const uint32_t cell = g->empty[k], r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
        const uint32_t here = 0x1ffu & ~(uint32_t)(g->row[r] | g->column[c] | g->box[b]);
        const uint32_t count = (uint32_t)__builtin_popcount(here);
        if (count < fewest) best = k, fewest = count, open = here;
    }
    const uint8_t cell = g->empty[best];
    const uint32_t r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
    uint64_t found = 0;
    g->empty[best] = g->empty[--g->left];
    for (; open && found < limit; open &= open - 1) {
        const uint16_t digit = (uint16_t)(open & (0u - open));
        g->row[r] |= digit, g->column[c] |= digit, g->box[b] |= digit;
        found += search(g, limit - found);
        g->row[r] ^= digit, g->column[c] ^= digit, g->box[b] ^= digit;
    }
    g->empty[g->left++] = g->empty[best];
    g->empty[best] = cell;
    return found;
}

/* Counts the solutions of a grid of 81 digits (0: empty), up to a limit, and puts the number of
 * calls of the search into *nodes. Clues that contradict each other have no solution. */
uint64_t plain_sudoku(const uint8_t *cells, uint64_t limit, uint64_t *nodes)
{
    grid g = {0};
    *nodes = 0;
    for (uint32_t cell = 0; cell < 81; cell++) {
        const uint32_t r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
        if (cells[cell] == 0) {
            g.empty[g.left++] = (uint8_t)cell;
            continue;
        }
        if (cells[cell] > 9) return 0;
        const uint16_t digit = (uint16_t)(1u << (cells[cell] - 1));
        if ((g.row[r] | g.column[c] | g.box[b]) & digit) return 0;
        g.row[r] |= digit, g.column[c] |= digit, g.box[b] |= digit;
    }
    const uint64_t found = search(&g, limit);
    *nodes = g.nodes;
    return found;
}

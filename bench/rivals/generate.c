/* generate.c - the rival: regions grown at random, then rivals of the solution taken out.
 *
 * What a good programmer writes first. From the queens of a random placement the regions grow cell
 * by cell. While there is a second solution, one of its cells goes to a region beside it, so that
 * its own region stays in one piece; where that cannot be, or takes 400 rounds, the regions grow
 * anew, 16 times at most from one placement. Second solutions are found row by row, with masks of
 * the columns and regions taken. Not part of the package. */
#include <stdint.h>
#include <string.h>

#define MAX_N 16

typedef struct maker {
    int n;
    uint64_t random;
    int8_t queen[MAX_N];          /* the solution */
    uint8_t board[MAX_N * MAX_N]; /* the region of each cell, 0xff for none yet */
    uint32_t bit[MAX_N * MAX_N];  /* the same as 1 << region */
    int8_t other[MAX_N];          /* the placement being tried */
} maker;

static uint32_t below(maker *m, uint32_t bound)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return (uint32_t)((m->random >> 32) * bound >> 32);
}

static void place(maker *m)
{
    for (int apart = 0; !apart;) {
        for (int r = 0; r < m->n; r++) {
            int k = (int)below(m, (uint32_t)r + 1);
            m->queen[r] = m->queen[k];
            m->queen[k] = (int8_t)r;
        }
        apart = 1;
        for (int r = 1; r < m->n; r++) {
            int step = m->queen[r] - m->queen[r - 1];
            apart &= step > 1 || step < -1;
        }
    }
}

static int neighbours(int n, int cell, int *near)
{
    int count = 0, r = cell / n, c = cell % n;
    if (r) near[count++] = cell - n;
    if (r + 1 < n) near[count++] = cell + n;
    if (c) near[count++] = cell - 1;
    if (c + 1 < n) near[count++] = cell + 1;
    return count;
}

static void grow(maker *m)
{
    const int n = m->n;
    int edge[MAX_N * MAX_N], near[4];
    memset(m->board, 0xff, sizeof m->board);
    for (int r = 0; r < n; r++) m->board[r * n + m->queen[r]] = (uint8_t)r;
    for (int left = n * n - n; left; left--) {
        int edges = 0, choices = 0;
        uint8_t regions[4];
        for (int i = 0; i < n * n; i++) {
            if (m->board[i] != 0xff) continue;
            int k = neighbours(n, i, near);
            while (k && m->board[near[k - 1]] == 0xff) k--;
            if (k) edge[edges++] = i;
        }
        int cell = edge[below(m, (uint32_t)edges)];
        for (int k = neighbours(n, cell, near); k--;)
            if (m->board[near[k]] != 0xff) regions[choices++] = m->board[near[k]];
        m->board[cell] = regions[below(m, (uint32_t)choices)];
    }
}

static int in_one_piece(const maker *m, uint8_t region)
{
    int waiting[MAX_N * MAX_N], count = 0, size = 0, reached = 0, near[4];
    uint8_t seen[MAX_N * MAX_N] = {0};
    for (int i = 0; i < m->n * m->n; i++)
        if (m->board[i] == region && !size++) waiting[count++] = i, seen[i] = 1;
    while (count) {
        int cell = waiting[--count];
        reached++;
        for (int k = neighbours(m->n, cell, near); k--;)
            if (m->board[near[k]] == region && !seen[near[k]])
                waiting[count++] = near[k], seen[near[k]] = 1;
    }
    return reached == size;
}

/* Puts a solution other than the queens into m->other, if there is one. */
static int rival(maker *m, int row, uint32_t columns, uint32_t regions, int same)
{
    if (row == m->n) return !same;
    uint32_t free = ((1u << m->n) - 1) & ~columns;
    if (row) {
        uint32_t last = 1u << m->other[row - 1];
        free &= ~(last << 1 | last >> 1);
    }
    for (; free; free &= free - 1) {
        int c = __builtin_ctz(free);
        uint32_t bit = m->bit[row * m->n + c];
        if (regions & bit) continue;
        m->other[row] = (int8_t)c;
        if (rival(m, row + 1, columns | 1u << c, regions | bit, same && c == m->queen[row]))
            return 1;
    }
    return 0;
}

/* Gives a cell of the rival that is not the solution's to a region beside it. */
static int give_away(maker *m)
{
    int order[MAX_N];
    for (int r = 0; r < m->n; r++) {
        int k = (int)below(m, (uint32_t)r + 1);
        order[r] = order[k];
        order[k] = r;
    }
    for (int i = 0; i < m->n; i++) {
        int r = order[i], cell = r * m->n + m->other[r], near[4];
        if (m->other[r] == m->queen[r]) continue;
        uint8_t mine = m->board[cell];
        for (int k = neighbours(m->n, cell, near); k; k--) {
            uint32_t j = below(m, (uint32_t)k);
            uint8_t other = m->board[near[j]];
            if (other != mine) {
                m->board[cell] = other;
                if (in_one_piece(m, mine)) {
                    m->bit[cell] = 1u << other;
                    return 1;
                }
                m->board[cell] = mine;
            }
            near[j] = near[k - 1];
        }
    }
    return 0;
}

/* Makes `count` boards of n rows, 4 to 16, with one solution each. */
void plain_generate(uint32_t n, uint64_t count, uint64_t seed, uint8_t *boards)
{
    maker m = {.n = (int)n, .random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    for (uint64_t made = 0; made < count;) {
        place(&m);
        for (int tries = 0, alone = 0; tries < 16 && !alone; tries++) {
            grow(&m);
            for (uint32_t i = 0; i < n * n; i++) m.bit[i] = 1u << m.board[i];
            for (int round = 0; round < 400; round++) {
                alone = !rival(&m, 0, 0, 0, 1);
                if (alone || !give_away(&m)) break;
            }
            if (alone) memcpy(boards + n * n * made++, m.board, n * n);
        }
    }
}

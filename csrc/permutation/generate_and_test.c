/* generate_and_test.c - visits every permutation in lexicographic order and tests each one.
 *
 * The board is cut into three parts, from the top:
 *
 *     top      n - 8 rows; they change once in 8! = 40,320 permutations. The 8 columns that they
 *              leave free, in order, are the places 0 to 7 of the window below.
 *     middle   4 rows of the window; they change once in 4! = 24 permutations (a group).
 *     tail     the last 4 rows, in the 4 places that are left: 24 arrangements.
 *
 * (If n is less than 8, the window has n rows and n places; the last 4 rows are the tail, and the
 * middle has the rows above them, if any.) The 64 cells of the window are the bits of a word, a
 * byte per row, with the tail in the low half:
 *
 *     bit  63       56 55       48 47       40 39       32 31       24         7         0
 *         | middle 3  | middle 2  | middle 1  | middle 0  | tail 3    |  ...  | tail 0    |
 *          place 7..0
 *
 * A queen in the top or the middle attacks a set of these cells: its column and, for coloured
 * Queens, its region and the cells that touch the queen, or, for N-Queens, its diagonals. The sets
 * of all these queens are combined row by row. If one of these queens attacks another one, all
 * cells of the window count as attacked. An arrangement of the tail is a set of 4 cells. A
 * permutation is a solution if none of these cells is attacked from above and they do not attack
 * one another. Arrangements that violate the second condition are replaced by all ones once per
 * window. A word of all ones never passes the test, because some cells are always attacked, for
 * example those in the columns of the middle queens.
 *
 * So a test is one AND of 32 bits and a comparison with 0. The 24 permutations of a group are
 * tested without a branch (skip.c skips permutations whose first rows have a conflict). On an Ice
 * Lake Xeon this takes 0.8 cycles per permutation (gcc 12; twice that with clang 14). Tried:
 * testing with a branch for each of the 24 permutations took 2.4 times as long. Finding the sets of
 * places by counting the bits of all 256 byte values took 1.1 times as long. Compiling for AVX2
 * took 0.83 times and for AVX-512 0.74 times as long, which is not worth the extra files. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define FQ_ALL_CELLS (~UINT64_C(0))

/* Returns the number of the byte that holds a row of the window in the word of cells. Row 0 is the
 * top row of the window. */
static inline uint32_t fq_byte(const fq_plain *p, uint32_t row)
{
    return row < p->middle ? FQ_TAIL + row : row - p->middle;
}

static inline uint32_t fq_cell(uint32_t byte, uint32_t place) { return 8 * byte + place; }

/* Returns the array of all size! arrangements that put the queens of the last `size` rows on a set
 * of `size` places. */
static uint32_t *fq_arrangements(fq_plain *p, uint32_t set, uint32_t size)
{
    uint32_t *table = size == 1 ? p->one : size == 2 ? p->two : size == 3 ? p->three : p->four;
    return table + p->start[set];
}

/* Computes the arrangements of the last `size` rows of the tail from those of the last size - 1
 * rows. For each set of places, puts the queen of the first of these rows on each place of the set,
 * and combines this queen with every arrangement of the other rows on the other places. `fewer` is
 * (size - 1)!. */
static inline void fq_extend(fq_plain *p, uint32_t size, uint32_t fewer)
{
    const uint32_t row = p->tail - size;
    for (uint32_t k = 0; k < p->set_count[size]; k++) {
        const uint32_t set = p->sets[size][k];
        uint32_t *out = fq_arrangements(p, set, size);
        for (uint32_t rest = set; rest; rest &= rest - 1) {
            const uint32_t place = fq_lowest(rest), cell = fq_cell(row, place);
            const uint32_t attacked = (uint32_t)p->conflict[cell];
            const uint32_t *in = fq_arrangements(p, set ^ UINT32_C(1) << place, size - 1);
            for (uint32_t i = 0; i < fewer; i++)
                *out++ = in[i] & attacked ? UINT32_MAX : in[i] | UINT32_C(1) << cell;
        }
    }
}

/* Computes the tables of the window after the queens of the top rows have changed: the conflicts
 * and the arrangements of 1, 2, 3 and 4 rows. Returns the cells of the window that the top queens
 * attack. */
static uint64_t fq_make_window(fq_permutation *m)
{
    fq_plain *p = &m->method.plain;
    const uint32_t n = m->n, places = p->middle + p->tail;
    uint64_t attack = 0, cells_of[256];
    uint8_t seen[256] = {0}, fall[2 * FQ_PERMUTATION_MAX_N] = {0};
    uint8_t rise[2 * FQ_PERMUTATION_MAX_N] = {0};
    int bad = 0;

    uint64_t rest = p->open;
    for (uint32_t x = 0; x < places; x++, rest &= rest - 1)
        p->column_of[x] = (uint8_t)fq_lowest(rest);

    /* near[x][d]: the places whose columns have distance d from the column of place x, on both
     * sides. */
    uint8_t near[FQ_WINDOW][FQ_PERMUTATION_MAX_N];
    memset(near, 0, sizeof near);
    for (uint32_t x = 0; x < places; x++)
        for (uint32_t y = 0; y < places; y++) {
            int d = p->column_of[y] - p->column_of[x];
            near[x][abs(d)] |= (uint8_t)(1 << y);
        }

    if (!m->queens) {
        memset(cells_of, 0, sizeof cells_of);
        for (uint32_t row = 0; row < places; row++)
            for (uint32_t x = 0; x < places; x++)
                cells_of[m->region[(p->top + row) * n + p->column_of[x]]] |=
                    UINT64_C(1) << fq_cell(fq_byte(p, row), x);
    }
    for (uint32_t row = 0; row < places; row++)
        for (uint32_t x = 0; x < places; x++) {
            uint64_t cells = UINT64_C(0x0101010101010101) << x;
            for (uint32_t other = 0; other < places; other++) {
                const uint32_t d = other > row ? other - row : row - other;
                if (!d || (!m->queens && d > 1)) continue;
                cells |= (uint64_t)near[x][d] << 8 * fq_byte(p, other);
            }
            if (!m->queens) cells |= cells_of[m->region[(p->top + row) * n + p->column_of[x]]];
            p->conflict[fq_cell(fq_byte(p, row), x)] = cells;
        }

    for (uint32_t row = 0; row < p->top; row++) {
        const uint32_t c = m->column[row];
        if (m->queens) {
            bad |= fall[n + row - c] | rise[row + c];
            fall[n + row - c] = rise[row + c] = 1;
        } else {
            const uint8_t region = m->region[row * n + c];
            bad |= seen[region] | (row && abs((int)c - m->column[row - 1]) <= 1);
            seen[region] = 1;
            attack |= cells_of[region];
        }
        for (uint32_t w = 0; w < places; w++) {
            const int d = (int)(p->top + w - row);
            if (!m->queens && d > 1) break;
            for (uint32_t x = 0; x < places; x++)
                if (abs(p->column_of[x] - (int)c) == d)
                    attack |= UINT64_C(1) << fq_cell(fq_byte(p, w), x);
        }
    }
    for (uint32_t x = 0; x < places; x++) p->one[x] = UINT32_C(1) << fq_cell(p->tail - 1, x);
    if (p->tail > 1) fq_extend(p, 2, 1);
    if (p->tail > 2) fq_extend(p, 3, 2);
    if (p->tail > 3) fq_extend(p, 4, 6);

    for (uint32_t x = places; x < FQ_WINDOW; x++) attack |= UINT64_C(0x0101010101010101) << x;
    return bad ? FQ_ALL_CELLS : attack;
}

/* Moves the queen of a middle row to its next place. Updates the places that are free for the rows
 * below and the cells that are attacked in these rows. */
static void fq_advance_row(fq_plain *p, uint32_t row)
{
    const uint32_t place = fq_lowest(p->left[row]), cell = fq_cell(FQ_TAIL + row, place);
    const uint64_t attack = p->attack[row];
    p->left[row] &= p->left[row] - 1;
    p->free[row + 1] = p->free[row] ^ UINT32_C(1) << place;
    p->attack[row + 1] = attack | p->conflict[cell] | (0 - (attack >> cell & 1));
}

/* Sets up the window for the current columns of the top rows. The search is then before the first
 * group of the window. */
static void fq_enter_window(fq_permutation *m)
{
    fq_plain *p = &m->method.plain;
    p->attack[0] = fq_make_window(m);
    p->free[0] = (uint32_t)fq_ones(p->middle + p->tail);
    memset(p->left, 0, sizeof p->left);
    if (p->middle) p->left[0] = p->free[0];
}

/* Places the top rows in their next columns, in lexicographic order, and sets up the window. There
 * must be a next arrangement of the top rows. */
static void fq_advance_top(fq_permutation *m)
{
    fq_plain *p = &m->method.plain;
    uint64_t open = p->open, beyond = 0;
    uint32_t row = p->top;
    while (!beyond) {
        const uint32_t column = m->column[--row];
        open |= UINT64_C(1) << column;
        beyond = open & ~fq_ones(column + 1);
    }
    m->column[row] = (uint8_t)fq_lowest(beyond);
    open ^= UINT64_C(1) << m->column[row];
    for (row++; row < p->top; row++, open &= open - 1) m->column[row] = (uint8_t)fq_lowest(open);
    p->open = open;
    fq_enter_window(m);
}

/* Advances the first `rows` middle rows to their next arrangement. If there is none, advances the
 * top rows and puts the middle rows on their first places. At least one of these changes must be
 * possible. Afterwards the middle row below the first `rows` rows, if there is one, still has all
 * its places to try, and the middle rows further below have none. */
static void fq_advance_rows(fq_permutation *m, uint32_t rows)
{
    fq_plain *p = &m->method.plain;
    uint32_t row = rows;
    while (row && !p->left[row - 1]) row--;
    if (row) {
        row--;
    } else {
        fq_advance_top(m);
    }
    for (; row < rows; row++) {
        fq_advance_row(p, row);
        if (row + 1 < p->middle) p->left[row + 1] = p->free[row + 1];
    }
}

/* Returns whether any of the 24 arrangements of the tail has no attacked cell. */
static inline uint32_t fq_any_free(const uint32_t *tail, uint32_t attack)
{
    uint32_t found = 0;
    /* In vector code, a comparison yields 0 or -1. If this loop used 0 or 1 instead, gcc would need
     * 5 more instructions. */
    for (uint32_t i = 0; i < FQ_TAILS; i++) found |= 0 - (uint32_t)!(tail[i] & attack);
    return found;
}

/* Tests whole groups, starting with the next one, as long as the first two middle rows stay the
 * same, the budget is enough for a whole group, and no solution has been found. At the end the
 * current group has been tested completely or, if it has a solution, not at all. Returns the unused
 * budget. */
static uint64_t fq_test_groups(fq_plain *p, uint64_t budget)
{
    uint32_t left2 = p->left[2], left3 = p->left[3], free3 = p->free[3], free4 = p->free[4];
    uint64_t attack3 = p->attack[3], attack4 = p->attack[4];
    const uint64_t attack2 = p->attack[2];
    uint32_t found = 0;
    while (left2 | left3) {
        if (budget < FQ_TAILS) break;
        if (!left3) {
            const uint32_t place = fq_lowest(left2), cell = fq_cell(FQ_TAIL + 2, place);
            left2 &= left2 - 1;
            left3 = free3 = p->free[2] ^ UINT32_C(1) << place;
            attack3 = attack2 | p->conflict[cell] | (0 - (attack2 >> cell & 1));
        }
        do {
            const uint32_t place = fq_lowest(left3), cell = fq_cell(FQ_TAIL + 3, place);
            left3 &= left3 - 1;
            free4 = free3 ^ UINT32_C(1) << place;
            attack4 = attack3 | p->conflict[cell] | (0 - (attack3 >> cell & 1));
            found = fq_any_free(&p->four[p->start[free4]], (uint32_t)attack4);
            if (found) goto out;
            budget -= FQ_TAILS;
        } while (left3 && budget >= FQ_TAILS);
    }
out:
    p->left[2] = left2, p->left[3] = left3;
    p->free[3] = free3, p->free[4] = free4;
    p->attack[3] = attack3, p->attack[4] = attack4;
    p->pos = found ? 0 : FQ_TAILS;
    return budget;
}

static fq_status fq_plain_step(fq_permutation *m, uint64_t budget)
{
    fq_plain *p = &m->method.plain;
    const uint64_t most = p->total - m->spent;
    const uint64_t given = budget < most ? budget : most;
    uint64_t rest = given;
    fq_status status = FQ_RUNNING;
    while (rest && status != FQ_FOUND) {
        if (p->pos == p->tails) {
            if (p->middle == FQ_MIDDLE && rest >= FQ_TAILS) {
                if (!(p->left[2] | p->left[3])) fq_advance_rows(m, 2);
                rest = fq_test_groups(p, rest);
                continue;
            }
            fq_advance_rows(m, p->middle);
            p->pos = 0;
        }
        const uint32_t *tail = fq_arrangements(p, p->free[p->middle], p->tail);
        const uint32_t attack = (uint32_t)p->attack[p->middle];
        while (rest && p->pos < p->tails) {
            rest--;
            if (!(tail[p->pos++] & attack)) {
                status = FQ_FOUND;
                break;
            }
        }
    }
    m->spent += given - rest;
    if (m->spent == p->total && status != FQ_FOUND) {
        m->done = 1;
        status = FQ_DONE;
    }
    return status;
}

static void fq_plain_begin(fq_permutation *m)
{
    fq_plain *p = &m->method.plain;
    const uint32_t places = m->n < FQ_WINDOW ? m->n : FQ_WINDOW;
    p->tail = places < FQ_TAIL ? places : FQ_TAIL;
    p->middle = places - p->tail;
    p->top = m->n - places;
    p->tails = p->total = 1;
    for (uint32_t i = 2; i <= p->tail; i++) p->tails *= i;
    for (uint32_t i = 2; i <= m->n; i++) p->total = i > 20 ? UINT64_MAX : p->total * i;

    uint32_t factorial = 1;
    for (uint32_t size = 1; size <= p->tail; size++) {
        factorial *= size;
        for (uint32_t set = 0; set < UINT32_C(1) << places; set++)
            if (fq_popcount(set) == size) {
                p->start[set] = (uint16_t)(p->set_count[size] * factorial);
                p->sets[size][p->set_count[size]++] = (uint8_t)set;
            }
    }
    for (uint32_t row = 0; row < p->top; row++) m->column[row] = (uint8_t)row;
    p->open = fq_ones(m->n) & ~fq_ones(p->top);
    fq_enter_window(m);
    /* With middle rows, start before the first group. Without them, there is only one group: start
     * in this group. */
    p->pos = p->middle ? p->tails : 0;
}

/* Writes the columns of the permutation tested last. */
static void fq_plain_peek(const fq_permutation *m, int16_t *queens)
{
    const fq_plain *p = &m->method.plain;
    int16_t *out = queens;
    for (uint32_t row = 0; row < p->top; row++) *out++ = m->column[row];
    for (uint32_t row = 0; row < p->middle; row++)
        *out++ = p->column_of[fq_lowest(p->free[row] ^ p->free[row + 1])];
    uint32_t set = p->free[p->middle], index = p->pos - 1, arrangements = p->tails;
    for (uint32_t size = p->tail; size; size--) {
        arrangements /= size;
        const uint32_t place = fq_nth(set, index / arrangements);
        index %= arrangements;
        set ^= UINT32_C(1) << place;
        *out++ = p->column_of[place];
    }
}

fq_permutation *fq_permutation_new(uint32_t n, const uint8_t *regions, int skip, fq_error *error)
{
    if (n < 1 || n > FQ_PERMUTATION_MAX_N) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_permutation *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    m->n = n;
    m->queens = !regions;
    m->skip = skip;
    if (regions) memcpy(m->region, regions, (size_t)n * n);
    if (skip) {
        if (!fq_permutation_skip_begin(m)) {
            free(m);
            *error = FQ_NO_MEMORY;
            return NULL;
        }
    } else {
        fq_plain_begin(m);
    }
    *error = FQ_OK;
    return m;
}

fq_status fq_permutation_step(fq_permutation *m, uint64_t budget)
{
    if (m->done) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    return m->skip ? fq_permutation_skip_step(m, budget) : fq_plain_step(m, budget);
}

void fq_permutation_peek(const fq_permutation *m, int16_t *queens)
{
    if (!m->skip && m->spent) {
        fq_plain_peek(m, queens);
        return;
    }
    const uint32_t standing = m->skip ? m->method.skipping.depth : 0;
    for (uint32_t row = 0; row < m->n; row++)
        queens[row] = row < standing ? (int16_t)m->column[row] : -1;
}

uint64_t fq_permutation_spent(const fq_permutation *m) { return m->spent; }

fq_permutation_counters fq_permutation_counts(const fq_permutation *m)
{
    return (fq_permutation_counters){m->spent};
}

void fq_permutation_progress(const fq_permutation *m, uint8_t *digits)
{
    /* Each row gives one digit. For a row with a queen, the digit is the number of columns to the
     * left of the queen that no row above uses. For the row whose columns are being tried, the
     * digit is the number of columns already tried. */
    int16_t queens[FQ_PERMUTATION_MAX_N];
    uint64_t free = fq_ones(m->n);
    uint32_t row = 0;
    fq_permutation_peek(m, queens);
    memset(digits, 0, m->n);
    for (; row < m->n && queens[row] >= 0; row++) {
        digits[row] = (uint8_t)fq_popcount(free & fq_ones((uint32_t)queens[row]));
        free &= ~(UINT64_C(1) << queens[row]);
    }
    if (row == m->n) {
        digits[m->n - 1]++;
    } else if (m->skip) {
        digits[row] = (uint8_t)(m->n - row - fq_popcount(m->method.skipping.left[row]));
    }
}

void fq_permutation_free(fq_permutation *m)
{
    if (m && m->skip) free(m->method.skipping.columns_of);
    free(m);
}

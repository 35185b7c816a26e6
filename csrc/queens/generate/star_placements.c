/* star_placements.c - random placements for Star Battle boards, and groups of stars.
 *
 * Rows are drawn one after the other. A bound rejects partial placements that cannot be completed:
 * two neighbouring rows have at most one star in two neighbouring columns, so R rows have at most
 * ceil(R / 2) stars in these two columns. With this bound, a placement on 14 rows needs about 18
 * draws of a row with 2 stars, and about 100 draws with 3 stars. A placement with 2 or 3 stars
 * takes 1 to 3 microseconds, and up to 40 microseconds on the densest boards. With 4 stars and
 * more, the first stars of a row go to pairs of columns that must get a star in this row, and the
 * limits on tries are higher. A placement of 4, 5 and 6 stars on 17, 21 and 25 rows takes 0.5, 0.5
 * and 1.3 ms. With the limits that are best for 2 and 3 stars it would take 0.5, 15, 2,500 ms. */
#include "star_placements.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "queens/board/rules.h"

enum { FQ_MAX_ROWS = 64, FQ_MAX_GROUP = FQ_GENERATE_STARS };

enum {
    FQ_CLOSE_STARS = 7,     /* a star is drawn close to another with a chance of 7 / 8 */
    FQ_ROW_TRIES = 3,       /* draws of a row after the same rows before going back */
    FQ_MAX_BACK = 6,        /* maximum number of rows to go back */
    FQ_ROW_TRIES_DENSE = 8, /* FQ_ROW_TRIES for 4 stars and more, where few rows fit */
    FQ_MAX_BACK_DENSE = 3,  /* FQ_MAX_BACK for 4 stars and more */
    FQ_MAX_ROWS_DRAWN = 100 /* rows drawn / n before the attempt is given up */
};

/* Finds each column that, together with the column to its right, misses more than `most` stars. A
 * column misses the stars that it still needs.
 * missing[m] is the set of columns that miss m + 1 stars. */
static uint64_t fq_pairs_above(const uint64_t *missing, uint32_t stars, uint32_t most)
{
    /* least[j]: columns that miss j or more stars */
    uint64_t least[FQ_MAX_GROUP + 1] = {~UINT64_C(0)}, pairs = 0;
    if (most >= 2 * stars) return 0;
    least[stars] = missing[stars - 1];
    for (uint32_t j = stars - 1; j; j--) least[j] = least[j + 1] | missing[j - 1];
    for (uint32_t j = 0; j <= stars && j <= most + 1; j++)
        if (most + 1 - j <= stars) pairs |= least[j] & least[most + 1 - j] >> 1;
    return pairs;
}

/* Draws the columns of one row, preferring columns that miss more stars. Returns 0 if there are too
 * few columns. On large boards most stars are placed close to another star: two cells apart in a
 * line, or a knight's move away. Then the cells that join the two stars cannot hold a star. For
 * each column in `pairs`, this column or the column to its right must get a star. */
static uint64_t fq_draw_row(const uint64_t *missing, uint32_t stars, uint64_t open,
                            uint64_t close_columns, uint64_t pairs, uint32_t most, fq_rng *rng)
{
    static const uint32_t weight[FQ_MAX_GROUP] = {1, 6, 30, 150, 750, 3750};
    uint64_t row = 0, wanted = 0;
    for (uint32_t j = 0; j < stars; j++) wanted |= missing[j];
    for (uint32_t i = 0; i < stars; i++) {
        uint64_t from = open;
        if (pairs) from &= pairs | pairs << 1;
        if (wanted & from & close_columns && fq_rng_below(rng, 8) < most) from &= close_columns;
        uint32_t sum = 0, m = 0;
        for (uint32_t j = 0; j < stars; j++) sum += weight[j] * fq_popcount(missing[j] & from);
        if (!sum) return 0;
        uint32_t luck = fq_rng_below(rng, sum), here;
        while (luck >= (here = weight[m] * fq_popcount(missing[m] & from))) luck -= here, m++;
        const uint32_t column = fq_nth(missing[m] & from, luck / weight[m]);
        close_columns |= UINT64_C(1) << column << 2 | UINT64_C(1) << column >> 2;
        const uint64_t bit = UINT64_C(1) << column;
        row |= bit;
        open &= ~fq_touched(bit);
        pairs &= ~(bit | bit >> 1);
    }
    return row;
}

/* Fills a board of 4 * stars rows, where the bound is exact: the board is divided into squares of
 * 2 x 2 cells, and each square has exactly one star. Only two placements exist; one is the other
 * upside down:
 *
 *     .*.*....    Upper half of the rows: each star is in the second column of its square.
 *     .....*.*    Lower half: each star is in the first column of its square.
 *     .*.*....
 *     ...
 */
static void fq_fill_dense_board(uint32_t n, uint32_t upside_down, uint64_t *rows)
{
    for (uint32_t r = 0; r < n; r++) {
        const uint64_t half = UINT64_C(0x5555555555555555) & fq_ones(n / 2);
        rows[upside_down ? n - 1 - r : r] = half << (r < n / 2) << (r % 2 ? n / 2 : 0);
    }
}

int fq_draw_stars(uint32_t n, uint32_t stars, fq_rng *rng, uint64_t *rows)
{
    if (n == 4 * stars) {
        fq_fill_dense_board(n, fq_rng_below(rng, 2), rows);
        return 1;
    }
    uint64_t missing[FQ_MAX_ROWS + 1][FQ_MAX_GROUP] = {{0}};
    uint8_t tries[FQ_MAX_ROWS] = {0};
    const uint32_t most = n / 3 < FQ_CLOSE_STARS ? n / 3 : FQ_CLOSE_STARS;
    uint32_t r = 0;
    missing[0][stars - 1] = fq_ones(n);
    for (uint32_t effort = FQ_MAX_ROWS_DRAWN * n; r < n; effort--) {
        if (!effort) return 0;
        if (tries[r]++ == (stars > 3 ? FQ_ROW_TRIES_DENSE : FQ_ROW_TRIES)) {
            const uint32_t back = 1 + fq_rng_below(rng, stars > 3 ? FQ_MAX_BACK_DENSE : FQ_MAX_BACK);
            tries[r] = 0;
            r = r > back ? r - back : 0;
            continue;
        }
        const uint64_t *now = missing[r], above = r ? rows[r - 1] : 0;
        const uint64_t far = r > 1 ? rows[r - 2] : 0;
        const uint64_t close_columns = above << 2 | above >> 2 | far | far << 1 | far >> 1;
        const uint64_t pairs = stars > 3 ? fq_pairs_above(now, stars, (n - r) / 2) : 0;
        const uint64_t row =
            fq_draw_row(now, stars, ~fq_touched(above), close_columns, pairs, most, rng);
        if (!row) continue;
        uint64_t *next = missing[r + 1];
        for (uint32_t m = 0; m < stars; m++)
            next[m] = (now[m] & ~row) | (m + 1 < stars ? now[m + 1] & row : 0);
        if (fq_pairs_above(next, stars, (n - r) / 2)) continue;
        rows[r++] = row;
        if (r < n) tries[r] = 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------------------- groups */

/* The cost of two stars in one region: the square of the number of cells between them. */
static uint32_t fq_star_gap(uint32_t n, uint32_t a, uint32_t b)
{
    const int32_t down = (int32_t)(a / n) - (int32_t)(b / n);
    const int32_t across = (int32_t)(a % n) - (int32_t)(b % n);
    const uint32_t between = (uint32_t)(abs(down) + abs(across)) - 1;
    return between * between;
}

/* The cost of a minimum spanning tree over the stars (Prim's algorithm). */
uint32_t fq_group_spread(uint32_t n, uint32_t stars, const uint16_t *group)
{
    uint32_t near[FQ_MAX_GROUP], sum = 0;
    for (uint32_t i = 1; i < stars; i++) near[i] = fq_star_gap(n, group[0], group[i]);
    uint16_t rest[FQ_MAX_GROUP];
    memcpy(rest, group, stars * sizeof *rest);
    for (uint32_t left = stars; left > 1; left--) {
        uint32_t best = 1;
        for (uint32_t i = 2; i < left; i++)
            if (near[i] < near[best]) best = i;
        const uint16_t cell = rest[best];
        sum += near[best];
        rest[best] = rest[left - 1];
        near[best] = near[left - 1];
        for (uint32_t i = 1; i + 1 < left; i++) {
            const uint32_t gap = fq_star_gap(n, cell, rest[i]);
            if (gap < near[i]) near[i] = gap;
        }
    }
    return sum;
}

/* Whether the stars of the last group could stand on other cells of the same rows and columns,
 * while all other stars stay where they are. This call places star i of the group. `there` holds
 * all stars placed so far, `used` the columns that stars of the group already have. */
static int fq_place_group_from(uint32_t n, uint32_t stars, const uint64_t *rows,
                               const uint16_t *last, uint32_t used, uint32_t i, uint64_t *there)
{
    if (i == stars) return memcmp(rows, there, n * sizeof *rows) != 0;
    const uint32_t r = last[i] / n;
    for (uint32_t k = 0; k < stars; k++) {
        const uint64_t bit = UINT64_C(1) << last[k] % n;
        if (used >> k & 1 || fq_touched_in(there, n, r) & bit) continue;
        there[r] |= bit;
        const int can = fq_place_group_from(n, stars, rows, last, used | 1U << k, i + 1, there);
        there[r] &= ~bit;
        if (can) return 1;
    }
    return 0;
}

static int fq_has_other_placement(uint32_t n, uint32_t stars, const uint64_t *rows,
                                  const uint16_t *last)
{
    uint64_t there[FQ_MAX_ROWS];
    memcpy(there, rows, n * sizeof *there);
    for (uint32_t i = 0; i < stars; i++) there[last[i] / n] &= ~(UINT64_C(1) << last[i] % n);
    return fq_place_group_from(n, stars, rows, last, 0, 0, there);
}

/* Each group repeatedly gets the star nearest to its latest star. Then stars of two groups are
 * exchanged while an exchange lowers the cost. The last group gets the remaining stars, and its
 * cost counts only if `compact` is set. */
int fq_group_stars(uint32_t n, uint32_t stars, int compact, fq_rng *rng, const uint64_t *rows,
                   uint8_t *group)
{
    uint16_t star[FQ_MAX_ROWS * FQ_MAX_GROUP];
    uint32_t count = 0;
    for (uint32_t r = 0; r < n; r++)
        for (uint64_t left = rows[r]; left; left &= left - 1)
            star[count++] = (uint16_t)(r * n + fq_lowest(left));
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t best = i;
        if (i % stars == 0) {
            best = i + fq_rng_below(rng, count - i);
        } else {
            uint32_t least = UINT32_MAX;
            for (uint32_t j = i; j < count; j++) {
                const uint32_t gap = fq_star_gap(n, star[i - 1], star[j]);
                if (gap < least) least = gap, best = j;
            }
        }
        const uint16_t keep = star[i];
        star[i] = star[best];
        star[best] = keep;
    }
    const uint32_t last = count - stars; /* the first star of the last group */
    for (uint32_t tries = count * count; tries; tries--) {
        const uint32_t i = fq_rng_below(rng, count), j = fq_rng_below(rng, count);
        const uint32_t first_i = i / stars * stars, first_j = j / stars * stars;
        if (first_i == first_j) continue;
        uint32_t before = 0, after = 0;
        for (uint32_t swapped = 0; swapped < 2; swapped++) {
            uint32_t cost = 0;
            if (compact || first_i != last) cost += fq_group_spread(n, stars, star + first_i);
            if (compact || first_j != last) cost += fq_group_spread(n, stars, star + first_j);
            if (swapped)
                after = cost;
            else
                before = cost;
            if (swapped && after <= before) break;
            const uint16_t keep = star[i];
            star[i] = star[j];
            star[j] = keep;
        }
    }
    uint32_t key[FQ_MAX_ROWS]; /* sort keys: cost * n + group, with cost 0 for the last group */
    for (uint32_t g = 0; g < n; g++) {
        const uint32_t cost = g + 1 < n ? fq_group_spread(n, stars, star + g * stars) : 0;
        uint32_t at = g;
        for (; g + 1 < n && at && key[at - 1] / n < cost; at--) key[at] = key[at - 1];
        key[at] = cost * n + g;
    }
    memset(group, (int)(n - 1), (size_t)n * n);
    for (uint32_t g = 0; g < n; g++)
        for (uint32_t i = 0; i < stars; i++) group[star[key[g] % n * stars + i]] = (uint8_t)g;
    return !fq_has_other_placement(n, stars, rows, star + last);
}

/* count_minus_k.c - counts placements of n - k queens on an empty board (a diagonal of the triangle
 * A348129).
 *
 * The search goes row by row, and k rows stay empty. In a row that may stay empty, "no queen" is
 * one more choice. The set of choices of a row (`todo`) has bit c for column c, and bit n for "no
 * queen":
 *
 *     n = 6    todo  1 0 0 1 0 1 0        columns 1 and 3 are open, and the row may stay empty
 *                    ^ no queen
 *
 * Two symmetries are used, so that only one placement of each pair of mirror images is searched:
 *
 * - Turning the board upside down maps row i to row n-1-i, so the first empty row i is in the
 *   upper half. If the last empty row is above row n-1-i, the placement counts twice. If the last
 *   empty row is row n-1-i itself, the placement counts once, because its image is searched too.
 * - Mirroring the board left to right: the first queen stands in the left half, and the placement
 *   counts twice, or it stands in the centre column, and the placement counts once.
 *
 * Rows that are known to be empty are skipped: the rows of the search are numbered without them, as
 * in count_kernel.h. The last queen is not placed; its possible squares are counted in all
 * remaining rows. */
#include "variants_kernels.h"

#include "common/bits.h"

static uint32_t half(uint32_t n) { return (n + 1) / 2; }

/* Returns the number of prefixes. A prefix fixes three choices: the first empty row, whether the
 * last empty row is the mirror image of that row, and the column of the first queen. */
uint64_t fq_nq_minus_size(uint32_t n, uint32_t missing)
{
    return n - missing == 1 ? 1 : UINT64_C(2) * half(n) * half(n);
}

static inline uint32_t attacked(const fq_nq_minus_frame *f)
{
    return f->columns | f->left | f->right;
}

/* Returns how many of the rows from row k on may stay empty. */
static uint32_t count_skippable(const fq_nq_minus *s, uint32_t k)
{
    const uint32_t from = k < s->low ? s->low : k;
    return from < s->high ? s->high - from : 0;
}

/* Fills s->choice[k][spare]: the set of choices of row k if `spare` of the rows from row k on must
 * stay empty. The set holds all columns, or only "no queen", or both. */
static void fill_choices(fq_nq_minus *s, uint32_t missing)
{
    const uint32_t board = (uint32_t)fq_ones(s->n), none = UINT32_C(1) << s->n;
    for (uint32_t k = 0; k < s->rows; k++) {
        const bool skippable = s->low <= k && k < s->high;
        for (uint32_t spare = 0; spare <= missing; spare++) {
            uint32_t choice = skippable && spare == count_skippable(s, k) ? 0 : board;
            if (skippable && spare) choice |= none;
            s->choice[k][spare] = spare > count_skippable(s, k) ? 0 : choice;
        }
    }
}

bool fq_nq_minus_begin(fq_nq_minus *s, uint32_t n, uint32_t missing, uint64_t prefix,
                       fq_nqueens_counters *counts)
{
    if (n - missing == 1) {
        counts->solutions += (uint64_t)n * n;
        return false;
    }
    const uint32_t column = (uint32_t)(prefix % half(n)), kind = (uint32_t)(prefix / half(n));
    const uint32_t first = kind / 2, mirror = n - 1 - first;
    const bool twice = kind % 2 == 0;
    /* Row `first` is empty, and the last empty row is either above row `mirror` (if `twice` is
     * true) or row `mirror` itself. */
    if (twice ? first == mirror : (missing == 1) != (first == mirror)) return false;
    const uint32_t spare = missing - (twice || missing == 1 ? 1 : 2);
    if (first < mirror && spare > mirror - first - 1) return false;
    uint32_t before = 0;
    s->n = n;
    s->rows = 0;
    for (uint32_t row = 0; row < n; row++) {
        if (row == first || (!twice && row == mirror)) continue;
        if (s->rows) s->gap[s->rows - 1] = (uint8_t)(row - before);
        s->gap[s->rows++] = 0;
        before = row;
    }
    s->low = first;
    s->high = first < mirror ? mirror - 1 : first; /* row `first` is not among the numbered rows */
    fill_choices(s, missing);
    s->first_queen = UINT32_C(1) << column | UINT32_C(1) << n;
    s->weight = (twice ? 2 : 1) * (2 * column + 1 == n ? 1 : 2);
    s->depth = 0;
    s->frames[0] = (fq_nq_minus_frame){s->choice[0][spare] & s->first_queen, 0, 0, 0, spare};
    return s->frames[0].todo != 0;
}

/* Counts the squares, in row k or below, where the last queen can stand. */
static inline uint64_t count_last_queen(const fq_nq_minus *s, uint32_t k, fq_nq_minus_frame f)
{
    const uint32_t board = (uint32_t)fq_ones(s->n);
    if (!f.spare) return fq_popcount(board & ~attacked(&f));
    uint64_t squares = 0;
    const uint32_t fixed =
        s->rows - k - count_skippable(s, k); /* number of rows that must have a queen */
    if (fixed > 1) return 0;
    for (;; k++) {
        if (!fixed || k < s->low || k >= s->high) squares += fq_popcount(board & ~attacked(&f));
        if (k + 1 == s->rows) return squares;
        f.left <<= s->gap[k];
        f.right >>= s->gap[k];
    }
}

bool fq_nq_minus_run(fq_nq_minus *s, uint64_t budget, fq_nqueens_counters *counts)
{
    const uint32_t n = s->n, board = (uint32_t)fq_ones(n), rows = s->rows;
    uint64_t solutions = 0, nodes = 0;
    bool done = true;
    int depth = s->depth;
    fq_nq_minus_frame f = s->frames[depth];
    for (;;) {
        while (!f.todo) {
            if (!depth) goto out;
            f = s->frames[--depth];
        }
        if (nodes == budget) break;
        nodes++;
        const uint32_t bit = f.todo & (0u - f.todo), queen = bit & board;
        f.todo ^= bit;
        const uint32_t gap = s->gap[depth], k = (uint32_t)depth + 1;
        fq_nq_minus_frame next = {0, f.columns | queen, (f.left | queen) << gap,
                                  (f.right | queen) >> gap, f.spare - (bit >> n)};
        if (rows - k - next.spare == 1) {
            solutions += count_last_queen(s, k, next);
            continue;
        }
        next.todo = s->choice[k][next.spare] & ~(attacked(&next) & board);
        if (!next.columns) next.todo &= s->first_queen;
        if (!next.todo) continue;
        s->frames[depth++].todo = f.todo;
        f = s->frames[depth] = next;
    }
    s->frames[depth].todo = f.todo;
    done = false;
out:
    s->depth = depth;
    counts->solutions += solutions * s->weight;
    counts->nodes += nodes;
    return done;
}

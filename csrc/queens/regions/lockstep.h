/* lockstep.h - searches many boards of 4 to 12 rows in lockstep, one board in each vector lane.
 *
 * The including file defines FQ_LOCKSTEP_KERNELS, the name of its table of functions, and
 * FQ_GROUPS, the number of groups. A group is the boards in the lanes of one vector. Two groups
 * take steps in turn: with one group alone, each instruction would wait for the result of the one
 * before.
 *
 * The search tree is the same as in small.h. Each step executes the same instructions for every
 * board. The only branch instructions that depend on a board are those for loading a new board into
 * a lane. `n` is a compile-time constant in all functions. */
#include <stdlib.h>

#include "common/memory.h"
#include "common/checked_math.h"
#include "queens/board/labels.h"
#include "lanes.h"
#include "state.h"

/* The stack has n - 1 entries and one unused entry at each end. */
#define FQ_BRANCHES        (FQ_SMALL_N + 1)
#define FQ_PARTS           5 /* most parts of a board in the layout for counting */
#define FQ_NO_BOARD        SIZE_MAX
#define FQ_STEPS_PER_ROUND 1024 /* steps between two updates of the node counter */
/* When at most this many boards are left, they are solved one by one. */
#define FQ_TOO_FEW_BOARDS  (FQ_LANES * FQ_GROUPS / 6)
/* New boards are loaded when this many lanes of a group are finished. Small boards finish so often
 * that one idle lane of eight costs less time than an interruption for each board. */
#define FQ_LANES_TO_REFILL(n) (FQ_LANES == 8 && (n) <= 8 ? 2u : 1u)

typedef struct fq_group {
    fq_lanes region[FQ_SMALL_N][FQ_SMALL_WORDS];
    /* The branches to return to, indexed by branch, word and lane. An entry is a pair of words: the
     * candidates that are left, and the queens to return with. If the branch had two candidates,
     * the second one is in both words: the return places it as a queen. */
    uint64_t stack[FQ_BRANCHES * 2 * FQ_SMALL_WORDS * FQ_LANES];
    fq_lanes cand[FQ_SMALL_WORDS];   /* candidates, without the cells of queens */
    fq_lanes placed[FQ_SMALL_WORDS]; /* cells of queens */
    fq_lanes first[FQ_SMALL_WORDS];  /* the first solution of each board */
    fq_lanes top;                    /* where the last branch of each lane is in `stack` */
    fq_lanes solutions, nodes, backtracks;
    fq_mask live;           /* lanes whose boards are being searched */
    fq_mask finished;       /* lanes that wait for a new board */
    size_t board[FQ_LANES]; /* index of each lane's board in the batch */
    fq_lanes region_parts[FQ_SMALL_N][FQ_PARTS]; /* used only if fq_counts_by_lookup(n) */
} fq_group;

struct fq_lockstep {
    fq_group group[FQ_GROUPS];
    uint64_t nodes, backtracks; /* counters of the boards that are no longer in a lane */
};

static const fq_lanes fq_stack_bottom = FQ_EVEN_NUMBERS; /* `top` of empty stacks */

/* ------------------------------------------------------------------------------------- geometry
 *
 * The layout of a board. Because most layouts leave unused bits between the rows, most shifts need
 * no mask afterwards:
 *
 *     n = 4 to 8    1 word   8 rows of  8 bits
 *     n = 9, 10     2 words  5 rows of 12 bits
 *     n = 11, 12    3 words  4 rows of 16 bits
 */

FQ_INLINE int fq_words_per_board(int n) { return n <= 8 ? 1 : n <= 10 ? 2 : 3; }
FQ_INLINE int fq_bits_per_row(int n) { return n <= 8 ? 8 : n <= 10 ? 12 : 16; }
FQ_INLINE int fq_rows_per_word(int n) { return n <= 8 ? 8 : n <= 10 ? 5 : 4; }

/* Word w of a board whose first `rows` rows all contain the bits `row`. */
FQ_INLINE uint64_t fq_repeat_row(int n, int w, int rows, uint64_t row)
{
    uint64_t word = 0;
    for (int r = 0; r < fq_rows_per_word(n); r++)
        if (w * fq_rows_per_word(n) + r < rows) word |= row << r * fq_bits_per_row(n);
    return word;
}

FQ_INLINE uint64_t fq_board_cells(int n, int w)
{
    return fq_repeat_row(n, w, n, fq_ones((uint32_t)n));
}

/* The layout for counting. AVX2 has no instruction that counts bits. It has one that looks up a
 * table of 16 values for each byte, and this instruction counts the bits in the lower half of a
 * byte. At n = 11 and 12, AVX2 therefore counts in a layout of five parts with four cells in each
 * byte. Counting a region then takes an AND, a lookup and an addition for each part. A row has the
 * columns in groups of four, a to c; byte 0 is on the right:
 *
 *     word 0, 1 or 2:  four rows of  - c b a      (16 bits; - is unused)
 *     parts 0, 1, 2:   four rows of  . c . a      (from the words 0, 1 and 2)
 *     part 3:          four rows of  . B . b      (b of word 0, B of word 1)
 *     part 4:          four rows of  . . . b      (from word 2)
 *
 * Everywhere else the parts are the words themselves. For n <= 10 this layout of four parts (two
 * from each word) takes 1.06, 0.99, 0.97 and 1.0 times as long at n = 7, 8, 9 and 10 (AVX2). */
FQ_INLINE int fq_counts_by_lookup(int n) { return FQ_LANES == 4 && fq_words_per_board(n) == 3; }
FQ_INLINE int fq_parts_per_board(int n)
{
    return fq_counts_by_lookup(n) ? FQ_PARTS : fq_words_per_board(n);
}

FQ_INLINE void fq_split_cells(int n, const fq_lanes *cells, fq_lanes *parts)
{
    const fq_lanes lower = fq_broadcast(UINT64_C(0x0f0f0f0f0f0f0f0f));
    const fq_lanes even = fq_broadcast(UINT64_C(0x000f000f000f000f)), odd = even << 8;
    for (int w = 0; w < fq_words_per_board(n); w++)
        parts[w] = fq_counts_by_lookup(n) ? cells[w] & lower : cells[w];
    if (!fq_counts_by_lookup(n)) return;
    parts[3] = (cells[0] >> 4 & even) | (cells[1] << 4 & odd);
    parts[4] = cells[2] >> 4 & even;
}

/* ------------------------------------------------------------------------------------- one step
 *
 * A step counts the candidates of all regions. Then it does one of three things for each board:
 * it places the forced queens, or it branches on the lowest candidate of the first smallest region,
 * or it returns to the last branch. A smallest region is one with the fewest candidates. A return
 * because of a region without candidates also places the queens of the branch in the same step,
 * with the second queen if the branch had two candidates (four of five branches have two, and six
 * of seven returns are of this kind). Before, these queens were placed in a step of their own; with
 * that step the search takes 1.05, 1.02, 1.14, 1.16, 1.26 and 1.29 times as long at n = 7 to 12
 * with AVX2, and 1.04, 1.09, 1.19, 1.20, 1.16 and 1.21 times with AVX-512.
 *
 * Tried (time on Zen 4 divided by the time of this code; n is the number of rows):
 * - Scatter and gather instructions of AVX-512 for the stacks: 1.1 at n = 8, 1.25 at n = 9.
 * - Finding the smallest count with a tree of comparisons instead of a chain of comparisons, and
 *   for n <= 8 keeping the candidates of each region for the second loop over the regions: 1.2 to
 *   1.4, because there are too few registers.
 * - Three or four groups instead of two: 1.0.
 * - A stack with one array for the candidates and one for the queens, instead of pairs of words:
 *   1.02 to 1.05 for n = 9 to 12 with AVX2, and 1.07 to 1.12 for n = 7 to 12 with AVX-512.
 * - Searching the boards one by one (small.h, compiled for AVX2): 1.9, 1.8, 1.4 and 1.7 at n = 9
 *   to 12. On average 3.99 of the four lanes are in use, so refilling them earlier saves nothing.
 * - Transposing the boards with GFNI instructions to find the used columns: as many instructions as
 *   with the rotations. Only GFNI for the columns: 1.0. Only a masked OR to collect the smallest
 *   regions: 1.0.
 * - Pruning before each count: if all candidates of a region are in one row or column, the other
 *   candidates of this row or column are removed. Measured on real boards in all symmetries; the
 *   steps come from a simulation. Each figure is divided by the figure without pruning:
 *
 *       n                           8     9    10    11    12
 *       steps                    0.64  0.51  0.49  0.53  0.37
 *       nodes                    0.79  0.67  0.61  0.64  0.43
 *       instructions per step    1.80  1.97  2.04  1.92  1.96   (AVX-512)
 *       instructions, AVX2       1.33  1.03  0.99  0.96  0.73
 *       time, AVX2               1.26  1.01  0.97  0.93  0.73
 *       time, AVX-512            1.24  1.06  1.08  1.09  0.84
 *
 *   So the search with pruning is clearly faster only at n = 12.
 * - Variants of this pruning. The five figures are the steps for n = 8, 9, 10, 11 and 12, divided
 *   by the steps without pruning. Pruning rows only: 0.80, 0.75, 0.70, 0.74, 0.61. Also pruning
 *   regions, if all candidates of a row or column are in one region: 0.61, 0.47, 0.43, 0.43, 0.33.
 *   Pruning after the count: 0.87, 0.73, 0.71, 0.77, 0.56. Pruning with one common mask for rows
 *   and columns, which misses some cells, takes 1.04 to 1.13 times the instructions (AVX2). */

/* Finds the cells that `queens` attack, including the cells of the queens. `attacked` may have bits
 * outside the board. Sets `clash` to a mask that is not zero if two queens attack each other. */
FQ_INLINE void fq_find_attacks(int n, const fq_lanes *queens, fq_lanes *attacked, fq_lanes *clash)
{
    const int W = fq_words_per_board(n), bits = fq_bits_per_row(n), rows = fq_rows_per_word(n);
    fq_lanes beside[FQ_SMALL_WORDS], columns, twice = {0};
    for (int w = 0; w < W; w++) {
        const fq_lanes q = queens[w];
        if (bits == 8) {
            attacked[w] = fq_fill_bytes(q);
            twice |= q & (fq_lanes)((fq_lanes_8)q - 1);
        } else if (bits == 16) {
            attacked[w] = fq_fill_byte_pairs(q);
            twice |= q & (fq_lanes)((fq_lanes_16)q - 1);
        } else { /* after the subtraction, the top bit of a row is 1 if the row has a queen */
            const fq_lanes top = fq_broadcast(fq_repeat_row(n, 0, rows, UINT64_C(1) << (bits - 1)));
            const fq_lanes less = (q | top) - fq_broadcast(fq_repeat_row(n, 0, rows, 1));
            const fq_lanes has = less & top;
            attacked[w] = has - (has >> (bits - 1));
            twice |= q & less;
        }
        if (n == 8)
            beside[w] = (q << 1 & fq_broadcast(UINT64_C(0xfefefefefefefefe))) |
                        (q >> 1 & fq_broadcast(UINT64_C(0x7f7f7f7f7f7f7f7f)));
        else
            beside[w] = q << 1 | q >> 1;
    }
    for (int w = 0; w < W; w++) {
        fq_lanes near = beside[w] << bits | beside[w] >> bits;
        if (w) near |= beside[w - 1] >> bits * (rows - 1);
        if (w + 1 < W) near |= beside[w + 1] << bits * (rows - 1);
        twice |= queens[w] & near;
        attacked[w] |= near;
    }
    /* Combine all rows with OR; each operation halves the number of rows left. If the rows fill the
     * word, rotations copy the result to all rows. Any two rows meet in one of the ANDs, which
     * thereby finds two queens in one column. */
    if (W == 1) {
        const fq_lanes two = queens[0] | fq_rotate(queens[0], 8);
        const fq_lanes four = two | fq_rotate(two, 16), others = fq_rotate(four, 32);
        twice |= four & others;
        columns = four | others;
    } else if (W == 2) {
        const fq_lanes one = queens[0] | queens[1], next = one >> bits, two = one | next;
        const fq_lanes after = two >> 2 * bits, four = two | after, last = one >> 4 * bits;
        twice |= (queens[0] & queens[1]) | (one & next) | (two & after) | (four & last);
        const fq_lanes all = (four | last) & fq_broadcast(fq_ones((uint32_t)bits));
        const fq_lanes pair = all | all << bits;
        columns = pair | pair << 2 * bits | all << 4 * bits;
    } else {
        const fq_lanes one = queens[0] | queens[1] | queens[2];
        const fq_lanes two = one | fq_rotate(one, 16), others = fq_rotate(two, 32);
        twice |= (queens[0] & queens[1]) | ((queens[0] | queens[1]) & queens[2]) | (two & others);
        columns = two | others;
    }
    for (int w = 0; w < W; w++) attacked[w] |= columns;
    *clash = twice;
}

FQ_INLINE void fq_step_group(int n, fq_group *s, uint64_t limit)
{
    const int W = fq_words_per_board(n);
    const fq_mask live = s->live;
    fq_lanes one = fq_broadcast(1), cand[FQ_SMALL_WORDS];
    const fq_lanes entry = fq_broadcast((uint64_t)(2 * W * FQ_LANES));
    for (int w = 0; w < W; w++) cand[w] = s->cand[w];
    fq_lanes less[FQ_SMALL_N]; /* number of candidates minus one; all ones: no candidate */
    fq_lanes least = {0}, empty = {0};
    const int by_lookup = fq_counts_by_lookup(n), parts = fq_parts_per_board(n);
    fq_lanes part[FQ_PARTS];
    fq_split_cells(n, cand, part);
    /* By itself gcc does not unroll a loop of this length, which takes 1.05 times as long at n = 11
     * and 1.08 times at n = 12 (AVX2). */
#pragma GCC unroll 12
    for (int g = 0; g < n; g++) {
        const fq_lanes *region = by_lookup ? s->region_parts[g] : s->region[g];
        fq_lanes cells[FQ_PARTS];
        for (int p = 0; p < parts; p++) cells[p] = part[p] & region[p];
        less[g] = (by_lookup ? fq_nibble_counts(cells, parts) : fq_popcounts(cells, parts)) - one;
        least = g ? fq_min(least, less[g]) : less[g];
        empty += less[g] >> 63;
    }

    /* `smallest` is the union of all regions with the fewest candidates; `first` is the first of
     * these regions. */
    fq_lanes smallest[FQ_SMALL_WORDS] = {{0}}, first[FQ_SMALL_WORDS] = {{0}};
    for (int g = n - 1; g >= 0; g--) {
        const fq_mask here = fq_equal(FQ_ALL_LANES, less[g], least);
        for (int w = 0; w < W; w++) {
            smallest[w] |= fq_select_or_zero(here, s->region[g][w]);
            first[w] = fq_select(here, s->region[g][w], first[w]);
        }
    }
    /* A board is not at a dead end if every region without candidates has a queen. */
    const fq_lanes none = {0}, all = fq_broadcast((uint64_t)n), have = fq_popcounts(s->placed, W);
    const fq_mask alive = fq_equal(live, empty, have);
    const fq_mask open = fq_not_equal(alive, have, all), found = fq_equal(alive, have, all);
    const fq_mask branch = fq_not_equal(open, least, none);

    /* Boards that return to their last branch in this step: those in `early` because a region has
     * no candidate or a solution is found, those in `late` because two new queens attack each
     * other. A board in `early` places the second queen of the branch at once. A board that returns
     * makes no branch in this step, so its last branch is loaded before the new one is stored. */
    const fq_mask more = fq_and_not(fq_not_equal(live, s->top, fq_stack_bottom),
                                    fq_equal(found, s->solutions + one, fq_broadcast(limit)));
    const fq_mask early = fq_and_not(more, open), pair = fq_equal(branch, least, one);
    fq_lanes left[FQ_SMALL_WORDS], back_queens[FQ_SMALL_WORDS];
    fq_lanes queens[FQ_SMALL_WORDS], attacked[FQ_SMALL_WORDS], clash;
    fq_mask later = FQ_ALL_LANES;
    for (int w = 0; w < W; w++)
        fq_load_pairs(s->stack + 2 * w * FQ_LANES, s->top, &left[w], &back_queens[w]);
    for (int w = 0; w < W; w++) {
        const fq_lanes x = first[w] & cand[w];
        const fq_lanes lowest = w ? fq_select_or_zero(later, x & -x) : x & -x;
        if (w + 1 < W) later = fq_equal(later, x, none);
        const fq_lanes second = fq_select_or_zero(pair, x & ~lowest);
        fq_store_pairs(s->stack + 2 * (W + w) * FQ_LANES, s->top, cand[w] & ~lowest,
                       s->placed[w] | second);
        queens[w] = fq_select(early, back_queens[w],
                              fq_select(branch, lowest, smallest[w] & cand[w]));
    }
    fq_find_attacks(n, queens, attacked, &clash);

    const fq_mask good = fq_equal(open, clash, none), back = fq_and_not(live, good);
    const fq_mask pop = fq_and_not(more, good), finished = fq_and_not(back, more);
    const fq_mask late = fq_and_not(pop, early), begin = fq_equal(found, s->solutions, none);
    for (int w = 0; w < W; w++) {
        const fq_lanes base = fq_select(early, left[w], cand[w] & ~first[w]);
        const fq_lanes kept = fq_select_or_zero(~early, s->placed[w]);
        s->first[w] = fq_select(begin, s->placed[w], s->first[w]);
        s->cand[w] = fq_select(late, left[w], base & ~attacked[w]);
        s->placed[w] = fq_select(late, back_queens[w] & ~left[w], kept | queens[w]);
    }
    s->top = s->top + fq_select_or_zero(branch, entry) - fq_select_or_zero(pop, entry);
    s->solutions += fq_select_or_zero(found, one);
    s->nodes += fq_select_or_zero(branch, one);
    s->backtracks += fq_select_or_zero(fq_and_not(back, found), one);
    s->finished |= finished;
    s->live = fq_and_not(live, finished);
}

/* ---------------------------------------------------------------------------------- new boards
 *
 * Loading new boards takes a third of the running time at n = 7 and a fifth at n = 8 (AVX-512).
 * Boards whose regions are already numbered in order of first appearance are treated separately:
 * this takes 0.90 of the time without this case at n = 7 and 0.93 at n = 8 (on boards with other
 * numbers: 1.04 and 0.98). Reading all columns of a solution at once takes 0.96 of the time.
 *
 * Tried (time divided by the time of this code):
 * - Finding all regions of a new board at once, one region per lane: 2 % fewer instructions, but
 *   1.03 to 1.13 times as long for n = 6 to 8, because each instruction waits for the one before.
 * - Waiting for three or four finished lanes instead of two before boards are loaded (n = 7): 1.06
 *   and 1.27. With AVX2 and its four lanes, waiting for two finished lanes instead of one: 1.03 to
 *   1.08 (n = 8 to 10). */

/* Loads a board into a lane. Its regions are numbered in order of first appearance. Returns 0 and
 * changes nothing if there are not n regions. */
FQ_INLINE int fq_load_lane(int n, fq_group *s, int lane, const uint8_t *labels)
{
    const int W = fq_words_per_board(n), rows = fq_rows_per_word(n);
    uint64_t cells[FQ_SMALL_N][FQ_SMALL_WORDS], lowest[FQ_SMALL_N][FQ_SMALL_WORDS];
    uint64_t first[FQ_SMALL_WORDS];
    uint8_t numbers[FQ_SMALL_N * FQ_SMALL_N];
    for (;;) {
        uint64_t others = 0;
        uint32_t regions = 0;
        fq_bytes board[FQ_SMALL_WORDS];
        for (int w = 0; w < W; w++) {
            const int left = n - w * rows;
            board[w] = fq_load_rows(labels + w * rows * n, fq_bits_per_row(n), n,
                                    left < rows ? left : rows);
        }
        for (int g = 0; g < n; g++) {
            uint64_t before = 0;
            for (int w = 0; w < W; w++) {
                cells[g][w] = fq_match_bytes(&board[w], (uint8_t)g) & fq_board_cells(n, w);
                lowest[g][w] = before ? 0 : cells[g][w] & -cells[g][w];
                before |= cells[g][w];
            }
        }
        for (int w = 0; w < W; w++) {
            uint64_t seen = 0;
            first[w] = 0;
            for (int g = 0; g < n; g++) {
                seen |= cells[g][w];
                first[w] |= lowest[g][w];
            }
            others |= seen ^ fq_board_cells(n, w);
            regions += fq_popcount(first[w]);
        }
        if (!others && regions == (uint32_t)n) break;
        if (fq_number_labels((uint32_t)n, labels, numbers) != (uint32_t)n) return 0;
        labels = numbers;
    }
    /* On most boards the regions already have these numbers. */
    int in_order = W == 1;
    for (int g = 1; g < n && W == 1; g++) in_order &= lowest[g - 1][0] < lowest[g][0];
    if (in_order) {
        for (int g = 0; g < n; g++) s->region[g][0][lane] = cells[g][0];
        return 1;
    }
    for (int g = 0; g < n; g++) { /* counts the regions that begin before region g */
        uint64_t begun = 0;
        uint32_t number = 0;
        for (int w = 0; w < W; w++) {
            number += fq_popcount(first[w] & (begun ? 0 : lowest[g][w] - 1));
            begun |= lowest[g][w];
        }
        for (int w = 0; w < W; w++) s->region[number][w][lane] = cells[g][w];
    }
    return 1;
}

/* Writes the results of the board in a lane. */
FQ_INLINE void fq_write_answer(int n, const fq_group *s, int lane, const fq_batch_boards *boards)
{
    const size_t i = s->board[lane];
    int16_t *first = boards->first + i * (size_t)n;
    boards->counts[i] = (int64_t)s->solutions[lane];
    if (s->solutions[lane] && n <= 8)
        fq_lowest_columns(s->first[0][lane], n, first);
    else if (s->solutions[lane])
        for (int r = 0; r < n; r++)
            first[r] = (int16_t)fq_lowest(s->first[r / fq_rows_per_word(n)][lane] >>
                                          r % fq_rows_per_word(n) * fq_bits_per_row(n));
    else
        for (int r = 0; r < n; r++) first[r] = -1;
}

/* Writes the results of the finished boards and loads new boards into their lanes. If a new board
 * is invalid, writes its result at once and takes the next board. */
FQ_INLINE void fq_refill_lanes(int n, fq_lockstep *c, fq_group *s, const fq_batch_boards *boards,
                         fq_batch_progress *progress)
{
    const int W = fq_words_per_board(n);
    const fq_mask finished = s->finished;
    uint32_t begun = 0;
    for (uint32_t left = fq_mask_bits(finished); left; left &= left - 1) {
        const int lane = (int)fq_lowest(left);
        if (s->board[lane] != FQ_NO_BOARD) {
            fq_write_answer(n, s, lane, boards);
            c->nodes += s->nodes[lane];
            c->backtracks += s->backtracks[lane];
            s->board[lane] = FQ_NO_BOARD;
            progress->done++;
        }
        while (progress->next < boards->count) {
            const size_t i = progress->next++;
            if (fq_load_lane(n, s, lane, boards->labels + i * (size_t)(n * n))) {
                s->board[lane] = i;
                begun |= UINT32_C(1) << lane;
                break;
            }
            boards->counts[i] = -1;
            for (int r = 0; r < n; r++) boards->first[i * (size_t)n + (size_t)r] = -1;
            progress->done++;
        }
    }
    for (int g = 0; fq_counts_by_lookup(n) && g < n; g++)
        fq_split_cells(n, s->region[g], s->region_parts[g]);
    const fq_mask live = fq_mask_from_bits(begun);
    for (int w = 0; w < W; w++) {
        s->cand[w] = fq_select(finished, fq_broadcast(fq_board_cells(n, w)), s->cand[w]);
        s->placed[w] = fq_select_or_zero(~finished, s->placed[w]);
    }
    fq_lanes top = fq_select(finished, fq_stack_bottom, s->top);
    /* Without this line gcc makes a masked store, which takes 1.05 times as long (n = 7). */
    FQ_KEEP_IN_REGISTER(top);
    s->top = top;
    s->solutions = fq_select_or_zero(~finished, s->solutions);
    s->backtracks = fq_select_or_zero(~finished, s->backtracks);
    s->nodes = fq_select_or_zero(~finished, s->nodes) + fq_select_or_zero(live, fq_broadcast(1));
    s->live |= live;
    s->finished = (fq_mask){0};
}

/* -------------------------------------------------------------------------------------- search */

/* Removes a board from its lane and describes the board in `unfinished`. */
FQ_INLINE void fq_remove_board(int n, fq_lockstep *c, fq_group *s, int lane,
                            const fq_batch_boards *boards, fq_unfinished_board *unfinished)
{
    const int W = fq_words_per_board(n);
    const uint32_t depth = (uint32_t)(s->top[lane] / (uint64_t)(2 * W * FQ_LANES));
    unfinished->board = s->board[lane];
    unfinished->nodes = s->nodes[lane];
    unfinished->branches = depth;
    for (uint32_t d = 0; d <= depth; d++)
        for (int r = 0; r < n; r++) {
            const int w = r / fq_rows_per_word(n);
            const uint64_t *entry = s->stack + 2 * ((((int)d + 1) * W + w) * FQ_LANES + lane);
            const uint64_t word =
                d < depth ? entry[0] | entry[1] : s->cand[w][lane] | s->placed[w][lane];
            unfinished->rows[d][r] =
                (uint16_t)(word >> r % fq_rows_per_word(n) * fq_bits_per_row(n) &
                           fq_ones((uint32_t)n));
        }
    fq_write_answer(n, s, lane, boards);
    c->nodes += s->nodes[lane];
    c->backtracks += s->backtracks[lane];
    s->nodes[lane] = s->backtracks[lane] = 0;
    s->board[lane] = FQ_NO_BOARD;
    const fq_mask mask = fq_mask_from_bits(UINT32_C(1) << lane);
    s->live &= ~mask;
    s->finished |= mask;
}

/* Adds up the counters of all boards that were in the lockstep search so far. */
static void fq_sum_counters(const fq_lockstep *c, uint64_t *nodes, uint64_t *backtracks)
{
    *nodes = c->nodes;
    *backtracks = c->backtracks;
    for (int k = 0; k < FQ_GROUPS; k++)
        for (int l = 0; l < FQ_LANES; l++) {
            *nodes += c->group[k].nodes[l];
            if (c->group[k].board[l] != FQ_NO_BOARD) *backtracks += c->group[k].backtracks[l];
        }
}

/* Whether a board should leave the lockstep search: it is one of the last boards, or it will soon
 * reach the node limit of the first run, after which the search restarts with random choices. */
static int fq_continues_alone(const fq_group *s, int lane, int last)
{
    return s->board[lane] != FQ_NO_BOARD &&
           (last || (!s->solutions[lane] && s->nodes[lane] > FQ_FIRST_RUN - FQ_STEPS_PER_ROUND));
}

FQ_INLINE fq_status fq_step(int n, fq_lockstep *c, const fq_batch_boards *boards,
                            fq_batch_progress *progress, fq_board_counters *counts,
                            fq_unfinished_board *unfinished, uint64_t budget)
{
    uint64_t nodes, backtracks;
    fq_status status = FQ_FOUND;
    fq_sum_counters(c, &nodes, &backtracks);
    const uint64_t other_nodes = counts->nodes - nodes,
                   other_backtracks = counts->backtracks - backtracks;
    const uint64_t end = fq_add_capped(nodes, budget);
    for (;;) {
        uint32_t live = 0;
        for (int k = 0; k < FQ_GROUPS; k++) {
            if (fq_mask_bits(c->group[k].finished))
                fq_refill_lanes(n, c, &c->group[k], boards, progress);
            live += fq_popcount(fq_mask_bits(c->group[k].live));
        }
        const int last = progress->next == boards->count && live <= FQ_TOO_FEW_BOARDS;
        for (int i = 0; i < FQ_GROUPS * FQ_LANES; i++) {
            fq_group *s = &c->group[i / FQ_LANES];
            if (!fq_continues_alone(s, i % FQ_LANES, last)) continue;
            fq_remove_board(n, c, s, i % FQ_LANES, boards, unfinished);
            goto leave;
        }
        fq_sum_counters(c, &nodes, &backtracks);
        status = live ? FQ_RUNNING : FQ_DONE;
        if (!live || nodes >= end) break;
        status = FQ_FOUND;
        const uint64_t enough = (end - nodes) / (FQ_GROUPS * FQ_LANES) + 1;
        for (uint64_t i = enough < FQ_STEPS_PER_ROUND ? enough : FQ_STEPS_PER_ROUND; i; i--) {
            int refill = 0;
            for (int k = 0; k < FQ_GROUPS; k++) fq_step_group(n, &c->group[k], boards->limit);
            for (int k = 0; k < FQ_GROUPS; k++)
                refill |= fq_popcount(fq_mask_bits(c->group[k].finished)) >= FQ_LANES_TO_REFILL(n);
            if (!refill) continue;
            if (progress->next == boards->count) break;
            for (int k = 0; k < FQ_GROUPS; k++)
                if (fq_mask_bits(c->group[k].finished))
                    fq_refill_lanes(n, c, &c->group[k], boards, progress);
        }
    }
leave:
    fq_sum_counters(c, &nodes, &backtracks);
    counts->nodes = other_nodes + nodes;
    counts->backtracks = other_backtracks + backtracks;
    return status;
}

#define FQ_STEP(n)                                                                                 \
    static fq_status fq_step_##n(fq_lockstep *c, const fq_batch_boards *boards,                    \
                                 fq_batch_progress *progress, fq_board_counters *counts,           \
                                 fq_unfinished_board *unfinished, uint64_t budget)                 \
    {                                                                                              \
        return fq_step(n, c, boards, progress, counts, unfinished, budget);                        \
    }
FQ_STEP(4)
FQ_STEP(5)
FQ_STEP(6)
FQ_STEP(7)
FQ_STEP(8)
FQ_STEP(9)
FQ_STEP(10)
FQ_STEP(11)
FQ_STEP(12)
#undef FQ_STEP

static fq_lockstep *fq_lockstep_new(void)
{
    fq_lockstep *c = fq_aligned_alloc(sizeof *c);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    for (int k = 0; k < FQ_GROUPS; k++) {
        c->group[k].finished = FQ_ALL_LANES;
        c->group[k].top = fq_stack_bottom;
        for (int l = 0; l < FQ_LANES; l++) c->group[k].board[l] = FQ_NO_BOARD;
    }
    return c;
}

const fq_lockstep_kernels FQ_LOCKSTEP_KERNELS = {
    FQ_LANES * FQ_GROUPS / 2,
    fq_lockstep_new,
    {fq_step_4, fq_step_5, fq_step_6, fq_step_7, fq_step_8, fq_step_9, fq_step_10, fq_step_11,
     fq_step_12},
};

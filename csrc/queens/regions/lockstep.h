/* lockstep.h - many boards of 4 to 12 rows in lockstep, one in each lane (lanes.h), compiled
 * for the instruction set of the including file, which names its table in FQ_LANES_KERNELS and the
 * number of its groups in FQ_GROUPS.
 *
 * The tree is that of small.h. A look at a board takes the same instructions whatever is
 * on it: it counts the candidates of all regions, and then either places the queens that are
 * forced, or puts one on the lowest cell of the first of the smallest regions, or takes up the last
 * branch. No branch of the program depends on a board, but for a lane that gets its next one. One
 * group of boards waits for the results of its instructions where two do not.
 *
 *     `cand`    the cells that a queen may take, without those that have one
 *     `placed`  the cells that have one
 *     `stack`   branches not yet exhausted: both together. All queens come back as forced ones in
 *               the look after it, as nothing but them is left in their regions.
 *
 * A board has `rows` rows in a word, `bits` bits a row, so that most shifts need no mask:
 *
 *     n = 4 to 8    1 word   8 rows of  8 bits
 *     n = 9, 10     2 words  5 rows of 12 bits
 *     n = 11, 12    3 words  4 rows of 16 bits
 *
 * `n` is a constant wherever these functions are used, and so is all that depends on it.
 *
 * Tried, on Zen 4 (times as long):
 * - AVX-512's instructions that scatter and gather, for the stacks: 1.1 at n = 8, 1.25 at n = 9.
 * - Least counts as a tree instead of one after the other, and for n <= 8 candidates instead of
 *   regions kept for the second pass: 1.2 to 1.4, as registers run out.
 * - Three or four groups instead of two: level.
 * - Columns by transposing boards (GFNI) need as many instructions as turning them about.
 * - A third of the time at n = 7 and a fifth at n = 8 goes into the next boards (AVX-512). All
 *   regions of a new board at once, from the bits of its labels, a lane a region: 2 % fewer
 *   instructions, yet 1.03 to 1.13 for n = 6 to 8, as one waits for the other. Waiting for three
 *   or four lanes that are done instead of two: 1.06 and 1.27 at n = 7. AVX2, with four lanes, had
 *   best not wait: 1.03 to 1.08 for two lanes, n = 8 to 10.
 *   The number of each region that comes in order already need not be counted (0.90 at n = 7, 0.93
 *   at n = 8; boards that do not come so 1.04 and 0.98), nor columns one by one (0.96).
 * - Smallest regions gathered by a masked or, and columns by GFNI, on their own: level.
 * - Taking away before each count what shares a row or column with a region whose candidates are
 *   all in it (real boards in all symmetries; looks in a simulation; times as many):
 *
 *       n                           8     9    10    11    12
 *       looks                    0.64  0.51  0.49  0.53  0.37
 *       nodes                    0.79  0.67  0.61  0.64  0.43
 *       instructions a look      1.80  1.97  2.04  1.92  1.96   (AVX-512)
 *       instructions, AVX2       1.33  1.03  0.99  0.96  0.73
 *       time, AVX2               1.26  1.01  0.97  0.93  0.73
 *       time, AVX-512            1.24  1.06  1.08  1.09  0.84
 *
 *   so it pays at n = 12 only. Rows without columns leave 0.80, 0.75, 0.70, 0.74, 0.61 of the
 *   looks; rows and columns whose candidates are all in one region besides leave 0.61, 0.47, 0.43,
 *   0.43, 0.33; taking away after the count instead leaves 0.87, 0.73, 0.71, 0.77, 0.56. One set of
 *   cells to spare, for rows and columns together: 1.04 to 1.13 (instructions, AVX2), as it misses
 *   some. */
#include <stdlib.h>

#include "common/memory.h"
#include "common/checked_math.h"
#include "queens/board/labels.h"
#include "lanes.h"
#include "state.h"

#define FQ_BRANCHES (FQ_SMALL_N + 1) /* entries of a stack: n - 1, and a free one at each end */
#define FQ_NOBODY   SIZE_MAX
#define FQ_ROUND    1024       /* looks between two counts of the nodes */
#define FQ_FEW      (FQ_LANES * FQ_GROUPS / 6) /* boards that are faster one after the other */
/* Lanes of a group that wait for boards before they get them: where boards are soon done, stopping
 * for each of them takes longer than one idle lane of eight. */
#define FQ_WAITING(n) (FQ_LANES == 8 && (n) <= 8 ? 2u : 1u)

typedef struct fq_group {
    fq_lanes region[FQ_SMALL_N][FQ_SMALL_WORDS];
    uint64_t stack[FQ_BRANCHES * FQ_SMALL_WORDS * FQ_LANES]; /* branch, word, lane */
    fq_lanes cand[FQ_SMALL_WORDS], placed[FQ_SMALL_WORDS];
    fq_lanes first[FQ_SMALL_WORDS]; /* the first solution */
    fq_lanes top;                   /* where in `stack` the last branch is */
    fq_lanes solutions, nodes, backtracks;
    fq_mask live, over; /* boards under way; lanes that want another */
    size_t board[FQ_LANES];
} fq_group;

struct fq_regions_lanes {
    fq_group group[FQ_GROUPS];
    uint64_t nodes, backtracks; /* of boards that are done, or given away */
};

static const fq_lanes fq_bottom = FQ_LANE_NUMBERS; /* of the stacks */

/* ------------------------------------------------------------------------------------- geometry */

FQ_INLINE int fq_words(int n) { return n <= 8 ? 1 : n <= 10 ? 2 : 3; }
FQ_INLINE int fq_row_bits(int n) { return n <= 8 ? 8 : n <= 10 ? 12 : 16; }
FQ_INLINE int fq_rows(int n) { return n <= 8 ? 8 : n <= 10 ? 5 : 4; }

/* The word w with `row` in each of the first `rows` rows of the board. */
FQ_INLINE uint64_t fq_in_rows(int n, int w, int rows, uint64_t row)
{
    uint64_t word = 0;
    for (int r = 0; r < fq_rows(n); r++)
        if (w * fq_rows(n) + r < rows) word |= row << r * fq_row_bits(n);
    return word;
}

FQ_INLINE uint64_t fq_cells(int n, int w) { return fq_in_rows(n, w, n, fq_ones((uint32_t)n)); }

/* ------------------------------------------------------------------------------------- one look */

/* What queens attack, their own cells included; cells beyond the board may be among it. Queens that
 * attack each other are added to `clash`. */
FQ_INLINE void fq_attacks(int n, const fq_lanes *queens, fq_lanes *attacked, fq_lanes *clash)
{
    const int W = fq_words(n), bits = fq_row_bits(n), rows = fq_rows(n);
    fq_lanes beside[FQ_SMALL_WORDS], columns, twice = {0};
    for (int w = 0; w < W; w++) {
        const fq_lanes q = queens[w];
        if (bits == 8) {
            attacked[w] = fq_fill_8(q);
            twice |= q & (fq_lanes)((fq_lanes_8)q - 1);
        } else if (bits == 16) {
            attacked[w] = fq_fill_16(q);
            twice |= q & (fq_lanes)((fq_lanes_16)q - 1);
        } else { /* the top bit of a row stays where the row has a queen */
            const fq_lanes top = fq_all(fq_in_rows(n, 0, rows, UINT64_C(1) << (bits - 1)));
            const fq_lanes less = (q | top) - fq_all(fq_in_rows(n, 0, rows, 1));
            const fq_lanes has = less & top;
            attacked[w] = has - (has >> (bits - 1));
            twice |= q & less;
        }
        if (n == 8)
            beside[w] = (q << 1 & fq_all(UINT64_C(0xfefefefefefefefe))) |
                        (q >> 1 & fq_all(UINT64_C(0x7f7f7f7f7f7f7f7f)));
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
    /* All rows are laid over each other: by halves, turning the word, where they fill it. Each two
     * rows are in different ones of two sets that meet. */
    if (W == 1) {
        const fq_lanes two = queens[0] | fq_rotate(queens[0], 8);
        const fq_lanes four = two | fq_rotate(two, 16), others = fq_rotate(four, 32);
        twice |= four & others;
        columns = four | others;
    } else if (W == 2) {
        const fq_lanes one = queens[0] | queens[1], next = one >> bits, two = one | next;
        const fq_lanes after = two >> 2 * bits, four = two | after, last = one >> 4 * bits;
        twice |= (queens[0] & queens[1]) | (one & next) | (two & after) | (four & last);
        const fq_lanes all = (four | last) & fq_all(fq_ones((uint32_t)bits));
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

FQ_INLINE void fq_look(int n, fq_group *s, uint64_t limit)
{
    const int W = fq_words(n);
    const fq_mask live = s->live;
    fq_lanes one = fq_all(1), cand[FQ_SMALL_WORDS], popped[FQ_SMALL_WORDS];
    /* A board that goes back has not branched in this look, so what it goes back to is known. */
    const fq_lanes entry = fq_all((uint64_t)(W * FQ_LANES));
    for (int w = 0; w < W; w++) {
        cand[w] = s->cand[w];
        popped[w] = fq_get(s->stack + w * FQ_LANES, s->top);
    }
    fq_lanes less[FQ_SMALL_N]; /* candidates less one: all ones for none */
    fq_lanes least = {0}, empty = {0};
    for (int g = 0; g < n; g++) {
        fq_lanes cells[FQ_SMALL_WORDS];
        for (int w = 0; w < W; w++) cells[w] = cand[w] & s->region[g][w];
        less[g] = fq_counts(cells, W) - one;
        least = g ? fq_smaller(least, less[g]) : less[g];
        empty += less[g] >> 63;
    }

    /* The cells of the smallest regions, and of the first of them. */
    fq_lanes smallest[FQ_SMALL_WORDS] = {{0}}, first[FQ_SMALL_WORDS] = {{0}};
    for (int g = n - 1; g >= 0; g--) {
        const fq_mask here = fq_same(FQ_EVERY, less[g], least);
        for (int w = 0; w < W; w++) {
            smallest[w] |= fq_where(here, s->region[g][w]);
            first[w] = fq_either(here, s->region[g][w], first[w]);
        }
    }
    /* Every region without a candidate must have its queen. */
    const fq_lanes none = {0}, all = fq_all((uint64_t)n), have = fq_counts(s->placed, W);
    const fq_mask alive = fq_same(live, empty, have);
    const fq_mask open = fq_differ(alive, have, all), found = fq_same(alive, have, all);
    const fq_mask branch = fq_differ(open, least, none);

    fq_lanes queens[FQ_SMALL_WORDS], attacked[FQ_SMALL_WORDS], clash;
    fq_mask later = FQ_EVERY;
    for (int w = 0; w < W; w++) {
        const fq_lanes x = first[w] & cand[w];
        const fq_lanes lowest = w ? fq_where(later, x & -x) : x & -x;
        if (w + 1 < W) later = fq_same(later, x, none);
        fq_put(s->stack + (w + W) * FQ_LANES, s->top, (cand[w] & ~lowest) | s->placed[w]);
        queens[w] = fq_either(branch, lowest, smallest[w] & cand[w]);
    }
    fq_attacks(n, queens, attacked, &clash);

    const fq_mask good = fq_same(open, clash, none), back = fq_without(live, good);
    const fq_mask more = fq_without(fq_differ(live, s->top, fq_bottom),
                                    fq_same(found, s->solutions + one, fq_all(limit)));
    const fq_mask pop = fq_without(more, good), over = fq_without(back, more);
    const fq_mask begin = fq_same(found, s->solutions, none);
    for (int w = 0; w < W; w++) {
        s->first[w] = fq_either(begin, s->placed[w], s->first[w]);
        s->cand[w] = fq_either(pop, popped[w], cand[w] & ~(attacked[w] | first[w]));
        s->placed[w] = fq_where(good, s->placed[w] | queens[w]);
    }
    s->top = s->top + fq_where(branch, entry) - fq_where(pop, entry);
    s->solutions += fq_where(found, one);
    s->nodes += fq_where(branch, one);
    s->backtracks += fq_where(fq_without(back, found), one);
    s->over |= over;
    s->live = fq_without(live, over);
}

/* ---------------------------------------------------------------------------------- next boards */

/* Puts a board into a lane, its regions numbered in order of first appearance. 0, and nothing done,
 * where there are not n. */
FQ_INLINE int fq_enter(int n, fq_group *s, int lane, const uint8_t *labels)
{
    const int W = fq_words(n), rows = fq_rows(n);
    uint64_t cells[FQ_SMALL_N][FQ_SMALL_WORDS], lowest[FQ_SMALL_N][FQ_SMALL_WORDS];
    uint64_t first[FQ_SMALL_WORDS];
    uint8_t numbers[FQ_SMALL_N * FQ_SMALL_N];
    for (;;) {
        uint64_t others = 0;
        uint32_t regions = 0;
        fq_bytes board[FQ_SMALL_WORDS];
        for (int w = 0; w < W; w++) {
            const int left = n - w * rows;
            board[w] =
                fq_spread(labels + w * rows * n, fq_row_bits(n), n, left < rows ? left : rows);
        }
        for (int g = 0; g < n; g++) {
            uint64_t before = 0;
            for (int w = 0; w < W; w++) {
                cells[g][w] = fq_matching(&board[w], (uint8_t)g) & fq_cells(n, w);
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
            others |= seen ^ fq_cells(n, w);
            regions += fq_popcount(first[w]);
        }
        if (!others && regions == (uint32_t)n) break;
        if (fq_number_labels((uint32_t)n, labels, numbers) != (uint32_t)n) return 0;
        labels = numbers;
    }
    /* Most boards come with their regions numbered so already. */
    int in_order = W == 1;
    for (int g = 1; g < n && W == 1; g++) in_order &= lowest[g - 1][0] < lowest[g][0];
    if (in_order) {
        for (int g = 0; g < n; g++) s->region[g][0][lane] = cells[g][0];
        return 1;
    }
    for (int g = 0; g < n; g++) { /* its number: how many begin before it */
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

/* The answer of the board in a lane. */
FQ_INLINE void fq_answer(int n, const fq_group *s, int lane, const fq_batch_boards *boards)
{
    const size_t i = s->board[lane];
    int16_t *first = boards->first + i * (size_t)n;
    boards->counts[i] = (int64_t)s->solutions[lane];
    if (s->solutions[lane] && n <= 8)
        fq_columns(s->first[0][lane], n, first);
    else if (s->solutions[lane])
        for (int r = 0; r < n; r++)
            first[r] = (int16_t)fq_lowest(s->first[r / fq_rows(n)][lane] >>
                                          r % fq_rows(n) * fq_row_bits(n));
    else
        for (int r = 0; r < n; r++) first[r] = -1;
}

/* New boards for the lanes that want one. Boards that cannot be used get their answer at once. */
FQ_INLINE void fq_refill(int n, fq_regions_lanes *c, fq_group *s, const fq_batch_boards *boards,
                         fq_batch_place *place)
{
    const int W = fq_words(n);
    const fq_mask over = s->over;
    uint32_t begun = 0;
    for (uint32_t left = fq_bits(over); left; left &= left - 1) {
        const int lane = (int)fq_lowest(left);
        if (s->board[lane] != FQ_NOBODY) {
            fq_answer(n, s, lane, boards);
            c->nodes += s->nodes[lane];
            c->backtracks += s->backtracks[lane];
            s->board[lane] = FQ_NOBODY;
            place->done++;
        }
        while (place->next < boards->count) {
            const size_t i = place->next++;
            if (fq_enter(n, s, lane, boards->labels + i * (size_t)(n * n))) {
                s->board[lane] = i;
                begun |= UINT32_C(1) << lane;
                break;
            }
            boards->counts[i] = -1;
            for (int r = 0; r < n; r++) boards->first[i * (size_t)n + (size_t)r] = -1;
            place->done++;
        }
    }
    const fq_mask live = fq_mask_of(begun);
    for (int w = 0; w < W; w++) {
        s->cand[w] = fq_either(over, fq_all(fq_cells(n, w)), s->cand[w]);
        s->placed[w] = fq_where(~over, s->placed[w]);
    }
    fq_lanes top = fq_either(over, fq_bottom, s->top);
    FQ_KEEP(top); /* or a masked store is made of it: 1.05 at n = 7 */
    s->top = top;
    s->solutions = fq_where(~over, s->solutions);
    s->backtracks = fq_where(~over, s->backtracks);
    s->nodes = fq_where(~over, s->nodes) + fq_where(live, fq_all(1));
    s->live |= live;
    s->over = (fq_mask){0};
}

/* ---------------------------------------------------------------------------------- the machine */

/* Takes a board out of its lane, to go on with alone. */
FQ_INLINE void fq_give_away(int n, fq_regions_lanes *c, fq_group *s, int lane,
                            const fq_batch_boards *boards, fq_regions_rest *rest)
{
    const int W = fq_words(n);
    const uint32_t depth = (uint32_t)(s->top[lane] / (uint64_t)(W * FQ_LANES));
    rest->board = s->board[lane];
    rest->nodes = s->nodes[lane];
    rest->branches = depth;
    for (uint32_t d = 0; d <= depth; d++)
        for (int r = 0; r < n; r++) {
            const int w = r / fq_rows(n);
            const size_t branch = (size_t)(((int)d + 1) * W + w) * FQ_LANES + (size_t)lane;
            const uint64_t word =
                d < depth ? s->stack[branch] : s->cand[w][lane] | s->placed[w][lane];
            rest->rows[d][r] = (uint16_t)(word >> r % fq_rows(n) * fq_row_bits(n) &
                                          fq_ones((uint32_t)n));
        }
    fq_answer(n, s, lane, boards);
    c->nodes += s->nodes[lane];
    c->backtracks += s->backtracks[lane];
    s->nodes[lane] = s->backtracks[lane] = 0;
    s->board[lane] = FQ_NOBODY;
    const fq_mask mask = fq_mask_of(UINT32_C(1) << lane);
    s->live &= ~mask;
    s->over |= mask;
}

/* Nodes and dead ends so far, less those in `counts` of boards that were alone. */
static void fq_sum_up(const fq_regions_lanes *c, uint64_t *nodes, uint64_t *backtracks)
{
    *nodes = c->nodes;
    *backtracks = c->backtracks;
    for (int k = 0; k < FQ_GROUPS; k++)
        for (int l = 0; l < FQ_LANES; l++) {
            *nodes += c->group[k].nodes[l];
            if (c->group[k].board[l] != FQ_NOBODY) *backtracks += c->group[k].backtracks[l];
        }
}

/* A board that should go on alone: any of the last few, or one that begins anew soon, at random. */
static int fq_hard(const fq_group *s, int lane, int last)
{
    return s->board[lane] != FQ_NOBODY &&
           (last || (!s->solutions[lane] && s->nodes[lane] > FQ_FIRST_RUN - FQ_ROUND));
}

FQ_INLINE fq_status fq_step(int n, fq_regions_lanes *c, const fq_batch_boards *boards,
                            fq_batch_place *place, fq_board_counters *counts,
                            fq_regions_rest *rest, uint64_t budget)
{
    uint64_t nodes, backtracks;
    fq_status status = FQ_FOUND;
    fq_sum_up(c, &nodes, &backtracks);
    const uint64_t alone = counts->nodes - nodes, dead_alone = counts->backtracks - backtracks;
    const uint64_t end = fq_add_capped(nodes, budget);
    for (;;) {
        uint32_t live = 0;
        for (int k = 0; k < FQ_GROUPS; k++) {
            if (fq_bits(c->group[k].over)) fq_refill(n, c, &c->group[k], boards, place);
            live += fq_popcount(fq_bits(c->group[k].live));
        }
        const int last = place->next == boards->count && live <= FQ_FEW;
        for (int i = 0; i < FQ_GROUPS * FQ_LANES; i++) {
            fq_group *s = &c->group[i / FQ_LANES];
            if (!fq_hard(s, i % FQ_LANES, last)) continue;
            fq_give_away(n, c, s, i % FQ_LANES, boards, rest);
            goto leave;
        }
        fq_sum_up(c, &nodes, &backtracks);
        status = live ? FQ_RUNNING : FQ_DONE;
        if (!live || nodes >= end) break;
        status = FQ_FOUND;
        const uint64_t enough = (end - nodes) / (FQ_GROUPS * FQ_LANES) + 1;
        for (uint64_t i = enough < FQ_ROUND ? enough : FQ_ROUND; i; i--) {
            int refill = 0;
            for (int k = 0; k < FQ_GROUPS; k++) fq_look(n, &c->group[k], boards->limit);
            for (int k = 0; k < FQ_GROUPS; k++)
                refill |= fq_popcount(fq_bits(c->group[k].over)) >= FQ_WAITING(n);
            if (!refill) continue;
            if (place->next == boards->count) break;
            for (int k = 0; k < FQ_GROUPS; k++)
                if (fq_bits(c->group[k].over)) fq_refill(n, c, &c->group[k], boards, place);
        }
    }
leave:
    fq_sum_up(c, &nodes, &backtracks);
    counts->nodes = alone + nodes;
    counts->backtracks = dead_alone + backtracks;
    return status;
}

#define FQ_STEP(n)                                                                                 \
    static fq_status fq_step_##n(fq_regions_lanes *c, const fq_batch_boards *boards,               \
                                 fq_batch_place *place, fq_board_counters *counts,                 \
                                 fq_regions_rest *rest, uint64_t budget)                           \
    {                                                                                              \
        return fq_step(n, c, boards, place, counts, rest, budget);                                 \
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

static fq_regions_lanes *fq_new(void)
{
    fq_regions_lanes *c = fq_aligned_alloc(sizeof *c);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    for (int k = 0; k < FQ_GROUPS; k++) {
        c->group[k].over = FQ_EVERY;
        c->group[k].top = fq_bottom;
        for (int l = 0; l < FQ_LANES; l++) c->group[k].board[l] = FQ_NOBODY;
    }
    return c;
}

const fq_lanes_kernels FQ_LANES_KERNELS = {
    FQ_LANES * FQ_GROUPS / 2,
    fq_new,
    {fq_step_4, fq_step_5, fq_step_6, fq_step_7, fq_step_8, fq_step_9, fq_step_10, fq_step_11,
     fq_step_12},
};

/* ida_pdb_words.c - IDA* with databases of words: for every expanded board, it reads one word of
 * each side.
 *
 * Only the number of entries on the stack depends on the data, so no branch is mispredicted. All
 * children of a board are computed and written to the stack, which then grows by the number of
 * children within the bound. The frame of a child is filled only when the child is expanded. When
 * an entry is written, the words that its expansion will read are prefetched.
 *
 * Tried with 5-5-5 on Korf's 100 boards; the numbers are multiples of the time of this file:
 *   a recursion over the children, one by one                               1.4
 *   frames on the stack instead of entries                                  1.2
 *   reading the words when a child is written, not only prefetching them    1.5
 *   two stacks, one in use while the other waits (needs work balancing)     0.95
 *   four stacks                                                             1.05 */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

static fq_error fq_words_make(fq_ida *ida)
{
    static const int by[4] = {4, -4, 1, -1}; /* by how many cells a tile moves */
    fq_words_search *w = calloc(1, sizeof *w);
    if (!w) return FQ_NO_MEMORY;
    for (uint32_t home = 0; home < 16; home++) {
        if (home == ida->options.pdb->blank) continue;
        const uint32_t number = ida->options.pdb->side[0].number[home];
        fq_words_tile *tile = &w->tile[number];
        for (uint32_t i = 0; i < 2; i++) {
            const fq_side *side = &ida->options.pdb->side[i];
            const uint32_t cell = side->mirrored ? fq_mirror(home) : home;
            const fq_pattern *p = &side->pattern[side->pattern_of[cell]];
            tile->word[i] = p->word;
            tile->pattern_shift[i] = (uint8_t)(4 * p->first);
            tile->pattern_mask[i] = (UINT32_C(1) << 4 * p->tiles) - 1;
            tile->other_patterns[i] = ~((uint64_t)tile->pattern_mask[i] << tile->pattern_shift[i]);
            tile->tile_shift[i] = (uint8_t)(4 * side->number[cell]);
            for (uint32_t move = 0; move < 4; move++) {
                const int64_t cells = by[side->mirrored ? move ^ 2 : move];
                w->step[i][move][number] = (uint64_t)cells << tile->tile_shift[i];
            }
        }
    }
    w->tile[15] = w->tile[0];
    ida->area = w;
    return FQ_OK;
}

static uint32_t fq_words_heuristic(fq_ida *ida)
{
    fq_words_search *w = ida->area;
    fq_words_frame *root = &w->frame[FQ_IDA_MAX_MOVES + 1];
    uint8_t at[16] = {0};
    uint32_t best = 0;
    memset(root, 0, sizeof *root);
    root->blank = 4 * ida->blank;
    for (uint32_t cell = 0; cell < 16; cell++) {
        at[ida->home_of[cell]] = (uint8_t)cell;
        if (cell == ida->blank) continue;
        const uint32_t number = ida->options.pdb->side[0].number[ida->home_of[cell]];
        root->board |= (uint64_t)number << 4 * cell;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &ida->options.pdb->side[i];
        ida->best[i] = fq_side_heuristic(side, at, ida->blank);
        if (ida->best[i] > best) best = ida->best[i];
        for (uint32_t home = 0; home < 16; home++) {
            if (home == ida->options.pdb->blank) continue;
            const uint32_t number = side->number[side->mirrored ? fq_mirror(home) : home];
            const uint32_t cell = side->mirrored ? fq_mirror(at[home]) : at[home];
            root->at[i] |= (uint64_t)cell << 4 * number;
        }
        for (uint32_t j = 0; j < 3; j++) {
            const fq_pattern *p = &side->pattern[j];
            const uint32_t mask = (UINT32_C(1) << 4 * p->tiles) - 1;
            const uint32_t index = (uint32_t)(root->at[i] >> 4 * p->first) & mask;
            root->nearer[i] |= (uint64_t)p->word[index] << 4 * p->first;
        }
    }
    return best;
}

/* The number of bits by which each move shifts the blank, in a board with four bits per cell. */
static const uint32_t FQ_GO[4] = {(uint32_t)-16, 16, (uint32_t)-4, 4};

/* The slack of a child, one byte per side; a byte is negative if the child is beyond the bound. */
static inline uint32_t fq_slack(const fq_words_frame *f, const fq_words_tile *tile, uint32_t move,
                                uint32_t mirrored, uint32_t slack)
{
    const uint32_t one = (uint32_t)(f->nearer[0] >> (tile->tile_shift[0] + move)) & 1;
    const uint32_t other =
        (uint32_t)(f->nearer[1] >> (tile->tile_shift[1] + (move ^ mirrored))) & 1;
    return slack - ((one ^ 1) | (other ^ 1) << 8);
}

static void fq_words_begin(fq_ida *ida)
{
    fq_words_search *w = ida->area;
    const uint32_t bound = ida->bound;
    const uint32_t mirrored = ida->options.pdb->side[1].mirrored ? 2 : 0;
    fq_words_frame *f = &w->frame[bound];
    *f = w->frame[FQ_IDA_MAX_MOVES + 1];
    ida->top = 0;
    ida->counters.expanded++;
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t entry = ida->options.prune->first[ida->blank][move];
        if (entry == FQ_NO_MOVE) continue;
        const uint32_t cell = (f->blank + FQ_GO[move]) & 63;
        uint32_t slack = (bound - ida->best[0]) / 2 | (bound - ida->best[1]) / 2 << 8;
        slack = fq_slack(f, &w->tile[f->board >> cell & 15], move, mirrored, slack);
        ida->counters.nodes++;
        if (slack & 0x8080) continue;
        w->stack[ida->top++] = (uint64_t)(bound - 1) << 32 | (uint64_t)slack << 16 | entry;
    }
}

static fq_status fq_words_run(fq_ida *ida, uint64_t limit)
{
    fq_words_search *w = ida->area;
    const fq_prune_row *rows = ida->options.prune->row;
    const uint32_t mirrored = ida->options.pdb->side[1].mirrored ? 2 : 0;
    uint64_t *const stack = w->stack;
    fq_run run = fq_begin_run(ida);
    while (run.top) {
        if (run.nodes + 3 >= limit) return fq_end_run(ida, run, FQ_RUNNING);
        const uint64_t entry = stack[--run.top];
        const uint32_t move = entry & 3, slack = (uint32_t)(entry >> 16) & 0xffff;
        const uint32_t level = run.level = (uint32_t)(entry >> 32);
        const fq_words_frame *f = &w->frame[level + 1];
        fq_words_frame *g = &w->frame[level];
        g->move = move;
        if (!level) return fq_end_run(ida, run, FQ_FOUND);

        const uint32_t blank = (f->blank + FQ_GO[move]) & 63;
        const uint64_t number = f->board >> blank & 15;
        const fq_words_tile *tile = &w->tile[number];
        const uint64_t board = f->board ^ number << blank ^ number << f->blank;
        uint64_t at[2];
        for (uint32_t i = 0; i < 2; i++) {
            at[i] = f->at[i] + w->step[i][move][number];
            const uint32_t index =
                (uint32_t)(at[i] >> tile->pattern_shift[i]) & tile->pattern_mask[i];
            g->at[i] = at[i];
            g->nearer[i] = (f->nearer[i] & tile->other_patterns[i]) |
                           (uint64_t)tile->word[i][index] << tile->pattern_shift[i];
        }
        g->board = board;
        g->blank = blank;

        const fq_prune_row *row = &rows[entry >> 2 & 0x3fff];
        const uint64_t base = (uint64_t)(level - 1) << 32;
        for (uint32_t i = 0; i < 3; i++) { /* FQ_NO_MOVE entries are computed but not kept */
            const uint32_t next = row->next[i], to = next & 3;
            const uint32_t child = (uint32_t)(board >> ((blank + FQ_GO[to]) & 63)) & 15;
            const fq_words_tile *t = &w->tile[child];
            const uint32_t left = fq_slack(g, t, to, mirrored, slack);
            stack[run.top] = base | (uint64_t)(left & 0xffff) << 16 | next;
            for (uint32_t j = 0; j < 2; j++) {
                const uint64_t place = at[j] + w->step[j][to][child];
                const uint32_t shifted = (uint32_t)(place >> t->pattern_shift[j]);
                __builtin_prefetch(&t->word[j][shifted & t->pattern_mask[j]]);
            }
            run.top += (uint32_t)(next != FQ_NO_MOVE) & (uint32_t)!(left & 0x8080);
        }
        run.nodes += row->count;
        run.expanded++;
    }
    return fq_end_run(ida, run, FQ_DONE);
}

static uint32_t fq_words_move(const fq_ida *ida, uint32_t level)
{
    const fq_words_search *w = ida->area;
    return w->frame[level].move;
}

static void fq_words_drop(fq_ida *ida) { free(ida->area); }

const fq_kernel fq_words_kernel = {fq_words_make, fq_words_heuristic, fq_words_begin,
                                   fq_words_run,  fq_words_move,      fq_words_drop};

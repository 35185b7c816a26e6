/* ida_pdb_bits.c - IDA* with large databases: for every generated board, it reads one bit of each
 * side.
 *
 * The index of a bit (pdb_layout.h) consists of the number of the set of cells, the part that
 * contains the blank, and the order of the tiles. A tile that moves sideways passes no other tiles.
 * A tile that moves up or down passes the tiles on the three cells between, and a table gives the
 * order afterwards. The children of a board are computed one by one. The second side of a child is
 * computed only if the first side does not prune it.
 *
 * Tried; the numbers are multiples of the time that this file takes with 7-7-1:
 *   all sides of all children without branches, as in ida_pdb_words.c    1.5
 *   the side without slack first                                         1.1
 *   pages of 2 MB for the bits (there is no portable way to get them)    0.9 */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

#include "common/bits.h"

static const int FQ_BY[4] = {-4, 4, -1, 1};

static fq_error fq_bits_make(fq_ida *ida)
{
    const fq_pdb *pdb = ida->options.pdb;
    fq_bits_search *w = calloc(1, sizeof *w);
    if (!w) return FQ_NO_MEMORY;
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &pdb->side[i];
        for (uint32_t home = 0; home < 16; home++) {
            const uint32_t cell = side->mirrored ? fq_mirror(home) : home;
            const fq_pattern *p = &side->pattern[side->pattern_of[cell]];
            const fq_shape *shape = p->shape;
            w->tile[i][home] = (fq_bits_tile){p->bits,
                                              (const uint16_t (*)[16])shape->block,
                                              (const uint16_t *const *)shape->map,
                                              shape->base,
                                              shape->low,
                                              64 * shape->words,
                                              16 * (uint32_t)(p - side->pattern)};
        }
        for (uint32_t blank = 0; blank < 16; blank++)
            for (uint32_t move = 0; move < 4; move++) {
                fq_bits_edge *edge = &w->edge[i][blank][move];
                const int beside = (int)blank + FQ_BY[move];
                if (beside < 0 || beside > 15 || (move > 1 && beside / 4 != (int)blank / 4))
                    continue;
                uint32_t from = (uint32_t)beside, to = blank;
                if (side->mirrored) from = fq_mirror(from), to = fq_mirror(to);
                const uint32_t first = from < to ? from : to, last = from < to ? to : from;
                edge->flip = (uint16_t)(1u << from | 1u << to);
                edge->below = (uint16_t)((1u << first) - 1);
                edge->between = (uint16_t)(((1u << last) - 1) & ~((2u << first) - 1));
                edge->from = (uint8_t)from;
                edge->place = from < to ? 3 : 0;
                edge->last = from < to ? 0 : 3;
            }
    }
    ida->area = w;
    return FQ_OK;
}

static uint32_t fq_bits_heuristic(fq_ida *ida)
{
    fq_bits_search *w = ida->area;
    fq_bits_frame *root = &w->frame[FQ_IDA_MAX_MOVES + 1];
    uint8_t at[16] = {0};
    uint32_t best = 0;
    memset(root, 0, sizeof *root);
    root->blank = ida->blank;
    for (uint32_t cell = 0; cell < 16; cell++) {
        at[ida->home_of[cell]] = (uint8_t)cell;
        root->board |= (uint64_t)ida->home_of[cell] << 4 * cell;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &ida->options.pdb->side[i];
        ida->best[i] = fq_side_heuristic(side, at, ida->blank);
        if (ida->best[i] > best) best = ida->best[i];
        for (uint32_t j = 0; j < 3; j++) {
            const fq_pattern *p = &side->pattern[j];
            uint8_t order[FQ_PATTERN_MAX] = {0}, cells[FQ_PATTERN_MAX] = {0};
            uint32_t set = 0, count = 0;
            if (!p->tiles) continue;
            for (uint32_t homes = p->cells; homes; homes &= homes - 1) {
                const uint32_t home = fq_lowest(homes);
                cells[count] = side->mirrored ? (uint8_t)fq_mirror(at[fq_mirror(home)]) : at[home];
                set |= UINT32_C(1) << cells[count++];
            }
            for (uint32_t k = 0; k < p->tiles; k++)
                order[fq_popcount(set & ((UINT32_C(1) << cells[k]) - 1))] = (uint8_t)k;
            const uint32_t blank = side->mirrored ? fq_mirror(ida->blank) : ida->blank;
            const uint32_t number = fq_rank_order(order, p->tiles);
            const uint32_t block = p->shape->block[fq_set_number(p->shape, set)][blank];
            root->set[i] |= (uint64_t)set << 16 * j;
            root->order[i] |= (uint64_t)number << 16 * j;
            root->bit[i] |=
                (uint64_t)fq_bit(p->bits, (uint64_t)block * 64 * p->shape->words + number)
                << 16 * j;
        }
    }
    return best;
}

/* Computes one side of a child: stores the number of the order of the moved tile's pattern and
 * returns the database bit of the pattern. */
static inline uint32_t fq_probe(const fq_bits_search *w, uint32_t i, const fq_bits_frame *f,
                                uint32_t move, uint32_t name, uint32_t *order)
{
    const fq_bits_edge *edge = &w->edge[i][f->blank][move];
    const fq_bits_tile *t = &w->tile[i][name];
    const uint32_t set = (uint32_t)(f->set[i] >> t->shift) & 0xffff, after = set ^ edge->flip;
    /* Counts the tiles before the two cells in the low half of a word, and the tiles between them
     * in the high half. */
    uint32_t x = (set & edge->below) | (set & edge->between) << 16;
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    x += x >> 8;
    const uint32_t place = x & 31, last = place + (x >> 16 & 31);
    const uint16_t *map = t->map[(place << edge->place) + (last << edge->last)];
    *order = map[f->order[i] >> t->shift & 0xffff];
    const uint32_t block = t->block[t->base[after >> 8] + t->low[after & 255]][edge->from];
    const uint64_t index = (uint64_t)block * t->span + *order;
    return fq_bit(t->bits, index);
}

/* Pushes a child onto the stack if it is within the bound. Returns the new height of the stack. */
static inline uint32_t fq_bits_push(fq_bits_search *w, const fq_bits_frame *f, uint64_t base,
                                    uint32_t slack, uint32_t next, uint32_t top)
{
    /* `rises`: whether the sum of the side rises if the bit does not change */
    const uint32_t move = next & 3, rises = ~move & 1;
    const uint32_t cell = (uint32_t)((int)f->blank + FQ_BY[move]) & 15;
    const uint32_t name = (uint32_t)(f->board >> 4 * cell) & 15;
    uint32_t order[2];
    const uint32_t one = fq_probe(w, 0, f, move, name, &order[0]);
    slack -= (one ^ (uint32_t)(f->bit[0] >> w->tile[0][name].shift & 1)) ^ rises;
    if (slack & 0x8080) return top;
    const uint32_t other = fq_probe(w, 1, f, move, name, &order[1]);
    slack -= ((other ^ (uint32_t)(f->bit[1] >> w->tile[1][name].shift & 1)) ^ rises) << 8;
    w->stack[top].entry = base | (uint64_t)(slack & 0xffff) << 16 | next;
    w->stack[top].after =
        order[0] | (uint64_t)order[1] << 16 | (uint64_t)one << 32 | (uint64_t)other << 33;
    return top + !(slack & 0x8080);
}

static void fq_bits_begin(fq_ida *ida)
{
    fq_bits_search *w = ida->area;
    const uint32_t bound = ida->bound;
    const uint32_t slack = (bound - ida->best[0]) / 2 | (bound - ida->best[1]) / 2 << 8;
    w->frame[bound] = w->frame[FQ_IDA_MAX_MOVES + 1];
    ida->top = 0;
    ida->counters.expanded++;
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t entry = ida->options.prune->first[ida->blank][move];
        if (entry == FQ_NO_MOVE) continue;
        ida->counters.nodes++;
        ida->top =
            fq_bits_push(w, &w->frame[bound], (uint64_t)(bound - 1) << 32, slack, entry, ida->top);
    }
}

static fq_status fq_bits_run(fq_ida *ida, uint64_t limit)
{
    fq_bits_search *w = ida->area;
    const fq_prune_row *rows = ida->options.prune->row;
    fq_run run = fq_begin_run(ida);
    while (run.top) {
        if (run.nodes + 3 >= limit) return fq_end_run(ida, run, FQ_RUNNING);
        const fq_bits_entry e = w->stack[--run.top];
        const uint32_t move = e.entry & 3, slack = (uint32_t)(e.entry >> 16) & 0xffff;
        const uint32_t level = run.level = (uint32_t)(e.entry >> 32);
        const fq_bits_frame *f = &w->frame[level + 1];
        fq_bits_frame *g = &w->frame[level];
        if (!level) {
            g->move = move;
            return fq_end_run(ida, run, FQ_FOUND);
        }
        const uint32_t blank = (uint32_t)((int)f->blank + FQ_BY[move]);
        const uint64_t name = f->board >> 4 * blank & 15;
        const uint64_t swap = name ^ (f->board >> 4 * f->blank & 15);
        g->board = f->board ^ swap << 4 * blank ^ swap << 4 * f->blank;
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t shift = w->tile[i][name].shift;
            const uint64_t others = ~(UINT64_C(0xffff) << shift);
            g->set[i] = f->set[i] ^ (uint64_t)w->edge[i][f->blank][move].flip << shift;
            g->order[i] = (f->order[i] & others) | (e.after >> 16 * i & 0xffff) << shift;
            g->bit[i] = (f->bit[i] & others) | (e.after >> (32 + i) & 1) << shift;
        }
        g->blank = blank;
        g->move = move;
        const fq_prune_row *row = &rows[e.entry >> 2 & 0x3fff];
        const uint64_t base = (uint64_t)(level - 1) << 32;
        for (uint32_t i = 0; i < row->count; i++)
            run.top = fq_bits_push(w, g, base, slack, row->next[i], run.top);
        run.nodes += row->count;
        run.expanded++;
    }
    return fq_end_run(ida, run, FQ_DONE);
}

static uint32_t fq_bits_move(const fq_ida *ida, uint32_t level)
{
    const fq_bits_search *w = ida->area;
    return w->frame[level].move;
}

static void fq_bits_drop(fq_ida *ida) { free(ida->area); }

const fq_kernel fq_bits_kernel = {fq_bits_make, fq_bits_heuristic, fq_bits_begin,
                                  fq_bits_run,  fq_bits_move,      fq_bits_drop};

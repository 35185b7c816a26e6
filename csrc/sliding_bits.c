/* sliding_bits.c - the search with large tables: a bit a side for every board generated.
 *
 * The index of a bit (sliding_pdb.c) is made of the number of the set of cells, the part that the
 * blank is in and the order of the tiles. A tile that goes sideways passes none; one that goes up
 * or down passes the tiles on the three cells between, and a table says what becomes of the order.
 *
 * The children are worked out one by one, the second side only for those that the first lets
 * through, as a bit costs more than a wrong guess here. */
#include <stdlib.h>
#include <string.h>

#include "sliding_impl.h"

#include "bits.h"

static const int FQ_BY[4] = {-4, 4, -1, 1};

static fq_error fq_bits_make(fq_ida *ida)
{
    const fq_tables *tables = ida->options.tables;
    fq_bits_search *w = calloc(1, sizeof *w);
    if (!w) return FQ_NO_MEMORY;
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &tables->side[i];
        for (uint32_t home = 0; home < 16; home++)
            w->of[i][home] = side->of[side->mirrored ? fq_mirror(home) : home];
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
                edge->down = from < to;
            }
    }
    ida->area = w;
    return FQ_OK;
}

static uint32_t fq_bits_estimate(fq_ida *ida)
{
    fq_bits_search *w = ida->area;
    fq_bits_frame *root = &w->frame[FQ_IDA_MAX_MOVES + 1];
    uint8_t at[16] = {0};
    uint32_t best = 0;
    memset(root, 0, sizeof *root);
    root->blank = ida->blank;
    for (uint32_t cell = 0; cell < 16; cell++) {
        at[ida->names[cell]] = (uint8_t)cell;
        root->board |= (uint64_t)ida->names[cell] << 4 * cell;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &ida->options.tables->side[i];
        ida->best[i] = fq_side_bound(side, at, ida->blank);
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
            const uint32_t number = fq_order_number(order, p->tiles);
            const uint32_t block = p->shape->block[fq_set_number(p->shape, set)][blank];
            root->set[i][j] = (uint16_t)set;
            root->order[i][j] = (uint16_t)number;
            root->bit[i][j] = (uint8_t)fq_bit(p, (uint64_t)block * p->shape->orders + number);
        }
    }
    return best;
}

/* Works out what a side's pattern is after the move: 1 if its tiles are nearer home. */
static inline uint32_t fq_probe(const fq_bits_search *w, const fq_side *side, uint32_t i,
                                const fq_bits_frame *f, uint32_t move, uint32_t name,
                                fq_bits_entry *out)
{
    const fq_bits_edge *edge = &w->edge[i][f->blank][move];
    const uint32_t j = w->of[i][name];
    const fq_pattern *p = &side->pattern[j];
    const fq_shape *s = p->shape;
    const uint32_t set = f->set[i][j], after = set ^ edge->flip;
    uint32_t order = f->order[i][j];
    if (set & edge->between) {
        /* Bits before and between, counted in the two halves of a word. */
        uint32_t x = (set & edge->below) | (set & edge->between) << 16;
        x -= x >> 1 & 0x55555555;
        x = (x & 0x33333333) + (x >> 2 & 0x33333333);
        x = (x + (x >> 4)) & 0x0f0f0f0f;
        x += x >> 8;
        const uint32_t place = x & 31, last = place + (x >> 16 & 31);
        order = edge->down ? s->map[place][last][order] : s->map[last][place][order];
    }
    const uint32_t block = s->block[fq_set_number(s, after)][edge->from];
    const uint32_t bit = fq_bit(p, (uint64_t)block * s->orders + order);
    out->set[i] = (uint16_t)after;
    out->order[i] = (uint16_t)order;
    out->bit[i] = (uint8_t)bit;
    return bit ^ f->bit[i][j] ^ (move & 1);
}

/* Puts a child on the stack if it is within the bound. */
static inline uint32_t fq_bits_push(fq_bits_search *w, const fq_side *side, const fq_bits_frame *f,
                                    uint64_t base, uint32_t slack, uint32_t next, uint32_t top)
{
    const uint32_t move = next & 3;
    const uint32_t cell = (uint32_t)((int)f->blank + FQ_BY[move]);
    const uint32_t name = (uint32_t)(f->board >> 4 * cell) & 15;
    fq_bits_entry *e = &w->stack[top];
    slack -= fq_probe(w, &side[0], 0, f, move, name, e) ^ 1;
    if (slack & 0x8080) return top;
    slack -= (fq_probe(w, &side[1], 1, f, move, name, e) ^ 1) << 8;
    if (slack & 0x8080) return top;
    e->entry = base | (uint64_t)slack << 16 | next;
    return top + 1;
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
        const uint32_t entry = ida->options.strings->first[ida->blank][move];
        if (entry == FQ_NO_MOVE) continue;
        ida->counters.nodes++;
        ida->top = fq_bits_push(w, ida->options.tables->side, &w->frame[bound],
                                (uint64_t)(bound - 1) << 32, slack, entry, ida->top);
    }
}

static fq_status fq_bits_run(fq_ida *ida, uint64_t limit)
{
    fq_bits_search *w = ida->area;
    const fq_string_row *rows = ida->options.strings->row;
    const fq_side *side = ida->options.tables->side;
    uint64_t nodes = ida->counters.nodes, expanded = ida->counters.expanded;
    uint32_t top = ida->top, level = ida->level;
    fq_status status = FQ_DONE;
    while (top) {
        if (nodes + 3 >= limit) {
            status = FQ_RUNNING;
            break;
        }
        const fq_bits_entry e = w->stack[--top];
        const uint32_t move = e.entry & 3, slack = (uint32_t)(e.entry >> 16) & 0xffff;
        level = (uint32_t)(e.entry >> 32);
        const fq_bits_frame *f = &w->frame[level + 1];
        fq_bits_frame *g = &w->frame[level];
        if (!level) {
            g->move = move;
            status = FQ_FOUND;
            break;
        }
        *g = *f;
        g->move = move;
        g->blank = (uint32_t)((int)f->blank + FQ_BY[move]);
        const uint64_t name = f->board >> 4 * g->blank & 15, hole = f->board >> 4 * f->blank & 15;
        g->board ^= (name ^ hole) << 4 * g->blank ^ (name ^ hole) << 4 * f->blank;
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t j = w->of[i][name];
            g->set[i][j] = e.set[i];
            g->order[i][j] = e.order[i];
            g->bit[i][j] = e.bit[i];
        }
        const fq_string_row *row = &rows[e.entry >> 2 & 0x3fff];
        const uint64_t base = (uint64_t)(level - 1) << 32;
        for (uint32_t i = 0; i < row->count; i++)
            top = fq_bits_push(w, side, g, base, slack, row->next[i], top);
        nodes += row->count;
        expanded++;
    }
    ida->top = top;
    ida->level = level;
    ida->counters.nodes = nodes;
    ida->counters.expanded = expanded;
    return status;
}

static uint32_t fq_bits_move(const fq_ida *ida, uint32_t level)
{
    const fq_bits_search *w = ida->area;
    return w->frame[level].move;
}

static void fq_bits_drop(fq_ida *ida) { free(ida->area); }

const fq_kernel fq_bits_kernel = {fq_bits_make, fq_bits_estimate, fq_bits_begin,
                                  fq_bits_run,  fq_bits_move,     fq_bits_drop};

/* ida_plain.c - IDA* on any rectangle, with the heuristics that need no pattern databases.
 *
 * The codes of lines and the states of walking distance are explained in linear_tables.h. A tile
 * that moves along a line does not change the conflicts of that line. So a move sideways changes
 * the conflicts of two columns, and a move up or down changes the conflicts of two rows.
 *
 * Not tried: a table of all boards of 3x4 (240 million, 60 MB), because random boards, whose
 * solutions have 36 moves on average, take only 2 ms with linear conflicts alone. */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

/* ---- walking distance ----------------------------------------------------------------------- */

static uint32_t fq_walk_slot(const uint64_t *states, const uint16_t *slots, uint64_t state)
{
    uint32_t i = fq_walk_hash(state);
    while (slots[i] != UINT16_MAX && states[slots[i]] != state) i = (i + 1) % FQ_WALK_SLOTS;
    return i;
}

/* Builds the table of one axis, and finds the number of `start`, the state of the first board. */
static int fq_walk_make(fq_walk *walk, uint64_t goal, uint64_t start)
{
    uint64_t *states = malloc(FQ_WALK_STATES * sizeof *states);
    uint16_t *slots = malloc(FQ_WALK_SLOTS * sizeof *slots);
    walk->distance = malloc(FQ_WALK_STATES);
    walk->go = calloc(FQ_WALK_STATES, sizeof *walk->go);
    int ok = states && slots && walk->distance && walk->go;
    if (ok) {
        memset(slots, 255, FQ_WALK_SLOTS * sizeof *slots);
        slots[fq_walk_slot(states, slots, goal)] = 0;
        states[0] = goal;
        walk->distance[0] = 0;
        walk->states = 1;
    }
    for (uint32_t i = 0; ok && i < walk->states; i++) {
        const uint64_t state = states[i];
        const uint32_t blank = (uint32_t)(state >> FQ_WALK_ROW);
        if (state == start) walk->start = i;
        for (uint32_t down = 0; down < 2; down++) {
            if (blank == (down ? 3 : 0)) continue;
            const uint32_t from = down ? blank + 1 : blank - 1;
            for (uint32_t home = 0; home < 4; home++) {
                if (!(state & 7 * fq_walk_unit(from, home))) continue;
                const uint64_t after = fq_walk_after(state, from, home);
                const uint32_t slot = fq_walk_slot(states, slots, after);
                if (slots[slot] == UINT16_MAX) {
                    if (walk->states == FQ_WALK_STATES) {
                        ok = 0;
                        break;
                    }
                    slots[slot] = (uint16_t)walk->states;
                    states[walk->states] = after;
                    walk->distance[walk->states++] = (uint8_t)(walk->distance[i] + 1);
                }
                walk->go[i][down][home] = slots[slot];
            }
        }
    }
    free(states);
    free(slots);
    return ok;
}

/* ---- the search ----------------------------------------------------------------------------- */

static void fq_plain_drop(fq_ida *ida)
{
    fq_plain_search *w = ida->area;
    if (!w) return;
    for (uint32_t axis = 0; axis < 2; axis++) {
        free(w->walk[axis].distance);
        free(w->walk[axis].go);
    }
    free(w);
    ida->area = NULL;
}

static fq_error fq_plain_make(fq_ida *ida)
{
    fq_plain_search *w = calloc(1, sizeof *w);
    if (!w) return FQ_NO_MEMORY;
    ida->area = w;
    const uint32_t columns = ida->columns;
    for (uint32_t cell = 0; cell < ida->cells; cell++) {
        w->goal_line[0][ida->goal[cell]] = (uint8_t)(cell / columns);
        w->goal_line[1][ida->goal[cell]] = (uint8_t)(cell % columns);
    }
    for (uint32_t tile = 1; tile < ida->cells; tile++)
        for (uint32_t cell = 0; cell < ida->cells; cell++) {
            const int down = (int)(cell / columns) - w->goal_line[0][tile];
            const int across = (int)(cell % columns) - w->goal_line[1][tile];
            w->distance[tile][cell] = ida->options.heuristic == FQ_MISPLACED
                                          ? down || across
                                          : (uint8_t)(abs(down) + abs(across));
        }
    if (ida->options.heuristic == FQ_LINEAR_CONFLICT) {
        const uint32_t longest = ida->rows > columns ? ida->rows : columns;
        w->power[0] = 1;
        for (uint32_t i = 1; i < FQ_SLIDING_MAX_SIDE; i++)
            w->power[i] = (uint16_t)(6 * w->power[i - 1]);
        fq_conflict_table(w->conflict, 6u * w->power[longest - 1]);
    }
    if (ida->options.heuristic == FQ_WALKING_DISTANCE)
        for (uint32_t axis = 0; axis < 2; axis++) {
            const uint8_t *home = w->goal_line[axis];
            if (!fq_walk_make(&w->walk[axis], fq_walk_state(ida->goal, home, (int)axis),
                              fq_walk_state(ida->tiles, home, (int)axis))) {
                fq_plain_drop(ida);
                return FQ_NO_MEMORY;
            }
        }
    return FQ_OK;
}

static uint32_t fq_plain_heuristic(fq_ida *ida)
{
    fq_plain_search *w = ida->area;
    fq_plain_frame *root = &w->frame[FQ_IDA_MAX_MOVES + 1];
    memset(root, 0, sizeof *root);
    memcpy(root->board, ida->tiles, ida->cells);
    root->blank = ida->blank;
    if (ida->options.heuristic == FQ_WALKING_DISTANCE) {
        for (uint32_t axis = 0; axis < 2; axis++) {
            root->line[axis][0] = (uint16_t)w->walk[axis].start;
            root->h += w->walk[axis].distance[w->walk[axis].start];
        }
        return root->h;
    }
    for (uint32_t cell = 0; cell < ida->cells; cell++) {
        const uint32_t tile = ida->tiles[cell];
        const uint32_t place[2] = {cell / ida->columns, cell % ida->columns};
        root->h += w->distance[tile][cell]; /* 0 for tile 0, the blank */
        for (uint32_t axis = 0; axis < 2; axis++)
            if (tile && w->goal_line[axis][tile] == place[axis])
                root->line[axis][place[axis]] +=
                    (uint16_t)((w->goal_line[!axis][tile] + 1) * w->power[place[!axis]]);
    }
    for (uint32_t axis = 0; axis < 2; axis++)
        for (uint32_t line = 0; line < FQ_SLIDING_MAX_SIDE; line++)
            root->h += w->conflict[root->line[axis][line]];
    return root->h;
}

typedef struct fq_plain_setting {
    fq_plain_search *w;
    uint32_t columns, heuristic;
    int go[4];
} fq_plain_setting;

/* How a move changes the codes of the lines: the tile leaves one line of `axis` and enters
 * another. */
typedef struct fq_plain_change {
    uint32_t axis, left, entered; /* `left` and `entered` are line numbers */
    uint16_t after_left, after_entered, along;
} fq_plain_change;

static inline uint32_t fq_plain_child(const fq_plain_setting *s, const fq_plain_frame *f,
                                      uint32_t move, uint32_t from, fq_plain_change *change)
{
    const fq_plain_search *w = s->w;
    const uint32_t tile = f->board[from], to = f->blank;
    /* 0: the tile moves from row to row; 1: from column to column */
    const uint32_t axis = move >> 1;
    if (s->heuristic == FQ_WALKING_DISTANCE) {
        const fq_walk *walk = &w->walk[axis];
        const uint32_t state = f->line[axis][0];
        change->after_left = walk->go[state][move & 1][w->goal_line[axis][tile]];
        return f->h + walk->distance[change->after_left] - walk->distance[state];
    }
    uint32_t h = f->h + w->distance[tile][to] - w->distance[tile][from];
    if (s->heuristic != FQ_LINEAR_CONFLICT) return h;
    const uint32_t from_line[2] = {from / s->columns, from % s->columns};
    const uint32_t to_line[2] = {to / s->columns, to % s->columns};
    const uint32_t left = from_line[axis], entered = to_line[axis], along = from_line[!axis];
    const uint32_t home = w->goal_line[axis][tile];
    const uint32_t digit = (w->goal_line[!axis][tile] + 1u) * w->power[along];
    uint32_t after_left = f->line[axis][left], after_entered = f->line[axis][entered];
    uint32_t same = f->line[!axis][along];
    if (home == left) {
        h -= w->conflict[after_left];
        after_left -= digit;
        h += w->conflict[after_left];
    }
    if (home == entered) {
        h -= w->conflict[after_entered];
        after_entered += digit;
        h += w->conflict[after_entered];
    }
    if (w->goal_line[!axis][tile] == along)
        same += (home + 1u) * w->power[entered] - (home + 1u) * w->power[left];
    change->axis = axis;
    change->left = left;
    change->entered = entered;
    change->after_left = (uint16_t)after_left;
    change->after_entered = (uint16_t)after_entered;
    change->along = (uint16_t)same;
    return h;
}

static fq_plain_setting fq_plain_set(const fq_ida *ida)
{
    const int columns = (int)ida->columns;
    return (fq_plain_setting){
        ida->area, ida->columns, ida->options.heuristic, {-columns, columns, -1, 1}};
}

static inline uint32_t fq_plain_push(const fq_plain_setting *s, const fq_plain_frame *f,
                                     uint32_t level, uint32_t next, uint32_t top)
{
    fq_plain_change unused;
    const uint32_t move = next & 3, from = (uint32_t)((int)f->blank + s->go[move]);
    const uint32_t h = fq_plain_child(s, f, move, from, &unused);
    if (h > level) return top;
    s->w->stack[top] = (uint64_t)level << 32 | next;
    return top + 1;
}

static void fq_plain_begin(fq_ida *ida)
{
    const fq_plain_setting s = fq_plain_set(ida);
    fq_plain_frame *f = &s.w->frame[ida->bound];
    *f = s.w->frame[FQ_IDA_MAX_MOVES + 1];
    ida->top = 0;
    ida->counters.expanded++;
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t entry = ida->options.prune->first[ida->blank][move];
        if (entry == FQ_NO_MOVE) continue;
        ida->counters.nodes++;
        ida->top = fq_plain_push(&s, f, ida->bound - 1, entry, ida->top);
    }
}

static fq_status fq_plain_run(fq_ida *ida, uint64_t limit)
{
    const fq_plain_setting s = fq_plain_set(ida);
    fq_plain_search *w = s.w;
    const fq_prune_row *rows = ida->options.prune->row;
    fq_run run = fq_begin_run(ida);
    while (run.top) {
        if (run.nodes + 3 >= limit) return fq_end_run(ida, run, FQ_RUNNING);
        const uint64_t entry = w->stack[--run.top];
        const uint32_t move = entry & 3;
        const uint32_t level = run.level = (uint32_t)(entry >> 32);
        const fq_plain_frame *f = &w->frame[level + 1];
        fq_plain_frame *g = &w->frame[level];
        if (!level) {
            g->move = move;
            return fq_end_run(ida, run, FQ_FOUND);
        }
        fq_plain_change change;
        const uint32_t blank = (uint32_t)((int)f->blank + s.go[move]);
        const uint32_t h = fq_plain_child(&s, f, move, blank, &change);
        *g = *f;
        g->board[f->blank] = f->board[blank];
        g->board[blank] = 0;
        g->blank = blank;
        g->move = move;
        g->h = h;
        if (s.heuristic == FQ_WALKING_DISTANCE) {
            g->line[move >> 1][0] = change.after_left;
        } else if (s.heuristic == FQ_LINEAR_CONFLICT) {
            const uint32_t along = change.axis ? blank / s.columns : blank % s.columns;
            g->line[change.axis][change.left] = change.after_left;
            g->line[change.axis][change.entered] = change.after_entered;
            g->line[!change.axis][along] = change.along;
        }
        const fq_prune_row *row = &rows[entry >> 2 & 0x3fff];
        for (uint32_t i = 0; i < row->count; i++)
            run.top = fq_plain_push(&s, g, level - 1, row->next[i], run.top);
        run.nodes += row->count;
        run.expanded++;
    }
    return fq_end_run(ida, run, FQ_DONE);
}

static uint32_t fq_plain_move(const fq_ida *ida, uint32_t level)
{
    const fq_plain_search *w = ida->area;
    return w->frame[level].move;
}

const fq_kernel fq_plain_kernel = {fq_plain_make, fq_plain_heuristic, fq_plain_begin,
                                   fq_plain_run,  fq_plain_move,      fq_plain_drop};

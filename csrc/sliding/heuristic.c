/* heuristic.c - lower bounds, each worked out from the whole board.
 *
 * A line of a board, read for its conflicts, is a number in base 6, its first cell the leading
 * digit: 0 for a tile of another line (or the blank), 1 + its place for a tile that stays in this
 * one. The fewest tiles that must leave are those beyond the longest run of rising digits; a table
 * of 6^5 lines holds twice that. Shorter lines begin with zeros.
 *
 * A state of walking distance is a word: 4 x 4 counts of three bits and the blank's row,
 *
 *     bit  57      50 49 48 47 45       5  3 2  0
 *         | distance | row | 3,3 | ... | 0,1 | 0,0 |     count of row, goal row
 *
 * kept in a hash table by its low 50 bits. Breadth-first search from the goal finds 24,964 of them
 * when the blank's goal is an outer row.
 */
#include <stdlib.h>
#include <string.h>

#include "heuristic.h"
#include "ida.h"

#define FQ_LINES       7776 /* 6^5 */
#define FQ_WALK_BITS   16
#define FQ_WALK_SLOTS  (UINT32_C(1) << FQ_WALK_BITS)
#define FQ_WALK_ROW    48
#define FQ_WALK_KEY    50
#define FQ_WALK_STATES ((UINT64_C(1) << FQ_WALK_KEY) - 1)

struct fq_sliding_estimate {
    uint32_t rows, columns, cells;
    fq_sliding_bound bound;
    uint8_t goal_row[FQ_SLIDING_MAX_CELLS], goal_column[FQ_SLIDING_MAX_CELLS]; /* by tile */
    uint8_t distance[FQ_SLIDING_MAX_CELLS][FQ_SLIDING_MAX_CELLS];              /* cell, tile */
    uint8_t conflict[FQ_LINES];
    uint8_t goal[FQ_SLIDING_MAX_CELLS];
    const fq_tables *tables;
    uint8_t home[16];     /* by tile, turned as the tables are */
    uint8_t cell[16];     /* the turn of the cells */
    uint8_t move[2][4];   /* and of the moves, by side */
    uint8_t shift[2][16]; /* by side and tile: of its four bits */
    uint64_t *walk[2];    /* FQ_WALK_SLOTS each, vertical and horizontal; 0 is free */
};

/* ---- linear conflict ------------------------------------------------------------------------- */

static void fq_lines_begin(uint8_t *conflict)
{
    for (uint32_t code = 0; code < FQ_LINES; code++) {
        uint32_t rising[FQ_SLIDING_MAX_SIDE], digits[FQ_SLIDING_MAX_SIDE], count = 0, longest = 0;
        for (uint32_t rest = code; rest; rest /= 6) /* from the last cell to the first */
            if (rest % 6) digits[count++] = rest % 6;
        for (uint32_t i = 0; i < count; i++) {
            rising[i] = 1;
            for (uint32_t j = 0; j < i; j++)
                if (digits[j] > digits[i] && rising[j] >= rising[i]) rising[i] = rising[j] + 1;
            if (rising[i] > longest) longest = rising[i];
        }
        conflict[code] = (uint8_t)(2 * (count - longest));
    }
}

static uint32_t fq_conflicts(const fq_sliding_estimate *e, const uint8_t *tiles)
{
    uint32_t rows[FQ_SLIDING_MAX_SIDE] = {0}, columns[FQ_SLIDING_MAX_SIDE] = {0}, sum = 0;
    for (uint32_t r = 0, cell = 0; r < e->rows; r++)
        for (uint32_t c = 0; c < e->columns; c++, cell++) {
            const uint32_t t = tiles[cell], y = e->goal_row[t], x = e->goal_column[t];
            rows[r] = rows[r] * 6 + (t && y == r ? x + 1 : 0);
            columns[c] = columns[c] * 6 + (t && x == c ? y + 1 : 0);
        }
    for (uint32_t r = 0; r < e->rows; r++) sum += e->conflict[rows[r]];
    for (uint32_t c = 0; c < e->columns; c++) sum += e->conflict[columns[c]];
    return sum;
}

/* ---- walking distance ------------------------------------------------------------------------ */

static uint32_t fq_walk_bit(uint32_t row, uint32_t goal_row) { return 3 * (4 * row + goal_row); }

/* The slot of a state, or the free one where it goes. */
static uint64_t *fq_walk_slot(uint64_t *table, uint64_t state)
{
    uint32_t i = (uint32_t)(state * UINT64_C(0x9e3779b97f4a7c15) >> (64 - FQ_WALK_BITS));
    while (table[i] && (table[i] & FQ_WALK_STATES) != state) i = (i + 1) % FQ_WALK_SLOTS;
    return &table[i];
}

/* One axis of the board: `line` and `goal_line` are rows or columns, by cell and by tile. */
static uint64_t fq_walk_state(const uint8_t *tiles, const uint8_t *goal_line, int horizontal)
{
    uint64_t state = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        const uint32_t t = tiles[cell], line = horizontal ? cell % 4 : cell / 4;
        state += t ? UINT64_C(1) << fq_walk_bit(line, goal_line[t]) : (uint64_t)line << FQ_WALK_ROW;
    }
    return state;
}

static int fq_walk_begin(uint64_t *table, uint64_t goal)
{
    uint64_t *queue = malloc(FQ_WALK_SLOTS / 2 * sizeof *queue);
    if (!queue) return 0;
    uint32_t count = 1;
    queue[0] = *fq_walk_slot(table, goal) = goal; /* never 0: there are tiles */
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t state = queue[i] & FQ_WALK_STATES;
        const uint64_t next = (queue[i] >> FQ_WALK_KEY) + 1;
        const uint32_t blank = (uint32_t)(state >> FQ_WALK_ROW);
        for (int down = 0; down < 2; down++) {
            if (blank == (down ? 3 : 0)) continue;
            const uint32_t from = down ? blank + 1 : blank - 1;
            for (uint32_t goal_row = 0; goal_row < 4; goal_row++) {
                if (!(state >> fq_walk_bit(from, goal_row) & 7)) continue;
                const uint64_t after = state - (UINT64_C(1) << fq_walk_bit(from, goal_row)) +
                                       (UINT64_C(1) << fq_walk_bit(blank, goal_row)) -
                                       ((uint64_t)blank << FQ_WALK_ROW) +
                                       ((uint64_t)from << FQ_WALK_ROW);
                uint64_t *slot = fq_walk_slot(table, after);
                if (!*slot) queue[count++] = *slot = after | next << FQ_WALK_KEY;
            }
        }
    }
    free(queue);
    return 1;
}

static uint32_t fq_walking(const fq_sliding_estimate *e, const uint8_t *tiles)
{
    const uint64_t up = fq_walk_state(tiles, e->goal_row, 0);
    const uint64_t across = fq_walk_state(tiles, e->goal_column, 1);
    return (uint32_t)((*fq_walk_slot(e->walk[0], up) >> FQ_WALK_KEY) +
                      (*fq_walk_slot(e->walk[1], across) >> FQ_WALK_KEY));
}

/* ---- pattern databases: see ida_pdb_words.c ----------------------------------------------------
 */

static void fq_patterns_begin(fq_sliding_estimate *e)
{
    fq_turn turn;
    uint32_t blank = 0;
    while (e->goal[blank]) blank++;
    fq_turn_for(blank, &turn);
    memcpy(e->cell, turn.cell, sizeof e->cell);
    for (uint32_t cell = 0; cell < 16; cell++) e->home[e->goal[cell]] = turn.cell[cell];
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &e->tables->side[i];
        for (uint32_t move = 0; move < 4; move++)
            e->move[i][move] = (uint8_t)(side->mirrored ? turn.move[move] ^ 2 : turn.move[move]);
        for (uint32_t t = 1; t < 16; t++) {
            const uint32_t home = side->mirrored ? fq_mirror(e->home[t]) : e->home[t];
            e->shift[i][t] = (uint8_t)(4 * side->number[home]);
        }
    }
}

uint32_t fq_sliding_sums(const fq_sliding_estimate *e, const uint8_t *tiles)
{
    uint8_t at[16] = {0};
    uint32_t blank = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        at[e->home[tiles[cell]]] = e->cell[cell];
        if (!tiles[cell]) blank = e->cell[cell];
    }
    return fq_side_bound(&e->tables->side[0], at, blank) |
           fq_side_bound(&e->tables->side[1], at, blank) << 8;
}

fq_sliding_fall fq_sliding_falls(const fq_sliding_estimate *e, const uint8_t *tiles)
{
    fq_sliding_fall falls = {{0, 0}};
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &e->tables->side[i];
        uint64_t at = 0;
        for (uint32_t cell = 0; cell < 16; cell++) {
            if (!tiles[cell]) continue;
            const uint32_t turned = e->cell[cell];
            const uint64_t where = side->mirrored ? fq_mirror(turned) : turned;
            at |= where << e->shift[i][tiles[cell]];
        }
        for (uint32_t j = 0; j < 3; j++) {
            const fq_pattern *p = &side->pattern[j];
            const uint64_t places = at >> 4 * p->first & ((UINT64_C(1) << 4 * p->tiles) - 1);
            falls.side[i] |= (uint64_t)p->word[places] << 4 * p->first;
        }
    }
    return falls;
}

uint32_t fq_sliding_sums_after(const fq_sliding_estimate *e, fq_sliding_fall falls, uint32_t sums,
                               uint32_t tile, uint32_t move)
{
    const uint32_t one = (uint32_t)(falls.side[0] >> (e->shift[0][tile] + e->move[0][move])) & 1;
    const uint32_t other = (uint32_t)(falls.side[1] >> (e->shift[1][tile] + e->move[1][move])) & 1;
    return sums + 0x101 - 2 * (one | other << 8);
}

/* ---- all of them ----------------------------------------------------------------------------- */

fq_sliding_estimate *fq_sliding_estimate_new(uint32_t rows, uint32_t columns, const uint8_t *goal,
                                             fq_sliding_bound bound, const fq_tables *tables,
                                             fq_error *error)
{
    const uint32_t cells = rows * columns;
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE ||
        bound > FQ_PATTERNS || (bound >= FQ_WALKING_DISTANCE && (rows != 4 || columns != 4)))
        return NULL;
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (goal[cell] >= cells || seen >> goal[cell] & 1) return NULL;
        seen |= UINT32_C(1) << goal[cell];
    }
    if (bound == FQ_PATTERNS && (!tables || tables->kind != FQ_TABLES_555 ||
                                 fq_tables_bound(tables, goal, goal) == UINT32_MAX))
        return NULL;
    *error = FQ_NO_MEMORY;
    fq_sliding_estimate *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->rows = rows;
    e->columns = columns;
    e->cells = cells;
    e->bound = bound;
    e->tables = tables;
    memcpy(e->goal, goal, cells);
    for (uint32_t cell = 0; cell < cells; cell++) {
        e->goal_row[goal[cell]] = (uint8_t)(cell / columns);
        e->goal_column[goal[cell]] = (uint8_t)(cell % columns);
    }
    for (uint32_t cell = 0; cell < cells; cell++)
        for (uint32_t t = 1; t < cells; t++) {
            const int down = (int)(cell / columns) - e->goal_row[t];
            const int across = (int)(cell % columns) - e->goal_column[t];
            e->distance[cell][t] =
                bound == FQ_MISPLACED ? down || across : (uint8_t)(abs(down) + abs(across));
        }
    if (bound == FQ_PATTERNS) fq_patterns_begin(e);
    if (bound == FQ_LINEAR_CONFLICT) fq_lines_begin(e->conflict);
    if (bound == FQ_WALKING_DISTANCE)
        for (int axis = 0; axis < 2; axis++) {
            e->walk[axis] = calloc(FQ_WALK_SLOTS, sizeof *e->walk[axis]);
            const uint64_t state = fq_walk_state(goal, axis ? e->goal_column : e->goal_row, axis);
            if (!e->walk[axis] || !fq_walk_begin(e->walk[axis], state)) {
                fq_sliding_estimate_free(e);
                return NULL;
            }
        }
    *error = FQ_OK;
    return e;
}

uint32_t fq_sliding_estimate_of(const fq_sliding_estimate *e, const uint8_t *tiles)
{
    if (e->bound == FQ_PATTERNS) return fq_sliding_larger(fq_sliding_sums(e, tiles));
    if (e->bound == FQ_WALKING_DISTANCE) return fq_walking(e, tiles);
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < e->cells; cell++) sum += e->distance[cell][tiles[cell]];
    return e->bound == FQ_LINEAR_CONFLICT ? sum + fq_conflicts(e, tiles) : sum;
}

void fq_sliding_estimate_free(fq_sliding_estimate *e)
{
    if (!e) return;
    free(e->walk[0]);
    free(e->walk[1]);
    free(e);
}

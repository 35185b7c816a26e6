/* heuristic.c - heuristics of whole boards.
 *
 * States of walking distance (linear_tables.h) are kept in a hash table. A slot holds a state and,
 * in the bits above the state, its distance from the goal:
 *
 *     bit  57      50 49                                 0
 *         | distance |               state                | */
#include <stdlib.h>
#include <string.h>

#include "heuristic.h"
#include "linear_tables.h"
#include "pdb_lookup.h"

#define FQ_WALK_KEY  50
#define FQ_WALK_MASK ((UINT64_C(1) << FQ_WALK_KEY) - 1)

struct fq_heuristic {
    uint32_t rows, columns, cells;
    fq_heuristic_kind kind;
    /* row and column of each tile's goal cell */
    uint8_t goal_row[FQ_SLIDING_MAX_CELLS], goal_column[FQ_SLIDING_MAX_CELLS];
    /* distance[cell][tile]: the distance of the cell from the tile's goal cell */
    uint8_t distance[FQ_SLIDING_MAX_CELLS][FQ_SLIDING_MAX_CELLS];
    uint8_t conflict[FQ_LINE_CODES];
    uint8_t goal[FQ_SLIDING_MAX_CELLS];
    const fq_pdb *pdb;
    /* only with pattern databases: images under the symmetry that maps the cell of the goal's blank
     * to the home of the databases */
    uint8_t home[16];     /* image of each tile's goal cell */
    uint8_t cell[16];     /* image of each cell */
    uint8_t move[2][4];   /* move[side]: image of each move */
    uint8_t shift[2][16]; /* shift[side][tile]: position of the tile's four bits */
    uint64_t *walk[2];    /* hash tables for rows and for columns; a slot of 0 is free */
};

/* ---- linear conflict ------------------------------------------------------------------------- */

void fq_conflict_table(uint8_t *conflict, uint32_t codes)
{
    for (uint32_t code = 0; code < codes; code++) {
        uint32_t digit[FQ_SLIDING_MAX_SIDE], longest[FQ_SLIDING_MAX_SIDE], count = 0, most = 0;
        for (uint32_t rest = code; rest; rest /= 6)
            if (rest % 6) digit[count++] = rest % 6;
        for (uint32_t i = 0; i < count; i++) {
            longest[i] = 1;
            for (uint32_t j = 0; j < i; j++)
                if (digit[j] < digit[i] && longest[j] >= longest[i]) longest[i] = longest[j] + 1;
            if (longest[i] > most) most = longest[i];
        }
        conflict[code] = (uint8_t)(2 * (count - most));
    }
}

static uint32_t fq_conflicts(const fq_heuristic *h, const uint8_t *tiles)
{
    uint32_t rows[FQ_SLIDING_MAX_SIDE] = {0}, columns[FQ_SLIDING_MAX_SIDE] = {0}, sum = 0;
    /* The first cell of a line gives the lowest digit of the line's code, so it is added last. */
    uint32_t cell = h->cells;
    for (uint32_t r = h->rows; r--;)
        for (uint32_t c = h->columns; c--;) {
            const uint32_t t = tiles[--cell], y = h->goal_row[t], x = h->goal_column[t];
            rows[r] = rows[r] * 6 + (t && y == r ? x + 1 : 0);
            columns[c] = columns[c] * 6 + (t && x == c ? y + 1 : 0);
        }
    for (uint32_t r = 0; r < h->rows; r++) sum += h->conflict[rows[r]];
    for (uint32_t c = 0; c < h->columns; c++) sum += h->conflict[columns[c]];
    return sum;
}

/* ---- walking distance ------------------------------------------------------------------------ */

/* The slot of a state, or the free slot into which a new state must be written. */
static uint64_t *fq_walk_slot(uint64_t *table, uint64_t state)
{
    uint32_t i = fq_walk_hash(state);
    while (table[i] && (table[i] & FQ_WALK_MASK) != state) i = (i + 1) % FQ_WALK_SLOTS;
    return &table[i];
}

static int fq_walk_begin(uint64_t *table, uint64_t goal)
{
    uint64_t *queue = malloc(FQ_WALK_STATES * sizeof *queue);
    if (!queue) return 0;
    uint32_t count = 1;
    queue[0] = *fq_walk_slot(table, goal) = goal; /* a state is never 0, because there are tiles */
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t state = queue[i] & FQ_WALK_MASK;
        const uint64_t next = (queue[i] >> FQ_WALK_KEY) + 1;
        const uint32_t blank = (uint32_t)(state >> FQ_WALK_ROW);
        for (uint32_t down = 0; down < 2; down++) {
            if (blank == (down ? 3 : 0)) continue;
            const uint32_t from = down ? blank + 1 : blank - 1;
            for (uint32_t goal_row = 0; goal_row < 4; goal_row++) {
                if (!(state & 7 * fq_walk_unit(from, goal_row))) continue;
                const uint64_t after = fq_walk_after(state, from, goal_row);
                uint64_t *slot = fq_walk_slot(table, after);
                if (!*slot) queue[count++] = *slot = after | next << FQ_WALK_KEY;
            }
        }
    }
    free(queue);
    return 1;
}

static uint32_t fq_walking(const fq_heuristic *h, const uint8_t *tiles)
{
    const uint64_t up = fq_walk_state(tiles, h->goal_row, 0);
    const uint64_t across = fq_walk_state(tiles, h->goal_column, 1);
    return (uint32_t)((*fq_walk_slot(h->walk[0], up) >> FQ_WALK_KEY) +
                      (*fq_walk_slot(h->walk[1], across) >> FQ_WALK_KEY));
}

/* ---- pattern databases ----------------------------------------------------------------------- */

static void fq_patterns_begin(fq_heuristic *h)
{
    fq_symmetry symmetry;
    uint32_t blank = 0;
    while (h->goal[blank]) blank++;
    fq_symmetry_for(blank, &symmetry);
    memcpy(h->cell, symmetry.cell, sizeof h->cell);
    for (uint32_t cell = 0; cell < 16; cell++) h->home[h->goal[cell]] = symmetry.cell[cell];
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &h->pdb->side[i];
        for (uint32_t move = 0; move < 4; move++)
            h->move[i][move] =
                (uint8_t)(side->mirrored ? symmetry.move[move] ^ 2 : symmetry.move[move]);
        for (uint32_t t = 1; t < 16; t++) {
            const uint32_t home = side->mirrored ? fq_mirror(h->home[t]) : h->home[t];
            h->shift[i][t] = (uint8_t)(4 * side->number[home]);
        }
    }
}

uint32_t fq_heuristic_sums(const fq_heuristic *h, const uint8_t *tiles)
{
    uint8_t at[16] = {0};
    uint32_t blank = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        at[h->home[tiles[cell]]] = h->cell[cell];
        if (!tiles[cell]) blank = h->cell[cell];
    }
    return fq_side_heuristic(&h->pdb->side[0], at, blank) |
           fq_side_heuristic(&h->pdb->side[1], at, blank) << 8;
}

fq_nearer_bits fq_heuristic_nearer_bits(const fq_heuristic *h, const uint8_t *tiles)
{
    fq_nearer_bits nearer = {{0, 0}};
    for (uint32_t i = 0; i < 2; i++) {
        const fq_side *side = &h->pdb->side[i];
        uint64_t at = 0;
        for (uint32_t cell = 0; cell < 16; cell++) {
            if (!tiles[cell]) continue;
            const uint32_t turned = h->cell[cell];
            const uint64_t where = side->mirrored ? fq_mirror(turned) : turned;
            at |= where << h->shift[i][tiles[cell]];
        }
        for (uint32_t j = 0; j < 3; j++) {
            const fq_pattern *p = &side->pattern[j];
            const uint64_t places = at >> 4 * p->first & ((UINT64_C(1) << 4 * p->tiles) - 1);
            nearer.side[i] |= (uint64_t)p->word[places] << 4 * p->first;
        }
    }
    return nearer;
}

uint32_t fq_heuristic_sums_after(const fq_heuristic *h, fq_nearer_bits nearer, uint32_t sums,
                                 uint32_t tile, uint32_t move)
{
    const uint32_t one = (uint32_t)(nearer.side[0] >> (h->shift[0][tile] + h->move[0][move])) & 1;
    const uint32_t other = (uint32_t)(nearer.side[1] >> (h->shift[1][tile] + h->move[1][move])) & 1;
    return sums + 0x101 - 2 * (one | other << 8);
}

/* ---- all heuristics -------------------------------------------------------------------------- */

fq_heuristic *fq_heuristic_new(uint32_t rows, uint32_t columns, const uint8_t *goal,
                               fq_heuristic_kind kind, const fq_pdb *pdb, fq_error *error)
{
    const uint32_t cells = rows * columns;
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE ||
        kind >= FQ_HEURISTIC_KINDS || (kind >= FQ_WALKING_DISTANCE && (rows != 4 || columns != 4)))
        return NULL;
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (goal[cell] >= cells || seen >> goal[cell] & 1) return NULL;
        seen |= UINT32_C(1) << goal[cell];
    }
    if (kind == FQ_PATTERN_DATABASE &&
        (!pdb || pdb->kind != FQ_PDB_555 || fq_pdb_heuristic(pdb, goal, goal) == UINT32_MAX))
        return NULL;
    *error = FQ_NO_MEMORY;
    fq_heuristic *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->rows = rows;
    h->columns = columns;
    h->cells = cells;
    h->kind = kind;
    h->pdb = pdb;
    memcpy(h->goal, goal, cells);
    for (uint32_t cell = 0; cell < cells; cell++) {
        h->goal_row[goal[cell]] = (uint8_t)(cell / columns);
        h->goal_column[goal[cell]] = (uint8_t)(cell % columns);
    }
    for (uint32_t cell = 0; cell < cells; cell++)
        for (uint32_t t = 1; t < cells; t++) {
            const int down = (int)(cell / columns) - h->goal_row[t];
            const int across = (int)(cell % columns) - h->goal_column[t];
            h->distance[cell][t] =
                kind == FQ_MISPLACED ? down || across : (uint8_t)(abs(down) + abs(across));
        }
    if (kind == FQ_PATTERN_DATABASE) fq_patterns_begin(h);
    if (kind == FQ_LINEAR_CONFLICT) {
        uint32_t codes = 1;
        for (uint32_t i = 0; i < (rows > columns ? rows : columns); i++) codes *= 6;
        fq_conflict_table(h->conflict, codes);
    }
    if (kind == FQ_WALKING_DISTANCE)
        for (int axis = 0; axis < 2; axis++) {
            h->walk[axis] = calloc(FQ_WALK_SLOTS, sizeof *h->walk[axis]);
            const uint64_t state = fq_walk_state(goal, axis ? h->goal_column : h->goal_row, axis);
            if (!h->walk[axis] || !fq_walk_begin(h->walk[axis], state)) {
                fq_heuristic_free(h);
                return NULL;
            }
        }
    *error = FQ_OK;
    return h;
}

uint32_t fq_heuristic_value(const fq_heuristic *h, const uint8_t *tiles)
{
    if (h->kind == FQ_PATTERN_DATABASE) return fq_larger_sum(fq_heuristic_sums(h, tiles));
    if (h->kind == FQ_WALKING_DISTANCE) return fq_walking(h, tiles);
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < h->cells; cell++) sum += h->distance[cell][tiles[cell]];
    return h->kind == FQ_LINEAR_CONFLICT ? sum + fq_conflicts(h, tiles) : sum;
}

void fq_heuristic_free(fq_heuristic *h)
{
    if (!h) return;
    free(h->walk[0]);
    free(h->walk[1]);
    free(h);
}

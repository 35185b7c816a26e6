/* linear_tables.h - rows and columns of a board, as linear conflict and walking distance see them.
 *
 * The code of a line, for its conflicts, is a number in base 6: the digit at place i counts 6^i and
 * is 0 for the blank and for tiles of other lines, otherwise 1 + the tile's place at home. Tiles
 * that can stay while the others pass are a longest increasing run of digits.
 *
 * Walking distance ignores the columns (or the rows, likewise). A state is the number of tiles of
 * each goal row in each row, three bits each, and the row of the blank:
 *
 *     bit   49 48 47 45       5  3 2  0
 *          | row | 3,3 | ... | 0,1 | 0,0 |     row, goal row
 *
 * There are 24,964 of them when the blank's goal is an outer row.
 */
#ifndef FQ_SLIDING_LINES_H
#define FQ_SLIDING_LINES_H

#include <stdint.h>

#define FQ_LINE_CODES  7776  /* 6^5 */
#define FQ_WALK_STATES 32768 /* at most */
#define FQ_WALK_SLOTS  65536 /* of a hash table of them */
#define FQ_WALK_ROW    48

/* Twice the tiles that must leave the line, for codes 0 to `codes` - 1; in heuristic.c. */
void fq_conflict_table(uint8_t *conflict, uint32_t codes);

static inline uint64_t fq_walk_unit(uint32_t line, uint32_t goal_line)
{
    return UINT64_C(1) << 3 * (4 * line + goal_line);
}

/* The state of a board: of rows, or if `across` of columns; `goal_line` is by tile. */
static inline uint64_t fq_walk_state(const uint8_t *tiles, const uint8_t *goal_line, int across)
{
    uint64_t state = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        const uint32_t t = tiles[cell], line = across ? cell % 4 : cell / 4;
        state += t ? fq_walk_unit(line, goal_line[t]) : (uint64_t)line << FQ_WALK_ROW;
    }
    return state;
}

/* The state after a tile of `goal_line` has moved from `line` to the blank's. */
static inline uint64_t fq_walk_after(uint64_t state, uint32_t line, uint32_t goal_line)
{
    const uint64_t blank = state >> FQ_WALK_ROW;
    return state - fq_walk_unit(line, goal_line) + fq_walk_unit((uint32_t)blank, goal_line) -
           (blank << FQ_WALK_ROW) + ((uint64_t)line << FQ_WALK_ROW);
}

/* Where its search in a hash table begins. */
static inline uint32_t fq_walk_hash(uint64_t state)
{
    return (uint32_t)(state * UINT64_C(0x9e3779b97f4a7c15) >> 48);
}

#endif

/* linear_tables.h - codes of rows and columns, for linear conflict and walking distance.
 *
 * A table gives the conflicts of a line. Its index is the code of the line, a number in base 6.
 * Digit i has the weight 6^i and describes place i of the line. The digit is 0 for the blank and
 * for a tile whose goal is in another line; otherwise it is 1 + the place of the tile's goal in
 * this line. The tiles that need not leave the line are those of a longest increasing subsequence
 * of the digits that are not 0.
 *
 * Walking distance of rows ignores the columns. (Walking distance of columns is the same with rows
 * and columns exchanged.) A state consists of the number of tiles of each goal row in each row,
 * three bits each, and of the row of the blank:
 *
 *     bit   49 48 47 45       5  3 2  0
 *          | row | 3,3 | ... | 0,1 | 0,0 |     row, goal row
 *
 * There are 24,964 states if the blank's goal is an outer row. */
#ifndef FQ_SLIDING_LINES_H
#define FQ_SLIDING_LINES_H

#include <stdint.h>

#define FQ_LINE_CODES  7776  /* 6^5 */
#define FQ_WALK_STATES 32768 /* an upper bound on the number of states */
#define FQ_WALK_SLOTS  65536 /* slots of a hash table of states */
#define FQ_WALK_ROW    48

/* Fills the table of conflicts for codes 0 to `codes` - 1: twice the number of tiles that must
 * leave the line. Defined in heuristic.c. */
void fq_conflict_table(uint8_t *conflict, uint32_t codes);

static inline uint64_t fq_walk_unit(uint32_t line, uint32_t goal_line)
{
    return UINT64_C(1) << 3 * (4 * line + goal_line);
}

/* Returns the walking-distance state of a board: of its rows, or of its columns if `across` is not
 * zero. goal_line[tile] is the goal line of a tile. */
static inline uint64_t fq_walk_state(const uint8_t *tiles, const uint8_t *goal_line, int across)
{
    uint64_t state = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        const uint32_t t = tiles[cell], line = across ? cell % 4 : cell / 4;
        state += t ? fq_walk_unit(line, goal_line[t]) : (uint64_t)line << FQ_WALK_ROW;
    }
    return state;
}

/* The state after a tile of `goal_line` has moved from `line` to the line of the blank. */
static inline uint64_t fq_walk_after(uint64_t state, uint32_t line, uint32_t goal_line)
{
    const uint64_t blank = state >> FQ_WALK_ROW;
    return state - fq_walk_unit(line, goal_line) + fq_walk_unit((uint32_t)blank, goal_line) -
           (blank << FQ_WALK_ROW) + ((uint64_t)line << FQ_WALK_ROW);
}

/* The slot of a hash table where the search for a state begins. */
static inline uint32_t fq_walk_hash(uint64_t state)
{
    return (uint32_t)(state * UINT64_C(0x9e3779b97f4a7c15) >> 48);
}

#endif

/* pdb_lookup.c - looks up the heuristic of a board in a pattern database. */
#include "pdb_lookup.h"

#include <string.h>

#include "common/bits.h"

#define FQ_MAX_MOVES 100 /* no state of a pattern is farther from home */

/* The index of a state in `bits`. at[i] is the cell of tile i. */
static uint64_t fq_state_index(const fq_pattern *p, const uint8_t *at, uint32_t blank)
{
    uint8_t order[FQ_PATTERN_MAX];
    uint32_t set = 0, count = 0;
    for (uint32_t i = 0; i < p->tiles; i++) set |= UINT32_C(1) << at[i];
    for (uint32_t cells = set; cells; cells &= cells - 1, count++)
        for (uint32_t i = 0; i < p->tiles; i++)
            if (at[i] == fq_lowest(cells)) order[count] = (uint8_t)i;
    const uint32_t block = p->shape->block[fq_set_number(p->shape, set)][blank];
    return (uint64_t)block * 64 * p->shape->words + fq_rank_order(order, p->tiles);
}

/* Whether the pattern comes nearer home if tile i moves to the cell `blank`. */
static int fq_comes_nearer(const fq_pattern *p, const uint8_t *at, uint32_t i, uint32_t blank)
{
    const uint32_t move = fq_direction_of(blank, at[i]);
    if (p->word) {
        uint32_t index = 0;
        for (uint32_t j = 0; j < p->tiles; j++) index |= (uint32_t)at[j] << 4 * j;
        return (int)(p->word[index] >> (4 * i + move) & 1);
    }
    uint8_t after[FQ_PATTERN_MAX];
    memcpy(after, at, sizeof after);
    after[i] = (uint8_t)blank;
    const uint32_t turns = fq_bit(p->bits, fq_state_index(p, at, blank)) ^
                           fq_bit(p->bits, fq_state_index(p, after, at[i]));
    /* If the blank moves up or left, the tile moves down or right, so the sum s of the tiles' rows
     * and columns grows (pdb_layout.h). */
    return (int)(turns ^ (move & 1));
}

/* The distance of a pattern from home. The tables hold only differences of distances, so this
 * function follows a shortest way home and counts its moves. */
static uint32_t fq_distance(const fq_pattern *p, const uint8_t *where, uint32_t blank)
{
    uint8_t at[FQ_PATTERN_MAX] = {0};
    uint32_t moves = 0;
    memcpy(at, where, p->tiles);
    /* the limit ends the loop even on damaged tables */
    for (int nearer = 1; nearer && moves < FQ_MAX_MOVES;) {
        uint32_t set = 0;
        for (uint32_t i = 0; i < p->tiles; i++) set |= UINT32_C(1) << at[i];
        const uint32_t part = fq_flood(UINT32_C(1) << blank, ~set & 0xffff);
        nearer = 0;
        for (uint32_t i = 0; i < p->tiles && !nearer; i++)
            for (uint32_t to_try = fq_beside(UINT32_C(1) << at[i]) & part; to_try;
                 to_try &= to_try - 1) {
                const uint32_t to = fq_lowest(to_try);
                if (!fq_comes_nearer(p, at, i, to)) continue;
                blank = at[i];
                at[i] = (uint8_t)to;
                moves++;
                nearer = 1;
                break;
            }
    }
    return moves;
}

uint32_t fq_side_heuristic(const fq_side *side, const uint8_t *at, uint32_t blank)
{
    uint8_t where[16];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const fq_pattern *p = &side->pattern[i];
        uint32_t count = 0;
        for (uint32_t cells = p->cells; cells; cells &= cells - 1) {
            const uint32_t home = fq_lowest(cells);
            where[count++] = side->mirrored ? (uint8_t)fq_mirror(at[fq_mirror(home)]) : at[home];
        }
        if (count) sum += fq_distance(p, where, side->mirrored ? fq_mirror(blank) : blank);
    }
    return sum;
}

uint32_t fq_pdb_heuristic(const fq_pdb *t, const uint8_t *tiles, const uint8_t *goal)
{
    uint8_t home[16] = {0}, at[16] = {0};
    fq_symmetry symmetry;
    uint32_t seen = 0, blank = 0, goal_blank = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell] > 15 || goal[cell] > 15) return UINT32_MAX;
        seen |= UINT32_C(1) << tiles[cell] | UINT32_C(0x10000) << goal[cell];
        if (!goal[cell]) goal_blank = cell;
    }
    if (seen != UINT32_MAX || !t->ready || fq_pdb_home(goal_blank) != t->home) return UINT32_MAX;
    fq_symmetry_for(goal_blank, &symmetry);
    for (uint32_t cell = 0; cell < 16; cell++) home[goal[cell]] = symmetry.cell[cell];
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell]) {
            at[home[tiles[cell]]] = symmetry.cell[cell];
        } else {
            blank = symmetry.cell[cell];
        }
    }
    const uint32_t one = fq_side_heuristic(&t->side[0], at, blank);
    const uint32_t other = fq_side_heuristic(&t->side[1], at, blank);
    return one > other ? one : other;
}

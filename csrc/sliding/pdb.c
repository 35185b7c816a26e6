/* pdb.c - additive pattern databases of the 4x4 board: which there are, and looking them up.
 *
 * A state knows which part of the board the blank can reach, not only where the tiles are. That
 * costs 1.7 to 2.4 times the states and saves 28% of the nodes of a search with 5-5-5, 32% with
 * 6-6-3 and 38% with 7-7-1. It also makes the heuristic consistent: every move of a pattern's tile
 * changes its distance by 1, every other move by nothing. So a search that knows the heuristic of
 * its first board needs only one bit a move from then on. */
#include <stdlib.h>
#include <string.h>

#include "pdb.h"

#include "common/bits.h"

#define FQ_MOST_MOVES 100 /* no pattern needs more */

/* Homes of the patterns' tiles, by kind, home of the blank and side: masks of cells. Any partition
 * makes a correct database. Those of the corner are from the literature and from trials on random
 * boards; the others are the same, moved around. */
static const uint16_t FQ_PARTITIONS[FQ_PDB_KINDS][3][2][3] = {
    [FQ_PDB_555] = {{{0x0067, 0x3310, 0x4c88}, {0}},
                       {{0x0067, 0x3310, 0x8c88}, {0x00ce, 0x1131, 0xae00}},
                       {{0x0067, 0x3310, 0xc888}, {0}}},
    [FQ_PDB_663] = {{{0x0007, 0x3330, 0x4cc8}, {0}},
                       {{0x0007, 0x3330, 0x8cc8}, {0x0111, 0x00ee, 0xbe00}},
                       {{0x0007, 0x3330, 0xc8c8}, {0}}},
    [FQ_PDB_771] = {{{0x007f, 0x7f00, 0x0080}, {0}},
                       {{0x007f, 0xbf00, 0x0080}, {0x1333, 0x8ccc, 0x2000}},
                       {{0x007f, 0xfb00, 0x0080}, {0}}},
    [FQ_PDB_78] = {{{0x00ff, 0x7f00, 0}, {0}},
                      {{0x00ff, 0xbf00, 0}, {0}},
                      {{0x00ff, 0xfb00, 0}, {0}}},
};

static const uint8_t FQ_HOME[3] = {15, 14, 10};

uint32_t fq_pdb_home(uint32_t cell)
{
    const uint32_t outer = (cell % 4 == 0 || cell % 4 == 3) + (cell / 4 == 0 || cell / 4 == 3);
    return outer == 2 ? 0 : outer == 1 ? 1 : 2;
}

/* ---- turning and mirroring ------------------------------------------------------------------ */

static uint32_t fq_turned(uint32_t symmetry, uint32_t cell)
{
    uint32_t row = cell / 4, column = cell % 4;
    if (symmetry & 4) cell = row, row = column, column = cell;
    if (symmetry & 1) row = 3 - row;
    if (symmetry & 2) column = 3 - column;
    return 4 * row + column;
}

void fq_turn_for(uint32_t blank, fq_turn *turn)
{
    static const uint8_t beside_5[4] = {1, 9, 4, 6}; /* by move */
    const uint32_t home = FQ_HOME[fq_pdb_home(blank)];
    uint32_t symmetry = 0;
    while (fq_turned(symmetry, blank) != home) symmetry++;
    for (uint32_t cell = 0; cell < 16; cell++)
        turn->cell[cell] = (uint8_t)fq_turned(symmetry, cell);
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t to = fq_direction_of(turn->cell[5], turn->cell[beside_5[move]]);
        turn->move[move] = (uint8_t)to;
        turn->back[to] = (uint8_t)move;
    }
}

/* ---- making and freeing ---------------------------------------------------------------------- */

uint64_t fq_pdb_spent(const fq_pdb *t) { return t->spent; }

fq_pdb_counters fq_pdb_counts(const fq_pdb *t) { return (fq_pdb_counters){t->spent}; }

fq_pdb *fq_pdb_new(fq_pdb_kind kind, uint32_t home, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if ((uint32_t)kind >= FQ_PDB_KINDS || home > 2) return NULL;
    *error = FQ_NO_MEMORY;
    fq_pdb *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->kind = kind;
    t->home = home;
    t->blank = FQ_HOME[home];
    t->two = FQ_PARTITIONS[kind][home][1][0] != 0;
    for (uint32_t i = 0; i < 2; i++) {
        fq_side *side = &t->side[i];
        side->mirrored = i == 1 && home != 1;
        uint32_t count = 0;
        for (uint32_t j = 0; j < 3; j++) {
            fq_pattern *p = &side->pattern[j];
            p->cells = FQ_PARTITIONS[kind][home][i && t->two][j];
            p->tiles = fq_popcount(p->cells);
            p->first = count;
            for (uint32_t cells = p->cells; cells; cells &= cells - 1, count++) {
                side->number[fq_lowest(cells)] = (uint8_t)count;
                side->of[fq_lowest(cells)] = (uint8_t)j;
            }
        }
    }
    *error = FQ_OK;
    return t;
}

void fq_pdb_free(fq_pdb *t)
{
    if (!t) return;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            free(t->side[side].pattern[i].word);
            free(t->side[side].pattern[i].bits);
        }
    for (uint32_t i = 0; i <= FQ_PATTERN_MAX; i++) fq_shape_free(t->shape[i]);
    fq_build_free(t);
    free(t);
}

static uint64_t fq_image_bytes(const fq_pdb *t)
{
    uint64_t bytes = 0;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) bytes += t->side[side].pattern[i].bytes;
    return bytes;
}

uint64_t fq_pdb_image_bytes(const fq_pdb *t)
{
    return t->ready && !fq_has_words(t) ? fq_image_bytes(t) : 0;
}

void fq_pdb_save(const fq_pdb *t, uint8_t *image)
{
    if (!fq_pdb_image_bytes(t)) return;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            const fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(image, p->bits, p->bytes);
            image += p->bytes;
        }
}

int fq_pdb_adopt(fq_pdb *t, const uint8_t *image, uint64_t bytes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (t->ready || t->build || t->full || fq_has_words(t)) return 0;
    *error = FQ_NO_MEMORY;
    if (!fq_pdb_allocate(t)) return 0;
    *error = FQ_BAD_SIZE;
    if (fq_image_bytes(t) != bytes) return 0;
    *error = FQ_NO_MEMORY;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles && !p->bits) p->bits = malloc(p->bytes);
            if (p->tiles && !p->bits) return 0;
        }
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(p->bits, image, p->bytes);
            image += p->bytes;
        }
    fq_pdb_finish(t);
    *error = FQ_OK;
    return 1;
}

/* ---- looking up ----------------------------------------------------------------------------- */

uint32_t fq_order_number(const uint8_t *order, uint32_t tiles)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < tiles; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < tiles; j++) smaller += order[j] < order[i];
        number = number * (tiles - i) + smaller;
    }
    return number;
}

/* The index of a state, from the cells of the tiles. */
static uint64_t fq_state(const fq_pattern *p, const uint8_t *at, uint32_t blank)
{
    uint8_t order[FQ_PATTERN_MAX];
    uint32_t set = 0, count = 0;
    for (uint32_t i = 0; i < p->tiles; i++) set |= UINT32_C(1) << at[i];
    for (uint32_t cells = set; cells; cells &= cells - 1, count++)
        for (uint32_t i = 0; i < p->tiles; i++)
            if (at[i] == fq_lowest(cells)) order[count] = (uint8_t)i;
    const uint32_t block = p->shape->block[fq_set_number(p->shape, set)][blank];
    return (uint64_t)block * 64 * p->shape->words + fq_order_number(order, p->tiles);
}

/* Whether tile i comes nearer home by going to `blank`. */
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
    const uint32_t turns =
        fq_bit(p->bits, fq_state(p, at, blank)) ^ fq_bit(p->bits, fq_state(p, after, at[i]));
    return (int)(turns ^ (move & 1)); /* the blank going up or left, the sum grows */
}

/* Only differences are kept: counts the moves of a way home. */
static uint32_t fq_distance(const fq_pattern *p, const uint8_t *where, uint32_t blank)
{
    uint8_t at[FQ_PATTERN_MAX] = {0};
    uint32_t moves = 0;
    memcpy(at, where, p->tiles);
    for (int nearer = 1; nearer && moves < FQ_MOST_MOVES;) { /* an end even on damaged tables */
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
    fq_turn turn;
    uint32_t seen = 0, blank = 0, goal_blank = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell] > 15 || goal[cell] > 15) return UINT32_MAX;
        seen |= UINT32_C(1) << tiles[cell] | UINT32_C(0x10000) << goal[cell];
        if (!goal[cell]) goal_blank = cell;
    }
    if (seen != UINT32_MAX || !t->ready || fq_pdb_home(goal_blank) != t->home) return UINT32_MAX;
    fq_turn_for(goal_blank, &turn);
    for (uint32_t cell = 0; cell < 16; cell++) home[goal[cell]] = turn.cell[cell];
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell]) {
            at[home[tiles[cell]]] = turn.cell[cell];
        } else {
            blank = turn.cell[cell];
        }
    }
    const uint32_t one = fq_side_heuristic(&t->side[0], at, blank);
    const uint32_t other = fq_side_heuristic(&t->side[1], at, blank);
    return one > other ? one : other;
}

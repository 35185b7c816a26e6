/* beam.c - beam search for sliding tiles.
 *
 * A level is an array of boards. How many of them have each lower bound is counted while they are
 * generated. So the largest bound kept and the number of boards kept with this bound are known when
 * the level is complete; then its boards are read in order, and are skipped or expanded into the
 * array of the next level. A hash table finds repeated boards of a level. Boards of earlier levels
 * are not remembered, but no move undoes the last one.
 *
 * For the solution, each level has a list with four bytes for each board expanded:
 *
 *     bit  31                               2 1  0
 *         | number of the parent in its list  | move |
 *
 * Boards are stored as the home of the tile on each cell, with the sums of both sides (additive.h).
 * A move changes the index of one pattern on each side.
 *
 * Tried, on Korf and Taylor's boards of 5x5:
 *   Databases of five tiles: they take 5 s to build and save no moves.
 *   Ranking by the sum of both sides: 1.02 times the moves. With this ranking, two and three pairs
 *     of sides save 3% of the moves at the same width, but take 1.7 and 2.5 times the time, which
 *     wider beams use as well. */
#include "beam.h"

#include <stdlib.h>
#include <string.h>

#include "common/checked_math.h"
#include "common/memory.h"
#include "common/rng.h"

#define FQ_SPARE 4 /* the largest number of nodes of one expansion */
/* larger than each lower bound: the parts are at most 255, and there are at most 24 */
#define FQ_BEAM_BOUNDS (24 * 255 + 1)
#define FQ_NO_PARENT   UINT32_MAX

typedef struct fq_beam_board {
    uint8_t home[FQ_SLIDING_MAX_CELLS]; /* for each cell: the home of its tile */
    uint8_t blank, move;                /* the cell of the blank, and the last move */
    uint16_t sum[2];
    uint32_t hash;
    uint32_t parent; /* the number of the parent in the list of its level */
} fq_beam_board;

struct fq_beam {
    const fq_additive *additive;
    uint32_t cells, width, below;
    uint64_t max_bytes, bytes;
    uint8_t neighbour[FQ_SLIDING_MAX_CELLS][4]; /* the cell itself if the move is impossible */
    uint32_t key[FQ_SLIDING_MAX_CELLS][FQ_SLIDING_MAX_CELLS]; /* key[cell][home]: for the hash */
    fq_beam_board start;

    fq_beam_board *now, *next; /* this level, and the next one so far */
    uint32_t now_count, next_count;
    uint32_t capacity;             /* of `now` and `next`, in boards */
    uint32_t *slots;               /* hash table: number of a board of `next` plus 1, or 0 */
    uint32_t slot_bits;            /* log2 of the number of slots */
    uint32_t *bounds;              /* how many boards of `next` have each lower bound */
    uint32_t at;                   /* the next board of `now` to read */
    uint32_t cut, cut_left;        /* boards with this bound are kept while `cut_left` lasts */
    uint32_t level;                /* the number of moves to the boards of `now` */
    uint32_t *list[FQ_BEAM_MAX_MOVES + 1]; /* for each level: the boards expanded */
    uint32_t listed;               /* number of boards in the list of this level */
    uint32_t last_level, last_number; /* the board expanded last: its level, its place in the list */
    uint32_t least_left_out;       /* least sum of level and bound of a board that was not kept */
    uint32_t found_move;           /* the last move of the solution */
    int found, ended, full;
    uint64_t credit;
    fq_beam_counters counters;
};

static inline uint32_t fq_board_bound(const fq_beam_board *board)
{
    return board->sum[0] > board->sum[1] ? board->sum[0] : board->sum[1];
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int fq_reserve(fq_beam *m, uint64_t bytes)
{
    if (bytes > SIZE_MAX || fq_add_capped(m->bytes, bytes) > m->max_bytes) return 0;
    m->bytes += bytes;
    return 1;
}

/* Allocates the arrays for a level. */
static int fq_begin(fq_beam *m)
{
    m->capacity = 3 * m->width + 4;
    m->slot_bits = 4;
    while (UINT64_C(1) << m->slot_bits < UINT64_C(4) * m->width + 8) m->slot_bits++;
    const uint64_t boards = (uint64_t)m->capacity * sizeof *m->now;
    const uint64_t slots = (uint64_t)sizeof *m->slots << m->slot_bits;
    const uint64_t bounds = FQ_BEAM_BOUNDS * sizeof *m->bounds;
    if (!fq_reserve(m, 2 * boards + slots + bounds)) return 0;
    m->now = malloc((size_t)boards);
    m->next = malloc((size_t)boards);
    m->slots = calloc((size_t)1 << m->slot_bits, sizeof *m->slots);
    m->bounds = calloc(FQ_BEAM_BOUNDS, sizeof *m->bounds);
    if (!m->now || !m->next || !m->slots || !m->bounds) return 0;
    fq_prefer_large_pages(m->now, (size_t)boards);
    fq_prefer_large_pages(m->next, (size_t)boards);
    fq_prefer_large_pages(m->slots, (size_t)slots);
    m->now[0] = m->start;
    m->now_count = m->cut_left = 1;
    m->cut = fq_board_bound(&m->start);
    return 1;
}

/* Allocates the list of this level. */
static int fq_begin_list(fq_beam *m)
{
    const uint32_t count = m->now_count < m->width ? m->now_count : m->width;
    const uint64_t bytes = (uint64_t)count * sizeof *m->list[0];
    if (!fq_reserve(m, bytes)) return 0;
    m->list[m->level] = malloc((size_t)bytes);
    return m->list[m->level] != NULL;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Makes the next level the current one, and decides which of its boards are kept. Returns 0 if
 * there are none. */
static int fq_next_level(fq_beam *m)
{
    fq_beam_board *boards = m->now;
    m->now = m->next;
    m->next = boards;
    m->now_count = m->next_count;
    m->next_count = m->at = m->listed = 0;
    m->level++;
    if (!m->now_count) return 0;
    if (m->level == FQ_BEAM_MAX_MOVES) { /* each solution left has as many moves */
        if (m->least_left_out > FQ_BEAM_MAX_MOVES) m->least_left_out = FQ_BEAM_MAX_MOVES;
        return 0;
    }
    uint32_t left = m->width, bound = 0;
    while (bound < FQ_BEAM_BOUNDS && m->bounds[bound] <= left) left -= m->bounds[bound++];
    m->cut = bound;
    m->cut_left = left;
    memset(m->bounds, 0, FQ_BEAM_BOUNDS * sizeof *m->bounds);
    memset(m->slots, 0, sizeof *m->slots << m->slot_bits);
    return 1;
}

/* The next board of this level that is kept; NULL at the end of the level. */
static const fq_beam_board *fq_next_kept(fq_beam *m)
{
    while (m->at < m->now_count) {
        const fq_beam_board *board = &m->now[m->at++];
        const uint32_t bound = fq_board_bound(board);
        if (bound < m->cut) return board;
        if (bound == m->cut && m->cut_left) {
            m->cut_left--;
            return board;
        }
        if (m->level + bound < m->least_left_out) m->least_left_out = m->level + bound;
    }
    return NULL;
}

/* Adds a board to the next level if it is new. */
static void fq_add(fq_beam *m, const fq_beam_board *board)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << m->slot_bits) - 1);
    uint32_t slot = board->hash & mask;
    for (; m->slots[slot]; slot = (slot + 1) & mask) {
        const fq_beam_board *other = &m->next[m->slots[slot] - 1];
        if (other->hash == board->hash && !memcmp(other->home, board->home, sizeof board->home))
            return;
    }
    m->next[m->next_count] = *board;
    m->slots[slot] = ++m->next_count;
    m->bounds[fq_board_bound(board)]++;
}

/* The sums after `tile` has moved to the cell `to`. index[side] has the indices of the board. */
static void fq_move_sums(const fq_additive *a, uint32_t index[2][2 * FQ_SLIDING_MAX_CELLS],
                         uint32_t tile, uint32_t from, uint32_t to, uint16_t *sum)
{
    for (uint32_t i = 0; i < 2; i++) {
        const fq_additive_side *side = &a->side[i];
        const uint32_t p = side->pattern[tile], before = index[i][p];
        const uint32_t after =
            before + (uint32_t)side->image[to] * side->unit[tile] -
            (uint32_t)side->image[from] * side->unit[tile];
        sum[i] = (uint16_t)(sum[i] + a->distance[p][after] - a->distance[p][before]);
    }
}

/* Expands a board that is kept. Returns whether one of its children is the goal. */
static int fq_expand_board(fq_beam *m, const fq_beam_board *board)
{
    const fq_additive *a = m->additive;
    const uint32_t number = m->listed++;
    uint8_t at[FQ_SLIDING_MAX_CELLS];
    uint32_t index[2][2 * FQ_SLIDING_MAX_CELLS];
    m->list[m->level][number] = board->parent << 2 | board->move;
    m->counters.expanded++;
    m->last_level = m->level;
    m->last_number = number;
    for (uint32_t cell = 0; cell < m->cells; cell++) at[board->home[cell]] = (uint8_t)cell;
    fq_additive_indices(a, &a->side[0], at, index[0]);
    fq_additive_indices(a, &a->side[1], at, index[1]);
    const uint32_t blank = board->blank;
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t from = m->neighbour[blank][move];
        if (from == blank || (m->level && move == (board->move ^ 1u))) continue;
        const uint32_t tile = board->home[from];
        fq_beam_board child = *board;
        child.home[blank] = (uint8_t)tile;
        child.home[from] = (uint8_t)a->blank;
        child.blank = (uint8_t)from;
        child.move = (uint8_t)move;
        child.parent = number;
        child.hash ^= m->key[from][tile] ^ m->key[blank][tile];
        fq_move_sums(a, index, tile, from, blank, child.sum);
        m->counters.nodes++;
        const uint32_t bound = fq_board_bound(&child);
        if (!bound) {
            m->found_move = move;
            return 1;
        }
        if (m->level + 1 + bound < m->below) fq_add(m, &child);
    }
    return 0;
}

static fq_status fq_end(fq_beam *m, int found)
{
    m->ended = 1;
    m->found = found;
    m->credit = 0;
    return found ? FQ_FOUND : FQ_DONE;
}

static fq_status fq_no_room(fq_beam *m)
{
    m->full = 1;
    m->credit = 0;
    return FQ_FULL;
}

fq_status fq_beam_step(fq_beam *m, uint64_t budget)
{
    if (m->full) return FQ_FULL;
    if (m->ended) return FQ_DONE;
    if (!m->now) {
        if (!fq_board_bound(&m->start)) return fq_end(m, 1); /* the start is the goal */
        if (fq_board_bound(&m->start) >= m->below) return fq_end(m, 0);
        if (!fq_begin(m) || !fq_begin_list(m)) return fq_no_room(m);
    }
    m->credit = fq_add_capped(m->credit, budget);
    while (m->credit >= FQ_SPARE) {
        const fq_beam_board *board = fq_next_kept(m);
        if (!board) {
            if (!fq_next_level(m)) return fq_end(m, 0);
            if (!fq_begin_list(m)) return fq_no_room(m);
            continue;
        }
        const uint64_t nodes = m->counters.nodes;
        const int found = fq_expand_board(m, board);
        m->credit -= m->counters.nodes - nodes;
        if (found) return fq_end(m, 1);
    }
    return FQ_RUNNING;
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* Whether `tiles` is an arrangement of 0 to cells - 1. */
static int fq_is_arrangement(const uint8_t *tiles, uint32_t cells)
{
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (tiles[cell] >= cells || seen >> tiles[cell] & 1) return 0;
        seen |= UINT32_C(1) << tiles[cell];
    }
    return 1;
}

static void fq_set_start(fq_beam *m, const uint8_t *tiles, const uint8_t *goal)
{
    uint8_t home[FQ_SLIDING_MAX_CELLS] = {0}, at[FQ_SLIDING_MAX_CELLS] = {0};
    for (uint32_t cell = 0; cell < m->cells; cell++) home[goal[cell]] = (uint8_t)cell;
    fq_beam_board *start = &m->start;
    start->parent = FQ_NO_PARENT;
    for (uint32_t cell = 0; cell < m->cells; cell++) {
        const uint8_t tile = home[tiles[cell]];
        start->home[cell] = tile;
        at[tile] = (uint8_t)cell;
        if (!tiles[cell]) start->blank = (uint8_t)cell;
        else start->hash ^= m->key[cell][tile];
    }
    for (uint32_t side = 0; side < 2; side++)
        start->sum[side] = (uint16_t)fq_additive_sum(m->additive, side, at);
}

fq_beam *fq_beam_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                     const fq_beam_options *options, fq_error *error)
{
    const fq_additive *a = options->additive;
    *error = FQ_BAD_SIZE;
    if (!a || !a->ready || a->rows != rows || a->columns != columns || !options->width ||
        options->width > FQ_BEAM_MAX_WIDTH || !fq_is_arrangement(tiles, a->cells) ||
        !fq_is_arrangement(goal, a->cells) || goal[a->blank])
        return NULL;
    fq_beam *m = calloc(1, sizeof *m);
    *error = m ? FQ_OK : FQ_NO_MEMORY;
    if (!m) return NULL;
    m->additive = a;
    m->cells = a->cells;
    m->width = options->width;
    m->below = options->below ? options->below : UINT32_MAX;
    m->max_bytes = options->max_bytes;
    m->bytes = sizeof *m;
    m->least_left_out = UINT32_MAX;
    for (uint32_t cell = 0; cell < m->cells; cell++) {
        const uint32_t row = cell / columns, column = cell % columns;
        uint8_t *to = m->neighbour[cell];
        to[FQ_UP] = (uint8_t)(row ? cell - columns : cell);
        to[FQ_DOWN] = (uint8_t)(row + 1 < rows ? cell + columns : cell);
        to[FQ_LEFT] = (uint8_t)(column ? cell - 1 : cell);
        to[FQ_RIGHT] = (uint8_t)(column + 1 < columns ? cell + 1 : cell);
    }
    fq_rng rng = {0};
    for (uint32_t cell = 0; cell < m->cells; cell++)
        for (uint32_t tile = 0; tile < m->cells; tile++)
            m->key[cell][tile] = (uint32_t)(fq_rng_next(&rng) >> 32);
    fq_set_start(m, tiles, goal);
    return m;
}

uint32_t fq_beam_peek(const fq_beam *m, uint8_t *moves)
{
    uint32_t length = m->last_level, number = m->last_number;
    for (uint32_t level = length; level; level--) {
        const uint32_t entry = m->list[level][number];
        moves[level - 1] = (uint8_t)(entry & 3);
        number = entry >> 2;
    }
    if (m->found && m->now) moves[length++] = (uint8_t)m->found_move;
    return length;
}

uint32_t fq_beam_bound(const fq_beam *m)
{
    const uint32_t start = fq_board_bound(&m->start);
    if (!m->ended) return start;
    uint32_t bound = m->least_left_out < m->below ? m->least_left_out : m->below;
    if (m->found) {
        /* A board of the last level that was not expanded leads to no shorter solution. */
        const uint32_t length = start ? m->level + 1 : 0;
        if (length < bound) bound = length;
    }
    return bound;
}

uint64_t fq_beam_spent(const fq_beam *m) { return m->counters.nodes + m->credit; }

fq_beam_counters fq_beam_counts(const fq_beam *m) { return m->counters; }

uint64_t fq_beam_bytes(const fq_beam *m) { return m->bytes; }

void fq_beam_free(fq_beam *m)
{
    if (!m) return;
    for (uint32_t level = 0; level <= FQ_BEAM_MAX_MOVES; level++) free(m->list[level]);
    free(m->now);
    free(m->next);
    free(m->slots);
    free(m->bounds);
    free(m);
}

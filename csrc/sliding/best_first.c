/* best_first.c - best-first search that keeps every board it has seen in memory.
 *
 * A board of up to 16 cells is stored in one word with 4 bits per cell (left diagram). A larger
 * board is stored in two words with 5 bits per cell and 12 cells per word (right diagram). The 25th
 * cell is not stored: its tile is the one missing from the other cells. The first cell has the
 * highest bits, so that words compare like boards.
 *
 *     bit  63  60 59  56             3   0          63   59 58  54        8   4 3 0
 *         | cell 0 | cell 1 | ... | cell 15 |      | cell 0 | cell 1 | .. | cell 11 | |
 *
 * Boards added to the queue are numbered in order and stored, each with the number of its parent. A
 * path is read from its last board back to its first; each move follows from the cells of the blank
 * in a board and its parent. A hash table with linear probing finds the number of a known board.
 * Its slots have 32 bits: the low bits, as many as the size of the table needs, hold the board
 * number plus 1, and a tag from the hash fills the other bits. So the look-up of an unknown board
 * seldom has to read a stored board.
 *
 * Branch and bound has a 4-ary heap. An entry is 12 bytes:
 *
 *     bit  63    55 54     46 45                          0      31      0
 *         |  cost  |  depth  | the board's first 46 bits   |    | number  |
 *
 * The first 8 bytes decide the order; the number is needed only to compare two entries with equal
 * first 8 bytes. A* needs no heap: costs and depths are small numbers, and each pair (cost, depth)
 * has a stack: a linked list of board numbers.
 *
 * For 16 cells, each board takes 12 bytes for the board and its parent, 12 bytes for the heap (A*:
 * 6 bytes for the stacks), and 5.3 to 10.7 bytes for the table.
 *
 * Why branch and bound finds a shortest solution if it marks boards when they are removed: let m(x)
 * be the number of misplaced tiles of a board x, and let p(x) be 1 if the blank of x is misplaced,
 * otherwise 0. The cost of x is its depth + m(x) + p(x). Let x be the first board that is removed,
 * for the first time, at a depth greater than its least depth d. Every move changes the colour of
 * the blank's cell, as on a chessboard, so this greater depth is at least d + 2. On a shortest path
 * to x some board y waits at its own least depth c. The moves from y to x place at most d - c
 * tiles, so m(y) <= m(x) + d - c. Then the cost of y, c + m(y) + p(y), is at most d + m(x) + 1,
 * which is less than the cost of x. So y would have been removed before x, a contradiction. */
#include <stdlib.h>
#include <string.h>

#include "best_first.h"
#include "common/memory.h"

#define FQ_NONE UINT32_MAX
/* costs of A*: no board of 25 cells is more than 208 moves from its goal */
#define FQ_COSTS           256
#define FQ_DEAD          UINT16_MAX
#define FQ_MIN_SLOT_BITS 10 /* log2 of the number of slots */
#define FQ_MAX_SLOT_BITS 32
/* number of slots of a growing table that can be moved in the time that one board takes */
#define FQ_SLOTS_PER_BOARD 8
/* number of slots that any step can move without using budget */
#define FQ_FREE_SLOT_MOVES (UINT64_C(1) << 14)
#define FQ_KEY_COST  55
#define FQ_KEY_DEPTH 46

typedef struct fq_stacks {
    uint32_t lowest;                  /* no board in the stacks has a lower cost */
    int16_t deepest[FQ_COSTS];        /* for each cost: the largest depth with a board, or -1 */
    uint32_t top[FQ_COSTS][FQ_COSTS]; /* top[cost][depth]: a board, or FQ_NONE */
} fq_stacks;

struct fq_best_first {
    uint32_t columns, cells, words;
    fq_best_first_order order;
    fq_visited visited;    /* for FQ_BRANCH_AND_BOUND */
    int enters_when_added; /* a board enters the table when it is added; otherwise when removed */
    uint64_t max_bytes;
    fq_heuristic *h;                    /* the heuristic of A*; else NULL */
    uint8_t goal[FQ_SLIDING_MAX_CELLS]; /* the tile of each cell */
    /* neighbour[cell of the blank][move]; the cell itself if the move is impossible */
    uint8_t neighbour[FQ_SLIDING_MAX_CELLS][4];
    uint8_t word[FQ_SLIDING_MAX_CELLS];  /* the word that holds each cell */
    uint8_t shift[FQ_SLIDING_MAX_CELLS]; /* position of each cell in its word */
    uint64_t unit[FQ_SLIDING_MAX_CELLS]; /* the lowest bit of each cell; 0 for the 25th cell */
    uint64_t goal_words[2];

    uint64_t *boards; /* `words` words per board */
    uint32_t *parent;
    uint32_t count, capacity;
    uint32_t *slots;
    uint32_t slot_bits; /* log2 of the number of slots; 0 before the first board */
    uint32_t *old;      /* the table that is being moved to `slots`, half as large; or NULL */
    uint64_t moved;     /* number of slots of `old` that have been moved */
    uint64_t *keys;     /* keys of the heap */
    uint32_t *heap;
    uint32_t waiting;
    fq_stacks *stacks;
    uint32_t *next;
    uint16_t *depths;
    int patterns;   /* whether the heuristic is FQ_PATTERN_DATABASE */
    uint16_t *sums; /* only with patterns: see fq_heuristic_sums */

    uint32_t board, blank, depth, cost, move; /* the board removed last, and the move to try next */
    uint8_t tiles[FQ_SLIDING_MAX_CELLS];
    uint64_t expanded;
    fq_status end; /* the result of every later step; FQ_RUNNING before the end */
};

/* ---- boards ---------------------------------------------------------------------------------- */

static void fq_pack(const fq_best_first *m, const uint8_t *tiles, uint64_t *words)
{
    words[0] = words[1] = 0;
    for (uint32_t cell = 0; cell < m->cells; cell++)
        words[m->word[cell]] |= tiles[cell] * m->unit[cell];
}

/* Unpacks a board and returns the cell of its blank. */
static uint32_t fq_unpack(const fq_best_first *m, uint32_t board, uint8_t *tiles)
{
    const uint64_t *words = m->boards + (size_t)board * m->words;
    const uint32_t cells = m->cells, most = cells > 16 ? 31 : 15;
    uint32_t blank = 0, missing = cells * (cells - 1) / 2;
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t tile =
            m->unit[cell] ? (uint32_t)(words[m->word[cell]] >> m->shift[cell]) & most : missing;
        missing -= tile;
        tiles[cell] = (uint8_t)tile;
        if (!tile) blank = cell;
    }
    return blank;
}

static uint64_t fq_hash(const uint64_t *words, uint32_t count)
{
    uint64_t z = words[0] * UINT64_C(0xbf58476d1ce4e5b9);
    if (count > 1) z = (z ^ z >> 31 ^ words[1]) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 32) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 29;
}

/* The move of the blank that led from the board's parent to the board. */
static uint32_t fq_move(const fq_best_first *m, uint32_t board)
{
    uint8_t tiles[FQ_SLIDING_MAX_CELLS];
    const uint32_t from = fq_unpack(m, m->parent[board], tiles), to = fq_unpack(m, board, tiles);
    uint32_t move = 0;
    while (m->neighbour[from][move] != to) move++;
    return move;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The slot of a board, or the free slot into which a new board must be written. */
static uint32_t *fq_find_slot(const fq_best_first *m, const uint64_t *words, uint64_t hash)
{
    const uint32_t numbers = (uint32_t)((UINT64_C(1) << m->slot_bits) - 1);
    const uint32_t tag = (uint32_t)hash & ~numbers;
    for (uint32_t i = (uint32_t)(hash >> (64 - m->slot_bits));; i = (i + 1) & numbers) {
        const uint32_t slot = m->slots[i];
        if (!slot) return &m->slots[i];
        if ((slot & ~numbers) != tag) continue;
        const uint64_t *seen = m->boards + (size_t)((slot & numbers) - 1) * m->words;
        if (seen[0] == words[0] && seen[m->words - 1] == words[m->words - 1]) return &m->slots[i];
    }
}

static uint32_t fq_number(const fq_best_first *m, uint32_t slot)
{
    return (slot & (uint32_t)((UINT64_C(1) << m->slot_bits) - 1)) - 1;
}

static uint32_t fq_entry(const fq_best_first *m, uint32_t board, uint64_t hash)
{
    return ((uint32_t)hash & ~(uint32_t)((UINT64_C(1) << m->slot_bits) - 1)) | (board + 1);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static uint64_t fq_board_bytes(const fq_best_first *m)
{
    return 8 * m->words + (m->order == FQ_A_STAR ? 4 + 4 + 2 : 4 + 8 + 4) + (m->patterns ? 2 : 0);
}

static uint64_t fq_bytes(const fq_best_first *m, uint64_t capacity, uint32_t slot_bits)
{
    return sizeof *m + (m->stacks ? sizeof *m->stacks : 0) + capacity * fq_board_bytes(m) +
           (slot_bits ? UINT64_C(4) << slot_bits : 0);
}

static int fq_resize(void *array, uint64_t size)
{
    void *old, *new;
    memcpy(&old, array, sizeof old);
    if (size > SIZE_MAX || !(new = realloc(old, (size_t)size))) return 0;
    memcpy(array, &new, sizeof new);
    fq_prefer_large_pages(new, (size_t)size);
    return 1;
}

/* Makes room for more boards. The old table is kept beside the new one until fq_move_table has
 * moved all slots; until then no board can be looked up. */
static int fq_grow(fq_best_first *m)
{
    const uint32_t bits = m->slot_bits ? m->slot_bits + 1 : FQ_MIN_SLOT_BITS;
    if (bits > FQ_MAX_SLOT_BITS) return 0;
    const uint64_t besides =
        fq_bytes(m, 0, bits) + (m->slot_bits ? UINT64_C(4) << m->slot_bits : 0);
    uint64_t capacity = (UINT64_C(3) << bits) / 4;
    if (besides > m->max_bytes) return 0;
    if (capacity > (m->max_bytes - besides) / fq_board_bytes(m))
        capacity = (m->max_bytes - besides) / fq_board_bytes(m);
    if (capacity <= m->count) return 0;

    if (!fq_resize(&m->boards, capacity * m->words * sizeof *m->boards) ||
        !fq_resize(&m->parent, capacity * sizeof *m->parent))
        return 0;
    if (m->order == FQ_A_STAR) {
        if (!fq_resize(&m->next, capacity * sizeof *m->next) ||
            !fq_resize(&m->depths, capacity * sizeof *m->depths) ||
            (m->patterns && !fq_resize(&m->sums, capacity * sizeof *m->sums)))
            return 0;
    } else if (!fq_resize(&m->keys, capacity * sizeof *m->keys) ||
               !fq_resize(&m->heap, capacity * sizeof *m->heap)) {
        return 0;
    }
    if (UINT64_C(1) << bits > SIZE_MAX / sizeof *m->slots) return 0;
    uint32_t *slots = calloc((size_t)(UINT64_C(1) << bits), sizeof *slots);
    if (!slots) return 0;
    fq_prefer_large_pages(slots, sizeof *slots << bits);
    m->old = m->slots;
    m->moved = 0;
    m->slots = slots;
    m->slot_bits = bits;
    m->capacity = (uint32_t)capacity;
    return 1;
}

/* Moves slots of the old table to the new one, as many as the budget allows, and subtracts their
 * cost from the budget. Returns false if some slots remain. (Moving a large table at once would
 * delay Ctrl-C too long.) Boards are prefetched a few slots ahead, because they are in random
 * places of memory. */
static int fq_move_table(fq_best_first *m, uint64_t *budget)
{
    enum { AHEAD = 16 };
    const uint64_t end = UINT64_C(1) << (m->slot_bits - 1);
    const uint32_t numbers = (uint32_t)(end - 1);
    uint64_t most = *budget < end ? *budget * FQ_SLOTS_PER_BOARD : end;
    if (most < FQ_FREE_SLOT_MOVES) most = FQ_FREE_SLOT_MOVES;
    if (most > end - m->moved) most = end - m->moved;
    const uint64_t cost =
        most > FQ_FREE_SLOT_MOVES ? (most - FQ_FREE_SLOT_MOVES) / FQ_SLOTS_PER_BOARD : 0;
    *budget -= cost < *budget ? cost : *budget;
    for (; most--; m->moved++) {
        if (m->moved + AHEAD < end && m->old[m->moved + AHEAD]) {
            const uint32_t board = (m->old[m->moved + AHEAD] & numbers) - 1;
            __builtin_prefetch(m->boards + (size_t)board * m->words);
        }
        if (!m->old[m->moved]) continue;
        const uint32_t board = (m->old[m->moved] & numbers) - 1;
        const uint64_t *words = m->boards + (size_t)board * m->words;
        const uint64_t hash = fq_hash(words, m->words);
        *fq_find_slot(m, words, hash) = fq_entry(m, board, hash);
    }
    if (m->moved < end) return 0;
    free(m->old);
    m->old = NULL;
    return 1;
}

/* ---- the heap of branch and bound ------------------------------------------------------------ */

/* Whether the path to `a` comes before the path to `b`. Both have the same length and lead to the
 * same board. */
static int fq_path_before(const fq_best_first *m, uint32_t a, uint32_t b)
{
    /* UP < LEFT < RIGHT < DOWN */
    static const uint8_t order[4] = {[FQ_UP] = 0, [FQ_LEFT] = 1, [FQ_RIGHT] = 2, [FQ_DOWN] = 3};
    while (m->parent[a] != m->parent[b]) {
        a = m->parent[a];
        b = m->parent[b];
    }
    return order[fq_move(m, a)] < order[fq_move(m, b)];
}

/* Whether `a` comes before `b`, which has the same key. */
static int fq_tie_before(const fq_best_first *m, uint32_t a, uint32_t b)
{
    const uint64_t *x = m->boards + (size_t)a * m->words, *y = m->boards + (size_t)b * m->words;
    for (uint32_t i = 0; i < m->words; i++)
        if (x[i] != y[i]) return x[i] < y[i];
    return fq_path_before(m, a, b);
}

static inline int fq_before(const fq_best_first *m, uint64_t key, uint32_t board, uint32_t place)
{
    return key < m->keys[place] ||
           (key == m->keys[place] && fq_tie_before(m, board, m->heap[place]));
}

static void fq_push(fq_best_first *m, uint64_t key, uint32_t board)
{
    uint32_t place = m->waiting++;
    while (place) {
        const uint32_t above = (place - 1) / 4;
        if (!fq_before(m, key, board, above)) break;
        m->keys[place] = m->keys[above];
        m->heap[place] = m->heap[above];
        place = above;
    }
    m->keys[place] = key;
    m->heap[place] = board;
}

/* Removes the first entry. The heap must not be empty. */
static uint32_t fq_pop(fq_best_first *m, uint64_t *first)
{
    const uint32_t board = m->heap[0], count = --m->waiting;
    *first = m->keys[0];
    const uint64_t key = m->keys[count];
    const uint32_t last = m->heap[count];
    uint64_t place = 0;
    for (;;) {
        const uint64_t below = 4 * place + 1;
        if (below >= count) break;
        const uint64_t end = below + 4 < count ? below + 4 : count;
        uint32_t least = (uint32_t)below;
        for (uint32_t i = least + 1; i < end; i++)
            if (fq_before(m, m->keys[i], m->heap[i], least)) least = i;
        if (fq_before(m, key, last, least)) break;
        m->keys[place] = m->keys[least];
        m->heap[place] = m->heap[least];
        place = least;
    }
    m->keys[place] = key;
    m->heap[place] = last;
    return board;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Adds a board to the queue, which must have room. Returns false if its cost is too large. */
static int fq_add_to_queue(fq_best_first *m, const uint64_t *words, uint64_t hash, uint32_t depth,
                           uint32_t cost, uint32_t sums)
{
    const uint32_t costs = m->order == FQ_A_STAR ? FQ_COSTS : FQ_BEST_FIRST_MAX_MOVES + 1;
    if (cost >= costs) return 0;
    const uint32_t board = m->count++;
    memcpy(m->boards + (size_t)board * m->words, words, m->words * sizeof *words);
    m->parent[board] = depth ? m->board : FQ_NONE;
    if (m->enters_when_added) {
        uint32_t *slot = fq_find_slot(m, words, hash);
        /* A* only: an earlier entry of this board has more moves and is now outdated */
        if (*slot) m->depths[fq_number(m, *slot)] = FQ_DEAD;
        *slot = fq_entry(m, board, hash);
    }
    if (m->order == FQ_BRANCH_AND_BOUND) {
        fq_push(m,
                (uint64_t)cost << FQ_KEY_COST | (uint64_t)depth << FQ_KEY_DEPTH |
                    words[0] >> (64 - FQ_KEY_DEPTH),
                board);
        return 1;
    }
    fq_stacks *s = m->stacks;
    m->depths[board] = (uint16_t)depth;
    if (m->patterns) m->sums[board] = (uint16_t)sums;
    m->next[board] = s->top[cost][depth];
    s->top[cost][depth] = board;
    if (s->deepest[cost] < (int)depth) s->deepest[cost] = (int16_t)depth;
    if (s->lowest > cost) s->lowest = cost;
    return 1;
}

/* Removes the next board from the queue, skipping outdated entries. Returns false if no board is
 * left. */
static int fq_remove_next(fq_best_first *m)
{
    if (m->order == FQ_BRANCH_AND_BOUND) {
        uint64_t key;
        for (;;) {
            if (!m->waiting) return 0;
            m->board = fq_pop(m, &key);
            if (m->enters_when_added) break;
            const uint64_t *words = m->boards + (size_t)m->board * m->words;
            const uint64_t hash = fq_hash(words, m->words);
            uint32_t *slot = fq_find_slot(m, words, hash);
            const int known = *slot != 0;
            if (!known) *slot = fq_entry(m, m->board, hash);
            if (!known || m->visited == FQ_EXPANDED_AGAIN) break;
        }
        m->cost = (uint32_t)(key >> FQ_KEY_COST);
        m->depth = (uint32_t)(key >> FQ_KEY_DEPTH) & FQ_BEST_FIRST_MAX_MOVES;
        return 1;
    }
    fq_stacks *s = m->stacks;
    for (; s->lowest < FQ_COSTS; s->lowest++) {
        int16_t *deepest = &s->deepest[s->lowest];
        for (; *deepest >= 0; --*deepest) {
            uint32_t *top = &s->top[s->lowest][*deepest];
            while (*top != FQ_NONE) {
                m->board = *top;
                *top = m->next[m->board];
                if (m->depths[m->board] == FQ_DEAD) continue;
                m->cost = s->lowest;
                m->depth = (uint32_t)*deepest;
                return 1;
            }
        }
    }
    return 0;
}

/* The cost of the board that a move leads to. `sums` come from fq_heuristic_sums. */
static uint32_t fq_cost_after(fq_best_first *m, uint32_t from, uint32_t sums)
{
    if (m->patterns) return m->depth + 1 + fq_larger_sum(sums);
    const uint32_t tile = m->tiles[from], blank = m->blank;
    if (m->order == FQ_BRANCH_AND_BOUND)
        return m->cost + 1 + (m->goal[from] != 0) + (m->goal[blank] != tile) -
               (m->goal[from] != tile) - (m->goal[blank] != 0);
    m->tiles[blank] = (uint8_t)tile;
    m->tiles[from] = 0;
    const uint32_t left = fq_heuristic_value(m->h, m->tiles);
    m->tiles[from] = (uint8_t)tile;
    m->tiles[blank] = 0;
    return m->depth + 1 + left;
}

static int fq_begin(fq_best_first *m)
{
    uint64_t words[2];
    uint32_t cost = 0, sums = 0;
    if (m->patterns)
        cost = fq_larger_sum(sums = fq_heuristic_sums(m->h, m->tiles));
    else if (m->order == FQ_A_STAR)
        cost = fq_heuristic_value(m->h, m->tiles);
    else
        for (uint32_t cell = 0; cell < m->cells; cell++) cost += m->tiles[cell] != m->goal[cell];
    fq_pack(m, m->tiles, words);
    return fq_grow(m) && fq_add_to_queue(m, words, fq_hash(words, m->words), 0, cost, sums);
}

/* Tries the moves from the board removed last, starting at m->move. Returns FQ_RUNNING if the
 * budget does not allow the next board or if the table starts to grow; returns FQ_DONE after the
 * last move; returns FQ_FULL if there is no room for a board. All slots are prefetched before the
 * first is read, because the search mostly waits for memory. */
static fq_status fq_expand(fq_best_first *m, uint64_t *budget)
{
    if (m->move == 4) return FQ_DONE;
    const uint64_t *parent = m->boards + (size_t)m->board * m->words, *before = NULL;
    const uint32_t blank = m->blank, last = m->words - 1;
    uint64_t words[4][2], hash[4];
    uint32_t open = 0;
    if (m->parent[m->board] != FQ_NONE) before = m->boards + (size_t)m->parent[m->board] * m->words;
    for (uint32_t move = m->move; move < 4; move++) {
        const uint32_t from = m->neighbour[blank][move];
        if (from == blank) continue;
        const uint64_t tile = m->tiles[from];
        uint64_t *w = words[move];
        w[0] = parent[0];
        w[1] = last ? parent[1] : 0;
        w[m->word[from]] ^= tile * m->unit[from];
        w[m->word[blank]] ^= tile * m->unit[blank];
        /* skip the parent, which has been seen */
        if (before && before[0] == w[0] && before[last] == w[last]) continue;
        hash[move] = fq_hash(w, m->words);
        __builtin_prefetch(&m->slots[hash[move] >> (64 - m->slot_bits)]);
        open |= UINT32_C(1) << move;
    }
    fq_nearer_bits nearer = {{0, 0}};
    uint32_t sums = 0;
    if (m->patterns) nearer = fq_heuristic_nearer_bits(m->h, m->tiles);
    for (; m->move < 4; m->move++) {
        const uint32_t move = m->move;
        if (!(open >> move & 1)) continue;
        const uint32_t slot = *fq_find_slot(m, words[move], hash[move]);
        if (slot &&
            (m->order == FQ_BRANCH_AND_BOUND || m->depths[fq_number(m, slot)] <= m->depth + 1))
            continue;
        if (!*budget) return FQ_RUNNING;
        if (m->count == m->capacity) return fq_grow(m) ? FQ_RUNNING : FQ_FULL;
        const uint32_t from = m->neighbour[blank][move];
        if (m->patterns)
            sums = fq_heuristic_sums_after(m->h, nearer, m->sums[m->board], m->tiles[from], move);
        const uint32_t cost = fq_cost_after(m, from, sums);
        if (!fq_add_to_queue(m, words[move], hash[move], m->depth + 1, cost, sums)) return FQ_FULL;
        --*budget;
    }
    return FQ_DONE;
}

fq_status fq_best_first_step(fq_best_first *m, uint64_t budget)
{
    if (m->end != FQ_RUNNING || !budget) return m->end;
    if (m->old && !fq_move_table(m, &budget)) return FQ_RUNNING;
    if (!m->count) {
        if (!fq_begin(m)) return m->end = FQ_FULL;
        budget--;
    }
    /* When the budget is spent, the search still removes boards from the queue and stops only when
     * it would add a board. So a search whose next board is the goal still finds it. */
    for (;;) {
        const fq_status status = fq_expand(m, &budget);
        if (status == FQ_RUNNING) {
            if (!m->old || !fq_move_table(m, &budget)) return FQ_RUNNING;
            continue;
        }
        if (status == FQ_FULL) return m->end = FQ_FULL;
        if (!fq_remove_next(m)) return m->end = FQ_DONE;
        m->blank = fq_unpack(m, m->board, m->tiles);
        const uint64_t *words = m->boards + (size_t)m->board * m->words;
        if (words[0] == m->goal_words[0] && words[m->words - 1] == m->goal_words[m->words - 1]) {
            m->end = FQ_DONE;
            return FQ_FOUND;
        }
        m->expanded++;
        m->move = 0;
    }
}

/* ---- the machine ----------------------------------------------------------------------------- */

static int fq_is_arrangement(const uint8_t *tiles, uint32_t cells)
{
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (tiles[cell] >= cells || seen >> tiles[cell] & 1) return 0;
        seen |= UINT32_C(1) << tiles[cell];
    }
    return 1;
}

static void fq_geometry(fq_best_first *m, uint32_t rows)
{
    const uint32_t columns = m->columns, bits = m->cells > 16 ? 5 : 4,
                   each = m->cells > 16 ? 12 : 16;
    for (uint32_t cell = 0; cell < m->cells; cell++) {
        const uint32_t r = cell / columns, c = cell % columns;
        uint8_t *to = m->neighbour[cell];
        to[FQ_UP] = (uint8_t)(r ? cell - columns : cell);
        to[FQ_DOWN] = (uint8_t)(r + 1 < rows ? cell + columns : cell);
        to[FQ_LEFT] = (uint8_t)(c ? cell - 1 : cell);
        to[FQ_RIGHT] = (uint8_t)(c + 1 < columns ? cell + 1 : cell);
        if (cell == 24) continue;
        m->word[cell] = (uint8_t)(cell / each);
        m->shift[cell] = (uint8_t)(64 - bits * (cell % each + 1));
        m->unit[cell] = UINT64_C(1) << m->shift[cell];
    }
}

fq_best_first *fq_best_first_new(uint32_t rows, uint32_t columns, const uint8_t *tiles,
                                 const uint8_t *goal, const fq_best_first_options *options,
                                 fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE ||
        options->order > FQ_A_STAR || options->visited > FQ_GENERATED ||
        !fq_is_arrangement(tiles, rows * columns) || !fq_is_arrangement(goal, rows * columns))
        return NULL;
    fq_best_first *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    m->columns = columns;
    m->cells = rows * columns;
    m->words = m->cells > 16 ? 2 : 1;
    m->order = options->order;
    m->visited = options->visited;
    m->enters_when_added = m->order == FQ_A_STAR || m->visited == FQ_GENERATED;
    m->max_bytes = options->max_bytes;
    m->patterns = m->order == FQ_A_STAR && options->heuristic == FQ_PATTERN_DATABASE;
    m->move = 4; /* no board to expand yet */
    memcpy(m->tiles, tiles, m->cells);
    memcpy(m->goal, goal, m->cells);
    fq_geometry(m, rows);
    fq_pack(m, goal, m->goal_words);
    if (m->order == FQ_A_STAR) {
        m->h = fq_heuristic_new(rows, columns, goal, options->heuristic, options->pdb, error);
        m->stacks = m->h ? malloc(sizeof *m->stacks) : NULL;
        if (!m->stacks) {
            if (m->h) *error = FQ_NO_MEMORY;
            fq_best_first_free(m);
            return NULL;
        }
        m->stacks->lowest = FQ_COSTS;
        memset(m->stacks->deepest, -1, sizeof m->stacks->deepest);
        memset(m->stacks->top, 0xff, sizeof m->stacks->top);
    }
    *error = FQ_OK;
    return m;
}

uint32_t fq_best_first_peek(const fq_best_first *m, uint8_t *moves, uint32_t room)
{
    if (!m->count) return 0;
    uint32_t board = m->board;
    for (uint32_t i = m->depth; i--; board = m->parent[board])
        if (i < room) moves[i] = (uint8_t)fq_move(m, board);
    return m->depth;
}

void fq_best_first_board(const fq_best_first *m, uint8_t *tiles)
{
    memcpy(tiles, m->tiles, m->cells);
}

uint64_t fq_best_first_spent(const fq_best_first *m) { return m->count; }

fq_best_first_counters fq_best_first_counts(const fq_best_first *m)
{
    return (fq_best_first_counters){m->count, m->expanded,
                                    fq_bytes(m, m->capacity, m->slot_bits) +
                                        (m->old ? UINT64_C(2) << m->slot_bits : 0)};
}

uint32_t fq_best_first_cost(const fq_best_first *m) { return m->cost; }

void fq_best_first_free(fq_best_first *m)
{
    if (!m) return;
    fq_heuristic_free(m->h);
    free(m->boards);
    free(m->parent);
    free(m->slots);
    free(m->old);
    free(m->keys);
    free(m->heap);
    free(m->stacks);
    free(m->next);
    free(m->depths);
    free(m->sums);
    free(m);
}

/* pdb.c - additive pattern databases of the 4x4 board.
 *
 * A state of a pattern is where its tiles are and which part of the other cells the blank can walk
 * about in: a set of cells, a part of its complement (the two make a block) and the order of the
 * tiles on the set. Moves of other tiles are free, so they lead to the same state: there are 0.9,
 * 12, 140 and 1,460 million for 5, 6, 7 and 8 tiles. Knowing the part and not only the places
 * costs 1.7 to 2.4 times the states and saves 28% of the nodes of a search with 5-5-5, 32% with
 * 6-6-3 and 38% with 7-7-1. It also makes the bound consistent, every move of a pattern's tile
 * changing its distance by 1 up or down and every other move by nothing. So a search that knows
 * the bound of its first board needs but one bit a move from then on. Of the distance d of a
 * state, s being the sum of the rows and columns of the tiles, we keep
 *
 *     bits[block][order]       (d - s + s at home) / 2 is odd
 *
 * and d follows from whether the bit turns over, as s changes by 1 in a direction known beforehand.
 *
 * Breadth-first search backwards from home finds the states in rounds over the blocks. Tiles slide
 * from a block to few others; sideways they take whole words of states along, up and down one
 * state after another, through a table of orders. Against bytes for distances and a look at all of
 * them in each round that takes half the time and half the memory.
 *
 * For 7 and 8 tiles the bits are what the search reads. Patterns of five and six are turned into
 * words, four bits for each tile,
 *
 *     word[places]       bit 4 i + m: tile i comes nearer home when the blank makes move m
 *                        by changing places with it
 *     places             cell of tile i in bits 4 i to 4 i + 3
 *
 * half of it unused, but the index of a board is a shift and a mask, and the word read when a
 * board is reached answers for all of its moves. Where the blank is follows from the move. 6-6-3
 * as bits: 3 MB instead of 121 and 1.7 times the time. */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

#include "common/bits.h"

#define FQ_WORD_ORDERS 720 /* of patterns with words */
#define FQ_MOST_MOVES  100 /* no pattern needs more */

typedef struct fq_making {
    uint32_t side, pattern;
    int searched;       /* all states of the pattern are found */
    uint64_t *now;      /* states at this depth, a bit each; NULL before the search */
    uint64_t *next;     /* states beside those, */
    uint64_t *seen;     /* states found */
    uint64_t *value;    /* the bits that are kept */
    uint64_t *fresh;    /* of a block: found at this depth, */
    uint16_t *list;     /* and their numbers */
    uint8_t *active[2]; /* by block: it has bits in `now`, in `next` */
    uint8_t *byte;      /* `value`, a byte each, while words are made */
    uint32_t depth, at; /* the block, or set, to look at next */
    int any;
} fq_making;

/* Homes of the patterns' tiles, by kind, home of the blank, side; masks of cells. Any partition
 * makes a correct table. Those of the corner are from the literature and from trials on random
 * boards; those of the others are theirs, moved about. */
static const uint16_t FQ_PARTITIONS[FQ_TABLES_KINDS][3][2][3] = {
    [FQ_TABLES_555] = {{{0x0067, 0x3310, 0x4c88}, {0}},
                       {{0x0067, 0x3310, 0x8c88}, {0x00ce, 0x1131, 0xae00}},
                       {{0x0067, 0x3310, 0xc888}, {0}}},
    [FQ_TABLES_663] = {{{0x0007, 0x3330, 0x4cc8}, {0}},
                       {{0x0007, 0x3330, 0x8cc8}, {0x0111, 0x00ee, 0xbe00}},
                       {{0x0007, 0x3330, 0xc8c8}, {0}}},
    [FQ_TABLES_771] = {{{0x007f, 0x7f00, 0x0080}, {0}},
                       {{0x007f, 0xbf00, 0x0080}, {0x1333, 0x8ccc, 0x2000}},
                       {{0x007f, 0xfb00, 0x0080}, {0}}},
    [FQ_TABLES_78] = {{{0x00ff, 0x7f00, 0}, {0}},
                      {{0x00ff, 0xbf00, 0}, {0}},
                      {{0x00ff, 0xfb00, 0}, {0}}},
};

static const uint8_t FQ_HOME[3] = {15, 14, 10};

uint32_t fq_tables_home(uint32_t cell)
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

static uint32_t fq_move_of(uint32_t from, uint32_t to)
{
    return to + 4 == from ? FQ_UP : to == from + 4 ? FQ_DOWN : to < from ? FQ_LEFT : FQ_RIGHT;
}

void fq_turn_for(uint32_t blank, fq_turn *turn)
{
    static const uint8_t beside_5[4] = {1, 9, 4, 6}; /* by move */
    const uint32_t home = FQ_HOME[fq_tables_home(blank)];
    uint32_t symmetry = 0;
    while (fq_turned(symmetry, blank) != home) symmetry++;
    for (uint32_t cell = 0; cell < 16; cell++)
        turn->cell[cell] = (uint8_t)fq_turned(symmetry, cell);
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t to = fq_move_of(turn->cell[5], turn->cell[beside_5[move]]);
        turn->move[move] = (uint8_t)to;
        turn->back[to] = (uint8_t)move;
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* The cells that can be walked to from `seed` over `free` ones. */
static uint32_t fq_flood(uint32_t seed, uint32_t free_cells)
{
    for (uint32_t last = 0; seed != last;) {
        last = seed;
        seed |= (seed << 4 | seed >> 4 | (seed & 0x7777) << 1 | (seed & 0xeeee) >> 1) & free_cells;
    }
    return seed;
}

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

static uint32_t fq_below(uint32_t set, uint32_t cell)
{
    return fq_popcount(set & ((UINT32_C(1) << cell) - 1));
}

/* The cells beside one. */
static uint32_t fq_neighbours(uint32_t cell)
{
    const uint32_t bit = UINT32_C(1) << cell;
    return (bit << 4 | bit >> 4 | (bit & 0x7777) << 1 | (bit & 0xeeee) >> 1) & 0xffff;
}

static void fq_shape_free(fq_shape *s)
{
    if (!s) return;
    free(s->set);
    free(s->block);
    free(s->block_set);
    free(s->block_cells);
    free(s->first_way);
    free(s->way);
    free(s->order);
    free(s->maps);
    for (uint32_t i = 0; i < FQ_PATTERN_MAX; i++) free(s->unit[i]);
    free(s);
}

/* The moves of tiles from every block. */
static int fq_shape_ways(fq_shape *s)
{
    s->first_way = malloc((s->blocks + 1) * sizeof *s->first_way);
    if (!s->first_way) return 0;
    for (int pass = 0; pass < 2; pass++) { /* count, then write */
        uint32_t count = 0;
        for (uint32_t block = 0; block < s->blocks; block++) {
            const uint32_t set = s->set[s->block_set[block]], part = s->block_cells[block];
            s->first_way[block] = count;
            for (uint32_t tiles = set; tiles; tiles &= tiles - 1) {
                const uint32_t x = fq_lowest(tiles);
                for (uint32_t cells = fq_neighbours(x) & part; cells; cells &= cells - 1, count++) {
                    if (!pass) continue;
                    const uint32_t y = fq_lowest(cells);
                    const uint32_t after = set ^ (UINT32_C(1) << x | UINT32_C(1) << y);
                    const uint32_t i = fq_below(set, x), j = fq_below(after, y);
                    s->way[count].block = s->block[fq_set_number(s, after)][x];
                    s->way[count].map = i == j ? FQ_SAME_ORDER : (uint16_t)(8 * i + j);
                }
            }
        }
        s->first_way[s->blocks] = count;
        if (!pass) s->way = malloc(count * sizeof *s->way);
        if (!s->way) return 0;
    }
    return 1;
}

static fq_shape *fq_shape_new(uint32_t tiles)
{
    fq_shape *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->tiles = tiles;
    s->orders = 1;
    for (uint32_t i = 2; i <= tiles; i++) s->orders *= i;
    s->words = (s->orders + 63) / 64;

    uint32_t ranks[9] = {0}; /* low bytes of so many bits */
    for (uint32_t low = 0; low < 256; low++) s->low[low] = (uint16_t)ranks[fq_popcount(low)]++;
    for (uint32_t high = 0; high < 256; high++) {
        s->base[high] = (uint16_t)s->sets;
        const uint32_t bits = fq_popcount(high);
        if (bits <= tiles && tiles - bits <= 8) s->sets += ranks[tiles - bits];
    }
    s->set = malloc(s->sets * sizeof *s->set);
    s->block = malloc(s->sets * sizeof *s->block);
    s->order = calloc(s->orders, sizeof *s->order);
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < tiles; i++)
        for (uint32_t j = 0; j < tiles; j++) pairs += i < j + 4 && j < i + 4;
    s->maps = malloc((size_t)pairs * s->orders * sizeof *s->maps);
    if (!s->set || !s->block || !s->order || !s->maps) goto fail;

    for (int pass = 0; pass < 2; pass++) { /* count, then write */
        s->blocks = 0;
        for (uint32_t set = 0; set < 65536; set++) {
            if (fq_popcount(set) != tiles) continue;
            const uint32_t number = fq_set_number(s, set);
            s->set[number] = (uint16_t)set;
            for (uint32_t left = ~set & 0xffff; left; s->blocks++) {
                const uint32_t part = fq_flood(left & (0 - left), ~set & 0xffff);
                left &= ~part;
                if (!pass) continue;
                s->block_set[s->blocks] = (uint16_t)number;
                s->block_cells[s->blocks] = (uint16_t)part;
                for (uint32_t cell = 0; cell < 16; cell++)
                    if (part >> cell & 1) s->block[number][cell] = (uint16_t)s->blocks;
            }
        }
        if (pass) break;
        s->block_set = malloc(s->blocks * sizeof *s->block_set);
        s->block_cells = malloc(s->blocks * sizeof *s->block_cells);
        if (!s->block_set || !s->block_cells) goto fail;
        memset(s->block, 0, s->sets * sizeof *s->block);
    }
    if (!fq_shape_ways(s)) goto fail;

    for (uint32_t number = 0; number < s->orders; number++) {
        uint8_t left[FQ_PATTERN_MAX];
        uint32_t rest = number, count = s->orders;
        for (uint32_t i = 0; i < tiles; i++) left[i] = (uint8_t)i;
        for (uint32_t i = 0; i < tiles; i++) {
            count /= tiles - i;
            const uint32_t k = rest / count;
            rest %= count;
            s->order[number][i] = left[k];
            memmove(left + k, left + k + 1, tiles - i - k - 1);
        }
    }
    for (uint32_t i = 0; i < tiles; i++) {
        s->unit[i] = malloc(s->orders * sizeof *s->unit[i]);
        if (!s->unit[i]) goto fail;
        for (uint32_t k = 0; k < s->orders; k++) s->unit[i][k] = UINT32_C(1) << 4 * s->order[k][i];
    }
    uint16_t *map = s->maps;
    for (uint32_t i = 0; i < tiles; i++)
        for (uint32_t j = 0; j < tiles; j++) {
            if (i >= j + 4 || j >= i + 4) continue;
            s->map[8 * i + j] = map;
            for (uint32_t number = 0; number < s->orders; number++) {
                uint8_t order[FQ_PATTERN_MAX];
                memcpy(order, s->order[number], sizeof order);
                const uint8_t tile = order[i];
                for (uint32_t k = i; k < j; k++) order[k] = order[k + 1];
                for (uint32_t k = i; k > j; k--) order[k] = order[k - 1];
                order[j] = tile;
                map[number] = (uint16_t)fq_order_number(order, tiles);
            }
            map += s->orders;
        }
    return s;
fail:
    fq_shape_free(s);
    return NULL;
}

/* ---- breadth-first search ------------------------------------------------------------------- */

/* Sum of rows and columns. */
static uint32_t fq_height(uint32_t set)
{
    uint32_t sum = 0;
    for (; set; set &= set - 1) sum += fq_lowest(set) / 4 + fq_lowest(set) % 4;
    return sum;
}

/* The states of a block that are found at this depth: writes what is kept of them, and where
 * their moves lead. A tile that passes no others takes whole words along. */
static void fq_spread(fq_making *m, const fq_pattern *p, uint32_t block)
{
    const fq_shape *s = p->shape;
    const uint32_t words = s->words;
    const size_t at = (size_t)block * words;
    const uint32_t height = fq_height(s->set[s->block_set[block]]);
    const int keep = (m->depth + fq_height(p->cells) - height) >> 1 & 1;
    uint16_t *list = m->list;
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t x = m->now[at + w] & ~m->seen[at + w];
        m->now[at + w] = 0;
        m->seen[at + w] |= x;
        m->fresh[w] = x;
        if (keep) m->value[at + w] |= x;
        for (; x; x &= x - 1) list[count++] = (uint16_t)(64 * w + fq_lowest(x));
    }
    if (!count) return;
    m->any = 1;
    for (uint32_t i = s->first_way[block]; i < s->first_way[block + 1]; i++) {
        const fq_way way = s->way[i];
        uint64_t *to = m->next + (size_t)way.block * words;
        m->active[1][way.block] = 1;
        if (way.map == FQ_SAME_ORDER) {
            for (uint32_t w = 0; w < words; w++) to[w] |= m->fresh[w];
            continue;
        }
        const uint16_t *map = s->map[way.map];
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t order = map[list[k]];
            to[order >> 6] |= UINT64_C(1) << (order & 63);
        }
    }
}

/* ---- what is kept --------------------------------------------------------------------------- */

/* The words of a set: all orders, tiles and moves. */
static void fq_keep_words(const fq_making *m, fq_pattern *p, uint32_t number)
{
    const fq_shape *s = p->shape;
    const uint32_t set = s->set[number], orders = s->orders;
    uint32_t falls[FQ_WORD_ORDERS], index[FQ_WORD_ORDERS], place = 0;
    memset(falls, 0, orders * sizeof *falls);
    memset(index, 0, orders * sizeof *index);
    for (uint32_t tiles = set; tiles; tiles &= tiles - 1, place++) {
        const uint32_t x = fq_lowest(tiles);
        const uint32_t *unit = s->unit[place];
        for (uint32_t k = 0; k < orders; k++) index[k] += x * unit[k];
        for (uint32_t cells = fq_neighbours(x) & ~set; cells; cells &= cells - 1) {
            const uint32_t y = fq_lowest(cells), move = fq_move_of(y, x), odd = move & 1;
            const uint32_t after = set ^ (UINT32_C(1) << x | UINT32_C(1) << y);
            const uint32_t to_place = fq_below(after, y);
            const uint8_t *from = m->byte + (size_t)s->block[number][y] * orders;
            const uint8_t *to = m->byte + (size_t)s->block[fq_set_number(s, after)][x] * orders;
            const uint16_t *map = s->map[8 * place + to_place];
            uint8_t mapped[FQ_WORD_ORDERS];
            if (place != to_place) {
                for (uint32_t k = 0; k < orders; k++) mapped[k] = to[map[k]];
                to = mapped;
            }
            for (uint32_t k = 0; k < orders; k++)
                falls[k] |= (0 - (uint32_t)(to[k] ^ from[k] ^ odd)) & unit[k] << move;
        }
    }
    for (uint32_t k = 0; k < orders; k++) p->word[index[k]] = falls[k];
}

static int fq_unpack(fq_making *m, const fq_shape *s)
{
    m->byte = malloc((size_t)s->blocks * s->orders);
    if (!m->byte) return 0;
    uint8_t *to = m->byte;
    for (uint32_t block = 0; block < s->blocks; block++) {
        const uint64_t *from = m->value + (size_t)block * s->words;
        for (uint32_t k = 0; k < s->orders; k++) *to++ = (uint8_t)(from[k >> 6] >> (k & 63) & 1);
    }
    return 1;
}

/* ---- building ------------------------------------------------------------------------------- */

static void fq_end_pattern(fq_making *m)
{
    free(m->now);
    free(m->next);
    free(m->seen);
    free(m->value);
    free(m->fresh);
    free(m->list);
    free(m->active[0]);
    free(m->active[1]);
    free(m->byte);
    *m = (fq_making){.side = m->side, .pattern = m->pattern};
}

static void fq_making_free(fq_making *m)
{
    if (!m) return;
    fq_end_pattern(m);
    free(m);
}

/* At home, with the blank on `blank`: the order of the tiles there is the first. */
static int fq_begin_pattern(fq_making *m, const fq_pattern *p, uint32_t blank)
{
    const fq_shape *s = p->shape;
    const size_t words = (size_t)s->blocks * s->words;
    m->now = calloc(words, sizeof *m->now);
    m->next = calloc(words, sizeof *m->next);
    m->seen = calloc(words, sizeof *m->seen);
    m->value = calloc(words, sizeof *m->value);
    m->fresh = calloc(s->words, sizeof *m->fresh);
    m->list = calloc((size_t)64 * s->words, sizeof *m->list);
    m->active[0] = calloc(s->blocks, 1);
    m->active[1] = calloc(s->blocks, 1);
    if (!m->now || !m->next || !m->seen || !m->value || !m->fresh || !m->list || !m->active[0] ||
        !m->active[1])
        return 0;
    const uint32_t block = s->block[fq_set_number(s, p->cells)][blank];
    m->now[(size_t)block * s->words] = 1;
    m->active[0][block] = 1;
    return 1;
}

static int fq_allocate(fq_tables *t)
{
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (!p->tiles || p->word || p->bits) continue;
            if (!t->shape[p->tiles]) t->shape[p->tiles] = fq_shape_new(p->tiles);
            p->shape = t->shape[p->tiles];
            if (!p->shape) return 0;
            if (fq_has_words(t)) {
                p->bytes = sizeof *p->word << 4 * p->tiles;
                p->word = calloc(p->bytes, 1);
                if (!p->word) return 0;
            } else {
                p->bytes = (uint64_t)p->shape->blocks * p->shape->words * sizeof *p->bits;
            }
        }
    return 1;
}

static void fq_finish(fq_tables *t)
{
    if (!t->two) memcpy(t->side[1].pattern, t->side[0].pattern, sizeof t->side[1].pattern);
    fq_making_free(t->making);
    t->making = NULL;
    t->ready = 1;
}

static fq_status fq_no_memory(fq_tables *t)
{
    fq_making_free(t->making);
    t->making = NULL;
    t->full = 1;
    return FQ_FULL;
}

fq_status fq_tables_step(fq_tables *t, uint64_t budget)
{
    if (t->ready) return FQ_DONE;
    if (t->full) return FQ_FULL;
    t->credit = budget > UINT64_MAX - t->credit ? UINT64_MAX : t->credit + budget;
    if (!t->making) {
        if (!budget) return FQ_RUNNING;
        t->making = calloc(1, sizeof *t->making);
        if (!t->making || !fq_allocate(t)) return fq_no_memory(t);
    }
    fq_making *m = t->making;
    while (m->side < (t->two ? 2u : 1u)) {
        fq_pattern *p = &t->side[m->side].pattern[m->pattern];
        if (m->pattern == 3 || !p->tiles) {
            m->side++;
            m->pattern = 0;
            continue;
        }
        const fq_shape *s = p->shape;
        if (!m->now && !fq_begin_pattern(m, p, t->blank)) return fq_no_memory(t);
        while (!m->searched) {
            for (; m->at < s->blocks; m->at++) {
                if (!m->active[0][m->at]) continue;
                if (t->credit < s->orders) return FQ_RUNNING;
                t->credit -= s->orders;
                t->work += s->orders;
                m->active[0][m->at] = 0;
                fq_spread(m, p, m->at);
            }
            m->searched = !m->any;
            m->at = 0;
            m->any = 0;
            m->depth++;
            uint64_t *swap = m->now;
            m->now = m->next;
            m->next = swap;
            uint8_t *other = m->active[0];
            m->active[0] = m->active[1];
            m->active[1] = other;
            if (m->searched && p->word && !fq_unpack(m, s)) return fq_no_memory(t);
        }
        for (; p->word && m->at < s->sets; m->at++) {
            if (t->credit < s->orders) return FQ_RUNNING;
            t->credit -= s->orders;
            t->work += s->orders;
            fq_keep_words(m, p, m->at);
        }
        if (!p->word) {
            p->bits = m->value;
            m->value = NULL;
        }
        fq_end_pattern(m);
        m->pattern++;
    }
    fq_finish(t);
    return FQ_DONE;
}

uint64_t fq_tables_work(const fq_tables *t) { return t->work; }

fq_tables *fq_tables_new(fq_tables_kind kind, uint32_t home, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if ((uint32_t)kind >= FQ_TABLES_KINDS || home > 2) return NULL;
    *error = FQ_NO_MEMORY;
    fq_tables *t = calloc(1, sizeof *t);
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

void fq_tables_free(fq_tables *t)
{
    if (!t) return;
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) {
            free(t->side[side].pattern[i].word);
            free(t->side[side].pattern[i].bits);
        }
    for (uint32_t i = 0; i <= FQ_PATTERN_MAX; i++) fq_shape_free(t->shape[i]);
    fq_making_free(t->making);
    free(t);
}

static uint64_t fq_image_bytes(const fq_tables *t)
{
    uint64_t bytes = 0;
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) bytes += t->side[side].pattern[i].bytes;
    return bytes;
}

uint64_t fq_tables_image_bytes(const fq_tables *t)
{
    return t->ready && !fq_has_words(t) ? fq_image_bytes(t) : 0;
}

void fq_tables_save(const fq_tables *t, uint8_t *image)
{
    if (!fq_tables_image_bytes(t)) return;
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) {
            const fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(image, p->bits, p->bytes);
            image += p->bytes;
        }
}

int fq_tables_adopt(fq_tables *t, const uint8_t *image, uint64_t bytes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (t->ready || t->making || t->full || fq_has_words(t)) return 0;
    *error = FQ_NO_MEMORY;
    if (!fq_allocate(t)) return 0;
    *error = FQ_BAD_SIZE;
    if (fq_image_bytes(t) != bytes) return 0;
    *error = FQ_NO_MEMORY;
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles && !p->bits) p->bits = malloc(p->bytes);
            if (p->tiles && !p->bits) return 0;
        }
    for (uint32_t side = 0; side < (t->two ? 2u : 1u); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(p->bits, image, p->bytes);
            image += p->bytes;
        }
    fq_finish(t);
    *error = FQ_OK;
    return 1;
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* The number of a state, from the cells of the tiles. */
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
static int fq_falls(const fq_pattern *p, const uint8_t *at, uint32_t i, uint32_t blank)
{
    const uint32_t move = fq_move_of(blank, at[i]);
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

/* Only differences are kept, so the distance is found by going home. */
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
            for (uint32_t cells = fq_neighbours(at[i]) & part; cells; cells &= cells - 1) {
                const uint32_t to = fq_lowest(cells);
                if (!fq_falls(p, at, i, to)) continue;
                blank = at[i];
                at[i] = (uint8_t)to;
                moves++;
                nearer = 1;
                break;
            }
    }
    return moves;
}

uint32_t fq_side_bound(const fq_side *side, const uint8_t *at, uint32_t blank)
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

uint32_t fq_tables_bound(const fq_tables *t, const uint8_t *tiles, const uint8_t *goal)
{
    uint8_t home[16] = {0}, at[16] = {0};
    fq_turn turn;
    uint32_t seen = 0, blank = 0, goal_blank = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell] > 15 || goal[cell] > 15) return UINT32_MAX;
        seen |= UINT32_C(1) << tiles[cell] | UINT32_C(0x10000) << goal[cell];
        if (!goal[cell]) goal_blank = cell;
    }
    if (seen != UINT32_MAX || !t->ready || fq_tables_home(goal_blank) != t->home) return UINT32_MAX;
    fq_turn_for(goal_blank, &turn);
    for (uint32_t cell = 0; cell < 16; cell++) home[goal[cell]] = turn.cell[cell];
    for (uint32_t cell = 0; cell < 16; cell++) {
        if (tiles[cell]) {
            at[home[tiles[cell]]] = turn.cell[cell];
        } else {
            blank = turn.cell[cell];
        }
    }
    const uint32_t one = fq_side_bound(&t->side[0], at, blank);
    const uint32_t other = fq_side_bound(&t->side[1], at, blank);
    return one > other ? one : other;
}

/* pdb_build.c - builds pattern databases of the 4x4 board; pdb_layout.h explains their layout.
 *
 * Moves of tiles outside the pattern are free and lead to the same state: there are 0.9, 12, 140
 * and 1,460 million states for 5, 6, 7 and 8 tiles. A breadth-first search backwards from home
 * finds these states, one depth after another. For each depth it visits all blocks (pdb_layout.h).
 * A tile that moves sideways passes no other tile, so whole words of states move at once; a tile
 * that moves up or down moves states one by one, through a table of orders.
 *
 * Tried: one byte for each distance, with a scan of all bytes at each depth, took twice the time
 * and twice the memory. With bits instead of words, 6-6-3 takes 3 MB instead of 121 MB, but the
 * search took 1.7 times as long. */
#include "pdb_build.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/checked_math.h"

#define FQ_WORD_ORDERS 720 /* number of orders of the largest pattern with words: 6! */

typedef struct fq_build {
    uint32_t side, pattern;
    int searched;       /* whether all states of the pattern have been found */
    uint64_t *now;      /* states at this depth, one bit each; NULL before the search */
    uint64_t *next;     /* states reached by one move from `now` */
    uint64_t *seen;     /* states found */
    uint64_t *value;    /* the bits of the database */
    uint64_t *fresh;    /* new states of the current block at this depth, one bit each */
    uint16_t *list;     /* the numbers of the states in `fresh` */
    uint8_t *active[2]; /* for each block: [0]: whether it has states in `now`; [1]: in `next` */
    uint8_t *byte;      /* `value` with one byte per bit, while the words are computed */
    uint32_t depth;     /* distance from home of the states in `now` */
    uint32_t at;        /* the next block to expand, or the next set to write words for */
    int any;            /* whether a new state was found at this depth */
} fq_build;

/* ---- breadth-first search ------------------------------------------------------------------- */

/* The sum of the rows and columns of the cells of a set. */
static uint32_t fq_height(uint32_t set)
{
    uint32_t sum = 0;
    for (; set; set &= set - 1) sum += fq_lowest(set) / 4 + fq_lowest(set) % 4;
    return sum;
}

/* Expands the states of a block that were found at this depth: writes their bits and marks the
 * states that one move of a tile leads to. If the moved tile passes no other tile, whole words of
 * states move at once. */
static void fq_expand_block(fq_build *m, const fq_pattern *p, uint32_t block)
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
    for (uint32_t i = s->first_move[block]; i < s->first_move[block + 1]; i++) {
        const fq_block_move move = s->moves[i];
        uint64_t *to = m->next + (size_t)move.block * words;
        m->active[1][move.block] = 1;
        if (move.map == FQ_SAME_ORDER) {
            for (uint32_t w = 0; w < words; w++) to[w] |= m->fresh[w];
            continue;
        }
        const uint16_t *map = s->map[move.map];
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t order = map[list[k]];
            to[order >> 6] |= UINT64_C(1) << (order & 63);
        }
    }
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Writes the words of all orders of the tiles on one set of cells. */
static void fq_write_words(const fq_build *m, fq_pattern *p, uint32_t number)
{
    const fq_shape *s = p->shape;
    const uint32_t set = s->set[number], orders = s->orders;
    uint32_t nearer[FQ_WORD_ORDERS], index[FQ_WORD_ORDERS], place = 0;
    memset(nearer, 0, orders * sizeof *nearer);
    memset(index, 0, orders * sizeof *index);
    for (uint32_t tiles = set; tiles; tiles &= tiles - 1, place++) {
        const uint32_t x = fq_lowest(tiles);
        const uint32_t *unit = s->unit[place];
        for (uint32_t k = 0; k < orders; k++) index[k] += x * unit[k];
        for (uint32_t cells = fq_beside(UINT32_C(1) << x) & ~set; cells; cells &= cells - 1) {
            const uint32_t y = fq_lowest(cells), move = fq_direction_of(y, x), odd = move & 1;
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
                nearer[k] |= (0 - (uint32_t)(to[k] ^ from[k] ^ odd)) & unit[k] << move;
        }
    }
    for (uint32_t k = 0; k < orders; k++) p->word[index[k]] = nearer[k];
}

static int fq_unpack(fq_build *m, const fq_shape *s)
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

static void fq_end_pattern(fq_build *m)
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
    *m = (fq_build){.side = m->side, .pattern = m->pattern};
}

void fq_build_free(fq_pdb *t)
{
    if (!t->build) return;
    fq_end_pattern(t->build);
    free(t->build);
    t->build = NULL;
}

/* Sets up the search of a pattern. The search starts at home, where the order of the tiles has
 * number 0. */
static int fq_begin_pattern(fq_build *m, const fq_pattern *p, uint32_t blank)
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

int fq_pdb_allocate(fq_pdb *t)
{
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
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

void fq_pdb_finish(fq_pdb *t)
{
    if (!t->two) memcpy(t->side[1].pattern, t->side[0].pattern, sizeof t->side[1].pattern);
    fq_build_free(t);
    t->ready = 1;
}

static fq_status fq_no_memory(fq_pdb *t)
{
    fq_build_free(t);
    t->full = 1;
    return FQ_FULL;
}

fq_status fq_pdb_step(fq_pdb *t, uint64_t budget)
{
    if (t->ready) return FQ_DONE;
    if (t->full) return FQ_FULL;
    t->credit = fq_add_capped(t->credit, budget);
    if (!t->build) {
        if (!budget) return FQ_RUNNING;
        t->build = calloc(1, sizeof *t->build);
        if (!t->build || !fq_pdb_allocate(t)) return fq_no_memory(t);
    }
    fq_build *m = t->build;
    while (m->side < fq_own_sides(t)) {
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
                t->spent += s->orders;
                m->active[0][m->at] = 0;
                fq_expand_block(m, p, m->at);
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
            t->spent += s->orders;
            fq_write_words(m, p, m->at);
        }
        if (!p->word) {
            p->bits = m->value;
            m->value = NULL;
        }
        fq_end_pattern(m);
        m->pattern++;
    }
    fq_pdb_finish(t);
    return FQ_DONE;
}

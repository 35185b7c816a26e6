/* prune.c - the move-pruning automaton (sliding.h).
 *
 * A breadth-first search starts from the board whose tile i stands on cell i, once for each cell of
 * the blank. A string that ends on a board met before is forbidden, unless it contains a string
 * that is already forbidden. The forbidden strings form a trie with a root for each cell of the
 * blank. The trie becomes an automaton as in Aho and Corasick (1975): a state is the longest suffix
 * of the moves so far that begins a forbidden string; the empty suffix is the root of the blank's
 * cell. Undoing a move is always forbidden, so from the second move on at most three moves are
 * allowed.
 *
 * Tried:
 *   Strings of up to 12 moves: the search has 10% fewer nodes, but the automaton takes 35 ms to
 *     build and its 15,222 states do not fit in the first-level cache, so the search is no faster.
 *   Merging equivalent states (Moore): 3,495 of 4,147 states remain, which is not worth the
 *   code. */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

#define FQ_MAX_STATES 16383 /* maximum number of states: 14 bits */

/* A board: five bits per cell, twelve cells per word. The 25th cell holds the tile missing from the
 * other cells. */
typedef struct fq_board {
    uint64_t part[2];
} fq_board;

typedef struct fq_word {
    uint32_t moves; /* two bits per move; the first move has the lowest bits */
    uint16_t blank; /* cell of the blank before the first move */
    uint16_t length;
} fq_word;

typedef struct fq_reached {
    fq_board board;
    uint32_t moves, blank;
} fq_reached;

typedef struct fq_trie {
    int32_t (*child)[4]; /* child[node][move]: the next node, or -1 if there is none */
    uint8_t *blank;      /* cell of the blank at each node */
    uint8_t *forbidden;
    uint32_t count, room;
} fq_trie;

typedef struct fq_words {
    fq_word *word;
    size_t count, room;
} fq_words;

static uint32_t fq_cell(const fq_board *b, uint32_t cell)
{
    return cell == 24 ? 0 : (uint32_t)(b->part[cell >= 12] >> 5 * (cell % 12)) & 31;
}

static void fq_flip(fq_board *b, uint32_t cell, uint32_t bits)
{
    if (cell < 24) b->part[cell >= 12] ^= (uint64_t)bits << 5 * (cell % 12);
}

/* The cell that the blank moves to, or -1 if it would leave the board. */
static int fq_neighbour(uint32_t rows, uint32_t columns, uint32_t cell, uint32_t move)
{
    const uint32_t r = cell / columns, c = cell % columns;
    if (move == FQ_UP) return r ? (int)(cell - columns) : -1;
    if (move == FQ_DOWN) return r + 1 < rows ? (int)(cell + columns) : -1;
    if (move == FQ_LEFT) return c ? (int)cell - 1 : -1;
    return c + 1 < columns ? (int)cell + 1 : -1;
}

typedef struct fq_grid {
    int8_t beside[FQ_SLIDING_MAX_CELLS][4];
} fq_grid;

/* Finds the strings of moves that end on a board met before. The number of a tile is its start cell
 * plus one. A board stores no number for cell 24: its tile is the tile that cells 0 to 23 do not
 * have. */
static int fq_search_words(fq_words *out, uint32_t cells, const fq_grid *grid, uint32_t blank,
                           uint32_t length)
{
    size_t slots = 1u << 12, met = 1;
    size_t count = 1, room = 64;
    int ok = 0;
    fq_reached *now = malloc(room * sizeof *now), *next = NULL;
    fq_board *table = calloc(slots, sizeof *table);
    if (!now || !table) goto end;
    memset(now, 0, sizeof *now);
    now[0].blank = blank;
    for (uint32_t c = 0; c < cells; c++)
        if (c != blank) fq_flip(&now[0].board, c, c + 1);
    /* A free slot is all zeros. A board is never all zeros, because only the blank's cell is stored
     * as 0. */
#define FQ_SLOT(b)                                                                                 \
    (((b).part[0] * UINT64_C(0x9e3779b97f4a7c15) ^ (b).part[1] * UINT64_C(0xbf58476d1ce4e5b9)) >>  \
     32)
    table[FQ_SLOT(now[0].board) & (slots - 1)] = now[0].board;
    for (uint32_t l = 0; l < length; l++) {
        size_t found = 0;
        next = malloc((3 * count + 4) * sizeof *next);
        if (!next) goto end;
        if (2 * (met + 3 * count + 4) > slots) { /* make room for a whole round of the search */
            size_t larger = slots;
            while (larger < 2 * (met + 3 * count + 4)) larger *= 4;
            fq_board *grown = calloc(larger, sizeof *grown);
            if (!grown) goto end;
            for (size_t i = 0; i < slots; i++)
                if (table[i].part[0] | table[i].part[1]) {
                    size_t j = FQ_SLOT(table[i]) & (larger - 1);
                    while (grown[j].part[0] | grown[j].part[1]) j = (j + 1) & (larger - 1);
                    grown[j] = table[i];
                }
            free(table);
            table = grown;
            slots = larger;
        }
        for (size_t i = 0; i < count; i++)
            for (uint32_t move = 0; move < 4; move++) {
                const fq_reached *from = &now[i];
                const int cell = grid->beside[from->blank][move];
                if (cell < 0) continue;
                fq_reached to = *from;
                const uint32_t x = (uint32_t)cell, tile = fq_cell(&from->board, x);
                fq_flip(&to.board, x, tile);
                if (x == 24) { /* find the tile of cell 24: cells 0 to 23 do not have it */
                    uint32_t all = UINT32_C(2) << blank, tile24 = 1;
                    for (uint32_t c = 0; c < 24; c++) all |= UINT32_C(1) << fq_cell(&to.board, c);
                    while (all >> tile24 & 1) tile24++;
                    fq_flip(&to.board, from->blank, tile24);
                } else {
                    fq_flip(&to.board, from->blank, tile);
                }
                to.blank = x;
                to.moves |= move << 2 * l;
                size_t j = FQ_SLOT(to.board) & (slots - 1);
                while (
                    (table[j].part[0] | table[j].part[1]) &&
                    (table[j].part[0] != to.board.part[0] || table[j].part[1] != to.board.part[1]))
                    j = (j + 1) & (slots - 1);
                if (!(table[j].part[0] | table[j].part[1])) {
                    table[j] = to.board;
                    met++;
                    next[found++] = to;
                    continue;
                }
                if (out->count == out->room) {
                    size_t more = out->room ? 2 * out->room : 1024;
                    fq_word *grown = realloc(out->word, more * sizeof *grown);
                    if (!grown) goto end;
                    out->word = grown;
                    out->room = more;
                }
                out->word[out->count++] = (fq_word){to.moves, (uint16_t)blank, (uint16_t)(l + 1)};
            }
        free(now);
        now = next;
        next = NULL;
        count = found;
    }
    ok = 1;
end:
    free(now);
    free(next);
    free(table);
    return ok;
}

static int fq_add_node(fq_trie *t, uint32_t blank)
{
    if (t->count == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 1024;
        int32_t (*child)[4] = realloc(t->child, room * sizeof *child);
        if (child) t->child = child;
        uint8_t *cells = realloc(t->blank, room);
        if (cells) t->blank = cells;
        uint8_t *forbidden = realloc(t->forbidden, room);
        if (forbidden) t->forbidden = forbidden;
        if (!child || !cells || !forbidden) return -1;
        t->room = room;
    }
    for (uint32_t move = 0; move < 4; move++) t->child[t->count][move] = -1;
    t->blank[t->count] = (uint8_t)blank;
    t->forbidden[t->count] = 0;
    return (int)t->count++;
}

/* Whether a proper suffix of the string contains a forbidden string. A proper prefix cannot contain
 * one, because only boards reached for the first time are expanded. */
static int fq_contains(const fq_trie *t, const fq_grid *grid, const fq_word *w)
{
    uint32_t cell = w->blank;
    for (uint32_t begin = 1; begin < w->length; begin++) {
        cell = (uint32_t)grid->beside[cell][w->moves >> 2 * (begin - 1) & 3];
        int32_t node = (int32_t)cell;
        for (uint32_t i = begin; i < w->length && node >= 0; i++) {
            node = t->child[node][w->moves >> 2 * i & 3];
            if (node >= 0 && t->forbidden[node]) return 1;
        }
    }
    return 0;
}

static int fq_build_trie(fq_trie *t, const fq_words *words, uint32_t cells, const fq_grid *grid,
                         uint32_t length)
{
    for (uint32_t cell = 0; cell < cells; cell++)
        if (fq_add_node(t, cell) < 0) return 0;
    for (uint32_t l = 2; l <= length; l++)
        for (size_t i = 0; i < words->count; i++) {
            const fq_word *w = &words->word[i];
            if (w->length != l || fq_contains(t, grid, w)) continue;
            int node = w->blank;
            for (uint32_t j = 0; j < l; j++) {
                const uint32_t move = w->moves >> 2 * j & 3;
                if (t->child[node][move] < 0) {
                    const int cell = grid->beside[t->blank[node]][move];
                    const int made = fq_add_node(t, (uint32_t)cell);
                    if (made < 0) return 0;
                    t->child[node][move] = made;
                }
                node = t->child[node][move];
            }
            t->forbidden[node] = 1;
        }
    return 1;
}

/* Fills go[node][move] with the state after the move, or with -1 if the move is not allowed. */
static int fq_link(const fq_trie *t, uint32_t cells, const fq_grid *grid, int32_t (*go)[4])
{
    uint32_t *queue = malloc(t->count * sizeof *queue);
    int32_t *back = malloc(t->count * sizeof *back);
    uint32_t head = 0, tail = 0;
    const int ok = queue && back;
    for (uint32_t node = 0; ok && node < cells; node++) queue[tail++] = node;
    while (head < tail) {
        const uint32_t node = queue[head++];
        for (uint32_t move = 0; move < 4; move++) {
            const int cell = grid->beside[t->blank[node]][move];
            const int32_t child = t->child[node][move];
            int32_t shorter = node < cells ? cell : go[back[node]][move];
            go[node][move] = shorter;
            if (cell < 0 || (node >= cells && shorter < 0)) {
                go[node][move] = -1;
            } else if (child >= 0) {
                go[node][move] = t->forbidden[child] ? -1 : child;
                back[child] = shorter;
                if (!t->forbidden[child]) queue[tail++] = (uint32_t)child;
            }
        }
    }
    free(queue);
    free(back);
    return ok;
}

/* Numbers the reachable states in the order of a breadth-first search. */
static int fq_number(fq_prune *s, const fq_trie *t, int32_t (*go)[4])
{
    const uint32_t cells = s->rows * s->columns;
    int ok = 0;
    int32_t *number = malloc(t->count * sizeof *number);
    uint32_t *queue = malloc(t->count * sizeof *queue);
    if (!number || !queue) goto end;
    memset(number, 255, t->count * sizeof *number);
    s->states = 0;
    for (int pass = 0; pass < 2; pass++) { /* first number the states, then write them */
        if (pass) {
            if (s->states > FQ_MAX_STATES) goto end;
            s->row = malloc(s->states * sizeof *s->row);
            if (!s->row) goto end;
        }
        for (uint32_t i = 0; i < cells + s->states; i++) {
            const uint32_t node = i < cells ? i : queue[i - cells];
            fq_prune_row row = {{FQ_NO_MOVE, FQ_NO_MOVE, FQ_NO_MOVE}, 0};
            for (uint32_t move = 0; move < 4; move++) {
                const int32_t to = go[node][move];
                if (i < cells && pass) s->first[i][move] = FQ_NO_MOVE;
                if (to < 0) continue;
                if (!pass && number[to] < 0) {
                    number[to] = (int32_t)s->states;
                    queue[s->states++] = (uint32_t)to;
                }
                if (!pass) continue;
                const uint16_t entry = (uint16_t)(number[to] << 2 | (int32_t)move);
                if (i < cells) {
                    s->first[i][move] = entry;
                } else {
                    row.next[row.count++] = entry;
                }
            }
            if (pass && i >= cells) s->row[i - cells] = row;
        }
    }
    ok = 1;
end:
    free(number);
    free(queue);
    return ok;
}

fq_prune *fq_prune_new(uint32_t rows, uint32_t columns, uint32_t length, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE ||
        length < 2 || length > 12)
        return NULL;
    *error = FQ_NO_MEMORY;
    fq_words words = {NULL, 0, 0};
    fq_trie trie = {NULL, NULL, NULL, 0, 0};
    int32_t (*go)[4] = NULL;
    int ok = 0;
    fq_prune *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rows = rows;
    s->columns = columns;
    s->length = length;
    const uint32_t cells = rows * columns;
    fq_grid grid;
    for (uint32_t cell = 0; cell < cells; cell++)
        for (uint32_t move = 0; move < 4; move++)
            grid.beside[cell][move] = (int8_t)fq_neighbour(rows, columns, cell, move);
    for (uint32_t blank = 0; blank < cells; blank++)
        if (!fq_search_words(&words, cells, &grid, blank, length)) goto end;
    if (!fq_build_trie(&trie, &words, cells, &grid, length)) goto end;
    go = malloc(trie.count * sizeof *go);
    if (!go || !fq_link(&trie, cells, &grid, go)) goto end;
    ok = fq_number(s, &trie, go);
    if (s->states > FQ_MAX_STATES) *error = FQ_BAD_SIZE;
end:
    free(words.word);
    free(trie.child);
    free(trie.blank);
    free(trie.forbidden);
    free(go);
    if (ok) {
        *error = FQ_OK;
        return s;
    }
    fq_prune_free(s);
    return NULL;
}

uint32_t fq_prune_states(const fq_prune *s) { return s->states; }

void fq_prune_free(fq_prune *s)
{
    if (!s) return;
    free(s->row);
    free(s);
}

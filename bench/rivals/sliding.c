/* sliding.c - the rival: the 15-puzzle by IDA* with Manhattan distance, as in a textbook.
 *
 * A recursion that knows the distance of the board as it goes, from a table by tile and cell, and
 * does not take a move back. Not part of the package. */
#include <stdint.h>
#include <stdlib.h>

typedef struct search {
    uint8_t board[16];
    uint8_t distance[16][16]; /* by tile and cell */
    uint64_t nodes;
} search;

static const int go[4] = {-4, -1, 1, 4};

static int descend(search *s, int blank, int last, int estimate, int left)
{
    if (!estimate) return 1;
    for (int m = 0; m < 4; m++) {
        const int cell = blank + go[m];
        if (m == 3 - last || cell < 0 || cell > 15 || ((m == 1) && blank % 4 == 0) ||
            ((m == 2) && blank % 4 == 3))
            continue;
        s->nodes++;
        const int tile = s->board[cell];
        const int next = estimate + s->distance[tile][blank] - s->distance[tile][cell];
        if (next >= left) continue;
        s->board[blank] = (uint8_t)tile;
        s->board[cell] = 0;
        const int found = descend(s, cell, m, next, left - 1);
        s->board[cell] = (uint8_t)tile;
        s->board[blank] = 0;
        if (found) return 1;
    }
    return 0;
}

/* Returns the length of a shortest solution to 1, 2, ..., 15, blank, of a board that has one, and
 * puts the nodes generated into *nodes. */
int plain_sliding(const uint8_t *tiles, uint64_t *nodes)
{
    search s = {.nodes = 0};
    int estimate = 0, blank = 0, bound;
    for (int tile = 1; tile < 16; tile++)
        for (int cell = 0; cell < 16; cell++)
            s.distance[tile][cell] = (uint8_t)(abs((tile - 1) / 4 - cell / 4) +
                                               abs((tile - 1) % 4 - cell % 4));
    for (int cell = 0; cell < 16; cell++) {
        s.board[cell] = tiles[cell] & 15;
        if (!s.board[cell]) blank = cell;
        estimate += s.distance[s.board[cell]][cell];
    }
    for (bound = estimate; !descend(&s, blank, 9, estimate, bound + 1);) bound += 2;
    *nodes = s.nodes;
    return bound;
}

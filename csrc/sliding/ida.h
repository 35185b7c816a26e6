/* ida.h - what the files of the sliding-tile search share. */
#ifndef FQ_SLIDING_IMPL_H
#define FQ_SLIDING_IMPL_H

#include "sliding.h"

enum { FQ_UP = 0, FQ_DOWN = 1, FQ_LEFT = 2, FQ_RIGHT = 3 };

/* ---- strings: an entry is state << 2 | move ---- */

#define FQ_NO_MOVE UINT16_MAX

typedef struct fq_string_row {
    uint16_t next[3]; /* entries; FQ_NO_MOVE after the last */
    uint16_t count;
} fq_string_row;

struct fq_strings {
    uint32_t rows, columns, length, states;
    fq_string_row *row;
    uint16_t first[FQ_IDA_MAX_CELLS][4]; /* before any move, by cell of the blank and move */
};

/* ---- pattern databases: see pdb.c for the layouts ---- */

#define FQ_PATTERN_MAX 8

typedef struct fq_way {  /* a move of a tile, from a block to another */
    uint16_t block, map; /* map: 8 i + j, FQ_SAME_ORDER where the order stays */
} fq_way;

#define FQ_SAME_ORDER UINT16_MAX

/* What all patterns of `tiles` tiles have in common. A set is a mask of the cells they stand on;
 * a block is a set and a part of the other cells that the blank can walk about in. */
typedef struct fq_shape {
    uint32_t tiles, orders;       /* tiles! */
    uint32_t sets, blocks, words; /* words: of 64 bits, for the orders of a block */
    uint16_t base[256];           /* number of a set: base[high byte] + low[low byte] */
    uint16_t low[256];
    uint16_t *set;         /* by number */
    uint16_t (*block)[16]; /* by number of the set and cell of the blank */
    uint16_t *block_set;   /* number of the set of a block, */
    uint16_t *block_cells; /* and where the blank can be */
    uint32_t *first_way;   /* by block, and one more: its ways */
    fq_way *way;
    uint8_t (*order)[FQ_PATTERN_MAX];               /* which tile comes at which place, */
    uint32_t *unit[FQ_PATTERN_MAX];                 /* 1 << 4 times that, by place */
    uint16_t *map[FQ_PATTERN_MAX * FQ_PATTERN_MAX]; /* [8 i + j]: after a tile goes from i to j */
    uint16_t *maps;
} fq_shape;

static inline uint32_t fq_set_number(const fq_shape *s, uint32_t set)
{
    return (uint32_t)s->base[set >> 8] + s->low[set & 255];
}

typedef struct fq_pattern {
    uint32_t tiles, cells; /* how many; the mask of their homes */
    uint32_t first;        /* number of its first tile in the side's order */
    const fq_shape *shape;
    uint32_t *word; /* FQ_TABLES_555: by places, 4 bits a tile */
    uint64_t *bits; /* the others: by block and order */
    uint64_t bytes;
} fq_pattern;

typedef struct fq_side {
    int mirrored; /* about the main diagonal, before anything else */
    fq_pattern pattern[3];
    uint8_t number[16]; /* of the tile that belongs on a cell, in the order of the patterns */
    uint8_t of[16];     /* the pattern it is in */
} fq_side;

struct fq_tables {
    fq_tables_kind kind;
    uint32_t home;  /* 0 to 2: corner, edge, middle */
    uint32_t blank; /* its cell: 15, 14 or 10 */
    int two;        /* side 1 has tables of its own */
    int ready, full;
    fq_side side[2];
    fq_shape *shape[FQ_PATTERN_MAX + 1]; /* by number of tiles */
    uint64_t work, credit;
    struct fq_making *making;
};

static inline int fq_has_words(const fq_tables *t) { return t->kind <= FQ_TABLES_663; }

/* The map of cells that brings `blank` to the home of the tables, and of the moves. */
typedef struct fq_turn {
    uint8_t cell[16], move[4], back[4];
} fq_turn;

void fq_turn_for(uint32_t blank, fq_turn *turn);

static inline uint32_t fq_mirror(uint32_t cell) { return (cell & 3) << 2 | cell >> 2; }

/* Least number of moves that a side sees, the tile of home h being on cell at[h]. */
uint32_t fq_side_bound(const fq_side *side, const uint8_t *at, uint32_t blank);

/* The number of an order of the tiles, by place. */
uint32_t fq_order_number(const uint8_t *order, uint32_t tiles);

/* An entry of a pattern in a large table: 1 or 0. */
static inline uint32_t fq_bit(const uint64_t *bits, uint64_t index)
{
    return (uint32_t)(bits[index >> 6] >> (index & 63)) & 1;
}

/* ---- searches ----
 *
 * A search goes depth first, level by level: a level is the number of moves left. frame[level] is
 * the board last gone on from there, and the stack has the boards still to go on from, each as a
 * move from the board one level up:
 *
 *     63    48 47    32 31   16 15    2 1  0
 *    |        | level  | slack | state | move |
 *
 * `slack` is what the bound leaves over its two estimates, in halves, one in each byte (or over
 * its one estimate, in moves), `state` that of the strings. The moves of the frames are the way
 * to the board. All that a step needs to go on is there, so it stops at no cost. */
#define FQ_STACK 1024 /* at most 3 a level, and 4 at the root */

typedef struct fq_words_frame {
    uint64_t board;    /* by cell, four bits each: numbers of side 0; the blank's are 0 */
    uint64_t at[2];    /* by number of the side: cells */
    uint64_t falls[2]; /* by number of the side: the four bits of its word */
    uint32_t blank;    /* 4 * its cell */
    uint32_t move;
} fq_words_frame;

typedef struct fq_words_tile {
    const uint32_t *word[2]; /* of its pattern, by side */
    uint64_t others[2];      /* mask of the other patterns in `at` and `falls` */
    uint32_t mask[2];        /* of its pattern, */
    uint8_t first[2];        /* shifted by this */
    uint8_t shift[2];        /* of its own four bits */
} fq_words_tile;

typedef struct fq_words_search {
    fq_words_tile tile[16];  /* by number of side 0; 15 stands for none */
    uint64_t step[2][4][16]; /* by side, move and tile: what is added to `at` */
    fq_words_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_words_search;

typedef struct fq_bits_frame {
    uint64_t board;            /* names, four bits each */
    uint64_t set[2], order[2]; /* by side: 16 bits a pattern */
    uint64_t bit[2];           /* by side: a bit a pattern, 16 apart */
    uint32_t blank, move;
} fq_bits_frame;

typedef struct fq_bits_entry {
    uint64_t entry;
    uint64_t after; /* of the tile's patterns: orders in bits 0 and 16, bits in 32 and 33 */
} fq_bits_entry;

typedef struct fq_bits_edge {      /* a tile goes to the blank */
    uint16_t flip, below, between; /* masks: both cells, those before them, those between */
    uint8_t from;
    uint8_t place, last; /* shifts, 0 and 3, that make the index of a map */
} fq_bits_edge;

typedef struct fq_bits_tile { /* of its pattern */
    const uint64_t *bits;
    const uint16_t (*block)[16];
    const uint16_t *const *map;
    const uint16_t *base, *low;
    uint32_t span, shift; /* bits of a block; 16 * the pattern's number */
} fq_bits_tile;

typedef struct fq_bits_search {
    fq_bits_edge edge[2][16][4]; /* by side, cell of the blank (not mirrored) and its move */
    fq_bits_tile tile[2][16];    /* by side and name */
    fq_bits_frame frame[FQ_IDA_MAX_MOVES + 2];
    fq_bits_entry stack[FQ_STACK];
} fq_bits_search;

typedef struct fq_plain_frame {
    uint8_t board[32];
    uint16_t line[2][FQ_IDA_MAX_SIDE + 1]; /* rows and columns for their conflicts; or walks */
    uint32_t blank, move, estimate;
} fq_plain_frame;

typedef struct fq_walk { /* one axis of walking distance */
    uint32_t states, start;
    uint8_t *distance;
    uint16_t (*go)[2][4]; /* by state, direction (0 up, 1 down) and goal row of the tile */
} fq_walk;

typedef struct fq_plain_search {
    uint8_t goal_line[2][FQ_IDA_MAX_CELLS]; /* row and column, by tile */
    uint8_t distance[FQ_IDA_MAX_CELLS][32]; /* by tile and cell */
    uint16_t power[FQ_IDA_MAX_SIDE];        /* of 6 */
    uint8_t conflict[7776];                 /* by line: see ida_plain.c */
    fq_walk walk[2];                        /* of rows, of columns */
    fq_plain_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_plain_search;

typedef struct fq_kernel fq_kernel;

struct fq_ida {
    uint32_t rows, columns, cells;
    fq_ida_options options;
    fq_turn turn; /* 4x4; no turn for other sizes */
    uint8_t tiles[FQ_IDA_MAX_CELLS], goal[FQ_IDA_MAX_CELLS];
    uint8_t names[16];             /* patterns: home of the tile on each cell, turned */
    uint32_t blank;                /* where it begins, turned */
    uint32_t bound, best[2];       /* best: what the sides see from the beginning */
    int begun, ended, full, found; /* an iteration is begun; the search is over; ... */
    int wants, asked;
    uint64_t since; /* nodes when the tables were taken */
    uint64_t credit;
    fq_ida_counters counters;
    uint32_t top;   /* entries on the stack */
    uint32_t level; /* of the board last gone on from */
    const fq_kernel *kernel;
    void *area; /* the kernel's */
};

/* A way to search. The driver in ida.c knows no more of it. */
struct fq_kernel {
    fq_error (*make)(fq_ida *);     /* allocates `area` for the options; where it fails, nothing */
    uint32_t (*estimate)(fq_ida *); /* puts the beginning into its frame; its estimate */
    void (*begin)(fq_ida *);        /* an iteration: the children of the beginning on the stack */
    /* Goes on until the stack is empty (FQ_DONE), a solution is found, or the nodes might come to
     * more than `limit`. */
    fq_status (*run)(fq_ida *, uint64_t limit);
    uint32_t (*move)(const fq_ida *, uint32_t level);
    void (*drop)(fq_ida *); /* frees `area` */
};

extern const fq_kernel fq_words_kernel, fq_bits_kernel, fq_plain_kernel;

#endif

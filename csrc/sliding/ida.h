/* ida.h - what the files of IDA* share: the automaton, the kernels and their frames. */
#ifndef FQ_SLIDING_IDA_H
#define FQ_SLIDING_IDA_H

#include "linear_tables.h"
#include "pdb_lookup.h"
#include "sliding.h"

/* ---- the move-pruning automaton: an entry is state << 2 | move ---- */

#define FQ_NO_MOVE UINT16_MAX

typedef struct fq_prune_row {
    uint16_t next[3]; /* entries; FQ_NO_MOVE after the last */
    uint16_t count;
} fq_prune_row;

struct fq_prune {
    uint32_t rows, columns, length, states;
    fq_prune_row *row;
    uint16_t first[FQ_SLIDING_MAX_CELLS][4]; /* before any move, by cell of the blank and move */
};

/* ---- searches ----
 *
 * Depth-first search by levels: a level is the number of moves left. frame[level] is the board
 * expanded there last. The stack holds the boards still to be expanded, each as a move from the
 * board one level up:
 *
 *     63    48 47    32 31   16 15    2 1  0
 *    |        | level  | slack | state | move |
 *
 * `slack` is half of what the bound leaves over the two heuristics, one in each byte; `state` is
 * that of the automaton. The moves of the frames are the path to the board. A step can stop at any
 * time at no cost, because all that it needs to go on is there. */
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
    uint16_t line[2][FQ_SLIDING_MAX_SIDE + 1]; /* codes of rows and columns; or walks */
    uint32_t blank, move, h;                   /* h: the heuristic */
} fq_plain_frame;

typedef struct fq_walk { /* one axis of walking distance */
    uint32_t states, start;
    uint8_t *distance;
    uint16_t (*go)[2][4]; /* by state, move (up or left 0, else 1) and goal line */
} fq_walk;

typedef struct fq_plain_search {
    uint8_t goal_line[2][FQ_SLIDING_MAX_CELLS]; /* row and column, by tile */
    uint8_t distance[FQ_SLIDING_MAX_CELLS][32]; /* by tile and cell */
    uint16_t power[FQ_SLIDING_MAX_SIDE];        /* of 6 */
    uint8_t conflict[FQ_LINE_CODES];            /* by the code of a line */
    fq_walk walk[2];                            /* of rows, of columns */
    fq_plain_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_plain_search;

typedef struct fq_kernel fq_kernel;

struct fq_ida {
    uint32_t rows, columns, cells;
    fq_ida_options options;
    fq_turn turn; /* 4x4; no turn for other sizes */
    uint8_t tiles[FQ_SLIDING_MAX_CELLS], goal[FQ_SLIDING_MAX_CELLS];
    uint8_t names[16];             /* patterns: home of the tile on each cell, turned */
    uint32_t blank;                /* where it begins, turned */
    uint32_t bound, best[2];       /* best: the sums of the two sides at the beginning */
    int begun, ended, full, found; /* the iteration has begun; the search is over; ... */
    int wants, asked;
    uint64_t since; /* nodes when the databases were taken */
    uint64_t credit;
    fq_ida_counters counters;
    uint32_t top;   /* entries on the stack */
    uint32_t level; /* of the board expanded last */
    const fq_kernel *kernel;
    void *area; /* the kernel's */
};

/* A way to search: all that the driver in ida.c knows of it. */
struct fq_kernel {
    fq_error (*make)(fq_ida *); /* allocates `area` for the options, or nothing where it fails */
    uint32_t (*heuristic)(fq_ida *); /* of the beginning, which is put into its frame */
    void (*begin)(fq_ida *); /* begins an iteration: puts the beginning's children on the stack */
    /* Runs until the stack is empty (FQ_DONE), a solution is found, or the nodes could exceed
     * `limit`. */
    fq_status (*run)(fq_ida *, uint64_t limit);
    uint32_t (*move)(const fq_ida *, uint32_t level);
    void (*drop)(fq_ida *); /* frees `area` */
};

/* What a run counts, in local variables while it lasts. */
typedef struct fq_run {
    uint64_t nodes, expanded;
    uint32_t top, level;
} fq_run;

static inline fq_run fq_enter(const fq_ida *ida)
{
    return (fq_run){ida->counters.nodes, ida->counters.expanded, ida->top, ida->level};
}

static inline fq_status fq_leave(fq_ida *ida, fq_run run, fq_status status)
{
    ida->counters.nodes = run.nodes;
    ida->counters.expanded = run.expanded;
    ida->top = run.top;
    ida->level = run.level;
    return status;
}

extern const fq_kernel fq_words_kernel, fq_bits_kernel, fq_plain_kernel;

#endif

/* ida.h - the types that the files of IDA* share: the automaton, the kernels and their frames. */
#ifndef FQ_SLIDING_IDA_H
#define FQ_SLIDING_IDA_H

#include "linear_tables.h"
#include "pdb_lookup.h"
#include "sliding.h"

/* ---- the move-pruning automaton: an entry is state << 2 | move ---- */

#define FQ_NO_MOVE UINT16_MAX

typedef struct fq_prune_row {
    uint16_t next[3]; /* the allowed moves as entries; FQ_NO_MOVE after the last */
    uint16_t count;
} fq_prune_row;

struct fq_prune {
    uint32_t rows, columns, length, states;
    fq_prune_row *row;
    /* [blank][move]: the entry after the first move, for each start cell of the blank */
    uint16_t first[FQ_SLIDING_MAX_CELLS][4];
};

/* ---- searches ----
 *
 * This is a depth-first search by levels: a level is the number of moves left. frame[level] is the
 * board expanded last on that level. The stack holds the boards still to be expanded, each as a
 * move from the board one level up:
 *
 *     63    48 47    32 31   16 15    2 1  0
 *    |        | level  | slack | state | move |
 *
 * `slack` is half of the moves that the bound leaves over the two heuristics, one in each byte.
 * `state` is the state of the automaton. The moves of the frames are the path to the board. A step
 * can stop at any time without extra work, because the stack and the frames are all that it needs
 * to resume. */
#define FQ_STACK 1024 /* at most 3 per level, and 4 at the root */

typedef struct fq_words_frame {
    uint64_t board;    /* by cell, four bits each: the tile's number on side 0; 0 for the blank */
    uint64_t at[2];    /* by side: the cell of each tile, by the tile's number, four bits each */
    uint64_t falls[2]; /* by side: the four bits of each tile from the word of its pattern */
    uint32_t blank;    /* 4 * the cell of the blank */
    uint32_t move;
} fq_words_frame;

typedef struct fq_words_tile {
    const uint32_t *word[2]; /* words of the tile's pattern, by side */
    uint64_t others[2];      /* mask of the other patterns in `at` and `falls` */
    uint32_t mask[2];        /* mask of the tile's pattern, before it is shifted */
    uint8_t first[2];        /* shift of that mask */
    uint8_t shift[2];        /* shift of the tile's own four bits */
} fq_words_tile;

typedef struct fq_words_search {
    fq_words_tile tile[16];  /* by number on side 0; entry 15 is a dummy */
    uint64_t step[2][4][16]; /* by side, move and tile: the number added to `at` */
    fq_words_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_words_search;

typedef struct fq_bits_frame {
    uint64_t board;            /* names of the tiles by cell, four bits each */
    uint64_t set[2], order[2]; /* by side: 16 bits per pattern */
    uint64_t bit[2];           /* by side: one bit per pattern, 16 bits apart */
    uint32_t blank, move;
} fq_bits_frame;

typedef struct fq_bits_entry {
    uint64_t entry;
    uint64_t after; /* the tile's patterns afterwards: orders in bits 0 and 16, bits in 32 and 33 */
} fq_bits_entry;

typedef struct fq_bits_edge { /* a tile moves to the cell of the blank */
    /* masks: both cells, the cells before both, the cells between them */
    uint16_t flip, below, between;
    uint8_t from;
    uint8_t place, last; /* shifts, 0 or 3, that make the index of a map */
} fq_bits_edge;

typedef struct fq_bits_tile { /* tables of the tile's pattern */
    const uint64_t *bits;
    const uint16_t (*block)[16];
    const uint16_t *const *map;
    const uint16_t *base, *low;
    uint32_t span, shift; /* bits per block; 16 * the pattern's number */
} fq_bits_tile;

typedef struct fq_bits_search {
    fq_bits_edge edge[2][16][4]; /* by side, cell of the blank (not mirrored) and move */
    fq_bits_tile tile[2][16];    /* by side and by name of the tile */
    fq_bits_frame frame[FQ_IDA_MAX_MOVES + 2];
    fq_bits_entry stack[FQ_STACK];
} fq_bits_search;

typedef struct fq_plain_frame {
    uint8_t board[32];
    /* codes of rows and columns; or states of walking distance */
    uint16_t line[2][FQ_SLIDING_MAX_SIDE + 1];
    uint32_t blank, move, h; /* h: the heuristic value */
} fq_plain_frame;

typedef struct fq_walk { /* walking distance along one axis */
    uint32_t states, start;
    uint8_t *distance;
    uint16_t (*go)[2][4]; /* the next state, by state, move (up or left 0, else 1) and goal line */
} fq_walk;

typedef struct fq_plain_search {
    uint8_t goal_line[2][FQ_SLIDING_MAX_CELLS]; /* goal row and column of each tile */
    /* [tile][cell]: the tile's distance from its goal cell */
    uint8_t distance[FQ_SLIDING_MAX_CELLS][32];
    uint16_t power[FQ_SLIDING_MAX_SIDE]; /* powers of 6 */
    uint8_t conflict[FQ_LINE_CODES];     /* by the code of a line */
    fq_walk walk[2];                     /* walking distance of rows and of columns */
    fq_plain_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_plain_search;

typedef struct fq_kernel fq_kernel;

struct fq_ida {
    uint32_t rows, columns, cells;
    fq_ida_options options;
    fq_turn turn; /* only for 4x4; unused for other sizes */
    uint8_t tiles[FQ_SLIDING_MAX_CELLS], goal[FQ_SLIDING_MAX_CELLS];
    /* Only with patterns. The home of the tile on each cell; `turn` has mapped cells and homes. */
    uint8_t names[16];
    uint32_t blank;          /* cell of the blank in the first board, mapped by `turn` */
    uint32_t bound, best[2]; /* best: the sums of the two sides for the first board */
    /* whether the iteration has begun, the search has ended, the bound is too large, a solution was
     * found */
    int begun, ended, full, found;
    int requested, was_requested;
    uint64_t since; /* nodes when the current databases were chosen */
    uint64_t credit;
    fq_ida_counters counters;
    uint32_t top;   /* number of entries on the stack */
    uint32_t level; /* level of the board expanded last */
    const fq_kernel *kernel;
    void *area; /* memory of the kernel */
};

/* A kernel: the functions that the driver in ida.c calls. */
struct fq_kernel {
    /* allocates `area` for the options; allocates nothing if it fails */
    fq_error (*make)(fq_ida *);
    /* sets up the frame of the first board and returns its heuristic */
    uint32_t (*heuristic)(fq_ida *);
    /* begins an iteration: pushes the children of the first board onto the stack */
    void (*begin)(fq_ida *);
    /* Runs until the stack is empty (FQ_DONE), a solution is found (FQ_FOUND), or the number of
     * nodes could exceed `limit` (FQ_RUNNING). */
    fq_status (*run)(fq_ida *, uint64_t limit);
    uint32_t (*move)(const fq_ida *, uint32_t level);
    void (*drop)(fq_ida *); /* frees `area` */
};

/* The counters of a run, which are local variables while it lasts. */
typedef struct fq_run {
    uint64_t nodes, expanded;
    uint32_t top, level;
} fq_run;

static inline fq_run fq_begin_run(const fq_ida *ida)
{
    return (fq_run){ida->counters.nodes, ida->counters.expanded, ida->top, ida->level};
}

static inline fq_status fq_end_run(fq_ida *ida, fq_run run, fq_status status)
{
    ida->counters.nodes = run.nodes;
    ida->counters.expanded = run.expanded;
    ida->top = run.top;
    ida->level = run.level;
    return status;
}

extern const fq_kernel fq_words_kernel, fq_bits_kernel, fq_plain_kernel;

#endif

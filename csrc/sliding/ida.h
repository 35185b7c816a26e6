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
    /* first[blank][move]: the entry for a first move of the blank from this cell; FQ_NO_MOVE if the
     * blank would leave the board */
    uint16_t first[FQ_SLIDING_MAX_CELLS][4];
};

/* ---- searches ----
 *
 * IDA* is a depth-first search by levels: a level is the number of moves that the bound still
 * allows. frame[level] is the board expanded last on that level. The stack holds the boards still
 * to be expanded, each as a move from the board one level up:
 *
 *     63    48 47    32 31   16 15    2 1  0
 *    |        | level  | slack | state | move |
 *
 * `slack` has one byte for each side: half of (bound - moves so far - heuristic of this side).
 * `state` is the state of the automaton. The moves of the frames are the path to the board. The
 * search can stop and resume at any time because the stack and the frames are its whole state. */
#define FQ_STACK 1024 /* maximum number of entries: 3 per level, and 4 at the root */

typedef struct fq_words_frame {
    /* Arrays of length 2 have one entry for each side; a side is a partition of the tiles into
     * patterns (fq_side). Every cell or tile has four bits. */
    uint64_t board;     /* for each cell: the number that side 0 gives its tile; 0 for the blank */
    uint64_t at[2];     /* for each tile number: the cell of the tile */
    uint64_t nearer[2]; /* for each tile number and move: whether the tile comes nearer home */
    uint32_t blank;     /* 4 * the cell of the blank */
    uint32_t move;
} fq_words_frame;

typedef struct fq_words_tile { /* tables of a tile; arrays of length 2 have one entry per side */
    const uint32_t *word[2];    /* words of the tile's pattern */
    uint64_t other_patterns[2]; /* mask of the bits of the other patterns in `at` and `nearer` */
    uint32_t pattern_mask[2];   /* mask of the bits of the tile's pattern, shifted to bit 0 */
    uint8_t pattern_shift[2];   /* lowest bit of the tile's pattern in `at` and `nearer` */
    uint8_t tile_shift[2];      /* lowest bit of the tile in `at` and `nearer` */
} fq_words_tile;

typedef struct fq_words_search {
    fq_words_tile tile[16];  /* tile[number on side 0]; entry 15 is a dummy */
    uint64_t step[2][4][16]; /* step[side][move][tile]: the number that the move adds to `at` */
    fq_words_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_words_search;

typedef struct fq_bits_frame {
    /* Arrays of length 2 have one entry for each side. */
    uint64_t board;    /* four bits for each cell: the home of its tile */
    uint64_t set[2];   /* 16 bits for each pattern: the cells of its tiles */
    uint64_t order[2]; /* 16 bits for each pattern: the number of the order of its tiles */
    uint64_t bit[2];   /* bit 16 i: the database bit of pattern i */
    uint32_t blank, move;
} fq_bits_frame;

typedef struct fq_bits_entry {
    uint64_t entry;
    /* The state of the moved tile's pattern after the move: the numbers of the orders for sides 0
     * and 1 start at bits 0 and 16, and the database bits are bits 32 and 33. */
    uint64_t after;
} fq_bits_entry;

typedef struct fq_bits_edge { /* a tile moves to the cell of the blank */
    uint16_t flip;       /* mask of both cells */
    uint16_t below;      /* mask of the cells before both cells */
    uint16_t between;    /* mask of the cells between the two cells */
    uint8_t from;        /* cell of the tile before the move */
    uint8_t place, last; /* shifts, 0 or 3, from which the index of a map is computed */
} fq_bits_edge;

typedef struct fq_bits_tile { /* tables of the tile's pattern */
    const uint64_t *bits;
    const uint16_t (*block)[16];
    const uint16_t *const *map;
    const uint16_t *base, *low;
    uint32_t span;  /* number of bits of a block */
    uint32_t shift; /* 16 * the number of the pattern */
} fq_bits_tile;

typedef struct fq_bits_search {
    fq_bits_edge edge[2][16][4]; /* edge[side][cell of the blank, not mirrored][move] */
    fq_bits_tile tile[2][16];    /* tile[side][home of the tile] */
    fq_bits_frame frame[FQ_IDA_MAX_MOVES + 2];
    fq_bits_entry stack[FQ_STACK];
} fq_bits_search;

typedef struct fq_plain_frame {
    uint8_t board[32];
    /* codes of the rows and columns, or states of walking distance */
    uint16_t line[2][FQ_SLIDING_MAX_SIDE + 1];
    uint32_t blank, move, h; /* h: the heuristic value */
} fq_plain_frame;

typedef struct fq_walk { /* walking distance along one axis */
    uint32_t states, start;
    uint8_t *distance;
    /* go[state][direction][goal line]: the next state; direction is 0 up or left, otherwise 1 */
    uint16_t (*go)[2][4];
} fq_walk;

typedef struct fq_plain_search {
    uint8_t goal_line[2][FQ_SLIDING_MAX_CELLS]; /* goal row and column of each tile */
    /* distance[tile][cell]: the distance of a cell from the tile's goal cell */
    uint8_t distance[FQ_SLIDING_MAX_CELLS][32];
    uint16_t power[FQ_SLIDING_MAX_SIDE]; /* powers of 6 */
    uint8_t conflict[FQ_LINE_CODES];     /* the linear conflict of each code of a line */
    fq_walk walk[2];                     /* walking distance of rows and of columns */
    fq_plain_frame frame[FQ_IDA_MAX_MOVES + 2];
    uint64_t stack[FQ_STACK];
} fq_plain_search;

typedef struct fq_kernel fq_kernel;

struct fq_ida {
    uint32_t rows, columns, cells;
    fq_ida_options options;
    fq_symmetry symmetry; /* only for 4x4; unused for other sizes */
    uint8_t tiles[FQ_SLIDING_MAX_CELLS], goal[FQ_SLIDING_MAX_CELLS];
    /* Only with pattern databases. For each cell, the home of its tile in the first board; cells
     * and homes are mapped by `symmetry`. */
    uint8_t home_of[16];
    uint32_t blank;   /* cell of the blank in the first board, mapped by `symmetry` */
    uint32_t bound;   /* maximum number of moves in this iteration */
    uint32_t best[2]; /* for each side: the heuristic of the first board */
    int begun;        /* whether the iteration has begun */
    int ended;        /* whether the search has ended */
    int full;         /* whether the search has ended because the bound is too large */
    int found;        /* whether a solution was found */
    int requested, was_requested;
    uint64_t since; /* number of nodes when the current databases were chosen */
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

/* The counters of a run, which are local variables during the run. */
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

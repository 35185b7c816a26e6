/* sliding.h - shortest solutions of sliding-tile puzzles by iterative-deepening A*.
 *
 * Boards are `rows` x `columns` bytes, row by row: tiles 1, 2, ... and 0 for the blank, 2x2 to
 * 5x5. A goal is any arrangement of the same tiles. A solution is the moves of the blank: 0 up,
 * 1 down, 2 left, 3 right. The unit of work is a node: a board that a move leads to, whether it
 * is gone on from or not.
 *
 * IDA* (Korf, 1985) is depth-first search for a solution of at most `bound` moves, again and
 * again with the bound 2 larger, until there is one. What it needs ready-made are two immutable
 * objects that any number of searches and threads may share:
 *
 *     fq_strings   strings of moves that need not be tried, as shorter or smaller ones lead to
 *                  the same board: a machine that forbids them (Taylor and Korf, 1993)
 *     fq_tables    additive pattern databases for the 4x4 board (Korf and Felner, 2002), which
 *                  know of the blank which part of the board it can reach
 *
 * Searching from hard boards pays for larger tables: see fq_ida_wants.
 */
#ifndef FQ_SLIDING_H
#define FQ_SLIDING_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

#define FQ_IDA_MAX_SIDE  5
#define FQ_IDA_MAX_CELLS 25
#define FQ_IDA_MAX_MOVES 254 /* bounds above it are not searched */

/* ------------------------------------------------------------------------- strings of moves
 *
 * For every cell of the blank all strings of up to `length` moves are gone through, from short to
 * long and in the order of the moves; one that ends on a board met before is forbidden. Length 2
 * forbids no more than taking a move back: what a search for all shortest solutions must use.
 * Length 10 takes 5 ms and halves the nodes. */

typedef struct fq_strings fq_strings;

/* length is 2 to 12; FQ_BAD_SIZE for other sizes, or where the machine would need more than
 * 16,383 states. */
fq_strings *fq_strings_new(uint32_t rows, uint32_t columns, uint32_t length, fq_error *error);
uint32_t fq_strings_states(const fq_strings *strings);
void fq_strings_free(fq_strings *strings);

/* --------------------------------------------------------------------------- pattern databases
 *
 * The tiles are dealt to patterns; for each the least number of moves of its own tiles that brings
 * them home, whatever the others do, is known for every arrangement, and the sum over the patterns
 * is a lower bound. A second sum is that of the mirrored board (or, where the blank's home is not
 * on a diagonal, of a second partition), and the larger one holds.
 *
 *     FQ_TABLES_555    12 MB    0.05 s      FQ_TABLES_771    35 MB    1.7 s
 *     FQ_TABLES_663   121 MB    0.4 s       FQ_TABLES_78    196 MB      9 s
 *
 * There are tables for three homes of the blank: a corner, an edge and a middle cell; turning and
 * mirroring the board serves the others. Those of an edge are twice as large (but 7-8). Making
 * the last two takes two to three times their memory. */

typedef enum fq_tables_kind {
    FQ_TABLES_555 = 0,
    FQ_TABLES_663 = 1,
    FQ_TABLES_771 = 2,
    FQ_TABLES_78 = 3
} fq_tables_kind;

#define FQ_TABLES_KINDS 4

typedef struct fq_tables fq_tables;

/* 0, 1 or 2: which tables serve a goal with the blank on `cell` (0 to 15). */
uint32_t fq_tables_home(uint32_t cell);
/* FQ_BAD_SIZE for a kind or a home that there is not. Nothing is built yet. */
fq_tables *fq_tables_new(fq_tables_kind kind, uint32_t home, fq_error *error);
/* Builds; a unit of the budget is an entry looked at. FQ_DONE when the tables can be used,
 * FQ_FULL when memory ran out. */
fq_status fq_tables_step(fq_tables *tables, uint64_t budget);
uint64_t fq_tables_work(const fq_tables *tables);
/* The least number of moves that the tables see from `tiles` to `goal`, whose home of the blank
 * must be theirs (else UINT32_MAX); after FQ_DONE. */
uint32_t fq_tables_bound(const fq_tables *tables, const uint8_t *tiles, const uint8_t *goal);
/* What was built, to be kept in a file, and taken back instead of building: all but FQ_TABLES_555.
 * The caller answers for the bytes being those that were written. 0 and FQ_BAD_SIZE otherwise. */
uint64_t fq_tables_image_bytes(const fq_tables *tables);
void fq_tables_save(const fq_tables *tables, uint8_t *image);
int fq_tables_adopt(fq_tables *tables, const uint8_t *image, uint64_t bytes, fq_error *error);
void fq_tables_free(fq_tables *tables);

/* ------------------------------------------------------------------------------------- search */

typedef enum fq_ida_heuristic {
    FQ_IDA_MISPLACED = 0,
    FQ_IDA_MANHATTAN = 1,
    FQ_IDA_CONFLICT = 2, /* Manhattan and linear conflicts (Hansson, Mayer and Yung, 1992) */
    FQ_IDA_WALKING = 3,  /* walking distance (Takahashi, 2002); 4x4 only */
    FQ_IDA_PATTERNS = 4  /* 4x4 only */
} fq_ida_heuristic;

typedef struct fq_ida_options {
    fq_ida_heuristic heuristic;
    int every;                 /* all shortest solutions; `strings` must be of length 2 then */
    const fq_strings *strings; /* of these rows and columns */
    const fq_tables *tables;   /* for FQ_IDA_PATTERNS: built, of the goal's home */
    int fixed;                 /* never ask for larger tables */
    uint64_t patience;         /* nodes before asking for them; 0: a good number */
} fq_ida_options;

typedef struct fq_ida_counters {
    uint64_t nodes;      /* generated */
    uint64_t expanded;   /* gone on from */
    uint64_t iterations; /* bounds searched or being searched */
    uint64_t solutions;
} fq_ida_counters;

typedef struct fq_ida fq_ida;

/* FQ_BAD_SIZE where sizes, tiles or options do not fit together. Whether the goal can be reached
 * at all is seen from the parity: if not, the first step is FQ_DONE. `strings` and `tables` are
 * the caller's and must outlive the search. */
fq_ida *fq_ida_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                   const fq_ida_options *options, fq_error *error);
/* FQ_FOUND: a shortest solution. Stepping on goes to the next one, of the same length, if `every`
 * is set, and to FQ_DONE otherwise. A budget too small for the next board is saved up. FQ_FULL
 * beyond FQ_IDA_MAX_MOVES. */
fq_status fq_ida_step(fq_ida *ida, uint64_t budget);
/* A search that has become long stands still (FQ_RUNNING, no work done) until it is given larger
 * tables by fq_ida_use, or NULL to go on with those it has: the kind it wants, or -1. It asks
 * after so many nodes, so the counters depend on nothing else. */
int fq_ida_wants(const fq_ida *ida);
void fq_ida_use(fq_ida *ida, const fq_tables *tables);
/* No solution has fewer moves. */
uint32_t fq_ida_bound(const fq_ida *ida);
/* The moves on the way to the board being looked at, at most FQ_IDA_MAX_MOVES: the solution after
 * FQ_FOUND. Returns how many. */
size_t fq_ida_moves(const fq_ida *ida, uint8_t *moves);
fq_ida_counters fq_ida_stats(const fq_ida *ida);
/* Nodes, and what is saved up of the budget. */
uint64_t fq_ida_work(const fq_ida *ida);
void fq_ida_free(fq_ida *ida);

/* ------------------------------------------------------------------------------------- batches
 *
 * One shortest solution of each of `count` 4x4 boards: its length in lengths[i], -1 where there
 * is none, -2 where the board is not an arrangement of the goal's tiles; its moves in
 * moves[i * 20 ...], four to a byte from the lowest bits on. */

#define FQ_IDA_PACKED 20 /* bytes: 80 moves is the most that 4x4 boards need */

typedef struct fq_ida_batch fq_ida_batch;

fq_ida_batch *fq_ida_batch_new(size_t count, const uint8_t *boards, const uint8_t *goal,
                               int32_t *lengths, uint8_t *moves, const fq_strings *strings,
                               const fq_tables *tables, fq_error *error);
fq_status fq_ida_batch_step(fq_ida_batch *batch, uint64_t budget);
fq_ida_counters fq_ida_batch_stats(const fq_ida_batch *batch);
uint64_t fq_ida_batch_work(const fq_ida_batch *batch);
size_t fq_ida_batch_done(const fq_ida_batch *batch);
void fq_ida_batch_free(fq_ida_batch *batch);

#endif

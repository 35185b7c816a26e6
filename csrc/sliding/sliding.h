/* sliding.h - shortest solutions of sliding-tile puzzles by iterative-deepening A*.
 *
 * A board is `rows` x `columns` bytes, row by row: tiles 1, 2, ... and 0 for the blank. Sizes go
 * from 2x2 to 5x5. A goal is any arrangement of the same tiles. A solution is a list of moves of
 * the blank. The unit of work is a node: a board that a move leads to, whether it is expanded or
 * not.
 *
 * IDA* (Korf, 1985) is a depth-first search for a solution of at most `bound` moves. It is repeated
 * with a bound larger by 2 until there is a solution. It reads two immutable objects, which any
 * number of searches and threads may share:
 *
 *     fq_prune   the move-pruning automaton: forbids strings of moves that lead to a board which
 *                a shorter or earlier string also reaches (Taylor and Korf, 1993)
 *     fq_pdb     additive pattern databases of the 4x4 board (Korf and Felner, 2002). Their states
 *                include the part of the board that the blank can reach
 *
 * A long search from a 4x4 board can request larger databases: see fq_ida_requested_pdb. The other
 * searches are in best_first.h, the heuristics of single boards in heuristic.h. */
#ifndef FQ_SLIDING_H
#define FQ_SLIDING_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

#define FQ_SLIDING_MAX_SIDE  5
#define FQ_SLIDING_MAX_CELLS 25

/* Moves of the blank. Flipping the lowest bit gives the opposite move; bit 1 distinguishes moves
 * within a row from moves within a column. */
typedef enum fq_direction { FQ_UP = 0, FQ_DOWN = 1, FQ_LEFT = 2, FQ_RIGHT = 3 } fq_direction;

/* Lower bounds on the remaining moves, for every search; heuristic.h explains each of them. */
typedef enum fq_heuristic_kind {
    FQ_MISPLACED = 0,
    FQ_MANHATTAN = 1,
    FQ_LINEAR_CONFLICT = 2,
    FQ_WALKING_DISTANCE = 3, /* 4x4 only */
    FQ_PATTERN_DATABASE = 4  /* 4x4 only */
} fq_heuristic_kind;

#define FQ_HEURISTIC_KINDS 5

/* ------------------------------------------------------------------------------- move pruning
 *
 * For every cell of the blank, a breadth-first search tries all strings of up to `length` moves, in
 * the order of fq_direction. A string that ends on a board met before is forbidden. Length 2
 * forbids only undoing the last move; a search for all shortest solutions must use it. With length
 * 10, the automaton takes 5 ms to build and halves the number of nodes of a search. */

typedef struct fq_prune fq_prune;

/* `length` is 2 to 12. The error is FQ_BAD_SIZE if a size or the length is out of range, or if the
 * automaton would need more than 16,383 states. */
fq_prune *fq_prune_new(uint32_t rows, uint32_t columns, uint32_t length, fq_error *error);
uint32_t fq_prune_states(const fq_prune *prune);
void fq_prune_free(fq_prune *prune);

/* --------------------------------------------------------------------------- pattern databases
 *
 * The tiles are divided into patterns. For every arrangement of a pattern's tiles, a database holds
 * the least number of moves of these tiles that brings them home, whatever the other tiles do. The
 * sum over the patterns is a lower bound. The same patterns on the mirrored board give a second
 * sum. (If the blank's home is not on a diagonal, a second partition into patterns gives the second
 * sum.) The heuristic is the larger sum.
 *
 *     FQ_PDB_555    12 MB    0.05 s      FQ_PDB_771    35 MB    1.7 s
 *     FQ_PDB_663   121 MB    0.4 s       FQ_PDB_78    196 MB      9 s
 *
 * There are databases for three homes of the blank: a corner, an edge and a middle cell. Turning
 * and mirroring the board covers the other cells. Databases for an edge are twice as large (except
 * 7-8). Building 7-7-1 and 7-8 takes two to three times their memory. */

typedef enum fq_pdb_kind {
    FQ_PDB_555 = 0,
    FQ_PDB_663 = 1,
    FQ_PDB_771 = 2,
    FQ_PDB_78 = 3
} fq_pdb_kind;

#define FQ_PDB_KINDS 4

typedef struct fq_pdb fq_pdb;

typedef struct fq_pdb_counters {
    uint64_t entries; /* entries processed while building */
} fq_pdb_counters;

/* Databases exist for three homes of the blank. Returns the home, 0, 1 or 2, whose databases can be
 * used for a goal with the blank on `cell` (0 to 15). */
uint32_t fq_pdb_home(uint32_t cell);
/* Creates a database without building it. The error is FQ_BAD_SIZE if the kind or the home does not
 * exist. */
fq_pdb *fq_pdb_new(fq_pdb_kind kind, uint32_t home, fq_error *error);
/* Builds the database; a unit of the budget is one entry processed. Returns FQ_DONE when the
 * database can be used, and FQ_FULL if memory ran out. Unlike the searches, a database has no peek
 * function, because it has no solution to show. */
fq_status fq_pdb_step(fq_pdb *pdb, uint64_t budget);
uint64_t fq_pdb_spent(const fq_pdb *pdb);
fq_pdb_counters fq_pdb_counts(const fq_pdb *pdb);
/* The heuristic from `tiles` to `goal`, after FQ_DONE. Returns UINT32_MAX if the database is for
 * another home of the blank. */
uint32_t fq_pdb_heuristic(const fq_pdb *pdb, const uint8_t *tiles, const uint8_t *goal);
/* Saves a built database to memory, and loads it instead of building; only for FQ_PDB_771 and
 * FQ_PDB_78. The caller guarantees that the loaded bytes are those that were saved. On failure the
 * functions return 0, and fq_pdb_load stores FQ_BAD_SIZE or FQ_NO_MEMORY. */
uint64_t fq_pdb_image_bytes(const fq_pdb *pdb);
void fq_pdb_save(const fq_pdb *pdb, uint8_t *image);
int fq_pdb_load(fq_pdb *pdb, const uint8_t *image, uint64_t bytes, fq_error *error);
void fq_pdb_free(fq_pdb *pdb);

/* ------------------------------------------------------------------------------------- search */

#define FQ_IDA_MAX_MOVES 254 /* larger bounds are not searched */

typedef struct fq_ida_options {
    fq_heuristic_kind heuristic;
    int every;             /* whether to find all shortest solutions; needs `prune` of length 2 */
    const fq_prune *prune; /* an automaton for these rows and columns */
    /* for FQ_PATTERN_DATABASE: a built database for the cell of the blank in the goal */
    const fq_pdb *pdb;
    int fixed;         /* whether larger databases are never requested */
    uint64_t patience; /* number of nodes before a request; 0 means the default */
} fq_ida_options;

typedef struct fq_ida_counters {
    uint64_t nodes;      /* nodes generated */
    uint64_t expanded;   /* nodes whose children were generated */
    uint64_t iterations; /* bounds searched so far, including the current one */
    uint64_t solutions;
} fq_ida_counters;

typedef struct fq_ida fq_ida;

/* The error is FQ_BAD_SIZE if sizes, tiles or options do not fit together. The parity shows whether
 * the goal can be reached; if it cannot, the first step returns FQ_DONE. `prune` and `pdb` belong
 * to the caller and must outlive the search. */
fq_ida *fq_ida_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                   const fq_ida_options *options, fq_error *error);
/* FQ_FOUND means that a shortest solution was found. The next step searches for another solution of
 * the same length if `every` is set; otherwise it returns FQ_DONE. A budget too small for the next
 * board is carried over. Returns FQ_FULL if the bound exceeds FQ_IDA_MAX_MOVES. */
fq_status fq_ida_step(fq_ida *ida, uint64_t budget);
/* The kind of database that the search requests, or -1. A search that requests a database does no
 * work (each step returns FQ_RUNNING) until fq_ida_set_pdb hands it a larger database, or NULL to
 * continue with its own. The search makes the request after a fixed number of nodes, so the
 * counters do not depend on the time when the database is ready. */
int fq_ida_requested_pdb(const fq_ida *ida);
void fq_ida_set_pdb(fq_ida *ida, const fq_pdb *pdb);
/* A lower bound: no solution has fewer moves. */
uint32_t fq_ida_bound(const fq_ida *ida);
/* The number of nodes, plus the part of the budget that is carried over. */
uint64_t fq_ida_spent(const fq_ida *ida);
fq_ida_counters fq_ida_counts(const fq_ida *ida);
/* Writes the moves to the board being searched, at most FQ_IDA_MAX_MOVES; after FQ_FOUND they are
 * the solution. Returns the number of moves. */
size_t fq_ida_peek(const fq_ida *ida, uint8_t *moves);
void fq_ida_free(fq_ida *ida);

/* ------------------------------------------------------------------------------------- batches
 *
 * Finds one shortest solution of each of `count` 4x4 boards. lengths[i] is the length of the
 * solution of board i, -1 if there is no solution, or -2 if the board is not an arrangement of the
 * goal's tiles. The moves of the solution start at moves[i * FQ_IDA_PACKED]: four moves per byte,
 * the first move in the lowest bits. */

#define FQ_IDA_PACKED 20 /* bytes per board: no 4x4 board needs more than 80 moves */

typedef struct fq_ida_batch fq_ida_batch;

fq_ida_batch *fq_ida_batch_new(size_t count, const uint8_t *boards, const uint8_t *goal,
                               int32_t *lengths, uint8_t *moves, const fq_prune *prune,
                               const fq_pdb *pdb, fq_error *error);
fq_status fq_ida_batch_step(fq_ida_batch *batch, uint64_t budget);
uint64_t fq_ida_batch_spent(const fq_ida_batch *batch);
fq_ida_counters fq_ida_batch_counts(const fq_ida_batch *batch);
/* The number of boards finished so far. */
size_t fq_ida_batch_done(const fq_ida_batch *batch);
void fq_ida_batch_free(fq_ida_batch *batch);

#endif

/* packing.h - pieces on boards. The comments are the manual.
 *
 * Cells are numbered 0 to cells - 1, pieces in the order given. What a board looks like, and how
 * pieces turn, is the caller's: both machines are given finished tables, so a pyramid of spheres
 * is a board like any other. Functions that make a machine copy what they are given.
 */
#ifndef FQ_PACKING_H
#define FQ_PACKING_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

#define FQ_PACKING_MAX_CELLS  256
#define FQ_PACKING_MAX_PIECES 256
#define FQ_PACKING_MAX_TURNS  24

/* ------------------------------------------------------------------------------- brute force
 *
 * The first empty cell; for each unused piece in order; for each cell of the piece, in order, as
 * the reference put on the empty cell; for each turn in order: one case. If all cells of the piece
 * fall on free cells it is placed, and the next empty cell is filled. A full board with pieces left
 * is a dead end, and so are empty cells with none left.
 *
 * The board lies in a box of places, with enough of them around it that a piece on the board
 * never steps from one edge to the other; places outside the box count as no cells.
 *
 * A piece may fit in the same way by several references and turns, and pieces may be identical;
 * such repeats are cases like any other, but each arrangement is reported once, the first time.
 */

typedef struct fq_brute_problem {
    uint32_t cells;
    uint32_t box;           /* number of places, up to 2^24 */
    const int16_t *cell_at; /* box: the cell at each place, -1 for none */
    const int32_t *place;   /* cells: the place of each cell */
    uint32_t pieces;        /* 1 to FQ_PACKING_MAX_PIECES */
    const uint32_t *start;  /* pieces + 1: where a piece's cells begin among all pieces' cells; */
                            /* every piece has one or more, all of them FQ_PACKING_MAX_CELLS */
    const int32_t *previous_identical; /* pieces: the last identical piece before it, or -1 */
    uint32_t turns;                    /* 1 to FQ_PACKING_MAX_TURNS */
    const int32_t *offset; /* turns x start[pieces]: the place of each cell of the turned piece, */
                           /* relative to any point of the piece */
} fq_brute_problem;

typedef struct fq_brute fq_brute;

typedef struct fq_brute_counters {
    uint64_t cases;     /* reviewed: the unit of the budget */
    uint64_t solutions; /* reported */
} fq_brute_counters;

fq_brute *fq_brute_new(const fq_brute_problem *problem, fq_error *error);
fq_status fq_brute_step(fq_brute *search, uint64_t budget);
/* The piece on each cell now, -1 for an empty one. */
void fq_brute_peek(const fq_brute *search, int16_t *grid);
/* The empty cell that is to be filled, `cells` where there is none; *piece is the one that is tried
 * on it. */
uint32_t fq_brute_hand(const fq_brute *search, uint32_t *piece);
uint64_t fq_brute_spent(const fq_brute *search); /* cases */
fq_brute_counters fq_brute_counts(const fq_brute *search);
void fq_brute_free(fq_brute *search);

/* -------------------------------------------------------------------------------------- count
 *
 * The number of ways to cover the board with placements such that each kind of piece is used as
 * often as it has copies (identical pieces are one kind). Every placement covers the first empty
 * cell, so partial boards that agree on the cells filled and the copies used have the same
 * completions: they are one state of a dynamic program (see count.c).
 *
 * The cells' order matters for speed: between the first and the last cell of any placement there
 * may be at most 64 minus the bits that count the copies (FQ_BAD_SIZE otherwise), and less is
 * better. fq_packing_bits tells what a problem needs.
 */

typedef struct fq_packing_problem {
    uint32_t cells;
    uint32_t kinds;         /* 1 to FQ_PACKING_MAX_PIECES */
    const uint32_t *copies; /* kinds: 1 or more each */
    uint32_t placements;    /* may be 0 */
    const uint32_t *start;  /* placements + 1: where a placement's cells begin */
    const uint16_t *cell;   /* its cells, different ones, in any order */
    const uint16_t *kind;   /* placements: the kind of piece */
} fq_packing_problem;

typedef struct fq_packing_count fq_packing_count;

typedef struct fq_packing_count_counters {
    uint64_t states;     /* expanded: the unit of the budget */
    uint64_t placements; /* made from them */
    uint64_t bytes;      /* memory in use */
} fq_packing_count_counters;

/* Bits of a state; 64 is the most that can be counted. 0 for a problem that is no problem. */
uint32_t fq_packing_bits(const fq_packing_problem *problem);

fq_packing_count *fq_packing_count_new(const fq_packing_problem *problem, uint64_t max_bytes,
                                       fq_error *error);
/* FQ_DONE: the count is known. FQ_FULL: it needs more than max_bytes (or exceeds 2^128). */
fq_status fq_packing_count_step(fq_packing_count *count, uint64_t budget);
/* The number of arrangements, after FQ_DONE: high * 2^64 + low. */
void fq_packing_count_peek(const fq_packing_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_packing_count_spent(const fq_packing_count *count); /* states */
fq_packing_count_counters fq_packing_count_counts(const fq_packing_count *count);
void fq_packing_count_free(fq_packing_count *count);

#endif

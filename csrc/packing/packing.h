/* packing.h - packing pieces on boards: brute force, and counting.
 *
 * Cells are numbered 0 to cells - 1, pieces in the given order. The caller decides about the shape
 * of the board and the turns of the pieces: both machines get finished tables, so a pyramid of
 * spheres is a board like any other. Functions that create a machine copy their arguments. */
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
 * The search fills the first empty cell. It loops over the unused pieces in order, over the cells
 * of the piece in order, and over the turns in order; it puts that cell of the piece on the empty
 * cell. Each combination is one case. If all cells of the turned piece fall on free cells, the
 * piece is placed and the search continues with the next empty cell. A full board with pieces left
 * is a dead end, and so are empty cells with no pieces left.
 *
 * The board lies in a box of places. Enough places surround it that a piece on the board never
 * wraps from one edge to the other. A place outside the box is never a cell of the board.
 *
 * A piece may cover the same cells with several references and turns, and pieces may be identical.
 * Such repetitions count as cases, but each arrangement is reported only the first time. */

typedef struct fq_brute_problem {
    uint32_t cells;
    uint32_t box;           /* number of places, at most 2^24 */
    const int16_t *cell_at; /* [box]: the cell at each place, -1 for none */
    const int32_t *place;   /* [cells]: the place of each cell */
    uint32_t pieces;        /* 1 to FQ_PACKING_MAX_PIECES */
    /* [pieces + 1]: index of each piece's first cell among the cells of all pieces. Every piece has
     * at least 1 cell; together they have at most FQ_PACKING_MAX_CELLS. */
    const uint32_t *start;
    /* [pieces]: the last identical piece before this one, or -1 */
    const int32_t *previous_identical;
    uint32_t turns; /* number of turns, 1 to FQ_PACKING_MAX_TURNS */
    /* [turns][start[pieces]]: the place of each cell of the turned piece, relative to any fixed
     * point of the piece */
    const int32_t *offset;
} fq_brute_problem;

typedef struct fq_brute fq_brute;

typedef struct fq_brute_counters {
    uint64_t cases;     /* cases tested: the unit of the budget */
    uint64_t solutions; /* solutions reported */
} fq_brute_counters;

fq_brute *fq_brute_new(const fq_brute_problem *problem, fq_error *error);
fq_status fq_brute_step(fq_brute *search, uint64_t budget);
/* Writes the number of the piece that is now on each cell, or -1 for an empty cell. */
void fq_brute_peek(const fq_brute *search, int16_t *grid);
/* Returns the empty cell to be filled next, `cells` if there is none. *piece is the piece being
 * tried there. */
uint32_t fq_brute_current_case(const fq_brute *search, uint32_t *piece);
uint64_t fq_brute_spent(const fq_brute *search); /* number of cases */
fq_brute_counters fq_brute_counts(const fq_brute *search);
void fq_brute_free(fq_brute *search);

/* -------------------------------------------------------------------------------------- count
 *
 * Counts the ways to cover the board with placements such that each kind of piece is used exactly
 * as often as it has copies (identical pieces are one kind). Every placement covers the first empty
 * cell. So partial boards with the same filled cells and the same used copies have the same
 * completions: they are one state of a dynamic program (see count.c).
 *
 * The order of the cells matters for speed. The distance between the first and the last cell of any
 * placement may be at most 64 minus the bits that count the copies (otherwise FQ_BAD_SIZE), and a
 * smaller distance is faster. fq_packing_bits returns the number of bits that a problem needs. */

typedef struct fq_packing_problem {
    uint32_t cells;
    uint32_t kinds;         /* 1 to FQ_PACKING_MAX_PIECES */
    const uint32_t *copies; /* [kinds]: number of copies, at least 1 */
    uint32_t placements;    /* number of placements; may be 0 */
    const uint32_t *start;  /* [placements + 1]: index of each placement's first cell in `cell` */
    const uint16_t *cell;   /* the different cells of each placement, in any order */
    const uint16_t *kind;   /* [placements]: the kind of piece */
} fq_packing_problem;

typedef struct fq_packing_count fq_packing_count;

typedef struct fq_packing_count_counters {
    uint64_t states;     /* states expanded: the unit of the budget */
    uint64_t placements; /* placements that fitted when they were tried in these states */
    uint64_t bytes;      /* bytes of memory in use */
} fq_packing_count_counters;

/* The number of bits of a state, at most 64 for a problem that can be counted; 0 if the problem is
 * malformed. */
uint32_t fq_packing_bits(const fq_packing_problem *problem);

fq_packing_count *fq_packing_count_new(const fq_packing_problem *problem, uint64_t max_bytes,
                                       fq_error *error);
/* FQ_DONE: the count is complete. FQ_FULL: it needs more than max_bytes (or exceeds 2^128). */
fq_status fq_packing_count_step(fq_packing_count *count, uint64_t budget);
/* The number of arrangements, after FQ_DONE: high * 2^64 + low. */
void fq_packing_count_peek(const fq_packing_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_packing_count_spent(const fq_packing_count *count); /* number of states */
fq_packing_count_counters fq_packing_count_counts(const fq_packing_count *count);
void fq_packing_count_free(fq_packing_count *count);

#endif

/* packing.h - packs pieces on boards. One machine searches by brute force, another one counts the
 * packings.
 *
 * Cells are numbered 0 to cells - 1, pieces in the given order. The caller describes the shape of
 * the board and the turns of the pieces by tables. The machines know only these tables, so the
 * board can also be a pyramid of spheres. Functions that create a machine copy their arguments. */
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
 * of the piece in order, and over the turns in order. It turns the piece and puts the chosen cell
 * of the piece, called the reference, on the empty cell. Each combination is one case. If all cells
 * of the turned piece fall on free cells, the piece is placed and the search continues with the
 * next empty cell. A full board is a dead end if pieces are left, and a board with empty cells is a
 * dead end if no pieces are left.
 *
 * The IQ Puzzler report prints a variant of this search, which is selected by `after`. It differs
 * in two ways. First, every turn starts from the piece in its current position, which is the
 * position that fitted last while this piece was tried on this cell; at first it is the piece as it
 * was read, measured from the origin of its drawing. Second, the first turn of a plane ignores the
 * reference and leaves the position as it is. So a placed piece may leave the empty cell empty, and
 * the search may miss solutions or report one several times.
 *
 * The cells of the board lie in a larger box of numbered places. The board is surrounded by enough
 * other places that no piece can wrap from one edge of the board to the other. Numbers outside the
 * box belong to no cell of the board.
 *
 * A piece may cover the same cells with several references and turns, and pieces may be identical.
 * Such repetitions count as cases. Without `after`, each arrangement is reported only the first
 * time. */

typedef struct fq_brute_problem {
    uint32_t cells;
    uint32_t box;           /* number of places, at most 2^24 */
    const int16_t *cell_at; /* [box]: the cell at each place, or -1 if there is none */
    const int32_t *place;   /* [cells]: the place of each cell */
    uint32_t pieces;        /* 1 to FQ_PACKING_MAX_PIECES */
    /* [pieces + 1]: index of each piece's first cell among the cells of all pieces. Every piece has
     * at least 1 cell; together they have at most FQ_PACKING_MAX_CELLS. */
    const uint32_t *start;
    /* [pieces]: the last identical piece before this one, or -1 */
    const int32_t *previous_identical;
    uint32_t turns; /* number of turns, 1 to FQ_PACKING_MAX_TURNS */
    /* [turns][start[pieces]]: for each turn, the place of each cell of each piece, relative to a
     * fixed point of the piece (with `after`: the origin of its drawing; without: any point) */
    const int32_t *offset;
    /* NULL, or [turns][turns] for the variant of the report: the turn that results if a piece in
     * the second turn is turned by the first one */
    const uint8_t *after;
    /* number of planes; the turns of a plane follow each other, equally many for each plane */
    uint32_t planes;
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
/* Returns the empty cell to be filled next, or `cells` if no cell is empty. *piece is the piece
 * being tried there. */
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
 * The order of the cells matters for speed. From the first to the last cell of a placement, both
 * included, there may be at most 64 - b cell numbers, where b is the number of bits that count the
 * copies (otherwise the error is FQ_BAD_SIZE). The shorter this range, the faster the count.
 * fq_packing_bits returns the number of bits that a problem needs. */

typedef struct fq_packing_problem {
    uint32_t cells;
    uint32_t kinds;         /* 1 to FQ_PACKING_MAX_PIECES */
    const uint32_t *copies; /* [kinds]: number of copies, at least 1 */
    uint32_t placements;    /* number of placements; may be 0 */
    const uint32_t *start;  /* [placements + 1]: index of each placement's first cell in `cell` */
    const uint16_t *cell;   /* the cells of each placement, in any order, without repetition */
    const uint16_t *kind;   /* [placements]: the kind of the piece that is placed */
} fq_packing_problem;

typedef struct fq_packing_count fq_packing_count;

typedef struct fq_packing_count_counters {
    uint64_t states;     /* states expanded: the unit of the budget */
    uint64_t placements; /* how often a placement fitted when it was tried in one of these states */
    uint64_t bytes;      /* bytes of memory in use */
} fq_packing_count_counters;

/* Returns the number of bits of a state, or 0 if the problem is malformed. A problem can be counted
 * only if this number is at most 64. */
uint32_t fq_packing_bits(const fq_packing_problem *problem);

fq_packing_count *fq_packing_count_new(const fq_packing_problem *problem, uint64_t max_bytes,
                                       fq_error *error);
/* Returns FQ_DONE if the count is complete, and FQ_FULL if the machine needs more than max_bytes of
 * memory (or a number reaches 2^128). */
fq_status fq_packing_count_step(fq_packing_count *count, uint64_t budget);
/* After FQ_DONE, gives the number of packings: high * 2^64 + low. */
void fq_packing_count_peek(const fq_packing_count *count, uint64_t *high, uint64_t *low);
uint64_t fq_packing_count_spent(const fq_packing_count *count); /* number of states */
fq_packing_count_counters fq_packing_count_counts(const fq_packing_count *count);
void fq_packing_count_free(fq_packing_count *count);

#endif

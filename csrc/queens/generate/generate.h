/* generate.h - makes coloured Queens and Star Battle boards with exactly one solution.
 *
 *     fq_generate *m = fq_generate_new(n, first, count, labels, queens, &options, &error);
 *     while (fq_generate_step(m, 100000) == FQ_RUNNING) { }
 *     fq_generate_free(m);
 *
 * Board number i depends only on the options and on i, so a batch may be divided in any way. */
#ifndef FQ_QUEENS_GENERATE_H
#define FQ_QUEENS_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "look.h"
#include "queens/logic/logic.h"

enum { FQ_GENERATE_MIN_N = 4, FQ_GENERATE_MAX_N = 64, FQ_GENERATE_REJECTIONS = 100000 };

#define FQ_NOT_GIVEN       0xff
#define FQ_GENERATE_STRIDE (UINT64_C(1) << 40) /* numbers that differ by it use the same mask */

typedef enum fq_generate_style {
    FQ_GENERATE_MIXED = 0,    /* region sizes as random growth would make them */
    FQ_GENERATE_BALANCED = 1, /* regions of similar sizes */
    FQ_GENERATE_LOPSIDED = 2, /* some small regions, some very large ones */
    FQ_GENERATE_DRAWN = 3     /* as people draw boards; only with one star and no symmetry */
} fq_generate_style;

/* A symmetry of the regions. A symmetry maps each region onto a region. */
typedef enum fq_generate_symmetry {
    FQ_GENERATE_NO_SYMMETRY = 0,
    FQ_GENERATE_HALF_TURN = 1,
    FQ_GENERATE_QUARTER_TURN = 2, /* n is 4 k or 4 k + 1: other boards have no such placement */
    FQ_GENERATE_DIAGONAL = 3,     /* reflection in one of the two diagonals; n is 5 or more */
    FQ_GENERATE_MIRROR = 4,       /* left and right, or top and bottom, except for one cell */
    FQ_GENERATE_ANY_SYMMETRY = 5  /* one of the symmetries that n permits, drawn for each board */
} fq_generate_symmetry;

typedef struct fq_generate_options {
    fq_isa isa;
    uint64_t seed;
    fq_generate_style style;
    fq_generate_symmetry symmetry; /* only with one star and pieces = 1 */
    uint32_t pieces;   /* maximum number of connected pieces of a region; 0 means 1 */
    uint32_t stars;    /* number of stars in each row, column and region: 1 to 6; 0 means 1 */
    uint32_t moves;    /* moves to try, divided by the number of cells; 0: default */
    /* Given cells: `given_count` masks of n x n region numbers from 0 on, and FQ_NOT_GIVEN for other
     * cells; NULL for none. Board i uses mask i % FQ_GENERATE_STRIDE % given_count. */
    const uint8_t *given;
    size_t given_count;
    int complete;          /* whether the given regions get no more cells */
    const int16_t *placed; /* for each row the column of the queen, or -1; NULL for none */
    uint32_t least;        /* minimum number of cells of a region that is not complete */
    uint32_t largest;      /* maximum number of cells of such a region; 0 for no maximum */
    uint32_t single_cells; /* number of regions with one cell, plus 1; 0 for any number */
    int tier;          /* the fq_logic_tier that the boards must have; negative: any tier */
    /* What the rating of the boards must be like. Bit r of `use` and of `avoid` stands for rule r of
     * the logic engine: a rule that the rating uses, or does not use. The score and the number of
     * steps lie between the two numbers; a maximum of 0 means no limit. */
    uint32_t use, avoid;
    uint32_t score[2], steps[2];
    uint64_t patience; /* solver nodes after which a move is given up; 0: default */
    /* with several stars: number of nodes of the counting search (stars/stars.h) before the table
     * search (stars/table_search.h) takes over; 0: default, chosen by stars and tier */
    uint64_t opening;
    const int16_t *look_weights; /* only FQ_GENERATE_DRAWN: see look.h; copied; NULL: default */
} fq_generate_options;

typedef struct fq_generate_counters {
    uint64_t moves;    /* number of moves tried */
    uint64_t nodes;    /* search nodes of the solver */
    uint64_t accepted; /* tried moves that were kept */
    uint64_t rivals;   /* moves refused because of a second solution */
    uint64_t given_up; /* moves refused because the solver reached the limit */
    uint64_t rated;    /* boards rated by the logic engine */
    uint64_t logic;    /* work of the logic engine */
    uint64_t boards;   /* boards finished */
    uint64_t starts;   /* boards begun */
} fq_generate_counters;

typedef struct fq_generate fq_generate;

/* How a board is made. The board has exactly one solution at any time. It begins with the queens of
 * a random placement: n - 1 regions have one cell each, and one region has all other cells. Then
 * cells on the border of two regions move from one region to the other. A move is refused if it
 * moves a queen, if a region would get too many pieces, or if a second solution would arise. A
 * second solution would have a queen on the moved cell, because no other cell has changed its
 * region. So the solver begins with a queen on this cell. For most moves it needs two or three
 * nodes, while a full proof of uniqueness needs dozens of nodes. Moves that bring the region sizes
 * nearer to random target sizes are preferred.
 *
 * With several stars, n - 1 regions begin with only their stars, which do not touch. Before the
 * moves begin, cells of the last region join the stars of each other region (join.c); the solver
 * checks each of these cells.
 *
 * If a region may have several pieces, moves may divide it, and with several stars fewer of its
 * stars are joined. If all regions of the board are connected after its moves, the generator makes
 * some more moves, and after some attempts it begins another board. So every finished board has a
 * region in several pieces.
 *
 * If a tier or another property of the rating is requested, the logic engine rates the board after
 * its moves. If the board has another rating, the generator makes some more moves and rates the
 * board again; after some ratings it begins another board.
 *
 * With a symmetry, a move moves a cell and its images to a region and its images. If the board and
 * its solution have the symmetry, a second solution through an image of the cell has an image
 * through the cell itself, so the solver still begins with one queen. If no region is its own
 * image, the board begins with two or four large regions, which grow from their queens
 * (start.c).
 *
 * A board with mirror symmetry has an even number of solutions, because no placement is its own
 * mirror image. So the generator keeps exactly two solutions, the solution and its image, and each
 * region begins with one cell of both (mirror.c). After the moves, one cell of the image moves to
 * another region. This cell, the flaw, leaves one solution.
 *
 * With the style "drawn", the moves follow a plan for the sizes of the regions, a symmetry of most
 * borders, symmetric regions and repeated shapes (look.h). If a board does not have the planned
 * symmetry after its moves, or if it has a region of one cell that is not planned, the generator
 * makes some more moves, and after some attempts it begins another board with the same plan.
 *
 * Boards of several stars get harder as their regions become more alike in size, and boards made
 * by people have regions of nearly equal sizes. So if hard boards are wanted, all target sizes are
 * nearly equal, and the stars of the last region are close together too. Then the generator makes
 * only moves that bring the sizes nearer to the target sizes, and one of eight moves that leave the
 * distance to the target sizes unchanged. The table search checks these moves. */

/* Creates a generator of the boards with numbers `first` to `first` + `count` - 1. `labels` gets
 * `count` boards of n x n region numbers, counted from 0 in order of first appearance. `queens`
 * gets the solutions of the boards: for each board n * stars columns, row by row and from left to
 * right. The caller owns both arrays, which must outlive the generator. Returns NULL and
 * FQ_BAD_SIZE unless n is FQ_GENERATE_MIN_N * stars to FQ_GENERATE_MAX_N (smaller boards have no
 * placement), the size permits the symmetry, all other options are in their ranges, and the tier is
 * negative or a tier that the logic engine can rate. With several stars or pieces, and with
 * FQ_GENERATE_DRAWN, the options from `symmetry` to `single_cells` must be 0; several stars or pieces
 * may have bounds of sizes. FQ_GENERATE_DRAWN needs one star. Given regions of a board with mirror
 * symmetry must be complete. The caller keeps the arrays of the options too. */
fq_generate *fq_generate_new(uint32_t n, uint64_t first, size_t count, uint8_t *labels,
                             int16_t *queens, const fq_generate_options *options, fq_error *error);
void fq_generate_free(fq_generate *m);

/* Does at most `budget` units of work. A unit is a tried move, a search node, a unit of work of the
 * logic engine or, with several stars or a symmetry, a begun board. Returns FQ_DONE if all boards
 * are made, if FQ_GENERATE_REJECTIONS boards in a row had another tier, another look than planned
 * or only connected regions although several pieces are allowed, or if no start board was found
 * (start.c). */
fq_status fq_generate_step(fq_generate *m, uint64_t budget);
int fq_generate_gave_up(const fq_generate *m);
/* Returns the number of finished boards, which come first in the arrays. */
size_t fq_generate_done(const fq_generate *m);
/* Copies the current board and its solution. While a move is being checked, the board may have a
 * second solution. Before the first step all queens are -1. */
void fq_generate_peek(const fq_generate *m, uint8_t *labels, int16_t *queens);
/* Returns the look of the board; all numbers are 0 unless the style is FQ_GENERATE_DRAWN. After
 * the last move of a board, these are the numbers of the finished board. */
fq_look_counts fq_generate_look(const fq_generate *m);
uint64_t fq_generate_spent(const fq_generate *m);
fq_generate_counters fq_generate_counts(const fq_generate *m);

#endif

/* generate.h - coloured Queens and Star Battle boards with exactly one solution.
 *
 *     fq_generate *m = fq_generate_new(n, first, count, labels, queens, &options, &error);
 *     while (fq_generate_step(m, 100000) == FQ_RUNNING) { }
 *     fq_generate_free(m);
 *
 * Board number i depends on the options and on i alone, so a batch may be cut into any pieces.
 *
 * The board has one solution from the first moment on. It begins with n - 1 regions of one cell,
 * the queens of a random placement, and one region that has the rest; nothing is left to choose.
 * Then cells on the border of two regions change sides, never a queen's cell, never so that a
 * region falls apart, and never so that a second solution arises. A new solution would have to
 * use the cell that moved, everything else being as before; so the solver begins with a queen on
 * that cell, and answers in two or three nodes for most moves where a full proof that the board is
 * unique takes dozens. Region sizes drift towards a random target.
 *
 * With several stars a region, the board begins with n - 1 regions that have only their stars,
 * which do not touch. Before the moves begin, cells from the rest connect the stars of each (see
 * join.c); the solver is asked in the same way.
 *
 * Where a tier is asked for, the board is rated when its moves are used up. Until it has the tier
 * it moves on a little and is rated again; after some ratings another board is begun.
 *
 * Boards of several stars get harder as their regions become alike, and those that people make are
 * nearly so. Where hard boards are wanted, targets are alike, the stars of the region with the rest
 * stand together as well, and only moves that bring sizes nearer to their targets are made, one of
 * eight that exchange sizes, and no others; the search over ways (stars/ways.h) answers.
 */
#ifndef FQ_QUEENS_GENERATE_H
#define FQ_QUEENS_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "queens/logic/logic.h"

enum { FQ_GENERATE_MIN_N = 4, FQ_GENERATE_MAX_N = 64, FQ_GENERATE_RATINGS = 100000 };

typedef enum fq_generate_style {
    FQ_GENERATE_MIXED = 0,    /* sizes as growing at random makes them */
    FQ_GENERATE_BALANCED = 1, /* more alike */
    FQ_GENERATE_LOPSIDED = 2  /* some small, some very large */
} fq_generate_style;

typedef struct fq_generate_options {
    fq_isa isa;
    uint64_t seed;
    fq_generate_style style;
    int scattered;     /* nonzero: a region may be in several pieces */
    uint32_t stars;    /* in each row, column and region: 1 to 6; 0 for 1 */
    uint32_t moves;    /* to try for each cell of the board; 0 for what the size and style want */
    int tier;          /* an fq_logic_tier that the boards must have; negative for any */
    uint64_t patience; /* nodes after which a move is given up; 0 for what the size wants */
    uint64_t opening;  /* with several stars, nodes of counting after which a move is looked at by */
                       /* ways (stars/ways.h); 0 for what the stars and the tier want */
} fq_generate_options;

typedef struct fq_generate_counters {
    uint64_t moves;    /* tried */
    uint64_t nodes;    /* of the solver */
    uint64_t accepted; /* moves made */
    uint64_t rivals;   /* moves that would have brought a second solution */
    uint64_t given_up; /* moves about which the solver did not know in time */
    uint64_t rated;    /* boards looked at by the logic engine */
    uint64_t logic;    /* its work */
    uint64_t boards;   /* made */
    uint64_t starts;   /* boards begun */
} fq_generate_counters;

typedef struct fq_generate fq_generate;

/* `labels` takes count boards of n * n region numbers, counted from 0 in order of first
 * appearance; `queens` their solutions, count times n * stars columns, row by row and from left to
 * right. Both are the caller's and must outlive the machine. FQ_BAD_SIZE unless n is
 * FQ_GENERATE_MIN_N times the stars to FQ_GENERATE_MAX_N and the tier, if any, is one that the
 * rules solve. On fewer rows there are no placements at all. */
fq_generate *fq_generate_new(uint32_t n, uint64_t first, size_t count, uint8_t *labels,
                             int16_t *queens, const fq_generate_options *options, fq_error *error);
void fq_generate_free(fq_generate *m);

/* Does at most `budget` units: moves tried (with several stars, boards begun as well), nodes, work
 * of the logic engine. FQ_DONE when all boards are made, or one of the tier was not found in
 * FQ_GENERATE_RATINGS ratings, or none whose regions can be joined in many attempts. */
fq_status fq_generate_step(fq_generate *m, uint64_t budget);
int fq_generate_gave_up(const fq_generate *m);
/* Boards finished: the first so many of the arrays. */
size_t fq_generate_done(const fq_generate *m);
/* The board as it is now, and its solution, unique unless a move is being looked at; -1 for all
 * queens before the first step. */
void fq_generate_peek(const fq_generate *m, uint8_t *labels, int16_t *queens);
uint64_t fq_generate_spent(const fq_generate *m);
fq_generate_counters fq_generate_counts(const fq_generate *m);

#endif

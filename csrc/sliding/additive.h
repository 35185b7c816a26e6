/* additive.h - additive pattern databases of any rectangle, small enough to build in a moment.
 *
 * The tiles are divided into patterns of up to four tiles. For each arrangement of the tiles of a
 * pattern, a database holds the least number of moves of these tiles that brings them home while
 * all other tiles may be passed freely, for the best cell of the blank. The sum over the patterns
 * is a lower bound on the moves left (Korf and Felner, 2002). A second partition of the tiles gives
 * a second sum, called the second side. If the board and the cell of the goal's blank are symmetric
 * to a diagonal, the second side is the first one on the mirrored board and needs no databases of
 * its own.
 *
 * With patterns of one tile the sum is the Manhattan distance. The databases of 5x5 with patterns
 * of four tiles take 2.3 MB. The databases of sliding.h (4x4 only) give better bounds, but nothing
 * like them can be built for 5x5 within seconds.
 *
 * Tiles are named by their homes: tile h belongs on cell h of the goal. */
#ifndef FQ_SLIDING_ADDITIVE_H
#define FQ_SLIDING_ADDITIVE_H

#include <stdint.h>

#include "common/search.h"
#include "sliding.h"

#define FQ_ADDITIVE_MAX_TILES 4

typedef struct fq_additive fq_additive;

typedef struct fq_additive_counters {
    uint64_t entries; /* entries processed while building */
} fq_additive_counters;

/* Creates the databases without building them, for goals with the blank on `blank`, with patterns
 * of `tiles` tiles (the last pattern may be smaller). The error is FQ_BAD_SIZE if rows or columns
 * are not 2 to 5, if there is no such cell, or if `tiles` is not 1 to 4. */
fq_additive *fq_additive_new(uint32_t rows, uint32_t columns, uint32_t blank, uint32_t tiles,
                             fq_error *error);
/* Builds the databases; a unit of the budget is one entry processed. Returns FQ_DONE when the
 * databases can be used, and FQ_FULL if memory ran out. Unlike the searches, the databases have no
 * peek function, because they have no solution to show. */
fq_status fq_additive_step(fq_additive *a, uint64_t budget);
uint64_t fq_additive_spent(const fq_additive *a);
fq_additive_counters fq_additive_counts(const fq_additive *a);
void fq_additive_free(fq_additive *a);

/* The lower bound of a board, after FQ_DONE: the larger sum. at[h] is the cell of tile h. The board
 * must be an arrangement of all tiles. */
uint32_t fq_additive_value(const fq_additive *a, const uint8_t *at);

/* ---- for searches, which update the two sums move by move ---- */

typedef struct fq_additive_side {
    uint8_t image[FQ_SLIDING_MAX_CELLS];   /* the mirrored cell, or the cell itself */
    uint8_t pattern[FQ_SLIDING_MAX_CELLS]; /* for each tile: its pattern; of no use for the blank */
    uint32_t unit[FQ_SLIDING_MAX_CELLS];   /* for each tile: what a cell adds to the index */
} fq_additive_side;

struct fq_additive {
    uint32_t rows, columns, cells, blank, tiles;
    uint32_t patterns; /* number of patterns of all sides that have databases of their own */
    fq_additive_side side[2];
    uint8_t *distance[2 * FQ_SLIDING_MAX_CELLS]; /* distance[pattern][index] */
    /* homes[pattern]: its tiles, `size` many; the index of an arrangement is the sum of
     * image[cell] * unit[tile] over its tiles */
    uint8_t homes[2 * FQ_SLIDING_MAX_CELLS][FQ_ADDITIVE_MAX_TILES];
    uint8_t size[2 * FQ_SLIDING_MAX_CELLS];
    int ready;
    int full;
    uint64_t spent;
    struct fq_additive_build *build; /* not NULL while the databases are built */
};

/* Writes the index of the arrangement of each pattern of a side: index[pattern]. */
static inline void fq_additive_indices(const fq_additive *a, const fq_additive_side *side,
                                       const uint8_t *at, uint32_t *index)
{
    for (uint32_t i = 0; i < a->patterns; i++) index[i] = 0;
    for (uint32_t tile = 0; tile < a->cells; tile++)
        if (tile != a->blank)
            index[side->pattern[tile]] += side->image[at[tile]] * side->unit[tile];
}

/* The sum of a side, from the indices of its patterns. */
uint32_t fq_additive_sum(const fq_additive *a, uint32_t side, const uint8_t *at);

#endif

/* ways.h - Star Battle boards that counting alone does not settle, up to 32 rows and 7 stars.
 *
 * Depth-first search with strong propagation, to a fixed point at every node, the cheap looks first:
 *
 *   bands    every two adjacent rows, and columns, exactly (bands.h)
 *   tables   every way to put the missing stars of a region, as a bit; a way goes when one of its
 *            cells does, a cell that is in no way goes, one that is in all is a star, and so goes a
 *            cell outside that all ways touch
 *   sums     the least and the most stars that each region can have on each line, and on the first
 *            i lines together; over all regions they must come to what the lines take, and ways
 *            beyond the slack go
 *
 * A node tries one cell with a star, then goes on without it: the cell in most ways of the region
 * with the fewest, or, where much is left, what a look ahead finds best (branching.h). The tree is
 * the same on every instruction set.
 *
 *   lanes.h      vectors        bands.h        the bands, for one width of lanes
 *   tables.h     ways, sums     ways_search.h  propagation and the search
 *   branching.h  branching
 *   ways_ISA.c                  both for one instruction set, for 16 and for 32 rows
 *
 * Tried, on boards made by others unless it says otherwise:
 * - Sums before the first tables: the same nodes, 1.12 times the instructions on 10x10 boards.
 * - Tables looked at before bands: 0.92 of the time from 17 rows on, where it is done, and 1.3 times
 *   on 14x14 boards.
 * - Bands of 4 stars and more in lanes of 64 bits only: twice the time in bands on 21x21 boards.
 * - Looking through a table from its first block on, not from where a way was last seen: 1.04 times
 *   the instructions on 21x21 boards.
 */
#ifndef FQ_QUEENS_STARS_WAYS_H
#define FQ_QUEENS_STARS_WAYS_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"
#include "queens/board/geometry.h"

#define FQ_WAYS_N      32
#define FQ_WAYS_STARS  7
#define FQ_WAYS_TOUCH  64 /* cells outside a region that its ways are asked about, at most */

typedef struct fq_ways fq_ways;

/* How a forcing chain ended: in a dead end, in nothing more to see, or not within its limit. */
typedef enum fq_chain_end { FQ_CHAIN_REFUTED, FQ_CHAIN_RESTS, FQ_CHAIN_GOES_ON } fq_chain_end;

typedef struct fq_ways_kernel {
    size_t state; /* bytes of a state without its tables */
    void (*begin)(fq_ways *, const uint64_t *cand, const uint16_t *placed, uint32_t count);
    fq_status (*run)(fq_ways *, uint64_t stop);
    uint32_t (*cells)(const fq_ways *, uint16_t *cells);
    void (*left)(const fq_ways *, uint8_t *left);
    int (*hand)(const fq_ways *);
    int (*settle)(fq_ways *, const uint32_t *cand, const uint32_t *star);
    int (*suppose)(fq_ways *, uint32_t cell);
    fq_chain_end (*follow)(fq_ways *, uint32_t cell, uint32_t limit);
    void (*show)(const fq_ways *, uint32_t depth, uint32_t *cand, uint32_t *star);
} fq_ways_kernel;

typedef struct fq_level { /* a number of stars on a line, or on the first lines */
    uint8_t lane; /* whose least and most */
    uint8_t base; /* stars that stand there already */
    uint8_t most; /* further stars that have a set of ways, */
    uint16_t at;  /* from levels[at] for one further star on */
} fq_level;

struct fq_ways {
    uint32_t n, stars;
    size_t table;    /* bytes of a table, at most: a bit a way */
    uint32_t depth, floor; /* the search ends where it would go back from depth `floor` */
    uint32_t rounds;       /* of looks, since anybody set it to 0 */
    int ahead;             /* may look ahead to choose a cell: the caller's */
    fq_resume resume;
    fq_board_counters *counts;
    const fq_ways_kernel *kernel;
    const uint8_t *region_of;
    uint32_t region[FQ_WAYS_N][FQ_WAYS_N]; /* cells of a region: bit c of [g][r] */
    uint8_t first[FQ_WAYS_N], last[FQ_WAYS_N]; /* rows of a region */
    uint8_t takes[4 * FQ_WAYS_N];              /* stars that a line, or the first lines, take */
    uint32_t failures[FQ_WAYS_N];              /* choices in a region that failed at once */
    /* the table of region g, as it was built: */
    uint32_t used[FQ_WAYS_N];                  /* its blocks (lanes.h) */
    uint16_t index[FQ_WAYS_N * FQ_WAYS_N];     /* of a cell in its region */
    void *with[FQ_WAYS_N];                     /* per cell: the ways that have it */
    void *touch[FQ_WAYS_N];                    /* per cell outside: the ways that touch it */
    /* the block where a way with the cell, without it, or not touching it was last seen: most often
     * there still is one */
    uint8_t seen_with[FQ_WAYS_N * FQ_WAYS_N], seen_without[FQ_WAYS_N * FQ_WAYS_N];
    uint8_t seen_apart[FQ_WAYS_N][FQ_WAYS_TOUCH];
    uint16_t touched[FQ_WAYS_N][FQ_WAYS_TOUCH];
    uint32_t touches[FQ_WAYS_N];
    void *levels[FQ_WAYS_N];
    fq_level level[FQ_WAYS_N][4 * FQ_WAYS_N];
    uint32_t level_count[FQ_WAYS_N];
    uint16_t (*way)[8]; /* ways as they are found: their cells */
    char *states;       /* of depth 0, 1, ... */
    size_t stride;
    uint64_t *entered;  /* nodes when a depth was entered */
    void *memory;
};

/* For boards of n rows; NULL without memory. `counts` is the caller's. */
fq_ways *fq_ways_new(uint32_t n, uint32_t stars, fq_isa isa, fq_board_counters *counts);
/* Another board, from these candidates (a word a row) and these stars on. `region_of` is kept. */
void fq_ways_load(fq_ways *ways, const uint8_t *region_of, const uint64_t *cand,
                  const uint16_t *placed, uint32_t count);
/* Goes on until a solution, the end, or until counts->nodes reaches `stop`. */
fq_status fq_ways_run(fq_ways *ways, uint64_t stop);
/* The cells of the stars standing now, row by row; returns how many. */
uint32_t fq_ways_cells(const fq_ways *ways, uint16_t *cells);
/* As fq_stars_left and fq_stars_hand. */
void fq_ways_left(const fq_ways *ways, uint8_t *left);
int fq_ways_hand(const fq_ways *ways);
void fq_ways_free(fq_ways *ways);

/* For forcing chains, in place of fq_ways_run. Takes over what is known by now, candidates and stars
 * a row, beyond what the root found itself, and looks as far as that goes. Returns 0 at a dead end,
 * after which the board must be loaded again. */
int fq_ways_settle(fq_ways *ways, const uint32_t *cand, const uint32_t *star);
/* Puts a star on a cell that the root, which was settled, may have; 0 if it may not. Then
 * fq_ways_run looks for solutions with it, the first node being what follows without a choice. UINT32_MAX: any
 * solution. */
int fq_ways_suppose(fq_ways *ways, uint32_t cell);
/* Follows what a star on a cell forces, without a choice, for `limit` rounds at most; ways->rounds
 * says how many there were. */
fq_chain_end fq_ways_follow(fq_ways *ways, uint32_t cell, uint32_t limit);
/* What is open and what stands, a row a word: at the root (0), or after the star supposed (1). */
void fq_ways_show(const fq_ways *ways, uint32_t depth, uint32_t *cand, uint32_t *star);

extern const fq_ways_kernel fq_ways_scalar[2], fq_ways_avx2[2], fq_ways_avx512[2];

#endif

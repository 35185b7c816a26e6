/* table_search.h - Star Battle with placement tables, for up to 32 rows and 7 stars.
 *
 * Depth-first search. Each node applies these checks until none of them finds anything new:
 *
 *   bands    solve each pair of adjacent rows, and of adjacent columns, exactly (bands.h)
 *   tables   list all placements of the missing stars of each region (tables.h)
 *   sums     bound the number of stars that each region puts on each line (tables.h)
 *
 * The search then branches on one cell (branching.h): it first tries a star on this cell, and then
 * no star. The search tree is the same for every instruction set. */
#ifndef FQ_QUEENS_STARS_TABLE_SEARCH_H
#define FQ_QUEENS_STARS_TABLE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "queens/board/batch.h"
#include "queens/board/geometry.h"

#define FQ_TABLES_MAX_N       32
#define FQ_TABLES_MAX_STARS   7
#define FQ_TABLES_MAX_OUTSIDE 64 /* most cells outside a region that its table checks */

typedef struct fq_tables fq_tables;

/* How a forcing chain ended: it led to a contradiction (REFUTED), nothing more can be deduced
 * (STUCK), or more could perhaps be deduced (UNFINISHED), for example because the limit was
 * reached. */
typedef enum fq_chain_end {
    FQ_CHAIN_REFUTED,
    FQ_CHAIN_STUCK,
    FQ_CHAIN_UNFINISHED
} fq_chain_end;

/* The functions for one size of board and one instruction set. */
typedef struct fq_tables_kernel {
    size_t state_bytes; /* size of a state without its sets of placements */
    void (*load_root)(fq_tables *, const uint64_t *cand, const uint16_t *placed, uint32_t count);
    fq_status (*run)(fq_tables *, uint64_t stop);
    uint32_t (*list_stars)(const fq_tables *, uint16_t *cells);
    void (*possible_cells)(const fq_tables *, uint8_t *possible);
    int (*last_star)(const fq_tables *);
    int (*refine_root)(fq_tables *, const uint32_t *cand, const uint32_t *star);
    int (*assume)(fq_tables *, uint32_t cell);
    fq_chain_end (*follow_chain)(fq_tables *, uint32_t cell, uint32_t limit);
    void (*read_state)(const fq_tables *, uint32_t depth, uint32_t *cand, uint32_t *star);
} fq_tables_kernel;

/* The levels of one region for one lane. A lane is one row, one column, the rows 0 to r together,
 * or the columns 0 to c together. A level is a set of placements of the region: set first_set + t
 * of `levels` holds the placements that add at least t + 1 stars to the lane. */
typedef struct fq_level {
    uint8_t lane; /* index of the lane in `least` and `most` */
    uint8_t base; /* number of stars of the region that are already in the lane */
    uint8_t most; /* number of levels */
    uint16_t first_set;
} fq_level;

struct fq_tables {
    uint32_t n, stars;
    size_t table_bytes;    /* largest size of a table: one bit for each placement */
    uint32_t depth, floor; /* when the search backtracks from depth `floor`, it ends */
    uint32_t rounds;       /* rounds of propagation since a caller set this to 0 */
    int may_look_ahead;    /* nonzero, set by the caller: choose cells by looking ahead */
    fq_resume resume;
    fq_board_counters *counts;
    const fq_tables_kernel *kernel;
    const uint8_t *region_of;
    uint32_t region[FQ_TABLES_MAX_N][FQ_TABLES_MAX_N]; /* bit c of [g][r]: cell of region g */
    uint8_t first_row[FQ_TABLES_MAX_N], last_row[FQ_TABLES_MAX_N]; /* the rows of each region */
    uint8_t required[4 * FQ_TABLES_MAX_N]; /* number of stars that each lane (see fq_level) needs */
    uint32_t failures[FQ_TABLES_MAX_N];    /* number of branches in a region that failed at once */

    /* The table of each region. Its sets do not change after the table was built. */
    uint32_t blocks[FQ_TABLES_MAX_N];                  /* vectors per set of placements */
    uint16_t index[FQ_TABLES_MAX_N * FQ_TABLES_MAX_N]; /* number of a cell within its region */
    void *with_cell[FQ_TABLES_MAX_N]; /* for each cell of the region: the placements that use it */
    void *near_cell[FQ_TABLES_MAX_N]; /* for each cell outside: the placements that touch it */
    /* For each cell: the block of the set in which the last check found a placement that uses the
     * cell (`with`), does not use the cell (`without`) or does not touch the cell (`clear`). The
     * next check starts at this block, because it usually finds such a placement there again. */
    uint8_t block_with[FQ_TABLES_MAX_N * FQ_TABLES_MAX_N];
    uint8_t block_without[FQ_TABLES_MAX_N * FQ_TABLES_MAX_N];
    uint8_t block_clear[FQ_TABLES_MAX_N][FQ_TABLES_MAX_OUTSIDE];
    uint16_t outside_cell[FQ_TABLES_MAX_N][FQ_TABLES_MAX_OUTSIDE]; /* the cells of `near_cell` */
    uint32_t outside_count[FQ_TABLES_MAX_N];
    void *levels[FQ_TABLES_MAX_N];
    fq_level level[FQ_TABLES_MAX_N][4 * FQ_TABLES_MAX_N];
    uint32_t level_count[FQ_TABLES_MAX_N];

    uint16_t (*placement)[8]; /* the cells of each placement of the table being built */
    char *states;             /* one state for each depth */
    size_t state_bytes;       /* size of a state with its sets of placements */
    uint64_t *node_at_depth;  /* value of the node counter when the search entered a depth */
    void *memory;
};

/* Makes a search for boards of n rows; returns NULL if there is no memory. The search adds to the
 * caller's `counts`. */
fq_tables *fq_tables_new(uint32_t n, uint32_t stars, fq_isa isa, fq_board_counters *counts);
/* Loads a board with its candidates (one word per row) and the cells of its stars so far
 * (`placed`). The search keeps the pointer `region_of`. */
void fq_tables_load(fq_tables *tables, const uint8_t *region_of, const uint64_t *cand,
                    const uint16_t *placed, uint32_t count);
/* Continues the search until it finds a solution, ends, or counts->nodes reaches `stop`. */
fq_status fq_tables_run(fq_tables *tables, uint64_t stop);
/* Writes the cells of the current stars, row by row, and returns their number. */
uint32_t fq_tables_cells(const fq_tables *tables, uint16_t *cells);
/* Works like fq_stars_possible_cells. */
void fq_tables_possible_cells(const fq_tables *tables, uint8_t *possible);
/* Works like fq_stars_last_star. */
int fq_tables_last_star(const fq_tables *tables);
void fq_tables_free(fq_tables *tables);

/* ------------------------------------------------------------------------------ forcing chains */

/* Removes all candidates of the root that are not in `cand`, adds the stars in `star` (both one
 * word per row), and propagates. Returns 0 if this leads to a contradiction; the caller must then
 * load the board again. */
int fq_tables_refine_root(fq_tables *tables, const uint32_t *cand, const uint32_t *star);
/* Puts a star on a candidate of the refined root; returns 0 if the cell is not a candidate.
 * Afterwards fq_tables_run finds the solutions with this star. If `cell` is UINT32_MAX, no star is
 * added and fq_tables_run finds all solutions. */
int fq_tables_assume(fq_tables *tables, uint32_t cell);
/* Puts a star on a cell and propagates for at most `limit` rounds, without branching. Afterwards
 * tables->rounds is the number of rounds used. */
fq_chain_end fq_tables_follow_chain(fq_tables *tables, uint32_t cell, uint32_t limit);
/* Reads the candidates and stars of the root (depth 0), or of the state after the assumed star
 * (depth 1), one word per row. */
void fq_tables_read_state(const fq_tables *tables, uint32_t depth, uint32_t *cand, uint32_t *star);

extern const fq_tables_kernel fq_tables_scalar[2], fq_tables_avx2[2], fq_tables_avx512[2];

#endif

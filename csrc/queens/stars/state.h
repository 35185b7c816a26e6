/* state.h - the state of the Star Battle search, shared by these files:
 *
 *   search.c        set-up, phases, restarts, batches, choice of the kernel
 *   narrow.h        counting search for n <= 21 and up to 3 stars: the board in 1 to 7 words
 *   wide.c          counting search for all other boards: one word per row
 *   narrow_ISA.c    narrow.h compiled for one instruction set
 *   table_search.h  search with placement tables, up to 32 rows and 7 stars
 */
#ifndef FQ_QUEENS_STARS_STATE_H
#define FQ_QUEENS_STARS_STATE_H

#include "common/rng.h"
#include "queens/board/geometry.h"
#include "stars.h"
#include "table_search.h"

/* The counting search has no counters. The number of missing stars of a unit is stored in masks:
 * missing[m] is the set of units that miss exactly m + 1 stars, and a star moves its row, column
 * and region to the mask below. Numbers of candidates are masks as well: least[j] is the set of
 * units with more than j candidates. Then
 *
 *     dead ends     missing[m] & ~least[m]
 *     forced units  missing[m] &  least[m] & ~least[m + 1]
 *     slack of one  missing[m] &  least[m + 1] & ~least[m + 2]
 */

#define FQ_NO_RESTART_MAX_N 13 /* the counting search never restarts up to this n */
#define FQ_NARROW_MAX_STARS 3  /* most stars in the narrow search */

/* The phase of a search. Most boards begin with the opening: the counting search for a few nodes.
 * It finishes easy boards faster than tables can be built. Its solutions are stored until the
 * search is complete, because otherwise the table search would find them again. */
typedef enum fq_stars_phase {
    FQ_COUNTING,        /* counting search without a limit */
    FQ_OPENING,         /* counting search, limited to a few nodes */
    FQ_RETURNING,       /* return the stored solutions; the opening found all solutions */
    FQ_SEARCHING_TABLES /* table search */
} fq_stars_phase;
#define FQ_OPENING_SOLUTIONS 4 /* most solutions that an opening stores */

/* A branch to return to. It holds the candidates without the cell that was tried. */
typedef struct fq_stars_frame {
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t missing[FQ_NARROW_MAX_STARS];
    uint32_t placed;
} fq_stars_frame;

/* The layout of the masks is described in board/geometry.h. */
typedef struct fq_stars_narrow {
    fq_units unit;
    uint64_t cells[64 * FQ_NARROW_WORDS];             /* the cells of each unit, W words each */
    uint64_t near[FQ_NARROW_CELLS * FQ_NARROW_WORDS]; /* each cell with its neighbours: W words */
    uint64_t lines[FQ_NARROW_CELLS];      /* unit mask of each cell: its row and column */
    uint64_t units[FQ_NARROW_WORDS * 64]; /* unit mask of each cell: its row, column and region */
    uint64_t all[FQ_NARROW_WORDS];
    uint64_t all_units;
    uint8_t region_bit[FQ_NARROW_N];
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t missing[FQ_NARROW_MAX_STARS];
    fq_stars_frame root; /* the state at the start of each run */
    fq_stars_frame frame[FQ_NARROW_N * FQ_NARROW_MAX_STARS];
} fq_stars_narrow;

/* The units of one kind. Bit i is row i, column i or region i. */
typedef struct fq_stars_lines {
    uint64_t missing[FQ_MAX_STARS];
} fq_stars_lines;

/* One word per row: bit c of cand[r] is the cell in row r and column c. */
typedef struct fq_stars_state {
    uint64_t cand[FQ_STARS_MAX_N];
    fq_stars_lines kind[3]; /* regions, rows, columns */
    uint32_t placed;
} fq_stars_state;

typedef struct fq_stars_wide {
    fq_stars_state now, root; /* `root` is the state at the start of each run */
    fq_wide_regions region;
    uint64_t cells[FQ_STARS_MAX_N * FQ_STARS_MAX_N]; /* memory for region.cells */
    fq_stars_state frame[FQ_STARS_MAX_N * FQ_MAX_STARS];
} fq_stars_wide;

struct fq_stars {
    uint32_t n, stars;
    fq_isa isa;
    uint64_t opening;        /* nodes of the opening */
    uint32_t words, vectors; /* narrow boards: W and V (board/geometry.h) */
    fq_resume resume;
    uint32_t depth;  /* number of frames in use */
    uint32_t placed; /* number of stars; trail[0 .. placed - 1] are their cells */
    int random;      /* nonzero from the second run on: choose cells at random */
    fq_rng rng;
    uint64_t seed;
    uint64_t run_limit;        /* node limit of this run */
    uint64_t run_end;          /* value of the node counter at which this run stops */
    fq_stars_counters counts;
    uint64_t solutions_before; /* solutions of the earlier boards of a batch */
    void (*load)(fq_stars *);  /* sets the masks of the regions from `region_of` */
    fq_status (*run)(fq_stars *, uint64_t stop);
    fq_stars_narrow *narrow;
    fq_stars_wide *wide;
    fq_stars_phase phase;
    uint64_t opening_end;      /* value of the node counter at which the opening ends */
    /* number of solutions that the opening stored; number of them that were returned so far */
    uint32_t stored, returned;
    fq_tables *tables;        /* allocated when first needed */
    uint16_t solutions[FQ_OPENING_SOLUTIONS][FQ_TABLES_MAX_N * FQ_TABLES_MAX_STARS];
    uint16_t trail[FQ_STARS_MAX_N * FQ_MAX_STARS];
    _Alignas(64) uint8_t region_of[FQ_STARS_MAX_N * FQ_STARS_MAX_N];
};

/* The narrow searches of one instruction set, by kind of board and number of stars minus one. */
typedef struct fq_stars_kernels {
    void (*load[FQ_NARROW_KINDS])(fq_stars *);
    fq_status (*run[FQ_NARROW_KINDS][FQ_NARROW_MAX_STARS])(fq_stars *, uint64_t stop);
} fq_stars_kernels;

extern const fq_stars_kernels fq_stars_scalar;
#ifdef FQ_X86_KERNELS
extern const fq_stars_kernels fq_stars_avx2;
extern const fq_stars_kernels fq_stars_avx512;
#endif

fq_status fq_run_stars_wide(fq_stars *s, uint64_t stop);
void fq_place_star_wide(fq_stars *s, uint32_t cell); /* puts a star on a candidate */

/* ------------------------------------------------------------------------------ changing boards
 *
 * The generator (generate/generator.c) changes single cells of a board and searches it again. */

/* Replaces the board. `region_of` then holds the numbers of the regions. */
fq_error fq_stars_load(fq_stars *, const uint8_t *labels);
/* Moves a cell to another region. The old region must have a second cell. */
void fq_stars_move_cell(fq_stars *, uint32_t cell, uint32_t region);
/* Restarts the counting search from the root with a star on `cell`. Continue with `run`. */
void fq_stars_restart_with(fq_stars *, uint32_t cell);
/* Whether boards of this size are searched with tables after the opening. */
int fq_stars_uses_tables(const fq_stars *);
/* Restarts the table search from the root with a star on `cell`. Continue with fq_tables_run.
 * Returns 0 if there is no memory. */
int fq_stars_restart_tables_with(fq_stars *, uint32_t cell);

#endif

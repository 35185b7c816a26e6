/* state.h - the state of the Star Battle search, shared by these files:
 *
 *   search.c        set-up, phases, restarts, batches, choice of the instruction set
 *   narrow.h        counting search for n <= 21 and up to 3 stars: a board is 1 to 7 words
 *   wide.c          counting search for all other boards; a board is one word per row
 *   narrow_ISA.c    narrow.h compiled for one instruction set
 *   table_search.h  search with placement tables, up to 32 rows and 7 stars
 */
#ifndef FQ_QUEENS_STARS_STATE_H
#define FQ_QUEENS_STARS_STATE_H

#include "common/rng.h"
#include "queens/board/geometry.h"
#include "stars.h"
#include "table_search.h"

/* The counting search stores numbers as sets of units, and not as one number per unit. missing[m]
 * is the set of units that miss exactly m + 1 stars. When a star is placed, its row, its column and
 * its region move from missing[m] to missing[m - 1]. least[j] is the set of units with more than j
 * candidates. The units that miss m + 1 stars are then divided into:
 *
 *     dead ends (too few candidates)    missing[m] & ~least[m]
 *     forced (just enough candidates)   missing[m] &  least[m] & ~least[m + 1]
 *     slack of one (one more)           missing[m] &  least[m + 1] & ~least[m + 2]
 */

#define FQ_NO_RESTART_MAX_N 13 /* largest n for which the counting search never restarts */
#define FQ_NARROW_MAX_STARS 3  /* largest number of stars per line in the narrow search */

/* The phase of a search. Most boards begin with the opening, which is the counting search
 * limited to a few nodes. It solves easy boards in less time than it takes to build tables. The
 * solutions of the opening are stored and returned only if the opening completes the search;
 * otherwise they are dropped, because the table search finds them again. */
typedef enum fq_stars_phase {
    FQ_COUNTING,        /* counting search without a limit */
    FQ_OPENING,         /* counting search, limited to a few nodes */
    FQ_RETURNING,       /* the opening found all solutions; returns the stored solutions */
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
    uint64_t cells[64 * FQ_NARROW_WORDS];             /* the cells of each unit: W words per unit */
    uint64_t near[FQ_NARROW_CELLS * FQ_NARROW_WORDS]; /* W words per cell: it and those around it */
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
    uint32_t placed; /* number of stars on the board; trail[0 .. placed - 1] are their cells */
    int random;      /* nonzero from the second run on: choose cells at random */
    fq_rng rng;
    uint64_t seed;
    uint64_t run_limit;        /* node limit of this run */
    uint64_t run_end;          /* value of the node counter at which this run stops */
    fq_stars_counters counts;
    uint64_t solutions_before; /* value of the solution counter when this board was loaded */
    void (*load)(fq_stars *);  /* sets the masks of the regions from `region_of` */
    fq_status (*run)(fq_stars *, uint64_t stop);
    fq_stars_narrow *narrow;
    fq_stars_wide *wide;
    fq_stars_phase phase;
    uint64_t opening_end;      /* value of the node counter at which the opening ends */
    /* number of solutions that the opening stored, and how many of these were returned so far */
    uint32_t stored, returned;
    fq_tables *tables;        /* allocated when first needed */
    uint16_t solutions[FQ_OPENING_SOLUTIONS][FQ_TABLES_MAX_N * FQ_TABLES_MAX_STARS];
    uint16_t trail[FQ_STARS_MAX_N * FQ_MAX_STARS];
    _Alignas(64) uint8_t region_of[FQ_STARS_MAX_N * FQ_STARS_MAX_N];
};

/* The narrow searches for one instruction set. The first index is the kind of board; the second
 * index is the number of stars minus one. */
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

/* state.h - what the files of the Star Battle search share among themselves.
 *
 *   search.c      the machine: set-up, phases, restarts, batches, choice of kernel
 *   narrow.h      counting for n <= 21 and up to 3 stars: the whole board in 1 to 7 words
 *   wide.c        counting for all others: one word a row
 *   narrow_ISA.c  the narrow search compiled for one instruction set
 *   ways.h        what goes on where counting alone does not suffice, up to 32 rows and 7 stars
 *
 * Counting keeps, for each unit, the number of stars missing. It is small, so it needs no counters:
 * a mask for each number says which units miss exactly so many, and a star moves its row, column
 * and region down by one mask. Likewise counts of candidates are masks too: least[j] holds the
 * units with more than j candidates, for the few j that matter. Then
 *
 *     dead ends     missing[m] & ~least[m]                     (missing[m]: m + 1 stars)
 *     forced        missing[m] &  least[m] & ~least[m + 1]
 *     slack of one  missing[m] &  least[m + 1] & ~least[m + 2]
 */
#ifndef FQ_QUEENS_STARS_STATE_H
#define FQ_QUEENS_STARS_STATE_H

#include "common/rng.h"
#include "queens/board/geometry.h"
#include "stars.h"
#include "ways.h"

#define FQ_STARS_PLAIN  13 /* rows up to which counting never begins anew */
#define FQ_NARROW_STARS 3  /* the most that the narrow search takes */

/* What a search does now. A board is first given to counting, which settles the easy ones in less
 * time than the tables of ways take to build; its solutions are kept until it has them all. */
typedef enum fq_stars_phase {
    FQ_COUNTING, /* to the end */
    FQ_OPENING,  /* counting, for a few nodes */
    FQ_GIVING,   /* the opening found all solutions: they are given one by one */
    FQ_BY_WAYS
} fq_stars_phase;
#define FQ_STARS_KEPT 4  /* solutions of an opening */

/* A branch not yet exhausted: the candidates left when the chosen cell is taken away. */
typedef struct fq_stars_frame {
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t missing[FQ_NARROW_STARS];
    uint32_t placed;
} fq_stars_frame;

/* Cells and units have their bits as in board/geometry.h. */
typedef struct fq_stars_narrow {
    fq_units unit;
    uint64_t cells[64 * FQ_NARROW_WORDS];             /* the same, W a unit, by its bit */
    uint64_t near[FQ_NARROW_CELLS * FQ_NARROW_WORDS]; /* a cell and its neighbours, W a cell */
    uint64_t lines[FQ_NARROW_CELLS];                  /* units of a cell: row and column */
    uint64_t units[FQ_NARROW_WORDS * 64];             /* the same with the region */
    uint64_t all[FQ_NARROW_WORDS];
    uint64_t every; /* all units */
    uint8_t region_bit[FQ_NARROW_N];
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t missing[FQ_NARROW_STARS];
    fq_stars_frame root; /* where a run begins */
    fq_stars_frame frame[FQ_NARROW_N * FQ_NARROW_STARS];
} fq_stars_narrow;

typedef struct fq_stars_lines { /* of one kind of unit: bit i for row, column or region i */
    uint64_t missing[FQ_MAX_STARS];
} fq_stars_lines;

/* One word a row: bit c of cand[r] for row r, column c. */
typedef struct fq_stars_state {
    uint64_t cand[FQ_STARS_MAX_N];
    fq_stars_lines kind[3]; /* regions, rows, columns */
    uint32_t placed;
} fq_stars_state;

typedef struct fq_stars_wide {
    fq_stars_state now, root; /* root: where a run begins */
    fq_wide_regions region;
    uint64_t cells[FQ_STARS_MAX_N * FQ_STARS_MAX_N]; /* of `region` */
    fq_stars_state frame[FQ_STARS_MAX_N * FQ_MAX_STARS];
} fq_stars_wide;

struct fq_stars {
    uint32_t n, stars;
    fq_isa isa;
    uint64_t opening; /* nodes */
    uint32_t words, vectors; /* narrow: W and V */
    fq_resume resume;
    uint32_t depth;  /* frames in use */
    uint32_t placed; /* stars down: trail[0 .. placed - 1] */
    int random;      /* nonzero from the second run on: cells are chosen at random */
    fq_rng rng;
    uint64_t seed;
    uint64_t run_limit, run_end; /* nodes of this run; the node count at which it is given up */
    fq_stars_counters counts;
    uint64_t solutions_before; /* of boards before this one */
    void (*load)(fq_stars *);  /* unit masks of the regions, from `region_of` */
    fq_status (*run)(fq_stars *, uint64_t stop);
    fq_stars_narrow *narrow;
    fq_stars_wide *wide;
    fq_stars_phase phase;
    uint64_t opening_end; /* the node count at which ways take over */
    uint32_t kept, given; /* solutions of the opening */
    fq_ways *ways;        /* made when first needed */
    uint16_t keep[FQ_STARS_KEPT][FQ_WAYS_N * FQ_WAYS_STARS];
    uint16_t trail[FQ_STARS_MAX_N * FQ_MAX_STARS];
    _Alignas(64) uint8_t region_of[FQ_STARS_MAX_N * FQ_STARS_MAX_N];
};

/* The narrow searches of one instruction set, in the order of fq_narrow_kinds; run by `stars`. */
typedef struct fq_stars_kernels {
    void (*load[FQ_NARROW_KINDS])(fq_stars *);
    fq_status (*run[FQ_NARROW_KINDS][FQ_NARROW_STARS])(fq_stars *, uint64_t stop);
} fq_stars_kernels;

extern const fq_stars_kernels fq_stars_scalar;
#ifdef FQ_X86_KERNELS
extern const fq_stars_kernels fq_stars_avx2;
extern const fq_stars_kernels fq_stars_avx512;
#endif

fq_status fq_stars_wide_run(fq_stars *s, uint64_t stop);
void fq_stars_wide_put(fq_stars *s, uint32_t cell); /* a star on a candidate cell */

/* For searches that change one board and ask again (generate/generator.c). Regions have the numbers that
 * region_of has after a load; one must not lose its last cell. */
fq_error fq_stars_load(fq_stars *, const uint8_t *labels);      /* a new board */
void fq_stars_give(fq_stars *, uint32_t cell, uint32_t region); /* moves a cell */
void fq_stars_begin_at(fq_stars *, uint32_t cell); /* search anew, with a star on `cell`: run() */
int fq_stars_has_ways(const fq_stars *);
/* The same, to be searched with fq_ways_run(ways); 0 without memory. */
int fq_stars_ways_at(fq_stars *, uint32_t cell);

#endif

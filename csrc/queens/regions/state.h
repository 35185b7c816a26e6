/* state.h - what the files of the coloured-Queens search share among themselves.
 *
 *   search.c        the machine: set-up, restarts, choice of kernel
 *   small.h         the search for n <= 12 with n regions: looks at regions only
 *   narrow.h        the search for n <= 21: the whole board in 1 to 7 words
 *   wide.h          the search for n >= 22: one word a row
 *   search_ISA.c    all of them compiled for one instruction set
 *   lockstep.h      many boards of 4 to 12 rows with n regions, in lockstep
 *   lockstep_ISA.c  the same compiled; portable C takes such boards one after the other
 */
#ifndef FQ_QUEENS_REGIONS_STATE_H
#define FQ_QUEENS_REGIONS_STATE_H

#include "common/rng.h"
#include "queens/board/batch_search.h"
#include "queens/board/geometry.h"
#include "regions.h"

#define FQ_SMALL_N     12 /* the largest n of a small board */
#define FQ_SMALL_WORDS 3  /* words of it */
#define FQ_LANES_MIN_N 4  /* the smallest n of boards in lockstep */

/* Nodes of the first run, which takes cells in order, before the search begins anew with random
 * choices. Boards of up to 16 rows are nearly always done by then (the sample boards take 7 to
 * 600 nodes), so their order of solutions stays the natural one. */
#define FQ_FIRST_RUN       20000
#define FQ_FIRST_RUN_LARGE 32

/* A branch not yet exhausted: the candidates left when the chosen cell is taken away. */
typedef struct fq_regions_frame {
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t active;
    uint32_t placed;
    uint32_t forced, cell; /* small: whether a queen goes to that cell at once */
} fq_regions_frame;

/* Cells and units have their bits as in board/geometry.h. */
typedef struct fq_regions_narrow {
    fq_units unit;
    uint64_t attack[FQ_NARROW_CELLS * FQ_NARROW_WORDS]; /* row, column and neighbours, W a cell */
    uint64_t lines[FQ_NARROW_CELLS];                    /* units of a cell: row and column */
    uint64_t units[FQ_NARROW_CELLS];                    /* the same with the region */
    uint64_t region[FQ_REGIONS_MAX_REGIONS * FQ_NARROW_WORDS]; /* cells of a region, W a region */
    uint64_t region_unit[FQ_REGIONS_MAX_REGIONS]; /* its unit, 0 if it has none; 1 << g to n = 12 */
    uint64_t all[FQ_NARROW_WORDS];
    uint64_t line_units; /* all rows and columns */
    uint64_t region_units;
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t active;
    fq_regions_frame frame[FQ_NARROW_N];
} fq_regions_narrow;

/* One word a row: bit c of cand[r] for row r, column c. Frames are arrays of n words of candidates
 * followed by the active rows, columns and regions and the number of queens placed. */
typedef struct fq_regions_wide {
    uint64_t cand[FQ_REGIONS_MAX_N];
    uint64_t crossed[FQ_REGIONS_MAX_N]; /* cells that no queen may use */
    uint64_t rows, columns, regions;    /* units without a queen */
    fq_wide_regions region;
    uint64_t *frame;
} fq_regions_wide;

/* A board that was searched among others and goes on alone: the cells that are queens or can be,
 * row by row, for each branch not yet exhausted, and at last for the board as it is. */
typedef struct fq_regions_rest {
    size_t board;
    uint64_t nodes;    /* spent on it */
    uint32_t branches;
    uint16_t rows[FQ_SMALL_N][FQ_SMALL_N];
} fq_regions_rest;

typedef struct fq_regions_lanes fq_regions_lanes;

/* Many boards of 4 to 12 rows in lockstep (lockstep.h). A step is that of a batch; FQ_FOUND
 * means that `rest` is to go on alone. */
typedef fq_status fq_lanes_step(fq_regions_lanes *, const fq_batch_boards *, fq_batch_place *,
                                fq_board_counters *, fq_regions_rest *rest, uint64_t budget);
typedef struct fq_lanes_kernels {
    size_t enough; /* boards for which it pays */
    fq_regions_lanes *(*begin)(void); /* to be freed; NULL where there is no memory */
    fq_lanes_step *step[FQ_SMALL_N - FQ_LANES_MIN_N + 1];
} fq_lanes_kernels;

struct fq_regions {
    uint32_t n;
    uint32_t kind;     /* narrow: which of fq_narrow_kinds */
    uint32_t words;    /* narrow: W */
    uint32_t vectors;  /* narrow: V */
    uint32_t regions;  /* how many there are */
    int allow_empty_regions;   /* any number of regions is accepted */
    int small;         /* up to 12 rows, and as many regions: only regions are looked at */
    fq_resume resume;
    uint32_t depth;    /* frames in use */
    uint32_t placed;   /* queens down: trail[0 .. placed - 1] */
    int random;        /* nonzero from the second run on: cells are chosen at random */
    fq_rng rng;
    uint64_t seed;
    uint64_t run_limit, run_end; /* nodes of this run; the node count at which it is given up */
    fq_regions_counters counts;
    uint64_t solutions_before; /* of boards before this one */
    void (*load)(fq_regions *); /* unit masks of the regions, from `region_of` */
    fq_status (*run)(fq_regions *, uint64_t stop);
    const struct fq_regions_kernels *kernels; /* narrow: where `run` comes from */
    fq_regions_narrow *narrow;
    fq_regions_wide *wide;
    fq_regions_lanes *lanes; /* of a batch that has them */
    fq_lanes_step *step_lanes;
    uint16_t trail[FQ_REGIONS_MAX_N];
    _Alignas(64) uint8_t region_of[FQ_REGIONS_MAX_N * FQ_REGIONS_MAX_N];
};

/* The searches of one instruction set; those for n <= 21 in the order of fq_narrow_kinds. */
typedef struct fq_regions_kernels {
    void (*load_narrow[FQ_NARROW_KINDS])(fq_regions *);
    fq_status (*run_narrow[FQ_NARROW_KINDS])(fq_regions *, uint64_t stop);
    fq_status (*run_small[FQ_SMALL_WORDS])(fq_regions *, uint64_t stop);
    fq_status (*run_wide)(fq_regions *, uint64_t stop);
} fq_regions_kernels;

extern const fq_regions_kernels fq_regions_scalar;
fq_status fq_wide_run_scalar(fq_regions *, uint64_t stop);
#ifdef FQ_X86_KERNELS
extern const fq_regions_kernels fq_regions_avx2;
extern const fq_regions_kernels fq_regions_avx512;
fq_status fq_wide_run_avx2(fq_regions *, uint64_t stop); /* AVX-512 gained nothing over it */
#endif

#ifdef FQ_X86_KERNELS
extern const fq_lanes_kernels fq_lanes_avx2;
extern const fq_lanes_kernels fq_lanes_avx512;
#define FQ_LANES_FOR_ISA(isa)                              \
    (fq_isa_usable(isa) == FQ_AVX512 ? &fq_lanes_avx512    \
     : fq_isa_usable(isa) == FQ_AVX2 ? &fq_lanes_avx2      \
                                     : NULL)
#elif defined(__aarch64__) && defined(__ARM_NEON)
extern const fq_lanes_kernels fq_lanes_neon;
#define FQ_LANES_FOR_ISA(isa) ((void)(isa), &fq_lanes_neon)
#else
#define FQ_LANES_FOR_ISA(isa) ((void)(isa), (const fq_lanes_kernels *)NULL)
#endif

/* For searches that change one board and ask again (generate/generator.c). Regions have the numbers that
 * region_of has after a load. */
fq_error fq_regions_load(fq_regions *, const uint8_t *labels);             /* a new board */
void fq_regions_give(fq_regions *, uint32_t cell, uint32_t region);        /* moves a cell */
void fq_regions_begin_at(fq_regions *, uint32_t cell); /* search anew, with a queen on `cell` */

#endif

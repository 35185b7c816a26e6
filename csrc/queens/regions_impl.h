/* regions_impl.h - what the files of the coloured-Queens search share among themselves.
 *
 *   regions.c         the machine: set-up, restarts, choice of kernel
 *   regions_narrow.h  the search for n <= 21: the whole board in 1 to 7 words
 *   regions_wide.h    the search for n >= 22: one word a row
 *   regions_ISA.c     both of them compiled for one instruction set
 */
#ifndef FQ_REGIONS_IMPL_H
#define FQ_REGIONS_IMPL_H

#include "common/rng.h"
#include "regions.h"
#include "state.h"

/* A branch not yet exhausted: the candidates left when the chosen cell is taken away. */
typedef struct fq_regions_frame {
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t active;
    uint32_t placed;
} fq_regions_frame;

/* Cells and units have their bits as in state.h. */
typedef struct fq_regions_narrow {
    fq_units unit;
    uint64_t attack[FQ_NARROW_CELLS * FQ_NARROW_WORDS]; /* row, column and neighbours, W a cell */
    uint64_t lines[FQ_NARROW_CELLS];                    /* units of a cell: row and column */
    uint64_t units[FQ_NARROW_CELLS];                    /* the same with the region */
    uint64_t region[FQ_REGIONS_MAX_REGIONS * FQ_NARROW_WORDS]; /* cells of a region, W a region */
    uint64_t region_unit[FQ_REGIONS_MAX_REGIONS];              /* its unit, 0 if it has none */
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

struct fq_regions {
    uint32_t n;
    uint32_t words;    /* narrow: W */
    uint32_t vectors;  /* narrow: V */
    uint32_t regions;  /* how many there are */
    int at_most_one;   /* any number of regions is accepted */
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
    fq_regions_narrow *narrow;
    fq_regions_wide *wide;
    uint16_t trail[FQ_REGIONS_MAX_N];
    _Alignas(64) uint8_t region_of[FQ_REGIONS_MAX_N * FQ_REGIONS_MAX_N];
};

/* The searches of one instruction set; those for n <= 21 in the order of fq_narrow_kinds. */
typedef struct fq_regions_kernels {
    void (*load_narrow[FQ_NARROW_KINDS])(fq_regions *);
    fq_status (*run_narrow[FQ_NARROW_KINDS])(fq_regions *, uint64_t stop);
    fq_status (*run_wide)(fq_regions *, uint64_t stop);
} fq_regions_kernels;

extern const fq_regions_kernels fq_regions_scalar;
fq_status fq_wide_run_scalar(fq_regions *, uint64_t stop);
#ifdef FQ_X86_KERNELS
extern const fq_regions_kernels fq_regions_avx2;
extern const fq_regions_kernels fq_regions_avx512;
fq_status fq_wide_run_avx2(fq_regions *, uint64_t stop); /* AVX-512 gained nothing over it */
#endif

/* For searches that change one board and ask again (generate.c). Regions have the numbers that
 * region_of has after a load. */
fq_error fq_regions_load(fq_regions *, const uint8_t *labels);             /* a new board */
void fq_regions_give(fq_regions *, uint32_t cell, uint32_t region);        /* moves a cell */
void fq_regions_begin_at(fq_regions *, uint32_t cell); /* search anew, with a queen on `cell` */

#endif

/* state.h - the state of the coloured-Queens search, shared by these files:
 *
 *   search.c        set-up, restarts, batches, choice of the search for a board
 *   small.h         search for n <= 12 with n regions: the units are the regions
 *   narrow.h        search for n <= 21: a board is 1 to 7 words
 *   wide.h          search for n >= 22: a board is one word per row
 *   search_ISA.c    small.h, narrow.h and wide.h, compiled for one instruction set
 *   lockstep.h      searches many boards of 4 to 12 rows with n regions in lockstep
 *   lockstep_ISA.c  lockstep.h, compiled for one instruction set (not for portable C)
 */
#ifndef FQ_QUEENS_REGIONS_STATE_H
#define FQ_QUEENS_REGIONS_STATE_H

#include "common/rng.h"
#include "queens/board/batch_search.h"
#include "queens/board/geometry.h"
#include "regions.h"

#define FQ_SMALL_N        12 /* largest n of a small board */
#define FQ_SMALL_WORDS    3  /* largest number of words of a small board */
#define FQ_LOCKSTEP_MIN_N 4  /* smallest n of a board in the lockstep search */

/* Node limits of the first run: for boards of up to 16 rows, and for larger boards. The first run
 * tries the cells in their order; later runs choose cells at random. Nearly all boards of up to 16
 * rows finish in the first run (the sample boards need 7 to 600 nodes), so their solutions come in
 * the order of the cells. */
#define FQ_FIRST_RUN       20000
#define FQ_FIRST_RUN_LARGE 32

/* A branch to return to. It holds the candidates without the cell that was tried. */
typedef struct fq_regions_frame {
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t active;
    uint32_t placed;
    uint32_t forced, cell; /* small.h: `forced` means: return with a queen on `cell` */
} fq_regions_frame;

/* The layout of the masks is described in board/geometry.h. */
typedef struct fq_regions_narrow {
    fq_units unit;
    /* W words per cell: the cells that a queen there attacks in its row, its column and around
     * it. */
    uint64_t attack[FQ_NARROW_CELLS * FQ_NARROW_WORDS];
    uint64_t lines[FQ_NARROW_CELLS]; /* unit mask of each cell: its row and column */
    uint64_t units[FQ_NARROW_CELLS]; /* unit mask of each cell: its row, column and region */
    uint64_t region[FQ_REGIONS_MAX_REGIONS * FQ_NARROW_WORDS]; /* W words per region: its cells */
    /* The unit mask of each region: 1 << g up to n = 12, and 0 for a region that is not a unit. */
    uint64_t region_unit[FQ_REGIONS_MAX_REGIONS];
    uint64_t all[FQ_NARROW_WORDS];
    uint64_t line_units;   /* all rows and columns */
    uint64_t region_units; /* all regions that are units */
    uint64_t cand[FQ_NARROW_WORDS];
    uint64_t active;
    fq_regions_frame frame[FQ_NARROW_N];
} fq_regions_narrow;

/* One word per row: bit c of cand[r] is the cell in row r and column c. A frame has n + 4 words: n
 * words of candidates, then the sets of the rows, columns and regions without a queen, then the
 * number of queens. */
typedef struct fq_regions_wide {
    uint64_t cand[FQ_REGIONS_MAX_N];
    uint64_t eliminated[FQ_REGIONS_MAX_N]; /* cells forbidden by fq_regions_eliminate */
    uint64_t rows, columns, regions;       /* sets of the units without a queen */
    fq_wide_regions region;
    uint64_t *frame;
} fq_regions_wide;

/* A board that leaves the lockstep search before it is finished. rows[d] holds the queens and
 * candidates of branch d, one number per row of the board. The last entry, rows[branches], holds
 * the queens and candidates of the current state. */
typedef struct fq_unfinished_board {
    size_t board;   /* index of the board in the batch */
    uint64_t nodes; /* nodes used so far */
    uint32_t branches;
    uint16_t rows[FQ_SMALL_N][FQ_SMALL_N];
} fq_unfinished_board;

typedef struct fq_lockstep fq_lockstep;

/* One step of the lockstep search (lockstep.h) for a batch. It returns FQ_FOUND if a board left the
 * lockstep search, and describes this board in `unfinished`. */
typedef fq_status fq_lockstep_step(fq_lockstep *, const fq_batch_boards *, fq_batch_progress *,
                                   fq_board_counters *, fq_unfinished_board *unfinished,
                                   uint64_t budget);
typedef struct fq_lockstep_kernels {
    size_t min_boards; /* smallest number of boards for which lockstep is used */
    fq_lockstep *(*create)(void); /* returns NULL if there is no memory */
    fq_lockstep_step *step[FQ_SMALL_N - FQ_LOCKSTEP_MIN_N + 1]; /* one function for each n */
} fq_lockstep_kernels;

struct fq_regions {
    uint32_t n;
    uint32_t kind;     /* narrow boards: index into fq_narrow_kinds */
    uint32_t words;    /* narrow boards: W, the number of words of a board */
    uint32_t vectors;  /* narrow boards: V, the number of registers for unit counts */
    uint32_t regions;  /* number of regions */
    fq_rules rules;
    int small;         /* nonzero: n <= 12 and n regions, so small.h searches the board */
    fq_resume resume;
    uint32_t depth;    /* number of frames in use */
    uint32_t placed;   /* number of queens on the board; trail[0 .. placed - 1] are their cells */
    int random;        /* nonzero from the second run on: choose cells at random */
    fq_rng rng;
    uint64_t seed;
    uint64_t run_limit;        /* node limit of this run */
    uint64_t run_end;          /* value of the node counter at which this run stops */
    fq_regions_counters counts;
    uint64_t solutions_before; /* value of the solution counter when this board was loaded */
    void (*load)(fq_regions *); /* sets the masks of the regions from `region_of` */
    fq_status (*run)(fq_regions *, uint64_t stop);
    const struct fq_regions_kernels *kernels; /* narrow boards only */
    fq_regions_narrow *narrow;
    fq_regions_wide *wide;
    fq_lockstep *lockstep; /* NULL unless a batch uses the lockstep search */
    fq_lockstep_step *step_lockstep;
    uint16_t trail[FQ_REGIONS_MAX_N];
    _Alignas(64) uint8_t region_of[FQ_REGIONS_MAX_N * FQ_REGIONS_MAX_N];
};

/* The searches for one instruction set. The arrays for narrow boards are indexed by the kind of the
 * board, `run_small` by the number of words minus one. */
typedef struct fq_regions_kernels {
    void (*load_narrow[FQ_NARROW_KINDS])(fq_regions *);
    fq_status (*run_narrow[FQ_NARROW_KINDS])(fq_regions *, uint64_t stop);
    fq_status (*run_small[FQ_SMALL_WORDS])(fq_regions *, uint64_t stop);
    fq_status (*run_wide)(fq_regions *, uint64_t stop);
} fq_regions_kernels;

extern const fq_regions_kernels fq_regions_scalar;
fq_status fq_run_wide_scalar(fq_regions *, uint64_t stop);
#ifdef FQ_X86_KERNELS
extern const fq_regions_kernels fq_regions_avx2;
extern const fq_regions_kernels fq_regions_avx512;
fq_status fq_run_wide_avx2(fq_regions *, uint64_t stop); /* used with AVX-512 too */
#endif

#ifdef FQ_X86_KERNELS
extern const fq_lockstep_kernels fq_lockstep_avx2;
extern const fq_lockstep_kernels fq_lockstep_avx512;
#define FQ_LOCKSTEP_FOR_ISA(isa)                              \
    (fq_isa_usable(isa) == FQ_AVX512 ? &fq_lockstep_avx512    \
     : fq_isa_usable(isa) == FQ_AVX2 ? &fq_lockstep_avx2      \
                                     : NULL)
#elif defined(__aarch64__) && defined(__ARM_NEON)
extern const fq_lockstep_kernels fq_lockstep_neon;
#define FQ_LOCKSTEP_FOR_ISA(isa) ((void)(isa), &fq_lockstep_neon)
#else
#define FQ_LOCKSTEP_FOR_ISA(isa) ((void)(isa), (const fq_lockstep_kernels *)NULL)
#endif

/* ------------------------------------------------------------------------------ changing boards
 *
 * The generator (generate/generator.c) changes single cells of a board and searches it again. */

/* Replaces the board. `region_of` then holds the numbers of the regions. */
fq_error fq_regions_load(fq_regions *, const uint8_t *labels);
/* Moves a cell to another region. */
void fq_regions_move_cell(fq_regions *, uint32_t cell, uint32_t region);
/* Restarts the search from the empty board. */
void fq_regions_restart(fq_regions *);
/* Restarts the search from the empty board with a queen on `cell`. */
void fq_regions_restart_with(fq_regions *, uint32_t cell);

#endif

/* star_rules_state.h - the state that the rules of star_rules.h share.
 *
 *   star_rules.c  creates, frees and resets the state
 *   position.c    reads the current board as rows of bits; writes a step to the note
 *   line_pairs.c  rule line-pair
 *   bounds.c      rule bounds: counts the stars of the placements of each region in lines
 *   cases.c       proofs by cases
 *   forcing.c     the rules forcing-chain to cases-all, in stages of growing effort */
#ifndef FQ_QUEENS_LOGIC_STAR_RULES_STATE_H
#define FQ_QUEENS_LOGIC_STAR_RULES_STATE_H

#include "position.h"
#include "queens/stars/table_search.h"
#include "star_rules.h"

enum {
    MAX_PLACEMENTS = 2048, /* the placements of a region are listed only up to this number */
    /* A lane is a set of rows or columns. There are four groups of ROWS lanes. Lane i of the
     * groups consists of: rows 0 to i; row i; columns 0 to i; column i. */
    LANES = 4 * ROWS
};

struct fq_star_rules {
    fq_tables *search; /* follows forcing chains and tries cases, see stars/table_search.h */
    fq_board_counters counts;
    fq_position position;

    uint32_t region[ROWS][ROWS];     /* cells of region g in row r: bit c of region[g][r] */
    uint8_t first[ROWS], last[ROWS]; /* first and last row of each region */

    /* line-pair */
    /* pair_cand[side][line]: candidates of `line` and the line after it (side 0: rows, 1: columns)
     * when line-pair last found no step for them */
    uint32_t pair_cand[2][ROWS][2];
    uint8_t pair_need[2][ROWS][2];  /* stars that the two lines needed at that time */

    /* bounds */
    int region_valid[ROWS];           /* whether region_cand to `most` are up to date */
    uint32_t region_cand[ROWS][ROWS]; /* candidates of the region at the last update */
    /* number of stars that the lines needed at the last update */
    uint8_t row_need[ROWS], column_need[ROWS];
    /* number of placements of each region, or 0 if it has more than MAX_PLACEMENTS */
    uint32_t placement_count[ROWS];
    /* fewest and most stars that any placement of the region has in the lines of a lane */
    uint8_t least[ROWS][LANES], most[ROWS][LANES];
    /* whether a test with the slack of the next two fields found no step in the region */
    int no_effect[ROWS];
    uint8_t no_effect_up[ROWS][LANES];   /* stars allowed above `least` */
    uint8_t no_effect_down[ROWS][LANES]; /* stars allowed below `most` */
    /* the placements of the region for which fq_list_placements was called last, as star cells */
    uint16_t placement[MAX_PLACEMENTS][8];

    /* forcing-chain to cases-all */
    int loaded;                          /* whether `search` holds the loaded board */
    int dead;                            /* whether `search` has shown that there is no solution */
    int case_running;                    /* whether a proof by cases is unfinished */
    int pass_running;                    /* whether a pass over the candidates is unfinished */
    int solution_running;                /* whether the search for a solution is unfinished */
    int solution_done;                   /* whether the search for a solution has ended */
    uint64_t solution[ROWS * ROWS / 64]; /* stars of a solution, if one was found */
    uint64_t first_node;                 /* value of counts.nodes when the running search began */
    uint32_t case_regions;               /* regions whose cells are tried by cases */
    uint32_t case_start;                 /* the next pass by cases begins at this cell */
    /* number of cases after which the proof for each cell was given up */
    uint64_t failed_cases[ROWS * ROWS];
    uint16_t failed_open[ROWS * ROWS];  /* number of open cells at that time */
    uint32_t open_cells;                /* number of open cells when the pass began */
    uint32_t refuted_by;                /* the stage that filled `refuted` */
    uint64_t refuted[ROWS * ROWS / 64]; /* refuted cells that are not reported yet */
    /* number of rounds or cases after which a star on each cell was refuted */
    uint16_t rounds[ROWS * ROWS];
};

/* Returns the first candidate, starting at `cell`, from which no forcing chain has been tried in
 * vain. Returns UINT32_MAX if there is none. */
static inline uint32_t fq_next_trial(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < l->words; w++) {
        uint64_t left = l->cand[w] & ~l->exhausted[w] & ~l->star_rules->solution[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* Records that a star on `cell` was refuted. The step that eliminates it is reported later. */
static inline void fq_record_refuted(fq_logic *l, uint32_t cell, uint64_t rounds)
{
    l->star_rules->refuted[cell / 64] |= UINT64_C(1) << cell % 64;
    l->star_rules->rounds[cell] = (uint16_t)(rounds < UINT16_MAX ? rounds : UINT16_MAX);
}

#endif

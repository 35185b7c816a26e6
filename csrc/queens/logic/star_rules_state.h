/* star_rules_state.h - the state that the rules of star_rules.h share.
 *
 *   star_rules.c  creates, frees and resets the state
 *   position.c    the current board as rows of bits; writes a step to the note
 *   line_pairs.c  rule line-pair
 *   bounds.c      rule bounds: the placements of each region, and their stars in lines
 *   cases.c       proofs by cases
 *   forcing.c     the rules forcing-chain to cases-all, in stages of growing effort */
#ifndef FQ_QUEENS_LOGIC_STAR_RULES_STATE_H
#define FQ_QUEENS_LOGIC_STAR_RULES_STATE_H

#include "position.h"
#include "queens/stars/table_search.h"
#include "star_rules.h"

enum {
    MAX_PLACEMENTS = 2048, /* the placements of a region are listed only up to this number */
    /* A lane counts the stars of a region in some lines. The four groups of ROWS lanes are:
     * rows 0 to r, row r, columns 0 to c, column c. */
    LANES = 4 * ROWS
};

struct fq_star_rules {
    fq_tables *search; /* follows forcing chains and tries cases, see stars/table_search.h */
    fq_board_counters counts;
    fq_position position;

    uint32_t region[ROWS][ROWS];     /* cells of region g in row r: bit c of region[g][r] */
    uint8_t first[ROWS], last[ROWS]; /* first and last row of each region */

    /* line-pair */
    /* candidates of a pair of lines when the rule last found nothing in it */
    uint32_t pair_cand[2][ROWS][2];
    uint8_t pair_need[2][ROWS][2];  /* stars that the pair needed at that time */

    /* bounds */
    int region_valid[ROWS];           /* whether the entries below are up to date */
    uint32_t region_cand[ROWS][ROWS]; /* candidates of the region when the entries were computed */
    /* stars needed by the lines when the entries were computed */
    uint8_t row_need[ROWS], column_need[ROWS];
    /* number of placements, or 0 if there are more than MAX_PLACEMENTS */
    uint32_t placement_count[ROWS];
    /* fewest and most stars that any placement of the region has in the lines of a lane */
    uint8_t least[ROWS][LANES], most[ROWS][LANES];
    /* whether a test with the slack below ruled out no placement */
    int no_effect[ROWS];
    uint8_t no_effect_up[ROWS][LANES];   /* stars allowed above `least` */
    uint8_t no_effect_down[ROWS][LANES]; /* stars allowed below `most` */
    /* the placements of the region listed last: cells of their stars */
    uint16_t placement[MAX_PLACEMENTS][8];

    /* forcing-chain to cases-all */
    int loaded;                          /* whether `search` holds this board */
    int dead;                            /* whether `search` has shown that there is no solution */
    int case_running;                    /* whether a proof by cases is unfinished */
    int pass_running;                    /* whether a pass over the candidates is unfinished */
    int solution_running;                /* whether the search for a solution is unfinished */
    int solution_done;                   /* whether the search for a solution has ended */
    uint64_t solution[ROWS * ROWS / 64]; /* stars of a solution, if it was found */
    uint64_t first_node;                 /* counts.nodes when the running search began */
    uint32_t case_regions;               /* regions whose cells are tried by cases */
    uint32_t case_start;                 /* the next pass by cases begins at this cell */
    /* number of cases that did not refute a star on the cell */
    uint64_t failed_cases[ROWS * ROWS];
    uint16_t failed_open[ROWS * ROWS];  /* number of open cells when these cases failed */
    uint32_t open_cells;                /* number of open cells when the pass began */
    uint32_t refuted_by;                /* the stage that filled `refuted` */
    uint64_t refuted[ROWS * ROWS / 64]; /* cells on which a star was refuted, not reported yet */
    /* number of rounds or cases that refuted a star on each cell */
    uint16_t rounds[ROWS * ROWS];
};

/* Returns the first candidate, starting at `cell`, that has not been tried in vain by a forcing
 * chain. UINT32_MAX if there is none. */
static inline uint32_t fq_next_trial(const fq_logic *l, uint32_t cell)
{
    for (uint32_t w = cell / 64; w < l->words; w++) {
        uint64_t left = l->cand[w] & ~l->exhausted[w] & ~l->star_rules->solution[w];
        if (w == cell / 64) left &= ~fq_ones(cell % 64);
        if (left) return 64 * w + fq_lowest(left);
    }
    return UINT32_MAX;
}

/* Records that a star on `cell` was refuted; the step is reported later. */
static inline void fq_record_refuted(fq_logic *l, uint32_t cell, uint64_t rounds)
{
    l->star_rules->refuted[cell / 64] |= UINT64_C(1) << cell % 64;
    l->star_rules->rounds[cell] = (uint16_t)(rounds < UINT16_MAX ? rounds : UINT16_MAX);
}

#endif

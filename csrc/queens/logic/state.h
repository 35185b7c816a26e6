/* state.h - what the files of the logic engine share among themselves.
 *
 *   engine.c         the machine: set-up, the order of rules, scores, batches
 *   one_star.c       the rules for one queen a unit
 *   several_stars.c  the rules for several
 *   board_sizes.h    both compiled for boards of 1, 2, 4, 7 and up to 64 words
 *   board.h          what the two have in common
 *   one_star.h       the rules for one
 *   several_stars.h  the rules for several
 *   ways.c           rules for several that look at the ways of lines and regions
 *   hall_sets.c      Hall sets by matching (rules set and fish)
 *   weighted_hall.c  the same for units that miss several stars, by a flow
 *
 * Cell i = row * n + column is bit i % 64 of word i / 64. The 3n units (regions, rows, columns)
 * are bits too, kind * stride + number: for n <= 21 the stride is n and all fit into one word,
 *
 *     bit  3n-1     2n 2n-1      n n-1       0
 *          columns    |   rows     | regions
 *
 * above it is 64, a word a kind. */
#ifndef FQ_QUEENS_LOGIC_STATE_H
#define FQ_QUEENS_LOGIC_STATE_H

#include "common/bits.h"
#include "logic.h"

#define FQ_LOGIC_NARROW_N 21
#define FQ_LOGIC_SIZES    5 /* of board_sizes.h; the last is for all n */

typedef struct fq_cell_units {
    uint8_t unit[3]; /* unit bit numbers of a cell: region, row, column */
} fq_cell_units;

struct fq_logic {
    uint32_t n, stars, cells, words;
    uint32_t stride, set_words; /* of unit bits; words of a set of units */
    uint32_t rules;
    int allow_empty_regions;
    const struct fq_logic_size *size;

    uint64_t *line_attacks;   /* words a cell: row, column and neighbours, not the cell itself; for
                           several stars its neighbours alone */
    uint64_t *attacks;      /* the same with the region; for several stars as line_attacks */
    uint64_t *unit_cells;     /* words a unit: its cells */
    uint64_t *units_of; /* set_words a cell: its three units */
    uint64_t *candidate_units;     /* set_words a unit: the units that its candidates lie in */
    fq_cell_units *cell_units;
    uint8_t *region_of;

    uint64_t cand[FQ_LOGIC_MAX_N];
    uint64_t open[3];          /* units that miss a queen */
    uint64_t have_one[3], have_two[3];    /* one star: units with 1 or more, 2 or more candidates */
    uint64_t too_few[3], just_enough[3];  /* several stars: units with fewer, or exactly as many, candidates than they need */
    uint64_t need[FQ_LOGIC_MAX_STARS][3]; /* for several stars: units that miss m + 1 */
    uint64_t common_checked[3];                    /* for several stars: units whose ways had nothing in common */
    uint64_t common_cand[FQ_LOGIC_MAX_N];       /* with these candidates, */
    uint64_t common_need[FQ_LOGIC_MAX_STARS][3]; /* and when this was missing */
    uint64_t exhausted[FQ_LOGIC_MAX_N];     /* a forcing chain from there leads nowhere */
    uint32_t level, start, cursor;        /* cell_units the forcing chains go on */
    int exhausted_valid;                         /* `exhausted` is of the current candidates */
    int wrapped;                           /* the ring of cells has passed its end */
    uint32_t placed, pending; /* queens[pending .. placed - 1] have not taken their cells yet */
    int surveyed;                /* some, more and candidate_units are those of cand */
    uint16_t queens[FQ_LOGIC_MAX_N * FQ_LOGIC_MAX_STARS];
    struct fq_logic_ways *ways; /* for several stars on boards not too large, see ways.h */
    int note_wanted;                /* somebody will ask for the note */
    fq_logic_rating rating;
    fq_logic_note note;
};

/* What a rule answers. */
typedef enum fq_logic_fired {
    FQ_NOTHING, /* it does not apply */
    FQ_FIRED,   /* the note says what it did */
    FQ_REFUTED, /* no solution: the note is a contradiction */
    FQ_PAUSED   /* the budget is spent */
} fq_logic_fired;

/* How far the forcing chains go, one level after the other. The rules that take part are single
 * alone, or those that only cross cells out too, or all easier ones, a step at a time by the engine
 * itself: few boards need that. */
typedef enum fq_logic_depth { FQ_SINGLES, FQ_CROSSES, FQ_ALL_RULES } fq_logic_depth;
#define FQ_LOGIC_LEVELS 6
static const struct {
    uint32_t rounds;
    fq_logic_depth depth;
} fq_logic_levels[FQ_LOGIC_LEVELS] = {{2, FQ_SINGLES},          {UINT32_MAX, FQ_SINGLES},
                                      {2, FQ_CROSSES},          {4, FQ_CROSSES},
                                      {UINT32_MAX, FQ_CROSSES}, {UINT32_MAX, FQ_ALL_RULES}};

/* What a forcing chain may answer instead of a number of rounds. */
#define FQ_NO_CONTRADICTION (UINT32_MAX - 1)
#define FQ_LIMIT_REACHED (UINT32_MAX - 2)

/* The functions of one board size. */
typedef struct fq_logic_size {
    uint32_t max_n, words;
    void (*load)(fq_logic *);
    void (*survey_units)(fq_logic *);
    int (*place)(fq_logic *, uint32_t cell);
    fq_logic_fired (*find_conflict)(fq_logic *);
    fq_logic_fired (*rule[FQ_LOGIC_RULES])(fq_logic *, uint64_t end);
} fq_logic_size;

/* Tries the first so many rules in their order. */
fq_logic_fired fq_logic_apply_rules(fq_logic *l, uint32_t rules, uint64_t end);

/* The smallest Hall set that prunes: of the left nodes `open` (adj[i]: the right nodes of i), the
 * smallest set of at least two that has as many right nodes as members, one of which some other
 * left node has too. Returns its size, 0 if there is none; the sets go to *from and *to. If the
 * left nodes cannot all be matched, returns UINT32_MAX and a set with too few right nodes. */
uint32_t fq_find_hall_set(const uint64_t *adj, const uint64_t *back, uint64_t open, uint64_t *from,
                        uint64_t *to);

/* The same cell_units left node i needs left_needs[i] right ones and right node j serves right_needs[j]
 * times, all 1 to FQ_LOGIC_MAX_STARS: a Hall set needs as much as its right nodes have. Its size is
 * the number of left or of right nodes, whichever is more, and at least two. */
uint32_t fq_find_weighted_hall_set(const uint64_t *adj, const uint8_t *left_needs,
                            const uint8_t *right_needs, uint64_t open, uint64_t *from,
                            uint64_t *to);

extern const fq_logic_size *const fq_logic_one_star[FQ_LOGIC_SIZES];
extern const fq_logic_size *const fq_logic_several_stars[FQ_LOGIC_SIZES];

#endif

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

typedef struct fq_logic_where {
    uint8_t unit[3]; /* unit bit numbers of a cell: region, row, column */
} fq_logic_where;

struct fq_logic {
    uint32_t n, stars, cells, words;
    uint32_t stride, set_words; /* of unit bits; words of a set of units */
    uint32_t rules;
    int allow_empty_regions;
    const struct fq_logic_size *size;

    uint64_t *attack;   /* words a cell: row, column and neighbours, not the cell itself; for
                           several stars its neighbours alone */
    uint64_t *hit;      /* the same with the region; for several stars as attack */
    uint64_t *unit;     /* words a unit: its cells */
    uint64_t *units_of; /* set_words a cell: its three units */
    uint64_t *seen;     /* set_words a unit: the units that its candidates lie in */
    fq_logic_where *where;
    uint8_t *region_of;

    uint64_t cand[FQ_LOGIC_MAX_N];
    uint64_t open[3];          /* units that miss a queen */
    uint64_t some[3], more[3]; /* units with 1+ and 2+ candidates; for several stars those with too
                                  few of them, and with just enough */
    uint64_t need[FQ_LOGIC_MAX_STARS][3]; /* for several stars: units that miss m + 1 */
    uint64_t quiet[3];                    /* for several stars: units whose ways had nothing in common */
    uint64_t heard[FQ_LOGIC_MAX_N];       /* with these candidates, */
    uint64_t lacked[FQ_LOGIC_MAX_STARS][3]; /* and when this was missing */
    uint64_t settled[FQ_LOGIC_MAX_N];     /* a forcing chain from there leads nowhere */
    uint32_t level, start, cursor;        /* where the forcing chains go on */
    int settling;                         /* `settled` is of the current candidates */
    int turned;                           /* the ring of cells has passed its end */
    uint32_t placed, pending; /* queens[pending .. placed - 1] have not taken their cells yet */
    int fresh;                /* some, more and seen are those of cand */
    uint16_t queens[FQ_LOGIC_MAX_N * FQ_LOGIC_MAX_STARS];
    struct fq_logic_ways *ways; /* for several stars on boards not too large, see ways.h */
    int telling;                /* somebody will ask for the note */
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
#define FQ_AT_REST (UINT32_MAX - 1)
#define FQ_GOES_ON (UINT32_MAX - 2)

/* The functions of one board size. */
typedef struct fq_logic_size {
    uint32_t max_n, words;
    void (*load)(fq_logic *);
    void (*survey)(fq_logic *);
    int (*place)(fq_logic *, uint32_t cell);
    fq_logic_fired (*empty)(fq_logic *);
    fq_logic_fired (*rule[FQ_LOGIC_RULES])(fq_logic *, uint64_t end);
} fq_logic_size;

/* Tries the first so many rules in their order. */
fq_logic_fired fq_logic_fire(fq_logic *l, uint32_t rules, uint64_t end);

/* The smallest Hall set that prunes: of the left nodes `open` (adj[i]: the right nodes of i), the
 * smallest set of at least two that has as many right nodes as members, one of which some other
 * left node has too. Returns its size, 0 if there is none; the sets go to *from and *to. If the
 * left nodes cannot all be matched, returns UINT32_MAX and a set with too few right nodes. */
uint32_t fq_hall_set(const uint64_t *adj, const uint64_t *back, uint64_t open, uint64_t *from,
                        uint64_t *to);

/* The same where left node i needs left_needs[i] right ones and right node j serves right_needs[j]
 * times, all 1 to FQ_LOGIC_MAX_STARS: a Hall set needs as much as its right nodes have. Its size is
 * the number of left or of right nodes, whichever is more, and at least two. */
uint32_t fq_weighted_hall_set(const uint64_t *adj, const uint8_t *left_needs,
                            const uint8_t *right_needs, uint64_t open, uint64_t *from,
                            uint64_t *to);

extern const fq_logic_size *const fq_logic_one[FQ_LOGIC_SIZES];
extern const fq_logic_size *const fq_logic_many[FQ_LOGIC_SIZES];

#endif

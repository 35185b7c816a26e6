/* state.h - the state of the logic engine.
 *
 *   engine.c         creates the engine, applies the rules in order, scores and batches
 *   one_star.h       the rules for one star in each unit; one_star.c compiles them
 *   several_stars.h  the rules for several stars; several_stars.c compiles them
 *   board.h          the parts that one_star.h and several_stars.h have in common
 *   board_sizes.h    compiles the rules for sets of cells of 1, 2, 4, 7 and up to 64 words
 *   star_rules.h     more rules for several stars: line pairs, bounds, forcing chains, cases
 *   hall_sets.c      finds Hall sets by matching, for the rules set and fish
 *   weighted_hall.c  finds Hall sets by a flow, for units that need several stars */
#ifndef FQ_QUEENS_LOGIC_STATE_H
#define FQ_QUEENS_LOGIC_STATE_H

#include "common/bits.h"
#include "logic.h"

#define FQ_LOGIC_NARROW_N 21
#define FQ_LOGIC_SIZES    5 /* number of board sizes in board_sizes.h; the last size holds any n */

/* Cell i = row * n + column is bit i % 64 of word i / 64. The 3n units (regions, rows, columns) are
 * numbered kind * stride + number. For n <= 21 the stride is n and all units fit into one word:
 *
 *     bit  3n-1     2n 2n-1      n n-1       0
 *          columns    |   rows     | regions
 *
 * For larger n the stride is 64, so each kind has its own word. */
typedef struct fq_cell_units {
    uint8_t unit[3]; /* unit numbers of the region, row and column of a cell */
} fq_cell_units;

/* The state of fq_logic_choose, which chooses the cell that a forcing chain eliminates. */
typedef struct fq_logic_choice {
    int running;         /* whether the choice has begun and not ended */
    uint32_t best, left; /* the best cell so far, and the number of candidates left without it */
    uint64_t untried[FQ_LOGIC_MAX_N]; /* refuted cells that may be better than `best` */
} fq_logic_choice;

struct fq_logic {
    uint32_t n, stars, cells, words;
    /* stride: the first unit of kind k has the number k * stride; set_words: number of words in a
     * set of units */
    uint32_t stride, set_words;
    uint32_t rules;
    fq_rules board_rules;
    const struct fq_logic_size *size;

    /* cells that a queen on each cell attacks: its neighbours, and with one star also the other
     * cells of its row and column */
    uint64_t *line_attacks;
    /* the cells of line_attacks and, with one star, also the other cells of the region */
    uint64_t *attacks;
    uint64_t *unit_cells;      /* cells of each unit */
    uint64_t *units_of;        /* set of the three units of each cell */
    uint64_t *candidate_units; /* units in which the candidates of each unit lie */
    fq_cell_units *cell_units;
    /* The engine works on the canonical form of the loaded board (board/canonical.h), so that the
     * steps and the score do not depend on the orientation of the board or on its labels. `image`
     * says which image of the board this form is; region_of holds its regions, and `labels` holds
     * the labels of the board itself. */
    uint8_t *region_of, *labels;
    uint32_t image;

    uint64_t cand[FQ_LOGIC_MAX_N];
    uint64_t open[3];                  /* units that still need a queen */
    uint64_t have_one[3], have_two[3]; /* one star: units with at least 1 or 2 candidates */
    /* several stars: units with fewer candidates than they need stars; units with as many */
    uint64_t too_few[3], just_enough[3];
    /* several stars: need[m] is the set of units that need m + 1 more stars */
    uint64_t need[FQ_LOGIC_MAX_STARS][3];
    uint64_t common_checked[3]; /* several stars: units whose placements had nothing in common */
    uint64_t common_cand[FQ_LOGIC_MAX_N]; /* the candidates when common_checked was computed */
    /* the value of `need` when common_checked was computed */
    uint64_t common_need[FQ_LOGIC_MAX_STARS][3];
    uint64_t exhausted[FQ_LOGIC_MAX_N]; /* cells whose forcing chain leads to no contradiction */
    uint32_t level, start, cursor;      /* where the search for chains continues */
    int exhausted_valid;                /* whether `exhausted` belongs to the current candidates */
    /* whether the search for chains has passed the last cell and restarted at the first cell */
    int wrapped;
    /* Boards without star_rules: the cells that a chain of this level refutes, the rounds of each
     * chain, and the choice of one of these cells (fq_logic_choose). */
    uint64_t refuted[FQ_LOGIC_MAX_N];
    uint16_t refuted_rounds[FQ_LOGIC_MAX_N * FQ_LOGIC_MAX_N];
    fq_logic_choice choice;
    uint32_t placed, pending; /* queens[pending .. placed - 1] have not eliminated any cells yet */
    /* whether the fields have_one to just_enough and candidate_units are up to date */
    int surveyed;
    uint16_t queens[FQ_LOGIC_MAX_N * FQ_LOGIC_MAX_STARS];
    /* the rules of star_rules.h; NULL with one star and on boards that are too large */
    struct fq_star_rules *star_rules;
    int note_wanted; /* whether the note will be read */
    fq_logic_rating rating;
    fq_logic_note note; /* in cells and units of the canonical form */
};

/* The result of a rule. */
typedef enum fq_logic_fired {
    FQ_NOTHING, /* the rule does not apply */
    FQ_FIRED,   /* the rule made a step, which the note describes */
    FQ_REFUTED, /* there is no solution; the note describes the contradiction */
    FQ_PAUSED   /* the budget is spent */
} fq_logic_fired;

/* The levels of forcing chains on boards without the rules of star_rules.h, in the order in
 * which they are tried. A level says how many rounds a chain may have and which rules it may use:
 * `single` alone; `single` and `attacked`; or all rules easier than forcing-chain. Few boards need
 * the last level, so it is simple: it calls the rules of the engine and makes one step in each
 * round. */
typedef enum fq_logic_depth { FQ_SINGLES, FQ_WITH_ATTACKED, FQ_ALL_RULES } fq_logic_depth;
#define FQ_LOGIC_LEVELS 6
static const struct {
    uint32_t rounds;
    fq_logic_depth depth;
} fq_logic_levels[FQ_LOGIC_LEVELS] = {{2, FQ_SINGLES},          {UINT32_MAX, FQ_SINGLES},
                                      {2, FQ_WITH_ATTACKED},          {4, FQ_WITH_ATTACKED},
                                      {UINT32_MAX, FQ_WITH_ATTACKED}, {UINT32_MAX, FQ_ALL_RULES}};

/* Results of a forcing chain that found no contradiction. */
#define FQ_NO_CONTRADICTION (UINT32_MAX - 1)
#define FQ_LIMIT_REACHED (UINT32_MAX - 2)

/* The functions for one board size. */
typedef struct fq_logic_size {
    uint32_t max_n, words;
    void (*load)(fq_logic *);
    void (*survey_units)(fq_logic *);
    int (*place)(fq_logic *, uint32_t cell);
    fq_logic_fired (*find_conflict)(fq_logic *);
    fq_logic_fired (*rule[FQ_LOGIC_RULES])(fq_logic *, uint64_t end);
} fq_logic_size;

/* A copy of the position, so that steps can be taken back. */
typedef struct fq_logic_saved {
    uint64_t cand[FQ_LOGIC_MAX_N], open[3], need[FQ_LOGIC_MAX_STARS][3];
    uint32_t placed;
} fq_logic_saved;

void fq_logic_save(const fq_logic *l, fq_logic_saved *saved);
/* Takes back all steps since the position was saved. */
void fq_logic_restore(fq_logic *l, const fq_logic_saved *saved);

/* Boards without star_rules. Chooses from `refuted`, a set of cells in which a forcing chain has refuted a queen, the cell
 * whose elimination leads furthest: after it, the rules that are easier than forcing-chain leave
 * the fewest candidates. Among equal cells the choice is the one with the fewest rounds, and then
 * the first one. Trying a cell is one unit of work. Returns FQ_PAUSED if l->rating.work reached
 * `end` first; the next call continues the choice. Otherwise returns FQ_FIRED, and the cell is in
 * choice->best. */
fq_logic_fired fq_logic_choose(fq_logic *l, fq_logic_choice *choice, const uint64_t *refuted,
                               const uint16_t *rounds, uint64_t end);

/* Tries the first `rules` rules in order, until one of them makes a step. */
fq_logic_fired fq_logic_apply_rules(fq_logic *l, uint32_t rules, uint64_t end);

/* Finds the smallest Hall set that prunes. adj[i] is the set of right nodes of left node i, `open`
 * is the set of left nodes. A Hall set has at least two left nodes, and as many right nodes as left
 * nodes; it prunes if another left node has an edge to one of these right nodes. back[r] is the set
 * of left nodes of right node r; `back` may be NULL. Returns the number of left nodes of the Hall
 * set, and writes its left and right nodes to *from and *to. Returns 0 if there is no such set. If
 * the left nodes cannot all be matched, returns UINT32_MAX and writes to *from and *to left nodes
 * that have edges to fewer right nodes. */
uint32_t fq_find_hall_set(const uint64_t *adj, const uint64_t *back, uint64_t open, uint64_t *from,
                        uint64_t *to);

/* Finds the smallest weighted Hall set that prunes. Left node i needs left_needs[i] stars from its
 * right nodes, and right node j can receive right_needs[j] stars; all needs are from 1 to
 * FQ_LOGIC_MAX_STARS. In a weighted Hall set the left nodes together need as many stars as the
 * right nodes together can receive. The size of a Hall set is the number of its left nodes or of
 * its right nodes, whichever is larger, and is at least two. The arguments and results are the same
 * as for fq_find_hall_set. */
uint32_t fq_find_weighted_hall_set(const uint64_t *adj, const uint8_t *left_needs,
                            const uint8_t *right_needs, uint64_t open, uint64_t *from,
                            uint64_t *to);

extern const fq_logic_size *const fq_logic_one_star[FQ_LOGIC_SIZES];
extern const fq_logic_size *const fq_logic_several_stars[FQ_LOGIC_SIZES];

#endif

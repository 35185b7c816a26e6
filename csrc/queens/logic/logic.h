/* logic.h - solves coloured Queens like a person: by named rules, the easiest first. With several
 * stars in each unit the puzzle is Star Battle; below, "queen" then means star.
 *
 * The state is the set of candidates, the cells that may still hold a queen. A step applies the
 * first rule of the table that applies, and notes the units (regions, rows or columns) and cells
 * that justify it. No rule guesses or assumes that there is only one solution: a cell that a step
 * eliminates is in no solution that agrees with the given queens and eliminated cells. So a board
 * with several solutions ends as FQ_LOGIC_STUCK. The steps are the same on every machine, and
 * they turn with the board: the eight symmetric images of a board and all its colourings need the
 * same steps, because the engine works on the canonical form of the board (board/canonical.h).
 * Which boards the first r rules solve does not depend on the order of the steps: if a rule applies
 * and then other steps eliminate candidates, this rule or a stronger one still applies. */
#ifndef FQ_QUEENS_LOGIC_H
#define FQ_QUEENS_LOGIC_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"
#include "queens/board/rules.h"

#define FQ_LOGIC_MAX_N     64
#define FQ_LOGIC_MAX_STARS 16

/* The table of rules: X(id, name, tiers, cost, description).
 *
 * A step adds its cost to the score. The cost is multiplied by the number of units for pair, set
 * and fish; by rounds + 1 for forcing-chain, long-chain and forcing-net; and by the number of
 * binary digits of the number of cases for cases-256, cases-4096 and cases-all.
 *
 * `tiers` has one letter (easy, medium, hard, expert) for each class of boards. The first class has
 * one star in each unit or fewer than 10 rows; the other classes have several stars and at least
 * 10, 12, 17, 21 and 25 rows. A rule gets a hard tier in a class if few of the boards that people
 * play at that size need the rule. The tiers were chosen by rating boards of other authors:
 *
 *     10 x 10, 2 stars      a third of the boards need a chain, few of more than four rounds
 *     14 x 14, 3 stars      nearly all of the hard boards need chains, a quarter need nets
 *     17 x 17, 4 stars      nearly all boards need nets, most need cases, up to a thousand cases
 *     21 x 21, 5 stars      boards need from nets and a few cases to over ten thousand cases
 *     25 x 25, 6 stars      few boards are known; they are about as hard as the 14 x 14 boards
 *
 * None of these boards needs a number of cases close to the limits 256 and 4096. */
#define FQ_LOGIC_CLASSES 6
#define FQ_LOGIC_TABLE(X)                                                                          \
    X(queen, "queen", "eeeeee", 0, "a queen takes its row, column, region and neighbours")         \
    X(single, "single", "eeeeee", 1, "only one cell is left in a region, row or column")           \
    X(confined, "confined", "eeeeee", 2, "a region lies in one line, or a line in one region")     \
    X(attacked, "attacked", "meeeee", 4, "every cell left in a unit attacks the same cell")        \
    X(pair, "pair", "meeeee", 3, "two regions lie in two lines, or two lines in two regions")      \
    X(line_pair, "line-pair", "meeeee", 5,                                                         \
      "all placements of two neighbouring lines agree on a cell; no 2 x 2 block has two stars")    \
    X(set, "set", "hmmeee", 4, "k regions lie in k lines, or k lines in k regions, k > 2")         \
    X(fish, "fish", "hmmeee", 5, "k rows lie in k columns, or k columns in k rows")                \
    X(bounds, "bounds", "hmmeee", 6,                                                               \
      "the least and most stars of all regions in some lines rule out placements of one region")   \
    X(forcing_chain, "forcing-chain", "xhmeee", 10,                                                \
      "a queen here would leave some unit without a cell")                                         \
    X(long_chain, "long-chain", "xxheem", 10,                                                      \
      "a star here would leave some unit without room, after some rounds of forced moves")         \
    X(forcing_net, "forcing-net", "xxxmeh", 10,                                                    \
      "a star here would leave some unit without room, after many rounds of forced moves")         \
    X(cases_256, "cases-256", "xxxhmx", 40,                                                        \
      "a star here leads to a contradiction in each of at most 256 cases")                         \
    X(cases_4096, "cases-4096", "xxxxhx", 40,                                                      \
      "a star here leads to a contradiction in each of at most 4096 cases")                        \
    X(cases_all, "cases-all", "xxxxxx", 40,                                                        \
      "a star here leads to a contradiction in each of any number of cases")

typedef enum fq_logic_tier {
    FQ_LOGIC_EASY,
    FQ_LOGIC_MEDIUM,
    FQ_LOGIC_HARD,
    FQ_LOGIC_EXPERT,
    FQ_LOGIC_GUESS,         /* the rules do not solve the board */
    FQ_LOGIC_UNUSABLE = 255 /* the number of regions is not n */
} fq_logic_tier;

typedef enum fq_logic_rule {
#define FQ_LOGIC_ID(id, name, tiers, cost, text) FQ_LOGIC_##id,
    FQ_LOGIC_TABLE(FQ_LOGIC_ID)
#undef FQ_LOGIC_ID
        FQ_LOGIC_RULES,
    /* a note with this value: the units `from` need more queens than the units `to` */
    FQ_LOGIC_contradiction = FQ_LOGIC_RULES
} fq_logic_rule;

typedef struct fq_logic_about {
    const char *name, *text;
    char tiers[FQ_LOGIC_CLASSES + 1];
    uint32_t cost;
} fq_logic_about;

extern const fq_logic_about fq_logic_rules[FQ_LOGIC_RULES];

/* The tier of a rule on boards of n rows with this number of stars in each unit. */
fq_logic_tier fq_logic_tier_of(uint32_t rule, uint32_t n, uint32_t stars);

typedef enum fq_logic_kind { FQ_LOGIC_REGION, FQ_LOGIC_ROW, FQ_LOGIC_COLUMN } fq_logic_kind;

typedef enum fq_logic_outcome {
    FQ_LOGIC_OPEN,   /* the rules have not finished */
    FQ_LOGIC_SOLVED, /* every row has its queens */
    FQ_LOGIC_STUCK,  /* no rule applies */
    FQ_LOGIC_DEAD    /* a contradiction shows that there is no solution */
} fq_logic_outcome;

/* What a step does, and why it is right. In the sets `from` and `to`, bit i stands for region, row
 * or column i. `cells` and `eliminated` have one bit for each cell: bit i % 64 of word i / 64 for
 * cell i. `placed` lists the queens that the step places. The fields of the note hold, for each
 * rule:
 *
 *   queen             cells: the queen. full: its units that now have all their stars
 *   single            from: the unit that has only as many candidates as it needs queens
 *   confined          All candidates of `from` lie in `to`. cells: these candidates. The other
 *                     candidates of `to` are eliminated
 *   attacked          from: the unit whose placements exclude the eliminated cells. cells: its
 *                     candidates. placed: cells that have a star in every placement of the stars of
 *                     the unit
 *   pair, set, fish   the same as confined, with several units in `from` and in `to`. With
 *                     several stars the number of units in `from` and `to` may differ
 *   line-pair         from: two neighbouring lines. cells: their candidates
 *   bounds            from: a region. cells: its candidates. to: the lines whose numbers of stars
 *                     rule out placements of the region; empty if more than one lane is needed
 *                     (see bounds.c)
 *   forcing-chain     A queen on the eliminated cell would leave the unit `from` without a
 *                     candidate after `rounds` rounds. cells: the eliminated cell and the
 *                     queens that a queen there forces. With several stars `from` may also be two
 *                     neighbouring lines or a region without a placement, or it may be empty
 *   long-chain, forcing-net    the same as forcing-chain, with more rounds
 *   cases-256, cases-4096, cases-all    A star on the eliminated cell leads to a contradiction in
 *                     each of `rounds` cases. from: the region whose placements are the first
 *                     cases, if there is one. cells: the eliminated cell and the stars that
 *                     a star there forces
 *   contradiction     The units `from` need more queens than the units `to`, in which all their
 *                     candidates lie. cells: these candidates
 */
typedef struct fq_logic_note {
    fq_logic_rule rule;
    fq_logic_kind from_kind, to_kind;
    uint64_t from, to;
    uint32_t rounds;
    uint32_t placed_count;
    uint16_t placed[2 * FQ_LOGIC_MAX_STARS]; /* cell numbers */
    /* forcing-chain to cases-all: `cells` as a list: the eliminated cell, then the queens in the
     * order in which they are forced */
    uint32_t chain_count;
    uint16_t chain[FQ_LOGIC_MAX_N * FQ_LOGIC_MAX_STARS];
    uint8_t full[3];                         /* region, row and column: number + 1, or 0 for none */
    uint64_t cells[FQ_LOGIC_MAX_N], eliminated[FQ_LOGIC_MAX_N];
} fq_logic_note;

typedef struct fq_logic_rating {
    /* tier of the hardest rule that was used; FQ_LOGIC_GUESS if the board is not solved */
    fq_logic_tier tier;
    fq_logic_outcome outcome;
    uint32_t score;
    uint32_t steps[FQ_LOGIC_RULES]; /* number of steps by each rule */
    uint64_t work;                  /* steps made + chains tried + cases tried */
} fq_logic_rating;

typedef struct fq_logic fq_logic;

/* Creates an engine for boards of n rows, 1 to 64, with 1 to 16 stars in each unit. It can load any
 * number of boards, one after the other. If board_rules->allow_empty_regions is set, which requires
 * one star, a board may have 1 to 64 regions; if the number of regions is not n, regions may stay
 * without a queen. */
fq_logic *fq_logic_new(uint32_t n, const fq_rules *board_rules, fq_error *error);
void fq_logic_free(fq_logic *logic);
/* Returns the number of words in a set of cells. */
uint32_t fq_logic_words(const fq_logic *logic);

/* Loads a board: n * n labels of any values. The engine uses the first `rules` rules of the table;
 * FQ_LOGIC_RULES means all rules. Returns FQ_BAD_REGIONS if the number of regions is not accepted.
 * Allocates nothing. */
fq_error fq_logic_load(fq_logic *logic, const uint8_t *labels, uint32_t rules);
/* These two functions place a queen or eliminate a cell. They may be called after fq_logic_load and
 * before the first step. fq_logic_place changes
 * nothing and returns 0 if another queen attacks the cell, if a unit of the
 * cell is full, or if the cell is eliminated. */
int fq_logic_place(fq_logic *logic, uint32_t cell);
void fq_logic_eliminate(fq_logic *logic, uint32_t cell);

/* Makes one step. Returns FQ_FOUND if a step was made; fq_logic_last describes it. Returns FQ_DONE
 * if no step is possible; if the outcome is FQ_LOGIC_DEAD, the last note describes the
 * contradiction. The budget is the maximum number of steps, forcing chains and cases together. */
fq_status fq_logic_step(fq_logic *logic, uint64_t budget);
/* Makes steps until the board is solved, a contradiction is found, no rule applies, or the budget
 * is spent. Returns FQ_RUNNING if the budget is spent, otherwise FQ_DONE. */
fq_status fq_logic_run(fq_logic *logic, uint64_t budget);
/* Describes the last step or the contradiction. */
void fq_logic_last(const fq_logic *logic, fq_logic_note *note);
uint64_t fq_logic_spent(const fq_logic *logic);
fq_logic_rating fq_logic_counts(const fq_logic *logic);
/* Writes the cells of the queens placed so far, in the order in which they were found, and returns
 * their number, at most n * stars. */
uint32_t fq_logic_cells(const fq_logic *logic, uint16_t *cells);

/* ----------------------------------------------------------------------------------- batches
 *
 * Rates `count` boards of one size. tiers[i] becomes an fq_logic_tier, or FQ_LOGIC_UNUSABLE if the
 * board cannot be used; scores[i] becomes the score. The caller owns the arrays, which must outlive
 * the batch. */

typedef struct fq_logic_batch fq_logic_batch;

fq_logic_batch *fq_logic_batch_new(uint32_t n, uint32_t stars, size_t count, const uint8_t *labels,
                                   uint32_t rules, uint8_t *tiers, uint32_t *scores,
                                   fq_error *error);
fq_status fq_logic_batch_step(fq_logic_batch *batch, uint64_t budget);
/* The number of boards rated so far; below it, the sums over all boards of the work and of the
 * steps by each rule. */
size_t fq_logic_batch_done(const fq_logic_batch *batch);
uint64_t fq_logic_batch_spent(const fq_logic_batch *batch);
fq_logic_rating fq_logic_batch_counts(const fq_logic_batch *batch);
void fq_logic_batch_free(fq_logic_batch *batch);

#endif

/* logic.h - coloured Queens solved the way a person does: by named rules, easiest first. With
 * several stars a unit it is Star Battle, and the queens below are stars.
 *
 * The state is the set of candidate cells, those that may still hold a queen. Each step applies
 * the first rule of the table that applies, and says why: which units (regions, rows
 * or columns) and cells justify which queen or which crosses. No rule guesses, and none assumes
 * that the board has only one solution: what a step crosses out is in no solution that agrees
 * with the queens and crosses given at the start. So a board with several solutions ends
 * FQ_LOGIC_STUCK.
 *
 * The order of steps is deterministic. Which boards the first r rules of the table solve does not
 * depend on it: a rule that applies goes on to apply, or something stronger, when candidates go.
 */
#ifndef FQ_QUEENS_LOGIC_H
#define FQ_QUEENS_LOGIC_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

#define FQ_LOGIC_MAX_N     64
#define FQ_LOGIC_MAX_STARS 16

/* The table: X(name, tiers, cost, description). A step adds its cost to the score, times the number of
 * units for pair, set and fish, times rounds + 1 for the forcing chains suppose, chain and net, and
 * times the digits of the number of cases, in base 2, for cases, tree and search.
 *
 * The tiers are a letter for each class of boards: with one star (or fewer than 10 rows), and with
 * several stars and at least 10, 12, 17, 21 and 25 rows. What is hard is what few of the boards that
 * people play at that size need; so the table was set by boards that others made, for each class:
 *
 *     10 x 10, 2 stars      a third need a chain, few more than four rounds
 *     14 x 14, 3 stars      nearly all of the hard ones need chains, a quarter nets
 *     17 x 17, 4 stars      nearly all need nets, most of them cases, up to a thousand
 *     21 x 21, 5 stars      from nets and a few cases to more than ten thousand
 *     25 x 25, 6 stars      little is known; what was seen is about as hard as 14 x 14
 *
 * Turning a board changes the number of its cases by less than half, most often; 256 and 4096 are
 * where the numbers seen left gaps. */
#define FQ_LOGIC_CLASSES 6
#define FQ_LOGIC_TABLE(X)                                                                          \
    X(queen, "eeeeee", 0, "a queen takes its row, column, region and neighbours")                  \
    X(single, "eeeeee", 1, "only one cell is left in a region, row or column")                     \
    X(confined, "eeeeee", 2, "a region lies in one line, or a line in one region")                 \
    X(attacked, "meeeee", 4, "every cell left in a unit attacks the same cell")                    \
    X(pair, "meeeee", 3, "two regions lie in two lines, or two lines in two regions")              \
    X(band, "meeeee", 5,                                                                           \
      "however two neighbouring lines get their stars, no 2 x 2 block having two")                 \
    X(set, "hmmeee", 4, "k regions lie in k lines, or k lines in k regions, k > 2")                \
    X(fish, "hmmeee", 5, "k rows lie in k columns, or k columns in k rows")                        \
    X(counting, "hmmeee", 6,                                                                       \
      "the least and most stars of all regions in some lines leave few ways to one of them")       \
    X(suppose, "xhmeee", 10, "a queen here would leave some unit without a cell")                  \
    X(chain, "xxheem", 10,                                                                         \
      "a star here would leave some unit without room, after some rounds of forced moves")         \
    X(net, "xxxmeh", 10,                                                                           \
      "a star here would leave some unit without room, after many rounds of forced moves")         \
    X(cases, "xxxhmx", 40, "a star here leads to a contradiction in each of several cases, 256 at most") \
    X(tree, "xxxxhx", 40, "a star here leads to a contradiction in each of many cases, 4096 at most") \
    X(search, "xxxxxx", 40, "a star here leads to a contradiction in each of however many cases")

typedef enum fq_logic_tier {
    FQ_LOGIC_EASY,
    FQ_LOGIC_MEDIUM,
    FQ_LOGIC_HARD,
    FQ_LOGIC_EXPERT,
    FQ_LOGIC_GUESS,         /* not solved by the rules */
    FQ_LOGIC_UNUSABLE = 255 /* no board: the number of regions is not n */
} fq_logic_tier;

typedef enum fq_logic_rule {
#define FQ_LOGIC_ID(name, tiers, cost, text) FQ_LOGIC_##name,
    FQ_LOGIC_TABLE(FQ_LOGIC_ID)
#undef FQ_LOGIC_ID
        FQ_LOGIC_RULES,
    FQ_LOGIC_contradiction = FQ_LOGIC_RULES /* in a note: the units `from` do not fit into `to` */
} fq_logic_rule;

typedef struct fq_logic_about {
    const char *name, *text;
    char tiers[FQ_LOGIC_CLASSES + 1];
    uint32_t cost;
} fq_logic_about;

extern const fq_logic_about fq_logic_rules[FQ_LOGIC_RULES];

/* The tier of a rule on boards of n rows with so many stars a unit. */
fq_logic_tier fq_logic_tier_of(uint32_t rule, uint32_t n, uint32_t stars);

typedef enum fq_logic_kind { FQ_LOGIC_REGION, FQ_LOGIC_ROW, FQ_LOGIC_COLUMN } fq_logic_kind;

typedef enum fq_logic_outcome {
    FQ_LOGIC_OPEN,   /* not yet known */
    FQ_LOGIC_SOLVED, /* every row has its queen */
    FQ_LOGIC_STUCK,  /* no rule applies */
    FQ_LOGIC_DEAD    /* no solution: units that do not fit into what is left to them */
} fq_logic_outcome;

/* Why a step was made. Sets have bit i for region, row or column number i; boards have bit i % 64
 * of word i / 64 for cell i, `words` of them.
 *
 *   queen          cells: the queen; with several stars, full: the units of it that miss none now
 *   single         from: the unit; placed
 *   confined       from lies in to, which loses its other candidates; cells: those of from
 *   attacked       from: the unit; cells: its candidates; with several stars, placed: those on
 *                  which a star stands whichever way they are put
 *   pair set fish  as confined, with more units on both sides; with several stars perhaps not as
 *                  many on both
 *   band           from: two neighbouring lines; cells: their candidates; placed
 *   counting       from: a region; to: the lines that leave it few ways, none if it takes several
 *                  sets of them; cells: its candidates; placed
 *   suppose        a forcing chain; from: the unit left without a candidate after `rounds` rounds
 *                  if a queen stood on the eliminated cell; cells: that cell and the queens that it
 *                  would force; with several stars perhaps two lines, as for band, or a region and lines,
 *                  as for counting, or nothing
 *   chain net      the same, with more rounds than those before it
 *   cases tree     the same with `rounds` cases, each of which ends in a contradiction; from: the
 *   search         region whose ways are tried first, if any; cells: that cell and what it forces
 *   contradiction  more queens are missing in from than in to, where all their candidates (cells)
 *                  lie
 */
typedef struct fq_logic_note {
    fq_logic_rule rule;
    fq_logic_kind from_kind, to_kind;
    uint64_t from, to;
    uint32_t rounds;
    uint32_t placed_count;
    uint16_t placed[2 * FQ_LOGIC_MAX_STARS]; /* cells */
    uint8_t full[3];                     /* region, row, column: number + 1, or 0 */
    uint64_t cells[FQ_LOGIC_MAX_N], eliminated[FQ_LOGIC_MAX_N];
} fq_logic_note;

typedef struct fq_logic_rating {
    fq_logic_tier tier; /* of the hardest rule used; GUESS unless solved */
    fq_logic_outcome outcome;
    uint32_t score;
    uint32_t steps[FQ_LOGIC_RULES]; /* how often each rule was used */
    uint64_t work;                  /* steps made and forcing chains tried */
} fq_logic_rating;

typedef struct fq_logic fq_logic;

/* Set-up for boards of n rows, 1 to 64, and 1 to 16 stars; load as many as you like, one after the
 * other. With allow_empty_regions, which goes with one star, they may have any number of regions up to 64,
 * and if that is not n a region may stay empty. */
fq_logic *fq_logic_new(uint32_t n, uint32_t stars, int allow_empty_regions, fq_error *error);
void fq_logic_free(fq_logic *logic);
/* Words of a board of cells. */
uint32_t fq_logic_words(const fq_logic *logic);

/* Takes a board, n * n labels of any values, and the number of rules to use (FQ_LOGIC_RULES for
 * all). FQ_BAD_REGIONS for a number of regions that is not accepted. Nothing is allocated. */
fq_error fq_logic_load(fq_logic *logic, const uint8_t *labels, uint32_t rules);
/* After load and before the first step: a queen that stands already (0, and nothing done, if
 * another one attacks it, a unit of it is full or the cell is crossed out), and a cell that is
 * crossed out. */
int fq_logic_place(fq_logic *logic, uint32_t cell);
void fq_logic_cross(fq_logic *logic, uint32_t cell);

/* FQ_FOUND: a step was made, fq_logic_last says which. FQ_DONE: the rules are at their end, see
 * the outcome (if it is FQ_LOGIC_DEAD, the last note is the contradiction). The budget counts
 * steps and forcing chains. */
fq_status fq_logic_step(fq_logic *logic, uint64_t budget);
/* Steps up to the end without a stop at each: FQ_DONE or FQ_RUNNING. */
fq_status fq_logic_run(fq_logic *logic, uint64_t budget);
const fq_logic_note *fq_logic_last(const fq_logic *logic);
uint64_t fq_logic_spent(const fq_logic *logic);
fq_logic_rating fq_logic_counts(const fq_logic *logic);
/* The cells of the queens so far, in the order they were found; returns how many, n * stars at
 * most. */
uint32_t fq_logic_cells(const fq_logic *logic, uint16_t *cells);

/* Rates one board: load, and steps up to its end, at most `budget` units of work (after which the
 * outcome is FQ_LOGIC_OPEN and the tier FQ_LOGIC_GUESS). */
fq_error fq_logic_rate(fq_logic *logic, const uint8_t *labels, uint32_t rules, uint64_t budget,
                       fq_logic_rating *rating);

/* ----------------------------------------------------------------------------------- batches
 *
 * Rates `count` boards of one size. tiers[i] is an fq_logic_tier, FQ_LOGIC_UNUSABLE where a board
 * cannot be used; scores[i] the score. The arrays are the caller's and must outlive the machine. */

typedef struct fq_logic_batch fq_logic_batch;

fq_logic_batch *fq_logic_batch_new(uint32_t n, uint32_t stars, size_t count, const uint8_t *labels,
                                   uint32_t rules, uint8_t *tiers, uint32_t *scores,
                                   fq_error *error);
fq_status fq_logic_batch_step(fq_logic_batch *batch, uint64_t budget);
/* Boards that have their answer, and the sums over them: steps of each rule, and work. */
size_t fq_logic_batch_done(const fq_logic_batch *batch);
uint64_t fq_logic_batch_spent(const fq_logic_batch *batch);
fq_logic_rating fq_logic_batch_counts(const fq_logic_batch *batch);
void fq_logic_batch_free(fq_logic_batch *batch);

#endif

/* min_conflicts_state.h - the state of a min-conflicts search, shared by the puzzles that use
 * it. */
#ifndef FQ_MIN_CONFLICTS_STATE_H
#define FQ_MIN_CONFLICTS_STATE_H

#include "common/rng.h"
#include "min_conflicts.h"

/* The column stored for a row without a queen. It is far away from all columns, so it touches none
 * of them. */
enum { FQ_NO_COLUMN = -4 };

/* The two functions that a puzzle makes by including min_conflicts_moves.h. */
typedef struct fq_min_conflicts_rules {
    void (*draw)(fq_min_conflicts *); /* replaces all queens by a random placement */
    void (*move)(fq_min_conflicts *); /* makes one step */
} fq_min_conflicts_rules;

struct fq_min_conflicts {
    const fq_min_conflicts_rules *rules;
    uint32_t n;
    uint32_t moved; /* the row of the last move; n before the first one */
    int impossible, found;
    /* columns of rows -1 to n; rows -1 and n have no queen, so neighbours need no bounds test */
    int32_t *column;
    int32_t *least;    /* the columns of the best placement so far */
    uint32_t *count;   /* the puzzle's counters: queens on each line */
    uint32_t counters; /* number of those counters */
    uint8_t *label;    /* the counter of each cell, if the puzzle needs a table; else NULL */
    uint64_t cost, best, run_best, idle;
    fq_rng rng;
    fq_min_conflicts_counters counts;
};

static inline int32_t *fq_column_of(const fq_min_conflicts *s, uint32_t row)
{
    return s->column + row + 1;
}

/* `labels`: n * n labels, which are copied, or NULL. `impossible`: the puzzle is known to have no
 * solution, so every step returns FQ_DONE. */
fq_min_conflicts *fq_min_conflicts_make(uint32_t n, uint32_t counters, const uint8_t *labels,
                                        int impossible, uint64_t seed,
                                        const fq_min_conflicts_rules *rules, fq_error *error);

#endif

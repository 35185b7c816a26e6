/* min_conflicts.c - min-conflicts search for coloured Queens, which exchanges columns of queens.
 *
 * Queens of one region are in conflict, and so are queens that touch. There is one queen in each
 * row, so only queens of neighbouring rows can touch. */
#include "min_conflicts.h"

#include "csp/min_conflicts_state.h"

enum { OWN_PAIRS = 1 }; /* a queen is counted once, in its region */

/* Counts the queens that are in conflict with a queen on this cell. If a queen stands there, its
 * region count includes the queen itself. */
static inline uint64_t count_pairs(const fq_min_conflicts *s, uint32_t row, int32_t column)
{
    const int32_t up = fq_column_of(s, row)[-1] - column, down = fq_column_of(s, row)[1] - column;
    return (uint64_t)s->count[s->label[row * s->n + (uint32_t)column]] + (up >= -1 && up <= 1) +
           (down >= -1 && down <= 1);
}

static inline void add_to_lines(fq_min_conflicts *s, uint32_t row, uint32_t column, uint32_t by)
{
    s->count[s->label[row * s->n + column]] += by;
}

#include "csp/min_conflicts_moves.h"

static uint32_t count_regions(uint32_t n, const uint8_t *regions)
{
    uint8_t seen[256] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < n * n; i++) {
        count += !seen[regions[i]];
        seen[regions[i]] = 1;
    }
    return count;
}

fq_min_conflicts *fq_queens_min_conflicts_new(uint32_t n, const uint8_t *regions, uint64_t seed,
                                              fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_QUEENS_MIN_CONFLICTS_MAX_N) return NULL;
    const int impossible = n == 2 || n == 3 || count_regions(n, regions) < n;
    return fq_min_conflicts_make(n, 256, regions, impossible, seed, &rules, error);
}

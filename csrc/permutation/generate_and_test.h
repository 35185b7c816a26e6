/* generate_and_test.h - placements by trying permutations: one queen a row, one a column.
 *
 * The permutations of the columns 0 to n - 1 are gone through in lexicographic order, from
 * 0 1 2 ... n-1 to n-1 ... 2 1 0, and each is tested against one of two rules:
 *
 *     coloured Queens   no two queens in one region; the columns of neighbouring rows differ by
 *                       more than 1. Any number of regions (with n of them, each has its queen).
 *     N-Queens          no two queens on one diagonal.
 *
 * Two ways, which find the same solutions in the same order:
 *
 *     plain   Every permutation gets its own test, whatever is known of its beginning; nothing is
 *             left out. The budget counts permutations. generate_and_test.c says how that is done
 * at about a cycle each. skip    A beginning of k queens that breaks the rule is given up, with the
 * (n - k)! permutations that begin so. The budget counts the beginnings tested ("nodes").
 *
 *     fq_permutation *m = fq_permutation_new(n, regions, 0, &error);
 *     fq_status status;
 *     while ((status = fq_permutation_step(m, 1000000)) != FQ_DONE)
 *         if (status == FQ_FOUND) fq_permutation_peek(m, queens);
 *     fq_permutation_free(m);
 */
#ifndef FQ_PERMUTATION_H
#define FQ_PERMUTATION_H

#include <stdint.h>

#include "common/search.h"

#define FQ_PERMUTATION_MAX_N 64

typedef struct fq_permutation fq_permutation;

typedef struct fq_permutation_counters {
    uint64_t tested; /* plain: permutations; skip: beginnings */
} fq_permutation_counters;

/* `regions`: n * n region numbers, any byte values, copied; NULL for N-Queens. `skip`: nonzero for
 * the second way. FQ_BAD_SIZE unless 1 <= n <= 64. Takes 14 KiB, and to skip 8 * n bytes for each
 * region. */
fq_permutation *fq_permutation_new(uint32_t n, const uint8_t *regions, int skip, fq_error *error);

/* FQ_DONE comes with the last permutation, at no extra budget, unless that is a solution. */
fq_status fq_permutation_step(fq_permutation *m, uint64_t budget);

/* n columns, -1 for a row without a queen. Plain: the permutation tested last (none before the
 * first). Skip: the beginning that holds. After FQ_FOUND both are the solution. */
void fq_permutation_peek(const fq_permutation *m, int16_t *queens);

/* Skip: the cell (row * n + column) that the test of the last beginning failed on, or the last one
 * of the beginning that holds; -1 before the first, and for plain. */
int32_t fq_permutation_hand(const fq_permutation *m);

uint64_t fq_permutation_spent(const fq_permutation *m);
fq_permutation_counters fq_permutation_counts(const fq_permutation *m);

/* How many permutations have been gone through, those skipped included, as n digits:
 *
 *     digits[0] * (n-1)! + digits[1] * (n-2)! + ... + digits[n-2] * 1! + digits[n-1] * 0!
 *
 * It does not fit in 64 bits from n = 21 on. At a solution it is the solution's rank plus 1, at the
 * end n!, in between the rank of the next permutation. A digit may reach n - row (a carry not
 * done); the sum is right all the same. */
void fq_permutation_reviewed(const fq_permutation *m, uint8_t *digits);

void fq_permutation_free(fq_permutation *m);

#endif

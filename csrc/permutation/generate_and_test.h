/* generate_and_test.h - placements by trying permutations: one queen per row and per column.
 *
 * The permutations of the columns 0 to n - 1 are visited in lexicographic order, from 0 1 2 ... n-1
 * to n-1 ... 2 1 0, and each is tested against one of two rules:
 *
 *     coloured Queens   no two queens in one region; the columns of neighbouring rows differ by
 *                       more than 1. Any number of regions (with n of them, each has its queen).
 *     N-Queens          no two queens on one diagonal.
 *
 * There are two methods, which find the same solutions in the same order:
 *
 *     plain   Every permutation gets its own test, whatever is known about its beginning; no
 *             permutation is left out. The budget counts permutations. generate_and_test.c
 *             explains how a test takes about one cycle.
 *     skip    A beginning of k queens that breaks the rule is abandoned, together with the
 *             (n - k)! permutations that begin like this. The budget counts the beginnings tested
 *             ("nodes").
 *
 *     fq_permutation *m = fq_permutation_new(n, regions, 0, &error);
 *     fq_status status;
 *     while ((status = fq_permutation_step(m, 1000000)) != FQ_DONE)
 *         if (status == FQ_FOUND) fq_permutation_peek(m, queens);
 *     fq_permutation_free(m); */
#ifndef FQ_PERMUTATION_H
#define FQ_PERMUTATION_H

#include <stdint.h>

#include "common/search.h"

#define FQ_PERMUTATION_MAX_N 64

typedef struct fq_permutation fq_permutation;

typedef struct fq_permutation_counters {
    uint64_t tested; /* plain: permutations tested; skip: beginnings tested */
} fq_permutation_counters;

/* Creates a search. `regions`: n * n region numbers, any byte values, copied; NULL for N-Queens.
 * `skip`: nonzero for the skipping method. FQ_BAD_SIZE unless 1 <= n <= 64. Takes 14 KiB, and with
 * `skip` 8 * n bytes per region. */
fq_permutation *fq_permutation_new(uint32_t n, const uint8_t *regions, int skip, fq_error *error);

/* FQ_DONE is returned with the last permutation, at no extra budget, unless that permutation is a
 * solution. */
fq_status fq_permutation_step(fq_permutation *m, uint64_t budget);

/* Writes n columns, -1 for a row without a queen. Plain: the permutation tested last (none before
 * the first). Skip: the valid beginning so far. After FQ_FOUND both are the solution. */
void fq_permutation_peek(const fq_permutation *m, int16_t *queens);

/* Skip: the cell (row * n + column) where the test of the last beginning failed, or else the last
 * cell of the valid beginning. -1 before the first test, and for plain. */
int32_t fq_permutation_last_cell(const fq_permutation *m);

uint64_t fq_permutation_spent(const fq_permutation *m);
fq_permutation_counters fq_permutation_counts(const fq_permutation *m);

/* Writes the number of permutations visited, including skipped ones, as n digits:
 *
 *     digits[0] * (n-1)! + digits[1] * (n-2)! + ... + digits[n-2] * 1! + digits[n-1] * 0!
 *
 * The number does not fit in 64 bits from n = 21 on. At a solution it is the rank of the solution
 * plus 1, at the end it is n!, and otherwise it is the rank of the next permutation. A digit may
 * reach n - row (a carry that was not propagated); the sum is still right. */
void fq_permutation_progress(const fq_permutation *m, uint8_t *digits);

void fq_permutation_free(fq_permutation *m);

#endif

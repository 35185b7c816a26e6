/* generate_and_test.h - finds placements with one queen per row and per column by trying
 * permutations.
 *
 * The permutations of the columns 0 to n - 1 are visited in lexicographic order, from 0 1 2 ... n-1
 * to n-1 ... 2 1 0, and each is tested against one of two rules:
 *
 *     coloured Queens   no two queens in one region; the columns of neighbouring rows differ by
 *                       more than 1. The number of regions can be any number; if it is n, every
 *                       region has one queen.
 *     N-Queens          no two queens on one diagonal.
 *
 * There are two methods, which find the same solutions in the same order:
 *
 *     plain Every permutation gets its own test, even if its beginning already breaks the rule; no
 *     permutation is left out. The budget counts permutations. generate_and_test.c
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

/* Creates a search. `regions` holds n * n region numbers, which may be any byte values; the
 * function copies them. For N-Queens, `regions` is NULL. `skip` is nonzero for the skipping method.
 * Returns NULL and FQ_BAD_SIZE unless 1 <= n <= 64. A search takes 14 KiB, and with `skip` 8 * n
 * more bytes for each region. */
fq_permutation *fq_permutation_new(uint32_t n, const uint8_t *regions, int skip, fq_error *error);

/* The step that tests the last permutation already returns FQ_DONE, unless this permutation is a
 * solution; then the next step returns FQ_DONE. */
fq_status fq_permutation_step(fq_permutation *m, uint64_t budget);

/* Writes the column of the queen in each of the n rows, or -1 for a row without a queen. The plain
 * method shows the permutation tested last (no queens before the first test). The skipping method
 * shows the valid beginning so far. After FQ_FOUND, both methods show the solution. */
void fq_permutation_peek(const fq_permutation *m, int16_t *queens);

/* For the skipping method, returns the cell (row * n + column) where the test of the last beginning
 * failed, or, if the test did not fail, the last cell of the valid beginning. Returns -1 before the
 * first test, and always for the plain method. */
int32_t fq_permutation_last_cell(const fq_permutation *m);

uint64_t fq_permutation_spent(const fq_permutation *m);
fq_permutation_counters fq_permutation_counts(const fq_permutation *m);

/* Writes the number of permutations visited, including the skipped ones, as n digits. The number is
 *
 *     digits[0] * (n-1)! + digits[1] * (n-2)! + ... + digits[n-2] * 1! + digits[n-1] * 0!
 *
 * The number does not fit in 64 bits from n = 21 on. At a solution, the number is the rank of the
 * solution plus 1. At the end it is n!, and otherwise it is the rank of the next permutation. A
 * digit may reach n - row (a carry that was not propagated); the sum is still right. */
void fq_permutation_progress(const fq_permutation *m, uint8_t *digits);

void fq_permutation_free(fq_permutation *m);

#endif

/* kernel_counts.c - what each kernel did on a small problem, a line each: its name, the work and
 * the answer. The same lines on every processor: see tests/test_platforms.py. */
#include <stdio.h>
#include <stdlib.h>

#include "cover/cover.h"
#include "nqueens/count.h"
#include "nqueens/list.h"
#include "nqueens/minus_k.h"
#include "nqueens/plus_k.h"
#include "nqueens/random.h"
#include "permutation/review.h"
#include "queens/generate.h"
#include "queens/logic.h"
#include "queens/regions.h"
#include "queens/stars.h"
#include "sliding/sliding.h"

/* Steps of an odd budget, to its end: every machine has these verbs. */
#define FINISH(prefix, m)                                                           \
    if (!(m)) return fprintf(stderr, "%s: error %d\n", #prefix, (int)error), 1;     \
    for (fq_status s = FQ_RUNNING; s != FQ_DONE && s != FQ_FULL;) s = prefix##_step(m, 997)

static void tell(const char *name, int n, uint64_t work, uint64_t answer)
{
    printf("%s %d: %llu %llu\n", name, n, (unsigned long long)work, (unsigned long long)answer);
}

static int nqueens(void)
{
    fq_error error = FQ_OK;
    for (int n = 4; n <= 11; n++) {
        fq_nqueens_plan *plan = fq_nqueens_plan_new(n, &error);
        if (!plan) return 1;
        const fq_nqueens_unit whole = fq_nqueens_plan_unit(plan, 0, 1);
        fq_nqueens *m = fq_nqueens_new(plan, whole, FQ_AVX512, &error);
        FINISH(fq_nqueens, m);
        tell("nqueens/count", n, fq_nqueens_spent(m), fq_nqueens_counts(m).solutions);
        fq_nqueens_free(m);
        fq_nqueens_plan_free(plan);
    }
    for (int variant = FQ_QUEENS; variant <= FQ_HERTZSPRUNG; variant++) {
        fq_nqueens_list *m =
            fq_nqueens_list_new(9, (fq_nqueens_variant)variant, NULL, 0, &error);
        FINISH(fq_nqueens_list, m);
        tell("nqueens/list", variant, fq_nqueens_list_spent(m),
             fq_nqueens_list_counts(m).solutions);
        fq_nqueens_list_free(m);
    }
    fq_nqueens_plus_k *plus = fq_nqueens_plus_k_new(7, 1, NULL, 0, 0, &error);
    FINISH(fq_nqueens_plus_k, plus);
    tell("nqueens/plus_k", 7, fq_nqueens_plus_k_spent(plus),
         fq_nqueens_plus_k_counts(plus).solutions);
    fq_nqueens_plus_k_free(plus);
    fq_nqueens_minus_k *minus = fq_nqueens_minus_k_new(7, 1, NULL, 0, 0, &error);
    FINISH(fq_nqueens_minus_k, minus);
    tell("nqueens/minus_k", 7, fq_nqueens_minus_k_spent(minus),
         fq_nqueens_minus_k_counts(minus).solutions);
    fq_nqueens_minus_k_free(minus);
    for (int n = 10; n <= 1000; n *= 10) {
        fq_nqueens_random *m = fq_nqueens_random_new(n, 7, &error);
        if (!m) return 1;
        while (fq_nqueens_random_step(m, 997) == FQ_RUNNING) continue;
        uint64_t sum = 0;
        const int32_t *columns = fq_nqueens_random_columns(m);
        for (int r = 0; r < n; r++) sum += (uint64_t)(r + 1) * (uint64_t)columns[r];
        tell("nqueens/random", n, fq_nqueens_random_spent(m), sum);
        fq_nqueens_random_free(m);
    }
    return 0;
}

/* Langford pairs: number k twice, k places between; items are the numbers, then the places. */
static int covers(void)
{
    enum { N = 7, PLACES = 2 * N };
    int32_t start[N * PLACES + 1] = {0}, item[3 * N * PLACES];
    uint32_t options = 0;
    for (int k = 1; k <= N; k++)
        for (int p = 0; p + k + 1 < PLACES; p++) {
            int32_t *at = item + 3 * options;
            at[0] = k - 1;
            at[1] = N + p;
            at[2] = N + p + k + 1;
            options++;
            start[options] = (int32_t)(3 * options);
        }
    const fq_cover_problem problem = {
        .options = options,
        .items = N + PLACES,
        .primary = N + PLACES,
        .start = start,
        .item = item,
    };
    for (int method = FQ_COVER_DLX; method <= FQ_COVER_BITSET; method++) {
        const fq_cover_options how = {
            .method = (fq_cover_method)method, .isa = FQ_AVX512, .max_bytes = 1 << 30};
        fq_error error = FQ_OK;
        fq_cover *m = fq_cover_new(&problem, &how, &error);
        FINISH(fq_cover, m);
        tell("cover", method, fq_cover_spent(m), fq_cover_counts(m).solutions);
        fq_cover_free(m);
    }
    return 0;
}

/* Boards are made, and solved by the kernels for their size. */
static int boards(uint32_t n, uint32_t stars)
{
    enum { MOST = 4 };
    static uint8_t labels[MOST * 30 * 30];
    int16_t queens[MOST * 30 * 2];
    const size_t count = stars == 1 ? MOST : 1;
    fq_error error = FQ_OK;
    const fq_generate_options how = {
        .isa = FQ_AVX512,
        .seed = n,
        .stars = stars,
        .tier = n == 8 && stars == 1 ? FQ_LOGIC_HARD : -1,
    };
    if (n <= 12) {
        fq_generate *m = fq_generate_new(n, 0, count, labels, queens, &how, &error);
        FINISH(fq_generate, m);
        uint64_t sum = 0;
        for (size_t i = 0; i < count * n * n; i++) sum = sum * 31 + labels[i];
        tell("queens/generate", (int)n, fq_generate_spent(m), sum);
        fq_generate_free(m);
    } else { /* the larger kernels, on regions that forbid next to nothing */
        for (size_t i = 0; i < count * n * n; i++) labels[i] = (uint8_t)(i / n % n);
    }
    if (stars > 1) {
        const fq_stars_options options = {
            .isa = FQ_AVX512, .stars = stars, .seed = 1, .opening = 100};
        fq_stars *search = fq_stars_new(n, labels, &options, &error);
        FINISH(fq_stars, search);
        tell("queens/stars", (int)n, fq_stars_spent(search), fq_stars_counts(search).solutions);
        fq_stars_free(search);
        return 0;
    }
    int64_t counts[MOST];
    int16_t first[MOST * 30];
    const fq_regions_options options = {.isa = FQ_AVX512};
    const fq_batch_boards all = {count, labels, counts, first, 5};
    fq_batch *batch = fq_regions_batch_new(n, &all, &options, &error);
    FINISH(fq_batch, batch);
    uint64_t solutions = 0;
    for (size_t i = 0; i < count; i++) solutions += (uint64_t)counts[i];
    tell("queens/regions", (int)n, fq_batch_spent(batch), solutions);
    fq_batch_free(batch);
    for (int skip = 0; skip < 2 && n <= 8; skip++) {
        fq_permutation *review = fq_permutation_new(n, labels, skip, &error);
        FINISH(fq_permutation, review);
        tell("permutation", skip, fq_permutation_spent(review),
             fq_permutation_counts(review).tested);
        fq_permutation_free(review);
    }
    return 0;
}

static int tiles(void)
{
    const uint8_t start[16] = {3, 1, 2, 4, 0, 5, 7, 8, 10, 6, 11, 12, 9, 13, 14, 15};
    const uint8_t goal[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};
    fq_error error = FQ_OK;
    fq_prune *prune = fq_prune_new(4, 4, 8, &error);
    if (!prune) return 1;
    for (int kind = FQ_MISPLACED; kind <= FQ_WALKING_DISTANCE; kind++) {
        const fq_ida_options how = {
            .heuristic = (fq_heuristic_kind)kind, .prune = prune, .fixed = 1};
        fq_ida *m = fq_ida_new(4, 4, start, goal, &how, &error);
        if (!m) return fprintf(stderr, "ida: error %d\n", (int)error), 1;
        while (fq_ida_step(m, 997) == FQ_RUNNING) continue;
        tell("sliding/ida", kind, fq_ida_spent(m), fq_ida_bound(m));
        fq_ida_free(m);
    }
    fq_prune_free(prune);
    return 0;
}

int main(void)
{
    return nqueens() || covers() || boards(6, 1) || boards(8, 1) || boards(11, 1) ||
           boards(16, 1) || boards(24, 1) || boards(8, 2) || boards(10, 2) || tiles();
}

/* kernel_counts.c - runs every kernel on a small problem and prints one line for each: its name,
 * its work and its answer. The lines are the same on every processor (tests/test_platforms.py).
 *
 *     kernel_counts              prints the lines
 *     kernel_counts THREADS      runs the kernels in this many threads at once, some of them on
 *                                objects that the threads share (for -fsanitize=thread)
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mutex_guard.h"
#include "fastqueens.h"
#include "queens/stars/count.h"

/* Steps a search to its end or until it has spent `most`. The budget is odd so that steps end at
 * unusual points. */
#define FINISH_IN(prefix, m, most)                                                         \
    if (!(m)) return fprintf(stderr, "%s: error %d\n", #prefix, (int)error), 1;            \
    for (fq_status s = FQ_RUNNING; s != FQ_DONE && s != FQ_FULL && prefix##_spent(m) < (most);) \
        s = prefix##_step(m, 997)
#define FINISH(prefix, m) FINISH_IN(prefix, m, UINT64_MAX)

/* The output of this thread. */
static _Thread_local FILE *out;

static void tell(const char *name, int n, uint64_t work, uint64_t answer)
{
    fprintf(out, "%s %d: %llu %llu\n", name, n, (unsigned long long)work,
            (unsigned long long)answer);
}

static int nqueens(void)
{
    fq_error error = FQ_OK;
    for (int n = 4; n <= 11; n++) {
        fq_nqueens_plan *plan = fq_nqueens_plan_new(n, &error);
        if (!plan) return 1;
        const fq_nqueens_task whole = fq_nqueens_plan_task(plan, 0, 1);
        fq_nqueens *m = fq_nqueens_new(plan, whole, FQ_AVX512, &error);
        FINISH(fq_nqueens, m);
        tell("nqueens/count", n, fq_nqueens_spent(m), fq_nqueens_counts(m).solutions);
        fq_nqueens_free(m);
        fq_nqueens_plan_free(plan);
    }
    for (int n = 6; n <= 12; n++) {
        fq_nqueens_join_plan *plan = fq_nqueens_join_plan_new(n, &error);
        if (!plan) return 1;
        const fq_nqueens_task whole = fq_nqueens_join_plan_task(plan, 0, 1);
        fq_nqueens_join *m = fq_nqueens_join_new(plan, whole, FQ_AVX512, UINT64_C(1) << 24, &error);
        FINISH(fq_nqueens_join, m);
        tell("nqueens/join", n, fq_nqueens_join_spent(m), fq_nqueens_join_counts(m).solutions);
        fq_nqueens_join_free(m);
        fq_nqueens_join_plan_free(plan);
    }
    for (int turn = FQ_HALF_TURN; turn <= FQ_QUARTER_TURN; turn++) {
        fq_nqueens_symmetric *m = fq_nqueens_symmetric_new(12, (fq_nqueens_turn)turn, &error);
        FINISH(fq_nqueens_symmetric, m);
        tell("nqueens/symmetric", turn, fq_nqueens_symmetric_spent(m),
             fq_nqueens_symmetric_counts(m).solutions);
        fq_nqueens_symmetric_free(m);
    }
    for (int variant = FQ_QUEENS; variant <= FQ_SEMIQUEENS; variant++) {
        const int pawns = variant == FQ_PLUS_K;
        fq_nqueens_variants_task unit = {.n = 7, .variant = (uint32_t)variant, .pawns = pawns};
        unit.last = fq_nqueens_variants_size(7, (fq_nqueens_variant)variant, pawns);
        if (!unit.last) continue;
        fq_nqueens_variants *m = fq_nqueens_variants_new(unit, &error);
        FINISH(fq_nqueens_variants, m);
        tell("nqueens/variants", variant, fq_nqueens_variants_spent(m),
             fq_nqueens_variants_counts(m).solutions);
        fq_nqueens_variants_free(m);
    }
    for (int variant = FQ_QUEENS; variant <= FQ_HERTZSPRUNG; variant++) {
        fq_nqueens_list *m = fq_nqueens_list_new(9, (fq_nqueens_variant)variant, NULL, 0, &error);
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
        fq_nqueens_local_search *m = fq_nqueens_local_search_new(n, 7, &error);
        if (!m) return 1;
        while (fq_nqueens_local_search_step(m, 997) == FQ_RUNNING) continue;
        uint64_t sum = 0;
        int32_t columns[1000];
        fq_nqueens_local_search_peek(m, columns);
        for (int r = 0; r < n; r++) sum += (uint64_t)(r + 1) * (uint64_t)columns[r];
        tell("nqueens/local_search", n, fq_nqueens_local_search_spent(m), sum);
        fq_nqueens_local_search_free(m);
    }
    return 0;
}

/* Langford pairs as an exact cover: each number k appears twice with k places between. The items
 * are the numbers and then the places. Each option also has a secondary item with a colour; links
 * have 32 bits if this colour is large. With `multi`, number 1 may be missing, options have costs,
 * and the search looks for the three cheapest solutions. */
static int covers(const char *name, int n, int32_t colour, int multi)
{
    enum { N = 24, PLACES = 2 * N };
    int32_t start[N * PLACES + 1] = {0}, item[4 * N * PLACES], colours[4 * N * PLACES] = {0};
    int32_t lower[N + PLACES], upper[N + PLACES];
    int64_t cost[N * PLACES];
    uint32_t options = 0;
    for (int k = 1; k <= n; k++)
        for (int p = 0; p + k + 1 < 2 * n; p++) {
            int32_t *at = item + 4 * options;
            at[0] = k - 1;
            at[1] = n + p;
            at[2] = n + p + k + 1;
            at[3] = 3 * n;
            colours[4 * options + 3] = colour;
            cost[options] = (k * p) % 7;
            options++;
            start[options] = (int32_t)(4 * options);
        }
    for (int i = 0; i < 3 * n; i++) {
        lower[i] = i > 0 && i < n;
        upper[i] = 1;
    }
    const fq_cover_problem problem = {
        .options = options,
        .items = (uint32_t)(3 * n + 1),
        .primary = (uint32_t)(3 * n),
        .start = start,
        .item = item,
        .colour = colours,
        .lower = multi ? lower : NULL,
        .upper = multi ? upper : NULL,
        .cost = multi ? cost : NULL,
    };
    for (int method = FQ_COVER_DLX; method <= (multi ? FQ_COVER_BITSET : FQ_COVER_MEMO); method++) {
        const fq_cover_options how = {
            .method = (fq_cover_method)method,
            .isa = FQ_AVX512,
            .max_bytes = 1 << 30,
            .max_cost = FQ_COVER_MAX_COST,
            .keep = 3,
        };
        fq_error error = FQ_OK;
        fq_cover *m = fq_cover_new(&problem, &how, &error);
        FINISH_IN(fq_cover, m, 20000);
        tell(name, method, fq_cover_spent(m), fq_cover_counts(m).solutions);
        fq_cover_free(m);
    }
    return 0;
}

/* Generates boards and solves them with the kernels for their size. */
static int boards(uint32_t n, uint32_t stars)
{
    enum { MOST = 4 };
    uint8_t labels[MOST * 30 * 30];
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
    } else { /* large boards are not generated: their rows are the regions */
        for (size_t i = 0; i < count * n * n; i++) labels[i] = (uint8_t)(i / n % n);
    }
    if (stars > 1) {
        const fq_stars_options options = {
            .isa = FQ_AVX512, .rules = {.stars = stars}, .seed = 1, .opening = 100};
        fq_stars *search = fq_stars_new(n, labels, &options, &error);
        FINISH(fq_stars, search);
        tell("queens/stars", (int)n, fq_stars_spent(search), fq_stars_counts(search).solutions);
        fq_stars_free(search);
        return 0;
    }
    int64_t counts[MOST];
    int16_t first[MOST * 30];
    const fq_regions_options options = {.isa = FQ_AVX512, .rules = {.stars = 1}};
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

/* Makes each row of a board a region. Such a board has many solutions. */
static void rows_of(uint32_t n, uint8_t *labels)
{
    for (uint32_t i = 0; i < n * n; i++) labels[i] = (uint8_t)(i / n);
}

/* Searches a constraint model with every method. */
static int trees(const fq_csp_model *model, const char *name)
{
    fq_error error = FQ_OK;
    for (int method = FQ_CSP_BACKTRACKING; method <= FQ_CSP_MAC; method++) {
        const fq_csp_options how = {.method = (fq_csp_method)method, .max_bytes = 1 << 16};
        fq_csp *m = fq_csp_new(model, &how, &error);
        FINISH_IN(fq_csp, m, 20000);
        tell(name, method, fq_csp_spent(m), fq_csp_counts(m).solutions);
        fq_csp_free(m);
    }
    return 0;
}

static int constraints(void)
{
    enum { N = 8 };
    fq_error error = FQ_OK;
    uint8_t labels[N * N];
    rows_of(N, labels);
    fq_csp_model *model = fq_nqueens_csp_model_new(N, &error);
    if (!model || trees(model, "csp/queens")) return 1;
    fq_csp_model_free(model);
    model = fq_queens_csp_model_new(N, labels, N, NULL, &error);
    if (!model || trees(model, "csp/board")) return 1;
    fq_csp_model_free(model);
    for (int board = 0; board < 2; board++) {
        fq_min_conflicts *m = board ? fq_queens_min_conflicts_new(N, labels, 5, &error)
                                    : fq_nqueens_min_conflicts_new(N, 5, &error);
        FINISH_IN(fq_min_conflicts, m, 20000);
        tell("min_conflicts", board, fq_min_conflicts_spent(m), fq_min_conflicts_best(m));
        fq_min_conflicts_free(m);
    }
    return 0;
}

/* Dynamic programs, the swarm, the generator, the logic engine and canonical forms. */
static int more_boards(void)
{
    enum { N = 9 };
    fq_error error = FQ_OK;
    const fq_rules one_star = {.stars = 1}, two_stars = {.stars = 2};
    uint8_t labels[N * N], least[N * N];
    uint32_t regions;
    rows_of(N, labels);
    uint64_t high, low;
    fq_regions_count *rows = fq_regions_count_new(N, labels, &one_star, 1 << 24, &error);
    FINISH(fq_regions_count, rows);
    fq_regions_count_peek(rows, &high, &low);
    tell("queens/regions_count", N, fq_regions_count_spent(rows), low);
    fq_regions_count_free(rows);
    fq_stars_count *cells = fq_stars_count_new(N, labels, &two_stars, 1 << 24, &error);
    FINISH(fq_stars_count, cells);
    fq_stars_count_peek(cells, &high, &low);
    tell("queens/stars_count", N, fq_stars_count_spent(cells), low);
    fq_stars_count_free(cells);
    for (int topology = 0; topology < 2; topology++) {
        const fq_swarm_options how = {.size = 20,
                                      .iterations = 200,
                                      .w = 0.7,
                                      .c1 = 1.5,
                                      .c2 = 1.5,
                                      .r1 = -1,
                                      .r2 = -1,
                                      .w1 = 1,
                                      .w2 = 1,
                                      .topology = (fq_swarm_topology)topology,
                                      .seed = 3,
                                      .vmax = 4,
                                      .stagnation = 50,
                                      .mutation = 0.05,
                                      .repair =
                                          topology ? FQ_SWARM_REPAIR_EACH : FQ_SWARM_NO_REPAIR};
        const fq_swarm_start start = {NULL, NULL, NULL};
        fq_swarm *m = fq_swarm_new(N, labels, &how, &start, &error);
        FINISH_IN(fq_swarm, m, 20000);
        tell("queens/swarm", topology, fq_swarm_spent(m), fq_swarm_counts(m).repairs);
        fq_swarm_free(m);
    }
    int16_t queens[N];
    const fq_generate_options board = {.isa = FQ_AVX512, .seed = 4, .tier = -1};
    fq_generate *made = fq_generate_new(N, 0, 1, labels, queens, &board, &error);
    FINISH(fq_generate, made);
    fq_generate_free(made);
    fq_logic *logic = fq_logic_new(N, &one_star, &error);
    if (!logic || fq_logic_load(logic, labels, FQ_LOGIC_RULES)) return 1;
    while (fq_logic_run(logic, 997) == FQ_RUNNING) continue;
    tell("queens/logic", N, fq_logic_spent(logic), fq_logic_counts(logic).score);
    fq_logic_free(logic);
    const uint32_t images = fq_canonical(N, labels, least, &regions);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < N * N; i++) sum = sum * 31 + least[i];
    tell("queens/canonical", N, images, sum);
    return 0;
}

/* Packs dominoes into a square, and enumerates placements. */
static int packings(void)
{
    enum { SIDE = 6, CELLS = SIDE * SIDE, DOMINOES = CELLS / 2, BOX = (SIDE + 2) * (SIDE + 2) };
    fq_error error = FQ_OK;
    int16_t cell_at[BOX];
    int32_t place[CELLS], previous[DOMINOES];
    uint32_t begin[DOMINOES + 1];
    int32_t offset[2 * CELLS];
    for (int i = 0; i < BOX; i++) cell_at[i] = -1;
    for (int i = 0; i < CELLS; i++) {
        place[i] = (i / SIDE + 1) * (SIDE + 2) + i % SIDE + 1;
        cell_at[place[i]] = (int16_t)i;
    }
    for (int i = 0; i < DOMINOES; i++) {
        previous[i] = i - 1;
        begin[i] = (uint32_t)(2 * i);
        for (int turn = 0; turn < 2; turn++) {
            offset[turn * CELLS + 2 * i] = 0;
            offset[turn * CELLS + 2 * i + 1] = turn ? SIDE + 2 : 1;
        }
    }
    begin[DOMINOES] = CELLS;
    const fq_brute_problem problem = {.cells = CELLS,
                                      .box = BOX,
                                      .cell_at = cell_at,
                                      .place = place,
                                      .pieces = DOMINOES,
                                      .start = begin,
                                      .previous_identical = previous,
                                      .turns = 2,
                                      .offset = offset,
                                      .planes = 1};
    fq_brute *brute = fq_brute_new(&problem, &error);
    FINISH_IN(fq_brute, brute, 200000);
    tell("packing/brute", SIDE, fq_brute_spent(brute), fq_brute_counts(brute).solutions);
    fq_brute_free(brute);

    uint32_t starts[2 * CELLS + 1] = {0}, placements = 0;
    uint16_t cell[4 * CELLS], kind[2 * CELLS] = {0};
    for (int i = 0; i < CELLS; i++)
        for (int turn = 0; turn < 2; turn++) {
            if (turn ? i / SIDE == SIDE - 1 : i % SIDE == SIDE - 1) continue;
            cell[2 * placements] = (uint16_t)i;
            cell[2 * placements + 1] = (uint16_t)(i + (turn ? SIDE : 1));
            placements++;
            starts[placements] = 2 * placements;
        }
    const uint32_t copies = DOMINOES;
    const fq_packing_problem counted = {.cells = CELLS,
                                        .kinds = 1,
                                        .copies = &copies,
                                        .placements = placements,
                                        .start = starts,
                                        .cell = cell,
                                        .kind = kind};
    fq_packing_count *count = fq_packing_count_new(&counted, 1 << 24, &error);
    FINISH(fq_packing_count, count);
    uint64_t high, low;
    fq_packing_count_peek(count, &high, &low);
    tell("packing/count", SIDE, fq_packing_count_spent(count), low);
    fq_packing_count_free(count);

    for (int which = FQ_TUPLES; which <= FQ_COMBINATIONS; which++) {
        fq_placements *m = fq_placements_new(5, (fq_placements_kind)which, &error);
        FINISH(fq_placements, m);
        tell("permutation/placements", which, fq_placements_spent(m),
             fq_placements_counts(m).tested);
        fq_placements_free(m);
    }
    return 0;
}

static const uint8_t tiles_start[16] = {3, 1, 2, 4, 0, 5, 7, 8, 10, 6, 11, 12, 9, 13, 14, 15};
static const uint8_t tiles_goal[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

static int slide(const fq_ida_options *how)
{
    fq_error error = FQ_OK;
    fq_ida *m = fq_ida_new(4, 4, tiles_start, tiles_goal, how, &error);
    if (!m) return fprintf(stderr, "ida: error %d\n", (int)error), 1;
    while (fq_ida_step(m, 997) == FQ_RUNNING) continue;
    tell("sliding/ida", (int)how->heuristic, fq_ida_spent(m), fq_ida_bound(m));
    fq_ida_free(m);
    return 0;
}

static int tiles(void)
{
    fq_error error = FQ_OK;
    fq_prune *prune = fq_prune_new(4, 4, 8, &error);
    if (!prune) return 1;
    for (int kind = FQ_MISPLACED; kind <= FQ_WALKING_DISTANCE; kind++) {
        const fq_ida_options how = {
            .heuristic = (fq_heuristic_kind)kind, .prune = prune, .fixed = 1};
        if (slide(&how)) return 1;
    }
    fq_prune_free(prune);
    for (int order = FQ_BRANCH_AND_BOUND; order <= FQ_A_STAR; order++) {
        const fq_best_first_options how = {
            .order = (fq_best_first_order)order, .heuristic = FQ_MANHATTAN, .max_bytes = 1 << 22};
        fq_best_first *m = fq_best_first_new(4, 4, tiles_start, tiles_goal, &how, &error);
        FINISH_IN(fq_best_first, m, 20000);
        tell("sliding/best_first", order, fq_best_first_spent(m), fq_best_first_counts(m).expanded);
        fq_best_first_free(m);
    }
    for (uint32_t size = 1; size <= 3; size++) {
        fq_additive *databases = fq_additive_new(4, 4, 15, size, &error);
        FINISH_IN(fq_additive, databases, 100000);
        const fq_beam_options how = {.additive = databases, .width = 300, .max_bytes = 1 << 24};
        fq_beam *m = fq_beam_new(4, 4, tiles_start, tiles_goal, &how, &error);
        FINISH_IN(fq_beam, m, 5000);
        tell("sliding/beam", (int)size, fq_beam_spent(m), fq_beam_bound(m));
        fq_beam_free(m);
        fq_additive_free(databases);
    }
    return 0;
}

static int everything(void)
{
    return nqueens() || covers("cover", 7, 1, 0) || covers("cover/wide", 24, 1, 0) ||
           covers("cover/large", 24, 70000, 0) || covers("cover/multi", 7, 1, 1) ||
           boards(6, 1) || boards(8, 1) || boards(11, 1) || boards(16, 1) || boards(24, 1) || boards(8, 2) || boards(10, 2) || more_boards() ||
           constraints() || packings() || tiles();
}

/* ------------------------------------------------------------------------------ several threads */

/* The objects that all threads share: constant tables, and one search protected by a gate. */
static struct {
    fq_nqueens_plan *plan;
    fq_nqueens_join_plan *join_plan;
    fq_csp_model *model;
    fq_prune *prune;
    fq_pdb *pdb;
    fq_guard built, gate; /* the gates of the pattern databases and of the swarm */
    fq_swarm *swarm;
    uint64_t stepped;
} shared;

static int share(void)
{
    fq_error error = FQ_OK;
    static uint8_t labels[144];
    rows_of(12, labels);
    const fq_swarm_options how = {.size = 1,
                                  .iterations = 1000000,
                                  .w = 0.7,
                                  .c1 = 1.5,
                                  .c2 = 1.5,
                                  .r1 = -1,
                                  .r2 = -1,
                                  .w1 = 1,
                                  .w2 = 1,
                                  .seed = 3,
                                  .vmax = 4};
    const fq_swarm_start start = {NULL, NULL, NULL};
    shared.plan = fq_nqueens_plan_new(10, &error);
    shared.join_plan = fq_nqueens_join_plan_new(10, &error);
    shared.model = fq_nqueens_csp_model_new(10, &error);
    shared.prune = fq_prune_new(4, 4, 8, &error);
    shared.pdb = fq_pdb_new(FQ_PDB_555, 0, &error);
    shared.swarm = fq_swarm_new(12, labels, &how, &start, &error);
    return !shared.plan || !shared.join_plan || !shared.model || !shared.prune || !shared.pdb ||
           !shared.swarm;
}

static void unshare(void)
{
    fq_nqueens_plan_free(shared.plan);
    fq_nqueens_join_plan_free(shared.join_plan);
    fq_csp_model_free(shared.model);
    fq_prune_free(shared.prune);
    fq_pdb_free(shared.pdb);
    fq_swarm_free(shared.swarm);
}

/* Builds the pattern databases like the Python wrappers do: every thread steps them until they are
 * complete, and only then reads them. */
static int build(void)
{
    fq_status status = FQ_RUNNING;
    while (status == FQ_RUNNING) {
        fq_guard_lock_to_step(&shared.built);
        status = fq_pdb_step(shared.pdb, 100000);
        fq_guard_unlock(&shared.built);
    }
    return status != FQ_DONE;
}

/* Steps the shared swarm if no other thread is stepping it, and reads it between two steps. */
static void use(void)
{
    uint64_t iterations = 0, entries = 0;
    for (int i = 0; i < 200; i++) {
        if (fq_guard_try_begin_stepping(&shared.gate)) {
            fq_guard_lock_to_step(&shared.gate);
            fq_swarm_step(shared.swarm, 50);
            shared.stepped += 50;
            fq_guard_unlock(&shared.gate);
            fq_guard_end_stepping(&shared.gate);
        }
        size_t length;
        uint64_t stride;
        fq_guard_lock_to_read(&shared.gate);
        const double *history = fq_swarm_history(shared.swarm, &length, &stride);
        entries += length && history[length - 1] >= 0;
        iterations += fq_swarm_counts(shared.swarm).iterations;
        fq_guard_unlock(&shared.gate);
    }
    if (!iterations || !entries) abort();
}

static int on_shared(uint64_t part, uint64_t parts)
{
    fq_error error = FQ_OK;
    use();
    const fq_nqueens_task unit = fq_nqueens_plan_task(shared.plan, part, parts);
    fq_nqueens *count = fq_nqueens_new(shared.plan, unit, FQ_AVX512, &error);
    FINISH(fq_nqueens, count);
    fq_nqueens_free(count);
    const fq_nqueens_task half = fq_nqueens_join_plan_task(shared.join_plan, part, parts);
    fq_nqueens_join *join =
        fq_nqueens_join_new(shared.join_plan, half, FQ_AVX512, UINT64_C(1) << 24, &error);
    FINISH(fq_nqueens_join, join);
    fq_nqueens_join_free(join);
    if (trees(shared.model, "shared/csp") || build()) return 1;
    const fq_ida_options how = {
        .heuristic = FQ_PATTERN_DATABASE, .prune = shared.prune, .pdb = shared.pdb, .fixed = 1};
    return slide(&how);
}

typedef struct visitor {
    pthread_t thread;
    uint64_t part, parts;
    char *told;
    size_t length;
    int failed;
} visitor;

static void *visit(void *of)
{
    visitor *v = of;
    out = open_memstream(&v->told, &v->length);
    if (!out) abort();
    v->failed = everything() || on_shared(v->part, v->parts);
    fclose(out);
    return NULL;
}

/* Runs all kernels in `count` threads. All threads must print the same lines; those of the first
 * thread are printed. */
static int by_threads(uint64_t count)
{
    visitor *all = calloc(count, sizeof *all);
    if (!all || share()) return 1;
    for (uint64_t i = 0; i < count; i++) {
        all[i].part = i;
        all[i].parts = count;
        if (pthread_create(&all[i].thread, NULL, visit, &all[i])) return 1;
    }
    int failed = 0;
    for (uint64_t i = 0; i < count; i++) {
        pthread_join(all[i].thread, NULL);
        failed |= all[i].failed || strcmp(all[i].told, all[0].told);
    }
    fputs(all[0].told, stdout);
    failed |= fq_swarm_spent(shared.swarm) != shared.stepped;
    for (uint64_t i = 0; i < count; i++) free(all[i].told);
    free(all);
    unshare();
    return failed;
}

int main(int count, char **words)
{
    if (count > 1) return by_threads(strtoull(words[1], NULL, 10));
    out = stdout;
    return everything();
}

/* batch_driver.c - searches many boards in one batch, on machines without Python.
 *
 * tests/test_queens_lanes.py uses it. The input is n, the number of boards and the limit as text,
 * and then the labels of all boards as bytes. The output is the number of nodes, and for each board
 * its count and the columns of its first solution. */
#include <stdio.h>
#include <stdlib.h>

#include "queens/regions/regions.h"

int main(void)
{
    unsigned n, count, limit;
    if (scanf("%u %u %u", &n, &count, &limit) != 3 || getchar() != '\n') return 1;
    const size_t size = (size_t)n * n * count;
    uint8_t *labels = malloc(size);
    int64_t *counts = malloc(count * sizeof *counts);
    int16_t *first = malloc((size_t)count * n * sizeof *first);
    if (!labels || !counts || !first || fread(labels, 1, size, stdin) != size) return 1;
    const fq_regions_options options = {.isa = FQ_AVX512, .rules = {.stars = 1}};
    const fq_batch_boards boards = {count, labels, counts, first, limit};
    fq_error error;
    fq_batch *batch = fq_regions_batch_new(n, &boards, &options, &error);
    if (!batch) return 1;
    while (fq_batch_step(batch, 1000) == FQ_RUNNING) continue;
    printf("%llu\n", (unsigned long long)fq_batch_spent(batch));
    for (size_t i = 0; i < count; i++) {
        printf("%lld", (long long)counts[i]);
        for (unsigned r = 0; r < n; r++) printf(" %d", first[i * n + r]);
        printf("\n");
    }
    fq_batch_free(batch);
    free(first);
    free(counts);
    free(labels);
    return 0;
}

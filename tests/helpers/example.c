/* Solves a board of four rows: all that a program in C or C++ needs for a search. */
#include <stdio.h>

#include "fastqueens.h"

int main(void)
{
    const uint8_t labels[] = "RBBBRRBYGYYYGGGY";
    fq_regions_options options = {fq_isa_best(), {1, 0}, 0};
    fq_error error;
    int16_t queens[4];
    fq_regions *search = fq_regions_new(4, labels, &options, &error);
    if (!search) return 1;
    while (fq_regions_step(search, 1000) == FQ_RUNNING) continue;
    fq_regions_peek(search, queens);
    for (int row = 0; row < 4; row++) printf("%d ", queens[row]);
    fq_regions_free(search);
    return 0;
}

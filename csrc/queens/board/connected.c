/* connected.c - finds connected components and shortest paths in sets of cells. */
#include "connected.h"

#include <string.h>

#include "common/bits.h"

void fq_find_component(uint32_t n, const uint64_t *cells, uint32_t row, uint64_t bit,
                       uint64_t *component)
{
    memset(component, 0, n * sizeof *component);
    component[row] = bit;
    for (uint64_t changed = 1; changed;) {
        changed = 0;
        for (uint32_t r = 0; r < n; r++) {
            const uint64_t more = fq_neighbours_in_row(n, component, r) & cells[r] & ~component[r];
            component[r] |= more;
            changed |= more;
        }
    }
}

uint32_t fq_count_pieces(uint32_t n, const uint64_t *cells, uint32_t most)
{
    uint64_t left[FQ_CONNECTED_MAX_N], piece[FQ_CONNECTED_MAX_N];
    uint32_t count = 0;
    memcpy(left, cells, n * sizeof *left);
    for (uint32_t r = 0; r < n && count <= most; r++)
        for (; left[r] && count <= most; count++) {
            fq_find_component(n, left, r, left[r] & (0 - left[r]), piece);
            for (uint32_t i = r; i < n; i++) left[i] &= ~piece[i];
        }
    return count;
}

uint32_t fq_draw_path_step(uint32_t n, const uint64_t *from, const uint64_t *to,
                           const uint64_t *open, fq_rng *rng)
{
    uint64_t fill[FQ_CONNECTED_MAX_N], next[FQ_CONNECTED_MAX_N], changed = 1;
    memcpy(fill, to, n * sizeof *fill);
    while (changed) {
        uint32_t met = 0;
        changed = 0;
        for (uint32_t r = 0; r < n; r++) {
            next[r] = fill[r] | (fq_neighbours_in_row(n, fill, r) & open[r]);
            changed |= next[r] ^ fill[r];
            met += fq_popcount(next[r] & open[r] & fq_neighbours_in_row(n, from, r));
        }
        if (met) {
            uint32_t luck = fq_rng_below(rng, met), r = 0;
            for (;; r++) {
                const uint64_t here = next[r] & open[r] & fq_neighbours_in_row(n, from, r);
                const uint32_t size = fq_popcount(here);
                if (luck < size) return r * n + fq_nth(here, luck);
                luck -= size;
            }
        }
        memcpy(fill, next, n * sizeof *fill);
    }
    return UINT32_MAX;
}

/* geometry.c - the bitboard layouts of the searches in regions/ and stars/. */
#include "geometry.h"

#include <string.h>

const fq_narrow_kind fq_narrow_kinds[FQ_NARROW_KINDS] = {
#define FQ_NARROW_KIND(kind, n, words, vectors) {n, words, vectors},
    FQ_NARROW_TABLE(FQ_NARROW_KIND)
#undef FQ_NARROW_KIND
};

uint32_t fq_narrow_kind_of(uint32_t n)
{
    uint32_t kind = 0;
    while (n > fq_narrow_kinds[kind].n) kind++;
    return kind;
}

void fq_set_narrow_lines(uint32_t n, uint32_t vectors, fq_units *unit, uint64_t *lines,
                         uint64_t *all)
{
    uint32_t row_bit[FQ_NARROW_N], column_bit[FQ_NARROW_N];
    for (uint32_t i = 0; i < n; i++) {
        row_bit[i] = fq_unit_bit(n + i, vectors);
        column_bit[i] = fq_unit_bit(2 * n + i, vectors);
    }
    for (uint32_t r = 0, i = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++, i++) {
            const uint64_t cell = UINT64_C(1) << i % 64;
            all[i / 64] |= cell;
            unit->word[i / 64][fq_unit_slot(row_bit[r])] |= cell;
            unit->word[i / 64][fq_unit_slot(column_bit[c])] |= cell;
            lines[i] = UINT64_C(1) << row_bit[r] | UINT64_C(1) << column_bit[c];
        }
}

void fq_load_wide_regions(fq_wide_regions *regions, uint32_t n, uint32_t count,
                          const uint8_t *region_of)
{
    memset(regions->cells, 0, (size_t)count * n * sizeof *regions->cells);
    memset(regions->first, 0xff, sizeof regions->first);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            const uint32_t g = region_of[r * n + c];
            regions->cells[g * n + r] |= UINT64_C(1) << c;
            if (regions->first[g] == 0xff) regions->first[g] = (uint8_t)r;
            regions->last[g] = (uint8_t)r;
        }
}

void fq_move_wide_cell(fq_wide_regions *regions, uint32_t n, uint32_t cell, uint32_t from,
                       uint32_t to)
{
    const uint32_t row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    regions->cells[from * n + row] &= ~bit;
    regions->cells[to * n + row] |= bit;
    if (row < regions->first[to]) regions->first[to] = (uint8_t)row;
    if (row > regions->last[to]) regions->last[to] = (uint8_t)row;
    while (!regions->cells[from * n + regions->first[from]]) regions->first[from]++;
    while (!regions->cells[from * n + regions->last[from]]) regions->last[from]--;
}

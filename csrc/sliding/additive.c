/* additive.c - builds the additive pattern databases of any rectangle and reads them.
 *
 * A database has one byte for each tuple of cells of the pattern's tiles, also for the impossible
 * tuples in which two tiles share a cell: then the index changes by one multiplication when a tile
 * moves. A breadth-first search backwards from home fills the bytes, one distance after another. A
 * state of this search is an arrangement of the pattern's tiles together with the connected part of
 * the other cells in which the blank is. For each arrangement the search keeps the cells of the
 * blank that it has reached as a mask of up to 25 bits.
 *
 * The patterns should be compact, because a database sees only the conflicts between tiles of its
 * own pattern. Homes are dealt out row by row, and then pairs of homes are exchanged as long as an
 * exchange brings the homes of the patterns closer together. */
#include "additive.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

#define FQ_UNREACHED 255

typedef struct fq_additive_build {
    uint32_t pattern;
    int begun;         /* whether the search of the pattern has begun */
    uint32_t distance; /* of the arrangements in `now` */
    uint32_t at, count, next_count;
    uint32_t *now, *next;           /* arrangements: 8 bits for the cell of each tile */
    uint32_t *blanks, *next_blanks; /* by index: cells of the blank at this and the next distance */
    uint32_t *reached;              /* by index: cells of the blank at this or a smaller distance */
    uint32_t beside[FQ_SLIDING_MAX_CELLS]; /* the cells beside each cell */
    uint32_t not_first, not_last;          /* the cells outside the first and the last column */
} fq_additive_build;

/* ---- patterns -------------------------------------------------------------------------------- */

static int fq_square(int x) { return x * x; }

/* How far two homes are from each other, squared. Pairs that share a pattern on the first side
 * count as further apart on the second side, so that the two partitions differ. */
static int fq_apart(const fq_additive *a, uint32_t side, uint32_t x, uint32_t y)
{
    const int columns = (int)a->columns;
    const int apart = fq_square((int)x / columns - (int)y / columns) +
                      fq_square((int)x % columns - (int)y % columns);
    return apart + (side && a->side[0].pattern[x] == a->side[0].pattern[y] ? 2 : 0);
}

/* The sum of the distances between a home and the homes of a pattern, leaving out one of them. */
static int fq_spread(const fq_additive *a, uint32_t side, uint32_t home, uint32_t pattern,
                     uint32_t left_out)
{
    int sum = 0;
    for (uint32_t i = 0; i < a->size[pattern]; i++)
        if (a->homes[pattern][i] != left_out)
            sum += fq_apart(a, side, home, a->homes[pattern][i]);
    return sum;
}

/* Exchanges two homes if that makes their patterns more compact. */
static int fq_exchange(fq_additive *a, uint32_t side, uint32_t p, uint32_t i, uint32_t q,
                       uint32_t j)
{
    const uint8_t x = a->homes[p][i], y = a->homes[q][j];
    const int before = fq_spread(a, side, x, p, x) + fq_spread(a, side, y, q, y);
    const int after = fq_spread(a, side, x, q, y) + fq_spread(a, side, y, p, x);
    if (after >= before) return 0;
    a->homes[p][i] = y;
    a->homes[q][j] = x;
    return 1;
}

/* Divides the tiles of a side into new patterns. */
static void fq_divide(fq_additive *a, uint32_t side)
{
    const uint32_t first = a->patterns;
    uint32_t dealt = 0;
    for (uint32_t home = 0; home < a->cells; home++) {
        if (home == a->blank) continue;
        const uint32_t p = first + dealt / a->tiles;
        a->homes[p][a->size[p]++] = (uint8_t)home;
        a->patterns = p + 1;
        dealt++;
    }
    for (int better = 1; better;) {
        better = 0;
        for (uint32_t p = first; p < a->patterns; p++)
            for (uint32_t q = p + 1; q < a->patterns; q++)
                for (uint32_t i = 0; i < a->size[p]; i++)
                    for (uint32_t j = 0; j < a->size[q]; j++)
                        better |= fq_exchange(a, side, p, i, q, j);
    }
    for (uint32_t p = first; p < a->patterns; p++)
        for (uint32_t i = 0, unit = 1; i < a->size[p]; i++, unit *= a->cells) {
            a->side[side].pattern[a->homes[p][i]] = (uint8_t)p;
            a->side[side].unit[a->homes[p][i]] = unit;
        }
}

/* Mirrors a cell of a square board in the main diagonal or in the other one. */
static uint32_t fq_mirrored(uint32_t cell, uint32_t size, int other)
{
    const uint32_t row = cell / size, column = cell % size;
    return other ? (size - 1 - column) * size + size - 1 - row : column * size + row;
}

static void fq_set_sides(fq_additive *a)
{
    for (uint32_t cell = 0; cell < a->cells; cell++)
        a->side[0].image[cell] = a->side[1].image[cell] = (uint8_t)cell;
    fq_divide(a, 0);
    for (int other = 0; other < 2; other++) {
        if (a->rows != a->columns || fq_mirrored(a->blank, a->rows, other) != a->blank) continue;
        for (uint32_t cell = 0; cell < a->cells; cell++) {
            const uint32_t image = fq_mirrored(cell, a->rows, other);
            a->side[1].image[cell] = (uint8_t)image;
            a->side[1].pattern[cell] = a->side[0].pattern[image];
            a->side[1].unit[cell] = a->side[0].unit[image];
        }
        return;
    }
    fq_divide(a, 1);
}

/* ---- building -------------------------------------------------------------------------------- */

static size_t fq_entries(const fq_additive *a, uint32_t pattern)
{
    size_t entries = 1;
    for (uint32_t i = 0; i < a->size[pattern]; i++) entries *= a->cells;
    return entries;
}

static void fq_free_build(fq_additive *a)
{
    fq_additive_build *b = a->build;
    if (!b) return;
    free(b->now);
    free(b->next);
    free(b->blanks);
    free(b->next_blanks);
    free(b->reached);
    free(b);
    a->build = NULL;
}

/* Allocates the memory for building and all databases. */
static int fq_begin_build(fq_additive *a)
{
    fq_additive_build *b = a->build = calloc(1, sizeof *b);
    if (!b) return 0;
    const size_t most = fq_entries(a, 0); /* no pattern is larger than the first */
    b->now = malloc(most * sizeof *b->now);
    b->next = malloc(most * sizeof *b->next);
    b->blanks = calloc(most, sizeof *b->blanks);
    b->next_blanks = calloc(most, sizeof *b->next_blanks);
    b->reached = malloc(most * sizeof *b->reached);
    if (!b->now || !b->next || !b->blanks || !b->next_blanks || !b->reached) return 0;
    for (uint32_t p = 0; p < a->patterns; p++) {
        a->distance[p] = malloc(fq_entries(a, p));
        if (!a->distance[p]) return 0;
        memset(a->distance[p], FQ_UNREACHED, fq_entries(a, p));
    }
    const uint32_t columns = a->columns;
    for (uint32_t cell = 0; cell < a->cells; cell++) {
        if (cell >= columns) b->beside[cell] |= UINT32_C(1) << (cell - columns);
        if (cell + columns < a->cells) b->beside[cell] |= UINT32_C(1) << (cell + columns);
        if (cell % columns) {
            b->not_first |= UINT32_C(1) << cell;
            b->beside[cell] |= UINT32_C(1) << (cell - 1);
        }
        if ((cell + 1) % columns) {
            b->not_last |= UINT32_C(1) << cell;
            b->beside[cell] |= UINT32_C(1) << (cell + 1);
        }
    }
    return 1;
}

static void fq_begin_pattern(fq_additive *a)
{
    fq_additive_build *b = a->build;
    const uint32_t p = b->pattern;
    uint32_t index = 0, unit = 1, places = 0;
    for (uint32_t i = 0; i < a->size[p]; i++, unit *= a->cells) {
        index += a->homes[p][i] * unit;
        places |= (uint32_t)a->homes[p][i] << 8 * i;
    }
    memset(b->reached, 0, fq_entries(a, p) * sizeof *b->reached);
    b->blanks[index] = UINT32_C(1) << a->blank;
    b->now[0] = places;
    b->count = 1;
    b->at = b->next_count = b->distance = 0;
    b->begun = 1;
}

/* The cells that the blank can reach from some cells over free cells. */
static uint32_t fq_reach(const fq_additive *a, uint32_t cells, uint32_t free_cells)
{
    const fq_additive_build *b = a->build;
    for (uint32_t last = 0; cells != last;) {
        last = cells;
        cells |= (cells << a->columns | cells >> a->columns | (cells & b->not_last) << 1 |
                  (cells & b->not_first) >> 1) &
                 free_cells;
    }
    return cells;
}

/* Marks what one move of a tile leads to from an arrangement that was found at this distance. */
static void fq_expand(fq_additive *a, uint32_t places)
{
    fq_additive_build *b = a->build;
    const uint32_t p = b->pattern, size = a->size[p];
    uint32_t index = 0, taken = 0, unit = 1;
    for (uint32_t i = 0; i < size; i++, unit *= a->cells) {
        const uint32_t cell = places >> 8 * i & 255;
        index += cell * unit;
        taken |= UINT32_C(1) << cell;
    }
    const uint32_t found = b->blanks[index] & ~b->reached[index];
    b->blanks[index] = 0;
    if (!found) return;
    const uint32_t blanks =
        fq_reach(a, found, ~taken & (uint32_t)fq_ones(a->cells)) & ~b->reached[index];
    b->reached[index] |= blanks;
    if (a->distance[p][index] == FQ_UNREACHED) a->distance[p][index] = (uint8_t)b->distance;
    unit = 1;
    for (uint32_t i = 0; i < size; i++, unit *= a->cells) {
        const uint32_t cell = places >> 8 * i & 255, left = UINT32_C(1) << cell;
        for (uint32_t to = b->beside[cell] & blanks; to; to &= to - 1) {
            const uint32_t entered = fq_lowest(to);
            const uint32_t after = index + entered * unit - cell * unit;
            if (b->reached[after] & left) continue;
            if (!b->next_blanks[after])
                b->next[b->next_count++] = places ^ (cell ^ entered) << 8 * i;
            b->next_blanks[after] |= left;
        }
    }
}

static void fq_end_distance(fq_additive_build *b)
{
    uint32_t *list = b->now, *blanks = b->blanks;
    b->now = b->next;
    b->next = list;
    b->blanks = b->next_blanks;
    b->next_blanks = blanks;
    b->count = b->next_count;
    b->at = b->next_count = 0;
    b->distance++;
}

fq_status fq_additive_step(fq_additive *a, uint64_t budget)
{
    if (a->ready) return FQ_DONE;
    if (a->full) return FQ_FULL;
    if (!a->build && !fq_begin_build(a)) {
        fq_free_build(a);
        a->full = 1;
        return FQ_FULL;
    }
    fq_additive_build *b = a->build;
    for (; budget; budget--) {
        if (!b->begun) fq_begin_pattern(a);
        fq_expand(a, b->now[b->at++]);
        a->spent++;
        if (b->at < b->count) continue;
        fq_end_distance(b);
        if (b->count) continue;
        b->begun = 0;
        if (++b->pattern < a->patterns) continue;
        fq_free_build(a);
        a->ready = 1;
        return FQ_DONE;
    }
    return FQ_RUNNING;
}

/* ---- the databases --------------------------------------------------------------------------- */

fq_additive *fq_additive_new(uint32_t rows, uint32_t columns, uint32_t blank, uint32_t tiles,
                             fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE ||
        blank >= rows * columns || !tiles || tiles > FQ_ADDITIVE_MAX_TILES)
        return NULL;
    fq_additive *a = calloc(1, sizeof *a);
    *error = a ? FQ_OK : FQ_NO_MEMORY;
    if (!a) return NULL;
    a->rows = rows;
    a->columns = columns;
    a->cells = rows * columns;
    a->blank = blank;
    a->tiles = tiles;
    fq_set_sides(a);
    return a;
}

uint32_t fq_additive_sum(const fq_additive *a, uint32_t side, const uint8_t *at)
{
    uint32_t index[2 * FQ_SLIDING_MAX_CELLS], used[2 * FQ_SLIDING_MAX_CELLS] = {0}, sum = 0;
    fq_additive_indices(a, &a->side[side], at, index);
    for (uint32_t tile = 0; tile < a->cells; tile++) {
        const uint32_t p = a->side[side].pattern[tile];
        if (tile == a->blank || used[p]) continue;
        used[p] = 1;
        sum += a->distance[p][index[p]];
    }
    return sum;
}

uint32_t fq_additive_value(const fq_additive *a, const uint8_t *at)
{
    const uint32_t first = fq_additive_sum(a, 0, at), second = fq_additive_sum(a, 1, at);
    return first > second ? first : second;
}

uint64_t fq_additive_spent(const fq_additive *a) { return a->spent; }

fq_additive_counters fq_additive_counts(const fq_additive *a)
{
    return (fq_additive_counters){a->spent};
}

void fq_additive_free(fq_additive *a)
{
    if (!a) return;
    fq_free_build(a);
    for (uint32_t p = 0; p < a->patterns; p++) free(a->distance[p]);
    free(a);
}

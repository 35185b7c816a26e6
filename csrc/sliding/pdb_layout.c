/* pdb_layout.c - symmetry, ranks of tile orders, and the tables shared by patterns of one size. */
#include "pdb_layout.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* ---- symmetry ------------------------------------------------------------------------------- */

const uint8_t FQ_HOME[3] = {15, 14, 10};

uint32_t fq_pdb_home(uint32_t cell)
{
    const uint32_t outer = (cell % 4 == 0 || cell % 4 == 3) + (cell / 4 == 0 || cell / 4 == 3);
    return outer == 2 ? 0 : outer == 1 ? 1 : 2;
}

static uint32_t fq_map_cell(uint32_t symmetry, uint32_t cell)
{
    uint32_t row = cell / 4, column = cell % 4;
    if (symmetry & 4) cell = row, row = column, column = cell;
    if (symmetry & 1) row = 3 - row;
    if (symmetry & 2) column = 3 - column;
    return 4 * row + column;
}

void fq_symmetry_for(uint32_t blank, fq_symmetry *result)
{
    static const uint8_t beside_5[4] = {1, 9, 4, 6}; /* the neighbour of cell 5 for each move */
    const uint32_t home = FQ_HOME[fq_pdb_home(blank)];
    uint32_t symmetry = 0;
    while (fq_map_cell(symmetry, blank) != home) symmetry++;
    for (uint32_t cell = 0; cell < 16; cell++)
        result->cell[cell] = (uint8_t)fq_map_cell(symmetry, cell);
    for (uint32_t move = 0; move < 4; move++) {
        const uint32_t to = fq_direction_of(result->cell[5], result->cell[beside_5[move]]);
        result->move[move] = (uint8_t)to;
        result->inverse_move[to] = (uint8_t)move;
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

uint32_t fq_rank_order(const uint8_t *order, uint32_t tiles)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < tiles; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < tiles; j++) smaller += order[j] < order[i];
        number = number * (tiles - i) + smaller;
    }
    return number;
}

void fq_shape_free(fq_shape *s)
{
    if (!s) return;
    free(s->set);
    free(s->block);
    free(s->block_set);
    free(s->block_cells);
    free(s->first_move);
    free(s->moves);
    free(s->order);
    free(s->maps);
    for (uint32_t i = 0; i < FQ_PATTERN_MAX; i++) free(s->unit[i]);
    free(s);
}

/* Lists the moves of tiles from every block. */
static int fq_list_ways(fq_shape *s)
{
    s->first_move = malloc((s->blocks + 1) * sizeof *s->first_move);
    if (!s->first_move) return 0;
    for (int pass = 0; pass < 2; pass++) { /* count, then write */
        uint32_t count = 0;
        for (uint32_t block = 0; block < s->blocks; block++) {
            const uint32_t set = s->set[s->block_set[block]], part = s->block_cells[block];
            s->first_move[block] = count;
            for (uint32_t tiles = set; tiles; tiles &= tiles - 1) {
                const uint32_t x = fq_lowest(tiles);
                uint32_t cells = fq_beside(UINT32_C(1) << x) & part;
                for (; cells; cells &= cells - 1, count++) {
                    if (!pass) continue;
                    const uint32_t y = fq_lowest(cells);
                    const uint32_t after = set ^ (UINT32_C(1) << x | UINT32_C(1) << y);
                    const uint32_t i = fq_below(set, x), j = fq_below(after, y);
                    s->moves[count].block = s->block[fq_set_number(s, after)][x];
                    s->moves[count].map = i == j ? FQ_SAME_ORDER : (uint16_t)(8 * i + j);
                }
            }
        }
        s->first_move[s->blocks] = count;
        if (!pass) s->moves = malloc(count * sizeof *s->moves);
        if (!s->moves) return 0;
    }
    return 1;
}

fq_shape *fq_shape_new(uint32_t tiles)
{
    fq_shape *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->tiles = tiles;
    s->orders = 1;
    for (uint32_t i = 2; i <= tiles; i++) s->orders *= i;
    s->words = (s->orders + 63) / 64;

    uint32_t ranks[9] = {0}; /* number of low bytes met so far, by their number of bits */
    for (uint32_t low = 0; low < 256; low++) s->low[low] = (uint16_t)ranks[fq_popcount(low)]++;
    for (uint32_t high = 0; high < 256; high++) {
        s->base[high] = (uint16_t)s->sets;
        const uint32_t bits = fq_popcount(high);
        if (bits <= tiles && tiles - bits <= 8) s->sets += ranks[tiles - bits];
    }
    s->set = malloc(s->sets * sizeof *s->set);
    s->block = malloc(s->sets * sizeof *s->block);
    s->order = calloc(s->orders, sizeof *s->order);
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < tiles; i++)
        for (uint32_t j = 0; j < tiles; j++) pairs += i < j + 4 && j < i + 4;
    s->maps = malloc((size_t)pairs * s->orders * sizeof *s->maps);
    if (!s->set || !s->block || !s->order || !s->maps) goto fail;

    for (int pass = 0; pass < 2; pass++) { /* count, then write */
        s->blocks = 0;
        for (uint32_t set = 0; set < 65536; set++) {
            if (fq_popcount(set) != tiles) continue;
            const uint32_t number = fq_set_number(s, set);
            s->set[number] = (uint16_t)set;
            for (uint32_t left = ~set & 0xffff; left; s->blocks++) {
                const uint32_t part = fq_flood(left & (0 - left), ~set & 0xffff);
                left &= ~part;
                if (!pass) continue;
                s->block_set[s->blocks] = (uint16_t)number;
                s->block_cells[s->blocks] = (uint16_t)part;
                for (uint32_t cell = 0; cell < 16; cell++)
                    if (part >> cell & 1) s->block[number][cell] = (uint16_t)s->blocks;
            }
        }
        if (pass) break;
        s->block_set = malloc(s->blocks * sizeof *s->block_set);
        s->block_cells = malloc(s->blocks * sizeof *s->block_cells);
        if (!s->block_set || !s->block_cells) goto fail;
        memset(s->block, 0, s->sets * sizeof *s->block);
    }
    if (!fq_list_ways(s)) goto fail;

    for (uint32_t number = 0; number < s->orders; number++) {
        uint8_t left[FQ_PATTERN_MAX];
        uint32_t rest = number, count = s->orders;
        for (uint32_t i = 0; i < tiles; i++) left[i] = (uint8_t)i;
        for (uint32_t i = 0; i < tiles; i++) {
            count /= tiles - i;
            const uint32_t k = rest / count;
            rest %= count;
            s->order[number][i] = left[k];
            memmove(left + k, left + k + 1, tiles - i - k - 1);
        }
    }
    for (uint32_t i = 0; i < tiles; i++) {
        s->unit[i] = malloc(s->orders * sizeof *s->unit[i]);
        if (!s->unit[i]) goto fail;
        for (uint32_t k = 0; k < s->orders; k++) s->unit[i][k] = UINT32_C(1) << 4 * s->order[k][i];
    }
    uint16_t *map = s->maps;
    for (uint32_t i = 0; i < tiles; i++)
        for (uint32_t j = 0; j < tiles; j++) {
            if (i >= j + 4 || j >= i + 4) continue;
            s->map[8 * i + j] = map;
            for (uint32_t number = 0; number < s->orders; number++) {
                uint8_t order[FQ_PATTERN_MAX];
                memcpy(order, s->order[number], sizeof order);
                const uint8_t tile = order[i];
                for (uint32_t k = i; k < j; k++) order[k] = order[k + 1];
                for (uint32_t k = i; k > j; k--) order[k] = order[k - 1];
                order[j] = tile;
                map[number] = (uint16_t)fq_rank_order(order, tiles);
            }
            map += s->orders;
        }
    return s;
fail:
    fq_shape_free(s);
    return NULL;
}

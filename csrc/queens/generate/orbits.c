/* orbits.c - symmetries of the board: moves of a cell together with its images. */
#include "orbits.h"

#include "moves.h"

#define FQ_SAME_SYMMETRY 1000 /* FQ_GENERATE_ANY_SYMMETRY: start boards with the same symmetry */

int fq_size_permits(uint32_t n, fq_generate_symmetry symmetry)
{
    if (symmetry == FQ_GENERATE_QUARTER_TURN) return n % 4 < 2;
    return symmetry != FQ_GENERATE_DIAGONAL || n > 4;
}

void fq_set_symmetry(fq_generate *m, fq_generate_symmetry symmetry, uint32_t variant)
{
    const uint32_t n = m->n, last = n - 1;
    m->symmetry = symmetry;
    m->turns = symmetry == FQ_GENERATE_NO_SYMMETRY ? 1 : symmetry == FQ_GENERATE_QUARTER_TURN ? 4 : 2;
    for (uint32_t g = 0; g < n; g++) m->region_image[g] = (uint8_t)g;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            uint32_t row = r, column = c;
            if (symmetry == FQ_GENERATE_HALF_TURN) {
                row = last - r;
                column = last - c;
            } else if (symmetry == FQ_GENERATE_QUARTER_TURN) {
                row = c;
                column = last - r;
            } else if (symmetry == FQ_GENERATE_DIAGONAL) {
                row = variant ? last - c : c;
                column = variant ? last - r : r;
            } else if (symmetry == FQ_GENERATE_MIRROR) {
                row = variant ? last - r : r;
                column = variant ? c : last - c;
            }
            m->image[r * n + c] = (uint16_t)(row * n + column);
        }
}

void fq_draw_symmetry(fq_generate *m)
{
    fq_generate_symmetry symmetry = m->options.symmetry;
    if (symmetry == FQ_GENERATE_ANY_SYMMETRY && m->failures % FQ_SAME_SYMMETRY != 1) symmetry = m->symmetry;
    while (symmetry == FQ_GENERATE_ANY_SYMMETRY || !fq_size_permits(m->n, symmetry))
        symmetry = (fq_generate_symmetry)(FQ_GENERATE_HALF_TURN + fq_rng_below(&m->rng, FQ_GENERATE_MIRROR));
    fq_set_symmetry(m, symmetry, fq_rng_below(&m->rng, 2));
}

int fq_is_image(const fq_generate *m, uint32_t cell, uint32_t other)
{
    for (uint32_t x = m->image[cell]; x != cell; x = m->image[x])
        if (x == other) return 1;
    return 0;
}

uint32_t fq_region_orbit(const fq_generate *m, uint32_t region)
{
    uint32_t size = 1;
    for (uint32_t g = m->region_image[region]; g != region; g = m->region_image[g]) size++;
    return size;
}

int fq_give_orbit(fq_generate *m, uint32_t cell, uint32_t to,
                  int (*can_leave)(fq_generate *, uint32_t))
{
    uint32_t here = cell, region = to, count = 0;
    do {
        m->moved_count = count;
        if (!can_leave(m, here)) {
            fq_undo_move(m);
            return 0;
        }
        m->moved[count] = (uint16_t)here;
        m->left[count++] = m->board[here];
        fq_give_cell(m, here, region);
        here = m->image[here];
        region = m->region_image[region];
    } while (here != cell);
    m->moved_count = count;
    if (region == to) return 1;
    fq_undo_move(m); /* the cell is its own image, but the region is not */
    return 0;
}

void fq_shuffle(fq_rng *rng, uint32_t count, uint8_t *numbers)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = fq_rng_below(rng, i + 1);
        numbers[i] = numbers[k];
        numbers[k] = (uint8_t)i;
    }
}

/* Draws columns that have the symmetry; neighbouring queens may touch. */
static void fq_draw_symmetric_columns(fq_generate *m, uint8_t *columns)
{
    const uint32_t n = m->n, half = n / 2, last = n - 1;
    uint8_t drawn[FQ_GENERATE_MAX_N] = {0};
    if (m->symmetry == FQ_GENERATE_HALF_TURN) {
        /* rows r and last - r get columns k and last - k */
        fq_shuffle(&m->rng, half, drawn);
        for (uint32_t r = 0; r < half; r++) {
            const uint32_t k = fq_rng_below(&m->rng, 2) ? last - drawn[r] : drawn[r];
            columns[r] = (uint8_t)k;
            columns[last - r] = (uint8_t)(last - k);
        }
        if (n % 2) columns[half] = (uint8_t)half;
    } else if (m->symmetry == FQ_GENERATE_QUARTER_TURN) {
        /* row r gets column k, row k gets column last - r, and so on */
        fq_shuffle(&m->rng, half, drawn);
        for (uint32_t i = 0; i < half; i += 2) {
            const uint32_t r = drawn[i];
            const uint32_t k = fq_rng_below(&m->rng, 2) ? last - drawn[i + 1] : drawn[i + 1];
            columns[r] = (uint8_t)k;
            columns[k] = (uint8_t)(last - r);
            columns[last - r] = (uint8_t)(last - k);
            columns[last - k] = (uint8_t)r;
        }
        if (n % 2) columns[half] = (uint8_t)half;
    } else {
        /* one to four queens on the diagonal; the other queens form pairs */
        const uint32_t alone = 2 - n % 2 + 2 * fq_rng_below(&m->rng, 2);
        const int main_diagonal = m->image[0] == 0;
        fq_shuffle(&m->rng, n, drawn);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t k = i < alone ? i : alone + ((i - alone) ^ 1);
            columns[drawn[i]] = (uint8_t)(main_diagonal ? drawn[k] : last - drawn[k]);
        }
    }
}

int fq_draw_symmetric_queens(fq_generate *m)
{
    uint8_t columns[FQ_GENERATE_MAX_N] = {0};
    fq_draw_symmetric_columns(m, columns);
    int apart = 1;
    for (uint32_t r = 1; r < m->n; r++)
        apart &= columns[r] > columns[r - 1] + 1 || columns[r - 1] > columns[r] + 1;
    for (uint32_t r = 0; r < m->n; r++) m->solution[r] = UINT64_C(1) << columns[r];
    return apart;
}

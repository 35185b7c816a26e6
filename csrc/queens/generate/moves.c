/* moves.c - whether a region stays connected when it loses a cell. */
#include "state.h"

/* Three flood fills of a region without `cell`, from one of the neighbours that the cell has in it:
 * whether they reach the others (bits of FQ_UP to FQ_LEFT in `sides`).
 *
 * The whole board is in one word (n <= 8) or two (n <= 11): a shift by n goes up or down. One by 1
 * goes sideways, and from the end of a row to the beginning of the next, which the masks of the
 * first and the last column forbid. */
static const uint64_t *fq_region_words(const fq_generate *m, uint32_t g, uint32_t words)
{
    if (m->solver) return m->solver->narrow->region + words * g;
    return m->star_solver->narrow->cells + words * m->star_solver->narrow->region_bit[g];
}

static int fq_fill_1(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n;
    const uint64_t bit = UINT64_C(1) << cell;
    const uint64_t region = *fq_region_words(m, m->board[cell], 1) & ~bit;
    const uint64_t from_left = region & ~m->first_column[0],
                   from_right = region & ~m->last_column[0];
    uint64_t wanted = 0;
    if (sides & 1 << FQ_UP) wanted |= bit >> n;
    if (sides & 1 << FQ_DOWN) wanted |= bit << n;
    if (sides & 1 << FQ_LEFT) wanted |= bit >> 1;
    if (sides & 1 << FQ_RIGHT) wanted |= bit << 1;
    for (uint64_t fill = wanted & (0 - wanted);;) {
        const uint64_t more = fill | (region & (fill << n | fill >> n)) | (from_left & fill << 1) |
                              (from_right & fill >> 1);
        if (!(wanted & ~more)) return 1;
        if (more == fill) return 0;
        fill = more;
    }
}

static int fq_fill_2(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n;
    const uint64_t *region = fq_region_words(m, m->board[cell], 2);
    uint64_t cells[2] = {region[0], region[1]}, wanted[2] = {0, 0}, fill[2] = {0, 0};
    cells[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    for (uint32_t side = 0; side < FQ_SIDES; side++) {
        if (!(sides >> side & 1)) continue;
        const uint32_t near = fq_neighbour(n, cell, side);
        wanted[near / 64] |= UINT64_C(1) << near % 64;
        if (sides >> side == 1) fill[near / 64] = UINT64_C(1) << near % 64;
    }
    for (;;) {
        const uint64_t a = fill[0], b = fill[1];
        fill[0] |= (cells[0] & (a << n | a >> n | b << (64 - n))) |
                   (cells[0] & ~m->first_column[0] & a << 1) |
                   (cells[0] & ~m->last_column[0] & (a >> 1 | b << 63));
        fill[1] |= (cells[1] & (b << n | b >> n | a >> (64 - n))) |
                   (cells[1] & ~m->first_column[1] & (b << 1 | a >> 63)) |
                   (cells[1] & ~m->last_column[1] & b >> 1);
        if (!((wanted[0] & ~fill[0]) | (wanted[1] & ~fill[1]))) return 1;
        if (fill[0] == a && fill[1] == b) return 0;
    }
}

/* Row by row, downwards and upwards in turn. */
static int fq_fill_rows(const fq_generate *m, uint32_t cell, uint32_t sides)
{
    const uint32_t n = m->n, row = cell / n;
    const uint64_t bit = UINT64_C(1) << cell % n;
    const uint64_t *cells = m->rows[m->board[cell]];
    uint64_t fill[FQ_GENERATE_MAX_N] = {0}, beside = 0;
    if (sides & 1 << FQ_LEFT) beside |= bit >> 1;
    if (sides & 1 << FQ_RIGHT) beside |= bit << 1;
    if (sides & 1 << FQ_UP)
        fill[row - 1] = bit;
    else if (sides & 1 << FQ_DOWN)
        fill[row + 1] = bit;
    else
        fill[row] = beside & (0 - beside);
    for (uint32_t pass = 0, quiet = 0; quiet < 2; pass++) {
        uint64_t before = 0, changed = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t r = pass & 1 ? n - 1 - i : i;
            const uint64_t mine = r == row ? cells[r] & ~bit : cells[r];
            uint64_t now = fill[r] | (before & mine);
            for (uint64_t more; (more = now | ((now << 1 | now >> 1) & mine)) != now;) now = more;
            changed |= now ^ fill[r];
            fill[r] = before = now;
        }
        if (!(beside & ~fill[row]) && (!(sides & 1 << FQ_DOWN) || fill[row + 1] & bit)) return 1;
        quiet = changed ? 0 : quiet + 1;
    }
    return 0;
}

int fq_can_leave(const fq_generate *m, uint32_t cell)
{
    const uint8_t *at = m->padded + fq_padded(m->n, cell), g = *at;
    const uint8_t *above = at - FQ_SIDE, *below = at + FQ_SIDE;
    const uint32_t up = *above == g, right = at[1] == g, down = *below == g, left = at[-1] == g;
    const uint32_t count = up + right + down + left;
    if (count == 1) return 1;
    const uint32_t corners = (up & right & (above[1] == g)) + (right & down & (below[1] == g)) +
                             (down & left & (below[-1] == g)) + (left & up & (above[-1] == g));
    if (corners + 1 >= count) return 1; /* they touch round the cell's corners */
    const uint32_t sides = up << FQ_UP | right << FQ_RIGHT | down << FQ_DOWN | left << FQ_LEFT;
    if (m->n <= 8) return fq_fill_1(m, cell, sides);
    if (m->n <= 11) return fq_fill_2(m, cell, sides);
    return fq_fill_rows(m, cell, sides);
}

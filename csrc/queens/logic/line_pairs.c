/* line_pairs.c - the rule line-pair, which looks at two neighbouring lines at a time.
 *
 * Position i of the pair of lines is the two cells with index i. Every 2 x 2 block has at most one
 * star, so positions i and i + 1 have at most one star together. A dynamic program over the
 * positions computes which numbers of stars the two lines can have together: bit a + 8 * b is set
 * if a stars in the line above and b stars in the line below are possible. stars/bands.h computes
 * the same for all pairs of lines at once. */
#include "line_pairs.h"

#include <string.h>

#include "star_rules_state.h"

int fq_solve_line_pair(uint32_t n, uint32_t above, uint32_t below, uint32_t above_needs,
                       uint32_t below_needs, fq_line_pair *pair)
{
    const uint64_t edge = UINT64_C(0x0101010101010101);
    const uint64_t legal = ((UINT64_C(2) << above_needs) - 1) * (edge & fq_ones(8 * below_needs + 1));
    const uint64_t inner = legal & ~edge, goal = UINT64_C(1) << (above_needs + 8 * below_needs);
    /* possible numbers of stars before position i: `free` if position i - 1 has no star, `full` if
     * position i - 1 has one */
    uint64_t free[ROWS + 1], full[ROWS + 1];
    free[0] = 1;
    full[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t up = above >> i & 1 ? free[i] << 1 & inner : 0;
        const uint64_t down = below >> i & 1 ? free[i] << 8 & legal : 0;
        free[i + 1] = free[i] | full[i];
        full[i + 1] = up | down;
    }
    if (!((free[n] | full[n]) & goal)) return 0;
    uint64_t to_free = goal, to_full = goal;
    *pair = (fq_line_pair){{0, 0}, {0, 0}};
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t bit = UINT32_C(1) << i;
        const int up = above & bit && free[i] << 1 & inner & to_full;
        const int down = below & bit && free[i] << 8 & legal & to_full;
        const int none = ((free[i] | full[i]) & to_free) != 0;
        if (up) pair->keep[0] |= bit;
        if (down) pair->keep[1] |= bit;
        if (up && !down && !none) pair->must[0] |= bit;
        if (down && !up && !none) pair->must[1] |= bit;
        uint64_t before = 0;
        if (above & bit) before |= (to_full & inner) >> 1;
        if (below & bit) before |= to_full >> 8 & legal;
        to_full = to_free;
        to_free |= before;
    }
    return 1;
}

/* Applies the result of fq_solve_line_pair for the lines i and i + 1, which are rows (side 0) or
 * columns (side 1): eliminates cells and places stars. */
static void fq_apply_line_pair(fq_logic *l, uint32_t side, uint32_t i, const uint32_t *line,
                               const fq_line_pair *pair, int solvable)
{
    uint32_t cells[ROWS] = {0}, gone[ROWS] = {0}, must[ROWS] = {0}, turned[3][ROWS];
    memcpy(cells + i, line, 2 * sizeof *line);
    for (uint32_t k = 0; k < 2 && solvable; k++) {
        gone[i + k] = line[k] & ~pair->keep[k];
        must[i + k] = pair->must[k];
    }
    fq_note_units(l, (fq_logic_kind)(FQ_LOGIC_ROW + side), UINT64_C(3) << i, FQ_LOGIC_ROW, 0);
    if (!side) {
        fq_apply_step(l, cells, gone, must);
        return;
    }
    fq_transpose_rows(l->n, cells, turned[0]);
    fq_transpose_rows(l->n, gone, turned[1]);
    fq_transpose_rows(l->n, must, turned[2]);
    fq_apply_step(l, turned[0], turned[1], turned[2]);
}

fq_logic_fired fq_logic_line_pair(fq_logic *l, uint64_t end)
{
    (void)end;
    fq_star_rules *v = l->star_rules;
    const uint32_t n = l->n;
    const fq_position *p = fq_read_position(l, &v->position);
    for (uint32_t side = 0; side < 2; side++) {
        const uint8_t *missing = p->missing[FQ_LOGIC_ROW + side];
        for (uint32_t i = 0; i + 1 < n; i++) {
            const uint32_t *line = p->cand[side] + i;
            uint32_t *old_cand = v->pair_cand[side][i];
            uint8_t *old_need = v->pair_need[side][i];
            if (old_cand[0] == line[0] && old_cand[1] == line[1] && old_need[0] == missing[i] &&
                old_need[1] == missing[i + 1])
                continue;
            fq_line_pair pair;
            const int solvable =
                fq_solve_line_pair(n, line[0], line[1], missing[i], missing[i + 1], &pair);
            if (solvable && pair.keep[0] == line[0] && pair.keep[1] == line[1] && !pair.must[0] &&
                !pair.must[1]) {
                memcpy(old_cand, line, 2 * sizeof *old_cand);
                memcpy(old_need, missing + i, 2);
                continue;
            }
            fq_apply_line_pair(l, side, i, line, &pair, solvable);
            return solvable ? FQ_FIRED : FQ_REFUTED;
        }
    }
    return FQ_NOTHING;
}

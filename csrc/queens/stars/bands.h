/* bands.h - solves pairs of adjacent lines of a Star Battle board exactly, many pairs at once.
 *
 * A band is two adjacent rows (or columns): the line above and the line below. A position of the
 * band is one cell of each line. A dynamic program goes through the positions from one end to the
 * other. Each 2 x 2 block has at most one star. A state therefore consists of the number of stars
 * so far in each line, and of whether the last position has a star.
 *
 * This file is included once for each width of the vector lanes. LANES is 16, 32 or 64 bits, STRIDE
 * is then 4, 5 or 8, and a line can have up to 3, 4 or 7 stars. */

/* Each lane holds a set of states of one band. Bit a + STRIDE * b stands for the state with `a`
 * stars above and `b` stars below:
 *
 *     bit  0        1        ..  STRIDE     STRIDE + 1  ..
 *          a=0,b=0  a=1,b=0      a=0,b=1    a=1,b=1
 *
 * A star above shifts the set by 1, a star below by STRIDE. `legal` is the set of all states that
 * have no more stars than the lines need. `goal` is the state in which both lines have all their
 * stars. */
#define VEC  FQ_PASTE(fq_lanes, LANES, )
#define WORD FQ_PASTE(uint, LANES, _t)
#define SELECT FQ_PASTE(fq_select_common, LANES, )

/* The sets `legal` and `goal` of a band whose lines miss `above` and `below` stars. */
static inline WORD FQ_PASTE(fq_legal, LANES, )(uint32_t above, uint32_t below)
{
    return (WORD)(((UINT64_C(2) << above) - 1) * (FQ_EDGE & fq_ones(STRIDE * below + 1)));
}

static inline WORD FQ_PASTE(fq_goal, LANES, )(uint32_t above, uint32_t below)
{
    return (WORD)(UINT64_C(1) << (above + STRIDE * below));
}

/* The bands that fit in 64 bytes. */
typedef struct FQ_PASTE(fq_bands, LANES, ) {
    VEC above[64 / FQ_VECTOR], below[64 / FQ_VECTOR]; /* candidates of both lines */
    VEC legal[64 / FQ_VECTOR], goal[64 / FQ_VECTOR];
    /* `keep` are the candidates that at least one solution of the band uses; `forced` are the
     * candidates that all solutions of the band use. */
    VEC keep_above[64 / FQ_VECTOR], keep_below[64 / FQ_VECTOR];
    VEC forced_above[64 / FQ_VECTOR], forced_below[64 / FQ_VECTOR];
} FQ_PASTE(fq_bands, LANES, );

/* Solves the bands of vector v; returns 0 if one of them has no solution. */
static inline int FQ_PASTE(fq_bands, LANES, _solve)(FQ_PASTE(fq_bands, LANES, ) * bands, uint32_t v,
                                                    uint32_t n)
{
    const WORD edge = (WORD)FQ_EDGE; /* the states with no star above */
    const VEC zero = {0}, one = zero + 1;
    const VEC above = bands->above[v], below = bands->below[v];
    const VEC legal = bands->legal[v], goal = bands->goal[v];
    const VEC inner = legal & ~(zero + edge); /* states with at least one star above */
    const VEC outer = (inner >> 1) & legal;   /* states that allow one more star above */
    /* The states before position i: those with no star on position i - 1 are in free[i], those with
     * a star on position i - 1 are in full[i]. */
    VEC free[32], full[32], a = one, p = zero;
    for (uint32_t i = 0; i < n; i++) {
        const VEC bit = one << i;
        free[i] = a;
        full[i] = p;
        const VEC next =
            (SELECT(above, bit, a << 1) & inner) | (SELECT(below, bit, a << STRIDE) & legal);
        a |= p;
        p = next;
    }
    const VEC missed = goal & ~(a | p);
    if (fq_any_bit((fq_block)missed)) return 0;

    /* Goes backwards through the positions. The sets hold the states from which the goal can be
     * reached: `to_free` if the last position is empty, `to_full` if it has a star. */
    VEC to_free = goal, to_full = goal;
    VEC keep_above = zero, keep_below = zero, forced_above = zero, forced_below = zero;
    for (uint32_t i = n; i-- > 0;) {
        const VEC bit = one << i, last = to_full & legal, from = free[i];
        const VEC up = SELECT(from << 1, to_full & inner, bit & above);
        const VEC down = SELECT(from << STRIDE, last, bit & below);
        const VEC forced = bit & ~SELECT(from | full[i], to_free, bit);
        keep_above |= up;
        keep_below |= down;
        forced_above |= forced & up & ~down;
        forced_below |= forced & down & ~up;
        const VEC before = (SELECT(above, bit, to_full >> 1) & outer) |
                           (SELECT(below, bit, to_full >> STRIDE) & legal);
        to_full = to_free;
        to_free |= before;
    }
    bands->keep_above[v] = keep_above;
    bands->keep_below[v] = keep_below;
    bands->forced_above[v] = forced_above;
    bands->forced_below[v] = forced_below;
    return 1;
}
#if LANES > 16
/* Solves `count` bands; returns 0 if one of them has no solution. The band of the lines i and
 * i + 1 of lines[k] has the id 32 * k + i. */
static inline int FQ_PASTE(fq_solve_bands, LANES, )(fq_lines *lines, const uint16_t *ids,
                                                    uint32_t count, uint32_t n)
{
    enum { BANDS = 512 / LANES, PER_VECTOR = FQ_VECTOR * 8 / LANES };
    for (uint32_t from = 0; from < count; from += BANDS) {
        const uint32_t batch = count - from < BANDS ? count - from : BANDS;
        WORD in[4][BANDS], out[4][BANDS];
        for (uint32_t i = 0; i < BANDS; i++) {
            if (i >= batch) { /* fill the vector with an empty band */
                in[0][i] = in[1][i] = 0;
                in[2][i] = in[3][i] = 1;
                continue;
            }
            const fq_lines *side = &lines[ids[from + i] / 32];
            const uint32_t l = ids[from + i] % 32, above = side->missing[l],
                           below = side->missing[l + 1];
            in[0][i] = side->cand[l];
            in[1][i] = side->cand[l + 1];
            in[2][i] = FQ_PASTE(fq_legal, LANES, )(above, below);
            in[3][i] = FQ_PASTE(fq_goal, LANES, )(above, below);
        }
        FQ_PASTE(fq_bands, LANES, ) bands;
        memcpy(bands.above, in, sizeof in);
        for (uint32_t v = 0; v * PER_VECTOR < batch; v++)
            if (!FQ_PASTE(fq_bands, LANES, _solve)(&bands, v, n)) return 0;
        memcpy(out, bands.keep_above, sizeof out);
        for (uint32_t i = 0; i < batch; i++) {
            fq_lines *side = &lines[ids[from + i] / 32];
            const uint32_t l = ids[from + i] % 32;
            side->keep[l] &= (uint32_t)out[0][i];
            side->keep[l + 1] &= (uint32_t)out[1][i];
            side->forced[l] |= (uint32_t)out[2][i];
            side->forced[l + 1] |= (uint32_t)out[3][i];
        }
    }
    return 1;
}
#endif
#undef VEC
#undef WORD
#undef SELECT

/* bands.h - two adjacent lines of a Star Battle board, solved exactly, many at once.
 *
 * A band is two adjacent rows, or columns. Each 2 x 2 block holds one star at most, so its cells can
 * be passed from end to end, position by position, with no more in mind than the stars so far above
 * and below and whether the last position has one. A lane holds a band, and bit a + STRIDE * b of it
 * says that `a` stars above and `b` below can be reached:
 *
 *     bit  0        1        ..  STRIDE     STRIDE + 1  ..
 *          a=0,b=0  a=1,b=0      a=0,b=1    a=1,b=1
 *
 * A star above shifts by 1, one below by STRIDE. `legal` has the pairs with no more stars than the
 * lines miss, `goal` the one with exactly so many. Forward, free[i] and full[i] are the pairs before
 * position i where position i - 1 has no star, or one; backward, the same of pairs that lead to the
 * goal. What is on no way from start to goal cannot be; what is on all must be.
 *
 * Included once for each width of lanes, LANES 16, 32 or 64, with STRIDE 4, 5 or 8: up to 3, 4 or 7
 * stars a line. */
#define VEC  FQ_PASTE(fq_lanes, LANES, )
#define WORD FQ_PASTE(uint, LANES, _t)
#define PICK FQ_PASTE(fq_pick, LANES, )

/* The pairs (a, b) of a band whose lines miss so many stars, and the last of them. */
static inline WORD FQ_PASTE(fq_legal, LANES, )(uint32_t above, uint32_t below)
{
    return (WORD)(((UINT64_C(2) << above) - 1) * (FQ_EDGE & fq_ones(STRIDE * below + 1)));
}

static inline WORD FQ_PASTE(fq_goal, LANES, )(uint32_t above, uint32_t below)
{
    return (WORD)(UINT64_C(1) << (above + STRIDE * below));
}

/* As many bands as fill 64 bytes, one or more vectors. */
typedef struct FQ_PASTE(fq_bands, LANES, ) {
    VEC above[64 / FQ_VECTOR], below[64 / FQ_VECTOR]; /* candidates of the two lines */
    VEC legal[64 / FQ_VECTOR], goal[64 / FQ_VECTOR];
    /* candidates that some placement of the band has, and those that all of them have: */
    VEC keep_above[64 / FQ_VECTOR], keep_below[64 / FQ_VECTOR];
    VEC must_above[64 / FQ_VECTOR], must_below[64 / FQ_VECTOR];
} FQ_PASTE(fq_bands, LANES, );

/* Solves those of vector v; returns 0 if one of them has no placement. */
static inline int FQ_PASTE(fq_bands, LANES, _solve)(FQ_PASTE(fq_bands, LANES, ) * bands, uint32_t v,
                                                    uint32_t n)
{
    const WORD edge = (WORD)FQ_EDGE; /* a = 0 */
    const VEC zero = {0}, one = zero + 1;
    const VEC above = bands->above[v], below = bands->below[v];
    const VEC legal = bands->legal[v], goal = bands->goal[v];
    const VEC inner = legal & ~(zero + edge);    /* where a star above can lead to */
    const VEC outer = (inner >> 1) & legal;      /* where it can come from */
    VEC free[32], full[32], a = one, p = zero;
    for (uint32_t i = 0; i < n; i++) {
        const VEC bit = one << i;
        free[i] = a;
        full[i] = p;
        const VEC next = (PICK(above, bit, a << 1) & inner) | (PICK(below, bit, a << STRIDE) & legal);
        a |= p;
        p = next;
    }
    const VEC missed = goal & ~(a | p);
    if (fq_any((fq_block)missed)) return 0;

    VEC to_free = goal, to_full = goal; /* pairs that lead to the goal from here */
    VEC keep_above = zero, keep_below = zero, must_above = zero, must_below = zero;
    for (uint32_t i = n; i-- > 0;) {
        const VEC bit = one << i, last = to_full & legal, from = free[i];
        const VEC up = PICK(from << 1, to_full & inner, bit & above);
        const VEC down = PICK(from << STRIDE, last, bit & below);
        const VEC must = bit & ~PICK(from | full[i], to_free, bit);
        keep_above |= up;
        keep_below |= down;
        must_above |= must & up & ~down;
        must_below |= must & down & ~up;
        const VEC before = (PICK(above, bit, to_full >> 1) & outer) |
                           (PICK(below, bit, to_full >> STRIDE) & legal);
        to_full = to_free;
        to_free |= before;
    }
    bands->keep_above[v] = keep_above;
    bands->keep_below[v] = keep_below;
    bands->must_above[v] = must_above;
    bands->must_below[v] = must_below;
    return 1;
}
#if LANES > 16
/* Solves `count` bands by their names, 32 * k + i for lines i and i + 1 of lines[k]; returns 0 if
 * one has no placement. */
static inline int FQ_PASTE(fq_solve_bands, LANES, )(fq_lines *lines, const uint16_t *names,
                                                    uint32_t count, uint32_t n)
{
    enum { MANY = 512 / LANES, EACH = FQ_VECTOR * 8 / LANES };
    for (uint32_t from = 0; from < count; from += MANY) {
        const uint32_t many = count - from < MANY ? count - from : MANY;
        WORD in[4][MANY], out[4][MANY];
        for (uint32_t i = 0; i < MANY; i++) {
            if (i >= many) { /* an empty band, which is solved */
                in[0][i] = in[1][i] = 0;
                in[2][i] = in[3][i] = 1;
                continue;
            }
            const fq_lines *side = &lines[names[from + i] / 32];
            const uint32_t l = names[from + i] % 32, above = side->missing[l], below = side->missing[l + 1];
            in[0][i] = side->cand[l];
            in[1][i] = side->cand[l + 1];
            in[2][i] = FQ_PASTE(fq_legal, LANES, )(above, below);
            in[3][i] = FQ_PASTE(fq_goal, LANES, )(above, below);
        }
        FQ_PASTE(fq_bands, LANES, ) bands;
        memcpy(bands.above, in, sizeof in);
        for (uint32_t v = 0; v * EACH < many; v++)
            if (!FQ_PASTE(fq_bands, LANES, _solve)(&bands, v, n)) return 0;
        memcpy(out, bands.keep_above, sizeof out);
        for (uint32_t i = 0; i < many; i++) {
            fq_lines *side = &lines[names[from + i] / 32];
            const uint32_t l = names[from + i] % 32;
            side->keep[l] &= (uint32_t)out[0][i];
            side->keep[l + 1] &= (uint32_t)out[1][i];
            side->must[l] |= (uint32_t)out[2][i];
            side->must[l + 1] |= (uint32_t)out[3][i];
        }
    }
    return 1;
}
#endif
#undef VEC
#undef WORD
#undef PICK

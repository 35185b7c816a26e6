/* wide.h - the search for n >= 22: one word of candidates per row (state.h).
 *
 * The search branches by the same rules as narrow.h. The candidates of all columns are counted
 * together, by adding the words of all rows in bit planes. A region is read row by row, usually
 * only up to its second candidate. The compiler vectorises the loops over rows. This file is
 * compiled for portable C and for AVX2, because AVX-512 was not faster. */

/* Counts the candidates of all columns: bit c of plane[k] is bit k of the count of column c. */
static inline void fq_count_wide_columns(const fq_regions *s, uint64_t plane[7])
{
    const uint64_t *cand = s->wide->cand;
    for (uint32_t k = 0; k < 7; k++) plane[k] = 0;
    for (uint32_t r = 0; r < s->n; r++) {
        uint64_t carry = cand[r];
        for (uint32_t k = 0; carry && k < 7; k++) {
            uint64_t both = plane[k] & carry;
            plane[k] ^= carry;
            carry = both;
        }
    }
}

static inline uint32_t fq_count_wide_region(const fq_regions *s, uint32_t g)
{
    const fq_regions_wide *b = s->wide;
    const uint64_t *cells = b->region.cells + (size_t)g * s->n;
    uint32_t size = 0;
    for (uint32_t r = b->region.first[g]; r <= b->region.last[g]; r++)
        size += fq_popcount(b->cand[r] & cells[r]);
    return size;
}

static inline void fq_place_wide(fq_regions *s, uint32_t row, uint32_t column)
{
    fq_regions_wide *b = s->wide;
    uint32_t g = s->region_of[row * s->n + column];
    const uint64_t *cells = b->region.cells + (size_t)g * s->n;
    const uint64_t bit = UINT64_C(1) << column, near = fq_touched(bit);
    for (uint32_t r = 0; r < s->n; r++) b->cand[r] &= ~bit;
    for (uint32_t r = b->region.first[g]; r <= b->region.last[g]; r++) b->cand[r] &= ~cells[r];
    b->cand[row] = 0; /* tried: fq_prune_touched instead: 1.03 times the time */
    if (row) b->cand[row - 1] &= ~near;
    if (row + 1 < s->n) b->cand[row + 1] &= ~near;
    b->rows &= ~(UINT64_C(1) << row);
    b->columns &= ~bit;
    if (g < 64) b->regions &= ~(UINT64_C(1) << g); /* of more than 64 regions, none is a unit */
    s->trail[s->placed++] = (uint16_t)(row * s->n + column);
}

/* Places the queens of units with only one candidate until there is no such unit. Returns 0 if a
 * unit has no candidate. */
static int fq_propagate_wide(fq_regions *s)
{
    fq_regions_wide *b = s->wide;
    for (int again = 1; again;) {
        again = 0;
        uint64_t some = 0, more = 0;
        for (uint32_t r = 0; r < s->n; r++) {
            more |= some & b->cand[r];
            some |= b->cand[r];
        }
        if (b->columns & ~some) return 0;
        for (uint64_t left = b->regions; left; left &= left - 1) {
            uint32_t g = fq_lowest(left), row = 0;
            const uint64_t *cells = b->region.cells + (size_t)g * s->n;
            uint64_t seen = 0;
            for (uint32_t r = b->region.first[g]; r <= b->region.last[g]; r++) {
                uint64_t here = b->cand[r] & cells[r];
                if (!here) continue;
                if (seen || (here & (here - 1))) {
                    seen = ~UINT64_C(0);
                    break;
                }
                seen = here;
                row = r;
            }
            if (!seen) return 0;
            if (seen & (seen - 1)) continue;
            fq_place_wide(s, row, fq_lowest(seen));
            again = 1;
        }
        for (uint64_t left = b->rows; left; left &= left - 1) {
            uint32_t row = fq_lowest(left);
            uint64_t here = b->cand[row];
            if (!here) return 0;
            if (here & (here - 1)) continue;
            fq_place_wide(s, row, fq_lowest(here));
            again = 1;
        }
        for (uint64_t left = b->columns & ~more; left; left &= left - 1) {
            uint32_t column = fq_lowest(left), row = 0;
            if (!(b->columns >> column & 1)) continue; /* another unit placed this queen */
            while (row < s->n && !(b->cand[row] >> column & 1)) row++;
            if (row == s->n) return 0;
            fq_place_wide(s, row, column);
            again = 1;
        }
    }
    return 1;
}

/* Finds the unit with the fewest candidates. Among equal units, regions come before rows, rows
 * before columns, and low numbers before high numbers. Writes the candidates of the unit to
 * `cells`, one word per row, and returns the number of these candidates. */
static uint32_t fq_find_smallest_wide(const fq_regions *s, uint64_t *cells)
{
    const fq_regions_wide *b = s->wide;
    uint32_t least = UINT32_MAX, unit = 0;
    for (uint64_t left = b->regions; left && least > 2; left &= left - 1) {
        uint32_t size = fq_count_wide_region(s, fq_lowest(left));
        if (size < least) least = size, unit = fq_lowest(left);
    }
    for (uint64_t left = b->rows; left && least > 2; left &= left - 1) {
        uint32_t size = fq_popcount(b->cand[fq_lowest(left)]);
        if (size < least) least = size, unit = 64 + fq_lowest(left);
    }
    if (least > 2) {
        uint64_t plane[7], fewest = b->columns;
        uint32_t size = 0;
        fq_count_wide_columns(s, plane);
        for (uint32_t k = 7; k-- > 0;) { /* keep the columns with the smallest count, bit by bit */
            if (fewest & ~plane[k])
                fewest &= ~plane[k];
            else
                size += UINT32_C(1) << k;
        }
        if (size < least) least = size, unit = 128 + fq_lowest(fewest);
    }
    for (uint32_t r = 0; r < s->n; r++) {
        if (unit < 64)
            cells[r] = b->cand[r] & b->region.cells[(size_t)unit * s->n + r];
        else if (unit < 128)
            cells[r] = r == unit - 64 ? b->cand[r] : 0;
        else
            cells[r] = b->cand[r] & UINT64_C(1) << (unit - 128);
    }
    return least;
}

fq_status FQ_WIDE(fq_regions *s, uint64_t stop)
{
    fq_regions_wide *b = s->wide;
    const size_t n = s->n, stride = n + 4;
    if (s->resume == FQ_AT_END) return FQ_DONE;
    if (s->resume == FQ_AT_BACKTRACK) goto back;
    s->counts.nodes++;

    for (;;) {
        if (!fq_propagate_wide(s)) {
            s->counts.backtracks++;
            goto back;
        }
        if (s->placed == n) {
            s->counts.solutions++;
            s->resume = FQ_AT_BACKTRACK;
            return FQ_FOUND;
        }
        uint64_t cells[FQ_REGIONS_MAX_N];
        uint32_t size = fq_find_smallest_wide(s, cells);
        uint32_t k = s->random ? fq_rng_below(&s->rng, size) : 0, row = 0;
        for (uint32_t here; k >= (here = fq_popcount(cells[row])); row++) k -= here;
        uint32_t column = fq_nth(cells[row], k);

        uint64_t *frame = b->frame + s->depth++ * stride;
        for (size_t r = 0; r < n; r++) frame[r] = b->cand[r];
        frame[row] &= ~(UINT64_C(1) << column);
        frame[n] = b->rows, frame[n + 1] = b->columns, frame[n + 2] = b->regions;
        frame[n + 3] = s->placed;
        fq_place_wide(s, row, column);
        if (s->counts.nodes >= stop) {
            s->resume = FQ_AT_NODE;
            return FQ_RUNNING;
        }
        s->counts.nodes++;
        continue;

    back:
        if (!s->depth) {
            s->resume = FQ_AT_END;
            return FQ_DONE;
        }
        frame = b->frame + --s->depth * stride;
        for (size_t r = 0; r < n; r++) b->cand[r] = frame[r];
        b->rows = frame[n], b->columns = frame[n + 1], b->regions = frame[n + 2];
        s->placed = (uint32_t)frame[n + 3];
    }
}

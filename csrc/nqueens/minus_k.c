/* minus_k.c - lists placements of n - k queens, row by row. In the set of choices of a row, bit c
 * stands for column c. If the row may stay empty, bit n is also set; it stands for "no queen". This
 * choice is tried last, as the order of the list requires. */
#include "minus_k.h"

#include <stdlib.h>

#include "common/bits.h"

enum { MAX = FQ_NQUEENS_MINUS_K_MAX };

typedef struct frame {
    uint32_t untried;              /* columns not tried yet; bit n: "no queen" not tried yet */
    uint32_t columns, left, right; /* attacked columns */
    uint32_t spare;                /* how many of the rows from this row on must stay empty */
} frame;

struct fq_nqueens_minus_k {
    uint32_t n;
    uint32_t given[MAX]; /* given[r]: the columns of the given queens in row r */
    /* givens_from[r]: how many of the rows from r on have a given queen */
    uint32_t givens_from[MAX + 1];
    uint32_t top; /* the row to continue with; n after a solution */
    int least, done;
    uint64_t nodes, solutions;
    uint8_t column[MAX]; /* column[r]: the column of the queen in row r, n if the row is empty */
    frame frame[MAX];
};

/* Returns the set of choices of row `r`: the columns where a queen may stand, and bit n if the row
 * may stay empty. */
static uint32_t choices(const fq_nqueens_minus_k *m, uint32_t r, const frame *f)
{
    const uint32_t board = (uint32_t)fq_ones(m->n);
    uint32_t here = board & ~(f->columns | f->left | f->right);
    /* No choice: `spare` rows must stay empty, but too few of the remaining rows have no given
     * queen. */
    if (f->spare > m->n - r - m->givens_from[r]) return 0;
    if (m->given[r]) return m->given[r] & (m->given[r] - 1) ? 0 : here & m->given[r];
    if (f->spare == m->n - r - m->givens_from[r]) here = 0;
    return f->spare ? here | UINT32_C(1) << m->n : here;
}

fq_nqueens_minus_k *fq_nqueens_minus_k_new(int n, int missing, const int16_t *given, size_t givens,
                                           int least, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > MAX || missing < 0 || missing >= n) return NULL;
    for (size_t i = 0; given && i < givens; i++)
        if (given[i] < 0 || given[i] >= n * n) return NULL;
    fq_nqueens_minus_k *m = calloc(1, sizeof *m);
    *error = m ? FQ_OK : FQ_NO_MEMORY;
    if (!m) return NULL;
    m->n = (uint32_t)n;
    m->least = least;
    for (size_t i = 0; given && i < givens; i++)
        m->given[given[i] / n] |= UINT32_C(1) << given[i] % n;
    for (uint32_t r = m->n; r-- > 0;) m->givens_from[r] = m->givens_from[r + 1] + !!m->given[r];
    m->frame[0].spare = (uint32_t)missing;
    m->frame[0].untried = choices(m, 0, &m->frame[0]);
    return m;
}

void fq_nqueens_minus_k_free(fq_nqueens_minus_k *m) { free(m); }

/* Returns whether the placement is the smallest of its 8 symmetric images. */
static int is_least(const fq_nqueens_minus_k *m)
{
    const uint32_t n = m->n, last = n - 1;
    uint8_t row[MAX]; /* the row of each column's queen */
    for (uint32_t c = 0; c < n; c++) row[c] = (uint8_t)n;
    for (uint32_t r = 0; r < n; r++)
        if (m->column[r] < n) row[m->column[r]] = (uint8_t)r;
    for (unsigned image = 1; image < 8; image++) {
        const uint8_t *from = image & 4 ? row : m->column;
        for (uint32_t r = 0; r < n; r++) {
            uint32_t c = from[image & 2 ? last - r : r];
            if (image & 1 && c < n) c = last - c;
            if (c < m->column[r]) return 0;
            if (c > m->column[r]) break;
        }
    }
    return 1;
}

fq_status fq_nqueens_minus_k_step(fq_nqueens_minus_k *m, uint64_t budget)
{
    const uint32_t n = m->n, board = (uint32_t)fq_ones(n);
    if (m->done) return FQ_DONE;
    uint64_t spent = 0;
    fq_status status = FQ_RUNNING;
    uint32_t r = m->top < n ? m->top : n - 1;
    while (status == FQ_RUNNING) {
        frame *f = &m->frame[r];
        if (!f->untried) {
            if (r-- == 0) {
                r = 0;
                m->done = 1;
                status = FQ_DONE;
            }
            continue;
        }
        if (spent == budget) break;
        spent++;
        const uint32_t bit = f->untried & (0u - f->untried), queen = bit & board;
        f->untried ^= bit;
        m->column[r] = (uint8_t)fq_lowest(bit);
        if (r + 1 == n) {
            if (m->least && !is_least(m)) continue;
            m->solutions++;
            r = n;
            status = FQ_FOUND;
            break;
        }
        m->frame[r + 1] = (frame){0, f->columns | queen, (f->left | queen) << 1,
                                  (f->right | queen) >> 1, f->spare - (bit >> n)};
        m->frame[r + 1].untried = choices(m, r + 1, &m->frame[r + 1]);
        r += m->frame[r + 1].untried != 0;
    }
    m->top = r;
    m->nodes += spent;
    return status;
}

void fq_nqueens_minus_k_peek(const fq_nqueens_minus_k *m, int16_t *queens, size_t *count)
{
    *count = 0;
    for (uint32_t r = 0; r < m->top; r++)
        if (m->column[r] < m->n) queens[(*count)++] = (int16_t)(r * m->n + m->column[r]);
}

uint64_t fq_nqueens_minus_k_spent(const fq_nqueens_minus_k *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_minus_k_counts(const fq_nqueens_minus_k *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

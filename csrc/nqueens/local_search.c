/* local_search.c - local search with one bit per diagonal, after Sosic and Gu (1991).
 *
 * The columns of the queens are a permutation, so two queens can be in conflict only on a diagonal.
 * The queens of the rows above `row` are placed without a conflict; the queens of the other rows
 * are off the board and attack nobody:
 *
 *     columns   3 0 2 | 5 1 4 ...      rising   bit r + c      taken by the queens left of the
 *            placed ^ row              falling  bit r - c + n  bar, one queen per diagonal
 *
 * To fill `row`, the search tries random columns right of the bar. About 3 n tries fill all rows
 * but the last 10 to 100. To fill each of these last rows, the search chooses random rows; it
 * exchanges the columns of the two rows if this leaves no conflict between the queens on the board.
 * Sosic and Gu instead leave the queens of the last rows on the board, in conflict, and count the
 * queens on each diagonal. Here these queens are off the board, so a diagonal needs only one bit.
 * The two sets of 2 n bits fit into the cache; counters for 10^7 queens would not. The columns of
 * the next tries are prefetched.
 *
 * Tried: at n = 10^7, a search takes 0.78 s with FETCH_AHEAD = 8, 0.85 s with 16, 1.1 s with 32,
 * and 1.2 s without prefetching. At n = 10^6 all these times are equal. */
#include "local_search.h"

#include <stdlib.h>
#include <string.h>

#include "common/rng.h"

/* A try takes 80 ns if the columns are not in the cache, but setting up a column takes only 1 ns.
 * If a caller chose the budget by the speed of the set-up, a step of tries would take far too long.
 * So a step ends after MAX_TRIES tries, about 20 ms. */
enum { FETCH_AHEAD = 8, MAX_TRIES = 1 << 18 };

struct fq_nqueens_local_search {
    uint32_t n;
    uint32_t ready; /* number of columns set up so far */
    uint32_t row;   /* the rows above this one have their queens */
    /* number of tries left; when it is 0, a search that fills rows begins to exchange columns, and
     * a search that exchanges columns starts anew */
    uint64_t left;
    int swapping;
    fq_rng rng;
    uint64_t units, swaps, restarts;
    int32_t *columns;
    uint64_t *rising, *falling;
};

static inline uint64_t taken(const uint64_t *set, uint32_t i)
{
    return set[i >> 6] >> (i & 63) & 1;
}
static inline void flip(uint64_t *set, uint32_t i) { set[i >> 6] ^= UINT64_C(1) << (i & 63); }

/* Returns how many 64-bit words a set of the diagonals 0 to 2 n - 1 takes. */
static size_t words(uint32_t n) { return (size_t)n / 32 + 1; }

static void start_anew(fq_nqueens_local_search *m)
{
    m->ready = m->row = 0;
    m->left = 3 * (uint64_t)m->n + m->n / 12;
    m->swapping = 0;
}

fq_nqueens_local_search *fq_nqueens_local_search_new(int64_t n, uint64_t seed, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_NQUEENS_LOCAL_SEARCH_MAX) return NULL;
    *error = FQ_NO_MEMORY;
    fq_nqueens_local_search *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = (uint32_t)n;
    m->rng.state = seed;
    m->columns = calloc((size_t)n, sizeof *m->columns);
    m->rising = calloc(words(m->n), sizeof *m->rising);
    m->falling = calloc(words(m->n), sizeof *m->falling);
    if (!m->columns || !m->rising || !m->falling) {
        fq_nqueens_local_search_free(m);
        return NULL;
    }
    start_anew(m);
    *error = FQ_OK;
    return m;
}

void fq_nqueens_local_search_free(fq_nqueens_local_search *m)
{
    if (!m) return;
    free(m->columns);
    free(m->rising);
    free(m->falling);
    free(m);
}

/* Fills rows with columns that no placed queen uses, with at most `budget` tries. Returns the
 * number of tries. */
static uint64_t fill_rows(fq_nqueens_local_search *m, uint64_t budget)
{
    const uint32_t n = m->n;
    int32_t *columns = m->columns;
    uint64_t *rising = m->rising, *falling = m->falling, spent = 0;
    uint64_t stop = budget < m->left ? budget : m->left;
    uint32_t row = m->row;
    fq_rng rng = m->rng, ahead = m->rng;
    for (int i = 0; i < FETCH_AHEAD; i++) fq_rng_next(&ahead);
    while (spent < stop && row < n) {
        /* `row` grows by at most FETCH_AHEAD before the prefetched column is used, so the
         * prefetched address is near the column that is used. */
        __builtin_prefetch(columns + row + fq_rng_below(&ahead, n - row), 1);
        uint32_t pick = row + fq_rng_below(&rng, n - row);
        uint32_t column = (uint32_t)columns[pick], up = row + column, down = row + n - column;
        spent++;
        if (taken(rising, up) | taken(falling, down)) continue;
        flip(rising, up);
        flip(falling, down);
        columns[pick] = columns[row];
        columns[row] = (int32_t)column;
        row++;
    }
    m->rng = rng;
    m->row = row;
    m->left -= spent;
    return spent;
}

/* Tries once to fill m->row by exchanging its column with the column of a random row. */
static void try_swap(fq_nqueens_local_search *m)
{
    const uint32_t n = m->n, row = m->row, pick = fq_rng_below(&m->rng, n);
    const uint32_t own = (uint32_t)m->columns[row], column = (uint32_t)m->columns[pick];
    const uint32_t up = row + column, down = row + n - column;
    if (pick < row) { /* a placed queen: take it off the board for the test */
        const uint32_t old_up = pick + column, old_down = pick + n - column;
        const uint32_t new_up = pick + own, new_down = pick + n - own;
        flip(m->rising, old_up);
        flip(m->falling, old_down);
        if (taken(m->rising, up) | taken(m->falling, down) | taken(m->rising, new_up) |
            taken(m->falling, new_down) | (up == new_up) | (down == new_down)) {
            flip(m->rising, old_up);
            flip(m->falling, old_down);
            return;
        }
        flip(m->rising, new_up);
        flip(m->falling, new_down);
        m->swaps++;
    } else if (taken(m->rising, up) | taken(m->falling, down)) {
        return;
    }
    flip(m->rising, up);
    flip(m->falling, down);
    m->columns[pick] = (int32_t)own;
    m->columns[row] = (int32_t)column;
    m->row++;
}

fq_status fq_nqueens_local_search_step(fq_nqueens_local_search *m, uint64_t budget)
{
    const uint32_t n = m->n;
    if (n == 2 || n == 3) return FQ_DONE;
    uint64_t tries = 0;
    while (m->row < n) {
        if (!budget) return FQ_RUNNING;
        uint64_t spent = 0;
        if (m->ready < n) {
            /* A new start also clears the sets of diagonals here, a part in each step, so that no
             * step takes long. */
            uint64_t count = n - m->ready < budget ? n - m->ready : budget;
            for (; spent < count; spent++, m->ready++) {
                m->columns[m->ready] = (int32_t)m->ready;
                if (m->ready % 32 == 0) m->rising[m->ready / 32] = m->falling[m->ready / 32] = 0;
            }
            if (m->ready == n) m->rising[n / 32] = m->falling[n / 32] = 0;
        } else if (!m->swapping) {
            if (tries == MAX_TRIES) return FQ_RUNNING;
            const uint64_t most = MAX_TRIES - tries;
            spent = fill_rows(m, budget < most ? budget : most);
            tries += spent;
            if (!m->left) {
                /* On large boards, all remaining rows together need about 2000 tries. On small
                 * boards the search may never succeed, so the number of tries is limited; a new
                 * start takes little time on these boards. */
                m->swapping = 1;
                m->left = 100 + 50 * (uint64_t)n;
            }
        } else {
            for (; spent < budget && m->left && m->row < n; spent++, m->left--) try_swap(m);
            if (!m->left && m->row < n) {
                m->restarts++;
                start_anew(m);
            }
        }
        m->units += spent;
        budget -= spent;
    }
    return FQ_FOUND;
}

void fq_nqueens_local_search_peek(const fq_nqueens_local_search *m, int32_t *columns)
{
    memcpy(columns, m->columns, (size_t)m->row * sizeof *columns);
    for (uint32_t r = m->row; r < m->n; r++) columns[r] = -1;
}

uint64_t fq_nqueens_local_search_spent(const fq_nqueens_local_search *m) { return m->units; }

fq_nqueens_local_search_counters fq_nqueens_local_search_counts(const fq_nqueens_local_search *m)
{
    return (fq_nqueens_local_search_counters){m->units, m->swaps, m->restarts, m->row};
}

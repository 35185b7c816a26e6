/* variants.c - counts the solutions of the variants by a depth-first search over bitmasks, row by
 * row.
 *
 * search() is compiled once for each variant. A frame is the state of a row to fill (for FQ_PLUS_K,
 * of a part of a row up to the next pawn; plus_k.c explains where pawns can stand). Masks are sets
 * of columns. The masks `left` and `right` hold the columns that the rows above attack along the
 * two diagonals.
 *
 * Mirroring the board left to right maps solutions to solutions in every variant of search(). So
 * only solutions whose first queen stands in the left half or in the centre column are searched;
 * those with the first queen in the left half count twice. (The first row has one queen, because no
 * pawn can stand there.) On a torus, solutions can also be shifted sideways. So only solutions with
 * the first queen in column 0 and the second queen in the left half are searched, and each counts 2
 * n times.
 *
 * Two variants have their own searches: FQ_PLUS_K with fewer queens than rows (count_minus_k.c),
 * and FQ_SEMIQUEENS (count_semiqueens.c). */
#include "variants_kernels.h"

#include <stdlib.h>

#include "common/checked_math.h"

typedef struct frame {
    uint32_t columns, left, right; /* columns that the rows above attack */
    uint32_t last, before;         /* the queens one row above and two rows above */
    uint32_t todo;                 /* columns to try */
    /* FQ_PLUS_K only */
    uint32_t queens, pawns;    /* the pieces of the row to the left of `queen` */
    uint32_t queen, pawn_todo; /* the queen of this frame, and the pawns to try to its right */
    int32_t row, pawns_left;
} frame;

struct fq_nqueens_variants {
    fq_nqueens_variants_task task;
    uint64_t next; /* prefixes from here to task.last have not been started */
    int depth;     /* -1: no prefix is being searched */
    uint64_t weight;
    uint64_t solutions, nodes;
    frame frames[FQ_NQUEENS_MAX + FQ_NQUEENS_PAWNS_MAX + 1];
    /* The special search of the variant; NULL if the variant does not use this search. */
    fq_nq_minus *minus;
    fq_nq_semi *semi;
    bool inside; /* whether the special search is below prefix `next` - 1 */
};

static uint32_t board(uint32_t n) { return (UINT32_C(1) << n) - 1; }

uint64_t fq_nqueens_variants_size(int n, fq_nqueens_variant variant, int pawns)
{
    if (n < 1 || n > FQ_NQUEENS_MAX || pawns <= -n || pawns > FQ_NQUEENS_PAWNS_MAX) return 0;
    const uint64_t size = (uint64_t)n;
    switch (variant) {
    case FQ_SEMIQUEENS:
        return pawns ? 0 : fq_nq_semi_size((uint32_t)n);
    case FQ_TOROIDAL:
        return pawns || size % 2 == 0 || size % 3 == 0 ? 0 : size / 2 + 1;
    case FQ_SUPERQUEENS:
    case FQ_HERTZSPRUNG:
        return pawns ? 0 : (size + 1) / 2 * size;
    case FQ_PLUS_K:
        if (pawns < 0) return fq_nq_minus_size((uint32_t)n, (uint32_t)-pawns);
        return (size + 1) / 2 * size;
    case FQ_QUEENS: /* counted by count.c */
        break;
    }
    return 0;
}

fq_nqueens_variants *fq_nqueens_variants_new(fq_nqueens_variants_task task, fq_error *error)
{
    const bool small = task.n > 0 && task.n <= FQ_NQUEENS_MAX && task.variant > FQ_QUEENS &&
                       task.variant <= FQ_SEMIQUEENS && task.pawns > -(int32_t)task.n &&
                       task.pawns <= FQ_NQUEENS_PAWNS_MAX;
    const uint64_t size =
        small ? fq_nqueens_variants_size((int)task.n, (fq_nqueens_variant)task.variant, task.pawns)
              : 0;
    if (!small || (task.pawns && task.variant != FQ_PLUS_K) || task.first > task.last ||
        task.last > size) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_nqueens_variants *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    m->task = task;
    m->next = task.first;
    m->depth = -1;
    if (task.pawns < 0) m->minus = calloc(1, sizeof *m->minus);
    if (task.variant == FQ_SEMIQUEENS && size) m->semi = fq_nq_semi_new(task.n);
    if ((task.pawns < 0 && !m->minus) || (task.variant == FQ_SEMIQUEENS && size && !m->semi)) {
        fq_nqueens_variants_free(m);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *error = FQ_OK;
    return m;
}

void fq_nqueens_variants_free(fq_nqueens_variants *m)
{
    if (!m) return;
    free(m->minus);
    fq_nq_semi_free(m->semi);
    free(m);
}

/* Returns the squares of the frame's row that the rows above do not attack. The pieces of the row
 * itself are ignored. */
static inline uint32_t open_squares(const frame *f, uint32_t variant, uint32_t n)
{
    uint32_t closed = f->columns;
    if (variant == FQ_HERTZSPRUNG) {
        closed |= f->last << 1 | f->last >> 1;
    } else {
        closed |= f->left | f->right;
        if (variant == FQ_SUPERQUEENS) closed |= (uint32_t)fq_knight_moves(f->last, f->before);
    }
    return board(n) & ~closed;
}

/* Sets `next` to the frame for the row below frame f. `queens` and `pawns` are the pieces in the
 * row of frame f. */
static inline void enter_row(frame *next, const frame *f, uint32_t queens, uint32_t pawns,
                             uint32_t variant, uint32_t n)
{
    next->columns = (f->columns | queens) & ~pawns;
    next->left = ((f->left | queens) & ~pawns) << 1;
    next->right = ((f->right | queens) & ~pawns) >> 1;
    if (variant == FQ_TOROIDAL) {
        next->left = (next->left | next->left >> n) & board(n);
        next->right |= ((f->right | queens) & 1) << (n - 1);
    }
    next->last = queens;
    next->before = f->last;
    next->todo = open_squares(next, variant, n);
    next->queens = next->pawns = next->queen = next->pawn_todo = 0;
    next->row = f->row + 1;
    next->pawns_left = f->pawns_left;
}

/* Sets up prefix number `index`. Returns false if nothing is left to search below it. */
static bool begin_prefix(fq_nqueens_variants *m, uint64_t index)
{
    const uint32_t n = m->task.n, variant = m->task.variant;
    const uint32_t first = variant == FQ_TOROIDAL ? 0 : (uint32_t)(index / n),
                   second = (uint32_t)(index % n);
    if (n == 1) {
        m->solutions += m->task.pawns == 0;
        return false;
    }
    const frame empty = {.row = 0, .pawns_left = (int32_t)m->task.pawns};
    enter_row(&m->frames[0], &empty, UINT32_C(1) << first, 0, variant, n);
    m->frames[0].row = 1;
    m->frames[0].todo &= UINT32_C(1) << second;
    m->weight = variant == FQ_TOROIDAL ? 2 * n : 2 * first + 1 == n ? 1 : 2;
    return m->frames[0].todo != 0;
}

static inline void search(fq_nqueens_variants *m, uint64_t budget, const uint32_t variant)
{
    const uint32_t n = m->task.n;
    const int32_t bottom = (int32_t)n - 1;
    uint64_t solutions = 0, nodes = 0;
    int depth = m->depth;
    while (depth >= 0) {
        frame *const f = &m->frames[depth], *const next = f + 1;
        if (variant == FQ_PLUS_K && f->pawn_todo) {
            const uint32_t pawn = f->pawn_todo & (0u - f->pawn_todo);
            f->pawn_todo ^= pawn;
            *next = *f;
            next->queens |= f->queen;
            next->pawns |= pawn;
            next->pawns_left--;
            next->pawn_todo = 0;
            next->todo = open_squares(f, variant, n) & ~(pawn | (pawn - 1));
            depth += next->todo != 0;
            continue;
        }
        if (f->todo == 0) {
            depth--;
            continue;
        }
        if (nodes == budget) break;
        nodes++;
        const uint32_t queen = f->todo & (0u - f->todo);
        f->todo ^= queen;
        if (f->row == bottom) {
            solutions += f->pawns_left == 0;
            continue;
        }
        if (variant == FQ_PLUS_K) {
            f->queen = queen;
            if (f->pawns_left) f->pawn_todo = f->columns & board(n) & ~(queen | (queen - 1));
        }
        enter_row(next, f, f->queens | queen, f->pawns, variant, n);
        depth += next->todo != 0;
    }
    m->depth = depth;
    m->solutions += solutions * m->weight;
    m->nodes += nodes;
}

/* Runs a step of fq_nqueens_variants_step for a variant that has its own search. */
static fq_status step_own(fq_nqueens_variants *m, uint64_t budget)
{
    fq_nqueens_counters counts = {0, 0};
    fq_status status = FQ_RUNNING;
    while (counts.nodes < budget) {
        if (m->inside) {
            const uint64_t left = budget - counts.nodes;
            m->inside = !(m->semi ? fq_nq_semi_run(m->semi, left, &counts)
                                  : fq_nq_minus_run(m->minus, left, &counts));
        } else if (m->next < m->task.last) {
            const uint64_t prefix = m->next++;
            m->inside = m->semi ? fq_nq_semi_begin(m->semi, prefix, &counts)
                                : fq_nq_minus_begin(m->minus, m->task.n, (uint32_t)-m->task.pawns,
                                                    prefix, &counts);
        } else {
            status = FQ_DONE;
            break;
        }
    }
    m->solutions += counts.solutions;
    m->nodes += counts.nodes;
    return status;
}

fq_status fq_nqueens_variants_step(fq_nqueens_variants *m, uint64_t budget)
{
    if (m->minus || m->semi) return step_own(m, budget);
    const uint64_t stop = fq_add_capped(m->nodes, budget);
    for (;;) {
        if (m->depth < 0) {
            if (m->next == m->task.last) return FQ_DONE;
            if (begin_prefix(m, m->next++)) m->depth = 0;
            continue;
        }
        if (m->nodes == stop) return FQ_RUNNING;
        switch (m->task.variant) {
        case FQ_TOROIDAL:
            search(m, stop - m->nodes, FQ_TOROIDAL);
            break;
        case FQ_SUPERQUEENS:
            search(m, stop - m->nodes, FQ_SUPERQUEENS);
            break;
        case FQ_HERTZSPRUNG:
            search(m, stop - m->nodes, FQ_HERTZSPRUNG);
            break;
        default:
            search(m, stop - m->nodes, FQ_PLUS_K);
            break;
        }
    }
}

uint64_t fq_nqueens_variants_spent(const fq_nqueens_variants *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_variants_counts(const fq_nqueens_variants *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

uint64_t fq_nqueens_variants_position(const fq_nqueens_variants *m)
{
    return m->next - (m->depth >= 0 || m->inside);
}

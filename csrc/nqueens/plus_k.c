/* plus_k.c - lists placements of n + k queens and k pawns, row by row.
 *
 * Between two queens of a row there is a pawn, so a row with p pawns has at most p + 1 queens.
 * There are k pawns and n + k queens, so every row has exactly one queen more than pawns: Q, or Q P
 * Q, or Q P Q P Q ... The same holds for columns. Therefore a pawn stands only to the right of a
 * queen in its row and below a queen in its column, and never in the last row. The last piece of
 * every row is a queen.
 *
 * The pieces are placed in reading order. `columns`, `left` and `right` are the columns that the
 * rows above attack in this row (bit c is column c). The pieces of the row itself are kept in
 * `queens` and `pawns` and are added when the row ends:
 *
 *     columns' =  (columns & ~pawns) | queens             a pawn blocks the attack from above,
 *     left'    = ((left    & ~pawns) | queens) << 1       a queen adds new attacks
 *     right'   = ((right   & ~pawns) | queens) >> 1
 *
 * A frame holds the choices for the next piece. At the start of a row and after a pawn, the next
 * piece is a queen. After a queen, the next piece is a pawn, or, as the last choice, the row
 * ends. */
#include "plus_k.h"

#include <stdlib.h>

#include "common/bits.h"

enum { PIECES = FQ_NQUEENS_PLUS_K_MAX + 2 * FQ_NQUEENS_PLUS_K_PAWNS_MAX };

typedef struct frame {
    uint32_t untried;              /* columns not yet tried for the next piece */
    uint32_t columns, left, right; /* columns that the rows above attack */
    uint32_t queens, pawns;        /* the pieces of this row so far */
    uint8_t row;
    uint8_t spare; /* number of pawns not yet on the board */
    uint8_t pawn;  /* whether the next piece is a pawn */
    uint8_t end;   /* whether the row may end, after all pawns have been tried */
} frame;

struct fq_nqueens_plus_k {
    uint32_t n, pawns;
    /* given[r]: the columns of the given queens in row r */
    uint32_t given[FQ_NQUEENS_PLUS_K_MAX + 1];
    uint32_t top; /* the frame to continue with; pieces 0 to top - 1 are placed */
    int least;
    int done, shown; /* shown: the pieces now placed are a solution */
    uint64_t nodes, solutions;
    int16_t cell[PIECES]; /* the cells of the pieces */
    uint8_t is_pawn[PIECES];
    frame frame[PIECES + 1];
};

/* Returns the columns where the next queen of the row may stand. They are not in `behind`, the
 * columns up to the last piece, and the queen may not skip a given queen of the row. */
static uint32_t queen_squares(const fq_nqueens_plus_k *m, const frame *f, uint32_t behind)
{
    uint32_t given = m->given[f->row] & ~behind;
    uint32_t here = (uint32_t)fq_ones(m->n) & ~(f->columns | f->left | f->right | behind);
    if (given) here &= ((given & (0 - given)) << 1) - 1;
    return here;
}

/* Changes the frame after a queen was placed on `bit`: the next choices are the columns for a pawn,
 * then the end of the row. */
static void after_queen(const fq_nqueens_plus_k *m, frame *f, uint32_t bit)
{
    uint32_t behind = (bit << 1) - 1, given = m->given[f->row] & ~behind;
    f->queens |= bit;
    f->pawn = 1;
    f->end = !given;
    f->untried = 0;
    if (!f->spare || f->row + 1u == m->n) return;
    /* A pawn stands below a queen and not in the last column. A queen must follow the pawn, and
     * given queens may not be skipped, so the pawn must stand to the left of the next given
     * queen. */
    f->untried = f->columns & ~behind & (uint32_t)fq_ones(m->n - 1);
    if (given) f->untried &= (given & (0 - given)) - 1;
}

/* Ends the row: changes the frame to the start of the next row. Returns 0 if no solution is
 * possible below. */
static int next_row(const fq_nqueens_plus_k *m, frame *f)
{
    f->columns = (f->columns & ~f->pawns) | f->queens;
    f->left = ((f->left & ~f->pawns) | f->queens) << 1;
    f->right = ((f->right & ~f->pawns) | f->queens) >> 1;
    f->queens = f->pawns = 0;
    f->row++;
    f->pawn = f->end = 0;
    f->untried = queen_squares(m, f, 0);
    return f->untried != 0;
}

fq_nqueens_plus_k *fq_nqueens_plus_k_new(int n, int pawns, const int16_t *given, size_t givens,
                                         int least, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > FQ_NQUEENS_PLUS_K_MAX || pawns < 0 || pawns > FQ_NQUEENS_PLUS_K_PAWNS_MAX)
        return NULL;
    for (size_t i = 0; given && i < givens; i++)
        if (given[i] < 0 || given[i] >= n * n) return NULL;
    fq_nqueens_plus_k *m = calloc(1, sizeof *m);
    *error = m ? FQ_OK : FQ_NO_MEMORY;
    if (!m) return NULL;
    m->n = (uint32_t)n;
    m->pawns = (uint32_t)pawns;
    m->least = least;
    for (size_t i = 0; given && i < givens; i++)
        m->given[given[i] / n] |= UINT32_C(1) << given[i] % n;
    m->frame[0].spare = (uint8_t)pawns;
    m->frame[0].untried = queen_squares(m, &m->frame[0], 0);
    return m;
}

void fq_nqueens_plus_k_free(fq_nqueens_plus_k *m) { free(m); }

/* Returns whether the board with the first `pieces` pieces is the smallest of its 8 symmetric
 * images. Two boards are compared cell by cell, row by row; a queen is smaller than a pawn, and a
 * pawn is smaller than an empty cell. */
static int is_least(const fq_nqueens_plus_k *m, uint32_t pieces)
{
    enum { QUEEN, PAWN, NOTHING };
    const uint32_t n = m->n, last = n - 1;
    uint8_t board[FQ_NQUEENS_PLUS_K_MAX][FQ_NQUEENS_PLUS_K_MAX];
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) board[r][c] = NOTHING;
    for (uint32_t i = 0; i < pieces; i++)
        board[m->cell[i] / (int)n][m->cell[i] % (int)n] = m->is_pawn[i] ? PAWN : QUEEN;
    for (unsigned image = 1; image < 8; image++) {
        int order = 0;
        for (uint32_t r = 0; r < n && !order; r++)
            for (uint32_t c = 0; c < n && !order; c++) {
                const uint32_t y = image & 2 ? last - r : r, x = image & 1 ? last - c : c;
                order = (int)(image & 4 ? board[x][y] : board[y][x]) - (int)board[r][c];
            }
        if (order < 0) return 0;
    }
    return 1;
}

fq_status fq_nqueens_plus_k_step(fq_nqueens_plus_k *m, uint64_t budget)
{
    const uint32_t n = m->n, last = n - 1;
    if (m->done) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    uint64_t spent = 0;
    fq_status status = FQ_RUNNING;
    if (m->shown) m->shown = 0, m->top--; /* the last queen of a solution has no frame */
    for (;;) {
        frame *f = &m->frame[m->top];
        if (!f->untried) {
            /* the row ends: continue with the same pieces, one row down */
            if (f->end && f->row < last) {
                f->end = 0;
                if (next_row(m, f)) continue;
                f->untried = 0;
            }
            if (!m->top) {
                m->done = 1;
                status = FQ_DONE;
                break;
            }
            m->top--;
            continue;
        }
        if (spent == budget) break;
        spent++;
        uint32_t bit = f->untried & (0 - f->untried);
        f->untried ^= bit;
        m->cell[m->top] = (int16_t)(f->row * n + fq_lowest(bit));
        m->is_pawn[m->top] = f->pawn;
        frame *next = f + 1;
        if (!f->pawn && f->row == last) {
            /* No pawn stands in the last row. If all pawns are on the board, the number of queens
             * is the number of pawns plus n. In a column, the number of queens is at most the
             * number of pawns plus 1. So in each of the n columns it is exactly the number of pawns
             * plus 1, and the last piece of every column is a queen. */
            if (f->spare || (m->given[last] & ~bit)) continue;
            if (m->least && !is_least(m, m->top + 1)) continue;
            m->top++;
            m->solutions++;
            m->shown = 1;
            status = FQ_FOUND;
            break;
        }
        *next = *f;
        if (f->pawn) {
            next->pawns |= bit;
            next->spare--;
            next->pawn = next->end = 0;
            next->untried = queen_squares(m, next, (bit << 1) - 1);
            if (!next->untried) continue;
        } else {
            after_queen(m, next, bit);
            if (!next->untried && !next->end) continue;
        }
        m->top++;
    }
    m->nodes += spent;
    return status;
}

void fq_nqueens_plus_k_peek(const fq_nqueens_plus_k *m, int16_t *queens, size_t *queen_count,
                            int16_t *pawns, size_t *pawn_count)
{
    *queen_count = *pawn_count = 0;
    for (uint32_t i = 0; i < m->top; i++) {
        if (m->is_pawn[i])
            pawns[(*pawn_count)++] = m->cell[i];
        else
            queens[(*queen_count)++] = m->cell[i];
    }
}

uint64_t fq_nqueens_plus_k_spent(const fq_nqueens_plus_k *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_plus_k_counts(const fq_nqueens_plus_k *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

/* symmetric.c - counts the solutions that a half turn or a quarter turn maps to themselves.
 *
 * The queens of such a solution form orbits: 2 squares each for the half turn, 4 squares each for
 * the quarter turn. All queens of an orbit are placed at once. So the sets of taken rows, columns
 * and diagonals are symmetric at every node, and if one square of an orbit is free, all squares of
 * this orbit are free:
 *
 *      half turn   . 1 . . . .      quarter turn   . . 1 . . .
 *                  . . . . . .                     . . . . . 2
 *                  . . . . . .                     . . . . . .
 *                  . . . . . .                     . . . . . .
 *                  . . . . . .                     4 . . . . .
 *                  . . . . 2 .                     . . . 3 . .
 *
 * The two squares of a half-turn orbit can be on one line only if this line is a main diagonal of
 * the board, or for odd n the centre column or the centre row. For odd n the centre square is its
 * own image and must hold a queen: any other queen of the centre row would have its image in the
 * same row. Rows are filled from the middle outwards. The mirror image of a solution is another
 * solution, so the search places the first queen only in the left half, and every solution counts
 * twice. */
#include "count.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct frame {
    uint32_t rows, columns; /* rows and columns that the queens of earlier frames take */
    uint64_t anti, diag;    /* taken diagonals: row + column, column - row + n - 1 */
    int row;                /* the row to fill */
    uint32_t todo;          /* columns to try */
} frame;

struct fq_nqueens_symmetric {
    int n, squares; /* number of squares of an orbit */
    int depth;      /* -1: done */
    uint64_t solutions, nodes;
    frame frames[FQ_NQUEENS_MAX / 2 + 1];
};

static void place_queen(frame *f, int n, int row, int column)
{
    f->rows |= UINT32_C(1) << row;
    f->columns |= UINT32_C(1) << column;
    f->anti |= UINT64_C(1) << (row + column);
    f->diag |= UINT64_C(1) << (column - row + n - 1);
}

/* Finds the next row to fill and the columns to try in this row. Returns false if the board is
 * full. */
static bool find_next_row(frame *f, int n)
{
    int row = (n - 1) / 2;
    while (row >= 0 && f->rows >> row & 1) row--;
    if (row < 0) return false;
    const uint32_t main_diagonals = UINT32_C(1) << row | UINT32_C(1) << (n - 1 - row);
    f->row = row;
    f->todo =
        ((UINT32_C(1) << n) - 1) & ~(f->columns | main_diagonals | (uint32_t)(f->anti >> row) |
                                     (uint32_t)(f->diag >> (n - 1 - row)));
    return true;
}

fq_nqueens_symmetric *fq_nqueens_symmetric_new(int n, fq_nqueens_turn turn, fq_error *error)
{
    if (n < 1 || n > FQ_NQUEENS_MAX) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_nqueens_symmetric *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *error = FQ_OK;
    m->n = n;
    m->squares = turn == FQ_HALF_TURN ? 2 : 4;
    frame *first = &m->frames[0];
    if (n % 2) place_queen(first, n, n / 2, n / 2);
    /* Apart from a queen in the centre, the queens must form whole orbits. */
    if (n / 2 * 2 % m->squares != 0) {
        m->depth = -1;
    } else if (!find_next_row(first, n)) {
        m->solutions = 1; /* n = 1 */
        m->depth = -1;
    } else {
        first->todo &= (UINT32_C(1) << n / 2) - 1;
    }
    return m;
}

void fq_nqueens_symmetric_free(fq_nqueens_symmetric *m) { free(m); }

fq_status fq_nqueens_symmetric_step(fq_nqueens_symmetric *m, uint64_t budget)
{
    const int n = m->n, squares = m->squares;
    uint64_t solutions = 0, nodes = 0;
    int depth = m->depth;
    while (depth >= 0) {
        frame *const f = &m->frames[depth];
        if (f->todo == 0) {
            depth--;
            continue;
        }
        if (nodes == budget) break;
        nodes++;
        const int row = f->row, column = __builtin_ctz(f->todo);
        f->todo &= f->todo - 1;
        frame *const next = f + 1;
        *next = *f;
        place_queen(next, n, row, column);
        place_queen(next, n, n - 1 - row, n - 1 - column);
        if (squares == 4) {
            place_queen(next, n, column, n - 1 - row);
            place_queen(next, n, n - 1 - column, row);
        }
        if (!find_next_row(next, n))
            solutions += 2;
        else if (next->todo)
            depth++;
    }
    m->depth = depth;
    m->solutions += solutions;
    m->nodes += nodes;
    return depth < 0 ? FQ_DONE : FQ_RUNNING;
}

uint64_t fq_nqueens_symmetric_spent(const fq_nqueens_symmetric *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_symmetric_counts(const fq_nqueens_symmetric *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

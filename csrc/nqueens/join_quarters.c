/* join_quarters.c - lists quarter boards by placing one queen after the other. */
#include "join_quarters.h"

#include <string.h>

#include "common/bits.h"

/* The bits of the diagonals of a queen that reach the other half: bit p = row + column for the
 * first kind, bit n - 1 + row - column for the second kind. */
static uint64_t queen_sign(int n, uint32_t odd, int row, int column)
{
    const int from_centre = column + (int)odd, p = row + from_centre,
              q = row - from_centre - (odd ? 0 : 1);
    uint64_t sign = 0;
    if (p <= n - 2) sign |= UINT64_C(1) << p;
    if (q >= 0) sign |= UINT64_C(1) << (n - 1 + q);
    return sign;
}

void fq_join_lister_init(fq_join_lister *l, const fq_nqueens_join_plan *plan, uint32_t start_row,
                         bool south, const uint32_t *rank)
{
    memset(l, 0, sizeof *l);
    l->n = plan->n;
    l->half = plan->half;
    l->odd = (uint32_t)fq_join_is_odd(plan);
    l->rank = rank;
    l->least_row = UINT32_MAX;
    if (l->odd) {
        /* Column c is c + 1 columns from the centre. */
        l->anti = UINT64_C(1) << (start_row - 1);
        l->diag = UINT64_C(1) << ((uint32_t)plan->n - 2 - start_row);
        if (start_row < (uint32_t)plan->half) {
            l->least_row = (uint32_t)plan->half;
            l->least = (uint32_t)plan->half - start_row;
        }
    } else {
        l->long_diagonals =
            UINT64_C(1) << (plan->half - 1) | UINT64_C(1) << (plan->n - 1 + plan->half - 1);
    }
    const int first = south ? plan->half : 0, last = south ? plan->n : plan->half;
    for (int row = first; row < last; row++) {
        if (l->odd && row == (int)start_row) continue;
        l->rows[l->n_rows] = (uint32_t)row;
        l->names[l->n_rows] = UINT32_C(1) << (row - first);
        for (int c = 0; c < plan->half; c++)
            l->sign[l->n_rows][c] = queen_sign(plan->n, l->odd, row, c);
        l->n_rows++;
    }
}

/* Counts or writes one quarter board. */
static inline void add_board(fq_join_lister *l, uint32_t rows, uint32_t columns, uint64_t sign)
{
    uint32_t *const cell =
        &l->cells[l->base[rows] + 2 * l->rank[columns] + ((sign & l->long_diagonals) != 0)];
    if (l->boards) l->boards[*cell] = sign;
    ++*cell;
    l->listed++;
}

/* The queens that stand in a quarter. Diagonals are kept by row + column and by
 * column - row + n - 1. */
typedef struct queens {
    uint32_t rows, columns;
    uint64_t anti, diag, sign;
} queens;

static inline uint32_t open_columns(const fq_join_lister *l, uint32_t i, const queens *q)
{
    const uint32_t row = l->rows[i], back = (uint32_t)l->n - 1 - row;
    const uint32_t all = (UINT32_C(1) << l->half) - 1,
                   closed = row == l->least_row ? (UINT32_C(1) << l->least) - 1 : 0;
    return all &
           ~(q->columns | closed | (uint32_t)(q->anti >> row) | (uint32_t)(q->diag >> back));
}

static inline queens add_queen(const fq_join_lister *l, const queens *q, uint32_t i,
                               uint32_t column)
{
    const uint32_t row = l->rows[i];
    return (queens){
        .rows = q->rows | l->names[i],
        .columns = q->columns | UINT32_C(1) << column,
        .anti = q->anti | UINT64_C(1) << (row + column),
        .diag = q->diag | UINT64_C(1) << ((uint32_t)l->n - 1 - row + column),
        .sign = q->sign | l->sign[i][column],
    };
}

/* Places a queen in row number i, adds the board if it is wanted, and places the rows below. */
static void place(fq_join_lister *l, const queens *above, uint32_t i, uint32_t column)
{
    const queens q = add_queen(l, above, i, column);
    if (l->subsets || i + 1 == l->n_rows) add_board(l, q.rows, q.columns, q.sign);
    const uint32_t last = l->subsets || i + 2 > l->n_rows ? l->n_rows : i + 2;
    for (uint32_t j = i + 1; j < last; j++)
        for (uint32_t open = open_columns(l, j, &q); open; open &= open - 1)
            place(l, &q, j, fq_lowest(open));
}

bool fq_join_walk_branch(fq_join_lister *l)
{
    const uint32_t half = (uint32_t)l->half;
    const queens none = {.anti = l->anti, .diag = l->diag};
    if (l->first == 0) {
        if (l->subsets || !l->n_rows) add_board(l, 0, 0, 0);
        l->first = 1;
        l->second = 0;
        return true;
    }
    const uint32_t i = (l->first - 1) / half, c = (l->first - 1) % half;
    if (i >= l->n_rows || (i > 0 && !l->subsets)) return false;
    const uint32_t second = l->second++;
    if (!(open_columns(l, i, &none) >> c & 1)) {
        l->first++;
        l->second = 0;
        return true;
    }
    const queens one = add_queen(l, &none, i, c);
    if (second == 0) {
        if (l->subsets || l->n_rows == 1) add_board(l, one.rows, one.columns, one.sign);
        return true;
    }
    const uint32_t j = i + 1 + (second - 1) / half, d = (second - 1) % half;
    if (j >= l->n_rows || (j > i + 1 && !l->subsets)) {
        l->first++;
        l->second = 0;
    } else if (open_columns(l, j, &one) >> d & 1) {
        place(l, &one, j, d);
    }
    return true;
}

/* list.c - lists solutions row by row. Two searches take turns: a plain search, and a careful
 * search where solutions are rare.
 *
 * The plain search goes down the rows and tries columns from the left. The masks of a row hold the
 * columns that the rows above attack (bit c is column c; the example is row 2 of n = 8):
 *
 *     row 0   Q . . . . . . .      columns  00001001   rows 0 and 1 use columns 0 and 3
 *     row 1   . . . Q . . . .      left     00010100   shifts to the next higher bit in each row
 *     row 2                        right    00000100   shifts to the next lower bit in each row
 *                                  untried  the columns not attacked and not yet tried
 *
 * The plain search takes a few nanoseconds per queen. But on a large board, the first solution may
 * come only after billions of queens. So the careful search begins when the plain search has placed
 * FQ_PATIENCE queens without finding a solution. It poses a question: is there any solution that
 * keeps the queens of the rows above and has one of the untried columns in this row? It searches
 * for an answer in any order; it always decides next the row or column with the fewest free
 * squares. If there is no solution, the careful search poses the same question one row up. If it
 * finds a solution, the first solution in lexicographic order cannot come after it. So the careful
 * search then goes down row by row, and in each row asks for a solution further to the left than
 * the best one found, until every row is decided.
 *
 * The first solution of n = 33 takes 2.4 * 10^6 nodes and 0.4 s with the careful search, but 1.2 *
 * 10^8 nodes and 1.3 s without it. For n = 37 these figures are 8.6 * 10^6 nodes and 1.5 s, and
 * without it 8.2 * 10^8 nodes and 8.4 s; for n = 34 they are 4.7 s, and without it more than 20 s.
 * Tried: posing the questions from the first row down took more than 10 s for n = 34, because most
 * answers are yes, and such answers are expensive. Preferring rows and columns in which the search
 * had failed before did not reduce the number of nodes at n = 34 and 38. */
#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/checked_math.h"

#ifndef FQ_PATIENT_N
#define FQ_PATIENT_N 20
#endif

enum {
    MAX = FQ_NQUEENS_LIST_MAX,
    /* boards up to this size use only the plain search, and the last rows are searched in blocks */
    PATIENT_N = FQ_PATIENT_N,
    BLOCK_ROWS = 10,
    BLOCK_NODES = 2048
};

/* The careful search begins when the plain search has placed this many queens without finding a
 * solution. The plain search takes about 8 ns per queen, the careful search 200 ns per decision. */
#ifndef FQ_PATIENCE
#define FQ_PATIENCE 200000
#endif

/* The state of a row: its untried columns, and the columns that the rows above attack. */
typedef struct frame {
    uint64_t untried; /* untried columns */
    /* attacked columns. For Hertzsprung, left | right are the columns next to the column of the
     * last queen */
    uint64_t columns, left, right;
    /* superqueens only: the columns of this row that the queens above attack by a knight's move,
     * and the queen one row up */
    uint64_t knight, last;
} frame;

/* The state of the careful search. cand[r]: the free squares of row r. */
typedef struct careful {
    uint64_t cand[MAX];
    uint64_t rows, columns; /* rows and columns without a queen */
    uint32_t placed, depth;
    uint8_t trail[MAX][2];        /* the row and column of each queen placed */
    /* the state before each decision, but without the square that the decision chose */
    uint64_t saved[MAX][MAX + 3];
    /* spare[c][MAX + d]: the columns that a queen in column c leaves free d rows below */
    uint64_t spare[MAX][2 * MAX];
} careful;

/* A block is the search through the last BLOCK_ROWS rows below one placement of the other rows. It
 * works breadth first: the list of all placements down to one row produces the list of all
 * placements down to the next row. Children keep the order of their parents, so the last list is in
 * lexicographic order too. The loop has no branch that depends on the board: every child is written
 * to the list, but the next child overwrites it if the next row has no free square. The plain
 * search would mispredict two branches per queen in these rows.
 *
 * A block places the same queens as the plain search without blocks. If the budget or the room for
 * solutions would be used up inside a block, the block is discarded and its rows are searched
 * without a block. So a step never stops inside a block.
 *
 *     history   . . . | column in row n - 2 | column in row n - 1     6 bits per row */
typedef struct node {
    uint32_t untried, columns;
    uint64_t history;
    uint32_t left, right;
} node;

/* Where the next step resumes. */
typedef enum resume {
    AT_TRY, /* the plain search: at the next column of m->row */
    AT_END,
    ASK,     /* the careful search: set up the next board (set_up_question) */
    DECIDED, /* the careful search has placed a queen, but not yet propagated it */
    BACK     /* the careful search has found a contradiction: undo the last decision */
} resume;

struct fq_nqueens_list {
    uint32_t n;
    fq_nqueens_variant variant;
    unsigned half, least;
    resume resume;
    uint32_t row;   /* the row whose columns are tried next; n after a solution */
    uint64_t bank;  /* budget carried over from earlier steps */
    uint64_t since; /* queens that the plain search has placed since the last solution */
    uint64_t nodes, solutions;
    uint64_t allowed[MAX + 2]; /* the columns of each row where the given queens allow a queen */
    frame frame[MAX + 1];
    int8_t column[MAX]; /* columns of rows 0 to row - 1 */
    int known;          /* whether `answer` is a solution that continues rows 0 to row - 1 */
    int8_t answer[MAX];
    uint64_t asked; /* the columns that the careful search may use in `row` */
    careful careful;
    node node[2][BLOCK_NODES + 1];
};

/* ---- Rules ---------------------------------------------------------------------------------- */

static inline uint64_t turn_left(uint64_t x, uint32_t n)
{
    return (x << 1 | x >> (n - 1)) & fq_ones(n);
}

static inline uint64_t turn_right(uint64_t x, uint32_t n) { return x >> 1 | (x & 1) << (n - 1); }

/* Computes the masks of the row below `f` if `f` has its queen on `bit`. `next` must not be `f`. */
static inline void enter_next_row(const frame *f, uint64_t bit, fq_nqueens_variant variant,
                                  uint32_t n, frame *next)
{
    next->columns = f->columns | bit;
    switch (variant) {
    case FQ_TOROIDAL:
        next->left = turn_left(f->left | bit, n);
        next->right = turn_right(f->right | bit, n);
        break;
    case FQ_SEMIQUEENS:
        next->left = 0;
        next->right = turn_right(f->right | bit, n);
        break;
    case FQ_HERTZSPRUNG:
        next->left = bit << 1;
        next->right = bit >> 1;
        break;
    case FQ_SUPERQUEENS:
        next->knight = fq_knight_moves(bit, f->last);
        next->last = bit;
        /* fall through */
    default:
        next->left = (f->left | bit) << 1;
        next->right = (f->right | bit) >> 1;
    }
}

static inline uint64_t attacked(const frame *f, fq_nqueens_variant variant)
{
    return f->columns | f->left | f->right | (variant == FQ_SUPERQUEENS ? f->knight : 0);
}

/* The columns that a queen in `column` attacks `d` rows below it (d from 1 to n - 1). It attacks
 * the same columns `d` rows above it. Semi-queens are the exception: `d` rows above, a semi-queen
 * attacks the columns that it attacks n - d rows below. */
static uint64_t attacked_below(fq_nqueens_variant variant, uint32_t n, uint32_t column, uint32_t d)
{
    uint64_t bit = UINT64_C(1) << column, all = fq_ones(n), knight = 0;
    switch (variant) {
    case FQ_TOROIDAL:
        return bit | UINT64_C(1) << (column + d) % n | UINT64_C(1) << (column + n - d) % n;
    case FQ_SEMIQUEENS:
        return bit | UINT64_C(1) << (column + n - d) % n;
    case FQ_HERTZSPRUNG:
        return (d > 1 ? bit : bit | bit << 1 | bit >> 1) & all;
    case FQ_SUPERQUEENS:
        knight = fq_knight_moves(d == 1 ? bit : 0, d == 2 ? bit : 0);
        /* fall through */
    default:
        return (knight | bit | bit << d | bit >> d) & all;
    }
}

/* The columns that a queen in `column` attacks `d` rows below it, or -d rows above it if d is
 * negative. */
static uint64_t attacked_columns(fq_nqueens_variant variant, uint32_t n, uint32_t column, int d)
{
    const uint32_t far = (uint32_t)(d < 0 ? -d : d);
    return attacked_below(variant, n, column, d < 0 && variant == FQ_SEMIQUEENS ? n - far : far);
}

/* ---- The plain search ------------------------------------------------------------------------ */

/* Makes the children of the `count` nodes at f, which place a queen in `row`. Writes the children
 * that leave a free square in each of the next two rows to `next`. Returns the number of children
 * written, or BLOCK_NODES + 1 if there are too many. Adds the number of all children to *puts.
 * `row` must be less than n - 1. */
static inline size_t block_row(const node *f, size_t count, node *next, uint32_t row, uint32_t n,
                               const uint64_t *allowed, fq_nqueens_variant variant, uint64_t *puts)
{
    const uint32_t here = (uint32_t)allowed[row + 1], all = (uint32_t)fq_ones(n);
    const uint32_t ahead = row + 2 < n ? (uint32_t)allowed[row + 2] : 0, closing = row + 2 == n;
    const node *const end = f + count, *const first = next, *const full = next + BLOCK_NODES;
    uint64_t steps = 0;
    uint32_t untried = f->untried;
    /* Each iteration makes one child; after the last child of a parent, it moves f to the next
     * parent. */
    while (f != end) {
        if (next == full) return BLOCK_NODES + 1;
        uint32_t bit = untried & (0 - untried), columns = f->columns | bit, left, right, busy;
        steps++;
        if (variant == FQ_TOROIDAL) {
            left = f->left | bit, right = f->right | bit;
            left = (left << 1 | left >> (n - 1)) & all;
            right = right >> 1 | (right & 1) << (n - 1);
        } else if (variant == FQ_SEMIQUEENS) {
            left = 0, right = f->right | bit;
            right = right >> 1 | (right & 1) << (n - 1);
        } else if (variant == FQ_HERTZSPRUNG) {
            left = bit << 1, right = bit >> 1;
        } else {
            left = (f->left | bit) << 1, right = (f->right | bit) >> 1;
        }
        busy = columns | left | right;
        if (variant == FQ_SUPERQUEENS) {
            uint32_t above = UINT32_C(1) << (f->history & 31);
            busy |= (uint32_t)fq_knight_moves(bit, above);
        }
        next->untried = here & ~busy;
        next->columns = columns;
        next->left = left;
        next->right = right;
        next->history = f->history << 6 | fq_lowest(bit);
        /* The code from here on has no conditions, because the compiler would turn them into
         * branches. */
        uint32_t live = (uint32_t)((here & ~busy) != 0);
        if (variant == FQ_QUEENS)
            live &= (uint32_t)((closing | (ahead & ~(columns | left << 1 | right >> 1))) != 0);
        next += live;
        untried ^= bit;
        uint32_t done = (uint32_t)!untried;
        f += done;
        /* after the last parent the loop ends, so this value is not used */
        untried |= f->untried & (0 - done);
    }
    *puts += steps;
    return (size_t)(next - first);
}

/* Searches the block below f, the frame of `row`. If the budget, `out` or the node lists are too
 * small for the block, returns 0 and changes nothing. */
static inline int search_block(fq_nqueens_list *m, const frame *f, uint32_t row, int8_t *out,
                               size_t capacity, uint64_t budget, fq_nqueens_variant variant,
                               uint64_t *spent, size_t *written)
{
    const uint32_t n = m->n, last = n - 1;
    uint64_t puts = 0;
    size_t count = 1;
    m->node[row & 1][0] =
        (node){(uint32_t)f->untried, (uint32_t)f->columns, (uint64_t)m->column[row - 1],
               (uint32_t)f->left, (uint32_t)f->right};
    for (uint32_t r = row; r < last && count; r++) {
        count = block_row(m->node[r & 1], count, m->node[~r & 1], r, n, m->allowed, variant, &puts);
        if (count > BLOCK_NODES || puts > budget) return 0;
    }
    /* Each node has one free column left in the last row. A block never fills the last entry of
     * `out`, because the search must stop after that entry, and only the search without blocks can
     * stop at any queen. */
    puts += count;
    if (puts > budget || count >= capacity) return 0;
    const node *in = m->node[last & 1];
    for (size_t i = 0; i < count; i++, out += n) {
        uint64_t history = in[i].history;
        memcpy(out, m->column, row);
        out[last] = (int8_t)fq_lowest(in[i].untried);
        for (uint32_t r = last; r-- > row; history >>= 6) out[r] = (int8_t)(history & 63);
    }
    *spent += puts;
    *written += count;
    m->solutions += count;
    return 1;
}

/* Places queens until the budget is spent, `out` is full, or FQ_PATIENCE queens have been placed
 * without a solution. (If `capacity` is 1, `out` may be NULL; then the solution is only in
 * m->column.) */
static inline fq_status run_plain_variant(fq_nqueens_list *m, int8_t *out, size_t capacity,
                                          size_t *written, fq_nqueens_variant variant)
{
    const uint32_t n = m->n, last = n - 1;
    const uint64_t *allowed = m->allowed;
    /* On odd boards, solutions with the first queen in the middle column belong to both halves of
     * the list. For these, the column of the second row decides which half a solution belongs
     * to. */
    const uint64_t middle = m->half && n % 2 ? UINT64_C(1) << last / 2 : 0;
    uint32_t r = m->row;
    uint64_t untried = r > last ? 0 : m->frame[r].untried, spent = 0;
    const uint64_t patience = n > PATIENT_N ? FQ_PATIENCE : UINT64_MAX;
    const uint32_t block_at = out && n <= PATIENT_N && n > BLOCK_ROWS + 1 ? n - BLOCK_ROWS : 0;
    uint64_t room = patience - m->since, stop = room < m->bank ? room : m->bank;
    uint64_t began =
        0; /* the value of `spent` at the last solution, minus the queens placed before this call */
    size_t count = *written;
    fq_status status = FQ_RUNNING;

    began -= m->since;
    for (;;) {
        while (!untried) {
            if (!r) {
                m->resume = AT_END;
                status = FQ_DONE;
                goto out;
            }
            untried = m->frame[--r].untried;
        }
        if (spent == stop) goto out;
        spent++;
        uint64_t bit = untried & -untried;
        untried ^= bit;
        m->column[r] = (int8_t)fq_lowest(bit);
        if (r == last) {
            m->solutions++;
            began = spent;
            stop = m->bank - spent < patience ? m->bank : spent + patience;
            if (out) memcpy(out + count * n, m->column, n);
            if (++count == capacity) {
                m->frame[r].untried = untried;
                r = n;
                untried = 0;
                status = FQ_FOUND;
                goto out;
            }
            continue;
        }
        frame next, *f = &m->frame[r];
        enter_next_row(f, bit, variant, n, &next);
        next.untried = allowed[r + 1] & ~attacked(&next, variant);
        if (bit == middle && !r) next.untried &= middle - 1;
        if (!next.untried) continue;
        if (variant == FQ_QUEENS && r + 2 < n &&
            !(allowed[r + 2] & ~(next.columns | next.left << 1 | next.right >> 1)))
            continue;
        f->untried = untried;
        untried = next.untried;
        m->frame[++r] = next;
        if (r && r == block_at &&
            search_block(m, &next, r, out + count * n, capacity - count, stop - spent, variant,
                         &spent, &count)) {
            untried = m->frame[--r].untried;
        }
    }
out:
    if (r < n) m->frame[r].untried = untried;
    m->row = r;
    m->since = n > PATIENT_N ? spent - began : 0;
    m->nodes += spent;
    m->bank -= spent;
    *written = count;
    return status;
}

static fq_status plain(fq_nqueens_list *m, int8_t *out, size_t capacity, size_t *written)
{
    switch (m->variant) { /* each variant has its own copy of the loop */
    case FQ_TOROIDAL:
        return run_plain_variant(m, out, capacity, written, FQ_TOROIDAL);
    case FQ_SUPERQUEENS:
        return run_plain_variant(m, out, capacity, written, FQ_SUPERQUEENS);
    case FQ_HERTZSPRUNG:
        return run_plain_variant(m, out, capacity, written, FQ_HERTZSPRUNG);
    case FQ_SEMIQUEENS:
        return run_plain_variant(m, out, capacity, written, FQ_SEMIQUEENS);
    default:
        return run_plain_variant(m, out, capacity, written, FQ_QUEENS);
    }
}

/* ---- The careful search ---------------------------------------------------------------------- */

static void place(careful *b, uint32_t n, uint32_t row, uint32_t column)
{
    const uint64_t *spare = b->spare[column] + (MAX - row);
    for (uint32_t r = 0; r < n; r++) b->cand[r] &= spare[r]; /* spare[c][MAX] is empty */
    b->rows &= ~(UINT64_C(1) << row);
    b->columns &= ~(UINT64_C(1) << column);
    b->trail[b->placed][0] = (uint8_t)row;
    b->trail[b->placed++][1] = (uint8_t)column;
}

/* Places every queen that a row or a column forces. Returns 0 if a row or a column without a queen
 * has no free square left. */
static int propagate(careful *b, uint32_t n)
{
    for (int again = 1; again;) {
        again = 0;
        for (uint64_t left = b->rows; left; left &= left - 1) {
            uint32_t row = fq_lowest(left);
            uint64_t here = b->cand[row];
            if (!here) return 0;
            if (here & (here - 1)) continue;
            place(b, n, row, fq_lowest(here));
            again = 1;
        }
        uint64_t some = 0, more = 0;
        for (uint32_t r = 0; r < n; r++) {
            more |= some & b->cand[r];
            some |= b->cand[r];
        }
        if (b->columns & ~some) return 0;
        for (uint64_t left = b->columns & ~more; left; left &= left - 1) {
            uint32_t column = fq_lowest(left), row = 0;
            while (row < n && !(b->cand[row] >> column & 1)) row++;
            /* a queen placed earlier in this loop attacks the only free square of the column */
            if (row == n) return 0;
            place(b, n, row, column);
            again = 1;
        }
    }
    return 1;
}

/* Finds the first free square of the row with the fewest squares, or of the column with the fewest
 * squares if that column has even fewer. If several rows or columns have equally few squares, takes
 * the last of them: the queens placed so far fill the top left corner, so contradictions appear
 * first in the last rows and columns. (This takes a third fewer nodes than beginning at the
 * top.) */
static void find_smallest(const careful *b, uint32_t n, uint32_t *row, uint32_t *column)
{
    uint32_t least = UINT32_MAX, size = 0;
    for (uint32_t r = n; r-- && least > 2;) {
        uint32_t here = fq_popcount(b->cand[r]);
        if (here && here < least) least = here, *row = r; /* 0: the row already has a queen */
    }
    *column = fq_lowest(b->cand[*row]);
    if (least <= 2) return;

    /* All columns are counted at once: bit c of plane[k] is bit k of the count of column c. */
    uint64_t plane[7] = {0}, fewest = b->columns;
    for (uint32_t r = 0; r < n; r++) {
        uint64_t carry = b->cand[r];
        for (uint32_t k = 0; carry && k < 7; k++) {
            uint64_t both = plane[k] & carry;
            plane[k] ^= carry;
            carry = both;
        }
    }
    /* Keep the columns with the smallest count. Compare the counts bit by bit, starting with the
     * highest bit. */
    for (uint32_t k = 7; k-- > 0;) {
        if (fewest & ~plane[k])
            fewest &= ~plane[k];
        else
            size += UINT32_C(1) << k;
    }
    if (size >= least) return;
    *column = 63 - (uint32_t)__builtin_clzll(fewest);
    for (*row = 0; !(b->cand[*row] >> *column & 1);) ++*row;
}

/* Sets up the board of the careful search: the queens of the rows above m->row are placed, and the
 * queen of m->row may only use the columns m->asked. */
static void set_up_question(fq_nqueens_list *m)
{
    careful *b = &m->careful;
    const uint32_t n = m->n;
    memcpy(b->cand, m->allowed, n * sizeof b->cand[0]);
    b->rows = b->columns = fq_ones(n);
    b->placed = b->depth = 0;
    b->cand[m->row] &= m->asked;
    for (uint32_t r = 0; r < m->row; r++) place(b, n, r, (uint32_t)m->column[r]);
}

/* Searches for any solution of the board that set_up_question made. Returns FQ_FOUND (the solution
 * is in the trail), FQ_DONE (no solution) or FQ_RUNNING. */
static fq_status search_answer(fq_nqueens_list *m)
{
    careful *b = &m->careful;
    const uint32_t n = m->n;
    for (;;) {
        if (m->resume == BACK) {
            if (!b->depth) return FQ_DONE;
            const uint64_t *saved = b->saved[--b->depth];
            memcpy(b->cand, saved, n * sizeof b->cand[0]);
            b->rows = saved[n], b->columns = saved[n + 1], b->placed = (uint32_t)saved[n + 2];
            m->resume = DECIDED;
        }
        if (m->bank < FQ_NQUEENS_LIST_CAREFUL) return FQ_RUNNING;
        m->bank -= FQ_NQUEENS_LIST_CAREFUL;
        m->nodes++;
        if (!propagate(b, n)) {
            m->resume = BACK;
            continue;
        }
        if (b->placed == n) return FQ_FOUND;
        uint32_t row = 0, column = 0;
        find_smallest(b, n, &row, &column);
        uint64_t *saved = b->saved[b->depth++];
        memcpy(saved, b->cand, n * sizeof b->cand[0]);
        saved[row] &= ~(UINT64_C(1) << column);
        saved[n] = b->rows, saved[n + 1] = b->columns, saved[n + 2] = b->placed;
        place(b, n, row, column);
    }
}

/* Runs the careful search, which decides the columns of the rows one by one, as explained at the
 * top of this file. Returns FQ_FOUND if m->column is the next solution; the plain search can
 * continue after this solution. */
static fq_status decide_rows(fq_nqueens_list *m)
{
    for (;;) {
        frame *f = &m->frame[m->row];
        if (m->resume == ASK) {
            m->asked = f->untried;
            if (m->known) m->asked &= fq_ones((uint32_t)m->answer[m->row]);
            if (m->asked) {
                set_up_question(m);
                m->resume = DECIDED;
            } else if (m->known) { /* the answer has the lowest untried column of this row */
                uint32_t column = (uint32_t)m->answer[m->row];
                f->untried &= ~fq_ones(column + 1);
                m->column[m->row] = (int8_t)column;
                if (++m->row == m->n) {
                    m->known = 0;
                    m->since = 0;
                    m->solutions++;
                    m->resume = AT_TRY;
                    return FQ_FOUND;
                }
                enter_next_row(f, UINT64_C(1) << column, m->variant, m->n, f + 1);
                f[1].untried = m->allowed[m->row] & ~attacked(f + 1, m->variant);
                continue;
            } else {
                if (!m->row) {
                    m->resume = AT_END;
                    return FQ_DONE;
                }
                m->row--;
                continue;
            }
        }
        fq_status status = search_answer(m);
        if (status == FQ_RUNNING) return status;
        if (status == FQ_FOUND) {
            const careful *b = &m->careful;
            for (uint32_t i = 0; i < m->n; i++) m->answer[b->trail[i][0]] = (int8_t)b->trail[i][1];
            m->known = 1;
        } else {
            f->untried &= ~m->asked;
        }
        m->resume = ASK;
    }
}

/* ---- The public functions ----------------------------------------------------------------- */

fq_nqueens_list *fq_nqueens_list_new(int n, fq_nqueens_variant variant, const int16_t *placed,
                                     unsigned options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (n < 1 || n > MAX || (int)variant < 0 || variant > FQ_SEMIQUEENS || variant == FQ_PLUS_K)
        return NULL;
    if (options & ~(unsigned)(FQ_NQUEENS_LIST_HALF | FQ_NQUEENS_LIST_LEAST)) return NULL;
    if (options & FQ_NQUEENS_LIST_HALF && (placed || variant == FQ_SEMIQUEENS)) return NULL;
    for (int r = 0; placed && r < n; r++)
        if (placed[r] < -1 || placed[r] >= n) return NULL;

    fq_nqueens_list *m = calloc(1, sizeof *m);
    *error = m ? FQ_OK : FQ_NO_MEMORY;
    if (!m) return NULL;
    const uint32_t size = m->n = (uint32_t)n;
    m->variant = variant;
    m->half = options & FQ_NQUEENS_LIST_HALF && n > 1;
    m->least = options & FQ_NQUEENS_LIST_LEAST;
    for (uint32_t r = 0; r < size; r++) m->allowed[r] = fq_ones(size);
    for (uint32_t r = 0; placed && r < size; r++) {
        if (placed[r] < 0) continue;
        uint32_t column = (uint32_t)placed[r];
        m->allowed[r] &= UINT64_C(1) << column;
        for (uint32_t o = 0; o < size; o++)
            if (o != r) m->allowed[o] &= ~attacked_columns(variant, size, column, (int)o - (int)r);
    }
    if (m->half) m->allowed[0] = fq_ones((size + 1) / 2);
    for (uint32_t c = 0; c < size; c++)
        for (uint32_t d = 1; d < size; d++) {
            m->careful.spare[c][MAX + d] = ~attacked_columns(variant, size, c, (int)d);
            m->careful.spare[c][MAX - d] = ~attacked_columns(variant, size, c, -(int)d);
        }
    m->frame[0].untried = m->allowed[0];
    m->resume = AT_TRY;
    /* The toroidal board has solutions only if neither 2 nor 3 divides n (Polya). The search also
     * ends at once if the given queens leave some row without an allowed square. */
    if (variant == FQ_TOROIDAL && (size % 2 == 0 || size % 3 == 0)) m->resume = AT_END;
    if (variant == FQ_SEMIQUEENS && size % 2 == 0) m->resume = AT_END; /* see count_semiqueens.c */
    for (uint32_t r = 0; r < size; r++)
        if (!m->allowed[r]) m->resume = AT_END;
    return m;
}

void fq_nqueens_list_free(fq_nqueens_list *m) { free(m); }

/* Returns whether a solution is the smallest of its symmetric images. There are 8 images, but only
 * 4 for semi-queens, because mirroring in one direction exchanges the two directions of diagonals.
 * Most solutions are not the smallest image, and comparing the first row is usually enough to find
 * this out. */
static int is_least(const int8_t *column, uint32_t n, fq_nqueens_variant variant)
{
    int8_t row[MAX]; /* the image with rows and columns exchanged */
    const int8_t last = (int8_t)(n - 1);
    for (uint32_t r = 0; r < n; r++) row[column[r]] = (int8_t)r;
    for (unsigned image = 1; image < 8; image++) {
        /* skip the images that are mirrored in one direction only */
        if (variant == FQ_SEMIQUEENS && (image & 3) % 3) continue;
        const int8_t *from = image & 4 ? row : column;
        for (uint32_t r = 0; r < n; r++) {
            const int8_t there = from[image & 2 ? n - 1 - r : r];
            const int8_t c = (int8_t)(image & 1 ? last - there : there);
            if (c < column[r]) return 0;
            if (c > column[r]) break;
        }
    }
    return 1;
}

/* Looks at solutions number `from` to `to` - 1 of `out`, removes those that are not the smallest of
 * their images, and closes the gaps. Returns the number of all remaining solutions. */
static size_t keep_least(fq_nqueens_list *m, int8_t *out, size_t from, size_t to)
{
    const uint32_t n = m->n;
    size_t kept = from;
    for (size_t i = from; i < to; i++) {
        const int8_t *solution = out ? out + i * n : m->column;
        if (!is_least(solution, n, m->variant)) continue;
        if (kept != i) memcpy(out + kept * n, solution, n);
        kept++;
    }
    m->solutions -= to - kept;
    return kept;
}

static fq_status run(fq_nqueens_list *m, uint64_t budget, int8_t *out, size_t capacity,
                     size_t *written)
{
    fq_status status = FQ_RUNNING;
    m->bank = fq_add_capped(m->bank, budget);
    *written = 0;
    while (m->resume != AT_END) {
        const size_t before = *written;
        if (m->resume == AT_TRY) {
            status = plain(m, out, capacity, written);
            if (status == FQ_RUNNING && m->since == FQ_PATIENCE) {
                /* With FQ_NQUEENS_LIST_HALF the careful search is not used: on an odd board, rows 0
                 * and 1 together decide whether a solution is in the first half, but the careful
                 * search decides the column of one row at a time. Boards with so few solutions that
                 * all can be listed do not need it. */
                m->since = 0;
                if (!m->half) m->resume = ASK;
                if (m->least) *written = keep_least(m, out, before, *written);
                continue;
            }
        } else {
            status = decide_rows(m);
            if (status == FQ_FOUND) {
                if (out) memcpy(out + *written * m->n, m->column, m->n);
                ++*written;
            }
        }
        if (m->least) *written = keep_least(m, out, before, *written);
        if (status == FQ_FOUND && *written < capacity) continue;
        if (status != FQ_DONE) break;
    }
    if (m->resume == AT_END) status = FQ_DONE;
    if (status != FQ_RUNNING) m->bank = 0;
    if (m->resume == AT_END) m->row = 0;
    return status;
}

fq_status fq_nqueens_list_step(fq_nqueens_list *m, uint64_t budget)
{
    size_t written;
    return run(m, budget, NULL, 1, &written);
}

fq_status fq_nqueens_list_fill(fq_nqueens_list *m, uint64_t budget, int8_t *out, size_t capacity,
                               size_t *written)
{
    *written = 0;
    if (!capacity) return m->resume == AT_END ? FQ_DONE : FQ_FOUND;
    return run(m, budget, out, capacity, written);
}

void fq_nqueens_list_peek(const fq_nqueens_list *m, int16_t *columns)
{
    for (uint32_t r = 0; r < m->n; r++) columns[r] = r < m->row ? m->column[r] : -1;
    if (m->resume != DECIDED && m->resume != BACK) return;
    const careful *b = &m->careful;
    for (uint32_t i = 0; i < b->placed; i++) columns[b->trail[i][0]] = b->trail[i][1];
}

uint64_t fq_nqueens_list_spent(const fq_nqueens_list *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_list_counts(const fq_nqueens_list *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

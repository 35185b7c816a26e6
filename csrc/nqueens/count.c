/* count.c - makes the plans, tasks and machines. A machine fixes some queens, then starts a kernel
 * below them.
 *
 * The centre cross. Every solution has one queen in each of the centre rows and columns ('+' below;
 * two rows and two columns for even n, one of each for odd n). The symmetries of the board map
 * these lines to each other. So only one filling of each class of mirror images is searched, and
 * the number of its solutions is multiplied by the size of the class. The size is 8, or less if the
 * filling is symmetric.
 *
 *      n = 8    . . . + + . . .        n = 7   . . . + . . .
 *               . . . + + . . .                . . . + . . .
 *               . . . + + . . .                . . . + . . .
 *               + + + + + + + +                + + + + + + +
 *               + + + + + + + +                . . . + . . .
 *               . . . + + . . .                . . . + . . .
 *               . . . + + . . .                . . . + . . .
 *               . . . + + . . .
 *
 * If a symmetry maps a filling to itself, the search below this filling finds every solution and
 * also the image of that solution. To avoid this, the next ring of lines around the cross is filled
 * as well, and again only one filling of each class is searched. Filling the middle first takes 9
 * nodes per solution; filling the border first takes 23 to 39. Then the kernel fills rows from top
 * to bottom or from bottom to top, or columns in either direction. The kernel uses the direction
 * with the lowest estimated number of nodes. This choice saves 11% of the nodes at n = 16 and 5% at
 * n = 18. */
#include "common/memory.h"
#include "count_kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_LINES = 8, /* two rings of two rows and two columns */
    LINE_BITS = 5,
    MAX_EXTRA = 3
};

/* A filling of the centre lines, packed into 64 bits. Line i has the 5 bits from bit 5 i on. If
 * line i is a row, they hold the column of its queen; if it is a column, they hold the row of its
 * queen. The other bits are:
 *
 *     bit 40..43  orbit size, 1 2 4 8
 *     bit 44..47  number of lines
 *     bit 48      1: the kernel's rows are the board's columns
 *     bit 49      1: the kernel's rows run from the last line to the first */
typedef uint64_t cross;

struct fq_nqueens_plan {
    int n;
    int n_extra; /* number of columns that a prefix fills besides the centre rows and columns */
    int extra[MAX_EXTRA];
    int first_column;   /* the board column in bit 0 of a lane */
    int width;          /* number of columns in a lane */
    uint64_t per_cross; /* prefixes per cross: n ^ n_extra, including impossible prefixes */
    size_t count, capacity;
    cross *crosses;
    uint64_t *work; /* estimated work of all crosses before this one; one more entry for the sum */
};

/* ---- The board ------------------------------------------------------------------------------ */

typedef struct board {
    int n;
    uint32_t rows, columns; /* masks of the rows and columns that have a queen */
    uint64_t anti, diag;    /* taken diagonals: row + column, column - row + n - 1 */
} board;

static bool board_is_open(const board *b, int row, int column)
{
    return !(b->rows >> row & 1) && !(b->columns >> column & 1) &&
           !(b->anti >> (row + column) & 1) && !(b->diag >> (column - row + b->n - 1) & 1);
}

static void board_place(board *b, int row, int column)
{
    b->rows |= UINT32_C(1) << row;
    b->columns |= UINT32_C(1) << column;
    b->anti |= UINT64_C(1) << (row + column);
    b->diag |= UINT64_C(1) << (column - row + b->n - 1);
}

static uint32_t all_columns(int n) { return (UINT32_C(1) << n) - 1; }

/* Returns the squares of a row that no queen on the board attacks. */
static uint32_t board_open_in_row(const board *b, int row)
{
    return all_columns(b->n) &
           ~(b->columns | (uint32_t)(b->anti >> row) | (uint32_t)(b->diag >> (b->n - 1 - row)));
}

/* ---- Lines and symmetries -------------------------------------------------------------------- */

typedef struct line {
    bool is_column;
    int index;
} line;

/* Rings are numbered from the centre outwards. The lines of ring 0 come first (rows, then columns),
 * then the lines of ring 1. */
static int ring_count(int n) { return n >= 3 ? 2 : 1; }

static int ring_lines(int n, int ring, line *out)
{
    const int low = (n - 1) / 2 - ring, high = n - 1 - low;
    int count = 0;
    for (int is_column = 0; is_column < 2; is_column++) {
        out[count++] = (line){is_column, low};
        if (high != low) out[count++] = (line){is_column, high};
    }
    return count;
}

static int cross_get(cross x, int i) { return (int)(x >> (LINE_BITS * i) & 31); }
static cross cross_set(cross x, int i, int place) { return x | (cross)place << (LINE_BITS * i); }
static int cross_orbit(cross x) { return (int)(x >> 40 & 15); }
static int cross_lines(cross x) { return (int)(x >> 44 & 15); }
static bool cross_transposed(cross x) { return x >> 48 & 1; }
static bool cross_flipped(cross x) { return x >> 49 & 1; }

/* Applies symmetry g to a square. Bit 0 of g mirrors the columns and bit 1 mirrors the rows; after
 * that, bit 2 swaps rows and columns. */
static void map_square(int n, int g, int *row, int *column)
{
    int r = *row, c = *column;
    if (g & 1) c = n - 1 - c;
    if (g & 2) r = n - 1 - r;
    *row = g & 4 ? c : r;
    *column = g & 4 ? r : c;
}

/* The image of a line under a symmetry: line i becomes line `to`, and the positions of the squares
 * on the line may be mirrored. */
typedef struct line_image {
    int to;
    bool mirrored;
} line_image;

static line_image image_of_line(int n, const line *lines, int n_lines, int i, int g)
{
    const bool mirror = g & (lines[i].is_column ? 1 : 2); /* mirrors the index of the line */
    const int index = mirror ? n - 1 - lines[i].index : lines[i].index;
    const bool is_column = lines[i].is_column != !!(g & 4);
    line_image image = {0, g & (lines[i].is_column ? 2 : 1)};
    while (image.to < n_lines &&
           (lines[image.to].is_column != is_column || lines[image.to].index != index))
        image.to++;
    return image;
}

/* Returns the image of a filling under a symmetry. A symmetry maps centre lines to centre lines, so
 * the image is a filling too. */
static cross cross_image(int n, const line_image *images, int n_lines, cross x)
{
    cross image = 0;
    for (int i = 0; i < n_lines; i++) {
        const int place = cross_get(x, i);
        image = cross_set(image, images[i].to, images[i].mirrored ? n - 1 - place : place);
    }
    return image;
}

/* ---- From a filling to a prefix ----------------------------------------------------------- */

/* Returns the board with the queens of a filling, transposed and flipped as bits 48 and 49 of `x`
 * require. */
static board cross_board(int n, cross x)
{
    line lines[MAX_LINES];
    const int n_first = ring_lines(n, 0, lines);
    if (cross_lines(x) > n_first) ring_lines(n, 1, lines + n_first);
    board b = {.n = n, .rows = 0};
    for (int i = 0; i < cross_lines(x); i++) {
        int row = lines[i].is_column ? cross_get(x, i) : lines[i].index;
        int column = lines[i].is_column ? lines[i].index : cross_get(x, i);
        map_square(n, cross_transposed(x) ? 4 : 0, &row, &column);
        if (cross_flipped(x)) row = n - 1 - row;
        /* a queen on two lines is placed twice, which changes nothing */
        board_place(&b, row, column);
    }
    return b;
}

/* Writes the rows that have no queen yet to `out`, the input of the kernel. Returns false if such a
 * row has no open square. */
static bool board_rows(const fq_nqueens_plan *plan, const board *b, fq_nq_rows *out)
{
    const int first = plan->first_column;
    const uint32_t inner = all_columns(plan->width);
    int previous = 0;
    out->count = 0;
    out->free = ~b->columns >> first & inner;
    for (int row = 0; row < b->n; row++) {
        if (b->rows >> row & 1) continue;
        const uint32_t open = board_open_in_row(b, row) >> first & inner;
        if (open == 0) return false;
        if (out->count) out->gap[out->count - 1] = (uint32_t)(row - previous);
        out->gap[out->count] = 0;
        out->open[out->count++] = open;
        previous = row;
    }
    return true;
}

static int popcount(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24);
}

/* The square of the share of rows that are not filled yet, in units of 1/1024. After k of `count`
 * rows are filled, share[count][k] = 1024 ((count - k) / count)^2. */
typedef struct shares {
    uint32_t share[FQ_NQUEENS_MAX + 1][FQ_NQUEENS_MAX];
} shares;

static void fill_shares(shares *s)
{
    for (uint32_t count = 1; count <= FQ_NQUEENS_MAX; count++)
        for (uint32_t k = 0; k < count; k++)
            s->share[count][k] = 1024 * (count - k) * (count - k) / (count * count);
}

/* Estimates the nodes below a board, on an arbitrary scale. The estimate is good enough to compare
 * the four directions and to cut the plan into even pieces. It multiplies, row by row, the number
 * of open squares by the share of columns that are still free and the share of diagonals that are
 * not taken yet. (Each of these shares is about the share of rows not filled yet.) The function
 * adds up the products of the first 70% of the rows, because the number of nodes falls in the later
 * rows. Returns 0 if a row has no open square, because then there is no solution. */
static uint64_t estimate_nodes(const board *b, const shares *s)
{
    int open[FQ_NQUEENS_MAX], count = 0;
    for (int row = 0; row < b->n; row++) {
        if (b->rows >> row & 1) continue;
        open[count] = popcount(board_open_in_row(b, row));
        if (open[count++] == 0) return 0;
    }
    /* The estimated number of nodes in a row is width * 2^shift / 2^20. `shift` keeps width below
     * 2^40 and the estimate below 2^57. */
    uint64_t width = 1 << 20, sum = 0;
    int shift = 0;
    for (int k = 0; 10 * k <= 7 * count && k < count; k++) {
        width = width * (uint64_t)open[k] * s->share[count][k] >> 10;
        while (width >> 40) {
            width >>= 1;
            shift++;
        }
        sum += b->n <= 20 || shift >= 20 ? width << (b->n <= 20 ? shift : shift - 20)
                                         : width >> (20 - shift);
    }
    return sum + 1;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

typedef struct builder {
    fq_nqueens_plan *plan;
    line lines[MAX_LINES];
    line_image images[2][8][MAX_LINES]; /* images[ring][symmetry][line] */
    shares shares;
    bool failed;
} builder;

static void builder_ring(builder *build, int ring, int n_before, unsigned group, cross x, board b);

static void builder_add_cross(builder *build, cross x)
{
    fq_nqueens_plan *plan = build->plan;
    cross best = x;
    uint64_t least = UINT64_MAX;
    for (uint64_t way = 0; way < 4; way++) {
        const cross turned = x | way << 48;
        const board b = cross_board(plan->n, turned);
        const uint64_t estimate = estimate_nodes(&b, &build->shares);
        if (estimate == 0) return;
        if (estimate < least) {
            least = estimate;
            best = turned;
        }
    }
    if (plan->count == plan->capacity) {
        const size_t capacity = plan->capacity ? 2 * plan->capacity : 256;
        cross *more = realloc(plan->crosses, capacity * sizeof *more);
        if (!more) {
            build->failed = true;
            return;
        }
        plan->crosses = more;
        uint64_t *more_work = realloc(plan->work, (capacity + 1) * sizeof *more_work);
        if (!more_work) {
            build->failed = true;
            return;
        }
        plan->work = more_work;
        plan->capacity = capacity;
        if (plan->count == 0) plan->work[0] = 0;
    }
    plan->crosses[plan->count++] = best;
    plan->work[plan->count] = plan->work[plan->count - 1] + least;
}

/* Fills lines i to n_lines - 1 in every possible way. Keeps a filling if it is the smallest of its
 * images under the symmetries in the set `group` (bit g stands for symmetry g). */
static void builder_fill(builder *build, int ring, int i, int n_lines, unsigned group, cross x,
                         board b)
{
    const int n = build->plan->n;
    if (build->failed) return;
    if (i == n_lines) {
        unsigned unchanged = 0;
        for (int g = 0; g < 8; g++) {
            if (!(group >> g & 1)) continue;
            const cross image = cross_image(n, build->images[ring][g], n_lines, x);
            if (image < x) return;
            if (image == x) unchanged |= 1u << g;
        }
        const int same = popcount(unchanged);
        if (same > 1 && ring + 1 < ring_count(n))
            builder_ring(build, ring + 1, n_lines, unchanged, x, b);
        else
            builder_add_cross(build, x | (cross)(8 / same) << 40 | (cross)n_lines << 44);
        return;
    }
    const line ln = build->lines[i];
    /* A line that crosses this line may already have put a queen on it: then record the position of
     * that queen. */
    for (int j = 0; j < i; j++) {
        const line other = build->lines[j];
        if (other.is_column != ln.is_column && cross_get(x, j) == ln.index) {
            builder_fill(build, ring, i + 1, n_lines, group, cross_set(x, i, other.index), b);
            return;
        }
    }
    for (int place = 0; place < n; place++) {
        const int row = ln.is_column ? place : ln.index, column = ln.is_column ? ln.index : place;
        if (!board_is_open(&b, row, column)) continue;
        board next = b;
        board_place(&next, row, column);
        builder_fill(build, ring, i + 1, n_lines, group, cross_set(x, i, place), next);
    }
}

static void builder_ring(builder *build, int ring, int n_before, unsigned group, cross x, board b)
{
    const int n = build->plan->n, n_lines = n_before + ring_lines(n, ring, build->lines + n_before);
    for (int g = 0; g < 8; g++)
        for (int i = 0; i < n_lines; i++)
            build->images[ring][g][i] = image_of_line(n, build->lines, n_lines, i, g);
    builder_fill(build, ring, n_before, n_lines, group, x, b);
}

/* Returns how many columns a prefix fills besides the cross. These columns are chosen from the
 * outside in: n - 1, 0, n - 2. The bits of a lane stand for the remaining columns.
 *
 *   n <= 16    None: all columns fit 16-bit lanes.
 *   17 .. 19   n - 16: the remaining columns fit 16-bit lanes. This costs 3% (17), 14% (18) and 19%
 *              (19) more nodes, but pays: 32-bit lanes take twice the time per node. (n = 20 would
 *              need 4, which is too many: the searches below become too short to fill vectors.)
 *   20 ..      32-bit lanes. A few columns are filled only to make prefixes small enough to
 *              distribute. Odd n needs more of them, because it has few crosses. */
static int extra_columns(int n)
{
    static const uint8_t extra[FQ_NQUEENS_MAX + 1] = {
        [17] = 1, [18] = 2, [19] = 3, [21] = 1, [23] = 1, [24] = 1, [25] = 2, [26] = 2, [27] = 3};
    return extra[n];
}

static void plan_layout(fq_nqueens_plan *plan)
{
    plan->first_column = 0;
    plan->width = plan->n;
    plan->n_extra = extra_columns(plan->n);
    plan->per_cross = 1;
    for (int i = 0; i < plan->n_extra; i++) {
        plan->width--;
        plan->extra[i] = i % 2 ? plan->first_column++ : plan->first_column + plan->width;
        plan->per_cross *= (uint64_t)plan->n;
    }
}

fq_nqueens_plan *fq_nqueens_plan_new(int n, fq_error *error)
{
    if (n < 1 || n > FQ_NQUEENS_MAX) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_nqueens_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    plan->n = n;
    plan_layout(plan);
    builder build = {.plan = plan, .failed = false};
    fill_shares(&build.shares);
    const board empty = {.n = n, .rows = 0};
    builder_ring(&build, 0, 0, 0xff, 0, empty);
    if (build.failed) {
        fq_nqueens_plan_free(plan);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    *error = FQ_OK;
    return plan;
}

void fq_nqueens_plan_free(fq_nqueens_plan *plan)
{
    if (!plan) return;
    free(plan->crosses);
    free(plan->work);
    free(plan);
}

uint64_t fq_nqueens_plan_size(const fq_nqueens_plan *plan) { return plan->count * plan->per_cross; }

/* Computes total * index / tasks without overflow. `index` must be at most `tasks`. */
static uint64_t share_of(uint64_t total, uint64_t index, uint64_t tasks)
{
    const uint64_t rest = total % tasks;
    return total / tasks * index + (uint64_t)((double)rest / (double)tasks * (double)index);
}

/* Returns the first prefix of task `index`: the prefix at which the estimated work of all earlier
 * prefixes reaches index / tasks of the total. */
static uint64_t task_begin(const fq_nqueens_plan *plan, uint64_t index, uint64_t tasks)
{
    if (index == 0) return 0;
    if (index >= tasks) return fq_nqueens_plan_size(plan);
    const uint64_t work = share_of(plan->work[plan->count], index, tasks);
    size_t low = 0, high = plan->count; /* work[low] <= work < work[high] */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (plan->work[middle] <= work)
            low = middle;
        else
            high = middle;
    }
    const double inside =
        (double)(work - plan->work[low]) / (double)(plan->work[high] - plan->work[low]);
    return low * plan->per_cross + (uint64_t)(inside * (double)plan->per_cross);
}

fq_nqueens_task fq_nqueens_plan_task(const fq_nqueens_plan *plan, uint64_t index, uint64_t tasks)
{
    const uint64_t size = fq_nqueens_plan_size(plan);
    fq_nqueens_task task = {(uint32_t)plan->n, size, size};
    if (size == 0 || index >= tasks) return task;
    task.first = task_begin(plan, index, tasks);
    task.last = task_begin(plan, index + 1, tasks);
    return task;
}

/* Returns the estimated work of all prefixes before a prefix. */
static double work_before(const fq_nqueens_plan *plan, uint64_t prefix)
{
    const uint64_t i = prefix / plan->per_cross;
    if (i >= plan->count) return (double)plan->work[plan->count];
    const double inside = (double)(prefix % plan->per_cross) / (double)plan->per_cross;
    return (double)plan->work[i] + (double)(plan->work[i + 1] - plan->work[i]) * inside;
}

double fq_nqueens_plan_share(const fq_nqueens_plan *plan, uint64_t first, uint64_t last)
{
    if (plan->count == 0 || first >= last) return 0;
    return (work_before(plan, last) - work_before(plan, first)) / (double)plan->work[plan->count];
}

/* Fills the extra columns of prefix number `sub` of a cross. The digits of `sub` in base n, the
 * highest first, are the rows of the queens in these columns. A column that the cross has already
 * filled has only one choice, digit 0. If this prefix is known to have no solution, returns how
 * many prefixes from this one on are known to have none; otherwise returns 0. */
static uint64_t place_extra(const fq_nqueens_plan *plan, uint64_t sub, board *b)
{
    uint64_t block = plan->per_cross;
    for (int i = 0; i < plan->n_extra; i++) {
        block /= (uint64_t)plan->n;
        const int row = (int)(sub / block % (uint64_t)plan->n), column = plan->extra[i];
        if (b->columns >> column & 1) {
            if (row != 0) return block - sub % block;
        } else {
            if (!board_is_open(b, row, column)) return block - sub % block;
            board_place(b, row, column);
        }
    }
    return 0;
}

/* Returns the estimated work of the non-empty prefixes before a prefix. */
static double work_before_without_empty(const fq_nqueens_plan *plan, uint64_t prefix)
{
    const uint64_t cross_index = prefix / plan->per_cross, stop = prefix % plan->per_cross;
    if (!stop || cross_index >= plan->count) return work_before(plan, prefix);
    const board crossed = cross_board(plan->n, plan->crosses[cross_index]);
    uint64_t before = 0, all = 0;
    for (uint64_t sub = 0; sub < plan->per_cross;) {
        board b = crossed;
        fq_nq_rows rows;
        const uint64_t empty = place_extra(plan, sub, &b);
        if (!empty && board_rows(plan, &b, &rows)) {
            before += sub < stop;
            all++;
        }
        sub += empty ? empty : 1;
    }
    const double work = (double)(plan->work[cross_index + 1] - plan->work[cross_index]);
    return (double)plan->work[cross_index] + (all ? work * (double)before / (double)all : work);
}

double fq_nqueens_plan_done(const fq_nqueens_plan *plan, uint64_t first, uint64_t last)
{
    if (plan->count == 0 || first >= last) return 0;
    return (work_before_without_empty(plan, last) - work_before_without_empty(plan, first)) /
           (double)plan->work[plan->count];
}

/* ---- Machines ------------------------------------------------------------------------------- */

struct fq_nqueens {
    const fq_nqueens_plan *plan;
    const fq_nq_kernel *kernel;
    void *state;         /* the state of the kernel */
    uint64_t next, last; /* prefixes not started yet */
    bool searching;      /* the kernel is inside prefix next - 1 */
    uint64_t board_of;   /* the cross that `board` and `orbit` describe */
    board board;
    uint32_t orbit;
    uint64_t nodes;
    uint64_t solutions;
};

static const fq_nq_kernel *choose_kernel(fq_isa isa, int width)
{
    (void)width;
    switch (fq_isa_usable(isa)) {
#ifdef FQ_NQ_SIMD
    case FQ_AVX512:
        return width <= 16 ? &fq_nq_avx512_16 : &fq_nq_avx512_32;
    case FQ_AVX2:
        return width <= 16 ? &fq_nq_avx2_16 : &fq_nq_avx2_32;
#endif
    default:
        return &fq_nq_scalar;
    }
}

fq_nqueens *fq_nqueens_new(const fq_nqueens_plan *plan, fq_nqueens_task task, fq_isa isa,
                           fq_error *error)
{
    if (task.n != (uint32_t)plan->n || task.first > task.last ||
        task.last > fq_nqueens_plan_size(plan)) {
        *error = FQ_BAD_SIZE;
        return NULL;
    }
    fq_nqueens *m = calloc(1, sizeof *m);
    if (!m) {
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    m->plan = plan;
    m->kernel = choose_kernel(isa, plan->width);
    m->state = fq_aligned_alloc(m->kernel->size);
    if (!m->state) {
        free(m);
        *error = FQ_NO_MEMORY;
        return NULL;
    }
    memset(m->state, 0, m->kernel->size);
    m->board_of = UINT64_MAX;
    m->next = task.first;
    m->last = task.last;
    *error = FQ_OK;
    return m;
}

void fq_nqueens_free(fq_nqueens *m)
{
    if (!m) return;
    fq_aligned_free(m->state);
    free(m);
}

/* Counts the solutions of a board with so few rows left that the kernels cannot be used. */
static uint64_t count_tiny(const fq_nq_rows *rows, uint32_t k, uint32_t free, uint32_t l,
                           uint32_t r, uint64_t *nodes)
{
    if (k == rows->count) return 1;
    uint64_t total = 0;
    for (uint32_t todo = free & rows->open[k] & ~(l | r); todo; todo &= todo - 1) {
        const uint32_t queen = todo & (0u - todo);
        ++*nodes;
        total += count_tiny(rows, k + 1, free ^ queen, (l | queen) << rows->gap[k],
                            (r | queen) >> rows->gap[k], nodes);
    }
    return total;
}

/* Sets up the kernel for the next prefix, or counts the prefix directly if it is too small for the
 * kernels. Returns false if nothing is left to search below it. */
static bool begin_prefix(fq_nqueens *m, uint64_t *nodes)
{
    const uint64_t index = m->next, cross_index = index / m->plan->per_cross;
    if (cross_index != m->board_of) {
        m->board = cross_board(m->plan->n, m->plan->crosses[cross_index]);
        m->board_of = cross_index;
        m->orbit = (uint32_t)cross_orbit(m->plan->crosses[cross_index]);
    }
    board b = m->board;
    fq_nq_rows rows;
    const uint64_t empty = place_extra(m->plan, index % m->plan->per_cross, &b);
    if (empty) {
        m->next = empty < m->last - index ? index + empty : m->last;
        return false;
    }
    m->next++;
    if (!board_rows(m->plan, &b, &rows)) return false;
    if (rows.count < 3) {
        m->solutions += m->orbit * count_tiny(&rows, 0, rows.free, 0, 0, nodes);
        return false;
    }
    m->kernel->start(m->state, &rows);
    return true;
}

fq_status fq_nqueens_step(fq_nqueens *m, uint64_t budget)
{
    uint64_t spent = 0; /* the nodes, plus 1 for each prefix that needed no kernel */
    while (spent < budget && (m->searching || m->next != m->last)) {
        fq_nq_tally tally = {0, 0};
        if (m->searching) {
            m->searching = !m->kernel->run(m->state, budget - spent, &tally);
            m->solutions += tally.solutions * m->orbit;
        } else {
            m->searching = begin_prefix(m, &tally.nodes);
            spent += !m->searching;
        }
        m->nodes += tally.nodes;
        spent += tally.nodes;
    }
    return m->searching || m->next != m->last ? FQ_RUNNING : FQ_DONE;
}

uint64_t fq_nqueens_spent(const fq_nqueens *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_counts(const fq_nqueens *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

uint64_t fq_nqueens_position(const fq_nqueens *m) { return m->next - m->searching; }

double fq_nqueens_inside(const fq_nqueens *m)
{
    return m->searching ? m->kernel->done(m->state) : 0;
}

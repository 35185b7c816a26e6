/* look.c - plans boards that look drawn, and computes their energy, see look.h.
 *
 * The constants were fitted to 200 boards that people drew for players: 32, 70, 66, 18 and 14
 * boards of 7 to 11 rows. Nothing but means of these boards is used: for each feature of
 * bench/look.py a straight line through the means of the five sizes, and the shares in the tables
 * below. bench/fit_look.py changes the constants until generated boards have these means. A board
 * of another size uses the constants of the nearest size. */
#include "look.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

#define FQ_LOOK_SYMMETRIC_SIZE 4 /* smallest size of a region that counts as symmetric */
#define FQ_LOOK_REPEATED_SIZE  3 /* smallest size of a region that counts as repeated */
#define FQ_LOOK_FEWEST         7 /* the rows of the boards that people drew */
#define FQ_LOOK_MOST           11

/* Fitted by bench/fit_look.py: values for 7 rows and for 11 rows; other sizes lie on the line
 * between them. Energies are in sixteenths of a bit: at temperature 1, an increase by 16 halves the
 * probability of a move. */
static const int16_t fq_look_weights[FQ_LOOK_WEIGHTS][2] = {
    [FQ_LOOK_BORDERS] = {1, -3},
    [FQ_LOOK_DEAD_ENDS] = {23, -15},
    [FQ_LOOK_FRAME] = {-33, -18},
    [FQ_LOOK_SYMMETRIC] = {-101, -70},
    [FQ_LOOK_REPEATED] = {-88, -129},
    [FQ_LOOK_PAIRS] = {0, 137},
    [FQ_LOOK_LARGEST] = {136, 113},
    [FQ_LOOK_EVEN] = {372, 211},
    [FQ_LOOK_KEPT] = {396, 325},
};

/* Chosen by hand. With larger energies a board soon stops changing; with smaller energies it does
 * not keep to its plan. */
#define FQ_LOOK_SIZES  64  /* energy of a distance d from a target size t: 64 d^2 / t */
#define FQ_LOOK_SINGLE 300 /* energy of a region of one cell that should be larger */
#define FQ_LOOK_MISSED 144 /* energy of a border that should be kept and is not */

/* For 7 to 11 rows, in 1024ths: the share of the boards with a region of one cell, and of the
 * boards with a symmetry that keeps at least three quarters of the borders. Smoothed. */
static const uint16_t fq_look_single_share[] = {650, 270, 190, 145, 110};
static const uint16_t fq_look_symmetric_share[] = {545, 510, 510, 300, 180};

/* How many of 256 boards have which symmetry. */
static const uint8_t fq_look_symmetry_share[FQ_LOOK_SYMMETRIES] = {92, 62, 62, 22, 18};

#define FQ_LOOK_HIGH        768 /* three quarters */
#define FQ_LOOK_HIGHEST     920 /* largest planned share of kept borders */
#define FQ_LOOK_LARGEST_ADD 400 /* range of the target size of the largest region */

struct fq_look {
    uint32_t n;
    const uint8_t *board;
    const uint64_t (*rows)[FQ_LOOK_MAX_N];
    const uint16_t *size;
    int32_t weight[FQ_LOOK_WEIGHTS];
    uint32_t single_share, symmetric_share;

    /* the plan. plan[0] is the target size of the largest region. */
    uint32_t symmetry;
    int32_t kept_share;
    int32_t symmetric, repeated; /* energies of this board */
    uint16_t plan[FQ_LOOK_MAX_N];
    int single; /* whether the plan has a region of one cell */

    uint16_t target[FQ_LOOK_MAX_N];
    /* Edge 2 * cell lies between a cell and its right neighbour, edge 2 * cell + 1 between a cell
     * and the cell below. border[edge]: whether the two cells are in different regions.
     * image[edge]: the image of the edge under the symmetry. */
    uint8_t border[2 * FQ_LOOK_MAX_N * FQ_LOOK_MAX_N];
    uint16_t image[2 * FQ_LOOK_MAX_N * FQ_LOOK_MAX_N];
    uint8_t same[FQ_LOOK_MAX_N * FQ_LOOK_MAX_N]; /* number of neighbours in the same region */
    uint64_t shape[FQ_LOOK_MAX_N];               /* see fq_shape_of */
    uint8_t has_symmetry[FQ_LOOK_MAX_N];
    fq_look_counts counts;

    /* the move that was accepted last: counts and shapes after it */
    fq_look_counts next;
    uint64_t next_shape[2];
    uint8_t next_has_symmetry[2];

    uint64_t random[FQ_LOOK_MAX_N * FQ_LOOK_MAX_N]; /* a random number for each cell, for shapes */
};

/* A constant for boards of `rows` rows, FQ_LOOK_FEWEST to FQ_LOOK_MOST. */
static int32_t fq_weight_for(fq_look_weight weight, uint32_t rows)
{
    const int32_t above = (int32_t)rows - FQ_LOOK_FEWEST, below = FQ_LOOK_MOST - (int32_t)rows;
    const int16_t *ends = fq_look_weights[weight];
    return (ends[0] * below + ends[1] * above) / (FQ_LOOK_MOST - FQ_LOOK_FEWEST);
}

fq_look *fq_look_new(uint32_t n, const uint8_t *board, const uint64_t (*rows)[FQ_LOOK_MAX_N],
                     const uint16_t *size, const int16_t *weights)
{
    fq_look *look = malloc(sizeof *look);
    if (!look) return NULL;
    memset(look, 0, sizeof *look);
    look->n = n;
    look->board = board;
    look->rows = rows;
    look->size = size;
    const uint32_t like = n < FQ_LOOK_FEWEST ? FQ_LOOK_FEWEST : n > FQ_LOOK_MOST ? FQ_LOOK_MOST : n;
    for (uint32_t i = 0; i < FQ_LOOK_WEIGHTS; i++)
        look->weight[i] = weights ? weights[i] : fq_weight_for(i, like);
    look->single_share = fq_look_single_share[like - FQ_LOOK_FEWEST];
    look->symmetric_share = fq_look_symmetric_share[like - FQ_LOOK_FEWEST];
    fq_rng rng = {0};
    for (uint32_t i = 0; i < n * n; i++) look->random[i] = fq_rng_next(&rng);
    return look;
}

void fq_look_free(fq_look *look) { free(look); }

/* ------------------------------------------------------------------------------------- the plan */

void fq_look_draw_plan(fq_look *look, fq_rng *rng)
{
    const uint32_t n = look->n, cells = n * n;
    uint32_t k = fq_rng_below(rng, 256);
    look->symmetry = 0;
    while (k >= fq_look_symmetry_share[look->symmetry])
        k -= fq_look_symmetry_share[look->symmetry++];

    const int high = fq_rng_below(rng, 1024) < look->symmetric_share;
    const int32_t least = high ? FQ_LOOK_HIGH : look->weight[FQ_LOOK_KEPT];
    const int32_t most = high ? FQ_LOOK_HIGHEST : FQ_LOOK_HIGH;
    look->kept_share = least + (int32_t)fq_rng_below(rng, (uint32_t)(most - least) + 1);
    look->symmetric = look->weight[FQ_LOOK_SYMMETRIC] * (int32_t)fq_rng_below(rng, 1024) / 512;
    look->repeated = look->weight[FQ_LOOK_REPEATED] * (int32_t)fq_rng_below(rng, 1024) / 512;

    uint32_t u = fq_rng_below(rng, 1024);
    const uint32_t share =
        (uint32_t)look->weight[FQ_LOOK_LARGEST] + (u * u / 1024 * FQ_LOOK_LARGEST_ADD >> 10);
    const uint32_t largest = share * cells >> 10;
    uint32_t part[FQ_LOOK_MAX_N] = {0}, sum = 0;
    for (uint32_t g = 1; g < n; g++) {
        u = fq_rng_below(rng, 1024);
        sum += part[g] = (uint32_t)look->weight[FQ_LOOK_EVEN] + u * u / 1024;
    }
    look->plan[0] = (uint16_t)(largest < 2 ? 2 : largest);
    for (uint32_t g = 1; g < n; g++) {
        const uint32_t size = (part[g] * (cells - largest) + sum / 2) / sum;
        look->plan[g] = (uint16_t)(size < 2 ? 2 : size);
    }
    look->single = fq_rng_below(rng, 1024) < look->single_share;
    for (int more = look->single; more; more = fq_rng_below(rng, 4) == 0)
        look->plan[1 + fq_rng_below(rng, n - 1)] = 1;
}

/* The number of borders that should be kept and are not. */
static int32_t fq_count_missed(const fq_look *look, const fq_look_counts *c)
{
    const int32_t planned = look->kept_share * c->borders / 1024;
    return planned > c->kept ? planned - c->kept : 0;
}

int fq_look_fits(const fq_look *look)
{
    if (fq_count_missed(look, &look->counts)) return 0;
    /* nearly all smaller boards have a region of one cell */
    if (look->n < FQ_LOOK_FEWEST) return 1;
    int single = 0;
    for (uint32_t g = 0; g < look->n; g++) single |= look->size[g] == 1;
    return single == look->single;
}

fq_look_counts fq_look_count(const fq_look *look) { return look->counts; }

/* ----------------------------------------------------------------------------------- the energy */

static int32_t fq_size_energy(const fq_look *look, uint32_t region, int32_t size)
{
    const int32_t target = look->target[region], distance = size - target;
    int32_t energy = FQ_LOOK_SIZES * distance * distance / target;
    if (size == 1 && target > 1) energy += FQ_LOOK_SINGLE;
    if (size == 2 && target > 2) energy += look->weight[FQ_LOOK_PAIRS];
    return energy;
}

/* The energy of everything but the sizes. */
static int32_t fq_look_energy(const fq_look *look, const fq_look_counts *c)
{
    return look->weight[FQ_LOOK_BORDERS] * c->borders +
           look->weight[FQ_LOOK_DEAD_ENDS] * c->dead_ends + look->weight[FQ_LOOK_FRAME] * c->frame +
           look->symmetric * c->symmetric + look->repeated * c->repeated +
           FQ_LOOK_MISSED * fq_count_missed(look, c);
}

/* -log2 of a random number between 0 and 1, in sixteenths. Between powers of two the logarithm is
 * taken as linear. */
static int32_t fq_draw_bits(uint64_t random)
{
    const uint32_t zeros = (uint32_t)__builtin_clzll(random | 1);
    const uint32_t digits = (uint32_t)(random << zeros >> 59) & 15;
    return (int32_t)(16 * zeros + 15 - digits);
}

/* ----------------------------------------------------------------- borders, dead ends and frame */

static uint32_t fq_image_of_cell(uint32_t n, fq_look_symmetry symmetry, uint32_t cell)
{
    const uint32_t r = cell / n, c = cell % n, last = n - 1;
    switch (symmetry) {
    case FQ_LOOK_LEFT_RIGHT: return r * n + last - c;
    case FQ_LOOK_MAIN_DIAGONAL: return c * n + r;
    case FQ_LOOK_HALF_TURN: return n * n - 1 - cell;
    case FQ_LOOK_OTHER_DIAGONAL: return (last - c) * n + last - r;
    default: return (last - r) * n + c;
    }
}

/* The edge between two neighbouring cells. */
static uint32_t fq_edge_between(uint32_t a, uint32_t b)
{
    const uint32_t first = a < b ? a : b, distance = a < b ? b - a : a - b;
    return 2 * first + (distance != 1);
}

/* Makes an edge a border if it was none, and the reverse. */
static void fq_flip_edge(fq_look *look, uint32_t a, uint32_t b, fq_look_counts *c)
{
    const uint32_t edge = fq_edge_between(a, b), image = look->image[edge];
    const int32_t sign = look->border[edge] ? -1 : 1;
    c->borders += sign;
    /* if both the edge and its image are borders, both are kept */
    c->kept += image == edge ? sign : 2 * sign * look->border[image];
    look->border[edge] ^= 1;
    c->dead_ends -= (look->same[a] == 1) + (look->same[b] == 1);
    look->same[a] = (uint8_t)(look->same[a] - sign);
    look->same[b] = (uint8_t)(look->same[b] - sign);
    c->dead_ends += (look->same[a] == 1) + (look->same[b] == 1);
}

/* Flips the edges of `cell` that change when the cell moves from region `from` to region `to`. The
 * same call takes the change back. */
static void fq_flip_edges(fq_look *look, uint32_t cell, uint32_t from, uint32_t to,
                          fq_look_counts *c)
{
    const uint32_t n = look->n;
    const uint8_t *board = look->board;
#define FQ_FLIP(exists, near) \
    if ((exists) && (board[near] == from || board[near] == to)) fq_flip_edge(look, cell, near, c)
    FQ_FLIP(cell >= n, cell - n);
    FQ_FLIP(cell + n < n * n, cell + n);
    FQ_FLIP(cell % n, cell - 1);
    FQ_FLIP(cell % n != n - 1, cell + 1);
#undef FQ_FLIP
}

/* Counts the frame as if `cell` were in region `to`. */
static int32_t fq_count_frame(const fq_look *look, uint32_t cell, uint32_t to)
{
    const uint32_t n = look->n, last = n * n - 1;
    const uint8_t *board = look->board;
    int32_t count = 0;
#define FQ_REGION(x) ((x) == cell ? to : board[x])
    for (uint32_t i = 0; i < n; i++)
        count += (FQ_REGION(i) == FQ_REGION(0)) + (FQ_REGION(i * n) == FQ_REGION(0)) +
                 (FQ_REGION(last - i) == FQ_REGION(last)) +
                 (FQ_REGION(last - i * n) == FQ_REGION(last));
#undef FQ_REGION
    return count;
}

/* --------------------------------------------------------------------------------------- shapes */

/* Returns a number that is equal for two regions of equal shape, also if one of them is turned or
 * mirrored. It is the least of eight sums, one for each turn and reflection of the region; a sum
 * has a random number for each cell of the region in its bounding box. Different shapes have the
 * same number only by an accident of one in 2^64. The cell `bit` of row `row` counts as inside if
 * it is outside, and the reverse. `has_symmetry` gets whether the shape is its own image under one
 * of the seven symmetries. */
static uint64_t fq_shape_of(const fq_look *look, uint32_t region, uint32_t row, uint64_t bit,
                            uint8_t *has_symmetry)
{
    const uint32_t n = look->n;
    const uint64_t *random = look->random;
    uint64_t cells[FQ_LOOK_MAX_N], columns = 0;
    uint32_t top = n, bottom = 0;
    for (uint32_t r = 0; r < n; r++) {
        cells[r] = look->rows[region][r] ^ (r == row ? bit : 0);
        if (!cells[r]) continue;
        if (top == n) top = r;
        bottom = r;
        columns |= cells[r];
    }
    *has_symmetry = 0;
    if (!columns) return 0;
    const uint32_t first = fq_lowest(columns);
    const uint32_t width = 63 - (uint32_t)__builtin_clzll(columns) - first, height = bottom - top;
    uint64_t sum[8] = {0};
    for (uint32_t r = 0, up = height; r <= height; r++, up--)
        for (uint64_t left = cells[top + r] >> first; left; left &= left - 1) {
            const uint32_t c = fq_lowest(left), back = width - c;
            sum[0] += random[r * n + c];
            sum[1] += random[r * n + back];
            sum[2] += random[up * n + c];
            sum[3] += random[up * n + back];
            sum[4] += random[c * n + r];
            sum[5] += random[back * n + r];
            sum[6] += random[c * n + up];
            sum[7] += random[back * n + up];
        }
    uint64_t least = sum[0];
    for (uint32_t k = 1; k < 8; k++) {
        *has_symmetry |= sum[k] == sum[0];
        if (sum[k] < least) least = sum[k];
    }
    return least;
}

static int32_t fq_is_symmetric(uint8_t has_symmetry, int32_t size)
{
    return has_symmetry && size >= FQ_LOOK_SYMMETRIC_SIZE;
}

static int32_t fq_count_repeated(uint32_t n, const uint16_t *size, const uint64_t *shape)
{
    int32_t count = 0;
    for (uint32_t g = 0; g < n; g++) {
        if (size[g] < FQ_LOOK_REPEATED_SIZE) continue;
        int again = 0;
        for (uint32_t h = 0; h < n; h++) again |= h != g && shape[h] == shape[g];
        count += again;
    }
    return count;
}

/* Counts the symmetric and the repeated regions as if `cell` had moved from region `from` to region
 * `to`. */
static void fq_count_shapes(fq_look *look, uint32_t cell, uint32_t from, uint32_t to,
                            fq_look_counts *c)
{
    const uint32_t n = look->n, row = cell / n, region[2] = {from, to};
    const uint64_t bit = UINT64_C(1) << cell % n;
    uint64_t shape[FQ_LOOK_MAX_N];
    uint16_t size[FQ_LOOK_MAX_N];
    memcpy(shape, look->shape, n * sizeof *shape);
    memcpy(size, look->size, n * sizeof *size);
    size[from]--;
    size[to]++;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t g = region[i];
        look->next_shape[i] = fq_shape_of(look, g, row, bit, &look->next_has_symmetry[i]);
        shape[g] = look->next_shape[i];
        c->symmetric += fq_is_symmetric(look->next_has_symmetry[i], size[g]) -
                        fq_is_symmetric(look->has_symmetry[g], look->size[g]);
    }
    c->repeated = fq_count_repeated(n, size, shape);
}

/* ------------------------------------------------------------------------------------- the walk */

static void fq_set_edges(fq_look *look)
{
    const uint32_t n = look->n;
    memset(look->same, 0, n * n);
    memset(look->border, 0, 2 * n * n);
    for (uint32_t cell = 0; cell < n * n; cell++)
        for (uint32_t below = 0; below < 2; below++) {
            if (below ? cell + n >= n * n : cell % n == n - 1) continue;
            const uint32_t next = below ? cell + n : cell + 1, edge = fq_edge_between(cell, next);
            look->image[edge] =
                (uint16_t)fq_edge_between(fq_image_of_cell(n, look->symmetry, cell),
                                          fq_image_of_cell(n, look->symmetry, next));
            look->border[edge] = look->board[cell] != look->board[next];
            look->same[cell] = (uint8_t)(look->same[cell] + !look->border[edge]);
            look->same[next] = (uint8_t)(look->same[next] + !look->border[edge]);
        }
}

void fq_look_begin(fq_look *look, uint16_t *target)
{
    const uint32_t n = look->n;
    uint32_t largest = 0;
    for (uint32_t g = 1; g < n; g++)
        if (look->size[g] > look->size[largest]) largest = g;
    memcpy(look->target, look->plan, sizeof look->target);
    look->target[0] = look->plan[largest];
    look->target[largest] = look->plan[0];
    memcpy(target, look->target, n * sizeof *target);

    fq_look_counts *c = &look->counts;
    *c = (fq_look_counts){.symmetry = look->symmetry};
    fq_set_edges(look);
    for (uint32_t edge = 0; edge < 2 * n * n; edge++) {
        c->borders += look->border[edge];
        c->kept += look->border[edge] & look->border[look->image[edge]];
    }
    for (uint32_t cell = 0; cell < n * n; cell++) c->dead_ends += look->same[cell] == 1;
    c->frame = fq_count_frame(look, 0, look->board[0]);
    for (uint32_t g = 0; g < n; g++) {
        look->shape[g] = fq_shape_of(look, g, 0, 0, &look->has_symmetry[g]);
        c->symmetric += fq_is_symmetric(look->has_symmetry[g], look->size[g]);
    }
    c->repeated = fq_count_repeated(n, look->size, look->shape);
}

int fq_look_accepts(fq_look *look, uint32_t cell, uint32_t to, int32_t temperature, uint64_t random)
{
    const uint32_t n = look->n, from = look->board[cell], r = cell / n, column = cell % n;
    const int32_t allowed = fq_draw_bits(random) * temperature / 16;
    const int32_t sizes = fq_size_energy(look, from, look->size[from] - 1) -
                          fq_size_energy(look, from, look->size[from]) +
                          fq_size_energy(look, to, look->size[to] + 1) -
                          fq_size_energy(look, to, look->size[to]);
    const int32_t end = fq_look_energy(look, &look->counts) + allowed - sizes;
    fq_look_counts c = look->counts;
    fq_flip_edges(look, cell, from, to, &c);
    fq_look_counts unused = c;
    fq_flip_edges(look, cell, from, to, &unused);
    if (!r || !column || r == n - 1 || column == n - 1) c.frame = fq_count_frame(look, cell, to);
    /* Shapes take the most time. Two more regions can become symmetric, and four can become
     * repeated: these two, and one more region of the shape of each. */
    if (fq_look_energy(look, &c) + 2 * look->symmetric + 4 * look->repeated > end) return 0;
    fq_count_shapes(look, cell, from, to, &c);
    look->next = c;
    return fq_look_energy(look, &c) <= end;
}

void fq_look_moved(fq_look *look, uint32_t cell, uint32_t from)
{
    const uint32_t region[2] = {from, look->board[cell]};
    fq_flip_edges(look, cell, from, look->board[cell], &look->counts);
    look->counts = look->next;
    for (uint32_t i = 0; i < 2; i++) {
        look->shape[region[i]] = look->next_shape[i];
        look->has_symmetry[region[i]] = look->next_has_symmetry[i];
    }
}

/* ida.c - IDA*: iterations, larger tables, batches. The kernels do the searching.
 *
 * Two things were measured and left out. A perimeter, boards near the goal kept in a hash table
 * so that a search ends there: of the boards gone on from on Korf's 100, 0.07% have 16 moves left
 * or fewer, 0.3% have 20, 6% have 28, and the boards to keep are 1.5 million at 20 moves already.
 * A second partition, so that the largest of four sums holds: 34% fewer nodes, but 0.9 times the
 * time, in a recursion over bytes; knowing the blank's part saves 28% for nothing, and larger
 * patterns do more. */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

/* Nodes after which a search asks for 7-7-1 tables, the only larger ones that one search can wait
 * for. One board in thousands gets there. The 17 boards that are 80 moves away would need 0.7 to
 * 1.3 thousand million nodes with 5-5-5, 0.2 to 0.45 with 6-6-3 and 0.03 to 0.06 with 7-7-1, so
 * going through 6-6-3 only loses the time of building them. */
static const uint64_t FQ_PATIENCE[FQ_TABLES_KINDS] = {UINT64_C(40) << 20, UINT64_C(40) << 20,
                                                      UINT64_MAX, UINT64_MAX};

static uint64_t fq_patience(const fq_ida *ida)
{
    const uint64_t patience = FQ_PATIENCE[ida->options.tables->kind];
    return patience == UINT64_MAX || !ida->options.patience ? patience : ida->options.patience;
}

/* The most that the nodes of one board come to: what the budget must have left. */
#define FQ_SPARE 4

static int fq_parity(const uint8_t *tiles, uint32_t cells)
{
    int odd = 0;
    uint8_t p[FQ_IDA_MAX_CELLS];
    memcpy(p, tiles, cells);
    for (uint32_t i = 0; i < cells; i++)
        while (p[i] != i) {
            const uint8_t other = p[p[i]];
            p[p[i]] = p[i];
            p[i] = other;
            odd ^= 1;
        }
    return odd;
}

/* A permutation of 0 to cells - 1; where the 0 is, or -1. */
static int fq_check(const uint8_t *tiles, uint32_t cells)
{
    uint32_t seen = 0;
    int blank = -1;
    for (uint32_t i = 0; i < cells; i++) {
        if (tiles[i] >= cells || seen >> tiles[i] & 1) return -1;
        seen |= UINT32_C(1) << tiles[i];
        if (!tiles[i]) blank = (int)i;
    }
    return blank;
}

/* Sets up the beginning; the board is checked. */
static void fq_start(fq_ida *ida, const uint8_t *tiles, uint32_t blank)
{
    uint8_t home[FQ_IDA_MAX_CELLS] = {0};
    uint32_t goal_blank = 0;
    memcpy(ida->tiles, tiles, ida->cells);
    for (uint32_t cell = 0; cell < ida->cells; cell++) {
        home[ida->goal[cell]] = (uint8_t)cell;
        if (!ida->goal[cell]) goal_blank = cell;
    }
    ida->blank = blank;
    if (ida->options.heuristic == FQ_IDA_PATTERNS) {
        ida->blank = ida->turn.cell[blank];
        for (uint32_t cell = 0; cell < 16; cell++)
            ida->names[ida->turn.cell[cell]] = ida->turn.cell[home[tiles[cell]]];
    }
    ida->begun = ida->ended = ida->full = ida->found = 0;
    ida->wants = -1;
    ida->asked = ida->options.fixed;
    ida->credit = 0;
    ida->counters = (fq_ida_counters){0, 0, 0, 0};
    ida->since = 0;
    ida->top = ida->level = 0;

    /* Each move exchanges two and moves the blank by one cell. */
    const uint32_t across = blank % ida->columns + goal_blank % ida->columns;
    const uint32_t odd = (across + blank / ida->columns + goal_blank / ida->columns) & 1;
    const int swaps = fq_parity(tiles, ida->cells) ^ fq_parity(ida->goal, ida->cells);
    ida->bound = ida->kernel->estimate(ida);
    if (ida->bound % 2 != odd) ida->bound++;
    ida->level = ida->bound;
    ida->ended = (uint32_t)swaps != odd;
}

static const fq_kernel *fq_kernel_for(const fq_ida_options *options)
{
    if (options->heuristic != FQ_IDA_PATTERNS) return &fq_plain_kernel;
    return fq_has_words(options->tables) ? &fq_words_kernel : &fq_bits_kernel;
}

fq_ida *fq_ida_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                   const fq_ida_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_IDA_MAX_SIDE || columns < 2 || columns > FQ_IDA_MAX_SIDE) return NULL;
    const fq_strings *strings = options->strings;
    const int blank = fq_check(tiles, rows * columns), home = fq_check(goal, rows * columns);
    if (blank < 0 || home < 0 || (uint32_t)options->heuristic > FQ_IDA_PATTERNS || !strings ||
        strings->rows != rows || strings->columns != columns ||
        (options->every && strings->length != 2))
        return NULL;
    if (options->heuristic >= FQ_IDA_WALKING && (rows != 4 || columns != 4)) return NULL;
    if (options->heuristic == FQ_IDA_PATTERNS &&
        (!options->tables || !options->tables->ready ||
         options->tables->home != fq_tables_home((uint32_t)home)))
        return NULL;

    *error = FQ_NO_MEMORY;
    fq_ida *ida = calloc(1, sizeof *ida);
    if (!ida) return NULL;
    ida->rows = rows;
    ida->columns = columns;
    ida->cells = rows * columns;
    ida->options = *options;
    memcpy(ida->goal, goal, ida->cells);
    memcpy(ida->tiles, tiles, ida->cells);
    if (options->heuristic == FQ_IDA_PATTERNS) {
        fq_turn_for((uint32_t)home, &ida->turn);
    } else {
        for (uint32_t move = 0; move < 4; move++) ida->turn.back[move] = (uint8_t)move;
    }
    ida->kernel = fq_kernel_for(options);
    *error = ida->kernel->make(ida);
    if (*error != FQ_OK) {
        free(ida);
        return NULL;
    }
    fq_start(ida, tiles, (uint32_t)blank);
    return ida;
}

void fq_ida_use(fq_ida *ida, const fq_tables *tables)
{
    ida->wants = -1;
    ida->asked = 1;
    if (!tables || !tables->ready || tables->home != ida->options.tables->home) return;
    fq_ida_options before = ida->options;
    const fq_kernel *kernel = ida->kernel;
    void *area = ida->area;
    ida->options.tables = tables;
    ida->kernel = fq_kernel_for(&ida->options);
    if (ida->kernel->make(ida) != FQ_OK) { /* go on as before */
        ida->options = before;
        ida->kernel = kernel;
        ida->area = area;
        return;
    }
    void *made = ida->area;
    ida->area = area;
    kernel->drop(ida);
    ida->area = made;
    ida->asked = ida->options.fixed;
    ida->since = ida->counters.nodes;
    const uint32_t estimate = ida->kernel->estimate(ida);
    while (ida->bound < estimate) ida->bound += 2;
    ida->level = ida->bound;
    ida->begun = 0;
    ida->top = 0;
}

/* Whether the search stands still until it is given tables, or is told to go on without. */
static int fq_asks(fq_ida *ida)
{
    if (ida->wants >= 0) return 1;
    if (ida->asked || ida->found || ida->options.heuristic != FQ_IDA_PATTERNS) return 0;
    const uint64_t patience = fq_patience(ida);
    if (patience == UINT64_MAX || ida->counters.nodes - ida->since + FQ_SPARE <= patience) return 0;
    ida->wants = FQ_TABLES_771;
    return 1;
}

fq_status fq_ida_step(fq_ida *ida, uint64_t budget)
{
    if (ida->full) return FQ_FULL;
    if (ida->ended) return FQ_DONE;
    if (fq_asks(ida)) return FQ_RUNNING;
    ida->credit = budget > UINT64_MAX - ida->credit ? UINT64_MAX : ida->credit + budget;
    while (ida->credit >= FQ_SPARE) {
        if (!ida->begun) {
            if (ida->bound > FQ_IDA_MAX_MOVES) {
                ida->full = 1;
                return FQ_FULL;
            }
            ida->begun = 1;
            ida->counters.iterations++;
            ida->level = ida->bound;
            ida->top = 0;
            if (!ida->bound) { /* it is the goal */
                ida->ended = ida->found = 1;
                ida->counters.solutions = 1;
                ida->credit = 0;
                return FQ_FOUND;
            }
            const uint64_t nodes = ida->counters.nodes;
            ida->kernel->begin(ida);
            ida->credit -= ida->counters.nodes - nodes;
            continue;
        }
        const uint64_t nodes = ida->counters.nodes;
        uint64_t limit = ida->credit > UINT64_MAX - nodes ? UINT64_MAX : nodes + ida->credit;
        if (!ida->asked && !ida->found && ida->options.heuristic == FQ_IDA_PATTERNS) {
            const uint64_t patience = fq_patience(ida);
            if (patience < UINT64_MAX - ida->since && limit > ida->since + patience)
                limit = ida->since + patience;
        }
        const fq_status status = ida->kernel->run(ida, limit);
        ida->credit -= ida->counters.nodes - nodes;
        if (status == FQ_FOUND) {
            ida->found = 1;
            ida->counters.solutions++;
            ida->credit = 0;
            ida->ended = !ida->options.every;
            return FQ_FOUND;
        }
        if (status == FQ_DONE) {
            if (ida->found) {
                ida->ended = 1;
                return FQ_DONE;
            }
            ida->bound += 2;
            ida->begun = 0;
            continue;
        }
        if (fq_asks(ida)) {
            ida->credit = 0;
            return FQ_RUNNING;
        }
    }
    return FQ_RUNNING;
}

int fq_ida_wants(const fq_ida *ida) { return ida->wants; }

uint32_t fq_ida_bound(const fq_ida *ida) { return ida->bound; }

size_t fq_ida_moves(const fq_ida *ida, uint8_t *moves)
{
    size_t count = 0;
    for (uint32_t level = ida->bound; level > ida->level; level--)
        moves[count++] = ida->turn.back[ida->kernel->move(ida, level - 1)];
    return count;
}

fq_ida_counters fq_ida_stats(const fq_ida *ida) { return ida->counters; }

uint64_t fq_ida_work(const fq_ida *ida) { return ida->counters.nodes + ida->credit; }

void fq_ida_free(fq_ida *ida)
{
    if (!ida) return;
    ida->kernel->drop(ida);
    free(ida);
}

/* ---- batches -------------------------------------------------------------------------------- */

struct fq_ida_batch {
    size_t count, done;
    const uint8_t *boards;
    int32_t *lengths;
    uint8_t *moves;
    fq_ida *ida;
    int busy; /* `ida` is at board `done` */
    fq_ida_counters counters;
    uint64_t work, credit;
};

fq_ida_batch *fq_ida_batch_new(size_t count, const uint8_t *boards, const uint8_t *goal,
                               int32_t *lengths, uint8_t *moves, const fq_strings *strings,
                               const fq_tables *tables, fq_error *error)
{
    const fq_ida_options options = {FQ_IDA_PATTERNS, 0, strings, tables, 1, 0};
    *error = FQ_NO_MEMORY;
    fq_ida_batch *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    *b = (fq_ida_batch){.count = count, .boards = boards, .lengths = lengths, .moves = moves};
    b->ida = fq_ida_new(4, 4, goal, goal, &options, error);
    if (!b->ida) {
        free(b);
        return NULL;
    }
    return b;
}

static void fq_batch_write(fq_ida_batch *b, fq_status status)
{
    uint8_t moves[FQ_IDA_MAX_MOVES], *packed = b->moves + b->done * FQ_IDA_PACKED;
    memset(packed, 0, FQ_IDA_PACKED);
    b->lengths[b->done] = -1;
    if (status != FQ_FOUND) return;
    const size_t length = fq_ida_moves(b->ida, moves);
    if (length > 4 * FQ_IDA_PACKED) return;
    b->lengths[b->done] = (int32_t)length;
    for (size_t i = 0; i < length; i++) packed[i / 4] |= (uint8_t)(moves[i] << 2 * (i % 4));
}

fq_status fq_ida_batch_step(fq_ida_batch *b, uint64_t budget)
{
    b->credit = budget > UINT64_MAX - b->credit ? UINT64_MAX : b->credit + budget;
    while (b->done < b->count) {
        const uint8_t *tiles = b->boards + 16 * b->done;
        if (!b->busy) {
            const int blank = fq_check(tiles, 16);
            if (!b->credit) return FQ_RUNNING; /* a board costs one, lest a step be endless */
            b->credit--;
            b->work++;
            if (blank < 0) {
                memset(b->moves + b->done * FQ_IDA_PACKED, 0, FQ_IDA_PACKED);
                b->lengths[b->done++] = -2;
                continue;
            }
            fq_start(b->ida, tiles, (uint32_t)blank);
            b->busy = 1;
        }
        const fq_ida_counters before = b->ida->counters;
        const uint64_t had = b->credit;
        b->ida->credit = 0; /* the batch saves for it */
        const fq_status status = fq_ida_step(b->ida, had);
        const fq_ida_counters after = b->ida->counters;
        b->credit -= after.nodes - before.nodes;
        b->work += after.nodes - before.nodes;
        b->counters.nodes += after.nodes - before.nodes;
        b->counters.expanded += after.expanded - before.expanded;
        b->counters.iterations += after.iterations - before.iterations;
        if (status == FQ_RUNNING) return FQ_RUNNING;
        if (status == FQ_FULL) return FQ_FULL;
        fq_batch_write(b, status);
        b->counters.solutions += status == FQ_FOUND;
        b->busy = 0;
        b->done++;
    }
    return FQ_DONE;
}

fq_ida_counters fq_ida_batch_stats(const fq_ida_batch *b) { return b->counters; }

uint64_t fq_ida_batch_work(const fq_ida_batch *b) { return b->work; }

size_t fq_ida_batch_done(const fq_ida_batch *b) { return b->done; }

void fq_ida_batch_free(fq_ida_batch *b)
{
    if (!b) return;
    fq_ida_free(b->ida);
    free(b);
}

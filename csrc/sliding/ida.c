/* ida.c - IDA*: iterations, larger databases, batches. The kernels (ida_*.c) do the search.
 *
 * Tried:
 *   A perimeter: a hash table of the boards near the goal, to end the search early. It would save
 *     too little: of the boards expanded for Korf's 100 problems, only 0.07% have at most 16 moves
 *     left, 0.3% at most 20 moves and 6% at most 28 moves. And as many as 1.5 million boards are at
 *     most 20 moves from the goal.
 *   A second partition into patterns; the heuristic is then the largest of four sums. In a
 *     recursive search on boards of bytes, this took 34% fewer nodes and 0.9 times the time. But a
 *     database that also depends on the part of the board that the blank can reach saves 28% of the
 *     nodes at no cost, and larger patterns save more. */
#include <stdlib.h>
#include <string.h>

#include "ida.h"

#include "common/checked_math.h"

/* The number of nodes after which a search requests 7-7-1, the only larger databases that are worth
 * the time of building them for one search. One board in thousands needs so many nodes. The 17
 * boards that need 80 moves take 0.7 to 1.3 billion nodes with 5-5-5, 0.2 to 0.45 billion with
 * 6-6-3 and 0.03 to 0.06 billion with 7-7-1. So an intermediate stage with 6-6-3 would not pay for
 * the time of building it. */
static const uint64_t FQ_PATIENCE[FQ_PDB_KINDS] = {UINT64_C(40) << 20, UINT64_C(40) << 20,
                                                   UINT64_MAX, UINT64_MAX};

static uint64_t fq_patience(const fq_ida *ida)
{
    const uint64_t patience = FQ_PATIENCE[ida->options.pdb->kind];
    return patience == UINT64_MAX || !ida->options.patience ? patience : ida->options.patience;
}

/* The largest number of nodes of one expansion. A board is expanded only if the budget has this
 * many nodes left. */
#define FQ_SPARE 4

static int fq_parity(const uint8_t *tiles, uint32_t cells)
{
    int odd = 0;
    uint8_t p[FQ_SLIDING_MAX_CELLS];
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

/* Returns the cell of the 0 in a permutation of 0 to cells - 1, or -1 if the tiles are no
 * permutation. */
static int fq_find_blank(const uint8_t *tiles, uint32_t cells)
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

/* Sets up the first board. The caller has checked that `tiles` is a permutation. */
static void fq_set_first_board(fq_ida *ida, const uint8_t *tiles, uint32_t blank)
{
    uint8_t home[FQ_SLIDING_MAX_CELLS] = {0};
    uint32_t goal_blank = 0;
    memcpy(ida->tiles, tiles, ida->cells);
    for (uint32_t cell = 0; cell < ida->cells; cell++) {
        home[ida->goal[cell]] = (uint8_t)cell;
        if (!ida->goal[cell]) goal_blank = cell;
    }
    ida->blank = blank;
    if (ida->options.heuristic == FQ_PATTERN_DATABASE) {
        ida->blank = ida->symmetry.cell[blank];
        for (uint32_t cell = 0; cell < 16; cell++)
            ida->home_of[ida->symmetry.cell[cell]] = ida->symmetry.cell[home[tiles[cell]]];
    }
    ida->begun = ida->ended = ida->full = ida->found = 0;
    ida->requested = -1;
    ida->was_requested = ida->options.fixed;
    ida->credit = 0;
    ida->counters = (fq_ida_counters){0, 0, 0, 0};
    ida->since = 0;
    ida->top = ida->level = 0;

    /* Every move swaps the blank with a tile and moves the blank by one cell. So the parity of the
     * permutation must match the parity of the blank's distance. */
    const uint32_t across = blank % ida->columns + goal_blank % ida->columns;
    const uint32_t odd = (across + blank / ida->columns + goal_blank / ida->columns) & 1;
    const int swaps = fq_parity(tiles, ida->cells) ^ fq_parity(ida->goal, ida->cells);
    ida->bound = ida->kernel->heuristic(ida);
    if (ida->bound % 2 != odd) ida->bound++;
    ida->level = ida->bound;
    ida->ended = (uint32_t)swaps != odd;
}

static const fq_kernel *fq_kernel_for(const fq_ida_options *options)
{
    if (options->heuristic != FQ_PATTERN_DATABASE) return &fq_plain_kernel;
    return fq_has_words(options->pdb) ? &fq_words_kernel : &fq_bits_kernel;
}

fq_ida *fq_ida_new(uint32_t rows, uint32_t columns, const uint8_t *tiles, const uint8_t *goal,
                   const fq_ida_options *options, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (rows < 2 || rows > FQ_SLIDING_MAX_SIDE || columns < 2 || columns > FQ_SLIDING_MAX_SIDE)
        return NULL;
    const fq_prune *prune = options->prune;
    const int blank = fq_find_blank(tiles, rows * columns),
              home = fq_find_blank(goal, rows * columns);
    if (blank < 0 || home < 0 || (uint32_t)options->heuristic >= FQ_HEURISTIC_KINDS || !prune ||
        prune->rows != rows || prune->columns != columns || (options->every && prune->length != 2))
        return NULL;
    if (options->heuristic >= FQ_WALKING_DISTANCE && (rows != 4 || columns != 4)) return NULL;
    if (options->heuristic == FQ_PATTERN_DATABASE &&
        (!options->pdb || !options->pdb->ready ||
         options->pdb->home != fq_pdb_home((uint32_t)home)))
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
    if (options->heuristic == FQ_PATTERN_DATABASE) {
        fq_symmetry_for((uint32_t)home, &ida->symmetry);
    } else {
        for (uint32_t move = 0; move < 4; move++) ida->symmetry.inverse_move[move] = (uint8_t)move;
    }
    ida->kernel = fq_kernel_for(options);
    *error = ida->kernel->make(ida);
    if (*error != FQ_OK) {
        free(ida);
        return NULL;
    }
    fq_set_first_board(ida, tiles, (uint32_t)blank);
    return ida;
}

void fq_ida_set_pdb(fq_ida *ida, const fq_pdb *pdb)
{
    ida->requested = -1;
    ida->was_requested = 1;
    if (!pdb || !pdb->ready || pdb->home != ida->options.pdb->home) return;
    fq_ida_options before = ida->options;
    const fq_kernel *kernel = ida->kernel;
    void *area = ida->area;
    ida->options.pdb = pdb;
    ida->kernel = fq_kernel_for(&ida->options);
    if (ida->kernel->make(ida) != FQ_OK) { /* no memory: continue with the old databases */
        ida->options = before;
        ida->kernel = kernel;
        ida->area = area;
        return;
    }
    void *made = ida->area;
    ida->area = area;
    kernel->drop(ida);
    ida->area = made;
    ida->was_requested = ida->options.fixed;
    ida->since = ida->counters.nodes;
    const uint32_t h = ida->kernel->heuristic(ida);
    while (ida->bound < h) ida->bound += 2;
    ida->level = ida->bound;
    ida->begun = 0;
    ida->top = 0;
}

/* Whether the search waits for larger databases, or for the decision to continue without them. */
static int fq_requests_pdb(fq_ida *ida)
{
    if (ida->requested >= 0) return 1;
    if (ida->was_requested || ida->found || ida->options.heuristic != FQ_PATTERN_DATABASE) return 0;
    const uint64_t patience = fq_patience(ida);
    if (patience == UINT64_MAX || ida->counters.nodes - ida->since + FQ_SPARE <= patience) return 0;
    ida->requested = FQ_PDB_771;
    return 1;
}

fq_status fq_ida_step(fq_ida *ida, uint64_t budget)
{
    if (ida->full) return FQ_FULL;
    if (ida->ended) return FQ_DONE;
    if (fq_requests_pdb(ida)) return FQ_RUNNING;
    ida->credit = fq_add_capped(ida->credit, budget);
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
            if (!ida->bound) { /* the first board is the goal */
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
        uint64_t limit = fq_add_capped(nodes, ida->credit);
        if (!ida->was_requested && !ida->found && ida->options.heuristic == FQ_PATTERN_DATABASE) {
            const uint64_t patience = fq_patience(ida);
            const uint64_t request_at = fq_add_capped(ida->since, patience);
            if (limit > request_at) limit = request_at;
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
            ida->level = ida->bound; /* so that a peek returns the first board */
            ida->begun = 0;
            continue;
        }
        if (fq_requests_pdb(ida)) {
            ida->credit = 0;
            return FQ_RUNNING;
        }
    }
    return FQ_RUNNING;
}

int fq_ida_requested_pdb(const fq_ida *ida) { return ida->requested; }

uint32_t fq_ida_bound(const fq_ida *ida) { return ida->bound; }

size_t fq_ida_peek(const fq_ida *ida, uint8_t *moves)
{
    size_t count = 0;
    for (uint32_t level = ida->bound; level > ida->level; level--)
        moves[count++] = ida->symmetry.inverse_move[ida->kernel->move(ida, level - 1)];
    return count;
}

fq_ida_counters fq_ida_counts(const fq_ida *ida) { return ida->counters; }

uint64_t fq_ida_spent(const fq_ida *ida) { return ida->counters.nodes + ida->credit; }

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
    int busy; /* whether `ida` is solving board `done` */
    fq_ida_counters counters;
    uint64_t spent, credit;
};

fq_ida_batch *fq_ida_batch_new(size_t count, const uint8_t *boards, const uint8_t *goal,
                               int32_t *lengths, uint8_t *moves, const fq_prune *prune,
                               const fq_pdb *pdb, fq_error *error)
{
    const fq_ida_options options = {FQ_PATTERN_DATABASE, 0, prune, pdb, 1, 0};
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
    const size_t length = fq_ida_peek(b->ida, moves);
    if (length > 4 * FQ_IDA_PACKED) return;
    b->lengths[b->done] = (int32_t)length;
    for (size_t i = 0; i < length; i++) packed[i / 4] |= (uint8_t)(moves[i] << 2 * (i % 4));
}

fq_status fq_ida_batch_step(fq_ida_batch *b, uint64_t budget)
{
    b->credit = fq_add_capped(b->credit, budget);
    while (b->done < b->count) {
        if (!b->busy) {
            /* a copy, because another thread may change the boards after the check */
            uint8_t tiles[16];
            memcpy(tiles, b->boards + 16 * b->done, sizeof tiles);
            const int blank = fq_find_blank(tiles, 16);
            if (!b->credit) return FQ_RUNNING; /* each board costs 1, so each step ends */
            b->credit--;
            b->spent++;
            if (blank < 0) {
                memset(b->moves + b->done * FQ_IDA_PACKED, 0, FQ_IDA_PACKED);
                b->lengths[b->done++] = -2;
                continue;
            }
            fq_set_first_board(b->ida, tiles, (uint32_t)blank);
            b->busy = 1;
        }
        const fq_ida_counters before = b->ida->counters;
        const uint64_t had = b->credit;
        b->ida->credit = 0; /* the batch, not the search, carries budget over */
        const fq_status status = fq_ida_step(b->ida, had);
        const fq_ida_counters after = b->ida->counters;
        b->credit -= after.nodes - before.nodes;
        b->spent += after.nodes - before.nodes;
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

fq_ida_counters fq_ida_batch_counts(const fq_ida_batch *b) { return b->counters; }

uint64_t fq_ida_batch_spent(const fq_ida_batch *b) { return b->spent; }

size_t fq_ida_batch_done(const fq_ida_batch *b) { return b->done; }

void fq_ida_batch_free(fq_ida_batch *b)
{
    if (!b) return;
    fq_ida_free(b->ida);
    free(b);
}

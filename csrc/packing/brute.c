/* brute.c - packs pieces on boards by brute force, case by case.
 *
 * A case puts one cell of a turned piece (the reference) on an empty cell of the board. The cells
 * that a case (cell, piece, reference, turn) would cover do not depend on the pieces placed so far.
 * So these cells are computed beforehand and stored as bits:
 *
 *     word 0: cells 0-63   word 1: cells 64-127   ...   bit `cells`: always taken
 *
 * If the piece would not lie wholly on the board, only the last bit of the case is set. This bit
 * counts as taken from the start, so such a case never fits, and testing any case takes one AND per
 * word. */
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "packing.h"

#define FQ_MAX_WORDS (FQ_PACKING_MAX_CELLS / 64 + 1)

/* A piece on the board, or about to be placed. */
typedef struct fq_placed_piece {
    uint32_t cell;  /* the empty cell that the piece must cover */
    uint32_t piece; /* the piece being tried */
    uint32_t slot;  /* number of its (reference, turn) pair among the pairs of all pieces */
    uint32_t odd;   /* whether this arrangement is reported by another sequence of cases */
} fq_placed_piece;

struct fq_brute {
    uint32_t cells, pieces, slots, words;
    uint32_t first[FQ_PACKING_MAX_PIECES + 1]; /* first slot of each piece */
    int32_t previous_identical[FQ_PACKING_MAX_PIECES];
    uint8_t used[FQ_PACKING_MAX_PIECES];
    uint64_t *mask;  /* [cells][slots][words]: the cells that each case covers */
    uint8_t *repeat; /* [slots]: whether an earlier slot of the piece covers the same cells */
    uint64_t taken[FQ_MAX_WORDS];
    uint32_t level; /* number of pieces on the board; stack[level] is the piece being tried */
    int found, done;
    fq_brute_counters counts;
    fq_placed_piece stack[FQ_PACKING_MAX_PIECES + 1];
};

static const uint64_t *fq_mask(const fq_brute *s, const fq_placed_piece *at, uint32_t words)
{
    return s->mask + ((size_t)at->cell * s->slots + at->slot) * words;
}

static void fq_flip(uint64_t *taken, const uint64_t *mask, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++) taken[w] ^= mask[w];
}

/* Returns the first empty cell, or s->cells if no cell is empty. */
static uint32_t fq_first_empty(const fq_brute *s, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++) {
        uint64_t empty = ~s->taken[w];
        if (empty) {
            uint32_t cell = 64 * w + fq_lowest(empty);
            return cell < s->cells ? cell : s->cells;
        }
    }
    return s->cells;
}

/* Removes the piece placed last, and makes its next slot the next case to try. */
static void fq_backtrack(fq_brute *s, uint32_t words)
{
    fq_placed_piece *at = &s->stack[--s->level];
    fq_flip(s->taken, fq_mask(s, at, words), words);
    s->used[at->piece] = 0;
    at->slot++;
}

static inline fq_status fq_run(fq_brute *s, uint64_t budget, const uint32_t words)
{
    uint64_t left = budget;
    fq_status status = FQ_RUNNING;
    if (s->done) return FQ_DONE;
    if (!budget) return FQ_RUNNING;
    if (s->found) {
        s->found = 0;
        fq_backtrack(s, words);
    }
    for (;;) {
        fq_placed_piece *at = &s->stack[s->level];
        if (at->piece == s->pieces) { /* all pieces have been tried on this cell */
            if (!s->level) {
                s->done = 1;
                status = FQ_DONE;
                break;
            }
            fq_backtrack(s, words);
            continue;
        }
        const uint32_t end = s->first[at->piece + 1];
        if (s->used[at->piece] || at->slot == end) {
            at->slot = end;
            at->piece++;
            continue;
        }

        uint32_t slot = at->slot;
        const uint64_t *mask = fq_mask(s, at, words);
        int fits = 0;
        for (; slot < end && left; slot++, mask += words) {
            uint64_t clash = 0;
            for (uint32_t w = 0; w < words; w++) clash |= mask[w] & s->taken[w];
            left--;
            if (!clash) {
                fits = 1;
                break;
            }
        }
        at->slot = slot;
        if (!fits) {
            if (slot < end) break; /* the budget is spent */
            continue;
        }

        int32_t previous = s->previous_identical[at->piece];
        int odd = s->repeat[slot] || (previous >= 0 && !s->used[previous]);
        at->odd = odd || (s->level && s->stack[s->level - 1].odd);
        fq_flip(s->taken, mask, words);
        s->used[at->piece] = 1;
        s->level++;
        uint32_t next = fq_first_empty(s, words);
        if (next < s->cells && s->level < s->pieces) {
            s->stack[s->level] = (fq_placed_piece){next, 0, 0, 0};
        } else if (next == s->cells && s->level == s->pieces && !at->odd) {
            s->found = 1;
            s->counts.solutions++;
            status = FQ_FOUND;
            break;
        } else {
            fq_backtrack(s, words);
        }
    }
    s->counts.cases += budget - left;
    return status;
}

fq_status fq_brute_step(fq_brute *s, uint64_t budget)
{
    /* Boards of up to 63 cells (one word) have their own compiled loop. On the 5 x 11 board, it is
     * 1.5 times as fast as the general loop. */
    return s->words == 1 ? fq_run(s, budget, 1) : fq_run(s, budget, s->words);
}

void fq_brute_peek(const fq_brute *s, int16_t *grid)
{
    for (uint32_t i = 0; i < s->cells; i++) grid[i] = -1;
    for (uint32_t level = 0; level < s->level; level++) {
        const fq_placed_piece *at = &s->stack[level];
        const uint64_t *mask = fq_mask(s, at, s->words);
        for (uint32_t i = 0; i < s->cells; i++)
            if (mask[i / 64] >> i % 64 & 1) grid[i] = (int16_t)at->piece;
    }
}

uint32_t fq_brute_current_case(const fq_brute *s, uint32_t *piece)
{
    const fq_placed_piece *at = &s->stack[s->level];
    if (s->found || s->done || at->piece == s->pieces) return s->cells;
    *piece = at->piece;
    return at->cell;
}

uint64_t fq_brute_spent(const fq_brute *s) { return s->counts.cases; }
fq_brute_counters fq_brute_counts(const fq_brute *s) { return s->counts; }

void fq_brute_free(fq_brute *s)
{
    if (!s) return;
    free(s->mask);
    free(s->repeat);
    free(s);
}

/* Returns whether all sizes and numbers of the problem are valid, so that the tables can be built
 * without further checks. */
static int fq_is_problem(const fq_brute_problem *p)
{
    if (p->cells < 1 || p->cells > FQ_PACKING_MAX_CELLS) return 0;
    if (p->box < p->cells || p->box > UINT32_C(1) << 24) return 0;
    if (p->pieces < 1 || p->pieces > FQ_PACKING_MAX_PIECES) return 0;
    if (p->turns < 1 || p->turns > FQ_PACKING_MAX_TURNS) return 0;
    if (p->start[0] != 0) return 0;
    for (uint32_t i = 0; i < p->pieces; i++) {
        if (p->start[i + 1] <= p->start[i] || p->start[i + 1] > FQ_PACKING_MAX_CELLS) return 0;
        if (p->previous_identical[i] >= (int32_t)i) return 0;
    }
    for (uint32_t i = 0; i < p->box; i++)
        if (p->cell_at[i] >= (int32_t)p->cells) return 0;
    for (uint32_t i = 0; i < p->cells; i++)
        if (p->place[i] < 0 || (uint32_t)p->place[i] >= p->box) return 0;
    for (uint32_t i = 0; i < p->turns * p->start[p->pieces]; i++)
        if (p->offset[i] < -(1 << 24) || p->offset[i] > 1 << 24) return 0;
    return 1;
}

/* Computes the masks of one piece for all its slots, with the reference of each slot on `cell`. */
static void fq_make_masks(fq_brute *s, const fq_brute_problem *p, uint32_t cell, uint32_t piece)
{
    for (uint32_t slot = s->first[piece]; slot < s->first[piece + 1]; slot++) {
        uint64_t *mask = s->mask + ((size_t)cell * s->slots + slot) * s->words;
        const int32_t *offset = p->offset + (size_t)(slot % p->turns) * p->start[p->pieces];
        const int32_t from = p->place[cell] - offset[slot / p->turns];
        for (uint32_t i = p->start[piece]; i < p->start[piece + 1]; i++) {
            int32_t place = from + offset[i], to = -1;
            if (place >= 0 && (uint32_t)place < p->box) to = p->cell_at[place];
            if (to < 0) {
                memset(mask, 0, s->words * sizeof *mask);
                mask[p->cells / 64] = UINT64_C(1) << p->cells % 64;
                break;
            }
            mask[to / 64] |= UINT64_C(1) << to % 64;
        }
    }
}

/* Marks each slot of a piece if an earlier slot covers the same cells. This happens if two of the
 * turns give the piece the same shape, and it is the same for every cell that the reference is put
 * on. */
static void fq_find_repeats(fq_brute *s, const fq_brute_problem *p, uint32_t piece)
{
    const uint32_t begin = p->start[piece], end = p->start[piece + 1], all = p->start[p->pieces];
    int32_t low[FQ_PACKING_MAX_TURNS]; /* the smallest offset of each turn */
    for (uint32_t turn = 0; turn < p->turns; turn++) {
        const int32_t *offset = p->offset + (size_t)turn * all;
        low[turn] = offset[begin];
        for (uint32_t i = begin; i < end; i++)
            if (offset[i] < low[turn]) low[turn] = offset[i];
    }
    for (uint32_t a = 0; a < p->turns; a++) {
        for (uint32_t b = 0; b < p->turns; b++) {
            const int32_t *at_a = p->offset + (size_t)a * all;
            const int32_t *at_b = p->offset + (size_t)b * all;
            /* partner[i]: the cell of the piece that turn b moves to the place where turn a moves
             * cell i */
            uint32_t partner[FQ_PACKING_MAX_CELLS];
            uint32_t i = begin;
            for (; i < end; i++) {
                uint32_t j = begin;
                while (j < end && at_b[j] - low[b] != at_a[i] - low[a]) j++;
                if (j == end) break;
                partner[i] = j;
            }
            if (i < end) continue; /* the shapes differ */
            for (i = begin; i < end; i++)
                if (partner[i] * p->turns + b < i * p->turns + a) s->repeat[i * p->turns + a] = 1;
        }
    }
}

fq_brute *fq_brute_new(const fq_brute_problem *p, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (!fq_is_problem(p)) return NULL;
    *error = FQ_NO_MEMORY;
    fq_brute *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    const uint32_t all = p->start[p->pieces];
    s->cells = p->cells;
    s->pieces = p->pieces;
    s->slots = all * p->turns;
    s->words = p->cells / 64 + 1;
    for (uint32_t i = 0; i < p->pieces; i++) s->previous_identical[i] = p->previous_identical[i];
    for (uint32_t i = 0; i <= p->pieces; i++) s->first[i] = p->start[i] * p->turns;
    s->mask = calloc((size_t)s->cells * s->slots * s->words, sizeof *s->mask);
    s->repeat = calloc(s->slots, 1);
    if (!s->mask || !s->repeat) {
        fq_brute_free(s);
        return NULL;
    }

    for (uint32_t piece = 0; piece < p->pieces; piece++) {
        fq_find_repeats(s, p, piece);
        for (uint32_t cell = 0; cell < p->cells; cell++) fq_make_masks(s, p, cell, piece);
    }
    s->taken[p->cells / 64] |= UINT64_C(1) << p->cells % 64;
    *error = FQ_OK;
    return s;
}

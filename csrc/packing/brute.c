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

/* A piece on the board, or about to be placed. A slot is a (reference, turn) pair of a piece; the
 * slots of all pieces are numbered. In the variant of the report, the last reference of each piece
 * is the origin of its drawing. */
typedef struct fq_placed_piece {
    uint32_t cell;     /* the first empty cell */
    uint32_t piece;    /* the piece being tried */
    uint32_t tried;    /* the slot of the next case */
    uint32_t position; /* the slot that fitted last; at first the piece as it was read */
    uint32_t odd;      /* whether this arrangement is reported by another sequence of cases */
} fq_placed_piece;

struct fq_brute {
    uint32_t cells, pieces, slots, words;
    uint32_t turns;
    uint32_t origin_turns;                     /* turns about the origin; 0 if not tried */
    uint32_t first[FQ_PACKING_MAX_PIECES + 1]; /* first slot of each piece */
    uint8_t after[FQ_PACKING_MAX_TURNS][FQ_PACKING_MAX_TURNS]; /* see fq_brute_problem */
    uint8_t moves[FQ_PACKING_MAX_TURNS]; /* whether a turn is measured from the reference */
    int as_report;                       /* whether the variant of the report is searched */
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
    return s->mask + ((size_t)at->cell * s->slots + at->position) * words;
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

/* Returns the slot of the piece as it was read, which comes after the slots of its cells. */
static inline uint32_t fq_as_read(const fq_brute *s, uint32_t piece)
{
    return s->first[piece + 1] - s->origin_turns;
}

static inline int fq_fits(const fq_brute *s, const uint64_t *mask, const uint32_t words)
{
    uint64_t clash = 0;
    for (uint32_t w = 0; w < words; w++) clash |= mask[w] & s->taken[w];
    return !clash;
}

/* Advances to the next case that fits, or to the end of the piece. Returns the cells of the case
 * that fits, or NULL. */
static inline const uint64_t *fq_next_fit(const fq_brute *s, fq_placed_piece *at, uint32_t end,
                                          uint64_t *left, const uint32_t words)
{
    const uint64_t *mask = s->mask + ((size_t)at->cell * s->slots + at->tried) * words;
    uint32_t slot = at->tried;
    uint64_t more = *left; /* a copy, so that the loop keeps it in a register */
    const uint64_t *fits = NULL;
    for (; slot < end && more; slot++, mask += words) {
        more--;
        if (fq_fits(s, mask, words)) {
            fits = mask;
            break;
        }
    }
    *left = more;
    at->tried = at->position = slot;
    return fits;
}

/* Does the same in the variant of the report. */
static inline const uint64_t *fq_next_fit_as_report(const fq_brute *s, fq_placed_piece *at,
                                                    uint32_t end, uint64_t *left,
                                                    const uint32_t words)
{
    const uint64_t *masks = s->mask + (size_t)at->cell * s->slots * words;
    const uint32_t position_turn = (at->position - s->first[at->piece]) % s->turns;
    const uint32_t position = at->position - position_turn; /* the first slot of its reference */
    uint32_t turn = (at->tried - s->first[at->piece]) % s->turns;
    uint32_t reference = at->tried - turn; /* the first slot of the reference tried */
    for (; at->tried < end && *left; at->tried++) {
        const uint32_t slot =
            (s->moves[turn] ? reference : position) + s->after[turn][position_turn];
        const uint64_t *mask = masks + (size_t)slot * words;
        --*left;
        if (fq_fits(s, mask, words)) {
            at->position = slot;
            return mask;
        }
        if (++turn == s->turns) {
            turn = 0;
            reference += s->turns;
        }
    }
    return NULL;
}

/* Makes the first unused piece from `piece` on the piece to try at this level, as it was read. */
static inline void fq_begin_piece(const fq_brute *s, fq_placed_piece *at, uint32_t piece)
{
    while (piece < s->pieces && s->used[piece]) piece++;
    at->piece = piece;
    at->tried = s->first[piece];
    if (piece < s->pieces) at->position = fq_as_read(s, piece);
}

/* Returns whether the arrangement with this piece is reported by another sequence of cases. */
static int fq_is_odd(const fq_brute *s, const fq_placed_piece *at)
{
    const int32_t previous = s->previous_identical[at->piece];
    return s->repeat[at->position] || (previous >= 0 && !s->used[previous]) ||
           (s->level && s->stack[s->level - 1].odd);
}

/* Removes the piece placed last, and makes its next slot the next case to try. */
static void fq_backtrack(fq_brute *s, uint32_t words)
{
    fq_placed_piece *at = &s->stack[--s->level];
    fq_flip(s->taken, fq_mask(s, at, words), words);
    s->used[at->piece] = 0;
    at->tried++;
}

/* Inlined into fq_brute_step with constants for `words` and `as_report`. */
static inline __attribute__((always_inline)) fq_status
fq_run(fq_brute *s, uint64_t budget, const uint32_t words, const int as_report)
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
        const uint32_t end = fq_as_read(s, at->piece);
        if (at->tried == end) {
            fq_begin_piece(s, at, at->piece + 1);
            continue;
        }
        const uint64_t *mask = as_report ? fq_next_fit_as_report(s, at, end, &left, words)
                                         : fq_next_fit(s, at, end, &left, words);
        if (!mask) {
            if (at->tried < end) break; /* the budget is spent */
            continue;
        }

        at->odd = !as_report && fq_is_odd(s, at);
        fq_flip(s->taken, mask, words);
        s->used[at->piece] = 1;
        s->level++;
        uint32_t next = fq_first_empty(s, words);
        if (next < s->cells && s->level < s->pieces) {
            s->stack[s->level].cell = next;
            fq_begin_piece(s, &s->stack[s->level], 0);
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
    if (s->as_report)
        return s->words == 1 ? fq_run(s, budget, 1, 1) : fq_run(s, budget, s->words, 1);
    return s->words == 1 ? fq_run(s, budget, 1, 0) : fq_run(s, budget, s->words, 0);
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
    if (p->planes < 1 || p->turns % p->planes) return 0;
    for (uint32_t i = 0; p->after && i < p->turns * p->turns; i++)
        if (p->after[i] >= p->turns) return 0;
    return 1;
}

/* Computes the masks of one piece for all its slots, with the reference of each slot on `cell`. */
static void fq_make_masks(fq_brute *s, const fq_brute_problem *p, uint32_t cell, uint32_t piece)
{
    for (uint32_t slot = s->first[piece]; slot < s->first[piece + 1]; slot++) {
        uint64_t *mask = s->mask + ((size_t)cell * s->slots + slot) * s->words;
        const uint32_t turn = (slot - s->first[piece]) % p->turns;
        const int32_t *offset = p->offset + (size_t)turn * p->start[p->pieces];
        const uint32_t reference = p->start[piece] + (slot - s->first[piece]) / p->turns;
        const int32_t from =
            p->place[cell] - (reference < p->start[piece + 1] ? offset[reference] : 0);
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
                if (partner[i] * p->turns + b < i * p->turns + a)
                    s->repeat[s->first[piece] + (i - begin) * p->turns + a] = 1;
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
    s->origin_turns = p->after ? p->turns : 0;
    s->slots = all * p->turns + p->pieces * s->origin_turns;
    s->words = p->cells / 64 + 1;
    for (uint32_t i = 0; i < p->pieces; i++) s->previous_identical[i] = p->previous_identical[i];
    for (uint32_t i = 0; i <= p->pieces; i++)
        s->first[i] = p->start[i] * p->turns + i * s->origin_turns;
    s->turns = p->turns;
    for (uint32_t i = 0; i < p->turns; i++) s->moves[i] = i % (p->turns / p->planes) != 0;
    s->as_report = p->after != NULL;
    for (uint32_t i = 0; s->as_report && i < p->turns * p->turns; i++)
        s->after[i / p->turns][i % p->turns] = p->after[i];
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
    fq_begin_piece(s, &s->stack[0], 0);
    *error = FQ_OK;
    return s;
}

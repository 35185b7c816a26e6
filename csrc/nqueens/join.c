/* join.c - the machine that lists half boards and gives them to a kernel.
 *
 * A half board with the rows R joins a north and a south quarter board whose columns are
 * complements and whose diagonals differ. For each unit the machine lists the half boards of the
 * east, then those of the west in chunks, sorts both by their keys (join_kernel.h), and lets the
 * kernel count the pairs. join_plan.h draws the board. */
#include "join.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/memory.h"
#include "join_kernel.h"
#include "join_quarters.h"

enum {
    CLASSES = FQ_JOIN_CLASSES,
    SAMPLES = 256,
    SORT_SLICE = 1 << 16, /* words that are sorted between two checks of the budget */
    MIN_CHUNK = 1 << 10,
    MAX_CHUNK = 1 << 21
};

/* ---- Machines --------------------------------------------------------------------------------- */

/* An array that grows. */
typedef struct buffer {
    uint64_t *words;
    size_t count, capacity;
} buffer;

/* The lists of one quarter, for all sets of rows or for the set of the current unit. */
typedef struct quarter {
    uint64_t *boards;
    uint32_t *cells;
    size_t *base; /* of each set of rows: its first cell */
    size_t n_base, n_cells, n_boards;
    uint32_t rows; /* lists of one unit: the set of rows */
    bool made;
} quarter;

typedef enum phase {
    NEXT_UNIT,
    LISTS,
    EAST,
    WEST,
    BEGIN_SORT,
    SORT,
    MATCH,
    FINISHED,
    STOPPED
} phase;

/* The stages of sorting one list: count the keys, move each word to its place, and (east only) turn
 * words into items. */
typedef enum sort_stage { ALLOCATE, COUNT_KEYS, MOVE, EXPAND, SORTED } sort_stage;

/* The patterns that are left over at a node of the tree of keys. */
typedef struct remainder {
    uint32_t count[CLASSES];
    uint64_t patterns[CLASSES][2 * 64 * FQ_JOIN_MAX_LANES];
} remainder;

/* The node of the tree of keys that is visited next. */
typedef struct tree_node {
    uint32_t depth, prefix;
    bool leaving; /* its children are done */
} tree_node;

struct fq_nqueens_join {
    const fq_nqueens_join_plan *plan;
    const fq_join_kernel *kernel;
    void *scratch;
    uint64_t next, last; /* units not finished yet */
    phase phase;
    fq_join_unit unit;
    uint64_t max_bytes, bytes, most_bytes;
    uint64_t solutions, nodes;
    uint64_t unit_sum;
    uint32_t *rank;
    /* North and south with the lists of all sets of rows; or the quarters of one unit: north-east,
     * south-east, north-west, south-west. */
    bool listed_all; /* `quarters` has the lists of all sets of rows for the start row of `unit` */
    bool too_large;  /* these lists need more than `max_bytes` */
    bool refused;    /* the system refused memory */
    quarter quarters[4];
    fq_join_lister lister; /* of the quarter that is being listed */
    bool listing;
    uint32_t cell; /* the next column set to join */
    bool west_done, east_sorted;
    size_t chunk; /* most patterns that are matched at a time, without those of the last cell */
    buffer east, patterns[CLASSES], sorted[1 + CLASSES];
    uint32_t *start[1 + CLASSES]; /* the first word of each key */
    uint32_t list;                /* the list that is being sorted: 0 for east, 1 + class */
    sort_stage stage;
    size_t sorted_to; /* the words before this index are done in this stage */
    /* The layout and the tables that rearrange a signature: for items, then for patterns. */
    uint32_t age; /* units since the layout was chosen */
    fq_join_layout layout;
    uint32_t digits, digit_bits;
    uint64_t *rearrange[2];
    tree_node node;
    remainder *left; /* by depth */
};

static bool reserve(fq_nqueens_join *m, uint64_t bytes)
{
    if (bytes > m->max_bytes - m->bytes) return false;
    m->bytes += bytes;
    if (m->bytes > m->most_bytes) m->most_bytes = m->bytes;
    return true;
}

static void *take(fq_nqueens_join *m, size_t bytes)
{
    if (!reserve(m, bytes)) return NULL;
    void *const memory = fq_aligned_alloc(bytes);
    if (!memory) {
        m->bytes -= bytes;
        m->refused = true;
    }
    return memory;
}

static void give(fq_nqueens_join *m, void *memory, size_t bytes)
{
    if (memory) m->bytes -= bytes;
    fq_aligned_free(memory);
}

/* Makes room for `count` words in all. */
static bool grow(fq_nqueens_join *m, buffer *b, size_t count)
{
    if (count <= b->capacity) return true;
    if (count > SIZE_MAX / 64) return false;
    size_t capacity = count + count / 2;
    uint64_t *words = take(m, capacity * 8);
    if (!words) words = take(m, (capacity = count) * 8);
    if (!words) return false;
    if (b->count) memcpy(words, b->words, b->count * 8);
    give(m, b->words, b->capacity * 8);
    b->words = words;
    b->capacity = capacity;
    return true;
}

static void drop_quarter(fq_nqueens_join *m, quarter *q)
{
    give(m, q->boards, q->n_boards * 8);
    give(m, q->cells, q->n_cells * 4);
    give(m, q->base, q->n_base * sizeof *q->base);
    memset(q, 0, sizeof *q);
}

/* Begins to make the lists of one quarter: for all sets of rows, or for one set. Returns false if
 * they do not fit. */
static bool begin_quarter(fq_nqueens_join *m, quarter *q, bool south, bool subsets, uint32_t rows)
{
    const fq_nqueens_join_plan *const plan = m->plan;
    drop_quarter(m, q);
    fq_join_lister *const l = &m->lister;
    fq_join_lister_init(l, plan, m->unit.start_row, south, m->rank);
    l->subsets = subsets;
    q->rows = rows;
    q->base = take(m, sizeof *q->base << plan->south);
    if (!q->base) return false;
    q->n_base = (size_t)1 << plan->south;
    const uint32_t sets = UINT32_C(1) << (south ? plan->south : plan->half);
    size_t cells = 0;
    for (uint32_t x = 0; x < sets; x++) {
        const uint32_t k = fq_popcount(x);
        q->base[x] = cells;
        if (k > (uint32_t)plan->half || !(subsets || x == rows)) continue;
        cells += 2 * plan->choose[plan->half][k] + 1;
    }
    if (!subsets) { /* keep the rows of the set */
        uint32_t n = 0;
        for (uint32_t i = 0; i < l->n_rows; i++) {
            if (!(rows & l->names[i])) continue;
            l->rows[n] = l->rows[i];
            l->names[n] = l->names[i];
            memcpy(l->sign[n], l->sign[i], sizeof l->sign[i]);
            n++;
        }
        l->n_rows = n;
    }
    q->cells = take(m, cells * sizeof *q->cells);
    if (!q->cells) return false;
    q->n_cells = cells;
    memset(q->cells, 0, cells * sizeof *q->cells);
    l->base = q->base;
    l->cells = q->cells;
    return true;
}

/* Lists the next part of a quarter. The lists are made in two passes, which first count and then
 * write the boards. Sets *done when the quarter is finished. Returns false if it does not
 * fit. */
static bool continue_quarter(fq_nqueens_join *m, quarter *q, bool *done)
{
    fq_join_lister *const l = &m->lister;
    *done = false;
    if (fq_join_walk_branch(l)) return true;
    if (!l->boards) {
        if (l->listed >= UINT32_MAX) return false;
        q->boards = take(m, (l->listed + 1) * sizeof *q->boards);
        if (!q->boards) return false;
        q->n_boards = l->listed + 1;
        /* Each cell gets the number of the boards before it. While boards are written, this number
         * moves to the end of the cell, which is the begin of the next cell. */
        uint32_t sum = 0;
        for (size_t i = 0; i < q->n_cells; i++) {
            const uint32_t here = q->cells[i];
            q->cells[i] = sum;
            sum += here;
        }
        l->boards = q->boards;
        l->first = 0;
        return true;
    }
    memmove(q->cells + 1, q->cells, (q->n_cells - 1) * sizeof *q->cells);
    q->cells[0] = 0;
    q->made = *done = true;
    return true;
}

static fq_join_list list_of(const quarter *q, uint32_t rows)
{
    return (fq_join_list){q->cells + q->base[rows], q->boards};
}

/* ---- Half boards ------------------------------------------------------------------------------ */

static size_t n_patterns(const fq_nqueens_join *m)
{
    return m->patterns[0].count + m->patterns[1].count + m->patterns[2].count;
}

/* Appends all half boards of two lists of quarter boards. Returns false if memory is too short. */
static bool join_cells(fq_nqueens_join *m, const uint64_t *a, size_t n_a, const uint64_t *b,
                       size_t n_b, buffer *out, uint64_t *work)
{
    if (!n_a || !n_b) return true;
    if (!grow(m, out, out->count + n_a * n_b + 8)) return false;
    out->count += m->kernel->pair(a, n_a, b, n_b, out->words + out->count);
    *work += 3 + n_a * n_b / 2;
    return true;
}

/* Lists half boards until all are listed, the work is `budget`, or enough patterns for one chunk
 * are listed. Returns false if memory is too short. */
static bool list_halves(fq_nqueens_join *m, bool west, uint64_t budget, uint64_t *work)
{
    const uint32_t half = (uint32_t)m->plan->half, rows = west ? m->unit.west : m->unit.east;
    const uint32_t north_rows = rows & ((UINT32_C(1) << half) - 1), south_rows = rows >> half;
    const int side = m->listed_all || !west ? 0 : 2;
    const fq_join_list north = list_of(&m->quarters[side], north_rows),
                       south = list_of(&m->quarters[side + 1], south_rows);
    const uint32_t cells = (uint32_t)m->plan->choose[half][fq_popcount(north_rows)];
    uint32_t i = m->cell;
    for (; i < cells && *work < budget; i++) {
        const uint32_t *const n = north.cut + 2 * i, *const s = south.cut + 2 * (cells - 1 - i);
        const uint64_t *const a = north.boards + n[0], *const b = south.boards + s[0];
        const uint64_t *const a_long = north.boards + n[1], *const b_long = south.boards + s[1];
        const size_t n_a = n[1] - n[0], n_b = s[1] - s[0], n_a_long = n[2] - n[1],
                     n_b_long = s[2] - s[1];
        if (!west) {
            if (!join_cells(m, a, n_a, b, n_b, &m->east, work)) return false;
            continue;
        }
        if (m->unit.class_weight[0] &&
            !join_cells(m, a, n_a, b, n_b, &m->patterns[0], work))
            return false;
        if (!join_cells(m, a, n_a, b_long, n_b_long, &m->patterns[1], work) ||
            !join_cells(m, a_long, n_a_long, b, n_b, &m->patterns[1], work) ||
            !join_cells(m, a_long, n_a_long, b_long, n_b_long, &m->patterns[2], work))
            return false;
        if (n_patterns(m) >= m->chunk) {
            i++;
            break;
        }
    }
    m->cell = i;
    if (west) m->west_done = i == cells;
    return true;
}

/* ---- Keys ------------------------------------------------------------------------------------- */

/* Counts how often each bit is set in about SAMPLES signatures; returns their number. */
static uint32_t sample_bits(const buffer *from, size_t of, uint32_t *counts)
{
    const size_t step = of / SAMPLES + 1;
    uint32_t samples = 0;
    for (size_t i = 0; i < from->count; i += step, samples++)
        for (uint64_t x = from->words[i]; x; x &= x - 1) counts[fq_lowest(x)]++;
    return samples;
}

/* Chooses the key bits and fills the tables that rearrange signatures. A good key bit separates
 * many pairs (it is set in the items and in the patterns) and cuts the patterns into few parts. */
static void choose_layout(fq_nqueens_join *m, uint32_t key_bits)
{
    const uint32_t bits = 2 * (uint32_t)m->plan->n - 2, side = bits / 2;
    uint32_t in_east[64] = {0}, in_west[64] = {0};
    const uint32_t n_east = sample_bits(&m->east, m->east.count, in_east);
    uint32_t n_west = 0;
    for (int c = 0; c < CLASSES; c++)
        n_west += sample_bits(&m->patterns[c], n_patterns(m), in_west);

    /* The bits that both halves can use, the best key bits first. */
    uint32_t order[64], useful = 0;
    double gain[64];
    for (uint32_t bit = 0; bit < bits; bit++) {
        const uint32_t d = bit % side;
        if (fq_join_is_odd(m->plan) ? d == 0 || d == m->unit.start_row
                                    : d + 1 == (uint32_t)m->plan->half)
            continue;
        const double e = (double)in_east[bit] / n_east,
                     w = (double)in_west[(bit + side) % bits] / n_west, both = e * w;
        const double value = both * (1 + both / 2) / (4 * w * (1 - w) + 0.03);
        uint32_t i = useful++;
        for (; i && gain[i - 1] < value; i--) {
            gain[i] = gain[i - 1];
            order[i] = order[i - 1];
        }
        gain[i] = value;
        order[i] = bit;
    }
    fq_join_layout *const layout = &m->layout;
    const uint32_t digits = FQ_JOIN_DIGITS * FQ_JOIN_DIGIT_BITS;
    if (useful > digits && key_bits < useful - digits) key_bits = useful - digits;
    if (key_bits > useful) key_bits = useful;
    layout->key_bits = key_bits;
    const uint32_t rest = useful - key_bits;
    layout->stride = (rest + FQ_JOIN_DIGITS - 1) / FQ_JOIN_DIGITS;
    uint64_t to[64] = {0};
    for (uint32_t i = 0; i < key_bits; i++)
        to[order[i]] = UINT64_C(1) << (FQ_JOIN_DIGITS * layout->stride + key_bits - 1 - i);
    uint32_t next = key_bits;
    for (uint32_t c = 0; c < FQ_JOIN_DIGITS; c++) {
        layout->width[c] = rest / FQ_JOIN_DIGITS + (c < rest % FQ_JOIN_DIGITS);
        for (uint32_t b = 0; b < layout->width[c]; b++)
            to[order[next++]] = UINT64_C(1) << (c * layout->stride + b);
    }
    for (uint32_t west = 0; west < 2; west++)
        for (uint32_t digit = 0; digit < m->digits; digit++) {
            uint64_t *const table = m->rearrange[west] + ((size_t)digit << m->digit_bits);
            table[0] = 0;
            for (uint32_t b = 0; b < m->digit_bits; b++) {
                const uint32_t bit = digit * m->digit_bits + b;
                const uint64_t moved = bit >= bits ? 0 : to[west ? (bit + side) % bits : bit];
                for (uint32_t v = 0; v < UINT32_C(1) << b; v++)
                    table[v + (UINT32_C(1) << b)] = table[v] | moved;
            }
        }
}

/* Rearranges signatures to words, and counts the words of each key in count[key]. */
static inline void rearrange(uint64_t *words, size_t n, const uint64_t *table, uint32_t digits,
                             uint32_t digit_bits, uint32_t key_at, uint32_t *count)
{
    const uint64_t mask = (UINT64_C(1) << digit_bits) - 1;
    for (size_t i = 0; i < n; i++) {
        const uint64_t x = words[i];
        uint64_t y = 0;
        for (uint32_t d = 0; d < digits; d++)
            y |= table[((size_t)d << digit_bits) + (x >> d * digit_bits & mask)];
        words[i] = y;
        count[y >> key_at]++;
    }
}

/* Rearranges some words of a list, and counts how often each key occurs. */
static void count_keys(const fq_nqueens_join *m, uint64_t *words, size_t n)
{
    const uint32_t key_at = FQ_JOIN_DIGITS * m->layout.stride;
    const uint64_t *const table = m->rearrange[m->list != 0];
    uint32_t *const count = m->start[m->list] + 2;
    if (m->digits == 4 && m->digit_bits == 9) /* constant arguments unroll the loop */
        rearrange(words, n, table, 4, 9, key_at, count);
    else if (m->digits == 5 && m->digit_bits == 8)
        rearrange(words, n, table, 5, 8, key_at, count);
    else if (m->digits == 4)
        rearrange(words, n, table, 4, m->digit_bits, key_at, count);
    else
        rearrange(words, n, table, m->digits, m->digit_bits, key_at, count);
}

/* Turns the counts in start[key + 2] into the index of the first word of the key in start[key + 1].
 * While words are moved, this index grows to the end of the key, which is where key + 1 begins. */
static void sum_keys(const fq_nqueens_join *m)
{
    uint32_t *const start = m->start[m->list];
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UINT32_C(1) << m->layout.key_bits; k++) {
        const uint32_t here = start[k + 2];
        start[k + 1] = sum;
        sum += here;
    }
}

/* Does one slice of one stage of sorting a list by the keys. Returns false if memory is too
 * short. */
static bool sort_slice(fq_nqueens_join *m, uint64_t *work)
{
    buffer *const from = m->list ? &m->patterns[m->list - 1] : &m->east,
                  *const to = &m->sorted[m->list];
    uint32_t *const start = m->start[m->list];
    const uint32_t key_at = FQ_JOIN_DIGITS * m->layout.stride;
    const size_t left = from->count - m->sorted_to, n = left < SORT_SLICE ? left : SORT_SLICE;
    uint64_t *const words = from->words + m->sorted_to;
    switch (m->stage) {
    case ALLOCATE:
        memset(start, 0, (((size_t)1 << m->layout.key_bits) + 2) * sizeof *start);
        to->count = 0;
        if (!grow(m, to, from->count)) return false;
        m->stage = from->count ? COUNT_KEYS : SORTED;
        return true;
    case COUNT_KEYS:
        count_keys(m, words, n);
        break;
    case MOVE:
        for (size_t i = 0; i < n; i++)
            to->words[start[(words[i] >> key_at) + 1]++] = words[i];
        break;
    default:
        m->kernel->expand(&m->layout, to->words + m->sorted_to, n, to->words + m->sorted_to);
    }
    *work += n;
    m->sorted_to += n;
    if (n < left) return true;
    m->sorted_to = 0;
    if (m->stage == COUNT_KEYS) {
        sum_keys(m);
        m->stage = MOVE;
    } else {
        to->count = from->count;
        m->stage = m->stage == MOVE && m->list == 0 ? EXPAND : SORTED;
    }
    return true;
}

/* ---- Matching --------------------------------------------------------------------------------- */

static uint64_t match_block(fq_nqueens_join *m, const fq_join_lane *lanes, tree_node node)
{
    const fq_join_items items = {m->sorted[0].words, m->start[0]};
    uint64_t compared = 0;
    m->unit_sum += m->kernel->match(m->scratch, &m->layout, &items, lanes, node.prefix,
                                    node.depth, &compared);
    return 400 + compared;
}

/* Matches the remainder of a node in blocks; with `all`, also in a block that is not full. */
static uint64_t flush(fq_nqueens_join *m, remainder *r, tree_node node, bool all)
{
    const uint32_t n_lanes = m->kernel->lanes;
    uint64_t work = 0;
    for (;;) {
        uint32_t full = 0, rest = 0;
        for (int c = 0; c < CLASSES; c++) {
            full += r->count[c] / 64;
            rest += r->count[c];
        }
        if (!rest || (full < n_lanes && !all)) return work;
        fq_join_lane lanes[FQ_JOIN_MAX_LANES] = {{NULL, 0, 0}};
        uint32_t used = 0;
        const uint32_t least = full < n_lanes ? 1 : 64;
        for (int c = 0; c < CLASSES; c++)
            while (r->count[c] >= least && used < n_lanes) {
                const uint32_t n = r->count[c] < 64 ? r->count[c] : 64;
                r->count[c] -= n;
                lanes[used++] = (fq_join_lane){r->patterns[c] + r->count[c], n,
                                               m->unit.class_weight[c]};
            }
        work += match_block(m, lanes, node);
    }
}

static void append(remainder *r, int c, const uint64_t *patterns, size_t n)
{
    memcpy(r->patterns[c] + r->count[c], patterns, n * sizeof *patterns);
    r->count[c] += (uint32_t)n;
}

/* Visits nodes of the tree of key prefixes, depth first, until all patterns are matched or the
 * work is `budget`. Patterns of equal keys are matched in full blocks first. The patterns that are
 * left over are passed on to the parent node, until they are enough for a block. Such a block has
 * different keys, but equal prefixes. Returns true at the end. */
static bool match_patterns(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    const uint32_t key_bits = m->layout.key_bits, block = 64 * m->kernel->lanes;
    tree_node node = m->node;
    bool done = false;
    while (!done && *work < budget) {
        remainder *const here = &m->left[node.depth];
        const uint32_t below = key_bits - node.depth;
        if (!node.leaving) {
            size_t first[CLASSES], last[CLASSES], total = 0;
            for (int c = 0; c < CLASSES; c++) {
                first[c] = m->start[1 + c][(size_t)node.prefix << below];
                last[c] = m->start[1 + c][((size_t)node.prefix + 1) << below];
                total += last[c] - first[c];
                here->count[c] = 0;
            }
            if (total > 0 && below > 0 && (total >= block || below > FQ_JOIN_TABLE_KEY)) {
                node = (tree_node){node.depth + 1, node.prefix << 1, false};
                continue;
            }
            for (int c = 0; c < CLASSES; c++) {
                const uint64_t *const words = m->sorted[1 + c].words;
                for (; last[c] - first[c] >= block; first[c] += block) {
                    fq_join_lane lanes[FQ_JOIN_MAX_LANES];
                    for (uint32_t l = 0; l < m->kernel->lanes; l++)
                        lanes[l] = (fq_join_lane){words + first[c] + 64 * l, 64,
                                                  m->unit.class_weight[c]};
                    *work += match_block(m, lanes, node);
                }
                if (first[c] < last[c]) append(here, c, words + first[c], last[c] - first[c]);
            }
        }
        *work += flush(m, here, node, false);
        const uint32_t rest = here->count[0] + here->count[1] + here->count[2];
        if (rest && (node.depth == 0 || below == FQ_JOIN_TABLE_KEY || rest >= block / 2))
            *work += flush(m, here, node, true);
        if (node.depth == 0) {
            done = true;
            break;
        }
        for (int c = 0; c < CLASSES; c++)
            if (here->count[c]) append(here - 1, c, here->patterns[c], here->count[c]);
        *work += 10;
        node = node.prefix & 1 ? (tree_node){node.depth - 1, node.prefix >> 1, true}
                               : (tree_node){node.depth, node.prefix + 1, false};
    }
    m->node = node;
    return done;
}

/* ---- The phases of a unit ---------------------------------------------------------------------- */

/* The phases return false if memory is too short. */

static bool begin_unit(fq_nqueens_join *m, uint64_t *work)
{
    *work += 20;
    if (m->next == m->last) {
        m->phase = FINISHED;
        return true;
    }
    const uint32_t before = m->unit.start_row;
    m->unit = fq_join_find_unit(m->plan, m->next);
    if (!m->unit.weight) {
        m->unit.start_row = before;
        m->next++;
        return true;
    }
    if (m->unit.start_row != before) {
        for (int i = 0; i < 4; i++) drop_quarter(m, &m->quarters[i]);
        m->listed_all = false;
        m->age = 0;
    }
    m->phase = LISTS;
    return true;
}

/* Makes one quarter that the unit needs. Returns false if its lists do not fit. */
static bool make_quarter(fq_nqueens_join *m, int number, bool subsets, uint32_t rows,
                         uint64_t budget, uint64_t *work)
{
    quarter *const q = &m->quarters[number];
    if (!m->listing && !begin_quarter(m, q, number & 1, subsets, rows)) return false;
    m->listing = true;
    for (bool done = false; !done && *work < budget;) {
        const uint64_t before = m->lister.listed;
        if (!continue_quarter(m, q, &done)) return false;
        /* Writing misses the cache, and touches each page for the first time. */
        *work += 10 + (m->lister.boards ? 25 : 6) * (m->lister.listed - before);
        m->listing = !done;
    }
    return true;
}

static bool make_lists(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    const uint32_t half = (uint32_t)m->plan->half, north = (UINT32_C(1) << half) - 1;
    const uint32_t sets[4] = {m->unit.east & north, m->unit.east >> half, m->unit.west & north,
                              m->unit.west >> half};
    for (int i = 0; i < 4 && !m->listed_all; i++) {
        const bool all = !m->too_large;
        if (all && i == 2) {
            m->listed_all = true;
            break;
        }
        if (m->quarters[i].made && (all || m->quarters[i].rows == sets[i])) continue;
        const bool fits = make_quarter(m, i, all, sets[i], budget, work);
        if (!fits) {
            m->listing = false;
            if (!all || m->refused) return false;
            m->too_large = true;
            for (int j = 0; j < 4; j++) drop_quarter(m, &m->quarters[j]);
            return true;
        }
        if (m->listing) return true; /* the budget is spent */
        if (*work >= budget) return true;
    }
    m->cell = 0;
    m->unit_sum = 0;
    m->west_done = m->east_sorted = false;
    m->east.count = 0;
    for (int c = 0; c < CLASSES; c++) m->patterns[c].count = 0;
    m->phase = EAST;
    return true;
}

static void end_unit(fq_nqueens_join *m)
{
    m->solutions += m->unit_sum * m->unit.weight;
    m->next++;
    m->phase = NEXT_UNIT;
}

static bool list_east(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    if (!list_halves(m, false, budget, work)) return false;
    const uint32_t north = m->unit.east & ((UINT32_C(1) << m->plan->half) - 1);
    if (m->cell < m->plan->choose[m->plan->half][fq_popcount(north)]) return true;
    m->nodes += m->east.count;
    m->cell = 0;
    if (m->east.count)
        m->phase = WEST;
    else
        end_unit(m);
    return true;
}

static bool list_west(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    if (!list_halves(m, true, budget, work)) return false;
    const size_t n = n_patterns(m);
    if (!m->west_done && n < m->chunk) return true;
    m->nodes += n;
    m->phase = BEGIN_SORT;
    return true;
}

static bool begin_sort(fq_nqueens_join *m, uint64_t *work)
{
    const size_t n = n_patterns(m);
    if (!n) {
        end_unit(m);
        return true;
    }
    m->list = m->east_sorted ? 1 : 0;
    m->stage = ALLOCATE;
    m->sorted_to = 0;
    m->phase = SORT;
    *work += 500;
    if (m->east_sorted) return true; /* the layout stays for all chunks of a unit */
    /* Choosing a layout costs as much as sorting some thousand words. */
    if (m->age == 0) {
        uint32_t key_bits = 0;
        while (((uint64_t)64 * m->kernel->lanes << key_bits) < n && key_bits < FQ_JOIN_MAX_KEY)
            key_bits++;
        choose_layout(m, key_bits);
        m->age = 1 + (uint32_t)(40000 / n);
    }
    m->age--;
    return true;
}

static bool sort_words(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    while (m->list <= CLASSES) {
        if (*work >= budget) return true;
        if (!sort_slice(m, work)) return false;
        if (m->stage < SORTED) continue;
        m->list++;
        m->stage = ALLOCATE;
    }
    m->east_sorted = true;
    m->node = (tree_node){0, 0, false};
    m->phase = MATCH;
    return true;
}

static bool match_words(fq_nqueens_join *m, uint64_t budget, uint64_t *work)
{
    if (!match_patterns(m, budget, work)) return true;
    for (int c = 0; c < CLASSES; c++) m->patterns[c].count = 0;
    if (m->west_done)
        end_unit(m);
    else
        m->phase = WEST;
    return true;
}

fq_status fq_nqueens_join_step(fq_nqueens_join *m, uint64_t budget)
{
    uint64_t work = 0;
    bool fits = true;
    while (work < budget && fits && m->phase < FINISHED) {
        switch (m->phase) {
        case NEXT_UNIT:
            fits = begin_unit(m, &work);
            break;
        case LISTS:
            fits = make_lists(m, budget, &work);
            break;
        case EAST:
            fits = list_east(m, budget, &work);
            break;
        case WEST:
            fits = list_west(m, budget, &work);
            break;
        case BEGIN_SORT:
            fits = begin_sort(m, &work);
            break;
        case SORT:
            fits = sort_words(m, budget, &work);
            break;
        default:
            fits = match_words(m, budget, &work);
        }
    }
    if (!fits) m->phase = STOPPED;
    return m->phase == FINISHED ? FQ_DONE : m->phase == STOPPED ? FQ_FULL : FQ_RUNNING;
}

/* ---- Making machines --------------------------------------------------------------------------- */

static size_t start_bytes(void) { return (((size_t)1 << FQ_JOIN_MAX_KEY) + 2) * 4; }
static size_t table_bytes(const fq_nqueens_join *m)
{
    return ((size_t)m->digits << m->digit_bits) * 8;
}

fq_error fq_nqueens_join_restart(fq_nqueens_join *m, fq_nqueens_task task)
{
    if (task.n != (uint32_t)m->plan->n || task.first > task.last ||
        task.last > fq_nqueens_join_plan_size(m->plan))
        return FQ_BAD_SIZE;
    m->next = task.first;
    m->last = task.last;
    m->nodes = m->solutions = 0;
    if (m->listing) { /* the last task was left before its end */
        for (int i = 0; i < 4; i++) drop_quarter(m, &m->quarters[i]);
        m->listing = false;
    }
    m->age = 0; /* a layout does not depend on earlier tasks */
    m->phase = NEXT_UNIT;
    return FQ_OK;
}

fq_nqueens_join *fq_nqueens_join_new(const fq_nqueens_join_plan *plan, fq_nqueens_task task,
                                     fq_isa isa, uint64_t max_bytes, fq_error *error)
{
    fq_nqueens_join *m = calloc(1, sizeof *m);
    *error = FQ_NO_MEMORY;
    if (!m) return NULL;
    m->plan = plan;
    m->kernel = FQ_FOR_ISA(isa, fq_join);
    m->max_bytes = max_bytes;
    /* A pattern takes 16 bytes and up to 50 % more, so a chunk takes a third of the memory. */
    const uint64_t chunk = max_bytes / 72;
    m->chunk = chunk < MIN_CHUNK ? MIN_CHUNK : chunk > MAX_CHUNK ? MAX_CHUNK : (size_t)chunk;
    m->unit.start_row = UINT32_MAX;
    m->too_large = plan->half > 10; /* more than a gigabyte */
    const uint32_t bits = 2 * (uint32_t)plan->n - 2;
    m->digits = (bits + 8) / 9;
    m->digit_bits = (bits + m->digits - 1) / m->digits;
    if (fq_nqueens_join_restart(m, task) != FQ_OK) {
        *error = FQ_BAD_SIZE;
        free(m);
        return NULL;
    }
    m->scratch = take(m, m->kernel->scratch);
    m->left = take(m, (FQ_JOIN_MAX_KEY + 1) * sizeof *m->left);
    m->rank = take(m, sizeof *m->rank << plan->half);
    bool made = m->scratch && m->left && m->rank;
    for (int i = 0; i < 1 + CLASSES; i++) made &= (m->start[i] = take(m, start_bytes())) != NULL;
    for (int i = 0; i < 2; i++) made &= (m->rearrange[i] = take(m, table_bytes(m))) != NULL;
    if (!made) {
        fq_nqueens_join_free(m);
        return NULL;
    }
    uint32_t sets[FQ_JOIN_MAX_HALF + 1] = {0};
    for (uint32_t x = 0; x < UINT32_C(1) << plan->half; x++) m->rank[x] = sets[fq_popcount(x)]++;
    *error = FQ_OK;
    return m;
}

void fq_nqueens_join_free(fq_nqueens_join *m)
{
    if (!m) return;
    for (int i = 0; i < 4; i++) drop_quarter(m, &m->quarters[i]);
    buffer *const buffers[] = {&m->east,      &m->patterns[0], &m->patterns[1], &m->patterns[2],
                               &m->sorted[0], &m->sorted[1],   &m->sorted[2],   &m->sorted[3]};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        fq_aligned_free(buffers[i]->words);
    for (int i = 0; i < 1 + CLASSES; i++) fq_aligned_free(m->start[i]);
    for (int i = 0; i < 2; i++) fq_aligned_free(m->rearrange[i]);
    fq_aligned_free(m->rank);
    fq_aligned_free(m->left);
    fq_aligned_free(m->scratch);
    free(m);
}

uint64_t fq_nqueens_join_spent(const fq_nqueens_join *m) { return m->nodes; }

fq_nqueens_counters fq_nqueens_join_counts(const fq_nqueens_join *m)
{
    return (fq_nqueens_counters){m->nodes, m->solutions};
}

uint64_t fq_nqueens_join_position(const fq_nqueens_join *m) { return m->next; }
uint64_t fq_nqueens_join_most_bytes(const fq_nqueens_join *m) { return m->most_bytes; }

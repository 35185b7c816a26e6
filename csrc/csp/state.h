/* state.h - the types and functions that the files of the constraint search share.
 *
 *     model.c      the compiled model, and the models of boards
 *     search.c     the machine: set-up, choice of variables and values, restarts
 *     domains.h    domains, their trail, pruning by a choice
 *     arcs.c       finds which variables are in conflict
 *     queue.c      the queues of MAC
 *     mac.c        arc consistency
 *     scopes.c     which constraints each variable belongs to, and which filter they have
 *     all_different.c  the filter of all-different constraints
 *     table.c      the filter of table constraints
 *     count.c      the filter of count constraints
 *     backtrack.c  backtracking in static order, with and without memory: the fast path
 *     memo.c       the memory of failed calls
 *
 * A set of values is an array of `words` words. Each variable has one bit per value, in order.
 * Small variables share a word, but no variable straddles two words. A variable of more than 64
 * values starts at a new word and shares none of its words:
 *
 *     word 0                             word 1            word 2 ..             word 4
 *     | var 0 | var 1    | var 2 | (free) | var 3 | (free)   | var 4 (150 values) | var 5 ...
 *
 * So for nearly all variables, one and-not of one word removes the values that conflict with a
 * chosen value. Sets stay short: 7 words for the 400 values and 20 variables of the board in the
 * coloured Queens thesis. */
#ifndef FQ_CSP_IMPL_H
#define FQ_CSP_IMPL_H

#include "common/bits.h"
#include "common/rng.h"
#include "common/checked_math.h"
#include "csp.h"

typedef struct fq_csp_variable {
    uint64_t mask; /* the variable's bits in its first word; all ones if it has several words */
    /* the variable's first word in a set, and its number of words (0 if it has no values) */
    uint32_t word, words;
    uint32_t bit;   /* position of value 0 in the first word */
    uint32_t first; /* index of value 0 of this variable among all values of the model */
    uint32_t size;
} fq_csp_variable;

/* An all-different constraint. Equal values have equal numbers: number[start[i] + a] is the number
 * of value a of variable[i]. place[group[p]] to place[group[p + 1] - 1] are the bits, in a set of
 * all values, of the values with number p. */
typedef struct fq_csp_all_different {
    uint32_t count, values; /* numbers are below `values` */
    uint32_t *variable, *start, *number, *group, *place;
} fq_csp_all_different;

/* A table constraint: entry[r * count + i] is the value of variable[i] in row r. The set of the
 * rows in which variable[i] has value a begins at support[(start[i] + a) * words]. */
typedef struct fq_csp_table {
    uint32_t count, rows, words; /* words: the length of a set of rows */
    uint32_t *variable, *entry, *start;
    uint64_t *support;
} fq_csp_table;

/* A count constraint: value[i] is the number of the counted value of variable[i], or
 * FQ_CSP_NO_VALUE. */
typedef struct fq_csp_count {
    uint32_t count, least, most;
    uint32_t *variable, *value;
} fq_csp_count;

struct fq_csp_model {
    uint32_t variables, values, words;
    uint32_t n;     /* size of a board; 0 for other models */
    int impossible; /* 1: the model has no solution, whatever its conflicts are */
    fq_csp_variable *variable;
    uint64_t *conflict;                  /* `words` per value: the values that conflict with it */
    /* The words of a set form at most 64 blocks of `block_words` words. Bit b of blocks[x]: a value
     * of variable x may conflict with values in block b. */
    uint64_t *blocks;
    uint32_t block_words;
    uint16_t *cell;                      /* the cell of each value on a board; else NULL */
    fq_csp_all_different *all_different; /* constraints; their conflicts are also in `conflict` */
    /* number of constraints; number of their variables and values together */
    uint32_t all_differents, entries;
    fq_csp_table *table;
    /* number of tables; their entries, variables and values together; words of their supports */
    uint32_t tables, table_entries, support_words;
    fq_csp_count *count;
    uint32_t counts, counted; /* number of count constraints, and of their variables together */
};

typedef enum fq_csp_resume {
    FQ_CSP_AT_REVISE, /* arcs or filters are queued */
    FQ_CSP_AT_CALL,   /* the next call picks a variable */
    FQ_CSP_AT_FOUND,  /* all variables have values: backtrack over the last one */
    FQ_CSP_AT_END
} fq_csp_resume;

/* The number of steps, in two parts: steps that were searched, and steps added by look-ups. The
 * second part may exceed 64 bits, so its carries are counted. */
typedef struct fq_csp_tally {
    uint64_t nodes, looked_up, carries;
} fq_csp_tally;

/* A call that is not finished: its variable, and the range of its values to try in `order`. */
typedef struct fq_csp_level {
    uint32_t variable;
    uint32_t next, end;
    uint32_t trail; /* length of the trail before the variable's current value was chosen */
    uint32_t table_trail; /* length of the trail of the tables at the same time */
    /* FQ_CSP_MEMO: the steps, the solutions and the hash at the start of this call */
    fq_csp_tally tally;
    uint64_t solutions, hash[2];
} fq_csp_level;

/* Values pruned from one word of one variable. */
typedef struct fq_csp_prune {
    uint64_t bits;
    uint32_t variable, word;
} fq_csp_prune;

/* The neighbours of x are other[arc[x]] to other[arc[x + 1] - 1], in static order. Arc i of x is
 * (x, other[i]), and back[i] is the number of the arc (other[i], x). With MAC, two variables that
 * conflict only through an all-different constraint are not neighbours, because the filter handles
 * them. */
typedef struct fq_csp_arcs {
    uint32_t *arc, *other, *back, *own; /* arc i belongs to variable own[i] */
    uint32_t *degree; /* degree[x]: number of variables that x has conflicts with */
    uint32_t count;
} fq_csp_arcs;

/* A first-in first-out queue of the numbers 0 to capacity - 1, each at most once. */
typedef struct fq_csp_queue {
    uint32_t *item;   /* a ring buffer of `capacity` entries */
    uint8_t *waiting; /* waiting[i]: whether i is in the queue */
    uint32_t head, length, capacity;
} fq_csp_queue;

/* The number of the value matched to each variable of a constraint, and the variable that owns each
 * number. */
typedef struct fq_csp_matching {
    uint32_t *matched, *owner;
} fq_csp_matching;

typedef struct fq_csp_node {
    uint32_t index, low, component, next;
} fq_csp_node;

/* The constraints of each variable. For variable x, each k from first[x] to first[x + 1] - 1 stands
 * for a constraint that contains x: `constraint_of[k]` is the number of the constraint, and
 * `position[k]` is the index of x among the variables of that constraint. All-different constraints
 * have the first numbers, then come the tables, then the count constraints. MAC lists all of them.
 * The other methods list tables and count constraints, and count the variables without a value in
 * left[constraint]. */
typedef struct fq_csp_scopes {
    uint32_t *first, *constraint_of, *position, *left;
    uint32_t count; /* one more than the largest number of a listed constraint; 0: none is listed */
} fq_csp_scopes;

/* The filters of all_different.c, used by MAC only. */
typedef struct fq_csp_filters {
    fq_csp_matching *matching;
    uint32_t *matched, *owner; /* storage of all matchings */
    /* Scratch memory. The numbers of the values left to variable i are edge[begin[i]] to
     * edge[begin[i + 1] - 1]. */
    uint32_t *edge, *begin, *stack, *path, *from, *seen, stamp;
    fq_csp_node *node;
} fq_csp_filters;

/* The state of one table. set[rows] to set[seen - 1] are the rows that fit the domains. From
 * set[seen] on, it has the domains at the last filter, variable after variable. The words of the
 * rows that are not 0 are set[rows + live[k]] for k below `limit`. */
typedef struct fq_csp_table_state {
    uint32_t rows, seen, live, residue;
    uint32_t limit;
} fq_csp_table_state;

/* A word of `set` before a filter changed it. */
typedef struct fq_csp_table_change {
    uint64_t bits;
    uint32_t cell, table;
} fq_csp_table_change;

/* The filters of table.c. MAC uses all arrays, the other methods only `rows`. */
typedef struct fq_csp_tables {
    fq_csp_table_state *state;
    uint64_t *set;
    uint32_t *live, *residue; /* residue: for each support, the word that had a row last */
    fq_csp_table_change *trail;
    uint32_t trail_length;
    uint64_t *rows; /* scratch memory: a set of rows */
} fq_csp_tables;

typedef struct fq_csp_entry {
    uint64_t tag;
    uint64_t tag_steps; /* high 8 bits: tag; low 56 bits: number of steps; 0: empty entry */
} fq_csp_entry;

#define FQ_CSP_STEP_BITS 56
#define FQ_CSP_WAYS      4 /* entries per bucket: one cache line */

typedef struct fq_csp_memo {
    fq_csp_entry *entry;
    void *memory;
    uint64_t buckets, capacity; /* buckets in use, and buckets allocated: powers of two */
    uint64_t filled;            /* entries in use */
} fq_csp_memo;

/* A level of the fast path in backtrack.c. */
typedef struct fq_csp_plain {
    uint64_t left; /* the values to try after the current one */
    uint32_t bit;  /* position of the current value */
    int keep;      /* FQ_CSP_MEMO: whether to remember the call if it fails */
    /* FQ_CSP_MEMO: the steps, the solutions and the hash at the start of this call */
    fq_csp_tally tally;
    uint64_t solutions, hash[2];
} fq_csp_plain;

struct fq_csp {
    const fq_csp_model *model;
    fq_csp_options options;
    fq_csp_resume resume;
    fq_csp_counters counts;
    fq_csp_tally tally;
    uint32_t depth; /* number of values chosen */
    /* backtrack.c */
    fq_csp_plain *plain; /* [variables]: the levels; NULL if backtrack.c does not run this search */
    uint64_t *free;      /* for each depth: the set of values that conflict with no choice */
    /* all other searches */
    uint64_t *domain; /* one set for all variables: the values left in their domains */
    uint64_t *open;   /* all values of the variables not yet chosen */
    uint32_t *size;   /* size of each domain */
    int32_t *value;   /* chosen value of each variable, or -1 */
    uint32_t *order;  /* values to try, one level after another */
    fq_csp_level *level;
    fq_csp_prune *trail;
    uint32_t trail_length;
    uint64_t *keys; /* scratch memory for sorting values and for hashing a call */
    fq_csp_arcs arcs;
    fq_csp_queue arc_queue, filter_queue; /* FQ_CSP_MAC only */
    fq_csp_memo memo;
    uint64_t run_steps, run_limit;
    fq_csp_scopes scopes;
    fq_csp_filters filters;
    fq_csp_tables tables;
};

static inline void fq_csp_add_looked_up_steps(fq_csp_tally *tally, uint64_t steps)
{
    tally->looked_up += steps;
    tally->carries += tally->looked_up < steps;
}

/* The number of all steps, capped at 2^64 - 1. */
static inline uint64_t fq_csp_count_steps(const fq_csp_tally *tally)
{
    return tally->carries ? UINT64_MAX : fq_add_capped(tally->nodes, tally->looked_up);
}

/* The number of steps between two tallies, capped at 2^64 - 1. */
static inline uint64_t fq_csp_steps_between(const fq_csp_tally *now, const fq_csp_tally *then)
{
    const uint64_t carries = now->carries - then->carries;
    if (carries > (now->looked_up < then->looked_up)) return UINT64_MAX;
    return fq_add_capped(now->nodes - then->nodes, now->looked_up - then->looked_up);
}

/* Notes that a value of variable x may conflict with values in a word. */
static inline void fq_csp_note_conflict(fq_csp_model *model, uint32_t x, uint32_t word)
{
    model->blocks[x] |= UINT64_C(1) << word / model->block_words;
}

static inline const uint64_t *fq_csp_row(const fq_csp_model *model, uint32_t value)
{
    return model->conflict + (size_t)value * model->words;
}

/* arcs.c */
fq_error fq_csp_find_arcs(fq_csp *s);

/* mac.c. Revises the next arc of the queue. Returns 0 and clears the queues if a variable has no
 * value left. */
int fq_csp_revise_next(fq_csp *s);

/* scopes.c. fq_csp_filter_next works like fq_csp_revise_next. */
fq_error fq_csp_scopes_new(fq_csp *s);
void fq_csp_scopes_free(fq_csp_scopes *scopes);
int fq_csp_filter_next(fq_csp *s);
/* Queues what depends on variable x after a filter has pruned values of x. */
void fq_csp_queue_dependents(fq_csp *s, uint32_t x);
/* All methods except MAC: after a choice for x, counts the variables without a value in the
 * constraints of x. With `apply`, prunes the values of the last variable of each constraint that
 * violate it. Returns 0 if forward checking empties a domain. The second function undoes the
 * count. */
int fq_csp_assign_in_scopes(fq_csp *s, uint32_t x, int apply);
void fq_csp_unassign_in_scopes(fq_csp *s, uint32_t x);
/* Adds the other variables of tables and count constraints to the degree of each variable. */
void fq_csp_add_scopes_to_degrees(fq_csp *s);
/* The number of words that fq_csp_write_scopes writes. */
uint32_t fq_csp_scope_words(const fq_csp_model *m);
/* FQ_CSP_MEMO: writes, for each constraint with two or more variables without a value, how the
 * values chosen for its other variables restrict them. */
void fq_csp_write_scopes(const fq_csp *s, uint64_t *words);
/* Returns 0 if one of `count` variables does not exist or is listed twice. `seen` has an entry for
 * each variable, all 0; they are 0 again after a return of 1. */
int fq_csp_are_distinct(const fq_csp_model *m, uint32_t count, const uint32_t *variables,
                        uint8_t *seen);

/* all_different.c. The filter of each kind of constraint returns 0 if the constraint has no
 * solution. fq_csp_mark_equal marks the values that have the same number as value a of variable x
 * in an all-different constraint. Some of these values also conflict with a for other reasons. */
void fq_csp_all_different_free(fq_csp_model *m);
fq_error fq_csp_filters_new(fq_csp *s);
void fq_csp_filters_free(fq_csp_filters *filters);
int fq_csp_filter_all_different(fq_csp *s, uint32_t constraint);
void fq_csp_mark_equal(const fq_csp *s, uint32_t x, uint32_t a, uint64_t *set);

/* table.c, count.c. The functions `filter_last` prune the values of variable number `last` of a
 * constraint that violate it; all its other variables have values. */
void fq_csp_tables_free(fq_csp_model *m);
fq_error fq_csp_tables_new(fq_csp *s);
void fq_csp_tables_end(fq_csp_tables *tables);
void fq_csp_undo_tables(fq_csp *s, uint32_t length);
int fq_csp_filter_table(fq_csp *s, uint32_t table);
void fq_csp_filter_last_of_table(fq_csp *s, uint32_t table, uint32_t last);
void fq_csp_counts_free(fq_csp_model *m);
int fq_csp_filter_count(fq_csp *s, uint32_t count);
void fq_csp_filter_last_of_count(fq_csp *s, uint32_t count, uint32_t last);
/* How many variables of a count constraint have been given the counted value. */
uint32_t fq_csp_counted(const fq_csp *s, uint32_t count);

/* backtrack.c */
int fq_csp_plain_applies(const fq_csp_model *model, const fq_csp_options *options);
fq_error fq_csp_plain_new(fq_csp *s);
fq_status fq_csp_plain_step(fq_csp *s, uint64_t budget);
uint64_t fq_csp_plain_backtracks(const fq_csp *s);

/* memo.c */
fq_error fq_csp_memo_new(fq_csp_memo *memo, uint64_t max_bytes);

/* Hashes a call: `count` words of the values free for the remaining variables. */
static inline void fq_csp_hash(uint64_t depth, const uint64_t *words, uint32_t count,
                               uint64_t hash[2])
{
    uint64_t a = depth * UINT64_C(0x9e3779b97f4a7c15) + 1, b = ~depth;
    for (uint32_t i = 0; i < count; i++) {
        a = (a ^ words[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        b = (b + words[i]) * UINT64_C(0x94d049bb133111eb);
        a ^= a >> 29;
        b ^= b >> 32;
    }
    hash[0] = a * UINT64_C(0xd6e8feb86659fd93);
    hash[1] = b * UINT64_C(0x9e3779b97f4a7c15);
    hash[0] ^= hash[0] >> 32;
    hash[1] ^= hash[1] >> 29;
}

static inline fq_csp_entry *fq_csp_bucket(const fq_csp_memo *memo, const uint64_t hash[2])
{
    return memo->entry + FQ_CSP_WAYS * (hash[1] & (memo->buckets - 1));
}

/* Looks up a call in the memory of failed calls. Returns its number of steps, or 0 if the call is
 * not stored. */
static inline uint64_t fq_csp_find_nogood(const fq_csp_memo *memo, const uint64_t hash[2])
{
    const fq_csp_entry *entry = fq_csp_bucket(memo, hash);
    for (int i = 0; i < FQ_CSP_WAYS; i++)
        if (entry[i].tag == hash[0] && !((entry[i].tag_steps ^ hash[1]) >> FQ_CSP_STEP_BITS))
            return entry[i].tag_steps & fq_ones(FQ_CSP_STEP_BITS);
    return 0;
}

void fq_csp_store_nogood(fq_csp_memo *memo, const uint64_t hash[2], uint64_t steps);

#endif

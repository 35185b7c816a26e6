/* state.h - the types and functions that the files of the constraint search share.
 *
 *     model.c      the compiled model, and the models of boards
 *     search.c     the machine: set-up, choice of variables and values, restarts
 *     domains.h    domains, their trail, pruning by a choice
 *     arcs.c       finds which variables are in conflict
 *     queue.c      the queues of MAC
 *     mac.c        arc consistency
 *     all_different.c  the filter of all-different constraints
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

/* The filters of all_different.c, used by MAC only. For variable x, each k from first[x] to first[x
 * + 1] - 1 stands for a constraint that contains x: `constraint_of[k]` is the number of the
 * constraint, and `position[k]` is the index of x among the variables of that constraint. */
typedef struct fq_csp_filters {
    uint32_t *first, *constraint_of, *position;
    fq_csp_matching *matching;
    uint32_t *matched, *owner; /* storage of all matchings */
    uint32_t count;            /* number of constraints; 0 if there are no filters at all */
    /* Scratch memory. The numbers of the values left to variable i are edge[begin[i]] to
     * edge[begin[i + 1] - 1]. */
    uint32_t *edge, *begin, *stack, *path, *from, *seen, stamp;
    fq_csp_node *node;
} fq_csp_filters;

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
    uint64_t *keys; /* scratch memory for sorting values */
    fq_csp_arcs arcs;
    fq_csp_queue arc_queue, filter_queue; /* FQ_CSP_MAC only */
    fq_csp_memo memo;
    uint64_t run_steps, run_limit;
    fq_csp_filters filters;
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

/* all_different.c. fq_csp_filter_next works like fq_csp_revise_next. fq_csp_mark_equal marks the
 * values that have the same number as value a of variable x in an all-different constraint. Some of
 * these values also conflict with a for other reasons. */
void fq_csp_all_different_free(fq_csp_model *m);
fq_error fq_csp_filters_new(fq_csp *s);
void fq_csp_filters_free(fq_csp_filters *filters);
int fq_csp_filter_next(fq_csp *s);
void fq_csp_mark_equal(const fq_csp *s, uint32_t x, uint32_t a, uint64_t *set);

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

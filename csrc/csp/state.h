/* state.h - what the files of the constraint search share among themselves.
 *
 *   model.c      the compiled model, and the models of boards
 *   search.c     the machine: set-up, choice of variables and values, restarts
 *   domains.h    domains, their trail, forward checking
 *   arcs.c       which variables are in conflict
 *   mac.c        arc consistency
 *   all_different.c  variables that take different values
 *   backtrack.c  backtracking in static order, with and without memory: the fast path
 *   memo.c       the memory of failed calls
 *
 * A set of values is an array of `words` words. Each variable has one bit a value, in order; small
 * variables share a word, but none straddles two. One of more than 64 values starts a word of its
 * own and shares none:
 *
 *     word 0                             word 1            word 2 ..             word 4
 *     | var 0 | var 1    | var 2 | (free) | var 3 | (free)   | var 4 (150 values) | var 5 ...
 *
 * So what a chosen value leaves to another variable is one and-not of one word, for nearly all of
 * them, and sets stay short: 7 words for the 400 values and 20 variables of the thesis' board. */
#ifndef FQ_CSP_IMPL_H
#define FQ_CSP_IMPL_H

#include "common/bits.h"
#include "common/rng.h"
#include "common/checked_math.h"
#include "csp.h"

typedef struct fq_csp_variable {
    uint64_t mask;        /* its bits in its first word; all ones if it has more words than one */
    uint32_t word, words; /* where it is; no words if it has no values */
    uint32_t bit;         /* of value 0 in the first word */
    uint32_t first;       /* number of value 0 among all values */
    uint32_t size;
} fq_csp_variable;

/* Variables that take different values. Equal values have equal numbers: number[start[i] + a] is
 * that of value a of variable[i]. place[group[p] .. group[p + 1] - 1] are the bits, in a set of
 * all values, of those with number p. */
typedef struct fq_csp_all_different {
    uint32_t count, values; /* numbers are below `values` */
    uint32_t *variable, *start, *number, *group, *place;
} fq_csp_all_different;

struct fq_csp_model {
    uint32_t variables, values, words;
    uint32_t n;     /* of a board */
    int impossible; /* no solution, whatever the conflicts say */
    fq_csp_variable *variable;
    uint64_t *conflict; /* `words` a value: the values that cannot stand beside it */
    uint16_t *cell;     /* of a value, on a board */
    fq_csp_all_different *all_different; /* its conflicts are among the others too */
    uint32_t all_differents, entries;    /* how many, and their variables and values together */
};

typedef enum fq_csp_resume {
    FQ_CSP_AT_REVISE, /* arcs are queued */
    FQ_CSP_AT_CALL,   /* the next variable is to be called for */
    FQ_CSP_AT_FOUND,  /* all variables have values: backtrack over the last */
    FQ_CSP_AT_END
} fq_csp_resume;

/* Steps: those searched, and those added by looking up, which may exceed 64 bits. */
typedef struct fq_csp_tally {
    uint64_t nodes, looked_up, carries;
} fq_csp_tally;

/* A call that is not finished: its variable, and the values to try in `order` of the search. */
typedef struct fq_csp_level {
    uint32_t variable;
    uint32_t next, end;
    uint32_t trail;     /* its length before the variable's current value was chosen */
    fq_csp_tally tally; /* at the call, for FQ_CSP_MEMO, as what follows */
    uint64_t solutions, hash[2];
} fq_csp_level;

/* Values pruned from one word of one variable. */
typedef struct fq_csp_prune {
    uint64_t bits;
    uint32_t variable, word;
} fq_csp_prune;

/* The neighbours of x are other[arc[x] .. arc[x + 1] - 1], in static order; arc i stands for "x
 * against other[i]", and back[i] for the same pair seen from the other side. With mac, those in
 * conflict only because they take different values are no neighbours: a filter sees to them. */
typedef struct fq_csp_arcs {
    uint32_t *arc, *other, *back, *own; /* own[i]: x */
    uint32_t *degree;                   /* of x: variables that it has conflicts with */
    uint32_t count;
} fq_csp_arcs;

/* A first-in first-out queue of the numbers 0 to capacity - 1, each at most once. */
typedef struct fq_csp_queue {
    uint32_t *item;   /* a ring buffer of `capacity` entries */
    uint8_t *waiting; /* waiting[i]: whether i is in the queue */
    uint32_t head, length, capacity;
} fq_csp_queue;

/* The value (by number) matched to each variable of a constraint, and the variable that has it. */
typedef struct fq_csp_matching {
    uint32_t *matched, *owner;
} fq_csp_matching;

typedef struct fq_csp_node {
    uint32_t index, low, component, next;
} fq_csp_node;

/* all_different.c, with mac only. Variable x is variable position[k] of constraint of[k], for k
 * from first[x] to first[x + 1] - 1. */
typedef struct fq_csp_filters {
    uint32_t *first, *of, *position;
    fq_csp_matching *matching;
    uint32_t *matched, *owner; /* of all matchings */
    uint32_t count;            /* number of constraints; 0 if there are no filters at all */
    /* scratch: the values left to variable i, by number, are edge[begin[i] .. begin[i + 1] - 1] */
    uint32_t *edge, *begin, *stack, *path, *from, *seen, stamp;
    fq_csp_node *node;
} fq_csp_filters;

typedef struct fq_csp_entry {
    uint64_t tag;
    uint64_t tag_steps; /* 8 bits of tag above 56 bits of steps; 0 if the entry is empty */
} fq_csp_entry;

#define FQ_CSP_STEP_BITS 56
#define FQ_CSP_WAYS      4 /* entries of a bucket: one cache line */

typedef struct fq_csp_memo {
    fq_csp_entry *entry;
    void *memory;
    uint64_t buckets, most; /* in use, and in `memory`: powers of two */
    uint64_t filled;        /* entries */
} fq_csp_memo;

/* A level of backtrack.c. */
typedef struct fq_csp_plain {
    uint64_t left;      /* values to try after the current one */
    uint32_t bit;       /* of the current one */
    int keep;           /* FQ_CSP_MEMO: the call is remembered if it fails; */
    fq_csp_tally tally; /* then, at the call, as what follows */
    uint64_t solutions, hash[2];
} fq_csp_plain;

struct fq_csp {
    const fq_csp_model *model;
    fq_csp_options options;
    fq_csp_resume resume;
    fq_csp_counters counts;
    fq_csp_tally tally;
    uint32_t depth; /* values chosen */
    /* backtrack.c */
    fq_csp_plain *plain; /* a level each; NULL if the search is not its */
    uint64_t *free;      /* a set for each depth: the values free of conflicts */
    /* the rest */
    uint64_t *domain; /* the set of values left */
    uint64_t *open;   /* all values of the variables not chosen */
    uint32_t *size;   /* of each domain */
    int32_t *value;   /* chosen, or -1 */
    uint32_t *order;  /* values to try, those of each level after another */
    fq_csp_level *level;
    fq_csp_prune *trail;
    uint32_t trail_length;
    uint64_t *keys; /* to sort values by */
    fq_csp_arcs arcs;
    fq_csp_queue arc_queue, filter_queue; /* FQ_CSP_MAC only */
    fq_csp_memo memo;
    uint64_t run_steps, run_limit;
    fq_csp_filters filters;
};

static inline void fq_csp_look_up(fq_csp_tally *tally, uint64_t steps)
{
    tally->looked_up += steps;
    tally->carries += tally->looked_up < steps;
}

/* All steps, and those since another tally; 2^64 - 1 if there are more. */
static inline uint64_t fq_csp_total(const fq_csp_tally *tally)
{
    return tally->carries ? UINT64_MAX : fq_add_capped(tally->nodes, tally->looked_up);
}

static inline uint64_t fq_csp_since(const fq_csp_tally *now, const fq_csp_tally *then)
{
    const uint64_t carries = now->carries - then->carries;
    if (carries > (now->looked_up < then->looked_up)) return UINT64_MAX;
    return fq_add_capped(now->nodes - then->nodes, now->looked_up - then->looked_up);
}

static inline const uint64_t *fq_csp_row(const fq_csp_model *model, uint32_t value)
{
    return model->conflict + (size_t)value * model->words;
}

/* arcs.c */
fq_error fq_csp_find_arcs(fq_csp *s);

/* mac.c. Queueing: all arcs of the problem; or, for a value just chosen, those towards it.
 * Revising: 0 where it left the variable without a value; the queue is then empty. */
int fq_csp_revise_next(fq_csp *s);

/* all_different.c. Filtering as revising. Marking: the values that cannot stand beside one of
 * variable x only because they are equal, and some that conflict anyway. */
void fq_csp_all_different_free(fq_csp_model *m);
fq_error fq_csp_filters_new(fq_csp *s);
void fq_csp_filters_free(fq_csp_filters *filters);
int fq_csp_filter_next(fq_csp *s);
void fq_csp_mark_equal(const fq_csp *s, uint32_t x, uint32_t a, uint64_t *set);

/* backtrack.c */
int fq_csp_plain_fits(const fq_csp_model *model, const fq_csp_options *options);
fq_error fq_csp_plain_new(fq_csp *s);
fq_status fq_csp_plain_step(fq_csp *s, uint64_t budget);
uint64_t fq_csp_plain_backtracks(const fq_csp *s);

/* memo.c */
fq_error fq_csp_memo_new(fq_csp_memo *memo, uint64_t max_bytes);

/* The hash of a call: `count` words of values free for the variables to come. */
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

/* The steps of a failed call, 0 if it is not known. */
static inline uint64_t fq_csp_recall(const fq_csp_memo *memo, const uint64_t hash[2])
{
    const fq_csp_entry *entry = fq_csp_bucket(memo, hash);
    for (int i = 0; i < FQ_CSP_WAYS; i++)
        if (entry[i].tag == hash[0] && !((entry[i].tag_steps ^ hash[1]) >> FQ_CSP_STEP_BITS))
            return entry[i].tag_steps & fq_ones(FQ_CSP_STEP_BITS);
    return 0;
}

void fq_csp_remember(fq_csp_memo *memo, const uint64_t hash[2], uint64_t steps);

#endif

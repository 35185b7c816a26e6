/* swarm.h - coloured Queens by a discrete particle swarm.
 *
 *     fq_swarm *m = fq_swarm_new(n, labels, &options, NULL, &error);
 *     fq_status status;
 *     while ((status = fq_swarm_step(m, 100000)) == FQ_RUNNING) { }
 *     if (status == FQ_FOUND) fq_swarm_peek(m, columns);
 *     fq_swarm_free(m);
 *
 * A particle is a placement of one queen in every region. Its position x[k] is a cell of region k,
 * its fitness
 *
 *     w1 * (ordered pairs of queens that touch) + w2 * (ordered pairs that share a row or column),
 *
 * the smaller the better. pbest is the best position it has had, nbest the best pbest of its
 * neighbourhood. An iteration updates every particle once:
 *
 *     v[k] <- w v[k] + c1 r1 [x[k] != pbest[k]] + c2 r2 [x[k] != nbest[k]]    for every k
 *     x[k] <- nbest[k] if u < v[k], with u in [0, 1) drawn for every k
 *
 * A swarm only recombines the cells it began with: one that has lost a cell of the solution cannot
 * find it. Four additions, off unless asked for, mend that: vmax, stagnation, mutation and repair.
 * The swarm proves nothing: it finds a solution or gives up.
 */
#ifndef FQ_QUEENS_SWARM_H
#define FQ_QUEENS_SWARM_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

enum { FQ_SWARM_MAX_N = 64, FQ_SWARM_MAX_SIZE = 10000 };
#define FQ_SWARM_MAX_WEIGHT 1e9

typedef enum fq_swarm_topology {
    FQ_SWARM_RING = 0,  /* the neighbours of i are i - 1, i and i + 1, round the ends */
    FQ_SWARM_GLOBAL = 1 /* all are neighbours */
} fq_swarm_topology;

typedef enum fq_swarm_repair {
    FQ_SWARM_NO_REPAIR = 0,
    FQ_SWARM_REPAIR_BEST = 1, /* the particle that had the best pbest of all */
    FQ_SWARM_REPAIR_EACH = 2  /* every particle */
} fq_swarm_repair;

typedef struct fq_swarm_options {
    uint32_t size;       /* particles, 1 to FQ_SWARM_MAX_SIZE */
    uint64_t iterations; /* after which the swarm gives up, 1 or more */
    double w, c1, c2;    /* 0 to FQ_SWARM_MAX_WEIGHT */
    double r1, r2;       /* 0 to 1; negative: random */
    double w1, w2;       /* 0 to FQ_SWARM_MAX_WEIGHT */
    fq_swarm_topology topology;
    uint64_t seed;
    /* What the literature adds. */
    double vmax;         /* no velocity grows beyond it; above 0, INFINITY for none */
    uint64_t stagnation; /* iterations without a better best, after which all begin anew; 0: never.
                          * Putting the particles down anew takes the place of an iteration. */
    double mutation;     /* probability that a component, after the move, becomes a random cell:
                          * for every k a number u, and where u < mutation, a cell of region k */
    /* After that, a step of min-conflicts: of the queens with the most conflicts, weighed as in the
     * fitness, a random one moves to the cell of its region that leaves the fewest; a random one
     * of those, and not the cell it has unless it is the only one of them. */
    fq_swarm_repair repair;
} fq_swarm_options;

/* Where the particles begin, each NULL or size * n numbers, particle by particle. Positions are
 * indices into the cells of a region, row by row. A pbest stands unless the
 * position is better. */
typedef struct fq_swarm_start {
    const uint16_t *positions, *bests;
    const double *velocities; /* 0 or more */
} fq_swarm_start;

/* What the formula leaves open:
 * - Before the first iteration every x[k] is uniform among the cells of region k, every v[k]
 *   uniform in [0, 1).
 * - r1 and r2 are drawn once for each particle and iteration, not for each component.
 * - pbest and nbest are brought up to date at the end of an iteration, all particles at once.
 *   pbest changes for a smaller fitness only. nbest is the particle's own pbest unless another
 *   one's fitness is smaller; among equals, the one before it on the ring, or that with the
 *   smallest number.
 * - The numbers come from one SplitMix64 stream, u = (next >> 11) / 2^53, in this order: particle
 *   by particle, r1 and r2 unless they are given, u for k = 0, 1, ..., then those of mutation,
 *   then those of repair. A particle put down at random takes its cells, then its velocities.
 * - A velocity below 2^-200 is 0: see swarm.c.
 * Everything is IEEE double arithmetic without contraction, so the same options give the same run
 * on every machine. */
typedef struct fq_swarm fq_swarm;

/* `labels`: n * n region labels, any byte values; region k is the one with the k-th smallest
 * label. `start` may be NULL. FQ_BAD_SIZE unless n is 1 to 64 and the options and the start are in
 * their ranges, FQ_BAD_REGIONS unless there are n regions: one queen in each of more cannot be a
 * solution, nor in each of less. */
fq_swarm *fq_swarm_new(uint32_t n, const uint8_t *labels, const fq_swarm_options *options,
                       const fq_swarm_start *start, fq_error *error);
void fq_swarm_free(fq_swarm *m);

/* Does at most `budget` evaluations: a particle put down or updated. FQ_FOUND where a particle is
 * a solution, whatever the weights say. Stepped on, the swarm begins anew, and may well come upon
 * the same solution. FQ_DONE when the iterations are used up: given up, nothing is proven. */
fq_status fq_swarm_step(fq_swarm *m, uint64_t budget);

/* The best placement since the last solution: n columns, -1 for a row without a queen, the
 * smallest column in one with several. After FQ_FOUND, the solution. */
void fq_swarm_peek(const fq_swarm *m, int16_t *columns);

/* Its cells, row * n + column, region by region: n of them, returned; 0 before the first
 * evaluation. */
size_t fq_swarm_cells(const fq_swarm *m, uint16_t *cells);

/* The cells of the particle that had its turn last, region by region: n of them, returned; 0 before
 * the first evaluation. */
size_t fq_swarm_particle(const fq_swarm *m, uint16_t *cells);

/* The fitness of the best placement; INFINITY before the first evaluation. */
double fq_swarm_fitness(const fq_swarm *m);

/* Whether the iterations are used up: FQ_DONE then means that the swarm stopped without an
 * answer. */
int fq_swarm_gave_up(const fq_swarm *m);

typedef struct fq_swarm_counters {
    uint64_t iterations; /* begun; at the start 0, while the particles are put down */
    uint64_t evaluations;
    uint64_t restarts;  /* after stagnation */
    uint64_t mutations; /* components */
    uint64_t repairs;   /* queens moved, or left where they were for want of another cell */
} fq_swarm_counters;
uint64_t fq_swarm_spent(const fq_swarm *m); /* evaluations */
fq_swarm_counters fq_swarm_counts(const fq_swarm *m);

/* The best fitness of the particles' pbests after iteration 0 (the start), 1, 2, ... ; it rises
 * only where the swarm began anew. Of runs beyond 2^20 entries (or the memory) it keeps every 2nd
 * iteration, every 4th, and so on: *stride says which, *length how many. Valid until the next
 * step. */
enum { FQ_SWARM_HISTORY = 1 << 20 };
const double *fq_swarm_history(const fq_swarm *m, size_t *length, uint64_t *stride);

/* The particles as they are, also within an iteration, for tests: size * n indices or velocities
 * each, in the form of fq_swarm_start. Before the first iteration, bests mean nothing. */
void fq_swarm_state(const fq_swarm *m, uint16_t *positions, double *velocities, uint16_t *pbest,
                    uint16_t *nbest);

/* The seed with which another swarm goes on in the stream of random numbers. */
uint64_t fq_swarm_stream(const fq_swarm *m);

/* The fitness of each particle's position, kept incrementally. */
const double *fq_swarm_scores(const fq_swarm *m);

#endif

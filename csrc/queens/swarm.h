/* swarm.h - coloured Queens by a discrete particle swarm. The swarm proves nothing: it finds a
 * solution or gives up.
 *
 *     fq_swarm *m = fq_swarm_new(n, labels, &options, NULL, &error);
 *     fq_status status;
 *     while ((status = fq_swarm_step(m, 100000)) == FQ_RUNNING) { }
 *     if (status == FQ_FOUND) fq_swarm_peek(m, columns);
 *     fq_swarm_free(m); */
#ifndef FQ_QUEENS_SWARM_H
#define FQ_QUEENS_SWARM_H

#include <stddef.h>
#include <stdint.h>

#include "common/search.h"

enum { FQ_SWARM_MAX_N = 64, FQ_SWARM_MAX_SIZE = 10000 };
#define FQ_SWARM_MAX_WEIGHT 1e9

typedef enum fq_swarm_topology {
    FQ_SWARM_RING = 0,  /* the neighbours of particle i are i - 1, i and i + 1, in a ring */
    FQ_SWARM_GLOBAL = 1 /* all particles are neighbours */
} fq_swarm_topology;

typedef enum fq_swarm_repair {
    FQ_SWARM_NO_REPAIR = 0,
    FQ_SWARM_REPAIR_BEST = 1, /* only the particle with the best pbest */
    FQ_SWARM_REPAIR_EACH = 2  /* every particle */
} fq_swarm_repair;

/* A particle is a placement of one queen in every region. Its position x[k] is a cell of region k.
 * Its fitness, which should be small, is
 *
 *     w1 * (ordered pairs of queens that touch) + w2 * (ordered pairs that share a row or column)
 *
 * pbest is the best position that the particle has had, nbest the best pbest of its neighbourhood.
 * An iteration updates every particle once:
 *
 *     v[k] <- w v[k] + c1 r1 [x[k] != pbest[k]] + c2 r2 [x[k] != nbest[k]]    for every k
 *     x[k] <- nbest[k] if u < v[k], with u in [0, 1) drawn for every k
 *
 * A swarm only recombines the cells with which it began. If no particle has a cell of the solution
 * any more, the swarm cannot find it. Four additions remedy that; they are off by default: vmax,
 * stagnation, mutation and repair. */
typedef struct fq_swarm_options {
    uint32_t size;       /* number of particles, 1 to FQ_SWARM_MAX_SIZE */
    uint64_t iterations; /* 1 or more; after this number the swarm gives up */
    double w, c1, c2;    /* 0 to FQ_SWARM_MAX_WEIGHT */
    double r1, r2;       /* 0 to 1; negative: random */
    double w1, w2;       /* 0 to FQ_SWARM_MAX_WEIGHT */
    fq_swarm_topology topology;
    uint64_t seed;
    /* The four additions, which are taken from the literature. */
    double vmax; /* maximum velocity, above 0; INFINITY for no maximum */
    /* If no pbest has reached a new minimum of the fitness for this number of iterations, all
     * particles are placed at random again, which takes one iteration. 0: never. */
    uint64_t stagnation;
    /* Probability that x[k] becomes a random cell of region k after the move: a number u is drawn
     * for every k, and if u < mutation, a cell is drawn too. */
    double mutation;
    /* A step of min-conflicts after the mutation. It draws a queen among the queens with the most
     * weighted conflicts. This queen moves to a cell drawn among the cells of its region with the
     * fewest conflicts. The queen stays on its cell only if no other cell is as good. */
    fq_swarm_repair repair;
} fq_swarm_options;

/* Where the particles begin. Each pointer is NULL or has size * n numbers, particle by particle.
 * Positions and bests are indices into the cells of a region, row by row. If a position is better
 * than the given best of the particle, the position becomes its best. */
typedef struct fq_swarm_start {
    const uint16_t *positions, *bests;
    const double *velocities; /* each is at least 0 */
} fq_swarm_start;

/* Rules that the formula above leaves open:
 * - Before the first iteration every x[k] is uniform among the cells of region k, every v[k]
 *   uniform in [0, 1).
 * - r1 and r2 are drawn once for each particle and iteration, not for each component.
 * - pbest and nbest are updated at the end of an iteration, for all particles at once. pbest
 *   changes only for a smaller fitness. nbest is the particle's own pbest unless another one has a
 *   smaller fitness. Among equals, the preceding particle of the ring wins, or the particle with
 *   the smallest number.
 * - The random numbers are one SplitMix64 stream, u = (next >> 11) / 2^53. For each particle: r1
 *   and r2 unless they are given, u for k = 0, 1, ..., then the numbers of the mutation, then those
 *   of the repair. A particle that is placed at random draws its cells, then its velocities.
 * - A velocity below 2^-200 becomes 0: see swarm.c.
 * All arithmetic is IEEE double without contraction, so the same options give the same run on every
 * machine. */
typedef struct fq_swarm fq_swarm;

/* `labels` has n * n region labels with any values; region k has the k-th smallest label.
 * `start` may be NULL. Returns NULL and FQ_BAD_SIZE unless n is 1 to 64 and the options and the
 * start are in their ranges; FQ_BAD_REGIONS unless there are n regions, because one queen in
 * each region can only be a solution if there are n of them. */
fq_swarm *fq_swarm_new(uint32_t n, const uint8_t *labels, const fq_swarm_options *options,
                       const fq_swarm_start *start, fq_error *error);
void fq_swarm_free(fq_swarm *m);

/* Makes at most `budget` evaluations; placing or updating a particle is one. Returns FQ_FOUND if a
 * particle is a solution, whatever the weights are. A later step then places all particles again
 * and may find the same solution again. Returns FQ_DONE when the iterations are used up; this does
 * not prove that there is no solution. */
fq_status fq_swarm_step(fq_swarm *m, uint64_t budget);

/* Writes the columns of the best placement since the last solution. After FQ_FOUND it writes the
 * columns of the solution. A row without a queen gets -1. A row with several queens gets the
 * smallest of their columns. */
void fq_swarm_peek(const fq_swarm *m, int16_t *columns);

/* Writes the cells of the same placement, row * n + column, region by region. Returns n, or 0
 * before the first evaluation. */
size_t fq_swarm_cells(const fq_swarm *m, uint16_t *cells);

/* Writes the cells of the particle that was evaluated last, region by region. Returns n, or 0
 * before the first evaluation. */
size_t fq_swarm_particle(const fq_swarm *m, uint16_t *cells);

/* Whether the last evaluation placed its particle at random; otherwise it moved the particle. */
int fq_swarm_placed(const fq_swarm *m);

/* The fitness of the best placement; INFINITY before the first evaluation. */
double fq_swarm_fitness(const fq_swarm *m);

/* Whether the iterations are used up. FQ_DONE then means that the swarm stopped without an
 * answer. */
int fq_swarm_gave_up(const fq_swarm *m);

typedef struct fq_swarm_counters {
    uint64_t iterations; /* iterations begun; 0 while the particles are placed at the start */
    uint64_t evaluations;
    uint64_t restarts;  /* number of times that stagnation placed all particles again */
    uint64_t mutations; /* components that became a random cell */
    uint64_t repairs;   /* min-conflicts steps, including those that moved no queen */
} fq_swarm_counters;
uint64_t fq_swarm_spent(const fq_swarm *m); /* number of evaluations */
fq_swarm_counters fq_swarm_counts(const fq_swarm *m);

/* The best fitness of all pbests after iteration 0 (the start), 1, 2, ... It increases only if the
 * particles were placed again. A history beyond 2^20 entries, or beyond the memory, keeps every 2nd
 * iteration, every 4th, and so on; *stride is this distance, *length the number of entries. The
 * array is valid until the next step. */
enum { FQ_SWARM_HISTORY = 1 << 20 };
const double *fq_swarm_history(const fq_swarm *m, size_t *length, uint64_t *stride);

/* Copies the particles, also within an iteration: size * n indices or velocities in each array, in
 * the form of fq_swarm_start. Before the first iteration the bests are not meaningful. */
void fq_swarm_state(const fq_swarm *m, uint16_t *positions, double *velocities, uint16_t *pbest,
                    uint16_t *nbest);

/* Returns the seed with which another swarm continues the random numbers of this swarm. */
uint64_t fq_swarm_stream(const fq_swarm *m);

/* The fitness of each particle's position, as it is updated with every move. */
const double *fq_swarm_scores(const fq_swarm *m);

#endif

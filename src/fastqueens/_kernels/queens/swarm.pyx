# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/queens/swarm.c, which solves boards by a particle swarm."""

from libc.math cimport INFINITY
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

import numpy as np

cdef extern from "queens/swarm.h" nogil:
    ctypedef enum fq_swarm_topology:
        pass
    ctypedef enum fq_swarm_repair:
        pass
    ctypedef struct fq_swarm_options:
        uint32_t size
        uint64_t iterations
        double w, c1, c2, r1, r2, w1, w2
        fq_swarm_topology topology
        uint64_t seed
        double vmax
        uint64_t stagnation
        double mutation
        fq_swarm_repair repair
    ctypedef struct fq_swarm_start:
        const uint16_t *positions
        const uint16_t *bests
        const double *velocities
    ctypedef struct fq_swarm_counters:
        uint64_t iterations
        uint64_t evaluations
        uint64_t restarts
        uint64_t mutations
        uint64_t repairs
    ctypedef struct fq_swarm
    fq_swarm *fq_swarm_new(
        uint32_t, const uint8_t *, const fq_swarm_options *, const fq_swarm_start *, fq_error *)
    void fq_swarm_free(fq_swarm *)
    fq_status fq_swarm_step(fq_swarm *, uint64_t)
    void fq_swarm_peek(const fq_swarm *, int16_t *)
    size_t fq_swarm_cells(const fq_swarm *, uint16_t *)
    size_t fq_swarm_particle(const fq_swarm *, uint16_t *)
    bint fq_swarm_placed(const fq_swarm *)
    double fq_swarm_fitness(const fq_swarm *)
    int fq_swarm_gave_up(const fq_swarm *)
    uint64_t fq_swarm_spent(const fq_swarm *)
    fq_swarm_counters fq_swarm_counts(const fq_swarm *)
    const double *fq_swarm_history(const fq_swarm *, size_t *, uint64_t *)
    void fq_swarm_state(const fq_swarm *, uint16_t *, double *, uint16_t *, uint16_t *)
    uint64_t fq_swarm_stream(const fq_swarm *)
    const double *fq_swarm_scores(const fq_swarm *)


cdef class Swarm(Machine):
    """One swarm on one board; see swarm.h.

    If `r1` or `r2` is None, it is drawn at random. If `vmax` or `stagnation` is None, the swarm
    has no such limit.
    """

    cdef fq_swarm *_swarm
    cdef readonly uint32_t n, size

    def __cinit__(self, const uint8_t[:, ::1] regions, *, uint64_t seed, uint32_t swarm_size,
                  uint64_t iterations, double w, double c1, double c2, r1, r2, double w1,
                  double w2, int topology, vmax, stagnation, double mutation, int repair,
                  const uint16_t[:, ::1] positions=None, const double[:, ::1] velocities=None,
                  const uint16_t[:, ::1] bests=None):
        cdef fq_error error = FQ_OK
        cdef fq_swarm_options options
        cdef fq_swarm_start start
        cdef Py_ssize_t n = regions.shape[0]
        if regions.shape[1] != n or n < 1 or n > 64:
            raise ValueError("n must be from 1 to 64, regions n x n")
        if (positions is not None and (positions.shape[0] != swarm_size or positions.shape[1] != n)
                or velocities is not None
                and (velocities.shape[0] != swarm_size or velocities.shape[1] != n)
                or bests is not None and (bests.shape[0] != swarm_size or bests.shape[1] != n)):
            raise ValueError("positions, velocities and bests must have swarm_size rows of n")
        if swarm_size == 0:
            raise ValueError("swarm_size must be 1 or more")
        options.size, options.iterations, options.seed = swarm_size, iterations, seed
        options.w, options.c1, options.c2, options.w1, options.w2 = w, c1, c2, w1, w2
        options.r1 = -1.0 if r1 is None else r1
        options.r2 = -1.0 if r2 is None else r2
        options.topology = <fq_swarm_topology>topology
        options.vmax = INFINITY if vmax is None else vmax
        options.stagnation = 0 if stagnation is None else stagnation
        options.mutation = mutation
        options.repair = <fq_swarm_repair>repair
        start.positions = NULL if positions is None else &positions[0, 0]
        start.velocities = NULL if velocities is None else &velocities[0, 0]
        start.bests = NULL if bests is None else &bests[0, 0]
        self.n, self.size = <uint32_t>n, swarm_size
        self._swarm = fq_swarm_new(self.n, &regions[0, 0], &options, &start, &error)
        if self._swarm == NULL:
            fail(error)

    def __dealloc__(self):
        fq_swarm_free(self._swarm)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_swarm_step(self._swarm, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_swarm_spent(self._swarm)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_swarm_counters work = fq_swarm_counts(self._swarm)
        end_read(self)
        return {
            "iterations": work.iterations, "evaluations": work.evaluations,
            "restarts": work.restarts, "mutations": work.mutations, "repairs": work.repairs}

    @property
    def fitness(self) -> float:
        """The fitness of the best placement since the last solution.

        Before the first evaluation the fitness is infinite.
        """
        begin_read(self)
        value = fq_swarm_fitness(self._swarm)
        end_read(self)
        return value

    @property
    def placed(self) -> bool:
        """Whether the last evaluation placed its particle at random, and did not move it."""
        begin_read(self)
        value = fq_swarm_placed(self._swarm)
        end_read(self)
        return value

    @property
    def gave_up(self) -> bool:
        """Whether the iterations are used up. The status DONE then proves nothing."""
        begin_read(self)
        value = fq_swarm_gave_up(self._swarm) != 0
        end_read(self)
        return value

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        fq_swarm_peek(self._swarm, &queens[0])
        end_read(self)

    def cells(self) -> list[int]:
        """Return the cells of the best placement since the last solution, region by region."""
        cdef uint16_t cells[64]
        begin_read(self)
        cdef size_t count = fq_swarm_cells(self._swarm, cells)
        end_read(self)
        return [cells[i] for i in range(count)]

    def particle(self) -> list[int]:
        """Return the cells of the particle that was evaluated last, region by region."""
        cdef uint16_t cells[64]
        begin_read(self)
        cdef size_t count = fq_swarm_particle(self._swarm, cells)
        end_read(self)
        return [cells[i] for i in range(count)]

    def history(self):
        """Return the best fitness after each iteration.

        In long runs return the best fitness after every `stride`-th iteration.
        """
        cdef size_t length = 0, i
        cdef uint64_t stride = 0
        cdef const double *values
        cdef double[::1] out = np.empty(0)
        while True:  # until the array is long enough; Python allocates it between two reads
            begin_read(self)
            values = fq_swarm_history(self._swarm, &length, &stride)
            if <size_t>out.shape[0] >= length:
                for i in range(length):
                    out[i] = values[i]
                end_read(self)
                return np.asarray(out)[:length].copy()
            end_read(self)
            out = np.empty(length + length // 4 + 64)  # the history may grow before the next read

    @property
    def stride(self) -> int:
        """The number of iterations between two entries of the history."""
        cdef size_t length = 0
        cdef uint64_t stride = 0
        begin_read(self)
        fq_swarm_history(self._swarm, &length, &stride)
        end_read(self)
        return stride

    def state(self):
        """Return the arrays positions, velocities, pbest and nbest, each (swarm_size, n).

        All but the velocities contain cells, as indices.
        """
        shape = (self.size, self.n)
        positions, velocities = np.empty(shape, np.uint16), np.empty(shape)
        pbest, nbest = np.empty(shape, np.uint16), np.empty(shape, np.uint16)
        cdef uint16_t[:, ::1] x = positions, p = pbest, g = nbest
        cdef double[:, ::1] v = velocities
        begin_read(self)
        fq_swarm_state(self._swarm, &x[0, 0], &v[0, 0], &p[0, 0], &g[0, 0])
        end_read(self)
        return positions, velocities, pbest, nbest

    @property
    def stream(self) -> int:
        """The seed with which another swarm continues this stream of random numbers."""
        begin_read(self)
        value = fq_swarm_stream(self._swarm)
        end_read(self)
        return value

    def scores(self):
        """Return the fitness of each particle's position, as it is updated with every move."""
        result = np.empty(self.size)
        cdef double[::1] out = result
        cdef uint32_t i
        begin_read(self)
        cdef const double *values = fq_swarm_scores(self._swarm)
        for i in range(self.size):
            out[i] = values[i]
        end_read(self)
        return result

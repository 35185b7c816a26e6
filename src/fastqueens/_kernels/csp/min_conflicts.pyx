# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Local search by exchanging columns: csrc/csp/min_conflicts.c as a stepping machine."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_OK, Machine, fail, fq_error, fq_status, look, looked

cdef extern from "csp/min_conflicts.h" nogil:
    ctypedef struct fq_min_conflicts
    ctypedef struct fq_min_conflicts_counters:
        uint64_t steps
        uint64_t restarts
    fq_min_conflicts *fq_min_conflicts_new(uint32_t, const uint8_t *, uint64_t, fq_error *)
    fq_status fq_min_conflicts_step(fq_min_conflicts *, uint64_t)
    void fq_min_conflicts_peek(const fq_min_conflicts *, int16_t *)
    void fq_min_conflicts_peek_best(const fq_min_conflicts *, int16_t *)
    uint32_t fq_min_conflicts_moved(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_cost(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_best(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_spent(const fq_min_conflicts *)
    fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *)
    void fq_min_conflicts_free(fq_min_conflicts *)


cdef class Search(Machine):
    """One placement by local search; with regions of coloured Queens, else of N-Queens."""

    cdef fq_min_conflicts *_search
    cdef readonly uint32_t n

    def __cinit__(self, uint32_t n, const uint8_t[:, ::1] regions, uint64_t seed):
        cdef fq_error error = FQ_OK
        self.n = n
        if regions is not None and (n == 0 or regions.shape[0] != n or regions.shape[1] != n):
            raise ValueError("regions must be n x n")
        self._search = fq_min_conflicts_new(
            n, NULL if regions is None else &regions[0, 0], seed, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_min_conflicts_free(self._search)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_min_conflicts_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_min_conflicts_spent(self._search)

    def counters(self) -> dict[str, int]:
        look(self)
        cdef fq_min_conflicts_counters counts = fq_min_conflicts_counts(self._search)
        looked(self)
        return {"steps": counts.steps, "restarts": counts.restarts}

    @property
    def cost(self) -> int:
        """Pairs of queens in conflict now."""
        look(self)
        value = fq_min_conflicts_cost(self._search)
        looked(self)
        return value

    @property
    def fitness(self) -> float:
        """The fewest pairs of queens in conflict so far."""
        look(self)
        value = fq_min_conflicts_best(self._search)
        looked(self)
        return value

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        look(self)
        fq_min_conflicts_peek(self._search, &queens[0])
        looked(self)

    def cells(self) -> list[int]:
        """The cells of the queens as they stand now, row by row."""
        import numpy as np

        queens = np.empty(self.n, np.int16)
        self.peek(queens)
        return [row * self.n + column for row, column in enumerate(queens.tolist())]

    def hand(self) -> int:
        """The cell of the queen that was moved last, -1 for none."""
        import numpy as np

        cdef int16_t[::1] queens = np.empty(self.n, np.int16)
        look(self)
        cdef uint32_t row = fq_min_conflicts_moved(self._search)
        fq_min_conflicts_peek(self._search, &queens[0])
        looked(self)
        return -1 if row == self.n else row * self.n + queens[row]

    def best_cells(self) -> list[int]:
        """The cells of the queens when they had the fewest conflicts."""
        import numpy as np

        queens = np.empty(self.n, np.int16)
        cdef int16_t[::1] view = queens
        look(self)
        fq_min_conflicts_peek_best(self._search, &view[0])
        looked(self)
        return [row * self.n + column for row, column in enumerate(queens.tolist())]

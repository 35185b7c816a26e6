# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/csp/min_conflicts.h, a local search that exchanges columns."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport begin_read, end_read, fq_status


cdef class Search(Machine):
    """A local search for one placement. Each puzzle has a subclass with the puzzle's rules."""

    def __cinit__(self, *args):
        if type(self) is Search:
            raise TypeError("only a puzzle's subclass makes a search")

    def __dealloc__(self):
        fq_min_conflicts_free(self._search)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_min_conflicts_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_min_conflicts_spent(self._search)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_min_conflicts_counters counts = fq_min_conflicts_counts(self._search)
        end_read(self)
        return {"steps": counts.steps, "restarts": counts.restarts}

    @property
    def cost(self) -> int:
        """The number of pairs of queens in conflict now."""
        begin_read(self)
        value = fq_min_conflicts_cost(self._search)
        end_read(self)
        return value

    @property
    def fitness(self) -> float:
        """The fewest pairs of queens in conflict so far."""
        begin_read(self)
        value = fq_min_conflicts_best(self._search)
        end_read(self)
        return value

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        fq_min_conflicts_peek(self._search, &queens[0])
        end_read(self)

    def cells(self) -> list[int]:
        """The cells of the queens now, row by row."""
        import numpy as np

        queens = np.empty(self.n, np.int16)
        self.peek(queens)
        return [row * self.n + column for row, column in enumerate(queens.tolist())]

    def hand(self) -> int:
        """The cell of the queen that was moved last, -1 for none."""
        import numpy as np

        cdef int16_t[::1] queens = np.empty(self.n, np.int16)
        begin_read(self)
        cdef uint32_t row = fq_min_conflicts_moved(self._search)
        fq_min_conflicts_peek(self._search, &queens[0])
        end_read(self)
        return -1 if row == self.n else row * self.n + queens[row]

    def best_cells(self) -> list[int]:
        """The cells of the queens when they had the fewest conflicts."""
        import numpy as np

        queens = np.empty(self.n, np.int16)
        cdef int16_t[::1] view = queens
        begin_read(self)
        fq_min_conflicts_peek_best(self._search, &view[0])
        end_read(self)
        return [row * self.n + column for row, column in enumerate(queens.tolist())]

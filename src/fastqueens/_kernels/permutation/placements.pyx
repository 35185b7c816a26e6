# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/permutation/placements.h, which tests all tuples or combinations."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "permutation/placements.h" nogil:
    ctypedef enum fq_placements_kind:
        FQ_TUPLES
        FQ_COMBINATIONS
    int FQ_TUPLES_MAX_N
    int FQ_COMBINATIONS_MAX_N
    ctypedef struct fq_placements
    fq_placements *fq_placements_new(uint32_t, fq_placements_kind, fq_error *)
    fq_status fq_placements_step(fq_placements *, uint64_t)
    uint32_t fq_placements_peek(const fq_placements *, int16_t *)
    uint64_t fq_placements_spent(const fq_placements *)
    void fq_placements_free(fq_placements *)

TUPLES, COMBINATIONS = FQ_TUPLES, FQ_COMBINATIONS
MAX_N = {"tuples": FQ_TUPLES_MAX_N, "combinations": FQ_COMBINATIONS_MAX_N}


cdef class Placements(Machine):
    """All tuples of columns, or all sets of n cells, for N-Queens; see permutation/placements.h."""

    cdef fq_placements *_machine
    cdef readonly int n

    def __cinit__(self, int n, int kind):
        cdef fq_error error = FQ_OK
        if n < 1 or kind < 0:
            fail(FQ_BAD_SIZE)
        self.n = n
        self._machine = fq_placements_new(<uint32_t>n, <fq_placements_kind>kind, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_placements_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_placements_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_placements_spent(self._machine)

    def peek(self, int16_t[::1] queens) -> None:
        """Write the column of the queen in each row, for the solution just found."""
        cdef int16_t cells[16]
        cdef int row, n = self.n
        if queens.shape[0] != n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        cdef uint32_t count = fq_placements_peek(self._machine, cells)
        end_read(self)
        if not count:
            raise ValueError("no placement has been tested yet")
        for row in range(n):
            if cells[row] // n != row:
                raise ValueError("the placement tested last is no solution")
            queens[row] = cells[row] % n

    def cells(self) -> list[int]:
        cdef int16_t cells[16]
        cdef int i
        begin_read(self)
        cdef int count = <int>fq_placements_peek(self._machine, cells)
        end_read(self)
        return [cells[i] for i in range(count)]

    def counters(self) -> dict[str, int]:
        return {"placements": self.spent}

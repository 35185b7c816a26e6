# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Generate and test: csrc/permutation*.c and csrc/permutation/placements.c as stepping machines."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_BAD_SIZE, FQ_OK, enter, fail, fq_error, fq_status

cdef extern from "permutation/review.h" nogil:
    int FQ_PERMUTATION_MAX_N
    ctypedef struct fq_permutation
    fq_permutation *fq_permutation_new(uint32_t, const uint8_t *, int, fq_error *)
    fq_status fq_permutation_step(fq_permutation *, uint64_t)
    void fq_permutation_peek(const fq_permutation *, int16_t *)
    uint64_t fq_permutation_work(const fq_permutation *)
    void fq_permutation_reviewed(const fq_permutation *, uint8_t *)
    void fq_permutation_free(fq_permutation *)

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
    uint64_t fq_placements_work(const fq_placements *)
    void fq_placements_free(fq_placements *)

MAX_N = FQ_PERMUTATION_MAX_N
TUPLES, COMBINATIONS = FQ_TUPLES, FQ_COMBINATIONS
MAX_PLACEMENTS = {"tuples": FQ_TUPLES_MAX_N, "combinations": FQ_COMBINATIONS_MAX_N}


cdef class Permutation:
    """Permutations in order, for coloured Queens, or N-Queens without regions."""

    cdef bint _stepping
    cdef fq_permutation *_machine
    cdef readonly int n
    cdef readonly bint skip

    def __cinit__(self, const uint8_t[:, ::1] regions, int n, bint skip):
        cdef fq_error error = FQ_OK
        if regions is not None and (regions.shape[0] != n or regions.shape[1] != n):
            raise ValueError("regions must be n x n")
        if n < 1:
            fail(FQ_BAD_SIZE)
        self.n, self.skip = n, skip
        self._machine = fq_permutation_new(
            <uint32_t>n, NULL if regions is None else &regions[0, 0], skip, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_permutation_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_permutation_step(self._machine, budget)
        self._stepping = False
        return status

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        fq_permutation_peek(self._machine, &queens[0])

    def cells(self) -> list[int]:
        cdef int16_t queens[64]
        cdef int row
        fq_permutation_peek(self._machine, queens)
        return [row * self.n + queens[row] for row in range(self.n) if queens[row] >= 0]

    @property
    def spent(self) -> int:
        return fq_permutation_work(self._machine)

    @property
    def reviewed(self) -> int:
        """Permutations gone through, those skipped included, read off the position."""
        cdef uint8_t digits[64]
        cdef int row
        fq_permutation_reviewed(self._machine, digits)
        total = 0
        for row in range(self.n):
            total = total * (self.n - row) + digits[row]
        return total

    def counters(self) -> dict[str, int]:
        if self.skip:
            return {"permutations": self.reviewed, "nodes": self.spent}
        return {"permutations": self.spent}


cdef class Placements:
    """All tuples of columns, or all sets of n cells, for N-Queens; see placements.h."""

    cdef bint _stepping
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

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_placements_step(self._machine, budget)
        self._stepping = False
        return status

    def peek(self, int16_t[::1] queens) -> None:
        """Write the columns by row of a solution just found."""
        cdef int16_t cells[16]
        cdef int row, n = self.n
        if queens.shape[0] != n:
            raise ValueError("queens must have n entries")
        if not fq_placements_peek(self._machine, cells):
            raise ValueError("no placement has been tested yet")
        for row in range(n):
            if cells[row] // n != row:
                raise ValueError("the placement tested last is no solution")
            queens[row] = cells[row] % n

    def cells(self) -> list[int]:
        cdef int16_t cells[16]
        cdef int i
        return [cells[i] for i in range(fq_placements_peek(self._machine, cells))]

    @property
    def spent(self) -> int:
        return fq_placements_work(self._machine)

    def counters(self) -> dict[str, int]:
        return {"placements": self.spent}

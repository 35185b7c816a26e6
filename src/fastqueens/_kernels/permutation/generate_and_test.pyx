# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/permutation/generate_and_test.h, which tests permutations in order."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "permutation/generate_and_test.h" nogil:
    int FQ_PERMUTATION_MAX_N
    ctypedef struct fq_permutation
    fq_permutation *fq_permutation_new(uint32_t, const uint8_t *, int, fq_error *)
    fq_status fq_permutation_step(fq_permutation *, uint64_t)
    void fq_permutation_peek(const fq_permutation *, int16_t *)
    int32_t fq_permutation_last_cell(const fq_permutation *)
    uint64_t fq_permutation_spent(const fq_permutation *)
    void fq_permutation_progress(const fq_permutation *, uint8_t *)
    void fq_permutation_free(fq_permutation *)

MAX_N = FQ_PERMUTATION_MAX_N


cdef class Permutation(Machine):
    """Tests permutations in lexicographic order: coloured Queens or, without regions, N-Queens."""

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

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_permutation_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_permutation_spent(self._machine)

    def peek(self, int16_t[::1] queens) -> None:
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        fq_permutation_peek(self._machine, &queens[0])
        end_read(self)

    def cells(self) -> list[int]:
        cdef int16_t queens[64]
        cdef int row
        begin_read(self)
        fq_permutation_peek(self._machine, queens)
        end_read(self)
        return [row * self.n + queens[row] for row in range(self.n) if queens[row] >= 0]

    def hand(self) -> int:
        """The cell tested last in a search that skips failed prefixes, -1 for none."""
        begin_read(self)
        value = fq_permutation_last_cell(self._machine)
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        """The number of permutations visited.

        If failed prefixes are skipped, the number follows from the current position.
        """
        cdef uint8_t digits[64]
        cdef int row
        begin_read(self)
        cdef uint64_t spent = fq_permutation_spent(self._machine)
        if self.skip:
            fq_permutation_progress(self._machine, digits)
        end_read(self)
        if not self.skip:
            return {"permutations": spent}
        total = 0
        for row in range(self.n):
            total = total * (self.n - row) + digits[row]
        return {"permutations": total, "nodes": spent}

# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/nqueens/minus_k.h, which places fewer queens than rows."""

from libc.stdint cimport int16_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "nqueens/minus_k.h" nogil:
    ctypedef struct fq_nqueens_minus_k
    fq_nqueens_minus_k *fq_nqueens_minus_k_new(int, int, const int16_t *, size_t, int, fq_error *)
    void fq_nqueens_minus_k_free(fq_nqueens_minus_k *)
    fq_status fq_nqueens_minus_k_step(fq_nqueens_minus_k *, uint64_t)
    void fq_nqueens_minus_k_peek(const fq_nqueens_minus_k *, int16_t *, size_t *)
    uint64_t fq_nqueens_minus_k_spent(const fq_nqueens_minus_k *)


cdef class MinusK(Machine):
    """Lists placements of n - k queens; see nqueens/minus_k.h. `pawns` is -k."""

    cdef fq_nqueens_minus_k *_machine
    cdef readonly int n, pawns

    def __cinit__(self, int n, int pawns, const int16_t[::1] given, bint least=False):
        cdef fq_error error = FQ_OK
        cdef size_t count = <size_t>given.shape[0]
        if pawns < -(1 << 30):  # its negation might not fit in an int
            fail(FQ_BAD_SIZE)
        self.n, self.pawns = n, pawns
        self._machine = fq_nqueens_minus_k_new(
            n, -pawns, &given[0] if count else NULL, count, least, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_minus_k_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_minus_k_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_minus_k_spent(self._machine)

    def peek(self, int16_t[::1] queens, int16_t[::1] pawns) -> tuple[int, int]:
        """Write the cells of the queens so far; return their number, and 0 for the pawns."""
        cdef size_t count = 0
        if queens.shape[0] != self.n:
            raise ValueError("queens must have n entries")
        begin_read(self)
        fq_nqueens_minus_k_peek(self._machine, &queens[0], &count)
        end_read(self)
        return count, 0

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}

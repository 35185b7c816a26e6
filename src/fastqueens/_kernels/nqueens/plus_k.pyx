# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/nqueens/plus_k.h, which solves N-Queens with pawns."""

from libc.stdint cimport int16_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "nqueens/plus_k.h" nogil:
    ctypedef struct fq_nqueens_plus_k
    fq_nqueens_plus_k *fq_nqueens_plus_k_new(int, int, const int16_t *, size_t, int, fq_error *)
    void fq_nqueens_plus_k_free(fq_nqueens_plus_k *)
    fq_status fq_nqueens_plus_k_step(fq_nqueens_plus_k *, uint64_t)
    void fq_nqueens_plus_k_peek(
        const fq_nqueens_plus_k *, int16_t *, size_t *, int16_t *, size_t *)
    uint64_t fq_nqueens_plus_k_spent(const fq_nqueens_plus_k *)


cdef class PlusK(Machine):
    """Lists placements of n + k queens and k pawns; see nqueens/plus_k.h."""

    cdef fq_nqueens_plus_k *_machine
    cdef readonly int n, pawns

    def __cinit__(self, int n, int pawns, const int16_t[::1] given, bint least=False):
        cdef fq_error error = FQ_OK
        cdef size_t count = <size_t>given.shape[0]
        self.n, self.pawns = n, pawns
        self._machine = fq_nqueens_plus_k_new(
            n, pawns, &given[0] if count else NULL, count, least, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_plus_k_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_plus_k_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_plus_k_spent(self._machine)

    def peek(self, int16_t[::1] queens, int16_t[::1] pawns) -> tuple[int, int]:
        """Write the cells of the pieces so far; return the numbers of queens and of pawns."""
        cdef size_t queen_count = 0, pawn_count = 0
        cdef int16_t nothing[1]
        if queens.shape[0] != self.n + self.pawns or pawns.shape[0] != self.pawns:
            raise ValueError("queens must have n + k entries, pawns k")
        begin_read(self)
        fq_nqueens_plus_k_peek(self._machine, &queens[0], &queen_count,
                               &pawns[0] if self.pawns else nothing, &pawn_count)
        end_read(self)
        return queen_count, pawn_count

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}

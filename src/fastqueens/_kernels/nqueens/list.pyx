# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/nqueens/list.h, which lists the solutions of N-Queens."""

from libc.stdint cimport int8_t, int16_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, begin_step, end_read, end_step, fail, fq_error, fq_status)
from fastqueens._kernels.nqueens.variant cimport (
    FQ_HERTZSPRUNG, FQ_PLUS_K, FQ_QUEENS, FQ_SEMIQUEENS, FQ_SUPERQUEENS, FQ_TOROIDAL,
    fq_nqueens_variant)

cdef extern from "nqueens/list.h" nogil:
    const unsigned FQ_NQUEENS_LIST_HALF
    const unsigned FQ_NQUEENS_LIST_LEAST
    ctypedef struct fq_nqueens_list
    fq_nqueens_list *fq_nqueens_list_new(
        int, fq_nqueens_variant, const int16_t *, unsigned, fq_error *)
    void fq_nqueens_list_free(fq_nqueens_list *)
    fq_status fq_nqueens_list_step(fq_nqueens_list *, uint64_t)
    fq_status fq_nqueens_list_fill(fq_nqueens_list *, uint64_t, int8_t *, size_t, size_t *)
    void fq_nqueens_list_peek(const fq_nqueens_list *, int16_t *)
    uint64_t fq_nqueens_list_spent(const fq_nqueens_list *)

# The number of each variant, for all kernels of this folder.
VARIANTS = {
    "queens": FQ_QUEENS,
    "toroidal": FQ_TOROIDAL,
    "toroidal_semiqueens": FQ_SEMIQUEENS,
    "superqueens": FQ_SUPERQUEENS,
    "hertzsprung": FQ_HERTZSPRUNG,
    "plus_k": FQ_PLUS_K,
}


cdef class List(Machine):
    """Lists placements in lexicographic order; see nqueens/list.h."""

    cdef fq_nqueens_list *_machine
    cdef readonly int n

    def __cinit__(self, int n, int variant, const int16_t[::1] placed, bint half,
                  bint least=False):
        cdef fq_error error = FQ_OK
        if placed is not None and placed.shape[0] != n:
            raise ValueError("placed must have n entries")
        self.n = n
        self._machine = fq_nqueens_list_new(
            n, <fq_nqueens_variant>variant, NULL if placed is None else &placed[0],
            (FQ_NQUEENS_LIST_HALF if half else 0) | (FQ_NQUEENS_LIST_LEAST if least else 0), &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_list_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_list_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_list_spent(self._machine)

    def fill(self, int8_t[:, ::1] out, uint64_t budget) -> tuple[int, int]:
        """Write solutions to the rows of `out`; return the status and the number of solutions."""
        cdef fq_status status
        cdef size_t written = 0
        if out.shape[1] != self.n or out.shape[0] == 0:
            raise ValueError("out must have n columns and at least one row")
        begin_step(self)
        with nogil:
            status = fq_nqueens_list_fill(
                self._machine, budget, &out[0, 0], <size_t>out.shape[0], &written)
        end_step(self)
        return status, written

    def peek(self, int16_t[::1] columns) -> None:
        if columns.shape[0] != self.n:
            raise ValueError("columns must have n entries")
        begin_read(self)
        fq_nqueens_list_peek(self._machine, &columns[0])
        end_read(self)

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}

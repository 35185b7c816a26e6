# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/nqueens/local_search.h, which finds one placement of very many queens."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "nqueens/local_search.h" nogil:
    ctypedef struct fq_nqueens_local_search
    ctypedef struct fq_nqueens_local_search_counters:
        uint64_t units
        uint64_t swaps
        uint64_t restarts
    fq_nqueens_local_search *fq_nqueens_local_search_new(int64_t, uint64_t, fq_error *)
    void fq_nqueens_local_search_free(fq_nqueens_local_search *)
    fq_status fq_nqueens_local_search_step(fq_nqueens_local_search *, uint64_t)
    void fq_nqueens_local_search_peek(const fq_nqueens_local_search *, int32_t *)
    uint64_t fq_nqueens_local_search_spent(const fq_nqueens_local_search *)
    fq_nqueens_local_search_counters fq_nqueens_local_search_counts(const fq_nqueens_local_search *)


cdef class LocalSearch(Machine):
    """Finds one placement of many queens by local search; see nqueens/local_search.h."""

    cdef fq_nqueens_local_search *_machine
    cdef readonly int64_t n

    def __cinit__(self, int64_t n, uint64_t seed):
        cdef fq_error error = FQ_OK
        self.n = n
        self._machine = fq_nqueens_local_search_new(n, seed, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_local_search_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_local_search_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_local_search_spent(self._machine)

    def peek(self, int32_t[::1] columns) -> None:
        if columns.shape[0] != self.n:
            raise ValueError("columns must have n entries")
        begin_read(self)
        fq_nqueens_local_search_peek(self._machine, &columns[0])
        end_read(self)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_nqueens_local_search_counters counts = fq_nqueens_local_search_counts(self._machine)
        end_read(self)
        return {"tries": counts.units, "swaps": counts.swaps, "restarts": counts.restarts}

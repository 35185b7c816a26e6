# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""One placement of very many queens: csrc/nqueens/random.h as a stepping machine."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastqueens._kernels.machine cimport FQ_OK, Machine, fail, fq_error, fq_status, look, looked

cdef extern from "nqueens/random.h" nogil:
    ctypedef struct fq_nqueens_random
    ctypedef struct fq_nqueens_random_counters:
        uint64_t units
        uint64_t swaps
        uint64_t restarts
    fq_nqueens_random *fq_nqueens_random_new(int64_t, uint64_t, fq_error *)
    void fq_nqueens_random_free(fq_nqueens_random *)
    fq_status fq_nqueens_random_step(fq_nqueens_random *, uint64_t)
    void fq_nqueens_random_peek(const fq_nqueens_random *, int32_t *)
    uint64_t fq_nqueens_random_spent(const fq_nqueens_random *)
    fq_nqueens_random_counters fq_nqueens_random_counts(const fq_nqueens_random *)


cdef class Random(Machine):
    """Finds one placement of many queens by local search; see nqueens/random.h."""

    cdef fq_nqueens_random *_machine
    cdef readonly int64_t n

    def __cinit__(self, int64_t n, uint64_t seed):
        cdef fq_error error = FQ_OK
        self.n = n
        self._machine = fq_nqueens_random_new(n, seed, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_random_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_random_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_random_spent(self._machine)

    def peek(self, int32_t[::1] columns) -> None:
        if columns.shape[0] != self.n:
            raise ValueError("columns must have n entries")
        look(self)
        with nogil:
            fq_nqueens_random_peek(self._machine, &columns[0])
        looked(self)

    def counters(self) -> dict[str, int]:
        look(self)
        cdef fq_nqueens_random_counters counts = fq_nqueens_random_counts(self._machine)
        looked(self)
        return {"tries": counts.units, "swaps": counts.swaps, "restarts": counts.restarts}

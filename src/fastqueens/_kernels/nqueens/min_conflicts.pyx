# cython: language_level=3
"""Python wrapper of csrc/nqueens/min_conflicts.h, which solves N-Queens by local search."""

from libc.stdint cimport uint32_t, uint64_t

from fastqueens._kernels.csp.min_conflicts cimport Search, fq_min_conflicts
from fastqueens._kernels.machine cimport FQ_OK, fail, fq_error

cdef extern from "nqueens/min_conflicts.h" nogil:
    fq_min_conflicts *fq_nqueens_min_conflicts_new(uint32_t, uint64_t, fq_error *)


cdef class MinConflicts(Search):
    """One placement of N-Queens by local search."""

    def __cinit__(self, uint32_t n, uint64_t seed):
        cdef fq_error error = FQ_OK
        self.n = n
        self._search = fq_nqueens_min_conflicts_new(n, seed, &error)
        if self._search == NULL:
            fail(error)

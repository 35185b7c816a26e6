# cython: language_level=3, boundscheck=False, wraparound=False
"""Python wrapper of csrc/queens/min_conflicts.h, which solves boards by local search."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.csp.min_conflicts cimport Search, fq_min_conflicts
from fastqueens._kernels.machine cimport FQ_BAD_SIZE, FQ_OK, fail, fq_error

cdef extern from "queens/min_conflicts.h" nogil:
    fq_min_conflicts *fq_queens_min_conflicts_new(
        uint32_t, const uint8_t *, uint64_t, fq_error *)


cdef class MinConflicts(Search):
    """One placement of coloured Queens by local search."""

    def __cinit__(self, const uint8_t[:, ::1] regions not None, uint64_t seed):
        cdef fq_error error = FQ_OK
        if regions.shape[0] != regions.shape[1]:
            raise ValueError("regions must be n x n")
        if not 1 <= regions.shape[0] <= 64:
            fail(FQ_BAD_SIZE)
        self.n = <uint32_t>regions.shape[0]
        self._search = fq_queens_min_conflicts_new(self.n, &regions[0, 0], seed, &error)
        if self._search == NULL:
            fail(error)

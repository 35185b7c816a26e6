# cython: language_level=3
# The min-conflicts search. The modules of several puzzles use it.

from libc.stdint cimport int16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport Machine, fq_status

cdef extern from "csp/min_conflicts.h" nogil:
    ctypedef struct fq_min_conflicts
    ctypedef struct fq_min_conflicts_counters:
        uint64_t steps
        uint64_t restarts
    fq_status fq_min_conflicts_step(fq_min_conflicts *, uint64_t)
    void fq_min_conflicts_peek(const fq_min_conflicts *, int16_t *)
    void fq_min_conflicts_peek_best(const fq_min_conflicts *, int16_t *)
    uint32_t fq_min_conflicts_moved(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_cost(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_best(const fq_min_conflicts *)
    uint64_t fq_min_conflicts_spent(const fq_min_conflicts *)
    fq_min_conflicts_counters fq_min_conflicts_counts(const fq_min_conflicts *)
    void fq_min_conflicts_free(fq_min_conflicts *)


cdef class Search(Machine):
    cdef fq_min_conflicts *_search
    cdef readonly uint32_t n

# The rules and the counters that the machines of N-Queens share; see csrc/nqueens/variant.h.

from libc.stdint cimport uint64_t

cdef extern from "nqueens/variant.h" nogil:
    ctypedef enum fq_nqueens_variant:
        FQ_QUEENS
        FQ_TOROIDAL
        FQ_SUPERQUEENS
        FQ_HERTZSPRUNG
        FQ_PLUS_K
        FQ_SEMIQUEENS
    ctypedef struct fq_nqueens_counters:
        uint64_t nodes
        uint64_t solutions

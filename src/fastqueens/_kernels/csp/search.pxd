# cython: language_level=3
# The compiled constraint model. The modules of several puzzles use it.

from fastqueens._kernels.machine cimport NotCopied, fq_error

cdef extern from "csp/csp.h" nogil:
    ctypedef struct fq_csp_model


cdef class Model(NotCopied):
    cdef fq_csp_model *_model


cdef Model wrap_model(fq_csp_model *compiled, const fq_error *error)

# cython: language_level=3
"""Python wrapper of csrc/nqueens/csp_model.h, which makes N-Queens a constraint problem."""

from libc.stdint cimport uint32_t

from fastqueens._kernels.csp.search cimport Model, fq_csp_model, wrap_model
from fastqueens._kernels.machine cimport FQ_OK, fq_error

cdef extern from "nqueens/csp_model.h" nogil:
    fq_csp_model *fq_nqueens_csp_model_new(uint32_t, fq_error *)


def compile_nqueens(uint32_t n) -> Model:
    """Compile N-Queens: the variables are the rows."""
    cdef fq_error error = FQ_OK
    return wrap_model(fq_nqueens_csp_model_new(n, &error), &error)

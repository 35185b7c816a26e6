# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/queens/csp_model.h, which makes a board a constraint problem."""

from libc.stdint cimport uint8_t, uint32_t

from fastqueens._kernels.csp.search cimport Model, fq_csp_model, wrap_model
from fastqueens._kernels.machine cimport FQ_OK, fq_error

cdef extern from "queens/csp_model.h" nogil:
    fq_csp_model *fq_queens_csp_model_new(
        uint32_t, const uint8_t *, uint32_t, const uint8_t *, fq_error *)


def compile_board(const uint8_t[:, ::1] regions, uint32_t count,
                  const uint8_t[::1] order) -> Model:
    """Compile a board of coloured Queens; without an order, the variables are the rows."""
    cdef fq_error error = FQ_OK
    if regions.shape[0] != regions.shape[1] or not 1 <= regions.shape[0] <= 64:
        raise ValueError("n must be from 1 to 64, regions n x n")
    if order is not None and (count == 0 or order.shape[0] != <Py_ssize_t>count):
        raise ValueError("order must have one entry per region")
    return wrap_model(
        fq_queens_csp_model_new(<uint32_t>regions.shape[0], &regions[0, 0], count,
                                NULL if order is None else &order[0], &error), &error)

# cython: language_level=3
# Declarations that regions.pyx and stars.pyx share: csrc/queens/board/batch.h and checks of arrays.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport Machine, fq_status

cdef extern from "queens/board/batch.h" nogil:
    ctypedef struct fq_board_counters:
        uint64_t nodes
        uint64_t backtracks
        uint64_t restarts
        uint64_t solutions
    ctypedef struct fq_batch_boards:
        size_t count
        const uint8_t *labels
        int64_t *counts
        int16_t *first
        uint64_t limit
    ctypedef struct fq_batch
    fq_status fq_batch_step(fq_batch *, uint64_t)
    uint64_t fq_batch_spent(const fq_batch *)
    fq_board_counters fq_batch_counts(const fq_batch *)
    size_t fq_batch_done(const fq_batch *)
    size_t fq_batch_unfinished(const fq_batch *)
    void fq_batch_free(fq_batch *)

cdef extern from "queens/regions/regions.h" nogil:
    ctypedef struct fq_regions_count_counters:
        uint64_t reads
        uint64_t transitions
        uint64_t states
        uint32_t rows
        uint64_t bytes


cdef class BoardBatch(Machine):
    cdef fq_batch *_batch
    cdef object _keep


cdef inline dict row_counters(fq_regions_count_counters counts):
    return {
        "reads": counts.reads, "transitions": counts.transitions, "states": counts.states}


cdef inline int check_shape(Py_ssize_t rows, Py_ssize_t columns, uint32_t stars=1) except -1:
    if rows != columns or rows < 1 or rows > 64:
        raise ValueError("n must be from 1 to 64 and regions must be n x n")
    if stars < 1 or stars > 16:
        raise ValueError("the number of stars must be from 1 to 16")
    return 0


cdef inline int check_count(Py_ssize_t boards, Py_ssize_t counts, Py_ssize_t first) except -1:
    if counts != boards or first != boards:
        raise ValueError("counts and first must have one row per board")
    if boards == 0:
        raise ValueError("no boards")
    return 0


cdef inline dict board_counters(fq_board_counters counts):
    return {
        "nodes": counts.nodes, "backtracks": counts.backtracks, "restarts": counts.restarts}

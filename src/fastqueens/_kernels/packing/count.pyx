# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/packing/count.c, which counts the arrangements of pieces."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "packing/packing.h" nogil:
    ctypedef struct fq_packing_problem:
        uint32_t cells
        uint32_t kinds
        const uint32_t *copies
        uint32_t placements
        const uint32_t *start
        const uint16_t *cell
        const uint16_t *kind
    ctypedef struct fq_packing_count
    ctypedef struct fq_packing_count_counters:
        uint64_t states
        uint64_t placements
        uint64_t bytes
    uint32_t fq_packing_bits(const fq_packing_problem *)
    fq_packing_count *fq_packing_count_new(const fq_packing_problem *, uint64_t, fq_error *)
    fq_status fq_packing_count_step(fq_packing_count *, uint64_t)
    void fq_packing_count_peek(const fq_packing_count *, uint64_t *, uint64_t *)
    uint64_t fq_packing_count_spent(const fq_packing_count *)
    fq_packing_count_counters fq_packing_count_counts(const fq_packing_count *)
    void fq_packing_count_free(fq_packing_count *)


cdef class Count(Machine):
    """The dynamic program over the cells; see fq_packing_count in packing/packing.h."""

    cdef fq_packing_count *_count

    def __cinit__(self, uint32_t cells, const uint32_t[::1] copies, const uint32_t[::1] start,
                  const uint16_t[::1] cell, const uint16_t[::1] kind, uint64_t max_bytes):
        cdef fq_error error = FQ_OK
        cdef fq_packing_problem problem
        _problem(cells, copies, start, cell, kind, &problem)
        self._count = fq_packing_count_new(&problem, max_bytes, &error)
        if self._count == NULL:
            fail(error)

    def __dealloc__(self):
        fq_packing_count_free(self._count)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_packing_count_step(self._count, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_packing_count_spent(self._count)

    @property
    def bytes(self) -> int:
        begin_read(self)
        value = fq_packing_count_counts(self._count).bytes
        end_read(self)
        return value

    @property
    def total(self) -> int:
        cdef uint64_t high = 0, low = 0
        begin_read(self)
        fq_packing_count_peek(self._count, &high, &low)
        end_read(self)
        return (<object>high << 64) | <object>low

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_packing_count_counters counts = fq_packing_count_counts(self._count)
        end_read(self)
        return {"states": counts.states, "placements": counts.placements}


cdef int _problem(uint32_t cells, const uint32_t[::1] copies, const uint32_t[::1] start,
                  const uint16_t[::1] cell, const uint16_t[::1] kind,
                  fq_packing_problem *problem) except -1:
    cdef Py_ssize_t placements = kind.shape[0]
    if not copies.shape[0] or not start.shape[0] or copies.shape[0] > 256 or placements > 1 << 24:
        fail(FQ_BAD_SIZE)
    if start.shape[0] != placements + 1 or cell.shape[0] != start[placements]:
        raise ValueError("the arrays do not fit together")
    problem.cells = cells
    problem.kinds = <uint32_t>copies.shape[0]
    problem.copies = &copies[0]
    problem.placements = <uint32_t>placements
    problem.start = &start[0]
    problem.cell = &cell[0] if cell.shape[0] else NULL
    problem.kind = &kind[0] if placements else NULL
    return 0


def bits(uint32_t cells, const uint32_t[::1] copies, const uint32_t[::1] start,
         const uint16_t[::1] cell, const uint16_t[::1] kind) -> int:
    """The number of bits of a state; `Count` supports 64 at most."""
    cdef fq_packing_problem problem
    _problem(cells, copies, start, cell, kind, &problem)
    return fq_packing_bits(&problem)

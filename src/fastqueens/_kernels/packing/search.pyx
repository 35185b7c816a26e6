# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Pieces on boards: csrc/packing/brute.c and csrc/packing/count.c as stepping machines."""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_OK, enter, fail, fq_error, fq_status

cdef extern from "packing/packing.h" nogil:
    ctypedef struct fq_brute_problem:
        uint32_t cells
        uint32_t box
        const int16_t *cell_at
        const int32_t *place
        uint32_t pieces
        const uint32_t *start
        const int32_t *twin
        uint32_t turns
        const int32_t *offset
    ctypedef struct fq_brute
    ctypedef struct fq_brute_counters:
        uint64_t cases
        uint64_t solutions
    fq_brute *fq_brute_new(const fq_brute_problem *, fq_error *)
    fq_status fq_brute_step(fq_brute *, uint64_t)
    void fq_brute_peek(const fq_brute *, int16_t *)
    fq_brute_counters fq_brute_work(const fq_brute *)
    void fq_brute_free(fq_brute *)
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
    fq_packing_count_counters fq_packing_count_work(const fq_packing_count *)
    void fq_packing_count_free(fq_packing_count *)


cdef int _same(Py_ssize_t found, Py_ssize_t expected) except -1:
    if found != expected:
        raise ValueError("the arrays do not fit together")
    return 0


cdef class BruteForce:
    """The plain procedure, case by case; see fq_brute in packing/packing.h."""

    cdef bint _stepping
    cdef fq_brute *_search
    cdef readonly uint32_t cells

    def __cinit__(self, const int16_t[::1] cell_at, const int32_t[::1] place,
                  const uint32_t[::1] start, const int32_t[::1] twin,
                  const int32_t[:, ::1] offset):
        cdef fq_error error = FQ_OK
        cdef fq_brute_problem problem
        if not cell_at.shape[0] or not place.shape[0] or not twin.shape[0] or not offset.shape[0]:
            raise ValueError("the arrays must not be empty")
        _same(start.shape[0], twin.shape[0] + 1)
        _same(offset.shape[1], start[twin.shape[0]])
        if not offset.shape[1] or cell_at.shape[0] > 1 << 24 or place.shape[0] > 256 \
                or twin.shape[0] > 256 or offset.shape[0] > 24:
            raise ValueError("a size or a range outside what the kernel takes")
        problem.cells = self.cells = <uint32_t>place.shape[0]
        problem.box = <uint32_t>cell_at.shape[0]
        problem.cell_at = &cell_at[0]
        problem.place = &place[0]
        problem.pieces = <uint32_t>twin.shape[0]
        problem.start = &start[0]
        problem.twin = &twin[0]
        problem.turns = <uint32_t>offset.shape[0]
        problem.offset = &offset[0, 0]
        self._search = fq_brute_new(&problem, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_brute_free(self._search)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_brute_step(self._search, budget)
        self._stepping = False
        return status

    @property
    def spent(self) -> int:
        return fq_brute_work(self._search).cases

    def counters(self) -> dict[str, int]:
        return {"cases": fq_brute_work(self._search).cases}

    def peek(self, int16_t[::1] grid) -> None:
        _same(grid.shape[0], self.cells)
        fq_brute_peek(self._search, &grid[0])


cdef class Count:
    """The dynamic program over the cells; see fq_packing_count in packing/packing.h."""

    cdef bint _stepping
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

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_packing_count_step(self._count, budget)
        self._stepping = False
        return status

    @property
    def spent(self) -> int:
        return fq_packing_count_work(self._count).states

    @property
    def bytes(self) -> int:
        return fq_packing_count_work(self._count).bytes

    @property
    def total(self) -> int:
        cdef uint64_t high = 0, low = 0
        fq_packing_count_peek(self._count, &high, &low)
        return (<object>high << 64) | <object>low

    def counters(self) -> dict[str, int]:
        cdef fq_packing_count_counters work = fq_packing_count_work(self._count)
        return {"states": work.states, "placements": work.placements}


cdef int _problem(uint32_t cells, const uint32_t[::1] copies, const uint32_t[::1] start,
                  const uint16_t[::1] cell, const uint16_t[::1] kind,
                  fq_packing_problem *problem) except -1:
    if not copies.shape[0] or not start.shape[0] or copies.shape[0] > 256 \
            or kind.shape[0] > 1 << 24:
        raise ValueError("a size or a range outside what the kernel takes")
    _same(start.shape[0], kind.shape[0] + 1)
    _same(cell.shape[0], start[kind.shape[0]])
    problem.cells = cells
    problem.kinds = <uint32_t>copies.shape[0]
    problem.copies = &copies[0]
    problem.placements = <uint32_t>kind.shape[0]
    problem.start = &start[0]
    problem.cell = &cell[0] if cell.shape[0] else NULL
    problem.kind = &kind[0] if kind.shape[0] else NULL
    return 0


def bits(uint32_t cells, const uint32_t[::1] copies, const uint32_t[::1] start,
         const uint16_t[::1] cell, const uint16_t[::1] kind) -> int:
    """Bits of a state, of which `Count` takes 64 at most."""
    cdef fq_packing_problem problem
    _problem(cells, copies, start, cell, kind, &problem)
    return fq_packing_bits(&problem)

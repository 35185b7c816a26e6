# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/packing/brute.c, which tries all placements of the pieces."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_status)

cdef extern from "packing/packing.h" nogil:
    ctypedef struct fq_brute_problem:
        uint32_t cells
        uint32_t box
        const int16_t *cell_at
        const int32_t *place
        uint32_t pieces
        const uint32_t *start
        const int32_t *previous_identical
        uint32_t turns
        const int32_t *offset
        const uint8_t *after
        uint32_t planes
    ctypedef struct fq_brute
    fq_brute *fq_brute_new(const fq_brute_problem *, fq_error *)
    fq_status fq_brute_step(fq_brute *, uint64_t)
    void fq_brute_peek(const fq_brute *, int16_t *)
    uint32_t fq_brute_current_case(const fq_brute *, uint32_t *)
    uint64_t fq_brute_spent(const fq_brute *)
    void fq_brute_free(fq_brute *)


cdef class BruteForce(Machine):
    """Brute force, case by case; see fq_brute in packing/packing.h."""

    cdef fq_brute *_search
    cdef readonly uint32_t cells

    def __cinit__(self, const int16_t[::1] cell_at, const int32_t[::1] place,
                  const uint32_t[::1] start, const int32_t[::1] previous_identical,
                  const int32_t[:, ::1] offset, uint32_t planes=1,
                  const uint8_t[:, ::1] after=None):
        cdef fq_error error = FQ_OK
        cdef fq_brute_problem problem
        cdef Py_ssize_t pieces = previous_identical.shape[0]
        if not cell_at.shape[0] or not place.shape[0] or not pieces or not offset.shape[0]:
            raise ValueError("the arrays must not be empty")
        if start.shape[0] != pieces + 1 or offset.shape[1] != start[pieces]:
            raise ValueError("the arrays do not fit together")
        if after is not None and not after.shape[0] == after.shape[1] == offset.shape[0]:
            raise ValueError("the arrays do not fit together")
        if not offset.shape[1] or cell_at.shape[0] > 1 << 24 or place.shape[0] > 256 \
                or pieces > 256 or offset.shape[0] > 24:
            fail(FQ_BAD_SIZE)
        problem.cells = self.cells = <uint32_t>place.shape[0]
        problem.box = <uint32_t>cell_at.shape[0]
        problem.cell_at = &cell_at[0]
        problem.place = &place[0]
        problem.pieces = <uint32_t>pieces
        problem.start = &start[0]
        problem.previous_identical = &previous_identical[0]
        problem.turns = <uint32_t>offset.shape[0]
        problem.offset = &offset[0, 0]
        problem.after = NULL if after is None else &after[0, 0]
        problem.planes = planes
        self._search = fq_brute_new(&problem, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_brute_free(self._search)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_brute_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_brute_spent(self._search)

    def counters(self) -> dict[str, int]:
        return {"cases": self.spent}

    def peek(self, int16_t[::1] grid) -> None:
        if grid.shape[0] != self.cells:
            raise ValueError("grid must have one entry per cell")
        begin_read(self)
        fq_brute_peek(self._search, &grid[0])
        end_read(self)

    def hand(self) -> tuple[int, int] | None:
        """The empty cell to be filled, and the piece being tried there."""
        cdef uint32_t piece = 0
        begin_read(self)
        cdef uint32_t cell = fq_brute_current_case(self._search, &piece)
        end_read(self)
        return (cell, piece) if cell < self.cells else None

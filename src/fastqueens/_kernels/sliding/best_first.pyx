# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/sliding/best_first.h, which solves sliding tiles by best-first search."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, NotCopied, begin_read, end_read, fail, fq_error, fq_status)
from fastqueens._kernels.sliding.pdb cimport Pdb, check_board, fq_heuristic_kind, fq_pdb

cdef extern from "sliding/heuristic.h" nogil:
    ctypedef struct fq_heuristic
    fq_heuristic *fq_heuristic_new(uint32_t, uint32_t, const uint8_t *, fq_heuristic_kind,
                                   const fq_pdb *, fq_error *)
    uint32_t fq_heuristic_value(const fq_heuristic *, const uint8_t *)
    void fq_heuristic_free(fq_heuristic *)

cdef extern from "sliding/best_first.h" nogil:
    ctypedef enum fq_best_first_order:
        FQ_BRANCH_AND_BOUND
        FQ_A_STAR
    ctypedef enum fq_visited:
        FQ_EXPANDED_AGAIN
        FQ_EXPANDED_ONCE
        FQ_GENERATED
    int FQ_BEST_FIRST_MAX_MOVES
    ctypedef struct fq_best_first_options:
        fq_best_first_order order
        fq_heuristic_kind heuristic
        const fq_pdb *pdb
        fq_visited visited
        uint64_t max_bytes
    ctypedef struct fq_best_first_counters:
        uint64_t nodes
        uint64_t expanded
        uint64_t bytes
    ctypedef struct fq_best_first
    fq_best_first *fq_best_first_new(uint32_t, uint32_t, const uint8_t *, const uint8_t *,
                                     const fq_best_first_options *, fq_error *)
    fq_status fq_best_first_step(fq_best_first *, uint64_t)
    uint64_t fq_best_first_spent(const fq_best_first *)
    fq_best_first_counters fq_best_first_counts(const fq_best_first *)
    uint32_t fq_best_first_peek(const fq_best_first *, uint8_t *, uint32_t)
    void fq_best_first_board(const fq_best_first *, uint8_t *)
    uint32_t fq_best_first_cost(const fq_best_first *)
    void fq_best_first_free(fq_best_first *)

BRANCH_AND_BOUND, A_STAR = FQ_BRANCH_AND_BOUND, FQ_A_STAR
# The numbers of the option `visited`.
VISITED = {
    "expanded-again": FQ_EXPANDED_AGAIN,
    "expanded-once": FQ_EXPANDED_ONCE,
    "generated": FQ_GENERATED,
}


cdef class BestFirst(Machine):
    """Branch and bound, or A*. The budget of a step is a number of boards added to the queue."""

    cdef fq_best_first *_search
    cdef Pdb _pdb
    cdef readonly int rows, columns, order

    def __cinit__(self, const uint8_t[::1] tiles, const uint8_t[::1] goal, int rows, int columns,
                  int order, int heuristic, int visited, uint64_t max_bytes,
                  Pdb pdb=None):
        cdef fq_error error = FQ_OK
        cdef fq_best_first_options options
        check_board(tiles, goal, rows, columns)
        if order < 0 or heuristic < 0 or visited < 0:
            fail(FQ_BAD_SIZE)
        self.rows, self.columns, self.order = rows, columns, order
        options.order = <fq_best_first_order>order
        options.heuristic = <fq_heuristic_kind>heuristic
        options.visited = <fq_visited>visited
        options.max_bytes = max_bytes
        self._pdb = pdb
        options.pdb = NULL if pdb is None else pdb._pdb
        self._search = fq_best_first_new(
            <uint32_t>rows, <uint32_t>columns, &tiles[0], &goal[0], &options, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_best_first_free(self._search)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_best_first_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_best_first_spent(self._search)

    def peek_moves(self) -> list[int]:
        """The moves to the board that was removed from the queue last, as numbers of DIRECTIONS.

        At the end of the search these moves are the solution.
        """
        cdef uint8_t moves[512]
        cdef uint32_t i
        begin_read(self)
        cdef uint32_t length = fq_best_first_peek(
            self._search, moves, <uint32_t>FQ_BEST_FIRST_MAX_MOVES + 1)
        end_read(self)
        return [moves[i] for i in range(length)]

    def peek(self) -> list[int]:
        """The board that was removed from the queue last."""
        cdef uint8_t tiles[25]
        cdef int cell
        begin_read(self)
        fq_best_first_board(self._search, tiles)
        end_read(self)
        return [tiles[cell] for cell in range(self.rows * self.columns)]

    @property
    def bytes(self) -> int:
        begin_read(self)
        value = fq_best_first_counts(self._search).bytes
        end_read(self)
        return value

    @property
    def cost(self) -> int:
        begin_read(self)
        value = fq_best_first_cost(self._search)
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_best_first_counters counts = fq_best_first_counts(self._search)
        end_read(self)
        return {"nodes": counts.nodes, "expanded": counts.expanded}


cdef class Heuristic(NotCopied):
    """A lower bound on the moves to a goal; see csrc/sliding/heuristic.h."""

    cdef fq_heuristic *_heuristic
    cdef Pdb _pdb
    cdef readonly int cells

    def __cinit__(self, const uint8_t[::1] goal, int rows, int columns, int kind, Pdb pdb=None):
        cdef fq_error error = FQ_OK
        check_board(goal, goal, rows, columns)
        if kind < 0:
            fail(FQ_BAD_SIZE)
        self.cells = rows * columns
        self._pdb = pdb
        self._heuristic = fq_heuristic_new(
            <uint32_t>rows, <uint32_t>columns, &goal[0], <fq_heuristic_kind>kind,
            NULL if pdb is None else pdb._pdb, &error)
        if self._heuristic == NULL:
            fail(error)

    def __dealloc__(self):
        fq_heuristic_free(self._heuristic)

    def __call__(self, const uint8_t[::1] tiles) -> int:
        """The heuristic value of an arrangement of the goal's tiles."""
        cdef uint32_t seen = 0
        cdef int cell
        if tiles.shape[0] != self.cells:
            raise ValueError("tiles must have rows * columns entries")
        for cell in range(self.cells):
            if tiles[cell] < self.cells:
                seen |= <uint32_t>1 << tiles[cell]
        if seen != (<uint32_t>1 << self.cells) - 1:
            raise ValueError("tiles must be an arrangement of the goal's tiles")
        return fq_heuristic_value(self._heuristic, &tiles[0])

# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Sliding tiles by best-first search: csrc/sliding/best_first.c as a stepping machine."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_BAD_SIZE, FQ_OK, enter, fail, fq_error, fq_status
from fastqueens._kernels.sliding.ida cimport Tables, fq_tables

cdef extern from "sliding/heuristic.h" nogil:
    ctypedef enum fq_sliding_bound:
        FQ_MISPLACED
        FQ_MANHATTAN
        FQ_LINEAR_CONFLICT
        FQ_WALKING_DISTANCE
        FQ_PATTERNS
    ctypedef struct fq_sliding_estimate
    fq_sliding_estimate *fq_sliding_estimate_new(uint32_t, uint32_t, const uint8_t *,
                                                 fq_sliding_bound, const fq_tables *, fq_error *)
    uint32_t fq_sliding_estimate_of(const fq_sliding_estimate *, const uint8_t *)
    void fq_sliding_estimate_free(fq_sliding_estimate *)

cdef extern from "sliding/best_first.h" nogil:
    ctypedef enum fq_sliding_order:
        FQ_BRANCH_AND_BOUND
        FQ_A_STAR
    int FQ_SLIDING_QUEUE_MAX_LENGTH
    ctypedef struct fq_sliding_queue_options:
        fq_sliding_order order
        fq_sliding_bound bound
        const fq_tables *tables
        int late
        uint64_t max_bytes
    ctypedef struct fq_sliding_queue
    fq_sliding_queue *fq_sliding_queue_new(uint32_t, uint32_t, const uint8_t *, const uint8_t *,
                                           const fq_sliding_queue_options *, fq_error *)
    fq_status fq_sliding_queue_step(fq_sliding_queue *, uint64_t)
    uint32_t fq_sliding_queue_moves(const fq_sliding_queue *, uint8_t *, uint32_t)
    void fq_sliding_queue_peek(const fq_sliding_queue *, uint8_t *)
    uint64_t fq_sliding_queue_work(const fq_sliding_queue *)
    uint64_t fq_sliding_queue_expanded(const fq_sliding_queue *)
    uint64_t fq_sliding_queue_bytes(const fq_sliding_queue *)
    uint32_t fq_sliding_queue_cost(const fq_sliding_queue *)
    void fq_sliding_queue_free(fq_sliding_queue *)

BRANCH_AND_BOUND, A_STAR = FQ_BRANCH_AND_BOUND, FQ_A_STAR
MISPLACED, MANHATTAN = FQ_MISPLACED, FQ_MANHATTAN
LINEAR_CONFLICT, WALKING_DISTANCE, PDB = FQ_LINEAR_CONFLICT, FQ_WALKING_DISTANCE, FQ_PATTERNS


cdef class Queue:
    """Branch and bound, or A*: see sliding_queue.h. Its work is the boards put on the queue."""

    cdef bint _stepping
    cdef fq_sliding_queue *_machine
    cdef Tables _tables
    cdef readonly int rows, columns, order

    def __cinit__(self, const uint8_t[::1] tiles, const uint8_t[::1] goal, int rows, int columns,
                  int order, int bound, bint late, uint64_t max_bytes, Tables tables=None):
        cdef fq_error error = FQ_OK
        cdef fq_sliding_queue_options options
        if rows < 2 or columns < 2 or rows > 5 or columns > 5 or order < 0 or bound < 0:
            fail(FQ_BAD_SIZE)
        if tiles.shape[0] != rows * columns or goal.shape[0] != rows * columns:
            raise ValueError("tiles and goal must have rows * columns entries")
        self.rows, self.columns, self.order = rows, columns, order
        options.order, options.bound = <fq_sliding_order>order, <fq_sliding_bound>bound
        options.late, options.max_bytes = late, max_bytes
        self._tables = tables
        options.tables = NULL if tables is None else tables._tables
        self._machine = fq_sliding_queue_new(<uint32_t>rows, <uint32_t>columns, &tiles[0], &goal[0],
                                             &options, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_sliding_queue_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_sliding_queue_step(self._machine, budget)
        self._stepping = False
        return status

    def peek_moves(self) -> list[int]:
        """The moves of the blank to the board taken off last: the solution, when one was found."""
        cdef uint8_t moves[512]
        cdef uint32_t i
        cdef uint32_t length = fq_sliding_queue_moves(
            self._machine, moves, <uint32_t>FQ_SLIDING_QUEUE_MAX_LENGTH + 1)
        return [moves[i] for i in range(length)]

    def peek(self) -> list[int]:
        """The board taken off last."""
        cdef uint8_t tiles[25]
        cdef int cell
        fq_sliding_queue_peek(self._machine, tiles)
        return [tiles[cell] for cell in range(self.rows * self.columns)]

    @property
    def spent(self) -> int:
        return fq_sliding_queue_work(self._machine)

    @property
    def bytes(self) -> int:
        return fq_sliding_queue_bytes(self._machine)

    @property
    def cost(self) -> int:
        return fq_sliding_queue_cost(self._machine)

    def counters(self) -> dict[str, int]:
        return {
            "nodes": fq_sliding_queue_work(self._machine),
            "expanded": fq_sliding_queue_expanded(self._machine),
        }


cdef class Estimate:
    """A lower bound on the moves to a goal; see sliding_estimate.h."""

    cdef fq_sliding_estimate *_estimate
    cdef Tables _tables
    cdef readonly int cells

    def __cinit__(self, const uint8_t[::1] goal, int rows, int columns, int bound,
                  Tables tables=None):
        cdef fq_error error = FQ_OK
        if rows < 2 or columns < 2 or rows > 5 or columns > 5 or bound < 0:
            fail(FQ_BAD_SIZE)
        if goal.shape[0] != rows * columns:
            raise ValueError("goal must have rows * columns entries")
        self.cells = rows * columns
        self._tables = tables
        self._estimate = fq_sliding_estimate_new(
            <uint32_t>rows, <uint32_t>columns, &goal[0], <fq_sliding_bound>bound,
            NULL if tables is None else tables._tables, &error)
        if self._estimate == NULL:
            fail(error)

    def __dealloc__(self):
        fq_sliding_estimate_free(self._estimate)

    def __call__(self, const uint8_t[::1] tiles) -> int:
        """The bound for an arrangement of the goal's tiles."""
        cdef uint32_t seen = 0
        cdef int cell
        if tiles.shape[0] != self.cells:
            raise ValueError("tiles must have rows * columns entries")
        for cell in range(self.cells):
            if tiles[cell] < self.cells:
                seen |= <uint32_t>1 << tiles[cell]
        if seen != (<uint32_t>1 << self.cells) - 1:
            raise ValueError("tiles must be an arrangement of the goal's")
        return fq_sliding_estimate_of(self._estimate, &tiles[0])

# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of csrc/nqueens/join.h, which counts N-Queens by joining half boards."""

from libc.stdint cimport uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, NotCopied, begin_read, end_read, fail, fq_error, fq_isa, fq_load_number,
    fq_status, fq_store_number)
from fastqueens._kernels.nqueens.variant cimport fq_nqueens_counters

from fastqueens._kernels.cpu import chosen

cdef extern from "nqueens/join.h" nogil:
    ctypedef struct fq_nqueens_task:
        uint32_t n
        uint64_t first
        uint64_t last
    ctypedef struct fq_nqueens_join_plan
    fq_nqueens_join_plan *fq_nqueens_join_plan_new(int, fq_error *)
    void fq_nqueens_join_plan_free(fq_nqueens_join_plan *)
    uint64_t fq_nqueens_join_plan_size(const fq_nqueens_join_plan *)
    fq_nqueens_task fq_nqueens_join_plan_task(const fq_nqueens_join_plan *, uint64_t, uint64_t)
    double fq_nqueens_join_plan_share(const fq_nqueens_join_plan *, uint64_t, uint64_t)
    ctypedef struct fq_nqueens_join_unit:
        int start_row
        uint32_t rows
        uint32_t weight
    fq_nqueens_join_unit fq_nqueens_join_plan_unit(const fq_nqueens_join_plan *, uint64_t)
    ctypedef struct fq_nqueens_join
    fq_nqueens_join *fq_nqueens_join_new(const fq_nqueens_join_plan *, fq_nqueens_task, fq_isa,
                                         uint64_t, fq_error *)
    fq_error fq_nqueens_join_restart(fq_nqueens_join *, fq_nqueens_task)
    void fq_nqueens_join_free(fq_nqueens_join *)
    fq_status fq_nqueens_join_step(fq_nqueens_join *, uint64_t)
    fq_nqueens_counters fq_nqueens_join_counts(const fq_nqueens_join *)
    uint64_t fq_nqueens_join_position(const fq_nqueens_join *)
    uint64_t fq_nqueens_join_most_bytes(const fq_nqueens_join *)


cdef class JoinPlan(NotCopied):
    """The units of a count; see fq_nqueens_join_plan in nqueens/join.h. Threads may share it."""

    cdef fq_nqueens_join_plan *_plan
    cdef readonly int n

    def __cinit__(self, int n):
        cdef fq_error error = FQ_OK
        self.n = n
        with nogil:
            self._plan = fq_nqueens_join_plan_new(n, &error)
        if self._plan == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_join_plan_free(self._plan)

    def __len__(self):
        return fq_nqueens_join_plan_size(self._plan)

    def task(self, uint64_t index, uint64_t tasks) -> tuple[int, int]:
        """The range of units of task `index` of `tasks` tasks of about equal work."""
        if index >= tasks:
            raise ValueError("index must be less than tasks")
        cdef fq_nqueens_task task = fq_nqueens_join_plan_task(self._plan, index, tasks)
        return task.first, task.last

    def share(self, uint64_t first, uint64_t last) -> float:
        """The estimated share of a range in the whole work."""
        if first > last or last > fq_nqueens_join_plan_size(self._plan):
            raise ValueError("not a range of this plan")
        return fq_nqueens_join_plan_share(self._plan, first, last)

    def unit(self, uint64_t number) -> tuple[int, int, int]:
        """The start row (-1 for even n), the rows of the east half, and the weight of a unit."""
        if number >= fq_nqueens_join_plan_size(self._plan):
            raise ValueError("not a unit of this plan")
        cdef fq_nqueens_join_unit unit = fq_nqueens_join_plan_unit(self._plan, number)
        return unit.start_row, unit.rows, unit.weight


cdef class JoinTask(Machine):
    """Counts one range of units. Any thread can read its numbers, those after the last step."""

    cdef fq_nqueens_join *_machine
    cdef JoinPlan _plan
    cdef uint64_t _first, _last, _nodes, _solutions, _position, _most_bytes
    cdef readonly uint64_t max_bytes
    cdef readonly int isa

    def __cinit__(self, JoinPlan plan, uint64_t first, uint64_t last, uint64_t max_bytes):
        cdef fq_error error = FQ_OK
        cdef fq_nqueens_task task
        task.n, task.first, task.last = <uint32_t>plan.n, first, last
        self._plan, self._first, self._last, self._position = plan, first, last, first
        self.max_bytes, self.isa = max_bytes, chosen()
        self._machine = fq_nqueens_join_new(
            plan._plan, task, <fq_isa>self.isa, max_bytes, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_join_free(self._machine)

    def restart(self, uint64_t first, uint64_t last) -> None:
        """Start another task of the same plan; the lists of quarter boards are kept."""
        cdef fq_nqueens_task task
        task.n, task.first, task.last = <uint32_t>self._plan.n, first, last
        begin_read(self)
        cdef fq_error error = fq_nqueens_join_restart(self._machine, task)
        if error == FQ_OK:
            fq_store_number(&self._first, first)
            fq_store_number(&self._last, last)
            fq_store_number(&self._position, first)
            fq_store_number(&self._nodes, 0)
            fq_store_number(&self._solutions, 0)
        end_read(self)
        if error != FQ_OK:
            fail(error)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_join_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_load_number(&self._nodes)

    @property
    def first(self) -> int:
        return fq_load_number(&self._first)

    @property
    def last(self) -> int:
        return fq_load_number(&self._last)

    @property
    def solutions(self) -> int:
        return fq_load_number(&self._solutions)

    @property
    def position(self) -> int:
        return fq_load_number(&self._position)

    @property
    def most_bytes(self) -> int:
        return fq_load_number(&self._most_bytes)

    def counters(self) -> dict[str, int]:
        return {"nodes": fq_load_number(&self._nodes)}

    def step(self, uint64_t budget) -> int:
        cdef fq_nqueens_counters counts
        status = Machine.step(self, budget)
        begin_read(self)
        counts = fq_nqueens_join_counts(self._machine)
        fq_store_number(&self._nodes, counts.nodes)
        fq_store_number(&self._solutions, counts.solutions)
        fq_store_number(&self._position, fq_nqueens_join_position(self._machine))
        fq_store_number(&self._most_bytes, fq_nqueens_join_most_bytes(self._machine))
        end_read(self)
        return status

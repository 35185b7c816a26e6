# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrappers of csrc/nqueens/count.h, which counts the solutions of N-Queens."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE, FQ_OK, Machine, NotCopied, begin_read, end_read, fail, fq_error, fq_isa,
    fq_load_double, fq_load_number, fq_status, fq_store_double, fq_store_number)
from fastqueens._kernels.nqueens.variant cimport fq_nqueens_counters, fq_nqueens_variant

from fastqueens._kernels.cpu import chosen

cdef extern from "nqueens/count.h" nogil:
    ctypedef struct fq_nqueens_plan
    ctypedef struct fq_nqueens_task:
        uint32_t n
        uint64_t first
        uint64_t last
    fq_nqueens_plan *fq_nqueens_plan_new(int, fq_error *)
    void fq_nqueens_plan_free(fq_nqueens_plan *)
    uint64_t fq_nqueens_plan_size(const fq_nqueens_plan *)
    fq_nqueens_task fq_nqueens_plan_task(const fq_nqueens_plan *, uint64_t, uint64_t)
    double fq_nqueens_plan_share(const fq_nqueens_plan *, uint64_t, uint64_t)
    double fq_nqueens_plan_done(const fq_nqueens_plan *, uint64_t, uint64_t)
    ctypedef struct fq_nqueens
    fq_nqueens *fq_nqueens_new(const fq_nqueens_plan *, fq_nqueens_task, fq_isa, fq_error *)
    void fq_nqueens_free(fq_nqueens *)
    fq_status fq_nqueens_step(fq_nqueens *, uint64_t)
    fq_nqueens_counters fq_nqueens_counts(const fq_nqueens *)
    uint64_t fq_nqueens_position(const fq_nqueens *)
    double fq_nqueens_inside(const fq_nqueens *)
    ctypedef enum fq_nqueens_turn:
        pass
    ctypedef struct fq_nqueens_symmetric
    fq_nqueens_symmetric *fq_nqueens_symmetric_new(int, fq_nqueens_turn, fq_error *)
    void fq_nqueens_symmetric_free(fq_nqueens_symmetric *)
    fq_status fq_nqueens_symmetric_step(fq_nqueens_symmetric *, uint64_t)
    uint64_t fq_nqueens_symmetric_spent(const fq_nqueens_symmetric *)
    fq_nqueens_counters fq_nqueens_symmetric_counts(const fq_nqueens_symmetric *)
    ctypedef struct fq_nqueens_variants_task:
        uint32_t n
        uint32_t variant
        int32_t pawns
        uint64_t first
        uint64_t last
    uint64_t fq_nqueens_variants_size(int, fq_nqueens_variant, int)
    ctypedef struct fq_nqueens_variants
    fq_nqueens_variants *fq_nqueens_variants_new(fq_nqueens_variants_task, fq_error *)
    void fq_nqueens_variants_free(fq_nqueens_variants *)
    fq_status fq_nqueens_variants_step(fq_nqueens_variants *, uint64_t)
    fq_nqueens_counters fq_nqueens_variants_counts(const fq_nqueens_variants *)
    uint64_t fq_nqueens_variants_position(const fq_nqueens_variants *)


cdef class Plan(NotCopied):
    """The prefixes of a count; see fq_nqueens_plan in nqueens/count.h. Threads may share it."""

    cdef fq_nqueens_plan *_plan
    cdef readonly int n

    def __cinit__(self, int n):
        cdef fq_error error = FQ_OK
        self.n = n
        with nogil:
            self._plan = fq_nqueens_plan_new(n, &error)
        if self._plan == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_plan_free(self._plan)

    def __len__(self):
        return fq_nqueens_plan_size(self._plan)

    def task(self, uint64_t index, uint64_t tasks) -> tuple[int, int]:
        """The range of prefixes of task `index` of `tasks` tasks of about equal work."""
        if index >= tasks:
            raise ValueError("index must be less than tasks")
        cdef fq_nqueens_task task = fq_nqueens_plan_task(self._plan, index, tasks)
        return task.first, task.last

    def share(self, uint64_t first, uint64_t last) -> float:
        """The estimated share of a range in the whole work."""
        self._check(first, last)
        return fq_nqueens_plan_share(self._plan, first, last)

    def done(self, uint64_t first, uint64_t last) -> float:
        """The estimated share of a range in the whole work without empty prefixes.

        Progress bars show this share.
        """
        cdef double share
        self._check(first, last)
        with nogil:
            share = fq_nqueens_plan_done(self._plan, first, last)
        return share

    cdef int _check(self, uint64_t first, uint64_t last) except -1:
        if first > last or last > fq_nqueens_plan_size(self._plan):
            raise ValueError("not a range of this plan")
        return 0


cdef class Range(Machine):
    """A range of prefixes. Any thread can read its numbers, which are those after the last step."""

    cdef uint64_t _nodes, _solutions, _position
    cdef readonly uint64_t first, last

    cdef uint64_t _spent(self) noexcept:
        return fq_load_number(&self._nodes)

    @property
    def solutions(self) -> int:
        return fq_load_number(&self._solutions)

    @property
    def position(self) -> int:
        return fq_load_number(&self._position)

    def counters(self) -> dict[str, int]:
        return {"nodes": fq_load_number(&self._nodes)}

    cdef void _store(self, fq_nqueens_counters counts, uint64_t position) noexcept:
        fq_store_number(&self._nodes, counts.nodes)
        fq_store_number(&self._solutions, counts.solutions)
        fq_store_number(&self._position, position)


cdef class Task(Range):
    """Counts one range of the prefixes of a plan."""

    cdef fq_nqueens *_machine
    cdef Plan _plan
    cdef double _inside

    def __cinit__(self, Plan plan, uint64_t first, uint64_t last):
        cdef fq_error error = FQ_OK
        cdef fq_nqueens_task task
        task.n, task.first, task.last = <uint32_t>plan.n, first, last
        self._plan, self.first, self.last, self._position = plan, first, last, first
        self._machine = fq_nqueens_new(plan._plan, task, <fq_isa><int>chosen(), &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_step(self._machine, budget)

    def step(self, uint64_t budget) -> int:
        status = Machine.step(self, budget)
        begin_read(self)
        self._store(fq_nqueens_counts(self._machine), fq_nqueens_position(self._machine))
        fq_store_double(&self._inside, fq_nqueens_inside(self._machine))
        end_read(self)
        return status

    @property
    def inside(self) -> float:
        return fq_load_double(&self._inside)


cdef class Symmetric(Machine):
    """Counts the solutions that a half turn (turn 0) or a quarter turn (1) leaves unchanged."""

    cdef fq_nqueens_symmetric *_machine

    def __cinit__(self, int n, int turn):
        cdef fq_error error = FQ_OK
        self._machine = fq_nqueens_symmetric_new(n, <fq_nqueens_turn>turn, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_symmetric_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_symmetric_step(self._machine, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_nqueens_symmetric_spent(self._machine)

    @property
    def solutions(self) -> int:
        begin_read(self)
        value = fq_nqueens_symmetric_counts(self._machine).solutions
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


def variant_size(int n, int variant, int pawns) -> int:
    """The number of prefixes of a variant; 0 if there are no solutions."""
    return fq_nqueens_variants_size(n, <fq_nqueens_variant>variant, pawns)


cdef class Variant(Range):
    """Counts one range of the prefixes of a variant."""

    cdef fq_nqueens_variants *_machine

    def __cinit__(self, int n, int variant, int pawns, uint64_t first, uint64_t last):
        cdef fq_error error = FQ_OK
        cdef fq_nqueens_variants_task task
        if n < 0 or variant < 0:
            fail(FQ_BAD_SIZE)
        task.n, task.variant, task.pawns = <uint32_t>n, <uint32_t>variant, pawns
        task.first, task.last = first, last
        self.first, self.last, self._position = first, last, first
        self._machine = fq_nqueens_variants_new(task, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_variants_free(self._machine)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_nqueens_variants_step(self._machine, budget)

    def step(self, uint64_t budget) -> int:
        status = Machine.step(self, budget)
        begin_read(self)
        self._store(fq_nqueens_variants_counts(self._machine),
                    fq_nqueens_variants_position(self._machine))
        end_read(self)
        return status

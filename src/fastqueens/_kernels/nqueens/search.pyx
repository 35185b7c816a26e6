# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""N-Queens: csrc/nqueens/ as stepping machines."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport FQ_BAD_SIZE, FQ_OK, enter, fail, fq_error, fq_isa, fq_status

from fastqueens._kernels.cpu import chosen

cdef extern from "nqueens/count.h" nogil:
    ctypedef struct fq_nqueens_plan
    ctypedef struct fq_nqueens_unit:
        uint32_t n
        uint64_t first
        uint64_t last
    fq_nqueens_plan *fq_nqueens_plan_new(int, fq_error *)
    void fq_nqueens_plan_free(fq_nqueens_plan *)
    uint64_t fq_nqueens_plan_size(const fq_nqueens_plan *)
    fq_nqueens_unit fq_nqueens_plan_unit(const fq_nqueens_plan *, uint64_t, uint64_t)
    double fq_nqueens_plan_share(const fq_nqueens_plan *, uint64_t, uint64_t)
    double fq_nqueens_plan_done(const fq_nqueens_plan *, uint64_t, uint64_t)
    ctypedef struct fq_nqueens
    fq_nqueens *fq_nqueens_new(const fq_nqueens_plan *, fq_nqueens_unit, fq_isa, fq_error *)
    void fq_nqueens_free(fq_nqueens *)
    fq_status fq_nqueens_step(fq_nqueens *, uint64_t)
    uint64_t fq_nqueens_solutions(const fq_nqueens *)
    uint64_t fq_nqueens_nodes(const fq_nqueens *)
    uint64_t fq_nqueens_position(const fq_nqueens *)
    double fq_nqueens_inside(const fq_nqueens *)
    ctypedef enum fq_nqueens_turn:
        pass
    ctypedef struct fq_nqueens_symmetric
    fq_nqueens_symmetric *fq_nqueens_symmetric_new(int, fq_nqueens_turn, fq_error *)
    void fq_nqueens_symmetric_free(fq_nqueens_symmetric *)
    fq_status fq_nqueens_symmetric_step(fq_nqueens_symmetric *, uint64_t)
    uint64_t fq_nqueens_symmetric_solutions(const fq_nqueens_symmetric *)
    uint64_t fq_nqueens_symmetric_nodes(const fq_nqueens_symmetric *)
    ctypedef enum fq_nqueens_variant:
        pass
    ctypedef struct fq_nqueens_variant_unit:
        uint32_t n
        uint32_t variant
        uint32_t pawns
        uint64_t first
        uint64_t last
    uint64_t fq_nqueens_variant_size(int, fq_nqueens_variant, int)
    ctypedef struct fq_nqueens_variant_machine
    fq_nqueens_variant_machine *fq_nqueens_variant_new(fq_nqueens_variant_unit, fq_error *)
    void fq_nqueens_variant_free(fq_nqueens_variant_machine *)
    fq_status fq_nqueens_variant_step(fq_nqueens_variant_machine *, uint64_t)
    uint64_t fq_nqueens_variant_solutions(const fq_nqueens_variant_machine *)
    uint64_t fq_nqueens_variant_nodes(const fq_nqueens_variant_machine *)
    uint64_t fq_nqueens_variant_position(const fq_nqueens_variant_machine *)

cdef extern from "nqueens/list.h" nogil:
    ctypedef enum fq_nqueens_rule:
        pass
    const unsigned FQ_NQUEENS_LIST_HALF
    const unsigned FQ_NQUEENS_LIST_LEAST
    ctypedef struct fq_nqueens_list
    fq_nqueens_list *fq_nqueens_list_new(
        int, fq_nqueens_rule, const int16_t *, unsigned, fq_error *)
    void fq_nqueens_list_free(fq_nqueens_list *)
    fq_status fq_nqueens_list_step(fq_nqueens_list *, uint64_t)
    fq_status fq_nqueens_list_fill(fq_nqueens_list *, uint64_t, int8_t *, size_t, size_t *)
    void fq_nqueens_list_peek(const fq_nqueens_list *, int16_t *)
    uint64_t fq_nqueens_list_nodes(const fq_nqueens_list *)

cdef extern from "nqueens/plus_k.h" nogil:
    ctypedef struct fq_nqueens_plusk
    fq_nqueens_plusk *fq_nqueens_plusk_new(int, int, const int16_t *, size_t, int, fq_error *)
    void fq_nqueens_plusk_free(fq_nqueens_plusk *)
    fq_status fq_nqueens_plusk_step(fq_nqueens_plusk *, uint64_t)
    void fq_nqueens_plusk_peek(
        const fq_nqueens_plusk *, int16_t *, size_t *, int16_t *, size_t *)
    uint64_t fq_nqueens_plusk_nodes(const fq_nqueens_plusk *)

cdef extern from "nqueens/random.h" nogil:
    ctypedef struct fq_nqueens_random
    ctypedef struct fq_nqueens_random_counters:
        uint64_t units
        uint64_t swaps
        uint64_t restarts
    fq_nqueens_random *fq_nqueens_random_new(int64_t, uint64_t, fq_error *)
    void fq_nqueens_random_free(fq_nqueens_random *)
    fq_status fq_nqueens_random_step(fq_nqueens_random *, uint64_t)
    void fq_nqueens_random_peek(const fq_nqueens_random *, int32_t *)
    fq_nqueens_random_counters fq_nqueens_random_work(const fq_nqueens_random *)


cdef class Plan:
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

    def unit(self, uint64_t index, uint64_t parts) -> tuple[int, int]:
        """Range `index` of `parts` of about equal work."""
        if index >= parts:
            raise ValueError("index must be less than parts")
        cdef fq_nqueens_unit unit = fq_nqueens_plan_unit(self._plan, index, parts)
        return unit.first, unit.last

    def share(self, uint64_t first, uint64_t last) -> float:
        """The guessed share of the whole work that a range has."""
        if first > last or last > fq_nqueens_plan_size(self._plan):
            raise ValueError("not a range of this plan")
        return fq_nqueens_plan_share(self._plan, first, last)

    def done(self, uint64_t first, uint64_t last) -> float:
        """The same without the prefixes that are empty, for progress bars."""
        if first > last or last > fq_nqueens_plan_size(self._plan):
            raise ValueError("not a range of this plan")
        cdef double share
        with nogil:
            share = fq_nqueens_plan_done(self._plan, first, last)
        return share


cdef class Unit:
    """Counts one range of prefixes. Its numbers are those after the last step, for any thread."""

    cdef bint _stepping
    cdef fq_nqueens *_machine
    cdef Plan _plan
    cdef readonly uint64_t first, last, spent, solutions, position
    cdef readonly double inside

    def __cinit__(self, Plan plan, uint64_t first, uint64_t last):
        cdef fq_error error = FQ_OK
        cdef fq_nqueens_unit unit
        unit.n, unit.first, unit.last = <uint32_t>plan.n, first, last
        self._plan, self.first, self.last, self.position = plan, first, last, first
        self._machine = fq_nqueens_new(plan._plan, unit, <fq_isa><int>chosen(), &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_step(self._machine, budget)
        self.spent = fq_nqueens_nodes(self._machine)
        self.solutions = fq_nqueens_solutions(self._machine)
        self.position = fq_nqueens_position(self._machine)
        self.inside = fq_nqueens_inside(self._machine)
        self._stepping = False
        return status

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


cdef class Symmetric:
    """Counts the solutions that a half turn (turn 0) or a quarter turn (1) leaves unchanged."""

    cdef bint _stepping
    cdef fq_nqueens_symmetric *_machine

    def __cinit__(self, int n, int turn):
        cdef fq_error error = FQ_OK
        self._machine = fq_nqueens_symmetric_new(n, <fq_nqueens_turn>turn, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_symmetric_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_symmetric_step(self._machine, budget)
        self._stepping = False
        return status

    @property
    def spent(self) -> int:
        return fq_nqueens_symmetric_nodes(self._machine)

    @property
    def solutions(self) -> int:
        return fq_nqueens_symmetric_solutions(self._machine)

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


def variant_size(int n, int variant, int pawns) -> int:
    """The number of prefixes of a variant; 0 if there are no solutions."""
    return fq_nqueens_variant_size(n, <fq_nqueens_variant>variant, pawns)


cdef class Variant:
    """Counts one range of prefixes of a variant. Its numbers are those after the last step."""

    cdef bint _stepping
    cdef fq_nqueens_variant_machine *_machine
    cdef readonly uint64_t first, last, spent, solutions, position

    def __cinit__(self, int n, int variant, int pawns, uint64_t first, uint64_t last):
        cdef fq_error error = FQ_OK
        cdef fq_nqueens_variant_unit unit
        if n < 0 or variant < 0 or pawns < 0:
            fail(FQ_BAD_SIZE)
        unit.n, unit.variant, unit.pawns = <uint32_t>n, <uint32_t>variant, <uint32_t>pawns
        unit.first, unit.last = first, last
        self.first, self.last, self.position = first, last, first
        self._machine = fq_nqueens_variant_new(unit, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_variant_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_variant_step(self._machine, budget)
        self.spent = fq_nqueens_variant_nodes(self._machine)
        self.solutions = fq_nqueens_variant_solutions(self._machine)
        self.position = fq_nqueens_variant_position(self._machine)
        self._stepping = False
        return status

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


cdef class List:
    """Lists placements in lexicographic order; see nqueens_list.h."""

    cdef bint _stepping
    cdef fq_nqueens_list *_machine
    cdef readonly int n

    def __cinit__(self, int n, int rule, const int16_t[::1] placed, bint half, bint least=False):
        cdef fq_error error = FQ_OK
        if placed is not None and placed.shape[0] != n:
            raise ValueError("placed must have n entries")
        self.n = n
        self._machine = fq_nqueens_list_new(
            n, <fq_nqueens_rule>rule, NULL if placed is None else &placed[0],
            (FQ_NQUEENS_LIST_HALF if half else 0) | (FQ_NQUEENS_LIST_LEAST if least else 0), &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_list_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_list_step(self._machine, budget)
        self._stepping = False
        return status

    def fill(self, int8_t[:, ::1] out, uint64_t budget) -> tuple[int, int]:
        """Write solutions to the rows of `out`: the status and how many."""
        cdef fq_status status
        cdef size_t written = 0
        if out.shape[1] != self.n or out.shape[0] == 0:
            raise ValueError("out must have n columns and a row at least")
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_list_fill(
                self._machine, budget, &out[0, 0], <size_t>out.shape[0], &written)
        self._stepping = False
        return status, written

    def peek(self, int16_t[::1] columns) -> None:
        if columns.shape[0] != self.n:
            raise ValueError("columns must have n entries")
        fq_nqueens_list_peek(self._machine, &columns[0])

    @property
    def spent(self) -> int:
        return fq_nqueens_list_nodes(self._machine)

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


cdef class PlusK:
    """Lists placements of n + k queens and k pawns; see nqueens_plusk.h."""

    cdef bint _stepping
    cdef fq_nqueens_plusk *_machine
    cdef readonly int n, pawns

    def __cinit__(self, int n, int pawns, const int16_t[::1] given, bint least=False):
        cdef fq_error error = FQ_OK
        cdef size_t count = <size_t>given.shape[0]
        self.n, self.pawns = n, pawns
        self._machine = fq_nqueens_plusk_new(
            n, pawns, &given[0] if count else NULL, count, least, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_plusk_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_plusk_step(self._machine, budget)
        self._stepping = False
        return status

    def peek(self, int16_t[::1] queens, int16_t[::1] pawns) -> tuple[int, int]:
        """Write the cells taken so far: how many queens and pawns."""
        cdef size_t queen_count = 0, pawn_count = 0
        cdef int16_t nothing[1]
        if queens.shape[0] != self.n + self.pawns or pawns.shape[0] != self.pawns:
            raise ValueError("queens must have n + k entries, pawns k")
        fq_nqueens_plusk_peek(self._machine, &queens[0], &queen_count,
                              &pawns[0] if self.pawns else nothing, &pawn_count)
        return queen_count, pawn_count

    @property
    def spent(self) -> int:
        return fq_nqueens_plusk_nodes(self._machine)

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}


cdef class Random:
    """Finds one placement of many queens by local search; see nqueens_random.h."""

    cdef bint _stepping
    cdef fq_nqueens_random *_machine
    cdef readonly int64_t n

    def __cinit__(self, int64_t n, uint64_t seed):
        cdef fq_error error = FQ_OK
        self.n = n
        self._machine = fq_nqueens_random_new(n, seed, &error)
        if self._machine == NULL:
            fail(error)

    def __dealloc__(self):
        fq_nqueens_random_free(self._machine)

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        enter(&self._stepping)
        with nogil:
            status = fq_nqueens_random_step(self._machine, budget)
        self._stepping = False
        return status

    def peek(self, int32_t[::1] columns) -> None:
        if columns.shape[0] != self.n:
            raise ValueError("columns must have n entries")
        with nogil:
            fq_nqueens_random_peek(self._machine, &columns[0])

    @property
    def spent(self) -> int:
        return fq_nqueens_random_work(self._machine).units

    def counters(self) -> dict[str, int]:
        cdef fq_nqueens_random_counters work = fq_nqueens_random_work(self._machine)
        return {"tries": work.units, "swaps": work.swaps, "restarts": work.restarts}

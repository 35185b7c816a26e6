# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/cover/search.c, which solves exact cover problems."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport (
    FQ_OK, Machine, begin_read, end_read, fail, fq_error, fq_isa, fq_status)

from fastqueens._kernels.cpu import chosen

cdef extern from "cover/cover.h" nogil:
    const uint32_t FQ_COVER_MAX
    const uint32_t FQ_COVER_BITSET_MAX
    const int64_t FQ_COVER_MAX_COST
    const uint32_t FQ_COVER_MAX_KEEP
    ctypedef enum fq_cover_method:
        pass
    ctypedef struct fq_cover_problem:
        uint32_t options
        uint32_t items
        uint32_t primary
        const int32_t *start
        const int32_t *item
        const int32_t *colour
        uint32_t required_size
        const int32_t *required
        uint32_t excluded_size
        const int32_t *excluded
        const int32_t *lower
        const int32_t *upper
        const int32_t *copy_of
        const int64_t *cost
    ctypedef struct fq_cover_options:
        fq_cover_method method
        fq_isa isa
        int count_only
        uint64_t max_bytes
        int64_t max_cost
        uint32_t keep
    ctypedef struct fq_cover_counters:
        uint64_t nodes
        uint64_t updates
        uint64_t solutions
        uint64_t solutions_high
        int overflow
        uint64_t hits
        uint64_t states
        uint64_t saved
    ctypedef struct fq_cover
    uint64_t fq_cover_bytes(fq_cover_method, uint32_t, uint32_t, uint32_t, uint64_t)
    fq_cover *fq_cover_new(const fq_cover_problem *, const fq_cover_options *, fq_error *)
    fq_status fq_cover_step(fq_cover *, uint64_t)
    uint32_t fq_cover_peek(const fq_cover *, int32_t *)
    uint32_t fq_cover_max_chosen(const fq_cover *)
    uint64_t fq_cover_spent(const fq_cover *)
    int64_t fq_cover_cost(const fq_cover *)
    fq_cover_counters fq_cover_counts(const fq_cover *)
    void fq_cover_free(fq_cover *)

DLX, BITSET, MEMO = 0, 1, 2
BITSET_MAX = FQ_COVER_BITSET_MAX
MAX_BYTES = 1 << 30
MAX_COST, MAX_KEEP = FQ_COVER_MAX_COST, FQ_COVER_MAX_KEEP


def memory(int method, uint32_t options, uint32_t items, uint32_t primary, uint64_t entries) -> int:
    """The approximate number of bytes that a method needs."""
    return fq_cover_bytes(<fq_cover_method>method, options, items, primary, entries)


cdef class Cover(Machine):
    """One search of an exact cover; see cover/cover.h."""

    cdef fq_cover *_cover
    cdef readonly int method
    cdef readonly uint32_t max_chosen

    def __cinit__(self, const int32_t[::1] start, const int32_t[::1] items,
                  const int32_t[::1] colours, uint32_t n_primary, uint32_t n_items, int method,
                  bint count_only=False, const int32_t[::1] required=None,
                  uint64_t max_bytes=MAX_BYTES, const int32_t[::1] excluded=None,
                  const int32_t[::1] lower=None, const int32_t[::1] upper=None,
                  const int32_t[::1] copy_of=None, const int64_t[::1] costs=None,
                  int64_t max_cost=MAX_COST, uint32_t keep=0):
        cdef fq_error error = FQ_OK
        cdef fq_cover_problem problem
        cdef fq_cover_options options
        cdef int32_t nothing = 0
        if start.shape[0] < 1 or start.shape[0] > FQ_COVER_MAX \
                or start[start.shape[0] - 1] != items.shape[0]:
            raise ValueError("start must have an entry for each option and one for the end")
        if colours is not None and colours.shape[0] != items.shape[0]:
            raise ValueError("colours must be as many as items")
        if method not in (DLX, BITSET, MEMO):
            raise ValueError("method must be DLX, BITSET or MEMO")
        problem.options = <uint32_t>(start.shape[0] - 1)
        problem.items, problem.primary = n_items, n_primary
        problem.start = &start[0]
        problem.item = &items[0] if items.shape[0] else &nothing
        problem.colour = NULL
        if colours is not None and colours.shape[0]:
            problem.colour = &colours[0]
        problem.required_size, problem.required = 0, &nothing
        if required is not None and required.shape[0]:
            if required.shape[0] > FQ_COVER_MAX:
                raise ValueError("too many required options")
            problem.required_size = <uint32_t>required.shape[0]
            problem.required = &required[0]
        problem.excluded_size, problem.excluded = 0, &nothing
        if excluded is not None and excluded.shape[0]:
            if excluded.shape[0] > FQ_COVER_MAX:
                raise ValueError("too many excluded options")
            problem.excluded_size = <uint32_t>excluded.shape[0]
            problem.excluded = &excluded[0]
        problem.lower = problem.upper = NULL
        if lower is not None or upper is not None:
            if lower is None or upper is None or not lower.shape[0] == upper.shape[0] == n_primary:
                raise ValueError("lower and upper must be as many as the primary items")
            if n_primary:
                problem.lower, problem.upper = &lower[0], &upper[0]
        problem.copy_of = NULL
        if copy_of is not None:
            if copy_of.shape[0] != problem.options:
                raise ValueError("copy_of must be as many as the options")
            if problem.options:
                problem.copy_of = &copy_of[0]
        problem.cost = NULL
        if costs is not None:
            if costs.shape[0] != problem.options:
                raise ValueError("costs must be as many as the options")
            if problem.options:
                problem.cost = &costs[0]
        options.max_cost, options.keep = max_cost, keep
        options.method = <fq_cover_method>method
        options.isa = <fq_isa><int>chosen()
        options.count_only = count_only
        options.max_bytes = max_bytes
        self.method = method
        with nogil:
            self._cover = fq_cover_new(&problem, &options, &error)
        if self._cover == NULL:
            fail(error)
        self.max_chosen = fq_cover_max_chosen(self._cover)

    def __dealloc__(self):
        fq_cover_free(self._cover)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_cover_step(self._cover, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_cover_spent(self._cover)

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        begin_read(self)
        cdef fq_cover_counters counts = fq_cover_counts(self._cover)
        end_read(self)
        return counts.solutions | <object>counts.solutions_high << 64

    @property
    def overflowed(self) -> bool:
        """Whether the search stopped because the number of solutions reached 2**128."""
        begin_read(self)
        value = fq_cover_counts(self._cover).overflow
        end_read(self)
        return value != 0

    @property
    def saved(self) -> int:
        """With MEMO: the nodes that BITSET visits and that were not visited."""
        begin_read(self)
        value = fq_cover_counts(self._cover).saved
        end_read(self)
        return value

    @property
    def cost(self) -> int:
        """The cost of the options that `peek` writes."""
        begin_read(self)
        value = fq_cover_cost(self._cover)
        end_read(self)
        return value

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_cover_counters counts = fq_cover_counts(self._cover)
        end_read(self)
        if self.method == BITSET:
            return {"nodes": counts.nodes}
        if self.method == MEMO:
            return {"nodes": counts.nodes, "states": counts.states, "hits": counts.hits}
        return {"nodes": counts.nodes, "updates": counts.updates}

    def peek(self, int32_t[::1] options) -> int:
        """Write the chosen options, the required ones first, and return the number of options.

        `options` needs room for `max_chosen` entries.
        """
        cdef int32_t nothing = 0
        if <uint64_t>options.shape[0] < self.max_chosen:
            raise ValueError("options must have room for max_chosen entries")
        begin_read(self)
        value = fq_cover_peek(self._cover, &options[0] if options.shape[0] else &nothing)
        end_read(self)
        return value

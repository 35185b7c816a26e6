# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/csp/csp.h, which solves constraint problems."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from cpython.mem cimport PyMem_Free, PyMem_Malloc

from fastqueens._kernels.machine cimport (
    FQ_BAD_SIZE,
    FQ_NO_MEMORY,
    FQ_OK,
    Machine,
    NotCopied,
    begin_read,
    begin_step,
    end_read,
    end_step,
    fail,
    fq_error,
    fq_status,
)

cdef extern from "csp/csp.h" nogil:
    ctypedef enum fq_csp_method:
        FQ_CSP_BACKTRACKING
        FQ_CSP_MEMO
        FQ_CSP_FORWARD
        FQ_CSP_MAC
    ctypedef enum fq_csp_order:
        pass
    ctypedef enum fq_csp_values:
        pass
    fq_csp_model *fq_csp_model_new(uint32_t, const uint32_t *, fq_error *)
    fq_error fq_csp_model_conflict(fq_csp_model *, uint32_t, uint32_t, uint32_t, uint32_t)
    fq_error fq_csp_model_all_different(
        fq_csp_model *, uint32_t, const uint32_t *, const uint32_t *)
    fq_error fq_csp_model_table(
        fq_csp_model *, uint32_t, const uint32_t *, uint32_t, const uint32_t *)
    fq_error fq_csp_model_count(
        fq_csp_model *, uint32_t, const uint32_t *, const uint32_t *, uint32_t, uint32_t)
    uint32_t fq_csp_model_constraints(const fq_csp_model *)
    void fq_csp_model_free(fq_csp_model *)
    uint32_t fq_csp_model_variables(const fq_csp_model *)
    uint32_t fq_csp_model_size(const fq_csp_model *, uint32_t)
    uint32_t fq_csp_model_cell(const fq_csp_model *, uint32_t, uint32_t)
    uint32_t fq_csp_model_n(const fq_csp_model *)
    ctypedef struct fq_csp_options:
        fq_csp_method method
        fq_csp_order order
        fq_csp_values values
        int restarts
        uint64_t seed
        uint64_t max_bytes
        int keep_domains
    ctypedef struct fq_csp_counters:
        uint64_t steps
        uint64_t backtracks
        uint64_t nodes
        uint64_t hits
        uint64_t revisions
        uint64_t filters
        uint64_t prunes
        uint64_t restarts
        uint64_t solutions
    ctypedef struct fq_csp
    fq_csp *fq_csp_new(const fq_csp_model *, const fq_csp_options *, fq_error *)
    fq_status fq_csp_step(fq_csp *, uint64_t)
    fq_status fq_csp_propagate_first(fq_csp *, uint64_t)
    void fq_csp_remove_value(fq_csp *, uint32_t, uint32_t)
    uint64_t fq_csp_spent(const fq_csp *)
    fq_csp_counters fq_csp_counts(const fq_csp *)
    void fq_csp_peek(const fq_csp *, int32_t *)
    void fq_csp_domain(const fq_csp *, uint32_t, uint8_t *)
    void fq_csp_cells(const fq_csp *, uint8_t *)
    uint32_t fq_csp_tried_values(const fq_csp *, uint32_t, uint32_t *, uint32_t *)
    int fq_csp_last_choice(const fq_csp *, uint32_t *, uint32_t *)
    uint32_t fq_csp_next_revised(const fq_csp *, uint32_t *)
    void fq_csp_free(fq_csp *)


cdef class Model(NotCopied):
    """A compiled problem, which never changes; see fq_csp_model in csp/csp.h."""

    def __cinit__(self):
        self._model = NULL

    def __dealloc__(self):
        fq_csp_model_free(self._model)

    @property
    def variables(self) -> int:
        return fq_csp_model_variables(self._model)

    @property
    def n(self) -> int:
        """The number of rows of the board, 0 for other models."""
        return fq_csp_model_n(self._model)

    def sizes(self) -> list[int]:
        """The number of values of each variable."""
        cdef uint32_t x
        return [fq_csp_model_size(self._model, x) for x in range(self.variables)]

    def cell(self, uint32_t variable, uint32_t value) -> int:
        """The cell of the board where a value of a variable puts the queen."""
        return fq_csp_model_cell(self._model, variable, value)


cdef Model wrap_model(fq_csp_model *compiled, const fq_error *error):
    # `error` is a pointer because C evaluates the arguments of a call in any order: the value of
    # the error could be copied before the call that makes `compiled` sets it.
    if compiled == NULL:
        fail(error[0])
    cdef Model model = Model.__new__(Model)
    model._model = compiled
    return model


def general(const uint32_t[::1] sizes, const uint32_t[:, ::1] conflicts,
            all_different=(), tables=(), counts=()) -> Model:
    """Compile domains of the given sizes.

    Each row of `conflicts` holds a variable, a value of this variable, another variable and a value
    of the other variable. An all-different constraint is a pair of arrays: its variables, and a
    number for each value of each of these variables. Values with the same number are equal. A table
    is a pair of arrays: its variables, and its rows of values. A count constraint is a tuple of two
    arrays and two numbers: its variables, the counted value of each (0xffffffff for none), and the
    least and the most variables that take it.
    """
    cdef fq_error error = FQ_OK
    cdef Py_ssize_t i
    if sizes.shape[0] == 0 or sizes.shape[0] > 0xffffffff:
        fail(FQ_BAD_SIZE)
    if conflicts.shape[0] and conflicts.shape[1] != 4:
        raise ValueError("conflicts must have four columns")
    cdef uint32_t count = <uint32_t>sizes.shape[0]
    cdef fq_csp_model *compiled
    with nogil:
        compiled = fq_csp_model_new(count, &sizes[0], &error)
    cdef Model model = wrap_model(compiled, &error)
    with nogil:
        for i in range(conflicts.shape[0]):
            error = fq_csp_model_conflict(model._model, conflicts[i, 0], conflicts[i, 1],
                                          conflicts[i, 2], conflicts[i, 3])
            if error != FQ_OK:
                break
    fail_if(error)
    cdef const uint32_t[::1] variables, numbers
    cdef const uint32_t *members
    cdef uint64_t values
    for variables, numbers in all_different:
        values = 0
        for i in range(variables.shape[0]):
            values += fq_csp_model_size(model._model, variables[i])
        if not variables.shape[0] or <uint64_t>numbers.shape[0] != values:
            raise ValueError("numbers must have one entry per value of the variables")
        count = <uint32_t>variables.shape[0]
        members = &numbers[0] if values else NULL
        with nogil:
            error = fq_csp_model_all_different(compiled, count, &variables[0], members)
        fail_if(error)
    for variables, rows in tables:
        add_table(compiled, variables, rows)
    for variables, numbers, least, most in counts:
        add_count(compiled, variables, numbers, least, most)
    return model


cdef int add_table(fq_csp_model *compiled, const uint32_t[::1] variables,
                   const uint32_t[:, ::1] rows) except -1:
    cdef fq_error error
    cdef const uint32_t *entries
    if not variables.shape[0] or variables.shape[0] > 0xffffffff or rows.shape[0] > 0xffffffff:
        fail(FQ_BAD_SIZE)
    if rows.shape[1] != variables.shape[0]:
        raise ValueError("rows must have one entry per variable")
    entries = &rows[0, 0] if rows.shape[0] else NULL
    with nogil:
        error = fq_csp_model_table(compiled, <uint32_t>variables.shape[0], &variables[0],
                                   <uint32_t>rows.shape[0], entries)
    return fail_if(error)


cdef int add_count(fq_csp_model *compiled, const uint32_t[::1] variables,
                   const uint32_t[::1] values, uint32_t least, uint32_t most) except -1:
    cdef fq_error error
    if not variables.shape[0] or variables.shape[0] > 0xffffffff:
        fail(FQ_BAD_SIZE)
    if values.shape[0] != variables.shape[0]:
        raise ValueError("values must have one entry per variable")
    with nogil:
        error = fq_csp_model_count(compiled, <uint32_t>variables.shape[0], &variables[0],
                                   &values[0], least, most)
    return fail_if(error)


cdef int fail_if(fq_error error) except -1:
    return 0 if error == FQ_OK else fail(error)


cdef class Search(Machine):
    """Depth-first search of a model; see fq_csp in csp/csp.h."""

    cdef fq_csp *_search
    cdef int32_t *_values
    cdef fq_csp_method _method
    cdef bint _restarts
    cdef readonly Model model

    def __cinit__(self, Model model not None, unsigned int method, unsigned int order,
                  unsigned int values, bint restarts, uint64_t seed, uint64_t max_bytes,
                  bint keep_domains=False):
        cdef fq_error error = FQ_OK
        cdef fq_csp_options options
        if model._model == NULL:
            raise ValueError("the model is empty")
        options.method, options.order = <fq_csp_method>method, <fq_csp_order>order
        options.values, options.restarts = <fq_csp_values>values, restarts
        options.seed, options.max_bytes = seed, max_bytes
        options.keep_domains = keep_domains
        self.model, self._method, self._restarts = model, options.method, restarts
        self._values = <int32_t *>PyMem_Malloc(
            fq_csp_model_variables(model._model) * sizeof(int32_t))
        if self._values == NULL:
            fail(FQ_NO_MEMORY)
        with nogil:
            self._search = fq_csp_new(model._model, &options, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_csp_free(self._search)
        PyMem_Free(self._values)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_csp_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_csp_spent(self._search)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_csp_counters counts = fq_csp_counts(self._search)
        end_read(self)
        counters = {"steps": counts.steps, "backtracks": counts.backtracks}
        if self._method == FQ_CSP_MEMO:
            counters["nodes"] = counts.nodes
            counters["hits"] = counts.hits
        if self._method == FQ_CSP_MAC:
            counters["revisions"] = counts.revisions
            if fq_csp_model_constraints(self.model._model):
                counters["filters"] = counts.filters
        if self._method == FQ_CSP_MAC or self._method == FQ_CSP_FORWARD:
            counters["prunes"] = counts.prunes
        if self._restarts:
            counters["restarts"] = counts.restarts
        return counters

    def remove_value(self, uint32_t variable, uint32_t value) -> None:
        """Remove a value from its variable's domain for good, before the first step."""
        if value >= fq_csp_model_size(self.model._model, variable):
            raise ValueError("there is no such value")
        begin_read(self)
        cdef bint begun = fq_csp_spent(self._search) > 0
        if not begun:
            fq_csp_remove_value(self._search, variable, value)
        end_read(self)
        if begun:
            raise ValueError("the search has begun")

    def peek_values(self, int32_t[::1] values) -> None:
        """Write the number of each variable's value, -1 for a variable without a value."""
        if values.shape[0] != <Py_ssize_t>fq_csp_model_variables(self.model._model):
            raise ValueError("values must have one entry per variable")
        begin_read(self)
        fq_csp_peek(self._search, &values[0])
        end_read(self)

    def domains(self) -> list[list[int]]:
        """The numbers of the values in each variable's domain now."""
        cdef uint32_t x, a, size
        cdef uint8_t *left
        found = []
        for x in range(fq_csp_model_variables(self.model._model)):
            size = fq_csp_model_size(self.model._model, x)
            left = <uint8_t *>PyMem_Malloc(size + 1)
            if left == NULL:
                fail(FQ_NO_MEMORY)
            begin_read(self)
            fq_csp_domain(self._search, x, left)
            end_read(self)
            found.append([a for a in range(size) if left[a]])
            PyMem_Free(left)
        return found

    def tried_values(self, uint32_t depth) -> tuple[int, list[int]]:
        """The variable picked last at a depth, and its values tried so far.

        Only for depths that the search has reached, and for a search that keeps domains.
        """
        cdef uint32_t x, variable = 0, count = 0, most = 1
        for x in range(fq_csp_model_variables(self.model._model)):
            most = max(most, fq_csp_model_size(self.model._model, x))
        cdef uint32_t *values = <uint32_t *>PyMem_Malloc(most * sizeof(uint32_t))
        if values == NULL:
            fail(FQ_NO_MEMORY)
        begin_read(self)
        count = fq_csp_tried_values(self._search, depth, &variable, values)
        end_read(self)
        tried = [values[x] for x in range(count)]
        PyMem_Free(values)
        return variable, tried

    def peek_left(self, uint8_t[:, ::1] left) -> None:
        """On a board: write 1 for each cell in its variable's domain now, else 0."""
        cdef Py_ssize_t n = fq_csp_model_n(self.model._model)
        if n == 0 or left.shape[0] != n or left.shape[1] != n:
            raise ValueError("left must have n rows of n")
        begin_read(self)
        fq_csp_cells(self._search, &left[0, 0])
        end_read(self)

    def hand(self) -> int:
        """On a board: the cell of the last choice, -1 for none."""
        cdef uint32_t x = 0, a = 0
        begin_read(self)
        cdef bint chosen = fq_csp_last_choice(self._search, &x, &a)
        end_read(self)
        if not fq_csp_model_n(self.model._model) or not chosen:
            return -1
        return fq_csp_model_cell(self.model._model, x, a)

    def revising(self) -> list[int]:
        """On a board: the cells left to the variable that is revised next; only with MAC."""
        cdef uint32_t a, x, support = 0, size = 0
        cdef uint8_t left[64 * 64]
        if not fq_csp_model_n(self.model._model):
            return []
        begin_read(self)
        x = fq_csp_next_revised(self._search, &support)
        if x < fq_csp_model_variables(self.model._model):
            size = fq_csp_model_size(self.model._model, x)
            fq_csp_domain(self._search, x, left)
        end_read(self)
        return [fq_csp_model_cell(self.model._model, x, a) for a in range(size) if left[a]]

    def next_arc(self) -> tuple[int, int] | None:
        """The arc (x, y) that is revised next: x loses its values without support in y.

        None if no arc is queued; only with MAC.
        """
        cdef uint32_t x, support = 0
        begin_read(self)
        x = fq_csp_next_revised(self._search, &support)
        end_read(self)
        return (x, support) if x < fq_csp_model_variables(self.model._model) else None

    def peek(self, int16_t[::1] queens) -> None:
        """On a board: write the column of the queen in each row, -1 for none."""
        cdef Py_ssize_t r, n = fq_csp_model_n(self.model._model)
        cdef uint32_t x, cell
        if n == 0 or queens.shape[0] != n:
            raise ValueError("queens must have n entries")
        for r in range(n):
            queens[r] = -1
        begin_read(self)
        fq_csp_peek(self._search, self._values)
        for x in range(fq_csp_model_variables(self.model._model)):
            if self._values[x] >= 0:
                cell = fq_csp_model_cell(self.model._model, x, <uint32_t>self._values[x])
                queens[cell // <uint32_t>n] = <int16_t>(cell % <uint32_t>n)
        end_read(self)

    def cells(self) -> list[int]:
        """On a board: the cells of the queens placed now, in the order of the variables."""
        import numpy as np

        cdef uint32_t x
        cdef size_t size = fq_csp_model_variables(self.model._model)
        cdef int32_t[::1] values = np.empty(size, np.int32)
        begin_read(self)
        fq_csp_peek(self._search, &values[0])
        end_read(self)
        return [
            fq_csp_model_cell(self.model._model, x, <uint32_t>values[x])
            for x in range(size)
            if values[x] >= 0
        ]


cdef class Propagation(Machine):
    """The propagation before the first step of a search.

    Its status is FOUND if all arcs are consistent.
    """

    cdef readonly Search search

    def __cinit__(self, Search search not None):
        self.search = search

    def step(self, uint64_t budget) -> int:
        cdef fq_status status
        begin_step(self.search)  # the machine belongs to the search
        with nogil:
            status = fq_csp_propagate_first(self.search._search, budget)
        end_step(self.search)
        return status

    @property
    def spent(self) -> int:
        return self.search.spent

    def counters(self) -> dict[str, int]:
        return self.search.counters()

# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/csp/model_min_conflicts.h, a local search on any constraint problem."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from fastqueens._kernels.csp.search cimport Model, fq_csp_model
from fastqueens._kernels.machine cimport (
    FQ_OK,
    Machine,
    begin_read,
    end_read,
    fail,
    fq_error,
    fq_status,
)

cdef extern from "csp/model_min_conflicts.h" nogil:
    uint32_t fq_csp_model_variables(const fq_csp_model *)
    ctypedef struct fq_csp_local
    ctypedef struct fq_csp_local_counters:
        uint64_t steps
        uint64_t restarts
    fq_csp_local *fq_csp_local_new(const fq_csp_model *, uint64_t, fq_error *)
    fq_status fq_csp_local_step(fq_csp_local *, uint64_t)
    uint64_t fq_csp_local_spent(const fq_csp_local *)
    fq_csp_local_counters fq_csp_local_counts(const fq_csp_local *)
    void fq_csp_local_peek(const fq_csp_local *, int32_t *)
    uint64_t fq_csp_local_cost(const fq_csp_local *)
    uint64_t fq_csp_local_best(const fq_csp_local *)
    void fq_csp_local_free(fq_csp_local *)


cdef class ModelMinConflicts(Machine):
    """Min-conflicts on a compiled model; see csp/model_min_conflicts.h."""

    cdef fq_csp_local *_search
    cdef readonly Model model

    def __cinit__(self, Model model not None, uint64_t seed):
        cdef fq_error error = FQ_OK
        if model._model == NULL:
            raise ValueError("the model is empty")
        self.model = model
        with nogil:
            self._search = fq_csp_local_new(model._model, seed, &error)
        if self._search == NULL:
            fail(error)

    def __dealloc__(self):
        fq_csp_local_free(self._search)

    cdef fq_status _step(self, uint64_t budget) noexcept nogil:
        return fq_csp_local_step(self._search, budget)

    cdef uint64_t _spent(self) noexcept:
        return fq_csp_local_spent(self._search)

    def counters(self) -> dict[str, int]:
        begin_read(self)
        cdef fq_csp_local_counters counts = fq_csp_local_counts(self._search)
        end_read(self)
        return {"steps": counts.steps, "restarts": counts.restarts}

    @property
    def cost(self) -> int:
        """The conflicts and violations of the values now."""
        begin_read(self)
        value = fq_csp_local_cost(self._search)
        end_read(self)
        return value

    @property
    def fitness(self) -> float:
        """The smallest cost so far."""
        begin_read(self)
        value = fq_csp_local_best(self._search)
        end_read(self)
        return value

    def peek_values(self, int32_t[::1] values) -> None:
        """Write the number of each variable's value, -1 if a variable has no values at all."""
        if values.shape[0] != <Py_ssize_t>fq_csp_model_variables(self.model._model):
            raise ValueError("values must have one entry per variable")
        begin_read(self)
        fq_csp_local_peek(self._search, &values[0])
        end_read(self)

# cython: language_level=3
# What every wrapper of a machine needs: the contract of common/search.h, one class that steps, and
# the kernels' errors as exceptions.

from libc.stdint cimport uint64_t

cdef extern from "common/search.h" nogil:
    ctypedef enum fq_status:
        FQ_RUNNING
        FQ_FOUND
        FQ_DONE
        FQ_FULL
    ctypedef enum fq_error:
        FQ_OK
        FQ_NO_MEMORY
        FQ_BAD_SIZE
        FQ_BAD_REGIONS
    ctypedef enum fq_isa:
        FQ_SCALAR
        FQ_AVX2
        FQ_AVX512
    fq_isa fq_isa_best()

cdef extern from "common/gate.h" nogil:
    ctypedef struct fq_gate:
        pass
    bint fq_gate_claim(fq_gate *)
    void fq_gate_give_up(fq_gate *)
    bint fq_gate_try(fq_gate *)
    bint fq_gate_waited_for(fq_gate *)
    void fq_gate_enter(fq_gate *)
    void fq_gate_wait(fq_gate *)
    void fq_gate_leave(fq_gate *)


cdef class Machine:
    cdef fq_gate _gate
    cdef bint _left_behind
    cdef fq_status _step(self, uint64_t budget) noexcept nogil
    cdef uint64_t _spent(self) noexcept


cdef int enter(Machine machine) except -1
cdef int enter_in_turn(Machine machine) except -1
cdef void leave(Machine machine) noexcept
cdef int wait_to_look(Machine machine) except -1


cdef inline int look(Machine machine) except -1:
    """Begin to read what a step of another thread may change; waits for its end, some 10 ms."""
    return 0 if fq_gate_try(&machine._gate) else wait_to_look(machine)


cdef inline void looked(Machine machine) noexcept:
    """End to read. Between the two, nothing is done that may raise or look again."""
    fq_gate_leave(&machine._gate)


cdef inline int fail(fq_error error) except -1:
    if error == FQ_NO_MEMORY:
        raise MemoryError("not enough memory for the search")
    if error == FQ_BAD_REGIONS:
        raise ValueError("the number of regions must be the number of rows")
    raise ValueError("a size or a range outside what the kernel takes")

# cython: language_level=3
# Shared by every wrapper of a machine: the contract of common/search.h, one class with a step
# method, and the kernels' errors as exceptions.

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

cdef extern from "common/mutex_guard.h" nogil:
    ctypedef struct fq_guard:
        pass
    bint fq_guard_try_begin_stepping(fq_guard *)
    void fq_guard_end_stepping(fq_guard *)
    bint fq_guard_try_lock(fq_guard *)
    bint fq_guard_has_waiting_readers(fq_guard *)
    void fq_guard_lock_to_step(fq_guard *)
    void fq_guard_lock_to_read(fq_guard *)
    void fq_guard_unlock(fq_guard *)


cdef class NotCopied:
    pass


cdef class Machine(NotCopied):
    cdef readonly uint64_t found  # solutions found so far; the last one is readable until a step
    cdef fq_guard _guard
    cdef bint _left_behind
    cdef fq_status _step(self, uint64_t budget) noexcept nogil
    cdef uint64_t _spent(self) noexcept


cdef int begin_step(Machine machine) except -1
cdef int wait_to_begin_step(Machine machine) except -1
cdef void end_step(Machine machine) noexcept
cdef int wait_to_read(Machine machine) except -1


cdef inline int begin_read(Machine machine) except -1:
    """Begin to read the machine. Waits until a step of another thread has ended, about 10 ms."""
    return 0 if fq_guard_try_lock(&machine._guard) else wait_to_read(machine)


cdef inline void end_read(Machine machine) noexcept:
    """End reading. Code between the two calls must not raise, nor begin to read again."""
    fq_guard_unlock(&machine._guard)


cdef inline int fail(fq_error error) except -1:
    if error == FQ_NO_MEMORY:
        raise MemoryError("not enough memory for the search")
    if error == FQ_BAD_REGIONS:
        raise ValueError("the number of regions must be the number of rows")
    raise ValueError("a size or a range outside what the kernel takes")

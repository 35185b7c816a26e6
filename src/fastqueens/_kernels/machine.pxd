# cython: language_level=3
# Shared by every wrapper of a machine: the contract of common/search.h, one class with a step
# method, and the kernels' errors as exceptions.

from libc.stdint cimport uint32_t, uint64_t

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
    bint fq_guard_add_user(fq_guard *, uint32_t)
    void fq_guard_remove_user(fq_guard *)
    bint fq_guard_has_users(fq_guard *)
    bint fq_guard_is_left_behind(fq_guard *, uint32_t)

cdef extern from "common/shared_number.h" nogil:
    uint64_t fq_load_number(const uint64_t *)
    void fq_store_number(uint64_t *, uint64_t)
    double fq_load_double(const double *)
    void fq_store_double(double *, double)
    bint fq_set_flag(int *)
    void fq_clear_flag(int *)


cdef class NotCopied:
    pass


cdef class Machine(NotCopied):
    cdef uint64_t _found
    cdef fq_guard _guard
    cdef fq_status _step(self, uint64_t budget) noexcept nogil
    cdef uint64_t _spent(self) noexcept


cdef int begin_step(Machine machine) except -1
cdef int wait_to_begin_step(Machine machine) except -1
cdef void end_step(Machine machine) noexcept
cdef int wait_to_read(Machine machine) except -1


cdef inline int begin_read(Machine machine) except -1:
    """Begin to read the machine. Waits until a step of another thread has ended, about 10 ms."""
    # A thread that reads without waiting is no user: no fork can happen before it ends reading.
    if not fq_guard_has_users(&machine._guard) and fq_guard_try_lock(&machine._guard):
        return 0
    return wait_to_read(machine)


cdef inline void end_read(Machine machine) noexcept:
    """End reading.

    Code between the two calls must not raise, nor begin to read again, nor release the GIL or wait
    for a lock. So this process cannot fork in between, in a Python without the GIL neither: there a
    fork begins when all other threads wait for something or are between two lines of Python.
    """
    fq_guard_unlock(&machine._guard)


cdef inline int fail(fq_error error) except -1:
    if error == FQ_NO_MEMORY:
        raise MemoryError("not enough memory for the search")
    if error == FQ_BAD_REGIONS:
        raise ValueError("the number of regions must be the number of rows")
    raise ValueError("a size or a range outside what the kernel takes")

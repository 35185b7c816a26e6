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


cdef class Machine:
    cdef bint _stepping
    cdef fq_status _step(self, uint64_t budget) noexcept nogil
    cdef uint64_t _spent(self) noexcept


cdef inline int enter(bint *stepping) except -1:
    # Without the GIL, two threads could step one machine at the same time and corrupt it.
    if stepping[0]:
        raise RuntimeError("this search is being stepped by another thread")
    stepping[0] = True
    return 0


cdef inline int fail(fq_error error) except -1:
    if error == FQ_NO_MEMORY:
        raise MemoryError("not enough memory for the search")
    if error == FQ_BAD_REGIONS:
        raise ValueError("the number of regions must be the number of rows")
    raise ValueError("a size or a range outside what the kernel takes")

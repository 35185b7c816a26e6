# cython: language_level=3
# The tables of sliding.pyx, for other kernels that look things up in them.

from libc.stdint cimport uint32_t

cdef extern from "sliding/sliding.h" nogil:
    ctypedef struct fq_tables


cdef class Tables:
    cdef fq_tables *_tables
    cdef object _lock
    cdef readonly int kind
    cdef readonly uint32_t home
    cdef readonly bint ready

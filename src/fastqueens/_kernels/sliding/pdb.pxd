# cython: language_level=3
# Declarations of pdb.pyx, which the other modules of this folder use.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from fastqueens._kernels.machine cimport Machine, NotCopied

cdef extern from "sliding/sliding.h" nogil:
    ctypedef enum fq_direction:
        FQ_UP
        FQ_DOWN
        FQ_LEFT
        FQ_RIGHT
    ctypedef enum fq_heuristic_kind:
        FQ_MISPLACED
        FQ_MANHATTAN
        FQ_LINEAR_CONFLICT
        FQ_WALKING_DISTANCE
        FQ_PATTERN_DATABASE
    int FQ_HEURISTIC_KINDS
    ctypedef struct fq_prune
    ctypedef struct fq_pdb


cdef class Prune(NotCopied):
    cdef fq_prune *_prune
    cdef readonly uint32_t rows, columns, length


cdef class Pdb(Machine):
    cdef fq_pdb *_pdb
    cdef readonly int kind
    cdef readonly uint32_t home
    cdef uint64_t _ready  # 1 when the databases are built; they never change afterwards


cdef int check_board(const uint8_t[::1] tiles, const uint8_t[::1] goal, int rows,
                     int columns) except -1

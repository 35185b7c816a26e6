# cython: language_level=3
# Declarations of csrc/queens/board/rules.h: the rules of a board.

from libc.stdint cimport uint32_t

cdef extern from "queens/board/rules.h" nogil:
    ctypedef struct fq_rules:
        uint32_t stars
        bint allow_empty_regions


cdef inline fq_rules read_rules(object rules) except *:
    """Convert a `fastqueens.queens.Rules`."""
    cdef fq_rules converted
    converted.stars, converted.allow_empty_regions = rules.stars, rules.allow_empty_regions
    return converted

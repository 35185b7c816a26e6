# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Boards as JSON, an object a line: csrc/queens/lines.c. The GIL is released."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memchr

cdef extern from "queens/lines.h" nogil:
    enum:
        FQ_LINE_UNIQUE
        FQ_LINE_COUNT
    ctypedef struct fq_line:
        int64_t start
        int64_t end
        int64_t number
        int64_t cells
        int64_t n
        int64_t stars
    size_t fq_lines_read(const uint8_t *, size_t, int64_t, fq_line *, uint8_t *)
    size_t fq_lines_room(const fq_line *, size_t)
    size_t fq_lines_solved(const uint8_t *, const uint8_t *, const fq_line *, size_t,
                           const int64_t *, const int16_t *, size_t, uint32_t, uint64_t, uint8_t *)
    size_t fq_lines_rated(const uint8_t *, const uint8_t *, const fq_line *, size_t,
                          const uint8_t *, const uint32_t *, uint8_t *)
    size_t fq_lines_boards(const uint8_t *, const fq_line *, size_t, uint8_t *)

UNIQUE = FQ_LINE_UNIQUE
COUNT = FQ_LINE_COUNT
COLUMNS = ("start", "end", "number", "cells", "n", "stars")


cdef const fq_line *_lines(const uint8_t[::1] text, const uint8_t[::1] labels,
                           const int64_t[:, ::1] lines) except NULL:
    """The lines, once it is sure that they lie within the text and the labels."""
    cdef Py_ssize_t i
    cdef const fq_line *line
    if lines.shape[1] != 6 or lines.shape[0] < 1:
        raise ValueError("lines must have six columns, and a row at least")
    for i in range(lines.shape[0]):
        line = <const fq_line *>&lines[i, 0]
        if not 0 <= line.start <= line.end <= text.shape[0] or line.number < 0:
            raise ValueError("a line lies outside the text")
        if not 1 <= line.n <= 64 or not 1 <= line.stars <= 16 or not (
                0 <= line.cells <= labels.shape[0] - line.n * line.n):
            raise ValueError("a board lies outside the labels")
    return <const fq_line *>&lines[0, 0]


def read(const uint8_t[::1] text, int64_t first, int64_t[:, ::1] lines,
         uint8_t[::1] labels) -> int:
    """Read the lines of a text into a table and their labels; return how many there are."""
    cdef size_t length = <size_t>text.shape[0], newlines = 1
    cdef const uint8_t *at
    cdef size_t done = 0, found
    if length == 0:
        return 0
    if lines.shape[1] != 6 or <size_t>labels.shape[0] < length:
        raise ValueError("lines must have six columns, labels must be as long as the text")
    with nogil:
        while done < length:
            at = <const uint8_t *>memchr(&text[done], 10, length - done)
            if at == NULL:
                break
            newlines += 1
            done = <size_t>(at - &text[0]) + 1
    if <size_t>lines.shape[0] < newlines:
        raise ValueError("lines must have a row for each line")
    with nogil:
        found = fq_lines_read(&text[0], length, first, <fq_line *>&lines[0, 0], &labels[0])
    return found


def solved(const uint8_t[::1] text, const uint8_t[::1] labels, const int64_t[:, ::1] lines,
           const int64_t[::1] counts, const int16_t[:, ::1] first, uint32_t facts,
           uint64_t limit) -> bytes:
    """Write the answers of a search."""
    cdef const fq_line *table = _lines(text, labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size, i
    cdef int64_t entries
    if <size_t>counts.shape[0] != count or <size_t>first.shape[0] != count:
        raise ValueError("counts and first must have a row for each line")
    for i in range(count):
        entries = table[i].n if table[i].stars == 1 else 2 * table[i].n * table[i].stars
        if first.shape[1] < entries:
            raise ValueError("first must have room for the solution of each board")
    cdef bytearray out = bytearray(fq_lines_room(table, count))
    cdef uint8_t[::1] into = out
    cdef const uint8_t *given = &text[0] if text.shape[0] else NULL
    with nogil:
        size = fq_lines_solved(given, &labels[0], table, count, &counts[0], &first[0, 0],
                               <size_t>first.shape[1], facts, limit, &into[0])
    return bytes(memoryview(out)[:size])


def rated(const uint8_t[::1] text, const uint8_t[::1] labels, const int64_t[:, ::1] lines,
          const uint8_t[::1] tiers, const uint32_t[::1] scores) -> bytes:
    """Write ratings."""
    cdef const fq_line *table = _lines(text, labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size
    if <size_t>tiers.shape[0] != count or <size_t>scores.shape[0] != count:
        raise ValueError("tiers and scores must have an entry for each line")
    cdef bytearray out = bytearray(fq_lines_room(table, count))
    cdef uint8_t[::1] into = out
    cdef const uint8_t *given = &text[0] if text.shape[0] else NULL
    with nogil:
        size = fq_lines_rated(given, &labels[0], table, count, &tiers[0], &scores[0], &into[0])
    return bytes(memoryview(out)[:size])


def boards(const uint8_t[::1] labels, const int64_t[:, ::1] lines) -> bytes:
    """Write boards alone."""
    cdef const fq_line *table = _lines(labels[:0], labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size
    cdef bytearray out = bytearray(fq_lines_room(table, count))
    cdef uint8_t[::1] into = out
    with nogil:
        size = fq_lines_boards(&labels[0], table, count, &into[0])
    return bytes(memoryview(out)[:size])

# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/queens/text/: boards as lines of JSON or SBN, without the GIL."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF

cdef extern from "Python.h":
    PyObject *PyBytes_FromStringAndSize(const char *, Py_ssize_t) except NULL
    char *PyBytes_AsString(PyObject *) except NULL
    int _PyBytes_Resize(PyObject **, Py_ssize_t) except -1

cdef extern from "queens/text/json_lines.h" nogil:
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
    size_t fq_lines_count(const uint8_t *, size_t)
    size_t fq_lines_read(const uint8_t *, size_t, int64_t, fq_line *, size_t, uint8_t *)
    int64_t fq_lines_common_rows(const fq_line *, size_t)
    size_t fq_lines_max_size(const fq_line *, size_t)
    size_t fq_lines_write_solved(const uint8_t *, const uint8_t *, const fq_line *, size_t,
                           const int64_t *, const int16_t *, size_t, uint32_t, uint64_t, uint8_t *)
    size_t fq_lines_write_rated(const uint8_t *, const uint8_t *, const fq_line *, size_t,
                          const uint8_t *, const uint32_t *, uint8_t *)
    size_t fq_lines_write_boards(const uint8_t *, const fq_line *, size_t, uint8_t *)

cdef extern from "queens/text/sbn.h" nogil:
    size_t fq_sbn_read(const uint8_t *, size_t, int64_t, fq_line *, size_t, uint8_t *)
    int fq_sbn_can_hold(const uint8_t *, const fq_line *)
    size_t fq_sbn_max_size(const fq_line *, size_t, int64_t, int64_t)
    size_t fq_sbn_write_solved(const uint8_t *, const fq_line *, size_t, const int64_t *,
                         const int16_t *, size_t, int64_t, int64_t, uint8_t *)

UNIQUE = FQ_LINE_UNIQUE
COUNT = FQ_LINE_COUNT
COLUMNS = ("start", "end", "number", "cells", "n", "stars")


cdef const fq_line *_lines(const uint8_t[::1] text, const uint8_t[::1] labels,
                           const int64_t[:, ::1] lines, bint without_text=False) except NULL:
    """Return the lines after checking that they lie within the labels and, if used, the text."""
    cdef Py_ssize_t i
    cdef const fq_line *line
    if lines.shape[1] != 6 or lines.shape[0] < 1:
        raise ValueError("lines must have six columns and at least one row")
    for i in range(lines.shape[0]):
        line = <const fq_line *>&lines[i, 0]
        if not without_text and (
                not 0 <= line.start <= line.end <= text.shape[0] or line.number < 0):
            raise ValueError("a line lies outside the text")
        if not 1 <= line.n <= 64 or not 1 <= line.stars <= 16 or not (
                0 <= line.cells <= labels.shape[0] - line.n * line.n):
            raise ValueError("a board lies outside the labels")
    return <const fq_line *>&lines[0, 0]


cdef uint8_t *_new_bytes(PyObject **made, size_t size) except NULL:
    """Create a bytes object to be filled and then passed to `_shorten`."""
    made[0] = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>size)
    return <uint8_t *>PyBytes_AsString(made[0])


cdef bytes _shorten(PyObject *made, size_t size):
    """Return the first `size` bytes of the bytes object `made`."""
    _PyBytes_Resize(&made, <Py_ssize_t>size)
    text = <bytes>made
    Py_DECREF(text)  # drops the reference of `made`; `text` has its own
    return text


def count(const uint8_t[::1] text) -> int:
    """Return the number of lines; the last one may end without a newline."""
    cdef size_t length = <size_t>text.shape[0], found
    if length == 0:
        return 0
    with nogil:
        found = fq_lines_count(&text[0], length)
    return found


def read(const uint8_t[::1] text, int64_t first, int64_t[:, ::1] lines,
         uint8_t[::1] labels) -> int:
    """Read lines of JSON into a table and their labels; return the number of lines."""
    cdef size_t length = <size_t>text.shape[0], room = <size_t>lines.shape[0], found
    if length == 0 or room == 0:
        return 0
    if lines.shape[1] != 6 or <size_t>labels.shape[0] < length:
        raise ValueError("lines must have six columns, labels must be as long as the text")
    with nogil:
        found = fq_lines_read(&text[0], length, first, <fq_line *>&lines[0, 0], room, &labels[0])
    return found


def read_object(const uint8_t[::1] text):
    """Read one board: its cells, and its stars; None if the text is not in the plain form.

    A cell of the region 'A' is the byte 0, one of 'B' is 1, and so on.
    """
    cdef size_t length = <size_t>text.shape[0]
    cdef fq_line line
    if length == 0:
        return None
    cdef PyObject *made = NULL
    cdef uint8_t *into = _new_bytes(&made, length)
    cdef size_t found = fq_lines_read(&text[0], length, 1, &line, 1, into)
    cdef bint plain = found == 1 and line.n > 0 and fq_lines_count(&text[0], length) == 1
    cells = _shorten(made, <size_t>(line.n * line.n) if plain else 0)
    return (cells, line.n, line.stars) if plain else None


def read_sbn(const uint8_t[::1] text, int64_t first, int64_t[:, ::1] lines,
             uint8_t[::1] labels) -> int:
    """Read lines of SBN into a table and their labels; return the number of lines."""
    cdef size_t length = <size_t>text.shape[0], room = <size_t>lines.shape[0], found
    if length == 0 or room == 0:
        return 0
    if lines.shape[1] != 6 or <size_t>labels.shape[0] < 4 * length:
        raise ValueError("lines must have six columns, labels four bytes for each of the text")
    with nogil:
        found = fq_sbn_read(&text[0], length, first, <fq_line *>&lines[0, 0], room, &labels[0])
    return found


def common_rows(const int64_t[:, ::1] lines) -> int:
    """Return the number of rows if all boards have the same size and stars, else 0."""
    if lines.shape[1] != 6:
        raise ValueError("lines must have six columns")
    if lines.shape[0] == 0:
        return 0
    return fq_lines_common_rows(<const fq_line *>&lines[0, 0], <size_t>lines.shape[0])


cdef int _check_answers(const fq_line *table, size_t count, const int64_t[::1] counts,
                        const int16_t[:, ::1] first) except -1:
    """Check that there is an answer for each line, and room for its solution."""
    cdef size_t i
    cdef int64_t entries
    if <size_t>counts.shape[0] != count or <size_t>first.shape[0] != count:
        raise ValueError("counts and first must have a row for each line")
    for i in range(count):
        entries = table[i].n if table[i].stars == 1 else 2 * table[i].n * table[i].stars
        if first.shape[1] < entries:
            raise ValueError("first must have room for the solution of each board")
    return 0


def mark_sbn_boards(const uint8_t[::1] labels, const int64_t[:, ::1] lines,
                uint8_t[::1] held) -> None:
    """Set `held` to 1 for each board that SBN can represent, else to 0."""
    cdef const fq_line *table = _lines(labels[:0], labels, lines, True)
    cdef size_t count = <size_t>lines.shape[0], i
    if <size_t>held.shape[0] != count:
        raise ValueError("held must have an entry for each line")
    with nogil:
        for i in range(count):
            held[i] = fq_sbn_can_hold(&labels[0], &table[i])


def write_solved_sbn(const uint8_t[::1] labels, const int64_t[:, ::1] lines,
                     const int64_t[::1] counts, const int16_t[:, ::1] first, int64_t begin, int64_t end) -> bytes:
    """Return solutions as SBN, one line for each number from `begin` to `end`."""
    cdef const fq_line *table = NULL
    cdef size_t count = <size_t>lines.shape[0], size, i
    if begin > end:
        return b""
    if count:
        table = _lines(labels[:0], labels, lines, True)
        _check_answers(table, count, counts, first)
        for i in range(count):
            if not 5 <= table[i].n <= 25 or table[i].stars > 9:
                raise ValueError("SBN cannot represent a board of this size")
    cdef PyObject *made = NULL
    cdef uint8_t *into = _new_bytes(&made, fq_sbn_max_size(table, count, begin, end))
    cdef const uint8_t *own = &labels[0] if count else NULL
    cdef const int64_t *found = &counts[0] if count else NULL
    cdef const int16_t *queens = &first[0, 0] if count else NULL
    with nogil:
        size = fq_sbn_write_solved(own, table, count, found, queens, <size_t>first.shape[1], begin,
                                   end, into)
    return _shorten(made, size)


def write_solved(const uint8_t[::1] text, const uint8_t[::1] labels, const int64_t[:, ::1] lines,
           const int64_t[::1] counts, const int16_t[:, ::1] first, uint32_t facts,
           uint64_t limit) -> bytes:
    """Return the lines with the solutions added."""
    cdef const fq_line *table = _lines(text, labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size
    _check_answers(table, count, counts, first)
    cdef PyObject *made = NULL
    cdef uint8_t *into = _new_bytes(&made, fq_lines_max_size(table, count))
    cdef const uint8_t *given = &text[0] if text.shape[0] else NULL
    with nogil:
        size = fq_lines_write_solved(given, &labels[0], table, count, &counts[0], &first[0, 0],
                               <size_t>first.shape[1], facts, limit, into)
    return _shorten(made, size)


def write_rated(const uint8_t[::1] text, const uint8_t[::1] labels, const int64_t[:, ::1] lines,
          const uint8_t[::1] tiers, const uint32_t[::1] scores) -> bytes:
    """Return the lines with the ratings added."""
    cdef const fq_line *table = _lines(text, labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size
    if <size_t>tiers.shape[0] != count or <size_t>scores.shape[0] != count:
        raise ValueError("tiers and scores must have an entry for each line")
    cdef PyObject *made = NULL
    cdef uint8_t *into = _new_bytes(&made, fq_lines_max_size(table, count))
    cdef const uint8_t *given = &text[0] if text.shape[0] else NULL
    with nogil:
        size = fq_lines_write_rated(given, &labels[0], table, count, &tiers[0], &scores[0], into)
    return _shorten(made, size)


def write_boards(const uint8_t[::1] labels, const int64_t[:, ::1] lines) -> bytes:
    """Return the boards as lines of JSON."""
    cdef const fq_line *table = _lines(labels[:0], labels, lines)
    cdef size_t count = <size_t>lines.shape[0], size
    cdef PyObject *made = NULL
    cdef uint8_t *into = _new_bytes(&made, fq_lines_max_size(table, count))
    with nogil:
        size = fq_lines_write_boards(&labels[0], table, count, into)
    return _shorten(made, size)

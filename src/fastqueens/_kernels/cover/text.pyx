# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Python wrapper of csrc/cover/text.c, which reads the options of an exact cover from text."""

from libc.stdint cimport SIZE_MAX, int32_t, int64_t, uint8_t, uint32_t

from fastqueens._kernels.machine cimport FQ_NO_MEMORY, fail

cdef extern from "cover/text.h" nogil:
    ctypedef enum fq_cover_names:
        FQ_COVER_ITEMS
        FQ_COVER_COLOURS
    ctypedef struct fq_cover_text
    ctypedef struct fq_cover_text_options:
        uint32_t options
        uint32_t entries
        int32_t *start
        int32_t *item
        int32_t *colour
        int64_t *cost
    fq_cover_text *fq_cover_text_new(uint32_t)
    void fq_cover_text_free(fq_cover_text *)
    int64_t fq_cover_text_add(fq_cover_text *, fq_cover_names, const uint8_t *, size_t)
    uint32_t fq_cover_text_count(const fq_cover_text *, fq_cover_names)
    const uint8_t *fq_cover_text_name(const fq_cover_text *, fq_cover_names, uint32_t, size_t *)
    size_t fq_cover_text_read(fq_cover_text *, const uint8_t *, size_t, fq_cover_text_options *)
    size_t fq_cover_text_read_rows(const uint8_t *, size_t, uint8_t, uint32_t, uint32_t,
                                   fq_cover_text_options *)


cdef class OptionReader:
    """Reads lines of options; see cover/text.h.

    The options that are read are appended to arrays of the caller, which need room for half as many
    entries and options as the text has bytes.
    """

    cdef fq_cover_text *_text
    cdef readonly uint32_t options
    cdef readonly uint32_t entries

    def __cinit__(self, list names, uint32_t primary):
        self._text = fq_cover_text_new(primary)
        if self._text == NULL:
            fail(FQ_NO_MEMORY)
        for name in names:
            self._add(FQ_COVER_ITEMS, name)

    def __dealloc__(self):
        fq_cover_text_free(self._text)

    cdef int _add(self, fq_cover_names table, bytes name) except -1:
        cdef const uint8_t *text = name
        if fq_cover_text_add(self._text, table, text, <size_t>len(name)) < 0:
            fail(FQ_NO_MEMORY)
        return 0

    def add_colour(self, bytes name not None) -> None:
        """Add a colour that the reader does not have yet."""
        self._add(FQ_COVER_COLOURS, name)

    def colours(self, uint32_t first) -> list[bytes]:
        """Return the colours with the number `first` and higher numbers."""
        cdef size_t size
        cdef const uint8_t *text
        cdef uint32_t k
        found = []
        for k in range(first, fq_cover_text_count(self._text, FQ_COVER_COLOURS)):
            text = fq_cover_text_name(self._text, FQ_COVER_COLOURS, k, &size)
            found.append(text[:size])
        return found

    def append(self, uint32_t entries) -> None:
        """Count an option that the caller has added to the arrays."""
        self.options += 1
        self.entries += entries

    def read(self, const uint8_t[::1] text not None, Py_ssize_t at, int32_t[::1] start not None,
             int32_t[::1] item not None, int32_t[::1] colour=None, int64_t[::1] cost=None,
             int separator=-1, uint32_t columns=0, uint32_t skipped=0) -> int:
        """Read whole lines of a text from offset `at`; return the offset of the first line left.

        That is the end of the text, or the line that the caller must read. With a separator, the
        lines are rows of 0 and 1.
        """
        cdef fq_cover_text_options out
        cdef size_t size, done
        cdef Py_ssize_t room
        if not 0 <= at < text.shape[0] or text[text.shape[0] - 1] != c"\n":
            raise ValueError("at must lie in the text, which must end in a newline")
        size = <size_t>(text.shape[0] - at)
        room = <Py_ssize_t>size // 2 + 1
        if room > <Py_ssize_t>0x3fffffff - max(self.options, self.entries):
            raise ValueError("the text is too long")
        if (start.shape[0] < self.options + 1 + room or item.shape[0] < self.entries + room
                or (colour is not None and colour.shape[0] < self.entries + room)
                or (cost is not None and cost.shape[0] < self.options + room)):
            raise ValueError("the arrays need more room")
        if separator >= 0 and (separator == c"\n" or separator > 255 or not columns):
            raise ValueError("expected a separator of one byte and at least one column")
        out.options, out.entries = self.options, self.entries
        out.start, out.item = &start[0], &item[0]
        out.colour = &colour[0] if colour is not None else NULL
        out.cost = &cost[0] if cost is not None else NULL
        with nogil:
            if separator < 0:
                done = fq_cover_text_read(self._text, &text[at], size, &out)
            else:
                done = fq_cover_text_read_rows(
                    &text[at], size, <uint8_t>separator, columns, skipped, &out)
        if done == SIZE_MAX:
            fail(FQ_NO_MEMORY)
        self.options, self.entries = out.options, out.entries
        return at + <Py_ssize_t>done

# cython: language_level=3
"""Iterators that lose no item when an exception interrupts them."""

from libc.stdint cimport uint64_t

from fastqueens._kernels.machine cimport (
    NotCopied, fq_clear_flag, fq_load_number, fq_set_flag, fq_store_number)

from types import GenericAlias


cdef class ResumableIterator(NotCopied):
    """An iterator that continues with the same item after an exception, such as Ctrl-C.

    A subclass defines `_prepare`. It returns the item after the first `delivered` items, or raises
    StopIteration. If it raises another exception, the next call prepares the same item.

    `clock` is the clock of a time limit (see search.Clock). It runs only while the caller waits
    for an item, unless `keep_clock_running` was called.

    This class is compiled because Python handles signals between two instructions of Python code:
    a signal handler could raise after the item was counted and before the caller received it.
    """

    cdef int _busy  # 1 while a thread prepares an item
    cdef uint64_t _delivered
    cdef object _clock  # the clock to pause between two items, or None

    def __init__(self, clock):
        if clock.limited:
            self._clock = clock
            clock.pause()

    @property
    def delivered(self) -> int:
        """Items that the caller has received."""
        return fq_load_number(&self._delivered)

    def keep_clock_running(self):
        """Let the time limit count the caller's time between two items too, from now on."""
        if self._clock is not None:
            self._clock.resume()
            self._clock = None

    @classmethod
    def __class_getitem__(cls, item):
        return GenericAlias(cls, item)

    def __iter__(self):
        return self

    def __next__(self):
        if fq_set_flag(&self._busy):
            raise RuntimeError("another next() of this iterator has not returned yet")
        try:
            try:
                if self._clock is not None:
                    self._clock.resume()
                item = self._prepare()
            finally:
                if self._clock is not None:
                    self._clock.pause()
            fq_store_number(&self._delivered, self._delivered + 1)
            return item
        finally:
            fq_clear_flag(&self._busy)

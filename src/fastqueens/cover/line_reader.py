"""Reads the lines of an exact cover into arrays, a block of lines at a time.

The compiled reader (csrc/cover/text.c) reads lines in the common form. It leaves every other line,
such as one with a mistake, to a function in Python, which reads it or raises the error. So memory
is needed only for the arrays and for one block of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens._kernels.cover.text import OptionReader
from fastqueens.cover.builder import MAX_ENTRIES, Builder
from fastqueens.input import decode_utf8, too_large
from fastqueens.results import InputError

__all__ = ["EXPECTED", "Block", "LineReader", "split_blocks"]

EXPECTED = "an exact cover"  # the name of the input in error messages
_BLOCK = 1 << 20  # bytes that are read at a time

# The number of the first line, and whole lines that end in newlines.
Block = tuple[int, bytes]


def split_blocks(stream: BinaryIO, source: str | None, *, is_text: bool = False) -> Iterator[Block]:
    r"""Read blocks of whole lines, without a byte order mark and with newlines only.

    Parameters
    ----------
    stream : binary stream
        The input.
    source : str, optional
        A name for error messages.
    is_text : bool
        Whether the input was a str, so that it is certainly text.

    Examples
    --------
    >>> import io
    >>> list(split_blocks(io.BytesIO(b"a b\r\na"), None))
    [(1, b'a b\n'), (2, b'a\n')]
    """
    line, offset, rest, ended = 1, 0, b"", False
    while not ended:
        data = stream.read(_BLOCK)
        ended = not data
        if not is_text and offset + len(rest) + len(data) > limits.COVER:  # a pipe has no size
            raise too_large(f"more than {limits.COVER:,} bytes", EXPECTED, limits.COVER, source)
        rest += data
        # A carriage return at the end of the data may be followed by a newline.
        last = max(rest.rfind(b"\n"), rest.rfind(b"\r", 0, len(rest) - 1))
        block, rest = (rest, b"") if ended else (rest[: last + 1], rest[last + 1 :])
        if len(rest) > limits.COVER_LINE or (ended and len(block) > limits.COVER_LINE + 2):
            raise InputError(
                f"found a line of more than {limits.COVER_LINE:,} bytes, expected shorter lines",
                source=source,
                line=line,
            )
        if not block:
            continue
        if not is_text and (b"\0" in block or not block.isascii()):
            decode_utf8(block, source, line, offset)
        if offset == 0:
            block = block.removeprefix(b"\xef\xbb\xbf")
        offset += len(block)
        if b"\r" in block:
            block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if not block.endswith(b"\n"):
            block += b"\n"
        yield line, block
        line += block.count(b"\n")


class LineReader:
    """Reads options into arrays that grow.

    Parameters
    ----------
    builder : Builder
        It has all items. At the end it gets the arrays.
    read_line : callable
        Reads one line, given its number and text: adds the option to the builder, unless the line
        is blank or a comment, and returns the option's cost or None.
    separator : str, optional
        The separator of the fields, if the lines are rows of 0 and 1.
    columns, skipped : int
        The number of fields of such a row, and how many of the first fields are not read.
    """

    def __init__(
        self,
        builder: Builder,
        read_line: Callable[[int, str], int | None],
        *,
        separator: str | None = None,
        columns: int = 0,
        skipped: int = 0,
    ) -> None:
        self._builder = builder
        self._read_line = read_line
        self._rows = (-1, 0, 0) if separator is None else (ord(separator or ","), columns, skipped)
        names = [str(name).encode(errors="surrogatepass") for name in builder.numbers]
        self._reader = OptionReader(names, builder.primary)
        self._start = np.zeros(1, np.int32)
        self._item = np.zeros(0, np.int32)
        coloured = separator is None and len(names) > builder.primary
        self._colour = np.zeros(0, np.int32) if coloured else None
        self._cost: NDArray[np.int64] | None = None

    def read(self, block: Block) -> None:
        """Read the options of a block of lines."""
        line, text = block
        at, reader = 0, self._reader
        while at < len(text):
            self._make_room((len(text) - at) // 2 + 1)
            end = reader.read(
                text, at, self._start, self._item, self._colour, self._cost, *self._rows
            )
            if end == len(text):
                return
            line += text.count(b"\n", at, end)
            at = text.index(b"\n", end) + 1
            self._read_here(line, text[end : at - 1].decode(errors="surrogatepass"))
            line += 1

    def finish(self) -> None:
        """Give the arrays to the builder."""
        builder, reader = self._builder, self._reader
        self._take_colours()
        builder.start = self._start[: reader.options + 1]
        builder.item = _shrink(self._item, reader.entries)
        if self._colour is not None:
            builder.colour = _shrink(self._colour, reader.entries)
        if self._cost is not None:
            builder.costs = self._cost[: reader.options]

    def _make_room(self, size: int) -> None:
        """Make room for `size` more options and entries."""
        options, entries = self._reader.options, self._reader.entries
        if entries + size >= MAX_ENTRIES:
            message = f"found more than {entries:,} entries, expected less than {MAX_ENTRIES:,}"
            raise self._builder.fail(message, None)
        _grow(self._start, options + 1 + size)
        _grow(self._item, entries + size)
        if self._colour is not None:
            _grow(self._colour, entries + size)
        if self._cost is not None:
            _grow(self._cost, options + size)

    def _read_here(self, number: int, line: str) -> None:
        """Read a line that the compiled reader leaves."""
        builder, reader = self._builder, self._reader
        self._take_colours()
        known = len(builder.colours)
        builder.start, builder.item, builder.colour = [0], [], []
        cost = self._read_line(number, line)
        size = len(builder.item)
        if not size:
            return
        options, entries = reader.options, reader.entries
        if cost is not None and self._cost is None:
            self._cost = np.zeros(options + 1, np.int64)
        self._make_room(size + 1)
        self._start[options + 1] = entries + size
        self._item[entries : entries + size] = builder.item
        if self._colour is not None:
            self._colour[entries : entries + size] = builder.colour
        if self._cost is not None:
            self._cost[options] = cost or 0
        for name in list(builder.colours)[known:]:
            reader.add_colour(str(name).encode(errors="surrogatepass"))
        reader.append(size)

    def _take_colours(self) -> None:
        """Give the builder the colours that the compiled reader has found."""
        colours = self._builder.colours
        for name in self._reader.colours(len(colours)):
            colours[name.decode(errors="surrogatepass")] = len(colours) + 1
        if len(colours) > limits.COVER_COLOURS:
            message = f"found {len(colours):,} colours, expected at most {limits.COVER_COLOURS:,}"
            raise self._builder.fail(message, None)


def _grow(array: NDArray[Any], size: int) -> None:
    if len(array) < size:
        array.resize(size + size // 8, refcheck=False)


def _shrink(array: NDArray[Any], size: int) -> NDArray[Any]:
    array.resize(size, refcheck=False)
    return array

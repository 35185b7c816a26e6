"""Readers of streams of boards: files of lines, arrays and tables, read slice by slice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import json_lines as _lines
from fastqueens.input import MAX_BYTES, is_npy
from fastqueens.output import dumps
from fastqueens.queens.grid.grid import MAX_N
from fastqueens.results import InputError

__all__ = ["Block", "Source", "open_source"]

_MIN_SIZE, _MAX_SIZE = 1 << 14, 1 << 19  # minimum and maximum size of a slice, in bytes
_FAST, _SLOW = 0.05, 0.5  # time that a slice should take, in seconds: minimum and maximum


@dataclass(frozen=True, slots=True)
class Block:
    """A slice of a stream: lines of a format, or boards of an array.

    Attributes
    ----------
    first : int
        The number of its first line or board, counted from 1.
    format : str
        The format of the lines.
    text : bytes
        The lines.
    array : ndarray or None
        The boards, instead of lines.
    lines : int
        The number of lines, or 0 if it is unknown.
    """

    first: int
    format: str
    text: bytes = b""
    array: NDArray[Any] | None = None
    lines: int = 0


class Source:
    """The source of a stream: a file of lines, an array or a table.

    Attributes
    ----------
    name : str
        The name in error messages.
    format : str
        The format of the lines.
    max_size : int
        The approximate maximum size of a slice, in bytes.
    """

    def __init__(self, name: str, format: str) -> None:
        self.name = name
        self.format = format
        self.size = _MIN_SIZE  # bytes of the next slice
        self.max_size = _MAX_SIZE

    def blocks(self, done: int = 0) -> Iterator[Block]:
        """Yield the slices after the first `done` lines or boards."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""

    def adapt_size(self, seconds: float) -> None:
        """Adapt the size of the next slices to the time that a slice took."""
        if seconds < _FAST:
            self.size = min(2 * self.size, self.max_size)
        elif seconds > _SLOW:
            self.size = max(self.size // 2, 1)


class _Lines(Source):
    def __init__(self, name: str, format: str, file: IO[bytes]) -> None:
        super().__init__(name, format)
        self._file = file

    def blocks(self, done: int = 0) -> Iterator[Block]:
        number = 1
        while text := self._read():
            if number == 1:
                text = text.removeprefix(b"\xef\xbb\xbf")
            lines = _lines.count(text)
            if number + lines > done + 1:
                at, first = 0, max(number, done + 1)
                for _ in range(first - number):
                    at = text.index(b"\n", at) + 1
                yield Block(first, self.format, text[at:], lines=number + lines - first)
            number += lines
        if number <= done:
            raise InputError(
                f"found {number - 1:,} lines, expected the {done:,} lines that were answered before"
            )

    def close(self) -> None:
        self._file.close()

    def _read(self) -> bytes:
        """Read about `size` bytes of whole lines."""
        try:
            text = self._file.read(self.size)
            if text and not text.endswith(b"\n"):
                text += self._file.readline(MAX_BYTES)
        except OSError as error:
            raise InputError(f"cannot read the file: {error.strerror}", source=self.name) from error
        return text


class _Array(Source):
    def __init__(self, name: str, array: NDArray[Any]) -> None:
        super().__init__(name, "npy")
        self._array = array

    def blocks(self, done: int = 0) -> Iterator[Block]:
        at, total = done, len(self._array)
        if done > total:
            raise InputError(
                f"found {total:,} boards, expected the {done:,} boards that were answered before"
            )
        while at < total:
            size = max(1, self.size // (2 * self._array.shape[1] ** 2))
            yield Block(at + 1, self.format, array=self._array[at : at + size])
            at += size


class _Table(Source):
    """A stream of the rows of a Parquet table.

    Each row becomes a JSON object, whose keys are the names of the columns.

    The column ``regions`` has lists of strings (the rows of the board) or single strings with a
    newline or a ``/`` between the rows.
    """

    def __init__(self, name: str, file: IO[bytes]) -> None:
        super().__init__(name, "jsonl")
        self._file = file
        try:
            from pyarrow import ArrowException, parquet
        except ImportError as error:
            file.close()
            raise InputError(
                f"reading Parquet needs pyarrow: pip install 'fastqueens[table]' ({error})",
                source=name,
            ) from None
        self._failure: type[Exception] = ArrowException
        try:
            self._table: Any = parquet.ParquetFile(file)
        except (ArrowException, OSError) as error:
            file.close()
            raise InputError(f"cannot read the table: {error}", source=name) from None
        names = self._table.schema_arrow.names
        if "regions" not in names:
            file.close()
            found = ", ".join(map(repr, names[:8])) or "none"
            raise InputError(f"found the columns {found}, expected 'regions'", source=name)

    def blocks(self, done: int = 0) -> Iterator[Block]:
        """Yield the slices after the first `done` rows."""
        number = 1
        try:
            for batch in self._table.iter_batches(batch_size=2048):
                rows = batch.to_pylist()[max(0, done + 1 - number) :]
                if rows:
                    first = max(number, done + 1)
                    text = "".join(dumps(_json_values(row)) + "\n" for row in rows)
                    yield Block(first, self.format, text.encode())
                number += batch.num_rows
        except (self._failure, OSError) as error:
            raise InputError(f"cannot read the table: {error}", source=self.name) from None
        if number <= done:
            raise InputError(
                f"found {number - 1:,} rows, expected the {done:,} rows that were answered before"
            )

    def close(self) -> None:
        """Close the file."""
        self._table.close()
        self._file.close()


def _json_values(row: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a row that JSON can represent: numbers, strings and lists of them."""
    kept = {key: value for key, value in row.items() if _is_json_value(value)}
    regions = kept.get("regions")
    if isinstance(regions, str):
        kept["regions"] = regions.replace("/", "\n").split()
    return kept


def _is_json_value(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_json_value, value))
    return isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))


def open_source(
    path: str | os.PathLike[str], *, format: str | None = None, file: IO[bytes] | None = None
) -> Source:
    """Open a file of many boards, of any length."""
    name = os.fsdecode(path)
    try:
        file = open(path, "rb") if file is None else file  # noqa: SIM115 - closed by `Source.close`
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read the file: {reason}", source=name) from error
    if format == "npy":
        return _Array(name, _mapped(file, name))
    if name.lower().endswith(".parquet"):
        return _Table(name, file)
    return _Lines(name, format or "jsonl", file)


def _mapped(file: IO[bytes], name: str) -> NDArray[Any]:
    """Map an array into memory."""
    with file:
        if not is_npy(file.read(6)):
            raise InputError("found data that is not a NumPy file, expected boards", source=name)
    try:
        array = np.load(name, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # NumPy evaluates the header as Python, so any error is possible
        raise InputError(f"cannot read the array: {error}", source=name) from None
    n = array.shape[-1] if array.ndim else 0
    if (
        array.ndim != 3
        or array.shape[1] != n
        or not 1 <= n <= MAX_N
        or array.dtype.kind not in "iu"
    ):
        raise InputError(
            f"found an array of {array.dtype} of shape {array.shape}, expected integers of shape "
            f"(boards, n, n) with n from 1 to {MAX_N}",
            source=name,
        )
    found: NDArray[Any] = array
    return found

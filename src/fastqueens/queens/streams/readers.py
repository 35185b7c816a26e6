"""Readers of streams of boards: files of lines, arrays and tables, read slice by slice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import json_lines as _lines
from fastqueens.input import is_npy
from fastqueens.input_limits import LINE
from fastqueens.queens.grid.grid import MAX_N
from fastqueens.queens.streams.source import Block, Source
from fastqueens.queens.streams.table_reader import Table
from fastqueens.results import InputError

__all__ = ["open_source"]


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
                text += self._file.readline(LINE)
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
        return Table(name, file)
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

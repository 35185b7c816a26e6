"""Where the answers of a stream go, if not to lines of JSON: arrays of NumPy, tables of Parquet.

An array has a row for each line of the input, so row k answers line k + 1. It is whole after every
slice: the rows are written before their number at the head of the file is. A table is made of the
lines of JSON, some ten thousand at a time; it can be read when its end is written, and no sooner.
"""

from __future__ import annotations

import os
from math import prod
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.placements import solution_shape
from fastqueens.queens.logic.engine import NO_BOARD
from fastqueens.queens.streams.pipeline import Answered, Asked, Rows
from fastqueens.results import InputError, escape_control

__all__ = ["ENDINGS", "GROUP", "Target", "open_target"]

ENDINGS = (".npy", ".parquet")
_HEAD = 256  # bytes of an array before its rows
_FILL = {"queens": -2, "count": -1, "unique": False, "tier": NO_BOARD, "score": 0}
GROUP = 1 << 23  # bytes of JSON that become a row group of a table
_PART = 1 << 20  # and that one thread reads
_WORD = ("status", "tier")  # the column of few words: others take more time as a dictionary


class Target:
    """A file of answers.

    Attributes
    ----------
    done : int
        Lines of the input that a run before this one has answered.
    """

    def __init__(self, path: str, asked: Asked, source: str) -> None:
        self._path = path
        self._asked = asked
        self._source = source
        self.done = 0

    def _failed(self, error: OSError) -> InputError:
        return InputError(f"cannot be written: {error.strerror}", source=self._path)

    def add(self, answered: Answered, *, keep_going: bool) -> None:
        """Write the answers of a slice.

        A board that does not fit becomes a bad line of the slice. Without `keep_going` what comes
        after a bad line is not written.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError


class _Array(Target):
    def __init__(self, path: str, asked: Asked, *, source: str, resume: bool) -> None:
        super().__init__(path, asked, source)
        self._shape: tuple[int, ...] | None = None  # of a row
        try:
            again = resume and os.path.exists(path) and os.path.getsize(path) > 0
            mode = "r+b" if again else "wb"
            self._file: IO[bytes] = open(path, mode, buffering=0)  # noqa: SIM115
            if again:
                self._go_on()
        except OSError as error:
            raise self._failed(error) from None

    def _row(self) -> np.dtype[Any]:
        """Return what a row is."""
        asked = self._asked
        if asked.rate:
            return np.dtype([("tier", "u1"), ("score", "<u4")])
        facts = [("count", "<i8")] * asked.count + [("unique", "?")] * asked.unique
        return np.dtype([("queens", "<i2", self._shape or (0,)), *facts])

    def _head(self, rows: int) -> bytes:
        """Return the head of the file, always of one length."""
        row = self._row()
        plain = row.names == ("queens",)
        about = {
            "descr": "<i2" if plain else np.lib.format.dtype_to_descr(row),
            "fortran_order": False,
            "shape": (rows, *row["queens"].shape) if plain else (rows,),
        }
        text = repr(about).encode().ljust(_HEAD - 11) + b"\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text

    def _go_on(self) -> None:
        """Find how many rows there are; cut off what follows them."""
        head = self._file.read(_HEAD)
        self._file.seek(0)
        try:
            np.lib.format.read_magic(self._file)
            shape, _, dtype = np.lib.format.read_array_header_1_0(self._file)
            self._shape = shape[1:] if dtype.names is None else dtype["queens"].shape
        except (ValueError, SyntaxError, KeyError, TypeError):
            shape = ()
        if not shape or head != self._head(shape[0]):
            self._file.close()
            raise InputError(
                "found another file than this question's answers; without --resume it is written "
                "anew",
                source=self._path,
            )
        self.done = shape[0]
        if not self.done:
            self._shape = None
        self._file.truncate(_HEAD + self.done * self._row().itemsize)

    def add(self, answered: Answered, *, keep_going: bool) -> None:
        """Write rows, and then how many there are."""
        found = answered.rows
        if found is None:  # a slice without time for a board
            return
        fits: Any = self._fitting(found)
        last = found.last
        if not fits.all():
            odd = np.flatnonzero(~fits)
            if not keep_going:
                odd = odd[:1]
                last = int(found.numbers[odd[0]]) - 1
                answered.bad = [x for x in answered.bad if (x.line or 0) <= last]
                fits &= found.numbers <= last
            answered.bad += [self._odd(found, int(i)) for i in odd]
            answered.bad.sort(key=lambda error: error.line or 0)
            answered.boards = int(np.count_nonzero(fits))
            answered.failed = int(np.count_nonzero(found.failing[fits]))
        row = self._row()
        rows = np.empty(last - self.done, row)
        where: Any = found.numbers[fits] - self.done - 1
        if len(where) == len(rows):  # so they follow each other
            where = fits = slice(None)
        for name in row.names or ():
            if where is not fits:
                rows[name] = _FILL[name]
            values = found.facts[name][fits]
            if name == "queens":  # beside those of larger boards
                values = values[:, : prod(row[name].shape)].reshape(-1, *row[name].shape)
            rows[name][where] = values
        try:
            _write_at(self._file, _HEAD + self.done * row.itemsize, rows.tobytes())
            _write_at(self._file, 0, self._head(last))
        except OSError as error:
            raise self._failed(error) from None
        self.done = last

    def _fitting(self, found: Rows) -> NDArray[np.bool_]:
        """Return which boards have answers of the shape of the first."""
        if self._asked.rate or not len(found.numbers):
            return np.ones(len(found.numbers), bool)
        if self._shape is None:
            self._shape = solution_shape(int(found.n[0]), int(found.stars[0]))
        pairs, queens = found.stars > 1, found.n * found.stars
        fits: NDArray[np.bool_] = (queens == self._shape[0]) & (pairs == (len(self._shape) > 1))
        return fits

    def _odd(self, found: Rows, i: int) -> InputError:
        """Say what is wrong with a board of another size."""
        shape = solution_shape(int(found.n[i]), int(found.stars[i]))
        return InputError(
            f"found a board whose solution has the shape {shape}, expected {self._shape} as of the "
            f"first board, for {escape_control(self._path)}",
            source=self._source,
            line=int(found.numbers[i]),
        )

    def close(self) -> None:
        """Close the file."""
        try:
            if not self.done:
                _write_at(self._file, 0, self._head(0))
        finally:
            self._file.close()


def _write_at(file: IO[bytes], at: int, data: bytes) -> None:
    """Write all of something at its place."""
    file.seek(at)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


class _Table(Target):
    def __init__(self, path: str, asked: Asked, *, source: str, resume: bool) -> None:
        if resume:
            raise InputError(
                "found --resume, expected .jsonl or .npy for it: a table has its end written last",
                source=path,
            )
        super().__init__(path, asked, source)
        try:
            import pyarrow
            from pyarrow import json, parquet
        except ImportError as error:
            raise InputError(
                f"writing Parquet needs pyarrow: pip install 'fastqueens[table]' ({error})",
                source=path,
            ) from None
        self._arrow: Any = pyarrow
        self._json: Any = json
        self._parquet: Any = parquet
        self._schema: Any = None
        self._writer: Any = None
        self._waiting: list[bytes] = []
        try:
            self._file: IO[bytes] = open(path, "wb")  # noqa: SIM115
        except OSError as error:
            raise self._failed(error) from None

    def add(self, answered: Answered, *, keep_going: bool) -> None:
        """Keep lines, and write them when they are many."""
        self._waiting.append(answered.text)
        if sum(map(len, self._waiting)) >= GROUP:
            self._write()

    def _write(self) -> None:
        """Write a row group."""
        text, asked = b"".join(self._waiting), self._asked
        self._waiting = []
        try:
            if self._schema is None:
                self._schema = self._schema_of(text)
                self._writer = self._parquet.ParquetWriter(
                    self._file, self._schema, compression="zstd", use_dictionary=[_WORD[asked.rate]]
                )
            if text:
                table = self._read(text, self._schema, "error")
                self._writer.write_table(table.select(self._schema.names))
        except (self._arrow.ArrowException, OSError) as error:
            raise InputError(
                f"cannot be written: {error} (a table has the same columns throughout)",
                source=self._path,
            ) from None

    def _read(self, text: bytes, schema: Any, others: str) -> Any:
        """Make a table of lines of JSON."""
        return self._json.read_json(
            self._arrow.BufferReader(text),
            self._json.ReadOptions(block_size=_PART if schema else len(text) + 1),
            self._json.ParseOptions(explicit_schema=schema, unexpected_field_behavior=others),
        )

    def _schema_of(self, text: bytes) -> Any:
        """Return the columns: what is added to a board, and what the first ones have besides."""
        arrow, asked = self._arrow, self._asked
        added = {"line": arrow.int64()}
        if asked.rate:
            added |= {"tier": arrow.string(), "score": arrow.int64()}
        else:
            added["status"] = arrow.string()
            if asked.count:
                added |= {"count": arrow.int64(), "exact": arrow.bool_()}
            if asked.unique:
                added["unique"] = arrow.bool_()
            queens = arrow.list_(arrow.int64())
            pairs = b'"queens": [[' in text
            added["queens"] = arrow.list_(queens) if pairs else queens
        first = text[: text.rfind(b"\n", 0, _PART) + 1] or text
        own = self._read(first, None, "infer").schema if text else []
        fields = [arrow.field("regions", arrow.list_(arrow.string()))] if not text else []
        for field in own:
            # What looks like a time is taken for one, and would not be written as it was read.
            string = arrow.types.is_temporal(field.type) or arrow.types.is_null(field.type)
            if field.name not in added:
                fields.append(field.with_type(arrow.string()) if string else field)
        return arrow.schema([*fields, *(arrow.field(*item) for item in added.items())])

    def close(self) -> None:
        """Write what is left, and the end."""
        try:
            if self._waiting or self._writer is None:
                self._write()
        finally:
            if self._writer is not None:
                self._writer.close()
            self._file.close()


def open_target(path: str, asked: Asked, *, source: str, resume: bool) -> Target:
    """Open a file of answers.

    Parameters
    ----------
    path : str
        A file named ``.npy`` or ``.parquet``.
    asked : Asked
        The question, which says what is in a row.
    source : str
        The name that errors give to the boards.
    resume : bool
        Whether to go on with a file that is there.

    Returns
    -------
    Target

    Raises
    ------
    InputError
        For a file that cannot be written, or that has other answers.
    """
    kind = _Array if path.lower().endswith(".npy") else _Table
    return kind(path, asked, source=source, resume=resume)

"""Writers of the answers of a stream as NumPy arrays, CSV files or Parquet tables.

An array has one row per line of the input: row k is the answer to line k + 1. The file is valid
after every slice, because the rows are written first and the header's count last. It replaces an
older file after its first slice. A table is made from the lines of JSON, some ten thousand lines at
a time; it is readable only after `close`, and replaces an older file then. A CSV file has one row
per board and is valid after every slice.
"""

from __future__ import annotations

import os
from contextlib import suppress
from io import RawIOBase
from math import prod
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.atomic_file import AtomicFile, write_errors
from fastqueens.extras import extra
from fastqueens.queens.grid.placements import solution_shape
from fastqueens.queens.logic.engine import NO_BOARD
from fastqueens.queens.logic.steps import TIERS
from fastqueens.queens.streams.pipeline import Query, Rows, SliceAnswer
from fastqueens.results import InputError, escape_control

__all__ = ["GROUP", "Target", "open_target"]

_HEADER_BYTES = 256  # size of the header before the rows of an array
_FILL = {"queens": -2, "count": -1, "unique": False, "tier": NO_BOARD, "score": 0}
GROUP = 1 << 23  # bytes of JSON per row group of a table
_BLOCK = 1 << 20  # bytes of JSON that one thread parses
_DICTIONARY_COLUMN = (
    "status",
    "tier",
)  # the dictionary-encoded column (it has few values), by `Query.rate`


class Target:
    """A file of answers.

    Attributes
    ----------
    done : int
        The number of lines of the input that an earlier run has answered.
    """

    def __init__(self, path: str, query: Query, source: str) -> None:
        self._path = path
        self._query = query
        self._source = source
        self.done = 0

    def add(self, answered: SliceAnswer, *, keep_going: bool) -> None:
        """Write the answers of a slice.

        A board of another size becomes a bad line of the slice. Without `keep_going` the lines
        after a bad line are not written.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError

    def discard(self) -> None:
        """Close the file after an error; keeps the answers that were added before."""
        raise NotImplementedError


class _Array(Target):
    def __init__(self, path: str, query: Query, *, source: str, resume: bool) -> None:
        super().__init__(path, query, source)
        self._shape: tuple[int, ...] | None = None  # the shape of the queens in a row
        self._file = AtomicFile(path, seekable=True, update=resume)
        try:
            if self._file.updated and os.path.getsize(path) > 0:
                self._continue(self._file.file)
        except BaseException:
            self._file.discard()
            raise

    def _row_type(self) -> np.dtype[Any]:
        """Return the type of a row."""
        query = self._query
        if query.rate:
            return np.dtype([("tier", "u1"), ("score", "<u4")])
        facts = [("count", "<i8")] * query.count + [("unique", "?")] * query.unique
        return np.dtype([("queens", "<i2", self._shape or (0,)), *facts])

    def _header(self, rows: int) -> bytes:
        """Return the header of the file, which always has the same length."""
        row = self._row_type()
        is_plain = row.names == ("queens",)
        header = {
            "descr": "<i2" if is_plain else np.lib.format.dtype_to_descr(row),
            "fortran_order": False,
            "shape": (rows, *row["queens"].shape) if is_plain else (rows,),
        }
        text = repr(header).encode().ljust(_HEADER_BYTES - 11) + b"\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text

    def _continue(self, file: IO[bytes]) -> None:
        """Read the number of rows, and cut off the data after the last row."""
        with write_errors(self._path):
            head = file.read(_HEADER_BYTES)
            file.seek(0)
        try:
            np.lib.format.read_magic(file)
            shape, _, dtype = np.lib.format.read_array_header_1_0(file)
            self._shape = shape[1:] if dtype.names is None else dtype["queens"].shape
        except (ValueError, SyntaxError, KeyError, TypeError):
            shape = ()
        if not shape or head != self._header(shape[0]):
            raise InputError(
                "found data that this command with these options has not written; without --resume "
                "the file is overwritten",
                source=self._path,
            )
        self.done = shape[0]
        if not self.done:
            self._shape = None
        with write_errors(self._path):
            file.truncate(_HEADER_BYTES + self.done * self._row_type().itemsize)

    def add(self, answered: SliceAnswer, *, keep_going: bool) -> None:
        """Write rows, and then the number of all rows into the header."""
        found = answered.rows
        if found is None:  # no board of the slice was reached within the time limit
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
            answered.bad += [self._size_error(found, int(i)) for i in odd]
            answered.bad.sort(key=lambda error: error.line or 0)
            answered.boards = int(np.count_nonzero(fits))
            answered.failed = int(np.count_nonzero(found.failing[fits]))
        row = self._row_type()
        rows = np.empty(last - self.done, row)
        where: Any = found.numbers[fits] - self.done - 1
        if len(where) == len(rows):  # every line has an answer
            where = fits = slice(None)
        for name in row.names or ():
            if where is not fits:
                rows[name] = _FILL[name]
            values = found.facts[name][fits]
            if name == "queens":  # the values may be wider than a row of the file: cut them
                values = values[:, : prod(row[name].shape)].reshape(-1, *row[name].shape)
            rows[name][where] = values
        self._file.write_at(_HEADER_BYTES + self.done * row.itemsize, rows.tobytes())
        self._file.write_at(0, self._header(last))
        self._file.publish()
        self.done = last

    def _fitting(self, found: Rows) -> NDArray[np.bool_]:
        """Return which boards have answers with the same shape as the first board."""
        if self._query.rate or not len(found.numbers):
            return np.ones(len(found.numbers), bool)
        if self._shape is None:
            self._shape = solution_shape(int(found.n[0]), int(found.stars[0]))
        pairs, queens = found.stars > 1, found.n * found.stars
        fits: NDArray[np.bool_] = (queens == self._shape[0]) & (pairs == (len(self._shape) > 1))
        return fits

    def _size_error(self, found: Rows, i: int) -> InputError:
        """Return the error for a board of another size."""
        shape = solution_shape(int(found.n[i]), int(found.stars[i]))
        return InputError(
            f"found a board whose solution has the shape {shape}, expected {self._shape}, as for "
            f"the first board, in {escape_control(self._path)}",
            source=self._source,
            line=int(found.numbers[i]),
        )

    def close(self) -> None:
        """Close the file."""
        try:
            if not self.done:
                self._file.write_at(0, self._header(0))
        except BaseException:
            self._file.discard()
            raise
        self._file.close()

    def discard(self) -> None:
        """Close the file after an error; keeps the answers that were added before."""
        self._file.discard()


class _Sink(RawIOBase):
    """A file for pyarrow that keeps the first error: a writer of pyarrow cannot stop after one."""

    def __init__(self, file: AtomicFile) -> None:
        super().__init__()
        self._file = file
        self.error: InputError | None = None

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Write all data, unless there was an error before."""
        if self.error is None:
            try:
                self._file.write(data)
            except InputError as error:
                self.error = error
        return len(data)

    def check(self) -> None:
        """Raise the error."""
        if self.error is not None:
            raise self.error


class _Table(Target):
    def __init__(self, path: str, query: Query, *, source: str, resume: bool) -> None:
        if resume:
            raise InputError(
                "found --resume with a Parquet table, which cannot be continued; expected .jsonl "
                "or .npy",
                source=path,
            )
        super().__init__(path, query, source)
        with extra("table", "writing Parquet needs pyarrow", source=path):
            import pyarrow
            from pyarrow import json, parquet
        self._arrow: Any = pyarrow
        self._json: Any = json
        self._parquet: Any = parquet
        self._schema: Any = None
        self._writer: Any = None
        self._waiting: list[bytes] = []
        self._file = AtomicFile(path)
        self._sink = _Sink(self._file)

    def add(self, answered: SliceAnswer, *, keep_going: bool) -> None:
        """Collect lines, and write a row group when there are enough lines."""
        self._waiting.append(answered.text)
        if sum(map(len, self._waiting)) >= GROUP:
            self._write()

    def _write(self) -> None:
        """Write a row group."""
        text, query = b"".join(self._waiting), self._query
        self._waiting = []
        try:
            if self._schema is None:
                self._schema = self._schema_of(text)
                self._writer = self._parquet.ParquetWriter(
                    self._sink,
                    self._schema,
                    compression="zstd",
                    use_dictionary=[_DICTIONARY_COLUMN[query.rate]],
                )
            if text:
                table = self._read(text, self._schema, "error")
                self._writer.write_table(table.select(self._schema.names))
        except self._arrow.ArrowException as error:
            raise InputError(
                f"cannot be written: {error} (all boards of a table need the same columns)",
                source=self._path,
            ) from None
        self._sink.check()

    def _read(self, text: bytes, schema: Any, others: str) -> Any:
        """Parse lines of JSON into a table."""
        return self._json.read_json(
            self._arrow.BufferReader(text),
            self._json.ReadOptions(block_size=_BLOCK if schema else len(text) + 1),
            self._json.ParseOptions(explicit_schema=schema, unexpected_field_behavior=others),
        )

    def _schema_of(self, text: bytes) -> Any:
        """Return the columns: the keys of the answers, and other keys of the first boards."""
        arrow, query = self._arrow, self._query
        added = {"line": arrow.int64()}
        if query.rate:
            added |= {"tier": arrow.string(), "score": arrow.int64()}
        else:
            added["status"] = arrow.string()
            if query.count:
                added |= {"count": arrow.int64(), "exact": arrow.bool_()}
            if query.unique:
                added["unique"] = arrow.bool_()
            queens = arrow.list_(arrow.int64())
            pairs = b'"queens": [[' in text
            added["queens"] = arrow.list_(queens) if pairs else queens
        first = text[: text.rfind(b"\n", 0, _BLOCK) + 1] or text
        own = self._read(first, None, "infer").schema if text else []
        fields = [arrow.field("regions", arrow.list_(arrow.string()))] if not text else []
        for field in own:
            # pyarrow reads strings that look like times as times; keep them as strings.
            string = arrow.types.is_temporal(field.type) or arrow.types.is_null(field.type)
            if field.name not in added:
                fields.append(field.with_type(arrow.string()) if string else field)
        return arrow.schema([*fields, *(arrow.field(*item) for item in added.items())])

    def close(self) -> None:
        """Write the remaining lines and the footer."""
        try:
            if self._waiting or self._writer is None:
                self._write()
        except BaseException:
            self.discard()
            raise
        self._finish()

    def discard(self) -> None:
        """Close the file after an error; keeps the answers that were added before."""
        if self._writer is None:
            self._file.discard()
        else:
            with suppress(InputError):
                self._finish()

    def _finish(self) -> None:
        """Write the footer and close the file."""
        with self._file:
            self._writer.close()
            self._sink.check()


class _Csv(Target):
    """Rows of text: the line of the board, its size, and the answer."""

    def __init__(self, path: str, query: Query, *, source: str, resume: bool) -> None:
        if resume:
            raise InputError(
                "found --resume with a CSV file, which cannot be continued; expected .jsonl or "
                ".npy",
                source=path,
            )
        super().__init__(path, query, source)
        self._file = AtomicFile(path)
        self._begun = False

    def add(self, answered: SliceAnswer, *, keep_going: bool) -> None:
        """Write the rows of a slice."""
        found = answered.rows
        if found is None:  # no board of the slice was reached within the time limit
            return
        columns: dict[str, list[Any]] = {
            "line": found.numbers.tolist(),
            "n": found.n.tolist(),
            "stars": found.stars.tolist(),
        }
        if self._query.rate:
            columns["tier"] = [TIERS[tier] for tier in found.facts["tier"].tolist()]
            columns["score"] = found.facts["score"].tolist()
        else:
            counts = found.facts["count"].tolist()
            columns["status"] = ["solved" if count else "unsolvable" for count in counts]
            if self._query.count:
                columns["count"] = counts
            if self._query.unique:
                columns["unique"] = [_FLAGS[flag] for flag in found.facts["unique"].tolist()]
            columns["queens"] = [
                _columns_of(row, n, stars) if count else ""
                for row, n, stars, count in zip(
                    found.facts["queens"].tolist(), columns["n"], columns["stars"], counts,
                    strict=True,
                )
            ]  # fmt: skip
        lines = [] if self._begun else [",".join(columns)]
        lines += [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
        if lines:
            self._file.write(("\n".join(lines) + "\n").encode())
            self._file.publish()
        self._begun = True

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def discard(self) -> None:
        """Close the file after an error; keeps the answers that were added before."""
        self._file.discard()


_FLAGS = ("false", "true")


def _columns_of(row: list[int], n: int, stars: int) -> str:
    """Write a solution: the column of the queen in each row or, with several, pairs ``row:column``.

    Examples
    --------
    >>> _columns_of([1, 3, 0, 2], 4, 1), _columns_of([0, 1, 0, 3, -1, -1], 2, 1)
    ('1 3 0 2', '0 1')
    """
    if stars == 1:
        return " ".join(map(str, row[:n]))
    pairs = zip(row[: 2 * n * stars : 2], row[1 : 2 * n * stars : 2], strict=True)
    return " ".join(f"{r}:{c}" for r, c in pairs)


def open_target(path: str, query: Query, *, source: str, resume: bool) -> Target:
    """Open a file of answers."""
    kinds: dict[str, type[_Array | _Csv | _Table]] = {".npy": _Array, ".csv": _Csv}
    kind = kinds.get(os.path.splitext(path)[1].lower(), _Table)
    return kind(path, query, source=source, resume=resume)

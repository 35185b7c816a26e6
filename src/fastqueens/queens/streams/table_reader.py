"""Read the boards of a Parquet table as lines of JSON, in bounded memory.

A table of some hundred bytes can hold gigabytes: a column may repeat one long text, and compressed
pages may unpack to any size. So the sizes in the metadata are checked before a column is decoded,
texts stay references to a dictionary until their lengths are checked, and Python objects are made
for few rows at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import IO, Any, NamedTuple

from fastqueens import input_limits as limits
from fastqueens.extras import extra
from fastqueens.output import dumps
from fastqueens.queens.streams.source import Block, Source
from fastqueens.results import InputError
from fastqueens.validation import plural

__all__ = ["Table"]

_ROWS = 2048  # the most rows that are decoded at a time
_SLICE = 4 << 20  # bytes of texts that become Python objects at a time, if a row has fewer
_UNPACKED = 64 << 20  # bytes of a column in a row group that may be compressed by any factor
_RATIO = 200  # the largest factor of compression of larger columns
_PAGE = 4096  # bytes that a column of a few rows may need for its dictionary
_SHORT = 256  # the most bytes a row, on average, of a column that does not belong to boards
_BOARD_KEYS = ("regions", "stars", "allow_empty_regions")


class _Chunk(NamedTuple):
    """The metadata of a leaf of a column in a row group."""

    path: str
    rows: int
    values: int
    size: int
    packed: int

    @property
    def is_short(self) -> bool:
        """Whether the values are short on average."""
        return self.size <= _SHORT * self.rows + _PAGE

    def describe_excess(self) -> str | None:
        """Describe why the chunk is too large to be decoded; None if it is not."""
        most = min(limits.TABLE_VALUES, self.rows * limits.ROWS**2)
        if self.values > most:
            found = f"{self.values:,} values in a row group of {plural(self.rows, 'row')}"
            return f"found {found}, expected at most {most:,}"
        if self.size > _UNPACKED and self.size > _RATIO * self.packed:
            found = f"{self.size:,} bytes packed into {self.packed:,}"
            return f"found {found}, expected at most {_RATIO} times as many"
        return None


class Table(Source):
    """A stream of the rows of a Parquet table.

    Each row becomes a JSON object, whose keys are the names of the columns. The column ``regions``
    has lists of strings (the rows of the board) or single strings with a newline or a ``/`` between
    the rows. Of the columns that do not belong to boards, those with numbers and short texts are
    read.
    """

    def __init__(self, name: str, file: IO[bytes]) -> None:
        super().__init__(name, "jsonl")
        self._file = file
        try:
            with extra("table", "reading Parquet needs pyarrow", source=name):
                from pyarrow import ArrowException, parquet
        except InputError:
            file.close()
            raise
        self._failures = (ArrowException, OSError)
        try:
            metadata = parquet.read_metadata(file)
            schema = metadata.schema.to_arrow_schema()
            leaves = _find_leaves(metadata)
            self._columns = self._choose_columns(schema, leaves)
            file.seek(0)
            texts = {x.path for column in self._columns for x in leaves.get(column, [])}
            self._table: Any = parquet.ParquetFile(
                file, metadata=metadata, read_dictionary=list(texts), pre_buffer=False
            )
        except self._failures as error:
            file.close()
            raise InputError(f"cannot read the table: {error}", source=name) from None
        except InputError:
            file.close()
            raise

    def _choose_columns(self, schema: Any, leaves: dict[str, list[_Chunk]]) -> list[str]:
        """Return the columns to read, or raise `InputError` if the boards cannot be read."""
        if "regions" not in schema.names:
            found = ", ".join(map(repr, schema.names[:8])) or "none"
            raise InputError(f"found the columns {found}, expected 'regions'", source=self.name)
        chosen = []
        for field in schema:
            chunks = leaves.get(field.name, [])
            problem = next(filter(None, (chunk.describe_excess() for chunk in chunks)), None)
            if field.name in _BOARD_KEYS:
                if problem is not None:
                    raise InputError(f"column {field.name!r}: {problem}", source=self.name)
                chosen.append(field.name)
            elif problem is None and not field.type.num_fields and all(x.is_short for x in chunks):
                chosen.append(field.name)
        return chosen

    def blocks(self, done: int = 0) -> Iterator[Block]:
        """Yield the slices after the first `done` rows."""
        number = 1
        try:
            batches = self._table.iter_batches(
                batch_size=_ROWS, columns=self._columns, use_threads=False
            )
            for batch in batches:
                for part in self._split(batch, number):
                    skipped = max(0, done + 1 - number)
                    rows = part.slice(skipped).to_pylist()
                    if rows:
                        text = "".join(dumps(_json_values(row)) + "\n" for row in rows)
                        yield Block(number + skipped, self.format, text.encode())
                    number += part.num_rows
        except self._failures as error:
            raise InputError(f"cannot read the table: {error}", source=self.name) from None
        if number <= done:
            raise InputError(
                f"found {number - 1:,} rows, expected the {done:,} rows that were answered before"
            )

    def _split(self, batch: Any, number: int) -> Iterator[Any]:
        """Yield a batch of rows in parts that are small as Python objects."""
        row = 1  # the most bytes of a row
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            longest, values = _largest_sizes(column)
            if longest * values > limits.TABLE_ROW:
                raise InputError(
                    f"column {name!r}, rows {number:,} to {number + batch.num_rows - 1:,}: found "
                    f"up to {plural(values, 'value')} a row of up to {plural(longest, 'byte')}, "
                    f"expected at most {limits.TABLE_ROW:,} bytes a row",
                    source=self.name,
                )
            row += longest * values
        step = max(1, _SLICE // row)
        for first in range(0, batch.num_rows, step):
            yield batch.slice(first, step)

    def close(self) -> None:
        """Close the file."""
        self._table.close()
        self._file.close()


def _find_leaves(metadata: Any) -> dict[str, list[_Chunk]]:
    """Return the metadata of the leaves of each column, by the name of the column."""
    leaves: dict[str, list[_Chunk]] = {}
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            path, rows, values = chunk.path_in_schema, group.num_rows, chunk.num_values
            size, packed = chunk.total_uncompressed_size, chunk.total_compressed_size
            leaf = _Chunk(path, rows, values, size, packed)
            leaves.setdefault(path.partition(".")[0], []).append(leaf)
    return leaves


def _largest_sizes(column: Any) -> tuple[int, int]:
    """Return the bytes of the longest text of a column, and the most values of a row."""
    from pyarrow import compute, types

    values = 1
    while types.is_list(column.type) or types.is_large_list(column.type):
        values *= compute.max(compute.list_value_length(column)).as_py() or 1
        column = column.flatten()
    if types.is_dictionary(column.type):
        column = column.dictionary
    if types.is_binary(column.type) or types.is_string(column.type) or (
        types.is_large_binary(column.type) or types.is_large_string(column.type)
    ):  # fmt: skip
        return compute.max(compute.binary_length(column)).as_py() or 1, values
    return 8, values  # numbers


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

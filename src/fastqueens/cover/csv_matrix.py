"""Exact covers as matrices of 0 and 1 in CSV: one line for each option, one column for each item.

The first line may have the names of the items. If it begins with an empty field, the first field of
each line is the name of the option and is not read. Fields are separated by commas or semicolons,
and in a file named ``*.csv`` or ``*.tsv`` also by tabs. Blank lines and lines that begin with ``#``
are ignored.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from fastqueens.cover.builder import Builder
from fastqueens.validation import plural, quote_name

__all__ = ["Matrix", "looks_like_csv", "read_matrix_head"]

_ROW = re.compile(r'\s*"?[01]"?(?:\s*[,;]\s*"?[01]"?)+\s*')
_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{0,40})?(?:[eE][+-]?\d{1,3})?")


def looks_like_csv(text: str, source: str | None) -> bool:
    r"""Whether a text is a matrix in CSV: by its file name, or by its first line of 0 and 1.

    Examples
    --------
    >>> looks_like_csv("a,b\n1,0\n0,1\n", None), looks_like_csv("0 1\n0 1\n", None)
    (True, False)
    """
    if source is not None and source.lower().endswith((".csv", ".tsv")):
        return True
    lines = (line for line in text[:1_000_000].split("\n") if line.strip() and line[0] != "#")
    head = [next(lines, ""), next(lines, "")]
    return any(map(_ROW.fullmatch, head)) and _separator(head[0]) != ""


class Matrix(NamedTuple):
    """What the first line of a matrix says about the others.

    Attributes
    ----------
    builder : Builder
        It has the items.
    separator : str
        The separator of the fields; "" if there is one field.
    columns, skipped : int
        The number of fields of a line, and how many of the first ones are not read.
    end : int
        The offset of the first row of 0 and 1.
    """

    builder: Builder
    separator: str
    columns: int
    skipped: int
    end: int

    def read_line(self, number: int, line: str) -> None:
        """Read a row, or skip a blank line or a comment."""
        if not _has_fields(line):
            return
        builder, separator, fail = self.builder, self.separator, self.builder.fail
        fields = _split(line, separator)
        if len(fields) != self.columns:
            column = _column(line, separator, min(len(fields), self.columns))
            message = f"found {plural(len(fields), 'field')}, expected {self.columns}"
            raise fail(f"{message} as in the first line", (number, column))
        items = list(builder.numbers)
        entries = []
        for k, field in enumerate(fields[self.skipped :], self.skipped):
            value = float(field) if _NUMBER.fullmatch(field) else None
            if value not in (0, 1):
                place = (number, _column(line, separator, k))
                raise fail(f"found {quote_name(field)}, expected 0 or 1", place)
            if value:
                entries.append((items[k - self.skipped], None, (number, None)))
        builder.add_option(entries, (number, None))


def read_matrix_head(builder: Builder, text: str, line: int) -> Matrix:
    r"""Add the items of a matrix; an `InputError` names the line and column of the mistake.

    Examples
    --------
    >>> matrix = read_matrix_head(Builder(print), "a,b,c\n1,1,0\n", 1)
    >>> list(matrix.builder.numbers), matrix.columns, matrix.end
    (['a', 'b', 'c'], 3, 6)
    """
    fail = builder.fail
    begin, number = 0, line
    for row in text.split("\n"):
        if _has_fields(row):
            break
        begin += len(row) + 1
        number += 1
    else:
        raise fail("found no line of 0 and 1, expected at least one", (1, 1))
    separator = _separator(row)
    names = _split(row, separator)
    named = not all(map(_NUMBER.fullmatch, names))
    skipped = 1 if named and names[0] == "" and len(names) > 1 else 0
    parts = row.split(separator) if separator else [row]
    columns = [*accumulate((len(part) + 1 for part in parts), initial=1)]
    for k, name in enumerate(names[skipped:]):
        place = (number, min(columns[k + skipped], len(row) + 1))
        if named and not name:
            raise fail("found an item without a name, expected the names of all items", place)
        builder.add_item(name if named else k, place, primary=True)
    end = min(begin + len(row) + 1, len(text)) if named else begin
    return Matrix(builder, separator, len(names), skipped, end)


def _has_fields(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _separator(line: str) -> str:
    """Return the separator that a line has most often; "" if it has none."""
    return max(("", ",", ";", "\t"), key=lambda x: line.count(x) if x else 0)


def _split(line: str, separator: str) -> Sequence[str]:
    """Split a line into fields, which may be quoted."""
    if '"' not in line:
        return [field.strip() for field in (line.split(separator) if separator else [line])]
    fields = next(csv.reader([line], delimiter=separator or ",", skipinitialspace=True), [])
    return [field.strip() for field in fields]


def _column(line: str, separator: str, field: int) -> int:
    """Return the column at which a field begins; quoted separators are not told apart."""
    parts = line.split(separator) if separator else [line]
    return min(sum(len(part) + 1 for part in parts[:field]), len(line)) + 1

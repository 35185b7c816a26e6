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

from fastqueens.cover.builder import Builder
from fastqueens.results import InputError
from fastqueens.validation import plural, quote_name

__all__ = ["looks_like_csv", "parse_csv"]

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


def parse_csv(text: str, source: str | None) -> Builder:
    r"""Read a problem; an `InputError` names the line and column of the mistake.

    Examples
    --------
    >>> builder = parse_csv("a,b,c\n1,1,0\n0,0,1\n", None)
    >>> list(builder.numbers), builder.start, builder.item
    (['a', 'b', 'c'], [0, 2, 3], [0, 1, 2])
    """

    def fail(message: str, place: tuple[int, int | None] | None) -> InputError:
        line, column = (None, None) if place is None else place
        return InputError(message, source=source, line=line, column=column)

    lines = [
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines:
        raise fail("found no line of 0 and 1, expected at least one", (1, 1))
    separator = _separator(lines[0][1])
    rows = [(number, line, _split(line, separator)) for number, line in lines]
    builder = Builder(fail)
    number, line, names = rows[0]
    named = not all(map(_NUMBER.fullmatch, names))
    skipped = 1 if named and names[0] == "" and len(names) > 1 else 0
    for k, name in enumerate(names[skipped:]):
        place = (number, _column(line, separator, k + skipped))
        if named and not name:
            raise fail("found an item without a name, expected the names of all items", place)
        builder.add_item(name if named else k, place, primary=True)
    items = list(builder.numbers)
    for number, line, fields in rows[named:]:
        if len(fields) != len(names):
            column = _column(line, separator, min(len(fields), len(names)))
            message = f"found {plural(len(fields), 'field')}, expected {len(names)}"
            raise fail(f"{message} as in the first line", (number, column))
        entries = []
        for k, field in enumerate(fields[skipped:], skipped):
            value = float(field) if _NUMBER.fullmatch(field) else None
            if value not in (0, 1):
                place = (number, _column(line, separator, k))
                raise fail(f"found {quote_name(field)}, expected 0 or 1", place)
            if value:
                entries.append((items[k - skipped], None, (number, None)))
        builder.add_option(entries, (number, None))
    return builder


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

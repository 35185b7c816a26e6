"""Names of cells, as in a spreadsheet: d5 is column 4 of row 5, counted from the top left.

All texts that people read or type use these names. Arrays and JSON count rows and columns from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastqueens.results import InputError

__all__ = ["cell_name", "column_name", "read_cell", "read_cells"]


def column_name(column: int) -> str:
    """Return the letters of a column; columns count from 0.

    Examples
    --------
    >>> column_name(0), column_name(25), column_name(26), column_name(702)
    ('a', 'z', 'aa', 'aaa')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell; rows and columns count from 0.

    Examples
    --------
    >>> cell_name(2, 1), cell_name(0, 26)
    ('b3', 'aa1')
    """
    return f"{column_name(column)}{row + 1}"


def read_cell(word: str) -> tuple[int, int] | None:
    """Read the name of a cell: return (row, column) counted from 0, or None for another word.

    Examples
    --------
    >>> read_cell("b3"), read_cell("AA1"), read_cell("3b")
    ((2, 1), (0, 26), None)
    """
    found = re.fullmatch(r"([a-z]{1,3})([1-9][0-9]{0,4})", word.lower())
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def read_cells(text: str | None, option: str, n: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Read an option such as ``a1,b3``: yield each word with its cell on a board of n rows."""
    for word in (text or "").replace(",", " ").split():
        cell = read_cell(word)
        if cell is None or max(cell) >= n:
            raise InputError(
                f"{option}: found {word!r}, expected a column letter and a row number, "
                f"{cell_name(0, 0)} to {cell_name(n - 1, n - 1)}"
            )
        yield word, cell

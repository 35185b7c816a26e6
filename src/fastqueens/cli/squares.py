"""Squares by their names: b3 is the second column of the third row, counted from the top left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastqueens.checks import plural
from fastqueens.results import InputError

__all__ = ["read_squares", "square_name"]


def read_squares(text: str | None, option: str, n: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Read the value of an option like ``a1,b3``: each word with its (row, column) from 0."""
    for word in (text or "").replace(",", " ").split():
        square = _read_square(word)
        if square is None or max(square) >= n:
            raise InputError(
                f"{option}: found {word!r}, expected a column letter and a row number, as in b3, "
                f"on a board of {plural(n, 'row')}"
            )
        yield word, square


def _read_square(word: str) -> tuple[int, int] | None:
    """Read a column letter (aa after z) and a row number from 1."""
    found = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", word.lower())
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def square_name(row: int, column: int) -> str:
    """Return the name of a square.

    Examples
    --------
    >>> square_name(2, 1), square_name(0, 26)
    ('b3', 'aa1')
    """
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}{row + 1}"

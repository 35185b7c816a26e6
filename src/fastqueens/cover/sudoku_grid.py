"""A sudoku: 81 characters that print as a grid, and are read from one."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import array_of, plural, shown_array
from fastqueens.reading import plain
from fastqueens.results import InputError

__all__ = ["Sudoku"]


_FRAME = re.compile(r"[-+|=\s]*")  # a line between two boxes


class Sudoku(str):
    r"""A sudoku, solved or not: a ``str`` of 81 characters that prints as a grid.

    Parameters
    ----------
    given : str or array_like of int, shape (9, 9)
        The cells row by row: digits, and ``0`` or ``.`` for a blank. White space between them does
        not matter, nor do the lines of a printed grid. Of an array, 0 for a blank.

    Raises
    ------
    InputError
        For anything but 81 such cells, with line and column.

    Examples
    --------
    >>> puzzle = Sudoku(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ... )
    >>> print(puzzle)
    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
    . 9 8 | . . . | . 6 .
    ------+-------+------
    8 . . | . 6 . | . . 3
    4 . . | 8 . 3 | . . 1
    7 . . | . 2 . | . . 6
    ------+-------+------
    . 6 . | . . . | 2 8 .
    . . . | 4 1 9 | . . 5
    . . . | . 8 . | . 7 9
    >>> Sudoku(str(puzzle)) == puzzle, puzzle[:9], puzzle.cells[0].tolist()
    (True, '53..7....', [5, 3, 0, 0, 7, 0, 0, 0, 0])
    """

    __slots__ = ()

    def __new__(cls, given: str | ArrayLike) -> Sudoku:
        """Read a sudoku."""
        if isinstance(given, Sudoku):
            return given
        return super().__new__(cls, _read(given) if isinstance(given, str) else _from_array(given))

    @property
    def cells(self) -> NDArray[np.uint8]:
        """The digits, 0 for a blank, as an array of shape (9, 9)."""
        characters = np.frombuffer(self.replace(".", "0").encode(), np.uint8)
        return (characters - ord("0")).reshape(9, 9)

    def __str__(self) -> str:
        lines = [
            " | ".join(" ".join(self[at : at + 3]) for at in (row, row + 3, row + 6))
            for row in range(0, 81, 9)
        ]
        for at in (6, 3):
            lines.insert(at, "------+-------+------")
        return "\n".join(lines)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Sudoku({''.join(self)!r})"


def _read(text: str) -> str:
    cells: list[str] = []
    for line, row in enumerate(plain(text).split("\n"), start=1):
        if _FRAME.fullmatch(row):
            continue
        for column, character in enumerate(row, start=1):
            if character.isspace() or character == "|":
                continue
            if character not in ".0123456789":
                raise InputError(
                    f"found {character!r}, expected a digit, '0' or '.'", line=line, column=column
                )
            if len(cells) == 81:
                raise InputError("found more than 81 cells, expected 81", line=line, column=column)
            cells.append(character)
    if len(cells) != 81:
        raise InputError(f"found {plural(len(cells), 'cell')}, expected 81")
    return "".join(cells).replace("0", ".")


def _from_array(given: ArrayLike) -> str:
    cells = array_of(given)
    if cells.shape != (9, 9) or cells.dtype.kind not in "iu":
        raise InputError(
            f"found {shown_array(given, cells)}, expected text of 81 cells, or whole numbers of "
            "shape (9, 9)"
        )
    wrong = np.argwhere((cells < 0) | (cells > 9))
    if len(wrong):
        row, column = wrong[0].tolist()
        raise InputError(f"row {row}, column {column}: found {cells[row, column]}, expected 0 to 9")
    return "".join(map(str, cells.ravel().tolist())).replace("0", ".")

"""A sudoku: 81 characters that print as a grid, and are read from one."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.input import normalise_text
from fastqueens.results import InputError
from fastqueens.validation import array_of, plural, shown_array

__all__ = ["Sudoku"]


# A game id of Solo in Simon Tatham's collection: a letter is a run of blanks, a for one, and _
# parts two digits, as in 3x3:5_3b7f... What follows the size is how it was made, but for j, x and
# k, other rules: jigsaw, diagonals, killer.
_GAME_ID = re.compile(r"\s*3x3([a-z0-9]*):([a-z_0-9]*)\s*")
_FRAME = re.compile(r"[-+|=\s]*")  # a line between two boxes


class Sudoku(str):
    r"""A sudoku, solved or not: a ``str`` of 81 characters that prints as a grid.

    Parameters
    ----------
    given : str or array_like of int, shape (9, 9)
        The cells row by row: digits, and ``0`` or ``.`` for a blank. White space between them does
        not matter, nor do the lines of a printed grid. Of an array, 0 for a blank. A game id of
        Solo in Simon Tatham's collection, ``3x3:...``, will do too.

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

    def to_game_id(self) -> str:
        """Write the sudoku as Solo in Simon Tatham's collection of puzzles takes it.

        Returns
        -------
        str
            In one line.

        Examples
        --------
        >>> Sudoku("12" + "." * 79).to_game_id()
        '3x3:1_2zzza'
        """
        runs = re.findall(r"[1-9]|\.{1,26}", "".join(self))
        words = [x if x[0] != "." else chr(ord("a") + len(x) - 1) for x in runs]
        return "3x3:" + re.sub("(?<=[1-9])(?=[1-9])", "_", "".join(words))

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
    if game := _GAME_ID.fullmatch(text):
        return _read_game(game)
    cells: list[str] = []
    for line, row in enumerate(normalise_text(text).split("\n"), start=1):
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


def _read_game(game: re.Match[str]) -> str:
    """Read the cells of a game id."""
    if game[1].startswith(("j", "x", "k")):
        raise InputError(f"found a variant, 3x3{game[1][:1]}, expected the plain rules, 3x3")
    cells = ""
    for character in game[2]:
        if character.isdigit():
            cells += character
        elif character != "_":
            cells += "." * (ord(character) - ord("a") + 1)
    if len(cells) != 81:
        raise InputError(f"found {plural(len(cells), 'cell')} in the game id, expected 81")
    return cells.replace("0", ".")


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

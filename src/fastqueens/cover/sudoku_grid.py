"""A sudoku: a string of 81 characters that can be read from a grid and drawn as a grid."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.input import normalise_text
from fastqueens.results import InputError
from fastqueens.validation import array_of, plural, shown_array

__all__ = ["Sudoku"]


# A game id of Solo in Simon Tatham's collection, as in 3x3:5_3b7f...: a letter stands for a run of
# empty cells (a: 1, b: 2, ...), and _ separates two digits. The letters between the size and the
# colon are generator settings; j, x and k mean other rules (jigsaw, diagonals, killer).
_GAME_ID = re.compile(r"\s*3x3([a-z0-9]*):([a-z_0-9]*)\s*")
_FRAME = re.compile(r"[-+|=\s]*")  # a line without cells


class Sudoku(str):
    r"""A sudoku, solved or not: a ``str`` of 81 characters that can be drawn as a grid.

    Parameters
    ----------
    clues : str or array_like of int, shape (9, 9)
        The cells row by row: digits, and ``0`` or ``.`` for an empty cell (0 in an array). White
        space between cells and the lines of a printed grid are ignored. The text may also be a game
        id, ``3x3:...``, of the game Solo in Simon Tatham's collection.

    Raises
    ------
    InputError
        If the input does not have 81 valid cells; the message names the line and column.

    Examples
    --------
    >>> puzzle = Sudoku(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ... )
    >>> print(puzzle.to_grid())
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
    >>> Sudoku(puzzle.to_grid()) == puzzle, puzzle[:9], puzzle.cells[0].tolist()
    (True, '53..7....', [5, 3, 0, 0, 7, 0, 0, 0, 0])
    """

    __slots__ = ()

    def __new__(cls, clues: str | ArrayLike) -> Sudoku:
        """Read a sudoku."""
        if isinstance(clues, Sudoku):
            return clues
        return super().__new__(
            cls, _read_text(clues) if isinstance(clues, str) else _from_array(clues)
        )

    def to_game_id(self) -> str:
        """Write the game id for the game Solo in Simon Tatham's collection of puzzles.

        Returns
        -------
        str
            One line of text.

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
        """The digits as an array of shape (9, 9), 0 for an empty cell."""
        characters = np.frombuffer(self.replace(".", "0").encode(), np.uint8)
        return (characters - ord("0")).reshape(9, 9)

    def to_grid(self) -> str:
        """Draw the cells as a grid of nine boxes.

        Returns
        -------
        str
            Eleven lines, which `Sudoku` can read.

        Examples
        --------
        >>> Sudoku("12" + "." * 79).to_grid().splitlines()[0]
        '1 2 . | . . . | . . .'
        """
        lines = [
            " | ".join(" ".join(self[at : at + 3]) for at in (row, row + 3, row + 6))
            for row in range(0, 81, 9)
        ]
        for at in (6, 3):
            lines.insert(at, "------+-------+------")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Sudoku({''.join(self)!r})"


def _read_text(text: str) -> str:
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
        raise InputError(f"found a variant, 3x3{game[1][:1]}, expected the standard rules, 3x3")
    cells = ""
    for character in game[2]:
        if character.isdigit():
            cells += character
        elif character != "_":
            cells += "." * (ord(character) - ord("a") + 1)
    if len(cells) != 81:
        raise InputError(f"found {plural(len(cells), 'cell')} in the game id, expected 81")
    return cells.replace("0", ".")


def _from_array(clues: ArrayLike) -> str:
    cells = array_of(clues)
    if cells.shape != (9, 9) or cells.dtype.kind not in "iu":
        raise InputError(
            f"found {shown_array(clues, cells)}, expected text of 81 cells, or whole numbers of "
            "shape (9, 9)"
        )
    wrong = np.argwhere((cells < 0) | (cells > 9))
    if len(wrong):
        row, column = wrong[0].tolist()
        raise InputError(f"row {row}, column {column}: found {cells[row, column]}, expected 0 to 9")
    return "".join(map(str, cells.ravel().tolist())).replace("0", ".")

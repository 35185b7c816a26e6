"""Parity: tells whether a puzzle can be solved, without a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from fastqueens.sliding.puzzle import Puzzle, as_puzzle

__all__ = ["Kurang", "kurang"]


@dataclass(frozen=True, slots=True)
class Kurang:
    """Why a puzzle can be solved, or cannot.

    Attributes
    ----------
    table : tuple of int
        KURANG(i) for i = 1, 2, ...: how many of the numbers after i in the puzzle, row by row, are
        smaller than i. The tiles are numbered by their cells in the goal, and so is the blank.
    tiles : tuple of int
        The tile that has number i, 0 for the blank: the goal, row by row.
    sum : int
        Of the table.
    x : int
        1 if the blank is an odd number of moves from its cell in the goal, otherwise 0.
    total : int
        ``sum + x``. The puzzle can be solved if it is even.
    """

    table: tuple[int, ...]
    tiles: tuple[int, ...]
    sum: int
    x: int

    @property
    def total(self) -> int:
        """The number that has to be even."""
        return self.sum + self.x

    @property
    def solvable(self) -> bool:
        """Whether the goal can be reached."""
        return self.total % 2 == 0

    def as_dict(self) -> dict[str, Any]:
        """Return the arithmetic as plain data, ready for JSON.

        Returns
        -------
        dict
            ``table``, ``sum``, ``x``, ``total`` and ``solvable``.

        Examples
        --------
        >>> kurang([[1, 2], [0, 3]]).as_dict()
        {'table': [0, 0, 0, 1], 'sum': 1, 'x': 1, 'total': 2, 'solvable': True}
        """
        numbers = {"sum": self.sum, "x": self.x, "total": self.total}
        return {"table": list(self.table), **numbers, "solvable": self.solvable}

    def __str__(self) -> str:
        parity = "even" if self.solvable else "odd"
        verdict = "can" if self.solvable else "cannot"
        return f"{self.sum} + {self.x} = {self.total}, {parity}: {verdict} be solved"


def kurang(puzzle: Puzzle | ArrayLike) -> Kurang:
    """Tell whether a puzzle can be solved, with the arithmetic that shows it.

    Every move swaps the blank with a tile, which changes the parity of the arrangement [1]_, and
    the blank's distance from its cell in the goal by one. So the parity of their sum stays what it
    is, and it is even in the goal. That every arrangement with an even sum can be reached is the
    theorem of [2]_.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.

    Returns
    -------
    Kurang
        The table of the course, its sum and the parity that follows.

    Raises
    ------
    InputError
        If an array is no puzzle.

    References
    ----------
    .. [1] W. W. Johnson, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879).
    .. [2] W. E. Story, the same, second part.

    Examples
    --------
    >>> found = kurang([[3, 1, 2, 4], [0, 5, 7, 8], [10, 6, 11, 12], [9, 13, 14, 15]])
    >>> found.table
    (0, 0, 2, 0, 0, 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 11)
    >>> print(found)
    19 + 1 = 20, even: can be solved
    """
    puzzle = as_puzzle(puzzle)
    tiles = puzzle.goal.ravel().tolist()
    number = {tile: i for i, tile in enumerate(tiles)}
    values = [number[tile] for tile in puzzle.tiles.ravel().tolist()]
    table = [0] * len(values)
    for i, value in enumerate(values):
        table[value] = sum(later < value for later in values[i + 1 :])
    row, column = divmod(values.index(number[0]), puzzle.columns)
    goal_row, goal_column = divmod(number[0], puzzle.columns)
    away = abs(row - goal_row) + abs(column - goal_column)
    return Kurang(tuple(table), tuple(tiles), sum(table), away % 2)

"""Parity: decides without a search whether a puzzle can be solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from fastqueens.sliding.puzzle import Puzzle, as_puzzle

__all__ = ["Kurang", "kurang"]


@dataclass(frozen=True, slots=True)
class Kurang:
    """The calculation that shows whether a puzzle can be solved.

    Attributes
    ----------
    table : tuple of int
        KURANG(i) for i = 1, 2, ...: the number of inversions of i. An inversion is a smaller number
        that comes after i when the puzzle is read row by row. For this table, each tile and the
        blank have the number of their cell in the goal, counted from 1.
    tiles : tuple of int
        The tiles of the goal, row by row, with 0 for the blank. They have the numbers 1, 2, ... in
        this order.
    sum : int
        The sum of the table.
    x : int
        1 if the blank is an odd number of moves from its cell in the goal, otherwise 0.
    total : int
        ``sum + x``. The puzzle can be solved if this number is even.
    """

    table: tuple[int, ...]
    tiles: tuple[int, ...]
    sum: int
    x: int

    @property
    def total(self) -> int:
        """The number that is even if the puzzle can be solved."""
        return self.sum + self.x

    @property
    def solvable(self) -> bool:
        """Whether the goal can be reached."""
        return self.total % 2 == 0

    def as_dict(self) -> dict[str, Any]:
        """Return the calculation as plain data, ready for JSON.

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
    """Decide whether a puzzle can be solved, and return the calculation.

    Every move exchanges the blank with a tile. This changes the parity of the permutation [1]_, and
    it changes the distance of the blank from its goal cell by one. So the parity of the sum of both
    never changes, and in the goal it is even. Story [2]_ proved that every arrangement with an even
    sum can be reached.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.

    Returns
    -------
    Kurang
        The table of the 15-puzzle report, its sum, and the ``total``, which is even if the puzzle
        can be solved.

    Raises
    ------
    InputError
        If an array is not a puzzle.

    References
    ----------
    .. [1] W. W. Johnson, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879).
    .. [2] W. E. Story, Notes on the "15" puzzle, second part, in the same volume.

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

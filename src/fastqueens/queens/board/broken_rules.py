"""The rules that a placement breaks on a board, and the cells that queens attack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.grid.placements import Cell, read_cells
from fastqueens.queens.grid.rules import ANY_REGIONS

__all__ = ["Violations", "attacked", "touching", "violations"]


def touching(
    rows: NDArray[Any], columns: NDArray[Any], row: int | NDArray[Any], column: int | NDArray[Any]
) -> NDArray[np.bool_]:
    """Find which cells touch another cell.

    Two cells touch if they are a king's move apart or are the same cell.

    Parameters
    ----------
    rows, columns : ndarray of int
        The cells.
    row, column : int or ndarray of int
        The other cell, or several other cells, which broadcast against the first ones.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> touching(np.array([1, 0]), np.array([1, 2]), 0, 0).tolist()
    [True, False]
    """
    near: NDArray[np.bool_] = (abs(rows - row) <= 1) & (abs(columns - column) <= 1)
    return near


def attacked(board: Board, placed: Sequence[Cell]) -> NDArray[np.bool_]:
    r"""Find the cells that queens attack on a board of one star.

    Parameters
    ----------
    board : Board
        The board.
    placed : sequence of (row, column)
        The queens. The cell of a queen is attacked only if another queen attacks it.

    Returns
    -------
    ndarray of bool, shape (n, n)

    Examples
    --------
    >>> attacked(Board.from_text("AAA\nABB\nCCC"), [(0, 0)]).astype(int).tolist()
    [[0, 1, 1], [1, 1, 0], [1, 0, 0]]
    """
    lines = np.arange(board.n)
    attacked = np.zeros((board.n, board.n), bool)
    for row, column in placed:
        by_this_queen = board.regions == board.regions[row, column]
        by_this_queen[row] = by_this_queen[:, column] = True
        by_this_queen |= touching(lines[:, None], lines, row, column)
        by_this_queen[row, column] = False
        attacked |= by_this_queen
    return attacked


@dataclass(slots=True)
class Violations:
    """The broken rules of a placement. The truth value is false if no rule is broken.

    Attributes
    ----------
    rows, columns, regions : list of int
        The rows, columns and regions with too many queens.
    touching : list of pairs of (row, column)
        Pairs of queens in neighbouring cells. The upper queen of a pair comes first, or the left
        one if both are in the same row.
    complete : bool
        Whether the placement is a solution: no rule is broken, and no queen is missing.
    """

    rows: list[int]
    columns: list[int]
    regions: list[int]
    touching: list[tuple[Cell, Cell]]
    complete: bool

    def __bool__(self) -> bool:
        return bool(self.rows or self.columns or self.regions or self.touching)


def violations(board: Board | ArrayLike, placed: ArrayLike) -> Violations:
    r"""Find the rules that a placement breaks.

    The placement may have too few or too many queens.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.
    placed : array_like
        The queens, in one of three forms: the column of the queen in each row, or -1 for a row
        without a queen, shape (n,); (row, column) pairs, shape (k, 2); or a boolean array of shape
        (n, n).

    Returns
    -------
    Violations
        The rows, columns, regions and pairs of queens that break a rule.

    Raises
    ------
    InputError
        If the queens have another form, if a queen is off the board, or if two queens share a cell.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> broken = violations(board, [0, 1, -1, -1])
    >>> bool(broken), broken.regions, broken.touching
    (True, [0], [((0, 0), (1, 1))])
    >>> violations(board, [2, 0, 3, 1]).complete
    True
    """
    board = as_board(board, ANY_REGIONS)
    cells = read_cells(board.n, placed)
    rows, columns = cells[:, 0], cells[:, 1]
    regions = board.regions[rows, columns]

    def crowded(values: NDArray[Any], size: int) -> list[int]:
        return np.flatnonzero(np.bincount(values, minlength=size) > board.stars).tolist()

    near = np.triu(touching(rows[:, None], columns[:, None], rows, columns), 1)
    pairs = cells[np.argwhere(near)].tolist()
    found = Violations(
        rows=crowded(rows, board.n),
        columns=crowded(columns, board.n),
        regions=crowded(regions, len(board.labels)),
        touching=[((a, b), (c, d)) for (a, b), (c, d) in pairs],
        complete=False,
    )
    found.complete = not found and len(cells) == board.n * board.stars
    return found

"""The rules of coloured Queens and Star Battle: which of them a placement breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.board import Board, as_board, check_stars, read_cells

__all__ = ["Violations", "violations"]


@dataclass(slots=True)
class Violations:
    """What is wrong with a placement; false if nothing is.

    Attributes
    ----------
    rows, columns, regions : list of int
        Those with more queens than they take.
    touching : list of pairs of (row, column)
        Pairs of queens in neighbouring cells, the one further up (or left) first.
    complete : bool
        Whether nothing is wrong and all queens are there: a solution.
    """

    rows: list[int]
    columns: list[int]
    regions: list[int]
    touching: list[tuple[tuple[int, int], tuple[int, int]]]
    complete: bool

    def __bool__(self) -> bool:
        return bool(self.rows or self.columns or self.regions or self.touching)


def violations(
    board: Board | ArrayLike, queens: ArrayLike, *, stars: int | None = None
) -> Violations:
    r"""Tell which rules a placement breaks. It may be partial, or have too many queens.

    Parameters
    ----------
    board : Board or array of labels
        The board; its number of regions does not matter here.
    queens : array_like
        The column of the queen in each row, shape (n,), -1 for none; or (row, column) pairs,
        shape (k, 2); or a boolean array of shape (n, n).
    stars : int, optional
        As for `solve`.

    Returns
    -------
    Violations
        Which rows, columns, regions and touching pairs are broken.

    Raises
    ------
    InputError
        For queens in none of these forms, off the board, or twice in one cell.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> broken = violations(board, [0, 1, -1, -1])
    >>> bool(broken), broken.regions, broken.touching
    (True, [0], [((0, 0), (1, 1))])
    >>> violations(board, [2, 0, 3, 1]).complete
    True
    """
    board = as_board(board, True)
    most = board.stars if stars is None else check_stars(stars)
    cells = read_cells(board.n, queens)
    rows, columns = cells[:, 0], cells[:, 1]
    regions = board.regions[rows, columns]

    def crowded(values: NDArray[Any], size: int) -> list[int]:
        return np.flatnonzero(np.bincount(values, minlength=size) > most).tolist()

    near = (abs(rows[:, None] - rows) <= 1) & (abs(columns[:, None] - columns) <= 1)
    pairs = [(cells[i].tolist(), cells[j].tolist()) for i, j in np.argwhere(np.triu(near, 1))]
    found = Violations(
        rows=crowded(rows, board.n),
        columns=crowded(columns, board.n),
        regions=crowded(regions, len(board.labels)),
        touching=[((a[0], a[1]), (b[0], b[1])) for a, b in pairs],
        complete=False,
    )
    found.complete = not found and len(cells) == board.n * most
    return found

"""The connected pieces of a board's regions: sets of cells of one region, connected by sides.

A region may consist of several pieces. Pieces are numbered by their first cells in reading order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["connect_cells", "count_pieces_of_regions", "first_cells_of_pieces", "label_pieces"]


def connect_cells(right: NDArray[np.bool_], down: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the number of the piece of each cell, for pieces separated by borders.

    Parameters
    ----------
    right : ndarray of shape (rows, columns - 1), bool
        Whether there is a border between a cell and the next one in its row.
    down : ndarray of shape (rows - 1, columns), bool
        Whether there is a border between a cell and the one below it.

    Returns
    -------
    ndarray of shape (rows, columns), intp

    Examples
    --------
    >>> connect_cells(np.array([[True], [False]]), np.array([[False, False]])).tolist()
    [[0, 0], [0, 0]]
    >>> connect_cells(np.array([[True], [True]]), np.array([[False, False]])).tolist()
    [[0, 1], [0, 1]]
    """
    # One pass of union-find; a flood fill from each cell without a number took twice as long.
    rows, columns = len(right), down.shape[1]
    left, up = np.zeros((2, rows, columns), bool)  # whether that neighbour is in the same piece
    left[:, 1:], up[1:] = ~right, ~down
    # For each number, a smaller number of the same piece, or the number itself.
    parent: list[int] = []
    numbers: list[int] = []
    for k, (to_left, to_up) in enumerate(
        zip(left.ravel().tolist(), up.ravel().tolist(), strict=True)
    ):
        if to_left:
            number = numbers[k - 1]
            if to_up and numbers[k - columns] != number:
                a, b = _root(parent, number), _root(parent, numbers[k - columns])
                parent[max(a, b)] = min(a, b)
        elif to_up:
            number = numbers[k - columns]
        else:
            number = len(parent)
            parent.append(number)
        numbers.append(number)
    final: list[int] = []
    found = 0
    for number, other in enumerate(parent):
        final.append(final[other] if other < number else found)
        found += other == number
    return np.array(final, np.intp)[numbers].reshape(rows, columns)


def _root(parent: list[int], number: int) -> int:
    while parent[number] != number:
        number = parent[number]
    return number


def label_pieces(regions: ArrayLike) -> NDArray[np.intp]:
    """Return the number of the piece of each cell.

    Parameters
    ----------
    regions : array_like of shape (rows, columns)
        The region of each cell.

    Returns
    -------
    ndarray of shape (rows, columns), intp

    Examples
    --------
    >>> label_pieces([[0, 1], [1, 0]]).tolist()
    [[0, 1], [2, 3]]
    >>> label_pieces([[0, 1, 0], [0, 0, 0]]).tolist()
    [[0, 1, 0], [0, 0, 0]]
    """
    cells = np.asarray(regions)
    return connect_cells(cells[:, :-1] != cells[:, 1:], cells[:-1] != cells[1:])


def first_cells_of_pieces(regions: ArrayLike) -> NDArray[np.intp]:
    """Return the first cell of each piece, in reading order: row * columns + column.

    Examples
    --------
    >>> first_cells_of_pieces([[0, 1], [0, 0]]).tolist()
    [0, 1]
    """
    return np.unique(label_pieces(regions), return_index=True)[1]


def count_pieces_of_regions(regions: ArrayLike) -> NDArray[np.intp]:
    """Return the number of pieces of each region; regions are numbered from 0.

    Examples
    --------
    >>> count_pieces_of_regions([[0, 1], [1, 1]]).tolist()
    [1, 1]
    >>> count_pieces_of_regions([[0, 1], [1, 0]]).tolist()
    [2, 2]
    """
    cells = np.asarray(regions)
    return np.bincount(cells.ravel()[first_cells_of_pieces(cells)], minlength=int(cells.max()) + 1)

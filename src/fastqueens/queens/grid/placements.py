"""Placements of queens in all their forms: columns by row, (row, column) pairs, booleans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.results import InputError

__all__ = [
    "Cell",
    "cells_of",
    "read_cells",
    "read_eliminated",
    "read_placement",
    "read_queens",
    "solution_form",
    "solution_of",
    "solution_shape",
    "standing",
]


Cell = tuple[int, int]


def solution_shape(n: int, stars: int) -> tuple[int, ...]:
    """Return the shape of a solution's array: columns by row, or pairs where there are stars."""
    return (n,) if stars == 1 else (n * stars, 2)


def solution_of(kernel: Any, n: int, stars: int) -> NDArray[np.int16]:
    """Return the solution that a kernel has just found."""
    queens = np.empty(solution_shape(n, stars), np.int16)
    kernel.peek(queens)
    return queens


def solution_form(cells: Sequence[Cell], n: int, stars: int) -> NDArray[np.int16]:
    """Return queens in the form of a solution, as far as they can be.

    With one star a unit that is columns by row, -1 for none; pairs with several, and where a row
    has two queens.
    """
    rows = [row for row, _ in cells]
    if stars > 1 or len(set(rows)) < len(rows):
        return np.array(sorted(cells), np.int16).reshape(-1, 2)
    columns = np.full(n, -1, np.int16)
    for row, column in cells:
        columns[row] = column
    return columns


def cells_of(queens: NDArray[np.int16]) -> list[Cell]:
    """Return the (row, column) pairs of a solution in either of its forms."""
    found = queens.tolist()
    return [(r, c) for r, c in found] if queens.ndim == 2 else list(enumerate(found))


def standing(kernel: Any, n: int, *, best: bool = False) -> NDArray[np.int16]:
    """Return the queens on the board of a kernel between two steps, as (row, column) pairs.

    With `best`, those of the best placement of a local search, where that is another one.
    """
    cells = kernel.best_cells() if best and hasattr(kernel, "best_cells") else kernel.cells()
    return np.column_stack(np.divmod(np.array(cells, np.int16), np.int16(n)))


def read_cells(n: int, queens: ArrayLike) -> NDArray[np.intp]:
    """Read queens in any of the forms of `violations`.

    Parameters
    ----------
    n : int
        Rows and columns of the board.
    queens : array_like
        Columns by row, shape (n,), -1 for none; or (row, column) pairs; or booleans, shape (n, n).

    Returns
    -------
    ndarray of int, shape (k, 2)
        Sorted (row, column) pairs.

    Raises
    ------
    InputError
        For queens in none of these forms, off the board, or twice in one cell.

    Examples
    --------
    >>> read_cells(3, [2, -1, 0]).tolist()
    [[0, 2], [2, 0]]
    """
    given = _array(queens)
    if given.size == 0 and given.ndim in (1, 2):
        return np.empty((0, 2), np.intp)
    if given.dtype == bool and given.shape == (n, n):
        cells = np.argwhere(given)
    elif given.dtype.kind in "iu" and given.shape == (n,):
        rows = np.flatnonzero(given != -1)
        cells = np.column_stack([rows, given[rows]])
    elif _are_pairs(given):
        cells = given[np.lexsort((given[:, 1], given[:, 0]))]
    else:
        raise InputError(
            f"found queens of shape {given.shape} and type {given.dtype}, expected a column for "
            f"each of {n} rows, (row, column) pairs, or booleans of shape ({n}, {n})"
        )
    off = cells[((cells < 0) | (cells >= n)).any(axis=1)]
    if len(off):
        raise InputError(f"found a queen at row {off[0][0]}, column {off[0][1]}, off the board")
    same = (cells[1:] == cells[:-1]).all(axis=1)
    if same.any():
        row, column = cells[1:][same][0]
        raise InputError(f"found two queens at row {row}, column {column}")
    return cells.astype(np.intp, copy=False)


def read_placement(n: int, placed: ArrayLike | None) -> list[Cell]:
    """Read queens in any of the forms of `violations`, as sorted pairs; None is no queen."""
    return [] if placed is None else [(r, c) for r, c in read_cells(n, placed).tolist()]


def read_queens(n: int, given: ArrayLike | None) -> list[Cell]:
    """Read queens that a player placed: pairs in the order given, other forms sorted."""
    placed = _array([] if given is None else given)
    cells = read_cells(n, placed).tolist()
    if len(cells) and _are_pairs(placed):
        cells = placed.tolist()
    return [(row, column) for row, column in cells]


def read_eliminated(n: int, given: ArrayLike | None) -> list[Cell]:
    """Read cells that a player crossed out, sorted; a cell may be given twice."""
    eliminated = _array([] if given is None else given)
    if _are_pairs(eliminated):
        eliminated = np.unique(eliminated, axis=0)
    try:
        return [(row, column) for row, column in read_cells(n, eliminated).tolist()]
    except InputError as error:
        raise InputError(error.message.replace("queen", "crossed cell")) from None


def _array(given: ArrayLike) -> NDArray[Any]:
    """Return an array; one without a shape where the rows differ in length."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.asarray(None)


def _are_pairs(given: NDArray[Any]) -> bool:
    return given.dtype.kind in "iu" and given.ndim == 2 and given.shape[1] == 2

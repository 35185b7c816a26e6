"""The forms of a placement: the column of each row, (row, column) pairs, and booleans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.results import InputError
from fastqueens.validation import array_of

__all__ = [
    "Cell",
    "cells_of",
    "kernel_cells",
    "kernel_solution",
    "read_cells",
    "read_eliminated",
    "read_placement",
    "read_queens",
    "solution_form",
    "solution_shape",
]


Cell = tuple[int, int]


def solution_shape(n: int, stars: int) -> tuple[int, ...]:
    """Return the shape of a solution: a column per row or, with several stars, pairs of numbers."""
    return (n,) if stars == 1 else (n * stars, 2)


def kernel_solution(kernel: Any, n: int, stars: int) -> NDArray[np.int16]:
    """Return the solution that a kernel found in its last step."""
    queens = np.empty(solution_shape(n, stars), np.int16)
    kernel.peek(queens)
    return queens


def solution_form(cells: Sequence[Cell], n: int, stars: int) -> NDArray[np.int16]:
    """Return queens in the form of a solution.

    With one star the form is the column of the queen in each row, -1 for a row without a queen.
    With several stars, or if a row has two queens, the form is (row, column) pairs.
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


def kernel_cells(kernel: Any, n: int, *, best: bool = False) -> NDArray[np.int16]:
    """Return the queens on a kernel's board between two steps, as (row, column) pairs.

    With `best`, return the best placement of a local search.
    """
    cells = kernel.best_cells() if best and hasattr(kernel, "best_cells") else kernel.cells()
    return np.column_stack(np.divmod(np.array(cells, np.int16), np.int16(n)))


def read_cells(n: int, placed: ArrayLike) -> NDArray[np.intp]:
    """Read queens in the forms of `violations`.

    Examples
    --------
    >>> read_cells(3, [2, -1, 0]).tolist()
    [[0, 2], [2, 0]]
    """
    array = array_of(placed)
    if array.size == 0 and array.ndim in (1, 2):
        return np.empty((0, 2), np.intp)
    if array.dtype == bool and array.shape == (n, n):
        cells = np.argwhere(array)
    elif array.dtype.kind in "iu" and array.shape == (n,):
        rows = np.flatnonzero(array != -1)
        cells = np.column_stack([rows, array[rows]])
    elif _are_pairs(array):
        cells = array[np.lexsort((array[:, 1], array[:, 0]))]
    else:
        raise InputError(
            f"found queens of shape {array.shape} and type {array.dtype}, expected a column for "
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
    """Return queens in the forms of `violations` as sorted pairs; None means no queens."""
    return [] if placed is None else [(r, c) for r, c in read_cells(n, placed).tolist()]


def read_queens(n: int, placed: ArrayLike | None) -> list[Cell]:
    """Return the queens of a player as pairs: pairs keep their order, other forms are sorted."""
    array = array_of([] if placed is None else placed)
    cells = read_cells(n, array).tolist()
    if len(cells) and _are_pairs(array):
        cells = array.tolist()
    return [(row, column) for row, column in cells]


def read_eliminated(n: int, eliminated: ArrayLike | None) -> list[Cell]:
    """Return the cells that a player crossed out as sorted pairs, without repetitions."""
    array = array_of([] if eliminated is None else eliminated)
    if _are_pairs(array):
        array = np.unique(array, axis=0)
    try:
        return [(row, column) for row, column in read_cells(n, array).tolist()]
    except InputError as error:
        raise InputError(error.message.replace("queen", "crossed cell")) from None


def _are_pairs(array: NDArray[Any]) -> bool:
    return array.dtype.kind in "iu" and array.ndim == 2 and array.shape[1] == 2

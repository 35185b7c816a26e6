"""Boards as arrays in files of NumPy, ``.npy``: one of shape (n, n), or several of shape (k, n, n).

An array has the labels of the cells: integers, if all labels are such, else strings.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fastqueens.input import read_npy
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.grid.grid import Grid
from fastqueens.results import InputError

__all__ = ["find_arrays", "write_arrays"]


def find_arrays(data: bytes, source: str | None) -> list[tuple[int, Callable[[], Grid]]]:
    r"""Find the boards of a file; each is read when its function is called.

    Parameters
    ----------
    data : bytes
        The file.
    source : str or None
        The name that errors give to it.

    Returns
    -------
    list of (number, function)

    Raises
    ------
    InputError
        For what is no such file.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> [(number, read)] = find_arrays(write_arrays([Board.from_text("73\n73").grid]), None)
    >>> read().labels
    ('7', '3')
    """
    array = read_npy(data, source)
    if array.ndim != 3:
        return [(1, partial(_read, array, source))]
    return [(k, partial(_read, board, source)) for k, board in enumerate(array, 1)] or [
        (1, partial(_read, array, source))
    ]


def _read(array: NDArray[np.generic], source: str | None) -> Grid:
    try:
        return grid_from_array(array)
    except InputError as error:
        raise InputError(error.message, source=source) from None


def write_arrays(boards: Sequence[Grid]) -> bytes:
    r"""Write boards of one size.

    Parameters
    ----------
    boards : sequence of Grid
        The boards.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        For boards of several sizes.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_arrays([Board.from_text("AB\nAB").grid])[:6]
    b'\x93NUMPY'
    """
    sizes = sorted({board.n for board in boards})
    if len(sizes) > 1:
        raise InputError(f"found boards of {sizes[0]} and {sizes[1]} rows, expected one size")
    cells = [np.array(_labels(board))[board.regions] for board in boards]
    kept = io.BytesIO()
    np.save(kept, cells[0] if len(cells) == 1 else np.stack(cells), allow_pickle=False)
    return kept.getvalue()


def _labels(board: Grid) -> list[int] | list[str]:
    """Return the labels as an array can have them."""
    if all(_is_integer(label) for label in board.labels):
        return [int(label) for label in board.labels]
    if any(label.endswith("\0") for label in board.labels):  # which NumPy takes off
        return list(range(len(board.labels)))
    return list(board.labels)


def _is_integer(label: str) -> bool:
    if not label.removeprefix("-").isdecimal() or len(label) > 19:
        return False
    return str(int(label)) == label and -(2**63) <= int(label) < 2**63

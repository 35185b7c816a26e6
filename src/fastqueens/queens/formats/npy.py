"""Boards as arrays in NumPy files, ``.npy``: one of shape (n, n), or several of shape (k, n, n).

The array holds the label of each cell: integers if all labels are integers, else strings.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fastqueens.input import Input, read_npy
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.grid.grid import Grid
from fastqueens.results import InputError

__all__ = ["find_arrays", "write_arrays"]


def find_arrays(content: Input) -> list[FoundBoard]:
    r"""Find the boards of a file.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> [found] = find_arrays(Input(write_arrays([Board.from_text("73\n73").grid])))
    >>> found.read().labels
    ('7', '3')
    """
    array = read_npy(content.data, content.source)
    boards = array if array.ndim == 3 and len(array) else array[None]
    fail = partial(InputError, source=content.source)
    return [
        FoundBoard(k, partial(_read_array, board, content.source), fail)
        for k, board in enumerate(boards, 1)
    ]


def _read_array(array: NDArray[np.generic], source: str | None) -> Grid:
    try:
        return replace(grid_from_array(array), format="npy")
    except InputError as error:
        raise InputError(error.message, source=source) from None


def write_arrays(boards: Sequence[Grid]) -> bytes:
    r"""Write boards, which must have the same size.

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
    """Return the labels as values of an array."""
    if all(_is_integer(label) for label in board.labels):
        return [int(label) for label in board.labels]
    if any(label.endswith("\0") for label in board.labels):  # NumPy drops final NULs
        return list(range(len(board.labels)))
    return list(board.labels)


def _is_integer(label: str) -> bool:
    if not label.removeprefix("-").isdecimal() or len(label) > 19:
        return False
    return str(int(label)) == label and -(2**63) <= int(label) < 2**63

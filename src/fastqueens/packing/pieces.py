"""Flat pieces: their cells, size and shape; reads them from lists and arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from fastqueens.packing.formats import MAX_CELLS
from fastqueens.packing.orientations import canonical_shape, normalise
from fastqueens.results import InputError
from fastqueens.validation import array_of

__all__ = ["Cell", "Piece", "default_name", "read_piece"]


Cell = tuple[int, int]


@dataclass(frozen=True)
class Piece:
    """A flat piece.

    Attributes
    ----------
    name : str
        A letter, or any other name.
    cells : tuple of (row, column)
        The cells in reading order; the least row and column are 0.
    indent : int
        The number of blank columns to the left of the piece in its file. Only the method
        ``"brute-force"`` depends on it; pieces that differ only in their indents are equal.

    Examples
    --------
    >>> print(Piece("T", ((0, 0), (0, 1), (0, 2), (1, 1))))
    TTT
     T
    """

    name: str
    cells: tuple[Cell, ...]
    indent: int = field(default=0, compare=False)

    @property
    def cells_as_read(self) -> tuple[Cell, ...]:
        """The cells with the columns of the file."""
        return tuple((row, column + self.indent) for row, column in self.cells)

    @cached_property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return max(r for r, _ in self.cells) + 1, max(c for _, c in self.cells) + 1

    @cached_property
    def shape(self) -> tuple[Cell, ...]:
        """The least orientation, which is equal for identical pieces."""
        return canonical_shape(self.cells)

    @property
    def connected(self) -> bool:
        """Whether the cells of the piece are connected by their edges."""
        left = set(self.cells)
        todo = [left.pop()]
        while todo:
            r, c = todo.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        return not left

    def __str__(self) -> str:
        rows, columns = self.size
        letter = self.name if len(self.name) == 1 else "X"
        return "\n".join(
            "".join(letter if (r, c) in self.cells else " " for c in range(columns)).rstrip()
            for r in range(rows)
        )


def default_name(index: int) -> str:
    """Return the default name of a piece: A to Z, then AA, AB, ..."""
    letters = ""
    index += 1
    while index:
        index, last = divmod(index - 1, 26)
        letters = chr(65 + last) + letters
    return letters


def read_piece(name: str, cells: Any) -> tuple[Cell, ...]:
    """Read (row, column) pairs or a boolean array, or raise `InputError`."""
    array = array_of(cells)
    if array.ndim == 2 and array.dtype == bool:
        array = np.argwhere(array)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu" or not len(array):
        raise InputError(
            f"piece {name}: found {array.dtype} of shape {array.shape}, expected "
            "(row, column) pairs, or a boolean array with at least one cell"
        )
    if len(array) > MAX_CELLS:
        raise InputError(f"piece {name}: found {len(array)} cells, expected at most {MAX_CELLS}")
    pairs: list[tuple[int, int]] = list(map(tuple, array.tolist()))
    spread = max(max(axis) - min(axis) for axis in zip(*pairs, strict=True))
    if spread >= MAX_CELLS:  # the piece fits on no board
        raise InputError(
            f"piece {name}: found cells {spread:,} rows or columns apart, expected less than "
            f"{MAX_CELLS}"
        )
    if len(set(pairs)) != len(pairs):
        twice = next(pair for i, pair in enumerate(pairs) if pair in pairs[:i])
        raise InputError(f"piece {name}: found the cell {twice} twice")
    return normalise(pairs)

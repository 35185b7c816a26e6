"""Pieces, flat or in space: their cells, size and shape; reads them from lists and arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np

from fastqueens.packing.formats import MAX_CELLS, MAX_SPACE_CELLS
from fastqueens.packing.orientations import canonical_shape, normalise
from fastqueens.packing.space import Place, canonical_solid
from fastqueens.results import InputError
from fastqueens.validation import array_of

__all__ = ["Cell", "Piece", "default_name", "read_piece", "read_solid"]


Cell = tuple[int, ...]  # (row, column), or (layer, row, column) in space


@dataclass(frozen=True)
class Piece:
    """A piece, flat or in space.

    Attributes
    ----------
    name : str
        A letter, or any other name.
    cells : tuple of (row, column) or (layer, row, column)
        The cells in reading order; the least layer, row and column are 0.
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
        """The cells, with the columns that they have in the file."""
        return tuple((*cell[:-1], cell[-1] + self.indent) for cell in self.cells)

    @cached_property
    def size(self) -> tuple[int, ...]:
        """The numbers of rows and columns; in space, the numbers of layers, rows and columns."""
        return tuple(max(axis) + 1 for axis in zip(*self.cells, strict=True))

    @cached_property
    def shape(self) -> tuple[Cell, ...]:
        """The lexicographically least orientation, which is equal for identical pieces.

        In space it is the least of the rotations.
        """
        if len(self.cells[0]) == 3:
            solid = canonical_solid(cast(tuple[Place, ...], self.cells), reflect=False)
            return tuple(cell[:3] for cell in solid)
        return canonical_shape(cast(Sequence[tuple[int, int]], self.cells))

    @property
    def connected(self) -> bool:
        """Whether the cells of the piece are connected by edges, or by faces in space."""
        left = set(self.cells)
        todo = [left.pop()]
        while todo:
            cell = todo.pop()
            for axis in range(len(cell)):
                for step in (-1, 1):
                    near = (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])
                    if near in left:
                        left.remove(near)
                        todo.append(near)
        return not left

    def __str__(self) -> str:
        *layers, rows, columns = self.size
        letter = self.name if len(self.name) == 1 else "X"
        cells = set(self.cells)
        corners: list[tuple[int, ...]] = [(layer,) for layer in range(*layers)] if layers else [()]
        pictures = []
        for corner in corners:
            lines = (
                "".join(letter if (*corner, r, c) in cells else " " for c in range(columns))
                for r in range(rows)
            )
            pictures.append("\n".join(line.rstrip() for line in lines))
        return "\n\n".join(pictures)


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
    return _read_cells(name, cells, (2,), "(row, column) pairs")


def read_solid(name: str, cells: Any) -> tuple[Cell, ...]:
    """Read a piece in space; a flat piece lies in one layer."""
    form = "(layer, row, column) triples"
    found = _read_cells(name, cells, (2, 3), form)
    return tuple((0, *cell) for cell in found) if len(found[0]) == 2 else found


def _read_cells(name: str, cells: Any, widths: tuple[int, ...], form: str) -> tuple[Cell, ...]:
    array = array_of(cells)
    if array.ndim in widths and array.dtype == bool:
        array = np.argwhere(array)
    if (
        array.ndim != 2
        or array.shape[1] not in widths
        or array.dtype.kind not in "iu"
        or not len(array)
    ):
        raise InputError(
            f"piece {name}: found {array.dtype} of shape {array.shape}, expected "
            f"{form}, or a boolean array with at least one cell"
        )
    most = MAX_SPACE_CELLS if 3 in widths else MAX_CELLS
    if len(array) > most:
        raise InputError(f"piece {name}: found {len(array)} cells, expected at most {most:,}")
    points: list[Cell] = list(map(tuple, array.tolist()))
    spread = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
    if spread >= MAX_CELLS:  # the piece fits on no board
        raise InputError(
            f"piece {name}: found cells {spread:,} {'layers, ' * (array.shape[1] == 3)}rows or "
            f"columns apart, expected less than {MAX_CELLS}"
        )
    if len(set(points)) != len(points):
        twice = next(point for i, point in enumerate(points) if point in points[:i])
        raise InputError(f"piece {name}: found the cell {twice} twice")
    return normalise(points)

"""The pieces on the cells of a board, as plain data for drawing and writing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fastqueens.results import InputError
from fastqueens.validation import check_whole

__all__ = ["Layout", "Place"]

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Layout:
    """Pieces on a board, as plain data.

    Attributes
    ----------
    layers : int or None
        The layers of a pyramid; None for other boards.
    board : ndarray of bool or None
        The flat board, or the container in space: True for a cell.
    cells : tuple of (layer, row, column)
        The cells of the board, from the bottom layer up.
    names, letters : tuple of str
        The name of each piece, and its character in text.
    size : str
        A short description of the board.
    numbers : mapping from int to tuple of int
        The cells of each piece on the board, as indices into `cells`.
    """

    layers: int | None
    board: NDArray[np.bool_] | None
    cells: tuple[Place, ...]
    names: tuple[str, ...]
    letters: tuple[str, ...]
    size: str
    numbers: Mapping[int, tuple[int, ...]]

    @property
    def in_space(self) -> bool:
        """Whether the board is a container of cubes in space."""
        return self.board is not None and self.board.ndim == 3

    @cached_property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell, -1 for none; in space, one array per layer, bottom first."""
        if self.layers:
            shape = (self.layers, self.layers, self.layers)
        else:
            assert self.board is not None
            shape = cast(Place, (1, *self.board.shape)[-3:])
        grid = np.full(shape, -1, np.int16)
        for piece, cells in self.numbers.items():
            for cell in cells:
                grid[self.cells[cell]] = piece
        return grid if self.layers or self.in_space else grid[0]

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """The cells of each piece by its name: (row, column), or (layer, row, column)."""
        first = 0 if self.layers or self.in_space else 1
        return {
            self.names[i]: [self.cells[cell][first:] for cell in cells]
            for i, cells in sorted(self.numbers.items())
        }

    def rows(self) -> list[str]:
        """Return lines of letters: a blank for no cell, ``.`` for an empty cell.

        Returns
        -------
        list of str
            The layers of a pyramid stand side by side. In space, the layers stand below each
            other, with an empty line between them.
        """
        grid = self.grid if self.grid.ndim == 3 else self.grid[None]
        lines = [[" "] * grid.shape[2] for _ in range(grid.shape[0] * grid.shape[1])]
        for layer, row, column in self.cells:
            piece = grid[layer, row, column]
            lines[layer * grid.shape[1] + row][column] = self.letters[piece] if piece >= 0 else "."
        if not self.layers:
            rows = ["".join(line) for line in lines]
            step = grid.shape[1]
            for layer in range(1, grid.shape[0]):
                rows.insert(layer * (step + 1) - 1, "")
            return rows
        side = self.layers  # layer k has side - k columns
        return [
            "  ".join("".join(lines[layer * side + row][: side - layer]) for layer in range(side))
            for row in range(side)
        ]

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows())

    def place_in_rows(self, cell: int) -> tuple[int, int]:
        """Return the index of the line of `rows` that has a cell, and the column in the line."""
        cell = check_whole(cell, "cell")
        if cell >= len(self.cells):
            raise InputError(f"cell is {cell}, expected 0 to {len(self.cells) - 1}")
        layer, row, column = self.cells[cell]
        if self.layers:
            column += sum(self.layers - below + 2 for below in range(layer))
        elif self.board is not None:
            row += layer * (self.board.shape[-2] + 1)
        return row, column

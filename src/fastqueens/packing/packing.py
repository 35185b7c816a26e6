"""Pieces that lie on a board, all of them or some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look
from fastqueens.results import InputError
from fastqueens.validation import check_whole

if TYPE_CHECKING:
    from fastqueens.packing.puzzle import Puzzle
from fastqueens.output import Written

__all__ = ["Packing"]


@dataclass(frozen=True)
class Packing(Drawn, Written):
    """Pieces on a board: a solution, or what stands there while a search runs.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    numbers : mapping from int
        The cells of each piece that has been placed, as indices into ``puzzle.cells``.
    """

    puzzle: Puzzle
    numbers: Mapping[int, tuple[int, ...]]

    @cached_property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell, -1 for none; of a pyramid, layer by layer from the bottom."""
        layers, board = self.puzzle.layers, self.puzzle.board
        shape = (layers, layers, layers) if layers else (1, *cast(Any, board).shape)
        grid = np.full(shape, -1, np.int16)
        for piece, cells in self.numbers.items():
            for cell in cells:
                grid[self.puzzle.cells[cell]] = piece
        return grid if layers else grid[0]

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece: (row, column), or (layer, row, column)."""
        first = 0 if self.puzzle.layers else 1
        return {
            self.puzzle.pieces[i].name: [self.puzzle.cells[cell][first:] for cell in cells]
            for i, cells in sorted(self.numbers.items())
        }

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        from fastqueens.packing.drawing import draw

        return draw(kind, self, cell=cell, look=look)

    def to_text(self) -> str:
        """Write the board as letters.

        Returns
        -------
        str
            The layers of a pyramid side by side.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).packing.to_text()
        'II'
        """
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle and where its pieces lie, ready for JSON.

        Returns
        -------
        dict
            ``puzzle``, the ``grid`` of letters, and ``placements``: by name the cells of a piece,
            counted from 0.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).packing.as_dict()["placements"]
        {'I': [[0, 0], [0, 1]]}
        """
        return {"puzzle": self.puzzle.as_dict(), **self.described()}

    def described(self) -> dict[str, Any]:
        """Return `as_dict` without the puzzle."""
        placements = {name: [list(x) for x in cells] for name, cells in self.placements.items()}
        return {"grid": [row.rstrip() for row in self.rows()], "placements": placements}

    def rows(self) -> list[str]:
        """Lines of letters: a blank where there is no cell, ``.`` where no piece stands."""
        letters = self.puzzle.letters
        grid = self.grid if self.puzzle.layers else self.grid[None]
        lines = [[" "] * grid.shape[2] for _ in range(grid.shape[0] * grid.shape[1])]
        for layer, row, column in self.puzzle.cells:
            piece = grid[layer, row, column]
            lines[layer * grid.shape[1] + row][column] = letters[piece] if piece >= 0 else "."
        if not self.puzzle.layers:
            return ["".join(line) for line in lines]
        side = self.puzzle.layers  # layers side by side, each as wide as it is
        return [
            "  ".join("".join(lines[layer * side + row][: side - layer]) for layer in range(side))
            for row in range(side)
        ]

    def place_in_rows(self, cell: int) -> tuple[int, int]:
        """Return the line of `rows` and the place in it of a cell, an index into ``puzzle.cells``.

        Parameters
        ----------
        cell : int
            The cell.

        Returns
        -------
        tuple of two ints

        Raises
        ------
        InputError
            For a cell that the board does not have.
        """
        cell = check_whole(cell, "cell")
        if cell >= len(self.puzzle.cells):
            raise InputError(f"cell is {cell}, expected 0 to {len(self.puzzle.cells) - 1}")
        layer, row, column = self.puzzle.cells[cell]
        if self.puzzle.layers:
            column += sum(self.puzzle.layers - above + 2 for above in range(layer))
        return row, column

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows())

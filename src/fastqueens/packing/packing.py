"""Pieces that lie on a board, all of them or some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look
from fastqueens.output import Written
from fastqueens.packing.layout import Layout
from fastqueens.packing.puzzle import Puzzle

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
    def layout(self) -> Layout:
        """The pieces on the board as plain data, which drawing takes."""
        return self.puzzle.layout(self.numbers)

    @property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell, -1 for none; of a pyramid, layer by layer from the bottom."""
        return self.layout.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece: (row, column), or (layer, row, column)."""
        return self.layout.placements

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        from fastqueens.packing.drawing import draw

        return draw(kind, self.layout, cell=cell, look=look)

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
        """Lines of letters: a blank where there is no cell, ``.`` where no piece lies."""
        return self.layout.rows()

    def __str__(self) -> str:
        return str(self.layout)

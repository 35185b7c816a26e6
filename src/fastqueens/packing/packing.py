"""Placed pieces on a board: a solution, or a partial one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.equality import EqualByValue
from fastqueens.json_record import JsonRecord
from fastqueens.output import Written
from fastqueens.packing.assembly import drop_order
from fastqueens.packing.layout import Layout
from fastqueens.packing.puzzle import Puzzle
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["Packing"]


@dataclass(frozen=True, eq=False)
class Packing(JsonRecord, Drawn, Written, EqualByValue):
    """Pieces on a board: a solution, or the state of a running search.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    numbers : mapping from int
        The cells of each placed piece, as indices into ``puzzle.cells``.
    """

    puzzle: Puzzle
    numbers: Mapping[int, tuple[int, ...]]

    @cached_property
    def layout(self) -> Layout:
        """The pieces on the board as plain data for drawing."""
        return self.puzzle.layout(self.numbers)

    @property
    def grid(self) -> NDArray[np.int16]:
        """The index of the piece on each cell, or -1 for none.

        A pyramid has one array for each layer, the bottom layer first.
        """
        return self.layout.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """The cells of each piece by its name: (row, column), or (layer, row, column)."""
        return self.layout.placements

    def _scene(self, cell: int, look: Look) -> Scene:
        from fastqueens.packing.drawing import scene

        return scene(self.layout, cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        from fastqueens.packing.drawing import entry

        return entry(self.layout, look=look)

    def to_gif(self, *, cell: int = 48, delay: int = 600, **look: Unpack[LookOptions]) -> bytes:
        r"""Draw the assembly as a GIF file: the pieces are lowered in the order of `drop_order`.

        Parameters
        ----------
        cell : int
            Side of a cell in pixels.
        delay : int
            Milliseconds for each piece, 1 to 60,000.
        **look
            See `to_svg`. The view is always ``"assembled"``.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            If the board is a pyramid.
        MissingExtra
            If Pillow is not installed: ``pip install 'fastqueens[image]'``.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle.box(1, 1, 2, pieces=[[(0, 0), (0, 1)]])
        >>> packing.solve(puzzle).packing.to_gif(cell=16)[:6]
        b'GIF89a'
        """
        from fastqueens.packing.drawing import gif

        return gif(self.layout, cell=cell, delay=delay, look=Look(**look))

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        return super()._writers(look) | {".gif": lambda: self.to_gif(**look)}

    def drop_order(self) -> list[tuple[str, ...]]:
        """Return an order in which the pieces can be lowered straight from above.

        Returns
        -------
        list of tuple of str
            The names of the pieces. A tuple of several names is a group of pieces that lock each
            other, so that they can only be lowered together. A tuple of one name is a piece that
            can be lowered alone.

        Raises
        ------
        InputError
            If the board is a pyramid.

        Examples
        --------
        >>> from fastqueens import packing
        >>> hook = [(0, 0, 0), (1, 0, 0), (1, 0, 1)]
        >>> puzzle = packing.Puzzle.box(2, 1, 2, pieces={"H": hook, "o": [(0, 0)]})
        >>> packing.solve(puzzle).packing.drop_order() in ([("o",), ("H",)], [("H",), ("o",)])
        True
        """
        if self.puzzle.layers is not None:
            raise InputError("found a pyramid, expected a box or a flat board for `drop_order`")
        names = self.layout.names
        return [
            tuple(names[piece] for piece in group)
            for group in drop_order(self.puzzle.cells, self.numbers)
        ]

    def to_text(self) -> str:
        """Write the board as letters.

        Returns
        -------
        str
            The text. The layers of a pyramid are side by side.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).packing.to_text()
        'II'
        """
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle and the placed pieces as plain data, ready for JSON.

        Returns
        -------
        dict
            ``puzzle``, the ``grid`` of letters, and ``placements``: the cells of each
            piece by its name, counted from 0.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).packing.as_dict()["placements"]
        {'I': [[0, 0], [0, 1]]}
        """
        return {"puzzle": self.puzzle.as_dict(), **self.placements_as_dict()}

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Packing:
        puzzle = Puzzle.from_dict(document["puzzle"])
        everywhere = cls(puzzle, {0: tuple(range(len(puzzle.cells)))}).layout
        [named] = everywhere.placements.values()
        numbers = {cell: k for k, cell in enumerate(named)}
        pieces = {piece.name: k for k, piece in enumerate(puzzle.pieces)}
        found = {
            pieces[name]: tuple(numbers[tuple(cell)] for cell in cells)
            for name, cells in document["placements"].items()
        }
        return cls(puzzle, found)

    def placements_as_dict(self) -> dict[str, Any]:
        """Return `as_dict` without the puzzle."""
        placements = {name: [list(x) for x in cells] for name, cells in self.placements.items()}
        return {"grid": [row.rstrip() for row in self.rows()], "placements": placements}

    def rows(self) -> list[str]:
        """Return lines of letters, with ``.`` for an empty cell and a blank outside the board."""
        return self.layout.rows()

    def __str__(self) -> str:
        return str(self.layout)

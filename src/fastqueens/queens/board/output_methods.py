"""The methods of `Board` that write and draw it: text, JSON, other formats, pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from numpy.typing import ArrayLike

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.output import dumps, save
from fastqueens.queens.board.drawing import draw, entry, scene
from fastqueens.queens.formats.json import describe_board, describe_cells, describe_grid
from fastqueens.queens.formats.registry import BY_ENDING, write_boards
from fastqueens.queens.formats.text import Style, to_text, write_text
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import read_placement
from fastqueens.validation import check_flag

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["BoardOutput"]


class BoardOutput(Drawn):
    """The methods that write a board; `Board` inherits them."""

    __slots__ = ()

    grid: Grid

    def _scene(self, cell: int, look: Look) -> Scene:
        return scene(self.grid, _first_placement(self.grid), cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        return entry(self.grid, _first_placement(self.grid), look=look)

    def to_text(self, placed: ArrayLike | None = None, *, style: Style = "letters") -> str:
        r"""Write the board as text that `from_text` reads.

        Parameters
        ----------
        placed : array_like, optional
            The cells of the queens, in a form that `violations` accepts. By default the text holds
            all `placements`, each on a board of its own, and the eliminated cells. With an empty
            list, the text shows the board without queens.
        style : {"letters", "numbers", "list"}
            ``"letters"``: a drawing of the regions, with ``#`` for a queen. ``"numbers"``: a grid
            with 1 for a queen and 0 for an empty cell, and with numbered rows and columns.
            ``"list"``: a line ``colour A at [0, 2]`` for each queen.

        Returns
        -------
        str
            The text, without a newline at its end.

        Raises
        ------
        InputError
            If a queen is not on the board.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> print(board.to_text([2, 0, 3, 1]))
        RB#B
        #RBY
        GYY#
        G#GY
        <BLANKLINE>
        queens: c1=B a2=R d3=Y b4=G
        >>> Board.from_text(board.to_text([2, 0, 3, 1])).placements
        (array([2, 0, 3, 1], dtype=int16),)
        """
        if placed is None:
            return write_text(self.grid, style)
        return to_text(self.grid, placed, style=style)

    def as_dict(self) -> dict[str, Any]:
        r"""Return the board as plain data, ready for JSON, with its placements.

        Returns
        -------
        dict
            The data that `to_json` writes as text.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("AB\nAB").as_dict()["regions"]
        ['AB', 'AB']
        """
        return describe_grid(self.grid)

    def to_json(self, placed: ArrayLike | None = None, *, cells: bool = False) -> str:
        r"""Write the board as JSON that `from_json` reads.

        Parameters
        ----------
        placed : array_like, optional
            The cells of the queens. By default the document holds the `placements` and the
            eliminated cells. With an empty list, the document shows the board without queens.
        cells : bool
            Write only a list of ``{"row", "col", "color"}`` objects, one for each cell.

        Returns
        -------
        str
            On one line.

        Raises
        ------
        InputError
            If a queen is not on the board, or if `cells` is True and a list of cells cannot state
            the rules of the board.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("AB\nAB", stars=2).to_json()
        '{"n": 2, "stars": 2, "regions": ["AB", "AB"], "sizes": [2, 2]}'
        """
        if check_flag(cells, "cells"):
            shown = _first_placement(self.grid) if placed is None else placed
            return dumps(describe_cells(self.grid, shown))
        if placed is None:
            return dumps(describe_grid(self.grid))
        queens = read_placement(self.grid.n, placed)
        return dumps(describe_board(self.grid, queens or None))

    def to_format(self, format: str) -> str | bytes:
        r"""Write the board in a format, with its placements and its eliminated cells.

        Parameters
        ----------
        format : str
            The name of a format, such as ``"puzzlink"`` (a key of
            `fastqueens.queens.formats.registry.FORMATS`). Parts of the board that the format cannot
            hold are left out.

        Returns
        -------
        str or bytes
            Text ends with a newline.

        Raises
        ------
        InputError
            If there is no such format, or if the format cannot hold the board.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("551W056Ag_Y").to_format("sbn")
        '551W056Ag_Y\n'
        """
        return write_boards([self.grid], format)

    def save(
        self,
        path: str | os.PathLike[str],
        placed: ArrayLike | None = None,
        **look: Unpack[LookOptions],
    ) -> None:
        """Write the board to a file; the ending of its name selects the format.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.svg``, ``*.png`` or ``*.pdf``, or a file with the ending of a format
            that can be written, such as ``*.txt``, ``*.json`` or ``*.sbn``.
        placed : array_like, optional
            The cells of the queens, as for `to_text`.
        **look
            The style options of a picture: see `to_svg`.

        Raises
        ------
        InputError
            If the name has another ending, or if the file cannot be written.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("A").save("a.doc")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'a.doc', expected a name that ends in .txt, ...
        """
        chosen = Look(**look)
        grid = self.grid
        if placed is not None:
            cells = tuple(read_placement(grid.n, placed))
            grid = replace(grid, placements=(cells,) if cells else (), eliminated=())
        shown = _first_placement(grid)
        written: dict[str, Callable[[], str | bytes]] = {
            **{
                ending: partial(write_boards, [grid], one.name) for ending, one in BY_ENDING.items()
            },
            ".svg": partial(draw, "svg", grid, shown, look=chosen),
            ".png": partial(draw, "png", grid, shown, look=chosen),
            ".pdf": partial(_draw_page, grid, chosen),
        }
        save(path, written)


def _draw_page(grid: Grid, look: Look) -> bytes:
    from fastqueens.canvas.book import BookOptions, draw_book

    page = entry(grid, _first_placement(grid), look=look)
    return draw_book([page], BookOptions(solutions="none"), theme=look.theme)


def _first_placement(grid: Grid) -> list[tuple[int, int]] | None:
    return list(grid.placements[0]) if grid.placements else None

"""Draws a chessboard without regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastqueens.canvas import board_painter as boards
from fastqueens.canvas.board_painter import Squares
from fastqueens.canvas.pieces import QUEEN
from fastqueens.validation import check_whole

__all__ = ["chessboard", "scene"]

if TYPE_CHECKING:
    from fastqueens.canvas.annotations import Marks
    from fastqueens.canvas.scene import Scene
    from fastqueens.canvas.style import Look

_MAX_N = 10_000
_FILLS = {"light": ("#f4e8d0", "#cfae86"), "dark": ("#6b6050", "#453c31")}


def chessboard(n: int) -> Squares:
    """Make a board of light and dark squares for `fastqueens.render`.

    Parameters
    ----------
    n : int
        Rows and columns, 1 to 10,000.

    Returns
    -------
    Squares
        A board that the functions of `fastqueens.render` draw.

    Raises
    ------
    InputError
        If n is not a whole number from 1 to 10,000.

    Examples
    --------
    >>> from fastqueens.canvas import board_painter as boards
    >>> print(boards.text(chessboard(4), [1, 3, 0, 2]))
    .#.:
    :.:#
    #:.:
    :.#.
    """
    n = check_whole(n, "n", least=1, most=_MAX_N, purpose="for a drawing")
    regions = (np.add.outer(np.arange(n), np.arange(n)) % 2).astype(np.uint8)
    return Squares(
        n,
        regions,
        (".", ":"),
        ("light", "dark"),
        QUEEN,
        "Queens board",
        walls=False,
        fills=_FILLS,
    )


def scene(
    n: int,
    queens: Any,
    *,
    cell: int,
    look: Look,
    marks: Marks | None = None,
    title: str | None = None,
) -> Scene:
    """Return the scene of the queens or of the placement on a chessboard."""
    return boards.scene(chessboard(n), queens, marks=marks, cell=cell, look=look, title=title)

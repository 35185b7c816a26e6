"""Drawing a grid with queens and marks, as SVG or PNG."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fastqueens.canvas.drawable import CELLS
from fastqueens.canvas.pieces import QUEEN, STAR
from fastqueens.queens.vision.legend import KEYWORD, write_legend

if TYPE_CHECKING:
    from fastqueens.canvas.annotations import Marks
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.canvas.drawable import Kind
    from fastqueens.canvas.style import Look
    from fastqueens.queens.grid.grid import Grid

__all__ = ["draw", "squares"]


def squares(grid: Grid) -> Squares:
    """Return a grid in the form in which the canvas draws it."""
    from fastqueens.canvas.board_painter import Squares

    several = grid.stars > 1
    return Squares(
        grid.n,
        grid.regions,
        grid.letters,
        grid.labels,
        STAR if several else QUEEN,
        "Star Battle board" if several else "Queens board",
        texts=partial(_texts, grid),
    )


def _texts(grid: Grid) -> dict[str, str]:
    """Return the legend of a board with regions in several pieces, which `vision` reads."""
    legend = write_legend(grid)
    return {} if legend is None else {KEYWORD: legend}


def draw(
    kind: Kind,
    grid: Grid,
    placed: Any = None,
    marks: Marks | None = None,
    *,
    look: Look,
    cell: int | None = None,
    title: str | None = None,
) -> str | bytes:
    """Draw a grid with queens and marks."""
    # Loading the painter takes longer than a small search, so only a drawing loads it.
    from fastqueens.canvas import board_painter as painter

    shown, cell = squares(grid), cell or CELLS[kind]
    if kind == "png":
        return painter.png(shown, placed, marks=marks, look=look, cell=cell)
    return painter.svg(shown, placed, marks=marks, look=look, cell=cell, title=title)

"""Drawing a grid with queens and marks, as SVG or PNG."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from fastqueens.canvas.drawable import CELLS, to_picture
from fastqueens.canvas.pieces import QUEEN, STAR
from fastqueens.canvas.svg_document import draw_svg
from fastqueens.queens.vision.legend import KEYWORD, write_legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastqueens.canvas.annotations import Marks
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.canvas.book import Entry
    from fastqueens.canvas.drawable import Kind
    from fastqueens.canvas.scene import Scene
    from fastqueens.canvas.style import Look, ThemeName
    from fastqueens.queens.grid.grid import Grid

__all__ = ["MAX_SHOWN", "ShownBoard", "draw", "draw_sheet", "entry", "scene", "squares"]

# A board of a sheet, its queens, its marks and its caption.
ShownBoard: TypeAlias = "tuple[Grid, Any, Marks | None, str]"
MAX_SHOWN = 12  # boards on the sheet that a notebook shows
_ACROSS = 4  # boards side by side on this sheet
_WIDTH = 840  # pixels of this sheet, if its cells are large enough


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


def scene(
    grid: Grid,
    placed: Any = None,
    marks: Marks | None = None,
    *,
    look: Look,
    cell: int | None = None,
    title: str | None = None,
) -> Scene:
    """Return the scene of a grid with queens and marks."""
    # Loading the painter takes longer than a small search, so only a drawing loads it.
    from fastqueens.canvas import board_painter as painter

    cell = cell or CELLS["svg"]
    return painter.scene(squares(grid), placed, marks=marks, look=look, cell=cell, title=title)


def entry(
    grid: Grid,
    placed: Any = None,
    marks: Marks | None = None,
    *,
    look: Look,
    solution: Any = None,
    caption: str = "",
) -> Entry:
    """Return a grid, with queens and marks, as an entry of a book."""
    from fastqueens.canvas import board_painter as painter
    from fastqueens.canvas.book import Entry

    board, n, stars = squares(grid), grid.n, grid.stars
    if marks is not None:
        pictures = [painter.scene(board, placed, marks=marks, look=look)]
    else:
        placements = [placed] if solution is None else [placed, solution]
        pictures = painter.scenes(board, placements, look=look)
    name = "Queens" if stars == 1 else "Star Battle"
    kind = f"{name} {n} \N{MULTIPLICATION SIGN} {n}" + f", {stars} stars" * (stars > 1)
    answer = pictures[1] if len(pictures) > 1 else None
    return Entry(pictures[0], answer, caption=caption, kind=kind, rules=_rules(grid))


def _rules(grid: Grid) -> str:
    """Return the rules of a board in a line."""
    stars = grid.stars
    what, pieces = ("One queen", "queens") if stars == 1 else (f"{stars} stars", "stars")
    units = "row, column and region"
    if grid.rules.allow_empty_regions:
        units = "row and column, at most one in a region"
    return f"{what} in every {units}; no two {pieces} may touch, not even at a corner."


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
    """Draw a grid with queens and marks, as SVG or PNG."""

    def drawn(theme: ThemeName) -> str | bytes:
        own = replace(look, theme=theme)
        shown = scene(grid, placed, marks, look=own, cell=cell or CELLS[kind], title=title)
        return to_picture(kind, shown)

    if kind == "svg":
        return draw_svg(lambda theme: str(drawn(theme)), look.theme)
    return drawn(look.theme)


def draw_sheet(
    kind: Kind,
    boards: Sequence[ShownBoard],
    *,
    theme: ThemeName,
) -> str | bytes:
    """Draw the first boards of a list, with queens, marks and captions, side by side.

    This is the picture of a list of boards in a notebook.
    """
    from fastqueens.canvas import board_painter as painter
    from fastqueens.canvas.style import Look

    drawn = {id(grid): squares(grid) for grid, *_ in boards}
    shown = [
        painter.Picture(drawn[id(grid)], placed, marks, caption)
        for grid, placed, marks, caption in boards[:MAX_SHOWN]
    ]
    across = min(_ACROSS, len(shown))
    size = max(picture.board.n for picture in shown)
    cell = max(8, min(24, _WIDTH // (across * (size + 1) + 1)))
    if kind == "svg":
        return painter.sheet_svg(shown, columns=across, cell=cell, look=Look(theme=theme))
    return painter.sheet_png(shown, columns=across, cell=2 * cell)

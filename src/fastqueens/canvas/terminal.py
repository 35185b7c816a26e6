"""Boards as text, and in a colour terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.board_scene import Squares, marked, standing
from fastqueens.canvas.palette import mix
from fastqueens.canvas.pieces import PAWN, PAWN_COLOURS
from fastqueens.canvas.style import Look
from fastqueens.canvas.themes import Theme, theme_of
from fastqueens.cell_names import column_name

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from rich.style import Style
    from rich.text import Text


__all__ = ["ansi", "ansi_small", "text"]

# The sign beside a cell that is marked, for a reader without colours.
_SIGNS = {"framed": "*", "eliminated": "x", "gone": ".", "wrong": "!", "hand": "?"}
_FADED = 0.6  # how far cells that are crossed out go towards the page


def text(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
) -> str:
    """Write the letters of the board, with ``#`` at the queens and no newline at the end.

    With marks each cell has a second character: ``*`` where it is framed, ``x`` eliminated, ``.``
    crossed before, ``!`` wrong, ``?`` in hand. With axes it has one too, so that the letters above
    the columns find room.
    """
    rows = [[board.letters[k] for k in row] for row in board.regions.tolist()]
    pieces = standing(board, queens)
    for sign, cells in (("#", pieces.queens), (PAWN.glyph, pieces.pawns)):
        for r, c in cells:
            rows[r][c] = sign
    axes = look is not None and look.axes
    if marks is not None or axes:
        found = marked(board, marks)
        signs = [
            [_SIGNS.get(found.get((r, c), ""), " ") for c in range(board.n)] for r in range(board.n)
        ]
        rows = [
            [a + b for a, b in zip(row, beside, strict=True)]
            for row, beside in zip(rows, signs, strict=True)
        ]
    lines = ["".join(row).rstrip() for row in rows]
    if axes:
        lines = [_above(board.n), *(_beside(board.n, r) + line for r, line in enumerate(lines))]
    return "\n".join(lines)


def _above(n: int) -> str:
    """Return the letters of the columns: two characters each, names of two letters upright."""
    names = [column_name(c) for c in range(n)]
    tall = max(map(len, names))
    margin = " " * len(_beside(n, 0))
    lines = zip(*(name.rjust(tall) for name in names), strict=True)
    return "\n".join(margin + " ".join(line) for line in lines)


def _beside(n: int, row: int) -> str:
    """Return the number of a row."""
    return f"{row + 1:>{len(str(n))}} "


def ansi(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    glyph: str | None = None,
    marks: Marks | None = None,
    look: Look | None = None,
) -> Text:
    """Colour the cells for a terminal, two columns each so that they look square.

    Letters mark the regions, so that it reads without colour too; the signs of marks are those of
    `text`, with crosses and dots that the terminal has. ``glyph="#"`` suits a terminal that knows
    only ASCII.
    """
    from rich.cells import cell_len
    from rich.text import Text

    look = look or Look()
    theme = theme_of(look.theme)
    glyph = glyph or board.piece.glyph
    signs = _SIGNS
    if not glyph.isascii():
        signs = _SIGNS | {"eliminated": "\N{MULTIPLICATION SIGN}", "gone": "\N{MIDDLE DOT}"}
    pieces = standing(board, queens)
    on_cells = dict.fromkeys(pieces.queens, glyph) | dict.fromkeys(pieces.pawns, PAWN.glyph)
    found = marked(board, marks)
    fills = board.colours(theme)
    known: dict[tuple[str, str, bool], tuple[Style, Style]] = {}
    picture = Text(no_wrap=True)
    if look.axes:
        picture.append(_above(board.n) + "\n")
    for r, row in enumerate(board.regions.tolist()):
        if r:
            picture.append("\n")
        if look.axes:
            picture.append(_beside(board.n, r))
        for c, k in enumerate(row):
            piece, mark = on_cells.get((r, c)), found.get((r, c), "")
            key = mark, fills[k], piece is not None
            if key not in known:
                known[key] = _styles(theme, *key)
            sign = piece or board.letters[k]
            room = 2 - cell_len(sign)  # some letters are wide
            picture.append(sign, known[key][0])
            picture.append(signs.get(mark, "")[:room].ljust(room), known[key][1])
    return picture


def _styles(theme: Theme, mark: str, fill: str, piece: bool) -> tuple[Style, Style]:
    """Return how a cell and the sign of its mark are painted."""
    from rich.style import Style

    grounds = {"framed": theme.ink, "wrong": theme.conflict, "hand": theme.target}
    if mark in grounds:  # the sign is for terminals without colour
        ground = grounds[mark]
        colour = fill if mark == "framed" else theme.page
        return Style(color=colour, bgcolor=ground, bold=True), Style(color=ground, bgcolor=ground)
    if mark:
        fill = mix(fill, theme.page, _FADED)
    quiet = mix(fill, theme.ink, 0.45)
    cell = Style(color=theme.ink if piece else quiet, bgcolor=fill, bold=piece or None)
    sign = Style(color=mix(fill, theme.ink, 0.7) if mark == "eliminated" else quiet, bgcolor=fill)
    return cell, sign


def ansi_small(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
) -> Text:
    """Colour the cells for a terminal, two rows in a line of half blocks; queens are dark.

    For boards that are too large for `ansi`. There is no room for axes.
    """
    from rich.style import Style
    from rich.text import Text

    theme = theme_of((look or Look()).theme)
    fills = board.colours(theme)
    colours = [[fills[k] for k in row] for row in board.regions.tolist()]
    pieces = standing(board, queens)
    found = marked(board, marks)
    for (r, c), mark in found.items():
        if mark in ("eliminated", "gone"):
            colours[r][c] = mix(colours[r][c], theme.page, _FADED)
    for colour, cells in ((theme.ink, pieces.queens), (PAWN_COLOURS[theme.name], pieces.pawns)):
        for r, c in cells:
            colours[r][c] = colour
    shown = {"framed": theme.target, "wrong": theme.conflict, "hand": theme.target}
    for (r, c), mark in found.items():
        colours[r][c] = shown.get(mark, colours[r][c])
    picture = Text(no_wrap=True)
    for r in range(0, board.n, 2):
        if r:
            picture.append("\n")
        below: list[Any] = colours[r + 1] if r + 1 < board.n else [None] * board.n
        for upper, lower in zip(colours[r], below, strict=True):
            picture.append("▀", Style(color=upper, bgcolor=lower))
    return picture

"""Draws boards as plain text, and in colour for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastqueens.canvas.annotations import Cell, Marks
from fastqueens.canvas.board_scene import Squares, read_marks, read_pieces
from fastqueens.canvas.palette import mix
from fastqueens.canvas.pieces import PAWN, PAWN_COLOURS
from fastqueens.canvas.style import TEXT_STYLES, Look, TextStyle
from fastqueens.canvas.themes import Theme, colours_of, theme_of
from fastqueens.cell_names import column_name
from fastqueens.validation import check_choice

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from rich.style import Style
    from rich.text import Text


__all__ = ["ansi", "ansi_small", "text"]

# The character next to a marked cell, for readers without colours.
_SIGNS = {
    "framed": "*", "eliminated": "x", "gone": ".", "wrong": "!", "hand": "?", "emptied": "/",
    "ghost": "+",
}  # fmt: skip
_FADED = 0.6  # share of the page colour in eliminated cells


def text(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
    style: TextStyle = "letters",
) -> str:
    """Return the letters of the board, with ``#`` for queens and without a final newline.

    With marks each cell has a second character: ``*`` framed, ``x`` eliminated, ``.`` eliminated
    before, ``!`` wrong, ``?`` being tried, ``1`` to ``9`` forced in this order and ``+`` forced
    later, ``/`` a cell of a unit that cannot get its queens. With axes it also has a second
    character, to leave space for the letters above the columns. In the style ``"dashes"`` a queen
    is ``k``, an empty cell is ``-``, and each cell has a second character.
    """
    check_choice(style, "style", TEXT_STYLES)
    dashes = style == "dashes"
    rows = [["-" if dashes else board.letters[k] for k in row] for row in board.regions.tolist()]
    pieces = read_pieces(board, queens)
    for sign, cells in (("k" if dashes else "#", pieces.queens), (PAWN.glyph, pieces.pawns)):
        for r, c in cells:
            rows[r][c] = sign
    axes = look is not None and look.axes
    if marks is not None or axes or dashes:
        found, order = read_marks(board, marks), _order_of_ghosts(marks)
        signs = [
            [order.get((r, c)) or _SIGNS.get(found.get((r, c), ""), " ") for c in range(board.n)]
            for r in range(board.n)
        ]
        rows = [
            [a + b for a, b in zip(row, beside, strict=True)]
            for row, beside in zip(rows, signs, strict=True)
        ]
    lines = ["".join(row).rstrip() for row in rows]
    if axes:
        lines = [
            _column_axis(board.n),
            *(_row_axis(board.n, r) + line for r, line in enumerate(lines)),
        ]
    return "\n".join(lines)


def _order_of_ghosts(marks: Marks | None) -> dict[Cell, str]:
    """Return the signs of the first nine forced pieces: their numbers."""
    ghosts = () if marks is None else marks.ghosts
    return {(r, c): str(k) for k, (r, c) in enumerate(ghosts[:9], 1)}


def _column_axis(n: int) -> str:
    """Return the names of the columns, two characters wide; longer names run downwards."""
    names = [column_name(c) for c in range(n)]
    tall = max(map(len, names))
    margin = " " * len(_row_axis(n, 0))
    lines = zip(*(name.rjust(tall) for name in names), strict=True)
    return "\n".join(margin + " ".join(line) for line in lines)


def _row_axis(n: int, row: int) -> str:
    """Return the number of a row, padded."""
    return f"{row + 1:>{len(str(n))}} "


def ansi(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    glyph: str | None = None,
    marks: Marks | None = None,
    look: Look | None = None,
) -> Text:
    """Return the board in colour for a terminal, two columns per cell so that cells look square.

    Letters name the regions, so the text is readable without colours. Marks have the same
    characters as in `text`, but with a Unicode cross and dot. Use ``glyph="#"`` for a terminal that
    supports only ASCII.
    """
    from rich.cells import cell_len
    from rich.text import Text

    look = look or Look()
    theme = theme_of(look.theme)
    glyph = glyph or board.piece.glyph
    signs = _SIGNS
    if not glyph.isascii():
        signs = _SIGNS | {"eliminated": "\N{MULTIPLICATION SIGN}", "gone": "\N{MIDDLE DOT}"}
    pieces = read_pieces(board, queens)
    on_cells = dict.fromkeys(pieces.queens, glyph) | dict.fromkeys(pieces.pawns, PAWN.glyph)
    found, order = read_marks(board, marks), _order_of_ghosts(marks)
    fills = board.colours(theme)
    styles: dict[tuple[str, str, bool], tuple[Style, Style]] = {}
    picture = Text(no_wrap=True)
    if look.axes:
        picture.append(_column_axis(board.n) + "\n")
    for r, row in enumerate(board.regions.tolist()):
        if r:
            picture.append("\n")
        if look.axes:
            picture.append(_row_axis(board.n, r))
        for c, k in enumerate(row):
            piece, mark = on_cells.get((r, c)), found.get((r, c), "")
            key = mark, fills[k], piece is not None
            if key not in styles:
                styles[key] = _styles(theme, *key)
            sign = piece or board.letters[k]
            room = 2 - cell_len(sign)  # some letters are two columns wide
            picture.append(sign, styles[key][0])
            beside = order.get((r, c), signs.get(mark, ""))
            picture.append(beside[:room].ljust(room), styles[key][1])
    return picture


def _styles(theme: Theme, mark: str, fill: str, piece: bool) -> tuple[Style, Style]:
    """Return the styles of a cell and of the character of its mark."""
    from rich.style import Style

    backgrounds = {"framed": theme.ink, "wrong": theme.conflict, "hand": theme.target}
    if mark in backgrounds:  # terminals without colours show the character
        background = backgrounds[mark]
        colour = fill if mark == "framed" else theme.page
        return Style(color=colour, bgcolor=background, bold=True), Style(
            color=background, bgcolor=background
        )
    if mark == "ghost":
        return Style(color=theme.ink, bgcolor=fill), Style(color=theme.ink, bgcolor=fill, bold=True)
    if mark == "emptied":
        return Style(color=theme.ink, bgcolor=fill), Style(color=theme.conflict, bgcolor=fill)
    if mark:
        fill = mix(fill, theme.page, _FADED)
    faint = mix(fill, theme.ink, 0.45)
    cell = Style(color=theme.ink if piece else faint, bgcolor=fill, bold=piece or None)
    sign = Style(color=mix(fill, theme.ink, 0.7) if mark == "eliminated" else faint, bgcolor=fill)
    return cell, sign


def ansi_small(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
) -> Text:
    """Return the board in colour for a terminal, two rows per line of half blocks.

    For boards that are too large for `ansi`. Queens are dark cells. Axes are not drawn.
    """
    from rich.style import Style
    from rich.text import Text

    theme = theme_of((look or Look()).theme)
    fills = board.colours(theme)
    colours = [[fills[k] for k in row] for row in board.regions.tolist()]
    pieces = read_pieces(board, queens)
    found = read_marks(board, marks)
    for (r, c), mark in found.items():
        if mark in ("eliminated", "gone"):
            colours[r][c] = mix(colours[r][c], theme.page, _FADED)
    for colour, cells in (
        (theme.ink, pieces.queens),
        (colours_of(PAWN_COLOURS, theme.name), pieces.pawns),
    ):
        for r, c in cells:
            colours[r][c] = colour
    mark_colours = {"framed": theme.target, "wrong": theme.conflict, "hand": theme.target}
    for (r, c), mark in found.items():
        colours[r][c] = mark_colours.get(mark, colours[r][c])
    picture = Text(no_wrap=True)
    for r in range(0, board.n, 2):
        if r:
            picture.append("\n")
        below: list[Any] = colours[r + 1] if r + 1 < board.n else [None] * board.n
        for upper, lower in zip(colours[r], below, strict=True):
            picture.append("▀", Style(color=upper, bgcolor=lower))
    return picture

"""Boards of coloured squares with pieces on them: as text, in a colour terminal, SVG and PNG.

What is drawn is a `Squares`, whatever the puzzle, and ``queens``: the column of the queen in each
row, -1 where a row has none; or (row, column) pairs, shape (k, 2); or an object with such pairs as
``queens`` and ``pawns``; or None for a bare board. `_scene` says once where every filled outline,
disc and line goes, in pixels. No fonts are used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastqueens.canvas.marks import Marks
from fastqueens.canvas.palette import INK, PAPER, mix
from fastqueens.canvas.pieces import PAWN, PAWN_COLOUR, Piece
from fastqueens.canvas.png import to_png
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.themes import theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray
    from rich.text import Text


__all__ = [
    "Squares",
    "ansi",
    "ansi_small",
    "png",
    "sheet_png",
    "sheet_svg",
    "straight_lines",
    "svg",
    "text",
]


# The sign beside a cell that is marked, for a reader without colours.
_SIGNS = {"framed": "*", "crossed": "x", "wrong": "!", "hand": "?"}


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """A board to draw.

    Attributes
    ----------
    n : int
        Rows and columns.
    regions : ndarray of int, shape (n, n)
        The region of each cell.
    letters, labels, fills : sequence of str
        Of each region: a character, a name, a colour ``'#rrggbb'``.
    piece : Piece
        What stands for a queen.
    kind : str
        What titles call the board.
    walls : bool
        Whether regions matter, and so have walls between them and names in descriptions.
    """

    n: int
    regions: NDArray[np.uint8]
    letters: Sequence[str]
    labels: Sequence[str]
    fills: Sequence[str]
    piece: Piece
    kind: str
    walls: bool


def text(board: Squares, queens: ArrayLike | None = None, *, marks: Marks | None = None) -> str:
    """Write the letters of the board, with ``#`` at the queens and no newline at the end.

    With marks each cell has a second character: ``*`` where it is framed, ``x`` crossed, ``!``
    wrong, ``?`` in hand.
    """
    rows = [[board.letters[k] for k in row] for row in board.regions.tolist()]
    pieces = _standing(board, queens)
    for sign, cells in (("#", pieces.queens), (PAWN.glyph, pieces.pawns)):
        for r, c in cells:
            rows[r][c] = sign
    if marks is not None:
        marked = _marked(board, marks)
        for r, row in enumerate(rows):
            signs = [_SIGNS.get(marked.get((r, c), ""), " ") for c in range(board.n)]
            rows[r] = ["".join(s + sign for s, sign in zip(row, signs, strict=True)).rstrip()]
    return "\n".join("".join(row) for row in rows)


def ansi(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    glyph: str | None = None,
    marks: Marks | None = None,
) -> Text:
    """Colour the cells for a terminal, two columns each so that they look square.

    Letters mark the regions, so that it reads without colour too; the signs of marks are those of
    `text`, with the cross that the terminal has. ``glyph="#"`` suits a terminal that knows only
    ASCII.
    """
    from rich.cells import cell_len
    from rich.style import Style
    from rich.text import Text

    glyph = glyph or board.piece.glyph
    signs = _SIGNS if glyph.isascii() else _SIGNS | {"crossed": "\N{MULTIPLICATION SIGN}"}
    pieces = _standing(board, queens)
    standing = dict.fromkeys(pieces.queens, glyph) | dict.fromkeys(pieces.pawns, PAWN.glyph)
    marked = _marked(board, marks)
    theme = theme_of("light")
    grounds = {"framed": INK, "wrong": theme.conflict, "hand": theme.target}

    def styles(mark: str, fill: str, piece: bool) -> tuple[Style, Style]:
        """Return how a cell and the sign of its mark are painted."""
        if mark in grounds:  # the sign is for terminals without colour
            ground = grounds[mark]
            return Style(color=fill, bgcolor=ground, bold=True), Style(color=ground, bgcolor=ground)
        if mark:
            fill = mix(fill, PAPER, 0.6)
        cell = Style(color=INK if piece else mix(fill, INK, 0.45), bgcolor=fill, bold=piece or None)
        return cell, Style(color=mix(fill, INK, 0.7), bgcolor=fill)

    known: dict[tuple[str, str, bool], tuple[Style, Style]] = {}
    picture = Text(no_wrap=True)
    for r, row in enumerate(board.regions.tolist()):
        if r:
            picture.append("\n")
        for c, k in enumerate(row):
            piece, mark = standing.get((r, c)), marked.get((r, c), "")
            key = mark, board.fills[k], piece is not None
            if key not in known:
                known[key] = styles(*key)
            sign = piece or board.letters[k]
            room = 2 - cell_len(sign)  # some letters are wide
            picture.append(sign, known[key][0])
            picture.append(signs.get(mark, "")[:room].ljust(room), known[key][1])
    return picture


def ansi_small(
    board: Squares, queens: ArrayLike | None = None, *, marks: Marks | None = None
) -> Text:
    """Colour the cells for a terminal, two rows in a line of half blocks; queens are dark.

    For boards that are too large for `ansi`.
    """
    from rich.style import Style
    from rich.text import Text

    theme = theme_of("light")
    colours = [[board.fills[k] for k in row] for row in board.regions.tolist()]
    pieces = _standing(board, queens)
    marked = _marked(board, marks)
    for (r, c), mark in marked.items():
        if mark == "crossed":
            colours[r][c] = mix(colours[r][c], PAPER, 0.6)
    for colour, cells in ((INK, pieces.queens), (PAWN_COLOUR, pieces.pawns)):
        for r, c in cells:
            colours[r][c] = colour
    shown = {"framed": theme.target, "wrong": theme.conflict, "hand": theme.target}
    for (r, c), mark in marked.items():
        colours[r][c] = shown.get(mark, colours[r][c])
    picture = Text(no_wrap=True)
    for r in range(0, board.n, 2):
        if r:
            picture.append("\n")
        below: list[Any] = colours[r + 1] if r + 1 < board.n else [None] * board.n
        for upper, lower in zip(colours[r], below, strict=True):
            picture.append("▀", Style(color=upper, bgcolor=lower))
    return picture


def svg(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    cell: int = 48,
    title: str | None = None,
) -> str:
    """Draw the board as a standalone SVG document: no scripts, fonts or references.

    ``title`` and a description of the board and its queens are there for screen readers. The
    same input gives the same text.
    """
    pieces = _standing(board, queens)
    placed = len(pieces.queens)
    if title is None:
        title = f"{board.kind}, {board.n} by {board.n}" + f", {placed} placed" * bool(placed)
    places = [
        f"{pawn}Row {r + 1}: column {c + 1}"
        + (f", region {board.labels[board.regions[r, c]]}." if board.walls else ".")
        for pawn, cells in (("", pieces.queens), ("Pawn. ", pieces.pawns))
        for r, c in cells
    ]
    return to_svg(_scene(board, [pieces], 1, cell, margin=0), title, [_describe(board), *places])


def png(board: Squares, queens: ArrayLike | None = None, *, cell: int = 96) -> bytes:
    """Draw the board as a PNG file, transparent outside its rounded corners.

    Raises
    ------
    ImportError
        Without Pillow: ``pip install pillow``.
    """
    return to_png(_scene(board, [_standing(board, queens)], 1, cell, margin=0))


def sheet_svg(
    board: Squares,
    solutions: Iterable[ArrayLike],
    *,
    columns: int | None = None,
    cell: int = 24,
) -> str:
    """Draw several solutions on a contact sheet, as SVG; the bare board if there is none.

    ``columns`` is how many boards stand side by side; by default the sheet is about square.
    """
    found = [_standing(board, queens) for queens in solutions]
    many = {0: "no solution", 1: "1 solution"}.get(len(found), f"{len(found)} solutions")
    lines = [_describe(board), "Columns of the queens from the top row down, by solution:"]
    for i, pieces in enumerate(found, start=1):
        columns_of: dict[int, list[str]] = {}
        for r, c in pieces.queens:
            columns_of.setdefault(r, []).append(str(c + 1))
        rows = (",".join(columns_of.get(r, ["-"])) for r in range(board.n))
        lines.append(f"{i}: " + " ".join(rows) + ".")
    scene = _scene(board, found, columns, cell, margin=cell)
    return to_svg(
        scene, f"{board.kind}, {board.n} by {board.n}, {many}", lines if found else lines[:1]
    )


def sheet_png(
    board: Squares,
    solutions: Iterable[ArrayLike],
    *,
    columns: int | None = None,
    cell: int = 32,
) -> bytes:
    """Draw several solutions on a contact sheet, as PNG; see `sheet_svg` and `png`."""
    found = [_standing(board, queens) for queens in solutions]
    return to_png(_scene(board, found, columns, cell, margin=cell))


def _scene(
    board: Squares,
    placements: list[_Standing],
    columns: int | None,
    cell: int,
    *,
    margin: int,
) -> Scene:
    """Lay boards side by side, one for each placement; a margin makes it a sheet on paper."""
    if cell < 8:
        raise ValueError(f"a cell is 8 pixels or more, not {cell}")
    if columns is not None and columns < 1:
        raise ValueError(f"a sheet has 1 column or more, not {columns}")
    ground, rim = _ground(board, cell)
    shown = placements or [_Standing([], [])]
    across = min(columns or math.ceil(math.sqrt(len(shown))), len(shown))
    down = -(-len(shown) // across)
    pitch = board.n * cell + 2 * rim + margin
    reach = -rim, board.n * cell + rim
    scene = Scene(across * pitch + margin, down * pitch + margin, margin > 0, reach)
    for i, pieces in enumerate(shown):
        x, y = (margin + rim + pitch * k for k in (i % across, i // across))
        queens = [_piece(board.piece, "queen", INK, r, c, cell) for r, c in pieces.queens]
        pawns = [_piece(PAWN, "pawn", PAWN_COLOUR, r, c, cell) for r, c in pieces.pawns]
        scene.groups.append((x, y, ground + queens + pawns))
    return scene


def _ground(board: Squares, cell: int) -> tuple[list[Layer], int]:
    """Draw everything but the pieces; return that, and how far the frame reaches out."""
    n, regions = board.n, board.regions
    wall = 2 * max(1, round(cell / 32))  # even, so that both edges fall on pixels
    frame = 2 * max(1, round(cell / 24))
    thin = max(1, round(cell / 48))
    nudge = thin % 2 / 2
    corner = _frame(n * cell, round(cell / 5))

    fills, grids = [], []
    beside, below = regions[:, 1:] == regions[:, :-1], regions[1:] == regions[:-1]
    for k, colour in enumerate(board.fills):
        inside = regions == k
        cells = [_cell(r, c, n, cell, corner) for r, c in np.argwhere(inside).tolist()]
        if cells:
            fills.append(Layer("region", colour, board.labels[k], outlines=cells))
        lines = straight_lines(beside & inside[:, 1:], below & inside[1:], cell, nudge)
        if lines:
            grids.append(Layer("grid", mix(colour, INK, 0.25), lines=lines, width=thin))
    ground = [*fills, *grids]
    walls = straight_lines(~beside, ~below, cell, 0)
    if walls and board.walls:
        ground.append(Layer("wall", INK, lines=walls, width=wall))
    ground.append(Layer("frame", INK, lines=[[*corner, corner[0]]], width=frame))
    return ground, frame // 2


def _frame(side: int, radius: int) -> Polyline:
    """Outline a square with rounded corners clockwise: nine points each, top left first."""
    points = []
    for quarter, (x, y) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        u, v = (radius + (side - 2 * radius) * k for k in (x, y))  # the centre of the corner
        for step in range(9):
            angle = math.pi * (1 + (quarter + step / 8) / 2)
            points.append((u + radius * math.cos(angle), v + radius * math.sin(angle)))
    return points


def _cell(r: int, c: int, n: int, cell: int, frame: Polyline) -> Polyline:
    """Outline a cell clockwise; a corner of the board follows the frame."""
    outline: Polyline = []
    for quarter, (y, x) in enumerate([(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]):
        if y % n == 0 and x % n == 0:
            outline += frame[9 * quarter : 9 * quarter + 9]
        else:
            outline.append((x * cell, y * cell))
    return outline


def straight_lines(
    upright: NDArray[np.bool_], level: NDArray[np.bool_], cell: int, nudge: float
) -> list[Polyline]:
    """Return the longest lines along the cell borders that are set.

    Parameters
    ----------
    upright : ndarray of bool, shape (rows, columns - 1)
        The borders between neighbours in a row.
    level : ndarray of bool, shape (rows - 1, columns)
        The borders between neighbours in a column.
    cell : int
        Side of a cell in pixels.
    nudge : float
        How far the lines are moved across, half a pixel for lines of odd width.

    Returns
    -------
    list of polylines
        Of two points each.
    """
    lines: list[Polyline] = []
    for borders, turned in ((upright.T, True), (level, False)):
        steps = np.diff(np.pad(borders, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        starts, stops = (np.argwhere(steps == change).tolist() for change in (1, -1))
        for (k, start), (_, stop) in zip(starts, stops, strict=True):
            at = (k + 1) * cell + nudge
            ends = (start * cell, stop * cell)
            lines.append([(at, end) if turned else (end, at) for end in ends])
    return lines


def _piece(piece: Piece, kind: str, colour: str, r: int, c: int, cell: int) -> Layer:
    """Draw a piece on a cell."""
    return Layer(
        kind,
        colour,
        outlines=[[((c + x) * cell, (r + y) * cell) for x, y in part] for part in piece.outlines],
        discs=[((c + x) * cell, (r + y) * cell, size * cell) for x, y, size in piece.discs],
    )


class _Standing(NamedTuple):
    """What stands on a board, as (row, column) pairs."""

    queens: list[tuple[int, int]]
    pawns: list[tuple[int, int]]


def _standing(board: Squares, queens: Any) -> _Standing:
    """Read queens in any of the forms that the head of this module names, and check them."""
    if queens is None:
        return _Standing([], [])
    if hasattr(queens, "pawns"):
        return _Standing(_pairs(board, queens.queens), _pairs(board, queens.pawns))
    columns = np.asarray(queens)
    if columns.ndim == 2:
        return _Standing(_pairs(board, columns), [])
    if columns.shape != (board.n,) or columns.dtype.kind not in "iu":
        raise ValueError(f"queens is {board.n} column numbers, one for each row, not {queens!r}")
    if columns.min() < -1 or columns.max() >= board.n:
        raise ValueError(f"a queen's column is 0 to {board.n - 1}, or -1 for none: {queens!r}")
    return _Standing([(r, c) for r, c in enumerate(columns.tolist()) if c >= 0], [])


def _marked(board: Squares, marks: Marks | None) -> dict[tuple[int, int], str]:
    """Return how each marked cell is marked: the one that a reader most needs, if several."""
    if marks is None:
        return {}
    marked = {}
    hand = () if marks.hand is None else (marks.hand,)
    for mark, cells in (
        ("crossed", marks.crossed),
        ("framed", marks.framed),
        ("wrong", marks.wrong),
        ("hand", hand),
    ):
        for r, c in cells:
            if not (0 <= r < board.n and 0 <= c < board.n):
                raise ValueError(f"rows and columns are 0 to {board.n - 1}, not {(r, c)}")
            marked[int(r), int(c)] = mark
    return marked


def _pairs(board: Squares, cells: ArrayLike) -> list[tuple[int, int]]:
    pairs = np.asarray(cells)
    if pairs.size == 0:
        return []
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"expected (row, column) pairs, not {cells!r}")
    if pairs.min() < 0 or pairs.max() >= board.n:
        raise ValueError(f"rows and columns are 0 to {board.n - 1}: {cells!r}")
    return [(r, c) for r, c in pairs.tolist()]


def _describe(board: Squares) -> str:
    """Say what the board is."""
    size = f"{board.n} rows and columns."
    return f"{size} Regions: {', '.join(board.labels)}." if board.walls else size

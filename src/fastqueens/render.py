"""Draw boards: plain text, a colour terminal, SVG and PNG.

In every function, ``queens`` holds the column of the queen in each row, -1 where a row has none
yet; or (row, column) pairs, shape (k, 2); or is a placement with pawns (`nqueens.Placement`); or
None for a bare board. ``cell`` is the side of a cell in pixels, 8 or more.

SVG and PNG are two painters of one description. `_scene` says once where every filled outline,
disc and line goes, in pixels; `_svg` writes that down and `_png` rasterises it. No fonts are used.
"""

from __future__ import annotations

import html
import io
import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray
    from PIL import ImageDraw
    from rich.text import Text

    from fastqueens.queens import Board

__all__ = ["ansi", "ansi_small", "palette", "png", "sheet_png", "sheet_svg", "svg", "text"]

_INK = "#1b1b1f"
_PAPER = "#ffffff"
_PAWN = "#8c2f39"

# The first 12 are soft tones annealed until they stay apart (OKLab distance >= 0.055) for normal
# vision and for protanopia, deuteranopia and tritanopia (Machado et al. 2009), in an order that
# keeps every prefix apart. The rest are greedy farthest points under the same measure, the softer
# ones first, among colours on which _INK has a contrast of at least 4.5. The tests measure it.
_FILLS = """
    #b4a8ef #fac061 #b6fcf7 #f28861 #40c2b5 #f9f488 #a6d897 #8cd0ff
    #ddd5db #f997c2 #b6a488 #749cf4 #c783c7 #c1f3b4 #5decff #c7bb76
    #83ae5d #d3bbe0 #ffda8f #d3839b #ae9513 #5de6bb #95c19b #70a2a8
    #ecf9da #a283da #d3a838 #8f9b7c #f9c7ae #da95d3 #d3e6cd #4bd3d3
    #c1704b #957c9b #b46abb #707ce0 #ae7c06 #649564 #838983 #da6a64
    #e0e66a #dac13e #76b4da #838fae #c18344 #a2bbff #d3cd7c #5789c7
    #e6a895 #a2f39b #ffcdff #a2b476 #a895da #d3ffa2 #c79544 #c7a2a8
    #4ba2c1 #b4c7ae #9ba2ff #aec157 #8389ec #c7cdec #51a28f #8ff9e0
""".split()  # noqa: SIM905 - a grid is easier to read than a list of strings

_Point = tuple[float, float]
_Polyline = list[_Point]

# The queen, in a cell of size 1: a crown of five points with a pearl on each, above a rim.
# Outlines run clockwise on the screen, as the SVG discs do: under the nonzero fill rule, shapes
# of one path that overlap would otherwise cut holes into each other.
_CROWN: list[_Polyline] = [
    [
        *[(0.170, 0.405), (0.325, 0.570), (0.328, 0.290), (0.437, 0.540), (0.500, 0.232)],
        *[(0.563, 0.540), (0.672, 0.290), (0.675, 0.570), (0.830, 0.405), (0.750, 0.720)],
        *[(0.250, 0.720)],
    ],
    [(0.250, 0.764), (0.750, 0.764), (0.750, 0.834), (0.250, 0.834)],
]
_STAR: list[_Polyline] = [
    [
        *[(0.500, 0.150), (0.591, 0.405), (0.861, 0.413), (0.647, 0.578), (0.723, 0.837)],
        *[(0.500, 0.685), (0.277, 0.837), (0.353, 0.578), (0.139, 0.413), (0.409, 0.405)],
    ]
]
_PEARLS: list[tuple[float, float, float]] = [  # x, y, radius
    *[(0.160, 0.388, 0.043), (0.322, 0.266, 0.043), (0.500, 0.214, 0.049)],
    *[(0.678, 0.266, 0.043), (0.840, 0.388, 0.043)],
    *[(0.250, 0.799, 0.035), (0.750, 0.799, 0.035)],  # the round ends of the rim
]


def palette(count: int) -> list[str]:
    """Choose fills for the regions of a board.

    Dark letters and queens are readable on all of them. The first 12 are easy to tell apart under
    any colour vision, the first 64 are well spread; beyond 64 come paler copies.

    Parameters
    ----------
    count : int
        How many colours, 0 to 256.

    Returns
    -------
    list of str
        Distinct colours as ``'#rrggbb'``. A shorter palette is a prefix of a longer one.

    Examples
    --------
    >>> palette(3)
    ['#b4a8ef', '#fac061', '#b6fcf7']
    """
    if not 0 <= count <= 256:
        raise ValueError(f"a palette has 0 to 256 colours, not {count}")
    size = len(_FILLS)
    return [_mix(_FILLS[k % size], _PAPER, 0.22 * (k // size)) for k in range(count)]


def text(board: Board | Chessboard, queens: ArrayLike | None = None) -> str:
    r"""Write the letters of the board, with ``#`` at the queens and no newline at the end.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> print(text(board, [1, 3, 0, 2]))
    A#BB
    AAB#
    #CDD
    CC#D
    """
    rows = [[board.letters[k] for k in row] for row in board.regions.tolist()]
    pieces = _pieces(board, queens)
    for sign, cells in (("#", pieces.queens), ("o", pieces.pawns)):
        for r, c in cells:
            rows[r][c] = sign
    return "\n".join("".join(row) for row in rows)


def ansi(
    board: Board | Chessboard, queens: ArrayLike | None = None, *, glyph: str | None = None
) -> Text:
    r"""Colour the cells for a terminal, two columns each so that they look square.

    Letters mark the regions, so that it reads without colour too. ``glyph="#"`` suits a terminal
    that knows only ASCII.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> ansi(board, [1, 3, -1, -1]).plain.splitlines()
    ['A ♛ B B ', 'A A B ♛ ', 'C C D D ', 'C C D D ']
    """
    from rich.cells import cell_len
    from rich.style import Style
    from rich.text import Text

    fills = _fills(board)
    quiet = [Style(color=_mix(fill, _INK, 0.45), bgcolor=fill) for fill in fills]
    loud = [Style(color=_INK, bgcolor=fill, bold=True) for fill in fills]
    pieces = _pieces(board, queens)
    glyph = glyph or ("★" if _stars(board) else "♛")
    signs = dict.fromkeys(pieces.queens, glyph) | dict.fromkeys(pieces.pawns, "o")
    picture = Text(no_wrap=True)
    for r, row in enumerate(board.regions.tolist()):
        if r:
            picture.append("\n")
        for c, k in enumerate(row):
            sign = signs.get((r, c))
            sign, style = (sign, loud[k]) if sign else (board.letters[k], quiet[k])
            picture.append(sign + " " * (2 - cell_len(sign)), style)  # some letters are wide
    return picture


def ansi_small(board: Board | Chessboard, queens: ArrayLike | None = None) -> Text:
    r"""Colour the cells for a terminal, two rows in a line of half blocks; queens are dark.

    For boards that are too large for `ansi`.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> ansi_small(board, [1, 3, -1, -1]).plain.splitlines()
    ['▀▀▀▀', '▀▀▀▀']
    """
    from rich.style import Style
    from rich.text import Text

    fills = _fills(board)
    colours = [[fills[k] for k in row] for row in board.regions.tolist()]
    pieces = _pieces(board, queens)
    for colour, cells in ((_INK, pieces.queens), (_PAWN, pieces.pawns)):
        for r, c in cells:
            colours[r][c] = colour
    picture = Text(no_wrap=True)
    for r in range(0, board.n, 2):
        if r:
            picture.append("\n")
        below: list[Any] = colours[r + 1] if r + 1 < board.n else [None] * board.n
        for upper, lower in zip(colours[r], below, strict=True):
            picture.append("▀", Style(color=upper, bgcolor=lower))
    return picture


def svg(
    board: Board | Chessboard,
    queens: ArrayLike | None = None,
    *,
    cell: int = 48,
    title: str | None = None,
) -> str:
    r"""Draw the board as a standalone SVG document: no scripts, fonts or references.

    ``title`` and a description of the board and its queens are there for screen readers. The
    same input gives the same text.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> picture = svg(board, [1, 3, 0, 2], title="Four queens")
    >>> picture.startswith("<svg "), picture.count('class="fq-queen"')
    (True, 4)
    """
    pieces = _pieces(board, queens)
    placed = len(pieces.queens)
    if title is None:
        title = f"{_kind(board)}, {board.n} by {board.n}" + f", {placed} placed" * bool(placed)
    told = [
        f"{pawn}Row {r + 1}: column {c + 1}"
        + (
            "."
            if isinstance(board, Chessboard)
            else f", region {board.labels[board.regions[r, c]]}."
        )
        for pawn, cells in (("", pieces.queens), ("Pawn. ", pieces.pawns))
        for r, c in cells
    ]
    return _svg(_scene(board, [pieces], 1, cell, margin=0), title, [_describe(board), *told])


def png(board: Board | Chessboard, queens: ArrayLike | None = None, *, cell: int = 96) -> bytes:
    r"""Draw the board as a PNG file, transparent outside its rounded corners.

    Raises
    ------
    ImportError
        Without Pillow: ``pip install pillow``.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> png(board, [1, 3, 0, 2])[:4]
    b'\x89PNG'
    """
    return _png(_scene(board, [_pieces(board, queens)], 1, cell, margin=0))


def sheet_svg(
    board: Board | Chessboard,
    solutions: Iterable[ArrayLike],
    *,
    columns: int | None = None,
    cell: int = 24,
) -> str:
    r"""Draw several solutions on a contact sheet, as SVG; the bare board if there is none.

    ``columns`` is how many boards stand side by side; by default the sheet is about square.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_svg(board, [[1, 3, 0, 2], [2, 0, 3, 1]]).count('class="fq-queen"')
    8
    """
    found = [_pieces(board, queens) for queens in solutions]
    many = {0: "no solution", 1: "1 solution"}.get(len(found), f"{len(found)} solutions")
    told = [_describe(board), "Columns of the queens from the top row down, by solution:"]
    for i, pieces in enumerate(found, start=1):
        columns_of: dict[int, list[str]] = {}
        for r, c in pieces.queens:
            columns_of.setdefault(r, []).append(str(c + 1))
        rows = (",".join(columns_of.get(r, ["-"])) for r in range(board.n))
        told.append(f"{i}: " + " ".join(rows) + ".")
    scene = _scene(board, found, columns, cell, margin=cell)
    return _svg(
        scene, f"{_kind(board)}, {board.n} by {board.n}, {many}", told if found else told[:1]
    )


def sheet_png(
    board: Board | Chessboard,
    solutions: Iterable[ArrayLike],
    *,
    columns: int | None = None,
    cell: int = 32,
) -> bytes:
    r"""Draw several solutions on a contact sheet, as PNG; see `sheet_svg` and `png`.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_png(board, [[1, 3, 0, 2], [2, 0, 3, 1]])[:4]
    b'\x89PNG'
    """
    found = [_pieces(board, queens) for queens in solutions]
    return _png(_scene(board, found, columns, cell, margin=cell))


# ---- what to draw ------------------------------------------------------------------------------


class Chessboard:
    """A board without regions, for the same pictures: light and dark squares.

    Examples
    --------
    >>> print(text(Chessboard(4), [1, 3, 0, 2]))
    .#.:
    :.:#
    #:.:
    :.#.
    """

    letters = (".", ":")
    labels = ("light", "dark")
    fills = ("#f4e8d0", "#cfae86")

    def __init__(self, n: int) -> None:
        self.n = n
        self.regions: NDArray[np.uint8] = (np.add.outer(np.arange(n), np.arange(n)) % 2).astype(
            np.uint8
        )


@dataclass
class _Layer:
    """Shapes of one colour: filled outlines and discs, or lines of one width."""

    kind: str
    colour: str
    title: str = ""
    outlines: list[_Polyline] = field(default_factory=list)
    discs: list[tuple[float, float, float]] = field(default_factory=list)
    lines: list[_Polyline] = field(default_factory=list)
    width: int = 0


@dataclass
class _Scene:
    """A picture: layers from back to front, in groups that are moved to their places."""

    width: int
    height: int
    paper: bool
    reach: tuple[int, int]  # of a group, above and below its place
    groups: list[tuple[int, int, list[_Layer]]] = field(default_factory=list)


def _scene(
    board: Board | Chessboard,
    placements: list[_Pieces],
    columns: int | None,
    cell: int,
    *,
    margin: int,
) -> _Scene:
    """Boards side by side, one for each placement; a margin makes it a sheet on paper."""
    if cell < 8:
        raise ValueError(f"a cell is 8 pixels or more, not {cell}")
    if columns is not None and columns < 1:
        raise ValueError(f"a sheet has 1 column or more, not {columns}")
    ground, rim = _ground(board, cell)
    shown = placements or [_Pieces([], [])]
    across = min(columns or math.ceil(math.sqrt(len(shown))), len(shown))
    down = -(-len(shown) // across)
    pitch = board.n * cell + 2 * rim + margin
    reach = -rim, board.n * cell + rim
    scene = _Scene(across * pitch + margin, down * pitch + margin, margin > 0, reach)
    for i, pieces in enumerate(shown):
        x, y = (margin + rim + pitch * k for k in (i % across, i // across))
        pawns = [_pawn(r, c, cell) for r, c in pieces.pawns]
        scene.groups.append((x, y, ground + _queens(board, pieces.queens, cell) + pawns))
    return scene


def _fills(board: Board | Chessboard) -> Sequence[str]:
    return board.fills if isinstance(board, Chessboard) else palette(len(board.letters))


def _ground(board: Board | Chessboard, cell: int) -> tuple[list[_Layer], int]:
    """Everything but the queens, and how far the frame reaches beyond the cells."""
    n, regions = board.n, board.regions
    wall = 2 * max(1, round(cell / 32))  # even, so that both edges fall on pixels
    frame = 2 * max(1, round(cell / 24))
    thin = max(1, round(cell / 48))
    nudge = thin % 2 / 2
    corner = _frame(n * cell, round(cell / 5))

    fills, grids = [], []
    beside, below = regions[:, 1:] == regions[:, :-1], regions[1:] == regions[:-1]
    squares = isinstance(board, Chessboard)
    for k, colour in enumerate(_fills(board)):
        inside = regions == k
        cells = [_cell(r, c, n, cell, corner) for r, c in np.argwhere(inside).tolist()]
        if cells:
            fills.append(_Layer("region", colour, board.labels[k], outlines=cells))
        lines = _lines(beside & inside[:, 1:], below & inside[1:], cell, nudge)
        if lines:
            grids.append(_Layer("grid", _mix(colour, _INK, 0.25), lines=lines, width=thin))
    ground = [*fills, *grids]
    walls = _lines(~beside, ~below, cell, 0)
    if walls and not squares:
        ground.append(_Layer("wall", _INK, lines=walls, width=wall))
    ground.append(_Layer("frame", _INK, lines=[[*corner, corner[0]]], width=frame))
    return ground, frame // 2


def _frame(side: int, radius: int) -> _Polyline:
    """Clockwise outline of a square with rounded corners: nine points each, top left first."""
    points = []
    for quarter, (x, y) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        u, v = (radius + (side - 2 * radius) * k for k in (x, y))  # the centre of the corner
        for step in range(9):
            angle = math.pi * (1 + (quarter + step / 8) / 2)
            points.append((u + radius * math.cos(angle), v + radius * math.sin(angle)))
    return points


def _cell(r: int, c: int, n: int, cell: int, frame: _Polyline) -> _Polyline:
    """Outline of a cell, clockwise; a corner of the board follows the frame."""
    outline: _Polyline = []
    for quarter, (y, x) in enumerate([(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]):
        if y % n == 0 and x % n == 0:
            outline += frame[9 * quarter : 9 * quarter + 9]
        else:
            outline.append((x * cell, y * cell))
    return outline


def _lines(
    upright: NDArray[np.bool_], level: NDArray[np.bool_], cell: int, nudge: float
) -> list[_Polyline]:
    """Longest lines along the cell borders that are set: (n, n-1) upright, (n-1, n) level."""
    lines: list[_Polyline] = []
    for borders, turned in ((upright.T, True), (level, False)):
        steps = np.diff(np.pad(borders, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        starts, stops = (np.argwhere(steps == change).tolist() for change in (1, -1))
        for (k, start), (_, stop) in zip(starts, stops, strict=True):
            at = (k + 1) * cell + nudge
            ends = (start * cell, stop * cell)
            lines.append([(at, end) if turned else (end, at) for end in ends])
    return lines


def _pawn(r: int, c: int, cell: int) -> _Layer:
    """Draw a head above a foot."""
    foot = [(0.3, 0.8), (0.44, 0.45), (0.56, 0.45), (0.7, 0.8)]
    outline = [((c + x) * cell, (r + y) * cell) for x, y in foot]
    head = ((c + 0.5) * cell, (r + 0.36) * cell, 0.14 * cell)
    return _Layer("pawn", _PAWN, outlines=[outline], discs=[head])


def _queens(board: Board | Chessboard, queens: list[tuple[int, int]], cell: int) -> list[_Layer]:
    """One layer for each queen, or star."""
    shape, pearls = (_STAR, []) if _stars(board) else (_CROWN, _PEARLS)
    return [
        _Layer(
            "queen",
            _INK,
            outlines=[[((c + x) * cell, (r + y) * cell) for x, y in part] for part in shape],
            discs=[((c + x) * cell, (r + y) * cell, size * cell) for x, y, size in pearls],
        )
        for r, c in queens
    ]


# ---- two painters ------------------------------------------------------------------------------


def _svg(scene: _Scene, title: str, told: list[str]) -> str:
    """Scene as an SVG document: one path for each layer."""
    size = f'width="{scene.width}" height="{scene.height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width} {scene.height}" role="img" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{_escape(title)}</title>",
        f"<desc>{_escape(' '.join(told))}</desc>",
    ]
    if scene.paper:
        parts.append(f'<rect {size} fill="{_PAPER}"/>')
    for x, y, layers in scene.groups:
        parts.append(f'<g transform="translate({x} {y})">')
        for layer in layers:
            path = [_trace(outline) + "Z" for outline in layer.outlines]
            for dx, dy, radius in layer.discs:
                r, d = _number(radius), _number(2 * radius)
                arcs = f"a{r} {r} 0 0 1 {d} 0a{r} {r} 0 0 1 -{d} 0Z"
                path.append(f"M{_number(dx - radius)} {_number(dy)}{arcs}")
            path += [_trace(line) for line in layer.lines]
            paint = f'fill="{layer.colour}"'
            if layer.lines:
                paint = f'fill="none" stroke="{layer.colour}" stroke-width="{layer.width}"'
            name = f"<title>{_escape(layer.title)}</title>" if layer.title else ""
            parts.append(
                f'<path class="fq-{layer.kind}" {paint} d="{"".join(path)}"'
                + (f">{name}</path>" if name else "/>")
            )
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _trace(points: _Polyline) -> str:
    """Path data through the points."""
    x, y = (_number(value) for value in points[0])
    path = f"M{x} {y}"
    for point in points[1:]:
        last_x, last_y = x, y
        x, y = (_number(value) for value in point)
        path += f"H{x}" if y == last_y else f"V{y}" if x == last_x else f"L{x} {y}"
    return path


_FINE = 4  # supersampling
_STRIP = 128  # rows painted at a time: a 64 x 64 board would need gigabytes at four times its size


def need_pillow(what: str = "PNG pictures") -> None:
    """Raise an `ImportError` that says what to install, where Pillow is not there."""
    try:
        import PIL  # noqa: F401
    except ImportError as error:
        raise ImportError(f"{what} need Pillow: pip install pillow") from error


def _png(scene: _Scene) -> bytes:
    """Scene as a PNG file, painted four times too large in strips and averaged down."""
    need_pillow()
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", (scene.width, scene.height))
    blank = (255, 255, 255, 255) if scene.paper else (0, 0, 0, 0)
    for top in range(0, scene.height, _STRIP):
        rows = min(_STRIP, scene.height - top)
        strip = Image.new("RGBA", (scene.width * _FINE, rows * _FINE), blank)
        draw = ImageDraw.Draw(strip)
        for x, y, layers in scene.groups:
            if y + scene.reach[1] < top or y + scene.reach[0] > top + rows:
                continue
            for layer in layers:
                _paint(draw, layer, x, y - top, rows)
        picture.paste(strip.reduce(_FINE), (0, top))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _paint(draw: ImageDraw.ImageDraw, layer: _Layer, x: int, y: int, rows: int) -> None:
    """Paint a layer, moved by (x, y), on a strip of some rows."""

    def visible(low: float, high: float) -> bool:
        return high + y >= 0 and low + y <= rows

    # Pillow cuts coordinates towards 0, which would differ between strips: hence the floors. It
    # also paints the last row and column of a shape: hence the -1 and the half pixel below.
    def fill(outline: _Polyline) -> None:
        floor = math.floor
        draw.polygon(
            [(floor((u + x) * _FINE), floor((v + y) * _FINE)) for u, v in outline], layer.colour
        )

    def disc(u: float, v: float, radius: float) -> None:
        box = (u + x - radius, v + y - radius, u + x + radius, v + y + radius)
        left, top, right, bottom = (math.floor(value * _FINE) for value in box)
        draw.ellipse((left, top, right - 1, bottom - 1), layer.colour)

    for outline in layer.outlines:
        if visible(min(v for _, v in outline), max(v for _, v in outline)):
            fill(outline)
    for u, v, radius in layer.discs:
        if visible(v - radius, v + radius):
            disc(u, v, radius)
    half = layer.width / 2
    for line in layer.lines:
        for (u0, v0), (u1, v1) in pairwise(line):
            if visible(min(v0, v1) - half, max(v0, v1) + half):
                across = (half - 0.5 / _FINE) / math.hypot(u1 - u0, v1 - v0)
                a, b = (v1 - v0) * across, (u1 - u0) * across
                fill([(u0 + a, v0 - b), (u1 + a, v1 - b), (u1 - a, v1 + b), (u0 - a, v0 + b)])
                disc(u0, v0, half)
                disc(u1, v1, half)


# ---- small tools -------------------------------------------------------------------------------


class _Pieces(NamedTuple):
    """What stands on a board, as (row, column) pairs."""

    queens: list[tuple[int, int]]
    pawns: list[tuple[int, int]]


def _pieces(board: Board | Chessboard, queens: Any) -> _Pieces:
    """Read queens in any of the forms that the head of this file names, and check them."""
    if queens is None:
        return _Pieces([], [])
    if hasattr(queens, "pawns"):
        return _Pieces(_pairs(board, queens.queens), _pairs(board, queens.pawns))
    columns = np.asarray(queens)
    if columns.ndim == 2:
        return _Pieces(_pairs(board, columns), [])
    if columns.shape != (board.n,) or columns.dtype.kind not in "iu":
        raise ValueError(f"queens is {board.n} column numbers, one for each row, not {queens!r}")
    if columns.min() < -1 or columns.max() >= board.n:
        raise ValueError(f"a queen's column is 0 to {board.n - 1}, or -1 for none: {queens!r}")
    return _Pieces([(r, c) for r, c in enumerate(columns.tolist()) if c >= 0], [])


def _pairs(board: Board | Chessboard, cells: ArrayLike) -> list[tuple[int, int]]:
    pairs = np.asarray(cells)
    if pairs.size == 0:
        return []
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"expected (row, column) pairs, not {cells!r}")
    if pairs.min() < 0 or pairs.max() >= board.n:
        raise ValueError(f"rows and columns are 0 to {board.n - 1}: {cells!r}")
    return [(r, c) for r, c in pairs.tolist()]


def _stars(board: Board | Chessboard) -> bool:
    return not isinstance(board, Chessboard) and board.stars > 1


def _kind(board: Board | Chessboard) -> str:
    return "Star Battle board" if _stars(board) else "Queens board"


def _describe(board: Board | Chessboard) -> str:
    """Say what the board is."""
    if isinstance(board, Chessboard):
        return f"{board.n} rows and columns."
    return f"{board.n} rows and columns. Regions: {', '.join(board.labels)}."


def _mix(colour: str, other: str, share: float) -> str:
    """Colour with a share of another."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def _number(value: float) -> str:
    """Short decimal, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _escape(text: str) -> str:
    """Text for XML, with U+FFFD for the characters that XML cannot hold."""
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return html.escape(legal)

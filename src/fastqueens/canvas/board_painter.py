"""Boards of coloured squares with pieces on them, in SVG and PNG; `terminal` has text.

What is drawn is a `Squares`, whatever the puzzle, with queens in any of the forms that `squares`
names, or several on a sheet. `_scene` says once where every filled outline, disc and line goes, in
pixels. No fonts are used.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.annotations import Cell, Marks
from fastqueens.canvas.board_scene import Squares, Standing, marked, standing
from fastqueens.canvas.pieces import PAWN, PAWN_COLOURS, Piece
from fastqueens.canvas.png import to_png
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.style import Look
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.terminal import ansi, ansi_small, text
from fastqueens.canvas.themes import Theme, mix, theme_of
from fastqueens.cell_names import cell_name, column_name

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Picture",
    "Squares",
    "ansi",
    "ansi_small",
    "axes",
    "corner_letters",
    "pattern",
    "png",
    "sheet_png",
    "sheet_svg",
    "straight_lines",
    "svg",
    "text",
]

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # letters that can be drawn
_CAP = 0.3  # height of a capital outside the board, in cells


class Picture(NamedTuple):
    """A board with what stands on it and what is pointed out, and a line above it."""

    board: Squares
    queens: Any = None
    marks: Marks | None = None
    caption: str = ""


def svg(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
    cell: int = 48,
    title: str | None = None,
) -> str:
    """Draw the board as a standalone SVG document: no scripts, fonts or references.

    ``title`` and a description of the board and its queens are there for screen readers. The
    same input gives the same text.
    """
    look = look or Look()
    picture = Picture(board, queens, marks)
    pieces = standing(board, queens)
    placed = len(pieces.queens)
    if title is None:
        title = f"{board.kind}, {board.n} by {board.n}" + f", {placed} placed" * bool(placed)
    told = [_describe(board, look), *_tell(board, pieces, marks)]
    return to_svg(_scene([picture], 1, cell, look, sheet=False), title, told)


def png(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
    cell: int = 96,
) -> bytes:
    """Draw the board as a PNG file, transparent outside its rounded corners; not with axes.

    Raises
    ------
    ImportError
        Without Pillow: ``pip install pillow``.
    """
    picture = Picture(board, queens, marks)
    return to_png(_scene([picture], 1, cell, look or Look(), sheet=False))


def sheet_svg(
    pictures: Iterable[Picture],
    *,
    columns: int | None = None,
    look: Look | None = None,
    cell: int = 24,
) -> str:
    """Draw several boards on a contact sheet, as SVG: at least one.

    ``columns`` is how many boards stand side by side; by default the sheet is about square.
    """
    look, shown = look or Look(), list(pictures)
    scene = _scene(shown, columns, cell, look, sheet=True)
    board = shown[0].board
    if all(picture.board is board for picture in shown):
        return to_svg(scene, *_tell_solutions(board, shown, look))
    kinds = {picture.board.kind for picture in shown}
    title = f"{min(kinds)}s, {len(shown)}" if len(kinds) == 1 else f"{len(shown)} boards"
    told = []
    for i, picture in enumerate(shown, start=1):
        facts = _tell(picture.board, standing(picture.board, picture.queens), picture.marks)
        told += [f"{picture.caption or i}:", _describe(picture.board, look), *facts]
    return to_svg(scene, title, told)


def sheet_png(
    pictures: Iterable[Picture],
    *,
    columns: int | None = None,
    look: Look | None = None,
    cell: int = 32,
) -> bytes:
    """Draw several boards on a contact sheet, as PNG; see `sheet_svg` and `png`."""
    return to_png(_scene(list(pictures), columns, cell, look or Look(), sheet=True))


def _scene(
    pictures: Sequence[Picture], columns: int | None, cell: int, look: Look, *, sheet: bool
) -> Scene:
    """Lay boards side by side; a sheet has margins, and lines above the boards."""
    if cell < 8:
        raise ValueError(f"a cell is 8 pixels or more, not {cell}")
    if columns is not None and columns < 1:
        raise ValueError(f"a sheet has 1 column or more, not {columns}")
    theme = theme_of(look.theme)
    across = min(columns or math.ceil(math.sqrt(len(pictures))), len(pictures))
    down = -(-len(pictures) // across)
    margin = cell if sheet else 0
    rim = _rim(cell)
    # Room above the boards and left of them, for axes and the lines over them.
    axis = round(0.66 * cell) if look.axes else 0
    lines = round(0.8 * cell) if any(picture.caption for picture in pictures) else 0
    size = max(picture.board.n for picture in pictures) * cell + 2 * rim
    edge = round(0.2 * cell) if look.axes and not sheet else 0  # paper around the board
    wide, high = size + axis + margin, size + axis + lines + margin
    scene = Scene(
        across * wide + margin + 2 * edge,
        down * high + margin + 2 * edge,
        sheet or look.axes,
        (-rim - axis - lines, size),
        page=theme.page,
    )
    grounds: dict[int, list[Layer]] = {}
    for i, picture in enumerate(pictures):
        x = margin + edge + axis + rim + wide * (i % across)
        y = margin + edge + axis + lines + rim + high * (i // across)
        board = picture.board
        if id(board) not in grounds:
            grounds[id(board)] = _ground(board, cell, theme, look)
        layers = [*grounds[id(board)], *_pieces(picture, cell, theme)]
        if picture.caption:
            at = -rim - axis - 0.62 * cell
            layers.append(_writing("caption", theme.ink, [(picture.caption, 0, at, 0)], cell))
        scene.groups.append((x, y, layers))
    return scene


def _rim(cell: int) -> int:
    """Return how far the frame of a board reaches out."""
    return max(1, round(cell / 24))


def _ground(board: Squares, cell: int, theme: Theme, look: Look) -> list[Layer]:
    """Draw everything but the pieces and the marks."""
    n, regions = board.n, board.regions
    wall = 2 * max(1, round(cell / 32))  # even, so that both edges fall on pixels
    thin = max(1, round(cell / 48))
    nudge = thin % 2 / 2
    corner = _frame(n * cell, round(cell / 5))

    fills, tiles, grids = [], [], []
    beside, below = regions[:, 1:] == regions[:, :-1], regions[1:] == regions[:-1]
    colours = board.colours(theme)
    for k, (colour, tile) in enumerate(zip(colours, board.tiles(theme), strict=True)):
        inside = regions == k
        cells = [_cell(r, c, n, cell, corner) for r, c in np.argwhere(inside).tolist()]
        if cells:
            fills.append(Layer("region", colour, board.labels[k], outlines=cells))
        if cells and tile and look.patterns:
            tiles.append(pattern(tile, theme, cells, cell))
        lines = straight_lines(beside & inside[:, 1:], below & inside[1:], cell, nudge)
        if lines:
            grids.append(Layer("grid", mix(colour, theme.line, 0.25), lines=lines, width=thin))
    ground = [*fills, *tiles, *grids]
    if look.letters and board.walls:
        for k, (letter, colour) in enumerate(zip(_drawable(board), colours, strict=True)):
            corners = [(c, r) for r, c in np.argwhere(regions == k).tolist()]
            ground.append(corner_letters(letter, corners, colour, theme, cell))
    walls = straight_lines(~beside, ~below, cell, 0)
    if walls and board.walls:
        ground.append(Layer("wall", theme.line, lines=walls, width=wall))
    frame = Layer("frame", theme.line, lines=[[*corner, corner[0]]], width=2 * _rim(cell))
    ground.append(frame)
    if look.axes:
        ground.append(axes(n, n, cell, theme))
    return ground


def axes(rows: int, columns: int, cell: int, theme: Theme) -> Layer:
    """Write letters above the columns of a board and numbers beside its rows."""
    words = [(column_name(k), (k + 0.5) * cell, -0.52 * cell, 0.5) for k in range(columns)]
    for k in range(rows):
        words.append((str(k + 1), -0.22 * cell, (k + 0.5) * cell - _CAP * cell / 2, 1))
    return _writing("axis", theme.ink, words, cell)


def _writing(
    kind: str, colour: str, words: Iterable[tuple[str, float, float, float]], cell: int
) -> Layer:
    """Write words at places, with how much of each is left of its place."""
    lines = [
        line for word, x, y, share in words for line in glyphs.write(word, x, y, _CAP * cell, share)
    ]
    return Layer(kind, colour, lines=lines, width=max(1, round(cell / 24)))


def pattern(tile: str, theme: Theme, outlines: list[Polyline], cell: int) -> Layer:
    """Draw a pattern over cells, four tiles in a row on each."""
    stroke, opacity = theme.pattern
    return Layer("pattern", stroke, "", outlines, tile=tile, side=cell / 4, opacity=opacity)


def corner_letters(
    letter: str, cells: Iterable[tuple[int, int]], fill: str, theme: Theme, cell: int
) -> Layer:
    """Write a letter into the corner of each cell, (x, y) pairs, of one fill."""
    lines = [
        line
        for x, y in cells
        for line in glyphs.write(letter, (x + 0.16) * cell, (y + 0.15) * cell, 0.19 * cell)
    ]
    width = max(1, round(cell / 40))
    return Layer("letter", mix(fill, theme.ink, 0.75), lines=lines, width=width)


def _drawable(board: Squares) -> Sequence[str]:
    """Return the letters of the regions, or others where one of them cannot be drawn."""
    if all(map(glyphs.can_write, board.letters)):
        return board.letters
    return [_PLAIN[k] if k < len(_PLAIN) else str(k) for k in range(len(board.letters))]


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


def _pieces(picture: Picture, cell: int, theme: Theme) -> list[Layer]:
    """Draw what stands on a board and what is pointed out."""
    board, marks = picture.board, picture.marks or Marks()
    pieces = standing(board, picture.queens)
    wrong = {at for at, mark in marked(board, picture.marks).items() if at in set(marks.wrong)}
    pawn = PAWN_COLOURS[theme.name]
    return [
        *_frames("framed", marks.framed, theme.target, cell),
        *(
            _piece(shape, kind, theme.conflict if (r, c) in wrong else colour, r, c, cell)
            for shape, kind, colour, cells in (
                (board.piece, "queen", theme.ink, pieces.queens),
                (PAWN, "pawn", pawn, pieces.pawns),
            )
            for r, c in cells
        ),
        *_dots("gone", marks.gone, theme.ink, cell),
        *_crosses("eliminated", marks.eliminated, theme.ink, cell),
        *_rings("wrong", marks.wrong, theme.conflict, cell),
        *_corners("hand", () if marks.hand is None else (marks.hand,), theme.target, cell),
    ]


def _frames(kind: str, cells: Collection[Cell], colour: str, cell: int) -> list[Layer]:
    width = max(2, round(cell / 11))
    box = _frame(round(0.82 * cell), round(cell / 7))
    shift = 0.09 * cell
    lines = [
        [(c * cell + shift + x, r * cell + shift + y) for x, y in [*box, box[0]]]
        for r, c in sorted(cells)
    ]
    return [Layer(kind, colour, lines=lines, width=width)] if lines else []


def _dots(kind: str, cells: Collection[Cell], colour: str, cell: int) -> list[Layer]:
    discs = [((c + 0.5) * cell, (r + 0.5) * cell, max(1, 0.06 * cell)) for r, c in sorted(cells)]
    return [Layer(kind, colour, discs=discs)] if discs else []


def _crosses(kind: str, cells: Collection[Cell], colour: str, cell: int) -> list[Layer]:
    low, high = 0.33 * cell, 0.67 * cell
    lines = [
        [(c * cell + x, r * cell + y) for x, y in stroke]
        for r, c in sorted(cells)
        for stroke in ([(low, low), (high, high)], [(high, low), (low, high)])
    ]
    return [Layer(kind, colour, lines=lines, width=max(1, round(cell / 14)))] if lines else []


def _rings(kind: str, cells: Collection[Cell], colour: str, cell: int) -> list[Layer]:
    """Draw rings with a bar across, as on signs that forbid."""
    radius = 0.42 * cell
    lines = []
    for r, c in sorted(cells):
        x, y = (c + 0.5) * cell, (r + 0.5) * cell
        turns = [math.pi * k / 16 for k in range(33)]
        lines.append([(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns])
        lines.append(
            [(x + u * radius * math.sqrt(0.5), y - u * radius * math.sqrt(0.5)) for u in (-1, 1)]
        )
    return [Layer(kind, colour, lines=lines, width=max(2, round(cell / 14)))] if lines else []


def _corners(kind: str, cells: Collection[Cell], colour: str, cell: int) -> list[Layer]:
    near, far, reach = 0.1 * cell, 0.9 * cell, 0.25 * cell
    lines = []
    for r, c in sorted(cells):
        for x, right in ((near, reach), (far, -reach)):
            for y, down in ((near, reach), (far, -reach)):
                stroke = [(x + right, y), (x, y), (x, y + down)]
                lines.append([(c * cell + u, r * cell + v) for u, v in stroke])
    return [Layer(kind, colour, lines=lines, width=max(2, round(cell / 9)))] if lines else []


def _piece(piece: Piece, kind: str, colour: str, r: int, c: int, cell: int) -> Layer:
    """Draw a piece on a cell."""
    return Layer(
        kind,
        colour,
        outlines=[[((c + x) * cell, (r + y) * cell) for x, y in part] for part in piece.outlines],
        discs=[((c + x) * cell, (r + y) * cell, size * cell) for x, y, size in piece.discs],
    )


def _describe(board: Squares, look: Look) -> str:
    """Say what the board is."""
    size = f"{board.n} rows and columns."
    names = board.labels
    if look.letters:  # that are in the picture
        names = [
            label if label == letter else f"{letter} ({label})"
            for label, letter in zip(board.labels, _drawable(board), strict=True)
        ]
    return f"{size} Regions: {', '.join(names)}." if board.walls else size


def _tell(board: Squares, pieces: Standing, marks: Marks | None) -> list[str]:
    """Say what stands where, and what is marked."""
    told = [
        f"{name} in {cell_name(r, c)}"
        + (f", region {board.labels[board.regions[r, c]]}." if board.walls else ".")
        for name, cells in ((board.piece.name, pieces.queens), (PAWN.name, pieces.pawns))
        for r, c in cells
    ]
    if marks is not None:
        hand = () if marks.hand is None else (marks.hand,)
        for name, found in (
            ("Framed", marks.framed),
            ("Crossed out", marks.eliminated),
            ("Crossed out before", marks.gone),
            ("Wrong", marks.wrong),
            ("In hand", hand),
        ):
            if found:
                told.append(f"{name}: {', '.join(cell_name(r, c) for r, c in sorted(found))}.")
    return told


def _tell_solutions(
    board: Squares, pictures: Sequence[Picture], look: Look
) -> tuple[str, list[str]]:
    """Return a title and a description of a sheet of one board."""
    title, told = f"{board.kind}, {board.n} by {board.n}", [_describe(board, look)]
    if not any(picture.marks for picture in pictures):
        found = [standing(board, x.queens) for x in pictures if x.queens is not None]
        many = {0: "no solution", 1: "1 solution"}.get(len(found), f"{len(found)} solutions")
        for i, pieces in enumerate(found, start=1):
            told.append(f"{i}: {' '.join(cell_name(r, c) for r, c in pieces.queens)}.")
        return f"{title}, {many}", told
    for i, picture in enumerate(pictures, start=1):
        facts = _tell(board, standing(board, picture.queens), picture.marks)
        told += [f"{picture.caption or i}:", *facts]
    return f"{title}, {len(pictures)} positions", told

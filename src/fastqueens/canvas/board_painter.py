"""Draws boards of coloured squares with pieces as SVG and PNG. `terminal` draws them as text.

The board of every puzzle is a `Squares`; `board_scene` lists the accepted forms of queens. One
picture or a sheet of pictures becomes a `Scene`: filled outlines, discs and lines in pixels. No
fonts are used.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.annotations import Cell, Marks
from fastqueens.canvas.board_scene import PlacedPieces, Squares, read_marks, read_pieces
from fastqueens.canvas.pieces import PAWN, PAWN_COLOURS, PieceShape
from fastqueens.canvas.png import to_png
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.style import Look, check_cell
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.terminal import ansi, ansi_small, text
from fastqueens.canvas.themes import Theme, colours_of, mix, theme_of
from fastqueens.cell_names import cell_name, column_name
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.validation import check_whole

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
    "scene",
    "scenes",
    "sheet_png",
    "sheet_svg",
    "straight_lines",
    "svg",
    "text",
]

_PLAIN_LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # letters that the stroke font has
)
_CAPITAL_HEIGHT = 0.3  # height of the letters outside the board, in cells
_NOTE_HEIGHT = 0.24  # height of the letters of a note, in cells
_NOTE_LINE = 0.48  # distance of two lines of a note, in cells


class Picture(NamedTuple):
    """A board with its queens and marks, a caption above the board, and a note below it.

    `look` replaces the style of the sheet.
    """

    board: Squares
    queens: Any = None
    marks: Marks | None = None
    caption: str = ""
    note: str = ""
    look: Look | None = None


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

    For screen readers the document has the ``title`` and a description of the board and its
    queens. The same input gives the same document.
    """
    return to_svg(scene(board, queens, marks=marks, look=look, cell=cell, title=title))


def png(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
    cell: int = 96,
) -> bytes:
    """Draw the board as a PNG file; without axes the area outside the board is transparent.

    The file contains the text chunks of the board.

    Raises
    ------
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.
    """
    return to_png(scene(board, queens, marks=marks, look=look, cell=cell))


def scene(
    board: Squares,
    queens: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    look: Look | None = None,
    cell: int = 48,
    title: str | None = None,
) -> Scene:
    """Return the scene of one board, with a description for screen readers."""
    return _single(Picture(board, queens, marks), cell, look or Look(), title, {})


def scenes(
    board: Squares, pictures: Iterable[Any], *, look: Look | None = None, cell: int = 48
) -> list[Scene]:
    """Return a scene of the board for each placement; they share the layers of the board."""
    backgrounds: dict[int, list[Layer]] = {}
    shown = [Picture(board, queens) for queens in pictures]
    return [_single(picture, cell, look or Look(), None, backgrounds) for picture in shown]


def _single(
    picture: Picture,
    cell: int,
    look: Look,
    title: str | None,
    backgrounds: dict[int, list[Layer]],
) -> Scene:
    """Return the scene of one board. `backgrounds` keeps the layers of boards without pieces."""
    board = picture.board
    pieces = read_pieces(board, picture.queens)
    placed = len(pieces.queens)
    drawn = _scene([picture], 1, cell, look, sheet=False, backgrounds=backgrounds)
    drawn.title = f"{board.kind}, {board.n} by {board.n}" + f", {placed} placed" * bool(placed)
    if title is not None:
        drawn.title = title
    drawn.description = [_describe(board, look), *_describe_cells(board, pieces, picture.marks)]
    drawn.texts = board.texts
    return drawn


def sheet_svg(
    pictures: Iterable[Picture],
    *,
    columns: int | None = None,
    look: Look | None = None,
    cell: int = 24,
) -> str:
    """Draw one or more boards on a contact sheet, as SVG.

    ``columns`` is the number of boards side by side. By default the sheet is about square.
    """
    look, shown = look or Look(), list(pictures)
    drawn = _scene(shown, columns, cell, look, sheet=True)
    board = shown[0].board
    if all(picture.board is board for picture in shown):
        drawn.title, drawn.description = _describe_solutions(board, shown, look)
        return to_svg(drawn)
    kinds = {picture.board.kind for picture in shown}
    drawn.title = f"{min(kinds)}s, {len(shown)}" if len(kinds) == 1 else f"{len(shown)} boards"
    for i, picture in enumerate(shown, start=1):
        facts = _describe_cells(
            picture.board, read_pieces(picture.board, picture.queens), picture.marks
        )
        drawn.description += [f"{picture.caption or i}:", _describe(picture.board, look), *facts]
    return to_svg(drawn)


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
    pictures: Sequence[Picture],
    columns: int | None,
    cell: int,
    look: Look,
    *,
    sheet: bool,
    backgrounds: dict[int, list[Layer]] | None = None,
) -> Scene:
    """Return the scene of one board or of a sheet, which has margins and captions."""
    cell = check_cell(cell)
    if columns is not None:
        columns = check_whole(columns, "columns", least=1)
    theme = theme_of(look.theme)
    across = min(columns or math.ceil(math.sqrt(len(pictures))), len(pictures))
    down = -(-len(pictures) // across)
    margin = cell if sheet else 0
    rim = _rim(cell)
    # Space above the boards and left of them, for the axes and the captions.
    axis = round(0.66 * cell) if look.axes else 0
    lines = round(0.8 * cell) if any(picture.caption for picture in pictures) else 0
    size = max(picture.board.n for picture in pictures) * cell + 2 * rim
    notes = [_wrap(picture.note, size - 2 * rim, cell) for picture in pictures]
    below = math.ceil((_NOTE_LINE * max(map(len, notes)) + 0.3) * cell) if any(notes) else 0
    edge = round(0.2 * cell) if look.axes and not sheet else 0  # margin of a single board
    pitch_x, pitch_y = size + axis + margin, size + axis + lines + below + margin
    drawn = Scene(
        across * pitch_x + margin + 2 * edge,
        down * pitch_y + margin + 2 * edge,
        sheet or look.axes,
        (-rim - axis - lines, size + below),
        page=theme.page,
    )
    backgrounds = {} if backgrounds is None else backgrounds
    plain = backgrounds
    lettered: dict[int, list[Layer]] = {}
    for i, picture in enumerate(pictures):
        own = picture.look or look
        backgrounds = plain if own == look else lettered
        x = margin + edge + axis + rim + pitch_x * (i % across)
        y = margin + edge + axis + lines + rim + pitch_y * (i // across)
        board = picture.board
        if id(board) not in backgrounds:
            backgrounds[id(board)] = _background(board, cell, theme, own)
        layers = [*backgrounds[id(board)], *_pieces(picture, cell, theme)]
        if picture.caption:
            at = -rim - axis - 0.62 * cell
            layers.append(_words("caption", theme.ink, [(picture.caption, 0, at, 0)], cell))
        for k, line in enumerate(notes[i]):
            at = board.n * cell + rim + (0.3 + _NOTE_LINE * k) * cell
            strokes = glyphs.write(line, 0, at, _NOTE_HEIGHT * cell)
            layers.append(Layer("note", theme.ink, lines=strokes, width=max(1, round(cell / 30))))
        drawn.groups.append((x, y, layers))
    return drawn


def _wrap(note: str, width: float, cell: int) -> list[str]:
    """Break a note into lines of this width; characters that the font lacks become ``?``."""
    lines: list[str] = []
    for word in "".join(sign if glyphs.can_write(sign) else "?" for sign in note).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and glyphs.width(longer, _NOTE_HEIGHT * cell) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _rim(cell: int) -> int:
    """Return the width of the frame outside the cells."""
    return max(1, round(cell / 24))


def _background(board: Squares, cell: int, theme: Theme, look: Look) -> list[Layer]:
    """Draw the board without pieces and marks."""
    n, regions = board.n, board.regions
    wall = 2 * max(1, round(cell / 32))  # even, so that both edges of a wall lie between pixels
    thin = max(1, round(cell / 48))
    offset = thin % 2 / 2
    corner = _frame(n * cell, round(cell / 5))

    fills, tiles, grids = [], [], []
    beside, below = regions[:, 1:] == regions[:, :-1], regions[1:] == regions[:-1]
    colours = board.colours(theme)
    for k, (colour, tile) in enumerate(zip(colours, board.tiles(theme), strict=True)):
        inside = regions == k
        cells = [_cell(r, c, n, cell, corner) for r, c in np.argwhere(inside).tolist()]
        if cells:
            fills.append(Layer("region", colour, board.labels[k], outlines=cells))
        if cells and tile and (look.patterns or theme.patterned):
            tiles.append(pattern(tile, theme, cells, cell))
        lines = straight_lines(beside & inside[:, 1:], below & inside[1:], cell, offset)
        if lines:
            grids.append(Layer("grid", mix(colour, theme.line, 0.25), lines=lines, width=thin))
    ground = [*fills, *tiles, *grids]
    lettered = _lettered_cells(board, look, colours)
    if lettered.any():
        # The last letters may belong to regions without cells, which have no colours.
        for k, (letter, colour) in enumerate(zip(_drawable(board), colours, strict=False)):
            corners = [(c, r) for r, c in np.argwhere(lettered & (regions == k)).tolist()]
            ground.append(corner_letters(letter, corners, colour, theme, cell))
    walls = straight_lines(~beside, ~below, cell, 0)
    if walls and board.walls:
        ground.append(Layer("wall", theme.line, lines=walls, width=wall))
    frame = Layer("frame", theme.line, lines=[[*corner, corner[0]]], width=2 * _rim(cell))
    ground.append(frame)
    if look.axes:
        ground.append(axes(n, n, cell, theme))
    return ground


def _lettered_cells(board: Squares, look: Look, colours: Sequence[str]) -> NDArray[np.bool_]:
    """Return the cells that show the letter of their region.

    If a region has several pieces, and two regions have the same colour, the colours do not show
    which pieces belong together. Then the upper left corners of all pieces show letters.
    """
    regions = board.regions
    lettered = np.full(regions.shape, look.letters and board.walls)
    if look.letters or not board.walls or len(set(colours)) == len(colours):
        return lettered
    if (count_pieces_of_regions(regions) > 1).any():
        lettered[:] = True
        lettered[:, 1:] &= regions[:, 1:] != regions[:, :-1]
        lettered[1:] &= regions[1:] != regions[:-1]
    return lettered


def axes(rows: int, columns: int, cell: int, theme: Theme) -> Layer:
    """Draw letters above the columns of a board and numbers left of its rows."""
    words = [(column_name(k), (k + 0.5) * cell, -0.52 * cell, 0.5) for k in range(columns)]
    for k in range(rows):
        words.append((str(k + 1), -0.22 * cell, (k + 0.5) * cell - _CAPITAL_HEIGHT * cell / 2, 1))
    return _words("axis", theme.ink, words, cell)


def _words(
    kind: str, colour: str, words: Iterable[tuple[str, float, float, float]], cell: int
) -> Layer:
    """Draw words, given as (word, x, y, share of the word that is left of x)."""
    lines = [
        line
        for word, x, y, share in words
        for line in glyphs.write(word, x, y, _CAPITAL_HEIGHT * cell, share)
    ]
    return Layer(kind, colour, lines=lines, width=max(1, round(cell / 24)))


def pattern(tile: str, theme: Theme, outlines: list[Polyline], cell: int) -> Layer:
    """Draw a pattern over cells; a cell is four tiles wide."""
    stroke, opacity = theme.pattern
    return Layer("pattern", stroke, "", outlines, tile=tile, side=cell / 4, opacity=opacity)


def corner_letters(
    letter: str, cells: Iterable[tuple[int, int]], fill: str, theme: Theme, cell: int
) -> Layer:
    """Draw a letter in the corner of each cell; the cells, (x, y) pairs, have the same fill."""
    lines = [
        line
        for x, y in cells
        for line in glyphs.write(letter, (x + 0.16) * cell, (y + 0.15) * cell, 0.19 * cell)
    ]
    width = max(1, round(cell / 40))
    return Layer("letter", mix(fill, theme.ink, 0.75), lines=lines, width=width)


def _drawable(board: Squares) -> Sequence[str]:
    """Return the letters of the regions, or plain letters if the font lacks one of them."""
    if all(map(glyphs.can_write, board.letters)):
        return board.letters
    return [
        _PLAIN_LETTERS[k] if k < len(_PLAIN_LETTERS) else str(k) for k in range(len(board.letters))
    ]


def _frame(side: int, radius: int) -> Polyline:
    """Outline a square clockwise from the top left, with nine points for each rounded corner."""
    points = []
    for quarter, (x, y) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        u, v = (radius + (side - 2 * radius) * k for k in (x, y))  # the centre of the corner
        for step in range(9):
            angle = math.pi * (1 + (quarter + step / 8) / 2)
            points.append((u + radius * math.cos(angle), v + radius * math.sin(angle)))
    return points


def _cell(r: int, c: int, n: int, cell: int, frame: Polyline) -> Polyline:
    """Outline a cell clockwise. At a corner of the board the outline follows the frame."""
    outline: Polyline = []
    for quarter, (y, x) in enumerate([(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]):
        if y % n == 0 and x % n == 0:
            outline += frame[9 * quarter : 9 * quarter + 9]
        else:
            outline.append((x * cell, y * cell))
    return outline


def straight_lines(
    upright: NDArray[np.bool_], level: NDArray[np.bool_], cell: int, offset: float
) -> list[Polyline]:
    """Return lines along the borders that are set, each as long as possible."""
    lines: list[Polyline] = []
    for borders, turned in ((upright.T, True), (level, False)):
        steps = np.diff(np.pad(borders, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        starts, stops = (np.argwhere(steps == change).tolist() for change in (1, -1))
        for (k, start), (_, stop) in zip(starts, stops, strict=True):
            at = (k + 1) * cell + offset
            ends = (start * cell, stop * cell)
            lines.append([(at, end) if turned else (end, at) for end in ends])
    return lines


def _pieces(picture: Picture, cell: int, theme: Theme) -> list[Layer]:
    """Draw the pieces and the marks of a board."""
    board, marks = picture.board, picture.marks or Marks()
    pieces = read_pieces(board, picture.queens)
    wrong = {at for at, mark in read_marks(board, picture.marks).items() if at in set(marks.wrong)}
    pawn = colours_of(PAWN_COLOURS, theme.name)
    return [
        *_outline("emptied", marks.emptied, theme.conflict, board.n, cell),
        *_frames("framed", marks.framed, theme.target, cell),
        *_ghosts(board, marks.ghosts, theme, cell),
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


def _outline(kind: str, cells: Collection[Cell], colour: str, n: int, cell: int) -> list[Layer]:
    """Draw the border of a set of cells, and a diagonal stroke in each cell."""
    inside = np.zeros((n + 2, n + 2), bool)
    for r, c in cells:
        inside[r + 1, c + 1] = True
    upright, level = inside[1:-1, 1:] != inside[1:-1, :-1], inside[1:, 1:-1] != inside[:-1, 1:-1]
    border = [
        [(x - cell, y) if turned else (x, y - cell) for x, y in line]
        for lines, turned in (
            (straight_lines(upright, np.zeros((0, n), bool), cell, 0), True),
            (straight_lines(np.zeros((n, 0), bool), level, cell, 0), False),
        )
        for line in lines
    ]
    strokes = [
        [((c + 0.12) * cell, (r + 0.88) * cell), ((c + 0.88) * cell, (r + 0.12) * cell)]
        for r, c in sorted(cells)
    ]
    if not border:
        return []
    return [
        Layer(kind, colour, lines=strokes, width=max(1, round(cell / 32))),
        Layer(kind, colour, lines=border, width=max(2, round(cell / 9))),
    ]


def _ghosts(board: Squares, cells: Sequence[Cell], theme: Theme, cell: int) -> list[Layer]:
    """Draw pale pieces with their numbers in the lower right corner."""
    layers = []
    for number, (r, c) in enumerate(cells, 1):
        fill = board.colours(theme)[board.regions[r, c]]
        layers.append(_piece(board.piece, "ghost", mix(fill, theme.ink, 0.35), r, c, cell))
        height = 0.26 * cell
        word = str(number)
        lines = glyphs.write(word, (c + 0.93) * cell, (r + 0.94) * cell - height, height, 1)
        layers.append(Layer("number", fill, lines=lines, width=max(3, round(cell / 8))))
        layers.append(Layer("number", theme.ink, lines=lines, width=max(1, round(cell / 22))))
    return layers


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
    """Draw rings with a diagonal bar, like a prohibition sign."""
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


def _piece(piece: PieceShape, kind: str, colour: str, r: int, c: int, cell: int) -> Layer:
    """Draw a piece on a cell."""
    return Layer(
        kind,
        colour,
        outlines=[[((c + x) * cell, (r + y) * cell) for x, y in part] for part in piece.outlines],
        discs=[((c + x) * cell, (r + y) * cell, size * cell) for x, y, size in piece.discs],
    )


def _describe(board: Squares, look: Look) -> str:
    """Describe the size and the regions of a board."""
    size = f"{board.n} rows and columns."
    names = board.labels
    if look.letters:
        names = [
            label if label == letter else f"{letter} ({label})"
            for label, letter in zip(board.labels, _drawable(board), strict=True)
        ]
    return f"{size} Regions: {', '.join(names)}." if board.walls else size


def _describe_cells(board: Squares, pieces: PlacedPieces, marks: Marks | None) -> list[str]:
    """Describe the pieces and the marked cells."""
    description = [
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
            ("Being tried", hand),
            ("Without room", marks.emptied),
        ):
            if found:
                description.append(
                    f"{name}: {', '.join(cell_name(r, c) for r, c in sorted(found))}."
                )
        if marks.ghosts:
            ghosts = ", ".join(cell_name(r, c) for r, c in marks.ghosts)
            description.append(f"Forced, in this order: {ghosts}.")
    return description


def _describe_solutions(
    board: Squares, pictures: Sequence[Picture], look: Look
) -> tuple[str, list[str]]:
    """Return the title and the description of a sheet that shows one board several times."""
    title, description = f"{board.kind}, {board.n} by {board.n}", [_describe(board, look)]
    if not any(picture.marks for picture in pictures):
        found = [read_pieces(board, x.queens) for x in pictures if x.queens is not None]
        many = {0: "no solution", 1: "1 solution"}.get(len(found), f"{len(found)} solutions")
        for i, pieces in enumerate(found, start=1):
            description.append(f"{i}: {' '.join(cell_name(r, c) for r, c in pieces.queens)}.")
        return f"{title}, {many}", description
    for i, picture in enumerate(pictures, start=1):
        facts = _describe_cells(board, read_pieces(board, picture.queens), picture.marks)
        note = [picture.note] * bool(picture.note)
        description += [f"{picture.caption or i}:", *note, *facts]
    return f"{title}, {len(pictures)} positions", description

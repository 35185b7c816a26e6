"""Draws packings for a colour terminal, SVG and PNG.

Flat boards are drawn as cells with walls between the pieces. A pyramid is drawn as its layers,
bottom layer first, with a view of all spheres from above beside them. A box is drawn as its layers
side by side, or in the isometric views of `fastqueens.packing.isometric`.
``cell`` is the side of a cell in pixels, 8 or more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.board_painter import axes, corner_letters, pattern, straight_lines
from fastqueens.canvas.png import to_png
from fastqueens.canvas.scene import Layer, Scene
from fastqueens.canvas.style import Look, check_cell
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.themes import Theme, colours_of, mix, patterns, theme_of
from fastqueens.packing.isometric import EMPTY_CELL_COLOURS, draw_isometric, gif
from fastqueens.packing.layout import Layout

if TYPE_CHECKING:
    from rich.text import Text

    from fastqueens.canvas.book import Entry

__all__ = ["EMPTY_CELL_COLOURS", "ansi", "entry", "gif", "png", "scene", "svg"]


_CELL = 48  # pixels
_TILT = 0.45  # radians between the line of sight and the vertical, for pyramids
_SHADOW, _LIGHT = "#1b1b1f", "#ffffff"  # colours that are the same in both themes
_SHADES = 7  # number of discs that shade one sphere


def ansi(layout: Layout, *, hand: int | None = None, look: Look | None = None) -> Text:
    r"""Colour the cells for a terminal, each two columns wide so that it looks square.

    Letters mark the pieces, so that the text is readable without colours. The layers of a pyramid
    stand side by side. `hand` is a cell to highlight, as an index into ``layout.cells``.

    Examples
    --------
    >>> from fastqueens.packing import Puzzle, solve
    >>> ansi(solve(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")).packing.layout).plain
    'A A B '
    """
    from rich.cells import cell_len
    from rich.style import Style
    from rich.text import Text

    theme = theme_of((look or Look()).theme)
    styles = {
        letter: Style(color=theme.ink, bgcolor=theme.fill(k))
        for k, letter in enumerate(layout.letters)
    }
    pointed = None if hand is None else layout.place_in_rows(hand)
    picture = Text(no_wrap=True)
    for number, row in enumerate(layout.rows()):
        if number:
            picture.append("\n")
        for column, sign in enumerate(row):
            if (number, column) == pointed:
                picture.append("? ", Style(color=theme.page, bgcolor=theme.ink, bold=True))
            else:
                picture.append(sign + " " * (2 - cell_len(sign)), styles.get(sign))
    return picture


def svg(layouts: Layout | Sequence[Layout], *, cell: int = 48, look: Look | None = None) -> str:
    r"""Draw one packing, or several on a sheet, as a standalone SVG document.

    Examples
    --------
    >>> from fastqueens.packing import Puzzle, solve
    >>> picture = svg(solve(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")).packing.layout)
    >>> picture.startswith("<svg "), picture.count('class="fq-piece"')
    (True, 2)
    """
    return to_svg(scene(layouts, cell=cell, look=look))


def png(layouts: Layout | Sequence[Layout], *, cell: int = 64, look: Look | None = None) -> bytes:
    r"""Draw one packing, or several on a sheet, as a PNG file.

    Raises
    ------
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> from fastqueens.packing import Puzzle, solve
    >>> png(solve(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB")).packing.layout)[:4]
    b'\x89PNG'
    """
    return to_png(scene(layouts, cell=cell, look=look))


def scene(layouts: Layout | Sequence[Layout], *, cell: int = 48, look: Look | None = None) -> Scene:
    """Return the scene of one packing, or of several on a sheet."""
    shown = list(layouts) if isinstance(layouts, Sequence) else [layouts]
    drawn = _scene(shown, cell, look)
    drawn.title = f"Packing of {len(shown[0].names)} pieces, {shown[0].size}"
    if len(shown) > 1:
        drawn.title += f", {len(shown)} solutions"
    for layout in shown:
        for name, cells in layout.placements.items():
            where = " ".join("(" + ",".join(str(x + 1) for x in at) + ")" for at in cells)
            drawn.description.append(f"{name}: {where}.")
    return drawn


def entry(
    layout: Layout,
    pieces: Sequence[Sequence[tuple[int, ...]]] = (),
    *,
    look: Look,
    solution: Layout | None = None,
) -> Entry:
    """Return a board, with pieces below it, as an entry of a book."""
    from fastqueens.canvas.book import Entry

    drawn = scene(layout, look=look)
    if pieces:
        _add_pieces(drawn, layout, pieces, _CELL, look)
    names = f"{len(layout.names)} pieces"
    return Entry(
        drawn,
        None if solution is None else scene(solution, look=look),
        kind=f"Packing {layout.size}",
        rules=f"Fill the board with all {names}." if pieces else "",
    )


def _add_pieces(
    drawn: Scene,
    layout: Layout,
    pieces: Sequence[Sequence[tuple[int, ...]]],
    cell: int,
    look: Look,
) -> None:
    """Draw the pieces below a board, in lines; a piece in space is drawn layer by layer."""
    theme, margin = theme_of(look.theme), cell // 2
    right = max(drawn.width, 9 * cell) - margin
    x, y, high = margin, drawn.height, 0
    for k, cells in enumerate(pieces):
        solid = [(0, *at)[-3:] for at in cells]
        depth, rows, columns = (max(axis) + 1 for axis in zip(*solid, strict=True))
        grid = np.full((rows, depth * (columns + 1) - 1), -1, np.int16)
        for layer, row, column in solid:
            grid[row, layer * (columns + 1) + column] = k
        bare = replace(look, axes=False)
        wide, tall, layers = _draw_flat_board(layout, grid, grid >= 0, cell, theme, bare)
        if x > margin and x + wide > right:
            x, y, high = margin, y + high + margin, 0
        drawn.groups.append((x, y, layers))
        drawn.width = max(drawn.width, x + wide + margin)
        x, high = x + wide + margin, max(high, tall)
    drawn.height = y + high + margin


def _scene(layouts: Sequence[Layout], cell: int, look: Look | None) -> Scene:
    """Return a scene with one picture for each packing, arranged in a grid."""
    cell = check_cell(cell)
    look = look or Look()
    theme = theme_of(look.theme)
    pictures = [_draw_board(x, cell, theme, look) for x in layouts]
    wide, high = max(wide for wide, _, _ in pictures), max(high for _, high, _ in pictures)
    # choose the number of columns so that the sheet is about square
    across = min(len(pictures), max(1, round(math.sqrt(len(pictures) * high / wide))))
    down = -(-len(pictures) // across)
    margin = cell if look.axes else cell // 2
    size = across * (wide + margin) + margin, down * (high + margin) + margin
    drawn = Scene(*size, True, (-margin, high + margin), page=theme.page)
    for i, (_, _, layers) in enumerate(pictures):
        x, y = i % across * (wide + margin), i // across * (high + margin)
        drawn.groups.append((margin + x, margin + y, layers))
    return drawn


def _draw_board(
    layout: Layout, cell: int, theme: Theme, look: Look
) -> tuple[int, int, list[Layer]]:
    if look.view != "layers":
        return draw_isometric(layout, cell, theme, look)
    if layout.layers:
        return _draw_pyramid(layout, cell, theme, look)
    grid, board = layout.grid, layout.board
    assert board is not None
    if layout.in_space:  # the layers as flat boards side by side, one empty column between them
        grid, board = (
            np.concatenate([np.pad(x, ((0, 0), (0, 1))) for x in boxes], axis=1)[:, :-1]
            for boxes in (grid, board)
        )
    return _draw_flat_board(layout, grid, board, cell, theme, look)


def _draw_flat_board(
    layout: Layout,
    grid: NDArray[np.int16],
    board: NDArray[np.bool_],
    cell: int,
    theme: Theme,
    look: Look,
) -> tuple[int, int, list[Layer]]:
    """Draw a flat board: coloured pieces, thin lines inside them, thick lines around them."""
    rows, columns = grid.shape
    wall = 2 * max(1, round(cell / 24))
    thin = max(1, round(cell / 48))
    layers = []
    letters = layout.letters
    patterned = look.patterns or theme.patterned
    for k in [*range(len(letters)), -1]:
        inside = (grid == k) & board
        outlines: list[list[tuple[float, float]]] = [
            [((c + x) * cell, (r + y) * cell) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for r, c in np.argwhere(inside).tolist()
        ]
        if not outlines:
            continue
        colour, name, kind = colours_of(EMPTY_CELL_COLOURS, theme.name), "", "bare"
        if k >= 0:
            colour, name, kind = theme.fill(k), layout.names[k], "piece"
        layers.append(Layer(kind, colour, name, outlines=outlines))
        tile = patterns()[k % len(patterns())] if k >= 0 and patterned else ""
        if tile:
            layers.append(pattern(tile, theme, outlines, cell))
        lines = straight_lines(
            inside[:, 1:] & inside[:, :-1], inside[1:] & inside[:-1], cell, thin % 2 / 2
        )
        if lines:
            layers.append(Layer("grid", mix(colour, theme.line, 0.2), lines=lines, width=thin))
        if k >= 0 and look.letters:
            corners = [(c, r) for r, c in np.argwhere(inside).tolist()]
            layers.append(corner_letters(letters[k], corners, colour, theme, cell))
    # pad by one cell on each side, so that the edge of the board is drawn like other walls
    label = np.pad(np.where(board, grid, -2), 1, constant_values=-2)
    walls = [
        [(x - cell, y - cell) for x, y in line]
        for line in straight_lines(label[:, 1:] != label[:, :-1], label[1:] != label[:-1], cell, 0)
    ]
    layers.append(Layer("wall", theme.line, lines=walls, width=wall))
    if look.axes:
        layers.append(axes(rows, columns, cell, theme))
    return columns * cell, rows * cell, layers


def _draw_pyramid(
    layout: Layout, cell: int, theme: Theme, look: Look
) -> tuple[int, int, list[Layer]]:
    """Draw a pyramid: its layers in about two rows, and a view of the whole beside them."""
    side = layout.layers or 0
    owner = {layout.cells[i]: k for k, cells in layout.numbers.items() for i in cells}
    # Layers stand from left to right; a row is at most twice as long as the largest layer.
    corners, x, y, high, wide = [], 0.0, 0.0, 0.0, 0.0
    for layer in range(side):
        width = (side - layer) * cell
        if x and x + width > 2 * side * cell:
            x, y, high = 0.0, y + high + cell / 2, 0.0
        corners.append((x, y))
        x, high = x + width + cell / 2, max(high, width)
        wide = max(wide, x - cell / 2)
    layers: list[Layer] = []
    for place in layout.cells:
        layer, row, column = place
        at = corners[layer][0] + (column + 0.5) * cell, corners[layer][1] + (row + 0.5) * cell
        k = owner.get(place)
        colour = colours_of(EMPTY_CELL_COLOURS, theme.name) if k is None else theme.fill(k)
        for step in ((0, 0, 1), (0, 1, 0)):  # join spheres of the same piece by a neck
            near = (layer, row + step[1], column + step[2])
            if k is not None and owner.get(near) == k:
                end = at[0] + step[2] * cell, at[1] + step[1] * cell
                necks = Layer("neck", colour, lines=[[at, end]], width=round(cell * 0.45))
                layers.append(necks)
        kind = "bare" if k is None else "piece"
        name = "" if k is None else layout.names[k]
        disc = (*at, cell * 0.46)
        layers.append(Layer(kind, colour, name, discs=[disc]))
        if k is not None and look.letters:
            lines = glyphs.write(layout.letters[k], at[0], at[1] - 0.15 * cell, 0.3 * cell, 0.5)
            layers.append(Layer("letter", theme.ink, lines=lines, width=max(1, round(cell / 24))))
    # The pyramid seen from above and slightly from the front; distant spheres are drawn first.
    left, big = wide + cell, 1.6 * cell
    spheres = []
    for place in layout.cells:
        layer, row, column = place
        u, v, w = column + layer / 2, row + layer / 2, layer * math.sqrt(0.5)
        y = v * math.cos(_TILT) - w * math.sin(_TILT)
        spheres.append((v * math.sin(_TILT) + w * math.cos(_TILT), u, y, place))
    top = min(s[2] for s in spheres)
    for _, u, v, place in sorted(spheres):
        k = owner.get(place)
        colour = colours_of(EMPTY_CELL_COLOURS, theme.name) if k is None else theme.fill(k)
        at = left + (u + 0.5) * big, (v - top + 0.5) * big
        name = "" if k is None else layout.names[k]
        layers += _sphere(at, big / 2, colour, name)
    lowest = [y + (side - i) * cell for i, (_, y) in enumerate(corners)]
    lowest.append((max(s[2] for s in spheres) - top + 1) * big)
    return math.ceil(left + side * big), math.ceil(max(lowest)), layers


def _sphere(at: tuple[float, float], radius: float, colour: str, name: str) -> Iterable[Layer]:
    """Shade a sphere by discs, which get smaller and lighter towards the upper left."""
    dark = mix(colour, _SHADOW, 0.55)
    yield Layer("sphere", dark, name, discs=[(*at, radius)])
    for i in range(1, _SHADES):
        share = i / (_SHADES - 1)
        shade = mix(dark, colour, min(1.0, 1.5 * share))
        if share > 0.7:
            shade = mix(colour, _LIGHT, (share - 0.7) * 1.6)
        shift = radius * 0.34 * share
        size = radius * (1 - 0.82 * share) * 0.97
        yield Layer("shade", shade, discs=[(at[0] - shift, at[1] - shift, size)])

"""Draws sliding tiles: text, a colour terminal, SVG, PNG and animated GIF.

``boards`` is one arrangement, an array of shape (rows, columns) with 0 for the blank, or the boards
of a solution, shape (k, rows, columns), as in `fastqueens.sliding.SlidingResult.boards`.
``goal`` is the goal arrangement. By default it is the last board if there are several, otherwise
the numbers in order. Tiles in their goal cells have one colour, and the tile that moved last has
another.

Digits are drawn as lines, without fonts.
"""

from __future__ import annotations

import io
import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.png import need_pillow, to_png
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.style import Look, check_cell
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.themes import colours_of, mix
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_whole, plural, shown_array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray
    from PIL import Image
    from rich.text import Text

    from fastqueens.canvas.book import Entry

__all__ = ["ansi", "entry", "gif", "png", "scene", "svg", "text"]


class _Colours(NamedTuple):
    """The colours of tiles (misplaced, in the goal cell, moved last), tray, numbers and page."""

    away: str
    home: str
    moved: str
    tray: str
    ink: str
    page: str

    def of(self, tile: int, moved: int, *, home: bool) -> str:
        """Return the colour of a tile."""
        return self.moved if tile == moved else self.home if home else self.away


_COLOURS = {
    "light": _Colours("#a9d5f7", "#b5dfa6", "#fac061", "#d9d5cf", "#1b1b1f", "#ffffff"),
    "dark": _Colours("#1d789c", "#5c7466", "#8b6a0b", "#333346", "#f6f6f8", "#16161a"),
}


def _colours(look: Look | None) -> _Colours:
    return colours_of(_COLOURS, (look or Look()).theme)


def text(board: ArrayLike, *, blank: str = ".") -> str:
    """Write the numbers in columns, with no newline at the end.

    Examples
    --------
    >>> print(text([[1, 2, 3, 4], [5, 6, 7, 0]]))
    1 2 3 4
    5 6 7 .
    """
    tiles = _boards(board)[0]
    width = len(str(tiles.size - 1))
    return "\n".join(
        " ".join(f"{str(tile) if tile else blank:>{width}}" for tile in row)
        for row in tiles.tolist()
    )


def ansi(
    board: ArrayLike,
    goal: ArrayLike | None = None,
    *,
    moved: int = 0,
    look: Look | None = None,
) -> Text:
    """Colour the tiles for a terminal; `moved` is the tile to highlight.

    Examples
    --------
    >>> ansi([[1, 2], [0, 3]]).plain.splitlines()
    [' 1  2 ', '    3 ']
    """
    from rich.style import Style
    from rich.text import Text

    tiles = _boards(board)[0]
    home = _in_goal_cell(tiles, goal)
    width = len(str(tiles.size - 1)) + 2
    colours = _colours(look)
    picture = Text(no_wrap=True)
    for r, row in enumerate(tiles.tolist()):
        if r:
            picture.append("\n")
        for c, tile in enumerate(row):
            fill = colours.of(tile, moved, home=bool(home[r, c]))
            style = Style(color=colours.ink, bgcolor=fill, bold=True) if tile else Style()
            picture.append(f"{tile or '':>{width - 1}} ", style)
    return picture


def svg(
    boards: ArrayLike,
    goal: ArrayLike | None = None,
    *,
    cell: int = 40,
    columns: int | None = None,
    look: Look | None = None,
) -> str:
    """Draw a board, or a filmstrip of several boards, as a standalone SVG document.

    `columns` is the number of boards side by side; by default the strip is about square. The same
    input gives the same text.

    Examples
    --------
    >>> picture = svg([[[1, 2], [0, 3]], [[1, 2], [3, 0]]])
    >>> picture.startswith("<svg "), picture.count('class="fq-tray"')
    (True, 2)
    """
    return to_svg(scene(boards, goal, cell=cell, columns=columns, look=look))


def png(
    boards: ArrayLike,
    goal: ArrayLike | None = None,
    *,
    cell: int = 64,
    columns: int | None = None,
    look: Look | None = None,
) -> bytes:
    r"""Draw a board, or a filmstrip of several boards, as a PNG file; see `svg`.

    Raises
    ------
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> png([[1, 2], [0, 3]])[:4]
    b'\x89PNG'
    """
    return to_png(scene(boards, goal, cell=cell, columns=columns, look=look))


def scene(
    boards: ArrayLike,
    goal: ArrayLike | None = None,
    *,
    cell: int = 40,
    columns: int | None = None,
    look: Look | None = None,
) -> Scene:
    """Return the scene of a board, or of a filmstrip of several boards."""
    shown = _boards(boards)
    rows, width = shown.shape[1:]
    drawn = _scene(shown, goal, cell, columns, look)
    drawn.title = f"Sliding tiles, {rows} by {width}"
    if len(shown) > 1:
        drawn.title += f", {plural(len(shown) - 1, 'move')}"
    for i, board in enumerate(shown.tolist()):
        lines = ", ".join(" ".join(str(tile or "-") for tile in row) for row in board)
        drawn.description.append(f"{i}: {lines}." if len(shown) > 1 else f"{lines}.")
    return drawn


def entry(
    tiles: NDArray[np.uint8],
    goal: NDArray[np.uint8],
    *,
    look: Look,
    moves: Sequence[str] | None = None,
) -> Entry:
    """Return a puzzle as an entry of a book; its solution is the moves of the blank."""
    from fastqueens.canvas.book import Entry

    rows, columns = tiles.shape
    words = "" if moves is None else f"{plural(len(moves), 'move')}: {' '.join(moves)}"
    return Entry(
        scene(tiles, goal, look=look),
        moves=words.rstrip(": "),
        kind=f"Sliding tiles {rows} \N{MULTIPLICATION SIGN} {columns}",
        rules="Slide tiles into the empty cell until the numbers are in order."
        if np.array_equal(goal, _goal(tiles, None))
        else "",
    )


def gif(
    boards: ArrayLike,
    goal: ArrayLike | None = None,
    *,
    cell: int = 64,
    delay: int = 400,
    look: Look | None = None,
) -> bytes:
    r"""Draw an animation of the moves as a GIF file that repeats forever.

    Parameters
    ----------
    boards, goal
        See the head of this module.
    cell : int
        Side of a cell in pixels.
    delay : int
        Milliseconds for each move, 1 to 60,000.
    look : Look, optional
        The style; its theme sets the colours.

    Raises
    ------
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> gif([[[1, 2], [0, 3]], [[1, 2], [3, 0]]])[:6]
    b'GIF89a'
    """
    need_pillow("animations need")
    from PIL import Image

    def image(scene: Scene) -> Image.Image:
        return Image.open(io.BytesIO(to_png(scene))).convert("RGBA")

    cell = check_cell(cell, least=16)
    delay = check_whole(delay, "delay", least=1, most=60_000, purpose="milliseconds")
    shown = _boards(boards)
    rows, columns = shown.shape[1:]
    last = _goal_cells(shown[-1] if goal is None and len(shown) > 1 else _goal(shown[-1], goal))
    edge = _edge(cell)
    colours = _colours(look)
    tray = image(_empty_tray(rows, columns, cell, colours))
    faces: dict[tuple[int, str], Image.Image] = {}

    def face(tile: int, colour: str) -> Image.Image:
        if (tile, colour) not in faces:
            scene = Scene(
                cell, cell, False, (0, cell), [(0, 0, _tile(tile, 0, 0, cell, colour, colours.ink))]
            )
            faces[tile, colour] = image(scene)
        return faces[tile, colour]

    def frame(board: NDArray[np.uint8], moved: int, x: float, y: float) -> Image.Image:
        picture = tray.copy()
        for r, row in enumerate(board.tolist()):
            for c, tile in enumerate(row):
                if not tile:
                    continue
                colour = colours.of(tile, moved, home=last[tile] == (r, c))
                dx, dy = (x, y) if tile == moved else (0, 0)
                at = round((c + dx) * cell) + edge, round((r + dy) * cell) + edge
                picture.alpha_composite(face(tile, colour), at)
        return picture

    steps = max(1, min(6, delay // 40))  # browsers show a frame for at least 20 ms
    frames, times = [frame(shown[0], 0, 0, 0)], [max(800, delay)]
    for before, board in pairwise(shown):
        tile, down, across = _moved_tile(before, board)
        for step in range(1, steps + 1):
            # the share of the way that is left; the tile starts and stops slowly
            left = (1 + math.cos(math.pi * step / steps)) / 2
            frames.append(frame(board, tile, -across * left, -down * left))
            times.append(max(20, delay // steps))
    frames.append(frame(shown[-1], 0, 0, 0))
    times.append(2000)
    # All frames share one palette, made from the tray and every tile in every colour.
    sample = Image.new("RGBA", (cell * 3, cell * len(last)))
    for tile in range(1, len(last)):
        for i, colour in enumerate((colours.away, colours.home, colours.moved)):
            sample.paste(face(tile, colour), (i * cell, tile * cell))
    sample.paste(tray.crop((0, 0, cell * 2, cell)), (0, 0))
    palette = _flat(sample, colours.page).quantize(64)
    still = [
        _flat(picture, colours.page).quantize(palette=palette, dither=Image.Dither.NONE)
        for picture in frames
    ]
    file = io.BytesIO()
    still[0].save(
        file, "GIF", save_all=True, append_images=still[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _flat(picture: Image.Image, page: str) -> Image.Image:
    """Return the picture with an opaque background."""
    from PIL import Image

    ground = Image.new("RGBA", picture.size, page)
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def _boards(boards: ArrayLike) -> NDArray[np.uint8]:
    """Return the boards as a checked array of three dimensions."""
    array = array_of(boards)
    if array.ndim == 2:
        array = array[None]
    if array.ndim != 3 or not array.size or array.dtype.kind not in "iu":
        found, expected = shown_array(boards, array), "(rows, columns) or (k, rows, columns)"
        raise InputError(f"boards is {found}, expected numbers of shape {expected}")
    cells = array.shape[1] * array.shape[2]
    if any(sorted(board.ravel().tolist()) != list(range(cells)) for board in array):
        raise InputError(f"expected each number from 0 to {cells - 1} once in every board")
    result: NDArray[np.uint8] = array.astype(np.uint8)
    return result


def _goal_cells(goal: NDArray[np.uint8]) -> dict[int, tuple[int, int]]:
    """Return the goal cell of each tile."""
    return {tile: (r, c) for r, row in enumerate(goal.tolist()) for c, tile in enumerate(row)}


def _in_goal_cell(tiles: NDArray[np.uint8], goal: ArrayLike | None) -> NDArray[np.bool_]:
    return np.asarray(tiles == _goal(tiles, goal))


def _moved_tile(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return the tile that moved, and its steps down and to the right."""
    r, c = np.argwhere(before == 0)[0].tolist()
    y, x = np.argwhere(after == 0)[0].tolist()
    return int(after[r, c]), r - y, c - x


def _edge(cell: int) -> int:
    return max(2, cell // 10)


def _empty_tray(rows: int, columns: int, cell: int, colours: _Colours) -> Scene:
    """Return the empty tray."""
    width, height = (n * cell + 2 * _edge(cell) for n in (columns, rows))
    edge = _edge(cell)
    groups = [(edge, edge, [_tray(rows, columns, cell, colours.tray)])]
    return Scene(width, height, True, (-edge, height), groups, colours.page)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Polyline:
    """Return the outline of a box with rounded corners, clockwise."""
    points = []
    for quarter, (right, down) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        u = x + radius + (width - 2 * radius) * right
        v = y + radius + (height - 2 * radius) * down
        for step in range(5):
            angle = math.pi * (1 + (quarter + step / 4) / 2)
            points.append((u + radius * math.cos(angle), v + radius * math.sin(angle)))
    return points


def _tray(rows: int, columns: int, cell: int, colour: str) -> Layer:
    edge = _edge(cell)
    box = _rounded(-edge, -edge, columns * cell + 2 * edge, rows * cell + 2 * edge, 2 * edge)
    return Layer("tray", colour, outlines=[box])


def _tile(tile: int, r: int, c: int, cell: int, colour: str, ink: str) -> list[Layer]:
    """Draw a tile with its number."""
    gap = cell / 32
    box = _rounded(c * cell + gap, r * cell + gap, cell - 2 * gap, cell - 2 * gap, cell / 8)
    height = cell * 0.40
    lines = glyphs.write(str(tile), (c + 0.5) * cell, (r + 0.5) * cell - height / 2, height, 0.5)
    return [
        Layer("tile", colour, outlines=[box]),
        Layer("rim", mix(colour, ink, 0.3), lines=[[*box, box[0]]], width=max(1, cell // 48)),
        Layer("digits", ink, lines=lines, width=max(1, round(cell * 0.055))),
    ]


def _scene(
    boards: NDArray[np.uint8],
    goal: ArrayLike | None,
    cell: int,
    columns: int | None,
    look: Look | None,
) -> Scene:
    """Return the scene of the boards, side by side and in several lines."""
    cell = check_cell(cell, least=16)
    if columns is not None:
        columns = check_whole(columns, "columns", least=1)
    rows, width = boards.shape[1:]
    last = _goal_cells(boards[-1] if goal is None and len(boards) > 1 else _goal(boards[-1], goal))
    edge, colours = _edge(cell), _colours(look)
    across = min(columns or math.ceil(math.sqrt(len(boards))), len(boards))
    down = -(-len(boards) // across)
    margin = 0 if len(boards) == 1 else cell // 2
    pitch = [n * cell + 2 * edge + margin for n in (width, rows)]
    reach = -edge, rows * cell + edge
    drawn = Scene(across * pitch[0] + margin, down * pitch[1] + margin, margin > 0, reach)
    drawn.page = colours.page
    for i, board in enumerate(boards):
        moved = _moved_tile(boards[i - 1], board)[0] if i else 0
        layers = [_tray(rows, width, cell, colours.tray)]
        for r, row in enumerate(board.tolist()):
            for c, tile in enumerate(row):
                if tile:
                    colour = colours.of(tile, moved, home=last[tile] == (r, c))
                    layers += _tile(tile, r, c, cell, colour, colours.ink)
        x, y = margin + edge + pitch[0] * (i % across), margin + edge + pitch[1] * (i // across)
        drawn.groups.append((x, y, layers))
    return drawn


def _goal(tiles: NDArray[np.uint8], goal: ArrayLike | None) -> NDArray[np.uint8]:
    order = np.array([*range(1, tiles.size), 0], np.uint8)
    chosen: NDArray[np.uint8] = order.reshape(tiles.shape) if goal is None else _boards(goal)[0]
    return chosen

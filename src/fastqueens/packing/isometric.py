"""Draws packings of cubes in an isometric view: assembled, with layers lifted, or exploded.

The x axis (columns) goes to the lower right, the y axis (rows) to the lower left, and the z axis
(layers) up. Of each cube, the faces towards larger x, y and z can be seen.

Cubes are drawn from back to front, in ascending order of x + y + z. The projections of two disjoint
cubes overlap only if the differences of their coordinates span less than 2. If at most z is a
fraction, the cube with the larger sum is then in front of the other one.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import TYPE_CHECKING

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.board_painter import pattern
from fastqueens.canvas.png import need_pillow, to_png
from fastqueens.canvas.scene import Layer, Point, Polyline, Scene
from fastqueens.canvas.style import Look, check_cell
from fastqueens.canvas.themes import Theme, colours_of, mix, patterns, theme_of
from fastqueens.packing.assembly import drop_order
from fastqueens.packing.layout import Layout, Place
from fastqueens.results import InputError
from fastqueens.validation import check_whole

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["EMPTY_CELL_COLOURS", "draw_isometric", "gif"]

EMPTY_CELL_COLOURS = {"light": "#e7e3dc", "dark": "#2c2b2f"}
_SHADOW = "#1b1b1f"  # the colour that darkens the sides, the same in both themes
_COS, _SIN = math.cos(math.pi / 6), 0.5
_EXPLOSIONS = (2.0, 2.5, 3.0, 4.0)  # how far pieces are moved outwards, least first
_STEPS = 7  # frames of a falling piece

Spot = tuple[float, float, float]  # x, y, z


@dataclass(frozen=True, slots=True)
class _Face:
    """A visible side of a cube.

    `corner` is the corner at the upper left of the side, `across` and `down` are its edges, and
    `towards` is the normal. All are (x, y, z); the corner is relative to the cube.
    """

    kind: str
    corner: Spot
    across: Spot
    down: Spot
    towards: Spot
    shade: float


_FACES = (
    _Face("top", (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), 0),
    _Face("left", (0, 1, 1), (1, 0, 0), (0, 0, -1), (0, 1, 0), 0.17),
    _Face("right", (1, 1, 1), (0, -1, 0), (0, 0, -1), (1, 0, 0), 0.34),
)


def draw_isometric(
    layout: Layout, cell: int, theme: Theme, look: Look
) -> tuple[int, int, list[Layer]]:
    """Draw a packing in the view of `look`; return the width, the height and the layers."""
    _refuse_pyramid(layout)
    moved = places = _places(layout)
    floors: set[Spot] = set()
    if look.view == "lifted":
        gap = _gap(layout)
        moved = {
            piece: [(x, y, z * (1 + gap)) for x, y, z in spots] for piece, spots in places.items()
        }
        floors = {(c, r, z * (1 + gap)) for z, r, c in layout.cells}
    elif look.view == "exploded":
        moved = _explode(places)
    else:
        floors = _bottom(layout)
    painter = _Painter(layout, cell, theme, look)
    frame = painter.frame([*floors, *(spot for spots in moved.values() for spot in spots)])
    layers = painter.paint(moved, floors, (-frame[0], -frame[1]))
    return math.ceil(frame[2] - frame[0]), math.ceil(frame[3] - frame[1]), layers


def gif(layout: Layout, *, cell: int = 48, delay: int = 600, look: Look | None = None) -> bytes:
    r"""Draw the assembly as a GIF file that repeats forever.

    The pieces are lowered straight from above, in the order of `drop_order`. Pieces that can only
    be lowered together fall together.

    Parameters
    ----------
    layout : Layout
        The packing, on a flat board or in space.
    cell : int
        Side of a cell in pixels.
    delay : int
        Milliseconds for each piece, 1 to 60,000.
    look : Look, optional
        The style; the view is always assembled.

    Raises
    ------
    InputError
        If the packing is a pyramid.
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> from fastqueens.packing import Puzzle, solve
    >>> gif(solve(Puzzle.box(1, 1, 2, pieces=[[(0, 0), (0, 1)]])).packing.layout, cell=16)[:6]
    b'GIF89a'
    """
    need_pillow("animations need")
    _refuse_pyramid(layout)
    cell = check_cell(cell)
    delay = check_whole(delay, "delay", least=1, most=60_000, purpose="milliseconds")
    look = look or Look()
    theme = theme_of(look.theme)
    painter = _Painter(layout, cell, theme, look)
    places, floors = _places(layout), _bottom(layout)
    height = 1.5 + max(layer for layer, _, _ in layout.cells)
    whole = [*floors, *((c, r, z) for z, r, c in layout.cells)]
    margin = cell // 2
    left, top, right, low = painter.frame([*whole, *((x, y, z + height) for x, y, z in whole)])
    size = math.ceil(right - left) + 2 * margin, math.ceil(low - top) + 2 * margin

    def picture(shown: Mapping[int, Sequence[Spot]]) -> Image.Image:
        from PIL import Image

        layers = painter.paint(shown, floors, (margin - left, margin - top))
        scene = Scene(*size, True, (0, size[1]), [(0, 0, layers)], theme.page)
        return Image.open(io.BytesIO(to_png(scene))).convert("RGB")

    steps = max(1, min(_STEPS, delay // 50))
    frames, times = [picture({})], [max(500, delay)]
    shown: dict[int, Sequence[Spot]] = {}
    for group in drop_order(layout.cells, layout.numbers):
        for step in range(1, steps + 1):
            rest = height * (1 - (step / steps) ** 2)  # falls faster and faster
            for piece in group:
                shown[piece] = [(x, y, z + rest) for x, y, z in places[piece]]
            frames.append(picture(shown))
            times.append(max(20, delay // steps))
        shown |= {piece: places[piece] for piece in group}
    times[-1] = 2500
    return _save_gif(frames, times, frames[1::steps])


def _save_gif(
    frames: Sequence[Image.Image], times: Sequence[int], samples: Sequence[Image.Image]
) -> bytes:
    """Write an animation whose frames share the palette of the samples, which show all pieces."""
    from PIL import Image

    wide, high = frames[0].size
    sheet = Image.new("RGB", (wide, high * (len(samples) + 1)))
    for k, sample in enumerate([*samples, frames[-1]]):
        sheet.paste(sample, (0, k * high))
    palette = sheet.quantize(256)
    still = [x.quantize(palette=palette, dither=Image.Dither.NONE) for x in frames]
    file = io.BytesIO()
    still[0].save(
        file, "GIF", save_all=True, append_images=still[1:], duration=list(times), loop=0,
        optimize=False,
    )  # fmt: skip
    return file.getvalue()


def _refuse_pyramid(layout: Layout) -> None:
    if layout.layers:
        raise InputError("found a pyramid, expected a box or a flat board for an isometric view")


def _places(layout: Layout) -> dict[int, Sequence[Spot]]:
    """Return the cubes of each piece."""
    return {
        piece: [(c, r, z) for z, r, c in (layout.cells[cell] for cell in covered)]
        for piece, covered in sorted(layout.numbers.items())
    }


def _bottom(layout: Layout) -> set[Spot]:
    """Return the cells that have no cell below them."""
    cells: set[Place] = set(layout.cells)
    return {(c, r, z) for z, r, c in cells if (z - 1, r, c) not in cells}


def _gap(layout: Layout) -> float:
    """Return the distance between two layers at which no layer covers the one below."""
    rows, columns = (1 + max(cell[k] for cell in layout.cells) for k in (1, 2))
    return (rows + columns) / 2 + 0.25


def _explode(places: Mapping[int, Sequence[Spot]]) -> dict[int, Sequence[Spot]]:
    """Move the pieces away from the centre, by whole cells, until no two of them touch."""
    spots = [spot for cubes in places.values() for spot in cubes]
    if not spots:
        return {}
    centre = _middle(spots)
    pieces: dict[int, list[Place]] = {}
    for factor in _EXPLOSIONS:
        pieces = {}
        for piece, cubes in places.items():
            at = _middle(cubes)
            step = [round(factor * (at[k] - centre[k])) for k in range(3)]
            pieces[piece] = [
                (int(x) + step[0], int(y) + step[1], int(z) + step[2]) for x, y, z in cubes
            ]
        if not any(_touch(a, b) for a, b in combinations(pieces.values(), 2)):
            return {piece: list(cubes) for piece, cubes in pieces.items()}
    # Pieces around each other have the same centre: the later one is lifted over the others.
    done: dict[int, Sequence[Spot]] = {}
    for piece, cubes in sorted(pieces.items(), key=lambda x: _middle(x[1])[2]):
        for rise in count():
            lifted = [(x, y, z + rise) for x, y, z in cubes]
            if not any(_touch(lifted, other) for other in done.values()):
                done[piece] = lifted
                break
    return done


def _middle(spots: Sequence[Spot]) -> Spot:
    x, y, z = (sum(axis) / len(spots) for axis in zip(*spots, strict=True))
    return x, y, z


def _touch(a: Iterable[Spot], b: Iterable[Spot]) -> bool:
    """Return whether two pieces share a cell or a side of a cell."""
    other = set(b)
    steps = [(0, 0, 0), *(f.towards for f in _FACES), *(_minus(f.towards) for f in _FACES)]
    return any(_plus(cube, step) in other for cube in a for step in steps)


def _plus(a: Spot, b: Spot) -> Spot:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _minus(a: Spot) -> Spot:
    return -a[0], -a[1], -a[2]


class _Painter:
    """Paints cubes and floors at given places."""

    def __init__(self, layout: Layout, cell: int, theme: Theme, look: Look) -> None:
        self.names, self.letters = layout.names, layout.letters
        self.cell, self.theme, self.look = cell, theme, look
        self.thin, self.wall = max(1, round(cell / 48)), max(1, round(cell / 20))

    def project(self, spot: Spot) -> Point:
        x, y, z = spot
        return (x - y) * _COS * self.cell, ((x + y) * _SIN - z) * self.cell

    def frame(self, spots: Iterable[Spot]) -> tuple[float, float, float, float]:
        """Return the rectangle that holds the projections of some cubes."""
        corners = [
            self.project(_plus(spot, (x, y, z)))
            for spot in spots
            for x in (0, 1)
            for y in (0, 1)
            for z in (0, 1)
        ]
        across, down = zip(*corners, strict=True)
        return min(across), min(down), max(across), max(down)

    def paint(
        self, pieces: Mapping[int, Sequence[Spot]], floors: Iterable[Spot], shift: Point
    ) -> list[Layer]:
        """Paint the cubes of pieces, and the floors of cells, from back to front."""
        owner = {spot: piece for piece, spots in pieces.items() for spot in spots}
        depths: dict[float, dict[int, list[Spot]]] = {}  # the piece -1 is the floor
        for spot, piece in owner.items():
            depths.setdefault(round(sum(spot), 6), {}).setdefault(piece, []).append(spot)
        for spot in floors:
            under = _plus(spot, (0, 0, -1))  # the floor is the top of the cube below
            if spot not in owner:
                depths.setdefault(round(sum(under), 6), {}).setdefault(-1, []).append(under)
        layers: list[Layer] = []
        for _, found in sorted(depths.items()):
            for piece, spots in sorted(found.items()):
                for face in _FACES if piece >= 0 else _FACES[:1]:
                    layers += self._paint_faces(piece, sorted(spots), face, owner)
        for layer in layers:
            for lines in (layer.outlines, layer.lines):
                lines[:] = [[(x + shift[0], y + shift[1]) for x, y in line] for line in lines]
        return layers

    def _paint_faces(
        self, piece: int, spots: Sequence[Spot], face: _Face, owner: Mapping[Spot, int]
    ) -> list[Layer]:
        """Paint the faces of one direction of some cubes of a piece."""
        open_spots = [spot for spot in spots if piece < 0 or _plus(spot, face.towards) not in owner]
        if not open_spots:
            return []
        theme = self.theme
        bare = colours_of(EMPTY_CELL_COLOURS, theme.name)
        colour = mix(bare if piece < 0 else theme.fill(piece), _SHADOW, face.shade)
        name = "" if piece < 0 else self.names[piece]
        outlines = [
            [self._on(spot, face, u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for spot in open_spots
        ]
        layers = [Layer("floor" if piece < 0 else face.kind, colour, name, outlines=outlines)]
        patterned = self.look.patterns or theme.patterned
        tile = patterns()[piece % len(patterns())] if piece >= 0 and patterned else ""
        if tile:
            copies = [[*outline] for outline in outlines]
            layers.append(pattern(tile, theme, copies, self.cell))
        inner, outer = self._edges(piece, open_spots, face, owner)
        if inner:
            line = mix(colour, theme.line, 0.25)
            layers.append(Layer("grid", line, lines=inner, width=self.thin))
        if piece < 0:
            return layers
        if self.look.letters:
            words = [
                [self._on(spot, face, u, v) for u, v in line]
                for spot in open_spots
                for line in glyphs.write(self.letters[piece], 0.5, 0.33, 0.34, 0.5)
            ]
            ink = mix(colour, theme.ink, 0.85)
            layers.append(Layer("letter", ink, lines=words, width=max(1, round(self.cell / 30))))
        if outer:
            layers.append(Layer("wall", theme.line, lines=outer, width=self.wall))
        return layers

    def _edges(
        self, piece: int, spots: Sequence[Spot], face: _Face, owner: Mapping[Spot, int]
    ) -> tuple[list[Polyline], list[Polyline]]:
        """Return the edges of faces inside a piece's surface, and those at its border or crease."""
        inner: list[Polyline] = []
        outer: list[Polyline] = []
        sides = (
            (_minus(face.down), (0, 0), (1, 0)),
            (face.across, (1, 0), (1, 1)),
            (face.down, (1, 1), (0, 1)),
            (_minus(face.across), (0, 1), (0, 0)),
        )
        for spot in spots:
            for step, start, stop in sides:
                near = _plus(spot, step)
                goes_on = piece < 0 or (
                    owner.get(near) == piece and _plus(near, face.towards) not in owner
                )
                line = [self._on(spot, face, *start), self._on(spot, face, *stop)]
                (inner if goes_on else outer).append(line)
        return inner, outer

    def _on(self, spot: Spot, face: _Face, u: float, v: float) -> Point:
        """Return the point of the picture at (u, v) of a face, from (0, 0) to (1, 1)."""
        x, y, z = (
            spot[k] + face.corner[k] + u * face.across[k] + v * face.down[k] for k in range(3)
        )
        return self.project((x, y, z))

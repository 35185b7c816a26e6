"""Writes scenes and text on the pages of a PDF file, with reportlab.

Everything is vectors: filled shapes, lines, and text in an embedded font. Shapes that occur again,
such as the pieces and the board that its solution repeats, are stored once. Coordinates are points
(1/72 inch) from the upper left corner of the page.

reportlab was chosen over fpdf2 because it comes with a font that may be embedded, stores repeated
shapes, and needs fewer packages; ``docs/printing.md`` has the comparison.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product, takewhile
from pathlib import Path
from typing import Any

from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.svg import number
from fastqueens.canvas.themes import STROKE, pattern_lines
from fastqueens.extras import extra
from fastqueens.results import InputError
from fastqueens.validation import quote

__all__ = ["PdfPages", "need_reportlab"]

_FONT, _BOLD = "Vera", "VeraBd"  # Bitstream Vera, in the files of reportlab
_BEZIER = 0.5523  # the distance of the control points of a quarter of a circle of radius 1
_ROUND = 1  # reportlab's number of round ends and round corners
_DIGITS = 2  # decimals of coordinates in a scene, whose unit is a pixel


def need_reportlab(what: str = "PDF files need") -> None:
    """Raise `MissingExtra` if reportlab is not installed."""
    with extra("pdf", f"{what} reportlab"):
        import reportlab  # noqa: F401


class PdfPages:
    """A PDF file while its pages are drawn.

    Parameters
    ----------
    width, height : float
        The size of a page in points.
    title : str
        The title in the properties of the file.
    page : str
        The colour of the pages.
    font : path, optional
        A TrueType file for all text, instead of Bitstream Vera, which has Latin letters only.

    Raises
    ------
    MissingExtra
        If reportlab is not installed: ``pip install 'fastqueens[pdf]'``.
    InputError
        If the font cannot be used.
    """

    def __init__(
        self,
        width: float,
        height: float,
        *,
        title: str,
        page: str = "#ffffff",
        font: str | os.PathLike[str] | None = None,
    ) -> None:
        need_reportlab()
        from reportlab.pdfgen.canvas import Canvas

        self.width, self.height = width, height
        self._page = page
        self._file = io.BytesIO()
        self._regular, self._bold, self._known = _load_fonts(font)
        # `invariant` leaves out the time, so that the same input gives the same file.
        self._canvas: Any = Canvas(
            self._file, (width, height), pageCompression=1, invariant=1,
            initialFontName=self._regular,
        )  # fmt: skip
        self._canvas.setTitle(title)
        self._canvas.setCreator("fastqueens")
        self._forms = 0
        # The first layer of each group that was drawn: its layers and the name of its form. The
        # layers are kept, because their identities are the keys.
        self._groups: dict[int, tuple[list[Layer], str]] = {}
        self._shapes: dict[object, str] = {}
        self.pages = 0

    def begin_page(self) -> None:
        """Begin the next page."""
        if self.pages:
            self._canvas.showPage()
        self.pages += 1
        if self._page != "#ffffff":
            self._canvas.setFillColor(self._page)
            self._canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)

    def begin_chapter(self, name: str) -> None:
        """Add the current page to the outline, which viewers show beside the pages."""
        key = f"page-{self.pages}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(name, key, level=0)

    def check_text(self, text: str, name: str) -> None:
        """Raise `InputError` if the font lacks a character of a text."""
        missing = sorted({sign for sign in text if ord(sign) not in self._known})
        if missing:
            signs = " ".join(map(quote, missing[:5]))
            raise InputError(
                f"{name} has characters that the font lacks ({signs}): choose a TrueType file with "
                "`font` (--font)"
            )

    def replace_missing(self, text: str) -> str:
        """Return a text with ``?`` for the characters that the font lacks."""
        return "".join(sign if ord(sign) in self._known else "?" for sign in text)

    def text_width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text in points."""
        width: float = self._canvas.stringWidth(text, self._bold if bold else self._regular, size)
        return width

    def wrap(self, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
        """Break a text into lines that are at most `width` wide, except single long words."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.text_width(longer, size, bold=bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def draw_text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        colour: str = "#000000",
        bold: bool = False,
        share: float = 0,
    ) -> None:
        """Write a line with its baseline at y; `share` of its width is left of x."""
        x -= share * self.text_width(text, size, bold=bold)
        self._canvas.setFont(self._bold if bold else self._regular, size)
        self._canvas.setFillColor(colour)
        self._canvas.drawString(round(x, 2), round(self.height - y, 2), text)

    def draw_line(
        self, x: float, y: float, right: float, *, colour: str = "#000000", width: float = 0.5
    ) -> None:
        """Draw a level line."""
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(width)
        self._canvas.line(x, self.height - y, right, self.height - y)

    def draw_scene(self, scene: Scene, x: float, y: float, scale: float) -> None:
        """Draw a scene with its upper left corner at (x, y), a pixel `scale` points wide."""
        self._canvas.saveState()
        self._canvas.transform(scale, 0, 0, -scale, round(x, 3), round(self.height - y, 3))
        if scene.paper and scene.page != self._page:
            self._canvas.setFillColor(scene.page)
            self._canvas.rect(0, 0, scene.width, scene.height, stroke=0, fill=1)
        for left, top, layers in scene.groups:
            self._canvas.saveState()
            self._canvas.setLineCap(_ROUND)
            self._canvas.setLineJoin(_ROUND)
            if left or top:
                self._canvas.translate(left, top)
            self._draw_group(layers)
            self._canvas.restoreState()
        self._canvas.restoreState()

    def finish(self) -> bytes:
        """Return the file."""
        from reportlab import rl_config

        # Without this setting, reportlab writes streams in base 85: a quarter longer, and slowly.
        before, rl_config.useA85 = rl_config.useA85, 0
        try:
            self._canvas.save()
        finally:
            rl_config.useA85 = before
        return self._file.getvalue()

    def _draw_group(self, layers: list[Layer]) -> None:
        """Draw layers. If an earlier group began with the same layers, its form is used."""
        # A form of reportlab cannot set the opacity, so it ends before the first pale pattern.
        solid = list(takewhile(lambda layer: not layer.tile or layer.opacity == 1, layers))
        if solid:
            known, name = self._groups.get(id(solid[0]), ([], ""))
            same = all(a is b for a, b in zip(known, solid, strict=False))
            if not known or not same or len(known) > len(solid):
                known, name = solid, self._begin_form(*_bounds(solid))
                for layer in solid:
                    self._draw_layer(layer)
                self._canvas.endForm()
                self._groups[id(solid[0])] = (known, name)
            self._canvas.doForm(name)
            layers = layers[len(known) :]
        for layer in layers:
            self._draw_layer(layer)

    def _begin_form(self, left: float, low: float, right: float, high: float) -> str:
        """Begin a form, a picture that can be drawn several times, and return its name."""
        self._forms += 1
        name = f"f{self._forms}"
        self._canvas.beginForm(name, left, low, right, high)
        self._canvas.setLineCap(_ROUND)
        self._canvas.setLineJoin(_ROUND)
        return name

    def _draw_layer(self, layer: Layer) -> None:
        """Draw the shapes of a layer. Shapes with discs are stored, because curves are long."""
        if layer.tile:
            self._draw_pattern(layer)
            return
        if not layer.discs:
            self._draw_shapes(layer, 0, 0)
            return
        x, y, _ = layer.discs[0]
        outlines = tuple(
            tuple((round(u - x, _DIGITS), round(v - y, _DIGITS)) for u, v in outline)
            for outline in layer.outlines
        )
        discs = tuple(
            (round(u - x, _DIGITS), round(v - y, _DIGITS), round(r, _DIGITS))
            for u, v, r in layer.discs
        )
        key = layer.colour, outlines, discs
        if key not in self._shapes:
            left, low, right, high = _bounds([layer])
            name = self._begin_form(left - x, low - y, right - x, high - y)
            self._draw_shapes(layer, x, y)
            self._canvas.endForm()
            self._shapes[key] = name
        self._canvas.saveState()
        self._canvas.translate(round(x, _DIGITS), round(y, _DIGITS))
        self._canvas.doForm(self._shapes[key])
        self._canvas.restoreState()

    def _draw_shapes(self, layer: Layer, x: float, y: float) -> None:
        """Draw the outlines, discs and lines of a layer, moved so that (x, y) is the origin."""
        canvas = self._canvas
        if layer.outlines or layer.discs:
            parts = [_trace(outline, x, y) for outline in layer.outlines]
            parts += [_disc(u - x, v - y, radius) for u, v, radius in layer.discs]
            canvas.addLiteral(f"{_colour(layer.colour)} rg {' '.join(parts)} f")
        if layer.lines:
            parts = [_trace(line, x, y, closed=False) for line in layer.lines]
            pen = f"{_colour(layer.colour)} RG {_number(layer.width)} w"
            canvas.addLiteral(f"{pen} {' '.join(parts)} S")

    def _draw_pattern(self, layer: Layer) -> None:
        """Draw the pattern of a layer, clipped by its outlines, four by four tiles at a time."""
        canvas, block = self._canvas, 4 * layer.side
        name = self._pattern_form(layer, block)
        canvas.saveState()
        if layer.opacity < 1:
            canvas.setStrokeAlpha(layer.opacity)
        covered: set[tuple[int, int]] = set()
        for outline in layer.outlines:
            xs, ys = zip(*outline, strict=True)
            covered.update(product(_blocks(xs, block), _blocks(ys, block)))
        canvas.addLiteral(" ".join(_trace(outline, 0, 0) for outline in layer.outlines) + " W n")
        x = y = 0.0
        for column, row in sorted(covered):
            right, down = column * block - x, row * block - y
            canvas.addLiteral(f"1 0 0 1 {_number(right)} {_number(down)} cm")
            canvas.doForm(name)
            x, y = column * block, row * block
        canvas.restoreState()

    def _pattern_form(self, layer: Layer, block: float) -> str:
        """Return the form of four by four tiles of a pattern."""
        key = layer.tile, layer.side, layer.colour
        if key not in self._shapes:
            canvas, side = self._canvas, layer.side
            self._shapes[key] = self._begin_form(0, 0, block, block)
            # Strokes that leave a tile enter the tiles beside it, also those of the next block.
            lines = [
                [((u + right) * side, (v + down) * side) for u, v in line]
                for line, right, down in product(
                    pattern_lines(layer.tile), range(-1, 5), range(-1, 5)
                )
            ]
            pen = f"{_colour(layer.colour)} RG {_number(STROKE * side)} w"
            parts = [_trace(line, 0, 0, closed=False) for line in lines]
            canvas.addLiteral(f"{pen} {' '.join(parts)} S")
            canvas.endForm()
        return self._shapes[key]


def _bounds(layers: Iterable[Layer]) -> tuple[float, float, float, float]:
    """Return the least and the greatest x and y of layers: left, top, right, bottom."""
    points: list[tuple[float, float, float]] = []
    for layer in layers:
        for line in (*layer.outlines, *layer.lines):
            points += [(u, v, layer.width) for u, v in line]
        points += layer.discs
    return (
        min(u - reach for u, _, reach in points) - 1,
        min(v - reach for _, v, reach in points) - 1,
        max(u + reach for u, _, reach in points) + 1,
        max(v + reach for _, v, reach in points) + 1,
    )


@lru_cache(8192)  # boards repeat their coordinates and colours
def _number(value: float) -> str:
    return number(value)


@lru_cache(256)
def _colour(colour: str) -> str:
    """Return the operands of a colour: its red, green and blue from 0 to 1."""
    return " ".join(f"{part / 255:.3g}" for part in bytes.fromhex(colour[1:]))


def _trace(points: Polyline, x: float, y: float, *, closed: bool = True) -> str:
    """Return the operators of a line or an outline, moved so that (x, y) is the origin."""
    if closed and _is_box(points):
        (left, top), _, (right, low), _ = points
        box = left - x, top - y, right - left, low - top
        return f"{' '.join(map(_number, box))} re"
    steps = [f"{_number(u - x)} {_number(v - y)} l" for u, v in points]
    steps[0] = f"{steps[0][:-1]}m"
    return " ".join(steps) + " h" * closed


def _disc(x: float, y: float, radius: float) -> str:
    """Return the operators of a circle, clockwise on the page: four Bezier curves."""
    reach = radius * _BEZIER
    curves = []
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        # The curve starts in the direction (right, down) and turns by a right angle clockwise.
        u, v = radius * right, radius * down
        points = (u - reach * down, v + reach * right), (reach * right - v, reach * down + u)
        curves += [(x + a, y + b) for a, b in (*points, (-v, u))]
    text = [f"{_number(x + radius)} {_number(y)} m"]
    for k in range(0, 12, 3):
        ends = " ".join(f"{_number(a)} {_number(b)}" for a, b in curves[k : k + 3])
        text.append(f"{ends} c")
    return " ".join(text) + " h"


def _blocks(values: Sequence[float], block: float) -> range:
    """Return the numbers of the blocks of this length that coordinates span."""
    return range(math.floor(min(values) / block + 1e-6), math.ceil(max(values) / block - 1e-6))


def _is_box(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether an outline is a rectangle that starts with its upper side."""
    if len(points) != 4:
        return False
    (a, b), (c, d), (e, f), (g, h) = points
    return b == d and c == e and f == h and g == a


def _load_fonts(font: str | os.PathLike[str] | None) -> tuple[str, str, Any]:
    """Return the names of the regular and the bold font, and the characters that both have."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    if font is None:
        for name in (_FONT, _BOLD):
            pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
        return _FONT, _BOLD, pdfmetrics.getFont(_FONT).face.charToGlyph
    path = os.fspath(font)
    try:
        loaded = TTFont(f"file {Path(path).resolve()}", path)
    except (TTFError, OSError) as error:
        raise InputError(f"cannot be used as a TrueType font: {error}", source=path) from None
    pdfmetrics.registerFont(loaded)
    return loaded.fontName, loaded.fontName, loaded.face.charToGlyph

"""Writes a scene as a PNG file, with Pillow."""

from __future__ import annotations

import io
import math
from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.themes import STROKE, pattern_lines
from fastqueens.extras import extra

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

__all__ = ["need_pillow", "to_png"]


_SCALE = 4  # factor of supersampling
_STRIP = 128  # rows painted at a time: a whole 64 x 64 board would need gigabytes of memory


def need_pillow(what: str = "PNG pictures need") -> None:
    """Raise `MissingExtra` if Pillow is not installed."""
    with extra("image", f"{what} Pillow"):
        import PIL  # noqa: F401


def to_png(scene: Scene) -> bytes:
    """Paint a scene at four times its size, in strips, and reduce each strip by averaging.

    Raises
    ------
    MissingExtra
        If Pillow is not installed.
    """
    need_pillow()
    from PIL import Image, ImageDraw, PngImagePlugin

    picture = Image.new("RGBA", (scene.width, scene.height))
    blank = f"{scene.page}ff" if scene.paper else (0, 0, 0, 0)
    for top in range(0, scene.height, _STRIP):
        rows = min(_STRIP, scene.height - top)
        strip = Image.new("RGBA", (scene.width * _SCALE, rows * _SCALE), blank)
        draw = ImageDraw.Draw(strip)
        for x, y, layers in scene.groups:
            if y + scene.reach[1] < top or y + scene.reach[0] > top + rows:
                continue
            for layer in layers:
                if layer.tile:
                    _paint_pattern(strip, layer, x, y - top)
                else:
                    _paint(draw, layer, x, y - top, rows)
        picture.paste(strip.reduce(_SCALE), (0, top))
    file = io.BytesIO()
    chunks = PngImagePlugin.PngInfo()
    for keyword, text in ({} if scene.texts is None else scene.texts()).items():
        chunks.add_text(keyword, text)
    picture.save(file, "PNG", pnginfo=chunks)
    return file.getvalue()


def _paint_pattern(strip: Image.Image, layer: Layer, x: int, y: int) -> None:
    """Draw the pattern of a layer over its outlines on a strip, shifted by (x, y)."""
    from PIL import Image, ImageDraw

    rows = strip.height // _SCALE
    points = [
        [(math.floor((u + x) * _SCALE), math.floor((v + y) * _SCALE)) for u, v in outline]
        for outline in layer.outlines
        if -y <= max(v for _, v in outline) and min(v for _, v in outline) <= rows - y
    ]
    if not points:
        return
    xs, ys = ([point[axis] for outline in points for point in outline] for axis in (0, 1))
    left, right = max(0, min(xs)), min(strip.width, max(xs))
    top, bottom = max(0, min(ys)), min(strip.height, max(ys))
    if left >= right or top >= bottom:
        return
    inside = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(inside)
    for outline in points:
        draw.polygon([(u - left, v - top) for u, v in outline], round(255 * layer.opacity))
    tile = np.asarray(_tile(layer.tile, round(layer.side * _SCALE)))
    side = len(tile)
    down = (np.arange(top, bottom) - y * _SCALE) % side
    across = (np.arange(left, right) - x * _SCALE) % side
    mask = np.where(tile[np.ix_(down, across)], np.asarray(inside), 0).astype(np.uint8)
    strip.paste(layer.colour, (left, top), Image.fromarray(mask))


def _tile(path: str, side: int) -> Image.Image:
    """Draw one tile of a pattern. Strokes that leave the tile enter it on the opposite side."""
    from PIL import Image, ImageDraw

    tile = Image.new("1", (side, side))
    draw = ImageDraw.Draw(tile)
    width = max(1, round(STROKE * side))
    for line in pattern_lines(path):
        for right, down in product((-1, 0, 1), repeat=2):
            moved = [((u + right) * side, (v + down) * side) for u, v in line]
            draw.line(moved, 1, width)
            for u, v in moved:  # draws round ends and corners
                draw.ellipse((u - width / 2, v - width / 2, u + width / 2, v + width / 2), 1)
    return tile


def _paint(draw: ImageDraw.ImageDraw, layer: Layer, x: int, y: int, rows: int) -> None:
    """Paint a layer on a strip of `rows` rows, shifted by (x, y)."""

    def visible(low: float, high: float) -> bool:
        return high + y >= 0 and low + y <= rows

    # Pillow rounds coordinates towards 0, which differs between strips, so `floor` is used. Pillow
    # also paints the last row and column of a shape, so one (or half a) pixel is subtracted.
    def fill(outline: Polyline) -> None:
        floor = math.floor
        draw.polygon(
            [(floor((u + x) * _SCALE), floor((v + y) * _SCALE)) for u, v in outline], layer.colour
        )

    def disc(u: float, v: float, radius: float) -> None:
        box = (u + x - radius, v + y - radius, u + x + radius, v + y + radius)
        left, top, right, bottom = (math.floor(value * _SCALE) for value in box)
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
                across = (half - 0.5 / _SCALE) / math.hypot(u1 - u0, v1 - v0)
                a, b = (v1 - v0) * across, (u1 - u0) * across
                fill([(u0 + a, v0 - b), (u1 + a, v1 - b), (u1 - a, v1 + b), (u0 - a, v0 + b)])
                disc(u0, v0, half)
                disc(u1, v1, half)

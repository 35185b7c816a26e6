"""Writes a scene as an SVG document."""

from __future__ import annotations

import html
import re
from zlib import crc32

from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.themes import STROKE

__all__ = ["escape", "number", "to_svg"]


def to_svg(scene: Scene) -> str:
    """Write a scene as a standalone document, with one path per layer."""
    size = f'width="{scene.width}" height="{scene.height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width} {scene.height}" role="img" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(scene.title)}</title>",
        f"<desc>{escape(' '.join(scene.description))}</desc>",
    ]
    tiles = dict.fromkeys(_tile(x) for _, _, layers in scene.groups for x in layers if x.tile)
    if tiles:
        parts.append(f"<defs>{''.join(tiles)}</defs>")
    if scene.paper:
        parts.append(f'<rect {size} fill="{scene.page}"/>')
    for x, y, layers in scene.groups:
        parts.append(f'<g transform="translate({x} {y})">')
        for layer in layers:
            path = [_trace(outline) + "Z" for outline in layer.outlines]
            for dx, dy, radius in layer.discs:
                r, d = number(radius), number(2 * radius)
                arcs = f"a{r} {r} 0 0 1 {d} 0a{r} {r} 0 0 1 -{d} 0Z"
                path.append(f"M{number(dx - radius)} {number(dy)}{arcs}")
            path += [_trace(line) for line in layer.lines]
            paint = f'fill="{f"url(#{_name(layer)})" if layer.tile else layer.colour}"'
            if layer.lines:
                paint = f'fill="none" stroke="{layer.colour}" stroke-width="{layer.width}"'
            name = f"<title>{escape(layer.title)}</title>" if layer.title else ""
            parts.append(
                f'<path class="fq-{layer.kind}" {paint} d="{"".join(path)}"'
                + (f">{name}</path>" if name else "/>")
            )
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _tile(layer: Layer) -> str:
    """Return the SVG definition of the pattern of a layer."""
    side = number(layer.side)
    path = (
        f'<path transform="scale({side})" fill="none" stroke="{layer.colour}" '
        f'stroke-opacity="{layer.opacity}" stroke-width="{STROKE}" d="{layer.tile}"/>'
    )
    return (
        f'<pattern id="{_name(layer)}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse">{path}</pattern>'
    )


def _name(layer: Layer) -> str:
    """Return a name made from the pattern, so that names of pictures on one page do not clash."""
    content = f"{layer.tile} {layer.side} {layer.colour} {layer.opacity}"
    return f"fq-{crc32(content.encode()):08x}"


def _trace(points: Polyline) -> str:
    """Return the path data of a line through the points."""
    x, y = (number(value) for value in points[0])
    path = f"M{x} {y}"
    for point in points[1:]:
        last_x, last_y = x, y
        x, y = (number(value) for value in point)
        path += f"H{x}" if y == last_y else f"V{y}" if x == last_x else f"L{x} {y}"
    return path


def number(value: float) -> str:
    """Format a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def escape(text: str) -> str:
    """Escape text for XML; characters that XML does not allow become U+FFFD."""
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return html.escape(legal)

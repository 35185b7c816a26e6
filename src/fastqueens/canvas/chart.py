"""Line charts with a logarithmic scale: sizes on the x axis, amounts on the y axis.

`svg` writes a chart as SVG; `png` rasterises the same chart with Pillow.
"""

from __future__ import annotations

import html
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from fastqueens.canvas.style import Look, ThemeName
from fastqueens.canvas.svg_document import SVGDocument, draw_svg

__all__ = ["Chart", "Line", "png", "svg"]


_INK, _PAPER, _GRID = "#1b1b1f", "#ffffff", "#d9d9de"
# Colours that colour-blind readers can distinguish. The markers differ even without colours.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#000000", "#7b3294")
# The same colours for the dark theme: lighter, with the same hue.
_DARK = {
    _INK: "#f6f6f8",
    _PAPER: "#16161a",
    _GRID: "#3d3d46",
    "#0072b2": "#5db4ee",
    "#d55e00": "#ff9a57",
    "#009e73": "#3fcfa4",
    "#cc79a7": "#e7a0c6",
    "#8a6d00": "#d5b43c",
    "#56b4e9": "#9bd6fa",
    "#000000": "#f6f6f8",
    "#7b3294": "#c793da",
}
_MARKS = ("disc", "square", "up", "diamond", "down", "left")
_TOP, _LEFT, _RIGHT, _BOTTOM = 50, 80, 30, 60
_LEGEND_LINE = 20  # height of a line of the legend
_FONT_SIZE = 14
_MAX_POWERS = 15  # most horizontal grid lines


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart.

    Attributes
    ----------
    label : str
        The name in the legend.
    points : sequence of (size, amount, whether the mark is filled)
        The points from left to right.
    """

    label: str
    points: Sequence[tuple[int, float, bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The content of a chart.

    Attributes
    ----------
    title, across : str
        The title above the chart, and the label of the x axis.
    lines : sequence of Line
        The lines.
    scale : callable
        Formats the amounts on the y axis.
    least : float
        Smaller amounts are drawn as if they were this amount.
    open_marks : str
        The meaning of open marks, if there are any.
    ticks : sequence of str
        The labels of the sizes 0, 1, 2, ... if the x axis shows names instead of numbers.
    width : int
        The width in pixels.
    """

    title: str
    across: str
    lines: Sequence[Line]
    scale: Callable[[float], str]
    least: float
    open_marks: str = ""
    ticks: Sequence[str] = ()
    width: int = 900


@dataclass
class _Scene:
    """Primitives from back to front."""

    width: int
    height: int
    lines: list[tuple[list[tuple[float, float]], str, float]] = field(default_factory=list)
    marks: list[tuple[float, float, str, str, bool]] = field(default_factory=list)
    texts: list[tuple[float, float, str, str]] = field(
        default_factory=list
    )  # x, y, text, anchor (s: start, m: middle, e: end)


def svg(chart: Chart, *, theme: ThemeName | None = None) -> SVGDocument:
    """Draw a chart as an SVG document, in light colours if no theme is given.

    Examples
    --------
    >>> line = Line("a", [(1, 10.0, True), (2, 100.0, True)])
    >>> chart = Chart(title="Growth", across="n", lines=[line], scale=str, least=1)
    >>> picture = svg(chart)
    >>> picture.startswith("<svg "), picture.count("<path")  # two marks, and one in the legend
    (True, 3)
    """
    if theme is not None:
        Look(theme=theme)  # refuses an unknown theme
    return draw_svg(partial(_write, chart), theme)


def _write(chart: Chart, theme: ThemeName) -> str:
    """Write a chart in the colours of a theme as SVG."""
    scene, paper, ink = _themed(chart, theme)
    size = f'width="{scene.width}" height="{scene.height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width} {scene.height}" role="img" font-family="sans-serif" '
        f'font-size="{_FONT_SIZE}">',
        f"<title>{html.escape(chart.title)}</title>",
        f"<desc>{html.escape(' '.join(map(partial(_describe, chart), chart.lines)))}</desc>",
        f'<rect {size} fill="{paper}"/>',
    ]
    for points, colour, width in scene.lines:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        )
    for x, y, shape, colour, full in scene.marks:
        path = "L".join(f"{u:.1f} {v:.1f}" for u, v in _outline(x, y, shape))
        fill = colour if full else paper
        parts.append(f'<path d="M{path}Z" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')
    anchors = {"s": "start", "m": "middle", "e": "end"}
    for x, y, text, anchor in scene.texts:
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{ink}" text-anchor="{anchors[anchor]}">'
            f"{html.escape(text)}</text>"
        )
    return "\n".join([*parts, "</svg>\n"])


def png(chart: Chart, *, theme: ThemeName = "light") -> bytes:
    r"""Draw a chart as a PNG file, at twice the size of the SVG document.

    Raises
    ------
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> line = Line("a", [(1, 10.0, True)])
    >>> png(Chart(title="Growth", across="n", lines=[line], scale=str, least=1))[:4]
    b'\x89PNG'
    """
    from fastqueens.canvas.png import need_pillow

    need_pillow()
    from PIL import Image, ImageDraw, ImageFont

    scene, paper, ink = _themed(chart, theme)
    scale = 2
    picture = Image.new("RGB", (scene.width * scale, scene.height * scale), paper)
    draw = ImageDraw.Draw(picture)
    for points, colour, width in scene.lines:
        draw.line([(x * scale, y * scale) for x, y in points], colour, round(width * scale))
    for x, y, shape, colour, full in scene.marks:
        outline = [(u * scale, v * scale) for u, v in _outline(x, y, shape)]
        draw.polygon(outline, colour if full else paper, colour, 3)
    font = ImageFont.load_default(_FONT_SIZE * scale)
    for x, y, text, anchor in scene.texts:
        # Pillow's built-in font has only Latin letters.
        plain = text.encode("ascii", "replace").decode()
        draw.text(
            (x * scale, y * scale), plain, ink, font, {"s": "ls", "m": "ms", "e": "rs"}[anchor]
        )
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _describe(chart: Chart, line: Line) -> str:
    """Describe a line in words."""
    points = (
        f"{chart.scale(amount)} at {chart.ticks[size] if chart.ticks else size}"
        for size, amount, _ in line.points
    )
    return f"{line.label}: {', '.join(points)}."


def _themed(chart: Chart, theme: ThemeName) -> tuple[_Scene, str, str]:
    """Return the scene in the colours of a theme, the background colour and the text colour."""
    scene = _scene(chart)
    if Look(theme=theme).theme != "dark":
        return scene, _PAPER, _INK
    scene.lines = [(points, _DARK[colour], width) for points, colour, width in scene.lines]
    scene.marks = [(x, y, shape, _DARK[colour], full) for x, y, shape, colour, full in scene.marks]
    return scene, _DARK[_PAPER], _DARK[_INK]


def _outline(x: float, y: float, shape: str) -> list[tuple[float, float]]:
    """Return the corners of a mark."""
    corners, turn, radius = {
        "disc": (24, 0.0, 4.5), "square": (4, 0.5, 5.5), "up": (3, 0.0, 6.0),
        "diamond": (4, 0.0, 6.0), "down": (3, 0.0, 6.0),
        "left": (3, 0.0, 6.0),
    }[shape]  # fmt: skip
    tip = {"up": -math.pi / 2, "down": math.pi / 2, "left": math.pi}.get(shape, 0.0)
    angles = [2 * math.pi * (k + turn) / corners + tip for k in range(corners)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def _scene(chart: Chart) -> _Scene:
    """Place all parts of a chart; the legend is below the plot, with two entries per line."""
    points = [point for line in chart.lines for point in line.points]
    sizes = sorted({size for size, _, _ in points}) or [1]
    amounts = [max(amount, chart.least) for _, amount, _ in points] or [1.0]
    low, high = math.floor(math.log10(min(amounts))), math.ceil(math.log10(max(amounts)))
    high = max(high, low + 1)
    step = -(-(high - low) // _MAX_POWERS)
    wide = chart.width - _LEFT - _RIGHT
    longest = max((len(line.label) for line in chart.lines), default=0)
    across = 2 if 8 * longest + 36 <= wide / 2 else 1
    plot = min(420, wide)
    scene = _Scene(
        chart.width, _TOP + plot + _BOTTOM + _LEGEND_LINE * -(-len(chart.lines) // across) + 10
    )

    def at(size: int, amount: float) -> tuple[float, float]:
        share = (size - sizes[0]) / (sizes[-1] - sizes[0]) if len(sizes) > 1 else 0.5
        height = (math.log10(max(amount, chart.least)) - low) / (high - low)
        return _LEFT + wide * (0.04 + 0.92 * share), _TOP + plot * (1 - height)

    scene.texts.append((chart.width / 2, 28, chart.title, "m"))
    for power in range(low, high + 1, step):
        y = at(sizes[0], 10.0**power)[1]
        scene.lines.append(([(_LEFT, y), (chart.width - _RIGHT, y)], _GRID, 1))
        scene.texts.append((_LEFT - 8, y + 5, chart.scale(10.0**power), "e"))
    last = -math.inf
    for size in sizes:
        x = at(size, 1)[0]
        scene.lines.append(([(x, _TOP), (x, _TOP + plot)], _GRID, 1))
        if x - last > 24:  # otherwise the labels would overlap
            text = chart.ticks[size] if chart.ticks else str(size)
            scene.texts.append((x, _TOP + plot + 20, text, "m"))
            last = x
    scene.texts.append((chart.width / 2, _TOP + plot + 42, chart.across, "m"))
    frame: list[tuple[float, float]] = [
        (_LEFT, _TOP),
        (_LEFT, _TOP + plot),
        (chart.width - _RIGHT, _TOP + plot),
    ]
    scene.lines.append((frame, _INK, 1.5))
    for i, line in enumerate(chart.lines):
        colour, shape = _COLOURS[i % len(_COLOURS)], _MARKS[i % len(_MARKS)]
        places = [(at(size, amount), full) for size, amount, full in line.points]
        if len(places) > 1:
            scene.lines.append(([place for place, _ in places], colour, 1.5))
        scene.marks += [(x, y, shape, colour, full) for (x, y), full in places]
        x = _LEFT + (i % across) * wide / 2
        y = _TOP + plot + _BOTTOM + _LEGEND_LINE * (i // across)
        scene.marks.append((x, y, shape, colour, True))
        scene.texts.append((x + 14, y + 5, line.label, "s"))
    if chart.open_marks and not all(full for _, _, full in points):
        scene.texts.append((chart.width - _RIGHT, 28, f"open: {chart.open_marks}", "e"))
    return scene

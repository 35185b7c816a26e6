"""Themes with 12 region fills each, and the choice of a fill for each region of a board.

A search chose the fills: it maximised the least distance between two fills, for normal vision and
three kinds of colour blindness. The fills are in ``palette.json`` in this folder; the web page
reads the same file.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.scene import Polyline
from fastqueens.canvas.style import AUTO, PAPER_THEMES, THEMES, ThemeName

__all__ = [
    "STROKE",
    "THEMES",
    "Theme",
    "colours_of",
    "fills_of",
    "grey_of",
    "mix",
    "pattern_lines",
    "patterns",
    "read_palette",
    "theme_of",
]

STROKE = 0.14  # width of the patterns' strokes, in a tile of 1 x 1
_FILLS = 12  # number of fills in a theme
_GREY_STEP = 9.5  # difference of two neighbouring greys
_Colours = TypeVar("_Colours")


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of a picture, each as ``'#rrggbb'``.

    Attributes
    ----------
    name : str
        One of `THEMES`.
    fills : tuple of str
        The fills of regions.
    ink, page, line : str
        The colours of pieces and letters, of the background, and of walls.
    conflict, solved, target : str
        The colours of mistakes, of solutions that the engine found, and of marked cells.
    pattern : tuple of (str, float)
        The colour and the opacity of the patterns' strokes.
    apart : ndarray of float64, shape (12, 12)
        The least distance of two fills under all kinds of colour vision.
    patterned : bool
        Whether regions always have patterns, because their fills are equal.
    """

    name: str
    fills: tuple[str, ...]
    ink: str
    page: str
    line: str
    conflict: str
    solved: str
    target: str
    pattern: tuple[str, float]
    apart: NDArray[np.float64]
    patterned: bool = False

    def fill(self, number: int) -> str:
        """Return a fill by number. After 12 fills they repeat, closer to the page colour."""
        repeat, k = divmod(number, _FILLS)
        return mix(self.fills[k], self.page, 1 - 0.75**repeat)


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with a share (0 to 1) of another colour.

    Examples
    --------
    >>> mix("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


@cache
def read_palette() -> Any:
    """Return the content of ``palette.json``."""
    from importlib.resources import files

    return json.loads((files("fastqueens.canvas") / "palette.json").read_text(encoding="utf-8"))


@cache
def theme_of(name: str) -> Theme:
    """Return a theme by its name, or raise `KeyError`. ``"auto"`` is light."""
    for paper in PAPER_THEMES:
        if name == paper:
            return _paper_theme(paper)
    found = read_palette()["themes"]["light" if name == AUTO else name]
    return Theme(
        name,
        tuple(found["fills"]),
        found["ink"],
        found["page"],
        found["line"],
        found["conflict"],
        found["solved"],
        found["target"],
        tuple(found["pattern"]),
        np.array(found["apart"]),
    )


def _paper_theme(name: ThemeName) -> Theme:
    """Return the theme of greys, or the theme of black patterns on white paper."""
    light = theme_of("light")
    grey = name == "grey"
    steps = np.arange(_FILLS)
    levels = np.rint(255 - _GREY_STEP * steps).astype(int).tolist()
    return Theme(
        name,
        tuple(f"#{x:02x}{x:02x}{x:02x}" for x in levels) if grey else ("#ffffff",) * _FILLS,
        light.ink,
        light.page,
        light.line,
        grey_of(light.conflict),
        grey_of(light.solved),
        grey_of(light.target),
        (light.pattern[0], 0.35 if grey else 1.0),
        # The patterns are told apart by their shapes, so any two of them are equally different.
        np.where(
            steps == steps[:, None], 0.0, np.abs(steps - steps[:, None]) * 4.0 if grey else 20.0
        ),
        patterned=not grey,
    )


def grey_of(colour: str) -> str:
    """Return the grey with the same luma as a colour.

    Examples
    --------
    >>> grey_of("#ff0000")
    '#4c4c4c'
    """
    red, green, blue = bytes.fromhex(colour[1:])
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def colours_of(colours: Mapping[str, _Colours], name: str) -> _Colours:
    """Return the colours of a theme; for a theme of greys, the greys of the light theme.

    Examples
    --------
    >>> colours_of({"light": ("#ff0000", "#ffffff"), "dark": ("#000000", "#111111")}, "grey")
    ('#4c4c4c', '#ffffff')
    """
    if name in colours or name == AUTO:
        return colours["light" if name == AUTO else name]
    found: Any = colours["light"]
    if isinstance(found, str):
        return grey_of(found)  # type: ignore[return-value]
    greys = map(grey_of, found)
    made = type(found)(*greys) if hasattr(found, "_fields") else type(found)(greys)
    return cast("_Colours", made)


@cache
def patterns() -> tuple[str, ...]:
    """Return the path data of the patterns in a tile of 1 x 1. The first pattern is empty."""
    return tuple(path for _, path in read_palette()["patterns"])


def pattern_lines(path: str) -> list[Polyline]:
    """Return the strokes of a pattern as polylines, for painters that cannot draw path data.

    Examples
    --------
    >>> pattern_lines("M0 1l1-1M.5 .5h0")
    [[(0.0, 1.0), (1.0, 0.0)], [(0.5, 0.5), (0.5, 0.5)]]
    """
    lines: list[Polyline] = []
    for command, rest in re.findall("([MLlhHvVa])([^A-Za-z]*)", path):
        values = [float(word) for word in re.findall(r"-?(?:\d*\.\d+|\d+)", rest)]
        if command == "M":
            lines.append([(values[0], values[1])])
            continue
        line = lines[-1]
        x, y = line[-1]
        if command == "l":
            for right, down in zip(values[::2], values[1::2], strict=True):
                x, y = x + right, y + down
                line.append((x, y))
        elif command == "a":  # a semicircle, the only arc in the patterns
            radius, right = values[0], values[5]
            start = math.pi if right > 0 else 0
            for step in range(1, 9):
                turn = start - math.pi * step / 8
                at = x + right / 2 + radius * math.cos(turn), y - radius * math.sin(turn)
                line.append(at)
        else:
            across = {"h": (x + values[0], y), "H": (values[0], y)}
            line.append((across | {"v": (x, y + values[0]), "V": (x, values[0])})[command])
    return lines


def fills_of(regions: ArrayLike, theme: Theme) -> list[int]:
    """Choose a fill for each region, so that neighbours are easy to distinguish.

    Up to 12 regions get different fills. With more regions, regions with the same fill are far
    apart. The same board always gets the same fills.

    Examples
    --------
    >>> fills_of([[0, 0], [1, 2]], theme_of("light"))
    [8, 1, 2]
    """
    cells = np.asarray(regions)
    near, far = _neighbours(cells)
    count = len(near)
    clash = 400 / (theme.apart + 1) ** 2  # cost of two fills next to each other
    fill = np.full(count, -1)
    one = np.eye(_FILLS)

    def costs(region: int) -> NDArray[np.float64]:
        """Return the cost of each fill for a region, with the current fills of the others."""
        others = np.flatnonzero((fill >= 0) & (np.arange(count) != region))
        chosen = fill[others]
        cost = near[region, others] @ clash[chosen] + far[region, others] @ one[chosen]
        return np.asarray(cost)

    # The region with the longest borders to filled regions comes first. Borders are counted in
    # whole sixths, so ties do not depend on the order of summation. The web page has the same rule.
    sixths = np.rint(6 * near)
    filled_border, total = np.zeros(count), sixths.sum(axis=1)
    for _ in range(count):
        waiting = np.flatnonzero(fill < 0)
        region = int(waiting[np.lexsort((waiting, -total[waiting], -filled_border[waiting]))[0]])
        cost = costs(region)
        if count <= _FILLS:
            cost[fill[fill >= 0]] = np.inf
        fill[region] = int(np.argmin(np.round(cost, 9)))
        filled_border += sixths[region]

    improved = True
    while improved:
        improved = (_swap if count <= _FILLS else _change)(fill, costs)
    return [int(x) for x in fill]


def _neighbours(cells: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weights of touching regions, and of equal fills for other pairs of regions."""
    count = int(cells.max()) + 1
    border: NDArray[np.float64] = np.zeros((count, count))
    touch = np.zeros((count, count), bool)
    for side, a, b in (
        (True, cells[:, 1:], cells[:, :-1]),
        (True, cells[1:], cells[:-1]),
        (False, cells[1:, 1:], cells[:-1, :-1]),
        (False, cells[1:, :-1], cells[:-1, 1:]),
    ):
        touch[a, b] = touch[b, a] = True
        if side:
            np.add.at(border, (a, b), 1)
            np.add.at(border, (b, a), 1)
    np.fill_diagonal(touch, False)
    near = (1 + np.minimum(border, 6) / 6) * touch.astype(np.float64)
    between = touch.astype(np.intp)
    far = np.where((between @ between > 0) & ~touch, 9.0, 1.0)
    np.fill_diagonal(far, 0)
    return near, far


def _swap(fill: NDArray[Any], costs: Any) -> bool:
    """Exchange the fills of two regions, or use a free fill, if this reduces the cost."""
    for a in range(len(fill)):
        here = costs(a)
        free = [f for f in range(_FILLS) if f not in fill]
        best = min(free, key=lambda f: here[f], default=None)
        if best is not None and here[best] < here[fill[a]] - 1e-9:
            fill[a] = best
            return True
        for b in range(a):
            before = costs(a)[fill[a]] + costs(b)[fill[b]]
            fill[a], fill[b] = fill[b], fill[a]
            if costs(a)[fill[a]] + costs(b)[fill[b]] < before - 1e-9:
                return True
            fill[a], fill[b] = fill[b], fill[a]
    return False


def _change(fill: NDArray[Any], costs: Any) -> bool:
    """Change each region to its cheapest fill, if this reduces the cost."""
    changed = False
    for region in range(len(fill)):
        cost = costs(region)
        best = int(np.argmin(np.round(cost, 9)))
        if cost[best] < cost[fill[region]] - 1e-9:
            fill[region], changed = best, True
    return changed

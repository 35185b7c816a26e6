"""Scenes: pictures as layers of outlines, discs and lines, before they are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["Layer", "Point", "Polyline", "Scene"]


Point = tuple[float, float]
Polyline = list[Point]


@dataclass
class Layer:
    """Shapes of one colour: filled outlines and discs, or lines of one width.

    Attributes
    ----------
    kind : str
        The kind of content. The class of the SVG path is ``fq-`` followed by this kind.
    colour : str
        The colour, ``'#rrggbb'``.
    title : str
        The name for screen readers, if any.
    outlines : list of polylines
        Filled shapes.
    discs : list of (x, y, radius)
        Filled circles.
    lines : list of polylines
        Lines.
    width : int
        The width of the lines in pixels.
    tile : str
        Path data of a pattern in a tile of 1 x 1. If it is given, the pattern is drawn inside the
        outlines instead of filling them.
    side : float
        The side of a tile in pixels.
    opacity : float
        The opacity of the pattern's strokes.
    """

    kind: str
    colour: str
    title: str = ""
    outlines: list[Polyline] = field(default_factory=list)
    discs: list[tuple[float, float, float]] = field(default_factory=list)
    lines: list[Polyline] = field(default_factory=list)
    width: int = 0
    tile: str = ""
    side: float = 0
    opacity: float = 1


@dataclass
class Scene:
    """A picture: groups of layers from back to front, each group with its own origin.

    Attributes
    ----------
    width, height : int
        The size in pixels.
    paper : bool
        Whether the background has a colour. Otherwise it is transparent.
    reach : (int, int)
        The least and the greatest y of any group, relative to its origin.
    groups : list of (x, y, layers)
        The origin and the layers of each group.
    page : str
        The background colour.
    title : str
        The title for screen readers.
    description : list of str
        Sentences for screen readers.
    texts : callable or None
        Returns the text chunks of a PNG file, by keyword.
    """

    width: int
    height: int
    paper: bool
    reach: tuple[int, int]
    groups: list[tuple[int, int, list[Layer]]] = field(default_factory=list)
    page: str = "#ffffff"
    title: str = ""
    description: list[str] = field(default_factory=list)
    texts: Callable[[], Mapping[str, str]] | None = None

"""A picture before it is painted: layers of outlines, discs and lines."""

from __future__ import annotations

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
        What it shows; the class of its path in SVG is this after ``fq-``.
    colour : str
        ``'#rrggbb'``.
    title : str
        Its name for screen readers, if any.
    outlines : list of polylines
        Filled shapes.
    discs : list of (x, y, radius)
        Filled circles.
    lines : list of polylines
        Lines, `width` pixels wide.
    width : int
        Of the lines.
    tile : str
        Path data of a pattern in a tile of 1 x 1, which is stroked over the outlines in their
        place, if given.
    side : float
        Of the tiles in pixels.
    opacity : float
        Of the pattern's strokes.
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
    """A picture: layers from back to front, in groups that are moved to their places.

    Attributes
    ----------
    width, height : int
        In pixels.
    paper : bool
        Whether the ground has a colour; otherwise it is transparent.
    reach : (int, int)
        The least and the greatest y of any group, measured from its place.
    groups : list of (x, y, layers)
        The place of each group, and its layers.
    page : str
        The colour of the ground.
    """

    width: int
    height: int
    paper: bool
    reach: tuple[int, int]
    groups: list[tuple[int, int, list[Layer]]] = field(default_factory=list)
    page: str = "#ffffff"

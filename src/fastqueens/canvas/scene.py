"""A picture before it is painted: layers of outlines, discs and lines."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Layer", "Point", "Polyline", "Scene"]


Point = tuple[float, float]
Polyline = list[Point]


@dataclass
class Layer:
    """Shapes of one colour: filled outlines and discs, or lines of one width."""

    kind: str
    colour: str
    title: str = ""
    outlines: list[Polyline] = field(default_factory=list)
    discs: list[tuple[float, float, float]] = field(default_factory=list)
    lines: list[Polyline] = field(default_factory=list)
    width: int = 0


@dataclass
class Scene:
    """A picture: layers from back to front, in groups that are moved to their places."""

    width: int
    height: int
    paper: bool
    reach: tuple[int, int]  # of a group, above and below its place
    groups: list[tuple[int, int, list[Layer]]] = field(default_factory=list)

"""Draws search trees: the root at the top and a box for each choice, without fonts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastqueens.canvas import stroke_font as glyphs
from fastqueens.canvas.png import to_png
from fastqueens.canvas.scene import Layer, Polyline, Scene
from fastqueens.canvas.style import Look, ThemeName
from fastqueens.canvas.svg import to_svg
from fastqueens.canvas.svg_document import SVGDocument, draw_svg
from fastqueens.canvas.themes import Theme, mix, theme_of

__all__ = ["Box", "TreeLayout", "place_boxes", "tree_png", "tree_svg"]

_HEIGHT = 11  # height of a capital
_PAD = 7  # space around a word
_BOX_HEIGHT = _HEIGHT + 2 * _PAD
_GAP = 10  # space between boxes
_ROW = 62  # distance between two depths
_MARGIN = 16


@dataclass(frozen=True, slots=True)
class Box:
    """A node to draw.

    Attributes
    ----------
    parent : int
        The number of the parent node, or -1 for the root. The root is the first node.
    label : str
        The text in its box.
    state : str
        ``"solution"``, ``"refuted"``, ``"failed"``, ``"inner"`` or ``"open"``.
    """

    parent: int
    label: str
    state: str


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The places of the boxes of a tree.

    Attributes
    ----------
    width, height : int
        The size of the picture.
    box_height : int
        The height of every box.
    boxes : list of (float, float, float)
        For each node the middle and the top of its box, and the width of the box.
    """

    width: int
    height: int
    box_height: int
    boxes: list[tuple[float, float, float]]


def place_boxes(nodes: Sequence[Box]) -> TreeLayout:
    """Place the boxes of a tree, the root at the top.

    Examples
    --------
    >>> layout = place_boxes([Box(-1, "start", "inner"), Box(0, "a1", "solution")])
    >>> [top for _, top, _ in layout.boxes]
    [16.0, 78.0]
    """
    places, width, depth = _places(nodes)
    height = depth * _ROW + _BOX_HEIGHT + 2 * _MARGIN
    boxes = [(x, y, _width(node)) for (x, y), node in zip(places, nodes, strict=True)]
    return TreeLayout(width, height, _BOX_HEIGHT, boxes)


def tree_svg(nodes: Sequence[Box], title: str, *, theme: ThemeName | None = None) -> SVGDocument:
    """Draw a tree as a standalone SVG document. Screen readers get a description of every node."""
    depths: list[int] = []
    description = []
    for number, node in enumerate(nodes):
        depths.append(depths[node.parent] + 1 if number else 0)
        description.append(f"Depth {depths[number]}: {node.label}, {node.state}.")
    if theme is not None:
        Look(theme=theme)  # refuses an unknown theme

    def draw(theme: ThemeName) -> str:
        drawn = _scene(nodes, theme_of(theme))
        drawn.title, drawn.description = title, description
        return to_svg(drawn)

    return draw_svg(draw, theme)


def tree_png(nodes: Sequence[Box], *, theme: ThemeName = "light") -> bytes:
    """Draw a tree as a PNG file."""
    return to_png(_scene(nodes, theme_of(Look(theme=theme).theme)))


def _scene(nodes: Sequence[Box], theme: Theme) -> Scene:
    layout = place_boxes(nodes)
    edges: list[Polyline] = []
    boxes: dict[str, list[Polyline]] = {}
    words: list[Polyline] = []
    crosses: list[Polyline] = []
    parents = {node.parent for node in nodes}
    for number, (node, (x, y, width)) in enumerate(zip(nodes, layout.boxes, strict=True)):
        half, bottom = width / 2, y + _BOX_HEIGHT
        if node.parent >= 0:
            above, top, _ = layout.boxes[node.parent]
            edges.append([(above, top + _BOX_HEIGHT), (x, y)])
        box = [(x - half, y), (x + half, y), (x + half, bottom), (x - half, bottom)]
        boxes.setdefault(node.state, []).append(box)
        words += glyphs.write(node.label, x, y + _PAD, _HEIGHT, 0.5)
        if (
            node.state in ("refuted", "failed") and number not in parents
        ):  # a leaf without a solution
            for side in (-4, 4):
                crosses.append([(x - side, bottom + 4), (x + side, bottom + 12)])
    fills = {
        "solution": mix(theme.page, theme.solved, 0.25),
        "refuted": mix(theme.page, theme.conflict, 0.35),
        "failed": mix(theme.page, theme.ink, 0.18),
    }
    layers = [
        Layer("edge", mix(theme.page, theme.ink, 0.5), lines=edges, width=1),
    ]
    for state, outlines in boxes.items():
        layers.append(Layer(state, fills.get(state, theme.page), outlines=outlines))
        closed = [[*box, box[0]] for box in outlines]
        solved = state == "solution"
        colour, thick = (theme.solved, 3) if solved else (theme.ink, 1)
        layers.append(Layer(f"{state}-frame", colour, lines=closed, width=thick))
    layers.append(Layer("word", theme.ink, lines=words, width=1))
    layers.append(Layer("cross", theme.conflict, lines=crosses, width=2))
    layers = [layer for layer in layers if layer.outlines or layer.lines]
    height = layout.height
    return Scene(layout.width, height, True, (0, height), [(0, 0, layers)], theme.page)


def _width(node: Box) -> float:
    return glyphs.width(node.label, _HEIGHT) + 2 * _PAD


def _places(nodes: Sequence[Box]) -> tuple[list[tuple[float, float]], int, int]:
    """Return the middle of the top edge of each box, the width of the picture, and the depth.

    Leaves are side by side in order. A node is above the middle of its children; if it would
    overlap its left neighbour, its whole subtree moves to the right.
    """
    children_of: list[list[int]] = [[] for _ in nodes]
    depths = [0] * len(nodes)
    for number, node in enumerate(nodes):
        if number:
            children_of[node.parent].append(number)
            depths[number] = depths[node.parent] + 1
    middles = [0.0] * len(nodes)
    # The right end of the placed boxes at each depth. Children are placed before their parents.
    free = [float(_MARGIN)] * (max(depths) + 1)
    for number in _postorder(children_of):
        half = _width(nodes[number]) / 2
        least = free[depths[number]] + half
        children = children_of[number]
        middle = (middles[children[0]] + middles[children[-1]]) / 2 if children else least
        if middle < least:
            _shift(children, children_of, middles, least - middle)
            for child in _descendants(children, children_of):
                end = middles[child] + _width(nodes[child]) / 2 + _GAP
                free[depths[child]] = max(free[depths[child]], end)
            middle = least
        middles[number] = middle
        free[depths[number]] = middle + half + _GAP
    width = max(x + _width(node) / 2 for x, node in zip(middles, nodes, strict=True)) + _MARGIN
    places = [(x, float(_MARGIN + d * _ROW)) for x, d in zip(middles, depths, strict=True)]
    return places, round(width + 0.5), max(depths)


def _postorder(children_of: list[list[int]]) -> list[int]:
    """Return the numbers of all nodes from left to right, each after its children."""
    order, stack = [], [0]
    while stack:
        number = stack.pop()
        order.append(number)
        stack += children_of[number]
    return order[::-1]


def _descendants(numbers: list[int], children_of: list[list[int]]) -> list[int]:
    """Return nodes and all their descendants."""
    found = list(numbers)
    for number in found:
        found += children_of[number]
    return found


def _shift(
    numbers: list[int], children_of: list[list[int]], middles: list[float], by: float
) -> None:
    """Move nodes and all their descendants to the right."""
    for number in _descendants(numbers, children_of):
        middles[number] += by

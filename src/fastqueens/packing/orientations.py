"""Shapes of pieces: how they turn, and which symmetries a board has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

__all__ = ["PLANE", "PYRAMID", "TURNS", "Shape", "settle", "shape_of", "symmetries"]


Int = NDArray[np.int32]
# The course's order of turns: the new (x, y) of a cell at (x, y), x to the right, y down.
TURNS = (
    ((1, 0), (0, 1)),
    ((-1, 0), (0, 1)),
    ((1, 0), (0, -1)),
    ((0, 1), (-1, 0)),
    ((0, 1), (1, 0)),
    ((0, -1), (-1, 0)),
    ((-1, 0), (0, -1)),
    ((0, -1), (1, 0)),
)
# (step of a column, step of a row), each as (layer, row, column).
PLANE = (((0, 0, 1), (0, 1, 0)),)
PYRAMID = (*PLANE, ((1, 0, 0), (1, -1, -1)), ((1, -1, 0), (1, 0, -1)))
Shape = tuple[tuple[int, int], ...]


def shape_of(cells: Iterable[tuple[int, int]]) -> Shape:
    """Return what a piece and all its turned and mirrored copies have in common.

    Examples
    --------
    >>> shape_of([(0, 0), (0, 1), (1, 1)]) == shape_of([(5, 5), (6, 5), (6, 4)])
    True
    """
    cells = list(cells)
    return min(settle([(c * a + r * b, c * d + r * e) for r, c in cells])
               for (a, b), (d, e) in TURNS)  # fmt: skip


def settle(points: Sequence[tuple[int, int]]) -> Shape:
    """Move points so that the least row and column are 0, and sort them."""
    x, y = min(p[0] for p in points), min(p[1] for p in points)
    return tuple(sorted((u - x, v - y) for u, v in points))


def symmetries(cells: Sequence[tuple[int, int, int]]) -> list[Int]:
    """Return the permutations of cells by the board's rotations and reflections, once each.

    Layers stay where they are. The identity comes first.

    Examples
    --------
    >>> len(symmetries([(0, 0, 0), (0, 0, 1), (0, 1, 0)]))
    2
    """
    numbers = {cell: i for i, cell in enumerate(cells)}
    layers: dict[int, list[tuple[int, int]]] = {}
    for layer, row, column in cells:
        layers.setdefault(layer, []).append((row, column))
    corner = {
        layer: (
            min(p[0] for p in x) + max(p[0] for p in x),
            min(p[1] for p in x) + max(p[1] for p in x),
        )
        for layer, x in layers.items()
    }  # the sums of the first and last row and column: twice the centre
    found: dict[tuple[int, ...], Int] = {}
    for transposed, flip_rows, flip_columns in product((False, True), repeat=3):
        image = []
        for layer, row, column in cells:
            rows, columns = corner[layer]
            # coordinates from the centre, doubled: those of a transposed board change places
            y, x = 2 * row - rows, 2 * column - columns
            if transposed:
                y, x = x, y
            y, x = y * (-1) ** flip_rows + rows, x * (-1) ** flip_columns + columns
            to = numbers.get((layer, y // 2, x // 2)) if not (y % 2 or x % 2) else None
            if to is None:
                break
            image.append(to)
        else:
            found.setdefault(tuple(image), np.array(image, np.int32))
    return list(found.values())

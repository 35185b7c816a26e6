"""Orientations of pieces, and symmetries of boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "PLANE",
    "PYRAMID",
    "TURNS",
    "Shape",
    "canonical_shape",
    "combined_turns",
    "normalise",
    "symmetries",
]


Int = NDArray[np.int32]
# The 8 orientations as matrices that map the (x, y) of a cell (x to the right, y down). The order
# is the one of the IQ Puzzler report.
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
# For each plane in which a piece can lie: the step (layer, row, column) to the next column of the
# piece, and the step to its next row.
PLANE = (((0, 0, 1), (0, 1, 0)),)
PYRAMID = (*PLANE, ((1, 0, 0), (1, -1, -1)), ((1, -1, 0), (1, 0, -1)))
Shape = tuple[tuple[int, int], ...]
Point = TypeVar("Point", bound=tuple[int, ...])


def canonical_shape(cells: Iterable[tuple[int, int]]) -> Shape:
    """Return the least orientation of a piece: equal for all its rotations and reflections.

    Examples
    --------
    >>> canonical_shape([(0, 0), (0, 1), (1, 1)]) == canonical_shape([(5, 5), (6, 5), (6, 4)])
    True
    """
    cells = list(cells)
    return min(normalise([(c * a + r * b, c * d + r * e) for r, c in cells])
               for (a, b), (d, e) in TURNS)  # fmt: skip


def combined_turns(planes: int) -> NDArray[np.uint8]:
    """Return the turn that results if a piece in turn b is turned by a, as an array [a, b].

    A turn of a piece that can lie in several planes is 8 times the number of the plane, plus the
    number of the orientation. The result lies in the plane of a.

    Examples
    --------
    >>> combined_turns(1)[3].tolist()  # a quarter turn
    [3, 4, 5, 6, 2, 1, 7, 0]
    """
    matrices = np.array(TURNS)
    products = matrices[:, None] @ matrices
    one_plane = (products[:, :, None] == matrices).all(axis=(3, 4)).argmax(axis=2)
    blocks = [np.tile(one_plane + 8 * plane, planes) for plane in range(planes)]
    return np.concatenate(blocks).astype(np.uint8)


def normalise(points: Sequence[Point]) -> tuple[Point, ...]:
    """Move points so that the least coordinate on each axis is 0, and sort them."""
    least = [min(axis) for axis in zip(*points, strict=True)]
    moved = (tuple(x - low for x, low in zip(p, least, strict=True)) for p in points)
    return tuple(sorted(cast(Iterator[Point], moved)))


def symmetries(cells: Sequence[tuple[int, int, int]]) -> list[Int]:
    """Return the distinct permutations of the cells under rotations and reflections of the board.

    Each layer is mapped to itself. The identity comes first.

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
    }  # twice the centre: first plus last row, first plus last column
    found: dict[tuple[int, ...], Int] = {}
    for transposed, flip_rows, flip_columns in product((False, True), repeat=3):
        image = []
        for layer, row, column in cells:
            rows, columns = corner[layer]
            # twice the coordinates from the centre; a transposition exchanges them
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

"""Geometry of pieces in space: rotations, placements, and symmetries of containers.

A cell is (layer, row, column). A rotation is a matrix that maps such a triple; the 24 rotations of
a cube come first in `ROTATIONS`, then the 24 rotations of the mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

__all__ = ["ROTATIONS", "canonical_solid", "orientations", "place_everywhere", "space_symmetries"]

Int = NDArray[np.int32]
Place = tuple[int, int, int]
Coloured = tuple[tuple[int, int, int, int], ...]  # (layer, row, column, colour) of each cell


def _list_rotations() -> tuple[tuple[Place, Place, Place], ...]:
    found: dict[bool, list[tuple[Place, Place, Place]]] = {False: [], True: []}
    for axes in permutations(range(3)):
        odd = sum(a > b for i, a in enumerate(axes) for b in axes[i + 1 :]) % 2
        for signs in product((1, -1), repeat=3):
            rows = [[0, 0, 0] for _ in range(3)]
            for row, (axis, sign) in enumerate(zip(axes, signs, strict=True)):
                rows[row][axis] = sign
            mirrored = (odd + signs.count(-1)) % 2 == 1
            a, b, c = ((x, y, z) for x, y, z in rows)
            found[mirrored].append((a, b, c))
    return (*found[False], *found[True])


ROTATIONS = _list_rotations()
_MATRICES = np.array(ROTATIONS).transpose(0, 2, 1)  # to be multiplied from the right


def orientations(
    cells: Sequence[Place], colours: Sequence[int] = (), *, reflect: bool, mirrored: bool = False
) -> set[Coloured]:
    """Return the distinct rotations of a piece, each moved to the corner of its box and sorted.

    Parameters
    ----------
    cells, colours
        The cells of the piece and their colours; without colours, all are 0.
    reflect : bool
        Whether to add the rotations of the mirror image.
    mirrored : bool
        Whether to return the rotations of the mirror image instead of those of the piece.

    Examples
    --------
    >>> screw = [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
    >>> len(orientations(screw, reflect=False)), len(orientations(screw, reflect=True))
    (12, 24)
    """
    points = np.array(cells, np.int64).reshape(-1, 3)
    chosen = _MATRICES if reflect else _MATRICES[24:] if mirrored else _MATRICES[:24]
    turned = points @ chosen
    turned -= turned.min(axis=1, keepdims=True)
    # The cells of an orientation are sorted as numbers that hold the coordinates and the colour.
    side, shades = int(turned.max()) + 1, 1 + max(colours, default=0)
    keys = (turned[:, :, 0] * side + turned[:, :, 1]) * side + turned[:, :, 2]
    keys = np.sort(keys * shades + np.array(colours or [0] * len(cells)), axis=1)
    distinct = np.array(sorted(set(map(tuple, keys.tolist()))))
    spots, paint = np.divmod(distinct, shades)
    rest, column = np.divmod(spots, side)
    whole = np.stack([*np.divmod(rest, side), column, paint], axis=2)
    return {tuple(map(tuple, orientation)) for orientation in whole.tolist()}


@lru_cache(maxsize=1024)
def canonical_solid(
    cells: tuple[Place, ...],
    colours: tuple[int, ...] = (),
    *,
    reflect: bool,
    mirrored: bool = False,
) -> Coloured:
    """Return the least orientation of a piece: equal for pieces that are interchangeable.

    Examples
    --------
    >>> bar = ((0, 0, 0), (1, 0, 0))
    >>> canonical_solid(bar, reflect=False)
    ((0, 0, 0, 0), (0, 0, 1, 0))
    """
    return min(orientations(cells, colours, reflect=reflect, mirrored=mirrored))


def place_everywhere(
    numbers: NDArray[np.int16], shapes: Iterable[Coloured], permits: NDArray[np.bool_] | None = None
) -> Int:
    """Return the cells of all placements of some orientations; each placement is sorted.

    Orientations that cover the same cells are one placement.

    Parameters
    ----------
    numbers : ndarray of int16, shape (layers, rows, columns)
        The number of the cell at each point of the box, -1 for no cell.
    shapes : iterable
        The orientations of a piece, at the corner of their boxes.
    permits : ndarray of bool, shape (colours, cells), optional
        Whether a cell of each colour may lie on each cell.

    Examples
    --------
    >>> row = np.arange(3, dtype=np.int16).reshape(1, 1, 3)
    >>> place_everywhere(row, [((0, 0, 0, 0), (0, 0, 1, 0))]).tolist()
    [[0, 1], [1, 2]]
    """
    found = []
    size = 0
    for shape in shapes:
        size = len(shape)
        extent = [1 + max(cell[k] for cell in shape) for k in range(3)]
        room = [whole - part + 1 for whole, part in zip(numbers.shape, extent, strict=True)]
        if min(room) < 1:
            continue
        covered = np.stack(
            [
                numbers[z : z + room[0], y : y + room[1], x : x + room[2]].ravel()
                for z, y, x, _ in shape
            ],
            axis=1,
        )
        fits = (covered >= 0).all(axis=1)
        if permits is not None:
            colours = np.array([cell[3] for cell in shape])
            fits &= permits[colours, covered].all(axis=1)
        found.append(covered[fits])
    if not found:
        return np.empty((0, size), np.int32)
    placements: Int = np.sort(np.concatenate(found).astype(np.int32), axis=1)
    placements = placements[np.lexsort(placements.T[::-1])]
    if permits is None:
        return placements
    # Two orientations that differ only in their colours may cover the same cells.
    new = np.ones(len(placements), bool)
    new[1:] = (placements[1:] != placements[:-1]).any(axis=1)
    return placements[new]


def space_symmetries(
    cells: Sequence[Place], marks: Mapping[Place, object]
) -> list[tuple[Int, bool]]:
    """Return the symmetries of a container, each with whether it is a reflection.

    A symmetry is a permutation of the cells that maps each cell to a cell of the same mark. The
    identity comes first, then the other rotations, then the reflections. A flat container, which
    is its own mirror image, has each permutation twice: as a rotation and as a reflection.

    Examples
    --------
    >>> [mirrored for _, mirrored in space_symmetries([(0, 0, 0), (0, 0, 1)], {})].count(False)
    2
    """
    points = np.array(cells, np.int64)
    centre = points.min(axis=0) + points.max(axis=0)  # twice the centre
    width = int(points.max()) + 1
    numbers = np.full((width,) * 3, -1, np.int32)
    numbers[tuple(points.T)] = np.arange(len(points))
    names = {mark: k for k, mark in enumerate({marks.get(cell): None for cell in cells})}
    paint = np.array([names[marks.get(cell)] for cell in cells])
    found: dict[tuple[bytes, bool], tuple[Int, bool]] = {}
    for k, matrix in enumerate(ROTATIONS):
        turned = (2 * points - centre) @ np.array(matrix).T + centre
        if (turned % 2).any() or turned.min() < 0 or turned.max() >= 2 * width:
            continue
        image: Int = numbers[tuple(turned.T // 2)]
        if (image >= 0).all() and (paint[image] == paint).all():
            found.setdefault((image.tobytes(), k >= 24), (image, k >= 24))
    return list(found.values())

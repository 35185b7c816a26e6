"""Where a board lies that has no lines between its cells: regions are blocks of one colour.

The ends of blocks lie where cells end. Blocks that touch, and fill a square together, are a board
of n rows if all their ends lie on the lines that cut its sides into n parts, and on most of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.load import Pixels

__all__ = ["block_grids"]

_STEEP = (16, 8, 64)  # how far the values of neighbouring pixels differ at an edge, of 255
_TOUCH = 7  # pixels between blocks that touch: edges are three wide, and blurred
_SIDE = 10  # pixels of the smallest block
_APART = _SIDE // 3  # pixels between the lines on which blocks are looked at
_LEAST, _MOST = 4, 25  # rows of a board
_NEAR = 0.2  # of a cell, from an end to its line
_HITS = 0.85  # of the ends are near a line
_USED = 0.6  # of the lines have ends
_AROUND = 4  # blocks around one another, of which the board lies in the innermost
_Floats = NDArray[np.float64]


def block_grids(pixels: Pixels) -> Iterator[tuple[int, _Floats]]:
    """Find boards of blocks that are not turned.

    Parameters
    ----------
    pixels : ndarray
        The picture.

    Yields
    ------
    n : int
        Rows and columns.
    matrix : ndarray, shape (3, 3)
        From (column, row), 0 to n, to (x, y) in pixels.
    """
    edges = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    red, green, blue = cv2.split(edges)
    steep = cv2.max(cv2.max(red, green), blue)  # NumPy's takes four times as long
    for threshold in _STEEP:
        yield from _in_blocks((steep < threshold).astype(np.uint8))


def _in_blocks(flat: Pixels) -> Iterator[tuple[int, _Floats]]:
    """Yield the grids that the flat parts of a picture make."""
    _, labels, found, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    large = np.minimum(found[:, 2], found[:, 3]) >= _SIDE
    large[0] = False  # the edges
    order = np.flatnonzero(large)
    order = order[np.argsort(-(found[order, 2].astype(np.int64) * found[order, 3]), kind="stable")]
    if not _LEAST <= len(order) <= 400:
        return
    number = np.full(len(found), -1)
    number[order] = np.arange(len(order))
    boxes = found[order, :4].astype(np.float64)
    touching = _touching(labels, number, len(order))
    for around in range(min(_AROUND, len(order) - _LEAST) + 1):
        for group in _groups(touching, around):
            yield from _grids(boxes[group])


def _touching(labels: NDArray[np.intp], number: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """Return which blocks lie side by side, but for an edge; few lines of pixels tell."""
    touching = np.zeros((count, count), bool)
    for view in (labels[:, ::_APART].T.copy(), labels[::_APART].copy()):
        found = number[view]
        one, other = found[:, :-_TOUCH], found[:, _TOUCH:]
        both = (one != other) & (one >= 0) & (other >= 0)
        touching[one[both], other[both]] = True
    return touching | touching.T


def _groups(touching: NDArray[np.bool_], start: int) -> Iterator[list[int]]:
    """Yield which blocks hang together, without the first ones."""
    unseen = set(range(start, len(touching)))
    while unseen:
        stack = [unseen.pop()]
        group = []
        while stack:
            here = stack.pop()
            group.append(here)
            near = unseen.intersection(np.flatnonzero(touching[here]).tolist())
            unseen -= near
            stack += near
        if len(group) >= _LEAST:
            yield group


def _grids(boxes: _Floats) -> Iterator[tuple[int, _Floats]]:
    """Yield the grid whose lines the ends of blocks lie on."""
    low = boxes[:, :2]
    high = low + boxes[:, 2:] - 1
    ends = np.concatenate([low, high])
    first, size = ends.min(axis=0), np.ptp(ends, axis=0)
    if size.max() > 1.1 * size.min() or size.min() < _LEAST * _SIDE:
        return
    for n in range(_LEAST, _MOST + 1):
        whole = boxes[:, 2:].min(axis=1) > 0.6 * size.min() / n  # the others are pieces of signs
        own = ends[np.tile(whole, 2)]
        at = (own - first) / size * n
        line = np.rint(at)
        near = np.abs(at - line) < _NEAR
        if whole.sum() < 0.6 * n or near.mean() < _HITS:
            continue
        matrix = np.eye(3)
        for axis in (0, 1):
            x, y = line[near[:, axis], axis], own[near[:, axis], axis]
            if len(np.unique(x)) < _USED * (n + 1):
                break
            slope, start = np.polyfit(x, y, 1)
            matrix[axis, axis], matrix[axis, 2] = slope, start
        else:
            yield n, matrix
            return

"""Find boards without lines between cells, where each region is a block of one colour.

The ends of a block lie on the borders of cells. Touching blocks that together fill a square are a
board of n rows if nearly all their ends lie on the lines of an n x n grid over this square, and
most lines of that grid have such an end.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.load import Pixels
from fastqueens.queens.vision.scaling import find_gradient

__all__ = ["find_borderless_grids"]

_EDGE_THRESHOLDS = (16, 8, 64)  # minimum difference between neighbouring pixels at an edge, of 255
_MAX_GAP = 7  # maximum pixels between touching blocks: edges are three pixels wide and blurred
_MIN_BLOCK_SIDE = 10  # minimum side of a block, in pixels
_SCAN_STEP = _MIN_BLOCK_SIDE // 3  # pixels between the scan lines that search for touching blocks
_MIN_ROWS, _MAX_ROWS = 4, 25  # smallest and largest number of rows of a board
_MAX_OFFSET = 0.2  # maximum distance from the end of a block to a grid line, in cells
_MIN_ALIGNED = 0.85  # minimum share of the block ends that lie near a grid line
_MIN_USED_LINES = 0.6  # minimum share of the grid lines that have a block end
_MAX_SURROUNDING = 4  # maximum number of nested blocks around a board
_Floats = NDArray[np.float64]


def find_borderless_grids(pixels: Pixels) -> Iterator[tuple[int, _Floats]]:
    """Yield (n, matrix from cells to pixels) of boards made of axis-parallel blocks."""
    gradient = find_gradient(pixels)
    for threshold in _EDGE_THRESHOLDS:
        yield from _grids_of_blocks((gradient < threshold).astype(np.uint8))


def _grids_of_blocks(flat: Pixels) -> Iterator[tuple[int, _Floats]]:
    """Yield the grids formed by the flat (edge-free) parts of a picture."""
    _, labels, found, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    large = np.minimum(found[:, 2], found[:, 3]) >= _MIN_BLOCK_SIDE
    large[0] = False  # label 0 is the edge pixels
    order = np.flatnonzero(large)
    order = order[np.argsort(-(found[order, 2].astype(np.int64) * found[order, 3]), kind="stable")]
    if not _MIN_ROWS <= len(order) <= 400:
        return
    number = np.full(len(found), -1)
    number[order] = np.arange(len(order))
    boxes = found[order, :4].astype(np.float64)
    touching = _find_touching(labels, number, len(order))
    for around in range(min(_MAX_SURROUNDING, len(order) - _MIN_ROWS) + 1):
        for group in _connected_groups(touching, around):
            yield from _fit_grid(boxes[group])


def _find_touching(
    labels: NDArray[np.intp], number: NDArray[np.intp], count: int
) -> NDArray[np.bool_]:
    """Return which pairs of blocks are separated only by an edge, tested on some scan lines."""
    touching = np.zeros((count, count), bool)
    for view in (labels[:, ::_SCAN_STEP].T.copy(), labels[::_SCAN_STEP].copy()):
        found = number[view]
        one, other = found[:, :-_MAX_GAP], found[:, _MAX_GAP:]
        both = (one != other) & (one >= 0) & (other >= 0)
        touching[one[both], other[both]] = True
    return touching | touching.T


def _connected_groups(touching: NDArray[np.bool_], start: int) -> Iterator[list[int]]:
    """Yield the connected groups of the blocks from number `start` on."""
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
        if len(group) >= _MIN_ROWS:
            yield group


def _fit_grid(boxes: _Floats) -> Iterator[tuple[int, _Floats]]:
    """Yield the grid on whose lines the ends of the blocks lie, if there is one."""
    low = boxes[:, :2]
    high = low + boxes[:, 2:] - 1
    ends = np.concatenate([low, high])
    first, size = ends.min(axis=0), np.ptp(ends, axis=0)
    if size.max() > 1.1 * size.min() or size.min() < _MIN_ROWS * _MIN_BLOCK_SIDE:
        return
    for n in range(_MIN_ROWS, _MAX_ROWS + 1):
        # Smaller blocks are parts of symbols.
        whole = boxes[:, 2:].min(axis=1) > 0.6 * size.min() / n
        own = ends[np.tile(whole, 2)]
        at = (own - first) / size * n
        line = np.rint(at)
        near = np.abs(at - line) < _MAX_OFFSET
        if whole.sum() < 0.6 * n or near.mean() < _MIN_ALIGNED:
            continue
        matrix = np.eye(3)
        for axis in (0, 1):
            x, y = line[near[:, axis], axis], own[near[:, axis], axis]
            if len(np.unique(x)) < _MIN_USED_LINES * (n + 1):
                break
            slope, start = np.polyfit(x, y, 1)
            matrix[axis, axis], matrix[axis, 2] = slope, start
        else:
            yield n, matrix
            return

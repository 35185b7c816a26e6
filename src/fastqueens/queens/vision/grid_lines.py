"""Where a grid of cells lies in a picture.

Cells are looked for, not lines: a cell is a patch without edges, about square, and a board is many
of one size, side by side. That asks for no colours, no frame and no straight picture, and whatever
stands around the board does not matter. A cell that holds a crown is still one patch, the ground
around the crown; a few cells that are torn apart or run together are filled in from the others.

OpenCV does the work on pixels. Tried: scipy.ndimage with NumPy, on 1080 x 2400 pixels in the same
run: edges in 74 ms for 20, labels with boxes and areas in 109 ms for 72, the import in 1.1 s for
0.06; both take about 150 MB of disk.

Tried and lost: the marks in cells as a grid of their own at double scale, for cells that crosses
tear apart (slow, and no picture more was read); a larger grid of blocks overrules any board (it
refused a right 9 x 9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.borderless import block_grids
from fastqueens.queens.vision.load import Pixels

__all__ = ["LEAST", "MOST", "Lattice", "lattices"]

LEAST, MOST = 4, 25  # rows of a board
_SIDE = 5  # pixels of the smallest patch
_CROWD = 1500  # patches of one size: a page of text, or noise
_SEEN = 0.45  # of the cells must be found, and nearly all of a small board
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A grid of n x n cells.

    Attributes
    ----------
    n : int
        Rows and columns.
    matrix : ndarray, shape (3, 3)
        The homography from (column, row), 0 to n, to (x, y) in pixels; a pixel's centre is a whole
        number.
    pitch : float
        Pixels from a cell to the next, about.
    seen : int
        How many cells were found; the others are filled in.
    """

    n: int
    matrix: _Floats
    pitch: float
    seen: int

    def pixels(self, points: _Floats) -> _Floats:
        """Return where (column, row) points lie in the picture, shape (k, 2)."""
        return _through(self.matrix, points)


def _through(matrix: _Floats, points: _Floats) -> _Floats:
    wide = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    found: _Floats = wide[:, :2] / wide[:, 2:]
    return found


@dataclass(frozen=True, slots=True)
class _Way:
    """How edges are looked for."""

    threshold: int  # how far the values of neighbouring pixels differ at an edge, of 255
    close: int = 0  # pixels by which edges are thickened, to close the gaps of dashed lines
    scale: float = 1  # of the picture; less than 1 for large ones, more for small ones
    blur: int = 0  # of the noise of photos
    things: bool = False  # look for what stands on flat ground instead: framed cells, or marks
    ground: bool = False  # look for what has not the commonest colour: cells with gaps, full or not


_BLOCKS_AFTER = _Way(30)  # boards without lines are looked for when these ways found none
_LARGE, _SMALL = 1400, 900  # pixels of the longer side
_WAYS = (
    _Way(16, scale=1 / 2),
    _Way(16),
    _Way(8),
    _Way(30),
    _Way(30, scale=2),
    _Way(14, scale=2),
    _Way(12, close=1),
    _Way(10, close=2),
    _Way(12, scale=1 / 2, blur=5),
    _Way(8, scale=1 / 3, blur=5),
    _Way(20, things=True),
    _Way(40, scale=1 / 2, ground=True),
)


def lattices(pixels: Pixels) -> Iterator[Lattice]:
    """Find grids of cells, in the most usual ways first; no grid comes twice.

    Parameters
    ----------
    pixels : ndarray
        The picture.

    Yields
    ------
    Lattice
    """
    known: list[Lattice] = []
    tried = set()
    sights: dict[tuple[float, int], tuple[Pixels, Pixels, _Floats]] = {}
    longest = max(pixels.shape[:2])
    for way in _WAYS:
        if way.scale > 1 and longest > _LARGE:
            continue  # its cells are large, or too many
        if (way.scale < 1 and longest < _LARGE) or (way.scale > 1 and longest > _SMALL):
            way = replace(way, scale=1)
        if way in tried:
            continue
        tried.add(way)
        sight = way.scale, way.blur
        if sight not in sights:
            sights.clear()  # the ways of one sight follow one another, mostly
            scaled, back = _prepared(pixels, way)
            sights[sight] = scaled, _steepness(scaled), back
        scaled, steep, back = sights[sight]
        for lattice in _seen(scaled, steep, way):
            matrix = back @ lattice.matrix
            found = replace(lattice, matrix=matrix, pitch=lattice.pitch / way.scale)
            if not any(_alike(found, other) for other in known) and _within(found, pixels):
                known.append(found)
                yield found
        if way == _BLOCKS_AFTER:
            for n, matrix in block_grids(pixels):
                found = Lattice(n, matrix, float(matrix[0, 0]), n * n)
                if not any(_alike(found, other) for other in known) and _within(found, pixels):
                    known.append(found)
                    yield found


def _prepared(pixels: Pixels, way: _Way) -> tuple[Pixels, _Floats]:
    """Return the picture as a way wants it, and the matrix from its pixels to the picture's."""
    height, width = pixels.shape[:2]
    if way.scale != 1:
        size = (round(width * way.scale), round(height * way.scale))
        how = cv2.INTER_AREA if way.scale < 1 else cv2.INTER_CUBIC
        pixels = cv2.resize(pixels, size, interpolation=how)
    if way.blur:
        pixels = cv2.GaussianBlur(pixels, (way.blur, way.blur), 0)
    across, down = width / pixels.shape[1], height / pixels.shape[0]
    # The centre of a pixel is a whole number, before and after.
    back = [[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]]
    return pixels, np.array(back, float)


def _corners(lattice: Lattice) -> _Floats:
    n = lattice.n
    return lattice.pixels(np.array([[0, 0], [n, 0], [n, n], [0, n]], float))


def _alike(one: Lattice, other: Lattice) -> bool:
    if one.n != other.n:
        return False
    away = float(np.abs(_corners(one) - _corners(other)).max())
    return away < 0.25 * one.pitch


def _within(lattice: Lattice, pixels: Pixels) -> bool:
    """Tell whether a grid lies in the picture, but for a little of its frame."""
    corners, spare = _corners(lattice), 0.2 * lattice.pitch
    height, width = pixels.shape[:2]
    return bool((corners > -spare).all() and (corners < (width + spare, height + spare)).all())


def _seen(pixels: Pixels, steep: Pixels, way: _Way) -> Iterator[Lattice]:
    """Find grids of cells in one way, those that cover most of the picture first."""
    patches = _patches(pixels, steep, way)
    reach = 3.0 if way.things else 1.7  # marks are far smaller than their cells
    taken = np.zeros(len(patches), bool)
    for chosen in _sizes(patches):
        if taken[chosen].mean() > 0.5:
            continue
        for members, cells in _linked(patches[chosen], reach):
            found = list(_fit(patches[chosen][members], cells))
            if found:
                taken[np.flatnonzero(chosen)[members]] = True
            yield from found


def _patches(pixels: Pixels, steep: Pixels, way: _Way) -> _Floats:
    """Return (x, y, width, height) of the square patches without edges; x, y is the centre.

    Of what stands on flat ground if that is asked for.
    """
    flat = _off_ground(pixels, way.threshold) if way.ground else _without_edges(steep, way)
    _, _, found, _ = cv2.connectedComponentsWithStats(flat, connectivity=8 if way.things else 4)
    left, top, width, height, area = found.T.astype(np.float64)
    most = max(pixels.shape[:2]) / LEAST * 1.2
    square = (
        (np.minimum(width, height) >= _SIDE)
        & (np.maximum(width, height) <= most)
        & (np.maximum(width, height) <= 1.35 * np.minimum(width, height) + 1)
        & (area >= (0.1 if way.things else 0.25) * width * height)
    )
    square[0] = False  # the edges
    centres = np.column_stack([left + (width - 1) / 2, top + (height - 1) / 2])
    patches: _Floats = np.column_stack([centres, width, height])[square]
    return patches


def _off_ground(pixels: Pixels, threshold: int) -> Pixels:
    """Return which pixels differ from the commonest colour of a picture."""
    coarse = (pixels[::2, ::2] >> 4).astype(np.int32)
    number = np.bincount((coarse @ np.array([256, 16, 1], np.int32)).ravel())
    kind = int(number.argmax())
    ground = np.array([kind >> 8, kind >> 4 & 15, kind & 15]) * 16.0 + 8
    low, high = np.clip(ground - threshold, 0, 255), np.clip(ground + threshold, 0, 255)
    found: Pixels = 1 - cv2.inRange(pixels, low, high) // 255
    return found


def _steepness(pixels: Pixels) -> Pixels:
    """Return how far the values around each pixel differ, in the channel where they do most."""
    each = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    red, green, blue = cv2.split(each)
    found: Pixels = cv2.max(cv2.max(red, green), blue)  # NumPy's takes four times as long
    return found


def _without_edges(steep: Pixels, way: _Way) -> Pixels:
    """Return which pixels are no edges, or which are if that is asked for."""
    flat: Pixels = cv2.threshold(steep, way.threshold, 1, cv2.THRESH_BINARY_INV)[1]
    if way.close:
        flat = cv2.erode(flat, np.ones((2 * way.close + 1,) * 2, np.uint8))
    if way.things:
        flat = 1 - flat
    return flat


def _sizes(patches: _Floats) -> Iterator[NDArray[np.bool_]]:
    """Yield which patches are about of one size: the sizes that cover most first."""
    if len(patches) < LEAST * 2:
        return
    side = np.sqrt(patches[:, 2] * patches[:, 3])
    order = np.sort(side)
    upper = np.searchsorted(order, order * 1.3 + 1.5, "right")
    number = upper - np.arange(len(order))
    area = np.concatenate([[0], np.cumsum(order**2)])
    cover = (area[upper] - area[:-1]) * (number >= LEAST * 2)
    for _ in range(4):
        best = int(cover.argmax())
        if not cover[best]:
            return
        low, high = order[best], order[upper[best] - 1]
        yield (side >= low) & (side <= high)
        cover[(order >= low / 1.25) & (order <= high)] = 0


def _linked(patches: _Floats, reach: float) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield which patches stand side by side in rows and columns, and their (column, row)."""
    centres, side = patches[:, :2], float(np.median(patches[:, 2:]))
    if len(centres) > _CROWD:
        return
    apart = centres[None] - centres[:, None]
    across, down = apart[..., 0], apart[..., 1]
    right = (across > 0.9 * side) & (across < reach * side + 3) & (np.abs(down) < 0.25 * side)
    below = (down > 0.9 * side) & (down < reach * side + 3) & (np.abs(across) < 0.25 * side)
    if right.sum() < LEAST or below.sum() < LEAST:
        return
    # Steps to the neighbour; the shortest of them are of neighbours that both were found.
    u = _usual(apart[right])
    v = _usual(apart[below])
    steps = np.linalg.solve(np.column_stack([u, v]), apart.reshape(-1, 2).T).T
    whole = np.rint(steps)
    length = np.abs(whole).sum(axis=1)
    straight = (length > 0) & (np.abs(steps - whole).max(axis=1) < 0.2)
    offset = whole.reshape(len(centres), -1, 2).astype(np.intp)
    last = 0
    for over in (1, 2):  # over a cell that was not found, if need be
        groups = _groups((straight & (length <= over)).reshape(len(centres), -1), offset)
        if groups and len(groups[0][0]) > last:
            last = len(groups[0][0])
            yield from groups


def _groups(
    linked: NDArray[np.bool_], offset: NDArray[np.intp]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return which patches hang together, the most first, with their (column, row)."""
    unseen = np.ones(len(linked), bool)
    groups = []
    while unseen.any():
        start = int(unseen.argmax())
        unseen[start] = False
        cells = {start: np.zeros(2, np.intp)}
        stack = [start]
        while stack:
            here = stack.pop()
            for there in np.flatnonzero(linked[here] & unseen).tolist():
                unseen[there] = False
                cells[there] = cells[here] + offset[here, there]
                stack.append(there)
        if len(cells) >= LEAST * 2:
            groups.append((np.array(list(cells)), np.array(list(cells.values()))))
    return sorted(groups, key=lambda group: -len(group[0]))


def _usual(steps: _Floats) -> _Floats:
    """Return the median step, of those about as short as the shortest."""
    length = np.hypot(steps[:, 0], steps[:, 1])
    found: _Floats = np.median(steps[length < 1.15 * np.quantile(length, 0.2)], axis=0)
    return found


def _fit(patches: _Floats, cells: NDArray[np.intp]) -> Iterator[Lattice]:
    """Yield the square grids that patches of some (column, row) make."""
    low, high = _ends(cells)
    size = high - low + 1
    if size.max() < LEAST or size.min() < LEAST - 1 or abs(size[0] - size[1]) > 2:
        return
    inside = ((cells >= low) & (cells <= high)).all(axis=1)
    cells, centres = cells[inside] - low, patches[inside, :2]
    side = float(np.median(patches[inside, 2:]))
    matrix = _plain((cells + 0.5).astype(np.float64), centres, side)
    if matrix is None:
        matrix, good = cv2.findHomography(cells + 0.5, centres, cv2.RANSAC, max(2.0, 0.15 * side))
        if matrix is None or good.mean() < 0.7:
            return
    for n in sorted({int(size.max()), int(size.min())}, reverse=True):
        if not LEAST <= n <= MOST:
            continue
        for first in _starts(size, n):
            moved = matrix @ np.array([[1, 0, first[0]], [0, 1, first[1]], [0, 0, 1.0]])
            seen = int(((cells >= first) & (cells < np.add(first, n))).all(axis=1).sum())
            found = Lattice(n, moved, 0.0, seen)
            corners = _corners(found).astype(np.float32)
            if seen >= max(LEAST * (LEAST - 1), _SEEN * n * n) and _is_squarish(corners):
                yield replace(found, pitch=float(cv2.contourArea(corners)) ** 0.5 / n)


def _is_squarish(corners: NDArray[np.float32]) -> bool:
    """Tell whether four corners may be those of a square, turned a little or seen aslant."""
    sides = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(sides, axis=1)
    if length.min() < 1 or length.max() > 1.4 * length.min():
        return False
    lean = np.abs(sides[[0, 2], 1]).max(), np.abs(sides[[1, 3], 0]).max()
    return bool(max(lean) < 0.25 * length.min()) and cv2.isContourConvex(corners)


def _ends(cells: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and last column and row that hold more than strays."""
    low, high = np.zeros(2, np.intp), np.zeros(2, np.intp)
    for axis in (0, 1):
        start = int(cells[:, axis].min())
        number = np.bincount(cells[:, axis] - start)
        full = np.flatnonzero(number >= max(2, 0.4 * np.quantile(number, 0.8)))
        low[axis], high[axis] = (full[0] + start, full[-1] + start) if len(full) else (0, -1)
    return low, high


def _starts(size: NDArray[np.intp], n: int) -> Iterator[tuple[int, int]]:
    """Yield the (column, row) where a square of n rows may begin.

    Where a side is too short, some of its cells were not found, and it may begin before the first;
    where it is too long, something else stands there in line.
    """
    across, down = (range(min(0, x - n), max(0, x - n) + 1) for x in size.tolist())
    yield from product(across, down)


def _plain(cells: _Floats, centres: _Floats, side: float) -> _Floats | None:
    """Fit a grid that is neither turned nor bent, or return None where that does not fit."""
    matrix = np.eye(3)
    for axis in (0, 1):
        slope, start = np.polyfit(cells[:, axis], centres[:, axis], 1)
        away = np.abs(centres[:, axis] - start - slope * cells[:, axis])
        near = away <= max(1.0, 0.06 * side)
        if near.mean() < 0.9:
            return None
        slope, start = np.polyfit(cells[near, axis], centres[near, axis], 1)
        matrix[axis, axis], matrix[axis, 2] = slope, start
    return matrix

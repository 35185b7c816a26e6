"""Find the grid of cells of a board in a picture.

The search looks for cells, not for lines. A cell is an almost square patch without edges; a
board consists of many patches of the same size, side by side. So the search needs no colours, no
frame and no straight picture, and other things around the board do not disturb it. A cell with a
crown is still one patch: the background around the crown. If a few cells are split or merged with
others, their positions are computed from the remaining cells.

Pixels are processed with OpenCV. scipy.ndimage with NumPy was slower on 1080 x 2400 pixels: 74 ms
against 20 ms for edges, 109 ms against 72 ms for labels with boxes and areas, and 1.1 s against
0.06 s for the import. Both packages need about 150 MB of disk.

Two experiments failed. Treating the marks inside cells as a separate grid at double scale (for
cells split by crosses) was slow and read no additional picture. Preferring a larger grid of blocks
to any other board caused the refusal of a correct 9 x 9 board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.borderless import find_borderless_grids
from fastqueens.queens.vision.load import Pixels
from fastqueens.queens.vision.scaling import find_gradient, halve

__all__ = ["MAX_ROWS", "MIN_ROWS", "Lattice", "find_lattices"]

MIN_ROWS, MAX_ROWS = 4, 25  # smallest and largest number of rows of a board
_MIN_PATCH_SIDE = 5  # minimum side of a patch, in pixels
_MAX_PATCHES = 1500  # more patches of the same size are a page of text, or noise
_MIN_SEEN = 0.45  # minimum share of the cells that must be found
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A grid of n x n cells.

    Attributes
    ----------
    n : int
        Rows and columns.
    matrix : ndarray, shape (3, 3)
        The homography from (column, row), 0 to n, to (x, y) in pixels; the centres of pixels have
        whole-number coordinates.
    pitch : float
        The approximate distance between neighbouring cells, in pixels.
    seen : int
        The number of cells that were found; the positions of the other cells are computed.
    """

    n: int
    matrix: _Floats
    pitch: float
    seen: int

    def pixels(self, points: _Floats) -> _Floats:
        """Map (column, row) points to pixel coordinates (x, y), shape (k, 2)."""
        return _project(self.matrix, points)


def _project(matrix: _Floats, points: _Floats) -> _Floats:
    wide = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    found: _Floats = wide[:, :2] / wide[:, 2:]
    return found


@dataclass(frozen=True, slots=True)
class _SearchMode:
    """The parameters of one search for cells."""

    threshold: int  # minimum difference between neighbouring pixels at an edge, of 255
    close: int = 0  # pixels by which edges are thickened to close the gaps of dashed lines
    scale: float = 1  # scaling of the picture: below 1 for large pictures, above 1 for small ones
    blur: int = 0  # size of the blur that removes the noise of photos, in pixels
    joined_edges: bool = False  # patches are connected edges, as around framed cells or marks
    background: bool = False  # patches are areas not in the commonest colour (cells with gaps)


_BORDERLESS_AFTER = _SearchMode(30)  # borderless boards are searched for after this mode
_LARGE_PICTURE, _SMALL_PICTURE = 1400, 900  # the longer side of such a picture, in pixels
_SEARCH_MODES = (
    _SearchMode(16, scale=1 / 2),
    _SearchMode(16),
    _SearchMode(8),
    _SearchMode(30),
    _SearchMode(30, scale=2),
    _SearchMode(14, scale=2),
    _SearchMode(12, close=1),
    _SearchMode(10, close=2),
    _SearchMode(12, scale=1 / 2, blur=5),
    _SearchMode(8, scale=1 / 3, blur=5),
    _SearchMode(20, joined_edges=True),
    _SearchMode(40, scale=1 / 2, background=True),
)


def find_lattices(pixels: Pixels) -> Iterator[Lattice]:
    """Find grids of cells, with the most successful search modes first, each grid once."""
    known: list[Lattice] = []
    tried = set()
    views: dict[tuple[float, int], tuple[Pixels, Pixels, _Floats]] = {}
    longest = max(pixels.shape[:2])
    for mode in _SEARCH_MODES:
        if mode.scale > 1 and longest > _LARGE_PICTURE:
            continue  # a large picture has large cells, or too many cells for a board
        if (mode.scale < 1 and longest < _LARGE_PICTURE) or (
            mode.scale > 1 and longest > _SMALL_PICTURE
        ):
            mode = replace(mode, scale=1)
        if mode in tried:
            continue
        tried.add(mode)
        view = mode.scale, mode.blur
        if view not in views:
            views.clear()  # modes with the same scale and blur mostly follow each other
            scaled, back = _scale(pixels, mode)
            views[view] = scaled, find_gradient(scaled), back
        scaled, gradient, back = views[view]
        for lattice in _search(scaled, gradient, mode):
            matrix = back @ lattice.matrix
            found = replace(lattice, matrix=matrix, pitch=lattice.pitch / mode.scale)
            if not any(_is_same_grid(found, other) for other in known) and _is_inside(
                found, pixels
            ):
                known.append(found)
                yield found
        if mode == _BORDERLESS_AFTER:
            for n, matrix in find_borderless_grids(pixels):
                found = Lattice(n, matrix, float(matrix[0, 0]), n * n)
                if not any(_is_same_grid(found, other) for other in known) and _is_inside(
                    found, pixels
                ):
                    known.append(found)
                    yield found


def _scale(pixels: Pixels, mode: _SearchMode) -> tuple[Pixels, _Floats]:
    """Return the scaled and blurred picture, and the matrix from its pixels to the original."""
    height, width = pixels.shape[:2]
    if mode.scale == 1 / 2:
        height, width = height // 2 * 2, width // 2 * 2
        pixels = halve(pixels)
    elif mode.scale != 1:
        size = (round(width * mode.scale), round(height * mode.scale))
        how = cv2.INTER_AREA if mode.scale < 1 else cv2.INTER_CUBIC
        pixels = cv2.resize(pixels, size, interpolation=how)
    if mode.blur:
        pixels = cv2.GaussianBlur(pixels, (mode.blur, mode.blur), 0)
    across, down = width / pixels.shape[1], height / pixels.shape[0]
    # Centres of pixels have whole-number coordinates in both pictures.
    back = [[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]]
    return pixels, np.array(back, float)


def _corners(lattice: Lattice) -> _Floats:
    n = lattice.n
    return lattice.pixels(np.array([[0, 0], [n, 0], [n, n], [0, n]], float))


def _is_same_grid(one: Lattice, other: Lattice) -> bool:
    if one.n != other.n:
        return False
    away = float(np.abs(_corners(one) - _corners(other)).max())
    return away < 0.25 * one.pitch


def _is_inside(lattice: Lattice, pixels: Pixels) -> bool:
    """Return whether a grid lies inside the picture, except for a small part of its frame."""
    corners, spare = _corners(lattice), 0.2 * lattice.pitch
    height, width = pixels.shape[:2]
    return bool((corners > -spare).all() and (corners < (width + spare, height + spare)).all())


def _search(pixels: Pixels, gradient: Pixels, mode: _SearchMode) -> Iterator[Lattice]:
    """Find grids of cells in one search mode, sorted by decreasing total area."""
    patches = _patches(pixels, gradient, mode)
    reach = 3.0 if mode.joined_edges else 1.7  # marks are much smaller than their cells
    taken = np.zeros(len(patches), bool)
    for chosen in _group_by_size(patches):
        if taken[chosen].mean() > 0.5:
            continue
        for members, cells in _link_neighbours(patches[chosen], reach):
            found = list(_fit_grids(patches[chosen][members], cells))
            if found:
                taken[np.flatnonzero(chosen)[members]] = True
            yield from found


def _patches(pixels: Pixels, gradient: Pixels, mode: _SearchMode) -> _Floats:
    """Return the centre (x, y), width and height of each square patch, shape (k, 4)."""
    flat = (
        _differs_from_background(pixels, mode.threshold)
        if mode.background
        else _flat_pixels(gradient, mode)
    )
    _, _, found, _ = cv2.connectedComponentsWithStats(
        flat, connectivity=8 if mode.joined_edges else 4
    )
    left, top, width, height, area = found.T.astype(np.float64)
    most = max(pixels.shape[:2]) / MIN_ROWS * 1.2
    square = (
        (np.minimum(width, height) >= _MIN_PATCH_SIDE)
        & (np.maximum(width, height) <= most)
        & (np.maximum(width, height) <= 1.35 * np.minimum(width, height) + 1)
        & (area >= (0.1 if mode.joined_edges else 0.25) * width * height)
    )
    square[0] = False  # label 0 is the rest of the picture
    centres = np.column_stack([left + (width - 1) / 2, top + (height - 1) / 2])
    patches: _Floats = np.column_stack([centres, width, height])[square]
    return patches


def _differs_from_background(pixels: Pixels, threshold: int) -> Pixels:
    """Return a mask of the pixels that differ from the commonest colour."""
    coarse = (pixels[::2, ::2] >> 4).astype(np.int32)
    number = np.bincount((coarse @ np.array([256, 16, 1], np.int32)).ravel())
    kind = int(number.argmax())
    ground = np.array([kind >> 8, kind >> 4 & 15, kind & 15]) * 16.0 + 8
    low, high = np.clip(ground - threshold, 0, 255), np.clip(ground + threshold, 0, 255)
    found: Pixels = 1 - cv2.inRange(pixels, low, high) // 255
    return found


def _flat_pixels(gradient: Pixels, mode: _SearchMode) -> Pixels:
    """Return a mask of the pixels outside edges, or of the edge pixels with `joined_edges`."""
    flat: Pixels = cv2.threshold(gradient, mode.threshold, 1, cv2.THRESH_BINARY_INV)[1]
    if mode.close:
        flat = cv2.erode(flat, np.ones((2 * mode.close + 1,) * 2, np.uint8))
    if mode.joined_edges:
        flat = 1 - flat
    return flat


def _group_by_size(patches: _Floats) -> Iterator[NDArray[np.bool_]]:
    """Yield masks of patches of about the same size, the largest total area first."""
    if len(patches) < MIN_ROWS * 2:
        return
    side = np.sqrt(patches[:, 2] * patches[:, 3])
    order = np.sort(side)
    upper = np.searchsorted(order, order * 1.3 + 1.5, "right")
    number = upper - np.arange(len(order))
    area = np.concatenate([[0], np.cumsum(order**2)])
    cover = (area[upper] - area[:-1]) * (number >= MIN_ROWS * 2)
    for _ in range(4):
        best = int(cover.argmax())
        if not cover[best]:
            return
        low, high = order[best], order[upper[best] - 1]
        yield (side >= low) & (side <= high)
        cover[(order >= low / 1.25) & (order <= high)] = 0


def _link_neighbours(
    patches: _Floats, reach: float
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield groups of patches that form rows and columns, with their (column, row)."""
    centres, side = patches[:, :2], float(np.median(patches[:, 2:]))
    if len(centres) > _MAX_PATCHES:
        return
    apart = centres[None] - centres[:, None]
    across, down = apart[..., 0], apart[..., 1]
    right = (across > 0.9 * side) & (across < reach * side + 3) & (np.abs(down) < 0.25 * side)
    below = (down > 0.9 * side) & (down < reach * side + 3) & (np.abs(across) < 0.25 * side)
    if right.sum() < MIN_ROWS or below.sum() < MIN_ROWS:
        return
    # The steps from a patch to its right and lower neighbour; longer steps skip a missing cell.
    u = _median_step(apart[right])
    v = _median_step(apart[below])
    steps = np.linalg.solve(np.column_stack([u, v]), apart.reshape(-1, 2).T).T
    whole = np.rint(steps)
    length = np.abs(whole).sum(axis=1)
    straight = (length > 0) & (np.abs(steps - whole).max(axis=1) < 0.2)
    offset = whole.reshape(len(centres), -1, 2).astype(np.intp)
    last = 0
    for over in (1, 2):  # 2 also links patches across one missing cell
        groups = _connected_groups((straight & (length <= over)).reshape(len(centres), -1), offset)
        if groups and len(groups[0][0]) > last:
            last = len(groups[0][0])
            yield from groups


def _connected_groups(
    linked: NDArray[np.bool_], offset: NDArray[np.intp]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return connected groups of patches, the largest first, with their (column, row)."""
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
        if len(cells) >= MIN_ROWS * 2:
            groups.append((np.array(list(cells)), np.array(list(cells.values()))))
    return sorted(groups, key=lambda group: -len(group[0]))


def _median_step(steps: _Floats) -> _Floats:
    """Return the median of the shortest steps."""
    length = np.hypot(steps[:, 0], steps[:, 1])
    found: _Floats = np.median(steps[length < 1.15 * np.quantile(length, 0.2)], axis=0)
    return found


def _fit_grids(patches: _Floats, cells: NDArray[np.intp]) -> Iterator[Lattice]:
    """Yield the square grids that fit patches with known (column, row)."""
    low, high = _extent(cells)
    size = high - low + 1
    if size.max() < MIN_ROWS or size.min() < MIN_ROWS - 1 or abs(size[0] - size[1]) > 2:
        return
    inside = ((cells >= low) & (cells <= high)).all(axis=1)
    cells, centres = cells[inside] - low, patches[inside, :2]
    side = float(np.median(patches[inside, 2:]))
    matrix = _fit_axis_aligned((cells + 0.5).astype(np.float64), centres, side)
    if matrix is None:
        matrix, good = cv2.findHomography(cells + 0.5, centres, cv2.RANSAC, max(2.0, 0.15 * side))
        if matrix is None or good.mean() < 0.7:
            return
    for n in sorted({int(size.max()), int(size.min())}, reverse=True):
        if not MIN_ROWS <= n <= MAX_ROWS:
            continue
        for first in _origins(size, n):
            moved = matrix @ np.array([[1, 0, first[0]], [0, 1, first[1]], [0, 0, 1.0]])
            seen = int(((cells >= first) & (cells < np.add(first, n))).all(axis=1).sum())
            found = Lattice(n, moved, 0.0, seen)
            corners = _corners(found).astype(np.float32)
            if seen >= max(MIN_ROWS * (MIN_ROWS - 1), _MIN_SEEN * n * n) and _is_squarish(corners):
                yield replace(found, pitch=float(cv2.contourArea(corners)) ** 0.5 / n)


def _is_squarish(corners: NDArray[np.float32]) -> bool:
    """Return whether four corners may belong to a slightly rotated or tilted square."""
    sides = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(sides, axis=1)
    if length.min() < 1 or length.max() > 1.4 * length.min():
        return False
    lean = np.abs(sides[[0, 2], 1]).max(), np.abs(sides[[1, 3], 0]).max()
    return bool(max(lean) < 0.25 * length.min()) and cv2.isContourConvex(corners)


def _extent(cells: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and last (column, row) that hold enough patches."""
    low, high = np.zeros(2, np.intp), np.zeros(2, np.intp)
    for axis in (0, 1):
        start = int(cells[:, axis].min())
        number = np.bincount(cells[:, axis] - start)
        full = np.flatnonzero(number >= max(2, 0.4 * np.quantile(number, 0.8)))
        low[axis], high[axis] = (full[0] + start, full[-1] + start) if len(full) else (0, -1)
    return low, high


def _origins(size: NDArray[np.intp], n: int) -> Iterator[tuple[int, int]]:
    """Yield each (column, row) at which a square of n rows may begin.

    On a side shorter than n some cells were not found, so the square may begin before the first
    patch. On a side longer than n there are patches that do not belong to the board.
    """
    across, down = (range(min(0, x - n), max(0, x - n) + 1) for x in size.tolist())
    yield from product(across, down)


def _fit_axis_aligned(cells: _Floats, centres: _Floats, side: float) -> _Floats | None:
    """Fit a grid of horizontal and vertical lines; return None if it does not fit."""
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

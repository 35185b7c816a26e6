"""Cut a board out of a picture, straighten it, and measure its cells and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.grid_lines import Lattice
from fastqueens.queens.vision.load import Pixels
from fastqueens.queens.vision.scaling import find_gradient

__all__ = [
    "Sheet",
    "continues_outside",
    "find_crossed_cells",
    "find_hidden_regions",
    "find_mixed_cells",
    "has_visible_ends",
    "lengths",
    "measure_colours",
    "measure_lines",
    "rectify",
]

_Floats = NDArray[np.float32]
_MIN_CELL, _MAX_CELL = 24, 56  # smallest and largest side of a straightened cell, in pixels
_SAME_COLOUR = 30.0  # maximum difference between colours of the same cell
_SAME_COLOUR_COARSE = 50.0  # the same limit in cells too small for symbols
# The share of a cell's corners that have the cell's colour: in covered cells it is below the first
# value, in all other cells above the second value.
_COVERED_SHARE = (0.4, 0.7)
# In a clean picture most cells have only one colour in their corners. There the first value is
# larger, if the rim of the cell has other colours too: a large crown does not reach the rim.
_CLEAN_SHARE, _COVERED_SHARE_CLEAN, _COVERED_RIM = 0.95, 0.55, 0.8
_MAX_GRADIENT = 60.0  # larger gradients are clipped to this value
_MIN_CORRELATION = 0.7  # minimum correlation of the strip outside the board with its cells
_BACKGROUND_NOISE = 10.0  # maximum colour difference within an empty background
_JPEG_NOISE = 16.0  # maximum difference from the colour of a plain cell, in a coarse JPEG
_MIN_VISIBLE = 0.3  # minimum share of a region's cells that show its colour
_FAINT_LINE = 12.0  # minimum difference between a line and its surroundings
_MOST_LINES = 0.8  # the grid continues if this share of its lines, even faint lines, does
_MIN_CHANGE = 24.0  # minimum colour change along a border that something crosses
_MIN_ENDED = 0.3  # minimum share of the cells along a side of the board that end visibly
_MIN_SYMBOL_CELL = 15  # minimum side of a cell for reading symbols, in pixels


@dataclass(frozen=True, slots=True)
class Sheet:
    """A straightened board: n x n cells of `cell` pixels, with half a cell around them."""

    n: int
    cell: int
    pixels: _Floats
    coarse: bool  # whether the cells of the picture are too small for symbols
    # The width of the picture to the left, above, right and below, in cells, 0.5 at most.
    around: tuple[float, ...]
    blurred: float  # the width of a blurred edge, in cells

    def cells(self) -> _Floats:
        """Return the pixels of all cells, shape (n, n, cell, cell, 3)."""
        n, cell = self.n, self.cell
        half = cell // 2
        board = self.pixels[half : half + n * cell, half : half + n * cell]
        return board.reshape(n, cell, n, cell, 3).transpose(0, 2, 1, 3, 4)


def lengths(vectors: NDArray[np.floating[Any]]) -> _Floats:
    """Return the lengths of the vectors along the last axis.

    `numpy.linalg.norm` takes three times as long for colours.
    """
    found: _Floats = np.sqrt(np.einsum("...k,...k->...", vectors, vectors), dtype=np.float32)
    return found


def rectify(pixels: Pixels, lattice: Lattice) -> Sheet:
    """Cut a board out of a picture and straighten it."""
    matrix, pitch = lattice.matrix, lattice.pitch
    cell = int(np.clip(round(pitch), _MIN_CELL, _MAX_CELL)) // 2 * 2
    low, high = -0.5, lattice.n + 0.5
    ends = lattice.pixels(np.array([[low, low], [high, low], [high, high], [low, high]]))
    left, top = np.clip(np.floor(ends.min(axis=0)), 0, None).astype(int)
    right, bottom = np.ceil(ends.max(axis=0)).astype(int) + 1
    cut = pixels[top:bottom, left:right]
    matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ matrix
    if pitch > cell * 1.2:  # shrink first; otherwise a line of one pixel may fall between samples
        height, width = cut.shape[:2]
        small = (max(1, round(width * cell / pitch)), max(1, round(height * cell / pitch)))
        cut = cv2.resize(cut, small, interpolation=cv2.INTER_AREA)
        shrink = np.array([small[0] / width, small[1] / height])
        centre = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        matrix = np.linalg.inv(centre) @ np.diag([*shrink, 1.0]) @ centre @ matrix
    side = cell * (lattice.n + 1)
    to_cells = np.array([[1 / cell, 0, 0.5 / cell - 0.5], [0, 1 / cell, 0.5 / cell - 0.5],
                         [0, 0, 1.0]])  # fmt: skip
    sheet = cv2.warpPerspective(
        cut,
        matrix @ to_cells,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Sheet(
        lattice.n,
        cell,
        sheet.astype(np.float32),
        pitch < _MIN_SYMBOL_CELL,
        _margins(pixels, lattice),
        min(0.3, 2.5 / pitch),
    )


def _margins(pixels: Pixels, lattice: Lattice) -> tuple[float, ...]:
    """Return the picture width left, above, right and below the board, in cells (max. 0.5)."""
    n, (height, width) = lattice.n, pixels.shape[:2]
    found = []
    for side in range(4):
        room = 0.0
        for away in np.arange(0.02, 0.51, 0.02):
            at = -away if side < 2 else n + away
            ends = np.array([[at, 0.5], [at, n - 0.5]])  # the corners may be cut off
            points = lattice.pixels(ends if side % 2 == 0 else ends[:, ::-1])
            if (points < 0).any() or (points > (width - 1, height - 1)).any():
                break
            room = float(away)
        found.append(room)
    return tuple(found)


def find_mixed_cells(sheet: Sheet, colours: _Floats) -> NDArray[np.bool_]:
    """Return a mask of the cells with corners of several colours: something covers these cells.

    If many cells have such corners, the picture is coarse and no cell counts as covered. In cells
    too small for symbols corners always vary, so the middle must vary as well.
    """
    corners, middle = _corner_and_middle_masks(sheet)
    cells, ground = sheet.cells(), colours[:, :, None]
    apart = lengths(cells[:, :, corners] - ground)
    own: _Floats = (apart < (_SAME_COLOUR_COARSE if sheet.coarse else _SAME_COLOUR)).mean(axis=2)
    if sheet.coarse:
        spread: _Floats = np.quantile(lengths(cells[:, :, middle] - ground), 0.8, axis=2)
        mixed: NDArray[np.bool_] = spread > _SAME_COLOUR_COARSE + 1.5 * np.quantile(spread, 0.8)
        return mixed & (own < _COVERED_SHARE[1])
    usual = float(np.quantile(own, 0.2))
    covered: NDArray[np.bool_] = (own < _COVERED_SHARE[0]) & (usual > _COVERED_SHARE[1])
    if usual > _CLEAN_SHARE:
        rim: _Floats = (lengths(cells[:, :, _rim_mask(sheet)] - ground) < _SAME_COLOUR).mean(axis=2)
        covered |= (own < _COVERED_SHARE_CLEAN) & (rim < _COVERED_RIM)
    return covered


def find_crossed_cells(sheet: Sheet) -> list[tuple[int, int]]:
    """Return pairs of neighbours covered by an object that crosses their common border.

    Along a border a cell normally has one colour, except for details found in all cells: ends of
    lines, round corners, blur. The symbols of a player do not reach the border.
    """
    if sheet.coarse:
        return []
    along, down = (
        _border_changes(sheet.pixels, sheet),
        _border_changes(sheet.pixels.transpose(1, 0, 2), sheet),
    )
    usual = np.quantile(np.concatenate([along, down]).reshape(-1, along.shape[-1]), 0.8, axis=0)
    least = max(2, round(0.06 * sheet.cell))
    cells: set[tuple[int, int]] = set()
    for change, step in ((along, (0, 1)), (down, (1, 0))):
        far = change > _MIN_CHANGE + 3 * usual
        # Hatching crosses the border many times.
        starts = (far & ~np.roll(far, 1, axis=2)).sum(axis=2)
        for row, column in np.argwhere((far.sum(axis=2) >= least) & (starts < 2)).tolist():
            here = (row, column) if step[1] else (column, row)
            cells |= {here, (here[0] + step[0], here[1] + step[1])}
    return sorted(cells)


def find_hidden_regions(
    sheet: Sheet, colours: _Floats, regions: NDArray[np.uint8], strict: bool
) -> list[tuple[int, int]]:
    """Return the cells of regions whose colour is hidden by symbols or stripes in their cells.

    The measured colour of a small cell may be the colour of a symbol; then the rim of the cell has
    another colour. With `strict` the colour may also be the colour of stripes; then most of the
    corners have another colour (or most of the middle, in cells too small for symbols).
    """
    if sheet.coarse and not strict:
        return []
    corners, middle = _corner_and_middle_masks(sheet)
    if strict:
        where, most = (middle, _SAME_COLOUR) if sheet.coarse else (corners, _JPEG_NOISE)
    else:
        where, most = _rim_mask(sheet), _SAME_COLOUR_COARSE
    cells = sheet.cells()[:, :, where]
    shown = np.median(lengths(cells - colours[:, :, None]), axis=2) < most
    part = np.array([shown[regions == region].mean() for region in range(sheet.n)])
    return [(int(r), int(c)) for r, c in np.argwhere((part < _MIN_VISIBLE)[regions])]


def _border_changes(pixels: _Floats, sheet: Sheet) -> _Floats:
    """Return the colour change along vertical borders, shape (row, border, pixel).

    A tilted line disturbs the measurement near a border, and a symbol disturbs it far from the
    border. So each pixel of a border gets the least change over all distances from the border.
    """
    n, cell = sheet.n, sheet.cell
    half, rim = cell // 2, round(max(0.05, sheet.blurred) * cell)
    board = pixels[half : half + n * cell].reshape(n, cell, -1, 3)[:, rim:-rim]
    at = half + cell * np.arange(1, n)
    near = round(max(0.06, sheet.blurred) * cell)
    far = near + round(0.14 * cell)
    found = []
    for away in (np.arange(-far, -near), np.arange(near, far)):
        strip = board[:, :, at[:, None] + away]  # row, along, border, across, colour
        ground = np.median(strip, axis=(1, 3), keepdims=True)
        found.append(lengths(strip - ground).min(axis=3))
    least: _Floats = np.minimum(*found).transpose(0, 2, 1)  # row, border, along
    frame = round(0.12 * cell)  # the frame is thicker than lines and may have round corners
    least[0, :, :frame] = least[-1, :, least.shape[2] - frame :] = 0
    return least


def has_visible_ends(sheet: Sheet) -> bool:
    """Return whether a board visibly ends on all sides: with a line or a change of colour.

    Row and column labels beside a board are aligned with its cells, but nothing separates them.
    """
    n, cell, half = sheet.n, sheet.cell, sheet.cell // 2
    near = max(3, round((0.14 + sheet.blurred) * cell))
    for side, room in enumerate(sheet.around):
        if room < 0.2:  # the board may end at the edge of the picture
            continue
        turned = sheet.pixels if side % 2 else sheet.pixels.transpose(1, 0, 2)
        turned = turned if side < 2 else turned[::-1]
        strip = turned[max(half - near, round((0.5 - room) * cell) + 1) : half + near]
        across = np.median(strip[:, half : half + n * cell].reshape(-1, n, cell, 3), axis=2)
        if (np.ptp(across, axis=0).max(axis=1) > _BACKGROUND_NOISE).mean() < _MIN_ENDED:
            return False
    return True


def measure_colours(sheet: Sheet) -> _Floats:
    """Return the colour of each cell, shape (n, n, 3): the median of its four corners.

    A crown or a cross does not cover the corners. In cells too small for symbols the corners are
    full of lines, so the median of the middle is used.
    """
    corners, middle = _corner_and_middle_masks(sheet)
    where = middle if sheet.coarse else corners
    found: _Floats = np.median(sheet.cells()[:, :, where], axis=2)
    return found


def _corner_and_middle_masks(sheet: Sheet) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two masks of the pixels of a cell: its corners and its middle."""
    away = np.abs((np.arange(sheet.cell) + 0.5) / sheet.cell - 0.5)
    square, round_ = np.maximum(away[:, None], away), np.hypot(away[:, None], away)
    return (square <= 0.35) & (round_ >= 0.37), square <= 0.3


def _rim_mask(sheet: Sheet) -> NDArray[np.bool_]:
    """Return a mask of the pixels of a cell near its border, but not on its lines."""
    away = np.abs((np.arange(sheet.cell) + 0.5) / sheet.cell - 0.5)
    square = np.maximum(away[:, None], away)
    return (square > 0.32) & (square <= 0.42)


def measure_lines(sheet: Sheet, colours: _Floats) -> tuple[_Floats, _Floats]:
    """Return the ink between neighbours in rows, shape (n, n - 1), and in columns, (n - 1, n).

    The ink of a line is its width in cells times its contrast with both cells, relative to the
    contrast of the strongest lines.
    """
    right, right_peak = _measure_ink(sheet.pixels, colours, sheet)
    turned, turned_peak = _measure_ink(
        sheet.pixels.transpose(1, 0, 2), colours.transpose(1, 0, 2), sheet
    )
    ink, peak = (np.concatenate([right, turned]), np.concatenate([right_peak, turned_peak]))
    # The strongest lines define the colour of lines.
    strong = ink >= np.quantile(ink, 0.8)
    line = np.median(peak[strong], axis=0)
    n = sheet.n
    ways = (colours, colours.transpose(1, 0, 2))
    between = np.concatenate([((x[:, :-1] + x[:, 1:]) / 2).reshape(-1, 3) for x in ways])
    part = (ink / np.maximum(np.linalg.norm(between - line, axis=1), 30)).astype(np.float32)
    half = n * (n - 1)
    return part[:half].reshape(n, n - 1), part[half:].reshape(n, n - 1).T


def _measure_ink(pixels: _Floats, colours: _Floats, sheet: Sheet) -> tuple[_Floats, _Floats]:
    """Return the ink of the vertical lines, and the colour with the most contrast in each."""
    n, cell = sheet.n, sheet.cell
    half, reach = cell // 2, round(0.2 * cell)
    board = pixels[half : half + n * cell].reshape(n, cell, -1, 3)
    board = board[:, round(0.22 * cell) : cell - round(0.22 * cell)]
    at = half + cell * np.arange(1, n)
    spots = at[:, None] + np.arange(-reach, reach)
    strips = np.median(board[:, :, spots], axis=1)  # row, line, across it, colour
    left, right = colours[:, :-1, None], colours[:, 1:, None]
    # The distance of each pixel from all blends of the two colours.
    along = right - left
    length = np.maximum((along**2).sum(axis=-1, keepdims=True), 1e-3)
    share = np.clip(((strips - left) * along).sum(axis=-1, keepdims=True) / length, 0, 1)
    away = lengths(strips - left - share * along)
    away = np.where(away < 6, 0, away)  # noise
    ink = (away.sum(axis=-1) / cell).astype(np.float32).ravel()
    most = away.argmax(axis=-1)[..., None, None]
    peak = np.take_along_axis(strips, most, axis=2)[:, :, 0].reshape(-1, 3)
    return ink, peak


def continues_outside(sheet: Sheet, colours: _Floats) -> bool:
    """Return whether the grid continues outside: it is cropped or a part of a larger grid.

    The grid continues if the lines between cells are extended outside the board (text and buttons
    have edges at other places as well), if the strip outside has the colours of the cells at the
    edge, or if it has the same pattern of edges as the cells (all have the same mark or gap).
    """
    if _repeats_outside(sheet):
        return True
    n, cell = sheet.n, sheet.cell
    half, near = cell // 2, round(0.1 * cell)
    for side, room in enumerate(sheet.around):
        wide = room > 0.2  # a narrow strip holds the ends of the lines themselves
        low = round((0.5 - min(room, 0.42)) * cell)
        high = round((0.42 if wide else 0.45) * cell)
        if high <= low:
            continue
        pixels = sheet.pixels if side % 2 else sheet.pixels.transpose(1, 0, 2)
        strip = pixels[low:high] if side < 2 else pixels[-high:-low]
        profile = np.median(strip, axis=0)

        def contrast(at: int, profile: _Floats = profile) -> float:
            sides = [profile[at - 3 * near : at - near], profile[at + near + 1 : at + 3 * near + 1]]
            ground = np.median(np.concatenate(sides), axis=0)
            return float(np.linalg.norm(profile[at - near : at + near + 1] - ground, axis=1).max())

        lines = np.array([contrast(half + cell * k) for k in range(1, n)])
        between = np.array([contrast(cell * k) for k in range(1, n + 1)])
        usual = float(np.quantile(between, 0.7))
        if wide and np.quantile(lines, 0.3) > 12 + 3 * usual:
            return True
        if wide and (lines > max(_FAINT_LINE, 1.8 * usual)).mean() >= _MOST_LINES:
            return True
        beyond = np.median(profile[half : half + n * cell].reshape(n, cell, 3), axis=1)
        edge = (colours[:, 0], colours[0], colours[:, -1], colours[-1])[side]
        alike = np.linalg.norm(beyond - edge, axis=1) < 12
        varied = np.linalg.norm(beyond - np.median(beyond, axis=0), axis=1) > 24
        if varied.mean() > 0.25 and 0.3 <= alike.mean() < 0.95:
            return True
    return False


def _repeats_outside(sheet: Sheet) -> bool:
    """Return whether the edges outside a side have the average pattern of the edges in cells."""
    n, cell, half = sheet.n, sheet.cell, sheet.cell // 2
    edges = find_gradient(sheet.pixels.astype(np.uint8), 2)
    edges = np.minimum(edges, _MAX_GRADIENT).astype(np.float32)
    for side, room in enumerate(sheet.around):
        turned = edges if side % 2 else edges.T
        turned = (turned if side < 2 else turned[::-1])[:, half : half + n * cell]
        low = round((0.5 - min(room, 0.46)) * cell)
        high = half - round(max(0.14, sheet.blurred) * cell)
        if high - low < 0.15 * cell:
            continue
        strips = turned[: (n + 1) * cell].reshape(n + 1, cell, n, cell)[:, low:high]
        beyond = strips[0].transpose(1, 0, 2).reshape(n, -1)
        usual = strips[1:].mean(axis=(0, 2)).ravel()
        usual = usual - usual.mean()
        beyond = beyond - beyond.mean(axis=1, keepdims=True)
        size = np.linalg.norm(beyond, axis=1) * np.linalg.norm(usual)
        # The lower limit of the norm excludes faint edges, which are noise.
        if np.median(beyond @ usual / np.maximum(size, 4 * len(usual))) > _MIN_CORRELATION:
            return True
    return False

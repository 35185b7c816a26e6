"""The board cut out of a picture and laid straight, and what each cell and each line shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.vision.grid_lines import Lattice
from fastqueens.queens.vision.load import Pixels

__all__ = [
    "Sheet",
    "colours_of",
    "crossed_cells",
    "goes_on",
    "lay_straight",
    "lines_of",
    "mixed_cells",
    "stands_out",
    "unseen_regions",
]

_Floats = NDArray[np.float32]
_COARSE, _FINE = 24, 56  # pixels of a cell that is laid straight
_SAME = 30.0  # between colours that may be those of one cell
_APART = 50.0  # the same in cells too small for marks
_OWN = (0.4, 0.7)  # of a cell's corners have its colour where something lies over it, and usually
_STEEP = 60.0  # an edge, as steep as counts
_LIKE = 0.7  # the correlation from which what lies beyond an edge is like the cells
_NOISY = 10.0  # how far colours differ where there is nothing
_FLAT = 16.0  # how far the colours of a cell of one colour differ from it, in a coarse JPEG
_SHOWN = 0.3  # of a region's cells show its colour
_SEEN = 12.0  # how far a line differs from what lies around it
_ALL = 0.8  # of the lines are seen beyond an edge, faint as they may be
_CROSSING = 24.0  # how far the colour changes along a border where something lies across it
_ENDED = 0.3  # of the cells of a side end there, at the least
_MARKED = 15  # pixels of a cell from which marks are looked for


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board laid straight: n x n cells of `cell` pixels, with half a cell around them."""

    n: int
    cell: int
    pixels: _Floats
    coarse: bool  # whether the cells of the picture are too small for marks
    around: tuple[float, ...]  # cells of picture left, above, right and below, half a cell at most
    blurred: float  # of a cell, that an edge of the picture may be smeared over

    def patch(self, row: int, column: int) -> _Floats:
        """Return the pixels of a cell, shape (cell, cell, 3)."""
        half, cell = self.cell // 2, self.cell
        top, left = half + row * cell, half + column * cell
        return self.pixels[top : top + cell, left : left + cell]


def lay_straight(pixels: Pixels, lattice: Lattice) -> Sheet:
    """Cut a board out of a picture."""
    matrix, pitch = lattice.matrix, lattice.pitch
    cell = int(np.clip(round(pitch), _COARSE, _FINE)) // 2 * 2
    low, high = -0.5, lattice.n + 0.5
    ends = lattice.pixels(np.array([[low, low], [high, low], [high, high], [low, high]]))
    left, top = np.clip(np.floor(ends.min(axis=0)), 0, None).astype(int)
    right, bottom = np.ceil(ends.max(axis=0)).astype(int) + 1
    cut = pixels[top:bottom, left:right]
    matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ matrix
    if pitch > cell * 1.2:  # a line of one pixel must not fall between the samples
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
        pitch < _MARKED,
        _around(pixels, lattice),
        min(0.3, 2.5 / pitch),
    )


def _around(pixels: Pixels, lattice: Lattice) -> tuple[float, ...]:
    """Return how many cells of picture lie left, above, right and below, half a cell at most."""
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


def mixed_cells(sheet: Sheet, colours: _Floats) -> NDArray[np.bool_]:
    """Return which cells have corners of several colours: something lies over them.

    Where that is so of many, it is the picture that is coarse. In cells too small for marks it is
    so of corners of any picture; there what lies over them must be seen in the middle as well.
    """
    corners, middle = _spots(sheet)
    cells, ground = _cells(sheet), colours[:, :, None]
    apart = np.linalg.norm(cells[:, :, corners] - ground, axis=3)
    own: _Floats = (apart < (_APART if sheet.coarse else _SAME)).mean(axis=2)
    if sheet.coarse:
        spread: _Floats = np.quantile(
            np.linalg.norm(cells[:, :, middle] - ground, axis=3), 0.8, axis=2
        )
        mixed: NDArray[np.bool_] = spread > _APART + 1.5 * np.quantile(spread, 0.8)
        return mixed & (own < _OWN[1])
    return (own < _OWN[0]) & bool(np.quantile(own, 0.2) > _OWN[1])


def crossed_cells(sheet: Sheet) -> list[tuple[int, int]]:
    """Return neighbours with something across their common border: it lies over both.

    Next to a border a cell has one colour from end to end, but for what is there in all cells:
    ends of lines, round corners, the blur of the picture. Marks stay away from it.
    """
    if sheet.coarse:
        return []
    along, down = _changes(sheet.pixels, sheet), _changes(sheet.pixels.transpose(1, 0, 2), sheet)
    usual = np.quantile(np.concatenate([along, down]).reshape(-1, along.shape[-1]), 0.8, axis=0)
    least = max(2, round(0.06 * sheet.cell))
    cells: set[tuple[int, int]] = set()
    for change, step in ((along, (0, 1)), (down, (1, 0))):
        far = change > _CROSSING + 3 * usual
        starts = (far & ~np.roll(far, 1, axis=2)).sum(axis=2)  # hatching crosses it many times
        for row, column in np.argwhere((far.sum(axis=2) >= least) & (starts < 2)).tolist():
            here = (row, column) if step[1] else (column, row)
            cells |= {here, (here[0] + step[0], here[1] + step[1])}
    return sorted(cells)


def unseen_regions(
    sheet: Sheet, colours: _Floats, regions: NDArray[np.uint8], strict: bool
) -> list[tuple[int, int]]:
    """Return the cells of regions none of whose cells shows its colour, for what stands in them.

    The colour of a small cell may be that of a mark: it is not to be seen around it. Or, as it may
    be where another cell was taken for a pointed one or where colours are close, of stripes: it is
    not to be seen in most of the corners, or of the middle of cells too small for marks.
    """
    if sheet.coarse and not strict:
        return []
    corners, middle = _spots(sheet)
    if strict:
        where, most = (middle, _SAME) if sheet.coarse else (corners, _FLAT)
    else:
        away = np.abs((np.arange(sheet.cell) + 0.5) / sheet.cell - 0.5)
        square = np.maximum(away[:, None], away)
        where, most = (square > 0.32) & (square <= 0.42), _APART
    cells = _cells(sheet)[:, :, where]
    shown = np.median(np.linalg.norm(cells - colours[:, :, None], axis=3), axis=2) < most
    part = np.array([shown[regions == region].mean() for region in range(sheet.n)])
    return [(int(r), int(c)) for r, c in np.argwhere((part < _SHOWN)[regions])]


def _changes(pixels: _Floats, sheet: Sheet) -> _Floats:
    """Return how far colours differ along upright borders, on both sides and near and far.

    A line that leans is in the way near a border only, a mark far from it.
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
        found.append(np.linalg.norm(strip - ground, axis=4).min(axis=3))
    least: _Floats = np.minimum(*found).transpose(0, 2, 1)  # row, border, along
    frame = round(0.12 * cell)  # it is thicker than lines, and may be bent
    least[0, :, :frame] = least[-1, :, least.shape[2] - frame :] = 0
    return least


def stands_out(sheet: Sheet) -> bool:
    """Tell whether a board ends on all sides: with a line, or another colour beyond.

    Coordinates beside a board stand in line with its cells, but in no cells.
    """
    n, cell, half = sheet.n, sheet.cell, sheet.cell // 2
    near = max(3, round((0.14 + sheet.blurred) * cell))
    for side, room in enumerate(sheet.around):
        if room < 0.2:  # it may end where the picture does
            continue
        turned = sheet.pixels if side % 2 else sheet.pixels.transpose(1, 0, 2)
        turned = turned if side < 2 else turned[::-1]
        strip = turned[max(half - near, round((0.5 - room) * cell) + 1) : half + near]
        across = np.median(strip[:, half : half + n * cell].reshape(-1, n, cell, 3), axis=2)
        if (np.ptp(across, axis=0).max(axis=1) > _NOISY).mean() < _ENDED:
            return False
    return True


def colours_of(sheet: Sheet) -> _Floats:
    """Return the colour of each cell, shape (n, n, 3): the median of its four corners.

    A crown or a cross leaves them free. Cells that were smaller than marks can be read in have
    corners full of lines; there it is the median of the middle.
    """
    corners, middle = _spots(sheet)
    where = middle if sheet.coarse else corners
    found: _Floats = np.median(_cells(sheet)[:, :, where], axis=2)
    return found


def _cells(sheet: Sheet) -> _Floats:
    """Return the pixels of all cells, shape (n, n, cell, cell, 3)."""
    n, cell = sheet.n, sheet.cell
    half = cell // 2
    board = sheet.pixels[half : half + n * cell, half : half + n * cell]
    return board.reshape(n, cell, n, cell, 3).transpose(0, 2, 1, 3, 4)


def _spots(sheet: Sheet) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which pixels of a cell are its corners, and which are its middle."""
    away = np.abs((np.arange(sheet.cell) + 0.5) / sheet.cell - 0.5)
    square, round_ = np.maximum(away[:, None], away), np.hypot(away[:, None], away)
    return (square <= 0.35) & (round_ >= 0.37), square <= 0.3


def lines_of(sheet: Sheet, colours: _Floats) -> tuple[_Floats, _Floats]:
    """Return how much ink lies between neighbouring cells.

    Ink is the width of the line times how much it differs from both cells, as a part of a cell
    times a part of the darkest line's difference.

    Returns
    -------
    across, down : ndarray, shapes (n, n - 1) and (n - 1, n)
        Between a cell and the next of its row, and the next of its column.
    """
    right, right_peak = _ink(sheet.pixels, colours, sheet)
    turned, turned_peak = _ink(sheet.pixels.transpose(1, 0, 2), colours.transpose(1, 0, 2), sheet)
    ink, peak = (np.concatenate([right, turned]), np.concatenate([right_peak, turned_peak]))
    # The colour of the lines, as those show it that have most ink.
    strong = ink >= np.quantile(ink, 0.8)
    line = np.median(peak[strong], axis=0)
    n = sheet.n
    ways = (colours, colours.transpose(1, 0, 2))
    between = np.concatenate([((x[:, :-1] + x[:, 1:]) / 2).reshape(-1, 3) for x in ways])
    part = (ink / np.maximum(np.linalg.norm(between - line, axis=1), 30)).astype(np.float32)
    half = n * (n - 1)
    return part[:half].reshape(n, n - 1), part[half:].reshape(n, n - 1).T


def _ink(pixels: _Floats, colours: _Floats, sheet: Sheet) -> tuple[_Floats, _Floats]:
    """Return the ink of the upright lines, and their colour where it is strongest."""
    n, cell = sheet.n, sheet.cell
    half, reach = cell // 2, round(0.2 * cell)
    board = pixels[half : half + n * cell].reshape(n, cell, -1, 3)
    board = board[:, round(0.22 * cell) : cell - round(0.22 * cell)]
    at = half + cell * np.arange(1, n)
    spots = at[:, None] + np.arange(-reach, reach)
    strips = np.median(board[:, :, spots], axis=1)  # row, line, across it, colour
    left, right = colours[:, :-1, None], colours[:, 1:, None]
    # How far each pixel is from all blends of the two colours.
    along = right - left
    length = np.maximum((along**2).sum(axis=-1, keepdims=True), 1e-3)
    share = np.clip(((strips - left) * along).sum(axis=-1, keepdims=True) / length, 0, 1)
    away = np.linalg.norm(strips - left - share * along, axis=-1)
    away = np.where(away < 6, 0, away)  # noise
    ink = (away.sum(axis=-1) / cell).astype(np.float32).ravel()
    most = away.argmax(axis=-1)[..., None, None]
    peak = np.take_along_axis(strips, most, axis=2)[:, :, 0].reshape(-1, 3)
    return ink, peak


def goes_on(sheet: Sheet, colours: _Floats) -> bool:
    """Tell whether cells go on beyond the edge of the board: it is cut off, or a part of another.

    Text and buttons near a board have edges anywhere, lines only where the cells meet; and what
    lies around a board is not of as many colours as the cells at its edge. Where all cells look
    alike, of marks or gaps, so do those beyond.
    """
    if _repeats(sheet):
        return True
    n, cell = sheet.n, sheet.cell
    half, near = cell // 2, round(0.1 * cell)
    for side, room in enumerate(sheet.around):
        wide = room > 0.2  # else the ends of the lines themselves are in the way
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
        if wide and (lines > max(_SEEN, 1.8 * usual)).mean() >= _ALL:
            return True
        beyond = np.median(profile[half : half + n * cell].reshape(n, cell, 3), axis=1)
        edge = (colours[:, 0], colours[0], colours[:, -1], colours[-1])[side]
        alike = np.linalg.norm(beyond - edge, axis=1) < 12
        varied = np.linalg.norm(beyond - np.median(beyond, axis=0), axis=1) > 24
        if varied.mean() > 0.25 and 0.3 <= alike.mean() < 0.95:
            return True
    return False


def _repeats(sheet: Sheet) -> bool:
    """Tell whether the edges beyond a side lie as they do, on average, in the cells."""
    n, cell, half = sheet.n, sheet.cell, sheet.cell // 2
    pixels = sheet.pixels.astype(np.uint8)
    edges = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)).max(axis=2)
    edges = np.minimum(edges, _STEEP).astype(np.float32)
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
        # Faint edges, of noise, are like nothing.
        if np.median(beyond @ usual / np.maximum(size, 4 * len(usual))) > _LIKE:
            return True
    return False

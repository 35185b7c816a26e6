"""Detect the board in a picture: its grid, its regions and the symbols on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastqueens.cell_names import cell_name
from fastqueens.equality import EqualByValue
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.vision.confidence import choose_regions, find_solution
from fastqueens.queens.vision.joined_regions import (
    find_areas,
    find_painted_cells,
    guess_of_legend,
)
from fastqueens.queens.vision.load import PICTURE, Picture, Pixels, open_picture
from fastqueens.queens.vision.region_colours import edge_cells, guess_regions
from fastqueens.results import InputError
from fastqueens.validation import join_short, plural

if TYPE_CHECKING:
    from fastqueens.queens.vision.symbols import Symbols

__all__ = [
    "MIN_TRUSTED_ROWS",
    "UNREAD",
    "Detection",
    "detect_board",
    "grid_from_detection",
]

UNREAD = "marks not read"  # the remark on a board begins so if it has no other remark
_MIN_SEEN = 0.6  # minimum share of the cells that must be found to end the search
_MAIN_SIDE = 0.5  # minimum side of the main board, as a share of the shorter picture side
MIN_TRUSTED_ROWS = 6  # boards of fewer rows are easily found by chance
_MIN_OPEN_SIDE = 0.25  # the same share for a board of several solutions
_CLEAR_INK = 0.03  # minimum ink of a clear line
_VISIBLE_INK = 0.008  # minimum ink of a visible line
_MAX_HIDDEN = 0.3  # largest share of the lines that objects on the board may hide
_MIN_CELL = 10.0  # pixels; grids of smaller cells are usually previews, or no boards
_WIDE_MARGIN = 2.0  # a colour margin that symbols in small cells cannot produce
# Colours with a distance above _DIFFERENT are certainly different; colours with a distance up to
# _SIMILAR may be equal.
_DIFFERENT, _SIMILAR = 50.0, 15.0
_HIDDEN_INK = 0.1  # a line with a smaller share of the usual ink is hidden
_EDGE_THRESHOLD = 16  # minimum difference between neighbouring pixels at an edge, of 255
_FRAME_WIDTH = 3  # pixels of the lines of a frame
_FRAME_SHARE = 0.8  # minimum share of a frame that is visible
_COVERED = "something lies over"  # this text is followed by the names of the cells
_MIN_CONFIDENCE = 0.5  # a cell of lower confidence is doubtful


@dataclass(frozen=True, kw_only=True, eq=False)
class Detection(EqualByValue):
    """The board detected in a picture.

    Attributes
    ----------
    problem : str or None
        The reason why the board is uncertain.
    note : str or None
        A remark about a board that is certain: for example, that it has several solutions, or which
        regions consist of pieces that were joined.
    queens, marks : tuple of (row, column)
        Cells with a queen, and cells that are crossed out, counted from 0.
    confidence : ndarray of float, shape (n, n)
        The confidence in the region of each cell, from 0 to 1.
    regions : ndarray of uint8, shape (n, n)
        The regions, numbered by first appearance; present even if the board is uncertain.
    by : str
        The features that show the regions: "colours", "lines" or "colours and lines".
    stars : int
        Queens in each unit: the requested number, or the number with a single solution.
    matrix : ndarray of float, shape (3, 3)
        The homography from (column, row), 0 to n, to (x, y) in pixels.
    pixels : ndarray of uint8, shape (height, width, 3)
        The picture.
    """

    problem: str | None
    note: str | None
    queens: tuple[Cell, ...]
    marks: tuple[Cell, ...]
    confidence: NDArray[np.float64] = field(repr=False)
    regions: NDArray[np.uint8] = field(repr=False)
    by: str
    stars: int
    matrix: NDArray[np.float64] = field(repr=False)
    pixels: Pixels = field(repr=False)

    @property
    def n(self) -> int:
        """The number of rows, which is also the number of columns."""
        return len(self.regions)

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The cells whose region is uncertain, row by row."""
        return tuple((int(r), int(c)) for r, c in np.argwhere(self.confidence < _MIN_CONFIDENCE))

    def describe(self) -> str:
        """Describe the detected board in one line."""
        count = plural(int(self.regions.max()) + 1, "region")
        text = f"a board of {self.n} x {self.n} cells, {count} recognised by {self.by}"
        if self.problem is None:
            return text if self.note is None else f"{text}; {self.note}"
        doubtful = [cell_name(*cell) for cell in self.doubtful]
        cells = f"; doubtful: {join_short(doubtful)}" if doubtful else ""
        return f"{text}, but not sure: {self.problem}{cells}"


def detect_board(
    picture: Picture,
    stars: int | None = None,
    *,
    source: str | None = None,
    legend: NDArray[np.uint8] | None = None,
) -> Detection:
    """Detect the board in a picture, even an uncertain one; see `fastqueens.queens.read_image`.

    `legend` is the regions that the file of the picture states, see `legend.read_legend`.
    """
    pixels = open_picture(picture, source=source)
    others: list[tuple[int, Detection]] = []
    for found, seen in _detect_boards(pixels, stars, legend):
        wider = any(_extends(count, other, seen, found) for count, other in others)
        others.append((seen, found))
        clear = found.problem is None and _is_mostly_seen(found, seen) and not wider
        # A larger board that the search did not find would at least have visible edges.
        if clear and (_is_main(found) or not _has_larger_unread_square(found, 1.0, 0.0)):
            return found
    if not others:
        height, width = pixels.shape[:2]
        raise InputError(
            f"found no board in a picture of {width} x {height} pixels, expected a grid of "
            "4 x 4 to 25 x 25 cells, each of 12 pixels or more",
            source=source,
        )
    plain = [(count, other) for count, other in others if count >= _MIN_SEEN * other.n**2]
    sure = [other for other in plain or others if other[1].problem is None]
    if sure:
        seen, best = max(sure, key=lambda other: other[0] * _area(other[1]))
    else:
        seen, best = max(others, key=lambda other: (other[1].problem is None, other[0]))
    # A small grid may be a part of a larger grid, or lie beside a larger board.
    larger = [
        (count, other)
        for count, other in others
        if (count > 1.3 * seen and other.n > best.n and _area(other) > _area(best))
        or (
            _area(other) > 2 * _area(best)
            and (_is_beside(other, best) or _is_mostly_seen(other, count))
        )
        or _extends(count, other, seen, best)
    ]
    if larger:
        best = max(larger, key=lambda other: other[0])[1]
    elif best.problem is None and not _is_main(best) and _has_larger_unread_square(best, 2.0, 0.8):
        best = replace(
            best, problem="a larger part of the picture may be a board but could not be read"
        )
    return best


def _has_larger_unread_square(found: Detection, times: float, full: float) -> bool:
    """Return whether the picture has a framed or edge-filled square larger than the board.

    The area of the square must be more than `times` the area of the board. Either the square has a
    frame, or edges fill at least the share `full` of it.
    """
    import cv2

    from fastqueens.queens.vision.scaling import find_gradient, shrink

    area, pitch = _area(found), _area(found) ** 0.5 / found.n
    scale = min(1.0, 12 / pitch)
    small = shrink(found.pixels, scale)
    x, y = (scale * at for at in _centre(found))
    for part, size, edge in (
        (0.0, 2, 2 * _EDGE_THRESHOLD),
        (0.0, 3, _EDGE_THRESHOLD),
        (0.5, 3, _EDGE_THRESHOLD),
        (1.0, 3, _EDGE_THRESHOLD),
    ):
        edges = (find_gradient(small, size) > edge).astype(np.uint8)
        near = np.ones((max(3, round(part * pitch * scale)) if part else 1,) * 2, np.uint8)
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(
            cv2.morphologyEx(edges, cv2.MORPH_CLOSE, near)
        )
        for label, (left, top, width, height, filled) in enumerate(boxes.tolist()):
            if (
                label == 0
                or width * height <= times * area * scale**2
                or max(width, height) >= 1.3 * min(width, height)
                or _contains_point(found, (left + width / 2) / scale, (top + height / 2) / scale)
            ):
                continue
            around = left < x < left + width and top < y < top + height
            own = labels[top : top + height, left : left + width] == label
            if filled >= full * width * height or (not around and _is_frame(own)):
                return True
    return False


def _is_frame(part: NDArray[np.bool_]) -> bool:
    """Return whether a component covers nearly all of the four sides of its bounding box."""
    sides = (
        part[:_FRAME_WIDTH],
        part[-_FRAME_WIDTH:],
        part[:, :_FRAME_WIDTH].T,
        part[:, -_FRAME_WIDTH:].T,
    )
    return all(side.any(axis=0).mean() > _FRAME_SHARE for side in sides)


def _is_mostly_seen(found: Detection, seen: int) -> bool:
    """Return whether enough cells of a board were seen."""
    return seen > _MIN_SEEN * found.n**2


def _find_conflicts(colours: NDArray[np.float32], regions: NDArray[np.uint8]) -> list[Cell]:
    """Return neighbouring cells in one region with very different colours.

    If each region has its own colour, such cells show that lines were misread. But a wrongly placed
    queen may have a special colour, and two regions may share a colour. So lines were misread only
    if the colours of some regions are similar and at least n cells conflict.
    """
    (first, second), n = edge_cells(len(regions)), len(regions)
    flat, own = colours.reshape(-1, 3), regions.ravel()
    apart, same = np.linalg.norm(flat[first] - flat[second], axis=1), own[first] == own[second]
    borders = apart[~same]
    if not borders.size or np.median(borders) < _DIFFERENT or borders.min() > _SIMILAR:
        return []
    cells = _cells_at_edges(same & (apart > _DIFFERENT), n)
    return cells if len(cells) >= n else []


def _find_covered(
    lines: tuple[NDArray[np.float32], NDArray[np.float32]], regions: NDArray[np.uint8]
) -> list[Cell]:
    """Return the cells with an invisible line between them, if other cells have visible lines.

    Faint lines may be invisible against some colours. Then a line counts as covered only if other
    lines inside the same region are visible.
    """
    ink = np.concatenate([part.ravel() for part in lines])
    usual, faintest = float(np.median(ink)), float(np.quantile(ink, 0.15))
    if usual < _VISIBLE_INK or (ink < _HIDDEN_INK * usual).mean() > _MAX_HIDDEN:
        return []
    gone = ink < _HIDDEN_INK * (faintest if faintest >= _CLEAR_INK else usual)
    if faintest < _CLEAR_INK:
        first, second = edge_cells(len(regions))
        own = regions.ravel()[first]
        same = own == regions.ravel()[second]
        seen = np.bincount(own[same & (ink > 0.4 * usual)], minlength=len(regions))
        gone &= same & (seen[own] >= 2)
    return _cells_at_edges(gone, len(regions))


def _cells_at_edges(marked: NDArray[np.bool_], n: int) -> list[Cell]:
    """Return the cells on both sides of the marked edges."""
    cells = np.concatenate([side[marked] for side in edge_cells(n)])
    return [divmod(cell, n) for cell in np.unique(cells).tolist()]


def _area(found: Detection) -> float:
    """Return the area of a board in pixels."""
    ends = np.array([[0, 0, 1], [found.n, found.n, 1]]) @ found.matrix.T
    across, down = np.ptp(ends[:, :2] / ends[:, 2:], axis=0)
    return float(across * down)


def _contains_point(found: Detection, x: float, y: float) -> bool:
    """Return whether a board contains a point of the picture."""
    across, down, scale = (np.linalg.inv(found.matrix) @ [x, y, 1]).tolist()
    return bool(0 <= across / scale <= found.n and 0 <= down / scale <= found.n)


def _centre(found: Detection) -> tuple[float, float]:
    """Return the centre of a board as a point of its picture."""
    x, y, scale = (found.matrix @ [found.n / 2, found.n / 2, 1]).tolist()
    return x / scale, y / scale


def _is_beside(one: Detection, other: Detection) -> bool:
    """Return whether the centre of `other` lies outside `one`."""
    return not _contains_point(one, *_centre(other))


def _extends(count: int, one: Detection, seen: int, other: Detection) -> bool:
    """Return whether grid `one` contains grid `other` and more cells.

    A grid of the same size, shifted by one row or column, counts as well if it was refused only
    because something lies over it.
    """
    if one.n < other.n or one is other or count < seen + 0.6 * other.n * (one.n > other.n):
        return False
    ends = np.linalg.inv(one.matrix) @ other.matrix @ np.array([[0, 0, 1], [other.n] * 2 + [1]]).T
    ends = ends[:2] / ends[2]
    if np.abs(ends - np.rint(ends)).max() > 0.2 or np.ptp(np.rint(ends), axis=1).max() != other.n:
        return False
    low, high = np.rint(ends).T
    if one.n > other.n:
        return bool(low.min() >= 0 and high.max() <= one.n)
    return bool(0 < np.abs(low).sum() <= 1 and one.problem and one.problem.startswith(_COVERED))


def _is_main(found: Detection) -> bool:
    """Return whether a board is so large that its picture has no room for a larger board."""
    least = _MAIN_SIDE * min(found.pixels.shape[:2])
    return bool(_area(found) >= least**2)


def _may_be_icon(found: Detection, *, unique: bool) -> bool:
    """Return whether a board is small and weakly recognised, on a page that shows more.

    The icons of other games and palettes of colours may have regions with a solution by chance.
    """
    side, page = _area(found) ** 0.5, min(found.pixels.shape[:2])
    if found.n < MIN_TRUSTED_ROWS and (found.by == "colours" or not unique):
        return bool(side < _MAIN_SIDE * page)
    return not unique and bool(side < _MIN_OPEN_SIDE * page)


def grid_from_detection(found: Detection, *, source: str | None = None) -> Grid:
    """Return the grid of a detected board; raise `InputError` if it is uncertain."""
    if found.problem is not None:
        raise InputError(f"found {found.describe()}", source=source)
    return Grid(
        found.regions.copy(),
        letters_for(found.n),
        rules=Rules(found.stars),
        placements=(found.queens,) if found.queens else (),
        eliminated=found.marks,
        format=PICTURE,
        note=found.note,
    )


def _describe_unread(symbols: Symbols) -> str | None:
    """Return a remark about signs that were not read."""
    if symbols.labelled:
        return f"{UNREAD}: nearly all cells have signs"
    if not symbols.unread:
        return None
    cells = join_short([cell_name(*cell) for cell in symbols.unread])
    return f"{UNREAD} in {cells}"


def _find_coordinates(regions: NDArray[np.uint8], symbols: Symbols) -> str | None:
    """Return the cells of an outer row or column that is one region full of unread signs."""
    n, unread = len(regions), set(symbols.unread)
    outer = ([(k, at) for k in range(n)] for at in (0, n - 1))
    for cells in [*outer, *([(at, k) for k in range(n)] for at in (0, n - 1))]:
        region = regions[cells[0]]
        alone = all(regions[cell] == region for cell in cells) and (regions == region).sum() == n
        if alone and len(unread.intersection(cells)) >= n - 1:
            return f"{cell_name(*cells[0])} to {cell_name(*cells[-1])}"
    return None


def _detect_boards(
    pixels: Pixels, stars: int | None, legend: NDArray[np.uint8] | None
) -> Iterator[tuple[Detection, int]]:
    """Yield each possible board and the number of its cells that were seen."""
    from fastqueens.queens.vision.grid_lines import find_lattices
    from fastqueens.queens.vision.rectify import (
        continues_outside,
        find_crossed_cells,
        find_hidden_regions,
        find_mixed_cells,
        has_visible_ends,
        measure_colours,
        measure_lines,
        rectify,
    )
    from fastqueens.queens.vision.symbols import read_symbols

    for lattice in find_lattices(pixels):
        sheet = rectify(pixels, lattice)
        if not has_visible_ends(sheet):
            continue
        colours = measure_colours(sheet)
        lines = measure_lines(sheet, colours)
        stated = None if legend is None else guess_of_legend(colours, lines, legend)
        areas = find_areas(colours, lines)
        guesses = guess_regions(colours, lines)
        verdict = choose_regions(guesses, stars, areas=areas, legend=stated)
        problem = verdict.problem
        if problem is None and lattice.pitch < _MIN_CELL:
            problem = f"its cells of {lattice.pitch:.0f} pixels are too small"
        if problem is None and continues_outside(sheet, colours):
            problem = "the grid goes on beyond its edge"
        if problem is None and verdict.by == "colours":
            mixed = np.argwhere(find_mixed_cells(sheet, colours)).tolist()
            gone = _find_covered(lines, verdict.guess.regions)
            if sheet.coarse and len(gone) <= 2:  # one thin line may vanish in coarse pixels
                gone = []
            crossed = find_crossed_cells(sheet)
            hidden = sorted({*gone, *crossed, *((row, column) for row, column in mixed)})
        else:
            hidden = []
        if problem is None and verdict.guess.joined and stated is None:
            hidden = sorted({*hidden, *find_painted_cells(sheet, colours, verdict.guess.regions)})
        if problem is None and verdict.by == "lines":
            other = _find_conflicts(colours, verdict.guess.regions)
            if other:
                cells = join_short([cell_name(*cell) for cell in other])
                problem = f"lines and colours disagree at {cells}"
        if hidden:
            problem = f"{_COVERED} {join_short([cell_name(*cell) for cell in hidden])}"
        elif problem is None and verdict.by == "colours":
            close = sheet.coarse and verdict.guess.margin < _WIDE_MARGIN
            strict = verdict.guess.shaded or close
            unseen = find_hidden_regions(sheet, colours, verdict.guess.regions, strict)
            if unseen:
                cells = join_short([cell_name(*cell) for cell in unseen])
                problem = f"the colour of {cells} is hidden by the symbols in these cells"
        regions = verdict.guess.regions
        unique = find_solution(regions, verdict.stars) if problem is None else None
        symbols = read_symbols(sheet, colours, regions, verdict.stars, unique)
        if problem is None and (line := _find_coordinates(regions, symbols)):
            problem = f"the signs in {line} may be coordinates beside a board that is cut off"
        found = Detection(
            problem=problem,
            note="; ".join(filter(None, (verdict.note, _describe_unread(symbols)))) or None,
            queens=symbols.queens,
            marks=symbols.crosses,
            confidence=verdict.confidence,
            regions=verdict.guess.regions,
            by=verdict.by,
            stars=verdict.stars,
            matrix=lattice.matrix,
            pixels=pixels,
        )
        if found.problem is None and _may_be_icon(found, unique=unique is not None):
            why = "without border lines" if unique is not None else "with several solutions"
            problem = f"a small board {why} on a page that shows more may be an icon"
            found = replace(found, problem=problem)
        yield found, lattice.seen

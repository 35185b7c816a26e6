"""What a picture shows: the grid, its regions, and what stands on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from fastqueens.cell_names import cell_name
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.vision.confidence import judge
from fastqueens.queens.vision.load import Picture, Pixels, open_picture
from fastqueens.queens.vision.region_colours import edges, guesses
from fastqueens.results import InputError
from fastqueens.validation import join_short, plural

__all__ = ["PICTURE", "Detection", "find_board", "grid_from_image", "grid_of"]

PICTURE = "picture"  # the format of a board that was read off one
_PLAIN = 0.6  # of its cells are seen of a board that need not be looked for in other ways
_MAIN = 0.5  # of the shorter side of a picture is a board that need not be compared with others
_LINE = 0.03  # the ink of a line that cannot be overlooked
_TRACE = 0.008  # the same of a line that can be seen
_MOSTLY = 0.3  # of the lines cannot be hidden
_FINEST = 10.0  # pixels of a cell: what is smaller is most often no board, or a preview of one
_WIDE = 2.0  # the margin of colours that marks in small cells do not make
_OTHER, _ALIKE = 50.0, 15.0  # how far colours differ that are surely two, and perhaps one
_GONE = 0.1  # of the ink that lines have: none
_EDGE = 16  # how far the values of neighbouring pixels differ at an edge, of 255
_RIM, _FRAMED = 3, 0.8  # pixels of a frame's lines, and how much of them is seen
_OVER = "something lies over"  # cells
_SURE = 0.5  # the confidence below which a cell is doubtful


@dataclass(frozen=True, kw_only=True, eq=False)
class Detection:
    """What a picture shows.

    Attributes
    ----------
    problem : str or None
        Why the board is not sure.
    note : str or None
        What is odd about a board that is.
    queens, marks : tuple of (row, column)
        Cells with a queen, and cells that are crossed out, counted from 0.
    confidence : ndarray of float, shape (n, n)
        How sure the region of each cell is, from 0 to 1.
    regions : ndarray of uint8, shape (n, n)
        The regions as they were read, sure or not, numbered by first appearance.
    by : str
        What told the regions: "colours", "lines" or "colours and lines".
    stars : int
        Queens in each unit: as given, or as many as leave one solution.
    matrix : ndarray of float, shape (3, 3)
        Where the board lies: the homography from (column, row), 0 to n, to (x, y) in pixels.
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
        """Rows and columns."""
        return len(self.regions)

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The cells whose region is not sure, row by row."""
        return tuple((int(r), int(c)) for r, c in np.argwhere(self.confidence < _SURE))

    def describe(self) -> str:
        """Say in a line what was found."""
        count = plural(int(self.regions.max()) + 1, "region")
        text = f"a board of {self.n} x {self.n} cells, {count} told by {self.by}"
        if self.problem is None:
            return text if self.note is None else f"{text}; {self.note}"
        doubtful = [cell_name(*cell) for cell in self.doubtful]
        cells = f"; doubtful: {join_short(doubtful)}" if doubtful else ""
        return f"{text}, that is not sure: {self.problem}{cells}"


def find_board(
    picture: Picture, stars: int | None = None, *, source: str | None = None
) -> Detection:
    """Find the board in a picture, sure or not; see `fastqueens.queens.read_image`."""
    pixels = open_picture(picture, source=source)
    others: list[tuple[int, Detection]] = []
    for found, seen in _boards(pixels, stars):
        wider = any(_extends(count, other, seen, found) for count, other in others)
        others.append((seen, found))
        clear = found.problem is None and _plain(found, seen) and not wider
        # A larger board that is not seen as easily has edges around it, at the least.
        if clear and (_is_main(found) or not _unread(found, 1.0, 0.0)):
            return found
    if not others:
        height, width = pixels.shape[:2]
        raise InputError(
            f"found no board in a picture of {width} x {height} pixels, expected a grid of "
            "4 x 4 to 25 x 25 cells, each of 12 pixels or more",
            source=source,
        )
    plain = [(count, other) for count, other in others if count >= _PLAIN * other.n**2]
    sure = [other for other in plain or others if other[1].problem is None]
    if sure:
        seen, best = max(sure, key=lambda other: other[0] * _area(other[1]))
    else:
        seen, best = max(others, key=lambda other: (other[1].problem is None, other[0]))
    # A small grid may be a part of a large one, of which more was seen, or stand beside it.
    larger = [
        (count, other)
        for count, other in others
        if (count > 1.3 * seen and other.n > best.n and _area(other) > _area(best))
        or (_area(other) > 2 * _area(best) and (_beside(other, best) or _plain(other, count)))
        or _extends(count, other, seen, best)
    ]
    if larger:
        best = max(larger, key=lambda other: other[0])[1]
    elif best.problem is None and not _is_main(best) and _unread(best, 2.0, 0.8):
        best = replace(best, problem="a larger part of the picture, that may be a board, is unread")
    return best


def _unread(found: Detection, times: float, full: float) -> bool:
    """Tell whether a square part of the picture is larger than the board.

    One with edges all around it, or so full of edges.
    """
    import cv2

    area, pitch = _area(found), _area(found) ** 0.5 / found.n
    scale = min(1.0, 12 / pitch)
    small = cv2.resize(found.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y = (scale * at for at in _middle(found))
    for part, size, edge in (
        (0.0, 2, 2 * _EDGE),
        (0.0, 3, _EDGE),
        (0.5, 3, _EDGE),
        (1.0, 3, _EDGE),
    ):
        steep = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((size, size), np.uint8))
        edges = (cv2.max(cv2.max(*cv2.split(steep)[:2]), steep[:, :, 2]) > edge).astype(np.uint8)
        near = np.ones((max(3, round(part * pitch * scale)) if part else 1,) * 2, np.uint8)
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(
            cv2.morphologyEx(edges, cv2.MORPH_CLOSE, near)
        )
        for label, (left, top, width, height, filled) in enumerate(boxes.tolist()):
            if (
                label == 0
                or width * height <= times * area * scale**2
                or max(width, height) >= 1.3 * min(width, height)
                or _holds(found, (left + width / 2) / scale, (top + height / 2) / scale)
            ):
                continue
            around = left < x < left + width and top < y < top + height
            own = labels[top : top + height, left : left + width] == label
            if filled >= full * width * height or (not around and _is_framed(own)):
                return True
    return False


def _is_framed(part: NDArray[np.bool_]) -> bool:
    """Tell whether what hangs together reaches all four sides of its box nearly everywhere."""
    sides = (part[:_RIM], part[-_RIM:], part[:, :_RIM].T, part[:, -_RIM:].T)
    return all(side.any(axis=0).mean() > _FRAMED for side in sides)


def _plain(found: Detection, seen: int) -> bool:
    """Tell whether enough of the cells of a board were seen."""
    return seen > _PLAIN * found.n**2


def _clashing(colours: NDArray[np.float32], regions: NDArray[np.uint8]) -> list[Cell]:
    """Return neighbours whose colours deny what lines say of them, where regions have colours.

    A wrong queen may have a colour of its own, and two regions the same: only both together, and
    as many cells as a row has, tell that a line was not seen here and another seen there.
    """
    (first, second), n = edges(len(regions)), len(regions)
    flat, own = colours.reshape(-1, 3), regions.ravel()
    apart, same = np.linalg.norm(flat[first] - flat[second], axis=1), own[first] == own[second]
    borders = apart[~same]
    if not borders.size or np.median(borders) < _OTHER or borders.min() > _ALIKE:
        return []
    cells = _at(same & (apart > _OTHER), n)
    return cells if len(cells) >= n else []


def _covered(
    lines: tuple[NDArray[np.float32], NDArray[np.float32]], regions: NDArray[np.uint8]
) -> list[Cell]:
    """Return the cells between which no line is seen, where there is one between all others.

    Faint lines may be too faint for some colours: there those count that are seen elsewhere in the
    same region.
    """
    ink = np.concatenate([part.ravel() for part in lines])
    usual, faintest = float(np.median(ink)), float(np.quantile(ink, 0.15))
    if usual < _TRACE or (ink < _GONE * usual).mean() > _MOSTLY:
        return []
    gone = ink < _GONE * (faintest if faintest >= _LINE else usual)
    if faintest < _LINE:
        first, second = edges(len(regions))
        own = regions.ravel()[first]
        same = own == regions.ravel()[second]
        seen = np.bincount(own[same & (ink > 0.4 * usual)], minlength=len(regions))
        gone &= same & (seen[own] >= 2)
    return _at(gone, len(regions))


def _at(marked: NDArray[np.bool_], n: int) -> list[Cell]:
    """Return the cells on both sides of the edges that are marked."""
    cells = np.concatenate([side[marked] for side in edges(n)])
    return [divmod(cell, n) for cell in np.unique(cells).tolist()]


def _area(found: Detection) -> float:
    """Return the area of a board, in pixels."""
    ends = np.array([[0, 0, 1], [found.n, found.n, 1]]) @ found.matrix.T
    across, down = np.ptp(ends[:, :2] / ends[:, 2:], axis=0)
    return float(across * down)


def _holds(found: Detection, x: float, y: float) -> bool:
    """Tell whether a point of the picture lies in a board."""
    across, down, scale = (np.linalg.inv(found.matrix) @ [x, y, 1]).tolist()
    return bool(0 <= across / scale <= found.n and 0 <= down / scale <= found.n)


def _middle(found: Detection) -> tuple[float, float]:
    """Return where the middle of a board lies in its picture."""
    x, y, scale = (found.matrix @ [found.n / 2, found.n / 2, 1]).tolist()
    return x / scale, y / scale


def _beside(one: Detection, other: Detection) -> bool:
    """Tell whether the middle of a board lies outside of another."""
    return not _holds(one, *_middle(other))


def _extends(count: int, one: Detection, seen: int, other: Detection) -> bool:
    """Tell whether a grid has the cells of another and more.

    Or has as many, moved by a row, and would be a board but for what lies over it.
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
    return bool(0 < np.abs(low).sum() <= 1 and one.problem and one.problem.startswith(_OVER))


def _is_main(found: Detection) -> bool:
    """Tell whether a board fills so much of its picture that no larger one is beside it."""
    least = _MAIN * min(found.pixels.shape[:2])
    return bool(_area(found) >= least**2)


def grid_of(found: Detection, *, source: str | None = None) -> Grid:
    """Return the board of a picture, or raise `InputError` where it is not sure."""
    if found.problem is not None:
        raise InputError(f"found {found.describe()}", source=source)
    return Grid(
        found.regions.copy(),
        letters_for(found.n),
        rules=Rules(found.stars),
        placements=(found.queens,) if found.queens else (),
        eliminated=found.marks,
        format=PICTURE,
    )


def grid_from_image(
    picture: Picture, stars: int | None = None, *, source: str | None = None
) -> Grid:
    """Read the board of a picture; see `fastqueens.queens.Board.from_image`."""
    return grid_of(find_board(picture, stars, source=source), source=source)


def _boards(pixels: Pixels, stars: int | None) -> Iterator[tuple[Detection, int]]:
    """Yield whatever looks like a board, and how many of its cells are seen."""
    from fastqueens.queens.vision.grid_lines import lattices
    from fastqueens.queens.vision.rectify import (
        colours_of,
        crossed_cells,
        goes_on,
        lay_straight,
        lines_of,
        mixed_cells,
        stands_out,
        unseen_regions,
    )
    from fastqueens.queens.vision.symbols import placed_on

    for lattice in lattices(pixels):
        sheet = lay_straight(pixels, lattice)
        if not stands_out(sheet):
            continue
        colours = colours_of(sheet)
        lines = lines_of(sheet, colours)
        verdict = judge(guesses(colours, lines), stars)
        problem = verdict.problem
        if problem is None and lattice.pitch < _FINEST:
            problem = f"its cells of {lattice.pitch:.0f} pixels are too small"
        if problem is None and goes_on(sheet, colours):
            problem = "the grid goes on beyond its edge"
        if problem is None and verdict.by == "colours":
            mixed = np.argwhere(mixed_cells(sheet, colours)).tolist()
            gone = [] if sheet.coarse else _covered(lines, verdict.guess.regions)
            eliminated = crossed_cells(sheet)
            hidden = sorted({*gone, *eliminated, *((row, column) for row, column in mixed)})
        else:
            hidden = []
        if problem is None and verdict.by == "lines":
            other = _clashing(colours, verdict.guess.regions)
            if other:
                cells = join_short([cell_name(*cell) for cell in other])
                problem = f"lines and colours do not agree at {cells}"
        if hidden:
            problem = f"{_OVER} {join_short([cell_name(*cell) for cell in hidden])}"
        elif problem is None and verdict.by == "colours":
            close = sheet.coarse and verdict.guess.margin < _WIDE
            strict = verdict.guess.shaded or close
            unseen = unseen_regions(sheet, colours, verdict.guess.regions, strict)
            if unseen:
                cells = join_short([cell_name(*cell) for cell in unseen])
                problem = f"the colour of {cells} is hidden by what stands there"
        placed = placed_on(sheet, colours, verdict.guess.regions)
        found = Detection(
            problem=problem,
            note=verdict.note,
            queens=placed.queens,
            marks=placed.crosses,
            confidence=verdict.confidence,
            regions=verdict.guess.regions,
            by=verdict.by,
            stars=verdict.stars,
            matrix=lattice.matrix,
            pixels=pixels,
        )
        yield found, lattice.seen

"""Join the pieces of regions by their colours, for boards with regions in several pieces.

`region_colours` joins neighbouring cells only, so it finds connected regions. A board whose regions
consist of several pieces shows more areas than it has rows. Here all cells of one colour become one
region, wherever they are. This is certain only if the picture has exactly n colours, clearly
different from each other, if the lines between the cells do not contradict, and if the board then
has exactly one solution. Sites and our own page may give the same colour to several regions, and
then the number of colours is less than n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastqueens.connected_pieces import (
    connect_cells,
    count_pieces_of_regions,
    first_cells_of_pieces,
    label_pieces,
)
from fastqueens.queens.grid.grid import letters_for
from fastqueens.queens.vision.region_colours import COLOUR_NOISE, INK_NOISE, Guess, edge_cells
from fastqueens.validation import join_short, plural

if TYPE_CHECKING:
    from fastqueens.queens.vision.rectify import Sheet

__all__ = ["Areas", "find_areas", "find_painted_cells", "guess_of_legend", "name_regions_in_pieces"]

_Floats = NDArray[np.float64]
_MIN_RATIO = 2.5  # minimum ratio of the least difference of two colours and the noise of one
_MAX_SPREAD = 0.8  # maximum difference of a cell from its colour, relative to the other colours
_MAX_PIECES = 0.5  # maximum number of areas, relative to the cells; other pictures have more
_THICK_LINE = 1.6  # lines between regions are thick if their ink is this many times larger
_WALL = 0.7  # a line inside an area is thick if it has this share of the usual ink of a border
_RIM = (0.05, 0.09)  # the rim of a cell inside its lines, in cells from the border
_RIM_SHARE = 0.15  # a rim has the colour of a neighbour if it is that much nearer to it
_RIM_SIDES = 2  # sides of a covered cell whose rim is visible; a frame hides the other sides
# The ink inside regions is below this share of the least ink of a border. A queen that touches a
# line adds ink, but less than a thick line.
_LINE_GAP = 0.85
_LEGEND_RATIO = 1.25  # the same as `_MIN_RATIO`, for the borders of a legend
_MAX_NOISE = 30.0  # maximum difference of the cells of a region that a legend states


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """The connected areas of one colour in a picture that shows more areas than rows.

    Attributes
    ----------
    areas, colours : int
        The number of areas, and the number of their colours.
    guess : Guess or None
        The board whose regions are the colours, if that is certain but for the number of solutions.
    """

    areas: int
    colours: int
    guess: Guess | None

    def describe(self) -> str:
        """Return the reason why the areas are not joined."""
        found = f"{self.areas} areas of {plural(self.colours, 'colour')}"
        return f"it shows {found}, which do not join to one certain board"


def find_areas(colours: NDArray[np.float32], ink: tuple[NDArray[np.float32], ...]) -> Areas | None:
    """Return the areas of a picture, or None if it has n areas or no clear colours."""
    n = len(colours)
    flat = colours.reshape(-1, 3).astype(np.float64)
    first, second = edge_cells(n)
    apart = np.linalg.norm(flat[first] - flat[second], axis=1)
    child, parent, length = _spanning_tree(flat)
    order = np.argsort(-length, kind="stable")
    steps = length[order]
    noise = COLOUR_NOISE + float(np.median(steps))
    # With k colours, the k - 1 longest edges of the tree connect different colours.
    ratios = (steps[: 2 * n] + noise) / (steps[1 : 2 * n + 1] + noise)
    # n colours are tried first, because another gap may be larger by chance.
    count = n if ratios[n - 2] >= _MIN_RATIO else int(ratios.argmax()) + 2
    ratio = float(ratios[count - 2])
    if ratio < _MIN_RATIO or count > n:
        return None
    kept = order[count - 1 :]
    regions = _connect(n * n, child[kept], parent[kept]).reshape(n, n)
    areas = len(first_cells_of_pieces(regions))
    if areas <= n or areas > _MAX_PIECES * n * n:
        return None
    if count < n or not _is_compact(flat, regions, float(steps[n - 2])):
        return Areas(areas, count, None)
    agree = _compare_lines(np.concatenate([part.ravel() for part in ink]), regions, areas)
    if agree is False:
        return Areas(areas, count, None)
    by = "colours and lines" if agree else "colours"
    return Areas(areas, count, _make_guess(regions, apart, noise, ratio, by))


def guess_of_legend(
    colours: NDArray[np.float32],
    ink: tuple[NDArray[np.float32], ...],
    legend: NDArray[np.uint8],
) -> Guess | None:
    """Return the board of a legend, or None if the legend does not fit the picture.

    The cells of a region must have one colour. Two neighbours in different regions must have
    different colours, or a thicker line between them than the neighbours in one region.
    """
    n = len(colours)
    if legend.shape != (n, n):
        return None
    flat, own = colours.reshape(-1, 3).astype(np.float64), legend.ravel()
    first, second = edge_cells(n)
    apart = np.linalg.norm(flat[first] - flat[second], axis=1)
    lines = np.concatenate([part.ravel() for part in ink]).astype(np.float64)
    border = own[first] != own[second]
    inside = float(_spread(flat, legend).max())
    by_colour = (apart + COLOUR_NOISE) / (inside + COLOUR_NOISE)
    thin = float(np.max(lines[~border], initial=0))
    by_line = (lines + INK_NOISE) / (thin + INK_NOISE)
    ratio = float(np.min(np.maximum(by_colour, by_line)[border], initial=np.inf))
    if ratio < _LEGEND_RATIO or inside > _MAX_NOISE:
        return None
    return Guess(legend, "colours and lines", ratio, np.full((n, n), ratio), joined=True)


def find_painted_cells(
    sheet: Sheet, colours: NDArray[np.float32], regions: NDArray[np.uint8]
) -> list[tuple[int, int]]:
    """Return the cells whose rim has the colour of a neighbour: their own colour covers another.

    An object in the colour of some region would look like a piece of this region.
    """
    if sheet.coarse:
        return []
    n, cell = sheet.n, sheet.cell
    cells = sheet.cells()
    low, high = round(_RIM[0] * cell), max(round(_RIM[1] * cell), round(_RIM[0] * cell) + 1)
    along = slice(round(0.2 * cell), cell - round(0.2 * cell))
    strips = (
        cells[:, :, low:high, along],
        cells[:, :, cell - high : cell - low, along],
        cells[:, :, along, low:high],
        cells[:, :, along, cell - high : cell - low],
    )
    rims = [np.median(strip.reshape(n, n, -1, 3), axis=2) for strip in strips]
    padded = np.pad(np.arange(n * n).reshape(n, n), 1, mode="edge")
    flat, own = colours.reshape(-1, 3), regions.ravel()
    covered = np.zeros((n, n), bool)
    # The neighbour above, below, to the left and to the right.
    for other in (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]):
        apart = _RIM_SHARE * np.linalg.norm(flat[other] - colours, axis=2)
        alike = [np.linalg.norm(rim - flat[other], axis=2) < apart for rim in rims]
        shown = [np.linalg.norm(rim - colours, axis=2) < 2 * apart for rim in rims]
        covered |= (
            (np.sum(alike, axis=0) >= _RIM_SIDES) & ~np.any(shown, axis=0) & (own[other] != regions)
        )
    return [(int(r), int(c)) for r, c in np.argwhere(covered)]


def name_regions_in_pieces(regions: NDArray[np.uint8]) -> str:
    """Return the letters of the regions that consist of several pieces.

    Examples
    --------
    >>> name_regions_in_pieces(np.array([[0, 1], [1, 0]], np.uint8))
    'regions A, B'
    >>> name_regions_in_pieces(np.array([[0, 1, 0], [2, 1, 2], [2, 2, 2]], np.uint8))
    'region A'
    """
    letters = letters_for(int(regions.max()) + 1)
    found = [letters[k] for k in np.flatnonzero(count_pieces_of_regions(regions) > 1).tolist()]
    return f"region{'s' * (len(found) > 1)} {join_short(found)}"


def _make_guess(
    regions: NDArray[np.uint8], apart: _Floats, noise: float, ratio: float, by: str
) -> Guess:
    """Make a guess; each cell is as certain as its borders are clear."""
    n = len(regions)
    first, second = edge_cells(n)
    border = regions.ravel()[first] != regions.ravel()[second]
    most = float(np.max(apart[~border], initial=0))
    least = float(np.min(apart[border], initial=np.inf))
    own = np.where(border, (apart + noise) / (most + noise), (least + noise) / (apart + noise))
    weak = np.full(n * n, ratio)  # pieces of one cell have no edge inside their region
    np.minimum.at(weak, first, own)
    np.minimum.at(weak, second, own)
    return Guess(regions, by, ratio, weak.reshape(n, n), joined=True)


def _spanning_tree(points: _Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], _Floats]:
    """Return the edges of a minimum spanning tree, by Prim's algorithm: child, parent, length."""
    count = len(points)
    nearest, away = np.zeros(count, np.intp), np.full(count, np.inf)
    outside = np.ones(count, bool)
    children, parents, lengths = (
        np.empty(count - 1, np.intp),
        np.empty(count - 1, np.intp),
        np.empty(count - 1),
    )
    here = 0
    for k in range(count - 1):
        outside[here] = False
        away[here] = np.inf
        now = ((points - points[here]) ** 2).sum(axis=1)
        closer = outside & (now < away)
        away[closer], nearest[closer] = now[closer], here
        here = int(away.argmin())
        children[k], parents[k], lengths[k] = here, nearest[here], away[here] ** 0.5
    return children, parents, lengths


def _connect(
    count: int, children: NDArray[np.intp], parents: NDArray[np.intp]
) -> NDArray[np.uint8]:
    """Return the tree of each node of a forest, numbered by first appearance."""
    leader = np.arange(count)
    while True:  # the smallest number spreads along the edges
        before = leader.copy()
        low = np.minimum(leader[children], leader[parents])
        np.minimum.at(leader, children, low)
        np.minimum.at(leader, parents, low)
        leader = leader[leader]
        if (leader == before).all():
            break
    numbers: NDArray[np.uint8] = np.unique(leader, return_inverse=True)[1].ravel().astype(np.uint8)
    return numbers


def _spread(flat: _Floats, regions: NDArray[np.uint8]) -> _Floats:
    """Return the distance of each cell from the median colour of its region."""
    own = regions.ravel()
    middle = np.array([np.median(flat[own == k], axis=0) for k in range(int(own.max()) + 1)])
    found: _Floats = np.linalg.norm(flat - middle[own], axis=1)
    return found


def _is_compact(flat: _Floats, regions: NDArray[np.uint8], between: float) -> bool:
    """Return whether the cells of a region differ less from each other than from other regions."""
    return bool(_spread(flat, regions).max() <= _MAX_SPREAD * between)


def _compare_lines(ink: NDArray[np.float32], regions: NDArray[np.uint8], areas: int) -> bool | None:
    """Return whether thick lines are exactly between the areas; None if the lines do not tell.

    The result is False if thick lines split an area, or if all lines around an area are thin. Other
    thick lines inside an area are parts of symbols.
    """
    n = len(regions)
    first, second = edge_cells(n)
    border = regions.ravel()[first] != regions.ravel()[second]
    if border.all() or not border.any():
        return None
    across, inside = ink[border], ink[~border]
    usual, thin = float(np.median(across)), float(np.median(inside))
    if usual < _THICK_LINE * max(thin, INK_NOISE):
        return None
    walls = border | (ink > _WALL * usual)
    right, down = walls[: n * (n - 1)].reshape(n, n - 1), walls[n * (n - 1) :].reshape(n - 1, n)
    if int(connect_cells(right, down).max()) + 1 > areas:
        return False
    strongest = np.zeros(areas)
    pieces = label_pieces(regions).ravel()
    for side in (first, second):
        np.maximum.at(strongest, pieces[side[border]], across)
    if strongest.min() < (usual + thin) / 2:
        return False
    least = float(across.min())
    return (inside.max() < _LINE_GAP * least and least > (usual + thin) / 2) or None

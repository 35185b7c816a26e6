"""Rotations and reflections of boards: the canonical form, and the symmetry of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens.queens.board.board import Board, as_board, board_of
from fastqueens.queens.grid.rules import ANY_REGIONS

__all__ = ["IMAGES", "BoardSymmetry", "canonical", "canonical_hash", "find_symmetry"]

# The turned or reflected board of each symmetry; turns come first.
IMAGES: tuple[tuple[str, Callable[[NDArray[Any]], NDArray[Any]]], ...] = (
    ("quarter-turn", lambda cells: np.rot90(cells)),
    ("half-turn", lambda cells: cells[::-1, ::-1]),
    ("diagonal", lambda cells: cells.T),
    ("diagonal", lambda cells: cells[::-1, ::-1].T),
    ("mirror", lambda cells: cells[:, ::-1]),
    ("mirror", lambda cells: cells[::-1]),
)


def canonical(board: Board | ArrayLike) -> Board:
    r"""Return the canonical board of a puzzle.

    Two boards are the same puzzle if rotation, reflection and renaming of the regions turn one
    into the other. The canonical board is the lexicographically first of all these boards, with
    regions named in order of first appearance.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.

    Returns
    -------
    Board
        Its labels are letters, and it has the rules of `board`.

    Raises
    ------
    InputError
        If an array is not a board.

    Examples
    --------
    >>> print(canonical(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")))
    AAAB
    ABBB
    CCDB
    CDDD
    """
    board = as_board(board, ANY_REGIONS)
    form = np.empty((1, board.n, board.n), np.uint8)
    _generate.canonical(board.regions[None], form)
    return board_of(form[0], board.rules)


def canonical_hash(board: Board | ArrayLike) -> str:
    r"""Return 32 hexadecimal digits that are equal for boards that are the same puzzle.

    The digits are a BLAKE2b digest of 16 bytes. The input of the digest has one byte for each
    number: n, the region numbers of the `canonical` board, and the number of stars if it is not 1.
    The digits are the same in every process and in every version of the package.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.

    Returns
    -------
    str

    Raises
    ------
    InputError
        If an array is not a board.

    Examples
    --------
    >>> canonical_hash(["RBBB", "RRBY", "GYYY", "GGGY"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    >>> canonical_hash(["1222", "1124", "3444", "3334"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    """
    from hashlib import blake2b

    form = canonical(board)
    stars = bytes([form.stars] if form.stars > 1 else [])
    text = bytes([form.n]) + form.regions.tobytes() + stars
    return blake2b(text, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class BoardSymmetry:
    """The symmetry that a board has, or almost has.

    Attributes
    ----------
    name : {"half-turn", "quarter-turn", "diagonal", "mirror"}
        The turn or reflection.
    flaws : tuple of (row, column)
        The cells that break the symmetry, in reading order. If they changed their regions, the turn
        or reflection would map each region onto a region. Empty if the board has the symmetry.
    share : float
        The share of the borders between regions that are borders in the turned or reflected board
        too: 1.0 if the board has the symmetry.
    """

    name: str
    flaws: tuple[tuple[int, int], ...]
    share: float


def find_symmetry(board: Board | ArrayLike) -> BoardSymmetry:
    r"""Find the turn or reflection under which the fewest cells of a board are flawed.

    Each region is matched with the image of a region so that the matched regions share as many
    cells as possible. A cell is flawed if its image is not in the matched region. A cell and its
    image are counted as one flaw. If several symmetries have equally few flaws, a quarter-turn
    comes before a half-turn, and turns come before reflections.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.

    Returns
    -------
    BoardSymmetry

    Raises
    ------
    InputError
        If an array is not a board.

    Examples
    --------
    >>> find_symmetry(Board.from_text("AABBB\nACCCB\nDDCBB\nDCCCE\nDDDDE"))
    BoardSymmetry(name='half-turn', flaws=((4, 3),), share=0.9)
    """
    regions = as_board(board, ANY_REGIONS).regions
    n = len(regions)
    cells = np.arange(n * n).reshape(n, n)
    best: BoardSymmetry | None = None
    for name, image_of in IMAGES:
        image = image_of(cells)
        flaws = _find_flaws(regions.ravel(), image.ravel())
        if best is None or len(flaws) < len(best.flaws):
            share = _share_of_borders(regions, regions.ravel()[image])
            best = BoardSymmetry(name, tuple(divmod(cell, n) for cell in flaws), share)
    assert best is not None
    return best


def _find_flaws(regions: NDArray[np.uint8], image: NDArray[np.intp]) -> list[int]:
    """Return the flawed cells under the map from each cell to `image` of the cell."""
    partner = _match_regions(regions, regions[image])
    if (partner[regions] == regions[image]).all():
        return []
    flaws: list[int] = []
    left = np.ones(len(image), bool)
    for cell in range(len(image)):
        if not left[cell]:
            continue
        orbit = [cell]
        while image[orbit[-1]] != cell:
            orbit.append(int(image[orbit[-1]]))
        left[orbit] = False
        choices = [_flaws_of_orbit(regions, orbit, partner, i) for i in range(len(orbit))]
        fewest = min(choices, key=len)
        flaws += fewest
    return sorted(flaws)


def _flaws_of_orbit(
    regions: NDArray[np.uint8], orbit: list[int], partner: NDArray[np.intp], right: int
) -> list[int]:
    """Return the flawed cells among the images of a cell, if image number `right` is not flawed."""
    flaws, region = [], int(regions[orbit[right]])
    for i in range(1, len(orbit) + 1):
        region = int(partner[region])
        cell = orbit[(right + i) % len(orbit)]
        if regions[cell] != region:
            flaws.append(cell)
    return flaws


def _match_regions(regions: NDArray[np.uint8], images: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Match the regions with the regions at the images of their cells, for the most common cells.

    The Hungarian algorithm, with one shortest path for each region.
    """
    count = int(regions.max()) + 1
    cost = np.zeros((count, count + 1), np.intp)
    np.add.at(cost, (regions, images), -1)
    row_price, column_price = np.zeros(count + 1, np.intp), np.zeros(count + 1, np.intp)
    owner = np.full(count + 1, -1)  # the row of each column; the last column begins the paths
    for row in range(count):
        column, owner[count] = count, row
        done = np.zeros(count + 1, bool)
        length = np.full(count + 1, count * len(regions))
        before = np.full(count + 1, count)
        while owner[column] >= 0:
            done[column] = True
            here = owner[column]
            step = cost[here] - row_price[here] - column_price
            nearer = ~done & (step < length)
            nearer[count] = False
            length[nearer], before[nearer] = step[nearer], column
            column = int(np.where(done, np.iinfo(np.intp).max, length)[:count].argmin())
            shortest = length[column]
            row_price[owner[done]] += shortest
            column_price[done] -= shortest
            length[~done] -= shortest
        while column != count:
            owner[column] = owner[before[column]]
            column = int(before[column])
    partner = np.empty(count, np.intp)
    partner[owner[:count]] = np.arange(count)
    return partner


def _share_of_borders(regions: NDArray[np.uint8], image: NDArray[np.uint8]) -> float:
    """Return the share of the borders of a board that are borders of the other board too."""
    kept = total = 0
    for a, b in ((regions, image), (regions.T, image.T)):
        border = a[1:] != a[:-1]
        total += int(border.sum())
        kept += int((border & (b[1:] != b[:-1])).sum())
    return kept / total if total else 1.0

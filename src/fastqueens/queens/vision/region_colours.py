"""Derive the regions from the colours of the cells and the ink between them.

A board of n rows has n connected regions. So neighbouring cells are joined, the most similar pair
first, until n regions are left; this needs no threshold. The margin distinguishes a board from
noise: each border between regions must be clearer than every difference inside a region.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

__all__ = ["COLOUR_NOISE", "INK_NOISE", "Guess", "edge_cells", "guess_regions"]

_Floats = NDArray[np.float64]
COLOUR_NOISE = 2.0  # noise in the colour of a cell, on a scale of 0 to 255
INK_NOISE = 0.012  # noise of the ink between cells
# In a grey picture, the shade of one region is simply the colour of another region.
_MIN_CHROMA = 12.0  # minimum difference between red, green and blue in a picture with colours
_MAX_SHADE = 0.5  # maximum opacity of the shade that a mouse pointer puts on a cell


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """Possible regions of the board in a picture.

    Attributes
    ----------
    regions : ndarray of uint8, shape (n, n)
        The regions, numbered by first appearance.
    by : str
        The features that show the regions: "colours", "lines" or "colours and lines".
    margin : float
        The least difference over a border, divided by the greatest difference inside a region.
        With a margin near 1 the regions are noise.
    weak : ndarray of float, shape (n, n)
        The margin of each cell alone.
    shaded : bool
        Whether one cell was assumed to be a darker or lighter cell of a neighbouring region.
    joined : bool
        Whether pieces of one colour were joined to regions in several pieces.
    """

    regions: NDArray[np.uint8]
    by: str
    margin: float
    weak: _Floats
    shaded: bool = False
    joined: bool = False


def edge_cells(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the two cells of each edge: the edges along rows first, then along columns."""
    cells = np.arange(n * n).reshape(n, n)
    first = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    second = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return first, second


def guess_regions(
    colours: NDArray[np.float32], ink: tuple[NDArray[np.float32], ...]
) -> list[Guess]:
    """Return the regions that colours and lines suggest, the largest margin first."""
    n = len(colours)
    flat = colours.reshape(-1, 3).astype(np.float64)
    first, second = edge_cells(n)
    apart = np.linalg.norm(flat[first] - flat[second], axis=1)
    lines = np.concatenate([ink[0].ravel(), ink[1].ravel()]).astype(np.float64)
    noise = COLOUR_NOISE + float(np.quantile(apart, 0.3))
    faint = INK_NOISE
    found = [
        _join_cells(n, apart, noise, n, "colours"),
        _join_cells(n, lines, faint, n, "lines"),
        _join_cells(
            n, _normalise(apart, noise) + _normalise(lines, faint), 0.1, n, "colours and lines"
        ),
    ]
    if np.ptp(flat, axis=1).max() > _MIN_CHROMA:
        found += _guesses_with_shaded_cell(n, flat, apart, noise)
    return sorted(found, key=lambda guess: -guess.margin)


def _normalise(values: _Floats, noise: float) -> _Floats:
    """Scale values so that noise becomes 0 and a typical border becomes 1."""
    usual = max(float(np.quantile(values, 0.85)), 4 * noise)
    scaled: _Floats = np.clip((values - noise) / usual, 0, 1)
    return scaled


def _join_cells(n: int, values: _Floats, noise: float, wanted: int, by: str) -> Guess:
    """Join cells across the edges with the least values until `wanted` regions are left."""
    first, second = edge_cells(n)
    leader = list(range(n * n))

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    left = n * n
    for edge in np.argsort(values, kind="stable").tolist():
        if left == wanted:
            break
        a, b = lead(int(first[edge])), lead(int(second[edge]))
        if a != b:
            leader[a] = b
            left -= 1
    regions = _renumber(np.array([lead(cell) for cell in range(n * n)])).reshape(n, n)
    border = regions.ravel()[first] != regions.ravel()[second]
    least = np.min(values[border], initial=np.inf)
    most = np.max(values[~border], initial=0)
    weak = np.full(n * n, np.inf)
    own = np.where(border, (values + noise) / (most + noise), (least + noise) / (values + noise))
    np.minimum.at(weak, first, own)
    np.minimum.at(weak, second, own)
    return Guess(regions, by, float((least + noise) / (most + noise)), weak.reshape(n, n))


def _renumber(labels: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Renumber labels by first appearance."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.uint8 if len(first) < 256 else np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.ravel()].astype(np.uint8)


def _guesses_with_shaded_cell(
    n: int, flat: _Floats, apart: _Floats, noise: float
) -> Iterator[Guess]:
    """Yield guesses in which one cell is a darker or lighter cell of a neighbouring region."""
    first, second = edge_cells(n)
    alike = np.full(n * n, np.inf)
    np.minimum.at(alike, first, apart)
    np.minimum.at(alike, second, apart)
    for cell in np.flatnonzero(alike > 3 * noise).tolist():
        grounds: list[tuple[float, _Floats]] = []
        for other in [*second[first == cell].tolist(), *first[second == cell].tolist()]:
            if all(np.linalg.norm(flat[other] - x) > 3 * noise for _, x in grounds):
                grounds.append((_shade_distance(flat[cell], flat[other], noise), flat[other]))
        best = min(away for away, _ in grounds)
        for away, ground in grounds:
            if away > 2 * best + noise or best == np.inf:
                continue
            own = (first == cell) | (second == cell)
            painted = flat.copy()
            painted[cell] = ground
            apart_now = apart.copy()
            apart_now[own] = np.linalg.norm(painted[first[own]] - painted[second[own]], axis=1)
            yield replace(_join_cells(n, apart_now, noise, n, "colours"), shaded=True)


def _shade_distance(cell: _Floats, ground: _Floats, noise: float) -> float:
    """Return how far a colour is from any translucent shade over `ground`; inf if none fits."""
    best = np.inf
    for over in (0.0, 128.0, 255.0):
        along = over - ground
        share = float(((cell - ground) * along).sum() / max(1.0, float((along**2).sum())))
        away = float(np.linalg.norm(cell - ground - share * along))
        if 0 < share <= _MAX_SHADE and away <= 3 * noise + 0.1 * float(
            np.linalg.norm(cell - ground)
        ):
            best = min(best, away)
    return best

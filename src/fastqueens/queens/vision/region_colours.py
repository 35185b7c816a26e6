"""Regions from the colours of cells and the ink between them.

A region is what hangs together when the borders are closed, and there are n of them: neighbours
are joined in order of how alike they are until n regions are left. That needs no threshold. What
tells a board from noise is the margin: every border must stand out from everything inside regions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

__all__ = ["Guess", "edges", "guesses"]

_Floats = NDArray[np.float64]
_NOISE = 2.0  # of a cell's colour, 0 to 255
_FAINT = 0.012  # of ink
_DARKER = 0.5  # how much darker or lighter a pointer makes a cell at most


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """Regions that a picture may show.

    Attributes
    ----------
    regions : ndarray of uint8, shape (n, n)
        Numbered by first appearance.
    by : str
        What tells them: "colours", "lines", "colours and lines".
    margin : float
        The least difference over a border, by the greatest inside a region; 1 says nothing.
    weak : ndarray of float, shape (n, n)
        The margin of each cell alone.
    shaded : bool
        Whether a cell was taken for a darker or lighter one of its neighbour's region.
    """

    regions: NDArray[np.uint8]
    by: str
    margin: float
    weak: _Floats
    shaded: bool = False


def edges(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the two cells of each edge: first those of rows, then those of columns."""
    cells = np.arange(n * n).reshape(n, n)
    first = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    second = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return first, second


def guesses(colours: NDArray[np.float32], ink: tuple[NDArray[np.float32], ...]) -> list[Guess]:
    """Return what regions colours and lines tell, those of the widest margin first."""
    n = len(colours)
    flat = colours.reshape(-1, 3).astype(np.float64)
    first, second = edges(n)
    apart = np.linalg.norm(flat[first] - flat[second], axis=1)
    lines = np.concatenate([ink[0].ravel(), ink[1].ravel()]).astype(np.float64)
    noise = _NOISE + float(np.quantile(apart, 0.3))
    faint = _FAINT
    found = [
        _guess(n, apart, noise, n, "colours"),
        _guess(n, lines, faint, n, "lines"),
        _guess(n, _scaled(apart, noise) + _scaled(lines, faint), 0.1, n, "colours and lines"),
    ]
    found += _pointed(n, flat, apart, noise)
    return sorted(found, key=lambda guess: -guess.margin)


def _scaled(values: _Floats, noise: float) -> _Floats:
    """Return values from 0 to 1, where 1 is what a usual border has."""
    usual = max(float(np.quantile(values, 0.85)), 4 * noise)
    scaled: _Floats = np.clip((values - noise) / usual, 0, 1)
    return scaled


def _guess(n: int, values: _Floats, noise: float, wanted: int, by: str) -> Guess:
    """Join cells across the edges of the least values until as many regions as wanted are left."""
    first, second = edges(n)
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
    regions = _numbered(np.array([lead(cell) for cell in range(n * n)])).reshape(n, n)
    border = regions.ravel()[first] != regions.ravel()[second]
    least = np.min(values[border], initial=np.inf)
    most = np.max(values[~border], initial=0)
    weak = np.full(n * n, np.inf)
    own = np.where(border, (values + noise) / (most + noise), (least + noise) / (values + noise))
    np.minimum.at(weak, first, own)
    np.minimum.at(weak, second, own)
    return Guess(regions, by, float((least + noise) / (most + noise)), weak.reshape(n, n))


def _numbered(labels: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return labels numbered by first appearance."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.uint8 if len(first) < 256 else np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.ravel()].astype(np.uint8)


def _pointed(n: int, flat: _Floats, apart: _Floats, noise: float) -> Iterator[Guess]:
    """Yield guesses where one cell is only a darker or lighter part of a neighbour's region."""
    first, second = edges(n)
    alike = np.full(n * n, np.inf)
    np.minimum.at(alike, first, apart)
    np.minimum.at(alike, second, apart)
    for cell in np.flatnonzero(alike > 3 * noise).tolist():
        grounds: list[tuple[float, _Floats]] = []
        for other in [*second[first == cell].tolist(), *first[second == cell].tolist()]:
            if all(np.linalg.norm(flat[other] - x) > 3 * noise for _, x in grounds):
                grounds.append((_shade(flat[cell], flat[other], noise), flat[other]))
        best = min(away for away, _ in grounds)
        for away, ground in grounds:
            if away > 2 * best + noise or best == np.inf:
                continue
            own = (first == cell) | (second == cell)
            painted = flat.copy()
            painted[cell] = ground
            apart_now = apart.copy()
            apart_now[own] = np.linalg.norm(painted[first[own]] - painted[second[own]], axis=1)
            yield replace(_guess(n, apart_now, noise, n, "colours"), shaded=True)


def _shade(cell: _Floats, ground: _Floats, noise: float) -> float:
    """Return how far a colour is from another with black, grey or white over it; inf for far."""
    best = np.inf
    for over in (0.0, 128.0, 255.0):
        along = over - ground
        share = float(((cell - ground) * along).sum() / max(1.0, float((along**2).sum())))
        away = float(np.linalg.norm(cell - ground - share * along))
        if 0 < share <= _DARKER and away <= 3 * noise + 0.1 * float(np.linalg.norm(cell - ground)):
            best = min(best, away)
    return best

"""Queens and crosses that a player has put on a board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision.rectify import Sheet

__all__ = ["Placed", "placed_on"]

_EDGE = 0.12  # of a cell, where lines are
_LIGHT = np.array([0.299, 0.587, 0.114], np.float32)
_STRONG = 48.0  # how far a mark is from its cell: more by light than by colour, which JPEG smears
_LEAST = 0.012  # of a cell's area
_SMALL = 0.08  # of a cell's area: what is smaller is a cross or a dot
_AROUND = 0.25  # of what crosses have in the middle lies around it at most
_ARMS = 0.72  # of a cross lies in its arms


@dataclass(frozen=True, slots=True)
class Placed:
    """What stands in the cells."""

    queens: tuple[Cell, ...]
    crosses: tuple[Cell, ...]


def placed_on(sheet: Sheet, colours: NDArray[np.float32], regions: NDArray[np.uint8]) -> Placed:
    """Tell the cells that hold a queen, a crown or star or other large sign, or a cross or dot.

    Cells all of which hold something are a board with letters or numbers in it, not a game; and
    what lies in a region's cells as much around their middle as in it is its hatching.
    """
    queens: list[Cell] = []
    crosses: list[Cell] = []
    if sheet.coarse:
        return Placed((), ())
    edge = round(_EDGE * sheet.cell)
    middle, ring = np.zeros((2, sheet.n), np.float64)  # of each region, pixels of its crosses
    for row in range(sheet.n):
        for column in range(sheet.n):
            patch = sheet.patch(row, column)[edge:-edge, edge:-edge]
            apart = patch - colours[row, column]
            light = apart @ _LIGHT
            away = 2 * np.abs(light) + 0.25 * np.linalg.norm(apart - light[..., None], axis=2)
            sign = away > _STRONG
            least = max(3, _LEAST * sheet.cell**2)
            whole = sign
            if sign.sum() < least or (sign := _without_lines(whole)).sum() < least:
                continue
            ink = np.where(sign, np.minimum(away / np.quantile(away[sign], 0.9), 1), 0)
            if not _is_cross(ink, sheet.cell):
                queens.append((row, column))
                continue
            crosses.append((row, column))
            low, rim = round(0.15 * len(ink)), max(1, round(0.05 * len(ink)))  # lines lie there
            middle[regions[row, column]] += whole[low:-low, low:-low].sum()
            ring[regions[row, column]] += whole[rim:-rim, rim:-rim].sum()
    ring -= middle
    crosses = [cell for cell in crosses if ring[regions[cell]] <= _AROUND * middle[regions[cell]]]
    cells = sheet.n * sheet.n
    if len(queens) > cells // 2 or len(crosses) > cells - sheet.n:
        return Placed((), ())
    return Placed(tuple(queens), tuple(crosses))


def _without_lines(sign: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Take away what comes in from the edge, but for a sign that lies mostly in the middle."""
    count, labels = cv2.connectedComponents(sign.astype(np.uint8), connectivity=8)
    side = len(sign)
    low, high = round(0.15 * side), side - round(0.15 * side)
    whole = np.bincount(labels.ravel(), minlength=count)
    middle = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    kept = ~np.isin(np.arange(count), rim) | (middle > 0.5 * whole)
    kept[0] = False
    found: NDArray[np.bool_] = kept[labels]
    return found


def _is_cross(ink: NDArray[np.float32], cell: int) -> bool:
    """Tell a cross or a dot from a queen, by how much of each pixel is covered.

    A cross has four arms on the diagonals and nothing between them; other small signs are marks.
    """
    if ink.sum() < _SMALL * cell**2:
        return True
    down, across = np.indices(ink.shape) - np.array(
        [np.average(axis, weights=ink) for axis in np.indices(ink.shape)]
    ).reshape(2, 1, 1)
    away = np.hypot(down, across)
    outer = away > 0.5 * away[ink > 0.4].max()
    angle = np.abs(np.degrees(np.arctan2(np.abs(down), np.abs(across))) - 45)
    return float(ink[outer & (angle < 20)].sum()) > _ARMS * float(ink[outer].sum())

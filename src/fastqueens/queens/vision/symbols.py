"""Read the queens and crosses that a player has put on a board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision.rectify import Sheet

__all__ = ["Symbols", "read_symbols"]

_BORDER = 0.12  # width of the rim of a cell that may hold border lines, in cells
_LUMINANCE = np.array([0.299, 0.587, 0.114], np.float32)
# Minimum contrast of a symbol with its cell; luminance counts more because JPEG blurs colour.
_MIN_CONTRAST = 48.0
_MIN_AREA = 0.012  # minimum area of a symbol, as a share of its cell
_MIN_QUEEN_AREA = 0.08  # share of the cell; a smaller symbol is a cross or a dot
# Maximum ink near the rim of cells with crosses, relative to the ink in their middle.
_MAX_RING = 0.25
_MIN_ARMS = 0.72  # minimum share of the outer ink of a cross that lies in its four arms


@dataclass(frozen=True, slots=True)
class Symbols:
    """The cells with queens and the cells with crosses or dots."""

    queens: tuple[Cell, ...]
    crosses: tuple[Cell, ...]


def read_symbols(sheet: Sheet, colours: NDArray[np.float32], regions: NDArray[np.uint8]) -> Symbols:
    """Return the cells that hold a queen (any large symbol) and the cells with a cross or dot.

    If nearly all cells hold a symbol, these are letters or numbers and not the moves of a player.
    If the ink in a region's cells is spread evenly, it is hatching and not a cross.
    """
    queens: list[Cell] = []
    crosses: list[Cell] = []
    if sheet.coarse:
        return Symbols((), ())
    edge = round(_BORDER * sheet.cell)
    middle, ring = np.zeros((2, sheet.n), np.float64)  # pixels of the crosses of each region
    for row in range(sheet.n):
        for column in range(sheet.n):
            patch = sheet.patch(row, column)[edge:-edge, edge:-edge]
            apart = patch - colours[row, column]
            luminance = apart @ _LUMINANCE
            away = 2 * np.abs(luminance) + 0.25 * np.linalg.norm(
                apart - luminance[..., None], axis=2
            )
            symbol = away > _MIN_CONTRAST
            least = max(3, _MIN_AREA * sheet.cell**2)
            whole = symbol
            if symbol.sum() < least or (symbol := _without_border_lines(whole)).sum() < least:
                continue
            ink = np.where(symbol, np.minimum(away / np.quantile(away[symbol], 0.9), 1), 0)
            if not _is_cross(ink, sheet.cell):
                queens.append((row, column))
                continue
            crosses.append((row, column))
            # The rim may hold border lines.
            low, rim = (round(0.15 * len(ink)), max(1, round(0.05 * len(ink))))
            middle[regions[row, column]] += whole[low:-low, low:-low].sum()
            ring[regions[row, column]] += whole[rim:-rim, rim:-rim].sum()
    ring -= middle
    crosses = [cell for cell in crosses if ring[regions[cell]] <= _MAX_RING * middle[regions[cell]]]
    cells = sheet.n * sheet.n
    if len(queens) > cells // 2 or len(crosses) > cells - sheet.n:
        return Symbols((), ())
    return Symbols(tuple(queens), tuple(crosses))


def _without_border_lines(symbol: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Remove parts that touch the rim of the cell, except symbols mostly in the middle."""
    count, labels = cv2.connectedComponents(symbol.astype(np.uint8), connectivity=8)
    side = len(symbol)
    low, high = round(0.15 * side), side - round(0.15 * side)
    whole = np.bincount(labels.ravel(), minlength=count)
    middle = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    kept = ~np.isin(np.arange(count), rim) | (middle > 0.5 * whole)
    kept[0] = False
    found: NDArray[np.bool_] = kept[labels]
    return found


def _is_cross(ink: NDArray[np.float32], cell: int) -> bool:
    """Return whether ink forms a cross (four diagonal arms) or is small enough for a dot."""
    if ink.sum() < _MIN_QUEEN_AREA * cell**2:
        return True
    down, across = np.indices(ink.shape) - np.array(
        [np.average(axis, weights=ink) for axis in np.indices(ink.shape)]
    ).reshape(2, 1, 1)
    away = np.hypot(down, across)
    outer = away > 0.5 * away[ink > 0.4].max()
    angle = np.abs(np.degrees(np.arctan2(np.abs(down), np.abs(across))) - 45)
    return float(ink[outer & (angle < 20)].sum()) > _MIN_ARMS * float(ink[outer].sum())

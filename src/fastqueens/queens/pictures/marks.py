"""Queens and crosses that a player has put on a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.pictures.sampling import Sheet
from fastqueens.queens.placements import Cell

__all__ = ["Placed", "placed_on"]

_EDGE = 0.15  # of a cell, where lines may be
_STRONG = 48.0  # how far the colour of a mark is from its cell's, 0 to 441
_LEAST = 0.012  # of a cell's area
_SMALL = 0.33  # of a cell's side: what is smaller is a cross or a dot


@dataclass(frozen=True, slots=True)
class Placed:
    """What stands in the cells."""

    queens: tuple[Cell, ...]
    crosses: tuple[Cell, ...]


def placed_on(sheet: Sheet, colours: NDArray[np.float32]) -> Placed:
    """Tell the cells that hold a queen, a crown or star or other large sign, or a cross or dot.

    Cells all of which hold something are a board with letters or numbers in it, not a game.
    """
    queens: list[Cell] = []
    crosses: list[Cell] = []
    edge = round(_EDGE * sheet.cell)
    for row in range(sheet.n):
        for column in range(sheet.n):
            patch = sheet.patch(row, column)[edge:-edge, edge:-edge]
            away = np.abs(patch - colours[row, column]).sum(axis=2)
            sign = away > _STRONG
            if sign.sum() < max(3, _LEAST * sheet.cell**2):
                continue
            (crosses if _is_cross(sign, sheet.cell) else queens).append((row, column))
    if len(queens) > sheet.n * sheet.n // 2:
        return Placed((), ())
    return Placed(tuple(queens), tuple(crosses))


def _is_cross(sign: NDArray[np.bool_], cell: int) -> bool:
    """Tell a cross or a dot from a queen."""
    rows, columns = np.flatnonzero(sign.any(axis=1)), np.flatnonzero(sign.any(axis=0))
    height, width = int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1
    if max(height, width) < _SMALL * cell:
        return True
    if not 0.6 < height / width < 1.67:
        return False
    box = sign[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    down = np.abs(np.linspace(-1, 1, height))[:, None]
    across = np.abs(np.linspace(-1, 1, width))[None]
    arms = np.abs(down - across) < 0.2  # both diagonals
    between = (np.abs(down - across) > 0.55) & (np.maximum(down, across) > 0.6)
    return float(box[arms].mean()) - float(box[between].mean()) > 0.5

"""Cut the signs out of the cells of a board, and group those that look alike."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.vision.rectify import Sheet, lengths

__all__ = ["Group", "Sign", "cut_signs", "group_signs"]

_Floats = NDArray[np.float32]
_BORDER = 0.12  # width of the rim of a cell that may hold border lines, in cells
_LUMINANCE = np.array([0.299, 0.587, 0.114], np.float32)
# Minimum contrast of a sign with its cell; luminance counts more because JPEG blurs colour.
_MIN_CONTRAST, _MAX_CONTRAST = 30.0, 48.0
_MIN_AREA = 0.012  # minimum area of a sign, as a share of its cell
_MIN_PART = 0.1  # parts of a sign with a smaller share of the area of the largest are noise
_SIDE = 24  # pixels of the normalised picture of a sign, which is 1 - 2 * _BORDER cells wide
_MIN_ALIKE = 0.92  # minimum correlation of like signs
_MAX_GROWTH = 1.45  # maximum ratio between the areas of like signs


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """Something that stands in a cell.

    Attributes
    ----------
    cell : Cell
        The cell.
    ink : ndarray of float, shape (_SIDE, _SIDE)
        The normalised picture: 1 where the sign has its full contrast, 0 outside the sign. The
        middle of the sign is in the centre.
    area : float
        The area, as a share of the cell.
    width, height : float
        The sides of the bounding box, in cells.
    offset : float
        The distance from the centre of the cell to the middle of the sign, in cells.
    spread : float
        The ink near the rim of the cell relative to the ink in its middle; high for hatching.
    """

    cell: Cell
    ink: _Floats
    area: float
    width: float
    height: float
    offset: float
    spread: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Signs that look alike, and their average."""

    signs: tuple[Sign, ...]

    @property
    def cells(self) -> list[Cell]:
        """The cells of the signs."""
        return [sign.cell for sign in self.signs]

    @property
    def ink(self) -> _Floats:
        """The average of the normalised pictures."""
        mean: _Floats = np.mean([sign.ink for sign in self.signs], axis=0)
        return mean

    def median(self, measure: str) -> float:
        """Return the median of one measure of the signs."""
        return float(np.median([getattr(sign, measure) for sign in self.signs]))


def cut_signs(sheet: Sheet, colours: _Floats) -> list[Sign]:
    """Return the signs in the cells of a board, row by row."""
    edge, n = round(_BORDER * sheet.cell), sheet.n
    cells = sheet.cells()[:, :, edge:-edge, edge:-edge]
    apart = cells - colours[:, :, None, None]
    luminance = apart @ _LUMINANCE
    chroma = lengths(apart - luminance[..., None])
    away = 2 * np.abs(luminance) + 0.4 * chroma
    noise = float(np.median(np.quantile(away.reshape(n, n, -1), 0.8, axis=2)))
    contrast = float(np.clip(3 * noise + 20, _MIN_CONTRAST, _MAX_CONTRAST))
    found = (_cut_sign(cell, away[cell], sheet.cell, contrast) for cell in np.ndindex(n, n))
    return [sign for sign in found if sign is not None]


def _cut_sign(cell: Cell, away: _Floats, side: int, contrast: float) -> Sign | None:
    """Return the sign in a cell; `away` is the difference of its pixels from its colour."""
    whole = away > contrast
    least = max(3, _MIN_AREA * side**2)
    if whole.sum() < least:
        return None
    symbol = _without_border_lines(whole)
    if symbol.sum() < least:
        return None
    ink = np.where(symbol, np.minimum(away / np.quantile(away[symbol], 0.9), 1), 0)
    rows, columns = np.flatnonzero(symbol.any(axis=1)), np.flatnonzero(symbol.any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    middle = np.array([left + right, top + bottom]) / 2
    low, rim = round(0.15 * len(ink)), max(1, round(0.05 * len(ink)))
    inner = float(whole[low:-low, low:-low].sum())
    return Sign(
        cell,
        _normalise(ink.astype(np.float32), middle),
        float(ink.sum()) / side**2,
        float(right - left) / side,
        float(bottom - top) / side,
        float(np.abs(middle - len(ink) / 2).max()) / side,
        (inner, float(whole[rim:-rim, rim:-rim].sum()) - inner),
    )


def _without_border_lines(symbol: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Remove parts that touch the rim of the cell, except signs mostly in the middle."""
    count, labels = cv2.connectedComponents(symbol.astype(np.uint8), connectivity=8)
    side = len(symbol)
    low, high = round(0.15 * side), side - round(0.15 * side)
    whole = np.bincount(labels.ravel(), minlength=count)
    middle = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    low, high = round(0.25 * side), side - round(0.25 * side)
    core = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    kept = ~np.isin(np.arange(count), rim) | (middle > 0.5 * whole) | (core > 0.15 * whole)
    whole[~kept] = 0
    kept &= whole >= _MIN_PART * whole[1:].max(initial=0)
    kept[0] = False
    found: NDArray[np.bool_] = kept[labels]
    return found


def _normalise(ink: _Floats, middle: NDArray[np.float64]) -> _Floats:
    """Return a slightly blurred picture of a sign with its middle in the centre."""
    scale = _SIDE / len(ink)
    x, y = _SIDE / 2 - scale * middle
    # Centres of pixels have whole-number coordinates.
    matrix = np.array([[scale, 0, x + scale / 2 - 0.5], [0, scale, y + scale / 2 - 0.5]])
    blurred = cv2.GaussianBlur(ink, (0, 0), max(0.5, 0.8 / scale))
    moved: _Floats = cv2.warpAffine(blurred, matrix, (_SIDE, _SIDE))
    return moved


def group_signs(signs: list[Sign]) -> list[Group]:
    """Group signs that look alike, the largest group first."""
    if not signs:
        return []
    ink = np.array([sign.ink.ravel() for sign in signs])
    ink /= np.maximum(np.linalg.norm(ink, axis=1, keepdims=True), 1e-6)
    area = np.array([sign.area for sign in signs])
    # BLAS would start threads for this small product, which takes longer on a busy machine.
    alike = (np.einsum("ik,jk->ij", ink, ink) > _MIN_ALIKE) & (
        np.maximum(area[:, None], area) < _MAX_GROWTH * np.minimum(area[:, None], area)
    )
    groups = []
    free = np.ones(len(signs), bool)
    while free.any():
        number = (alike & free).sum(axis=1) * free
        members = np.flatnonzero(alike[int(number.argmax())] & free)
        free[members] = False
        groups.append(Group(tuple(signs[k] for k in members.tolist())))
    return groups

"""The description of a board to draw, and the pieces and marks on it.

``queens`` is the column of the queen in each row, or -1 for a row without a queen; or (row, column)
pairs, shape (k, 2); or an object with such pairs as ``queens`` and ``pawns``; or None for an empty
board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastqueens.canvas.annotations import Cell, Marks
from fastqueens.canvas.pieces import PieceShape
from fastqueens.canvas.themes import Theme, colours_of, fills_of, patterns, theme_of
from fastqueens.results import InputError
from fastqueens.validation import array_of, quote, shown_array

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["PlacedPieces", "Squares", "read_marks", "read_pieces"]


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """A board to draw.

    Attributes
    ----------
    n : int
        Rows and columns.
    regions : ndarray of int, shape (n, n)
        The region of each cell.
    letters, labels : sequence of str
        A character and a name for each region.
    piece : PieceShape
        The shape that is drawn for a queen.
    kind : str
        The name of the kind of board in titles.
    walls : bool
        Whether to draw walls between regions and to name regions in descriptions.
    fills : mapping from str to sequence of str, or None
        The colour of each region, by theme. By default neighbouring regions differ.
    texts : callable or None
        Returns the text chunks of a PNG file of the board, by keyword.
    """

    n: int
    regions: NDArray[np.uint8]
    letters: Sequence[str]
    labels: Sequence[str]
    piece: PieceShape
    kind: str
    walls: bool = True
    fills: Mapping[str, Sequence[str]] | None = None
    texts: Callable[[], Mapping[str, str]] | None = None

    def colours(self, theme: Theme) -> list[str]:
        """Return the colour of each region, ``'#rrggbb'``."""
        if self.fills is not None:
            return list(colours_of(self.fills, theme.name))
        return [theme.fills[k] for k in self._fill_numbers(theme)]

    def tiles(self, theme: Theme) -> list[str]:
        """Return the pattern of each region as path data, or "" for no pattern."""
        if self.fills is not None:
            return [""] * len(self.labels)
        return [patterns()[k] for k in self._fill_numbers(theme)]

    def _fill_numbers(self, theme: Theme) -> tuple[int, ...]:
        regions = np.ascontiguousarray(self.regions, np.uint8)
        return _fills(regions.tobytes(), self.n, theme.name)


@lru_cache(64)  # a live view draws the same board many times
def _fills(regions: bytes, n: int, theme: str) -> tuple[int, ...]:
    return tuple(fills_of(np.frombuffer(regions, np.uint8).reshape(n, n), theme_of(theme)))


class PlacedPieces(NamedTuple):
    """The pieces on a board, as (row, column) pairs."""

    queens: list[Cell]
    pawns: list[Cell]


def read_pieces(board: Squares, queens: Any) -> PlacedPieces:
    """Check queens in any of the forms listed at the top of this module, and return the pieces."""
    if queens is None:
        return PlacedPieces([], [])
    if hasattr(queens, "pawns"):
        return PlacedPieces(_pairs(board, queens.queens), _pairs(board, queens.pawns))
    columns = array_of(queens)
    if columns.ndim == 2 or columns.shape == (0,):
        return PlacedPieces(_pairs(board, columns), [])
    if columns.shape != (board.n,) or columns.dtype.kind not in "iu":
        found, rows = shown_array(queens, columns), board.n
        raise InputError(f"queens is {found}, expected {rows} column numbers, one for each row")
    if columns.min() < -1 or columns.max() >= board.n:
        found, last = quote(columns.tolist()), board.n - 1
        raise InputError(f"queens is {found}, expected columns 0 to {last}, or -1 for none")
    return PlacedPieces([(r, c) for r, c in enumerate(columns.tolist()) if c >= 0], [])


def read_marks(board: Squares, marks: Marks | None) -> dict[Cell, str]:
    """Return the mark of each marked cell.

    If a cell has several marks, the mark that comes last in the list below is returned.
    """
    if marks is None:
        return {}
    found = {}
    hand = () if marks.hand is None else (marks.hand,)
    for mark, cells in (
        ("emptied", marks.emptied),
        ("gone", marks.gone),
        ("eliminated", marks.eliminated),
        ("framed", marks.framed),
        ("wrong", marks.wrong),
        ("ghost", marks.ghosts),
        ("hand", hand),
    ):
        for r, c in cells:
            if not (0 <= r < board.n and 0 <= c < board.n):
                last = board.n - 1
                raise InputError(f"cell is {quote((r, c))}, expected rows and columns 0 to {last}")
            found[int(r), int(c)] = mark
    return found


def _pairs(board: Squares, cells: ArrayLike) -> list[Cell]:
    pairs = array_of(cells)
    if pairs.size == 0:
        return []
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise InputError(f"queens is {shown_array(cells, pairs)}, expected (row, column) pairs")
    if pairs.min() < 0 or pairs.max() >= board.n:
        found, last = quote(pairs.tolist()), board.n - 1
        raise InputError(f"queens is {found}, expected rows and columns 0 to {last}")
    return [(r, c) for r, c in pairs.tolist()]

"""A board of squares to draw, and what stands on it.

``queens`` is the column of the queen in each row, -1 where a row has none; or (row, column) pairs,
shape (k, 2); or an object with such pairs as ``queens`` and ``pawns``; or None for a bare board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastqueens.canvas.annotations import Cell, Marks
from fastqueens.canvas.pieces import Piece
from fastqueens.canvas.themes import Theme, fills_of, patterns, theme_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Squares", "Standing", "marked", "standing"]


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
        Of each region: a character, a name.
    piece : Piece
        What stands for a queen.
    kind : str
        What titles call the board.
    walls : bool
        Whether regions matter, and so have walls between them and names in descriptions.
    fills : mapping from str to sequence of str, or None
        By theme, the colour of each region; by default chosen so that neighbours differ.
    """

    n: int
    regions: NDArray[np.uint8]
    letters: Sequence[str]
    labels: Sequence[str]
    piece: Piece
    kind: str
    walls: bool = True
    fills: Mapping[str, Sequence[str]] | None = None

    def colours(self, theme: Theme) -> list[str]:
        """Return the colour of each region, ``'#rrggbb'``."""
        if self.fills is not None:
            return list(self.fills[theme.name])
        return [theme.fills[k] for k in self._numbers(theme)]

    def tiles(self, theme: Theme) -> list[str]:
        """Return the pattern of each region, as path data; "" for none."""
        if self.fills is not None:
            return [""] * len(self.labels)
        return [patterns()[k] for k in self._numbers(theme)]

    def _numbers(self, theme: Theme) -> tuple[int, ...]:
        regions = np.ascontiguousarray(self.regions, np.uint8)
        return _fills(regions.tobytes(), self.n, theme.name)


@lru_cache(64)  # a board that is shown live is drawn many times
def _fills(regions: bytes, n: int, theme: str) -> tuple[int, ...]:
    return tuple(fills_of(np.frombuffer(regions, np.uint8).reshape(n, n), theme_of(theme)))


class Standing(NamedTuple):
    """What stands on a board, as (row, column) pairs."""

    queens: list[Cell]
    pawns: list[Cell]


def standing(board: Squares, queens: Any) -> Standing:
    """Read queens in any of the forms that the head of this module names, and check them."""
    if queens is None:
        return Standing([], [])
    if hasattr(queens, "pawns"):
        return Standing(_pairs(board, queens.queens), _pairs(board, queens.pawns))
    columns = np.asarray(queens)
    if columns.ndim == 2 or columns.shape == (0,):
        return Standing(_pairs(board, columns), [])
    if columns.shape != (board.n,) or columns.dtype.kind not in "iu":
        raise ValueError(f"queens is {board.n} column numbers, one for each row, not {queens!r}")
    if columns.min() < -1 or columns.max() >= board.n:
        raise ValueError(f"a queen's column is 0 to {board.n - 1}, or -1 for none: {queens!r}")
    return Standing([(r, c) for r, c in enumerate(columns.tolist()) if c >= 0], [])


def marked(board: Squares, marks: Marks | None) -> dict[Cell, str]:
    """Return how each marked cell is marked: the one that a reader most needs, if several."""
    if marks is None:
        return {}
    found = {}
    hand = () if marks.hand is None else (marks.hand,)
    for mark, cells in (
        ("gone", marks.gone),
        ("eliminated", marks.eliminated),
        ("framed", marks.framed),
        ("wrong", marks.wrong),
        ("hand", hand),
    ):
        for r, c in cells:
            if not (0 <= r < board.n and 0 <= c < board.n):
                raise ValueError(f"rows and columns are 0 to {board.n - 1}, not {(r, c)}")
            found[int(r), int(c)] = mark
    return found


def _pairs(board: Squares, cells: ArrayLike) -> list[Cell]:
    pairs = np.asarray(cells)
    if pairs.size == 0:
        return []
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"expected (row, column) pairs, not {cells!r}")
    if pairs.min() < 0 or pairs.max() >= board.n:
        raise ValueError(f"rows and columns are 0 to {board.n - 1}: {cells!r}")
    return [(r, c) for r, c in pairs.tolist()]

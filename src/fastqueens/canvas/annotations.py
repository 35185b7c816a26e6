"""The cells that a picture of a board marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from fastqueens.equality import EqualByValue

__all__ = ["Cell", "Marks"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Marks(EqualByValue):
    """Marked cells, as (row, column) pairs counted from 0.

    Attributes
    ----------
    framed : collection of cells
        The cells that a step or a hint is about.
    eliminated : collection of cells
        Cells that a step eliminates.
    gone : collection of cells
        Cells that were eliminated in earlier steps. Their marks are less visible.
    wrong : collection of cells
        Pieces that break a rule.
    hand : (row, column) or None
        The cell that a search or a chain is trying.
    ghosts : sequence of cells
        Pieces that a chain forces, in this order. They are pale and numbered from 1.
    emptied : collection of cells
        The cells of units that cannot get their queens.
    """

    framed: Collection[Cell] = ()
    eliminated: Collection[Cell] = ()
    gone: Collection[Cell] = ()
    wrong: Collection[Cell] = ()
    hand: Cell | None = None
    ghosts: Sequence[Cell] = ()
    emptied: Collection[Cell] = ()

"""What a picture points out on its board besides the pieces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

__all__ = ["Cell", "Marks"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Cells to point out, as (row, column) pairs counted from 0.

    Attributes
    ----------
    framed : collection of cells
        What a step or a hint is about.
    eliminated : collection of cells
        Where no piece can stand any more.
    gone : collection of cells
        Where that was known before: less is made of them.
    wrong : collection of cells
        Pieces that break a rule.
    hand : (row, column) or None
        The cell that a search has in hand.
    """

    framed: Collection[Cell] = ()
    eliminated: Collection[Cell] = ()
    gone: Collection[Cell] = ()
    wrong: Collection[Cell] = ()
    hand: Cell | None = None

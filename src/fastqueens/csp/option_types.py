"""The options of the constraint searches, for the type checkers of the puzzles that offer them."""

from __future__ import annotations

from typing import Literal, TypedDict

from fastqueens.csp.options import Order, Values

__all__ = ["ConstraintMethod", "ConstraintOptions", "MemoOptions"]


ConstraintMethod = Literal["backtracking", "forward-checking", "mac"]  # that remember nothing


class ConstraintOptions(TypedDict, total=False):
    """Of every constraint search; see `csp.Model.solve`."""

    order: Order
    values: Values
    restarts: bool


class MemoOptions(ConstraintOptions, total=False):
    """Of ``"backtracking-memo"``."""

    max_bytes: int

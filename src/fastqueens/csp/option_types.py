"""The types of the options of the constraint searches, for type checkers."""

from __future__ import annotations

from typing import Literal, TypedDict

from fastqueens.csp.options import Order, Values

__all__ = ["ConstraintMethod", "ConstraintOptions", "MemoOptions"]


ConstraintMethod = Literal[
    "backtracking", "forward-checking", "mac"
]  # the methods without max_bytes


class ConstraintOptions(TypedDict, total=False):
    """Options of every constraint search; see `csp.Model.solve`."""

    order: Order
    values: Values
    restarts: bool


class MemoOptions(ConstraintOptions, total=False):
    """Options of ``"backtracking-memo"``."""

    max_bytes: int

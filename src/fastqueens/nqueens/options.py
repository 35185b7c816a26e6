"""The names of the methods and their options, for type checkers."""

from __future__ import annotations

from typing import Literal

from fastqueens.csp import option_types as typed
from fastqueens.csp.option_types import ConstraintMethod
from fastqueens.search import Limits

__all__ = [
    "ConstraintMethod",
    "ConstraintOptions",
    "MemoOptions",
    "MethodName",
    "PlainMethod",
    "SearchOptions",
    "Settings",
]


PlainMethod = Literal[
    "list", "permutation", "permutation-skip", "tuples", "combinations", "min-conflicts"
]
MethodName = Literal[PlainMethod, ConstraintMethod, "backtracking-memo"]


class SearchOptions(Limits, total=False):
    """What every method takes; see `nqueens.solve`."""

    seed: int


class ConstraintOptions(SearchOptions, typed.ConstraintOptions, total=False):
    """Of the constraint searches; see `csp_model.nqueens_kernel`."""


class Settings(typed.MemoOptions, total=False):
    """Of any method, for what goes through solutions by any of them."""


class MemoOptions(ConstraintOptions, typed.MemoOptions, total=False):
    """Of the constraint search that remembers."""

"""The types of the method names and options of N-Queens, for type checkers."""

from __future__ import annotations

from typing import Literal

from numpy.typing import ArrayLike

from fastqueens.csp import option_types as typed
from fastqueens.csp.option_types import ConstraintMethod
from fastqueens.nqueens.rules import Symmetry
from fastqueens.search import Limits

__all__ = [
    "CompleteOptions",
    "ConstraintMethod",
    "ConstraintOptions",
    "CountMethodName",
    "ListOptions",
    "MemoOptions",
    "MethodName",
    "PlainMethod",
    "SearchOptions",
    "Settings",
]


PlainMethod = Literal[
    "list", "permutation", "permutation-skip", "tuples", "combinations", "min-conflicts"
]
CountMethodName = Literal["bitboard", "join"]
MethodName = Literal[PlainMethod, ConstraintMethod, "backtracking-memo"]


class SearchOptions(Limits, total=False):
    """Options of every method; see `nqueens.solve`."""

    seed: int


class ConstraintOptions(SearchOptions, typed.ConstraintOptions, total=False):
    """Options of the constraint searches; see `csp_model.nqueens_kernel`."""


class Settings(typed.MemoOptions, total=False):
    """Options of all methods together, for functions that accept any method."""


class CompleteOptions(Limits, total=False):
    """The arguments of `nqueens.complete` besides n, `placed` and the variant."""

    symmetry: Symmetry
    pawns: int


class ListOptions(CompleteOptions, Settings, total=False):
    """The arguments of `nqueens.solutions` besides n, the method and the variant."""

    seed: int
    placed: ArrayLike | None


class MemoOptions(ConstraintOptions, typed.MemoOptions, total=False):
    """Options of ``"backtracking-memo"``."""

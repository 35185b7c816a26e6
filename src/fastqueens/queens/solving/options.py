"""The names of the methods and their options, for type checkers.

`queens.solve` and the other searches take only the options of the chosen method. So a type checker
reports ``solve(board, method="mac", oder="mrv")`` as an error.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

from fastqueens.csp import option_types as typed
from fastqueens.csp.option_types import ConstraintMethod
from fastqueens.search import Limits

if TYPE_CHECKING:
    from fastqueens.queens.swarm.options import Repair, Topology

__all__ = [
    "ConstraintCountOptions",
    "ConstraintMethod",
    "ConstraintOptions",
    "CountMethod",
    "CountOptions",
    "MemoOptions",
    "MethodName",
    "PlainMethod",
    "SearchOptions",
    "Settings",
    "SwarmSettings",
]


PlainMethod = Literal["bitboard", "permutation", "permutation-skip", "min-conflicts"]
CountMethod = Literal["auto", "rows", "bitboard", "permutation", "permutation-skip"]
MethodName = Literal[PlainMethod, ConstraintMethod, "backtracking-memo", "pso"]


class SearchOptions(Limits, total=False):
    """The options of every method; see `queens.solve`."""

    seed: int


class _BoardVariables(TypedDict, total=False):
    variables: Literal["regions", "rows"] | None
    region_order: Literal["first-seen", "label"] | Sequence[Hashable]


class ConstraintOptions(SearchOptions, typed.ConstraintOptions, _BoardVariables, total=False):
    """The options of the constraint searches; see `csp_model.board_kernel`."""


class MemoOptions(ConstraintOptions, typed.MemoOptions, total=False):
    """The options of the constraint search that remembers failed states."""


class _SwarmOptions(TypedDict, total=False):
    preset: Literal["thesis", "best"]
    swarm_size: int
    iterations: int
    w: float
    c1: float
    c2: float
    r1: float | None
    r2: float | None
    w1: float
    w2: float
    topology: Topology
    vmax: float | None
    stagnation: int | None
    mutation: float
    repair: Repair


class SwarmSettings(SearchOptions, _SwarmOptions, total=False):
    """The options of the particle swarm; see `swarm.SwarmOptions`."""


class Settings(typed.MemoOptions, _BoardVariables, _SwarmOptions, total=False):
    """The options of all methods together, for functions that accept any method."""


class CountOptions(SearchOptions, total=False):
    """The options of every counting method; see `queens.count`."""

    limit: int | None
    max_bytes: int


class ConstraintCountOptions(CountOptions, ConstraintOptions, total=False):
    """The options of counting by a constraint search."""

"""The names of the methods and their options, for type checkers.

`queens.solve` and the other searches take only the options of the chosen method. So a type checker
reports ``solve(board, method="mac", oder="mrv")`` as an error.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Literal

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
    "SwarmSettings",
]


PlainMethod = Literal["bitboard", "permutation", "permutation-skip", "min-conflicts"]
CountMethod = Literal["auto", "rows", "bitboard", "permutation", "permutation-skip"]
MethodName = Literal[PlainMethod, ConstraintMethod, "backtracking-memo", "pso"]


class SearchOptions(Limits, total=False):
    """The options of every method; see `queens.solve`."""

    seed: int


class ConstraintOptions(SearchOptions, typed.ConstraintOptions, total=False):
    """The options of the constraint searches; see `csp_model.board_kernel`."""

    variables: Literal["regions", "rows"] | None
    region_order: Literal["first-seen", "label"] | Sequence[Hashable]


class MemoOptions(ConstraintOptions, typed.MemoOptions, total=False):
    """The options of the constraint search that remembers failed states."""


class SwarmSettings(SearchOptions, total=False):
    """The options of the particle swarm; see `swarm.SwarmOptions`."""

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


class CountOptions(SearchOptions, total=False):
    """The options of every counting method; see `queens.count`."""

    limit: int | None
    max_bytes: int


class ConstraintCountOptions(CountOptions, ConstraintOptions, total=False):
    """The options of counting by a constraint search."""

"""The types of the options of each method, for type checkers."""

from __future__ import annotations

import os
from typing import Literal

from fastqueens.search import Limits
from fastqueens.sliding.methods import Heuristic, Visited

__all__ = ["AStarOptions", "AnytimeOptions", "BranchAndBoundOptions", "IDAOptions"]


class IDAOptions(Limits, total=False):
    """Options of ``"ida"``; see `sliding.solve`."""

    heuristic: Heuristic | None
    cache_dir: str | os.PathLike[str] | None


class AStarOptions(Limits, total=False):
    """Options of ``"a-star"``."""

    heuristic: Heuristic | None
    max_bytes: int


class BranchAndBoundOptions(Limits, total=False):
    """Options of ``"branch-and-bound"``."""

    heuristic: Literal["misplaced"] | None
    max_bytes: int
    visited: Visited


class AnytimeOptions(Limits, total=False):
    """Options of ``"anytime"``."""

    heuristic: Literal["pdb"] | None
    max_bytes: int

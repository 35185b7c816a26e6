"""Estimates the solutions of an exact cover and the nodes of its search, by random paths."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from time import perf_counter

from fastqueens.cover.search_tree import SearchTree
from fastqueens.results import SearchStopped, describe_stop
from fastqueens.search import OutOfTime

__all__ = ["Estimate", "dive"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of the solutions of an exact cover and of the nodes of its search.

    Each error is the standard error of the mean. The distribution has a long tail: a few paths may
    contribute most of the sum, so with few dives both the mean and its error may be too small.

    Attributes
    ----------
    dives : int
        The number of random paths.
    solutions, solutions_error : float
        The estimated number of solutions, and its standard error.
    nodes, nodes_error : float
        The estimated number of nodes of ``"dlx"`` and ``"bitset"``, and its standard error.
    seconds : float
        The seconds that the estimate took.
    """

    dives: int
    solutions: float
    solutions_error: float
    nodes: float
    nodes_error: float
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.solutions:.4g} solutions ± {self.solutions_error:.2g}, "
            f"{self.nodes:.4g} nodes ± {self.nodes_error:.2g}, "
            f"by {self.dives:,} dives in {self.seconds:.1f} s"
        )


def dive(
    tree: SearchTree, dives: int, seed: int, progress: Callable[[int, int], object] | None
) -> Estimate:
    """Estimate a search by random paths from its root."""
    dice, start = random.Random(seed), perf_counter()
    found: list[tuple[float, float]] = []

    def estimate() -> Estimate:
        nodes = _mean([nodes for nodes, _ in found])
        solutions = _mean([solutions for _, solutions in found])
        seconds = perf_counter() - start
        return Estimate(len(found), *solutions, nodes[0] + 1, nodes[1], seconds)

    try:
        tree.clock.check()
        if tree.impossible:
            return Estimate(dives, 0.0, 0.0, 0.0, 0.0, perf_counter() - start)
        for _ in range(dives):
            found.append(tree.dive(dice))
            if progress is not None:
                progress(len(found), dives)
    except OutOfTime:
        raise SearchStopped(
            f"the estimate was {describe_stop(tree.clock.reason)} after {len(found):,} of "
            f"{dives:,} dives",
            partial=estimate() if len(found) > 1 else None,
            reason=tree.clock.reason,
        ) from None
    return estimate()


def _mean(values: list[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if not isfinite(mean):
        return mean, inf
    # Divide first, because the square of a large number may overflow.
    scale = mean or 1.0
    squares = sum((value / scale - mean / scale) ** 2 for value in values)
    return mean, scale * sqrt(squares / (count - 1) / count)

"""Compares all methods with all heuristics on one puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

from numpy.typing import ArrayLike

from fastqueens.results import Reason, SearchStopped, Status
from fastqueens.search import CancelEvent, Clock, Progress
from fastqueens.sliding.methods import METHOD_HEURISTICS, Heuristic, MethodName, Visited, fits
from fastqueens.sliding.puzzle import Puzzle, as_puzzle
from fastqueens.sliding.solving import solve
from fastqueens.validation import check_callable

__all__ = ["Comparison", "compare", "compare_method", "method_combinations"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of one method with one heuristic on a puzzle.

    Attributes
    ----------
    method, heuristic : str
        The method and the heuristic.
    visited : str or None
        For branch and bound only: see `solve`.
    status, reason
        As in `Result`.
    length : int or None
        The moves of the solution.
    bound : int
        A lower bound: no solution has fewer moves.
    nodes : int
        The boards generated.
    seconds : float
        The time of the search.
    """

    method: MethodName
    heuristic: Heuristic
    visited: Visited | None
    status: Status
    reason: Reason | None
    length: int | None
    bound: int
    nodes: int
    seconds: float


def compare(
    puzzle: Puzzle | ArrayLike,
    *,
    time_limit: float | None = 10.0,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    report: Callable[[Comparison], object] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> list[Comparison]:
    r"""Solve a puzzle by every method with every heuristic.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    time_limit, cancel, node_limit, max_bytes, progress
        As for `solve`; the limits hold for each search.
    report : callable, optional
        Called with each `Comparison` when its search has ended.

    Returns
    -------
    list of Comparison
        Branch and bound first, then A*, then IDA*, then the anytime search.

    Raises
    ------
    InputError
        If the puzzle or a limit is invalid.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> for row in compare(puzzle)[:3]:
    ...     print(row.method, row.heuristic, row.visited, row.nodes, row.length)
    branch-and-bound misplaced expanded-again 18997 21
    branch-and-bound misplaced expanded-once 17828 21
    branch-and-bound misplaced generated 17289 21
    """
    puzzle = as_puzzle(puzzle)
    check_callable(report, "report")
    limits: dict[str, Any] = {
        "time_limit": time_limit, "cancel": cancel, "node_limit": node_limit
    }  # fmt: skip
    clock = Clock(None, cancel)
    found: list[Comparison] = []
    for method, heuristic, visited in method_combinations(puzzle):
        row = compare_method(
            puzzle, method, heuristic, visited, max_bytes=max_bytes, progress=progress, **limits
        )
        if clock.cancelled:
            raise SearchStopped(
                f"the comparison was cancelled after {len(found)} lines",
                partial=found,
                reason="cancelled",
            )
        found.append(row)
        if report is not None:
            report(row)
    return found


def method_combinations(puzzle: Puzzle) -> Iterator[tuple[MethodName, Heuristic, Visited | None]]:
    """Yield (method, heuristic, visited) for a puzzle, in the order of `compare`."""
    for visited in get_args(Visited):
        yield "branch-and-bound", "misplaced", visited
    searches: tuple[MethodName, ...] = ("a-star", "ida", "anytime")
    for method in searches:
        for heuristic in METHOD_HEURISTICS[method]:
            if fits(puzzle, heuristic, method):
                yield method, heuristic, None


def compare_method(
    puzzle: Puzzle,
    method: MethodName,
    heuristic: Heuristic,
    visited: Visited | None,
    *,
    max_bytes: int,
    **limits: Any,
) -> Comparison:
    """Solve a puzzle by one method with one heuristic; `limits` as for `solve`."""
    options: dict[str, Any] = {"method": method, "heuristic": heuristic}
    if visited is not None:
        options["visited"] = visited
    if method != "ida":
        options["max_bytes"] = max_bytes
    result = solve(puzzle, **limits, **options)
    return Comparison(
        method,
        heuristic,
        visited,
        result.status,
        result.reason,
        None if result.moves is None else len(result.moves),
        result.bound,
        result.stats.nodes,
        result.stats.seconds,
    )

"""Compares methods on N-Queens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastqueens.comparison.run import (
    MEASURE,
    TIME_LIMIT,
    ComparisonProgress,
    make_plan,
    make_run,
    name_problems,
    run_all,
)
from fastqueens.comparison.table import ComparisonTable
from fastqueens.nqueens.enumeration import solutions
from fastqueens.nqueens.methods import METHODS
from fastqueens.nqueens.problem import MAX_LIST_N
from fastqueens.nqueens.solving import solve
from fastqueens.search import CancelEvent
from fastqueens.validation import check_flag, check_items, check_whole, is_whole

__all__ = ["compare"]


def compare(
    sizes: int | Sequence[int] | Mapping[str, int],
    methods: Sequence[str] | None = None,
    *,
    settings: Mapping[str, Sequence[object]] | None = None,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = TIME_LIMIT,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: ComparisonProgress | None = None,
) -> ComparisonTable:
    r"""Run each method on each size.

    Parameters
    ----------
    sizes : int, sequence of int, or mapping of names to int
        The numbers of rows. A mapping names them; otherwise the name of each number is the number
        itself.
    methods : sequence of str, optional
        Names from `nqueens.METHODS`. By default all methods that can solve a board of this size.
    settings : mapping, optional
        The values of options to try, under the key ``"method.option"``: ``{"mac.order": ["static",
        "mrv"]}``. If several options of a method are given, the method runs with every combination
        of their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        A time in seconds. The runs of a method on a size are repeated with the same seeds for at
        least this time, because the first run is slower than later runs (cold caches). Solutions
        and counters come from the first runs.
    all_solutions : bool
        Find all solutions instead of one. Local searches cannot do this.
    time_limit, node_limit : optional
        The limits of each run, in seconds and in units of work. If the time limit stops a run, its
        counters depend on the machine.
    cancel : threading.Event, optional
        If another thread sets this event, the comparison ends soon.
    seed : int
        The seed of the first run.
    progress : callable or "bar", optional
        Called after each comparison with three arguments: the comparison, its number, counted from
        1, and the number of all comparisons.

    Returns
    -------
    ComparisonTable
        A list of `Comparison`, size by size in the order of the methods. It can also be written as
        a data frame, CSV, JSON, Markdown or a chart.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.
    SearchStopped
        If `cancel` was set; its ``partial`` is the table so far.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` whose ``partial`` is the table so far.

    Examples
    --------
    >>> for line in compare(8, ["backtracking", "mac"], settings={"mac.order": ["mrv"]}):
    ...     print(line.problem, line.label, line.work)
    8 backtracking 113 steps
    8 mac order=mrv 10 steps
    """
    check_flag(all_solutions, "all_solutions")
    plan = make_plan(METHODS, methods, settings, all_solutions=all_solutions)
    return run_all(
        "nqueens",
        _name_sizes(sizes),
        lambda _: plan,
        make_run(solve, solutions, all_solutions=all_solutions),
        int,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
        skip_refused=methods is None,
    )


def _name_sizes(sizes: int | Sequence[int] | Mapping[str, int]) -> dict[str, int]:
    """Return the sizes by name: those of a sequence are their own names."""
    if not isinstance(sizes, Mapping):
        listed: list[Any] = [sizes]
        if not is_whole(sizes):
            listed = check_items(sizes, "sizes", "sizes")  # type: ignore[arg-type]
        return {str(n): n for n in map(_check_size, listed)}
    return name_problems(sizes, "sizes", _check_size, ())


def _check_size(n: Any) -> int:
    return check_whole(n, "n", least=1, most=MAX_LIST_N, purpose="for solving")

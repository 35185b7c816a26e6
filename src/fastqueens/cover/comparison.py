"""Compares methods on exact covers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastqueens.comparison.run import (
    MEASURE,
    TIME_LIMIT,
    ComparisonProgress,
    expect,
    make_plan,
    make_run,
    name_problems,
    run_all,
)
from fastqueens.comparison.table import ComparisonTable
from fastqueens.cover.methods import METHODS
from fastqueens.cover.problem import ExactCover
from fastqueens.search import CancelEvent
from fastqueens.validation import check_flag

__all__ = ["compare"]


def compare(
    problems: ExactCover | Sequence[ExactCover] | Mapping[str, ExactCover],
    methods: Sequence[str] | None = None,
    *,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = TIME_LIMIT,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: ComparisonProgress | None = None,
) -> ComparisonTable:
    r"""Run each method on each problem.

    Parameters
    ----------
    problems : ExactCover, sequence of ExactCover, or mapping of names to ExactCover
        The problems. The problems of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `cover.METHODS`. By default all except ``"auto"``.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        A time in seconds. The runs of a method on a problem are repeated with the same seeds for at
        least this time, because the first run is slower than later runs (cold caches). Solutions
        and counters come from the first runs.
    all_solutions : bool
        Find all solutions instead of one.
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
        A list of `Comparison`, problem by problem in the order of the methods. It can also be
        written as a data frame, CSV, JSON, Markdown or a chart.

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
    >>> problem = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> for line in compare(problem, all_solutions=True):
    ...     print(line.method, line.status, line.solutions)
    dlx solved 2
    bitset solved 2
    """
    check_flag(all_solutions, "all_solutions")
    plan = make_plan(METHODS, methods, all_solutions=all_solutions)
    return run_all(
        "cover",
        name_problems(
            problems, "problems", expect(ExactCover, "a cover.ExactCover"), (ExactCover,)
        ),
        lambda _: plan,
        make_run(ExactCover.solve, ExactCover.solutions, all_solutions=all_solutions, random=False),
        len,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
        skip_refused=methods is None,
    )

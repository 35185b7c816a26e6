"""Compares methods on exact covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from fastqueens.comparison.record import Comparison
from fastqueens.comparison.run import MEASURE, TIME_LIMIT, Run, make_plan, name_problems, run_all
from fastqueens.comparison.table import ComparisonTable
from fastqueens.cover.methods import METHODS
from fastqueens.cover.problem import ExactCover
from fastqueens.results import InputError
from fastqueens.validation import check_flag, quote

__all__ = ["compare"]


def compare(
    problems: ExactCover | Sequence[ExactCover] | Mapping[str, ExactCover],
    methods: Sequence[str] | None = None,
    *,
    repeat: int = 1,
    measure: float = MEASURE,
    all_solutions: bool = False,
    time_limit: float | None = TIME_LIMIT,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Comparison, int, int], object] | None = None,
) -> ComparisonTable:
    r"""Run each method on each problem.

    Parameters
    ----------
    problems : ExactCover, sequence of them, or mapping of names to them
        The problems. The problems of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `cover.METHODS`. By default all except ``"auto"``.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        Seconds. The runs of a method on a problem are repeated with the same seeds for at least
        this time, because the first run is slower than later runs (cold caches). Solutions and
        counters are those of the first runs.
    all_solutions : bool
        Find all solutions instead of one.
    time_limit, node_limit : optional
        The limits of each run: seconds, and units of work. The counters of a run that the time
        limit stopped depend on the machine.
    seed : int
        The seed of the first run.
    progress : callable, optional
        Called after each comparison with the comparison, its number from 1, and the number of all
        comparisons.

    Returns
    -------
    ComparisonTable
        A list of `Comparison`, problem by problem in the order of the methods. It can also be
        written as a data frame, CSV, JSON, Markdown or a chart.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.
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
    known = [name for name in METHODS if name != "auto"]
    plan = make_plan(
        METHODS, known if methods is None else methods, None, all_solutions=all_solutions
    )
    return run_all(
        "cover",
        name_problems(problems, "problems", _check, (ExactCover,)),
        lambda _: plan,
        partial(_run, all_solutions),
        len,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
        skip_refused=methods is None,
    )


def _run(all_solutions: bool, problem: ExactCover, method: Any, options: dict[str, Any]) -> Run:
    del options["seed"]  # no method is random
    if not all_solutions:
        end = problem.solve(method=method, **options)
        return Run(end.status, end.reason, int(end.solved), end.stats)
    found = problem.solutions(method=method, **options)
    number = sum(1 for _ in found)
    return Run(found.status, found.reason, number, found.stats)  # type: ignore[arg-type]


def _check(problem: Any) -> ExactCover:
    if not isinstance(problem, ExactCover):
        raise InputError(f"found {quote(problem)}, expected a cover.ExactCover")
    return problem

"""Compares methods on packing puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from fastqueens.comparison.record import Comparison
from fastqueens.comparison.run import MEASURE, TIME_LIMIT, Run, make_plan, name_problems, run_all
from fastqueens.comparison.table import ComparisonTable
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import METHODS
from fastqueens.packing.solving import solutions, solve
from fastqueens.results import InputError
from fastqueens.validation import check_flag, quote

__all__ = ["compare"]


def compare(
    puzzles: Puzzle | Sequence[Puzzle] | Mapping[str, Puzzle],
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
    r"""Run each method on each puzzle.

    Parameters
    ----------
    puzzles : Puzzle, sequence of puzzles, or mapping of names to puzzles
        The puzzles. The puzzles of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `packing.METHODS`. By default all except ``"auto"``.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        Seconds. The runs of a method on a puzzle are repeated with the same seeds for at least this
        time, because the first run is slower than later runs (cold caches). Solutions and counters
        are those of the first runs.
    all_solutions : bool
        Find all solutions instead of one. ``"brute-force"`` cannot do this.
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
        A list of `Comparison`, puzzle by puzzle in the order of the methods. It can also be written
        as a data frame, CSV, JSON, Markdown or a chart.

    Raises
    ------
    InputError
        If a method or an option is unknown. This is checked before the first run.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` whose ``partial`` is the table so far.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> for line in compare(puzzle, ["bitset", "brute-force"]):
    ...     print(line.method, line.status, line.work)
    bitset solved 3 nodes
    brute-force solved 32 cases
    """
    check_flag(all_solutions, "all_solutions")
    known = [
        name
        for name, method in METHODS.items()
        if name != "auto" and (method.complete or not all_solutions)
    ]
    plan = make_plan(
        METHODS, known if methods is None else methods, None, all_solutions=all_solutions
    )
    return run_all(
        "packing",
        name_problems(puzzles, "puzzles", _check, (Puzzle,)),
        lambda _: plan,
        partial(_run, all_solutions),
        _size,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
        skip_refused=methods is None,
    )


def _size(puzzle: Puzzle) -> int:
    return len(puzzle.cells)


def _run(all_solutions: bool, puzzle: Puzzle, method: Any, options: dict[str, Any]) -> Run:
    del options["seed"]  # no method is random
    if not all_solutions:
        end = solve(puzzle, method=method, **options)
        return Run(end.status, end.reason, int(end.solved), end.stats)
    found = solutions(puzzle, method=method, **options)
    number = sum(1 for _ in found)
    return Run(found.status, found.reason, number, found.stats)  # type: ignore[arg-type]


def _check(puzzle: Any) -> Puzzle:
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"found {quote(puzzle)}, expected a packing.Puzzle")
    return puzzle

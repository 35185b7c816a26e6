"""Compares methods on packing puzzles."""

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
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import METHODS
from fastqueens.packing.solving import solutions, solve
from fastqueens.search import CancelEvent
from fastqueens.validation import check_flag

__all__ = ["compare"]


def compare(
    puzzles: Puzzle | Sequence[Puzzle] | Mapping[str, Puzzle],
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
        A time in seconds. The runs of a method on a puzzle are repeated with the same seeds for at
        least this time, because the first run is slower than later runs (cold caches). Solutions
        and counters come from the first runs.
    all_solutions : bool
        Find all solutions instead of one. ``"brute-force"`` cannot do this.
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
        A list of `Comparison`, puzzle by puzzle in the order of the methods. It can also be written
        as a data frame, CSV, JSON, Markdown or a chart.

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
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> for line in compare(puzzle, ["bitset", "brute-force"]):
    ...     print(line.method, line.status, line.work)
    bitset solved 3 nodes
    brute-force solved 32 cases
    """
    check_flag(all_solutions, "all_solutions")
    plan = make_plan(METHODS, methods, all_solutions=all_solutions)
    return run_all(
        "packing",
        name_problems(puzzles, "puzzles", expect(Puzzle, "a packing.Puzzle"), (Puzzle,)),
        lambda _: plan,
        make_run(solve, solutions, all_solutions=all_solutions, random=False),
        lambda puzzle: len(puzzle.cells),
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
        skip_refused=methods is None,
    )

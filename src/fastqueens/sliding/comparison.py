"""Compares methods and heuristics on sliding tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from numpy.typing import ArrayLike

from fastqueens.comparison.run import (
    MEASURE,
    TIME_LIMIT,
    ComparisonProgress,
    Plan,
    Run,
    make_plan,
    name_problems,
    run_all,
)
from fastqueens.comparison.table import ComparisonTable
from fastqueens.search import CancelEvent
from fastqueens.sliding.methods import METHOD_HEURISTICS, METHODS, Visited, fits
from fastqueens.sliding.puzzle import Puzzle, as_puzzle
from fastqueens.sliding.solving import solve

__all__ = ["combinations", "compare"]


def compare(
    puzzles: Puzzle | Sequence[Puzzle | ArrayLike] | Mapping[str, Puzzle | ArrayLike],
    methods: Sequence[str] | None = None,
    *,
    settings: Mapping[str, Sequence[object]] | None = None,
    repeat: int = 1,
    measure: float = MEASURE,
    time_limit: float | None = TIME_LIMIT,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    seed: int = 0,
    progress: ComparisonProgress | None = None,
) -> ComparisonTable:
    r"""Run each method with each heuristic on each puzzle.

    Parameters
    ----------
    puzzles : Puzzle, sequence of puzzles, or mapping of names to puzzles
        The puzzles. The puzzles of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `sliding.METHODS`. By default all methods run. If there are no settings for a
        method, it runs with every heuristic that fits the puzzle, and branch and bound also runs
        with every value of ``visited``.
    settings : mapping, optional
        The values of options to try, under the key ``"method.option"``: ``{"ida.heuristic":
        ["pdb"]}``. If several options of a method are given, the method runs with every combination
        of their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        A time in seconds. The runs of a method on a puzzle are repeated with the same seeds for at
        least this time, because the first run is slower than later runs (cold caches). Solutions
        and counters come from the first runs.
    time_limit, node_limit : optional
        The limits of each run, in seconds and in units of work. If the time limit stops a run, its
        counters depend on the machine.
    cancel : threading.Event, optional
        If another thread sets this event, the comparison ends soon.
    max_bytes : int
        The memory, in bytes, for methods that keep boards in memory.
    seed : int
        The seed of the first run. It has no effect, because no method is random.
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
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> for row in compare(puzzle, measure=0)[:3]:
    ...     print(row.label, row.work, row.objective)
    branch-and-bound heuristic=misplaced visited=expanded-again 18,997 nodes 21
    branch-and-bound heuristic=misplaced visited=expanded-once 17,828 nodes 21
    branch-and-bound heuristic=misplaced visited=generated 17,289 nodes 21
    """
    names = ["branch-and-bound", "a-star", "ida", "anytime"] if methods is None else methods
    plan = make_plan(METHODS, names, settings)
    return run_all(
        "sliding",
        name_problems(puzzles, "puzzles", as_puzzle, (Puzzle,)),
        lambda puzzle: list(_with_heuristics(puzzle, plan)),
        partial(_run, max_bytes),
        lambda puzzle: puzzle.tiles.size,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
    )


def combinations(puzzle: Puzzle, method: str) -> Iterator[dict[str, Any]]:
    """Yield the settings of a method for a puzzle: its heuristics, and when boards are visited.

    Examples
    --------
    >>> list(combinations(Puzzle.from_array([[1, 2], [0, 3]]), "anytime"))
    [{'heuristic': 'pdb'}]
    """
    for heuristic in METHOD_HEURISTICS[method]:
        if not fits(puzzle, heuristic, method):
            continue
        if method == "branch-and-bound":
            for visited in get_args(Visited):
                yield {"heuristic": heuristic, "visited": visited}
        else:
            yield {"heuristic": heuristic}


def _with_heuristics(puzzle: Puzzle, plan: Plan) -> Iterator[tuple[str, dict[str, Any]]]:
    """Replace each method without settings by its combinations."""
    for method, settings in plan:
        if settings:
            yield method, settings
        else:
            for found in combinations(puzzle, method):
                yield method, found


def _run(max_bytes: int, puzzle: Puzzle, method: Any, options: dict[str, Any]) -> Run:
    del options["seed"]
    if "max_bytes" in METHODS[method].options:
        options = {"max_bytes": max_bytes, **options}
    end = solve(puzzle, method=method, **options)
    moves = None if end.moves is None else len(end.moves)
    return Run(end.status, end.reason, int(end.solved), end.stats, moves, end.bound)

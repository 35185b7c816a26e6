"""Compares methods on coloured Queens boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

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
from fastqueens.keywords import explain_keywords
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.solving.methods import METHODS
from fastqueens.queens.solving.solve import solutions, solve
from fastqueens.search import CancelEvent
from fastqueens.validation import check_flag

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["compare"]


def compare(
    boards: Board | Sequence[Board | ArrayLike] | Mapping[str, Board | ArrayLike],
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
    r"""Run each method on each board.

    Parameters
    ----------
    boards : Board, sequence of boards, or mapping of names to boards
        The boards. The boards of a sequence are named by their numbers, from 1.
    methods : sequence of str, optional
        Names from `queens.METHODS`. By default all methods that can solve the board: not all of
        them take several stars or find all solutions.
    settings : mapping, optional
        The values of options to try, under the key ``"method.option"``: ``{"pso.swarm_size": [20,
        50]}``. If several options of a method are given, the method runs with every combination of
        their values.
    repeat : int
        The number of runs, with the seeds ``seed``, ``seed + 1``, ...
    measure : float
        A time in seconds. The runs of a method on a board are repeated with the same seeds for at
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
        A list of `Comparison`, board by board in the order of the methods. It can also be written
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
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AAAAAA\nBBBBAA\nBBAAAA\nCCCDDD\nDDDDDD\nEEEEEF")
    >>> for line in compare(board, ["permutation", "bitboard"]):
    ...     print(line.label, line.status, line.work)
    permutation unsolvable 720 permutations
    bitboard unsolvable 1 node
    """
    check_flag(all_solutions, "all_solutions")
    plan = make_plan(METHODS, methods, settings, all_solutions=all_solutions)
    return run_all(
        "queens",
        name_problems(boards, "boards", playable, (Board,)),
        # Without `methods`, skip the methods that cannot solve boards with several stars.
        lambda board: (
            job for job in plan if methods is not None or board.stars == 1 or METHODS[job[0]].stars
        ),
        make_run(solve, solutions, all_solutions=all_solutions),
        lambda board: board.n,
        repeat=repeat,
        measure=measure,
        time_limit=time_limit,
        cancel=cancel,
        node_limit=node_limit,
        seed=seed,
        progress=progress,
    )


explain_keywords(__name__)

"""A count as a plan of tasks, for executors and ledgers."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.count_workers import ListingPart
from fastqueens.nqueens.problem import (
    MAX_COUNT_N,
    MAX_LIST_N,
    check_pawns,
    check_size,
    given_columns,
    pawn_kernel,
)
from fastqueens.nqueens.rules import NUMBERS, Symmetry, Variant
from fastqueens.nqueens.work_partition import Task, machine_of, plan_of
from fastqueens.parallel.tasks import Plan, run_machine
from fastqueens.results import InputError
from fastqueens.validation import check_whole

__all__ = ["count_nqueens_task", "count_plan_of", "seconds_of", "way_of"]

_TASK = 3.0  # seconds a task should take
# A count of less than _FEWEST of those is cut into so many, or as many as still are worth sending.
_FEWEST, _LEAST = 64, 0.01
_MOST = 1 << 40
_KEPT = 1 << 20  # tasks whose borders are kept in memory, 8 bytes each; others are worked out
_PAIRS = 10  # rows from which on a listing is cut by two queens and not by one


def seconds_of(n: int) -> float:
    """Guess how long one core takes to count n queens, to within a factor of 3.

    Examples
    --------
    >>> seconds_of(20) / seconds_of(19)
    8.3
    """
    return 0.2 * 8.3 ** (n - 17)


def way_of(variant: Variant) -> str:
    """Return how a variant is counted."""
    return {"queens": "cross", "toroidal_semiqueens": "halves"}.get(variant, "rows")


def count_nqueens_task(kind: str, *job: Any) -> tuple[int, dict[str, int]]:
    """Count one task, wherever it was sent to.

    Examples
    --------
    >>> count_nqueens_task("turn", 8, 0)[0]  # solutions that a half turn leaves unchanged
    4
    """
    if kind == "turn":
        symmetric = _kernels.Symmetric(*job)
        run_machine(symmetric)
        return symmetric.solutions * (1 + job[1]), {"nodes": symmetric.spent}
    if kind == "task":
        n, variant, pawns, first, last = job
        machine = machine_of(Task(n, variant, pawns, first, last, 0.0))
        run_machine(machine)
        return machine.solutions, {"nodes": machine.spent}
    n, variant, pawns, placed, least = job
    given = None if placed is None else np.array(placed, np.int16)
    if variant == "plus_k":
        part = ListingPart(pawn_kernel(n, pawns, given, least=least), 1.0)
    else:
        part = ListingPart(List(n, NUMBERS[variant], given, False, least), 1.0)
    run_machine(part)
    return part.solutions, {"nodes": part.spent}


def count_plan_of(
    n: int,
    variant: Variant,
    symmetry: Symmetry,
    pawns: int,
    placed: ArrayLike | None,
    tasks: int | None,
) -> tuple[Plan, str]:
    """Cut a count into tasks, and say how they are counted.

    Parameters
    ----------
    n, variant, symmetry, pawns, placed
        As for `count`.
    tasks : int, optional
        Into how many, about.

    Raises
    ------
    InputError
        For what cannot be counted by tasks.
    """
    wanted = None if tasks is None else check_whole(tasks, "tasks", least=1)
    if wanted is not None and wanted > _MOST:
        raise InputError(f"tasks is {wanted}, expected 2**40 or less")
    problem: dict[str, Any] = {"n": n, "variant": variant, "symmetry": symmetry}
    if variant == "plus_k":
        problem["pawns"] = pawns
    if placed is not None or (symmetry == "fundamental" and variant != "queens"):
        return _listing(n, variant, pawns, placed, symmetry == "fundamental", problem), "list"
    problem["n"] = n = check_size(n, MAX_COUNT_N, "counting")
    if variant == "queens":
        if wanted is None:
            seconds = seconds_of(n)
            few = min(_FEWEST, int(seconds / _LEAST))
            wanted = max(1, few, int(seconds / _TASK))
        return _crosses(n, wanted, problem, fundamental=symmetry == "fundamental"), way_of(variant)
    size = _kernels.variant_size(n, NUMBERS[variant], check_pawns(n, pawns))
    if wanted is None:
        wanted = size if n >= 12 else 1
    wanted = max(1, min(size, wanted))

    def job(i: int) -> tuple[Any, ...]:
        return "task", n, variant, pawns, size * i // wanted, size * (i + 1) // wanted

    about = {"count": "nqueens", "problem": problem, "plan": {"cut": "rows", "tasks": wanted}}
    return Plan(about, wanted, count_nqueens_task, job), way_of(variant)


def _crosses(n: int, tasks: int, problem: dict[str, Any], *, fundamental: bool) -> Plan:
    """Cut a count of plain queens by equal guesses of the work."""
    plan = plan_of(n)
    turns = 2 if fundamental and n > 1 else 0
    if tasks <= _KEPT:
        cuts = np.unique([plan.task(i, tasks)[0] for i in range(tasks)] + [len(plan)])
        if len(cuts) == 1:  # no way to fill the centre: still a task, which finds that out
            cuts = np.array([0, 0])

        def span(i: int) -> tuple[int, int]:
            return int(cuts[i]), int(cuts[i + 1])

        size = len(cuts) - 1
    else:

        def span(i: int) -> tuple[int, int]:
            return plan.task(i, tasks)

        size = tasks

    def job(i: int) -> tuple[Any, ...]:
        return ("turn", n, i - size) if i >= size else ("task", n, "queens", 0, *span(i))

    def weight(i: int) -> float:
        return 1.0 / size if i >= size else plan.share(*span(i))

    # Every class has 8 members, but for those that a half turn (4) or a quarter turn (2) leaves
    # unchanged; no solution of more than one queen is its own mirror image. The tasks of the turns
    # count the first once more and the second twice.
    divisor = 8 if turns else 1
    about = {
        "count": "nqueens",
        "problem": problem,
        "plan": {"cut": "crosses", "prefixes": len(plan), "tasks": tasks},
        "divisor": divisor,
    }
    return Plan(
        about,
        size + turns,
        count_nqueens_task,
        job,
        weight,
        whole=1 + turns / size,
        divisor=divisor,
    )


def _listing(
    n: int,
    variant: Variant,
    pawns: int,
    placed: ArrayLike | None,
    least: bool,
    problem: dict[str, Any],
) -> Plan:
    """Cut a count by listing: a task for each place of the first one or two queens."""
    about = {"count": "nqueens", "problem": problem, "plan": {"cut": "listing"}}
    if variant == "plus_k":
        n = check_size(n, MAX_COUNT_N, "counting")
        pawn_kernel(n, pawns, placed, least=least)  # refuses what cannot be
        given = None if placed is None else np.asarray(placed).tolist()
        if given is not None:
            problem["placed"] = given
        return Plan(
            about, 1, count_nqueens_task, lambda _: ("list", n, variant, pawns, given, least)
        )
    problem["n"] = n = check_size(n, MAX_LIST_N, "listing")
    columns = given_columns(n, placed)
    start = [-1] * n if columns is None else columns.tolist()
    if placed is not None:
        problem["placed"] = start
    free = [row for row in range(n) if start[row] < 0][: 2 if n >= _PAIRS else 1]
    choices = [x for x in product(range(n), repeat=len(free)) if len({*x}) == len(x)]

    def job(i: int) -> tuple[Any, ...]:
        given = start.copy()
        for row, column in zip(free, choices[i], strict=True):
            given[row] = column
        return "list", n, variant, 0, given, least

    return Plan(about, len(choices), count_nqueens_task, job)

"""Cuts a count of N-Queens into tasks that threads, processes or machines can do."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.count_workers import ListingWorker
from fastqueens.nqueens.join_count import (
    check_bytes,
    choose_counting,
    guess_join_seconds,
    join_plan,
    joining_machine,
)
from fastqueens.nqueens.problem import (
    MAX_COUNT_N,
    MAX_LIST_N,
    check_pawns,
    check_placed_columns,
    check_size,
    pawn_kernel,
)
from fastqueens.nqueens.rules import NUMBERS, Symmetry, Variant
from fastqueens.nqueens.work_partition import Task, make_task_kernel, plan_work
from fastqueens.parallel.tasks import Plan, run_machine
from fastqueens.results import InputError
from fastqueens.search import Clock
from fastqueens.validation import check_whole

__all__ = ["count_nqueens_task", "counting_method_of", "guess_seconds", "make_count_plan"]

_TASK_SECONDS = 3.0  # the intended duration of a task
_MIN_TASK_SECONDS = 0.01  # a shorter task is not worth sending
_MIN_TASKS = 64  # the fewest tasks, unless they are shorter than _MIN_TASK_SECONDS
_MAX_TASKS = 1 << 40
_MAX_STORED = 1 << 20  # with more tasks, their limits are computed and not stored (8 bytes each)
_TWO_QUEENS_N = 10  # from this n on, a listing is cut by the columns of two queens, not of one


def guess_seconds(n: int) -> float:
    """Estimate how many seconds one core needs to count n queens, to within a factor of 3.

    Examples
    --------
    >>> guess_seconds(20) / guess_seconds(19)
    8.3
    """
    return 0.2 * 8.3 ** (n - 17)


def counting_method_of(variant: Variant) -> str:
    """Return the name of the method that counts a variant."""
    return {"queens": "bitboard", "toroidal_semiqueens": "halves"}.get(variant, "rows")


def count_nqueens_task(kind: str, *job: Any) -> tuple[int, dict[str, int]]:
    """Count one task, in any process or machine.

    Examples
    --------
    >>> count_nqueens_task("turn", 8, 0)[0]  # solutions that a half turn leaves unchanged
    4
    """
    if kind == "turn":
        symmetric = _kernels.Symmetric(*job)
        run_machine(symmetric)
        return symmetric.solutions * (1 + job[1]), {"nodes": symmetric.spent}
    if kind == "join":
        with joining_machine(*job) as machine:
            run_machine(machine)
            return machine.solutions, {"nodes": machine.spent}
    if kind == "task":
        n, variant, pawns, first, last = job
        kernel = make_task_kernel(Task(n, variant, pawns, first, last, 0.0))
        run_machine(kernel)
        return kernel.solutions, {"nodes": kernel.spent}
    n, variant, pawns, placed, fundamental = job
    given = None if placed is None else np.array(placed, np.int16)
    if variant == "plus_k":
        worker = ListingWorker(pawn_kernel(n, pawns, given, fundamental=fundamental), 1.0)
    else:
        worker = ListingWorker(List(n, NUMBERS[variant], given, False, fundamental), 1.0)
    run_machine(worker)
    return worker.solutions, {"nodes": worker.spent}


def make_count_plan(
    n: int,
    variant: Variant,
    symmetry: Symmetry,
    pawns: int,
    placed: ArrayLike | None,
    tasks: int | None,
    clock: Clock | None = None,
    *,
    method: str = "auto",
    max_bytes: int | None = None,
) -> tuple[Plan, str]:
    """Cut a count into tasks; return the plan and the name of the counting method."""
    wanted = None if tasks is None else check_whole(tasks, "tasks", least=1)
    if wanted is not None and wanted > _MAX_TASKS:
        raise InputError(f"tasks is {wanted}, expected 2**40 or less")
    problem: dict[str, Any] = {"n": n, "variant": variant, "symmetry": symmetry}
    if variant == "plus_k":
        problem["pawns"] = pawns
    if placed is not None or (symmetry == "fundamental" and variant != "queens"):
        return _listing_plan(n, variant, pawns, placed, symmetry == "fundamental", problem), "list"
    problem["n"] = n = check_size(n, MAX_COUNT_N, "counting")
    if variant == "queens":
        method = choose_counting(n, method, max_bytes, anywhere=True)
        if wanted is None:
            seconds = guess_join_seconds(n) if method == "join" else guess_seconds(n)
            few = min(_MIN_TASKS, int(seconds / _MIN_TASK_SECONDS))
            wanted = max(1, few, int(seconds / _TASK_SECONDS))
        fundamental = symmetry == "fundamental"
        make = partial(_join_plan, check_bytes(max_bytes)) if method == "join" else _cross_plan
        return make(n, wanted, problem, Clock.of(clock), fundamental=fundamental), method
    size = _kernels.variant_size(n, NUMBERS[variant], check_pawns(n, pawns))
    if wanted is None:
        wanted = size if n >= 12 else 1
    wanted = max(1, min(size, wanted))

    def job(i: int) -> tuple[Any, ...]:
        return "task", n, variant, pawns, size * i // wanted, size * (i + 1) // wanted

    about = {"count": "nqueens", "problem": problem, "plan": {"cut": "rows", "tasks": wanted}}
    return Plan(about, wanted, count_nqueens_task, job), counting_method_of(variant)


def _cross_plan(
    n: int, tasks: int, problem: dict[str, Any], clock: Clock, *, fundamental: bool
) -> Plan:
    """Cut a count of plain queens into tasks of about equal work."""
    plan = plan_work(n, clock)
    turns = 2 if fundamental and n > 1 else 0
    if tasks <= _MAX_STORED:
        begins = [len(plan)]
        for i in range(tasks):
            clock.check()
            begins.append(plan.task(i, tasks)[0])
        cuts = np.unique(begins)
        if len(cuts) == 1:  # the centre cannot be filled: one empty task
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

    # Every class has 8 solutions, or 4 if a half turn leaves a solution unchanged, or 2 if a
    # quarter turn does; with n > 1 no solution is its own mirror image. Two extra tasks add the
    # symmetric solutions again, so that the sum is 8 for every class.
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


def _join_plan(
    max_bytes: int,
    n: int,
    tasks: int,
    problem: dict[str, Any],
    clock: Clock,
    *,
    fundamental: bool,
) -> Plan:
    """Cut a count by joined half boards into tasks of about equal work."""
    plan = join_plan(n)
    turns = 2 if fundamental else 0

    def job(i: int) -> tuple[Any, ...]:
        if i >= tasks:
            return "turn", n, i - tasks
        return "join", n, *plan.task(i, tasks), max_bytes

    about = {
        "count": "nqueens",
        "problem": problem,
        "plan": {"cut": "half boards", "units": len(plan), "tasks": tasks},
        "divisor": 8 if turns else 1,
    }
    return Plan(about, tasks + turns, count_nqueens_task, job, divisor=8 if turns else 1)


def _listing_plan(
    n: int,
    variant: Variant,
    pawns: int,
    placed: ArrayLike | None,
    fundamental: bool,
    problem: dict[str, Any],
) -> Plan:
    """Cut a count by listing: one task for each placement of the first one or two queens."""
    about = {"count": "nqueens", "problem": problem, "plan": {"cut": "listing"}}
    if variant == "plus_k":
        n = check_size(n, MAX_COUNT_N, "counting")
        # Make a kernel only to raise InputError for invalid queens.
        pawn_kernel(n, pawns, placed, fundamental=fundamental)
        given = None if placed is None else np.asarray(placed).tolist()
        if given is not None:
            problem["placed"] = given
        return Plan(
            about, 1, count_nqueens_task, lambda _: ("list", n, variant, pawns, given, fundamental)
        )
    problem["n"] = n = check_size(n, MAX_LIST_N, "listing")
    columns = check_placed_columns(n, placed)
    start = [-1] * n if columns is None else columns.tolist()
    if placed is not None:
        problem["placed"] = start
    free = [row for row in range(n) if start[row] < 0][: 2 if n >= _TWO_QUEENS_N else 1]
    choices = [x for x in product(range(n), repeat=len(free)) if len({*x}) == len(x)]

    def job(i: int) -> tuple[Any, ...]:
        given = start.copy()
        for row, column in zip(free, choices[i], strict=True):
            given[row] = column
        return "list", n, variant, 0, given, fundamental

    return Plan(about, len(choices), count_nqueens_task, job)

"""Counts the solutions of a packing puzzle, by profile dynamic programming or by search."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import lgamma, log
from typing import TYPE_CHECKING, Any, Literal

from fastqueens._kernels.packing import count as _kernels
from fastqueens.cover.methods import Arrays, name_of_method
from fastqueens.method import Method, choose
from fastqueens.output import dumps
from fastqueens.packing.exact_cover import Cover, cover_kernel
from fastqueens.packing.pivot import choose_pivot
from fastqueens.packing.placement_tables import Problem, Symmetry
from fastqueens.packing.preplaced import find_infeasibility, make_problem
from fastqueens.packing.profile_dp import profile_tables
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import (
    METHODS,
    Distinct,
    MethodName,
    PackingSearch,
    check_distinct,
)
from fastqueens.parallel.tasks import Plan, check_no_limits, run_machine
from fastqueens.results import Count, InputError, Reason, Stats, stopped
from fastqueens.search import (
    STOPPED,
    CancelEvent,
    Clock,
    Kernel,
    Progress,
    ProgressLike,
    Search,
    count_in_time,
    count_solutions,
    keep_partial,
)
from fastqueens.validation import check_progress, check_whole

if TYPE_CHECKING:
    from fastqueens.cover.distributed_count import Share
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["COUNT_METHODS", "count", "count_packing_task"]


def _profile(problem: Problem, max_bytes: int) -> _kernels.Count | None:
    tables = profile_tables(problem)
    return None if tables is None else _kernels.Count(*tables, max_bytes)


# The methods of `solve`, and "memo", which counts solutions without visiting them. For "memo",
# `make` takes a problem and a memory limit, and returns None if the board is too wide.
COUNT_METHODS: dict[Any, Method] = {
    **METHODS,
    "memo": Method("dynamic programming over profiles, cell by cell", _profile),
}


class _RunTotals:
    """Runs kernels one after another under common limits, and adds up their work."""

    def __init__(
        self,
        clock: Clock,
        node_limit: int | None,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self.clock = clock
        self.node_limit = node_limit
        self.progress = progress
        self.counters: dict[str, int] = {}
        self.seconds = 0.0
        self.spent = 0
        self.reason: Reason | None = None
        self.method = "auto"
        self.found: Callable[[], int] = lambda: 0  # solutions so far

    def run(self, kernel: Kernel, limit: int | None = None) -> int:
        """Run a kernel to its end or to `limit` solutions; return the number of solutions."""
        search = Search(
            kernel,
            time_limit=self.clock,
            node_limit=None if self.node_limit is None else max(0, self.node_limit - self.spent),
            progress=self.progress,
        )
        try:
            found, event = count_solutions(search, limit)
        finally:
            for name, value in kernel.counters().items():
                self.counters[name] = self.counters.get(name, 0) + value
            self.seconds += search.seconds
            self.spent += kernel.spent
        self.reason = search.reason if event == STOPPED else None
        return found

    def stats(self) -> Stats:
        return Stats(self.counters, self.seconds)

    def so_far(self) -> Count:
        return Count(self.found(), stats=self.stats(), method=self.method, exact=False)

    def check_stop(self) -> None:
        """Raise `SearchStopped` if a limit has stopped the last kernel."""
        if self.reason is not None:
            number = self.so_far()
            raise stopped(self.reason, number, number)


def count(
    puzzle: Puzzle,
    *,
    distinct: Distinct = False,
    limit: int | None = None,
    method: MethodName | Literal["memo"] = "auto",
    placed: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    executor: ExecutorLike | None = None,
    ledger: str | os.PathLike[str] | None = None,
    tasks: int | None = None,
    progress: ProgressLike | None = None,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    distinct : bool or "mirror"
        Count only one of several solutions that are rotations or reflections of each other (see
        `solutions`). In space, True means rotations only, and ``"mirror"`` means rotations and
        reflections. The number is calculated by Burnside's lemma: each symmetry of the board leaves
        some solutions unchanged, and the number is the average of these counts.
    limit : int, optional
        Stop after this many solutions. The attribute ``exact`` of the count is then False.
    method : {"auto", "memo", "bitset", "dlx", "first-cell"}
        ``"memo"`` is profile dynamic programming: it always fills the first empty cell, and partial
        boards with the same filled cells and the same used pieces are one state. It works on flat
        boards only. It can count more solutions than a search can visit. Its counters are
        ``states`` and ``placements``. The other methods visit the solutions. ``"bitset"`` and
        ``"dlx"`` use the symmetries of the board: of the symmetric placements of one chosen piece
        they try only one, and they multiply the number of solutions with this placement by the
        number of symmetric placements. ``"auto"`` chooses a method. ``"brute-force"`` cannot count.
    placed : mapping from names to cells, optional
        Pieces that are already placed; see `solve`.
    time_limit, node_limit : optional
        The search stops after `time_limit` seconds, or after `node_limit` nodes, cases or states.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    max_bytes : int
        The memory that ``"memo"`` may use, in bytes.
    executor : Executor, callable or str, optional
        The executor that runs the count; see `nqueens.count`. Profile dynamic programming is a
        single task; use ``method="bitset"`` or ``"dlx"`` to get many tasks.
    ledger : path, optional
        A file that keeps the result of each task; see `nqueens.count`.
    tasks : int, optional
        With an executor or a ledger, the approximate number of tasks.
    progress : callable or "bar", optional
        See `solve`.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    SearchStopped
        At a limit, or if a task failed on every worker. Its ``partial`` is a `Count` of the
        solutions found so far.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

    Examples
    --------
    >>> dominoes = Puzzle([[True] * 4] * 4, [[(0, 0), (0, 1)]] * 8)
    >>> int(count(dominoes)), int(count(dominoes, distinct=True))
    (36, 9)
    """
    clock = Clock(time_limit, cancel)
    choose(COUNT_METHODS, method, all_solutions=True)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    distinct = check_distinct(distinct)
    report = check_progress(progress)
    by_tasks = check_no_limits(executor, ledger, tasks, limit=limit, node_limit=node_limit)
    if by_tasks and method == "first-cell":
        raise InputError("method 'first-cell' supports neither an executor nor a ledger")
    problem = make_problem(puzzle, placed)
    if by_tasks and problem.pieces and not find_infeasibility(problem, brute=False):
        from fastqueens.parallel.count_tasks import count_plan

        with count_in_time(clock):
            plan, used = _plan(problem, method, distinct, max_bytes, tasks, clock)
            return count_plan(
                plan, used, executor=executor, ledger=ledger, clock=clock, progress=report
            )
    totals = _RunTotals(clock, node_limit, report)

    if limit is not None or method == "first-cell" or find_infeasibility(problem, brute=False) \
            or not problem.pieces:  # fmt: skip
        if method == "memo" and limit is not None:
            raise InputError(
                "method 'memo' does not support limit: it does not visit the solutions"
            )
        if limit == 0:
            return Count(0, method=method, exact=False)
        wanted = "auto" if method == "memo" else method
        search = PackingSearch(puzzle, method=wanted, distinct=distinct, placed=placed)
        totals.method, totals.found = search.method, lambda: search.found
        with keep_partial(totals.so_far):
            found = totals.run(search, limit)
            totals.check_stop()
            return Count(found, stats=totals.stats(), method=search.method, exact=found != limit)

    with keep_partial(totals.so_far):
        return _SolutionCounter(problem, totals, max_bytes).count(method, distinct)


class _SolutionCounter:
    """Counts all solutions of a problem."""

    def __init__(self, problem: Problem, totals: _RunTotals, max_bytes: int) -> None:
        self.problem = problem
        self.totals = totals
        self.max_bytes = max_bytes

    def count(self, method: str, distinct: Distinct) -> Count:
        used, total = self.total(method)
        if distinct:
            group = self.problem.distinct_group(mirror=distinct == "mirror")
            cover_method = "auto" if used == "memo" else used
            for symmetry in group[1:]:
                fixed = self.problem.fixed_by(symmetry)
                if fixed is not None:
                    total += self.count_fixed(fixed, cover_method, total, used)
            total, rest = divmod(total, len(group))
            assert not rest
        return Count(total, stats=self.totals.stats(), method=used)

    def total(self, method: str) -> tuple[str, int]:
        """Count all solutions; rotations and reflections count separately."""
        if method == "memo" or (method == "auto" and self.has_many_solutions()):
            kernel = COUNT_METHODS["memo"].make(self.problem, self.max_bytes)
            if kernel is None and method == "memo":
                raise _board_too_wide()
            if kernel is not None:
                self.totals.method = "memo"
                self.totals.run(kernel)
                if self.totals.reason != "memory" or method == "memo":
                    self.totals.check_stop()
                    return "memo", kernel.total
        total, used = 0, method
        for cover, size in self.covers_with_factors():
            used, found = self.count_cover(cover, method, size, total)
            total += found
        return used, total

    def covers_with_factors(self) -> Iterator[tuple[Cover, int]]:
        """Yield pairs (cover, factor): the count is the sum of factor * solutions of the cover."""
        problem = self.problem
        pivot = choose_pivot(problem, problem.group)
        if pivot is None:
            yield Cover(problem.required, [(kind, kind.placements) for kind in problem.kinds]), 1
            return
        # Tried: a pivot of its own for each placement that some symmetries leave unchanged. It
        # saves at most 12 % of the nodes, and making its tables takes longer than searching them.
        for size in pivot.sizes:
            yield Cover(problem.required, pivot.placements(problem.kinds, size)), size

    def shares(self, method: str) -> Iterator[Share]:
        """Yield the covers of `covers_with_factors` as shares, from which tasks are made."""
        for cover, size in self.covers_with_factors():
            yield _share(cover, method, size)

    def fixed_shares(self, method: str, group: Sequence[Symmetry]) -> list[Share]:
        """Return, for each symmetry, the cover of the solutions that it leaves unchanged."""
        fixed = [self.problem.fixed_by(symmetry) for symmetry in group[1:]]
        return [
            _share(Cover(self.problem.required, kinds), method, 1)
            for kinds in fixed
            if kinds is not None
        ]

    def count_cover(self, cover: Cover, method: str, weight: int, before: int) -> tuple[str, int]:
        kernel = cover_kernel(cover, method, count_only=True)
        used = name_of_method(kernel)
        self.totals.method = used
        self.totals.found = lambda: before + weight * kernel.solutions
        self.totals.run(kernel)
        self.totals.check_stop()
        return used, weight * kernel.solutions

    def count_fixed(self, fixed: Any, method: str, before: int, used: str) -> int:
        """Count the solutions that a symmetry leaves unchanged."""
        kernel = cover_kernel(Cover(self.problem.required, fixed), method, count_only=True)
        self.totals.method, self.totals.found = used, lambda: before
        self.totals.run(kernel)
        self.totals.check_stop()
        return kernel.solutions

    def has_many_solutions(self) -> bool:
        """Guess whether a flat board has too many solutions to visit.

        The estimate assumes that the cells of placements are independent. On rectangles with known
        counts it is 30 to 200 times too low, so the limit of 1000 means about 10**5 solutions.
        """
        if self.problem.puzzle.layers or self.problem.puzzle.in_space:
            return False
        cells = self.problem.cells
        estimate = lgamma(cells + 1)
        for kind in self.problem.kinds:
            size = kind.placements.shape[1]
            if not len(kind.placements):
                return False
            # Logarithms, because the number of cell choices of a large piece may overflow a float.
            choices = lgamma(cells + 1) - lgamma(cells - size + 1)
            chance = log(len(kind.placements)) - choices
            estimate += kind.copies * chance - lgamma(kind.copies + 1)
        return estimate > log(1000)


def _share(cover: Cover, method: str, times: int) -> Share:
    from fastqueens.cover.distributed_count import Share

    used = name_of_method(cover_kernel(cover, method, count_only=True))
    arrays = Arrays(cover.start, cover.items, None, cover.primary, cover.total)
    return Share(arrays, used, (), times)


def _plan(
    problem: Problem,
    method: str,
    distinct: Distinct,
    max_bytes: int,
    tasks: int | None,
    clock: Clock,
) -> tuple[Plan, str]:
    """Cut a count into tasks; return the plan and the name of the counting method."""
    from fastqueens.cover.distributed_count import cover_plan

    counting = _SolutionCounter(problem, _RunTotals(clock, None, None), max_bytes)
    group: Sequence[Symmetry] = [problem.group[0]]
    if distinct:
        group = problem.distinct_group(mirror=distinct == "mirror")
    tables = None
    if method == "memo" or (method == "auto" and counting.has_many_solutions()):
        tables = profile_tables(problem)
        if tables is None and method == "memo":
            raise _board_too_wide()
    cover_method = "auto" if method == "memo" else method
    shares = [] if tables is not None else list(counting.shares(cover_method))
    if distinct:
        shares += counting.fixed_shares(cover_method, group)
    names = {share.method for share in shares}
    used = "memo" if tables is not None else names.pop() if len(names) == 1 else "dlx"
    puzzle = problem.puzzle
    facts: dict[str, Any] = {
        "cells": problem.cells,
        "pieces": len(problem.pieces),
        "distinct": distinct,
    }
    if tables is not None:
        from hashlib import sha256

        facts["puzzle"] = sha256(dumps(puzzle.as_dict()).encode()).hexdigest()[:16]
    divisor = len(group)
    about = {"count": "pack", "problem": facts}
    plan = cover_plan(shares, tasks, about, clock, divisor=divisor)
    if tables is None:
        return plan, used

    def job(i: int) -> tuple[Any, ...]:
        return ("memo", tables, max_bytes) if i == 0 else ("cover", *plan.job(i - 1))

    return Plan(plan.about, plan.size + 1, count_packing_task, job, divisor=divisor), used


def count_packing_task(kind: str, *job: Any) -> tuple[int, dict[str, int]]:
    """Count one task, in any process or machine."""
    if kind == "cover":
        from fastqueens.cover.distributed_count import count_cover_task

        return count_cover_task(*job)
    tables, max_bytes = job
    make: Any = _kernels.Count
    kernel = make(*tables, max_bytes)
    run_machine(kernel)
    return kernel.total, kernel.counters()


def _board_too_wide() -> InputError:
    return InputError(
        "method 'memo' needs one bit for each cell that a piece spans and for each piece; this "
        "board needs more than 64 bits"
    )

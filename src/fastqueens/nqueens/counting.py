"""Counts the solutions of N-Queens: by tasks on threads, by listing, or by a recurrence."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, Unpack

from numpy.typing import ArrayLike

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens.method import check_options
from fastqueens.nqueens.count_workers import (
    CountWorker,
    SymmetricWorker,
    TaskWorker,
    listing_workers,
)
from fastqueens.nqueens.distributed_count import counting_method_of, make_count_plan
from fastqueens.nqueens.join_count import (
    COUNTING_METHODS,
    JoinWorker,
    check_bytes,
    choose_counting,
    forget_machines,
    join_plan,
)
from fastqueens.nqueens.methods import METHODS, check_plain, make_search
from fastqueens.nqueens.options import CountMethodName, MethodName, Settings
from fastqueens.nqueens.problem import MAX_COUNT_N, check_size
from fastqueens.nqueens.rules import Symmetry, Variant, check_variant
from fastqueens.nqueens.work_partition import partition, plan_work
from fastqueens.parallel.tasks import TaskProgress, check_threads_alone
from fastqueens.parallel.threads import check_threads, run_all
from fastqueens.results import Count, InputError, Interrupted, Stats, round_count, stopped
from fastqueens.search import CancelEvent, Clock, Progress, count_all, count_in_time
from fastqueens.validation import check_progress

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["CountProgress", "count"]


@dataclass(slots=True)
class CountProgress:
    """The argument of the progress callback of `count`.

    Attributes
    ----------
    fraction : float
        An estimate of the share of the work done, from the finished prefixes (see `Task`).
        Prefixes differ in work, so an early estimate may be half or twice the true share.
    seconds : float
        The time so far.
    solutions, nodes : int
        The solutions found and the nodes visited so far.
    tasks_done, tasks, workers : int
        With an executor or a ledger: the number of finished tasks, of all tasks, and of workers.
    began : float
        The share of the work that the ledger already held at the start.
    """

    fraction: float
    seconds: float
    solutions: int
    nodes: int
    tasks_done: int = 0
    tasks: int = 0
    workers: int = 0
    began: float = 0.0

    @property
    def seconds_left(self) -> float:
        """An estimate of the time left; infinite until the first task is done."""
        if self.fraction <= self.began:
            return float("inf")
        return self.seconds * (1 - self.fraction) / (self.fraction - self.began)

    def __str__(self) -> str:
        found, nodes = round_count(self.solutions, "solutions"), round_count(self.nodes, "nodes")
        share = f"{self.fraction:.0%} done, " if self.fraction else ""
        return f"{share}{nodes}, {found}, {self.seconds:.1f} s"


def count(
    n: int,
    *,
    method: CountMethodName | MethodName | Literal["auto"] = "auto",
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    ledger: str | os.PathLike[str] | None = None,
    tasks: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: Callable[[CountProgress], object] | Literal["bar"] | None = None,
    **options: Unpack[Settings],
) -> Count:
    """Count the solutions.

    Parameters
    ----------
    n : int
        Size of the board: 1 to 27. It may be up to 64 with `placed`, and up to 1000 for
        ``"hertzsprung"``. Each further row multiplies the time by 8 to 10.
    method : {"auto", "bitboard", "join"} or one of `METHODS`
        ``"auto"`` chooses the method that was the fastest one in measurements with the instruction
        set of this processor. ``"bitboard"`` is a search that fills the rows of many boards at
        once. ``"join"`` joins half boards (6 to 27 rows). These two count only the solutions of
        plain N-Queens. A method of `METHODS` visits all solutions of plain N-Queens, and its work
        is measured.
    variant : str
        One of `VARIANTS`; see `fastqueens.nqueens`.
    symmetry : {"all", "fundamental"}
        Count all solutions, or one of each class under the 8 symmetries of the board.
    pawns : int
        For ``"plus_k"``: the number k of pawns and of additional queens; if negative, there are no
        pawns, and n + k queens.
    placed : array_like, optional
        Queens that are already on the board, in a form that `solutions` accepts. The solutions that
        contain them are listed one by one and counted.
    threads : int, optional
        The number of threads; by default one for each available processor. No counter depends on
        the number of threads.
    executor : Executor, callable or str, optional
        The count runs on this executor instead of the threads of this process: an executor of
        `concurrent.futures`, a function that makes an executor, or a name: ``"processes:8"``,
        ``"loky:8"``, ``"threads"``, ``"dask://host:8786"``, ``"mpi"``. The count is divided into
        tasks of some seconds each.
    ledger : path, optional
        A file that keeps the result of each task. If the process is stopped, even by ``kill -9``,
        the same call with the same file continues with the tasks that are not finished.
    tasks : int, optional
        With an executor or a ledger, the number of tasks; by default each task takes some seconds.
    seed, **options
        The options of a method, as in `solve`. ``"join"`` has one option: ``max_bytes``, the
        largest memory that each thread or worker may use, 512 MiB by default. ``"auto"`` chooses
        ``"join"`` only if ``max_bytes`` is at least 20 MB for n = 18 and 19, and 160 MB for
        n = 20 and 21.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    node_limit : int, optional
        The search stops after this many units of the method's work. ``"auto"`` does not accept it.
    progress : callable or "bar", optional
        Called with a `CountProgress` about ten times a second.

    Returns
    -------
    Count
        An int with ``stats.nodes``. Its ``method`` is one of these. ``"bitboard"``, for plain
        queens: the centre rows and columns are filled first, up to symmetry, then the other rows.
        ``"join"``, for plain queens: half boards are listed and joined, and each half board is a
        node. ``"rows"``, for other variants: the rows are filled one after the other. ``"halves"``,
        for semi-queens: placements in one half of the rows are looked up in a table of placements
        in the other half. ``"list"``: all solutions are listed. ``"recurrence"``: the number is
        calculated by a recurrence.

    Raises
    ------
    SearchStopped
        At the time limit, if ``max_bytes`` is not enough, or if a task failed on every worker; the
        message names the task. Its ``partial`` is a `Count` of the solutions found so far.
    Interrupted
        After Ctrl-C. Its ``partial`` is also a `Count`.
    InputError
        If n or an option is invalid, or the ledger belongs to another count.

    Examples
    --------
    >>> int(count(12)), int(count(12, symmetry="fundamental"))
    (14200, 1787)
    >>> int(count(10, variant="superqueens")), int(count(8, variant="plus_k", pawns=1))
    (4, 128)
    >>> int(count(8, variant="plus_k", pawns=-1))  # 7 queens
    3192
    >>> [int(count(n, variant="toroidal_semiqueens")) for n in (5, 7, 8, 9, 11)]  # A006717
    [15, 133, 0, 2025, 37851]
    """
    clock, report = Clock(time_limit, cancel), check_progress(progress)
    counts_only = isinstance(method, str) and (method == "auto" or method in COUNTING_METHODS)
    if not counts_only:
        check_plain(method, variant, symmetry, pawns, placed)
        if executor is not None or ledger is not None or tasks is not None:
            raise InputError("executor, ledger and tasks need method 'auto', 'bitboard' or 'join'")
        limits = {"time_limit": clock, "node_limit": node_limit}
        return _count_by_method(n, method, options, report, seed=seed, **limits)
    check_options(METHODS, options)
    max_bytes = options.pop("max_bytes", None) if method != "bitboard" else None
    if options or node_limit is not None:
        raise InputError(
            f"node_limit and the options of a method cannot be used with method {method!r}"
        )
    variant = check_variant(variant, symmetry, pawns)
    if method != "auto" and (variant != "queens" or placed is not None):
        raise InputError(f"method {method!r} counts plain queens only; use method 'auto'")
    check_bytes(max_bytes)
    problem = _Problem(n, variant, symmetry, pawns, placed, method, max_bytes)
    if problem.has_recurrence:
        return _count_hertzsprung(check_size(n, 1000, "the recurrence"))
    if executor is not None or ledger is not None:
        check_threads_alone(executor, threads)
        workers = executor if threads is None else f"threads:{check_threads(threads)}"
        return _count_by_tasks(problem, tasks, workers, ledger, clock, report)
    if tasks is not None:
        raise InputError("tasks needs an executor or a ledger")
    with count_in_time(clock, "nodes"):
        try:
            return _count_on_threads(problem, check_threads(threads), clock, report)
        finally:
            forget_machines()


@dataclass(frozen=True)
class _Problem:
    """The placements to count."""

    n: int
    variant: Variant
    symmetry: Symmetry
    pawns: int
    placed: ArrayLike | None
    method: str = "auto"
    max_bytes: int | None = None

    @property
    def has_recurrence(self) -> bool:
        """Whether a recurrence gives the number of solutions."""
        return self.variant == "hertzsprung" and self.symmetry == "all" and self.placed is None

    @property
    def needs_listing(self) -> bool:
        """Whether the solutions must be listed, because no kernel counts this problem."""
        fundamental = self.symmetry == "fundamental" and self.variant != "queens"
        return self.placed is not None or fundamental


def _count_by_tasks(
    problem: _Problem,
    tasks: int | None,
    workers: ExecutorLike | None,
    ledger: str | os.PathLike[str] | None,
    clock: Clock,
    progress: Callable[[CountProgress], object] | None,
) -> Count:
    """Count on an executor, or with a ledger."""
    from fastqueens.parallel.count_tasks import count_plan

    report = None if progress is None else partial(_report_tasks, progress)
    with count_in_time(clock, "nodes"):
        plan, method = make_count_plan(
            problem.n, problem.variant, problem.symmetry, problem.pawns, problem.placed, tasks,
            clock, method=problem.method, max_bytes=problem.max_bytes,
        )  # fmt: skip
        try:
            return count_plan(
                plan, method, executor=workers, ledger=ledger, clock=clock, progress=report
            )
        finally:
            forget_machines()


def _count_on_threads(
    problem: _Problem,
    threads: int,
    clock: Clock,
    progress: Callable[[CountProgress], object] | None,
) -> Count:
    """Count on threads of this process."""
    start = perf_counter()
    method, makers, symmetric = _make_workers(problem, threads, clock)

    def report(workers: Sequence[CountWorker]) -> None:
        if progress is not None:
            done = min(1.0, sum(worker.fraction for worker in workers))
            seconds = perf_counter() - start
            found = sum(worker.solutions for worker in workers)
            progress(CountProgress(done, seconds, found, sum(worker.spent for worker in workers)))

    interrupted = False
    try:
        workers, complete = run_all(makers, threads=threads, clock=clock, progress=report)
    except Interrupted as stop:
        workers, complete = stop.partial
        interrupted = True
    total = sum(worker.solutions for worker in workers)
    stats = Stats({"nodes": sum(worker.spent for worker in workers)}, perf_counter() - start)
    if symmetric and problem.n > 1:
        # A class has 8 solutions, or 4 if a half turn leaves a solution unchanged, or 2 if a
        # quarter turn does. With n > 1 no solution is its own mirror image.
        half, quarter = (kernel.solutions for kernel in symmetric)
        total = (total + half + 2 * quarter) // 8
    number = Count(total, stats=stats, method=method, exact=complete)
    if interrupted:
        raise Interrupted(number)
    if not complete:
        raise stopped(clock.reason if clock.expired else "memory", number, number)
    return number


def _make_workers(
    problem: _Problem, threads: int, clock: Clock
) -> tuple[str, list[Callable[[], CountWorker]], list[_kernels.Symmetric]]:
    """Return the method's name, the workers, and the kernels that count symmetric solutions.

    The tasks are small, so that all threads end at the same time and progress is smooth, but large
    enough to fill the lists of the kernel.
    """
    variant, symmetry, pawns = problem.variant, problem.symmetry, problem.pawns
    if problem.needs_listing:
        return "list", listing_workers(problem.n, variant, symmetry, pawns, problem.placed), []
    n = check_size(problem.n, MAX_COUNT_N, "counting")
    makers: list[Callable[[], CountWorker]]
    # Below these sizes the whole count takes milliseconds: several tasks would be slower.
    whole = n < (16 if variant == "queens" else 10)
    tasks = 1 if whole else 16 * threads
    method = counting_method_of(variant)
    if variant == "queens":
        method = choose_counting(n, problem.method, problem.max_bytes)
    if method == "join":
        # In their order, so that most tasks can use the lists of the task before.
        plan, most = join_plan(n), check_bytes(problem.max_bytes)
        ranges = [plan.task(i, tasks) for i in range(tasks)]
        makers = [partial(JoinWorker, n, i, j, most) for i, j in ranges if i < j]
    else:
        if variant == "queens":
            plan_work(n, clock)
        cut = partition(n, variant=variant, pawns=pawns, tasks=tasks)
        cut.sort(key=lambda task: task.weight, reverse=True)  # longest tasks first
        makers = [partial(TaskWorker, task) for task in cut]
    symmetric: list[_kernels.Symmetric] = []
    if symmetry == "fundamental":
        symmetric = [_kernels.Symmetric(n, turn) for turn in (0, 1)]
        makers[:0] = [partial(SymmetricWorker, kernel) for kernel in symmetric]
    return method, makers, symmetric


def _report_tasks(progress: Callable[[CountProgress], object], now: TaskProgress) -> None:
    progress(
        CountProgress(
            now.fraction, now.seconds, now.found, now.kernel.spent, now.done, now.tasks,
            now.workers, now.began,
        )
    )  # fmt: skip


def _count_by_method(
    n: int,
    method: str,
    options: Mapping[str, object],
    progress: Callable[[CountProgress], object] | None,
    **limits: Any,
) -> Count:
    """Count by listing all solutions; the share of the work done is unknown."""

    def report(now: Progress) -> None:
        if progress is not None:
            progress(CountProgress(0.0, now.seconds, search.found, search.kernel.spent))

    search = make_search(n, method, options, all_solutions=True, progress=report, **limits)
    return count_all(search, method)


def _count_hertzsprung(n: int) -> Count:
    """Count Hertzsprung's problem (A002464) by its recurrence."""
    start = perf_counter()
    values = [1, 1, 0, 0]
    for k in range(4, n + 1):
        a, b, c, d = values[-1], values[-2], values[-3], values[-4]
        values.append((k + 1) * a - (k - 2) * b - (k - 5) * c + (k - 3) * d)
    stats = Stats({}, perf_counter() - start)
    return Count(values[n], stats=stats, method="recurrence")

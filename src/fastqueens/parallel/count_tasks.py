"""Counts by tasks; adds up their results in memory, or stores them in a file, the ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fastqueens.parallel.executors import ExecutorLike, Pool, check_executor
from fastqueens.parallel.scheduler import TaskFailed, schedule
from fastqueens.parallel.tasks import Plan, TaskProgress, TaskResult
from fastqueens.results import Count, InputError, Interrupted, SearchStopped, Stats, stopped
from fastqueens.search import Clock
from fastqueens.validation import plural

if TYPE_CHECKING:
    from fastqueens.parallel.ledger import Ledger

__all__ = ["Tally", "count_plan"]


@dataclass(slots=True)
class Tally:
    """The sums over the finished tasks.

    Attributes
    ----------
    plan : Plan
        The plan of the tasks.
    total : int
        The sum of the results.
    tasks : int
        The number of finished tasks.
    share : float
        The estimated share of the finished tasks in the whole work.
    work : dict
        The counters of the finished tasks, added up.
    seconds : float
        The time of all workers together.
    """

    plan: Plan
    total: int = 0
    tasks: int = 0
    share: float = 0.0
    work: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, number: int, result: int, work: dict[str, int], seconds: float) -> None:
        """Add the result of one task."""
        self.total += result
        self.tasks += 1
        self.share += self.plan.share(number)
        self.seconds += seconds
        for name, value in work.items():
            self.work[name] = self.work.get(name, 0) + value

    def take(self, done: Iterable[TaskResult]) -> None:
        """Add the results of some tasks."""
        for one in done:
            self.add(one.number, one.result, one.work, one.seconds)

    def counters(self) -> dict[str, int]:
        """Return the work counters so far."""
        return self.work

    @property
    def spent(self) -> int:
        """The value of the first counter."""
        return next(iter(self.work.values()), 0)

    def step(self, budget: int) -> int:
        """Not used, because a tally runs no search."""
        raise NotImplementedError


def count_plan(
    plan: Plan,
    method: str,
    *,
    executor: ExecutorLike | None,
    ledger: str | os.PathLike[str] | None = None,
    clock: Clock | None = None,
    progress: Callable[[Any], object] | None = None,
) -> Count:
    """Count by the tasks of a plan."""
    start = perf_counter()
    check_executor("threads" if executor is None else executor)
    book: Ledger | None = None
    tally = Tally(plan)
    if ledger is not None:
        from fastqueens.parallel.ledger import Ledger

        book = Ledger(ledger, plan.about, plan.size)
    try:
        numbers: Iterator[int] = plan.order(clock)
        take, settle = tally.take, _nothing
        if book is not None:
            book.read(tally.add)
            numbers, take, settle = book.left(numbers), book.take, lambda: book.commit(tally.add)
        began = tally.share

        def count(*, exact: bool) -> Count:
            stats = Stats(tally.work, perf_counter() - start)
            total = tally.total // plan.divisor
            return Count(total, stats=stats, method=method, exact=exact)

        def tick(workers: int) -> None:
            if progress is not None:
                progress(
                    TaskProgress(
                        tally, perf_counter() - start, tally.tasks, plan.size, workers,
                        min(1.0, tally.share), began, tally.total,
                    )
                )  # fmt: skip

        if tally.tasks == plan.size:
            return count(exact=True)
        pool = Pool("threads" if executor is None else executor)
        try:
            complete = schedule(plan, pool, numbers, take, settle=settle, tick=tick, clock=clock)
        except TaskFailed as failed:
            found = count(exact=False)
            raise SearchStopped(
                f"{failed}; {plural(int(found), 'solution')} found until then, in "
                f"{tally.tasks:,} of {plan.size:,} tasks",
                partial=found,
                reason="workers",
            ) from failed.__cause__
        except InputError as error:  # the ledger cannot be written
            error.partial = count(exact=False)
            raise
        except KeyboardInterrupt:
            raise Interrupted(count(exact=False)) from None
        finally:
            pool.close()
        number = count(exact=complete)
        if not complete:
            raise stopped("time" if clock is None else clock.reason, number, number)
        return number
    finally:
        if book is not None:
            book.close()


def _nothing() -> None:
    pass

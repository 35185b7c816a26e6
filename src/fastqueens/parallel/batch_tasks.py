"""Runs a batch of puzzles on any executor; each task handles one slice of the batch."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from fastqueens.parallel.executors import ExecutorLike, Pool
from fastqueens.parallel.scheduler import TaskFailed, schedule
from fastqueens.parallel.tasks import Plan, TaskResult
from fastqueens.results import Interrupted, SearchStopped, Stats
from fastqueens.search import Clock
from fastqueens.validation import check_progress

__all__ = ["run_plan"]


def run_plan(
    plan: Plan,
    executor: ExecutorLike,
    take: Callable[[TaskResult], int],
    total: int,
    *,
    progress: Callable[[int, int], object] | None = None,
    clock: Clock | None = None,
) -> tuple[Stats, bool]:
    """Do all tasks of a batch."""
    progress = check_progress(progress)
    start, answered = perf_counter(), 0
    work: dict[str, int] = {}

    def accept(arrived: list[TaskResult]) -> None:
        nonlocal answered
        for one in arrived:
            answered += take(one)
            for name, value in one.work.items():
                work[name] = work.get(name, 0) + value

    def tick(workers: int) -> None:
        if progress is not None:
            progress(answered, total)

    pool = Pool(executor)
    try:
        complete = schedule(plan, pool, plan.order(), accept, tick=tick, clock=clock)
    except TaskFailed as failed:
        raise SearchStopped(
            f"{failed}; {answered:,} of {total:,} were done until then",
            partial=answered,
            reason="workers",
        ) from failed.__cause__
    except KeyboardInterrupt:
        raise Interrupted(Stats(work, perf_counter() - start)) from None
    finally:
        pool.close()
    return Stats(work, perf_counter() - start), complete

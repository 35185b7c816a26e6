"""Threads: several independent kernels at a time, each in its own thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Protocol, SupportsIndex, TypeVar

from fastqueens.results import Interrupted, Stats
from fastqueens.search import DONE, Kernel, Progress, Search
from fastqueens.validation import check_whole, deadline_of

__all__ = ["Batch", "check_threads", "default_threads", "run_all", "run_batches"]


class Batch(Kernel, Protocol):
    """A kernel that works on many puzzles, one after the other."""

    @property
    def done(self) -> int:
        """The number of puzzles finished so far."""
        ...


K = TypeVar("K", bound=Kernel)


def default_threads() -> int:
    """Return the number of processors on which this process may run."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def check_threads(threads: SupportsIndex | None) -> int:
    """Return a number of threads, the default for None, or raise `InputError`."""
    return default_threads() if threads is None else check_whole(threads, "threads", least=1)


def run_all(
    makers: Sequence[Callable[[], K]],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[Sequence[K]], object] | None = None,
    interval: float = 0.1,
) -> tuple[list[K], bool]:
    """Run independent kernels to their end, several at a time."""
    threads = min(default_threads() if threads is None else threads, len(makers))
    begun: list[K] = []
    try:
        complete = _run_all(makers, begun, threads, deadline_of(time_limit), progress, interval)
    except KeyboardInterrupt:
        raise Interrupted((begun, False)) from None
    return begun, complete


def _run_all(
    makers: Sequence[Callable[[], K]],
    begun: list[K],
    threads: int,
    deadline: float | None,
    progress: Callable[[Sequence[K]], object] | None,
    interval: float,
) -> bool:
    if threads <= 1:

        def report(_: Progress) -> None:
            if progress is not None:
                progress(begun)

        last = perf_counter()
        for make in makers:
            left = None if deadline is None else max(0.0, deadline - perf_counter())
            begun.append(make())
            if Search(begun[-1], time_limit=left, progress=report, interval=interval).run() != DONE:
                return False
            if progress is not None and perf_counter() - last >= interval:
                last = perf_counter()
                progress(begun)
        return True

    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
    from threading import Lock

    class Leave(Exception):
        """Raised in a worker to stop its kernel before its end."""

    leaving = False

    def check(_: Progress) -> None:
        if leaving:
            raise Leave

    waiting, lock = iter(makers), Lock()

    def work() -> bool:
        complete = True
        while not leaving:
            with lock:
                make = next(waiting, None)
            if make is None:
                return complete
            kernel = make()
            begun.append(kernel)
            with suppress(Leave):
                complete &= Search(kernel, progress=check, interval=0.0).run() == DONE
        return False

    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [pool.submit(work) for _ in range(threads)]
            pending = set(futures)
            while pending:
                left = interval
                if deadline is not None:
                    left = min(left, deadline - perf_counter())
                    leaving = leaving or left <= 0
                ended, pending = wait(pending, max(left, 0.001), return_when=FIRST_EXCEPTION)
                for future in ended:
                    future.result()
                if progress is not None:
                    progress(begun)
            return all(future.result() for future in futures)
        except BaseException:  # Ctrl-C, or a kernel that could not be made
            leaving = True
            pool.shutdown(wait=False)
            raise


def run_batches(
    makers: Sequence[Callable[[], Batch]],
    total: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    time_limit: float | None = None,
) -> tuple[Stats, bool]:
    """Run batches to their end, several at a time, and add up their work."""

    def report(begun: Sequence[Batch]) -> None:
        if progress is not None:
            progress(sum(batch.done for batch in begun), total)

    def stats(batches: Sequence[Batch]) -> Stats:
        seconds = perf_counter() - start
        work: dict[str, int] = {}
        for batch in batches:
            for name, value in batch.counters().items():
                work[name] = work.get(name, 0) + value
        return Stats(work, seconds)

    start = perf_counter()
    try:
        batches, complete = run_all(makers, threads=threads, time_limit=time_limit, progress=report)
    except Interrupted as stop:
        raise Interrupted(stats(stop.partial[0])) from None
    total_stats = stats(batches)
    if not complete and (time_limit is None or total_stats.seconds < time_limit):
        raise MemoryError("not enough memory for the search")
    return total_stats, complete

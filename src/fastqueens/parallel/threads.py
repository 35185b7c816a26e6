"""Threads: several independent kernels at a time, each in its own thread."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Protocol, SupportsIndex, TypeVar

from fastqueens.results import Interrupted, Stats
from fastqueens.search import DONE, Clock, Kernel, Progress, Search
from fastqueens.thread_support import HAS_THREADS
from fastqueens.validation import check_whole

__all__ = ["Batch", "check_threads", "default_threads", "run_all", "run_batches"]


class Batch(Kernel, Protocol):
    """A kernel that works on many puzzles, one after the other."""

    @property
    def done(self) -> int:
        """The number of puzzles finished so far."""
        ...


K = TypeVar("K", bound=Kernel)


_this_thread = threading.local()  # `runs_all`: whether this thread is inside `run_all`


def default_threads() -> int:
    """Return the number of processors on which this process may run; 1 without threads."""
    if not HAS_THREADS:
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def check_threads(threads: SupportsIndex | None) -> int:
    """Return a number of threads, the default for None, or raise `InputError`."""
    checked = None if threads is None else check_whole(threads, "threads", least=1)
    return checked if checked and HAS_THREADS else default_threads()


def run_all(
    makers: Sequence[Callable[[], K]],
    *,
    threads: int | None = None,
    clock: Clock | None = None,
    progress: Callable[[Sequence[K]], object] | None = None,
    interval: float = 0.1,
) -> tuple[list[K], bool]:
    """Run independent kernels to their end, several at a time.

    A call inside another call of the same thread, from a signal handler or from `progress`, runs
    one kernel at a time.
    """
    # A signal handler may interrupt the outer call while it holds a lock of the standard library
    # that every pool of threads needs. A second pool would then wait for this lock for ever.
    nested = getattr(_this_thread, "runs_all", False)
    threads = 1 if nested else min(default_threads() if threads is None else threads, len(makers))
    begun: list[K] = []
    _this_thread.runs_all = True
    try:
        complete = _run_all(makers, begun, threads, Clock.of(clock), progress, interval)
    except KeyboardInterrupt:
        raise Interrupted((begun, False)) from None
    finally:
        _this_thread.runs_all = nested
    return begun, complete


def _run_all(
    makers: Sequence[Callable[[], K]],
    begun: list[K],
    threads: int,
    clock: Clock,
    progress: Callable[[Sequence[K]], object] | None,
    interval: float,
) -> bool:
    if threads <= 1:

        def report(_: Progress) -> None:
            if progress is not None:
                progress(begun)

        last = perf_counter()
        for make in makers:
            begun.append(make())
            search = Search(begun[-1], time_limit=clock, progress=report, interval=interval)
            if search.run() != DONE:
                return False
            if progress is not None and perf_counter() - last >= interval:
                last = perf_counter()
                progress(begun)
        return True

    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

    class Leave(Exception):
        """Raised in a worker to stop its kernel before its end."""

    leaving = False

    def check(_: Progress) -> None:
        if leaving:
            raise Leave

    waiting, lock = iter(makers), threading.Lock()

    def work() -> bool:
        complete = True
        while not (leaving or clock.expired):
            with lock:
                make = next(waiting, None)
            if make is None:
                return complete
            kernel = make()
            begun.append(kernel)
            search = Search(kernel, time_limit=clock, progress=check, interval=0.0)
            with suppress(Leave):
                complete &= search.run() == DONE
        return False

    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [pool.submit(work) for _ in range(threads)]
            pending = set(futures)
            while pending:
                ended, pending = wait(pending, interval, return_when=FIRST_EXCEPTION)
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
    clock: Clock | None = None,
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

    start, clock = perf_counter(), Clock.of(clock)
    try:
        batches, complete = run_all(makers, threads=threads, clock=clock, progress=report)
    except Interrupted as stop:
        raise Interrupted(stats(stop.partial[0])) from None
    total_stats = stats(batches)
    if not complete and not clock.expired:
        raise MemoryError("not enough memory for the search")
    return total_stats, complete

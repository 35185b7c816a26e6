"""The one loop that drives every kernel.

A kernel is a machine that can be stopped between two steps (``csrc/search.h``). Everything a
user wants from a long search happens between them: Ctrl-C, time and node limits, progress, and
handing out solutions one by one.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, Literal, Protocol, SupportsIndex, TypeVar

from fastqueens.results import Count, InputError, Reason, Stats, Status, stopped

__all__ = [
    "DONE",
    "FOUND",
    "FULL",
    "RUNNING",
    "STOPPED",
    "Batch",
    "Kernel",
    "Progress",
    "Search",
    "Solutions",
    "check_seconds",
    "check_seed",
    "check_threads",
    "check_whole",
    "count_solutions",
    "counted",
    "deadline_of",
    "default_threads",
    "run_all",
    "run_batches",
]

RUNNING, FOUND, DONE, FULL = range(4)  # fq_status
STOPPED = 4  # a limit of the loop itself
_STATUS: dict[int, Status] = {FOUND: "solved", DONE: "unsolvable"}

# A step is sized to take about this long (seconds), so that Ctrl-C is answered at once.
_STEP = 0.01
_FIRST_BUDGET = 256
_LARGEST_BUDGET = 1 << 62  # for kernels that return early, and fit a C integer


class Kernel(Protocol):
    """What the loop needs of a compiled search.

    A kernel that ends without an answer, as local searches may, has a property ``gave_up`` too.
    """

    def step(self, budget: int) -> int:
        """Do at most `budget` units of work and return an ``fq_status``."""
        ...

    @property
    def work(self) -> int:
        """Units of work done so far."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
        ...


class Batch(Kernel, Protocol):
    """A machine that answers many puzzles, one after the other."""

    @property
    def done(self) -> int:
        """Puzzles answered so far."""
        ...


@dataclass(slots=True)
class Progress:
    """What a progress callback is given between two steps.

    Attributes
    ----------
    kernel : Kernel
        The running search; its ``peek`` shows where it is.
    seconds : float
        Time of the search so far.
    """

    kernel: Kernel
    seconds: float

    @property
    def counters(self) -> dict[str, int]:
        """The deterministic counters so far."""
        return self.kernel.counters()


class Search:
    """Runs one kernel, under limits, until something happens.

    Parameters
    ----------
    kernel : Kernel
        The compiled search.
    time_limit : float, optional
        Seconds of searching (the caller's own time between solutions is not counted).
    node_limit : int, optional
        Units of the kernel's work.
    progress : callable, optional
        Called with a `Progress` every `interval` seconds. Whatever it raises ends the search.
    interval : float
        Seconds between two calls of `progress`.

    Attributes
    ----------
    most : int
        Units of work in one step, at most: 1 shows a progress callback every move.
    reason : {"time", "nodes", "memory", "iterations"} or None
        Which limit stopped the search.
    seconds : float
        Time spent in the kernel so far.
    """

    __slots__ = (
        "_budget",
        "_last",
        "interval",
        "kernel",
        "most",
        "node_limit",
        "progress",
        "reason",
        "seconds",
        "time_limit",
    )

    def __init__(
        self,
        kernel: Kernel,
        *,
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        interval: float = 0.1,
    ) -> None:
        check_seconds(time_limit)
        if node_limit is not None:
            node_limit = check_whole(node_limit, "node_limit")
        self.kernel = kernel
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.progress = progress
        self.interval = interval
        self.most = _LARGEST_BUDGET
        self.reason: Reason | None = None
        self.seconds = 0.0
        self._budget = _FIRST_BUDGET
        self._last = 0.0

    def run(self) -> int:
        """Step until a solution is found, the search is done, or a limit stops it.

        Returns
        -------
        int
            `FOUND`, `DONE` or `STOPPED`; then `reason` names the limit. Run again for more.
        """
        kernel, step, before = self.kernel, self.kernel.step, self.seconds
        start = now = perf_counter()
        while True:
            budget = min(self._budget, self.most)
            if self.node_limit is not None:
                budget = min(budget, self.node_limit - kernel.work)
                if budget <= 0:
                    return self._stop("nodes")
            if self.time_limit is not None and self.seconds >= self.time_limit:
                return self._stop("time")
            status = step(budget)
            then, now = now, perf_counter()
            self.seconds = before + now - start
            if self.progress is not None and self.seconds - self._last >= self.interval:
                self._last = self.seconds
                self.progress(Progress(kernel, self.seconds))
                # the callback's time is not the search's
                then += perf_counter() - now
                before, start = self.seconds, perf_counter()
                now = start
            if status == FULL:
                return self._stop("memory")
            if status == DONE and getattr(kernel, "gave_up", False):
                return self._stop("iterations")
            if status != RUNNING:
                return status
            # Budgets are sized by the clock, but where they end changes no result: two steps of
            # a and b leave a kernel in the same state as one of a + b.
            took = now - then
            if took < _STEP / 2:
                self._budget = min(self._budget * 2, _LARGEST_BUDGET)
            elif took > _STEP * 2:
                self._budget = max(1, int(self._budget * _STEP / took))

    def solve(self) -> Status:
        """Run to the first solution, and say how that ended."""
        return _STATUS.get(self.run(), "stopped")

    def _stop(self, reason: Reason) -> int:
        self.reason = reason
        return STOPPED

    def stats(self) -> Stats:
        """Return the work done so far."""
        return Stats(self.kernel.counters(), self.seconds)


T = TypeVar("T")
K = TypeVar("K", bound=Kernel)


class Solutions(Generic[T], Iterator[T]):
    """An iterator over the solutions of a search, which says how it ended.

    Attributes
    ----------
    search : Search
        What is run.
    status : {"running", "solved", "unsolvable", "stopped"}
        ``"solved"`` once all solutions have been given (there was at least one).
    reason : {"time", "nodes", "memory", "iterations"} or None
        The limit that stopped the search, if one did.
    found : int
        Solutions given so far.
    """

    def __init__(
        self,
        search: Search,
        read: Callable[[], T],
        *,
        method: str,
        complete: bool = True,
    ) -> None:
        self.search = search
        self._read = read
        self._complete = complete
        self.method = method
        self.found = 0
        self._busy = False
        self.status: Status | Literal["running"] = "running"

    def __next__(self) -> T:
        """Search on to the next solution."""
        if self.status != "running":
            raise StopIteration
        if self._busy:
            raise RuntimeError("these solutions are being searched by another thread")
        self._busy = True
        try:
            return self._advance()
        finally:
            self._busy = False

    def _advance(self) -> T:
        if self.found and not self._complete:  # what it found next might be the same
            self.search.reason = "iterations"
            self.status = "stopped"
            raise StopIteration
        event = self.search.run()
        if event == FOUND:
            self.found += 1
            return self._read()
        if event == STOPPED:
            self.status = "stopped"
        else:
            self.status = "solved" if self.found else "unsolvable"
        raise StopIteration

    @property
    def reason(self) -> Reason | None:
        """The limit that stopped the search, if one did."""
        return self.search.reason

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return self.search.stats()


def count_solutions(search: Search, limit: int | None = None) -> tuple[int, int]:
    """Visit the solutions of a search, or the first `limit` of them.

    Returns
    -------
    found : int
        Solutions visited.
    event : int
        `DONE`, `STOPPED`, or `FOUND` where there were `limit`.
    """
    found, event = 0, FOUND
    while event == FOUND and found != limit:
        event = search.run()
        found += event == FOUND
    return found, event


def counted(
    search: Search,
    event: int,
    found: int,
    method: str,
    *,
    stats: Stats | None = None,
    what: str = "count",
) -> Count:
    """Return a count as the user gets it, from the last event of its search.

    Parameters
    ----------
    search : Search
        What was run last.
    event, found : int
        As `count_solutions` returns them.
    method : str
        The method that was used.
    stats : Stats, optional
        The work, if it is not that of `search` alone.
    what : str
        What was stopped, for the message.

    Raises
    ------
    SearchStopped
        Where a limit stopped the search. Its ``partial`` is the `Count`.
    """
    stats = search.stats() if stats is None else stats
    count = Count(found, stats=stats, method=method, exact=event == DONE)
    if event == STOPPED:
        raise stopped(search.reason, found, count, what=what)
    return count


def check_whole(value: SupportsIndex, name: str, *, least: int = 0) -> int:
    """Return a whole number of `least` or more, or raise `InputError`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} is {value!r}, expected a whole number") from None
    if number < least:
        raise InputError(f"{name} is {number}, expected {least} or more")
    return number


def check_seconds(time_limit: float | None) -> None:
    """Raise `InputError` for a time limit that is none."""
    if time_limit is not None and not time_limit >= 0:
        raise InputError(f"time_limit is {time_limit}, expected 0 or more seconds")


def deadline_of(time_limit: float | None) -> float | None:
    """Return when a time limit that begins now is over, by `perf_counter`."""
    check_seconds(time_limit)
    return None if time_limit is None else perf_counter() + time_limit


def check_seed(seed: int) -> int:
    """Return a seed that the kernels can take, or raise `InputError`."""
    seed = check_whole(seed, "seed")
    if seed >= 2**64:
        raise InputError(f"seed is {seed}, expected 0 to 2**64 - 1")
    return seed


def default_threads() -> int:
    """Return the number of processors this process may run on."""
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
    """Run independent machines to their end, several at a time.

    Parameters
    ----------
    makers : sequence of callables
        Each makes one machine, in the thread that runs it.
    threads : int, optional
        How many run at a time; the processors at hand by default.
    time_limit : float, optional
        Seconds, after which the machines are left where they are.
    progress : callable, optional
        Called from this thread every `interval` seconds with the machines begun so far.
    interval : float
        Seconds between two calls of `progress`.

    Returns
    -------
    machines : list of Kernel
        Those that were begun, in no particular order.
    complete : bool
        Whether all of them ran to their end.
    """
    threads = min(default_threads() if threads is None else threads, len(makers))
    deadline = deadline_of(time_limit)
    begun: list[K] = []

    if threads <= 1:

        def tell(_: Progress) -> None:
            if progress is not None:
                progress(begun)

        last = perf_counter()
        for make in makers:
            left = None if deadline is None else max(0.0, deadline - perf_counter())
            begun.append(make())
            if Search(begun[-1], time_limit=left, progress=tell, interval=interval).run() != DONE:
                return begun, False
            if progress is not None and perf_counter() - last >= interval:
                last = perf_counter()
                progress(begun)
        return begun, True

    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
    from threading import Lock

    class Leave(Exception):
        """Tells a worker to leave its machine where it is."""

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
            return begun, all(future.result() for future in futures)
        except BaseException:  # Ctrl-C, or a machine that could not be made
            leaving = True
            pool.shutdown(wait=False)
            raise


def run_batches(
    makers: Sequence[Callable[[], Batch]],
    total: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Stats:
    """Run batches to their end, several at a time, and add up their work.

    Parameters
    ----------
    makers, threads
        As for `run_all`.
    total : int
        The puzzles of all batches.
    progress : callable, optional
        Called with the numbers of puzzles done and to do, about ten times a second.

    Raises
    ------
    MemoryError
        Where a batch cannot go on.
    """

    def report(begun: Sequence[Batch]) -> None:
        if progress is not None:
            progress(sum(batch.done for batch in begun), total)

    start = perf_counter()
    batches, complete = run_all(makers, threads=threads, progress=report)
    seconds = perf_counter() - start
    if not complete:
        raise MemoryError("not enough memory for the search")
    work: dict[str, int] = {}
    for batch in batches:
        for name, value in batch.counters().items():
            work[name] = work.get(name, 0) + value
    return Stats(work, seconds)

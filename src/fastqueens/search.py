"""The one loop that drives every kernel.

A kernel is a machine that can be stopped between two steps (``csrc/common/search.h``). Between the
steps the loop handles Ctrl-C, time and node limits, progress callbacks, and solutions one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, Literal, Protocol, Self, TypedDict, TypeVar

from fastqueens.results import Count, Reason, Stats, Status, stopped
from fastqueens.validation import check_callable, check_seconds, check_whole, plural

__all__ = [
    "DONE",
    "FOUND",
    "FULL",
    "RUNNING",
    "STOPPED",
    "Kernel",
    "Limits",
    "Progress",
    "Search",
    "Solutions",
    "count_solutions",
    "counted",
]


RUNNING, FOUND, DONE, FULL = range(4)  # fq_status
STOPPED = 4  # a limit of this loop was reached
_STATUS: dict[int, Status] = {FOUND: "solved", DONE: "unsolvable"}
# The aim for the length of a step, in seconds: Ctrl-C is checked between two steps.
_STEP = 0.01
_FIRST_BUDGET = 256
_LARGEST_BUDGET = 1 << 62  # fits a C integer; for kernels that return early


class Kernel(Protocol):
    """The methods of a compiled search that the loop calls.

    A local search may end without an answer; such a kernel has a property ``gave_up`` too.
    """

    def step(self, budget: int) -> int:
        """Do at most `budget` units of work and return an ``fq_status``."""
        ...

    @property
    def spent(self) -> int:
        """Units of work done so far."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
        ...


@dataclass(slots=True)
class Progress:
    """The argument of a progress callback.

    Attributes
    ----------
    kernel : Kernel
        The running search; its ``peek`` shows the current position.
    seconds : float
        Time of the search so far.
    """

    kernel: Kernel
    seconds: float

    @property
    def counters(self) -> dict[str, int]:
        """The deterministic counters so far."""
        return self.kernel.counters()


class Limits(TypedDict, total=False):
    """The limits that every search takes, for type checkers; see `Search`."""

    time_limit: float | None
    node_limit: int | None
    progress: Callable[[Progress], object] | None


class Search:
    """Runs one kernel until a solution, the end of the search, or a limit.

    Parameters
    ----------
    kernel : Kernel
        The compiled search.
    time_limit : float, optional
        Seconds in the kernel. The caller's time between two solutions does not count.
    node_limit : int, optional
        Units of the kernel's work.
    progress : callable, optional
        Called with a `Progress` every `interval` seconds. An exception that it raises ends the
        search.
    interval : float
        Seconds between two calls of `progress`.

    Attributes
    ----------
    most : int
        The largest budget of one step; with 1, progress can be reported after every move.
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
        if time_limit is not None:
            check_seconds(time_limit)
        if node_limit is not None:
            node_limit = check_whole(node_limit, "node_limit")
        if progress is not None:
            check_callable(progress, "progress")
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
        """Step until a solution is found, the search is done, or a limit stops it."""
        kernel, step, before = self.kernel, self.kernel.step, self.seconds
        start = now = perf_counter()
        while True:
            budget = self._budget if self._budget < self.most else self.most
            if self.node_limit is not None:
                budget = min(budget, self.node_limit - kernel.spent)
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
                # The time of the callback does not count as time of the search.
                then += perf_counter() - now
                before, start = self.seconds, perf_counter()
                now = start
            if status == FULL:
                return self._stop("memory")
            if status == DONE and getattr(kernel, "gave_up", False):
                return self._stop("iterations")
            if status != RUNNING:
                return status
            # The clock sets the budgets, but no result depends on them: two steps with budgets a
            # and b leave a kernel in the same state as one step with a + b.
            took = now - then
            if took < _STEP / 2:
                self._budget = min(self._budget * 2, _LARGEST_BUDGET)
            elif took > _STEP * 2:
                self._budget = max(1, int(self._budget * _STEP / took))

    def solve(self) -> Status:
        """Run to the first solution; return the status."""
        return _STATUS.get(self.run(), "stopped")

    def _stop(self, reason: Reason) -> int:
        self.reason = reason
        return STOPPED

    def stats(self) -> Stats:
        """Return the work done so far."""
        return Stats(self.kernel.counters(), self.seconds)


T = TypeVar("T")


class Solutions(Generic[T], Iterator[T]):
    """An iterator over the solutions of a search, with the status of that search.

    At the end of a ``with`` statement it is closed and yields no more solutions.

    Attributes
    ----------
    search : Search
        The search.
    method : str
        The method that is used.
    status : {"running", "solved", "unsolvable", "stopped"}
        ``"solved"`` after the last solution, if there was at least one.
    reason : {"time", "nodes", "memory", "iterations"} or None
        The limit that stopped the search, if there was one; None after `close`.
    found : int
        Solutions returned so far.
    read : callable
        Returns the solution that `search` has just found, for callers that run the search
        themselves.

    Examples
    --------
    >>> from fastqueens import queens
    >>> with queens.solutions(["AAAAA", "ABBCC", "ABBCC", "DDDCC", "DDDEE"]) as found:
    ...     print(next(found).tolist(), found.status)
    [1, 4, 2, 0, 3] running
    >>> found.status, next(found, None)
    ('stopped', None)
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
        self.read = read
        self._complete = complete
        self.method = method
        self.found = 0
        self._busy = False
        self.status: Status | Literal["running"] = "running"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search if it is still running: its status becomes ``"stopped"``.

        Examples
        --------
        >>> from fastqueens import nqueens
        >>> found = nqueens.solutions(8)
        >>> found.close()
        >>> list(found), found.status
        ([], 'stopped')
        """
        if self.status == "running":
            self.status = "stopped"

    def __repr__(self) -> str:
        so_far = " so far" if self.status == "running" else ""
        return f"Solutions({self.method}, {self.status}, {plural(self.found, 'solution')}{so_far})"

    def __next__(self) -> T:
        """Return the next solution."""
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
        if self.found and not self._complete:  # a local search might find the same solution again
            self.search.reason = "iterations"
            self.status = "stopped"
            raise StopIteration
        event = self.search.run()
        if event == FOUND:
            self.found += 1
            return self.read()
        if event == STOPPED:
            self.status = "stopped"
        else:
            self.status = "solved" if self.found else "unsolvable"
        raise StopIteration

    @property
    def reason(self) -> Reason | None:
        """The limit that stopped the search, if there was one."""
        return self.search.reason

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return self.search.stats()


def count_solutions(search: Search, limit: int | None = None) -> tuple[int, int]:
    """Visit the solutions of a search, or the first `limit` of them."""
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
    """Return the `Count` for a user, from the last event of a search."""
    stats = search.stats() if stats is None else stats
    count = Count(found, stats=stats, method=method, exact=event == DONE)
    if event == STOPPED:
        raise stopped(search.reason, found, count, what=what)
    return count

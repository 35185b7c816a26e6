"""The one loop that drives every kernel.

A kernel is a machine that can be stopped between two steps (``csrc/common/search.h``). Everything a
user wants from a long search happens between them: Ctrl-C, time and node limits, progress, and
handing out solutions one by one.
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
    def spent(self) -> int:
        """Units of work done so far."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
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


class Limits(TypedDict, total=False):
    """What every search takes, for type checkers; see `Search`."""

    time_limit: float | None
    node_limit: int | None
    progress: Callable[[Progress], object] | None


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
        """Step until a solution is found, the search is done, or a limit stops it.

        Returns
        -------
        int
            `FOUND`, `DONE` or `STOPPED`; then `reason` names the limit. Run again for more.
        """
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


class Solutions(Generic[T], Iterator[T]):
    """An iterator over the solutions of a search, which says how it ended.

    In a ``with`` statement it is closed at the end, and gives no more solutions.

    Attributes
    ----------
    search : Search
        What is run.
    method : str
        The method that is used.
    status : {"running", "solved", "unsolvable", "stopped"}
        ``"solved"`` once all solutions have been given (there was at least one).
    reason : {"time", "nodes", "memory", "iterations"} or None
        The limit that stopped the search, if one did; None where it was closed.
    found : int
        Solutions given so far.
    read : callable
        Returns the solution that `search` has just found, for callers who step it themselves.

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
        """End a search that is still running: it gives no more solutions, and is ``"stopped"``.

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
            return self.read()
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

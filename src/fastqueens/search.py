"""The one loop that drives every kernel.

A kernel is a machine that can be stopped between two steps (``csrc/common/search.h``). Between the
steps the loop handles Ctrl-C, time and node limits, progress callbacks, and solutions one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import (
    TYPE_CHECKING,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeAlias,
    TypedDict,
    TypeVar,
    cast,
)

from fastqueens._kernels.machine import NotCopied
from fastqueens._kernels.resumable import ResumableIterator
from fastqueens.results import Count, Interrupted, Reason, Stats, Status, round_count, stopped
from fastqueens.validation import check_cancel, check_progress, check_seconds, check_whole, plural

__all__ = [
    "DONE",
    "FOUND",
    "FULL",
    "RUNNING",
    "STOPPED",
    "CancelEvent",
    "Clock",
    "Kernel",
    "Limits",
    "OutOfTime",
    "Progress",
    "ProgressLike",
    "Search",
    "SolutionKernel",
    "Solutions",
    "count_all",
    "count_in_time",
    "count_solutions",
    "counted",
    "keep_partial",
]


T = TypeVar("T")
if TYPE_CHECKING:
    _Reason: TypeAlias = Reason
else:
    _Reason = str  # see `results._Yes`

RUNNING, FOUND, DONE, FULL = range(4)  # fq_status
STOPPED = 4  # a limit of this loop was reached
_STATUS: dict[int, Status] = {FOUND: "solved", DONE: "unsolvable"}
# The aim for the length of a step, in seconds: Ctrl-C is checked between two steps.
_STEP = 0.01
_FIRST_BUDGET = 256
_LARGEST_BUDGET = 1 << 62  # fits a C integer; for kernels that return early
_POLL = 0.01  # seconds between two looks at an event `cancel` while a call only waits


class OutOfTime(Exception):
    """The time limit was reached, or the call cancelled, outside a kernel; see `Clock.check`."""


class CancelEvent(Protocol):
    """What `cancel` accepts: a `threading.Event`, or another object with its method ``is_set``."""

    def is_set(self) -> bool:
        """Whether the search must stop."""
        ...


class Clock:
    """The clock of a call with a time limit, and the event that cancels the call.

    The limit is wall-clock time. It begins when a public function is called, so the time that the
    function takes to make its kernel counts, and so does the time that it takes to handle
    solutions. For an iterator, only the time counts that the caller waits: the call that makes the
    iterator, and each ``next``. The caller's time between two items does not count.

    Parameters
    ----------
    time_limit : float or None
        Seconds from now; None for no limit.
    cancel : CancelEvent, optional
        The call stops soon after this event is set, as if the limit were reached.

    Attributes
    ----------
    deadline : float
        The time of `perf_counter` at which the limit is reached; infinite without a limit.
    cancel : CancelEvent or None
        The event.

    Raises
    ------
    InputError
        If the time limit is not a number of seconds, 0 or more, or `cancel` is not an event.

    Examples
    --------
    >>> Clock(None).left(), Clock(0).left(), Clock(0).expired
    (None, 0.0, True)
    """

    __slots__ = ("_left", "cancel", "deadline")

    def __init__(self, time_limit: float | None, cancel: CancelEvent | None = None) -> None:
        if cancel is not None:
            check_cancel(cancel)
        self.cancel = cancel
        self.deadline = inf
        if time_limit is not None and (seconds := check_seconds(time_limit)) is not None:
            self.deadline = perf_counter() + seconds
        self._left: float | None = None  # the seconds left while the clock is paused

    @classmethod
    def of(cls, time_limit: float | Clock | None) -> Clock:
        """Return a clock unchanged, or start a clock with a time limit."""
        return time_limit if isinstance(time_limit, Clock) else cls(time_limit)

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return self.deadline != inf

    @property
    def cancelled(self) -> bool:
        """Whether the event is set."""
        return self.cancel is not None and self.cancel.is_set()

    @property
    def expired(self) -> bool:
        """Whether the limit is reached or the call is cancelled."""
        return perf_counter() >= self.deadline or self.cancelled

    @property
    def reason(self) -> Reason:
        """Why the clock has expired."""
        return "cancelled" if self.cancelled else "time"

    def left(self) -> float | None:
        """Return the seconds left, 0 or more; None without a limit."""
        return max(0.0, self.deadline - perf_counter()) if self.limited else None

    def wait_at_most(self, seconds: float | None) -> float | None:
        """Return for how long a call may wait before it must look at this clock again."""
        waits = [seconds, self.left(), None if self.cancel is None else _POLL]
        return min((wait for wait in waits if wait is not None), default=None)

    def overrun(self) -> float:
        """Return the seconds since the limit was reached; negative before, and without a limit."""
        return perf_counter() - self.deadline

    def check(self) -> None:
        """Raise `OutOfTime` if the clock has expired; for long work without a kernel."""
        if self.expired:
            raise OutOfTime

    def at_most(self, seconds: float) -> Clock:
        """Return a clock that ends after some seconds, or with this clock if that is sooner."""
        left = self.left()
        return Clock(seconds if left is None else min(seconds, left), self.cancel)

    def pause(self) -> None:
        """Stop counting: the caller of an iterator has its item."""
        if self._left is None:
            self._left = self.deadline - perf_counter()

    def resume(self) -> None:
        """Count again after `pause`: the caller of an iterator waits."""
        if self._left is not None:
            self.deadline, self._left = perf_counter() + self._left, None

    def while_waiting(self, items: Generator[T, None, None]) -> Generator[T, None, None]:
        """Yield the items of a generator; the clock runs only while the caller waits for one."""
        self.pause()
        return self._while_waiting(items)

    def _while_waiting(self, items: Generator[T, None, None]) -> Generator[T, None, None]:
        with closing(items):
            while True:
                self.resume()
                try:
                    item = next(items)
                except StopIteration:
                    return
                finally:
                    self.pause()
                yield item


class Kernel(Protocol):
    """The methods of a compiled search that the loop calls.

    A local search may end without an answer; such a kernel has a property ``gave_up`` too. A kernel
    whose end does not prove that there is no solution has an attribute ``proves``, which is false.
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


class SolutionKernel(Kernel, Protocol):
    """A kernel that stops at each solution."""

    @property
    def found(self) -> int:
        """Solutions found so far. The last one can be read until the next step."""
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

    def _parts(self) -> list[str]:
        """Return the parts of the text: the work, the solutions, and the time."""
        counters = self.counters
        work = [round_count(number, name) for name, number in list(counters.items())[:1]]
        found = counters.get("solutions", getattr(self.kernel, "found", 0))
        if found and next(iter(counters)) != "solutions":
            work.append(round_count(found, "solutions"))
        return [*work, f"{self.seconds:.1f} s"]

    def __str__(self) -> str:
        return ", ".join(self._parts())


ProgressLike: TypeAlias = Callable[[Progress], object] | Literal["bar"]


class Limits(TypedDict, total=False):
    """The limits that every search takes, for type checkers; see `Search` and `Clock`."""

    time_limit: float | None
    cancel: CancelEvent | None
    node_limit: int | None
    progress: ProgressLike | None


class Search(NotCopied):
    """Runs one kernel until a solution, the end of the search, or a limit.

    An exception may interrupt `run` after the kernel has found a solution: Ctrl-C, another signal
    handler that raises, or `progress`. The kernel's ``found`` counts this solution too, and the
    kernel keeps it until the next step.

    Parameters
    ----------
    kernel : Kernel
        The compiled search.
    time_limit : float or Clock, optional
        Seconds from now; or the clock that the caller started before it made the kernel. A clock
        may have an event that cancels the search.
    node_limit : int, optional
        Units of the kernel's work.
    progress : callable, optional
        Called with a `Progress` every `interval` seconds. An exception that it raises interrupts
        `run`; the search can be continued.
    interval : float
        Seconds between two calls of `progress`.

    Attributes
    ----------
    most : int
        The largest budget of one step; with 1, progress can be reported after every move.
    clock : Clock
        The clock of the time limit. It is read between two steps.
    reason : {"time", "cancelled", "nodes", "memory", "iterations", "incomplete"} or None
        What stopped the search.
    seconds : float
        Time spent in the kernel so far. It is less than the time on the clock, which also counts
        the work before and between the steps.
    """

    __slots__ = (
        "_budget",
        "_last",
        "_status",
        "clock",
        "interval",
        "kernel",
        "most",
        "node_limit",
        "progress",
        "reason",
        "seconds",
    )

    def __init__(
        self,
        kernel: Kernel,
        *,
        time_limit: float | Clock | None = None,
        node_limit: int | None = None,
        progress: ProgressLike | None = None,
        interval: float = 0.1,
    ) -> None:
        if node_limit is not None:
            node_limit = check_whole(node_limit, "node_limit")
        self.kernel = kernel
        self.clock = Clock.of(time_limit)
        self.node_limit = node_limit
        self.progress = check_progress(progress)
        self.interval = interval
        self.most = _LARGEST_BUDGET
        self.reason: Reason | None = None
        self.seconds = 0.0
        self._budget = _FIRST_BUDGET
        self._last = 0.0
        self._status = [RUNNING]  # the status of the last step

    def run(self) -> int:
        """Step until a solution is found, the search is done, or a limit stops it."""
        if self.ended:  # an exception may have come before the caller received it
            return self._report(self._status[0])
        kernel, step, before = self.kernel, self.kernel.step, self.seconds
        deadline, cancel = self.clock.deadline, self.clock.cancel
        start = now = perf_counter()
        while True:
            budget = self._budget if self._budget < self.most else self.most
            if self.node_limit is not None:
                budget = min(budget, self.node_limit - kernel.spent)
                if budget <= 0:
                    return self._stop("nodes")
            if now >= deadline:
                return self._stop("time")
            if cancel is not None and cancel.is_set():
                return self._stop("cancelled")
            # One call of C: the status is stored before a signal handler can raise.
            self._status[:] = map(step, (budget,))
            status = self._status[0]
            then, now = now, perf_counter()
            self.seconds = before + now - start
            if self.progress is not None and self.seconds - self._last >= self.interval:
                self._last = self.seconds
                self.progress(Progress(kernel, self.seconds))
                # The time of the callback does not count as time of the search.
                then += perf_counter() - now
                before, start = self.seconds, perf_counter()
                now = start
            if status != RUNNING:
                return self._report(status)
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

    @property
    def ended(self) -> bool:
        """Whether the kernel has nothing left to do."""
        return self._status[0] in (DONE, FULL)

    @property
    def found(self) -> int:
        """Solutions that the kernel has found, for kernels that stop at each solution."""
        return cast(SolutionKernel, self.kernel).found

    def _report(self, status: int) -> int:
        if status == FULL:
            return self._stop("memory")
        if status == DONE and getattr(self.kernel, "gave_up", False):
            return self._stop("iterations")
        if status == DONE and not getattr(self.kernel, "proves", True):
            return self._stop("incomplete")
        return status

    def _stop(self, reason: Reason) -> int:
        self.reason = reason
        return STOPPED

    def stats(self) -> Stats:
        """Return the work done so far."""
        return Stats(self.kernel.counters(), self.seconds)


class Solutions(Generic[T], ResumableIterator[T]):
    """An iterator over the solutions of a search, with the status of that search.

    An exception, such as Ctrl-C, may interrupt ``next``. No solution is lost: the next call
    continues the search. At the end of a ``with`` statement the iterator is closed and yields no
    more solutions.

    Attributes
    ----------
    search : Search
        The search.
    method : str
        The method that is used.
    status : {"running", "solved", "unsolvable", "stopped"}
        ``"solved"`` after the last solution, if there was at least one.
    reason : {"time", "cancelled", "nodes", "memory", "iterations", "incomplete"} or None
        What stopped the search, if something did; None after `close`.
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
        super().__init__(search.clock)
        self.search = search
        self.read = read
        self._complete = complete
        self.method = method
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

    def _prepare(self) -> T:
        """Return the first solution that the caller has not received."""
        if self.status != "running":
            raise StopIteration
        if self.found and not self._complete:  # a local search might find the same solution again
            self.search.reason = "iterations"
            self.status = "stopped"
            raise StopIteration
        # After an exception, the kernel may hold a solution that the caller has not received.
        event = FOUND if self.search.found > self.found else self.search.run()
        if event == FOUND:
            return self.read()
        if event == STOPPED:
            self.status = "stopped"
        else:
            self.status = "solved" if self.found else "unsolvable"
        raise StopIteration

    @property
    def found(self) -> int:
        """Solutions returned so far."""
        return self.delivered

    @property
    def reason(self) -> _Reason | None:
        """What stopped the search, if something did."""
        return self.search.reason

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return self.search.stats()


@contextmanager
def count_in_time(clock: Clock, *counters: str) -> Iterator[None]:
    """Raise `SearchStopped` if the clock expires before the count begins.

    The counters of its ``partial`` are all 0; `counters` are their names.
    """
    start = perf_counter()
    try:
        yield
    except OutOfTime:
        stats = Stats(dict.fromkeys(counters, 0), perf_counter() - start)
        nothing = Count(0, stats=stats, method="auto", exact=False)
        raise stopped(clock.reason, nothing, nothing) from None


@contextmanager
def keep_partial(so_far: Callable[[], object]) -> Iterator[None]:
    """Raise `Interrupted` after Ctrl-C during a search; its ``partial`` is the result so far."""
    try:
        yield
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise Interrupted(so_far()) from None


def count_solutions(search: Search, limit: int | None = None) -> tuple[int, int]:
    """Visit the solutions of a search, or the first `limit` of them."""
    before, event = search.found, FOUND
    while event == FOUND and search.found - before != limit:
        event = search.run()
    return search.found - before, event


def count_all(
    search: Search,
    method: str,
    *,
    limit: int | None = None,
    solutions: Callable[[], int] | None = None,
    what: str = "count",
) -> Count:
    """Visit the solutions of a search, or the first `limit` of them, and return their `Count`.

    `solutions` returns the number so far, for kernels that count without stopping at a solution.
    """

    def found() -> int:
        return search.found if solutions is None else solutions()

    def so_far() -> Count:
        return Count(found(), stats=search.stats(), method=method, exact=False)

    with keep_partial(so_far):
        _, event = count_solutions(search, limit)
        return counted(search, event, found(), method, what=what)


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

"""The scheduler: sends a few tasks at a time to an executor until all results are back."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from fastqueens.parallel.executors import Pool
from fastqueens.parallel.tasks import Plan, TaskResult, run_tasks
from fastqueens.search import Clock, OutOfTime

__all__ = ["TaskFailed", "run_in_order", "schedule"]

_AHEAD = 2  # messages sent to a worker at a time: one being done, one in its queue
_MESSAGE = 1.0  # seconds of work in a message; a longer task has a message of its own
_TOGETHER = 64  # the largest number of tasks in a message
_SHARE = 8  # a message has at most 1 / (_SHARE * workers) of the remaining tasks
_TRIES = 4  # attempts for each task
_LONGEST = 600.0  # seconds after which a task counts as hanging, before any result is there
_SLOWER = 50  # a task counts as hanging after this many times the longest duration so far
_LOOK = 0.1  # seconds between two checks of the clock
_KEPT = 4  # results for each worker that may wait for an earlier task
_GRACE = 0.05  # seconds after the deadline to wait for tasks that stop by themselves

T = TypeVar("T")


class TaskFailed(Exception):
    """A task failed on every worker that tried it.

    Attributes
    ----------
    number : int
        The number of the task.
    done : list of TaskResult
        The results of other tasks that arrived in the same round.
    """

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
        self.done: list[TaskResult] = []


class _Sent(NamedTuple):
    numbers: list[int]
    tries: int
    at: float


# The result of `run_tasks`.
_Back: TypeAlias = tuple[list[TaskResult], tuple[int, Exception] | None]


class _Scheduler:
    """The tasks under way. A task is sent again if its worker died, if it raised or if it hangs.

    Short tasks are sent together in one message of about a second of work; the messages get smaller
    towards the end. A task that failed before is sent alone.
    """

    def __init__(
        self, plan: Plan, pool: Pool, numbers: Iterator[int | None], patience: float | None
    ) -> None:
        self.workers = 0
        self._plan, self._pool, self._numbers, self._patience = plan, pool, numbers, patience
        self._more = True
        self._sent = 0  # the number of tasks that were sent
        self._rest: list[TaskResult] = []  # results that were gathered before Ctrl-C
        self._flying: dict[Future[_Back], _Sent] = {}
        self._again: deque[tuple[int, int]] = deque()
        self._back: queue.SimpleQueue[Future[_Back]] = queue.SimpleQueue()
        self._came: set[int] = (
            set()
        )  # finished tasks that were sent twice, because they seemed to hang
        self._longest, self._usual, self._counted = 0.0, 0.0, -1.0  # seconds

    def send(self) -> bool:
        """Send tasks until enough are under way; return whether any task is under way."""
        now = perf_counter()
        if now - self._counted > 1:
            self.workers, self._counted = max(1, self._pool.workers), now
        while len(self._flying) < _AHEAD * self.workers:
            if self._again:
                number, tries = self._again.popleft()
                if number not in self._came:
                    self._send([number], tries)
                continue
            numbers = self._next()
            if not numbers:
                break
            self._send(numbers, 1)
        return bool(self._flying or self._again)

    def _next(self) -> list[int]:
        """Return the tasks of the next message; an empty list if no task can be sent now."""
        most = 1
        if self._usual > 0:
            most = min(_TOGETHER, int(_MESSAGE / self._usual) or 1)
        if self._plan.size:
            left = self._plan.size - self._sent
            most = min(most, left // (_SHARE * self.workers) or 1)
        numbers: list[int] = []
        while self._more and len(numbers) < most:
            try:
                following = next(self._numbers)
            except StopIteration:
                self._more = False
                break
            if following is None:  # no task can be sent now
                break
            numbers.append(following)
        self._sent += len(numbers)
        return numbers

    @property
    def complete(self) -> bool:
        """Whether no task is left. This reads a task from the iterator; the task is lost."""
        return not self._flying and not self._again and next(self._numbers, None) is None

    def _send(self, numbers: list[int], tries: int) -> None:
        named = self._name(numbers[0])
        for _ in range(_TRIES):
            try:
                jobs = [(number, self._plan.job(number)) for number in numbers]
                future = self._pool.submit(run_tasks, self._plan.work, jobs)
            except BrokenExecutor as error:
                self._renew(numbers[0], error)
                continue
            except RuntimeError as error:  # the executor was shut down
                raise TaskFailed(
                    numbers[0], f"{named} could not be sent: {_describe_error(error)}"
                ) from error
            self._flying[future] = _Sent(numbers, tries, perf_counter())
            future.add_done_callback(self._back.put)
            return
        raise TaskFailed(numbers[0], f"{named} could not be sent: the executor is broken")

    def _renew(self, number: int, error: BaseException) -> None:
        if not self._pool.renewable:
            raise TaskFailed(
                number,
                f"the executor broke ({_describe_error(error)}); give its name, or a function that "
                "makes it, so that it can be restarted",
            ) from error
        # The futures of the broken executor fail by themselves.
        self._pool.renew()

    def _failed(self, number: int, tries: int, error: BaseException | None) -> None:
        if number in self._came:
            return
        why = "it hangs" if error is None else _describe_error(error)
        if tries >= _TRIES:
            raise TaskFailed(
                number, f"{self._name(number)} failed {tries} times, the last time: {why}"
            ) from error
        self._again.append((number, tries + 1))

    def gather(self, wait: float) -> list[TaskResult]:
        """Return the results that arrive within `wait` seconds."""
        done: list[TaskResult] = []
        try:
            self._gather(wait, done)
        except TaskFailed as failed:
            failed.done = done
            raise
        except KeyboardInterrupt:
            self._rest = done
            raise
        return done

    def _gather(self, wait: float, done: list[TaskResult]) -> None:
        broken: tuple[BaseException, int] | None = None
        while True:
            try:
                future = self._back.get(timeout=wait) if wait > 0 else self._back.get_nowait()
            except queue.Empty:
                break
            wait = 0.0
            sent = self._flying.pop(future, None)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self._take(future.result(), sent, done)
            elif sent is not None:  # None: cancelled by this scheduler
                if isinstance(error, BrokenExecutor):
                    broken = error, sent.numbers[0]
                for number in sent.numbers:
                    self._failed(number, sent.tries, error)
        if broken is not None and not _is_working(self._pool):
            self._renew(broken[1], broken[0])

    def _take(self, back: _Back, sent: _Sent | None, done: list[TaskResult]) -> None:
        """Handle the results of one message."""
        results, raised = back
        for result in results:
            self._longest = max(self._longest, result.seconds)
            self._usual += (result.seconds - self._usual) / (4 if self._usual else 1)
            if result.number not in self._came:
                done.append(result)
            if sent is None or sent.tries > 1:
                self._came.add(result.number)
        if raised is None or sent is None:
            return
        number, error = raised
        # The worker did not try the tasks that follow the failed task in the message.
        behind = sent.numbers[sent.numbers.index(number) + 1 :]
        self._again.extend((other, sent.tries) for other in behind)
        self._failed(number, sent.tries, error)

    def drop_hanging(self) -> None:
        """Send tasks again that have been under way for too long."""
        now = perf_counter()
        limit = self._patience
        if limit is None:
            limit = max(_LONGEST, _SLOWER * self._longest)
        for future, sent in list(self._flying.items()):
            if now - sent.at > limit * _AHEAD:  # it may have waited for an earlier message
                del self._flying[future]
                future.cancel()
                for number in sent.numbers:
                    self._failed(number, sent.tries, None)

    def arrived(self) -> list[TaskResult]:
        """Return the results that have arrived but were not gathered; ignore failures."""
        done, self._rest = self._rest, []
        while not self._back.empty():
            future = self._back.get()
            if not future.cancelled() and future.exception() is None:
                done += [x for x in future.result()[0] if x.number not in self._came]
        return done

    def cancel(self) -> None:
        """Cancel the tasks under way."""
        for future in self._flying:
            future.cancel()

    def _name(self, number: int) -> str:
        size = self._plan.size
        return f"task {number} of {size:,}" if size else f"task {number}"


def schedule(
    plan: Plan,
    pool: Pool,
    numbers: Iterator[int],
    take: Callable[[list[TaskResult]], object],
    *,
    settle: Callable[[], object] = lambda: None,
    tick: Callable[[int], object] = lambda workers: None,
    clock: Clock | None = None,
    patience: float | None = None,
) -> bool:
    """Do tasks on an executor.

    A task is sent again, up to three times, if its worker died, if it raised or if it hangs. The
    results that have arrived are passed to `take` even if an error or Ctrl-C ends this function.
    """
    scheduler, clock = _Scheduler(plan, pool, numbers, patience), Clock.of(clock)
    try:
        while True:
            under_way = scheduler.send()
            settle()
            if not under_way:
                return True
            take(scheduler.gather(clock.wait_at_most(_LOOK) or 0.0))
            tick(scheduler.workers)
            scheduler.drop_hanging()
            if clock.expired:
                return scheduler.complete
    except TaskFailed as failed:
        take(failed.done)
        raise
    except KeyboardInterrupt:
        take(scheduler.arrived())
        raise
    finally:
        scheduler.cancel()
        settle()


def run_in_order(
    work: Callable[..., Any],
    things: Iterable[T],
    job: Callable[[T], tuple[Any, ...]],
    pool: Pool,
    *,
    tick: Callable[[], object] = lambda: None,
    clock: Clock | None = None,
) -> Generator[TaskResult, None, None]:
    """Do one task for each item, and yield the results in the order of the items.

    An item is taken from `things` only when its task can be sent. Only a few results wait until
    the tasks of earlier items have finished. So the memory does not depend on the number of items.
    """
    held: dict[int, T] = {}  # sent items whose result was not yielded yet
    back: dict[int, TaskResult] = {}

    def numbers() -> Iterator[int | None]:
        for number, thing in enumerate(things):
            while len(held) >= (_AHEAD + _KEPT) * scheduler.workers:
                yield None
            held[number] = thing
            yield number

    # Size 0: the number of tasks is unknown.
    scheduler = _Scheduler(Plan({}, 0, work, lambda i: job(held[i])), pool, numbers(), None)
    given, clock = 0, Clock.of(clock)
    failed: TaskFailed | None = None
    try:
        while failed is None:
            try:
                if not scheduler.send():
                    return
                done = scheduler.gather(_LOOK if clock.cancel is None else _GRACE / 5)
                scheduler.drop_hanging()
            except TaskFailed as failure:
                failed, done = failure, failure.done
            tick()
            back |= {one.number: one for one in done}
            while given in back:
                del held[given]
                yield back.pop(given)
                given += 1
            if clock.overrun() >= _GRACE or clock.cancelled:
                raise OutOfTime
        raise failed
    finally:
        scheduler.cancel()


def _is_working(pool: Pool) -> bool:
    """Whether the executor accepts calls, for example after a restart."""
    try:
        pool.submit(int)
    except BrokenExecutor:
        return False
    return True


def _describe_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

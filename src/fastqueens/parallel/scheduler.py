"""The driver: sends tasks to an executor, few at a time, until all have come back."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from fastqueens.parallel.executors import Pool
from fastqueens.parallel.tasks import Done, Plan, run_tasks

__all__ = ["TaskFailed", "drive", "in_order"]

_AHEAD = 2  # messages sent for each worker: one that it does, one that waits
_MESSAGE = 1.0  # seconds of work in a message; a longer task has one of its own
_TOGETHER = 64  # tasks in a message at most
_SHARE = 8  # of the tasks that are left a message has one out of so many for each worker, at most
_TRIES = 4  # the first, and up to three more
_LONGEST = 600.0  # seconds after which a task is taken to hang, before any has come back
_SLOWER = 50  # a task hangs that takes so many times as long as the longest that came back
_LOOK = 0.1  # seconds between two looks at the clock
_KEPT = 4  # tasks that came back before one that is awaited, at most, for each worker
_GRACE = 1.0  # seconds after a deadline, in which tasks that stop by themselves come back

T = TypeVar("T")


class TaskFailed(Exception):
    """A task could not be done anywhere.

    Attributes
    ----------
    number : int
        Which one.
    done : list of Done
        Others, which came back with the news.
    """

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
        self.done: list[Done] = []


class _Sent(NamedTuple):
    numbers: list[int]
    tries: int
    at: float


_Back: TypeAlias = tuple[list[Done], tuple[int, Exception] | None]  # of `run_tasks`


class _Driver:
    """Tasks under way. A task whose worker died, that raised or that hangs is sent again.

    Tasks that take less than a second travel together, the fewer the nearer the end. One that went
    wrong travels alone.
    """

    def __init__(
        self, plan: Plan, pool: Pool, numbers: Iterator[int | None], patience: float | None
    ) -> None:
        self.workers = 0
        self._plan, self._pool, self._numbers, self._patience = plan, pool, numbers, patience
        self._more = True
        self._sent = 0  # tasks
        self._rest: list[Done] = []  # gathered when Ctrl-C came
        self._flying: dict[Future[_Back], _Sent] = {}
        self._again: deque[tuple[int, int]] = deque()
        self._back: queue.SimpleQueue[Future[_Back]] = queue.SimpleQueue()
        self._came: set[int] = set()  # of tasks that were sent twice, as one seemed to hang
        self._longest, self._usual, self._counted = 0.0, 0.0, -1.0  # seconds

    def send(self) -> bool:
        """Send tasks until enough are under way; return whether any are."""
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
        """Return the tasks of the next message; none where there are none, or not now."""
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
            if following is None:  # not now
                break
            numbers.append(following)
        self._sent += len(numbers)
        return numbers

    @property
    def complete(self) -> bool:
        """Whether nothing is left; asks for another task, which is lost."""
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
            except RuntimeError as error:  # it was shut down
                raise TaskFailed(
                    numbers[0], f"{named} could not be sent: {_said(error)}"
                ) from error
            self._flying[future] = _Sent(numbers, tries, perf_counter())
            future.add_done_callback(self._back.put)
            return
        raise TaskFailed(numbers[0], f"{named} could not be sent: the executor is broken")

    def _renew(self, number: int, error: BaseException) -> None:
        if not self._pool.renewable:
            raise TaskFailed(
                number,
                f"the executor broke ({_said(error)}); give its name, or a function that makes "
                "it, to have it made anew",
            ) from error
        # What was sent to the old one comes back broken too, by itself.
        self._pool.renew()

    def _failed(self, number: int, tries: int, error: BaseException | None) -> None:
        if number in self._came:
            return
        why = "it hangs" if error is None else _said(error)
        if tries >= _TRIES:
            raise TaskFailed(
                number, f"{self._name(number)} failed {tries} times, the last time: {why}"
            ) from error
        self._again.append((number, tries + 1))

    def gather(self, wait: float) -> list[Done]:
        """Return what came back, after `wait` seconds at most."""
        done: list[Done] = []
        try:
            self._gather(wait, done)
        except TaskFailed as failed:
            failed.done = done
            raise
        except KeyboardInterrupt:
            self._rest = done
            raise
        return done

    def _gather(self, wait: float, done: list[Done]) -> None:
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
            elif sent is not None:  # or it was cancelled by us
                if isinstance(error, BrokenExecutor):
                    broken = error, sent.numbers[0]
                for number in sent.numbers:
                    self._failed(number, sent.tries, error)
        if broken is not None and not _working(self._pool):
            self._renew(broken[1], broken[0])

    def _take(self, back: _Back, sent: _Sent | None, done: list[Done]) -> None:
        """Take a message that came back."""
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
        # Those behind it were not tried.
        behind = sent.numbers[sent.numbers.index(number) + 1 :]
        self._again.extend((other, sent.tries) for other in behind)
        self._failed(number, sent.tries, error)

    def drop_hanging(self) -> None:
        """Send those again that have been away for too long."""
        now = perf_counter()
        limit = self._patience
        if limit is None:
            limit = max(_LONGEST, _SLOWER * self._longest)
        for future, sent in list(self._flying.items()):
            if now - sent.at > limit * _AHEAD:  # it may have waited behind another
                del self._flying[future]
                future.cancel()
                for number in sent.numbers:
                    self._failed(number, sent.tries, None)

    def arrived(self) -> list[Done]:
        """Return what came back and was not gathered, without a look at what went wrong."""
        done, self._rest = self._rest, []
        while not self._back.empty():
            future = self._back.get()
            if not future.cancelled() and future.exception() is None:
                done += [x for x in future.result()[0] if x.number not in self._came]
        return done

    def cancel(self) -> None:
        """Take back what was sent."""
        for future in self._flying:
            future.cancel()

    def _name(self, number: int) -> str:
        size = self._plan.size
        return f"task {number} of {size:,}" if size else f"task {number}"


def drive(
    plan: Plan,
    pool: Pool,
    numbers: Iterator[int],
    take: Callable[[list[Done]], object],
    *,
    settle: Callable[[], object] = lambda: None,
    tick: Callable[[int], object] = lambda workers: None,
    deadline: float | None = None,
    patience: float | None = None,
) -> bool:
    """Have tasks done.

    A task whose worker died, that raised or that hangs is sent again, up to three times. Whatever
    ends this early, what had come back by then is taken.

    Parameters
    ----------
    plan : Plan
        What the tasks are.
    pool : Pool
        Who does them.
    numbers : iterator of int
        Which ones, asked for one by one.
    take : callable
        Called with those that came back, each once.
    settle : callable
        Called after every round of sending.
    tick : callable
        Called with the number of workers about ten times a second.
    deadline : float, optional
        When to stop, by `perf_counter`.
    patience : float, optional
        Seconds after which a task is taken to hang; by default it follows from the others.

    Returns
    -------
    bool
        Whether all tasks came back before the deadline.

    Raises
    ------
    TaskFailed
        Where one failed wherever it was sent.
    """
    driver = _Driver(plan, pool, numbers, patience)
    try:
        while True:
            under_way = driver.send()
            settle()
            if not under_way:
                return True
            wait = _LOOK if deadline is None else min(_LOOK, deadline - perf_counter())
            take(driver.gather(max(wait, 0.0)))
            tick(driver.workers)
            driver.drop_hanging()
            if deadline is not None and perf_counter() >= deadline:
                return driver.complete
    except TaskFailed as failed:
        take(failed.done)
        raise
    except KeyboardInterrupt:
        take(driver.arrived())
        raise
    finally:
        driver.cancel()
        settle()


def in_order(
    work: Callable[..., Any],
    things: Iterable[T],
    job: Callable[[T], tuple[Any, ...]],
    pool: Pool,
    *,
    tick: Callable[[], object] = lambda: None,
    deadline: float | None = None,
) -> Generator[Done, None, None]:
    """Have something done with each of many things, and give what came of it in their order.

    Things are asked for as there is room for them, and those that came back early are few, so that
    their number does not matter.

    Parameters
    ----------
    work : Work
        Does it.
    things : iterable
        Whatever the tasks are made of.
    job : callable
        Makes the arguments of `work` for a thing, when it is sent.
    pool : Pool
        Who does it.
    tick : callable
        Called about ten times a second.
    deadline : float, optional
        When to stop, by `perf_counter`; a task that stops by itself then has a second to come back.

    Yields
    ------
    Done

    Raises
    ------
    TaskFailed
        Where one failed wherever it was sent; those before it were given.
    TimeoutError
        After the deadline.
    """
    held: dict[int, T] = {}  # what was sent and is not given yet
    back: dict[int, Done] = {}

    def numbers() -> Iterator[int | None]:
        for number, thing in enumerate(things):
            while len(held) >= (_AHEAD + _KEPT) * driver.workers:
                yield None
            held[number] = thing
            yield number

    # Zero tasks: nobody knows how many there will be.
    driver = _Driver(Plan({}, 0, work, lambda i: job(held[i])), pool, numbers(), None)
    given = 0
    failed: TaskFailed | None = None
    try:
        while failed is None:
            try:
                if not driver.send():
                    return
                done = driver.gather(_LOOK)
                driver.drop_hanging()
            except TaskFailed as failure:
                failed, done = failure, failure.done
            tick()
            back |= {one.number: one for one in done}
            while given in back:
                del held[given]
                yield back.pop(given)
                given += 1
            if deadline is not None and perf_counter() >= deadline + _GRACE:
                raise TimeoutError
        raise failed
    finally:
        driver.cancel()


def _working(pool: Pool) -> bool:
    """Whether an executor takes calls, as a new one does whose predecessor broke."""
    try:
        pool.submit(int)
    except BrokenExecutor:
        return False
    return True


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

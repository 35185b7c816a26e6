"""The driver: sends units to an executor, few at a time, until all have come back."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from time import perf_counter
from typing import NamedTuple

from fastqueens.parallel.executors import Pool
from fastqueens.parallel.units import Done, Plan, run_unit

__all__ = ["UnitFailed", "drive"]

_AHEAD = 2  # units sent for each worker: one that it does, one that waits
_TRIES = 4  # the first, and up to three more
_LONGEST = 600.0  # seconds after which a unit is taken to hang, before any has come back
_SLOWER = 50  # a unit hangs that takes so many times as long as the longest that came back
_LOOK = 0.1  # seconds between two looks at the clock


class UnitFailed(Exception):
    """A unit could not be done anywhere.

    Attributes
    ----------
    number : int
        Which one.
    """

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


class _Sent(NamedTuple):
    number: int
    tries: int
    at: float


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
    """Have units done.

    A unit whose worker died, that raised or that hangs is sent again, up to three times. Whatever
    ends this early, what had come back by then is taken.

    Parameters
    ----------
    plan : Plan
        What the units are.
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
        Seconds after which a unit is taken to hang; by default it follows from the others.

    Returns
    -------
    bool
        Whether all units came back before the deadline.

    Raises
    ------
    UnitFailed
        Where one failed wherever it was sent.
    """
    flying: dict[Future[Done], _Sent] = {}
    again: deque[tuple[int, int]] = deque()
    back: queue.SimpleQueue[Future[Done]] = queue.SimpleQueue()
    came: set[int] = set()  # of units that were sent twice, as one seemed to hang
    longest, workers, counted = 0.0, 0, -1.0

    def send(number: int, tries: int) -> None:
        for _ in range(_TRIES):
            try:
                future = pool.submit(run_unit, plan.work, number, plan.job(number))
            except BrokenExecutor as error:
                renew(number, error)
                continue
            except RuntimeError as error:  # it was shut down
                raise UnitFailed(
                    number, f"{_name(plan, number)} could not be sent: {_said(error)}"
                ) from error
            flying[future] = _Sent(number, tries, perf_counter())
            future.add_done_callback(back.put)
            return
        raise UnitFailed(number, f"{_name(plan, number)} could not be sent: the executor is broken")

    def renew(number: int, error: BaseException) -> None:
        if not pool.renewable:
            raise UnitFailed(
                number,
                f"the executor broke ({_said(error)}); give its name, or a function that makes "
                "it, to have it made anew",
            ) from error
        # What was sent to the old one comes back broken too, by itself.
        pool.renew()

    def failed(sent: _Sent, error: BaseException | None) -> None:
        why = "it hangs" if error is None else _said(error)
        if sent.tries >= _TRIES:
            raise UnitFailed(
                sent.number,
                f"{_name(plan, sent.number)} failed {sent.tries} times, the last time: {why}",
            ) from error
        again.append((sent.number, sent.tries + 1))

    def gather(wait: float) -> list[Done]:
        """Return what came back, after `wait` seconds at most."""
        nonlocal longest
        done: list[Done] = []
        broken: BaseException | None = None
        while True:
            try:
                future = back.get(timeout=wait) if wait > 0 else back.get_nowait()
            except queue.Empty:
                break
            wait = 0.0
            sent = flying.pop(future, None)
            if future.cancelled():
                if sent is not None:  # not by us
                    failed(sent, RuntimeError("it was cancelled"))
                continue
            error = future.exception()
            if error is None:
                result = future.result()
                longest = max(longest, result.seconds)
                if result.number not in came:
                    done.append(result)
                if sent is None or sent.tries > 1:
                    came.add(result.number)
            elif sent is not None and sent.number not in came:
                broken = error if isinstance(error, BrokenExecutor) else broken
                try:
                    failed(sent, error)
                except UnitFailed:
                    take(done)
                    raise
        if broken is not None and not _working(pool):
            try:
                renew(again[-1][0], broken)
            except UnitFailed:
                take(done)
                raise
        return done

    def hanging() -> None:
        now = perf_counter()
        limit = patience if patience is not None else max(_LONGEST, _SLOWER * longest)
        for future, sent in list(flying.items()):
            if now - sent.at > limit * _AHEAD:  # it may have waited behind another
                del flying[future]
                future.cancel()
                failed(sent, None)

    try:
        more = True
        while True:
            now = perf_counter()
            if now - counted > 1:
                workers, counted = max(1, pool.workers), now
            while len(flying) < _AHEAD * workers:
                if again:
                    number, tries = again.popleft()
                    if number not in came:
                        send(number, tries)
                    continue
                following = next(numbers, None) if more else None
                if following is None:
                    more = False
                    break
                send(following, 1)
            settle()
            if not flying and not again:
                return True
            wait = _LOOK if deadline is None else min(_LOOK, deadline - perf_counter())
            take(gather(max(wait, 0.0)))
            tick(workers)
            hanging()
            if deadline is not None and perf_counter() >= deadline:
                return not flying and not again and next(numbers, None) is None
    except KeyboardInterrupt:
        take([x for x in _arrived(back) if x.number not in came])
        raise
    finally:
        for future in flying:
            future.cancel()
        settle()


def _arrived(back: queue.SimpleQueue[Future[Done]]) -> Iterator[Done]:
    while not back.empty():
        future = back.get()
        if not future.cancelled() and future.exception() is None:
            yield future.result()


def _working(pool: Pool) -> bool:
    """Whether an executor takes calls, as a new one does whose predecessor broke."""
    try:
        pool.submit(int)
    except BrokenExecutor:
        return False
    return True


def _name(plan: Plan, number: int) -> str:
    return f"unit {number} of {plan.size:,}"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

"""Boards of any number, made in order and given as they come; none is kept but for its mark."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens.checks import check_whole, deadline_of
from fastqueens.parallel.threads import check_threads
from fastqueens.parallel.units import Left, worker_here
from fastqueens.queens.generator import (
    APART,
    BREATH,
    CHUNK,
    RETRIES,
    Difficulty,
    Style,
    check_options,
    rare,
)
from fastqueens.queens.marks import Marks, Slice, marks_of
from fastqueens.results import InputError, Reason, SearchStopped
from fastqueens.search import STOPPED, Search

if TYPE_CHECKING:
    from fastqueens.queens.ledger import BoardLedger

__all__ = ["remade", "slices"]

_ROUND = 0.5  # seconds between two rows of a ledger: a flush of some ms is lost among them


def slices(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    count: int = 1,
    seed: int | None = None,
    connected: bool = True,
    style: Style | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    made: int = 0,
    known: Marks | None = None,
    base: int = 0,
    ledger: BoardLedger | None = None,
) -> Generator[NDArray[np.uint8], None, None]:
    """Make boards of any number, and give them as they come, in order.

    They are those of `generate`, but for one that is like a board before it: here it is made anew
    at once, not at the end of all, so that no board is held but for its mark. So the first boards
    of a seed are the same whatever the number of all.

    Parameters
    ----------
    n, stars, difficulty, count, seed, connected, style, threads, time_limit
        As for `generate`.
    made : int
        How many of the boards were made by a call before this one.
    known : Marks, optional
        Their marks, and those of others that must not come again.
    base : int
        The number of the first board of all.
    ledger : BoardLedger, optional
        Where boards are written before they are given, half a second's at a time; its marks are
        `known`.

    Yields
    ------
    ndarray of uint8, shape (k, n, n)

    Raises
    ------
    InputError
        For arguments that cannot be used.
    SearchStopped
        As for `generate`; its ``partial`` is the number of boards made.

    Examples
    --------
    >>> from fastqueens.queens import generate
    >>> made = np.concatenate(list(slices(6, count=40, seed=1)))
    >>> made.shape, bool((made[1] == generate(6, count=2, seed=1)[1].regions).all())
    ((40, 6, 6), True)
    >>> made = list(slices(6, count=40, seed=1, made=39))
    >>> [part.shape for part in made]
    [(1, 6, 6)]
    """
    count = check_whole(count, "count", most=APART - 1)
    options = check_options(n, stars, difficulty, seed, connected, style)
    known = Marks() if known is None else known
    work = _Work(n, count, options, deadline_of(time_limit), difficulty, base, known)
    parts = _parts(work, made, check_threads(threads))
    if ledger is None:
        return _bare(parts)
    return _kept(parts, work, ledger, made)


@dataclass(slots=True)
class _Part:
    """Boards that follow each other, none of them known before."""

    labels: NDArray[np.uint8]
    marks: NDArray[np.uint64]
    anew: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(slots=True)
class _Work:
    """What is to be made."""

    n: int
    count: int
    options: dict[str, Any]
    deadline: float | None
    difficulty: str | None
    base: int
    known: Marks
    leaving: bool = False

    def make(self, size: int, first: int) -> tuple[NDArray[np.uint8], Reason | None, float]:
        """Make boards; say why they are fewer than asked for, and how long it took."""
        start = perf_counter()
        labels = np.empty((size, self.n, self.n), np.uint8)
        solutions = np.empty((size, self.n * self.options["stars"]), np.int16)  # no use here
        kernel = _generate.Generate(labels, solutions, first=first, **self.options)
        left = None if self.deadline is None else max(0.0, self.deadline - start)
        search = Search(kernel, time_limit=left, progress=self._look, interval=BREATH)
        event = search.run()
        reason = search.reason or "iterations" if event == STOPPED else None
        return labels[: kernel.done], reason, perf_counter() - start

    def _look(self, _: object) -> None:
        if self.leaving:
            raise Left

    def replace(self, part: _Part, i: int, at: int) -> Reason | None:
        """Make board i of a part anew, which is board number `at` of all; or say why not."""
        tried = part.anew.get(i, 0)
        for attempt in range(tried + 1, tried + RETRIES + 1):
            labels, reason, _ = self.make(1, attempt * APART + self.base + at)
            if reason is not None:
                return reason
            mark = marks_of(labels, self.options["stars"])
            if self.known.add(mark)[0]:
                part.labels[i], part.marks[i], part.anew[i] = labels[0], mark[0], attempt
                return None
        return "iterations"

    def stopped(self, reason: Reason, done: int) -> SearchStopped:
        """Return what to raise where boards are missing."""
        why = "stopped by the time limit"
        if reason != "time":
            why = rare(self.n, self.difficulty, done)
        made = f"{why}: {done:,} of {self.count:,} boards were made"
        return SearchStopped(made, partial=done, reason=reason)


def _parts(work: _Work, done: int, threads: int) -> Generator[_Part, None, None]:
    """Make boards by threads, in order, none of them twice."""
    from concurrent.futures import Future, ThreadPoolExecutor

    size, sent = 1, done
    flying: deque[Future[tuple[NDArray[np.uint8], Reason | None, float]]] = deque()
    pool = ThreadPoolExecutor(threads, "maker")
    try:
        while done < work.count:
            while sent < work.count and len(flying) < 2 * threads:
                some = min(size, work.count - sent)
                flying.append(pool.submit(work.make, some, work.base + sent))
                sent += some
            labels, reason, seconds = flying.popleft().result()
            if seconds < BREATH:
                size = min(2 * size, CHUNK)
            part = _Part(labels, marks_of(labels, work.options["stars"]).copy(), seconds=seconds)
            whole = len(labels)
            for i in np.flatnonzero(~work.known.add(part.marks)).tolist():
                failed = work.replace(part, i, done + i)
                if failed is not None:
                    whole, reason = i, failed
                    break
            done += whole
            if whole:
                yield _Part(labels[:whole], part.marks[:whole], part.anew, seconds)
            if reason is not None:
                raise work.stopped(reason, done)
    finally:
        work.leaving = True
        pool.shutdown(wait=True, cancel_futures=True)


def _bare(parts: Generator[_Part, None, None]) -> Generator[NDArray[np.uint8], None, None]:
    try:
        for part in parts:
            yield part.labels
    finally:
        parts.close()


def _kept(
    parts: Generator[_Part, None, None], work: _Work, ledger: BoardLedger, done: int
) -> Generator[NDArray[np.uint8], None, None]:
    """Write boards to a ledger before they are given."""
    held: list[_Part] = []
    since = perf_counter()

    def flush() -> Iterator[NDArray[np.uint8]]:
        nonlocal done, since
        mine = held.copy()
        held.clear()  # before: whatever comes in between, they are not written twice
        labels, reason = _write(work, ledger, mine, done)
        done += len(labels)
        if len(labels):
            yield labels
        if reason is not None:
            raise work.stopped(reason, done)
        since = perf_counter()

    try:
        for part in parts:
            held.append(part)
            if perf_counter() - since >= _ROUND:
                yield from flush()
    except (SearchStopped, KeyboardInterrupt):
        if held:
            yield from flush()
        raise
    finally:
        parts.close()
    if held:
        yield from flush()


def _write(
    work: _Work, ledger: BoardLedger, held: list[_Part], at: int
) -> tuple[NDArray[np.uint8], Reason | None]:
    """Write the boards that are held; what another driver has meanwhile is made anew before.

    Returns the boards, and why they are fewer than were held, if they are.
    """
    whole = _Part(
        np.concatenate([part.labels for part in held]),
        np.concatenate([part.marks for part in held]),
        seconds=sum(part.seconds for part in held),
    )
    size = 0
    for part in held:
        whole.anew |= {size + i: attempt for i, attempt in part.anew.items()}
        size += len(part.labels)
    reason: Reason | None = None
    while True:
        alike = ledger.give(Slice(whole.marks, whole.anew), whole.seconds, worker_here())
        if not alike.size:
            return whole.labels, reason
        # Outside of the transaction: others may write while it is made.
        for i in alike.tolist():
            reason = work.replace(whole, i, at + i)
            if reason is not None:
                kept = {k: attempt for k, attempt in whole.anew.items() if k < i}
                whole = _Part(whole.labels[:i], whole.marks[:i], kept, whole.seconds)
                break


def remade(
    n: int,
    *,
    stars: int,
    difficulty: Difficulty | None,
    seed: int,
    connected: bool,
    style: Style | None,
    base: int,
    slices: list[Slice],
    given: int,
) -> Iterator[NDArray[np.uint8]]:
    """Make boards again that a ledger has and nobody was given, since a run was killed.

    Parameters
    ----------
    n, stars, difficulty, seed, connected, style
        As for `slices`.
    base : int
        The number of the first board of the run.
    slices : list of Slice
        All boards of the run that the ledger has.
    given : int
        How many of them were given.

    Yields
    ------
    ndarray of uint8, shape (k, n, n)

    Raises
    ------
    InputError
        Where other boards come of it than those of the ledger.
    """
    options = check_options(n, stars, difficulty, seed, connected, style)
    work = _Work(n, 0, options, None, difficulty, base, Marks())
    at = 0
    for one in slices:
        size, anew = len(one.marks), one.anew or {}
        for start in range(max(0, given - at), size, CHUNK):
            stop = min(start + CHUNK, size)
            labels, _, _ = work.make(stop - start, base + at + start)
            for i, attempt in anew.items():
                if start <= i < stop:
                    again, _, _ = work.make(1, attempt * APART + base + at + i)
                    labels[i - start] = again[0]
            if not np.array_equal(marks_of(labels, stars), one.marks[start:stop]):
                raise InputError("the ledger has other boards than this run makes")
            yield labels
        at += size

"""Boards of any number, made in order and given as they come; none is kept but for its mark."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.parallel.executors import Pool
from fastqueens.parallel.scheduler import TaskFailed, in_order
from fastqueens.parallel.tasks import check_alone, until, worker_here
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.generation.fingerprints import Marks, Slice, marks_of
from fastqueens.queens.generation.generator import (
    APART,
    BREATH,
    CHUNK,
    RETRIES,
    Difficulty,
    RegionStyle,
    check_options,
    make_slice,
    rare,
)
from fastqueens.results import InputError, Reason, SearchStopped
from fastqueens.validation import check_whole, deadline_of

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike
    from fastqueens.queens.generation.ledger import BoardLedger

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
    region_style: RegionStyle | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    time_limit: float | None = None,
    made: int = 0,
    known: Marks | None = None,
    base: int = 0,
    ledger: BoardLedger | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Generator[NDArray[np.uint8], None, None]:
    """Make boards of any number, and give them as they come, in order.

    They are those of `generate`, but for one that is like a board before it: here it is made anew
    at once, not at the end of all, so that no board is held but for its mark. So the first boards
    of a seed are the same whatever the number of all.

    Parameters
    ----------
    n, stars, difficulty, count, seed, connected, region_style, threads, executor,
    time_limit, progress
        As for `generate`.
    made : int
        How many of the boards were made by a call before this one.
    known : Marks, optional
        Their marks, and those of others that must not come again.
    base : int
        The number of the first board of all.
    ledger : BoardLedger, optional
        Where boards are written before they are given, half a second's at a time; then its marks
        are those that are known.

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
    options = check_options(n, stars, difficulty, seed, connected, region_style)
    check_alone(executor, threads)
    if ledger is not None:
        known = ledger.known
    known = Marks() if known is None else known
    work = _Work(n, count, options, deadline_of(time_limit), difficulty, base, known)
    who = f"threads:{check_threads(threads)}" if executor is None else executor
    parts = _parts(work, made, who, progress)
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

    def job(self, span: tuple[int, int]) -> tuple[Any, ...]:
        """Return what `make_slice` needs to make so many boards from a number on."""
        size, first = span
        return self.n, size, first, self.options, until(self.deadline)

    def make(self, size: int, first: int) -> tuple[NDArray[np.uint8], Reason | None]:
        """Make boards here; say why they are fewer than asked for."""
        found: tuple[NDArray[np.uint8], Reason | None] = make_slice(*self.job((size, first)))[0]
        return found

    def replace(self, part: _Part, i: int, at: int) -> Reason | None:
        """Make board i of a part anew, which is board number `at` of all; or say why not."""
        tried = part.anew.get(i, 0)
        for attempt in range(tried + 1, tried + RETRIES + 1):
            labels, reason = self.make(1, attempt * APART + self.base + at)
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


def _parts(
    work: _Work,
    done: int,
    executor: ExecutorLike,
    progress: Callable[[int, int], object] | None,
) -> Generator[_Part, None, None]:
    """Make boards in order, none of them twice."""
    size = 1

    def tick() -> None:
        if progress is not None:
            progress(done, work.count)

    def spans() -> Iterator[tuple[int, int]]:
        sent = done
        while sent < work.count:
            some = min(size, work.count - sent)
            yield some, work.base + sent
            sent += some

    pool = Pool(executor)
    try:
        for one in in_order(make_slice, spans(), work.job, pool, tick=tick, deadline=work.deadline):
            labels, reason = one.result
            if one.seconds < BREATH:
                size = min(2 * size, CHUNK)
            marks = marks_of(labels, work.options["stars"]).copy()
            part = _Part(labels, marks, seconds=one.seconds)
            whole, failed = _sift(work, part, done)
            reason = failed or reason
            done += whole
            if whole:
                yield _Part(labels[:whole], marks[:whole], part.anew, one.seconds)
            if reason is not None:
                raise work.stopped(reason, done)
    except TimeoutError:
        raise work.stopped("time", done) from None
    except TaskFailed as failed:
        made = f"{done:,} of {work.count:,} boards were made until then"
        raise SearchStopped(
            f"{failed}; {made}", partial=done, reason="workers"
        ) from failed.__cause__
    finally:
        pool.close()


def _sift(work: _Work, part: _Part, done: int) -> tuple[int, Reason | None]:
    """Make boards anew that are known; return how many are good, and why they are not all.

    One after the other, as what a board is made into depends on those before it and on no other.
    """
    marks, at = part.marks, 0
    while at < len(marks):
        new = work.known.new(marks[at:])
        size = len(new) if new.all() else int(np.argmin(new))
        work.known.add(marks[at : at + size])
        at += size
        if at < len(marks):
            failed = work.replace(part, at, done + at)
            if failed is not None:
                return at, failed
            at += 1
    return at, None


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
    region_style: RegionStyle | None,
    base: int,
    slices: list[Slice],
    given: int,
) -> Iterator[NDArray[np.uint8]]:
    """Make boards again that a ledger has and nobody was given, since a run was killed.

    Parameters
    ----------
    n, stars, difficulty, seed, connected, region_style
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
    options = check_options(n, stars, difficulty, seed, connected, region_style)
    work = _Work(n, 0, options, None, difficulty, base, Marks())
    at = 0
    for one in slices:
        size, anew = len(one.marks), one.anew or {}
        for start in range(max(0, given - at), size, CHUNK):
            stop = min(start + CHUNK, size)
            labels, _ = work.make(stop - start, base + at + start)
            for i, attempt in anew.items():
                if start <= i < stop:
                    again, _ = work.make(1, attempt * APART + base + at + i)
                    labels[i - start] = again[0]
            if not np.array_equal(marks_of(labels, stars), one.marks[start:stop]):
                raise InputError("the ledger has other boards than this run makes")
            yield labels
        at += size

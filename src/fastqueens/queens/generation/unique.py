"""A stream of any number of unique boards, in order.

Memory holds only a fingerprint of each board that was made.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.parallel.executors import Pool
from fastqueens.parallel.scheduler import TaskFailed, run_in_order
from fastqueens.parallel.tasks import check_threads_alone, send_deadline, worker_name
from fastqueens.parallel.threads import check_threads
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.generation.generator import (
    ATTEMPT_STRIDE,
    CHUNK,
    MAX_RETRIES,
    POLL_SECONDS,
    make_slice,
)
from fastqueens.queens.generation.options import (
    check_options,
    too_rare,
)
from fastqueens.queens.generation.unlike import Unlike, UnlikeBoards, read_unlike
from fastqueens.results import InputError, Reason, SearchStopped, describe_stop
from fastqueens.search import CancelEvent, Clock, OutOfTime
from fastqueens.validation import ItemsProgress, check_progress, check_whole

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = ["generate_slices", "regenerate"]

_ROW_SECONDS = 0.5  # time between two rows of a ledger; a flush takes only a few ms


def generate_slices(
    n: int,
    *,
    count: int = 1,
    unlike: Unlike | UnlikeBoards | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    made: int = 0,
    known: Fingerprints | None = None,
    base: int = 0,
    ledger: BoardLedger | None = None,
    progress: ItemsProgress | None = None,
    **options: Any,
) -> Generator[NDArray[np.uint8], None, None]:
    """Yield boards in order while they are made.

    The boards are the same as from `generate`, except that a repeated board is replaced at once,
    and not after all boards are made. So only fingerprints are kept in memory, and the first boards
    of a seed do not depend on the number of boards requested. `options` are the options of the
    boards (`OPTION_NAMES`).

    Examples
    --------
    >>> from fastqueens.queens import generate
    >>> made = np.concatenate(list(generate_slices(6, count=40, seed=1)))
    >>> made.shape, bool((made[1] == generate(6, count=2, seed=1)[1].regions).all())
    ((40, 6, 6), True)
    >>> made = list(generate_slices(6, count=40, seed=1, made=39))
    >>> [part.shape for part in made]
    [(1, 6, 6)]
    """
    clock = Clock(time_limit, cancel)
    count = check_whole(count, "count", most=ATTEMPT_STRIDE - 1)
    checked = check_options(n, **options)
    check_threads_alone(executor, threads)
    if ledger is not None:
        known = ledger.known
    known = Fingerprints() if known is None else known
    kept_away = read_unlike(unlike, n, checked["stars"], clock)
    known.add(kept_away.fingerprints)
    job = _Job(n, count, checked, clock, base, known, kept_away)
    executor = f"threads:{check_threads(threads)}" if executor is None else executor
    parts = _parts(job, made, executor, check_progress(progress))
    if ledger is None:
        return _without_ledger(parts)
    return _with_ledger(parts, job, ledger, made)


@dataclass(slots=True)
class _Part:
    """Consecutive boards, all of them new."""

    labels: NDArray[np.uint8]
    fingerprints: NDArray[np.uint64]
    attempts: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(slots=True)
class _Job:
    """The boards to make."""

    n: int
    count: int
    options: dict[str, Any]
    clock: Clock
    base: int
    known: Fingerprints
    unlike: UnlikeBoards

    def arguments(self, span: tuple[int, int]) -> tuple[Any, ...]:
        """Return the arguments of `make_slice` for a span: (number of boards, first number)."""
        size, first = span
        return self.n, size, first, self.options, send_deadline(self.clock)

    def make(self, size: int, first: int) -> tuple[NDArray[np.uint8], Reason | None]:
        """Make boards in this process; return the reason if some are missing."""
        (labels, reason), _ = make_slice(*self.arguments((size, first)))
        return labels, reason

    def replace(self, part: _Part, i: int, at: int) -> Reason | None:
        """Replace board i of a part, which is board `at` of the stream.

        If no new board is found, return the reason.
        """
        tried = part.attempts.get(i, 0)
        for attempt in range(tried + 1, tried + MAX_RETRIES + 1):
            labels, reason = self.make(1, attempt * ATTEMPT_STRIDE + self.base + at)
            if reason is not None:
                return reason
            fingerprint = fingerprints_of(labels, self.options["stars"])
            if self.known.add(fingerprint)[0] and not self.unlike.find_twins(labels)[0]:
                part.labels[i], part.fingerprints[i] = labels[0], fingerprint[0]
                part.attempts[i] = attempt
                return None
        return "iterations"

    def stopped(self, reason: Reason, done: int) -> SearchStopped:
        """Return the exception for missing boards."""
        why = describe_stop(reason)
        if reason not in ("time", "cancelled"):
            why = too_rare(self.n, self.options, done)
        made = f"{why}: {done:,} of {self.count:,} boards were made"
        return SearchStopped(made, partial=done, reason=reason)


def _parts(
    job: _Job,
    done: int,
    executor: ExecutorLike,
    progress: Callable[[int, int], object] | None,
) -> Generator[_Part, None, None]:
    """Yield new boards in order."""
    size = 1

    def tick() -> None:
        if progress is not None:
            progress(done, job.count)

    def spans() -> Iterator[tuple[int, int]]:
        sent = done
        while sent < job.count:
            length = min(size, job.count - sent)
            yield length, job.base + sent
            sent += length

    pool = Pool(executor)
    try:
        for one in run_in_order(
            make_slice, spans(), job.arguments, pool, tick=tick, clock=job.clock
        ):
            labels, reason = one.result
            if one.seconds < POLL_SECONDS:
                size = min(2 * size, CHUNK)
            fingerprints = fingerprints_of(labels, job.options["stars"]).copy()
            part = _Part(labels, fingerprints, seconds=one.seconds)
            usable, failed = _replace_known(job, part, done)
            reason = failed or reason
            done += usable
            if usable:
                yield _Part(labels[:usable], fingerprints[:usable], part.attempts, one.seconds)
            if reason is not None:
                raise job.stopped(reason, done)
    except OutOfTime:
        raise job.stopped(job.clock.reason, done) from None
    except TaskFailed as failed:
        made = f"{done:,} of {job.count:,} boards have been made"
        raise SearchStopped(
            f"{failed}; {made}", partial=done, reason="workers"
        ) from failed.__cause__
    finally:
        pool.close()


def _replace_known(job: _Job, part: _Part, done: int) -> tuple[int, Reason | None]:
    """Replace the boards of a part that repeat known boards, or are near twins of boards to avoid.

    Return the number of new boards at the start of the part, and the reason if a board could not be
    replaced. The boards are replaced one by one, because a replacement depends on all boards
    before it.
    """
    fingerprints, at = part.fingerprints, 0
    twins = job.unlike.find_twins(part.labels)
    while at < len(fingerprints):
        new = job.known.find_new(fingerprints[at:]) & ~twins[at:]
        size = len(new) if new.all() else int(np.argmin(new))
        job.known.add(fingerprints[at : at + size])
        at += size
        if at < len(fingerprints):
            failed = job.replace(part, at, done + at)
            if failed is not None:
                return at, failed
            at += 1
    return at, None


def _without_ledger(
    parts: Generator[_Part, None, None],
) -> Generator[NDArray[np.uint8], None, None]:
    """Yield the labels of parts."""
    try:
        for part in parts:
            yield part.labels
    finally:
        parts.close()


def _with_ledger(
    parts: Generator[_Part, None, None], job: _Job, ledger: BoardLedger, done: int
) -> Generator[NDArray[np.uint8], None, None]:
    """Yield the labels of parts after a ledger has recorded them."""
    held: list[_Part] = []
    since = perf_counter()

    def flush() -> Iterator[NDArray[np.uint8]]:
        nonlocal done, since
        pending = held.copy()
        held.clear()  # cleared first, so that no board is written twice after an exception
        labels, reason = _write(job, ledger, pending, done)
        done += len(labels)
        if len(labels):
            yield labels
        if reason is not None:
            raise job.stopped(reason, done)
        since = perf_counter()

    try:
        for part in parts:
            held.append(part)
            if perf_counter() - since >= _ROW_SECONDS:
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
    job: _Job, ledger: BoardLedger, held: list[_Part], at: int
) -> tuple[NDArray[np.uint8], Reason | None]:
    """Record boards in the ledger; return the boards, and the reason if some are missing.

    Boards that another process has recorded since are replaced first.
    """
    whole = _Part(
        np.concatenate([part.labels for part in held]),
        np.concatenate([part.fingerprints for part in held]),
        seconds=sum(part.seconds for part in held),
    )
    size = 0
    for part in held:
        whole.attempts |= {size + i: attempt for i, attempt in part.attempts.items()}
        size += len(part.labels)
    reason: Reason | None = None
    while True:
        repeated = ledger.record(
            Slice(whole.fingerprints, whole.attempts), whole.seconds, worker_name()
        )
        if not repeated.size:
            return whole.labels, reason
        # The ledger is not locked here: other processes may write while boards are replaced.
        for i in repeated.tolist():
            reason = job.replace(whole, i, at + i)
            if reason is not None:
                kept = {k: attempt for k, attempt in whole.attempts.items() if k < i}
                whole = _Part(whole.labels[:i], whole.fingerprints[:i], kept, whole.seconds)
                break


def regenerate(
    n: int, *, stars: int, base: int, slices: list[Slice], delivered: int, **options: Any
) -> Iterator[NDArray[np.uint8]]:
    """Make again the boards that a ledger has recorded but a killed run did not deliver."""
    checked = check_options(n, stars=stars, **options)
    job = _Job(
        n, 0, checked, Clock(None), base, Fingerprints(), read_unlike(None, n, stars, Clock(None))
    )
    at = 0
    for one in slices:
        size, attempts = len(one.fingerprints), one.attempts or {}
        for start in range(max(0, delivered - at), size, CHUNK):
            stop = min(start + CHUNK, size)
            labels, _ = job.make(stop - start, base + at + start)
            for i, attempt in attempts.items():
                if start <= i < stop:
                    again, _ = job.make(1, attempt * ATTEMPT_STRIDE + base + at + i)
                    labels[i - start] = again[0]
            if not np.array_equal(fingerprints_of(labels, stars), one.fingerprints[start:stop]):
                raise InputError(
                    "the boards of the ledger differ from the boards that this run makes"
                )
            yield labels
        at += size

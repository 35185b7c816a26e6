"""Making boards with exactly one solution, of one queen a unit or more.

A board that has one solution is changed cell by cell and keeps having one, so that no board is
thrown away; ``csrc/queens/generate.h`` describes the method.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens.checks import (
    check_callable,
    check_flag,
    check_seed,
    check_whole,
    deadline_of,
    joined,
    known,
    perhaps,
    shown,
)
from fastqueens.parallel.threads import check_threads, run_all
from fastqueens.parallel.units import Done, Left, Plan, check_alone, run_machine
from fastqueens.queens.board import Board, board_of, check_stars
from fastqueens.results import InputError, Reason, SearchStopped
from fastqueens.search import STOPPED, Search

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = [
    "DIFFICULTIES",
    "STYLES",
    "Difficulty",
    "Interrupted",
    "Style",
    "generate",
    "make_slice",
    "making",
    "marks_of",
    "slices",
]


Difficulty = Literal["easy", "medium", "hard", "expert"]
Style = Literal["mixed", "balanced", "lopsided"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert")  # fq_logic_tier
_End = Reason | Literal["interrupt"] | None  # what stopped a batch before its end
STYLES: tuple[Style, ...] = ("mixed", "balanced", "lopsided")  # fq_generate_style


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in `generate`: ``partial`` is the list of the boards made until then."""

    def __init__(self, partial: list[Board]) -> None:
        super().__init__()
        self.partial = partial


_CHUNK = 256  # boards a machine makes at most: large enough to hide its set-up
_BREATH = 0.03  # seconds between two looks at what a machine has made
_RETRIES = 500  # boards in a row that the batch has already, before it gives up
_APART = 1 << 40  # numbers between a board and the next attempt at it: a call has fewer boards


def generate(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    count: int = 1,
    seed: int | None = None,
    connected: bool = True,
    style: Style | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    progress: Callable[[int, int], object] | None = None,
    time_limit: float | None = None,
) -> list[Board]:
    r"""Make boards that have exactly one solution, no two of them alike.

    Parameters
    ----------
    n : int
        Rows, 4 to 64. The largest region takes a fifth to a third of the board on average, on
        boards of every size.
    stars : int
        Queens in each row, column and region: 1, or 2 to 6 as in Star Battle. There must be 4 times
        as many rows at least: on fewer, so many queens never stand apart. Boards with 4, 5 and 6
        on 17, 21 and 25 rows are made within seconds; with 4 and more on many more rows give a
        `time_limit`.
    difficulty : {"easy", "medium", "hard", "expert"}, optional
        What the boards need to be solved without guessing (see `queens.rate`): the rules of that
        tier, and no harder ones. Any by default. Easy boards of one queen a unit are rare where n
        is large, and on 4 times as many rows as stars nearly all are easy: give a `time_limit`.
    count : int
        How many boards; fewer than 2**40.
    seed : int, optional
        0 to 2**64 - 1. The same seed gives the same boards on every machine, whatever the number
        of threads. By default every call gives others.
    connected : bool
        Whether each region is in one piece.
    style : {"mixed", "balanced", "lopsided"}, optional
        Sizes of the regions: as they come (the default), more equal (far from all the same: that
        would leave most boards with several solutions), or many small ones and a few very large
        ones (with 2 or 3 stars, mixed ones are nearly so; with more, and where medium, hard or
        expert boards are asked for, they grow towards nearly equal ones, and the harder the board
        is, the nearer they come).
    threads : int, optional
        The processors at hand by default.
    executor : Executor, callable or str, optional
        Who makes the boards in place of this process's threads, as for
        `fastqueens.nqueens.count`. The same seed gives the same boards.
    progress : callable, optional
        Called with the numbers of boards made and to make, about ten times a second.
    time_limit : float, optional
        Seconds.

    Returns
    -------
    list of Board
        No two are alike, not even turned, mirrored or in other colours.

    Raises
    ------
    InputError
        For arguments that cannot be used.
    SearchStopped
        Where the time is over, where no worker of the executor could make some boards, or where no
        board of the difficulty, or no other one, was found in very many attempts (reason
        ``"iterations"``). Its ``partial`` is the list of the boards made.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with such a ``partial``.

    Examples
    --------
    >>> from fastqueens import queens
    >>> board, other = generate(6, count=2, seed=1)
    >>> print(board)
    AABBBB
    AAABBB
    ACDBEB
    ACDBEF
    ADDDEE
    DDDDEE
    >>> from fastqueens.queens import canonical
    >>> queens.is_unique(board), canonical(board) == canonical(other)
    (True, False)
    """
    count = check_whole(count, "count", most=_APART - 1)
    check_alone(executor, threads)
    threads = check_threads(threads)
    options = _options(n, stars, difficulty, seed, connected, style)
    check_callable(progress, "progress")
    deadline = deadline_of(time_limit)
    batch = _Batch(
        n=n, count=count, threads=threads, progress=progress, deadline=deadline, options=options,
        executor=executor,
    )  # fmt: skip
    labels, reason = batch.run()
    boards = [board_of(regions, stars=stars) for regions in labels]
    if reason == "interrupt":
        raise Interrupted(boards)
    if reason is not None:
        made = f"{len(boards):,} of {count:,} boards were made"
        if reason == "time":
            raise SearchStopped(f"stopped by the time limit: {made}", partial=boards, reason=reason)
        raise SearchStopped(
            f"{_rare(n, difficulty, len(boards))}: {made}", partial=boards, reason=reason
        )
    return boards


def making(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    count: int = 1,
    seed: int | None = None,
    connected: bool = True,
    style: Style | None = None,
    time_limit: float | None = None,
) -> Iterator[list[Board]]:
    r"""Make the boards of `generate`, and give them as they come, some 30 times a second.

    Parameters
    ----------
    n, stars, difficulty, count, seed, connected, style, time_limit
        As for `generate`. The same seed gives the same boards. One thread makes them.

    Yields
    ------
    list of Board
        What was made since the last one, often none. Where two boards would be alike the second
        is made anew at the end.

    Raises
    ------
    InputError
        For arguments that cannot be used, before any board is asked for.
    SearchStopped
        As for `generate`; its ``partial`` is the number of boards made.

    Examples
    --------
    >>> boards = [board for made in making(6, count=3, seed=1) for board in made]
    >>> boards == generate(6, count=3, seed=1)
    True
    """
    count = check_whole(count, "count", most=_APART - 1)
    options = _options(n, stars, difficulty, seed, connected, style)
    return _making(n, count, options, deadline_of(time_limit), difficulty)


def _making(
    n: int, count: int, options: dict[str, Any], deadline: float | None, difficulty: str | None
) -> Iterator[list[Board]]:
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # no use here
    known: set[bytes] = set()

    def stopped(reason: Reason) -> SearchStopped:
        why = "stopped by the time limit"
        if reason != "time":
            why = _rare(n, difficulty, len(known))
        made = f"{why}: {len(known):,} of {count:,} boards were made"
        return SearchStopped(made, partial=len(known), reason=reason)

    spans, attempt, failures = ([(0, count, 0)] if count else []), 0, 0
    while spans:
        again: list[int] = []
        for start, stop, first in spans:
            span = slice(start, stop)
            kernel = _generate.Generate(labels[span], solutions[span], first=first, **options)
            search = Search(kernel)
            done, event = 0, STOPPED
            while event == STOPPED:
                search.time_limit = search.seconds + _BREATH
                event = search.run()
                made = list(range(start + done, start + kernel.done))
                done = kernel.done
                repeated = _repeats(labels, made, known)
                again += repeated
                fresh = [i for i in made if i not in repeated]
                yield [board_of(labels[i], stars=options["stars"]) for i in fresh]
                if event == STOPPED and search.reason and search.reason != "time":
                    raise stopped(search.reason)
                if event == STOPPED and deadline is not None and perf_counter() >= deadline:
                    raise stopped("time")
        failures = failures + len(again) if attempt and len(again) == len(spans) else 0
        if failures >= _RETRIES:
            raise stopped("iterations")
        attempt += 1
        spans = [(i, i + 1, (attempt * _APART) + i) for i in again]


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
    known: set[int] | None = None,
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
    known : set of int, optional
        Their `marks_of`.

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
    >>> made = np.concatenate(list(slices(6, count=40, seed=1)))
    >>> made.shape, bool((made[1] == generate(6, count=2, seed=1)[1].regions).all())
    ((40, 6, 6), True)
    >>> made = list(slices(6, count=40, seed=1, made=39))
    >>> [part.shape for part in made]
    [(1, 6, 6)]
    """
    count = check_whole(count, "count", most=_APART - 1)
    options = _options(n, stars, difficulty, seed, connected, style)
    threads = check_threads(threads)
    deadline = deadline_of(time_limit)
    return _slices(n, count, options, threads, deadline, difficulty, made, known or set())


def _slices(
    n: int,
    count: int,
    options: dict[str, Any],
    threads: int,
    deadline: float | None,
    difficulty: str | None,
    given: int,
    known: set[int],
) -> Generator[NDArray[np.uint8], None, None]:
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor
    from threading import Event

    leaving = Event()

    def look(_: object) -> None:
        if leaving.is_set():
            raise Left

    def make(size: int, first: int) -> tuple[NDArray[np.uint8], Reason | None, float]:
        start = perf_counter()
        labels = np.empty((size, n, n), np.uint8)
        solutions = np.empty((size, n * options["stars"]), np.int16)  # no use here
        kernel = _generate.Generate(labels, solutions, first=first, **options)
        left = None if deadline is None else max(0.0, deadline - start)
        search = Search(kernel, time_limit=left, progress=look, interval=_BREATH)
        event = search.run()
        reason = search.reason or "iterations" if event == STOPPED else None
        return labels[: kernel.done], reason, perf_counter() - start

    def anew(at: int) -> tuple[NDArray[np.uint8] | None, Reason | None]:
        """Make another board in the place of one that is like one before it."""
        for attempt in range(1, _RETRIES + 1):
            labels, reason, _ = make(1, attempt * _APART + at)
            if reason is not None:
                return None, reason
            (mark,) = marks_of(labels)
            if mark not in known:
                known.add(mark)
                return labels[0], None
        return None, "iterations"

    size, sent, done = 1, given, given
    flying: deque[Future[tuple[NDArray[np.uint8], Reason | None, float]]] = deque()
    pool = ThreadPoolExecutor(threads, "maker")
    try:
        while done < count:
            while sent < count and len(flying) < 2 * threads:
                some = min(size, count - sent)
                flying.append(pool.submit(make, some, sent))
                sent += some
            labels, reason, seconds = flying.popleft().result()
            if seconds < _BREATH:
                size = min(2 * size, _CHUNK)
            whole = len(labels)
            for i, mark in enumerate(marks_of(labels)):
                if mark not in known:
                    known.add(mark)
                    continue
                other, failed = anew(done + i)
                if other is None:
                    whole, reason = i, failed
                    break
                labels[i] = other
            done += whole
            if whole:
                yield labels[:whole]
            if reason is not None:
                why = (
                    "stopped by the time limit" if reason == "time" else _rare(n, difficulty, done)
                )
                raise SearchStopped(
                    f"{why}: {done:,} of {count:,} boards were made", partial=done, reason=reason
                )
    finally:
        leaving.set()
        pool.shutdown(wait=True, cancel_futures=True)


def marks_of(labels: NDArray[np.uint8]) -> list[int]:
    """Return a number of 64 bits for each board, the same for boards that are alike.

    Of ten million boards two that are not alike have one number with a chance of 1 to 300,000;
    then one of them is made anew, and nothing is lost.
    """
    from hashlib import blake2b

    if not len(labels):
        return []
    forms = np.empty_like(labels)
    _generate.canonical(np.ascontiguousarray(labels), forms)
    digests = (blake2b(form.tobytes(), digest_size=8).digest() for form in forms)
    return [int.from_bytes(digest, "little") for digest in digests]


def _rare(n: int, difficulty: str | None, made: int) -> str:
    wanted = f"{'other ' if made else ''}{difficulty + ' ' if difficulty else ''}boards"
    return f"{wanted} of {n} rows are too rare, if there are any"


def _options(
    n: int,
    stars: int,
    difficulty: Difficulty | None,
    seed: int | None,
    connected: bool,
    style: Style | None,
) -> dict[str, Any]:
    """Check what boards are asked for, and return it as the machine takes it."""
    n, stars = check_whole(n, "n"), check_stars(stars)
    if stars > _generate.MOST_STARS:
        raise InputError(f"stars is {stars}, expected 1 to {_generate.MOST_STARS} to make boards")
    if not 4 * stars <= n <= 64:
        which = "" if stars == 1 else f" with {stars} stars"
        raise InputError(f"n is {n}, expected {4 * stars} to 64{which}")
    for name, value, names in (("difficulty", difficulty, DIFFICULTIES), ("style", style, STYLES)):
        if value is not None and not known(value, names):
            expected = joined([*map(repr, names)], "or")
            raise InputError(
                f"{name} is {shown(value)}, expected {expected}{perhaps(value, names)}"
            )
    connected = check_flag(connected, "connected")
    if seed is None:
        from secrets import randbits

        seed = randbits(64)
    return {
        "seed": check_seed(seed),
        "stars": stars,
        "style": STYLES.index(style or "mixed"),
        "scattered": not connected,
        "tier": -1 if difficulty is None else DIFFICULTIES.index(difficulty),
    }


@dataclass(slots=True)
class _Batch:
    """One call of `generate`."""

    n: int
    count: int
    threads: int
    progress: Callable[[int, int], object] | None
    deadline: float | None
    options: dict[str, Any]
    executor: ExecutorLike | None = None

    def run(self) -> tuple[list[NDArray[np.uint8]], _End]:
        """Return the boards, and what stopped it, if something did."""
        labels = np.empty((self.count, self.n, self.n), np.uint8)
        size = max(1, min(_CHUNK, self.count // (4 * self.threads)))
        spans = [(i, min(i + size, self.count), i) for i in range(0, self.count, size)]
        made, reason = self._make(labels, spans, 0)
        # A board that is like one before it is made anew. Which ones those are depends on nothing
        # but the boards, so the result is still the same whatever the number of threads.
        known: set[bytes] = set()
        again = _repeats(labels, np.flatnonzero(made).tolist(), known)
        attempt = failures = 0
        while again and reason is None and failures < _RETRIES:
            attempt += 1
            spans = [(i, i + 1, (attempt * _APART) + i) for i in again]
            fresh, reason = self._make(labels, spans, self.count - len(again))
            made[again] = fresh[again]
            left = _repeats(labels, [i for i in again if fresh[i]], known)
            failures = failures + len(left) if len(left) == len(again) else 0
            again = left
        if again and reason is None:
            reason = "iterations"
        made[again] = False
        return [labels[i] for i in np.flatnonzero(made)], reason

    def _make(
        self, labels: NDArray[np.uint8], spans: list[tuple[int, int, int]], before: int
    ) -> tuple[NDArray[np.bool_], _End]:
        """Make boards start to stop of each span, with the random numbers of board `first` on."""
        if self.executor is not None and not before:  # single boards are made anew here
            return self._make_far(self.executor, labels, spans, before)
        solutions = np.empty((self.count, self.n * self.options["stars"]), np.int16)  # no use here
        machines: dict[int, _generate.Generate] = {}

        def machine(start: int, stop: int, first: int) -> _generate.Generate:
            made = _generate.Generate(
                labels[start:stop], solutions[start:stop], first=first, **self.options
            )
            machines[start] = made
            return made

        def report(begun: Sequence[_generate.Generate]) -> None:
            if self.progress is not None:
                self.progress(before + sum(machine.done for machine in begun), self.count)

        left = None if self.deadline is None else max(0.0, self.deadline - perf_counter())
        complete = interrupted = False
        try:
            _, complete = run_all(
                [partial(machine, *span) for span in spans],
                threads=self.threads,
                time_limit=left,
                progress=report,
            )
        except KeyboardInterrupt:  # the machines stand still, with what they have made
            interrupted = True
        made = np.zeros(self.count, bool)
        for start, kernel in machines.items():
            made[start : start + kernel.done] = True
        if complete:
            return made, None
        if interrupted:
            return made, "interrupt"
        gave_up = any(kernel.gave_up for kernel in machines.values())
        return made, "iterations" if gave_up else "time"

    def _make_far(
        self,
        executor: ExecutorLike,
        labels: NDArray[np.uint8],
        spans: list[tuple[int, int, int]],
        before: int,
    ) -> tuple[NDArray[np.bool_], _End]:
        """Do the same by an executor; of a unit that is not complete nothing comes back."""
        from fastqueens.parallel.batching import run_plan

        made = np.zeros(self.count, bool)
        gave_up = False

        def take(done: Done) -> int:
            nonlocal gave_up
            start = spans[done.number][0]
            boards, stopped = done.result
            gave_up |= stopped
            labels[start : start + len(boards)] = boards
            made[start : start + len(boards)] = True
            return len(boards)

        def job(i: int) -> tuple[Any, ...]:
            start, stop, first = spans[i]
            return self.n, stop - start, first, self.options

        def report(done: int, _: int) -> None:
            if self.progress is not None:
                self.progress(before + done, self.count)

        try:
            _, complete = run_plan(
                Plan({}, len(spans), make_slice, job), executor, take, self.count,
                progress=report, deadline=self.deadline,
            )  # fmt: skip
        except KeyboardInterrupt:
            return made, "interrupt"
        except SearchStopped as stop:
            stars = self.options["stars"]
            boards = [board_of(labels[i], stars=stars) for i in np.flatnonzero(made)]
            raise SearchStopped(str(stop), partial=boards, reason=stop.reason) from stop
        if gave_up:
            return made, "iterations"
        return made, None if complete else "time"


def make_slice(
    n: int, count: int, first: int, options: dict[str, Any]
) -> tuple[tuple[NDArray[np.uint8], bool], dict[str, int]]:
    """Make some boards, wherever that was sent to; say whether it gave up before the last."""
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # no use here
    machine = _generate.Generate(labels, solutions, first=first, **options)
    run_machine(machine, may_give_up=True)
    return (labels[: machine.done], machine.gave_up), {}


def _repeats(labels: NDArray[np.uint8], indices: list[int], known: set[bytes]) -> list[int]:
    """Return those of the indices whose boards are known; the others are, from now on."""
    if not indices:
        return []
    chosen = labels[indices]
    forms = np.empty_like(chosen)
    _generate.canonical(chosen, forms)
    again = []
    for i, form in zip(indices, forms, strict=True):
        key = form.tobytes()
        if key in known:
            again.append(i)
        known.add(key)
    return again

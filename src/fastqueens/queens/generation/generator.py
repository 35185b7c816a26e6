"""Making boards with exactly one solution, of one queen a unit or more.

A board that has one solution is changed cell by cell and keeps having one, so that no board is
thrown away; ``csrc/queens/generate/generate.h`` describes the method.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens.parallel.tasks import Done, Plan, Until, check_alone, run_machine, worker_here
from fastqueens.parallel.threads import check_threads, run_all
from fastqueens.queens.board.board import Board, board_of
from fastqueens.queens.generation.fingerprints import Marks, Slice, marks_of
from fastqueens.queens.grid.rules import Rules, check_stars
from fastqueens.results import InputError, Interrupted, Reason, SearchStopped
from fastqueens.search import STOPPED, Search
from fastqueens.validation import (
    check_callable,
    check_flag,
    check_seed,
    check_whole,
    deadline_of,
    did_you_mean,
    is_choice,
    join_and,
    quote,
)

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = [
    "APART",
    "BREATH",
    "CHUNK",
    "DIFFICULTIES",
    "REGION_STYLES",
    "RETRIES",
    "Difficulty",
    "RegionStyle",
    "check_options",
    "generate",
    "make_slice",
    "making",
    "open_ledger",
    "rare",
]


Difficulty = Literal["easy", "medium", "hard", "expert"]
RegionStyle = Literal["mixed", "balanced", "lopsided"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert")  # fq_logic_tier
_End = Reason | Literal["interrupt"] | None  # what stopped a batch before its end
REGION_STYLES: tuple[RegionStyle, ...] = ("mixed", "balanced", "lopsided")  # fq_generate_style


CHUNK = 256  # boards a machine makes at most: large enough to hide its set-up
BREATH = 0.03  # seconds between two looks at what a machine has made
RETRIES = 500  # boards in a row that the batch has already, before it gives up
APART = 1 << 40  # numbers between a board and the next attempt at it: a call has fewer boards


def generate(
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
    ledger: str | os.PathLike[str] | None = None,
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
    region_style : {"mixed", "balanced", "lopsided"}, optional
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
    ledger : path, optional
        A file that knows the boards of all calls that share it, of any size and options, also at
        the same time: no board is like any of theirs. The same seed goes on after those that it
        gave before.
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
        For arguments that cannot be used, and for a file that is no ledger of boards.
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
    count = check_whole(count, "count", most=APART - 1)
    check_alone(executor, threads)
    threads = check_threads(threads)
    options = check_options(n, stars, difficulty, seed, connected, region_style)
    check_callable(progress, "progress")
    deadline = deadline_of(time_limit)
    book = None if ledger is None else open_ledger(ledger, n, options)
    batch = _Batch(
        n=n, count=count, threads=threads, progress=progress, deadline=deadline, options=options,
        executor=executor, ledger=book,
    )  # fmt: skip
    try:
        labels, reason = batch.run()
    finally:
        if book is not None:
            book.close()
    boards = [board_of(regions, Rules(stars)) for regions in labels]
    if reason == "interrupt":
        raise Interrupted(boards)
    if reason is not None:
        made = f"{len(boards):,} of {count:,} boards were made"
        if reason == "time":
            raise SearchStopped(f"stopped by the time limit: {made}", partial=boards, reason=reason)
        raise SearchStopped(
            f"{rare(n, difficulty, len(boards))}: {made}", partial=boards, reason=reason
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
    region_style: RegionStyle | None = None,
    time_limit: float | None = None,
) -> Iterator[list[Board]]:
    r"""Make the boards of `generate`, and give them as they come, some 30 times a second.

    Parameters
    ----------
    n, stars, difficulty, count, seed, connected, region_style, time_limit
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
    count = check_whole(count, "count", most=APART - 1)
    options = check_options(n, stars, difficulty, seed, connected, region_style)
    return _making(n, count, options, deadline_of(time_limit), difficulty)


def _making(
    n: int, count: int, options: dict[str, Any], deadline: float | None, difficulty: str | None
) -> Iterator[list[Board]]:
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # no use here
    recorded = Marks()

    def stopped(reason: Reason) -> SearchStopped:
        why = "stopped by the time limit"
        if reason != "time":
            why = rare(n, difficulty, len(recorded))
        made = f"{why}: {len(recorded):,} of {count:,} boards were made"
        return SearchStopped(made, partial=len(recorded), reason=reason)

    spans, attempt, failures = ([(0, count, 0)] if count else []), 0, 0
    while spans:
        again: list[int] = []
        for start, stop, first in spans:
            span = slice(start, stop)
            kernel = _generate.Generate(labels[span], solutions[span], first=first, **options)
            search = Search(kernel)
            done, event = 0, STOPPED
            while event == STOPPED:
                search.time_limit = search.seconds + BREATH
                event = search.run()
                made = list(range(start + done, start + kernel.done))
                done = kernel.done
                repeated = _repeats(labels, made, recorded, options["stars"])
                again += repeated
                fresh = [i for i in made if i not in repeated]
                yield [board_of(labels[i], Rules(options["stars"])) for i in fresh]
                if event == STOPPED and search.reason and search.reason != "time":
                    raise stopped(search.reason)
                if event == STOPPED and deadline is not None and perf_counter() >= deadline:
                    raise stopped("time")
        failures = failures + len(again) if attempt and len(again) == len(spans) else 0
        if failures >= RETRIES:
            raise stopped("iterations")
        attempt += 1
        spans = [(i, i + 1, (attempt * APART) + i) for i in again]


def rare(n: int, difficulty: str | None, made: int) -> str:
    """Say that there are no such boards, as far as anybody knows."""
    wanted = f"{'other ' if made else ''}{difficulty + ' ' if difficulty else ''}boards"
    return f"{wanted} of {n} rows are too rare, if there are any"


def check_options(
    n: int,
    stars: int,
    difficulty: Difficulty | None,
    seed: int | None,
    connected: bool,
    region_style: RegionStyle | None,
) -> dict[str, Any]:
    """Check what boards are asked for, and return it as the machine takes it."""
    n, stars = check_whole(n, "n"), check_stars(stars)
    if stars > _generate.MAX_STARS:
        raise InputError(f"stars is {stars}, expected 1 to {_generate.MAX_STARS} to make boards")
    if not 4 * stars <= n <= 64:
        which = "" if stars == 1 else f" with {stars} stars"
        raise InputError(f"n is {n}, expected {4 * stars} to 64{which}")
    for name, value, names in (
        ("difficulty", difficulty, DIFFICULTIES),
        ("region_style", region_style, REGION_STYLES),
    ):
        if value is not None and not is_choice(value, names):
            expected = join_and([*map(repr, names)], "or")
            raise InputError(
                f"{name} is {quote(value)}, expected {expected}{did_you_mean(value, names)}"
            )
    connected = check_flag(connected, "connected")
    if seed is None:
        from secrets import randbits

        seed = randbits(64)
    return {
        "seed": check_seed(seed),
        "stars": stars,
        "style": REGION_STYLES.index(region_style or "mixed"),
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
    ledger: BoardLedger | None = None

    def run(self) -> tuple[list[NDArray[np.uint8]], _End]:
        """Return the boards, and what stopped it, if something did."""
        start = perf_counter()
        labels = np.empty((self.count, self.n, self.n), np.uint8)
        size = max(1, min(CHUNK, self.count // (4 * self.threads)))
        base = 0 if self.ledger is None else self.ledger.begin(self.count, APART)
        spans = [(i, min(i + size, self.count), base + i) for i in range(0, self.count, size)]
        made, reason = self._make(labels, spans, 0)
        # A board that is like one before it is made anew. Which ones those are depends on nothing
        # but the boards, so the result is still the same whatever the number of threads.
        recorded = Marks() if self.ledger is None else self.ledger.known
        stars = self.options["stars"]
        again = _repeats(labels, np.flatnonzero(made).tolist(), recorded, stars)
        attempt = failures = 0
        while True:
            while again and reason is None and failures < RETRIES:
                attempt += 1
                spans = [(i, i + 1, attempt * APART + base + i) for i in again]
                fresh, reason = self._make(labels, spans, self.count - len(again))
                made[again] = fresh[again]
                left = _repeats(labels, [i for i in again if fresh[i]], recorded, stars)
                failures = failures + len(left) if len(left) == len(again) else 0
                again = left
            if again and reason is None:
                reason = "iterations"
            made[again] = False
            chosen = np.flatnonzero(made)
            if self.ledger is None or not chosen.size:
                break
            given = Slice(marks_of(labels[chosen], stars), None)
            alike = self.ledger.give(given, perf_counter() - start, worker_here())
            if not alike.size:
                break
            again = chosen[alike].tolist()  # made by another driver in the meantime
        return [labels[i] for i in chosen], reason

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
        from fastqueens.parallel.batch_tasks import run_plan

        made = np.zeros(self.count, bool)
        gave_up = False

        def take(done: Done) -> int:
            nonlocal gave_up
            start = spans[done.number][0]
            boards, stopped = done.result
            gave_up |= stopped is not None
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
        except Interrupted:
            return made, "interrupt"
        except SearchStopped as stop:
            stars = self.options["stars"]
            boards = [board_of(labels[i], Rules(stars)) for i in np.flatnonzero(made)]
            raise SearchStopped(str(stop), partial=boards, reason=stop.reason) from stop
        if gave_up:
            return made, "iterations"
        return made, None if complete else "time"


def make_slice(
    n: int, count: int, first: int, options: dict[str, Any], end: Until | None = None
) -> tuple[tuple[NDArray[np.uint8], Reason | None], dict[str, int]]:
    """Make some boards, wherever that was sent to; say why they are fewer, if they are."""
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # no use here
    machine = _generate.Generate(labels, solutions, first=first, **options)
    left = None if end is None else end.left()
    reason = run_machine(machine, may_give_up=True, time_limit=left)
    return (labels[: machine.done], reason), {}


def open_ledger(path: str | os.PathLike[str], n: int, options: dict[str, Any]) -> BoardLedger:
    """Open a ledger of boards for what `check_options` gave."""
    from fastqueens.queens.generation.ledger import BoardLedger

    asked = {name: value for name, value in options.items() if name != "stars"}
    asked["region_style"] = REGION_STYLES[asked.pop("style")]
    asked["connected"] = not asked.pop("scattered")
    tier = asked.pop("tier")
    asked["difficulty"] = None if tier < 0 else DIFFICULTIES[tier]
    return BoardLedger(path, n, options["stars"], asked)


def _repeats(
    labels: NDArray[np.uint8], indices: list[int], recorded: Marks, stars: int
) -> list[int]:
    """Return those of the indices whose boards are known; the others are, from now on."""
    fresh = recorded.add(marks_of(labels[indices], stars)).tolist()
    return [i for i, new in zip(indices, fresh, strict=True) if not new]

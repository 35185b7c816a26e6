"""The generator of boards with exactly one solution, with one queen per unit or more.

The generator changes a board with one solution cell by cell and keeps this property, so it never
discards a board. ``csrc/queens/generate/generate.h`` describes the method.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import generate as _generate
from fastqueens.parallel.tasks import (
    Plan,
    SentDeadline,
    TaskResult,
    check_threads_alone,
    run_machine,
    worker_name,
)
from fastqueens.parallel.threads import check_threads, run_all
from fastqueens.queens.board.board import Board, board_of
from fastqueens.queens.board.board_list import BoardList
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.generation.motifs import Mask, Motif
from fastqueens.queens.generation.options import (
    Difficulty,
    RegionStyle,
    Symmetry,
    check_options,
    describe_options,
    too_rare,
)
from fastqueens.queens.generation.unlike import Unlike, UnlikeBoards, read_unlike
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError, Interrupted, Reason, SearchStopped, describe_stop
from fastqueens.search import STOPPED, CancelEvent, Clock, Search
from fastqueens.validation import (
    ItemsProgress,
    check_progress,
    check_whole,
)

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = [
    "ATTEMPT_STRIDE",
    "CHUNK",
    "MAX_RETRIES",
    "POLL_SECONDS",
    "generate",
    "generate_stream",
    "make",
    "make_slice",
    "open_ledger",
]


_StopReason = Reason | Literal["interrupt"] | None  # the reason why a batch stopped early, or None

CHUNK = 256  # maximum boards per kernel, so many that its set-up time hardly matters
POLL_SECONDS = 0.03  # time between two reads of the boards that a kernel has made
MAX_RETRIES = 500  # the generator gives up after this many repeated boards in a row
# Attempt k at board i uses the random numbers of board i + k * ATTEMPT_STRIDE. A call makes fewer
# than ATTEMPT_STRIDE boards, so two boards never use the same random numbers.
ATTEMPT_STRIDE = 1 << 40


def generate(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    count: int = 1,
    seed: int | None = None,
    pieces: int = 1,
    style: RegionStyle | None = None,
    symmetry: Symmetry | None = None,
    motif: Motif | None = None,
    drawing: Mask | None = None,
    placed: ArrayLike | None = None,
    regions: tuple[int, int] | None = None,
    single_cells: int | None = None,
    use: Sequence[str] = (),
    avoid: Sequence[str] = (),
    score: tuple[int, int] | None = None,
    steps: tuple[int, int] | None = None,
    unlike: Unlike | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    ledger: str | os.PathLike[str] | None = None,
    progress: ItemsProgress | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> BoardList:
    r"""Generate boards with exactly one solution, no two of them equivalent.

    Parameters
    ----------
    n : int
        The number of rows, 4 to 64. The largest region has a fifth to a third of the cells on
        average, at every size.
    stars : int
        Queens in each row, column and region: 1, or 2 to 6 for Star Battle. `n` must be at least
        ``4 * stars``, because queens may not touch. A board with 4 stars on 17 rows, 5 stars on 21
        rows or 6 stars on 25 rows takes seconds. On many more rows, set a `time_limit`.
    difficulty : {"easy", "medium", "hard", "expert"}, optional
        The tier of `queens.rate` that the boards have: rules of this tier solve the board, and
        easier rules do not. By default a board may have any tier. If a tier is rare, set a
        `time_limit`. With one star, easy boards are rare if n is large. With 2 stars, easy boards
        are rare on 8 and 9 rows: on 8 rows, 99 of 100 boards are medium. With 3 or more stars, hard
        boards are rare if n = 4 * stars: with 3 stars on 12 rows, 100 of 100 boards are easy.
    count : int
        The number of boards, below 2**40.
    seed : int, optional
        0 to 2**64 - 1. The same seed gives the same boards on every machine, for any number of
        threads. By default every call generates other boards.
    pieces : int
        The maximum number of connected pieces of a region: 1 by default. With 2 or more, each board
        has at least one region in several pieces. A large number such as `n` allows almost any
        board.
    style : {"mixed", "balanced", "lopsided", "drawn"}, optional
        The look of the regions: ``"mixed"``, the default, has no preference. ``"balanced"``
        regions have more similar sizes. Their sizes are not equal, because most boards with regions
        of equal size have several solutions. ``"lopsided"`` boards have many small regions and a
        few very large regions. With several stars, the share of the largest region hardly depends
        on the difficulty. ``"drawn"`` boards, which have one queen per unit, look like boards that
        people drew: they have one large region, few regions of one cell, and regions that are
        symmetric or of equal shape. Half of them are nearly symmetric. A ``"drawn"`` board takes
        10 to 25 times as long as a ``"mixed"`` board.
    symmetry : {"half-turn", "quarter-turn", "diagonal", "mirror", "any"}, optional
        A turn or reflection that maps each region onto a region, for boards with one queen per
        unit. ``"quarter-turn"`` boards have a multiple of 4 rows, or one more. ``"diagonal"`` is a
        reflection in one of the two diagonals. A ``"mirror"`` board has one flaw: a cell whose
        mirror image is in another region. Without a flaw, the mirror image of each solution would
        be a second solution. `find_symmetry` finds the flaw. ``"any"`` chooses one of the
        symmetries at random for each board.
    motif : str or sequence of str, optional
        A picture that the regions show. It is a name of `queens.MOTIFS`, such as ``"heart"`` or
        ``"A"``, or a mask of at most n rows. In a mask, all cells with the same letter form one
        whole region, and a dot is a cell of any other region. If `motif` is a sequence, board i has
        motif ``i % len(motif)``. ``"word:HELLO"`` is a sequence of letters. If there is a
        `symmetry`, the motif must be symmetric in the same way.
    drawing : str or sequence of str, optional
        An unfinished board of n rows. All cells with the same letter belong to one region, and the
        region may get more cells. A dot is a cell of any region.
    placed : array_like, optional
        All or some queens of the solution, in a form that `violations` accepts.
    regions : (int, int), optional
        The smallest and the largest number of cells of a region. Regions of a motif may have other
        numbers.
    single_cells : int, optional
        The number of regions of one cell.
    use, avoid : sequence of str, optional
        Rules of `queens.rate` that the rating of each board uses, and rules that it does not use.
    score, steps : (int, int), optional
        Two bounds, the least and the greatest value: of the score of each board, and of the number
        of steps of its explanation.
    unlike : path, Board or sequence of these, optional
        Boards that the new boards must not repeat, or files of such boards (see `read_boards`). No
        new board is equivalent to one of them. With one queen per unit, no new board is a near twin
        of one of them either. Near twins have the same solution, perhaps turned or reflected, and
        differ in the regions of at most ``n // 2`` cells. The new boards of one call may be near
        twins of each other. Boards in `unlike` that have another size are ignored.
    threads : int, optional
        The number of threads; one per available processor by default.
    executor : Executor, callable or str, optional
        The executor that generates the boards, instead of the threads of this process. See
        `fastqueens.nqueens.count`. The same seed gives the same boards with and without an
        executor.
    ledger : path, optional
        A file that records the boards of all calls that use it. These calls may have different
        sizes and options, and may run at the same time. No new board is equivalent to a recorded
        board. A call with the same seed as earlier calls continues after their boards.
    progress : callable or "bar", optional
        Called about ten times a second with the number of boards made and the number of all boards.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.

    Returns
    -------
    BoardList
        A list of `Board`, which a notebook shows as a sheet of pictures. No two boards are
        equivalent: equal after rotation, reflection or recolouring.

    Raises
    ------
    InputError
        If an argument cannot be used, or if the file is not a ledger of boards. If the ledger could
        not record new boards, for example because the disk is full, ``partial`` is the list of the
        boards that are not recorded.
    SearchStopped
        If the time limit was reached, or if no worker of the executor could make some boards. Also
        if very many attempts found no board with the requested rating, or no new board; the
        ``reason`` is then ``"iterations"``. The ``partial`` is the list of the boards made.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

    Examples
    --------
    >>> from fastqueens import queens
    >>> board, other = generate(6, count=2, seed=1)
    >>> print(board)
    AABBBB
    ACCCBB
    ACDDBB
    ACDDDD
    ECFFFF
    ECCCCF
    >>> from fastqueens.queens import canonical
    >>> queens.is_unique(board), canonical(board) == canonical(other)
    (True, False)

    Region A has two pieces:

    >>> print(generate(6, pieces=2, seed=1)[0])
    ABBBBB
    AABBBB
    ACDEEB
    AAAEEE
    CCCAFF
    CCCEEF

    A half-turn maps this board onto itself:

    >>> print(generate(7, symmetry="half-turn", seed=1)[0])
    AABAAAC
    AABACCC
    DABACCC
    EAAAAAC
    EEEAFAG
    EEEAFAA
    EAAAFAA

    A heart, and a drawing to finish:

    >>> print(generate(8, motif="heart", seed=1)[0])
    AABCCCCC
    ADDCDDCC
    DDDDDDDC
    DDDDDDDC
    EDDDDDFF
    EGDDDHFF
    EGGDEHFF
    EEEEEHHF
    >>> print(generate(5, drawing="A....\nA.B..\n..B..\n....C\n...CC", seed=1)[0])
    AABBB
    ACCBB
    DDCBE
    DDDDE
    EEEEE
    """
    clock = Clock(time_limit, cancel)
    count = check_whole(count, "count", most=ATTEMPT_STRIDE - 1)
    check_threads_alone(executor, threads)
    threads = check_threads(threads)
    options = check_options(
        n, stars=stars, difficulty=difficulty, seed=seed, pieces=pieces, style=style,
        symmetry=symmetry, motif=motif, drawing=drawing, placed=placed, regions=regions,
        single_cells=single_cells, use=use, avoid=avoid, score=score, steps=steps,
    )  # fmt: skip
    progress = check_progress(progress)
    kept_away = read_unlike(unlike, n, options["stars"], clock)
    board_ledger = None if ledger is None else open_ledger(ledger, n, options)
    batch = _Batch(
        n=n, count=count, threads=threads, progress=progress, clock=clock, options=options,
        executor=executor, ledger=board_ledger, unlike=kept_away,
    )  # fmt: skip
    try:
        boards, reason = batch.run()
    finally:
        if board_ledger is not None:
            board_ledger.close()
    if reason == "interrupt":
        raise Interrupted(boards)
    if reason is not None:
        made = f"{len(boards):,} of {count:,} boards were made"
        if reason in ("time", "cancelled"):
            raise SearchStopped(f"{describe_stop(reason)}: {made}", partial=boards, reason=reason)
        raise SearchStopped(
            f"{too_rare(n, options, len(boards))}: {made}", partial=boards, reason=reason
        )
    return boards


def make(
    n: int,
    *,
    stars: int = 1,
    difficulty: Difficulty | None = None,
    seed: int | None = None,
    pieces: int = 1,
    style: RegionStyle | None = None,
    symmetry: Symmetry | None = None,
    motif: Motif | None = None,
    drawing: Mask | None = None,
    placed: ArrayLike | None = None,
    regions: tuple[int, int] | None = None,
    single_cells: int | None = None,
    use: Sequence[str] = (),
    avoid: Sequence[str] = (),
    score: tuple[int, int] | None = None,
    steps: tuple[int, int] | None = None,
    unlike: Unlike | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> Board:
    """Generate one board with exactly one solution.

    Parameters
    ----------
    n, stars, difficulty, seed, pieces, style, symmetry, motif, drawing, placed, regions, \
single_cells, use, avoid, score, steps, unlike, time_limit, cancel
        See `generate`.

    Returns
    -------
    Board
        The first board that `generate` makes with the same arguments.

    Raises
    ------
    InputError, SearchStopped, Interrupted
        See `generate`.

    Examples
    --------
    >>> make(6, seed=1) == generate(6, seed=1)[0]
    True
    """
    boards = generate(
        n,
        stars=stars,
        difficulty=difficulty,
        seed=seed,
        pieces=pieces,
        style=style,
        symmetry=symmetry,
        motif=motif,
        drawing=drawing,
        placed=placed,
        regions=regions,
        single_cells=single_cells,
        use=use,
        avoid=avoid,
        score=score,
        steps=steps,
        unlike=unlike,
        time_limit=time_limit,
        cancel=cancel,
    )
    return boards[0]


def generate_stream(
    n: int,
    *,
    count: int = 1,
    unlike: Unlike | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    **options: Any,
) -> Iterator[list[Board]]:
    r"""Yield the boards of `generate` while they are made.

    About 30 times a second it yields the list of the boards made since the previous list. `options`
    are the options of the boards (`OPTION_NAMES`).

    Examples
    --------
    >>> boards = [board for made in generate_stream(6, count=3, seed=1) for board in made]
    >>> boards == generate(6, count=3, seed=1)
    True
    """
    clock = Clock(time_limit, cancel)
    count = check_whole(count, "count", most=ATTEMPT_STRIDE - 1)
    checked = check_options(n, **options)
    kept_away = read_unlike(unlike, n, checked["stars"], clock)
    return clock.while_waiting(_generate_stream(n, count, checked, clock, kept_away))


def _generate_stream(
    n: int, count: int, options: dict[str, Any], clock: Clock, unlike: UnlikeBoards
) -> Generator[list[Board], None, None]:
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # only the kernel uses this array
    recorded, total = Fingerprints(), 0
    recorded.add(unlike.fingerprints)

    def stopped(reason: Reason) -> SearchStopped:
        why = describe_stop(reason)
        if reason not in ("time", "cancelled"):
            why = too_rare(n, options, total)
        made = f"{why}: {total:,} of {count:,} boards were made"
        return SearchStopped(made, partial=total, reason=reason)

    spans, attempt, failures = ([(0, count, 0)] if count else []), 0, 0
    while spans:
        again: list[int] = []
        for start, stop, first in spans:
            span = slice(start, stop)
            kernel = _generate.Generate(labels[span], solutions[span], first=first, **options)
            search = Search(kernel)
            done, event = 0, STOPPED
            while event == STOPPED:
                search.clock = clock.at_most(POLL_SECONDS)
                event = search.run()
                made = list(range(start + done, start + kernel.done))
                done = kernel.done
                repeated = _repeats(labels, made, recorded, options["stars"], unlike)
                again += repeated
                fresh = [i for i in made if i not in repeated]
                total += len(fresh)
                yield [board_of(labels[i], Rules(options["stars"])) for i in fresh]
                if event == STOPPED and search.reason and search.reason != "time":
                    raise stopped(search.reason)
                if event == STOPPED and clock.expired:
                    raise stopped(clock.reason)
        failures = failures + len(again) if attempt and len(again) == len(spans) else 0
        if failures >= MAX_RETRIES:
            raise stopped("iterations")
        attempt += 1
        spans = [(i, i + 1, (attempt * ATTEMPT_STRIDE) + i) for i in again]


@dataclass(slots=True)
class _Batch:
    """One call of `generate`.

    Boards are made into `Board` objects while others are being generated, because at the end there
    is no time left for them. A board that is replaced is made again.
    """

    n: int
    count: int
    threads: int
    progress: Callable[[int, int], object] | None
    clock: Clock
    options: dict[str, Any]
    unlike: UnlikeBoards
    executor: ExecutorLike | None = None
    ledger: BoardLedger | None = None
    boards: dict[int, Board] = field(default_factory=dict)

    def run(self) -> tuple[BoardList, _StopReason]:
        """Return the boards, and the reason if some are missing."""
        start = perf_counter()
        labels = np.empty((self.count, self.n, self.n), np.uint8)
        size = max(1, min(CHUNK, self.count // (4 * self.threads)))
        base = 0 if self.ledger is None else self.ledger.begin(self.count, ATTEMPT_STRIDE)
        spans = [(i, min(i + size, self.count), base + i) for i in range(0, self.count, size)]
        made, reason = self._make(labels, spans, 0)
        # A board that repeats an earlier board is replaced. The repeated boards depend only on the
        # boards, so the result is the same for any number of threads.
        recorded = Fingerprints() if self.ledger is None else self.ledger.known
        recorded.add(self.unlike.fingerprints)
        stars = self.options["stars"]
        repeated = _repeats(labels, np.flatnonzero(made).tolist(), recorded, stars, self.unlike)
        attempt = failures = 0
        while True:
            while repeated and reason is None and failures < MAX_RETRIES:
                attempt += 1
                self._forget(repeated)
                spans = [(i, i + 1, attempt * ATTEMPT_STRIDE + base + i) for i in repeated]
                replaced, reason = self._make(labels, spans, self.count - len(repeated))
                made[repeated] = replaced[repeated]
                still_repeated = _repeats(
                    labels, [i for i in repeated if replaced[i]], recorded, stars, self.unlike
                )
                failures = (
                    failures + len(still_repeated) if len(still_repeated) == len(repeated) else 0
                )
                repeated = still_repeated
            if repeated and reason is None:
                reason = "iterations"
            made[repeated] = False
            chosen = np.flatnonzero(made)
            if self.ledger is None or not chosen.size:
                break
            new = Slice(fingerprints_of(labels[chosen], stars), None)
            try:
                recorded_since = self.ledger.record(new, perf_counter() - start, worker_name())
            except InputError as error:  # such as a full disk
                error.partial = self._as_boards(labels, chosen.tolist())
                raise
            if not recorded_since.size:
                break
            repeated = chosen[recorded_since].tolist()  # recorded by another process
        return self._as_boards(labels, chosen.tolist()), reason

    def _as_boards(self, labels: NDArray[np.uint8], indices: Iterable[int]) -> BoardList:
        """Return some boards of `labels`, and keep them."""
        boards, rules = self.boards, Rules(self.options["stars"])
        for i in indices:
            if i not in boards:
                boards[i] = board_of(labels[i], rules)
        return BoardList(boards[i] for i in indices)

    def _forget(self, indices: Iterable[int]) -> None:
        for i in indices:
            self.boards.pop(i, None)

    def _make(
        self, labels: NDArray[np.uint8], spans: list[tuple[int, int, int]], before: int
    ) -> tuple[NDArray[np.bool_], _StopReason]:
        """Make boards `start` to `stop` of each span (start, stop, first).

        Board `start` uses the random numbers of board `first`, and so on.
        """
        if self.executor is not None and not before:  # replacements are made in this process
            return self._make_with_executor(self.executor, labels, spans, before)
        solutions = np.empty(
            (self.count, self.n * self.options["stars"]), np.int16
        )  # only the kernel uses this array
        kernels: dict[int, _generate.Generate] = {}

        def kernel_of(start: int, stop: int, first: int) -> _generate.Generate:
            kernel = _generate.Generate(
                labels[start:stop], solutions[start:stop], first=first, **self.options
            )
            kernels[start] = kernel
            return kernel

        kept: dict[int, int] = {}  # the number of boards of each kernel that are kept

        def report(started: Sequence[_generate.Generate]) -> None:
            for start, kernel in list(kernels.items()):
                done = kernel.done
                self._as_boards(labels, range(start + kept.get(start, 0), start + done))
                kept[start] = done
            if self.progress is not None:
                self.progress(before + sum(kernel.done for kernel in started), self.count)

        complete = interrupted = False
        try:
            _, complete = run_all(
                [partial(kernel_of, *span) for span in spans],
                threads=self.threads,
                clock=self.clock,
                progress=report,
            )
        except KeyboardInterrupt:  # the kernels have stopped and keep the boards that they made
            interrupted = True
        made = np.zeros(self.count, bool)
        for start, kernel in kernels.items():
            made[start : start + kernel.done] = True
        if complete:
            return made, None
        if interrupted:
            return made, "interrupt"
        gave_up = any(kernel.gave_up for kernel in kernels.values())
        return made, "iterations" if gave_up else self.clock.reason

    def _make_with_executor(
        self,
        executor: ExecutorLike,
        labels: NDArray[np.uint8],
        spans: list[tuple[int, int, int]],
        before: int,
    ) -> tuple[NDArray[np.bool_], _StopReason]:
        """Make boards like `_make`, with an executor. An incomplete task returns no boards."""
        from fastqueens.parallel.batch_tasks import run_plan

        made = np.zeros(self.count, bool)
        gave_up = False

        def take(done: TaskResult) -> int:
            nonlocal gave_up
            start = spans[done.number][0]
            boards, stopped = done.result
            gave_up |= stopped is not None
            labels[start : start + len(boards)] = boards
            made[start : start + len(boards)] = True
            self._as_boards(labels, range(start, start + len(boards)))
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
                progress=report, clock=self.clock,
            )  # fmt: skip
        except Interrupted:
            return made, "interrupt"
        except SearchStopped as stop:
            boards = self._as_boards(labels, np.flatnonzero(made).tolist())
            raise SearchStopped(str(stop), partial=boards, reason=stop.reason) from stop
        if gave_up:
            return made, "iterations"
        return made, None if complete else self.clock.reason


def make_slice(
    n: int, count: int, first: int, options: dict[str, Any], end: SentDeadline | None = None
) -> tuple[tuple[NDArray[np.uint8], Reason | None], dict[str, int]]:
    """Make some boards in the current process; return the reason if some are missing."""
    labels = np.empty((count, n, n), np.uint8)
    solutions = np.empty((count, n * options["stars"]), np.int16)  # only the kernel uses this array
    kernel = _generate.Generate(labels, solutions, first=first, **options)
    clock = None if end is None else end.clock()
    reason = run_machine(kernel, may_give_up=True, clock=clock)
    return (labels[: kernel.done], reason), {}


def open_ledger(path: str | os.PathLike[str], n: int, options: dict[str, Any]) -> BoardLedger:
    """Open a ledger of boards for the options that `check_options` returned."""
    from fastqueens.queens.generation.ledger import BoardLedger

    return BoardLedger(path, n, options["stars"], describe_options(options))


def _repeats(
    labels: NDArray[np.uint8],
    indices: list[int],
    recorded: Fingerprints,
    stars: int,
    unlike: UnlikeBoards,
) -> list[int]:
    """Return the indices of boards recorded before and of near twins; record the others."""
    made = labels[indices]
    is_new = recorded.add(fingerprints_of(made, stars)) & ~unlike.find_twins(made)
    return [i for i, new in zip(indices, is_new.tolist(), strict=True) if not new]

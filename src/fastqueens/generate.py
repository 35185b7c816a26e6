"""Boards with exactly one solution, of one queen a unit or more: making and telling them apart.

The method is told in ``csrc/generate.h``. In short: a board that has one solution is changed cell
by cell and keeps having one, so that no board is ever thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import generate as _generate
from fastqueens.board import LETTERS, Board, as_board, check_stars
from fastqueens.results import InputError, Reason, SearchStopped
from fastqueens.search import check_seed, check_threads, check_whole, deadline_of, run_all

__all__ = [
    "DIFFICULTIES",
    "STYLES",
    "Difficulty",
    "Interrupted",
    "Level",
    "Style",
    "canonical",
    "canonical_hash",
    "generate",
    "levels",
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
_RETRIES = 500  # boards in a row that the batch has already, before it gives up


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
        Queens in each row, column and region: 1, or 2 or 3 as in Star Battle. There must be 4 times
        as many rows at least: on fewer, so many queens never stand apart.
    difficulty : {"easy", "medium", "hard", "expert"}, optional
        What the boards need to be solved without guessing (see `queens.rate`): the rules of that
        tier, and no harder ones. Any by default. Easy boards are rare where n is large, or with
        several stars: give a `time_limit`.
    count : int
        How many boards.
    seed : int, optional
        0 to 2**64 - 1. The same seed gives the same boards on every machine, whatever the number
        of threads. By default every call gives others.
    connected : bool
        Whether each region is in one piece.
    style : {"mixed", "balanced", "lopsided"}, optional
        Sizes of the regions: as they come (the default), more equal (far from all the same: that
        would leave most boards with several solutions), or many small ones and a few very large
        ones (with several stars, mixed ones are nearly so).
    threads : int, optional
        The processors at hand by default.
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
        Where the time is over, or no board of the difficulty, or no other one, was found in very
        many attempts (reason ``"iterations"``). Its ``partial`` is the list of the boards made.
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
    >>> queens.is_unique(board), canonical(board) == canonical(other)
    (True, False)
    """
    n, stars = check_whole(n, "n"), check_stars(stars)
    if not 4 * stars <= n <= 64:
        which = "" if stars == 1 else f" with {stars} stars"
        raise InputError(f"n is {n}, expected {4 * stars} to 64{which}")
    count = check_whole(count, "count")
    threads = check_threads(threads)
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise InputError(f"difficulty is {difficulty!r}, expected {_one_of(DIFFICULTIES)}")
    if style is not None and style not in STYLES:
        raise InputError(f"style is {style!r}, expected {_one_of(STYLES)}")
    deadline = deadline_of(time_limit)
    if seed is None:
        from secrets import randbits

        seed = randbits(64)
    batch = _Batch(
        n=n,
        count=count,
        threads=threads,
        progress=progress,
        deadline=deadline,
        options={
            "seed": check_seed(seed),
            "stars": stars,
            "style": STYLES.index(style or "mixed"),
            "scattered": not connected,
            "tier": -1 if difficulty is None else DIFFICULTIES.index(difficulty),
        },
    )
    labels, reason = batch.run()
    boards = [_board(regions, stars=stars) for regions in labels]
    if reason == "interrupt":
        raise Interrupted(boards)
    if reason is not None:
        made = f"{len(boards):,} of {count:,} boards were made"
        if reason == "time":
            raise SearchStopped(f"stopped by the time limit: {made}", partial=boards, reason=reason)
        wanted = f"{'other ' if boards else ''}{difficulty + ' ' if difficulty else ''}boards"
        raise SearchStopped(
            f"{wanted} of {n} rows are too rare, if there are any: {made}",
            partial=boards,
            reason=reason,
        )
    return boards


def _one_of(names: Sequence[object]) -> str:
    return " or ".join([", ".join(map(repr, names[:-1])), repr(names[-1])])


@dataclass(slots=True)
class _Batch:
    """One call of `generate`."""

    n: int
    count: int
    threads: int
    progress: Callable[[int, int], object] | None
    deadline: float | None
    options: dict[str, Any]

    def run(self) -> tuple[list[NDArray[np.uint8]], _End]:
        """Return the boards, and what stopped it, if something did."""
        labels = np.empty((self.count, self.n, self.n), np.uint8)
        size = max(1, min(_CHUNK, self.count // (4 * self.threads)))
        spans = [(i, min(i + size, self.count), i) for i in range(0, self.count, size)]
        made, reason = self._make(labels, spans, 0)
        # A board that is like one before it is made anew. Which ones those are depends on nothing
        # but the boards, so the result is still the same whatever the number of threads.
        known: set[bytes] = set()
        again = self._repeats(labels, np.flatnonzero(made).tolist(), known)
        attempt = failures = 0
        while again and reason is None and failures < _RETRIES:
            attempt += 1
            spans = [(i, i + 1, (attempt << 40) + i) for i in again]
            fresh, reason = self._make(labels, spans, self.count - len(again))
            made[again] = fresh[again]
            left = self._repeats(labels, [i for i in again if fresh[i]], known)
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

    @staticmethod
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


def _board(regions: NDArray[np.uint8], *, stars: int = 1, at_most_one: bool = False) -> Board:
    """Return a board of regions numbered as `Board` does, with letters for labels."""
    from fastqueens.formats import Grid

    labels = _letters(int(regions.max()) + 1)
    return Board(Grid(regions.copy(), labels), stars=stars, at_most_one=at_most_one)


def _letters(count: int) -> tuple[str, ...]:
    known = LETTERS
    return tuple(known[:count]) if count <= len(known) else tuple(map(str, range(count)))


# -------------------------------------------------------------------------------- which are alike


def canonical(board: Board | ArrayLike) -> Board:
    r"""Return the one board that stands for all that are the same puzzle.

    Boards are the same puzzle if one becomes the other by turning, mirroring and renaming the
    regions. Of these the first in lexicographic order is chosen, with regions named in order of
    first appearance.

    Parameters
    ----------
    board : Board or array of labels
        The board; any number of regions will do.

    Returns
    -------
    Board
        Its labels are letters, and it has the stars of the one given.

    Examples
    --------
    >>> print(canonical(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")))
    AAAB
    ABBB
    CCDB
    CDDD
    """
    board = as_board(board, True)
    form = np.empty((1, board.n, board.n), np.uint8)
    _generate.canonical(board.regions[None], form)
    return _board(form[0], stars=board.stars, at_most_one=True)


def canonical_hash(board: Board | ArrayLike) -> str:
    r"""Return 32 hexadecimal digits that are the same for boards that are the same puzzle.

    They are the BLAKE2b digest (16 bytes) of n and the region numbers of the `canonical` board, and
    the number of stars if that is not 1, one byte each; so they are the same in every process and
    every version of the package.

    Examples
    --------
    >>> canonical_hash(["RBBB", "RRBY", "GYYY", "GGGY"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    >>> canonical_hash(["1222", "1124", "3444", "3334"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    """
    from hashlib import blake2b

    form = canonical(board)
    stars = bytes([form.stars] if form.stars > 1 else [])
    told = bytes([form.n]) + form.regions.tobytes() + stars
    return blake2b(told, digest_size=16).hexdigest()


# ----------------------------------------------------------------------------------------- levels


@dataclass(frozen=True, slots=True)
class Level:
    """A board that comes with the package.

    Attributes
    ----------
    name : str
        Size and number, as in ``"8-017"``. The levels of a size grow harder with the number.
    board : Board
        The board.
    difficulty : {"easy", "medium", "hard", "expert", "guess"}
        The tier of its `queens.rate`.
    score : int
        The score of its `queens.rate`.
    """

    name: str
    board: Board
    difficulty: str
    score: int


def levels(n: int | None = None) -> list[Level]:
    """Return the boards that come with the package, of one size or of all.

    Parameters
    ----------
    n : int, optional
        Rows: 7 to 11, or 20 and 30, which are challenges.

    Returns
    -------
    list of Level
        By size, and from easy to hard.

    Examples
    --------
    >>> [(n, len(levels(n))) for n in (7, 8, 9, 10, 11)]
    [(7, 50), (8, 130), (9, 110), (10, 60), (11, 50)]
    >>> levels(7)[0].difficulty, levels(7)[-1].difficulty
    ('easy', 'expert')
    """
    if n is not None:
        n = check_whole(n, "n")
        sizes = sorted({level.board.n for level in _levels()})
        if n not in sizes:
            raise InputError(f"n is {n}, expected {_one_of(sizes)}")
    return [level for level in _levels() if n is None or level.board.n == n]


@cache
def _levels() -> tuple[Level, ...]:
    from importlib.resources import files

    return tuple(_parse(files("fastqueens").joinpath("data", "levels.txt").read_text("ascii")))


def _parse(text: str) -> Iterator[Level]:
    """Read lines of ``n difficulty score cells``, a letter a cell; see bench/make_levels.py."""
    from fastqueens.formats import Grid

    numbers: dict[int, int] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        size, difficulty, score, cells = line.split()
        n = int(size)
        letters = _letters(n)
        number = {letter: k for k, letter in enumerate(letters)}
        regions = np.array([number[cell] for cell in cells], np.uint8).reshape(n, n)
        numbers[n] = numbers.get(n, 0) + 1
        board = Board(Grid(regions, letters))
        yield Level(f"{n}-{numbers[n]:03}", board, difficulty, int(score))

"""Boards that `generate` writes to a .jsonl file as soon as they are made."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.cli.batch_files import Log, open_log
from fastqueens.queens.board.board import Board, board_of
from fastqueens.queens.books.plan import Part
from fastqueens.queens.books.record import make_record
from fastqueens.queens.generation import generator, unique
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.generation.options import OPTION_NAMES, check_options
from fastqueens.queens.generation.unlike import read_unlike
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.streams.pipeline import boards_as_lines, read_generated_boards
from fastqueens.results import InputError
from fastqueens.search import Clock

if TYPE_CHECKING:
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = ["BoardStream"]

_RECORDS = 32  # boards rated at a time, so that a killed run loses few boards


class BoardStream:
    """Makes boards and writes each to a file at once; only fingerprints stay in memory.

    Parameters
    ----------
    n : int
        The rows of the boards.
    options : dict
        The keywords of `generate`, except the difficulty and the count.
    plan : sequence of Part
        The tiers of the boards and their numbers, in the order of the file.
    path : Path
        The file.
    resume : bool
        Whether to continue the file.
    ledger : str or None
        The ledger of the boards that other runs have made.
    facts : bool
        Whether the lines have the tier, score, rules, solution and seed of each board.

    Attributes
    ----------
    made : int
        The number of boards in the file.
    sizes : (int, int)
        The numbers of cells of the smallest and the largest region.
    """

    def __init__(
        self,
        n: int,
        options: dict[str, Any],
        plan: Sequence[Part],
        path: Path,
        *,
        resume: bool,
        ledger: str | None,
        facts: bool,
    ) -> None:
        self.made = 0
        self.sizes = (0, 0)
        self._n, self._path, self._facts = n, path, facts
        options = options.copy()
        self._seed, self._stars = options["seed"], options["stars"]
        self._resume = resume and path.exists()
        self._total = sum(part.count for part in plan)
        known, self._clock = Fingerprints(), Clock(options.pop("time_limit", None))
        options["unlike"] = read_unlike(options.get("unlike"), n, self._stars, self._clock)
        self._parts = [_PartStream(n, options, part, str(path), known, ledger) for part in plan]
        self._at = 0  # the part that the next board belongs to
        try:
            if self._resume:
                self._read_file()
            self._parts[self._at].begin()
        except BaseException:
            self._parts[self._at].close()
            raise

    def _read_file(self) -> None:
        """Read the boards that an earlier run has written."""
        for labels in read_generated_boards(str(self._path), self._n, self._stars):
            left = labels
            while len(left):
                part = self._parts[self._at]
                room = part.count - part.made
                if not room and self._at + 1 < len(self._parts):
                    part.close()
                    self._at += 1
                    continue
                size = room if self._at + 1 < len(self._parts) else len(left)
                part.read(left[:size], self.made)
                self._count(left[:size])
                left = left[size:]

    def _count(self, labels: NDArray[np.uint8]) -> None:
        """Add boards to the number and the sizes."""
        self.made += len(labels)
        least, most = self.sizes
        for board in labels:
            sizes = np.unique(board, return_counts=True)[1]
            least = min(least or int(sizes.min()), int(sizes.min()))
            most = max(most, int(sizes.max()))
        self.sizes = (least, most)

    def run(self, progress: Callable[[int, int], object] | None) -> None:
        """Make and write the remaining boards."""
        log: Log | None = None
        with ExitStack() as files:
            if self._resume:  # cuts off the rest of a line that a killed run has begun
                log = files.enter_context(open_log(self._path, resume=True))
            while self._at < len(self._parts):
                part, before = self._parts[self._at], self.made
                done = part.made

                def tick(made: int, _: int, before: int = before - done) -> None:
                    if progress is not None:
                        progress(before + made, self._total)

                boards = part.make_boards(tick, self._clock.left())
                try:
                    for labels in boards:
                        if log is None:  # the file is created with the first board
                            log = files.enter_context(open_log(self._path, resume=False))
                        for some in self._split(labels):
                            log.add(self._lines(some))
                            self._count(some)
                            if progress is not None:
                                progress(self.made, self._total)
                finally:
                    boards.close()
                    part.close()
                self._at += 1

    def _split(self, labels: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
        size = _RECORDS if self._facts else len(labels)
        for start in range(0, len(labels), size):
            yield labels[start : start + size]

    def _lines(self, labels: NDArray[np.uint8]) -> bytes:
        """Write boards as lines of JSON."""
        if not self._facts:
            return boards_as_lines(labels, self._stars)
        rules = Rules(self._stars)
        records = (
            make_record(board_of(board, rules), number, self._seed)
            for number, board in enumerate(labels, self.made + 1)
        )
        return "".join(f"{record.to_json()}\n" for record in records).encode()


class _PartStream:
    """The boards of one part of the plan."""

    def __init__(
        self,
        n: int,
        options: dict[str, Any],
        part: Part,
        source: str,
        known: Fingerprints,
        ledger: str | None,
    ) -> None:
        self.count, self.made = part.count, 0
        self._n, self._source, self._known, self._path = n, source, known, ledger
        self._options = {**options, **part.options, "difficulty": part.tier, "count": part.count}
        self._rules = {k: self._options[k] for k in OPTION_NAMES if k in self._options}
        check_options(n, **self._rules)
        self._first = 0
        self._recorded: list[Slice] = []  # the boards of this run in the ledger
        self._expected = np.empty(0, np.uint64)
        self._ledger: BoardLedger | None = None

    def _open(self) -> None:
        """Open the ledger, if there is one."""
        if self._path is not None and self._ledger is None:
            checked = check_options(self._n, **self._rules)
            self._ledger = generator.open_ledger(self._path, self._n, checked)
            self._known = self._ledger.known

    def read(self, labels: NDArray[np.uint8], before: int) -> None:
        """Read boards of the file, after `before` others, and compare them with the ledger."""
        self._open()
        marks = fingerprints_of(labels, self._options["stars"])
        if not self.made:
            self._expected = self._expected_marks(int(marks[0]), labels[0], before + 1)
        if self._ledger is None:
            self._known.add(marks)
        else:
            found = self._expected[self.made : self.made + len(marks)]
            same = np.append(found == marks[: len(found)], [False] * (len(found) < len(marks)))
            if not same.all():
                raise InputError(
                    "found a board that differs from the board of this line in the ledger",
                    source=self._source,
                    line=before + int(np.argmin(same)) + 1,
                )
        self.made += len(labels)

    def _expected_marks(self, mark: int, board: NDArray[np.uint8], line: int) -> NDArray[np.uint64]:
        """Return the fingerprints in the ledger of the run with this first board.

        Without a ledger, checks that the first board is the board that the seed gives.
        """
        if self._ledger is not None:
            self._first, self._recorded = self._ledger.resume(mark, self.count)
            return np.concatenate([one.fingerprints for one in self._recorded])
        (first,) = next(
            unique.generate_slices(
                self._n, **self._rules, unlike=self._options["unlike"], count=1, threads=1
            )
        )
        if not np.array_equal(Board.from_array(board).regions, first):
            seed = self._options["seed"]
            message = f"found another board than the first board of seed {seed}"
            expected = "expected the boards of the same command"
            raise InputError(f"{message}, {expected}", source=self._source, line=line)
        return np.empty(0, np.uint64)

    def begin(self) -> None:
        """Open the ledger, and start a run in it unless the file has boards of this part."""
        self._open()
        if self._ledger is not None and not self.made:
            self._first = self._ledger.begin(self.count, generator.ATTEMPT_STRIDE)

    def make_boards(
        self, progress: Callable[[int, int], object], time_limit: float | None
    ) -> Generator[NDArray[np.uint8], None, None]:
        """Make the boards that are in the ledger but not in the file, then new boards."""
        if self._ledger is None and self._path is not None:
            self.begin()
        yield from unique.regenerate(
            self._n, **self._rules, base=self._first, slices=self._recorded, delivered=self.made
        )
        recorded = sum(len(one.fingerprints) for one in self._recorded)
        yield from unique.generate_slices(
            self._n, made=max(self.made, recorded), known=self._known, base=self._first,
            ledger=self._ledger, progress=progress, time_limit=time_limit, **self._options,
        )  # fmt: skip

    def close(self) -> None:
        """Close the ledger."""
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None

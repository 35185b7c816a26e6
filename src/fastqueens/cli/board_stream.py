"""Boards that `generate` writes to a .jsonl file as soon as they are made."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.cli.batch_files import Log, open_log
from fastqueens.queens.board.board import Board
from fastqueens.queens.generation import generator, unique
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice, fingerprints_of
from fastqueens.queens.streams.pipeline import boards_as_lines, read_generated_boards
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.queens.generation.ledger import BoardLedger

__all__ = ["BoardStream"]


class BoardStream:
    """Makes boards and writes each to a file at once; only fingerprints stay in memory.

    Parameters
    ----------
    n : int
        The rows of the boards.
    options : dict
        The keywords of `generate`.
    path : Path
        The file.
    resume : bool
        Whether to continue the file.
    ledger : str or None
        The ledger of the boards that other runs have made.

    Attributes
    ----------
    made : int
        The number of boards in the file.
    sizes : (int, int)
        The numbers of cells of the smallest and the largest region.
    """

    def __init__(
        self, n: int, options: dict[str, Any], path: Path, *, resume: bool, ledger: str | None
    ) -> None:
        self.made = 0
        self.sizes = (0, 0)
        self._n, self._options, self._path = n, options, path
        self._resume = resume and path.exists()
        names = ("stars", "difficulty", "seed", "pieces", "region_style")
        self._rules = {name: options[name] for name in names}
        self._known, self._first = Fingerprints(), 0
        self._recorded: list[Slice] = []  # the boards of this run in the ledger
        self._ledger: BoardLedger | None = None
        if ledger is not None:
            checked = generator.check_options(n, **self._rules)
            self._ledger = generator.open_ledger(ledger, n, checked)
            self._known = self._ledger.known
        try:
            if self._resume:
                self._read_file()
            if self._ledger is not None and not self.made:
                self._first = self._ledger.begin(options["count"], generator.ATTEMPT_STRIDE)
        except BaseException:
            self._close()
            raise

    def _read_file(self) -> None:
        """Read the boards that an earlier run has written, and compare them with the ledger."""
        name = str(self._path)
        expected = np.empty(0, np.uint64)
        for labels in read_generated_boards(name, self._n, self._options["stars"]):
            marks = fingerprints_of(labels, self._options["stars"])
            if not self.made:
                expected = self._expected_marks(int(marks[0]), labels[0])
            if self._ledger is None:
                self._known.add(marks)
            else:
                found = expected[self.made : self.made + len(marks)]
                same = np.append(found == marks[: len(found)], [False] * (len(found) < len(marks)))
                if not same.all():
                    raise InputError(
                        "found another board than the ledger has for this line",
                        source=name,
                        line=self.made + int(np.argmin(same)) + 1,
                    )
            self._count(labels)

    def _expected_marks(self, mark: int, board: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Return the fingerprints in the ledger of the run with this first board.

        Without a ledger, checks that the first board is the board that the seed gives.
        """
        if self._ledger is not None:
            self._first, self._recorded = self._ledger.resume(mark, self._options["count"])
            return np.concatenate([one.fingerprints for one in self._recorded])
        (first,) = next(unique.generate_slices(self._n, **self._rules, count=1, threads=1))
        if not np.array_equal(Board.from_array(board).regions, first):
            seed = self._options["seed"]
            message = f"found another board than the first board of seed {seed}"
            expected = "expected the boards of the same command"
            raise InputError(f"{message}, {expected}", source=str(self._path), line=1)
        return np.empty(0, np.uint64)

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
        made = self._make_boards(progress)
        try:
            with ExitStack() as files:
                for labels in made:
                    if log is None:  # the file is created with the first board
                        log = files.enter_context(open_log(self._path, resume=self._resume))
                    log.add(boards_as_lines(labels, self._options["stars"]))
                    self._count(labels)
                    if progress is not None:
                        progress(self.made, self._options["count"])
        finally:
            made.close()
            self._close()

    def _make_boards(
        self, progress: Callable[[int, int], object] | None
    ) -> Generator[NDArray[np.uint8], None, None]:
        """Make the boards that are in the ledger but not in the file, then new boards."""
        yield from unique.regenerate(
            self._n, **self._rules, base=self._first, slices=self._recorded, delivered=self.made
        )
        yield from unique.generate_slices(
            self._n, made=self.made, known=self._known, base=self._first, ledger=self._ledger,
            progress=progress, **self._options,
        )  # fmt: skip

    def _close(self) -> None:
        if self._ledger is not None:
            self._ledger.close()

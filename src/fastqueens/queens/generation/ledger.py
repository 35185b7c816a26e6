"""The ledger of boards: which boards were made by all runs that share it, so that none comes twice.

A database of SQLite as that of counts (`fastqueens.parallel.ledger`), with a row for each run and
one for each half second of it. A row has the marks of its boards, 8 bytes each, and no boards:
these follow from the run's options, its seed and their numbers. It is on the disk before any of its
boards is given away, so after ``kill -9`` there may be boards in the ledger that nobody has seen,
but none seen that is not in the ledger.

Tried: a table of marks with an index, which is written all over for each row (4 GB for a million
boards); marks that are looked up in the file, at 10 us each.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from time import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.parallel.ledger import SlowTask
from fastqueens.parallel.sqlite_store import (
    check_path,
    database_to_read,
    open_database,
    read_header,
)
from fastqueens.queens.generation.fingerprints import Marks, Slice
from fastqueens.results import InputError
from fastqueens.validation import quote

__all__ = ["BoardLedger", "BoardLedgerSummary", "Run", "read_board_ledger"]

_FORMAT = 1
_KIND = "generate"
_TABLES = """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run (
    run INTEGER PRIMARY KEY, n INTEGER NOT NULL, stars INTEGER NOT NULL, asked TEXT NOT NULL,
    version TEXT NOT NULL, first INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS slice (
    row INTEGER PRIMARY KEY, run INTEGER NOT NULL, marks BLOB NOT NULL, anew TEXT,
    seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
"""
_MARK = 8  # bytes


class BoardLedger:
    """A ledger of boards that is written.

    Parameters
    ----------
    path : path
        The file; it is made where there is none.
    n, stars : int
        Of the boards that are to be made now.
    asked : mapping
        What is asked of them, the seed as well, as plain data.

    Attributes
    ----------
    known : Marks
        Of all boards of that size in the ledger, as far as they were read.

    Raises
    ------
    InputError
        For a file that is no ledger of boards, or cannot be written.
    """

    def __init__(
        self, path: str | os.PathLike[str], n: int, stars: int, asked: Mapping[str, Any]
    ) -> None:
        from fastqueens._version import __version__

        self.path = check_path(path)
        self.known = Marks()
        self._rules = n, stars
        self._asked = json.dumps(dict(asked), sort_keys=True)
        self._version = __version__
        self._run = self._seen = 0
        self._db = open_database(self.path, _TABLES, "boards", self._begin)
        try:
            self._learn()
        except BaseException:
            self.close()
            raise

    def _begin(self, db: sqlite3.Connection) -> None:
        header = read_header(db, self.path)
        if not header:
            rows = [("format", json.dumps(_FORMAT)), ("count", json.dumps(_KIND))]
            db.executemany("INSERT INTO header VALUES (?, ?)", rows)
        elif header.get("format") != _FORMAT:
            found = quote(header.get("format"))
            raise InputError(f"{self.path}: found a ledger of format {found}, expected {_FORMAT}")

    def _learn(self) -> NDArray[np.uint64]:
        """Read the marks of rows that were not read yet; return them."""
        rows = self._db.execute(
            "SELECT row, marks FROM slice JOIN run USING (run) "
            "WHERE n = ? AND stars = ? AND row > ? ORDER BY row",
            (*self._rules, self._seen),
        )
        new = [np.empty(0, np.uint64)]
        for row, blob in rows:
            self._seen = row
            new.append(_marks(self.path, row, blob))
            self.known.add(new[-1])
        return np.concatenate(new)

    # ------------------------------------------------------------------------------- what is made

    def begin(self, size: int, most: int) -> int:
        """Begin a run of so many boards; return the number of its first.

        It is the number after those of runs before it with the same seed, and less than `most`.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            ((first,),) = self._db.execute(
                "SELECT ifnull(max(first + size), 0) FROM run WHERE asked = ? AND n = ? "
                "AND stars = ?",
                (self._asked, *self._rules),
            )
            if not isinstance(first, int) or not 0 <= first <= most - size:
                raise InputError(f"{self.path}: no numbers are left for this seed; take another")
            added = self._db.execute(
                "INSERT INTO run (n, stars, asked, version, first, size) VALUES (?, ?, ?, ?, ?, ?)",
                (*self._rules, self._asked, self._version, first, size),
            )
            self._run = added.lastrowid or 0
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return first

    def resume(self, mark: int, size: int) -> tuple[int, list[Slice]]:
        """Go on with the run of these options whose first board has a mark.

        Returns
        -------
        first : int
            The number of its first board.
        slices : list of Slice
            What it has made.

        Raises
        ------
        InputError
            Where there is no such run, or one that cannot be gone on with.
        """
        wanted = np.uint64(mark)
        runs = self._db.execute(
            "SELECT run, first, version FROM run WHERE asked = ? AND n = ? AND stars = ? "
            "ORDER BY run DESC",
            (self._asked, *self._rules),
        ).fetchall()
        for run, first, version in runs:
            slices = self._slices(run)
            if not slices or not len(slices[0].marks) or slices[0].marks[0] != wanted:
                continue
            if version != self._version or any(one.anew is None for one in slices):
                raise InputError(
                    f"{self.path}: the run that made these boards cannot be gone on with: it is of "
                    f"version {quote(version)} and was not written as a stream, or this is "
                    f"version {self._version!r}; begin another without --resume"
                )
            self._run = run
            self._db.execute("UPDATE run SET size = max(size, ?) WHERE run = ?", (size, run))
            return first, slices
        raise InputError(
            f"{self.path}: found no run with this seed and these options that begins with the "
            "first board of the file"
        )

    def _slices(self, run: int) -> list[Slice]:
        found = []
        rows = self._db.execute(
            "SELECT row, marks, anew FROM slice WHERE run = ? ORDER BY row", (run,)
        )
        for row, blob, text in rows:
            marks = _marks(self.path, row, blob)
            try:
                anew = None if text is None else {int(k): int(v) for k, v in json.loads(text)}
            except (ValueError, TypeError, RecursionError):
                raise InputError(f"{self.path}: row {row} is damaged") from None
            found.append(Slice(marks, anew))
        return found

    def give(self, new: Slice, seconds: float, worker: str) -> NDArray[np.intp]:
        """Write boards, unless others have written one that is like one of them.

        Returns
        -------
        ndarray of int
            The boards that are no longer new, and nothing was written; or none.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            alike = np.flatnonzero(np.isin(new.marks, self._learn()))
            if not alike.size:
                anew = None if new.anew is None else json.dumps(sorted(new.anew.items()))
                row = self._db.execute(
                    "INSERT INTO slice (run, marks, anew, seconds, worker, finished) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (self._run, new.marks.astype("<u8").tobytes(), anew, seconds, worker, time()),
                )
                self._seen = row.lastrowid or self._seen
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("ROLLBACK" if alike.size else "COMMIT")
        return alike

    def close(self) -> None:
        """Let the file go."""
        self._db.close()


def _marks(path: str, row: int, blob: object) -> NDArray[np.uint64]:
    if not isinstance(blob, bytes) or len(blob) % _MARK:
        raise InputError(f"{path}: row {row} is damaged")
    return np.frombuffer(blob, "<u8").astype(np.uint64)


# ------------------------------------------------------------------------------------ looking at it


@dataclass(frozen=True, slots=True)
class Run:
    """A call of `generate`.

    Attributes
    ----------
    n, stars : int
        Of its boards.
    asked : dict
        Its options, with the seed.
    version : str
        Of the package that made them.
    size, made : int
        Boards that it was asked for, and those made.
    seconds : float
        The time that it took.
    """

    n: int
    stars: int
    asked: dict[str, Any]
    version: str
    size: int
    made: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BoardLedgerSummary:
    """What a ledger of boards holds.

    Attributes
    ----------
    runs : list of Run
        The runs, in order.
    workers : int
        How many processes made boards.
    first, last : float or None
        When the first and the last boards came back, in seconds since 1970.
    slowest : list of Slow
        The rows that took longest.
    """

    runs: list[Run]
    workers: int
    first: float | None
    last: float | None
    slowest: list[SlowTask]

    @property
    def made(self) -> int:
        """All boards."""
        return sum(run.made for run in self.runs)

    @property
    def seconds(self) -> float:
        """The time of all runs."""
        return sum(run.seconds for run in self.runs)


def read_board_ledger(path: str | os.PathLike[str], *, slowest: int = 5) -> BoardLedgerSummary:
    """Read what a ledger of boards holds, while drivers may be at work.

    Parameters
    ----------
    path : path
        The file.
    slowest : int
        How many of the slowest rows.

    Returns
    -------
    HeldBoards

    Raises
    ------
    InputError
        For a file that is not there, or is no such ledger.
    """
    name = os.fspath(path)
    with database_to_read(path) as db:
        return _held(db, name, slowest)


def _held(db: sqlite3.Connection, name: str, slowest: int) -> BoardLedgerSummary:
    db.execute("BEGIN")  # one state of it, whatever others write meanwhile
    runs = []
    try:
        for n, stars, asked, version, size, marks, seconds in db.execute(
            "SELECT n, stars, asked, version, size, ifnull(sum(length(marks)), 0), "
            "total(seconds) FROM run LEFT JOIN slice USING (run) GROUP BY run.run ORDER BY run.run"
        ):
            options = json.loads(asked)
            if not isinstance(options, dict) or not isinstance(version, str):
                raise ValueError
            runs.append(
                Run(
                    int(n), int(stars), options, version, int(size), int(marks) // _MARK,
                    float(seconds),
                )
            )  # fmt: skip
        workers, first, last = db.execute(
            "SELECT count(DISTINCT worker), min(finished), max(finished) FROM slice"
        ).fetchone()
        longest = [
            SlowTask(int(row), float(seconds), str(worker))
            for row, seconds, worker in db.execute(
                "SELECT row, seconds, worker FROM slice ORDER BY seconds DESC LIMIT ?", (slowest,)
            )
        ]
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"{name}: run {len(runs) + 1} is damaged") from None
    return BoardLedgerSummary(runs, workers, first, last, longest)

"""The ledger of boards: a file that records the boards of all runs, so that no board is repeated.

It is an SQLite database, like the ledger of counts (`fastqueens.parallel.ledger`), with one row per
run and one row per half second of a run. A row stores the fingerprints of its boards, 8 bytes each.
The boards themselves are not stored: the options of the run, its seed and the numbers of the boards
determine them. A row is on disk before its boards are delivered. So after ``kill -9`` the ledger
may contain boards that were never delivered, but every delivered board is in the ledger.

Slower designs that were tried: a table of fingerprints with an index, which writes 4 GB for a
million boards; and looking up each fingerprint in the file, at 10 us each.
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
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice
from fastqueens.results import InputError
from fastqueens.validation import quote

__all__ = ["BoardLedger", "BoardLedgerSummary", "Run", "read_board_ledger"]

_FORMAT = 1
_KIND = "generate"
_TABLES = """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run (
    run INTEGER PRIMARY KEY, n INTEGER NOT NULL, stars INTEGER NOT NULL, options TEXT NOT NULL,
    version TEXT NOT NULL, first INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS slice (
    row INTEGER PRIMARY KEY, run INTEGER NOT NULL, fingerprints BLOB NOT NULL, attempts TEXT,
    seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
"""
_FINGERPRINT_BYTES = 8


class BoardLedger:
    """A ledger of boards, open for writing.

    Parameters
    ----------
    path : path
        The file. It is created if it does not exist.
    n, stars : int
        The rows and stars of the boards of this run.
    options : mapping
        The options and the seed of this run, as data for JSON.

    Attributes
    ----------
    known : Fingerprints
        The fingerprints, read so far, of all boards in the ledger with this size and stars.

    Raises
    ------
    InputError
        If the file is not a ledger of boards, or cannot be written.
    """

    def __init__(
        self, path: str | os.PathLike[str], n: int, stars: int, options: Mapping[str, Any]
    ) -> None:
        from fastqueens._version import __version__

        self.path = check_path(path)
        self.known = Fingerprints()
        self._rules = n, stars
        self._options = json.dumps(dict(options), sort_keys=True)
        self._version = __version__
        self._run = self._last_row = 0
        self._db = open_database(self.path, _TABLES, "boards", self._begin)
        try:
            self._read_new()
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

    def _read_new(self) -> NDArray[np.uint64]:
        """Read the fingerprints of new rows, and return them."""
        rows = self._db.execute(
            "SELECT row, fingerprints FROM slice JOIN run USING (run) "
            "WHERE n = ? AND stars = ? AND row > ? ORDER BY row",
            (*self._rules, self._last_row),
        )
        new = [np.empty(0, np.uint64)]
        for row, blob in rows:
            self._last_row = row
            new.append(_decode_fingerprints(self.path, row, blob))
            self.known.add(new[-1])
        return np.concatenate(new)

    # ----------------------------------------------------------------------------------- writing

    def begin(self, size: int, most: int) -> int:
        """Start a run of `size` boards, and return the number of its first board.

        The numbers continue the numbers of earlier runs with the same seed and options. All numbers
        are below `most`.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            ((first,),) = self._db.execute(
                "SELECT ifnull(max(first + size), 0) FROM run WHERE options = ? AND n = ? "
                "AND stars = ?",
                (self._options, *self._rules),
            )
            if not isinstance(first, int) or not 0 <= first <= most - size:
                raise InputError(
                    f"{self.path}: no numbers are left for this seed; use another seed"
                )
            added = self._db.execute(
                "INSERT INTO run (n, stars, options, version, first, size) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (*self._rules, self._options, self._version, first, size),
            )
            self._run = added.lastrowid or 0
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return first

    def resume(self, fingerprint: int, size: int) -> tuple[int, list[Slice]]:
        """Continue the run with these options whose first board has this fingerprint."""
        wanted = np.uint64(fingerprint)
        runs = self._db.execute(
            "SELECT run, first, version FROM run WHERE options = ? AND n = ? AND stars = ? "
            "ORDER BY run DESC",
            (self._options, *self._rules),
        ).fetchall()
        for run, first, version in runs:
            slices = self._slices(run)
            if not slices or not len(slices[0].fingerprints) or slices[0].fingerprints[0] != wanted:
                continue
            if version != self._version or any(one.attempts is None for one in slices):
                raise InputError(
                    f"{self.path}: cannot continue the run that made these boards: it was made by "
                    f"version {quote(version)} and this is version {self._version!r}, or it was "
                    "not written as a stream; start a new run without --resume"
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
            "SELECT row, fingerprints, attempts FROM slice WHERE run = ? ORDER BY row", (run,)
        )
        for row, blob, text in rows:
            fingerprints = _decode_fingerprints(self.path, row, blob)
            try:
                attempts = None if text is None else {int(k): int(v) for k, v in json.loads(text)}
            except (ValueError, TypeError, RecursionError):
                raise InputError(f"{self.path}: row {row} is damaged") from None
            found.append(Slice(fingerprints, attempts))
        return found

    def record(self, new: Slice, seconds: float, worker: str) -> NDArray[np.intp]:
        """Record a slice, and return the indices of its repeated boards.

        A board is repeated if another process has recorded an equivalent board since the last call.
        If there are repeated boards, no board of the slice is recorded.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            repeated = np.flatnonzero(np.isin(new.fingerprints, self._read_new()))
            if not repeated.size:
                attempts = (
                    None if new.attempts is None else json.dumps(sorted(new.attempts.items()))
                )
                row = self._db.execute(
                    "INSERT INTO slice (run, fingerprints, attempts, seconds, worker, finished) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        self._run,
                        new.fingerprints.astype("<u8").tobytes(),
                        attempts,
                        seconds,
                        worker,
                        time(),
                    ),
                )
                self._last_row = row.lastrowid or self._last_row
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("ROLLBACK" if repeated.size else "COMMIT")
        return repeated

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _decode_fingerprints(path: str, row: int, blob: object) -> NDArray[np.uint64]:
    if not isinstance(blob, bytes) or len(blob) % _FINGERPRINT_BYTES:
        raise InputError(f"{path}: row {row} is damaged")
    return np.frombuffer(blob, "<u8").astype(np.uint64)


# ----------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Run:
    """A call of `generate`.

    Attributes
    ----------
    n, stars : int
        The rows and stars of its boards.
    options : dict
        Its options and its seed.
    version : str
        The version of the package that made the boards.
    size, made : int
        The number of boards requested, and the number of boards made.
    seconds : float
        The duration of the run.
    """

    n: int
    stars: int
    options: dict[str, Any]
    version: str
    size: int
    made: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BoardLedgerSummary:
    """The contents of a ledger of boards.

    Attributes
    ----------
    runs : list of Run
        The runs, in order.
    workers : int
        The number of processes that made boards.
    first, last : float or None
        The times of the first and the last row, in seconds since 1970.
    slowest : list of SlowTask
        The rows that took the most time.
    """

    runs: list[Run]
    workers: int
    first: float | None
    last: float | None
    slowest: list[SlowTask]

    @property
    def made(self) -> int:
        """The number of boards of all runs."""
        return sum(run.made for run in self.runs)

    @property
    def seconds(self) -> float:
        """The duration of all runs."""
        return sum(run.seconds for run in self.runs)


def read_board_ledger(path: str | os.PathLike[str], *, slowest: int = 5) -> BoardLedgerSummary:
    """Read a ledger of boards, which other processes may be writing."""
    name = os.fspath(path)
    with database_to_read(path) as db:
        return _read_summary(db, name, slowest)


def _read_summary(db: sqlite3.Connection, name: str, slowest: int) -> BoardLedgerSummary:
    db.execute("BEGIN")  # a consistent snapshot while other processes write
    runs = []
    try:
        for n, stars, text, version, size, length, seconds in db.execute(
            "SELECT n, stars, options, version, size, ifnull(sum(length(fingerprints)), 0), "
            "total(seconds) FROM run LEFT JOIN slice USING (run) GROUP BY run.run ORDER BY run.run"
        ):
            options = json.loads(text)
            if not isinstance(options, dict) or not isinstance(version, str):
                raise ValueError
            runs.append(
                Run(
                    int(n), int(stars), options, version, int(size),
                    int(length) // _FINGERPRINT_BYTES,
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

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
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from time import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.input import load_json
from fastqueens.parallel.ledger import SOUND_RECORD, SlowTask, read_times
from fastqueens.parallel.sqlite_store import (
    Connection,
    Schema,
    check_keys,
    check_path,
    database_to_read,
    naming_errors,
    open_database,
    read_header,
    transaction,
)
from fastqueens.queens.generation.fingerprints import Fingerprints, Slice
from fastqueens.results import InputError
from fastqueens.validation import quote

__all__ = ["BOARD_SCHEMA", "BoardLedger", "BoardLedgerSummary", "Run", "read_board_ledger"]

_FORMAT = 1
_KIND = "generate"
BOARD_SCHEMA = Schema(
    "boards",
    """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run (
    run INTEGER PRIMARY KEY, n INTEGER NOT NULL, stars INTEGER NOT NULL, options TEXT NOT NULL,
    version TEXT NOT NULL, first INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS slice (
    row INTEGER PRIMARY KEY, run INTEGER NOT NULL, fingerprints BLOB NOT NULL, attempts TEXT,
    seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
""",
)
_FINGERPRINT_BYTES = 8
_ROW_BOARDS = 1 << 15  # boards of a row at most; each value is below `limits.LEDGER_VALUE`
_MAX_TEXT = 1000  # characters of the options of a run, or of a version


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
        self._db = open_database(self.path, BOARD_SCHEMA, self._begin)
        try:
            with naming_errors(self.path, self._db):
                deque(self._read_new(), maxlen=0)
        except BaseException:
            self.close()
            raise

    def _begin(self, db: Connection) -> None:
        header = read_header(db, self.path)
        if not header:
            rows = [("format", json.dumps(_FORMAT)), ("count", json.dumps(_KIND))]
            db.executemany("INSERT INTO header VALUES (?, ?)", rows)
        elif header.get("format") != _FORMAT:
            found = quote(header.get("format"))
            raise InputError(
                f"found a ledger of format {found}, expected {_FORMAT}", source=self.path
            )

    def _read_new(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the fingerprints of new rows, and add them to `known`."""
        rows = self._read_slices(
            "SELECT row, fingerprints, NULL FROM slice JOIN run USING (run) "
            "WHERE n = ? AND stars = ? AND row > ? ORDER BY row",
            (*self._rules, self._last_row),
        )
        for self._last_row, one in rows:
            self.known.add(one.fingerprints)
            yield one.fingerprints

    def _read_slices(self, query: str, values: tuple[object, ...]) -> Iterator[tuple[int, Slice]]:
        """Yield rows of the table ``slice``: the number, the fingerprints and the attempts.

        In a damaged file, rows can share pages. Then the rows together are larger than the file.
        """
        ((left,),) = self._db.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        for row, blob, text in self._db.execute(query, values):
            try:
                left -= len(blob) + len(text or "")
                if not isinstance(blob, bytes) or len(blob) % _FINGERPRINT_BYTES or left < 0:
                    raise ValueError
                attempts = None if text is None else {int(k): int(v) for k, v in json.loads(text)}
            except (ValueError, TypeError, RecursionError):
                raise InputError(f"row {row} is damaged", source=self.path) from None
            yield row, Slice(np.frombuffer(blob, "<u8").astype(np.uint64), attempts)

    # ----------------------------------------------------------------------------------- writing

    def begin(self, size: int, most: int) -> int:
        """Start a run of `size` boards, and return the number of its first board.

        The numbers continue the numbers of earlier runs with the same seed and options. All numbers
        are below `most`.
        """
        with naming_errors(self.path, self._db), transaction(self._db):
            ((runs,),) = self._db.execute("SELECT count(*) FROM run")
            if runs >= limits.LEDGER_RUNS:
                raise InputError(
                    f"the ledger has {runs:,} runs and cannot record more; use another file",
                    source=self.path,
                )
            ((first,),) = self._db.execute(
                "SELECT ifnull(max(first + size), 0) FROM run WHERE options = ? AND n = ? "
                "AND stars = ?",
                (self._options, *self._rules),
            )
            if not isinstance(first, int) or not 0 <= first <= most - size:
                raise InputError(
                    "no numbers are left for this seed; use another seed", source=self.path
                )
            added = self._db.execute(
                "INSERT INTO run (n, stars, options, version, first, size) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (*self._rules, self._options, self._version, first, size),
            )
            self._run = added.lastrowid or 0
        return first

    def resume(self, fingerprint: int, size: int) -> tuple[int, list[Slice]]:
        """Continue the run with these options whose first board has this fingerprint."""
        with naming_errors(self.path, self._db):
            run, first, slices = self._find_run(np.uint64(fingerprint))
            self._run = run
            with transaction(self._db):
                self._db.execute("UPDATE run SET size = max(size, ?) WHERE run = ?", (size, run))
        return first, slices

    def _find_run(self, wanted: np.uint64) -> tuple[int, int, list[Slice]]:
        """Return the last run whose first board has a fingerprint: number, first board, slices."""
        runs = self._db.execute(
            "SELECT run, first, version FROM run WHERE options = ? AND n = ? AND stars = ? "
            "ORDER BY run DESC",
            (self._options, *self._rules),
        )
        for run, first, version in runs:
            rows = self._read_slices(
                "SELECT row, fingerprints, attempts FROM slice WHERE run = ? ORDER BY row", (run,)
            )
            _, start = next(rows, (0, None))
            if start is None or start.fingerprints[:1].tolist() != [wanted]:
                continue
            slices = [start, *(one for _, one in rows)]
            if version != self._version or any(one.attempts is None for one in slices):
                raise InputError(
                    "cannot continue the run that made these boards: it was made by version "
                    f"{quote(version)} and this is version {self._version!r}, or it was not "
                    "written as a stream; start a new run without --resume",
                    source=self.path,
                )
            return run, first, slices
        raise InputError(
            "found no run with this seed and these options that begins with the first board of "
            "the file",
            source=self.path,
        )

    def record(self, new: Slice, seconds: float, worker: str) -> NDArray[np.intp]:
        """Record a slice, and return the indices of its repeated boards.

        A board is repeated if another process has recorded an equivalent board since the last call.
        If there are repeated boards, no board of the slice is recorded.
        """
        with naming_errors(self.path, self._db), transaction(self._db):
            recorded = [np.empty(0, np.uint64), *self._read_new()]
            repeated = np.flatnonzero(np.isin(new.fingerprints, np.concatenate(recorded)))
            if repeated.size:
                return repeated
            rows = new.split(_ROW_BOARDS)
            for one in rows:
                attempts = None if one.attempts is None else json.dumps([*one.attempts.items()])
                fingerprints = one.fingerprints.astype("<u8").tobytes()
                added = self._db.execute(
                    "INSERT INTO slice (run, fingerprints, attempts, seconds, worker, finished) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (self._run, fingerprints, attempts, seconds / len(rows), worker, time()),
                )
        self._last_row = added.lastrowid or self._last_row
        return repeated

    def close(self) -> None:
        """Close the file."""
        self._db.close()


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
    with database_to_read(path, BOARD_SCHEMA) as db:
        return _read_summary(db, name, slowest)


def _read_summary(db: Connection, name: str, slowest: int) -> BoardLedgerSummary:
    check_keys(db, name, BOARD_SCHEMA)
    table, row = "run", 0
    runs: dict[int, Run] = {}
    try:
        for row, *columns in db.execute(
            "SELECT run, n, stars, options, version, size FROM run ORDER BY run"
        ):
            if len(runs) == limits.LEDGER_RUNS:
                raise ValueError
            runs[row] = _read_run(*columns)
        table = "slice"
        made, seconds = dict.fromkeys(runs, 0), dict.fromkeys(runs, 0.0)
        for found in db.execute(
            f"SELECT row, run, length(fingerprints), seconds, {SOUND_RECORD} FROM slice"
        ):
            row, run, length, duration, sound = found
            if not sound:
                raise ValueError
            made[run] += length // _FINGERPRINT_BYTES
            seconds[run] += duration
    except (KeyError, ValueError, TypeError):
        raise InputError(f"row {row} of table {table} is damaged", source=name) from None
    summaries = [replace(x, made=made[i], seconds=seconds[i]) for i, x in runs.items()]
    return BoardLedgerSummary(summaries, *read_times(db, "slice", "row", slowest)[1:])


def _read_run(n: object, stars: object, text: object, version: object, size: object) -> Run:
    """Check a row of the table ``run``; raise ValueError if it is damaged."""
    if not isinstance(text, str) or not isinstance(version, str):
        raise ValueError
    if max(len(text), len(version)) > _MAX_TEXT:
        raise ValueError
    options = load_json(text, None)
    if not isinstance(options, dict) or any(isinstance(x, dict | list) for x in options.values()):
        raise ValueError
    if not (isinstance(n, int) and isinstance(stars, int) and isinstance(size, int)):
        raise ValueError
    return Run(n, stars, options, version, size, made=0, seconds=0.0)

"""The ledger: a file with the results of the finished tasks of a count.

The file is an SQLite database whose write-ahead log is flushed to the disk in every round of the
scheduler: after a power cut or ``kill -9`` it holds all results of earlier rounds. Several
processes may share it. A process *claims* a task before it sends it. Other processes do claimed
tasks last: if only claimed tasks are left, they do these tasks too, because the process that made
the claim may have died.

Rejected: claims that expire, because they need synchronised clocks; and no claims, because then a
second process repeated the tasks of the first process (both start with the largest tasks).
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeGuard

from fastqueens.parallel.sqlite_store import (
    Connection,
    Schema,
    begin_to_write,
    check_keys,
    check_path,
    database_to_read,
    naming_errors,
    open_database,
    read_header,
)
from fastqueens.parallel.tasks import TaskResult
from fastqueens.results import InputError

__all__ = [
    "COUNT_SCHEMA",
    "SOUND_RECORD",
    "Ledger",
    "LedgerSummary",
    "SlowTask",
    "read_ledger",
    "read_times",
]

_FORMAT = 1
_MAX_COUNTERS = 64
_MAX_BITS = 4096
# SQL that is true for sound values in the columns that all ledgers have. A sum of times is finite.
SOUND_RECORD = """
(typeof(seconds) = 'real' AND seconds BETWEEN 0 AND 1e12 AND
 typeof(finished) = 'real' AND finished BETWEEN 0 AND 1e12 AND
 typeof(worker) = 'text' AND length(worker) <= 1000)
"""
COUNT_SCHEMA = Schema(
    "a count",
    """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task (
    row INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, result TEXT NOT NULL,
    work TEXT NOT NULL, seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
CREATE TABLE IF NOT EXISTS claim (number INTEGER PRIMARY KEY);
""",
)


class Ledger:
    """A ledger that is open for writing.

    Parameters
    ----------
    path : path
        The file; it is created if it does not exist.
    about : dict
        The problem and how it is cut into tasks, as plain data.
    size : int
        The number of tasks.

    Raises
    ------
    InputError
        If the file is not a ledger, cannot be written, or is the ledger of another count.
    """

    def __init__(self, path: str | os.PathLike[str], about: dict[str, Any], size: int) -> None:
        from fastqueens._version import __version__

        self._path = check_path(path)
        self._size = size
        self._seen = 0  # the last row that was read
        self._done = bytearray((size + 7) // 8)
        self._counters: set[str] = set()
        header = {"format": _FORMAT, "version": __version__, **about, "tasks": size}
        self._db = open_database(self._path, COUNT_SCHEMA, partial(self._begin, header))

    def _begin(self, header: dict[str, Any], db: Connection) -> None:
        """Write the header, or compare it with the header of the file."""
        found = read_header(db, self._path)
        if not found:
            rows = [(key, json.dumps(value)) for key, value in header.items()]
            db.executemany("INSERT INTO header VALUES (?, ?)", rows)
        header = json.loads(json.dumps(header))  # tuples become lists, as in the file
        for key in {**header, **found}:
            if found and found.get(key) != header.get(key):
                raise InputError(
                    f"this ledger belongs to another count: its {key} is {_short(found.get(key))}, "
                    f"and the {key} of this count is {_short(header.get(key))}; use another file",
                    source=self._path,
                )

    # -------------------------------------------------------------------- tasks without a result

    def _has(self, number: int) -> bool:
        return bool(self._done[number >> 3] >> (number & 7) & 1)

    def left(self, order: Iterable[int]) -> Iterator[int]:
        """Yield and claim the tasks without a result, claimed tasks last."""
        put_off: deque[int] = deque()
        for number in order:
            if self._has(number):
                continue
            if self._claim(number):
                yield number
            else:
                put_off.append(number)
        while put_off:
            number = put_off.popleft()
            if not self._has(number):
                yield number

    def _claim(self, number: int) -> bool:
        with self._writing():
            added = self._db.execute("INSERT OR IGNORE INTO claim VALUES (?)", (number,))
        return added.rowcount == 1

    # ----------------------------------------------------------------------------------- results

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in the current transaction; an error of SQLite rolls it back, such as a full disk.

        The error then is an `InputError` with the path.
        """
        with naming_errors(self._path, self._db):
            try:
                if not self._db.in_transaction:
                    begin_to_write(self._db)
                yield
            except sqlite3.Error:
                self._db.rollback()
                raise

    def take(self, done: Iterable[TaskResult]) -> None:
        """Write results; `commit` flushes them to the disk."""
        rows = [
            (x.number, str(x.result), json.dumps(x.work), x.seconds, x.worker, time.time())
            for x in done
        ]
        if rows:
            with self._writing():
                self._db.executemany(
                    "INSERT OR IGNORE INTO task (number, result, work, seconds, worker, finished) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    rows,
                )

    def commit(self, add: Callable[[int, int, dict[str, int], float], object]) -> None:
        """Flush the results to the disk, then call `read` with `add`."""
        if self._db.in_transaction:
            self._commit()
            self.read(add)

    def _commit(self) -> None:
        with self._writing():
            self._db.execute("COMMIT")

    def read(self, add: Callable[[int, int, dict[str, int], float], object]) -> None:
        """Call `add` with each new result, including the results of other processes."""
        query = "SELECT row, number, result, work, seconds FROM task WHERE row > ? ORDER BY row"
        with naming_errors(self._path, self._db):
            try:
                for row, number, result, work, seconds in self._db.execute(query, (self._seen,)):
                    self._seen = row
                    if not 0 <= number < self._size:
                        raise ValueError
                    self._done[number >> 3] |= 1 << (number & 7)
                    values = _read_work(work, self._counters)
                    self._counters.update(values)
                    add(number, _read_result(result), values, float(seconds))
            except (ValueError, TypeError, RecursionError):
                raise InputError(f"row {self._seen} is damaged", source=self._path) from None

    def close(self) -> None:
        """Flush the results to the disk and close the file."""
        with closing(self._db):
            if self._db.in_transaction:
                self._commit()


# ------------------------------------------------------------------------------------ the summary


@dataclass(frozen=True, slots=True)
class SlowTask:
    """One of the slowest tasks."""

    number: int
    seconds: float
    worker: str


@dataclass(frozen=True, slots=True)
class LedgerSummary:
    """The summary of a ledger.

    Attributes
    ----------
    header : dict
        The problem, its options, how it is cut into tasks, and the version of the package.
    tasks, done : int
        The number of all tasks, and of finished tasks.
    total : int
        The sum of the results, divided by the ``divisor`` of the header.
    work : dict
        The counters, added up.
    seconds : float
        The time of all tasks together.
    workers : int
        The number of processes that did the tasks.
    first, last : float or None
        The times of the first and the last result, in seconds since 1970.
    slowest : list of SlowTask
        The slowest tasks.
    """

    header: dict[str, Any]
    tasks: int
    done: int
    total: int
    work: dict[str, int]
    seconds: float
    workers: int
    first: float | None
    last: float | None
    slowest: list[SlowTask]


def read_ledger(path: str | os.PathLike[str], *, slowest: int = 5) -> LedgerSummary:
    """Read the summary of a ledger; other processes may be writing it."""
    name = os.fspath(path)
    with database_to_read(path, COUNT_SCHEMA) as db:
        return _read_summary(db, name, slowest)


def _read_summary(db: Connection, name: str, slowest: int) -> LedgerSummary:
    check_keys(db, name, COUNT_SCHEMA)
    header = read_header(db, name)
    tasks, divisor = header.get("tasks"), header.get("divisor", 1)
    if not (_is_size(tasks) and _is_size(divisor) and divisor) or not isinstance(
        header.get("problem", {}), dict
    ):
        raise InputError("found no header, expected the header of a ledger", source=name)
    total = done = 0
    work: dict[str, int] = {}
    try:
        for result, counters, sound in db.execute(f"SELECT result, work, {SOUND_RECORD} FROM task"):
            if not sound:
                raise ValueError
            total += _read_result(result)
            for key, value in _read_work(counters, work).items():
                work[key] = work.get(key, 0) + value
            done += 1
        if done > tasks:
            raise ValueError
        times = read_times(db, "task", "number", slowest)
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"row {done + 1} is damaged", source=name) from None
    return LedgerSummary(header, tasks, done, total // divisor, work, *times)


def _is_size(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and 0 <= value < 1 << 63


def read_times(
    db: Connection, table: str, number: str, slowest: int
) -> tuple[float, int, float | None, float | None, list[SlowTask]]:
    """Return the last five attributes of `LedgerSummary` for the rows of a table."""
    seconds, workers, first, last = db.execute(
        f"SELECT total(seconds), count(DISTINCT worker), min(finished), max(finished) FROM {table}"
    ).fetchone()
    longest = db.execute(
        f"SELECT {number}, seconds, worker FROM {table} ORDER BY seconds DESC LIMIT ?", (slowest,)
    )
    return seconds, workers, first, last, [SlowTask(*row) for row in longest]


def _read_result(text: object) -> int:
    if not isinstance(text, str):
        raise ValueError
    return _check_number(int(text))


def _read_work(text: str, known: Collection[str]) -> dict[str, int]:
    """Read the counters of a row; `known` are the names of the counters of earlier rows."""
    work = json.loads(text)
    if not isinstance(work, dict) or not all(isinstance(x, int) for x in work.values()):
        raise ValueError
    if len(work.keys() | known) > _MAX_COUNTERS:
        raise ValueError
    return {name: _check_number(value) for name, value in work.items()}


def _check_number(value: int) -> int:
    """Return a number of a row, or raise ValueError if Python could not print a sum of them."""
    if value.bit_length() > _MAX_BITS:
        raise ValueError
    return value


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."

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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastqueens.parallel.sqlite_store import (
    check_path,
    database_to_read,
    open_database,
    read_header,
)
from fastqueens.parallel.tasks import TaskResult
from fastqueens.results import InputError

__all__ = ["Ledger", "LedgerSummary", "SlowTask", "read_ledger"]

_FORMAT = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task (
    row INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, result TEXT NOT NULL,
    work TEXT NOT NULL, seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
CREATE TABLE IF NOT EXISTS claim (number INTEGER PRIMARY KEY);
"""


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
        header = {"format": _FORMAT, "version": __version__, **about, "tasks": size}
        self._db = open_database(self._path, _TABLES, "a count", partial(self._begin, header))

    def _begin(self, header: dict[str, Any], db: sqlite3.Connection) -> None:
        """Write the header, or compare it with the header of the file."""
        found = read_header(db, self._path)
        if not found:
            rows = [(key, json.dumps(value)) for key, value in header.items()]
            db.executemany("INSERT INTO header VALUES (?, ?)", rows)
        header = json.loads(json.dumps(header))  # tuples become lists, as in the file
        for key in {**header, **found}:
            if found and found.get(key) != header.get(key):
                raise InputError(
                    f"{self._path}: this ledger is of another count: its {key} is "
                    f"{_short(found.get(key))}, that of this one {_short(header.get(key))}; take "
                    "another file"
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
        self._write()
        added = self._db.execute("INSERT OR IGNORE INTO claim VALUES (?)", (number,))
        return added.rowcount == 1

    # ----------------------------------------------------------------------------------- results

    def _write(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def take(self, done: Iterable[TaskResult]) -> None:
        """Write results; `commit` flushes them to the disk."""
        rows = [
            (x.number, str(x.result), json.dumps(x.work), x.seconds, x.worker, time.time())
            for x in done
        ]
        if rows:
            self._write()
            self._db.executemany(
                "INSERT OR IGNORE INTO task (number, result, work, seconds, worker, finished) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )

    def commit(self, add: Callable[[int, int, dict[str, int], float], object]) -> None:
        """Flush the results to the disk, then call `read` with `add`."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
            self.read(add)

    def read(self, add: Callable[[int, int, dict[str, int], float], object]) -> None:
        """Call `add` with each new result, including the results of other processes."""
        rows = self._db.execute(
            "SELECT row, number, result, work, seconds FROM task WHERE row > ? ORDER BY row",
            (self._seen,),
        )
        try:
            for row, number, result, work, seconds in rows:
                self._seen = row
                if not 0 <= number < self._size:
                    raise ValueError
                self._done[number >> 3] |= 1 << (number & 7)
                add(number, int(result), _work(work), float(seconds))
        except (ValueError, TypeError, RecursionError):
            raise InputError(f"{self._path}: row {self._seen} is damaged") from None

    def close(self) -> None:
        """Flush the results to the disk and close the file."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._db.close()


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
    with database_to_read(path) as db:
        return _held(db, name, slowest)


def _held(db: sqlite3.Connection, name: str, slowest: int) -> LedgerSummary:
    tables = {x for (x,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"header", "task", "claim"} <= tables:
        raise InputError(f"{name}: found another database, expected a ledger")
    db.execute("BEGIN")  # one consistent state, even if other processes write meanwhile
    header = read_header(db, name)
    tasks, divisor = header.get("tasks"), header.get("divisor", 1)
    if not isinstance(tasks, int) or not isinstance(divisor, int) or tasks < 0 or divisor < 1:
        raise InputError(f"{name}: found no header, expected that of a ledger")
    total = done = 0
    work: dict[str, int] = {}
    try:
        for result, counters in db.execute("SELECT result, work FROM task"):
            total += int(result)
            done += 1
            for key, value in _work(counters).items():
                work[key] = work.get(key, 0) + value
        seconds, workers, first, last = db.execute(
            "SELECT total(seconds), count(DISTINCT worker), min(finished), max(finished) FROM task"
        ).fetchone()
        longest = [
            SlowTask(int(number), float(seconds), str(worker))
            for number, seconds, worker in db.execute(
                "SELECT number, seconds, worker FROM task ORDER BY seconds DESC LIMIT ?", (slowest,)
            )
        ]
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"{name}: row {done + 1} is damaged") from None
    return LedgerSummary(
        header, tasks, done, total // divisor, work, seconds, workers, first, last, longest
    )


def _work(text: str) -> dict[str, int]:
    work = json.loads(text)
    if not isinstance(work, dict) or not all(isinstance(x, int) for x in work.values()):
        raise ValueError
    return work


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."

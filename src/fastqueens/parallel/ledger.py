"""The ledger: a file that keeps what each task of a count came to, so that nothing is done twice.

A database of SQLite with a write-ahead log that is flushed to the disk with every round: after a
power cut or ``kill -9`` it holds all tasks that came back before. Several drivers may share it. A
task is *claimed* when it is sent; a claim keeps nobody from it, it only puts it off: whoever finds
nothing else left does the claimed tasks too, since their driver may be gone.

Tried: claims that run out, which needs a clock that machines agree on; no claims, with which a
second driver did the same tasks as the first from the largest on.
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
    header_of,
    opened,
)
from fastqueens.parallel.tasks import Done
from fastqueens.results import InputError

__all__ = ["Held", "Ledger", "Slow", "read_ledger"]

_FORMAT = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task (
    row INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, result TEXT NOT NULL,
    work TEXT NOT NULL, seconds REAL NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL);
CREATE TABLE IF NOT EXISTS claim (number INTEGER PRIMARY KEY);
"""


class Ledger:
    """A ledger that is written.

    Parameters
    ----------
    path : path
        The file; it is made where there is none.
    about : dict
        What is counted and how it is cut, as plain data.
    size : int
        How many tasks there are.

    Raises
    ------
    InputError
        For a file that is no ledger, cannot be written, or holds something else.
    """

    def __init__(self, path: str | os.PathLike[str], about: dict[str, Any], size: int) -> None:
        from fastqueens._version import __version__

        self._path = check_path(path)
        self._size = size
        self._seen = 0  # the last row that was read
        self._done = bytearray((size + 7) // 8)
        header = {"format": _FORMAT, "version": __version__, **about, "tasks": size}
        self._db = opened(self._path, _TABLES, "a count", partial(self._begin, header))

    def _begin(self, header: dict[str, Any], db: sqlite3.Connection) -> None:
        """Write the header, or compare what is there."""
        found = header_of(db, self._path)
        if not found:
            rows = [(key, json.dumps(value)) for key, value in header.items()]
            db.executemany("INSERT INTO header VALUES (?, ?)", rows)
        header = json.loads(json.dumps(header))  # as it is read: lists for tuples
        for key in {**header, **found}:
            if found and found.get(key) != header.get(key):
                raise InputError(
                    f"{self._path}: this ledger is of another count: its {key} is "
                    f"{_short(found.get(key))}, that of this one {_short(header.get(key))}; take "
                    "another file"
                )

    # ------------------------------------------------------------------------------ what is left

    def _has(self, number: int) -> bool:
        return bool(self._done[number >> 3] >> (number & 7) & 1)

    def left(self, order: Iterable[int]) -> Iterator[int]:
        """Go through the tasks that nobody has done, claiming each; claimed ones come last."""
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

    # ------------------------------------------------------------------------------ what is done

    def _write(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def take(self, done: Iterable[Done]) -> None:
        """Write those that came back; `commit` makes it last."""
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
        """Put what was written on the disk, and add what is new there, by other drivers too."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
            self.read(add)

    def read(self, add: Callable[[int, int, dict[str, int], float], object]) -> None:
        """Add the tasks that were not added yet: number, result, work, seconds."""
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
        """Put what was written on the disk, and let the file go."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._db.close()


# ------------------------------------------------------------------------------------ looking at it


@dataclass(frozen=True, slots=True)
class Slow:
    """A task that took long."""

    number: int
    seconds: float
    worker: str


@dataclass(frozen=True, slots=True)
class Held:
    """What a ledger holds.

    Attributes
    ----------
    header : dict
        The problem, its options, how it is cut, the package's version.
    tasks, done : int
        All tasks, and those done.
    total : int
        The sum of the results, divided as the header's ``divisor`` says.
    work : dict
        The counters, added up.
    seconds : float
        The time of all tasks together.
    workers : int
        How many processes did them.
    first, last : float or None
        When the first and the last task came back, in seconds since 1970.
    slowest : list of Slow
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
    slowest: list[Slow]


def read_ledger(path: str | os.PathLike[str], *, slowest: int = 5) -> Held:
    """Read what a ledger holds, while drivers may be at work.

    Parameters
    ----------
    path : path
        The file.
    slowest : int
        How many of the slowest tasks.

    Returns
    -------
    Held

    Raises
    ------
    InputError
        For a file that is not there, or is no ledger.
    """
    name = os.fspath(path)
    with database_to_read(path) as db:
        return _held(db, name, slowest)


def _held(db: sqlite3.Connection, name: str, slowest: int) -> Held:
    tables = {x for (x,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"header", "task", "claim"} <= tables:
        raise InputError(f"{name}: found another database, expected a ledger")
    db.execute("BEGIN")  # one state of it, whatever others write meanwhile
    header = header_of(db, name)
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
            Slow(int(number), float(seconds), str(worker))
            for number, seconds, worker in db.execute(
                "SELECT number, seconds, worker FROM task ORDER BY seconds DESC LIMIT ?", (slowest,)
            )
        ]
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"{name}: row {done + 1} is damaged") from None
    return Held(header, tasks, done, total // divisor, work, seconds, workers, first, last, longest)


def _work(text: str) -> dict[str, int]:
    work = json.loads(text)
    if not isinstance(work, dict) or not all(isinstance(x, int) for x in work.values()):
        raise ValueError
    return work


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."

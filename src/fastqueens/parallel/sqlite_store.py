"""SQLite databases that several processes write; each commit is flushed to the disk."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastqueens.results import InputError

__all__ = ["check_path", "database_to_read", "open_database", "read_header", "read_ledger_kind"]

_BROKEN = sqlite3.Error, UnicodeDecodeError  # raised for a damaged file
_PATIENCE = 60.0  # seconds to wait for a lock; another process holds it for milliseconds


def check_path(path: object) -> str:
    """Return the path of a ledger as text, or raise `InputError`."""
    try:
        name = os.fspath(path)  # type: ignore[call-overload]
    except TypeError:
        name = None
    if not isinstance(name, str) or not name or "\0" in name:
        raise InputError(f"ledger is {path!r}, expected the name of a file")
    return name


def open_database(
    path: str, schema: str, kind: str, begin: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """Open a database for writing; create it if it does not exist."""
    try:
        db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise _refused(path, error) from None
    try:
        _open(db, path, schema, kind, begin)
    except _BROKEN as error:
        db.close()
        raise _refused(path, error) from None
    except BaseException:
        db.close()
        raise
    return db


def _open(
    db: sqlite3.Connection,
    path: str,
    schema: str,
    kind: str,
    begin: Callable[[sqlite3.Connection], None],
) -> None:
    """Create the tables as soon as no other process holds the lock.

    SQLite fails at once with "locked" while another connection creates or removes the write-ahead
    log, so this function repeats the attempt.
    """
    patient = time.monotonic() + _PATIENCE
    while True:
        try:
            _check_tables(db, path, schema, kind)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")
            try:
                for statement in schema.split(";"):
                    db.execute(statement)
                begin(db)
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > patient:
                raise
        time.sleep(0.01)


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _check_tables(db: sqlite3.Connection, path: str, schema: str, kind: str) -> None:
    tables = _tables(db)
    wanted = {words.split()[5] for words in schema.split(";") if words.strip()}
    if not tables or wanted <= tables:
        return
    found = "another database"
    if "header" in tables and (holds := read_header(db, path).get("count")) is not None:
        found = f"one of {str(holds)[:20]!r}"
    raise InputError(f"{path}: found {found}, expected a ledger of {kind}")


def read_header(db: sqlite3.Connection, path: str) -> dict[str, Any]:
    """Read the table ``header``; its values are JSON."""
    try:
        return {key: json.loads(value) for key, value in db.execute("SELECT * FROM header")}
    except (ValueError, TypeError, RecursionError):
        raise InputError(f"{path}: the header of this ledger is damaged") from None


@contextmanager
def database_to_read(path: str | os.PathLike[str]) -> Iterator[sqlite3.Connection]:
    """Open an existing database for reading, in a ``with`` statement."""
    name = os.fspath(path)
    if not Path(name).is_file():
        raise InputError(f"{name}: there is no such file")
    try:
        db = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None)
        try:
            yield db
        finally:
            db.close()
    except _BROKEN as error:
        raise _refused(name, error) from None


def read_ledger_kind(path: str | os.PathLike[str]) -> str:
    """Return the command that wrote a ledger, or "" if the header does not name one."""
    with database_to_read(path) as db:
        found = read_header(db, os.fspath(path)).get("count") if "header" in _tables(db) else ""
    return found if isinstance(found, str) else ""


def _refused(path: str, error: Exception) -> InputError:
    """Return the `InputError` for an error of SQLite."""
    return InputError(f"{path}: it cannot be used as a ledger: {error}")

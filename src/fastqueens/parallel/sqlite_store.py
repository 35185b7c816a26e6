"""SQLite databases that several processes write; each commit is flushed to the disk.

A database may come from a stranger. A generated column, a view or a trigger in it can take any
memory and time, so SQLite reads only the schema, under small limits, until each of its statements
has been compared with the expected statement. The pages of a database may refer to each other in
circles, so that a small file has endless rows: the keys of all rows are checked first.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastqueens import input_limits as limits
from fastqueens.input import load_json
from fastqueens.results import InputError
from fastqueens.validation import quote

__all__ = [
    "Connection",
    "Schema",
    "begin_to_write",
    "check_keys",
    "check_path",
    "database_to_read",
    "find_schema",
    "naming_errors",
    "open_database",
    "read_header",
    "transaction",
]

_BROKEN = sqlite3.Error, UnicodeDecodeError  # raised for a damaged file
# Primary error codes of a database whose folder or disk cannot be written.
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
)
_LOCKED = sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED
_PATIENCE = 60.0  # seconds to wait for a lock; another process holds it for milliseconds
_LOCK_WAIT = 0.05  # seconds that SQLite waits for a lock; it does not handle signals meanwhile
_SIGNAL_STEPS = 100_000  # instructions of SQLite between two checks for signals, about 1 ms
# Limits for the schema: bytes of a statement, columns, and instructions of SQLite, enough to read
# dozens of statements.
_STATEMENT_BYTES, _COLUMNS, _SCHEMA_STEPS = 4096, 32, 1000
_CACHE_KIB = 2000  # the default, but a file can ask for more
_HEADER_ROWS, _HEADER_BYTES = 32, 64 << 10

_Entry = tuple[str, str, str, str | None]  # type, name, table and statement


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a kind of ledger.

    Attributes
    ----------
    kind : str
        What the ledger records, in words.
    sql : str
        The statements that create the tables. There is a table ``header`` of keys and values; the
        rows of the other tables are numbered.
    """

    kind: str
    sql: str


class Connection(sqlite3.Connection):
    """A connection that handles signals while SQLite runs a long statement.

    Attributes
    ----------
    stop : BaseException or None
        The exception of a signal handler, such as KeyboardInterrupt, that stopped a statement.
    """

    stop: BaseException | None = None

    def handle_signals(self) -> Generator[int, None, None]:
        """Yield 0 to continue a statement, or 1 to stop it after an exception of a signal handler.

        Python runs the handlers at the moment of the call. In a generator, unlike in a function,
        the ``try`` statement covers that moment.
        """
        while True:
            try:
                yield 0
            except GeneratorExit:
                raise
            except BaseException as error:  # naming_errors raises it again
                self.stop = error
                yield 1


def check_path(path: object) -> str:
    """Return the path of a ledger as text, or raise `InputError`."""
    try:
        name = os.fspath(path)  # type: ignore[call-overload]
    except TypeError:
        name = None
    if not isinstance(name, str) or not name or "\0" in name:
        raise InputError(f"ledger is {quote(path)}, expected the name of a file")
    return name


@contextmanager
def naming_errors(path: str, db: Connection | None = None) -> Iterator[None]:
    """Raise an `InputError` with the path for an error of SQLite in a ``with`` statement."""
    try:
        yield
    except _BROKEN as error:
        if db is not None and db.stop is not None:
            stop, db.stop = db.stop, None
            raise stop from None
        raise InputError(f"it cannot be used as a ledger: {error}", source=path) from None


def _primary_code(error: sqlite3.Error) -> int | None:
    """Return the primary code of an error of SQLite; None if Python's module raised the error.

    The module does so without a code for a text that is not UTF-8.
    """
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


# ----------------------------------------------------------------------------------- connections


def open_database(path: str, schema: Schema, begin: Callable[[Connection], None]) -> Connection:
    """Open a database for writing; create it if it does not exist."""
    with naming_errors(path):
        db = _connect(path)
    try:
        with naming_errors(path, db):
            _retry_while_locked(lambda: _open(db, path, schema, begin))
    except BaseException:
        db.close()
        raise
    return db


def _open(db: Connection, path: str, schema: Schema, begin: Callable[[Connection], None]) -> None:
    """Check the tables, or create them in an empty database."""
    if _find_schema(db, path, schema) is not None:
        check_keys(db, path, schema)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.LEDGER_VALUE)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    with transaction(db):
        for statement in schema.sql.split(";"):
            db.execute(statement)
        begin(db)


@contextmanager
def database_to_read(path: str | os.PathLike[str], *schemas: Schema) -> Iterator[Connection]:
    """Open an existing database with one of some schemas for reading, in a ``with`` statement.

    All reads see the same state, even if other processes write meanwhile. The caller calls
    `check_keys` before it reads all rows of a table.

    SQLite reads a database with a write-ahead log only where it can write an index of that log. If
    it cannot, this function opens a copy of the database and its log in a temporary folder.
    """
    name = os.fspath(path)
    if not Path(name).is_file():
        raise InputError(f"found {_describe_other(name)}", source=name)
    with ExitStack() as stack, naming_errors(name):
        file = name
        if not _can_be_opened(name):
            file = _copy(name, stack.enter_context(TemporaryDirectory(prefix="fastqueens-")))
        db = stack.enter_context(closing(_connect(file)))
        stack.enter_context(naming_errors(name, db))
        _retry_while_locked(lambda: _begin_to_read(db, name, *schemas))
        yield db


def _describe_other(path: str) -> str:
    """Describe what is at a path that is not a file."""
    if Path(path).is_dir():
        return "a folder, expected a ledger"
    if os.path.islink(path):
        return "a symbolic link that leads to no file"
    if os.path.lexists(path):
        return "something that is not a file, expected a ledger"
    return "no such file"


def _can_be_opened(path: str) -> bool:
    try:
        with closing(_connect(path)) as db:
            _read_entries(db)
    except sqlite3.Error as error:
        return _primary_code(error) not in _UNWRITABLE
    return True


def _begin_to_read(db: Connection, path: str, *schemas: Schema) -> None:
    """Start a transaction that only reads, and check the schema."""
    db.rollback()  # the transaction of an attempt that found the database locked
    db.execute("BEGIN")
    if _find_schema(db, path, *schemas) is None:
        raise InputError("found an empty file, expected a ledger", source=path)


def _connect(path: str) -> Connection:
    db = sqlite3.connect(path, timeout=_LOCK_WAIT, isolation_level=None, factory=Connection)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, _COLUMNS)
    return db


def _copy(path: str, folder: str) -> str:
    """Copy a database and its write-ahead log into a folder; return the path of the copy."""
    copy = str(Path(folder, "ledger.db"))
    try:
        for ending in ("", "-wal"):
            if not ending or Path(path + ending).exists():
                shutil.copyfile(path + ending, copy + ending)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=path) from None
    return copy


def _retry_while_locked(action: Callable[[], object]) -> None:
    """Call `action` until no other process holds the lock.

    SQLite can wait for a lock itself, but not while another connection creates or removes the
    write-ahead log, and it does not handle signals while it waits.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            action()
            return
        except sqlite3.OperationalError as error:
            if _primary_code(error) not in _LOCKED or time.monotonic() > end:
                raise
        time.sleep(0.01)


def begin_to_write(db: Connection) -> None:
    """Start a transaction as soon as no other process writes."""
    _retry_while_locked(lambda: db.execute("BEGIN IMMEDIATE"))


@contextmanager
def transaction(db: Connection) -> Iterator[None]:
    """Commit the statements of a ``with`` statement together, or none of them after an error."""
    begin_to_write(db)
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


# ---------------------------------------------------------------------------------------- checks


def find_schema(path: str | os.PathLike[str], *schemas: Schema) -> Schema:
    """Return the schema of an existing database, which must be one of some schemas."""
    with database_to_read(path, *schemas) as db:
        entries = _read_entries(db)
    return next(schema for schema in schemas if _expected_entries(schema) == entries)


def _find_schema(db: Connection, path: str, *schemas: Schema) -> Schema | None:
    """Return the schema of a database and lift the limits of reading; None if it is empty."""
    try:
        entries = _read_entries(db)
    except sqlite3.Error as error:
        if _primary_code(error) not in (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG):
            raise
        entries = [("", "", "", None)]  # too large for a schema of this package
    signals = db.handle_signals()
    next(signals)
    db.set_progress_handler(signals.__next__, _SIGNAL_STEPS)
    if not entries:
        return None
    for schema in schemas:
        if _expected_entries(schema) == entries:
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.LEDGER_VALUE)
            db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            return schema
    kind = f" of {schemas[0].kind}" if len(schemas) == 1 else ""
    found = _describe(db, path, entries, schemas[0])
    raise InputError(f"found {found}, expected a ledger{kind}", source=path)


def _describe(db: Connection, path: str, entries: list[_Entry], schema: Schema) -> str:
    """Describe a database whose tables are not those of a schema."""
    expected = [entry for entry in _expected_entries(schema) if entry[1] == "header"]
    if [entry for entry in entries if entry[1] == "header"] == expected:
        command = read_header(db, path).get("count")
        if isinstance(command, str):
            return f"other tables and a header of the command {quote(command)}"
    return "another database"


@cache
def _expected_entries(schema: Schema) -> list[_Entry]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(schema.sql)
        return _read_entries(db)


def _read_entries(db: sqlite3.Connection) -> list[_Entry]:
    """Read the schema under limits, which stay in force until `_find_schema` knows the schema."""
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _STATEMENT_BYTES)
    db.set_progress_handler(lambda: 1, _SCHEMA_STEPS)
    return sorted(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"), key=str)


def check_keys(db: Connection, path: str, schema: Schema) -> None:
    """Check that the numbers of the rows ascend.

    They do not if a page of a table leads back to itself, and then the rows would never end.
    """
    for kind, table, _, _ in _expected_entries(schema):
        if kind != "table" or table == "header":
            continue
        last = -1
        for (number,) in db.execute(f"SELECT rowid FROM {table} NOT INDEXED"):
            if number <= last:
                raise InputError(f"table {table} is damaged after row {last}", source=path)
            last = number


def read_header(db: Connection, path: str) -> dict[str, Any]:
    """Read the table ``header``; its values are JSON."""
    rows = db.execute("SELECT * FROM header LIMIT ?", (_HEADER_ROWS + 1,)).fetchall()
    try:
        if len(rows) > _HEADER_ROWS or sum(map(len, chain.from_iterable(rows))) > _HEADER_BYTES:
            raise ValueError
        return {str(key): load_json(value, None) for key, value in rows}
    except (ValueError, TypeError):
        raise InputError("the header of this ledger is damaged", source=path) from None

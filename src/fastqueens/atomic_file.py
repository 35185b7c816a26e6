"""Files that replace an older file in one step: they are written beside it, then renamed.

After an error, a full disk or a kill, the older file is unchanged. Two writers of one path never
mix their data, because each has its own temporary file.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Self

from fastqueens.results import InputError

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["AtomicFile", "write_errors"]


@contextmanager
def write_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn errors of the system into an `InputError` with the name of the file."""
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a ValueError: the name contains a NUL
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", source=os.fsdecode(path)) from None


class AtomicFile:
    """A file for writing that gets its name when it is closed.

    A link stays a link: its target is replaced. The new file keeps the mode of the older file and,
    if the system allows it, the owner. These files are written directly: devices and pipes,
    standard output under another name, and a file in a folder that is read-only. A file that is a
    mount point is overwritten.

    Parameters
    ----------
    path : str or path-like
        The file.
    seekable : bool
        Whether the writer needs to seek; then a pipe is refused.
    update : bool
        Whether to open an existing file and change it in place.

    Attributes
    ----------
    file : binary file
        The open file, unbuffered.
    updated : bool
        Whether an existing file was opened to be changed.

    Raises
    ------
    InputError
        If the file cannot be written; so do the methods.

    Examples
    --------
    >>> with AtomicFile("no/such/folder") as file:
    ...     file.write(b"text")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/folder: cannot be written: No such file or directory
    """

    def __init__(
        self, path: str | os.PathLike[str], *, seekable: bool = False, update: bool = False
    ) -> None:
        self._path = os.fsdecode(path)
        self._part: str | None = None
        self.updated = False
        with write_errors(self._path):
            self._target = os.path.realpath(self._path)
            self.file = self._open(seekable=seekable, update=update)

    def _open(self, *, seekable: bool, update: bool) -> IO[bytes]:
        try:
            old = os.stat(self._path)
        except FileNotFoundError:
            return self._open_part(None)
        stream = _standard_stream(old)
        if stat.S_ISREG(old.st_mode) and update:
            self.updated = True
            return open(self._target, "r+b", buffering=0)
        if stat.S_ISREG(old.st_mode) and stream is None:
            return self._open_part(old)
        if seekable and not stat.S_ISCHR(old.st_mode):
            found, expected = "a pipe or standard output", "a file that can be written out of order"
            raise InputError(f"found {found}, expected {expected}", source=self._path)
        if stream is None:
            return open(self._path, "wb", buffering=0)
        stream.flush()
        return os.fdopen(os.dup(stream.fileno()), "wb", buffering=0)

    def _open_part(self, old: os.stat_result | None) -> IO[bytes]:
        """Open the temporary file; its short name fits beside a name of any legal length."""
        if old is not None:
            open(self._target, "r+b").close()  # raises an error if the file is read-only
        name = f".fastqueens-{os.urandom(8).hex()}.part"
        part = os.path.join(os.path.dirname(self._target), name)
        try:
            file = open(part, "xb", buffering=0)  # noqa: SIM115
        except PermissionError:  # the folder is read-only, but the older file may be writable
            return open(self._target, "wb", buffering=0)
        self._part = part
        if old is not None:
            with suppress(OSError):  # the user may not, or the file system has no owners
                if os.name == "posix":
                    os.chown(part, old.st_uid, old.st_gid)
            with suppress(OSError):
                os.chmod(part, stat.S_IMODE(old.st_mode))
        return file

    def write(self, data: bytes) -> None:
        """Write at the end: all data or, after an error, nothing."""
        start = self.file.tell() if self.file.seekable() else None
        try:
            self._write_all(data)
        except BaseException:
            if start is not None:
                with suppress(OSError):
                    self.file.truncate(start)
            raise

    def write_at(self, position: int, data: bytes) -> None:
        """Write all data at a position."""
        with write_errors(self._path):
            self.file.seek(position)
        self._write_all(data)

    def _write_all(self, data: bytes) -> None:
        remaining = memoryview(data)
        with write_errors(self._path):
            while remaining:
                remaining = remaining[self.file.write(remaining) :]

    def publish(self) -> None:
        """Give the file its name now; it stays open at its end."""
        if self._part is None:
            return
        self.close()
        with write_errors(self._path):
            self.file = open(self._target, "r+b", buffering=0)  # noqa: SIM115
            self.file.seek(0, os.SEEK_END)

    def close(self) -> None:
        """Close the file and give it its name."""
        try:
            with write_errors(self._path):
                self.file.close()
                if self._part is not None:
                    _rename(self._part, self._target)
                    self._part = None
        finally:
            self.discard()

    def discard(self) -> None:
        """Close the file; remove it if it has not got its name."""
        with suppress(OSError):
            self.file.close()
        if self._part is not None:
            with suppress(OSError):
                os.unlink(self._part)
            self._part = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.discard()


def _rename(part: str, target: str) -> None:
    """Rename a file; copies it if the target is a mount point, which cannot be replaced."""
    try:
        os.replace(part, target)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        from shutil import copyfile

        copyfile(part, target)
        os.unlink(part)


def _standard_stream(file: os.stat_result) -> IO[str] | None:
    """Return standard output or standard error if it is this file or pipe."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, or without a descriptor
            found = os.fstat(stream.fileno())
            if os.path.samestat(found, file) and not stat.S_ISCHR(found.st_mode):
                return stream
    return None

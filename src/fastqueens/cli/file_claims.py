"""The files that a command reads and writes: no file is overwritten that the command still needs.

`Command` claims every file that an argument or option names, before any work. A command claims the
names that it makes itself, such as those of a series, as soon as it knows them. Files are the same
if the system says so, whatever their names are: links, mounts and standard input are seen through.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import click

from fastqueens.cli.board_ref import STDIN, BoardRef

__all__ = ["LEDGER", "READ", "WRITTEN", "FileName", "claim", "claim_parameters"]

_CLAIMED = "fastqueens.cli.file_claims"  # the key of the claimed files in click's context
_SIDE_FILES = ("-wal", "-shm", "-journal")  # the endings that SQLite adds to the name of a database

Use: TypeAlias = Literal["read", "written", "ledger"]
Identity: TypeAlias = tuple[int | str, ...]


class FileName(click.types.StringParamType):
    """The type of a parameter that names a file, with the use of the file."""

    def __init__(self, use: Use) -> None:
        self.use = use


READ, WRITTEN, LEDGER = FileName("read"), FileName("written"), FileName("ledger")


class _Claim(NamedTuple):
    option: str
    path: str
    is_read: bool


def claim_parameters(context: click.Context, parameters: Sequence[click.Parameter]) -> None:
    """Claim the files that the parameters name, except names with braces."""
    for parameter in parameters:
        use = parameter.type.use if isinstance(parameter.type, FileName) else None
        given = context.params.get(parameter.name or "")
        if use is None or given is None:
            continue
        option = parameter.opts[0] if isinstance(parameter, click.Option) else ""
        for path in given if isinstance(given, tuple) else (given,):
            if use == "read":
                claim("", BoardRef.parse(path).file, is_read=True, context=context)
            elif use == "ledger":
                claim(option, path, context=context)
                for ending in _SIDE_FILES:
                    claim(option, os.path.realpath(path) + ending, context=context)
            elif "{" not in path:
                claim(option, path, context=context)


def claim(
    option: str,
    path: str | os.PathLike[str],
    *,
    is_read: bool = False,
    context: click.Context | None = None,
) -> None:
    """Claim a file for an option, or raise a usage error if the file is already in use.

    A file may be read several times, but a file that is written has this one use.
    """
    context = click.get_current_context() if context is None else context
    new = _Claim(option, os.fspath(path), is_read)
    key = _identity(new.path, is_read=is_read)
    if key is None:
        return
    claims: dict[Identity, _Claim] = context.meta.setdefault(_CLAIMED, {})
    old = claims.setdefault(key, new)
    if old is new or (old.is_read and is_read):
        return
    raise click.UsageError(_describe_conflict(old, new), context)


def _describe_conflict(old: _Claim, new: _Claim) -> str:
    if old.is_read or new.is_read:
        read, written = (old, new) if old.is_read else (new, old)
        name = "standard input" if read.path == STDIN else read.path
        return f"{written.option} {written.path}: {name} would be overwritten"
    if old.option == new.option:
        return f"{new.option} {new.path}: several files would be written to {old.path}"
    return f"{old.option} {old.path} and {new.option} {new.path} name the same file"


def _identity(path: str, *, is_read: bool) -> Identity | None:
    """Return a value that all names of a file share; None for a device or pipe.

    A file that does not exist yet is identified by its folder and its name in it.
    """
    is_stdin = is_read and path == STDIN
    try:
        found = os.fstat(sys.stdin.fileno()) if is_stdin else os.stat(path)
        return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
    except (OSError, ValueError):
        if is_stdin:
            return None
    try:
        folder, name = os.path.split(os.path.realpath(path))
        found = os.stat(folder)
    except (OSError, ValueError):
        return None  # the command reports that the file cannot be opened
    return (found.st_dev, found.st_ino, name)

"""Writing answers of any puzzle: as JSON, and to files."""

from __future__ import annotations

import json
import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fastqueens.results import InputError, Result
from fastqueens.validation import join_and, quote

__all__ = ["SCHEMA", "Written", "describe_result", "dumps", "save", "texts_of", "write_file"]

SCHEMA = 2  # of all JSON that is written, docs/json.md; it counts up when a key changes


def describe_result(
    result: Result, problem: Mapping[str, Any], found: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an answer as plain data, in the order in which commands print it.

    Parameters
    ----------
    result : Result
        The answer.
    problem, found : mapping
        What the problem was, and what was found.

    Returns
    -------
    dict
        Ready for JSON.

    Examples
    --------
    >>> from fastqueens.results import Stats
    >>> result = Result("solved", "bitboard", Stats({"nodes": 7}, 0.001))
    >>> describe_result(result, {"n": 4}, {"queens": [1, 3, 0, 2]})
    {'schema': 2, 'status': 'solved', 'n': 4, 'method': 'bitboard', 'queens': [1, 3, 0, 2], \
'counters': {'nodes': 7}, 'ms': 1.0}
    """
    head: dict[str, Any] = {"schema": SCHEMA, "status": result.status}
    if result.reason is not None:
        head["reason"] = result.reason
    stats = result.stats
    work = {"counters": dict(stats.counters), "ms": stats.seconds * 1e3}
    return head | dict(problem) | {"method": result.method} | dict(found) | work


def dumps(document: object) -> str:
    """Write JSON on one line.

    Examples
    --------
    >>> dumps({"n": 4})
    '{"n": 4}'
    """
    return json.dumps(document)


def save(path: str | os.PathLike[str], writers: Mapping[str, Callable[[], str | bytes]]) -> None:
    """Write a file of the kind that its name says.

    Parameters
    ----------
    path : str or path-like
        The file.
    writers : mapping of str to callable
        What makes its content, by the end of the name, such as ``".txt"``.

    Raises
    ------
    InputError
        If there is no writer for such a name, or the file cannot be written.

    Examples
    --------
    >>> save("board.doc", {".txt": str, ".json": str})
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 'board.doc', expected a name that ends in .txt or .json
    """
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"found {quote(path)}, expected the path of a file")
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in writers:
        known = join_and(list(writers), "or")
        raise InputError(f"found {str(path)!r}, expected a name that ends in {known}")
    write_file(target, writers[kind]())


def write_file(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file whole: text in UTF-8, or bytes.

    What goes wrong on the way, as on a full disk, leaves an older file as it was.

    Parameters
    ----------
    path : str or path-like
        The file.
    data : str or bytes
        Its content.

    Raises
    ------
    InputError
        If it cannot be written; it names the file.

    Examples
    --------
    >>> write_file("no/such/folder", "text")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/folder: cannot be written: No such file or directory
    """
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # what a link leads to, not the link, is replaced
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a device or a pipe
        else:
            _replace(target, content)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None


def _replace(target: Path, content: bytes) -> None:
    """Write beside the file, then put that in its place, with the older file's mode."""
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    if target.exists():
        target.open("r+b").close()  # a file that may not be written is not replaced either
    try:
        file = open(beside, "xb")  # noqa: SIM115 - closed below, where errors are another matter
    except PermissionError:  # the folder takes no new file, yet this one may be written
        target.write_bytes(content)
        return
    try:
        with file:
            file.write(content)
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


class Written:
    """A thing that writes itself: who inherits it says how, in `to_text` and `as_dict`."""

    __slots__ = ()

    @abstractmethod
    def to_text(self) -> str:
        """Write the thing as text."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return the thing as plain data, ready for JSON."""

    def to_json(self) -> str:
        r"""Write the thing as JSON; rows and columns count from 0.

        Returns
        -------
        str
            On one line.

        Examples
        --------
        >>> from fastqueens import sliding
        >>> sliding.Puzzle.from_text("1 2\n0 3").to_json()
        '{"tiles": [[1, 2], [0, 3]], "goal": [[1, 2], [3, 0]]}'
        """
        return dumps(self.as_dict())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file of the kind that its name says.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.txt`` or ``*.json``.

        Raises
        ------
        InputError
            For another name, and if the file cannot be written.

        Examples
        --------
        >>> from fastqueens import cover
        >>> cover.langford(3).solve().save("answer.doc")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'answer.doc', expected a name that ends in .txt or \
.json
        """
        save(path, texts_of(self))


def texts_of(thing: object) -> dict[str, Callable[[], str | bytes]]:
    """Return what writes a thing as text and as JSON; nothing for one that is not `Written`."""
    if not isinstance(thing, Written):
        return {}
    return {
        ".txt": lambda: thing.to_text().rstrip("\n") + "\n",
        ".json": lambda: thing.to_json() + "\n",
    }

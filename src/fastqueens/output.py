"""Output of every puzzle: JSON and files."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from fastqueens.atomic_file import AtomicFile
from fastqueens.results import InputError, Result
from fastqueens.validation import join_and, quote

__all__ = [
    "SCHEMA",
    "Written",
    "describe_result",
    "dumps",
    "save",
    "series_number",
    "texts_of",
    "write_file",
]

SCHEMA = 2  # version of the JSON output, docs/json.md; it increases when a key changes


def describe_result(
    result: Result, problem: Mapping[str, Any], found: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an answer as plain data; the keys have the same order as in the JSON of commands.

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
    import json  # not imported by commands that print no JSON

    return json.dumps(document)


def save(path: str | os.PathLike[str], writers: Mapping[str, Callable[[], str | bytes]]) -> None:
    """Write a file in the format that the ending of its name selects.

    Parameters
    ----------
    path : str or path-like
        The file.
    writers : mapping of str to callable
        For each ending of the name, such as ``".txt"``, a function that makes the content.

    Raises
    ------
    InputError
        If there is no writer for the ending, or the file cannot be written.

    Examples
    --------
    >>> save("board.doc", {".txt": str, ".json": str})
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 'board.doc', expected a name that ends in .txt or .json
    """
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"found {quote(path)}, expected the path of a file")
    from pathlib import Path

    target = Path(path)
    kind = target.suffix.lower()
    if kind not in writers:
        known = join_and(list(writers), "or")
        raise InputError(f"found {str(path)!r}, expected a name that ends in {known}")
    write_file(target, writers[kind]())


def write_file(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a whole file: text in UTF-8, or bytes.

    After an error, such as a full disk, an older file is unchanged.

    Examples
    --------
    >>> write_file("no/such/folder", "text")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/folder: cannot be written: No such file or directory
    """
    with AtomicFile(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def series_number(number: int, last: int) -> str:
    """Return a number in the name of a file, padded so that the names of a series sort.

    Examples
    --------
    >>> series_number(7, 40), series_number(7, 2000)
    ('007', '0007')
    """
    return f"{number:0{max(3, len(str(last)))}}"


class Written:
    """The base of classes with `to_text` and `as_dict`. It adds `to_json` and `save`."""

    __slots__ = ()

    @abstractmethod
    def to_text(self) -> str:
        """Return the object as text."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return the object as plain data for JSON."""

    def to_json(self) -> str:
        r"""Return the object as JSON; rows and columns are counted from 0.

        Returns
        -------
        str
            The JSON text, on one line.

        Examples
        --------
        >>> from fastqueens import sliding
        >>> sliding.Puzzle.from_text("1 2\n0 3").to_json()
        '{"tiles": [[1, 2], [0, 3]], "goal": [[1, 2], [3, 0]]}'
        """
        return dumps(self.as_dict())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file in the format that the ending of its name selects.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.txt`` or ``*.json``.

        Raises
        ------
        InputError
            If the name has another ending or the file cannot be written.

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
    """Return functions that write an object as text and JSON; none if it is not `Written`."""
    if not isinstance(thing, Written):
        return {}
    return {
        ".txt": lambda: thing.to_text().rstrip("\n") + "\n",
        ".json": lambda: thing.to_json() + "\n",
    }

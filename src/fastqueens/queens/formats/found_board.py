"""A board that was found in an input, and formats that have one board on each line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from fastqueens.input import Input
from fastqueens.queens.grid.grid import Fail, Grid
from fastqueens.results import InputError

__all__ = ["FoundBoard", "content_lines", "find_board_lines"]


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board that was found in an input and is not read yet.

    Attributes
    ----------
    number : int
        The number of the board in the input, from 1. If each line holds a JSON object, it is the
        number of the line.
    read : callable
        Reads the board into a `Grid`, or raises `InputError`.
    fail : callable
        Makes an error for a message, with the place where the board begins.
    """

    number: int
    read: Callable[[], Grid]
    fail: Callable[[str], InputError]


def find_board_lines(
    read: Callable[[str, Fail], Grid], format: str, content: Input
) -> list[FoundBoard]:
    """Find the boards of a format that has one board on each line."""

    def read_line(number: int, line: bytes) -> Grid:
        text = Input(line, content.source, line=number).text

        def fail(message: str, at: int) -> InputError:
            column = len(text) - len(text.lstrip()) + at + 1
            return InputError(message, source=content.source, line=number, column=column)

        return replace(read(text.strip(), fail), format=format)

    def fail_line(number: int, message: str) -> InputError:
        return InputError(message, source=content.source, line=number, column=1)

    return [
        FoundBoard(k, partial(read_line, number, line), partial(fail_line, number))
        for k, (number, line) in enumerate(content_lines(content) or [(1, b"")], 1)
    ]


def content_lines(content: Input) -> list[tuple[int, bytes]]:
    """Return the lines that are neither blank nor comments, each with its number."""
    data = content.data.removeprefix(b"\xef\xbb\xbf")
    return [
        (number, line)
        for number, line in enumerate(data.split(b"\n"), content.line)
        if line.strip() and not line.lstrip().startswith(b"#")
    ]

"""A stream of boards and its slices, whatever the kind of file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

__all__ = ["Block", "Source"]

_MIN_SIZE, _MAX_SIZE = 1 << 14, 1 << 19  # minimum and maximum size of a slice, in bytes
_FAST, _SLOW = 0.05, 0.5  # time that a slice should take, in seconds: minimum and maximum


@dataclass(frozen=True, slots=True)
class Block:
    """A slice of a stream: lines of a format, or boards of an array.

    Attributes
    ----------
    first : int
        The number of its first line or board, counted from 1.
    format : str
        The format of the lines.
    text : bytes
        The lines.
    array : ndarray or None
        The boards, instead of lines.
    lines : int
        The number of lines, or 0 if it is unknown.
    """

    first: int
    format: str
    text: bytes = b""
    array: NDArray[Any] | None = None
    lines: int = 0


class Source:
    """The source of a stream: a file of lines, an array or a table.

    Attributes
    ----------
    name : str
        The name in error messages.
    format : str
        The format of the lines.
    max_size : int
        The approximate maximum size of a slice, in bytes.
    """

    def __init__(self, name: str, format: str) -> None:
        self.name = name
        self.format = format
        self.size = _MIN_SIZE  # bytes of the next slice
        self.max_size = _MAX_SIZE

    def blocks(self, done: int = 0) -> Iterator[Block]:
        """Yield the slices after the first `done` lines or boards."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""

    def adapt_size(self, seconds: float) -> None:
        """Adapt the size of the next slices to the time that a slice took."""
        if seconds < _FAST:
            self.size = min(2 * self.size, self.max_size)
        elif seconds > _SLOW:
            self.size = max(self.size // 2, 1)

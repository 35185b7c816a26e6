"""The name of one board on the command line: a file and, if it holds several, a number."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from fastqueens.output import series_number

__all__ = ["CLIPBOARD", "STDIN", "BoardRef"]

STDIN = "-"
CLIPBOARD = "<clipboard>"
_MOST_DIGITS = 18  # of the number of a board; Python does not convert thousands of digits


@dataclass(frozen=True, slots=True)
class BoardRef:
    """One board of a file.

    Attributes
    ----------
    file : str
        The file as the user named it, `STDIN` or `CLIPBOARD`.
    number : int or None
        The number of the board in the file, from 1; None for the only board.
    last : int
        The number of the last board in the file, as far as it is known.

    Examples
    --------
    >>> BoardRef.parse("boards.sbn:3"), str(BoardRef("boards.sbn", 3))
    (BoardRef(file='boards.sbn', number=3), 'boards.sbn:3')
    """

    file: str
    number: int | None = None
    last: int = field(default=0, compare=False, repr=False)

    @classmethod
    def parse(cls, word: str) -> BoardRef:
        """Read an argument; a file whose name ends in a colon and a number is just a file."""
        file, _, number = word.rpartition(":")
        is_number = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
        if file and is_number and not os.path.exists(word):
            return cls(file, int(number))
        return cls(word)

    def __str__(self) -> str:
        return self.file if self.number is None else f"{self.file}:{self.number}"

    @property
    def source(self) -> str:
        """The name of the board in error messages."""
        return str(self).replace(STDIN, "<stdin>", 1) if self.file == STDIN else str(self)

    @property
    def stem(self) -> str:
        """The text that replaces ``{name}`` in the name of a file to write."""
        from pathlib import Path

        stem = "stdin" if self.file == STDIN else Path(self.file).stem.strip("<>")
        return stem if self.number is None else f"{stem}-{series_number(self.number, self.last)}"

"""Star Battle Notation (SBN), in which boards made by others come: borders between cells as bits.

Two equal characters for n, the stars, a flag, then six bits a character: the borders within each
row, row by row, then those within each column, filled up with zeros in front.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import TextIO

import numpy as np

from fastqueens.queens import Board
from fastqueens.queens.board import board_of

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-_"


def read(text: str) -> Board:
    """Read one board."""
    n = _DIGITS.index(text[0])
    bits = "".join(f"{_DIGITS.index(x):06b}" for x in text[4:])[-2 * n * (n - 1) :]
    within = np.array(list(bits), int).reshape(2, n, n - 1)
    right, down = within[0] == 0, within[1].T == 0  # where there is no border
    regions = np.arange(n * n).reshape(n, n)
    before = np.empty(0)
    while not np.array_equal(before, regions):  # the least number of a region spreads
        before = regions.copy()
        for a, b, joined in (
            (regions[:, :-1], regions[:, 1:], right),
            (regions[:-1], regions[1:], down),
        ):
            np.minimum(a, b.copy(), out=a, where=joined)
            np.minimum(b, a.copy(), out=b, where=joined)
    numbers = np.unique(regions, return_inverse=True)[1].reshape(n, n)
    return board_of(numbers.astype(np.uint8), stars=int(text[2]))


def groups_of(file: TextIO) -> Iterator[tuple[str, list[str]]]:
    """Read the groups of a file: a line such as ``# group 5: 10x10``, then boards."""
    name, lines = "", []
    for line in file:
        if line.startswith("# group "):
            if lines:
                yield name, lines
            name, lines = line[len("# group ") :].strip(), []
        elif not line.startswith("#"):
            lines.append(line.strip())
    yield name, lines

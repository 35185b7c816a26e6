"""A grid: a square of regions with their labels and rules, as it was read from the input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import DEFAULT_RULES, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = [
    "LETTERS",
    "MAX_N",
    "MAX_REGIONS",
    "CellError",
    "Fail",
    "Grid",
    "assemble",
    "assemble_letters",
    "grid_of_bytes",
    "letters_for",
]


MAX_N = limits.ROWS
MAX_REGIONS = limits.REGIONS
_NUMBERS = bytes(range(256))
_ASCII = tuple(map(chr, range(128)))  # the label of each byte of a drawing
# Letters for regions whose labels are not single characters. '#' is missing: it marks a queen.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^"
# Makes the error for a message, a row and a column. The column is None if the error concerns the
# whole row, and one past the end of the row if a cell is missing.
CellError = Callable[[str, int, int | None], InputError]
# Makes the error for a message and an index of the text that is read.
Fail = Callable[[str, int], InputError]


@dataclass(frozen=True, eq=False)
class Grid:
    """A square of regions.

    Attributes
    ----------
    regions : ndarray of uint8, shape (n, n)
        The region of each cell, numbered from 0 in order of first appearance, row by row.
        C-contiguous and read-only.
    labels : tuple of str
        The label of each region in the input.
    rules : Rules
        The rules that the input states; the default rules if it states none.
    placements : tuple of tuples of (row, column)
        The placements that came with the board, such as its solutions, each sorted.
    eliminated : tuple of (row, column)
        The cells that a player had ruled out, sorted.
    format : str or None
        The format of the input, a name of `fastqueens.queens.formats.registry.FORMATS`.
    note : str or None
        A remark about the reading of a picture, such as which pieces were joined to regions.
    """

    regions: NDArray[np.uint8]
    labels: tuple[str, ...]
    rules: Rules = DEFAULT_RULES
    placements: tuple[tuple[Cell, ...], ...] = ()
    eliminated: tuple[Cell, ...] = ()
    format: str | None = None
    note: str | None = None

    @property
    def n(self) -> int:
        """Number of rows and columns."""
        return len(self.regions)

    @property
    def stars(self) -> int:
        """Queens in each row, column and region."""
        return self.rules.stars

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """One visible character for each region, never ``#``: its label if that is possible."""
        labels = self.labels
        if "#" not in labels and all(
            len(x) == 1 and x.isprintable() and not x.isspace() for x in labels
        ):
            return labels
        count = len(labels)  # beyond LETTERS, characters of the CJK block: visible and plentiful
        return tuple(LETTERS[k] if k < len(LETTERS) else chr(0x4E00 + k) for k in range(count))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the regions for use in sentences: their labels, or else their `letters`.

        The letters are used if a label is not readable. They are also used if all labels are
        numbers, because a drawing cannot show numbers of several digits.
        """
        readable = all(x.isprintable() and x.strip() for x in self.labels)
        words = readable and not all(x.isdecimal() for x in self.labels)
        return self.labels if words else self.letters

    def rows(self) -> list[str]:
        """Return the rows of the drawing, a letter for each cell."""
        letters = self.letters
        return ["".join([letters[region] for region in row]) for row in self.regions.tolist()]

    def __eq__(self, other: object) -> bool:
        """Compare regions, labels and rules."""
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.rules, self.labels) == (other.rules, other.labels) and np.array_equal(
            self.regions, other.regions
        )


def letters_for(count: int) -> tuple[str, ...]:
    """Return labels for `count` regions: letters, or numbers if there are too few letters."""
    return tuple(LETTERS[:count] if count <= len(LETTERS) else map(str, range(count)))


def grid_of_bytes(
    cells: bytes,
    n: int,
    names: Sequence[str],
    *,
    rules: Rules = DEFAULT_RULES,
    format: str | None = None,
) -> Grid:
    """Make a grid of n * n bytes, without a Python loop over the cells.

    Parameters
    ----------
    cells : bytes
        One byte for each cell; equal bytes are one region.
    n : int
        The number of rows.
    names : sequence of str
        The label of each byte.
    rules, format
        See `Grid`.

    Examples
    --------
    >>> grid = grid_of_bytes(bytes([1, 1, 0, 1]), 2, ("x", "y"))
    >>> grid.regions.tolist(), grid.labels
    ([[0, 0], [1, 0]], ('y', 'x'))
    """
    found = bytes(dict.fromkeys(cells))  # in order of first appearance
    numbered = cells.translate(bytes.maketrans(found, _NUMBERS[: len(found)]))
    regions = np.frombuffer(numbered, np.uint8).reshape(n, n)
    return Grid(regions, tuple([names[byte] for byte in found]), rules, format=format)


def assemble_letters(rows: Sequence[str], *, format: str | None = None) -> Grid | None:
    """Make a grid of n rows of n ASCII letters and digits; return None for other rows.

    Most boards are written like this. `assemble` reads all other boards, but takes twenty times as
    long. For a wrong board it raises an `InputError` that names the fault.

    Examples
    --------
    >>> assemble_letters(["AB", "BB"]).labels, assemble_letters(["A?", "BB"])
    (('A', 'B'), None)
    """
    n, text = len(rows), "".join(rows)
    if not 1 <= n <= MAX_N or set(map(len, rows)) != {n} or not (text.isascii() and text.isalnum()):
        return None
    return grid_of_bytes(text.encode(), n, _ASCII, format=format)


def assemble(rows: Sequence[Sequence[str]], fail: CellError) -> Grid:
    """Check that rows of labels are square, and number their regions.

    Examples
    --------
    >>> grid = assemble([["7", "7"], ["7", "x"]], lambda message, row, column: InputError(message))
    >>> grid.regions.tolist(), grid.labels
    ([[0, 0], [0, 1]], ('7', 'x'))
    """
    if len(rows) > MAX_N:
        raise fail(f"found more than {MAX_N} rows, expected at most {MAX_N}", MAX_N, 0)
    for at, row in enumerate(rows):
        if len(row) > MAX_N:
            raise fail(
                f"found a row of more than {MAX_N} cells, expected at most {MAX_N}", at, MAX_N
            )
    # Most rows have the right width. The error names a row of another width, which may be the
    # first row.
    widths = Counter(len(row) for row in rows)
    usual = {width for width, times in widths.items() if times == max(widths.values())}
    n = len(rows) if len(rows) in usual else next(w for w in widths if w in usual)
    for at, row in enumerate(rows):
        if len(row) != n:
            found = f"found a row of {plural(len(row), 'cell')}, expected {n}"
            raise fail(found, at, min(len(row), n))
    if len(rows) != n:
        raise fail(
            f"found {plural(len(rows), 'row')} of {plural(n, 'cell')}, "
            "expected as many rows as cells in a row",
            *((n, 0) if len(rows) > n else (len(rows) - 1, n)),
        )
    numbers: dict[str, int] = {}
    flat: list[int] = []
    for at, row in enumerate(rows):
        for column, label in enumerate(row):
            number = numbers.setdefault(label, len(numbers))
            if number == MAX_REGIONS:
                raise fail(
                    f"found more than {MAX_REGIONS} regions ({describe(label)} is one more), "
                    f"expected at most {MAX_REGIONS}",
                    at,
                    column,
                )
            flat.append(number)
    regions = np.array(flat, dtype=np.uint8).reshape(n, n)
    regions.setflags(write=False)
    return Grid(regions, tuple(numbers))

"""A grid: a square of regions with their labels, before it is a `Board`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastqueens import input_limits as limits
from fastqueens.results import InputError
from fastqueens.validation import describe, join_short, plural

__all__ = [
    "LETTERS",
    "MAX_N",
    "MAX_REGIONS",
    "MAX_STARS",
    "CellError",
    "Fail",
    "Grid",
    "assemble",
    "check_fit",
    "check_region_count",
    "letters_for",
]


MAX_N = limits.ROWS
MAX_REGIONS = limits.REGIONS
MAX_STARS = limits.STARS
# Letters for regions whose labels are no single characters; '#' marks a queen.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^"
# Makes the error for a message, a row and a column. The column is None where the whole row is
# meant, and may be one past the end of the row where a cell is missing.
CellError = Callable[[str, int, int | None], InputError]
# Makes the error for a message and an index of the text that is read.
Fail = Callable[[str, int], InputError]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A square of regions.

    Attributes
    ----------
    regions : ndarray of uint8, shape (n, n)
        The region of each cell, numbered from 0 in order of first appearance, row by row.
        C-contiguous and read-only.
    labels : tuple of str
        The label of each region as it stood in the input.
    stars : int or None
        The queens in each row, column and region, where the input says how many.
    allow_empty_regions : bool
        Whether the input says that regions may stay empty.
    given : tuple of tuples of (row, column)
        The placements that came with the board, such as its solutions, each sorted.
    eliminated : tuple of (row, column)
        The cells that a player had ruled out, sorted.
    format : str or None
        The format of the input, a name of `fastqueens.queens.formats.registry.FORMATS`.
    """

    regions: NDArray[np.uint8]
    labels: tuple[str, ...]
    stars: int | None = None
    allow_empty_regions: bool = False
    given: tuple[tuple[tuple[int, int], ...], ...] = ()
    eliminated: tuple[tuple[int, int], ...] = ()
    format: str | None = None

    def __eq__(self, other: object) -> bool:
        """Compare regions, labels and stars."""
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.stars, self.labels) == (other.stars, other.labels) and np.array_equal(
            self.regions, other.regions
        )


def letters_for(count: int) -> tuple[str, ...]:
    """Return labels for that many regions: letters, or numbers where the letters do not suffice."""
    return tuple(LETTERS[:count] if count <= len(LETTERS) else map(str, range(count)))


def assemble(rows: Sequence[Sequence[str]], fail: CellError) -> Grid:
    """Check that rows of labels are square, and number their regions.

    Parameters
    ----------
    rows : sequence of sequences of str
        The label of each cell; at least one row.
    fail : callable
        Makes the error for a message, a row and a column (or None for the whole row).

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        As `fail` makes it: for rows that are no square of 1 to 64 cells, and more than 256 regions.

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
    # Most rows are right, so one that differs is the one to name, even if it is the first.
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


def check_region_count(grid: Grid, *, advise: bool = True, source: str | None = None) -> None:
    r"""Refuse a board that has not as many regions as rows.

    Parameters
    ----------
    grid : Grid
        The board.
    advise : bool
        Whether the error tells of ``allow_empty_regions``.
    source : str, optional
        The name that the error gives to the input.

    Raises
    ------
    InputError
        If the numbers differ. It lists the regions, the smallest first: a mistyped cell makes a
        region of its own.

    Examples
    --------
    >>> check_region_count(Grid(np.array([[0, 1], [1, 1]], np.uint8), ("A", "B")))
    >>> grid = Grid(np.array([[0, 1], [1, 2]], np.uint8), ("A", "B", "C"))
    >>> check_region_count(grid)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 3 regions on a board of 2 rows, expected 2: 'A' (1 cell)...
    """
    n, found = len(grid.regions), len(grid.labels)
    if found == n:
        return
    sizes = np.bincount(grid.regions.ravel(), minlength=found)
    sizes_by_region = join_short(
        [
            f"{describe(grid.labels[region])} ({plural(int(sizes[region]), 'cell')})"
            for region in np.argsort(sizes, kind="stable")
        ]
    )
    advice = ""
    if advise:
        advice = ". allow_empty_regions=True (--allow-empty-regions) " + (
            "solves it with at most one queen in each region"
            if found > n
            else f"accepts it, but {n} queens do not fit in {plural(found, 'region')}"
        )
    raise InputError(
        f"found {plural(found, 'region')} on a board of {plural(n, 'row')}, expected {n}: "
        f"{sizes_by_region}{advice}",
        source=source,
    )


def check_fit(
    n: int,
    stars: int,
    labels: Sequence[str] = (),
    sizes: Sequence[int] = (),
    *,
    source: str | None = None,
) -> None:
    """Refuse more queens in a unit than can stand in it.

    Two rows next to each other hold 2k queens, and each 2x2 block of cells one at most. So k = 2
    and more need 4k - 1 columns; and with 4k - 1, blocks counted from the left and from the right
    leave the queens of any two rows only every other column, and the columns between none.

    Parameters
    ----------
    n : int
        Rows of the board.
    stars : int
        Queens in each row, column and region.
    labels : sequence of str
        The regions that must hold so many.
    sizes : sequence of int
        Their cells.
    source : str, optional
        The name that the error gives to the input.

    Raises
    ------
    InputError
        If the rows are too short, or a region has fewer cells than queens.

    Examples
    --------
    >>> check_fit(8, 2, "ABCDEFGH", [8] * 8)
    >>> check_fit(7, 2)
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found a board of 7 rows, expected 8 or more for 2 stars: two \
rows hold 4 of them, and each 2x2 block one at most
    """
    if stars > 1 and n < 4 * stars:
        raise InputError(
            f"found a board of {plural(n, 'row')}, expected {4 * stars} or more for {stars} stars: "
            f"two rows hold {2 * stars} of them, and each 2x2 block one at most",
            source=source,
        )
    small = [
        f"{describe(label)} ({plural(size, 'cell')})"
        for label, size in zip(labels, sizes, strict=True)
        if size < stars
    ]
    if small:
        raise InputError(
            f"found regions of fewer cells than stars: {join_short(small)}, "
            f"expected {stars} cells or more in each",
            source=source,
        )

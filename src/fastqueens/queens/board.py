"""A board: which region each cell belongs to, and how many queens each unit takes.

Everything about coloured Queens begins with a `Board`; `fastqueens.queens` has it too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import check_whole
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.queens.formats import Grid

__all__ = [
    "LETTERS",
    "MOST_STARS",
    "Board",
    "as_board",
    "check_stars",
    "explain_bad",
    "read_cells",
    "stacks",
]


MOST_STARS = 3  # queens in each row, column and region
# Letters for regions whose labels are no single characters; '#' marks a queen.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%&*+=?!$<>/|~^"


class Board:
    r"""A board: which region each cell belongs to.

    Make one with `from_text`, `from_json`, `from_array` or `from_file`. Boards do not change and
    can be compared, hashed and pickled; two are equal if their regions and labels are.

    Attributes
    ----------
    n : int
        Number of rows and columns, 1 to 64.
    regions : ndarray of uint8, shape (n, n)
        The number of each cell's region, counted from 0 in order of first appearance. Read-only.
    labels : tuple of str
        The label that each region had in the input.
    stars : int
        Queens in each row, column and region: 1, or 2 or 3 as in Star Battle.
    at_most_one : bool
        Whether the number of regions differs from n, so that a region may stay empty.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> board
    Board(4x4, 4 regions: RBBB/RRBY/GYYY/GGGY)
    >>> board.labels
    ('R', 'B', 'Y', 'G')
    """

    __slots__ = ("_letters", "_names", "at_most_one", "labels", "n", "regions", "stars")

    n: int
    regions: NDArray[np.uint8]
    labels: tuple[str, ...]
    stars: int
    at_most_one: bool
    _letters: tuple[str, ...] | None
    _names: tuple[str, ...] | None

    def __init__(
        self,
        grid: Grid,
        *,
        stars: int | None = None,
        at_most_one: bool = False,
        source: str | None = None,
    ) -> None:
        from fastqueens.queens.formats import Grid, check_region_count

        if not isinstance(grid, Grid):
            raise InputError(
                f"found a {type(grid).__name__}; make boards with Board.from_array, from_text, "
                "from_json or from_file"
            )
        stars = check_stars((grid.stars or 1) if stars is None else stars)
        if not at_most_one or stars > 1:
            check_region_count(grid, advise=stars == 1, source=source)
        grid.regions.flags.writeable = False
        n = grid.regions.shape[0]
        put = object.__setattr__  # the board's own refuses
        put(self, "stars", stars)
        put(self, "regions", grid.regions)
        put(self, "labels", grid.labels)
        put(self, "n", n)
        put(self, "at_most_one", len(grid.labels) != n)
        put(self, "_letters", None)
        put(self, "_names", None)

    def __setattr__(self, name: str, value: object) -> None:
        advice = "; with_stars returns another board" if name == "stars" else ""
        raise AttributeError(f"a board does not change: {name} cannot be set{advice}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board does not change: {name} cannot be deleted")

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        stars: int | None = None,
        at_most_one: bool = False,
        source: str | None = None,
    ) -> Board:
        r"""Read n lines of n visible characters, each character a region.

        Blanks between the characters and blank lines around the board do not matter.

        Parameters
        ----------
        text : str
            The board.
        stars : int, optional
            Queens in each row, column and region, 1 to 3. By default what the input says (as only
            JSON can), or 1.
        at_most_one : bool
            Accept any number of regions, each of which may hold one queen at most. By default, and
            with more than one star, there must be as many regions as rows.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> print(Board.from_text("R B B B\nR R B Y\nG Y Y Y\nG G G Y"))
        RBBB
        RRBY
        GYYY
        GGGY
        """
        from fastqueens.queens.formats import grid_from_text

        grid = grid_from_text(text, source=source)
        return cls(grid, stars=stars, at_most_one=at_most_one, source=source)

    @classmethod
    def from_json(
        cls,
        text: str,
        *,
        stars: int | None = None,
        at_most_one: bool = False,
        source: str | None = None,
    ) -> Board:
        """Read a list of ``{"row", "col", "color"}`` objects, or ``{"regions": [[...]]}``.

        The latter may have ``"stars"`` too. Parameters and errors are those of `from_text`.

        Examples
        --------
        >>> Board.from_json('{"regions": [[7]]}')
        Board(1x1, 1 region: 7)
        """
        from fastqueens.queens.formats import grid_from_json

        grid = grid_from_json(text, source=source)
        return cls(grid, stars=stars, at_most_one=at_most_one, source=source)

    @classmethod
    def from_array(
        cls, array: ArrayLike, *, stars: int | None = None, at_most_one: bool = False
    ) -> Board:
        """Take a square array of labels, numbers or strings.

        Other parameters and errors are those of `from_text`.

        Examples
        --------
        >>> Board.from_array([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]]).n
        4
        """
        from fastqueens.queens.formats import grid_from_array

        return cls(grid_from_array(array), stars=stars, at_most_one=at_most_one)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        stars: int | None = None,
        at_most_one: bool = False,
        source: str | None = None,
    ) -> Board:
        """Read a file's content, text or JSON, whichever it is.

        Parameters and errors are those of `from_text`.
        """
        from fastqueens.queens.formats import grid_from_bytes

        grid = grid_from_bytes(data, source=source)
        return cls(grid, stars=stars, at_most_one=at_most_one, source=source)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        stars: int | None = None,
        at_most_one: bool = False,
    ) -> Board:
        """Read a file, text or JSON, whichever it is.

        Parameters and errors are those of `from_text`; errors name the file, and a file that
        cannot be read is an `InputError` too.
        """
        from fastqueens.queens.formats import grid_from_file

        source = os.fsdecode(path)
        return cls(grid_from_file(path), stars=stars, at_most_one=at_most_one, source=source)

    def with_stars(self, stars: int) -> Board:
        r"""Return the same board with another number of queens in each unit.

        Examples
        --------
        >>> Board.from_text("AB\nAB").with_stars(2)
        Board(2x2, 2 regions, 2 stars: AB/AB)
        """
        from fastqueens.queens.formats import Grid

        return Board(Grid(self.regions, self.labels), stars=stars, at_most_one=self.at_most_one)

    @property
    def letters(self) -> tuple[str, ...]:
        """One visible character a region, never ``#``: the labels, where they are such."""
        if self._letters is None:
            letters = self.labels
            if "#" in letters or not all(
                len(x) == 1 and x.isprintable() and not x.isspace() for x in letters
            ):  # beyond the list, letters of the CJK block: visible and plentiful
                letters = tuple(
                    LETTERS[k] if k < len(LETTERS) else chr(0x4E00 + k) for k in range(len(letters))
                )
            object.__setattr__(self, "_letters", letters)
            return letters
        return self._letters

    @property
    def names(self) -> tuple[str, ...]:
        """What sentences call the regions: the labels, or `letters` where one cannot be read."""
        if self._names is None:
            readable = all(x.isprintable() and x.strip() for x in self.labels)
            names = self.labels if readable else self.letters
            object.__setattr__(self, "_names", names)
            return names
        return self._names

    def _rows(self) -> list[str]:
        letters = self.letters
        return ["".join([letters[g] for g in row]) for row in self.regions.tolist()]

    def __str__(self) -> str:
        return "\n".join(self._rows())

    def __repr__(self) -> str:
        rows = self._rows()
        text = "/".join(rows if self.n <= 11 else [*rows[:2], "...", rows[-1]])
        count = len(self.labels)
        stars = f", {self.stars} stars" if self.stars > 1 else ""
        return f"Board({self.n}x{self.n}, {count} region{'s' * (count != 1)}{stars}: {text})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.stars, self.labels) == (other.stars, other.labels) and bool(
            np.array_equal(self.regions, other.regions)
        )

    def __hash__(self) -> int:
        return hash((self.stars, self.labels, self.regions.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.regions.copy(), self.labels, self.stars)


def restore(regions: NDArray[np.uint8], labels: tuple[str, ...], stars: int) -> Board:
    """Make a board from what its pickle keeps."""
    from fastqueens.queens.formats import Grid

    return Board(Grid(regions, labels), stars=stars, at_most_one=True)


def check_stars(stars: int) -> int:
    """Return a number of queens in a unit, or raise `InputError`."""
    stars = check_whole(stars, "stars", least=1)
    if stars > MOST_STARS:
        raise InputError(f"stars is {stars}, expected 1 to {MOST_STARS}")
    return stars


def as_board(board: Board | ArrayLike, at_most_one: bool, stars: int | None = None) -> Board:
    """Return a board as it is (but for `stars`, if given), an array of labels as a board."""
    if not isinstance(board, Board):
        return Board.from_array(board, stars=stars, at_most_one=at_most_one)
    return board if stars is None or stars == board.stars else board.with_stars(stars)


def stacks(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    at_most_one: bool,
    stars: int | None = None,
) -> tuple[list[tuple[NDArray[np.intp] | slice, NDArray[np.uint8]]], int, int]:
    """Stack the boards of each size.

    Returns a list of (indices, (B, n, n) array), how many boards there are, and their stars: those
    given, or those of the boards, which must agree.
    """
    given = stars = None if stars is None else check_stars(stars)
    if isinstance(boards, np.ndarray) and boards.ndim == 3:
        if boards.shape[1] != boards.shape[2] or not 1 <= boards.shape[1] <= 64:
            raise InputError(
                f"found an array of shape {boards.shape}, expected (B, n, n) with n from 1 to 64"
            )
        if boards.dtype != np.uint8:
            small = boards.astype(np.uint8) if boards.dtype.kind in "iu" else None
            if small is None or not np.array_equal(small, boards):
                return stacks(list(boards), at_most_one, given)  # whatever the labels are
            boards = small
        stack = np.ascontiguousarray(boards)
        return ([(slice(None), stack)] if len(stack) else []), len(stack), stars or 1
    if isinstance(boards, (Board, str)) or (isinstance(boards, np.ndarray) and boards.ndim != 0):
        raise InputError("expected a (B, n, n) array or a sequence of boards; for one use solve")
    sizes: dict[int, tuple[list[int], list[NDArray[np.uint8]]]] = {}
    total = 0
    for i, item in enumerate(boards):
        try:
            board = as_board(item, at_most_one, given)
        except InputError as error:
            raise InputError(f"board {i}: {error.message}") from None
        stars = board.stars if stars is None else stars
        if board.stars != stars:
            found = f"{board.stars} star{'s' * (board.stars > 1)}"
            raise InputError(f"board {i}: found a board of {found}, expected {stars}")
        indices, stacked = sizes.setdefault(board.n, ([], []))
        indices.append(i)
        stacked.append(board.regions)
        total += 1
    return (
        [
            (np.array(indices, np.intp), np.stack(stacked))
            for _, (indices, stacked) in sorted(sizes.items())
        ],
        total,
        stars or 1,
    )


def explain_bad(boards: Any, i: int, stars: int = 1) -> None:
    """Raise the `InputError` of board i, which a kernel could not use."""
    board = boards[i]
    try:
        Board.from_array(board.regions if isinstance(board, Board) else board, stars=stars)
    except InputError as error:
        raise InputError(f"board {i}: {error.message}") from None
    raise InputError(f"board {i} cannot be used")


def read_cells(n: int, queens: ArrayLike) -> NDArray[np.intp]:
    """Sorted (row, column) pairs of queens given in any of the forms of `violations`."""
    try:
        given = np.asarray(queens)
    except ValueError:
        given = np.asarray(None)
    if given.size == 0 and given.ndim in (1, 2):
        return np.empty((0, 2), np.intp)
    if given.dtype == bool and given.shape == (n, n):
        cells = np.argwhere(given)
    elif given.dtype.kind in "iu" and given.shape == (n,):
        rows = np.flatnonzero(given != -1)
        cells = np.column_stack([rows, given[rows]])
    elif given.dtype.kind in "iu" and given.ndim == 2 and given.shape[1] == 2:
        cells = given[np.lexsort((given[:, 1], given[:, 0]))]
    else:
        raise InputError(
            f"found queens of shape {given.shape} and type {given.dtype}, expected a column for "
            f"each of {n} rows, (row, column) pairs, or booleans of shape ({n}, {n})"
        )
    off = cells[((cells < 0) | (cells >= n)).any(axis=1)]
    if len(off):
        raise InputError(f"found a queen at row {off[0][0]}, column {off[0][1]}, off the board")
    same = (cells[1:] == cells[:-1]).all(axis=1)
    if same.any():
        row, column = cells[1:][same][0]
        raise InputError(f"found two queens at row {row}, column {column}")
    return cells.astype(np.intp, copy=False)

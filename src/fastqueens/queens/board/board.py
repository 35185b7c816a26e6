"""The class `Board`: a grid of regions with its rules. All functions of the package use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import EllipsisType
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from fastqueens.cell_names import cell_name
from fastqueens.queens.board.input_methods import BoardInput, grid_of_labels
from fastqueens.queens.board.output_methods import BoardOutput
from fastqueens.queens.grid.grid import Grid, letters_for
from fastqueens.queens.grid.placements import Cell, read_eliminated, read_placement, solution_form
from fastqueens.queens.grid.rules import Rules, check_rules
from fastqueens.results import InputError
from fastqueens.validation import plural

__all__ = ["Board", "as_board", "board_of", "playable"]


class Board(BoardInput, BoardOutput):
    r"""A board: the region of each cell, and the rules.

    Make a board with `from_text`, `from_json`, `from_array` or `from_file`. Boards are immutable
    and can be compared, hashed and pickled. Two boards are equal if they have the same regions,
    labels and rules. A board can be used like the array of its `regions`: ``len(board)`` is n,
    ``board[0, 3]`` is the region of a cell, a loop over the board visits its rows, and
    ``np.asarray(board)`` returns the array.

    Attributes
    ----------
    n : int
        Number of rows and columns, 1 to 64.
    regions : ndarray of uint8, shape (n, n)
        The number of each cell's region, counted from 0 in order of first appearance. Read-only.
    labels : tuple of str
        The label of each region in the input.
    rules : Rules
        The rules. ``rules.allow_empty_regions`` is True exactly if the number of regions is not n.
    stars : int
        Queens in each row, column and region: ``rules.stars``.
    placements : tuple of ndarray
        The queens that the file of the board shows, for example its solutions. Each placement has
        the form of a solution, with -1 for a row without a queen. Read-only. Placements do not
        matter when the board is compared or solved.
    eliminated : tuple of (row, column)
        The cells that the file shows as ruled out by a player, sorted. These cells do not matter
        when the board is compared or solved.
    format : str or None
        The name of the format of the file, such as ``"json"``; None for a board made from an array.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> board
    Board(4x4, 4 regions: RBBB/RRBY/GYYY/GGGY)
    >>> board.labels
    ('R', 'B', 'Y', 'G')
    >>> len(board), board[1, 3], board.labels[board[1, 3]], np.asarray(board).shape
    (4, 2, 'Y', (4, 4))
    >>> [row.tolist() for row in board]
    [[0, 1, 1, 1], [0, 0, 1, 2], [3, 2, 2, 2], [3, 3, 3, 2]]
    """

    __slots__ = ("grid", "labels", "n", "placements", "regions", "rules")

    n: int
    regions: NDArray[np.uint8]
    labels: tuple[str, ...]
    rules: Rules
    placements: tuple[NDArray[np.int16], ...]

    def __init__(
        self, grid: Grid, rules: Rules | None = None, *, source: str | None = None
    ) -> None:
        if not isinstance(grid, Grid):
            raise InputError(
                f"found a {type(grid).__name__}; make boards with Board.from_array, from_text, "
                "from_json or from_file"
            )
        rules = grid.rules if rules is None else check_rules(rules)
        if rules.allow_empty_regions or len(grid.labels) != len(grid.regions):
            rules = rules.checked(grid.regions, grid.labels, source=source)
        if rules is not grid.rules:
            grid = replace(grid, rules=rules)
        grid.regions.flags.writeable = False
        put = object.__setattr__  # because `__setattr__` of a board raises an error
        put(self, "grid", grid)
        put(self, "n", len(grid.regions))
        put(self, "regions", grid.regions)
        put(self, "labels", grid.labels)
        put(self, "rules", rules)
        put(self, "placements", _solution_forms(grid) if grid.placements else ())

    def __setattr__(self, name: str, value: object) -> None:
        advice = "; with_rules returns another board" if name in ("rules", "stars") else ""
        raise AttributeError(f"a board does not change: {name} cannot be set{advice}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board does not change: {name} cannot be deleted")

    @property
    def stars(self) -> int:
        """Queens in each row, column and region."""
        return self.rules.stars

    @property
    def eliminated(self) -> tuple[Cell, ...]:
        """The cells that a player had ruled out."""
        return self.grid.eliminated

    @property
    def format(self) -> str | None:
        """The format of the file that the board came from."""
        return self.grid.format

    @property
    def letters(self) -> tuple[str, ...]:
        """One visible character for each region; it is the label if possible, and never ``#``."""
        return self.grid.letters

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the regions in sentences: the labels or the `letters`.

        The letters are used if a label is not readable. They are also used if all labels are
        numbers, because a drawing cannot show numbers of several digits.
        """
        return self.grid.names

    def with_rules(self, rules: Rules) -> Board:
        r"""Return the same board with other rules, without its placements.

        Parameters
        ----------
        rules : Rules
            The rules.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the rules do not allow the number of regions.

        Examples
        --------
        >>> Board.from_text("AB\nAB").with_rules(Rules(stars=2))
        Board(2x2, 2 regions, 2 stars: AB/AB)
        """
        return Board(Grid(self.regions, self.labels), rules)

    def with_position(self, placed: ArrayLike, eliminated: ArrayLike = ()) -> Board:
        r"""Return the same board with the queens and the eliminated cells of a player.

        Parameters
        ----------
        placed : array_like
            The cells of the queens, in a form that `violations` accepts. They become the only
            placement of the new board.
        eliminated : array_like
            The cells that are ruled out, in the same forms.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If a cell is not on the board, or if a cell has a queen and is ruled out as well.

        Examples
        --------
        >>> Board.from_text("AB\nAB").with_position([(0, 1)], [(1, 1)]).eliminated
        ((1, 1),)
        """
        cells = tuple(read_placement(self.n, placed))
        ruled_out = tuple(read_eliminated(self.n, eliminated))
        if both := set(cells).intersection(ruled_out):
            raise InputError(f"found {cell_name(*min(both))} both with a queen and crossed out")
        placements = (cells,) if cells else ()
        return Board(replace(self.grid, placements=placements, eliminated=ruled_out))

    def __len__(self) -> int:
        return self.n

    def __iter__(self) -> Iterator[NDArray[np.uint8]]:
        return iter(self.regions)

    @overload
    def __getitem__(self, where: tuple[SupportsIndex, SupportsIndex]) -> int: ...
    @overload
    def __getitem__(self, where: SupportsIndex | slice | EllipsisType) -> NDArray[np.uint8]: ...
    def __getitem__(self, where: Any) -> Any:
        found = self.regions[where]
        return int(found) if isinstance(found, np.uint8) else found

    def __contains__(self, region: object) -> bool:
        return bool((self.regions == region).any())

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.uint8]:
        # NumPy 1 does not pass `copy`, and copies the array itself if necessary.
        if copy:
            return np.array(self.regions, dtype)
        found = np.asarray(self.regions, dtype)
        if copy is False and found is not self.regions:
            raise ValueError(f"regions are uint8: as {found.dtype} they must be copied")
        return found

    def __str__(self) -> str:
        return "\n".join(self.grid.rows())

    def __repr__(self) -> str:
        rows = self.grid.rows()
        text = "/".join(rows if self.n <= 11 else [*rows[:2], "...", rows[-1]])
        regions = plural(len(self.labels), "region")
        stars = f", {self.stars} stars" if self.stars > 1 else ""
        return f"Board({self.n}x{self.n}, {regions}{stars}: {text})"

    def __eq__(self, other: object) -> bool:
        return self.grid == other.grid if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rules, self.labels, self.regions.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (self.grid,)


def _solution_forms(grid: Grid) -> tuple[NDArray[np.int16], ...]:
    """Return the placements of a grid in the form of solutions, read-only."""
    found = tuple(solution_form(cells, grid.n, grid.stars) for cells in grid.placements)
    for placement in found:
        placement.flags.writeable = False
    return found


def board_of(regions: NDArray[np.uint8], rules: Rules | None = None) -> Board:
    """Return a board of regions that are numbered as in `Board`, with letters for labels."""
    rules = Rules() if rules is None else rules
    return Board(Grid(regions.copy(), letters_for(int(regions.max()) + 1), rules=rules))


def as_board(board: Board | ArrayLike, rules: Rules | None = None) -> Board:
    """Return a board unchanged, or make a board from an array of labels with these rules."""
    return board if isinstance(board, Board) else Board(grid_of_labels(board), rules)


def playable(
    board: Board | ArrayLike, rules: Rules | None = None, *, source: str | None = None
) -> Board:
    """Return a board as `as_board` does, or raise `InputError` if its stars do not fit on it."""
    board = as_board(board, rules)
    if board.stars > 1:
        sizes = np.bincount(board.regions.ravel(), minlength=len(board.labels)).tolist()
        board.rules.check_room(board.n, board.labels, sizes, source=source)
    return board

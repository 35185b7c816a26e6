"""A board: which region each cell belongs to, and how many queens each unit takes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import EllipsisType
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.cell_names import cell_name
from fastqueens.queens.grid.grid import (
    LETTERS,
    MAX_STARS,
    Grid,
    check_fit,
    check_region_count,
    letters_for,
)
from fastqueens.queens.grid.placements import Cell, read_cells, read_crosses, solution_form
from fastqueens.results import InputError
from fastqueens.validation import array_of, check_flag, check_whole, plural, quote

if TYPE_CHECKING:
    from fastqueens.queens.formats.writers import Style
    from fastqueens.queens.vision import Picture

__all__ = [
    "MAX_STARS",
    "Board",
    "as_board",
    "board_of",
    "check_stars",
    "playable",
]


class Board(Drawn):
    r"""A board: which region each cell belongs to.

    Make one with `from_text`, `from_json`, `from_array` or `from_file`. Boards do not change and
    can be compared, hashed and pickled; two are equal if their regions and labels are. A board is
    also the array of its `regions`: it has a length, cells (``board[0, 3]``), rows to go through,
    and ``np.asarray(board)`` gives the array.

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
    allow_empty_regions : bool
        Whether the number of regions differs from n, so that a region may stay empty.
    given : tuple of ndarray
        The placements that came with the board in its file, such as its solutions, in the form of
        a solution, -1 for a row without a queen. Read-only. They are no part of the board when it
        is compared or solved.
    eliminated : tuple of (row, column)
        The cells that a player had ruled out in that file, sorted; no part of the board either.
    format : str or None
        The format of that file, by the name that ``--format`` takes; None for an array.

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

    __slots__ = (
        "_letters", "_names", "allow_empty_regions", "eliminated", "format", "given", "labels", "n",
        "regions", "stars",
    )  # fmt: skip

    n: int
    regions: NDArray[np.uint8]
    labels: tuple[str, ...]
    stars: int
    allow_empty_regions: bool
    given: tuple[NDArray[np.int16], ...]
    eliminated: tuple[Cell, ...]
    format: str | None
    _letters: tuple[str, ...] | None
    _names: tuple[str, ...] | None

    def __init__(
        self,
        grid: Grid,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
    ) -> None:
        if not isinstance(grid, Grid):
            raise InputError(
                f"found a {type(grid).__name__}; make boards with Board.from_array, from_text, "
                "from_json or from_file"
            )
        stars = check_stars((grid.stars or 1) if stars is None else stars)
        if allow_empty_regions is not False:
            allow_empty_regions = check_flag(allow_empty_regions, "allow_empty_regions")
        if not (allow_empty_regions or grid.allow_empty_regions) or stars > 1:
            check_region_count(grid, advise=stars == 1, source=source)
        grid.regions.flags.writeable = False
        n = grid.regions.shape[0]
        put = object.__setattr__  # the board's own refuses
        put(self, "stars", stars)
        put(self, "regions", grid.regions)
        put(self, "labels", grid.labels)
        put(self, "n", n)
        put(self, "allow_empty_regions", len(grid.labels) != n)
        put(self, "given", _placements(grid, n, stars) if grid.given else ())
        put(self, "eliminated", grid.eliminated)
        put(self, "format", grid.format)
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
        allow_empty_regions: bool = False,
        source: str | None = None,
        format: str | None = None,
    ) -> Board:
        r"""Read n lines of n visible characters, each character a region; or a board of one line.

        Blanks between the characters and blank lines around the board do not matter. Lines below
        it may say more, as `to_text` writes them: ``stars: 2``.

        Parameters
        ----------
        text : str
            The board.
        stars : int, optional
            Queens in each row, column and region. By default what the input says, or 1. A board
            may ask for more than have room; `solve` and others then refuse it.
        allow_empty_regions : bool
            Accept any number of regions, each of which may hold one queen at most. By default, if
            the input does not say so, and with more than one star, there must be as many regions
            as rows.
        source : str, optional
            The name that errors give to the input.
        format : str, optional
            A name of `registry.FORMATS`; by default the format is guessed from the text.

        Returns
        -------
        Board

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
        >>> Board.from_text("551W056Ag_Y").format
        'sbn'
        """
        from fastqueens.queens.formats.registry import grid_from_text

        grid = grid_from_text(text, source=source, format=format)
        return cls(grid, stars=stars, allow_empty_regions=allow_empty_regions, source=source)

    @classmethod
    def from_json(
        cls,
        text: str,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
    ) -> Board:
        """Read a list of ``{"row", "col", "color"}`` objects, or ``{"regions": [[...]]}``.

        The latter may have ``"stars"`` and more, as `to_json` writes it. What a command prints
        with ``--json`` is read too, and a level of a clone, with ``"colorRegions"``.

        Parameters
        ----------
        text : str
            The JSON document.
        stars, allow_empty_regions, source
            As for `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> Board.from_json('{"regions": [[7]]}')
        Board(1x1, 1 region: 7)
        """
        from fastqueens.queens.formats.registry import grid_from_json

        grid = grid_from_json(text, source=source)
        return cls(grid, stars=stars, allow_empty_regions=allow_empty_regions, source=source)

    @classmethod
    def from_array(
        cls, array: ArrayLike, *, stars: int | None = None, allow_empty_regions: bool = False
    ) -> Board:
        """Take a square array of labels, numbers or strings.

        Parameters
        ----------
        array : array_like, shape (n, n)
            The label of each cell: integers of 64 bits or strings. A row of a list may also be one
            string such as ``"AABB"``.
        stars, allow_empty_regions
            As for `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            With row and column, counted from 0.

        Examples
        --------
        >>> Board.from_array([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]]).n
        4
        """
        from fastqueens.queens.formats.registry import grid_from_array

        if array is None or isinstance(array, str | bytes | os.PathLike):
            raise InputError(
                f"found {quote(array)}, expected a Board or an array of labels; to read a file use "
                "Board.from_file, for text Board.from_text"
            )
        if isinstance(array, Board):  # with its labels, which the array has not
            return as_board(array, allow_empty_regions, stars)
        return cls(grid_from_array(array), stars=stars, allow_empty_regions=allow_empty_regions)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
        format: str | None = None,
    ) -> Board:
        r"""Read a file's content, in the format that it shows.

        Parameters
        ----------
        data : bytes
            The content of a file.
        stars, allow_empty_regions, source, format
            As for `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> Board.from_bytes(b"AB\nAB")
        Board(2x2, 2 regions: AB/AB)
        """
        from fastqueens.queens.formats.registry import grid_from_bytes

        grid = grid_from_bytes(data, source=source, format=format)
        return cls(grid, stars=stars, allow_empty_regions=allow_empty_regions, source=source)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        format: str | None = None,
    ) -> Board:
        """Read a file, in the format that its content shows.

        Parameters
        ----------
        path : str or path-like
            The file, of at most 16 MiB.
        stars, allow_empty_regions, format
            As for `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the file cannot be read or holds no board. It names the file.

        Examples
        --------
        >>> Board.from_file("no.txt")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: no.txt: cannot read the file: No such file or directory
        """
        from fastqueens.queens.formats.registry import grid_from_file

        grid = grid_from_file(path, format=format)
        return cls(
            grid, stars=stars, allow_empty_regions=allow_empty_regions, source=os.fsdecode(path)
        )

    @classmethod
    def from_image(
        cls, picture: Picture, *, stars: int | None = None, source: str | None = None
    ) -> Board:
        r"""Read a board off a screenshot or a photo; `fastqueens.queens.read_image` tells more.

        Parameters
        ----------
        picture : path, bytes, Pillow image or ndarray of uint8
            A PNG, JPEG, WebP, BMP or GIF file, or its pixels.
        stars : int, optional
            Queens in each row, column and region. By default as many as leave one solution.
        source : str, optional
            The name that errors give to the picture.

        Returns
        -------
        Board
            With the queens that stand on it as its `given`.

        Raises
        ------
        InputError
            For what is no picture or shows no board, and for a board that is not sure: it says
            what was found and which cells are doubtful.
        ImportError
            Without Pillow or OpenCV: ``pip install 'fastqueens[image]'``.

        Examples
        --------
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> print(Board.from_image(board.to_png(cell=24)))
        ABBB
        AABC
        DCCC
        DDDC
        """
        from fastqueens.queens.vision import grid_from_image

        stars = None if stars is None else check_stars(stars)
        return cls(grid_from_image(picture, stars, source=source), source=source)

    def with_stars(self, stars: int) -> Board:
        r"""Return the same board with another number of queens in each unit.

        Parameters
        ----------
        stars : int
            Queens in each row, column and region.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            For another number, or more than one star where there are not as many regions as rows.

        Examples
        --------
        >>> Board.from_text("AB\nAB").with_stars(2)
        Board(2x2, 2 regions, 2 stars: AB/AB)
        """
        return Board(
            Grid(self.regions, self.labels),
            stars=stars,
            allow_empty_regions=self.allow_empty_regions,
        )

    def with_position(self, queens: ArrayLike, eliminated: ArrayLike = ()) -> Board:
        r"""Return the same board with what a player has done on it.

        Parameters
        ----------
        queens : array_like
            Where queens stand, in any form of `violations`; the only placement of `given`.
        eliminated : array_like
            The cells that are crossed out, in the same forms.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            For cells that are not on the board, and a cell that is both.

        Examples
        --------
        >>> Board.from_text("AB\nAB").with_position([(0, 1)], [(1, 1)]).eliminated
        ((1, 1),)
        """
        cells = tuple((r, c) for r, c in read_cells(self.n, queens).tolist())
        ruled_out = tuple(read_crosses(self.n, eliminated))
        if both := set(cells).intersection(ruled_out):
            raise InputError(f"found {cell_name(*min(both))} both with a queen and crossed out")
        given = (cells,) if cells else ()
        grid = Grid(
            self.regions, self.labels, given=given, eliminated=ruled_out, format=self.format
        )
        return Board(grid, stars=self.stars, allow_empty_regions=self.allow_empty_regions)

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        from fastqueens.queens.board.drawing import draw

        return draw(kind, self, self.given[0] if self.given else None, cell=cell, look=look)

    def to_text(self, queens: ArrayLike | None = None, *, style: Style = "letters") -> str:
        r"""Write the board as text that `from_text` reads.

        Parameters
        ----------
        queens : array_like, optional
            Where queens stand, as `violations` takes them. By default those of `given`, each
            placement on a board of its own, and the cells crossed out; an empty list writes the
            bare board.
        style : {"letters", "numbers", "list"}
            A drawing with ``#`` at the queens; or a numbered grid of 0 and 1; or a line
            ``colour A at [0, 2]`` for each queen.

        Returns
        -------
        str
            Without a newline at its end.

        Raises
        ------
        InputError
            For queens that are not on the board.

        Examples
        --------
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> print(board.to_text([2, 0, 3, 1]))
        RB#B
        #RBY
        GYY#
        G#GY
        <BLANKLINE>
        queens: c1=B a2=R d3=Y b4=G
        >>> Board.from_text(board.to_text([2, 0, 3, 1])).given
        (array([2, 0, 3, 1], dtype=int16),)
        """
        from fastqueens.queens.formats.writers import to_text

        placements: Iterable[ArrayLike] = (queens,) if queens is not None else self.given or ([],)
        eliminated = self.eliminated if queens is None else ()
        return "\n\n".join(to_text(self, x, style=style, eliminated=eliminated) for x in placements)

    def to_json(self, queens: ArrayLike | None = None, *, cells: bool = False) -> str:
        r"""Write the board as JSON that `from_json` reads.

        Parameters
        ----------
        queens : array_like, optional
            Where queens stand. By default those of `given`; an empty list writes the bare board.
        cells : bool
            Write a list of ``{"row", "col", "color"}`` objects, as scrapers do.

        Returns
        -------
        str
            On one line.

        Raises
        ------
        InputError
            For queens that are not on the board, and a list of cells that cannot say what the
            board has.

        Examples
        --------
        >>> Board.from_text("AB\nAB", stars=2).to_json()
        '{"n": 2, "stars": 2, "regions": ["AB", "AB"], "sizes": [2, 2]}'
        """
        from fastqueens.output import dumps
        from fastqueens.queens.formats.writers import describe_board, describe_cells

        several, eliminated = None, self.eliminated if queens is None else ()
        if queens is None and self.given:
            queens, several = self.given[0], self.given
        if check_flag(cells, "cells"):
            return dumps(describe_cells(self, queens))
        if several is not None and len(several) > 1:
            return dumps(describe_board(self, solutions=several, eliminated=eliminated))
        bare = queens is None or array_of(queens).size == 0
        return dumps(describe_board(self, None if bare else queens, eliminated=eliminated))

    def to_format(self, format: str) -> str | bytes:
        r"""Write the board in a format, with the queens and the crosses that came with it.

        Parameters
        ----------
        format : str
            A name of `registry.FORMATS`. What the format cannot keep is left out.

        Returns
        -------
        str or bytes
            Text ends with a newline.

        Raises
        ------
        InputError
            For a format that there is not, or that cannot hold the board.

        Examples
        --------
        >>> Board.from_text("551W056Ag_Y").to_format("sbn")
        '551W056Ag_Y\n'
        """
        from fastqueens.queens.formats.registry import write_boards

        return write_boards([self], format)

    def save(
        self,
        path: str | os.PathLike[str],
        queens: ArrayLike | None = None,
        **look: Unpack[LookOptions],
    ) -> None:
        """Write the board to a file of the kind that its name says.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.svg`` or ``*.png``, or as one of `registry.FORMATS`,
            such as ``*.txt``, ``*.json`` or ``*.sbn``.
        queens : array_like, optional
            Where queens stand, as for `to_text`.
        **look
            Of pictures, as for `to_svg`.

        Raises
        ------
        InputError
            For another name, or if the file cannot be written.

        Examples
        --------
        >>> Board.from_text("A").save("a.doc")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'a.doc', expected a name that ends in .txt, ...
        """
        from fastqueens.output import save
        from fastqueens.queens.board.drawing import draw
        from fastqueens.queens.formats.registry import BY_ENDING

        chosen = Look(**look)
        placed = (self.given[0] if self.given else None) if queens is None else queens
        board = self if queens is None else self.with_position(queens)
        written: dict[str, Callable[[], str | bytes]] = {
            **{kind: partial(one.write, [board]) for kind, one in BY_ENDING.items()},
            ".svg": lambda: draw("svg", self, placed, look=chosen),
            ".png": lambda: draw("png", self, placed, look=chosen),
        }
        save(path, written)

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
        """What sentences call the regions: the labels, or the drawn `letters`.

        These where a label cannot be read, and in place of numbers of several digits, which no
        drawing shows.
        """
        if self._names is None:
            readable = all(x.isprintable() and x.strip() for x in self.labels)
            words = readable and not all(x.isdecimal() for x in self.labels)
            names = self.labels if words else self.letters  # numbers of one digit are both
            object.__setattr__(self, "_names", names)
            return names
        return self._names

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
        # NumPy 1 calls this without copy, and copies where it has to.
        if copy:
            return np.array(self.regions, dtype)
        found = np.asarray(self.regions, dtype)
        if copy is False and found is not self.regions:
            raise ValueError(f"regions are uint8: as {found.dtype} they must be copied")
        return found

    def _rows(self) -> list[str]:
        letters = self.letters
        return ["".join([letters[g] for g in row]) for row in self.regions.tolist()]

    def __str__(self) -> str:
        return "\n".join(self._rows())

    def __repr__(self) -> str:
        rows = self._rows()
        text = "/".join(rows if self.n <= 11 else [*rows[:2], "...", rows[-1]])
        regions = plural(len(self.labels), "region")
        stars = f", {self.stars} stars" if self.stars > 1 else ""
        return f"Board({self.n}x{self.n}, {regions}{stars}: {text})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.stars, self.labels) == (other.stars, other.labels) and bool(
            np.array_equal(self.regions, other.regions)
        )

    def __hash__(self) -> int:
        return hash((self.stars, self.labels, self.regions.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        given = tuple(tuple(map(tuple, read_cells(self.n, x).tolist())) for x in self.given)
        kept = (self.regions.copy(), self.labels, self.stars, given, self.eliminated, self.format)
        return restore, kept


def restore(
    regions: NDArray[np.uint8],
    labels: tuple[str, ...],
    stars: int,
    given: tuple[tuple[Cell, ...], ...] = (),
    eliminated: tuple[Cell, ...] = (),
    format: str | None = None,
) -> Board:
    """Make a board from what its pickle keeps."""
    grid = Grid(regions, labels, given=given, eliminated=eliminated, format=format)
    return Board(grid, stars=stars, allow_empty_regions=True)


def _placements(grid: Grid, n: int, stars: int) -> tuple[NDArray[np.int16], ...]:
    """Return the placements of a grid in the form of solutions, read-only."""
    found = tuple(solution_form(cells, n, stars) for cells in grid.given)
    for placement in found:
        placement.flags.writeable = False
    return found


def board_of(
    regions: NDArray[np.uint8], *, stars: int = 1, allow_empty_regions: bool = False
) -> Board:
    """Return a board of regions numbered as `Board` numbers them, with letters for labels."""
    grid = Grid(regions.copy(), letters_for(int(regions.max()) + 1))
    return Board(grid, stars=stars, allow_empty_regions=allow_empty_regions)


def check_stars(stars: int) -> int:
    """Return a number of queens in a unit, or raise `InputError`."""
    stars = check_whole(stars, "stars", least=1)
    if stars > MAX_STARS:
        raise InputError(f"stars is {stars}, expected 1 to {MAX_STARS}")
    return stars


def as_board(
    board: Board | ArrayLike, allow_empty_regions: bool, stars: int | None = None
) -> Board:
    """Return a board as it is (but for `stars`, if given), an array of labels as a board."""
    if not isinstance(board, Board):
        return Board.from_array(board, stars=stars, allow_empty_regions=allow_empty_regions)
    return board if stars is None or check_stars(stars) == board.stars else board.with_stars(stars)


def playable(
    board: Board | ArrayLike,
    allow_empty_regions: bool,
    stars: int | None = None,
    *,
    source: str | None = None,
) -> Board:
    """Return a board as `as_board` does, or raise `InputError` if its stars have no room."""
    board = as_board(board, allow_empty_regions, stars)
    if board.stars > 1:
        sizes = np.bincount(board.regions.ravel(), minlength=len(board.labels)).tolist()
        check_fit(board.n, board.stars, board.labels, sizes, source=source)
    return board

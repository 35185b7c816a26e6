"""The methods of `Board` that read a board: from text, JSON, arrays, files and pictures."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

from numpy.typing import ArrayLike

from fastqueens.queens.formats.registry import (
    grid_from_array,
    grid_from_bytes,
    grid_from_file,
    grid_from_json,
    grid_from_object,
    grid_from_text,
)
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.rules import Rules, check_stars, override_rules
from fastqueens.results import InputError
from fastqueens.validation import plural, quote

if TYPE_CHECKING:
    from fastqueens.queens.vision.load import Picture

__all__ = ["BoardInput", "grid_of_labels"]


class BoardInput:
    """The class methods that make a board; `Board` inherits them."""

    __slots__ = ()

    def __init__(
        self, grid: Grid, rules: Rules | None = None, *, source: str | None = None
    ) -> None:
        raise NotImplementedError

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
        format: str | None = None,
    ) -> Self:
        r"""Read a drawing of n lines with n visible characters each, or another text format.

        Each character names the region of its cell. Blanks between the characters and blank lines
        around the board do not matter. Named lines below the board, such as ``stars: 2``, state
        more about it; `to_text` writes such lines.

        Parameters
        ----------
        text : str
            The board.
        stars : int, optional
            Queens in each row, column and region. The default is the number in the input, or 1 if
            the input has none. A board may have more stars than fit on it; then `solve` and other
            functions raise an error.
        allow_empty_regions : bool
            Accept any number of regions, each of which takes at most one queen. By default there
            must be as many regions as rows, unless the input allows another number. With several
            stars there must always be as many regions as rows.
        source : str, optional
            The name that errors give to the input.
        format : str, optional
            The name of a format, such as ``"json"`` or ``"puzzlink"`` (a key of
            `fastqueens.queens.formats.registry.FORMATS`). By default the format is guessed from the
            text.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the input is not a board. The error has the line, the column and the expected text.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> print(Board.from_text("R B B B\nR R B Y\nG Y Y Y\nG G G Y"))
        RBBB
        RRBY
        GYYY
        GGGY
        >>> Board.from_text("551W056Ag_Y").format
        'sbn'
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_from_text(text, source=source, format=format)
        return cls(grid, overrides.apply(grid.rules), source=source)

    @classmethod
    def from_json(
        cls,
        text: str,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
    ) -> Self:
        """Read a list of ``{"row", "col", "color"}`` objects, or ``{"regions": [[...]]}``.

        The object may also have ``"stars"`` and the other keys that `to_json` writes. The method
        also reads the output of a command with ``--json``. It reads the level files of games that
        copy Queens, too: these files have a key ``"colorRegions"``.

        Parameters
        ----------
        text : str
            The JSON document.
        stars, allow_empty_regions, source
            See `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the input is not a board. The error has the line, the column and the expected text.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_json('{"regions": [[7]]}')
        Board(1x1, 1 region: 7)
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_from_json(text, source=source)
        return cls(grid, overrides.apply(grid.rules), source=source)

    @classmethod
    def from_dict(
        cls,
        document: object,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
    ) -> Self:
        r"""Read plain data: the output of `as_dict`, or another decoded JSON document.

        Parameters
        ----------
        document : dict or list
            The data of a JSON document that `from_json` accepts.
        stars, allow_empty_regions
            See `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the document is not a board.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> board = Board.from_text("AB\nAB")
        >>> Board.from_dict(board.as_dict()) == board
        True
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_from_object(document)
        return cls(grid, overrides.apply(grid.rules))

    @classmethod
    def from_array(
        cls, array: ArrayLike, *, stars: int | None = None, allow_empty_regions: bool = False
    ) -> Self:
        """Make a board from a square array of labels, which are numbers or strings.

        Parameters
        ----------
        array : array_like, shape (n, n)
            The label of each cell: integers of 64 bits or strings. A row of a list may also be one
            string such as ``"AABB"``.
        stars, allow_empty_regions
            See `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the array is not a valid board. The error names the row and the column, counted from
            0.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_array([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]]).n
        4
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_of_labels(array)
        return cls(grid, overrides.apply(grid.rules))

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        source: str | None = None,
        format: str | None = None,
    ) -> Self:
        r"""Read the content of a file. The format is guessed from the content.

        Parameters
        ----------
        data : bytes
            The content of a file.
        stars, allow_empty_regions, source, format
            See `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the input is not a board. The error has the line, the column and the expected text.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_bytes(b"AB\nAB")
        Board(2x2, 2 regions: AB/AB)
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_from_bytes(data, source=source, format=format)
        return cls(grid, overrides.apply(grid.rules), source=source)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        stars: int | None = None,
        allow_empty_regions: bool = False,
        format: str | None = None,
    ) -> Self:
        """Read a file. The format is guessed from its content.

        Parameters
        ----------
        path : str or path-like
            The file, of at most 16 MiB.
        stars, allow_empty_regions, format
            See `from_text`.

        Returns
        -------
        Board

        Raises
        ------
        InputError
            If the file cannot be read or holds no board. The error names the file.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_file("no.txt")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: no.txt: cannot read the file: No such file or directory
        """
        overrides = override_rules(stars, allow_empty_regions)
        grid = grid_from_file(path, format=format)
        return cls(grid, overrides.apply(grid.rules), source=os.fsdecode(path))

    @classmethod
    def from_image(
        cls, picture: Picture, *, stars: int | None = None, source: str | None = None
    ) -> Self:
        r"""Read a board from a screenshot or a photo; `read_image` also returns the details.

        Parameters
        ----------
        picture : path, bytes, Pillow image or ndarray of uint8
            A PNG, JPEG, WebP, BMP or GIF file, or its pixels.
        stars : int, optional
            Queens in each row, column and region. By default it is the number for which the board
            has exactly one solution.
        source : str, optional
            The name that errors give to the picture.

        Returns
        -------
        Board
            The board. Its `placements` are the queens in the picture.

        Raises
        ------
        InputError
            If the input is not a picture, if the picture shows no board, or if the reading is not
            certain. The error says what was found and which cells are doubtful.
        MissingExtra
            If Pillow or OpenCV is not installed: ``pip install 'fastqueens[image]'``.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> print(Board.from_image(board.to_png(cell=24)))
        ABBB
        AABC
        DCCC
        DDDC
        """
        stars = None if stars is None else check_stars(stars)
        from fastqueens.queens.vision.page import grid_from_image

        return cls(grid_from_image(picture, stars, source=source), source=source)


def grid_of_labels(array: ArrayLike) -> Grid:
    """Return the grid of a board, or of a square array of labels."""
    if isinstance(array, list | tuple) and array and isinstance(array[0], list | tuple | str):
        return grid_from_array(array)  # the most common arguments first
    if array is None or isinstance(array, str | bytes | os.PathLike):
        raise InputError(
            f"found {quote(array)}, expected a Board or an array of labels; to read a file use "
            "Board.from_file, for text Board.from_text"
        )
    grid = _grid_of(array)
    if grid is not None:
        return grid
    if _grid_of(getattr(array, "board", None)) is not None:
        raise InputError(f"found {quote(array)}, expected a Board: use its attribute `board`")
    if isinstance(array, list | tuple) and array and _grid_of(array[0]) is not None:
        raise InputError(
            f"found a list of {plural(len(array), 'Board')}, expected one Board; solve_many, "
            "rate_many and compare accept several"
        )
    return grid_from_array(array)


def _grid_of(value: object) -> Grid | None:
    grid = getattr(value, "grid", None)  # only a board has a grid
    return grid if isinstance(grid, Grid) else None

"""Reading boards off pictures, with the details of the reading: `read_image`."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.json_record import JsonRecord
from fastqueens.output import save
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import read_placement
from fastqueens.queens.grid.rules import check_stars
from fastqueens.queens.vision.detect import Detection, grid_from_detection
from fastqueens.queens.vision.load import Picture, open_picture
from fastqueens.queens.vision.page import detect_only_board
from fastqueens.results import InputError

__all__ = ["ImageReading", "read_image"]


@runtime_checkable
class QueensAnswer(Protocol):
    """A result of `queens.solve`."""

    @property
    def queens(self) -> NDArray[np.int16] | None:
        """The solution, or None."""
        ...


@dataclass(frozen=True, kw_only=True, eq=False)
class ImageReading(JsonRecord, Detection):
    """The board and the marks in a picture, as `read_image` returns them.

    Attributes
    ----------
    board : Board or None
        The board, with the queens in the picture as its `placements`; None if the reading is not
        certain.
    problem : str or None
        The reason why the reading is not certain.
    note : str or None
        A remark on a reading that is certain. It says that the board has several solutions, which
        regions were joined from several pieces of one colour, or in which cells a mark could not be
        read.
    queens, marks : tuple of (row, column)
        Cells with a queen, and cells that are crossed out, counted from 0.
    confidence : ndarray of float, shape (n, n)
        The confidence in the region of each cell, from 0 to 1.
    doubtful : tuple of (row, column)
        The cells with a confidence below one half.
    regions : ndarray of uint8, shape (n, n)
        The regions, even if the reading is not certain, numbered by first appearance.
    n : int
        Number of rows.
    stars : int
        Queens in each unit: the argument `stars`, or the number for which the board has exactly
        one solution.
    by : str
        The features that separate the regions: "colours", "lines" or "colours and lines".
    matrix : ndarray of float, shape (3, 3)
        The position of the board in the picture: the homography from (column, row), 0 to n, to
        (x, y) in pixels.
    pixels : ndarray of uint8, shape (height, width, 3)
        The picture.
    """

    board: Board | None

    def to_png(self) -> bytes:
        """Draw the reading over the picture, as a PNG file.

        Lines separate the regions, and each cell has the letter of its region. A ring is a queen,
        a diagonal cross is a mark, and doubtful cells have a red frame.

        Returns
        -------
        bytes

        Examples
        --------
        >>> from fastqueens import queens
        >>> reading = queens.read_image(queens.levels(8)[0].board.to_png(cell=24))
        >>> reading.to_png()[1:4]
        b'PNG'
        """
        from fastqueens.queens.vision.overlay import draw_detection

        return draw_detection(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the reading as plain data, ready for JSON.

        Returns
        -------
        dict
            The value of each attribute under its name. ``pixels`` is a PNG file in base64.
        """
        return {
            "board": None if self.board is None else self.board.as_dict(),
            "problem": self.problem,
            "note": self.note,
            "queens": [list(cell) for cell in self.queens],
            "marks": [list(cell) for cell in self.marks],
            "confidence": self.confidence.tolist(),
            "regions": self.regions.tolist(),
            "by": self.by,
            "stars": self.stars,
            "matrix": self.matrix.tolist(),
            "pixels": b64encode(_as_png(self.pixels)).decode(),
        }

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> ImageReading:
        board, note = document["board"], document["note"]
        queens, marks = (
            tuple((int(r), int(c)) for r, c in document[name]) for name in ("queens", "marks")
        )
        return cls(
            board=None if board is None else Board.from_dict(board),
            problem=document["problem"],
            note=note,
            queens=queens,
            marks=marks,
            confidence=np.array(document["confidence"], np.float64),
            regions=np.array(document["regions"], np.uint8),
            by=str(document["by"]),
            stars=int(document["stars"]),
            matrix=np.array(document["matrix"], np.float64).reshape(3, 3),
            pixels=open_picture(b64decode(document["pixels"])),
        )

    def clicks(self, placed: ArrayLike | QueensAnswer | None = None) -> list[tuple[int, int]]:
        r"""Return where to click in the picture to place queens: the centres of their cells.

        Parameters
        ----------
        placed : QueensResult or array_like, optional
            A result of `solve`, or queens in a form that `violations` accepts. By default these are
            the queens in the picture.

        Returns
        -------
        list of (x, y)
            Pixels from the left and from the top of the picture, row by row. If the picture shows
            only a part of the screen, add the position of the picture on the screen.

        Raises
        ------
        InputError
            If the result has no solution, or a queen is not on the board.

        Examples
        --------
        >>> from fastqueens import queens
        >>> board = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
        >>> reading = queens.read_image(board.to_png(cell=40))
        >>> clicks = reading.clicks(queens.solve(reading.board))
        >>> [round((x - clicks[1][0]) / 40) for x, y in clicks], len(clicks)
        ([2, 0, 3, 1], 4)
        """
        found = placed.queens if isinstance(placed, QueensAnswer) else placed
        if placed is not None and found is None:
            raise InputError("found a result without a solution, expected queens to click")
        cells = self.queens if found is None else read_placement(self.n, found)
        places = [(column + 0.5, row + 0.5, 1.0) for row, column in cells]
        points = np.array(places).reshape(-1, 3) @ self.matrix.T
        return [(round(x / w), round(y / w)) for x, y, w in points.tolist()]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture of `to_png` to a file.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.png``.

        Raises
        ------
        InputError
            If the name has another ending, or if the file cannot be written.

        Examples
        --------
        >>> from fastqueens import queens
        >>> reading = queens.read_image(queens.levels(8)[0].board.to_png(cell=24))
        >>> reading.save("reading.txt")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'reading.txt', expected a name that ends in .png
        """
        save(path, {".png": self.to_png})


def _as_png(pixels: NDArray[np.uint8]) -> bytes:
    """Write pixels as a PNG file, which keeps them exactly."""
    from PIL import Image

    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def read_image(
    picture: Picture, *, stars: int | None = None, source: str | None = None
) -> ImageReading:
    """Read a board of coloured Queens or Star Battle from a picture, and rate the confidence.

    A reading is certain if the board has n regions on n rows and exactly one solution, and if
    colours or lines separate each region clearly from its neighbours. Colours and lines must not
    show different boards. A board with several solutions is accepted if its colours are
    unambiguous; the reading then has a `note`. A reading also has a `note` if separate areas of one
    colour were joined into one region. This is done if the board has n clear colours and exactly
    one solution, or if fastqueens drew the picture.

    Parameters
    ----------
    picture : path, bytes, Pillow image or ndarray of uint8
        A screenshot, a part of a screenshot, or a photo: a PNG, JPEG, WebP, BMP or GIF file of at
        most 64 MiB and 64 million pixels; or its pixels.
    stars : int, optional
        Queens in each row, column and region. By default it is the number for which the board has
        exactly one solution.
    source : str, optional
        The name that errors give to the picture.

    Returns
    -------
    ImageReading

    Raises
    ------
    InputError
        If the input is not a picture, or shows no grid or several boards. An uncertain
        reading is an error only for `Board.from_image`.
    MissingExtra
        If Pillow or OpenCV is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> from fastqueens import queens
    >>> board = queens.levels(8)[0].board
    >>> reading = queens.read_image(board.to_png(cell=24))
    >>> reading.board == board, reading.by, reading.queens, reading.problem
    (True, 'colours and lines', (), None)
    """
    stars = None if stars is None else check_stars(stars)
    found = detect_only_board(picture, stars, source=source)
    board = Board(grid_from_detection(found)) if found.problem is None else None
    return ImageReading(**vars(found), board=board)

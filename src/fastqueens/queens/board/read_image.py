"""Reading boards off pictures, with all that was found: `read_image`."""

from __future__ import annotations

import os
from dataclasses import dataclass

from fastqueens.output import save
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.rules import check_stars
from fastqueens.queens.vision import Detection, Picture, detect_board, grid_from_detection

__all__ = ["Reading", "read_image"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading(Detection):
    """What a picture shows, as `read_image` returns it.

    Attributes
    ----------
    board : Board or None
        The board, with the queens that stand on it as its `given`; None where it is not sure.
    problem, note : str or None
        Why the board is not sure, or what is odd about one that is: that it has several solutions.
    queens, marks : tuple of (row, column)
        Cells with a queen, and cells that are crossed out, counted from 0.
    confidence : ndarray of float, shape (n, n)
        How sure the region of each cell is, from 0 to 1.
    doubtful : tuple of (row, column)
        The cells for which that is below one half.
    regions : ndarray of uint8, shape (n, n)
        The regions as they were read, sure or not, numbered by first appearance.
    n, stars : int
        Rows, and queens in each unit: as given, or as many as leave one solution.
    by : str
        What told the regions: "colours", "lines" or "colours and lines".
    matrix : ndarray of float, shape (3, 3)
        Where the board lies: the homography from (column, row), 0 to n, to (x, y) in pixels.
    pixels : ndarray of uint8, shape (height, width, 3)
        The picture.
    """

    board: Board | None

    def to_png(self) -> bytes:
        """Draw what was read over the picture, as a PNG file.

        Lines lie between the regions, whose letters stand in the cells; a ring is a queen, a
        slanting cross a mark, and doubtful cells are framed in red.

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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what `to_png` draws to a file.

        Parameters
        ----------
        path : str or path-like
            A file named ``*.png``.

        Raises
        ------
        InputError
            For another name, or if the file cannot be written.

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


def read_image(picture: Picture, *, stars: int | None = None, source: str | None = None) -> Reading:
    """Read a board of coloured Queens or Star Battle off a picture, and tell how sure it is.

    A board is sure if it has n regions on n rows, each in one piece and told well from the next by
    colours or lines, which may not tell another board; and if it has one solution. One that has
    several is used where its colours leave no doubt, and has a `note`.

    Parameters
    ----------
    picture : path, bytes, Pillow image or ndarray of uint8
        A screenshot, a part of one, or a photo: a PNG, JPEG, WebP, BMP or GIF file of at most 64
        MiB and 64 million pixels; or its pixels.
    stars : int, optional
        Queens in each row, column and region. By default as many as leave one solution.
    source : str, optional
        The name that errors give to the picture.

    Returns
    -------
    Reading

    Raises
    ------
    InputError
        For what is no picture, or shows no grid. One that is not sure is no error here, but one
        for `Board.from_image`.
    ImportError
        Without Pillow or OpenCV: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> from fastqueens import queens
    >>> board = queens.levels(8)[0].board
    >>> reading = queens.read_image(board.to_png(cell=24))
    >>> reading.board == board, reading.by, reading.queens, reading.problem
    (True, 'colours and lines', (), None)
    """
    stars = None if stars is None else check_stars(stars)
    found = detect_board(picture, stars, source=source)
    board = Board(grid_from_detection(found)) if found.problem is None else None
    return Reading(**vars(found), board=board)

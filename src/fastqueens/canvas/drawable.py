"""The base class of drawable objects: pictures as SVG, PNG and PDF, and the notebook picture."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack

from fastqueens.canvas.displayed import Displayed
from fastqueens.canvas.style import Look, LookOptions, ThemeName
from fastqueens.canvas.svg_document import SVGDocument, draw_svg
from fastqueens.output import save, texts_of

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry, PaperName
    from fastqueens.canvas.scene import Scene

__all__ = ["CELLS", "Drawn", "Kind", "to_picture"]

Kind: TypeAlias = Literal["svg", "png"]
CELLS = {"svg": 48, "png": 96}  # default side of a cell in pixels
_SHOWN_CELL = 64  # the same for PNG pictures in a notebook
_MAX_SHOWN = 1920  # pixels across a PNG picture in a notebook; a wider one gets smaller cells


class Drawn(Displayed):
    """The base of classes whose objects can be drawn as a picture."""

    __slots__ = ()

    @abstractmethod
    def _scene(self, cell: int, look: Look) -> Scene:
        """Return the object as a scene."""

    def _entry(self, look: Look) -> Entry:
        """Return the object as an entry of a book."""
        from fastqueens.canvas.book import Entry

        return Entry(self._scene(CELLS["svg"], look))

    def to_svg(self, *, cell: int = CELLS["svg"], **look: Unpack[LookOptions]) -> SVGDocument:
        r"""Draw a standalone SVG document: no scripts, fonts or links.

        Parameters
        ----------
        cell : int
            Side of a cell in pixels.
        **look
            The style options of `fastqueens.render`, such as ``theme="dark"``, ``patterns=True``,
            ``axes=True``, ``letters=True`` or, for a box of cubes, ``view="exploded"``.

        Returns
        -------
        SVGDocument
            A str that a notebook shows as a picture.

        Raises
        ------
        InputError
            If the theme is unknown, if `cell` is less than 8 or more than 1,024, or if there is
            nothing to draw.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> picture = Board.from_text("AB\nAB").to_svg(theme="dark", axes=True)
        >>> picture.startswith("<svg "), picture.count('class="fq-region"')
        (True, 2)
        """
        chosen = Look(**look)

        def draw(theme: ThemeName) -> str:
            return str(to_picture("svg", self._scene(cell, replace(chosen, theme=theme))))

        return draw_svg(draw, chosen.theme if "theme" in look else None)

    def to_png(self, *, cell: int = CELLS["png"], **look: Unpack[LookOptions]) -> bytes:
        r"""Draw a PNG file.

        Parameters
        ----------
        cell : int
            Side of a cell in pixels.
        **look
            See `to_svg`.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            If the theme is unknown, if `cell` is less than 8 or more than 1,024, or if there is
            nothing to draw.
        MissingExtra
            If Pillow is not installed: ``pip install 'fastqueens[image]'``.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("AB\nAB").to_png(cell=20)[:4]
        b'\x89PNG'
        """
        picture = to_picture("png", self._scene(cell, Look(**look)))
        assert isinstance(picture, bytes)
        return picture

    def to_pdf(self, *, paper: PaperName = "A4", **look: Unpack[LookOptions]) -> bytes:
        r"""Draw a PDF file of one page; `fastqueens.render.book` draws several objects.

        Parameters
        ----------
        paper : {"A4", "Letter"}
            The size of the page.
        **look
            See `to_svg`.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            If the theme or the paper is unknown, or there is nothing to draw.
        MissingExtra
            If reportlab is not installed: ``pip install 'fastqueens[pdf]'``.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("AB\nAB").to_pdf()[:5]
        b'%PDF-'
        """
        from fastqueens.canvas.book import BookOptions, draw_book

        chosen, options = Look(**look), BookOptions(paper=paper, solutions="none")
        return draw_book([self._entry(chosen)], options, theme=chosen.theme)

    def save(self, path: str | os.PathLike[str], **look: Unpack[LookOptions]) -> None:
        r"""Write a file; its suffix selects the format: ``.svg``, ``.png``, ``.pdf`` or others.

        Parameters
        ----------
        path : str or path-like
            The file.
        **look
            The style options of a picture: see `to_svg`.

        Raises
        ------
        InputError
            If the suffix is not supported, or if the file cannot be written.
        MissingExtra
            If a ``.png`` file needs Pillow or a ``.pdf`` file needs reportlab, and it is not
            installed.

        Examples
        --------
        >>> from fastqueens.queens import Board, hint
        >>> hint(Board.from_text("A")).save("hint.doc")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'hint.doc', expected a name that ends in .svg, ...
        """
        save(path, self._writers(look))

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        """Return the functions that make the content of a file, by suffix."""
        pictures: dict[str, Callable[[], str | bytes]]
        pictures = {
            ".svg": lambda: self.to_svg(**look),
            ".png": lambda: self.to_png(**look),
            ".pdf": lambda: self.to_pdf(**look),
        }
        return texts_of(self) | pictures

    def _display_svg(self, theme: ThemeName) -> str | None:
        return str(to_picture("svg", self._scene(CELLS["svg"], Look(theme=theme))))

    def _display_png(self) -> bytes | None:
        drawn = self._scene(_SHOWN_CELL, Look())
        if drawn.width > _MAX_SHOWN:
            drawn = self._scene(max(8, _SHOWN_CELL * _MAX_SHOWN // drawn.width), Look())
        picture = to_picture("png", drawn)
        assert isinstance(picture, bytes)
        return picture


def to_picture(kind: Kind, scene: Scene) -> str | bytes:
    """Write a scene as SVG or PNG."""
    from fastqueens.canvas.png import to_png  # imported late, because it takes time
    from fastqueens.canvas.svg import to_svg

    return to_svg(scene) if kind == "svg" else to_png(scene)

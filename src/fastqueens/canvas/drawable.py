"""What things that can be drawn have in common: `to_svg`, `save`, a picture in notebooks."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from typing import Literal, TypeAlias, Unpack

from fastqueens.canvas.style import Look, LookOptions
from fastqueens.output import save, texts_of
from fastqueens.results import InputError

__all__ = ["CELLS", "Drawn", "Kind"]

Kind: TypeAlias = Literal["svg", "png"]
CELLS = {"svg": 48, "png": 96}  # pixels


class Drawn:
    """A thing that can be drawn; who inherits it says how, in `_drawn`."""

    __slots__ = ()

    @abstractmethod
    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        """Draw the thing."""

    def to_svg(self, *, cell: int = CELLS["svg"], **look: Unpack[LookOptions]) -> str:
        r"""Draw a standalone SVG document: no scripts, fonts or links.

        Parameters
        ----------
        cell : int
            Side of a cell in pixels.
        **look
            ``theme="dark"``, and True for ``patterns``, ``axes`` or ``letters``: see
            `fastqueens.render`.

        Returns
        -------
        str

        Raises
        ------
        InputError
            For a theme that there is not, and where there is nothing to draw.
        ValueError
            For a cell that is too small.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> picture = Board.from_text("AB\nAB").to_svg(theme="dark", axes=True)
        >>> picture.startswith("<svg "), picture.count('class="fq-region"')
        (True, 2)
        """
        return str(self._drawn("svg", cell, Look(**look)))

    def to_png(self, *, cell: int = CELLS["png"], **look: Unpack[LookOptions]) -> bytes:
        r"""Draw a PNG file.

        Parameters
        ----------
        cell : int
            Side of a cell in pixels.
        **look
            As for `to_svg`.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            For a theme that there is not, and where there is nothing to draw.
        ValueError
            For a cell that is too small.
        ImportError
            Without Pillow: ``pip install pillow``.

        Examples
        --------
        >>> from fastqueens.queens import Board
        >>> Board.from_text("AB\nAB").to_png(cell=20)[:4]
        b'\x89PNG'
        """
        picture = self._drawn("png", cell, Look(**look))
        assert isinstance(picture, bytes)
        return picture

    def save(self, path: str | os.PathLike[str], **look: Unpack[LookOptions]) -> None:
        r"""Write a file of the kind that its name says: ``.svg``, ``.png``, others where it can.

        Parameters
        ----------
        path : str or path-like
            The file.
        **look
            Of pictures, as for `to_svg`.

        Raises
        ------
        InputError
            For another name, and if the file cannot be written.
        ImportError
            For a ``.png`` without Pillow.

        Examples
        --------
        >>> from fastqueens.queens import Board, hint
        >>> hint(Board.from_text("A")).save("hint.doc")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: found 'hint.doc', expected a name that ends in .svg or .png
        """
        save(path, self._writers(look))

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        """Return what makes a file, by the end of its name."""
        pictures: dict[str, Callable[[], str | bytes]]
        pictures = {".svg": lambda: self.to_svg(**look), ".png": lambda: self.to_png(**look)}
        return texts_of(self) | pictures

    def _repr_svg_(self) -> str | None:
        """Return what a notebook shows; None where there is nothing to draw."""
        try:
            return self.to_svg()
        except InputError:
            return None

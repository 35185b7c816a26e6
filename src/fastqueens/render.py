r"""One call that draws anything: boards, packings and sliding tiles as text, SVG or PNG.

A thing to draw is a `queens.Board`, a chessboard without regions (`chessboard`), a
`packing.Packing` or a `sliding.Puzzle`; as SVG and PNG also a result, a step or a hint. For
boards, ``placed`` holds the column of the queen in each row, -1 where a row has none yet; or
(row, column) pairs, shape (k, 2); or is a placement with pawns (`nqueens.Placement`); or None for
a bare board. ``marks`` says which cells to point out, a `Marks`. ``cell`` is the side of a cell in
pixels, 8 or more; by default it suits the kind of picture. And a picture may look otherwise than
it does by default:

theme : {"light", "dark"}
    The colours.
patterns : bool
    Whether each region has a pattern too, for print and for eyes that see no colours.
axes : bool
    Whether letters above the columns and numbers beside the rows name the cells.
letters : bool
    Whether each cell has the letter of its region (in SVG and PNG; text has it anyway).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from fastqueens.canvas import board_painter as boards
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.board_painter import Picture, Squares
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.palette import palette
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.nqueens.drawing import chessboard
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import squares
from fastqueens.results import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike
    from rich.text import Text

    from fastqueens.packing import Packing
    from fastqueens.sliding import Puzzle

__all__ = [
    "Marks",
    "ansi",
    "ansi_small",
    "chessboard",
    "palette",
    "png",
    "sheet_png",
    "sheet_svg",
    "svg",
    "text",
]

Drawable: TypeAlias = "Board | Squares | Packing | Puzzle"
Paintable: TypeAlias = "Drawable | Drawn"


def text(
    thing: Drawable,
    placed: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    **look: Unpack[LookOptions],
) -> str:
    r"""Write letters or numbers, with ``#`` at the queens and no newline at the end.

    Parameters
    ----------
    thing : Board, chessboard, Packing or Puzzle
        What to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to point out.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    str

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> print(text(board, [1, 3, 0, 2]))
    A#BB
    AAB#
    #CDD
    CC#D
    """
    if (board := _squares(thing)) is not None:
        return boards.text(board, placed, marks=marks, look=Look(**look))
    drawing, shown = _drawing(thing, placed, marks)
    return str(drawing.text(shown) if hasattr(drawing, "text") else shown)


def ansi(
    thing: Drawable,
    placed: ArrayLike | None = None,
    *,
    glyph: str | None = None,
    marks: Marks | None = None,
    **look: Unpack[LookOptions],
) -> Text:
    r"""Colour the cells for a terminal, two columns each so that they look square.

    Letters mark the regions, so that it reads without colour too.

    Parameters
    ----------
    thing : Board, chessboard, Packing or Puzzle
        What to draw.
    placed : array_like, optional
        The queens of a board.
    glyph : str, optional
        What stands for a queen. ``"#"`` suits a terminal that knows only ASCII.
    marks : Marks, optional
        The cells of a board to point out.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    rich.text.Text

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> ansi(board, [1, 3, -1, -1]).plain.splitlines()
    ['A ♛ B B ', 'A A B ♛ ', 'C C D D ', 'C C D D ']
    """
    if (board := _squares(thing)) is not None:
        return boards.ansi(board, placed, glyph=glyph, marks=marks, look=Look(**look))
    drawing, shown = _drawing(thing, placed, marks)
    picture: Text = drawing.ansi(shown, look=Look(**look))
    return picture


def ansi_small(
    thing: Board | Squares,
    placed: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    **look: Unpack[LookOptions],
) -> Text:
    r"""Colour the cells for a terminal, two rows in a line of half blocks; queens are dark.

    For boards that are too large for `ansi`.

    Parameters
    ----------
    thing : Board or chessboard
        What to draw.
    placed : array_like, optional
        Its queens.
    marks : Marks, optional
        The cells to point out.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    rich.text.Text

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> ansi_small(board, [1, 3, -1, -1]).plain.splitlines()
    ['▀▀▀▀', '▀▀▀▀']
    """
    return boards.ansi_small(_board(thing), placed, marks=marks, look=Look(**look))


def svg(
    thing: Paintable,
    placed: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    cell: int = 48,
    title: str | None = None,
    **look: Unpack[LookOptions],
) -> str:
    r"""Draw a standalone SVG document: no scripts, fonts or references.

    The same input gives the same text.

    Parameters
    ----------
    thing : Board, chessboard, Packing, Puzzle, or a result, a step, a hint
        What to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to point out.
    cell : int
        Side of a cell in pixels.
    title : str, optional
        Of a board, for screen readers; a description is there too.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        For queens that are not on the board, or a cell of less than 8 pixels.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> picture = svg(board, [1, 3, 0, 2], title="Four queens")
    >>> picture.startswith("<svg "), picture.count('class="fq-queen"')
    (True, 4)
    """
    if (board := _squares(thing)) is not None:
        return boards.svg(board, placed, marks=marks, look=Look(**look), cell=cell, title=title)
    return _drawn(thing, placed, marks).to_svg(cell=cell, **look)


def png(
    thing: Paintable,
    placed: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    cell: int = 96,
    **look: Unpack[LookOptions],
) -> bytes:
    r"""Draw a PNG file; a board without axes is transparent outside its rounded corners.

    Parameters
    ----------
    thing : Board, chessboard, Packing, Puzzle, or a result, a step, a hint
        What to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to point out.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        For queens that are not on the board, or a cell of less than 8 pixels.
    ImportError
        Without Pillow: ``pip install pillow``.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> png(board, [1, 3, 0, 2])[:4]
    b'\x89PNG'
    """
    if (board := _squares(thing)) is not None:
        return boards.png(board, placed, marks=marks, look=Look(**look), cell=cell)
    return _drawn(thing, placed, marks).to_png(cell=cell, **look)


def sheet_svg(
    thing: Board | Squares | Sequence[Board | Squares],
    solutions: Iterable[ArrayLike | None] = (),
    *,
    marks: Iterable[Marks | None] = (),
    captions: Iterable[str] = (),
    columns: int | None = None,
    cell: int = 24,
    **look: Unpack[LookOptions],
) -> str:
    r"""Draw several boards, or several solutions of one, on a contact sheet, as SVG.

    Parameters
    ----------
    thing : Board or chessboard, or several of them
        What to draw.
    solutions : iterable of array_like
        The queens of each picture. One board comes as often as there are solutions, marks or
        captions, and at least once.
    marks : iterable of Marks
        The cells to point out in each.
    captions : iterable of str
        A line above each; without letters that have no strokes.
    columns : int, optional
        How many boards stand side by side; by default the sheet is about square.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        For queens that are not on the board, another number of things than of boards, less than
        one column, or a cell of less than 8 pixels.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_svg(board, [[1, 3, 0, 2], [2, 0, 3, 1]]).count('class="fq-queen"')
    8
    """
    pictures = _pictures(thing, solutions, marks, captions)
    return boards.sheet_svg(pictures, columns=columns, cell=cell, look=Look(**look))


def sheet_png(
    thing: Board | Squares | Sequence[Board | Squares],
    solutions: Iterable[ArrayLike | None] = (),
    *,
    marks: Iterable[Marks | None] = (),
    captions: Iterable[str] = (),
    columns: int | None = None,
    cell: int = 32,
    **look: Unpack[LookOptions],
) -> bytes:
    r"""Draw several boards, or several solutions of one, on a contact sheet, as PNG.

    Parameters
    ----------
    thing : Board or chessboard, or several of them
        What to draw.
    solutions : iterable of array_like
        The queens of each picture. One board comes as often as there are solutions, marks or
        captions, and at least once.
    marks : iterable of Marks
        The cells to point out in each.
    captions : iterable of str
        A line above each; without letters that have no strokes.
    columns : int, optional
        How many boards stand side by side; by default the sheet is about square.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``: see the head of this module.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        As for `sheet_svg`.
    ImportError
        Without Pillow: ``pip install pillow``.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_png(board, [[1, 3, 0, 2], [2, 0, 3, 1]])[:4]
    b'\x89PNG'
    """
    pictures = _pictures(thing, solutions, marks, captions)
    return boards.sheet_png(pictures, columns=columns, cell=cell, look=Look(**look))


def _pictures(
    thing: Board | Squares | Sequence[Board | Squares],
    solutions: Iterable[ArrayLike | None],
    marks: Iterable[Marks | None],
    captions: Iterable[str],
) -> list[Picture]:
    """Put together what belongs to each picture of a sheet."""
    given: dict[str, list[Any]] = {
        "solutions": list(solutions), "marks": list(marks), "captions": list(captions),
    }  # fmt: skip
    if isinstance(thing, Sequence):
        things = [_board(one) for one in thing]
        if not things:
            raise InputError("found no boards, expected one or more")
    else:
        things = [_board(thing)] * max(1, *map(len, given.values()))
    for name, values in given.items():
        if values and len(values) != len(things):
            raise InputError(f"found {len(values)} {name}, expected {len(things)}")
        values += [None] * (len(things) - len(values))
    rows = zip(things, *given.values(), strict=True)
    return [Picture(board, queens, cells, line or "") for board, queens, cells, line in rows]


def _squares(thing: Paintable) -> Squares | None:
    if isinstance(thing, Board):
        return squares(thing.grid)
    return thing if isinstance(thing, Squares) else None


def _board(thing: Drawable) -> Squares:
    board = _squares(thing)
    if board is None:
        raise InputError(f"found {type(thing).__name__}, expected a board")
    return board


def _drawn(thing: Any, placed: ArrayLike | None, marks: Marks | None) -> Drawn:
    """Return a thing that draws itself, which a board does only where nothing stands on it."""
    if not isinstance(thing, Drawn):
        raise InputError(f"cannot draw {type(thing).__name__}, expected a board, a packing, tiles")
    if placed is not None or marks is not None:
        raise InputError(f"queens and marks go with a board, found {type(thing).__name__}")
    return thing


def _drawing(thing: Any, placed: ArrayLike | None, marks: Marks | None) -> tuple[Any, Any]:
    """Return the module that draws a packing or tiles, and what to hand to it."""
    from fastqueens import packing, sliding

    if placed is not None or marks is not None:
        raise InputError(f"queens and marks go with a board, found {type(thing).__name__}")
    if isinstance(thing, packing.Packing):
        from fastqueens.packing import drawing

        return drawing, thing.layout
    if isinstance(thing, sliding.Puzzle):
        from fastqueens.sliding import drawing as tiles

        return tiles, thing.tiles
    raise InputError(f"cannot draw {type(thing).__name__}, expected a board, a packing or a puzzle")

r"""Draws boards, packings and sliding tiles as text, SVG, PNG or a PDF book.

The object to draw is a `queens.Board`, a chessboard without regions (`chessboard`), a
`packing.Packing` or a `sliding.Puzzle`. SVG and PNG can also show a result, a step, a hint or a
frame.

The argument ``placed`` has the queens of a board, in one of four forms: the column of the queen in
each row, or -1 for a row without a queen; (row, column) pairs, shape (k, 2); a placement with pawns
(`nqueens.Placement`); or None for an empty board. The argument ``marks`` is a `Marks` with the
cells to mark. The argument ``cell`` is the side of a cell in pixels, 8 to 1,024; its
default depends on the kind of picture. All functions that draw accept these style options:

theme : {"light", "dark", "auto", "grey", "print"}
    The colour theme, light by default. An SVG document in the theme ``"auto"`` is light on a light
    page and dark on a dark page. ``"grey"`` uses shades of grey. ``"print"`` uses black patterns on
    white, which a copier reproduces well.
patterns : bool
    Whether each region also has a pattern, for print and for colour-blind readers.
axes : bool
    Whether to draw letters above the columns and numbers left of the rows.
letters : bool
    Whether to draw the letter of its region in each cell (in SVG and PNG; text always has letters).
    If two regions have the same colour and a region has several pieces, the pieces have letters in
    their corners even without this option.
view : {"layers", "assembled", "lifted", "exploded"}
    How a packing in a box of cubes is drawn in SVG and PNG. ``"layers"`` shows the layers side by
    side. The other values are isometric views: ``"assembled"`` shows the pieces as they lie in the
    box, ``"lifted"`` moves the layers apart, and ``"exploded"`` moves the pieces outwards.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from fastqueens.canvas import board_painter as boards
from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.board_painter import Picture, Squares
from fastqueens.canvas.book import (
    BookOptions,
    Entry,
    PageLayoutName,
    PaperName,
    SolutionsName,
    draw_book,
)
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.palette import palette
from fastqueens.canvas.style import Look, LookOptions, TextStyle, ThemeName
from fastqueens.canvas.svg_document import SVGDocument, draw_svg
from fastqueens.keywords import explain_keywords
from fastqueens.nqueens.drawing import chessboard
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import squares
from fastqueens.results import InputError
from fastqueens.validation import ItemsProgress, check_items, check_progress, plural

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
    "book",
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
    style: TextStyle = "letters",
    **look: Unpack[LookOptions],
) -> str:
    r"""Return a board as letters or numbers, with ``#`` for queens and without a final newline.

    Parameters
    ----------
    thing : Board, chessboard, Packing or Puzzle
        The object to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to mark.
    style : {"letters", "dashes"}
        ``"letters"`` shows the letters of a board, with ``#`` for a queen. ``"dashes"`` shows only
        the queens: ``k`` for a queen and ``-`` for an empty cell, separated by spaces.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    str

    Raises
    ------
    InputError
        If the style is unknown, or if it needs a board and the object is not a board.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> print(text(board, [1, 3, 0, 2]))
    A#BB
    AAB#
    #CDD
    CC#D
    >>> print(text(chessboard(4), [1, 3, 0, 2], style="dashes"))
    - k - -
    - - - k
    k - - -
    - - k -
    """
    if (board := _squares(thing)) is not None:
        return boards.text(board, placed, marks=marks, look=Look(**look), style=style)
    if style != "letters":
        raise InputError(f"style {style!r} needs a board, found {type(thing).__name__}")
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
    r"""Return the object in colour for a terminal, two columns per cell so that cells look square.

    Letters name the regions, so the text is readable without colours.

    Parameters
    ----------
    thing : Board, chessboard, Packing or Puzzle
        The object to draw.
    placed : array_like, optional
        The queens of a board.
    glyph : str, optional
        The character for a queen. Use ``"#"`` for a terminal that supports only ASCII.
    marks : Marks, optional
        The cells of a board to mark.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

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
    r"""Return a board in colour for a terminal; half blocks show two rows in each line.

    Use this function for boards that are too large for `ansi`. Queens are dark cells.

    Parameters
    ----------
    thing : Board or chessboard
        The object to draw.
    placed : array_like, optional
        The queens of the board.
    marks : Marks, optional
        The cells to mark.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

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
) -> SVGDocument:
    r"""Draw a standalone SVG document: no scripts, fonts or references.

    The same input gives the same document.

    Parameters
    ----------
    thing : Board, chessboard, Packing, Puzzle, or a result, a step, a hint, a frame
        The object to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to mark.
    cell : int
        Side of a cell in pixels.
    title : str, optional
        The title of a board for screen readers, in addition to a description.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    SVGDocument
        A str. A notebook shows it as a picture if it is the value of a notebook cell. If no theme
        is given, the picture has the colours of the notebook.

    Raises
    ------
    InputError
        If a queen is not on the board, if the object cannot be drawn, or if `cell` or a style
        option is invalid.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> picture = svg(board, [1, 3, 0, 2], title="Four queens")
    >>> picture.startswith("<svg "), picture.count('class="fq-queen"')
    (True, 4)
    """
    if (board := _squares(thing)) is not None:
        chosen = Look(**look)

        def draw(theme: ThemeName) -> str:
            own = replace(chosen, theme=theme)
            return boards.svg(board, placed, marks=marks, look=own, cell=cell, title=title)

        return draw_svg(draw, chosen.theme if "theme" in look else None)
    return _drawn(thing, placed, marks).to_svg(cell=cell, **look)


def png(
    thing: Paintable,
    placed: ArrayLike | None = None,
    *,
    marks: Marks | None = None,
    cell: int = 96,
    **look: Unpack[LookOptions],
) -> bytes:
    r"""Draw a PNG file. A board without axes is transparent outside its rounded corners.

    Parameters
    ----------
    thing : Board, chessboard, Packing, Puzzle, or a result, a step, a hint, a frame
        The object to draw.
    placed : array_like, optional
        The queens of a board.
    marks : Marks, optional
        The cells of a board to mark.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        If a queen is not on the board, if the object cannot be drawn, or if `cell` or a style
        option is invalid.
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

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
) -> SVGDocument:
    r"""Draw several boards, or several solutions of one board, on a contact sheet, as SVG.

    Parameters
    ----------
    thing : Board or chessboard, or several of them
        The boards to draw.
    solutions : iterable of array_like
        The queens of each picture. A single board is drawn once per solution, marks or caption,
        and at least once.
    marks : iterable of Marks
        The marked cells of each picture.
    captions : iterable of str
        A line above each picture. Characters that the built-in font lacks are omitted.
    columns : int, optional
        The number of boards side by side. By default the sheet is about square.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    SVGDocument
        A str. A notebook shows it as a picture if it is the value of a notebook cell. If no theme
        is given, the picture has the colours of the notebook.

    Raises
    ------
    InputError
        If a queen is not on the board, if the numbers of boards and of solutions, marks or
        captions differ, or if `columns`, `cell` or a style option is invalid.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_svg(board, [[1, 3, 0, 2], [2, 0, 3, 1]]).count('class="fq-queen"')
    8
    """
    pictures = _pictures(thing, solutions, marks, captions)
    chosen = Look(**look)

    def draw(theme: ThemeName) -> str:
        own = replace(chosen, theme=theme)
        return boards.sheet_svg(pictures, columns=columns, cell=cell, look=own)

    return draw_svg(draw, chosen.theme if "theme" in look else None)


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
    r"""Draw several boards, or several solutions of one board, on a contact sheet, as PNG.

    Parameters
    ----------
    thing : Board or chessboard, or several of them
        The boards to draw.
    solutions : iterable of array_like
        The queens of each picture. A single board is drawn once per solution, marks or caption,
        and at least once.
    marks : iterable of Marks
        The marked cells of each picture.
    captions : iterable of str
        A line above each picture. Characters that the built-in font lacks are omitted.
    columns : int, optional
        The number of boards side by side. By default the sheet is about square.
    cell : int
        Side of a cell in pixels.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        See `sheet_svg`.
    MissingExtra
        If Pillow is not installed: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> board = Board.from_text("AABB\nAABB\nCCDD\nCCDD")
    >>> sheet_png(board, [[1, 3, 0, 2], [2, 0, 3, 1]])[:4]
    b'\x89PNG'
    """
    pictures = _pictures(thing, solutions, marks, captions)
    return boards.sheet_png(pictures, columns=columns, cell=cell, look=Look(**look))


def book(
    things: Paintable | Iterable[Paintable],
    placed: Iterable[ArrayLike | None] = (),
    *,
    marks: Iterable[Marks | None] = (),
    captions: Iterable[str] = (),
    title: str | None = None,
    solutions: SolutionsName = "end",
    paper: PaperName = "A4",
    page_layout: PageLayoutName = "normal",
    per_page: int | None = None,
    font: str | os.PathLike[str] | None = None,
    progress: ItemsProgress | None = None,
    **look: Unpack[LookOptions],
) -> bytes:
    r"""Draw sheets or a book of puzzles as a PDF file: vectors and embedded fonts.

    A board of coloured Queens without placed queens is solved, so that its solution can be printed.
    A result is printed as its puzzle and its solution: the pieces of a packing, or the moves of
    sliding tiles.

    Parameters
    ----------
    things : one or several of Board, chessboard, Packing, Puzzle, or a result, a step, a hint
        The puzzles.
    placed : iterable of array_like
        The queens to draw on each board; these boards are not solved. A single board is drawn once
        for each placement.
    marks : iterable of Marks
        The marked cells of each board; these boards are not solved.
    captions : iterable of str
        A text below each picture, after its number. Characters that the font lacks become ``?``.
    title : str, optional
        The title of every page; by default the kind of puzzle and its size.
    solutions : {"end", "none", "beside"}
        Where the solutions are: on the last pages, nowhere, or right of each puzzle.
    paper : {"A4", "Letter"}
        The paper.
    page_layout : {"normal", "large", "pocket"}
        The size of the letters and pictures. A pocket page is a quarter of a sheet of paper.
    per_page : int, optional
        The number of puzzles on a page, 1 to 12. The default is 4 for the normal layout and 1 for
        the other layouts.
    font : path, optional
        A TrueType file for all text. The default font has Latin letters only.
    progress : callable or "bar", optional
        Called several times with the number of pictures drawn and the number of all pictures.
    **look
        ``theme``, ``patterns``, ``axes``, ``letters``, ``view``: see `fastqueens.render`.

    Returns
    -------
    bytes
        The file. The same input gives the same file.

    Raises
    ------
    InputError
        If an option is unknown, the numbers of boards and of placements or captions differ, or the
        font lacks a character of the title.
    MissingExtra
        If reportlab is not installed: ``pip install 'fastqueens[pdf]'``.

    Examples
    --------
    >>> from fastqueens import queens
    >>> boards = queens.generate(6, count=3, seed=1)
    >>> book(boards, title="Three boards", captions=["easy", "easy", "hard"])[:5]
    b'%PDF-'
    """
    options = BookOptions(
        title=title, paper=paper, page_layout=page_layout, per_page=per_page, solutions=solutions,
        font=font,
    )  # fmt: skip
    single = isinstance(things, Board | Squares | Drawn)
    several: Any = [things] if single else things
    chosen: list[Any] = check_items(several, "things", "objects to draw")
    parts: dict[str, list[Any]]
    parts = {"placed": list(placed), "marks": list(marks), "captions": list(captions)}
    if single:
        chosen *= max(1, *map(len, parts.values()))
    _fill(parts, len(chosen))
    style = Look(**look)
    solved = solutions != "none"
    entries = []
    for thing, queens, cells, caption in zip(chosen, *parts.values(), strict=True):
        entry = _entry(thing, queens, cells, style, solved=solved)
        entries.append(entry if caption is None else replace(entry, caption=caption))
    return draw_book(entries, options, theme=style.theme, progress=check_progress(progress))


def _entry(thing: Any, queens: Any, marks: Marks | None, look: Look, *, solved: bool) -> Entry:
    """Return an object as an entry of a book; boards without queens are solved."""
    if isinstance(thing, Squares):
        drawn = boards.scene(thing, queens, marks=marks, look=look)
        return Entry(drawn, kind=f"{thing.kind}s {thing.n} \N{MULTIPLICATION SIGN} {thing.n}")
    if isinstance(thing, Board):
        return _board_entry(thing, queens, marks, look, solved=solved)
    return _drawn(thing, queens, marks)._entry(look)


def _board_entry(
    board: Board, queens: Any, marks: Marks | None, look: Look, *, solved: bool
) -> Entry:
    """Return a board with its solution. A whole placement of the board counts as its solution."""
    from fastqueens.queens.board.drawing import entry
    from fastqueens.queens.solving.solve import solve

    grid = board.grid
    if marks is not None:
        return entry(grid, queens, marks, look=look)
    if queens is None and grid.placements:
        first = list(grid.placements[0])
        if len(first) < board.n * board.stars:
            queens = first
        else:
            return entry(grid, look=look, solution=first if solved else None)
    solution = solve(board).queens if queens is None and solved else None
    return entry(grid, queens, look=look, solution=solution)


def _pictures(
    thing: Board | Squares | Sequence[Board | Squares],
    solutions: Iterable[ArrayLike | None],
    marks: Iterable[Marks | None],
    captions: Iterable[str],
) -> list[Picture]:
    """Return the pictures of a sheet."""
    parts: dict[str, list[Any]] = {
        "solutions": list(solutions), "marks": list(marks), "captions": list(captions),
    }  # fmt: skip
    if isinstance(thing, Sequence):
        things = [_board(one) for one in thing]
        if not things:
            raise InputError("found no boards, expected one or more")
    else:
        things = [_board(thing)] * max(1, *map(len, parts.values()))
    _fill(parts, len(things))
    rows = zip(things, *parts.values(), strict=True)
    return [Picture(board, queens, cells, line or "") for board, queens, cells, line in rows]


def _fill(parts: dict[str, list[Any]], number: int) -> None:
    """Give each picture an entry of every part: None where a part is empty."""
    for name, values in parts.items():
        if values and len(values) != number:
            found = plural(len(values), "entry", "entries")
            raise InputError(f"{name} has {found}, expected {number}: one for each picture")
        values += [None] * (number - len(values))


def _squares(thing: Paintable) -> Squares | None:
    """Return the board to draw, or None if the object is not a board."""
    if isinstance(thing, Board):
        return squares(thing.grid)
    return thing if isinstance(thing, Squares) else None


def _board(thing: Drawable) -> Squares:
    """Return the board to draw, or raise `InputError` if the object is not a board."""
    board = _squares(thing)
    if board is None:
        raise InputError(f"found {type(thing).__name__}, expected a board")
    return board


def _drawn(thing: Any, placed: ArrayLike | None, marks: Marks | None) -> Drawn:
    """Return an object that draws itself; such an object has no queens and marks."""
    if not isinstance(thing, Drawn):
        raise InputError(
            f"cannot draw {type(thing).__name__}, expected a board, a packing or a puzzle"
        )
    if placed is not None or marks is not None:
        raise InputError(f"queens and marks need a board, found {type(thing).__name__}")
    return thing


def _drawing(thing: Any, placed: ArrayLike | None, marks: Marks | None) -> tuple[Any, Any]:
    """Return the module that draws a packing or tiles, and its argument."""
    from fastqueens import packing, sliding

    if placed is not None or marks is not None:
        raise InputError(f"queens and marks need a board, found {type(thing).__name__}")
    if isinstance(thing, packing.Packing):
        from fastqueens.packing import drawing

        return drawing, thing.layout
    if isinstance(thing, sliding.Puzzle):
        from fastqueens.sliding import drawing as tiles

        return tiles, thing.tiles
    raise InputError(f"cannot draw {type(thing).__name__}, expected a board, a packing or a puzzle")


explain_keywords(__name__)


def __dir__() -> list[str]:
    return __all__

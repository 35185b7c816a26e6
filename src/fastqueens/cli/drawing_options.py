"""Drawing on the command line: the options, boards as text and pictures, sheets of boards.

The values of the options are kept in click's context of the command; `chosen` returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

import click

from fastqueens.canvas.style import PAPER_THEMES, THEMES, VIEWS, Look, LookOptions
from fastqueens.cli.file_claims import READ
from fastqueens.cli.options import DRAWN, PAGES

if TYPE_CHECKING:
    from fastqueens.canvas.annotations import Marks
    from fastqueens.canvas.board_painter import Squares
    from fastqueens.queens import Board
    from fastqueens.queens.formats.text import Style as BoardStyle
    from fastqueens.queens.grid.placements import Cell

__all__ = [
    "BOARD_STYLES",
    "PLACEMENT_STYLES",
    "Drawing",
    "Shown",
    "Style",
    "chosen",
    "drawing_options",
    "paint",
    "paint_pages",
    "paint_told",
    "text_of",
    "texts_of",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Style: TypeAlias = Literal["letters", "numbers", "list", "columns", "dashes"]
# The styles of text, each with its description; the first is the default.
BOARD_STYLES: dict[Style, str] = {
    "letters": "letters for the regions",
    "numbers": "a grid with 1 for a queen and 0 for an empty cell",
    "list": "a list of the queens",
}
PLACEMENT_STYLES: dict[Style, str] = {
    "columns": "the column of the queen in each row",
    "dashes": "a grid with k for a queen and - for an empty cell",
}


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """The values of the drawing options.

    Attributes
    ----------
    options : LookOptions
        Keywords for the functions of `fastqueens.render`.
    style : str
        The style of text, a key of `BOARD_STYLES` or `PLACEMENT_STYLES`.
    pages : dict
        Keywords for the pages of `fastqueens.render.book`.
    """

    options: LookOptions = field(default_factory=LookOptions)
    style: Style = "letters"
    pages: dict[str, Any] = field(default_factory=dict)

    @property
    def look(self) -> Look:
        """The options in the form for the canvas."""
        return Look(**self.options)


class Shown(NamedTuple):
    """A board to draw, with queens, marks and a caption."""

    board: Board | Squares
    queens: Any = None
    marks: Marks | None = None
    caption: str = ""
    note: str = ""


def chosen() -> Drawing:
    """Return the drawing options of the running command."""
    context = click.get_current_context(silent=True)
    given = {} if context is None else dict(context.meta.get(DRAWN, {}))
    style = given.pop("text_style", "letters")
    pages = {} if context is None else context.meta.get(PAGES, {})
    return Drawing(
        options=cast("LookOptions", given),
        style=style,
        pages={name: value for name, (_, value) in pages.items()},
    )


def _remember_page(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is not None:
        context.meta.setdefault(PAGES, {})[option.name] = option.opts[0], value


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:
    context.meta.setdefault(DRAWN, {})[option.name] = value


def drawing_options(
    *,
    axes: bool | None = False,
    regions: bool = True,
    views: bool = False,
    styles: Mapping[Style, str] | None = None,
    pages: bool = True,
    solutions: bool = False,
) -> Callable[[Decorated], Decorated]:
    """Add the drawing options to a command.

    `axes` is the default of --axes; None leaves this option out. Without `regions`, --patterns and
    --letters are left out. With `views`, --view is added. `styles` are the choices of --style, with
    their descriptions; None leaves this option out. With `pages`, the options of PDF files are
    added, and --solutions with `solutions`.
    """
    options: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (
            ("--theme",),
            {
                "type": click.Choice((*THEMES, *PAPER_THEMES)),
                "help": "Colours for a light or a dark background; greys; or black patterns on "
                "white, for a copier.",
            },
        ),
    ]
    if axes is not None:
        text = "Write names of columns and rows beside the board" + (
            ", the default." if axes else "."
        )
        options.append((("--axes/--no-axes",), {"default": axes, "help": text}))
    if regions:
        options += [
            (("--patterns",), {"is_flag": True, "help": "Show regions by patterns too."}),
            (("--letters",), {"is_flag": True, "help": "Write the region's letter in each cell."}),
        ]
    if views:
        text = (
            "The picture of a box of cubes: its layers side by side, the box as it is, its layers "
            "lifted apart, or its pieces moved outwards."
        )
        options.append((("--view",), {"type": click.Choice(VIEWS), "help": text}))
    if styles:
        text = f"The style of text: {'; '.join(styles.values())}."
        choice = click.Choice(list(styles))
        options.append((("--style", "text_style"), {"type": choice, "help": text}))

    page_options = [*_PAGE_OPTIONS] if pages else []
    if solutions:
        page_options.append(_SOLUTIONS_OPTION)

    def decorate(command: Decorated) -> Decorated:
        for names, facts in reversed(page_options):
            command = click.option(*names, expose_value=False, callback=_remember_page, **facts)(
                command
            )
        for names, facts in reversed(options):
            defaults = {"default": facts["type"].choices[0]} if "type" in facts else {}
            command = click.option(
                *names, expose_value=False, callback=_remember, **defaults, **facts
            )(command)
        return command

    return decorate


_PAGE_OPTIONS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (
        ("--title",),
        {"metavar": "TEXT", "help": "In a .pdf: the title of the pages."},
    ),
    (
        ("--paper",),
        {
            "type": click.Choice(["A4", "Letter"]),
            "help": "In a .pdf: the size of the paper, by default A4.",
        },
    ),
    (
        ("--page-layout",),
        {
            "type": click.Choice(["normal", "large", "pocket"]),
            "help": "In a .pdf: normal pages, large print, or pocket pages (a quarter of the "
            "paper).",
        },
    ),
    (
        ("--per-page",),
        {
            "type": click.IntRange(1, 12),
            "metavar": "K",
            "help": "In a .pdf: the number of boards on a page, 1 to 12; by default 4 on normal "
            "pages, otherwise 1.",
        },
    ),
    (
        ("--font",),
        {
            "type": READ,
            "metavar": "FILE",
            "help": "In a .pdf: a TrueType font for all text, for example for Greek titles.",
        },
    ),
]
_SOLUTIONS_OPTION: tuple[tuple[str, ...], dict[str, Any]] = (
    ("--solutions",),
    {
        "type": click.Choice(["end", "none", "beside"]),
        "help": "In a .pdf: print the solutions on the last pages (the default), not at all, or "
        "beside the boards.",
    },
)


def text_of(board: Board, queens: Any = None) -> str:
    """Write a board as text that every command can read."""
    drawing = chosen()
    queens = [] if queens is None else queens
    if drawing.style != "letters" or not drawing.look.axes:
        return board.to_text(queens, style=cast("BoardStyle", drawing.style))
    from fastqueens import render  # imported late because it takes time
    from fastqueens.queens.formats.text_facts import facts_below
    from fastqueens.queens.grid.placements import read_cells

    cells = [(r, c) for r, c in read_cells(board.n, queens).tolist()]
    facts = facts_below(board.grid, cells)
    return "\n".join([render.text(board, cells, axes=True), *([""] if facts else []), *facts])


def marked_text(board: Board, cells: Sequence[Cell], marks: Marks, note: str) -> str:
    """Write a board with marks and a note, as text that every command can read."""
    from fastqueens import render
    from fastqueens.queens.formats.text_facts import facts_below

    drawn = render.text(board, cells, marks=marks, **chosen().options)
    return "\n".join([drawn, "", f"note: {note}", *facts_below(board.grid, cells)]) + "\n"


def texts_of(shown: Sequence[Shown]) -> str:
    """Write several boards as one text, with blank lines between them."""
    return "\n\n".join(text_of(cast("Board", one.board), one.queens) for one in shown) + "\n"


def paint_told(kind: str, shown: Sequence[Shown]) -> str | bytes:
    """Draw boards of coloured Queens with their notes below them, as ".svg" or ".png"."""
    from fastqueens.canvas import board_painter as painter
    from fastqueens.queens.board.drawing import squares
    from fastqueens.queens.logic.sentences import look_of_sentence

    look = chosen().look
    boards = {id(one.board): squares(cast("Board", one.board).grid) for one in shown}
    pictures = [
        painter.Picture(
            (board := boards[id(one.board)]),
            one.queens,
            one.marks,
            one.caption,
            one.note,
            replace(look, letters=look_of_sentence(look, one.note, len(board.labels)).letters),
        )
        for one in shown
    ]
    if kind == ".svg":
        return painter.sheet_svg(pictures, look=look, cell=32)
    return painter.sheet_png(pictures, look=look, cell=48)


def paint(kind: str, shown: Sequence[Shown]) -> str | bytes:
    """Draw a board, or several boards on a sheet; `kind` is ".svg", ".png" or ".pdf"."""
    from fastqueens import render  # imported late because it takes time

    options = chosen().options
    if kind == ".pdf":
        boards, queens, marks, captions, _ = zip(*shown, strict=True)
        return paint_pages(boards, queens, marks=marks, captions=captions)
    if len(shown) == 1:
        draw: Callable[..., str | bytes] = render.svg if kind == ".svg" else render.png
        return draw(shown[0].board, shown[0].queens, marks=shown[0].marks, **options)
    boards, queens, marks, captions, _ = zip(*shown, strict=True)
    same = all(board is boards[0] for board in boards)
    sheet: Callable[..., str | bytes] = render.sheet_svg if kind == ".svg" else render.sheet_png
    thing = boards[0] if same else boards
    return sheet(thing, queens, marks=marks, captions=captions, **options)


def paint_pages(things: Sequence[Any], placed: Sequence[Any] = (), **parts: Any) -> bytes:
    """Draw objects on the pages of a PDF file, in the style of the command's options."""
    from fastqueens import render
    from fastqueens.cli.stdio import progress_line

    drawing, context = chosen(), click.get_current_context(silent=True)
    quiet = context is None or bool(context.params.get("quiet"))
    with progress_line(quiet=quiet) as line:

        def show(done: int, last: int) -> None:
            line.show_bar(done / last, f"{done:,} of {last:,} pictures drawn")

        progress = show if line.wanted else None
        options: dict[str, Any] = {**drawing.pages, **drawing.options, **parts}
        return render.book(things, placed, progress=progress, **options)

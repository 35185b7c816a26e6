"""Arranges pictures on the pages of a PDF file: sheets and books of puzzles with their solutions.

A page has the title, the rules in small type, boards with captions, and its number. The numbers of
boards side by side are in ``palette.json``; the sheets that the web page prints use the same ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from fastqueens.canvas.pdf import PdfPages
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import ThemeName
from fastqueens.canvas.themes import mix, read_palette, theme_of
from fastqueens.results import InputError
from fastqueens.validation import check_choice, check_whole, quote

__all__ = [
    "MAX_PER_PAGE",
    "PAGE_LAYOUTS",
    "PAPERS",
    "SOLUTIONS",
    "BookOptions",
    "Entry",
    "PageLayoutName",
    "PaperName",
    "SolutionsName",
    "draw_book",
]

MAX_PER_PAGE = 12
PaperName: TypeAlias = Literal["A4", "Letter"]
PAPERS: dict[PaperName, tuple[float, float]] = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}
PageLayoutName: TypeAlias = Literal["normal", "large", "pocket"]
SolutionsName: TypeAlias = Literal["end", "none", "beside"]
SOLUTIONS: tuple[SolutionsName, ...] = ("end", "none", "beside")
_LINE = 1.3  # the distance of two lines of text, in sizes of the text
_SHEETS = read_palette()["sheets"]
_TICKS_EVERY = 20  # boards between two reports of the progress


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book.

    Attributes
    ----------
    scene : Scene
        The puzzle.
    solution : Scene or None
        The solution as a picture.
    moves : str
        The solution in words.
    caption : str
        The text below the puzzle, after its number.
    kind : str
        The kind of puzzle, for the title of the book.
    rules : str
        The rules of the puzzle in a line.
    """

    scene: Scene
    solution: Scene | None = None
    moves: str = ""
    caption: str = ""
    kind: str = ""
    rules: str = ""


class _PageLayout(NamedTuple):
    """Sizes in points; `fold` is the number of pages that a sheet of paper holds side by side."""

    margin: float
    title: float
    rules: float
    caption: float
    gap: float
    per_page: int
    solutions: int
    solution_columns: int
    fold: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOptions:
    """The options of a book.

    Attributes
    ----------
    title : str or None
        The title of the pages; by default the kind of puzzle.
    paper : {"A4", "Letter"}
        The paper.
    page_layout : {"normal", "large", "pocket"}
        The size of the type; pocket pages are a quarter of the paper.
    per_page : int or None
        The number of puzzles on a page, 1 to 12; the default depends on the layout.
    solutions : {"end", "none", "beside"}
        Where the solutions are: on the last pages, nowhere, or right of each puzzle.
    font : path or None
        A TrueType file for all text.
    """

    title: str | None = None
    paper: PaperName = "A4"
    page_layout: PageLayoutName = "normal"
    per_page: int | None = None
    solutions: SolutionsName = "end"
    font: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_choice(self.paper, "paper", PAPERS)
        check_choice(self.page_layout, "page_layout", PAGE_LAYOUTS)
        check_choice(self.solutions, "solutions", SOLUTIONS)
        if self.title is not None and not isinstance(self.title, str):
            raise InputError(f"title is {quote(self.title)}, expected text")
        if self.per_page is not None:
            check_whole(
                self.per_page, "per_page", least=1, most=MAX_PER_PAGE, purpose="boards on a page"
            )


PAGE_LAYOUTS: dict[PageLayoutName, _PageLayout] = {
    "normal": _PageLayout(42, 16, 9, 10, 14, 4, _SHEETS["solutions"], _SHEETS["solution_columns"]),
    "large": _PageLayout(34, 24, 15, 18, 18, 1, 6, 2),
    "pocket": _PageLayout(20, 11, 6.5, 8, 8, 1, 6, 2, fold=2),
}


def draw_book(
    entries: Sequence[Entry],
    options: BookOptions | None = None,
    *,
    theme: ThemeName = "light",
    progress: Callable[[int, int], object] | None = None,
) -> bytes:
    """Draw the puzzles, then their solutions, and return the PDF file.

    `progress` is called with the number of pictures drawn and the number of all pictures.

    Raises
    ------
    InputError
        If there is no puzzle, or if the font lacks a character of the title.
    MissingExtra
        If reportlab is not installed: ``pip install 'fastqueens[pdf]'``.
    """
    if not entries:
        raise InputError("found no boards, expected one or more")
    book = _Book(entries, options or BookOptions(), theme, progress)
    book.draw_puzzles()
    if book.options.solutions == "end":
        book.draw_solutions()
    return book.pages.finish()


def columns_of(per_page: int) -> int:
    """Return the number of boards side by side on a page.

    Examples
    --------
    >>> [columns_of(k) for k in (1, 2, 4, 6, 12)]
    [1, 1, 2, 2, 3]
    """
    columns: int = _SHEETS["columns"][per_page - 1]
    return columns


class _Box(NamedTuple):
    """A part of a page, in points from the upper left corner."""

    x: float
    y: float
    width: float
    height: float


class _Book:
    """A book while it is drawn."""

    def __init__(
        self,
        entries: Sequence[Entry],
        options: BookOptions,
        theme: ThemeName,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self.entries = entries
        self.options = options
        self.layout = layout = PAGE_LAYOUTS[options.page_layout]
        self.theme = theme_of(theme)
        self.soft = mix(self.theme.ink, self.theme.page, 0.35)
        kinds = {entry.kind for entry in entries}
        self.title = options.title
        if self.title is None:
            self.title = kinds.pop() if len(kinds) == 1 else "Puzzles"
        rules = list(dict.fromkeys(entry.rules for entry in entries if entry.rules))
        self.rules = rules[0] if len(rules) == 1 else ""
        width, height = (side / layout.fold for side in PAPERS[options.paper])
        self.pages = PdfPages(
            width, height, title=self.title, page=self.theme.page, font=options.font
        )
        self.pages.check_text(self.title, "title")
        self.per_page = options.per_page or min(layout.per_page, len(entries))
        solved = [entry for entry in entries if entry.solution is not None or entry.moves]
        self.solved = solved if options.solutions != "none" else []
        self._progress, self._done = progress, 0
        self._all = len(entries) + len(self.solved)

    def draw_puzzles(self) -> None:
        """Draw the pages of puzzles."""
        beside = self.options.solutions == "beside" and bool(self.solved)
        columns = columns_of(self.per_page)
        if beside:  # a slot holds two pictures, so half as many are side by side
            columns = 1 if self.per_page <= 5 else 2
        for start in range(0, len(self.entries), self.per_page):
            body = self._begin_page(self.title or "", self.rules)
            if not start:
                self.pages.begin_chapter(self.title or "Puzzles")
            shown = self.entries[start : start + self.per_page]
            labels = [self._label(start + i, entry.caption) for i, entry in enumerate(shown)]
            pictures = [
                [entry.scene, entry.solution] if beside else [entry.scene] for entry in shown
            ]
            words = [entry.moves if beside and entry.solution is None else "" for entry in shown]
            self._draw_slots(body, columns, self.per_page, pictures, labels, words)

    def draw_solutions(self) -> None:
        """Draw the pages of solutions."""
        layout = self.layout
        numbered = [
            (self._label(i, ""), entry)
            for i, entry in enumerate(self.entries)
            if entry.solution is not None or entry.moves
        ]
        per_page = layout.solutions
        for start in range(0, len(numbered), per_page):
            body = self._begin_page(f"Solutions: {self.title}".rstrip(": "), "")
            if not start:
                self.pages.begin_chapter("Solutions")
            shown = numbered[start : start + per_page]
            self._draw_slots(
                body,
                layout.solution_columns,
                per_page,
                [[entry.solution] for _, entry in shown],
                [label for label, _ in shown],
                [entry.moves for _, entry in shown],
            )

    def _label(self, index: int, caption: str) -> tuple[str, str]:
        """Return the number of an entry, and its caption."""
        number = str(index + 1) if len(self.entries) > 1 else ""
        return number, self.pages.replace_missing(caption)

    def _begin_page(self, title: str, rules: str) -> _Box:
        """Begin a page with its title, rules and number; return the part for the pictures."""
        pages, layout = self.pages, self.layout
        pages.begin_page()
        left, right = layout.margin, pages.width - layout.margin
        y = layout.margin
        for line in pages.wrap(title, layout.title, right - left, bold=True):
            y += layout.title
            pages.draw_text(line, left, y, layout.title, colour=self.theme.ink, bold=True)
            y += 0.3 * layout.title
        y += 0.1 * layout.title
        pages.draw_line(left, y, right, colour=self.soft)
        for line in pages.wrap(rules, layout.rules, right - left):
            y += _LINE * layout.rules
            pages.draw_text(line, left, y, layout.rules, colour=self.theme.ink)
        y += layout.gap
        low = pages.height - layout.margin
        number = str(pages.pages)
        pages.draw_text(
            number, pages.width / 2, low, layout.rules, colour=self.theme.ink, share=0.5
        )
        return _Box(left, y, right - left, low - 2.5 * layout.rules - y)

    def _draw_slots(
        self,
        body: _Box,
        columns: int,
        count: int,
        pictures: Sequence[Sequence[Scene | None]],
        labels: Sequence[tuple[str, str]],
        words: Sequence[str],
    ) -> None:
        """Draw the entries of a page in slots of equal size, from left to right."""
        layout, gap = self.layout, self.layout.gap
        rows = -(-count // columns)
        width = (body.width - (columns - 1) * gap) / columns
        height = (body.height - (rows - 1) * gap) / rows
        captions = [self._caption_lines(*label, width) for label in labels]
        lines = max(map(len, captions))
        space = (_LINE * lines + 0.4) * layout.caption if lines else 0.0
        for i, scenes in enumerate(pictures):
            x = body.x + i % columns * (width + gap)
            y = body.y + i // columns * (height + gap)
            low = self._draw_pictures(_Box(x, y, width, height - space), scenes, words[i])
            self._draw_caption(captions[i], labels[i][0], x + width / 2, low)
            self._tick(len(scenes))

    def _draw_pictures(self, box: _Box, scenes: Sequence[Scene | None], words: str) -> float:
        """Draw pictures side by side, and words for a picture that is missing; return their end."""
        gap = self.layout.gap
        parts = len(scenes) + (len(scenes) == 1 and bool(words) and scenes[0] is not None)
        width = (box.width - (parts - 1) * gap) / parts
        low = box.y
        for i, scene in enumerate(scenes):
            part = _Box(box.x + i * (width + gap), box.y, width, box.height)
            end = self._draw_words(part, words) if scene is None else self._fit(part, scene)
            low = max(low, end)
        if parts > len(scenes):
            part = _Box(box.x + width + gap, box.y, width, box.height)
            low = max(low, self._draw_words(part, words))
        return low

    def _fit(self, box: _Box, scene: Scene) -> float:
        """Draw a picture as large as it fits; return the y of its lower side."""
        scale = min(box.width / scene.width, box.height / scene.height)
        x = box.x + (box.width - scale * scene.width) / 2
        self.pages.draw_scene(scene, x, box.y, scale)
        return box.y + scale * scene.height

    def _draw_words(self, box: _Box, words: str) -> float:
        """Write a solution in words; return the y of its end."""
        size, y = self.layout.rules, box.y
        for line in self.pages.wrap(words, size, box.width):
            y += _LINE * size
            self.pages.draw_text(line, box.x, y, size, colour=self.theme.ink)
        return y

    def _caption_lines(self, number: str, caption: str, width: float) -> list[str]:
        """Break a caption into lines; the number stands before the first line."""
        text = " \N{MIDDLE DOT} ".join(filter(None, (number, caption)))
        return self.pages.wrap(text, self.layout.caption, width)

    def _draw_caption(self, lines: Sequence[str], number: str, middle: float, y: float) -> None:
        """Write a caption below a picture, its number in bold."""
        size, colour, pages = self.layout.caption, self.theme.ink, self.pages
        y += 0.2 * size
        for k, line in enumerate(lines):
            y += _LINE * size
            bold = number if k == 0 else ""
            rest = line[len(bold) :]
            x = middle - pages.text_width(bold, size, bold=True) / 2
            x -= pages.text_width(rest, size) / 2
            pages.draw_text(bold, x, y, size, colour=colour, bold=True)
            x += pages.text_width(bold, size, bold=True)
            pages.draw_text(rest, x, y, size, colour=colour)

    def _tick(self, pictures: int) -> None:
        before, self._done = self._done, self._done + pictures
        if self._progress is not None and before // _TICKS_EVERY != self._done // _TICKS_EVERY:
            self._progress(min(self._done, self._all), self._all)

"""Objects that show themselves: in a notebook as picture and sentence or table, else as text.

A notebook chooses one of the forms of an output. HTML comes first in JupyterLab, Notebook, VS Code,
Colab and marimo, and in the pages and slides of nbconvert; its LaTeX has the PNG. In the HTML the
SVG is in ``<img>``: notebooks remove an ``<svg>`` element from files that they do not trust, and
every screen reader reads ``alt``. There is no output of the type SVG, because nbconvert would call
Inkscape for it on the way to LaTeX, even beside a PNG.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeAlias, TypeVar, overload

from fastqueens.canvas.picture_html import alt_of, picture_html, size_of_svg
from fastqueens.canvas.svg_document import follow_theme
from fastqueens.results import InputError, escape_control

if TYPE_CHECKING:
    from fastqueens.canvas.style import ThemeName

__all__ = ["Displayed", "DisplayedList", "Rows", "table_html", "table_text"]

Item = TypeVar("Item")
Rows: TypeAlias = Sequence[Sequence[str]]  # the rows of a table; the first one is the header


class Displayed:
    """An object that shows itself in a notebook and in a console. A subclass says what it has."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # IPython prefers the `__repr__` of a subclass to the inherited method.
        if "_repr_pretty_" not in vars(cls):
            cls._repr_pretty_ = Displayed._repr_pretty_  # type: ignore[method-assign]

    def _display_svg(self, theme: ThemeName) -> str | None:
        """Draw the picture as SVG; None if there is none."""
        return None

    def _display_png(self) -> bytes | None:
        """Draw the picture as PNG; None if there is none."""
        return None

    def _display_note(self) -> str:
        """Return the words below the picture: the sentence of the object, if it has one."""
        return getattr(self, "sentence", "")

    def _display_rows(self) -> Rows:
        """Return the table below the picture; empty for none."""
        return ()

    def _display_text(self) -> str:
        """Return the text in a console."""
        return str(self)

    def _following_svg(self) -> str | None:
        """Draw the picture as SVG that follows the theme of the page."""
        with suppress(InputError):
            if self._display_svg("light") is not None:
                return follow_theme(lambda theme: self._display_svg(theme) or "")
        return None

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]] | None:
        """Return the picture for slides and documents, with its alternative text."""
        from fastqueens.extras import MissingExtra

        with suppress(InputError, MissingExtra):
            picture, svg = self._display_png(), self._display_svg("light")
            if picture is not None and svg is not None:
                width, height = size_of_svg(svg)
                return picture, {"alt": alt_of(svg), "width": width, "height": height}
        return None

    def _repr_html_(self) -> str | None:
        """Return the picture with its sentence or table, or None if there is nothing to show."""
        svg, note, rows = self._following_svg(), self._display_note(), self._display_rows()
        parts = [] if svg is None else [picture_html(svg, said=note)]
        if note:
            tag = "p" if svg is None else "figcaption"
            parts.append(f"<{tag}>{_lines(note)}</{tag}>")
        if rows:
            parts.append(table_html(rows))
        if not parts:
            return None
        return f'<figure style="margin:0">{"".join(parts)}</figure>' if svg else "".join(parts)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Write the text for a console; inside a list or a dict, the usual representation."""
        nested = len(getattr(printer, "stack", ())) > 1
        printer.text(repr(self) if nested or cycle else self._display_text())


class DisplayedList(Displayed, list[Item]):
    """A list that shows itself in a notebook, slices of it included."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Item | Self:
        found = super().__getitem__(index)
        return type(self)(found) if isinstance(index, slice) else found  # type: ignore[arg-type,return-value]


def table_html(rows: Rows) -> str:
    """Return a table as HTML.

    Examples
    --------
    >>> table_html([["rule", "uses"], ["single", "4"]])
    '<table><thead><tr><th>rule</th><th>uses</th></tr></thead><tbody><tr><td>single</td><td>4</td>\
</tr></tbody></table>'
    """

    def line(row: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{_lines(cell)}</{tag}>' for cell in row)}</tr>"

    head, *body = rows
    lines = "".join(line(row, "td") for row in body)
    return f"<table><thead>{line(head, 'th')}</thead><tbody>{lines}</tbody></table>"


def _lines(text: str) -> str:
    return "<br>".join(escape(escape_control(line)) for line in text.split("\n"))


def table_text(rows: Rows) -> str:
    """Return a table as text, in columns.

    Examples
    --------
    >>> print(table_text([["rule", "uses"], ["single", "4"]]))
    rule    uses
    single  4
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{x:<{w}}" for x, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)

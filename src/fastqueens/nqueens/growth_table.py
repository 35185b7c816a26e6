"""A table of amounts that grow with the size of the board, as text and as a chart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple, Protocol, SupportsIndex, TypeVar

from fastqueens.canvas import chart
from fastqueens.canvas.displayed import Displayed, Rows
from fastqueens.canvas.style import ThemeName
from fastqueens.canvas.svg_document import SVGDocument
from fastqueens.nqueens.problem import check_size
from fastqueens.results import InputError
from fastqueens.validation import check_items, plural

__all__ = ["MAX_N", "GrowthTable", "Quantity", "check_sizes"]

MAX_N = 64  # the largest size of a table
_MAX_WIDTH = 15  # longer numbers are rounded
_CHART_WIDTH = 60  # columns of the text chart


class Quantity(NamedTuple):
    """A column of a table and a line of its chart.

    Attributes
    ----------
    name : str
        The attribute of a row that has the amount. The quantity ``"n"`` is the first column.
    heading : str
        The heading of the column.
    width : int
        The width of the column.
    letter : str
        The letter in the text chart.
    meaning : str
        The name in the legend of the chart.
    """

    name: str
    heading: str
    width: int
    letter: str
    meaning: str


class _Row(Protocol):
    """A row of a table: the size, and an attribute for each quantity."""

    @property
    def n(self) -> int: ...


Row = TypeVar("Row", bound=_Row)


class GrowthTable(Displayed, tuple[Row, ...]):
    """A tuple with one row for each size. A notebook displays it as a chart and a table."""

    __slots__ = ()

    _title: ClassVar[str]
    _across: ClassVar[str]
    _quantities: ClassVar[tuple[Quantity, ...]]

    def to_text(self) -> str:
        """Write a table that is at most 80 characters wide.

        Returns
        -------
        str
            The text, without a newline at the end. Numbers of more than 15 characters are rounded.

        Examples
        --------
        >>> from fastqueens.nqueens import growth
        >>> print(growth([6]).to_text())
         n        C(n^2, n)              n^n               n!        nodes  solutions
         6        1,947,792           46,656              720          152          4
        """
        columns = [quantity for quantity in self._quantities if quantity.name != "n"]
        lines = [" n" + "".join(f" {column.heading:>{column.width}}" for column in columns)]
        for row in self:
            amounts = [_format_amount(getattr(row, column.name)) for column in columns]
            cells = zip(amounts, columns, strict=True)
            lines.append(f"{row.n:>2}" + "".join(f" {x:>{column.width}}" for x, column in cells))
        return "\n".join(lines)

    def to_chart(self) -> str:
        """Draw a chart as text: one line for each size, on a logarithmic scale.

        Returns
        -------
        str
            The text, without a newline at the end.

        Examples
        --------
        >>> from fastqueens.nqueens import growth
        >>> print(growth([4, 8]).to_chart().splitlines()[1])
         8             s       b       P               T              C
        """
        names = [quantity.name for quantity in self._quantities]
        largest = max(getattr(row, name) or 1 for row in self for name in names)
        most = math.log10(largest) or 1.0
        lines = []
        for row in self:
            places = [" "] * _CHART_WIDTH
            # In reverse order, so that the first of two letters in the same column is kept.
            for quantity in reversed(self._quantities):
                amount = getattr(row, quantity.name)
                if amount:
                    place = round(math.log10(amount) / most * (_CHART_WIDTH - 1))
                    places[place] = quantity.letter
            lines.append(f"{row.n:>2} " + "".join(places).rstrip())
        scale = f"10^{most:.1f}"
        lines.append("   1" + "-" * (_CHART_WIDTH - 1 - len(scale)) + scale)
        lines += [f"   {quantity.letter}  {quantity.meaning}" for quantity in self._quantities]
        return "\n".join(lines)

    def to_svg(self, *, theme: ThemeName | None = None) -> SVGDocument:
        """Draw a chart as an SVG document.

        Parameters
        ----------
        theme : {"light", "dark", "auto"}, optional
            The colours; ``"auto"`` follows the page. By default they are light, and in a notebook
            those of its theme.

        Returns
        -------
        SVGDocument
            A str that a notebook shows as a picture.

        Examples
        --------
        >>> from fastqueens.nqueens import growth
        >>> growth([4, 5, 6]).to_svg().startswith("<svg ")
        True
        """
        return chart.svg(self._chart(), theme=theme)

    def to_png(self, *, theme: ThemeName = "light") -> bytes:
        r"""Draw a chart as a PNG file.

        Parameters
        ----------
        theme : {"light", "dark"}
            The colours.

        Returns
        -------
        bytes

        Raises
        ------
        MissingExtra
            If Pillow is not installed: ``pip install 'fastqueens[image]'``.

        Examples
        --------
        >>> from fastqueens.nqueens import growth
        >>> growth([4, 5, 6]).to_png()[:4]
        b'\x89PNG'
        """
        return chart.png(self._chart(), theme=theme)

    def _chart(self) -> chart.Chart:
        lines = [
            chart.Line(meaning, [(x.n, getattr(x, name), True) for x in self if getattr(x, name)])
            for name, _, _, _, meaning in self._quantities
        ]
        return chart.Chart(
            title=f"{self._title}, {plural(len(self), 'size')}",
            across=self._across,
            lines=lines,
            scale=lambda amount: f"1e{math.log10(amount):.0f}",
            least=1,
        )

    def _display_svg(self, theme: ThemeName) -> str:
        return self.to_svg(theme=theme)

    def _display_png(self) -> bytes:
        return self.to_png()

    def _display_rows(self) -> Rows:
        columns = [quantity for quantity in self._quantities if quantity.name != "n"]
        head = ["n", *(column.heading for column in columns)]
        amounts = [[_format_amount(getattr(row, x.name)) for x in columns] for row in self]
        return [head, *([str(row.n), *line] for row, line in zip(self, amounts, strict=True))]

    def _display_text(self) -> str:
        return self.to_text()


def check_sizes(sizes: Iterable[SupportsIndex], use: str) -> Sequence[int]:
    """Return the sizes of a table, or raise `InputError`; `use` names the table."""
    # A range is not turned into a list, because it may be too long for the memory.
    listed = sizes if isinstance(sizes, range) else check_items(sizes, "sizes", "whole numbers")
    found = [check_size(n, MAX_N, use) for n in listed]
    if not found:
        raise InputError("found no sizes, expected at least one")
    return found


def _format_amount(amount: float | None) -> str:
    if amount is None:
        return "-"
    text = f"{amount:,.1f}" if isinstance(amount, float) else f"{amount:,}"
    return text if len(text) <= _MAX_WIDTH else _round_amount(int(amount))


def _round_amount(number: int) -> str:
    power = len(str(number)) - 1
    return f"{number / 10**power:.3f}e{power}"

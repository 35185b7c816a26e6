"""A chart of the median times of methods against the board size, on a logarithmic scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastqueens.canvas import chart
from fastqueens.queens.solving.comparison import duration, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastqueens.canvas.style import ThemeName
    from fastqueens.queens.solving.comparison import Comparison

__all__ = ["png", "svg"]


def svg(results: Sequence[Comparison], *, theme: ThemeName = "light") -> str:
    """Draw the chart as an SVG document; an open mark shows that runs were stopped.

    Examples
    --------
    >>> from fastqueens.queens.solving.comparison import Comparison
    >>> rows = [Comparison("a", n, "mac", {}, "solved", 1, 1, 1, {}, 10.0**n) for n in (1, 2)]
    >>> picture = svg(rows)
    >>> picture.startswith("<svg "), picture.count("<path")  # two points, and one in the legend
    (True, 3)
    """
    return chart.svg(_chart(results), theme=theme)


def png(results: Sequence[Comparison], *, theme: ThemeName = "light") -> bytes:
    r"""Draw the chart as a PNG file, at twice the size of the SVG document.

    Raises
    ------
    MissingExtra
        Without Pillow: ``pip install 'fastqueens[image]'``.

    Examples
    --------
    >>> from fastqueens.queens.solving.comparison import Comparison
    >>> png([Comparison("a", 8, "mac", {}, "solved", 1, 1, 1, {}, 0.1)])[:4]
    b'\x89PNG'
    """
    return chart.png(_chart(results), theme=theme)


def _chart(results: Sequence[Comparison]) -> chart.Chart:
    lines: dict[str, list[tuple[int, float, bool]]] = {}
    for summary in summarise(results):
        point = summary.n, summary.seconds, summary.stopped == 0
        lines.setdefault(summary.label, []).append(point)
    return chart.Chart(
        title="Median time of a search against board size",
        across="rows of the board",
        lines=[chart.Line(label, points) for label, points in lines.items()],
        scale=duration,
        least=1e-7,
        open_marks="some were stopped",
    )

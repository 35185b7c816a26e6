"""A chart of the median times of methods against the size, on a logarithmic scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastqueens.canvas import chart
from fastqueens.comparison.record import SIZES
from fastqueens.comparison.tables import duration, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastqueens.canvas.style import ThemeName
    from fastqueens.canvas.svg_document import SVGDocument
    from fastqueens.comparison.record import Comparison

__all__ = ["png", "svg"]


def svg(results: Sequence[Comparison], *, theme: ThemeName | None = None) -> SVGDocument:
    """Draw the chart as an SVG document; an open mark shows that runs were stopped.

    Examples
    --------
    >>> from fastqueens.comparison.record import Comparison
    >>> rows = [Comparison(family="csp", problem="a", size=n, method="mac", status="solved",
    ...                    seconds=10.0**n) for n in (1, 2)]
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
    >>> from fastqueens.comparison.record import Comparison
    >>> png([Comparison(family="csp", problem="a", size=8, method="mac", status="solved",
    ...                 seconds=0.1)])[:4]
    b'\x89PNG'
    """
    return chart.png(_chart(results), theme=theme)


def _chart(results: Sequence[Comparison]) -> chart.Chart:
    lines: dict[str, list[tuple[int, float, bool]]] = {}
    for summary in summarise(results):
        point = summary.size, summary.seconds, summary.stopped == 0
        lines.setdefault(summary.label, []).append(point)
    families = {result.family for result in results}
    what = SIZES[families.pop()] if len(families) == 1 else "size"
    return chart.Chart(
        title="Median time of a search against size",
        across="rows of the board" if what == "rows" else what,
        lines=[chart.Line(label, points) for label, points in lines.items()],
        scale=duration,
        least=1e-7,
        open_marks="some were stopped",
    )

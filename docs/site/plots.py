"""Plots of the tables of bench/figures.json, with a logarithmic axis."""

from __future__ import annotations

import json
from pathlib import Path

from fastqueens.canvas import chart

FIGURES = Path(__file__).resolve().parents[2] / "bench" / "figures.json"
KERNELS = ("portable C", "AVX2", "AVX-512", "NEON")


def table(name):
    """Return the columns of a table by name; what is no number becomes None, except labels.

    Parameters
    ----------
    name : str
        The name of the table in the file.

    Returns
    -------
    dict of str to list
        The first column has the labels of the rows, as text.
    """
    found = json.loads(FIGURES.read_text(encoding="utf-8"))["tables"][name]
    heads = [head for head, _ in found["columns"]]
    columns = dict(zip(heads, zip(*found["rows"], strict=True), strict=True))
    numbers = {
        head: [value if isinstance(value, int | float) else None for value in values]
        for head, values in columns.items()
    }
    return numbers | {heads[0]: [str(value).replace("`", "") for value in columns[heads[0]]]}


def kernels(name):
    """Return the headings of a table that name our kernels, the fastest last."""
    return [head for head in KERNELS if head in table(name)]


class Plot:
    """Lines over a few sizes.

    Parameters
    ----------
    sizes : list of str
        The labels of the horizontal axis.
    lines : dict of str to list of (float or None)
        One value for each size.
    across, up : str
        The names of the horizontal and the vertical axis.
    """

    def __init__(self, sizes, lines, *, across, up):
        self._chart = chart.Chart(
            title=up[0].upper() + up[1:],
            across=across,
            lines=[
                chart.Line(name, [(k, value, True) for k, value in enumerate(values) if value])
                for name, values in lines.items()
                if any(values)
            ],
            scale=lambda value: f"{value:,.0f}" if value >= 1 else f"{value:g}",
            least=1e-12,
            ticks=[str(size) for size in sizes],
            width=480,  # so that a phone shows all of it
        )

    def to_svg(self, *, theme="light"):
        """Draw the plot as an SVG document."""
        return chart.svg(self._chart, theme=theme)

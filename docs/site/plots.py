"""Plots of the tables of bench/README.md and of bench/history, with a logarithmic axis."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fastqueens.canvas import chart

TABLES = Path(__file__).resolve().parents[2] / "bench" / "README.md"
HISTORY = TABLES.with_name("history")
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def table(heading, number=0):
    """Read a table under a heading; return its columns by name.

    Parameters
    ----------
    heading : str
        The beginning of the heading.
    number : int, default 0
        The number of the table under the heading.

    Returns
    -------
    dict of str to list
        Each cell that begins with a number becomes a number, in seconds if it has a unit; other
        cells become None. The first column is text.
    """
    section = re.split(r"^## ", TABLES.read_text(encoding="utf-8"), flags=re.M)
    text = next(x for x in section if x.startswith(heading))
    rows = re.findall(r"(?:^\|.*\n)+", text, re.M)[number].splitlines()
    cells = [[x.strip() for x in row.strip("|").split("|")] for row in rows]
    names, body = cells[0], cells[2:]
    columns = {name: [_value(row[k]) for row in body] for k, name in enumerate(names) if k}
    return {names[0]: [row[0].replace("`", "") for row in body]} | columns


def releases():
    """Read the records of all releases, the oldest first.

    Returns
    -------
    list of dict
        As `bench/release.py` writes them.
    """
    records = [json.loads(path.read_text(encoding="utf-8")) for path in HISTORY.glob("*.json")]
    return sorted(records, key=lambda record: [int(x) for x in record["version"].split(".")])


def _value(text):
    found = re.match(r"[~*]*([\d,]*\.?\d+) ?(us|ms|s)?\b", text)
    return float(found[1].replace(",", "")) * UNITS.get(found[2], 1.0) if found else None


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
            ticks=sizes,
        )

    def to_svg(self, *, theme="light"):
        """Draw the plot as an SVG document."""
        return chart.svg(self._chart, theme=theme)

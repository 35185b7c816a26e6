"""Plots of the tables of bench/README.md, with a logarithmic axis."""

from __future__ import annotations

import math
import re
from html import escape
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "bench" / "README.md"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 360, 104, 150, 28, 50
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def table(heading, number=0):
    """Read a table under a heading: its columns by their names, in order.

    Parameters
    ----------
    heading : str
        What the heading begins with.
    number : int, default 0
        Which of the tables under it.

    Returns
    -------
    dict of str to list
        Numbers where a cell begins with one, in seconds where it has a unit; None elsewhere.
        The first column is text.
    """
    section = re.split(r"^## ", TABLES.read_text(encoding="utf-8"), flags=re.M)
    text = next(x for x in section if x.startswith(heading))
    rows = re.findall(r"(?:^\|.*\n)+", text, re.M)[number].splitlines()
    cells = [[x.strip() for x in row.strip("|").split("|")] for row in rows]
    names, body = cells[0], cells[2:]
    columns = {name: [_value(row[k]) for row in body] for k, name in enumerate(names) if k}
    return {names[0]: [row[0].replace("`", "") for row in body]} | columns


def _value(text):
    found = re.match(r"[~*]*([\d,]*\.?\d+) ?(us|ms|s)?\b", text)
    return float(found[1].replace(",", "")) * UNITS.get(found[2], 1.0) if found else None


class Plot:
    """Lines over a few sizes.

    Parameters
    ----------
    sizes : list of str
        What stands along the bottom.
    lines : dict of str to list of (float or None)
        A value for each size.
    across, up : str
        What the axes say.
    """

    def __init__(self, sizes, lines, *, across, up):
        self.sizes, self.across, self.up = sizes, across, up
        self.lines = {name: line for name, line in lines.items() if any(line)}

    def to_svg(self, *, theme="light"):
        """Draw the plot as an SVG document."""
        ink, ground, grid = (
            ("#1a1a1a", "#ffffff", "#d9dce3")
            if theme == "light"
            else ("#e2e4e9", "#1e2129", "#3a404d")
        )
        hues = range(0, 360, 360 // max(1, len(self.lines)))
        light = 38 if theme == "light" else 68
        values = [x for line in self.lines.values() for x in line if x]
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        high = max(high, low + 1)

        def x(k):
            return LEFT + k * (WIDTH - LEFT - RIGHT) / max(1, len(self.sizes) - 1)

        def y(value):
            share = (math.log10(value) - low) / (high - low)
            return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

        parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{ground}"/>']
        for power in range(low, high + 1):
            at = y(10.0**power)
            parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{grid}"/>')
            parts.append(_text(LEFT - 8, at + 5, _power(power), ink, "end"))
        for k, size in enumerate(self.sizes):
            parts.append(_text(x(k), HEIGHT - BOTTOM + 20, size, ink, "middle"))
        parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, self.across, ink, "middle"))
        parts.append(_text(LEFT, 15, self.up, ink, "start"))
        taken = []
        for hue, (name, line) in zip(hues, self.lines.items(), strict=False):
            colour = f"hsl({hue},65%,{light}%)"
            points = [(x(k), y(value)) for k, value in enumerate(line) if value]
            path = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts += [
                f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points
            ]
            free = [y for y in range(TOP, HEIGHT) if all(abs(y - other) > 16 for other in taken)]
            at = min(free, key=lambda y: abs(y - points[-1][1] - 5))
            taken.append(at)
            parts.append(_text(WIDTH - RIGHT + 10, at, name, colour, "start"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="15">'
            f"{''.join(parts)}</svg>"
        )


def _text(x, y, text, fill, anchor):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _power(power):
    return f"{10**power:,}" if power >= 0 else f"{10.0**power:g}"

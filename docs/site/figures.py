"""Figures of the pages about methods: boards in a row, bit sets, quarters, trees of covers."""

from __future__ import annotations

import re
from html import escape

from fastqueens.canvas.tree_layout import Box, tree_svg

INK = {"light": "#1a1a1a", "dark": "#e2e4e9"}
QUIET = {"light": "#d9dce3", "dark": "#3a404d"}
FULL = {"light": "#2b3a9b", "dark": "#a9b8ff"}


class Beside:
    """Pictures of equal height side by side, each with a caption.

    Parameters
    ----------
    things : list
        Objects with a method ``to_svg``.
    captions : list of str
        The text below each picture.
    height : int, default 180
        The height in pixels.
    """

    def __init__(self, things, captions, *, height=180):
        self.things, self.captions, self.height = things, captions, height

    def to_svg(self, *, theme="light"):
        """Draw the row as an SVG document."""
        parts, x = [], 0.0
        for thing, caption in zip(self.things, self.captions, strict=True):
            drawn = thing.to_svg(theme=theme)
            drawn = re.sub(r"<(title|desc)>.*?</\1>", "", drawn, flags=re.S)
            wide, high = (float(x) for x in re.search(r'viewBox="0 0 (\S+) (\S+)"', drawn).groups())
            width = wide * self.height / high
            if theme == "dark":  # the dark page has another background than dark pictures
                drawn = re.sub(r"<rect [^>]*/>", "", drawn, count=1)
            head = f'<svg x="{x:g}" width="{width:.1f}" height="{self.height}" '
            parts.append(re.sub(r'<svg xmlns="\S+" width="\S+" height="\S+" ', head, drawn).strip())
            parts.append(_text(x + width / 2, self.height + 22, caption, INK[theme], "middle"))
            x = round(x + width + 14, 1)
        return _document(x - 14, self.height + 30, parts)


class Bits:
    """Bit sets, one row each.

    Parameters
    ----------
    rows : dict of str to list of int
        Names and their bits.
    names : list of str, default []
        The meaning of each bit, written above.
    """

    def __init__(self, rows, names=()):
        self.rows, self.names = rows, names

    def to_svg(self, *, theme="light"):
        """Draw the sets as an SVG document."""
        side, step, left = 36, 38, 9 * max(map(len, self.rows))
        width = left + side * max(map(len, self.rows.values())) + 4
        parts = [
            _text(left + side * (k + 0.5) - 1.5, 14, name, INK[theme], "middle")
            for k, name in enumerate(self.names)
        ]
        for j, (name, bits) in enumerate(self.rows.items()):
            y = 22 + step * j
            parts.append(_text(left - 12, y + 18, name, INK[theme], "end"))
            for k, bit in enumerate(bits):
                fill = FULL[theme] if bit else QUIET[theme]
                ink = {"light": "#fff", "dark": "#10131c"}[theme] if bit else INK[theme]
                box = f'<rect x="{left + side * k:g}" y="{y}" width="{side - 3}" height="{side}"'
                parts.append(f'{box} rx="4" fill="{fill}"/>')
                parts.append(_text(left + side * (k + 0.5) - 1.5, y + 18, str(bit), ink, "middle"))
        return _document(width, 22 + step * len(self.rows), parts)


class Quarters:
    """A chessboard whose four quarters have two tints and a gap between them.

    Parameters
    ----------
    queens : list of int
        The column of the queen of each row, for an even number of rows.
    names : list of str
        The names of the quarters: north-west, north-east, south-west, south-east.
    """

    def __init__(self, queens, names):
        self.queens, self.names = list(queens), names

    def to_svg(self, *, theme="light"):
        """Draw the board as an SVG document."""
        n, side, gap, top = len(self.queens), 36, 14, 24
        half = n // 2
        at = [side * k + gap * (k >= half) for k in range(n + 1)]
        parts = []
        for k, name in enumerate(self.names):
            x = (at[half] if k % 2 else 0) + side * half / 2
            y = top - 8 if k < 2 else top + at[n] + 18
            parts.append(_text(x, y, name, INK[theme], "middle"))
        for i, j in ((i, j) for i in range(n) for j in range(n)):
            fill = QUIET[theme] if (i < half) == (j < half) else "none"
            parts.append(
                f'<rect x="{at[j] + 1}" y="{top + at[i] + 1}" width="{side - 2}" '
                f'height="{side - 2}" fill="{fill}" stroke="{QUIET[theme]}"/>'
            )
        for i, j in enumerate(self.queens):
            x, y = at[j] + side / 2, top + at[i] + side / 2
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{FULL[theme]}"/>')
        return _document(at[n] + 2, top + at[n] + 28, parts)


class CoverTree:
    """The search tree of an exact cover, from the frames of a packing.

    Parameters
    ----------
    frames : iterable of Frame
        One frame for each node.
    title : str
        The name of the tree.
    """

    def __init__(self, frames, title):
        named = [_pieces(frame.view.packing) for frame in frames]
        sets = [frozenset(x) for x in named]  # equal pieces exchange their names during the search
        parents, labels = [-1], ["start"]
        for k, cells in enumerate(sets[1:], 1):
            parent = next(j for j in reversed(range(k)) if sets[j] < cells)
            parents.append(parent)
            labels.append(" ".join(named[k][x] for x in cells - sets[parent]))
        states = ["failed"] * len(sets)
        for j in set(range(len(sets))) - set(parents):
            states[j] = "refuted"
        on = len(sets) - 1
        states[on] = "solution"
        while (on := parents[on]) >= 0:
            states[on] = "inner"
        self.boxes = [Box(*x) for x in zip(parents, labels, states, strict=True)]
        self.title = title

    def to_svg(self, *, theme="light"):
        """Draw the tree as an SVG document."""
        return tree_svg(self.boxes, self.title, theme=theme)


def _pieces(packing):
    """Return the name of each piece in a packing, by its cells."""
    rows = packing.rows()
    cells = {}
    for i, row in enumerate(rows):
        for j, name in enumerate(row):
            if name not in ".# ":
                cells.setdefault(name, []).append((i, j))
    return {tuple(places): name for name, places in cells.items()}


def _document(width, height, parts):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="15">'
        f"{''.join(parts)}</svg>"
    )


def _text(x, y, text, fill, anchor):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )

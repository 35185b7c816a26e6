"""SVG documents that draw themselves in a notebook, and documents that follow a dark page."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any
from zlib import crc32

from fastqueens.canvas.picture_html import describe_svg, picture_html, size_of_svg
from fastqueens.canvas.style import ThemeName

__all__ = ["Draw", "SVGDocument", "draw_svg", "follow_theme"]

Draw = Callable[[ThemeName], str]  # draws a picture in the colours of a theme
_COLOUR = re.compile(r'(fill|stroke)="(#[0-9a-f]{6})"')
_ROOT = re.compile(r"<svg [^>]*>")


class SVGDocument(str):
    r"""The text of an SVG document. A notebook shows it as a picture.

    Without a `theme` the picture in a notebook has the colours of the notebook's theme.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> picture = Board.from_text("AB\nAB").to_svg()
    >>> isinstance(picture, str), picture._repr_svg_()[:4]
    (True, '<svg')
    """

    _draw: Draw | None = None

    def _repr_svg_(self) -> str:
        return str(self) if self._draw is None else follow_theme(self._draw)

    def _repr_html_(self) -> str:
        return picture_html(self._repr_svg_())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        width, height = size_of_svg(self)
        printer.text(f"<SVG, {width} x {height} pixels: {describe_svg(self)[0]}>")

    def __reduce__(self) -> tuple[Any, ...]:
        return SVGDocument, (str(self),)


def draw_svg(draw: Draw, theme: ThemeName | None = None) -> SVGDocument:
    """Draw a document in a theme; ``"auto"`` follows the page, and without a theme it is light."""
    if theme == "auto":
        return SVGDocument(follow_theme(draw))
    document = SVGDocument(draw(theme or "light"))
    if theme is None:
        document._draw = draw
    return document


def follow_theme(draw: Draw) -> str:
    """Draw a picture that has light colours on a light page and dark colours on a dark page.

    A browser gives a picture in ``<img>`` the colour scheme of the page around it; JupyterLab and
    VS Code set this scheme from their theme. Programs that ignore styles show the light picture.

    Examples
    --------
    >>> def draw(theme):
    ...     fill = "#ffffff" if theme == "light" else "#16161a"
    ...     return f'<svg width="9" height="9"><path fill="{fill}" d="M0 0h9v9z"/></svg>'
    >>> print(follow_theme(draw))
    <svg id="fq-3fabcdc1" width="9" height="9"><style>@media (prefers-color-scheme:dark)\
{#fq-3fabcdc1 [fill="#ffffff"]{fill:#16161a}}</style>\
<path fill="#ffffff" d="M0 0h9v9z"/></svg>
    """
    light, dark = draw("light"), draw("dark")
    name = f"fq-{crc32(light.encode()):08x}"
    pairs = list(zip(_COLOUR.findall(light), _COLOUR.findall(dark), strict=False))
    if [a for a, _ in _COLOUR.findall(light)] == [a for a, _ in _COLOUR.findall(dark)]:
        light, rules = _pair_colours(light, name, pairs)
    else:  # the two pictures have different parts
        light, rules = _put_both(light, dark, name)
    style = f"<style>{rules}</style>" if rules else ""
    root = _ROOT.search(light)
    assert root is not None
    head = root[0].replace("<svg ", f'<svg id="{name}" ', 1)
    return light[: root.start()] + head + style + light[root.end() :]


def _pair_colours(
    light: str, name: str, pairs: list[tuple[tuple[str, str], tuple[str, str]]]
) -> tuple[str, str]:
    """Return the light document, and the style that replaces its colours on a dark page.

    The style selects elements by their colour. If one light colour has two dark ones, it is changed
    by less than an eye can see, so that the style can tell them apart.
    """
    dark_of: dict[str, str] = {}  # the dark colour of each light colour
    chosen: dict[tuple[str, str], str] = {}
    written: list[str] = []
    rules: dict[str, None] = {}
    for (attribute, colour), (_, other) in pairs:
        if (colour, other) not in chosen:
            near = (f"#{max(0, int(colour[1:], 16) - step):06x}" for step in count())
            same = next(x for x in near if dark_of.get(x, other) == other)
            dark_of[same] = other
            chosen[colour, other] = same
        same = chosen[colour, other]
        written.append(f'{attribute}="{same}"')
        if same != other:
            rules[f'#{name} [{attribute}="{same}"]{{{attribute}:{other}}}'] = None
    following = iter(written)
    light = _COLOUR.sub(lambda _: next(following), light)
    return light, f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}" if rules else ""


def _put_both(light: str, dark: str, name: str) -> tuple[str, str]:
    """Return a document with both pictures, and the style that hides one of them."""

    def content(document: str) -> str:
        return _ROOT.sub("", document, count=1).rpartition("</svg>")[0]

    head, end = _ROOT.search(light), "</svg>\n"
    assert head is not None
    shown = re.sub(r"<(title|desc)>.*?</\1>", "", content(dark), flags=re.S)
    both = f'<g class="light">{content(light)}</g><g class="dark">{shown}</g>'
    hide = "{display:none}"
    rules = (
        f"#{name}>.dark{hide}@media (prefers-color-scheme:dark){{"
        f"#{name}>.light{hide}#{name}>.dark{{display:inline}}}}"
    )
    return f"{head[0]}{both}{end}", rules

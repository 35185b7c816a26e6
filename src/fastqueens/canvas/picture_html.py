"""A picture in HTML: an ``<img>`` with an alternative text, which is never wider than the page."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape, unescape

__all__ = ["alt_of", "describe_svg", "picture_html", "size_of_svg"]

_MAX_ALT = 1500  # characters of an alternative text
# The width and the height of the picture are kept unless it is wider or higher than the screen.
_FIT = "max-width:100%;max-height:90vh;width:auto;height:auto"
# The colour scheme of the notebooks that have a theme and do not tell it to pictures: the pages of
# nbconvert, old versions of JupyterLab and of VS Code, Colab. A printed page is light.
_SCHEME = (
    "<style>"
    "[data-jp-theme-light=true] .fq-picture,.vscode-light .fq-picture{color-scheme:light}"
    "[data-jp-theme-light=false] .fq-picture,.vscode-dark .fq-picture,"
    "html[theme=dark] .fq-picture{color-scheme:dark}"
    "@media print{.fq-picture{color-scheme:light!important}}"
    "</style>"
)


def picture_html(svg: str, *, said: str = "") -> str:
    """Return a picture as HTML, with an alternative text; `said` is a text that stands beside it.

    Examples
    --------
    >>> picture = picture_html('<svg xmlns="" width="9" height="5"><title>Board</title></svg>')
    >>> picture.partition(" alt=")[2][:30]
    '"Board" width="9" height="5" s'
    """
    width, height = size_of_svg(svg)
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    return (
        f'{_SCHEME}<img class="fq-picture" src="{source}" alt="{escape(alt_of(svg, said))}" '
        f'width="{width}" height="{height}" style="{_FIT}">'
    )


def alt_of(svg: str, said: str = "") -> str:
    """Return the alternative text of a picture; a title that is said beside it is left out."""
    title, description = describe_svg(svg)
    if title and title not in said:
        description = f"{title.rstrip('.')}. {description}" if description else title
    text = description or title
    return text if len(text) <= _MAX_ALT else f"{text[:_MAX_ALT].rpartition(' ')[0]} ..."


def describe_svg(document: str) -> tuple[str, str]:
    """Return the title and the description of a picture, which are made for screen readers.

    Examples
    --------
    >>> describe_svg('<svg><title>a &amp; b</title><desc>c</desc><g><title>d</title></g></svg>')
    ('a & b', 'c')
    """
    found = (re.search(f"<{tag}>(.*?)</{tag}>", document, re.S) for tag in ("title", "desc"))
    title, description = (unescape(match[1]) if match else "" for match in found)
    return title, description


def size_of_svg(document: str) -> tuple[int, int]:
    """Return the width and the height of a picture in pixels.

    Examples
    --------
    >>> size_of_svg('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>')
    (20, 10)
    """
    found = re.search(r'<svg [^>]*?width="(\d+)[^"]*" height="(\d+)', document)
    return (int(found[1]), int(found[2])) if found else (0, 0)

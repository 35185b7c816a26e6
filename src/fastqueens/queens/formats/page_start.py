"""Recognises saved pages. `html`, which reads them, takes longer to import."""

from __future__ import annotations

import re

from fastqueens.input import Input

__all__ = ["looks_like_page"]

_PAGE = re.compile(r"\s*<(?:!--|!doctype\b|[a-z][a-z0-9-]*(?:\s[^<>]*)?/?>)", re.IGNORECASE)


def looks_like_page(content: Input) -> bool:
    """Whether an input begins as a page, or a part of a page, and has a closing tag.

    Examples
    --------
    >>> looks_like_page(Input("<div><p>A</p></div>")), looks_like_page(Input("<AB<"))
    (True, False)
    """
    head = content.data[:1000].removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
    return _PAGE.match(head) is not None and b"</" in content.data

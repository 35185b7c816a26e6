"""The page's own files: read once, and again only after a change.

They are few and small, so they are kept, and a name is looked up among those that there are: no
path that a request brings is ever opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["answer", "mark_of", "marked", "page"]

_STATIC = Path(__file__).parent / "static"
_OTHERS = {"palette.json": Path(str(files("fastqueens.canvas") / "palette.json"))}
_IMPORT = re.compile(r'^import[^"]*"\./([\w.-]+\.js)";', re.M)
# Not from the tables of the system, some of which call a script a text.
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent."""

    content: bytes
    kind: str
    mark: str


@cache
def _read(path: Path, changed: int, size: int) -> _File:
    content = path.read_bytes()
    return _File(content, _KINDS[path.suffix], mark_of(content))


def mark_of(content: bytes) -> str:
    """Return the mark by which a browser asks whether something has changed."""
    return f'"{blake2b(content, digest_size=12).hexdigest()}"'


def _file_of(name: str) -> _File | None:
    """Return a file by its name, or None if there is none of that name."""
    parts = name.split("/")
    path = _OTHERS.get(name) or _STATIC.joinpath(*parts)
    if not all(part.replace("-", "").replace(".", "a").isalnum() for part in parts):
        return None
    if ".." in parts or path.suffix not in _KINDS or not path.is_file():
        return None
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size)


def marked(request: Request, content: bytes, kind: str, mark: str) -> Response:
    """Return an answer with its mark; an empty one if the browser has it already."""
    headers = {"etag": mark, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


async def answer(request: Request) -> Response:
    """Answer ``/static/...``."""
    found = _file_of(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return marked(request, found.content, found.kind, found.mark)


async def page(request: Request) -> Response:
    """Answer ``/``, and name the modules that the first one imports, to be fetched beside it."""
    found = _file_of("index.html")
    if found is None:
        raise HTTPException(404)
    response = marked(request, found.content, found.kind, found.mark)
    links = [f"</static/{name}>; rel=modulepreload" for name in _imported("main.js")]
    if links:
        response.headers["link"] = ", ".join(links)
    return response


def _imported(first: str) -> list[str]:
    """Return a module and those that it imports, and they, as far as they are in one folder."""
    names = [first]
    for name in names:
        found = _file_of(name)
        text = found.content.decode() if found else ""
        names += [x for x in dict.fromkeys(_IMPORT.findall(text)) if x not in names]
    return names

"""The page's own files: read once, and again only after a change; and how any content is sent.

They are few and small, so they are kept, plain and compressed, and a name is looked up among those
that there are: no path that a request brings is ever opened.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Content", "answer", "content_of", "page", "sent"]

_STATIC = Path(__file__).parent / "static"
_OTHERS = {"palette.json": Path(str(files("fastqueens.canvas") / "palette.json"))}
_IMPORT = re.compile(r'^import[^"]*"(\.[\w./-]+\.js)";', re.M)
# Comments that have lines of their own; those within lines may be text, but for what is said of a
# type and for the end of a line without a quotation mark.
_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.M)
_ASIDE = re.compile(rb"/\*\* @type [^\n*]*\*/ ?|[ \t]+// [^\n\"'`]*$", re.M)
_INDENT = re.compile(rb"^[ \t]+", re.M)
_BLANK = re.compile(rb"\n\n+")
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


_SMALL = 200  # bytes under which compressing saves next to nothing
_GZIP = 31  # what zlib calls a gzip header, without a time, and its largest window
_NEVER = re.compile(r"q\s*=\s*0(\.0*)?")


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent, in the ways it can be.

    Attributes
    ----------
    kind : str
        Its content type.
    ways : dict of str to (bytes, str)
        By encoding: the bytes, and the mark by which a browser asks whether they have changed.
    """

    kind: str
    ways: dict[str, tuple[bytes, str]]


def _pack(body: bytes) -> bytes:
    work = zlib.compressobj(9, zlib.DEFLATED, _GZIP, 9)  # as small as it gets, once a file
    return work.compress(body) + work.flush()


def content_of(body: bytes, kind: str) -> Content:
    """Return content as it is sent: compressed too, where that makes it smaller."""
    mark = blake2b(body, digest_size=12).hexdigest()
    ways = {"identity": (body, f'"{mark}"')}
    packed = _pack(body) if len(body) > _SMALL else body
    if len(packed) < 0.9 * len(body):  # pictures are compressed already
        ways["gzip"] = packed, f'"{mark}-gzip"'
    return Content(kind, ways)


def sent(request: Request, content: Content) -> Response:
    """Return an answer in the way that a browser takes; an empty one if it has it already."""
    wanted = ",".join(request.headers.getlist("accept-encoding"))
    way = "gzip" if "gzip" in content.ways and _takes(wanted, "gzip") else "identity"
    body, mark = content.ways[way]
    headers = {"etag": mark, "cache-control": "no-cache"}
    if len(content.ways) > 1:
        headers["vary"] = "Accept-Encoding"
    had = [
        x.strip().removeprefix("W/") for x in request.headers.get("if-none-match", "").split(",")
    ]
    if mark in had or "*" in had:
        return Response(status_code=304, headers=headers)
    if way != "identity":
        headers["content-encoding"] = way
    return Response(body, media_type=content.kind, headers=headers)


@lru_cache(maxsize=256)
def _takes(header: str, encoding: str) -> bool:
    """Return whether a browser takes an encoding, by the header that says so."""
    wishes = {}
    for wish in header.lower().split(","):
        name, _, weight = wish.partition(";")
        wishes[name.strip()] = not _NEVER.fullmatch(weight.strip())
    return wishes.get(encoding, wishes.get("*", False))


@cache
def _read(path: Path, changed: int, size: int) -> Content:
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        body = _lean(body)
    return content_of(body, _KINDS[path.suffix])


def _lean(code: bytes) -> bytes:
    """Return code without its comments, indentation and empty lines, a fifth of its weight.

    The other lines stay as they are: what a browser's tools show is the code, and can be searched.
    """
    return _BLANK.sub(b"\n", _INDENT.sub(b"", _ASIDE.sub(b"", _COMMENT.sub(b"", code)))).lstrip()


def _file_of(name: str) -> Content | None:
    """Return a file by its name, or None if there is none of that name."""
    parts = name.split("/")
    path = _OTHERS.get(name) or _STATIC.joinpath(*parts)
    if not all(re.sub("[-._]", "a", part).isalnum() for part in parts):
        return None
    if ".." in parts or path.suffix not in _KINDS or not path.is_file():
        return None
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size)


async def answer(request: Request) -> Response:
    """Answer ``/static/...``."""
    found = _file_of(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return sent(request, found)


async def page(request: Request) -> Response:
    """Answer ``/``, and name what every screen needs, to be fetched beside it."""
    found = _file_of("index.html")
    if found is None:
        raise HTTPException(404)
    response = sent(request, found)
    modules = [
        f"</static/{name}>; rel=modulepreload" for name in ("preload.js", *_imported("router.js"))
    ]
    response.headers["link"] = ", ".join(["</static/app.css>; rel=preload; as=style", *modules])
    return response


def _imported(first: str) -> list[str]:
    """Return a module and those that it imports, and they."""
    names = [first]
    for name in names:
        found = _file_of(name)
        text = found.ways["identity"][0].decode() if found else ""
        imported = [normpath(join(dirname(name), x)) for x in _IMPORT.findall(text)]
        names += [x for x in dict.fromkeys(imported) if x not in names]
    return names

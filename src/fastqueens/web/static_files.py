"""The files of the page, kept in memory and read again after a change, and their HTTP caching.

Starlette's `StaticFiles` would send scripts with their comments, which take more than the budget of
the page allows (bench/web_budget.py).
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fastqueens.web.joined_scripts import JOINED, JoinedScripts

__all__ = ["index_page", "send_cached", "service_worker", "static_file", "visited_files"]

_STATIC = Path(__file__).parent / "static"
_PALETTE = Path(str(files("fastqueens.canvas") / "palette.json"))
_NAME = re.compile(r"[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*")  # no part is empty or ".."
# The comments to remove: comments on lines of their own, type comments, and comments at the end of
# a line without quotation marks. In other places, the same characters may belong to a string.
_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.M)
_INLINE_COMMENT = re.compile(rb"/\*\* @type [^\n*]*\*/ ?|[ \t]+// [^\n\"'`]*$", re.M)
_INDENT = re.compile(rb"^[ \t]+", re.M)
_BLANK_LINES = re.compile(rb"\n\n+")
# The tables of some systems say text/plain for scripts, which browsers then refuse to run.
_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}


def send_cached(request: Request, body: bytes, media_type: str) -> Response:
    """Return content with an ETag; without its body if the browser has the same content already."""
    etag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    # A weak ETag, because it is the same for the compressed and the plain form.
    headers = {"etag": f"W/{etag}", "cache-control": "no-cache"}
    known = request.headers.get("if-none-match", "").split(",")
    if {x.strip().removeprefix("W/") for x in known} & {etag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> bytes:
    """Return the content of a file. The cache reads it again if `changed` or `size` differ."""
    body = path.read_bytes()
    return _strip_code(body) if path.suffix in (".js", ".css") else body


def _strip_code(code: bytes) -> bytes:
    """Return code without comments, indentation and blank lines; the other lines are unchanged."""
    code = _INLINE_COMMENT.sub(b"", _COMMENT.sub(b"", code))
    return _BLANK_LINES.sub(b"\n", _INDENT.sub(b"", code)).lstrip()


def _content(name: str) -> tuple[bytes, str]:
    """Return the content and the media type of a file, or raise 404."""
    path = _PALETTE if name == "palette.json" else _STATIC / name
    if not _NAME.fullmatch(name) or path.suffix not in _MEDIA_TYPES or not path.is_file():
        raise HTTPException(404)
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size), _MEDIA_TYPES[path.suffix]


async def static_file(request: Request) -> Response:
    """Answer ``/static/...``."""
    return send_cached(request, *_sent(request.path_params["name"]))


def _sent(name: str) -> tuple[bytes, str]:
    """Return what is sent for the name of a file, and its media type, or raise 404."""
    if name in JOINED:
        return _scripts().script(name).encode(), _MEDIA_TYPES[".js"]
    body, media_type = _content(name)
    if name.endswith(".js"):
        body = _scripts().module(name).encode()
    return body, media_type


def _scripts() -> JoinedScripts:
    """Return the scripts of the page, made again after a change."""
    return _scripts_of(tuple(x.stat().st_mtime_ns for x in sorted(_STATIC.rglob("*.js"))))


@lru_cache(maxsize=2)
def _scripts_of(_changed: tuple[int, ...]) -> JoinedScripts:
    return JoinedScripts(lambda name: _content(name)[0].decode())


def visited_files() -> list[str]:
    """Return the names of all files that pages request, without modules that are only joined."""
    names = (
        path.relative_to(_STATIC).as_posix()
        for path in _STATIC.rglob("*")
        if path.suffix in _MEDIA_TYPES and path.name != "service_worker.js"
    )
    requested = _scripts().is_requested
    return ["palette.json", *JOINED, *sorted(x for x in names if requested(x))]


async def service_worker(request: Request) -> Response:
    """Answer ``/service_worker.js``: the worker, with the names and the hash of all files.

    The worker of another version has other bytes, so browsers install it and make new copies.
    """
    names = visited_files()
    version = blake2b(digest_size=12)
    for name in names:
        version.update(_sent(name)[0])
    files = {"FILES": [f"/static/{name}" for name in names], "VERSION": version.hexdigest()}
    head = f"globalThis.FASTQUEENS = {json.dumps(files)};\n".encode()
    body, media_type = _content("service_worker.js")
    return send_cached(request, head + body, media_type)


async def index_page(request: Request) -> Response:
    """Answer ``/``; its Link header names the scripts that every screen needs."""
    response = send_cached(request, *_content("index.html"))
    modules = [f"</static/{name}>; rel=modulepreload" for name in ("preload.js", "frame.js")]
    response.headers["link"] = ", ".join(["</static/app.css>; rel=preload; as=style", *modules])
    return response

"""The files of the page as they are sent, kept in memory and read again after a change.

Starlette's `StaticFiles` would send scripts with their comments, which take more than the budget of
the page allows (bench/web_budget.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from fastqueens.web.joined_scripts import JOINED, JoinedScripts

__all__ = ["FIRST_MODULES", "SERVICE_WORKER", "sent_file", "service_worker", "visited_files"]

_STATIC = Path(__file__).parent / "static"
_PALETTE = Path(str(files("fastqueens.canvas") / "palette.json"))
# The scripts that every screen needs; the page loads them at once.
FIRST_MODULES = ("preload.js", "frame.js")
SERVICE_WORKER = "service_worker.js"
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
    """Return the content and the media type of a file, or raise `FileNotFoundError`."""
    path = _PALETTE if name == "palette.json" else _STATIC / name
    if not _NAME.fullmatch(name) or path.suffix not in _MEDIA_TYPES or not path.is_file():
        raise FileNotFoundError(name)
    found = path.stat()
    return _read(path, found.st_mtime_ns, found.st_size), _MEDIA_TYPES[path.suffix]


def sent_file(name: str) -> tuple[bytes, str]:
    """Return the bytes of a file that the browser receives, and the media type.

    Raises
    ------
    FileNotFoundError
        If the page has no such file.
    """
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


def visited_files(*, with_engine: bool = False) -> list[str]:
    """Return the names of all files that pages request, without modules that are only joined.

    The index and the service worker are left out; `with_engine` adds the scripts of an engine
    inside the page.
    """
    names = (
        path.relative_to(_STATIC).as_posix()
        for path in _STATIC.rglob("*")
        if path.suffix in _MEDIA_TYPES and path.name not in ("index.html", SERVICE_WORKER)
    )
    requested = _scripts().is_requested
    found = ["palette.json", *JOINED, *sorted(x for x in names if requested(x))]
    return [name for name in found if with_engine or not name.startswith("engine/")]


def service_worker(engine: Sequence[str] = ()) -> tuple[bytes, str]:
    """Return the service worker, with the names and the hash of all files, and its media type.

    The worker of another version has other bytes, so browsers install it and make new copies.
    `engine` has the names of the files of an engine inside the page, which never change.
    """
    names = visited_files(with_engine=bool(engine))
    version = blake2b(digest_size=12)
    for name in ("index.html", *names):
        version.update(sent_file(name)[0])
    addresses = [f"static/{name}" for name in names]
    facts = {"FILES": addresses, "VERSION": version.hexdigest(), "ENGINE": list(engine)}
    head = f"globalThis.FASTQUEENS = {json.dumps(facts)};\n".encode()
    body, media_type = _content(SERVICE_WORKER)
    return head + body, media_type

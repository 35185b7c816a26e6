"""Sends the files of the page over HTTP, with ETags."""

from __future__ import annotations

from hashlib import blake2b

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fastqueens.web import static_files as files

__all__ = ["index_page", "send_cached", "service_worker", "static_file"]


def send_cached(request: Request, body: bytes, media_type: str) -> Response:
    """Return content with an ETag; without its body if the browser has the same content already."""
    etag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    # A weak ETag, because it is the same for the compressed and the plain form.
    headers = {"etag": f"W/{etag}", "cache-control": "no-cache"}
    known = request.headers.get("if-none-match", "").split(",")
    if {x.strip().removeprefix("W/") for x in known} & {etag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


async def static_file(request: Request) -> Response:
    """Answer ``/static/...``."""
    try:
        return send_cached(request, *files.sent_file(request.path_params["name"]))
    except FileNotFoundError:
        raise HTTPException(404) from None


async def service_worker(request: Request) -> Response:
    """Answer ``/service_worker.js``."""
    return send_cached(request, *files.service_worker())


async def index_page(request: Request) -> Response:
    """Answer ``/``; its Link header names the scripts that every screen needs."""
    response = send_cached(request, *files.sent_file("index.html"))
    modules = [f"</static/{name}>; rel=modulepreload" for name in files.FIRST_MODULES]
    response.headers["link"] = ", ".join(["</static/app.css>; rel=preload; as=style", *modules])
    return response

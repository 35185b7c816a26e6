"""Rejects requests that do not come from our own page.

Any web site can make a browser send requests to this computer, and a site's own host name can be
made to lead here (DNS rebinding). So the Host header must name this computer, the routes do not
answer pages of other origins, and bodies must be JSON, which a browser sends to another origin only
after a preflight request. This is plain ASGI, because Starlette's `BaseHTTPMiddleware` hides that a
browser has disconnected.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from traceback import format_exception
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fastqueens import input_limits as limits
from fastqueens.web.policy import SERVER_POLICY
from fastqueens.web.request import too_large

__all__ = ["BUG_MESSAGE", "HEADERS", "MAX_BODY", "Guard"]

# The headers that the guard reads. With two of one kind, another reader might take the other one.
_SINGLE = (b"host", b"origin", b"sec-fetch-site", b"content-type", b"content-length")

MAX_BODY = limits.BODY  # bytes, for routes without their own limit
BUG_MESSAGE = "This is a bug of fastqueens; see its terminal for details."
_OTHER_SITE = "This request comes from another site; only the page of fastqueens is answered."
_BODY_SECONDS = 10.0  # time limit for receiving a body
HEADERS = {
    "content-security-policy": SERVER_POLICY,
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Checks requests before an application gets them, and adds `HEADERS` to its answers.

    Parameters
    ----------
    app : ASGI application
        The application.
    port : callable
        Returns the port of the server.
    max_bodies : mapping of str to int
        The largest body in bytes by path; `MAX_BODY` for other paths.
    """

    def __init__(
        self, app: ASGIApp, port: Callable[[], int], max_bodies: Mapping[str, int] | None = None
    ) -> None:
        self.app = app
        self.port = port
        self.max_bodies = max_bodies or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # uvicorn then refuses the web socket
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message.get("headers", []), *_RAW_HEADERS]}
            await send(message)

        refusal = self._check_headers(scope)
        if refusal is not None:
            await _send_error(send_with_headers, *refusal)
            return
        if scope["method"] == "POST":
            body = await self._read_body(scope, receive)
            if body is None:
                return  # the browser has disconnected
            if isinstance(body, tuple):
                await _send_error(send_with_headers, *body)
                return
            receive = _replay_body(body, receive)
        try:
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            print("".join(format_exception(error)), end="", file=sys.stderr)
            if not started:
                await _send_error(send_with_headers, 500, BUG_MESSAGE)

    def _check_headers(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the sentence of a refusal, or None."""
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in _SINGLE:
                return 400, f"Found {name.decode()} twice, expected it once."
            headers[name] = value
        port = self.port()
        hosts = [f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")]
        if port == 80:
            hosts += [host.removesuffix(":80") for host in hosts]
        if headers.get(b"host", b"").decode("latin-1").lower() not in hosts:
            return 421, f"This is the page of fastqueens: open http://localhost:{port}/."
        if not scope["path"].startswith("/api"):
            return None
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin and origin not in [f"http://{host}" for host in hosts]:
            return 403, _OTHER_SITE
        if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            return 403, _OTHER_SITE
        if scope["method"] == "POST":
            kind = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0]
            if kind.strip().lower() != "application/json":
                return 415, "Found another content type, expected application/json."
        return None

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes | tuple[int, str] | None:
        """Return a body; None if the browser disconnects, a refusal if the body is too large."""
        most = self.max_bodies.get(scope["path"], MAX_BODY)
        size = dict(scope["headers"]).get(b"content-length", b"0")
        refusal = 413, too_large(most)
        if not size.isdigit() or len(size) > 18 or int(size) > most:
            return refusal
        body: bytes = b""
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        return refusal
                    if not message.get("more_body"):
                        return body
        except TimeoutError:
            return 408, "The request was not complete in time: send it again."


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body read before, and then the following messages."""
    replayed = False

    async def replay() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _send_error(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status in (408, 413):
        headers.append((b"connection", b"close"))  # because the rest of the body is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

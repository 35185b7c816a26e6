"""What is asked is refused unless this computer's own page asks it.

Any web site can make a browser send requests to this computer, and a name of its own can lead here
(DNS rebinding). So the host must be this computer by name, the routes answer no page of another
origin, and bodies must be JSON, which a browser sends to another origin only after asking. Plain
ASGI, since Starlette's own middleware would hide when a browser leaves.
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

__all__ = ["BODY", "BUG", "HEADERS", "Guard"]

BODY = limits.BODY  # where a route does not take more
BUG = "This is a bug of fastqueens; its terminal tells more."
_PATIENCE = 10.0  # seconds for a body to come in
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Checks requests before an application sees them, and adds headers to its answers.

    Parameters
    ----------
    app : ASGI application
        What answers.
    port : callable
        Returns the port that is served.
    bodies : mapping of str to int
        How many bytes a body may have, by path; `BODY` elsewhere.
    """

    def __init__(
        self, app: ASGIApp, port: Callable[[], int], bodies: Mapping[str, int] | None = None
    ) -> None:
        self.app = app
        self.port = port
        self.bodies = bodies or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # a web socket, which the server then refuses
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _say(answer, *refused)
            return
        if scope["method"] == "POST":
            read = await self._body(scope, receive)
            if read is None:
                return  # the browser has left
            if isinstance(read, tuple):
                await _say(answer, *read)
                return
            receive = _again(read, receive)
        try:
            await self.app(scope, receive, answer)
        except Exception as error:
            print("".join(format_exception(error)), end="", file=sys.stderr)
            if not begun:
                await _say(answer, 500, BUG)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return how a request is refused by its head, if it is."""
        heads: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in heads and name in (b"host", b"content-type", b"content-length"):
                return 400, f"Found {name.decode()} twice, expected it once."
            heads[name] = value
        port = self.port()
        hosts = [f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")]
        if port == 80:
            hosts += [host.removesuffix(":80") for host in hosts]
        if heads.get(b"host", b"").decode("latin-1").lower() not in hosts:
            return 421, f"This is the page of fastqueens: open http://localhost:{port}/."
        if not scope["path"].startswith("/api"):
            return None
        origin = heads.get(b"origin", b"").decode("latin-1").lower()
        if origin and origin not in [f"http://{host}" for host in hosts]:
            return 403, "Another site asked, and only the page of fastqueens is answered."
        if heads.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            return 403, "Another site asked, and only the page of fastqueens is answered."
        if scope["method"] == "POST":
            kind = heads.get(b"content-type", b"").decode("latin-1").partition(";")[0]
            if kind.strip().lower() != "application/json":
                return 415, "Found another content type, expected application/json."
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes | tuple[int, str] | None:
        """Read a body; None if the browser leaves, a refusal if it is too large."""
        most = self.bodies.get(scope["path"], BODY)
        size = dict(scope["headers"]).get(b"content-length", b"0")
        large = 413, f"The request is larger than {most // 1024:,} KiB: make the input smaller."
        if not size.isdigit() or len(size) > 18 or int(size) > most:
            return large
        body: bytes = b""
        try:
            async with asyncio.timeout(_PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        return large
                    if not message.get("more_body"):
                        return body
        except TimeoutError:
            return 408, "The request did not come to its end: send it again."


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a way to receive a body that was read already, and then what comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _say(send: Send, status: int, sentence: str) -> None:
    """Answer with an error."""
    body = json.dumps({"error": sentence}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status in (408, 413):
        headers.append((b"connection", b"close"))  # what is left of the body is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

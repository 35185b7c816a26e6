"""The page's server without a network: sends requests like a browser, and can disconnect."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from fastqueens.web.app import make_app
from fastqueens.web.questions import QUESTIONS
from fastqueens.web.search_threads import SearchThreads

PORT = 8737
OWN = {"host": f"localhost:{PORT}", "sec-fetch-site": "same-origin"}


def wait_for(coroutine):
    """Run a coroutine in its own thread: Playwright runs its event loop in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


@dataclass
class Reply:
    """A response of the server."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def events(self):
        """Return (name, data) of each event of a stream, ("", None) for a comment."""
        found = []
        for block in self.body.decode().split("\n\n")[:-1]:
            lines = dict(line.split(": ", 1) for line in block.split("\n"))
            if "event" in lines:
                found.append((lines["event"], json.loads(lines["data"])))
            else:
                found.append(("", None))
        return found


class Site:
    """An application with its own search threads."""

    def __init__(self, searches=2):
        self.threads = SearchThreads(searches)
        self.app = make_app(lambda: PORT, self.threads)

    async def ask(self, method, address, chunks=(), headers=None, leave=None):
        """Send a request; the browser disconnects when the event `leave` is set."""
        parts = urlsplit(address)
        headers = OWN if headers is None else headers
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", PORT),
        }
        waiting = list(chunks) or [b""]
        leave = leave or asyncio.Event()
        reply = Reply()

        async def receive():
            if not waiting:
                await leave.wait()
                return {"type": "http.disconnect"}
            body = waiting.pop(0)
            return {"type": "http.request", "body": body, "more_body": bool(waiting)}

        async def send(message):
            if message["type"] == "http.response.start":
                reply.status = message["status"]
                reply.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                reply.body += message.get("body", b"")

        await self.app(scope, receive, send)
        return reply

    async def post(self, path, asked, leave=None):
        """Send a JSON object, as the page does."""
        headers = OWN | {"content-type": "application/json"}
        return await self.ask("POST", path, [json.dumps(asked).encode()], headers, leave)


def get(address, **headers):
    """Return the answer to a GET."""
    return wait_for(Site().ask("GET", address, headers=OWN | headers))


def post(path, asked):
    """Return the answer to a POST."""
    return wait_for(Site().post(path, asked))


def answer(path, asked):
    """Return the JSON that answers a POST, which must succeed."""
    reply = post(path, asked)
    assert reply.status == 200, reply.body
    return reply.json


def refusal(path, asked, status=422):
    """Return the sentence that refuses a POST."""
    reply = post(path, asked)
    assert reply.status == status, reply.body
    return reply.json["error"]


def keys_of(path):
    """Return the keys that a request of a route may have."""
    return QUESTIONS[path].request.__struct_encode_fields__

"""The server: how the requests of the page become answers, streams and errors over HTTP."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from functools import partial
from traceback import format_exception
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fastqueens.results import InputError, escape_control
from fastqueens.web import http_files
from fastqueens.web import info_routes as info
from fastqueens.web.answers import (
    NOT_FOUND,
    WRONG_METHOD,
    FileAnswer,
    UnknownLevel,
    describe_error,
    encode_json,
    stream_error,
)
from fastqueens.web.callback_stream import StreamEvent
from fastqueens.web.questions import QUESTIONS, Question, Run
from fastqueens.web.request_guard import BUG_MESSAGE, Guard
from fastqueens.web.search_threads import SearchThreads, TooManySearches

__all__ = ["make_app"]

_KEEP_ALIVE = 1.0  # seconds without an event after which a comment is sent
_MIN_GZIP = 200  # bytes; compressing a shorter answer saves almost nothing
_MAX_NAME = 80  # characters of the name of a screen
Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(port: Callable[[], int], threads: SearchThreads) -> Guard:
    """Return the application that a server serves."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        loading = asyncio.ensure_future(asyncio.to_thread(info.load_levels))
        yield
        threads.stop()
        await loading

    gzip = [Middleware(GZipMiddleware, minimum_size=_MIN_GZIP)]
    get_routes: dict[str, Endpoint] = {
        "/": http_files.index_page,
        "/service_worker.js": http_files.service_worker,
        "/static/{name:path}": http_files.static_file,
    }
    asked = {path: question for path, question in QUESTIONS.items() if question.request_name}
    get_routes |= {
        path: _get_endpoint(question) for path, question in QUESTIONS.items() if path not in asked
    }
    app = Starlette(
        routes=[
            *(Route(path, endpoint, middleware=gzip) for path, endpoint in get_routes.items()),
            *(
                Route(path, _post_endpoint(question, threads), methods=["POST"])
                for path, question in asked.items()
            ),
        ],
        lifespan=lifespan,
        exception_handlers={
            InputError: _refused,
            UnknownLevel: _refused,
            MemoryError: _refused,
            TooManySearches: partial(_too_many_searches, threads),
            HTTPException: _http_error,
            Exception: _bug,
        },
    )
    return Guard(app, port, {path: question.max_body for path, question in asked.items()})


def _get_endpoint(question: Question) -> Endpoint:
    """Return the endpoint of a question without a body: its JSON has an ETag."""

    async def endpoint(request: Request) -> Response:
        query = request.query_params
        body = await asyncio.to_thread(lambda: encode_json(question.reader(b"", query)()))
        return http_files.send_cached(request, body, "application/json")

    return endpoint


def _post_endpoint(question: Question, threads: SearchThreads) -> Endpoint:
    """Return the endpoint of a question with a body."""

    async def endpoint(request: Request) -> Response:
        work = question.reader(await request.body(), request.query_params)
        disconnected = partial(_disconnected, request)
        if question.run is Run.STREAM:  # the handler checks the request before the stream begins
            return _EventStream(work(), threads, disconnected, _screen_name(request))
        async with threads.slot(question.run is Run.SEARCH, _screen_name(request)):
            answer = await threads.run(work, disconnected)
        if isinstance(answer, FileAnswer):
            headers = {"content-disposition": answer.disposition}
            return Response(answer.content, media_type=answer.media_type, headers=headers)
        return Response(encode_json(answer), media_type="application/json")

    return endpoint


class _EventStream(Response):
    """Sends events as the handler yields them; docs/web-api.md describes their form."""

    def __init__(
        self,
        events: Iterable[StreamEvent],
        threads: SearchThreads,
        disconnected: Callable[[], Awaitable[None]],
        owner: str,
    ) -> None:
        super().__init__(media_type="text/event-stream", headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events
        self._threads = threads
        self._disconnected = disconnected
        self._owner = owner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the browser disconnects."""
        async with self._threads.slot(True, self._owner):
            head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(head)
            try:
                stream = self._threads.stream(
                    lambda: iter(self._events), self._disconnected, every=_KEEP_ALIVE
                )
                async with aclosing(stream):
                    async for event in stream:
                        await _send_text(send, ": on" if event is None else _event_text(*event))
            except Exception as error:
                if describe_error(error) is None:
                    print("".join(format_exception(error)), end="", file=sys.stderr)
                await _send_text(send, _event_text(*stream_error(error, BUG_MESSAGE)))
        await send({"type": "http.response.body", "body": b""})


def _event_text(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {encode_json(data).decode()}"


async def _send_text(send: Send, text: str) -> None:
    body = f"{text}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(request: Request) -> None:
    """Return when the browser has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _error(status: int, answer: dict[str, Any]) -> Response:
    return Response(encode_json(answer), status_code=status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    described = describe_error(error)
    assert described is not None
    return _error(*described)


async def _too_many_searches(
    threads: SearchThreads, request: Request, error: Exception
) -> Response:
    assert isinstance(error, TooManySearches)
    number = threads.searches
    running = {1: "One search is", 2: "Two searches are"}.get(number, f"{number} searches are")
    head, tail = error.owners[:-1], error.owners[-1]
    places = f"{', '.join(head)} and {tail}" if head else tail
    sentence = f"{running} running: {places}. Stop one, or wait for it."
    return _error(429, {"error": sentence})


def _screen_name(request: Request) -> str:
    """Return the name of the screen that sent a request, such as ``Watch (8-017)``."""
    title = unquote(request.headers.get("x-screen", ""))[:_MAX_NAME]
    name, _, subject = escape_control(title).partition(": ")
    return (f"{name} ({subject})" if subject else name) or "another page"


async def _bug(request: Request, error: Exception) -> Response:
    return _error(500, {"error": BUG_MESSAGE})  # the guard prints the traceback


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    texts = {404: NOT_FOUND, 405: WRONG_METHOD}
    return _error(error.status_code, {"error": texts.get(error.status_code, error.detail)})

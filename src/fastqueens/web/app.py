"""The route table of the server, and how requests become answers, streams and errors."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from traceback import format_exception
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fastqueens import input_limits as limits
from fastqueens.results import InputError, escape_control
from fastqueens.web import boards, static_files
from fastqueens.web import cover_routes as cover
from fastqueens.web import export_routes as export
from fastqueens.web import info_routes as info
from fastqueens.web import known_routes as known
from fastqueens.web import nqueens_routes as nqueens
from fastqueens.web import packing_routes as packing
from fastqueens.web import queens_routes as queens
from fastqueens.web import repair_routes as repair
from fastqueens.web import sliding_routes as sliding
from fastqueens.web import watch_routes as watch
from fastqueens.web.request import RouteRequest, decode_request
from fastqueens.web.request_guard import BUG_MESSAGE, Guard
from fastqueens.web.search_threads import SearchThreads, TooManySearches

__all__ = ["POST_ROUTES", "make_app"]

_KEEP_ALIVE = 1.0  # seconds without an event after which a comment is sent
_MIN_GZIP = 200  # bytes; compressing a shorter answer saves almost nothing
_MIB = 1 << 20
_MAX_NAME = 80  # characters of the name of a screen
Endpoint = Callable[[Request], Awaitable[Response]]


class Run(Enum):
    """How a handler runs, and what it returns."""

    SHORT = auto()  # the request waits for a free thread; returns JSON or a `Response`
    SEARCH = auto()  # the request takes a slot for long searches; returns JSON or a `Response`
    STREAM = auto()  # the request takes a slot for long searches; returns an iterator of events


@dataclass(frozen=True)
class PostRoute:
    """A route that takes a JSON body.

    Attributes
    ----------
    handler : callable
        Takes the decoded request.
    request : type
        The struct of the request.
    run : Run
        How the handler runs.
    max_body : int
        Bytes that the body may have.
    """

    handler: Callable[[Any], Any]
    request: type[RouteRequest]
    run: Run = Run.SHORT
    max_body: int = limits.BODY


POST_ROUTES = {
    "/api/parse": PostRoute(boards.parse, boards.ParseRequest, max_body=limits.UPLOAD),
    "/api/hint": PostRoute(queens.hint, queens.HintRequest),
    "/api/check": PostRoute(queens.check, queens.CheckRequest),
    "/api/explain": PostRoute(queens.explain, queens.ExplainRequest),
    "/api/rate": PostRoute(queens.rate, queens.RateRequest),
    "/api/analyse": PostRoute(queens.analyse, queens.AnalyseRequest),
    "/api/known": PostRoute(known.known, known.KnownRequest, max_body=_MIB),
    "/api/repair": PostRoute(repair.repair, repair.RepairRequest, Run.SEARCH),
    "/api/solve": PostRoute(queens.solve, queens.SolveRequest, Run.SEARCH),
    "/api/generate": PostRoute(queens.generate, queens.GenerateRequest, Run.STREAM),
    "/api/watch": PostRoute(watch.watch, watch.WatchRequest, Run.STREAM),
    "/api/watch/tree": PostRoute(watch.tree, watch.TreeRequest),
    "/api/film": PostRoute(watch.film, watch.FilmRequest, Run.SEARCH),
    "/api/compare": PostRoute(watch.compare, watch.CompareRequest, Run.STREAM),
    "/api/export": PostRoute(export.export, export.ExportRequest, max_body=_MIB),
    "/api/nqueens": PostRoute(nqueens.complete, nqueens.CompleteRequest),
    "/api/nqueens/count": PostRoute(nqueens.count, nqueens.CountRequest, Run.STREAM),
    "/api/nqueens/list": PostRoute(nqueens.list_solutions, nqueens.ListRequest),
    "/api/nqueens/watch": PostRoute(nqueens.watch, nqueens.WatchRequest),
    "/api/nqueens/tree": PostRoute(nqueens.tree, nqueens.TreeRequest),
    "/api/nqueens/growth": PostRoute(nqueens.growth, nqueens.GrowthRequest, Run.STREAM),
    "/api/nqueens/board": PostRoute(nqueens.board, nqueens.BoardRequest, Run.SEARCH),
    "/api/pack/read": PostRoute(packing.read, packing.ReadRequest, max_body=2 * _MIB),
    "/api/pack/solve": PostRoute(packing.solve, packing.SolveRequest, Run.SEARCH),
    "/api/pack/count": PostRoute(packing.count, packing.CountRequest, Run.STREAM),
    "/api/pack/watch": PostRoute(packing.watch, packing.WatchRequest, Run.SEARCH),
    "/api/pack/export": PostRoute(packing.export, packing.ExportRequest),
    "/api/slide": PostRoute(sliding.puzzle, sliding.PuzzleRequest),
    "/api/slide/solve": PostRoute(sliding.solve, sliding.SolveRequest, Run.STREAM),
    "/api/slide/compare": PostRoute(sliding.compare, sliding.CompareRequest, Run.STREAM),
    "/api/slide/save": PostRoute(sliding.save, sliding.SaveRequest),
    "/api/cover": PostRoute(cover.read, cover.ReadRequest, max_body=_MIB),
    "/api/cover/steps": PostRoute(cover.show_steps, cover.StepsRequest, max_body=_MIB),
    "/api/cover/example": PostRoute(cover.example, cover.ExampleRequest),
    "/api/cover/search": PostRoute(cover.search, cover.SearchRequest, Run.STREAM, max_body=_MIB),
}


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
        "/": static_files.index_page,
        "/service_worker.js": static_files.service_worker,
        "/static/{name:path}": static_files.static_file,
        "/api/info": _get_endpoint(lambda query: info.info()),
        "/api/levels": _get_endpoint(
            lambda query: info.levels(query.get("n"), query.get("stars"), query.get("name"))
        ),
        "/api/daily": _get_endpoint(lambda query: info.daily(query.get("date", ""))),
        "/api/pack": _get_endpoint(lambda query: packing.list_examples()),
    }
    app = Starlette(
        routes=[
            *(Route(path, endpoint, middleware=gzip) for path, endpoint in get_routes.items()),
            *(
                Route(path, _post_endpoint(route, threads), methods=["POST"])
                for path, route in POST_ROUTES.items()
            ),
        ],
        lifespan=lifespan,
        exception_handlers={
            InputError: _unusable_input,
            TooManySearches: partial(_too_many_searches, threads),
            info.UnknownLevel: _unknown_level,
            HTTPException: _http_error,
            Exception: _bug,
        },
    )
    return Guard(app, port, {path: route.max_body for path, route in POST_ROUTES.items()})


def _get_endpoint(handler: Callable[[QueryParams], Any]) -> Endpoint:
    """Return the endpoint of a GET route: its JSON has an ETag."""

    async def endpoint(request: Request) -> Response:
        body = await asyncio.to_thread(lambda: _json(handler(request.query_params)))
        return static_files.send_cached(request, body, "application/json")

    return endpoint


def _post_endpoint(route: PostRoute, threads: SearchThreads) -> Endpoint:
    """Return the endpoint of a POST route."""

    async def endpoint(request: Request) -> Response:
        decoded = decode_request(await request.body(), route.request)
        disconnected = partial(_disconnected, request)
        if route.run is Run.STREAM:  # the handler checks the request before the stream begins
            events = route.handler(decoded)
            return _EventStream(events, threads, disconnected, _screen_name(request))
        async with threads.slot(route.run is Run.SEARCH, _screen_name(request)):
            answer = await threads.run(partial(route.handler, decoded), disconnected)
        if isinstance(answer, Response):
            return answer
        return Response(_json(answer), media_type="application/json")

    return endpoint


class _EventStream(Response):
    """Sends events as the handler yields them; docs/web-api.md describes their form."""

    def __init__(
        self,
        events: Iterator[tuple[str, dict[str, Any]]],
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
                    lambda: self._events, self._disconnected, every=_KEEP_ALIVE
                )
                async with aclosing(stream):
                    async for event in stream:
                        await _send_text(send, ": on" if event is None else _event_text(*event))
            except InputError as error:
                await _send_text(send, _event_text("error", {"error": _sentence(error)}))
            except Exception as error:
                print("".join(format_exception(error)), end="", file=sys.stderr)
                await _send_text(send, _event_text("error", {"error": BUG_MESSAGE}))
        await send({"type": "http.response.body", "body": b""})


def _event_text(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {_json(data).decode()}"


async def _send_text(send: Send, text: str) -> None:
    body = f"{text}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(request: Request) -> None:
    """Return when the browser has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _json(answer: Any) -> bytes:
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode()


def _error(status: int, sentence: str, **more: Any) -> Response:
    body = _json({"error": sentence, **more})
    return Response(body, status_code=status, media_type="application/json")


def _sentence(error: InputError) -> str:
    """Return the message of an error as a sentence."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


async def _unusable_input(request: Request, error: Exception) -> Response:
    assert isinstance(error, InputError)
    return _error(422, _sentence(error), line=error.line, column=error.column)


async def _too_many_searches(
    threads: SearchThreads, request: Request, error: Exception
) -> Response:
    assert isinstance(error, TooManySearches)
    number = threads.searches
    running = {1: "One search is", 2: "Two searches are"}.get(number, f"{number} searches are")
    head, tail = error.owners[:-1], error.owners[-1]
    places = f"{', '.join(head)} and {tail}" if head else tail
    return _error(429, f"{running} running: {places}. Stop one, or wait for it.")


def _screen_name(request: Request) -> str:
    """Return the name of the screen that sent a request, such as ``Watch (8-017)``."""
    title = unquote(request.headers.get("x-screen", ""))[:_MAX_NAME]
    name, _, subject = escape_control(title).partition(": ")
    return (f"{name} ({subject})" if subject else name) or "another page"


async def _bug(request: Request, error: Exception) -> Response:
    return _error(500, BUG_MESSAGE)  # the guard prints the traceback


async def _unknown_level(request: Request, error: Exception) -> Response:
    assert isinstance(error, info.UnknownLevel)
    sentence = f"There is no level {error.name}; the nearest is {error.nearest}."
    return _error(404, sentence, nearest=error.nearest)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    texts = {404: "There is nothing at this address.", 405: "This address takes another method."}
    return _error(error.status_code, texts.get(error.status_code, error.detail))

"""The routes: who answers what, how long it may take, and what a refusal looks like."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from traceback import format_exception
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fastqueens import input_limits as limits
from fastqueens import queens
from fastqueens.results import InputError
from fastqueens.validation import plural
from fastqueens.web import boards
from fastqueens.web import cover_routes as cover
from fastqueens.web import export_routes as exports
from fastqueens.web import info_routes as pages
from fastqueens.web import nqueens_routes as nqueens
from fastqueens.web import packing_routes as pack
from fastqueens.web import queens_routes as answers
from fastqueens.web import sliding_routes as slide
from fastqueens.web import static_files as files
from fastqueens.web import watch_routes as watch
from fastqueens.web.request import Asked
from fastqueens.web.request_guard import BODY, BUG, Guard
from fastqueens.web.search_threads import Busy, Jobs

__all__ = ["QUESTIONS", "make_app"]

_ALIVE = 1.0  # seconds without an event after which a comment is sent
_POSITION = ("board", "queens", "eliminated", "allow_empty_regions")


@dataclass(frozen=True)
class _Question:
    """A route that is asked by POST.

    Attributes
    ----------
    answer : callable
        Returns what is sent as JSON, a `Response`, or an iterator of events.
    keys : tuple of str
        The keys that a request may have.
    body : int
        Bytes that it may have.
    search : bool
        Whether it takes one of the places for long searches.
    stream : bool
        Whether the answer is a stream of events, which takes such a place too.
    """

    answer: Callable[[Asked], Any]
    keys: tuple[str, ...]
    body: int = BODY
    search: bool = False
    stream: bool = False


QUESTIONS = {
    "/api/parse": _Question(
        boards.parse, ("text", "image", "stars", "allow_empty_regions"), body=limits.UPLOAD
    ),
    "/api/hint": _Question(answers.hint, (*_POSITION, "show_solution")),
    "/api/check": _Question(answers.check, _POSITION),
    "/api/explain": _Question(answers.explain, (*_POSITION, "max_rule")),
    "/api/rate": _Question(answers.rate, ("board", "allow_empty_regions", "max_rule")),
    "/api/analyse": _Question(answers.analyse, ("board", "allow_empty_regions")),
    "/api/solve": _Question(
        answers.solve,
        ("board", "method", "seed", "options", "time_limit", "node_limit", "allow_empty_regions"),
        search=True,
    ),
    "/api/generate": _Question(
        answers.generate,
        ("n", "stars", "tier", "region_style", "connected", "count", "seed"),
        stream=True,
    ),
    "/api/watch": _Question(watch.watch, watch.WATCH_KEYS, stream=True),
    "/api/film": _Question(watch.film, watch.FILM_KEYS, search=True),
    "/api/compare": _Question(watch.compare, watch.COMPARE_KEYS, stream=True),
    "/api/pack/read": _Question(pack.read, pack.READ, body=2 * 1024 * 1024),
    "/api/pack/solve": _Question(pack.solve, pack.SOLVE, search=True),
    "/api/pack/count": _Question(pack.count, pack.COUNT, stream=True),
    "/api/pack/watch": _Question(pack.watch, pack.WATCH, search=True),
    "/api/pack/export": _Question(pack.export, pack.EXPORT),
    "/api/export": _Question(exports.export, exports.KEYS, body=1024 * 1024),
    "/api/nqueens": _Question(nqueens.complete, nqueens.PLACE),
    "/api/nqueens/count": _Question(nqueens.count, nqueens.COUNT, stream=True),
    "/api/nqueens/list": _Question(nqueens.listed, nqueens.LIST),
    "/api/nqueens/watch": _Question(nqueens.watch, nqueens.WATCH),
    "/api/nqueens/growth": _Question(nqueens.growth, nqueens.GROWTH, stream=True),
    "/api/nqueens/board": _Question(nqueens.board, nqueens.BOARD, search=True),
    "/api/cover": _Question(cover.read, ("text",), body=cover.BODY),
    "/api/cover/search": _Question(cover.search, cover.SEARCH, body=cover.BODY, stream=True),
    "/api/slide": _Question(slide.puzzle, slide.MAKE),
    "/api/slide/solve": _Question(slide.solve, slide.SOLVE, stream=True),
    "/api/slide/compare": _Question(slide.compare, ("tiles", "goal", "time_limit"), stream=True),
    "/api/slide/save": _Question(slide.save, slide.SAVE),
}


def make_app(port: Callable[[], int], jobs: Jobs) -> Guard:
    """Return the application that a server serves.

    Parameters
    ----------
    port : callable
        Returns the port it is served on.
    jobs : Jobs
        Who runs the searches.

    Returns
    -------
    Guard
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        reading = asyncio.ensure_future(asyncio.to_thread(queens.levels))  # while a browser starts
        yield
        jobs.stop()
        await reading

    routes = [
        Route("/", files.page),
        Route("/static/{name:path}", files.answer),
        Route("/api/info", _reading(lambda request: pages.info())),
        Route("/api/levels", _reading(_levels)),
        Route("/api/daily", _reading(_daily)),
        Route("/api/pack", _reading(lambda request: pack.ready())),
        *(
            Route(path, _asking(question, jobs), methods=["POST"])
            for path, question in QUESTIONS.items()
        ),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            InputError: _cannot_be_used,
            Busy: partial(_busy, jobs),
            pages.NoLevel: _no_level,
            HTTPException: _refused,
            Exception: _bug,
        },
    )
    return Guard(app, port, {path: question.body for path, question in QUESTIONS.items()})


def _reading(answer: Callable[[Request], Any]) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a route that is read, with the mark of its content."""

    async def endpoint(request: Request) -> Response:
        body = await asyncio.to_thread(lambda: _content(_json(answer(request))))
        return files.sent(request, body)

    return endpoint


@lru_cache(maxsize=64)  # levels are the same each time, and compressing them takes a while
def _content(body: bytes) -> files.Content:
    return files.content_of(body, "application/json")


def _levels(request: Request) -> Any:
    asked = request.query_params
    return pages.levels(asked.get("n"), asked.get("stars"), asked.get("name"))


def _daily(request: Request) -> Any:
    return pages.daily(request.query_params.get("date", ""))


def _asking(question: _Question, jobs: Jobs) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a route that is asked by POST."""

    async def endpoint(request: Request) -> Response:
        asked = Asked(await request.body(), question.keys)
        if question.stream:  # what is asked is checked here, before the stream begins
            return _Events(question.answer(asked), jobs, partial(_gone, request))
        async with jobs.slot(question.search):
            answer = await jobs.run(partial(question.answer, asked), partial(_gone, request))
        if isinstance(answer, Response):
            return answer
        return Response(_json(answer), media_type="application/json")

    return endpoint


class _Events(Response):
    """Events as they come: docs/web-api.md has their form."""

    def __init__(
        self,
        events: Iterator[tuple[str, dict[str, Any]]],
        jobs: Jobs,
        gone: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(media_type="text/event-stream", headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events
        self._jobs = jobs
        self._gone = gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, until the browser leaves."""
        async with self._jobs.slot(True):
            head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(head)
            try:
                stream = self._jobs.stream(lambda: self._events, self._gone, every=_ALIVE)
                async with aclosing(stream):
                    async for event in stream:
                        await _put(send, ": on" if event is None else _event(*event))
            except InputError as error:
                await _put(send, _event("error", {"error": _sentence(error)}))
            except Exception as error:
                print("".join(format_exception(error)), end="", file=sys.stderr)
                await _put(send, _event("error", {"error": BUG}))
        await send({"type": "http.response.body", "body": b""})


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {_json(data).decode()}"


async def _put(send: Send, text: str) -> None:
    body = f"{text}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(request: Request) -> None:
    """Return when the browser has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _json(answer: Any) -> bytes:
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode()


def _error(status: int, sentence: str, **more: Any) -> Response:
    body = _json({"error": sentence, **more})
    return Response(body, status_code=status, media_type="application/json")


def _sentence(error: InputError) -> str:
    """Return an error as a person reads it."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


async def _cannot_be_used(request: Request, error: Exception) -> Response:
    assert isinstance(error, InputError)
    return _error(422, _sentence(error), line=error.line, column=error.column)


async def _busy(jobs: Jobs, request: Request, error: Exception) -> Response:
    running = plural(jobs.searches, "search").replace("searchs", "searches")
    verb = "is" if jobs.searches == 1 else "are"
    return _error(429, f"{running} {verb} running: stop one, or wait for it.")


async def _bug(request: Request, error: Exception) -> Response:
    return _error(500, BUG)  # the guard prints the trace


async def _no_level(request: Request, error: Exception) -> Response:
    assert isinstance(error, pages.NoLevel)
    sentence = f"There is no level {error.name}; the nearest is {error.nearest}."
    return _error(404, sentence, nearest=error.nearest)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    texts = {404: "There is nothing at this address.", 405: "This address is asked otherwise."}
    return _error(error.status_code, texts.get(error.status_code, error.detail))

"""The questions that the page asks the engine.

This table knows no server: `app` answers it over HTTP, and `browser` inside the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property, partial
from importlib import import_module
from typing import Any, cast

from fastqueens import input_limits as limits
from fastqueens.web.request import RouteRequest, decode_request

__all__ = ["QUESTIONS", "Question", "Run"]

_MIB = 1 << 20


class Run(Enum):
    """How the function of a question runs, and what it returns."""

    SHORT = auto()  # the request waits for a free thread; returns JSON or a `FileAnswer`
    SEARCH = auto()  # the request takes a slot for long searches; returns JSON or a `FileAnswer`
    STREAM = auto()  # the request takes a slot for long searches; returns the events to send


@dataclass(frozen=True)
class Question:
    """A question, which is asked at an address.

    Its module is imported when the question is first asked: a browser then starts in less time.

    Attributes
    ----------
    module : str
        The module of `fastqueens.web` that answers it.
    handler_name : str
        The function of this module: it takes the decoded request and returns the answer.
    request_name : str, optional
        The struct of the JSON body; None if the question has no body: then it is asked with GET,
        and the function takes the query of the address.
    run : Run
        How the function runs.
    max_body : int
        Bytes that the body may have.
    """

    module: str
    handler_name: str
    request_name: str | None = None
    run: Run = Run.SHORT
    max_body: int = limits.BODY

    @cached_property
    def handler(self) -> Callable[[Any], Any]:
        """The function that answers the question."""
        return cast("Callable[[Any], Any]", self._find(self.handler_name))

    @cached_property
    def request(self) -> type[RouteRequest]:
        """The struct of the body of a question that has one."""
        assert self.request_name is not None
        return cast("type[RouteRequest]", self._find(self.request_name))

    def _find(self, name: str) -> object:
        return getattr(import_module(f"fastqueens.web.{self.module}"), name)

    def reader(self, body: bytes, query: Mapping[str, str]) -> Callable[[], Any]:
        """Decode the body; return a function that answers the question."""
        asked = query if self.request_name is None else decode_request(body, self.request)
        return partial(self.handler, asked)


QUESTIONS = {
    "/api/info": Question("info_routes", "info"),
    "/api/levels": Question("info_routes", "levels"),
    "/api/daily": Question("info_routes", "daily"),
    "/api/pack": Question("packing_routes", "list_examples"),
    "/api/parse": Question("boards", "parse", "ParseRequest", max_body=limits.UPLOAD),
    "/api/hint": Question("queens_routes", "hint", "HintRequest"),
    "/api/check": Question("queens_routes", "check", "CheckRequest"),
    "/api/explain": Question("queens_routes", "explain", "ExplainRequest"),
    "/api/rate": Question("queens_routes", "rate", "RateRequest"),
    "/api/analyse": Question("queens_routes", "analyse", "AnalyseRequest"),
    "/api/known": Question("known_routes", "known", "KnownRequest", max_body=_MIB),
    "/api/repair": Question("repair_routes", "repair", "RepairRequest", Run.SEARCH),
    "/api/solve": Question("queens_routes", "solve", "SolveRequest", Run.SEARCH),
    "/api/generate": Question("queens_routes", "generate", "GenerateRequest", Run.STREAM),
    "/api/watch": Question("watch_routes", "watch", "WatchRequest", Run.STREAM),
    "/api/watch/tree": Question("watch_routes", "tree", "TreeRequest"),
    "/api/film": Question("watch_routes", "film", "FilmRequest", Run.SEARCH),
    "/api/compare": Question("watch_routes", "compare", "CompareRequest", Run.STREAM),
    "/api/export": Question("export_routes", "export", "ExportRequest", max_body=_MIB),
    "/api/nqueens": Question("nqueens_routes", "complete", "CompleteRequest"),
    "/api/nqueens/count": Question("nqueens_routes", "count", "CountRequest", Run.STREAM),
    "/api/nqueens/list": Question("nqueens_routes", "list_solutions", "ListRequest"),
    "/api/nqueens/watch": Question("nqueens_routes", "watch", "WatchRequest"),
    "/api/nqueens/tree": Question("nqueens_routes", "tree", "TreeRequest"),
    "/api/nqueens/growth": Question("nqueens_routes", "growth", "GrowthRequest", Run.STREAM),
    "/api/nqueens/board": Question("nqueens_routes", "board", "BoardRequest", Run.SEARCH),
    "/api/pack/read": Question("packing_routes", "read", "ReadRequest", max_body=2 * _MIB),
    "/api/pack/solve": Question("packing_routes", "solve", "SolveRequest", Run.SEARCH),
    "/api/pack/count": Question("packing_routes", "count", "CountRequest", Run.STREAM),
    "/api/pack/watch": Question("packing_routes", "watch", "WatchRequest", Run.SEARCH),
    "/api/pack/export": Question("packing_routes", "export", "ExportRequest"),
    "/api/slide": Question("sliding_routes", "puzzle", "PuzzleRequest"),
    "/api/slide/solve": Question("sliding_routes", "solve", "SolveRequest", Run.STREAM),
    "/api/slide/compare": Question("sliding_routes", "compare", "CompareRequest", Run.STREAM),
    "/api/slide/save": Question("sliding_routes", "save", "SaveRequest"),
    "/api/cover": Question("cover_routes", "read", "ReadRequest", max_body=_MIB),
    "/api/cover/steps": Question("cover_routes", "show_steps", "StepsRequest", max_body=_MIB),
    "/api/cover/example": Question("cover_routes", "example", "ExampleRequest"),
    "/api/cover/search": Question(
        "cover_routes", "search", "SearchRequest", Run.STREAM, max_body=_MIB
    ),
}

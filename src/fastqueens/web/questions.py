"""The questions that the page asks the engine, and how answers and errors are written.

This table knows no server: `app` answers it over HTTP, and `browser` inside the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any

from fastqueens import input_limits as limits
from fastqueens.results import InputError
from fastqueens.web import boards
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
from fastqueens.web.callback_stream import StreamEvent
from fastqueens.web.request import RouteRequest, decode_request

__all__ = ["NOT_FOUND", "QUESTIONS", "WRONG_METHOD", "Question", "Run", "describe_error",
           "encode_json", "stream_error"]  # fmt: skip

_MIB = 1 << 20
NOT_FOUND = "There is nothing at this address."
WRONG_METHOD = "This address takes another method."


class Run(Enum):
    """How the function of a question runs, and what it returns."""

    SHORT = auto()  # the request waits for a free thread; returns JSON or a `FileAnswer`
    SEARCH = auto()  # the request takes a slot for long searches; returns JSON or a `FileAnswer`
    STREAM = auto()  # the request takes a slot for long searches; returns the events to send


@dataclass(frozen=True)
class Question:
    """A question, which is asked at an address.

    Attributes
    ----------
    handler : callable
        Takes the decoded request and returns the answer.
    request : type, optional
        The struct of the JSON body; None if the question has no body: then it is asked with GET,
        and the handler takes the query of the address.
    run : Run
        How the handler runs.
    max_body : int
        Bytes that the body may have.
    """

    handler: Callable[[Any], Any]
    request: type[RouteRequest] | None = None
    run: Run = Run.SHORT
    max_body: int = limits.BODY

    def reader(self, body: bytes, query: Mapping[str, str]) -> Callable[[], Any]:
        """Decode the body; return a function that answers the question."""
        asked = query if self.request is None else decode_request(body, self.request)
        return partial(self.handler, asked)


def _levels(query: Mapping[str, str]) -> dict[str, Any]:
    return info.levels(query.get("n"), query.get("stars"), query.get("name"))


QUESTIONS = {
    "/api/info": Question(lambda _: info.info()),
    "/api/levels": Question(_levels),
    "/api/daily": Question(lambda query: info.daily(query.get("date", ""))),
    "/api/pack": Question(lambda _: packing.list_examples()),
    "/api/parse": Question(boards.parse, boards.ParseRequest, max_body=limits.UPLOAD),
    "/api/hint": Question(queens.hint, queens.HintRequest),
    "/api/check": Question(queens.check, queens.CheckRequest),
    "/api/explain": Question(queens.explain, queens.ExplainRequest),
    "/api/rate": Question(queens.rate, queens.RateRequest),
    "/api/analyse": Question(queens.analyse, queens.AnalyseRequest),
    "/api/known": Question(known.known, known.KnownRequest, max_body=_MIB),
    "/api/repair": Question(repair.repair, repair.RepairRequest, Run.SEARCH),
    "/api/solve": Question(queens.solve, queens.SolveRequest, Run.SEARCH),
    "/api/generate": Question(queens.generate, queens.GenerateRequest, Run.STREAM),
    "/api/watch": Question(watch.watch, watch.WatchRequest, Run.STREAM),
    "/api/watch/tree": Question(watch.tree, watch.TreeRequest),
    "/api/film": Question(watch.film, watch.FilmRequest, Run.SEARCH),
    "/api/compare": Question(watch.compare, watch.CompareRequest, Run.STREAM),
    "/api/export": Question(export.export, export.ExportRequest, max_body=_MIB),
    "/api/nqueens": Question(nqueens.complete, nqueens.CompleteRequest),
    "/api/nqueens/count": Question(nqueens.count, nqueens.CountRequest, Run.STREAM),
    "/api/nqueens/list": Question(nqueens.list_solutions, nqueens.ListRequest),
    "/api/nqueens/watch": Question(nqueens.watch, nqueens.WatchRequest),
    "/api/nqueens/tree": Question(nqueens.tree, nqueens.TreeRequest),
    "/api/nqueens/growth": Question(nqueens.growth, nqueens.GrowthRequest, Run.STREAM),
    "/api/nqueens/board": Question(nqueens.board, nqueens.BoardRequest, Run.SEARCH),
    "/api/pack/read": Question(packing.read, packing.ReadRequest, max_body=2 * _MIB),
    "/api/pack/solve": Question(packing.solve, packing.SolveRequest, Run.SEARCH),
    "/api/pack/count": Question(packing.count, packing.CountRequest, Run.STREAM),
    "/api/pack/watch": Question(packing.watch, packing.WatchRequest, Run.SEARCH),
    "/api/pack/export": Question(packing.export, packing.ExportRequest),
    "/api/slide": Question(sliding.puzzle, sliding.PuzzleRequest),
    "/api/slide/solve": Question(sliding.solve, sliding.SolveRequest, Run.STREAM),
    "/api/slide/compare": Question(sliding.compare, sliding.CompareRequest, Run.STREAM),
    "/api/slide/save": Question(sliding.save, sliding.SaveRequest),
    "/api/cover": Question(cover.read, cover.ReadRequest, max_body=_MIB),
    "/api/cover/steps": Question(cover.show_steps, cover.StepsRequest, max_body=_MIB),
    "/api/cover/example": Question(cover.example, cover.ExampleRequest),
    "/api/cover/search": Question(cover.search, cover.SearchRequest, Run.STREAM, max_body=_MIB),
}


def encode_json(answer: Any) -> bytes:
    """Write an answer as JSON."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode()


def describe_error(error: Exception) -> tuple[int, dict[str, Any]] | None:
    """Return the status and the JSON of an error; None for an error that is a bug."""
    match error:
        case InputError():
            place = {"line": error.line, "column": error.column}
            return 422, {"error": _sentence(error), **place}
        case info.UnknownLevel():
            sentence = f"There is no level {error.name}; the nearest is {error.nearest}."
            return 404, {"error": sentence, "nearest": error.nearest}
        case MemoryError():
            return 507, {"error": "This needs more memory than there is: make the input smaller."}
    return None


def _sentence(error: InputError) -> str:
    """Return the message of an error as a sentence."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def stream_error(error: Exception, bug: str) -> StreamEvent:
    """Return the event that ends a stream with an error; `bug` is the sentence about a bug."""
    described = describe_error(error)
    return "error", {"error": bug if described is None else described[1]["error"]}

"""The routes of the sliding tiles: read, make and solve a puzzle, compare methods, save moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Annotated, Any, Literal

from msgspec import Meta

from fastqueens import sliding
from fastqueens.output import dumps
from fastqueens.results import InputError, Stats, format_count
from fastqueens.sliding import comparison, drawing, methods, solution_report
from fastqueens.sliding.formats import LARGEST, MAX_BYTES, SMALLEST
from fastqueens.web.answers import FileAnswer
from fastqueens.web.durations import format_duration
from fastqueens.web.export_routes import download
from fastqueens.web.memory_limit import table_bytes
from fastqueens.web.request import RouteRequest, SeedInput, TimeLimit, seed_number

__all__ = ["CompareRequest", "PuzzleRequest", "SaveRequest", "SolveRequest", "compare", "puzzle",
           "save", "solve"]  # fmt: skip

_SECONDS = 60  # time limit of a search
_ATTEMPT_SECONDS, _COMPARE_SECONDS = 5, 60  # time limits of one attempt and of all attempts
_REPORT_SECONDS = 0.12  # time from one report of a search to the next
_FIRST_REPORT = 2000  # the number of boards that a search visits before the first report
_MOVE_MS = 300  # milliseconds per move in an animation
Events = Iterator[tuple[str, dict[str, Any]]]
Tiles = Annotated[list[Any], Meta(description="rows of numbers")]
Side = Annotated[int, Meta(ge=SMALLEST, le=LARGEST)]


class GoalRequest(RouteRequest):
    """A request with the goal of a puzzle."""

    goal: Tiles | None = None

    def read_goal(self) -> sliding.Puzzle | None:
        """Return the goal; None for the usual one."""
        if self.goal is None:
            return None
        try:
            return sliding.Puzzle.from_array(self.goal)
        except InputError as error:
            raise InputError(f"goal: {error.message}") from None


class TilesRequest(GoalRequest, kw_only=True):
    """A request about a puzzle given by its tiles."""

    tiles: Tiles

    def read_puzzle(self) -> sliding.Puzzle:
        """Return the puzzle."""
        return sliding.Puzzle.from_array(self.tiles, goal=self.read_goal())


class PuzzleRequest(GoalRequest):
    """The request of ``/api/slide``: a text, tiles, or the kind of puzzle to make."""

    text: Annotated[str, Meta(max_length=MAX_BYTES)] | None = None
    tiles: Tiles | None = None
    make: Literal["random", "scrambled", "impossible"] | None = None
    rows: Side = 4
    columns: Side | None = None
    seed: SeedInput = 0
    depth: Annotated[int, Meta(ge=0, le=10_000)] = 40


class SolveRequest(TilesRequest):
    """The request of ``/api/slide/solve``."""

    method: sliding.MethodName | None = None
    heuristic: sliding.Heuristic | None = None
    visited: sliding.Visited = "expanded-again"
    time_limit: TimeLimit = _SECONDS
    node_limit: Annotated[int, Meta(ge=0, le=2**62)] | None = None


class CompareRequest(TilesRequest):
    """The request of ``/api/slide/compare``."""

    time_limit: TimeLimit = _ATTEMPT_SECONDS


class SaveRequest(TilesRequest):
    """The request of ``/api/slide/save``."""

    format: Literal["txt", "json", "svg", "png", "gif"] = "txt"
    moves: Annotated[Sequence[str], Meta(max_length=2000)] = ()
    nodes: Annotated[int, Meta(ge=0, le=2**62)] | None = None
    ms: Annotated[float, Meta(ge=0, le=1e9)] = 0


def puzzle(request: PuzzleRequest) -> dict[str, Any]:
    """Answer ``/api/slide``: read or make a puzzle, and describe it without a search."""
    found = _read_puzzle(request) if request.make is None else _make_puzzle(request)
    kurang = sliding.kurang(found)
    first_two = [int(tile) for tile in found.tiles.ravel() if tile][:2]
    return {
        **found.as_dict(),
        "rows": found.rows,
        "columns": found.columns,
        "text": found.to_text(),
        "kurang": kurang.as_dict() | {"tiles": list(kurang.tiles)},
        "bounds": {  # without the pattern databases, because building them takes time
            name: sliding.heuristic_value(found, name)
            for name in sliding.HEURISTICS
            if name != "pdb" and methods.fits(found, name)
        },
        "method": sliding.default_method(found),
        "heuristics": {
            method: [name for name in names if methods.fits(found, name, method)]
            for method, names in sliding.METHOD_HEURISTICS.items()
        },
        "swap": None if kurang.solvable else first_two,
    }


def _read_puzzle(request: PuzzleRequest) -> sliding.Puzzle:
    goal = request.read_goal()
    if request.text is not None and request.tiles is not None:
        raise InputError("found text and tiles, expected one of them")
    if request.text is not None:
        text = request.text.encode("utf-8", "surrogatepass")
        return sliding.Puzzle.from_bytes(text, goal=goal)
    if request.tiles is not None:
        return sliding.Puzzle.from_array(request.tiles, goal=goal)
    raise InputError("the request has no tiles, expected rows of numbers, text or make")


def _make_puzzle(request: PuzzleRequest) -> sliding.Puzzle:
    """Make a puzzle from a seed."""
    rows = request.rows
    words: dict[str, Any] = {
        "columns": request.columns or rows,
        "seed": seed_number(request.seed),
        "goal": request.read_goal(),
    }
    if request.make == "scrambled":
        return sliding.scramble(request.depth, n=rows, **words)
    made = sliding.random(rows, **words)
    if request.make == "random":
        return made
    tiles = made.tiles.copy()  # exchanging two tiles makes the puzzle unsolvable
    cells = tiles.ravel()
    (a, b) = [cell for cell, tile in enumerate(cells.tolist()) if tile][:2]
    cells[[a, b]] = cells[[b, a]]
    return sliding.Puzzle.from_array(tiles, goal=made.goal)


def solve(request: SolveRequest) -> Events:
    """Answer ``/api/slide/solve``: check the request, then return the events of the stream."""
    found = request.read_puzzle()
    method = request.method or sliding.default_method(found, request.heuristic)
    heuristic = request.heuristic or sliding.default_heuristic(found, method)
    methods.check_heuristic(found, heuristic, sliding.METHOD_HEURISTICS[method], method)
    options: dict[str, Any] = {
        "method": method,
        "heuristic": heuristic,
        "time_limit": min(request.time_limit, _SECONDS),
        "node_limit": request.node_limit,
    }
    if method != "ida":
        options["max_bytes"] = table_bytes()
    if method == "branch-and-bound":
        options["visited"] = request.visited
    return _solve_events(found, options)


def _solve_events(found: sliding.Puzzle, options: dict[str, Any]) -> Events:
    start = perf_counter()
    if options["heuristic"] == "pdb" and options["method"] != "anytime":
        yield "building", {"heuristic": "pdb"}
    frames = sliding.frames(found, every=_FIRST_REPORT, **options)
    frames.keep_clock_running()
    last_report = perf_counter()
    improved = 0
    for frame in frames:
        now = perf_counter()
        if options["method"] == "anytime" and frame.found > improved:
            improved = frame.found
            yield "improved", _describe_result(frames.result())
        # Change the work between two reports so that it takes `_REPORT_SECONDS`.
        factor = _REPORT_SECONDS / max(now - last_report, _REPORT_SECONDS / 8)
        frames.every = max(1, round(frames.every * min(factor, 8.0)))
        if frame.status == "running" and frame.work:
            yield (
                "progress",
                {
                    "work": frame.work,
                    "counters": dict(frame.counters),
                    "tiles": frame.view.tiles.tolist(),
                    "depth": len(frame.view.moves),
                    "bound": frame.view.bound,
                    "length": frame.view.length,
                    "ms": (now - start) * 1e3,
                },
            )
        last_report = perf_counter()
    yield "done", _describe_result(frames.result())


def _describe_result(result: sliding.Solved | sliding.Unsolved) -> dict[str, Any]:
    ms = result.stats.seconds * 1e3
    work = ", ".join(format_count(value, name) for name, value in result.stats.counters.items())
    return {
        "status": result.status,
        "reason": result.reason,
        "method": result.method,
        "heuristic": result.heuristic,
        "visited": result.visited,
        "moves": result.moves,
        "bound": result.bound,
        "shortest": result.moves is not None and len(result.moves) == result.bound,
        "counters": dict(result.stats.counters),
        "ms": ms,
        "sentence": f"{work} in {format_duration(ms)}.",
    }


def compare(request: CompareRequest) -> Events:
    """Answer ``/api/slide/compare``: check the request, then return the events of the stream."""
    return _compare_events(request.read_puzzle(), min(request.time_limit, _ATTEMPT_SECONDS))


def _compare_events(found: sliding.Puzzle, attempt_seconds: float) -> Events:
    start, rows = perf_counter(), 0
    if sliding.kurang(found).solvable:
        for method in ("branch-and-bound", "a-star", "ida", "anytime"):
            for settings in comparison.combinations(found, method):
                yield "attempt", {"method": method, "visited": None, **settings}
                left = max(0.0, min(attempt_seconds, _COMPARE_SECONDS - (perf_counter() - start)))
                yield "row", _attempt(found, method, settings, left)
                rows += 1
    yield (
        "done",
        {
            "status": "done" if rows else "unsolvable",
            "rows": rows,
            "ms": (perf_counter() - start) * 1e3,
        },
    )


def _attempt(
    found: sliding.Puzzle, method: Any, settings: dict[str, Any], time_limit: float
) -> dict[str, Any]:
    """Solve a puzzle by one method with one heuristic, and return a row of the table."""
    options: dict[str, Any] = {"time_limit": time_limit, **settings}
    if "max_bytes" in sliding.METHODS[method].options:
        options["max_bytes"] = table_bytes()
    end = sliding.solve(found, method=method, **options)
    return {
        "method": method,
        "heuristic": settings["heuristic"],
        "visited": settings.get("visited"),
        "status": end.status,
        "reason": end.reason,
        "length": None if end.moves is None else len(end.moves),
        "bound": end.bound,
        "nodes": end.stats.nodes,
        "ms": end.stats.seconds * 1e3,
    }


def save(request: SaveRequest) -> FileAnswer:
    """Answer ``/api/slide/save``: the moves as text or JSON, or the boards as a picture."""
    found = request.read_puzzle()
    return download(_file_of_moves(found, request), "sliding", request.format)


def _file_of_moves(found: sliding.Puzzle, request: SaveRequest) -> str | bytes:
    kind, moves = request.format, request.moves
    if kind == "txt":
        counters = {} if request.nodes is None else {"nodes": request.nodes}
        return solution_report.text(found, moves, Stats(counters, request.ms / 1e3))
    boards = sliding.replay(found, moves)
    if kind == "json":
        return dumps({**found.as_dict(), "moves": moves}) + "\n"
    if kind == "gif":
        return drawing.gif(boards, found.goal, delay=_MOVE_MS)
    draw = drawing.svg if kind == "svg" else drawing.png
    drawn: str | bytes = draw(boards, found.goal)
    return drawn

"""Sliding tiles: reading and making puzzles, their parity, searches as they run, and files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from time import perf_counter
from typing import Any

from starlette.responses import Response

from fastqueens import sliding
from fastqueens.output import dumps
from fastqueens.results import InputError, Stats, format_count
from fastqueens.sliding import comparison, drawing, methods
from fastqueens.sliding import solution_report as report
from fastqueens.sliding.formats import LARGEST, MAX_BYTES, SMALLEST
from fastqueens.validation import describe
from fastqueens.web.callback_stream import lasting
from fastqueens.web.export_routes import download
from fastqueens.web.request import Asked

__all__ = ["MAKE", "SAVE", "SOLVE", "compare", "puzzle", "save", "solve"]

MAKE = ("text", "tiles", "goal", "rows", "columns", "make", "seed", "depth")
SOLVE = ("tiles", "goal", "method", "heuristic", "visited", "time_limit", "node_limit")
SAVE = ("format", "tiles", "goal", "moves", "nodes", "ms")
_SECONDS = 60  # of a search
_EACH, _ALL = 5, 60  # of an attempt and of all, when methods are compared
_MAX_BYTES = 1 << 29  # of boards that a search remembers
_MAX_DEPTH = 10_000  # moves of a scramble
_MAX_MOVES = 2000  # of a way that is saved
_SHOWN = 0.12  # seconds from one report of a search to the next
_FIRST = 2000  # boards until the first one
_DELAY = 300  # milliseconds a move in an animation
_KINDS = ("txt", "json", "svg", "png", "gif")
Events = Iterator[tuple[str, dict[str, Any]]]


def puzzle(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/slide``: read or make a puzzle, and tell what is known without a search."""
    found = _made(asked) if asked["make"] is not None else _read(asked)
    kurang = sliding.kurang(found)
    fit = [name for name in sliding.HEURISTICS if methods.fits(found, name)]
    first = [int(tile) for tile in found.tiles.ravel() if tile][:2]
    return {
        **found.as_dict(),
        "rows": found.rows,
        "columns": found.columns,
        "text": found.to_text(),
        "kurang": kurang.as_dict() | {"tiles": list(kurang.tiles)},
        "bounds": {
            # the databases take a moment to build, and a search with them tells the same
            name: sliding.heuristic_value(found, name)
            for name in fit
            if name != "pdb"
        },
        "heuristics": {
            method: [name for name in known if name in fit]
            for method, known in sliding.METHOD_HEURISTICS.items()
        },
        "swap": None if kurang.solvable else first,
    }


def _read(asked: Asked) -> sliding.Puzzle:
    text = asked.text("text", most=MAX_BYTES)
    if text is None:
        return _tiles(asked)
    if asked["tiles"] is not None:
        raise InputError("found text and tiles, expected one of them")
    return sliding.Puzzle.from_bytes(text.encode("utf-8", "surrogatepass"), goal=_goal(asked))


def _tiles(asked: Asked) -> sliding.Puzzle:
    tiles = asked["tiles"]
    if not isinstance(tiles, list):
        raise InputError(f"tiles is {describe(tiles)}, expected rows of numbers")
    return sliding.Puzzle.from_array(tiles, goal=_goal(asked))


def _goal(asked: Asked) -> sliding.Puzzle | None:
    goal = asked["goal"]
    if goal is None:
        return None
    if not isinstance(goal, list):
        raise InputError(f"goal is {describe(goal)}, expected rows of numbers")
    try:
        return sliding.Puzzle.from_array(goal)
    except InputError as error:
        raise InputError(f"goal: {error.message}") from None


def _made(asked: Asked) -> sliding.Puzzle:
    """Make a puzzle from a seed."""
    kind = asked.choice("make", ("random", "scrambled", "impossible"))
    rows = asked.whole("rows", 4, least=SMALLEST, most=LARGEST) or 0
    columns = asked.whole("columns", rows, least=SMALLEST, most=LARGEST)
    size: dict[str, Any] = {"columns": columns, "seed": asked.seed(0) or 0, "goal": _goal(asked)}
    if kind == "scrambled":
        depth = asked.whole("depth", 40, most=_MAX_DEPTH) or 0
        return sliding.scramble(depth, n=rows, **size)
    made = sliding.random(rows, **size)
    if kind == "random":
        return made
    tiles = made.tiles.copy()  # two tiles exchanged change the parity, and nothing else does
    cells = tiles.ravel()
    (a, b) = [cell for cell, tile in enumerate(cells.tolist()) if tile][:2]
    cells[[a, b]] = cells[[b, a]]
    return sliding.Puzzle.from_array(tiles, goal=made.goal)


def solve(asked: Asked) -> Events:
    """Begin to answer ``/api/slide/solve``: events of one search."""
    found = _tiles(asked)
    method = asked.choice("method", tuple(sliding.METHODS), "ida") or ""
    heuristic = asked.choice("heuristic", sliding.HEURISTICS) or sliding.default_heuristic(
        found, method
    )
    methods.check_heuristic(found, heuristic, sliding.METHOD_HEURISTICS[method])
    visited = asked.choice("visited", ("generated", "expanded"), "generated")
    options: dict[str, Any] = {
        "method": method,
        "heuristic": heuristic,
        "time_limit": asked.number("time_limit", _SECONDS, most=_SECONDS),
        "node_limit": asked.whole("node_limit", None, most=2**62),
    }
    if method != "ida":
        options["max_bytes"] = _MAX_BYTES
    if method == "branch-and-bound":
        options["visited"] = visited
    return _solving(found, options)


def _solving(found: sliding.Puzzle, options: dict[str, Any]) -> Events:
    start = perf_counter()
    if options["heuristic"] == "pdb":
        yield "building", {"heuristic": "pdb"}
    frames = sliding.frames(found, every=_FIRST, **options)
    then = perf_counter()
    for frame in frames:
        now = perf_counter()
        # As much work to the next report as fills the time between two of them.
        share = _SHOWN / max(now - then, _SHOWN / 8)
        frames.every = max(1, round(frames.every * min(share, 8.0)))
        if frame.status == "running" and frame.work:
            yield (
                "progress",
                {
                    "work": frame.work,
                    "counters": dict(frame.counters),
                    "tiles": frame.view.tiles.tolist(),
                    "depth": len(frame.view.moves),
                    "bound": frame.view.bound,
                    "ms": (now - start) * 1e3,
                },
            )
        then = perf_counter()
    result = frames.result()
    ms = result.stats.seconds * 1e3
    work = ", ".join(format_count(value, name) for name, value in result.stats.counters.items())
    yield (
        "done",
        {
            "status": result.status,
            "reason": result.reason,
            "method": result.method,
            "heuristic": result.heuristic,
            "moves": result.moves,
            "bound": result.bound,
            "shortest": result.moves is not None and len(result.moves) == result.bound,
            "counters": dict(result.stats.counters),
            "ms": ms,
            "sentence": f"{work} in {lasting(ms)}.",
        },
    )


def compare(asked: Asked) -> Events:
    """Begin to answer ``/api/slide/compare``: a row of the table as soon as it is known."""
    found = _tiles(asked)
    each = asked.number("time_limit", _EACH, most=_EACH)
    return _comparing(found, each)


def _comparing(found: sliding.Puzzle, each: float) -> Events:
    start, rows = perf_counter(), 0
    if sliding.kurang(found).solvable:
        for method, heuristic, visited in comparison.method_combinations(found):
            yield "attempt", {"method": method, "heuristic": heuristic, "visited": visited}
            left = max(0.0, min(each, _ALL - (perf_counter() - start)))
            row = comparison.compare_method(
                found, method, heuristic, visited, max_bytes=_MAX_BYTES, time_limit=left
            )
            told = asdict(row)
            yield "row", told | {"ms": told.pop("seconds") * 1e3}
            rows += 1
    yield (
        "done",
        {
            "status": "done" if rows else "unsolvable",
            "rows": rows,
            "ms": (perf_counter() - start) * 1e3,
        },
    )


def save(asked: Asked) -> Response:
    """Answer ``/api/slide/save``: the moves in the report's layout, or the boards as a picture."""
    kind = asked.choice("format", _KINDS, "txt") or ""
    found = _tiles(asked)
    moves = asked["moves"] or []
    if not isinstance(moves, list) or len(moves) > _MAX_MOVES:
        raise InputError(f"moves is no list of {_MAX_MOVES:,} moves at most")
    nodes = asked.whole("nodes", None, most=2**62)
    counters = {} if nodes is None else {"nodes": nodes}
    stats = Stats(counters, asked.number("ms", 0, most=1e9) / 1e3)
    try:
        data = _written(kind, found, moves, stats)
    except ImportError as error:  # pictures of pixels need Pillow
        raise InputError(str(error)) from None
    return download(data, "sliding", kind)


def _written(kind: str, found: sliding.Puzzle, moves: list[str], stats: Stats) -> str | bytes:
    if kind == "txt":
        return report.text(found, moves, stats)
    boards = sliding.replay(found, moves)
    if kind == "json":
        return dumps({**found.as_dict(), "moves": moves}) + "\n"
    if kind == "gif":
        return drawing.gif(boards, found.goal, delay=_DELAY)
    draw = drawing.svg if kind == "svg" else drawing.png
    drawn: str | bytes = draw(boards, found.goal)
    return drawn

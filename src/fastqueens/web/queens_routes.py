"""The routes about one coloured board: hints, checks, ratings, solutions and new boards.

The functions take a decoded request and return what docs/web-api.md says; they do not depend on the
server. `LIMITS` has their time limits: at its limit, a search returns the results found so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from secrets import randbits
from time import perf_counter
from typing import Annotated, Any, Literal, TypeAlias, cast

import numpy as np
from msgspec import Meta

from fastqueens import queens
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.board.board import Board
from fastqueens.queens.generation import generator
from fastqueens.queens.generation.options import MAX_PIECES, Difficulty, RegionStyle, Symmetry
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import cells_of
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic import hints
from fastqueens.queens.solving.methods import METHODS
from fastqueens.results import InputError, SearchStopped, format_count
from fastqueens.validation import plural
from fastqueens.web.durations import format_duration
from fastqueens.web.known_routes import level_like
from fastqueens.web.memory_limit import table_bytes
from fastqueens.web.request import (
    BoardRequest,
    Name,
    PositionRequest,
    RouteRequest,
    SeedInput,
    TimeLimit,
    playable_board,
    read_board,
    seed_number,
)
from fastqueens.web.url_codec import encode

__all__ = ["LIMITS", "AnalyseRequest", "CheckRequest", "ExplainRequest", "GenerateRequest",
           "HintRequest", "RateRequest", "SolveRequest", "analyse", "check", "explain", "generate",
           "hint", "method_options", "rate", "search_sentence", "solve"]  # fmt: skip

# Time limits in seconds, and two sizes: `boards` of one request, and `rows` of one board.
LIMITS: Mapping[str, int] = {"position": 2, "analyse": 5, "solve": 60, "generate": 30,
                             "boards": 500, "rows": 64, "film": 10, "compare": 10}  # fmt: skip
_STOPPED_BY = {
    "time": "by the time limit",
    "nodes": "by the node limit",
    "memory": "because it would need more memory",
    "iterations": "after its last iteration",
}
# These options are no part of `options` in a request: they have their own key, or only the package
# sets them.
_RESERVED_OPTIONS = {
    "seed", "time_limit", "node_limit", "progress", "method",
    "every", "start", "limit", "keep", "lesson",
}  # fmt: skip


class HintRequest(PositionRequest):
    """The request of ``/api/hint``."""

    show_solution: bool = False
    skip: Annotated[int, Meta(ge=0, le=2**20)] = 0
    until: Literal["queen"] | None = None


class CheckRequest(PositionRequest):
    """The request of ``/api/check``."""


class ExplainRequest(PositionRequest):
    """The request of ``/api/explain``."""

    max_rule: Name | None = None


class RateRequest(BoardRequest):
    """The request of ``/api/rate``."""

    max_rule: Name | None = None


class AnalyseRequest(BoardRequest):
    """The request of ``/api/analyse``."""


class SolveRequest(BoardRequest):
    """The request of ``/api/solve``."""

    method: Name = "bitboard"
    seed: SeedInput = 0
    options: dict[str, Any] | None = None
    time_limit: TimeLimit = LIMITS["solve"]
    node_limit: Annotated[int, Meta(ge=0, le=2**62)] | None = None


# A mask of 64 rows, or the name of a motif.
MaskText: TypeAlias = Annotated[str, Meta(max_length=65 * 64)]
CellCount: TypeAlias = Annotated[int, Meta(ge=1, le=LIMITS["rows"] ** 2)]


class GenerateRequest(RouteRequest):
    """The request of ``/api/generate``."""

    n: Annotated[int, Meta(ge=1, le=LIMITS["rows"])] = 8
    stars: Annotated[int, Meta(ge=1, le=queens.MAX_STARS)] = 1
    tier: Difficulty | None = None
    region_style: RegionStyle = "mixed"
    symmetry: Symmetry | None = None
    motif: MaskText | None = None
    drawing: MaskText | None = None
    smallest: CellCount | None = None
    largest: CellCount | None = None
    single_cells: Annotated[int, Meta(ge=0, le=LIMITS["rows"])] | None = None
    pieces: Annotated[int, Meta(ge=1, le=MAX_PIECES)] = 1
    count: Annotated[int, Meta(ge=1, le=LIMITS["boards"])] = 20
    seed: SeedInput | None = None

    @property
    def regions(self) -> tuple[int, int] | None:
        """The numbers of cells of the smallest and the largest region, if one is wanted."""
        if self.smallest is None and self.largest is None:
            return None
        return self.smallest or 1, self.largest or self.n**2


def hint(request: HintRequest) -> dict[str, Any]:
    """Answer ``/api/hint``."""
    board, limit = request.playable_board(), LIMITS["position"]
    try:
        found = queens.hint(
            board,
            request.queens,
            request.eliminated,
            request.show_solution,
            skip=request.skip,
            until=request.until,
            time_limit=limit,
        )
    except SearchStopped as stop:
        sentence = f"No hint was found in {limit} seconds."
        empty = dict.fromkeys(("kind", "wrong", "correct_cell", "solution"))
        empty |= {"steps": [], "conflict": []}
        return {**empty, "sentence": sentence, "multiple_solutions": False, "stopped": stop.reason}
    return {**found.as_dict(), "stopped": None}


def check(request: CheckRequest) -> dict[str, Any]:
    """Answer ``/api/check``."""
    board, limit, reason = request.playable_board(), LIMITS["position"], None
    try:
        wrong = hints.mistakes(board, request.queens, request.eliminated, time_limit=limit)
    except SearchStopped as stop:
        wrong, reason = hints.Mistakes(), stop.reason
    count = len(wrong.queens) + len(wrong.eliminated)
    full = len(request.queens) == board.n * board.stars
    complete = full and not (wrong or wrong.unsolvable or reason)
    if reason:
        sentence = f"The board could not be checked in {limit} seconds."
    elif wrong.unsolvable:
        sentence = "This board has no solution."
    elif complete:
        sentence = "Solved: everything is right."
    elif count:
        sentence = f"{plural(count, 'mistake')}."
    else:
        sentence = "No mistakes so far."
    return {
        "queens": wrong.queens,
        "eliminated": wrong.eliminated,
        "count": count,
        "multiple_solutions": wrong.multiple_solutions,
        "unsolvable": wrong.unsolvable,
        "complete": complete,
        "sentence": sentence,
        "stopped": reason,
    }


def explain(request: ExplainRequest) -> dict[str, Any]:
    """Answer ``/api/explain``."""
    steps, rating = logic.explained(
        request.playable_board(),
        request.queens,
        request.eliminated,
        request.max_rule,
        LIMITS["position"],
    )
    return {"steps": [step.as_dict() for step in steps], **_describe_rating(rating)}


def rate(request: RateRequest) -> dict[str, Any]:
    """Answer ``/api/rate``."""
    return _describe_rating(_rate_board(request.playable_board(), request.max_rule))


def _rate_board(board: Board, max_rule: str | None = None) -> logic.Rating:
    """Rate a board; at the time limit, return the rating of the steps found so far."""
    try:
        return queens.rate(board, max_rule=max_rule, time_limit=LIMITS["position"])
    except SearchStopped as stop:
        return cast(logic.Rating, stop.partial)


def _describe_rating(rating: logic.Rating) -> dict[str, Any]:
    return {
        "tier": rating.tier,
        "score": rating.score,
        "histogram": rating.histogram,
        "outcome": rating.outcome,
        "limit": None if rating.limit is None else logic.LIMITS[rating.limit],
        "stopped": "time" if rating.outcome == "open" else None,
    }


def analyse(request: AnalyseRequest) -> dict[str, Any]:
    """Answer ``/api/analyse``."""
    start = perf_counter()
    grid = read_board(request.board)
    answer: dict[str, Any] = {
        "solutions": None,
        "examples": [],
        "differ": [],
        "rating": None,
        "regions": len(grid.labels),
        "expected": len(grid.regions),
        "disconnected": _disconnected_regions(grid),
        "problem": None,
        "stopped": None,
    }
    try:
        board = playable_board(grid, request.allow_empty_regions)
    except InputError as error:
        answer["problem"] = error.message
        return answer | {"ms": (perf_counter() - start) * 1e3}
    found = queens.solutions(board, time_limit=LIMITS["analyse"])
    examples = [sorted(cells_of(solution)) for solution, _ in zip(found, range(2), strict=False)]
    answer["examples"] = examples
    answer["stopped"] = found.reason
    if len(examples) == 2:
        answer["differ"] = sorted(set(examples[0]) ^ set(examples[1]))
    if found.reason is None or len(examples) == 2:
        answer["solutions"] = len(examples)
    if answer["solutions"] == 1:
        answer["rating"] = _describe_rating(_rate_board(board))
    return answer | {"ms": (perf_counter() - start) * 1e3}


def _disconnected_regions(grid: Grid) -> list[int]:
    """Return the regions that consist of more than one piece."""
    return np.flatnonzero(count_pieces_of_regions(grid.regions) > 1).tolist()


def method_options(method: str, options: dict[str, Any] | None, searches: int) -> dict[str, Any]:
    """Return the options of a request as keywords for a search."""
    reserved = sorted(_RESERVED_OPTIONS & (options or {}).keys())
    if reserved:
        raise InputError(f"found {', '.join(reserved)} among the options")
    words = dict(options or {})
    if method in METHODS and "max_bytes" in METHODS[method].options:
        most = table_bytes() // searches
        words["max_bytes"] = min(words.get("max_bytes") or most, most)
    return words


def search_sentence(status: str, reason: str | None, counters: Mapping[str, int], ms: float) -> str:
    """Return a sentence that describes the end of a search.

    Examples
    --------
    >>> search_sentence("stopped", "time", {"nodes": 2}, 0.5)
    'Stopped by the time limit: 2 nodes in 500 µs.'
    """
    work = ", ".join(format_count(value, name) for name, value in counters.items())
    head = {"solved": "Solved", "unsolvable": "This board has no solution"}.get(status)
    if head is None:
        head = f"Stopped {_STOPPED_BY[reason or 'time']}"
    return f"{head}: {work} in {format_duration(ms)}."


def solve(request: SolveRequest) -> dict[str, Any]:
    """Answer ``/api/solve``."""
    result = queens.solve(
        request.playable_board(),
        seed=seed_number(request.seed),
        time_limit=min(request.time_limit, LIMITS["solve"]),
        node_limit=request.node_limit,
        **{"method": request.method, **method_options(request.method, request.options, 1)},
    )
    counters = dict(result.stats.counters)
    ms = result.stats.seconds * 1e3
    return {
        "status": result.status,
        "reason": result.reason,
        "method": result.method,
        "queens": result.cells if result.solved else None,
        "best": None if result.best is None else result.best.tolist(),
        "fitness": result.fitness,
        "counters": counters,
        "unit": METHODS[request.method].unit,
        "ms": ms,
        "sentence": search_sentence(result.status, result.reason, counters, ms),
    }


def generate(request: GenerateRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """Answer ``/api/generate``: check the request, then return the events of the stream."""
    seed = randbits(64) if request.seed is None else seed_number(request.seed)
    batches = generator.generate_stream(
        request.n,
        stars=request.stars,
        difficulty=request.tier,
        count=request.count,
        seed=seed,
        pieces=request.pieces,
        style=request.region_style,
        symmetry=request.symmetry,
        motif=request.motif,
        drawing=request.drawing,
        regions=request.regions,
        single_cells=request.single_cells,
        time_limit=LIMITS["generate"],
    )
    return _generate_events(batches, request.count, seed)


def _generate_events(
    batches: Iterator[list[Board]], count: int, seed: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    start, made = perf_counter(), 0
    yield "begin", {"seed": str(seed)}
    reason, sentence = None, f"{plural(count, 'board')}."
    try:
        for boards in batches:
            if boards:
                made += len(boards)
                described = [_describe_new_board(board) for board in boards]
                ms = (perf_counter() - start) * 1e3
                yield "boards", {"boards": described, "made": made, "ms": ms}
    except SearchStopped as stop:
        reason = stop.reason
        sentence = f"{made:,} of {plural(count, 'board')} in {perf_counter() - start:.0f} s: "
        rare = "such boards are rare. Continue?"
        sentence += rare if reason == "time" else "no other such board was found."
    yield (
        "done",
        {
            "status": "stopped" if reason else "done",
            "reason": reason,
            "made": made,
            "count": count,
            "ms": (perf_counter() - start) * 1e3,
            "sentence": sentence,
        },
    )


def _describe_new_board(board: Board) -> dict[str, Any]:
    rating = _rate_board(board)
    solution = next(iter(queens.solutions(board, time_limit=LIMITS["position"])), None)
    mark = queens.canonical_hash(board)
    return {
        "code": encode(board.regions, board.stars),
        "queens": [] if solution is None else sorted(cells_of(solution)),
        "tier": rating.tier,
        "score": rating.score,
        "hash": mark,
        "known": level_like(board, mark),
    }

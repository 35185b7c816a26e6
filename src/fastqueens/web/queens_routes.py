"""What each route answers, from what was asked: docs/web-api.md, in functions that know no server.

Limits of time are the table's below; a search that reaches one answers what it knows by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, cast

from fastqueens import queens
from fastqueens.queens.board.board import Board
from fastqueens.queens.generation import generator
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import cells_of
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic import hints
from fastqueens.queens.logic.steps import TIERS
from fastqueens.queens.solving.methods import METHODS
from fastqueens.results import InputError, SearchStopped, format_count
from fastqueens.validation import plural
from fastqueens.web.request import Asked, playable_of
from fastqueens.web.url_codec import encode

__all__ = [
    "LIMITS",
    "analyse",
    "check",
    "explain",
    "generate",
    "hint",
    "options_of",
    "rate",
    "solve",
    "told",
]

# Seconds, and how many boards, and how many nodes.
LIMITS: Mapping[str, int] = {"position": 2, "analyse": 5, "solve": 60, "generate": 30,
                             "boards": 500, "rows": 64, "film": 10, "compare": 10}  # fmt: skip
_MAX_BYTES = 1 << 29  # of memory that a search remembers in
_LIMITED = {
    "time": "by the time limit",
    "nodes": "by the node limit",
    "memory": "since it would need more memory",
    "iterations": "since the iterations are used up",
}


def hint(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/hint``."""
    board = asked.board()
    put, eliminated = asked.cells("queens", board.n), asked.cells("eliminated", board.n)
    limit = LIMITS["position"]
    try:
        found = queens.hint(board, put, eliminated, asked.flag("show_solution"), time_limit=limit)
    except SearchStopped as stop:
        sentence = f"No hint was found in {limit} seconds."
        empty = dict.fromkeys(("kind", "step", "wrong", "correct_cell", "solution"))
        return {**empty, "sentence": sentence, "multiple_solutions": False, "stopped": stop.reason}
    return {**found.as_dict(), "stopped": None}


def check(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/check``."""
    board = asked.board()
    put, eliminated = asked.cells("queens", board.n), asked.cells("eliminated", board.n)
    limit, reason = LIMITS["position"], None
    try:
        wrong = hints.mistakes(board, put, eliminated, time_limit=limit)
    except SearchStopped as stop:
        wrong, reason = hints.Mistakes(), stop.reason
    count = len(wrong.queens) + len(wrong.eliminated)
    complete = not (wrong or wrong.unsolvable or reason) and len(put) == board.n * board.stars
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


def explain(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/explain``."""
    board = asked.board()
    put, eliminated = asked.cells("queens", board.n), asked.cells("eliminated", board.n)
    rule = asked.text("max_rule", most=40)
    steps, rating = logic.explained(board, put, eliminated, rule, LIMITS["position"])
    return {"steps": [step.as_dict() for step in steps], **_rating(rating)}


def rate(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/rate``."""
    return _rating(_rated(asked.board(), asked.text("max_rule", most=40), LIMITS["position"]))


def _rated(board: Board, max_rule: str | None, seconds: float) -> logic.Rating:
    try:
        return queens.rate(board, max_rule=max_rule, time_limit=seconds)
    except SearchStopped as stop:
        return cast(logic.Rating, stop.partial)


def _rating(rating: logic.Rating) -> dict[str, Any]:
    return {
        "tier": rating.tier,
        "score": rating.score,
        "histogram": rating.histogram,
        "outcome": rating.outcome,
        "limit": None if rating.limit is None else logic.LIMITS[rating.limit],
        "stopped": "time" if rating.outcome == "open" else None,
    }


def analyse(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/analyse``."""
    start = perf_counter()
    grid = asked.grid()
    answer: dict[str, Any] = {
        "solutions": None,
        "examples": [],
        "differ": [],
        "rating": None,
        "regions": len(grid.labels),
        "expected": len(grid.regions),
        "pieces": _in_pieces(grid),
        "problem": None,
        "stopped": None,
    }
    try:
        board = playable_of(grid, asked.flag("allow_empty_regions"))
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
        answer["rating"] = _rating(_rated(board, None, LIMITS["position"]))
    return answer | {"ms": (perf_counter() - start) * 1e3}


def _in_pieces(grid: Grid) -> list[int]:
    """Return the regions that are in more than one piece."""
    regions = grid.regions.tolist()
    n = len(regions)
    waiting = {(row, column) for row in range(n) for column in range(n)}
    pieces = [0] * len(grid.labels)
    while waiting:
        row, column = cell = waiting.pop()
        pieces[regions[row][column]] += 1
        front = [cell]
        while front:
            row, column = front.pop()
            for near in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if near in waiting and regions[near[0]][near[1]] == regions[row][column]:
                    waiting.remove(near)
                    front.append(near)
    return [region for region, count in enumerate(pieces) if count > 1]


def options_of(method: str, value: object, lanes: int) -> dict[str, Any]:
    """Return the settings that a request has for a method.

    Parameters
    ----------
    method : str
        Its name.
    value : object
        What stands in the request.
    lanes : int
        How many searches share the memory.

    Returns
    -------
    dict

    Raises
    ------
    InputError
        For what is no object, or has names that a method's settings never have.
    """
    if not isinstance(value, dict | None):
        raise InputError("options is no object, expected settings by their names")
    options = dict(value or {})
    if method in METHODS and "max_bytes" in METHODS[method].options:
        most = _MAX_BYTES // lanes
        options["max_bytes"] = min(options.get("max_bytes") or most, most)
    known = {
        "stars",
        "seed",
        "time_limit",
        "node_limit",
        "allow_empty_regions",
        "progress",
        "method",
    }
    known |= {"every", "start", "limit", "keep"}
    if known & options.keys():
        raise InputError(f"found {', '.join(sorted(known & options.keys()))} among the options")
    return options


def told(status: str, reason: str | None, counters: Mapping[str, int], ms: float) -> str:
    """Return a sentence about how a search ended.

    Parameters
    ----------
    status, reason : str
        How, and which limit stopped it.
    counters : mapping of str to int
        What it took.
    ms : float
        How long, in milliseconds.

    Returns
    -------
    str
    """
    work = ", ".join(format_count(value, name) for name, value in counters.items())
    head = {"solved": "Solved", "unsolvable": "This board has no solution"}.get(status)
    if head is None:
        head = f"Stopped {_LIMITED[reason or 'time']}"
    return f"{head}: {work} in {ms:.3g} ms."


def solve(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/solve``."""
    board = asked.board()
    method = asked.text("method", "bitboard", most=40) or ""
    result = queens.solve(
        board,
        method=method,
        seed=asked.seed(0) or 0,
        time_limit=asked.number("time_limit", LIMITS["solve"], most=LIMITS["solve"]),
        node_limit=asked.whole("node_limit", None, most=2**62),
        **options_of(method, asked["options"], 1),
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
        "unit": METHODS[method].unit,
        "ms": ms,
        "sentence": told(result.status, result.reason, counters, ms),
    }


def generate(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    """Begin to answer ``/api/generate``: events, each a name and its data.

    What is asked is checked at once, before the first event.
    """
    count = asked.whole("count", 20, least=1, most=LIMITS["boards"]) or 1
    seed = asked.seed(None)
    if seed is None:
        from secrets import randbits

        seed = randbits(64)
    batches = generator.generate_stream(
        asked.whole("n", 8, most=LIMITS["rows"]) or 0,
        stars=asked.whole("stars", 1, least=1, most=queens.MAX_STARS) or 1,
        difficulty=cast("generator.Difficulty", asked.choice("tier", TIERS[:-1])),
        count=count,
        seed=seed,
        connected=asked.flag("connected", True),
        region_style=cast(
            "generator.RegionStyle", asked.choice("region_style", generator.REGION_STYLES, "mixed")
        ),
        time_limit=LIMITS["generate"],
    )
    return _making(batches, count, seed)


def _making(
    batches: Iterator[list[Board]], count: int, seed: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    start, made = perf_counter(), 0
    yield "begin", {"seed": str(seed)}
    reason, sentence = None, f"{plural(count, 'board')}."
    try:
        for boards in batches:
            if boards:
                made += len(boards)
                told = [_made(board) for board in boards]
                ms = (perf_counter() - start) * 1e3
                yield "boards", {"boards": told, "made": made, "ms": ms}
    except SearchStopped as stop:
        reason = stop.reason
        sentence = f"{made:,} of {plural(count, 'board')} in {perf_counter() - start:.0f} s: "
        sentence += "such boards are rare. Go on?" if reason == "time" else "there are hardly more."
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


def _made(board: Board) -> dict[str, Any]:
    rating = _rated(board, None, LIMITS["position"])
    return {
        "code": encode(board.regions, board.stars),
        "tier": rating.tier,
        "score": rating.score,
        "hash": queens.canonical_hash(board),
    }

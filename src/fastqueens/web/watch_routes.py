"""Searches to be watched: frames of one to four, the same as pictures, and methods compared.

A short search is timed before it is shown: stepping from frame to frame takes longer than searching
does, and a race would be won by whoever has fewer frames.

All lanes of an answer run in one thread, and the one that has searched least goes on: so each has
the same clock however many processors there are, and the order in which they finish is that of
their own times. A thread a lane was the other way; then two lanes on two processors race each
other, and four of them the machine.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, isfinite, log10
from time import perf_counter
from typing import Any, cast

from starlette.responses import Response

from fastqueens import queens
from fastqueens.canvas.png import need_pillow
from fastqueens.canvas.style import THEMES, Look
from fastqueens.queens.board.board import Board
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.solving import comparison
from fastqueens.queens.solving.methods import METHODS
from fastqueens.results import InputError
from fastqueens.search_frames import Frame, Frames, Position
from fastqueens.web.queens_routes import LIMITS, options_of, told
from fastqueens.web.request import Asked
from fastqueens.web.url_codec import encode_state

__all__ = ["COMPARE_KEYS", "FILM_KEYS", "WATCH_KEYS", "compare", "film", "watch"]

WATCH_KEYS = ("board", "lanes", "frames", "time_limit", "allow_empty_regions")
FILM_KEYS = ("board", "lanes", "frames", "format", "theme", "letters", "patterns", "axes", "cell",
             "delay", "allow_empty_regions")  # fmt: skip
COMPARE_KEYS = ("boards", "names", "lanes", "time_limit", "allow_empty_regions")
_LANE = ("method", "seed", "options", "every", "growth", "from", "rate", "node_limit", "all")
_COMPARED = ("method", "seed", "options")
_LANES, _ROWS, _BOARDS = 4, 16, 12  # in a race, in a table
_PROBE = 0.25  # seconds to find out how long a search is
_WARM, _TIMES = 0.02, 40  # seconds, and runs, in which a short one shows what it takes
_FRAMES = 400  # of a search that ends within them
_A_SECOND = 40  # frames a second of searching, of one that does not
_MOST = 8 * 1024 * 1024  # bytes of a file
_PICTURES = 200  # frames of an animation
_PIXELS = 96_000_000  # of all of them
_MEASURE = 0.05  # seconds that a line of a table takes at least


@dataclass(frozen=True)
class _Lane:
    """A search as it is asked for: the words of `queens.frames`, and how frames follow."""

    board: Board
    method: str
    words: dict[str, Any]
    every: int | None
    growth: int
    start: int
    rate: float | None  # milliseconds a unit of work; 0 where its own clock tells them

    def frames(self, **words: Any) -> Frames[Position]:
        """Return its frames, from the one asked for."""
        given = {"every": self.every or 1, "start": self.start, **self.words, **words}
        return queens.frames(self.board, method=self.method, keep=False, **given)

    def paced(self) -> _Lane:
        """Return the lane with its rate, and so much work a frame as suits its length."""
        if self.every is not None and self.rate is not None:
            return self
        start, seconds = perf_counter(), list[float]()
        while not seconds or (perf_counter() - start < _WARM and len(seconds) < _TIMES):
            probe = self.frames(every=1 << 40, start=0, time_limit=_PROBE)
            work = [frame.work for frame in probe][-1]
            seconds.append(probe.search.seconds)
        ended = probe.reason != "time"
        some = work / _FRAMES if ended else work / _PROBE / _A_SECOND
        rate = min(seconds) * 1e3 / work if ended and work else 0.0
        return replace(self, every=self.every or _rounded(some), rate=rate)

    def ms(self, work: int, seconds: float) -> float:
        """Return the time of the search, in milliseconds."""
        return work * self.rate if self.rate else seconds * 1e3


def _rounded(amount: float) -> int:
    """Return 1, 2 or 5 times a power of ten, not less than an amount."""
    if amount <= 1:
        return 1
    power = 10 ** int(log10(amount))
    return int(next(ceil(x * power) for x in (1, 2, 5, 10) if x * power >= amount))


def _lane(board: Board, asked: Asked, share: int) -> _Lane:
    method = asked.text("method", "bitboard", most=40) or ""
    words = {
        "seed": asked.seed(0) or 0,
        "node_limit": asked.whole("node_limit", None, most=2**53),
        "limit": None if asked.flag("all") else 1,
        **options_of(method, asked["options"], share),
    }
    return _Lane(
        board,
        method,
        words,
        asked.whole("every", None, least=1, most=2**53),
        asked.whole("growth", 0, most=100) or 0,
        asked.whole("from", 0, most=2**53) or 0,
        None if asked["rate"] is None else asked.number("rate", 0, most=1e9),
    )


def watch(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    """Begin to answer ``/api/watch``: events, each a name and its data.

    What is asked is checked at once, before the first event.
    """
    board = asked.board()
    parts = asked.parts("lanes", _LANE, most=_LANES)
    lanes = [_lane(board, part, len(parts)) for part in parts]
    seconds = asked.number("time_limit", LIMITS["solve"], most=LIMITS["solve"]) / len(lanes)
    most = asked.whole("frames", None, least=1, most=10**6)
    for lane in lanes:
        lane.frames(start=0)  # refuses what cannot be run
    return _watching(lanes, seconds, most)


def _watching(
    lanes: list[_Lane], seconds: float, most: int | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    lanes = [lane.paced() for lane in lanes]
    films = [lane.frames(time_limit=seconds) for lane in lanes]
    about = [
        {"method": film.method, "unit": film.unit, "every": lane.every, "rate": lane.rate}
        for lane, film in zip(lanes, films, strict=True)
    ]
    yield "begin", {"lanes": about}
    shown, clocks = [0] * len(lanes), [0.0] * len(lanes)
    running = list(range(len(lanes)))
    while running:
        k = min(running, key=lambda k: clocks[k])
        lane, film = lanes[k], films[k]
        frame = next(film)
        shown[k] += 1
        clocks[k] = lane.ms(frame.work, film.search.seconds)
        yield "frame", {"lane": k, "ms": clocks[k], **_as_sent(lane.board.n, film, frame)}
        if frame.status != "running" or shown[k] == most:
            running.remove(k)
            yield "done", {"lane": k, "ms": clocks[k], **_ended(film, frame, clocks[k])}
        film.every = max(lane.every or 1, frame.work * lane.growth // 100)


def _as_sent(n: int, film: Frames[Position], frame: Frame[Position]) -> dict[str, Any]:
    """Return a frame: cells as in a link, others by their numbers row by row."""
    view, marks = frame.view, frame.view.marks
    local = not METHODS[film.method].complete
    whole = local or film.method == "permutation"  # of whole placements there is no path of choices
    fitness = view.fitness
    if fitness is None or not isfinite(fitness):  # a swarm has none before its first evaluation
        fitness = 0 if local and frame.status == "solved" else None
    return {
        "work": frame.work,
        "status": frame.status,
        "found": frame.found,
        "counters": dict(frame.counters),
        "cells": encode_state(n, view.queens, marks.eliminated),
        "path": None if whole else _numbers(n, view.queens),
        "wrong": _numbers(n, marks.wrong),
        "hand": None if marks.hand is None else marks.hand[0] * n + marks.hand[1],
        "framed": _numbers(n, marks.framed),
        "fitness": fitness,
        "depth": None if whole else len(view.queens),
    }


def _ended(film: Frames[Position], frame: Frame[Position], ms: float) -> dict[str, Any]:
    """Return how a search ended, or that so many frames of it were asked for."""
    status, reason = film.status, film.reason
    return {
        "status": status,
        "reason": "frames" if status == "running" else reason,
        "complete": METHODS[film.method].complete,
        "work": frame.work,
        "found": frame.found,
        "counters": dict(frame.counters),
        "sentence": None if status == "running" else told(status, reason, frame.counters, ms),
    }


def _numbers(n: int, cells: Any) -> list[int]:
    return [row * n + column for row, column in cells]


def film(asked: Asked) -> Response:
    """Answer ``/api/film``: frames of one search as a picture or an animation."""
    board = asked.board()
    (part,) = asked.parts("lanes", _LANE, most=1)
    lane = _lane(board, part, 1)
    kind = asked.choice("format", ("svg", "png", "gif"), "gif") or "gif"
    look = Look(
        theme=cast("Any", asked.choice("theme", THEMES, "light")),
        patterns=asked.flag("patterns"),
        axes=asked.flag("axes"),
        letters=asked.flag("letters"),
    )
    cell = asked.whole("cell", None, least=8, most=128)
    frames = lane.paced().frames(time_limit=LIMITS["film"])
    try:
        if kind == "gif":
            most = asked.whole("frames", 100, least=1, most=_PICTURES) or 1
            delay = asked.whole("delay", 100, least=20, most=5000) or 100
            data = _animation(board, frames, most, delay, look, cell)
        else:
            data = _picture(kind, board, next(frames).view, look, cell)
    except ImportError as error:  # pictures of pixels need Pillow
        raise InputError(str(error)) from None
    if len(data) > _MOST:
        raise InputError(f"the file would have {len(data) >> 20} MiB, expected at most 8")
    kinds = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
    headers = {"content-disposition": f'attachment; filename="{lane.method}.{kind}"'}
    return Response(data, media_type=kinds[kind], headers=headers)


def _picture(kind: str, board: Board, view: Position, look: Look, cell: int | None) -> bytes:
    # What was ruled out long ago is drawn as lightly as on the page.
    marks = replace(view.marks, eliminated=(), gone=view.marks.eliminated)
    drawn = draw(cast("Any", kind), board.grid, view.queens, marks, look=look, cell=cell)
    return drawn.encode() if isinstance(drawn, str) else drawn


def _animation(
    board: Board, frames: Frames[Position], most: int, delay: int, look: Look, cell: int | None
) -> bytes:
    need_pillow("pictures")
    from PIL import Image

    cell = cell or max(8, min(28, 420 // board.n))
    start = perf_counter()
    pictures = []
    for frame, _ in zip(frames, range(most), strict=False):
        data = _picture("png", board, frame.view, look, cell)
        pictures.append(Image.open(io.BytesIO(data)).convert("RGB").quantize(64))
        if len(pictures) * pictures[0].width * pictures[0].height > _PIXELS:
            raise InputError("the animation would be too large: ask for smaller cells")
        if perf_counter() - start > LIMITS["film"]:
            break  # a shorter one is better than none
    times = [delay] * (len(pictures) - 1) + [max(delay, 1500)]
    file = io.BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return file.getvalue()


def compare(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    """Begin to answer ``/api/compare``: a row for each method on each board, timed undrawn."""
    given = asked["boards"]
    if not isinstance(given, list) or not 1 <= len(given) <= _BOARDS:
        raise InputError(f"boards is no list of 1 to {_BOARDS} boards")
    boards = [asked.board_of(value) for value in given]
    names = asked["names"] or [str(k + 1) for k in range(len(boards))]
    if not (isinstance(names, list) and len({str(x) for x in names}) == len(boards)):
        raise InputError(f"names is no list of {len(boards)} different names")
    lanes: list[tuple[str, int, dict[str, Any]]] = []
    for part in asked.parts("lanes", _COMPARED, most=_ROWS):
        method = part.text("method", "bitboard", most=40) or ""
        lanes.append((method, part.seed(0) or 0, options_of(method, part["options"], 1)))
        for board in boards:
            if board.stars == 1 or method not in METHODS or METHODS[method].stars:
                queens.frames(board, method=cast("Any", method), **lanes[-1][2])  # refuses
    seconds = asked.number("time_limit", 2, most=LIMITS["compare"])
    pairs = list(zip(map(str, names), boards, strict=True))
    return _comparing(pairs, lanes, seconds)


def _comparing(
    boards: list[tuple[str, Board]], lanes: list[tuple[str, int, dict[str, Any]]], seconds: float
) -> Iterator[tuple[str, dict[str, Any]]]:
    results: list[comparison.Comparison] = []
    left, rows = float(LIMITS["solve"]), 0
    for name, board in boards:
        for k, (method, seed, options) in enumerate(lanes):
            if board.stars > 1 and not METHODS[method].stars:
                continue
            if left <= 0:
                break
            rows += 1
            (row,) = comparison.compare(
                {name: board},
                [method],
                settings={f"{method}.{key}": [value] for key, value in options.items()},
                measure=_MEASURE,
                time_limit=min(seconds, left),
                seed=seed,
            )
            left -= max(row.seconds * row.timings, _MEASURE)
            results.append(row)
            yield "row", {"lane": k, **_row(row)}
    reason = "time" if left <= 0 else None
    yield "done", {"rows": rows, "reason": reason, "csv": comparison.to_csv(results)}


def _row(row: comparison.Comparison) -> dict[str, Any]:
    return {
        "board": row.board,
        "n": row.n,
        "label": row.label,
        "method": row.method,
        "status": row.status,
        "complete": METHODS[row.method].complete,
        "work": row.work,
        "counters": row.counters,
        "fitness": row.fitness,
        "ms": row.seconds * 1e3,
        "best": (row.seconds if row.best is None else row.best) * 1e3,
        "timings": row.timings,
    }

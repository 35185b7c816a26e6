"""Streams of boards: answer files of any length, slice by slice, in constant memory.

A slice is some thousand lines. One thread reads, answers and writes a slice, mostly in C and
without the GIL, so all processors work and no list of boards is kept in memory. The answers have
the order of the file. An answer is a line of JSON: the object of the input line, with ``line`` (the
line in the file, or the row of an array or a table, counted from 1) and the result. So the last
line of a file of answers shows how many input lines were answered.

Slower designs that were tried: `json.loads` takes 1.8 us per board of 8 rows; the C reader takes
0.05 us and the solver 0.1 us. Slices of 256 KB spend a tenth of the time on set-up. Slices of 1 MB
do not fit in the cache. Writing answers into a buffer and copying them costs as much as making
them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import json_lines as _lines
from fastqueens.input import Input
from fastqueens.input_limits import LINE
from fastqueens.output import dumps
from fastqueens.parallel.thread_pool import thread_pool
from fastqueens.queens.board.board import Board, as_board, playable
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.formats.registry import find_boards
from fastqueens.queens.formats.sbn import write_sbn
from fastqueens.queens.grid.rules import RuleOverrides, Rules
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import TIERS
from fastqueens.queens.solving import batch
from fastqueens.queens.solving.batch_runner import Stacks, run_stacks
from fastqueens.queens.streams.readers import open_source
from fastqueens.queens.streams.source import Block, Source
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import Clock

__all__ = [
    "Query",
    "SliceAnswer",
    "answer_blocks",
    "answer_slice",
    "boards_as_lines",
    "boards_by_kind",
    "read_generated_boards",
]

_ANSWER_KEYS = (
    "line",
    "status",
    "count",
    "exact",
    "unique",
    "queens",
    "solutions",
    "tier",
    "score",
)
_START, _END, _NUMBER, _CELLS, _N, _STARS = range(6)  # columns of json_lines.h
_NO_OVERRIDES = RuleOverrides()
_WITHOUT_LABELS = ("sbn", "webtask", "penpa", "puzzlink", "npy")  # formats without region labels


@dataclass(frozen=True, slots=True)
class Query:
    """The question about every board of a stream.

    Attributes
    ----------
    rate : bool
        Whether to rate the boards instead of solving them.
    limit : int or None
        The maximum number of solutions to count per board.
    unique, count : bool
        Whether the answers contain ``unique`` and ``count``.
    overrides : RuleOverrides
        The rules that the caller states for all boards.
    seed, max_rule
        As for `solve_many` and `rate_many`.
    form : str
        The form of the answers: lines of JSON, rows of arrays, or boards in SBN.
    """

    rate: bool = False
    limit: int | None = 1
    unique: bool = False
    count: bool = False
    overrides: RuleOverrides = _NO_OVERRIDES
    seed: int = 0
    max_rule: str | None = None
    form: Literal["jsonl", "rows", "sbn"] = "jsonl"


@dataclass(slots=True, eq=False)
class Rows:
    """Answers as arrays with one entry per board.

    Attributes
    ----------
    last : int
        The last line of the slice, or the last line before the first board without an answer.
    numbers : ndarray of int64
        The line of each board.
    n, stars : ndarray of int64
        The rows and stars of each board.
    failing : ndarray of bool
        Whether the answer of each board is negative; see `SliceAnswer.failed`.
    facts : dict of str to ndarray
        The answers by name: ``queens`` and perhaps ``count`` and ``unique``; or ``tier``, as in
        `BatchRating`, and ``score``.
    """

    last: int
    numbers: NDArray[np.int64]
    n: NDArray[np.int64]
    stars: NDArray[np.int64]
    failing: NDArray[np.bool_]
    facts: dict[str, NDArray[Any]]


@dataclass(slots=True)
class SliceAnswer:
    """The answers of a slice.

    Attributes
    ----------
    text : bytes
        The lines to write.
    boards : int
        The number of answers.
    failed : int
        The number of negative answers: no solution, not unique, or not solved by the rules.
    bad : list of InputError
        The errors of the lines that contain no valid board, in order.
    stopped : bool
        Whether the time limit was reached before the last board.
    seconds : float
        The time that the slice took.
    rows : Rows or None
        The answers as arrays, instead of lines.
    """

    text: bytes = b""
    boards: int = 0
    failed: int = 0
    bad: list[InputError] = field(default_factory=list)
    stopped: bool = False
    seconds: float = 0.0
    rows: Rows | None = None


class _Cancelled(Exception):
    """The slice was cancelled, because the caller stopped waiting."""


# ---- Answers -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _SliceBoards:
    """The boards of a block."""

    lines: NDArray[np.int64]  # one row per board, with the columns _START to _STARS
    text: bytes
    labels: NDArray[np.uint8]
    loose: NDArray[np.bool_]  # per board: whether regions may stay without a queen
    bad: dict[int, InputError]  # the error of each bad line, by line number


def _read_slice(block: Block, query: Query, source: str, keep_going: bool) -> _SliceBoards:
    """Read the boards of a block, up to the first bad one without `keep_going`."""
    bad: dict[int, InputError] = {}
    if block.array is not None:
        lines, labels = _read_array(block, query)
        text = b""
    elif block.format in ("jsonl", "sbn"):
        text = block.text
        lines, labels = _read_plain(block)
    else:
        text, labels = block.text, np.empty(0, np.uint8)
        lines = _find_lines(block)
    stars = query.overrides.stars
    if stars is not None:
        lines[lines[:, _STARS] != stars, _N] = 0
    loose = np.full(len(lines), query.overrides.allow_empty_regions)
    slow = np.flatnonzero(lines[:, _N] == 0)
    if not slow.size:
        return _SliceBoards(lines, text, labels, loose, bad)
    more = [labels]
    heads = [text]
    used, length = len(labels), len(text)
    keep = np.ones(len(lines), bool)
    for i in slow.tolist():
        start, end, number = lines[i, :3].tolist()
        try:
            board = _read_one(block, number, text[start:end], query, source)
        except InputError as error:
            bad[number] = _with_line(error, block, number, source)
            if not keep_going:
                keep[i:] = False
                break
            keep[i] = False
            continue
        head = _document_of(block.format, text[start:end], board, query)
        lines[i] = length, length + len(head), number, used, board.n, board.stars
        loose[i] = board.rules.allow_empty_regions
        more.append(board.regions.ravel())
        heads.append(head)
        used += board.n**2
        length += len(head)
    return _SliceBoards(lines[keep], b"".join(heads), np.concatenate(more), loose[keep], bad)


def _read_plain(block: Block) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Read the lines of a block in C; lines that C cannot read get n = 0."""
    text, is_sbn = block.text, block.format == "sbn"
    lines = np.empty((block.lines or _lines.count(text), 6), np.int64)
    labels = np.empty(len(text) * (4 if is_sbn else 1), np.uint8)
    read = _lines.read_sbn if is_sbn else _lines.read
    return lines[: read(text, block.first, lines, labels)], labels


def _read_array(block: Block, query: Query) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the table of lines and the labels for the boards of an array."""
    array = block.array
    assert array is not None
    count, n = array.shape[:2]
    lines = np.zeros((count, 6), np.int64)
    lines[:, _NUMBER] = np.arange(block.first, block.first + count)
    # Labels above 255 are truncated here; boards with such labels are read in Python (n = 0).
    small = np.ascontiguousarray(array, np.uint8)
    rules = query.overrides.apply(Rules())
    lines[:, _STARS] = rules.stars
    if rules == Rules():
        same = (small == array).all(axis=(1, 2)) if array.dtype != np.uint8 else True
        lines[:, _N] = np.where(same, n, 0)
        lines[:, _CELLS] = np.arange(count) * n * n
    return lines, small.ravel()


def _find_lines(block: Block) -> NDArray[np.int64]:
    """Return the table of lines for a format that Python reads."""
    found = []
    at = 0
    for number, line in enumerate(block.text.split(b"\n"), block.first):
        if (content := line.strip()) and not content.startswith(b"#"):
            found.append((at, at + len(line), number, 0, 0, 1))
        at += len(line) + 1
    return np.array(found, np.int64).reshape(-1, 6)


def _read_one(block: Block, number: int, line: bytes, query: Query, source: str) -> Board:
    """Read one board of any format in Python."""
    if block.array is not None:
        cells = block.array[number - block.first]
        grid = grid_from_array(cells)
    else:
        if len(line) >= LINE:
            raise InputError(f"found a line of {LINE:,} bytes or more, expected a board")
        found, *others = find_boards(Input(line, source), block.format)
        if others:
            raise InputError(f"found {len(others) + 1} boards, expected one per line")
        grid = found.read()
    return playable(Board(grid, query.overrides.apply(grid.rules)))


def _with_line(error: InputError, block: Block, number: int, source: str) -> InputError:
    """Return an error with its line in the file."""
    if block.array is not None:
        return InputError(error.message, source=f"{source}:{number}")
    return InputError(error.message, source=source, line=number, column=error.column)


def _document_of(format: str, line: bytes, board: Board, query: Query) -> bytes:
    """Return the JSON object that the answer is added to, or "" if C writes the object."""
    if format in _WITHOUT_LABELS and len(board.labels) == board.n:
        return b""
    document: Any = None
    if format == "jsonl" and line.startswith(b"{"):
        with suppress(ValueError):  # a text drawing of a board may also start with "{"
            document = json.loads(line)
    if isinstance(document, dict) and not {"regions", "board"}.isdisjoint(document):
        document = {key: value for key, value in document.items() if key not in _ANSWER_KEYS}
        if query.overrides.stars is not None and "regions" in document:
            document["stars"] = query.overrides.stars
    else:
        document = describe_board(board.grid)
    return dumps(document).encode()


def answer_slice(
    block: Block,
    query: Query,
    source: str,
    *,
    keep_going: bool = False,
    clock: Clock | None = None,
    cancelled: Any = None,
) -> SliceAnswer:
    """Return the answers to the boards of a slice."""
    start, clock = perf_counter(), Clock.of(clock)
    boards = _read_slice(block, query, source, keep_going)
    lines, bad = boards.lines, boards.bad
    if bad and not keep_going:
        before = lines[:, _NUMBER] < min(bad)
        boards.lines, boards.loose = lines[before], boards.loose[before]
        lines = boards.lines
    found = _answer(boards, query, clock, cancelled)
    unusable, unreached = _sentinels(query)
    end = block.first - 1
    if query.form != "jsonl":
        whole = len(block.array) if block.array is not None else block.lines
        end += whole or _lines.count(block.text)
    if query.form == "sbn" and block.format != "sbn" and len(lines):
        held = np.empty(len(lines), np.uint8)
        _lines.mark_sbn_boards(boards.labels, lines, held)
        found[0][(held == 0) & (found[0] != unreached)] = unusable
    if not bad and _is_complete(found[0], query):
        return _write(block, lines, boards, found, query, [], end=end, start=start)

    # Reading a bad board again in Python gives its error message.
    for i in np.flatnonzero(found[0] == unusable).tolist():
        begin, close, number = lines[i, :3].tolist()
        try:
            board = _read_one(block, number, boards.text[begin:close], query, source)
            if query.form == "sbn":
                write_sbn(board.grid, (), ())
        except InputError as error:
            bad[number] = _with_line(error, block, number, source)
        else:
            bad[number] = _with_line(InputError("this board cannot be used"), block, number, source)
        if not keep_going:
            break
    keep = found[0] != unusable
    stop = np.flatnonzero(found[0] == unreached)
    last = int(lines[stop[0], _NUMBER]) if stop.size else None
    if bad and not keep_going and (last is None or min(bad) < last):
        keep &= lines[:, _NUMBER] < min(bad)
        bad, last = {min(bad): bad[min(bad)]}, None
        end = min(bad) - 1
    if last is not None:
        keep &= lines[:, _NUMBER] < last
        end = last - 1
        bad = {number: error for number, error in bad.items() if number < last}
    return _write(
        block, lines[keep], boards, (found[0][keep], found[1][keep]), query,
        [bad[number] for number in sorted(bad)], end=end, stopped=last is not None, start=start,
    )  # fmt: skip


def _sentinels(query: Query) -> tuple[int, int]:
    """Return the results that mean an unusable board and a board not reached in time."""
    return (logic.NO_BOARD, logic.UNREACHED) if query.rate else (-1, batch.UNREACHED)


def _is_complete(found: NDArray[Any], query: Query) -> bool:
    """Return whether every board has an answer."""
    if not found.size:
        return True
    return bool(found.max() < logic.UNREACHED if query.rate else found.min() >= 0)


def _answer(
    boards: _SliceBoards, query: Query, clock: Clock, cancelled: Any
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Answer the boards of a slice, grouped by size and rules."""
    lines, loose = boards.lines, boards.loose
    total = len(lines)
    n = 0 if loose.any() else _lines.common_rows(lines)
    if n:
        begin, size, stars = int(lines[0, _CELLS]), n * n, int(lines[0, _STARS])
        labels = boards.labels[begin : begin + total * size].reshape(-1, n, n)
        return _answer_kind(labels, Rules(stars), query, clock, cancelled)
    unreached = _sentinels(query)[1]
    found: tuple[NDArray[Any], NDArray[Any]]
    if query.rate:
        found = np.full(total, unreached, np.uint8), np.zeros(total, np.uint32)
    else:
        width = int((lines[:, _N] * lines[:, _STARS]).max(initial=0)) * 2
        found = np.full(total, unreached, np.int64), np.full((total, width), -1, np.int16)
    kinds = lines[:, _N] * 64 + lines[:, _STARS] * 2 + loose
    for kind in np.unique(kinds).tolist():
        where = np.flatnonzero(kinds == kind)
        n, rules = kind // 64, Rules(kind // 2 % 32, bool(kind % 2))
        labels = _boards_at(boards.labels, lines[where, _CELLS], n)
        if query.rate and rules.allow_empty_regions:
            _rate_each(labels, where, found, rules, query, clock)
            continue
        first, second = _answer_kind(labels, rules, query, clock, cancelled)
        found[0][where] = first
        if query.rate:
            found[1][where] = second
        else:
            found[1][where, : second.shape[1]] = second
    return found


def _answer_kind(
    labels: NDArray[np.uint8],
    rules: Rules,
    query: Query,
    clock: Clock,
    cancelled: Any,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Answer boards with the same size and rules."""

    def check_cancelled(done: int, total: int) -> None:
        if cancelled is not None and cancelled.is_set():
            raise _Cancelled

    make: Any
    if query.rate:
        fresh: Any = logic.ratings_of
        make = partial(logic.rater_of, query.max_rule, rules)
    else:
        limit = 2**64 - 1 if query.limit is None else query.limit
        fresh = partial(batch.result_arrays, rules.stars)
        make = partial(batch.solver_of, limit, rules, query.seed)
    stacks = Stacks([(slice(None), labels)], len(labels), labels.shape[1], rules)
    (first, second), _, _ = run_stacks(
        stacks, fresh, make, unreached=_sentinels(query)[1], threads=1, progress=check_cancelled,
        clock=clock,
    )  # fmt: skip
    return first, second if query.rate else second.reshape(len(second), -1)


def boards_by_kind(
    block: Block, query: Query, source: str
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], Rules]]:
    """Yield the boards of a block, grouped by size and rules, with their lines.

    The first line without a valid board raises its error after the boards before it.
    """
    boards = _read_slice(block, query, source, False)
    lines, loose = boards.lines, boards.loose
    kinds = lines[:, _N] * 64 + lines[:, _STARS] * 2 + loose
    cuts = np.flatnonzero(np.diff(kinds)) + 1
    for where in np.split(np.arange(len(lines)), cuts) if len(lines) else ():
        first = int(where[0])
        n, rules = int(lines[first, _N]), Rules(int(lines[first, _STARS]), bool(loose[first]))
        labels = _boards_at(boards.labels, lines[where, _CELLS], n)
        differs = _count_regions(labels) != n
        wrong = np.flatnonzero(differs & ~loose[where])
        usable = int(wrong[0]) if wrong.size else len(where)
        if usable:
            yield labels[:usable], lines[where[:usable], _NUMBER].copy(), rules
        if usable < len(where):
            start, end, number = lines[where[usable], :3].tolist()
            try:  # reading the board again in Python gives the error message
                _read_one(block, number, boards.text[start:end], query, source)
            except InputError as error:
                raise _with_line(error, block, number, source) from None
    for first_error in boards.bad.values():
        raise first_error


def _count_regions(boards: NDArray[np.uint8]) -> NDArray[Any]:
    """Return the number of regions of each board."""
    cells = boards.reshape(len(boards), -1)
    if cells.max(initial=0) < 64:  # a set of 64 bits for each board
        sets = np.bitwise_or.reduce(np.left_shift(np.uint64(1), cells, dtype=np.uint64), axis=1)
        bits = np.unpackbits(sets.view(np.uint8).reshape(-1, 8), axis=1)
        return np.asarray(np.count_nonzero(bits, axis=1))
    cells = np.sort(cells, axis=1)
    return np.asarray(1 + np.count_nonzero(cells[:, 1:] != cells[:, :-1], axis=1))


def _boards_at(labels: NDArray[np.uint8], cells: NDArray[np.int64], n: int) -> NDArray[np.uint8]:
    """Return the boards with n rows whose labels start at the offsets `cells`."""
    size, first = n * n, int(cells[0])
    if len(cells) == 1 or (np.diff(cells) == size).all():
        flat = labels[first : first + len(cells) * size]
    else:
        flat = labels[cells[:, None] + np.arange(size)]
    return flat.reshape(-1, n, n)


def _rate_each(
    labels: NDArray[np.uint8],
    where: NDArray[np.intp],
    found: tuple[NDArray[Any], NDArray[Any]],
    rules: Rules,
    query: Query,
    clock: Clock,
) -> None:
    """Rate boards whose regions may stay without a queen; the batch kernel refuses them."""
    for i, board in zip(where.tolist(), labels, strict=True):
        try:
            rating = logic.rate(
                as_board(board, rules),
                max_rule=query.max_rule,
                time_limit=clock.left(),
                cancel=clock.cancel,
            )
        except SearchStopped:
            return
        except InputError:
            found[0][i] = logic.NO_BOARD
        else:
            found[0][i], found[1][i] = TIERS.index(rating.tier), rating.score


def _write(
    block: Block,
    lines: NDArray[np.int64],
    boards: _SliceBoards,
    found: tuple[NDArray[Any], NDArray[Any]],
    query: Query,
    bad: list[InputError],
    *,
    end: int,
    stopped: bool = False,
    start: float,
) -> SliceAnswer:
    """Write the answers up to the line `end`."""
    answered = SliceAnswer(boards=len(lines), bad=bad, stopped=stopped)
    limit = 2**64 - 1 if query.limit is None else query.limit
    # The lines of these formats hold no JSON object that an answer could extend, so their positions
    # are cleared. Lines beyond the text are JSON objects that Python made; they stay.
    if block.array is None and block.format in _WITHOUT_LABELS:
        lines[lines[:, _END] <= len(block.text), : _END + 1] = 0
    if query.rate:
        failing = found[0] == len(TIERS) - 1
    else:
        failing = found[0] != 1 if query.unique else found[0] == 0
    answered.failed = int(np.count_nonzero(failing))
    if query.form == "rows":
        names = ("tier", "score") if query.rate else ("count", "queens")
        facts = dict(zip(names, found, strict=True)) | {"unique": ~failing}
        columns = lines[:, _NUMBER], lines[:, _N], lines[:, _STARS]
        answered.rows = Rows(end, *columns, failing, facts)
    elif query.form == "sbn":
        answered.text = _lines.write_solved_sbn(boards.labels, lines, *found, block.first, end)
    elif len(lines) and query.rate:
        answered.text = _lines.write_rated(boards.text, boards.labels, lines, *found)
    elif len(lines):
        flags = _lines.UNIQUE * query.unique | _lines.COUNT * query.count
        answered.text = _lines.write_solved(boards.text, boards.labels, lines, *found, flags, limit)
    answered.seconds = perf_counter() - start
    return answered


def answer_blocks(
    source: Source,
    query: Query,
    *,
    threads: int,
    done: int = 0,
    keep_going: bool = False,
    clock: Clock | None = None,
) -> Iterator[SliceAnswer]:
    """Answer a stream slice by slice, in order, with several threads."""
    from threading import Event

    # Allocating and freeing a large array raises the mmap threshold of glibc's malloc, which then
    # reuses its memory. Otherwise each slice gets new pages, which takes as long as solving the
    # boards of the slice.
    np.empty(1 << 22, np.uint8)
    cancelled = Event()
    pool = thread_pool(threads, "slice")
    pending: deque[Future[SliceAnswer]] = deque()
    blocks = source.blocks(done)
    more = True
    try:
        while more or pending:
            while more and len(pending) < 2 * threads:
                block = next(blocks, None)
                if block is None:
                    more = False
                    break
                pending.append(
                    pool.submit(
                        answer_slice, block, query, source.name, keep_going=keep_going,
                        clock=clock, cancelled=cancelled,
                    )
                )  # fmt: skip
            if not pending:
                break
            answered = pending.popleft().result()
            source.adapt_size(answered.seconds)
            yield answered
            if answered.stopped or (answered.bad and not keep_going):
                return
    finally:
        cancelled.set()
        pool.shutdown(wait=True, cancel_futures=True)


def boards_as_lines(labels: NDArray[np.uint8], stars: int) -> bytes:
    r"""Write boards as JSON with one object per line, like `Board.to_json`.

    Examples
    --------
    >>> boards_as_lines(np.array([[[7, 7], [7, 9]]], np.uint8), 1)
    b'{"n": 2, "stars": 1, "regions": ["AA", "AB"], "sizes": [1, 3]}\n'
    """
    count, n = labels.shape[:2]
    lines = np.zeros((count, 6), np.int64)
    lines[:, _CELLS] = np.arange(count) * n * n
    lines[:, _N], lines[:, _STARS] = n, stars
    return _lines.write_boards(np.ascontiguousarray(labels).ravel(), lines)


def read_generated_boards(name: str, n: int, stars: int) -> Iterator[NDArray[np.uint8]]:
    """Read the boards of lines that `generate` has written, except a truncated last line."""
    source = open_source(name)
    try:
        for block in source.blocks():
            text = block.text[: block.text.rfind(b"\n") + 1]
            whole = Block(block.first, block.format, text)
            found = _read_slice(whole, Query(), name, keep_going=True)
            lines = found.lines
            odd = lines[(lines[:, _N] != n) | (lines[:, _STARS] != stars), _NUMBER].tolist()
            odd += found.bad
            if odd:
                raise InputError(
                    f"found another line, expected a board of {n} rows as `generate` writes it",
                    source=name,
                    line=min(odd),
                )
            if len(lines):
                yield _boards_at(found.labels, lines[:, _CELLS], n)
    finally:
        source.close()

"""Streams of boards: files of any length, answered slice by slice in constant memory.

A slice is some thousand lines. Each is read, answered and written by one thread, mostly in C and
without the GIL, so that all processors work and no list of boards is ever held; the slices come
back in the order of the file. An answer is a line of JSON: the object that was read, with ``line``
(its line in the file, counted from 1; of an array or a table its row) and what was found. So the
last line of a file of answers says how far it goes.

Tried and lost: reading by `json.loads`, 1.8 us a line of 8 rows, of which `lines.c` takes 0.05, and
solving 0.1; slices of 256 KB, whose set-up takes a tenth; slices of 1 MB, no better than these, as
they leave the cache; answers made in a room and copied out of it, which costs as much as making
them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.queens import json_lines as _lines
from fastqueens.input import MAX_BYTES
from fastqueens.output import dumps
from fastqueens.queens.board.board import Board, as_board, playable
from fastqueens.queens.formats.array import grid_from_array
from fastqueens.queens.formats.registry import FORMATS
from fastqueens.queens.formats.sbn import write_sbn
from fastqueens.queens.formats.writers import describe_board
from fastqueens.queens.grid.rules import RuleOverrides, Rules
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import TIERS
from fastqueens.queens.solving import batch as batches
from fastqueens.queens.solving.batch_runner import Stacks, run_stacks
from fastqueens.queens.streams.readers import Block, Source, open_source
from fastqueens.results import InputError, SearchStopped

__all__ = [
    "Answered",
    "Asked",
    "answer_blocks",
    "answer_slice",
    "boards_as_lines",
    "boards_written",
]

_ADDED = ("line", "status", "count", "exact", "unique", "queens", "solutions", "tier", "score")
_START, _END, _NUMBER, _CELLS, _N, _STARS = range(6)  # columns of lines.h
_NO_OVERRIDES = RuleOverrides()
_BARE = ("sbn", "webtask", "puzzlink", "npy")  # formats without labels


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of every board of a stream.

    Attributes
    ----------
    rate : bool
        Whether boards are rated, not solved.
    limit : int or None
        Solutions of a board, at most.
    unique, count : bool
        Whether the answers say so.
    overrides : RuleOverrides
        The rules that the caller states for all boards.
    seed, max_rule
        As for `solve_many` and `rate_many`.
    form : str
        What answers are: lines of JSON, rows of arrays, or boards in SBN.
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
    """Answers as arrays, an entry for each board.

    Attributes
    ----------
    last : int
        The line that the slice goes up to, the last before one without an answer.
    numbers : ndarray of int64
        The lines of the boards.
    n, stars : ndarray of int64
        Their sizes.
    failing : ndarray of bool
        Whose answer is a no.
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
class Answered:
    """The answers of a slice.

    Attributes
    ----------
    text : bytes
        The lines to write.
    boards : int
        How many they are.
    failed : int
        How many of them are a no: without solution, not unique, or not solved by the rules.
    bad : list of InputError
        What is wrong with the other lines, in order.
    stopped : bool
        Whether the time was over before the last board.
    seconds : float
        How long it took.
    rows : Rows or None
        The answers, in the place of lines.
    """

    text: bytes = b""
    boards: int = 0
    failed: int = 0
    bad: list[InputError] = field(default_factory=list)
    stopped: bool = False
    seconds: float = 0.0
    rows: Rows | None = None


class _Left(Exception):
    """A slice was left, as nobody waits for it any more."""


# ---- Answering ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _Slice:
    """The boards of a block: a table of lines, what they say, and their labels."""

    lines: NDArray[np.int64]
    text: bytes
    labels: NDArray[np.uint8]
    loose: NDArray[np.bool_]  # regions may stay empty
    bad: dict[int, InputError]  # by the number of the line


def _sliced(block: Block, asked: Asked, source: str) -> _Slice:
    """Read the boards of a block."""
    bad: dict[int, InputError] = {}
    if block.array is not None:
        lines, labels = _of_array(block, asked)
        text = b""
    elif block.format in ("jsonl", "sbn"):
        text = block.text
        lines, labels = _read_plain(block)
    else:
        text, labels = block.text, np.empty(0, np.uint8)
        lines = _located(block)
    stars = asked.overrides.stars
    if stars is not None:
        lines[lines[:, _STARS] != stars, _N] = 0
    loose = np.full(len(lines), asked.overrides.allow_empty_regions)
    slow = np.flatnonzero(lines[:, _N] == 0)
    if not slow.size:
        return _Slice(lines, text, labels, loose, bad)
    more = [labels]
    heads = [text]
    used, length = len(labels), len(text)
    keep = np.ones(len(lines), bool)
    for i in slow.tolist():
        start, end, number = lines[i, :3].tolist()
        try:
            board = _read_one(block, number, text[start:end], asked, source)
        except InputError as error:
            bad[number] = _placed(error, block, number, source)
            keep[i] = False
            continue
        head = _head(block.format, text[start:end], board, asked)
        lines[i] = length, length + len(head), number, used, board.n, board.stars
        loose[i] = board.rules.allow_empty_regions
        more.append(board.regions.ravel())
        heads.append(head)
        used += board.n**2
        length += len(head)
    return _Slice(lines[keep], b"".join(heads), np.concatenate(more), loose[keep], bad)


def _read_plain(block: Block) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Read the lines of a block, as far as they have the plain form."""
    text, is_sbn = block.text, block.format == "sbn"
    lines = np.empty((block.lines or _lines.count(text), 6), np.int64)
    labels = np.empty(len(text) * (4 if is_sbn else 1), np.uint8)
    read = _lines.read_sbn if is_sbn else _lines.read
    return lines[: read(text, block.first, lines, labels)], labels


def _of_array(block: Block, asked: Asked) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Make a table of the boards of an array."""
    array = block.array
    assert array is not None
    count, n = array.shape[:2]
    lines = np.zeros((count, 6), np.int64)
    lines[:, _NUMBER] = np.arange(block.first, block.first + count)
    small = np.ascontiguousarray(array, np.uint8)  # cuts large labels off: those go another way
    rules = asked.overrides.apply(Rules())
    lines[:, _STARS] = rules.stars
    if rules == Rules():
        same = (small == array).all(axis=(1, 2)) if array.dtype != np.uint8 else True
        lines[:, _N] = np.where(same, n, 0)
        lines[:, _CELLS] = np.arange(count) * n * n
    return lines, small.ravel()


def _located(block: Block) -> NDArray[np.int64]:
    """Make a table of lines that are read by Python."""
    found = []
    at = 0
    for number, line in enumerate(block.text.split(b"\n"), block.first):
        if (bare := line.strip()) and not bare.startswith(b"#"):
            found.append((at, at + len(line), number, 0, 0, 1))
        at += len(line) + 1
    return np.array(found, np.int64).reshape(-1, 6)


def _read_one(block: Block, number: int, line: bytes, asked: Asked, source: str) -> Board:
    """Read a board of any form."""
    if block.array is not None:
        cells = block.array[number - block.first]
        grid = grid_from_array(cells)
    else:
        if len(line) >= MAX_BYTES:
            raise InputError(f"found a line of {MAX_BYTES:,} bytes or more, expected a board")
        (_, read), *others = FORMATS[block.format].find(line, source)
        if others:
            raise InputError(f"found {len(others) + 1} boards, expected one a line")
        grid = read()
    return playable(Board(grid, asked.overrides.apply(grid.rules)))


def _placed(error: InputError, block: Block, number: int, source: str) -> InputError:
    """Say of an error in which line of the file it is."""
    if block.array is not None:
        return InputError(error.message, source=f"{source}:{number}")
    return InputError(error.message, source=source, line=number, column=error.column)


def _head(format: str, line: bytes, board: Board, asked: Asked) -> bytes:
    """Return the object that an answer is added to, "" for one that C can write."""
    if format in _BARE and len(board.labels) == board.n:
        return b""
    document: Any = None
    if format == "jsonl" and line.startswith(b"{"):
        with suppress(ValueError):  # a drawing may begin so too
            document = json.loads(line)
    if isinstance(document, dict) and not {"regions", "board"}.isdisjoint(document):
        document = {key: value for key, value in document.items() if key not in _ADDED}
        if asked.overrides.stars is not None and "regions" in document:
            document["stars"] = asked.overrides.stars
    else:
        document = describe_board(board.grid)
    return dumps(document).encode()


def answer_slice(
    block: Block,
    asked: Asked,
    source: str,
    *,
    keep_going: bool = False,
    deadline: float | None = None,
    leaving: Any = None,
) -> Answered:
    """Answer a slice.

    Parameters
    ----------
    block : Block
        The slice.
    asked : Asked
        The question.
    source : str
        The name that errors give to the file.
    keep_going : bool
        Whether lines after a bad one are answered too.
    deadline : float, optional
        When to stop, by `perf_counter`.
    leaving : Event, optional
        Set when nobody waits for the answers any more.

    Returns
    -------
    Answered
        The answers of the boards in order, up to one that there was no time for.
    """
    start = perf_counter()
    boards = _sliced(block, asked, source)
    lines, bad = boards.lines, boards.bad
    if bad and not keep_going:
        before = lines[:, _NUMBER] < min(bad)
        boards.lines, boards.loose = lines[before], boards.loose[before]
        lines = boards.lines
    found = _found(boards, asked, deadline, leaving)
    none, unreached = _missing(asked)
    end = block.first - 1
    if asked.form != "jsonl":
        whole = len(block.array) if block.array is not None else block.lines
        end += whole or _lines.count(block.text)
    if asked.form == "sbn" and len(lines):
        held = np.empty(len(lines), np.uint8)
        _lines.mark_sbn_boards(boards.labels, lines, held)
        found[0][(held == 0) & (found[0] != unreached)] = none
    if not bad and _is_whole(found[0], asked):
        return _written(block, lines, boards, found, asked, [], end=end, start=start)

    # Whatever kind a board is of, its error is found by reading it slowly.
    for i in np.flatnonzero(found[0] == none).tolist():
        begin, close, number = lines[i, :3].tolist()
        try:
            board = _read_one(block, number, boards.text[begin:close], asked, source)
            if asked.form == "sbn":
                write_sbn(board.grid, (), ())
        except InputError as error:
            bad[number] = _placed(error, block, number, source)
        else:
            bad[number] = _placed(InputError("this board cannot be used"), block, number, source)
    keep = found[0] != none
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
    return _written(
        block, lines[keep], boards, (found[0][keep], found[1][keep]), asked,
        [bad[number] for number in sorted(bad)], end=end, stopped=last is not None, start=start,
    )  # fmt: skip


def _missing(asked: Asked) -> tuple[int, int]:
    """Return what stands for no board, and for one that the time did not suffice for."""
    return (logic.NO_BOARD, logic.UNREACHED) if asked.rate else (-1, batches.UNREACHED)


def _is_whole(found: NDArray[Any], asked: Asked) -> bool:
    """Whether every board has its answer."""
    if not found.size:
        return True
    return bool(found.max() < logic.UNREACHED if asked.rate else found.min() >= 0)


def _found(
    boards: _Slice, asked: Asked, deadline: float | None, leaving: Any
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Answer the boards of a slice, kind by kind."""
    lines, loose = boards.lines, boards.loose
    total = len(lines)
    n = 0 if loose.any() else _lines.common_rows(lines)
    if n:
        begin, size, stars = int(lines[0, _CELLS]), n * n, int(lines[0, _STARS])
        labels = boards.labels[begin : begin + total * size].reshape(-1, n, n)
        return _answers(labels, Rules(stars), asked, deadline, leaving)
    unreached = _missing(asked)[1]
    found: tuple[NDArray[Any], NDArray[Any]]
    if asked.rate:
        found = np.full(total, unreached, np.uint8), np.zeros(total, np.uint32)
    else:
        width = int((lines[:, _N] * lines[:, _STARS]).max(initial=0)) * 2
        found = np.full(total, unreached, np.int64), np.full((total, width), -1, np.int16)
    kinds = lines[:, _N] * 64 + lines[:, _STARS] * 2 + loose
    for kind in np.unique(kinds).tolist():
        where = np.flatnonzero(kinds == kind)
        n, rules = kind // 64, Rules(kind // 2 % 32, bool(kind % 2))
        labels = _gathered(boards.labels, lines[where, _CELLS], n)
        if asked.rate and rules.allow_empty_regions:
            _rate_each(labels, where, found, rules, asked, deadline)
            continue
        first, second = _answers(labels, rules, asked, deadline, leaving)
        found[0][where] = first
        if asked.rate:
            found[1][where] = second
        else:
            found[1][where, : second.shape[1]] = second
    return found


def _answers(
    labels: NDArray[np.uint8],
    rules: Rules,
    asked: Asked,
    deadline: float | None,
    leaving: Any,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Answer boards of one kind."""

    def look(done: int, wanted: int) -> None:
        if leaving is not None and leaving.is_set():
            raise _Left

    left = None if deadline is None else max(0.0, deadline - perf_counter())
    make: Any
    if asked.rate:
        fresh: Any = logic.ratings_of
        make = partial(logic.rater_of, asked.max_rule, rules)
    else:
        limit = 2**64 - 1 if asked.limit is None else asked.limit
        fresh = partial(batches.result_arrays, rules.stars)
        make = partial(batches.solver_of, limit, rules, asked.seed)
    stacks = Stacks([(slice(None), labels)], len(labels), labels.shape[1], rules)
    (first, second), _, _ = run_stacks(
        stacks, fresh, make, unreached=_missing(asked)[1], threads=1, progress=look,
        time_limit=left,
    )  # fmt: skip
    return first, second if asked.rate else second.reshape(len(second), -1)


def _gathered(labels: NDArray[np.uint8], cells: NDArray[np.int64], n: int) -> NDArray[np.uint8]:
    """Return the boards of n rows that begin at these places."""
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
    asked: Asked,
    deadline: float | None,
) -> None:
    """Rate boards whose regions may stay empty, which no batch takes."""
    for i, board in zip(where.tolist(), labels, strict=True):
        left = None if deadline is None else max(0.0, deadline - perf_counter())
        try:
            rating = logic.rate(as_board(board, rules), max_rule=asked.max_rule, time_limit=left)
        except SearchStopped:
            return
        except InputError:
            found[0][i] = logic.NO_BOARD
        else:
            found[0][i], found[1][i] = TIERS.index(rating.tier), rating.score


def _written(
    block: Block,
    lines: NDArray[np.int64],
    boards: _Slice,
    found: tuple[NDArray[Any], NDArray[Any]],
    asked: Asked,
    bad: list[InputError],
    *,
    end: int,
    stopped: bool = False,
    start: float,
) -> Answered:
    """Write the answers, which go up to the line `end`."""
    answered = Answered(boards=len(lines), bad=bad, stopped=stopped)
    limit = 2**64 - 1 if asked.limit is None else asked.limit
    if block.array is None and block.format in _BARE:  # but for boards whose head says more
        lines[lines[:, _END] <= len(block.text), : _END + 1] = 0
    if asked.rate:
        failing = found[0] == len(TIERS) - 1
    else:
        failing = found[0] != 1 if asked.unique else found[0] == 0
    answered.failed = int(np.count_nonzero(failing))
    if asked.form == "rows":
        names = ("tier", "score") if asked.rate else ("count", "queens")
        said = dict(zip(names, found, strict=True)) | {"unique": ~failing}
        columns = lines[:, _NUMBER], lines[:, _N], lines[:, _STARS]
        answered.rows = Rows(end, *columns, failing, said)
    elif asked.form == "sbn":
        answered.text = _lines.write_solved_sbn(boards.labels, lines, *found, block.first, end)
    elif len(lines) and asked.rate:
        answered.text = _lines.write_rated(boards.text, boards.labels, lines, *found)
    elif len(lines):
        facts = _lines.UNIQUE * asked.unique | _lines.COUNT * asked.count
        answered.text = _lines.write_solved(boards.text, boards.labels, lines, *found, facts, limit)
    answered.seconds = perf_counter() - start
    return answered


def answer_blocks(
    source: Source,
    asked: Asked,
    *,
    threads: int,
    done: int = 0,
    keep_going: bool = False,
    deadline: float | None = None,
) -> Iterator[Answered]:
    """Answer a stream, slice by slice in order, with all processors at work.

    Parameters
    ----------
    source : Source
        The stream.
    asked : Asked
        The question.
    threads : int
        How many slices are answered at a time.
    done : int
        Lines, or boards of an array, that were answered before.
    keep_going, deadline
        As for `answer_slice`. After a bad line, or the deadline, no slice follows.

    Yields
    ------
    Answered
    """
    from threading import Event

    # What malloc has once taken from the system and given back, it keeps afterwards (glibc, whose
    # thresholds adapt): else each slice takes new pages, which costs as much as solving its boards.
    np.empty(1 << 22, np.uint8)
    leaving = Event()
    pool = ThreadPoolExecutor(threads, "slice")
    flying: deque[Future[Answered]] = deque()
    blocks = source.blocks(done)
    more = True
    try:
        while more or flying:
            while more and len(flying) < 2 * threads:
                block = next(blocks, None)
                if block is None:
                    more = False
                    break
                flying.append(
                    pool.submit(
                        answer_slice, block, asked, source.name, keep_going=keep_going,
                        deadline=deadline, leaving=leaving,
                    )
                )  # fmt: skip
            if not flying:
                break
            answered = flying.popleft().result()
            source.learn(answered.seconds)
            yield answered
            if answered.stopped or (answered.bad and not keep_going):
                return
    finally:
        leaving.set()
        pool.shutdown(wait=True, cancel_futures=True)


def boards_as_lines(labels: NDArray[np.uint8], stars: int) -> bytes:
    r"""Write boards as JSON, an object a line, as `Board.to_json` writes one.

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


def boards_written(name: str, n: int, stars: int) -> Iterator[NDArray[np.uint8]]:
    """Read back what `boards_as_lines` has written, without a line that was cut off at the end.

    Raises
    ------
    InputError
        For a line of another form, or a board of another size.
    """
    source = open_source(name)
    try:
        for block in source.blocks():
            whole = block.text.rpartition(b"\n")
            text = whole[0] + whole[1]
            lines, labels = _read_plain(Block(block.first, block.format, text))
            odd = np.flatnonzero((lines[:, _N] != n) | (lines[:, _STARS] != stars))
            if odd.size:
                raise InputError(
                    f"found another thing than a board of {n} rows as `generate` writes it",
                    source=name,
                    line=int(lines[odd[0], _NUMBER]),
                )
            if len(lines):
                yield _gathered(labels, lines[:, _CELLS], n)
    finally:
        source.close()

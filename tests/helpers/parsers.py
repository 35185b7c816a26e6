"""All parsers of the package, as functions of bytes.

`PARSERS` maps names to functions; a folder of the same name in ``tests/corpus/`` holds inputs for
each. A function may only raise exceptions of `ALLOWED`. If there is a writer for the format, the
parsed value is written and parsed again, and the result must be the same.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import click
import numpy as np

from fastqueens import (
    InputError,
    cover,
    csp,
    nqueens,
    packing,
    permutation,
    queens,
    sliding,
)
from fastqueens import examples as shipped_examples
from fastqueens._kernels.queens import json_lines as lines
from fastqueens.cell_names import cell_name, read_cell, read_cells
from fastqueens.cli.options import read_settings, read_sweeps
from fastqueens.input import Input, load_json
from fastqueens.nqueens.permutation_search import permutation_kernel as nqueens_kernel
from fastqueens.nqueens.permutation_search import placement_kernel
from fastqueens.parallel.executors import check_executor
from fastqueens.parallel.ledger import COUNT_SCHEMA, Ledger, read_ledger
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats import registry as formats
from fastqueens.queens.formats.text import read_queens_text
from fastqueens.queens.generation.motifs import FREE, read_drawing, read_motifs
from fastqueens.queens.grid.grid import LETTERS
from fastqueens.queens.grid.placements import read_eliminated, read_queens
from fastqueens.queens.solving.permutation_search import (
    permutation_kernel as coloured_queens_kernel,
)
from fastqueens.queens.streams.pipeline import Query, answer_slice
from fastqueens.queens.streams.readers import open_source
from fastqueens.search import Clock
from fastqueens.web import info_routes as pages
from fastqueens.web import url_codec as codec
from fastqueens.web.answers import UnknownLevel
from helpers.made import ALLOWED, Bytes, folder

__all__ = ["ALLOWED", "CORPUS", "PARSERS", "inputs_of"]

Parser = Callable[[bytes], object]
CORPUS = Path(__file__).resolve().parents[1] / "corpus"
PARSERS: dict[str, Parser] = {}
_BOARD = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")


def inputs_of(name: str) -> list[Path]:
    """Return the stored inputs of a parser."""
    return sorted((CORPUS / name).glob("*"))


def _parser(function: Parser) -> Parser:
    PARSERS[function.__name__.strip("_").replace("_", "-")] = function
    return function


def _text(data: bytes) -> str:
    """Decode bytes into any str that Python may hold: invalid UTF-8 becomes surrogates."""
    return data.decode(errors="surrogateescape")


def _same(a: object, b: object) -> None:
    assert a == b, f"{a!r} was written, {b!r} read back"


# ---- Boards ------------------------------------------------------------------------------------


def _board(board: Board, read: Callable[[str], Board]) -> None:
    for written in (board.to_text(), board.to_json()):
        again = read(written)
        _same((board.regions.tolist(), board.labels), (again.regions.tolist(), again.labels))
        _same(board.rules, again.rules)
        _same(
            [np.asarray(x).tolist() for x in board.placements],
            [np.asarray(x).tolist() for x in again.placements],
        )
        _same(board.eliminated, again.eliminated)


@_parser
def text(data: bytes) -> None:
    _board(Board.from_text(_text(data), allow_empty_regions=True), _read)


def _read(written: str) -> Board:
    return Board.from_bytes(written.encode(errors="surrogatepass"), allow_empty_regions=True)


@_parser
def board_json(data: bytes) -> None:
    _board(Board.from_json(_text(data), allow_empty_regions=True), _read)


@_parser
def boards(data: bytes) -> None:
    for found in formats.find_boards(Input(data))[:8]:
        found.read()


def _formatted(name: str) -> None:
    def parser(data: bytes) -> None:
        for found in formats.find_boards(Input(data), name)[:8]:
            board = Board(found.read(), queens.Rules(allow_empty_regions=True))
            try:
                written = board.to_format(name)
            except InputError:  # such as a format without disconnected regions
                continue
            data = written.encode(errors="surrogatepass") if isinstance(written, str) else written
            again = [found.read() for found in formats.find_boards(Input(data), name)]
            _same(board.regions.tolist(), again[0].regions.tolist())

    PARSERS[f"board-{name}"] = parser


for _name in (
    "jsonl", "sbn", "webtask", "penpa", "puzzlink", "colorregions", "colorgrid", "celllists",
    "matrix", "html", "npy",
):  # fmt: skip
    _formatted(_name)


@_parser
def queens_text(data: bytes) -> None:
    read_queens_text(_text(data))


@_parser
def regions(data: bytes) -> None:
    """Rows as strings, separated by blanks or newlines."""
    Board.from_array(_text(data).split(), allow_empty_regions=True)


@_parser
def placements(data: bytes) -> None:
    """Queens and crosses in any form: JSON, or cells by their names."""
    given = json.loads(data) if data[:1] in (b"[", b"{") and _is_json(data) else data.split()
    read_queens(4, given)
    read_eliminated(4, given)
    queens.violations(_BOARD, given)
    _BOARD.with_position(given, given)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


@_parser
def cells(data: bytes) -> None:
    for word in _text(data).split():
        if (cell := read_cell(word)) is not None:
            _same(read_cell(cell_name(*cell)), cell)
    list(read_cells(_text(data), "--placed", 9))


# ---- Streams -----------------------------------------------------------------------------------


def _like_the_slow_reader(data: bytes, read: Any, format: str) -> None:
    """Whatever the C reader reads in a line, the Python reader reads with the same result."""
    table = np.empty((data.count(b"\n") + 1, 6), np.int64)
    labels = np.empty(4 * len(data), np.uint8)
    count = read(data, 1, table, labels)
    for start, end, _, first, n, stars in table[:count].tolist():
        if n == 0:
            continue
        grid = formats.grid_from_bytes(data[start:end], format=format)
        _same((n, stars), (len(grid.regions), grid.stars or 1))
        flat = labels[first : first + n * n].tolist()
        order: dict[int, int] = {}
        _same([order.setdefault(x, len(order)) for x in flat], grid.regions.ravel().tolist())


@_parser
def lines_in_c(data: bytes) -> None:
    """Lines of JSON, read in C."""
    _like_the_slow_reader(data, lines.read, "jsonl")


@_parser
def sbn_in_c(data: bytes) -> None:
    """Lines of SBN, read in C."""
    _like_the_slow_reader(data, lines.read_sbn, "sbn")


@_parser
def streams(data: bytes) -> None:
    """A file of many boards, as ``solve --stream`` and ``rate --stream`` read it."""
    made = Bytes(data)
    format, asked = made.choice(("jsonl", "sbn", "webtask", "puzzlink")), made.below(4)
    source = open_source("stream", format=format, file=BytesIO(made.rest()))
    for block in source.blocks():
        answered = answer_slice(
            block,
            Query(rate=asked == 1, unique=asked == 2, count=asked == 3, limit=2),
            "stream",
            keep_going=True,
            clock=Clock(0.0 if len(data) > 2000 else None),
        )
        for line in answered.text.split(b"\n")[:-1]:
            json.loads(line)


@_parser
def mapped(data: bytes) -> None:
    """An array of boards in a memory-mapped file."""
    with _file(data) as path:
        for block in open_source(path, format="npy").blocks():
            assert block.array is not None


# ---- JSON, documents, options ------------------------------------------------------------------


@_parser
def documents(data: bytes) -> None:
    load_json(_text(data), None)


@_parser
def executors(data: bytes) -> None:
    check_executor(_text(data))


@_parser
def settings(data: bytes) -> None:
    """``--set NAME=VALUE``, for every method."""
    word = _text(data)
    tables = (queens.METHODS, nqueens.METHODS, cover.METHODS, packing.METHODS, sliding.METHODS)
    for table in tables:
        for read in (
            lambda table=table: read_settings((word,), table, next(iter(table))),
            lambda table=table: read_settings((word,), table, list(table)[-1]),
            lambda table=table: read_sweeps((word,), table),
        ):
            with suppress(click.UsageError, InputError):
                read()


@_parser
def example_names(data: bytes) -> None:
    shipped_examples.example(_text(data))


class _file:
    """A temporary file with this content, for readers that need a path."""

    def __init__(self, data: bytes, name: str = "input") -> None:
        self._path = folder() / f"{name}.{os.getpid()}"
        with open(self._path, "wb", buffering=0) as file:
            file.write(data)

    def __enter__(self) -> Path:
        return self._path

    def __exit__(self, *_: object) -> None:
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                os.unlink(f"{self._path}{ending}")


@_parser
def ledgers(data: bytes) -> None:
    """Any file, opened as a ledger."""
    with _file(data, "ledger.db") as path:
        read_ledger(path)


@cache
def _empty() -> sqlite3.Connection:
    """Make the empty tables of a ledger once, because this takes half of the time of an input."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.executescript(COUNT_SCHEMA.sql)
    return db


def _written(rows: list[Any], values: list[str]) -> bytes:
    """Return the file of a ledger with this header and task."""
    db = _empty()
    db.execute("BEGIN")
    try:
        db.executemany("INSERT OR REPLACE INTO header VALUES (?, ?)", rows)
        db.execute("INSERT INTO task VALUES (1, ?, ?, ?, ?, ?, ?)", values)
        db.execute("COMMIT")
        return db.serialize()
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
        db.execute("DELETE FROM header")
        db.execute("DELETE FROM task")


@_parser
def ledger_rows(data: bytes) -> None:
    """A ledger that contains arbitrary values in its header and one task."""
    header, _, task = _text(data).partition("\n")
    rows = [pair.partition("=")[::2] for pair in header.split(";")]
    values = [*task.split(";"), *[""] * 6][:6]
    try:
        written = _written(rows, values)
    except UnicodeEncodeError:  # SQLite refuses surrogates
        return
    with _file(written, "rows.db") as path:
        for read in (lambda: read_ledger(path), lambda: Ledger(path, {"what": "x"}, 4).close()):
            with suppress(InputError):
                read()


# ---- Other puzzles -----------------------------------------------------------------------------


@_parser
def exact_covers(data: bytes) -> None:
    problem = cover.ExactCover.from_bytes(data)
    _same(cover.ExactCover.from_text(problem.to_text()).to_text(), problem.to_text())


@_parser
def masks(data: bytes) -> None:
    """Motifs and drawings, for boards of 4 to 12 rows."""
    text = _text(data)
    n = 4 + len(text) % 9
    for motif in (text, [text], text.split("\n\n"), f"word:{text}"):
        with suppress(InputError):
            for cells in read_motifs(motif, n):
                written = "\n".join(
                    "".join("." if x == FREE else LETTERS[x] for x in row) for row in cells.tolist()
                )
                _same(read_motifs(written, n)[0].tolist(), cells.tolist())
    read_drawing(text, n)


@_parser
def sudokus(data: bytes) -> None:
    sudoku = cover.Sudoku(_text(data))
    _same(cover.Sudoku(sudoku.to_grid()), sudoku)
    _same(cover.Sudoku(sudoku.to_game_id()), sudoku)


@_parser
def packings(data: bytes) -> None:
    puzzle = packing.Puzzle.from_bytes(data)
    _same(packing.Puzzle.from_text(puzzle.to_text()).to_text(), puzzle.to_text())


@_parser
def packing_json(data: bytes) -> None:
    puzzle = packing.Puzzle.from_json(_text(data))
    _same(packing.Puzzle.from_json(json.dumps(puzzle.as_dict())).as_dict(), puzzle.as_dict())


@_parser
def burrtools(data: bytes) -> None:
    """Files of BurrTools: XML with any beginning, or compressed."""
    for problem in (None, 1):
        try:
            packing.Puzzle.from_bytes(data, problem=problem)
        except InputError:
            if problem is not None:
                raise


@_parser
def sliding_tiles(data: bytes) -> None:
    puzzle = sliding.Puzzle.from_bytes(data)
    _same(sliding.Puzzle.from_text(puzzle.to_text()).tiles.tolist(), puzzle.tiles.tolist())
    _same(sliding.Puzzle.from_text(puzzle.to_game_id()).tiles.tolist(), puzzle.tiles.tolist())


@_parser
def sliding_json(data: bytes) -> None:
    puzzle = sliding.Puzzle.from_json(_text(data))
    _same(sliding.Puzzle.from_json(json.dumps(puzzle.as_dict())), puzzle)


# ---- Pictures ----------------------------------------------------------------------------------


@_parser
def pictures(data: bytes) -> None:
    queens.read_image(data)


@_parser
def pixels(data: bytes) -> None:
    """Pixels of any shape and type."""
    made = Bytes(data)
    shape = tuple(made.below(40) for _ in range(made.below(4)))
    channels = made.choice((0, 1, 2, 3, 4, 5))
    dtype = made.choice(("u1", "u1", "u1", "u2", "f4", "?", "O"))
    array = made.cells((*shape, channels) if channels else shape, "u1")
    queens.read_image(array.astype(dtype) if dtype != "u1" else array)


# ---- The page ----------------------------------------------------------------------------------


@_parser
def addresses(data: bytes) -> None:
    """The part of an address after #: the code of a board and the position on it."""
    found = codec.find(_text(data))
    if found is not None:
        grid = codec.decode(found[0])
        code = codec.encode(grid.regions, grid.stars or 1)
        if code is not None:
            _same(codec.decode(code), grid)
        if found[1] is not None:
            put, marks = codec.decode_state(len(grid.regions), found[1])
            written = codec.encode_state(len(grid.regions), put, marks)
            _same(codec.decode_state(len(grid.regions), written), (put, marks))


@_parser
def states(data: bytes) -> None:
    codec.decode_state(9, _text(data))


@_parser
def days(data: bytes) -> None:
    """The date of a daily board, and the arguments of ``/api/levels``."""
    first, _, second = _text(data).partition("&")
    try:
        if first[:1].isdigit() and first.isascii() and len(first) == 10:
            _known_day(first)
        else:
            pages.daily({"date": first})
    except InputError:
        pass
    with suppress(UnknownLevel):
        pages.levels({"n": first, "stars": second} if second else {"name": first})


def _known_day(day: str) -> None:
    """Read a date, but do not make a board for each date."""
    if day.startswith("2026-11-"):
        pages.daily({"date": day})


@cache
def _routes() -> list[Any]:
    from fastqueens.web.questions import QUESTIONS

    quick = (
        "parse", "hint", "check", "rate", "export", "nqueens", "nqueens/board", "cover", "slide",
        "slide/save", "pack/read", "pack/export",
    )  # fmt: skip
    return [QUESTIONS[f"/api/{name}"] for name in quick]


@_parser
def requests(data: bytes) -> None:
    """The first byte selects a route; the rest is the body of the request."""
    from fastqueens.web.request import decode_request

    route = _routes()[data[0] % len(_routes()) if data else 0]
    route.handler(decode_request(data[1:], route.request))


# ---- Values passed by Python code --------------------------------------------------------------


def _calls(name: str, *functions: Callable[[Bytes], object]) -> None:
    """Make a parser of values; the first byte selects the function to call."""

    def parser(data: bytes) -> None:
        made = Bytes(data)
        found = functions[made.byte() % len(functions)](made)
        if hasattr(found, "__next__"):
            next(found, None)

    PARSERS[f"values-{name}"] = parser


_calls(
    "queens",
    lambda made: Board.from_array(made.value(), allow_empty_regions=True),
    lambda made: queens.solve(made.value(), node_limit=1000),
    lambda made: queens.solve_many(made.array(), time_limit=1.0, threads=1),
    lambda made: queens.solve_many(made.value(), time_limit=1.0, threads=1),
    lambda made: queens.rate_many(made.value(), time_limit=1.0, threads=1),
    lambda made: queens.violations(_BOARD, made.value()),
    lambda made: queens.hint(_BOARD, made.value(), made.value()),
    lambda made: queens.candidates(_BOARD, made.value(), eliminated=made.value()),
    lambda made: queens.fitness(_BOARD, made.value(), w1=made.value(0), w2=made.value(0)),
    lambda made: _BOARD.with_position(made.value(), made.value()),
    lambda made: _BOARD.to_text(made.value()),
    lambda made: queens.search_tree(_BOARD, region_order=made.value(), nodes=made.value(0)),
    lambda made: queens.canonical(made.value()),
    lambda made: queens.generate(made.number(), stars=made.value(0), count=2, time_limit=0.05,
                                 threads=1, seed=made.value(0)),
)  # fmt: skip
_calls(
    "nqueens",
    lambda made: nqueens.is_solution(made.value(), variant=made.choice(nqueens.VARIANTS)),
    lambda made: nqueens.orbit(made.value(), variant=made.choice(nqueens.VARIANTS)),
    lambda made: nqueens.canonical(made.value()),
    lambda made: nqueens.complete(6, made.value(), node_limit=1000),
    lambda made: nqueens.first(made.value(0), pawns=made.value(0), node_limit=1000),
    lambda made: nqueens.solutions(made.value(0), pawns=made.value(0), placed=made.value(),
                                   node_limit=1000),
    lambda made: nqueens.count(made.value(0), placed=made.value(), node_limit=1000, threads=1),
    lambda made: nqueens.partition(made.value(0), tasks=made.below(300),
                               variant=made.choice(nqueens.VARIANTS), pawns=made.value(0)),
    lambda made: nqueens.solutions_array(made.below(7), placed=made.value(), time_limit=1.0),
    lambda made: nqueens.growth(made.value(), time_limit=0.0),
    lambda made: nqueens.orders_of_growth(made.value()),
    lambda made: nqueens.search_tree(made.value(0), nodes=made.below(50)),
    lambda made: nqueens.count_task(made.value()),
)  # fmt: skip
_calls(
    "cover",
    lambda made: cover.ExactCover(made.value()).count(limit=1000, node_limit=1000),
    lambda made: cover.ExactCover(made.value(), primary=made.value(), secondary=made.value()),
    lambda made: cover.ExactCover.from_matrix(made.value()),
    lambda made: cover.sudoku(made.value()),
    lambda made: cover.Sudoku(made.value()),
    lambda made: cover.ExactCover([["a"], ["a", "b"], ["b"]]).selected(made.value()),
    lambda made: cover.ExactCover([["a"], ["b"]]).option(made.value(0)),
    lambda made: cover.ExactCover([["a"], ["b"]]).solve(method=made.value(0)),
)
_calls(
    "csp",
    lambda made: csp.Model(made.value()).count(limit=1000, node_limit=1000),
    lambda made: _with(csp.Model([3, 3, 2]), "add_conflicts", made.value()),
    lambda made: _with(csp.Model([3, 3, 2]), "add_different", made.value(1), made.value(1)),
    lambda made: _with(csp.Model([3, 3, 2]), "add_all_different", made.value()),
    lambda made: _with(csp.Model([3, 3, 2]), "add_conflict", *(made.value(1) for _ in range(4))),
    lambda made: csp.Model([2, 2]).tree(nodes=made.value(0)),
)
_calls(
    "packing",
    lambda made: packing.Puzzle(made.value(), made.value()),
    lambda made: packing.Puzzle([[True] * 3], made.value()),
    lambda made: packing.Puzzle(made.value(), [[(0, 0), (0, 1)]]),
    lambda made: packing.solve(_pieces(), placed=made.value(), node_limit=1000),
    lambda made: packing.count(_pieces(), placed=made.value(), time_limit=1.0),
    lambda made: packing.Puzzle.box(1, 2, 3, pieces=made.value()),
    lambda made: packing.Puzzle.box(made.value(0), made.value(0), made.value(0), pieces="soma"),
    lambda made: packing.Puzzle.box(1, 2, 3, pieces=[[(0, 0)]], copies=made.value()),
    lambda made: packing.Puzzle.box(1, 2, 3, pieces=[[(0, 0)]], holes=made.value(),
                                    optional_cells=made.value()),
    lambda made: packing.Puzzle.box(1, 2, 3, pieces=[[(0, 0)]], optional_pieces=made.value(),
                                    colours=made.value(), reflect=made.value(0)),
)  # fmt: skip
_calls(
    "sliding",
    lambda made: sliding.Puzzle(made.value(), made.value()),
    lambda made: sliding.Puzzle.from_array(made.array()),
    lambda made: sliding.unpack(made.value(), made.value(0)),
    lambda made: sliding.unpack(made.array(), made.number()),
    lambda made: sliding.replay([[1, 2], [3, 0]], made.value()),
    lambda made: sliding.solve_many(_not_solved(made), threads=1),
    lambda made: sliding.scramble(made.below(99), n=made.value(0), columns=made.value(0)),
    lambda made: sliding.random(made.value(0), columns=made.value(0), seed=made.value(0)),
    lambda made: sliding.solve(made.value(), node_limit=100),
)
_calls(
    "permutation",
    lambda made: permutation.rank(made.value()),
    lambda made: permutation.unrank(made.below(300), made.value(0)),
    lambda made: permutation.unrank(made.value(0), 0) if made.below(4) else None,
    lambda made: nqueens_kernel(made.value(0), skip=made.value(0)),
    lambda made: coloured_queens_kernel(made.value(), skip=made.flag()),
    lambda made: placement_kernel(made.value(0), kind=made.value(0)),
)


@cache
def _pieces() -> packing.Puzzle:
    return packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")


def _not_solved(made: Bytes) -> Any:
    """Boards of 16 tiles that are at the goal or cannot reach it, or any other value."""
    return [*range(1, 14), 15, 14, 0] if made.below(9) == 0 else made.value()


def _with(model: csp.Model, method: str, *given: Any) -> object:
    getattr(model, method)(*given)
    return model.count(limit=1000, node_limit=1000)

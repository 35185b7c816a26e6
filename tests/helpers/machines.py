"""Call the constructor of each kernel with arguments made from bytes.

Each function makes a state machine with arbitrary sizes, arrays and options, without the checks of
the package, and steps it a few times. The Cython wrappers may raise ValueError, OverflowError or
MemoryError; no other error may occur, and sanitised builds must not report anything.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import numpy as np

from fastqueens._kernels.cover import search as cover
from fastqueens._kernels.csp import search as csp
from fastqueens._kernels.csp.model_min_conflicts import ModelMinConflicts
from fastqueens._kernels.nqueens import count as nqueens
from fastqueens._kernels.nqueens import list as nqueens_list
from fastqueens._kernels.nqueens import local_search, minus_k, plus_k
from fastqueens._kernels.nqueens.csp_model import compile_nqueens
from fastqueens._kernels.nqueens.join import JoinPlan, JoinTask
from fastqueens._kernels.nqueens.min_conflicts import MinConflicts as NQueensMinConflicts
from fastqueens._kernels.packing import brute
from fastqueens._kernels.packing import count as packing
from fastqueens._kernels.permutation import generate_and_test, placements
from fastqueens._kernels.queens import generate, logic, regions, stars, swarm
from fastqueens._kernels.queens import json_lines as lines
from fastqueens._kernels.queens.csp_model import compile_board
from fastqueens._kernels.queens.min_conflicts import MinConflicts as QueensMinConflicts
from fastqueens._kernels.sliding import beam, best_first, ida, pdb
from helpers.made import Bytes

__all__ = ["MACHINES"]

MACHINES: dict[str, Callable[[bytes], object]] = {}
_REFUSED = (ValueError, OverflowError, MemoryError)
_MAX_BYTES = 1 << 22  # limit for machines that allocate memory while they run


def _machine(function: Callable[[Bytes], Any]) -> Callable[[Bytes], Any]:
    def run(data: bytes) -> None:
        made = Bytes(data)
        machine = None
        with suppress(*_REFUSED):
            machine = function(made)
        if machine is not None:
            for _ in range(1 + made.below(4)):
                machine.step(made.between(0, 200))
            machine.counters()
            for name in ("cells", "hand", "peek_moves", "history", "domains", "scores"):
                if callable(look := getattr(machine, name, None)):
                    look()

    MACHINES[f"kernel-{function.__name__.strip('_').replace('_', '-')}"] = run
    return function


def _board(made: Bytes) -> Any:
    """Return a board of labels, usually a small square; any byte may be a label."""
    n = made.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 31, 32, 33, 63, 64, 65, 0))
    columns = n if made.below(16) else made.below(70)
    below = made.choice((n, n, n, 2 * n + 1, 256))
    return made.cells((n, columns), np.uint8, below=below)


def _boards(made: Bytes) -> Any:
    board = _board(made)
    count = made.below(20)
    shift = np.arange(count, dtype=np.uint8)[:, None, None] % made.choice((1, 2, 9))
    return np.ascontiguousarray(board[None] + shift)


def _small(made: Bytes) -> int:
    """Return the number of one of a few choices; sometimes a number without a choice."""
    return made.below(5) if made.below(16) else made.number()


@_machine
def cover_search(made: Bytes) -> Any:
    options = made.below(12)
    lengths = [made.below(5) for _ in range(options)]
    items = made.between(0, 12)
    start = np.cumsum([0, *lengths]).astype(np.int32)
    if made.below(16) == 0:
        start = made.numbers(options + 1, np.int32)
    if made.below(16) == 0:
        entries = made.numbers(int(sum(lengths)), np.int32)
    else:
        entries = made.cells((int(sum(lengths)),), np.int32, below=max(items, 1))
    colours = made.cells((len(entries),), np.int32, below=3) if made.flag() else None
    required = made.numbers(made.below(4), np.int32) if made.flag() else None
    primary = made.below(items + 1) if made.below(16) else made.number()
    method = _small(made)
    return cover.Cover(
        start, entries, colours, primary, items, method, made.flag(), required,
        _MAX_BYTES if made.flag() else made.number(),
    )  # fmt: skip


@_machine
def cover_wide(made: Bytes) -> Any:
    """More than 64 primary items, among which dancing links choose by vectors."""
    primary, secondary = made.between(60, 200), made.below(40)
    items = primary + secondary
    rows = [[i] for i in range(primary) if made.below(4)]
    rows += [sorted({made.below(items) for _ in range(4)}) for _ in range(made.below(60))]
    start = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    entries = np.array([item for row in rows for item in row], np.int32)
    colours = None
    if made.flag():
        colours = made.cells((len(entries),), np.int32, below=3)
        colours[entries < primary] = 0
        colours *= made.choice((1, 1, 70_000))  # large colours need links of 32 bits
    return cover.Cover(start, entries, colours, primary, items, made.below(2), made.flag())


@_machine
def cover_multi(made: Bytes) -> Any:
    options, items = made.below(12), made.between(1, 9)
    primary = made.below(items + 1)
    rows = [sorted({made.below(items) for _ in range(made.below(5))}) for _ in range(options)]
    start = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    entries = np.array([item for row in rows for item in row], np.int32)
    colours = None
    if made.flag():
        colours = made.cells((len(entries),), np.int32, below=3)
        colours[entries < primary] = 0
    lower = made.cells((primary,), np.int32, below=4)
    upper = lower + made.cells((primary,), np.int32, below=4)
    if made.below(16) == 0:
        upper = made.numbers(primary, np.int32)
    copies = made.cells((options,), np.int32, below=max(options, 1)) - 1 if made.flag() else None
    if copies is not None and made.below(16):
        copies = np.minimum(copies, np.arange(options, dtype=np.int32) - 1)
    costs = made.cells((options,), np.int64, below=9) if made.flag() else None
    if costs is not None and made.below(16) == 0:
        costs = made.numbers(options, np.int64)
    chosen = [made.cells((made.below(3),), np.int32, below=options + 1) for _ in range(2)]
    return cover.Cover(
        start, entries, colours, primary, items, made.below(2), made.flag(), chosen[0], _MAX_BYTES,
        chosen[1], lower, upper, copies, costs, made.below(40), made.below(5),
    )  # fmt: skip


@_machine
def csp_general(made: Bytes) -> Any:
    variables = made.below(7)
    sizes = made.cells((variables,), np.uint32, below=5)
    if made.below(16) == 0:
        sizes = made.numbers(variables, np.uint32)
    conflicts = made.cells((made.below(20), 4), np.uint32, below=6)
    different = []
    for _ in range(made.below(3)):
        members = made.cells((made.below(5),), np.uint32, below=max(variables + 1, 1))
        different.append((members, made.cells((made.below(20),), np.uint32, below=6)))
    return _csp(made, csp.general(sizes, conflicts, different))


@_machine
def csp_tables(made: Bytes) -> Any:
    """Search a model with tables and counts; most of its numbers are in range."""
    variables = 1 + made.below(7)
    sizes = made.cells((variables,), np.uint32, below=made.choice((3, 5, 5, 70, 200)))
    conflicts = made.cells((made.below(9), 4), np.uint32, below=4)
    below = int(max(sizes.min(), 1)) if made.below(9) else 6

    def members() -> Any:
        if made.below(9) == 0:
            return made.cells((made.below(5),), np.uint32, below=variables + 1)
        start = made.below(variables)
        return np.arange(start, variables, made.choice((1, 1, 2)), dtype=np.uint32)

    tables, counts = [], []
    for _ in range(made.below(4)):
        scope = members()
        width = len(scope) if made.below(20) else made.below(5)
        tables.append((scope, made.cells((made.choice((0, 3, 9, 70)), width), np.uint32, below)))
    for _ in range(made.below(4)):
        scope = members()
        values = made.cells((len(scope) if made.below(20) else made.below(5),), np.uint32, below)
        if made.flag():
            values[: made.below(3)] = 0xFFFFFFFF  # no value
        least = made.below(4)
        most = least + made.below(4) if made.below(20) else made.below(2**32)
        counts.append((scope, values, least, most))
    model = csp.general(sizes, conflicts, (), tables, counts)
    return ModelMinConflicts(model, made.number()) if made.below(4) == 0 else _csp(made, model)


@_machine
def csp_board(made: Bytes) -> Any:
    board = _board(made)
    count = made.below(70) if made.flag() else 0
    order = made.cells((count if made.below(9) else made.below(70),), np.uint8, below=count + 1)
    return _csp(made, compile_board(board, count, order if made.flag() else None))


@_machine
def csp_nqueens(made: Bytes) -> Any:
    return _csp(
        made, compile_nqueens(made.below(70) if made.below(9) else min(made.number(), 2**20))
    )


def _csp(made: Bytes, model: csp.Model) -> Any:
    search = csp.Search(
        model, _small(made), _small(made), _small(made), made.flag(), made.number(),
        _MAX_BYTES if made.below(4) else made.below(2000), made.flag(),
    )  # fmt: skip
    return csp.Propagation(search) if made.below(9) == 0 else search


@_machine
def nqueens_min_conflicts(made: Bytes) -> Any:
    n = 4 if made.below(9) else min(made.number(), 10**5)
    return NQueensMinConflicts(n, made.number())


@_machine
def queens_min_conflicts(made: Bytes) -> Any:
    return QueensMinConflicts(_board(made), made.number())


@_machine
def nqueens_task(made: Bytes) -> Any:
    plan = nqueens.Plan(made.below(20) if made.below(9) else made.number())
    return nqueens.Task(plan, made.number(), made.number())


@_machine
def nqueens_join(made: Bytes) -> Any:
    plan = JoinPlan(made.between(6, 20) if made.below(9) else made.below(256))
    return JoinTask(plan, made.number(), made.number(), made.between(0, _MAX_BYTES))


@_machine
def nqueens_symmetric(made: Bytes) -> Any:
    return nqueens.Symmetric(made.below(40) if made.below(9) else made.number(), _small(made))


@_machine
def nqueens_variant(made: Bytes) -> Any:
    n = made.below(34) if made.below(9) else made.number()
    return nqueens.Variant(n, _small(made), made.between(-3, 5), made.number(), made.number())


@_machine
def nqueens_list_(made: Bytes) -> Any:
    n = made.below(40) if made.below(9) else made.number()
    placed = None
    if made.flag():
        placed = made.cells((min(max(n, 0), 99),), np.int16, below=40) - made.below(3)
        placed = np.ascontiguousarray(placed, np.int16)
    machine = nqueens_list.List(n, _small(made), placed, made.flag(), made.flag())
    if made.flag():
        machine.fill(np.empty((made.below(9), min(max(n, 0), 40)), np.int8), 200)
    return machine


@_machine
def nqueens_minus_k(made: Bytes) -> Any:
    return _pawns(made, minus_k.MinusK)


@_machine
def nqueens_plus_k(made: Bytes) -> Any:
    return _pawns(made, plus_k.PlusK)


def _pawns(made: Bytes, kind: Any) -> Any:
    n = made.below(33) if made.below(9) else made.number()
    pawns = made.between(-4, 6) if made.below(9) else made.number()
    given = made.cells((made.below(6),), np.int16, below=255)
    if made.below(9) == 0:
        given = made.numbers(made.below(6), np.int16)
    return kind(n, pawns, given, made.flag())


@_machine
def nqueens_local_search(made: Bytes) -> Any:
    return local_search.LocalSearch(
        made.below(99) if made.below(9) else -made.number(), made.number()
    )


@_machine
def packing_brute(made: Bytes) -> Any:
    cells, pieces = made.between(1, 12), made.between(1, 5)
    start = np.cumsum([0] + [made.between(1, 4) for _ in range(pieces)]).astype(np.uint32)
    if made.below(16) == 0:
        start = made.numbers(pieces + 1, np.uint32)
    place = np.arange(cells, dtype=np.int32) + made.below(9)
    if made.below(16) == 0:
        place = made.numbers(cells, np.int32)
    cell_at = np.full(cells + made.below(20), -1, np.int16)
    cell_at[place[(place >= 0) & (place < len(cell_at))]] = np.arange(cells)[
        (place >= 0) & (place < len(cell_at))
    ]
    if made.below(16) == 0:
        cell_at = made.numbers(len(cell_at), np.int16)
    previous = np.array([made.below(i + 1) - 1 for i in range(pieces)], np.int32)
    if made.below(16) == 0:
        previous = made.numbers(pieces, np.int32)
    width = int(start[-1]) if start[-1] < 99 else made.below(9)
    offset = made.cells((made.between(1, 8), width), np.int32, below=9)
    if made.below(16) == 0:
        offset = made.numbers(offset.size, np.int32).reshape(offset.shape)
    turns = len(offset) if made.below(16) else made.below(9)
    after = made.cells((turns, turns), np.uint8, below=turns + (made.below(16) == 0))
    planes = made.choice((1, 1, turns, made.below(9)))
    return brute.BruteForce(
        cell_at, place, start, previous, offset, planes, after if made.flag() else None
    )


@_machine
def packing_count(made: Bytes) -> Any:
    kinds, rows = made.between(1, 5), made.below(12)
    copies = made.cells((kinds,), np.uint32, below=4)
    start = np.cumsum([0] + [made.below(5) for _ in range(rows)]).astype(np.uint32)
    if made.below(16) == 0:
        start = made.numbers(rows + 1, np.uint32)
    cells = made.below(14) if made.below(16) else made.number()
    width = int(start[-1]) if start[-1] < 99 else made.below(9)
    cell = made.cells((width,), np.uint16, below=14)
    kind = made.cells((rows,), np.uint16, below=kinds + 1)
    packing.bits(cells, copies, start, cell, kind)
    return packing.Count(cells, copies, start, cell, kind, _MAX_BYTES)


@_machine
def permutation_placements(made: Bytes) -> Any:
    return placements.Placements(made.below(20) if made.below(9) else made.number(), _small(made))


@_machine
def permutation_generate_and_test(made: Bytes) -> Any:
    board = _board(made) if made.flag() else None
    n = (len(board) if board is not None else made.below(70)) if made.below(9) else made.number()
    return generate_and_test.Permutation(board, n, made.flag())


@_machine
def queens_generate(made: Bytes) -> Any:
    count, n = made.below(3), made.between(2, 12)
    star = made.between(1, 2) if made.below(9) else made.number()
    labels = np.empty((count, n, n), np.uint8)
    queens = np.empty((count, n * min(star, 20) if made.below(9) else made.below(9)), np.int16)
    return generate.Generate(
        labels, queens, seed=made.number(), first=made.number(), style=_small(made),
        pieces=made.below(5), tier=made.between(-2, 7), stars=star, moves=made.below(99),
        patience=made.below(99), opening=made.below(99), **_wishes(made, n),
    )  # fmt: skip


def _wishes(made: Bytes, n: int) -> dict[str, Any]:
    """Draw a symmetry, given cells and queens, and sizes for `Generate`."""
    if not made.flag():
        return {}
    wishes: dict[str, Any] = {"symmetry": made.below(8), "complete": made.flag()}
    if made.flag():
        cells = made.cells((made.below(3), n, n), "u1", 3 * n)
        wishes["given"] = np.where(cells < n, cells, 255).astype(np.uint8)
    if made.flag():
        wishes["placed"] = made.cells((n,), np.int16, n + 3) - 1
    if made.flag():
        wishes |= {"least": made.below(5), "largest": made.below(99), "single_cells": made.below(9)}
    return wishes


@_machine
def queens_canonical(made: Bytes) -> Any:
    boards = _boards(made)
    generate.canonical(boards, np.empty_like(boards))


@_machine
def queens_lines(made: Bytes) -> Any:
    """Line tables that no reader has checked."""
    labels = made.cells((made.below(99),), np.uint8)
    text = made.take(made.below(50))
    count = made.below(4)
    rows = []
    for _ in range(count):
        if made.below(8) == 0:
            rows.append([made.number() for _ in range(6)])
        else:
            begin = made.below(len(text) + 1)
            end, n = begin + made.below(len(text) + 1 - begin), made.between(1, 5)
            rows.append([begin, end, made.below(99), made.below(60), n, made.between(1, 2)])
    table = np.clip(np.array(rows, object).reshape(count, 6), -(2**63), 2**63 - 1).astype(np.int64)
    kind = made.below(3)
    if kind == 0:
        first = made.cells((count, made.below(20)), np.int16, below=7) - made.below(2)
        first = first.astype(np.int16)
        lines.write_solved(
            text, labels, table, made.numbers(count, np.int64), first, made.below(4), 9
        )
    elif kind == 1:
        tiers = made.cells((count,), np.uint8)
        lines.write_rated(text, labels, table, tiers, made.numbers(count, np.uint32))
    else:
        lines.write_boards(labels, table)


@_machine
def queens_logic(made: Bytes) -> Any:
    board = _board(made)
    n = len(board)
    cells, units = [None] * (n * n), [None] * 192
    rules = 2**32 - 1 if made.below(4) else made.number()
    engine = logic.Engine(board, _rules(made), rules, cells, units)
    for _ in range(made.below(5)):
        (engine.place if made.flag() else engine.eliminate)(made.number())
    for _ in range(made.below(9)):
        engine.run(200)
        engine.last()
    return engine


def _stars(made: Bytes) -> int:
    return made.between(1, 3) if made.below(16) else made.number()


def _rules(made: Bytes) -> Any:
    """Rules with arbitrary numbers, which `fastqueens.queens.Rules` would refuse."""
    return SimpleNamespace(allow_empty_regions=made.flag(), stars=_stars(made))


def _queen_rules(made: Bytes) -> Any:
    return SimpleNamespace(allow_empty_regions=made.flag(), stars=1)


def _star_rules(made: Bytes) -> Any:
    return SimpleNamespace(allow_empty_regions=False, stars=_stars(made))


@_machine
def queens_logic_batch(made: Bytes) -> Any:
    boards = _boards(made)
    tiers, scores = np.empty(len(boards), np.uint8), np.empty(len(boards), np.uint32)
    return logic.Batch(boards, _rules(made), 2**32 - 1, tiers, scores)


@_machine
def queens_regions(made: Bytes) -> Any:
    search = regions.Search(_board(made), _queen_rules(made), made.number())
    for _ in range(made.below(5)):
        search.eliminate(made.number())
    return search


@_machine
def queens_regions_batch(made: Bytes) -> Any:
    boards = _boards(made)
    n = boards.shape[1] if made.below(16) else made.below(9)
    counts, first = np.empty(len(boards), np.int64), np.empty((len(boards), n), np.int16)
    return regions.Batch(boards, counts, first, made.number(), _queen_rules(made), made.number())


@_machine
def queens_regions_count(made: Bytes) -> Any:
    return regions.Count(
        _board(made), _queen_rules(made), _MAX_BYTES if made.flag() else made.number()
    )


@_machine
def queens_stars(made: Bytes) -> Any:
    search = stars.Search(_board(made), _star_rules(made), made.number(), made.number())
    for _ in range(made.below(5)):
        (search.place if made.flag() else search.eliminate)(made.number())
    return search


@_machine
def queens_stars_batch(made: Bytes) -> Any:
    boards = _boards(made)
    rules = _star_rules(made)
    pairs = boards.shape[1] * min(rules.stars, 20)
    counts, first = np.empty(len(boards), np.int64), np.empty((len(boards), pairs, 2), np.int16)
    return stars.Batch(boards, counts, first, made.number(), rules, made.number(), made.number())


@_machine
def queens_stars_count(made: Bytes) -> Any:
    return stars.Count(
        _board(made), _star_rules(made), _MAX_BYTES if made.flag() else made.number()
    )


@_machine
def queens_swarm(made: Bytes) -> Any:
    board = _board(made)
    n = len(board)
    size = made.between(1, 5) if made.below(16) else made.below(10**4)
    start: dict[str, Any] = {}
    if made.flag():
        start["positions"] = made.cells((size, n), np.uint16, below=n + 1)
        start["velocities"] = made.cells((size, n), np.int8).astype(np.float64) / 8
        start["bests"] = made.cells((size, n), np.uint16, below=n + 1)
    return swarm.Swarm(
        board, seed=made.number(), swarm_size=size, iterations=made.number(), w=made.real(),
        c1=made.real(), c2=made.real(), r1=made.choice((None, 0.5)), r2=made.choice((None, 0.5)),
        w1=made.real(), w2=made.real(), topology=_small(made),
        vmax=made.choice((None, made.real())), stagnation=made.choice((None, made.below(9))),
        mutation=made.real(), repair=_small(made), **start,
    )  # fmt: skip


def _tiles(made: Bytes) -> tuple[Any, Any, int, int]:
    """Return two arrangements of the same size, usually with each tile once."""
    rows, columns = made.between(1, 5), made.between(1, 5)
    found = []
    for _ in range(2):
        cells = made.cells((rows * columns if made.below(16) else made.below(30),), np.uint8)
        found.append(cells if made.below(9) == 0 else np.argsort(cells).astype(np.uint8))
    return found[0], found[1], rows, columns


@_machine
def sliding_best_first(made: Bytes) -> Any:
    tiles, goal, rows, columns = _tiles(made)
    memory = _MAX_BYTES if made.below(4) else made.below(5000)
    return best_first.BestFirst(
        tiles, goal, rows, columns, _small(made), _small(made), _small(made), memory
    )


@_machine
def sliding_additive(made: Bytes) -> Any:
    rows, columns = made.between(1, 5), made.between(1, 5)
    blank = made.below(rows * columns + 1) if made.below(16) else made.number()
    tiles = made.between(1, 4) if rows * columns < 10 else 1
    databases = beam.Additive(rows, columns, blank, tiles if made.below(16) else made.number())
    databases.step(made.below(100_000))
    if databases.ready:
        tiles, goal, *_ = _tiles(made)
        databases.value(tiles, goal)
    return databases


@_machine
def sliding_beam(made: Bytes) -> Any:
    tiles, goal, rows, columns = _tiles(made)
    blank = int(np.argmin(goal)) if made.below(16) and len(goal) else made.below(25)
    databases = beam.Additive(rows, columns, blank, 1 + made.below(2))
    databases.step(1 << 30 if made.below(16) else 5)
    width = made.below(200) if made.below(16) else made.number()
    return beam.Beam(
        tiles, goal, rows, columns, databases, width, below=made.below(99) * made.flag(),
        max_bytes=_MAX_BYTES if made.below(4) else made.below(90_000),
    )  # fmt: skip


@_machine
def sliding_heuristic(made: Bytes) -> Any:
    tiles, goal, rows, columns = _tiles(made)
    best_first.Heuristic(goal, rows, columns, _small(made))(tiles)


@_machine
def sliding_ida(made: Bytes) -> Any:
    tiles, goal, rows, columns = _tiles(made)
    heuristic = made.below(4) if made.below(16) else made.number()
    return ida.Ida(
        tiles, goal, rows, columns, heuristic, made.flag(), fixed=made.flag(),
        patience=made.number(),
    )  # fmt: skip


@_machine
def sliding_pdb(made: Bytes) -> Any:
    """Search with the tables of a corrupt pattern database; no table is built."""
    tables = pdb.Pdb(_small(made), made.below(20) if made.below(9) else made.number())
    tables.load(made.take(made.below(300)))

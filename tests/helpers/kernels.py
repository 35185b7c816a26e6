"""A small search of each kernel, for tests that apply to all kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import fastqueens._kernels as kernels
from fastqueens import cover, packing, queens
from fastqueens._kernels.cover.search import MEMO, Cover
from fastqueens._kernels.csp import search as csp
from fastqueens._kernels.csp.model_min_conflicts import ModelMinConflicts
from fastqueens._kernels.machine import Machine
from fastqueens._kernels.nqueens import count
from fastqueens._kernels.nqueens.join import JoinPlan, JoinTask
from fastqueens._kernels.nqueens.list import List
from fastqueens._kernels.nqueens.local_search import LocalSearch
from fastqueens._kernels.nqueens.min_conflicts import MinConflicts as NQueensMinConflicts
from fastqueens._kernels.nqueens.minus_k import MinusK
from fastqueens._kernels.nqueens.plus_k import PlusK
from fastqueens._kernels.packing import brute
from fastqueens._kernels.packing import count as packed_count
from fastqueens._kernels.permutation import placements
from fastqueens._kernels.queens import generate, logic, regions, stars
from fastqueens._kernels.queens.csp_model import compile_board
from fastqueens._kernels.queens.min_conflicts import MinConflicts
from fastqueens._kernels.sliding import beam, ida, pdb
from fastqueens._kernels.sliding.best_first import BestFirst
from fastqueens.nqueens.rules import NUMBERS
from fastqueens.queens import Rules

__all__ = ["MAKERS", "Maker", "csp_model", "looks_at", "loose", "machines", "packed", "tiles"]

GOAL = np.array([*range(1, 16), 0], np.uint8)
TILES = np.array([2, 15, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0], np.uint8)
TOROIDAL = NUMBERS["toroidal"]
# Attributes and methods that show the state of a kernel; tests read all that a kernel has.
_READERS = (
    "best_cells", "bound", "bytes", "cells", "cost", "domains", "done", "fitness", "gave_up",
    "hand", "held", "history", "inside", "kind", "last", "next_arc", "outcome", "particle",
    "peek_moves", "placed", "position", "revising", "reviewed", "rows", "score", "scores",
    "solutions", "spent", "state", "stream", "stride", "tier", "total",
)  # fmt: skip


def machines() -> set[type]:
    """Return all classes that step a C state machine."""
    for path in Path(kernels.__file__).parent.glob("*/*.pyx"):
        import_module(f"fastqueens._kernels.{path.parent.name}.{path.stem}")
    found, more = set(), [Machine]
    while more:
        children = more.pop().__subclasses__()
        found.update(children)
        more += children
    return {one for one in found if not one.__subclasses__()}


@dataclass(frozen=True)
class Maker:
    """How to make a kernel: its class, its arguments, and the budget of a short step."""

    make: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]
    budget: int
    options: dict[str, Any] = field(default_factory=dict)
    # Shapes and types of the arrays that `peek` fills; None if `peek` is not always allowed.
    peek: tuple[tuple[tuple[int, ...], Any], ...] | None = ()

    def __call__(self) -> Any:
        return self.make(*self.arguments(), **self.options)


def looks_at(kernel: Any, maker: Maker) -> Callable[[], object]:
    """Return a function that reads the state of a kernel in every possible way."""
    readers = [reader for reader in _READERS if hasattr(kernel, reader)]

    def look() -> None:
        for reader in readers:
            value = getattr(kernel, reader)
            if callable(value):
                value()
        if hasattr(kernel, "peek") and maker.peek is not None:
            kernel.peek(*(np.zeros(shape, kind) for shape, kind in maker.peek))
        if hasattr(kernel, "peek_left") and maker.peek is not None:
            kernel.peek_left(np.zeros((12, 12), np.uint8))

    return look


@lru_cache
def board() -> Any:
    return queens.generate(12, seed=7)[0].regions


def loose(n: int) -> Any:
    """Return regions with many solutions: each row is a region."""
    return np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)


def _many(stars: int | None = None) -> tuple[Any, ...]:
    first = np.zeros((8, 12) if stars is None else (8, 12 * stars, 2), np.int16)
    return np.stack([loose(12)] * 8), np.zeros(8, np.int64), first


@lru_cache
def _nines() -> Any:
    return np.stack([b.regions for b in queens.generate(9, count=30, seed=3)])


def _rated() -> tuple[Any, ...]:
    return _nines(), Rules(), len(logic.RULES), np.zeros(30, np.uint8), np.zeros(30, np.uint32)


def _lanes() -> tuple[Any, ...]:
    boards = np.concatenate([_nines()] * 4)
    return boards, np.zeros(120, np.int64), np.zeros((120, 9), np.int16), 2, Rules(), 0


def _generated() -> tuple[Any, ...]:
    return np.zeros((50, 8, 8), np.uint8), np.zeros((50, 8), np.int16)


def _pairs(method: str) -> Any:
    return cover.langford(7).solutions(method=method).search.kernel


def _dominating(method: str) -> Any:
    """Return the kernel for queens that dominate a small board, at most two on each square."""
    n = 5
    squares = [divmod(k, n) for k in range(n * n)]
    options = [
        ["Q", *((x, y) for x, y in squares if x == r or y == c or abs(x - r) == abs(y - c))]
        for r, c in squares
    ]
    bounds = {"Q": 3, **dict.fromkeys(squares, (1, 2)), (0, 0): (0, None)}
    problem = cover.ExactCover(options, multiplicity=bounds, cost=range(n * n))
    return problem.solutions(method=method, max_cost=60).search.kernel


def _counted_pairs() -> Any:
    pairs = cover.langford(7)
    arrays = (pairs._start, pairs._item, pairs._colour, pairs.primary, len(pairs.items))
    return Cover(*arrays, MEMO, True)


@lru_cache
def packed(make: str) -> tuple[Any, ...]:
    """Return the arguments of the kernel constructor `make` for a small box."""
    import pytest

    taken: list[tuple[Any, ...]] = []

    def take(*arguments: Any) -> Any:
        taken.append(arguments)
        raise KeyboardInterrupt

    puzzle = packing.Puzzle(np.ones((6, 6), bool), [[(0, 0), (0, 1), (0, 2)]] * 12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fastqueens.packing.search.BruteForce", take)
        patch.setattr("fastqueens.packing.counting._kernels.Count", take)
        try:
            if make == "Count":
                packing.count(puzzle, method="memo")
            else:
                packing.solve(puzzle, method="brute-force")
        except KeyboardInterrupt:
            pass
    return taken[0]


def tiles(*more: Any) -> tuple[Any, ...]:
    return TILES, GOAL, 4, 4, *more


@lru_cache
def manhattan() -> Any:
    """Return databases of patterns of one tile."""
    databases = beam.Additive(4, 4, 15, 1)
    databases.step(1 << 30)
    return databases


def _engine() -> tuple[Any, ...]:
    return board(), Rules(), len(logic.RULES), list(range(144)), list(range(192))


def _swarm(regions: Any, **options: Any) -> Any:
    return queens.solutions(
        queens.Board.from_array(regions), method="pso", iterations=10**7, seed=1, **options
    ).search.kernel


def _tree(method: int, **options: Any) -> Maker:
    def make(regions: Any) -> Any:
        return csp.Search(
            compile_board(regions, 12, None), method, 0, 0, False, 1, 1 << 20, **options
        )

    return Maker(make, lambda: (board(),), 300, peek=(((12,), np.int16),))


def _propagation(regions: Any) -> Any:
    return csp.Propagation(csp.Search(compile_board(regions, 12, None), 3, 0, 0, False, 1, 1 << 20))


def csp_model() -> csp.Model:
    """Compile a model with all kinds of constraints, which takes some hundred steps."""
    every = np.arange(8, dtype=np.uint32)
    rows = [(a, b, (3 * a + b) % 8) for a in range(8) for b in range(8)]
    conflicts = [(x, a, x + 1, a) for x in range(7) for a in range(8)]
    return csp.general(
        np.full(8, 8, np.uint32),
        np.array(conflicts, np.uint32),
        [(every[:6], np.tile(every, 6))],
        [(every[k : k + 3], np.array(rows, np.uint32)) for k in range(0, 6, 2)],
        [(every, np.full(8, k, np.uint32), 1, 2) for k in range(5)],
    )


def _model_tree(model: csp.Model, method: int) -> Any:
    return csp.Search(model, method, 0, 0, False, 1, 1 << 20)


def _task() -> tuple[Any, ...]:
    plan = count.Plan(12)
    return plan, 0, len(plan)


def _join_task() -> tuple[Any, ...]:
    plan = JoinPlan(12)
    return plan, 0, len(plan), 1 << 28


_N = (((12,), np.int16),)
MAKERS: dict[str, Maker] = {
    "cover, links": Maker(_pairs, lambda: ("dlx",), 20, peek=(((64,), np.int32),)),
    "cover, bits": Maker(_pairs, lambda: ("bitset",), 20, peek=(((64,), np.int32),)),
    "cover, links, multi": Maker(_dominating, lambda: ("dlx",), 20, peek=(((64,), np.int32),)),
    "cover, bits, multi": Maker(_dominating, lambda: ("bitset",), 20, peek=(((64,), np.int32),)),
    "cover, memo": Maker(_counted_pairs, tuple, 20, peek=(((64,), np.int32),)),
    "backtracking": _tree(0),
    "memo": _tree(1),
    "forward checking": _tree(2, keep_domains=True),
    "mac": _tree(3),
    "mac, tables": Maker(_model_tree, lambda: (csp_model(), 3), 50, peek=None),
    "forward checking, tables": Maker(_model_tree, lambda: (csp_model(), 2), 20, peek=None),
    "memo, tables": Maker(_model_tree, lambda: (csp_model(), 1), 20, peek=None),
    "min-conflicts, tables": Maker(ModelMinConflicts, lambda: (csp_model(), 1), 20),
    "propagation": Maker(_propagation, lambda: (board(),), 20),
    "min-conflicts, N-Queens": Maker(
        NQueensMinConflicts, lambda: (200, 1), 1000, peek=(((200,), np.int16),)
    ),
    "min-conflicts": Maker(MinConflicts, lambda: (board(), 1), 1000, peek=_N),
    "min-conflicts, n queens": Maker(NQueensMinConflicts, lambda: (12, 1), 20, peek=_N),
    "count": Maker(count.Task, _task, 2000),
    "join": Maker(JoinTask, _join_task, 2000),
    "symmetric": Maker(count.Symmetric, lambda: (16, 0), 200),
    "variant": Maker(
        count.Variant, lambda: (11, TOROIDAL, 0, 0, count.variant_size(11, TOROIDAL, 0)), 300
    ),
    "list": Maker(List, lambda: (12, 0, None, False), 3000, peek=_N),
    "minus k": Maker(
        MinusK,
        lambda: (9, -1, np.zeros(0, np.int16)),
        2000,
        peek=(((9,), np.int16), ((1,), np.int16)),
    ),
    "plus k": Maker(
        PlusK,
        lambda: (9, 1, np.zeros(0, np.int16)),
        2000,
        peek=(((10,), np.int16), ((1,), np.int16)),
    ),
    "local_search": Maker(LocalSearch, lambda: (3000, 1), 500, peek=(((3000,), np.int32),)),
    "brute force": Maker(
        brute.BruteForce, lambda: packed("BruteForce"), 300, peek=(((36,), np.int16),)
    ),
    "packings counted": Maker(packed_count.Count, lambda: packed("Count"), 10),
    "placements": Maker(
        placements.Placements, lambda: (6, placements.COMBINATIONS), 5000, peek=None
    ),
    "permutation": Maker(
        lambda regions: (
            queens.solutions(
                queens.Board.from_array(regions), method="permutation-skip"
            ).search.kernel
        ),
        lambda: (board(),),
        3000,
        peek=_N,
    ),
    "generate": Maker(
        generate.Generate,
        _generated,
        200,
        options={"seed": 1, "first": 0, "style": 0},
        peek=(((8, 8), np.uint8), ((8,), np.int16)),
    ),
    "generate, drawn": Maker(
        generate.Generate,
        _generated,
        200,
        options={"seed": 1, "first": 0, "style": 3},
        peek=(((8, 8), np.uint8), ((8,), np.int16)),
    ),
    "logic": Maker(logic.Engine, _engine, 1),
    "logic, many": Maker(logic.Batch, _rated, 20),
    "bitboard": Maker(regions.Search, lambda: (loose(12), Rules(), 0), 10, peek=_N),
    "batch": Maker(regions.Batch, lambda: (*_many(), 10**4, Rules(), 0), 3000),
    "batch, lanes": Maker(regions.Batch, _lanes, 100),
    "rows": Maker(regions.Count, lambda: (loose(16), Rules(), 1 << 28), 3000),
    "bitboard, stars": Maker(
        stars.Search, lambda: (loose(12), Rules(2)), 50, peek=(((24, 2), np.int16),)
    ),
    "batch, stars": Maker(stars.Batch, lambda: (*_many(2), 10**3, Rules(2)), 300),
    "rows, stars": Maker(stars.Count, lambda: (loose(12), Rules(2), 1 << 28), 3000),
    "swarm": Maker(
        _swarm, lambda: (board(),), 3000, options={"swarm_size": 1, "repair": "none"}, peek=_N
    ),
    "ida": Maker(ida.Ida, lambda: tiles(1, False), 20000),
    "ida, many": Maker(
        ida.Batch,
        lambda: (np.stack([TILES] * 4), np.zeros(4, np.int32), np.zeros((4, 20), np.uint8), GOAL),
        2000,
    ),
    "pattern databases": Maker(pdb.Pdb, lambda: (pdb.PDB_555, 0), 200000),
    "best-first": Maker(BestFirst, lambda: tiles(1, 1, 0, 1 << 28), 500),
    "branch-and-bound": Maker(BestFirst, lambda: tiles(0, 1, 0, 1 << 28), 1000),
    "additive databases": Maker(beam.Additive, lambda: (4, 4, 15, 3), 2000),
    "beam": Maker(beam.Beam, lambda: tiles(manhattan(), 200), 500),
}

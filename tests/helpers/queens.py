"""Boards, checks and an engine driver, shared by the tests of coloured Queens and Star Battle."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from fastqueens import queens, reference
from fastqueens._kernels.queens import logic as kernel
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import cells_of
from fastqueens.queens.grid.rules import Rules
from fastqueens.queens.logic.steps import RULES, Step
from fastqueens.search import DONE, FOUND, RUNNING
from helpers import boards

NINE = Board.from_text(boards.NINE)
FOUR = Board.from_text(boards.FOUR)
SIX = Board.from_text(boards.SIX)  # no solution
LOOSE = Board.from_text("\n".join(["ABCDEF"] * 6))  # 90 solutions
FIVE = "AAABB\nACCCB\nACDDB\nEEEFF\nEGGFF"  # seven regions


def is_solution(regions, cells, each=1):
    """Return whether queens on these cells solve a board with `each` queens in every unit."""
    n = len(regions)
    cells = [(r, c) for r, c in np.asarray(cells).tolist()]
    on_board = all(0 <= r < n and 0 <= c < n for r, c in cells)
    units = [unit for r, c in cells for unit in ((0, r), (1, c), (2, int(regions[r][c])))]
    touching = reference.queens.broken(regions, cells)[3]
    return (
        on_board
        and not touching
        and len(set(units)) == 3 * n
        and all(units.count(u) == each for u in units)
    )


def solutions_of(board, limit=10**9, **options):
    """Return the cells of all solutions, or of the first `limit` solutions."""
    found = queens.solutions(board, **options)
    return [set(cells_of(s)) for s, _ in zip(found, range(limit), strict=False)]


def step_of(rule, units, stars=1, **cells):
    """Return a logic step on a board of eight regions, A to H."""
    fields = {"cells": (), "placed": (), "eliminated": (), **cells}
    return Step(rule, tuple(units), **fields, _region_names=tuple("ABCDEFGH"), _stars=stars)


star_step = partial(step_of, stars=2)


# ------------------------------------------------------------------------- boards with a solution


@cache
def placements(n, each):
    """Return all placements of `each` stars in each row and column, as (row, column) pairs."""
    return [
        tuple((r, c) for r, row in enumerate(rows) for c in row)
        for rows in reference.queens.stars_placements(n, each)
    ]


def plant(cells, n, each, rng, loose):
    """Make a board with this solution; `loose` % of the cells join a random region."""
    regions = np.where(rng.random((n, n)) * 100 < loose, rng.integers(0, n, (n, n)), n - 1)
    groups = rng.permutation(np.repeat(np.arange(n), each))
    for (r, c), g in zip(cells, groups, strict=True):
        regions[r, c] = g
    return regions.astype(np.uint8)


# -------------------------------------------------------------------------------- the logic engine


def check_sound(board, steps, solutions):
    """Check that no step eliminates a cell of a solution or places a wrong queen."""
    for step in steps:
        for solution in solutions:
            assert not solution & set(step.eliminated), step
            assert set(step.placed) <= solution, step
        if step.rule == "contradiction":
            assert not solutions
            assert not step.eliminated


def replay(regions, steps):
    """Return the position before each step."""
    n = len(regions)
    left, stand = {(r, c) for r in range(n) for c in range(n)}, set()
    for step in steps:
        yield set(left), set(stand), step
        left -= {*step.eliminated, *step.placed}
        stand |= set(step.placed)


def drive(regions, budget, stars=1):
    """Run the engine with this budget per call; return all steps and the counters."""
    n = len(regions)
    cells = [(r, c) for r in range(n) for c in range(n)]
    units = [(kind, i) for kind in range(3) for i in range(64)]
    engine = kernel.Engine(np.ascontiguousarray(regions), Rules(stars), len(RULES), cells, units)
    notes = []
    assert engine.step(0) == RUNNING
    while (status := engine.step(budget)) != DONE:
        if status == FOUND:
            notes.append(engine.last())
    assert engine.step(budget) == DONE
    return notes, engine.counters(), engine.score, engine.tier, engine.spent

"""Equality of results, problems and states: by value, in copies and after pickling."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from fastqueens import cover, csp, nqueens, packing, queens, sliding
from fastqueens.results import Stats

BOARD = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
OTHER = queens.levels(7)[0].board
PUZZLE = packing.Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
TILES = np.array([[1, 2], [0, 3]])
SOLVED_TILES = np.array([[1, 2], [3, 0]])


def model(compiled=False):
    made = csp.Model({name: list("abc") for name in "xyz"})
    made.add_different("x", "y")
    made.add_all_different("x", "z")
    made.add_conflicts([[0, 0, 1, 1]])
    if compiled:
        made.solve()
    return made


def coloured(colour):
    return cover.ExactCover([["a", cover.Coloured("x", colour)]], secondary=["x"])


def placement(pawns):
    return next(nqueens.solutions(8, variant="plus_k", pawns=pawns))


# Each pair: makes an object, and makes a different object of the same class.
MADE = {
    "Placement": (lambda: placement(1), lambda: placement(-1)),
    "ExactCover": (lambda: cover.ExactCover([["a", "b"], ["c"]]), lambda: cover.langford(4)),
    "ExactCover with colours": (lambda: coloured("red"), lambda: coloured("blue")),
    "Model": (model, lambda: csp.Model([2, 2])),
    "compiled Model": (lambda: model(compiled=True), lambda: csp.Model([2, 2])),
    "Candidates": (lambda: queens.candidates(BOARD), lambda: queens.candidates(OTHER)),
    "BatchResult": (lambda: queens.solve_many([BOARD]), lambda: queens.solve_many([OTHER])),
    "BatchRating": (lambda: queens.rate_many([BOARD]), lambda: queens.rate_many([OTHER])),
    "sliding.BatchResult": (
        lambda: sliding.solve_many([[*range(1, 16), 0]]),
        lambda: sliding.solve_many([[*range(1, 15), 0, 15]]),
    ),
    "SearchTree": (lambda: model().tree(), lambda: csp.Model([2, 2]).tree()),
    "Swarm": (lambda: queens.Swarm.start(OTHER, 1), lambda: queens.Swarm.start(OTHER, 1).step()),
    "Rating": (lambda: queens.rate(BOARD), lambda: queens.rate(OTHER)),
    "Step": (lambda: queens.explain(BOARD)[0], lambda: queens.explain(OTHER)[0]),
    "Hint": (lambda: queens.hint(BOARD), lambda: queens.hint(OTHER)),
    "QueensResult": (lambda: queens.solve(BOARD), lambda: queens.solve(OTHER)),
    "QueensResult with history": (
        lambda: queens.solve(BOARD, method="pso"), lambda: queens.solve(OTHER, method="pso"),
    ),
    "NQueensResult": (lambda: nqueens.solve(8), lambda: nqueens.solve(9)),
    "CSPResult": (lambda: model().solve(), lambda: csp.Model([2, 2]).solve()),
    "ArcConsistency": (
        lambda: model().arc_consistent(), lambda: csp.Model([2, 2]).arc_consistent(),
    ),
    "CoverResult": (lambda: cover.langford(4).solve(), lambda: cover.langford(3).solve()),
    "PackingResult": (
        lambda: packing.solve(PUZZLE),
        lambda: packing.solve(PUZZLE, placed={"A": [(0, 0), (0, 1)]}),
    ),
    "Packing": (lambda: packing.solve(PUZZLE).packing, lambda: packing.Packing(PUZZLE, {})),
    "SlidingResult": (lambda: sliding.solve(TILES), lambda: sliding.solve(SOLVED_TILES)),
    "Kurang": (lambda: sliding.kurang(TILES), lambda: sliding.kurang(SOLVED_TILES)),
    "Stats": (lambda: Stats({"nodes": 1}, 0.1), lambda: Stats({"nodes": 2}, 0.1)),
    "Frame": (
        lambda: next(queens.frames(BOARD, method="mac")),
        lambda: list(queens.frames(BOARD, method="mac"))[-1],
    ),
    "Frame of tiles": (
        lambda: next(sliding.frames(TILES)), lambda: next(sliding.frames(SOLVED_TILES)),
    ),
    "ImageReading": (
        lambda: queens.read_image(BOARD.to_png(cell=24)),
        lambda: queens.read_image(OTHER.to_png(cell=24)),
    ),
}  # fmt: skip
MUTABLE = {"Model", "compiled Model", "BatchResult", "BatchRating", "sliding.BatchResult"}


@pytest.mark.parametrize("name", MADE)
def test_objects_of_equal_value_are_equal(name):
    make, make_other = MADE[name]
    first, other = make(), make_other()
    same = [make(), copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))]
    for second in same:
        assert (first == second, first != second) == (True, False)
    assert (first == other, first != other) == (False, True)
    assert first != "something else"
    if name in MUTABLE:
        with pytest.raises(TypeError, match="unhashable"):
            hash(first)
    else:
        assert {hash(second) for second in same} == {hash(first)}


def test_equality_ignores_the_seconds():
    first, second = queens.solve(BOARD), queens.solve(BOARD)
    second.stats.seconds = first.stats.seconds + 1
    assert first == second
    assert hash(first) == hash(second)


def test_models_with_equal_conflicts_are_equal_in_any_order():
    first, second = csp.Model([2, 2]), csp.Model([2, 2])
    first.add_conflict(0, 0, 1, 1)
    first.add_conflict(0, 1, 1, 0)
    second.add_conflicts([[1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1]])
    assert first == second
    second.add_conflict(0, 0, 1, 0)
    assert first != second


@pytest.mark.parametrize("copied", [False, True])
def test_the_queens_of_a_result_are_read_only(copied):
    for result in (queens.solve(BOARD), nqueens.solve(8)):
        if copied:
            result = pickle.loads(pickle.dumps(result))
        with pytest.raises(ValueError, match="read-only"):
            result.queens[0] = 0


def test_one_board_of_a_batch_of_ratings():
    ratings = queens.rate_many([BOARD, OTHER])
    assert ratings[0] == (queens.rate(BOARD).tier, queens.rate(BOARD).score)
    assert ratings[-1].tier == queens.rate(OTHER).tier
    with pytest.raises(IndexError, match="found board 2, expected one of 2 boards"):
        ratings[2]

"""The cells left to a board: against the slow twins, and against what solutions there are."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import ENDLESS, region_arrays
from helpers import boards
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, queens, reference


@settings(max_examples=150)
@given(region_arrays(), st.sampled_from(["regions", "rows"]))
def test_arc_consistency_is_that_of_the_twin(regions, variables):
    sizes, conflicts, cells = reference.csp.of_board(regions.tolist(), variables)
    naive = reference.csp.fixpoint(sizes, conflicts)
    board = queens.Board.from_array(regions)
    found = queens.candidates(board, variables=variables)
    assert found.before.all()
    assert found.consistent == bool(found) == all(naive)
    if found:
        left = {cells[x][a] for x, domain in enumerate(naive) for a in domain}
        assert set(found.cells) == left
        assert found.stats.prunes == found.pruned.sum() == len(cells) ** 2 - len(left)


@settings(max_examples=150)
@given(region_arrays(), st.data())
def test_cells_left_by_units_are_those_of_the_twin(regions, data):
    stars = data.draw(st.integers(1, 2))
    n = len(regions)
    cells = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = data.draw(st.lists(cells, max_size=2, unique=True))
    board = queens.Board.from_array(regions, stars=stars)
    found = queens.candidates(board, placed, variables="units", stars=stars)
    left = reference.queens.candidates(regions.tolist(), placed, stars)
    assert found.consistent == (left is not None)
    if left is not None:
        assert set(found.cells) == left


@settings(max_examples=100)
@given(region_arrays(), st.data())
def test_no_cell_of_a_solution_goes(regions, data):
    board = queens.Board.from_array(regions)
    solutions = list(reference.queens.solutions(regions.tolist()))
    n = board.n
    placed = []
    if solutions and data.draw(st.booleans()):
        solution = data.draw(st.sampled_from(solutions))
        rows = data.draw(st.lists(st.integers(0, n - 1), max_size=n, unique=True))
        placed = [(row, solution[row]) for row in rows]
    agreeing = [s for s in solutions if all(s[row] == column for row, column in placed)]
    for variables in ("regions", "rows", "units"):
        found = queens.candidates(board, placed, variables=variables)
        assert all(found.left[row, s[row]] for s in agreeing for row in range(n))
        assert found or not agreeing
        assert not (found.left & ~found.before).any()
        assert (found.attacked == ~found.before).all()
        assert np.array_equal(np.asarray(found), found.left)
        assert len(found) == found.left.sum()
        if found:
            assert all(found.left[cell] for cell in placed)


def test_queens_that_attack_each_other_are_hopeless():
    board = queens.Board.from_text(boards.NINE)
    for variables in ("regions", "rows", "units"):
        for placed in ([(0, 0), (0, 5)], [(0, 0), (1, 1)], [(0, 0), (5, 0)]):
            assert not queens.candidates(board, placed, variables=variables)


def test_marks_and_data():
    board = queens.Board.from_text(boards.FOUR)
    found = queens.candidates(board, [(0, 2)])
    assert found.queens == ((0, 2),)
    assert str(found) == "..#.\nR...\n...Y\n.G.."
    crossed = set(found.marks.crossed)
    assert crossed == {(r, c) for r in range(4) for c in range(4)} - set(found.cells)
    assert set(found.marks.framed) == {tuple(cell) for cell in np.argwhere(found.pruned).tolist()}
    data = found.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["candidates"] == [[0, 2], [1, 0], [2, 3], [3, 1]]
    assert np.asarray(found, dtype=int).sum() == 4
    copy = np.asarray(found)
    copy[:] = False
    assert found.left.any()


def test_more_regions_than_rows_go_by_rows():
    board = queens.Board.from_text("ABC\nABC\nABD", at_most_one=True)
    assert queens.candidates(board).variables == "rows"
    assert queens.candidates(queens.Board.from_text(boards.FOUR)).variables == "regions"
    stars = queens.Board.from_text(boards.NINE, stars=2)
    assert queens.candidates(stars).variables == "units"


def test_bad_candidates():
    board = queens.Board.from_text(boards.FOUR)
    for make, message in (
        (lambda: queens.candidates(board, [(4, 0)]), "off the board"),
        (lambda: queens.candidates(board, variables="cells"), "unknown variables 'cells'"),
        (lambda: queens.candidates(board, variables="rows", stars=2), "variables='units'"),
        (lambda: queens.candidates(board, time_limit=-1), "time_limit"),
    ):
        with pytest.raises(InputError, match=message):
            make()
    for variables in ("regions", "units"):
        with pytest.raises(SearchStopped, match="propagation was stopped by the time limit"):
            queens.candidates(ENDLESS, variables=variables, time_limit=0)

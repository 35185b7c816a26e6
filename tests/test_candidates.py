"""The remaining candidates of a board, compared with slow references and with all solutions."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import ENDLESS, examples, region_arrays
from helpers import boards
from helpers.command import refused, run
from helpers.queens import placements, plant
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, SearchStopped, queens, reference


@examples(60)
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


@examples(60)
@given(region_arrays(), st.data())
def test_cells_left_by_units_are_those_of_the_twin(regions, data):
    stars = data.draw(st.integers(1, 2))
    if stars == 2:  # boards with two stars have solutions from 8 rows on
        cells = data.draw(st.sampled_from(placements(8, 2)))
        rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
        regions = plant(cells, 8, 2, rng, data.draw(st.sampled_from([5, 30, 100])))
    n = len(regions)
    cells = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = data.draw(st.lists(cells, max_size=2, unique=True))
    board = queens.Board.from_array(regions, stars=stars)
    found = queens.candidates(board, placed, variables="units")
    left = reference.queens.candidates(regions.tolist(), placed, board.rules)
    assert found.consistent == (left is not None)
    if left is not None:
        assert set(found.cells) == left


@examples(60)
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
    assert found.placed == ((0, 2),)
    assert str(found) == "..#.\nR...\n...Y\n.G.."
    marked = {*found.marks.eliminated, *found.marks.gone}
    assert marked == {(r, c) for r in range(4) for c in range(4)} - set(found.cells)
    assert set(found.marks.eliminated) == {
        tuple(cell) for cell in np.argwhere(found.pruned).tolist()
    }
    data = found.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["candidates"] == [[0, 2], [1, 0], [2, 3], [3, 1]]
    assert np.asarray(found, dtype=int).sum() == 4
    copy = np.asarray(found)
    copy[:] = False
    assert found.left.any()


def test_more_regions_than_rows_go_by_rows():
    board = queens.Board.from_text("ABC\nABC\nABD", allow_empty_regions=True)
    assert queens.candidates(board).variables == "rows"
    assert queens.candidates(queens.Board.from_text(boards.FOUR)).variables == "regions"
    stars = queens.Board.from_text(boards.NINE, stars=2)
    assert queens.candidates(stars).variables == "units"


def test_bad_candidates():
    board = queens.Board.from_text(boards.FOUR)
    eight = [row for row in ("AAAABBBB", "CCCCDDDD", "EEEEFFFF", "GGGGHHHH") for _ in range(2)]
    eight = queens.Board.from_array(eight, stars=2)
    for make, message in (
        (lambda: queens.candidates(board, [(4, 0)]), "off the board"),
        (lambda: queens.candidates(board, variables="cells"), "unknown variables 'cells'"),
        (lambda: queens.candidates(eight, variables="rows"), "variables='units'"),
        (lambda: queens.candidates(board, time_limit=-1), "time_limit"),
    ):
        with pytest.raises(InputError, match=message):
            make()
    for variables in ("regions", "units"):
        with pytest.raises(SearchStopped, match="propagation was stopped by the time limit"):
            queens.candidates(ENDLESS, variables=variables, time_limit=0)


def test_cells_crossed_out_are_out():
    board = queens.Board.from_text(boards.NINE)
    for variables in ("regions", "rows", "units"):
        found = queens.candidates(board, [(0, 7)], eliminated=[(1, 0), (0, 7)], variables=variables)
        assert not found.before[1, 0]
        assert found.before[0, 7]
        hopeless = queens.candidates(board, eliminated=[(6, 2), (7, 2)], variables=variables)
        assert hopeless.consistent == (variables == "rows")  # one region has no cell


def test_pictures(tmp_path):
    found = queens.candidates(queens.Board.from_text(boards.NINE))
    svg = found.to_svg(axes=True)
    assert svg == found.to_svg(axes=True)
    assert "21 of 81 cells left" in svg
    assert "<img" in found._repr_html_()
    found.save(tmp_path / "left.png")
    assert (tmp_path / "left.png").read_bytes().startswith(b"\x89PNG")


# ---------------------------------------------------------------------------------- the command


@pytest.fixture
def nine(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(boards.NINE)
    return path


def test_hint_shows_the_cells_left(nine, tmp_path):
    ended = run("hint", nine, "--candidates")
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert lines[:2] == ["  a b c d e f g h i", "1 AxA AxBxB CxCxC D"]
    assert lines[-1].startswith("21 of 81 cells left · 133 revisions, 60 prunes")
    units = run("hint", nine, "--candidates", "--variables", "units", "--placed", "h1")
    assert "9 of 81 cells left" in units.stdout
    for suffix, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("txt", b"  a b c d e")):
        out = tmp_path / f"left.{suffix}"
        assert run("hint", nine, "--candidates", "-o", out).returncode == 0
        assert out.read_bytes().startswith(start)


def test_hint_candidates_as_json(nine):
    answer = json.loads(run("hint", nine, "--candidates", "--placed", "h1", "--json").stdout)
    found = queens.candidates(queens.Board.from_file(nine), [(0, 7)])
    assert (answer["schema"], answer["command"], answer["status"]) == (2, "hint", "solved")
    assert answer["candidates"] == found.as_dict()["candidates"]
    assert answer["placed"] == [[0, 7]]
    assert answer["counters"]["prunes"] == found.stats.prunes


def test_hint_candidates_ends_as_other_commands(nine):
    ended = run("hint", nine, "--candidates", "--placed", "h1,a2")
    assert ended.returncode == 1
    assert "no solution from this position" in ended.stdout
    ended = run("hint", nine, "--candidates", "--time-limit", "0")
    assert (ended.returncode, ended.stdout.strip()) == (3, "stopped by the time limit")
    assert "--candidates" in refused("hint", nine, "--variables", "rows").stderr
    assert "--show-solution" in refused("hint", nine, "--candidates", "--show-solution").stderr

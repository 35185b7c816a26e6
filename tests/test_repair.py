"""The repair of a board: the fewest cells to change so that it has one solution."""

import json
from itertools import combinations, product

import numpy as np
import pytest
from helpers.command import run
from helpers.web import answer, post, refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import InputError, queens
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens import Board, Rules, repair

UNIQUE = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")


def options(regions, cell):
    """Return the regions of the side neighbours of a cell, other than its own."""
    n = len(regions)
    row, column = cell
    sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    near = {int(regions[r, c]) for r, c in sides if 0 <= r < n and 0 <= c < n}
    return sorted(near - {int(regions[cell])})


def smallest_repair(board, most):
    """Try every set of changes by size and in reading order; return the regions, or None."""
    regions, before = board.regions, count_pieces_of_regions(board.regions)
    cells = list(np.ndindex(board.n, board.n))
    for size in range(most + 1):
        for chosen in combinations(cells, size):
            for new in product(*(options(regions, cell) for cell in chosen)):
                changed = regions.copy()
                for cell, region in zip(chosen, new, strict=True):
                    changed[cell] = region
                if len(np.unique(changed)) != len(before):
                    continue
                pieces = count_pieces_of_regions(changed)
                made = Board.from_array(changed).with_rules(board.rules)
                if (pieces <= before).all() and queens.is_unique(made):
                    return size, changed
    return None


def random_boards(count, n, seed):
    """Yield boards whose regions grow from random cells; some get a second piece."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        regions = np.full((n, n), -1)
        for k, cell in enumerate(rng.permutation(n * n)[:n]):
            regions.flat[cell] = k
        while (regions < 0).any():
            row, column = rng.integers(n, size=2)
            dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
            r, c = row + dr, column + dc
            if regions[row, column] < 0 and 0 <= r < n and 0 <= c < n:
                regions[row, column] = regions[r, c]
        yield Board.from_array(regions)


@pytest.mark.parametrize(("n", "most", "seed"), [(4, 3, 1), (5, 2, 2)])
def test_no_smaller_set_of_changes_repairs_a_board(n, most, seed):
    found = set()
    for board in random_boards(12, n, seed):
        expected = smallest_repair(board, most)
        result = repair(board, max_changes=most)
        if expected is None:
            assert (result.status, result.board, bool(result)) == ("unsolvable", None, False)
            continue
        size, regions = expected
        assert len(result.changes) == size
        assert result.minimal
        assert result.board == Board.from_array(regions) or (
            np.array_equal(Board.from_array(regions).regions, result.board.regions)
        )
        found.add(size)
    assert len(found) > 1


def test_a_repair_keeps_labels_rules_and_pieces():
    board = Board.from_text("RBBB\nRRBY\nRYYY\nGGGY")
    result = repair(board)
    assert [tuple(x) for x in result.changes] == [(0, 1, "B", "R")]
    assert (result.board.labels, result.board.rules) == (board.labels, Rules())
    assert str(result.board) == "RRBB\nRRBY\nRYYY\nGGGY"
    assert queens.is_unique(result.board)


def test_a_board_with_one_solution_needs_no_change():
    result = repair(UNIQUE)
    assert (result.status, result.changes, result.minimal, result.stats.boards) == (
        "solved", (), True, 1,
    )  # fmt: skip
    assert result.board == UNIQUE


def test_boards_of_several_stars_are_repaired():
    board = queens.make(8, stars=2, seed=3)
    regions = board.regions.copy()
    row, column = next(cell for cell in np.ndindex(8, 8) if options(regions, cell))
    regions[row, column] = options(regions, (row, column))[0]
    result = repair(Board.from_array(regions).with_rules(board.rules), max_changes=2)
    assert result.solved
    assert len(result.changes) <= 1
    assert queens.is_unique(result.board)


def test_limits_are_reported_and_wrong_arguments_refused():
    rows = np.repeat(np.arange(8), 8).reshape(8, 8)
    result = repair(rows, time_limit=0)
    assert (result.status, result.reason, result.board) == ("stopped", "time", None)
    assert repair(rows, max_changes=1).status == "unsolvable"
    for wrong in (-1, 1.5, "x", None):
        with pytest.raises(InputError, match="max_changes"):
            repair(rows, max_changes=wrong)


def test_repair_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loose.txt").write_text("RBBB\nRRBY\nRYYY\nGGGY\n")
    ended = run("repair", "loose.txt", "-o", "fixed.txt")
    assert ended.returncode == 0
    assert "Change b1 from B to R. No smaller set is enough." in ended.stdout
    assert queens.is_unique(Board.from_file("fixed.txt"))
    told = json.loads(run("repair", "loose.txt", "--json").stdout)
    assert told["changes"] == [{"cell": [0, 1], "before": "B", "after": "R"}]
    assert (told["minimal"], told["status"]) == (True, "solved")
    (tmp_path / "rows.txt").write_text("\n".join(x * 6 for x in "ABCDEF"))
    assert run("repair", "rows.txt", "--max-changes", "1").returncode == 1
    assert run("repair", "rows.txt", "--time-limit", "0").returncode == 3


def test_repair_route():
    found = answer("/api/repair", {"board": "4x1.ABBBAABCACCCDDDC"})
    assert found["code"] == "4x1.AABBAABCACCCDDDC"
    assert found["changes"] == [{"cell": [0, 1], "before": "B", "after": "A"}]
    assert found["sentence"] == "Change b1 from B to A. No smaller set is enough."
    assert "Max_changes is 99" in refusal("/api/repair", {"board": "1x1.A", "max_changes": 99})


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(st.text(max_size=30), st.text("ABC.x1452z~*\x00\ud800", max_size=30)),
    st.one_of(st.none(), st.integers(-1, 6)),
    st.sampled_from(["/api/repair", "/api/known"]),
)
def test_random_boards_of_the_routes_are_read_or_refused(text, most, path):
    request = {"board": text} | ({} if most is None else {"max_changes": most})
    reply = post(path, request)
    assert reply.status in (200, 400, 422)
    if reply.status != 200:
        assert reply.json["error"].endswith((".", "?", "!"))

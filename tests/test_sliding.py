"""Sliding tiles: known counts, best-first search against its reference, distances, parsing."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from conftest import THOROUGH, examples, some
from helpers.progress import Enough, Seen
from hypothesis import example, given
from hypothesis import strategies as st

from fastqueens import InputError, reference, sliding
from fastqueens._kernels.sliding import best_first, pdb
from fastqueens.examples import example as example_file
from fastqueens.search import DONE, FOUND, FULL, RUNNING
from fastqueens.sliding import drawing, pattern_databases
from fastqueens.sliding.methods import HEURISTICS, METHOD_HEURISTICS, METHODS
from fastqueens.sliding.puzzle import MOVES, Puzzle

CASE_1 = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4), (4, 5), (5, 5)]
WITH_TWIN = HEURISTICS[:4]


@cache
def distances(rows, columns, depth=None, goal=None):
    goal = goal or (*range(1, rows * columns), 0)
    return reference.sliding.distances(goal, columns, depth)


def flat(puzzle):
    return tuple(puzzle.tiles.ravel().tolist())


def as_puzzle(tiles, columns, goal=None):
    shape = -1, columns
    goal = None if goal is None else np.reshape(goal, shape)
    return Puzzle.from_array(np.reshape(tiles, shape), goal=goal)


def heuristics_of(shape):
    return WITH_TWIN if shape == (4, 4) else WITH_TWIN[:3]


@st.composite
def arrangements(draw, shapes=SHAPES):
    rows, columns = draw(st.sampled_from(shapes))
    return as_puzzle(draw(st.permutations(range(rows * columns))), columns)


@st.composite
def near_goals(draw, shapes=SHAPES, depth=18):
    """Draw a board near its goal, which is any arrangement."""
    rows, columns = draw(st.sampled_from(shapes))
    goal = np.reshape(draw(st.permutations(range(rows * columns))), (rows, columns))
    goal = draw(st.sampled_from([None, goal]))
    return sliding.scramble(
        draw(st.integers(0, depth)),
        seed=draw(st.integers(0, 2**64 - 1)),
        n=rows,
        columns=columns,
        goal=goal,
    )


# --------------------------------------------------------------- the method of the 15-puzzle report

# Of each board of the report: the sum of KURANG, X, the nodes, and the moves of its solution file.
REPORT: dict[str, tuple[int, int, int, str | None]] = {
    "fifteen-11": (21, 1, 73, "RIGHT UP LEFT DOWN RIGHT DOWN LEFT LEFT DOWN RIGHT RIGHT"),
    "fifteen": (
        19,
        1,
        18997,
        "UP RIGHT RIGHT DOWN LEFT LEFT UP RIGHT DOWN RIGHT UP LEFT LEFT DOWN RIGHT DOWN LEFT DOWN "
        "RIGHT RIGHT RIGHT",
    ),
    "fifteen-16": (
        12,
        0,
        1160,
        "UP LEFT LEFT LEFT DOWN RIGHT RIGHT RIGHT UP LEFT LEFT LEFT DOWN RIGHT RIGHT RIGHT",
    ),
    "fifteen-23-none": (22, 1, 0, None),
    "fifteen-31-none": (30, 1, 0, None),
}
ORACLE = Path(__file__).resolve().parents[2] / "shared" / "oracles" / "fifteen_report"
needs_report = pytest.mark.skipif(
    not ORACLE.is_dir(), reason="the files of the 15-puzzle report are not beside this repository"
)


@pytest.mark.parametrize("name", REPORT)
def test_nodes_and_moves_of_the_report(name):
    total, x, nodes, moves = REPORT[name]
    result = sliding.solve(Puzzle.from_text(example_file(name).text), method="branch-and-bound")
    assert (result.kurang.sum, result.kurang.x) == (total, x)
    assert result.stats.nodes == nodes
    assert result.visited == "expanded-again"
    assert (result.moves and " ".join(result.moves)) == moves
    assert result.status == ("unsolvable" if moves is None else "solved")
    assert result.bound == len(result.moves or ())


@needs_report
def test_the_examples_are_the_files_of_the_report():
    """The files, and the sum of KURANG + X, the nodes and the moves that the report prints."""
    files = dict(
        line.split(maxsplit=1) for line in (ORACLE / "expected.txt").read_text().splitlines()[1:]
    )
    names = ("fifteen-11", "fifteen", "fifteen-16", "fifteen-23-none", "fifteen-31-none")
    for (file, printed), name in zip(files.items(), names, strict=True):
        puzzle = Puzzle.from_file(ORACLE / f"{file}.txt")
        assert puzzle == Puzzle.from_text(example_file(name).text)
        total, x, nodes, moves = REPORT[name]
        length = "-" if moves is None else len(moves.split())
        assert printed == f"{total + x} {nodes} {length}"


@needs_report
def test_the_solution_files_of_the_report():
    """Every move and every board of the three files, in their order."""
    for k in (1, 2, 3):
        printed = (ORACLE / f"Solution_Solveable_0{k}.txt").read_text().splitlines()
        steps = [line.split()[1] for line in printed if line[-1:].isalpha()]
        rows = [list(map(int, line.split())) for line in printed if line[-2:-1].isdigit()]
        puzzle = Puzzle.from_file(ORACLE / f"solveable_0{k}.txt")
        result = sliding.solve(puzzle, method="branch-and-bound")
        assert result.moves == steps
        assert result.boards[1:].reshape(-1, 4).tolist() == rows


@needs_report
def test_branch_and_bound_against_the_literal_procedure():
    puzzles = [sliding.scramble(depth, seed=depth) for depth in some(range(24), 12)]
    code = (
        "import json, literal, sys; "
        "print(json.dumps([literal.solve(tuple(tiles)) for tiles in json.load(sys.stdin)]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps([flat(puzzle) for puzzle in puzzles]),
        capture_output=True,
        text=True,
        cwd=ORACLE,
        check=True,
    )
    for puzzle, (nodes, length) in zip(puzzles, json.loads(ended.stdout), strict=True):
        result = sliding.solve(puzzle, method="branch-and-bound")
        assert (result.stats.nodes, len(result.moves)) == (nodes, length)


@pytest.mark.parametrize(("visited", "nodes"), [("generated", 17289), ("expanded-once", 17828)])
def test_other_marks_of_visited_boards(visited, nodes):
    result = sliding.solve(CASE_1, method="branch-and-bound", visited=visited)
    assert (result.status, len(result.moves), result.stats.nodes) == ("solved", 21, nodes)
    assert result.visited == visited
    assert (result.boards[-1] == CASE_1.goal).all()
    assert result.bound == (21 if visited == "expanded-once" else sliding.heuristic_value(CASE_1))
    assert sliding.solve(CASE_1).visited is None


# The twin visits half of all boards from here, which takes it seconds.
FAR = as_puzzle((8, 0, 6, 5, 4, 7, 2, 3, 1), 3)


@given(near_goals(depth=12))
@examples(60)
@example(FAR if THOROUGH else sliding.random(3, seed=2))
@example(as_puzzle((2, 7, 1, 0, 6, 5, 8, 4, 3), 3))
@example(sliding.random(3, seed=1))
def test_best_first_search_against_its_twin(puzzle):
    tiles, goal, columns = flat(puzzle), tuple(puzzle.goal.ravel().tolist()), puzzle.columns
    for visited in best_first.VISITED:
        if visited == "expanded-again":
            twin = reference.sliding.report_branch_and_bound(tiles, goal, columns)
        else:
            twin = reference.sliding.best_first(tiles, goal, columns, visited=visited)
        path, nodes, expanded = twin
        result = sliding.solve(puzzle, method="branch-and-bound", visited=visited)
        assert tuple(result.moves) == path
        assert result.stats.counters == {"nodes": nodes, "expanded": expanded}
    for heuristic in heuristics_of(puzzle.tiles.shape):
        path, nodes, expanded = reference.sliding.best_first(
            tiles, goal, columns, "a-star", heuristic=heuristic
        )
        result = sliding.solve(puzzle, method="a-star", heuristic=heuristic)
        assert tuple(result.moves) == path
        assert result.stats.counters == {"nodes": nodes, "expanded": expanded}
        assert result.bound == len(path)


@given(near_goals([(4, 4)], depth=30))
@examples(40)
def test_a_star_with_pattern_databases_against_its_twin(puzzle):
    def bound(board):
        return sliding.heuristic_value(as_puzzle(board, 4, goal), "pdb")

    goal = tuple(puzzle.goal.ravel().tolist())
    path, nodes, expanded = reference.sliding.best_first(
        flat(puzzle), goal, 4, "a-star", heuristic=bound
    )
    result = sliding.solve(puzzle, method="a-star", heuristic="pdb")
    assert tuple(result.moves) == path
    assert result.stats.counters == {"nodes": nodes, "expanded": expanded}


def test_marks_on_expansion_give_a_shortest_solution_and_marks_on_generation_do_not():
    tiles = (2, 7, 1, 0, 6, 5, 8, 4, 3)
    assert distances(3, 3)[tiles] == 23
    lengths = {
        visited: len(
            sliding.solve(as_puzzle(tiles, 3), method="branch-and-bound", visited=visited).moves
        )
        for visited in best_first.VISITED
    }
    assert lengths == {"expanded-again": 23, "expanded-once": 23, "generated": 25}


def kernel(puzzle, order, heuristic=0, visited=0, max_bytes=1 << 30):
    databases = None
    if heuristic == pdb.HEURISTICS["pdb"]:
        databases = pdb.shared_pdb(pdb.PDB_555, 0)
        databases.build()
    return best_first.BestFirst(
        puzzle.tiles.ravel(),
        puzzle.goal.ravel(),
        puzzle.rows,
        puzzle.columns,
        order,
        heuristic,
        visited,
        max_bytes,
        databases,
    )


@pytest.mark.parametrize(
    ("order", "heuristic", "visited"),
    [(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 1, 0), (1, 3, 0), (1, 4, 0)],
)
def test_steps_add_up(order, heuristic, visited):
    puzzle = sliding.scramble(16 if heuristic < 4 else 50, seed=3)
    whole = kernel(puzzle, order, heuristic, visited)
    assert whole.step(0) == RUNNING
    assert whole.spent == 0
    assert whole.step(10**9) == FOUND
    for pace in (1, 2, 7, 100):
        parts = kernel(puzzle, order, heuristic, visited)
        while (status := parts.step(pace)) == RUNNING:
            seen = parts.spent, parts.peek(), parts.peek_moves()
            assert parts.step(0) == RUNNING
            assert (parts.spent, parts.peek(), parts.peek_moves()) == seen
        assert status == FOUND
        assert parts.counters() == whole.counters()
        assert parts.peek_moves() == whole.peek_moves()
        assert (parts.cost, parts.bytes) == (whole.cost, whole.bytes)
        assert [parts.step(pace) for _ in range(3)] == [DONE] * 3
        assert parts.peek_moves() == whole.peek_moves()


def test_a_budget_is_kept_to_the_board():
    parts = kernel(sliding.random(4, seed=1), 0)
    for number in range(1, 2000):
        assert parts.step(1) == RUNNING
        assert parts.spent == number


def test_the_whole_of_a_small_puzzle_and_what_cannot_be_reached():
    for visited in best_first.VISITED.values():
        for order in (0, 1):
            search = kernel(Puzzle.from_array([[2, 1], [3, 0]]), order, 1, visited)
            assert search.step(10**6) == DONE
            assert search.spent >= 12
            solved = kernel(Puzzle.from_array([[1, 2], [3, 0]]), order, 1, visited)
            assert solved.step(1) == FOUND


@pytest.mark.parametrize("method", ["branch-and-bound", "a-star"])
def test_memory_limit(method):
    puzzle = sliding.random(4, seed=2)
    options = {"method": method, "heuristic": "misplaced"}
    nodes = []
    for max_bytes in (0, 10_000, 1 << 20, 3 << 20, 1 << 22):
        result = sliding.solve(puzzle, max_bytes=max_bytes, **options)
        assert (result.status, result.reason, result.moves) == ("stopped", "memory", None)
        assert 0 < result.bound <= 80
        nodes.append(result.stats.nodes)
    assert nodes[0] == 0
    assert nodes[2:] == sorted(set(nodes[2:]))
    assert nodes[-1] > (1 << 22) / 60
    order = best_first.A_STAR if method == "a-star" else best_first.BRANCH_AND_BOUND
    search = kernel(puzzle, order, max_bytes=3 << 20)
    while (status := search.step(1000)) == RUNNING:
        assert search.bytes <= 3 << 20
    assert [status, search.step(1), search.step(10**9)] == [FULL] * 3
    assert search.spent == nodes[3]


@pytest.mark.parametrize("order", [best_first.A_STAR, best_first.BRANCH_AND_BOUND])
def test_a_table_grows_in_steps(order):
    """A large table is cleared in several steps, so that Ctrl-C is not delayed."""
    puzzle = sliding.random(4, seed=2)
    whole, parts = kernel(puzzle, order, heuristic=1), kernel(puzzle, order, heuristic=1)
    full, more = 3 << 15, 1000  # this many boards fill three quarters of the slots of the table
    while whole.spent < full + more:
        assert whole.step(full + more - whole.spent) == RUNNING
    while parts.spent < full:
        assert parts.step(full - parts.spent) == RUNNING
    idle = 0
    while parts.spent == full:
        assert parts.step(1) == RUNNING
        idle += parts.spent == full
    assert idle == 7  # the eighth step puts a board on the queue
    while parts.spent < full + more:
        assert parts.step(1) == RUNNING
    assert parts.counters() == whole.counters()
    assert (parts.peek(), parts.peek_moves()) == (whole.peek(), whole.peek_moves())
    assert parts.bytes == whole.bytes


@pytest.mark.skipif(
    not Path("/sys/kernel/mm/transparent_hugepage").is_dir(), reason="a system without large pages"
)
def test_large_tables_ask_for_large_pages():
    """Freeing the boards takes a third of the time and must not delay Ctrl-C."""

    def asked() -> int:
        return Path("/proc/self/smaps").read_text().count(" hg")

    before, tiles, most = asked(), np.arange(25, dtype=np.uint8), (3 << 19) + 1
    search = best_first.BestFirst(tiles[::-1].copy(), tiles, 5, 5, 1, 1, 0, 1 << 30)
    while search.spent < most:  # from here on there is memory for 50 MB of boards
        assert search.step(most - search.spent) == RUNNING
    assert asked() > before


def test_other_limits():
    puzzle = sliding.random(4, seed=2)
    for method in [name for name in METHODS if name != "anytime"]:
        result = sliding.solve(puzzle, method=method, heuristic="misplaced", node_limit=1000)
        assert (result.status, result.reason) == ("stopped", "nodes")
        # IDA* generates all successors of a board at once, or none.
        assert 997 <= result.stats.nodes <= 1000
        assert result.stats.nodes == 1000 or method == "ida"
        result = sliding.solve(puzzle, method=method, heuristic="misplaced", time_limit=0.0)
        assert (result.status, result.reason) == ("stopped", "time")
        assert sliding.heuristic_value(puzzle) <= result.bound <= 80
    seen = Seen(3)
    with pytest.raises(Enough):
        sliding.solve(puzzle, method="branch-and-bound", progress=seen)
    nodes = [progress.counters["nodes"] for progress in seen]
    assert nodes == sorted(nodes)


# ------------------------------------------------------------------------------------ distances


@pytest.mark.parametrize(
    ("method", "heuristic"), [(m, h) for m in ("a-star", "ida") for h in METHOD_HEURISTICS[m]]
)
def test_distances(method, heuristic):
    """All 4x4 boards near the goal, and some boards of smaller puzzles at any distance."""
    near = distances(4, 4, 14)
    assert len(near) == 1 + 2 + 4 + 10 + 24 + 54 + 107 + 212 + 446 + 946 + 1948 + 3938 + 7808 + (
        15544 + 30821
    )
    rng = np.random.default_rng(0)
    cases = [(4, 4, near, 150 if THOROUGH else 50)]
    if heuristic not in ("walking-distance", "pdb"):
        cases += [(2, 2, distances(2, 2), 12), (2, 3, distances(2, 3), 60)]
        cases += [(3, 3, distances(3, 3), 20 if heuristic == "misplaced" else 50)]
    for _, columns, known, number in cases:
        boards = list(known)
        for i in rng.permutation(len(boards))[:number]:
            puzzle = as_puzzle(boards[i], columns)
            result = sliding.solve(puzzle, method=method, heuristic=heuristic)
            assert (result.status, len(result.moves)) == ("solved", known[boards[i]])
            assert result.bound == len(result.moves)
            assert (result.boards[-1] == puzzle.goal).all()


def test_distance():
    assert max(distances(3, 3).values()) == 31
    assert sliding.distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]]) == 31
    assert sliding.distance(CASE_1) == 21
    assert sliding.distance([[2, 1], [3, 0]]) is None
    assert sliding.distance([[1, 2], [3, 0]]) == 0


@given(arrangements())
def test_heuristics_against_their_twins(puzzle):
    for heuristic in heuristics_of(puzzle.tiles.shape):
        found = sliding.heuristic_value(puzzle, heuristic)
        goal = tuple(puzzle.goal.ravel().tolist())
        assert found == reference.sliding.heuristic_value(
            flat(puzzle), goal, puzzle.columns, heuristic
        )
        for move in puzzle.moves:  # the heuristic is consistent
            assert abs(found - sliding.heuristic_value(puzzle.after([move]), heuristic)) <= 1


@given(near_goals(depth=30))
def test_heuristics_for_any_goal(puzzle):
    for heuristic in heuristics_of(puzzle.tiles.shape):
        found = sliding.heuristic_value(puzzle, heuristic)
        goal = tuple(puzzle.goal.ravel().tolist())
        assert found == reference.sliding.heuristic_value(
            flat(puzzle), goal, puzzle.columns, heuristic
        )
        assert found <= 30


@given(near_goals([(4, 4)], depth=14), st.integers(0, 2**64 - 1))
@examples(50)
def test_pattern_databases(near, seed):
    known = distances(4, 4, 14)
    if np.array_equal(near.goal.ravel(), [*range(1, 16), 0]):
        found = sliding.heuristic_value(near, "pdb")
        assert sliding.heuristic_value(near, "manhattan") <= found <= known[flat(near)]
    # The heuristic is consistent.
    for puzzle in (near, sliding.random(4, seed=seed, goal=near.goal)):
        found = sliding.heuristic_value(puzzle, "pdb")
        for move in puzzle.moves:
            assert abs(found - sliding.heuristic_value(puzzle.after([move]), "pdb")) == 1


def test_heuristics_are_admissible():
    for (rows, columns), depth in (((3, 3), None), ((4, 4), 14), ((2, 4), 20)):
        known = distances(rows, columns, depth)
        boards = list(known)
        rng = np.random.default_rng(1)
        for heuristic in heuristics_of((rows, columns)):
            goal = np.array(boards[0], np.uint8)
            value = best_first.Heuristic(goal, rows, columns, pdb.HEURISTICS[heuristic])
            for i in rng.integers(0, len(boards), 2000 if THOROUGH else 500):
                assert value(np.array(boards[i], np.uint8)) <= known[boards[i]]


# --------------------------------------------------------------- all solutions, and batches


def paths(known, board, columns):
    """Return all shortest solutions."""
    if known[board] == 0:
        return {()}
    return {
        (move, *rest)
        for move, after in reference.sliding.neighbours(board, columns).items()
        if known.get(after, known[board]) < known[board]
        for rest in paths(known, after, columns)
    }


@pytest.mark.parametrize(
    ("rows", "columns", "depth"), [(2, 2, 6), (2, 3, 21), (3, 3, 24), (4, 4, 14)]
)
def test_all_shortest_solutions(rows, columns, depth):
    known = distances(rows, columns, 14 if rows == 4 else None)
    boards = [board for board, moves in known.items() if moves == depth]
    rng = np.random.default_rng(2)
    several = 0
    for i in rng.permutation(len(boards))[:40]:
        found = sliding.solutions(as_puzzle(boards[i], columns))
        listed = [tuple(moves) for moves in found]
        assert (found.status, found.found) == ("solved", len(listed))
        assert len(set(listed)) == len(listed)
        assert set(listed) == paths(known, boards[i], columns)
        several += len(listed) > 1
    assert several or depth == 21


def test_all_solutions_of_the_reports_case():
    found = list(sliding.solutions(CASE_1))
    assert {len(moves) for moves in found} == {21}
    for moves in found:
        assert (sliding.replay(CASE_1, moves)[-1] == CASE_1.goal).all()
    assert "RIGHT DOWN LEFT UP UP RIGHT DOWN LEFT" in {" ".join(moves[:8]) for moves in found}
    assert REPORT["fifteen"][3].split() in found
    for heuristic in METHOD_HEURISTICS["ida"]:
        assert sorted(sliding.solutions(CASE_1, heuristic=heuristic)) == sorted(found)
    none = sliding.solutions([[2, 1], [3, 0]])
    assert (list(none), none.status) == ([], "unsolvable")
    stopped = sliding.solutions(sliding.random(4, seed=2), node_limit=10)
    assert (list(stopped), stopped.status, stopped.reason) == ([], "stopped", "nodes")


@pytest.mark.parametrize("number", [1, 7, 70])
def test_solve_many(number):
    puzzles = [sliding.scramble(4 * i % 60, seed=i) for i in range(number)]
    boards = np.stack([puzzle.tiles.ravel() for puzzle in puzzles])
    if number > 1:
        boards[1] = [*range(1, 14), 15, 14, 0]
    result = sliding.solve_many(boards)
    lengths, moves = result
    assert len(result) == number
    assert (lengths.dtype, lengths.shape, moves.shape) == (np.int32, (number,), (number, 20))
    for i, puzzle in enumerate(puzzles):
        if i == 1:
            assert (lengths[i], sliding.unpack(moves[i], lengths[i])) == (-1, [])
            continue
        assert lengths[i] == sliding.distance(puzzle)
        path = sliding.unpack(moves[i], lengths[i])
        assert (sliding.replay(puzzle, path)[-1] == puzzle.goal).all()
    told = []
    for options in ({"threads": 1}, {"threads": 3, "progress": lambda *x: told.append(x)}):
        again = sliding.solve_many(boards.reshape(-1, 4, 4).tolist(), **options)
        assert (again.lengths == lengths).all()
        assert (again.moves == moves).all()
        assert again.stats.counters == result.stats.counters
    assert all(0 <= done <= total == number for done, total in told)


def test_solve_many_for_any_goal():
    goal = np.arange(16).reshape(4, 4)
    puzzles = [sliding.scramble(30, seed=i, goal=goal) for i in range(20)]
    lengths, moves = sliding.solve_many([puzzle.tiles for puzzle in puzzles], goal=goal)
    for i, puzzle in enumerate(puzzles):
        path = sliding.unpack(moves[i], lengths[i])
        assert len(path) == sliding.distance(puzzle)
        assert (sliding.replay(puzzle, path)[-1] == goal).all()
    assert len(sliding.solve_many(np.empty((0, 16), np.uint8))) == 0
    assert len(sliding.solve_many([])) == 0


def test_kept_databases(tmp_path, monkeypatch):
    """The file is loaded if it is as it was written; otherwise it is built and written again."""
    shared, image, work = pdb.shared_pdb, bytes(range(250)) * 20, []

    class Kept:
        """The 5-5-5 databases, with an image as larger ones have: the 7-8 databases take a minute.

        The images of the databases themselves are tested in test_sliding_ida.py.
        """

        def __init__(self, kind, home):
            self.databases = shared(kind, home)
            self.home = self.databases.home

        @property
        def ready(self):
            return self.databases.ready

        def load(self, loaded):
            assert bytes(loaded) == image
            work.append("loaded")
            self.databases.build()
            return True

        def build(self):
            work.append("built")
            self.databases.build()

        def image(self):
            return image

    monkeypatch.setattr(pattern_databases, "CACHED_KIND", pdb.PDB_555)
    puzzle = sliding.random(4, seed=7)
    want = sliding.distance(puzzle)
    monkeypatch.setattr(pattern_databases.pdb, "shared_pdb", Kept)
    for change in (None, "none", "cut", "longer", "flip", "head", "empty"):
        pdb.clear_shared()
        (path,) = list(tmp_path.glob("new/*")) or [None]
        if change:
            data = bytearray(path.read_bytes())
            if change == "cut":
                del data[-1000:]
            elif change == "longer":
                data += b"x"
            elif change == "flip":
                data[len(data) // 2] ^= 1
            elif change == "head":
                data[3] ^= 1
            elif change == "empty":
                data.clear()
            path.write_bytes(data)
        result = sliding.solve(puzzle, cache_dir=tmp_path / "new")
        assert len(result.moves) == want
        assert work.pop() == ("loaded" if change == "none" else "built")
        assert not work
        (path,) = tmp_path.glob("new/*")
        if change is None:
            first = path.read_bytes()
        assert path.read_bytes() == first
    pdb.clear_shared()
    for bad in (path, path / "x"):
        with pytest.raises(InputError):
            sliding.solve(puzzle, cache_dir=bad)
    pdb.clear_shared()


# --------------------------------------------------------------------------- solvable or not


def parity(values):
    """Return whether sorting takes an odd number of swaps, computed from the cycles."""
    seen, swaps = set(), 0
    for start in range(len(values)):
        at = start
        while at not in seen:
            seen.add(at)
            at = values[at]
            swaps += at != start
    return swaps % 2


def test_kurang_of_the_report():
    found = sliding.kurang(CASE_1)
    assert found.table == (0, 0, 2, 0, 0, 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 11)
    assert (found.sum, found.x, found.total, found.solvable) == (19, 1, 20, True)
    assert str(found) == "19 + 1 = 20, even: can be solved"


@given(arrangements())
def test_kurang_against_the_parity_of_permutations(puzzle):
    found = sliding.kurang(puzzle)
    cells = puzzle.tiles.size
    values = [(tile or cells) - 1 for tile in flat(puzzle)]
    row, column = puzzle.blank
    away = puzzle.rows - 1 - row + puzzle.columns - 1 - column
    assert found.solvable == (parity(values) == away % 2)
    assert found.sum % 2 == parity(values)
    order = flat(puzzle)
    for i, number in enumerate(found.table):
        later = order[order.index((i + 1) % cells) + 1 :]
        assert number == sum((tile or cells) < i + 1 for tile in later)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_kurang_against_all_that_can_be_reached(rows, columns):
    goals = [None, tuple(range(rows * columns)), (2, 0, *range(3, rows * columns), 1)]
    for goal in goals:
        known = distances(rows, columns, None, goal)
        for tiles in permutations(range(rows * columns)):
            puzzle = as_puzzle(tiles, columns, goal)
            assert sliding.kurang(puzzle).solvable == (tiles in known)


def test_an_unsolvable_puzzle_is_answered_without_a_search():
    puzzle = as_puzzle((*range(1, 14), 15, 14, 0), 4)
    for method in METHODS:
        result = sliding.solve(puzzle, method=method, node_limit=0)
        assert (result.status, result.moves, result.stats.nodes) == ("unsolvable", None, 0)
        assert (result.kurang.total, result.reason) == (1, None)
        assert len(result.boards) == 1
        assert "cannot be solved" in str(result)


# ------------------------------------------------------------------------------- random puzzles


def test_random():
    assert flat(sliding.random(4, seed=7)) != flat(sliding.random(4, seed=8))
    assert sliding.random(4, seed=7) == sliding.random(seed=7)
    assert sliding.random(2, seed=1, columns=5).tiles.shape == (2, 5)
    goal = np.arange(12)[::-1].reshape(3, 4)
    for seed in range(50):
        for options in ({"n": 4}, {"n": 5}, {"n": 3, "columns": 4, "goal": goal}):
            assert sliding.kurang(sliding.random(seed=seed, **options)).solvable


def test_random_is_uniform():
    counts: dict[tuple[int, ...], int] = dict.fromkeys(distances(2, 3), 0)
    for seed in range(18_000):
        counts[flat(sliding.random(2, columns=3, seed=seed))] += 1
    # 360 puzzles, 50 times each: chi-square (359 degrees of freedom) exceeds 500 once in 10^6.
    assert len(counts) == 360
    assert sum((found - 50) ** 2 / 50 for found in counts.values()) < 500


def test_the_generator_is_that_of_the_kernels():
    """The shuffle follows the docstring number by number."""
    numbers, order = reference.swarm.splitmix64(3), [*range(1, 9), 0]
    for i in range(8, 0, -1):
        j = next(numbers) * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    found = list(flat(sliding.random(3, seed=3)))
    assert sorted(map(int.__eq__, found, order)) in ([True] * 9, [False] * 2 + [True] * 7)


@given(st.integers(0, 40), st.integers(0, 2**64 - 1), st.sampled_from([(2, 2), (3, 3), (4, 4)]))
@examples(50)
def test_scramble(depth, seed, shape):
    puzzle = sliding.scramble(depth, seed=seed, n=shape[0], columns=shape[1])
    assert sliding.kurang(puzzle).solvable
    assert puzzle == sliding.scramble(depth, seed=seed, n=shape[0], columns=shape[1])
    if shape != (4, 4):
        known = distances(*shape)[flat(puzzle)]
        assert known <= depth
        assert (known - depth) % 2 == 0


def test_scramble_refuses_a_depth_that_never_ends():
    with pytest.raises(InputError, match="depth is 9223372036854775808, expected 0 to 1,000,000"):
        sliding.scramble(2**63)


def test_scramble_does_not_go_back():
    assert {sliding.distance(sliding.scramble(6, seed=seed)) for seed in range(20)} == {6}


# ------------------------------------------------------------------------------------- puzzles


def test_reading():
    want = as_puzzle((*range(1, 9), 0), 3)
    for text in (
        "1 2 3\n4 5 6\n7 8 0",
        "1,2,3\n4,5,6\n7,8,0\n",
        "\n 1, 2 ,3\r\n4 5 6,\r\n7\t8 0\n\n",
    ):
        assert Puzzle.from_text(text) == want
        assert Puzzle.from_bytes(b"\xef\xbb\xbf" + text.encode()) == want
    assert Puzzle.from_text("01 2 3\n4 5 6\n7 8 00") == want
    assert (want.rows, want.columns, want.blank, want.moves) == (3, 3, (2, 2), ["UP", "LEFT"])
    for bad in (want.tiles, want.goal):
        with pytest.raises(ValueError, match="read-only"):
            bad[0, 0] = 1


@given(arrangements(), st.booleans())
def test_round_trips(puzzle, other):
    if other:
        puzzle = Puzzle.from_array(puzzle.tiles, goal=puzzle.tiles[::-1].copy())
    assert Puzzle.from_text(str(puzzle), goal=puzzle.goal) == puzzle
    commas = "\n".join(",".join(line.split()) for line in str(puzzle).splitlines())
    assert Puzzle.from_text(commas, goal=puzzle.goal) == puzzle
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert hash(copy) == hash(puzzle)
    assert copy != puzzle.after(puzzle.moves[:1])
    assert copy != str(puzzle)
    assert f"{puzzle.rows}x{puzzle.columns}" in repr(puzzle)


def test_goals():
    puzzle = Puzzle.from_array([[3, 1], [2, 0]], goal=[[0, 1], [2, 3]])
    assert puzzle != Puzzle.from_array([[3, 1], [2, 0]])
    assert "goal" in repr(puzzle)
    goal = Puzzle.from_text("0 1\n2 3")
    assert puzzle == Puzzle.from_text("3 1\n2 0", goal=goal)
    for wrong in ([[0, 1, 2], [3, 4, 5]], [[0, 1], [2, 2]]):
        with pytest.raises(InputError):
            Puzzle.from_array([[3, 1], [2, 0]], goal=wrong)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, None, "found nothing"),
        (" \n\n", 1, None, "only blanks"),
        ("1 2\n3 x", 2, 3, "'x'"),
        ("1 2\n3 -1", 2, 3, "'-1'"),
        ("1 2\n3 \u0660", 2, 3, "expected a number"),
        ("1 2\n3 4", 2, 3, "from 0 (the blank) to 3"),
        ("1 2 3\n1 4 0", 2, 1, "found 1 again, and 5 is missing"),
        ("1 1 1\n1 1 0", 1, 3, "2, 3, 4, 5 are missing"),
        ("1 2 3\n4 0", 2, 4, "a row of 2 numbers, expected 3"),
        ("1 2\n3 0 4", 2, 5, "a row of 3 numbers, expected 2"),
        ("1 2 3 0", 1, None, "found 1 row"),
        ("0\n1\n", 1, 2, "a row of 1 number, expected 2 to 5"),
        ("0 1 2 3 4 5\n6 7 8 9 10 11", 1, 11, "a row of 6 numbers"),
        ("\n".join(f"{2 * i} {2 * i + 1}" for i in range(7)), 6, None, "found 7 rows"),
        ("1 2\n\n3 0", 2, None, "found a blank line, expected row 2"),
        ("1,,2\n3 0", 1, 3, "found a comma"),
        (",1 2\n3 0", 1, 1, "found a comma"),
        ("1 2\n3 " + "9" * 5000, 2, 3, "expected a number"),
        ("2x2:1,2,3", 1, 5, "found 3 numbers, expected 4"),
        ("\n2x2:1,2,,0", 2, 9, "found nothing, expected a number"),
        ("2x2:1,2,x,0", 1, 9, "found 'x', expected a number"),
        ("2x2:1,2,1,0", 1, 9, "found 1 again, and 3 is missing"),
        ("2x2:1,2,4,0", 1, 9, "from 0 (the blank) to 3"),
        ("6x2:1", 1, 1, "found a side of 6, expected 2 to 5"),
        ("2x6:1", 1, 3, "found a side of 6"),
    ],
)
def test_bad_texts(text, line, column, words):
    with pytest.raises(InputError) as caught:
        Puzzle.from_text(text, source="a.txt")
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column, caught.value.source) == (line, column, "a.txt")


@given(st.text(alphabet="0123456789 ,\n\t-x:\u0661\r", max_size=60))
@examples(150)
@example("1 2\n3 0")
@example("SOLUTION :")
@example("3x2:1,2,3,4,5,0")
@example("2x2:1,2,\u0661,0")
@example("1 2\n3 0\n\nSOLUTION :\nUP")
@example("1 2\n3 x\n\nsolution:\nUP")
def test_any_text_is_read_or_refused(text):
    try:
        puzzle = Puzzle.from_text(text)
    except InputError as raised:
        error = raised
    else:
        assert sorted(flat(puzzle)) == list(range(puzzle.tiles.size))
        return
    assert error.line is not None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= (error.column or 1) <= len(lines[error.line - 1]) + 1


@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False))
@examples(30)
def test_game_ids_and_arrays(shape, rng):
    """The arguments begin with the number of columns; the tiles follow row by row."""
    tiles = np.array(rng.sample(range(shape[0] * shape[1]), shape[0] * shape[1])).reshape(shape)
    puzzle = Puzzle.from_array(tiles)
    told = puzzle.to_game_id()
    assert told == f"{shape[1]}x{shape[0]}:" + ",".join(map(str, tiles.ravel()))
    assert Puzzle.from_text(f" {told}\n") == puzzle
    file = io.BytesIO()
    np.save(file, tiles)
    assert Puzzle.from_bytes(file.getvalue()) == puzzle
    with pytest.raises(InputError, match=r"a\.npy: found"):
        Puzzle.from_bytes(file.getvalue()[:-1], source="a.npy")


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data):
    try:
        Puzzle.from_bytes(data)
    except InputError:
        pass
    else:
        pytest.fail("random bytes are no puzzle")


def test_files(tmp_path):
    path = tmp_path / "case.txt"
    path.write_text(str(CASE_1))
    assert Puzzle.from_file(path) == CASE_1
    path.write_text("1 2\n3 3")
    with pytest.raises(InputError, match=r"case\.txt:2:3: found 3 again"):
        Puzzle.from_file(path)
    for bad, words in (
        (tmp_path / "missing.txt", "No such file"),
        (tmp_path, "directory"),
        ("a\0b", "cannot read"),
    ):
        with pytest.raises(InputError, match=words):
            Puzzle.from_file(bad)
    path.write_bytes(b" " * 100_000)
    told = r"case\.txt: found 100,000 bytes, expected a sliding puzzle, at most 65,536 bytes"
    with pytest.raises(InputError, match=told):
        Puzzle.from_file(path)


@pytest.mark.parametrize(
    "array",
    [
        [],
        5,
        [1, 2, 3, 0],
        [[1, 2], [3]],
        [[0, 1]],
        np.arange(36).reshape(6, 6),
        [[1, 2], [3, 4]],
        [[1, 2], [3, -1]],
        [[1, 2], [3, 3]],
        [[1.0, 2.0], [3.0, 0.0]],
        [["1", "2"], ["3", "0"]],
        [[True, False], [True, False]],
        np.zeros((2, 2, 2), int),
    ],
)
def test_bad_arrays(array):
    with pytest.raises(InputError):
        Puzzle.from_array(array)


@pytest.mark.parametrize(
    "call",
    [
        lambda: sliding.solve(CASE_1, method="magic"),
        lambda: sliding.solve(CASE_1, heuristic="magic"),
        lambda: sliding.solve(CASE_1, method="branch-and-bound", heuristic="manhattan"),
        lambda: sliding.solve([[1, 2], [3, 0]], method="a-star", heuristic="walking-distance"),
        lambda: sliding.solve(CASE_1, visited="sometimes"),
        lambda: sliding.solve(CASE_1, max_bytes=-1),
        lambda: sliding.solve(CASE_1, node_limit=-1),
        lambda: sliding.solve(CASE_1, time_limit=-1),
        lambda: sliding.heuristic_value([[1, 2], [3, 0]], "walking-distance"),
        lambda: sliding.random(1),
        lambda: sliding.random(6),
        lambda: sliding.random(4, columns=9),
        lambda: sliding.random(4, seed=-1),
        lambda: sliding.random(4, goal=[[1, 2], [3, 0]]),
        lambda: sliding.scramble(-1),
        lambda: sliding.scramble(1.5),
        lambda: sliding.solve_many([1, 2, 3]),
        lambda: sliding.solve_many(np.zeros((1, 16), int)),
        lambda: sliding.solve_many(np.zeros((1, 16))),
        lambda: sliding.solve_many([[1, 2], [3]]),
        lambda: sliding.solve_many([], threads=0),
        lambda: sliding.solve_many([], goal=[[1, 2], [3, 0]]),
        lambda: sliding.unpack(np.zeros(2, np.uint8), 9),
        lambda: sliding.solutions(CASE_1, heuristic="magic"),
        lambda: CASE_1.after(["LEFT"]),
        lambda: CASE_1.after(["up"]),
        lambda: sliding.replay(CASE_1, ["UP", "UP"]),
    ],
)
def test_bad_input(call):
    with pytest.raises(InputError):
        call()


def test_kernels_refuse_what_is_no_board():
    tiles, goal = CASE_1.tiles.ravel().copy(), CASE_1.goal.ravel()
    tiles[0] = 16
    for make in (
        lambda: best_first.BestFirst(tiles, goal, 4, 4, 0, 0, 0, 1 << 20),
        lambda: best_first.BestFirst(goal, tiles, 4, 4, 0, 0, 0, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 4, 4, 2, 0, 0, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 4, 4, 1, 9, 0, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 4, 4, 0, 0, 3, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 4, 4, 0, 0, -1, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 2, 8, 0, 0, 0, 1 << 20),
        lambda: best_first.BestFirst(goal[:15], goal, 4, 4, 0, 0, 0, 1 << 20),
        lambda: best_first.BestFirst(goal, goal, 1, 16, 0, 0, 0, 1 << 20),
        lambda: best_first.Heuristic(tiles, 4, 4, 1),
        lambda: best_first.Heuristic(goal, 4, 4, 7),
        lambda: best_first.Heuristic(goal, 4, 4, 1)(tiles),
        lambda: best_first.Heuristic(goal, 4, 4, 1)(goal[:3]),
        lambda: best_first.Heuristic(goal[:9], 3, 3, 3),
        lambda: best_first.Heuristic(goal, 4, 4, 4),
        lambda: best_first.Heuristic(goal, 4, 4, 4, pdb.Pdb(pdb.PDB_555, 0)),
        lambda: best_first.BestFirst(goal, goal, 4, 4, 1, 4, 0, 1 << 20),
    ):
        with pytest.raises(ValueError, match=r"."):
            make()


# ----------------------------------------------------------------------------------- comparing


def test_compare():
    told = []
    found = sliding.compare(CASE_1, measure=0, progress=lambda row, *_: told.append(row))
    assert found == told
    assert {row.objective for row in found} == {21}
    nodes = {
        (row.method, row.settings["heuristic"], row.settings.get("visited")): row.counters["nodes"]
        for row in found
    }
    assert nodes["branch-and-bound", "misplaced", "expanded-again"] == 18997
    assert nodes["branch-and-bound", "misplaced", "expanded-once"] == 17828
    assert nodes["branch-and-bound", "misplaced", "generated"] == 17289
    assert {method for method, _, _ in nodes} == set(METHODS)
    assert nodes["a-star", "linear-conflict", None] < nodes["a-star", "manhattan", None]
    assert nodes["a-star", "manhattan", None] < nodes["a-star", "misplaced", None]
    small = sliding.compare(sliding.random(3, seed=1), measure=0)
    assert len({row.objective for row in small}) == 1
    assert "walking-distance" not in {row.settings["heuristic"] for row in small}
    stopped = sliding.compare(sliding.random(4, seed=1), node_limit=100, measure=0)
    assert {row.status for row in stopped} == {"stopped"}
    assert {row.reason for row in stopped} <= {"nodes", "memory"}
    assert all(row.objective is None and row.bound > 0 for row in stopped)
    few = sliding.compare(CASE_1, ["ida"], settings={"ida.heuristic": ["pdb"]}, measure=0)
    assert [row.label for row in few] == ["ida heuristic=pdb"]


# ------------------------------------------------------------------------------------- pictures


def test_pictures():
    boards = sliding.solve(CASE_1, method="a-star").boards
    assert boards.shape == (22, 4, 4)
    for shown, goal in ((boards, None), (boards[0], None), (boards, CASE_1.goal)):
        picture = drawing.svg(shown, goal)
        assert picture == drawing.svg(shown, goal)
        assert picture.count('class="fq-tray"') == (22 if shown is boards else 1)
        assert picture.count('class="fq-tile"') == 15 * (22 if shown is boards else 1)
    with pytest.raises(ValueError, match="expected 16 to 1,024 pixels"):
        drawing.svg(boards, cell=3)
    with pytest.raises(ValueError, match="columns is 0, expected 1 or more"):
        drawing.svg(boards, columns=0)
    for bad in ([1, 2], [[1, 1], [2, 0]], [[1.5, 2], [3, 0]], [[10**5000, 1], [2, 0]]):
        with pytest.raises(InputError, match="expected"):
            drawing.svg(bad)


def test_raster_pictures():
    image = pytest.importorskip("PIL.Image", reason="Pillow, of the extra 'image', is missing")
    import io

    boards = sliding.replay([[1, 2], [0, 3]], ["RIGHT"])
    with image.open(io.BytesIO(drawing.png(boards, cell=20, columns=2))) as picture:
        assert picture.size == (2 * 54 + 10, 64)
    for wrong in (0, 10**5000, 2**70, "x"):
        with pytest.raises(InputError, match=r"delay is .{1,40}, expected (1 to 60,000|a whole)"):
            drawing.gif(boards, delay=wrong)
    with image.open(io.BytesIO(drawing.gif(boards, cell=20, delay=80))) as picture:
        assert picture.n_frames >= 3
        assert picture.size == (44, 44)
        first = np.asarray(picture.convert("RGB"))
        picture.seek(picture.n_frames - 1)
        last = np.asarray(picture.convert("RGB"))
    assert (first[:22] == last[:22]).mean() > 0.9
    assert (first[22:] != last[22:]).any()


def test_moves_and_heuristics_are_numbered_as_the_kernels_do():
    assert tuple(pdb.DIRECTIONS) == MOVES
    assert tuple(pdb.HEURISTICS) == HEURISTICS
    for number, move in enumerate(MOVES):
        puzzle = Puzzle.from_array([[1, 2, 3], [4, 0, 5], [6, 7, 8]])
        there = puzzle.after([move])
        search = kernel(Puzzle.from_array(puzzle.tiles, goal=there.tiles), 1, 1)
        assert search.step(100) == FOUND
        assert search.peek_moves() == [number]

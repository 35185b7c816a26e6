"""The anytime search of sliding tiles, with its beam search and its databases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fastqueens import sliding
from fastqueens._kernels.sliding import beam
from fastqueens.reference import sliding as reference
from fastqueens.results import InputError, Interrupted
from fastqueens.search import DONE, FOUND, FULL, RUNNING
from fastqueens.sliding import MOVES

KORF_TAYLOR = Path(__file__).parents[2] / "shared" / "oracles" / "sliding_korf_taylor24.txt"
LARGE = sliding.random(5, seed=1)


def databases(goal, rows, columns, tiles, budget=1 << 30):
    made = beam.Additive(rows, columns, int(np.argmin(goal)), tiles)
    while made.step(budget) == RUNNING:
        pass
    return made


def puzzle_of(rows, columns, seed):
    """Return the tiles and the goal of a random puzzle with any goal."""
    goal = np.random.default_rng(seed).permutation(rows * columns).astype(np.uint8)
    puzzle = sliding.random(rows, columns=columns, seed=seed, goal=goal.reshape(rows, columns))
    return puzzle, puzzle.tiles.ravel(), goal


def run(search, budget=1 << 30):
    status = RUNNING
    while status == RUNNING:
        status = search.step(budget)
    return status


# ------------------------------------------------------------------------------------- databases


@pytest.mark.parametrize(
    ("rows", "columns", "tiles"), [(2, 2, 4), (2, 3, 3), (3, 2, 2), (3, 3, 4), (3, 4, 2), (4, 4, 1)]
)
def test_databases_against_their_twin(rows, columns, tiles):
    for seed in range(3):
        puzzle, _, goal = puzzle_of(rows, columns, seed)
        made = databases(goal, rows, columns, tiles, budget=101)
        sides = [[tuple(goal[p].tolist()) for p in side] for side in made.sides()]
        for side in sides:
            assert sorted(tile for pattern in side for tile in pattern) == [
                *range(1, rows * columns)
            ]
            assert max(map(len, side)) == min(tiles, rows * columns - 1)
        tables = [
            [(p, reference.additive_distances(goal.tolist(), columns, p)) for p in side]
            for side in sides
        ]
        for k in range(10):
            other = sliding.random(rows, columns=columns, seed=k, goal=puzzle.goal)
            board = other.tiles.ravel()
            expected = max(
                sum(table[tuple(board.tolist().index(t) for t in p)] for p, table in side)
                for side in tables
            )
            assert made.value(board, goal) == expected
            assert expected <= sliding.distance(other)
            if tiles == 1:
                assert expected == sliding.heuristic_value(other, "manhattan")


def test_the_second_side_is_the_mirrored_one_if_the_goal_allows_it():
    mirrored = [5 * (cell % 5) + cell // 5 for cell in range(25)]
    first, second = databases(LARGE.goal.ravel(), 5, 5, 4).sides()
    assert sorted(map(sorted, second)) == sorted(sorted(mirrored[x] for x in p) for p in first)
    first, second = databases(np.roll(np.arange(20, dtype=np.uint8), 1), 4, 5, 4).sides()
    assert sorted(map(sorted, second)) != sorted(map(sorted, first))


# ------------------------------------------------------------------------------------------ beam


@pytest.mark.parametrize(
    ("rows", "columns", "tiles", "widths"),
    [
        (2, 2, 3, (1, 4)),
        (2, 3, 2, (1, 9)),
        (3, 3, 1, (5, 40)),
        (3, 3, 4, (30, 500)),
        (3, 4, 2, (9,)),
    ],
)
@pytest.mark.parametrize("below", [0, 20])
def test_beam_against_its_twin(rows, columns, tiles, widths, below):
    for seed in range(2):
        puzzle, start, goal = puzzle_of(rows, columns, seed)
        made = databases(goal, rows, columns, tiles)
        sides = [[tuple(goal[p].tolist()) for p in side] for side in made.sides()]
        for width in widths:
            search = beam.Beam(start, goal, rows, columns, made, width, below=below)
            status = run(search, 13)
            moves, bound, nodes, expanded = reference.beam(
                start.tolist(), goal.tolist(), columns, width, sides, below=below
            )
            assert search.counters() == {"nodes": nodes, "expanded": expanded}
            assert search.bound == min(bound, 2**32 - 1)
            assert status == (DONE if moves is None else FOUND)
            if moves is not None:
                assert tuple(MOVES[move] for move in search.peek_moves()) == moves
                assert np.array_equal(puzzle.after(moves).tiles, puzzle.goal)
            assert search.step(100) == DONE


def test_a_beam_that_keeps_every_board_finds_a_shortest_solution():
    for seed in range(20):
        puzzle, start, goal = puzzle_of(3, 3, seed)
        made = databases(goal, 3, 3, 2)
        search = beam.Beam(start, goal, 3, 3, made, 100_000)
        assert run(search) == FOUND
        assert len(search.peek_moves()) == search.bound == sliding.distance(puzzle)
        for below in (search.bound, search.bound - 1):
            nothing = beam.Beam(start, goal, 3, 3, made, 100_000, below=below)
            assert (run(nothing), nothing.bound) == (DONE, below)


def test_the_bound_of_a_beam_is_a_lower_bound():
    for seed in range(30):
        puzzle, start, goal = puzzle_of(3, 3, seed)
        made = databases(goal, 3, 3, 3)
        for width in (1, 3, 10, 30, 100, 300):
            search = beam.Beam(start, goal, 3, 3, made, width)
            found = run(search) == FOUND
            assert search.bound <= sliding.distance(puzzle)
            assert not found or len(search.peek_moves()) >= sliding.distance(puzzle)


def test_a_beam_stops_within_its_memory():
    start, goal = LARGE.tiles.ravel(), LARGE.goal.ravel()
    made = databases(goal, 5, 5, 1)
    for most in (0, 10_000, 300_000):
        search = beam.Beam(start, goal, 5, 5, made, 1000, max_bytes=most)
        assert run(search) == FULL
        assert search.bytes <= max(most, search.bytes if not most else 0) or most < 10_001
        assert search.step(100) == FULL
        assert search.bound == made.value(start, goal)


def test_wrong_arguments_of_a_beam_are_refused():
    start, goal = LARGE.tiles.ravel(), LARGE.goal.ravel()
    made = databases(goal, 5, 5, 1)
    for wrong in (
        lambda: beam.Additive(5, 6, 0, 1),
        lambda: beam.Additive(5, 5, 25, 1),
        lambda: beam.Additive(5, 5, 0, 0),
        lambda: beam.Additive(5, 5, 0, 5),
        lambda: beam.Beam(start, goal, 5, 5, beam.Additive(5, 5, 24, 1), 10),
        lambda: beam.Beam(start, goal, 5, 5, databases(goal[::-1], 5, 5, 1), 10),
        lambda: beam.Beam(start[:20], goal[:20], 4, 5, made, 10),
        lambda: beam.Beam(np.zeros(25, np.uint8), goal, 5, 5, made, 10),
        lambda: beam.Beam(start, np.zeros(25, np.uint8), 5, 5, made, 10),
        lambda: beam.Beam(start, goal, 5, 5, made, 0),
        lambda: beam.Beam(start, goal, 5, 5, made, beam.MAX_WIDTH + 1),
        lambda: made.value(np.zeros(25, np.uint8), goal),
        lambda: made.value(start, start),
        lambda: beam.Additive(5, 5, 24, 1).value(start, goal),
    ):
        with pytest.raises(ValueError, match=r"size|tiles|databases"):
            wrong()


# --------------------------------------------------------------------------------------- anytime


def test_random_boards_of_any_size_get_an_answer():
    for rows, columns in ((5, 5), (4, 5), (5, 4), (5, 3), (2, 5), (4, 4)):
        for seed in range(3):
            puzzle = sliding.random(rows, columns=columns, seed=seed)
            result = sliding.solve(puzzle, method="anytime", node_limit=5_000_000)
            assert result.solved
            assert (result.length, result.reason) == (len(result.moves), None)
            assert np.array_equal(result.boards[-1], puzzle.goal)
            assert sliding.heuristic_value(puzzle) <= result.bound <= result.length
            assert result.optimal == (result.bound == result.length)
            assert result.stats.nodes <= 5_000_000
            assert result.as_dict()["optimal"] == result.optimal
            text = str(result)
            assert (f"{result.length} moves, at least {result.bound}: " in text) != result.optimal


def test_small_puzzles_are_solved_in_the_fewest_moves():
    for seed in range(20):
        for rows, columns in ((2, 2), (2, 4), (3, 3), (4, 4)):
            puzzle, *_ = puzzle_of(rows, columns, seed)
            result = sliding.solve(puzzle, method="anytime")
            assert result.optimal
            assert result.length == sliding.distance(puzzle)
    solved = sliding.Puzzle.from_array(LARGE.goal)
    assert (sliding.solve(solved).moves, sliding.solve(solved).optimal) == ([], True)
    near = sliding.scramble(30, n=5, seed=1)
    assert sliding.solve(near).optimal
    assert sliding.solve([[2, 1], [3, 0]], method="anytime").status == "unsolvable"


def test_the_published_optima_lie_between_bound_and_length():
    if not KORF_TAYLOR.exists():
        pytest.skip(f"{KORF_TAYLOR} is not there")
    goal = np.arange(25).reshape(5, 5)
    lengths = []
    for line in KORF_TAYLOR.read_text().splitlines():
        if line.startswith("#"):
            continue
        *tiles, optimum = map(int, line.replace(",", " ").split())
        puzzle = sliding.Puzzle.from_array(np.reshape(tiles, (5, 5)), goal=goal)
        result = sliding.solve(puzzle, node_limit=6_000_000)
        assert result.bound <= optimum <= result.length
        lengths.append(result.length / optimum)
    assert len(lengths) == 10
    assert sum(lengths) / 10 < 1.15


def test_the_default_is_anytime_above_16_cells():
    assert sliding.solve(LARGE, node_limit=300_000).method == "anytime"
    assert sliding.solve(LARGE, node_limit=1000, heuristic="manhattan").method == "ida"
    assert sliding.solve(sliding.random(4, columns=5), node_limit=1000).method == "anytime"
    assert sliding.solve(sliding.random(3, columns=5), node_limit=1000).method == "ida"
    assert sliding.solve(sliding.random(4, seed=1), node_limit=1000).method == "ida"
    assert sliding.default_method(LARGE) == "anytime"
    assert sliding.default_method(LARGE, "manhattan") == "ida"
    assert sliding.frames(LARGE, node_limit=10).method == "anytime"
    with pytest.raises(InputError, match="unknown heuristic 'manhattan', expected one of pdb"):
        sliding.solve(LARGE, method="anytime", heuristic="manhattan")


def test_without_a_limit_the_search_ends_after_a_number_of_nodes(monkeypatch):
    monkeypatch.setattr("fastqueens.sliding.solving.ANYTIME_NODES", 2_000_000)
    result = sliding.solve(LARGE)
    assert result.solved
    assert 1_999_000 < result.stats.nodes <= 2_000_000
    assert list(sliding.frames(LARGE, every=500_000))[-1].work <= 2_000_000


def test_the_same_nodes_give_the_same_solution():
    """The budgets of the steps depend on the clock, but the result does not."""
    found = sliding.solve(LARGE, node_limit=20_000_000)
    for every in (170_001, 10**7):
        frames = sliding.frames(LARGE, every=every, node_limit=20_000_000)
        works = [frame.work for frame in frames]
        assert works == sorted(works)
        assert frames.result() == found
        lengths = [len(moves) for moves in frames.solutions]
        assert lengths == sorted(set(lengths), reverse=True)
        assert lengths[-1] == found.length < lengths[0]


def test_more_nodes_give_no_longer_solution_and_no_lower_bound():
    results = [sliding.solve(LARGE, node_limit=n) for n in (2 * 10**6, 5 * 10**6, 2 * 10**7)]
    lengths, bounds = [x.length for x in results], [x.bound for x in results]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > lengths[-1]
    assert bounds == sorted(bounds)


def test_progress_has_the_solution_so_far():
    seen = []

    def watch(progress):
        best = progress.kernel.best
        seen.append(progress.counters)
        assert best is None or len(best) == progress.counters["length"]

    result = sliding.solve(LARGE, node_limit=20_000_000, progress=watch)
    lengths = [counters["length"] for counters in seen if "length" in counters]
    assert all(length >= result.length for length in lengths)
    assert lengths == sorted(lengths, reverse=True)
    assert all(counters["bound"] <= result.bound for counters in seen)


def test_an_interrupt_gives_the_solution_so_far():
    def stop(progress):
        if progress.kernel.best:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        sliding.solve(LARGE, node_limit=10**9, progress=stop)
    result = caught.value.partial
    assert result.solved
    assert not result.optimal
    assert np.array_equal(result.boards[-1], LARGE.goal)

    def stop_at_once(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        sliding.solve(LARGE, method="ida", progress=stop_at_once)
    assert not isinstance(caught.value, Interrupted)


def test_an_exception_between_two_steps_loses_nothing(monkeypatch):
    """The search is interrupted after each end of a beam, before it has recorded the result."""
    expected = sliding.solve(LARGE, node_limit=3_000_000)
    frames = sliding.frames(LARGE, every=100_000, node_limit=3_000_000)
    end = sliding.anytime.AnytimeSearch._end_beam
    interrupts = 0

    def interrupted(self, *arguments):
        nonlocal interrupts
        interrupts += 1
        if interrupts % 2:
            raise KeyboardInterrupt
        return end(self, *arguments)

    monkeypatch.setattr(sliding.anytime.AnytimeSearch, "_end_beam", interrupted)
    while frames.status == "running":
        try:
            next(frames)
        except KeyboardInterrupt:
            continue
    assert interrupts > 4
    assert frames.result() == expected


def test_without_memory_for_a_beam_the_bound_is_still_proved():
    result = sliding.solve(LARGE, method="anytime", max_bytes=1000, node_limit=10**6)
    assert (result.status, result.reason) == ("stopped", "nodes")
    assert result.bound > sliding.heuristic_value(LARGE)
    few = sliding.solve(LARGE, method="anytime", max_bytes=1 << 20, node_limit=10**7)
    assert few.solved
    assert few.stats.beams < sliding.solve(LARGE, node_limit=10**7).stats.beams

"""Generation of boards with one solution, recognition of equal boards, and the levels."""

from __future__ import annotations

import subprocess
import sys
from functools import cache, partial
from itertools import chain, cycle, repeat

import numpy as np
import pytest
from conftest import THOROUGH, region_arrays, some, thorough
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import queens, reference
from fastqueens._kernels.queens import generate as kernels
from fastqueens._kernels.queens import stars as kernel_stars
from fastqueens.connected_pieces import count_pieces_of_regions
from fastqueens.queens.board.symmetry import canonical, canonical_hash
from fastqueens.queens.generation import levels as shipped
from fastqueens.queens.generation.generator import generate, generate_stream
from fastqueens.queens.generation.levels import levels
from fastqueens.queens.generation.options import DIFFICULTIES, REGION_STYLES
from fastqueens.queens.logic import engine as logic
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import DONE, FOUND, RUNNING

STAR_STYLES = [style for style in REGION_STYLES if style != "drawn"]


def arrays(boards):
    return [board.regions.tolist() for board in boards]


def sizes(board):
    return np.sort(np.bincount(board.regions.ravel()))


# ------------------------------------------------------------------------------------- the boards


@pytest.mark.parametrize(
    "asked",
    [{"n": 4, "count": 60, "pieces": 2}, {"n": 5, "count": 300},
     {"n": 8, "difficulty": "hard", "count": 30},
     {"n": 10, "stars": 2, "count": 3, "style": "lopsided"}, {"n": 7, "count": 0}],
)  # fmt: skip
def test_boards_given_as_they_are_made_are_the_same(asked):
    given = [board for boards in generate_stream(**asked, seed=5) for board in boards]
    assert sorted(arrays(given)) == sorted(arrays(generate(**asked, seed=5)))
    assert len(set(map(canonical_hash, given))) == asked["count"]


def test_making_boards_stops_and_says_how_many_there_are():
    with pytest.raises(SearchStopped, match=r"time limit: [0-9]+ of 500 boards") as stop:
        list(generate_stream(20, count=500, seed=1, time_limit=0))
    assert stop.value.reason == "time"
    with pytest.raises(SearchStopped, match="hard boards of 4 rows are too rare") as stop:
        list(generate_stream(4, difficulty="hard", seed=1))
    assert (stop.value.reason, stop.value.partial) == ("iterations", 0)
    with pytest.raises(InputError, match="n is 3"):
        generate_stream(3)


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_one_solution_by_trying_all_placements(n):
    for board in generate(n, count=4, seed=n):
        assert sum(1 for _ in reference.queens.solutions(board.regions.tolist())) == 1


@pytest.mark.parametrize(
    ("n", "count"), [(4, 50), (8, 40), (9, 30), (11, 15), (12, 5), (13, 2), (16, 1), (22, 1)]
)
@pytest.mark.parametrize("style", REGION_STYLES)
def test_one_solution_and_in_one_piece(n, count, style):
    boards = generate(n, count=count, seed=7, style=style)
    assert len(boards) == count
    assert queens.solve_many(boards).counts.tolist() == [1] * count
    for board in boards:
        assert (board.n, len(board.labels)) == (n, n)
        assert reference.queens.pieces(board.regions.tolist()) == n
        assert np.array_equal(queens.Board.from_array(board.regions).regions, board.regions)


@pytest.mark.parametrize(
    ("n", "pieces", "options"),
    [(4, 2, {"count": 200}), (5, 3, {"count": 100}), (8, 2, {"count": 50}), (8, 3, {"count": 50}),
     (8, 2, {"count": 20, "difficulty": "easy"}), (8, 2, {"count": 20, "difficulty": "expert"}),
     (9, 2, {"count": 20, "style": "balanced"}), (11, 2, {"count": 10}),
     (13, 2, {"count": 3}), (22, 4, {}), (8, 2, {"stars": 2, "count": 20}),
     (10, 2, {"stars": 2, "count": 3}),
     (10, 2, {"stars": 2, "difficulty": "hard"}), (12, 2, {"stars": 3, "count": 3}),
     (12, 3, {"stars": 3, "count": 3}), (17, 2, {"stars": 4})],
)  # fmt: skip
def test_each_board_has_a_region_in_several_pieces_and_none_in_more(n, pieces, options):
    boards = generate(n, seed=3, pieces=pieces, **options)
    assert queens.solve_many(boards).counts.tolist() == [1] * options.get("count", 1)
    for board in boards:
        assert 1 < max(count_pieces_of_regions(board.regions)) <= pieces


def test_any_number_of_pieces():
    boards = generate(8, count=100, seed=3, pieces=64 * 64)
    assert queens.solve_many(boards).counts.tolist() == [1] * 100
    found = [max(count_pieces_of_regions(board.regions)) for board in boards]
    assert min(found) == 2
    assert max(found) > 4


def test_the_solution_comes_with_the_board():
    labels, solution = np.empty((20, 9, 9), np.uint8), np.empty((20, 9), np.int16)
    machine = kernels.Generate(labels, solution, seed=1, first=0, style=0)
    while machine.step(1 << 20) == RUNNING:
        pass
    assert np.array_equal(queens.solve_many(labels).first, solution)


def test_styles():
    means = {
        style: np.mean([sizes(board) for board in generate(9, count=60, seed=1, style=style)], 0)
        for style in REGION_STYLES
    }
    spread = {style: float(mean.std()) for style, mean in means.items()}
    assert spread["balanced"] < spread["mixed"] < spread["lopsided"]
    assert all(mean.sum() == pytest.approx(81) for mean in means.values())


def test_no_two_alike():
    # among 300 boards of 4 rows there are many repetitions
    for n, count in ((4, 300), (5, 1000)):
        labels, solution = np.empty((count, n, n), np.uint8), np.empty((count, n), np.int16)
        kernels.Generate(labels, solution, seed=0, first=0, style=0).step(2**62)
        assert len({canonical_hash(board) for board in labels}) < count
        boards = generate(n, count=count, seed=0)
        assert len({canonical_hash(board) for board in boards}) == count


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_difficulty(difficulty):
    boards = generate(7, difficulty=difficulty, count=30, seed=2)
    assert {logic.rate(board).tier for board in boards} == {difficulty}
    assert queens.solve_many(boards).counts.tolist() == [1] * 30
    assert len({canonical_hash(board) for board in boards}) == 30


# ----------------------------------------------------------------------------------- repeatability


@pytest.mark.parametrize(
    "options", [{}, {"difficulty": "easy"}, {"style": "balanced"}, {"pieces": 2}]
)
def test_same_seed_same_boards_on_any_number_of_threads(options):
    make = partial(generate, 7, count=70, seed=11, **options)
    boards = make(threads=1)
    assert boards == make(threads=2) == make(threads=5)
    assert boards != generate(7, count=70, seed=12, **options)


def test_board_i_depends_on_seed_and_i():
    assert generate(8, count=20, seed=4)[:7] == generate(8, count=7, seed=4)


# Results of the portable build; every build must make the same boards.
@pytest.mark.parametrize(
    ("n", "difficulty", "known"),
    [
        (4, None, "6ba66d44"),
        (8, None, "47e078a8"),
        (8, "hard", "be6747d7"),
        (11, None, "222e7c0c"),
        (14, None, "901cd72f"),
        (22, None, "f917c554"),
    ],
)
def test_same_boards_on_every_instruction_set(isa, n, difficulty, known):
    (board,) = generate(n, seed=2024, difficulty=difficulty)
    assert canonical_hash(board)[:8] == known


def test_without_a_seed():
    assert generate(8, count=2) != generate(8, count=2)


def check_steps_of_any_size(n, stars, **options):
    """Check that any division of the work into steps makes the same two boards and counters."""

    def run(budgets):
        labels, solution = np.zeros((2, n, n), np.uint8), np.zeros((2, n * stars), np.int16)
        machine = kernels.Generate(
            labels, solution, seed=1, first=0, style=0, stars=stars, **options
        )
        for budget in budgets:
            before = machine.spent
            status = machine.step(budget)
            assert machine.spent - before <= budget
            if status == DONE:
                break
        assert machine.step(100) == DONE
        return labels.tolist(), solution.tolist(), machine.counters(), machine.done

    whole = run([2**62])
    assert whole[-1] == 2
    assert run(chain([0], repeat(1))) == whole
    assert run(cycle([1, 2, 3, 100, 7])) == whole


@pytest.mark.parametrize(
    ("n", "tier", "pieces"), [(5, -1, 1), (5, -1, 2), (8, 2, 1), (12, -1, 1), (22, -1, 1)]
)
def test_steps_of_any_size(n, tier, pieces):
    check_steps_of_any_size(n, 1, tier=tier, pieces=pieces, moves=2 if n > 12 else 0)


def test_peek_shows_a_unique_board_between_moves():
    labels, solution = np.zeros((1, 8, 8), np.uint8), np.zeros((1, 8), np.int16)
    machine = kernels.Generate(labels, solution, seed=5, first=0, style=0)
    now, queen = np.zeros((8, 8), np.uint8), np.zeros(8, np.int16)
    seen = set()
    while machine.step(50) == RUNNING:
        machine.peek(now, queen)
        assert queens.violations(now, queen).complete
        seen.add(now.tobytes())
    machine.peek(now, queen)
    assert len(seen) > 5
    assert np.array_equal(now, labels[0])
    assert np.array_equal(queen, solution[0])


# ------------------------------------------------------------------------------- limits and errors


def test_time_limit():
    with pytest.raises(SearchStopped, match="time limit: 0 of 5 boards") as stop:
        generate(30, count=5, seed=1, time_limit=0)
    assert (stop.value.partial, stop.value.reason) == ([], "time")
    with pytest.raises(SearchStopped) as stop:
        generate(9, count=10**6, seed=1, time_limit=0.3, threads=2)
    made = stop.value.partial
    assert 0 < len(made) < 10**6
    assert set(made) <= set(generate(9, count=2 * 256 + len(made), seed=1))


@pytest.mark.parametrize(
    ("count", "options"),
    [pytest.param(1800, {}, marks=thorough), (30, {"symmetry": "half-turn"})],
)
def test_more_than_there_are(count, options):
    with pytest.raises(SearchStopped, match="too rare") as stop:
        generate(4, count=count, seed=1, **options)
    assert stop.value.reason == "iterations"
    assert count / 2 < len(stop.value.partial) < count
    assert len({canonical_hash(board) for board in stop.value.partial}) == len(stop.value.partial)


def test_no_board_of_the_difficulty():
    with pytest.raises(SearchStopped, match="hard boards of 4 rows") as stop:
        generate(4, difficulty="hard", seed=1)
    assert (stop.value.partial, stop.value.reason) == ([], "iterations")


def test_none_asked_for():
    assert generate(8, count=0) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 3}, "n is 3, expected 4 to 64"),
        ({"n": 65}, "n is 65, expected 4 to 64"),
        ({"n": 8.5}, "n is 8.5, expected a whole number"),
        ({"n": 8, "count": -1}, "count is -1, expected 0 to 1,099,511,627,775"),
        ({"n": 8, "seed": 2**64}, "seed is an integer of more than 64 bits"),
        ({"n": 8, "threads": 0}, "threads is 0, expected 1 or more"),
        ({"n": 8, "difficulty": "guess"}, "difficulty is 'guess', expected 'easy', 'medium', 'h"),
        (
            {"n": 8, "style": "odd"},
            "style is 'odd', expected 'mixed', 'balanced', 'lopsided' or",
        ),
        ({"n": 8, "pieces": 0}, "pieces is 0, expected 1 to 4,096"),
        ({"n": 8, "pieces": True}, "pieces is True, expected a whole number"),
        ({"n": 8, "time_limit": -1}, "time_limit is -1, expected 0 or more seconds"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        generate(**arguments)


def test_the_kernel_refuses_what_it_cannot_take():
    labels, solution = np.empty((1, 8, 8), np.uint8), np.empty((1, 8), np.int16)
    options = {"seed": 1, "first": 0, "style": 0}
    for bad in (labels[:, :, :7].copy(), labels[:, :3, :3].copy(), labels[:0]):
        with pytest.raises(ValueError, match="must"):
            kernels.Generate(bad, np.empty((len(bad), bad.shape[1]), np.int16), **options)
    with pytest.raises(ValueError, match="size"):
        kernels.Generate(labels, solution, **options, tier=4)


def test_progress():
    reports = []
    generate(11, count=1500, seed=1, threads=1, progress=lambda *args: reports.append(args))
    assert reports == sorted(reports)
    assert all(0 <= made <= wanted == 1500 for made, wanted in reports)


def test_ctrl_c_in_a_callback_ends_it():
    def interrupt(made, wanted):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(30, count=10**4, seed=1, threads=2, progress=interrupt)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_was_made(threads):
    def interrupt(made, wanted):
        if made >= 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stop:
        generate(8, count=10**6, seed=1, threads=threads, progress=interrupt)
    boards = stop.value.partial
    assert 300 <= len(boards) < 10**6
    assert (queens.solve_many(boards).counts == 1).all()
    if threads == 1:  # several threads may leave gaps
        assert boards == generate(8, count=len(boards), seed=1, threads=1)


# ------------------------------------------------------------------------------------ several stars


def made_by_kernel(n, stars, count, **options):
    labels, solution = np.zeros((count, n, n), np.uint8), np.zeros((count, n * stars), np.int16)
    options = {"seed": 1, "first": 0, "style": 0, **options}
    machine = kernels.Generate(labels, solution, stars=stars, **options)
    assert machine.step(2**62) == DONE
    assert machine.done == count
    return labels, solution, machine.counters()


@cache
def placements_of_two_stars(n):
    return np.array(
        [[r * n + c for r, row in enumerate(rows) for c in row]
         for rows in reference.queens.stars_placements(n, 2)]
    )  # fmt: skip


@pytest.mark.parametrize(("n", "count"), [(8, 20), (9, 15)])
@pytest.mark.parametrize("pieces", [1, 2])
def test_stars_by_trying_all_placements(n, count, pieces):
    placements = placements_of_two_stars(n)
    found = set()
    for board in generate(n, stars=2, count=count, seed=n, pieces=pieces):
        taken = np.sort(board.regions.ravel()[placements], axis=1)
        solves = (taken == np.repeat(np.arange(n), 2)).all(axis=1)
        assert solves.sum() == 1
        found.add(int(solves.argmax()))
    assert len(found) == 2 if n == 8 else len(found) > 10


@pytest.mark.parametrize(
    ("n", "stars", "count"),
    [(8, 2, 20), (9, 2, 10), (10, 2, 10), (11, 2, 5), (12, 2, 4), (12, 3, 4), (13, 3, 2),
     (14, 3, 1), (16, 4, 1), (17, 4, 1)],
)  # fmt: skip
@pytest.mark.parametrize("style", STAR_STYLES)
def test_stars_one_solution_and_in_one_piece(n, stars, count, style):
    boards = generate(n, stars=stars, count=count, seed=7, style=style)
    assert queens.solve_many(boards).counts.tolist() == [1] * count
    assert len({canonical_hash(board) for board in boards}) == count
    for board in boards:
        assert (board.n, board.stars, len(board.labels)) == (n, stars, n)
        assert reference.queens.pieces(board.regions.tolist()) == n
        # Stars must not touch, so a region needs more cells than stars.
        assert sizes(board)[0] > stars
        assert np.array_equal(queens.Board.from_array(board.regions).regions, board.regions)


@pytest.mark.parametrize(
    ("n", "stars"),
    [
        (16, 2), (21, 2), (22, 2), (16, 3), (22, 3), (26, 3), (20, 4), (20, 5), (21, 5),
        (24, 6), (25, 6),
    ],
)  # fmt: skip
def test_stars_on_larger_boards(n, stars):
    labels, solution, counters = made_by_kernel(n, stars, 1, moves=1, patience=100)
    assert reference.queens.pieces(labels[0].tolist()) == n
    assert counters["starts"] >= 1
    found = queens.solve_many(labels, rules=queens.Rules(stars))
    assert found.counts.tolist() == [1]
    assert found.first[0, :, 1].tolist() == solution[0].tolist()


def test_stars_solution_comes_with_the_board():
    labels, solution, _ = made_by_kernel(10, 2, 20)
    first = queens.solve_many(labels, rules=queens.Rules(2)).first
    assert first[:, :, 0].tolist() == [np.repeat(np.arange(10), 2).tolist()] * 20
    assert np.array_equal(first[:, :, 1], solution)


def test_stars_styles():
    means = {
        style: np.mean([sizes(b) for b in generate(9, stars=2, count=40, seed=1, style=style)], 0)
        for style in STAR_STYLES
    }
    spread = {style: float(mean.std()) for style, mean in means.items()}
    assert spread["balanced"] < spread["mixed"] < spread["lopsided"]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_stars_difficulty(difficulty):
    boards = generate(8, stars=2, difficulty=difficulty, count=10, seed=2)
    assert {logic.rate(board).tier for board in boards} == {difficulty}
    assert queens.solve_many(boards).counts.tolist() == [1] * 10


@pytest.mark.parametrize(
    ("n", "stars", "difficulties", "seed"),
    [
        (10, 2, DIFFICULTIES, 3),
        (14, 3, DIFFICULTIES, 3),
        (17, 4, DIFFICULTIES, 3),
        (21, 5, DIFFICULTIES[:2], 2),  # found soon, and ten times later with seed 3
    ],
)
def test_stars_difficulty_at_the_sizes_people_play(n, stars, difficulties, seed):
    for difficulty in difficulties:
        (board,) = generate(n, stars=stars, difficulty=difficulty, seed=seed)
        assert logic.rate(board).tier == difficulty
        assert queens.is_unique(board)


@pytest.mark.parametrize("difficulty", [None, "expert"])
def test_stars_boards_as_hard_as_those_that_people_make(difficulty):
    """On such boards of 17 rows the solver takes a hundred nodes, and the regions look similar."""
    count = 3 if THOROUGH else 1
    boards = generate(17, stars=4, count=count, seed=5, difficulty=difficulty)
    assert queens.solve_many(boards).stats.nodes > count * 60
    for board in boards:
        assert 10 <= sizes(board)[0] <= sizes(board)[-1] <= 34


@pytest.mark.parametrize("options", [{}, {"difficulty": "medium"}, {"pieces": 2}])
def test_stars_same_seed_same_boards_on_any_number_of_threads(options):
    make = partial(generate, 8, stars=2, count=40, seed=11, **options)
    boards = make(threads=1)
    assert boards == make(threads=2) == make(threads=5)
    assert boards != generate(8, stars=2, count=40, seed=12, **options)


@pytest.mark.parametrize(
    ("n", "stars", "difficulty", "known"),
    [
        (8, 2, None, "91bed1a2"),
        (10, 2, None, "fde71253"),
        (10, 2, "expert", "76af3d6c"),
        (14, 2, None, "d5d94959"),
        (22, 2, None, "f6f43343"),
        (12, 3, None, "17b9c868"),
        (16, 3, None, "66235776"),
        (17, 4, None, "abc81bf4"),
        (21, 5, None, "3d73b10f"),
        (25, 6, None, "92ff92d4"),
    ],
)
def test_stars_same_boards_on_every_instruction_set(isa, n, stars, difficulty, known):
    if difficulty is not None:
        (board,) = generate(n, stars=stars, seed=2024, difficulty=difficulty)
    else:
        labels, _, _ = made_by_kernel(n, stars, 1, seed=2024, moves=2)
        board = queens.Board.from_array(labels[0], stars=stars)
    assert canonical_hash(board)[:8] == known


@pytest.mark.parametrize(
    ("n", "stars", "tier", "pieces"),
    [(8, 2, 1, 1), (10, 2, -1, 1), (10, 2, -1, 2), (14, 3, -1, 1), (14, 3, -1, 2),
     (22, 2, -1, 1), (10, 2, 3, 1), (17, 4, -1, 1)],
)  # fmt: skip
def test_stars_steps_of_any_size(n, stars, tier, pieces):
    check_steps_of_any_size(n, stars, pieces=pieces, tier=tier, moves=1)


def test_stars_peek_shows_a_solved_board_between_moves():
    labels, solution = np.zeros((1, 10, 10), np.uint8), np.zeros((1, 20), np.int16)
    machine = kernels.Generate(labels, solution, seed=5, first=0, style=0, stars=2)
    now, columns = np.zeros((10, 10), np.uint8), np.zeros(20, np.int16)
    machine.peek(now, columns)
    assert (columns == -1).all()
    pieces = []
    while machine.step(20) == RUNNING:
        machine.peek(now, columns)
        cells = np.stack([np.repeat(np.arange(10), 2), columns], axis=1)
        assert queens.violations(queens.Board.from_array(now, stars=2), cells).complete
        pieces.append(reference.queens.pieces(now.tolist()))
    assert pieces[0] > 10
    assert pieces[-1] == 10
    assert max(pieces[len(pieces) // 2 :]) == 10  # joined regions stay joined


def test_stars_of_boards_that_counting_cannot_refute():
    """The `ways` check accepts moves that the counting check rejects, so the boards are harder."""
    work = []
    for opening in (10**6, 16):
        labels, _, counters = made_by_kernel(14, 3, 6, style=1, moves=8, opening=opening)
        search = [kernel_stars.Search(board, queens.Rules(3), 0, 0) for board in labels]
        while any(machine.step(10**6) == FOUND for machine in search):
            pass
        work.append((counters["given_up"], sum(m.counters()["nodes"] for m in search)))
    counted, by_ways = work
    assert by_ways[0] < counted[0] / 10
    assert by_ways[1] > 5 * counted[1]


def test_stars_limits():
    with pytest.raises(SearchStopped, match="time limit"):
        generate(25, stars=6, count=1000, seed=1, time_limit=0.05)

    def interrupt(made, wanted):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(25, stars=6, count=1000, seed=1, progress=interrupt)


def test_stars_and_hashes():
    one = generate(8, seed=1)[0]
    two = one.with_rules(queens.Rules(2))
    assert canonical(two).stars == 2
    assert canonical(two) == canonical(one).with_rules(queens.Rules(2))
    assert len({canonical_hash(one.with_rules(queens.Rules(k))) for k in (1, 2, 3)}) == 3
    turned = queens.Board.from_array(np.rot90(two.regions), stars=2)
    assert canonical_hash(turned) == canonical_hash(two)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 7, "stars": 2}, "n is 7, expected 8 to 64 with 2 stars"),
        ({"n": 11, "stars": 3}, "n is 11, expected 12 to 64 with 3 stars"),
        ({"n": 15, "stars": 4}, "15"),
        ({"n": 40, "stars": 7}, "stars is 7, expected 1 to 6"),
        ({"n": 20, "stars": 0}, "stars is 0"),
    ],
)
def test_stars_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=message):
        generate(**arguments)
    labels = np.zeros((1, arguments["n"], arguments["n"]), np.uint8)
    columns = np.zeros((1, arguments["n"] * arguments["stars"]), np.int16)
    with pytest.raises(ValueError, match=r"size|stars must be"):
        kernels.Generate(labels, columns, seed=1, first=0, style=0, stars=arguments["stars"])


# ------------------------------------------------------------------------------------ equal boards


@given(region_arrays(exact=False), st.integers(0, 7), st.randoms(use_true_random=False))
def test_canonical(regions, way, random):
    board = queens.Board.from_array(regions, allow_empty_regions=True)
    form = canonical(board)
    assert form.regions.tolist() == reference.queens.canonical(regions.tolist())
    assert canonical(form) == form
    other = np.rot90(regions, way % 4)
    other = other.T if way >= 4 else other
    names = random.sample(range(256), 256)
    renamed = np.array(names, np.uint8)[other]
    assert canonical(queens.Board.from_array(renamed, allow_empty_regions=True)) == form
    assert canonical_hash(renamed) == canonical_hash(regions)


@given(region_arrays(exact=False), st.data())
def test_a_cell_makes_another_puzzle(regions, data):
    n = len(regions)
    r, c = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    other = regions.copy()
    other[r, c] = data.draw(st.integers(0, 2 * n))
    same = reference.queens.canonical(regions.tolist()) == reference.queens.canonical(
        other.tolist()
    )
    assert (canonical_hash(regions) == canonical_hash(other)) == same


def test_the_hash_is_the_same_in_every_process():
    board = ["RBBB", "RRBY", "GYYY", "GGGY"]
    program = f"from fastqueens.queens import canonical_hash; print(canonical_hash({board}))"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == canonical_hash(board) == "a35cb7663d2ca395fc5b1233b0019c9d"


def test_canonical_of_many_regions():
    board = queens.Board.from_array(
        np.arange(256, dtype=np.uint8).reshape(16, 16), allow_empty_regions=True
    )
    assert canonical(board).regions.ravel().tolist() == list(range(256))


@pytest.mark.parametrize(
    ("n", "options"),
    [
        (8, {"use": ("set",)}),
        (8, {"use": ("fish",), "avoid": ("set",)}),
        (8, {"difficulty": "hard", "use": ("pair",)}),
        (9, {"score": (30, 40), "steps": (20, 24)}),
        (10, {"stars": 2, "use": ("bounds",), "avoid": ("forcing-chain",)}),
    ],
)
def test_the_rating_that_was_asked_for(n, options):
    boards = generate(n, count=12, seed=4, **options)
    for board in boards:
        rating = logic.rate(board)
        assert rating.tier == options.get("difficulty", rating.tier) != "guess"
        assert all(rating.histogram[rule] for rule in options.get("use", ()))
        assert not any(rating.histogram[rule] for rule in options.get("avoid", ()))
        for name, value in (("score", rating.score), ("steps", len(queens.explain(board)))):
            least, most = options.get(name, (0, 10**9))
            assert least <= value <= most
    assert generate(n, count=12, seed=4, threads=1, **options) == boards
    assert [x for part in generate_stream(n, count=12, seed=4, **options) for x in part] == boards


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"use": "set"}, "use is 'set', expected a list of rules"),
        ({"use": ["sett"]}, "names the rule 'sett', expected queen, .* did you mean 'set'"),
        ({"avoid": ["bounds"]}, "'bounds' is for several stars"),
        ({"use": ["set"], "difficulty": "easy"}, "use names 'set', which makes a board hard"),
        ({"use": ["set"], "avoid": ["set"]}, "use and avoid both name set"),
        ({"score": 5}, r"score is 5, expected two numbers, such as \(20, 60\)"),
        ({"steps": (5, 2)}, r"steps is \(5, 2\), expected the smaller number first"),
        ({"steps": (1, -2)}, "steps"),
    ],
)
def test_ratings_that_cannot_be_asked_for(options, message):
    with pytest.raises(InputError, match=message):
        generate(8, **options)


def test_a_rating_that_no_board_has():
    with pytest.raises(SearchStopped, match="boards of 4 rows with such a rating are too rare"):
        generate(4, score=(1, 2))


@pytest.mark.parametrize(
    ("n", "stars", "count", "of_tier"), [(10, 2, 40, 40), (14, 3, 20, 20 if THOROUGH else 6)]
)
def test_the_tier_does_not_show_in_the_largest_region(n, stars, count, of_tier):
    def share(difficulty, count):
        boards = generate(n, stars=stars, difficulty=difficulty, count=count, seed=7)
        return np.mean([sizes(board)[-1] for board in boards]) / n**2

    any_tier = share(None, count)
    for difficulty in DIFFICULTIES:
        assert abs(share(difficulty, of_tier) - any_tier) < 0.05, difficulty


# ------------------------------------------------------------------------------------------ levels


def test_levels():
    counts = {7: 50, 8: 130, 9: 110, 10: 60, 11: 50, 20: 4, 30: 4}
    every = levels()
    assert [(n, len(levels(n))) for n in counts] == list(counts.items())
    assert len(every) == sum(counts.values())
    assert len({level.name for level in every}) == len(every)
    assert len({canonical_hash(level.board) for level in every}) == len(every)
    for n in counts:
        found = levels(n)
        assert [level.name for level in found] == [f"{n}-{k:03}" for k in range(1, len(found) + 1)]
        order = [(DIFFICULTIES.index(level.difficulty), level.score) for level in found]
        assert order == sorted(order)
        assert {level.difficulty for level in found} == set(DIFFICULTIES)
        assert queens.solve_many([x.board for x in found]).counts.tolist() == [1] * len(found)
        rated = logic.rate_many([level.board for level in found])
        assert [DIFFICULTIES[tier] for tier in rated.tiers] == [x.difficulty for x in found]
        for level in found:
            assert reference.queens.pieces(level.board.regions.tolist()) == n


def test_levels_of_several_stars():
    every = levels(stars=None)
    assert len({level.name for level in every}) == len(every) == len(levels()) + 80
    starred = [level for level in every if level.board.stars > 1]
    assert len({canonical_hash(level.board) for level in starred}) == 80
    for (n, stars), count in {
        (10, 2): 30,
        (14, 3): 30,
        (17, 4): 10,
        (21, 5): 5,
        (25, 6): 5,
    }.items():
        found = levels(n, stars=stars)
        assert [x.name for x in found] == [f"{n}/{stars}-{k:03}" for k in range(1, count + 1)]
        order = [(DIFFICULTIES.index(level.difficulty), level.score) for level in found]
        assert order == sorted(order)
        assert {level.difficulty for level in found} == set(DIFFICULTIES)
        boards = [level.board for level in found]
        assert {board.stars for board in boards} == {stars}
        assert all(reference.queens.pieces(board.regions.tolist()) == n for board in boards)
        checked = some(found, {21: 2, 25: 1}.get(n, 10))  # a board of 25 rows takes seconds
        boards = [level.board for level in checked]
        assert queens.solve_many(boards).counts.tolist() == [1] * len(boards)
        rated = logic.rate_many(boards)
        assert [(DIFFICULTIES[tier], score) for tier, score in zip(*rated, strict=True)] == [
            (level.difficulty, level.score) for level in checked
        ]
    with pytest.raises(InputError, match="stars is 7, expected 1, 2, 3, 4, 5 or 6"):
        levels(stars=7)
    with pytest.raises(InputError, match="n is 11, expected 10"):
        levels(11, stars=2)


def test_a_size_without_levels():
    with pytest.raises(InputError, match=r"n is 12, expected 7, 8, 9, 10, 11, 20 or 30"):
        levels(12)


def test_a_wrong_line_is_no_level():
    with pytest.raises(KeyError):
        list(shipped.parse_levels("4 easy 7 ABBBABBBABBBABB?\n"))


def test_more_boards_than_can_be_numbered_are_refused():
    with pytest.raises(InputError, match=r"count is .*, expected 0 to 1,099,511,627,775"):
        generate(6, count=2**70)

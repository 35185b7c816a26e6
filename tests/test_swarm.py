"""The particle swarm: kernel against Python twin, worked example, API, options and errors."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
from conftest import examples, region_arrays, tight_board
from helpers import queens as shared
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, queens, reference
from fastqueens._kernels.queens.swarm import Swarm
from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.placements import cells_of
from fastqueens.queens.swarm import options as swarm
from fastqueens.queens.swarm.options import BEST, SETTINGS, SwarmOptions, kernel
from fastqueens.search import DONE, FOUND, RUNNING

# Regions are numbered in the order of the example: R, B, G, Y.
FOUR = np.array([[0, 1, 1, 1], [0, 0, 1, 3], [2, 3, 3, 3], [2, 2, 2, 3]], np.uint8)
NINE, SIX = shared.NINE.regions, shared.SIX.regions
RAW = {  # the swarm of the thesis in the kernel's own options
    "seed": 0,
    "swarm_size": 2,
    "iterations": 10,
    "w": 0.7,
    "c1": 2.0,
    "c2": 2.0,
    "r1": None,
    "r2": None,
    "w1": 2.0,
    "w2": 1.0,
    "topology": 0,
    "vmax": None,
    "stagnation": None,
    "mutation": 0.0,
    "repair": 0,
}


def cells_by_region(regions):
    """Return the cells of each region, row by row."""
    return [
        [(r, c) for r, c in np.ndindex(regions.shape) if regions[r, c] == label]
        for label in np.unique(regions)
    ]


def indices(regions, placements):
    lists = cells_by_region(regions)
    return np.array([[lists[k].index(x) for k, x in enumerate(p)] for p in placements], np.uint16)


def check_alike(regions, fast, slow):
    """Check that all values of two swarms are equal to the last bit."""
    positions, velocities, pbest, nbest = fast.state()
    assert positions.tolist() == indices(regions, slow.x).tolist()
    assert velocities.tolist() == slow.v
    assert pbest.tolist() == indices(regions, slow.pbest).tolist()
    assert nbest.tolist() == indices(regions, slow.nbest).tolist()
    assert fast.scores().tolist() == slow.scores
    assert fast.counters() == {
        "iterations": slow.done,
        "evaluations": slow.evaluations,
        "restarts": slow.restarts,
        "mutations": slow.mutations,
        "repairs": slow.repairs,
    }
    assert fast.fitness == slow.best_score
    assert fast.cells() == [r * len(regions) + c for r, c in slow.best]
    assert fast.history().tolist() == slow.history
    assert fast.gave_up == slow.gave_up


@st.composite
def options(draw):
    weight = st.sampled_from([0.0, 0.3, 0.7, 1.0, 2.0, 5.5])
    share = st.one_of(st.none(), st.floats(0, 1))
    w1, w2 = draw(st.tuples(weight, weight).filter(any))
    return SwarmOptions(
        swarm_size=draw(st.integers(1, 7)),
        iterations=draw(st.integers(1, 12)),
        w=draw(st.sampled_from([0.0, 0.7, 1.0, 1e9])),
        c1=draw(weight),
        c2=draw(weight),
        r1=draw(share),
        r2=draw(share),
        w1=w1,
        w2=w2,
        topology=draw(st.sampled_from(["ring", "global"])),
        vmax=draw(st.one_of(st.none(), st.floats(0.01, 1))),
        stagnation=draw(st.one_of(st.none(), st.integers(1, 3))),
        mutation=draw(st.sampled_from([0.0, 0.0, 0.1, 1.0])),
        repair=draw(st.sampled_from(["none", "best", "each"])),
    )


def twin(regions, seed, options, **start):
    fields = {name: getattr(options, name) for name in SwarmOptions.__dataclass_fields__}
    return reference.swarm.Swarm(regions.tolist(), seed=seed, **fields, **start)


# ---------------------------------------------------------------------------- the worked example


def test_fitness_of_the_example():
    placement = [(1, 0), (0, 1), (3, 1), (2, 3)]  # (2,1) (1,2) (4,2) (3,4), counted from 1
    assert reference.swarm.fitness(placement, 2, 1) == 6
    assert indices(FOUR, [placement]).tolist() == [[1, 0, 2, 3]]  # this is its nbest
    positions = np.array([[1, 0, 2, 3]], np.uint16)
    machine = Swarm(FOUR, **{**RAW, "swarm_size": 1}, positions=positions)
    machine.step(1)
    assert machine.scores().tolist() == [6.0]
    assert (machine.fitness, machine.cells()) == (6.0, [4, 1, 13, 11])


def test_velocities_of_the_example():
    """Particle 0 is from the example in the thesis; particle 1 is at its neighbourhood's best."""
    positions = np.array([[2, 4, 3, 3], [2, 1, 3, 4]], np.uint16) - 1
    velocities = np.array([[0.3, 0.5, 0.4, 0.6], [0.0, 0.0, 0.0, 0.0]])
    bests = np.array([[2, 3, 3, 2], [2, 1, 3, 4]], np.uint16) - 1
    raw = {**RAW, "r1": 0.2, "r2": 0.2}
    machine = Swarm(FOUR, **raw, positions=positions, velocities=velocities, bests=bests)
    machine.step(2)
    before = machine.state()
    assert np.array_equal(before[0], positions)
    assert np.array_equal(before[1], velocities)
    assert np.array_equal(before[2], bests)
    assert np.array_equal(before[3], bests[[1, 1]])
    machine.step(1)
    after = machine.state()
    expected = [0.21, 0.35 + 0.4 + 0.4, 0.28, 0.42 + 0.4 + 0.4]
    assert after[1][0].tolist() == pytest.approx(expected, rel=1e-15)
    # In the second and fourth component u < 1 < v, so they move; the others are at nbest already.
    assert after[0][0].tolist() == [1, 0, 2, 3]
    assert machine.scores().tolist() == [6.0, 6.0]


WORKED = queens.Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
# Of the regions R, B, G, Y: the number of the cell in its region, row by row, counted from 1.
POSITION, OWN_BEST, NEIGHBOURS_BEST = (2, 4, 3, 3), (2, 3, 3, 2), (2, 1, 3, 4)


def in_order_of_labels(values):
    """Return the values of the regions R, B, G, Y in the order of the board's labels."""
    return [values["RBGY".index(label)] for label in WORKED.labels]


def worked_cells(numbers):
    """Return the (row, column) of each region's queen, in the order of the board's labels."""
    lists = {label: np.argwhere(WORKED.regions == k) for k, label in enumerate(WORKED.labels)}
    return in_order_of_labels(
        [lists[label][number - 1].tolist() for label, number in zip("RBGY", numbers, strict=True)]
    )


def worked_swarm(c1=2, c2=2, seed=0):
    """The example's particle, beside another particle that is at the neighbourhood's best."""
    near = worked_cells(NEIGHBOURS_BEST)
    return queens.Swarm.start(
        WORKED,
        seed,
        SwarmOptions(swarm_size=2, w=0.7, c1=c1, c2=c2, r1=0.2, r2=0.2),
        positions=[worked_cells(POSITION), near],
        velocities=[in_order_of_labels([0.3, 0.5, 0.4, 0.6]), [0] * 4],
        bests=[worked_cells(OWN_BEST), near],
    )


@pytest.mark.parametrize(
    ("numbers", "cells", "fitness"),
    [
        (POSITION, [[1, 0], [1, 2], [3, 1], [2, 2]], 12),
        (OWN_BEST, [[1, 0], [0, 3], [3, 1], [2, 1]], 10),  # 10 in the thesis as well
        (NEIGHBOURS_BEST, [[1, 0], [0, 1], [3, 1], [2, 3]], 6),  # 8 in the thesis
    ],
)
def test_positions_and_fitness_of_the_worked_example(numbers, cells, fitness):
    assert worked_cells(numbers) == in_order_of_labels(cells)
    assert queens.fitness(WORKED, cells, w1=2, w2=1) == fitness


@pytest.mark.parametrize("seed", range(3))
def test_the_worked_example_by_the_public_functions(seed):
    swarm = worked_swarm(seed=seed)
    assert swarm.fitness.tolist() == [12, 6]
    assert swarm.bests[0].tolist() == worked_cells(OWN_BEST)
    assert swarm.neighbours_bests[0].tolist() == worked_cells(NEIGHBOURS_BEST)
    after = swarm.step()
    expected = in_order_of_labels([0.21, 1.15, 0.28, 1.22])  # B and Y: 0.75, 0.82 in the thesis
    assert after.velocities[0].tolist() == pytest.approx(expected, rel=1e-15)
    # R and G are at the neighbourhood's best already; B and Y move, because 1.15 and 1.22 are
    # above every random number.
    assert after.positions[0].tolist() == worked_cells(NEIGHBOURS_BEST)


@pytest.mark.parametrize("pulls", [{"c1": 0}, {"c2": 0}])
def test_one_pull_gives_the_velocities_that_the_thesis_prints(pulls):
    """The thesis has 0.75 and 0.82 for B and Y: one of the two equal pulls is missing."""
    printed = in_order_of_labels([0.21, 0.75, 0.28, 0.82])
    after = worked_swarm(**pulls).step()
    assert after.velocities[0].tolist() == pytest.approx(printed, rel=1e-15)


def test_uniform_numbers_move_components():
    """With v fixed at 0.5, about half of the components move to nbest in one iteration."""
    n, size = 8, 200
    regions = np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)
    positions = np.zeros((size, n), np.uint16)
    bests = np.ones((size, n), np.uint16)
    bests[0] = [1, 1, 4, 6, 1, 3, 5, 7]  # the best particle, which is no solution
    raw = {**RAW, "swarm_size": size, "topology": 1, "w": 0.0, "c1": 0.0, "r2": 0.25}
    machine = Swarm(regions, **raw, positions=positions, bests=bests)
    machine.step(2 * size)
    moved = machine.state()[0][1:] != 0
    assert 0.45 < moved.mean() < 0.55


# ------------------------------------------------------- against the reference implementation


@examples(60)
@given(region_arrays(), options(), st.integers(0, 2**64 - 1))
def test_each_particle_against_the_twin(regions, options, seed):
    fast, slow = kernel(regions, seed, options), twin(regions, seed, options)
    while slow.step():
        assert fast.step(1) == (FOUND if slow.found else DONE if slow.gave_up else RUNNING)
        check_alike(regions, fast, slow)
        columns = np.empty(len(regions), np.int16)
        fast.peek(columns)
        if slow.found:
            assert shared.is_solution(regions, cells_of(columns))
            assert fast.fitness == 0
    assert fast.step(1) == DONE
    assert fast.gave_up
    check_alike(regions, fast, slow)


@examples(60)
@given(region_arrays(), options(), st.integers(0, 2**64 - 1), st.data())
def test_a_given_start_against_the_twin(regions, options, seed, data):
    lists = cells_by_region(regions)
    place = st.tuples(*(st.integers(0, len(cells) - 1) for cells in lists))
    some = st.lists(place, min_size=options.swarm_size, max_size=options.swarm_size)
    velocities = st.lists(
        st.lists(st.floats(0, 2), min_size=len(lists), max_size=len(lists)),
        min_size=options.swarm_size,
        max_size=options.swarm_size,
    )
    start = {
        "positions": data.draw(st.one_of(st.none(), some)),
        "velocities": data.draw(st.one_of(st.none(), velocities)),
        "bests": data.draw(st.one_of(st.none(), some)),
    }
    arrays = {
        name: None if x is None else np.array(x, np.float64 if name == "velocities" else np.uint16)
        for name, x in start.items()
    }
    raw = {**RAW, **{x: getattr(options, x) for x in SwarmOptions.__dataclass_fields__}}
    raw["topology"] = ["ring", "global"].index(options.topology)
    raw["repair"] = ["none", "best", "each"].index(options.repair)
    fast = Swarm(regions, **{**raw, "seed": seed}, **arrays)
    slow = twin(regions, seed, options, **start)
    while slow.step():
        fast.step(1)
        check_alike(regions, fast, slow)


def test_velocities_that_vanish():
    options = SwarmOptions(swarm_size=6, iterations=1200, stagnation=700)
    fast, slow = kernel(NINE, 5, options), twin(NINE, 5, options)
    while slow.step() and not slow.found:
        pass
    assert fast.step(10**6) == DONE
    check_alike(NINE, fast, slow)
    assert fast.counters()["restarts"] > 0
    assert (fast.state()[1] == 0).any()


@examples(60)
@given(region_arrays(), options(), st.integers(0, 2**64 - 1))
def test_steps_add_up(regions, options, seed):
    """Steps of any size end in the state of one large step, and stop at the same solutions."""
    whole, parts = kernel(regions, seed, options), kernel(regions, seed, options)
    budgets = np.random.default_rng(seed)
    while True:
        status = whole.step(10**6)
        assert status in (FOUND, DONE)
        while (piece := parts.step(int(budgets.integers(0, 9)))) == RUNNING:
            pass
        assert piece == status
        assert parts.counters() == whole.counters()
        for a, b in zip(parts.state(), whole.state(), strict=True):
            assert np.array_equal(a, b)
        assert np.array_equal(parts.history(), whole.history())
        assert (parts.cells(), parts.fitness) == (whole.cells(), whole.fitness)
        if status == DONE:
            break


@examples(30)
@given(st.integers(1, 64), st.integers(0, 2**32), st.sampled_from(["none", "best", "each"]))
def test_fitness_is_kept(n, seed, repair):
    """The incremental fitness equals the naive fitness, on boards up to 64 x 64."""
    rng = np.random.default_rng(seed)
    regions = rng.permutation(np.arange(n * n) % n).astype(np.uint8).reshape(n, n)
    options = SwarmOptions(
        swarm_size=5, iterations=4, w1=1.25, w2=0.75, mutation=0.1, repair=repair
    )
    machine = kernel(regions, seed, options)
    lists = cells_by_region(regions)
    while machine.step(5) == RUNNING:
        for place, score in zip(machine.state()[0], machine.scores(), strict=True):
            cells = [lists[k][i] for k, i in enumerate(place)]
            assert reference.swarm.fitness(cells, 1.25, 0.75) == score


# ---------------------------------------------------------------------------- recorded runs


@pytest.mark.parametrize(
    ("regions", "options", "seed", "counters", "cells"),
    [
        (FOUR, SwarmOptions(), 0, (1000, 50050, 0, 0, 0), [4, 3, 13, 11]),
        (FOUR, SwarmOptions(), 3, (1000, 50050, 0, 0, 0), [4, 2, 13, 15]),
        (FOUR, SwarmOptions(r1=0.2, r2=0.2, stagnation=4), 1, (23, 1178, 4, 0, 0), [4, 2, 13, 11]),
        (NINE, SwarmOptions(), 0, (1000, 50050, 0, 0, 0), [2, 37, 6, 49, 24, 63, 75, 79, 56]),
        (
            NINE,
            SwarmOptions(topology="global", vmax=0.5, stagnation=20),
            0,
            (1000, 50050, 42, 0, 0),
            [27, 13, 7, 41, 24, 54, 47, 80, 65],
        ),
        (
            NINE,
            SwarmOptions(mutation=0.1, vmax=0.3),
            0,
            (307, 15356, 0, 13773, 0),
            [28, 13, 7, 41, 24, 54, 48, 80, 65],
        ),
        (
            NINE,
            SwarmOptions(repair="best", stagnation=30),
            0,
            (1000, 50050, 26, 0, 974),
            [18, 4, 34, 41, 15, 54, 48, 80, 65],
        ),
        (NINE, BEST, 0, (8, 164, 0, 25, 144), [28, 13, 7, 41, 24, 54, 48, 80, 65]),
        (NINE, BEST, 2**64 - 1, (17, 345, 0, 61, 325), [28, 13, 7, 41, 24, 54, 48, 80, 65]),
        (SIX, SwarmOptions(iterations=100), 7, (100, 5050, 0, 0, 0), [3, 12, 20, 22, 31, 35]),
    ],
)
def test_recorded_runs(regions, options, seed, counters, cells):
    machine = kernel(regions, seed, options)
    while machine.step(1000) == RUNNING:
        pass
    assert machine.counters() == dict(
        zip(
            ("iterations", "evaluations", "restarts", "mutations", "repairs"), counters, strict=True
        )
    )
    assert machine.cells() == cells


def test_best_options_solve_nine():
    for seed in range(20):
        machine = kernel(NINE, seed, BEST)
        assert machine.step(10**9) == FOUND
        columns = np.empty(9, np.int16)
        machine.peek(columns)
        assert columns.tolist() == [7, 4, 6, 1, 5, 3, 0, 2, 8]


def test_solutions_one_after_the_other():
    """A swarm that continues after each solution finds all solutions repeatedly."""
    machine = kernel(
        FOUR, 3, SwarmOptions(swarm_size=10, iterations=500, repair="each", stagnation=3)
    )
    columns = np.empty(4, np.int16)
    found = []
    while (status := machine.step(64)) != DONE:
        if status == FOUND:
            machine.peek(columns)
            found.append(tuple(columns.tolist()))
            assert machine.step(0) == RUNNING  # a budget of 0 changes nothing
            assert machine.fitness == 0
    assert len(found) > 10
    assert set(found) == {(2, 0, 3, 1)}
    assert machine.gave_up
    assert machine.counters()["iterations"] == 500


def test_gives_up():
    """On a board without a solution the budget is used up; the result is the best placement."""
    machine = kernel(SIX, 0, SwarmOptions(iterations=40, swarm_size=30))
    assert (machine.cells(), machine.fitness) == ([], math.inf)
    assert machine.history().tolist() == []
    columns = np.empty(6, np.int16)
    machine.peek(columns)
    assert columns.tolist() == [-1] * 6
    assert machine.step(29 * 41) == RUNNING
    assert not machine.gave_up
    assert machine.step(41) == DONE
    assert machine.gave_up
    assert machine.step(10**6) == DONE
    assert machine.spent == 30 * 41
    assert machine.counters()["iterations"] == 40
    cells = [divmod(cell, 6) for cell in machine.cells()]
    assert sorted(SIX[r, c] for r, c in cells) == list(range(6))
    assert machine.fitness == reference.swarm.fitness(cells) > 0
    history = machine.history().tolist()
    assert len(history) == 41
    assert history == list(accumulate(history, min))  # without restarts the history only falls
    assert history[-1] == machine.fitness
    machine.peek(columns)
    for row in range(6):
        assert columns[row] == min((c for r, c in cells if r == row), default=-1)


def test_history_shows_restarts():
    options = SwarmOptions(iterations=200, swarm_size=10, stagnation=5)
    machine = kernel(SIX, 1, options)
    machine.step(10**9)
    history = machine.history()
    assert len(history) == 201
    assert machine.fitness == history.min()
    rises = np.count_nonzero(np.diff(history) > 0)
    assert 0 < rises <= machine.counters()["restarts"]


def test_long_history_is_thinned():
    """After 2^20 entries every second entry is removed, so only every second iteration remains."""
    options = SwarmOptions(iterations=3 * 2**20, swarm_size=1, mutation=0.001, stagnation=999)
    thin, full = kernel(SIX, 1, options), kernel(SIX, 1, options)
    thin.step(3 * 2**20 + 1)
    full.step(2**20)
    assert (full.stride, thin.stride) == (1, 4)
    assert len(full.history()) == 2**20
    assert len(thin.history()) == 3 * 2**18 + 1
    assert np.array_equal(thin.history()[: 2**18], full.history()[::4])
    assert len(np.unique(full.history())) > 3


# ----------------------------------------------------- queens.Swarm, queens.fitness, queens.solve


@examples(60)
@given(region_arrays(), st.data())
def test_the_fitness_function_against_the_twin(regions, data):
    board = Board.from_array(regions)
    cells = [
        data.draw(st.sampled_from([(int(r), int(c)) for r, c in np.argwhere(board.regions == k)]))
        for k in range(board.n)
    ]
    w1, w2 = data.draw(st.sampled_from([(2, 1), (1, 1), (0.5, 3), (0, 1)]))
    assert queens.fitness(board, cells, w1=w1, w2=w2) == reference.swarm.fitness(cells, w1, w2)
    solved = queens.violations(board, cells).complete
    assert (queens.fitness(board, cells) == 0) == solved


def test_fitness_needs_one_queen_in_each_region():
    board = shared.FOUR
    assert queens.fitness(board, [2, 0, 3, 1]) == 0
    for placement in ([0, 0, 3, 1], [2, 0, -1, 1], [(0, 0)]):
        with pytest.raises(InputError, match=r"found [02] queens in region ., expected one"):
            queens.fitness(board, placement)
    with pytest.raises(InputError, match="w1"):
        queens.fitness(board, [2, 0, 3, 1], w1=-1)


VARIANTS = [
    {},
    {"topology": "global", "vmax": 0.3},
    {"mutation": 0.1, "repair": "each"},
    {"repair": "best", "r1": 0.5, "r2": 0.25, "w1": 1, "w2": 3},
    {"stagnation": 2, "mutation": 0.01},
]


@pytest.mark.parametrize("given_options", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_single_steps_follow_a_whole_run(given_options, seed):
    """Positions, velocities, bests and random numbers equal those of an uninterrupted run."""
    board = Board.from_array(tight_board(9, seed))
    options = SwarmOptions(swarm_size=7, iterations=60, **given_options)
    run = kernel(board.regions, seed, options)
    state = queens.Swarm.start(board, seed, options)
    assert run.step(7) == 0
    for iteration in range(40):
        assert state.iteration == iteration
        positions, velocities, bests, neighbours = run.state()
        again = [reference_cells(board, x) for x in (positions, bests, neighbours)]
        found = (state.positions, state.bests, state.neighbours_bests)
        assert all(np.array_equal(one, other) for one, other in zip(found, again, strict=True))
        assert np.array_equal(state.velocities, velocities)
        assert np.array_equal(state.fitness, run.scores())
        for cells, value in zip(state.positions.tolist(), state.fitness, strict=True):
            assert queens.fitness(board, cells, w1=options.w1, w2=options.w2) == value
        if state.solution is not None:
            break
        state = state.step()
        run.step(7)
    assert (state.iteration > 2) or state.solution is not None
    assert run.counters()["restarts"] > 0 or "stagnation" not in given_options


def reference_cells(board, indices):
    lists = [np.argwhere(board.regions == k) for k in range(board.n)]
    return np.array([[lists[k][i] for k, i in enumerate(row)] for row in indices.tolist()])


def test_a_swarm_starts_from_the_state_of_another():
    board = shared.NINE
    options = SwarmOptions(swarm_size=9, r1=0.5, r2=0.5)
    state = queens.Swarm.start(board, 4, options).step().step()
    again = queens.Swarm.start(
        board,
        options=options,
        positions=state.positions,
        velocities=state.velocities,
        bests=state.bests,
    )
    for name in ("positions", "velocities", "bests", "neighbours_bests", "fitness"):
        assert np.array_equal(getattr(again, name), getattr(state, name)), name
    assert np.array_equal(again.step().velocities, state.step().velocities)


def test_a_step_leaves_its_swarm_unchanged():
    board = shared.NINE
    start = queens.Swarm.start(board, seed=5)
    one, other = start.step(), start.step()
    assert start.iteration == 0
    assert np.array_equal(one.positions, other.positions)
    assert np.array_equal(one.velocities, other.velocities)
    assert not np.array_equal(one.positions, start.positions)


def test_a_swarm_that_finds_a_solution_stays():
    board = shared.NINE
    result = queens.solve(board, method="pso", preset="best", seed=1)
    assert result.solved
    assert result.history[-1] == 0
    assert len(result.history) in (result.stats.iterations, result.stats.iterations + 1)
    state = queens.Swarm.start(board, 1, BEST)
    while state.solution is None:
        state = state.step()
    assert state.solution.tolist() == result.queens.tolist()
    assert state.iteration == result.stats.iterations > 10
    assert state.step() is state


def test_a_wrong_start_is_refused():
    for board, message in (
        (shared.FOUR.with_rules(queens.Rules(stars=2)), "2 stars"),
        (Board.from_text("ABC\nABC\nABD", allow_empty_regions=True), "regions"),
    ):
        with pytest.raises(InputError, match=message):
            queens.Swarm.start(board)
    with pytest.raises(InputError, match=r"expected swarm\.SwarmOptions"):
        queens.Swarm.start(shared.FOUR, 0, {"w": 1})
    with pytest.raises(InputError, match="seed"):
        queens.Swarm.start(shared.FOUR, seed=-1)
    near = worked_cells(NEIGHBOURS_BEST)
    for start, message in (
        ({"positions": [near[::-1]]}, r"positions\[0\]\[0\] is row 3, column 1, expected .* R"),
        ({"bests": [[*near[:3], (4, 0)]]}, r"bests\[0\]\[3\] is row 4, column 0, expected"),
        ({"bests": [[*near[:3], (0, -1)]]}, r"bests\[0\]\[3\] is row 0, column -1, expected"),
        ({"positions": near}, r"shape \(4, 2\) and type int64, expected .* \(1, 4, 2\)"),
        ({"positions": "near"}, "positions is 'near', expected"),
        ({"velocities": [[0.5] * 3]}, r"shape \(1, 3\) and type float64, expected .* \(1, 4\)"),
        ({"velocities": [[0.5, 1, 2, math.nan]]}, "a velocity outside the range"),
        ({"velocities": [[-1, 1, 2, 3]]}, "a velocity outside the range"),
    ):
        with pytest.raises(InputError, match=message):
            queens.Swarm.start(WORKED, options=SwarmOptions(swarm_size=1), **start)


def test_solve_passes_the_options_on():
    result = queens.solve(shared.NINE, method="pso", iterations=3, swarm_size=4, topology="global")
    assert (result.status, result.reason, result.stats.iterations) == ("stopped", "iterations", 3)


def test_solve_has_the_same_defaults():
    for setting in SETTINGS:
        assert setting.default == getattr(SwarmOptions(), setting.name)
    assert {x.name for x in SETTINGS} == set(SwarmOptions.__dataclass_fields__)


# ------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"swarm_size": 0}, "swarm_size is 0, expected 1 or more"),
        ({"swarm_size": 10_001}, "swarm_size is 10001, expected 10000 at most"),
        ({"swarm_size": 2.5}, "swarm_size is 2.5, expected a whole number"),
        ({"iterations": 0}, "iterations is 0, expected 1 or more"),
        ({"iterations": 2**63}, "iterations is 9223372036854775808, expected 922"),
        ({"stagnation": 0}, "stagnation is 0, expected 1 or more"),
        ({"w": -0.1}, "w is -0.1, expected a number from 0 to 1e\\+09"),
        ({"c1": math.inf}, "c1 is inf, expected"),
        ({"c2": math.nan}, "c2 is nan, expected"),
        ({"w1": "2"}, "w1 is '2', expected a number"),
        ({"w2": None}, "w2 is None, expected a number"),
        ({"r1": 1.5}, "r1 is 1.5, expected a number from 0 to 1"),
        ({"r2": -1}, "r2 is -1, expected a number from 0 to 1"),
        ({"mutation": 1.01}, "mutation is 1.01, expected a number from 0 to 1"),
        ({"vmax": 0}, "vmax is 0, expected a number above 0"),
        ({"topology": "star"}, "topology is 'star', expected one of ring, global"),
        ({"repair": "all"}, "repair is 'all', expected one of none, best, each"),
        ({"w1": 0, "w2": 0}, "w1 and w2 are 0, expected a number above 0"),
        ({"topology": "rings"}, "did you mean 'ring'"),
        ({"swarm_size": True}, "swarm_size is True, expected a whole number"),
        ({"topology": ["ring"]}, "topology is \\['ring'\\], expected"),
    ],
)
def test_options_are_checked(wrong, message):
    with pytest.raises(InputError, match=message):
        SwarmOptions(**wrong)


def test_options_are_numbers():
    options = SwarmOptions(swarm_size=np.int64(7), w=1, r1=np.float32(0.5))
    assert (options.swarm_size, options.w, options.r1) == (7, 1.0, 0.5)
    assert type(options.swarm_size) is int
    assert type(options.w) is type(options.r1) is float
    with pytest.raises(AttributeError):
        options.w = 2.0


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        (np.zeros((2, 2), np.uint8), "found 1 regions"),
        (np.zeros((1, 2), np.uint8), "n regions"),
        (np.arange(4, dtype=np.uint8), "n regions"),
        (Board.from_text(shared.FIVE, allow_empty_regions=True).regions, "found 7 regions"),
    ],
)
def test_boards_that_cannot_be_used(regions, message):
    with pytest.raises(InputError, match=message):
        kernel(regions)
    if regions.ndim == 2:
        with pytest.raises(ValueError, match=r"n must be|number of regions"):
            Swarm(regions, **RAW)


def test_a_seed_has_64_bits():
    with pytest.raises(InputError, match="seed"):
        kernel(FOUR, 2**64)


@pytest.mark.parametrize(
    "wrong",
    [
        {"swarm_size": 0},
        {"swarm_size": 10_001},
        {"iterations": 0},
        {"w": math.nan},
        {"w1": 2e9},
        {"r1": 1.1},
        {"mutation": -0.5},
        {"vmax": math.nan},
        {"vmax": -1.0},
        {"topology": 2},
        {"repair": 3},
        {"positions": np.full((2, 4), 9, np.uint16)},
        {"positions": np.zeros((3, 4), np.uint16)},
        {"bests": np.full((2, 4), 9, np.uint16)},
        {"velocities": np.full((2, 4), math.nan)},
        {"velocities": np.full((2, 4), -1.0)},
        {"velocities": np.zeros((2, 5))},
    ],
)
def test_the_kernel_checks_too(wrong):
    Swarm(FOUR, **RAW)
    with pytest.raises(ValueError, match=r"range|must"):
        Swarm(FOUR, **{**RAW, **wrong})


def test_labels_need_not_be_in_order():
    """Region k has the k-th smallest label."""
    labels = np.array([3, 200, 77, 9], np.uint8)[FOUR]
    a, b = (
        kernel(labels, 8),
        kernel(np.argsort(np.argsort([3, 200, 77, 9]))[FOUR].astype(np.uint8), 8),
    )
    a.step(500), b.step(500)
    for x, y in zip(a.state(), b.state(), strict=True):
        assert np.array_equal(x, y)


def test_peek_needs_n_entries():
    with pytest.raises(ValueError, match="n entries"):
        kernel(FOUR).peek(np.empty(5, np.int16))


def test_module_limits():
    assert SwarmOptions(swarm_size=swarm.MAX_SIZE).swarm_size == 10_000
    machine = kernel(FOUR, 0, SwarmOptions(swarm_size=swarm.MAX_SIZE))
    assert machine.step(swarm.MAX_SIZE) in (FOUND, RUNNING)

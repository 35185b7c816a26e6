"""The parts of the swarm: its fitness, and single iterations that equal those of a whole run."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import region_arrays, tight_board
from helpers import boards
from hypothesis import given, settings
from hypothesis import strategies as st

from fastqueens import InputError, queens, reference
from fastqueens.queens.swarm import options as swarm


@settings(max_examples=150)
@given(region_arrays(), st.data())
def test_fitness_is_that_of_the_twin(regions, data):
    board = queens.Board.from_array(regions)
    cells = [
        data.draw(st.sampled_from([(int(r), int(c)) for r, c in np.argwhere(board.regions == k)]))
        for k in range(board.n)
    ]
    w1, w2 = data.draw(st.sampled_from([(2, 1), (1, 1), (0.5, 3), (0, 1)]))
    assert queens.fitness(board, cells, w1=w1, w2=w2) == reference.swarm.fitness(cells, w1, w2)
    solved = queens.violations(board, cells).complete
    assert (queens.fitness(board, cells) == 0) == solved


def test_fitness_wants_a_queen_in_each_region():
    board = queens.Board.from_text(boards.FOUR)
    assert queens.fitness(board, [2, 0, 3, 1]) == 0
    for placement in ([0, 0, 3, 1], [2, 0, -1, 1], [(0, 0)]):
        with pytest.raises(InputError, match=r"found [02] queens in region ., expected one"):
            queens.fitness(board, placement)
    with pytest.raises(InputError, match="w1"):
        queens.fitness(board, [2, 0, 3, 1], w1=-1)


OPTIONS = [
    {},
    {"topology": "global", "vmax": 0.3},
    {"mutation": 0.1, "repair": "each"},
    {"repair": "best", "r1": 0.5, "r2": 0.25, "w1": 1, "w2": 3},
    {"stagnation": 2, "mutation": 0.01},
]


@pytest.mark.parametrize("given_options", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_iterations_are_those_of_one_run(given_options, seed):
    """Positions, velocities, bests and random numbers equal those of an uninterrupted run."""
    board = queens.Board.from_array(tight_board(9, seed))
    options = swarm.SwarmOptions(swarm_size=7, iterations=60, **given_options)
    run = swarm.kernel(board.regions, seed, options)
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


def test_a_step_is_a_function():
    board = queens.Board.from_text(boards.NINE)
    start = queens.Swarm.start(board, seed=5)
    one, other = start.step(), start.step()
    assert start.iteration == 0
    assert np.array_equal(one.positions, other.positions)
    assert np.array_equal(one.velocities, other.velocities)
    assert not np.array_equal(one.positions, start.positions)


def test_a_swarm_that_finds_a_solution_stays():
    board = queens.Board.from_text(boards.NINE)
    result = queens.solve(board, method="pso", preset="best", seed=1)
    state = queens.Swarm.start(board, 1, swarm.BEST)
    while state.solution is None:
        state = state.step()
    assert state.solution.tolist() == result.queens.tolist()
    assert state.iteration == result.stats.iterations > 10
    assert state.step() is state


def test_bad_swarms():
    for board, message in (
        (queens.Board.from_text(boards.FOUR, stars=2), "2 stars"),
        (queens.Board.from_text("ABC\nABC\nABD", allow_empty_regions=True), "regions"),
    ):
        with pytest.raises(InputError, match=message):
            queens.Swarm.start(board)
    with pytest.raises(InputError, match=r"expected swarm\.SwarmOptions"):
        queens.Swarm.start(queens.Board.from_text(boards.FOUR), 0, {"w": 1})
    with pytest.raises(InputError, match="seed"):
        queens.Swarm.start(queens.Board.from_text(boards.FOUR), seed=-1)

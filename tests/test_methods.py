"""Every value of ``method=``: equal answers, and the documented counters."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import HOPELESS, oracle, region_arrays
from helpers.queens import FIVE, NINE, SIX
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import InputError, nqueens, queens, reference

COMPLETE = [name for name, method in queens.METHODS.items() if method.complete]
LOCAL = [name for name, method in queens.METHODS.items() if not method.complete]
CONSTRAINT = ("backtracking", "backtracking-memo", "forward-checking", "mac")


@given(regions=region_arrays())
def test_complete_methods_agree(regions):
    expected = sorted(reference.queens.solutions(regions.tolist()))
    for method in COMPLETE:
        found = queens.solutions(regions, method=method)
        assert sorted(tuple(x.tolist()) for x in found) == expected, method
        assert found.status == ("solved" if expected else "unsolvable")
        assert queens.count(regions, method=method) == len(expected)
        result = queens.solve(regions, method=method)
        assert result.status == ("solved" if expected else "unsolvable")
        assert result.queens is None or tuple(result.queens.tolist()) in expected


@given(
    regions=region_arrays(),
    method=st.sampled_from(CONSTRAINT),
    options=st.fixed_dictionaries(
        {},
        optional={
            "variables": st.sampled_from(["regions", "rows"]),
            "region_order": st.sampled_from(["first-seen", "label"]),
            "order": st.sampled_from(["static", "mrv", "dom/deg"]),
            "values": st.sampled_from(["static", "lcv", "random"]),
            "restarts": st.booleans(),
        },
    ),
    seed=st.integers(0, 2**64 - 1),
)
def test_options_change_no_answer(regions, method, options, seed):
    expected = sorted(reference.queens.solutions(regions.tolist()))
    found = queens.solutions(regions, method=method, seed=seed, **options)
    assert sorted(tuple(x.tolist()) for x in found) == expected


@given(regions=region_arrays(), seed=st.integers(0, 100))
def test_local_searches_find_only_solutions(regions, seed):
    expected = set(reference.queens.solutions(regions.tolist()))
    for method in LOCAL:
        result = queens.solve(regions, method=method, seed=seed, node_limit=3000)
        if result.solved:
            assert tuple(result.queens.tolist()) in expected
            assert result.fitness == 0
        elif len(regions) in (2, 3) and method == "min-conflicts":
            assert result.status == "unsolvable"  # these boards have no solution with any regions
        else:
            assert result.status == "stopped"
            assert result.reason in ("nodes", "iterations")
            assert result.fitness > 0
            assert result.best.shape[1] == 2
        again = queens.solve(regions, method=method, seed=seed, node_limit=3000)
        assert again.stats.counters == result.stats.counters


@pytest.mark.parametrize("method", COMPLETE)
def test_at_most_one(method):
    five = queens.Board.from_text(FIVE, allow_empty_regions=True)
    expected = sorted(
        reference.queens.solutions(FIVE.split(), queens.Rules(allow_empty_regions=True))
    )
    assert sorted(tuple(x.tolist()) for x in queens.solutions(five, method=method)) == expected


def test_published_counters():
    for method in ("permutation", "permutation-skip"):
        result = queens.solve(NINE, method=method)
        assert result.queens.tolist() == [7, 4, 6, 1, 5, 3, 0, 2, 8]
        assert result.stats.permutations == 306205
        result = queens.solve(SIX, method=method)
        assert (result.status, result.stats.permutations) == ("unsolvable", 720)
    for method in ("backtracking", "backtracking-memo"):
        assert queens.solve(SIX, method=method).status == "unsolvable"
    plain, memo = (queens.solve(NINE, method=m).stats for m in CONSTRAINT[:2])
    assert (plain.steps, plain.backtracks) == (memo.steps, memo.backtracks)


def test_the_thesis_boards():
    """The order decides: 92e9 steps in the order of labels, thousands by first appearance."""
    twenty = queens.Board.from_file(oracle("queens_thesis20.txt"))
    for method in ("backtracking", "backtracking-memo"):
        assert queens.solve(twenty, method=method).stats.steps == 5023
    stopped = queens.solve(twenty, method="backtracking", region_order="label", node_limit=10**6)
    assert (stopped.status, stopped.stats.steps) == ("stopped", 10**6)
    for name in ("queens_thesis20.txt", "queens_thesis30.txt"):
        large = queens.Board.from_file(oracle(name))
        for seed in range(5):
            result = queens.solve(large, method="mac", order="mrv", restarts=True, seed=seed)
            assert queens.violations(large, result.queens).complete
    order = sorted(twenty.labels, reverse=True)
    result = queens.solve(
        twenty, method="forward-checking", order="mrv", region_order=order, node_limit=10**6
    )
    assert result.status in ("solved", "stopped")


@pytest.mark.parametrize("method", COMPLETE)
def test_limits(method):
    """Every method stops an endless search at both limits."""
    result = queens.solve(HOPELESS, method=method, node_limit=500)
    assert (result.status, result.reason) == ("stopped", "nodes")
    result = queens.solve(HOPELESS, method=method, time_limit=0.05)
    assert (result.status, result.reason) == ("stopped", "time")


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("magic", {}),
        ("bitboard", {"order": "mrv"}),
        ("permutation", {"restarts": True}),
        ("mac", {"order": "alphabetical"}),
        ("mac", {"values": "best"}),
        ("mac", {"variables": "cells"}),
        ("mac", {"region_order": "size"}),
        ("mac", {"region_order": [0, 0, 1]}),
        ("pso", {"preset": "good"}),
        ("mac", {"seed": -1}),
    ],
)
def test_refuses(method, options):
    with pytest.raises(InputError):
        queens.solve(NINE, method=method, **options)


def test_local_searches_do_not_count():
    for method in LOCAL:
        with pytest.raises(InputError, match="one solution"):
            queens.count(NINE, method=method)
        found = queens.solutions(NINE, method=method, seed=1, node_limit=10**5)
        assert len(list(found)) <= 1
        assert found.status == "stopped"


# ------------------------------------------------------------------------------------- N-Queens


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("method", nqueens.METHODS)
def test_nqueens(method, n):
    options = {} if nqueens.METHODS[method].complete else {"node_limit": 1000}
    result = nqueens.solve(n, method=method, **options)
    if n in (2, 3):
        assert result.status in ("unsolvable", "stopped")
        assert result.status == "unsolvable" or not nqueens.METHODS[method].complete
    else:
        assert nqueens.is_solution(result.queens)


def test_nqueens_generate_and_test():
    """The number of placements up to the first solution equals a count in Python."""
    from itertools import combinations, permutations, product

    n = 5
    first = next(
        i for i, p in enumerate(product(range(n), repeat=n), 1) if nqueens.is_solution(np.array(p))
    )
    assert nqueens.solve(n, method="tuples").stats.placements == first
    first = next(
        i for i, p in enumerate(permutations(range(n)), 1) if nqueens.is_solution(np.array(p))
    )
    assert nqueens.solve(n, method="permutation").stats.permutations == first
    ways = enumerate(combinations(range(n * n), n), 1)
    first = next(
        i
        for i, cells in ways
        if [c // n for c in cells] == list(range(n))
        and nqueens.is_solution(np.array([c % n for c in cells]))
    )
    assert nqueens.solve(n, method="combinations").stats.placements == first


@pytest.mark.parametrize(
    "call",
    [
        lambda: nqueens.solve(8, method="magic"),
        lambda: nqueens.solve(0),
        lambda: nqueens.solve(65),
        lambda: nqueens.solve(20, method="combinations"),
        lambda: nqueens.solve(20, method="tuples"),
        lambda: nqueens.solve(8, method="list", order="mrv"),
        lambda: nqueens.solve(8, seed=-1),
    ],
)
def test_nqueens_refuses(call):
    with pytest.raises(InputError):
        call()

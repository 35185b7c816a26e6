"""pytest-benchmark cases for packing: the counts of the known puzzles, and their rates.

    python -m pytest bench/test_bench_packing.py --benchmark-only

These cases also check the counts that take too long for the tests.
"""

from __future__ import annotations

import pytest
from cases.packings import KNOWN
from measure import Measure

from fastqueens import packing
from fastqueens.search import RUNNING

CASES = 1_000_000


# All solutions of these take minutes, so that they are counted once and never timed.
LONG = ("Bedlam cube 4x4x4", "Conway 5x5x5", "Y pentacubes 5x5x5")
TIMED = [name for name in KNOWN if name not in LONG]


def count_distinct(name: str) -> int:
    puzzle = KNOWN[name][0]
    return packing.count(puzzle, distinct="mirror" if puzzle.in_space else True)


@pytest.mark.parametrize("name", LONG)
def test_long(name: str) -> None:
    assert count_distinct(name) == KNOWN[name][2]


@pytest.mark.parametrize("name", TIMED)
def test_distinct(measure: Measure, name: str) -> None:
    number = measure(count_distinct, name, kernel="packing/count", rounds=5)
    assert number == KNOWN[name][2]


@pytest.mark.parametrize("name", TIMED)
def test_bitset(measure: Measure, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    number = measure(
        lambda: packing.count(puzzle, method="bitset"), kernel="cover/bitset", rounds=5
    )
    assert number == every


# In pyramids and boxes, memoised states need more memory than the search may use.
FLAT = [name for name in TIMED if not KNOWN[name][0].in_space and "pyramid" not in name]


@pytest.mark.parametrize("name", FLAT)
def test_memo(measure: Measure, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    number = measure(lambda: packing.count(puzzle, method="memo"), kernel="cover/memo", rounds=5)
    assert number == every


@pytest.mark.parametrize("name", ["pentominoes 6x10", "Kanoodle pyramid"])
def test_listing(measure: Measure, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    found = measure(
        lambda: sum(1 for _ in packing.solutions(puzzle)), kernel="packing/count", rounds=5
    )
    assert found == every


@pytest.mark.parametrize("name", ["IQ Puzzler Pro 5x11", "IQ Puzzler Pro pyramid"])
def test_brute_force(measure: Measure, name: str) -> None:
    def fresh() -> packing.PackingSearch:
        return packing.PackingSearch(KNOWN[name][0], method="brute-force")

    status = measure(lambda x: x.step(CASES), kernel="packing/brute", fresh=fresh, rounds=20)
    assert status == RUNNING
    measure.nodes(CASES)

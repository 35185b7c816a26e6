"""pytest-benchmark cases for packing: the counts of the known puzzles, and their rates.

    python -m pytest bench/test_bench_packing.py --benchmark-enable

These cases also check the counts that take too long for the tests.
"""

from __future__ import annotations

import pytest
from cases.packings import KNOWN
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import packing
from fastqueens.search import RUNNING

CASES = 1_000_000


@pytest.mark.parametrize("name", KNOWN)
def test_distinct(benchmark: BenchmarkFixture, name: str) -> None:
    puzzle, _, distinct = KNOWN[name]
    options = {"distinct": "mirror" if puzzle.in_space else True}
    number = benchmark.pedantic(packing.count, (puzzle,), options, rounds=1 if name in LONG else 5)
    assert number == distinct


# All solutions of these take minutes.
LONG = ("Bedlam cube 4x4x4", "Conway 5x5x5", "Y pentacubes 5x5x5")


@pytest.mark.parametrize("name", [name for name in KNOWN if name not in LONG])
def test_bitset(benchmark: BenchmarkFixture, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    number = benchmark.pedantic(packing.count, (puzzle,), {"method": "bitset"}, rounds=1)
    assert number == every


@pytest.mark.parametrize("name", [x for x in KNOWN if "pyramid" not in x])
def test_memo(benchmark: BenchmarkFixture, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    number = benchmark.pedantic(packing.count, (puzzle,), {"method": "memo"}, rounds=3)
    assert number == every


@pytest.mark.parametrize("name", ["pentominoes 6x10", "Kanoodle pyramid"])
def test_listing(benchmark: BenchmarkFixture, name: str) -> None:
    puzzle, every, _ = KNOWN[name]
    found = benchmark.pedantic(lambda: sum(1 for _ in packing.solutions(puzzle)), rounds=3)
    assert found == every


@pytest.mark.parametrize("name", ["IQ Puzzler Pro 5x11", "IQ Puzzler Pro pyramid"])
def test_brute_force(benchmark: BenchmarkFixture, name: str) -> None:
    def fresh() -> tuple[tuple[packing.PackingSearch], dict[str, object]]:
        return (packing.PackingSearch(KNOWN[name][0], method="brute-force"),), {}

    status = benchmark.pedantic(lambda x: x.step(CASES), setup=fresh, rounds=20)
    assert status == RUNNING
    if benchmark.stats:  # missing if timing is switched off
        benchmark.extra_info["cases_per_second"] = CASES / benchmark.stats.stats.min

"""pytest-benchmark cases for exact cover: all solutions, counted.

python -m pytest bench/test_bench_cover.py --benchmark-enable
"""

from __future__ import annotations

import pytest
from cases import covers
from harness import ISAS
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import cover

WAYS = [("dlx", "scalar"), *(("bitset", isa) for isa in ISAS)]
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@pytest.mark.parametrize("way", WAYS, ids="-".join)
@pytest.mark.parametrize("name", covers.PROBLEMS)
def test_count(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch, name: str, way: tuple[str, str]
) -> None:
    method, isa = way
    monkeypatch.setenv("FASTQUEENS_ISA", isa)
    problem = covers.PROBLEMS[name]()
    it = covers.exact(problem)
    rounds = 1 if method == "dlx" and len(problem.options) > 1800 else 3
    found = benchmark.pedantic(covers.answer, args=(problem, it, method), rounds=rounds)
    assert found == problem.solutions


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_sudoku(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch, way: tuple[str, str]
) -> None:
    monkeypatch.setenv("FASTQUEENS_ISA", way[1])
    solved = benchmark(cover.sudoku, HARD, method=way[0])
    assert solved is not None
    assert all(a in (b, ".") for a, b in zip(HARD, solved, strict=True))


def test_reading(benchmark: BenchmarkFixture) -> None:
    """Read a text of 2,056 options."""
    problem = covers.pentominoes(6, 10)
    text = cover.ExactCover(problem.options, primary=range(problem.primary)).to_text()
    it = benchmark(cover.ExactCover.from_text, text)
    assert len(it) == len(problem.options)

"""pytest-benchmark cases for exact cover: all solutions, counted.

python -m pytest bench/test_bench_cover.py --benchmark-only
"""

from __future__ import annotations

import pytest
from cases import covers
from harness import ISAS
from measure import Measure

from fastqueens import cover

WAYS = [("dlx", "scalar"), *(("bitset", isa) for isa in ISAS)]
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@pytest.mark.parametrize("way", WAYS, ids="-".join)
@pytest.mark.parametrize("name", covers.PROBLEMS)
def test_count(
    measure: Measure, monkeypatch: pytest.MonkeyPatch, name: str, way: tuple[str, str]
) -> None:
    method, isa = way
    monkeypatch.setenv("FASTQUEENS_ISA", isa)
    problem = covers.PROBLEMS[name]()
    it = covers.exact(problem)
    found = measure(covers.answer, problem, it, method, kernel=f"cover/{method} {isa}", rounds=5)
    assert found == problem.solutions


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_sudoku(measure: Measure, monkeypatch: pytest.MonkeyPatch, way: tuple[str, str]) -> None:
    monkeypatch.setenv("FASTQUEENS_ISA", way[1])
    solved = measure(lambda: cover.sudoku(HARD, method=way[0]), kernel="cover/" + " ".join(way))
    assert solved is not None
    assert all(a in (b, ".") for a, b in zip(HARD, solved, strict=True))


def test_reading(measure: Measure) -> None:
    """Read a text of 2,056 options."""
    problem = covers.pentominoes(6, 10)
    text = cover.ExactCover(problem.options, primary=range(problem.primary)).to_text()
    it = measure(cover.ExactCover.from_text, text, kernel="cover/text")
    assert len(it) == len(problem.options)

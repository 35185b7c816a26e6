"""pytest-benchmark cases for sliding tiles; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import compare_sliding
import pytest
import rivals
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens._kernels.sliding import pdb


@pytest.mark.parametrize("kind", [pdb.PDB_555, pdb.PDB_663])
def test_tables(benchmark: BenchmarkFixture, kind: int) -> None:
    def build() -> pdb.Pdb:
        tables = pdb.Pdb(kind, 0)
        tables.build()
        return tables

    assert benchmark.pedantic(build, rounds=3).ready


def test_strings(benchmark: BenchmarkFixture) -> None:
    assert benchmark(pdb.Prune, 4, 4, 10).states == 3700


@pytest.mark.parametrize("kind", compare_sliding.KINDS.values(), ids=compare_sliding.KINDS)
def test_twenty_random_boards(benchmark: BenchmarkFixture, kind: int) -> None:
    stack = compare_sliding.uniform(20)
    pdb.shared_pdb(kind, 0).build()
    lengths, nodes = benchmark(compare_sliding.batch, stack, kind)
    assert sum(lengths) == 1045
    if benchmark.stats:  # missing if timing is switched off
        benchmark.extra_info["nodes_per_second"] = nodes / benchmark.stats.stats.min


def test_plain_search_in_c(benchmark: BenchmarkFixture, build: Callable[..., Any]) -> None:
    rival = build(rivals.sliding)
    easiest = min(compare_sliding.uniform(20), key=lambda tiles: compare_sliding.solve(tiles)[1])
    length, _ = benchmark.pedantic(rival, args=(easiest,), rounds=3)
    assert length == compare_sliding.solve(easiest)[0]
